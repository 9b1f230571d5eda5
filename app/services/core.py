"""The bundle of services that a face is handed."""

# Late imports on purpose: a face must not wait for services that it has not asked for yet.

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar

from app.domain.errors import InputError, RoundtableError
from app.services.parts import Parts
from app.settings.options import TRASH_DAYS

if TYPE_CHECKING:
    from pathlib import Path

    from app.domain.fact_base import FactCatalogue
    from app.domain.held_folder import HeldFolder
    from app.domain.ids import SessionId
    from app.engine.bus import Bus
    from app.engine.ledger import Ledger
    from app.engine.plugin import WorkflowPlugin
    from app.engine.ports import KeyStore, SessionIndex
    from app.engine.work_queue import Handing
    from app.projections.evaluation import BatchReport
    from app.services.backups import Backups
    from app.services.batches.running import Batches
    from app.services.connecting import Connecting
    from app.services.doctor import Doctor
    from app.services.estimates import Estimates
    from app.services.exporting import Exporting
    from app.services.headless import HeadlessSessions
    from app.services.library import Library, SessionAdmin
    from app.services.providers import Providers
    from app.services.readiness import Readiness
    from app.services.returning import Returning
    from app.services.review import PersonCommands, Review
    from app.services.rules import Rules
    from app.services.samples import Samples
    from app.services.sessions import Sessions
    from app.services.taken_answers import TakenAnswers
    from app.services.tool_servers import ToolServerAdmin
    from app.services.trace_secrets import TraceSecrets
    from app.services.workflow_summary import WorkflowSummaries
    from app.settings.folders import Folders
    from app.settings.settings import Settings
    from app.settings.teams import TeamFiles
    from app.settings.templates import TemplateFiles

D = TypeVar("D")


class Turn(Protocol):
    """A lock that is held, by this process alone."""

    def release(self) -> None:
        """Let the next one have it."""
        ...


