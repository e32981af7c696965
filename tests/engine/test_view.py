"""What a viewer may see, and how it reads as text; on a table made by hand."""

from __future__ import annotations

import msgspec
import pytest
from rich.cells import cell_len

from cardwright.decisions.decision import Option, Pending
from cardwright.ids import HOSTED, make_ref, zone_key
from cardwright.rulebook.cards import CardDef
from cardwright.rulebook.rulebook import Rulebook
from cardwright.rulebook.table import FieldDef, Mode, PieceDef, QueryDef, ScopeDef, TypeDef, ZoneDef
from cardwright.state.card_state import CardState
from cardwright.state.events import Event
from cardwright.state.frames import ChainLink, Frame
from cardwright.state.game_state import GameState, Result
from cardwright.view import story, text, words
from cardwright.view.project import project
from cardwright.view.redact import Told, decision_of
from cardwright.view.sights import CardName, Happening, View, ZoneSight, cards_of

DECK, HAND, FIELD, UNDER, LIFE, BURST = range(6)
RULEBOOK = Rulebook(
    game="made",
    language="zh",
    modes={"duel": Mode(teams=(("A",), ("B",))), "tag": Mode((("A1", "A2"), ("B1", "B2")), team_owns=("life",))},
    zones=(
        ZoneDef("deck", see="nobody", ordered=True),
        ZoneDef("hand", see="owner"),
        ZoneDef("field", in_play=True),
        ZoneDef("under", see="owner", on="field"),
        ZoneDef("life", pieces="core"),
        ZoneDef("burst"),
    ),
    pieces=(PieceDef("core"), PieceDef("soul")),
    fields=(FieldDef("cost", "number"), FieldDef("bp", "number")),
    types={"spirit": TypeDef("spirit")},
    events=("drawn", "destroyed"),
    queries={"value.total": QueryDef("value.total", "seat", shown=True), "value.draw": QueryDef("value.draw", "seat")},
    scopes={"battle": ScopeDef("battle", ("attacker", "lead"))},
    cards=tuple(
        CardDef(f"X-{number}", {"zh": f"卡{number}", "en": f"Card {number}"}, "spirit", {"cost": number, "bp": 100})
        for number in range(8)
    ),
)


def lay(state: GameState, zone: int, place: int, number: int, **fields: object) -> CardState:
    """Put a card on the table."""
    uid = len(state.cards)
    owner = fields.pop("owner", place if place < HOSTED else 0)
    made = CardState(uid, number, owner, owner, zone, place, handle=100 + uid, **fields)  # type: ignore[arg-type]
    state.cards.append(made)
    key = zone_key(zone, place)
    state.zones[key] = (*state.zones.get(key, ()), uid)
    return made


@pytest.fixture
def state() -> GameState:
    made = GameState(rng=1, mode="duel", teams=(0, 1), homes=(0, 1), turn=3, turn_player=0, phase="battle")
    for seat in (0, 1):
        lay(made, DECK, seat, 0 + seat)
        lay(made, HAND, seat, 2 + seat)
        lay(made, FIELD, seat, 4 + seat, pieces=(2, 0))
    made.pools[zone_key(LIFE, 1)] = (5, 1)
    return made


def values(card: CardState, field: str) -> int:
    """Bp is raised by 50 in play."""
    return RULEBOOK.cards[card.number].numbers[field] + (50 if field == "bp" else 0)


def totals(seat: int, query: str) -> int:
    """Seat 0 has a total, seat 1 none."""
    return {"value.total": 300}[query] if seat == 0 else 0


def look(state: GameState, viewer: int | None, language: str = "") -> View:
    return project(state, RULEBOOK, viewer, values, totals, language=language)


def zone(view: View, seat: int, name: str) -> ZoneSight:
    return next(each for each in view.seats[seat].zones if each.name == name)


def test_a_hand_is_seen_by_its_owner_and_counted_by_others(state: GameState) -> None:
    assert [card.number for card in zone(look(state, 0), 0, "hand").cards] == ["X-2"]
    for viewer in (1, None):
        theirs = zone(look(state, viewer), 0, "hand")
        assert theirs.count == 1
        assert theirs.cards == ()


