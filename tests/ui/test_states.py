"""Every cell of the table of states and widgets, in the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from app.domain.canonical import JsonValue
from app.domain.fact_base import agent_called
from app.domain.facts import (
    GateOpened,
    NodeEntered,
    RoundClosed,
    RoundOpened,
    RunHalted,
    SessionFinished,
    StopRequested,
    TagsChanged,
)
from app.domain.i18n import verbatim
from app.engine.ports import Failed
from app.ui.kit.texts import money
from app.ui.view.bar import Bar
from app.ui.view.reading import read_view
from app.ui.view.status_bars import bar_for, chip_text
from tests.support.scenes import states as scenes
from tests.support.scenes.debate_story import FINAL, FIRST, SECOND
from tests.support.scenes.stage import Stage
from tests.support.scenes.states import bring_to
from tests.support.waiting import until
from tests.ui.conftest import bar_of

SPOKEN = Qt.ItemDataRole.AccessibleTextRole
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


@dataclass(frozen=True)
class Cell:
    """What one state looks like."""

    chip: str
    title: str
    primary: str
    buttons: tuple[str, ...]
    strip: str
    """What the strip says of the newest round."""
    quits: bool
    guidance: bool
    """Whether words for the next round can be typed."""


STATES: dict[str, Cell] = {
    "running": Cell(
        "Round 1: answering",
        "Round 1: Ada, Blaise and Grace are answering.",
        "",
        ("Stop",),
        "running",
        quits=False,
        guidance=True,
    ),
    "approval": Cell(
        "Waiting for you · round 2 of at most 3",
        "Round 2 is ready for your decision.",
        "Approve and continue",
        ("Reject with feedback…", "Approve and finish", "Approve and continue"),
        "ready for your decision · 78 %",
        quits=True,
        guidance=True,
    ),
    "clarification": Cell(
        "Waiting for you",
        "Before round 1 the models have 2 questions.",
        "Answer questions…",
        ("Continue without answering", "Answer questions…"),
        "not started",
        quits=True,
        guidance=False,
    ),
    "stopped": Cell(
        "Stopped in round 2",
        "Stopped in round 2.",
        "Resume, up to $0.12",
        ("Decide each…", "Finish with round 1", "Resume, up to $0.12"),
        "stopped",
        quits=True,
        guidance=False,
    ),
    "paused": Cell(
        "Paused in round 2",
        "Paused in round 2.",
        "Resume",
        ("Finish with round 1", "Resume"),
        "paused",
        quits=True,
        guidance=False,
    ),
    "interrupted": Cell(
        "Interrupted in round 1",
        "Interrupted in round 1: Roundtable closed unexpectedly.",
        "Resume, up to $0.061",
        ("Decide each…", "Resume, up to $0.061"),
        "interrupted",
        quits=True,
        guidance=False,
    ),
    "failure": Cell(
        "Waiting for you · round 1 of at most 3",
        "Grace did not answer.",
        "Ask again",
        ("Stop", "Go on without Grace", "Use another model…", "Ask again"),
        "waiting for you",
        quits=True,
        guidance=False,
    ),
    "cut": Cell(
        "Waiting for you · round 1 of at most 3",
        "Grace's answer is cut off.",
        "Ask again with 16,000 tokens, up to $0.24",
        (
            *("Ask again", "Go on where it was cut, up to $0.061", "Use another model…", "Stop"),
            *("Go on without Grace", "Use what came, marked as cut"),
            "Ask again with 16,000 tokens, up to $0.24",
        ),
        "waiting for you",
        quits=True,
        guidance=False,
    ),
    "context": Cell(
        "Waiting for you · round 1 of at most 3",
        "What Grace is asked does not fit the model.",
        "Use another model…",
        ("Stop", "Look again, and ask again", "Go on without Grace", "Use another model…"),
        "waiting for you",
        quits=True,
        guidance=False,
    ),
    "failed": Cell(
        "Failed · round 1 of at most 3",
        "The session ended without a result in round 1.",
        "Resume",
        ("Resume",),
        "failed",
        quits=True,
        guidance=False,
    ),
    "finished": Cell(
        "Finished · after round 2",
        "You finished after round 2, 1 point left open.",
        "Export…",
        ("Start a follow-up", "Continue from here", "Export…"),
        "approved · 78 %",
        quits=True,
        guidance=False,
    ),
    "auto": Cell(
        "Round 1: answering",
        "Round 1: Ada, Blaise and Grace are answering.",
        "",
        ("Take back control", "Stop"),
        "running",
        quits=False,
        guidance=True,
    ),
    "attempt": Cell(
        "Waiting for you · round 1 of at most 3",
        "Round 1 is ready for your decision.",
        "Approve and finish",
        ("Reject with feedback…", "Approve and finish", "Approve and continue"),
        "ready for your decision, attempt 2 · 67 %",
        quits=True,
        guidance=True,
    ),
    "uncertain": Cell(
        "Waiting for you · round 1 of at most 3",
        "2 calls were cut off.",
        "Ask again",
        ("Decide each…", "Leave out", "Ask again"),
        "waiting for you",
        quits=True,
        guidance=False,
    ),
    "stored": Cell(
        "Waiting for you · round 1 of at most 3",
        "2 saved answers come from an older version.",
        "Use the stored answer",
        ("Decide each…", "Use the stored answer", "Ask again"),
        "waiting for you",
        quits=True,
        guidance=False,
    ),
    "budget": Cell(
        "Waiting for you · round 2 of at most 3",
        "The next call could pass the cost limit.",
        "Raise the limit…",
        ("Stop", "Raise the limit…"),
        "waiting for you",
        quits=True,
        guidance=False,
    ),
    "critique-review": Cell(
        "Waiting for you · round 1 of at most 3",
        "The critiques of round 1 are ready",
        "Send to the authors",
        ("Send to the authors",),
        "waiting for you",
        quits=True,
        guidance=False,
    ),
}


def test_every_state_there_is_has_its_row() -> None:
    assert set(STATES) == set(scenes.STATES)


async def fits(d: Any, size: tuple[int, int]) -> None:
    """Fail where something is cut off at a size, or where a side does not keep the width rules."""
    d.window.resize(*size)
    await d.settle()
    page = d.window.page
    assert (d.window.width(), d.window.height()) == size
    primary = page.bar.primary()
    assert primary is None or primary.isVisible()
    # Those that have no room stand in the menu “Other choices”.
    for b in filter(QPushButton.isVisible, page.bar._buttons.values()):
        assert b.width() >= b.minimumSizeHint().width()
        assert b.mapTo(d.window, b.rect().topRight()).x() <= size[0]
    assert page.bar.mapTo(d.window, page.bar.rect().bottomLeft()).y() <= size[1]
    assert page.tabs.currentWidget().height() >= 120
    assert d.window.rail.isVisible() == (size[0] >= 960)
    # Beside the final answer the margin of its text has the place of the insights.
    assert page.column.isVisible() == (size[0] >= 1180 and page.tabs.name() != "final")


async def card_shows(d: Any, member: str, text: str, status: str) -> None:
    """Wait until a member's card shows the first line of a text, and a status."""
    await until(lambda: text.split("\n")[0].strip() in d.named(f"Answer of {member}").toPlainText())
    await until(lambda: status.lower() in d.named(f"Status of {member}").text().lower())


