"""`Game` on a real game: answers, secrets, saves, records, simulations."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

import cardwright
from cardwright.decisions.decision import Act, Option
from cardwright.errors import DamagedFile, EngineBug, IllegalAnswer
from cardwright.ids import key_place, key_zone
from cardwright.rng import below
from cardwright.session import game as game_module
from cardwright.session.agents import GreedyAgent, ask
from cardwright.session.catalog import LoadedGame, UnknownName, find_card, find_game, load_game
from cardwright.session.decks import IllegalDeck, choose_decks
from cardwright.session.files import seal
from cardwright.session.game import Game
from cardwright.session.record import dump_record, load_record
from cardwright.session.replay import Divergence, replay
from cardwright.session.simulate import Plan, Played, game_seed, play_one, simulate, summary
from cardwright.testing.hidden import swaps, with_swapped
from cardwright.view.allow import Allowance

SEED = 11


@pytest.fixture(scope="module")
def loaded() -> LoadedGame:
    return load_game("huangdao")


def walk(game: Game, key: int, most: int = 10_000) -> Iterator[Game]:
    """Answer at random; gives the game at each decision."""
    for _ in range(most):
        if game.decision is None:
            return
        yield game
        key, place = below(key, len(game.decision.options))
        game.answer(place)


def played(loaded: LoadedGame, answers: int, seed: int = SEED) -> Game:
    game = Game.new(loaded, seed=seed)
    for _ in walk(game, 5, answers):
        pass
    return game


def test_a_game_is_found_by_any_unambiguous_beginning() -> None:
    ids = ["battle_spirits", "bleach_scb", "huangdao"]
    assert find_game("Battle-Spirits", ids) == "battle_spirits"
    assert find_game("bl", ids) == "bleach_scb"
    with pytest.raises(UnknownName, match="battle_spirits or bleach_scb"):
        find_game("b", ids)
    with pytest.raises(UnknownName, match="did you mean 'huangdao'"):
        find_game("hunagdao", ids)
    with pytest.raises(UnknownName):
        find_game("", ids)


def test_a_card_is_found_by_number_name_or_part_of_a_name(loaded: LoadedGame) -> None:
    hound = find_card(loaded.rulebook, "hd01-023")
    assert [card.number for card in hound] == ["HD01-023"]
    assert find_card(loaded.rulebook, hound[0].name["zh"]) == hound
    assert hound[0] in find_card(loaded.rulebook, hound[0].name["zh"][:2])
    assert find_card(loaded.rulebook, "no such card") == []


def test_the_public_names_exist_and_are_few() -> None:
    assert len(cardwright.__all__) <= 15
    for name in cardwright.__all__:
        assert getattr(cardwright, name) is not None
    with pytest.raises(AttributeError):
        _ = cardwright.nonsense


def test_the_same_seed_gives_the_same_game_and_another_another(loaded: LoadedGame) -> None:
    assert played(loaded, 60).digest() == played(loaded, 60).digest()
    assert played(loaded, 60).digest() != played(loaded, 60, seed=SEED + 1).digest()


@pytest.mark.parametrize("answer", [-1, 10_000, True, 1.5, float("inf"), "0", None, [], Option("win_the_game")])
def test_an_answer_that_is_no_option_changes_nothing(loaded: LoadedGame, answer: object) -> None:
    game = played(loaded, 20)
    before = game.digest()
    with pytest.raises(IllegalAnswer):
        game.answer(answer)  # type: ignore[arg-type]
    assert game.digest() == before


def test_a_late_answer_and_another_seats_are_refused(loaded: LoadedGame) -> None:
    game = played(loaded, 20)
    decision = game.decision
    assert decision is not None
    with pytest.raises(IllegalAnswer) as refusal:
        game.answer(0, seat=1 - decision.seat)
    assert refusal.value.reason == "wrong_seat"
    game.answer(0, seat=decision.seat, number=decision.number)
    with pytest.raises(IllegalAnswer) as refusal:
        game.answer(0, number=decision.number)
    assert refusal.value.reason == "stale"


def test_an_act_that_is_not_open_is_refused_with_the_rule(loaded: LoadedGame) -> None:
    game = next(each for each in walk(Game.new(loaded, seed=SEED), 5) if each.state.turn == 2)
    decision = game.decision
    assert decision is not None
    theirs = next(card.uid for card in game.state.cards if card.owner != decision.seat)
    with pytest.raises(IllegalAnswer) as refusal:
        game.answer(Option("attack", theirs))
    assert refusal.value.rule.startswith("HD-")
    assert game.why_not(Act("attack", theirs))
    assert game.why_not(decision.options[0]) == []


@pytest.mark.parametrize("seed", range(3))
def test_no_refusal_tells_one_hidden_card_from_another(loaded: LoadedGame, seed: int) -> None:
    game = played(loaded, 40, seed)
    for seat in (0, 1):
        for pair in swaps(game, seat):
            other = with_swapped(game, *pair)
            for act in (Act(verb, card) for verb in loaded.rulebook.actions for card in pair):
                assert game.why_not(act, seat) == other.why_not(act, seat)


@pytest.mark.parametrize("act", [Act("attack", "x"), Option("attack", 1, "y"), Act(None)])  # type: ignore[arg-type]
def test_what_is_no_act_is_refused_with_a_reason(act: Act | Option, loaded: LoadedGame) -> None:
    with pytest.raises(IllegalAnswer) as refusal:
        Game.new(loaded, seed=SEED).why_not(act)
    assert refusal.value.reason == "not_an_option"


def test_a_seat_that_is_not_there_is_refused(loaded: LoadedGame) -> None:
    with pytest.raises(IllegalAnswer) as refusal:
        Game.new(loaded, seed=SEED).why_not(Act("attack", 3), 5)
    assert refusal.value.reason == "wrong_seat"


def test_a_fork_and_its_origin_go_their_own_ways(loaded: LoadedGame) -> None:
    game = played(loaded, 30)
    before = (game.digest(), game.record(), game.log(0))
    fork = game.fork()
    assert fork.digest() == before[0]
    for _ in walk(fork, 9, 25):
        pass
    assert (game.digest(), game.record(), game.log(0)) == before
    assert fork.log(0)[: len(before[2])] == before[2]
    assert len(fork.record().answers) == 55


def test_a_draw_is_told_by_name_to_its_seat_alone(loaded: LoadedGame) -> None:
    game = played(loaded, 120)
    for viewer in (0, 1, None):
        for owner, name in enumerate("AB"):
            drawn = [each for each in game.log(viewer) if each.what == "drawn" and each.come_from == f"{name}.deck"]
            assert drawn
            named = [each for each in drawn if each.card.number]
            assert bool(named) == (viewer == owner)
            assert all(each.hidden for each in drawn if not each.card.number)


def test_no_log_names_a_card_by_a_handle_it_still_hides_under(loaded: LoadedGame) -> None:
    for number, game in enumerate(walk(Game.new(loaded, seed=SEED), 5)):
        if number % 15:
            continue
        for viewer in (0, 1):
            allow = Allowance(game.state, loaded.rulebook, viewer)
            hidden = {card.handle for card in game.state.cards if not allow.knows(card)}
            told = {name.handle for each in game.log(viewer) for name in (each.card, each.source, each.other)}
            assert not told & hidden


def test_a_shuffled_hand_comes_back_under_other_handles(loaded: LoadedGame) -> None:
    game = Game.new(loaded, seed=SEED)
    decision = game.decision
    assert decision is not None
    assert decision.about == "may"
    hand = loaded.tables.zone["hand"]

    def handles() -> set[int]:
        return {
            game.state.cards[uid].handle
            for key, uids in game.state.zones.items()
            if key_place(key) == decision.seat and loaded.rulebook.zones[key_zone(key)].see != "all"
            for uid in uids
        }

    before = handles()
    held = {card.handle for card in game.state.cards if card.zone == hand and card.owner == decision.seat}
    game.answer(0)
    assert held <= before
    assert not handles() & before


def test_only_the_asked_seat_gets_options_and_they_are_handles(loaded: LoadedGame) -> None:
    for game in walk(Game.new(loaded, seed=SEED), 5, 80):
        decision = game.decision
        assert decision is not None
        mine = game.view(decision.seat).pending
        assert mine is not None
        assert len(mine.options) == len(decision.options)
        for option, seen in zip(decision.options, mine.options, strict=True):
            if option.card >= 0:
                card = game.state.cards[option.card]
                assert seen.card == card.handle
                assert mine.cards[seen.card].number == loaded.rulebook.cards[card.number].number
        for viewer in (1 - decision.seat, None):
            theirs = game.view(viewer).pending
            assert theirs is not None
            assert (theirs.options, theirs.cards, theirs.program, theirs.number) == ((), {}, "", -1)


def test_a_saved_game_goes_on_as_if_nothing_had_been(loaded: LoadedGame) -> None:
    for answers in range(0, 120, 13):
        game = played(loaded, answers)
        again = Game.load(game.save(), loaded)
        assert again.digest() == game.digest()
        assert again.decision == game.decision
        for one, two in zip(walk(game, 3, 25), walk(again, 3, 25), strict=True):
            assert one.digest() == two.digest()
        assert again.record() == game.record()


def test_a_save_of_other_rules_and_a_broken_one_are_refused(
    loaded: LoadedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = played(loaded, 10).save()
    with pytest.raises(DamagedFile):
        Game.load(data[:-9], loaded)
    with pytest.raises(DamagedFile):
        Game.load(dump_record(played(loaded, 10).record()), loaded)
    with pytest.raises(DamagedFile):
        Game.load(seal("cardwright-save", 1, {"record": played(loaded, 3).record(), "state": {"a": 1}}), loaded)
    monkeypatch.setitem(loaded.__dict__, "hash", "other")
    with pytest.raises(DamagedFile, match="here are other"):
        Game.load(data, loaded)


@pytest.mark.parametrize("show_forced", [False, True])
def test_a_record_plays_to_the_same_digests(loaded: LoadedGame, show_forced: bool) -> None:
    game = Game.new(loaded, seed=SEED, show_forced=show_forced)
    for _ in walk(game, 5):
        pass
    record = load_record(dump_record(game.record()))
    assert len(record.digests) == len(record.answers) // 16
    done = replay(record, loaded)
    assert done.game.digest() == game.digest() == record.end
    assert done.compared == len(record.digests) + 1
    assert done.game.result == game.result


def test_shown_forced_questions_are_not_in_the_record(loaded: LoadedGame) -> None:
    game = Game.new(loaded, seed=SEED, show_forced=True)
    forced = 0
    for each in walk(game, 5, 200):
        assert each.decision is not None
        forced += len(each.decision.options) == 1
    assert forced
    assert len(game.record().answers) == 200 - forced


def test_a_replay_names_the_first_step_that_differs(loaded: LoadedGame) -> None:
    record = played(loaded, 60).record()
    counts = [*record.counts]
    counts[29] += 1
    with pytest.raises(Divergence, match="answer 30") as found:
        replay(msgspec.structs.replace(record, counts=tuple(counts)), loaded)
    assert (found.value.first, found.value.last) == (30, 30)
    digests = ["0" * 16 if number == 1 else each for number, each in enumerate(record.digests)]
    with pytest.raises(Divergence, match="from answer 17 to 32"):
        replay(msgspec.structs.replace(record, digests=tuple(digests)), loaded)
    answers = [*record.answers]
    answers[9] = 500
    with pytest.raises(Divergence, match=r"answer 10 \(option 500\) is refused"):
        replay(msgspec.structs.replace(record, answers=tuple(answers)), loaded)
    with pytest.raises(DamagedFile, match="made with rules"):
        replay(msgspec.structs.replace(record, rulebook="other"), loaded)


def test_a_game_with_an_illegal_deck_does_not_start(loaded: LoadedGame) -> None:
    with pytest.raises(IllegalDeck) as refusal:
        Game.new(loaded, [{"main": {"HD01-023": 40}}])
    assert {"HD-DECK-01", "HD-DECK-02", "HD-DECK-03"} <= {each.rule for each in refusal.value.violations}
    assert "[HD-DECK-03]" in str(refusal.value)
    with pytest.raises(UnknownName, match="did you mean"):
        Game.new(loaded, [next(iter(loaded.decks))[:-1]])
    with pytest.raises(UnknownName, match="3 decks for 2 seats"):
        Game.new(loaded, [*loaded.decks, *loaded.decks][:3])
    with pytest.raises(UnknownName, match="no mode"):
        Game.new(loaded, mode="solo")


def plan(loaded: LoadedGame, *players: str) -> Plan:
    return Plan(loaded.id, choose_decks(loaded, None, "duel"), players, 3)


def test_a_simulation_does_not_hang_on_the_number_of_processes(loaded: LoadedGame) -> None:
    told: list[Played] = []
    alone = simulate(plan(loaded), 6, 1, told.extend)
    assert simulate(plan(loaded), 6, 2) == alone
    assert told == alone


def test_every_game_of_a_simulation_has_a_seed_of_its_own() -> None:
    seeds = {game_seed(seed, index) for seed in range(30) for index in range(30)}
    assert len(seeds) == 900


def test_a_simulation_counts_wins_turns_and_questions(loaded: LoadedGame) -> None:
    games = simulate(plan(loaded, "greedy", "random"), 4)
    counted = summary(games, 2)
    assert counted.games == 4
    assert sum(counted.wins) + counted.draws == 4
    assert counted.faults == 0
    assert counted.asks >= counted.decisions > 0
    with pytest.raises(UnknownName, match="did you mean 'greedy'"):
        simulate(plan(loaded, "gredy"), 1)


def test_a_game_that_breaks_is_counted_with_its_record(loaded: LoadedGame, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play_one(loaded, plan(loaded), 0)
    advance = game_module.Game._advance
    left = iter([True] * 21)

    def breaking(game: Game) -> None:
        if not next(left, False):
            raise EngineBug("planted", "dump")
        advance(game)

    monkeypatch.setattr(game_module.Game, "_advance", breaking)
    broken = play_one(loaded, plan(loaded), 0)
    assert broken.fault.startswith("EngineBug: planted")
    assert broken.seed == whole.seed
    assert broken.record is not None
    assert len(broken.record.answers) == 21
    assert summary([whole, broken], 2).faults == 1
    monkeypatch.undo()
    assert replay(broken.record, loaded).answers == 21


def test_a_game_without_end_is_stopped(loaded: LoadedGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_module, "LONGEST", 40)
    stuck = play_one(loaded, plan(loaded), 0)
    assert "40 answers and no end" in stuck.fault
    assert stuck.record is not None
    assert len(stuck.record.answers) == 40


def test_two_greedy_players_end_a_game(loaded: LoadedGame) -> None:
    game = Game.new(loaded, seed=SEED)
    agents = [GreedyAgent(1), GreedyAgent(2)]
    while game.decision is not None:
        game.answer(ask(game, agents[game.decision.seat], game.decision.seat))
    assert game.result is not None
    assert game.result.winners


def test_players_do_not_disturb_the_cards_that_come(loaded: LoadedGame) -> None:
    first = [Game.new(loaded, seed=SEED).view(seat) for seat in (0, 1)]
    game = Game.new(loaded, seed=SEED)
    pending = game.view(0).pending
    assert pending is not None
    GreedyAgent(7).choose(first[0], cardwright.Decision(pending.number, pending.seat, pending.about, pending.options))
    assert [game.view(seat) for seat in (0, 1)] == first
