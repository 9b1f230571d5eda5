"""Which words and buttons the decision bar shows: a pure function of the session's state."""

from __future__ import annotations

from app.ui.kit.texts import count, round_noun, tr
from app.ui.view.bar import Bar, BarButton, Tone
from app.ui.view.gate_bars import gate_bar, with_auto_approval
from app.ui.view.labels import GLYPHS, IDLE_GLYPH, cost_text, duration, figure_text, purpose_text, round_text
from app.ui.view.retries import waiting
from app.ui.view.session_view import SessionView


def state_of(view: SessionView, running: bool) -> str:
    """Return the state as the person sees it: a run that nobody moves is interrupted."""
    state = view.fold.session.state
    return "interrupted" if state == "running" and not running else state


def place_text(view: SessionView, number: int) -> str:
    """Return “round 2”, in the workflow's own word."""
    return f"{round_noun(view.round_word)} {number}"


def chip_text(view: SessionView, state: str) -> str:
    """Return “◆ Waiting for you · round 2 of at most 4”."""
    words = {
        "waiting": tr("Waiting for you"),
        "running": tr("Running"),
        "paused": tr("Paused"),
        "stopped": tr("Stopped"),
        "interrupted": tr("Interrupted"),
        "finished": tr("Finished"),
        "failed": tr("Needs attention"),
    }
    kind = view.asked()
    glyph, word = GLYPHS[state], words[state]
    if state == "waiting" and kind is not None and kind.event == "failed":
        glyph, word = "✕", tr("Needs attention")
    if state == "waiting" and view.idle:
        glyph, word = IDLE_GLYPH, tr("Waiting; nobody is needed")
    number, most = (last_decided(view) if state == "finished" else view.round), view.most_rounds
    if state == "running" and number:
        now = [call.purpose for call in view.live_calls.running.values()]
        doing = purpose_text(view, now[-1]) if now else tr("working")
        return tr("● {round}: {what}", round=round_text(view, number), what=doing)
    if not number:
        return f"{glyph} {word}"
    round_label = place_text(view, number)
    if state == "finished":
        return f"{glyph} {word} · " + tr("after {place}", place=round_label)
    if state in ("stopped", "paused", "interrupted"):
        if _decided(view):
            return f"{glyph} " + tr("{word} after {place}", word=word, place=round_label)
        return f"{glyph} " + tr("{word} in {place}", word=word, place=round_label)
    round_label = tr("{place} of at most {most}", place=round_label, most=most) if most else round_label
    return f"{glyph} {word} · {round_label}"


def last_decided(view: SessionView) -> int:
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


def bar_for(view: SessionView, state: str) -> Bar:
    """Return what the decision bar shows."""
    gate = view.gate()
    if state == "waiting" and gate is not None:
        return gate_bar(view, gate)
    number = view.round
    round_label = place_text(view, number)
    when = _when(view, tr("in {place}", place=round_label))
    kept = tr("Everything that was finished is kept.")
    match state:
        case "running":
            return _running(view)
        case "finished":
            return _finished(view)
        case "failed":
            title = tr("✕ The session ended without a result {when}.", when=when)
            details: tuple[str, ...] = (tr("Resume opens the question about the failed models again."), kept)
        case "paused":
            title = tr("■ Paused {when}.", when=when) if number else tr("■ Not started yet.")
            details = (kept,)
        case "interrupted":
            title = tr("■ Interrupted {when}: the program ended while it ran.", when=when)
            details = (kept,)
        case _:
            when = _when(view, tr("during {place}", place=round_label))
            title, details = tr("■ You stopped {when}.", when=when), (_kept(view), kept)
    buttons = [BarButton("resume", tr("Resume"), True)]
    if state != "failed" and view.can_finish:
        done = place_text(view, last_decided(view))
        buttons.insert(0, BarButton("stop_with_answer", tr("Finish with {place}", place=done)))
    tone: Tone = "warn" if state == "failed" else "plain"
    return Bar(state, title, tuple(filter(None, details)), tuple(buttons), tone)


def _kept(view: SessionView) -> str:
    """Return “Two of three answers are complete and kept.”"""
    calls = [view.live_calls.calls[seat] for seat in view.members() if seat in view.live_calls.calls]
    broken = [call for call in calls if call.state in ("cancelled", "interrupted")]
    if not broken:
        return ""
    done = len(calls) - len(broken)
    return tr("{n} of {all} calls were complete; the rest is kept as incomplete.", n=done, all=len(calls))


def _running(view: SessionView) -> Bar:
    number, running = view.round, list(view.live_calls.running.values())
    done = view.live_calls.ended[number]
    asked = view.live_calls.asked[number]
    if seats := view.writing() or waiting(view):
        names = ", ".join(map(view.names.of, seats))
        what = purpose_text(view, running[-1].purpose) if running else tr("waiting to try again")
        title = tr("● {round}: {who} – {what}", round=round_text(view, number), who=names, what=what)
    else:
        title = _nobody_asked(view)
    tally = [tr("{done} of {all} calls so far done", done=done, all=asked)] if asked else []
    bar = Bar(
        f"running {number}, auto {view.fold.session.auto is not None}",
        title,
        (" · ".join([*tally, cost_text(view)]),),
        (BarButton("stop_menu", tr("Stop ▾")),),
        busy=True,
        progress=round(100 * done / asked) if asked else None,
        words=view.takes_words,
        hint=_hint(view),
        aside=tr("(optional; sent with your next decision)"),
        pinned=tuple(view.fold.session.guidance.values()),
    )
    return with_auto_approval(view, bar)


def _hint(view: SessionView) -> str:
    if view.most_rounds and view.round >= view.most_rounds:
        return tr("Guidance for what comes next")
    return tr("Guidance for the next {round}", round=round_noun(view.round_word))


def _nobody_asked(view: SessionView) -> str:
    """Return what is waited for while no call is under way."""
    number = view.round
    if view.loading:
        words = tr("Loading the connections to the models…")
        return f"● {round_text(view, number)}: {words}" if number else f"● {words}"
    return tr("● {round} is running.", round=round_text(view, number)) if number else tr("● Starting…")


def _finished(view: SessionView) -> Bar:
    why = view.why()
    number = last_decided(view)
    title = tr("✓ Finished after {place}", place=place_text(view, number))
    title += f" – {tr(why)}." if why is not None else "."
    newest = view.fold.timeline.rounds.get(number)
    parts = [figure_text(newest.current.figure)] if newest and newest.current.figure else []
    parts += [count(view.fold.spend.total.tokens, "{n} token", "{n} tokens"), cost_text(view)]
    # What was noted, tagged or put away since the end is no part of its time.
    end = next((record.at for record in reversed(view.log) if record.type == "session_finished"), 0)
    took = duration(end - view.log[0].at) if end else ""
    if took:
        parts.append(took)
    forks = (BarButton("fork", tr("Continue from here… (forks)")),) if view.traits.no_fork is None else ()
    buttons = (
        BarButton("follow_up", tr("Start a follow-up")),
        *forks,
        BarButton("export", tr("Export…"), True),
    )
    return Bar("finished", title, (" · ".join(parts),), buttons, "good")
