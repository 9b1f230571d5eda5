"""What a workflow suggests for fields of a form, put in until a person writes or chooses something else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtWidgets import QComboBox, QLineEdit

from app.ui.setup.choice_cards import ChoiceCards
from app.ui.setup.setup_form import FieldRow

_MOST_SUGGESTIONS = 200
"""So many names in a row that are taken: the person finds another kind of name sooner."""
_OWN = object()
"""Stands for what nobody suggested."""
Taken = Callable[[Mapping[str, object]], bool]


def first_free(row: FieldRow, values: Mapping[str, object], taken: Taken) -> str:
    """Return what a line may hold, suggested anew until it is not taken; empty: nothing to suggest."""
    suggestion = ""
    for _ in range(_MOST_SUGGESTIONS):
        suggestion = str(row.suggest(values) or "") if row.suggest is not None else ""
        values = {**values, row.name: suggestion}
        if not suggestion or not taken(values):
            break
    return suggestion


class Suggestions:
    """What was suggested last, by field."""

    def __init__(self, rows: Callable[[], Sequence[FieldRow]], taken: Taken) -> None:
        self._rows, self._taken = rows, taken
        self._put: dict[str, object] = {}

    def put_in(self) -> None:
        """Put suggestions into lines and choices in which still stands what was suggested before."""
        values = {row.name: row.value() for row in self._rows()}
        for row in self._rows():
            if row.suggest is None:
                continue
            found: object = None
            if isinstance(row.control, QLineEdit):
                if row.control.text() in ("", self._put.get(row.name)) and not row.control.hasFocus():
                    found = first_free(row, {**values, row.name: ""}, self._taken)
            elif isinstance(row.control, QComboBox | ChoiceCards) and self._untouched(row):
                found = row.suggest(values)
            if found is not None:
                self._put[row.name] = found
                if found != (row.value() if row.words is None else row.words):
                    row.put(found)

    def _untouched(self, row: FieldRow) -> bool:
        """Tell whether a choice stands where it was put; as it was made, it stands at what is usual."""
        return row.value() == self._put.setdefault(row.name, row.value())

    def leave(self, names: Iterable[str]) -> None:
        """Suggest nothing more for choices that were made before: in another session, or a template."""
        self._put.update(dict.fromkeys(names, _OWN))
