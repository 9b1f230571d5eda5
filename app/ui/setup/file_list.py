"""Chosen files as chips in a box that files are dropped into."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QBuffer,
    QIODevice,
    QMimeData,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QFileDialog,
    QFrame,
    QListView,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.given_pictures import SENT, picture_of
from app.domain.messages import GivenPicture
from app.domain.pictures import Raster
from app.services.context_files import refuse_too_many
from app.ui.kit.chip import caption_font
from app.ui.kit.controls import combo_box
from app.ui.kit.dialog import show_once
from app.ui.kit.files import dropped_files, near_folder
from app.ui.kit.icons import icon, paint_icon
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.pick_list import GROUP, Group, PickList
from app.ui.kit.tables import Index
from app.ui.kit.text.pictures import image_of
from app.ui.kit.texts import button, count, day, error_text, escaped, label, single_line, tr
from app.ui.kit.theme import CAPTION, colours

_TEXT = Qt.ItemDataRole.UserRole
ABOUT = Qt.ItemDataRole.UserRole + 1
"""How much there is in a file, once it was read."""
_THUMBNAIL = Qt.ItemDataRole.UserRole + 3
"""A picture, small, once it was read."""
_ONLY = Qt.ItemDataRole.UserRole + 2
"""The one member that a file is for; none: it is for all."""
_HIGH, _SIDE, _ICON, _GAP, _WIDEST = 28, 8, 14, 6, 320
_THUMB, _SHARP = 22, 4
"""The side of a picture on a chip, and dots for each of its pixels: for sharp screens, and the tool tip."""
_ROWS = 3
"""Rows of chips that are seen at once."""

if TYPE_CHECKING:
    from app.engine.session_rows import SessionRow


def pasted_picture(data: QMimeData) -> bytes:
    """Return the picture on a clipboard as a file's bytes, its very own where it has some; empty: none."""
    for kind in SENT:
        if data.hasFormat(f"image/{kind}"):
            return bytes(data.data(f"image/{kind}").data())
    image = data.imageData() if data.hasImage() else None
    if not isinstance(image, QImage) or image.isNull():
        return b""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # a format is a text here
    return bytes(buffer.data().data())


