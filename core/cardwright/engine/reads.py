"""What an expression reads: aspects of the state, and queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from cardwright.rulebook.expressions import Expr
from cardwright.state import aspects

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked

_PLAIN: Final[dict[str, tuple[int, ...]]] = {
    "pieces": (aspects.PIECES,),
    "pool": (aspects.POOLS,),
    "turn_number": (aspects.CLOCK,),
    "turn_player": (aspects.CLOCK,),
    "new": (aspects.CLOCK,),
    "times": (aspects.HISTORY, aspects.STEP, aspects.PHASE, aspects.SCOPE, aspects.CLOCK),
    "times_seat": (aspects.HISTORY, aspects.STEP, aspects.PHASE, aspects.SCOPE, aspects.CLOCK),
    "exhausted": (aspects.EXHAUSTED, aspects.AWAY),
    "refreshed": (aspects.EXHAUSTED, aspects.AWAY),
    "face_up": (aspects.FACE,),
    "reversed": (aspects.FACE,),
    "waiting": (aspects.WAITING,),
    "leaving": (aspects.WAITING,),
    "phase": (aspects.PHASE,),
    "step": (aspects.STEP,),
    "window": (aspects.WINDOW,),
    "scope": (aspects.SCOPE,),
    "scope_seat": (aspects.SCOPE,),
    "chain": (aspects.CHAIN,),
    "is_card": (aspects.CHAIN,),
    "being_played": (aspects.CHAIN,),
    "attached": (aspects.LINKS,),
    "host": (aspects.LINKS,),
    "controller": (aspects.CONTROL,),
}
MOMENT: Final = -1
"""Stands for what no edit tells of: an event, a slot, the user of a card being asked about."""
_MOMENTS: Final = {"user", "paid", "slot", "slot_number", "slot_words", "slot_seats"}
_ASKED: Final = {"tested", "it", "self"}
"""Cards whose own zone is no news: answers are remembered by the card's stay."""
_TESTED: Final = Expr("tested", (0,))
Zones = frozenset[int] | None
_VALUES: Final = {"value", "seat_value", "sum", "max", "min"}


def walk(expr: Expr) -> Iterator[Expr]:
    """The expression and all its parts."""
    yield expr
    for arg in expr.args:
        if isinstance(arg, Expr):
            yield from walk(arg)


def reads(tables: Linked, expr: Expr) -> tuple[frozenset[int], frozenset[str]]:
    """The aspects and the queries that an expression reads, whoever's the zones are."""
    found, queries = own_reads(tables, expr)
    return frozenset(each - aspects.MINE if each >= aspects.MINE else each for each in found), queries


def own_reads(tables: Linked, expr: Expr) -> tuple[frozenset[int], frozenset[str]]:
    """The same with `MINE` added to what is read in zones of the team of `you` alone."""
    found: set[int] = set()
    queries: set[str] = set()
    for part, zones in _walk_zones(tables, expr, None):
        found.update(_lying(tables, part, zones))
        if part.op in _MOMENTS or part.op.startswith("event_"):
            found.add(MOMENT)
        if part.op in _VALUES:
            queries.add(f"value.{part.args[0]}")
        elif part.op == "level":
            queries.add("value.level")
        elif part.op == "word_field":
            queries.add(f"set.{part.args[0]}")
        elif part.op == "flag":
            queries.add(f"as_if.{part.args[0]}")
        elif part.op == "anywhere" or (part.op == "zone_of" and part.args[0].op not in _ASKED):  # type: ignore[union-attr]
            found.update(range(len(tables.zones)))
        elif part.op == "scope":
            _derived(tables, str(part.args[0]), str(part.args[1]), found, queries)
        elif part.op == "is_type" and tables.counted_as(part.args[0].args):  # type: ignore[union-attr]
            found.add(aspects.LINKS)
        elif part.op in {"condition", "fits"}:
            _printed(tables, part.op, str(part.args[0]), found, queries)
    return frozenset(found), frozenset(queries)


def _walk_zones(tables: Linked, expr: Expr, zones: Zones) -> Iterator[tuple[Expr, Zones]]:
    """The expression and all its parts, each with the zones of `you` in which the card tested there lies, if so."""
    yield expr, zones
    for place, arg in enumerate(expr.args):
        if isinstance(arg, Expr):
            within = _own_zones(tables, expr.args[0]) if expr.op == "filter" and place == 1 else zones  # type: ignore[arg-type]
            yield from _walk_zones(tables, arg, within)


def _own_zones(tables: Linked, cards: Expr) -> Zones:
    """The zones that some cards lie in, if all of them are of the team of `you`."""
    if cards.op == "filter":
        return _own_zones(tables, cards.args[0])  # type: ignore[arg-type]
    if cards.op == "plus":
        left, right = (_own_zones(tables, each) for each in cards.args)  # type: ignore[arg-type]
        return left | right if left is not None and right is not None else None
    return frozenset((tables.zone[str(cards.args[0])],)) if cards.op == "zone" and _is_mine(cards.args[1]) else None


def _is_mine(seats: object) -> bool:
    return isinstance(seats, Expr) and seats.op in {"you", "team", "partner"}


def _lying(tables: Linked, part: Expr, zones: Zones) -> Iterable[int]:
    """What is read of where cards and pieces are and how they lie."""
    if part.op in {"zone", "hosted", "pile"}:
        zone = tables.zone[str(part.args[0])]
        return (aspects.MINE + zone if part.op != "hosted" and _is_mine(part.args[1]) else zone,)
    if part.op in {"exhausted", "refreshed"} and zones is not None and part.args[0] == _TESTED:
        return {aspects.MINE + (aspects.EXHAUSTED if tables.in_play[zone] else aspects.AWAY) for zone in zones}
    if part.op == "pieces" and zones is not None and part.args[1] == _TESTED:
        return (aspects.MINE + aspects.PIECES,)
    if part.op == "pool" and _is_mine(part.args[2]):
        return (aspects.MINE + aspects.POOLS,)
    return _PLAIN.get(part.op, ())


def tested_parts(expr: Expr) -> Iterator[Expr]:
    """What is evaluated to tell whether a card is among a set: of a path or a bare filter the tests alone."""
    if expr.op in {"plus", "minus"}:
        for arg in expr.args:
            yield from tested_parts(arg)  # type: ignore[arg-type]
    elif expr.op == "filter":
        yield from tested_parts(expr.args[0])  # type: ignore[arg-type]
        yield expr.args[1]  # type: ignore[misc]
    elif expr.op == "zone":
        yield expr.args[1]  # type: ignore[misc]
    elif expr.op not in {"anywhere", "self", "none"}:
        yield expr


def _derived(tables: Linked, scope: str, field: str, found: set[int], queries: set[str]) -> None:
    expr = tables.rulebook.scopes[scope].derived.get(field)
    if expr is not None:
        more, asked = reads(tables, expr)
        found |= more
        queries |= asked


def _printed(tables: Linked, op: str, name: str, found: set[int], queries: set[str]) -> None:
    for card in tables.cards:
        expr = (card.conditions if op == "condition" else card.filters).get(name)
        if expr is not None:
            more, asked = reads(tables, expr)
            found |= more
            queries |= asked
