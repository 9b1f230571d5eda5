"""Letting an agent decide in one session, and taking that back."""

from __future__ import annotations

from app.cli.output import print_json, show
from app.domain.actors import agent_called
from app.domain.agent_facts import AgentPermissionChanged
from app.domain.errors import InputError
from app.domain.i18n import words
from app.services.core import Core


async def allow(core: Core, text: str, agent: str, *, allowed: bool, as_json: bool) -> int:
    """Record it where it is not so already; `agent` empty: the one that began the session."""
    session = await core.sessions.resolve(text)
    fold = await core.sessions.fold(session)
    begun_by = fold.session.begun_by
    if agent.strip():
        name = agent_called(agent).name
    elif begun_by is not None:
        name = begun_by.name
    elif len(fold.session.agents) == 1 and not allowed:
        name = min(fold.session.agents)
    else:
        raise InputError(
            words("No agent began the session {session}.", session=session),
            words("Name the agent, as it calls itself: --agent NAME."),
        )
    if (name in fold.session.agents) != allowed:
        await core.review.tell(session, AgentPermissionChanged(agent=name, allowed=allowed))
    if as_json:
        print_json({"session": session, "agent": name, "allowed": allowed})
    elif allowed:
        show(f"{name} may decide in the session {session}.")
    else:
        show(f"{name} may not decide in the session {session}.")
    return 0
