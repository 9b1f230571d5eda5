"""The samples: sessions written by hand as data, one folder each under `resources/samples/<workflow>`.

A folder holds `sample.toml`, the texts it names, and the documents that are worked on. `sample.toml` says who
sits at the table, what the session is started with, and in `[[turn]]`s what each member says to what it is
shown; `app.gateway.samples` plays them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field

from app import resources
from app.domain.frozen import Frozen
from app.domain.seats import Seat, Team
from app.settings.toml_files import read_model

PREFIX = "sample/"
"""What the names of their models begin with: `sample/<name>/<seat>`."""


class _Call(Frozen):
    """A tool that a member calls."""

    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)


class Saying(Frozen):
    """What is said at one step: a text, or the fields of a reply as JSON, and tools that are called."""

    say: str | dict[str, Any] | list[Any] = ""
    call: tuple[_Call, ...] = ()


class Turn(Saying):
    """What one seat says to one purpose where it is shown what `shown` names: texts of the sample, or words.

    With `step`s it is said one after the other, a step for each answer the conversation has already.
    """

    purpose: str
    seat: str = ""
    shown: tuple[str, ...] = ()
    step: tuple[Saying, ...] = ()

    @property
    def steps(self) -> tuple[Saying, ...]:
        """Return what is said, in order; the last is said from then on."""
        return self.step or (self,)


class Place(Frozen):
    """A seat of the sample's table."""

    name: str
    role: str = "generalist"


class Sample(Frozen):
    """One sample as it is kept."""

    title: str
    about: str
    """What happens in it, in a sentence."""
    beyond: str
    """What is said where a person asks for what the sample does not hold."""
    minutes: int = 5
    """To read it."""
    setup: dict[str, Any] = Field(default_factory=dict)
    copied: str = ""
    """The field of the setup that names a folder: each session is given a copy, its own to change."""
    member: tuple[Place, ...]
    judge: str = "Judge"
    turn: tuple[Turn, ...] = ()
    name: str = ""
    workflow: str = ""
    texts: dict[str, str] = Field(default_factory=dict)
    """The files beside it, by their names."""

    @property
    def folder(self) -> Path:
        """Where it lies."""
        return resources.path(f"samples/{self.workflow}/{self.name}")

    @property
    def told(self) -> str:
        """Return what it is about in two sentences."""
        return f"{self.title}{'' if self.title.endswith('?') else '.'} {self.about}"

    @property
    def team(self) -> Team:
        """Return who sits at the table."""

        def seat(name: str, role: str, key: str) -> Seat:
            return Seat(name=name, model=f"{PREFIX}{self.name}/{key.casefold()}", role=role)

        members = tuple(seat(one.name, one.role, one.name) for one in self.member)
        chair, judge = seat("Chair", "generalist", "chair"), seat(self.judge, "judge", "judge")
        return Team(name="Sample", members=members, chair=chair, judge=judge)


@cache
def sample_names() -> Mapping[str, str]:
    """Return the workflow of each sample by the sample's name."""
    root = resources.path("samples")
    return {place.parent.name: place.parent.parent.name for place in sorted(root.glob("*/*/sample.toml"))}


def load_sample(name: str, workflow: str) -> Sample:
    """Read a sample; raises InputError."""
    folder = resources.path(f"samples/{workflow}/{name}")
    read = read_model(folder / "sample.toml", Sample)
    return read.model_copy(update={"name": name, "workflow": workflow, "texts": dict(_texts(folder))})


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    for place in sorted(folder.rglob("*")):
        if place.is_file() and place.name != "sample.toml":
            yield place.relative_to(folder).as_posix(), place.read_text(encoding="utf-8").strip()
