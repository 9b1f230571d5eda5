"""One finished session through its screens, report, exports and the terminal: one number for one thing."""

from __future__ import annotations

import json
import re

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from app.cli.status import status
from app.diffing import compare
from app.services.live import following, read_session
from app.ui.session.tab_counts import pairs_of
from app.ui.view.disputes import disputed
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def test_a_finished_session_tells_the_same_figures_wherever_it_is_read(scene_shown, core):
    async with scene_shown("look-finished") as d:
        page = d.window.page
        view, session = page.view, page.session
        panel = page.tabs.show_kind("summary")
        await until(lambda: panel._summary is not None)
        column = [one.accessibleName() for one in page.column.findChildren(QWidget)]
        line = [one.text() for one in d.window.status.findChildren(QLabel)]
        (row,) = [row for row in await core.library.rows() if row.session == session]
        rail = [d.window.rail.model.index(at, 0).data() for at in range(d.window.rail.model.rowCount())]
        (listed,) = [text for text in rail if text.startswith(f"{row.title}\n")]
        report = (await core.exporting.preview(session)).markdown
        async with following(core.parts, session) as reader:
            fold, _records = await read_session(core.parts, reader)
        machine = json.loads(await core.exporting.content(session, "json"))
        told, terminal, bar = panel.text.plain(), status(fold), page.bar.details.text()

        # Tokens and calls.
        total = machine["costs"]["total"]
        tokens = total["tokens_in"] + total["tokens_out"]
        assert {tokens} == {view.fold.spend.total.tokens, terminal["tokens"], row.tokens}
        assert f"Tokens {tokens:,}" in column
        assert f"{tokens:,} tokens" in line
        assert f"{total['calls']} calls, {tokens:,} tokens, $0.33" in told
        assert f"Tokens used: {tokens:,}" in panel.figures.plain()
        assert f"{total['calls']} calls" in bar
        # Money.
        assert round(terminal["cost"], 2) == round(total["dollars"], 2) == round(row.cost, 2) == 0.33
        assert "Cost: $0.33 of $2.00" in column
        assert "$0.33 of $2.00" in line
        assert "$0.33" in bar
        assert "$0.33" in listed
        assert "Cost: $0.33." in report
        # Agreement.
        agreed = round(row.figure)
        assert f"Agreement {agreed} %, needed 80 %" in column
        assert f"Agreement {agreed} % (target 80 %)" in bar
        assert f"Agreement {agreed} % (target 80 %), reached" in told
        assert page.strip.rounds.index(2).data().endswith(f"{agreed} %")
        measured = [one["value"] for one in machine["measures"] if one["name"] == "agreement"]
        assert round(measured[-1]) == agreed
        # What is left open of the critiques has another name than what the chair calls disputed.
        still = len(disputed(view))
        assert f"Critiques left open {still}" in column
        assert not [name for name in column if name.startswith("Open disagreements")]
        chairs = [part for part in panel._parts if part.sense == "disputed"]
        listed_there = re.search(r"- \*\*Disputed\*\*\n((?:  .*\n)+)", report)
        assert listed_there is not None
        assert len(re.findall(r"^  - ", listed_there[1], re.MULTILINE)) == len(chairs[0].lines)
        # How much each changed, round by round.
        shares = {(one["round"], one["seat"]): round(100 * one["changed"]) for one in machine["assessments"]}
        for (_number, seat), share in shares.items():
            assert re.search(rf"{seat}: revised(?: a little)?, {share} %", told)
        changes = page.panel("changes")
        page.tabs.show_tab("changes")
        await d.settle()
        await until(lambda: "%" in changes.counter.text())
        newer = changes.picker.pair[1]
        share = shares[newer.round, newer.seat]
        assert changes.counter.text() == f"{changes.diff.changes} changes · {share} % changed"
        each = [len(compare(*pair).hunks) for pair in pairs_of(view)]
        assert changes.diff.changes in each, "the tab tells those of all members, its panel of the chosen one"
        assert page.tabs.tabText(page.tabs.names().index("changes")) == f"Changes {sum(each)}"
        d.window.actions_by_id["previous_round"].trigger()
        page.tabs.show_tab("answers")
        await d.settle()
        cards = page.panel("answers").cards
        heads = {seat: int(card.head.change.text().partition(" ")[0]) for seat, card in cards.items()}
        assert heads == {seat: share for (number, seat), share in shares.items() if number == 2}
        # Members are named alike and bear the letters in the order of their cards.
        titles = [card.head.title.text() for card in cards.values()]
        assert titles == [f"{seat} · {letter}" for seat, letter in zip(cards, "ABC", strict=True)]
        d.window.actions_by_id["next_round"].trigger()


