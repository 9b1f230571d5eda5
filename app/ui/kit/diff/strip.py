"""The overview strip: the whole diff in small, with every change and what is in sight."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget

from app.ui.kit.diff.view import DiffView
from app.ui.kit.texts import count, tr
from app.ui.kit.theme import colours

WIDTH = 16


class OverviewStrip(QWidget):
    """Marks by kind at the height of their change; a click goes there, the wheel from change to change."""

    def __init__(self, view: DiffView) -> None:
        super().__init__()
        self._view = view
        self._marks: list[tuple[int, QRectF]] = []
        self._made_for: tuple[int, int, float] = (-1, 0, 0.0)
        self.setFixedWidth(WIDTH)
        self.setAccessibleName(tr("Overview of the changes"))
        self.setToolTip(tr("Click to go there; turn the wheel to go from change to change"))
        view.moved.connect(self._on_view_moved)

    def _on_view_moved(self) -> None:
        self.setAccessibleDescription(
            count(self._view.changes, "{n} change", "{n} changes")
            + (tr(", at change {at}", at=self._view.current) if self._view.current else "")
        )
        self.update()

    def marks(self) -> list[tuple[int, QRectF]]:
        """Return each change with the box that stands for it."""
        sheet = self._view.sheet
        made_for = (sheet.version, self.height(), self._tall())
        if self._made_for == made_for:
            return self._marks
        scale = self.height() / self._tall()
        found: list[tuple[int, QRectF]] = []
        for change, line in enumerate(self._view.prepared.first_lines):
            item = sheet.item_of(line)
            top = sheet.tops[item] * scale
            tall = max(3.0, (sheet.tops[item + 1] - sheet.tops[item]) * scale - 1)
            found.append((change, QRectF(4.0, min(top, self.height() - tall), WIDTH - 7.0, tall)))
        self._marks, self._made_for = found, made_for
        return found

    def _tall(self) -> float:
        """Return how many pixels it stands for: of a short diff the view: marks stand beside changes."""
        return max(1.0, self._view.sheet.height, self._view.viewport().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        c, view = colours(), self._view
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(c.window))
        painter.setPen(QColor(c.line))
        painter.drawLine(0, 0, 0, self.height())
        last = -10.0
        # There are hundreds of them, and the view is scrolled by the pixel.
        here, dealt_with = view.current - 1, view.reviewed | view.reverted
        lines, first_lines = view.prepared.lines, view.prepared.first_lines
        usual, tints = QColor(c.insert_line), {"deleted": QColor(c.failed), "moved": QColor(c.warn_line)}
        for change, box in self.marks():
            bottom = box.bottom()
            if bottom - last < 1.0 and change != here:
                continue
            last = bottom
            tint = tints.get(lines[first_lines[change]].kind, usual)
            if change in dealt_with:
                # A frame alone: this one has been dealt with.
                painter.setPen(tint)
                painter.drawRect(box.adjusted(0, 0, -1, -1))
            else:
                painter.fillRect(box, tint)
            if change == here:
                painter.fillRect(QRectF(1.0, box.top() - 1, 2.0, box.height() + 2), QColor(c.accent))
        height = self._tall()
        top = view.verticalScrollBar().value() / height * self.height()
        tall = min(1.0, view.viewport().height() / height) * self.height()
        painter.setPen(QPen(QColor(c.edge), 1))
        veil = QColor(c.edge)
        veil.setAlphaF(0.12)
        painter.setBrush(veil)
        painter.drawRect(QRectF(0.5, top + 0.5, WIDTH - 1.0, max(8.0, tall - 1)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().y()
        near = [(abs(box.center().y() - at), change) for change, box in self.marks()]
        if near and min(near)[0] <= 5:
            self._view.go_to(min(near)[1])
        else:
            self._view.scroll_to_part(at / max(1, self.height()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._view.scroll_to_part(event.position().y() / max(1, self.height()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn = event.angleDelta().y()
        if turn:
            self._view.go(-1 if turn > 0 else 1)
        event.accept()
