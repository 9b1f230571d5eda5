"""The experiment as the engine, the faces and programs that import this one see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain.i18n import words
from app.domain.ids import SeatName
from app.domain.lazy import lazy_mapping
from app.domain.live_text import LiveFields
from app.domain.seats import Seat, Team
from app.engine.command_options import CommandOption
from app.engine.planned import PlannedCalls
from app.engine.plugin import SetupField, Vocabulary, WorkflowPlugin, by_name, grouped
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
from app.engine.tabs import TabState
from app.workflows.common.setups import COST_FIELD, TIME_FIELD, TOOLS_OPTION, WINDOW_FIELD
from app.workflows.experiment import log, nodes, record_words, report
from app.workflows.experiment.diversity import PURPOSE as EMBEDDING
from app.workflows.experiment.facts import EXPERIMENT_FACTS
from app.workflows.experiment.graph import GATES, GRAPH
from app.workflows.experiment.prompting import PURPOSE, TEMPLATES
from app.workflows.experiment.setup import ExperimentSetup, suggested_run_id
from app.workflows.experiment.state import AGENT, ExperimentState, reason_of
from app.workflows.experiment.tabs import TABS
from app.workflows.experiment.transcript import READ, Transcript


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


class ExperimentPlugin(WorkflowPlugin):
    """One model, cycle after cycle, with tools, memory and reflections."""

    name = "experiment"
    title = words("Experiment")
    vocabulary = Vocabulary(
        round=words("Cycle"),
        noun=words("cycle"),
        stages=("Start", "Think", "Tools", "Reflect", "You"),
        most="cycle_count",
        purposes={
            "cycle": words("thinking"),
            "summary": words("summarising"),
            "embedding": words("comparing reflections"),
        },
        seats={AGENT: words("Agent")},
        reasons={
            "cycles_completed": words("all cycles are done"),
            "error_occurred": words("the model did not answer"),
        },
        figures=record_words.FIGURES,
        values=record_words.VALUES,
        question=words("Starting prompt"),
        icon="repeat",
    )
    setup = ExperimentSetup
    form = (
        SetupField(
            "prompt",
            basic=True,
            widget="long_text",
            ask=words("What is the agent told in every cycle?"),
        ),
        SetupField("run_id", basic=True, suggest=suggested_run_id),
        SetupField("cycle_count", basic=True),
        SetupField(
            "gate_policy",
            basic=True,
            choices={
                "every_cycle": words("Every cycle"),
                "every_n": words("Every n cycles"),
                "never_ask": words("Never"),
            },
        ),
        SetupField(
            "carry_over",
            basic=True,
            choices={
                "full": words("All messages"),
                "reflections": words("Reflections"),
                "summary": words("A summary"),
            },
        ),
        COST_FIELD,
        SetupField("tools", basic=True),
        SetupField("tool_servers", basic=True, widget="tool_servers"),
        SetupField("model", empty=words("the team's first member's")),
        *grouped(words("Cycles"), "every_n", "reflections_window", "summary_threshold"),
        *grouped(
            words("Tools"),
            "tool_cap",
            "operator_timeout",
            SetupField("embedding_model", empty=words("none: words are compared")),
        ),
        *grouped(words("The model"), "temperature", "top_p", "seed", WINDOW_FIELD, "max_output_tokens"),
        *grouped(words("Limits"), "token_limit", TIME_FIELD, "retries"),
        *grouped(words("Log"), "run_folder"),
    )
    facts = EXPERIMENT_FACTS
    api = API
    graph = GRAPH
    state = ExperimentState
    nodes = by_name(
        *(nodes.load_state, nodes.assemble_prompt, nodes.invoke_model, nodes.dispatch_tool),
        *(nodes.operator_reply, nodes.finalize_cycle, nodes.cycle_gate),
    )
    gates = GATES
    templates = TEMPLATES
    tabs = TABS
    voices = lazy_mapping("app.workflows.experiment.offline", "EXPERIMENT_VOICES")
    headline = "similarity"
    models_stay = True
    on_failure = "stop"
    fork_fields = ("run_id",)
    tool_servers = "tool_servers"
    agent_fields = (
        *("run_id", "prompt", "cycle_count", "carry_over", "reflections_window", "summary_threshold"),
        *("temperature", "top_p", "seed", "max_output_tokens", "token_limit"),
    )
    run_log = log.LOG
    tab_state = TabState(Transcript, READ)
    live: Mapping[str, LiveFields] = {"cycle": LiveFields(), "summary": LiveFields(answer=False)}
    command_options = (
        CommandOption("run-id", "run_id", words("The run's name; its log carries it."), required=True),
        CommandOption(
            "prompt", "prompt", words("The starting prompt, or @FILE."), kind="text", required=True
        ),
        TOOLS_OPTION,
        CommandOption("cycles", "cycle_count", words("How many cycles."), kind="number"),
        CommandOption("run-folder", "run_folder", words("Another folder for the run's log."), kind="folder"),
    )

    def title_of(self, setup: ExperimentSetup) -> str:
        """Return the run's name."""
        return setup.run_id

    def seats(self, setup: ExperimentSetup, team: Team) -> Mapping[SeatName, Seat]:
        """Return the one place: the model that was named, else the team's first member."""
        first = team.enabled[0]
        if not setup.model or setup.model == first.model:
            return {AGENT: first.model_copy(update={"name": AGENT, "role": AGENT})}
        # Another model is reached its own way: address, key and prices of the member are not its.
        return {AGENT: Seat(name=AGENT, model=setup.model, role=AGENT)}

    def most_absent(
        self, state: ExperimentState, failing: frozenset[SeatName]
    ) -> tuple[frozenset[SeatName], int]:
        """Let the agent sit out: its cycle then ends without a reflection."""
        return failing & {AGENT}, 1

    def plan(self, setup: ExperimentSetup, seats: Mapping[SeatName, Seat]) -> Sequence[PlannedCalls]:
        """Return the calls of all cycles."""
        return planned(setup)

    own_progress = "instead"
    reason = staticmethod(reason_of)
    summary = staticmethod(report.summary)
    progress_line = staticmethod(record_words.line)
    record_words = record_words.RECORD_WORDS
    report = staticmethod(report.report)


