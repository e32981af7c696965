"""Reading YAML: plain data with the place of every key and value, and a refusal of what authors trip over."""

from __future__ import annotations

import re
import unicodedata
import warnings
from dataclasses import dataclass, field
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from cardwright.loading.diagnostics import Mark, Path, Report, Source, nearest

_REPEATS: Final = 10_000
"""So many nodes may come from aliases; an alias bomb has millions."""
_DEPTH: Final = 60
_TAG: Final = "tag:yaml.org,2002:"
_BIDI: Final = frozenset("\u200b\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff")
"""Invisible characters that reorder or hide text; joiners and variation selectors belong to names and stay."""
_UNREADABLE: Final = frozenset({"Cc", "Cs"})
"""Controls, and halves of a character, which no file can be written with."""
_QUOTE: Final = "put the text in quotes"
_YAML_VERSION: Final = re.compile(r"%YAML\s+(?!1\.2)")


def read(data: bytes, name: str, file: str, report: Report) -> Source | None:
    """The document in `data`, or nothing if it is no YAML; problems of its form go to `report`."""
    blank = Source(name, file, None)
    text = _decode(data, blank, report)
    if text is None:
        return None
    root = _compose(text, blank, report)
    if root is None:
        return None
    builder = _Builder(Source(name, file, None), report, text.splitlines())
    try:
        value = builder.build(root, (), 0)
    except _TooLarge as error:
        builder.report.add(builder.source, (), str(error))
        return None
    return Source(name, file, value, builder.source.values, builder.source.keys)


def _decode(data: bytes, source: Source, report: Report) -> str | None:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        source.values[()] = Mark(data.count(b"\n", 0, error.start) + 1, error.start - data.rfind(b"\n", 0, error.start))
        report.add(source, (), f"not UTF-8: byte 0x{data[error.start]:02x}", "save the file as UTF-8")
        return None
    if _YAML_VERSION.match(text):
        report.add(source, (), "only YAML 1.2 is read", "leave out the %YAML line")
        return None
    return text


def _compose(text: str, source: Source, report: Report) -> Node | None:
    yaml = YAML(typ="safe", pure=True)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a reused anchor is legal; the later one counts
            root: Node | None = yaml.compose(text)
    except RecursionError:
        report.add(source, (), "nested too deeply")
        return None
    except ReaderError as error:
        before = text[: error.position]
        source.values[()] = Mark(before.count("\n") + 1, error.position - before.rfind("\n"))
        report.add(source, (), f"character U+{ord(text[error.position]):04X} is not allowed in YAML")
        return None
    except MarkedYAMLError as error:
        _explain(error, text, source, report)
        return None
    except YAMLError as error:
        report.add(source, (), str(error).splitlines()[0])
        return None
    except ValueError:  # from `chr`, to which the parser gives such an escape unseen
        report.add(source, (), "an escape in a text stands for no character", 'the last is "\\U0010FFFF"')
        return None
    if root is None:
        report.add(source, (), "the file is empty")
    return root


def _explain(error: MarkedYAMLError, text: str, source: Source, report: Report) -> None:
    """Say what the author did, at the place where it was done."""
    problem, context = error.problem or "", error.context or ""
    mark = error.problem_mark or error.context_mark
    hint = ""
    if "'\\t'" in problem:
        problem, hint = "a tab cannot indent", "use spaces"
    elif problem.startswith("mapping values"):
        problem, hint = "a second ': ' in one line", f"{_QUOTE} if it contains ': '"
    elif "flow sequence" in context or "flow mapping" in context:
        bracket = "[" if "sequence" in context else "{"
        problem, hint = f"'{bracket}' is not closed as expected ({problem})", f"{_QUOTE} if it begins with '{bracket}'"
        mark = error.context_mark or mark
    elif problem.startswith("found undefined alias"):
        problem, hint = _unknown_alias(problem, text)
    elif "cannot start any token" in problem:
        hint = _QUOTE
    if mark is not None:
        source.values[()] = Mark(mark.line + 1, mark.column + 1)
    report.add(source, (), problem, hint)


def _unknown_alias(problem: str, text: str) -> tuple[str, str]:
    word = problem.split("'")[1]
    anchors = re.findall(r"(?:^|[\s\[{,])&([^\s,\]}]+)", text)
    hint = nearest(word, anchors).replace("allowed", "known anchors")
    return f"unknown alias '*{word}'", f"{hint or 'no anchors in this file'}; {_QUOTE} if it begins with '*'"


class _TooLarge(Exception):
    """Aliases expand beyond all measure."""


