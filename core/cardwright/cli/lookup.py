"""The commands that look something up: games, rules, cards, decks, records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.cli.output import FAILED, complain, say, stop
from cardwright.loading.packs import YAML_SUFFIXES
from cardwright.session.catalog import UnknownName, load_game, load_games, nearest

if TYPE_CHECKING:
    from cardwright.hooks.hookspecs import GameEntry
    from cardwright.hooks.manager import Games
    from cardwright.loading.ledger import LedgerRule
    from cardwright.session.catalog import LoadedGame
    from cardwright.session.record import DeckList


def list_games() -> None:
    """The games, each with its decks."""
    found = usable_games()
    wide = max(map(len, found.entries), default=0)
    for game, entry in sorted(found.entries.items()):
        say(f"{game:{wide}}  {' · '.join(dict.fromkeys(entry.title.values()))}")
        say(f"{'':{wide}}  decks: {', '.join(_deck_names(entry))}")
    if not found.entries:
        stop("no game is installed")


def _deck_names(entry: GameEntry) -> list[str]:
    """The names of a game's decks, by their files alone: no game need be loaded."""
    folders = (root / entry.id / "decks" for root in entry.roots)
    found = (Path(file.name) for folder in folders if folder.is_dir() for file in folder.iterdir())
    return sorted(file.stem for file in found if file.suffix in YAML_SUFFIXES)


def usable_games() -> Games:
    """The installed games; plugins that could not be used are named on the error stream."""
    games = load_games()
    for fault in games.faults:
        complain(f"cardwright: {fault}")
    return games


def show_rule(wanted: str) -> None:
    """A rule, from whichever ledger has it; else those whose ids begin so, else those that have all of the words."""
    games = list(_each_game())
    for game in games:
        for rule in game.ledger:
            if rule.casefold() == wanted.casefold():
                say(rule_text(game, rule))
                return
    found = _rules(games, lambda entry: entry.id.casefold().startswith(wanted.casefold()))
    words = wanted.casefold().split()
    found = found or _rules(games, lambda entry: all(word in entry.rule.casefold() for word in words))
    for entry in found:
        say(f"{entry.id}  {entry.rule}")
    if not found:
        stop(f"there is no rule {wanted!r}{nearest(wanted.upper(), [rule for game in games for rule in game.ledger])}")


def _rules(games: Iterable[LoadedGame], fits: Callable[[LedgerRule], bool]) -> list[LedgerRule]:
    return [entry for game in games for entry in game.ledger.values() if fits(entry)]


def rule_text(game: LoadedGame, rule: str) -> str:
    """A rule with its source and note."""
    entry = game.ledger[rule]
    lines = [f"{entry.id} ({game.id})", *(["  " + entry.source] if entry.source else []), f"  {entry.rule}"]
    if entry.note:
        lines.append(f"  Note: {entry.note}")
    return "\n".join(lines)


def show_card(wanted: str) -> None:
    """Every card of that number or name."""
    from cardwright.cli.cards import card_text
    from cardwright.session.catalog import find_card

    known: list[str] = []
    shown = 0
    for game in _each_game():
        for card in find_card(game.rulebook, wanted):
            say(f"{card_text(card, game.rulebook)}\n")
            shown += 1
        known += [text for card in game.rulebook.cards for text in (card.number, *card.name.values())]
    if not shown:
        stop(f"there is no card {wanted!r}{nearest(wanted, known)}")


def show_deck(wanted: str, partner: str = "") -> None:
    """Whether a deck is legal, by itself or beside a partner's: every rule it breaks."""
    from cardwright.session.decks import apart_violations, deck_violations

    game, listed = _listed(wanted)
    found = list(deck_violations(game, listed))
    if partner:
        other, beside = _listed(partner)
        if other.id != game.id:
            stop(f"{partner} is a deck of {other.id}, not of {game.id}")
        found += apart_violations(game, listed, beside)
    for violation in found:
        say(f"  {violation}")
    if found:
        stop("", FAILED)
    say("  legal")


def _listed(wanted: str) -> tuple[LoadedGame, DeckList]:
    """A deck by its file or name, once its contents are told, and its game."""
    from cardwright.session.deck_files import read_deck
    from cardwright.session.decks import deck_list

    game, deck = read_deck(Path(wanted)) if Path(wanted).suffix in YAML_SUFFIXES else _named_deck(wanted)
    listed = deck_list(game, deck)
    counts = " · ".join(f"{part} {sum(cards.values())}" for part, cards in listed.parts.items())
    say(f"{game.id}: {listed.name} ({counts})")
    return game, listed


def replay_file(path: Path) -> None:
    """Play the record of a game, or of a match, again."""
    from cardwright.cli.score import score_line
    from cardwright.session.record import MatchRecord, read_any_record
    from cardwright.session.replay import Divergence, ReplayedMatch, replay, replay_match
    from cardwright.view.text import result_line

    record = read_any_record(path)
    try:
        done = replay_match(record) if isinstance(record, MatchRecord) else replay(record)
    except Divergence as error:
        stop(f"{path}: {error}", FAILED)
    say(f"{record.game}, seed {record.seed}: {done.answers} answers, {done.compared} digests, no difference")
    say(result_line(done.game.view(None)))
    if isinstance(done, ReplayedMatch):
        say(score_line(done.match))


def _named_deck(name: str) -> tuple[LoadedGame, object]:
    known: list[str] = []
    for game in _each_game():
        if name in game.decks:
            return game, game.decks[name]
        known += game.decks
    raise UnknownName(f"there is no deck {name!r}, and a file's name ends in .yaml{nearest(name, known)}")


def _each_game() -> Iterator[LoadedGame]:
    """Every game that loads; the others are named on the error stream."""
    from cardwright.errors import CardwrightError

    for game in sorted(usable_games().entries):
        try:
            yield load_game(game)
        except CardwrightError as error:
            complain(f"cardwright: {game} cannot be loaded: {error}")
