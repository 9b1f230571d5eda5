"""The one place where concrete parts are named."""

from __future__ import annotations

from app import __version__
from app.engine.bus import Bus
from app.export.reading import read_json_export
from app.export.registry import EXPORTERS
from app.gateway.desk import ProviderDesk
from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.gateway.lifeline import Lifeline
from app.gateway.offline import OfflineCouncil
from app.gateway.process import command
from app.gateway.providers import PROVIDERS
from app.gateway.router import Router
from app.prompts.lazily import LazyTemplates
from app.services.accounts import Accounts
from app.services.core import Services
from app.services.doctor import Doctor
from app.services.estimates import Estimates
from app.services.exporting import Exporting
from app.services.library import Library
from app.services.live import Parts
from app.services.providers import Providers, servers_named
from app.services.review import Review
from app.services.sessions import Sessions
from app.services.shelf import Shelf
from app.settings.folders import Folders
from app.settings.providers import ProviderFile
from app.settings.teams import TeamFiles
from app.store.clock import SystemClock, SystemIds
from app.store.jsonl import JsonlFiles
from app.store.library import SqliteLibrary
from app.store.sessions import FileSessionStore
from app.workflows.registry import Registry

COUNCIL_STEP = 0.02
"""Seconds between the words of the offline council in the window; headless it does not wait."""


def build(folders: Folders | None = None, *, council_step: float = COUNCIL_STEP) -> Services:
    """Wire the program together."""
    where = folders or Folders.of_this_machine()
    clock = SystemClock()
    prompts = LazyTemplates()
    workflows = Registry(templates=prompts.require)
    store = FileSessionStore(where.data, clock)
    keys, ids = Keys(), SystemIds()
    settings = ProviderFile(where.config, frozenset(PROVIDERS))
    hosted = HostedGateway(keys, clock, settings.read, Lifeline(command(where.data / "wire")))
    desk = ProviderDesk(hosted, keys)
    gateway = Router({"offline": OfflineCouncil(workflows.voices, clock, council_step)}, rest=hosted)
    parts = Parts(
        store=store,
        gateway=gateway,
        prompts=prompts,
        clock=clock,
        ids=ids,
        bus=Bus(),
        plugins=workflows.plugins,
        catalogue=workflows.catalogue,
        version=__version__,
        lines=JsonlFiles(where.data),
        approve_servers=lambda urls: settings.approve(*servers_named(urls)),
    )
    providers = Providers(gateway, desk, keys, settings)
    index = SqliteLibrary(where.data / "library.db")
    sessions = Sessions(parts)
    review, library = Review(sessions), Library(parts, index)
    return Services(
        parts=parts,
        index=index,
        sessions=sessions,
        review=review,
        library=library,
        shelf=Shelf(store, sessions, review, library),
        teams=TeamFiles(where.config),
        exporting=Exporting(parts, EXPORTERS, read_json_export),
        workflows=workflows,
        doctor=Doctor(where.data, where.config, store, gateway, providers),
        providers=providers,
        estimates=Estimates(gateway, sessions),
        accounts=Accounts(parts),
    )
