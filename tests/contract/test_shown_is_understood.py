"""Whatever a template shows and a reply names again, the program understands: names, ids, labels, marks.

Each entry renders its template, reads the names out of the prompt's text alone, as whoever answers does,
writes them into a reply and looks what the program takes them for. A template without an entry is red.
"""

from __future__ import annotations

import re
from dataclasses import replace
from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app import resources
from app.prompts.fences import fenced, one_line
from app.prompts.templates import PromptTemplates
from tests.support.shown_names import ODD, Entry, check
from tests.support.shown_table import NOTHING_NAMED, TABLE

TEMPLATES = PromptTemplates()


def test_every_template_says_how_what_it_shows_is_understood() -> None:
    there = {
        f"{folder.name}/{file.name.removesuffix('.md.j2')}"
        for folder in resources.path("prompts").iterdir()
        for file in folder.iterdir()
        if not file.name.startswith("_")
    }
    assert {entry.template for entry in TABLE} | NOTHING_NAMED == there
    assert not {entry.template for entry in TABLE} & NOTHING_NAMED


@pytest.mark.parametrize("entry", [one for one in TABLE if one.made is None], ids=lambda one: one.template)
def test_a_name_that_people_gave_is_understood_as_it_is_shown(entry: Entry) -> None:
    @given(
        st.lists(
            st.sampled_from(ODD) | st.text(max_size=30).map("{}.md".format),
            unique_by=one_line,
            min_size=1,
            max_size=6,
        )
    )
    @example(list(ODD))
    @example(["[{.md", "<S>.md", "\\n0.md"])
    @example(["a.md", " a.md"])
    @example(["A.md", "a.md", normalize("NFC", "Ä.md"), normalize("NFD", "Ä.md")])
    def holds(names: list[str]) -> None:
        check(entry, names[:1] if entry.template == "draft/write_file" else names, TEMPLATES)

    holds()


@pytest.mark.parametrize("count", [1, 2, 9, 12])
@pytest.mark.parametrize(
    "entry", [one for one in TABLE if one.made is not None], ids=lambda one: one.template
)
def test_an_id_that_the_program_made_is_plain_and_understood(entry: Entry, count: int) -> None:
    assert entry.made is not None
    check(entry, entry.made(count), TEMPLATES)


# --- the check itself ---------------------------------------------------------------------------------


class Stripping(PromptTemplates):
    """Templates whose fences strip signs from a name, as they once did."""

    def __init__(self) -> None:
        super().__init__()
        strip = lambda text, name="text": fenced(text, re.sub(r"[^\w ./-]", "", str(name)))  # noqa: E731  a filter
        self._environment.filters |= {"fenced": strip}


@pytest.mark.parametrize(
    "template", ["draft/write", "draft/outline", "draft/effects", "draft/explain", "debate/pooling"]
)
def test_a_template_that_strips_a_sign_of_a_name_is_red(template: str) -> None:
    entry = next(one for one in TABLE if one.template == template and one.made is None)
    for names in (["f3:2.md", "f32.md"], ["a (1).md", "a 1.md"]):
        check(entry, names, TEMPLATES)
        with pytest.raises(AssertionError):
            check(entry, names, Stripping())


@pytest.mark.parametrize("template", ["research/support", "research/judge"])
def test_an_id_with_a_colon_is_red(template: str) -> None:
    entry = next(one for one in TABLE if one.template == template)
    old = replace(entry, made=lambda count: [f"f3:{number}" for number in range(1, count + 1)])
    assert old.made is not None
    with pytest.raises(AssertionError, match="not plain"):
        check(old, old.made(2), TEMPLATES)
    # As it was: stripped of its colon on its way out.
    with pytest.raises(AssertionError, match="shows"):
        check(old, old.made(2), Stripping())
