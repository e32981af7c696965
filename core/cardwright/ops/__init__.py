"""The built-in ops by family, registered through the same records as a plugin's."""

from cardwright.hooks.registry import Offer
from cardwright.ops import flow, move, pieces, status

BUILT_IN = Offer("cardwright", ops=(*move.WORDS, *status.WORDS, *pieces.WORDS, *flow.WORDS))
"""What the engine itself gives every game."""
