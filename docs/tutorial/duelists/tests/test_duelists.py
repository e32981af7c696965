"""The suite that every game must pass, for Duelists."""

from cardwright.testing.conformance import GameConformance


class TestDuelists(GameConformance):
    """The tutorial's game."""

    game = "duelists"
