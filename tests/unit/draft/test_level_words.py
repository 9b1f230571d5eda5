"""The titles of the shipped templates, as the window says them."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location

import pytest

from app.domain.i18n import Speech, use_language
from app.workflows.draft.rules import templates as read_already
from app.workflows.draft.rules.templates import (
    TITLES,
    UNITS,
    alone,
    in_units,
    template_named,
    template_names,
    titled,
)


def test_every_title_and_unit_of_a_shipped_template_can_be_translated() -> None:
    templates = [template_named(name) for name in template_names()]
    levels = [level for template in templates for level in template.levels]
    titles = {template.title for template in templates} | {level.title for level in levels}
    titles |= {alone(template, "a.md").title for template in templates if len(template.levels) == 1}
    assert titles == set(TITLES)
    assert {level.unit for level in levels} == set(UNITS)
    for level in levels:
        assert (str(in_units(1, level.unit)), str(in_units(2, level.unit))) == (
            f"1 {level.unit}",
            f"2 {level.unit}s",
        )


def test_a_title_that_the_program_does_not_know_is_said_as_it_is() -> None:
    assert str(titled("Scenes {x}")) == "Scenes {x}"


def test_titles_are_known_by_their_sources_though_a_language_is_spoken_when_they_are_first_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spec = spec_from_file_location("levels_read_again", read_already.__file__)
    assert spec is not None
    assert spec.loader is not None
    again = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, again)
    # As an export in German does, which is the first to need the workflow.
    with use_language(Speech(lambda _context, source: f"⟦{source}⟧", None, "xx")):
        spec.loader.exec_module(again)
        assert str(again.titled("Outline")) == "⟦Outline⟧"
