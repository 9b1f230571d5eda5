"""What litellm's table says of models: prices, windows, kinds. Read from its file, without loading litellm.

The file has three megabytes; what is needed of it is kept in a cache that fits the file's size and date.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.gateway.host.memory import read_json, write_json
from app.gateway.providers import PROVIDERS

FORMAT = 1
FILE = "model_prices_and_context_window_backup.json"


@dataclass(frozen=True, slots=True)
class Row:
    """One model; None is unknown."""

    provider: str
    """As litellm names it, which may say more: `openai`, `text-completion-openai`, `gemini`."""
    mode: str | None = None
    price_in: float | None = None
    """Dollars per token."""
    price_out: float | None = None
    window: int | None = None
    """Tokens the model takes in."""


class ModelTable:
    """The rows of the providers that are spoken to, by litellm's names; read when first asked."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = folder / "models.json" if folder is not None else None
        self._rows: Mapping[str, Row] | None = None

    @property
    def read(self) -> bool:
        """Tell whether the file was read."""
        return self._rows is not None

    @property
    def rows(self) -> Mapping[str, Row]:
        """All rows."""
        if self._rows is None:
            self._rows = self._read()
        return self._rows

    def _read(self) -> Mapping[str, Row]:
        file = library_folder() / FILE
        try:
            status = file.stat()
        except OSError:
            return {}
        stamp = [FORMAT, status.st_size, status.st_mtime_ns]
        kept = read_json(self._path) if self._path is not None else None
        try:
            if kept is not None and kept["stamp"] == stamp:
                return {name: Row(*row) for name, row in kept["rows"].items()}
        except (TypeError, KeyError, AttributeError):
            # A cache that cannot be read is made anew.
            pass
        rows = rows_of(json.loads(file.read_bytes()))
        if self._path is not None:
            cells = {
                name: [row.provider, row.mode, row.price_in, row.price_out, row.window]
                for name, row in rows.items()
            }
            write_json(self._path, {"stamp": stamp, "rows": cells})
        return rows


def library_folder() -> Path:
    """Return where litellm is installed, without importing it."""
    found = importlib.util.find_spec("litellm")
    places = found.submodule_search_locations if found is not None else None
    return Path(next(iter(places))) if places else Path("litellm")


def rows_of(table: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Row]:
    """Return the rows of a table as litellm keeps it."""
    names = tuple(name for name, provider in PROVIDERS.items() if not provider.local)
    return {
        key: Row(
            provider=str(entry.get("litellm_provider", "")),
            mode=entry.get("mode"),
            price_in=_number(entry.get("input_cost_per_token")),
            price_out=_number(entry.get("output_cost_per_token")),
            window=_whole(entry.get("max_input_tokens")),
        )
        for key, entry in table.items()
        if str(entry.get("litellm_provider", "")).startswith(names)
    }


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _whole(value: object) -> int | None:
    return int(value) if isinstance(value, int | float) else None
