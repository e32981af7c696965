"""Which rules of deck building a deck breaks: all of them at once, each with its ledger id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from cardwright.view.names import card_title

if TYPE_CHECKING:
    from cardwright.rulebook.cards import CardDef
    from cardwright.rulebook.rulebook import Rulebook

Parts = Mapping[str, Mapping[str, int]]
"""Per part of a deck, how many of each card number."""
Misfits = Callable[[Parts], Mapping[str, Iterable[str]]]
"""Per part, the card numbers for which the rulebook's `each` does not hold; asked of the engine."""
Lists = Mapping[str, Mapping[str, int]]
"""Lists of limited cards, by name of the list: card name (or number) to the most copies, 0 for banned."""


class Violation(Struct, frozen=True, omit_defaults=True):
    """One rule a deck breaks."""

    message: str
    rule: str = ""
    part: str = ""
    card: str = ""

    def __str__(self) -> str:
        """The message with its rule id."""
        return f"{self.message} [{self.rule}]" if self.rule else self.message


def violations(
    rulebook: Rulebook, parts: Parts, misfits: Misfits | None = None, lists: Lists | None = None
) -> list[Violation]:
    """Every rule the deck breaks; none for a legal deck."""
    checker = _Checker(rulebook, parts, lists or {})
    unknown = list(checker.unknown())
    found = [*unknown, *checker.sizes(), *checker.types(), *checker.copies()]
    asked = rulebook.deck.each is not None or rulebook.deck.some is not None
    if misfits is not None and asked and not unknown:
        found += checker.each(misfits(parts))
    return found


def limits_of(rulebook: Rulebook, lists: Lists) -> dict[str, int]:
    """The most copies of each listed card, by what copies are counted by; where a card is listed twice, the least."""
    cards = {card.number: card for card in rulebook.cards}
    limits: dict[str, int] = {}
    for listed in lists.values():
        for name, most in listed.items():
            identity = counted_as(rulebook, cards[name]) if name in cards else name
            limits[identity] = min(most, limits.get(identity, most))
    return limits


def counted_as(rulebook: Rulebook, card: CardDef) -> str:
    """What copies of the card are counted by: its name, or its number."""
    return card.number if rulebook.deck.copies_by == "number" else card_title(card, rulebook.language)


class _Checker:
    def __init__(self, rulebook: Rulebook, parts: Parts, lists: Lists) -> None:
        self._rulebook = rulebook
        self._rules = rulebook.deck
        self._cards = {card.number: card for card in rulebook.cards}
        self._parts = parts
        self._limits = limits_of(rulebook, lists)

    def unknown(self) -> Iterator[Violation]:
        """Parts and cards the game does not have, and counts that are none."""
        for part, cards in self._parts.items():
            if part not in self._rules.parts:
                known = ", ".join(self._rules.parts)
                yield Violation(f"there is no part {part!r} in a deck; parts are {known}", part=part)
            for number, count in cards.items():
                if number not in self._cards:
                    yield Violation(f"{part}: there is no card {number!r}", part=part, card=number)
                elif count < 1:
                    yield Violation(f"{part}: {count} copies of {number}", part=part, card=number)

    def sizes(self) -> Iterator[Violation]:
        """Parts with too few or too many cards."""
        for part, bounds in self._rules.parts.items():
            count = sum(self._parts.get(part, {}).values())
            if count == 0 and bounds.get("optional"):
                continue
            least = bounds.get("exactly", bounds.get("at_least", 0))
            most = bounds.get("exactly", bounds.get("at_most", count))
            if not least <= count <= most:
                wanted = (
                    f"exactly {least}" if least == most else f"at least {least}" if count < least else f"at most {most}"
                )
                yield Violation(f"{part}: {count} cards, {wanted} wanted", self._rule(part), part)

    def types(self) -> Iterator[Violation]:
        """Cards of a type that has no place in their part, and tokens."""
        for part, number, card in self._entries():
            allowed = self._rules.types.get(part, ())
            if self._rulebook.types[card.type].token:
                yield Violation(f"{part}: {self._title(card)} is a token", self._rule(part), part, number)
            elif allowed and card.type not in allowed:
                message = f"{part}: {self._title(card)} is a {card.type}; allowed: {', '.join(allowed)}"
                yield Violation(message, self._rule("types") or self._rule(part), part, number)

    def copies(self) -> Iterator[Violation]:
        """Cards of which there are too many, printings and parts counted together; banned ones in any part."""
        over = self._rules.over or tuple(self._parts)
        counts: Counter[str] = Counter()
        examples: dict[str, str] = {}
        for part, number, card in self._entries():
            identity = counted_as(self._rulebook, card)
            if part in over or self._limits.get(identity) == 0:
                counts[identity] += self._parts[part][number]
                examples.setdefault(identity, number)
        for identity, count in counts.items():
            most, rule = self._most(identity)
            if most is not None and count > most:
                yield Violation(f"{count} copies of {identity}, at most {most} allowed", rule, card=examples[identity])

    def each(self, misfits: Mapping[str, Iterable[str]]) -> Iterator[Violation]:
        """Cards that do not fit the rest of the deck, and a deck without a card that it must have."""
        for part, numbers in misfits.items():
            if not part:
                yield Violation("a card that every deck must have is missing", self._rule("some"))
            for number in numbers:
                title = self._title(self._cards[number])
                yield Violation(f"{part}: {title} does not fit this deck", self._rule("each"), part, number)

    def _entries(self) -> Iterator[tuple[str, str, CardDef]]:
        for part, cards in self._parts.items():
            for number in cards:
                if number in self._cards:
                    yield part, number, self._cards[number]

    def _most(self, identity: str) -> tuple[int | None, str]:
        """The most copies, and the rule that says so."""
        if identity in self._limits:
            return self._limits[identity], self._rule("lists")
        return self._rules.copies or None, self._rule("copies")

    def _title(self, card: CardDef) -> str:
        return card_title(card, self._rulebook.language)

    def _rule(self, what: str) -> str:
        return self._rules.rules.get(what, "")


# -- partners


def _words_apart(rulebook: Rulebook, parts: Parts, counts_as: Mapping[str, str]) -> dict[str, str]:
    """The words of a deck by which it is kept apart from a partner's, each with a card that has it."""
    cards = {card.number: card for card in rulebook.cards}
    found: dict[str, str] = {}
    for number in (number for part in parts.values() for number in part if number in cards):
        own = cards[number].words.get(rulebook.deck.apart, ())
        for word in (counts_as[number],) if number in counts_as else own:
            found.setdefault(word, number)
    return found


def beside_partner(
    rulebook: Rulebook, deck: tuple[Parts, Mapping[str, str]], partner: tuple[Parts, Mapping[str, str]]
) -> Iterator[Violation]:
    """What a deck may not hold because the partner's holds the like; each deck with what its cards are counted as."""
    own, other = _words_apart(rulebook, *deck), _words_apart(rulebook, *partner)
    for word in own:
        if word in other:
            message = f"{own[word]} is {word}, and so is {other[word]} in the partner's deck"
            yield Violation(message, rulebook.deck.rules.get("apart", ""), card=own[word])


def miscounted(rulebook: Rulebook, counts_as: Mapping[str, str]) -> Iterator[Violation]:
    """Cards counted as what they are not."""
    cards = {card.number: card for card in rulebook.cards}
    for number, word in counts_as.items():
        if number not in cards or word not in cards[number].words.get(rulebook.deck.apart, ()):
            yield Violation(f"{number} is not {word}", rulebook.deck.rules.get("counts_as", ""), card=number)
