"""A counter-based generator as pure functions on one integer (SplitMix64)."""

from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")
_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15


def draw(key: int) -> tuple[int, int]:
    """The next key, and 64 random bits."""
    key = (key + _STEP) & _MASK
    z = key
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return key, z ^ (z >> 31)


def below(key: int, bound: int) -> tuple[int, int]:
    """The next key, and a number in `range(bound)`; the bias is under `bound / 2**64`."""
    key, bits = draw(key)
    return key, bits * bound >> 64


def shuffled(key: int, items: Sequence[T]) -> tuple[int, tuple[T, ...]]:
    """The next key, and `items` in a random order (Fisher-Yates)."""
    pool = list(items)
    for last in range(len(pool) - 1, 0, -1):
        key, bits = draw(key)
        other = bits * (last + 1) >> 64
        pool[last], pool[other] = pool[other], pool[last]
    return key, tuple(pool)


def derived(seed: int, index: int) -> int:
    """The seed of number `index` of several games that come from one seed."""
    key, _ = draw(seed)
    return draw(key ^ draw(index)[1])[1] >> 1
