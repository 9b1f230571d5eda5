"""Which words and buttons the decision bar shows: a pure function of the session's state."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.facts import CallAsked
from app.domain.i18n import QT_TRANSLATE_NOOP, enumerated
from app.domain.money import limit_words
from app.projections.live_calls import SeatCall
from app.ui.kit.texts import count, round_noun, tr
from app.ui.view.bar import Bar, BarButton, Tone
from app.ui.view.disputes import disputed
from app.ui.view.gate_bars import gate_bar, with_auto_approval
from app.ui.view.labels import (
    cost_text,
    duration,
    figure_text,
    purpose_text,
    round_text,
    spent_so_far,
    wait_words,
)
from app.ui.view.looking_back import is_due
from app.ui.view.pace import Clock, round_clock
from app.ui.view.retries import waiting
from app.ui.view.round_steps import progress, round_shape
from app.ui.view.session_rows import state_word
from app.ui.view.session_view import SessionView

NAMED = 3
"""Members that are named in a sentence; of more, how many they are."""


def state_of(view: SessionView, running: bool) -> str:
    """Return the state as the person sees it: a run that nobody moves is interrupted."""
    state = view.fold.session.state
    return "interrupted" if state == "running" and not running else state


def place_text(view: SessionView, number: int) -> str:
    """Return “round 2”, in the workflow's own word."""
    return f"{round_noun(view.round_word)} {number}"


def chip_of(view: SessionView, state: str) -> tuple[str, str]:
    """Return the state whose look the session has now, and its word."""
    state = "idle" if state == "waiting" and view.idle else state
    return state, state_word(state)


def chip_text(view: SessionView, state: str) -> str:
    """Return “Waiting for you · round 2 of at most 4”: what the pill says, and where that is."""
    word = chip_of(view, state)[1]
    number, most = (_last_decided(view) if state == "finished" else view.round), view.most_rounds
    if state == "running" and number:
        now = [call.purpose for call in view.live_calls.running.values()]
        doing = purpose_text(view, now[-1]) if now else tr("working")
        return tr("{round}: {what}", round=round_text(view, number), what=doing)
    if not number:
        return word
    round_label = place_text(view, number)
    if state == "finished":
        return f"{word} · " + tr("after {place}", place=round_label)
    if state in ("stopped", "paused", "interrupted"):
        if _decided(view):
            return tr("{word} after {place}", word=word, place=round_label)
        return tr("{word} in {place}", word=word, place=round_label)
    round_label = tr("{place} of at most {most}", place=round_label, most=most) if most else round_label
    return f"{word} · {round_label}"


def _last_decided(view: SessionView) -> int:
    """Return the last round that was accepted: one that was stopped on the way there counts nowhere."""
    return max(_accepted(view), default=view.round)


def _accepted(view: SessionView) -> list[int]:
    return [number for number, row in view.fold.timeline.rounds.items() if row.current.accepted]


def _decided(view: SessionView) -> bool:
    """Tell whether the newest round was accepted before the session halted."""
    return view.round in _accepted(view)


def _when(view: SessionView, within: str) -> str:
    """Return where a session halted: before its rounds, after the newest, or `within` that."""
    if not view.round:
        return tr("before {place}", place=place_text(view, 1))
    return tr("after {place}", place=place_text(view, view.round)) if _decided(view) else within


def _when_in(view: SessionView) -> str:
    """Return where a session halted, as “in round 2”."""
    return _when(view, tr("in {place}", place=place_text(view, view.round)))


def bar_for(view: SessionView, state: str, *, result_elsewhere: bool = False) -> Bar:
    """Return what the decision bar shows; `result_elsewhere`: a result there is does not stand in sight."""
    gate = view.gate()
    if state == "waiting" and gate is not None:
        return gate_bar(view, gate)
    number, when = view.round, _when_in(view)
    kept = tr("Everything that was finished is kept.")
    match state:
        case "running":
            return _running(view)
        case "finished":
            return _finished(view, result_elsewhere)
        case "failed":
            title = tr("The session ended without a result {when}.", when=when)
            details: tuple[str, ...] = (tr("Resume to choose what to do about the failed models."), kept)
        case "paused":
            title = tr("Paused {when}.", when=when) if number else tr("Not started yet.")
            details = (kept,)
        case "interrupted":
            title = tr("Interrupted {when}: Roundtable closed unexpectedly.", when=when)
            details = (kept,)
        case _:
            title, details = tr("Stopped {when}.", when=when), (tr("Everything that came is kept."),)
    cut = cut_off(view) if state in ("stopped", "paused", "interrupted") else []
    label = tr("Resume, {cost}", cost=_price(view, cut)) if cut else tr("Resume")
    buttons = [BarButton("resume", label, True, icon="play")]
    if cut:
        who = names_of(view, list(dict.fromkeys(call.seat for call in cut)))
        details = (tr("Resume asks {who} again.", who=who), *details)
        each = tr("Decide each…")
        buttons.insert(0, BarButton("resume:each", each, link=each))
    if state != "failed" and view.can_finish:
        done = place_text(view, _last_decided(view))
        buttons.insert(0, BarButton("stop_with_answer", tr("Finish with {place}", place=done)))
    tone: Tone = "bad" if state == "failed" else "plain"
    look = state if number or state != "paused" else "future"
    found = tuple(filter(None, details))
    ends = any(button.does == "stop_with_answer" for button in buttons)
    ending = view.ahead.ending if ends and not view.ahead.gate else ""
    cost = tr("Finish: {cost}", cost=ending) if ending else spent_so_far(view)
    return Bar(state, title, found, look, cost, tuple(buttons), tone)


