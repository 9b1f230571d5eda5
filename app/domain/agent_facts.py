"""What a person lets agents do in a session."""

from __future__ import annotations

from typing import Literal

from app.domain.fact_base import Fact


class AgentPermissionChanged(Fact):
    """A person let an agent decide at this session's gates, or does so no more; a fork begins without."""

    type: Literal["agent_permission_changed"] = "agent_permission_changed"
    agent: str
    """The name its client goes by."""
    allowed: bool
