"""What tests of loading share: the ops with their keys, and a small game of YAML files."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.errors import DefinitionError, Problem
from cardwright.hooks.registry import Offer, Registry, build_registry
from cardwright.hooks.words import CurrencyWord, Key, OpWord, PlannerWord, QueryWord
from cardwright.loading.assemble import assemble
from cardwright.loading.definitions import Definitions
from cardwright.loading.packs import Pack

DATA = Path(__file__).parent / "data"
_CARDS = Key("cards", required=True)
_KEYS = {
    "reveal": {"what": _CARDS, "who": Key("seat")},
    "order": {"what": _CARDS, "who": Key("seat")},
    "move": {"what": _CARDS, "to": Key("place", required=True), "face": Key("word", words=("up", "down", "reversed"))},
    "draw": {"count": Key("number"), "seat": Key("seat")},
    "shuffle": {"zone": Key("place", required=True)},
    "create": {"card": Key("card_number", required=True), "count": Key("number"), "to": Key("place", required=True)},
    "attach": {"what": _CARDS, "to": _CARDS, "role": Key("word")},
    "detach": {"what": _CARDS},
    "exchange": {"what": _CARDS, "with": _CARDS},
    "flip": {"what": _CARDS, "face": Key("word", required=True, words=("up", "down"))},
    "exhaust": {"what": _CARDS},
    "refresh": {"what": _CARDS},
    "stay": {"what": _CARDS, "state": Key("word", words=("exhausted", "refreshed", "same"))},
    "change_control": {"what": _CARDS, "to": Key("seat", required=True), "until": Key("word")},
    "retarget": {"what": Key("link", required=True, words=("battle",)), "to": _CARDS, "role": Key("word")},
    "move_pieces": {
        "kind": Key("word", required=True),
        "count": Key("number", words=("any", "all")),
        "from": Key("pieces_from", required=True),
        "to": Key("pieces_to", required=True),
    },
    "pay": {"what": Key("word", required=True), "amount": Key("number", required=True)},
    "play": {"what": _CARDS, "free": Key("flag"), "heading": Key("word"), "ignore": Key("word")},
    "offer": {"actions": Key("word", required=True), "who": Key("seat"), "with": Key("value")},
    "cancel": {"what": Key("link", required=True, words=("event",))},
    "change": {"count": Key("number"), "amount": Key("number"), "to": Key("place")},
    "end": {"what": Key("word", required=True)},
    "toss": {},
    "roll": {"sides": Key("number")},
    "win": {"seat": Key("seat")},
    "lose": {"seat": Key("seat")},
}
_EVENTS = {"draw": "drawn", "exhaust": "exhausted", "refresh": "refreshed", "change_control": "control_changed"}


def _nothing(*_: object) -> None:
    """Does nothing: these tests compile and never play."""


@pytest.fixture(scope="session")
def words() -> Offer:
    """The keys of the built-in ops, and the names of hooks the sketched games use."""
    planners = ("place_cores", "arrange_cores", "keep_brave", "assemble", "assault_battle")
    return Offer(
        "built in",
        ops=tuple(OpWord(name, _nothing, keys, _EVENTS.get(name, "")) for name, keys in _KEYS.items()),
        queries=(QueryWord("level_by_cores", lambda *_: 0),),
        planners=tuple(PlannerWord(name, _nothing) for name in planners),
        currencies=tuple(CurrencyWord(name, lambda *_: 0, _nothing) for name in ("pay_energy", "pay_cores")),
    )


@pytest.fixture(scope="session")
def registry(words: Offer) -> Registry:
    return build_registry([words])


@pytest.fixture(scope="session")
def toy_packs() -> list[Pack]:
    """The files of the game `toy`."""
    toy = DATA / "toy"
    files = [("rulebook", path) for path in sorted((toy / "rulebook").glob("*.yaml"))]
    files += [("ledger", toy / "ledger.yaml"), ("cards", toy / "cards" / "toy.yaml")]
    return [Pack(kind, path.name, path.name, path.read_bytes()) for kind, path in files]


@pytest.fixture
def load_toy(toy_packs: list[Pack], registry: Registry) -> Callable[..., Definitions]:
    """Loads the game with further files, given as (kind, name, text)."""

    def load(*more: tuple[str, str, str | bytes]) -> Definitions:
        packs = [*toy_packs]
        for kind, name, text in more:
            packs = [pack for pack in packs if pack.name != name]
            packs.append(Pack(kind, name, name, text.encode() if isinstance(text, str) else text))
        return assemble(packs, registry)

    return load


@pytest.fixture
def faults(load_toy: Callable[..., Definitions]) -> Callable[..., list[Problem]]:
    """What is wrong with one more file of the game."""

    def check(kind: str, text: str | bytes, name: str = "mine.yaml") -> list[Problem]:
        try:
            load_toy((kind, name, text))
        except DefinitionError as error:
            return error.problems
        return []

    return check
