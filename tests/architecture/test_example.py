"""The example of the page on workflows is what the tests run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.workflows.registry import Registry
from tests.support.brainstorm import BrainstormPlugin

SHOWN = {
    "app/workflows/brainstorm/plugin.py": "tests/support/brainstorm.py",
    "app/workflows/brainstorm/gates.toml": "tests/support/gates.toml",
    "resources/prompts/brainstorm/list.md.j2": "tests/support/prompts/brainstorm/list.md.j2",
    "resources/prompts/brainstorm/merge.md.j2": "tests/support/prompts/brainstorm/merge.md.j2",
    "tests/unit/brainstorm/test_brainstorm.py": "tests/unit/common/test_brainstorm.py",
}


@pytest.mark.parametrize("shown", SHOWN)
def test_the_page_shows_the_example_as_it_is_run(repository: Path, shown: str) -> None:
    page = (repository / "app" / "ADDING_A_WORKFLOW.md").read_text(encoding="utf-8")
    found = re.search(rf"\*\*{re.escape(shown)}\*\*\n```\w+\n(.*?)\n```", page, re.DOTALL)
    assert found is not None
    assert found[1] == (repository / SHOWN[shown]).read_text(encoding="utf-8").rstrip()


def test_the_example_holds_together() -> None:
    plugin = Registry({"brainstorm": BrainstormPlugin}).plugins["brainstorm"]
    assert plugin.name == "brainstorm"


def test_the_page_is_one_screen_of_text_and_the_example_small(repository: Path) -> None:
    page = (repository / "app" / "ADDING_A_WORKFLOW.md").read_text(encoding="utf-8")
    text = page.partition("## The example")[0]
    assert len([line for line in text.splitlines() if line.strip() and not line.startswith("#")]) <= 12
    lines = {real: (repository / real).read_text(encoding="utf-8").count("\n") for real in SHOWN.values()}
    assert lines["tests/support/brainstorm.py"] <= 220
    assert lines["tests/unit/common/test_brainstorm.py"] <= 60
