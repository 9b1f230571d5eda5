"""What the program and a tool host tell each other: one JSON object a frame.

Rules: the first one names the server with its secrets, which travel nowhere else; a host answers each request
by its `id` exactly once; none is ever logged.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from app.processes.frames import BrokenFrames

LARGEST = 16 * 2**20
"""Bytes of one frame."""


def encode(message: Mapping[str, Any]) -> bytes:
    """Return a message as the body of a frame."""
    return json.dumps(dict(message), ensure_ascii=True).encode("ascii")


def decode(body: bytes) -> dict[str, Any]:
    """Return the message in a frame; raises BrokenFrames."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BrokenFrames("no JSON") from error
    if not isinstance(message, dict):
        raise BrokenFrames("no object")
    return message
