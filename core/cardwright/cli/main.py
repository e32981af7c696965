"""The command `cardwright`; each command imports what it needs only when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardwright.cli.output import ending

app = typer.Typer(
    name="cardwright",
    help="Play, check and measure trading card games whose rules are written in YAML.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Game = Annotated[str, typer.Argument(help="A game's id; hyphens and any unambiguous beginning will do.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]
Decks = Annotated[list[str] | None, typer.Option("--deck", help="A deck's name or file, once for each seat.")]
AsMatch = Annotated[bool, typer.Option("--match", help="Play a match: as many games as the rulebook says.")]
BestOf = Annotated[int | None, typer.Option(min=1, help="Play a match of so many games instead.")]
CheckPaths = Annotated[list[Path], typer.Argument(help="Files or folders, or a game's name for all files of it.")]
Paths = Annotated[list[Path], typer.Argument(help="Files or folders.")]


@app.command()
def games() -> None:
    """List the games with their decks."""
    with ending():
        from cardwright.cli.lookup import list_games

        list_games()


@app.command()
def play(
    game: Annotated[
        str,
        typer.Argument(help="A game's id; hyphens and any unambiguous beginning will do. A saved game knows its own."),
    ] = "",
    deck: Decks = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            help="human, random or greedy (acts whenever it can), once for each seat; else you against greedy."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same shuffles; else any.")] = None,
    mode: Annotated[str, typer.Option(help="A mode of the game.")] = "duel",
    match: AsMatch = False,
    best_of: BestOf = None,
    record: Annotated[
        Path | None, typer.Option(help="Write the game, or the match, to this file when it ends, to be replayed.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with the saved game, or match, in this file.")] = None,
    language: Annotated[str, typer.Option(help="Language of card names, as en; else the game's own.")] = "",
) -> None:
    """Play a game at this terminal; without one, two computer players play and the whole game is printed."""
    with ending():
        from cardwright.cli.play import play_game
        from cardwright.cli.seating import Seating

        agreed = best_of or (0 if match else None)
        play_game(game, Seating(deck or [], seat or [], mode), seed, language, record, resume, agreed)


@app.command()
def simulate(
    game: Game,
    number: Annotated[int, typer.Option("-n", "--number", min=1, help="How many games, or matches.")] = 100,
    jobs: Annotated[
        int, typer.Option("--jobs", min=1, help="How many processes; the results do not depend on it.")
    ] = 1,
    seed: Seed = 0,
    deck: Decks = None,
    seat: Annotated[list[str] | None, typer.Option(help="random or greedy, once for each seat; else random.")] = None,
    mode: Annotated[str, typer.Option(help="A mode of the game.")] = "duel",
    match: AsMatch = False,
    best_of: BestOf = None,
    faults: Annotated[Path | None, typer.Option(help="Folder for records of games that broke.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play many games, or matches, between computer players and count."""
    with ending():
        from cardwright.cli.seating import Seating
        from cardwright.cli.simulate import simulate_games

        agreed = best_of or (0 if match else None)
        seating = Seating(deck or [], seat or [], mode)
        simulate_games(game, seating, number, jobs, seed, faults, agreed, as_json=as_json)


@app.command()
def check(paths: CheckPaths, as_json: AsJson = False) -> None:
    """Check card sets, decks and rulebooks; every fault with file, line and column."""
    with ending():
        from cardwright.cli.check import check_paths

        check_paths(paths, as_json=as_json)


@app.command("test")
def run_scenarios(
    paths: Paths, verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Show what was filled in.")] = False
) -> None:
    """Run scenarios: rulings written in YAML."""
    with ending():
        from cardwright.cli.scenarios import run_paths

        run_paths(paths, verbose=verbose)


@app.command()
def coverage(
    game: Game,
    paths: Annotated[list[Path] | None, typer.Argument(help="Files or folders; else this folder.")] = None,
    as_json: AsJson = False,
) -> None:
    """Count the rules of a game's ledger that a passing scenario, or a test marked with them, names."""
    with ending():
        from cardwright.cli.scenarios import show_coverage

        show_coverage(game, paths or [], as_json=as_json)


@app.command()
def replay(file: Annotated[Path, typer.Argument(help="What `play --record` wrote.")]) -> None:
    """Play a record again and name the first step where it differs."""
    with ending():
        from cardwright.cli.lookup import replay_file

        replay_file(file)


@app.command()
def rule(
    id: Annotated[str, typer.Argument(help="As HD-CHAIN-10; or its beginning, or words.")],  # noqa: A002 - its name in the help
) -> None:
    """Print a rule of a ledger; by the beginning of ids (BS-FLASH), or by words, list those that fit."""
    with ending():
        from cardwright.cli.lookup import show_rule

        show_rule(id)


@app.command()
def card(name: Annotated[str, typer.Argument(help="A card's number, or a part of its name.")]) -> None:
    """Print a card."""
    with ending():
        from cardwright.cli.lookup import show_card

        show_card(name)


@app.command()
def deck(
    file: Annotated[str, typer.Argument(help="A deck's file, or its name.")],
    partner: Annotated[str, typer.Option(help="The deck of its partner, by file or name: may they be played so?")] = "",
) -> None:
    """Check a deck: every rule it breaks."""
    with ending():
        from cardwright.cli.lookup import show_deck

        show_deck(file, partner)
