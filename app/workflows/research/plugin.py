"""The research as the engine, the faces and programs that import this one see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record
from app.domain.i18n import Message, words
from app.domain.ids import CHAIR, JUDGE, SeatName
from app.domain.lazy import lazy_mapping
from app.domain.seats import Seat, Team
from app.engine.command_options import CommandOption
from app.engine.folders import PortUse
from app.engine.planned import PlannedCalls
from app.engine.plugin import SetupField, Vocabulary, WorkflowPlugin, by_name, grouped, shortened
from app.engine.python_api import (
    NO_HOOKS,
    ApiResult,
    Hooks,
    Moved,
    Policy,
    PythonApi,
    SessionCalls,
    moved_fields,
    whole_path,
)
from app.engine.tabs import TabState
from app.workflows.common.prose import sentences
from app.workflows.common.setups import COST_FIELD, LIMITS_FIELDS, TOOLS_OPTION
from app.workflows.research.face import exports, labels, record_words
from app.workflows.research.face.contributions import contributions_told
from app.workflows.research.face.gates import GATES
from app.workflows.research.face.report import report_said
from app.workflows.research.face.shown import ShownResearch
from app.workflows.research.face.tabs import TABS, standing
from app.workflows.research.facts import RESEARCH_FACTS
from app.workflows.research.graph import GRAPH
from app.workflows.research.model import Conflict, Coverage, Finding, Question
from app.workflows.research.nodes import (
    assigning,
    deciding,
    exploring,
    gates,
    integrating,
    scoping,
)
from app.workflows.research.nodes.asking import LIVE, TEMPLATES
from app.workflows.research.setup import ResearchSetup
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
        fields = {**(setup or {}), "folder": whole_path(folder), "brief": brief}
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


API = PythonApi("research", Researches)


EXPLORER, VERIFIER = "Explorer", "Verifier"
"""Places that it makes itself."""


class ResearchPlugin(WorkflowPlugin):
    """Agents study a folder; findings with checked citations, until the criteria hold."""

    name = "research"
    title = words("Research")
    vocabulary = Vocabulary(
        round=words("Iteration"),
        noun=words("iteration"),
        stages=("Scope", "Search", "Check", "Measure", "You", "Gaps", "Report"),
        most="max_iterations",
        purposes=labels.PURPOSES,
        reasons=labels.REASONS,
        converged=("full_convergence", "early_convergence"),
        # A gap is somebody's who does not sit at the table: its place is a kind of agent.
        seats={**labels.ROLES, EXPLORER: words("Explorer"), VERIFIER: words("Verifier")},
        figures=labels.FIGURES,
        values=labels.VALUES,
        brief=("unmet_criteria", "open_questions"),
        icon="search",
    )
    setup = ResearchSetup
    form = (
        SetupField("folder", basic=True, widget="folder"),
        SetupField(
            "brief",
            basic=True,
            widget="long_text",
            ask=words("What do you want to know?"),
        ),
        SetupField("max_iterations", basic=True),
        SetupField("max_agents_per_iteration", basic=True),
        SetupField(
            "gate_policy",
            basic=True,
            choices={
                "every_iteration": words("Every iteration"),
                "at_the_end": words("Before the report"),
                "never_ask": words("Never"),
            },
        ),
        COST_FIELD,
        *grouped(
            words("When it is enough"),
            "min_coverage_threshold",
            "min_confidence_threshold",
            "max_unresolved_conflicts",
            "early_exit",
            "early_coverage",
            "early_confidence",
        ),
        *grouped(
            words("Models"),
            SetupField("fast_model", empty=words("the members in turn")),
            SetupField("deep_model", empty=words("the chair's")),
            SetupField("lead_model", empty=words("the chair's")),
            SetupField("embedding_model", empty=words("none: words are compared")),
        ),
        *grouped(words("Files"), "left_out", "allowed"),
        *grouped(
            words("Agents"),
            SetupField("tool_servers", widget="tool_servers"),
            "tool_cap",
            "agent_timeout",
            "confidence_table",
        ),
        *LIMITS_FIELDS,
        *grouped(words("Earlier work"), SetupField("earlier", widget="long_text")),
    )
    facts = RESEARCH_FACTS
    api = API
    graph = GRAPH
    state = ResearchState
    nodes = by_name(
        *(scoping.scope, gates.scope_gate, exploring.explore, integrating.integrate),
        *(deciding.convergence, gates.iteration_gate, assigning.gap_analysis, assigning.assign),
        *(exploring.refine, deciding.report),
    )
    gates = GATES
    templates = TEMPLATES
    tabs = TABS
    record_words = record_words.RECORD_WORDS
    voices = lazy_mapping("app.workflows.research.offline.voices", "RESEARCH_VOICES")
    headline = "coverage"
    ports = (PortUse("sources", "folder"),)
    tool_servers = "tool_servers"
    agent_fields = (
        *("folder", "brief", "left_out", "max_iterations", "max_agents_per_iteration"),
        *("min_coverage_threshold", "min_confidence_threshold", "max_unresolved_conflicts", "early_exit"),
        *("tool_cap", "token_limit", "max_output_tokens"),
    )
    live = LIVE
    turns: Mapping[str, str] = {
        "scope": "plan",
        "running": "agents",
        "iteration": "research_findings",
        "finished": "research_report",
    }
    tab_state = TabState(lambda _records: ShownResearch())
    command_options = (
        CommandOption(
            "folder", "folder", words("The folder to study."), "folder", required=True, positional=True
        ),
        CommandOption("brief", "brief", words("What you want to know, or @FILE."), "text", required=True),
        TOOLS_OPTION,
        CommandOption(
            "earlier",
            "earlier",
            words("The findings of an earlier research to take up, as @FILE."),
            "text",
        ),
    )

    def title_of(self, setup: ResearchSetup) -> str:
        """Return the brief's first sentence, shortened."""
        lines = [line.strip("# \t") for line in setup.brief.splitlines()]
        line = next((line for line in lines if line), "Research")
        first = next(iter(sentences(line)), line)
        return shortened(first)

    def seats(self, setup: ResearchSetup, team: Team) -> Mapping[SeatName, Seat]:
        """Return the places: the members that explore, or the model named for it; who verifies; the lead."""
        table = team.table()
        others = list(table.values())
        chair, judge = table[CHAIR], table[JUDGE]
        if setup.lead_model:
            chair, judge = (seat.with_model(setup.lead_model, others) for seat in (chair, judge))
        members = [seat for name, seat in table.items() if name not in (CHAIR, JUDGE)]
        fast = [seat.model_copy(update={"role": "fast"}) for seat in members]
        if setup.fast_model:
            first = members[0].with_model(setup.fast_model, others)
            fast = [first.model_copy(update={"name": EXPLORER, "role": "fast"})]
        deep = chair.with_model(setup.deep_model, others) if setup.deep_model else chair
        name = VERIFIER
        while name in {seat.name for seat in fast}:
            name += " 2"
        deep = deep.model_copy(update={"name": name, "role": "deep"})
        return {seat.name: seat for seat in fast} | {name: deep, CHAIR: chair, JUDGE: judge}

    def can_finish(self, state: ResearchState) -> bool:
        """Tell whether anything was found that a report can tell."""
        return bool(state.ledger.claims)

    def most_absent(
        self, state: ResearchState, failing: frozenset[SeatName]
    ) -> tuple[frozenset[SeatName], int]:
        """Let all sit out: without the lead the brief is one question, and the report has no summary."""
        return failing, len(failing)

    def plan(self, setup: ResearchSetup, seats: Mapping[SeatName, Seat]) -> Sequence[PlannedCalls]:
        """Return the calls of all iterations."""
        return list(_planned(setup, seats))

    own_progress = "beside"

    def progress_line(self, state: ResearchState, record: Record, fact: Fact) -> Message | None:
        """Return who is given what, how the criteria are, and what is missing, as it goes."""
        return record_words.line(state, fact)

    def details(self, state: ResearchState) -> Mapping[str, JsonValue]:
        """Return the checkpoints of the iterations under the names of the source, and the agents' figures."""
        told: dict[str, JsonValue] = {"checkpoints": exports.checkpoints(state)}
        if state.counted is not None and state.counted.by_agent:
            told["agents"] = list[JsonValue](map(dict, contributions_told(state)))
        return told

    summary = staticmethod(exports.summary)
    follow_up = staticmethod(exports.follow_up)
    report = staticmethod(exports.report)
    exports = exports.EXPORTS
    status = staticmethod(standing)
    result_text = staticmethod(report_said)


