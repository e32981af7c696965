"""State-based checks to a fixpoint, and the ways to win or lose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.engine.programs import RELEASE
from cardwright.ids import ZONE_MASK, key_place, key_zone
from cardwright.state.frames import DROPPED, Frame
from cardwright.state.game_state import Result

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.rulebook.play import WinDef
    from cardwright.state.events import Event


def run(c: Context, at: str = "each_change") -> None:
    """Do what the marked checks demand: find all their victims before any of them is moved, and test the wins."""
    state = c.state
    if (not state.marks and at == "each_change") or at not in c.tables.moments:
        return
    if state.held or state.result is not None or state.turn == 0:
        return
    marks = c.edit.take_marks() if at == "each_change" else -1
    c.counters["checks"] += 1
    tables = c.tables
    _test_wins(c, [win for bit, win, when in tables.wins if when == at and marks & bit])
    if c.state.result is not None:
        return
    frames = []
    for bit, program, victims, when in tables.checks:
        if when == at and marks & bit:
            found = victims(c, state.turn_player, None, None)
            if found:
                frames.append(tables.frame_of(program, state.turn_player, (c.refs(found),), cause="check"))
    if len(frames) > 1:
        state.held += 1
        c.push(Frame(RELEASE))
    for frame in reversed(frames):
        c.push(frame)


def refill(c: Context, events: list[Event]) -> None:
    """Begin what a zone demands as its last card has left it."""
    if c.state.turn == 0:
        return
    left = (each.come_from for each in events if each.change == "move" and each.come_from >= 0)
    for key in dict.fromkeys(key for key in left if key & ZONE_MASK in c.tables.emptied and not c.state.zones.get(key)):
        c.push(c.tables.frame_of(c.tables.emptied[key_zone(key)], key_place(key), into=DROPPED))


def release(c: Context, frame: Frame) -> None:
    """The victims of several checks have all been dealt with."""
    c.pop(frame)
    c.state.held -= 1
    run(c)


def _test_wins(c: Context, wins: list[tuple[WinDef, Any]]) -> None:
    losers: dict[int, WinDef] = {}
    winners: dict[int, WinDef] = {}
    for definition, condition in wins:
        for team, seats in c.sides:
            if condition(c, seats[0], None, seats):
                (losers if definition.loses else winners).setdefault(team, definition)
    if losers or winners:
        c.state.result = _result(c.state.teams, losers, winners)


def _result(teams: tuple[int, ...], losers: dict[int, WinDef], winners: dict[int, WinDef]) -> Result:
    """All teams but one lose: that one wins; all at once: a draw; a team that wins wins."""
    left = {team for team in teams if team not in losers} if losers else set(winners)
    if winners and losers:
        left &= set(winners)
    first = next(iter((*losers.values(), *winners.values())))
    if len(left) != 1:
        return Result((), (), first.reason or "draw", first.rule)
    won = tuple(seat for seat, team in enumerate(teams) if team in left)
    lost = tuple(seat for seat, team in enumerate(teams) if team not in left)
    return Result(won, lost, first.reason or ("lost" if losers else "won"), first.rule)
