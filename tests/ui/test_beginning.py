"""Forms of new sessions: what a follow-up begins with, and which form goes when a session has begun."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from app.bootstrap import build
from app.domain.canonical import dumps
from app.domain.i18n import words
from app.domain.seats import Obstacle
from app.gateway import reaching
from app.services.providers import Approval
from app.services.readiness import NotReady
from app.settings.folders import Folders
from app.ui.models.providers import ProvidersDialog
from app.ui.setup import new_session
from app.ui.setup.team import TeamDialog
from app.workflows.debate.setup import DebateSetup
from tests.faults.catalogue import listing
from tests.faults.debating import approve, panel, team_file
from tests.faults.server import Act, Asked, FaultServer
from tests.support.one_host import build_over
from tests.support.scenes.debate_story import FINAL, QUESTION, TEAM
from tests.support.scenes.replaying import cut, recorded
from tests.support.scenes.states import FIRST_ROUND, bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


async def followed(d):
    """Ask for a follow-up and return its form."""
    d.window.actions_by_id["follow_up"].trigger()
    await until(lambda: d.window.session_forms.now is not None and d.window.session_forms.now.isVisible())
    return d.window.session_forms.now


async def setup_of(core, session):
    return (await core.records(session))[0].body()["setup"]


async def test_whatever_was_pressed_last_in_it_the_form_is_opened_for_typing(desk):
    async with desk() as d:
        for _ in range(2):
            d.window.actions_by_id["new"].trigger()
            await d.settle()
            form = d.window.session_forms.now
            assert form.focusWidget() is d.named("Question", form)
            form.keep.setFocus()
            form.reject()
            await d.settle()


async def test_a_follow_up_takes_the_answer_and_what_was_settled_along(desk, core):
    first = await bring_to(core, "clarification")
    await core.approve(first, "answer", answers={"q1": {"status": "answered", "option": "Germany"}})
    await core.play_round(first)
    await core.finish(first)
    async with desk() as d:
        form = await followed(d)
        assert d.named("Question").toPlainText() == ""
        assert "What is known by now goes along" in form.note.text()
        d.named("Question").setPlainText("And in the second year?")
        await d.click("Start")
        await until(lambda: len(core.there()) == 2)
        (second,) = set(core.there()) - {first}
        setup = DebateSetup.model_validate(await setup_of(core, second))
        assert setup.question == "And in the second year?"
        assert QUESTION in setup.context_text
        assert FINAL.strip() in setup.context_text
        (known,) = setup.known_answers
        assert known.question == "Which country's labour law applies?"
        assert known.answer == "Germany"


@pytest.mark.nightly
async def test_a_follow_up_of_a_research_takes_its_findings_along_and_looks_them_up_anew(desk, core):
    first = await bring_to(core, "research-finished")
    async with desk() as d:
        form = await followed(d)
        assert d.named("Brief").toPlainText() == ""
        values = {row.name: row.value() for row in form.rows()}
        assert values["folder"] == (await setup_of(core, first))["folder"]
        d.named("Brief").setPlainText("How long does a retry wait at most?")
        await d.click("Start")
        await until(lambda: len(core.there()) == 2)
        (second,) = set(core.there()) - {first}
        await core.play_on(second)
        told = [one.body() for one in await core.records(second) if one.type == "research_carried_checked"]
        assert told[0]["held"] > 0
        assert told[0]["gone"] == 0


@pytest.mark.nightly
async def test_another_question_for_a_session_without_a_result_begins_with_its_own(desk, core):
    session = await bring_to(core, "approval")
    async with desk() as d:
        form = await followed(d)
        assert d.named("Question").toPlainText() == QUESTION
        assert not form.note.isVisible()
        values = {row.name: row.value() for row in form.rows()}
        stored_setup = await setup_of(core, session)
        assert values["max_rounds"] == str(stored_setup["max_rounds"])
        form.reject()


async def test_what_was_typed_for_one_session_is_not_mixed_with_a_follow_up_of_another(desk, core):
    await bring_to(core, "finished")
    async with desk() as d:
        d.window.ask_new()
        d.named("Question").setPlainText("Half a quest")
        d.window.session_forms.now.reject()
        form = await followed(d)
        d.named("Question").setPlainText("A later one")
        form.reject()
        assert await followed(d) is form
        assert d.named("Question").toPlainText() == "A later one"
        form.reject()
        kept = d.window.session_forms._form_of("debate")
        assert kept.basic.rows["question"].value() == "Half a quest"


async def test_texts_given_before_go_along_and_can_be_taken_out(desk, core):
    async with desk() as d:
        d.window.ask_new("Where to?")
        form = d.window.session_forms.now
        files = form.basic.rows["context"]
        text = {"name": "brief.md", "text": "Forty people."}
        files.put([text, {"name": "other.md", "text": "Gone."}])
        files.control.list.setCurrentRow(1)
        QTest.keyClick(files.control.list, Qt.Key.Key_Delete)
        await d.click("Start")
        await until(core.there)
        (session,) = core.there()
        assert dumps((await setup_of(core, session))["context"]) == dumps([text])


@pytest.mark.nightly
async def test_the_form_a_session_began_from_goes_and_one_opened_meanwhile_stays(desk, core):
    async with desk() as d:
        d.window.ask_new("Where to?")
        form = d.window.session_forms.now
        await d.settle()
        form.main.click()
        form.kinds.buttons["experiment"].click()
        other = d.window.session_forms.now
        await until(core.there)
        await until(lambda: d.window.page.session is not None)
        assert d.window.session_forms.now is other
        assert other.isVisible()
        other.kinds.buttons["debate"].click()
        fresh = d.window.session_forms.now
        assert fresh is not form
        assert fresh.basic.rows["question"].value() == ""
        fresh.reject()


@pytest.fixture
def waiting(play_long, desk_on, host_client, tmp_path, monkeypatch):
    """Play a story in which a team's server says what it has once it is let, and a start waits for it."""
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setattr(new_session, "LOOKING_MS", 0)

    def played(story):
        answer = threading.Event()

        def lists(asked: Asked) -> Act:
            return replace(listing(asked), hold=(0, answer))

        async def whole():
            core = build_over(host_client)
            with FaultServer(lists=lists) as server:
                approve(server)
                (tmp_path / "config" / "teams").mkdir()
                team_file(panel(server, Ann="good", Bob="good"), tmp_path / "config" / "teams" / "mine.toml")
                async with desk_on(core) as d:
                    d.window.ask_new("Where to?")
                    form = d.window.session_forms.now
                    form.team.setCurrentIndex(form.team.findData("mine"))
                    await d.settle()
                    form.main.click()
                    await until(lambda: server.looked and form.main.text() == "Checking the models…")
                    await story(d, form, server, answer)
            await core.close()

        play_long(whole)

    return played


