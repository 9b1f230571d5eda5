"""The workflows there are: one line each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from app.domain.errors import Bug
from app.domain.fact_base import FactCatalogue
from app.domain.facts import SHARED_FACTS
from app.engine.plugin import WorkflowPlugin
from app.engine.ports import Voices
from app.workflows.debate.plugin import DebatePlugin
from app.workflows.experiment.plugin import ExperimentPlugin

PLUGINS: tuple[Callable[[], WorkflowPlugin], ...] = (DebatePlugin, ExperimentPlugin)


class Registry:
    """All workflows by name, checked against their templates when built."""

    def __init__(
        self, plugins: Iterable[WorkflowPlugin], templates: Callable[[str], object] | None = None
    ) -> None:
        self.plugins: Mapping[str, WorkflowPlugin] = {plugin.name: plugin for plugin in plugins}
        for plugin in self.plugins.values():
            for node in plugin.graph.nodes:
                if node.name not in plugin.nodes:
                    raise Bug(f"{plugin.name}: node {node.name!r} has no function; add it to `nodes`")
                if node.gate and node.gate not in plugin.gates:
                    raise Bug(
                        f"{plugin.name}: gate {node.gate!r} of {node.name!r} is not declared in `gates`"
                    )
            for template in plugin.templates if templates else ():
                assert templates is not None
                templates(template)

    def catalogue(self) -> FactCatalogue:
        """Return every fact class there is."""
        own = [fact for plugin in self.plugins.values() for fact in plugin.facts]
        return FactCatalogue([*SHARED_FACTS, *own])

    def voices(self) -> Voices:
        """Return every offline voice there is."""
        return {key: voice for plugin in self.plugins.values() for key, voice in plugin.voices.items()}


def all_workflows(templates: Callable[[str], object] | None = None) -> Registry:
    """Build the registry of the shipped workflows."""
    return Registry((make() for make in PLUGINS), templates)