# --- what it is expected to ask before it starts: every figure is an assumption ---------------------

_TURNS = 8
"""Answers of an agent: seven that call tools, and the findings."""
_SYSTEM, _LISTED, _READ, _REPLY = 900, 3_000, 2_500, 900
"""Tokens of a prompt without findings, of the list of files, of what one tool returns, of an answer."""
_EMBEDDED = 2_000
"""Tokens of the findings of an iteration that an embedding model is shown."""
_KNOWN = 2_500
"""Tokens of what is known by the middle of the work."""


def _planned(setup: ResearchSetup, seats: Mapping[SeatName, Seat]) -> Iterator[PlannedCalls]:
    """Yield the calls of a research that takes all its iterations."""
    brief = len(setup.brief) // 4
    # How long the list of files is, nobody has looked.
    yield PlannedCalls("research_scope", CHAIR, 1, _SYSTEM + _LISTED + brief, 400, guessed=True)
    fast = [name for name, seat in seats.items() if seat.role == "fast"] or [CHAIR]
    agents = setup.max_agents_per_iteration
    # What tools returned before is sent again with each turn.
    found = _KNOWN + _READ * (_TURNS - 1) // 2
    of_seat = dict.fromkeys(fast, 0)
    for number in range(agents * setup.max_iterations):
        of_seat[fast[number % len(fast)]] += _TURNS
    for name, calls in of_seat.items():
        if calls:
            each = _SYSTEM + brief + found
            out = _REPLY // 3
            # An agent's next turn begins with all that it was told before.
            yield PlannedCalls(
                "research_explore", name, calls, each, out, turns=_TURNS, found=found, shared=each
            )
    every = setup.max_iterations
    if setup.embedding_model:
        yield PlannedCalls(integrating.EMBEDDING, CHAIR, every, _EMBEDDED, 0, embeds=setup.embedding_model)
    yield PlannedCalls("research_judge", JUDGE, every, 2_000, 400, found=1_500)
    yield PlannedCalls("research_support", CHAIR, every, 2_500, 500, found=2_000)
    yield PlannedCalls("research_gaps", CHAIR, every, _SYSTEM + _KNOWN, 600, found=_KNOWN)
    read = _SYSTEM + 2 * _KNOWN
    yield PlannedCalls("research_report", CHAIR, 1, read, 900, found=2 * _KNOWN, at_end=True)
