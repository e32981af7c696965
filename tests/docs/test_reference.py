"""The reference pages name every key and word that the loader takes, and no other."""

import inspect
import re
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cardwright.engine.reach import Reach
from cardwright.hooks.hookspecs import HookSpecs
from cardwright.loading import vocabulary as words
from cardwright.loading.compile import REASONS
from cardwright.loading.compile_modifiers import DURATIONS
from cardwright.loading.compile_names import _CARD_QUERIES, _SEAT_QUERIES, EVENTS
from cardwright.loading.schema.abilities import OPENERS, AbilityModels
from cardwright.loading.schema.cards import card_file
from cardwright.loading.schema.kinds import Closed
from cardwright.loading.schema.rulebook import NEEDED, SECTIONS, rulebook_file
from cardwright.loading.schema.steps import COMMON, FORMS, OWN_OPS, RULEBOOK_ONLY
from cardwright.ops import BUILT_IN

PAGES = Path(__file__).parents[2] / "docs" / "reference"
RULEBOOK = {
    "`modes`": "Mode",
    "`zones`": "Zone",
    "`draw`": "Draw",
    "`pieces`": "Piece",
    "`fields`": "Fields",
    "`types`": "Type",
    "`queries`": "Query",
    "`scopes`": "Scope",
    "`moves`": "Move",
    "`waits` of a move": "Waits",
    "`procedures`": "Procedure",
    "`links`": "Link",
    "`currencies`": "Currency",
    "`actions`": "Action",
    "`windows`": "Window",
    "`turn`, a list of phases": "Phase",
    "`triggers`": "Triggers",
    "a batch, if more than a name": "Batch",
    "`checks`, a list": "Check",
    "`wins`, a list": "Win",
    "`keywords`": "KeywordDef",
    "`deck`": "Deck",
    "a part of a deck": "DeckPart",
    "`copies`": "Copies",
    "`match`": "Match",
}
CARDS = {"a choice": "Choice", "an event pattern": "Pattern", "a modifier": "Modifier", "limit": "Limit"}
OPS = dict(OWN_OPS) | {word.name: word.keys for word in BUILT_IN.ops if word.name not in OWN_OPS}
MODELS = AbilityModels(OPS, {})
Rows = list[list[str]]


def tables(page: str) -> dict[str, Rows]:
    """The rows of the first table under each heading, cell by cell."""
    found: dict[str, Rows] = {}
    for part in re.split(r"^#+ ", (PAGES / page).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, text = part.partition("\n")
        lines = [line for line in text.splitlines() if line.startswith("| ")]
        found[title] = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return found


def named(cells: Iterable[str]) -> dict[str, bool]:
    """The words in backticks, each with whether it is in bold."""
    found = (match for cell in cells for match in re.finditer(r"(\*\*)?`([\w.]+)`", cell))
    return {match[2]: bool(match[1]) for match in found}


def keys(rows: Rows) -> dict[str, bool]:
    return named(row[0] for row in rows)


def models(kind: Any) -> Iterator[type[Closed]]:
    """Every model that `kind` is made of."""
    if isinstance(kind, type) and issubclass(kind, Closed):
        yield kind
        for field in kind.model_fields.values():
            if "Step" not in str(field.annotation):
                yield from models(field.annotation)
    for part in typing.get_args(kind):
        yield from models(part)


def wanted(model: type[Closed]) -> dict[str, bool]:
    """Each key of a model, but the ubiquitous `rule`, with whether it is needed."""
    return {str(each.alias): each.is_required() for each in model.model_fields.values() if each.alias != "rule"}


KNOWN = {model.__name__: model for kind in (rulebook_file(MODELS.parts), MODELS.ability) for model in models(kind)}


@pytest.mark.parametrize(("title", "model"), [*RULEBOOK.items(), *CARDS.items()])
def test_the_keys(title: str, model: str) -> None:
    assert keys(tables("rulebook.md" if title in RULEBOOK else "cards.md")[title]) == wanted(KNOWN[model])


def test_the_sections() -> None:
    assert keys(tables("rulebook.md")["Sections"]) == {section: section in NEEDED for section in SECTIONS}


def test_the_keys_of_cards_and_abilities() -> None:
    page = tables("cards.md")
    file = card_file({"t": {}}, {}, MODELS.ability, MODELS.parts.steps)
    card = next(model for model in models(file) if model.__name__ == "Card_t")
    assert keys(page["a card"]) == wanted(card)
    assert tuple(keys(page["Abilities"])) == OPENERS
    openers = [KNOWN[name] for name in ("Static", "When", "Use", "Play", "Replace")]
    assert keys(page["keys of an ability"]).keys() == {key for model in openers for key in wanted(model)} - {*OPENERS}


def test_the_steps() -> None:
    page = tables("cards.md")
    forms = [re.findall(r"`(\w+)`", row[0])[0] for row in page["Steps"]]
    assert set(forms) == set(FORMS)
    assert keys(page["any op"]).keys() == COMMON.keys() - {"rule"}


def test_the_ops() -> None:
    events = {word.name: word.event for word in BUILT_IN.ops}
    told = {}
    for op, given, event, _ in tables("cards.md")["ops"]:
        name = op.split("`")[1]
        told[name] = (named([given]), event.strip("`"), "†" in op)
    assert told == {
        name: (
            {key: kind.required for key, kind in given.items() if kind.kind != "modifier"},
            events.get(name, ""),
            name in RULEBOOK_ONLY,
        )
        for name, given in OPS.items()
    }


def test_the_words_of_expressions() -> None:
    page = tables("cards.md")["words"]
    assert {row[0].replace("`", ""): tuple(named(row[1:])) for row in page} == {
        "seats": words.SEATS,
        "things": words.THINGS,
        "moments": words.MOMENTS,
        "of any card": words.OF_CARDS,
        "words of any card": words.BUILT_IN_WORD_FIELDS,
        "truths of any card": words.BUILT_IN_FLAGS,
        "of event": words.OF_EVENT,
        "functions": words.FUNCTIONS,
    }
    text = (PAGES / "cards.md").read_text(encoding="utf-8")
    assert not [word for word in (*words.SPANS, *words.BUILT_IN_CAUSES, *DURATIONS) if f"`{word}`" not in text]


def test_events_queries_and_reasons() -> None:
    cards = tables("cards.md")
    assert tuple(keys(cards["events of the framework"])) == EVENTS
    assert keys(cards["queries"]).keys() == {*_CARD_QUERIES, *_SEAT_QUERIES}
    reasons = tables("rulebook.md")["Reasons the framework gives by itself"]
    assert keys(reasons).keys() == {*REASONS}


def test_the_hooks() -> None:
    page = tables("hooks.md")
    assert keys(page["Hooks"]).keys() == {name for name in vars(HookSpecs) if not name.startswith("_")}
    methods = {name: method for name, method in vars(Reach).items() if inspect.isfunction(method) and name[0] != "_"}
    assert page["What a hook may ask of `context`"] == [_call(name, method) for name, method in methods.items()]


def _call(name: str, method: Any) -> list[str]:
    _, *parameters = inspect.signature(method).parameters
    return [f"`{name}({', '.join(parameters)})`", str(inspect.getdoc(method)).split("\n")[0]]
