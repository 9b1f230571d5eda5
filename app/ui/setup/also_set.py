"""What a template or an earlier session sets that the form of a new session does not list."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pydantic import BaseModel

from app.domain.i18n import Message
from app.ui.kit.texts import label, tr
from app.ui.kit.theme import CAPTION
from app.ui.setup.setup_form import FieldRow, as_far_as_sound


class AlsoSet:
    """Settings beside the form: `values` by field, and `line`, which names those that are not as usual."""

    def __init__(self, setup: type[BaseModel]) -> None:
        self._setup = setup
        self.values: dict[str, object] = {}
        self.line = label("", muted=True, wrap=True, scale=CAPTION)
        self.line.hide()

    def keep(self, values: Mapping[str, object], rows: Collection[FieldRow]) -> None:
        """Keep those of the values that are fields of the setup and in none of the rows."""
        listed = {row.name for row in rows}
        fields = self._setup.model_fields
        self.values = {name: value for name, value in values.items() if name in fields and name not in listed}
        sound = dict(as_far_as_sound(self._setup, self.values))
        titles = [
            tr(Message(field.title or name, context="setup"))
            for name, field in fields.items()
            if name in self.values and sound.get(name) != field.get_default(call_default_factory=True)
        ]
        self.line.setText(tr("Also set: {settings}.", settings=", ".join(titles)))
        self.line.setVisible(bool(titles))
