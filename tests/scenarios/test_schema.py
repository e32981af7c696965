import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from cardwright.loading.scenarios import json_schema

ROOT = Path(__file__).parents[2]
PUBLISHED = ROOT / "docs/reference/scenario.schema.json"
FILES = sorted((ROOT / "tests/rules").rglob("*.yaml"))


def test_the_published_schema_is_the_one_that_is_used() -> None:
    assert json.loads(PUBLISHED.read_text("utf-8")) == json_schema(), (
        f"write json.dumps(loading.scenarios.json_schema(), indent=2, ensure_ascii=False) to {PUBLISHED.name}"
    )


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    Draft202012Validator.check_schema(json_schema())
    return Draft202012Validator(json_schema())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_scenario_file_fits_the_schema(path: Path, validator: Draft202012Validator) -> None:
    data: Any = YAML(typ="safe", pure=True).load(path.read_text("utf-8"))
    for scenario in data["scenarios"]:
        if "variants" in scenario:  # `$name` stands where the schema wants the value
            continue
        validator.validate({"game": data["game"], "scenarios": [scenario]})


def test_the_schema_refuses_an_unknown_key(validator: Draft202012Validator) -> None:
    scenario = {"id": "x", "title": "X", "rules": ["T-1"], "gven": {}}
    assert not validator.is_valid({"game": "tiny", "scenarios": [scenario]})