class _Chips(QListWidget):
    """Files beside each other, as high as their rows; Delete takes the chosen one out."""

    fitted = Signal()
    """Other chips are there, or with other words."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("chips")
        self.setAccessibleName(name)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSpacing(2)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fits = False
        """Whether it is taking the room it needs."""
        self._drawn = _ChipDelegate(self)
        self.setItemDelegate(self._drawn)
        self.setToolTip(tr("Text, Markdown, code, PDF, DOCX and pictures; of a folder, every file in it"))
        self.hide()
        for changed in (self.model().rowsInserted, self.model().rowsRemoved, self.model().modelReset):
            changed.connect(self.fit)

    def fit(self) -> None:
        """Take the room of the rows there are."""
        # Laying out may show a bar or hide it, which makes the rows narrower or wider amid that.
        if not self._fits:
            self._fits = True
            self._take_room()
            self._fits = False
            self.fitted.emit()

    def _take_room(self) -> None:
        self.setVisible(self.count() > 0)
        self.doItemsLayout()
        rows = {self.visualItemRect(self.item(at)).y() for at in range(self.count())}
        high = self.sizeHintForRow(0) + 2 * self.spacing() if self.count() else 0
        self.updateGeometry()
        self.setFixedHeight(max(1, min(_ROWS, len(rows))) * high + 2)

    def sizeHint(self) -> QSize:
        """Return the width of all chips in one row."""
        items = map(self.item, range(self.count()))
        wide = sum(self._drawn.whole(self.indexFromItem(item)).width() for item in items)
        return QSize(wide + self.count() * 2 * self.spacing() + 6, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the least, in which names are cut."""
        return QSize(120, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.takeItem(self.currentRow())
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take a file out where its cross was pressed."""
        item = self.itemAt(event.position().toPoint())
        if item is not None and _cross_of(self.visualItemRect(item)).contains(event.position().toPoint()):
            self.takeItem(self.row(item))
            return
        super().mouseReleaseEvent(event)


def _cross_of(chip: QRect) -> QRect:
    return QRect(chip.right() - _ICON - _SIDE - 2, chip.top(), _ICON + _SIDE + 3, chip.height())


class _ChipDelegate(QStyledItemDelegate):
    """Draws an icon, a name, how much there is in the file, and a cross."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c, chip = colours(), option.rect.adjusted(0, 0, -1, -1)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(c.accent if focused else c.edge if chosen else c.line))
        painter.setBrush(QColor(c.selection if chosen else c.window))
        painter.drawRoundedRect(chip, 6, 6)
        middle = chip.center().y() - _ICON // 2 + 1
        self._paint_kind(painter, chip, index)
        paint_icon(painter, QRect(chip.right() - _SIDE - _ICON, middle, _ICON, _ICON).toRectF(), "x", "muted")
        name, about, metrics = self._words(index)
        painter.setFont(self._font())
        left = chip.left() + _SIDE + _ICON + _GAP
        room = chip.right() - _SIDE - _ICON - _GAP - left
        about_wide = metrics.horizontalAdvance(about) + (_GAP if about else 0)
        painter.setPen(QColor(c.text))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        cut = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room - about_wide)
        painter.drawText(QRect(left, chip.top(), room, chip.height()), flags, cut)
        painter.setPen(QColor(c.muted))
        painter.drawText(
            QRect(left, chip.top(), room, chip.height()), flags | Qt.AlignmentFlag.AlignRight, about
        )
        painter.restore()

    def _paint_kind(self, painter: QPainter, chip: QRect, index: Index) -> None:
        """Draw the picture itself where it is one, else a page."""
        thumbnail = index.data(_THUMBNAIL)
        if not isinstance(thumbnail, QImage):
            middle = chip.center().y() - _ICON // 2 + 1
            box = QRect(chip.left() + _SIDE, middle, _ICON, _ICON)
            paint_icon(painter, box.toRectF(), "file-text", "text2")
            return
        box = QRect(chip.left() + 3, chip.center().y() - _THUMB // 2 + 1, _THUMB, _THUMB)
        size = thumbnail.size().scaled(box.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRect(QPoint(), size)
        place.moveCenter(box.center())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, thumbnail)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of one, no more than the list has."""
        del option
        size, owner = self.whole(index), self.parent()
        assert isinstance(owner, QListWidget)
        return QSize(min(size.width(), max(80, owner.viewport().width() - 6)), size.height())

    def whole(self, index: Index) -> QSize:
        name, about, metrics = self._words(index)
        words = metrics.horizontalAdvance(name) + (metrics.horizontalAdvance(about) + _GAP if about else 0)
        wide = words + 2 * _SIDE + 2 * (_ICON + _GAP) + 4
        return QSize(min(wide, _WIDEST), max(_HIGH, metrics.height() + 12))

    def _words(self, index: Index) -> tuple[str, str, QFontMetrics]:
        text = str(index.data())
        name = text if index.data(_TEXT) is not None else Path(text).name or text
        only = str(index.data(_ONLY) or "")
        about = [tr("for {name}", name=single_line(only, 40)) if only else "", str(index.data(ABOUT) or "")]
        return single_line(name, 120), " · ".join(filter(None, about)), QFontMetrics(self._font())

    def _font(self) -> QFont:
        owner = self.parent()
        assert isinstance(owner, QWidget)
        return caption_font(owner.font())


def thumbnails_of(texts: Sequence[Mapping[str, object]]) -> dict[str, QImage]:
    """Return the pictures among what was read, small, by their names; may take a while, in any thread."""
    found: dict[str, QImage] = {}
    for text in texts:
        if isinstance(given := text.get("picture"), Mapping):
            picture = GivenPicture.model_validate(given)
            raster = Raster(picture.kind, picture.width, picture.height, picture.content)
            image = image_of(raster, _SHARP * _THUMB)
            if not image.isNull():
                found[str(text["name"])] = image
    return found


def _about(text: Mapping[str, object]) -> str:
    if isinstance(given := text.get("picture"), Mapping):
        picture = GivenPicture.model_validate(given)
        return f"{picture.width} × {picture.height}"
    return count(len(str(text["text"]).split()), "{n} word", "{n} words")


class FileList(QFrame):
    """Chosen files, listed before they are sent."""

    changed = Signal()

    def __init__(self, name: str, *, for_one: bool = False, pastes: bool = False) -> None:
        """`pastes`: it lists answers, which may be a session's, too."""
        super().__init__()
        self.title = label(name, bold=True)
        """Shown where nothing beside the box says what it asks for."""
        self.title.setBuddy(self)
        self.title.hide()
        self.for_one = for_one
        """Whether a file may be given to one member alone."""
        self.pastes = pastes
        self._members: list[str] = []
        self.setObjectName("drop")
        self.setAcceptDrops(True)
        self.list = _Chips(name)
        self._hint = label(tr("Drop files or"), muted=True, scale=CAPTION)
        add, folder = button(tr("Add files…")), button(tr("Add folder…"))
        self.give = MenuButton(tr("For one…"), tr("Give the chosen file to one member alone"), chevron=True)
        self.give.setToolTip(self.give.accessibleName())
        self.give.further = self._for_whom
        self.paste = button(tr("Paste"))
        self.paste.setToolTip(tr("Take the text of the clipboard"))
        self.sessions = MenuButton(tr("From a session"), tr("Take the answer of a session"), chevron=True)
        self.sessions.setToolTip(self.sessions.accessibleName())
        self.sessions.hide()
        self._answers = combo_box(self.sessions.accessibleName())
        self._answers.setParent(self)
        self._answers.hide()
        self._answers.activated.connect(lambda at: self._answers.itemData(at)())
        self.sessions.opens = self._open_answers
        for link in (add, folder, self.paste):
            link.setObjectName("link")
        add.setIcon(icon("paperclip", "accent"))
        add.setIconSize(QSize(20, 14))
        links = (self.give, self._hint, add, folder, self.paste, self.sessions)
        self._links = in_row(*links, SPACE, spacing=4)
        self._both = in_row(self.title, self.list, self._links, spacing=8, margins=(10, 4, 8, 4))
        self.setLayout(self._both)
        # Not at once: it may be told from within the layout that is turned by it, which ended the program.
        self.list.fitted.connect(self._arrange, Qt.ConnectionType.QueuedConnection)
        self.setMinimumHeight(36)
        self.setFocusProxy(add)
        modes = QFileDialog.FileMode
        add.clicked.connect(lambda: self._ask(tr("Add files"), modes.ExistingFiles))
        folder.clicked.connect(lambda: self._ask(tr("Add folder"), modes.Directory))
        self.paste.clicked.connect(self._on_paste_clicked)
        folder.setHidden(pastes)
        self.give.hide()
        for moved in (self.list.model().rowsInserted, self.list.model().rowsRemoved):
            moved.connect(self.changed)
            moved.connect(self._show_give)

    def minimumSizeHint(self) -> QSize:
        """Return what the wider of its rows needs: what stands beside each other may stand below too."""
        edges = self._both.contentsMargins()
        links = self._links.sizeHint().width() - self._hint_width() * self._hint.isVisibleTo(self)
        wide = max(links, self.title.sizeHint().width()) + edges.left() + edges.right()
        return QSize(wide, super().minimumSizeHint().height())

    def _hint_width(self) -> int:
        return self._hint.sizeHint().width() + self._links.spacing()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say that files may be dropped where there is room for it beside them."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Put title, chips and links above each other, without a hint, where there is no room beside."""
        edges, gap = self._both.contentsMargins(), self._both.spacing()
        room = self.width() - edges.left() - edges.right() - 2 * gap
        hint = self._hint_width()
        links = self._links.sizeHint().width() - hint * self._hint.isVisibleTo(self)
        title = max(self.title.sizeHint().width(), self.title.minimumWidth())
        taken = links + (title if self.title.isVisibleTo(self) else 0)
        taken += self.list.sizeHint().width() if self.list.count() else 0
        beside = taken <= room
        self._hint.setVisible(beside and taken + hint <= room)
        ways = QBoxLayout.Direction
        self._both.setDirection(ways.LeftToRight if beside else ways.TopToBottom)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files, a text where texts are given, and pictures where they are context."""
        if dropped_files(event.mimeData()) or self._takes(event.mimeData()):
            event.acceptProposedAction()

    def _takes(self, data: QMimeData) -> bool:
        return data.hasText() or (self.for_one and data.hasImage())

    def dropEvent(self, event: QDropEvent) -> None:
        files = dropped_files(event.mimeData())
        self.add(files)
        if not files:
            self._give(tr("Dropped text"), event.mimeData())
        event.acceptProposedAction()

    def _give(self, name: str, data: QMimeData) -> None:
        """List the picture that something holds, where pictures are context, else its text."""
        if self.for_one and data.hasImage():
            self.add_picture(pasted_picture(data))
            return
        alike = sum(item.text().startswith(name) for item in self._items())
        self.give_text(f"{name} {alike + 1}" if alike else name, data.text())

    def add(self, paths: Sequence[str]) -> None:
        """List more files, none twice, or say that they are more than are read."""
        there = {str(path) for path in self.paths()}
        more = [path for path in paths if path not in there]
        try:
            refuse_too_many(len(there) + len(more))
        except InputError as error:
            self._tell_why(error)
            return
        self.list.addItems(more)

    def _tell_why(self, error: InputError) -> None:
        QToolTip.showText(self.mapToGlobal(self.rect().topLeft()), escaped(error_text(error)), self)

    def offer(self, members: Sequence[str]) -> None:
        """Offer these members where a file may be for one alone."""
        self._members = list(members)
        self._show_give()

    def _show_give(self) -> None:
        self.give.setVisible(self.for_one and len(self._members) > 1 and self.list.count() > 0)

    def _for_whom(self) -> list[tuple[str, Callable[[], object]]]:
        """Return whom the chosen file, or the last, can be given to, and what gives it."""
        row = self.list.currentRow()
        item = self.list.item(row if row >= 0 else self.list.count() - 1)
        now = str(item.data(_ONLY) or "")
        names = [*([""] if now else []), *(name for name in self._members if name != now)]
        titles = (
            tr("Only for {name}", name=single_line(name, 60)) if name else tr("For all") for name in names
        )
        return [(t, partial(self._give_to, item, name)) for t, name in zip(titles, names, strict=True)]

    def _give_to(self, item: QListWidgetItem, name: str) -> None:
        item.setData(_ONLY, name or None)
        if item.data(_TEXT) is not None:
            item.setData(_TEXT, {**item.data(_TEXT), "only": name})
        self.list.fit()
        self.changed.emit()

    def _ask(self, title: str, mode: QFileDialog.FileMode) -> None:
        last = self.paths()[-1:]
        dialog = QFileDialog(self, title, str(near_folder(*(str(path.parent) for path in last))))
        dialog.setFileMode(mode)
        dialog.filesSelected.connect(self.add)
        show_once(dialog)

    def _on_paste_clicked(self) -> None:
        data: QMimeData | None = QGuiApplication.clipboard().mimeData()
        # Nothing at all may lie there, whatever Qt's types say.
        if data is not None:
            self._give(tr("Pasted text"), data)

    def give_text(self, name: str, text: str) -> None:
        """List a text that is no file; one of blanks is none."""
        if not text.strip():
            return
        item = QListWidgetItem(single_line(name, 120))
        item.setData(_TEXT, {"name": name, "text": text.strip()})
        item.setData(ABOUT, count(len(text.split()), "{n} word", "{n} words"))
        self.list.addItem(item)

    def offer_sessions(
        self,
        rows: Sequence[tuple[SessionRow, Sequence[str]]],
        wanted: Callable[[SessionRow | None, str], object],
        *,
        more: bool,
    ) -> None:
        """Offer the final answers of sessions and their members', where texts may be given.

        `wanted` is given the session, None: another one is wanted, and whose answer, empty: the final one.
        """
        self.sessions.setVisible(self.pastes and bool(rows))
        self._answers.clear()
        for row, members in rows:
            group = Group(
                single_line(row.title, 60),
                day(datetime.fromtimestamp(row.changed_at / 1e6).astimezone(), hour=True),
            )
            for name in ("", *members):
                self._answers.addItem(single_line(name, 60) or tr("Final answer"), partial(wanted, row, name))
                self._answers.setItemData(self._answers.count() - 1, group, GROUP)
        if more:
            self._answers.addItem(tr("Another session…"), partial(wanted, None, ""))
        self._arrange()

    def _open_answers(self) -> None:
        self._answers.setCurrentIndex(-1)
        PickList(self._answers, self.sessions).open()

    def add_picture(self, content: bytes) -> None:
        """List a picture that was pasted, or say why it cannot be given."""
        try:
            picture = picture_of(content, tr("Pasted picture"))
        except InputError as error:
            self._tell_why(error)
            return
        if picture is None:
            return
        number = 1 + sum(
            item.data(_TEXT) is not None and "picture" in item.data(_TEXT) for item in self._items()
        )
        name = tr("Pasted picture {n}", n=number)
        text: dict[str, JsonValue] = {"name": name, "text": "", "picture": picture.model_dump()}
        item = QListWidgetItem(name)
        item.setData(_TEXT, text)
        item.setData(ABOUT, _about(text))
        item.setData(_THUMBNAIL, thumbnails_of([text]).get(name))
        self.list.addItem(item)

    def put(self, texts: Sequence[Mapping[str, JsonValue]]) -> None:
        """List texts that another session was given; their files may have changed since, or be gone."""
        self.list.clear()
        for text in texts:
            item = QListWidgetItem(
                tr("{name} (as given before)", name=single_line(str(text.get("name", "")), 120))
            )
            item.setData(_TEXT, dict(text))
            if text.get("picture") is not None:
                item.setData(ABOUT, _about(text))
            item.setData(_ONLY, text.get("only") or None)
            self.list.addItem(item)

    def tell(self, texts: Sequence[Mapping[str, object]], thumbnails: Mapping[str, QImage]) -> None:
        """Say beside each file how much there is in it, as it was read; pictures by their texts' names."""
        found = {str(text["name"]): text for text in texts}
        for item in self._items():
            name = Path(item.text()).name
            if item.data(_TEXT) is None and (told := self._told(name, found)):
                item.setData(ABOUT, told)
                item.setData(_THUMBNAIL, thumbnails.get(name, thumbnails.get(f"{name}, page 1")))
            item.setToolTip(single_line(item.text(), 300))
        self.list.fit()

    def _told(self, name: str, found: Mapping[str, Mapping[str, object]]) -> str:
        """Return how much there is in a file, of a PDF its text and the pages that are shown as pictures."""
        pages = sum(one.startswith(f"{name}, page ") for one in found)
        said = _about(found[name]) if name in found else ""
        shown = count(pages, "{n} page as a picture", "{n} pages as pictures") if pages else ""
        return " · ".join(filter(None, (said, shown)))

    def kept(self) -> list[dict[str, JsonValue]]:
        """Return the texts of another session that are still listed."""
        return [item.data(_TEXT) for item in self._items() if item.data(_TEXT) is not None]

    def paths(self) -> list[Path]:
        return [Path(item.text()) for item in self._items() if item.data(_TEXT) is None]

    def given(self) -> list[tuple[str, Path]]:
        """Return them, each with the member that alone is given it, or nobody's name."""
        files = (item for item in self._items() if item.data(_TEXT) is None)
        return [(str(item.data(_ONLY) or ""), Path(item.text())) for item in files]

    def held(self) -> object:
        """Return all that is listed, to be compared."""
        return self.given(), self.kept()

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]
