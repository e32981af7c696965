"""What a remembered list of acts reads."""

from cardwright.engine.act_reads import act_reads
from cardwright.engine.modifiers import LinkedModifier
from cardwright.rulebook.expressions import Expr
from cardwright.rulebook.modifier import ModifierDef
from cardwright.session.catalog import build_game, load_games
from cardwright.state.aspects import MINE


def test_you_of_another_cards_static_may_be_the_other_seat() -> None:
    """So the list must fall when either side's zone changes, not only that of the seat that is asked."""
    tables = build_game(load_games(), "huangdao").tables
    action, zone = tables.action("use_card"), tables.zone["graveyard"]
    before = act_reads(tables, action, 0, -1)
    assert not before >> zone & 1
    full = Expr("any", (Expr("zone", ("graveyard", Expr("you"))),))
    static = ModifierDef((action.question.name,), "forbid", condition=full, reason="x")
    action.question.outward[0] = [LinkedModifier(tables, static)]
    after = act_reads(tables, action, 0, -1)
    assert after >> zone & 1
    assert after >> (MINE + zone) & 1 == before >> (MINE + zone) & 1
