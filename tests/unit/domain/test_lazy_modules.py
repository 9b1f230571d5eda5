"""What a package exports is imported when it is first asked for."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

PACKAGE = """
from app.domain.lazy import lazy_names
__getattr__ = lazy_names(__name__, {"seldom_used": "", "late": "seldom_used"})
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a package in the path whose one module is read at the first look."""
    folder = tmp_path / "with_late_parts"
    folder.mkdir()
    (folder / "__init__.py").write_text(PACKAGE, encoding="utf-8")
    (folder / "seldom_used.py").write_text(
        f"""
from pathlib import Path
if Path({str(tmp_path / "trouble")!r}).exists():
    raise OSError(24, "Too many open files")
late = 2
""",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("with_late_parts", "with_late_parts.seldom_used"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


def test_a_part_is_read_at_the_first_look_and_a_name_that_is_none_is_refused(package: Path) -> None:
    assert package.is_dir()
    whole = importlib.import_module("with_late_parts")
    assert "with_late_parts.seldom_used" not in sys.modules
    assert whole.late == 2
    assert whole.seldom_used is sys.modules["with_late_parts.seldom_used"]
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        print(whole.nothing)


def test_a_part_that_could_not_be_read_is_tried_again_at_the_next_look(package: Path) -> None:
    whole = importlib.import_module("with_late_parts")
    (package / "trouble").touch()
    for _ in range(2):
        with pytest.raises(OSError, match="Too many open files"):
            print(whole.late)
    (package / "trouble").unlink()
    assert whole.late == 2
