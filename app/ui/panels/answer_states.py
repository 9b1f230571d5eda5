"""What a member does, or what became of its text: whole, and as short as the head of its card. Pure."""

from __future__ import annotations

from typing import Literal, NamedTuple

from app.domain.cut_ways import used_up
from app.domain.excerpt import excerpt
from app.domain.message_lookup import read_sentence
from app.domain.payload import items_of
from app.projections.live_calls import SeatCall
from app.ui.kit.icons import Tone as IconTone
from app.ui.kit.texts import count, percent, round_noun, single_line, tr
from app.ui.view.labels import purpose_text, wait_words
from app.ui.view.retries import again_text, wait_of
from app.ui.view.session_view import SessionView

STATUS = {
    "changed": "{n} changed",
    "minor": "Minor wording change",
    "held": "Unchanged",
    "failed": "Failed",
    "skipped": "Sat out",
}
"""What became of a text, in words."""
Tone = Literal["plain", "run", "note", "bad", "cut", "stands"]
"""`note` and `bad` are said in a line of their own, `cut` below the last words that came.

`stands`: an earlier text is shown, in the place of one of which nothing came.
"""


class State(NamedTuple):
    """One state; `head` is what is read beside the name, and `short` that where there is little room."""

    status: str
    tone: Tone = "plain"
    head: str = ""
    short: str = ""
    icon: str = ""
    icon_tone: IconTone = "text2"
    began: int = 0
    """When the call was asked whose time is told, in microseconds UTC; 0: none is."""
    ended: int = 0


NOTHING = State("")


def under_way(view: SessionView, call: SeatCall | None) -> bool:
    """Tell whether a call runs and somebody waits for it."""
    return view.under_way and call is not None and call.state == "running"


def state_of(
    view: SessionView, name: str, call: SeatCall | None, slot: str | None, *, partial: bool
) -> State:
    """Return a member's state; `partial`: what is shown of it is a part of a text."""
    here = _left_out(view, name, slot)
    if here is not None:
        return here
    if call is not None and under_way(view, call):
        return _writing(view, call)
    wait = wait_of(view, call)
    if call is not None and wait is not None:
        head = tr("waiting")
        return State(again_text(view, call, wait), "note", head, head, "rotate-ccw", "accent")
    if call is not None and call.used:
        head = tr("cut")
        return State(tr("Cut off before its end, and used as it is."), "note", head, head, "minus")
    if (
        call is not None
        and call.state == "failed"
        and view.under_way
        and not call.answer
        and not _asked(view, call)
    ):
        # What a seat says of others is help: the run goes on without.
        head = tr("{what}: left out", what=purpose_text(view, call.purpose))
        return State(f"{head} · {_why(view, call)}", "note", head, tr("left out"), "minus")
    if call is not None and call.failure is not None and call.failure.cut:
        return _cut(view, call, partial)
    if call is not None and call.state == "failed":
        return _failed(_why(view, call), tr("no answer") if call.answer else tr("failed"))
    if call is not None and call.state == "running":
        # Nobody has opened the session since the program ended: what had arrived is not in the record yet.
        return _halted(tr("Interrupted – resume to continue"))
    if call is not None and call.state in ("cancelled", "interrupted"):
        return _ended(view, name, call, slot, partial)
    return _settled(view, name, call, slot)


def _why(view: SessionView, call: SeatCall) -> str:
    """Return why a call failed; of a cut answer the buttons say what can be done about it, with its price."""
    message = call.failure.message if call.failure is not None and call.failure.cut else call.message
    return single_line(view.names.veil(tr(read_sentence(message))), 200)


def _left_out(view: SessionView, name: str, slot: str | None) -> State | None:
    session, word = view.fold.session, round_noun(view.round_word)
    if view.looking_at:
        return None
    if name in session.dropped:
        here = any(v.round == view.round for v in view.versions_in_sight(name, slot))
        head = tr("Left out")
        whole = tr("Left out of this {round}", round=word)
        if here:
            whole = tr("Left out from the next {round} on", round=word)
        return State(whole, "note", head, head, "minus")
    if name in session.absent:
        why = single_line(view.names.veil(tr(read_sentence(session.absent[name]))), 120)
        whole = tr("Sits out this {round}. {why}", round=word, why=why)
        head = tr("sits out")
        return State(whole, "bad", head, head, "triangle-alert", "failed")
    return None


def _asked(view: SessionView, call: SeatCall) -> bool:
    gate = view.gate()
    items = items_of(gate.fact.payload) if gate and view.asks("models") else []
    return any(item.get("asked") == call.asked for item in items)


