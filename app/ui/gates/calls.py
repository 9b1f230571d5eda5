"""What to do about calls that failed or may have been finished, one by one."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtWidgets import QComboBox, QFormLayout, QVBoxLayout, QWidget

from app.domain.canonical import JsonValue
from app.domain.gate_lines import may_sit_out
from app.domain.i18n import Message
from app.domain.money import limit_words
from app.domain.payload import items_of, verbs_of
from app.ui.gates.base import DecisionDialog, FormRequest
from app.ui.kit.controls import ComboBox
from app.ui.kit.layouts import nest
from app.ui.kit.model_names import ModelBox
from app.ui.kit.scroll_area import ScrollArea
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import count, label, model_text, single_line, tr
from app.ui.view.labels import purpose_text

_WIDTH, _MOST_ROWS = 540, 12
"""Pixels of a line, and lines, of what is told of one item before it scrolls."""
AGAIN, WITHOUT = "\x00again", "\x00without"
_DATA = re.compile(r'\{\s*(?:"|$)|\[\s*(?:["{]|$)')
_TEXT = re.compile(r'"(?P<content>(?:[^"\\]|\\.)*)(?:(?P<end>")(?P<colon>\s*:)?|\\?\Z)', re.DOTALL)


class ModelsDialog(DecisionDialog):
    """For each seat that failed: ask again, another model, or go on without it."""

    def __init__(self, parent: QWidget | None, request: FormRequest) -> None:
        view, begins = request.view, request.choice.begins.get("replace")
        # The seats that the form begins without.
        gone = [seat for seat, model in begins.items() if model is None] if isinstance(begins, dict) else []
        title = tr("Go on without") if gone else tr("Use another model")
        super().__init__(parent, title, tr("Go on") if gone else tr("Use it"))
        self._draft_store, self._called = request.draft_store, view.names
        self._may, self._most = may_sit_out(request.about.payload)
        form = QFormLayout()
        self.boxes: dict[str, QComboBox] = {}
        for item in items_of(request.about.payload):
            seat = str(item["seat"])
            if seat in self.boxes:
                continue
            called, model = view.names.of(seat), str(item.get("model", ""))
            box = ModelBox(tr("Model for {seat}", seat=called), "")
            # While names are hidden the list must not tell by what is missing.
            for name in dict.fromkeys(seated.model for seated in view.fold.session.seats.values()):
                if name != model or view.names.hidden:
                    box.addItem(name, name)
            again = tr("Ask {model} again", model=single_line(model, 40))
            box.addItem(tr("Ask the same model again") if view.names.hidden else again, AGAIN)
            if seat in self._may:
                box.addItem(tr("Go on without"), WITHOUT)
            if gone:
                box.setCurrentIndex(box.findData(WITHOUT if seat in gone else AGAIN))
            before = self._draft_store.draft.items.get(seat)
            if before:
                at = box.findData(before)
                box.setCurrentIndex(at) if at >= 0 else box.setEditText(before)
            box.setMinimumWidth(320)
            box.currentTextChanged.connect(self._on_changed)
            self.boxes[seat] = box
            who = tr("{seat} (was {model})", seat=called, model=model_text(model, 40, short=True))
            form.addRow(label(called if view.names.hidden else who), box)
        nest(self.body, form)
        if self._may:
            note = count(
                self._most,
                "At most {n} member may be left out, else too few answers would be left.",
                "At most {n} members may be left out, else too few answers would be left.",
            )
            self.body.addWidget(label(note, wrap=True, muted=True))

    def _choice(self, box: QComboBox) -> str:
        text = box.currentText().strip()
        at = box.findText(text)
        return str(box.itemData(at)) if at >= 0 else text

    def _on_changed(self) -> None:
        self._draft_store.type(items={seat: self._choice(box) for seat, box in self.boxes.items()})

    def data(self) -> Mapping[str, JsonValue] | None:
        chosen = {seat: self._choice(box) for seat, box in self.boxes.items()}
        empty = next((seat for seat, model in chosen.items() if not model), None)
        if empty is not None:
            self.show_problem(tr("Name a model for {seat}.", seat=self._called.of(empty)))
            return None
        gone = sum(model == WITHOUT for model in chosen.values())
        if gone > self._most:
            text = tr("Too few answers would be left; at most {most} may be left out.", most=self._most)
            self.show_problem(text)
            return None
        replace: dict[str, JsonValue] = {
            seat: None if model == WITHOUT else model for seat, model in chosen.items() if model != AGAIN
        }
        return {"replace": replace} if replace else {}


class PerCallDialog(DecisionDialog):
    """For each of several calls, or of what else a gate lists: what there is of it, and a verb."""

    def __init__(self, parent: QWidget | None, request: FormRequest) -> None:
        view, about = request.view, request.about
        kind = view.kind(about.kind)
        # What is asked for by its own name is called so; else it is the gate that is decided call by call.
        own = request.choice.id == request.choice.verb.name
        title = tr(request.choice.label).rstrip("…") if own else tr(kind.title)
        super().__init__(parent, title, tr("Go on"), tr("Later"))
        self._draft_store, self._view, self._kind = request.draft_store, view, kind
        inner = QWidget()
        column = QVBoxLayout(inner)
        self.boxes: dict[str, QComboBox] = {}
        self._titles = Counter[str]()
        for item in items_of(about.payload):
            self._add(column, item)
        column.addStretch(1)
        scroll = ScrollArea()
        scroll.setAccessibleName(tr("Calls"))
        scroll.setWidget(inner)
        self.body.addWidget(scroll)
        self.resize(640, 520 if len(self.boxes) > 1 else 420)

    def _add(self, column: QVBoxLayout, item: Mapping[str, JsonValue]) -> None:
        key, seat = str(item["key"]), str(item["seat"])
        # What is nobody's bears its own key in place of a seat, and no person reads that.
        who = self._view.names.of(seat) if seat != key else ""
        named = self._kind.item_title(item) if self._kind.item_title is not None else ""
        what = single_line(self._view.names.veil(named), 120) if named else ""
        asked = what or purpose_text(self._view, str(item.get("purpose", "")))
        self._titles[f"{who}: {asked}"] += 1
        often = self._titles[f"{who}: {asked}"]
        if often > 1:
            # Two of one kind are told apart, by whoever hears their names alone, too.
            asked = f"{asked} ({often})"
        title = tr("{who}: {what}", who=who, what=asked) if who else f"{asked[:1].upper()}{asked[1:]}"
        column.addWidget(label(title, bold=True, wrap=True))
        cost = item.get("cost")
        price = limit_words(float(cost) if isinstance(cost, int | float) else None)
        # What a tool costs, if anything, is not told in dollars.
        asks = "cost" in item and not named
        note = tr("Asking again: {price}.", price=price) if asks else ""
        stored, partial = str(item.get("stored") or ""), str(item.get("partial") or "")
        if "stored" in item:
            kept = tr(
                "The whole answer is saved. This version of Roundtable would word the question differently."
            )
            if item.get("older") is False:
                kept = tr("The answer is saved, to another question: the session was changed from outside.")
            note = f"{kept} {note}"
        if note:
            column.addWidget(label(note, wrap=True, muted=True))
        lines = self._kind.item_lines(item)
        if lines:
            self._add_lines(column, title, lines)
        said = self._kind.item_said
        readable = tr(said(item)) if said is not None else in_lines(stored or partial)
        if readable.strip():
            arrived = tr("What arrived from {seat}", seat=who) if who else title
            text = SafeTextView(tr("Stored answer of {seat}", seat=who) if stored else arrived)
            text.show_source(readable)
            text.setMaximumHeight(90)
            column.addWidget(text)
        box = ComboBox()
        box.setAccessibleName(tr("What to do about {what}", what=title))
        for verb in verbs_of(item):
            box.addItem(tr(self._kind.label(verb)), verb)
        box.setCurrentIndex(max(0, box.findData(self._draft_store.draft.items.get(key, ""))))
        advised = self._kind.recommended({"items": [dict(item)]}, verbs_of(item))
        if lines and key not in self._draft_store.draft.items and advised is None:
            # What nobody recommends is not allowed by pressing Enter in a hurry.
            box.setCurrentIndex(box.count() - 1)
        box.currentIndexChanged.connect(self._on_changed)
        column.addWidget(box)
        column.addSpacing(10)
        self.boxes[key] = box

    def _add_lines(self, column: QVBoxLayout, title: str, lines: Sequence[Message]) -> None:
        """Show all that is to be known of an item; what a stranger wrote is shown as it stands."""
        text = SafeTextView(title)
        source = "\n".join(tr(line) for line in lines)
        text.show_source(source)
        # As high as it is long, within limits: long lines are wrapped.
        metrics = text.fontMetrics()
        rows = sum(1 + metrics.horizontalAdvance(line) // _WIDTH for line in source.split("\n")[:_MOST_ROWS])
        text.setFixedHeight(min(rows, _MOST_ROWS) * metrics.lineSpacing() + 2 * text.frameWidth() + 16)
        column.addWidget(text)

    def chosen(self) -> dict[str, str]:
        return {key: str(box.currentData()) for key, box in self.boxes.items()}

    def _on_changed(self) -> None:
        self._draft_store.type(items=self.chosen())

    def data(self) -> Mapping[str, JsonValue] | None:
        return {"items": dict(self.chosen())}


def in_lines(text: str) -> str:
    """Return an answer that is data as one line per value, also where it was cut; another text as it is."""
    bare = text.lstrip().removeprefix("```json").lstrip()
    try:
        value = json.loads(bare.rstrip("`\n "))
    except (ValueError, RecursionError):
        return "\n".join(_cut(bare)) if _DATA.match(bare) else text
    return "\n".join(_lines(value)) if isinstance(value, dict | list) else text


def _cut(text: str) -> Iterator[str]:
    """Yield what can be read of data that broke off: its texts behind their names, the last as it came."""
    name = ""
    for found in _TEXT.finditer(text):
        if found["colon"]:
            name = _plain(found["content"])
        elif (content := _plain(found["content"]).strip()) and (
            found["end"] or text[: found.start()].rstrip().endswith(":")
        ):
            yield f"{name}: {content}" if name else content


def _plain(escaped: str) -> str:
    """Return a text without the marks that data puts into it."""
    try:
        return str(json.loads(f'"{escaped}"', strict=False))
    except ValueError:
        return escaped


def _lines(value: object, name: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _lines(inner, str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from _lines(inner, name)
    elif value not in ("", None):
        yield f"{name}: {value}" if name else str(value)
