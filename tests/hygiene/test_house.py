"""What stands in two places says the same in both."""

import re
from typing import Any


def test_every_game_is_registered_everywhere(house: Any) -> None:
    """A new game is named in the wheel, the entry points and the import contracts, and nowhere else."""
    project = house.project
    games = {plugin.name for plugin in house.plugins}
    assert games
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert set(packages) == {
        "core/cardwright",
        "cardsets/cardwright_cardsets",
        *(f"plugins/{game}" for game in games),
    }
    entries = project["project"]["entry-points"]["cardwright.games"]
    assert entries == {game.removeprefix("cardwright_"): f"{game}.plugin" for game in games}
    assert set(project["tool"]["importlinter"]["root_packages"]) == {"cardwright", "cardwright_cardsets", *games}
    contracts = {contract["name"]: contract for contract in project["tool"]["importlinter"]["contracts"]}
    independent = contracts["Games and card sets do not know each other"]["modules"]
    assert set(independent) == {"cardwright_cardsets", *games}
    assert set(contracts["The framework names no game and no card set"]["forbidden_modules"]) == set(independent)
    assert set(contracts["A game sees the contract, not the machine behind it"]["source_modules"]) == games
    assert set(contracts["No cycles between siblings, at any depth"]["ancestors"]) == {"cardwright", *games}
    assert set(project["tool"]["ruff"]["lint"]["isort"]["known-first-party"]) == {"cardwright", *independent}
    assert set(project["tool"]["coverage"]["run"]["source_pkgs"]) == {"cardwright", *games}


def test_every_game_brings_its_rulebook_and_ledger(house: Any) -> None:
    for plugin in house.plugins:
        assert (plugin / "ledger.yaml").is_file()
        assert any((plugin / "rulebook").glob("*.yaml"))


def test_the_commit_hooks_use_the_same_ruff(house: Any) -> None:
    pinned = {wanted for wanted in house.project["project"]["optional-dependencies"]["dev"] if "ruff" in wanted}
    hooks = (house.root / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"ruff==[\d.]+", hooks)) == pinned


def test_every_ruff_exception_has_its_reason(house: Any) -> None:
    text = (house.root / "pyproject.toml").read_text(encoding="utf-8")
    rules = [line for line in text.splitlines() if re.match(r'    "[A-Z]+\d*",', line)]
    assert rules
    assert not [line for line in rules if "#" not in line]


def test_every_lint_exception_in_code_names_its_rule_and_reason(house: Any) -> None:
    mark = re.compile(r"#\s*noqa(?P<rest>.*)")
    reasoned = re.compile(r": [A-Z]+\d+(, [A-Z]+\d+)*\s+\S")
    found = [
        f"{source.name}:{number}"
        for source in house.sources
        if source.path.name != "test_house.py"
        for number, line in enumerate(source.text.splitlines(), 1)
        if (match := mark.search(line)) and not reasoned.match(match["rest"])
    ]
    assert not found, "noqa without rule or reason:\n" + "\n".join(found)
