"""packaging/words.py, by its path: packaging/ is no package and must not become one."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


@cache
def words_tool() -> ModuleType:
    """Return the module."""
    spec = importlib.util.spec_from_file_location("words_tool", ROOT / "packaging" / "words.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@cache
def collected() -> Sequence[tuple[str, str, str]]:
    """Return what it finds in the whole program, as (context, text, place): it takes a second or two."""
    return tuple(words_tool().collect(ROOT / "app"))
