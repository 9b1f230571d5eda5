"""Record words: what each record of a session says, in a sentence; the one table from fact to words.

The window's log and the terminal's say the same. A workflow has a table for its own facts (`record_words`).
Sentences are made in the language in use; seats are called what the face calls them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from app.domain import command_facts as commands
from app.domain import facts as f
from app.domain import tool_facts as effects
from app.domain import verdict_facts as verdicts
from app.domain.command_facts import AgentPermissionChanged
from app.domain.errors import StorageError
from app.domain.excerpt import excerpt
from app.domain.fact_base import Fact, FactCatalogue, Record, UnknownFact
from app.domain.gates import GateKind, spelled
from app.domain.i18n import Message, format_number, translate, words
from app.domain.ids import CHAIR, PERSON, figure_title
from app.domain.interruption_gates import described
from app.domain.message_lookup import read_sentence
from app.domain.money import sum_words
from app.domain.reply_repairs import listed, mended, several_of
from app.domain.seats import Seat
from app.domain.thoughts import thoughts
from app.domain.whole_numbers import whole_number
from app.engine.commands import held_kind
from app.engine.plugin import RecordTable, Vocabulary, WorkflowPlugin, purpose_said, why_ended
from app.projections.base import UNREAD
from app.projections.folding import Projections
from app.projections.log import summary

if TYPE_CHECKING:
    from app.engine.graph import Graph


class Row(NamedTuple):
    """What a fact says: a sentence whose places are the fact's fields, or those of `RecordWords`.

    `by`: the place whose value tells which of several sentences it is; `then`: the place whose words, if
    there are any, follow behind a colon.
    """

    said: Message | Mapping[object, Message]
    by: str = ""
    then: str = ""


_RESOLVED: Mapping[object, Message] = {
    "ask_again": words("{who} is to be asked again: {what}"),
    "use_partial": words("What had arrived of {who} is used: {what}"),
    "drop": words("{who} is gone on without: {what}"),
    "use_stored": words("The stored answer of {who} is used: {what}"),
    "retry": words("{who} is to be asked once more: {what}"),
    "longer": words("{who} is to be asked again with more tokens: {what}"),
    "go_on": words("{who} is to go on from where it was cut off: {what}"),
}
_ASSESSED: Mapping[object, Message] = {
    "changed": words("{seat}’s answer changed{details}"),
    "minor": words("{seat}’s answer changed a little{details}"),
    "held": words("{seat}’s answer stays as it was{details}"),
    "failed": words("{seat}’s answer has no new text{details}"),
    "skipped": words("{seat}’s answer was left out{details}"),
}
ROWS: Mapping[type[Fact], Row] = {
    f.SessionCreated: Row(words("Session begun: {title}")),
    f.SessionForked: Row(words("Forked: {title}")),
    f.SessionCopied: Row(words("Session copied")),
    f.RunStarted: Row(
        {
            True: words("The run begins (version {app_version})"),
            False: words("The run goes on (version {app_version})"),
        },
        by="first",
    ),
    f.RunHalted: Row(words("The run is {state}"), then="why"),
    f.SessionFinished: Row(words("Finished"), then="why"),
    f.StopRequested: Row(words("A stop was asked for: {mode}")),
    f.NodeEntered: Row(words("{node} …")),
    # The way it goes on is told by the next line.
    f.NodeLeft: Row(words("{node}: done")),
    f.RoundOpened: Row(words("{round} {number} begins, attempt {attempt}")),
    f.RoundClosed: Row(
        {True: words("{round} {number} is accepted"), False: words("{round} {number} is rejected")},
        by="accepted",
        then="feedback",
    ),
    f.CriterionMeasured: Row(words("{name}: {figure}")),
    f.CallAsked: Row(words("{seat} is asked: {purpose} ({model}{again})")),
    f.CallCompleted: Row(words("{who}: done with {what} ({took}{used})")),
    f.CallFailed: Row(
        {
            True: words("{who}: {what} ({took}): {message} Asked again in {wait}."),
            False: words("✕ {who} failed: {what} ({took}): {message} {hint}"),
        },
        by="goes_on",
    ),
    f.CallCancelled: Row(words("{who} was stopped: {what} ({took})")),
    f.CallInterrupted: Row(words("{who} was interrupted: {what}; nobody knows whether it finished")),
    f.CallStopRequested: Row(words("You want {who}’s call ended: {what}")),
    f.CallResolved: Row(_RESOLVED, by="verb"),
    f.ReplyMended: Row(words("{seat}’s reply ({purpose}): {how}")),
    effects.EffectAsked: Row(words("{effect} …")),
    effects.EffectCompleted: Row(words("{effect}: done")),
    effects.ToolsListed: Row(
        {
            None: words("{problem}"),
            1: words("The tool server {server} offers {n} tool ({where})"),
            2: words("The tool server {server} offers {n} tools ({where})"),
        },
        by="offer",
    ),
    effects.ToolAsked: Row(words("{seat} calls {server}/{tool} with {arguments}")),
    effects.ToolDecided: Row(
        {
            "allow_once": words("You allowed this call of {server}/{tool}"),
            "allow_session": words("You allowed for the session {server}/{tool}"),
            "refuse": words("You refused this call of {server}/{tool}"),
        },
        by="verdict",
    ),
    f.SeatAdded: Row(words("{seat} joins the table ({model})"), then="reason"),
    f.SeatAbsent: Row(words("{seat} sits out: {reason}")),
    f.HelpFailed: Row(words("{seat} did not answer, and it goes on without ({purpose}): {reason}")),
    f.SeatReplaced: Row(words("{seat} has another model from here on: {model}")),
    verdicts.SeatRated: Row(
        {
            "good": words("You found the answer of {seat} good"),
            "poor": words("You found the answer of {seat} poor"),
        },
        by="rating",
    ),
    f.SeatDropped: Row(words("{seat} is left out from the next {noun} on")),
    f.GateOpened: Row(words("{gate_title}")),
    f.GateAnswered: Row(words("→ {verb_label}{by_whom}{with_note}")),
    AgentPermissionChanged: Row(
        {
            True: words("{agent} may decide here"),
            False: words("{agent} may no longer decide here"),
        },
        by="allowed",
    ),
    commands.CommandAsked: Row(words("You ask for: {command_title} (number {seq})")),
    commands.CommandHeld: Row(words("{command_title} waits for you: {held}")),
    commands.CommandResumed: Row(words("{command_title} goes on")),
    commands.CommandEnded: Row(words("{command_title}: {outcome}"), then="came_of_it"),
    f.DecisionWithdrawn: Row(words("You take back what record {withdrawn} says")),
    f.ChangesReviewed: Row(words("You have looked at changes of a text")),
    f.GuidanceGiven: Row(
        {
            True: words("Your guidance for all {nouns}: {text}"),
            False: words("Your guidance for the next {noun}: {text}"),
        },
        by="pinned",
    ),
    f.NoteAdded: Row(words("Your note: {text}")),
    f.SessionRenamed: Row(words("You call the session “{title}”")),
    f.TagsChanged: Row(words("You tagged it: {tags}")),
    f.LimitChanged: Row(words("Limit of {limit}: {limit_value}")),
    f.AutoApproveChanged: Row(
        {
            True: words("You let {nouns} be approved without asking: {conditions}"),
            False: words("You want to be asked again"),
        },
        by="on",
    ),
    verdicts.ResultJudged: Row(
        {
            "better": words("You found the result better than the best first answer"),
            "same": words("You found the result as good as the best first answer"),
            "worse": words("You found the result worse than the best first answer"),
        },
        by="verdict",
    ),
    verdicts.ResultGraded: Row(
        {
            True: words("You say that the result is right"),
            False: words("You say that the result is wrong"),
            None: words("You leave it to rules and judge whether the result is right"),
        },
        by="right",
    ),
    verdicts.ForecastMade: Row(words("You expect: {text}")),
    verdicts.DecisionRecorded: Row(words("You decided: {text}")),
    verdicts.OutcomeRecorded: Row(words("How it turned out: {text}")),
    f.TextProposed: Row(
        {
            True: words("A text of yours ({slot}): {beginning}"),
            False: words("{seat} has a text ({slot}): {beginning}"),
        },
        by="yours",
    ),
    f.TextAssessed: Row(_ASSESSED, by="said"),
    f.TextDecided: Row(
        {
            "refined": words("You choose the new text of {seat}"),
            "previous": words("You choose the text before of {seat}"),
            "edit": words("You edit the text of {seat}{with_passages}"),
        },
        by="choice",
    ),
    f.CritiqueFiled: Row(words("{critic} on {target}, {severity}: {claim}")),
    f.CritiqueAnswered: Row(words("{seat} on {critique}: {answer}"), then="justification"),
    f.CritiqueDecided: Row(
        {
            "accept": words("You accepted {critique}"),
            "dismiss": words("You dismissed {critique}"),
            "defer": words("You deferred {critique}"),
        },
        by="verdict",
        then="reason",
    ),
}
_VALUES: Mapping[str, Mapping[str, Message]] = {
    "state": {"paused": words("paused"), "stopped": words("stopped"), "failed": words("failed")},
    "mode": {
        "now": words("at once"),
        "after_round": words("after this round"),
        "with_answer": words("with an answer"),
    },
    "severity": {"low": words("low"), "medium": words("medium"), "high": words("high")},
    "answer": {
        "fixed": words("it changed its answer"),
        "held": words("it stays with its answer"),
        "unanswered": words("no reply"),
    },
    "outcome": {
        "done": words("done"),
        "failed": words("could not be done"),
        "stopped": words("stopped"),
        "left": words("left"),
    },
    "limit": {"cost": words("cost"), "tokens": words("tokens"), "rounds": words("rounds")},
    "by": {
        "person": words("by you"),
        "policy": words("by the policy, without asking"),
        "flag": words("by --approve"),
        "file": words("by the answers file"),
        "timeout": words("the time to answer was over"),
    },
}
"""What values of a fact are called, by their field."""


class Described(Protocol):
    """What is known of a workflow where its records are told: itself, or a view of one of its sessions."""

    @property
    def vocabulary(self) -> Vocabulary: ...
    @property
    def gates(self) -> Mapping[str, GateKind]: ...
    @property
    def graph(self) -> Graph | None: ...


def own_line(table: RecordTable, fact: Fact) -> Message | None:
    """Return what a workflow's own fact says by its table; None where it has none."""
    said = table.get(type(fact))
    if not isinstance(said, Message):
        return said(fact) if said is not None else None
    values = {name: getattr(fact, name) for name in re.findall(r"{(\w+)}", said.source)}
    return said.filled(
        **{name: ", ".join(one) if isinstance(one, tuple | dict) else one for name, one in values.items()}
    )


