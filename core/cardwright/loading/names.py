"""What a name means behind cards, a player, an event or a scope, and at the head of a path."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardwright.loading.typed import Typed
from cardwright.loading.vocabulary import (
    BUILT_IN_FLAGS,
    BUILT_IN_WORD_FIELDS,
    MOMENTS,
    OF_CARDS,
    OF_EVENT,
    SEATS,
    THINGS,
    Vocabulary,
)
from cardwright.rulebook.expressions import Expr

_NO_ARGUMENT: Final = {"anywhere": "cards", "leaving": "cards", "chain": "cards", "turn_number": "number"}
_MOMENT_WORDS: Final = {"phase": "phases", "step": "steps", "window": "windows"}


def everyones(zone: str, vocabulary: Vocabulary, column: int) -> Typed:
    """A zone of all players."""
    typed = of_seats(zone, Expr("everyone"), vocabulary, column)
    if typed is None:
        raise LookupError(zone)
    return typed


def of_seats(name: str, seats: Expr, vocabulary: Vocabulary, column: int) -> Typed | None:
    """What `name` is behind a player: a zone or a query; None if nothing."""
    if name in vocabulary.piece_zones:
        return Typed(Expr("pool", (vocabulary.piece_zones[name], name, seats)), "pool", column)
    if name in vocabulary.hosted_zones:
        hosts = Expr("zone", (vocabulary.hosted_zones[name], seats))
        return Typed(Expr("hosted", (name, hosts)), "cards", column)
    if name in vocabulary.zones:
        return Typed(Expr("zone", (name, seats)), "cards", column)
    if name in vocabulary.seat_queries:
        return Typed(Expr("seat_value", (name, seats)), "number", column)
    return None


def of_cards(name: str, cards: Expr, vocabulary: Vocabulary, column: int) -> Typed | None:
    """What `name` is behind cards, fields first; None if nothing."""
    return (
        _field(name, cards, vocabulary, column)
        or _of_any_card(name, cards, vocabulary, column)
        or _flag(name, cards, vocabulary, column)
        or _laid(name, cards, vocabulary, column)
    )


def _field(name: str, cards: Expr, vocabulary: Vocabulary, column: int) -> Typed | None:
    if name == "level":
        return Typed(Expr("level", (cards,)), "number", column)
    if name in vocabulary.numbers or name in vocabulary.card_queries:
        return Typed(Expr("value", (name, cards)), "number", column)
    if name in vocabulary.words or name in BUILT_IN_WORD_FIELDS:
        return Typed(Expr("word_field", (name, cards)), "words", column, _allowed(name, vocabulary))
    if name in vocabulary.records:
        return Typed(Expr("records", (name, cards)), "records", column, record=name)
    if name in vocabulary.conditions:
        return Typed(Expr("condition", (name, cards)), "truth", column)
    return None


def _allowed(name: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    if name in vocabulary.words:
        return tuple(vocabulary.words[name])
    return {"type": tuple(vocabulary.types), "keyword": vocabulary.keywords}.get(name, ())


def _of_any_card(name: str, cards: Expr, vocabulary: Vocabulary, column: int) -> Typed | None:
    if name in ("owner", "controller"):
        return Typed(Expr(name, (cards,)), "seats", column)
    if name in ("host", "attached"):
        return Typed(Expr(name, (cards,)), "cards", column)
    if name == "heading":
        return Typed(Expr("heading_of", (cards,)), "words", column, vocabulary.every_heading)
    if name in ("zone", "played_from"):
        op = "zone_of" if name == "zone" else name
        return Typed(Expr(op, (cards,)), "words", column, vocabulary.zones)
    return None


def _flag(name: str, cards: Expr, vocabulary: Vocabulary, column: int) -> Typed | None:
    expr = _flag_expr(name, cards, vocabulary)
    return Typed(expr, "truth", column) if expr else None


def _flag_expr(name: str, cards: Expr, vocabulary: Vocabulary) -> Expr | None:
    if name in vocabulary.flags:
        return Expr("flag", (name, cards))
    if name in BUILT_IN_FLAGS:
        return Expr("is_card" if name == "card" else name, (cards,))
    if name in vocabulary.waiting:
        return Expr("waiting", (name, cards))
    if name in vocabulary.types:
        return Expr("is_type", (Expr("words", (name,)), cards))
    return None


def _laid(name: str, cards: Expr, vocabulary: Vocabulary, column: int) -> Typed | None:
    if name in vocabulary.pieces:
        return Typed(Expr("pieces", (name, cards)), "number", column)
    if name in vocabulary.hosted_zones:
        return Typed(Expr("hosted", (name, cards)), "cards", column)
    return None


def of_event(name: str, vocabulary: Vocabulary, column: int) -> Typed | None:
    """What `event.<name>` is; None if nothing."""
    if name in ("card", "cards", "source"):
        return Typed(Expr(f"event_{name}"), "cards", column)
    if name == "seat":
        return Typed(Expr("event_seat"), "seats", column)
    if name in ("amount", "count"):
        return Typed(Expr("event_number", (name,)), "number", column)
    if name in OF_EVENT:
        return Typed(Expr("event_word", (name,)), "words", column, _event_words(name, vocabulary))
    return None


def _event_words(name: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    return {
        "cause": vocabulary.every_cause,
        "heading": vocabulary.every_heading,
        "phase": vocabulary.phases,
        "kind": vocabulary.pieces,
    }.get(name, (*vocabulary.zones, *vocabulary.supplies))


def of_scope(scope: str, name: str, vocabulary: Vocabulary, column: int) -> Typed | None:
    """What `name` is in a scope; None if it is no field of it."""
    kind = vocabulary.scopes.get(scope, {}).get(name)
    if kind is None:
        return None
    return Typed(Expr("scope" if kind == "cards" else "scope_seat", (scope, name)), kind, column)


def head(name: str, vocabulary: Vocabulary, column: int) -> Typed | None:
    """What a word of every game is at the head of a path; `self` and `it` depend on the place and are not here."""
    if name in SEATS:
        return Typed(Expr(name), "seats", column)
    if name in _NO_ARGUMENT:
        return Typed(Expr(name), _NO_ARGUMENT[name], column)
    if name in _MOMENT_WORDS:
        return Typed(Expr(name), "words", column, getattr(vocabulary, _MOMENT_WORDS[name]))
    return Typed(Expr(name), "cards", column) if name == "user" else None


def card_names(vocabulary: Vocabulary) -> tuple[str, ...]:
    """All that can stand behind cards."""
    return (
        *vocabulary.numbers, *vocabulary.words, *vocabulary.records, *vocabulary.conditions, *vocabulary.filters,
        *vocabulary.flags, *vocabulary.types, *vocabulary.pieces, *vocabulary.hosted_zones, *vocabulary.card_queries,
        *vocabulary.waiting, *BUILT_IN_WORD_FIELDS, *BUILT_IN_FLAGS, *OF_CARDS,
    )  # fmt: skip


def seat_names(vocabulary: Vocabulary) -> tuple[str, ...]:
    """All that can stand behind a player."""
    return (*vocabulary.zones, *vocabulary.seat_queries)


def head_names(vocabulary: Vocabulary, slots: Iterable[str]) -> tuple[str, ...]:
    """All that can begin a path."""
    return (*slots, *SEATS, *THINGS, *MOMENTS, *vocabulary.zones, *vocabulary.scopes)
