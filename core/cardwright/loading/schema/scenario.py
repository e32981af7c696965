"""The shape of a scenario file: what YAML may hold, before any name in it is looked up."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

Word = Annotated[str, Field(min_length=1)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Count = Annotated[int, Field(ge=0, le=10_000)]


class Shape(BaseModel):
    """A mapping that takes exactly the keys it names."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class OpenShape(BaseModel):
    """A mapping whose further keys are names of the game, which are looked up later."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)


def _listed(value: object) -> object:
    """What may be written alone or as a list; a mapping of names to amounts is a list of pairs."""
    if isinstance(value, dict):
        return [{name: amount} for name, amount in value.items()]
    return value if isinstance(value, list) else [value]


Pick = Word | int | dict[str, int | Word]
Picks = Annotated[list[Pick], BeforeValidator(_listed, json_schema_input_type=Pick | list[Pick])]
Words = Annotated[
    list[Word],
    BeforeValidator(
        lambda value: value if isinstance(value, list) else [value], json_schema_input_type=Word | list[Word]
    ),
]


class CardShape(OpenShape):
    """A card of the board. Further keys: kinds of pieces, number fields, zones on the card."""

    __pydantic_extra__: dict[str, Count | bool | str | list[Card]]
    card: Word
    as_: Word | None = Field(default=None, alias="as", description="A name for this physical card.")
    exhausted: bool = False
    face: Literal["", "up", "down", "reversed"] = ""
    pieces: dict[str, Count] = {}
    owner: Word | None = None
    entered: Literal["this_turn"] | Count | None = None
    from_: Word | None = Field(default=None, alias="from", description="The zone it came from.")
    attached: list[Card] = []
    role: str = ""
    known_to: list[Word] = []


def _keyed(key: str) -> Any:
    """What may be written as that key's value alone."""
    return lambda value: {key: value} if isinstance(value, str) else value


Card = Annotated[CardShape, BeforeValidator(_keyed("card"), json_schema_input_type=Word | CardShape)]


class ExactlyShape(Shape):
    """A whole zone, the deck above all."""

    exactly: list[Card]


class ZoneShape(Shape):
    """A zone of the board, brought into one form."""

    cards: list[Card] | None = None
    exactly: list[Card] | None = None
    count: Count | None = None
    pieces: dict[str, Count] | None = None


def _zone(value: object) -> object:
    """The forms in which a zone may be written."""
    if isinstance(value, int) and not isinstance(value, bool):
        return {"count": value}
    if isinstance(value, str) or (isinstance(value, dict) and "card" in value):
        return {"cards": [value]}
    if isinstance(value, list):
        return {"cards": value}
    if isinstance(value, dict) and "exactly" not in value:
        return {"pieces": value}
    return value


Zone = Annotated[
    ZoneShape,
    BeforeValidator(_zone, json_schema_input_type=Count | Card | list[Card] | ExactlyShape | dict[str, Count]),
]


def zone_shape(value: object) -> ZoneShape | None:
    """A zone written in any of its forms; nothing if it is in none."""
    try:
        return TypeAdapter[ZoneShape](Zone).validate_python(value)
    except ValidationError:
        return None


class TurnShape(Shape):
    """When the scenario begins."""

    number: Annotated[int, Field(ge=1, le=10_000)] = 3
    player: Word | None = None
    phase: Word | None = None
    at: Word | None = Field(default=None, description="`start`, or a window of the phase.")


class ModifierShape(Shape):
    """A change in force that an effect made earlier."""

    card: Word
    controller: Word
    ability: Annotated[int, Field(ge=1)] | None = None
    of: Words = []
    amount: int | None = None


class HappenedShape(Shape):
    """An event of this turn that rules look back on."""

    event: Word
    card: Word | None = None
    seat: Word | None = None
    by: Word | None = None
    cause: Word = "rule"
    amount: int = 0


class UsedShape(Shape):
    """A limit that is used up."""

    seat: Word | None = None
    action: Word | None = None
    card: Word | None = None
    ability: Annotated[int, Field(ge=1)] | None = None


class GivenShape(OpenShape):
    """The board. Further keys: seats, each with its zones."""

    __pydantic_extra__: dict[str, dict[str, Zone]]
    turn: TurnShape = TurnShape()
    mode: Word | None = None
    readings: dict[str, str] = {}
    seed: int = 0
    modifiers: list[ModifierShape] = []
    happened: list[HappenedShape] = []
    used: list[UsedShape] = []


