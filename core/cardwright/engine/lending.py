"""What a card bears: its own abilities, and those that the cards attached to it lend it by their role.

Tables of what abilities do are kept by bearer: a card's number, or the role and the number of a guest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked
    from cardwright.engine.lookup import Lookup
    from cardwright.rulebook.cards import AbilityDef
    from cardwright.state.card_state import CardState

Guest = tuple[str, int]
Bearer = int | Guest
OWN: Final = "own"
"""Stands, where the role is asked about in which an ability is lent, for one that is printed on the card itself."""
_OF_ABILITIES: Final[dict[str, Callable[[AbilityDef], Iterable[str]]]] = {
    "keyword": lambda ability: (ability.keyword,),
    "heading": lambda ability: ability.headings,
    "ability": lambda ability: (ability.opener,),
}
"""The word fields that tell of a card's abilities."""


def as_borne(ability: AbilityDef | None) -> str:
    """The role in which a guest lends its host an ability, or that the card itself has it."""
    return ability.role if ability is not None and ability.role else OWN


def bearer(ability: AbilityDef, number: int) -> Bearer:
    """Whom an ability printed on a card of that number is an ability of: the card, or the host it has in a role."""
    return (ability.role, number) if ability.role else number


def lent(c: Lookup, card: CardState) -> list[Guest]:
    """The further bearers that the guests of a card make of it."""
    guests = [c.cards[uid] for uid in card.guests]
    return [(role, guest.number) for guest in guests for host, role in guest.links if host == card.uid]


def borne(c: Lookup, table: Mapping[Any, Sequence[Any]], card: CardState) -> Sequence[Any]:
    """What a table holds of a card and of what it is lent."""
    own = table.get(card.number, ())
    return [*own, *(each for key in lent(c, card) for each in table.get(key, ()))] if card.guests else own


def lent_words(tables: Linked, name: str, role: str, number: int) -> tuple[str, ...]:
    """The words of a field that a card of that number gives its host in a role: what is told of its abilities."""
    return words_of_abilities(name, (each for _, each in tables.abilities_of(number) if each.role == role))


def words_of_abilities(name: str, abilities: Iterable[AbilityDef]) -> tuple[str, ...]:
    """The words of a field that tell of abilities; none if it does not."""
    told = _OF_ABILITIES.get(name)
    return () if told is None else tuple(word for each in abilities for word in told(each) if word)
