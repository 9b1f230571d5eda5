"""Templates are strict."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app import resources
from app.domain.canonical import JsonValue
from app.domain.errors import Bug
from app.prompts.templates import PromptTemplates
from app.workflows.registry import Registry


def test_every_template_of_every_workflow_refuses_to_leave_a_variable_out() -> None:
    prompts = PromptTemplates()
    used = {name for plugin in Registry().plugins.values() for name in plugin.templates}
    assert used
    for template in used:
        if template.endswith("/system") and not prompts.variables(template):
            # The same for all calls: what a provider's cache keeps begins with it.
            continue
        assert prompts.variables(template)
        with pytest.raises(Bug, match=re.escape(template)):
            prompts.render(template, {})


def test_a_prompt_tells_where_the_parts_end_with_which_other_prompts_begin(tmp_path: Path) -> None:
    (tmp_path / "one.md.j2").write_text(
        '{{ given | fenced("given") }}\n{{ shared_ends }}\n{% if pinned %}\n{{ pinned }}\n{% endif %}\n'
        "{{ shared_ends }}\nYou are {{ name }}.\n"
    )
    prompts = PromptTemplates(tmp_path)
    given = "A\0B\0 {{ shared_ends }}"
    ada, ben = (
        prompts.render("one", {"given": given, "pinned": "Be brief.", "name": n}) for n in ("Ada", "Ben")
    )
    assert given in ada, "what is shown stays as it is"
    assert ada.shared == ben.shared
    first, second = ada.shared
    assert ada[:second] == ben[:second]
    assert ada[:first].endswith("</data>\n")
    assert ada[second:].strip() == "You are Ada."
    assert len(prompts.render("one", {"given": given, "pinned": "", "name": "Ada"}).shared) in (1, 2)


def test_a_missing_template_is_a_bug_that_names_it() -> None:
    with pytest.raises(Bug, match="no/such"):
        PromptTemplates().render("no/such", {})
    with pytest.raises(Bug, match="no/such"):
        PromptTemplates().variables("no/such")


@pytest.mark.parametrize("value", [None, True, False, [], ["a"], {"a": 1}])
def test_no_prompt_shows_a_value_as_python_writes_it(value: JsonValue) -> None:
    with pytest.raises(Bug, match="as Python writes it"):
        PromptTemplates().render("draft/facts", {"names": [], "text": "x", "path": value})


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("clarification", "what must you know from the person"),
        ("proposal", "Answer the question as "),
        ("critique", "Review these answers of other members"),
        ("refinement", "Refine your answer as "),
        ("refinement", '"id: " ~ point.id'),
        ("evaluation", '"agreement": 0'),
        ("synthesis", "You chair the panel"),
    ],
)
def test_servers_of_others_that_tell_a_debates_prompts_by_these_words_find_them(
    template: str, words: str
) -> None:
    text = (resources.path("prompts") / "debate" / f"{template}.md.j2").read_text(encoding="utf-8")
    assert words in text


def test_the_chair_is_told_that_it_chairs_whether_or_not_it_writes_the_answer() -> None:
    text = (resources.path("prompts") / "debate" / "synthesis.md.j2").read_text(encoding="utf-8")
    written, framed = (text.count(f"You chair the panel: {one}") for one in ("write", "the final answer is"))
    assert (written, framed) == (1, 1)


def test_what_was_made_ready_is_not_read_again_for_the_next_session(tmp_path: Path) -> None:
    (tmp_path / "whole.md.j2").write_text("{% include 'part.md.j2' %}", encoding="utf-8")
    (tmp_path / "part.md.j2").write_text("Part", encoding="utf-8")
    templates = PromptTemplates(tmp_path)
    templates.prepare("whole")
    for file in tmp_path.iterdir():
        file.unlink()
    templates.prepare("whole")
    templates.prepare("part")
