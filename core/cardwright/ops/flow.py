"""Ops that steer what happens: play, offer, cancel, change, modify, delay, end; and chance: toss, roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardwright.decisions.decision import Option
from cardwright.engine.declare import declared
from cardwright.engine.immunity import immune, overcome
from cardwright.engine.objections import against_playing, asked_by_effect
from cardwright.engine.offering import offers
from cardwright.engine.piece_moves import places
from cardwright.engine.programs import BATCH, CHANCE, OFFER, OWN, RELEASE, SETTLE, WINDOW
from cardwright.engine.source_code import kind_of
from cardwright.engine.turns import name_step
from cardwright.engine.windows import name_window
from cardwright.hooks.words import Key, OpWord
from cardwright.ids import ref_uid
from cardwright.rulebook.expressions import Expr
from cardwright.state import aspects
from cardwright.state.frames import NOWHERE, Delayed, Frame
from cardwright.state.modifiers import Modifier

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.rulebook.modifier import ModifierDef
    from cardwright.state.card_state import CardState
    from cardwright.state.events import Event

Args = dict[str, Any]


def propose_cancel(c: Context, frame: Frame, args: Args) -> tuple[int, ...] | None:
    """`cancel`: a pending link, or the `event` being replaced, does not happen."""
    what = args["what"]
    if what == "event":
        event = c.event_of(frame)
        if event is not None:
            event.cancelled = True
        return ()
    uids = {card.uid for card in what}
    hit = [link for link in c.state.chain if link.is_card and ref_uid(link.source) in uids and not link.cancelled]
    for link in hit:
        link.cancelled = True
        card = c.known_card(link.source)
        c.propose(c.event(frame, "cancelled", "", card, seat=link.controller))
    c.edit.touch(aspects.CHAIN)
    return None


def propose_change(c: Context, frame: Frame, args: Args) -> tuple[int, ...]:
    """`change`: alters a value of the proposal being replaced."""
    event = c.event_of(frame)
    if event is None:
        return ()
    for name in ("amount", "count"):
        if name in args:
            event.amount = max(0, args[name] or 0)
            _change_parameter(c, event, name, event.amount)
            event.cancelled = event.cancelled or event.amount == 0
    if "to" in args:
        if event.program >= 0:
            _change_parameter(c, event, "to", tuple(places(c, frame, args["to"], event.card)))
        elif event.change == "pieces":
            event.to = places(c, frame, args["to"], event.card)[0]
        else:
            event.to, event.position = c.place_key(args["to"], event.card, frame)
    return ()


def _change_parameter(c: Context, event: Event, name: str, value: Any) -> None:
    """A parameter of a procedure that is proposed is another."""
    if event.program >= 0:
        params = c.tables.rulebook.procedures[event.manner].params
        at = params.index(name) if name in params else -1
        event.args = tuple(value if place == at else arg for place, arg in enumerate(event.args))


def propose_modify(c: Context, frame: Frame, args: Args) -> tuple[int, ...] | None:
    """`modify`: a lasting change of a query's answer begins."""
    definition: ModifierDef = args["modifier"]
    if _is_past(c, definition.until):
        return ()
    scope, cards = _scope(c, frame, definition)
    if definition.of is not None and definition.frozen and not scope:
        return None
    made = _remaining_change(c, frame, definition, scope, cards)
    c.edit.add_modifier(made)
    for card in cards:
        c.edit.mark_touched(card.uid, frame.cause, frame.source, frame.controller)
    c.propose(_modified(c, frame, definition, made, next(iter(c.present(cards)), None)))
    return ()


def _modified(c: Context, frame: Frame, definition: ModifierDef, made: Modifier, first: CardState | None) -> Event:
    """The report of a lasting change: the first card or seat it is about, and by how much it raises what."""
    event = c.event(frame, "modified", "", first, word=definition.reason or definition.query[0].partition(".")[2])
    event.seat = first.controller if first is not None else made.scope[0] if made.scope else -1
    if definition.change == "add" and isinstance(made.amount, int) and (first is None or c.tables.in_play[first.zone]):
        event.amount = made.amount  # of cards elsewhere not everybody may know what it is counted from
    return event