CARDS = {
    "running": [("Ada", "Yes, as ", "writing")],
    "stopped": [("Ada", "Half of a", "stopped · 3 words")],
    # One says why it failed, and the good ones are kept.
    "failure": [("Ada", FIRST["Ada"], "answered"), ("Grace", "", "no credit left")],
    "approval": [("Ada", SECOND["Ada"], "36 % changed")],
    "attempt": [("Ada", FIRST["Ada"], "Unchanged")],
}
"""What the cards of members show in some states: text and status."""


AT_EVERY_PUSH = {"running", "approval", "clarification", "failure", "cut", "finished", "uncertain", "stored"}


@pytest.mark.parametrize(
    "state",
    [pytest.param(state, marks=() if state in AT_EVERY_PUSH else pytest.mark.nightly) for state in STATES],
)
async def test_chip_primary_buttons_strip_sizes_cards_and_quitting_are_as_the_table_says(desk, core, state):
    cell = STATES[state]
    await bring_to(core, state)
    d = desk()
    # However busy the machine is, the hold is not over before it was looked at.
    assert d.window.page.bar.guard.interval() == 600
    d.window.page.bar.guard.setInterval(3_600_000)
    async with d:
        page = d.window.page
        await d.settle()
        assert page.header.chip.accessibleDescription() == cell.chip
        assert cell.chip.startswith(page.header.chip.text()) or cell.strip == "running"
        assert page.bar.title.text().startswith(cell.title)
        said = (page.header.chip.accessibleDescription(), page.bar.title.text())
        assert said == (chip_text(page.view, page.state), bar_for(page.view, page.state).title)
        buttons = [b.text() for b in page.bar._buttons.values()]
        assert buttons == list(cell.buttons)
        primary = page.bar.primary()
        assert (primary.text() if primary else "") == cell.primary
        newest = max(page.view.round, 1)
        assert page.strip.rounds.index(newest - 1).data(SPOKEN).partition(": ")[2] == cell.strip
        assert page.bar.facts.add_guidance.isVisible() == cell.guidance
        assert d.note().isEnabled()
        held = [does for does, b in page.bar._buttons.items() if not b.isEnabled()]
        assert held == [does for does in page.bar._buttons if does not in ("stop_menu", "auto_off")]
        for size in ((860, 600), (1024, 700), (1366, 768)):
            await fits(d, size)
        if state == "running":
            core.players.stream("Ada", "Yes, as ")
        for card in CARDS.get(state, ()):
            await card_shows(d, *card)
        page.bar.guard.setInterval(0)
        await d.guard()
        assert all(b.isEnabled() for b in page.bar._buttons.values())
        closed = d.window.close()
        assert closed == cell.quits
        if not closed:
            await d.click("Cancel")


