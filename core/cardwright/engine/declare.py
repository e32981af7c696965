"""Declaring: one program for cards and abilities of all kinds: user, targets, cost, payment, placing, effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardwright.decisions.decision import NO, YES, Option
from cardwright.engine import checks, costs, triggers
from cardwright.engine.actions import offered
from cardwright.engine.chains import carry_frame
from cardwright.engine.objections import ALTERNATIVE, Asked, against_playing_with, against_user, asked_by_effect, enters
from cardwright.engine.picking import pick
from cardwright.engine.programs import DECLARE, PLANNER
from cardwright.engine.proposals import commit
from cardwright.ids import HOSTED, NO_REF, ref_uid
from cardwright.state import aspects
from cardwright.state.events import Event
from cardwright.state.frames import ChainLink, Frame, Waiting

if TYPE_CHECKING:
    from cardwright.decisions.verdict import Reason
    from cardwright.engine.context import Context
    from cardwright.rulebook.play import ActionDef, WindowDef
    from cardwright.state.card_state import CardState


def declared(c: Context, seat: int, option: Option, *, chain: bool) -> Frame:
    """The frame of an act that a seat declared in a window."""
    action = c.tables.rulebook.actions[option.verb]
    ref = c.ref(c.cards[option.card]) if option.card >= 0 else NO_REF
    link = ChainLink(seat, ref, option.ability, action.plays)
    cause = "use" if action.plays or action.uses else "rule"
    frame = _frame(c, option.verb, link, cause, chain=chain and (action.plays or action.uses))
    frame.fields["way"] = option.word
    return frame


def triggered(c: Context, waiting: Waiting, *, chain: bool) -> Frame:
    """The frame in which a trigger is put on the chain, or carried out."""
    link = ChainLink(waiting.controller, waiting.source, waiting.ability, is_card=False, event=waiting.event)
    link.side = waiting.side
    if waiting.program >= 0:
        link.slots = waiting.slots
        link.number = -waiting.program - 1
    frame = _frame(c, "", link, "effect", chain=chain)
    frame.event = waiting.event
    frame.fields["declared"] = waiting.declared
    return frame


def _frame(c: Context, action: str, link: ChainLink, cause: str, *, chain: bool) -> Frame:
    program = c.tables.abilities[link.ability].program if link.ability >= 0 else -1
    own = len(c.tables.rulebook.programs[program].slots) if program >= 0 else 0
    return Frame(
        DECLARE,
        slots=[None] * own,
        controller=link.controller,
        source=link.source,
        cause=cause,
        ability=link.ability,
        link=link,
        waiting=[],
        fields={"action": action, "chain": chain, "free": False, "target": 0, "amount": 0, "way": ""},
    )


def _action(c: Context, frame: Frame) -> ActionDef | None:
    return c.tables.rulebook.actions.get(frame.fields["action"])


def ask_whether(c: Context, frame: Frame) -> None:
    """An optional trigger: does its seat want it?"""
    definition = c.tables.abilities[frame.ability] if frame.ability >= 0 else None
    if definition is None or definition.may is None or definition.opener != "when" or frame.fields.get("declared"):
        return
    if not _could_do(c, frame):
        c.pop(frame)
        return
    seats = c.tables.ability_may(frame.ability)(c, frame)
    answer = c.ask(frame, c.first(seats), "may", (Option(YES, ability=frame.ability), Option(NO)))
    if answer is not None and answer.verb == NO:
        c.pop(frame)


def _could_do(c: Context, frame: Frame) -> bool:
    """Whether asking makes sense: a trigger's condition still holds, its targets are there, its one act is open."""
    choices = c.tables.targets(frame.ability)
    condition = c.tables.ability_condition(frame.ability)
    card = c.known_card(frame.source)
    if condition is not None and card is not None and not condition(c, frame.controller, card, card):
        return False
    cause, frame.cause = frame.cause, "effect"
    enough = all(choice.enough(c, frame) for choice in choices)
    number = c.tables.abilities[frame.ability].program
    if enough and not choices and number >= 0:
        program = c.tables.rulebook.programs[number]
        enough = not costs.is_one_act(program.code[:-1]) or costs.startable(c, frame, program)
    frame.cause = cause
    return enough


def show(c: Context, frame: Frame) -> None:
    """Declaring shows a card that will lie face up: everybody knows it before anything is chosen or paid."""
    action = _action(c, frame)
    card = c.known_card(frame.source)
    if action is None or not action.shows or card is None:
        return
    everybody = (1 << len(c.state.teams)) - 1
    if card.known_to != everybody and c.tables.zones[card.zone].see != "all":
        c.step = None
        commit(c, frame, [c.event(frame, "revealed", "reveal", card, seat=card.owner, audience=everybody)])