def test_a_deck_is_counted_even_by_its_owner(state: GameState) -> None:
    deck = zone(look(state, 0), 0, "deck")
    assert (deck.count, deck.cards) == (1, ())


def test_a_card_shown_to_one_seat_is_known_to_that_seat_only(state: GameState) -> None:
    state.cards[1].known_to = 0b10
    assert [card.number for card in zone(look(state, 1), 0, "hand").cards] == ["X-2"]
    assert zone(look(state, None), 0, "hand").cards == ()


def test_cards_in_play_show_present_values_beside_printed_ones(state: GameState) -> None:
    card = zone(look(state, 1), 0, "field").cards[0]
    assert card.values == {"cost": 4, "bp": 150}
    assert card.printed == {"bp": 100}
    assert card.pieces == {"core": 2}
    assert zone(look(state, 0), 0, "hand").cards[0].values == {"cost": 2, "bp": 100}


def test_a_face_down_card_shows_its_back_only(state: GameState) -> None:
    hidden = lay(state, BURST, 0, 7, face="down", known_to=0b01)
    back = zone(look(state, 1), 0, "burst").cards[0]
    assert (back.handle, back.number, back.name, back.values, back.words) == (hidden.handle, "", "", {}, {})
    assert zone(look(state, 0), 0, "burst").cards[0].number == "X-7"


def test_cards_on_a_card_are_seen_by_their_owner_and_told_apart_by_others(state: GameState) -> None:
    host = state.cards[5]
    below = lay(state, UNDER, HOSTED + host.uid, 6, owner=1, face="down")
    assert zone(look(state, 1), 1, "field").cards[0].hosted[0].cards[0].number == "X-6"
    other = zone(look(state, 0), 1, "field").cards[0].hosted[0].cards[0]
    assert (other.handle, other.number) == (below.handle, "")
    below.face = "up"
    assert zone(look(state, 0), 1, "field").cards[0].hosted[0].cards[0].number == "X-6"


def test_pieces_are_counted_by_kind(state: GameState) -> None:
    assert zone(look(state, None), 1, "life").pieces == {"core": 5, "soul": 1}


def test_a_shared_zone_is_shown_once_and_a_partners_hand_is_hidden() -> None:
    made = GameState(rng=1, mode="tag", teams=(0, 1, 0, 1), homes=(0, 1, 0, 1))
    lay(made, HAND, 2, 3)
    view = project(made, RULEBOOK, 0, values, totals)
    assert [seat.name for seat in view.seats] == ["A1", "B1", "A2", "B2"]
    assert [any(each.name == "life" for each in seat.zones) for seat in view.seats] == [True, True, False, False]
    assert zone(view, 2, "hand").cards == ()


def test_only_the_asked_seat_sees_its_options(state: GameState) -> None:
    state.pending = Pending(9, 0, "choose", (Option("choose", card=1), Option("done")), "")
    state.frames = [Frame(0, source=make_ref(4, 0))]
    mine = look(state, 0).pending
    assert mine is not None
    assert [option.card for option in mine.options] == [101, -1]
    assert mine.cards[101].number == "X-2"
    for viewer in (1, None):
        theirs = look(state, viewer).pending
        assert theirs is not None
        assert (theirs.seat, theirs.about, theirs.options, theirs.cards, theirs.number) == (0, "", (), {}, -1)
    assert decision_of(mine).options == mine.options


def test_the_board_shows_what_cards_are_in_a_battle_and_the_numbers_of_seats(state: GameState) -> None:
    attacker = state.cards[state.zones[zone_key(FIELD, 0)][0]]
    held = {"attacker": (make_ref(attacker.uid, attacker.incarnation),), "lead": 100, "noted by the engine": (0,)}
    state.frames = [Frame(0, scope="battle", fields=held)]
    view = look(state, 1)
    assert [side.values for side in view.seats] == [{"total": 300}, {}]
    assert {card.handle: card.parts for card in cards_of(view) if card.parts} == {attacker.handle: ("attacker",)}
    assert "── A ──────── deck 1 · hand 1 · total 300" in text.board(view)
    assert f"2 core · attacker #{attacker.handle}" in text.board(view)


