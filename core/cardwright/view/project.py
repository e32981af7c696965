"""The projection: what a viewer sees is built from a state by allowance, never a copy with deletions."""

from __future__ import annotations

from collections.abc import Callable
from sys import intern
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardwright.ids import HOSTED, make_ref, zone_key
from cardwright.view.allow import Allowance
from cardwright.view.names import card_name, card_title, stay
from cardwright.view.redact import pending_sight
from cardwright.view.sights import (
    CardName,
    CardSight,
    LinkSight,
    ResultSight,
    SeatSight,
    View,
    ZoneSight,
)

if TYPE_CHECKING:
    from cardwright.rulebook.cards import CardDef
    from cardwright.rulebook.rulebook import Rulebook
    from cardwright.rulebook.table import ZoneDef
    from cardwright.state.card_state import CardState
    from cardwright.state.frames import ChainLink
    from cardwright.state.game_state import GameState

Values = Callable[["CardState", str], int]
"""The current value of a number field of a card in play."""
SeatValues = Callable[[int, str], int]
"""The current answer to a query about a seat."""


def project(
    state: GameState,
    rulebook: Rulebook,
    viewer: int | None,
    values: Values,
    seat_values: SeatValues,
    *,
    language: str = "",
    program: str = "",
    rule: str = "",
) -> View:
    """The game as seat `viewer` sees it, or, without one, as everybody does.

    Args:
        state: The whole state.
        rulebook: Its game.
        viewer: A seat; `None` sees public things only.
        values: Answers for the number fields of cards in play.
        seat_values: Answers for the queries about seats that the game shows.
        language: Which of a card's names to show; the game's own without it.
        program: Where the asking instruction was written; told to the seat that is asked.
        rule: The rule that asks; likewise.
    """
    return _Projection(state, rulebook, viewer, (values, seat_values), language, (program, rule)).view()


