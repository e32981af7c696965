"""Set and value expressions as typed trees: plain data, so that they can be cached and hashed.

A tree is an `Expr(op, args)`. The kinds of value are: *number*, *truth*, *words* (a tuple of words), *cards* (a set of
cards in order), *seats* (a set of seats), *records* and *place*. `OPS` lists every op with the kinds of its arguments
and of its value; the loader makes only such trees and the engine's linking turns each into a function.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Expr(Struct, frozen=True, tag="expr", tag_field="is", omit_defaults=True):
    """One node of an expression."""

    op: str
    args: tuple[Expr | int | str, ...] = ()


class Choice(Struct, frozen=True, tag="choice", tag_field="is", omit_defaults=True):
    """A pick that a player is asked for."""

    source: Expr
    """Cards, or seats, to pick from."""
    least: Expr | None = None
    """The fewest picks; absent is 0. Where fewer can be had, as far as possible."""
    most: Expr | None = None
    """The most picks; absent is no bound."""
    who: Expr | None = None
    """The choosing seats; absent is `you`."""
    such_that: Expr | None = None
    """A condition on the picks together (they are `chosen`)."""
    asks: str = ""
    """A query each candidate must pass, asked of the scope's acting card (rulebooks only)."""
    up_to: bool = False
    """Whether fewer than `most` may be picked at will."""
    rule: str = ""


class Place(Struct, frozen=True, tag="place", tag_field="is", omit_defaults=True):
    """Where cards or pieces come to lie or are taken from."""

    zone: str = ""
    """A zone of the game; empty where pieces lie on the cards `of` themselves, or outside the game."""
    of: Expr | None = None
    """The seats, or the host cards, it belongs to; absent is outside the game (`supply`, `void`)."""
    position: str = ""
    """`top`, `bottom`, or empty for the zone's usual end (the top)."""
    depth: Expr | None = None
    """The place counted from that end; absent is 1."""


