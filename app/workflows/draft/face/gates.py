"""What a person is asked in the course of a draft (spec, Graph): one kind of gate for each decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.excerpt import cut, excerpt
from app.domain.fact_base import Fact
from app.domain.facts import TextDecided
from app.domain.gates import Data, GateData, GateKind, Verb, Way
from app.domain.i18n import Message, words
from app.domain.payload import Payload, items_of
from app.domain.sentences import joined, lines_of, sentence_of, sentences_in
from app.markup.quoting import plain_words
from app.workflows.draft.face.feedback_gates import FEEDBACK, PLACE, EditedByHand
from app.workflows.draft.rules.changes import clash
from app.workflows.draft.rules.levels import titled
from app.workflows.draft.rules.shown_changes import file_lines

_LONGEST, _LONGEST_PASSAGE = 300, 1500
"""Characters that are told of a judge's word, and of a version of a passage."""
RETRIES_ALONE = 3
"""Attempts after which an unattended run accepts what the judge sends back."""


# --- what becomes of what stands below ----------------------------------------------------------------


def _title(payload: Payload) -> Message:
    """Return what the level is called."""
    return titled(payload.get("title"))


def _below_lines(payload: Payload) -> Sequence[Message]:
    return [
        words("{title}: {n} files", title=_title(item), n=item.get("files"))
        if item.get("files") != 1
        else words("{title}: 1 file", title=_title(item))
        for item in items_of(payload, "affected")
    ]


DOWNSTREAM = GateKind(
    "draft_downstream",
    words("What was written from it is affected"),
    (
        Verb(
            "keep_all",
            words("Keep all, mark stale"),
            primary=True,
            tip=words("Keep every file below, marked as possibly stale"),
            done=words("Kept what stands below"),
        ),
        Verb(
            "cull_all",
            words("Delete all and go on"),
            destroys=True,
            tip=words("Delete every file below when the change is accepted, not before"),
            done=words("Had what stands below deleted with the acceptance"),
        ),
        Verb("cancel", words("Cancel"), done=words("Gave the iteration up")),
    ),
    short=words("what becomes of what stands below"),
    headline=lambda payload, wording: words(
        "What was written from {title} will be affected. What becomes of it?",
        title=_title(payload),
    ),
    payload_lines=_below_lines,
    unattended="keep_all",
    warns=True,
)


HISTORY = GateKind(
    "draft_history",
    words("The history no longer fits"),
    (
        Verb(
            "condense",
            words("Sum up the oldest"),
            action="approve",
            tip=words("The writer is given the oldest requests in a few sentences, the newest in full"),
            done=words("Had the oldest requests summed up"),
        ),
        Verb("send_all", words("Send it all"), done=words("Had the whole history sent")),
        Verb("cancel", words("Cancel"), action="reject", done=words("Gave the iteration up")),
    ),
    short=words("a history that is too long"),
    headline=lambda payload, wording: words(
        "{title} has {n} earlier requests: more than the writer can take in with the text.",
        title=_title(payload),
        n=payload.get("entries"),
    ),
    payload_lines=lambda payload: (
        words("The oldest {n} of them can be summed up.", n=payload.get("oldest")),
        words("Nothing is lost by that: the history and its commits stay as they are."),
    ),
    unattended="condense",
)


class PlanText(GateData):
    """The plan as the person wrote it."""

    text: str = Field(title="The plan", min_length=1)


PLAN = GateKind(
    "draft_plan",
    words("Approve plan"),
    (
        Verb(
            "approve",
            words("Approve plan"),
            primary=True,
            action="approve",
            done=words("Approved the plan"),
        ),
        Verb(
            "edit",
            words("Edit plan…"),
            PlanText,
            asked="in a form",
            done=words("Wrote the plan over"),
            example=lambda payload: {"text": str(payload.get("text", ""))},
        ),
        Verb("cancel", words("Cancel"), action="reject", done=words("Gave the iteration up")),
    ),
    short=words("a plan to approve"),
    payload_lines=lambda payload: tuple(
        words("{text}", text=_without_marks(line))
        for line in str(payload.get("text", "")).splitlines()
        if line.strip()
    ),
    brief=lambda payload, wording: (
        words("“{text}”", text=cut(excerpt(str(payload.get("text", ""))), _LONGEST)),
    ),
    unattended="approve",
)