def cut_off(view: SessionView) -> list[SeatCall]:
    """Return the calls that were under way when it halted: they are asked again."""
    cut, gone = ("cancelled", "interrupted", "running"), view.fold.session.absent
    return [
        call
        for call in view.live_calls.calls.values()
        if call.state in cut and not call.decided and call.seat not in gone
    ]


def _price(view: SessionView, calls: list[SeatCall]) -> str:
    """Return what asking these calls again may cost."""
    asked = [view.fact(view.record(call.asked)) for call in calls]
    costs = [fact.reserved for fact in asked if isinstance(fact, CallAsked)]
    known = [cost for cost in costs if cost is not None]
    return tr(limit_words(sum(known) if len(known) == len(costs) else None))


def _running(view: SessionView) -> Bar:
    number, running = view.round, list(view.live_calls.running.values())
    # Who waits for a server that takes one call at a time does nothing yet.
    at_work = [call for call in running if not _in_line(call)] or running
    if seats := list(dict.fromkeys(call.seat for call in at_work)) or waiting(view):
        what = purpose_text(view, at_work[-1].purpose) if running else tr("waiting to try again")
        title = tr("{round}: {who}.", round=round_text(view, number), who=_doing(view, seats, what))
    else:
        title = _nobody_asked(view)
    shape = round_shape(view.graph) if view.graph is not None else None
    at, steps, left = progress(view, shape) if shape is not None else (0, 0, 0)
    # Once the rounds are over no decision is asked for that words could go along with.
    ends = shape is not None and view.fold.timeline.node in {node.name for node in shape.after}
    tally = [tr("Step {n} of {all}", n=at, all=steps)] if at else []
    queued = sum(map(_in_line, running))
    if at and len(running) > queued:
        tally.append(count(len(running) - queued, "{n} call under way", "{n} calls under way"))
        tally += [count(queued, "{n} waits for its turn", "{n} wait for their turn")] if queued else []
    awaited = _awaited(view)
    if awaited is not None:
        who, what = view.names.of(awaited.seat), wait_words(awaited.waits)
        tally.append(tr("{who}: {what}", who=who, what=what))
    bar = Bar(
        f"running {number}, auto {view.fold.session.auto is not None}",
        title,
        (),
        "running",
        spent_so_far(view),
        (BarButton("stop_menu", tr("Stop"), icon="square", menu=True),),
        busy=True,
        progress=_share(view, at, steps, left) if at else None,
        words=view.takes_words and not ends,
        hint=_hint(view),
        aside=tr("(optional; sent with your next decision)"),
        pinned=tuple(view.fold.session.guidance.values()),
        tally=tuple(tally),
        # Behind what is waited for stands since when.
        clock=Clock(awaited.at) if awaited else round_clock(view.fold, view.round, view.attempt),
    )
    return with_auto_approval(view, bar)


def _in_line(call: SeatCall) -> bool:
    return call.waits is not None and call.waits.what == "place"


def _awaited(view: SessionView) -> SeatCall | None:
    """Return the call that is waited for while none of those under way has brought a word."""
    calls = list(view.live_calls.running.values())
    if not calls or any(call.arrived or call.waits is None for call in calls):
        return None
    # The one that is at the server, not those that queue behind it.
    return next((call for call in calls if not _in_line(call)), calls[0])


def _share(view: SessionView, at: int, steps: int, left: int) -> int:
    """Return how far a round has come, in percent: its steps count alike, the calls of one share it."""
    visit = view.fold.steps.at(view.round, view.attempt).get(view.fold.timeline.node)
    asked = len(visit.asked) if visit is not None else 0
    within = (asked - left) / asked if asked else 0.0
    return round(100 * (at - 1 + within) / steps)


def _doing(view: SessionView, seats: list[str], what: str) -> str:
    """Return who does something: “Ada and Blaise are refining”."""
    if len(seats) == 1:
        return tr("{who} is {what}", who=names_of(view, seats), what=what)
    if len(seats) > NAMED:
        return tr("{n} members are {what}", n=len(seats), what=what)
    return tr("{who} are {what}", who=names_of(view, seats), what=what)


def names_of(view: SessionView, seats: Sequence[str]) -> str:
    """Return “Ada and Blaise”, of many how many they are."""
    names = list(map(view.names.of, view.names.in_order(seats)))
    if len(names) > NAMED:
        return tr("{n} members", n=len(names))
    return tr(enumerated(names))


