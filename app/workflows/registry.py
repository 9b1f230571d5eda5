"""The workflows there are: a line for each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from app.domain.errors import Bug

if TYPE_CHECKING:
    from app.domain.fact_base import Fact, FactCatalogue
    from app.engine.plugin import WorkflowPlugin
    from app.engine.ports import Voice, Voices


Makers = Mapping[str, Callable[[], "WorkflowPlugin"]]
"""What makes each workflow, by its name."""


@dataclass(frozen=True, slots=True)
class Shipped:
    """Where a workflow is, loaded when it is made: each takes 50 ms and more of a start.

    `round_noun`: what it calls a round in the middle of a sentence; a list of sessions loads no workflow.
    """

    place: str
    """`<folder of app/workflows>:<class in its plugin.py>`."""
    round_noun: str = "round"

    def __call__(self) -> WorkflowPlugin:
        """Make it."""
        folder, name = self.place.split(":")
        made: WorkflowPlugin = getattr(import_module(f"app.workflows.{folder}.plugin"), name)()
        return made


SHIPPED: Mapping[str, Shipped] = {
    "debate": Shipped("debate:DebatePlugin"),
    "draft": Shipped("draft:DraftPlugin", "iteration"),
    "experiment": Shipped("experiment:ExperimentPlugin", "cycle"),
    "research": Shipped("research:ResearchPlugin", "iteration"),
}


class Plugins(Mapping[str, "WorkflowPlugin"]):
    """Workflows by name; each is made, and checked against its templates, when first asked for."""

    def __init__(
        self,
        makers: Makers,
        templates: Callable[[str], object],
        ports: Collection[str],
    ) -> None:
        self._makers, self._templates, self._ports = makers, templates, ports
        self.made: dict[str, WorkflowPlugin] = {}

    def __getitem__(self, name: str) -> WorkflowPlugin:
        if name not in self.made:
            from app.engine.checking import check_plugin  # late: start-up cost; the plug-in brings it anyway

            plugin = self._makers[name]()
            check_plugin(name, plugin, self._templates, self._ports)
            self.made[name] = plugin
        return self.made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


class _Facts(Mapping[str, "type[Fact]"]):
    """Fact classes by tag; no workflow is made for a fact that those have which are made already."""

    def __init__(self, plugins: Plugins) -> None:
        from app.domain.facts import SHARED_FACTS  # late: start-up cost

        self._plugins, self._read = plugins, set[str]()
        self._found = {fact.tag(): fact for fact in SHARED_FACTS}

    def __getitem__(self, tag: str) -> type[Fact]:
        # A session's own workflow is made before its records are read, so it is found among the first.
        for name in (*self._plugins.made, *self._plugins):
            if tag in self._found:
                break
            self._read_from(name)
        return self._found[tag]

    def __iter__(self) -> Iterator[str]:
        for name in self._plugins:
            self._read_from(name)
        return iter(self._found)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _read_from(self, name: str) -> None:
        if name not in self._read:
            self._found |= {fact.tag(): fact for fact in self._plugins[name].facts}
            self._read.add(name)


class _Voices(Mapping[tuple[str, str], "Voice"]):
    """Offline voices by name and purpose; no workflow is made for one that those have which are made already.

    Else whoever begins a debate waits for all the others to be loaded, a third of a second.
    """

    def __init__(self, plugins: Plugins) -> None:
        self._plugins, self._read = plugins, set[str]()
        self._found: dict[tuple[str, str], Voice] = {}

    def __getitem__(self, key: tuple[str, str]) -> Voice:
        for _ in self._reading():
            # A purpose is one workflow's: it has all the voices for it.
            if any(purpose == key[1] for _, purpose in self._found):
                break
        return self._found[key]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        told: set[tuple[str, str]] = set()
        for _ in self._reading():
            new = [key for key in self._found if key not in told]
            told.update(new)
            yield from new

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _reading(self) -> Iterator[None]:
        """Yield at once, and whenever the voices of one more workflow are there."""
        yield
        for name in (*self._plugins.made, *self._plugins):
            if name not in self._read:
                self._read_from(name)
                yield

    def _read_from(self, name: str) -> None:
        for key, voice in self._plugins[name].voices.items():
            if self._found.setdefault(key, voice) is not voice:
                raise Bug(
                    f"{name}: another workflow has an offline voice for {key}; name the purpose otherwise"
                )
        self._read.add(name)


class Registry:
    """All workflows, with the facts and the offline voices that they bring."""

    def __init__(
        self,
        makers: Makers = SHIPPED,
        templates: Callable[[str], object] = lambda _: None,
        ports: Collection[str] = ("sources", "history"),
    ) -> None:
        self.plugins = Plugins(makers, templates, ports)
        self.voices: Voices = _Voices(self.plugins)
        """Every offline voice there is."""

    @cached_property
    def catalogue(self) -> FactCatalogue:
        """Every fact class there is."""
        from app.domain.fact_base import FactCatalogue  # late: start-up cost

        return FactCatalogue.over(_Facts(self.plugins))
