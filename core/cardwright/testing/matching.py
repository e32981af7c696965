"""Which option of a decision a step means, by its public meaning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardwright.decisions.decision import Option
from cardwright.ids import OUTSIDE
from cardwright.loading.scenario_names import REPLIES
from cardwright.loading.scenario_records import Act, Pick

if TYPE_CHECKING:
    from cardwright.decisions.decision import Pending
    from cardwright.state.game_state import GameState
    from cardwright.testing.cast import Cast


def act_options(act: Act, pending: Pending, cast: Cast, state: GameState) -> list[int]:
    """The places of the options that an act may mean; alike ones count as one."""
    cards = cast.cards(act.card, state) if act.card else None
    found = [
        place
        for place, option in enumerate(pending.options)
        if _same_verb(act.verb, option.verb)
        and (cards is None or option.card in cards)
        and (option.word == act.way or option.verb in REPLIES)
        and (not act.ability or _ability_is(act.ability, option, cast, state))
    ]
    return _different(found, pending, state)


def pick_options(pick: Pick, pending: Pending, cast: Cast, state: GameState) -> list[int]:
    """The places of the options that one pick may mean; alike ones count as one."""
    found = [
        place
        for place, option in enumerate(pending.options)
        if (option.verb not in REPLIES or option.verb == pick.name) and _picks(pick, option, cast, state)
    ]
    return _different(found, pending, state)


def reply_option(verb: str, pending: Pending) -> int:
    """The place of the option that is just that reply; -1 if there is none."""
    return next((place for place, option in enumerate(pending.options) if option.verb == verb), -1)


def option_words(option: Option, cast: Cast, state: GameState) -> str:
    """An option as a scenario would write it."""
    parts = [option.verb]
    if option.card >= 0:
        parts.append(cast.title(option.card, state))
    if option.ability >= 0:
        number = _ability_number(option, cast, state)
        parts.append(f"ability {number}" if number else f"ability {option.ability} of the rulebook")
    if option.number >= 0:
        parts.append(str(option.number))
    if option.word:
        parts.append(option.word)
    return " · ".join(parts)


def _same_verb(written: str, verb: str) -> bool:
    return verb == written or verb.startswith(f"{written}_")


def _ability_number(option: Option, cast: Cast, state: GameState) -> int:
    """Which ability of its card it is, counted from 1; 0 for one that is not printed on it."""
    printed = cast.tables.cards[state.cards[option.card].number].abilities
    return printed.index(option.ability) + 1 if option.ability in printed else 0


def _ability_is(wanted: int | str, option: Option, cast: Cast, state: GameState) -> bool:
    if option.ability < 0 or option.card < 0:
        return False
    if isinstance(wanted, str):
        ability = cast.tables.abilities[option.ability]
        return wanted in {ability.heading, ability.keyword}
    return _ability_number(option, cast, state) == wanted


def _picks(pick: Pick, option: Option, cast: Cast, state: GameState) -> bool:
    if pick.number is not None and option.number != pick.number:
        return False
    if pick.role and option.word != pick.role:
        return False
    if not pick.name or pick.name in {option.word, option.verb}:
        return True
    if option.card >= 0:
        return option.card in cast.cards(pick.name, state)
    if option.card < OUTSIDE:
        return cast.is_pool(pick.name, option.card, state)
    seat = cast.seat(pick.name)
    return seat >= 0 and option.number == seat


def _different(found: list[int], pending: Pending, state: GameState) -> list[int]:
    """The first of each kind: two cards that nobody could tell apart are one kind."""
    kinds: dict[object, int] = {}
    for place in found:
        kinds.setdefault(_kind(pending.options[place], state), place)
    return list(kinds.values())


def _kind(option: Option, state: GameState) -> object:
    if option.card < 0:
        return option
    card = state.cards[option.card]
    alike = (card.number, card.owner, card.zone, card.place, card.exhausted, card.face, card.pieces, card.entered)
    bonds = (
        (card.host, card.guests, card.uses, card.waiting)
        if card.host >= 0 or card.guests
        else (card.uses, card.waiting)
    )
    return (option.verb, option.ability, option.number, option.word, alike, bonds)


def _pick(written: str | Mapping[str, str]) -> Pick:
    """A pick as an expectation writes it: a name, or a name with a role."""
    name, role = (written, "") if isinstance(written, str) else next(iter(written.items()))
    return Pick(name, role=role)


def act_words(act: Mapping[str, Any], pending: Pending, cast: Cast, state: GameState) -> bool:
    """Whether an act or a pick, as an expectation writes it, is among the options."""
    answers = [key for key in ("on", "target", "choose") if key in act]
    if answers:
        return all(bool(pick_options(_pick(each), pending, cast, state)) for each in act[answers[0]])
    verb, card = next((key, act[key]) for key in act if key not in {"ability", "way"})
    if card == "-" and bool(pick_options(Pick(verb), pending, cast, state)):
        return True
    wanted = Act("", (), verb, "" if card == "-" else card, act.get("ability", 0), act.get("way", ""))
    return bool(act_options(wanted, pending, cast, state))
