"""Who answers an open gate when nobody sits in front of it: an answers file, then the flags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from app.domain.canonical import JsonValue
from app.domain.cut_ways import cut_unattended
from app.domain.errors import InputError, one_of
from app.domain.facts import By, WhoAnswers
from app.domain.gate_lines import ReachedLimit, limit_of, may_sit_out
from app.domain.i18n import words
from app.domain.ids import RESERVED_SEATS
from app.domain.interruption_gates import BUDGET, CONTEXT, INTERRUPTIONS, UNCERTAIN_VERBS, described
from app.domain.payload import items_of, verbs_of
from app.domain.tool_gate import TOOL, allowed_by_name, named_by
from app.engine.answering import kind_of
from app.engine.command_options import Answering, FirstAnswer, OnFailure, OnUncertain
from app.engine.fold import SessionFold
from app.engine.plugin import WorkflowPlugin
from app.engine.retry import PASSING
from app.projections.gate_inbox import Gate
from app.settings.toml_files import read_model

_MOST_CUT = 60
"""Gates at which cut answers are gone on with in one session: it must end."""
_MOST_RETRIES = 3
"""`--on-failure retry` gives up (stop) after this many gates in one session: it must end."""
_SHORTEST_ID = 6
"""Characters of a session's id that name it."""
PATIENCE = (15.0, 30.0, 60.0)
"""Seconds waited before all is asked again, each time a run would end by faults that may pass."""


class FileAnswer(BaseModel):
    """One [[answer]] of an answers file."""

    model_config = ConfigDict(extra="forbid")

    gate: str
    verb: str
    round: int | None = None
    note: str = ""
    session: str = ""
    """The session it is for, by its id or the id of its row in a batch; empty: any."""
    data: dict[str, JsonValue] = Field(default_factory=dict)

    def names(self, session: str, row: str) -> bool:
        """Tell whether it is for this session, by name; the beginning of an id is enough."""
        begins = len(self.session) >= _SHORTEST_ID and session.startswith(self.session)
        return bool(self.session) and (self.session == row or begins)


class _Known(BaseModel):
    model_config = ConfigDict(extra="forbid")

    question: str
    answer: str


class _AnswersFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    answer: list[FileAnswer] = Field(default_factory=list)
    known: list[_Known] = Field(default_factory=list)
    """Questions settled beforehand: they go into the setup of a new session and are not asked again."""


def read_answers(path: Path, plugins: Mapping[str, WorkflowPlugin]) -> list[FileAnswer]:
    """Return the answers of a TOML file; raises InputError naming the place, also for gates there are not."""
    found = read_model(path, _AnswersFile).answer
    gates: dict[str, set[str]] = {kind.name: set(kind.names) for kind in INTERRUPTIONS.values()}
    for plugin in plugins.values():
        for kind in plugin.gates.values():
            gates.setdefault(kind.name, set()).update(kind.names)
    for answer in found:
        if answer.gate not in gates:
            raise InputError(
                words("{file}: there is no gate “{gate}”.", file=path, gate=answer.gate),
                one_of(sorted(gates)),
            )
        if answer.verb not in gates[answer.gate]:
            raise InputError(
                words(
                    "{file}: the {gate} gate does not take the verb “{verb}”.",
                    file=path,
                    gate=answer.gate,
                    verb=answer.verb,
                ),
                one_of(sorted(gates[answer.gate])),
            )
    return found


def read_known(path: Path) -> list[dict[str, JsonValue]]:
    """Return the questions that an answers file settles beforehand (`[[known]]`)."""
    return [one.model_dump() for one in read_model(path, _AnswersFile).known]


@dataclass(frozen=True, slots=True)
class Options:
    """An answer and who gave it."""

    verb: str
    data: Mapping[str, JsonValue]
    note: str
    by: By
    after: float = 0.0
    """Seconds to wait before it is given."""


