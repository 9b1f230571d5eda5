"""A local model in the window with the keyboard alone: waited for, cut off, gone on with, and finished."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt

from tests.faults import panel as answers
from tests.faults.catalogue import by_name
from tests.faults.debating import approve, of, panel
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Said, events
from tests.support.one_host import build_over
from tests.support.person import Keyboard
from tests.support.waiting import until

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),
    pytest.mark.loopback,
    # At a push test_states has what the bar offers of a cut answer, test_real_models that one is waited for.
    pytest.mark.nightly,
]
CONTROL = Qt.KeyboardModifier.ControlModifier
FIRST, REST = "Move to the river, for the rent is", "lower there, and the way is longer by ten minutes."


class CutOnce:
    """Models that read for as long as they are held; the first answer of `small` is cut off."""

    def __init__(self) -> None:
        self.go, self._cut = threading.Event(), False

    def __call__(self, asked: Asked) -> Act:
        """Answer as the model's name asks for."""
        act, told = by_name(asked), answers.answer(asked.prompt)
        if asked.model == "small" and "cut off where it ends" in asked.prompt:
            act = Act(events("openai", Said(REST)))
        elif asked.model == "small" and not told.startswith("{") and not self._cut:
            self._cut = True
            act = Act(events("openai", Said(FIRST, finish="length")))
        act.hold = (0, self.go)
        return act


@pytest.mark.usefixtures("play_long")
async def test_a_cut_answer_is_waited_for_gone_on_with_and_finished_with_the_keyboard_alone(
    desk_on, host_client, tmp_path, monkeypatch
):
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("TEST_KEY", "sk-0123456789abcdef")
    core, script = build_over(host_client), CutOnce()
    with FaultServer(script) as server:
        approve(server)
        core.teams.make_default(core.teams.save(panel(server, Ann="good", Bob="small", Cy="good")))
        async with desk_on(core) as d:
            keys, page = Keyboard(d), d.window.page
            d.window.activateWindow()
            await keys.go_to("Ask a question")
            await keys.press(Qt.Key.Key_Space)
            await keys.go_to("Question")
            await keys.type("Should the office move to the river?")
            await keys.press(Qt.Key.Key_Return, CONTROL)
            # A person sees what is waited for.
            await until(lambda: "reads the prompt" in page.bar.cost.text())
            script.go.set()
            await until(lambda: page.state == "waiting")
            assert page.bar.title.text() == "Bob's answer is cut off."
            await d.guard()
            goes_on = next(name for _, name in page.bar.offered() if name.startswith("Go on where"))
            await keys.go_to(goes_on)
            await keys.press(Qt.Key.Key_Space)
            await until(lambda: page.state == "waiting" and page.view.gate().fact.kind == "approval")
            assert f"{FIRST} {REST}" in d.named("Answer of Bob").toPlainText()
            await d.guard()
            await keys.go_to("Approve and finish")
            await keys.press(Qt.Key.Key_Space)
            await until(lambda: page.state == "finished")
            await until(lambda: d.shown("Final answer") and d.named("Final answer").toPlainText())
    (session,) = await core.parts.store.ids()
    records = await core.sessions.records(session)
    answered = [body["verb"] for body in of(records, "gate_answered")]
    assert (answered[0], answered[-1]) == ("go_on", "finish")
    await core.close()
