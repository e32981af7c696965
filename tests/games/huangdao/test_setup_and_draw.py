"""What comes before the first turn, which no board and steps can show."""

from __future__ import annotations

import pytest

from cardwright.session.catalog import LoadedGame, load_game
from cardwright.session.game import Game

HAND, DECK, SIZE = "hand", "deck", 7


@pytest.fixture(scope="module")
def loaded() -> LoadedGame:
    return load_game("huangdao")


def cards(game: Game, zone: str, seat: int) -> tuple[int, ...]:
    """The cards of a zone, in order."""
    tables = game.loaded.tables
    return tuple(game.state.zones.get(game.engine.context.keys[tables.zone[zone]][seat], ()))


def answer(game: Game, verb: str) -> None:
    """Answer yes or no."""
    assert game.decision is not None
    game.answer(next(option for option in game.decision.options if option.verb == verb))


@pytest.mark.rules("HD-SETUP-03", "HD-SETUP-04")
def test_seven_cards_and_the_seal_in_its_place(loaded: LoadedGame) -> None:
    game = Game.new(loaded, seed=5)
    for seat in (0, 1):
        assert len(cards(game, HAND, seat)) == SIZE
        assert len(cards(game, "seal", seat)) == 1
        assert len(cards(game, DECK, seat)) + SIZE >= 50


@pytest.mark.rules("HD-SETUP-02")
def test_the_deck_is_shuffled_by_the_seed(loaded: LoadedGame) -> None:
    one, same, other = (Game.new(loaded, seed=seed) for seed in (5, 5, 6))
    numbers = [[game.state.cards[uid].number for uid in cards(game, DECK, 0)] for game in (one, same, other)]
    assert numbers[0] == numbers[1] != numbers[2]
    assert numbers[0] != sorted(numbers[0])


@pytest.mark.rules("HD-SETUP-05", "HD-SETUP-06", "HD-SETUP-08")
@pytest.mark.parametrize("changes", ["no", "yes"])
def test_each_changes_the_whole_hand_once_before_the_order_is_known(changes: str, loaded: LoadedGame) -> None:
    game = Game.new(loaded, seed=5)
    for seat in (0, 1):
        assert game.decision is not None
        assert (game.decision.seat, game.decision.about, game.state.turn) == (seat, "may", 0)
        hand, deck = cards(game, HAND, seat), cards(game, DECK, seat)
        answer(game, changes)
        if changes == "no":
            assert (cards(game, HAND, seat), cards(game, DECK, seat)) == (hand, deck)
        else:
            assert len(cards(game, HAND, seat)) == SIZE
            assert set(cards(game, HAND, seat)) != set(hand), "the hand went back and was shuffled"
            assert {*cards(game, HAND, seat), *cards(game, DECK, seat)} == {*hand, *deck}
    assert game.state.turn == 1, "nobody is asked a second time"


@pytest.mark.rules("HD-SETUP-07")
def test_chance_decides_who_goes_first(loaded: LoadedGame) -> None:
    first = set()
    for seed in range(8):
        game = Game.new(loaded, seed=seed, log=False)
        answer(game, "no")
        answer(game, "no")
        first.add(game.state.turn_player)
    assert first == {0, 1}


CARRIED = {
    "spirit": {"swift", "guardian", "piercing", "timid", "unique", "haste", "energy"},
    "fortress": {"energy"},
    "spell": {"swift", "lasting", "unique", "energy"},
    "seal": set(),
    "token": set(),
}


@pytest.mark.rules("HD-ABILITY-22")
def test_which_types_carry_which_abilities(loaded: LoadedGame) -> None:
    printed: dict[str, set[str]] = {kind: set() for kind in CARRIED}
    for card in loaded.rulebook.cards:
        abilities = (loaded.rulebook.abilities[number] for number in card.abilities)
        printed[card.type] |= {ability.keyword for ability in abilities if ability.keyword}
    assert {kind for kind, words in printed.items() if not words <= CARRIED[kind]} == set()
    assert set.union(*printed.values()) == set.union(*CARRIED.values()), "each ability is printed somewhere"
