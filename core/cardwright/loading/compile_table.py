"""What the table is made of: modes, zones, pieces, fields, types, moves, procedures, links, currencies."""

from __future__ import annotations

from cardwright.loading.compile_builder import Builder, Spot, slots_of
from cardwright.loading.compile_modifiers import roles
from cardwright.loading.compile_names import OF_SEATS, field_kinds, is_of_team, param_kinds, params_of, participle
from cardwright.loading.compile_steps import write_program
from cardwright.loading.diagnostics import nearest
from cardwright.rulebook.expressions import YOU, Expr, Place, constant
from cardwright.rulebook.table import (
    CurrencyDef,
    FieldDef,
    LinkDef,
    Mode,
    MoveDef,
    PieceDef,
    ProcedureDef,
    QueryDef,
    ScopeDef,
    TypeDef,
    ZoneDef,
)

_SEES = ("all", "team", "owner", "nobody")
_FACES = ("down", "reversed")
_KEEPS = ("place", "symbols", "ability", "pieces", "goal")


def modes(builder: Builder) -> dict[str, Mode]:
    """The section `modes`."""
    made = {}
    for name, spot in builder.entries("modes"):
        teams = tuple(tuple(team) for team in spot.data["teams"])
        seats = tuple(seat for team in teams for seat in team)
        order = builder.words(spot.get("order"), seats, "seat")
        if order and sorted(order) != sorted(seats):
            builder.fault(spot / "order", "the order names every seat once", f"seats: {', '.join(seats)}")
        owned = builder.words(spot.get("team_owns"), builder.vocabulary.zones, "zone")
        made[name] = Mode(teams, order, owned)
        builder.rule(spot)
    return made


def zones(builder: Builder) -> tuple[ZoneDef, ...]:
    """The section `zones`."""
    return tuple(_zone(builder, name, spot) for name, spot in builder.entries("zones"))


def _zone(builder: Builder, name: str, spot: Spot) -> ZoneDef:
    data, known = spot.data, builder.vocabulary
    return ZoneDef(
        name=name,
        see=builder.word(spot.get("see"), _SEES, "'see'") or "all",
        ordered=data.get("ordered") is True,
        in_play=data.get("in_play") is True,
        on=builder.word(spot.get("on"), known.zones, "zone"),
        host_leaves=builder.place(spot.within(it="cards").get("host_leaves")),
        holds=data.get("holds") or 0,
        blanks=_blanks(builder, spot.get("blanks")),
        empty=write_program(builder, f"zone {name} empty", spot.get("empty")),
        emptied=write_program(builder, f"zone {name} emptied", spot.get("emptied")),
        pieces=builder.word(spot.get("pieces"), known.pieces, "kind of piece"),
        rule=builder.rule(spot),
    )


def _blanks(builder: Builder, spot: Spot | None) -> dict[str, tuple[str, ...]]:
    if spot is None:
        return {}
    known = ("ability", "keyword", "name", "type", "number", *field_kinds(builder.sections))
    if isinstance(spot.data, list):
        return {"always": builder.words(spot, known, "field")}
    for face in spot.data:
        if face not in _FACES:
            builder.fault(spot / face, f"unknown face '{face}'", f"allowed: {', '.join(_FACES)}", key=True)
    return {face: builder.words(spot / face, known, "field") for face in spot.data}


def pieces(builder: Builder) -> tuple[PieceDef, ...]:
    """The section `pieces`."""
    kinds = builder.vocabulary.pieces
    return tuple(
        PieceDef(
            name=name,
            kind_of=builder.word(spot.get("is"), kinds, "kind of piece"),
            supply=str(spot.data.get("supply") or "supply"),
            picked_by=str(spot.data.get("picked_by") or ""),
            never_to=builder.words(
                spot.get("never_to"), (*builder.vocabulary.zones, *builder.vocabulary.supplies), "place"
            ),
            host_leaves=builder.place(spot.within(it="cards").get("host_leaves"), pieces=True),
            rule=builder.rule(spot),
        )
        for name, spot in builder.entries("pieces")
    )


