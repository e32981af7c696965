"""cardwright: the rules of trading card games, written in YAML and enforced in Python."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cardwright.decisions.decision import Act, Decision, Option
    from cardwright.errors import DamagedFile, DefinitionError, EngineBug, IllegalAnswer
    from cardwright.session.agents import GreedyAgent, RandomAgent
    from cardwright.session.catalog import LoadedGame, load_game
    from cardwright.session.game import Game
    from cardwright.session.replay import replay
    from cardwright.session.simulate import simulate
    from cardwright.view.sights import View

__all__ = [
    "Act",
    "DamagedFile",
    "Decision",
    "DefinitionError",
    "EngineBug",
    "Game",
    "GreedyAgent",
    "IllegalAnswer",
    "LoadedGame",
    "Option",
    "RandomAgent",
    "View",
    "load_game",
    "replay",
    "simulate",
]

_HOMES: Final = {
    "Act": "decisions.decision",
    "DamagedFile": "errors",
    "Decision": "decisions.decision",
    "DefinitionError": "errors",
    "EngineBug": "errors",
    "Game": "session.game",
    "GreedyAgent": "session.agents",
    "IllegalAnswer": "errors",
    "LoadedGame": "session.catalog",
    "Option": "decisions.decision",
    "RandomAgent": "session.agents",
    "View": "view.sights",
    "load_game": "session.catalog",
    "replay": "session.replay",
    "simulate": "session.simulate",
}
"""Where each name lives; it is imported when it is first asked for, so that one id does not cost the whole house."""


def __getattr__(name: str) -> object:
    """The public name `name`."""
    if name not in _HOMES:
        raise AttributeError(f"module 'cardwright' has no attribute {name!r}")
    found: object = getattr(import_module(f"cardwright.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