CUT = GateKind(
    "draft_cut",
    words("The writing stands still"),
    (
        Verb(
            "go_on",
            words("Go on writing"),
            primary=True,
            action="approve",
            done=words("Had the writing go on"),
        ),
        Verb("cancel", words("Cancel"), action="reject", done=words("Gave the iteration up")),
    ),
    short=words("writing stands still"),
    payload_lines=lambda payload: tuple(sentences_in(payload.get("lines"))),
    unattended="go_on",
)


# --- the judge ----------------------------------------------------------------------------------------


class AcceptAttempt(GateData):
    """Which attempt goes on though the judge sent it back; 0: the newest."""

    attempt: int = Field(default=0, ge=0, title="Attempt (0: the newest)")
    writer: str = Field(default="", title="Writer, where several wrote")
    version: int = Field(default=1, ge=1, title="Version, where there are several")


def _judge_lines(payload: Payload) -> Sequence[Message]:
    return tuple(_said_by_judge(payload))


def _said_by_judge(payload: Payload) -> Iterator[Message]:
    if payload.get("tie"):
        yield words(
            "The judges are divided: {a} of {n} approve.", a=payload.get("approvals"), n=payload.get("votes")
        )
    if payload.get("unread"):
        yield words("No judge could be asked or understood: the decision is yours.")
    spoken = items_of(payload, "spoken")
    for one in spoken if len(spoken) > 1 else ():
        yield words("{name}: “{text}”", name=sentence_of(one.get("of")), text=one.get("text"))
    if payload.get("reasoning") and len(spoken) < 2:
        yield words("“{text}”", text=payload["reasoning"])
    for issue in sentences_in(payload.get("issues")):
        yield words("Missing: {text}", text=issue)
    for hint in sentences_in(payload.get("suggestions")):
        yield words("Would help: {text}", text=hint)


def _attempt_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    del verb
    if not isinstance(data, AcceptAttempt) or not data.attempt:
        return None
    numbers = sorted(
        {item["attempt"] for item in items_of(payload, "attempts") if isinstance(item.get("attempt"), int)}
    )  # type: ignore[type-var]
    if data.attempt in numbers:
        return None
    return words(
        "There is no attempt {n}; there are: {list}.", n=data.attempt, list=", ".join(map(str, numbers))
    )


def _accepting(payload: Payload) -> Iterator[Way]:
    """Yield the ways to take an attempt anyway: of several texts of the newest, one is chosen first."""
    several = bool(payload.get("several"))
    if several:
        yield Way("accept-choose", words("Choose one of them"), {})
    for item in reversed(items_of(payload, "attempts")):
        if several and item.get("attempt") == payload.get("attempt"):
            continue
        name = sentence_of(item.get("name") or str(item.get("attempt")))
        yield Way(
            f"accept-{item.get('attempt')}-{item.get('writer')}-{item.get('version')}",
            words("Accept attempt {n} anyway", n=name),
            {"attempt": item.get("attempt"), "writer": item.get("writer"), "version": item.get("version")},
        )


def _judge_alone(payload: Payload) -> tuple[str, Data]:
    attempt = payload.get("attempt")
    done = isinstance(attempt, int) and attempt >= RETRIES_ALONE
    return ("accept", {}) if done else ("continue", {})


