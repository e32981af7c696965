"""Tag battles where no board and steps can say it: the set-up, decks of partners, what a log tells, duels as teams."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace as changed

from cardwright.decisions.decision import NO, YES
from cardwright.engine.linking import link
from cardwright.hooks.manager import load_games
from cardwright.ids import zone_key
from cardwright.ops import BUILT_IN
from cardwright.rng import below
from cardwright.rulebook.table import Mode
from cardwright.session.catalog import LoadedGame, load_game
from cardwright.session.decks import IllegalDeck, deck_list, deck_violations
from cardwright.session.game import Game
from cardwright.session.record import DeckList
from cardwright.testing.random_decks import decks_for
from cardwright.view.sights import Happening, cards_of

LIFE, RESERVE = 8, 4
RED, PURPLE = {"BS01-001": 3}, {"BS01-027": 3}
MIXED = "BSX-O14"
"""A card that is red and green."""


@pytest.fixture(scope="module")
def loaded() -> LoadedGame:
    return load_game("battle_spirits")


def cores(game: Game, zone: str, seat: int) -> dict[str, int]:
    """The cores in a zone by kind."""
    tables = game.loaded.tables
    held = game.state.pools.get(zone_key(tables.zone[zone], game.state.homes[seat]), ())
    return {kind.name: count for kind, count in zip(tables.pieces, held, strict=False) if count}


def played(game: Game, steps: int = 100_000) -> Iterator[Game]:
    """A game played at random, at each of its decisions."""
    key = 1
    while (decision := game.decision) is not None and steps:
        yield game
        key, place = below(key, len(decision.options))
        game.answer(place)
        steps -= 1


# -- the set-up


@pytest.mark.rules("BS-TAG-04")
def test_a_team_starts_with_eight_life_and_four_cores(loaded: LoadedGame) -> None:
    game = Game.new(loaded, seed=5, mode="tag")
    for seat in range(4):
        assert cores(game, "life", seat) == {"core": LIFE}
        assert cores(game, "reserve", seat) == {"core": RESERVE}
        assert not cores(game, "core_trash", seat)


@pytest.mark.rules("BS-TAG-04")
def test_soul_cores_are_for_those_who_agree_on_them(loaded: LoadedGame) -> None:
    game = Game.new(loaded, seed=5, mode="tag", readings={"tag_soul_core": "each"})
    for wanted in (YES, NO, NO, YES):
        assert game.decision is not None
        game.answer(next(option for option in game.decision.options if option.verb == wanted))
    for seat in range(4):
        assert cores(game, "reserve", seat) == {"core": RESERVE - 1, "soul_core": 1}


# -- decks of partners


@pytest.mark.rules("BS-TAG-05")
def test_partners_decks_share_no_colour(loaded: LoadedGame) -> None:
    own = ["dragon_fire", "night_and_ice", "red_thunder", "white_bastion", "soul_mist", "wings_and_arms"]
    for deck, partner, legal in (
        ("dragon_fire", "night_and_ice", True),
        ("red_thunder", "white_bastion", True),
        ("soul_mist", "wings_and_arms", True),
        ("dragon_fire", "red_thunder", False),
        ("night_and_ice", "soul_mist", False),
    ):
        others = [name for name in own if name not in {deck, partner}]
        seats = [deck, "soul_mist" if "soul_mist" in others else "red_thunder", partner]
        if legal:
            Game.new(loaded, seats, mode="tag")
        else:
            with pytest.raises(IllegalDeck) as refusal:
                Game.new(loaded, seats, mode="tag")
            assert {each.rule for each in refusal.value.violations} == {"BS-TAG-05"}


@pytest.mark.rules("BS-TAG-05")
def test_opponents_decks_may_share_colours(loaded: LoadedGame) -> None:
    Game.new(loaded, ["dragon_fire", "red_thunder", "night_and_ice", "white_bastion"], mode="tag")


def test_every_own_deck_is_legal_and_has_a_partner(loaded: LoadedGame) -> None:
    paired = {name for deck in loaded.decks.values() if deck.partner for name in (deck.id, deck.partner)}
    assert paired == set(loaded.decks)
    assert not any(deck_violations(loaded, deck_list(loaded, name)) for name in loaded.decks)


@pytest.mark.parametrize(
    ("named", "seated"),
    [
        ([], ["dragon_fire", "red_thunder", "night_and_ice", "white_bastion"]),
        (["soul_mist"], ["soul_mist", "red_thunder", "wings_and_arms", "white_bastion"]),
        (["white_bastion", "night_and_ice"], ["white_bastion", "night_and_ice", "red_thunder", "dragon_fire"]),
        (["dragon_fire", "red_thunder", "soul_mist"], ["dragon_fire", "red_thunder", "soul_mist", "white_bastion"]),
    ],
)
def test_a_deck_brings_its_partner(named: list[str], seated: list[str], loaded: LoadedGame) -> None:
    game = Game.new(loaded, named, mode="tag")
    assert [deck.name for deck in game.record().decks] == seated


def mixed(counts_as: dict[str, str]) -> DeckList:
    """A legal deck of green cards and one that is red and green."""
    green = {"BS01-050": 3, "BS01-X03": 3, "BS01-107": 3, "BS01-132": 3, "BS01-134": 3, "BS01-138": 3, "BS18-X03": 3}
    blue = {"SD02-007": 3, "SD02-008": 3, "BSX-O08A": 3, "BS14-072": 3, "BSX-O09": 3, MIXED: 3}
    deck = DeckList("mixed", {"main": {**green, **blue, "SD01-016": 1}}, counts_as)
    assert sum(deck.parts["main"].values()) == 40
    return deck


@pytest.mark.rules("BS-TAG-05", "BS-TAG-06")
def test_a_multicoloured_card_has_all_its_colours_beside_a_partner_unless_it_is_counted_as_one(
    loaded: LoadedGame,
) -> None:
    for counts_as, broken in (({}, {"BS-TAG-05"}), ({MIXED: "green"}, set()), ({MIXED: "red"}, {"BS-TAG-05"})):
        decks = [mixed(counts_as), "soul_mist", "red_thunder"]
        found: set[str] = set()
        try:
            Game.new(loaded, decks, mode="tag")
        except IllegalDeck as refusal:
            found = {each.rule for each in refusal.violations}
        assert found == broken, counts_as


@pytest.mark.rules("BS-TAG-06")
def test_a_card_is_counted_as_one_of_its_own_colours(loaded: LoadedGame) -> None:
    assert not deck_violations(loaded, mixed({MIXED: "red"}))
    assert [each.rule for each in deck_violations(loaded, mixed({MIXED: "white"}))] == ["BS-TAG-06"]
    assert [each.rule for each in deck_violations(loaded, mixed({"BS01-050": "red"}))] == ["BS-TAG-06"]


@pytest.mark.rules("BS-TAG-06")
def test_for_the_whole_game_it_has_that_colour_alone_and_keeps_its_symbols(loaded: LoadedGame) -> None:
    decks = [mixed({MIXED: "green"}), "soul_mist", "red_thunder"]
    game = Game.new(loaded, decks, mode="tag")
    number = loaded.tables.card[MIXED]
    printed = loaded.rulebook.cards[number]
    for each in (game, Game.load(game.save(), loaded), game.fork()):
        c = each.engine.context
        mine = [card for card in c.cards if card.number == number]
        assert {c.words("colour", card) for card in mine} == {("green",)}
        assert {c.words("symbols", card) for card in mine} == {printed.words["symbols"]}
    duel = Game.new(loaded, [mixed({MIXED: "green"}), "soul_mist"])
    mine = [card for card in duel.state.cards if card.number == number]
    assert {duel.engine.context.words("colour", card) for card in mine} == {("red", "green")}


# -- what partners know


@pytest.mark.rules("BS-TAG-07")
@pytest.mark.parametrize("seed", [1, 2])
def test_partners_are_told_of_each_others_hands_and_opponents_of_neither(seed: int, loaded: LoadedGame) -> None:
    hand, deck = loaded.tables.zone["hand"], loaded.tables.zone["deck"]
    seen = 0
    for game in played(Game.new(loaded, decks_for(loaded, seed, "tag"), seed, "tag"), 400):
        state = game.state
        for viewer in range(4):
            known = {card.handle for card in cards_of(game.view(viewer)) if card.known}
            for card in state.cards:
                mine = state.teams[card.place] == state.teams[viewer] if card.zone in {hand, deck} else False
                if card.zone == hand and mine:
                    assert card.handle in known
                    seen += 1
                elif card.zone == hand or (card.zone == deck and not card.known_to >> viewer & 1):
                    assert card.handle not in known or card.known_to >> viewer & 1
    assert seen


def drawn(game: Game, viewer: int) -> list[Happening]:
    """The draws that a seat is told of."""
    return [each for each in game.log(viewer) if each.what == "drawn"]


@pytest.mark.rules("BS-TAG-07")
def test_the_log_names_what_a_partner_draws_to_that_team_alone(loaded: LoadedGame) -> None:
    game = Game.new(loaded, seed=3, mode="tag")
    for _ in played(game, 60):
        pass
    for viewer in range(4):
        for each in drawn(game, viewer):
            ours = game.state.teams[each.seat] == game.state.teams[viewer]
            assert bool(each.card.number) == ours
    assert not any(each.card.number for each in game.log(None) if each.what == "drawn")


@pytest.mark.rules("BS-TAG-07")
def test_a_question_is_put_to_one_seat_alone(loaded: LoadedGame) -> None:
    for game in played(Game.new(loaded, seed=3, mode="tag"), 200):
        assert game.pending is not None
        for viewer in {0, 1, 2, 3} - {game.pending.seat}:
            pending = game.view(viewer).pending
            assert pending is not None
            assert not pending.options


# -- a duel is two teams of one


@pytest.mark.rules("BS-TAG-18")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_duel_as_two_teams_of_one_gives_the_same_events(seed: int, loaded: LoadedGame) -> None:
    tag = loaded.rulebook.modes["tag"]
    alone = Mode((("A",), ("B",)), ("A", "B"), tag.team_owns)
    rulebook = changed(loaded.rulebook, modes={**loaded.rulebook.modes, "alone": alone})
    teams = changed(loaded, rulebook=rulebook, tables=link(rulebook, load_games().registry(loaded.id, BUILT_IN)))
    logs = []
    for game in (Game.new(loaded, seed=seed), Game.new(teams, seed=seed, mode="alone")):
        for _ in played(game):
            pass
        logs.append([msgspec.json.encode(event) for event in game.events])
    assert len(logs[0]) > 100
    assert logs[0] == logs[1]
