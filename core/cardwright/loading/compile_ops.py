"""One op: its keys to arguments, its choices to `choose` instructions before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, Final, Protocol

from cardwright.hooks.words import Key
from cardwright.loading.compile_builder import Builder, Spot
from cardwright.loading.compile_modifiers import DURATIONS, modifier, pattern, roles
from cardwright.loading.expressions import kind_of
from cardwright.loading.schema.steps import OWN_OPS, RULEBOOK_ONLY
from cardwright.rulebook.expressions import Choice, Expr, Place
from cardwright.rulebook.program import Argument, Instruction

_RESULTS: Final = {"toss": "words", "roll": "number", "pay": "number", "move_pieces": "number"}
"""Ops whose result is not cards."""
_CHOOSABLE: Final = frozenset({"cards", "link", "seat", "team", "pieces_from", "pieces_to"})
_WANTS: Final = {"cards": "cards", "link": "cards", "seat": "seats", "team": "seats", "number": "number", "value": None}
"""Kinds of key that are expressions, with the kind of value wanted."""
_FACES: Final = ("up", "down", "reversed")


class Coder(Protocol):
    """What writing an op asks of the program it belongs to."""

    builder: Builder
    gathering: bool
    """Whether ops are only gathered, for one commit."""

    def emit(self, instruction: Instruction) -> int:
        """Add an instruction; its position."""
        ...

    def fresh(self, kind: str) -> int:
        """A slot without a name of the author's."""
        ...

    def part(self, spot: Spot) -> int:
        """The number of a program of these steps with the slots of this one."""
        ...

    def result(self, spot: Spot, kind: str) -> dict[str, Any]:
        """Where the result of a step goes: nowhere, a slot, or a field of a scope."""
        ...

    def origin(self, spot: Spot) -> dict[str, Any]:
        """What any instruction of an op carries: cause, source, rule, line."""
        ...


class Lifted:
    """What stands for the choices of one op: the slots they were made into."""

    def __init__(self, coder: Coder, spot: Spot) -> None:
        """Write the choices of every key of the op at `spot`; the op `choose` writes its own."""
        self.trees: dict[str, Expr] = {}
        word = str(spot.data["op"])
        keys: Mapping[str, Key] = coder.builder.ops.get(word, {})
        if word == "choose":
            return
        names = ["of"] if word == "modify" else [name for name, key in keys.items() if key.kind in _CHOOSABLE]
        for name in names:
            found = spot.get(name)
            if found is not None and isinstance(found.data, (dict, list)):
                kind = keys[name].kind if name in keys else "cards"
                self.trees[name] = _lifted(coder, found, kind)


def _lifted(coder: Coder, spot: Spot, kind: str) -> Expr:
    """One tree of all the parts; every choice is made before anything is put together."""
    trees = [
        _chosen(coder, part, kind) if isinstance(part.data, dict) else coder.builder.expr(part, "cards")
        for part in spot.each()
    ]
    return reduce(lambda one, two: Expr("plus", (one, two)), trees)


def _chosen(coder: Coder, spot: Spot, kind: str) -> Expr:
    made, what = choice(coder.builder, spot, kind)
    slot = coder.fresh(what)
    coder.emit(Instruction("choose", choice=made, slot=slot, line=spot.line))
    return Expr("slot_seats" if what == "seats" else "slot", (slot,))


def choice(builder: Builder, spot: Spot, kind: str = "cards") -> tuple[Choice, str]:
    """The choice at `spot`, and whether cards or seats are picked."""
    source = builder.expr(spot / "from", "pieces" if kind.startswith("pieces") else None)
    what = kind_of(source)
    if what not in ("cards", "seats"):
        if not builder.flawed(spot / "from"):
            builder.fault(spot / "from", "a choice is among cards or players")
        what = "cards"
    asks = spot.get("asks")
    if asks is not None and spot.on_card:
        builder.fault(asks, "only a rulebook uses 'asks'")
    least, most, up_to = _how_many(builder, spot / "choose")
    made = Choice(
        source=source,
        least=least,
        most=most,
        up_to=up_to,
        who=builder.maybe(spot.get("who"), "seats"),
        such_that=builder.maybe(spot.within(chosen=True).get("such_that"), "truth"),
        asks=builder.word(asks, builder.queries, "query"),
        rule=builder.rule(spot),
    )
    return made, what


