"""What the bar recommends, and what it says where nothing is approved by itself any more."""

from __future__ import annotations

import pytest

from app.domain.facts import AutoApproveChanged
from app.ui.view.disputes import disputed

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
VERBS = ("approve", "finish", "reject")
STILL = {"rule": "no_significant_changes", "primary": "finish", "open_disagreements": 5, "threshold": 80.0}


@pytest.mark.parametrize(("figure", "contested"), [(35.0, True), (85.0, False)])
async def test_where_they_stand_still_finishing_loses_nothing_and_it_is_said_that_they_do_not_agree(
    at_gate, figure, contested
):
    async with at_gate("approval", {**STILL, "figure": figure}, *VERBS, primary="finish") as d:
        bar = d.window.page.bar
        filled = bar.primary()
        assert filled is not None
        assert filled.text() == "Approve and finish"
        assert ("do not agree, 5 disagreements still open." in bar.details.text()) is contested
        # In a narrow bar the end goes: not why it can end here.
        assert "5 disagreements still open." in bar.details.text().splitlines()[0]
        assert d.named("Approve and finish").isEnabled(), "it can be finished all the same"


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        ({"rule": "max_rounds_reached", "figure": 72.0}, "round limit reached"),
        ({"figure": 91.0}, "90 % is reached"),
        ({"figure": 72.0, "cost": 1.2}, "$1.00 are spent"),
        (
            {"figure": 72.0, "auto": {"until_figure": 90.0, "rounds_left": 0}},
            "the rounds you allowed are done",
        ),
    ],
)
async def test_the_bar_says_which_limit_ended_approving_by_itself(at_gate, core, payload, why):
    auto = {"until_figure": 90.0, "until_cost": 1.0, "rounds_left": None, "over": True}
    async with at_gate("approval", {"auto": auto, **payload}, *VERBS, primary="approve") as d:
        page = d.window.page
        await core.write(page.session, AutoApproveChanged(until_figure=90, until_cost=1.0))
        await d.settle()
        assert page.bar.details.text().splitlines()[0] == f"Not approved for you: {why}."
        assert d.shown("Take back control")


@pytest.mark.parametrize(
    ("cost", "words"), [(0.0, "asking again: free"), (0.06, "asking again: up to $0.06")]
)
async def test_a_call_that_was_cut_off_and_is_free_does_not_ask_about_a_sum_of_nothing(at_gate, cost, words):
    item = {"key": "k", "seat": "Ada", "purpose": "critique", "partial": "{", "cost": cost}
    verbs = ["ask_again", "drop"]
    async with at_gate("uncertain", {"items": [{**item, "verbs": verbs}]}, *verbs) as d:
        details = d.window.page.bar.details.text()
        assert words in details
        assert "$0.00" not in details


async def test_the_link_to_the_disagreements_shows_those_alone(reviewing):
    async with reviewing(2) as d:
        page = d.window.page
        still = page.bar.facts.show_points.text()
        assert still.startswith("Review ")
        await d.click(still)
        assert page.tabs.name() == "critiques"
        panel = page.panel("critiques")
        shown = {point.filed.critique for point in panel.model.items}
        assert shown == {point.filed.critique for point in disputed(page.view)}
        assert 0 < len(shown) == int(still.split()[1]) < len(page.view.fold.critiques.points)


@pytest.mark.parametrize("chosen", ["previous", "refined"])
async def test_a_text_that_lost_most_of_it_goes_on_as_before_unless_the_person_chooses_it(
    at_gate, core, chosen
):
    lost = {"statuses": {"Ada": {"status": "changed", "much_shorter": True}}}
    async with at_gate("approval", lost, *VERBS, primary="approve") as d:
        assert d.carried() == "Carry forward: 1 previous…"
        if chosen == "refined":
            d.window.page.draft_store.choose_text("text of Ada", "Ada", "refined")
            await d.settle()
            assert d.carried() == "Carry forward: revised answers…"
        await d.click("Approve and continue")
        assert core.answers()[-1][2] == {"texts": {"Ada": chosen}}


async def test_a_text_that_cannot_be_typed_into_does_not_look_like_it(reviewing):
    async with reviewing(2) as d:
        await d.choose_texts()
        text = d.named("Text of Ada")
        picture = text.grab().toImage()
        read_only = picture.pixelColor(picture.width() // 2, picture.height() - 6)
        assert text.isReadOnly()
        box = d.named("Text of Ada that goes on")
        box.setCurrentIndex(box.findText("My edit"))
        await d.settle()
        picture = text.grab().toImage()
        assert not text.isReadOnly()
        assert picture.pixelColor(picture.width() // 2, picture.height() - 6) != read_only
        await d.click("Done")


@pytest.mark.parametrize("step", [36, pytest.param(6, marks=pytest.mark.nightly)])
async def test_the_way_to_the_whole_of_the_details_does_not_come_and_go(at_gate, step):
    item = {
        "key": "k",
        "seat": "Ada",
        "purpose": "critique",
        "message": "It would not do. " * 8,
        "tries": 1,
    }
    async with at_gate("failure", {"items": [item]}, "retry", "stop", primary="retry") as d:
        facts = d.window.page.bar.facts
        for width in range(860, 1400, step):
            d.window.resize(width, 700)
            await d.settle()
            assert facts.details.cut == facts.more.isVisible(), width
