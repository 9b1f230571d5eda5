"""What servers were found to take, per server and model, in a small file that may be deleted.

A part that was refused is not sent again for a month: servers are renewed, and are then tried once more.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from app.domain.private import make_private
from app.gateway.host.dialects.writing import Feature

FORMAT = 1
KEPT_SECONDS = 30 * 24 * 3600
_log = logging.getLogger(__name__)


def read_json(path: Path) -> Any:
    """Return what a cache file holds; None where it is missing or no JSON."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def write_json(path: Path, value: object) -> None:
    """Replace a cache file, readable by its owner alone; a disk that refuses costs the cache, no call."""
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        make_private(path.parent)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(json.dumps(value, separators=(",", ":")).encode("ascii"))
        part.replace(path)
    except OSError as error:
        _log.warning("a cache of the model host cannot be written: %s", error.strerror)
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


class ServerMemory:
    """Remembers for this process, and in a file where a folder is given."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = folder / "servers.json" if folder is not None else None
        self._found: dict[str, dict[str, list[Any]]] | None = None

    def known(self, server: str, model: str) -> Mapping[Feature, bool]:
        """Return what a server (its origin) was seen to take and to refuse for a model."""
        entry = self._all().get(f"{server} {model}", {})
        return {cast(Feature, name): takes for name, (takes, _) in entry.items()}

    def learn(self, server: str, model: str, found: Mapping[Feature, bool]) -> None:
        """Remember what was seen; what is known already is not written again."""
        known = self.known(server, model)
        new = {feature: takes for feature, takes in found.items() if known.get(feature) is not takes}
        if not new:
            return
        # Another host may have learned meanwhile.
        self._found = self._read()
        entry = self._found.setdefault(f"{server} {model}", {})
        entry.update({feature: [takes, int(time.time())] for feature, takes in new.items()})
        if self._path is not None:
            write_json(self._path, {"format": FORMAT, "found": self._found})

    def _all(self) -> dict[str, dict[str, list[Any]]]:
        if self._found is None:
            self._found = self._read()
        return self._found

    def _read(self) -> dict[str, dict[str, list[Any]]]:
        if self._path is None:
            return self._found or {}
        value = read_json(self._path)
        try:
            if value["format"] != FORMAT:
                return {}
            since = time.time() - KEPT_SECONDS
            return {
                str(name): {
                    str(feature): [bool(takes), int(at)]
                    for feature, (takes, at) in entry.items()
                    if at > since
                }
                for name, entry in value["found"].items()
            }
        except (TypeError, KeyError, ValueError, AttributeError):
            return {}
