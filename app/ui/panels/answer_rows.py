"""What a member's card says: read from the projections and the unsent draft, and nothing kept. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.payload import items_of
from app.domain.verdict_facts import Rating
from app.projections.live_calls import SeatCall
from app.projections.texts import TextVersion
from app.ui.kit.text.signs import Marked
from app.ui.kit.texts import mended_text, single_line, tr
from app.ui.panels.answer_states import NOTHING, State, Tone, finished, state_of, under_way
from app.ui.view.draft_store import Choice, Draft
from app.ui.view.pace import clock
from app.ui.view.retries import wait_of
from app.ui.view.session_view import SessionView, is_prose
from app.ui.view.status_bars import place_text


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
    earlier: bool
    """Whether the person wrote over its text of an attempt that is over, and not of this one."""
    dropped: bool
    may_drop: bool
    failing: bool
    """Whether the open question is about this member's call."""
    since: str = ""
    """Since which text its words are new, where any may be marked."""
    mended: str = ""
    """What was done to read its reply."""
    state: State = NOTHING
    """The state as the head tells it."""
    reads: tuple[str, ...] = ()
    """What it works from before its first word: the claims it answers."""
    old: str = ""
    """Said over a text that is about to be replaced."""
    marks: tuple[Marked, ...] = ()
    """What the person has marked of it, and whether each mark is still open."""
    may_rate: bool = False
    rating: Rating | None = None
    """What the person found of its answer in this round."""
    may_ask_again: bool = False
    """Whether this member alone can be given feedback, and refine once more."""
    may_mark: bool = False
    """Whether the author would be given a mark."""

    @property
    def banded(self) -> bool:
        """Whether its state is told in a band above its text."""
        return self.tone in ("note", "bad", "stands")

    @property
    def arriving(self) -> bool:
        """Whether its text is a call's that still writes it."""
        return self.live and not self.version and bool(self.text)

    def full_status(self, *, marked: bool) -> str:
        """Return the state, with since when words are new where they are marked."""
        since = tr("highlighted: since {since}", since=self.since) if marked and self.since else ""
        return " · ".join(filter(None, (self.status, self.mended, since)))

    def told(self, now: int) -> str:
        """Return what the head says, with how long it has taken by this time."""
        state = self.state
        took = clock((state.ended or now) - state.began) if state.began else ""
        return " · ".join(filter(None, (state.head, took)))

    @property
    def offer(self) -> tuple[object, ...]:
        """What can be done about this member: stays as it is while text arrives."""
        return (
            *(self.live, self.dropped, self.may_drop, self.failing),
            *(self.choosing, self.choice, self.edit, self.earlier, self.may_ask_again),
            *(self.may_rate, self.rating),
        )


def rows_of(view: SessionView, slot: str | None, draft: Draft) -> tuple[AnswerRow, ...]:
    """Return the cards in order: as at the table, or by letter while names are hidden."""
    return tuple(row_of(view, slot, draft, name, at) for at, name in enumerate(view.members()))


def arrived(view: SessionView, row: AnswerRow) -> str:
    """Return the text of a row as far as it has come now, empty where more of the row may be another."""
    call = view.live_calls.calls.get(row.seat)
    here = row.arriving and call is not None and call.answer and call.arrived and is_prose(call.text)
    return call.text if here and call is not None else ""


