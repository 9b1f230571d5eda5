"""Real models in the window: a member that fails, its reason, another model in its seat, streamed text."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest

from tests.faults.catalogue import by_name
from tests.faults.debating import SETUP, approve, panel
from tests.faults.server import FaultServer
from tests.faults.test_stopping_one import slow
from tests.support.held import Held
from tests.support.one_host import build_over
from tests.support.waiting import until

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints"),
    pytest.mark.loopback,
]


@pytest.fixture
def at_work(desk_on, host_client, tmp_path, monkeypatch):
    """Open a window on a debate that has begun at a server: `at_work(script, Ann="good")`."""
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("TEST_KEY", "sk-0123456789abcdef")

    @asynccontextmanager
    async def opened(script=by_name, setup=SETUP, **members):
        core = build_over(host_client)
        with FaultServer(script) as server:
            approve(server)
            if "slow" in members.values():
                slow(server)
            async with desk_on(core) as d:
                session = await core.sessions.create("debate", setup, panel(server, **members))
                await d.window._open(session)
                await core.sessions.start(session)
                yield d
        await core.close()

    return opened


async def reviewed(page):
    """Wait until the round is to be decided."""
    await until(lambda: page.state == "waiting" and page.view.gate().fact.kind == "approval")


@pytest.mark.usefixtures("play_long")
async def test_a_member_that_fails_says_why_and_its_seat_is_given_to_another_model(at_work):
    async with at_work(Ann="good", Bob="status-401", Cy="good") as d:
        page, bar = d.window.page, d.window.page.bar
        await until(lambda: page.state == "waiting")
        assert "Bob did not answer" in bar.title.text()
        assert "The key was refused (401)" in bar.details.text()
        assert "Enter the key again" in bar.details.text()
        assert "The key was refused (401)" in d.named("Status of Bob").text()
        await d.guard()
        await d.click("Use another model…")
        box = d.named("Model for Bob")
        await until(lambda: box.findText("offline/analyst") >= 0)
        box.setEditText("openai/good")
        await d.click("Use it")
        await reviewed(page)
        assert "Move to the river" in d.named("Answer of Bob").toPlainText()
        await d.guard()
        await d.click("Approve and finish")
        await until(lambda: page.state == "finished")
        await until(lambda: d.shown("Final answer") and d.named("Final answer").toPlainText())
        assert "Move to the river" in d.named("Final answer").toPlainText()
        records = await d.core.sessions.records(page.session)
        assert [r.body()["model"] for r in records if r.type == "seat_replaced"] == ["openai/good"]


@pytest.mark.usefixtures("play_long")
async def test_a_member_is_stopped_alone_by_its_button_and_asked_again(at_work):
    async with at_work(Ann="good", Bob="slow", Cy="good") as d:
        page = d.window.page
        await until(lambda: page.view.writing() == ["Bob"])
        await until(lambda: "word3" in d.named("Answer of Bob").plain())
        await until(lambda: not d.shown("Stop Ann"))
        await d.click("Stop Bob")
        await until(lambda: page.state == "waiting")
        assert "Stopped by you. What had arrived is kept." in d.named("Status of Bob").text()
        assert d.named("Answer of Bob").plain().startswith("word0 word1")
        assert "Move to the river" in d.named("Answer of Ann").plain()
        assert "Stopped by you" in page.bar.details.text()
        assert not d.shown("Stop Bob")
        await d.guard()
        await d.click("Ask again")
        await reviewed(page)
        assert "Move to the river" in d.named("Answer of Bob").plain()


@pytest.mark.usefixtures("play_long")
async def test_while_a_server_reads_the_prompt_the_card_and_the_bar_say_so(at_work):
    held = Held()
    async with at_work(held, Ann="good", Bob="good") as d:
        page = d.window.page

        def reading(name):
            card = page.panel("answers").cards.get(name)
            return card is not None and "reads the prompt" in card.head.change.toolTip()

        await until(lambda: reading("Bob"))
        await until(lambda: "Ann: reads the prompt" in page.bar.cost.text())
        # Who opens the session meanwhile is told the same.
        await d.window._open(page.session)
        await until(lambda: reading("Ann"))
        held.go.set()
        await reviewed(page)


@pytest.mark.usefixtures("play_long")
async def test_a_question_that_was_left_out_is_no_call_under_way_any_more(at_work):
    held = Held()

    def script(asked):
        return held(asked) if asked.model == "good" else by_name(asked)

    setup = {**SETUP, "interactive_clarifications": True}
    async with at_work(script, setup, Ann="good", Bob="length-then-stop") as d:
        page = d.window.page
        await until(lambda: "1 call under way" in page.bar.cost.text())
        held.go.set()
        await until(lambda: page.state == "waiting")