def fields(builder: Builder) -> tuple[FieldDef, ...]:
    """The section `fields`."""
    kinds = field_kinds(builder.sections)
    section = builder.section("fields")
    words = section.get("words") if section else None
    for each in [words / name for name in words.data] if words and isinstance(words.data, dict) else ():
        if isinstance(each.data, str):
            builder.word(each, ("any", "cards"), "words")
    return tuple(FieldDef(name, kind, builder.vocabulary.words.get(name, ())) for name, kind in kinds.items())


def types(builder: Builder) -> dict[str, TypeDef]:
    """The section `types`."""
    return {name: _type(builder, name, spot) for name, spot in builder.entries("types")}


def _type(builder: Builder, name: str, spot: Spot) -> TypeDef:
    known, kinds = builder.vocabulary, tuple(field_kinds(builder.sections))
    builder.rule(spot)
    return TypeDef(
        name=name,
        fields=builder.words(spot.get("fields"), kinds, "field"),
        optional=builder.words(spot.get("optional"), kinds, "field"),
        requires=_requires(builder, spot.get("requires"), kinds),
        plays=builder.words(spot.get("play"), [each for each, _ in builder.entries("actions")], "action"),
        enters=builder.word(spot.get("enters"), known.zones, "zone"),
        stays=builder.truth(spot.within(has_self=True, subject="self").get("stays")),
        spent=builder.word(spot.get("spent"), known.zones, "zone"),
        zones=builder.words(spot.get("in"), known.zones, "zone"),
        counts_as=builder.words(spot.get("counts_as"), tuple(known.types), "type"),
        serves=builder.word(spot.get("serves"), ("team",), "'serves'"),
        token=spot.data.get("token") is True,
    )


