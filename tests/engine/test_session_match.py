"""Matches: several games of one pairing; each rule by its name. Exchanges are in `test_session_exchange.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import msgspec
import pytest
from msgspec.structs import replace

from cardwright.errors import DamagedFile, IllegalAnswer
from cardwright.ids import NOBODY
from cardwright.rng import below
from cardwright.session.catalog import LoadedGame, load_game
from cardwright.session.decks import choose_decks
from cardwright.session.exchange import PUT_IN, TAKE_OUT
from cardwright.session.files import seal
from cardwright.session.game import Game
from cardwright.session.match import SAVE, Match, NoMatch
from cardwright.session.record import dump_record, load_match_record
from cardwright.session.replay import Divergence, replay_match
from cardwright.session.simulate import Plan, play_one, simulate, summary
from cardwright.testing.matches import end_game, finish_exchanges, swap

SEED = 3
FIRST, SECOND = 0, 1


@pytest.fixture(scope="module")
def loaded() -> LoadedGame:
    return load_game("huangdao")


@pytest.fixture(scope="module")
def whole(loaded: LoadedGame) -> Match:
    """A match played to its end at random; nobody answers in it any more."""
    match = Match.new(loaded, seed=SEED)
    for _ in walk(match):
        pass
    return match


def walk(match: Match, key: int = 7, until: Callable[[Match], bool] = lambda _: False) -> Iterator[Match]:
    """Answer at random; gives the match at each decision."""
    while (decision := match.decision) is not None and not until(match):
        yield match
        key, place = below(key, len(decision.options))
        match.answer(place)


def begun(loaded: LoadedGame) -> Match:
    """A match between its first two games: the second seat has won, the first exchanges."""
    match = Match.new(loaded, seed=SEED)
    end_game(match, SECOND)
    return match


# -- the course of a match


def test_the_same_seed_gives_the_same_match_and_another_another(loaded: LoadedGame, whole: Match) -> None:
    again = Match.new(loaded, seed=SEED)
    for _ in walk(again):
        pass
    assert again.record() == whole.record()
    assert Match.new(loaded, seed=SEED + 1).record() != Match.new(loaded, seed=SEED).record()


def test_the_games_of_a_match_have_seeds_of_their_own(whole: Match) -> None:
    assert len({game.seed for game in whole.games}) == len(whole.games) >= 2


@pytest.mark.rules("HD-MATCH-01")
def test_hd_match_01_two_wins_of_three_are_the_match(loaded: LoadedGame, whole: Match) -> None:
    assert (whole.best_of, max(whole.wins), whole.over) == (3, 2, True)
    assert whole.winners == (whole.wins.index(2),)
    assert whole.decision is None
    match = begun(loaded)
    finish_exchanges(match)
    end_game(match, FIRST)
    assert (match.wins, match.over, match.winners) == ((1, 1), False, ())
    finish_exchanges(match)
    end_game(match, FIRST)
    assert (match.wins, match.over, match.winners) == ((2, 1), True, (FIRST,))
    with pytest.raises(IllegalAnswer) as refusal:
        match.answer(0)
    assert refusal.value.reason == "over"


@pytest.mark.rules("HD-MATCH-02")
@pytest.mark.parametrize(("best_of", "games"), [(1, 1), (5, 3)])
def test_hd_match_02_another_number_of_games_can_be_agreed_on(loaded: LoadedGame, best_of: int, games: int) -> None:
    match = Match.new(loaded, seed=SEED, best_of=best_of)
    while not match.over:
        finish_exchanges(match)
        end_game(match, SECOND)
    assert (match.number, match.wins, match.winners) == (games, (0, games), (SECOND,))


@pytest.mark.rules("HD-MATCH-03")
@pytest.mark.parametrize("begins", [FIRST, SECOND])
def test_hd_match_03_the_loser_decides_who_begins(loaded: LoadedGame, begins: int) -> None:
    match = begun(loaded)
    finish_exchanges(match)
    for _ in walk(match, until=lambda at: at.decision is not None and at.decision.about == "choose"):
        assert match.state.turn == 0
    decision = match.decision
    assert decision is not None
    assert (match.number, decision.seat) == (2, FIRST)
    assert [option.number for option in decision.options] == [FIRST, SECOND]
    asked = match.view(FIRST).pending
    assert asked is not None
    assert asked.rule == "HD-MATCH-03"
    match.answer(begins)
    assert (match.state.turn, match.state.turn_player) == (1, begins)


@pytest.mark.rules("HD-SETUP-07")
def test_hd_setup_07_chance_decides_in_the_first_game(loaded: LoadedGame) -> None:
    first = set()
    for seed in range(8):
        match = Match.new(loaded, seed=seed)
        while match.state.turn == 0:
            assert match.decision is not None
            assert match.decision.about == "may"
            match.answer(0)
        first.add(match.state.turn_player)
    assert first == {FIRST, SECOND}


@pytest.mark.rules("HD-SETUP-08")
def test_hd_setup_08_who_begins_is_settled_after_the_hands_are_changed(loaded: LoadedGame) -> None:
    match = begun(loaded)
    finish_exchanges(match)
    asked = []
    while match.state.turn == 0:
        assert match.decision is not None
        asked.append((match.decision.seat, match.decision.about))
        match.answer(0)
    assert asked == [(FIRST, "may"), (SECOND, "may"), (FIRST, "choose")]


@pytest.mark.rules("HD-MATCH-05")
def test_hd_match_05_every_game_begins_with_all_cards_with_their_owners(loaded: LoadedGame, whole: Match) -> None:
    def dealt(game: Game, seat: int) -> Counter[str]:
        cards = [loaded.rulebook.cards[card.number] for card in game.state.cards if card.owner == seat]
        return Counter(card.number for card in cards if not loaded.rulebook.types[card.type].token)

    for game in whole.games:
        for seat, deck in enumerate(game.record().decks):
            assert dealt(game, seat) == Counter(deck.parts["main"]) + Counter(deck.parts["seal"])


@pytest.mark.rules("HD-MATCH-06")
def test_hd_match_06_a_drawn_game_is_nobodys_and_chance_decides_again(loaded: LoadedGame) -> None:
    match = begun(loaded)
    finish_exchanges(match)
    assert match.game.record().decider == FIRST
    end_game(match)
    assert (match.wins, match.draws, match.over) == ((0, 1), 1, False)
    finish_exchanges(match)
    assert match.number == 3
    assert match.game.record().decider == NOBODY
    end_game(match, FIRST)
    finish_exchanges(match)
    assert match.game.record().decider == SECOND


@pytest.mark.parametrize(("won", "winners"), [([], ()), ([FIRST], (FIRST,)), ([FIRST, SECOND], ())])
def test_a_match_ends_with_as_many_draws_as_it_should_have_games(
    loaded: LoadedGame, won: list[int], winners: tuple[int, ...]
) -> None:
    match = Match.new(loaded, seed=SEED)
    for seats in [*([each] for each in won), [], [], []]:
        assert not match.over
        finish_exchanges(match)
        end_game(match, *seats)
    assert (match.over, match.draws, match.winners) == (True, 3, winners)


def test_a_match_of_an_even_number_of_games_may_end_level(loaded: LoadedGame) -> None:
    match = Match.new(loaded, seed=SEED, best_of=2)
    for seat in (FIRST, SECOND):
        assert not match.over
        finish_exchanges(match)
        end_game(match, seat)
    assert (match.over, match.wins, match.winners) == (True, (1, 1), ())


def test_a_game_without_matches_needs_a_number(loaded: LoadedGame) -> None:
    with pytest.raises(NoMatch, match="bleach_scb"):
        Match.new("bleach_scb")
    match = Match.new("bleach_scb", best_of=3)
    end_game(match, FIRST)
    assert (match.number, match.exchange) == (2, None)
    assert match.game.record().decider == NOBODY
    with pytest.raises(NoMatch):
        Match.new(loaded, best_of=-1)


# -- saved, loaded, replayed


def test_a_match_is_saved_and_gone_on_with_anywhere(loaded: LoadedGame, whole: Match) -> None:
    match = Match.new(loaded, seed=SEED)
    wanted = {(1, None), (1, TAKE_OUT), (1, PUT_IN), (2, None)}
    for at in walk(match):
        where = (at.number, at.exchange and at.exchange.about)
        if where not in wanted:
            continue
        wanted.remove(where)
        again = Match.load(at.save(), loaded)
        assert again.record() == at.record()
        assert (again.decision, again.wins, again.decks) == (at.decision, at.wins, at.decks)
        assert [again.view(seat) for seat in (FIRST, SECOND, None)] == [at.view(seat) for seat in (FIRST, SECOND, None)]
    assert not wanted
    assert Match.load(whole.save(), loaded).winners == whole.winners


def test_a_loaded_match_comes_out_as_the_one_that_was_saved(loaded: LoadedGame) -> None:
    match = begun(loaded)
    swap(match, "HD01-013", "HD01-041")
    again = Match.load(match.save(), loaded)
    for each in (match, again):
        for _ in walk(each, until=lambda at: at.exchange is None and at.state.turn > 2):
            pass
    assert again.record() == match.record()


def test_a_match_is_replayed(loaded: LoadedGame, whole: Match) -> None:
    record = load_match_record(dump_record(whole.record()))
    done = replay_match(record, loaded)
    assert done.match.record() == whole.record()
    assert done.compared > len(whole.games)
    assert done.answers == sum(len(each.record.answers) + len(each.exchanges) for each in record.games)


def test_a_changed_record_is_found_out(loaded: LoadedGame, whole: Match) -> None:
    record = whole.record()
    first, second = record.games[:2]
    changed = [
        replace(first, exchanges=()),
        replace(first, exchanges=first.exchanges[:-1]),
        replace(first, exchanges=(10_000,)),
        replace(first, exchanges=(*first.exchanges, 0)),
        replace(first, result=None),
        replace(first, record=replace(first.record, seed=1)),
        replace(first, record=replace(first.record, answers=(9, *first.record.answers[1:]))),
    ]
    for each in changed:
        with pytest.raises(Divergence, match=r"game 1|game 2"):
            replay_match(replace(record, games=(each, second)), loaded)
    with pytest.raises(Divergence, match=r"game 3|game 4"):
        replay_match(replace(record, games=(*record.games, second)), loaded)


def test_a_save_with_exchanges_that_cannot_be_is_refused(loaded: LoadedGame) -> None:
    playing, between = Match.new(loaded, seed=SEED), begun(loaded)
    for match, answers in ((playing, (0,)), (between, (99,))):
        record = match.record()
        forged = replace(record, games=(*record.games[:-1], replace(record.games[-1], exchanges=answers)))
        data = seal(SAVE, 1, {"record": forged, "game": msgspec.Raw(match.game.save())})
        with pytest.raises(DamagedFile, match="exchanges"):
            Match.load(data, loaded)


def test_a_save_of_something_else_is_refused(loaded: LoadedGame) -> None:
    match = Match.new(loaded, seed=SEED)
    for data in (b"", match.game.save(), match.save()[:-9], dump_record(match.record())):
        with pytest.raises(DamagedFile):
            Match.load(data, loaded)
    with pytest.raises(DamagedFile):
        Game.load(match.save(), loaded)
    with pytest.raises(DamagedFile):
        Match.load(match.save(), load_game("bleach_scb"))


# -- many matches


def test_matches_are_simulated_alike_in_any_number_of_processes(loaded: LoadedGame) -> None:
    plan = Plan(loaded.id, choose_decks(loaded, None, "duel"), ("greedy", "random"), SEED, best_of=3)
    alone = simulate(plan, 5, 1)
    assert simulate(plan, 5, 2) == alone
    matches, games = summary(alone, 2), summary([game for match in alone for game in match.games], 2)
    assert (matches.games, matches.faults, sum(matches.wins) + matches.draws) == (5, 0, 5)
    assert 10 <= games.games == sum(games.wins) + games.draws <= 15
    assert games.turns == matches.turns
    assert games.decisions < matches.decisions


@pytest.mark.parametrize("left", [0, 40, 60])
def test_a_match_that_breaks_is_a_fault_with_the_record_of_its_game(
    loaded: LoadedGame, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    advance, turns = Game._advance, iter([True] * left)

    def breaking(game: Game) -> None:
        if not next(turns, False):
            raise ValueError("planted")
        advance(game)

    monkeypatch.setattr(Game, "_advance", breaking)
    played = play_one(loaded, Plan(loaded.id, choose_decks(loaded, None, "duel"), seed=SEED, best_of=3), 0)
    assert played.fault == "ValueError: planted"
    assert played.record is not None
    assert played.record.note == played.fault
    assert summary([played], 2).faults == 1
