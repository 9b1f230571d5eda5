"""File names from a model are confined to the files of their level."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.workflows.draft.rules.file_names import Refused, confined, meant

PATTERNS = ("chapter-beats/foundation.md", "chapter-beats/*.md")
PATHS = ["chapter-beats/foundation.md", "chapter-beats/01-dawn.md", "chapter-beats/03-storm.md"]


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("chapter-beats/03.md", "chapter-beats/03.md"),
        ("03.md", "chapter-beats/03.md"),
        ("./chapter-beats/03.md", "chapter-beats/03.md"),
        ("`chapter-beats/03.md`", "chapter-beats/03.md"),
        ("chapter-beats\\03.md", "chapter-beats/03.md"),
        ("Chapter-Beats/FOUNDATION.MD", "chapter-beats/foundation.md"),
    ],
)
def test_a_name_is_understood_as_the_file_it_means(name: str, path: str) -> None:
    assert confined(name, PATTERNS, PATHS) == path


@pytest.mark.parametrize(
    "name",
    [
        *("../x.md", "chapter-beats/../../x.md", "/etc/passwd", "C:\\x.md", "~/x.md", "..\\x.md"),
        *("chapters/01.md", "chapter-beats/01.txt", "chapter-beats/deep/01.md", "", "  "),
        *(".git/hooks/x.md", "chapter-beats/.hidden.md", "chapter-beats/iteration_history.json"),
        *("chapter-beats/con.md", "chapter-beats/a\nb.md", "chapter-beats/a:b.md", "chapter-beats/a. /x.md"),
        *("chapter-beats/" + "x" * 200 + ".md", "chapter-beats/\u202edm.gnp.md", "chapter-beats/a\u200bb.md"),
    ],
)
def test_a_name_that_leads_elsewhere_is_refused_in_words(name: str) -> None:
    refused = confined(name, PATTERNS, PATHS)
    assert isinstance(refused, Refused)
    assert str(refused.why).endswith(".")


def test_a_new_file_gets_the_folder_and_the_fixed_name_as_the_level_writes_them() -> None:
    assert confined("Chapter-Beats/04.md", PATTERNS) == "chapter-beats/04.md"
    assert confined("chapter-beats/Foundation.md", PATTERNS) == "chapter-beats/foundation.md"
    assert confined("CHAPTER-BEATS/04-Storm.md", PATTERNS) == "chapter-beats/04-Storm.md"


def test_a_pattern_may_reach_into_folders_below() -> None:
    assert confined("notes/deep/a.md", ("*.md", "**/*.md")) == "notes/deep/a.md"
    assert confined("a.md", ("*.md", "**/*.md")) == "a.md"
    assert isinstance(confined("notes/.git/a.md", ("**/*.md",)), Refused)


@given(st.text(max_size=60))
def test_whatever_a_model_writes_the_path_stays_among_the_files_of_the_level(name: str) -> None:
    path = confined(name, PATTERNS, PATHS)
    if isinstance(path, str):
        folder, _, file = path.partition("/")
        assert folder.casefold() == "chapter-beats"
        assert file.casefold().endswith(".md")
        assert "/" not in file
        assert not file.startswith(".")


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ("chapter 3", "chapter-beats/03-storm.md"),
        ("Chapter three", "chapter-beats/03-storm.md"),
        ("the foundation", "chapter-beats/foundation.md"),
        ("03-storm", "chapter-beats/03-storm.md"),
        ("chapter-beats/01-dawn.md", "chapter-beats/01-dawn.md"),
        ("chapter 7", None),
        ("the ending", None),
    ],
)
def test_a_file_is_found_by_what_people_call_it(said: str, path: str | None) -> None:
    assert meant(said, PATHS) == path


def test_the_words_of_a_refusal_name_what_leads_out() -> None:
    refused = confined("../x.md", PATTERNS)
    assert isinstance(refused, Refused)
    assert str(refused.why) == "“../x.md” leads out of the folder of this level; nothing was written there."
