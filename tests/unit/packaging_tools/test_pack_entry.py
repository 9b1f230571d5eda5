"""Where the frozen program begins."""

from __future__ import annotations

import runpy
from collections.abc import Callable, MutableMapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def give_back() -> Callable[[MutableMapping[str, str]], None]:
    found: Callable[[MutableMapping[str, str]], None] = runpy.run_path(
        str(ROOT / "packaging" / "pyinstaller" / "entry.py")
    )["give_back"]
    return found


def test_git_and_the_browser_get_the_persons_own_library_path(
    give_back: Callable[[MutableMapping[str, str]], None],
) -> None:
    environment = {"LD_LIBRARY_PATH": "/program", "LD_LIBRARY_PATH_ORIG": "/mine", "HOME": "/home/me"}
    give_back(environment)
    assert environment.pop("PYINSTALLER_RESET_ENVIRONMENT") == "1"
    assert environment == {"LD_LIBRARY_PATH": "/mine", "HOME": "/home/me"}


def test_where_there_was_no_library_path_there_is_none_again(
    give_back: Callable[[MutableMapping[str, str]], None],
) -> None:
    environment = {"LD_LIBRARY_PATH": "/program"}
    give_back(environment)
    assert "LD_LIBRARY_PATH" not in environment
