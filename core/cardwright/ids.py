"""What the numbers of the whole engine mean: seats, references to cards, keys of zones, places of pieces."""

from typing import Final

NOBODY: Final = -1
"""The seat of what belongs to nobody."""

CHANCE: Final = -2
"""The seat that coins, dice and random picks are addressed to."""

NO_REF: Final = -1
"""The reference that names no card."""

OUTSIDE: Final = -1
"""The place of pieces that are outside the game."""

BY_ITSELF: Final = 1 << 30
"""The bit in the incarnation of a record that shows a card without what is attached to it."""

# The busiest code writes out what the functions below do.
UID_BITS: Final = 20
UID_MASK: Final = (1 << UID_BITS) - 1
ZONE_BITS: Final = 6
ZONE_MASK: Final = (1 << ZONE_BITS) - 1
HOSTED: Final = 16
"""Places from here on are host cards (`HOSTED + uid`); below are seats."""


def make_ref(uid: int, incarnation: int) -> int:
    """The reference to one stay of a card."""
    return incarnation << UID_BITS | uid


def ref_uid(ref: int) -> int:
    """The physical card a reference names."""
    return ref & UID_MASK


def ref_incarnation(ref: int) -> int:
    """Which stay of the card a reference names."""
    return ref >> UID_BITS


def zone_key(zone: int, place: int) -> int:
    """The key of zone number `zone` at `place`: a seat, or `HOSTED + uid` of the host card."""
    return place << ZONE_BITS | zone


def key_zone(key: int) -> int:
    """The zone number in a key."""
    return key & ZONE_MASK


def key_place(key: int) -> int:
    """The seat, or `HOSTED + uid`, in a key."""
    return key >> ZONE_BITS


def place_of(key: int) -> int:
    """The place of pieces that the zone of a key is; a card is the place of its uid."""
    return -2 - key


def key_of(place: int) -> int:
    """The key of the zone that a place of pieces (below `OUTSIDE`) is."""
    return -2 - place