async def begun(d):
    """Wait for the session; return the question it began with, once it is stopped."""
    await until(lambda: d.window.page.session is not None)
    session, core = d.window.page.session, d.window.core
    assert [row.session for row in await core.library.rows()] == [session]
    await core.sessions.stop(session, "now")
    return (await core.sessions.records(session))[0].body()["setup"]["question"]


@pytest.mark.loopback
def test_a_start_that_is_cancelled_while_a_server_is_waited_for_begins_nothing(waiting):
    async def story(d, form, server, answer):
        form.reject()
        d.window.ask_new()
        assert form.isVisible()
        assert form.main.isEnabled()
        assert form.main.text() == "Start"
        answer.set()
        await d.settle()
        assert await d.window.core.library.rows() == []
        assert server.asked == []
        form.main.click()
        assert await begun(d) == "Where to?"

    waiting(story)


@pytest.mark.nightly
@pytest.mark.loopback
def test_what_is_changed_while_a_server_is_waited_for_is_what_begins_at_the_next_press(waiting):
    async def story(d, form, server, answer):
        typed = form.basic.rows["question"].control
        typed.selectAll()
        QTest.keyClicks(typed, "W")
        assert form.main.text() == "Start"
        assert form.main.isEnabled()
        assert form.problem.text().startswith("You changed something before it began.")
        QTest.keyClicks(typed, "hen?")
        assert form.problem.text().startswith("You changed something before it began.")
        answer.set()
        await d.settle()
        assert await d.window.core.library.rows() == []
        form.main.click()
        assert await begun(d) == "When?"

    waiting(story)


