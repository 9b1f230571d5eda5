"""What every workflow's seats may be asked for: the engine's own purposes."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.i18n import Message, words

SHARED_PURPOSES: Mapping[str, Message] = {"tool": words("using a tool")}
"""What they are called where a workflow has no word of its own."""