def _is_past(c: Context, until: str) -> bool:
    """Whether it would last to the end of something, as a battle, that is not going on."""
    scope = until.removeprefix("end_of_")
    return scope in c.tables.rulebook.scopes and c.scope_frame(scope) is None


def _remaining_change(
    c: Context, frame: Frame, definition: ModifierDef, scope: tuple[int, ...] | None, cards: list[CardState]
) -> Modifier:
    amount = None
    if definition.amount is not None and not c.tables.about_it(definition.amount):
        amount = c.tables.frame_function(definition.amount)(c, frame)
    return Modifier(
        c.tables.makeable_number[id(definition)],
        c.side(frame),
        frame.source,
        scope,
        amount,
        until=definition.until or "event",
        stamp=c.state.logged,
        ability=frame.ability,
        overcome=c.refs(overcome(c, cards, frame.controller, frame.source)) if frame.cause == "effect" else (),
    )


def _scope(c: Context, frame: Frame, definition: ModifierDef) -> tuple[tuple[int, ...] | None, list[CardState]]:
    """The seats, or the cards that are not immune, that a lasting change is about; nothing if it finds them later."""
    of = definition.of
    if of is None or not (definition.frozen or kind_of(of) == "seats"):
        return None, []
    found = c.tables.frame_function(of)(c, frame)
    if not found or isinstance(found[0], int):
        return tuple(found), []
    cards = [card for card in found if frame.cause != "effect" or not immune(c, card, frame.controller, frame.source)]
    return c.refs(cards), cards


def propose_delay(c: Context, frame: Frame, args: Args) -> tuple[int, ...]:
    """`delay`: a trigger that works once begins to listen."""
    if _is_past(c, str(args.get("until", ""))):
        return ()
    pattern = c.tables.delayed_number(args["when"])
    c.state.delayed.append(
        Delayed(
            pattern,
            args["do"],
            frame.controller,
            frame.source,
            tuple(frame.slots),
            str(args.get("until", "")),
            c.state.logged,
            frame.side,
        )
    )
    return ()


def propose_toss(c: Context, frame: Frame, args: Args) -> None:  # noqa: ARG001 - a coin has two sides
    """`toss`: heads or tails."""
    sides = (Option("word", word="heads"), Option("word", word="tails"))
    c.push(Frame(CHANCE, slots=["tossed"], controller=frame.controller, memo=list(sides), source=frame.source))


def propose_roll(c: Context, frame: Frame, args: Args) -> None:
    """`roll`: a number of a die."""
    sides = [Option("number", number=pip) for pip in range(1, args.get("sides", 6) + 1)]
    c.push(Frame(CHANCE, slots=["rolled"], controller=frame.controller, memo=sides, source=frame.source))


def propose_play(c: Context, frame: Frame, args: Args) -> None:
    """`play`: plays a card by an effect."""
    for card in c.present(args["what"]):
        option = _way_to_play(c, frame, card, args)
        if option is None:
            continue
        made = declared(c, frame.controller, option, chain=False)
        made.fields.update(by_effect=True, free=bool(args.get("free")), lifted=_lifted(args))
        c.push(made)


def can_play(c: Context, frame: Frame, card: CardState, args: Args) -> bool:
    """Whether an effect may play the card."""
    return _way_to_play(c, frame, card, args) is not None


def _way_to_play(c: Context, frame: Frame, card: CardState, args: Args) -> Option | None:
    """The first of the actions that play the card which nothing stands against."""
    ability, lifted, free = _played(c, card, args), _lifted(args), bool(args.get("free"))
    for name in c.tables.types[card.number].plays:
        asked = asked_by_effect(c, name, frame.controller, card, ability)
        if against_playing(c, asked, lifted, free=free) is None:
            return Option(name, card.uid, ability)
    return None


def _lifted(args: Args) -> tuple[str, ...]:
    """The reasons that do not hold for this play."""
    named = args.get("ignore", ())
    found = named.args if isinstance(named, Expr) else (named,) if isinstance(named, str) else named
    return tuple(map(str, found))


def _played(c: Context, card: CardState, args: Args) -> int:
    """The first ability that playing the card under that heading uses; -1 if it has none."""
    heading = args.get("heading", "")
    mine = c.tables.abilities_of(card.number)
    return next((n for n, each in mine if each.opener == "play" and each.heading == heading), -1)


