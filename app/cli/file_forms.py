"""The form of a file that is to be written: the one that is wanted, or what its name ends with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def form_of(wanted: str | None, file: Path | None, forms: Mapping[str, str], default: str) -> str:
    """Return the form that is wanted; else the one by the ending of a file's name, else the default.

    `forms` has them by the ending, with its dot.
    """
    if wanted is not None:
        return wanted
    return forms.get(file.suffix.lower(), default) if file is not None else default