class _Projection:
    def __init__(
        self,
        state: GameState,
        rulebook: Rulebook,
        viewer: int | None,
        answers: tuple[Values, SeatValues],
        language: str,
        asked_by: tuple[str, str],
    ) -> None:
        self._asked_by = asked_by
        self._state = state
        self._rulebook = rulebook
        self._mode = rulebook.modes[state.mode]
        self._allow = Allowance(state, rulebook, viewer)
        self._values, self._seat_values = answers
        self._parts = _parts(state, rulebook)
        self._language = language or rulebook.language
        self._numbers = frozenset(field.name for field in rulebook.fields if field.kind == "number")

    def view(self) -> View:
        state = self._state
        result = state.result
        return View(
            game=self._rulebook.game,
            viewer=self._allow.viewer,
            turn=state.turn,
            turn_player=state.turn_player,
            phase=state.phase,
            step=state.step,
            window=state.window,
            seats=tuple(self._seat(seat, name) for seat, name in enumerate(self._mode.seats)),
            chain=tuple(self._link(link) for link in state.chain),
            pending=pending_sight(state, self._rulebook, self._allow, self._language, self._asked_by),
            result=None if result is None else ResultSight(result.winners, result.losers, result.reason, result.rule),
        )

    def _seat(self, seat: int, name: str) -> SeatSight:
        zones = (
            self._zone(number, zone, seat)
            for number, zone in enumerate(self._rulebook.zones)
            if not zone.on and self._kept_at(zone, seat)
        )
        return SeatSight(name, self._state.teams[seat], tuple(zones), self._values_of_seat(seat))

    def _values_of_seat(self, seat: int) -> dict[str, int]:
        shown = [query for query in self._rulebook.queries.values() if query.shown]
        found = {query.name.partition(".")[2]: self._seat_values(seat, query.name) for query in shown}
        return {name: value for name, value in found.items() if value}

    def _kept_at(self, zone: ZoneDef, seat: int) -> bool:
        shared = zone.name in self._mode.team_owns
        return not shared or self._state.homes[seat] == seat

    def _zone(self, number: int, zone: ZoneDef, place: int) -> ZoneSight:
        key = zone_key(number, place)
        uids = self._state.zones.get(key, ())
        cards = (self._state.cards[uid] for uid in uids)
        return ZoneSight(
            name=zone.name,
            seat=place if place < HOSTED else -1,
            shared=zone.name in self._mode.team_owns,
            count=len(uids),
            cards=tuple(self._card(card) for card in cards if self._allow.tells_apart(card)),
            pieces=self._pieces(self._state.pools.get(key, ())),
            in_play=zone.in_play,
            open=zone.see == "all",
        )

    def _card(self, card: CardState) -> CardSight:
        back = self._back(card)
        if not self._allow.knows(card):
            return back
        definition = self._rulebook.cards[card.number]
        values = self._values_of(card, definition)
        printed = definition.numbers
        return replace(
            back,
            number=definition.number,
            name=card_title(definition, self._language),
            type=definition.type,
            values=values,
            printed={name: printed[name] for name in values if name in printed and printed[name] != values[name]},
            words=definition.words,
            parts=self._parts_of(card),
        )

    def _parts_of(self, card: CardState) -> tuple[str, ...]:
        in_play = self._rulebook.zones[card.zone].in_play
        return self._parts.get(make_ref(card.uid, card.incarnation), ()) if in_play else ()

    def _back(self, card: CardState) -> CardSight:
        """What anybody sees of a card that lies there, its front aside."""
        host = card.host
        return CardSight(
            card.handle,
            face=intern(card.face),  # a loaded state's strings are others; a view's bytes must not show it
            owner=card.owner,
            controller=card.controller,
            exhausted=card.exhausted,
            pieces=self._pieces(card.pieces),
            host=self._state.cards[host].handle if host >= 0 else -1,
            role=card.role,
            attached=self._attached(card),
            hosted=self._hosted(card),
            waiting=card.waiting >= 0,
        )

    def _attached(self, card: CardState) -> tuple[CardSight, ...]:
        guests = [self._state.cards[uid] for uid in card.guests]
        return tuple(
            replace(self._card(guest), host=card.handle, role=role)
            for guest in guests
            for host, role in guest.links
            if host == card.uid
        )

    def _hosted(self, card: CardState) -> tuple[ZoneSight, ...]:
        here = self._rulebook.zones[card.zone].name
        zones = (
            self._zone(number, zone, HOSTED + card.uid)
            for number, zone in enumerate(self._rulebook.zones)
            if zone.on == here
        )
        return tuple(zone for zone in zones if zone.count or zone.pieces)

    def _values_of(self, card: CardState, definition: CardDef) -> dict[str, int]:
        if not self._rulebook.zones[card.zone].in_play:
            return dict(definition.numbers)
        found = {name: self._values(card, name) for name in definition.numbers}
        if "levels" in definition.records:
            found["level"] = self._values(card, "level")
            for name in self._by_level(definition):
                if name not in found and (value := self._values(card, name)):
                    found[name] = value
        return found

    def _by_level(self, definition: CardDef) -> list[str]:
        """Number fields that the card's levels give."""
        return [name for row in definition.records["levels"] for name in row if name in self._numbers]

    def _pieces(self, pieces: tuple[int, ...]) -> dict[str, int]:
        return {kind.name: count for kind, count in zip(self._rulebook.pieces, pieces, strict=False) if count}

    def _link(self, link: ChainLink) -> LinkSight:
        card = stay(self._state, link.source)
        known = card is not None and self._allow.knows(card)
        return LinkSight(
            number=link.number,
            controller=link.controller,
            card=card_name(self._rulebook, card, self._language) if card is not None and known else CardName(),
            ability=link.ability if known else -1,
            is_card=link.is_card,
            cancelled=link.cancelled,
        )


def _parts(state: GameState, rulebook: Rulebook) -> dict[int, tuple[str, ...]]:
    """By reference, what each card is called in the scopes that are open."""
    named: dict[int, tuple[str, ...]] = {}
    for frame in state.frames:
        for name in rulebook.scopes[frame.scope].holds if frame.scope else ():
            held = frame.fields.get(name)
            for ref in held if isinstance(held, tuple | list) else ():  # a list in a loaded game
                named[ref] = (*named.get(ref, ()), name)
    return named
