"""Ops that move pieces: move_pieces, and pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardwright.engine import costs
from cardwright.engine.piece_moves import places, propose_count
from cardwright.engine.programs import TAKE_PIECES
from cardwright.hooks.words import Key, OpWord
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context

Args = dict[str, Any]


def propose_pieces(c: Context, frame: Frame, args: Args) -> int | None:
    """`move_pieces`: pieces of a kind go from places to a place."""
    kinds = c.tables.kinds_of[args["kind"]]
    count = args.get("count", 1)
    total = 0
    for source in places(c, frame, args["from"]):
        card = c.cards[source] if source >= 0 else None
        for target in places(c, frame, args["to"], card):
            if count == "any":
                c.push(Frame(TAKE_PIECES, slots=[kinds, source, target], controller=frame.controller,
                             source=frame.source, cause=frame.cause))  # fmt: skip
                continue
            total += propose_count(c, frame, kinds, count, source, target)
    return total


def propose_pay(c: Context, frame: Frame, args: Args) -> None:
    """`pay`: pays an amount of a currency."""
    amount = args["amount"] or 0
    if amount > 0:
        card = frame.source & ((1 << 20) - 1) if frame.source >= 0 else -1
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
    ),
    OpWord("pay", propose_pay, {"what": Key("word", required=True), "amount": Key("number", required=True)}, "paid"),
)
"""The ops of this family."""
