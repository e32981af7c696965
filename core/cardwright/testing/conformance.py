"""The suite every game must pass.

A game's own tests say `class TestMine(GameConformance): game = "mine"`; all tests of the class then run for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, ClassVar

import msgspec
import pytest

from cardwright.decisions.decision import Act, Option
from cardwright.engine.context import Context
from cardwright.errors import IllegalAnswer
from cardwright.rng import below
from cardwright.rulebook.rulebook import digest as rulebook_digest
from cardwright.session.catalog import LoadedGame, load_game
from cardwright.session.replay import replay
from cardwright.state import codec
from cardwright.state.fork import digest
from cardwright.testing.answers import answers
from cardwright.testing.conservation import debts, misplaced, moved, pieces
from cardwright.testing.hidden import hidden_cards, swaps, with_swapped
from cardwright.testing.walks import play_out, walk

if TYPE_CHECKING:
    from cardwright.session.game import Game
    from cardwright.view.sights import View


class GameConformance:
    """What holds for every game; subclasses name theirs."""

    game: ClassVar[str]
    mode: ClassVar[str] = ""
    """Its mode; the first, if none is named."""
    seeds: ClassVar[tuple[int, ...]] = (1, 2, 3)
    """Random games for what is tested at every decision."""
    ends: ClassVar[int] = 10
    """So many random games must end."""
    least: ClassVar[int] = 20
    """So many samples a test must find to mean anything."""
    most_options: ClassVar[int] = 24
    """So many options of one decision are tried."""

    @pytest.fixture(scope="class")
    @classmethod
    def loaded(cls) -> LoadedGame:
        """The game."""
        return load_game(cls.game)

    def test_forks_are_equal_and_independent(self, loaded: LoadedGame) -> None:
        """A fork has the original's digest, and neither feels what the other does."""
        for seed in self.seeds:
            for game, place in walk(loaded, seed, self.mode):
                before = game.digest()
                fork, kept = game.fork(), game.fork()
                assert fork.digest() == before
                fork.answer(place)
                assert game.digest() == before, f"seed {seed}: playing a fork changed the original"
                assert kept.digest() == before, f"seed {seed}: playing a fork changed another fork"

    def test_a_fork_does_not_feel_the_original(self, loaded: LoadedGame) -> None:
        """Playing the original on leaves its forks as they were."""
        kept: list[tuple[Game, str]] = []
        for seed in self.seeds[:1]:
            for number, (game, _) in enumerate(walk(loaded, seed, self.mode)):
                if number % 25 == 0:
                    kept.append((game.fork(), game.digest()))
        assert kept
        assert all(fork.digest() == before for fork, before in kept)

    def test_what_a_fork_finds_out_is_not_told_to_the_original(self, loaded: LoadedGame) -> None:
        """After a fork was played on, the original answers as one that remembers nothing."""
        for seed in self.seeds:
            for game, place in walk(loaded, seed, self.mode):
                game.fork().answer(place)
                fresh = Context(game.engine.tables, codec.decode(codec.encode(game.state)))
                assert answers(game.engine.context) == answers(fresh), f"seed {seed}: it answers as its fork would"

    def test_codec_round_trip_at_every_decision(self, loaded: LoadedGame) -> None:
        """A state that was saved and loaded is the same, and goes on in the same way."""
        for seed in self.seeds:
            for game, place in walk(loaded, seed, self.mode):
                again = codec.decode(codec.encode(game.state))
                assert digest(again) == game.digest()
                ahead = game.fork()
                ahead.answer(place)
                engine = type(game.engine)(game.engine.tables, again)
                engine.resume(place)
                engine.advance()
                assert digest(engine.state) == ahead.digest(), f"seed {seed}: a loaded game goes on otherwise"

    def test_a_record_replays_to_the_same_digests(self, loaded: LoadedGame) -> None:
        """A record is enough to play the game again."""
        for seed in self.seeds:
            game = play_out(loaded, seed, self.mode)
            again = replay(game.record(), loaded)
            assert again.compared > 0
            assert again.game.digest() == game.digest()

    def test_the_same_seed_under_another_hash_seed(self) -> None:
        """No result hangs on the order of sets or hashes."""
        code = (
            f"from cardwright.testing.walks import trace; print(trace({self.game!r}, {self.seeds[0]}, {self.mode!r}))"
        )
        traces = {_output(code, hash_seed) for hash_seed in ("0", "1", "4242")}
        assert len(traces) == 1

    def test_every_listed_option_works(self, loaded: LoadedGame) -> None:
        """Whatever is offered can be answered."""
        for seed in self.seeds[:1]:
            for game, _ in walk(loaded, seed, self.mode):
                decision = game.decision
                assert decision is not None
                assert decision.options
                assert len(set(decision.options)) == len(decision.options), "an option is listed twice"
                stride = max(len(decision.options) // self.most_options, 1)
                for place in range(0, len(decision.options), stride):
                    ahead = game.fork()
                    ahead.answer(decision.options[place], seat=decision.seat, number=decision.number)
                    assert ahead.decision is not None or ahead.result is not None

    def test_unlisted_acts_are_refused_with_a_rule(self, loaded: LoadedGame) -> None:
        """What is not listed is refused for a reason with a rule of the ledger, and changes nothing.

        Only of a card that the seat may not know no rule is told.
        """
        key = 7
        tried = 0
        for number, (game, _) in enumerate(walk(loaded, self.seeds[0], self.mode)):
            if number % 5:
                continue
            for _ in range(4):
                key, act, seat = _any_act(key, game)
                tried += _refuse(game, act, seat)
        assert tried > self.least, "too few acts were tried"

    def test_wrong_answers_are_refused_and_change_nothing(self, loaded: LoadedGame) -> None:
        """Another seat, another decision, or no option at all."""
        game, _ = next(iter(walk(loaded, self.seeds[0], self.mode)))
        decision = game.decision
        assert decision is not None
        before = game.digest()
        other = (decision.seat + 1) % len(game.state.teams)
        for option, seat, number, reason in (
            (0, other, None, "wrong_seat"),
            (0, None, decision.number + 1, "stale"),
            (len(decision.options), None, None, "not_an_option"),
            (-1, None, None, "not_an_option"),
        ):
            with pytest.raises(IllegalAnswer) as refusal:
                game.answer(option, seat=seat, number=number)
            assert refusal.value.reason == reason
            assert game.digest() == before

    def test_views_do_not_hang_on_hidden_cards(self, loaded: LoadedGame) -> None:
        """What a viewer cannot see makes no difference to a single byte of its view."""
        compared = 0
        for seed in self.seeds[:1]:
            for number, (game, _) in enumerate(walk(loaded, seed, self.mode)):
                if number % 4:
                    continue
                for viewer in (None, *range(len(game.state.teams))):
                    view = game.view(viewer)
                    assert not _told_abilities(view), f"seed {seed}, decision {number}: an option tells a hidden card"
                    seen = msgspec.json.encode(view)
                    for one, other in swaps(game, viewer):
                        compared += 1
                        changed = msgspec.json.encode(with_swapped(game, one, other).view(viewer))
                        assert changed == seen, f"seed {seed}, decision {number}: viewer {viewer} sees a hidden card"
        assert compared > self.least, "too little is hidden in this game to test anything"

    def test_cards_and_pieces_are_conserved(self, loaded: LoadedGame) -> None:
        """Every card is in one place, and pieces come and go as the events say."""
        for seed in self.seeds:
            held: tuple[int, ...] | None = None
            cards = 0
            for game, _ in walk(loaded, seed, self.mode):
                state = game.state
                assert not misplaced(state, loaded.tables)
                assert not debts(state)
                assert len(state.cards) >= cards, "a card has vanished"
                now = pieces(state, loaded.tables)
                if held is not None:
                    change = moved(state.events, loaded.tables)
                    told = tuple(before + more for before, more in zip(held, change, strict=True))
                    assert now == told, f"seed {seed}: there are {now} pieces, the events say {told}"
                held, cards = now, len(state.cards)

    def test_random_games_end(self, loaded: LoadedGame) -> None:
        """No game is ever stuck: each ends with a result and a reason."""
        for seed in range(100, 100 + self.ends):
            game = play_out(loaded, seed, self.mode)
            assert game.result is not None, f"seed {seed}: nothing is asked, and nobody has won"
            assert game.result.reason
            seats = set(game.result.winners) | set(game.result.losers)
            assert seats <= set(range(len(game.state.teams)))

    def test_the_rulebook_stays_as_it_was(self, loaded: LoadedGame) -> None:
        """Games change nothing in the definitions they are played by."""
        before = rulebook_digest(loaded.rulebook)
        for seed in self.seeds:
            play_out(loaded, seed, self.mode)
        assert rulebook_digest(loaded.rulebook) == before


def _output(code: str, hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(  # noqa: S603 - this very interpreter
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def _told_abilities(view: View) -> list[Option]:
    """Options that tell of a card that the viewer may not know which of its abilities it is about."""
    pending = view.pending
    if pending is None:
        return []
    unknown = {handle for handle, name in pending.cards.items() if not name.number}
    return [option for option in pending.options if option.ability >= 0 and option.card in unknown]


def _any_act(key: int, game: Game) -> tuple[int, Act, int]:
    """Some action of the game with some card, for some seat."""
    verbs = sorted(game.loaded.rulebook.actions)
    key, verb = below(key, len(verbs))
    key, card = below(key, len(game.state.cards))
    key, seat = below(key, len(game.state.teams))
    return key, Act(verbs[verb], card), seat


def _refuse(game: Game, act: Act, seat: int) -> bool:
    """Try an act that is not listed; whether there was anything to try."""
    decision = game.decision
    assert decision is not None
    listed = {(option.verb, option.card) for option in decision.options}
    if seat == decision.seat and (act.verb, act.card) in listed:
        return False
    before = game.digest()
    reasons = game.why_not(act, seat)
    assert reasons, f"{act} of seat {seat} is not listed, but nothing speaks against it"
    assert all(reason.code for reason in reasons)
    rules = [reason.rule for reason in reasons if reason.rule]
    hidden = act.card in hidden_cards(game, seat)  # the rule would tell which card it is
    assert rules or hidden, f"{act} of seat {seat} is refused without a rule: {reasons}"
    assert all(rule in game.loaded.ledger for rule in rules)
    with pytest.raises(IllegalAnswer) as refusal:
        game.answer(Option(act.verb, act.card, act.ability, act.number, act.word), seat=seat)
    assert refusal.value.reason
    assert game.digest() == before, f"{act} was refused, but changed the game"
    return True