JUDGE = GateKind(
    "draft_judge",
    words("The judge asks for a revision"),
    (
        Verb(
            "continue",
            words("Try again with this feedback"),
            action="approve",
            tip=words("Write it again, with all that the judge said so far"),
            done=words("Had it written again with the judge's words"),
        ),
        Verb(
            "accept",
            words("Take it anyway"),
            AcceptAttempt,
            asked="at once",
            tip=words("Go on with this attempt, or an earlier one, though the judge sends it back"),
            done=words("Took an attempt over the judge's word"),
            ways=lambda payload: [*_accepting(payload)],
        ),
        Verb("cancel", words("Cancel"), action="reject", done=words("Gave the iteration up")),
    ),
    short=words("the judge asks for a revision"),
    headline=lambda payload, wording: words(
        "{title}, attempt {n}: the judge asks for a revision.",
        title=_title(payload),
        n=payload.get("attempt"),
    ),
    brief=lambda payload, wording: (
        words("“{text}”", text=cut(excerpt(str(payload.get("reasoning", ""))), _LONGEST)),
    ),
    payload_lines=_judge_lines,
    unattended=_judge_alone,
    objection=_attempt_objection,
)


class Pick(GateData):
    """Whose text goes on."""

    writer: str = Field(title="Writer")
    version: int = Field(default=1, ge=1, title="Version")


class Combine(GateData):
    """What of several texts goes on: files of one, changes by number of another, named as in the gate."""

    files: tuple[str, ...] = Field(default=(), title="Files that are taken whole, with whose they are")
    hunks: dict[str, tuple[int, ...]] = Field(default_factory=dict, title="Changes of others, by number")


def _first_parts(payload: Payload) -> Data:
    return {"files": [str(item.get("path")) for item in items_of(payload, "files")[:1]]}


def _pick_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    if isinstance(data, Combine):
        parts = Parts(files=data.files, hunks=data.hunks)
        return _parts_objection(payload, verb, parts) or clash(payload, data.files, data.hunks)
    if not isinstance(data, Pick):
        return None
    known = [(item.get("writer"), item.get("version")) for item in items_of(payload, "candidates")]
    if (data.writer, data.version) in known:
        return None
    names = joined([sentence_of(item.get("name")) for item in items_of(payload, "candidates")], ", ")
    return words("There is no such text; there are: {names}.", names=names)


def _picks(payload: Payload) -> Sequence[Way]:
    # Versions in the order of their numbers: “2” must not take version 3.
    candidates = items_of(payload, "candidates")
    listed = sorted(candidates, key=lambda item: str(item.get("version")))
    return [
        Way(
            f"pick-{item.get('writer')}-{item.get('version')}",
            words("Take {name}", name=sentence_of(item.get("name"))),
            {"writer": item.get("writer"), "version": item.get("version")},
            best=item is candidates[0],
        )
        for item in listed
    ]


def _first_pick(payload: Payload) -> Data:
    first = next(iter(items_of(payload, "candidates")), {})
    return {"writer": first.get("writer"), "version": first.get("version")}


def _pick_lines(payload: Payload) -> Iterator[Message]:
    yield from sentences_in(payload.get("notes"))
    if payload.get("refused"):
        yield words("The judge asks for a revision of each of them.")
    if payload.get("passage"):
        yield words("The passage was: “{text}”", text=cut(str(payload["passage"]), _LONGEST_PASSAGE))
    yield from sentences_in(payload.get("why"))
    rows = items_of(payload, "files")
    for item in items_of(payload, "candidates"):
        yield words("{name}: {said}", name=sentence_of(item.get("name")), said=sentence_of(item.get("said")))
        if item.get("same"):
            continue
        if item.get("judge"):
            yield words("  The judge: “{text}”", text=item["judge"])
        if isinstance(item.get("passage"), str):
            yield words("  The passage: “{text}”", text=cut(str(item["passage"]), _LONGEST_PASSAGE))
            continue
        mine = [row for row in rows if (row.get("writer"), row.get("version")) == _whose(item)]
        for line in file_lines([{**row, "path": row.get("file")} for row in mine]):
            yield words("  {line}", line=line)


def _whose(item: Payload) -> tuple[JsonValue, JsonValue]:
    return item.get("writer"), item.get("version")


