"""What a request has in common with others, for whoever keeps beginnings: the engine and the model host.

The host reads requests that are no models, for the library of those would be a third of its start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.domain.messages import ModelRequest


def shared_text(request: ModelRequest) -> str:
    """Return the message in which the shared parts end; empty where there is none."""
    return next((one.text for one in request.messages if one.role == request.shared_by), "")


def beginning(request: ModelRequest) -> str:
    """Return what other calls begin with too, to the end of the first shared part; empty without one."""
    if not request.shared:
        return ""
    shared = shared_text(request)[: request.shared[0]]
    if request.shared_by == "system":
        return shared
    return "\n".join([*(one.text for one in request.messages if one.role == "system"), shared])