def _hint(view: SessionView) -> str:
    if view.most_rounds and view.round >= view.most_rounds:
        return tr("Guidance for what comes next")
    return tr("Guidance for the next {round}", round=round_noun(view.round_word))


def _nobody_asked(view: SessionView) -> str:
    """Return what is waited for while no call is under way."""
    number = view.round
    if view.loading:
        words = tr("Loading the connections to the models…")
        return f"{round_text(view, number)}: {words}" if number else words
    return tr("{round} is running.", round=round_text(view, number)) if number else tr("Starting…")


def _finished(view: SessionView, result_elsewhere: bool) -> Bar:
    why = view.why()
    number = _last_decided(view)
    came_to = view.came_to()
    others = view.ended_by_others() if came_to is not None else None
    if came_to is not None and others is None:
        place = place_text(view, number)
        title = tr("You finished after {place}: {what}.", place=place, what=tr(came_to))
    elif view.ended_by_person():
        title = tr("You finished after {place}", place=place_text(view, number))
        still = len(disputed(view))
        title += f", {count(still, '{n} point left open', '{n} points left open')}." if still else "."
    else:
        title = tr("Finished after {place}", place=place_text(view, number))
        title += f": {tr(why)}." if why is not None else "."
    newest = view.fold.timeline.rounds.get(number)
    parts = [tr(others)] if others is not None else []
    parts += [figure_text(newest.current.figure)] if newest and newest.current.figure else []
    parts += [count(view.fold.spend.total.calls, "{n} call", "{n} calls"), cost_text(view)]
    # What was noted, tagged or put away since the end is no part of its time.
    end = next((record.at for record in reversed(view.log) if record.type == "session_finished"), 0)
    took = duration(end - view.log[0].at) if end else ""
    if took:
        parts.append(took)
    if is_due(view) and view.fold.session.decision is not None:
        title = tr("How did it turn out? You decided: {text}", text=view.fold.session.decision.text)
        asks = (
            BarButton("follow_up", tr("Start a follow-up")),
            BarButton("export", tr("Export…"), icon="share"),
            BarButton("outcome", tr("Answer…"), True),
        )
        return Bar("due", title, (" · ".join(parts),), "waiting", "", asks)
    forks = (BarButton("fork", tr("Continue from here")),) if view.workflow.no_fork is None else ()
    buttons = (
        BarButton("follow_up", tr("Start a follow-up")),
        *forks,
        BarButton("export", tr("Export…"), True, icon="share"),
    )
    show = tr("Read the final answer") if result_elsewhere and view.final() is not None else ""
    return Bar("finished", title, (" · ".join(parts),), "finished", "", buttons, show=show)


_DOING = {
    "writing": (QT_TRANSLATE_NOOP("ui", "{who} was writing"), QT_TRANSLATE_NOOP("ui", "{who} were writing")),
    "thinking": (
        QT_TRANSLATE_NOOP("ui", "{who} was thinking"),
        QT_TRANSLATE_NOOP("ui", "{who} were thinking"),
    ),
    "asked": (QT_TRANSLATE_NOOP("ui", "{who} had not begun"),) * 2,
}
"""What one was at, and several."""


def halted_words(view: SessionView) -> tuple[str, str]:
    """Return who or what halted it where, and what each was at; empty where nothing was under way."""
    state, cut = view.state, cut_off(view)
    if view.looking_at or not cut or state not in ("stopped", "interrupted"):
        return "", ""
    when = _when_in(view)
    title = tr("You stopped {when}.", when=when)
    if state == "interrupted":
        title = tr("Roundtable closed {when}.", when=when)
    purposes = {call.purpose for call in cut}
    done = [
        call.seat
        for call in view.live_calls.calls.values()
        if call.state == "completed" and call.purpose in purposes and call.round == view.round
    ]
    parts = [tr("{who} had finished", who=names_of(view, done))] if done else []
    for doing, seats in _at(cut).items():
        parts.append(tr(_DOING[doing][len(seats) > 1], who=names_of(view, seats)))
    others = [call for call in cut if not call.answer]
    for purpose in dict.fromkeys(call.purpose for call in others):
        seats = [call.seat for call in others if call.purpose == purpose]
        who, what = names_of(view, seats), purpose_text(view, purpose)
        parts.append(
            tr("{who} were {what}", who=who, what=what)
            if len(seats) > 1
            else tr("{who} was {what}", who=who, what=what)
        )
    return title, f"{', '.join(parts)}."


def _at(calls: Sequence[SeatCall]) -> dict[str, list[str]]:
    """Return who wrote and who had not begun to, of those who were to answer."""
    found: dict[str, list[str]] = {}
    for call in calls:
        if call.answer:
            doing = "writing" if call.text.strip() else "thinking" if call.arrived else "asked"
            found.setdefault(doing, []).append(call.seat)
    return dict(sorted(found.items(), reverse=True))
