"""From the files of a game to its `Definitions`, every problem of all of them reported together."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from cardwright.hooks.registry import Registry
from cardwright.loading.compile import compile_rulebook
from cardwright.loading.decks import deck_of
from cardwright.loading.definitions import Definitions
from cardwright.loading.diagnostics import Report, Source
from cardwright.loading.ledger import LedgerRule, ledger_of
from cardwright.loading.lists import lists_of
from cardwright.loading.packs import Pack
from cardwright.loading.schema.files import WORDS_FILE
from cardwright.loading.shape import check_shape
from cardwright.loading.source import read


def assemble(packs: Iterable[Pack], registry: Registry) -> Definitions:
    """The definitions in `packs`; raises `DefinitionError`."""
    report, broken = Report(), False
    sources: dict[str, list[Source]] = {kind: [] for kind in ("rulebook", "ledger", "words", "cards", "deck", "list")}
    for pack in packs:
        source = read(pack.data, pack.name, pack.file, report)
        if source is not None:
            sources[pack.kind].append(source)
        elif pack.kind == "rulebook":
            broken = True
    if broken:
        report.finish()  # with a part of the rulebook missing, most of what is said about the rest would be false
    ledger: dict[str, LedgerRule] = {}
    for source in sources["ledger"]:
        ledger |= ledger_of(source, report)
    words = _words(sources["words"], report)
    rulebook = compile_rulebook(sources["rulebook"], sources["cards"], registry, frozenset(ledger), report)
    decks = [deck for source in sources["deck"] if (deck := deck_of(source, rulebook, report)) is not None]
    lists = lists_of(sources["list"], rulebook, report)
    report.finish()
    rulebook = replace(rulebook, words={**rulebook.words, **words})
    return Definitions(rulebook, ledger, {deck.id: deck for deck in decks}, lists)


def _words(sources: Iterable[Source], report: Report) -> dict[str, dict[str, str]]:
    """The texts shown for the game's terms."""
    words: dict[str, dict[str, str]] = {}
    for source in sources:
        check_shape(WORDS_FILE, source, (), source.data, report)
        words |= source.data if isinstance(source.data, dict) else {}
    return words