def test_others_see_that_a_seat_acts_in_a_window(state: GameState) -> None:
    state.pending = Pending(9, 0, "act", (Option("pass"),), "main")
    theirs = look(state, 1).pending
    assert theirs is not None
    assert (theirs.about, theirs.window, theirs.options) == ("act", "main", ())


def test_a_blind_pick_names_no_card(state: GameState) -> None:
    state.pending = Pending(9, 0, "choose", (Option("choose", card=state.zones[zone_key(HAND, 1)][0]),), "")
    mine = look(state, 0).pending
    assert mine is not None
    assert list(mine.cards.values()) == [CardName(mine.options[0].card)]


def test_an_order_names_no_ability_of_a_card_that_is_hidden(state: GameState) -> None:
    triggers = tuple(
        Option("order", state.zones[zone_key(HAND, seat)][0], ability=8 + seat, number=seat) for seat in (0, 1)
    )
    state.pending = Pending(9, 0, "order", triggers, "")
    mine = look(state, 0).pending
    assert mine is not None
    assert [(option.ability, option.number) for option in mine.options] == [(8, 0), (-1, 1)]


def test_a_question_that_comes_from_a_hidden_card_does_not_name_it(state: GameState) -> None:
    hidden = lay(state, BURST, 0, 7, face="down", known_to=0b01)
    state.frames = [Frame(0, source=make_ref(hidden.uid, hidden.incarnation))]
    for seat, told in ((0, "X-7/1"), (1, "")):
        state.pending = Pending(1, seat, "choose", (Option("yes"), Option("no")))
        view = project(state, RULEBOOK, seat, values, totals, program="X-7/1")
        assert view.pending is not None
        assert view.pending.program == told


def test_a_seat_that_searches_its_own_deck_knows_what_it_finds(state: GameState) -> None:
    state.pending = Pending(9, 0, "choose", (Option("choose", card=0),), "")
    mine = look(state, 0).pending
    assert mine is not None
    assert mine.cards[100].number == "X-0"


def test_what_a_viewer_cannot_see_does_not_change_a_byte_of_its_view(state: GameState) -> None:
    lay(state, BURST, 0, 7, face="down", known_to=0b01)
    lay(state, UNDER, HOSTED + 2, 6, owner=0, face="down")
    state.pending = Pending(9, 0, "choose", (Option("choose", card=1),), "")
    before = {viewer: msgspec.json.encode(look(state, viewer)) for viewer in (0, 1, None)}
    for uid in (0, 1, 6, 7):
        state.cards[uid].number = (state.cards[uid].number + 1) % 8
    state.pending = Pending(11, 0, "may", (Option("yes"), Option("no")), "")
    after = {viewer: msgspec.json.encode(look(state, viewer)) for viewer in (0, 1, None)}
    assert before[1] == after[1]
    assert before[None] == after[None]
    assert before[0] != after[0]


def test_an_event_names_its_card_to_its_audience_only(state: GameState) -> None:
    drawn = Event(0, "move", state.cards[1], 0, come_from=zone_key(DECK, 0), to=zone_key(HAND, 0), audience=0b01)
    told = {viewer: Told(state, RULEBOOK, viewer).event(drawn) for viewer in (0, 1)}
    assert told[0].card == CardName(101, "X-2", "卡2")
    assert told[1].card == CardName()
    assert told[1].hidden
    assert (told[1].come_from, told[1].to) == ("A.deck", "A.hand")


def test_an_event_open_to_all_still_hides_a_card_nobody_sees(state: GameState) -> None:
    drawn = Event(0, "move", state.cards[1], 0, come_from=zone_key(DECK, 0), to=zone_key(HAND, 0))
    told = {viewer: Told(state, RULEBOOK, viewer).event(drawn) for viewer in (0, 1)}
    assert told[0].card.number == "X-2"
    assert (told[1].card, told[1].hidden) == (CardName(), True)


