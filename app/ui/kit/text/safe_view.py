"""The one door through which model text is shown with formatting.

Nothing is loaded but the pictures that came with the text itself, nothing is navigated to or opened. While a
text arrives each block is rendered once, when it is whole, what is still open as often as a share of the time
allows, and all of it at its end; long texts are filled in by small steps. What arrives while nobody can see
it is laid out when it comes into sight or is asked for, in one piece.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QTextEdit

from app.domain.pictures import FindPicture, Raster, without_pictures
from app.markup.render import render_parts
from app.markup.rendered import Rendered
from app.markup.visible import visible
from app.ui.kit.menu_button import passing_menu
from app.ui.kit.tasks import Tasks, pause
from app.ui.kit.text.arriving import LONGEST_MARK, closed, has_marks, open_fence, whole_until
from app.ui.kit.text.guarded import GuardedBrowser, offer_box, offer_links
from app.ui.kit.text.pictures import image_of, offer_pictures
from app.ui.kit.text.prepared import (
    NOTES,
    RenderedText,
    as_written,
    no_picture,
    paragraphs,
    passage_in,
    prepared_at_once,
    render_text,
    sign_positions,
    squeezed,
)
from app.ui.kit.text.signs import Marked, changed_signs, show_marks
from app.ui.kit.text.typography import (
    as_paragraphs,
    dress,
    fit_lines,
    paint_bullets,
    pixels_of,
    plain_shape,
    put_behind,
)
from app.ui.kit.texts import count, tr
from app.ui.kit.theme import Colours, colours

STEP_MS = 30
"""After this long the rest of a text waits for the next turn of the event loop."""
_PARTS_CHARS = 40_000
_SHARE = 6
"""So many times as long as setting what is open took, it is left alone."""
ADDED_CHARS, ADDED_LINES = 40_000, 200
"""As much is added at once as takes the text engine some ten milliseconds."""

_warm = False


def warm() -> None:
    """Import what rendering needs, so that the first text is shown formatted at once."""
    global _warm  # noqa: PLW0603  whether a module is loaded is a fact of the whole process
    render_text("x")
    _warm = True


class SafeTextView(GuardedBrowser):
    """Read-only model text."""

    quoted = Signal(str)
    """Selected words the person wants in the feedback."""
    settled = Signal()
    """The whole text stands."""

    _dressed: Colours | None = None
    """The colours the text stands in now; None before it is whole, when Qt asks already."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setMinimumHeight(40)
        self._page = super().document()
        """What is written on: to ask for `document` would write first what is to come behind."""
        self._page.setDocumentMargin(6)
        self._tasks = Tasks(self)
        self.written = ""
        """The text as the model wrote it."""
        self._before: str | None = None
        self._bare = self._parts_due = self._watched = self._dotted = False
        self._plain_wanted = False
        self.find_picture: FindPicture = no_picture
        """Knows the pictures that stand in texts as marks."""
        self.prepares: Callable[..., RenderedText] = render_text
        self._cursor_due = True
        self._prepared: RenderedText | None = None
        self._queue: list[Callable[[], None]] = []
        self._passages: tuple[Marked, ...] = ()
        """What a person has marked, and whether each is still open."""
        self._late: list[str] = []
        """The end of the text, as long as nobody sees it."""
        self._target_fraction: float | None = None
        self._held: tuple[int, float] | None = None
        self._laid_out = False
        self._run = self._filled = 0
        self._set = self._tail = self._looked = 0
        """Of an arriving text: how much stands formatted, where the rest begins, how far marks are sought."""
        self._dressed = colours()
        self._open, self._open_until = False, 0.0
        """Whether the rest is formatted as far as it has arrived, and when it may be done again."""
        self._turn = pause(self, 0, self._on_turn)
        self._later = pause(self, 60, self._come_in)

    def set_margins(self, beside: int, above: int, below: int = 0) -> None:
        """Give the text more room around it; `below`: while it is arriving."""
        self.margins, self._below = (beside, above), below or above
        # What is said in an empty one stands where its text would.
        self._page.setDocumentMargin(beside)
        self._fit_lines()

    def set_foot(self, pixels: int) -> None:
        """Leave room below the text, for what stands there and scrolls with it."""
        self._foot = pixels
        self._fit_lines()

    def _fit_lines(self) -> None:
        # Figures and records stand as they are.
        side, above = self.margins
        wide = 0 if self._bare else self.viewport().width()
        below = (self._below if self._live else above) + self._foot
        fit_lines(self._page, wide, (side, self._right()), above, below, self.font())

    # --- what is shown --------------------------------------------------------------------------

    def show_text(self, text: str, *, live: bool = False, before: str | None = None) -> None:
        """Show `text`: plain while `live`, else formatted; words that `before` has not are tinted."""
        if (text, live, before, False) == (self.written, self._live, self._before, self._bare):
            return
        if live and self._live and text.startswith(self.written):
            self._late.append(text[len(self.written) :])
            self.written = text
            if self.hasFocus() or self._is_seen():
                self._come_in()
            else:
                # A window that was put away is painted again only where something is to be painted.
                self.viewport().update()
            return
        # Who only watched the words arrive begins to read at the top.
        self._watched = self._live and not live and self._at_end
        stays = self.written and not self._bare and not self._watched
        fraction = self.reading_place() if stays else 0.0
        at_once = _warm and prepared_at_once(text + (before or ""))
        ready = self.prepares(text, before, self.find_picture) if at_once and not live else None
        # What has arrived of it stays until the whole is prepared.
        stands = bool(self.written) and self._live and text.startswith(self.written)
        self._take(text, ready, bare=False)
        self._live, self._before = live, before
        if live or ready is not None:
            self._refill(fraction)
            return
        if not stands and (not (plain := self.plain()) or not text.startswith(plain)):
            self._refill(fraction)
        self._tasks.start(self._prepare(text, before))

    def _take(self, text: str, ready: RenderedText | None, *, bare: bool) -> None:
        """Note what is to stand here; what is still being prepared comes to nothing."""
        self.written, self._prepared, self._bare = text, ready, bare
        self._live, self._before, self._parts_due = False, None, False
        self._tasks.cancel()

    def catch_up(self) -> None:
        """Lay out what arrived out of sight."""
        if self._late:
            text = "".join(self._late)
            self._late.clear()
            # Only where a line begins can a block have become whole.
            before = len(self.written) - len(text)
            begins = "\n" in text or before - self.written.rfind("\n") <= LONGEST_MARK
            if not (begins and self._set_whole()) and not self._set_open():
                self._append(text if self._tail == 0 or self._last() > self._tail else text.lstrip("\n"))

    def _come_in(self) -> None:
        """Lay out what arrived, or in a moment: setting what is open takes its share of the time, no more."""
        if self._open and time.monotonic() < self._open_until:
            self._later.start()
        else:
            self.catch_up()

    def copy_written(self) -> None:
        """Put the text as the model wrote it on the clipboard."""
        QGuiApplication.clipboard().setText(self.written)

    def show_parts(self, parts: Sequence[tuple[str, str]]) -> None:
        """Show several texts, each under its heading; very long ones as they are."""
        whole = "\n\n".join("\n".join(filter(None, part)) for part in parts)
        if len(whole) > _PARTS_CHARS:
            self.show_source(whole)
        elif whole != self.written or not self._bare or (self._prepared is None and not self._parts_due):
            at_once = prepared_at_once(whole)
            self._take(whole, RenderedText(render_parts(parts)) if at_once else None, bare=True)
            self._parts_due = not at_once
            self._refill(0.0)
            if not at_once:
                self._tasks.start(self._prepare_parts(tuple(parts)))

    def show_source(self, text: str, *, keep_place: bool = False) -> None:
        """Show text as it is, which is no Markdown: from its beginning, or at the place read before."""
        if text == self.written and self._bare and self._prepared is None and not self._parts_due:
            return
        fraction = self.reading_place() if keep_place and self.written else 0.0
        self._take(text, None, bare=True)
        self._refill(fraction)

    @property
    def note(self) -> str:
        """Why the text is shown plain, or how many pictures were left out; empty where nothing is to say."""
        if self._prepared is None:
            return ""
        rendered = self._prepared.rendered
        if rendered.reason:
            return tr(NOTES[rendered.reason])
        lost = rendered.images
        return count(lost, "1 picture not loaded", "{n} pictures not loaded") if lost else ""

    @property
    def pictures(self) -> list[Raster]:
        """The pictures that are shown in the text, in its order."""
        return list(self._prepared.pictures.values()) if self._prepared is not None else []

    @property
    def busy(self) -> bool:
        """Whether a part of the text is still to come."""
        return (
            bool(self._queue)
            or self._parts_due
            or (bool(self.written) and not self._live and not self._bare and self._prepared is None)
        )

    def document(self) -> QTextDocument:
        """Return what stands here, all that has arrived."""
        # Only Python asks here: what Qt does of its own is seen, has the focus, or is read aloud.
        self.catch_up()
        return self._page

    def toPlainText(self) -> str:
        """Return what stands here, all that has arrived, breaks in long words included."""
        self.catch_up()
        return super().toPlainText()

    def plain(self) -> str:
        """Return what stands here as plain text, as copying all of it gives."""
        return as_written(self.document().toRawText())

    async def _prepare(self, text: str, before: str | None) -> None:
        global _warm  # noqa: PLW0603  as in `warm`
        self._prepared = await asyncio.to_thread(self.prepares, text, before, self.find_picture)
        _warm = True
        self._refill(0.0 if self._watched else self.reading_place())

    async def _prepare_parts(self, parts: Sequence[tuple[str, str]]) -> None:
        rendered = await asyncio.to_thread(render_parts, parts)
        self._prepared, self._parts_due = RenderedText(rendered), False
        self._refill(self.reading_place())

    # --- filling in -----------------------------------------------------------------------------

    def _refill(self, fraction: float) -> None:
        self._target_fraction = fraction if fraction > 0 else None
        self._dressed = colours()
        self._queue = []
        self._late.clear()
        self._run = self._filled = 0
        self._dotted = self._open = False
        self.setExtraSelections([])
        self.clear()
        self._expect(len(self.written))
        # What is cleared has no margins of ours any more.
        self._fit_lines()
        self._at_end = fraction <= 0
        self.setCurrentCharFormat(QTextCharFormat())
        self._cursor_due = True
        self._set = self._tail = self._looked = 0
        self._let_go()
        if self._prepared is None:
            if not self._set_whole() and not self._set_open():
                self._append(self._source())
            return
        rendered = self._prepared.rendered
        if rendered.reason or self._plain_wanted:
            self._append(rendered.text if rendered.reason else self._source())
            return
        dress(self._page, self.font())
        self._queue = [partial(self._insert, block) for block in rendered.blocks]
        if self._prepared.fresh or self._prepared.gone or self._passages:
            self._queue.append(self._tint)
        self._on_turn()

    def _source(self) -> str:
        """Return the text as it was written, without the letters that large pictures are made of."""
        return visible(without_pictures(self.written))

    def _insert(self, block: str) -> None:
        html = as_paragraphs(block)
        self._dotted = self._dotted or "<ul" in html
        self._boxed = self._boxed or "<table" in html
        cursor = QTextCursor(self._page)
        cursor.setPosition(self._last())
        put_behind(cursor, html)

    def _set_whole(self) -> bool:
        """Format the blocks of an arriving text that are whole, and put the rest behind them as it is."""
        if not self._live or self._queue or not _warm or self._plain_wanted:
            return False
        end = whole_until(self.written, self._set)
        blocks = self.written[self._set : end]
        if not blocks or not prepared_at_once(blocks):
            return False
        rendered = self.prepares(blocks).rendered
        if rendered.reason or not rendered.blocks:
            return False
        at_end, bar = self._at_end, self.verticalScrollBar()
        cursor = QTextCursor(self._page)
        cursor.beginEditBlock()
        self._replace_rest(cursor, rendered)
        self._set = self._looked = end
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertBlock(plain_shape(self.font()), QTextCharFormat())
        cursor.endEditBlock()
        self._tail = self._last()
        self._run = self._filled = 0
        self._open = self._code_open = False
        if not self._set_open():
            self._append(visible(self.written[end:].lstrip("\n")))
        if at_end:
            bar.setValue(bar.maximum())
        return True

    def _replace_rest(self, cursor: QTextCursor, rendered: Rendered) -> None:
        """Put formatted blocks in the place of what is not set yet."""
        # With the break before it: the next block brings one of its own.
        cursor.setPosition(max(0, self._tail - 1))
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        if not cursor.block().text():
            # An empty one takes on what the last that was removed was, a point of a list.
            cursor.setBlockFormat(QTextBlockFormat())
        if self._set == 0:
            dress(self._page, self.font())
        for block in rendered.blocks:
            self._insert(block)

    def _set_open(self) -> bool:
        """Format the block that is still arriving as it will be; one without marks stands as it arrives."""
        if not self._live or self._queue or not _warm or self._plain_wanted:
            return False
        if not self._open and not has_marks(self.written, max(self._set, self._looked - LONGEST_MARK)):
            self._looked = len(self.written)
            return False
        rest = self.written[self._set :].lstrip("\n")
        if not prepared_at_once(rest):
            return False
        began = time.monotonic()
        rendered = self.prepares(closed(rest, tr("formula being written"))).rendered
        if rendered.reason:
            return False
        at_end, bar = self._at_end, self.verticalScrollBar()
        place = bar.value()
        cursor = QTextCursor(self._page)
        cursor.beginEditBlock()
        self._replace_rest(cursor, rendered)
        cursor.endEditBlock()
        self.fit_tables()
        self._open, self._code_open = True, bool(open_fence(rest))
        self._open_until = time.monotonic() + _SHARE * (time.monotonic() - began)
        bar.setValue(bar.maximum() if at_end else place)
        return True

    def _append(self, text: str) -> None:
        """Add plain text at the end, in paragraphs of bounded length."""
        lines, self._run, self._filled = paragraphs(text, self._run, self._filled)
        start = size = 0
        for end, line in enumerate(lines, 1):
            size += len(line)
            if size > ADDED_CHARS or end - start >= ADDED_LINES or end == len(lines):
                # The first paragraph goes on where the text ended.
                lead = "\n" if start else ""
                self._queue.append(partial(self._add, lead + "\n".join(lines[start:end])))
                start, size = end, 0
        if not self._turn.isActive():
            self._on_turn()

    def _add(self, text: str) -> None:
        with self._growing(self._page):
            at_end = self._live and self._at_end
            cursor = QTextCursor(self._page)
            # Begun before the cursor moves: outside, each move asks the layout for the line it is in.
            cursor.beginEditBlock()
            cursor.setPosition(self._last())
            cursor.insertText(text)
            cursor.endEditBlock()
            if at_end:
                self.follow()

    def _on_turn(self) -> None:
        began = time.monotonic()
        while self._queue:
            self._queue.pop(0)()
            if self._cursor_due and not self._page.isEmpty():
                # The first words push the person's cursor along, and a later look at it would scroll there.
                self._cursor_due, bar = False, self.verticalScrollBar()
                scroll = bar.value()
                self.setTextCursor(QTextCursor(self._page))
                bar.setValue(scroll)
            if (time.monotonic() - began) * 1000 > STEP_MS:
                break
        if self._queue:
            self._turn.start()
            return
        self._expect(0)
        self.fit_tables()
        self._go_to_place()
        self._tell_followed()
        if not self.busy and not self._live:
            self.settled.emit()

    def _last(self) -> int:
        # By its number: moving there asks the layout, a millisecond while text streams in.
        return self._page.characterCount() - 1

    def set_marked(self, passages: Sequence[Marked]) -> None:
        """Show which passages a person has marked."""
        if tuple(passages) != self._passages:
            self._passages = tuple(passages)
            if not self.busy:
                self._tint()

    def _tint(self) -> None:
        """Underline and tint new words, and what a person has marked: the colour is not the only sign."""
        marked = show_marks(self._page, self._passages, self._passage)
        self.setExtraSelections([*self._new_words(), *marked])

    def _new_words(self) -> list[QTextEdit.ExtraSelection]:
        if self._prepared is None or not (self._prepared.fresh or self._prepared.gone):
            return []
        text = self.toPlainText()
        if squeezed(text) != squeezed(self._prepared.rendered.text):
            return []
        at = sign_positions(text)
        return list(changed_signs(self._prepared.fresh, self._prepared.gone, at, self._span))

    def _span(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self._page)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    # --- reading --------------------------------------------------------------------------------

    def reading_place(self) -> float:
        """Return what part of the text lies above the first line in sight, 0 to 1."""
        self.catch_up()
        bar = self.verticalScrollBar()
        if self._target_fraction is not None:
            return self._target_fraction
        if self._held is not None and self._held[0] == bar.value():
            return self._held[1]
        if bar.value() == 0:
            return 0.0
        at = self.cursorForPosition(QPoint(8, 2)).position()
        return at / max(1, self._page.characterCount())

    def go_to(self, fraction: float) -> None:
        """Scroll so that the line at this part of the text is the first in sight."""
        self.catch_up()
        if self._queue or not self._laid_out:
            self._target_fraction = fraction
            return
        bar = self.verticalScrollBar()
        if fraction <= 0:
            # What was held while nothing could be scrolled yet stood at 0 too.
            self._held = None
            bar.setValue(0)
            return
        cursor = QTextCursor(self._page)
        cursor.setPosition(min(round(fraction * self._page.characterCount()), self._last()))
        bar.setValue(bar.value() + self.cursorRect(cursor).top() - 2)
        # Until the person scrolls, it is this fraction: finding it again would move it up line by line.
        self._held = (bar.value(), fraction)

    def _go_to_place(self) -> None:
        """Go to where the reader is to be, as soon as the text stands and has its size."""
        fraction, self._target_fraction = self._target_fraction, None
        if fraction is not None:
            self.go_to(fraction)

    def find_passage(self, quote: str) -> bool:
        """Select a passage by its words, whatever its spaces and marks, and scroll to it."""
        cursor = self._passage(quote)
        if cursor is not None:
            self.setTextCursor(cursor)
            self.ensureCursorVisible()
        return cursor is not None

    def _passage(self, quote: str) -> QTextCursor | None:
        place = passage_in(self.toPlainText(), quote)
        return self._span(*place) if place is not None else None

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Answer with a picture of the text, else with an empty one."""
        address = name if isinstance(name, str) else name.toString()
        found = self._prepared.pictures.get(address) if self._prepared is not None else None
        return image_of(found) if found is not None else super().loadResource(kind, name)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._late:
            # Right after: Qt cannot lay out what it is painting.
            QTimer.singleShot(0, self, self._come_in)
        super().paintEvent(event)
        if self._dotted:
            paint_bullets(self, self._page, pixels_of(self.font()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Have all of the text there for the keys."""
        self.catch_up()
        super().focusInEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Go to the place that was asked for before: the first time Qt scrolls to the cursor."""
        super().showEvent(event)
        if not self._laid_out:
            self._laid_out = True
            if not self._queue:
                self._go_to_place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the same words at the top."""
        fraction = self.reading_place() if event.oldSize().width() != event.size().width() else 0.0
        self._fit_lines()
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.fit_tables(anew=True)
        if fraction > 0 and not self._live and not self._queue:
            self.go_to(fraction)

    def changeEvent(self, event: QEvent) -> None:
        """Take the new theme's colours, once (it comes as several changes), or another size of the text."""
        super().changeEvent(event)
        other = self._dressed not in (None, colours())
        if self._dressed is None:
            return
        sized = event.type() == QEvent.Type.FontChange
        if sized:
            self._fit_lines()
        if (sized or (event.type() == QEvent.Type.PaletteChange and other)) and self._prepared:
            self._refill(self.reading_place())

    # --- menu -----------------------------------------------------------------------------------

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer copying, quoting, the links and the plain form."""
        menu, some = passing_menu(self), self.textCursor().hasSelection()
        menu.addAction(tr("Copy"), self.copy).setEnabled(some)
        if (table := self.asked_box(event)) is not None:
            offer_box(menu, self, table)
        quote = partial(self.quoted.emit, self.marked_words())
        menu.addAction(tr("Quote in feedback"), quote).setEnabled(some)
        menu.addAction(tr("Select all"), self.selectAll)
        rendered = self._prepared.rendered if self._prepared else None
        if rendered is not None:
            offer_links(menu, rendered.links)
        offer_pictures(menu, self, self.pictures)
        plain = menu.addAction(tr("Show as plain text"))
        plain.setCheckable(True)
        plain.setChecked(self._plain_wanted)
        plain.setEnabled(rendered is not None and not rendered.reason)
        plain.toggled.connect(self.show_plain)
        menu.popup(event.globalPos())

    def show_plain(self, plain: bool) -> None:
        """Show the source instead of the formatted text, or go back."""
        if plain != self._plain_wanted:
            self._plain_wanted = plain
            self._refill(self.reading_place())