@dataclass(slots=True)
class _Builder:
    """Turns nodes into plain data and notes where everything is."""

    source: Source
    report: Report
    lines: list[str]
    seen: set[int] = field(default_factory=set)
    repeats: int = 0

    def build(self, node: Node, path: Path, depth: int) -> Any:
        """The value of `node`, which stands at `path`."""
        self._count(node, depth)
        inner = int(getattr(node, "style", None) in ("'", '"'))
        self.source.values.setdefault(path, Mark(node.start_mark.line + 1, node.start_mark.column + 1, inner))
        if isinstance(node, ScalarNode):
            return self._scalar(node, path)
        if node.tag not in (_TAG + "seq", _TAG + "map"):
            self.report.add(self.source, path, f"tag '{_short(node.tag)}' is not allowed", "write plain YAML")
        elif isinstance(node, SequenceNode):
            return [self.build(child, (*path, number), depth + 1) for number, child in enumerate(node.value)]
        elif isinstance(node, MappingNode):
            return self._mapping(node, path, depth)
        return None

    def _count(self, node: Node, depth: int) -> None:
        if id(node) in self.seen:
            self.repeats += 1
        self.seen.add(id(node))
        if self.repeats > _REPEATS:
            raise _TooLarge("aliases make this document far too large")
        if depth > _DEPTH:
            raise _TooLarge("nested too deeply, or an alias within its own anchor")

    def _mapping(self, node: MappingNode, path: Path, depth: int) -> dict[str, Any]:
        values: dict[str, Any] = {}
        first: dict[str, int] = {}
        merges = []
        for key, child in node.value:
            if key.tag == _TAG + "merge":
                merges.append(child)
                continue
            name = self._key(key, path)
            if name is None:
                continue
            place = (*path, name)
            if name in first:
                self._twice(key, place, first[name])
                continue
            first[name] = key.start_mark.line + 1
            self.source.keys[place] = Mark(key.start_mark.line + 1, key.start_mark.column + 1)
            values[name] = self.build(child, place, depth + 1)
        for merge in merges:
            self._merge(merge, path, depth, values)
        return values

    def _merge(self, node: Node, path: Path, depth: int, values: dict[str, Any]) -> None:
        """Keys of merged mappings that are not written here; of several mappings the first wins."""
        parts = node.value if isinstance(node, SequenceNode) else [node]
        for part in parts:
            if not isinstance(part, MappingNode):
                self.report.add(self.source, path, "'<<' wants a mapping or a list of mappings")
                continue
            others = self._mapping(part, path, depth + 1)
            values.update({key: value for key, value in others.items() if key not in values})

    def _key(self, key: Node, path: Path) -> str | None:
        if isinstance(key, ScalarNode) and key.tag == _TAG + "str":
            return str(key.value)
        self.source.keys[(*path, "?")] = Mark(key.start_mark.line + 1, key.start_mark.column + 1)
        shown = f" {key.value}" if isinstance(key, ScalarNode) else ""
        self.report.add(
            self.source, (*path, "?"), f"the key{shown} is not a word", "put it in quotes if it is one", key=True
        )
        return None

    def _twice(self, key: Node, place: Path, line: int) -> None:
        mark = self.source.keys[place]
        self.source.keys[place] = Mark(key.start_mark.line + 1, key.start_mark.column + 1)
        self.report.add(
            self.source, place, f"the key '{place[-1]}' stands here and in line {line}", "keep one", key=True
        )
        self.source.keys[place] = mark

    def _scalar(self, node: ScalarNode, path: Path) -> Any:
        kind = str(node.tag).removeprefix(_TAG)
        text = str(node.value)
        if kind == "str" or (node.style is None and kind in {"timestamp", "value", "merge"}):
            self._check_text(node, text, path)
            return text
        if kind not in {"int", "float", "bool", "null"}:
            self.report.add(self.source, path, f"tag '{_short(node.tag)}' is not allowed", "write plain YAML")
            return None
        if kind == "bool":
            return text.lower() == "true"
        return _whole(text) if kind == "int" else _real(text) if kind == "float" else None

    def _check_text(self, node: ScalarNode, text: str, path: Path) -> None:
        hidden = [
            sign for sign in text if sign in _BIDI or (unicodedata.category(sign) in _UNREADABLE and sign != "\n")
        ]
        if hidden:
            self.report.add(
                self.source, path, f"invisible or control character U+{ord(hidden[0]):04X} in a text", "leave it out"
            )
        if node.style is None:
            end = node.end_mark
            rest = self.lines[end.line][end.column :].lstrip() if end.line < len(self.lines) else ""
            if re.match(r"#\w", rest):
                self.report.add(
                    self.source, path, f"the text ends before '{rest[:12]}', which is taken as a comment", _QUOTE
                )


def _short(tag: object) -> str:
    text = str(tag)
    return "!!" + text.removeprefix(_TAG) if text.startswith(_TAG) else text


def _whole(text: str) -> int | float:
    plain = text.replace("_", "")
    try:
        return int(plain, 10)
    except ValueError:
        pass
    try:
        return int(plain, 0)
    except ValueError:
        return float("inf")  # a number of thousands of digits; no field takes it


def _real(text: str) -> float:
    special = {".inf": "inf", "+.inf": "inf", "-.inf": "-inf", ".nan": "nan"}
    try:
        return float(special.get(text.lower(), text.replace("_", "")))
    except ValueError:
        return float("nan")  # a word tagged as a number; no field takes it
