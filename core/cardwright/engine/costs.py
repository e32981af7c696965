"""Costs: quoted before anything moves, asked source by source, committed as a batch; and what could be done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from cardwright.decisions.decision import Option
from cardwright.engine.act_reads import UNTOLD
from cardwright.engine.memo import MISSING, reading
from cardwright.engine.picking import choice_at, movable
from cardwright.engine.piece_moves import pieces_at, places
from cardwright.engine.programs import PLANNER
from cardwright.engine.proposals import commit
from cardwright.engine.source_code import kind_of
from cardwright.hooks.words import Ask, CurrencyWord
from cardwright.ids import OUTSIDE
from cardwright.rulebook.expressions import Expr, Place
from cardwright.rulebook.program import Instruction, Program
from cardwright.rulebook.table import CurrencyDef
from cardwright.state.card_state import CardState
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context

ENDLESS: Final = 1 << 30
"""More than anything costs."""
_NEEDS_ONE = ("what", "from")
_OPEN = {"slot", "slot_seats"}
"""What is picked only when it is done; whether enough can be picked is asked of the choice."""


def quote(c: Context, seat: int, card: CardState, currency: str) -> int:
    """What a card costs now, reductions included; never below 0."""
    definition = c.tables.rulebook.currencies[currency]
    word = c.tables.registry.currencies.get(definition.hook)
    if word is None or word.quote is None:
        return max(0, c.number(definition.field, card))
    read = c.tables.currency_reads(currency)
    if read & UNTOLD or c.user is not None:
        return _quote(c, seat, card, definition.field, word.quote)
    key = ("quote", currency, seat, c.ref(card))
    found: int = c.memo.recall(key)
    if found is MISSING:
        found = _quote(c, seat, card, definition.field, word.quote)
        c.memo.keep(key, reading(read, c.team[seat]), found)
    return found


def _quote(c: Context, seat: int, card: CardState, field: str, quoted: Callable[..., int]) -> int:
    """What a hook makes of the card's price."""
    amount = max(0, c.number(field, card))
    return max(0, quoted(c.tables.reach(c), seat, card.uid, amount))


def most(c: Context, seat: int, card: CardState | None, currency: str) -> int:
    """What a seat could pay in a currency."""
    definition = c.tables.rulebook.currencies[currency]
    word = c.tables.registry.currencies.get(definition.hook)
    if word is not None:
        return _kept_most(c, seat, card, currency, word)
    linked = c.tables.currency(currency)
    frame = Frame(-1, controller=seat, source=-1 if card is None else c.ref(card), user=_user(c))
    if linked.at_most is not None:
        return int(linked.at_most(c, frame) or 0)
    if definition.pieces and definition.come_from is not None:
        place = places(c, frame, c.tables.place(definition.come_from))[0]
        return ENDLESS if place == OUTSIDE else pieces_at(c, place)[c.tables.piece[definition.pieces]]
    if linked.source is not None:
        return len(linked.source(c, frame))
    return ENDLESS


def _kept_most(c: Context, seat: int, card: CardState | None, currency: str, word: CurrencyWord) -> int:
    """The same by a hook, remembered until what it reads changes."""
    about = card if word.by_card else None
    uid = -1 if about is None else about.uid
    read = c.tables.currency_reads(currency)
    if read & UNTOLD or c.user is not None:
        return word.most(c.tables.reach(c), seat, uid)
    key = ("most", currency, seat, uid if about is None else c.ref(about))
    found: int = c.memo.recall(key)
    if found is MISSING:
        found = word.most(c.tables.reach(c), seat, uid)
        c.memo.keep(key, reading(read, c.team[seat]), found)
    return found


def _user(c: Context) -> int:
    return -1 if c.user is None else c.ref(c.user)


def payable(c: Context, seat: int, card: CardState | None, currency: str, amount: int) -> bool:
    """Whether a seat can pay so much."""
    if amount == 0 and not c.tables.rulebook.currencies[currency].hook:
        return True
    return most(c, seat, card, currency) >= amount


def payment(currency: CurrencyDef, seat: int, card: int, amount: int, *, hold: bool, **more: Any) -> Frame:
    """The frame that pays: its plan is committed, or with `hold` left to the declaration below."""
    arguments = {"seat": seat, "card": card, "amount": amount, **more}
    return Frame(
        PLANNER,
        slots=[currency.hook or f"={currency.name}", arguments, "hold" if hold else "commit"],
        controller=seat,
        cause="cost",
    )


def run_planner(c: Context, frame: Frame) -> None:
    """Ask a planner for its next question, or do what it planned."""
    hook, arguments, mode = frame.slots[:3]
    answer = c.state.answer
    c.state.answer = None
    while True:
        made = _plan(c, frame, hook, arguments, frame.memo, answer)
        if not isinstance(made, Ask):
            break
        frame.memo = made.memo
        answer = c.ask(frame, made.seat, made.about, made.options)
        if answer is None:
            return
    c.step = None
    result = made.result
    if mode == "hold":
        c.pop(frame)
        below = c.state.frames[-1]
        below.events = [*below.events, *made.events]
        below.memo = result
        return
    frame.slots.append(result)
    if made.events:
        commit(c, frame, list(made.events))


