"""Changes: any two texts beside each other, and what is kept of the newer one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget

from app.domain.canonical import digest, dumps
from app.projections.texts import TextVersion
from app.services.change_review import Decision, Standing, indices, standing
from app.ui.kit.controls import word_button
from app.ui.kit.diff.bar import DiffBar, DiffHead
from app.ui.kit.diff.rows import Prepared
from app.ui.kit.diff.strip import OverviewStrip
from app.ui.kit.diff.view import DiffView, Place
from app.ui.kit.layouts import boxed, in_column, in_row
from app.ui.kit.preferences import Preferences
from app.ui.kit.screen import is_narrow
from app.ui.kit.texts import count, escaped, single_line, tr
from app.ui.panels.picking import Picker
from app.ui.view.draft_store import DraftStore
from app.ui.view.panel import PanelContext, ReviewPanel
from app.ui.view.places import ReadingPlaces
from app.ui.view.session_view import SessionView

if TYPE_CHECKING:
    from app.engine.tabs import TextsBy
    from app.ui.kit.diff.bar import FormattedPair


class ChangesPanel(ReviewPanel):
    """Choice of two texts, the diff, and decisions on each change."""

    def __init__(self, slot: str = "", by: TextsBy = "seat") -> None:
        super().__init__()
        self._by = by
        self._view: SessionView | None = None
        self._shown: tuple[str, str, str] | None = None
        self._standing: Standing | None = None
        self._unrecorded: Standing | None = None
        """What was decided here and is not yet in a record."""
        self._due = 0
        """How many words on this pair the records hold once it is."""
        self._problem = ""
        self._places = ReadingPlaces()
        self._draft_store: DraftStore | None = None
        self._go_to: str | None = None
        """A passage whose change is gone to once the texts are compared."""
        self.picker = Picker(slot, by)
        self.diff = DiffView(deciding=True)
        # The overview beside it shows where one is, and is pulled like a scroll bar.
        self.diff.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.strip = OverviewStrip(self.diff)
        self.head = DiffHead(self.diff)
        self.bar = DiffBar(self.diff, Preferences())
        self.merge = word_button(
            "merge", tr("Merge answers…"), tr("Take passages of several answers into one text")
        )
        about = tr("Write over this text, at the change in sight")
        self.edit = word_button("pencil", tr("Edit…"), about, name=tr("Edit this text"))
        self.tools = boxed(in_row(self.edit, self.merge, self.bar.formatted, spacing=4))
        self.member, self.old, self.new = self.picker.member, self.picker.old, self.picker.new
        self.previous, self.next, self.counter = self.bar.previous, self.bar.next, self.bar.counter
        self._stack = QStackedWidget()
        sheet = in_row((self.diff, 1), self.strip, spacing=0)
        self._stack.addWidget(boxed(in_column(self.head, (sheet, 1), spacing=0)))
        self._formatted: FormattedPair | None = None
        top = in_row(self.picker, (self.bar, 1), spacing=8, margins=(14, 4, 10, 4))
        self.setLayout(in_column(top, (self._stack, 1), spacing=0))
        self.merge.clicked.connect(self.merge_wanted)
        self.edit.clicked.connect(self._on_edit_clicked)
        self.picker.picked.connect(self._compare)
        self.bar.granularity_changed.connect(self._compare)
        self.diff.compared.connect(self._on_compared)
        self.bar.formatted.toggled.connect(self._on_formatted_toggled)
        self.bar.keep_all_wanted.connect(self._on_keep_all_wanted)
        self.bar.carry_wanted.connect(self._on_carry_wanted)
        self.diff.moved.connect(self._count)
        self.diff.keep_wanted.connect(self._on_keep_wanted)
        self.diff.tick_wanted.connect(self._on_tick_wanted)
        self._count()

    def refresh(self, view: SessionView) -> None:
        """Offer the texts there are; the person's choice and place are kept where nothing new came."""
        if view is not self._view:
            # What could not be done, or is not recorded yet, is another session's: a fork has the same texts.
            self._view, self._unrecorded, self._problem = view, None, ""
        self.merge.setVisible(view.asks("texts") and not view.looking_at)
        self.edit.setVisible(self._by == "seat" and view.asks("texts") and not view.looking_at)
        if self.picker.refresh(view, self._typed()) or self._shown is None:
            self._compare()
        else:
            self._take_standing()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show one column where the whole window is narrow, and nothing else was chosen."""
        super().resizeEvent(event)
        self.diff.set_roomy(not is_narrow(self))

    def _on_edit_clicked(self) -> None:
        at = self.diff.active
        lines = (line.text("right").strip() for line in self.diff.prepared.lines if line.change == at)
        self.edit_wanted.emit(str(self.member.currentData() or ""), next(filter(None, lines), ""))

    def _typed(self) -> Mapping[str, str]:
        """Return what the person wrote over members' texts and has not sent."""
        if self._draft_store is None or self._view is None or not self._view.asks("texts"):
            return {}
        draft = self._draft_store.draft
        return {seat: draft.edits[seat] for seat in draft.edits if draft.choices.get(seat) == "edit"}

    def _on_draft_changed(self) -> None:
        if self._view is not None and self.isVisible():
            self.refresh(self._view)

    def go(self, step: int) -> None:
        """Go to the next or previous change, where the letters that decide it hold."""
        self.diff.go(step)
        self.diff.setFocus()

    def mark_reviewed(self) -> None:
        """Tick the change in sight and go to the next that is not; at the first where none is chosen."""
        self.diff.mark_reviewed()

    def show_change(self, seat: str, seq: int, quote: str) -> None:
        """Compare a member's text (by its seq) with the one it refines, at the change by a passage."""
        if self._view is None:
            return
        mine = [version for version in self.picker.of_seat(seat) if not version.by_person]
        newer = next((version for version in mine if version.seq >= seq), mine[-1] if mine else None)
        if newer is None:
            return
        self._go_to = quote
        self.picker.choose_member(seat)
        self.picker.choose(self.picker.older(newer), newer)
        self._go_to_passage()
        self.diff.setFocus()

    def show_newest(self, whose: str) -> None:
        """Compare the newest text of a member, or of a slot, with the one before."""
        self.picker.choose_member(whose)
        self._compare()

    def _go_to_passage(self) -> None:
        """Go to the change asked for, once the texts are compared."""
        if self._go_to is not None and self._at_hand:
            change, self._go_to = self.diff.find_change(self._go_to), None
            if change >= 0:
                self.diff.go_to(change)

    def use(self, context: PanelContext) -> None:
        """Quote in the feedback that is being written, and keep reading places with the session."""
        self._draft_store, self._places = context.draft_store, context.places
        self._draft_store.changed.connect(self._on_draft_changed)
        self.diff.can_quote = True
        self.diff.quoted.connect(self._on_quoted)
        self._places.leaving.connect(self._remember)

    def _remember(self) -> None:
        if self._shown is not None and self._at_hand:
            self._places.put(_place_name(self._shown), list(self.diff.reading_place()))

    def _on_quoted(self, words: str, pane: str) -> None:
        pair = self.picker.pair
        if self._draft_store is not None and pair is not None:
            who = self.picker.title(pair[0] if pane == "left" else pair[1])
            if told := self._draft_store.quote(words, who):
                self.news.emit(told)

    # --- comparing ----------------------------------------------------------------------------

    def _compare(self) -> None:
        pair = self.picker.pair
        if pair is None:
            self._shown = None
            self._show_formatted()
            self.diff.compare("", "")
            return
        old, new = pair
        wanted = (old.text, new.text, self.bar.granularity)
        if wanted == self._shown:
            self._take_standing()
            return
        self._remember()
        # What was decided belongs to the pair before.
        self._shown, self._unrecorded, self._standing = wanted, None, None
        self._show_formatted()
        self.diff.compare(*wanted)

    @property
    def _at_hand(self) -> bool:
        """Whether the view shows what was asked for last."""
        prepared = self.diff.prepared
        return (prepared.old, prepared.new, prepared.granularity) == self._shown

    def _on_compared(self) -> None:
        self._problem = ""
        position = self._places.numbers(_place_name(self._shown), 3) if self._shown is not None else None
        if position is not None:
            change, line, offset = position
            self.diff.go_back_to(Place(int(change), int(line), offset))
        self._take_standing()
        self._go_to_passage()

    def _show_formatted(self) -> None:
        """Show both texts formatted, where that was asked for; nobody waits for their comparison."""
        if self._formatted is not None:
            self._formatted.show_texts(*(self._shown[:2] if self._shown is not None else ("", "")))

    def _on_formatted_toggled(self, on: bool) -> None:
        if on and self._formatted is None:
            # Late: most readers never ask for it, and it brings the whole Markdown machinery.
            from app.ui.kit.diff.bar import FormattedPair

            self._formatted = FormattedPair()
            self._stack.addWidget(self._formatted)
        self._show_formatted()
        self._stack.setCurrentIndex(1 if on else 0)

    # --- deciding -----------------------------------------------------------------------------

    def _take_standing(self) -> None:
        """Show what the records say; what was told just now stays until it is among them."""
        pair = self.picker.pair
        if self._view is None or pair is None or not self._at_hand:
            self._standing = None
            self._count()
            return
        found = replace(standing(self._view.fold, *pair), decidable=_decidable(self._view, pair[1], self._by))
        if self._unrecorded is not None:
            if found.times >= self._due:
                self._unrecorded = None
            else:
                found = replace(self._unrecorded, decidable=found.decidable)
        if self._unrecorded is None and found.decidable:
            found = self._as_chosen(found)
        self._standing = found
        self._show_standing()

    def _as_chosen(self, found: Standing) -> Standing:
        """Return what stands by what was chosen and typed for this text and is not sent yet."""
        draft = self._draft_store.draft if self._draft_store is not None else None
        choice = draft.choices.get(found.new.seat) if draft is not None else None
        if draft is None or choice is None:
            return found
        if choice == "edit":
            return replace(found, text=draft.edits.get(found.new.seat, found.text))
        if choice == "previous" and found.base == found.old.text:
            every = frozenset(hunk.key for hunk in self.diff.prepared.comparison.hunks)
            return replace(found, reverted=every, text=found.base)
        return found if choice == "previous" else replace(found, reverted=frozenset(), text=found.new.text)

    def _show_standing(self) -> None:
        found = self._standing
        if found is not None:
            prepared = self.diff.prepared
            self.diff.show_decisions(
                indices(prepared.comparison, found.reverted),
                indices(prepared.comparison, found.reviewed),
                decidable=found.decidable,
                can_tick=prepared.changes > 0,
            )
            self.bar.carry.setEnabled(found.decidable and self._earlier_edit(found.new) is not None)

    def take_back(self) -> None:
        """Forget what could not be told; the records hold."""
        self._unrecorded = None
        self._take_standing()

    def _decide(self, decided: tuple[Standing, Decision] | None, problem: str = "") -> None:
        """Tell what was decided; `problem`: why nothing could be."""
        self._problem = problem if decided is None else ""
        if decided is None:
            self._count()
            return
        times = self._standing.times if self._standing else 0
        self._due = (self._due if self._unrecorded else times) + 1
        self._standing = self._unrecorded = decided[0]
        self._show_standing()
        self.changes_decided.emit(decided[1], self)

    def _key(self, change: int) -> str:
        return self.diff.prepared.comparison.hunks[change].key

    def _on_tick_wanted(self, change: int, reviewed: bool) -> None:
        if self._standing is not None:
            key = frozenset({self._key(change)})
            before = self._standing.reviewed
            after = before | key if reviewed else before - key
            words = tr("tick on change {n}", n=change + 1)
            self._decide(self._standing.ticked(after, words))

    def _on_keep_wanted(self, change: int, new: bool) -> None:
        found = self._standing
        if found is None or change < 0:
            return
        key = frozenset({self._key(change)})
        reverted = found.reverted - key if new else found.reverted | key
        if reverted != found.reverted:
            words = tr("new text of change {n}") if new else tr("old text of change {n}")
            self._keep(reverted, words.format(n=change + 1), found.reviewed | key)
        elif not key <= found.reviewed:
            # It goes on already; that it was looked at is the news.
            self._on_tick_wanted(change, True)

    def _on_keep_all_wanted(self, new: bool) -> None:
        if new:
            self._keep(frozenset(), tr("new text of all changes"))
        else:
            every = frozenset(hunk.key for hunk in self.diff.prepared.comparison.hunks)
            self._keep(every, tr("old text of all changes"))

    def _keep(self, reverted: frozenset[str], words: str, reviewed: frozenset[str] | None = None) -> None:
        """Keep the old text of these changes, and of no other; `reviewed`: those that count as looked at."""
        found = self._standing
        if found is not None and found.decidable and reverted != found.reverted:
            overlaps = tr("Your own edit of this text overlaps this change. Edit the text instead.")
            self._decide(found.keeping(self.diff.prepared.comparison, reverted, words, reviewed), overlaps)

    def _earlier_edit(self, new: TextVersion) -> tuple[str, str] | None:
        """Return an earlier text of this seat and what the person wrote over it, the newest there is."""
        if self._view is None:
            return None
        texts = self._view.fold.texts
        found = [v for v in texts.of_seat(new.seat, new.slot) if v.by_person and v.seq < new.seq]
        version = texts.versions.get(found[-1].seq) if found else None
        return (version.text, found[-1].text) if version is not None else None

    def _on_carry_wanted(self) -> None:
        found = self._standing
        edit = self._earlier_edit(found.new) if found else None
        if found is not None and edit is not None and found.decidable:
            problem = tr("Your earlier edit finds no place in this text. Edit the text instead.")
            self._decide(found.carrying(*edit, tr("your earlier edit")), problem)

    # --- words --------------------------------------------------------------------------------

    def _count(self) -> None:
        diff = self.diff
        if self._problem:
            text = self._problem
        elif not self.picker.texts:
            text = tr("No text yet")
        elif self.picker.texts < 2:
            text = tr("Only one text so far")
        else:
            text = diff.place_words()
            if diff.reviewed:
                text += " · " + tr("{n} reviewed", n=len(diff.reviewed))
            if diff.reverted:
                text += " · " + count(len(diff.reverted), "{n} old text kept", "{n} old texts kept")
            if diff.changes:
                text += " · " + tr("{n} % changed", n=max(1, round(100 * diff.prepared.figures.ratio)))
        self.counter.setText(text)
        if diff.changes:
            heading = diff.prepared.comparison.hunks[diff.current - 1].heading if diff.current else ""
            under = tr("Under “{heading}”", heading=single_line(heading, 80)) if heading else ""
            whole = "\n".join(filter(None, (text, under, _figures(diff.prepared))))
            self.counter.setToolTip(escaped(whole))
        pair = self.picker.pair
        old, new = map(self.picker.caption, pair) if pair is not None else ("", "")
        # A text that nothing is compared with is named once.
        self.head.show_captions("" if pair is not None and pair[0] == pair[1] else old, new)


