"""Expressions: what every text of the three games means, and which texts are refused, with what message and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from cardwright.loading.expressions import WANTS, ExpressionError, kind_of, parse, parse_place
from cardwright.loading.vocabulary import Environment, Slot, Vocabulary
from cardwright.rulebook.expressions import OPS, TRUE, Expr, Place, constant

EXPRESSIONS = Path(__file__).parent / "data" / "expressions.yaml"
GAMES = YAML(typ="safe").load(EXPRESSIONS)
ALL = [(game, entry) for game, written in GAMES.items() for entry in written["expressions"]]
ANYWHERE = Environment(it="cards")


def vocabulary_of(game: str) -> Vocabulary:
    names: dict[str, Any] = {
        section: tuple(names) if isinstance(names, list) else names
        for section, names in GAMES[game]["vocabulary"].items()
    }
    for section in ("words", "records", "types", "readings"):
        names[section] = {name: tuple(words) for name, words in names.get(section, {}).items()}
    return Vocabulary(**names)


VOCABULARIES = {game: vocabulary_of(game) for game in GAMES}
BATTLE_SPIRITS, HUANGDAO, BLEACH = (VOCABULARIES[game] for game in ("battle_spirits", "huangdao", "bleach_scb"))


def environment(entry: dict[str, Any]) -> Environment:
    slots = {name: Slot(number, kind) for number, (name, kind) in enumerate(entry.get("slots", {}).items())}
    return Environment(
        slots=slots,
        it=entry.get("it", ""),
        it_slot=entry.get("it_slot", -1),
        has_self=not entry.get("no_self"),
        subject=entry.get("subject", ""),
        scope=entry.get("scope", ""),
        chosen=entry.get("chosen", False),
        params=entry.get("params", {}),
    )


def shown(tree: object) -> str:
    """A tree in one line, `op(part part)`."""
    if not isinstance(tree, Expr):
        return str(tree)
    return f"{tree.op}({' '.join(map(shown, tree.args))})" if tree.args else tree.op


def meaning(text: object, want: str | None = None, vocabulary: Vocabulary = BATTLE_SPIRITS, **known: Any) -> str:
    return shown(parse(text, vocabulary, environment({"it": "cards", **known}), want))


def refused(
    text: object, want: str | None = None, vocabulary: Vocabulary = BATTLE_SPIRITS, **known: Any
) -> ExpressionError:
    with pytest.raises(ExpressionError) as caught:
        parse(text, vocabulary, environment({"it": "cards", **known}), want)
    return caught.value


def check_tree(tree: Expr) -> None:
    """Every op is known and every argument is of a kind the op takes."""
    kinds, _ = OPS[tree.op]
    if kinds and kinds[-1].endswith("..."):
        assert len(tree.args) >= len(kinds)
        kinds = (*kinds[:-1], *[kinds[-1].removesuffix("...")] * (len(tree.args) - len(kinds) + 1))
    assert len(tree.args) == len(kinds), shown(tree)
    for part, kind in zip(tree.args, kinds, strict=True):
        if isinstance(part, Expr):
            assert kind_of(part) in kind.split("|"), shown(tree)
            check_tree(part)
        else:
            assert kind == ("int" if isinstance(part, int) else kind)
            assert isinstance(part, int) == (kind == "int"), shown(tree)
            assert kind in ("int", "name", "word")


@pytest.mark.parametrize(("game", "entry"), ALL, ids=lambda part: part if isinstance(part, str) else str(part["text"]))
def test_expression_of_a_game(game: str, entry: dict[str, Any]) -> None:
    vocabulary, want = VOCABULARIES[game], entry["want"]
    if want.endswith("place"):
        place = parse_place(entry["text"], vocabulary, environment(entry), pieces=want == "pieces_place")
        assert place.of is None or kind_of(place.of) in ("seats", "cards")
        return
    tree = parse(entry["text"], vocabulary, environment(entry), want)
    assert kind_of(tree) == {"test": "truth", "pieces": "cards"}.get(want, want)
    check_tree(tree)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1 + 2 * 3 - 4", "sub(add(number(1) mul(number(2) number(3))) number(4))"),
        ("(1 + 2) * 3", "mul(add(number(1) number(2)) number(3))"),
        ("- 1 + 2", "add(number(-1) number(2))"),
        ("8 / 2 / 2", "div(div(number(8) number(2)) number(2))"),
        ("1 = 1 or 2 = 2 and not 3 = 3",
         "or(eq(number(1) number(1)) and(eq(number(2) number(2)) not(eq(number(3) number(3)))))"),
        ("self.cost != 3", "not(eq(value(cost self) number(3)))"),
        ("self.cost in (1, 2)", "one_of(value(cost self) number(1) number(2))"),
        ("self.cost in 1", "one_of(value(cost self) number(1))"),
        ("phase != attack", "not(overlap(phase words(attack)))"),
        ("attack = phase", "overlap(words(attack) phase)"),
        ("self.type = spirit", "overlap(word_field(type self) words(spirit))"),
        ("self.spirit", "is_type(words(spirit) self)"),
        ("self.destroyed", "waiting(destroyed self)"),
        ("self.colour in it.colour", "overlap(word_field(colour self) word_field(colour it))"),
        ("self.owner = it.controller", "same_seat(owner(self) controller(it))"),
        ("event.source = self", "same(event_source self)"),
        ("event.cause = battle", "overlap(event_word(cause) words(battle))"),
        ("event.to = trash", "overlap(event_word(to) words(trash))"),
        ("event.seat = you", "same_seat(event_seat you)"),
        ("field[count(symbols, red) = 1]",
         "filter(zone(field everyone) eq(count_word(word_field(symbols tested(0)) words(red)) number(1)))"),
        ("count(everyone)", "count(everyone)"),
        ("max(self.cost, 3)", "greatest(value(cost self) number(3))"),
        ("max(field.level)", "max(level zone(field everyone))"),
        ("times(blocked, turn)", "times(blocked none turn)"),
        ("times(life_reduced, you, turn)", "times_seat(life_reduced you turn)"),
        ("you.life + 1", "add(pool(core life you) number(1))"),
        ("count(self.levels)", "count(records(levels self))"),
        ("field[any(attached[cost = 1])]",
         "filter(zone(field everyone) any(filter(attached(tested(0)) eq(value(cost tested(0)) number(1)))))"),
        ("field[any(levels[cores <= bp])]",
         "filter(zone(field everyone) any(records_where(records(levels tested(0)) le(key(cores) key(bp)))))"),
        ("chain[card]", "filter(chain is_card(tested(0)))"),
        ("deck.bottom", "bottom(zone(deck everyone) number(1))"),
    ],
)  # fmt: skip
def test_meaning(text: str, tree: str) -> None:
    assert meaning(text) == tree


def test_declared_record_keys_leave_other_words_to_the_card() -> None:
    tree = meaning("battlefield[any(levels[cost <= power])]", vocabulary=HUANGDAO)
    assert "le(key(cost) value(power tested(0)))" in tree


def test_a_type_that_is_a_zone_too_is_the_zone_before_a_dot() -> None:
    assert "word_field(element zone(seal everyone))" in meaning(
        "battlefield[element in seal.element]", vocabulary=HUANGDAO
    )
    assert meaning("[seal]", vocabulary=HUANGDAO) == "filter(anywhere is_type(words(seal) tested(0)))"


def test_a_filter_field_takes_the_cards_to_test() -> None:
    assert meaning("self.user(it)", vocabulary=BLEACH) == "fits(user self it)"
    assert meaning("[user(it)]", vocabulary=BLEACH) == "filter(anywhere fits(user tested(0) it))"
    assert refused("self.user", vocabulary=BLEACH).column == 6


def test_slots_come_before_the_words_of_the_game_but_not_before_the_tested_card() -> None:
    assert meaning("field", slots={"field": "cards"}) == "slot(0)"
    assert (
        meaning("deck[cost = 1]", slots={"cost": "number"})
        == "filter(zone(deck everyone) eq(value(cost tested(0)) number(1)))"
    )
    assert meaning("who.hand", slots={"who": "seats"}) == "zone(hand slot_seats(0))"


def test_it_may_be_a_slot_a_player_or_nothing() -> None:
    assert meaning("it", it="cards", it_slot=2) == "slot(2)"
    assert meaning("it.hand", it="seats") == "zone(hand it_seats)"
    assert "names nothing" in refused("it", it="").message


def test_params_are_filled_in() -> None:
    params = {"many": -2, "colours": ["red", "white"], "one": "red", "what": "you.field[spirit]", "open": None}
    assert meaning("$many + 1", params=params) == "add(number(-2) number(1))"
    assert meaning("self.colour in $colours", params=params) == "overlap(word_field(colour self) words(red white))"
    assert meaning("self.colour = $one", params=params) == "overlap(word_field(colour self) words(red))"
    assert meaning("count($what)", params=params) == "count(filter(zone(field you) is_type(words(spirit) tested(0))))"
    assert meaning("self.cost = $open", params=params) == "eq(value(cost self) param(open))"
    assert refused("self.cost = $mony", params=params).hint == "did you mean `many`?"


def test_a_fault_inside_a_parameter_is_shown_where_the_parameter_stands() -> None:
    assert refused("count($what) = 1", params={"what": "you.field[spirti]"}).column == 7


def test_plain_yaml_values() -> None:
    assert parse(7, BATTLE_SPIRITS, ANYWHERE, "number") == constant(7)
    assert parse(-7, BATTLE_SPIRITS, ANYWHERE) == constant(-7)
    assert parse(True, BATTLE_SPIRITS, ANYWHERE, "truth") == TRUE
    assert meaning(False) == "not(true)"
    assert meaning(["red", "Next Generation"], "words") == "words(red Next Generation)"
    unfit: tuple[Any, ...] = (None, 1.5, [], [1], {})
    for value in unfit:
        assert "an expression is" in refused(value).message
    assert refused(1, "truth").message == "a condition must stand here, this is a number"


def test_a_bare_word_is_itself_where_words_are_wanted() -> None:
    assert meaning("ultimate", "words") == "words(ultimate)"
    assert meaning("side", "words", slots={"side": "words"}) == "slot_words(0)"
    assert meaning("'Next Generation'", "words") == "words(Next Generation)"


def test_a_test_is_a_filter_without_its_cards() -> None:
    assert meaning("[spirit]", "test") == "is_type(words(spirit) tested(0))"
    assert "filter must stand here" in refused("spirit", "test").message
    inside = Environment(in_filter=True)
    assert shown(parse("spirit", BATTLE_SPIRITS, inside, "test")) == "is_type(words(spirit) tested(0))"


def place(text: object, vocabulary: Vocabulary = BATTLE_SPIRITS, *, pieces: bool = False, **known: Any) -> Place:
    return parse_place(text, vocabulary, environment(known), pieces=pieces)


def test_places_of_cards() -> None:
    moved = Expr("it")
    assert place("owner.deck.bottom") == Place("deck", Expr("owner", (moved,)), "bottom")
    assert place("opponent.deck.top(3)") == Place("deck", Expr("opponent"), "top", constant(3))
    assert place("trash") == Place("trash", Expr("you"))
    assert place("self.level_cards", HUANGDAO) == Place("level_cards", Expr("self"))
    assert place("to", slots={"what": "cards", "to": "place"}) == Place("", Expr("slot", (1,)), "param")
    for text in (
        "self",
        "supply.top",
        "deck.bottom(2)",
        "you.field[spirit]",
        "field.top.top",
        "3",
        3,
        "battle.attacker",
    ):
        with pytest.raises(ExpressionError):
            place(text)


def test_places_of_pieces() -> None:
    assert place("void", pieces=True) == Place()
    assert place("seat.life", pieces=True, slots={"seat": "seats"}) == Place("life", Expr("slot_seats", (0,)))
    assert place("self", pieces=True) == Place("", Expr("self"))
    assert place("you.seal", HUANGDAO, pieces=True) == Place("", Expr("zone", ("seal", Expr("you"))))
    with pytest.raises(ExpressionError):
        place("3", pieces=True)


def test_zones_of_pieces_can_be_picked_only_where_pieces_are_taken() -> None:
    assert meaning("you.field + you.reserve", "pieces") == "plus(zone(field you) pile(reserve you))"
    assert meaning("you.life + you.reserve", "pieces") == "plus(pile(life you) pile(reserve you))"
    assert meaning("you.life + you.reserve", "number") == "add(pool(core life you) pool(core reserve you))"
    assert refused("you.field + you.reserve", "cards").message == "cards must stand here, this is places of pieces"


@pytest.mark.parametrize(
    ("text", "column", "message", "hint"),
    [
        ("feild[spirit]", 1, "unknown word `feild`", "did you mean `field`?"),
        ("field[spirit, cots <= 3]", 15, "unknown word `cots`", "did you mean `cost`?"),
        ("field[red]", 7, "`red` alone is no condition", "write `colour = red`"),
        ("you.feild", 5, "`.feild` leads nowhere behind a player", "did you mean `field`?"),
        ("self.hand", 6, "`.hand` leads nowhere behind cards", ""),
        ("battle.atacker", 8, "`battle` has no `atacker`", "did you mean `attacker`?"),
        ("event.crad", 7, "`event` has no `crad`", "did you mean `card`?"),
        ("cost <= 3", 1, "`cost` needs a card before it", "write whose, as in `self.cost`"),
        ("field[colour = rad]", 16, "`rad` cannot stand here", "did you mean `red`?"),
        ("phase = atack", 9, "`atack` cannot stand here", "did you mean `attack`?"),
        ("conut(field)", 1, "`conut` is no function", "did you mean `count`?"),
        ("times(blokked, turn)", 7, "`blokked` is no event", "did you mean `blocked`?"),
        ("times(blocked, day)", 16, "`day` is no span", "one of step, battle, phase, turn, game"),
        ("event", 1, "`event` alone is no value", "as in `event.card`"),
        ("field[cost <= １]", 15, "`１` is not written in the digits 0 to 9", "write `1`"),
        ("field[cost ＝ 1]", 12, "`＝` is no sign of expressions", "write `=`"),
        ("self.cost == 1", 11, "`==` is no sign of expressions", "write `=`"),
        ("field [spirit", 14, "the expression ends too early", "`[` in column 7 is not closed"),
        ("", 1, "the expression is empty", ""),
        ("self.", 6, "a word must follow the dot", ""),
        ("self.cost 3", 11, "`3` does not fit here", ""),
        ("you you", 5, "`you` does not fit here", "a name of several words stands in single quotes"),
        ("1 < 2 < 3", 7, "comparisons do not chain", "join two of them with `and`"),
        ("self.name = 'half", 13, "the quotation has no end", "a name in quotes ends with a second `'`"),
        ("count()", 6, "nothing stands between `(` and `)`", ""),
        ("count(field, red)", 7, "words must stand here, this is cards", ""),
        ("self.cost + field", 11, "`+` cannot join a number and cards", ""),
        ("self.cost = you", 11, "`=` cannot compare a number with a player", ""),
        ("self.cost = red", 13, "`red` alone is no condition", "write `colour = red`"),
        ("you < opponent", 5, "`<` does not compare a player", ""),
        ("self.name < a", 11, "`<` compares numbers, not words", ""),
        ("field[name = self]", 14, "words must stand here, this is cards", ""),
        ("field[cost = family]", 12, "`=` cannot compare a number with words", ""),
        ("not field", 5, "a condition must stand here, this is cards", "`any(...)` asks whether there are any"),
        ("field[cost]", 7, "a condition must stand here, this is a number", "compare it, as in `cost <= 3`"),
        ("you[spirit]", 4, "`[ ]` filters cards, not a player", ""),
        ("(1, 2)", 1, "a list stands only behind `in`", ""),
        ("self.cost = (1, 2)", 13, "a list stands only behind `in`", ""),
        ("sum(3)", 5, "`sum` needs a number of several cards", "as in `sum(field.cost)`"),
        ("count(you.life)", 1, "pieces are a number already", "leave `count` away"),
        ("chosen", 1, "`chosen` names nothing here", "it stands in `such_that` alone"),
        ("self.cost(1)", 6, "`cost` takes nothing in parentheses", ""),
        ("1234567890", 1, "a number of 10 digits is too large", "at most 9 digits"),
    ],
)
def test_fault(text: str, column: int, message: str, hint: str) -> None:
    fault = refused(text)
    assert (fault.message, fault.column, fault.hint) == (message, column, hint)


@pytest.mark.parametrize("want", WANTS)
def test_what_is_of_another_kind_is_refused(want: str) -> None:
    of_kind = {
        "number": "self.cost", "truth": "self.exhausted", "words": "'a b'", "cards": "field", "seats": "you",
        "pieces": "you.reserve", "test": "[spirit]",
    }  # fmt: skip
    fitting = {"cards": {"cards", "test"}, "pieces": {"pieces", "cards", "test"}, "number": {"number", "pieces"}}
    for kind, text in of_kind.items():
        if kind in fitting.get(want, {want}):
            assert meaning(text, want)
        elif want != "words":
            assert refused(text, want).column > 0


def test_self_may_name_nothing() -> None:
    assert "names nothing" in refused("self.cost", no_self=True).message


def test_depth_and_length_are_bounded() -> None:
    assert "inside each other" in refused("(" * 60 + "1" + ")" * 60).message
    assert "inside each other" in refused("not " * 60 + "true").message
    assert "longer than" in refused("1" + " + 1" * 200).message
    assert meaning("1" + " + 1" * 120).startswith("add(add(")


_PIECES = (
    "you", "self", "it", "field", "deck", "life", "spirit", "cost", "colour", "red", "levels", "event", "battle",
    "attacker", "count", "any", "max", "times", "blocked", "turn", "top", "limit", "paid", "core", "phase", "s", "in",
    "and", "or", "not", "(", ")", "[", "]", ",", ".", "=", "!=", "<", "~", "+", "-", "*", "/", "3", "'x'", "$p",
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(
    st.one_of(st.text(max_size=40), st.lists(st.sampled_from(_PIECES), max_size=14).map(" ".join)),
    st.sampled_from((None, *WANTS, "place")),
)
def test_nothing_but_expression_errors_is_raised(text: str, want: str | None) -> None:
    known = environment({"it": "cards", "slots": {"s": "words", "to": "place"}, "params": {"p": "field[spirit"}})
    try:
        if want == "place":
            parse_place(text, BATTLE_SPIRITS, known, pieces=len(text) % 2 == 0)
        else:
            check_tree(parse(text, BATTLE_SPIRITS, known, want))
    except ExpressionError as error:
        fault = error
    else:
        return
    assert 1 <= fault.column <= len(text) + 1
    assert fault.message
