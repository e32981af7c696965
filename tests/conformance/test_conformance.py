from cardwright.testing.conformance import GameConformance


class TestBattleSpirits(GameConformance):
    game = "battle_spirits"


class TestBleachScb(GameConformance):
    game = "bleach_scb"


class TestHuangdao(GameConformance):
    game = "huangdao"
