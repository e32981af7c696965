"""Many random games with decks of all cards: what breaks, and which cards and steps of programs were never met.

`make selfplay GAME=huangdao ARGS="-n 5000"`, or `GAME=battle_spirits ARGS="--mode tag"`. Half of the games are played
with the game's own decks; in a quarter of all, what was done least often is done.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from rich.console import Console
from rich.progress import track

from cardwright.decisions.decision import PASS, Option
from cardwright.engine import linking
from cardwright.rng import below
from cardwright.rulebook.program import Program
from cardwright.rulebook.rulebook import Rulebook
from cardwright.session.catalog import LoadedGame, load_game
from cardwright.session.game import Game
from cardwright.state.game_state import GameState
from cardwright.testing.random_decks import decks_for

CHUNK = 250
CURIOUS = (1, 3)
"""Of eight games, those in which what was done least often is done: one with the game's decks, one with random ones."""
Met = tuple[Counter[tuple[int, int]], Counter[int], list[str]]
"""Steps met (program and place), cards acted with or moved by number, and faults."""


def main() -> None:
    """Play, and print what came out."""
    asked = _asked()
    chunks = [range(start, min(start + CHUNK, asked.n)) for start in range(0, asked.n, CHUNK)]
    steps: Counter[tuple[int, int]] = Counter()
    cards: Counter[int] = Counter()
    faults: list[str] = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        played = pool.map(_play, [asked.game] * len(chunks), [asked.mode] * len(chunks), chunks)
        for more_steps, more_cards, more_faults in track(played, "playing", len(chunks)):
            steps.update(more_steps)
            cards.update(more_cards)
            faults += more_faults
    _report(Console(width=120, highlight=False), load_game(asked.game), asked.n, steps, cards, faults)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("-n", type=int, default=1000, help="how many games (1000)")
    parser.add_argument("--mode", default="", help="a mode of the game (its first)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    return parser.parse_args()


def _play(name: str, mode: str, seeds: range) -> Met:
    loaded = load_game(name)
    mode = mode or next(iter(loaded.rulebook.modes))
    steps: Counter[tuple[int, int]] = Counter()
    cards: Counter[int] = Counter()
    _count_steps(loaded.rulebook, steps)
    faults = []
    done: Counter[tuple[str, int]] = Counter()
    for seed in seeds:
        try:
            _play_one(loaded, mode, seed, cards, done)
        except Exception as error:  # noqa: BLE001 - what breaks is what is looked for
            said, _, _ = str(error).partition("\n")
            faults.append(f"seed {seed}: {type(error).__name__}: {said}")
    return steps, cards, faults


def _count_steps(rulebook: Rulebook, steps: Counter[tuple[int, int]]) -> None:
    """Let every step of the rulebook's programs that is linked from now on count itself."""
    numbers = {id(program): number for number, program in enumerate(rulebook.programs)}
    link = linking.link_program  # type: ignore[attr-defined]

    def link_counting(tables: linking.Linked, program: Program) -> tuple[Any, ...]:
        number = numbers[id(program)]
        return tuple(_counted(step, steps, (number, place)) for place, step in enumerate(link(tables, program)))

    linking.link_program = link_counting  # type: ignore[attr-defined]


def _counted(
    step: Callable[[Any, Any], None], steps: Counter[tuple[int, int]], place: tuple[int, int]
) -> Callable[[Any, Any], None]:
    def run(context: Any, frame: Any) -> None:
        steps[place] += 1
        step(context, frame)

    return run


def _play_one(loaded: LoadedGame, mode: str, seed: int, cards: Counter[int], done: Counter[tuple[str, int]]) -> None:
    decks = _own(loaded, mode, seed // 4) if seed % 4 < 2 else decks_for(loaded, seed, mode)
    game = Game.new(loaded, decks, seed, mode, log=False, digests=False)
    state, key = game.engine.state, seed
    while (pending := state.pending) is not None:
        key, place = below(key, len(pending.options))
        if seed % 2 and pending.options[place].verb == PASS:  # in every second game nobody gives up easily
            key, place = below(key, len(pending.options))
        if seed % 8 in CURIOUS:
            place = _rarest(state, pending.options, place, done)
        option = pending.options[place]
        if pending.about == "act" and option.card >= 0:
            cards[state.cards[option.card].number] += 1
        game.answer(place)
        cards.update(event.card.number for event in state.events if event.change == "create" and event.card)


def _rarest(state: GameState, options: Sequence[Option], place: int, done: Counter[tuple[str, int]]) -> int:
    """The act with a card that was done least often so far; of several the one picked, or the next."""
    acts = [(each.verb, state.cards[each.card].number if each.card >= 0 else -1) for each in options]
    found = min(range(len(options)), key=lambda at: (done[acts[at]], (at - place) % len(options)))
    done[acts[found]] += 1
    return found


def _own(loaded: LoadedGame, mode: str, turn: int) -> list[str]:
    """The game's own decks, each in turn against each; in a mode with partners the first brings its partner's."""
    names = sorted(loaded.decks)
    first, second = names[turn % len(names)], names[turn // len(names) % len(names)]
    teams = loaded.rulebook.modes[mode].teams
    return [first, second] if all(len(team) == 1 for team in teams) else [first]


def _report(
    console: Console,
    loaded: LoadedGame,
    games: int,
    steps: Counter[tuple[int, int]],
    cards: Counter[int],
    faults: list[str],
) -> None:
    book = loaded.rulebook
    console.print(f"{loaded.id}: {games} games, {len(faults)} faults")
    for fault in faults[:20]:
        console.print(f"  {fault}")
    unplayed = [card.number for number, card in enumerate(book.cards) if not cards[number]]
    console.print(f"cards acted with, or made: {len(book.cards) - len(unplayed)} of {len(book.cards)}")
    console.print(f"  never: {' '.join(unplayed) or 'none'}")
    ops = Counter[str]()
    for program, place in steps:
        ops[book.programs[program].code[place].word or book.programs[program].code[place].op] += steps[program, place]
    every = {step.word or step.op for program in book.programs for step in program.code}
    console.print(f"ops and kinds of step met: {len(ops.keys() & every)} of {len(every)}")
    console.print(f"  never: {' '.join(sorted(every - ops.keys())) or 'none'}")
    missed = list(_missed(loaded, steps))
    console.print(f"programs of which no step was met: {len(missed)} of {len(book.programs)}")
    for name in missed:
        console.print(f"  {name}")


def _missed(loaded: LoadedGame, steps: Counter[tuple[int, int]]) -> Iterator[str]:
    met = {program for program, _ in steps}
    return (each.name for number, each in enumerate(loaded.rulebook.programs) if number not in met and each.code)


if __name__ == "__main__":
    main()