def _how_many(builder: Builder, spot: Spot) -> tuple[Expr | None, Expr | None, bool]:
    """The least and most picks, and whether fewer are allowed at will."""
    text = str(spot.data).strip()
    if text == "any":
        return None, None, True
    if isinstance(spot.data, str) and text.startswith("up to "):
        bound = text.removeprefix("up to ").strip()
        most = builder.expr(replace(spot, data=int(bound) if bound.isdecimal() else bound), "number")
        return None, most, True
    if spot.data == 0:
        builder.fault(spot, "choosing 0 does nothing", "a number from 1, 'up to 2' or 'any'")
    exact = builder.expr(spot, "number")
    return exact, exact, False


def op_instruction(coder: Coder, spot: Spot, lifted: Lifted) -> Instruction | None:
    """The instruction of the op at `spot`."""
    word, builder = str(spot.data["op"]), coder.builder
    rulebook_only = word in RULEBOOK_ONLY or (word in builder.registry.ops and builder.registry.ops[word].rulebook_only)
    if spot.on_card and rulebook_only:
        builder.fault(spot / "op", f"the op '{word}' is for rulebooks only")
        return None
    own = _OWN.get(word)
    if own is not None:
        return own(coder, spot, lifted)
    args = {name: argument(coder, spot / name, key, name, lifted.trees.get(name))
            for name, key in builder.ops[word].items() if spot.get(name) is not None}  # fmt: skip
    return _plain(coder, spot, word, args)


def _plain(coder: Coder, spot: Spot, word: str, args: dict[str, Argument]) -> Instruction:
    kind = result_kind(coder.builder, word)
    op = "gather" if coder.gathering else "op"
    return Instruction(op, word=word, args=args, **coder.result(spot, kind), **coder.origin(spot))


def result_kind(builder: Builder, word: str, depth: int = 0) -> str:
    """The kind of an op's result; of a procedure, that of its last step."""
    procedures = builder.section("procedures")
    body = (procedures.data.get(word) or {}).get("do") if procedures else None
    if not body or depth > 8:  # noqa: PLR2004 - procedures that call each other in a circle have no kind of their own
        return _RESULTS.get(word, "cards")
    last = body[-1]
    return result_kind(builder, str(last["op"]), depth + 1) if "op" in last else "cards"


def argument(coder: Coder, spot: Spot, key: Key, name: str, lifted: Expr | None) -> Argument:
    """The compiled value of one key."""
    builder = coder.builder
    if lifted is not None:
        return Place(of=lifted) if key.kind.startswith("pieces") else lifted
    if key.kind in _WANTS and spot.data not in key.words:
        return builder.expr(spot, _WANTS[key.kind])
    match key.kind:
        case "place" | "pieces_from" | "pieces_to" if spot.data not in key.words:
            return builder.place(spot, pieces=key.kind != "place") or Place()
        case "pattern":
            return pattern(builder, spot)
        case "steps":
            return coder.part(spot)
        case "flag":
            return bool(spot.data)
        case "card_number":
            builder.wanted_cards.append(spot)
            return str(spot.data)
    return _word_argument(builder, spot, key, name)


def _word_argument(builder: Builder, spot: Spot, key: Key, name: str) -> Argument:
    if isinstance(spot.data, dict):
        return pattern(builder, spot)
    known = key.words or _known_words(builder, name)
    if isinstance(spot.data, list):
        return Expr("words", builder.words(spot, known, name)) if known else Expr("words", tuple(spot.data))
    return builder.word(spot, known, name) if known else str(spot.data)


