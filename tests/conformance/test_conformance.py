from cardwright.testing.conformance import GameConformance


class TestHuangdao(GameConformance):
    game = "huangdao"
