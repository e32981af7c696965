"""Decisions and events as one viewer may know them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from cardwright.decisions.decision import Decision
from cardwright.engine.programs import PLANNER
from cardwright.ids import key_of
from cardwright.view.allow import Allowance
from cardwright.view.names import card_name, stay, zone_name
from cardwright.view.sights import CardName, Happening, PendingSight

if TYPE_CHECKING:
    from cardwright.decisions.decision import Option, Pending
    from cardwright.rulebook.rulebook import Rulebook
    from cardwright.state.card_state import CardState
    from cardwright.state.events import Event
    from cardwright.state.frames import Frame
    from cardwright.state.game_state import GameState

PUBLIC: Final = frozenset({"act", "chance"})
"""What everybody may know a seat is thinking about; other questions may come from a hidden card."""

_TO_ZONES: Final = frozenset({"move", "shuffle", "create", "wait"})
"""Changes whose event says by `to` which zone is meant."""
_TO_CARDS: Final = frozenset({"pieces", "attach"})
"""Those whose event says by it which card, or which zone of pieces."""


def pending_sight(
    state: GameState, rulebook: Rulebook, allow: Allowance, language: str, asked_by: tuple[str, str]
) -> PendingSight | None:
    """The open question: with its options for the seat asked, for others only that the seat is thinking.

    `asked_by` is the program and the rule that ask.
    """
    pending = state.pending
    if pending is None:
        return None
    if allow.viewer != pending.seat:
        about = pending.about if pending.about in PUBLIC else ""
        return PendingSight(pending.seat, about, pending.window if about else "")
    frames = state.frames
    above = 2 if pending.about == "pay" and len(frames) > 1 else 1  # who pays is asked for the act below
    source = stay(state, frames[-above].source) if frames else None
    known = source is not None and allow.knows(source)
    planner, amount = _planned(frames[-1]) if frames else ("", -1)
    return PendingSight(
        pending.seat,
        pending.about,
        pending.window,
        pending.number,
        tuple(_option(state, rulebook, option, pending.seat, allow) for option in pending.options),
        _option_cards(state, rulebook, pending, allow, language),
        card_name(rulebook, source, language) if source is not None and known else CardName(),
        frames[-above].ability if known else -1,
        planner,
        amount,
        *(asked_by if known or source is None else ("", "")),
    )


def _planned(frame: Frame) -> tuple[str, int]:
    """The planner a frame runs, and what it is to pay in all."""
    if frame.program != PLANNER:
        return "", -1
    due = frame.slots[1].get("amount", -1) if frame.cause == "cost" else -1
    return frame.slots[0].lstrip("="), due


def decision_of(pending: PendingSight) -> Decision:
    """The decision as its seat's agent gets it: cards are handles."""
    return Decision(
        pending.number,
        pending.seat,
        pending.about,
        pending.options,
        pending.window,
        pending.program,
        source=pending.source.handle,
    )


def _option(state: GameState, rulebook: Rulebook, option: Option, seat: int, allow: Allowance) -> Option:
    """The option with a handle for its card; an ability would tell which card it is."""
    if option.card < 0:
        return option
    card = state.cards[option.card]
    known = allow.knows(card) or _searched(rulebook, card, seat)
    return replace(option, card=card.handle, ability=option.ability if known else -1)


def _option_cards(
    state: GameState, rulebook: Rulebook, pending: Pending, allow: Allowance, language: str
) -> dict[int, CardName]:
    named = {}
    for option in pending.options:
        if option.card >= 0:
            card = state.cards[option.card]
            known = allow.knows(card) or _searched(rulebook, card, pending.seat)
            named[card.handle] = card_name(rulebook, card, language) if known else CardName(card.handle)
    return named


def _searched(rulebook: Rulebook, card: CardState, seat: int) -> bool:
    """Whether the seat sees the card because it searches its own pile for it."""
    return card.place == seat and rulebook.zones[card.zone].see == "nobody"


