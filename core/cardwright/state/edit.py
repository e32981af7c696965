"""`Edit`: the only writer of a state.

It copies what another fork shares before writing, and tells the derived answers that read what it changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from cardwright.ids import key_place, key_zone, make_ref, zone_key
from cardwright.state import aspects
from cardwright.state.card_state import USER, CardState
from cardwright.state.game_state import GameState
from cardwright.state.modifiers import Modifier

GONE: Final = 63
"""The zone number of what left the game for good; no game has so many zones."""
EMPTY: Final[Any] = MappingProxyType({})
"""A cell without an answer, which all forks share; whoever finds one makes a cell of its own."""


class Edit:
    """Write access to one state.

    `cells` are the remembered answers of the engine, `dependents` the cells that read each aspect, and `watched` the
    checks that do, as bits.
    """

    __slots__ = ("cells", "dependents", "in_play", "kinds", "owned", "state", "versions", "watched")

    def __init__(
        self,
        state: GameState,
        cells: list[dict[Any, Any]],
        dependents: Sequence[Sequence[int]],
        watched: Sequence[int],
        kinds: int,
        in_play: Sequence[bool],
    ) -> None:
        """`kinds`: how many kinds of piece the game has; `in_play`: by zone number, whether its cards are in play."""
        self.in_play = in_play
        self.state = state
        self.cells = cells
        self.dependents = dependents
        self.watched = watched
        self.versions = [0] * aspects.at(0, len(state.teams))
        """How often each aspect was changed; then, seat by seat, how often in the zones of that seat."""
        self.kinds = kinds
        self.owned: set[int] | None = None
        """Cards whose record no fork shares; nothing while there was no fork."""

    def touch(self, aspect: int) -> None:
        """Forget what was answered from `aspect` and mark the checks that read it."""
        self.versions[aspect] += 1
        cells = self.cells
        for cell in self.dependents[aspect]:
            if cells[cell]:
                cells[cell] = EMPTY
        self.state.marks |= self.watched[aspect]

    def touch_at(self, aspect: int, place: int) -> None:
        """The same of what lies at a place of a zone: a seat, or a host card."""
        seats = len(self.state.teams)
        if place < seats:
            self.versions[aspects.ASPECTS * (1 + place) + aspect] += 1  # `aspects.at`, without a call
        else:
            for seat in range(seats):
                self.versions[aspects.at(aspect, seat)] += 1
        self.touch(aspect)

    def card(self, uid: int) -> CardState:
        """The record of a card, to write to."""
        card = self.state.cards[uid]
        owned = self.owned
        if owned is not None and uid not in owned:
            card = replace(card)
            self.state.cards[uid] = card
            owned.add(uid)
        return card

    def _take_out(self, card: CardState) -> None:
        if card.links:
            self.detach(card.uid, stays=False)
            return
        key = zone_key(card.zone, card.place)
        zones = self.state.zones
        rest = list(zones[key])
        rest.remove(card.uid)
        zones[key] = tuple(rest)
        self.touch_at(card.zone, card.place)

    def _put_in(self, uid: int, key: int, position: int) -> None:
        zones = self.state.zones
        held = zones.get(key, ())
        if position == 0:
            zones[key] = (uid, *held)
        elif position < 0:
            zones[key] = (*held, uid)
        else:
            zones[key] = (*held[:position], uid, *held[position:])
        self.touch_at(key_zone(key), key_place(key))

    def create(self, number: int, owner: int, key: int, position: int, handle: int) -> CardState:
        """A new physical card or token in a zone."""
        uid = len(self.state.cards)
        card = CardState(
            uid, number, owner, owner, key_zone(key), key_place(key), handle=handle, entered=self.state.turn
        )
        self.state.cards.append(card)
        if self.owned is not None:
            self.owned.add(uid)
        self._put_in(uid, key, position)
        return card

    def lay(self, numbers: Sequence[int], owner: int, key: int, handles: Sequence[int], face: str) -> None:
        """The cards of one part of a deck, all at once, at the bottom of a zone."""
        cards = self.state.cards
        zone, place, first = key_zone(key), key_place(key), len(cards)
        for uid, (number, handle) in enumerate(zip(numbers, handles, strict=True), first):
            cards.append(CardState(uid, number, owner, owner, zone, place, handle=handle, face=face))
        zones = self.state.zones
        zones[key] = (*zones.get(key, ()), *range(first, len(cards)))
        self.touch_at(zone, place)

    def move(self, uid: int, key: int, position: int, *, controller: int, face: str, known_to: int) -> CardState:
        """A new record of the card in another zone; the old one stays. Pieces and links are not taken along."""
        state = self.state
        old = state.cards[uid]
        self._take_out(old)
        new = CardState(
            uid,
            old.number,
            old.owner,
            controller,
            key_zone(key),
            key_place(key),
            old.incarnation + 1,
            handle=old.handle,
            face=face,
            known_to=known_to,
            entered=state.turn,
            came_from=old.zone,
        )
        state.cards[uid] = new
        self._left(uid)
        if self.owned is not None:
            self.owned.add(uid)
        self._put_in(uid, key, position)
        return new

    def take_marks(self) -> int:
        """The checks that may have come true since the last time, as bits."""
        marks = self.state.marks
        self.state.marks = 0
        return marks

    def mark_all(self) -> None:
        """Any check may have come true."""
        self.state.marks = -1

    def new_handles(self, count: int) -> range:
        """Public handles that were not used before."""
        first = self.state.handles
        self.state.handles = first + count
        return range(first, first + count)

    def forget_limits(self, keep: str) -> None:
        """Uses of limits are counted anew, those aside whose key begins with `keep`."""
        limits = self.state.limits
        self.state.limits = {key: count for key, count in limits.items() if key.startswith(keep)}
        for seat in range(len(self.state.teams)):
            self.touch_at(aspects.USES, seat)

    def vanish(self, uid: int) -> None:
        """The token leaves the game: a new record in no zone."""
        card = self.state.cards[uid]
        self._take_out(card)
        self._left(uid)
        self.state.cards[uid] = CardState(
            uid, card.number, card.owner, card.owner, GONE, card.owner, card.incarnation + 1, handle=card.handle
        )
        if self.owned is not None:
            self.owned.add(uid)

    def remember(self, card: CardState, values: dict[str, int], words: dict[str, tuple[str, ...]]) -> CardState:
        """Last-known information: a copy of `card` with its values, kept under the reference of its next stay."""
        known = replace(card)
        known.last = values
        known.last_words = words
        self.state.memory[make_ref(card.uid, card.incarnation + 1)] = known
        return known

    def forget(self) -> None:
        """Drop last-known information."""
        if self.state.memory:
            self.state.memory = {}

    def control(self, uid: int, seat: int, until: str) -> None:
        """The card is commanded by another seat (until then); its stay goes on."""
        card = self.card(uid)
        self._take_out(card)
        card.controller = seat
        card.place = seat
        card.lent = until
        self._put_in(uid, zone_key(card.zone, seat), -1)
        self.touch(aspects.CONTROL)

    def reorder(self, key: int, uids: tuple[int, ...]) -> None:
        """The same cards of a zone in another order."""
        self.state.zones[key] = uids
        self.touch_at(key_zone(key), key_place(key))

    def turn(self, uid: int, *, exhausted: bool) -> None:
        """Turn sideways, or upright."""
        card = self.card(uid)
        card.exhausted = exhausted
        self.touch_at(aspects.EXHAUSTED if self.in_play[card.zone] else aspects.AWAY, card.place)

    def turn_face(self, uid: int, face: str) -> None:
        """Turn `up`, `down` or `reversed`."""
        self.card(uid).face = face
        self.touch(aspects.FACE)

    def reveal(self, uid: int, seats: int) -> None:
        """Let these seats (bits) know the card."""
        card = self.card(uid)
        card.known_to |= seats

    def rename(self, uids: Sequence[int]) -> None:
        """New public handles, known to nobody."""
        for handle, uid in zip(self.new_handles(len(uids)), uids, strict=True):
            card = self.card(uid)
            card.handle = handle
            card.known_to = 0

    def card_pieces(self, uid: int, kind: int, change: int) -> None:
        """Add to the pieces on a card."""
        card = self.card(uid)
        pieces = list(card.pieces or (0,) * self.kinds)
        pieces[kind] += change
        card.pieces = tuple(pieces) if any(pieces) else ()
        self.touch_at(aspects.PIECES, card.place)

    def pool(self, key: int, kind: int, change: int) -> None:
        """Add to the pieces in a zone."""
        pools = self.state.pools
        pieces = list(pools.get(key) or (0,) * self.kinds)
        pieces[kind] += change
        pools[key] = tuple(pieces)
        self.touch_at(aspects.POOLS, key_place(key))

    def attach(self, uid: int, host: int, role: str) -> CardState:
        """Put a card on a host: in the host's zone, yet in no zone's list; a new record if it comes from another zone.

        It keeps its other hosts.
        """
        below = self.card(host)
        card = self.card(uid)
        if card.zone != below.zone:
            card = self.move(uid, zone_key(below.zone, below.place), -1, controller=card.owner, face="up", known_to=0)
        if not card.links:
            self._take_out(card)
        card.place = below.place
        self._link(card, (*card.links, (host, role)))
        below.guests = (*below.guests, uid)
        return card

    def detach(self, uid: int, host: int = -1, *, stays: bool = True) -> None:
        """Take a card off a host, or off all of them; off the last one it `stays` in the zone where that is."""
        card = self.card(uid)
        for each, _ in card.links if host < 0 else ((host, ""),):
            below = self.card(each)
            below.guests = tuple(guest for guest in below.guests if guest != uid)
        self._link(card, tuple(link for link in card.links if link[0] != host) if host >= 0 else ())
        if stays and not card.links:
            self._put_in(uid, zone_key(card.zone, card.place), -1)

    def _link(self, card: CardState, links: tuple[tuple[int, str], ...]) -> None:
        card.host, card.role = links[0] if links else (-1, "")
        card.more_hosts = links[1:]
        self.touch(aspects.LINKS)
        self.touch_at(card.zone, card.place)

    def used_by(self, uid: int, user: int) -> None:
        """Note the card that uses this one; it is no guest of it."""
        card = self.card(uid)
        card.host = user
        card.role = USER
        self.touch(aspects.LINKS)

    def wait(self, uid: int, event: int, to: tuple[int, int], behind: tuple[int, str, int, int]) -> None:
        """The card is about to leave by that event."""
        card = self.card(uid)
        card.waiting, card.waits_to, card.waits_as = event, to, behind
        self.state.leaving = tuple(sorted({*self.state.leaving, uid}))
        self._touch_waiting(card)

    def end_wait(self, uid: int) -> None:
        """The card is no more about to leave."""
        card = self.card(uid)
        card.waiting = -1
        self._left(uid)
        self._touch_waiting(card)

    def _left(self, uid: int) -> None:
        """The card is not among those about to leave any more."""
        leaving = self.state.leaving
        if uid in leaving:
            self.state.leaving = tuple(each for each in leaving if each != uid)
            self.touch(aspects.WAITING)

    def _touch_waiting(self, card: CardState) -> None:
        self.touch(aspects.WAITING)
        self.touch_at(card.zone, card.place)  # what keeps no place is not found there

    def mark_touched(self, uid: int, cause: str, source: int, by: int) -> None:
        """Note the change that touched a card last."""
        self.card(uid).touched = (cause, source, by)

    def count_use(self, uid: int, what: int, stamp: int) -> None:
        """Count one use of a limit on a copy."""
        card = self.card(uid)
        rest = tuple(use for use in card.uses if use[0] != what)
        before = next((use[2] for use in card.uses if use[0] == what and use[1] == stamp), 0)
        card.uses = (*rest, (what, stamp, before + 1))
        self.touch_at(aspects.USES, card.place)

    def limit(self, key: str, seat: int) -> None:
        """Count a seat's use of a limit that is not a copy's."""
        limits = self.state.limits
        limits[key] = limits.get(key, 0) + 1
        self.touch_at(aspects.USES, seat)

    def add_modifier(self, modifier: Modifier) -> None:
        """A lasting change begins."""
        self.state.modifiers = (*self.state.modifiers, modifier)
        self.touch(aspects.MODIFIERS)

    def keep_modifiers(self, kept: tuple[Modifier, ...]) -> None:
        """All other lasting changes end."""
        self.state.modifiers = kept
        self.touch(aspects.MODIFIERS)

    def clock(self, turn: int, player: int) -> None:
        """Another turn."""
        state = self.state
        state.turn = turn
        state.turn_player = player
        state.turn_stamp = state.logged
        self.touch(aspects.CLOCK)

    def phase(self, name: str) -> None:
        """Another phase."""
        self.state.phase = name
        self.state.phase_stamp = self.state.logged
        self.touch(aspects.PHASE)
