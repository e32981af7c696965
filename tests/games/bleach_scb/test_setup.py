"""The set-up: what a player learns before the first turn."""

from cardwright.session.game import Game
from cardwright.view.sights import cards_of


def back_of_the_starter(seed: int) -> int:
    """By which handle the other player follows a starter that lies face down; the same card whatever the seed."""
    game = Game.new("bleach_scb", seed=seed)
    assert game.decision is not None
    asked = game.decision.seat
    game.answer(min(game.decision.options, key=lambda option: option.card))
    (back,) = (card for card in cards_of(game.view(1 - asked)) if card.owner == asked and not card.known)
    return back.handle


def test_the_back_of_the_starter_does_not_tell_its_place_in_the_deck_list() -> None:
    assert len({back_of_the_starter(seed) for seed in range(6)}) > 1
