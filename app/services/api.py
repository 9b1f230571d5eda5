"""What a face sees of the program: the Core and its services, as Protocols.

The window and the command line are written against these; `bootstrap` hands in the real ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    # For start-up cost: the window imports this module before it can be used.
    from pydantic import BaseModel

    from app.domain.canonical import JsonValue
    from app.domain.fact_base import Fact, FactCatalogue, Record
    from app.domain.facts import By
    from app.domain.i18n import Words
    from app.domain.ids import SeatName, SessionId
    from app.domain.seats import Seat, Team
    from app.domain.servers import NamedServer
    from app.engine.bus import Bus
    from app.engine.plugin import WorkflowPlugin
    from app.engine.ports import Found, LocalServer, ProviderInfo, SessionRow, TestResult
    from app.services.estimates import RunEstimate
    from app.services.library import Family
    from app.services.providers import Approval, ModelChoice
    from app.services.workflow_summary import WorkflowSummary
    from app.settings.providers import Endpoint

StopMode = Literal["now", "after_round", "with_answer"]


class SessionsApi(Protocol):
    """Creating, running, stopping and forking sessions."""

    async def create(
        self, workflow: str, setup: Mapping[str, object], team: Team, title: str | None = None
    ) -> SessionId:
        """Check the setup and write the first record; raises InputError."""
        ...

    def notice(self, workflow: str, setup: Mapping[str, object]) -> Words | None:
        """Return what a person must know before they start this, None where there is nothing."""
        ...

    async def start(self, session: SessionId) -> None:
        """Open for writing and run in a task of the service; raises SessionBusy."""
        ...

    async def stop(self, session: SessionId, mode: StopMode = "now") -> None:
        """Stop a session; raises InputError where a final answer is not possible yet."""
        ...

    async def stop_member(self, session: SessionId, seat: SeatName) -> None:
        """End one member's calls and nobody else's; raises InputError where it writes nothing."""
        ...

    async def pause(self, session: SessionId) -> None:
        """Begin no new call; running ones end."""
        ...

    async def fork(
        self, session: SessionId, at: int, changes: Mapping[str, JsonValue] | None = None
    ) -> SessionId:
        """Copy the session up to its last step at or before record `at`, with changes to its setup."""
        ...

    def running(self, session: SessionId) -> bool:
        """Tell whether this process is moving the session."""
        ...

    async def records(self, session: SessionId, after: int = 0) -> Sequence[Record]:
        """Return the records with seq > `after`."""
        ...

    async def shutdown(self) -> None:
        """Halt all loops and close all journals, within three seconds."""
        ...


class ReviewApi(Protocol):
    """The person's side."""

    async def answer(
        self,
        session: SessionId,
        gate: str,
        verb: str,
        data: Mapping[str, JsonValue] | None = None,
        note: str = "",
        by: By = "person",
    ) -> None:
        """Answer an open gate once and go on; raises GateError, the gate is then still open."""
        ...

    async def tell(self, session: SessionId, *facts: Fact) -> None:
        """Append person events."""
        ...


class LibraryApi(Protocol):
    """All sessions."""

    async def rows(self) -> Sequence[SessionRow]:
        """Return every session, newest change first."""
        ...

    async def search(self, text: str) -> Sequence[tuple[SessionRow, int, str]]:
        """Return (row, seq, snippet) for what contains `text`."""
        ...

    async def find(self, text: str) -> Sequence[Found]:
        """Return each session in which `text` was said once, best first."""
        ...

    async def snippets(self, text: str, found: Sequence[Found]) -> Mapping[SessionId, str]:
        """Return the surroundings of the best hits of some sessions, a line each."""
        ...

    async def family(self, session: SessionId) -> Family:
        """Return where a session was forked from, and which were forked from it."""
        ...


class SessionAdminApi(Protocol):
    """Putting sessions away; both can be taken back."""

    async def archive(self, session: SessionId, away: bool = True) -> None:
        """Put a session away, or take it out again; raises SessionBusy or StorageError."""
        ...

    async def rename(self, session: SessionId, title: str) -> None:
        """Give a session another title; raises SessionBusy or StorageError."""
        ...

    async def delete(self, session: SessionId) -> None:
        """Move a session to the trash; raises InputError while it runs, SessionBusy elsewhere."""
        ...

    async def restore(self, session: SessionId) -> None:
        """Take a session back from the trash; raises NotFound or ImportRefused."""
        ...


class TeamsApi(Protocol):
    """Saved teams."""

    def names(self) -> list[str]:
        """List the teams by name."""
        ...

    def load(self, name: str) -> Team:
        """Read a team; raises InputError."""
        ...

    def default(self) -> Team:
        """Return the saved default, else the offline council."""
        ...

    def called(self, name: str) -> str:
        """Return the name among `names` that a team of this name is kept under; raises InputError."""
        ...

    def save(self, team: Team) -> str:
        """Keep a team under its name; return the name of its file. Raises InputError or StorageError."""
        ...

    def make_default(self, name: str) -> None:
        """Use a team for new sessions; raises InputError or StorageError."""
        ...


