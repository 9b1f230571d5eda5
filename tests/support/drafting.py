"""A draft at work: real files, real git, the real loop, and models that say what a test tells them."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from app.domain.messages import ModelRequest
from app.domain.seats import Seat, Team
from app.domain.sentences import sentence_of
from app.engine.ports import ModelGateway
from app.workflows.common.offline.prompt import read_prompt
from app.workflows.draft.face.gates import GATES
from app.workflows.draft.rules.files_reply import block
from app.workflows.draft.state import DraftState
from tests.support.asked import named, prompt_of
from tests.support.desk import Desk, desk
from tests.support.git_reading import git
from tests.support.laid_out import lay_out
from tests.support.one_session import AtDesk
from tests.support.scripted import Line

Say = Callable[[ModelRequest], Line]
TEAM = Team.model_validate(
    {
        "member": [
            {"name": "Ann", "model": "m/ann"},
            {"name": "Bob", "model": "m/bob"},
            {"name": "Cid", "model": "m/cid"},
        ],
        "chair": {"name": "Chair", "model": "m/chair"},
        "judge": {"name": "Judy", "model": "m/judge"},
    }
)
PREMISE = "premise/premise_metadata.json"
CHAPTERS = {
    "chapter-beats/foundation.md": "# Foundation\n\nThemes: redemption, duty.\n",
    "chapter-beats/01-start.md": "# 1 The start\n\nMarcus wakes refreshed.\n\nHe goes to town.\n",
    "chapter-beats/02-road.md": "# 2 The road\n\nHe meets Ilse.\n",
    "chapter-beats/03-end.md": "# 3 The end\n\nMarcus wins clearly.\n\nAll are glad.\n",
}


def files_shown(request: ModelRequest, words: str) -> dict[str, str]:
    """Return the files that a prompt shows behind words of its own."""
    return {shown.name: shown.text for shown in read_prompt(request).under(words)}


def history_shown(request: ModelRequest) -> list[dict[str, str]]:
    """Return what a prompt tells of earlier iterations: what was asked, and what changed."""
    told = [one.text.removeprefix("asked: ").partition("\nchanged: ") for one in named(request, "iteration ")]
    return [{"feedback": asked, "summary": changed} for asked, _, changed in told]


def path_asked(request: ModelRequest) -> str:
    """Return the one file that is to be written."""
    found = re.search(r"(?m)^Write (.+), the whole of it and no other file\.", prompt_of(request))
    assert found is not None
    return found[1]


def version_asked(request: ModelRequest) -> int:
    """Return which version of a passage is asked for."""
    found = re.search(r"This is version (\d+) of \d+", prompt_of(request))
    return int(found[1]) if found else 1


def files(texts: Mapping[str, str]) -> str:
    """Return files as a writer returns them."""
    return "".join(block(path, text) for path, text in texts.items())


def verdict(word: str = "approved", reasoning: str = "It was done as asked.", **more: Any) -> str:
    """Return a judge's word."""
    return json.dumps({"verdict": word, "reasoning": reasoning, **more})


def explanation(path: str = "", summary: str = "It is darker.") -> str:
    """Return what a model says of a change."""
    changes = [{"file": path, "magnitude": "major", "summary": summary}] if path else []
    return json.dumps(
        {"changes": changes, "impact": {"arc": "Harder earned."}, "why": "It fits.", "risks": []}
    )


class Draft(AtDesk):
    """One draft, and the person at it."""

    def __init__(self, d: Desk, folder: Path) -> None:
        super().__init__(d)
        self.folder = folder
        self.scripts: dict[str, Say] = {}

    def say(self, request: ModelRequest) -> Line:
        """Answer as the test says, else in the simplest way."""
        script = self.scripts.get(request.purpose)
        return script(request) if script is not None else usual(request)

    async def open(self, team: Team = TEAM, **setup: Any) -> str:
        """Start a draft over the folder, and run it to its first gate."""
        given = {"project": str(self.folder), "template": "novel", **setup}
        self.id = await self.desk.sessions.create("draft", given, team)
        return await self.desk.run(self.id)

    async def answer(self, verb: str, **data: Any) -> str:
        """Answer the open gate and run on; return the kind of the next one, or the state."""
        state = await super().answer(verb, **data)
        return self.kind if state == "waiting" else state

    async def take_back(self, **data: Any) -> str:
        """Take an iteration back, and agree to what that means."""
        assert await self.answer("undo", **data) == "draft_undo"
        return await self.answer("take_back")

    async def change(self, text: str, **data: Any) -> str:
        """Ask for a change of the target."""
        return await self.answer("feedback", text=text, **data)

    def told(self, name: str) -> list[str]:
        """Return what the open gate says under a name, a sentence each."""
        found = self.payload[name]
        return [str(sentence_of(one)) for one in (found if isinstance(found, list) else [found])]

    def lines(self) -> list[str]:
        """Return what the open gate says in a terminal, a line each."""
        return [str(line) for line in GATES[self.kind].payload_lines(self.payload)]

    def ways(self, verb: str) -> list[Mapping[str, Any]]:
        """Return what the buttons of a verb send at the open gate."""
        found = GATES[self.kind].verb(verb).ways
        return [way.data or {} for way in found(self.payload)] if found is not None else []

    @property
    def state(self) -> DraftState:
        """The draft's own state."""
        state = self.live.fold.state
        assert isinstance(state, DraftState)
        return state

    @property
    def requests(self) -> list[ModelRequest]:
        """What models were asked."""
        return self.desk.gateway.requests  # type: ignore[attr-defined,no-any-return]

    def asked(self, purpose: str) -> list[ModelRequest]:
        """What models were asked for one purpose."""
        return [request for request in self.requests if request.purpose == purpose]

    def write(self, texts: Mapping[str, str]) -> None:
        """Put files into the folder, as somebody outside would."""
        lay_out(self.folder, texts)

    def read(self, path: str) -> str:
        """Return a file of the folder."""
        return (self.folder / path).read_bytes().decode()

    def git(self, *words: str) -> str:
        """Return what the git program says of the folder."""
        return git(self.folder, *words)


def usual(request: ModelRequest) -> Line:
    """Approve everything, and write what is not there yet."""
    match request.purpose:
        case "draft_write":
            said = re.search(r"(?:the first one is|The file is) (\S+)\.(?:\s|$)", prompt_of(request))
            first = said[1] if said else "chapters/01.md"
            body = (
                json.dumps({"title": "T", "premise": "P"}) + "\n"
                if first.endswith(".json")
                else "# New\n\nText.\n"
            )
            return files({first: body})
        case "draft_judge":
            return verdict()
        case "draft_explain":
            return explanation()
        case "draft_rank":
            return json.dumps({"ranking": ["B", "A"], "why": "B is calmer."})
        case _:
            return "{}"


@asynccontextmanager
async def drafting(
    tmp_path: Path,
    texts: Mapping[str, str] | None = None,
    *,
    gateway: ModelGateway | None = None,
    **options: Any,
) -> AsyncIterator[Draft]:
    """Open a desk over a project folder with these files, and clear it up afterwards."""
    folder = tmp_path / "my-novel"
    folder.mkdir(exist_ok=True)
    found: list[Draft] = []

    def say(request: ModelRequest) -> Line:
        return found[0].say(request)

    async with desk(tmp_path / "data", say, gateway=gateway, **options) as d:
        draft = Draft(d, folder)
        found.append(draft)
        draft.write(texts or {})
        yield draft


def seat(name: str, model: str, **more: Any) -> Seat:
    """Return a seat."""
    return Seat(name=name, model=model, **more)
