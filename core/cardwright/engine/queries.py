"""Which modifiers apply to a card or a seat, and the values and words they make of what is printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cardwright.engine.lending import as_borne, borne, lent, lent_words
from cardwright.ids import BY_ITSELF, ZONE_MASK, make_ref
from cardwright.state.card_state import CardState

if TYPE_CHECKING:
    from cardwright.engine.answers import Answers
    from cardwright.engine.modifiers import LinkedModifier, Part
    from cardwright.engine.questions import Question
    from cardwright.rulebook.cards import AbilityDef
    from cardwright.state.modifiers import Modifier

Applied = tuple["LinkedModifier", Any, CardState | None, int]
"""A modifier that applies: with a fixed amount if it has one, the card it is of, and whose it is."""


def _usable(c: Answers, card: CardState, number: int) -> bool:
    """Whether rules let the abilities of a card work at all (they may say when it has none)."""
    question = c.tables.may_use
    if question.makeable and c.state.modifiers and _forbidden_for_long(c, question, card):
        return False
    rules = question.rules_for(number)
    return not rules or not _ruled_out(c, question, rules, card)


def _ruled_out(
    c: Answers, question: Question, rules: Sequence[LinkedModifier], card: CardState, word: str = ""
) -> bool:
    """Whether one of the rules forbids it of the card, whatever the heading."""
    return any(
        rule.change == "forbid"
        and not rule.definition.heading
        and _is_about(c, question, rule, card.controller, None, card)
        and rule.holds(c, card.controller, None, card, None, word)
        for rule in rules
    )


def bears(c: Answers, card: CardState, ability: AbilityDef | None) -> bool:
    """Whether rules let the card have an ability printed on it, or lent to it."""
    question = c.tables.may_bear
    rules = question.rules_for(card.number) if question.rules else ()
    return not rules or not _ruled_out(c, question, rules, card, as_borne(ability))


def _forbidden_for_long(c: Answers, question: Question, card: CardState) -> bool:
    """Whether a lasting modifier forbids it of the card, whatever the heading of the ability."""
    return any(not linked.definition.heading for linked, *_ in _of_effects(c, question.parts["forbid"], card))


def _is_about(
    c: Answers, question: Question | Part, linked: LinkedModifier, you: int, me: CardState | None, it: Any
) -> bool:
    if linked.of is not None:
        return bool(linked.of(c, you, me, it))
    if linked.of_seats is not None:
        return _is_among(c, question, it, linked.of_seats(c, you, me, None))
    return True


def _is_among(c: Answers, question: Question | Part, seat: int, seats: Sequence[int]) -> bool:
    """Whether the seat that is asked about, or its team if that is asked about, is among some."""
    return seat in seats or (question.of_team and any(each in seats for each in c.team[seat]))


def outward(c: Answers, question: Question | Part) -> tuple[tuple[LinkedModifier, CardState], ...]:
    """The static modifiers in force that are about other cards or seats, each with its card."""
    if not question.outward:
        return ()
    number = c.tables.outward_cell + question.number
    found: tuple[tuple[LinkedModifier, CardState], ...] | None = c.cells[number].get(question.key)
    if found is None:
        found = c.cell(number)[question.key] = tuple(_find_outward(c, question))
    return found


def _find_outward(c: Answers, question: Question | Part) -> Iterator[tuple[LinkedModifier, CardState]]:
    for zone in question.outward_zones:
        for key in dict.fromkeys(c.keys[zone]) if not c.tables.zones[zone].on else _hosted_keys(c, zone):
            for uid in c.state.zones.get(key, ()):
                for linked in borne(c, question.outward, c.cards[uid]):
                    if zone in linked.zones:
                        yield linked, c.cards[uid]


def _hosted_keys(c: Answers, zone: int) -> list[int]:
    return [key for key in c.state.zones if key & ZONE_MASK == zone]


def _of_effects(
    c: Answers, question: Question | Part, it: Any
) -> Iterator[tuple[LinkedModifier, Any, CardState | None, int]]:
    ref = make_ref(it.uid, it.incarnation & ~BY_ITSELF) if isinstance(it, CardState) else it
    for modifier in c.state.modifiers:
        linked: LinkedModifier = c.tables.makeable[modifier.definition]
        if question.name not in linked.definition.query:
            continue
        me = c.known_card(modifier.source)
        if modifier.scope is not None:
            if not _is_among(c, question, ref, modifier.scope):
                continue
        elif not _is_about(c, question, linked, modifier.controller, me, it):
            continue
        if ref not in modifier.overcome and _withstood(c, question, modifier, me, it):
            continue
        yield linked, modifier.amount, me, modifier.controller


def _withstood(c: Answers, question: Question | Part, modifier: Modifier, me: CardState | None, it: Any) -> bool:
    """Whether a card is immune to a lasting change now, and that such a change cannot be prevented does not help.

    It does where the change reaches cards as they come, not where it found its cards as it was made.
    """
    shields = c.tables.shields
    if shields is None:
        return False
    open_ability = modifier.ability if modifier.scope is None else -1
    ability = c.tables.abilities[open_ability] if open_ability >= 0 else None
    return shields(c, question.number, it, modifier.controller, me, ability)


def untouched(c: Answers, question: Question | Part, card: CardState) -> bool:
    """Whether nothing at all could apply to the card now, so that nothing need be tested."""
    number = card.number
    if card.guests and question.own:
        return False
    touched = question.direct.get(number)
    if touched is None:
        touched = question.direct[number] = number in question.own or bool(question.rules_for(number))
    return not (touched or (question.makeable and c.state.modifiers) or (question.outward and outward(c, question)))


def applying(
    c: Answers, question: Question | Part, it: Any, you: int, other: Any = None, word: str = "", cause: str = ""
) -> Iterator[Applied]:
    """The modifiers of a query that apply to `it`: rules, then those of cards and effects."""
    for linked in question.rules_for(it.number) if isinstance(it, CardState) else question.rules:
        if _is_about(c, question, linked, you, None, it) and linked.holds(c, you, None, it, other, word, cause):
            yield linked, None, None, you
    yield from applying_of_cards(c, question, it, other, word, cause)


def applying_of_cards(
    c: Answers, question: Question | Part, it: Any, other: Any = None, word: str = "", cause: str = ""
) -> Iterator[Applied]:
    """Those of cards and effects: statics of the card itself, statics of others, lasting ones."""
    card = it if isinstance(it, CardState) else None
    shields = c.tables.shields
    if card is not None and question.own:
        for linked in borne(c, question.own, card) if card.guests else question.own.get(card.number, ()):
            if (
                card.zone in linked.zones
                and alive(c, card, linked.ability)
                and linked.holds(c, card.controller, card, card, other, word, cause)
            ):
                yield linked, None, card, card.controller
    for linked, source in outward(c, question):
        me = c.cards[source.uid]
        if not alive(c, me, linked.ability) or not _is_about(c, question, linked, me.controller, me, it):
            continue
        if linked.holds(c, me.controller, me, it, other, word, cause):
            if shields is not None and shields(c, question.number, it, me.controller, me, linked.ability):
                continue
            yield linked, None, me, me.controller
    if question.makeable and c.state.modifiers:
        for linked, amount, source_card, seat in _of_effects(c, question, it):
            if linked.holds(c, seat, source_card, it, other, word, cause):
                yield linked, amount, source_card, seat


def alive(c: Answers, card: CardState, ability: AbilityDef | None = None) -> bool:
    """Whether an ability of the card works as it lies."""
    if card.waiting >= 0 and card.waiting not in c.tables.keeps_ability:
        return False
    if card.face != "up" and c.tables.blanked(card.zone, card.face, "ability"):
        return False
    return _usable(c, card, card.number) and bears(c, card, ability)


def total(c: Answers, base: int, found: Iterator[Applied], it: Any) -> int:
    """Printed, then set, add, at most; a final one is the last word."""
    added = 0
    cap: int | None = None
    final: int | None = None
    for linked, fixed, me, you in found:
        amount = fixed if fixed is not None else linked.amount(c, you, me, it) if linked.amount is not None else 0
        if amount is None:
            continue
        if linked.final:
            final = amount
        elif linked.change == "set":
            base = amount
        elif linked.change == "add":
            added += amount
        elif linked.change == "at_most":
            cap = amount if cap is None else min(cap, amount)
    result = base + added
    if cap is not None and cap < result:
        result = cap
    return result if final is None else final


def compute_value(c: Answers, number: int, card: CardState) -> int:
    """The answer of a number query about a card, remembered."""
    question: Question = c.tables.queries.all[number]
    cell = c.cell(number)
    key = card.incarnation << 20 | card.uid
    if question.hook is not None:
        base = question.hook(c.tables.reach(c), card.uid)
    elif question.base is not None:
        base = question.base(c, card.controller, None, card) or 0
    else:
        base = question.printed[card.number]
    if question.changed and not untouched(c, question, card):
        cell[key] = base  # a question that comes back to itself takes the printed value
        base = total(c, base, applying(c, question, card, card.controller), card)
    if not question.remembered:
        cell.pop(key, None)
    elif c.cells[number] is cell:
        cell[key] = base
    return int(base)


def compute_seat_value(c: Answers, number: int, seat: int) -> int:
    """The answer of a number query about a seat, remembered."""
    question: Question = c.tables.queries.all[number]
    base = (question.base(c, seat, None, (seat,)) or 0) if question.base is not None else 0
    if question.changed:
        base = total(c, base, applying(c, question, seat, seat), (seat,))
    if question.remembered:
        c.cell(number)[-seat - 2] = base
    return int(base)


def compute_words(c: Answers, name: str, card: CardState) -> tuple[str, ...]:
    """The words of a card's field, less what its zone takes away, plus what modifiers give."""
    if card.last_words is not None and name in card.last_words:
        return card.last_words[name]
    words, question = c.tables.words_as_lying(name, card.number, card.zone, card.face)
    if c.counted and words and name == c.tables.rulebook.deck.apart:
        words = c.counted.get((card.owner, card.number), words)
    if card.guests:
        words = (*words, *(word for role, number in lent(c, card) for word in lent_words(c.tables, name, role, number)))
    if question is None or untouched(c, question, card):
        return words
    for linked, fixed, me, you in applying(c, question, card, card.controller):
        given = fixed if fixed is not None else linked.amount(c, you, me, card) if linked.amount is not None else ()
        words = tuple(given) if linked.change == "set" else (*words, *given)
    return words


def flag_holds(c: Answers, name: str, card: CardState) -> bool:
    """Whether a flag of the game holds of a card, by itself or because a modifier lets it count as such."""
    function = c.tables.flags(name)
    if function is not None and function(c, card.controller, card, card):
        return True
    question = c.tables.queries.by_name.get(f"as_if.{name}")
    if question is None or not question.changed:
        return False
    return any(True for _ in applying(c, question, card, card.controller))
