"""A session's records as lines that a person reads: when, in which round, who did what."""

from __future__ import annotations

import json
from datetime import datetime

from app.cli.names import Names
from app.cli.output import clean
from app.domain.canonical import JsonValue, whole
from app.domain.excerpt import excerpt
from app.domain.fact_base import Record, UnknownFact
from app.domain.gates import GateKind, spelled, unknown_kind
from app.domain.ids import CHAIR, PERSON
from app.domain.interruption_gates import described
from app.domain.reply_repairs import mended
from app.domain.sentences import sentence_of
from app.engine.commands import held_kind
from app.engine.fold import SessionFold
from app.engine.plugin import purpose_said, why_ended
from app.projections.log import summary
from app.workflows.common.reading.thoughts import thoughts

_BY = {
    "person": "by you",
    "policy": "by the policy, without asking",
    "flag": "by --approve",
    "file": "by the answers file",
    "timeout": "the time to answer was over",
}
_STOP = {"now": "at once", "after_round": "after this round", "with_answer": "with an answer"}
_STATUS = {
    "changed": "changed",
    "minor": "changed a little",
    "held": "stays as it was",
    "failed": "has no new text",
    "skipped": "was left out",
}
_ANSWERS = {"fixed": "it changed its answer", "held": "it stays with its answer", "unanswered": "no reply"}
_VERDICTS = {"accept": "accepted", "dismiss": "dismissed", "defer": "deferred"}
_TOOL = {
    "allow_once": "allowed this call of",
    "allow_session": "allowed for the session",
    "refuse": "refused this call of",
}
_CHOICES = {"refined": "the new text", "previous": "the text before", "edit": "your own text in place"}
_ENDS = {"done": "done", "failed": "could not be done", "stopped": "stopped", "left": "left"}
LONGEST = 160
"""Characters of a line's words; `--jsonl` has the whole record."""


