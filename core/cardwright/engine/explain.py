"""Why not: every reason against an act, found on the path that lists the open ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.decisions.decision import PASS, Act, Option
from cardwright.decisions.verdict import Reason
from cardwright.engine.actions import uses_of
from cardwright.engine.declare import against_choice
from cardwright.engine.objections import Asked, against_bearing, objections
from cardwright.rulebook.play import WindowDef

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.engine.machine import Engine


def reasons(engine: Engine, seat: int, act: Act) -> list[Reason]:
    """All reasons against an act of a seat now; none if it is one of the open options."""
    pending = engine.state.pending
    tables = engine.tables
    if pending is None:
        return [Reason("over")]
    option = Option(act.verb, act.card, act.ability, act.number, act.word)
    asked = seat == pending.seat
    if asked and _listed(option, pending.options):
        return []
    found = [] if asked else [tables.reason("wrong_seat")]
    if act.verb in tables.rulebook.actions:
        found += _against(engine, seat, act, asked=asked)
    elif asked and act.card >= 0 and pending.options[0].verb == "user":
        found += against_choice(engine.context, engine.state.frames[-1], engine.context.cards[act.card])
    elif act.verb == PASS and asked:
        found.append(tables.reason("must", _window(engine).rule))
    return found or [Reason("not_an_option")]


def _window(engine: Engine) -> WindowDef:
    """The window in which a seat is asked, or one without a name that admits nothing."""
    pending = engine.state.pending
    name = "" if pending is None else pending.window
    return engine.tables.rulebook.windows.get(name) or WindowDef("", ends="first_pass")


def _listed(option: Option, options: tuple[Option, ...]) -> bool:
    if option in options:
        return True
    alike = (each for each in options if each.verb == option.verb and each.card == option.card)
    return option.ability < 0 and any(each.word == option.word for each in alike)


def _against(engine: Engine, seat: int, act: Act, *, asked: bool) -> list[Reason]:
    """The objections to an action; of several ways to use the card those of the best one."""
    tables, c = engine.tables, engine.context
    action = tables.action(act.verb)
    window = _window(engine)
    card = c.cards[act.card] if 0 <= act.card < len(c.cards) else None
    if action.cards is not None and (card is None or not c.among(card, action.cards(c, seat, None, None))):
        found = [tables.reason("wrong_zone", action.definition.rule)]
        if card is not None:
            found += objections(c, Asked(action, seat, card, None, window))
        return found
    if act.ability >= 0 and (card is None or act.ability not in tables.cards[card.number].abilities):
        return [Reason("not_an_option")]
    ways = (
        [act.ability]
        if act.ability >= 0
        else uses_of(c, action, card, window if window.name else None)
        if card is not None
        else [None]
    )
    put = [Asked(action, seat, card, way, window, act.word) for way in ways or [None]]
    best = [objections(c, each) for each in (_borne(c, put) if action.definition.uses else put)]
    if not ways:
        return [tables.reason("needs")]
    return min(best, key=len) or ([] if not asked else [tables.reason("wrong_window")])


def _borne(c: Context, put: list[Asked]) -> list[Asked]:
    """Of ways to use a card those that it has now; all of them if it has none, since that is why it has no use then."""
    return [each for each in put if each.ability is None or against_bearing(c, each) is None] or put