# --- what it is expected to ask before it starts: every figure is an assumption ---------------------

_CALLS_WITH_TOOLS = 3
"""Answers of a cycle: two that call tools, and the reflection."""
_SYSTEM, _TOLD, _REFLECTION, _ANSWER = 350, 50, 250, 200
"""Tokens of the rules, of what a cycle is told, of a reflection, and of an answer with its tools' results."""
_LARGEST = 200_000
"""Tokens of a prompt where the model's window is not known."""


def planned(setup: ExperimentSetup) -> Sequence[PlannedCalls]:
    """Return the calls of a run that takes all its cycles."""
    answers = _CALLS_WITH_TOOLS if setup.tools else 1
    cycle = _TOLD + (answers - 1) * _ANSWER + _REFLECTION
    earlier = setup.cycle_count / 2
    if setup.carry_over == "full":
        carried = earlier * cycle
    elif setup.carry_over == "summary":
        carried = min(earlier * cycle, float(setup.summary_threshold))
    else:
        carried = min(earlier, setup.reflections_window or earlier) * _REFLECTION
    each = _SYSTEM + len(setup.prompt) // 4 + _TOLD + (answers - 1) * _ANSWER // 2 + int(carried)
    each = min(each, setup.context_length or _LARGEST)
    out = (_REFLECTION + (answers - 1) * _ANSWER // 2) // answers
    found = (answers - 1) * _ANSWER // 2
    # A conversation that goes on begins with all that was said in it.
    shared = each if answers > 1 or setup.carry_over == "full" else 0
    calls = setup.cycle_count * answers
    asks = [PlannedCalls(PURPOSE, AGENT, calls, each, out, turns=answers, found=found, shared=shared)]
    if setup.embedding_model and setup.cycle_count > 1:
        # The first cycle has nothing to be compared with; its reflection goes with the second's.
        embeds = setup.embedding_model
        asks.append(PlannedCalls(EMBEDDING, AGENT, setup.cycle_count - 1, _REFLECTION, 0, embeds=embeds))
    return asks
