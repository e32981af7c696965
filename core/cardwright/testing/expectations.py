"""Whether what a scenario expects is so; each check gives the first difference in words, or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from cardwright.ids import HOSTED, ref_uid, zone_key
from cardwright.loading.scenario_records import ZONE_KEYS
from cardwright.testing.matching import act_words
from cardwright.testing.values import flag, number_of, reasons_for, seat_number, words_of
from cardwright.view.sights import cards_of

if TYPE_CHECKING:
    from cardwright.loading.scenario_records import Expectation
    from cardwright.state.card_state import CardState
    from cardwright.testing.run import Run


def difference(wanted: Expectation, run: Run) -> str:
    """What is otherwise than expected, in words; empty if it is so."""
    check = _CHECKS[wanted.kind]
    return check(wanted, run)


def _seat(wanted: Expectation, run: Run) -> str:
    return _first(_seat_part(wanted.subject, key, value, run) for key, value in wanted.wanted.items())


def _first(differences: Any) -> str:
    return next((each for each in differences if each), "")


def _seat_part(name: str, key: str, value: Any, run: Run) -> str:
    seat = run.cast.seat(name)
    zones = run.cast.tables.zone
    if key in {"sees", "does_not_see"}:
        return _sight(name, key == "sees", value, run)
    if key not in zones:
        return _same(f"{name}.{key}", value, seat_number(run.game, seat, key))
    if run.cast.tables.zones[zones[key]].pieces:
        pool = run.state.pools.get(zone_key(zones[key], run.cast.home(key, seat, run.state)), ())
        return _pieces(f"{name}.{key}", value, pool, run)
    return _zone(f"{name}.{key}", value, key, seat, run)


def _same(what: str, wanted: Any, found: Any) -> str:
    return "" if wanted == found else f"{what} is {_shown(found)}, expected {_shown(wanted)}"


def _shown(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(_shown, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _pieces(what: str, wanted: Any, pieces: Sequence[int], run: Run) -> str:
    if isinstance(wanted, int):
        return _same(what, wanted, sum(pieces))
    tables = run.cast.tables
    found = {kind: (pieces[tables.piece[kind]] if pieces else 0) for kind in wanted}
    return _first(_same(f"{what}.{kind}", count, found[kind]) for kind, count in wanted.items())


def _zone(what: str, wanted: Any, zone: str, place: int, run: Run) -> str:
    ordered = run.cast.tables.zones[run.cast.tables.zone[zone]].ordered
    return _cards(what, wanted, run.cast.zone(zone, place, run.state), run, ordered=ordered)


def _cards(what: str, wanted: Any, uids: Sequence[int], run: Run, *, ordered: bool) -> str:
    """Whether these are the cards wanted: a count, the content, or what is said of it."""
    if isinstance(wanted, bool) or not isinstance(wanted, (int, str, list, dict)):
        return f"{what}: {wanted!r} is no content of a zone"
    if isinstance(wanted, int):
        return _same(f"the number of cards in {what}", wanted, len(uids))
    if isinstance(wanted, list):
        return _listed(what, wanted, uids, run) if ordered else _as_set(what, wanted, uids, run)
    if isinstance(wanted, str):
        return _as_set(what, [wanted], uids, run)
    if not ZONE_KEYS & set(wanted):
        if len(uids) != 1:
            return f"{what} holds {len(uids)} cards, expected one"
        return _card_parts(uids[0], wanted, run)
    return _first(_zone_part(what, key, value, uids, run, ordered=ordered) for key, value in wanted.items())


def _zone_part(what: str, key: str, value: Any, uids: Sequence[int], run: Run, *, ordered: bool) -> str:
    if key == "count":
        return _same(f"the number of cards in {what}", value, len(uids))
    entries = value if isinstance(value, list) else [value]
    if key == "set":
        return _as_set(what, entries, uids, run)
    if key == "order":
        return _listed(what, entries, uids, run) if ordered else f"the rulebook does not call {what} ordered"
    missing = _unmatched(entries, uids, run)[0]
    if key == "include":
        return f"{what} lacks {_entry(missing[0])}: it holds {_names(uids, run)}" if missing else ""
    present = [entry for entry in entries if any(_is(entry, uid, run) for uid in uids)]
    return f"{what} holds {_entry(present[0])}, which it should not" if present else ""


def _names(uids: Sequence[int], run: Run) -> str:
    return f"[{', '.join(run.cast.title(uid, run.state) for uid in uids)}]"


def _entry(entry: Any) -> str:
    return str(entry["card"]) if isinstance(entry, dict) else str(entry)


def _listed(what: str, wanted: Sequence[Any], uids: Sequence[int], run: Run) -> str:
    pairs = zip(wanted, uids, strict=False)
    same = len(wanted) == len(uids) and all(_is(entry, uid, run) for entry, uid in pairs)
    return "" if same else f"{what} is {_names(uids, run)}, expected [{', '.join(map(_entry, wanted))}] in this order"


def _as_set(what: str, wanted: Sequence[Any], uids: Sequence[int], run: Run) -> str:
    missing, left = _unmatched(wanted, uids, run)
    if not missing and not left:
        return ""
    return f"{what} is {_names(uids, run)}, expected [{', '.join(map(_entry, wanted))}]"


def _unmatched(wanted: Sequence[Any], uids: Sequence[int], run: Run) -> tuple[list[Any], list[int]]:
    """Entries without a card, and cards without an entry; the narrowest entries choose first."""
    left = list(uids)
    missing = []
    for entry in sorted(wanted, key=lambda each: sum(_is(each, uid, run) for uid in uids)):
        found = next((uid for uid in left if _is(entry, uid, run)), None)
        if found is None:
            missing.append(entry)
        else:
            left.remove(found)
    return missing, left


def _is(entry: Any, uid: int, run: Run) -> bool:
    word = _entry(entry)
    if uid not in run.cast.cards(word, run.state):
        return False
    rest = {key: value for key, value in entry.items() if key != "card"} if isinstance(entry, dict) else {}
    return not _card_parts(uid, rest, run)


def _sight(name: str, sees: bool, wanted: Any, run: Run) -> str:  # noqa: FBT001 - which of the two keys it is
    view = run.game.view(run.cast.seat(name))
    known = {card.handle for card in cards_of(view) if card.known}
    if view.pending is not None:
        known |= {handle for handle, card in view.pending.cards.items() if card.number}
    for entry in wanted if isinstance(wanted, list) else [wanted]:
        uids = run.cast.cards(_entry(entry), run.state)
        seen = [uid for uid in uids if run.state.cards[uid].handle in known]
        if sees and not seen:
            return f"{name} does not see {_entry(entry)}"
        if not sees and seen:
            return f"{name} sees {_entry(entry)}"
    return ""


def _card(wanted: Expectation, run: Run) -> str:
    uids = run.cast.cards(wanted.subject, run.state)
    if len(uids) != 1:
        return f"{wanted.subject} names {len(uids) or 'no'} cards"
    return _card_parts(uids[0], wanted.wanted, run)


def _card_parts(uid: int, wanted: Mapping[str, Any], run: Run) -> str:
    return _first(_card_part(run.state.cards[uid], key, value, run) for key, value in wanted.items())


def _card_part(card: CardState, key: str, value: Any, run: Run) -> str:
    tables = run.cast.tables
    what = f"{run.cast.title(card.uid, run.state)}: {key}"
    if key == "zone":
        found = run.cast.where(card, run.state)
        return _same(what, value, found if "." in value else found.rpartition(".")[2])
    if key in {"exhausted", "face"}:
        return _same(what, value, card.exhausted if key == "exhausted" else card.face)
    if key in {"owner", "controller"}:
        return _same(what, value, run.cast.seat_name(card.owner if key == "owner" else card.controller))
    if key == "number":
        return _same(what, value, tables.cards[card.number].number)
    if key == "pieces":
        return _pieces(what, value, card.pieces, run)
    if key in tables.piece:
        return _same(what, value, sum(card.pieces[kind] for kind in tables.kinds_of[key]) if card.pieces else 0)
    return _bond(card, key, value, what, run)


def _bond(card: CardState, key: str, value: Any, what: str, run: Run) -> str:
    tables = run.cast.tables
    if key == "host":
        below = card.place - HOSTED if card.place >= HOSTED else card.host
        host = run.cast.title(below, run.state) if below >= 0 else "none"
        right = below in run.cast.cards(str(value), run.state) if value != "none" else below < 0
        return "" if right else f"{what} is {host}, expected {value}"
    if key == "attached":
        return _cards(what, value, card.guests, run, ordered=False)
    if key in tables.zone and tables.zones[tables.zone[key]].on:
        return _zone(what, value, key, HOSTED + card.uid, run)
    return _value(card, key, value, what, run)


def _value(card: CardState, key: str, value: Any, what: str, run: Run) -> str:
    rulebook = run.game.loaded.rulebook
    if key in rulebook.flags:
        return _same(what, value, flag(run.game, card, key))
    if key == "keyword" or any(each.name == key and each.kind == "words" for each in rulebook.fields):
        return _words(what, value, words_of(run.game, card, key))
    if not isinstance(value, dict):
        return _same(what, value, number_of(run.game, card, key))
    return _same(what, value["is"], number_of(run.game, card, key)) or _because(card, key, value, what, run)


def _because(card: CardState, key: str, value: Mapping[str, Any], what: str, run: Run) -> str:
    """Whether the rules and cards named are behind a value."""
    cards = run.cast.tables.cards
    found = reasons_for(run.game, card, key)
    because = value.get("because", [])
    for word in because if isinstance(because, list) else [because]:
        numbers = {cards[run.state.cards[uid].number].number for uid in run.cast.cards(word, run.state)}
        if not ({word} | numbers) & found:
            return f"{what} is {value['is']} because of {_shown(sorted(found)) or 'nothing'}, expected also {word}"
    return ""


def _words(what: str, wanted: Any, found: Sequence[str]) -> str:
    if isinstance(wanted, dict):
        missing = [word for word in wanted.get("include", ()) if word not in found]
        present = [word for word in wanted.get("exclude", ()) if word in found]
        if missing or present:
            return f"{what} is {_shown(list(found))}, expected {wanted}"
        return ""
    entries = wanted if isinstance(wanted, list) else [wanted]
    return "" if Counter(entries) == Counter(found) else f"{what} is {_shown(list(found))}, expected {_shown(entries)}"


def _chain(wanted: Expectation, run: Run) -> str:
    links = run.state.chain
    if isinstance(wanted.wanted, int):
        return _same("the number of links in the chain", wanted.wanted, len(links))
    return _listed("the chain", wanted.wanted, [ref_uid(link.source) for link in links], run)


def _decision(wanted: Expectation, run: Run) -> str:
    pending = run.pending
    if wanted.wanted == "none":
        return "" if pending is None else f"{run.cast.seat_name(pending.seat)} is asked, expected no decision"
    if pending is None:
        return "no decision is open"
    found = {"seat": run.cast.seat_name(pending.seat), "about": pending.about, "window": pending.window}
    for key, value in found.items():
        if key in wanted.wanted and wanted.wanted[key] != value:
            return f"the decision's {key} is {value}, expected {wanted.wanted[key]}"
    for act in wanted.wanted.get("include", ()):
        if not act_words(act, pending, run.cast, run.state):
            return f"the decision lacks {act}"
    for act in wanted.wanted.get("exclude", ()):
        if act_words(act, pending, run.cast, run.state):
            return f"the decision offers {act}, which it should not"
    return ""


def _events(wanted: Expectation, run: Run) -> str:
    happened = iter(run.game.events)
    for number, each in enumerate(wanted.wanted):
        if not any(_event_is(each, event, run) for event in happened):
            before = "" if not number else f" after {_event_words(wanted.wanted[number - 1])}"
            names = [run.cast.tables.events[event.kind] for event in run.game.events]
            return f"{_event_words(each)} did not happen{before}; there were {', '.join(names) or 'no events'}"
    return ""


def _event_words(each: Mapping[str, Any]) -> str:
    rest = ", ".join(f"{key} {value}" for key, value in each.items() if key != "event")
    return f"{each['event']}{f' ({rest})' if rest else ''}"


def _event_is(each: Mapping[str, Any], event: Any, run: Run) -> bool:
    cast, state = run.cast, run.state
    found = {
        "event": cast.tables.events[event.kind],
        "seat": cast.seat_name(event.seat),
        "by": cast.seat_name(event.by),
        "amount": event.amount,
        "cause": event.cause,
        "word": event.word,
    }
    if any(each.get(key, value) != value for key, value in found.items()):
        return False
    if "card" in each and (event.card is None or event.card.uid not in cast.cards(each["card"], state)):
        return False
    return "source" not in each or (event.source >= 0 and ref_uid(event.source) in cast.cards(each["source"], state))


def _no_events(wanted: Expectation, run: Run) -> str:
    happened = {run.cast.tables.events[event.kind] for event in run.game.events}
    return _first(f"{kind} happened" for kind in wanted.wanted if kind in happened)


def _count_events(wanted: Expectation, run: Run) -> str:
    counts = Counter(run.cast.tables.events[event.kind] for event in run.game.events)
    return _first(_same(f"the number of {kind}", count, counts[kind]) for kind, count in wanted.wanted.items())


def _turn(wanted: Expectation, run: Run) -> str:
    state = run.state
    found = {
        "number": state.turn,
        "player": run.cast.seat_name(state.turn_player),
        "phase": state.phase,
        "window": state.window,
        "step": state.step,
    }
    return _first(_same(f"the turn's {key}", value, found[key]) for key, value in wanted.wanted.items())


def _result(wanted: Expectation, run: Run) -> str:
    result = run.state.result
    winners = [] if result is None else [run.cast.seat_name(seat) for seat in result.winners]
    found = "none" if result is None else "draw" if not winners else " and ".join(winners)
    shape = wanted.wanted if isinstance(wanted.wanted, dict) else {"winner": wanted.wanted}
    if shape["winner"] != found and shape["winner"] not in winners:
        return f"the result is {found}, expected {shape['winner']}"
    parts = {"reason": "" if result is None else result.reason, "rule": "" if result is None else result.rule}
    return _first(_same(f"the result's {key}", shape[key], parts[key]) for key in parts if key in shape)


_CHECKS: Final = {
    "seat": _seat,
    "card": _card,
    "chain": _chain,
    "decision": _decision,
    "events": _events,
    "no_events": _no_events,
    "count_events": _count_events,
    "turn": _turn,
    "result": _result,
}