def row_of(view: SessionView, slot: str | None, draft: Draft, name: str, colour: int) -> AnswerRow:
    """Return a member's card; `colour`: its place at the table."""
    session, called = view.fold.session, view.names.of(name)
    letter = view.letter_beside(name)
    takes_part = name not in session.absent and name not in session.dropped
    choosing = takes_part and view.asks("texts") and not view.looking_at
    call = view.live_calls.calls.get(name) if not view.looking_at else None
    # What the person made of the text in this round is told by the choice.
    there, now = view.versions_in_sight(name, slot), view.place_in_sight
    versions = [v for v in there if not (choosing and v.by_person and (v.round, v.attempt) >= now)]
    newest = versions[-1] if versions else None
    # A text that stands from an earlier round has changed nothing in this one, whatever it changed then.
    fresh = newest is not None and (newest.round, newest.attempt) >= now
    texts = view.fold.texts
    base = texts.refined_from(newest) if newest is not None and fresh else None
    if newest is not None and not (choosing and fresh) and (stood := texts.stands(newest)) is not newest:
        # The person kept the older text: that one went on.
        newest, base = stood, None
    text, version = (newest.text, newest.seq) if newest is not None else ("", 0)
    before = base.text if base is not None else None
    live = under_way(view, call) or wait_of(view, call) is not None
    partial = (
        call is not None
        and bool(call.text)
        and call.answer
        and is_prose(call.text)
        and _broken_off(view, call, version)
    )
    if call is not None and (partial or (call.text and call.answer and is_prose(call.text) and live)):
        text, before, version = call.text, None, 0
    refined, fallback = view.at_stake(name) if choosing else ("", "")
    choice, edit = draft.text_of(name, *view.decided_text(name), refined) if choosing else ("refined", "")
    # What a call brought before it was ended has been made a text since.
    over = call is not None and call.state in ("cancelled", "interrupted") and call.asked < version
    state = state_of(view, name, None if over else call, slot, partial=partial)
    if call is not None and takes_part and not live and _is_whole(view, call):
        # It stands in the record as what was said, and becomes a text once the others are done, too.
        base, before = newest, text or None
        text, version, state = call.text, 0, finished(call) if version else state
    since = _since(view, base) if base is not None and before is not None else ""
    fact = view.live_calls.assessed.get((*view.place_in_sight, name))
    if since and fact is not None and fact.status == "held":
        # What was kept through the critiques may be new all the same.
        state = State(tr("New, and kept after the critiques"), head=tr("New"), short=tr("New"))
    if choice == "previous" and fallback:
        text, before, since = fallback, None, ""
        state = State(tr("The previous text will be used."), "run")
    elif choice == "edit":
        state, since = State(tr("Your edited text will be used."), "run"), ""
    waiting = call is not None and live and call.answer and not call.text and bool(version)
    old = ""
    if waiting and newest is not None:
        old = tr("Its answer of {place}, until the new one begins:", place=place_text(view, newest.round))
    elif state.tone == "stands" and newest is not None:
        old = tr("The answer of {place} stands.", place=place_text(view, newest.round))
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
        status=state.status,
        tone=state.tone,
        choosing=choosing and bool(refined),
        choice=choice,
        edit=edit,
        earlier=name in draft.earlier and name not in draft.edits,
        dropped=name in session.dropped,
        may_drop=name in session.dropped or len(set(view.members()) - session.dropped) > 1,
        failing=name in _failing(view),
        since=since,
        state=state,
        reads=_claims(view, name) if waiting else (),
        old=old,
        marks=_marks(view, name),
        may_rate=bool(version) and not live and not view.looking_at,
        rating=session.rated(name, view.round)[1] if not view.looking_at else None,
        may_ask_again=takes_part and bool(version) and view.asks("feedback") and not view.looking_at,
        may_mark=bool(version) and not live and choice != "edit" and _takes_marks(view),
        mended="" if live else mended_text(view.live_calls.mended.get((*view.place_in_sight, name), ())),
    )


def _failing(view: SessionView) -> set[str]:
    gate = view.gate()
    items = items_of(gate.fact.payload) if gate and view.asks("models") else []
    return {str(item.get("seat")) for item in items}


def _since(view: SessionView, before: TextVersion) -> str:
    """Name the text before, which has none of the new words."""
    number, attempt = view.place_in_sight
    if before.round != number:
        return place_text(view, before.round)
    if before.attempt != attempt:
        return tr("attempt {n}", n=before.attempt)
    return tr("its first draft")


def _broken_off(view: SessionView, call: SeatCall, version: int) -> bool:
    """Tell whether what arrived of a call is all there is of the text it was to write."""
    return not version or (
        call.state != "completed" and not under_way(view, call) and call.asked > version and call.answer
    )


def _is_whole(view: SessionView, call: SeatCall) -> bool:
    """Tell whether a call brought a whole text that is none in the record yet."""
    if call.state != "completed" or not call.answer or not call.text.strip() or not is_prose(call.text):
        return False
    texts = view.fold.texts.versions
    return call.asked > next((seq for seq in reversed(texts) if texts[seq].seat == call.seat), 0)


def _takes_marks(view: SessionView) -> bool:
    # What is looked back at is not what its author goes on with.
    return (
        view.workflow.takes_marks
        and not view.looking_at
        and view.fold.session.state not in ("finished", "failed")
    )


def _marks(view: SessionView, name: str) -> tuple[Marked, ...]:
    mine = (p for p in view.fold.critiques.points.values() if p.filed.mark and p.filed.target == name)
    return tuple(
        Marked(p.filed.quote, p.open, p.filed.mark == "strike") for p in mine if p.verdict != "dismiss"
    )


def _claims(view: SessionView, name: str) -> tuple[str, ...]:
    """Return what was said of a member's answer in this round, as “B: claim”, what was dismissed left out."""
    points = view.fold.critiques.ledger(*view.place_in_sight)
    mine = [p for p in points if p.filed.target == name and p.verdict != "dismiss"]
    return tuple(
        f"{view.letter(p.filed.critic) or view.names.of(p.filed.critic)}: "
        f"{single_line(view.names.veil(p.filed.claim), 140)}"
        for p in mine
    )
