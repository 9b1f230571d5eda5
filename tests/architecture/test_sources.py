"""What the sources may not hold, and how large they may grow."""

from __future__ import annotations

import ast
import re
import statistics
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

SAFE_TEXT = "app/ui/kit/text/safe_view.py"
TYPOGRAPHY = "app/ui/kit/text/typography.py"
"""Sets what the text above hands it, and nobody else."""
COUNCIL = "app/cli/council/http.py"
"""Checks Host, Origin and a token before anything else is read: tests/faults/test_hostile_clients.py."""
PAGES = "app/export/pdf/child.py"
"""Lays pages out in a process of its own, of what `markup` made safe, in a text that loads nothing."""
# Pattern → (why, the files that may).
BANNED: dict[str, tuple[str, *tuple[str, ...]]] = {
    r"\.setMarkdown\(": ("Qt's Markdown reads files and loses text", SAFE_TEXT),
    r"\.setHtml\(": ("rich text has one door", SAFE_TEXT, PAGES),
    r"\.insertHtml\(": ("rich text has one door", SAFE_TEXT, TYPOGRAPHY),
    r"\bput_behind\(": ("rich text has one door", SAFE_TEXT, TYPOGRAPHY),
    r"setOpenExternalLinks\(True": ("it opens any scheme", ""),
    r"\.exec\(": ("a nested event loop strands other tasks", ""),
    r"\.exec_\(": ("a nested event loop strands other tasks", ""),
    r"\bpickle\.": ("unpickling runs code", ""),
    r"\byaml\.load\(": ("it builds objects", ""),
    r"\b(start_server|start_unix_server|create_server|HTTPServer|QTcpServer|socketserver)\b|\.bind\(": (
        "who listens must check Host, Origin and a token first, and does so in one place",
        COUNCIL,
    ),
    r"shell=True": ("arguments become commands", ""),
    r"\)[*+?]\+": ("possessive groups match wrongly before Python 3.11.5 (CPython issue 106052)", ""),
    r"\.addLayout\(": ("what PySide makes of its items outlives them: nest", "app/ui/kit/layouts.py"),
    r"(layout|grid|column|row)\.itemAt\(|\.itemAtPosition\(": (
        "what PySide makes of an item outlives it: remember what was put in",
        "app/ui/kit/layouts.py",
    ),
    r"\.((next|previous)InFocusChain|focusProxy|buddy|screen|topLevelWidget|table\.document)\(": (
        "PySide counts what it returns as a part of whom it was asked of: parts, room_around",
        "app/ui/kit/parts.py",
    ),
    r"\bQScrollArea\(": ("Qt fits its page for ever: ScrollArea", "app/ui/kit/scroll_area.py"),
    r"\(QIconEngine\)": ("Qt holds no clone of it: Drawn", "app/ui/kit/icons.py"),
    r"QMessageBox\.(about|critical|information|question|warning)\(": ("nested loop and rich text", ""),
}


def _sources(repository: Path, folder: str = "app") -> Iterator[tuple[str, str]]:
    for file in sorted((repository / folder).rglob("*.py")):
        yield file.relative_to(repository).as_posix(), file.read_text(encoding="utf-8")


@pytest.mark.parametrize("pattern", BANNED)
def test_banned_call_is_nowhere_in_the_program(repository: Path, pattern: str) -> None:
    why, *but = BANNED[pattern]
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, text in _sources(repository)
        if name not in but and re.search(pattern, text)
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(pattern, line)
    ]
    assert not found, f"{why}:\n" + "\n".join(found)


def test_only_the_tasks_module_of_the_window_starts_coroutines(repository: Path) -> None:
    # A task nobody owns outlives its window, and its error is never seen.
    found = [
        f"{name}:{number}"
        for name, text in _sources(repository, "app/ui")
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(r"create_task|ensure_future|run_coroutine_threadsafe", line)
        and name != "app/ui/kit/tasks.py"
    ]
    assert found == []


def test_nodes_run_things_at_once_through_their_context_alone(repository: Path) -> None:
    # What a node starts by itself is not ended before an interruption is raised, nor cancelled with it.
    found = [
        f"{name}:{number}"
        for name, text in _sources(repository, "app/workflows")
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(r"create_task|ensure_future|asyncio\.(gather|wait\b|TaskGroup|to_thread|sleep)", line)
    ]
    assert found == []


def test_no_error_is_swallowed_whole(repository: Path) -> None:
    """A bare except, or one for every exception, whose body only passes."""
    found = []
    for name, text in _sources(repository):
        if not re.search(r"except(:| (Base)?Exception)", text):
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.ExceptHandler):
                continue
            every = node.type is None or (
                isinstance(node.type, ast.Name) and node.type.id in ("Exception", "BaseException")
            )
            if every and all(isinstance(line, ast.Pass) for line in node.body):
                found.append(f"{name}:{node.lineno}")
    assert not found, "\n".join(found)


def test_files_are_small(repository: Path) -> None:
    lengths = {name: text.count("\n") for name, text in _sources(repository)}
    assert {name: n for name, n in lengths.items() if n > 600} == {}
    assert 90 <= statistics.median(lengths.values()) <= 170


def test_fewer_than_five_mock_calls_in_a_hundred_tests(repository: Path) -> None:
    texts = [text for _, text in _sources(repository, "tests")]
    mocks = sum(
        len(re.findall(r"\b(?:Magic|Async)?Mock\(|\bmocker\.|\bpatch(?:\.object)?\(", t)) for t in texts
    )
    tests = sum(len(re.findall(r"^\s*(?:async )?def test_", text, re.MULTILINE)) for text in texts)
    # This file spells the words out in its patterns.
    assert mocks * 100 < 5 * tests, f"{mocks} mock calls in {tests} tests"


def test_no_private_function_or_class_is_left_that_nothing_names(repository: Path) -> None:
    # A file of gates or commands names functions of the module that reads it, without the underscore.
    rules = "".join(file.read_text("utf-8") for file in (repository / "app").rglob("*.toml"))
    idle = []
    for name, text in _sources(repository):
        named = Counter(re.findall(r"\w+", text))
        for at in re.finditer(r"^(?:async def|def|class) (_[a-zA-Z]\w*)", text, re.MULTILINE):
            decorated = text[: at.start()].rpartition("\n\n\n")[2].startswith("@")
            if named[at[1]] < 2 and f'"{at[1][1:]}"' not in rules and not decorated:
                idle.append(f"{name}: {at[1]}")
    assert idle == []


def test_packaging_is_no_package(repository: Path) -> None:
    # It would hide the installed distribution of that name.
    assert not (repository / "packaging" / "__init__.py").exists()


def test_unfinished_marks_are_nowhere(repository: Path) -> None:
    marks = re.compile(r"\b(?:TODO|FIXME|XXX)\b")
    assert [
        name for f in ("app", "packaging") for name, text in _sources(repository, f) if marks.search(text)
    ] == []