class RecordWords:
    """Puts the records of one session into words, in any order: an end is told with what it is the end of."""

    def __init__(
        self,
        workflow: WorkflowPlugin,
        described: Described,
        catalogue: FactCatalogue,
        fold: Projections,
        who: Callable[[str], str],
    ) -> None:
        """`fold`: of all records there are; `who`: what a seat is called."""
        self._workflow, self._catalogue, self._fold, self._who = workflow, catalogue, fold, who
        self._vocabulary, self._gates = described.vocabulary, described.gates
        self._asked: dict[int, tuple[str, str, int]] = {}
        """Who was asked, for what, and when, by the seq of the call."""
        graph = described.graph
        self._nodes = {node.name: Message(node.title, context="ui") for node in graph.nodes} if graph else {}

    def sentence(self, record: Record) -> str:
        """Return what a record says, with the agent that did it where one did."""
        try:
            fact = self._fact(record)
        except StorageError:
            fact = UnknownFact(record.type, record.schema, record.body())
        row = ROWS.get(type(fact)) if isinstance(fact, Fact) else None
        line = own_line(self._workflow.record_words, fact) if isinstance(fact, Fact) and row is None else None
        told = self._told(row, record, fact) if row is not None else str(line) if line is not None else ""
        if not told:
            details = summary(record)
            told = f"{spelled(record.type)}{f': {details}' if details else ''}"
        if isinstance(fact, Fact) and fact.actor is not None and fact.actor.kind == "agent":
            return translate("By the agent {agent}: {line}", agent=fact.actor.name, line=told)
        return told

    def _told(self, row: Row, record: Record, fact: Any) -> str:
        said = row.said if isinstance(row.said, Message) else row.said[self._place(row.by, record, fact)]
        places = re.findall(r"{(\w+)}", said.source)
        told = translate(said, **{name: self._shown(name, record, fact) for name in places})
        then = self._place(row.then, record, fact) if row.then else ""
        return f"{told}: {then}" if then else told

    def _shown(self, name: str, record: Record, fact: Any) -> object:
        value = self._place(name, record, fact)
        return _VALUES[name].get(value, value) if name in _VALUES else value

    def _place(self, name: str, record: Record, fact: Any) -> Any:  # noqa: C901  one case a place
        """Return what stands in a place of a sentence: a value of the fact, or what is told of it."""
        match name:
            case "seat" | "critic" | "target":
                seat = getattr(fact, name)
                return self._who(seat.name if isinstance(seat, Seat) else seat) if seat else translate("all")
            case "model":
                return fact.seat.model if isinstance(fact.seat, Seat) else fact.model
            case "seq":
                return record.seq
            case "round" | "noun":
                return getattr(self._vocabulary, name)
            case "message" | "reason" | "hint":
                return read_sentence(getattr(fact, name))
            case "nouns":
                return several_of(self._vocabulary.noun)
            case "node":
                return self._nodes.get(fact.node, fact.node)
            case "first":
                return record.seq == next(one.seq for one in self._fold.log.rows if one.type == record.type)
            case "why":
                return fact.reason and why_ended(self._vocabulary, fact.reason)
            case "purpose":
                return self._what(fact.purpose)
            case "how":
                return mended(fact.how)
            case "goes_on":
                return fact.again_in is not None
            case "wait":
                return translate("{n} s", n=f"{fact.again_in:.0f}")
            case "arguments":
                return json.dumps(fact.arguments, ensure_ascii=False)
            case "n":
                return len(fact.tools)
            case "offer":
                return None if fact.problem else 1 if len(fact.tools) == 1 else 2
            case "tags":
                return ", ".join(fact.tags) or "–"
            case "withdrawn":
                return fact.seq
            case "yours":
                return fact.seat == PERSON
            case "beginning":
                return excerpt(fact.text)
            case "critique":
                point = self._fold.critiques.points.get(fact.critique)
                if point is None:
                    return translate("a critique")
                return translate("the critique of {who}", who=self._who(point.filed.critic))
            case "name":
                return figure_title(fact.name)
            case "held":
                return held_kind(fact.kind).title
            case "came_of_it":
                return fact.message or excerpt(str(fact.text))
            case "gate_title":
                return described(self._gates, fact.kind).title
            case "with_note":
                return f" – {fact.note}" if fact.note else ""
            case "by_whom":
                return "" if fact.by == "agent" else f" ({_VALUES['by'].get(fact.by, fact.by)})"
            case "who" | "what" | "took":
                return self._of_call(name, record, fact)
            case _:
                made = _MADE.get(name)
                return made(self, record, fact) if made is not None else getattr(fact, name)

    # --- what takes more than a field ---------------------------------------------------------

    def _what(self, purpose: str) -> str:
        return str(purpose_said(self._vocabulary, purpose))

    def _fact(self, record: Record) -> Fact | UnknownFact:
        return self._catalogue.decode(record, UNREAD.get(record.type, ""))

    def _earlier(self, seq: int) -> Record | None:
        """Return a record by its seq: there are no holes."""
        rows = self._fold.log.rows
        return rows[seq - 1] if 0 < seq <= len(rows) else None

    def _of_call(self, place: str, end: Record, fact: Any) -> str:
        """Return who was asked, for what, or how long it took until a record."""
        if fact.asked not in self._asked:
            # Once a call: what it was asked with is the longest of all records.
            record = self._earlier(fact.asked)
            asked = self._fact(record) if record is not None else None
            known = (asked.seat, asked.purpose) if isinstance(asked, f.CallAsked) else ("", "call")
            self._asked[fact.asked] = (*known, record.at if record is not None else end.at)
        seat, purpose, at = self._asked[fact.asked]
        match place:
            case "who":
                return self._who(seat)
            case "what":
                return self._what(purpose)
            case _:
                seconds = max(0, end.at - at) / 1e6
                return translate("{n} s", n=f"{seconds:.1f}") if seconds >= 0.05 else translate("at once")

    def _effect(self, _record: Record, fact: Any) -> str:
        what = self._what(fact.purpose)
        # What the program does itself is noted at the chair's place.
        return f"{what[:1].upper()}{what[1:]}" if fact.seat == CHAIR else f"{self._who(fact.seat)}: {what}"

    def _verb_label(self, _record: Record, fact: Any) -> str:
        record = self._earlier(whole_number(fact.gate[1:]) or 0)
        opened = self._fact(record) if record is not None else None
        kind = described(self._gates, opened.kind if isinstance(opened, f.GateOpened) else "")
        return str(kind.label(fact.verb)).rstrip("…")

    def _command_title(self, record: Record, fact: Any) -> str:
        asked = self._earlier(getattr(fact, "asked", record.seq))
        made = self._fact(asked) if asked is not None else None
        if not isinstance(made, commands.CommandAsked):
            return translate("what you asked for")
        known = {one.name: one.verb.label for one in self._workflow.person_commands}
        return str(known.get(made.command) or spelled(made.command)).rstrip("…")

    def _conditions(self, _record: Record, fact: Any) -> str:
        until = []
        if fact.until_figure is not None:
            until.append(
                translate("until the figure reaches {value}", value=format_number(f"{fact.until_figure:g} %"))
            )
        if fact.rounds is not None:
            noun = self._vocabulary.noun if fact.rounds == 1 else several_of(self._vocabulary.noun)
            until.append(translate("for {n} {noun} at most", n=fact.rounds, noun=noun))
        if fact.until_cost is not None:
            until.append(translate("until {sum} are spent", sum=sum_words(fact.until_cost)))
        return listed(until)


