"""`Builder`: what all parts of the compiler share; `Spot`: a piece of YAML with its place and what names mean there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

from cardwright.hooks.registry import Registry
from cardwright.hooks.words import Key
from cardwright.loading.diagnostics import Path, Report, Source, nearest
from cardwright.loading.expressions import ExpressionError, kind_of, parse, parse_place
from cardwright.loading.schema.abilities import AbilityModels
from cardwright.loading.vocabulary import Environment, Slot, Vocabulary
from cardwright.rulebook.cards import AbilityDef
from cardwright.rulebook.expressions import SELF, TRUE, Expr, Place
from cardwright.rulebook.program import Program

T = TypeVar("T")
NOTHING = Environment(has_self=False)
"""Where no card speaks: the rulebook at large."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece of YAML data, where it stands, and what the names in it mean."""

    source: Source
    path: Path
    data: Any
    env: Environment = NOTHING
    on_card: bool = False
    """Whether it belongs to a card, which may not use words of rulebooks."""

    def __truediv__(self, step: str | int) -> Spot:
        """What stands at `step` inside."""
        return replace(self, path=(*self.path, step), data=self.data[step])

    def get(self, key: str) -> Spot | None:
        """What stands at `key`, if anything."""
        return self / key if isinstance(self.data, dict) and self.data.get(key) is not None else None

    def each(self) -> Iterator[Spot]:
        """The items of a list, or a single value as its only item."""
        if isinstance(self.data, list):
            yield from (self / number for number in range(len(self.data)))
        else:
            yield self

    def within(self, **changes: Any) -> Spot:
        """The same with another environment."""
        return replace(self, env=replace(self.env, **changes))

    @property
    def line(self) -> int:
        """Its line."""
        return self.source.line(self.path)


@dataclass(slots=True)
class Builder:
    """One rulebook in the making."""

    report: Report
    registry: Registry
    vocabulary: Vocabulary
    ops: Mapping[str, Mapping[str, Key]]
    """Keys of every word for `op`: built-in, plugin's, moves and procedures."""
    models: AbilityModels
    sections: Mapping[str, Spot]
    ledger: frozenset[str] = frozenset()
    queries: Mapping[str, str] = field(default_factory=dict)
    """Every query with what it is about, `cards` or `seats`."""
    reasons: dict[str, str] = field(default_factory=dict)
    programs: list[Program] = field(default_factory=list)
    abilities: list[AbilityDef] = field(default_factory=list)
    wanted_cards: list[Spot] = field(default_factory=list)
    """Card numbers named by ops and fields, to be found once all cards are read."""

    def section(self, name: str) -> Spot | None:
        """A section of the rulebook, if it is written."""
        return self.sections.get(name)

    def entries(self, name: str) -> Iterator[tuple[str, Spot]]:
        """The definitions of a section that maps names to them; an empty definition is one without keys."""
        section = self.section(name)
        for key in section.data if section else ():
            if section is not None:
                spot = section / key
                yield key, spot if spot.data is not None else replace(spot, data={})

    def items(self, name: str) -> Iterator[Spot]:
        """The items of a section that is a list and may stand in several files."""
        for key, spot in self.sections.items():
            if key.partition("#")[0] == name:
                yield from spot.each()

    def fault(self, spot: Spot, message: str, hint: str = "", *, key: bool = False) -> None:
        """Report `message` about `spot`."""
        self.report.add(spot.source, spot.path, message, hint, key=key)

    def flawed(self, spot: Spot) -> bool:
        """Whether something is wrong with `spot` already."""
        return self.report.flawed(spot.source, spot.path)

    def attempt(self, make: Callable[[], T], *, sound: bool) -> T | None:
        """What `make` gives; of what has no `sound` form, which has been reported, as much as can be told."""
        try:
            return make()
        except Exception:
            if sound:
                raise
            return None

    def word(self, spot: Spot | None, known: Iterable[str], what: str) -> str:
        """A word that must be one of `known`; absent is empty."""
        if spot is None:
            return ""
        words = tuple(known)
        if spot.data not in words and not self.flawed(spot):
            hint = nearest(str(spot.data), words) or f"this game has no {what}"
            self.fault(spot, f"unknown {what} '{spot.data}'", hint)
        return str(spot.data)

    def words(self, spot: Spot | None, known: Iterable[str], what: str) -> tuple[str, ...]:
        """A word or a list of words, each one of `known`."""
        words = tuple(known)
        return tuple(self.word(each, words, what) for each in spot.each()) if spot else ()

    def rule(self, spot: Spot) -> str:
        """The ledger id a definition cites."""
        cited = spot.get("rule")
        if cited is None:
            return ""
        return self.cited(cited)

    def cited(self, cited: Spot) -> str:
        """A ledger id, which must exist."""
        if self.ledger and cited.data not in self.ledger:
            self.fault(cited, f"rule '{cited.data}' is not in the ledger", nearest(str(cited.data), self.ledger))
        return str(cited.data)

    def expr(self, spot: Spot, want: str | None = None) -> Expr:
        """The tree of an expression; after a report, any tree, as the run fails in the end."""
        if self.flawed(spot):
            return TRUE
        try:
            return parse(spot.data, self.vocabulary, spot.env, want)
        except ExpressionError as error:
            self.report.add(spot.source, spot.path, error.message, error.hint, inside=error.column)
            return TRUE

    def maybe(self, spot: Spot | None, want: str) -> Expr | None:
        """The tree of an expression that may be absent."""
        return self.expr(spot, want) if spot is not None else None

    def objects(self, spot: Spot) -> tuple[Expr, str]:
        """Cards or seats, with which of the two they are."""
        tree = self.expr(spot)
        kind = kind_of(tree)
        if kind not in ("cards", "seats") and not self.flawed(spot):
            self.fault(spot, "cards or a player must stand here")
        return tree, kind

    def truth(self, spot: Spot | None) -> Expr | None:
        """A condition that may be absent; `false` is absent too."""
        return self.expr(spot, "truth") if spot is not None and spot.data is not False else None

    def place(self, spot: Spot | None, *, pieces: bool = False) -> Place | None:
        """A place that may be absent."""
        if spot is None or self.flawed(spot):
            return None
        try:
            return parse_place(spot.data, self.vocabulary, spot.env, pieces=pieces)
        except ExpressionError as error:
            self.report.add(spot.source, spot.path, error.message, error.hint, inside=error.column)
            return None

    def reserve(self) -> int:
        """The number of a program still to be written."""
        self.programs.append(Program("?"))
        return len(self.programs) - 1


LONE: Final = Expr("not", (Expr("any", (Expr("host", (SELF,)),)),))
"""That a card is attached to nothing."""


def joined(*conditions: Expr | None) -> Expr | None:
    """The conditions that are there, all of them."""
    result: Expr | None = None
    for each in conditions:
        if each is not None:
            result = each if result is None else Expr("and", (result, each))
    return result


def slots_of(names: Mapping[str, str]) -> dict[str, Slot]:
    """Slots numbered in order; the values are their kinds."""
    return {name: Slot(number, kind) for number, (name, kind) in enumerate(names.items())}
