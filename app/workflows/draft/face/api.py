"""A draft for programs that import this one: `core.drafts.iterate(folder, level, feedback, policy=…)`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Literal

from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.engine.command_options import FirstAnswer
from app.engine.python_api import ApiRequest, ApiResult, Headless, PolicyAnswer, PythonApi
from app.workflows.draft.face.gates import GATES
from app.workflows.draft.rules.history_file import Verdict
from app.workflows.draft.state import DraftState, Iteration

_PREFIX = "draft_"
_GATE = "draft_feedback"


@dataclass(frozen=True, slots=True)
class Iterated:
    """What one request came to.

    - accepted: written and committed
    - rejected: it was rejected or given up; nothing in the folder has changed
    - waiting: the gate `gate`, of the kind `kind`, waits for a person; nothing in the folder has changed
    """

    outcome: Literal["accepted", "rejected", "waiting"]
    session: SessionId
    level: str
    attempts: int
    verdict: Verdict = ""
    """The judge's, of the newest attempt; empty: nobody judged it."""
    commit: str = ""
    files_changed: int = 0
    lines_changed: int = 0
    gate: str = ""
    kind: str = ""


class Drafts:
    """The calls."""

    def __init__(self, headless: Headless) -> None:
        self._headless = headless

    async def iterate(
        self,
        project: str | PathLike[str],
        target: str = "",
        feedback: str = "",
        *,
        policy: Mapping[str, PolicyAnswer] | None = None,
        setup: Mapping[str, object] | None = None,
        team: str = "",
    ) -> Iterated:
        """Have a level of a project changed as `feedback` says; without feedback it is written, or anew.

        `target` empty: the level that is worked on. `policy`: what the gates are answered with, by their kind
        (`downstream`, `plan`, `judge`, `pick`, `acceptance`, `failure`, …): a verb, a verb with its data, or
        “wait”; a kind that is not named waits. `setup`: fields of the set-up for a folder without a session,
        such as `template` and `brief`. Raises InputError, GateError, NotReady, SessionBusy in words; then
        nothing was asked for.
        """
        if feedback.strip():
            asks = FirstAnswer(_GATE, "feedback", {"text": feedback, "target": target})
        elif target.strip():
            asks = FirstAnswer(_GATE, "generate", {"level": target})
        else:
            raise InputError(
                words("Neither a level nor a change is named: there is nothing to do."),
                words("Name a level to have it written, or say in the feedback what should change."),
            )
        return _came_to(await self._move(project, asks, policy, setup, team))

    async def go_on(
        self, project: str | PathLike[str], *, policy: Mapping[str, PolicyAnswer] | None = None
    ) -> Iterated:
        """Have the iteration that waits, or that was cut short, go on; raises as `iterate` does."""
        return _came_to(await self._move(project, None, policy))

    async def _move(
        self,
        project: str | PathLike[str],
        asks: FirstAnswer | None,
        policy: Mapping[str, PolicyAnswer] | None,
        setup: Mapping[str, object] | None = None,
        team: str = "",
    ) -> ApiResult:
        given = {**(setup or {}), "project": _folder(project)}
        answers = {_named(name): answer for name, answer in (policy or {}).items()}
        return await self._headless.move(ApiRequest("draft", given, asks, answers, team))


def _folder(project: str | PathLike[str]) -> str:
    return str(Path(fspath(project)).expanduser().absolute())


def _named(kind: str) -> str:
    """Return a gate's kind by its name or its short one; those of the engine have no other."""
    return f"{_PREFIX}{kind}" if f"{_PREFIX}{kind}" in GATES else kind


def _came_to(reached: ApiResult) -> Iterated:
    state = reached.folded
    assert isinstance(state, DraftState)
    if not state.iterations:
        raise InputError(
            words("Nothing was asked for in this draft yet."),
            words("Name a level to have it written, or say in the feedback what should change."),
        )
    one = state.iterations[-1]
    done = one.done
    if done is not None:
        return Iterated(
            "accepted", reached.session, one.level, done.attempts, done.verdict, done.commit,
            done.files_changed, done.lines_changed,
        )  # fmt: skip
    over = one.how is not None
    return Iterated(
        "rejected" if over else "waiting",
        reached.session,
        one.level,
        one.attempt,
        _newest_verdict(one),
        gate="" if over else reached.gate,
        kind="" if over else reached.kind,
    )


def _newest_verdict(one: Iteration) -> Verdict:
    spoken = [text.verdict.verdict for text in one.attempts if text.verdict is not None]
    return spoken[-1] if spoken else ""


API = PythonApi("drafts", Drafts)