class ProvidersApi(Protocol):
    """Connecting models; see `app.services.providers`."""

    async def list(self) -> Sequence[ProviderInfo]:
        """List the providers; contacts nobody."""
        ...

    async def check(self, name: str) -> TestResult:
        """Ask a provider for its models: costs nothing and shows whether the key is good."""
        ...

    async def put_key(self, name: str, key: str, *, session_only: bool = False) -> str:
        """Keep a key; return the place it went to. Raises InputError."""
        ...

    async def forget_key(self, name: str) -> None:
        """Remove a key."""
        ...

    def put_endpoint(self, name: str, endpoint: Endpoint) -> None:
        """Set up a server of the person's own; raises InputError, StorageError."""
        ...

    async def forget_endpoint(self, name: str) -> None:
        """Remove a server of the person's own, and its key."""
        ...

    def unapproved(self, seats: Mapping[SeatName, Seat]) -> Sequence[NamedServer]:
        """Return the servers that seats name, with their variables, of which the person must be asked."""
        ...

    def approve(self, address: str, *variables: str) -> str:
        """Allow seats to name a server and variables for it; raises InputError, StorageError."""
        ...

    def approvals(self) -> Sequence[Approval]:
        """Return the servers that were approved; raises InputError."""
        ...

    def take_back(self, address: str, variable: str = "") -> Approval:
        """Approve a server no longer; raises InputError, StorageError."""
        ...

    async def find_local(self) -> Sequence[LocalServer]:
        """Look for model servers on this machine."""
        ...

    def loading(self, models: Iterable[str]) -> bool:
        """Tell whether asking one of these has to wait until the connections are loaded."""
        ...

    async def models(
        self, *, everything: bool = False, local: bool = True, ask: bool = False
    ) -> Sequence[ModelChoice]:
        """Return what can be put into a seat."""
        ...


class ExportApi(Protocol):
    """Writing sessions to files, and taking them in again."""

    async def export(self, session: SessionId, format: str, path: Path) -> Any:
        """Write the session to `path`; raises InputError or StorageError."""
        ...

    def formats(self) -> list[str]:
        """List the formats by name (`md`, `json`, …)."""
        ...

    async def content(
        self, session: SessionId, format: str, *, redact_names: bool = False, redact_costs: bool = False
    ) -> bytes:
        """Return what an export would hold; raises InputError or StorageError."""
        ...

    async def write(self, content: bytes, path: Path) -> None:
        """Write what `content` returned, whole or not at all; raises StorageError."""
        ...

    async def import_file(self, path: Path, *, as_copy: bool = False) -> SessionId:
        """Take in a JSON export; raises InputError, ImportRefused, ImportDiffers or StorageError."""
        ...


class EstimatesApi(Protocol):
    """What a run may cost."""

    async def before_start(
        self, plugin: WorkflowPlugin, setup: Mapping[str, object], seats: Mapping[SeatName, Seat]
    ) -> RunEstimate | None:
        """Return what a whole run will use, None where the workflow cannot say; raises InputError."""
        ...

    async def before_round(self, session: SessionId) -> RunEstimate | None:
        """Return what another round of an open session will use, None where that cannot be said."""
        ...


class ReadinessApi(Protocol):
    """Whether a session can begin; see `app.services.readiness`."""

    async def check(
        self,
        plugin: WorkflowPlugin,
        setup: BaseModel,
        seats: Mapping[SeatName, Seat],
        *,
        contact: bool = True,
    ) -> None:
        """Raise NotReady, with a team that could begin now, where models cannot be asked."""
        ...


class SummariesApi(Protocol):
    """What a workflow has to tell of a session."""

    async def of(self, session: SessionId) -> WorkflowSummary:
        """Return what a session's workflow has to tell of it; raises NotFound or StorageError."""
        ...


class WorkflowsApi(Protocol):
    """The registry of workflows."""

    @property
    def plugins(self) -> Mapping[str, WorkflowPlugin]:
        """The workflows by name."""
        ...


class Core(Protocol):
    """The bundle of services that `bootstrap` builds and a face is handed."""

    @property
    def sessions(self) -> SessionsApi: ...
    @property
    def review(self) -> ReviewApi: ...
    @property
    def library(self) -> LibraryApi: ...
    @property
    def admin(self) -> SessionAdminApi: ...
    @property
    def teams(self) -> TeamsApi: ...
    @property
    def exporting(self) -> ExportApi: ...
    @property
    def workflows(self) -> WorkflowsApi: ...
    @property
    def providers(self) -> ProvidersApi: ...
    @property
    def estimates(self) -> EstimatesApi: ...
    @property
    def readiness(self) -> ReadinessApi: ...
    @property
    def summaries(self) -> SummariesApi: ...
    @property
    def bus(self) -> Bus: ...
    @property
    def catalogue(self) -> FactCatalogue: ...
    @property
    def version(self) -> str: ...

    async def warm(self) -> None:
        """Begin with what takes long and may be needed soon; contacts nobody."""
        ...

    async def rehearse(self, workflow: str) -> None:
        """Get ready for a session of this workflow that may begin soon; contacts nobody."""
        ...

    async def close(self) -> None:
        """Stop what runs and let go of every file."""
        ...
