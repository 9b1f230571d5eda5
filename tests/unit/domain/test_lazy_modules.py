"""Modules that are imported at their first use."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.domain.lazy import late_module


def test_a_late_module_that_could_not_be_read_is_tried_again_at_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, trouble = tmp_path / "seldom_used.py", tmp_path / "trouble"
    source.write_text(
        f"""
from pathlib import Path
early = 1
if Path({str(trouble)!r}).exists():
    raise OSError(24, "Too many open files")
late = 2
""",
        encoding="utf-8",
    )
    trouble.touch()
    monkeypatch.syspath_prepend(tmp_path)
    module = late_module("seldom_used")
    try:
        for _ in range(2):
            with pytest.raises(OSError, match="Too many open files"):
                print(module.late)
        trouble.unlink()
        assert (module.early, module.late) == (1, 2)
        assert sys.modules["seldom_used"] is module
        assert late_module("seldom_used") is module
    finally:
        del sys.modules["seldom_used"]
