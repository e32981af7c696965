"""The exception tree: three kinds of error for three audiences."""

from msgspec import Struct


class CardwrightError(Exception):
    """Whatever cardwright raises on purpose."""


class Problem(Struct, frozen=True):
    """One fault of a written file, addressed to its author."""

    message: str
    file: str = ""
    line: int = 0
    """Counted from 1; 0 where the fault has no line (an unreadable file)."""
    column: int = 0
    """Counted from 1."""
    path: str = ""
    """Where in the document, as `cards[3].abilities[0].do`."""
    hint: str = ""
    """What is allowed, or the nearest known word."""

    def __str__(self) -> str:
        """The line an editor can jump to: `file:line:column: message (hint)`."""
        line = f":{self.line}:{self.column}" if self.line else ""
        place = f"{self.file}{line}: " if self.file else ""
        inside = f" [{self.path}]" if self.path else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.message}{hint}{inside}"


class DefinitionError(CardwrightError):
    """Faults in card sets, rulebooks, decks or scenarios, all those of one run together."""

    def __init__(self, problems: list[Problem]) -> None:
        """Keep `problems`, at least one, in the order of the files."""
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


class DamagedFile(CardwrightError):
    """A save, record or cache that is not what was written; it is refused whole."""


class IllegalAnswer(CardwrightError):
    """An answer or act the rules refuse; the state is untouched."""

    def __init__(self, message: str, reason: str, rule: str = "") -> None:
        """Keep the reason code and, where a rule forbids it, its ledger id."""
        super().__init__(f"{message} [{rule}]" if rule else message)
        self.reason = reason
        self.rule = rule


class EngineBug(CardwrightError):
    """A state the engine should never reach, with a dump for its makers."""

    def __init__(self, message: str, dump: str = "") -> None:
        """Keep the dump beside the message."""
        super().__init__(f"{message}\n{dump}" if dump else message)
        self.dump = dump
