"""What tests of loading share: the words of plugins, and a small game of YAML files."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.errors import DefinitionError, Problem
from cardwright.hooks.registry import Offer, Registry, build_registry
from cardwright.hooks.words import CurrencyWord, Key, OpWord, PlannerWord, QueryWord
from cardwright.loading.assemble import assemble
from cardwright.loading.definitions import Definitions
from cardwright.loading.packs import Pack
from cardwright.ops import BUILT_IN

DATA = Path(__file__).parent / "data"
_CARDS = Key("cards", required=True)


def _nothing(*_: object) -> None:
    """Does nothing: these tests compile and never play."""


@pytest.fixture(scope="session")
def words() -> Offer:
    """The built-in ops, one more, and the names of hooks the sketched games use."""
    planners = ("place_cores", "arrange_cores", "assemble", "assault_battle")
    return Offer(
        "built in",
        ops=(*BUILT_IN.ops, OpWord("exchange", _nothing, {"what": _CARDS, "with": _CARDS})),
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
