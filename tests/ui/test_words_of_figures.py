"""Figures are told alike everywhere, none is rounded up, and what is quoted stays whole."""

from __future__ import annotations

import pytest

from app.domain.facts import CriterionMeasured
from app.ui.kit.diff.view import DiffView
from app.ui.kit.texts import whole_percent
from app.ui.panels.critique_detail import _quoted
from app.ui.panels.critique_rows import headline
from app.ui.view.labels import figure_text


@pytest.mark.parametrize(
    ("value", "needed", "told"),
    [
        (39.4, 80, "39 %"),
        (79.6, None, "80 %"),
        (79.6, 80, "79 %"),
        (80.4, 80, "80 %"),
        (80.0, 80, "80 %"),
        (99.7, 90, "100 %"),
    ],
)
def test_a_figure_is_whole_and_not_rounded_up_to_what_is_needed(value, needed, told, app):
    assert whole_percent(value, needed) == told
    fact = CriterionMeasured(name="agreement", value=value, threshold=needed)
    assert figure_text(fact).startswith(f"Agreement {told}")


QUOTED = "You look past this line: “Scrap fell from 2.9 to 2.3 per cent.” (context.md, line 13)"


@pytest.mark.parametrize(
    ("claim", "head", "rest"),
    [
        ("The cost is counted once. It comes twice.", "The cost is counted once.", "It comes twice."),
        (QUOTED, QUOTED, ""),
        (f"{QUOTED} Weigh it.", f"{QUOTED} Weigh it.", ""),
        (
            "It says “Volunteers. Nobody was asked.” Say so.",
            "It says “Volunteers. Nobody was asked.”",
            "Say so.",
        ),
        ("You call it “a clear success.” It is not.", "You call it “a clear success.”", "It is not."),
        ("- No.\n- Not at once, as the plan says.", "No.", "- Not at once, as the plan says."),
    ],
)
def test_a_claim_is_not_cut_within_what_it_quotes(claim, head, rest, app):
    assert headline(claim) == (head, rest)


def test_before_somebody_goes_to_a_change_only_their_number_is_told(app, qtbot):
    view = DiffView()
    qtbot.addWidget(view)
    view.compare("One. \n\nTwo.\n\nThree.\n", "One!\n\nTwo.\n\nFour.\n")
    assert view.place_words() == "2 changes"
    view.go(1)
    assert view.place_words() == "1 of 2 changes"


def test_a_passage_that_is_a_quotation_is_not_put_in_quotation_marks_again(app):
    assert _quoted("It rose by 2 %.") == "“It rose by 2 %.”"
    assert _quoted("“It rose by 2 %.” (notes.md, line 3)") == "“It rose by 2 %.” (notes.md, line 3)"
    assert _quoted("") == ""