PICK = GateKind(
    "draft_pick",
    words("Several texts to choose from"),
    (
        Verb(
            "pick",
            words("Take…"),
            Pick,
            asked="in a form",
            primary=lambda payload: not payload.get("refused"),
            ways=_picks,
            done=words("Took one of several texts"),
            example=_first_pick,
        ),
        Verb(
            "combine",
            words("Take parts of each…"),
            Combine,
            asked="in a form",
            form="pieces",
            rare=True,
            tip=words("Put changes of one text and changes of another together"),
            done=words("Put parts of several texts together"),
            example=_first_parts,
        ),
        Verb("none", words("No text fits"), done=words("Found that none fits")),
    ),
    short=words("several texts to choose from"),
    headline=lambda payload, wording: words("{title}: which text goes on?", title=_title(payload)),
    payload_lines=lambda payload: tuple(_pick_lines(payload)),
    open_ended=lambda payload: bool(payload.get("refused")),
    unattended=lambda payload: ("pick", _first_pick(payload)),
    objection=_pick_objection,
)


# --- acceptance ---------------------------------------------------------------------------------------


class Parts(GateData):
    """What of a change is accepted: whole files, hunks of others by number, and files in one's own words."""

    files: tuple[str, ...] = Field(default=(), title="Files that are taken whole")
    hunks: dict[str, tuple[int, ...]] = Field(default_factory=dict, title="Changes of other files, by number")
    edits: dict[str, str] = Field(default_factory=dict, title="Files in your own words")


class Reject(GateData):
    """Why it is rejected, for oneself."""

    why: str = Field(default="", title="Why, for your own record")


def _parts_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    del verb
    if isinstance(data, EditedByHand):
        return _no_such_file(payload, data.path)
    if not isinstance(data, Parts):
        return None
    changed = {str(item.get("path")): item for item in items_of(payload, "files")}
    for path in (*data.files, *data.hunks):
        if path not in changed:
            return words(
                "“{file}” is not among the changed files: {known}.", file=path, known=", ".join(changed)
            )
    for path, numbers in data.hunks.items():
        there = len(items_of(changed[path], "hunks"))
        for number in numbers:
            if not 1 <= number <= there:
                return words("“{file}” has no change {n}; it has {there}.", file=path, n=number, there=there)
    for path in data.edits:
        if (objection := _no_such_file(payload, path)) is not None:
            return objection
    if not (data.files or any(data.hunks.values()) or data.edits):
        return words("Nothing is chosen. Name files or changes, or reject it.")
    return None


def _no_such_file(payload: Payload, path: str) -> Message | None:
    known = payload.get("paths")
    if isinstance(known, list) and path not in known:
        return words("There is no file “{file}” in this level.", file=path)
    return None


def _edit_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    del verb
    writer = str(payload.get("writer", ""))
    edits = data.edits if isinstance(data, Parts) else {}
    return tuple(
        TextDecided(slot=path, seat=writer, choice="edit", edit=text) for path, text in edits.items()
    )


def _acceptance_lines(payload: Payload) -> Sequence[Message]:
    return tuple(_before_acceptance(payload))


def _unmarked(line: Message) -> Message:
    """Return a line of the explanation without its markup; its indentation and a list's sign stay."""
    filled = {
        name: _unmarked(one)
        if isinstance(one, Message)
        else plain_words(one)
        if isinstance(one, str)
        else one
        for name, one in line.params.items()
        if name != "text" or line.source != "{text}" or not isinstance(one, str)
    }
    if not filled and (text := line.params.get("text")) is not None:
        return words("{text}", text=_without_marks(str(text)))
    return Message(_without_marks(line.source), filled, line.context)


def _without_marks(line: str) -> str:
    rest = line.lstrip(" ")
    item = rest.startswith("- ")
    return " " * (len(line) - len(rest)) + "- " * item + plain_words(rest[2 * item :])


