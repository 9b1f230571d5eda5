"""A draft in the window: lines typed in the bar, the decisions, and what the folder then holds."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QLabel, QLineEdit

from app.bootstrap import build
from app.settings.folders import Folders
from app.ui.gates.forms import VerbDialog
from tests.support.git_reading import git
from tests.support.laid_out import lay_out
from tests.support.typed_drafts import HALF, laid
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
SETUP = {
    "template": "novel",
    "brief": "A fantasy. Ada keeps the light at Skerry Point and finds letters from the future.",
}


async def opened(core, d, folder):
    """Open a draft over a folder; return its page."""
    session = await core.sessions.create("draft", {"project": str(folder), **SETUP}, core.teams.default())
    await core.sessions.start(session)
    await core.sessions.wait(session)
    d.window.open_session(session)
    await until(lambda: d.window.page is not None and d.window.page.session == session)
    page = d.window.page
    await until(lambda: page.state == "waiting")
    return page


async def pressed(d, page, does, kind):
    """Press a button of the bar once it is free, and wait for the next gate."""
    await d.guard()
    await until(lambda: page.bar.offers(f"gate:{does}"))
    before = page.view.gate().id
    page.bar.press(f"gate:{does}")
    await until(lambda: (gate := page.view.gate()) is not None and gate.id != before)
    assert page.view.gate().fact.kind == kind
    await d.settle()


async def typed(d, page, line, kind=""):
    """Type a line and press Enter; `kind`: the gate that comes of it, none where it only says something."""
    await d.guard()
    before = page.view.gate().id
    page.bar.guidance.text.setPlainText(line)
    page.bar.guidance.text.sent.emit()
    if kind:
        await until(lambda: (gate := page.view.gate()) is not None and gate.id != before)
        assert page.view.gate().fact.kind == kind
    await d.settle()


async def test_a_level_is_written_changed_and_taken_back_by_lines_typed_in_the_bar(desk_on, tmp_path):
    folder = tmp_path / "my-novel"
    laid(folder, "premise", "treatment", "chapters")
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    async with desk_on(core) as d:
        page = await opened(core, d, folder)
        await until(page.bar.guidance.isVisible)
        await typed(d, page, "/iterate foo")
        assert "There is no level “foo”." in page.bar.problem.text()
        await typed(d, page, "/generate prose", "draft_acceptance")
        await pressed(d, page, "accept", "draft_feedback")
        assert page.bar.guidance.text.toPlainText() == ""
        # Pasted as a terminal prints them: prompts before lines, answers behind questions.
        await typed(d, page, "> /iterate chapters", "draft_feedback")
        await typed(d, page, f"> {HALF}", "draft_downstream")
        await typed(d, page, "maybe")
        assert "“maybe” is none of: keep, delete, cancel." in page.bar.problem.text()
        page.bar.guidance.text.clear()
        await typed(d, page, "   Cull all downstream? (yes/no/cancel): yes", "draft_judge")
        await typed(d, page, "Continue? (yes/no/view-partial): view-partial")
        await until(lambda: "View the changes in full? (yes/no)" in page.bar.problem.text())
        at_judge = page.view.gate().id
        await until(lambda: any(one.ended for one in page.view.fold.commands.at_gate(at_judge)))
        await typed(d, page, "View full? (yes/no): no")
        assert page.view.gate().id == at_judge, "it answers what was asked behind the look, and no judge"
        await typed(d, page, "Continue with judge feedback? (yes/no): yes", "draft_judge")
        await pressed(d, page, "accept:accept-2-Ada-1", "draft_acceptance")
        await typed(d, page, "Accept? (yes/no/diff): diff")
        await until(lambda: page.tabs.name() == "draft_changes")
        await typed(d, page, "skip")
        steps = [page.strip.rounds.index(row) for row in range(page.strip.rounds.rowCount())]
        assert [step.data() for step in steps] == ["Premise", "Treatment", "Chapters", "Prose"]
        assert page.strip.currentIndex().data() == "Chapters"
        page.strip.setCurrentIndex(steps[1])
        assert page.strip.in_work == 2, "what is typed goes there, whatever is read"
        texts = page.panel("draft_texts")
        assert page.tabs.currentWidget().panel is texts
        panel = page.panel("draft_changes")
        page.tabs.show_tab("draft_changes")
        await until(lambda: panel.diff.decidable)
        changed = next(item for item in page.view.gate().fact.payload["files"])
        panel.diff.keep_wanted.emit(0, False)
        await until(lambda: changed["path"] in page.view.own.decided)
        await d.settle()
        # Who accepts now must know that it is not the new text as a whole.
        assert "1 text is taken as you decided on its changes." in page.bar.details.text()
        before_acceptance = (folder / changed["path"]).read_text(encoding="utf-8")
        await pressed(d, page, "accept", "draft_feedback")
        # The heading is kept as it was, and the other change is in.
        text = (folder / changed["path"]).read_text(encoding="utf-8")
        assert text.startswith("# Ada keeps the light")
        assert "Eda keeps the light" in text
        assert text != before_acceptance
        assert not list((folder / "chapters").glob("*.md"))
        assert git(folder, "log", "-1", "--format=%s").startswith(f"[chapters] {HALF}")
        await typed(d, page, "/status")
        assert "Prose: not written yet" in page.bar.problem.text()
        await typed(d, page, "/undo", "draft_undo")
        await pressed(d, page, "take_back", "draft_feedback")
        assert list((folder / "chapters").glob("*.md"))
        assert git(folder, "status", "--porcelain") == ""
    await core.close()


@pytest.mark.nightly
async def test_a_folder_is_begun_from_the_form_and_gone_on_with_in_the_same_session(desk_on, tmp_path):
    folder = tmp_path / "my-novel"
    folder.mkdir()

    async def begin(d, **more):
        d.window.ask_new()
        d.window.session_forms.now.kinds.buttons["draft"].click()
        form = d.window.session_forms.now
        form.unconnected.rules.click()
        d.named("Choose a folder: Folder", form).click()
        await d.settle()
        asked = form.findChild(QFileDialog)
        asked.fileSelected.emit(str(folder))
        asked.close()
        await d.settle()
        form.fill_in(more)
        await until(form.main.isEnabled)
        await d.click("Start")
        await until(lambda: d.window.page is not None and d.window.page.session is not None)
        await until(lambda: d.window.page.state == "waiting")
        return d.window.page.session

    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    async with desk_on(core) as d:
        first = await begin(d)
        page = d.window.page
        await typed(d, page, "/generate premise", "draft_acceptance")
        await pressed(d, page, "accept", "draft_feedback")
        assert await begin(d) == first
        assert not any("goes on as it was begun" in words for _, words in d.window.notices.kept)
        assert await begin(d, plan_first=True) == first
        await until(lambda: any("Plan first: off" in words for _, words in d.window.notices.kept))
        assert len(await core.parts.store.ids()) == 1
    await core.close()


async def test_a_contradiction_is_meant_so_in_the_tab_right_after_the_check(desk_on, tmp_path):
    prose = {
        "chapters/01-start.md": "# 1\n\nThe bridge is forty metres long.\n",
        "chapters/02-end.md": "# 2\n\nThe bridge is sixty metres long.\n",
    }
    folder = lay_out(tmp_path / "my-novel", prose)
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    async with desk_on(core) as d:
        page = await opened(core, d, folder)
        await typed(d, page, "/iterate prose", "draft_feedback")
        await until(lambda: page.bar.offers("ask:continuity"))
        before = page.view.gate().id
        page.bar.press("ask:continuity")
        await until(lambda: page.view.own.checks.findings)
        page.tabs.show_tab("draft_checks")
        await d.settle()
        panel = page.panel("draft_checks")
        panel.table.selectRow(0)
        await d.settle()
        assert page.view.gate().id == before, "the question is the same one"
        free = {one.text(): one for one in panel.detail.foot.buttons if one.isEnabled()}
        assert set(free) == {"Have it mended", "It is meant so…", "No contradiction"}
        free["No contradiction"].click()
        await until(lambda: page.view.own.checks.ends)
        await d.settle()
        assert not [one for one in panel.detail.foot.buttons if one.isEnabled()]
    await core.close()


async def test_a_file_is_written_over_beside_its_text_and_shown_before_it_is_accepted(desk_on, tmp_path):
    folder = tmp_path / "my-novel"
    path = "chapter-beats/01-start.md"
    lay_out(folder, {path: "# 1 The start\n\nMarcus wakes refreshed.\n"})
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    async with desk_on(core) as d:
        page = await opened(core, d, folder)
        page.tabs.show_tab("draft_texts")
        panel = page.tabs.panel("draft_texts")
        foot = panel.detail.foot
        await until(lambda: foot.buttons and foot.buttons[0].isEnabled())
        foot.buttons[0].click()
        await until(lambda: d.window.findChildren(VerbDialog))
        dialog = d.window.findChildren(VerbDialog)[-1]
        row = dialog.form.rows["text"]
        # What is typed at once goes into the text, not into the name of its file.
        assert dialog.focusWidget() is row.control
        assert isinstance(dialog.form.rows["path"].control, QLineEdit)
        assert 12 * row.control.fontMetrics().height() <= row.control.height() < dialog.height() <= 560
        await until(lambda: 0 < row.control.geometry().bottom() < dialog.form.height())
        assert row.words == "# 1 The start\n\nMarcus wakes refreshed.\n", "what stands there"
        row.put("# 1 The start\n\nMarcus wakes tired.\n")
        dialog.main.click()
        await until(lambda: page.bar.offers("gate:accept"))
        assert "refreshed" in (folder / path).read_text("utf-8"), "nothing is written yet"
        page.tabs.show_tab("draft_changes")
        changes = page.tabs.panel("draft_changes")
        await until(lambda: changes.counter.text().startswith("1 change"))
        await pressed(d, page, "accept", "draft_feedback")
        assert "tired" in (folder / path).read_text("utf-8")
    await core.close()


@pytest.mark.nightly
async def test_an_aim_that_is_lost_stands_in_the_tab_with_its_places_and_is_brought_back(desk_on, tmp_path):
    texts = {
        "treatment/treatment.md": "# The watch\n\nMarcus must pay for the burned granary.\n\nIlse sings.\n",
        "chapters/01.md": "# 1\n\nIlse sings on the quay.\n",
        "chapters/02.md": "# 2\n\nIlse sings at the ball.\n",
        "chapters/03.md": "# 3\n\nIlse sings no more, and all are glad.\n",
    }
    folder = lay_out(tmp_path / "my-novel", texts)
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    async with desk_on(core) as d:
        page = await opened(core, d, folder)
        await typed(d, page, "/iterate prose", "draft_feedback")
        await until(lambda: page.bar.offers("ask:aims"))
        page.bar.press("ask:aims")
        await until(page.view.own.checks.drifted)
        page.tabs.show_tab("draft_checks")
        await d.settle()
        panel = page.panel("draft_checks")
        panel.table.selectRow(0)
        await d.settle()
        shown = " ".join(label.text() for label in panel.detail.findChildren(QLabel))
        assert "Aim 1" in shown
        assert "in none of 3 files" in shown
        assert "treatment/treatment.md, line 3" in shown
        places = panel.detail.findChildren(QAbstractButton)
        assert any(one.text().startswith("“Marcus must pay for") for one in places)
        before = page.view.gate().id
        free = {one.text(): one for one in panel.detail.foot.buttons if one.isEnabled()}
        free["Bring it back"].click()
        await until(lambda: (gate := page.view.gate()) is not None and gate.id != before)
        assert "Marcus must pay" in page.view.own.now.feedback
    await core.close()
