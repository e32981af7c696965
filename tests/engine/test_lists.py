"""Lists of limited cards from files: what is wrong with one is told, and every deck obeys those that are installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from typer.testing import CliRunner

from cardwright.cli.main import app
from cardwright.decisions.decision import Act
from cardwright.errors import DefinitionError
from cardwright.hooks.hookspecs import GameEntry, hookimpl
from cardwright.hooks.manager import load_games
from cardwright.hooks.registry import Registry
from cardwright.loading.check import check_files
from cardwright.loading.definitions import Definitions
from cardwright.loading.packs import Pack
from cardwright.session import catalog
from cardwright.session.catalog import LoadedGame, build_game, load_game
from cardwright.session.decks import IllegalDeck, deck_list, deck_violations
from cardwright.session.exchange import PUT_IN, Exchange
from cardwright.session.game import Game
from cardwright.session.match import Match
from cardwright.session.record import DeckList
from cardwright.testing.defaults import defaults
from cardwright.testing.random_decks import random_deck

BANNED = "HD01-013"
"""A card of the deck `burning_gale` and not of `ice_wall`."""
FEW = "HD01-017"
"""A card of which that deck has few copies."""
LIST = f"game: huangdao\nlist: banned\ncards: {{{BANNED}: 0}}\nnote: made up\n"
TOY = "game: toy\nlist: banned\ncards: {TOY-001: 0}\n"
Load = Callable[..., Definitions]


@pytest.fixture
def load(load_toy: Load, toy_packs: list[Pack]) -> Callable[..., Definitions]:
    """Loads the game `toy`, which has two lists, with files of lists."""
    play = next(pack for pack in toy_packs if pack.name == "play.yaml").data.decode()
    assert "deck: {main" in play
    rulebook = ("rulebook", "play.yaml", play.replace("deck: {main", "deck: {lists: [restricted, banned], main"))
    return lambda *texts: load_toy(rulebook, *(("list", f"{n}.yaml", text) for n, text in enumerate(texts)))


def faults(load: Load, *texts: str) -> list[str]:
    with pytest.raises(DefinitionError) as caught:
        load(*texts)
    return [str(problem) for problem in caught.value.problems]


def test_no_list_is_the_rule(load: Load) -> None:
    assert load().lists == {}
    assert load_game("huangdao").lists == {}


def test_files_of_one_list_are_put_together(load: Load) -> None:
    other = TOY.replace("{TOY-001: 0}", "{TOY-003: 2}")
    third = TOY.replace("banned", "restricted").replace("0}", "1}")
    made = load(TOY, other, third)
    assert made.lists == {"banned": {"TOY-001": 0, "TOY-003": 2}, "restricted": {"TOY-001": 1}}
    assert msgspec.json.decode(msgspec.json.encode(made), type=Definitions) == made


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("banned", "bannd", "2:7: unknown list 'bannd' (did you mean 'banned'? allowed: banned, restricted) [list]"),
        ("banned", "x", "2:7: unknown list 'x' (allowed: banned, restricted) [list]"),
        ("banned", "5", "2:7: a word is wanted, not 5 (put it in quotes if it is a word) [list]"),
        ("list: banned\n", "", "1:1: the key 'list' is missing"),
        ("toy", "tyo", "1:7: this list is for 'tyo' (the game here is 'toy') [game]"),
        ("TOY-001", "TOY-901", "3:9: there is no card 'TOY-901' (did you mean 'TOY-001'?) [cards.TOY-901]"),
        (": 0", ": -1", "3:18: a whole number from 0 to 999999 is wanted, not -1 [cards.TOY-001]"),
        (": 0", ": 1.5", "3:18: a whole number from 0 to 999999 is wanted, not 1.5 [cards.TOY-001]"),
        (": 0", ": none", "3:18: a whole number from 0 to 999999 is wanted, not 'none' [cards.TOY-001]"),
        ("{TOY-001: 0}", "[TOY-001]", "3:8: a mapping is wanted, not a list [cards]"),
        ("{TOY", "{TOY-001: 1, TOY", "3:21: the key 'TOY-001' stands here and in line 3 (keep one) [cards.TOY-001]"),
        ("cards", "crads", "3:1: unknown key 'crads' (did you mean 'cards'?) [crads]"),
    ],
)
def test_a_fault_is_told_with_its_place(old: str, new: str, message: str, load: Load) -> None:
    assert f"0.yaml:{message}" in faults(load, TOY.replace(old, new))


def test_two_files_may_not_limit_one_card_on_one_list(load: Load) -> None:
    message = "1.yaml:3:9: the list 'banned' limits 'TOY-001' already (by 0.yaml:3; keep one) [cards.TOY-001]"
    assert faults(load, TOY, TOY.replace("0}", "1}")) == [message]


def test_a_game_without_lists_takes_none(load_toy: Load) -> None:
    with pytest.raises(DefinitionError, match="2:7: this game has no lists of limited cards"):
        load_toy(("list", "banned.yaml", TOY))


def test_the_command_check_takes_a_list(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(LIST, encoding="utf-8")
    assert CliRunner().invoke(app, ["check", str(path)]).exit_code == 0
    path.write_text(LIST.replace("list: banned", "list: restrictd"), encoding="utf-8")
    done = CliRunner().invoke(app, ["check", str(path)])
    assert (done.exit_code, f"{path}:2:7: unknown list 'restrictd' (did you mean" in done.stderr) == (2, True)


def test_check_knows_a_list_by_its_key(tmp_path: Path, registry: Registry) -> None:
    toy = Path(__file__).parent / "data" / "toy"
    entry = GameEntry("toy", {"en": "Toy"}, toy / "rulebook", "cardwright", roots=(tmp_path / "none",))
    path = tmp_path / "mine.yaml"
    path.write_text(TOY, encoding="utf-8")
    (found,) = check_files([toy / "cards" / "toy.yaml", path], {"toy": entry}, {"toy": registry})
    assert (found.file, found.message) == (str(path), "this game has no lists of limited cards")
    path.write_text(TOY.replace("toy", "tyo"), encoding="utf-8")
    (found,) = check_files([path], {"toy": entry}, {"toy": registry})
    assert found.message == "this list of limited cards is for the unknown game 'tyo'"


# -- a game with a list


@pytest.fixture(scope="module")
def banning(tmp_path_factory: pytest.TempPathFactory) -> LoadedGame:
    """Huangdao with a plugin whose folder of card sets has a list."""
    root = tmp_path_factory.mktemp("root")
    (root / "huangdao" / "lists").mkdir(parents=True)
    (root / "huangdao" / "lists" / "banned.yaml").write_text(LIST, encoding="utf-8")
    lists = SimpleNamespace(cardwright_cardset_roots=hookimpl(lambda: [root]))
    return build_game(load_games({"lists": lists}), "huangdao", cache=False)


def limited(cards: dict[str, int], over: Iterable[str] = ("main", "side")) -> LoadedGame:
    """The game with a list, copies counted over these parts."""
    loaded = load_game("huangdao")
    deck = msgspec.structs.replace(loaded.rulebook.deck, over=tuple(over))
    rulebook = msgspec.structs.replace(loaded.rulebook, deck=deck)
    return msgspec.structs.replace(loaded, lists={"restricted": cards}, rulebook=rulebook)


def burning_gale(loaded: LoadedGame, out: str, into: str) -> DeckList:
    """The deck, one card of its side deck being another."""
    parts = deck_list(loaded, "burning_gale").parts
    side = parts["side"] | {into: 1, out: parts["side"][out] - 1}
    return DeckList("changed", {**parts, "side": {number: count for number, count in side.items() if count}})


@pytest.mark.rules("HD-DECK-05")
def test_hd_deck_05_a_banned_card_is_in_no_deck_that_is_played(banning: LoadedGame) -> None:
    assert banning.lists == {"banned": {BANNED: 0}}
    assert banning.hash == load_game("huangdao").hash
    Game.new(banning, ["ice_wall", "ice_wall"])
    for new in (Game.new, Match.new):
        with pytest.raises(IllegalDeck, match=r"at most 0 allowed \[HD-DECK-05\]"):
            new(banning, ["ice_wall", "burning_gale"])


def test_the_command_deck_obeys_lists(banning: LoadedGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_loaded", lambda _: banning)
    done = CliRunner().invoke(app, ["deck", "burning_gale"])
    assert (done.exit_code, "[HD-DECK-05]" in done.stdout) == (1, True)
    assert CliRunner().invoke(app, ["deck", "ice_wall"]).exit_code == 0
    refused = CliRunner().invoke(app, ["play", "huangdao", "--deck", "burning_gale"])
    assert (refused.exit_code, "[HD-DECK-05]" in refused.stderr) == (2, True)


def test_lists_that_are_given_replace_those_of_the_game(banning: LoadedGame) -> None:
    deck = deck_list(banning, "burning_gale")
    assert [each.rule for each in deck_violations(banning, deck)] == ["HD-DECK-05"]
    assert deck_violations(banning, deck, {}) == []
    assert defaults(banning, "duel") == defaults(load_game("huangdao"), "duel")


def test_a_banned_card_is_in_no_part_and_the_least_limit_counts() -> None:
    seal = limited({"HD01-002": 0})
    assert [each.rule for each in deck_violations(seal, deck_list(seal, "burning_gale"))] == ["HD-DECK-05"]
    deck = deck_list(seal, "burning_gale")
    for lists in ({"banned": {BANNED: 9}, "restricted": {BANNED: 1}}, {"a": {BANNED: 1}, "b": {BANNED: 9}}):
        assert [each.rule for each in deck_violations(seal, deck, lists)] == ["HD-DECK-05"]


def test_random_decks_hold_what_the_lists_allow() -> None:
    numbers = [card.number for card in load_game("huangdao").rulebook.cards]
    loaded = limited(dict.fromkeys(numbers[1::4], 0) | dict.fromkeys(numbers[2::4], 1))
    for seed in range(3):
        counts = random_deck(loaded, seed).parts["main"]
        assert not counts.keys() & {*numbers[1::4]}
        assert {counts[number] for number in counts.keys() & {*numbers[2::4]}} == {1}


def offered_for(loaded: LoadedGame, taken_out: str, side: str) -> tuple[set[str], list[str]]:
    """What may be put in for a card, and the rules against a card that has come into the side deck."""
    exchange = Exchange(loaded, burning_gale(loaded, "HD01-027", side), 0)
    numbers = exchange.parts["main"] | exchange.parts["side"]
    exchange.take(next(each for each in exchange.options if numbers.get(each.card) == taken_out))
    (card,) = (card for card, number in exchange.parts["side"].items() if number == side)
    refused = exchange.reasons(Act(PUT_IN, card))
    return {numbers[each.card] for each in exchange.options}, [each.rule for each in refused]


@pytest.mark.rules("HD-DECK-05")
def test_hd_deck_05_no_exchange_goes_over_a_limit() -> None:
    there = deck_list(load_game("huangdao"), "burning_gale").parts["main"][FEW]
    assert there < 3
    free, limit = limited({FEW: there + 1}, over=["main"]), limited({FEW: there}, over=["main"])
    assert FEW in offered_for(free, "HD01-014", FEW)[0]
    options, rules = offered_for(limit, "HD01-014", FEW)
    assert (FEW in options, "HD01-014" in options, len(options) > 1) == (False, True, True)
    assert rules == ["HD-SIDE-05", "HD-DECK-05"]


@pytest.mark.rules("HD-DECK-05")
def test_hd_deck_05_no_exchange_offers_a_banned_card(banning: LoadedGame) -> None:
    """Banned since the match began, as it may be when a save is loaded."""
    assert offered_for(banning, "HD01-014", BANNED) == ({"HD01-014"}, ["HD-SIDE-05", "HD-DECK-05"])