@dataclass(frozen=True)
class Core:
    """Everything a face may use, each service made when it is first asked for; built by bootstrap."""

    parts: Parts
    index: SessionIndex
    where: Folders
    keys: Callable[[], KeyStore]
    make_providers: Callable[[], Providers]
    make_exporting: Callable[[], Exporting]
    handing: Callable[[Path], Handing]
    """Returns the folder through which workers on other machines hand sessions on."""
    accounts: Callable[[HeldFolder, frozenset[SessionId]], Ledger]
    """Returns what all who move sessions of a batch's folder have spent and hold back."""
    agents_turn: Callable[[], Turn | None]
    """Takes the turn to begin an agent's session, None while another server has it; raises OSError."""
    write_batch: Callable[[BatchReport, str, bool], bytes]
    """Writes a batch's report in a form."""

    @cached_property
    def teams(self) -> TeamFiles:
        """Saved teams."""
        from app.settings.teams import TeamFiles

        return TeamFiles(self.where.config)

    @cached_property
    def templates(self) -> TemplateFiles:
        """Kept set-ups."""
        from app.settings.templates import TemplateFiles

        return TemplateFiles(self.where.config)

    @cached_property
    def settings(self) -> Settings:
        """What the person set."""
        from app.settings.settings import Settings

        return Settings(self.where.config)

    @cached_property
    def sessions(self) -> Sessions:
        """Creating, running, stopping and forking sessions."""
        from app.services.sessions import Sessions

        return Sessions(self.parts)

    @cached_property
    def review(self) -> Review:
        """The person's side."""
        from app.services.review import Review

        return Review(self.sessions)

    @cached_property
    def commands(self) -> PersonCommands:
        """What a person may ask for at an open gate."""
        from app.services.review import PersonCommands

        return PersonCommands(self.sessions)

    @cached_property
    def taken_answers(self) -> TakenAnswers:
        """Answers of other sessions."""
        from app.services.taken_answers import TakenAnswers

        return TakenAnswers(self.parts)

    @cached_property
    def headless(self) -> HeadlessSessions:
        """Moving sessions for a program."""
        from app.services.headless import HeadlessSessions

        return HeadlessSessions(self.sessions, self.review, self.readiness, self.teams)

    def __getattr__(self, name: str) -> object:
        """Return the calls that a workflow adds for programs under a name of its own (`api`)."""
        if not name.startswith("_"):
            for plugin in self.plugins.values():
                if plugin.api is not None and plugin.api.name == name:
                    return plugin.api.make(self.headless)
        raise AttributeError(f"the core has no {name!r}, and no workflow adds it")

    def api(self, calls: type[D]) -> D:
        """Return a workflow's calls by their class: the same, with their types."""
        for plugin in self.plugins.values():
            found = plugin.api.make(self.headless) if plugin.api is not None else None
            if isinstance(found, calls):
                return found
        raise AttributeError(f"no workflow adds {calls.__name__}")

    @cached_property
    def library(self) -> Library:
        """All sessions."""
        from app.services.library import Library

        return Library(self.parts, self.index)

    @cached_property
    def admin(self) -> SessionAdmin:
        """Putting sessions away."""
        from app.services.library import SessionAdmin

        return SessionAdmin(self.parts, self.sessions, self.review, self.library)

    @cached_property
    def exporting(self) -> Exporting:
        """Writing sessions to files, and taking them in again."""
        return self.make_exporting()

    @cached_property
    def backups(self) -> Backups:
        """All sessions, teams and settings in one file, and back from it."""
        from app.services.backups import Backups

        return Backups(self.parts, self.exporting, self.where.config)

    @cached_property
    def returning(self) -> Returning:
        """Taking documents back in that somebody outside worked on."""
        from app.services.returning import Returning

        return Returning(self.sessions)

    @cached_property
    def providers(self) -> Providers:
        """Connecting models."""
        return self.make_providers()

    @cached_property
    def connecting(self) -> Connecting:
        """Connecting a first model."""
        from app.services.connecting import Connecting

        return Connecting(self.providers, self.teams)

    @cached_property
    def rules(self) -> Rules:
        """Rules that the person made of what they refused."""
        from app.services.rules import Rules

        return Rules(self.where.config)

    @cached_property
    def tool_servers(self) -> ToolServerAdmin:
        """Servers whose tools sessions may be given."""
        from app.services.tool_servers import ToolServerAdmin
        from app.settings.programs import ToolServerFile

        return ToolServerAdmin(ToolServerFile(self.where.config), self.keys, self.parts.tools)

    @cached_property
    def trace_secrets(self) -> TraceSecrets:
        """The secret that the person's collector of traces wants."""
        from app.services.trace_secrets import TraceSecrets

        return TraceSecrets(self.settings, self.keys)

    @cached_property
    def doctor(self) -> Doctor:
        """Checks this machine."""
        from app.services.doctor import Doctor

        return Doctor(self.where, self.parts.store, self.parts.gateway, self.providers)

    @cached_property
    def estimates(self) -> Estimates:
        """What a run may cost."""
        from app.services.estimates import Estimates

        return Estimates(self.parts.gateway, self.sessions)

    @cached_property
    def readiness(self) -> Readiness:
        """Whether a session can begin."""
        from app.services.readiness import Readiness

        return Readiness(self.parts.gateway, lambda: self.providers.desk, self.teams)

    @cached_property
    def summaries(self) -> WorkflowSummaries:
        """What a workflow has to tell of a session."""
        from app.services.workflow_summary import WorkflowSummaries

        return WorkflowSummaries(self.parts)

    @cached_property
    def samples(self) -> Samples:
        """Sessions written by hand."""
        from app.services.samples import Samples

        return Samples(self.sessions, self.where.data / "samples")

    @cached_property
    def batches(self) -> Batches:
        """Many sessions from one table of questions."""
        from app.services.batches.running import Batches

        return Batches(self.sessions, self.review, self.readiness, self.library, self.accounts)

    @property
    def plugins(self) -> Mapping[str, WorkflowPlugin]:
        """The workflows by name."""
        return self.parts.plugins

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
        for name in self.plugins:
            self.plugins[name]
            await asyncio.sleep(0)
        await self.providers.desk.warm()
        await self.clear_trash()

    async def clear_trash(self) -> None:
        """Remove for good what has been in the trash for longer than the person wants."""
        try:
            days = self.settings.value(TRASH_DAYS)
        except InputError:
            # A file of settings that is not sound is told of where it is shown: nothing is removed by it.
            return
        assert isinstance(days, int)
        await self.admin.clear_trash(days)

    async def rehearse(self, workflow: str) -> None:
        """Get ready for a session that may begin soon, a piece at a time; contacts nobody."""
        from app.engine.rehearsal import rehearse

        await rehearse(self.plugins[workflow], self.parts.prompts)
        # What looks whether it can begin, and what asks its models.
        for name in ("readiness", "providers"):
            getattr(self, name)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop what runs and let go of every file."""
        try:
            if "sessions" in vars(self):
                written = await self.sessions.close()
                if written:
                    # What cannot be indexed is read by the next list, which says what is wrong.
                    with suppress(RoundtableError):
                        await self.library.keep(written)
        finally:
            try:
                await self.parts.gateway.close()
            finally:
                await self.index.close()
