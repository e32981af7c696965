"""Where the commands print: one line for a user's error, and streams that cannot fail on a sign or a closed pipe."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TextIO

if TYPE_CHECKING:
    from rich.console import Console

BAD_INPUT: Final = 2
"""Exit status for a user's error."""
FAILED: Final = 1
"""Exit status where something asked for did not hold: a red scenario, an illegal deck, a diverging replay."""
BROKEN: Final = 70
"""Exit status for a fault of cardwright itself."""
INTERRUPTED: Final = 130


class Stop(Exception):
    """The end of a command with a status and at most one message."""

    def __init__(self, message: str, status: int = BAD_INPUT) -> None:
        """End with `status`; the message goes to the error stream."""
        super().__init__(message)
        self.status = status


def stop(message: str, status: int = BAD_INPUT) -> NoReturn:
    """End the command."""
    raise Stop(message, status)


def command() -> str:
    """This program as the user called it: by a path from here, else by its name."""
    called = Path(sys.argv[0])
    return str(called) if called.name == "cardwright" and not called.is_absolute() else "cardwright"


def say(text: str) -> None:
    """One line of output."""
    sys.stdout.write(f"{text}\n")


def complain(text: str) -> None:
    """One line on the error stream."""
    sys.stderr.write(f"{text}\n")


def console() -> Console:
    """A rich console on the output; without a terminal it prints plain text of an ample width."""
    from rich.console import Console

    class _Output(Console):
        def on_broken_pipe(self) -> None:
            _close_pipe()

    wide = None if sys.stdout.isatty() else 120
    return _Output(file=sys.stdout, width=wide, highlight=False, markup=False)


@contextmanager
def ending() -> Iterator[None]:
    """Turn whatever ends a command into its message and status: nobody sees a traceback for an error of his own."""
    from cardwright.errors import CardwrightError, EngineBug

    _open_streams()
    try:
        yield
        sys.stdout.flush()
    except Stop as end:
        _leave(str(end), end.status)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _leave("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _close_pipe()
    except EngineBug as bug:
        _leave(f"the engine broke; please report this:\n{bug}", BROKEN)
    except CardwrightError as error:
        _leave(str(error), BAD_INPUT)
    except OSError as error:
        _leave(f"{error.filename}: {error.strerror}" if error.filename else str(error), BAD_INPUT)


def _leave(message: str, status: int) -> NoReturn:
    try:
        sys.stdout.flush()
        if message:
            complain(f"cardwright: {message}" if "\n" not in message else message)
    except BrokenPipeError:
        _close_pipe()
    sys.exit(status)


def _close_pipe() -> NoReturn:
    """The reader has gone: say nothing, not even at shutdown."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(128 + getattr(signal, "SIGPIPE", 13))


def _open_streams() -> None:
    """A card's name is printed as well as the stream can, never refused; where there is no stream, to nobody."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _nowhere() -> TextIO:
    """What is written here is gone; it stays open until the program ends."""
    return Path(os.devnull).open("w", encoding="utf-8")
