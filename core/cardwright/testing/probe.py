"""Probes: an act that must be refused now, for the reasons a scenario names, and change nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.decisions.decision import Act as Wanted
from cardwright.decisions.decision import Option
from cardwright.errors import IllegalAnswer
from cardwright.testing.matching import act_options, pick_options
from cardwright.testing.run import Run

if TYPE_CHECKING:
    from cardwright.decisions.verdict import Reason
    from cardwright.loading.scenario_records import Act, Pick, Refused


def probe(step: Refused, run: Run) -> None:
    """Try the act; raise `ScenarioFailure` if it is open, changes something, or is refused for other reasons."""
    if step.act.verb and step.act.answers and _may_be_declared(step.act, run):
        run = _declared(step, run)
    before = run.game.digest()
    seat = run.cast.seat(step.act.seat)
    if _open(step.act, seat, run):
        raise run.fail(f"`{step.act}` is open, but must be refused", step.where)
    reasons = _reasons(step, seat, run)
    if run.game.digest() != before:
        raise run.fail(f"`{step.act}` was refused, but changed the game", step.where)
    if not reasons:
        raise run.fail(f"`{step.act}` is no option, but nothing speaks against it", step.where)
    _compare(step, reasons, run)
    given = ", ".join(f"{each.code} {each.rule}".strip() for each in reasons)
    run.done.append(f"{step} (refused: {given})")


def _may_be_declared(act: Act, run: Run) -> bool:
    """Whether the act itself is open, so that its answers are what is refused."""
    pending = run.pending
    if pending is None or pending.seat != run.cast.seat(act.seat):
        return False
    return bool(act_options(act, pending, run.cast, run.state))


def _declared(step: Refused, run: Run) -> Run:
    """A copy of the game in which the act is declared, its answers being what must be refused."""
    declared = run.fork()
    declared.act(replace(step.act, answers=()))
    if declared.pending is None or declared.pending.about == "act":  # over without a question that had two answers
        declared = run.fork()
        declared.declare(step.act)
    return declared


def _open(act: Act, seat: int, run: Run) -> bool:
    pending = run.pending
    if pending is None or pending.seat != seat:
        return False
    if not act.answers or (act.verb and pending.about == "act"):
        return bool(act_options(act, pending, run.cast, run.state))
    return all(pick_options(pick, pending, run.cast, run.state) for pick in act.answers[-1].picks)


def _reasons(step: Refused, seat: int, run: Run) -> list[Reason]:
    """Why not: of several readings of the act (`use`, two cards of a number), the one with least against it."""
    readings = [_refused(wanted, seat, step, run) for wanted in _readings(step.act, run)]
    return min(readings, key=lambda each: ("wrong_zone" in {reason.code for reason in each}, len(each)), default=[])


def _refused(wanted: Wanted, seat: int, step: Refused, run: Run) -> list[Reason]:
    """The reasons against one reading; it must also be refused as an answer."""
    option = Option(wanted.verb, wanted.card, wanted.ability, wanted.number, wanted.word)
    before = run.game.digest()
    try:
        run.game.answer(option, seat=seat)
    except IllegalAnswer:
        pass
    else:
        raise run.fail(f"`{step.act}` was accepted, but must be refused", step.where)
    if run.game.digest() != before:
        raise run.fail(f"the refused answer `{step.act}` changed the game", step.where)
    return run.game.why_not(wanted, seat)


def _readings(act: Act, run: Run) -> list[Wanted]:
    if act.answers and not (act.verb and run.pending is not None and run.pending.about == "act"):
        return [_pick(pick, act.answers[-1].about, run) for pick in act.answers[-1].picks]
    cards = run.cast.cards(act.card, run.state) if act.card else (-1,)
    actions = run.cast.tables.rulebook.actions
    verbs = [act.verb] if act.verb in actions else [name for name in actions if name.startswith(f"{act.verb}_")]
    return [
        Wanted(verb, card, _ability(act, card, run), word=act.way) for verb in verbs or [act.verb] for card in cards
    ]


def _ability(act: Act, card: int, run: Run) -> int:
    if card < 0 or not act.ability:
        return -1
    tables = run.cast.tables
    printed = tables.cards[run.state.cards[card].number].abilities
    if isinstance(act.ability, int):
        return printed[act.ability - 1] if act.ability <= len(printed) else -1
    return next((each for each in printed if act.ability == tables.abilities[each].heading), -1)


def _pick(pick: Pick, verb: str, run: Run) -> Wanted:
    cards = run.cast.cards(pick.name, run.state) if pick.name else ()
    if cards:
        return Wanted(verb, cards[0], number=-1 if pick.number is None else pick.number)
    seat = run.cast.seat(pick.name)
    if seat >= 0:
        return Wanted(verb, number=seat)
    return Wanted(verb, number=-1 if pick.number is None else pick.number, word=pick.name)


def _compare(step: Refused, reasons: list[Reason], run: Run) -> None:
    """The reasons named must be among those found, or be all of them."""
    found = {word for each in reasons for word in (each.code, each.rule) if word}
    missing = [word for word in step.because if word not in found]
    extra = [each for each in reasons if not {each.code, each.rule} & set(step.because)] if step.only else []
    if missing or extra:
        given = ", ".join(f"{each.code} [{each.rule}]" if each.rule else each.code for each in reasons)
        only = "only " if step.only else ""
        expected = " and ".join(step.because)
        raise run.fail(f"`{step.act}` is refused because of {given}, expected {only}{expected}", step.where)
