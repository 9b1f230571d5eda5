"""Templates of projects: which files a level has, in which order, and what stands below it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import InputError
from app.workflows.draft.rules.templates import (
    counted,
    fitting_template,
    template_named,
    template_names,
)
from app.workflows.draft.setup import TEXTS

NOVEL = template_named("novel")


def test_there_are_three_templates_the_one_with_most_levels_first() -> None:
    assert template_names() == ["novel", "report", "document"]


@pytest.mark.parametrize("name", ["novel", "report", "document"])
def test_every_level_is_written_from_levels_above_it_and_can_be_begun(name: str) -> None:
    template = template_named(name)
    above: set[str] = set()
    for level in template.levels:
        assert set(level.upstream) <= above, "a level is written from what stands above it"
        above.add(level.name)
        begun = level.first or level.naming
        assert template.level_of(begun) == level, "its first file is one of its own"
        assert not level.naming or level.holds(level.naming)
        assert level.guide
        assert len(level.phrases) >= 3
        assert level.json_schema is None or level.patterns[0].endswith(".json")
    assert not any(template.owns(level.history_path) for level in template.levels)


def test_the_levels_of_a_novel_are_those_of_its_source() -> None:
    assert [level.name for level in NOVEL.levels] == ["premise", "treatment", "chapters", "prose"]
    assert [one.name for one in NOVEL.below("treatment")] == ["chapters", "prose"]
    assert [one.name for one in NOVEL.below("prose")] == []
    assert [one.name for one in NOVEL.above("chapters")] == ["premise", "treatment"]
    assert NOVEL.named("Chapters").history_path == "chapter-beats/iteration_history.json"


def test_the_foundation_comes_first_and_chapters_as_a_person_counts() -> None:
    paths = [f"chapter-beats/{name}.md" for name in ("10-end", "2-two", "foundation", "1-one", "Ende")]
    ordered = NOVEL.named("chapters").ordered([*paths, "chapters/1.md", "chapter-beats/.x.md"])
    assert [path[14:-3] for path in ordered] == ["foundation", "1-one", "2-two", "10-end", "Ende"]


def test_an_unknown_level_names_those_there_are() -> None:
    with pytest.raises(InputError) as refused:
        NOVEL.named("foo")
    assert "foo" in str(refused.value)
    assert "premise, treatment, chapters, prose" in str(refused.value.next)
    with pytest.raises(InputError, match="no template"):
        template_named("../novel")


def test_a_folder_that_is_there_already_finds_its_template() -> None:
    assert fitting_template(["chapter-beats/1.md", "notes.txt"]) == "novel"
    assert fitting_template(["sections/1.md"]) == "report"
    assert fitting_template(["thesis/one.TEX"]) == "document"
    assert [fitting_template([f"one{end}"]) for end in TEXTS] == ["document"] * len(TEXTS)
    assert fitting_template(["picture.png", ".obsidian/notes.md"]) == ""


def test_hidden_history_and_foreign_files_are_nobodys() -> None:
    for path in ("chapters/iteration_history.json", "chapters/deep/one.md", ".git/a.md", "chapters/one.docx"):
        assert not NOVEL.owns(path), path
    assert NOVEL.owns("analysis/pace/report.csv")
    assert NOVEL.owns("taxonomy.json")
    assert NOVEL.level_of("analysis/report.md") is None


@given(st.lists(st.text(alphabet="ab1209-/A", min_size=1, max_size=12)))
def test_the_order_of_files_does_not_depend_on_the_order_of_arrival(paths: list[str]) -> None:
    named = sorted({f"chapters/{path.replace('/', '-')}.md" for path in paths})
    level = NOVEL.named("prose")
    assert level.ordered(named) == level.ordered(reversed(named))
    assert sorted(level.ordered(named)) == named
    assert all(isinstance(counted(path), tuple) for path in named)
