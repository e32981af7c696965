"""New games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cardwright import rng
from cardwright.engine.machine import Engine
from cardwright.engine.programs import DECIDER, GAME
from cardwright.ids import NOBODY, zone_key
from cardwright.state.frames import Frame
from cardwright.state.game_state import GameState

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked

Parts = Mapping[str, Mapping[str, int]]


def new_game(
    tables: Linked,
    decks: Sequence[Parts],
    seed: int,
    mode: str,
    readings: Mapping[str, str],
    decider: int = NOBODY,
    counted: Sequence[Mapping[str, str]] = (),
) -> Engine:
    """A game before its setup: every card where its part of the deck starts.

    `decks` holds for each seat the parts of its deck, each card number to its count; `decider` is the seat that the
    setup asks who begins, if it shall not be the one the rulebook names; `counted` holds for each seat, by card number,
    the one word that keeps the card apart from a partner's: in a game with partners it has no other.
    """
    teams = tables.rulebook.modes[mode].team_by_seat
    homes = tuple(map(teams.index, teams))
    key, _ = rng.draw(seed & ((1 << 64) - 1))
    frames = [Frame(GAME, fields={} if decider == NOBODY else {DECIDER: decider})]
    state = GameState(
        key, mode, teams, homes, frames=frames, readings=dict(readings), counted=_counted(tables, teams, counted)
    )
    engine = Engine(tables, state)
    for seat, parts in enumerate(decks):
        for part, cards in parts.items():
            _lay(engine, seat, part, cards)
    return engine


def _counted(
    tables: Linked, teams: tuple[int, ...], counted: Sequence[Mapping[str, str]]
) -> tuple[tuple[int, int, str], ...]:
    """What the cards of decks are counted as; where nobody has a partner, as what is printed on them."""
    if len(set(teams)) == len(teams):
        return ()
    return tuple(
        (seat, tables.card[number], word) for seat, each in enumerate(counted) for number, word in each.items()
    )


def _lay(engine: Engine, seat: int, part: str, cards: Mapping[str, int]) -> None:
    """The cards of one part, in the order of their numbers; a part that nothing places stays out of the game."""
    tables, edit = engine.tables, engine.context.edit
    book = tables.rulebook
    zone = book.deck.starts.get(part) or (book.draw[0] if part == "main" else "")
    if not zone:
        return
    state = engine.state
    number_of = tables.zone[zone]
    numbers = [tables.card[number] for number, count in sorted(cards.items()) for _ in range(count)]
    handles: Sequence[int] = edit.new_handles(len(numbers))
    hidden = tables.zones[number_of].see != "all"
    if hidden:  # the name on a back tells nothing of the place in the list
        state.rng, handles = rng.shuffled(state.rng, handles)
    edit.lay(numbers, seat, zone_key(number_of, seat), handles, "down" if hidden else "up")