def _known_words(builder: Builder, name: str) -> tuple[str, ...]:
    """What a word under that key may be; empty where the engine alone can tell."""
    vocabulary = builder.vocabulary
    return {
        "kind": vocabulary.pieces,
        "heading": vocabulary.use_headings,
        "face": _FACES,
        "until": DURATIONS,
        "ignore": tuple(builder.reasons),
        "actions": tuple(each for each, _ in builder.entries("actions")),
        "role": roles(builder),
    }.get(name, ())


def _choose(coder: Coder, spot: Spot, _lifted: Lifted) -> Instruction:
    what = spot / "what"
    if not isinstance(what.data, dict):
        coder.builder.fault(what, "'choose' needs a choice {choose: …, from: …}")
        return Instruction("end")
    made, kind = choice(coder.builder, what)
    return Instruction("choose", choice=made, **coder.result(spot, kind), rule=coder.builder.rule(spot), line=spot.line)


def _let(coder: Coder, spot: Spot, _lifted: Lifted) -> Instruction:
    value = coder.builder.expr(spot / "be")
    kind = kind_of(value)
    if kind not in ("cards", "seats", "number", "words") and not coder.builder.flawed(spot / "be"):
        coder.builder.fault(spot / "be", "'let' names cards, players, a number or words")
    return Instruction("let", value=value, **coder.result(spot, kind), rule=coder.builder.rule(spot), line=spot.line)


def _settle(coder: Coder, spot: Spot, _lifted: Lifted) -> Instruction:
    return Instruction("settle", rule=coder.builder.rule(spot), line=spot.line)


def _window(coder: Coder, spot: Spot, _lifted: Lifted) -> Instruction:
    builder = coder.builder
    seats = spot.get("seats")
    if seats is not None and isinstance(seats.data, list):
        if len(seats.data) != 1:
            builder.fault(seats, "one word for the seats of a window is wanted here")
        seats = seats / 0 if seats.data else None
    return Instruction(
        "window",
        word=builder.word(spot / "name", builder.vocabulary.windows, "window"),
        who=builder.maybe(seats, "seats"),
        rule=builder.rule(spot),
        line=spot.line,
    )


def _emit(coder: Coder, spot: Spot, lifted: Lifted) -> Instruction:
    keys = OWN_OPS["emit"]
    args = {name: argument(coder, spot / name, keys[name], name, lifted.trees.get(name))
            for name in ("what", "seat", "against") if spot.get(name) is not None}  # fmt: skip
    event = coder.builder.word(spot / "event", coder.builder.vocabulary.events, "event")
    return Instruction("emit", word=event, args=args, **coder.origin(spot))


def _plan(coder: Coder, spot: Spot, _lifted: Lifted) -> Instruction:
    builder = coder.builder
    given = spot.get("card")
    args: dict[str, Argument] = {"card": builder.expr(given, "cards")} if given else {}
    hook = builder.word(spot / "hook", builder.registry.planners, "planner")
    return Instruction("plan", word=hook, args=args, **coder.result(spot, "cards"), **coder.origin(spot))


def _modify(coder: Coder, spot: Spot, lifted: Lifted) -> Instruction:
    made = modifier(coder.builder, spot, lifted.trees.get("of"))
    if not made.until and made.until_event is None and not coder.builder.flawed(spot):
        coder.builder.fault(spot, "'modify' needs 'until'", f"one of {', '.join(DURATIONS)}, or an event pattern")
    return _plain(coder, spot, "modify", {"modifier": made})


def _delay(coder: Coder, spot: Spot, _lifted: Lifted) -> Instruction:
    args: dict[str, Argument] = {"when": pattern(coder.builder, spot / "when"), "do": coder.part(spot / "do")}
    until = spot.get("until")
    if until is not None and isinstance(until.data, dict):
        args["until_event"] = pattern(coder.builder, until)
    elif until is not None:
        args["until"] = coder.builder.word(until, DURATIONS, "duration")
    return _plain(coder, spot, "delay", args)


_OWN: Final[Mapping[str, Callable[[Coder, Spot, Lifted], Instruction]]] = {
    "choose": _choose,
    "let": _let,
    "settle": _settle,
    "window": _window,
    "emit": _emit,
    "plan": _plan,
    "modify": _modify,
    "delay": _delay,
}
