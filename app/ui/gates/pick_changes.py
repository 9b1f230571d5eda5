"""Which files, and which changes of them, are taken: a tick for each, all of them set at the beginning."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from app.domain.canonical import JsonValue
from app.domain.payload import items_of
from app.domain.sentences import sentence_of
from app.ui.gates.base import DecisionDialog
from app.ui.gates.request import FormRequest
from app.ui.kit.layouts import nest
from app.ui.kit.scroll_area import ScrollArea
from app.ui.kit.texts import label, single_line, tr

LONGEST_NAME = 90
_INDENT = 24


class PiecesDialog(DecisionDialog):
    """The payload's files, each with its changes below it."""

    size_at_100 = (680, 520)

    def __init__(self, parent: QWidget | None, request: FormRequest) -> None:
        title = tr(request.choice.label).rstrip("…")
        super().__init__(parent, title, title)
        note = label(tr("What is not ticked stays as it was."), muted=True, wrap=True)
        self.body.addWidget(note)
        self.files: dict[str, QCheckBox] = {}
        self.pieces: dict[str, dict[int, QCheckBox]] = {}
        column = QVBoxLayout()
        column.setSpacing(4)
        for item in items_of(request.about.payload, "files"):
            self._add_file(column, item)
        column.addStretch(1)
        inner = QWidget()
        inner.setLayout(column)
        self.area = ScrollArea()
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName(tr("Files and their changes"))
        self.area.setWidget(inner)
        self.body.addWidget(self.area, 1)

    def _add_file(self, column: QVBoxLayout, item: Mapping[str, JsonValue]) -> None:
        path = str(item.get("path", ""))
        what = single_line(tr(sentence_of(item.get("said"))), LONGEST_NAME)
        told = f"{single_line(path, LONGEST_NAME)} · {what}"
        # What is put together from several has nothing chosen at the beginning.
        ticked = item.get("ticked") is not False
        box = _tick(told, ticked)
        self.files[path], self.pieces[path] = box, {}
        column.addWidget(box)
        hunks = items_of(item, "hunks")
        if len(hunks) == 1:
            # One change is ticked with its file; what it is has to be read all the same.
            told = tr(sentence_of(hunks[0].get("said")))
            box.setAccessibleDescription(told)
            column.addWidget(_below(told))
        for hunk in hunks if len(hunks) > 1 else ():
            number = hunk.get("number")
            if not isinstance(number, int):
                continue
            where, what = (tr(sentence_of(hunk.get(name))) for name in ("where", "said"))
            piece = _tick(single_line(where, LONGEST_NAME), ticked)
            piece.setAccessibleDescription(what)
            below = QVBoxLayout()
            below.setSpacing(0)
            below.setContentsMargins(_INDENT, 0, 0, 2)
            below.addWidget(piece)
            below.addWidget(_below(what))
            nest(column, below)
            self.pieces[path][number] = piece
            piece.toggled.connect(lambda _on, path=path: self._on_piece_toggled(path))
        if self.pieces[path]:
            box.setTristate(True)
        # Not `toggled`: between some and all nothing is toggled.
        box.clicked.connect(lambda _on, path=path: self._on_file_clicked(path))

    def _on_file_clicked(self, path: str) -> None:
        box = self.files[path]
        if box.checkState() == Qt.CheckState.PartiallyChecked:
            # A press means all or nothing; some of it is what the changes below say.
            box.setCheckState(Qt.CheckState.Checked)
        for piece in self.pieces[path].values():
            piece.blockSignals(True)
            piece.setChecked(box.checkState() == Qt.CheckState.Checked)
            piece.blockSignals(False)
        self.show_problem("")

    def _on_piece_toggled(self, path: str) -> None:
        ticked = [piece.isChecked() for piece in self.pieces[path].values()]
        state = Qt.CheckState.Checked if all(ticked) else Qt.CheckState.PartiallyChecked
        self.files[path].setCheckState(state if any(ticked) else Qt.CheckState.Unchecked)
        self.show_problem("")

    def data(self) -> Mapping[str, JsonValue] | None:
        files: list[JsonValue] = []
        hunks: dict[str, JsonValue] = {}
        for path, box in self.files.items():
            if box.checkState() == Qt.CheckState.Checked:
                files.append(path)
            elif box.checkState() == Qt.CheckState.PartiallyChecked:
                hunks[path] = [number for number, piece in self.pieces[path].items() if piece.isChecked()]
        if not files and not hunks:
            self.show_problem(tr("Nothing is ticked. Tick what you want, or reject the change."))
            return None
        return {"files": files, "hunks": hunks}


def _below(told: str) -> QWidget:
    """Return the words of a change, set in below its tick."""
    said = label(told, muted=True, wrap=True)
    said.setContentsMargins(_INDENT, 0, 0, 0)
    return said


def _tick(text: str, ticked: bool) -> QCheckBox:
    box = QCheckBox(text.replace("&", "&&"))
    box.setChecked(ticked)
    return box
