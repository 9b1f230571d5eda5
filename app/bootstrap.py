"""The one place where concrete parts are named."""

# Late imports on purpose: the gateways, teams, exports and checks are imported when they are first asked for.

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from app import __version__
from app.domain.private import tighten
from app.engine.bus import Appended, Bus
from app.gateway.router import Router
from app.prompts.lazily import LazyTemplates
from app.services.core import Core, Turn
from app.services.parts import Parts
from app.settings.folders import CONFIG_NAMES, DATA_NAMES, Folders
from app.store.choices import FileFolders
from app.store.clock import SystemClock, SystemIds
from app.store.jsonl import JsonlFiles
from app.store.library import SqliteLibrary
from app.store.sessions import FileSessionStore
from app.workflows.registry import SHIPPED, Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from app.domain.held_folder import HeldFolder
    from app.domain.ids import SeatName, SessionId
    from app.domain.seats import NamedServer, Seat
    from app.engine.bus import BusMessage
    from app.engine.ledger import Ledger
    from app.engine.plugin import WorkflowPlugin
    from app.engine.ports import Clock, ModelGateway, Voices
    from app.engine.tool_source import ToolServers
    from app.engine.work_queue import Handing
    from app.gateway.commands.gateway import CommandGateway
    from app.gateway.host_client import HostClient
    from app.gateway.hosted import HostedGateway
    from app.gateway.keys import Keys
    from app.gateway.offline import OfflineCouncil
    from app.gateway.samples import SamplePlayer
    from app.gateway.tools.source import ConfiguredTools
    from app.gateway.tracing import Tracer
    from app.projections.evaluation import BatchReport
    from app.services.exporting import Exporting
    from app.services.providers import Providers
    from app.services.trace_secrets import TraceSecrets
    from app.settings.programs import CommandFile
    from app.settings.providers import ProviderFile
    from app.settings.settings import Settings

_COUNCIL_STEP = 0.02
"""Seconds between the words of the offline council in the window; headless it does not wait."""
SAMPLE_STEP = 0.3
"""The same for samples, which are read while they are played."""


def build(
    folders: Folders | None = None,
    *,
    council_step: float = _COUNCIL_STEP,
    makers: Mapping[str, Callable[[], WorkflowPlugin]] = SHIPPED,
    host: HostClient | None = None,
) -> Core:
    """Wire the program together; `makers`: the workflows it has, `host`: a model host that has begun."""
    where = folders or Folders.of_this_machine()
    tighten(where.data, DATA_NAMES)
    tighten(where.config, CONFIG_NAMES)
    clock = SystemClock()
    prompts = LazyTemplates()
    folders_there = FileFolders(where.data, clock)
    workflows = Registry(makers, templates=prompts.require, ports=folders_there.ports)
    store = FileSessionStore(where.data, clock)
    models = _Models(where, clock, workflows.voices, council_step, host)
    tracing = _LateTracing(where, clock, models)
    parts = Parts(
        store=store,
        gateway=models.gateway,
        prompts=prompts,
        clock=clock,
        ids=SystemIds(),
        bus=Bus(),
        plugins=workflows.plugins,
        make_catalogue=lambda: workflows.catalogue,
        version=__version__,
        lines=JsonlFiles(where.data),
        folders=folders_there,
        # What they need is imported when a session is given one.
        tools=cast("ToolServers", _LazyObject(lambda: _tools(where, models))),
        unapproved_servers=models.unapproved_servers,
    )

    parts.bus.subscribe(tracing)

    return Core(
        parts=parts,
        index=SqliteLibrary(where.data / "library.db"),
        where=where,
        keys=lambda: models.keys,
        make_providers=models.providers,
        make_exporting=lambda: _exporting(parts),
        handing=lambda root: _handing(root, store, where),
        accounts=lambda root, scope: _account(root, scope, where),
        agents_turn=lambda: _agents_turn(where),
        write_batch=_write_batch,
    )


