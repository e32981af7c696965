"""The board of a scenario from shape to record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardwright.loading.diagnostics import Path, nearest
from cardwright.loading.scenario_names import Names
from cardwright.loading.scenario_records import (
    CardGiven,
    Given,
    HappenedGiven,
    ModifierGiven,
    TurnGiven,
    UsedGiven,
    ZoneGiven,
)
from cardwright.loading.schema.scenario import CardShape, ExpectShape, GivenShape, TurnShape, ZoneShape, zone_shape

_EXPECT_KEYS: Final = frozenset(ExpectShape.model_fields)
"""Words of `expect` that cannot name a card."""


def given_of(shape: GivenShape, path: Path, names: Names) -> Given:
    """The board; what is faulty in it is reported and left out."""
    seats: dict[str, dict[str, ZoneGiven]] = {}
    for seat, zones in (shape.model_extra or {}).items():
        if names.seat(seat, (*path, seat), key=True):
            read = {zone: _zone(zone, each, (*path, seat, zone), names) for zone, each in zones.items()}
            seats[seat] = {zone: record for zone, record in read.items() if record is not None}
    for reading, choice in shape.readings.items():
        if names.known("reading", reading, names.rulebook.readings, (*path, "readings", reading), key=True):
            names.known("choice", choice, names.rulebook.readings[reading], (*path, "readings", reading))
    return Given(
        _turn(shape.turn, (*path, "turn"), names),
        names.mode,
        shape.readings,
        shape.seed,
        seats,
        _modifiers(shape, path, names),
        _happened(shape, path, names),
        _used(shape, path, names),
    )


def _turn(shape: TurnShape, path: Path, names: Names) -> TurnGiven:
    if shape.player is not None:
        names.seat(shape.player, (*path, "player"))
    if shape.phase is not None:
        names.phase(shape.phase, (*path, "phase"))
    if shape.at is not None and shape.at != "start":
        names.window(shape.at, (*path, "at"))
    return TurnGiven(shape.number, shape.player or names.seats[0], shape.phase or "", shape.at or "")


def _zone(zone: str, shape: ZoneShape, path: Path, names: Names) -> ZoneGiven | None:
    if not names.zone(zone, path, key=True):
        return None
    definition = next(each for each in names.rulebook.zones if each.name == zone)
    if definition.pieces:
        return _pool(zone, definition.pieces, shape, path, names)
    if shape.pieces is not None:
        names.fault(path, f"the zone '{zone}' holds cards, not pieces")
        return None
    return _cards_in(zone, shape, path, names)


def _pool(zone: str, kind: str, shape: ZoneShape, path: Path, names: Names) -> ZoneGiven | None:
    if shape.cards is not None or shape.exactly is not None:
        names.fault(path, f"the zone '{zone}' holds pieces, not cards")
        return None
    pieces = shape.pieces if shape.pieces is not None else {kind: shape.count or 0}
    return ZoneGiven(zone, path, pieces=pieces) if names.pieces(pieces, path) else None


def _cards_in(zone: str, shape: ZoneShape, path: Path, names: Names) -> ZoneGiven:
    """A zone of cards, of a seat or on a card."""
    written = shape.cards if shape.exactly is None else shape.exactly
    data = _at(names, path)
    inside = () if shape.exactly is None else ("exactly",)
    single = isinstance(data, (str, Mapping)) and not inside
    cards = tuple(
        _card(card, path if single else (*path, *inside, number), names) for number, card in enumerate(written or ())
    )
    whole = shape.exactly is not None or shape.count is not None
    return ZoneGiven(zone, path, tuple(card for card in cards if card is not None), shape.count or 0, whole)


def _card(shape: CardShape, path: Path, names: Names) -> CardGiven | None:
    if not names.card_number(shape.card, (*path, "card") if isinstance(_at(names, path), dict) else path):
        return None
    if shape.as_ is not None:
        _new_alias(shape.as_, (*path, "as"), names)
    if shape.owner is not None:
        names.seat(shape.owner, (*path, "owner"))
    for number, seat in enumerate(shape.known_to):
        names.seat(seat, (*path, "known_to", number))
    if shape.from_ is not None:
        names.zone(shape.from_, (*path, "from"))
    names.pieces(shape.pieces, (*path, "pieces"))
    pieces, values, hosted = _further(shape, path, names)
    attached = [_guest(card, shape, (*path, "attached", number), names) for number, card in enumerate(shape.attached)]
    entered = 0 if shape.entered == "this_turn" else -1 if shape.entered is None else shape.entered
    return CardGiven(
        shape.card,
        path,
        shape.as_ or "",
        shape.exhausted,
        shape.face,
        {**shape.pieces, **pieces},
        values,
        shape.owner or "",
        entered,
        shape.from_ or "",
        hosted,
        tuple(card for card in attached if card is not None),
        shape.role,
        tuple(shape.known_to),
    )


def _guest(shape: CardShape, host: CardShape, path: Path, names: Names) -> CardGiven | None:
    """A card that is attached; by its alias one that is attached to another card, too."""
    if shape.role:
        roles = [role for link in names.rulebook.links.values() for role in link.roles]
        names.known("role", shape.role, dict.fromkeys(roles), (*path, "role"))
    again = shape.card in names.aliases
    if again and shape.card == host.as_:
        names.fault((*path, "card"), f"'{shape.card}' is attached to itself")
    return CardGiven(shape.card, path, role=shape.role) if again else _card(shape, path, names)


def _at(names: Names, path: Path) -> object:
    """What is written at `path`; nothing inside what a variant fills in."""
    data: Any = names.source.data
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _new_alias(alias: str, path: Path, names: Names) -> None:
    """An alias must be new and must not look like anything else."""
    taken = {*names.seats, *(card.number for card in names.rulebook.cards), *_EXPECT_KEYS}
    if alias in names.aliases:
        names.fault(path, f"two cards are called '{alias}'")
    elif alias in taken or "." in alias:
        names.fault(path, f"'{alias}' cannot name a card", "choose a word that is no seat, card number or place")
    names.aliases.add(alias)


def _further(shape: CardShape, path: Path, names: Names) -> tuple[dict[str, int], dict[str, int], dict[str, ZoneGiven]]:
    """Kinds of pieces, values and hosted zones among the further keys of a card."""
    rulebook = names.rulebook
    kinds = {piece.name for piece in rulebook.pieces}
    numbers = {each.name for each in rulebook.fields if each.kind == "number"} | {"level"}
    zones = {zone.name for zone in rulebook.zones if zone.on}
    pieces: dict[str, int] = {}
    values: dict[str, int] = {}
    hosted: dict[str, ZoneGiven] = {}
    for key, value in (shape.model_extra or {}).items():
        where = (*path, key)
        if key in zones:
            form = zone_shape(value)
            if form is None or form.pieces is not None:
                names.fault(where, f"'{key}' is a list of cards, or their number")
            else:
                hosted[key] = _cards_in(key, form, where, names)
        elif key not in kinds | numbers:
            known = (*(name for name in CardShape.model_fields if not name.endswith("_")), "as", "from")
            names.fault(where, f"unknown key '{key}'", nearest(key, (*known, *kinds, *numbers, *zones)), key=True)
        elif not isinstance(value, int):
            names.fault(where, f"'{key}' is a number")
        else:
            (pieces if key in kinds else values)[key] = value
    return pieces, values, hosted


def _modifiers(shape: GivenShape, path: Path, names: Names) -> tuple[ModifierGiven, ...]:
    found = []
    for number, each in enumerate(shape.modifiers):
        where = (*path, "modifiers", number)
        names.card(each.card, (*where, "card"))
        names.seat(each.controller, (*where, "controller"))
        for place, word in enumerate(each.of):
            names.pick(word, (*where, "of", place))
        found.append(ModifierGiven(each.card, each.controller, where, each.ability or 0, tuple(each.of), each.amount))
    return tuple(found)


def _happened(shape: GivenShape, path: Path, names: Names) -> tuple[HappenedGiven, ...]:
    found = []
    for number, each in enumerate(shape.happened):
        where = (*path, "happened", number)
        names.event(each.event, (*where, "event"))
        if each.card is not None:
            names.card(each.card, (*where, "card"))
        for key, seat in (("seat", each.seat), ("by", each.by)):
            if seat is not None:
                names.seat(seat, (*where, key))
        found.append(
            HappenedGiven(each.event, where, each.card or "", each.seat or "", each.by or "", each.cause, each.amount)
        )
    return tuple(found)


def _used(shape: GivenShape, path: Path, names: Names) -> tuple[UsedGiven, ...]:
    found = []
    for number, each in enumerate(shape.used):
        where = (*path, "used", number)
        if each.seat is not None:
            names.seat(each.seat, (*where, "seat"))
        if each.action is not None:
            names.known("action", each.action, names.rulebook.actions, (*where, "action"))
        if each.card is not None:
            names.card(each.card, (*where, "card"))
        if (each.seat is None) == (each.card is None) or (each.seat is not None and each.action is None):
            names.fault(where, "a used limit is {seat, action}, {card, action} or {card, ability}")
        found.append(UsedGiven(where, each.seat or "", each.action or "", each.card or "", each.ability or 0))
    return tuple(found)