class Told:
    """Events and acts told to one viewer, as the state stands when they are told."""

    def __init__(
        self,
        state: GameState,
        rulebook: Rulebook,
        viewer: int | None,
        clock: tuple[int, str] | None = None,
    ) -> None:
        """Tell what happened in `state` to a seat, or a spectator; `clock` is the turn and phase it began in."""
        self._state = state
        self._rulebook = rulebook
        self._allow = Allowance(state, rulebook, viewer)
        self.turn, self.phase = clock or (state.turn, state.phase)

    def event(self, event: Event) -> Happening:
        """An event, its card left out unless the viewer is of its audience and sees the card before or after it."""
        rulebook = self._rulebook
        what = rulebook.events[event.kind]
        self._tick(what, event)
        hidden = event.card is not None and not self._sees(event, event.card)
        pieces = event.change == "pieces"
        return Happening(
            what=what,
            turn=self.turn,
            phase=self.phase,
            seat=self._whose(event),
            by=event.by,
            card=CardName() if hidden or event.card is None else self._name(event.card),
            other=self._visible(event.other),
            source=self._visible(event.source),
            cause=event.cause,
            amount=event.amount,
            piece=rulebook.pieces[event.piece].name if event.piece >= 0 else "",
            word="" if hidden else event.word,
            come_from=self._holder(event.come_from) if pieces else self._zone(event.come_from),
            to=self._goal(event),
            giver=self._held_by(event.come_from) if pieces else CardName(),
            taker=self._held_by(event.to) if event.change in _TO_CARDS else CardName(),
            replaced=bool(event.replaced),
            hidden=hidden,
        )

    def act(self, pending: Pending, option: Option) -> Happening | None:
        """What a seat chose; of an answer that is its own business others hear nothing."""
        mine = pending.seat == self._allow.viewer
        if not mine and pending.about not in PUBLIC:
            return None
        card = self._state.cards[option.card] if option.card >= 0 else None
        known = card is not None and (
            self._allow.knows(card) or (mine and _searched(self._rulebook, card, pending.seat))
        )
        return Happening(
            what=option.verb,
            act=True,
            turn=self.turn,
            phase=self.phase,
            seat=pending.seat,
            card=self._name(card) if card is not None and known else self._declared(option, card),
            amount=max(option.number, 0) if mine else 0,
            word=option.word if mine else "",
            about=pending.about,
            hidden=card is not None and not known and not self._declares(option),
        )

    def _declares(self, option: Option) -> bool:
        """Whether choosing it names the card to everybody: a card that is played is declared."""
        action = self._rulebook.actions.get(option.verb)
        return action is not None and action.shows

    def _declared(self, option: Option, card: CardState | None) -> CardName:
        """The name of a declared card, without the handle under which it still lies hidden."""
        if card is None or not self._declares(option):
            return CardName()
        return replace(self._name(card), handle=-1)

    def revealed(self, act: Happening, card: CardState, told: Iterable[tuple[Event, Happening]]) -> Happening:
        """An act with the card it was about (as it was then), if carrying it out let the viewer see it.

        `told` are its events with what the viewer is told: the first about the card may name it though it went on.
        """
        now = self._state.cards[card.uid]
        shown = now.incarnation <= card.incarnation + 1 and self._allow.knows(now)
        first = next((line for event, line in told if event.card is not None and event.card.uid == card.uid), act)
        name = self._name(now) if shown else first.card
        return replace(act, card=name, hidden=False) if name.number else act

    def _name(self, card: CardState) -> CardName:
        return card_name(self._rulebook, card, self._rulebook.language)

    def _visible(self, ref: int) -> CardName:
        card = stay(self._state, ref)
        return self._name(card) if card is not None and self._allow.knows(card) else CardName()

    def _tick(self, what: str, event: Event) -> None:
        """Follow the clock through the events of several phases."""
        if what == "turn_started":
            self.turn, self.phase = self.turn + 1, ""
        elif what == "phase_started":
            self.phase = event.word

    def _sees(self, event: Event, card: CardState) -> bool:
        if not self._allow.may_know(event.audience):
            return False
        if event.audience >= 0 and event.change != "reveal":
            return True  # whoever saw the card leave, or arrive
        now = self._state.cards[card.uid]
        return self._allow.knows(card) or (
            card.incarnation <= now.incarnation <= card.incarnation + 1 and self._allow.knows(now)
        )

    def _whose(self, event: Event) -> int:
        if event.seat >= 0 or event.card is None:
            return event.seat
        return event.card.controller

    def _zone(self, key: int) -> str:
        return zone_name(self._state, self._rulebook, key)

    def _goal(self, event: Event) -> str:
        if event.change in _TO_ZONES:
            return self._zone(event.to)
        return self._holder(event.to) if event.change in _TO_CARDS else ""

    def _holder(self, place: int) -> str:
        """Where pieces lie: a card (its uid), a zone (`place_of` its key), or `OUTSIDE`."""
        return self._zone(key_of(place)) if place < 0 else self._held_by(place).name

    def _held_by(self, place: int) -> CardName:
        """The card a place is, if the viewer knows it; no name for a zone."""
        card = self._state.cards[place] if place >= 0 else None
        return CardName() if card is None or not self._allow.knows(card) else self._name(card)