def choose_user(c: Context, frame: Frame) -> None:
    """Who uses the card, if somebody must: asked where there are several."""
    action = _action(c, frame)
    card = c.known_card(frame.source)
    if action is None or action.user is None or card is None or frame.link is None:
        return
    users = c.tables.action(action.name).users
    found = users(c, frame.controller, card, card) if users is not None else ()
    options = tuple(Option("user", user.uid) for user in found if not _against_user(c, frame, action, card, user))
    answer = c.ask(frame, frame.controller, "choose", options)
    if answer is not None:
        frame.user = frame.link.user = c.ref(c.cards[answer.card])


def choose_side(c: Context, frame: Frame) -> None:
    """For whose places in play it is used, where a partner's may be meant and that makes a difference."""
    action = _action(c, frame)
    if action is None or action.sides is None or frame.link is None:
        return
    sides = c.tables.frame_function(action.sides)(c, frame)
    if len(sides) < 2 or not c.tables.minds_side(frame.ability):  # noqa: PLR2004 - with one there is no choice
        return
    answer = c.ask(frame, frame.controller, "choose", tuple(Option("choose", number=seat) for seat in sides))
    if answer is not None:
        frame.side = frame.link.side = answer.number


def against_choice(c: Context, frame: Frame, user: CardState) -> list[Reason]:
    """Everything against a card as the user of what is being declared."""
    action = _action(c, frame)
    card = c.known_card(frame.source)
    if action is None or card is None:
        return []
    linked = c.tables.action(action.name)
    if linked.users is None or not c.among(user, linked.users(c, frame.controller, card, card)):
        return [c.tables.reason("no_user", action.rule)]
    return _against_user(c, frame, action, card, user)


def _against_user(c: Context, frame: Frame, action: ActionDef, card: CardState, user: CardState) -> list[Reason]:
    if frame.fields.get("by_effect"):
        asked = asked_by_effect(c, action.name, frame.controller, card, frame.ability)
        found = against_playing_with(c, asked, user, frame.fields["lifted"], free=frame.fields["free"])
        return [] if found is None else [found]
    window = _window(c, frame)
    if window is None:
        return []
    ability = None if frame.ability < 0 else frame.ability
    asked = Asked(c.tables.action(action.name), frame.controller, card, ability, window, frame.fields["way"])
    return against_user(c, asked, user)


def _window(c: Context, frame: Frame) -> WindowDef | None:
    """The moment in which the act was declared; nothing where an effect does it."""
    names = frame.fields.get("offered")
    return offered(tuple(names)) if names else c.tables.rulebook.windows.get(c.state.window)


def choose_targets(c: Context, frame: Frame) -> None:
    """Each target in turn; without the last one a trigger comes to nothing."""
    if frame.ability < 0 or frame.link is None:
        return
    definition = c.tables.abilities[frame.ability]
    choices = c.tables.targets(frame.ability)
    cause, frame.cause = frame.cause, "effect"
    while frame.fields["target"] < len(choices):
        number = frame.fields["target"]
        if frame.picking is None and not choices[number].enough(c, frame):
            c.pop(frame)
            return
        picks = pick(c, frame, choices[number])
        if picks is None:
            frame.cause = cause
            return
        frame.slots[definition.targets[number].slot] = picks
        frame.fields["target"] = number + 1
    frame.cause = cause
    frame.link.slots = tuple(frame.slots)


def fix_cost(c: Context, frame: Frame) -> None:
    """The amount is fixed here, before anything moves."""
    action = _action(c, frame)
    card = c.known_card(frame.source)
    if action is None or not action.currency or card is None or frame.fields["free"]:
        return
    c.user = c.known_card(frame.user)
    frame.fields["amount"] = costs.quote(c, frame.controller, card, action.currency)
    c.user = None


def pay(c: Context, frame: Frame) -> None:
    """Push what pays: the currency's planner, cost steps of the action, the card and the ability."""
    action = _action(c, frame)
    card = c.known_card(frame.source)
    programs = _cost_programs(c, frame, action)
    frame.cause = "cost"
    for program in reversed(programs):
        _push_cost(c, frame, program)
    if (
        action is not None
        and action.currency
        and card is not None
        and not frame.fields["way"]
        and not frame.fields["free"]
    ):
        currency = c.tables.rulebook.currencies[action.currency]
        c.push(costs.payment(currency, frame.controller, card.uid, frame.fields["amount"], hold=True, user=frame.user))


def _cost_programs(c: Context, frame: Frame, action: ActionDef | None) -> list[int]:
    found = []
    if action is not None and not frame.fields["free"]:
        card = c.known_card(frame.source)
        found.append(action.cost)
        if card is not None and action.plays:
            printed = c.tables.cards[card.number]
            found.append(printed.additional_cost)
            found.append(printed.alternative_cost if frame.fields["way"] == ALTERNATIVE else -1)
    if frame.ability >= 0:
        found.append(c.tables.abilities[frame.ability].cost)
    return [program for program in found if program >= 0]