class ActShape(OpenShape):
    """An act and the answers to the questions it raises. A further key: the action, with its card."""

    __pydantic_extra__: dict[str, Word]
    on: Picks | None = None
    target: Picks | None = None
    choose: Picks | None = None
    pay: Picks | None = None
    order: Picks | None = None
    number: int | None = None
    word: Word | None = None
    may: Literal["yes", "no"] | None = None
    ability: Annotated[int, Field(ge=1)] | Word | None = None
    way: str = ""


Act = Annotated[
    ActShape,
    BeforeValidator(
        lambda value: {value: "-"} if isinstance(value, str) else value, json_schema_input_type=Word | ActShape
    ),
]


class RefusedShape(OpenShape):
    """A probe. The further key: the seat, with the act that must be refused."""

    __pydantic_extra__: dict[str, Act]
    because: Words = []
    because_only: Words = []


class DecisionShape(Shape):
    """The decision that is open."""

    seat: Word | None = None
    about: Word | None = None
    window: Word | None = None
    include: list[Act] = []
    exclude: list[Act] = []


class EventShape(Shape):
    """An event that happened."""

    event: Word
    card: Word | None = None
    seat: Word | None = None
    by: Word | None = None
    amount: int | None = None
    cause: Word | None = None
    source: Word | None = None
    word: Word | None = None


Event = Annotated[EventShape, BeforeValidator(_keyed("event"), json_schema_input_type=Word | EventShape)]


class ClockShape(Shape):
    """What time of the game it is."""

    number: int | None = None
    player: Word | None = None
    phase: Word | None = None
    window: str | None = None
    step: str | None = None


class ResultShape(Shape):
    """How the game ended."""

    winner: Word
    reason: Word | None = None
    rule: Word | None = None


class ExpectShape(OpenShape):
    """What must be so. Further keys: seats, aliases, places."""

    __pydantic_extra__: dict[str, dict[str, Any]]
    chain: Count | list[Word] | None = None
    decision: Literal["none"] | DecisionShape | None = None
    events: list[Event] = []
    no_events: list[Word] = []
    count_events: dict[str, Count] = {}
    turn: ClockShape | None = None
    result: Word | ResultShape | None = None
    violates: list[Word] | None = Field(default=None, description="Of a deck: exactly these ledger ids.")


class StepShape(OpenShape):
    """One step. The further key: a seat, with what it does."""

    __pydantic_extra__: dict[str, Act]
    resolve: Literal["chain", "all"] | None = None
    until: Word | None = None
    refused: RefusedShape | None = None
    expect: ExpectShape | None = None


class RandomShape(Shape):
    """What chance decides, in order."""

    coin: list[Word] = []
    die: list[Annotated[int, Field(ge=1)]] = []
    pick: Words = []
    shuffle: Literal["keep"] | None = None


class SourceShape(Shape):
    """Where a ruling comes from."""

    document: Word | None = None
    section: str | None = None
    url: Word | None = None
    language: Word | None = None
    date: str | None = None


def _counted(value: object) -> object:
    if not isinstance(value, list) or any(not isinstance(each, str) for each in value):
        return value
    return dict.fromkeys(value, 1) if len(set(value)) == len(value) else value


Copies = dict[str, Annotated[int, Field(ge=1, le=10_000)]]
Part = Annotated[Copies, BeforeValidator(_counted, json_schema_input_type=list[Word] | Copies)]


class DeckShape(OpenShape):
    """A deck. Further keys: its parts."""

    __pydantic_extra__: dict[str, Part]
    base: Word | None = Field(default=None, description="A deck of the game to begin with.")
    add: dict[str, Part] = {}
    remove: dict[str, Part] = {}
    lists: dict[str, dict[str, Count]] = Field(default={}, description="Lists of limited cards: card to copies.")


class ScenarioShape(Shape):
    """One scenario."""

    id: Id
    title: Word
    rules: Annotated[list[Word], Field(min_length=1)]
    source: SourceShape = SourceShape()
    given: GivenShape = Field(default_factory=lambda: GivenShape.model_validate({}))
    random: RandomShape = RandomShape()
    play: list[StepShape] = []
    expect: ExpectShape | None = None
    variants: dict[str, dict[str, Any]] = {}
    deck: DeckShape | None = None


class FileShape(Shape):
    """A scenario file."""

    game: Word
    scenarios: Annotated[list[ScenarioShape], Field(min_length=1)]