async def test_an_empty_window_asks_for_a_question_and_quits(desk):
    async with desk() as d:
        assert d.named("Ask a question").objectName() == "primary"
        assert d.shown("See a sample")
        assert d.window.focusWidget() is d.named("Ask a question")
        assert not d.window.rail.isVisible()
        assert not d.window.page.column.isVisible()
        assert d.window.close()


async def test_a_card_whose_call_waits_for_its_next_try_says_so_and_can_be_stopped(desk, core):
    session = await core.begin()
    core.players.end("Blaise", "Grace")
    async with desk() as d:
        statuses, titles = [], []
        for number in range(4):
            core.lines["Ada", "proposal"] = Failed(
                "rate_limit",
                verbatim("Too many calls."),
                hint=verbatim("Wait a while."),
                sent=True,
                retry_after=8.0 if number == 0 else None,
            )
            core.clock.skip()
            await until(lambda: core.players.waiting_of(session))
            core.players.end("Ada")
            await d.settle()
            statuses.append((d.named("Status of Ada").text(), d.shown("Stop Ada")))
            titles.append(d.window.page.bar.title.text())
        assert statuses == [
            ("Trying again after 8 s (try 2 of 4). Too many calls.", True),
            ("Trying again after 2 s (try 3 of 4). Too many calls.", True),
            ("Trying again after 4 s (try 4 of 4). Too many calls.", True),
            ("Too many calls. Wait a while.", False),
        ]
        assert titles == ["Round 1: Ada is waiting to try again."] * 3 + ["Ada did not answer."]
        # A person who asks again begins to count anew.
        await d.guard()
        await d.click("Ask again")
        core.lines["Ada", "proposal"] = Failed("overloaded", verbatim("Busy."), sent=True)
        core.players.end("Ada")
        await d.settle()
        assert d.named("Status of Ada").text() == "Trying again after 1 s (try 2 of 4). Busy."