@pytest.mark.nightly
async def test_a_research_tells_the_same_gaps_and_shares_wherever_it_is_read(scene_shown, core):
    async with scene_shown("research-second") as d:
        page = d.window.page
        state, session = page.view.own, page.session
        left = [gap for gap in state.gaps if gap.left]
        assert 0 < len(left) < len(state.gaps), "some are closed, and still in the list"
        machine = json.loads(await core.exporting.content(session, "json"))
        report = (await core.exporting.preview(session)).markdown
        titles = [page.tabs.tabText(at) for at in range(page.tabs.count())]
        standing, bar = page.column.standing, page.bar.details.text()
        page.tabs.show_tab("gaps")
        await d.settle()

        # What is still to be closed: in the tab, at the decision, beside it, in the report.
        assert f"Gaps {len(left)}" in titles
        assert f"{len(left)} open gaps" in bar
        told = [one.text() for one in standing.headings]
        assert f"Next in iteration 3 · {len(standing.rows)} of {len(left)}" in told
        assert machine["summary"]["gaps"] == len(left)
        (listed,) = [one for one in machine["findings"] if one["name"] == "gaps_left"]
        assert len(listed["remarks"]) == len(left)
        assert page.panel("gaps").tally.text() == f"{len(state.gaps)} gaps in all"
        # A conflict that is settled, and a finding that was dismissed, stay in their lists.
        conflicts = [one for one in state.conflicts if one.state != "resolved"]
        assert f"Conflicts {len(conflicts)}" in titles
        assert f"{len(conflicts)} open conflict" in bar
        assert f"Findings {len(state.standing)}" in titles
        assert machine["summary"]["findings"] == len(state.standing)

        # Shares are in percent, and whole.
        share = round(machine["summary"]["mean_confidence"])
        tiles = [one.accessibleName() for one in standing.tiles]
        assert f"Mean confidence: {share} %, needed 80 % · not yet" in tiles
        assert f"Mean confidence {share} %, needed 80 %." in report
        page.tabs.show_tab("research_findings")
        await d.settle()
        panel = page.panel("research_findings")
        finding = state.standing[0]
        sure = f"{100 * finding.confidence:.0f} %"
        assert f"Confidence {sure}" in panel.detail.body.toPlainText()
        assert f"confidence {sure}" in report


@pytest.mark.nightly
async def test_a_draft_tells_one_number_of_changes_and_of_lines_wherever_it_is_read(scene_shown, core):
    async with scene_shown("draft-acceptance-changes") as d:
        page = d.window.page
        await until(lambda: page.tabs.tabText(1) != "Changes")
        counted = int(page.tabs.tabText(1).removeprefix("Changes "))
        bar = page.bar.details.text()
        # Places that are others, which are decided one by one: in the tab and in the bar.
        assert f" · {counted} changes · " in bar
        # Lines, as a version control tells them: of each file, and of all.
        rows = page.panel("draft_texts").described.rows(page.view.own)
        lines = [re.fullmatch(r"\+(\d+) −(\d+)", row.change) for row in rows if isinstance(row.change, str)]
        added, removed = (sum(int(one[side]) for one in lines if one) for side in (1, 2))
        assert f" · +{added} −{removed} lines · " in bar
    async with scene_shown("draft-accepted-history") as d:
        page = d.window.page
        told = f"+{added} −{removed} lines"
        assert told in page.bar.details.text()
        panel = page.panel("draft_history")
        row = panel.described.rows(page.view.own)[0]
        fields = panel.described.detail(page.view.own, row).fields
        assert told in [str(field.value) for field in fields]