@pytest.mark.loopback
def test_a_start_goes_on_where_all_is_given_back_another_kind_is_filled_in_and_a_team_is_changed(waiting):
    async def story(d, form, server, answer):
        form.team.setCurrentIndex(form.team.currentIndex())
        d.window.session_forms.refresh_teams()
        assert form.main.text() == "Checking the models…"
        form.kinds.buttons["experiment"].click()
        teams = d.window.core.teams
        mine = teams.load("mine")
        assert teams.save(mine.model_copy(update={"name": "mine", "members": mine.members[:1]})) == "mine"
        d.window.session_forms.refresh_teams()
        answer.set()
        assert await begun(d) == "Where to?"

    waiting(story)


@pytest.mark.nightly
@pytest.mark.loopback
def test_a_team_that_is_edited_while_a_server_is_waited_for_calls_the_start_off(waiting):
    async def story(d, form, server, answer):
        await d.click("Edit team…")
        editor = form.findChild(TeamDialog)
        answer.set()
        await d.settle()
        assert await d.window.core.library.rows() == []
        assert editor.isVisible()
        editor.reject()
        assert form.problem.text().startswith("You changed something before it began.")
        form.main.click()
        assert await begun(d) == "Where to?"

    waiting(story)


@pytest.mark.nightly
@pytest.mark.loopback
def test_a_start_that_was_cancelled_has_the_next_one_ask_a_mute_server_no_more_than_once(
    waiting, monkeypatch
):
    monkeypatch.setattr(reaching, "OTHERS_SECONDS", 1.0)

    async def story(d, form, server, answer):
        before = len(server.looked)
        form.reject()
        d.window.ask_new()
        form.main.click()
        await until(form.refusal.isVisible)
        assert "does not answer within 1 seconds" in form.refusal.why.text()
        assert len(server.looked) == before + 1
        assert form.state.text().endswith("not ready")

    waiting(story)


async def test_why_a_team_was_refused_stands_until_that_is_mended(desk, core, tmp_path):
    file = tmp_path / "lease.md"
    file.write_text("Rent: 40.", encoding="utf-8")
    async with desk() as d:
        d.window.ask_new("Where to?")
        form = d.window.session_forms.now
        files = form.basic.rows["context"].control
        (tmp_path / "blob.bin").write_bytes(b"\x00\xff")
        files.add([str(tmp_path / "blob.bin")])
        form.main.click()
        await until(lambda: form.problem.text() == "Please correct the marked fields.")
        assert files.isAncestorOf(form.focusWidget())
        files.list.takeItem(0)
        files.add([str(file)])
        files._give_to(files._items()[0], "Zoe")
        await until(form.state.text)
        form.main.click()
        await until(form.refusal.isVisible)
        assert "for Zoe alone" in form.refusal.why.text()
        QTest.keyClicks(form.basic.rows["question"].control, " And when?")
        assert form.refusal.isVisible()
        files._give_to(files._items()[0], "")
        assert not form.refusal.isVisible()
        assert not form.problem.text()
        await until(lambda: form.state.text() == "all ready")


async def test_what_is_wrong_with_a_field_is_not_taken_back_by_another_choice(desk):
    async with desk() as d:
        d.window.ask_new("")
        form = d.window.session_forms.now
        form.main.click()
        await until(lambda: form.problem.text() == "Please correct the marked fields.")
        choice = form.advanced.rows["gate_policy"].control
        choice.setCurrentIndex(choice.currentIndex() + 1)
        assert form.problem.text() == "Please correct the marked fields."


async def test_what_an_estimate_knew_before_a_refusal_does_not_take_it_back(desk, monkeypatch):
    goes_on, asked = asyncio.Event(), []

    async def late(*_):
        asked.append(True)
        await goes_on.wait()
        return ()

    async with desk() as d:
        d.window.ask_new("Where to?")
        form = d.window.session_forms.now
        await until(form.state.text)
        monkeypatch.setattr(form, "_ready", late)
        form.estimate.ask_anew()
        await until(lambda: asked)
        form.refused(NotReady([Obstacle(words("It is mute."), words("Start it."))], None))
        goes_on.set()
        await d.settle()
        assert form.refusal.isVisible()
        assert form.state.text().endswith("not ready")