def _decidable(view: SessionView, new: TextVersion, by: TextsBy) -> bool:
    """Tell whether a choice of this text's changes can still go on: it is the one under review."""
    if by == "slot":
        kind, here = view.asked(), (new.round, new.attempt) == (view.round, view.attempt)
        own = [text for text in view.slots(new.slot).get(new.slot, ()) if not text.by_person]
        return kind is not None and kind.slots and here and bool(own) and own[-1] == new
    newest = view.fold.texts.current(new.slot, new.seat)
    return (
        view.asks("texts")
        and newest is not None
        and (newest.seq, False) == (new.seq, new.by_person)
        and (new.round, new.attempt) == (view.round, view.attempt)
        and new.slot == view.slot
        and new.seat in view.active_members()
    )


def _figures(prepared: Prepared) -> str:
    counts = prepared.figures
    parts = [tr("+{come} −{gone} words", come=f"{counts.words_inserted:,}", gone=f"{counts.words_deleted:,}")]
    if counts.moved:
        parts.append(tr("{n} moved", n=counts.moved))
    return " · ".join(parts)


def _place_name(compared: tuple[str, str, str]) -> str:
    """Return a short name of a comparison: of its texts, whoever wrote them, and its granularity."""
    return f"changes/{digest(dumps(list(compared)))[:16]}"
