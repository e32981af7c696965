"""Modifiers, event patterns and limits."""

from __future__ import annotations

from typing import Final

from cardwright.loading.compile_builder import Builder, Spot
from cardwright.loading.vocabulary import SPANS
from cardwright.rulebook.expressions import Expr
from cardwright.rulebook.modifier import Limit, ModifierDef, Pattern

_CHANGES: Final = ("add", "set", "at_most", "forbid", "require", "allow")
DURATIONS: Final = ("end_of_battle", "end_of_phase", "end_of_turn", "end_of_game", "leaves")
_WANTS: Final = {"value": "number", "set": "words", "as_if": "truth"}
"""What the amount of a change is, by the kind of query."""
_OWN: Final = "own"
"""Of abilities that a card bears those printed on itself, lent in no role."""
_NO_CHANGE: Final = "a modifier needs one of add, set, at_most, forbid, require, allow, or final"


def modifier(builder: Builder, spot: Spot, of: Expr | None = None) -> ModifierDef:
    """The modifier at `spot`; `of` is what a choice found, if it was one."""
    query = builder.words(spot.get("query"), builder.queries, "query")
    about = builder.queries.get(query[0], "cards") if query else "cards"
    change = _change(builder, spot)
    asked = spot.within(it=about)
    until = spot.get("until")
    return ModifierDef(
        query=query,
        change=change,
        of=of or _of(builder, spot),
        frozen=of is not None or _is_frozen(builder, spot),
        amount=_amount(builder, asked, change, query),
        allow=builder.words(spot.get("allow"), builder.reasons, "reason"),
        source=builder.maybe(asked.get("source"), "cards"),
        target=builder.maybe(asked.get("target"), "cards"),
        against=builder.maybe(asked.get("against"), "cards"),
        with_cards=builder.maybe(asked.get("with"), "cards"),
        seat=builder.maybe(asked.get("seat"), "seats"),
        window=builder.word(spot.get("window"), builder.vocabulary.windows, "window"),
        phase=builder.words(spot.get("phase"), builder.vocabulary.phases, "phase"),
        heading=_heading(builder, spot),
        manner=builder.word(spot.get("manner"), _manners(builder), "move"),
        cause=builder.word(spot.get("cause"), builder.vocabulary.every_cause, "cause"),
        role=builder.word(spot.get("role"), (*roles(builder), *((_OWN,) if "may.bear" in query else ())), "role"),
        level=builder.maybe(asked.get("level"), "number"),
        condition=builder.truth(asked.get("while")),
        final=spot.data.get("final") is True,
        reason=str(spot.data.get("reason") or ""),
        rule=builder.rule(spot),
        until=builder.word(until, DURATIONS, "duration") if until and isinstance(until.data, str) else "",
        until_event=pattern(builder, until) if until and isinstance(until.data, dict) else None,
        line=spot.line,
    )


def _of(builder: Builder, spot: Spot) -> Expr | None:
    of = spot.get("of")
    return builder.objects(of)[0] if of else None


def _is_frozen(builder: Builder, spot: Spot) -> bool:
    """A path names the objects found now; a bare filter or a seat stays open."""
    of = spot.get("of")
    if of is None or builder.flawed(of):
        return False
    return not str(of.data).lstrip().startswith("[") and builder.objects(of)[1] == "cards"


def _change(builder: Builder, spot: Spot) -> str:
    """The one thing it does; `final: true` alone fixes the value it finds."""
    found = [key for key in _CHANGES if spot.data.get(key) is not None]
    if len(found) != 1:
        builder.fault(spot, _NO_CHANGE if not found else f"a modifier has one change, not {' and '.join(found)}")
        return "add"
    if spot.data[found[0]] is False:
        builder.fault(spot / found[0], f"'{found[0]}: false' says nothing", "leave the modifier out")
    return found[0]


def _amount(builder: Builder, spot: Spot, change: str, query: tuple[str, ...]) -> Expr | None:
    amount = spot.get(change)
    if amount is None or change not in ("add", "set", "at_most"):
        return None
    kind = query[0].partition(".")[0] if query else "value"
    if query == ("set.payment",):
        return builder.expr(amount, "pieces")
    wanted = _WANTS.get(kind)
    if wanted is None:
        builder.fault(amount, f"'{change}' changes a value; '{query[0]}' is answered by forbid, require or allow")
        return None
    return builder.expr(amount, wanted)


def _heading(builder: Builder, spot: Spot) -> str:
    return builder.word(spot.get("heading"), builder.vocabulary.every_heading, "heading")


def _manners(builder: Builder) -> list[str]:
    return [name for name, _ in builder.entries("moves")]


def roles(builder: Builder) -> tuple[str, ...]:
    """The roles in which cards of this game are attached."""
    links = (spot.data.get("roles") or [name] for name, spot in builder.entries("links"))
    return tuple(dict.fromkeys(str(role) for named in links for role in named))


def pattern(builder: Builder, spot: Spot) -> Pattern:
    """The event pattern at `spot`."""
    zones = builder.vocabulary.zones
    return Pattern(
        events=builder.words(spot.get("event"), builder.vocabulary.events, "event"),
        what=builder.maybe(spot.get("what"), "cards"),
        seat=builder.maybe(spot.get("seat"), "seats"),
        by=builder.maybe(spot.get("by"), "seats"),
        cause=builder.words(spot.get("cause"), builder.vocabulary.every_cause, "cause"),
        source=builder.maybe(spot.get("source"), "cards"),
        against=builder.maybe(spot.get("against"), "cards"),
        come_from=builder.words(spot.get("from"), zones, "zone"),
        go_to=builder.words(spot.get("to"), zones, "zone"),
        kind=builder.word(spot.get("kind"), builder.vocabulary.pieces, "kind of piece"),
        phase=builder.word(spot.get("phase"), builder.vocabulary.phases, "phase"),
        heading=_heading(builder, spot),
        condition=builder.truth(spot.get("if")),
        together=spot.data.get("together") is True,
    )


def limit(builder: Builder, spot: Spot | None) -> Limit | None:
    """The limit at `spot`, if there is one."""
    if spot is None or builder.flawed(spot):
        return None
    spans = [span for span in SPANS if spot.data.get(span) is not None]
    if len(spans) != 1:
        builder.fault(spot, "a limit names one span", "as {turn: 1}")
        return None
    each = builder.word(spot.get("each"), ("copy", "name", "seat", "host"), "'each'") or "copy"
    return Limit(spans[0], builder.expr(spot / spans[0], "number"), each, builder.rule(spot))
