"""`Prompt`: asks a person at the terminal."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardwright.session.files import write_file
from cardwright.view.sights import cards_of
from cardwright.view.story import log_lines
from cardwright.view.text import board, option_label, question
from cardwright.view.words import Words, printable

if TYPE_CHECKING:
    from rich.console import Console

    from cardwright.session.game import Game
    from cardwright.session.match import Match
    from cardwright.view.sights import PendingSight, View

HUMAN: Final = "human"
_LOG_LINES: Final = 30
HELP: Final = """\
  NUMBER     choose that option
  b          show the board       o   show the options       l   show the log
  c CARD     read a card: #25 as on the board, its number, or a part of its name
  w #25      why that card on the board cannot be used now, with the numbers of the rules
  r RULE     read a rule by its number
  s [FILE]   save and quit        q   quit without saving    ?   this help"""


class Leave(Exception):
    """A person's wish to leave."""

    def __init__(self, saved_to: Path | None = None) -> None:
        """Leave; the game is in the file, if one is given."""
        super().__init__()
        self.saved_to = saved_to


class Prompt:
    """Asks for one option after another."""

    def __init__(self, game: Game | Match, words: Words, language: str, save_to: Path, output: Console) -> None:
        """Ask about `game`; saves go to `save_to` unless the person names a file."""
        if output.is_terminal:
            with suppress(ImportError):  # Windows has none
                import readline  # noqa: F401 - from now on `input` can be edited and remembers
        self._game = game
        self._words = words
        self._language = language
        self._save_to = save_to
        self._output = output
        self._names = game.loaded.rulebook.modes[game.state.mode].seats

    def ask(self, seat: int) -> int:
        """The number of the option a person picks; raises `Leave` or `EOFError` if none is picked."""
        view = self._game.view(seat, self._language)
        self._show(board(view, self._words))
        self._options(view)
        while True:
            said = self._read(view, seat)
            if said is not None:
                return said

    def _read(self, view: View, seat: int) -> int | None:
        word, _, rest = input(f"{self._names[seat]}> ").strip().partition(" ")
        options = view.pending.options if view.pending is not None else ()
        if word.isascii() and word.isdigit() and not rest:
            if 1 <= int(word) <= len(options):
                return int(word) - 1
            self._show(f"there are options 1 to {len(options)}")
        elif word:
            self._command(word, rest.strip(), view, seat)
        return None

    def _command(self, word: str, rest: str, view: View, seat: int) -> None:
        match word:
            case "?":
                self._show(HELP)
            case "b":
                self._show(board(view, self._words))
            case "o":
                self._options(view)
            case "l":
                self._log(seat)
            case "c":
                self._card(rest, view)
            case "w":
                self._refusals(rest, view, seat)
            case "r":
                self._rule(rest)
            case "s":
                self._save(Path(rest) if rest else self._save_to)
            case "q":
                raise Leave
            case _:
                self._show(f"{printable(word)[:40]!r} is no option; ? for help")

    def _save(self, path: Path) -> None:
        """Save and leave; a game that cannot be saved goes on."""
        try:
            write_file(path, self._game.save())
        except OSError as error:
            self._show(f"not saved: {path}: {error.strerror}")
        else:
            raise Leave(path)

    def _options(self, view: View) -> None:
        self._show(question(view, self._words))
        if view.pending is not None:
            self._why(view.pending)
            for number, label in enumerate(self._labels(view, view.pending), 1):
                self._show(f" {number:3}  {label}")

    def _why(self, pending: PendingSight) -> None:
        """What the ability says that asks, else the rule."""
        rule = self._game.loaded.ledger.get(pending.rule)
        text = self._reading(pending.ability) or (printable(rule.rule) if rule is not None else "")
        if text:
            self._show(f"  {text}")

    def _labels(self, view: View, pending: PendingSight) -> list[str]:
        """A label for each option; what reads alike is told apart by the ability it uses."""
        labels = [option_label(view, option, self._words) for option in pending.options]
        return [
            f"{label}: {self._ability(option.ability)}" if option.ability >= 0 and labels.count(label) > 1 else label
            for label, option in zip(labels, pending.options, strict=True)
        ]

    def _ability(self, ability: int) -> str:
        heading = self._game.loaded.rulebook.abilities[ability].heading
        return " - ".join(part for part in (self._words(heading), self._reading(ability)) if part)

    def _reading(self, ability: int) -> str:
        """The text of an ability."""
        text = self._game.loaded.rulebook.abilities[ability].text if ability >= 0 else {}
        return printable(text.get(self._language) or text.get("en") or next(iter(text.values()), ""))

    def _log(self, seat: int) -> None:
        for line in log_lines(self._game.log(seat), self._names, self._words)[-_LOG_LINES:]:
            self._show(line)

    def _card(self, text: str, view: View) -> None:
        from cardwright.cli.cards import card_text
        from cardwright.session.catalog import find_card

        text = next((card.number for card in cards_of(view) if card.known and text == f"#{card.handle}"), text)
        found = find_card(self._game.loaded.rulebook, text) if text else []
        for card in found[:5]:
            self._show(card_text(card, self._game.loaded.rulebook))
        if not found:
            self._show("there is no such card; as c #25, c with a card's number, or with a part of its name")

    def _rule(self, text: str) -> None:
        from cardwright.cli.lookup import rule_text

        game = self._game.loaded
        rule = next((each for each in game.ledger if each.casefold() == text.casefold()), "")
        if not rule:
            self._show(f"there is no such rule; as r {next(iter(game.ledger), 'X-01')}")
            return
        for line in rule_text(game, rule).splitlines():
            self._show(printable(line))

    def _refusals(self, text: str, view: View, seat: int) -> None:
        from cardwright.cli.refusals import refusals

        handle = next((card.handle for card in cards_of(view) if text == f"#{card.handle}"), -1)
        if handle < 0:
            self._show("there is no such card on the board; as w #25")
            return
        lines = list(refusals(self._game, seat, handle, self._words))
        self._show("\n".join(lines) or "there is nothing to do with this card where it lies")

    def _show(self, text: str) -> None:
        self._output.print(text, soft_wrap=True)
