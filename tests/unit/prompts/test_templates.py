"""Templates are strict."""

from __future__ import annotations

import re

import pytest

from app.domain.canonical import JsonValue
from app.domain.errors import Bug
from app.prompts.templates import PromptTemplates
from app.workflows.registry import Registry


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


@pytest.mark.parametrize("value", [None, True, False, [], ["a"], {"a": 1}])
def test_no_prompt_shows_a_value_as_python_writes_it(value: JsonValue) -> None:
    with pytest.raises(Bug, match="as Python writes it"):
        PromptTemplates().render("draft/facts", {"names": [], "text": "x", "path": value})