async def test_a_finished_session_shows_its_final_answer(desk, core):
    await bring_to(core, "finished")
    async with desk() as d:
        await until(lambda: d.shown("Final answer") and d.named("Final answer").toPlainText())
        assert FINAL.split(",")[0] in d.named("Final answer").toPlainText()
        assert "$" in d.window.page.bar.details.text(), "what it cost"
        tabs = d.window.page.tabs
        assert not d.shown("Read the final answer"), "it stands in sight"
        tabs.show_tab("critiques")
        await d.settle()
        # Whoever was reading something else when it came is led to it.
        await d.click("Read the final answer")
        assert tabs.name() == "final"
        assert not d.shown("Read the final answer")


@pytest.mark.nightly  # At a push the table tells it of each, in a window of its own.
async def test_chip_and_bar_say_the_same_of_a_session_seen_live_and_seen_again(desk, core):
    async with desk() as d:
        for state in STATES:
            session = await bring_to(core, state)
            await d.window._open(session)
            live = (d.window.page.header.chip.accessibleDescription(), d.window.page.bar.title.text())
            view, now = d.window.page.view, d.window.page.state
            assert live == (chip_text(view, now), bar_for(view, now).title)
        d.window._may_close = True


async def at_failure(core: Stage, **item: JsonValue) -> Bar:
    """Return what the bar says where a call failed."""
    items: JsonValue = [{"key": "k", "asked": 1, **item}]
    payload: dict[str, JsonValue] = {"items": items, "may_sit_out": ["Grace"], "most_absent": 1}
    verbs = ("retry", "fallback", "stop")
    await core.halt_at(
        await core.create(), GateOpened(kind="failure", payload=payload, verbs=verbs, primary="retry")
    )
    return await bar_of(core)


async def test_a_finished_session_names_what_ended_it_where_that_was_not_the_person(core):
    session = await core.create()
    asked = StopRequested(mode="with_answer", by="agent", actor=agent_called("Scout"))
    await core.write(session, RoundOpened(number=1), asked, SessionFinished(reason="user_stopped"))
    assert (await bar_of(core)).title == "Finished after round 1: the agent Scout ended it."