def _requires(builder: Builder, spot: Spot | None, fields: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    if spot is None:
        return {}
    words = [word for allowed in builder.vocabulary.words.values() for word in allowed]
    for name in spot.data:
        if name not in (*fields, *words):
            hint = nearest(name, [*fields, *words])
            builder.fault(spot / name, f"'{name}' is no field, nor a word in one", hint, key=True)
    return {name: builder.words(spot / name, fields, "field") for name in spot.data}


def queries(builder: Builder) -> dict[str, QueryDef]:
    """The section `queries`."""
    made = {}
    for name, spot in builder.entries("queries"):
        of = builder.word(spot.get("of"), ("card", *OF_SEATS), "'of'")
        asked = spot.within(it="seats" if of in OF_SEATS else "cards")
        hook = builder.word(spot.get("hook"), builder.registry.queries, "value function")
        base, shown = builder.maybe(asked.get("base"), "number"), bool(spot.data.get("shown"))
        if shown and of not in OF_SEATS:
            builder.fault(spot / "shown", "the board shows only what is asked about seats")
        made[name] = QueryDef(name, of, base, hook, builder.rule(spot), shown)
    return made


def moves(builder: Builder) -> dict[str, MoveDef]:
    """The section `moves`."""
    return {name: _move(builder, name, spot) for name, spot in builder.entries("moves")}


def _move(builder: Builder, name: str, spot: Spot) -> MoveDef:
    waits, zones_of_game = spot.get("waits"), builder.vocabulary.zones
    how = waits if waits is not None and isinstance(waits.data, dict) else None
    asked = how.within(it="cards") if how else None
    return MoveDef(
        name=name,
        event=str(spot.data.get("event") or participle(name)),
        to=builder.place(spot.within(it="cards").get("to")) or Place(),
        come_from=builder.words(spot.get("from"), zones_of_game, "zone"),
        waits=waits is not None and waits.data is not False,
        waits_if=builder.truth(asked.get("if")) if asked else None,
        waits_from=builder.words(how.get("from"), zones_of_game, "zone") if how else (),
        keeps=builder.words(how.get("keeps"), _KEEPS, "'keeps'") if how else (),
        rule=builder.rule(spot) or (builder.rule(how) if how else ""),
    )


def procedures(builder: Builder) -> dict[str, ProcedureDef]:
    """The section `procedures`."""
    return {name: _procedure(builder, name, spot) for name, spot in builder.entries("procedures")}


def _procedure(builder: Builder, name: str, spot: Spot) -> ProcedureDef:
    kinds = param_kinds(spot.data)
    for key, kind in kinds.items():
        if kind not in ("cards", "seats", "number", "place"):
            builder.fault(
                spot, f"parameter '{key}' is of no kind '{kind}'", "allowed: cards, seats, team, number, place"
            )
    scope = builder.word(spot.get("scope"), builder.vocabulary.scopes, "scope")
    return ProcedureDef(
        name=name,
        params=tuple(kinds),
        kinds=kinds,
        defaults=_defaults(builder, spot, kinds),
        event=str(spot.data.get("event") or participle(name)),
        scope=scope,
        of_team=is_of_team(spot.data, "seat"),
        cause=builder.word(spot.get("cause"), builder.vocabulary.every_cause, "cause"),
        program=write_program(builder, f"procedure {name}", spot.within(scope=scope, has_self=True).get("do"), kinds),
        rule=builder.rule(spot),
    )


def _defaults(builder: Builder, spot: Spot, kinds: dict[str, str]) -> dict[str, Expr | Place]:
    """What parameters are when not given: a seat is you, a count is 1, others as written."""
    made: dict[str, Expr | Place] = {}
    params = spot.get("params")
    inner = params.within(slots=slots_of(kinds)) if params else None
    for each in inner.each() if inner else ():
        for name in each.data if isinstance(each.data, dict) else ():
            given = each / name
            made[name] = (
                (builder.place(given) or Place()) if kinds[name] == "place" else builder.expr(given, kinds[name])
            )
    missing = [name for name, default in params_of(spot.data).items() if default is ...]
    usual: dict[str, Expr] = {"seat": YOU, "count": constant(1)}
    return made | {name: usual[name] for name in missing if name in usual}


def scopes(builder: Builder) -> dict[str, ScopeDef]:
    """The section `scopes`."""
    made = {}
    for name, spot in builder.entries("scopes"):
        derived = spot.within(scope=name).get("is")
        fields_of = {key: builder.expr(derived / key) for key in derived.data} if derived else {}
        made[name] = ScopeDef(name, tuple(spot.data.get("holds") or ()), fields_of)
        builder.rule(spot)
    return made


def links(builder: Builder) -> dict[str, LinkDef]:
    """The section `links`."""
    return {name: _link(builder, name, spot) for name, spot in builder.entries("links")}


def _link(builder: Builder, name: str, spot: Spot) -> LinkDef:
    leaves = spot.within(it="cards").get("host_leaves")
    builder.rule(spot)
    return LinkDef(
        name=name,
        roles=tuple(spot.data.get("roles") or [name]),
        turned_together=builder.words(spot.get("turned_together"), roles(builder), "role"),
        host_leaves=None if leaves is None else builder.place(leaves),
        lends=builder.words(spot.get("lends"), builder.vocabulary.types, "card type"),
        left_behind=write_program(
            builder,
            f"link {name}",
            spot.within(has_self=True).get("left_behind"),
            {"guest": "cards", "host": "cards"},
        ),
    )


def currencies(builder: Builder) -> dict[str, CurrencyDef]:
    """The section `currencies`."""
    return {name: _currency(builder, name, spot) for name, spot in builder.entries("currencies")}


def _currency(builder: Builder, name: str, spot: Spot) -> CurrencyDef:
    kind = builder.word(spot.get("pieces"), builder.vocabulary.pieces, "kind of piece")
    source = spot.within(has_self=True).get("from")
    moved = bool(kind) and spot.get("hook") is None  # a hook may pay from several places
    return CurrencyDef(
        name=name,
        field=builder.word(spot.get("field"), builder.vocabulary.numbers, "number field") or "cost",
        pieces=kind,
        come_from=builder.place(source, pieces=True) if moved else None,
        source=None if moved or source is None else builder.expr(source, "pieces"),
        to=builder.place(spot.within(it="cards").get("to"), pieces=bool(kind) or spot.get("hook") is not None),
        at_most=builder.maybe(spot.get("at_most"), "number"),
        hook=builder.word(spot.get("hook"), builder.registry.currencies, "currency"),
        rule=builder.rule(spot),
    )