class _Models:
    """The ways to the models, each made once."""

    def __init__(
        self, where: Folders, clock: Clock, voices: Voices, council_step: float, host: HostClient | None
    ) -> None:
        self._where, self._clock, self._host = where, clock, host
        self._voices, self._step = voices, council_step
        makers: dict[str, Callable[[], ModelGateway]] = {
            "offline": self._council,
            "sample": self._player,
            # Who sits there holds a text, and is never asked.
            "given": self._player,
            "command": self._programs,
        }
        self.gateway = Router(makers, rest=lambda: self.hosted, apart=("command",))

    @cached_property
    def keys(self) -> Keys:
        from app.gateway.keys import Keys

        return Keys()

    @cached_property
    def settings(self) -> ProviderFile:
        from app.gateway.host.dialects.registry import DIALECTS
        from app.gateway.providers import PROVIDERS, SPOKEN
        from app.settings.providers import ProviderFile

        known = frozenset(PROVIDERS)
        return ProviderFile(self._where.config, known, tuple(DIALECTS), known - SPOKEN.keys())

    @cached_property
    def hosted(self) -> HostedGateway:
        from app.gateway.host_client import HostClient, host_command
        from app.gateway.hosted import HostedGateway
        from app.gateway.sizes import SizeMemory
        from app.gateway.speeds import Speeds

        caches = self._where.data / "wire"
        host = self._host or HostClient(host_command(caches))
        sizes, speeds = SizeMemory(caches / "sizes.json"), Speeds(caches)
        table = self.settings.in_force
        return HostedGateway(self.keys, self._clock, table, host, speeds=speeds, sizes=sizes)

    @cached_property
    def command_file(self) -> CommandFile:
        from app.settings.programs import CommandFile

        return CommandFile(self._where.config)

    @cached_property
    def commands(self) -> CommandGateway:
        from app.gateway.commands.gateway import CommandGateway

        return CommandGateway(self.command_file)

    def _programs(self) -> CommandGateway:
        return self.commands

    def _council(self) -> OfflineCouncil:
        from app.gateway.offline import OfflineCouncil

        return OfflineCouncil(self._voices, self._clock, self._step)

    def _player(self) -> SamplePlayer:
        from app.gateway.samples import SamplePlayer

        return SamplePlayer(self._clock, SAMPLE_STEP if self._step else 0.0)

    def providers(self) -> Providers:
        from app.gateway.provider_gateway import HostedProviders
        from app.services.providers import Providers

        self.gateway.make_rest()
        desk = HostedProviders(self.hosted, self.keys, self.commands)
        return Providers(self.gateway, desk, self.keys, self.settings, self.command_file)

    def unapproved_servers(self, seats: Mapping[SeatName, Seat]) -> Sequence[NamedServer]:
        if not any(seat.names_server for seat in seats.values()):
            return ()
        from app.gateway.provider_gateway import HostedProviders
        from app.services.providers import check_addresses

        check_addresses(seats)
        return HostedProviders(self.hosted, self.keys, self.commands).unapproved_servers(seats)


_RUN = "run_started"


class _LateTracing:
    """Tells the bus's messages to a collector, where the person named one; else nothing is imported."""

    def __init__(self, where: Folders, clock: Clock, models: _Models) -> None:
        self._where, self._clock, self._models = where, clock, models
        self._on = False

    def __call__(self, message: BusMessage) -> None:
        if not self._on and isinstance(message, Appended) and _RUN in {one.type for one in message.records}:
            # Looked at with each run: who only lists sessions reads nothing for it.
            self._on = bool(_settings(self._where).sound_values().get("trace_address"))
        if self._on:
            self._tracer(message)

    @cached_property
    def _tracer(self) -> Tracer:
        import atexit

        from app.gateway.tracing import Tracer, TraceSettings

        def settings() -> TraceSettings:
            found = _settings(self._where).sound_values()
            return TraceSettings(
                str(found["trace_address"] or ""),
                texts=found["trace_texts"] is True,
                headers=_trace_secrets(self._where, self._models).headers,
            )

        tracer = Tracer(settings, self._clock.now)
        atexit.register(tracer.close)
        return tracer


class _LazyObject:
    """What `make` returns, made at the first look into it."""

    def __init__(self, make: Callable[[], object]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> object:
        return self._make()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._made, name)


def _tools(where: Folders, models: _Models) -> ConfiguredTools:
    from app.gateway.tools.source import ConfiguredTools
    from app.settings.programs import ToolServerFile
    from app.store.choices import FileToolChoices

    choices = FileToolChoices(where.data)
    return ConfiguredTools(ToolServerFile(where.config), lambda: models.keys, choices)


def _handing(root: Path, store: FileSessionStore, where: Folders) -> Handing:
    from app.store.work_folder import FileHanding

    return FileHanding(root, store, where.data)


def _account(root: HeldFolder, scope: frozenset[SessionId], where: Folders) -> Ledger:
    from app.store.account import FolderAccount

    return FolderAccount(root, where.data, scope)


def _agents_turn(where: Folders) -> Turn | None:
    from app.domain.private import make_private
    from app.store.locks import take_lock

    make_private(where.data)
    return take_lock(where.data / "agents.lock")


def _trace_secrets(where: Folders, models: _Models) -> TraceSecrets:
    from app.services.trace_secrets import TraceSecrets

    return TraceSecrets(_settings(where), lambda: models.keys)


def _settings(where: Folders) -> Settings:
    from app.settings.settings import Settings

    return Settings(where.config)


def _write_batch(report: BatchReport, form: str, side_by_side: bool) -> bytes:
    from app.export.batch import write_batch

    return write_batch(report, form, side_by_side=side_by_side)


def _exporting(parts: Parts) -> Exporting:
    from app.export.lossless import read_json_export
    from app.export.registry import EXPORTERS
    from app.services.exporting import Exporting

    return Exporting(parts, EXPORTERS, read_json_export)
