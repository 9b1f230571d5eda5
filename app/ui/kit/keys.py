"""Keys as they are written for a person."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence


def native_key(key: str) -> str:
    """Return a key as the platform writes it; the one that ends a line as it is called on keyboards."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText).replace("Return", "Enter")
