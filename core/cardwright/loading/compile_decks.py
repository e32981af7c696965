"""What lies around a game: decks and matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from cardwright.loading.compile_builder import Builder, Spot
from cardwright.rulebook.play import MatchRules
from cardwright.rulebook.table import DeckRules

_BOUNDS: Final = ("at_least", "at_most", "exactly", "optional")


def deck(builder: Builder) -> DeckRules:
    """The section `deck`."""
    spot = builder.section("deck")
    if spot is None:
        return DeckRules()
    known, parts = builder.vocabulary, _parts(spot)
    rest = {key: found for key in ("copies", "each", "some", "lists", "apart") if (found := spot.get(key))}
    copies, lists = rest.get("copies"), rest.get("lists")
    return DeckRules(
        parts={name: {key: int(part.data[key]) for key in _BOUNDS if key in part.data} for name, part in parts.items()},
        copies_by=builder.word(copies.get("by"), ("name", "number"), "'by'") or "name" if copies else "name",
        copies=copies.data["at_most"] if copies else 0,
        over=builder.words(copies.get("over"), tuple(parts), "part of the deck") if copies else (),
        starts={name: builder.word(zone, known.zones, "zone") for name, zone in _of_parts(parts, "starts")},
        each=builder.truth(_condition(rest.get("each"))),
        some=builder.truth(_condition(rest.get("some"))),
        types={name: builder.words(types, tuple(known.types), "type") for name, types in _of_parts(parts, "types")},
        lists=tuple(lists.data["names"] if isinstance(lists.data, dict) else lists.data) if lists else (),
        apart=builder.word(rest["apart"].get("field"), known.words, "word field") if "apart" in rest else "",
        rules=_cited(builder, parts | rest) | _of_apart(builder, rest.get("apart")) | _named_rules(builder, spot),
    )


def _parts(spot: Spot) -> dict[str, Spot]:
    """Every part of a deck by name."""
    usual = {name: part for name in ("main", "side") if (part := spot.get(name))}
    more = spot.get("parts")
    return usual | ({name: more / name for name in more.data} if more else {})


def _of_parts(parts: Mapping[str, Spot], key: str) -> Iterator[tuple[str, Spot]]:
    """What stands at `key` in the parts that have it."""
    for name, part in parts.items():
        found = part.get(key)
        if found:
            yield name, found


def _condition(spot: Spot | None) -> Spot | None:
    if spot is None:
        return None
    asked = spot.within(it="cards")
    return asked / "if" if isinstance(asked.data, dict) else asked


def _cited(builder: Builder, entries: Mapping[str, Spot]) -> dict[str, str]:
    """The ledger ids that entries cite themselves."""
    return {name: rule for name, spot in entries.items() if (rule := builder.rule(spot))}


def _of_apart(builder: Builder, spot: Spot | None) -> dict[str, str]:
    """The ledger id behind what cards are counted as."""
    return {"counts_as": builder.cited(spot / "counts_as")} if spot and spot.get("counts_as") else {}


def _named_rules(builder: Builder, spot: Spot) -> dict[str, str]:
    """Ledger ids listed by name under `rules`."""
    rules = spot.get("rules")
    return {name: builder.cited(rules / name) for name in rules.data} if rules else {}


def match(builder: Builder) -> MatchRules:
    """The section `match`."""
    spot = builder.section("match")
    if spot is None:
        return MatchRules()
    first = spot.get("first")
    return MatchRules(
        best_of=spot.data.get("best_of") or 1,
        first=builder.words(first, ("chance", "loser", "winner"), "way to choose who begins") if first else ("chance",),
        side_deck=builder.word(spot.get("side_deck"), ("between_games",), "time for an exchange"),
        rules=_named_rules(builder, spot) | _cited(builder, {"match": spot}),
    )
