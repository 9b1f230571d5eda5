"""The map and the page on workflows name what is there: who follows them must not look for a name in vain."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

PAGES = ("app/README.md", "app/ADDING_A_WORKFLOW.md")
PLACEHOLDERS = frozenset({"NAME", "PROMPT", "FOLDER", "SESSION"})
"""What a reader puts a name of their own in place of."""


def _named(page: Path, pattern: str) -> set[str]:
    code = re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8"))
    return {name for piece in code for name in re.findall(pattern, piece)}


@cache
def _defined(repository: Path) -> frozenset[str]:
    """Return the names that the program defines."""
    pattern = re.compile(r"\b(?:class|def) (\w+)|^ *(\w+)(?:: [^=\n]+)? =|^ +(\w+): ", re.MULTILINE)
    found = (pattern.findall(path.read_text(encoding="utf-8")) for path in (repository / "app").rglob("*.py"))
    return frozenset(name for names in found for groups in names for name in groups)


@pytest.mark.parametrize("page", PAGES)
def test_every_class_that_a_page_names_is_defined(repository: Path, page: str) -> None:
    named = _named(repository / page, r"\b[A-Z][a-z]+[A-Za-z]*\b") - {"None", "True"}
    assert named
    assert named - _defined(repository) == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_function_that_a_page_calls_and_every_field_it_names_is_defined(
    repository: Path, page: str
) -> None:
    named = _named(repository / page, r"\b([a-z_]+)\(") | _named(
        repository / page, r"[a-z]\.([a-z_]+)\b(?!/)"
    )
    modules = {path.stem for folder in ("app", "tests") for path in (repository / folder).rglob("*")}
    assert named
    assert named - _defined(repository) - modules - {"json", "md", "py", "toml"} == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_is_there(repository: Path, page: str) -> None:
    named = _named(repository / page, r"[\w/]+\.(?:py|md|toml)\b")
    named = {name for name in named if not PLACEHOLDERS & set(re.split(r"[/.]", name))}
    files = [path for folder in ("app", "tests", "packaging") for path in (repository / folder).rglob("*.*")]
    ends = [f"/{path.relative_to(repository).as_posix()}" for path in files] + ["/pyproject.toml"]
    assert named
    assert [name for name in sorted(named) if not any(end.endswith(f"/{name}") for end in ends)] == []
