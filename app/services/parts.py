"""What the services are built from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.domain.errors import InputError, one_of
from app.domain.i18n import words

if TYPE_CHECKING:
    from app.domain.fact_base import FactCatalogue
    from app.domain.ids import SeatName
    from app.domain.seats import NamedServer, Seat
    from app.engine.bus import Bus
    from app.engine.folders import ChosenFolders
    from app.engine.line_files import LineFiles
    from app.engine.plugin import WorkflowPlugin
    from app.engine.ports import Clock, IdSource, ModelGateway, Prompts, SessionStore
    from app.engine.tool_source import ToolServers


@dataclass(frozen=True)
class Parts:
    """Everything the services are built from; named in one place, by bootstrap."""

    store: SessionStore
    gateway: ModelGateway
    prompts: Prompts
    clock: Clock
    ids: IdSource
    bus: Bus
    plugins: Mapping[str, WorkflowPlugin]
    make_catalogue: Callable[[], FactCatalogue]
    version: str
    lines: LineFiles
    """Files of JSON lines beside the journals."""
    folders: ChosenFolders
    """Folders that nodes may use."""
    tools: ToolServers
    """Servers whose tools sessions may be given."""
    unapproved_servers: Callable[[Mapping[SeatName, Seat]], Sequence[NamedServer]]
    """Returns the servers that a table names and the person must be asked about first."""

    @property
    def catalogue(self) -> FactCatalogue:
        """Every fact class there is."""
        return self.make_catalogue()

    def plugin(self, workflow: str) -> WorkflowPlugin:
        """Return a workflow; raises InputError naming those there are."""
        try:
            return self.plugins[workflow]
        except KeyError:
            raise InputError(
                words("There is no workflow called “{name}”.", name=workflow), one_of(sorted(self.plugins))
            ) from None
