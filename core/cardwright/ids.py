"""Named integer and string types of the whole engine."""

from typing import Final, NewType

Uid = NewType("Uid", int)
"""A physical card or token of one game: its place in `GameState.cards`."""

Ref = NewType("Ref", int)
"""One stay of a physical card, its uid and incarnation: a card that left and came back has another."""

Seat = NewType("Seat", int)
"""A player's place at the table, counted from 0 in turn order of the mode."""

CardNo = NewType("CardNo", int)
"""A card's place in `Rulebook.cards`; the state never holds a definition."""

ZoneKey = NewType("ZoneKey", int)
"""One zone of one seat or of one host card; see `zone_key`."""

NOBODY: Final = Seat(-1)
"""The seat of what belongs to nobody."""

CHANCE: Final = Seat(-2)
"""The seat that coins, dice and random picks are addressed to."""

NO_REF: Final = Ref(-1)
"""The reference that names no card."""

_UID_BITS: Final = 20
_UID_MASK: Final = (1 << _UID_BITS) - 1
_ZONE_BITS: Final = 6
_ZONE_MASK: Final = (1 << _ZONE_BITS) - 1
HOSTED: Final = 16
"""Places from here on are host cards (`HOSTED + uid`); below are seats."""


def make_ref(uid: int, incarnation: int) -> Ref:
    """The reference to one stay of a card."""
    return Ref(incarnation << _UID_BITS | uid)


def ref_uid(ref: int) -> Uid:
    """The physical card a reference names."""
    return Uid(ref & _UID_MASK)


def ref_incarnation(ref: int) -> int:
    """Which stay of the card a reference names."""
    return ref >> _UID_BITS


def zone_key(zone: int, place: int) -> ZoneKey:
    """The key of zone number `zone` at `place`: a seat, or `HOSTED + uid` of the host card."""
    return ZoneKey(place << _ZONE_BITS | zone)


def key_zone(key: int) -> int:
    """The zone number in a key."""
    return key & _ZONE_MASK


def key_place(key: int) -> int:
    """The seat, or `HOSTED + uid`, in a key."""
    return key >> _ZONE_BITS