async def test_tool_servers_that_are_offered_anew_change_nothing_that_was_chosen(desk):
    async with desk() as d:
        d.window.ask_new("Where to?")
        d.window.session_forms.now.kinds.buttons["research"].click()
        form = d.window.session_forms.now
        (row,) = [row for row in form.rows() if row.field.widget == "tool_servers"]
        seen = []
        row.changed.connect(lambda: seen.append(row.value()))
        form.offer_tools({"one": "here"})
        row.put(["one", "gone"])
        assert seen == [["one", "gone"]]
        form.offer_tools({"one": "here", "two": "there"})
        form.offer_tools({"one": "here", "two": "there"})
        assert row.value() == ["one", "gone"]
        assert seen == [["one", "gone"]]


async def test_a_start_that_is_cancelled_while_its_files_are_read_begins_nothing(desk, core, tmp_path):
    file = tmp_path / "brief.md"
    file.write_text("Forty people work there.", encoding="utf-8")
    async with desk() as d:
        d.window.ask_new("Where to?")
        form = d.window.session_forms.now
        form.basic.rows["context"].control.add([str(file)])
        await d.settle()
        form.main.click()
        await asyncio.sleep(0)
        form.reject()
        await d.settle()
        assert core.there() == []
        d.window.ask_new()
        form.main.click()
        await until(core.there)
        assert len(core.there()) == 1


@pytest.mark.nightly
async def test_a_real_debate_is_followed_up_with_its_answer_and_its_context(desk_on, tmp_path, monkeypatch):
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    core = build(Folders.of_this_machine(), council_step=0.0)
    setup = {
        "question": "Must the depot open on Sundays?",
        "context": [{"name": "brief.md", "text": "Forty people work there."}],
        "gate_policy": "never_ask",
        "interactive_clarifications": False,
        "max_rounds": 1,
    }
    first = await core.sessions.create("debate", setup, core.teams.default())
    await core.sessions.start(first)
    await core.sessions.wait(first)
    async with desk_on(core) as d:
        page = d.window.page
        await until(lambda: page.state == "finished")
        final = page.view.final().text.strip()
        form = await followed(d)
        d.named("Question").setPlainText("And on Saturdays?")
        form.main.click()
        await until(lambda: page.session != first and page.view is not None and page.view.members())
        new_setup = page.view.fold.session.setup
        assert new_setup["question"] == "And on Saturdays?"
        assert final in new_setup["context_text"]
        assert new_setup["context"] == setup["context"]
        assert new_setup["max_rounds"] == 1
        await until(lambda: not core.sessions.running(page.session))
    await core.close()


# Other teams are looked at: one of them asks a server of this machine.
@pytest.mark.loopback
async def test_a_team_without_a_key_is_refused_in_the_form_which_offers_one_that_works(
    desk_on, tmp_path, monkeypatch
):
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (tmp_path / "config" / "teams").mkdir(parents=True)
    (tmp_path / "config" / "providers.toml").write_text(
        # Nobody listens there.
        '[providers.ollama]\nbase_url = "http://127.0.0.1:9"\n',
        encoding="utf-8",
    )
    (tmp_path / "config" / "teams" / "mine.toml").write_text(
        'name = "Mine"\n[[member]]\nname = "Ada"\nmodel = "openai/gpt-4o-mini"\n'
        '[chair]\nname = "Chair"\nmodel = "offline/judge"\n',
        encoding="utf-8",
    )
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        d.window.ask_new("Must the depot open on Sundays?")
        form = d.window.session_forms.now
        form.team.setCurrentIndex(form.team.findData("mine"))
        await d.click("Start")
        await until(lambda: form.refusal.isVisible() and form.problem.isVisible())
        assert "There is no key for OpenAI (Ada)." in form.refusal.why.text()
        assert "nothing was started" in form.problem.text()
        assert await core.library.rows() == []
        await d.settle()
        # It is said as long as that team sits there, whatever else is typed.
        form.estimate.ask_anew()
        await until(lambda: form.estimate.estimate is not None)
        assert form.refusal.isVisible()
        assert form.state.text().endswith("not ready")
        # What is offered is seen whole, and where the key is entered is one press away.
        whole = form.rect().adjusted(0, 0, 0, -form.main.parentWidget().height())

        def seen(way):
            return whole.contains(QRect(way.mapTo(form, QPoint(0, 0)), way.size()))

        for way in (form.refusal.other_team, form.refusal.keys):
            await until(lambda way=way: seen(way) and way.visibleRegion().boundingRect() == way.rect())
            assert seen(way)
            assert way.visibleRegion().boundingRect() == way.rect()
        await d.click("Models and keys…")
        keys = form.findChild(ProvidersDialog)
        await until(keys.list.count)
        keys.reject()
        await d.settle()
        await d.click("Use the team “offline”, which works now")
        assert form.team.currentData() == "offline"
        assert not form.refusal.isVisible()
        assert not form.problem.text()
        assert d.named("Question").toPlainText(), "what was typed is still there"
        await d.click("Start")
        page = d.window.page
        await until(lambda: page.state == "waiting")
    await core.close()


