"""The debate as the engine and the faces see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from app import diffing
from app.domain.canonical import JsonValue
from app.domain.i18n import Message, words
from app.domain.ids import CHAIR, JUDGE, SeatName, members_of
from app.domain.lazy import lazy_mapping
from app.domain.no_model import is_given
from app.domain.seats import Obstacle, Seat
from app.engine.command_options import CommandOption
from app.engine.plugin import Vocabulary, WorkflowPlugin, by_name, read_commands
from app.projections.answers import key_of
from app.workflows.common.asking_twice import schema_of
from app.workflows.common.replies import (
    CompareReply,
    CritiqueReply,
    EvaluationReply,
    RefinementReply,
    SynthesisReply,
)
from app.workflows.common.setups import QUESTION_OPTION, TOOLS_OPTION
from app.workflows.debate.face import labels
from app.workflows.debate.face.api import API
from app.workflows.debate.face.form import FORM, follow_up
from app.workflows.debate.face.gates import GATES
from app.workflows.debate.face.payloads import (
    ApprovalPayload,
    CritiqueShown,
    FigureShown,
    ReviewPayload,
    RuleShown,
    SeatShown,
)
from app.workflows.debate.face.record_words import RECORD_WORDS
from app.workflows.debate.facts import DEBATE_FACTS
from app.workflows.debate.graph import GRAPH
from app.workflows.debate.nodes import (
    answering,
    choosing,
    climbing,
    criticising,
    deciding,
    history,
    judging,
    opening,
    synthesis,
)
from app.workflows.debate.nodes.asking import LIVE, TEMPLATES
from app.workflows.debate.nodes.sampling import BASELINES
from app.workflows.debate.rules.guests import seats_with_guests
from app.workflows.debate.rules.planning import planned
from app.workflows.debate.setup import DebateSetup
from app.workflows.debate.state import DebateState

_TABS = "app.workflows.debate.face.tabs"
_RULES = "offline/"
"""What the models of the offline council are called by: rules, no AI."""
_NOTHING_TO_QUOTE = words(
    "Rules only quote from what you give them. Nothing is attached: connect a model, attach material, or "
    "see a sample."
)
_LONGEST_LOOKED_AT = 5_000
"""Characters of a question that are looked through while it is typed."""
_WARN_ROUNDS = 3
"""Rounds over which the start is warned about: more are rarely better."""


def _quotable(setup: DebateSetup) -> bool:
    """Tell whether members made of rules are given anything that they could quote."""
    if setup.context or setup.context_text.strip():
        return True
    # Late for start-up cost: most debates have members that are models.
    from app.workflows.common.offline.demands import demands_of
    from app.workflows.common.offline.statements import statements_of

    question = setup.question[:_LONGEST_LOOKED_AT]
    demanded = {demand.text for demand in demands_of(question)}
    return any(one.plain not in demanded for one in statements_of(question) if one.kind != "heading")


def _partial(seats: Mapping[SeatName, Seat], models: Mapping[SeatName, str]) -> Iterator[Message]:
    """Say who is asked to judge answers of its own model; a chair that judges too is named once."""
    titles = {CHAIR: words("The chair"), JUDGE: words("The judge")}
    if seats[CHAIR].model == seats[JUDGE].model:
        titles = {CHAIR: words("The chair, which judges too,")}
    for seat_name, title in titles.items():
        same = next((name for name, model in models.items() if model == seats[seat_name].model), None)
        if same is not None:
            yield words(
                "{place} is the same model as {member}; judges tend to prefer their own answers.",
                place=title,
                member=same,
            )


def _late(module: str, name: str) -> Callable[..., Any]:
    """Return a function that is imported when it is first called."""

    def call(state: Any) -> Any:
        return getattr(import_module(module), name)(state)

    return call


class DebatePlugin(WorkflowPlugin):
    """Several models answer one question, criticise each other and refine."""

    name = "debate"
    title = words("Question")
    vocabulary = Vocabulary(
        stages=("Questions", "Answer", "Critique", "Refine", "Judge", "You", "Result"),
        purposes=labels.PURPOSES,
        reasons=labels.REASONS,
        missing=labels.MISSING,
        brief=("agreed", "disputed", "dissent"),
        figures=labels.FIGURES,
        icon="scale",
    )
    setup = DebateSetup
    person_commands = read_commands(
        Path(judging.__file__).with_name("commands.toml"),
        {**vars(judging), **vars(choosing), **vars(synthesis)},
    )
    form = FORM
    facts = DEBATE_FACTS
    api = API
    graph = GRAPH
    state = DebateState
    nodes = by_name(
        *(opening.initialization, opening.clarification, opening.clarification_input, opening.round_manager),
        *(history.summarization, answering.proposal, climbing.comparison, climbing.ladder),
        *(criticising.critique, criticising.critique_review, answering.refinement),
        *(deciding.evaluation, deciding.approval, synthesis.synthesis),
    )
    gates = GATES
    record_words = RECORD_WORDS
    templates = TEMPLATES
    voices = lazy_mapping("app.workflows.debate.offline", "DEBATE_VOICES")
    headline = "agreement"
    agrees = True
    agreement_field = "judge_all"
    takes_marks = True
    live = LIVE
    known_field = "known_answers"
    tool_servers = "tool_servers"
    baselines = BASELINES
    agent_fields = (
        *("question", "profile", "context_text", "context", "guests", "revised_by", "must_haves"),
        *("known_answers", "max_rounds"),
        *("termination", "threshold", "auto_stop_on_convergence", "review_critiques", "hide_names"),
        *("context_budget", "max_output_tokens"),
    )
    command_options = (
        QUESTION_OPTION,
        CommandOption(
            "context",
            "context",
            words("A file or folder to give; NAME=FILE gives it to one member alone."),
            kind="files",
        ),
        CommandOption("profile", "profile", words("quick, debate or attack: how thoroughly.")),
        CommandOption(
            "guest",
            "guests",
            words("A file with an answer to criticise, too, or session:ID[:MEMBER]."),
            kind="files",
        ),
        CommandOption("revised-by", "revised_by", words("The member that revises such an answer.")),
        TOOLS_OPTION,
    )

    # Late for start-up cost: a run waits for nothing that only tells or shows.
    tabs = property(lambda _plugin: import_module(_TABS).TABS)
    tab_state = property(lambda _plugin: import_module(_TABS).QUICK_CHECK)
    strip = staticmethod(_late(_TABS, "strip_of"))
    status = staticmethod(_late(_TABS, "status_of"))
    why = staticmethod(_late(_TABS, "why_ended"))
    report = staticmethod(_late("app.workflows.debate.face.report", "report"))
    seats = staticmethod(seats_with_guests)
    plan = staticmethod(planned)
    follow_up = staticmethod(follow_up)

    def can_finish(self, state: DebateState) -> bool:
        """Tell whether a round is accepted."""
        return bool(state.rounds_accepted)

    def rehearse(self) -> Iterator[None]:
        """Build what replies are asked for with, and what the round is measured with."""
        key_of("1")
        yield
        for reply in (CritiqueReply, RefinementReply, EvaluationReply, SynthesisReply, CompareReply):
            schema_of(reply)
            yield
        for shown in (CritiqueShown, ReviewPayload, SeatShown, FigureShown, RuleShown, ApprovalPayload):
            shown.model_rebuild()
            yield
        _ = diffing.change_ratio
        yield
        yield from diffing.prepare()

    def most_absent(
        self, state: DebateState, failing: frozenset[SeatName]
    ) -> tuple[frozenset[SeatName], int]:
        """Let members sit out that have an answer already, others while two valid answers remain of more.

        Without the chair the best-ranked answer stands as the result; the judge is help and never missed.
        """
        members = failing & frozenset(state.active)
        chair = failing & {CHAIR}
        kept = {seat for seat in members if state.attempts and state.attempt.text(seat) is not None}
        spare = len(state.prospects | members) - state.needed
        if state.rung == "quick":
            # Another member is asked in the place of one that fails in a quick check.
            spare = len(set(state.askable) - state.attempt.absent) - 1 if state.attempts else 0
        return members | chair, len(kept) + len(chair) + max(0, min(spare, len(members) - len(kept)))

    def advice(self, setup: DebateSetup, seats: Mapping[SeatName, Seat]) -> Sequence[Message]:
        """Warn of many rounds, one model in every seat, a member as chair or judge, nothing to quote."""
        members = {name: seats[name].model for name in members_of(seats)}
        models = {name: model for name, model in members.items() if not is_given(model)}
        warnings: list[Message] = []
        if setup.max_rounds > _WARN_ROUNDS:
            warnings.append(
                words("More than {most} rounds are rarely better, and cost more.", most=_WARN_ROUNDS)
            )
        if len(models) > 1 and len(set(models.values())) == 1:
            warnings.append(words("All members are one model; different ones disagree more usefully."))
        if len(set(models.values())) > 1:
            warnings += _partial(seats, models)
        if models and all(model.startswith(_RULES) for model in models.values()) and not _quotable(setup):
            warnings.append(_NOTHING_TO_QUOTE)
        return warnings

    def obstacles(self, setup: DebateSetup, seats: Mapping[SeatName, Seat]) -> Sequence[Obstacle]:
        """Return the files that are for members that there are not: nobody would read them."""
        members = [name for name in members_of(seats) if not is_given(seats[name].model)]
        lost = {item.only: item.name for item in setup.context if item.only and item.only not in members}
        if setup.revised_by and setup.revised_by not in members:
            nobody = words("no member is called “{seat}” to revise the given answer", seat=setup.revised_by)
            return [Obstacle(nobody, words("Name one of {names}.", names=", ".join(members)))]
        return [
            Obstacle(
                words("“{file}” is for {seat} alone, and no member is called so", file=file, seat=seat),
                words("Give it to one of {names}, or to all.", names=", ".join(members)),
            )
            for seat, file in lost.items()
        ]

    def may_end_early(self, setup: DebateSetup) -> bool:
        """Tell whether a rule may end it: where a number of rounds is fixed, none does."""
        return setup.auto_stop_on_convergence and setup.termination != "fixed"

    def rival(self, state: DebateState) -> int | None:
        """Return the best answer of round 1, which the final one competes with."""
        if state.compared is not None:
            return state.compared.baseline
        best = judging.best_of_round_one(state) if state.stated is not None else None
        return best[1].seq if best is not None else None

    def summary(self, state: DebateState) -> Mapping[str, JsonValue]:
        """Return the debate's figures."""
        from app.workflows.debate.face.iteration import get_iteration_summary, iteration_of  # late, as `tabs`

        return get_iteration_summary(iteration_of(state))
