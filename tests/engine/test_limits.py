"""How often something may be used."""

import pytest

from cardwright.engine.triggers import count_use, used_up
from cardwright.rulebook.expressions import Expr
from cardwright.rulebook.modifier import Limit
from cardwright.session.game import Game

ABILITY = 7


@pytest.mark.parametrize("each", ["copy", "name", "seat"])
@pytest.mark.parametrize("most", [0, 1, 2])
def test_a_limit_allows_as_many_uses_as_it_says(each: str, most: int) -> None:
    c = Game.new("huangdao", seed=1).engine.context
    card, limit = c.cards[0], Limit("turn", Expr("number", (most,)), each)
    uses = 0
    while not used_up(c, limit, ABILITY, c.cards[0], card.owner):
        count_use(c, limit, ABILITY, c.ref(card), card.owner)
        uses += 1
    assert uses == most
