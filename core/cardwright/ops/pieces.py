"""Ops that move pieces: move_pieces, and pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardwright.engine import costs
from cardwright.engine.piece_moves import picker, pieces_at, places, propose_count, takeable
from cardwright.engine.programs import TAKE_PIECES
from cardwright.hooks.words import Key, OpWord
from cardwright.ids import OUTSIDE, ref_uid
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.state.card_state import CardState

Args = dict[str, Any]


def propose_pieces(c: Context, frame: Frame, args: Args) -> int | None:
    """`move_pieces`: pieces of a kind go from places to a place."""
    kinds = c.tables.kinds_of[args["kind"]]
    count = args.get("count", 1)
    pairs = tuple(
        (source, target)
        for source in places(c, frame, args["from"])
        for target in places(c, frame, args["to"], c.cards[source] if source >= 0 else None)
    )
    if count == "any" or any(_to_ask(c, kinds, count, *pair) for pair in pairs):
        c.push(
            Frame(
                TAKE_PIECES,
                slots=[kinds, pairs, count, (), -1],
                controller=frame.controller,
                source=frame.source,
                cause=(c.step.cause if c.step is not None else "") or frame.cause,
                by=frame.by,
            )
        )
        return None
    return sum(propose_count(c, frame, kinds, count, *pair) for pair in pairs)


def _to_ask(c: Context, kinds: tuple[int, ...], count: int | str, source: int, target: int) -> bool:
    """Whether it is open which kinds of pieces leave a place, and somebody picks them."""
    if count == "all" or source == OUTSIDE or picker(c, kinds, source) < 0:
        return False
    held = takeable(c, kinds, source, target)
    return len(held) > 1 and 0 < int(count) < sum(held.values())


def can_move_pieces(c: Context, frame: Frame, args: Args) -> bool:
    """Whether as many pieces as are named are there, at each of the places."""
    kinds, count = c.tables.kinds_of[args["kind"]], args.get("count", 1)
    wanted = 1 if isinstance(count, str) else count or 0
    sources = places(c, frame, args["from"])
    return bool(sources) and all(
        source == OUTSIDE or sum(takeable(c, kinds, source, target).values()) >= wanted
        for source in sources
        for target in places(c, frame, args["to"], c.cards[source] if source >= 0 else None)
    )


def may_give(c: Context, frame: Frame, card: CardState, args: Args) -> bool:  # noqa: ARG001 - all of its kind take the same
    """Whether a piece of the kind lies on the card (or in the pile) that is picked."""
    held = pieces_at(c, card.uid)
    return any(held[kind] for kind in c.tables.kinds_of[args["kind"]])


def propose_pay(c: Context, frame: Frame, args: Args) -> None:
    """`pay`: pays an amount of a currency."""
    amount = args["amount"] or 0
    if amount > 0:
        card = ref_uid(frame.source) if frame.source >= 0 else -1
        currency = c.tables.rulebook.currencies[args["what"]]
        c.push(costs.payment(currency, frame.controller, card, amount, hold=False, user=frame.user))


WORDS: Final = (
    OpWord(
        "move_pieces",
        propose_pieces,
        {
            "kind": Key("word", required=True),
            "count": Key("number", words=("any", "all")),
            "from": Key("pieces_from", required=True),
            "to": Key("pieces_to", required=True),
        },
        "pieces_moved",
        can_move_pieces,
        fits=may_give,
        reads=("pieces",),
    ),
    OpWord("pay", propose_pay, {"what": Key("word", required=True), "amount": Key("number", required=True)}, "paid"),
)
"""The ops of this family."""
