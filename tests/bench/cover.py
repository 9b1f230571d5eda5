"""Print how many lines of a package some tests run: `cover.py app/workflows/experiment tests/unit`.

Exit 1 below 80 %. Lines are those the compiler makes code of, docstrings left out; measured by tracing.
"""

from __future__ import annotations

import ast
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

LEAST = 80.0


def lines_of(code: CodeType) -> set[int]:
    """Return the lines a code object and those inside it are made of."""
    found = {line for _, _, line in code.co_lines() if line}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= lines_of(constant)
    return found


def wanted(path: Path) -> set[int]:
    """Return the lines of a file that can run."""
    source = path.read_text(encoding="utf-8")
    texts = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    return lines_of(compile(source, str(path), "exec")) - texts


def main(package: Path, tests: list[str]) -> int:
    """Run the tests under a tracer and print the share of each file."""
    hit: dict[str, set[int]] = {}
    watched = f"{package.resolve()}/"

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith(watched):
            return None
        seen = hit.setdefault(name, set())
        seen.add(frame.f_lineno)

        def line(inner: FrameType, kind: str, value: object) -> Any:
            if kind == "line":
                seen.add(inner.f_lineno)
            return line

        return line

    sys.settrace(trace)
    threading.settrace(trace)
    code = pytest.main(["-q", "-p", "no:cacheprovider", *tests])
    sys.settrace(None)
    threading.settrace(None)
    run = all_ = 0
    for path in sorted(package.resolve().rglob("*.py")):
        there = wanted(path)
        found = hit.get(str(path), set()) & there
        run, all_ = run + len(found), all_ + len(there)
        missing = sorted(there - found)
        share = 100 * len(found) / max(1, len(there))
        print(f"{path.name:20} {share:5.1f} %  {f'missing {missing[:8]}' if missing else ''}")
    total = 100 * run / max(1, all_)
    print(f"in all {total:.1f} % of {all_} lines (at least {LEAST:.0f})")
    return int(code) or (0 if total >= LEAST else 1)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
