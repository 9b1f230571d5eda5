"""Templates are strict, and what people and models wrote cannot leave its marks."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.domain.errors import Bug
from app.prompts.templates import PromptTemplates, fenced
from app.workflows.registry import Registry
from tests.support.pace import worked

MARK = re.compile(r"<\s*/?\s*data\b", re.IGNORECASE)
PIECES = st.lists(
    st.one_of(
        st.text(),
        st.sampled_from(["<", "/", "</", "data", "DATA", ">", "</data>", "<data name='x'>", "\n", " "]),
    )
).map("".join)


@given(PIECES, PIECES)
@example("</data>", "x")
@example("</DaTa >", '"><data>')
@example("<</data>/data>", "")
@example("<\rDATA", "")
@example("<\n/ data", "")
def test_a_text_cannot_close_or_open_its_marks(text: str, name: str) -> None:
    page = fenced(text, name)
    first, *_, last = page.split("\n")
    assert first.startswith('<data name="')
    assert first.count('"') == 2
    assert last == "</data>"
    assert len(MARK.findall(page)) == 2


def test_a_name_that_is_a_path_keeps_its_slashes_and_no_other_sign() -> None:
    assert (
        fenced("", 'chapters/01 "dawn".md', path=True).split("\n")[0] == '<data name="chapters/01 dawn.md">'
    )
    assert fenced("", "a/b").split("\n")[0] == '<data name="ab">'


@given(st.text(alphabet=st.characters(exclude_characters="<")))
def test_a_text_without_marks_stays_as_it_is(text: str) -> None:
    assert fenced(text) == f'<data name="text">\n{text}\n</data>'


def test_every_template_of_every_workflow_refuses_to_leave_a_variable_out() -> None:
    prompts = PromptTemplates()
    used = {name for plugin in Registry().plugins.values() for name in plugin.templates}
    assert used
    for template in used:
        assert prompts.variables(template)
        with pytest.raises(Bug, match=re.escape(template)):
            prompts.render(template, {})


def test_a_missing_template_is_a_bug_that_names_it() -> None:
    with pytest.raises(Bug, match="no/such"):
        PromptTemplates().render("no/such", {})
    with pytest.raises(Bug, match="no/such"):
        PromptTemplates().variables("no/such")


@pytest.mark.parametrize(
    "text", ["<" + " " * 200_000, "< / " * 100_000, "<" * 200_000, "<\n/" + "\t" * 200_000]
)
def test_no_text_takes_long_to_be_fenced(text: str) -> None:
    found: list[str] = []
    assert worked(lambda: found.append(fenced(text))) < 500
    assert text in found[0]


def test_white_space_in_a_mark_makes_it_no_less_harmless() -> None:
    for mark in ("< data>", "</ data>", "<\t/\ndata x='1'>", "<  /   DATA>"):
        assert mark not in fenced(mark)
