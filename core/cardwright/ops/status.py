"""Ops that change how cards stand: exhaust, refresh, stay, change_control, retarget; and win, lose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardwright.engine.verdicts import forbidden
from cardwright.hooks.words import Key, OpWord
from cardwright.ids import NO_REF
from cardwright.state import aspects
from cardwright.state.card_state import CardState
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context

Args = dict[str, Any]


def _may(c: Context, frame: Frame, query: str, card: CardState) -> bool:
    cause = (c.step.cause if c.step is not None else "") or frame.cause
    return forbidden(c, query, card, frame.controller, None, "", cause) is None


def _turn(c: Context, frame: Frame, args: Args, *, exhausted: bool) -> None:
    word, query = ("exhausted", "may.exhaust") if exhausted else ("refreshed", "may.refresh")
    for card in c.present(args["what"]):
        if card.exhausted is not exhausted and card.waiting < 0 and _may(c, frame, query, card):
            c.propose(c.event(frame, word, "turn", card, seat=card.controller, word=word))


def propose_exhaust(c: Context, frame: Frame, args: Args) -> None:
    """`exhaust`: cards turn sideways."""
    _turn(c, frame, args, exhausted=True)


def propose_refresh(c: Context, frame: Frame, args: Args) -> None:
    """`refresh`: cards turn upright."""
    _turn(c, frame, args, exhausted=False)


def can_exhaust(c: Context, frame: Frame, args: Args) -> bool:
    """Whether all the cards stand upright and may be turned."""
    return all(not card.exhausted and _may(c, frame, "may.exhaust", card) for card in args["what"])


def can_refresh(c: Context, frame: Frame, args: Args) -> bool:
    """Whether all the cards lie sideways and may be turned."""
    return all(card.exhausted and _may(c, frame, "may.refresh", card) for card in args["what"])


def propose_stay(c: Context, frame: Frame, args: Args) -> None:
    """`stay`: cards that were about to leave do not."""
    for card in c.present(args["what"]):
        if card.waiting >= 0 and _may(c, frame, "may.stay", card):
            word = args.get("state", "same")
            query = {"exhausted": "may.exhaust", "refreshed": "may.refresh"}.get(word, "")
            if query and not _may(c, frame, query, card):
                word = "same"
            c.propose(c.event(frame, "stayed", "stay", card, seat=card.controller, word=word))


def propose_control(c: Context, frame: Frame, args: Args) -> None:
    """`change_control`: another seat commands the cards."""
    seat, until = args["to"], args.get("until", "end_of_game")
    for card in c.present(args["what"]):
        if card.controller != seat and forbidden(c, "may.enter", card, seat, seat) is None:
            c.propose(c.event(frame, "control_changed", "control", card, seat=seat, word=until))


def propose_retarget(c: Context, frame: Frame, args: Args) -> tuple[int, ...] | None:
    """`retarget`: the battle's target (or the fighter in `role`) is another."""
    to = c.present(args["to"])
    scope = args["what"]
    holder = c.scope_frame(scope) if isinstance(scope, str) else None
    if not to or holder is None:
        return None
    field = args.get("role") or "target"
    holder.fields[field] = c.refs(to)
    c.edit.touch(aspects.SCOPE)
    attacker = holder.fields.get(c.tables.rulebook.scopes[scope].holds[0]) or (NO_REF,)
    c.propose(c.event(frame, "retargeted", "", to[0], seat=to[0].controller, other=attacker[0]))
    return c.refs(to)


def _finish(c: Context, frame: Frame, args: Args, word: str) -> None:
    seat = args.get("seat", frame.controller)
    rule = c.step.rule if c.step is not None else ""
    event = c.event(
        frame, word if word == "won" else "lost", "finish", seat=seat, word="win" if word == "won" else "lose"
    )
    event.rule = rule
    event.manner = args.get("reason", "")
    c.propose(event)


def propose_win(c: Context, frame: Frame, args: Args) -> None:
    """`win`: a seat's team wins."""
    _finish(c, frame, args, "won")


def propose_lose(c: Context, frame: Frame, args: Args) -> None:
    """`lose`: a seat's team loses."""
    _finish(c, frame, args, "lost")


_CARDS: Final = Key("cards", required=True)
_SEAT: Final = Key("seat")
_SIDEWAYS: Final = ("exhausted", "away")
WORDS: Final = (
    OpWord("exhaust", propose_exhaust, {"what": _CARDS}, "exhausted", can_exhaust, reads=(*_SIDEWAYS, "may.exhaust")),
    OpWord("refresh", propose_refresh, {"what": _CARDS}, "refreshed", can_refresh, reads=(*_SIDEWAYS, "may.refresh")),
    OpWord(
        "stay",
        propose_stay,
        {"what": _CARDS, "state": Key("word", words=("exhausted", "refreshed", "same"))},
        "stayed",
    ),
    OpWord(
        "change_control",
        propose_control,
        {"what": _CARDS, "to": Key("seat", required=True), "until": Key("word")},
        "control_changed",
    ),
    OpWord(
        "retarget",
        propose_retarget,
        {"what": Key("word", required=True), "to": _CARDS, "role": Key("word")},
        "retargeted",
    ),
    OpWord("win", propose_win, {"seat": Key("team")}, "won"),
    OpWord("lose", propose_lose, {"seat": Key("team")}, "lost"),
)
"""The ops of this family."""
