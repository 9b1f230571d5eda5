"""The draft as the engine and the faces see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from app.domain.fact_base import Fact, Record
from app.domain.facts import CallAsked
from app.domain.i18n import Message, words
from app.domain.ids import CHAIR, JUDGE, SeatName
from app.domain.lazy import lazy_mapping
from app.domain.live_text import LiveFields
from app.domain.reporting import WorkflowReport
from app.domain.seats import Seat, Team
from app.engine.command_options import CommandOption
from app.engine.folders import PortUse
from app.engine.planned import PlannedCalls
from app.engine.plugin import SetupField, Vocabulary, WorkflowPlugin, by_name, grouped
from app.engine.record_words import own_line
from app.engine.tabs import TabState
from app.workflows.common.asking_twice import REASKED
from app.workflows.common.setups import COST_FIELD, LIMITS_FIELDS
from app.workflows.draft import asked
from app.workflows.draft.face import record_words
from app.workflows.draft.face.api import API
from app.workflows.draft.face.exports import EXPORTS, manuscript, parts_of, summary_of
from app.workflows.draft.face.exports import report as report_of
from app.workflows.draft.face.gates import GATES
from app.workflows.draft.face.record_words import standing
from app.workflows.draft.face.tabs import TABS, strip_of
from app.workflows.draft.facts import DRAFT_FACTS, DraftAttempted, DraftJudged
from app.workflows.draft.graph import GRAPH
from app.workflows.draft.nodes import accepting, committing, feedback, judging, reading, writing
from app.workflows.draft.nodes.asking import PURPOSES, TEMPLATES
from app.workflows.draft.nodes.checking import CHECK_COMMANDS
from app.workflows.draft.setup import NO_TEXTS, TEXTS, DraftSetup
from app.workflows.draft.state import EXPLAINER, JUDGE_ROLE, DraftState, newest_commit

LEVEL, ABOVE, TOLD = 2500, 1500, 500
"""Tokens of a level of middling length, of what stands above it, and of a judge's or explainer's words."""
_ATTEMPTS_ALONE = 2
"""Attempts that are likely at most where nobody looks: of three no judge reads those that hold no text."""


_BEGINS_AN_ATTEMPT = (asked.WRITE, asked.OUTLINE)


class DraftPlugin(WorkflowPlugin):
    """Develop a document level by level: say what should change, and accept nothing unseen."""

    name = "draft"
    title = words("Draft")
    vocabulary = Vocabulary(
        round=words("Iteration"),
        noun=words("iteration"),
        stages=("Read", "Write", "Judge", "Changes", "You", "Save"),
        most="",
        icon="file-text",
        purposes={
            **{name: purpose.title for name, purpose in PURPOSES.items()},
            reading.READ: words("reading the folder"),
            accepting.FINALIZE: words("writing and committing"),
            committing.UNDO: words("taking an iteration back"),
        },
        reasons={
            "draft_closed": words("you closed it"),
            "draft_left": words("the folder was left alone"),
            "error_occurred": words("no writer answered"),
        },
        figures={
            "project": words("project"),
            "template": words("template"),
            "files": words("files in all"),
            "stale": words("out of date"),
            "draft_level": words("level of the newest iteration"),
            "draft_outcome": words("it ended"),
            "draft_commit": words("its commit"),
            "draft_verdict": words("the judge's verdict"),
            "draft_tries": words("its attempts"),
            "draft_files_changed": words("files it changed"),
            "draft_lines_changed": words("lines it changed"),
            "draft_target": words("level worked on"),
            "rounds_completed": words("iterations accepted"),
            "draft_attempts": words("attempts per acceptance"),
            "draft_wanted": words("asked for again and again"),
        },
    )
    setup = DraftSetup
    form = (
        SetupField(
            "project",
            basic=True,
            widget="folder",
            ask=words("Which folder is the text in?"),
            empty=words("Nothing in it changes before you accept."),
        ),
        SetupField(
            "template",
            basic=True,
            choices={
                "": words("As the folder is, else a novel"),
                "novel": words("Novel: premise, treatment, chapters, prose"),
                "report": words("Report: outline, sections, full text"),
                "document": words("One text, or a folder of texts"),
            },
        ),
        SetupField("brief", basic=True, widget="long_text", ask=words("What is it to be?")),
        SetupField("plan_first", basic=True),
        SetupField("writers", basic=True),
        COST_FIELD,
        *grouped(
            words("The judge"),
            SetupField(
                "strictness",
                choices={
                    "lenient": words("Lenient", "setup"),
                    "normal": words("Normal", "setup"),
                    "strict": words("Strict", "setup"),
                },
            ),
            "strictness_of",
            "judges",
            SetupField("judge_model", empty=words("one that does not write")),
        ),
        *grouped(
            words("Writing"),
            "pause_after_files",
            SetupField("temperature", empty=words("each member's own")),
            "judge_temperature",
            "explain_temperature",
            SetupField("explain_model", empty=words("the chair's")),
        ),
        *LIMITS_FIELDS,
    )
    facts = DRAFT_FACTS
    graph = GRAPH
    state = DraftState
    nodes = by_name(
        *(reading.open_project, reading.place_gate, reading.downstream_check, reading.downstream_gate),
        *(feedback.await_feedback, feedback.history_check, feedback.history_gate, feedback.condense),
        *(feedback.plan, feedback.plan_gate, writing.generate, writing.cut_gate),
        *(judging.judge, judging.judge_gate, judging.pick),
        *(accepting.semantic_diff, accepting.acceptance, accepting.finalize),
        *(committing.undo_gate, committing.undo),
    )
    gates = GATES
    templates = TEMPLATES
    tabs = TABS
    record_words = record_words.RECORD_WORDS
    voices = lazy_mapping("app.workflows.draft.offline", "DRAFT_VOICES")
    headline = ""
    ports = (PortUse("history", "project", commits=newest_commit, alone="file", endings=(*TEXTS, *NO_TEXTS)),)
    session_per_folder = True
    agent_fields = (
        *("project", "file", "template", "brief", "plan_first", "writers", "judges", "strictness"),
        *("strictness_of", "pause_after_files", "token_limit", "max_output_tokens"),
    )
    tab_state = TabState(DraftState)
    api = API
    person_commands = CHECK_COMMANDS
    exports = EXPORTS
    no_fork = words("A draft cannot be forked: its folder has one present. Undo an iteration instead.")
    live: Mapping[str, LiveFields] = {
        # What the writers write is read as it comes, marks and all (`arriving` in `face/tabs.py`).
        purpose: LiveFields(answer=False)
        for purpose in PURPOSES
        if purpose not in (asked.WRITE, asked.WRITE_FILE, asked.PASSAGE)
    }
    command_options = (
        CommandOption(
            "project_dir",
            "project",
            words("The folder of the text, or one file."),
            "folder",
            required=True,
            positional=True,
        ),
        CommandOption("template", "template", words("novel, report or document.")),
        CommandOption("brief", "brief", words("What it is to be, or @FILE."), "text"),
        CommandOption(
            "generate",
            "generate",
            words("Write this level, and end."),
            answers="draft_feedback/generate/level",
        ),
        CommandOption(
            "feedback",
            "feedback",
            words("Change the level so, or @FILE, and end."),
            "text",
            answers="draft_feedback/feedback/text",
        ),
        CommandOption(
            "cascade",
            "cascade",
            words("Change all levels so, from the topmost down, or @FILE, and end."),
            "text",
            answers="draft_feedback/cascade/text",
        ),
        CommandOption(
            "level",
            "level",
            words("The level that --feedback is for."),
            answers="draft_feedback/feedback/target",
        ),
    )

    def title_of(self, setup: DraftSetup) -> str:
        """Return what the folder is called, or the one file, as a title is written."""
        name = PurePath(setup.file).stem if setup.file else setup.name
        spoken = " ".join(name.replace("-", " ").replace("_", " ").split())
        return spoken[:1].upper() + spoken[1:]

    def seats(self, setup: DraftSetup, team: Team) -> Mapping[SeatName, Seat]:
        """Return who writes, judges and explains: judges are of other models than the writers, if any is."""
        table = dict(team.table())
        members = list(team.enabled)
        writers = {seat.name: seat for seat in members[: setup.writers]}
        models = {seat.model for seat in writers.values()}
        others = [table[JUDGE], table[CHAIR], *members[len(writers) :]]
        judge = next((seat for seat in others if seat.model not in models), others[0])
        chosen = judge.with_model(setup.judge_model, members) if setup.judge_model else judge
        found: dict[SeatName, Seat] = {
            **writers,
            JUDGE: chosen.model_copy(update={"role": JUDGE_ROLE, "name": chosen.name}),
        }
        more = [seat for seat in members[len(writers) :] if seat.model != chosen.model]
        more += [seat for seat in members[len(writers) :] if seat not in more]
        for number in range(2, setup.judges + 1):
            seat = more[(number - 2) % len(more)] if more else chosen
            name = f"{JUDGE}-{number}"
            found[name] = seat.model_copy(update={"role": JUDGE_ROLE, "name": name})
        reader = table[CHAIR]
        found[EXPLAINER] = reader.with_model(setup.explain_model, members) if setup.explain_model else reader
        return found

    def reason(self, state: DraftState) -> str | None:
        """Return the termination reason."""
        return "draft_closed" if state.template_name and not state.outer else "draft_left"

    def report(self, state: DraftState) -> WorkflowReport:
        """Return what a report says beyond the shared facts."""
        reason = self.reason(state)
        return report_of(parts_of(state), self.vocabulary.reasons.get(reason) if reason else None)

    def most_absent(self, state: DraftState, failing: frozenset[SeatName]) -> tuple[frozenset[SeatName], int]:
        """Let all sit out but the last writer: without a judge the person decides."""
        writers = set(state.writers)
        may = frozenset(failing - writers if writers <= failing else failing)
        return may & frozenset(state.seats), len(may)

    def advice(self, setup: DraftSetup, seats: Mapping[SeatName, Seat]) -> Sequence[Message]:
        """Warn where a model judges its own text."""
        writers = {
            seat.model for name, seat in seats.items() if seat.role != JUDGE_ROLE and name != EXPLAINER
        }
        judges = {seat.model for seat in seats.values() if seat.role == JUDGE_ROLE}
        same = sorted(writers & judges)
        if not same:
            return ()
        return (words("{model} writes and judges: it is lenient with its own text.", model=", ".join(same)),)

    def plan(self, setup: DraftSetup, seats: Mapping[SeatName, Seat]) -> Sequence[PlannedCalls]:
        """Return the calls of one iteration that is approved at once: nobody knows how many follow."""
        judges = [name for name, seat in seats.items() if seat.role == JUDGE_ROLE]
        writers = [name for name in seats if name not in judges and name != EXPLAINER]
        given, both = LEVEL + ABOVE + len(setup.brief) // 4, 2 * LEVEL + ABOVE
        out = min(LEVEL, setup.max_output_tokens)
        asks = [PlannedCalls(asked.WRITE, seat, 1, given, out) for seat in writers]
        asks += [PlannedCalls(asked.JUDGE, seat, len(writers), both, TOLD) for seat in judges]
        if len(writers) > 1:
            shown = LEVEL * (1 + len(writers)) + ABOVE
            asks += [PlannedCalls(asked.RANK, seat, 1, shown, TOLD) for seat in judges]
        asks = [replace(ask, attempts=_ATTEMPTS_ALONE) for ask in asks]
        if setup.plan_first and writers:
            asks.append(PlannedCalls(asked.RESTATE, writers[0], 1, given, TOLD))
        asks.append(PlannedCalls(asked.EXPLAIN, EXPLAINER, 1, both, TOLD))
        # What they are all given stands first in every prompt; how long the text is only its folder says.
        return [replace(ask, shared=given, guessed=True) for ask in asks]

    summary = staticmethod(summary_of)
    manuscript = staticmethod(manuscript)
    strip = staticmethod(strip_of)
    status = staticmethod(standing)

    own_progress = "beside"

    def progress_line(self, state: DraftState, record: Record, fact: Fact) -> Message | None:
        """Return what a writer is given and changed, and what each judge says of it, as the log does."""
        if isinstance(fact, CallAsked):
            first = fact.tries == 1 and not fact.command and fact.seat in state.writers[:1]
            first = first and not fact.part.endswith(REASKED)
            return record_words.given(state) if first and fact.purpose in _BEGINS_AN_ATTEMPT else None
        return own_line(self.record_words, fact) if isinstance(fact, DraftAttempted | DraftJudged) else None
