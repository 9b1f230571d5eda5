"""A research for programs that import this one: `core.research.run(folder, brief, …)`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path

from app.engine.python_api import (
    NO_HOOKS,
    ApiResult,
    Hooks,
    Moved,
    Policy,
    PythonApi,
    SessionCalls,
    moved_fields,
)
from app.workflows.research.model import Conflict, Coverage, Finding, Question
from app.workflows.research.state import ResearchState


@dataclass(frozen=True, slots=True, kw_only=True)
class Researched(Moved):
    """What a research came to. `report`: Markdown, empty before its end; the findings are those that stand.

    Each citation of a finding has its file, its lines, its place and what the program found there (`check`).
    """

    report: str
    findings: tuple[Finding, ...]
    questions: tuple[Question, ...]
    conflicts: tuple[Conflict, ...]
    coverage: Coverage
    iterations: int


class Researches(SessionCalls[Researched]):
    """The calls."""

    workflow = "research"

    async def run(
        self,
        folder: str | PathLike[str],
        brief: str,
        *,
        team: str = "",
        setup: Mapping[str, object] | None = None,
        policy: Policy | None = None,
        hooks: Hooks = NO_HOOKS,
        session: str = "",
    ) -> Researched:
        """Have a folder studied, and return at its end, or where a gate waits that no policy answers.

        `setup`: further fields, such as `max_iterations` and `left_out`. `session`: one that goes on. Raises
        InputError, NotReady, NotApproved in words.
        """
        fields = {**(setup or {}), "folder": _absolute(folder), "brief": brief}
        return await self._run(fields, team, policy, hooks, session)

    def _moved(self, reached: ApiResult) -> Researched:
        state = reached.folded
        assert isinstance(state, ResearchState)
        return Researched(
            **moved_fields(reached),
            report=state.report,
            findings=tuple(state.standing),
            questions=state.questions,
            conflicts=state.conflicts,
            coverage=state.coverage,
            iterations=state.iteration,
        )


def _absolute(folder: str | PathLike[str]) -> str:
    return str(Path(fspath(folder)).expanduser().absolute())


API = PythonApi("research", Researches)
