"""What an export is to hold: the whole report or its answer alone, which parts, and what stays out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QRadioButton, QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.engine.exporting import ANSWER_ALONE, CONTENTS, ExportChoice, LeftOut
from app.ui.kit.controls import check_box
from app.ui.kit.layouts import SPACE, in_column
from app.ui.kit.preferences import Preferences
from app.ui.kit.texts import label, single_line, tr

PARTS = {
    "summary": QT_TRANSLATE_NOOP("ui", "Summary"),
    "answer": QT_TRANSLATE_NOOP("ui", "The answer"),
    "question": QT_TRANSLATE_NOOP("ui", "The question"),
    "documents": QT_TRANSLATE_NOOP("ui", "How it came about"),
    "texts": QT_TRANSLATE_NOOP("ui", "Texts, round by round"),
    "critiques": QT_TRANSLATE_NOOP("ui", "Critiques"),
    "outcome": QT_TRANSLATE_NOOP("ui", "Figures and decisions"),
    "ending": QT_TRANSLATE_NOOP("ui", "How it was decided"),
    "costs": QT_TRANSLATE_NOOP("ui", "Who took part, and costs"),
}
_NAMED_BY_SESSION = ("question", "documents")
"""Parts that each workflow calls by a name of its own."""
LONGEST = 34
"""Characters of a part's name."""


class ExportParts(QWidget):
    """Ticks and choices, remembered for the next export."""

    changed = Signal()

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
        self._offered: Mapping[str, Sequence[str]] = {}
        self.whole = _radio(tr("Whole report"))
        self.alone = _radio(tr("Final answer only"))
        self.ticks = {name: check_box(tr(words), on=True) for name, words in PARTS.items()}
        self.names = check_box(tr("Names of models"), name=tr("Leave out names of models"))
        self.costs = check_box(tr("Costs"), name=tr("Leave out costs"))
        self._parts = label(tr("What goes in"), muted=True)
        self._left_out = label(tr("What stays out"), muted=True)
        for heading in (self._parts, self._left_out):
            heading.setContentsMargins(0, 8, 0, 0)
        self.setLayout(
            in_column(
                self.whole,
                self.alone,
                self._parts,
                *self.ticks.values(),
                self._left_out,
                self.names,
                self.costs,
                SPACE,
                spacing=6,
            )
        )
        self._read()
        for box in (self.whole, *self.ticks.values(), self.names, self.costs):
            box.toggled.connect(self._on_toggled)

    def offer(self, leaves_out: frozenset[LeftOut], offered: Mapping[str, Sequence[str]] | None) -> None:
        """Offer what a format can leave out, and the parts that a session has; None: not known yet."""
        if offered is not None:
            self._offered = offered
        parts = "contents" in leaves_out
        for name, tick in self.ticks.items():
            tick.setVisible(parts and name in self._offered)
            tick.setEnabled(self.whole.isChecked())
            titles = self._offered.get(name, ())
            if name in _NAMED_BY_SESSION and titles:
                tick.setText(single_line(titles[0], LONGEST))
                tick.setAccessibleName(tick.text())
        answered = "answer" in self._offered
        self._parts.setVisible(parts)
        self.whole.setVisible(parts)
        self.alone.setVisible(parts)
        self.alone.setEnabled(answered)
        self.alone.setToolTip("" if answered else tr("There is no final answer yet"))
        if self._offered and not answered and self.alone.isChecked():
            with QSignalBlocker(self.whole):
                self.whole.setChecked(True)
            for tick in self.ticks.values():
                tick.setEnabled(True)
        complete = tr("This format is always complete")
        for box, name in ((self.names, "names"), (self.costs, "costs")):
            box.setEnabled(name in leaves_out)
            box.setToolTip("" if name in leaves_out else complete)

    def choice(self, leaves_out: frozenset[LeftOut]) -> ExportChoice:
        """Return what is chosen, of what a format can leave out."""
        contents: frozenset[str] | None = None
        if "contents" in leaves_out and self.alone.isChecked():
            contents = ANSWER_ALONE
        elif "contents" in leaves_out:
            off = {name for name in self._offered if not self.ticks[name].isChecked()}
            contents = frozenset(CONTENTS) - off if off else None
        return ExportChoice(
            redact_names="names" in leaves_out and self.names.isChecked(),
            redact_costs="costs" in leaves_out and self.costs.isChecked(),
            contents=contents,
        )

    def remember(self) -> None:
        """Keep what is chosen for the next export."""
        # Of a part that this session has not, what was chosen before stays.
        off = [name for name, tick in self.ticks.items() if not tick.isChecked()]
        self._preferences.write("export/parts_left_out", ",".join(off))
        self._preferences.write("export/answer_only", int(self.alone.isChecked()))
        self._preferences.write("export/hide_names", int(self.names.isChecked()))
        self._preferences.write("export/hide_costs", int(self.costs.isChecked()))

    def _read(self) -> None:
        off = str(self._preferences.read("export/parts_left_out") or "").split(",")
        for name, tick in self.ticks.items():
            tick.setChecked(name not in off)
        alone = self._preferences.flag("export/answer_only", False)
        self.alone.setChecked(alone)
        self.whole.setChecked(not alone)
        self.names.setChecked(self._preferences.flag("export/hide_names", False))
        self.costs.setChecked(self._preferences.flag("export/hide_costs", False))

    def _on_toggled(self) -> None:
        for tick in self.ticks.values():
            tick.setEnabled(self.whole.isChecked())
        self.changed.emit()


def _radio(words: str) -> QRadioButton:
    button = QRadioButton(words)
    button.setAccessibleName(words)
    return button
