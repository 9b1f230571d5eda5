"""A debate of three small models on this machine in the window, from the form to the finished page.

It is run at night, as `tests/thirdparty/test_small_model.py` is. What the models say is worth nothing: that a
person is told what is waited for, and gets on with every answer that is cut off, is what it shows.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.bootstrap import build
from app.ui.gates.bar import DecisionBar
from tests.support.small_team import prepare
from tests.support.waiting import until
from tests.thirdparty import installing
from tests.thirdparty.served import running_small_model

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints"),
    pytest.mark.nightly,
    pytest.mark.loopback,
    pytest.mark.timeout(3600),
]
HOURS = 1800.0
"""Seconds: one call of such a model may take minutes."""
WANTED = ("go_on", "use_partial", "continue", "finish", "approve", "retry")
"""What is pressed at a question, in this order; the rest of cut answers is asked for once."""
MOST_QUESTIONS = 30


def choice(bar: DecisionBar, pressed: Sequence[str]) -> str:
    """Return what is to be pressed at an open question: the first of these that it offers."""
    offered = [does for does, _ in bar.offered() if does not in pressed or "go_on" not in does]
    found = [does for verb in WANTED for does in offered if does.startswith(f"gate:{verb}")]
    assert found, f"none of {WANTED} among {offered}"
    return found[0]


def test_a_debate_of_three_small_models_goes_from_the_form_to_the_finished_page(
    play_very_long, desk_on, tmp_path, monkeypatch
):
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))

    async def story():
        pressed: list[str] = []
        with running_small_model(installing.small_model(), tmp_path / "log") as served:
            places = prepare(tmp_path / "given", served.base("openai"))
            core = build()
            team = core.teams.save(core.teams.load(places["team"]))
            async with desk_on(core) as d:
                page = d.window.page
                d.window.ask_new("Should a small bakery open on Sundays?")
                form = d.window.session_forms.now
                form.choose_team(team)
                form.fill_in({"max_rounds": 1, "max_output_tokens": 256})
                # Pressed as it is: the desk would wait until nothing but a model is waited for.
                d.named("Start").click()
                await until(lambda: "reads the prompt" in page.bar.cost.text(), HOURS)
                for _ in range(MOST_QUESTIONS):
                    await until(lambda: page.state != "running", HOURS)
                    if page.state != "waiting":
                        break
                    await d.guard()
                    gate = page.view.gate()
                    pressed.append(choice(page.bar, pressed))
                    print(
                        gate.fact.kind, page.bar.title.text(), page.bar.details.text(), pressed[-1], sep=" | "
                    )
                    page.bar.press(pressed[-1])
                    await until(lambda gate=gate: page.view.gate() != gate, HOURS)
                assert page.state == "finished"
                await until(lambda: d.shown("Final answer") and d.named("Final answer").toPlainText())
            await core.close()

    play_very_long(story)