def _before_acceptance(payload: Payload) -> Iterator[Message]:
    for line in lines_of(sentence_of(payload.get("told") or "")):
        if str(line).strip():
            yield _unmarked(line)
    yield sentence_of(payload.get("figures", ""))
    yield from sentences_in(payload.get("warnings"))
    by_hand = items_of(payload, "by_hand")
    if by_hand:
        yield words("What you wrote over changes:")
        yield from file_lines(by_hand)
        yield words("With it, these are proposed:")
    yield from file_lines(items_of(payload, "files"))
    outside = items_of(payload, "outside")
    if outside:
        yield words("Edited outside since the newest commit, and committed first, on its own:")
        yield from file_lines(outside)


ACCEPTANCE = GateKind(
    "draft_acceptance",
    words("Accept the new text?"),
    (
        Verb(
            "accept",
            words("Accept"),
            action="approve",
            tip=words("Write the files and commit them, with what you kept or wrote over in Changes"),
            done=words("Accepted the new text"),
        ),
        Verb(
            "accept_parts",
            words("Accept parts…"),
            Parts,
            asked="in a form",
            form="pieces",
            done=words("Accepted parts of the new text"),
            example=lambda payload: {
                "files": [str(item.get("path")) for item in items_of(payload, "files")[:1]]
            },
        ),
        Verb(
            "edit",
            words("Edit by hand…"),
            EditedByHand,
            asked="in a form",
            rare=True,
            tip=words("Write a file over; you see what that changes before you accept it"),
            done=words("Wrote a file over"),
            example=lambda payload: {
                "path": str(next(iter(items_of(payload, "files")), {}).get("path", "")),
                "text": "…",
            },
        ),
        Verb(
            "reject",
            words("Reject"),
            Reject,
            asked="at once",
            action="reject",
            done=words("Rejected the new text"),
        ),
    ),
    short=words("accept or reject"),
    slots=True,
    headline=lambda payload, wording: (
        words(
            "{title}, attempt {n}: accept the new text?",
            title=_title(payload),
            n=payload.get("attempt"),
        )
        if not payload.get("undoes")
        else words("{title}: accept this way of taking it back?", title=_title(payload))
    ),
    brief=lambda payload, wording: (
        sentence_of(payload.get("figures", "")),
        *(
            sentences_in(payload.get("warnings"))[:1]
            or [words("Nothing in the folder changes before you accept.")]
        ),
    ),
    payload_lines=_acceptance_lines,
    unattended="accept",
    events=_edit_events,
    objection=_parts_objection,
)


# --- taking back --------------------------------------------------------------------------------------


def _undo_lines(payload: Payload) -> Iterator[Message]:
    yield words(
        "{called}: {what}; files changed: {files}, lines changed: {lines}.",
        called=sentence_of(payload.get("called")),
        what=sentence_of(payload.get("what")),
        files=payload.get("files"),
        lines=payload.get("lines"),
    )
    stale = sentences_in(payload.get("stale"))
    if stale:
        yield words("Written from it since, kept and marked as stale: {levels}.", levels=joined(stale, ", "))
    yield words("A commit of its own takes it back; what was asked for later stays, as does the history.")


UNDO = GateKind(
    "draft_undo",
    words("Take an iteration back?"),
    (
        Verb(
            "take_back",
            words("Take it back"),
            primary=True,
            action="approve",
            tip=words("Commit the opposite of what that iteration changed"),
            done=words("Agreed to take an iteration back"),
        ),
        Verb("cancel", words("Leave it"), action="reject", done=words("Left an iteration as it is")),
    ),
    short=words("take an iteration back?"),
    headline=lambda payload, wording: words("Take {called} back?", called=sentence_of(payload.get("called"))),
    payload_lines=lambda payload: tuple(_undo_lines(payload)),
    unattended="take_back",
)


GATES = {
    kind.name: kind
    for kind in (FEEDBACK, PLACE, DOWNSTREAM, HISTORY, PLAN, CUT, JUDGE, PICK, ACCEPTANCE, UNDO)
}
