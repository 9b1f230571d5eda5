"""Whether the model of a place can be asked, in a word or two, and what mends it where it cannot."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from app.domain.no_model import no_model
from app.domain.seats import COMMAND
from app.ui.kit.icons import Tone
from app.ui.kit.model_names import tested_words
from app.ui.kit.texts import tr

if TYPE_CHECKING:
    from app.engine.ports import LocalServer, TestResult
    from app.services.programs import Program

Mend = Literal["", "key", "program"]
"""What is added for a place that cannot be asked: a key, a program; empty: nothing here helps."""


class SeatState(NamedTuple):
    """How a place stands: an icon, its colour and a word or two."""

    icon: str
    tone: Tone
    words: str
    missing: bool = False
    """Whether it cannot be asked as it is."""
    mend: Mend = ""


_UNKNOWN = SeatState("circle", "muted", "")


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of who can be asked; nobody was contacted for it."""

    asked: Collection[str]
    """The providers that have what they need."""
    local: Collection[str]
    """Those on this computer, which need no key."""
    searching: Mapping[str, str]
    """Those with a search of their own, and what the names of such models hold."""
    titles: Mapping[str, str]
    """What providers are called."""
    tested: Mapping[str, TestResult] = field(default_factory=dict)
    """What the last test of a provider said."""
    found_here: Collection[LocalServer] | None = None
    """The servers that answered on this computer; None: nobody looked."""
    programs: Mapping[str, Program] = field(default_factory=dict)
    """By the models they are called by."""

    def state_of(self, model: str, *, own_server: bool = False) -> SeatState:
        """Say how a place with this model stands; `own_server`: its seat names the server itself."""
        owner, slash, rest = model.partition("/")
        if not model:
            return _UNKNOWN
        if no_model(model) is not None:
            return SeatState("circle-check", "text2", tr("no AI"))
        if model.startswith(COMMAND):
            return self._program(model)
        if not (slash and owner and rest):
            return SeatState("triangle-alert", "waiting", tr("no provider"), missing=True)
        if owner in self.local:
            return self._here(owner, model)
        result = self.tested.get(owner)
        if own_server or owner in self.asked:
            if result is None:
                # Whether it answers is known once it was tested, which is no part of a team.
                return SeatState("circle-check", "text2", tr("set up"))
            if result.ok:
                return SeatState("circle-check", "finished", tested_words(result))
            if result.kind == "auth":
                return SeatState("circle-x", "failed", tested_words(result), missing=True, mend="key")
            return SeatState("triangle-alert", "waiting", tested_words(result), missing=True)
        return SeatState("key-round", "waiting", tr("needs a key"), missing=True, mend="key")

    def _program(self, model: str) -> SeatState:
        program = self.programs.get(model)
        if program is not None and program.state == "ready":
            return SeatState("circle-check", "finished", tr("found"))
        if program is not None and program.state == "unapproved":
            return SeatState("keyboard", "waiting", tr("asked about first"))
        return SeatState("triangle-alert", "waiting", tr("not found"), missing=True, mend="program")

    def _here(self, owner: str, model: str) -> SeatState:
        if self.found_here is None:
            return SeatState("server", "text2", tr("on this computer"))
        running = [one for one in self.found_here if one.name == owner]
        if not running:
            return SeatState("triangle-alert", "waiting", tr("not running"), missing=True)
        if not any(model in one.models for one in running):
            return SeatState("triangle-alert", "waiting", tr("not there"), missing=True)
        return SeatState("circle-check", "finished", tr("ready"))
