"""Cards: fields by kind, names, costs and abilities."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from cardwright.loading.compile_abilities import ability
from cardwright.loading.compile_builder import Builder, Spot
from cardwright.loading.compile_steps import write_program
from cardwright.loading.diagnostics import nearest
from cardwright.loading.rewriting import alone, for_team, lent_in
from cardwright.rulebook.cards import CardDef
from cardwright.rulebook.table import LinkDef, TypeDef

_MOST: Final = 999_999
Records = tuple[dict[str, int | str], ...]


class CardCompiler:
    """Compiles the cards of one game, one card-set file after the other."""

    def __init__(
        self, builder: Builder, types: Mapping[str, TypeDef], kinds: Mapping[str, str], links: Mapping[str, LinkDef]
    ) -> None:
        """Begin with no cards; `kinds` are the kinds of the declared fields."""
        self.builder = builder
        self.types = types
        self.kinds = kinds
        self.links = links
        self.cards: list[CardDef] = []
        self.places: dict[str, str] = {}
        self.zones = {name: _zones(builder, each, types) for name, each in types.items()}

    def file(self, spot: Spot) -> None:
        """The cards of a file."""
        cards, card_set = spot.get("cards"), spot.get("set")
        for card in cards.each() if cards else ():
            number = self.note(card)
            here = card.within(has_self=True, subject="self")
            made = self.builder.attempt(partial(self.card, here, card_set), sound=not self.builder.flawed(card))
            self.cards.append(made or CardDef(number, {}, ""))  # decks may name it whatever is wrong with it

    def note(self, spot: Spot) -> str:
        """The number, which no other card of the game may have from now on."""
        number = spot.data.get("number") if isinstance(spot.data, dict) else None
        if not isinstance(number, str):
            return ""
        place = f"{spot.source.name}:{spot.line}"
        if number in self.places:
            self.builder.fault(
                spot / "number", f"card number '{number}' is taken", f"by the card at {self.places[number]}"
            )
        self.places.setdefault(number, place)
        return number

    def card(self, spot: Spot, card_set: Spot | None) -> CardDef:
        """One card."""
        builder, data = self.builder, spot.data
        number = str(data.get("number"))
        abilities = spot.get("abilities")
        listed = [each for each in (abilities.each() if abilities else ()) if isinstance(each.data, dict)]
        fields = self.fields(spot)
        needs = spot.get("needs")
        conditions = [*fields["condition"], *fields["filter"], *([needs] if needs else ())]
        words = {str(each.path[-1]): self.words(each) for each in fields["words"]}
        self.complete(spot, words)
        return CardDef(
            number=number,
            name=data.get("name") if isinstance(data.get("name"), dict) else {},
            type=str(data["type"]),
            numbers={str(each.path[-1]): each.data for each in fields["number"]} | self.given(listed),
            words=words
            | {"keyword": tuple(dict.fromkeys(str(a.data["keyword"]) for a in listed if "keyword" in a.data))},
            records={str(each.path[-1]): self.records(each) for each in fields["record"]},
            conditions={str(each.path[-1]): builder.expr(each, "truth") for each in fields["condition"]},
            filters={str(each.path[-1]): builder.expr(each.within(subject=""), "test") for each in fields["filter"]},
            written={str(each.path[-1]): str(each.data) for each in conditions},
            abilities=self.abilities(listed, number, str(data["type"])),
            needs=builder.truth(needs),
            additional_cost=write_program(builder, f"{number} additional cost", spot.get("additional_cost")),
            alternative_cost=write_program(builder, f"{number} alternative cost", spot.get("alternative_cost")),
            also_named=tuple(data.get("also_named") or ()),
            set=str(card_set.data) if card_set else "",
            file=spot.source.name,
            line=spot.line,
        )

    def fields(self, spot: Spot) -> dict[str, list[Spot]]:
        """The fields that are written, by their kind."""
        found: dict[str, list[Spot]] = {kind: [] for kind in ("number", "words", "record", "condition", "filter")}
        for name, kind in self.kinds.items():
            if spot.data.get(name) is not None and not self.builder.flawed(spot / name):
                found[kind].append(spot / name)
        return found

    def complete(self, spot: Spot, words: Mapping[str, tuple[str, ...]]) -> None:
        """Fields that must stand together stand together."""
        there = {name for name in self.kinds if spot.data.get(name) is not None}
        required = self.types[str(spot.data["type"])].requires
        for named in [each for each in required if each in there.union(*words.values())]:
            for name in [each for each in required[named] if each not in there]:
                self.builder.fault(spot, f"the key '{name}' is missing", f"a card with '{named}' must have it")

    def abilities(self, listed: list[Spot], number: str, kind: str) -> tuple[int, ...]:
        """The numbers of its abilities; those of a type that serves its controller's team are of all of it."""
        builder = self.builder
        found = tuple(n for each in listed for n in ability(builder, each, number, self.zones[kind]))
        if self.types[kind].serves == "team":
            for n in found:
                builder.abilities[n] = for_team(builder.abilities[n])
        roles = [role for link in self.links.values() if kind in link.lends for role in link.roles]
        return (*found, *self.lent(found, roles)) if roles else found

    def lent(self, found: tuple[int, ...], roles: list[str]) -> range:
        """The numbers of the abilities as lent to a host in those roles; the card's own work while it lies alone."""
        abilities = self.builder.abilities
        mine = [n for n in found if not abilities[n].role and abilities[n].opener != "play"]
        copies = [lent_in(abilities[n], role) for role in roles for n in mine]
        for n in mine:
            abilities[n] = alone(abilities[n])
        abilities += copies
        return range(len(abilities) - len(copies), len(abilities))

    def words(self, spot: Spot) -> tuple[str, ...]:
        """A word field, of the words allowed."""
        allowed = self.builder.vocabulary.words.get(str(spot.path[-1]), ())
        found = tuple(str(each.data) for each in spot.each())
        if spot.path[-1] in self.builder.vocabulary.numbered:
            self.builder.wanted_cards += spot.each()
        if allowed:
            self.builder.words(spot, allowed, str(spot.path[-1]))
        for each in spot.each():
            if found.count(str(each.data)) > 1 and spot.path[-1] not in ("reduction", "symbols"):
                self.builder.report.add(each.source, each.path, f"'{each.data}' stands here twice")
        return found

    def given(self, abilities: list[Spot]) -> dict[str, int]:
        """Number fields that keywords give."""
        numbers: dict[str, int] = {}
        keywords = self.builder.section("keywords")
        for spot in abilities:
            declared = keywords.data.get(spot.data.get("keyword")) if keywords else None
            for name, value in ((declared or {}).get("fields") or {}).items():
                key = value[1:] if isinstance(value, str) and value.startswith("$") else ""
                amount = spot.data.get(key) if key else value
                if isinstance(amount, int) and not isinstance(amount, bool) and 0 <= amount <= _MOST:
                    numbers[name] = numbers.get(name, 0) + amount
                elif key in spot.data:
                    self.builder.fault(spot / key, f"a whole number is wanted for '{name}', not {amount!r}")
        return numbers

    def records(self, spot: Spot) -> Records:
        """A record field: a mapping, a list of them, or plain values, which get the key `is`."""
        made: list[dict[str, int | str]] = []
        for each in spot.each():
            fields = {key: each / key for key in each.data} if isinstance(each.data, dict) else {"is": each}
            made.append({key: self.value(field) for key, field in fields.items()})
        self.levels(spot, made)
        return tuple(made)

    def value(self, spot: Spot) -> int | str:
        """A value in a record: a whole number, a word, or `true`, which is 1."""
        value: Any = spot.data
        if value is True:
            return 1
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST:
            return value
        if isinstance(value, str) and value.strip():
            return value
        hint = "several records are a list, as [{level: 1, cores: 1}]" if isinstance(value, dict) else ""
        self.builder.fault(spot, f"a whole number from 0 to {_MOST}, a word or true is wanted", hint)
        return 0

    def levels(self, spot: Spot, records: list[dict[str, int | str]]) -> None:
        """Records of levels go upwards, one each."""
        levels = [each.get("level") for each in records]
        for number in range(1, len(levels)):
            before, here = levels[number - 1], levels[number]
            if isinstance(before, int) and isinstance(here, int) and here <= before:
                self.builder.fault(
                    spot / number, f"level {here} does not come after level {before}", "levels go upwards"
                )

    def check_wanted(self) -> None:
        """Cards named by number must exist."""
        for spot in self.builder.wanted_cards:
            if spot.data not in self.places:
                self.builder.fault(spot, f"there is no card '{spot.data}'", nearest(str(spot.data), self.places))


def _zones(builder: Builder, kind: TypeDef, types: Mapping[str, TypeDef]) -> tuple[str, ...]:
    """Where abilities of a type work unless they say so: where such a card lies in play."""
    if kind.zones:
        return kind.zones
    in_play = [name for name, zone in builder.entries("zones") if zone.data.get("in_play")]
    enters = {kind.enters, *(types[name].enters for name in kind.counts_as if name in types)}
    return tuple(name for name in in_play if name in enters or name == kind.name)