async def test_what_halts_once_its_round_is_decided_halts_after_it(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    await core.write(session, RoundClosed(number=1, attempt=1, accepted=True), RunHalted(state="paused"))
    async with desk() as d:
        page = d.window.page
        assert page.header.chip.accessibleDescription() == "Paused after round 1"
        assert page.bar.title.text() == "Paused after round 1."
        await core.write(session, RunHalted(state="stopped", reason="user_stopped"))
        await d.settle()
        assert page.header.chip.accessibleDescription() == "Stopped after round 1"
        assert page.bar.title.text() == "Stopped after round 1."
        assert chip_text(page.view, "interrupted") == "Interrupted after round 1"
        title = bar_for(page.view, "interrupted").title
        assert title == "Interrupted after round 1: Roundtable closed unexpectedly."
        d.window._may_close = True


async def test_the_strip_names_the_attempt_in_which_a_model_failed(desk, core):
    session = await core.create()
    asks = GateOpened(kind="failure", payload={"items": []}, verbs=("retry", "stop"), primary="retry")
    await core.write(session, RoundOpened(number=1), RoundOpened(number=1, attempt=2))
    await core.halt_at(session, asks)
    async with desk() as d:
        assert d.window.page.strip.rounds.index(0).data(SPOKEN) == "Round 1: waiting for you, attempt 2"


async def test_what_fails_before_its_first_round_names_no_round_that_never_was(core):
    session = await core.create()
    await core.write(session, NodeEntered(node="clarification"), RunHalted(state="failed"))
    assert (await bar_of(core)).title == "The session ended without a result before round 1."


async def test_words_for_what_comes_next_are_taken_until_the_last_text_is_written(core):
    session = await core.create()
    await core.write(session, RoundOpened(number=1), NodeEntered(node="refinement"))
    view, _ = await read_view(core, session)
    assert bar_for(view, "running").words
    await core.write(session, NodeEntered(node="synthesis"))
    view, _ = await read_view(core, session)
    assert not bar_for(view, "running").words


async def test_a_sentence_on_the_chair_begins_with_a_capital(core):
    bar = await at_failure(core, seat="chair", purpose="synthesis", message="Out of credit.")
    assert bar.title == "Chair did not answer."
    assert bar.details[0].startswith("Out of credit.")


async def offer(core: Stage, **payload: JsonValue) -> Bar:
    """Return what the bar says where it is offered to finish."""
    session = await core.create()
    await core.write(session, RoundOpened(number=1), NodeEntered(node="approval"))
    verbs = ("approve", "finish", "reject")
    await core.halt_at(session, GateOpened(kind="approval", payload=payload, verbs=verbs, primary="finish"))
    return await bar_of(core)


@pytest.mark.parametrize(
    ("still", "sentence"),
    [
        (0, "The last changes were small."),
        (1, "The last changes were small, 1 disagreement still open."),
        (6, "The last changes were small, 6 disagreements still open."),
    ],
)
async def test_the_offer_to_finish_says_how_much_would_stay_open(core, still, sentence):
    assert sentence in (await offer(core, rule="no_significant_changes", open_disagreements=still)).details


async def test_the_bar_warns_of_the_token_budget_where_another_rule_ends_the_rounds(core):
    details = (await offer(core, rule="max_rounds_reached", warning="context_limit")).details
    assert "The token budget is nearly used up." in "\n".join(details)


@pytest.mark.parametrize(
    ("cost", "text"),
    [
        (None, "cost unknown"),
        (0.0, "free"),
        (0.000_004, "under $0.0001"),
        (0.0088, "$0.0088"),
        (0.009_99, "$0.01"),
        (0.0149, "$0.015"),
        (0.05, "$0.05"),
        (0.075, "$0.075"),
        (0.5, "$0.50"),
        (2.0, "$2.00"),
    ],
)
def test_a_small_sum_is_told_finely_enough_to_be_compared_with_a_small_limit(cost, text):
    assert money(cost) == text


@pytest.mark.parametrize(
    ("cost", "known", "uncertain", "text"),
    [
        (0.5, 0.5, 0.25, "about $0.50, at most $0.75"),
        (0.0, 0.0, 0.25, "up to $0.25"),
        (None, 0.5, 0.25, "at least $0.50"),
        (None, 0.0, 0.25, "cost unknown"),
    ],
)
def test_what_calls_whose_end_nobody_knows_may_have_cost_is_told_besides(cost, known, uncertain, text):
    assert money(cost, known, uncertain) == text


@pytest.mark.parametrize(
    ("purpose", "title", "asked_again"),
    [
        ("clarification", "Grace could not be asked for questions.", True),
        ("proposal", "Grace did not answer.", False),
    ],
)
async def test_a_failure_at_the_questions_says_that_the_member_is_asked_again(
    core, purpose, title, asked_again
):
    bar = await at_failure(core, seat="Grace", purpose=purpose, message="Key refused.", tries=1)
    assert bar.title == title
    assert ("round 1 asks again" in "\n".join(bar.details)) is asked_again


async def test_a_finished_session_takes_no_longer_when_it_is_put_away_later(core):
    session = await bring_to(core, "finished")
    before = (await bar_of(core)).details
    # Each record of the sample is 0.7 seconds after the one before.
    await core.write(session, *(TagsChanged(tags=(f"t{n}",)) for n in range(400)))
    assert (await bar_of(core)).details == before
