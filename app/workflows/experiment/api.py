"""An experiment for programs that import this one: `core.experiments.run(run_id, prompt, …)`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
from app.workflows.experiment.state import ExperimentState


@dataclass(frozen=True, slots=True, kw_only=True)
class Experimented(Moved):
    """What an experiment came to. `reflections`: of the cycles that are over; empty where it wrote none."""

    reflections: tuple[str, ...] = ()
    cycles: int = 0


class Experiments(SessionCalls[Experimented]):
    """The calls."""

    workflow = "experiment"

    async def run(
        self,
        run_id: str,
        prompt: str,
        *,
        cycles: int = 10,
        team: str = "",
        setup: Mapping[str, object] | None = None,
        policy: Policy | None = None,
        hooks: Hooks = NO_HOOKS,
        session: str = "",
    ) -> Experimented:
        """Run cycles of a model, and return at their end, or where a gate waits that no policy answers.

        `run_id` names the log. `session`: one that goes on. Raises InputError, NotReady, NotApproved.
        """
        fields = {**(setup or {}), "run_id": run_id, "prompt": prompt, "cycle_count": cycles}
        return await self._run(fields, team, policy, hooks, session)

    def _moved(self, reached: ApiResult) -> Experimented:
        state = reached.folded
        assert isinstance(state, ExperimentState)
        ended = [cycle.ended for cycle in state.finished if cycle.ended is not None]
        return Experimented(
            **moved_fields(reached),
            reflections=tuple(one.final_reflection for one in ended),
            cycles=len(ended),
        )


API = PythonApi("experiments", Experiments)
