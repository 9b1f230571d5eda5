"""Errors as a person reads them."""

from __future__ import annotations

from app.domain.errors import RoundtableError
from app.ui.kit.texts import tr


def error_text(error: BaseException) -> str:
    """Return what happened and the next action."""
    if isinstance(error, RoundtableError):
        return " ".join(filter(None, (tr(error.message), tr(error.next))))
    return tr("Something went wrong inside the program: {what}", what=f"{type(error).__name__}: {error}")