def planner_done(c: Context, frame: Frame) -> None:
    """The plan is carried out."""
    result = frame.slots[3]
    c.pop(frame, frame.memo if result is None else result)


def _plan(c: Context, frame: Frame, hook: str, arguments: dict[str, Any], memo: Any, answer: Option | None) -> Any:
    if hook.startswith("="):
        return c.tables.plain_payment(c, hook[1:], arguments, memo, answer)
    registry = c.tables.registry
    word = registry.currencies.get(hook) or registry.planners[hook]
    reach = c.tables.reach(c, frame)
    memo = tuple(memo) if isinstance(memo, list) else memo
    return word.plan(reach, arguments, memo, answer)


# -- what could be done


def feasible(c: Context, frame: Frame, program: int) -> bool:
    """Whether all steps of a program up to its first condition could be done now."""
    tables = c.tables
    whole = tables.rulebook.programs[program]
    for place, step in enumerate(whole.code):
        if step.op in {"unless", "each", "may", "possible"}:
            break
        if step.op == "choose" and not _choosable(c, frame, whole, place):
            return False
        if step.op in {"op", "gather"} and not _op_possible(c, frame, step):
            return False
    return True


def _choosable(c: Context, frame: Frame, program: Program, place: int) -> bool:
    """Whether a choice can be made of which at least one card can suffer what it is chosen for."""
    choice = choice_at(c.tables, program, place)
    taker = program.behind(place)
    if taker is None or choice.seats or taker.args.get("what") != Expr("slot", (program.code[place].slot,)):
        return choice.enough(c, frame)
    found = choice.candidates(c, frame)
    return len(found) >= choice.wanted(c, frame) and (
        not found or any(_suffers(c, frame, taker, card) for card in found)
    )


def _suffers(c: Context, frame: Frame, taker: Instruction, card: CardState) -> bool:
    """Whether an op could do to the card what it does."""
    if taker.word in c.tables.rulebook.moves:
        return movable(taker.word, frame.cause, c, frame, card)
    op = c.tables.registry.ops.get(taker.word)
    return op is None or op.possible is None or op.possible(c, frame, {"what": [card]})


def startable(c: Context, frame: Frame, program: Program, place: int = 0) -> bool:
    """Whether the step of a program at that place, which must do something, could do it now."""
    if not program.code:
        return True
    first = program.code[place]
    if first.op == "choose":
        return choice_at(c.tables, program, place).enough(c, frame)
    if first.op == "possible" and program.code[first.goto].op == "end":
        return all(feasible(c, frame, part) for part in first.parts)
    return first.op not in {"op", "gather"} or _op_possible(c, frame, first)


def is_one_act(steps: Iterable[Instruction]) -> bool:
    """Whether these are one op with its choices, so that nothing is done if that cannot be done."""
    return [step.op for step in steps if step.op != "choose"] == ["op"]


def _op_possible(c: Context, frame: Frame, step: Any) -> bool:
    if step.word == "pay":
        currency = str(step.args["what"])
        amount = c.tables.frame_function(step.args["amount"])(c, frame)
        card = c.known_card(frame.source)
        return payable(c, frame.controller, card, currency, amount or 0)
    op = c.tables.registry.ops.get(step.word)
    if any(_is_open(step.args.get(key)) for key in _NEEDS_ONE):
        return True
    if op is not None and op.possible is not None and "what" not in step.args:
        return op.possible(c, frame, _arguments(c, frame, step))
    for key in _NEEDS_ONE:
        value = step.args.get(key)
        if isinstance(value, Expr):
            found = c.tables.frame_function(value)(c, frame)
            if not isinstance(found, (int, str)) and not _doable(c, frame, step, list(found)):
                return False
            count = value.args[1] if value.op == "top" else None
            if isinstance(count, Expr) and len(found) < (c.tables.frame_function(count)(c, frame) or 0):
                return False
    return True


def _is_open(value: Any) -> bool:
    of = value.of if isinstance(value, Place) else value
    return isinstance(of, Expr) and of.op in _OPEN


def _arguments(c: Context, frame: Frame, step: Instruction) -> dict[str, Any]:
    """The arguments of an op that is only asked about."""
    found: dict[str, Any] = {}
    for key, value in step.args.items():
        if isinstance(value, Place):
            found[key] = c.tables.place(value)
        elif not isinstance(value, Expr):
            found[key] = value
        elif value.op == "words":
            found[key] = value.args
        else:
            answer = c.tables.frame_function(value)(c, frame)
            found[key] = c.first(answer) if kind_of(value) == "seats" else answer
    return found


def _doable(c: Context, frame: Frame, step: Instruction, cards: list[Any]) -> bool:
    if not cards:
        return False
    op = c.tables.registry.ops.get(step.word)
    if op is not None and op.fits is not None:
        return any(op.fits(c, frame, card, step.args) for card in cards)
    if op is None or op.possible is None:
        return True
    return all(op.possible(c, frame, {"what": [card]}) for card in cards)
