"""Side decks between the games of a match: what may be exchanged, who sees it; each rule by its name."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from cardwright.decisions.decision import DONE, Act, Option
from cardwright.errors import IllegalAnswer
from cardwright.rng import below
from cardwright.session.agents import AGENTS, ask
from cardwright.session.catalog import LoadedGame, load_game
from cardwright.session.decks import IllegalDeck, choose_decks, deck_list, deck_violations
from cardwright.session.exchange import PUT_IN, TAKE_OUT, Exchange
from cardwright.session.match import Match
from cardwright.session.record import DeckList
from cardwright.testing.matches import end_game, finish_exchanges, handle_of, swap

SEED = 3
FIRST, SECOND = 0, 1


@pytest.fixture(scope="module")
def loaded() -> LoadedGame:
    return load_game("huangdao")


@pytest.fixture(scope="module")
def whole(loaded: LoadedGame) -> Match:
    """A match in which all exchanges were made at random, and the games ended at once."""
    match, key = Match.new(loaded, seed=SEED), SEED
    while not match.over:
        end_game(match, match.number % 2)
        while match.exchange is not None:
            key, place = below(key, len(match.exchange.options))
            match.answer(place)
    return match


def begun(loaded: LoadedGame, decks: list[DeckList] | None = None, best_of: int = 0) -> Match:
    """A match between its first two games: the second seat has won, the first exchanges."""
    match = Match.new(loaded, decks, seed=SEED, best_of=best_of)
    end_game(match, SECOND)
    return match


def sizes(deck: DeckList) -> dict[str, int]:
    return {part: sum(cards.values()) for part, cards in deck.parts.items()}


def with_side(loaded: LoadedGame, name: str, cards: dict[str, int]) -> DeckList:
    deck = deck_list(loaded, name)
    return DeckList("changed", {**deck.parts, "side": cards} if cards else _without_side(deck))


def _without_side(deck: DeckList) -> dict[str, dict[str, int]]:
    return {part: cards for part, cards in deck.parts.items() if part != "side"}


def copies_of_main_alone(loaded: LoadedGame) -> LoadedGame:
    """The game, but copies in the side deck do not count: so that a swap can be illegal."""
    deck = replace(loaded.rulebook.deck, over=("main",))
    return replace(loaded, rulebook=replace(loaded.rulebook, deck=deck))


@pytest.mark.rules("HD-SIDE-01")
@pytest.mark.parametrize(
    "side", [{}, {"HD01-027": 1, "HD01-041": 1}, {"HD01-054": 4, "HD01-055": 4, "HD01-061": 4, "HD01-062": 4}]
)
def test_hd_side_01_a_side_deck_of_another_size_is_no_use(loaded: LoadedGame, side: dict[str, int]) -> None:
    deck = with_side(loaded, "burning_gale", side)
    assert [each.rule for each in deck_violations(loaded, deck)] == (["HD-SIDE-01"] if side else [])
    match = begun(loaded, [deck, deck_list(loaded, "ice_wall")])
    assert match.exchange is not None
    assert match.exchange.seat == SECOND
    refusals = Exchange(loaded, deck, FIRST).reasons(Act(TAKE_OUT, 0))
    assert [(each.code, each.rule) for each in refusals] == [("no_side_deck", "HD-SIDE-01")]


def test_a_side_deck_with_a_card_that_no_deck_may_hold_is_refused_at_once(loaded: LoadedGame) -> None:
    with pytest.raises(IllegalDeck, match="HD-DECK-06"):
        Match.new(loaded, [with_side(loaded, "burning_gale", {"HD01-030": 15})])


@pytest.mark.rules("HD-SIDE-02")
def test_hd_side_02_nothing_is_exchanged_before_or_during_a_game(loaded: LoadedGame, whole: Match) -> None:
    match = Match.new(loaded, seed=SEED)
    for _ in range(30):
        before = match.record()
        with pytest.raises(IllegalAnswer) as refusal:
            match.answer(Option(TAKE_OUT, 0))
        assert (refusal.value.reason, refusal.value.rule) == ("game_on", "HD-SIDE-02")
        assert match.record() == before
        match.answer(0)
    assert [(each.code, each.rule) for each in whole.why_not(Act(PUT_IN, 60))] == [("match_over", "HD-SIDE-02")]


@pytest.mark.rules("HD-SIDE-03")
def test_hd_side_03_as_many_come_in_as_go_out(loaded: LoadedGame) -> None:
    match = begun(loaded)
    before = match.decks
    match.answer(Option(TAKE_OUT, handle_of(match, "HD01-013")))
    other = handle_of(match, "HD01-014")
    for wrong in (Option(DONE), Option(TAKE_OUT, other)):
        with pytest.raises(IllegalAnswer) as refusal:
            match.answer(wrong)
        assert (refusal.value.reason, refusal.value.rule) == ("one_for_one", "HD-SIDE-03")
    match.answer(Option(PUT_IN, handle_of(match, "HD01-041", "side")))
    with pytest.raises(IllegalAnswer) as refusal:
        match.answer(Option(PUT_IN, handle_of(match, "HD01-027", "side")))
    assert refusal.value.rule == "HD-SIDE-03"
    finish_exchanges(match)
    played = match.game.record().decks[FIRST]
    assert (played.parts["main"]["HD01-041"], played.parts["main"]["HD01-013"]) == (1, 3)
    assert "HD01-041" not in played.parts["side"]
    assert sizes(played) == sizes(before[FIRST]) == {"main": 50, "seal": 1, "side": 15}


def test_a_card_that_was_taken_out_can_be_put_back(loaded: LoadedGame) -> None:
    match = begun(loaded)
    out = handle_of(match, "HD01-013")
    match.answer(Option(TAKE_OUT, out))
    match.answer(Option(PUT_IN, out))
    finish_exchanges(match)
    assert match.game.record().decks[FIRST].parts == choose_decks(loaded, None, "duel")[FIRST].parts


@pytest.mark.rules("HD-SIDE-04")
def test_hd_side_04_the_decks_are_what_they_were_in_the_next_match(loaded: LoadedGame, whole: Match) -> None:
    before = choose_decks(loaded, None, "duel")
    assert [game.record().decks for game in whole.games] != [before] * len(whole.games)
    assert whole.record().decks == before
    assert Match.new(loaded, seed=SEED).game.record().decks == before


@pytest.mark.rules("HD-SIDE-05")
def test_hd_side_05_only_what_leaves_a_legal_deck_is_offered(loaded: LoadedGame) -> None:
    other = copies_of_main_alone(loaded)
    side = deck_list(loaded, "burning_gale").parts["side"] | {"HD01-013": 1}
    del side["HD01-027"]
    match = begun(other, [with_side(loaded, "burning_gale", side)])
    fifth = handle_of(match, "HD01-013", "side")
    match.answer(Option(TAKE_OUT, handle_of(match, "HD01-014")))
    assert match.decision is not None
    assert Option(PUT_IN, fifth) not in match.decision.options
    assert [each.rule for each in match.why_not(Act(PUT_IN, fifth))] == ["HD-SIDE-05", "HD-DECK-03"]
    with pytest.raises(IllegalAnswer, match="5 copies") as refusal:
        match.answer(Option(PUT_IN, fifth))
    assert (refusal.value.reason, refusal.value.rule) == ("illegal_deck", "HD-SIDE-05")
    match.answer(Option(PUT_IN, handle_of(match, "HD01-041", "side")))
    match.answer(Option(TAKE_OUT, handle_of(match, "HD01-013")))
    match.answer(Option(PUT_IN, fifth))


@pytest.mark.rules("HD-SIDE-05")
def test_hd_side_05_the_seal_stays(loaded: LoadedGame) -> None:
    match = begun(loaded)
    seal = handle_of(match, "HD01-002", "seal")
    assert [(each.code, each.rule) for each in match.why_not(Act(TAKE_OUT, seal))] == [("wrong_part", "HD-SIDE-05")]


def test_every_deck_of_a_match_is_legal(loaded: LoadedGame, whole: Match) -> None:
    for game in whole.games:
        for before, deck in zip(whole.record().decks, game.record().decks, strict=True):
            assert deck_violations(loaded, deck) == []
            assert sizes(deck) == sizes(before)
            assert deck.parts["seal"] == before.parts["seal"]


@pytest.mark.rules("HD-SIDE-06")
def test_hd_side_06_games_agreed_on_use_side_decks_too(loaded: LoadedGame) -> None:
    match = begun(loaded, best_of=7)
    swap(match, "HD01-013", "HD01-041")
    assert match.exchange is not None
    assert "HD01-041" in match.exchange.deck.parts["main"]


def test_an_exchange_ends_even_for_one_who_never_has_done(loaded: LoadedGame) -> None:
    match, swaps = begun(loaded), 0
    while match.exchange is not None and match.exchange.seat == FIRST:
        match.answer(1 if match.exchange.about == TAKE_OUT else 0)
        swaps += 1
    assert swaps == 2 * 30


@pytest.mark.parametrize("act", [Act(TAKE_OUT, 10_000), Act("attack", 3), Act(TAKE_OUT)])
def test_what_is_no_exchange_is_refused(loaded: LoadedGame, act: Act) -> None:
    match = begun(loaded)
    assert [each.code for each in match.why_not(act)] == ["not_an_option"]
    assert [each.code for each in match.why_not(act, SECOND)] == ["wrong_seat"]
    for wrong in (-1, 10_000, True):
        with pytest.raises(IllegalAnswer):
            match.answer(wrong)
    with pytest.raises(IllegalAnswer):
        match.answer(0, seat=SECOND)


# -- what is seen


def test_nobody_sees_what_another_exchanges(loaded: LoadedGame) -> None:
    one, other = begun(loaded), begun(loaded)
    one.answer(Option(TAKE_OUT, handle_of(one, "HD01-013")))
    for viewer in (SECOND, None):
        assert msgspec.json.encode(one.view(viewer)) == msgspec.json.encode(other.view(viewer))
    one.answer(Option(PUT_IN, handle_of(one, "HD01-041", "side")))
    swap(one, "HD01-014", "HD01-027")
    assert one.view(FIRST) != other.view(FIRST)
    one.answer(Option(DONE))
    other.answer(Option(DONE))
    for viewer in (SECOND, None):
        assert msgspec.json.encode(one.view(viewer)) == msgspec.json.encode(other.view(viewer))
    finish_exchanges(one)
    finish_exchanges(other)
    assert one.decks != other.decks
    for viewer in (SECOND, None):
        assert msgspec.json.encode(one.view(viewer)) == msgspec.json.encode(other.view(viewer))


@pytest.mark.rules("HD-MATCH-04")
def test_hd_match_04_everybody_sees_the_sizes_of_the_decks(loaded: LoadedGame) -> None:
    match = begun(loaded)
    match.answer(1)
    for viewer in (FIRST, SECOND, None):
        for seat in match.view(viewer).seats:
            assert {zone.name: zone.count for zone in seat.zones} == {"main": 50, "seal": 1, "side": 15}
    match.answer(1)
    finish_exchanges(match)
    assert all(sizes(deck) == {"main": 50, "seal": 1, "side": 15} for deck in match.game.record().decks)


def test_a_seat_sees_its_own_deck_and_the_options_by_name(loaded: LoadedGame) -> None:
    match = begun(loaded)
    view = match.view(FIRST, "en")
    assert view.pending is not None
    assert (view.phase, view.pending.rule) == ("between_games", "HD-SIDE-02")
    shown = {card.handle: card.number for zone in view.seats[FIRST].zones for card in zone.cards}
    assert len(shown) == 66
    names = [view.pending.cards[option.card] for option in view.pending.options[1:]]
    assert all(shown[name.handle] == name.number for name in names)
    assert names[0].name == "Gale Fledgling"
    assert not any(zone.cards for zone in view.seats[SECOND].zones)


@pytest.mark.parametrize(("name", "exchanged"), [("greedy", False), ("random", True)])
def test_computer_players_answer_exchanges_too(loaded: LoadedGame, name: str, exchanged: bool) -> None:
    match = begun(loaded)
    before, agent = match.decks, AGENTS[name](1)
    while match.exchange is not None:
        match.answer(ask(match, agent, match.exchange.seat))
    assert (match.game.record().decks != before) == exchanged
