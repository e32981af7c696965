"""Every relative link of the documentation leads to a file, and to a heading of it if it names one."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def _anchors(page: Path) -> set[str]:
    """The headings of a page as GitHub names them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title).strip().lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for target, anchor in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        file = (page.parent / target).resolve() if target else page
        if not file.exists() or (anchor and anchor not in _anchors(file)):
            broken.append(f"{target}#{anchor}" if anchor else target)
    assert not broken
