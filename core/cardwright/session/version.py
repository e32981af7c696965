"""The version of cardwright that is running."""

from __future__ import annotations

from functools import cache


@cache
def version() -> str:
    """As installed; `0` for a bare source tree."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("cardwright")
    except PackageNotFoundError:
        return "0"
