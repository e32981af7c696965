"""`ScenarioFailure`: where a scenario went otherwise, with all that helps to see why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardwright.engine.programs import OWN
from cardwright.ids import HOSTED, key_place, ref_uid
from cardwright.rulebook.program import listing
from cardwright.testing.matching import option_words

if TYPE_CHECKING:
    from cardwright.decisions.decision import Pending
    from cardwright.rulebook.rulebook import Rulebook
    from cardwright.state.card_state import CardState
    from cardwright.state.game_state import GameState
    from cardwright.testing.cast import Cast

_LISTED: Final = 12


class ScenarioFailure(Exception):
    """A scenario that did not come out as written; the message begins with the first difference."""

    def __init__(self, message: str, where: tuple[str | int, ...] = ()) -> None:
        """Keep the place in the scenario that is not met."""
        super().__init__(message)
        self.where = where


def open_question(pending: Pending | None, cast: Cast, state: GameState) -> str:
    """Who is asked what, with the options."""
    if pending is None:
        result = state.result
        if result is None:
            return "nothing is asked"
        winners = ", ".join(map(cast.seat_name, result.winners)) or "nobody"
        return f"the game is over: {winners} won ({result.reason} {result.rule})"
    window = f" in {pending.window}" if pending.window else ""
    head = f"{cast.seat_name(pending.seat)} is asked: {pending.about}{window}; open are"
    return "\n".join([head, *(f"  - {option_words(option, cast, state)}" for option in pending.options)])


def board_text(cast: Cast, state: GameState) -> str:
    """Everything on the table, hidden things too, since it is the author who looks."""
    head = f"turn {state.turn} of {cast.seat_name(state.turn_player)}, phase {state.phase or '-'}"
    lines = [" · ".join([head, *(part for part in (state.step, state.window) if part)])]
    for key, name in cast.keys(state):
        pieces = _pieces(state.pools.get(key, ()), cast)
        uids = state.zones.get(key, ())
        hidden = " …" if len(uids) > _LISTED else ""
        cards = ", ".join(_card(state.cards[uid], cast, state) for uid in uids[:_LISTED])
        if uids or pieces:
            lines.append(f"  {name}: {pieces}{f'{len(uids)}: {cards}{hidden}' if uids else ''}")
    links = [cast.title(ref_uid(link.source), state) for link in state.chain if link.source >= 0]
    if links:
        lines.append(f"  chain: {', '.join(links)}")
    return "\n".join(lines)


def running_text(rulebook: Rulebook, state: GameState) -> str:
    """The listing of the program that is running, its position marked; nothing while only the turn goes on."""
    if not state.frames:
        return ""
    frame = next((each for each in reversed(state.frames) if each.program >= OWN), state.frames[-1])
    if frame.program < OWN or frame.program == OWN + rulebook.turn:
        return ""
    return listing(rulebook.programs[frame.program - OWN], frame.position)


def _card(card: CardState, cast: Cast, state: GameState) -> str:
    notes = [
        "exhausted" if card.exhausted else "",
        card.face if card.face != "up" else "",
        _pieces(card.pieces, cast),
        f"on {cast.title(card.host, state)}" if card.host >= 0 else "",
        *(f"under {cast.title(guest, state)}" for guest in card.guests),
    ]
    on_it = sum(len(uids) for key, uids in state.zones.items() if key_place(key) == HOSTED + card.uid)
    notes.append(f"{on_it} on it" if on_it else "")
    shown = ", ".join(note for note in notes if note)
    return f"{cast.title(card.uid, state)}{f' ({shown})' if shown else ''}"


def _pieces(pieces: tuple[int, ...], cast: Cast) -> str:
    kinds = zip(cast.tables.pieces, pieces, strict=False)
    return " ".join(f"{count} {kind.name}" for kind, count in kinds if count)
