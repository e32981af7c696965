"""`Tables`: a rulebook joined with its game's functions, shared by all games of one process."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from cardwright.engine.programs import OWN
from cardwright.errors import EngineBug
from cardwright.hooks.registry import Registry
from cardwright.rulebook.cards import AbilityDef
from cardwright.rulebook.program import Program
from cardwright.rulebook.rulebook import Rulebook
from cardwright.state import aspects
from cardwright.state.frames import Frame

_PIECES: Final = (aspects.PIECES, aspects.POOLS)
_ASPECTS: Final = {
    "exhausted": (aspects.EXHAUSTED,),
    "away": (aspects.AWAY,),
    "turn": (aspects.CLOCK,),
    "links": (aspects.LINKS,),
    "pieces": _PIECES,
}
"""What a hook may read beside zones: cards lying sideways in play and elsewhere, turns, links, pieces of any kind."""
Step = Callable[[Any, Any], None]
"""One linked instruction: `step(context, frame)`."""


def _numbers(names: tuple[str, ...] | list[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


class Tables:
    """Numbers for the names of one rulebook, and its definitions as functions, linked when first needed."""

    def __init__(self, rulebook: Rulebook, registry: Registry, numbers: frozenset[int] | None = None) -> None:
        """Number the names; nothing is linked yet. `numbers` are those of the cards there may be, if not all."""
        self.rulebook = rulebook
        self.registry = registry
        self.zones = rulebook.zones
        self.zone = _numbers([zone.name for zone in rulebook.zones])
        self.emptied = {number: zone.emptied for number, zone in enumerate(rulebook.zones) if zone.emptied >= 0}
        self.in_play = tuple(zone.in_play for zone in rulebook.zones)
        self.zones_on = self._zones_on()
        self.pieces = rulebook.pieces
        self.piece = _numbers([piece.name for piece in rulebook.pieces])
        self.kinds_of = {name: self._kinds_of(name) for name in self.piece}
        self.events = rulebook.events
        self.event = _numbers(rulebook.events)
        of_team = {procedure.event for procedure in rulebook.procedures.values() if procedure.of_team}
        self.team_events = frozenset(number for name, number in self.event.items() if name in of_team)
        """The events that happen to a whole team."""
        self.card = _numbers([card.number for card in rulebook.cards])
        self.cards = rulebook.cards
        self.abilities = rulebook.abilities
        self.names = tuple(self._names(number) for number in range(len(rulebook.cards)))
        self.tokens = frozenset(n for n, card in enumerate(self.cards) if rulebook.types[card.type].token)
        self.present = frozenset(range(len(self.cards))) if numbers is None else numbers
        """The numbers of the cards there may be in a game."""
        self.types = tuple(rulebook.types[card.type] for card in rulebook.cards)
        counts = {each.name: frozenset((each.name, *each.counts_as)) for each in rulebook.types.values()}
        self.counts = tuple(counts[card.type] for card in rulebook.cards)
        self.counting = tuple(n for n, each in enumerate(self.types) if each.counts_as)
        """The numbers of cards that count as more than their own type."""
        self.sided = any(action.sides is not None for action in rulebook.actions.values())
        """Whether something may be used for another seat's places in play."""
        self.serving = frozenset(n for n, each in enumerate(self.types) if each.serves == "team")
        """The numbers of cards that serve their controller's team."""
        self.waits = any(move.waits for move in rulebook.moves.values())
        self.keeps_place, self.keeps_ability, self.keeps_goal = map(self._keeping, ("place", "ability", "goal"))
        self.moments = frozenset((*(each.at for each in rulebook.checks), *(each.at for each in rulebook.wins)))
        """When something is checked."""
        emits = {step.word for program in rulebook.programs for step in program.code if step.op == "emit"}
        self.engine_ends_turn = "turn_ended" not in emits
        self.alternatives = frozenset(n for n, card in enumerate(rulebook.cards) if card.alternative_cost >= 0)
        """The numbers of cards with an alternative cost."""
        self.stretches = frozenset(name for name in rulebook.procedures if self._is_stretch(name, ()))
        """Procedures in which play goes on: inside them checks and triggers do not wait."""
        self.makeable: list[Any] = []
        """The linked modifiers that effects may make; a state refers to them by number."""
        self.makeable_number: dict[int, int] = {}
        self.patterns: dict[int, Any] = {}
        """The linked pattern of each ability that has one."""
        self.steps: list[tuple[Step, ...] | None] = []
        """The linked programs: the engine's own first, then the rulebook's."""

    def _keeping(self, what: str) -> set[int]:
        """The events of moves by which a card that waits keeps that."""
        return {self.event[move.event] for move in self.rulebook.moves.values() if what in move.keeps}

    def _zones_on(self) -> dict[int, tuple[int, ...]]:
        hosted: dict[int, tuple[int, ...]] = {}
        for number, zone in enumerate(self.rulebook.zones):
            if zone.on:
                below = self.zone[zone.on]
                hosted[below] = (*hosted.get(below, ()), number)
        return hosted

    def _kinds_of(self, name: str) -> tuple[int, ...]:
        def counts(kind: str) -> bool:
            while kind and kind != name:
                kind = self.pieces[self.piece[kind]].kind_of
            return kind == name

        return tuple(number for kind, number in self.piece.items() if counts(kind))

    def _is_stretch(self, name: str, outer: tuple[str, ...]) -> bool:
        procedure = self.rulebook.procedures.get(name)
        if procedure is None or name in outer:
            return False
        code = self.rulebook.programs[procedure.program].code
        return bool(procedure.scope) or any(
            step.op in {"window", "settle"} or self._is_stretch(step.word, (*outer, name)) for step in code
        )

    def _names(self, number: int) -> tuple[str, ...]:
        card = self.cards[number]
        own = card.name.get(self.rulebook.language) or next(iter(card.name.values()), card.number)
        return (own, *card.also_named)

    def counted_as(self, types: Iterable[object]) -> frozenset[int]:
        """The numbers of cards that count as one of these types while they are in play and attached to nothing."""
        wanted = set(types)
        cards = ((number, self.types[number].name) for number in self.counting)
        return frozenset(n for n, own in cards if own not in wanted and not self.counts[n].isdisjoint(wanted))

    def abilities_of(self, number: int) -> tuple[tuple[int, AbilityDef], ...]:
        """The abilities of a card, each with its number."""
        return tuple((ability, self.abilities[ability]) for ability in self.cards[number].abilities)

    def may_run(self, program: Program) -> bool:
        """Whether a program is of the rulebook, or of a card there may be."""
        number = self.card.get(program.name.partition("/")[0].partition(" ")[0])
        return number is None or number in self.present

    def frame_of(self, program: int, controller: int, slots: tuple[Any, ...] = (), **more: Any) -> Frame:
        """A frame that begins a program of the rulebook; of its slots, the first hold `slots`."""
        count = len(self.rulebook.programs[program].slots)
        return Frame(OWN + program, 0, [*slots[:count], *[None] * (count - len(slots))], controller, **more)

    def aspects_of(self, name: str) -> tuple[int, ...]:
        """The aspects that a hook calls by name: a zone, a kind of piece, or one of a few words.

        Raises:
            EngineBug: the name is none of these, so that what the hook answers would be remembered for too long.
        """
        if name in self.piece:
            return _PIECES
        if name in self.zone:
            return (self.zone[name],)
        found = _ASPECTS.get(name)
        if found is None:
            raise EngineBug(f"a hook reads {name!r}, which is no zone and no kind of piece of {self.rulebook.game}")
        return found
