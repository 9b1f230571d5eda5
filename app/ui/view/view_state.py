"""View state: unsent words, tab, reading places. A small disposable file per session, no fact."""

from __future__ import annotations

import json
import logging
from pathlib import Path

from app.domain.canonical import JsonValue
from app.domain.private import make_private
from app.settings.folders import Folders

_log = logging.getLogger(__name__)


class ViewState:
    """The folder `state` of the data folder; nothing in it is needed, so nothing in it may fail."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Folders.of_this_machine().data / "state"

    def read(self, session: str) -> dict[str, JsonValue]:
        """Return what was kept for a session."""
        try:
            found = json.loads((self._folder / f"{session}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def write(self, session: str, **values: JsonValue | object) -> None:
        """Keep values beside those already there."""
        before = self.read(session)
        after = {**before, **values}
        if after == before:
            return
        try:
            make_private(self._folder)
            part = self._folder / f".{session}.part"
            part.write_text(json.dumps(after, ensure_ascii=False), encoding="utf-8")
            part.chmod(0o600)
            part.replace(self._folder / f"{session}.json")
        except (OSError, ValueError) as error:
            _log.warning("view state of %s was not kept: %s", session, error)