def _cut(view: SessionView, call: SeatCall, partial: bool) -> State:
    """Return the state of an answer that broke off and is not decided about."""
    if not partial:
        return _failed(_why(view, call), tr("no answer"))
    head, short = tr("cut · {n}", n=count(len(call.text.split()), "{n} word", "{n} words")), tr("cut")
    reason = used_up(call.failure.message if call.failure is not None else "")
    words = tr("Cut off here: {why}", why=_why(view, call) if reason is None else tr(reason))
    return State(words, "cut", head, short, "circle-x", "failed")


def _failed(why: str, head: str) -> State:
    return State(why, "bad", head, head, "circle-x", "failed")


def _halted(words: str) -> State:
    # What a person wanted, or can go on from with a press, is nothing that went wrong.
    head = tr("stopped")
    return State(words, "note", head, head, "square", "muted")


def finished(call: SeatCall) -> State:
    """Return the state of a text that is whole and not taken up yet: others are still at it, or failed."""
    done = tr("done")
    return State(done, "run", done, done, "check", "finished", call.at, call.ended)


def _writing(view: SessionView, call: SeatCall) -> State:
    """Return what a running call does, with how much has come; what it says of others, in its words."""
    what = purpose_text(view, call.purpose)
    latest = call.points[-1] if call.points else "" if call.answer else call.text
    latest = single_line(view.names.veil(excerpt(latest)), 120) if latest.strip() else ""
    if call.answer and call.text.strip() and call.arrived:
        written = count(len(call.text.split()), "{n} word", "{n} words")
        head = tr("writing · {n}", n=written)
        return State(
            tr("{what} · {n}", what=what, n=written), "run", head, tr("writing"), "pen-line", "accent"
        )
    waits = call.waits
    head = wait_words(waits) if not call.arrived else what
    so_far = count(len(call.points), "{n} so far", "{n} so far") if call.points else ""
    arrived = tr("{n} characters", n=f"{call.arrived:,}") if call.arrived and not latest else ""
    told = " · ".join(filter(None, (what, head if waits else "", so_far or arrived)))
    whole = tr("{what}: {said}", what=told, said=latest) if latest else told
    # What it says of the others is read in a line of its own.
    tone: Tone = "note" if latest else "run"
    return State(whole, tone, head, head, "loader-circle", "accent", waits.since if waits else call.at)


def _ended(view: SessionView, name: str, call: SeatCall, slot: str | None, partial: bool) -> State:
    """Return the state of a call that was ended: what is there of it."""
    if partial and call.text.strip():
        head = tr("stopped · {n}", n=count(len(call.text.split()), "{n} word", "{n} words"))
        words = tr("Stopped here. What came is kept.")
        return State(words, "cut", head, tr("stopped"), "square", "muted")
    if not call.answer:
        # The text is whole: the bar says that there was a stop, and no card needs a line for it.
        words = tr("Stopped while {what}; the answer is whole.", what=purpose_text(view, call.purpose))
        return State(words, "run", tr("stopped"), tr("stopped"), "square", "muted")
    if call.arrived:
        return _halted(tr("Stopped before anything that can be read arrived."))
    words = tr("Stopped before anything arrived.")
    if not view.versions_in_sight(name, slot):
        return _halted(words)
    return State(words, "stands", tr("nothing had arrived"), tr("stopped"), "square", "muted")


def _settled(view: SessionView, name: str, call: SeatCall | None, slot: str | None) -> State:
    fact = view.live_calls.assessed.get((*view.place_in_sight, name))
    if fact is None:
        versions = view.versions_in_sight(name, slot)
        if call is not None and call.answer and call.ended and view.under_way and view.live_calls.running:
            # The others are still at it.
            return finished(call)
        if not versions and not (call is not None and call.answer):
            return NOTHING
        if not versions:
            return State(tr("answered"), "plain", tr("answered"))
        number = versions[-1].round
        words = tr("answered in {round} {n}", round=round_noun(view.round_word), n=number) if number else ""
        return State(words or tr("answered"), "plain", words or tr("answered"), tr("answered"))
    summary = single_line(view.names.veil(fact.summary or fact.justification), 160)
    share, status = round(100 * fact.ratio), fact.said
    figure = percent(share) if share else tr("under 1 %")
    # Few words may move a date or turn an advice round: what is a share is told as one.
    head = tr(STATUS["changed" if status == "minor" and share else status], n=figure)
    # What it was is in its tip; a word that is cut says less than the figure.
    short = figure if status in ("changed", "minor") else head
    whole = f"{head}: {summary}" if summary else head
    if fact.status == "failed":
        return _failed(whole, head)
    return State(whole, "plain", head, short)