def test_an_event_names_a_card_that_became_visible_by_it(state: GameState) -> None:
    before = msgspec.structs.replace(state.cards[2], zone=HAND, face="down", incarnation=-1)
    entered = Event(0, "move", before, 0, come_from=zone_key(HAND, 0), to=zone_key(FIELD, 0))
    assert Told(state, RULEBOOK, 1).event(entered).card.number == "X-4"
    before.incarnation = -2
    assert Told(state, RULEBOOK, 1).event(entered).hidden


def test_pieces_are_told_with_what_held_them(state: GameState) -> None:
    moved = Event(1, "pieces", amount=2, piece=0, come_from=-2 - zone_key(LIFE, 1), to=5)
    told = Told(state, RULEBOOK, None).event(moved)
    assert (told.come_from, told.to, told.amount, told.piece) == ("B.life", "卡5", 2, "core")
    gone = Event(1, "pieces", amount=2, piece=0, come_from=5, to=-1)
    assert Told(state, RULEBOOK, None).event(gone).to == ""


def test_an_event_names_a_source_only_to_who_knows_it(state: GameState) -> None:
    event = Event(1, "move", state.cards[2], source=make_ref(3 + 1, 0), cause="effect", by=1)
    assert Told(state, RULEBOOK, 0).event(event).source == CardName()
    assert Told(state, RULEBOOK, 1).event(event).source.number == "X-3"


def test_an_answer_that_is_no_act_is_told_to_its_seat_only(state: GameState) -> None:
    pending = Pending(1, 0, "choose", (Option("choose", card=1),))
    assert Told(state, RULEBOOK, 1).act(pending, pending.options[0]) is None
    mine = Told(state, RULEBOOK, 0).act(pending, pending.options[0])
    assert mine is not None
    assert mine.card.number == "X-2"


def test_an_act_with_a_hidden_card_is_told_without_it(state: GameState) -> None:
    pending = Pending(1, 0, "act", (Option("set_burst", card=1, number=4, word="way"),), "main")
    theirs = Told(state, RULEBOOK, 1).act(pending, pending.options[0])
    assert theirs is not None
    assert (theirs.what, theirs.card, theirs.hidden, theirs.amount, theirs.word) == (
        "set_burst",
        CardName(),
        True,
        0,
        "",
    )


def test_cards_of_reaches_cards_on_cards(state: GameState) -> None:
    lay(state, UNDER, HOSTED + 2, 6, owner=0)
    assert {card.handle for card in cards_of(look(state, 0))} == {101, 102, 105, 106}


def test_a_board_aligns_wide_names(state: GameState) -> None:
    lay(state, FIELD, 0, 6)
    long = msgspec.structs.replace(RULEBOOK.cards[6], name={"zh": "很长很长很长很长很长很长很长很长很长的名字"})
    rulebook = msgspec.structs.replace(RULEBOOK, cards=(*RULEBOOK.cards[:6], long, RULEBOOK.cards[7]))
    lines = text.board(project(state, rulebook, 0, values, totals)).splitlines()
    columns = {cell_len(line[: line.index("cost")]) for line in lines if "bp" in line}
    assert len(columns) == 1


def test_a_board_shows_both_sides_the_chain_and_the_clock(state: GameState) -> None:
    state.chain = [ChainLink(1, make_ref(5, 0), -1, is_card=True, number=1)]
    shown = text.board(look(state, 0, "en"))
    assert shown.splitlines()[0] == "Turn 3 of A · battle"
    assert "1 B: Card 5 (X-5)" in shown
    assert "bp 150 (100)" in shown
    assert "Card 3" not in shown
    assert shown.index("── B") < shown.index("── chain") < shown.index("── A (you)")


def test_a_log_line_says_who_did_what_and_why(state: GameState) -> None:
    event = Event(
        1,
        "move",
        state.cards[2],
        source=make_ref(5, 0),
        cause="effect",
        by=1,
        come_from=zone_key(FIELD, 0),
        to=zone_key(DECK, 0),
    )
    told = Told(state, RULEBOOK, None).event(event)
    assert story.log_line(told, ["A", "B"]) == (
        "[3 battle]    卡4 (X-4) destroyed from A's field to A's deck (effect, by 卡5 (X-5))"
    )


