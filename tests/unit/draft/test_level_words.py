"""The titles of the shipped templates, as the window says them."""

from __future__ import annotations

from app.workflows.draft.rules.levels import TITLES, UNITS, in_units, titled
from app.workflows.draft.rules.templates import template_named, template_names


def test_every_title_and_unit_of_a_shipped_template_can_be_translated() -> None:
    templates = [template_named(name) for name in template_names()]
    levels = [level for template in templates for level in template.levels]
    titles = {template.title for template in templates} | {level.title for level in levels}
    assert titles == set(TITLES)
    assert {level.unit for level in levels} == set(UNITS)
    for level in levels:
        assert (str(in_units(1, level.unit)), str(in_units(2, level.unit))) == (
            f"1 {level.unit}",
            f"2 {level.unit}s",
        )


def test_a_title_that_the_program_does_not_know_is_said_as_it_is() -> None:
    assert str(titled("Scenes {x}")) == "Scenes {x}"