def _used(_self: RecordWords, _record: Record, fact: Any) -> str:
    parts = []
    if fact.usage.source != "offline":
        # Rules read no tokens.
        parts.append(translate("{n} tokens", n=f"{fact.usage.tokens:,}"))
    if cached := fact.usage.tokens_cached:
        parts.append(translate("of which {n} cached", n=f"{cached:,}"))
    if thought := thoughts(fact.text, fact.reasoning):
        parts.append(translate("{n} characters of thoughts", n=f"{len(thought):,}"))
    return "".join(f", {part}" for part in parts)


def _again(_self: RecordWords, _record: Record, fact: Any) -> str:
    return "" if fact.tries == 1 else translate(", asked for the {n}. time", n=fact.tries)


def _details(_self: RecordWords, _record: Record, fact: Any) -> str:
    changed = translate(", {n} % changed", n=f"{100 * fact.ratio:.0f}") if fact.ratio else ""
    details = fact.justification if fact.status == "held" else fact.summary
    return f"{changed}{f' – {details}' if details else ''}"


def _with_passages(_self: RecordWords, _record: Record, fact: Any) -> str:
    titles = ", ".join(dict.fromkeys(f"“{one.title}”" for one in fact.taken))
    return translate(", with passages of {titles}", titles=titles) if titles else ""


def _limit_value(_self: RecordWords, _record: Record, fact: Any) -> str:
    if fact.value is None:
        return translate("none any more")
    return str(sum_words(fact.value)) if fact.limit == "cost" else format_number(f"{fact.value:,.0f}")


def _figure(_self: RecordWords, _record: Record, fact: Any) -> str:
    figure = translate("no figure") if fact.value is None else format_number(f"{fact.value:.0f} %")
    if fact.threshold is None:
        return figure
    return f"{figure} ({translate('needed: {n} %', n=f'{fact.threshold:g}')})"


_MADE: Mapping[str, Callable[[RecordWords, Record, Any], str]] = {
    "again": _again,
    "command_title": RecordWords._command_title,
    "conditions": RecordWords._conditions,
    "details": _details,
    "effect": RecordWords._effect,
    "figure": _figure,
    "limit_value": _limit_value,
    "used": _used,
    "verb_label": RecordWords._verb_label,
    "with_passages": _with_passages,
}