def test_pieces_and_places_are_told_in_words() -> None:
    seats, terms = ["A", "B"], words.Words({"life": {"en": "life zone"}, "core": {"en": "cores"}})
    paid = Happening("pieces_moved", seat=1, by=0, amount=2, piece="core", come_from="B.life", cause="cost")
    assert story.log_line(paid, seats, terms) == "[0]    2 cores from B's life zone (cost)"
    given = Happening("pieces_moved", amount=1, piece="core", come_from="B.life", to="Mr. X", cause="effect", by=1)
    assert story.log_line(given, seats, terms) == "[0]    1 cores from B's life zone to Mr. X (effect, by B)"


def test_a_lasting_change_tells_by_how_much_or_what_holds() -> None:
    raised = Happening("modified", seat=0, amount=200, word="total")
    assert story.log_line(raised, ["A", "B"]) == "[0]    A total +200"
    silenced = Happening("modified", seat=1, word="silenced", cause="effect", by=0)
    assert story.log_line(silenced, ["A", "B"]) == "[0]    B from now on: silenced (effect, by A)"


def test_a_chosen_seat_and_a_zero_are_told() -> None:
    chosen = Happening("choose", act=True, seat=0, amount=1, about="choose")
    assert story.log_line(chosen, ["A", "B"]) == "[0] A: choose B"
    nothing = Happening("pay", act=True, seat=0, about="pay", word="reserve")
    assert story.log_line(nothing, ["A", "B"]) == "[0] A: pay 0 reserve"


def test_triggers_to_be_ordered_read_alike_until_their_texts_tell_them_apart(state: GameState) -> None:
    view = look(state, 0, "en")
    options = [Option("order", number=each) for each in (0, 1)]
    assert [text.option_label(view, option) for option in options] == ["order", "order"]


def test_the_log_leaves_out_what_befalls_nobody() -> None:
    told = [Happening("battled", by=0, cause="battle"), Happening("entered", seat=0), Happening("drawn", seat=0)]
    assert story.log_lines(told, ["A", "B"]) == ["[0]    A drawn"]


def test_a_question_says_what_is_wanted_and_by_which_rule(state: GameState) -> None:
    state.pending = Pending(9, 0, "choose", (Option("choose", number=1),))
    state.frames = [Frame(0, source=make_ref(5, 0))]
    view = project(state, RULEBOOK, 0, values, totals, language="en", rule="X-01")
    assert text.question(view) == "A: choose · for Card 5 (X-5) [X-01]"
    assert text.option_label(view, view.pending.options[0]) == "choose B"  # type: ignore[union-attr]
    state.pending = Pending(9, 0, "phase", (Option("yes", word="battle"), Option("no", word="battle")))
    asked = look(state, 0, "en")
    assert text.question(asked).startswith("A: hold the battle?")
    assert text.option_label(asked, asked.pending.options[0]) == "yes"  # type: ignore[union-attr]
    assert text.question(look(state, 1)) == "A thinks"


def test_before_the_first_turn_nobody_has_it(state: GameState) -> None:
    state.turn, state.turn_player, state.phase = 0, -1, ""
    assert text.board(look(state, 0)).startswith("Before the first turn\n")


def test_hostile_names_cannot_write_over_the_terminal() -> None:
    assert words.printable("\x1b[2J红\u202ea\nb\u200d") == "[2J红ab\u200d"
    assert words.PLAIN.card(CardName(1, "X", "\x1b[31m")) == "[31m (X)"


def test_a_result_is_told_in_words(state: GameState) -> None:
    state.result = Result((1,), (0,), "deck_out", "X-1")
    assert text.result_line(look(state, None)) == "B wins: deck out [X-1]."
    state.result = Result((), (0, 1), "")
    assert text.result_line(look(state, None)) == "A draw."
