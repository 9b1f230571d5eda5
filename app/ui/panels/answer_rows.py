"""What a member's card says: read from the projections and the unsent draft, and nothing kept. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.domain.excerpt import excerpt
from app.domain.gate_lines import items_of
from app.projections.live_calls import SeatCall
from app.projections.texts import TextVersion
from app.ui.kit.texts import mended_text, percent, round_noun, shown, tr
from app.ui.view.draft_store import Choice, Draft
from app.ui.view.labels import purpose_text
from app.ui.view.retries import again_text, wait_of
from app.ui.view.session_view import SessionView
from app.ui.view.status_bars import place_text

STATUS = {
    "changed": "± changed",
    "minor": "± changed a little",
    "held": "= kept its answer",
    "failed": "✕ failed",
    "skipped": "– sat out",
}
Tone = Literal["plain", "bad", "run"]


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One card. `before` is the text whose words count as known; None: nothing is tinted."""

    seat: str
    called: str
    title: str
    """What it is called, with its letter where that does not tell it already."""
    model: str
    colour: int
    text: str
    before: str | None
    version: int
    """Seq of the text, 0 for one that is still arriving."""
    round_label: str
    """Where the text is from, for a quotation: “R2”."""
    live: bool
    status: str
    tone: Tone
    choosing: bool
    """Whether the person may now choose which text goes on."""
    choice: Choice
    edit: str
    dropped: bool
    may_drop: bool
    failing: bool
    """Whether the open question is about this member's call."""
    since: str = ""
    """Since which text its words are new, where any may be marked."""
    mended: str = ""
    """What was done to read its reply."""

    def full_status(self, *, marked: bool) -> str:
        """Return the state, with since when words are new where they are marked."""
        since = tr("marked: new since {since}", since=self.since) if marked and self.since else ""
        return " · ".join(filter(None, (self.status, self.mended, since)))

    @property
    def offer(self) -> tuple[object, ...]:
        """What can be done about this member: stays as it is while text arrives."""
        return (
            *(self.live, self.dropped, self.may_drop, self.failing),
            *(self.choosing, self.choice, self.edit),
        )


def rows_of(view: SessionView, slot: str | None, draft: Draft) -> tuple[AnswerRow, ...]:
    """Return the cards in order: as at the table, or by letter while names are hidden."""
    return tuple(_row(view, slot, draft, name, at) for at, name in enumerate(view.members()))


def _row(view: SessionView, slot: str | None, draft: Draft, name: str, colour: int) -> AnswerRow:
    session, called = view.fold.session, view.names.of(name)
    letter = "" if session.names_hidden else view.live_calls.letters.get(name, "")
    takes_part = name not in session.absent and name not in session.dropped
    choosing = takes_part and view.asks("texts") and not view.looking_at
    call = view.live_calls.calls.get(name) if not view.looking_at else None
    # What the person made of the text in this round is told by the choice.
    versions = [v for v in view.versions_in_sight(name, slot) if not (choosing and _is_choice(view, v))]
    newest = versions[-1] if versions else None
    # A text that stands from an earlier round has changed nothing in this one, whatever it changed then.
    fresh = newest is not None and (newest.round, newest.attempt) >= view.place_in_sight
    texts = view.fold.texts
    base = texts.refined_from(newest) if newest is not None and fresh else None
    if newest is not None and not (choosing and fresh) and (stood := texts.stands(newest)) is not newest:
        # The person kept the older text: that one went on.
        newest, base = stood, None
    text, version = (newest.text, newest.seq) if newest is not None else ("", 0)
    before = base.text if base is not None else None
    live = _under_way(view, call) or wait_of(view, call) is not None
    if call is not None and call.text and _is_prose(call) and (live or _broken_off(view, call, version)):
        text, before, version = call.text, None, 0
    refined, fallback = view.at_stake(name) if choosing else ("", "")
    choice, edit = draft.text_of(name, *view.decided_text(name), refined) if choosing else ("refined", "")
    status, tone = _status(view, name, call, slot)
    since = _since(view, base) if base is not None and before is not None else ""
    fact = view.live_calls.assessed.get((*view.place_in_sight, name))
    if since and fact is not None and fact.status == "held":
        # What was kept through the critiques may be new all the same.
        status = tr("= new, and kept after the critiques")
    if choice == "previous" and fallback:
        text, before, since = fallback, None, ""
        status, tone = tr("↩ The text before goes on, as you chose."), "run"
    elif choice == "edit":
        status, tone, since = tr("✎ Your own text goes on."), "run", ""
    return AnswerRow(
        seat=name,
        called=called,
        title=f"{called} · {letter}" if letter else called,
        model="" if session.names_hidden else session.seats[name].model,
        colour=colour,
        text=text,
        before=before,
        version=version,
        round_label=f"R{newest.round}" if newest is not None and version else "",
        live=live,
        status=status,
        tone=tone,
        choosing=choosing and bool(refined),
        choice=choice,
        edit=edit,
        dropped=name in session.dropped,
        may_drop=name in session.dropped or len(set(view.members()) - session.dropped) > 1,
        failing=name in _failing(view),
        since=since,
        mended="" if live else mended_text(view.live_calls.mended.get((*view.place_in_sight, name), ())),
    )