OPS: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    # -- numbers -------------------------------------------------------------------------------------------------
    "number": (("int",), "number"),
    "count": (("cards|seats|records",), "number"),  # how many
    "count_word": (("words", "words"), "number"),  # how many of the first are one of the second
    "count_words": (("words",), "number"),
    "value": (("name", "cards"), "number"),  # number field or query `value.<name>` of one card; nothing if no card
    "seat_value": (("name", "seats"), "number"),  # query `value.<name>` of a seat
    "sum": (("name", "cards"), "number"),  # of `value.<name>` over cards; likewise:
    "max": (("name", "cards"), "number"),
    "min": (("name", "cards"), "number"),
    "greatest": (("number", "number"), "number"),
    "least": (("number", "number"), "number"),
    "add": (("number", "number"), "number"),
    "sub": (("number", "number"), "number"),
    "mul": (("number", "number"), "number"),
    "div": (("number", "number"), "number"),  # rounds down
    "neg": (("number",), "number"),
    "pieces": (("name", "cards"), "number"),  # pieces of that kind (and its sub-kinds) on the cards
    "pool": (("name", "name", "seats"), "number"),  # kind, zone, whose: pieces in a seat's zone
    "slot_number": (("int",), "number"),
    "event_number": (("name",), "number"),  # `amount` or `count` of the event
    "turn_number": ((), "number"),
    "times": (("name", "cards|truth|none", "name"), "number"),  # event, test of its card (as a set), span
    "times_seat": (("name", "seats", "name"), "number"),  # event, whose, span
    "limit": (("number",), "number"),  # a number that `value.limit` of the source may raise
    "record_number": (("records", "name"), "number"),  # that key of the first record
    "record_max": (("records", "name"), "number"),
    "key": (("name",), "number"),  # inside a filter of records: that key of the record tested
    "level": (("cards",), "number"),  # query `value.level`
    # -- truths --------------------------------------------------------------------------------------------------
    "true": ((), "truth"),
    "and": (("truth", "truth"), "truth"),
    "or": (("truth", "truth"), "truth"),
    "not": (("truth",), "truth"),
    "any": (("cards|seats|records|words",), "truth"),
    "eq": (("number", "number"), "truth"),
    "lt": (("number", "number"), "truth"),
    "le": (("number", "number"), "truth"),
    "gt": (("number", "number"), "truth"),
    "ge": (("number", "number"), "truth"),
    "one_of": (("number", "number..."), "truth"),  # the first equals one of the others
    "overlap": (("words", "words"), "truth"),  # one of these is one of those (`=`, `in`)
    "contains": (("words", "words"), "truth"),  # one of these contains one of those as part (`~`)
    "within": (("cards", "cards"), "truth"),  # all of the first (at least one) are among the second
    "same": (("cards", "cards"), "truth"),  # both name the same one card
    "same_seat": (("seats", "seats"), "truth"),  # at least one, and all of the first among the second
    "is_type": (("words", "cards"), "truth"),  # the type, or what counts as it (bare type words)
    "flag": (("name", "cards"), "truth"),  # a flag of the game (`as_if.<name>`)
    "exhausted": (("cards",), "truth"),
    "refreshed": (("cards",), "truth"),
    "face_up": (("cards",), "truth"),
    "reversed": (("cards",), "truth"),
    "new": (("cards",), "truth"),  # entered its zone in play this turn
    "other": (("cards",), "truth"),  # not `self`
    "waiting": (("name", "cards"), "truth"),  # about to leave by that event
    "being_played": (("cards",), "truth"),
    "is_card": (("cards",), "truth"),  # a chain link that is a card, not an effect
    "condition": (("name", "cards"), "truth"),  # a condition field of the card, `self` being that card
    "fits": (("name", "cards", "cards"), "truth"),  # a filter field of the first card, tested on the second
    # -- words ---------------------------------------------------------------------------------------------------
    "words": (("word...",), "words"),
    # word field (query `set.<name>`), `name`, `number`, `keyword`, `type`, `ability` (one opener for each ability)
    "word_field": (("name", "cards"), "words"),
    "heading_of": (("cards",), "words"),  # headings of the card's abilities
    "zone_of": (("cards",), "words"),
    "played_from": (("cards",), "words"),
    "slot_words": (("int",), "words"),
    "phase": ((), "words"),
    "step": ((), "words"),
    "window": ((), "words"),
    "event_word": (("name",), "words"),  # `cause`, `heading`, `phase`, `kind`
    "reading": (("name",), "words"),
    "param": (("name",), "words"),  # a keyword's parameter, before it is filled in
    # -- cards ---------------------------------------------------------------------------------------------------
    "none": ((), "cards"),
    "self": ((), "cards"),
    "it": ((), "cards"),
    "tested": (("int",), "cards"),  # the card tested by the filter that many filters further out
    "host": (("cards",), "cards"),
    "user": ((), "cards"),
    "event_card": ((), "cards"),
    "event_cards": ((), "cards"),
    "event_source": ((), "cards"),
    "slot": (("int",), "cards"),
    "scope": (("name", "name"), "cards"),  # scope, field it holds
    "zone": (("name", "seats"), "cards"),
    "hosted": (("name", "cards"), "cards"),  # what lies in that zone of those hosts
    "attached": (("cards",), "cards"),
    "pile": (("name", "seats"), "cards"),  # a seat's zone of pieces, as one thing to pick where pieces are taken
    "anywhere": ((), "cards"),
    "leaving": ((), "cards"),  # those about to leave
    "chain": ((), "cards"),  # pending links
    "chosen": ((), "cards"),
    "paid": (("name",), "number"),  # how many pieces of that kind the cost of this use was paid with
    "top": (("cards", "number"), "cards"),  # the first so many
    "bottom": (("cards", "number"), "cards"),
    "filter": (("cards", "truth"), "cards"),
    "plus": (("cards", "cards"), "cards"),
    "minus": (("cards", "cards"), "cards"),
    # -- seats ---------------------------------------------------------------------------------------------------
    "you": ((), "seats"),
    "side": ((), "seats"),  # `you`, or the seat for whose places in play something is used
    "opponent": ((), "seats"),
    "partner": ((), "seats"),
    "team": ((), "seats"),
    "everyone": ((), "seats"),
    "turn_player": ((), "seats"),
    "chooser": ((), "seats"),
    "chance": ((), "seats"),
    "it_seats": ((), "seats"),  # `it` where a seat or a team is asked about
    "owner": (("cards",), "seats"),
    "controller": (("cards",), "seats"),
    "event_seat": ((), "seats"),
    "slot_seats": (("int",), "seats"),
    "one_opponent": (("int",), "seats"),  # the opponent in that slot; all of them as long as none is named
    "scope_seat": (("name", "name"), "seats"),
    # -- records -------------------------------------------------------------------------------------------------
    "records": (("name", "cards"), "records"),  # a record field of one card
    "records_where": (("records", "truth"), "records"),
}
"""Every op: kinds of its arguments, and of its value."""


def constant(value: int) -> Expr:
    """The tree of a number."""
    return Expr("number", (value,))


TRUE: Final = Expr("true")
YOU: Final = Expr("you")
SELF: Final = Expr("self")