def _push_cost(c: Context, frame: Frame, program: int) -> None:
    seat, slots = frame.controller, tuple(frame.slots)
    c.push(c.tables.frame_of(program, seat, slots, source=frame.source, user=frame.user, cause="cost"))


def plan_more(c: Context, frame: Frame) -> None:
    """An action with a planner of its own asks it once the payment is planned, before anything moves."""
    action = _action(c, frame)
    if frame.link is not None:
        frame.link.paid = _pieces_in(c, frame.events)
    if action is None or not action.hook:
        return
    card = c.known_card(frame.source)
    arguments = {
        "seat": frame.controller,
        "card": -1 if card is None else card.uid,
        "amount": frame.fields["amount"],
        "paid": frame.memo,
    }
    c.push(
        Frame(
            PLANNER,
            slots=[action.hook, arguments, "hold"],
            controller=frame.controller,
            cause="use" if action.plays else "rule",
        )
    )


def _pieces_in(c: Context, payment: list[Event]) -> tuple[int, ...]:
    """The pieces by kind that a payment moves; nothing if it moves none."""
    found = [0] * len(c.tables.pieces)
    for event in payment:
        if event.change == "pieces":
            found[event.piece] += event.amount
    return tuple(found) if any(found) else ()


def place(c: Context, frame: Frame) -> None:
    """Count the use, and commit payment and placing as one batch."""
    action = _action(c, frame)
    card = c.known_card(frame.source)
    seat = frame.controller
    c.step = None
    frame.cause = "use"
    if action is not None:
        linked = c.tables.action(action.name)
        if not frame.fields.get("by_effect"):
            triggers.count_use(c, action.limit, linked.number, frame.source, seat)
    if frame.ability >= 0:
        triggers.count_limit(c, frame.ability, frame.source, seat)
        heading = c.tables.abilities[frame.ability].heading
        if action is not None and heading and c.tables.queries.ask("value.uses").changed:
            c.edit.limit(triggers.uses_key(c, heading, seat), seat)
    events, frame.events = frame.events, []
    if action is not None and card is not None:
        move = _placing(c, frame, action)
        if move is not None:
            events = [move, *events]
    if events:
        commit(c, frame, events)


def _placing(c: Context, frame: Frame, action: ActionDef) -> Event | None:
    """The move of a declared card: to the action's place, or straight into play where nobody can answer."""
    card = c.known_card(frame.source)
    assert card is not None  # noqa: S101 - the caller has it
    if action.to is not None:
        key, position = c.place_for(action.to, card, frame)
    else:
        kind = c.tables.types[card.number]
        if not action.plays or frame.fields["chain"] or not kind.enters or kind.play != action.name:
            return None
        if not enters(c, card):
            return None
        key, position = c.keys[c.tables.zone[kind.enters]][frame.controller], -1
    return c.event(frame, "moved", "move", card, seat=frame.controller, to=key, position=position, word=action.face)


def act(c: Context, frame: Frame) -> None:
    """What the action itself does, with the card on the stay it is on now."""
    action = _action(c, frame)
    frame.cause = "rule" if action is not None and not action.uses else "use"
    if frame.source >= 0 and action is not None:
        frame.source = c.ref(c.cards[ref_uid(frame.source)])
        if frame.link is not None:
            frame.link.source = frame.source
            c.edit.touch(aspects.CHAIN)  # which stay of the card is being played
        if frame.user >= 0 and (
            action.plays or (action.to is not None and c.cards[ref_uid(frame.source)].place < HOSTED)
        ):
            c.edit.used_by(ref_uid(frame.source), ref_uid(frame.user))
    if action is not None and action.program >= 0:
        seat = frame.controller
        c.push(c.tables.frame_of(action.program, seat, source=frame.source, user=frame.user, cause="rule"))


def resolve(c: Context, frame: Frame) -> None:
    """The effect goes the window's way: onto the chain, or carried out at once."""
    action = _action(c, frame)
    link = frame.link
    if link is None or (action is not None and not action.plays and not action.uses):
        return
    if frame.fields["chain"]:
        link.number = c.state.logged * 64 + len(c.state.chain)
        c.state.chain.append(link)
        c.edit.touch(aspects.CHAIN)
        return
    c.push(carry_frame(link))


def end(c: Context, frame: Frame) -> None:
    """The act is over: its result is its card, and what is tested after whole acts is tested."""
    c.pop(frame, _outcome(c, frame))
    if not frame.fields["chain"]:
        checks.run(c, "each_action")


def _outcome(c: Context, frame: Frame) -> tuple[int, ...]:
    """The card of the act if it is still where the act put it, or was attached by what the act itself did."""
    if frame.source < 0:
        return ()
    card = c.cards[ref_uid(frame.source)]
    return c.refs([card] if card.links else c.live((frame.source,)))


STEPS: Final = (
    ask_whether,
    show,
    choose_user,
    choose_side,
    choose_targets,
    fix_cost,
    pay,
    plan_more,
    place,
    act,
    resolve,
    end,
)
"""The program of a declaration."""
