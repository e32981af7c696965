"""Ops that move cards: move, draw, create, attach, detach, order, shuffle, reveal, flip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardwright.engine.programs import DRAW, ORDER
from cardwright.engine.verdicts import forbidden
from cardwright.hooks.words import Key, OpWord
from cardwright.ids import HOSTED, key_place, key_zone
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.engine.places import LinkedPlace

Args = dict[str, Any]


def propose_move(c: Context, frame: Frame, args: Args) -> None:
    """`move`: cards go to a place; on top of an ordered zone, the first of them comes to lie topmost."""
    cards = c.present(args["what"])
    for card in reversed(cards) if _goes_on_top(c, args["to"]) else cards:
        key, position = c.place_key(args["to"], card, frame)
        if key < 0:
            continue
        zone, place = key_zone(key), key_place(key)
        enters = c.tables.in_play[zone] and place < HOSTED
        seat = c.homes[zone].index(place) if enters else card.owner
        if enters and forbidden(c, "may.enter", card, seat, seat) is not None:
            continue
        c.propose(
            c.event(
                frame, "moved", "move", card, seat=seat, to=key, position=position,
                word=args.get("face", ""), manner="move",
            )
        )  # fmt: skip


def _goes_on_top(c: Context, to: LinkedPlace) -> bool:
    """Whether a place is the top of a zone whose order counts."""
    return to.zone >= 0 and to.position != "bottom" and to.depth is None and c.tables.zones[to.zone].ordered


def propose_shuffle(c: Context, frame: Frame, args: Args) -> None:
    """`shuffle`: a new random order of a zone."""
    key, _ = c.place_key(args["zone"], None, frame)
    c.propose(c.event(frame, "shuffled", "shuffle", seat=key_place(key), to=key))


def propose_draw(c: Context, frame: Frame, args: Args) -> None:
    """`draw`: one card at a time from the deck's top."""
    seat, count = args.get("seat", frame.controller), args.get("count", 1) or 0
    if count > 0:
        c.push(
            Frame(
                DRAW,
                slots=[seat, count, (), 0],
                controller=frame.controller,
                source=frame.source,
                cause=(c.step.cause if c.step is not None else "") or frame.cause,
                events=[],
            )
        )


def propose_reveal(c: Context, frame: Frame, args: Args) -> tuple[int, ...]:
    """`reveal`: everybody, or `who` alone, sees the cards."""
    seats = (1 << args["who"]) if "who" in args else (1 << len(c.state.teams)) - 1
    cards = c.present(args["what"])
    for card in cards:
        c.propose(c.event(frame, "revealed", "reveal", card, seat=card.owner, audience=seats))
    return c.refs(cards)


def propose_flip(c: Context, frame: Frame, args: Args) -> None:
    """`flip`: turns cards face up, down or reversed."""
    for card in c.present(args["what"]):
        if card.face != args["face"]:
            c.propose(c.event(frame, "flipped", "flip", card, seat=card.controller, word=args["face"]))


def propose_create(c: Context, frame: Frame, args: Args) -> None:
    """`create`: makes tokens."""
    key, position = c.place_key(args["to"], None, frame)
    for _ in range(args.get("count", 1) or 0):
        c.propose(
            c.event(
                frame, "created", "create", seat=key_place(key), to=key, position=-1 if position == 0 else position,
                amount=c.tables.card[args["card"]],
            )
        )  # fmt: skip


def propose_order(c: Context, frame: Frame, args: Args) -> tuple[int, ...] | None:
    """`order`: a seat puts cards of one zone in the order of its choice."""
    cards = c.present(args["what"])
    if len(cards) < 2:  # noqa: PLR2004 - one card has one order
        return c.refs(cards)
    seat = args.get("who", frame.controller)
    c.push(Frame(ORDER, slots=[c.refs(cards), ()], controller=seat, source=frame.source, cause=frame.cause))
    return None


def propose_attach(c: Context, frame: Frame, args: Args) -> None:
    """`attach`: puts cards on a host in a role."""
    hosts = c.present(args["to"])
    role = args.get("role", "")
    for card in c.present(args["what"]):
        if hosts and forbidden(c, "may.attach", card, frame.controller, hosts[0], role) is None:
            c.propose(c.event(frame, "attached", "attach", card, seat=card.owner, to=hosts[0].uid, word=role))


def propose_detach(c: Context, frame: Frame, args: Args) -> None:
    """`detach`: takes cards off their hosts; they stay where those are."""
    for card in c.present(args["what"]):
        if card.links:
            c.propose(c.event(frame, "detached", "detach", card, seat=card.controller, to=-1))


_CARDS: Final = Key("cards", required=True)
_SEAT: Final = Key("seat")
WORDS: Final = (
    OpWord("move", propose_move, {"what": _CARDS, "to": Key("place", required=True), "face": Key("word")}, "moved"),
    OpWord("draw", propose_draw, {"count": Key("number"), "seat": _SEAT}, "drawn"),
    OpWord("shuffle", propose_shuffle, {"zone": Key("place", required=True)}, "shuffled"),
    OpWord("reveal", propose_reveal, {"what": _CARDS, "who": _SEAT}, "revealed"),
    OpWord("flip", propose_flip, {"what": _CARDS, "face": Key("word", required=True)}, "flipped"),
    OpWord("order", propose_order, {"what": _CARDS, "who": _SEAT}, "ordered"),
    OpWord(
        "create",
        propose_create,
        {"card": Key("card_number", required=True), "count": Key("number"), "to": Key("place", required=True)},
        "created",
    ),
    OpWord("attach", propose_attach, {"what": _CARDS, "to": _CARDS, "role": Key("word")}, "attached"),
    OpWord("detach", propose_detach, {"what": _CARDS}, "detached"),
)
"""The ops of this family."""
