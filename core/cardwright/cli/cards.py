"""A card as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from cardwright.view.words import Words, printable

if TYPE_CHECKING:
    from cardwright.rulebook.cards import AbilityDef, CardDef
    from cardwright.rulebook.rulebook import Rulebook


def display_words(rulebook: Rulebook, language: str) -> Words:
    """Terms and card names in `language`; without one terms in English and cards by the names that count."""
    if not language:
        return Words(rulebook.words)
    return Words(rulebook.words, language, {card.number: card.name for card in rulebook.cards})


def card_text(card: CardDef, rulebook: Rulebook) -> str:
    """Names, fields and abilities of a card, one a line."""
    names = " · ".join(f"{name} ({language})" for language, name in card.name.items())
    lines = [f"{card.number}  {names}", f"  {card.type}{f' · set {card.set}' if card.set else ''}"]
    lines += [f"  {name}: {value}" for name, value in card.numbers.items()]
    lines += [f"  {name}: {', '.join(words)}" for name, words in card.words.items() if words]
    for name, rows in card.records.items():
        lines += [f"  {name}: {', '.join(f'{key} {value}' for key, value in row.items())}" for row in rows]
    lines += [f"  {name}: {said}" for name, said in card.written.items()]
    abilities = [rulebook.abilities[number] for number in card.abilities]
    lines += [f"  {number}. {line}" for number, line in enumerate(_abilities(abilities, rulebook), 1)]
    return "\n".join(printable(line) for line in lines)


def _abilities(abilities: list[AbilityDef], rulebook: Rulebook) -> Iterator[str]:
    """Each ability once, a keyword with what it means: it may stand for several."""
    said: set[str] = set()
    for ability in abilities:
        keyword = rulebook.keywords.get(ability.keyword)
        text = ability.text or (keyword.text if keyword is not None else {})
        line = " ".join(part for part in (_opening(ability), _reading(text)) if part)
        if line not in said:
            said.add(line)
            yield line


def _opening(ability: AbilityDef) -> str:
    kind = ability.keyword or ability.opener
    return f"[{kind}{f': {ability.heading}' if ability.heading else ''}]"


def _reading(text: Mapping[str, str]) -> str:
    return text.get("en") or next(iter(text.values()), "")
