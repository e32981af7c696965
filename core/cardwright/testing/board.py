"""`Board`: the state that a scenario's `given` describes, built record by record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from cardwright.engine.programs import GAME, OWN
from cardwright.engine.turns import RUNNING
from cardwright.ids import HOSTED, NO_REF, NOBODY, key_place, key_zone, make_ref, zone_key
from cardwright.rulebook.modifier import ModifierDef
from cardwright.state.card_state import CardState
from cardwright.state.events import Event
from cardwright.state.frames import Frame
from cardwright.state.game_state import GameState
from cardwright.state.modifiers import Modifier
from cardwright.testing.cast import Cast
from cardwright.testing.start import impossible, start_position

if TYPE_CHECKING:
    from cardwright.loading.diagnostics import Path
    from cardwright.loading.scenario_records import CardGiven, HappenedGiven, ModifierGiven, Scenario, ZoneGiven
    from cardwright.session.catalog import LoadedGame
    from cardwright.testing.defaults import Defaults


class Board:
    """Lays the cards and pieces of one scenario."""

    def __init__(self, scenario: Scenario, loaded: LoadedGame, filled: Defaults) -> None:
        """Lay everything that `given` says, and the defaults for the rest."""
        self.scenario = scenario
        self.loaded = loaded
        self.tables = loaded.tables
        self.filled = filled
        self.given = scenario.given
        mode = loaded.rulebook.modes[self.given.mode]
        self.seats = mode.seats
        self.teams = mode.team_by_seat
        self.homes = tuple(map(self.teams.index, self.teams))
        self.shared = mode.team_owns
        self.fields: list[dict[str, Any]] = []
        """The fields of each card's record."""
        self.zones: dict[int, tuple[int, ...]] = {}
        self.pools: dict[int, tuple[int, ...]] = {}
        self.aliases: dict[str, int] = {}
        self.valued: list[tuple[int, CardGiven]] = []
        """Cards that must show certain values."""
        for seat, name in enumerate(self.seats):
            self._lay_seat(seat, self.given.seats.get(name, {}))

    @property
    def cast(self) -> Cast:
        """The names on this board."""
        return Cast(self.tables, self.seats, self.aliases)

    def state(self, more: Mapping[int, Mapping[int, int]]) -> GameState:
        """The state, with `more` pieces by card and kind, in the midst of the turn."""
        phase, position = start_position(self.scenario, self.loaded.rulebook)
        player = self.seats.index(self.given.turn.player)
        table = self._table(more)
        history, logged = self._history(table)
        return replace(
            table,
            modifiers=tuple(self._modifier(each, table) for each in self.given.modifiers),
            turn=self.given.turn.number,
            turn_player=player,
            phase=phase,
            frames=self._frames(position, player),
            marks=-1,
            history=history,
            readings=dict(self.given.readings),
            handles=len(table.cards),
            logged=logged,
        )

    def _frames(self, position: int, player: int) -> list[Frame]:
        """A game that runs, and the turn of `player` at that instruction."""
        turn = self.loaded.rulebook.turn
        slots = [None] * len(self.loaded.rulebook.programs[turn].slots)
        return [Frame(GAME, RUNNING), Frame(OWN + turn, position, slots=slots, controller=player)]

    def _table(self, more: Mapping[int, Mapping[int, int]]) -> GameState:
        """The cards and pieces, nothing else being said of the state."""
        given = self.given
        cards = [CardState(**fields) for fields in self.fields]
        for uid, kinds in more.items():
            before = cards[uid].pieces or (0,) * len(self.tables.pieces)
            pieces = tuple(count + kinds.get(kind, 0) for kind, count in enumerate(before))
            cards[uid] = CardState(**{**self.fields[uid], "pieces": pieces})
        return GameState(given.seed, given.mode, self.teams, self.homes, cards, dict(self.zones), dict(self.pools))

    def _lay_seat(self, seat: int, zones: Mapping[str, ZoneGiven]) -> None:
        for number, definition in enumerate(self.tables.zones):
            home = self.homes[seat] if definition.name in self.shared else seat
            key = zone_key(number, home)
            given = zones.get(definition.name)
            if definition.on or (given is None and home != seat):
                continue
            if definition.pieces:
                self._lay_pool(key, given)
            elif given is None:
                self._lay_numbers(key, seat, self.filled.zones.get(key, ()))
            else:
                self._lay_zone(key, seat, given)

    def _lay_pool(self, key: int, given: ZoneGiven | None) -> None:
        pieces = self.filled.pools.get(key, ()) if given is None else self._pieces(given.pieces)
        if any(pieces):
            self.pools[key] = pieces

    def _pieces(self, kinds: Mapping[str, int]) -> tuple[int, ...]:
        if not any(kinds.values()):
            return ()
        return tuple(kinds.get(piece.name, 0) for piece in self.tables.pieces)

    def _lay_zone(self, key: int, seat: int, given: ZoneGiven) -> None:
        holds = self.tables.zones[key_zone(key)].holds
        count = len(given.cards) + given.filler
        if holds and count > holds:
            raise impossible(self.scenario, given.where, f"'{given.zone}' holds {holds}, not {count}")
        for card in given.cards:
            self._lay_card(card, key, seat)
        hidden = self.tables.zones[key_zone(key)].see == "nobody"
        rest = given.filler if given.whole or not hidden else self._missing(key, count)
        self._lay_numbers(key, seat, tuple(self.filled.cards(seat, rest)))

    def _missing(self, key: int, count: int) -> int:
        """How many cards are wanting to what the zone holds by default."""
        return max(len(self.filled.zones.get(key, ())) - count, 0)

    def _usual_face(self, key: int) -> str:
        """Face up where all see the zone, else down."""
        return "up" if self.tables.zones[key_zone(key)].see == "all" else "down"

    def _lay_numbers(self, key: int, seat: int, numbers: tuple[int, ...]) -> None:
        for number in numbers:
            self._put(number, key, seat)

    def _lay_card(self, card: CardGiven, key: int, seat: int) -> int:
        uid = self._put(self.tables.card[card.number], key, seat)
        fields = self.fields[uid]
        turn = self.given.turn.number
        fields["exhausted"] = card.exhausted
        fields["face"] = card.face or fields["face"]
        fields["pieces"] = self._pieces(card.pieces)
        fields["entered"] = turn if card.entered == 0 else max(turn - 1, 0) if card.entered < 0 else card.entered
        fields["known_to"] = sum(1 << self.seats.index(name) for name in card.known_to)
        if card.owner:
            fields["owner"] = self.seats.index(card.owner)
        if card.come_from:
            fields["came_from"] = self.tables.zone[card.come_from]
        if card.alias:
            self.aliases[card.alias] = uid
        if card.values:
            self.valued.append((uid, card))
        self._lay_on(card, uid, key, seat)
        return uid

    def _lay_on(self, card: CardGiven, uid: int, key: int, seat: int) -> None:
        """What lies on a card: cards in its zones, and cards attached to it."""
        here = self.tables.zones[key_zone(key)].name
        for zone, given in card.hosted.items():
            number = self.tables.zone[zone]
            if self.tables.zones[number].on != here:
                raise impossible(self.scenario, given.where, f"no '{zone}' lies on a card in '{here}'")
            self._lay_zone(zone_key(number, HOSTED + uid), seat, given)
        for guest in card.attached:
            known = self.aliases.get(guest.number)
            if known is not None and guest.role in self._roles(known):
                raise impossible(self.scenario, guest.where, f"'{guest.number}' is attached in that role already")
            self._attach(self._lay_card(guest, key, seat) if known is None else known, uid, guest.role)

    def _roles(self, guest: int) -> list[str]:
        """The roles in which a card is attached so far."""
        fields = self.fields[guest]
        return [fields["role"], *(role for _, role in fields.get("more_hosts", ()))] if "host" in fields else []

    def _attach(self, guest: int, host: int, role: str) -> None:
        fields = self.fields[guest]
        if "host" in fields:
            fields["more_hosts"] = (*fields.get("more_hosts", ()), (host, role))
        else:
            fields.update(host=host, role=role)
            key = zone_key(fields["zone"], fields["place"])
            self.zones[key] = tuple(each for each in self.zones[key] if each != guest)
        self.fields[host]["guests"] = (*self.fields[host].get("guests", ()), guest)

    def _put(self, number: int, key: int, seat: int) -> int:
        """A new card at the bottom of a zone."""
        uid = len(self.fields)
        self.fields.append(
            {
                "uid": uid,
                "number": number,
                "owner": seat,
                "controller": seat,
                "zone": key_zone(key),
                "place": key_place(key),
                "handle": uid,
                "face": self._usual_face(key),
                "entered": max(self.given.turn.number - 1, 0),
            }
        )
        self.zones[key] = (*self.zones.get(key, ()), uid)
        return uid

    def one(self, word: str, state: GameState, where: Path) -> int:
        """The one card that `word` names."""
        found = self.cast.cards(word, state)
        if len(found) != 1:
            raise impossible(
                self.scenario, where, f"'{word}' names {len(found) or 'no'} cards", "give one card an alias"
            )
        return found[0]

    def _history(self, state: GameState) -> tuple[dict[str, list[Event]], int]:
        history: dict[str, list[Event]] = {}
        for number, each in enumerate(self.given.happened):
            history.setdefault(each.event, []).append(self._event(each, number, state))
        return history, len(self.given.happened)

    def _event(self, each: HappenedGiven, number: int, state: GameState) -> Event:
        card = state.cards[self.one(each.card, state, each.where)] if each.card else None
        seat = self.seats.index(each.seat) if each.seat else card.controller if card is not None else NOBODY
        by = self.seats.index(each.by) if each.by else NOBODY
        return Event(
            self.tables.event[each.event],
            card=card,
            seat=seat,
            amount=each.amount,
            cause=each.cause,
            by=by,
            done=True,
            number=number,
        )

    def _modifier(self, each: ModifierGiven, state: GameState) -> Modifier:
        source = self.one(each.card, state, each.where) if each.card in self.aliases else -1
        number = state.cards[source].number if source >= 0 else self.tables.card[each.card]
        definition = self._modifier_of(number, each)
        scope = tuple(self._member(word, state, each.where) for word in each.of)
        made = self.tables.makeable[definition].definition
        return Modifier(
            definition,
            self.seats.index(each.controller),
            make_ref(source, 0) if source >= 0 else NO_REF,
            scope or None,
            each.amount,
            until=made.until or "event",
        )

    def _member(self, word: str, state: GameState, where: Path) -> int:
        return self.seats.index(word) if word in self.seats else make_ref(self.one(word, state, where), 0)

    def _modifier_of(self, number: int, each: ModifierGiven) -> int:
        """The number of the lasting change that a card makes."""
        abilities = self.tables.cards[number].abilities
        wanted = abilities[each.ability - 1 : each.ability] if each.ability else abilities
        for ability in wanted:
            program = self.tables.abilities[ability].program
            code = self.loaded.rulebook.programs[program].code if program >= 0 else ()
            for step in code:
                made = step.args.get("modifier")
                if isinstance(made, ModifierDef):
                    return int(self.tables.makeable_number[id(made)])
        raise impossible(self.scenario, each.where, f"'{each.card}' makes no lasting change")
