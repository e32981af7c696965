"""What the words of a game propose: its moves and its procedures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardwright.engine.piece_moves import places
from cardwright.engine.places import LinkedPlace
from cardwright.engine.source_code import frame_function, kind_of
from cardwright.rulebook.expressions import Place
from cardwright.rulebook.table import MoveDef, ProcedureDef
from cardwright.state.events import Event
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.engine.linking import Linked

Args = dict[str, Any]
Proposer = Callable[["Context", Frame, Args], Any]


def move_proposer(tables: Linked, move: MoveDef) -> Proposer:
    """A named move: from its zones to its place; where it waits the card only begins to leave."""
    zones = frozenset(tables.zone[zone] for zone in move.come_from)
    waits_from = frozenset(tables.zone[zone] for zone in move.waits_from)
    waits_if = None if move.waits_if is None else frame_function(tables, move.waits_if, move.name)
    usual = tables.place(move.to)
    kind = tables.event[move.event]

    def propose(c: Context, frame: Frame, args: Args) -> None:
        for card in c.present(args["what"]):
            if (zones and card.zone not in zones) or card.waiting == kind:
                continue
            key, position = c.place_key(args.get("to") or usual, card, frame)
            if key < 0:
                continue
            waits = move.waits and (not waits_from or card.zone in waits_from) and c.tables.in_play[card.zone]
            if waits and waits_if is not None:
                waits = bool(waits_if(c, frame, card))
            event = c.event(frame, move.event, "wait" if waits else "move", card, seat=card.controller, to=key)
            event.position, event.word, event.manner = position, args.get("face", ""), move.name
            c.propose(event)

    return propose


def procedure_proposer(tables: Linked, procedure: ProcedureDef) -> Proposer:
    """A named program: one proposal, of each card in `what` where it has such a parameter."""
    defaults = {name: _default(tables, value) for name, value in procedure.defaults.items()}

    def propose(c: Context, frame: Frame, args: Args) -> None:
        cards = args.get("what") if "what" in procedure.params else None
        if cards is None and "what" not in procedure.params:
            _propose_one(c, frame, procedure, defaults, args, None)
            return
        for card in cards or ():
            _propose_one(c, frame, procedure, defaults, {**args, "what": [card]}, card)
        if not cards and "seat" in args:
            _propose_one(c, frame, procedure, defaults, args, None)

    return propose


def _default(tables: Linked, value: Any) -> Any:
    if isinstance(value, Place):
        return tables.place(value)
    return frame_function(tables, value, "default"), kind_of(value)


def _propose_one(
    c: Context, frame: Frame, procedure: ProcedureDef, defaults: dict[str, Any], args: Args, card: Any
) -> None:
    own: list[Any] = []
    inner = Frame(-1, controller=frame.controller, source=frame.source, slots=own)
    amount, seat = 0, -1
    for name in procedure.params:
        kind = procedure.kinds.get(name, "cards")
        own.append(_held(c, frame, kind, args[name]) if name in args else _usual(c, inner, defaults.get(name), kind))
        if name in {"amount", "count"} and kind == "number":
            amount = inner.slots[-1] or 0
            if amount <= 0:
                return
        if name == "seat":
            seat = c.first(inner.slots[-1])
    event: Event = c.event(
        frame, procedure.event, "", card, seat=card.controller if card is not None and seat < 0 else seat
    )
    event.amount, event.program, event.args = amount, procedure.program, tuple(inner.slots)
    event.manner = procedure.name
    c.propose(event)


def _held(c: Context, frame: Frame, kind: str, value: Any) -> Any:
    """A parameter as slots hold it."""
    if isinstance(value, LinkedPlace):
        return tuple(places(c, frame, value))
    if kind == "seats":
        return (value,) if isinstance(value, int) else tuple(value)
    if kind == "number":
        return value or 0
    return value if isinstance(value, (str, int)) else c.refs(value)


def _usual(c: Context, inner: Frame, default: Any, kind: str) -> Any:
    """The default of a parameter, which may name the parameters before it."""
    if default is None:
        return {"seats": (inner.controller,), "number": 1}.get(kind, ())
    if isinstance(default, LinkedPlace):
        return tuple(places(c, inner, default))
    function, value_kind = default
    value = function(c, inner)
    return c.refs(value) if value_kind == "cards" else value
