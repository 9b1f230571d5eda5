"""Folders and briefs that the offline council works on in tests."""

from __future__ import annotations

from pathlib import Path

WORKED = Path(__file__).resolve().parents[1] / "data" / "worked"
SALT = WORKED / "the-salt-ledger"
FERRY = {
    "folder": str(WORKED / "ferry"),
    "brief": (WORKED / "ferry-brief.md").read_text(encoding="utf-8"),
}
"""The setup of a research of the ferry's papers."""
