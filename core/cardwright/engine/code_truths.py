"""The source of truths."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardwright.engine.code_base import CodeBase, kind_of
from cardwright.rulebook.expressions import Expr

_COMPARE: Final = {"eq": "==", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


class TruthCode(CodeBase):
    """Writes truths."""

    def absent(self, expr: Expr) -> bool:
        """Whether a number may be missing."""
        raise NotImplementedError

    def truth(self, expr: Expr) -> str:
        """The source of a truth."""
        op, args = expr.op, expr.args
        if op in _COMPARE:
            return self._compare(op, args[0], args[1])  # type: ignore[arg-type]
        method: Callable[..., str] = getattr(self, f"_truth_{op}", self._truth_of_card)
        return method(*args) if method != self._truth_of_card else self._truth_of_card(op, args[0])  # type: ignore[arg-type]

    def _compare(self, op: str, left: Expr, right: Expr) -> str:
        first, second = self.number(left), self.number(right)
        if not self.absent(left) and not self.absent(right):
            return f"({first} {_COMPARE[op]} {second})"
        return f"c.compare_{op}({first}, {second})"

    def _truth_true(self) -> str:
        return "True"

    def _truth_and(self, left: Expr, right: Expr) -> str:
        return f"({self.truth(left)} and {self.truth(right)})"

    def _truth_or(self, left: Expr, right: Expr) -> str:
        return f"({self.truth(left)} or {self.truth(right)})"

    def _truth_not(self, value: Expr) -> str:
        return f"(not {self.truth(value)})"

    def _truth_any(self, what: Expr) -> str:
        if what.op == "chain":
            return "bool(c.state.chain)"
        if what.op == "filter" and kind_of(what.args[0]) == "cards":  # type: ignore[arg-type]
            base, test = what.args
            inner = self._deeper()
            source = f"any({self.truth(test)} for {inner} in {{}})"  # type: ignore[arg-type]
            self.depth -= 1
            return source.format(self.many(base))  # type: ignore[arg-type]
        return f"bool({self.write(what)})"

    def _truth_one_of(self, value: Expr, *others: Expr) -> str:
        return f"({self.number(value)} in ({', '.join(self.number(other) for other in others)},))"

    def _truth_overlap(self, left: Expr, right: Expr) -> str:
        if right.op == "words" and left.op in {"phase", "step", "window"}:
            return f"(c.state.{left.op} in {right.args!r})"
        if right.op == "words" and len(right.args) == 1:
            return f"({right.args[0]!r} in {self.words(left)})"
        return f"c.overlap({self.words(left)}, {self.words(right)})"

    def _truth_contains(self, left: Expr, right: Expr) -> str:
        return f"c.contains({self.words(left)}, {self.words(right)})"

    def _truth_within(self, cards: Expr, among: Expr) -> str:
        if self.certain(cards):
            return self.member(among, self.one(cards))
        return f"c.within({self.many(cards)}, {self.many(among)})"

    def _truth_same(self, left: Expr, right: Expr) -> str:
        return f"c.same({self.many(left)}, {self.many(right)})"

    def _truth_same_seat(self, left: Expr, right: Expr) -> str:
        if self.lone(right) and left.op in {"owner", "controller"} and self.certain(left.args[0]):  # type: ignore[arg-type]
            return f"({self.one(left.args[0])}.{left.op} == {self.seat(right)})"  # type: ignore[arg-type]
        if self.lone(left) and self.lone(right):
            return f"({self.seat(left)} == {self.seat(right)})"
        return f"c.same_seats({self.seats(left)}, {self.seats(right)})"

    def _truth_is_type(self, words: Expr, card: Expr) -> str:
        wanted = words.args
        printed = frozenset(n for n, each in enumerate(self.tables.cards) if each.type in wanted)
        counted = self.tables.counted_as(wanted)
        told = f"{{r}}.number in {self.constant(printed)}"
        if not counted:
            return self._of_card(card, told)
        in_play = self.constant(frozenset(zone for zone, yes in enumerate(self.tables.in_play) if yes))
        alone = f"{{r}}.number in {self.constant(counted)} and {{r}}.host < 0 and {{r}}.zone in {in_play}"
        return self._of_card(card, f"({told} or ({alone}))")

    def _truth_flag(self, name: str, card: Expr) -> str:
        return self._of_card(card, f"c.flag({name!r}, {{r}})")

    def _truth_waiting(self, event: str, card: Expr) -> str:
        return self._of_card(card, f"{{r}}.waiting == {self.tables.event.get(event, -2)}")

    def _truth_other(self, card: Expr) -> str:
        return self._of_card(card, "{r}.uid != me.uid" if not self.frame else "(me is None or {r}.uid != me.uid)")

    def _truth_condition(self, name: str, card: Expr) -> str:
        return self._of_card(card, f"c.condition({name!r}, {{r}})")

    def _truth_fits(self, name: str, card: Expr, other: Expr) -> str:
        return f"c.fits({name!r}, {self.one(card)}, {self.one(other)})"

    def _truth_of_card(self, op: str, card: Expr) -> str:
        source = {
            "exhausted": "{r}.exhausted",
            "refreshed": "not {r}.exhausted",
            "face_up": "{r}.face == 'up'",
            "reversed": "{r}.face == 'reversed'",
            "new": "{r}.entered == c.state.turn",
            "being_played": "c.being_played({r})",
            "is_card": "c.is_pending_card({r})",
        }[op]
        return self._of_card(card, source)

    def _of_card(self, card: Expr, source: str) -> str:
        if self.certain(card):
            return f"({source.format(r=self.one(card))})"
        return f"any({source.format(r='q')} for q in {self.known(card)})"