@dataclass
class AnswerPlan:
    """What the flags and the answers file of one command say. Keeps count of what it has used."""

    approve: Answering = "ask"
    on_failure: OnFailure | None = None
    """None: what the workflow does (`WorkflowPlugin.on_failure`)."""
    on_uncertain: OnUncertain = "ask"
    allow_tools: Sequence[str] = ()
    """Tools of servers that may be called without asking: SERVER/TOOL, or SERVER/*."""
    answers: list[FileAnswer] = field(default_factory=list)
    attended: bool = False
    """A person is asked at the gates that are left open; they decide about failures, too."""
    first: FirstAnswer | None = None
    """What the command itself answers, at the first gate of that kind."""
    resumed: bool = False
    """A person wants a session that failed to go on: what failed is asked again before anything else."""
    row: str = ""
    """The id of the session's row, in a batch."""
    reached: ReachedLimit | None = None
    """The limit that the newest gate was about, None where it was about something else."""
    _used: Counter[str] = field(default_factory=Counter)

    def who_answers(self, plugin: WorkflowPlugin) -> WhoAnswers:
        """Return who answers what members ask: a person also beforehand, in the answers file."""
        asking = {
            kind.name for kind in plugin.gates.values() for verb in kind.verbs if verb.form == "questions"
        }
        by_file = any(answer.gate in asking for answer in self.answers)
        return "person" if self.approve == "ask" or by_file else "policy"

    def answer(self, gate: Gate, fold: SessionFold) -> Options | None:
        """Return the answer to an open gate, or None where a person must give it."""
        self.reached = limit_of(gate.fact.payload) if gate.fact.kind == BUDGET.name else None
        if self.first is not None and self.first.gate == gate.fact.kind:
            said, self.first = self.first, None
            return Options(said.verb, said.data, "", "flag")
        entry = self._by_file(gate, fold)
        if entry is not None:
            return Options(entry.verb, entry.data, entry.note, "file")
        kind = described(fold.plugin.gates, gate.fact.kind)
        if kind.flag == "on_failure":
            return None if self._leaves_failures() else self._failure(gate, fold)
        if kind.flag == "on_uncertain":
            return self._uncertain(gate)
        if kind.flag == "allow_tool":
            # Approving all is no word on what a stranger's tool may do.
            named = allowed_by_name(gate.fact.payload, self.allow_tools)
            return Options("allow_session", {}, "", "flag") if named else None
        # What waits for a person's own words is answered by none: nobody is needed there.
        if self.approve != "all" or (gate.fact.idle and kind.reads is not None):
            return None
        if gate.fact.kind == CONTEXT.name and self.on_failure != "stop":
            # The same model again takes in no more.
            self._used.update({str(item.get("seat")) for item in items_of(gate.fact.payload)})
            without = self._fallback(gate, fold) if "fallback" in gate.fact.verbs else None
            if without is not None:
                return without
        verb, data = kind_of(fold.plugin, gate.fact.kind).by_policy(gate.fact.payload)
        return Options(verb, data, "", "flag")

    def _leaves_failures(self) -> bool:
        """Tell whether failures are left to a person: the flags say nothing of them, and do not answer gates.

        The rows of a batch go on, and a session that failed is asked again where it is to go on.
        """
        if self.on_failure is not None:
            return False
        by_nobody = self.approve == "none" and not self.row and not self.resumed
        return by_nobody or (self.attended and self.approve == "ask")

    def _by_file(self, gate: Gate, fold: SessionFold) -> FileAnswer | None:
        """Take the answer out of the file's: the first that names this session, else the first for any."""
        fitting = [
            (index, entry)
            for index, entry in enumerate(self.answers)
            if entry.gate == gate.fact.kind and entry.round in (None, gate.round)
        ]
        named = [one for one in fitting if one[1].names(fold.session.session, self.row)]
        index, found = next(iter(named or [one for one in fitting if not one[1].session]), (0, None))
        if found is not None:
            del self.answers[index]
        return found

    def _uncertain(self, gate: Gate) -> Options | None:
        if self.on_uncertain == "ask":
            # Nobody pays twice for what costs nothing: a model of one's own is asked again.
            free = self.approve == "all" and all(map(_free_call, items_of(gate.fact.payload)))
            return Options("ask_again", {}, "", "flag") if free else None
        verb = self.on_uncertain.replace("-", "_")
        tools = [item for item in items_of(gate.fact.payload) if item.get("purpose") == TOOL]
        if verb == "ask_again" and not all(named_by(item, self.allow_tools) for item in tools):
            # What a tool does twice may be more than what an answer costs twice.
            return None
        items: dict[str, JsonValue] = {}
        for item in items_of(gate.fact.payload):
            fitting = verbs_of(item) or UNCERTAIN_VERBS
            items[str(item.get("key", ""))] = verb if verb in fitting else fitting[0]
        chosen = verb if verb in gate.fact.verbs else gate.fact.verbs[0]
        return Options(chosen, {"items": items}, "", "flag")

    def _failure(self, gate: Gate, fold: SessionFold) -> Options:
        stop = Options("stop", {}, "", "flag")
        chosen = self.on_failure or fold.plugin.on_failure
        if self.resumed and self.on_failure != "stop":
            self.resumed = False
            return Options("retry", {}, "", "flag")
        way = None
        if self.on_failure != "stop" and self._used["cut"] < _MOST_CUT:
            way = cut_unattended(gate.fact.payload, fold.spend.left)
        if way is not None:
            self._used["cut"] += 1
            return Options(*way, "", "flag")
        if chosen == "stop":
            return stop
        if chosen == "retry":
            self._used["retry"] += 1
            return Options("retry", {}, "", "flag") if self._used["retry"] <= _MOST_RETRIES else stop
        return self._fallback(gate, fold) or self._patience(gate) or stop

    def _patience(self, gate: Gate) -> Options | None:
        """Wait and ask again where going on without them would end the run and the faults may pass."""
        items = items_of(gate.fact.payload)
        # Of some it is known that they last, such as too little memory.
        passing = any(item.get("reason") in PASSING and item.get("passing") is not False for item in items)
        done = self._used["patience"]
        if not passing or done >= len(PATIENCE):
            return None
        self._used["patience"] += 1
        return Options("retry", {}, "", "flag", after=PATIENCE[done])

    def _fallback(self, gate: Gate, fold: SessionFold) -> Options | None:
        """Go on without the members that failed, None where that would leave too few."""
        failing = list(
            dict.fromkeys(str(item["seat"]) for item in items_of(gate.fact.payload) if "seat" in item)
        )
        if not failing:
            return None
        may, most = may_sit_out(gate.fact.payload)
        replace: dict[str, JsonValue] = {}
        for seat in failing:
            # Nobody else does what the chair does: another model tries it, before it goes without.
            model = self._replacement(seat, failing, fold) if seat in RESERVED_SEATS else None
            if model is None and seat not in may:
                return None
            replace[seat] = model
        absent = sum(1 for model in replace.values() if model is None)
        return Options("fallback", {"replace": replace}, "", "flag") if absent <= most else None

    def _replacement(self, seat: str, failing: Sequence[str], fold: SessionFold) -> str | None:
        """Return the model of the first answering member that this seat has not tried yet."""
        session = fold.session
        tried = {session.seats[seat].model} if self._used[seat] else set()
        self._used[seat] += 1
        if self._used[seat] > len(session.seats):
            return None
        for name, other in session.seats.items():
            away = name in failing or name in session.absent or name in session.dropped
            answering = name not in RESERVED_SEATS and not away
            if answering and other.model not in tried:
                return other.model
        return None


def _free_call(item: Mapping[str, JsonValue]) -> bool:
    """Tell whether a call that was cut off is one to a model that costs nothing, and has no stored answer."""
    return bool(item.get("model")) and item.get("cost") == 0 and "stored" not in item
