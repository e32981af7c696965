"""`Typer`: from syntax trees to typed trees, every name resolved and every mix of kinds refused."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from cardwright.loading import names
from cardwright.loading.functions import called
from cardwright.loading.operators import combined, literal
from cardwright.loading.syntax import (
    Binary,
    Bracket,
    Call,
    Dot,
    ExpressionError,
    Group,
    Node,
    Number,
    Param,
    Quoted,
    Unary,
    Word,
    nearest,
)
from cardwright.loading.typed import KINDS, Typed, coerced
from cardwright.loading.vocabulary import MOMENTS, OF_EVENT, SEATS, THINGS, Environment, Slot, Vocabulary
from cardwright.rulebook.expressions import SELF, Expr, constant

_SLOT_OPS: Final = {"cards": "slot", "seats": "slot_seats", "number": "slot_number", "words": "slot_words"}
_TRUTHS: Final = {"yes": "true", "no": "false", "True": "true", "False": "false"}
"""What is written for a truth elsewhere."""
_NEEDS_DOT: Final = {
    "event": "as in `event.card`",
    "paid": "as in `paid.core`",
    "reading": "name the reading behind it",
}


@dataclass(frozen=True, slots=True)
class Typer:
    """The names known at one place of an expression."""

    vocabulary: Vocabulary
    environment: Environment
    filters: tuple[str, ...] = ()
    """The filters around, outermost first: the record field whose records are tested, or empty for cards."""
    of_moved: bool = False
    """Whether `owner` and `controller` alone are those of the card being moved (in places)."""

    def wanted(self, node: Node, want: str) -> Typed:
        """The tree of `node` as a value of the kind `want`."""
        return coerced(self.words(node) if want == "words" else self.typed(node, want), want)

    def words(self, node: Node, allowed: tuple[str, ...] = ()) -> Typed:
        """The tree of `node` where words are meant: a bare word stands for itself."""
        found = literal(self, node, allowed)
        return found or coerced(self.typed(node, "words"), "words")

    def typed(self, node: Node, want: str = "") -> Typed:
        """The tree of `node`; `want` is a kind to prefer where a sign has two readings."""
        if isinstance(node, Binary):
            return combined(self, node, want)
        if isinstance(node, (Word, Call, Dot, Bracket)):
            return self.path(node)
        return self.unary(node) if isinstance(node, Unary) else _fixed(node)

    def path(self, node: Word | Call | Dot | Bracket) -> Typed:
        """A path, or one step of it."""
        match node:
            case Word():
                return self.word(node)
            case Call():
                return self.call(node)
            case Dot():
                return self.dot(node)
            case Bracket():
                return self.bracket(node)

    def unary(self, node: Unary) -> Typed:
        """`not` or `-`."""
        op, kind = ("not", "truth") if node.op == "not" else ("neg", "number")
        part = self.wanted(node.part, kind)
        if part.expr.op == "number":
            return Typed(constant(-int(str(part.expr.args[0]))), kind, node.column)
        return Typed(Expr(op, (part.expr,)), kind, node.column)

    def word(self, node: Word, *, base: bool = False) -> Typed:
        """A bare word; as the `base` of a path it is no flag or type of the tested card."""
        found = self.find(node, base=base)
        if found is None:
            raise self.unknown(node)
        return found

    def find(self, node: Word, *, base: bool = False) -> Typed | None:
        """What a bare word means, if anything."""
        found = self.tested(node, base=base) or self.slot(node) or self.scoped(node, self.environment.scope)
        return found or self.thing(node) or self.elsewhere(node)

    def tested(self, node: Word, *, base: bool) -> Typed | None:
        """A word about the card or record that a filter around tests, the innermost first."""
        outwards = 0
        for record in reversed(self.filters):
            if record and self.is_key(node.name, record):
                return Typed(Expr("key", (node.name,)), "number", node.column)
            if not record:
                found = self.of_cards(node, Expr("tested", (outwards,)))
                if found and not (base and found.kind == "truth"):
                    return found
                outwards += 1
        return None

    def is_key(self, name: str, record: str) -> bool:
        """Whether `name` is a key of those records; with no keys declared, whatever means nothing else."""
        keys = self.vocabulary.records[record]
        known = (*SEATS, *THINGS, *MOMENTS, *self.environment.slots, *self.vocabulary.scopes)
        return name in keys if keys else name not in known

    def of_cards(self, node: Word, cards: Expr) -> Typed | None:
        """What the word is of those cards."""
        return names.of_cards(node.name, cards, self.vocabulary, node.column)

    def slot(self, node: Word) -> Typed | None:
        """A named value of the program."""
        slot = self.environment.slots.get(node.name)
        return _slot(slot, node) if slot else None

    def scoped(self, node: Word, scope: str) -> Typed | None:
        """A field of the scope without the scope's name."""
        return names.of_scope(scope, node.name, self.vocabulary, node.column)

    def thing(self, node: Word) -> Typed | None:
        """A word every game has."""
        if node.name == "self":
            return self.itself(node)
        if node.name == "it":
            return self.it(node)
        if node.name in ("owner", "controller", "host"):
            return self.of_cards(node, self.nearest_card(node))
        if node.name == "chosen":
            if not self.environment.chosen:
                raise ExpressionError("`chosen` names nothing here", node.column, "it stands in `such_that` alone")
            return Typed(Expr("chosen"), "cards", node.column)
        if node.name in _NEEDS_DOT or node.name in self.vocabulary.scopes:
            hint = _NEEDS_DOT.get(node.name, "name one of its fields behind it")
            raise ExpressionError(f"`{node.name}` alone is no value", node.column, hint)
        return names.head(node.name, self.vocabulary, node.column)

    def itself(self, node: Word) -> Typed:
        """`self`."""
        if not self.environment.has_self:
            raise ExpressionError("`self` names nothing here", node.column, "no card is speaking")
        return Typed(SELF, "cards", node.column)

    def it(self, node: Word) -> Typed:
        """`it`."""
        kind = self.environment.it
        if not kind:
            raise ExpressionError("`it` names nothing here", node.column, "`self` is the card that speaks")
        if self.environment.it_slot >= 0:
            return _slot(Slot(self.environment.it_slot, kind), node)
        return Typed(Expr("it" if kind == "cards" else "it_seats"), kind, node.column)

    def nearest_card(self, node: Word) -> Expr:
        """The card whose owner, controller or host is meant outside any filter."""
        if self.of_moved and node.name != "host":
            return Expr("it")
        if self.environment.subject:
            return Expr(self.environment.subject)
        if self.environment.it == "cards" and node.name != "host":
            return self.it(node).expr
        return self.itself(node).expr

    def elsewhere(self, node: Word) -> Typed | None:
        """A zone of everybody, a field of the only scope that has it, or a word about the subject."""
        if node.name in self.vocabulary.zones:
            return names.everyones(node.name, self.vocabulary, node.column)
        having = [scope for scope, fields in self.vocabulary.scopes.items() if node.name in fields]
        if len(having) == 1:
            return self.scoped(node, having[0])
        return self.of_cards(node, Expr(self.environment.subject)) if self.environment.subject else None

    def unknown(self, node: Word) -> ExpressionError:
        """The error for a word that means nothing here."""
        known = names.head_names(self.vocabulary, self.environment.slots)
        behind_card = names.card_names(self.vocabulary)
        if not self.filters and node.name in behind_card:
            hint = f"write whose, as in `self.{node.name}`"
            return ExpressionError(f"`{node.name}` needs a card before it", node.column, hint)
        fields = [field for field, allowed in self.vocabulary.words.items() if node.name in allowed]
        if fields:
            return ExpressionError(
                f"`{node.name}` alone is no condition", node.column, f"write `{fields[0]} = {node.name}`"
            )
        if node.name in _TRUTHS:
            return ExpressionError(f"unknown word `{node.name}`", node.column, f"write {_TRUTHS[node.name]}")
        hint = nearest(node.name, (*known, *behind_card) if self.filters else known)
        return ExpressionError(f"unknown word `{node.name}`", node.column, hint)

    def base(self, node: Node) -> Typed:
        """The beginning of a path."""
        return self.word(node, base=True) if isinstance(node, Word) else self.typed(node)

    def dot(self, node: Dot) -> Typed:
        """A step of a path."""
        special = self.special(node)
        if special:
            return special
        base = self.base(node.base)
        if base.kind == "cards" and node.name in ("top", "bottom"):
            return self.ends(node, base)
        if base.kind == "cards" and node.name in self.vocabulary.filters:
            return self.fits(node, base.expr, node.args)
        found = self.behind(base, node)
        if found is None:
            raise self.nothing_behind(base, node)
        if node.args is not None:
            raise ExpressionError(f"`{node.name}` takes nothing in parentheses", node.column)
        return found

    def special(self, node: Dot) -> Typed | None:
        """A step behind `event`, `paid`, `reading` or a scope."""
        if not isinstance(node.base, Word) or node.base.name in self.environment.slots:
            return None
        head = node.base.name
        known = self.special_names(head)
        if known is None:
            return None
        if node.name not in known:
            raise ExpressionError(f"`{head}` has no `{node.name}`", node.column, nearest(node.name, known))
        if head == "paid":
            return Typed(Expr("paid", (node.name,)), "number", node.column)
        if head == "reading":
            allowed = tuple(self.vocabulary.readings[node.name])
            return Typed(Expr("reading", (node.name,)), "words", node.column, allowed)
        event = names.of_event(node.name, self.vocabulary, node.column) if head == "event" else None
        return event or names.of_scope(head, node.name, self.vocabulary, node.column)

    def special_names(self, head: str) -> tuple[str, ...] | None:
        """What may follow a head that is no value; None for all others."""
        fixed = {"event": OF_EVENT, "paid": self.vocabulary.pieces, "reading": tuple(self.vocabulary.readings)}
        return tuple(self.vocabulary.scopes[head]) if head in self.vocabulary.scopes else fixed.get(head)

    def behind(self, base: Typed, node: Dot) -> Typed | None:
        """What the name is behind a value of that kind."""
        match base.kind:
            case "cards":
                return names.of_cards(node.name, base.expr, self.vocabulary, node.column)
            case "seats":
                return names.of_seats(node.name, base.expr, self.vocabulary, node.column)
            case "pool" if node.name in self.vocabulary.pieces:
                return Typed(Expr("pool", (node.name, *base.expr.args[1:])), "pool", node.column)
            case "records" if node.name in (self.vocabulary.records[base.record] or (node.name,)):
                return Typed(Expr("record_number", (base.expr, node.name)), "number", node.column)
        return None

    def nothing_behind(self, base: Typed, node: Dot) -> ExpressionError:
        """The error for a step that leads nowhere."""
        known = {
            "cards": names.card_names(self.vocabulary),
            "seats": names.seat_names(self.vocabulary),
            "pool": self.vocabulary.pieces,
            "records": tuple(self.vocabulary.records.get(base.record, ())),
        }.get(base.kind, ())
        hint = nearest(node.name, known)
        return ExpressionError(f"`.{node.name}` leads nowhere behind {KINDS[base.kind]}", node.column, hint)

    def ends(self, node: Dot, base: Typed) -> Typed:
        """The first or last cards."""
        return Typed(Expr(node.name, (base.expr, self.how_many(node).expr)), "cards", node.column)

    def how_many(self, node: Dot) -> Typed:
        """The number behind `top` or `bottom`, 1 without parentheses."""
        if node.args is None:
            return Typed(constant(1), "number", node.column)
        if len(node.args) != 1:
            raise ExpressionError(f"`{node.name}` takes one number", node.column)
        return self.wanted(node.args[0], "number")

    def fits(self, node: Dot | Call, cards: Expr, args: tuple[Node, ...] | None) -> Typed:
        """Whether other cards pass the filter printed on these."""
        if not args or len(args) != 1:
            hint = f"as in `{node.name}(it)`"
            raise ExpressionError(f"`{node.name}` is a filter and needs the cards to test", node.column, hint)
        tested = self.wanted(args[0], "cards")
        return Typed(Expr("fits", (node.name, cards, tested.expr)), "truth", node.column)

    def call(self, node: Call) -> Typed:
        """A function, or a filter field of the tested card."""
        if node.name in self.vocabulary.filters:
            if "" in self.filters:
                return self.fits(node, Expr("tested", (0,)), node.args)
            if self.environment.subject:
                return self.fits(node, Expr(self.environment.subject), node.args)
        return called(self, node)

    def bracket(self, node: Bracket) -> Typed:
        """A filter, with no base of anything anywhere."""
        base = self.base(node.base) if node.base else Typed(Expr("anywhere"), "cards", node.column)
        if base.kind not in ("cards", "records"):
            raise ExpressionError(f"`[ ]` filters cards, not {KINDS[base.kind]}", node.column)
        op = "filter" if base.kind == "cards" else "records_where"
        test = self.inside(base.record).all_of(node.tests)
        return replace(base, expr=Expr(op, (base.expr, test.expr)), column=node.column)

    def inside(self, record: str = "") -> Typer:
        """The typer for what stands in a filter."""
        return replace(self, filters=(*self.filters, record))

    def all_of(self, tests: tuple[Node, ...]) -> Typed:
        """The tests of a filter joined by `and`."""
        truths = [self.wanted(test, "truth") for test in tests]
        return reduce(lambda one, two: replace(one, expr=Expr("and", (one.expr, two.expr))), truths)


def _fixed(node: Number | Quoted | Param | Group) -> Typed:
    match node:
        case Number(column, value):
            return Typed(constant(value), "number", column)
        case Quoted(column, text):
            return Typed(Expr("words", (text,)), "words", column)
        case Param(column, name):
            return Typed(Expr("param", (name,)), "param", column)
        case Group(column):
            raise ExpressionError("a list stands only behind `in`", column)


def _slot(slot: Slot, node: Word) -> Typed:
    if slot.kind not in _SLOT_OPS:
        raise ExpressionError(f"`{node.name}` is {KINDS.get(slot.kind, slot.kind)}, no value", node.column)
    return Typed(Expr(_SLOT_OPS[slot.kind], (slot.number,)), slot.kind, node.column)
