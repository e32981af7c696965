"""Only `state/edit.py` writes what lies on the table.

A state has two halves. *The table* is what rules can ask about: cards, zones, pieces, modifiers, limits, memory, the
turn's clock. Answers about it are remembered, so a write that bypasses `Edit` leaves stale answers and may reach into
another fork. All of it is written in `cardwright/state` alone.

*The loop* is how far the game has come: frames and their slots, the chain, the open question, the batch in progress,
the log. A fork copies it at once (`state/fork.py`), the driver writes it at every instruction, and a detour through
`Edit` for each would cost more than it protects. So `cardwright/engine` and its built-in `ops` may write it too;
nobody else may. The fields
of that half are listed in `LOOP`; a field that is added to a record belongs to the table until it is listed there.

The scan goes by names, not by types: it looks at assignments to (or deletions of) an attribute, at assignments into
a container that is an attribute, and at calls that change one, wherever the attribute is called like a field of a state
record. A loop's record is told by the variable's name: `frame`, `link`, `event` and the like. `self.field`
is an object's own attribute, unless it is `self.state.field`.
"""

import ast
from collections.abc import Iterator
from typing import Any

import pytest

from cardwright.state.card_state import CardState
from cardwright.state.events import Event
from cardwright.state.frames import ChainLink, Delayed, Frame, Waiting
from cardwright.state.game_state import GameState
from cardwright.state.modifiers import Modifier

LOOP = {
    "answer",
    "asks",
    "chain",
    "delayed",
    "events",
    "frames",
    "held",
    "history",
    "logged",
    "pending",
    "result",
    "rng",
    "skips",
    "step",
    "waiting",
    "window",
}
"""Fields of `GameState` that the engine may write."""
LOOP_RECORDS: tuple[type[Any], ...] = (Frame, ChainLink, Waiting, Delayed, Event)
"""Records the engine may write: an event is a proposal until it is committed."""
LOOP_NAMES = {"frame", "below", "link", "event", "proposal", "trigger"}
"""Variables that hold a loop record."""

TABLE_FIELDS = (
    set(GameState.__struct_fields__) - LOOP | set(CardState.__struct_fields__) | set(Modifier.__struct_fields__)
)
LOOP_FIELDS = LOOP.union(*(record.__struct_fields__ for record in LOOP_RECORDS))
CHANGING = {"append", "clear", "extend", "insert", "pop", "popitem", "remove", "setdefault", "sort", "update"}
ENGINE = ("core/cardwright/engine/", "core/cardwright/ops/")
"""The driver, and the built-in ops that steer it."""
SCANNED = tuple(
    f"core/cardwright/{part}/" for part in ("engine", "ops", "hooks", "loading", "view", "session", "testing", "cli")
)


def _last_name(node: ast.expr) -> str:
    """`frame` of `frame`, `self.frame` and `state.frames[-1]`."""
    if isinstance(node, ast.Subscript):
        return _last_name(node.value).removesuffix("s")
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _written(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions that `node` writes to."""
    if isinstance(node, ast.Assign):
        yield from node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        yield node.target
    elif isinstance(node, ast.Delete):
        yield from node.targets
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
        yield ast.Subscript(node.func.value, ast.Constant(0))


def _fields(target: ast.expr) -> Iterator[ast.Attribute]:
    """The attributes written when `target` is: `x.field`, and `x.field[…]`."""
    if isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            yield from _fields(part)
    while isinstance(target, ast.Subscript | ast.Starred):
        target = target.value
    if isinstance(target, ast.Attribute) and not (isinstance(target.value, ast.Name) and target.value.id == "self"):
        yield target


def _is_forbidden(field: ast.Attribute, *, in_engine: bool) -> bool:
    owner = _last_name(field.value)
    is_loop = (owner in LOOP_NAMES and field.attr in LOOP_FIELDS) or (owner == "state" and field.attr in LOOP)
    return not in_engine if is_loop else field.attr in TABLE_FIELDS


def forbidden_writes(tree: ast.Module, *, in_engine: bool) -> list[str]:
    """Each write that is not allowed, as `line: expression`."""
    return [
        f"{field.lineno}: {ast.unparse(field)}"
        for node in ast.walk(tree)
        for target in _written(node)
        for field in _fields(target)
        if _is_forbidden(field, in_engine=in_engine)
    ]


def test_only_edit_writes_the_table(house: Any) -> None:
    sources = house.under(*SCANNED, "plugins/")
    assert sources
    found = [
        f"{source.name}:{write}"
        for source in sources
        for write in forbidden_writes(source.tree, in_engine=source.name.startswith(ENGINE))
    ]
    assert not found, "written outside state/edit.py:\n" + "\n".join(found)


def test_every_loop_field_exists() -> None:
    assert set(GameState.__struct_fields__) >= LOOP


@pytest.mark.parametrize(
    "code",
    [
        "card.exhausted = True",
        "state.turn += 1",
        "self.state.turn = 3",
        "state.cards[3] = card",
        "state.zones[key][0] = 1",
        "del state.pools[key]",
        "a, state.turn = 1, 2",
        "state.memory.clear()",
        "context.state.limits.update(more)",
        "card.controller = seat",
    ],
)
def test_a_write_to_the_table_is_found(code: str) -> None:
    assert forbidden_writes(ast.parse(code), in_engine=True)


@pytest.mark.parametrize("code", ["frame.position += 1", "state.pending = None", "game.state.events.append(event)"])
def test_the_loop_is_written_by_the_engine_alone(code: str) -> None:
    assert not forbidden_writes(ast.parse(code), in_engine=True)
    assert forbidden_writes(ast.parse(code), in_engine=False)


@pytest.mark.parametrize("code", ["self.turn = 1", "card = state.cards[3]", "frame.controller = 1", "x = state.turn"])
def test_reading_and_own_attributes_are_free(code: str) -> None:
    assert not forbidden_writes(ast.parse(code), in_engine=True)