def propose_offer(c: Context, frame: Frame, args: Args) -> None:
    """`offer`: a seat may do one of some acts now."""
    names = (args["actions"],) if isinstance(args["actions"], str) else tuple(args["actions"])
    cards = c.refs(args["with"]) if "with" in args else None
    c.push(Frame(OFFER, slots=[names, cards], controller=args.get("who", frame.controller), source=frame.source))


def can_offer(c: Context, frame: Frame, args: Args) -> bool:
    """Whether one of the acts is open."""
    names = (args["actions"],) if isinstance(args["actions"], str) else tuple(args["actions"])
    return bool(offers(c, args.get("who", frame.controller), names, c.refs(args["with"]) if "with" in args else None))


def propose_end(c: Context, frame: Frame, args: Args) -> tuple[int, ...]:  # noqa: ARG001 - all of its kind take the same
    """`end`: ends the battle, the phase so named, or the turn; a phase still to come is skipped."""
    what = args["what"]
    for depth in range(len(c.state.frames) - 1, -1, -1):
        below = c.state.frames[depth]
        if below.scope == what:
            _cut(c, depth)
            _to_last_step(c, below)
            return ()
    if what in c.tables.rulebook.phases and what != c.state.phase:
        c.state.skips = (*c.state.skips, what)
    elif what in {c.state.phase, "turn"}:
        _end_phase(c, what)
    return ()


def _cut(c: Context, depth: int) -> None:
    """Drop the frames above, settles in progress aside; what they held or opened is over."""
    above = c.state.frames[depth + 1 :]
    c.state.frames[depth + 1 :] = [each for each in above if each.program == SETTLE]
    c.state.held -= sum(each.fields["holds"] for each in above if each.program == BATCH)
    c.state.held -= sum(each.program == RELEASE for each in above)
    window = next((each for each in above if each.program == WINDOW), None)
    if window is not None:
        name_window(c, window.fields["outer"])
    c.edit.touch(aspects.SCOPE)
    c.edit.touch(aspects.CHAIN)
    name_step(c)


def _to_last_step(c: Context, frame: Frame) -> None:
    code = c.tables.rulebook.programs[frame.program - OWN].code
    steps = [place for place, step in enumerate(code) if step.op == "step" and step.word]
    if steps and frame.position <= steps[-1]:
        frame.position = steps[-1]


def _end_phase(c: Context, what: str) -> None:
    """The turn goes on where the phase (or its last one) ends, by way of the last step of what runs in a scope."""
    turn = OWN + c.tables.rulebook.turn
    depth = next((place for place, frame in enumerate(c.state.frames) if frame.program == turn), -1)
    if depth < 0:
        return
    frame = c.state.frames[depth]
    scoped = [each for each in c.state.frames[depth + 1 :] if each.scope]
    _cut(c, depth)
    for each in scoped:
        _to_last_step(c, each)
        each.into = NOWHERE
    c.state.frames[depth + 1 : depth + 1] = scoped
    code = c.tables.rulebook.programs[c.tables.rulebook.turn].code
    ends = [place for place, step in enumerate(code) if step.op == "phase_end"]
    frame.position = ends[-1] if what == "turn" else next(place for place in ends if place >= frame.position - 1)


WORDS: Final = (
    OpWord("cancel", propose_cancel, {"what": Key("link", required=True, words=("event",))}, "cancelled"),
    OpWord(
        "change",
        propose_change,
        {"count": Key("number"), "amount": Key("number"), "to": Key("place")},
    ),
    OpWord("modify", propose_modify, {}, "modified"),
    OpWord("delay", propose_delay, {}),
    OpWord("toss", propose_toss, {}, "tossed"),
    OpWord("roll", propose_roll, {"sides": Key("number")}, "rolled"),
    OpWord(
        "play",
        propose_play,
        {
            "what": Key("cards", required=True),
            "free": Key("flag"),
            "heading": Key("word"),
            "ignore": Key("word"),
        },
        fits=can_play,
    ),
    OpWord(
        "offer",
        propose_offer,
        {"actions": Key("word", required=True), "who": Key("seat"), "with": Key("cards")},
        possible=can_offer,
    ),
    OpWord("end", propose_end, {"what": Key("word", required=True)}),
)
"""The ops of this family."""
