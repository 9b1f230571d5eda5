"""The workflows there are: a function and a line of each table for one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from app.domain.errors import Bug
from app.domain.late import Later

if TYPE_CHECKING:
    from app.domain.fact_base import Fact, FactCatalogue
    from app.engine.plugin import WorkflowPlugin
    from app.engine.ports import Voice, Voices

# Imported late for start-up cost: the two take 100 ms, and the window is usable before either is opened.


def _debate() -> WorkflowPlugin:
    from app.workflows.debate.plugin import DebatePlugin

    return DebatePlugin()


def _experiment() -> WorkflowPlugin:
    from app.workflows.experiment.plugin import ExperimentPlugin

    return ExperimentPlugin()


def _research() -> WorkflowPlugin:
    from app.workflows.research.plugin import ResearchPlugin

    return ResearchPlugin()


def _draft() -> WorkflowPlugin:
    from app.workflows.draft.plugin import DraftPlugin

    return DraftPlugin()


SHIPPED: Mapping[str, Callable[[], WorkflowPlugin]] = {
    "debate": _debate,
    "draft": _draft,
    "experiment": _experiment,
    "research": _research,
}
ROUND_NOUNS: Mapping[str, str] = {
    "debate": "round",
    "draft": "iteration",
    "experiment": "cycle",
    "research": "iteration",
}
"""What each calls a round, in the middle of a sentence: a list of sessions waits for no workflow."""


class Plugins(Mapping[str, "WorkflowPlugin"]):
    """Workflows by name; each is made, and checked against its templates, when first asked for."""

    def __init__(
        self,
        makers: Mapping[str, Callable[[], WorkflowPlugin]],
        templates: Callable[[str], object],
        ports: Collection[str],
    ) -> None:
        self._makers, self._templates, self._ports = makers, templates, ports
        self._plugins: dict[str, WorkflowPlugin] = {}

    def __getitem__(self, name: str) -> WorkflowPlugin:
        if name not in self._plugins:
            from app.engine.checking import check_plugin  # late: start-up cost; the plug-in brings it anyway

            plugin = self._makers[name]()
            check_plugin(name, plugin, self._templates, self._ports)
            self._plugins[name] = plugin
        return self._plugins[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


class Registry:
    """All workflows, with the facts and the offline voices that they bring."""

    def __init__(
        self,
        makers: Mapping[str, Callable[[], WorkflowPlugin]] = SHIPPED,
        templates: Callable[[str], object] = lambda _: None,
        ports: Collection[str] = ("sources", "history"),
    ) -> None:
        self.plugins: Mapping[str, WorkflowPlugin] = Plugins(makers, templates, ports)
        self.voices: Voices = Later(self._voices)
        """Every offline voice there is."""

    @cached_property
    def catalogue(self) -> FactCatalogue:
        """Every fact class there is."""
        from app.domain.fact_base import FactCatalogue  # late: start-up cost

        return FactCatalogue.later(self._facts)

    def _facts(self) -> list[type[Fact]]:
        from app.domain.facts import SHARED_FACTS  # late, as above

        return [*SHARED_FACTS, *(fact for plugin in self.plugins.values() for fact in plugin.facts)]

    def _voices(self) -> Voices:
        found: dict[tuple[str, str], Voice] = {}
        for name, plugin in self.plugins.items():
            for key, voice in plugin.voices.items():
                if found.setdefault(key, voice) is not voice:
                    raise Bug(
                        f"{name}: another workflow has an offline voice for {key}; name the purpose otherwise"
                    )
        return found
