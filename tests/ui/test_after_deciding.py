"""What the person decided is what is shown from then on: the text kept, the words for all rounds, the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from app.bootstrap import build
from app.engine.bus import Appended, Bus, BusMessage
from app.settings.folders import Folders
from app.ui.panels.answer_rows import AnswerRow, rows_of
from app.ui.session.strip_rows import status_text
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def rows(page: Any) -> dict[str, AnswerRow]:
    """Return what the cards show, by seat."""
    return {row.seat: row for row in rows_of(page.view, page.view.slot, page.draft_store.draft)}


def stopped_at_its_first_question(d: Any, number: int) -> Callable[[], None]:
    """Press *stop with an answer* as soon as a round asks somebody; return what ends the watching."""
    action = d.window.actions_by_id["stop_with_answer"]
    pressed: list[asyncio.Handle] = []

    def press() -> None:
        assert action.isEnabled()
        action.trigger()

    def look(message: BusMessage) -> None:
        if isinstance(message, Appended) and not pressed:
            asked = [record for record in message.records if record.type == "call_asked"]
            if any(record.round == number for record in asked):
                # In a turn of its own, as a hand would: the window has heard of it by then.
                pressed.append(asyncio.get_running_loop().call_soon(press))

    bus: Bus = d.core.bus
    return bus.subscribe(look)


async def to_the_first_round(d: Any) -> None:
    """Begin the sample and wait for the first approval."""
    page = d.window.page
    await d.click("See a sample")
    await until(lambda: page.state == "waiting" and page.view.gate().fact.kind == "approval")
    await d.guard()


@pytest.mark.nightly
@pytest.mark.usefixtures("play_long")
async def test_the_next_round_goes_on_from_the_kept_text_and_with_what_was_said_for_all_rounds(desk_on):
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        page = d.window.page
        await to_the_first_round(d)
        texts = {name: page.view.at_stake(name) for name in page.view.members()}
        seat = next(name for name, (refined, previous) in texts.items() if refined != previous)
        refined, kept = texts[seat]
        card = page.panel("answers").cards[seat]
        card.choice.setCurrentIndex(card.choice.findData("previous"))
        assert not page.bar.facts.in_force.isVisible()
        d.guidance().setPlainText("Name what it costs.")
        d.named("Guidance for all rounds that follow").click()
        await d.settle()
        await d.click("Approve and continue")
        await until(lambda: page.state == "waiting" and page.view.round == 2)
        await d.guard()
        assert page.bar.facts.in_force.isVisible()
        assert page.bar.facts.in_force.text() == "For all rounds: “Name what it costs.”"
        shown = rows(page)[seat]
        # New words are those that the kept text has not; the text that was put aside counts for nothing.
        assert shown.before in (kept, None)
        newest, fallback = page.view.at_stake(seat)
        assert fallback in (kept, newest)
        assert refined not in (shown.before, fallback)
        page.tabs.show_kind("diff")
        await d.settle()
        page.panel("changes").picker.choose_member(seat)
        assert page.panel("changes").picker.pair[0].text == kept
        # Looked back at, the first round stands as it was decided.
        d.window.actions_by_id["previous_round"].trigger()
        await d.settle()
        assert page.view.looking_at == 1
        assert rows(page)[seat].text == kept
        # What the bar asks about is one press away.
        assert page.bar.facts.show_points.text() == "Back to round 2"
        page.bar.facts.show_points.click()
        assert page.view.looking_at == 0
        assert page.bar.facts.show_points.text() != "Back to round 2"
        # Stopped on its way, the third round is no round that was decided.
        stop = stopped_at_its_first_question(d, 3)
        await d.click("Approve and continue")
        await until(lambda: page.state == "finished")
        stop()
        await d.settle()
        assert page.header.chip.accessibleDescription() == "Finished · after round 2"
        assert page.bar.title.text().startswith("You finished after round 2")
        assert status_text(page.view, 3, page.state) == "not decided"
    await core.close()


@pytest.mark.usefixtures("play_long")
async def test_a_session_that_goes_on_with_an_answer_is_never_called_interrupted(desk_on):
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        await to_the_first_round(d)
    await core.close()
    # Opened anew, nobody moves it until its gate is answered.
    again = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(again) as d:
        page = d.window.page
        assert page.state == "waiting"
        states = [page.state]
        shown = page.bar.show_bar

        def note(bar: Any) -> None:
            states.append(page.state)
            shown(bar)

        page.bar.show_bar = note
        await d.guard()
        await d.click("Approve and continue")
        await until(lambda: page.state == "waiting" and page.view.round == 2)
        assert set(states) == {"waiting", "running"}
    await again.close()
