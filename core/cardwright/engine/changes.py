"""What committing does: one function for each kind of change, each through the edit layer alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from cardwright import rng
from cardwright.engine import waiting
from cardwright.ids import HOSTED, OUTSIDE, ZONE_MASK, key_zone, ref_uid, zone_key
from cardwright.state.card_state import CardState
from cardwright.state.events import Event
from cardwright.state.game_state import Result

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.rulebook.expressions import Place


def do_nothing(c: Context, event: Event) -> None:
    """A mere moment."""


def _knowers(c: Context, card: CardState) -> int:
    see = c.tables.zones[card.zone].see
    everybody = (1 << len(c.state.teams)) - 1
    if see == "all" or card.face != "down":
        return everybody if card.face != "down" and (see == "all" or card.face == "up") else card.known_to
    seats = {"team": c.team[card.owner], "owner": (card.owner,)}.get(see, ())
    return card.known_to | sum(1 << seat for seat in seats)


def _face_in(c: Context, zone: int, asked: str) -> str:
    """Where not all may see a zone its cards lie face down, unless the move says otherwise."""
    return asked or ("up" if c.tables.zones[zone].see == "all" else "down")


def values_of(c: Context, card: CardState) -> tuple[dict[str, int], dict[str, tuple[str, ...]]]:
    """The numbers and words of a card as they are now, for last-known information."""
    definition = c.tables.types[card.number]
    fields = c.tables.remembered(definition.name)
    numbers = {name: c.value(query, card) for name, query in fields[0]}
    return numbers, {name: c.words(name, card) for name in fields[1]}


def move(c: Context, event: Event) -> None:
    """A card goes to another zone; what it hosts and carries goes where the rulebook says."""
    assert event.card is not None  # noqa: S101 - a move is always of a card
    uid = event.card.uid
    old = c.cards[uid]
    tables = c.tables
    leaves = tables.in_play[old.zone] if old.zone < len(tables.zones) else False
    if not event.waits:
        waiting.drop(c, old)
    event.come_from = zone_key(old.zone, old.place)
    event.card = old
    event.audience = _knowers(c, old)
    if leaves:
        old = c.edit.remember(old, *values_of(c, old))
        event.card = old
        shed(c, uid, event)
    zone = event.to & ZONE_MASK
    if tables.types[old.number].token and not tables.in_play[zone]:
        c.edit.vanish(uid)
    else:
        seat = event.seat if tables.in_play[zone] and event.seat >= 0 else old.owner
        event_face = _face_in(c, zone, event.word)
        c.edit.move(uid, event.to, event.position, controller=seat, face=event_face, known_to=_knowers(c, old))
        event.audience |= _knowers(c, c.cards[uid])
    enters = tables.in_play[zone]
    if enters and not leaves:
        event.card = replace(c.cards[uid])
        c.also.append(_twin(c, event, "entered", c.cards[uid]))
    elif leaves and not enters:
        c.also.append(_twin(c, event, "left", old))


def _twin(c: Context, event: Event, name: str, card: CardState) -> Event:
    return Event(
        c.tables.event[name],
        card=replace(card),
        seat=card.controller,
        cause=event.cause,
        source=event.source,
        by=event.by,
        come_from=event.come_from,
        to=event.to,
        audience=event.audience,
    )


def shed(c: Context, uid: int, event: Event) -> None:
    """A host leaves: pieces, hosted cards and guests go where the rulebook says."""
    card = c.cards[uid]
    _shed_pieces(c, card)
    for zone in c.tables.zones_on.get(card.zone, ()):
        place = c.tables.zones[zone].host_leaves
        for lying in c.state.zones.get(zone_key(zone, HOSTED + uid), ()):
            _follow(c, lying, place, event)
    for guest in card.guests:
        links = c.cards[guest].links
        link = c.tables.link_of(next(role for host, role in links if host == uid))
        if len(links) > 1:
            c.edit.detach(guest, uid)
        else:
            _follow(c, guest, link.host_leaves if link is not None else None, event)


def _shed_pieces(c: Context, card: CardState) -> None:
    for kind, count in enumerate(card.pieces):
        if count:
            place = c.tables.pieces[kind].host_leaves
            c.edit.card_pieces(card.uid, kind, -count)
            if place is not None and place.zone:
                key, _ = c.place_for(place, card)
                c.edit.pool(key, kind, count)


def _follow(c: Context, uid: int, place: Place | None, event: Event) -> None:
    """A hosted card goes with its host, or to its place."""
    card = c.cards[uid]
    kind = None
    if place is None:
        key, position = zone_key(key_zone(event.to), card.owner), event.position
    else:
        key, position = c.place_for(place, card)
        kind = c.tables.move_into(key_zone(key))
    along = Event(
        c.tables.event[kind.event if kind is not None else "moved"],
        "move",
        card,
        card.owner,
        cause="rule" if event.cause == "damage" else event.cause,
        source=event.source,
        by=event.by,
        to=key,
        position=position,
    )
    move(c, along)
    c.also.append(along)


def turn(c: Context, event: Event) -> None:
    """A card turns sideways (`exhausted`) or upright."""
    assert event.card is not None  # noqa: S101 - always of a card
    c.edit.turn(event.card.uid, exhausted=event.word == "exhausted")


def flip(c: Context, event: Event) -> None:
    """A card turns its face."""
    assert event.card is not None  # noqa: S101 - always of a card
    c.edit.turn_face(event.card.uid, event.word)
    if event.word == "up":
        c.edit.reveal(event.card.uid, (1 << len(c.state.teams)) - 1)


def pieces(c: Context, event: Event) -> None:
    """Pieces go from one place to another: a card (its uid), a pool (`place_of` its key), or `OUTSIDE`."""
    for place, change in ((event.come_from, -event.amount), (event.to, event.amount)):
        if place >= 0:
            c.edit.card_pieces(place, event.piece, change)
            c.edit.mark_touched(place, event.cause, event.source, event.by)
        elif place < OUTSIDE:
            c.edit.pool(-2 - place, event.piece, change)


def reveal(c: Context, event: Event) -> None:
    """Seats (bits in `audience`) get to know a card."""
    assert event.card is not None  # noqa: S101 - always of a card
    c.edit.reveal(event.card.uid, event.audience & ((1 << len(c.state.teams)) - 1))


def shuffle(c: Context, event: Event) -> None:
    """A zone gets a new random order, and its cards new handles."""
    state = c.state
    held = state.zones.get(event.to, ())
    state.rng, order = (state.rng, held) if c.keep_order else rng.shuffled(state.rng, held)
    everybody = (1 << len(state.teams)) - 1
    c.edit.rename(order)
    for uid in order:
        if c.cards[uid].face == "up" and c.tables.zones[event.to & ZONE_MASK].see != "all":
            c.edit.reveal(uid, everybody)  # it stands out among the backs
    c.edit.reorder(event.to, order)


def reorder(c: Context, event: Event) -> None:
    """The named cards of a zone lie in this order in the places they had among themselves."""
    held = list(c.state.zones.get(event.to, ()))
    wanted = [uid for uid in event.cards if uid in held]
    spots = [place for place, uid in enumerate(held) if uid in wanted]
    for place, uid in zip(spots, wanted, strict=True):
        held[place] = uid
    c.edit.reorder(event.to, tuple(held))


def create(c: Context, event: Event) -> None:
    """A token comes into being in a zone."""
    card = c.edit.create(event.amount, event.seat, event.to, event.position, c.edit.new_handles(1)[0])
    event.card = replace(card)
    c.also.append(_twin(c, event, "entered", card))


def control(c: Context, event: Event) -> None:
    """A card is commanded by another seat."""
    assert event.card is not None  # noqa: S101 - always of a card
    c.edit.control(event.card.uid, event.seat, event.word)
    c.edit.mark_touched(event.card.uid, event.cause, event.source, event.by)


def attach(c: Context, event: Event) -> None:
    """A card is put on a host; in one role it has one host, so it leaves the one it had. What lies on it lies there."""
    assert event.card is not None  # noqa: S101 - always of a card
    uid, host, role = event.card.uid, event.to, event.word
    for old, of in c.cards[uid].links:
        if old == host or of == role:
            _take_off(c, uid, old, of)
    for kind, count in enumerate(c.cards[uid].pieces):
        c.edit.card_pieces(uid, kind, -count)
        c.edit.card_pieces(host, kind, count)
    guest = c.edit.attach(uid, host, role)
    if guest.exhausted and _is_turned(c, role):
        c.edit.turn(host, exhausted=True)
        c.edit.turn(uid, exhausted=False)
    event.card = replace(c.cards[uid])


def detach(c: Context, event: Event) -> None:
    """A card is taken off a host; off the last one it lies where that is."""
    assert event.card is not None  # noqa: S101 - always of a card
    uid = event.card.uid
    for host, role in c.cards[uid].links:
        if event.to in {host, -1}:
            _take_off(c, uid, host, role)


def _take_off(c: Context, uid: int, host: int, role: str) -> None:
    """Undo one link; where both lie the same way, the guest goes on lying as the host does."""
    c.edit.detach(uid, host)
    if c.cards[host].exhausted and _is_turned(c, role):
        c.edit.turn(uid, exhausted=True)


def _is_turned(c: Context, role: str) -> bool:
    link = c.tables.link_of(role)
    return link is not None and role in link.turned_together


def wait(c: Context, event: Event) -> None:
    """A card is about to leave; it does so when the triggers of that are used up.

    A second wait replaces the first; where that keeps its goal, nothing but an effect changes where the card goes.
    """
    assert event.card is not None  # noqa: S101 - always of a card
    event.come_from = zone_key(event.card.zone, event.card.place)
    card = c.cards[event.card.uid]
    event.card = replace(card)
    c.edit.remember(card, *values_of(c, card))
    if card.links:
        c.edit.detach(card.uid)  # what it gave its host is void from now on
    waiting.drop(c, card)
    to, behind = (event.to, event.position), (event.cause, event.source, event.by)
    if card.waiting in c.tables.keeps_goal and event.cause != "effect":
        to, behind = card.waits_to, card.waits_as[1:]
    c.edit.wait(card.uid, event.kind, to, (c.state.logged, *behind))


def stay(c: Context, event: Event) -> None:
    """A card that was about to leave does not."""
    assert event.card is not None  # noqa: S101 - always of a card
    uid = event.card.uid
    waiting.drop(c, c.cards[uid])
    c.edit.end_wait(uid)
    if event.word in {"exhausted", "refreshed"}:
        c.edit.turn(uid, exhausted=event.word == "exhausted")


def use(c: Context, event: Event) -> None:
    """A card lies where it was put by its user."""
    assert event.card is not None  # noqa: S101 - always of a card
    c.edit.used_by(event.card.uid, ref_uid(event.other))


def finish(c: Context, event: Event) -> None:
    """A seat's team wins (`word` is `win`) or loses."""
    state = c.state
    team = state.teams[event.seat]
    mine = tuple(seat for seat, other in enumerate(state.teams) if other == team)
    others = tuple(seat for seat, other in enumerate(state.teams) if other != team)
    winners, losers = (mine, others) if event.word == "win" else (others, mine)
    if state.result is not None and set(state.result.winners) != set(winners):
        state.result = Result((), (), state.result.reason, state.result.rule)
    else:
        state.result = Result(winners, losers, event.manner or f"card_{event.word}", event.rule)


CHANGES: Final[dict[str, Callable[[Context, Event], None]]] = {
    "": do_nothing,
    "move": move,
    "turn": turn,
    "flip": flip,
    "pieces": pieces,
    "reveal": reveal,
    "shuffle": shuffle,
    "reorder": reorder,
    "create": create,
    "control": control,
    "attach": attach,
    "detach": detach,
    "wait": wait,
    "stay": stay,
    "use": use,
    "finish": finish,
}
"""By the word in `Event.change`."""
