"""Immunity to lasting changes: what an answer that others may change reads, and where nothing is asked."""

from cardwright.session.catalog import build_game, load_games


def test_an_answer_that_others_change_reads_who_is_immune() -> None:
    """So it falls when an immunity begins or ends."""
    queries = build_game(load_games(), "battle_spirits").tables.queries
    immunity = queries.ask("may.affect").reads
    reached = [each for each in queries.all if each.reaches]
    assert {"value.bp", "value.level_cost"} <= {each.name for each in reached}
    assert [each.name for each in reached if not immunity <= each.reads] == []


def test_where_no_card_is_immune_nobody_asks() -> None:
    assert build_game(load_games(), "huangdao").tables.shields is None