class LogLines:
    """Makes lines of one session's records, in order: an end is told with what it is the end of."""

    def __init__(self, fold: SessionFold) -> None:
        self._plugin = fold.plugin
        self._names = Names(fold)
        self._calls: dict[int, tuple[str, str, int]] = {}
        """Seat, purpose and time of each CallAsked, by seq."""
        self._gates: dict[str, GateKind] = {}
        self._commands: dict[int, str] = {}
        """What each CommandAsked asks for, by seq."""
        self._critics: dict[str, str] = {}
        """Who made each critique, by its id."""
        self._catalogue = fold.catalogue
        self._begun = False
        """Whether a run was told of."""
        self._noun = str(fold.plugin.vocabulary.round).lower()

    def line(self, record: Record) -> str:
        """Return a record in a line."""
        body = record.body()
        if record.type == "call_asked":
            self._calls[record.seq] = (str(body["seat"]), str(body["purpose"]), record.at)
        sentence = self._names.veil(" ".join(clean(self._told(record, body)).split()))
        at = datetime.fromtimestamp(record.at / 1e6).astimezone().strftime("%H:%M:%S")
        label = ""
        if record.round:
            label = f"{self._noun} {record.round}" + (f".{record.attempt}" if record.attempt > 1 else "")
        cut = sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 1].rstrip() + "…"
        return f"{record.seq:>5}  {at}  {label:<{len(self._noun) + 4}}  {cut}"

    def _told(self, record: Record, body: dict[str, JsonValue]) -> str:
        """Return what a record says, with the agent that did it where one did."""
        sentence, actor = self._sentence(record, body), body.get("actor")
        if isinstance(actor, dict) and actor.get("kind") == "agent":
            return f"By the agent {actor.get('name')}: {sentence}"
        return sentence

    def _sentence(self, record: Record, body: dict[str, JsonValue]) -> str:  # noqa: C901  one case a type
        def has(name: str) -> str:
            return str(body.get(name) or "")

        match record.type:
            case "session_created":
                return f"Session begun: {has('title')}"
            case "session_forked":
                return f"Forked: {has('title')}"
            case "run_started":
                begins, self._begun = not self._begun, True
                return f"The run {'begins' if begins else 'goes on'} (version {has('app_version')})"
            case "run_halted":
                why = f": {why_ended(self._plugin.vocabulary, has('reason'))}" if body.get("reason") else ""
                return f"The run is {has('state')}{why}"
            case "session_finished":
                why = f": {why_ended(self._plugin.vocabulary, has('reason'))}" if body.get("reason") else ""
                return f"Finished{why}"
            case "stop_requested":
                return f"A stop was asked for: {_STOP.get(has('mode'), has('mode').replace('_', ' '))}"
            case "node_entered" | "node_left":
                return self._step(record.type, has("node"))
            case "round_opened":
                return f"{self._plugin.vocabulary.round} {body['number']} begins, attempt {body['attempt']}"
            case "round_closed":
                what = "accepted" if body.get("accepted") else "rejected"
                feedback = f": {has('feedback')}" if body.get("feedback") else ""
                return f"{self._plugin.vocabulary.round} {body['number']} is {what}{feedback}"
            case "call_asked":
                again = f", asked for the {body['tries']}. time" if body.get("tries") != 1 else ""
                return f"{self._who(body)} is asked: {self._what(has('purpose'))} ({has('model')}{again})"
            case "tools_listed":
                tools = body.get("tools")
                n = len(tools) if isinstance(tools, list) else 0
                offers = f"offers {n} tool{'' if n == 1 else 's'} ({has('where')})"
                return has("problem") or f"The tool server {has('server')} {offers}"
            case "tool_asked":
                given = json.dumps(body.get("arguments"), ensure_ascii=False)
                return f"{self._who(body)} calls {has('server')}/{has('tool')} with {given}"
            case "tool_decided":
                return f"You {_TOOL.get(has('verdict'), has('verdict'))} {has('server')}/{has('tool')}"
            case "effect_asked" | "effect_completed" if has("purpose") in self._plugin.vocabulary.purposes:
                what = self._what(has("purpose"))
                # What the program does itself is noted at the chair's place.
                unseated = has("seat") == CHAIR
                what = f"{what[:1].upper()}{what[1:]}" if unseated else f"{self._who(body)}: {what}"
                return f"{what} …" if record.type == "effect_asked" else f"{what}: done"
            case "call_completed" | "call_failed" | "call_cancelled" | "call_interrupted":
                return self._end(record, body)
            case "reply_mended":
                how = body.get("how")
                done = mended(str(one) for one in how) if isinstance(how, list) else ""
                return f"{self._who(body)}’s reply ({self._what(has('purpose'))}): {done}"
            case "seat_added":
                return self._joined(body)
            case "command_asked":
                command = self._commands[record.seq] = self._command(has("command"))
                return f"You ask for: {command} (number {record.seq})"
            case "command_held" | "command_resumed" | "command_ended":
                return self._command_line(record.type, body)
            case "seat_absent":
                return f"{self._who(body)} sits out: {has('reason')}"
            case "seat_replaced":
                return f"{self._who(body)} has another model from here on: {has('model')}"
            case "seat_rated":
                return f"You found the answer of {self._who(body)} {has('rating')}"
            case "seat_dropped":
                return f"{self._who(body)} is left out from the next {self._noun} on"
            case "text_proposed":
                if has("seat") == PERSON:
                    return f"A text of yours ({has('slot')}): {excerpt(has('text'))}"
                return f"{self._who(body)} has a text ({has('slot')}): {excerpt(has('text'))}"
            case "text_assessed":
                ratio = body.get("ratio")
                share = f", {100 * ratio:.0f} % changed" if isinstance(ratio, float) and ratio else ""
                details = has("justification" if body.get("status") == "held" else "summary")
                status = _STATUS.get(has("status"), has("status"))
                return f"{self._who(body)}’s answer {status}{share}{' – ' + details if details else ''}"
            case "critique_filed":
                self._critics[has("critique")] = has("critic")
                target = self._names.of(has("target")) if body.get("target") else "all"
                return f"{self._names.of(has('critic'))} on {target}, {has('severity')}: {has('claim')}"
            case "critique_answered":
                why = f": {has('justification')}" if body.get("justification") else ""
                answer = _ANSWERS.get(has("answer"), has("answer"))
                return f"{self._who(body)} on {self._critique(has('critique'))}: {answer}{why}"
            case "critique_decided":
                why = f": {has('reason')}" if body.get("reason") else ""
                verdict = _VERDICTS.get(has("verdict"), has("verdict"))
                return f"You {verdict} {self._critique(has('critique'))}{why}"
            case "text_decided":
                choice = _CHOICES.get(has("choice"), has("choice"))
                passages = body.get("taken")
                found = passages if isinstance(passages, list) else []
                named = (f"“{one.get('title', '')}”" for one in found if isinstance(one, dict))
                titles = ", ".join(dict.fromkeys(named))
                taken = f", with passages of {titles}" if titles else ""
                return f"You choose {choice} of {self._who(body)}{taken}"
            case "criterion_measured":
                return _figure(body)
            case "gate_opened":
                kind = self._gates[f"g{record.seq}"] = described(self._plugin.gates, has("kind"))
                return f"◆ {kind.title} (gate g{record.seq})"
            case "gate_answered":
                note = f" – {has('note')}" if body.get("note") else ""
                verb = self._gates.get(has("gate"), unknown_kind("")).label(has("verb"))
                who = "" if has("by") == "agent" else f" ({_BY.get(has('by'), has('by'))})"
                return f"→ {str(verb).rstrip('…')}{who}{note}"
            case "agent_permission_changed":
                return f"{has('agent')} may {'' if body.get('allowed') else 'no longer '}decide here"
            case _:
                own = self._own(record)
                if own is not None:
                    return own
                details = self._names.veil(summary(record))
                if isinstance(body.get("reason"), str):
                    details = details.replace(
                        has("reason"), str(why_ended(self._plugin.vocabulary, has("reason")))
                    )
                return f"{record.type.replace('_', ' ').capitalize()}{': ' + details if details else ''}"

    def _command(self, name: str) -> str:
        known = {one.name: one.verb.label for one in self._plugin.person_commands}
        return str(known.get(name) or spelled(name)).rstrip("…")

    def _command_line(self, type: str, body: dict[str, JsonValue]) -> str:
        """Return what became of something that a person asked for."""
        what = self._commands.get(whole(body["asked"]), "what you asked for")
        if type == "command_held":
            return f"{what} waits for you: {held_kind(str(body['kind'])).title}"
        if type == "command_resumed":
            return f"{what} goes on"
        message = str(body.get("message") or excerpt(str(sentence_of(body.get("text")))))
        return (
            f"{what}: {_ENDS.get(str(body['outcome']), body['outcome'])}{': ' + message if message else ''}"
        )

    def _joined(self, body: dict[str, JsonValue]) -> str:
        seat = body.get("seat")
        new = seat if isinstance(seat, dict) else {}
        why = f": {body['reason']}" if body.get("reason") else ""
        return f"{self._names.of(str(new.get('name', '')))} joins the table ({new.get('model')}){why}"

    def _own(self, record: Record) -> str | None:
        """Return what the workflow says of a fact of its own."""
        fact = self._catalogue.decode(record)
        line = None if isinstance(fact, UnknownFact) else self._plugin.log_line(fact)
        return None if line is None else str(line)

    def _critique(self, id: str) -> str:
        """Return what a critique is called: by who made it."""
        critic = self._critics.get(id)
        return f"the critique of {self._names.of(critic)}" if critic is not None else "a critique"

    def _what(self, purpose: str) -> str:
        return str(purpose_said(self._plugin.vocabulary, purpose))

    def _who(self, body: dict[str, JsonValue]) -> str:
        return self._names.of(str(body.get("seat", "")))

    def _step(self, type: str, name: str) -> str:
        known = {node.name: node.title for node in self._plugin.graph.nodes}
        title = known.get(name) or name
        # The way it goes on is told by the next line.
        return f"{title} …" if type == "node_entered" else f"{title}: done"

    def _end(self, record: Record, body: dict[str, JsonValue]) -> str:
        seat, purpose, at = self._calls.get(whole(body["asked"]), ("", "call", record.at))
        who, what = self._names.of(seat), self._what(purpose)
        took = _duration(max(0, record.at - at) / 1e6)
        match record.type:
            case "call_completed":
                usage = body.get("usage")
                used = usage if isinstance(usage, dict) else {}
                into, out = used.get("tokens_in"), used.get("tokens_out")
                # Rules read no tokens.
                told = into is not None and out is not None and used.get("source") != "offline"
                tokens = f", {whole(into) + whole(out):,} tokens" if told else ""
                thought = thoughts(str(body.get("text") or ""), str(body.get("reasoning") or ""))
                first = f", {len(thought):,} characters of thoughts" if thought else ""
                return f"{who}: done with {what} ({took}{tokens}{first})"
            case "call_failed":
                return f"✕ {who} failed: {what} ({took}): {body.get('message')} {body.get('hint') or ''}"
            case "call_cancelled":
                return f"{who} was stopped: {what} ({took})"
            case _:
                return f"{who} was interrupted: {what}; nobody knows whether it finished"


def _duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 0.05 else "at once"


def _figure(body: dict[str, JsonValue]) -> str:
    name, value, needed = str(body.get("name", "")), body.get("value"), body.get("threshold")
    figure = f"{value:.0f} %" if isinstance(value, int | float) else "no figure"
    limit = f" (needed: {needed:g} %)" if isinstance(needed, int | float) else ""
    return f"{name.replace('_', ' ').capitalize()}: {figure}{limit}"
