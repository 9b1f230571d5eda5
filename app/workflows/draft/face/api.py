"""A draft for programs that import this one: `core.drafts.iterate(folder, level, feedback, policy=…)`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Literal

from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.engine.command_options import FirstAnswer
from app.engine.python_api import (
    NO_HOOKS,
    ApiRequest,
    ApiResult,
    Hooks,
    Policy,
    PythonApi,
    SessionCalls,
    whole_path,
)
from app.workflows.draft.face.gates import GATES
from app.workflows.draft.rules.history_file import Verdict
from app.workflows.draft.state import DraftState

_PREFIX = "draft_"
_GATE = "draft_feedback"


@dataclass(frozen=True, slots=True)
class Iterated:
    """What one request came to.

    - accepted: written and committed
    - rejected: it was rejected or given up, or the writer changed nothing; the folder is as it was
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


class Drafts(SessionCalls[Iterated]):
    """The calls."""

    workflow = "draft"

    async def run(
        self,
        project: str | PathLike[str],
        *,
        setup: Mapping[str, object] | None = None,
        team: str = "",
        policy: Policy | None = None,
        hooks: Hooks = NO_HOOKS,
    ) -> Iterated:
        """Begin a draft in a folder, or go on in the one it has, until something is asked of a person.

        A new one waits for what should be written, at its gate `feedback`; `iterate` says it.
        """
        return await self._run({**(setup or {}), "project": whole_path(project)}, team, policy, hooks)

    async def iterate(
        self,
        project: str | PathLike[str],
        target: str = "",
        feedback: str = "",
        *,
        policy: Policy | None = None,
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
        return self._moved(await self._move(project, asks, policy, setup, team))

    async def go_on(self, project: str | PathLike[str], *, policy: Policy | None = None) -> Iterated:
        """Have the iteration that waits, or that was cut short, go on; raises as `iterate` does."""
        return self._moved(await self._move(project, None, policy))

    async def _move(
        self,
        project: str | PathLike[str],
        asks: FirstAnswer | None,
        policy: Policy | None,
        setup: Mapping[str, object] | None = None,
        team: str = "",
    ) -> ApiResult:
        given = {**(setup or {}), "project": whole_path(project)}
        return await self._headless.move(ApiRequest("draft", given, asks, self._policy(policy or {}), team))

    def _policy(self, policy: Policy) -> Policy:
        if isinstance(policy, str):
            return policy
        # By its name or its short one; those of the engine have no other.
        own = {name: f"{_PREFIX}{name}" for name in policy if f"{_PREFIX}{name}" in GATES}
        return {own.get(name, name): answer for name, answer in policy.items()}

    def _moved(self, reached: ApiResult) -> Iterated:
        state = reached.folded
        assert isinstance(state, DraftState)
        if not state.iterations:
            # Nothing was asked for yet: its first gate waits for that.
            return Iterated("waiting", reached.session, "", 0, gate=reached.gate, kind=reached.kind)
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
            next((text.verdict.verdict for text in reversed(one.attempts) if text.verdict is not None), ""),
            gate="" if over else reached.gate,
            kind="" if over else reached.kind,
        )


API = PythonApi("drafts", Drafts)
