"""Every rule id that code, YAML or documentation cites stands in the ledger of its game."""

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

CITED = re.compile(r"\b(?:HD|BS|SCB)-[A-Z]+-\d+\b")
ENTRY = re.compile(r"^\s*- id: *[\"']?([A-Z]+-[A-Z]+-\d+)[\"']? *$", re.MULTILINE)
FOLDERS = ("core", "plugins", "cardsets", "tests", "docs")
KINDS = {".py", ".yaml", ".md"}


def _prefix(rule: str) -> str:
    return rule.partition("-")[0]


def _ledgers(house: Any) -> dict[str, set[str]]:
    """Prefix to the ids of that ledger."""
    ledgers: dict[str, set[str]] = {}
    for plugin in house.plugins:
        ids = ENTRY.findall((plugin / "ledger.yaml").read_text(encoding="utf-8"))
        assert ids, f"{plugin.name}/ledger.yaml holds no rule"
        assert len(ids) == len(set(ids)), f"{plugin.name}/ledger.yaml holds a rule twice"
        ledgers[_prefix(ids[0])] = set(ids)
    return ledgers


def _citations(root: Path) -> dict[str, list[tuple[str, str]]]:
    """Prefix to (rule, `file:line`) of each citation."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for path in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*")):
        if path.suffix not in KINDS or path.name == "ledger.yaml" or path == Path(__file__):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for rule in CITED.findall(line):
                found[_prefix(rule)].append((rule, f"{path.relative_to(root).as_posix()}:{number}"))
    return found


@pytest.mark.parametrize("prefix", ["HD", "BS", "SCB"])
def test_every_cited_rule_exists(house: Any, prefix: str) -> None:
    ledger = _ledgers(house).get(prefix)
    if ledger is None:
        pytest.skip(f"no game here has the ledger {prefix}")
    citations = _citations(house.root)[prefix]
    assert citations, f"nothing cites a rule of {prefix}"
    unknown = [f"{place}: {rule}" for rule, place in citations if rule not in ledger]
    assert not unknown, "cited, but in no ledger:\n" + "\n".join(unknown)


def test_a_citation_is_recognised() -> None:
    assert CITED.findall("rule: HD-CHAIN-10  # and BS-COST-09, HD01-024") == ["HD-CHAIN-10", "BS-COST-09"]
    assert ENTRY.findall('- id: HD-DECK-01\n  - id: "BS-WIN-01"\n') == ["HD-DECK-01", "BS-WIN-01"]
