"""The bundle of services that a face is handed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from app.domain.fact_base import FactCatalogue
from app.engine.bus import Bus
from app.engine.ports import SessionIndex
from app.services.accounts import Accounts
from app.services.api import TeamsApi, WorkflowsApi
from app.services.doctor import Doctor
from app.services.estimates import Estimates
from app.services.exporting import Exporting
from app.services.library import Library
from app.services.live import Parts
from app.services.providers import Providers
from app.services.review import Review
from app.services.sessions import Sessions
from app.services.shelf import Shelf


@dataclass(frozen=True)
class Services:
    """Everything a face may use; built by bootstrap."""

    parts: Parts
    index: SessionIndex
    sessions: Sessions
    review: Review
    library: Library
    shelf: Shelf
    teams: TeamsApi
    exporting: Exporting
    workflows: WorkflowsApi
    doctor: Doctor
    providers: Providers
    estimates: Estimates
    accounts: Accounts

    @property
    def bus(self) -> Bus:
        """The bus every session publishes to."""
        return self.parts.bus

    @property
    def catalogue(self) -> FactCatalogue:
        """Every fact class there is."""
        return self.parts.catalogue

    @property
    def version(self) -> str:
        """The program's version."""
        return self.parts.version

    async def warm(self) -> None:
        """Begin with what takes long and may be needed soon, a piece at a time; contacts nobody."""
        for name in self.workflows.plugins:
            self.workflows.plugins[name]
            await asyncio.sleep(0)
        await self.providers.desk.warm()

    async def close(self) -> None:
        """Stop what runs and let go of every file."""
        try:
            await self.sessions.shutdown()
        finally:
            try:
                await self.parts.gateway.close()
            finally:
                await self.index.close()
