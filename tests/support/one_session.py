"""One session of any workflow, and the person at it: what is asked, answered and recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.domain.fact_base import Fact, FactCatalogue, Record
from app.domain.ids import SessionId
from app.projections.gate_inbox import Gate
from app.services.live import Live
from app.services.review import Review
from app.services.sessions import Sessions
from tests.support.desk import Desk


class OneSession:
    """A session by its id, among those that something holds."""

    def __init__(self, sessions: Sessions, review: Review, catalogue: FactCatalogue) -> None:
        self.sessions, self.review, self.catalogue = sessions, review, catalogue
        self.id = SessionId("")

    async def answer(self, verb: str, **data: Any) -> str:
        """Answer the open gate and run on; return the state."""
        await self.review.answer(self.id, self.gate.id, verb, data)
        return await self.sessions.wait(self.id)

    @property
    def live(self) -> Live:
        """The session in this process."""
        live = self.sessions.live(self.id)
        assert live is not None
        return live

    @property
    def gate(self) -> Gate:
        """The open gate."""
        gate = self.live.fold.gates.open_gate()
        assert gate is not None, self.live.fold.session.state
        return gate

    @property
    def kind(self) -> str:
        """The open gate's kind."""
        return self.gate.fact.kind

    @property
    def payload(self) -> Mapping[str, Any]:
        """What the open gate shows."""
        return self.gate.fact.payload

    @property
    def reason(self) -> str | None:
        """The stored termination reason."""
        return self.live.fold.session.reason

    async def records(self) -> list[Record]:
        """All records."""
        return list(await self.sessions.records(self.id))

    async def facts(self, kind: str) -> list[Any]:
        """All facts of one type, in order."""
        return [self.catalogue.decode(one) for one in await self.records() if one.type == kind]

    async def tell(self, *facts: Fact) -> None:
        """Append events of the person."""
        await self.review.tell(self.id, *facts)


class AtDesk(OneSession):
    """One session at a desk."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.sessions, desk.review, desk.parts.catalogue)
        self.desk = desk