def naming_a_server(core):
    """Let the default team name a server, and a variable for it, as one from elsewhere may."""
    server = {"base_url": "http://127.0.0.1:9", "api_key_env": "MY_KEY"}
    seats = tuple(seat.model_copy(update=server) for seat in TEAM.members)
    core.teams.save(TEAM.model_copy(update={"members": seats}))


async def test_a_server_that_a_team_names_is_asked_about_with_its_variable_before_anything_begins(desk, core):
    naming_a_server(core)
    async with desk() as d:
        d.window.ask_new("Which database?")
        form = d.window.session_forms.now
        await until(form.isVisible)
        await d.click("Start")
        await until(lambda: d.shown("Approve a server?"))
        asked = d.named("Approve a server?").text.text()
        assert "http://127.0.0.1:9" in asked
        assert "MY_KEY" in asked
        assert d.window.focusWidget() is None or d.named("Approve a server?").cancel.hasFocus()
        await d.click("Send nothing")
        await until(lambda: "nothing was sent" in form.problem.text())
        assert core.there() == []
        assert core.providers.approvals() == []
        await d.click("Start")
        await until(lambda: d.shown("Approve a server?"))
        await d.click("Approve and go on")
        await until(lambda: len(core.there()) == 1)
        assert core.providers.approvals() == [Approval("http://127.0.0.1:9", ("MY_KEY",))]


async def from_elsewhere(core, lines):
    """A session in the library whose seats name a server, and a variable for it."""
    server = {"base_url": "http://127.0.0.1:9", "api_key_env": "MY_KEY"}

    def elsewhere(line):
        if line["type"] == "session_created":
            line["body"]["seats"] = {
                name: seat if name in ("chair", "judge") else {**seat, **server}
                for name, seat in line["body"]["seats"].items()
            }

    return await core.replay(lines, change=elsewhere)


async def test_a_session_from_elsewhere_is_resumed_once_its_server_is_approved(desk, core):
    session = await from_elsewhere(core, recorded("paused"))
    async with desk() as d:
        await d.guard()
        await d.click("Resume")
        await until(lambda: d.shown("Approve a server?"))
        await d.click("Send nothing")
        assert ("start", session) not in core.wishes()
        await d.guard()
        await d.click("Resume")
        await until(lambda: d.shown("Approve a server?"))
        await d.click("Approve and go on")
        await until(lambda: ("start", session) in core.wishes())
        assert core.providers.approvals() == [Approval("http://127.0.0.1:9", ("MY_KEY",))]


async def test_an_answer_to_a_session_from_elsewhere_leads_to_no_server_unasked(desk, core):
    await from_elsewhere(core, cut(recorded("debate"), FIRST_ROUND))
    async with desk() as d:
        await d.guard()
        await d.click("Approve and continue")
        await until(lambda: d.shown("Approve a server?"))
        assert "MY_KEY" in d.named("Approve a server?").text.text()
        await d.click("Send nothing")
        await until(lambda: not d.shown("Approve a server?"))
        assert core.answers() == []
        await d.click("Approve and continue")
        await until(lambda: d.shown("Approve a server?"))
        await d.click("Approve and go on")
        await until(lambda: len(core.answers()) == 1)
