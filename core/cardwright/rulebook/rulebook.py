"""`Rulebook`: every definition of one game, frozen plain data without a function in it."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import Struct

from cardwright.rulebook.cards import AbilityDef, CardDef
from cardwright.rulebook.expressions import Expr
from cardwright.rulebook.modifier import ModifierDef
from cardwright.rulebook.play import ActionDef, CheckDef, MatchRules, TriggerRules, WinDef, WindowDef
from cardwright.rulebook.program import Program
from cardwright.rulebook.table import (
    CurrencyDef,
    DeckRules,
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


class KeywordDef(Struct, frozen=True, omit_defaults=True):
    """A printed keyword: its parameters, and number fields it gives."""

    name: str
    params: tuple[str, ...] = ()
    text: dict[str, str] = {}
    rule: str = ""


class Rulebook(Struct, frozen=True, omit_defaults=True):
    """One game."""

    game: str
    language: str
    """The language of the names that count."""
    modes: dict[str, Mode]
    zones: tuple[ZoneDef, ...]
    """A zone's number is its place here; likewise pieces, events, programs, abilities, cards."""
    pieces: tuple[PieceDef, ...] = ()
    fields: tuple[FieldDef, ...] = ()
    flags: dict[str, Expr] = {}
    causes: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    types: dict[str, TypeDef] = {}
    queries: dict[str, QueryDef] = {}
    rules: tuple[ModifierDef, ...] = ()
    reasons: dict[str, str] = {}
    """Reason to ledger id, the built-in reasons (`wrong_window`, `wrong_zone`, `needs`, `cannot_pay` …) included."""
    moves: dict[str, MoveDef] = {}
    procedures: dict[str, ProcedureDef] = {}
    scopes: dict[str, ScopeDef] = {}
    links: dict[str, LinkDef] = {}
    currencies: dict[str, CurrencyDef] = {}
    keywords: dict[str, KeywordDef] = {}
    actions: dict[str, ActionDef] = {}
    windows: dict[str, WindowDef] = {}
    phases: tuple[str, ...] = ()
    turn: int = -1
    """Program of a turn."""
    setup: int = -1
    triggers: TriggerRules = TriggerRules()
    checks: tuple[CheckDef, ...] = ()
    wins: tuple[WinDef, ...] = ()
    deck: DeckRules = DeckRules()
    match: MatchRules = MatchRules()
    readings: dict[str, tuple[str, ...]] = {}
    """Reading to its choices; the first is the default."""
    draw: tuple[str, str] = ("", "")
    """The zone cards are drawn from (where the main part of a deck starts) and the one they come to."""
    events: tuple[str, ...] = ()
    """Every kind of event."""
    programs: tuple[Program, ...] = ()
    abilities: tuple[AbilityDef, ...] = ()
    cards: tuple[CardDef, ...] = ()
    words: dict[str, dict[str, str]] = {}
    """Game terms to display text by language."""


def dump(rulebook: Rulebook) -> bytes:
    """The rulebook as JSON, sections in their written order: acts are listed in it, so it is part of the rules."""
    return msgspec.json.encode(rulebook)


def load(data: bytes) -> Rulebook:
    """The rulebook in `data`; raises `msgspec.DecodeError` or `msgspec.ValidationError` if it is none."""
    return msgspec.json.decode(data, type=Rulebook)


def digest(rulebook: Rulebook) -> str:
    """A hash of everything in the rulebook, which records and saves are tied to."""
    return hashlib.sha256(dump(rulebook)).hexdigest()[:16]
