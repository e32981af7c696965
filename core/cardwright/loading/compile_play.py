"""How a game is played: actions, windows, the turn, triggers, checks and wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardwright.loading.compile_builder import Builder, Spot
from cardwright.loading.compile_modifiers import limit
from cardwright.loading.compile_steps import Coder, write_program
from cardwright.rulebook.play import ActionDef, CheckDef, TriggerRules, WinDef, WindowDef
from cardwright.rulebook.program import Instruction
from cardwright.rulebook.table import TypeDef

_MOMENTS = ("each_change", "each_action", "start")
_ENDS = ("all_pass", "first_pass", "first_use")
_ORDERS = ("turn_player", "each", "controller")


def actions(builder: Builder, types: Mapping[str, TypeDef]) -> dict[str, ActionDef]:
    """The section `actions`."""
    playing = {name for each in types.values() for name in each.plays}
    return {name: _action(builder, name, spot, plays=name in playing or spot.data.get("plays") is True)
            for name, spot in builder.entries("actions")}  # fmt: skip


def _action(builder: Builder, name: str, spot: Spot, *, plays: bool) -> ActionDef:
    here = spot.within(has_self=True)
    uses = not plays and spot.get("do") is None and spot.get("hook") is None
    cost = here.get("cost")
    steps = cost if cost is not None and isinstance(cost.data, list) else None
    usual = "may.play" if plays else "may.use" if uses else f"may.{name}"
    return ActionDef(
        name=name,
        cards=builder.maybe(spot.get("card"), "cards"),
        needs=builder.truth(here.get("needs")),
        needs_rule=builder.cited(rule) if (rule := spot.get("needs_rule")) else "",
        asks=builder.word(spot.get("asks"), builder.queries, "query") or usual,
        plays=plays,
        uses=uses,
        user=builder.maybe(here.get("user"), "cards"),
        sides=builder.maybe(spot.get("for"), "seats"),
        currency=builder.word(cost, [k for k, _ in builder.entries("currencies")], "currency") if not steps else "",
        cost=write_program(builder, f"action {name} cost", steps),
        possible=spot.data.get("possible") is True,
        limit=limit(builder, here.get("limit")),
        to=builder.place(here.within(it="cards").get("to")),
        face=builder.word(spot.get("face"), ("up", "down", "reversed"), "face"),
        program=write_program(builder, f"action {name}", here.get("do")),
        hook=builder.word(spot.get("hook"), builder.registry.planners, "planner"),
        rule=builder.rule(spot),
        line=spot.line,
    )


def windows(builder: Builder) -> dict[str, WindowDef]:
    """The section `windows`."""
    return {name: _window(builder, name, spot) for name, spot in builder.entries("windows")}


def _window(builder: Builder, name: str, spot: Spot) -> WindowDef:
    seats, keeps = spot.get("seats"), builder.word(spot.get("keeps"), ("first",), "'keeps'")
    known = builder.vocabulary
    return WindowDef(
        name=name,
        seats=tuple(builder.expr(seat, "seats") for seat in seats.each()) if seats else (),
        keeps_first=keeps == "first",
        admit=builder.words(spot.get("admit"), [k for k, _ in builder.entries("actions")], "action"),
        headings=builder.words(spot.get("headings"), known.use_headings, "heading"),
        chain=builder.word(spot.get("resolve"), ("chain", "at_once"), "'resolve'") == "chain",
        ends=builder.word(spot.get("ends"), _ENDS, "'ends'") or "first_pass",
        barred=builder.truth(spot.get("barred")),
        must=builder.truth(spot.get("must")),
        unable=write_program(builder, f"window {name} unable", spot.get("unable")),
        changing=builder.words(spot.get("changing"), (*known.numbers, *known.card_queries), "number field"),
        rule=builder.rule(spot),
    )


def turn(builder: Builder) -> int:
    """The program of a turn: phase by phase its steps and its window."""
    spot = builder.section("turn")
    if spot is None:
        return -1
    index, coder = builder.reserve(), Coder(builder)
    for phase in spot.each():
        name = str(phase.data["phase"])
        start = coder.emit(
            Instruction(
                "phase",
                word=name,
                value=builder.truth(phase.get("skip")),
                fixed=phase.data.get("optional") is True,
                rule=builder.rule(phase),
                line=phase.line,
            )
        )
        if steps := phase.get("do"):
            coder.steps(steps)
        if window := phase.get("window"):
            coder.emit(
                Instruction("window", word=builder.word(window, builder.vocabulary.windows, "window"), line=window.line)
            )
        coder.emit(Instruction("phase_end", word=name))
        coder.land(start)
    coder.finish(index, "turn", spot)
    return index


def triggers(builder: Builder) -> TriggerRules:
    """The section `triggers`."""
    spot = builder.section("triggers")
    if spot is None:
        return TriggerRules()
    batches = spot.get("batches")
    full = [each for each in (batches.each() if batches else ()) if isinstance(each.data, dict)]
    orders = {str(each.data["name"]): builder.word(each.get("order"), ("declared",), "order") for each in full}
    return TriggerRules(
        orders=_orders(builder, spot.get("orders")),
        nested=builder.word(spot.get("nested"), ("first", "new_chain"), "'nested'") or "first",
        ask=builder.word(spot.get("ask"), ("when_carried_out", "when_put_on_chain"), "'ask'") or "when_carried_out",
        batches=batch_names(builder),
        declared=tuple(name for name, order in orders.items() if order == "declared"),
        first=_batch_programs(builder, full, "first"),
        last=_batch_programs(builder, full, "last"),
        dropped=_batch_programs(builder, full, "dropped"),
        window=builder.word(spot.get("window"), builder.vocabulary.windows, "window"),
        rule=builder.rule(spot),
    )


def batch_names(builder: Builder) -> tuple[str, ...]:
    """The names of the batches that triggers are taken up in."""
    triggers = builder.section("triggers")
    batches = (triggers.data.get("batches") if triggers else None) or ["ordinary"]
    return tuple(each["name"] if isinstance(each, dict) else each for each in batches)


def _batch_programs(builder: Builder, batches: Iterable[Spot], key: str) -> dict[str, int]:
    """The programs that batches have under `key`."""
    return {
        each.data["name"]: write_program(builder, f"batch {each.data['name']} {key}", steps)
        for each in batches
        if (steps := each.within(has_self=True).get(key))
    }


def _orders(builder: Builder, spot: Spot | None) -> dict[str, str]:
    if spot is None:
        return {}
    if isinstance(spot.data, str):
        return {"else": builder.word(spot, _ORDERS, "order")}
    for phase in spot.data:
        if phase not in (*builder.vocabulary.phases, "else"):
            builder.fault(spot / phase, f"unknown phase '{phase}'", key=True)
    return {phase: builder.word(spot / phase, _ORDERS, "order") for phase in spot.data}


def checks(builder: Builder) -> tuple[CheckDef, ...]:
    """The section `checks`; in their steps `it` is slot 0."""
    made = []
    for number, check in enumerate(builder.items("checks")):
        inside = check.within(it="cards", it_slot=0)
        program = write_program(builder, f"check {number}", inside.get("do"), {"it": "cards"})
        at = builder.word(check.get("at"), (*_MOMENTS, *builder.vocabulary.phases), "moment") or "each_change"
        made.append(CheckDef(builder.expr(check / "of", "cards"), program, at, builder.rule(check)))
    return tuple(made)


def wins(builder: Builder) -> tuple[WinDef, ...]:
    """The section `wins`; `it` is a team."""
    made = []
    for win in builder.items("wins"):
        keys = [key for key in ("loses", "wins") if win.data.get(key) is not None]
        if len(keys) != 1:
            builder.fault(win, "one of 'loses' and 'wins' is wanted")
            continue
        made.append(
            WinDef(
                loses=keys[0] == "loses",
                condition=builder.expr(win.within(it="seats") / keys[0], "truth"),
                at=builder.word(win.get("at"), (*_MOMENTS, *builder.vocabulary.phases), "moment") or "each_change",
                reason=str(win.data.get("reason") or ""),
                rule=builder.rule(win),
            )
        )
    return tuple(made)