def _failing(view: SessionView) -> set[str]:
    """Return whose calls the open question is about."""
    gate = view.gate()
    items = items_of(gate.fact.payload) if gate and view.asks("models") else []
    return {str(item.get("seat")) for item in items}


def _is_choice(view: SessionView, version: TextVersion) -> bool:
    return version.by_person and (version.round, version.attempt) >= view.place_in_sight


def _since(view: SessionView, before: TextVersion) -> str:
    """Name the text before, which has none of the new words."""
    number, attempt = view.place_in_sight
    if before.round != number:
        return place_text(view, before.round)
    if before.attempt != attempt:
        return tr("attempt {n}", n=before.attempt)
    return tr("its first text of this round")


def _under_way(view: SessionView, call: SeatCall | None) -> bool:
    return view.under_way and call is not None and call.state == "running"


def _broken_off(view: SessionView, call: SeatCall, version: int) -> bool:
    """Tell whether what arrived of a call is all there is of the text it was to write."""
    return not version or (
        call.state != "completed" and not _under_way(view, call) and call.asked > version and call.answer
    )


def _is_prose(call: SeatCall) -> bool:
    return call.answer and not call.text.lstrip().startswith(("{", "```json"))


def _writing(view: SessionView, call: SeatCall) -> str:
    """Return what a running call does, with how much has come; what it says of others, in its words."""
    what = purpose_text(view, call.purpose)
    latest_text = call.points[-1] if call.points else "" if call.answer else call.text
    if not latest_text.strip():
        if not call.arrived:
            return tr("● {what}", what=what)
        return tr("● {what} · {n} characters", what=what, n=f"{call.arrived:,}")
    latest_text = shown(view.names.veil(excerpt(latest_text)), 120)
    if call.points:
        return tr("● {what} · {n} so far: {said}", what=what, n=len(call.points), said=latest_text)
    return tr("● {what}: {said}", what=what, said=latest_text)


def _ended(call: SeatCall) -> str:
    """Return what is there of a call that was ended."""
    if call.text.strip():
        return tr("■ Incomplete: the call was ended; what had arrived is kept.")
    if call.arrived:
        return tr("■ The call was ended before anything that can be read arrived.")
    return tr("■ The call was ended before anything arrived.")


def _status(view: SessionView, name: str, call: SeatCall | None, slot: str | None) -> tuple[str, Tone]:
    session, word = view.fold.session, round_noun(view.round_word)
    if name in session.dropped and not view.looking_at:
        here = any(v.round == view.round for v in view.versions_in_sight(name, slot))
        if here:
            return tr("– Left out from the next {round} on", round=word), "plain"
        return tr("– Left out of this {round}", round=word), "plain"
    if name in session.absent and not view.looking_at:
        why = shown(view.names.veil(session.absent[name]), 120)
        return tr("– Sits out this {round}. {why}", round=word, why=why), "bad"
    if call is not None and _under_way(view, call):
        return _writing(view, call), "run"
    wait = wait_of(view, call)
    if call is not None and wait is not None:
        return again_text(view, call, wait), "run"
    if call is not None and call.state == "failed":
        return tr("✕ {why}", why=shown(view.names.veil(call.message), 200)), "bad"
    if call is not None and call.state == "running":
        # Nobody has opened the session since the program ended: what had arrived is not in the record yet.
        return tr("■ Interrupted; what had arrived comes back when you resume."), "bad"
    if call is not None and call.state in ("cancelled", "interrupted"):
        return _ended(call), "bad"
    fact = view.live_calls.assessed.get((*view.place_in_sight, name))
    if fact is None:
        versions = view.versions_in_sight(name, slot)
        if not versions and call is not None and call.answer:
            # The others are still at it.
            return tr("✓ answered"), "plain"
        if not versions:
            return "", "plain"
        return tr("✓ answered in {round} {n}", round=word, n=versions[-1].round), "plain"
    summary = shown(view.names.veil(fact.summary or fact.justification), 160)
    ratio = f" {percent(round(100 * fact.ratio))}" if fact.status in ("changed", "minor") else ""
    words = f"{tr(STATUS[fact.status])}{ratio}" + (f": {summary}" if summary else "")
    return words, "bad" if fact.status == "failed" else "plain"
