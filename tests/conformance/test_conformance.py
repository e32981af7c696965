from cardwright.testing.conformance import GameConformance


class TestBattleSpirits(GameConformance):
    game = "battle_spirits"


class TestTagBattles(GameConformance):
    game = "battle_spirits"
    mode = "tag"
    seeds = (1, 2)
    ends = 4


class TestBleachScb(GameConformance):
    game = "bleach_scb"


class TestHuangdao(GameConformance):
    game = "huangdao"
