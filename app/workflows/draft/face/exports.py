"""What a draft gives to reports and exports: figures, sections, the accepted text, every attempt."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from app.domain.canonical import JsonValue, json_file
from app.domain.errors import InputError
from app.domain.fact_base import Record
from app.domain.i18n import Message, format_number, ngettext, translate, words
from app.domain.reporting import Document, Ending, WorkflowReport, ending_sentence
from app.domain.sentences import sentence_of
from app.engine.exporting import ExportRequest, WorkflowExport
from app.markup.escaping import code, fence, inline
from app.markup.quoting import RAISED
from app.markup.visible import visible
from app.projections.base import moment
from app.workflows.draft.face.iteration_tabs import ENDS
from app.workflows.draft.rules.statistics import FileWords, growth, statistics, told
from app.workflows.draft.rules.templates import titled
from app.workflows.draft.state import DraftState, Iteration

# --- figures and sections -------------------------------------------------------------------------------


def summary_of(state: DraftState) -> Mapping[str, JsonValue]:
    """Return the draft's figures."""
    done = [one for one in state.iterations if one.how == "accepted" and one.done is not None]
    found = statistics(state.past)
    return {
        "rounds_completed": len(done),
        "project": state.setup.project,
        "template": state.template_name,
        "draft_target": state.target,
        "files": sum(len(state.level_files(level.name)) for level in state.template.levels),
        "draft_attempts": found.attempts,
        "draft_wanted": [word for word, _ in found.wanted],
        "stale": list(state.stale),
        **_newest(state),
    }


def _newest(state: DraftState) -> dict[str, JsonValue]:
    """Return what the newest iteration came to, for programs that asked for it."""
    over = [one for one in state.iterations if one.how is not None]
    if not over:
        return {}
    one = over[-1]
    found: dict[str, JsonValue] = {"draft_level": one.level, "draft_outcome": one.how or ""}
    if one.done is not None:
        found |= {
            "draft_commit": one.done.commit,
            "draft_verdict": one.done.verdict,
            "draft_tries": one.done.attempts,
            "draft_files_changed": one.done.files_changed,
            "draft_lines_changed": one.done.lines_changed,
        }
    return found


def parts_of(state: DraftState) -> Sequence[tuple[str, str]]:
    """Return what an export says of the iterations, and the accepted text, as Markdown sections."""
    undone = state.undone_commits
    titles = {level.name: titled(level.title) for level in state.template.levels}
    listed = [_iteration(one, _undone(one, undone), titles) for one in state.iterations]
    found = [(translate("Iterations"), "\n\n".join(listed) or translate("None yet."))]
    figures = told(statistics(state.past), titles)
    if figures:
        found.append((translate("Figures"), "\n".join(f"- {inline(line)}" for line in figures)))
    # As they are now: what was taken back, or edited outside, is no acceptance of its own.
    grown = growth([one.words for one in state.iterations if not _undone(one, undone)], state.files)
    if grown:
        lines = [_grown(one, times) for one, times in grown]
        found.append((translate("Words per file"), "\n".join(lines)))
    for level in state.template.levels:
        texts = state.level_files(level.name)
        if texts:
            found.append(
                (
                    translate(titled(level.title)),
                    "\n\n".join(_file(path, text) for path, text in texts.items()),
                )
            )
    return found


def _undone(one: Iteration, undone: Collection[str]) -> bool:
    return one.done is not None and one.done.commit in undone


def _grown(one: FileWords, times: int) -> str:
    changed = translate("accepted once") if times == 1 else translate("accepted {n} times", n=times)
    before = translate("new") if one.before is None else format_number(f"{one.before:,}")
    after = translate("deleted") if one.after is None else ngettext(one.after, "{n} word", "{n} words")
    return f"- {code(one.path)}: {before} → {after}, {changed}"


def _iteration(one: Iteration, undone: bool, titles: Mapping[str, Message]) -> str:
    without = translate("taken back") if one.undoes else translate("generated")
    asked = inline(one.feedback) if one.feedback else without
    ended = translate(ENDS[one.how or ""][0])
    why = " ".join(str(one.why).split())
    if one.how != "accepted" and why:
        ended = translate("{ended}: {why}", ended=ended, why=inline(why))
    if undone:
        ended = translate("accepted, then taken back")
    tries = [ngettext(one.tried, "{n} attempt", "{n} attempts")] if one.tried else []
    level = inline(str(titles.get(one.level, one.level)))
    return f"{one.number}. **{level}**: {asked} ({', '.join([*tries, ended])})"


def _file(path: str, text: str) -> str:
    if path.endswith(".md"):
        return f"*{inline(path)}*:\n\n{printed(text)}"
    return f"*{inline(path)}*:\n\n{fence(text.strip(), '')}"


def report(sections: Sequence[tuple[str, str]], ended: Message | None) -> WorkflowReport:
    """Return what a report says beyond the shared facts; `ended`: why, as the person is told."""
    return WorkflowReport(
        documents=tuple(Document(title=title, markdown=text) for title, text in sections),
        ending=Ending(reason=ending_sentence(ended) if ended is not None else ""),
        question_title=translate("The request"),
        texts_title=translate("New texts"),
        revised_title=translate("Changed texts"),
        text_noun=translate("text"),
    )


# --- the text of a level as a report prints it --------------------------------------------------------

_NOTE = re.compile(r"^ {0,3}\[\^([^\]\s]+)\]:[ \t]*", re.MULTILINE)
_MARK = re.compile(r"\[\^([^\]\s]+)\]")
_HELD = ("  ", "\\")
"""What a line ends with whose end is kept already."""


def printed(text: str) -> str:
    """Return Markdown in which every form of a report shows what a manuscript means.

    A sign alone is a break between scenes and no empty heading, the lines of a poem or a dialogue end where
    the writer ended them, and footnotes have raised numbers: several files of a report may each have a first
    one. A text that is too deep to be read as Markdown is returned as it is.
    """
    # Late for start-up cost.
    from app.markup.parser import TooDeep, parse

    text = _with_raised_notes(text.strip())
    try:
        tokens = parse(text)
    except (TooDeep, RecursionError):
        return text
    lines = text.split("\n")
    for token, inner in pairwise(tokens):
        if token.map is None:
            continue
        first, end = token.map
        if token.type == "heading_open" and not inner.content.strip():
            lines[first] = lines[first].replace(token.markup, "* * *", 1)
        elif token.type == "paragraph_open":
            for at in range(first, end - 1):
                lines[at] += "" if lines[at].endswith(_HELD) else "  "
    return "\n".join(lines)


def _with_raised_notes(text: str) -> str:
    labels = list(dict.fromkeys(_NOTE.findall(text)))
    known = [label for label in _met(text) if label in labels]
    numbers = {label: str(number).translate(RAISED) for number, label in enumerate(known, 1)}
    text = _NOTE.sub(lambda found: f"{numbers[found[1]]} " if found[1] in numbers else found[0], text)
    return _MARK.sub(lambda found: numbers.get(found[1], found[0]), text)


def _met(text: str) -> Iterator[str]:
    """Yield the labels in the order in which a reader meets them."""
    yield from dict.fromkeys(_MARK.findall(_NOTE.sub("", text)))


# --- forms of export ----------------------------------------------------------------------------------

_UNSAFE = re.compile(r"[^\w.-]+")
_TOLD = frozenset(
    {
        "call_completed",
        "draft_begun",
        "draft_attempted",
        "draft_judged",
        "draft_verdict",
        "draft_explained",
        "draft_ended",
        "draft_finalized",
    }
)
Body = Mapping[str, JsonValue]


_DECISION = "user_decision.txt"


@dataclass(slots=True)
class _Folder:
    """What is gathered of one iteration."""

    name: str
    names: dict[str, str] | None
    """What writers are called where names are hidden."""
    files: dict[str, bytes] = field(default_factory=dict)
    judged: dict[str, list[Body]] = field(default_factory=dict)
    labels: dict[tuple[int, str, int], str] = field(default_factory=dict)

    def label(self, attempt: int, body: Body) -> str:
        """Return how an attempt's files begin; a second writer or version of it has a name of its own."""
        writer, version = str(body["writer"]), _int(body.get("version", 1))
        key = (attempt, writer, version)
        if key not in self.labels:
            label = f"attempt_{attempt}"
            if any(known[0] == attempt for known in self.labels):
                if self.names is not None:
                    writer = self.names.setdefault(writer, f"writer-{len(self.names) + 1}")
                label += f"_{_safe(writer)}" + (f"_{version}" if version > 1 else "")
            self.labels[key] = label
        return self.labels[key]


def debug_files(records: Sequence[Record], *, hide_names: bool = False) -> dict[str, bytes]:
    """Return the debug folder of all iterations, by path, as the records tell them.

    A folder for each, `iteration_LEVEL_TIME`: `attempt_N_raw.md`, its verdict beside it, the last
    explanation, and what the person decided.
    """
    folders: list[_Folder] = []
    answers: dict[int, str] = {}
    names: dict[str, str] = {}
    for record in records:
        if record.type not in _TOLD:
            continue
        body = record.body()
        if record.type == "call_completed":
            answers[_int(body["asked"])] = str(body["text"])
        elif record.type == "draft_begun":
            name = _name_of(record, body, {folder.name for folder in folders})
            folders.append(_Folder(name, names if hide_names else None))
        elif folders:
            _gather(folders[-1], record, body, answers)
    return {f"{folder.name}/{name}": content for folder in folders for name, content in folder.files.items()}


def _name_of(record: Record, body: Body, taken: set[str]) -> str:
    at = moment(record.at).strftime("%Y%m%d_%H%M%S")
    base = f"iteration_{_safe(str(body['level']))}_{at}"
    name, number = base, 2
    while name in taken:
        name, number = f"{base}_{number}", number + 1
    return name


def _gather(folder: _Folder, record: Record, body: Body, answers: Mapping[int, str]) -> None:
    if record.type == "draft_attempted":
        asked = body.get("answers")
        raw = [answers.get(_int(one), "") for one in asked] if isinstance(asked, list) else []
        name = folder.label(record.attempt, body)
        folder.files[f"{name}_raw.md"] = visible("\n\n".join(raw)).encode()
    elif record.type == "draft_judged":
        folder.judged.setdefault(folder.label(record.attempt, body), []).append(body)
    elif record.type == "draft_verdict":
        name = folder.label(record.attempt, body)
        spoken = folder.judged.get(name, [])
        hidden = folder.names is not None
        folder.files[f"{name}_judge_verdict.json"] = _verdict(body, spoken, hide_names=hidden)
    elif record.type == "draft_explained" and not body.get("attempt"):
        folder.files["final_semantic_diff.md"] = visible(str(sentence_of(body["markdown"]))).encode()
    elif record.type == "draft_ended":
        folder.files[_DECISION] = b"rejected\n"
    elif record.type == "draft_finalized":
        folder.files[_DECISION] = b"accepted\n"


def _verdict(body: Body, spoken: Sequence[Body], *, hide_names: bool) -> bytes:
    found: dict[str, JsonValue] = {
        "verdict": body["verdict"],
        "reasoning": body.get("reasoning", ""),
        "specific_issues": body.get("issues", []),
        "suggestions": body.get("suggestions", []),
    }
    if len(spoken) > 1:
        found["judges"] = [
            {
                "judge": f"judge-{number}" if hide_names else one["judge"],
                "verdict": one["verdict"],
                "reasoning": one.get("reasoning", ""),
            }
            for number, one in enumerate(spoken, 1)
        ]
    return json_file(found)


def manuscript(state: DraftState) -> Mapping[str, str]:
    """Return the files of the level that is worked on as they were accepted; else of the lowest one."""
    levels = [one for one in state.template.levels if one.json_schema is None and one.files(state.files)]
    at_work = [one for one in levels if one.name == state.target]
    return (at_work or levels[-1:])[0].files(state.files) if levels else {}


def accepted_text(state: DraftState) -> str:
    """Return the text of the lowest level that has any: what a reader is to get, in its order."""
    for level in reversed(state.template.levels):
        texts = level.files(state.files)
        if texts and level.json_schema is None:
            return "\n\n".join(text.strip() for text in texts.values()) + "\n"
    return ""


def _accepted(state: DraftState, request: ExportRequest) -> Mapping[str, bytes]:
    text = accepted_text(state)
    if not text:
        raise InputError(
            words("There is no accepted text yet that a reader could be given."),
            words("Accept one first, or export the report."),
        )
    return {"text.md": visible(text).encode()}


def _safe(name: str) -> str:
    return _UNSAFE.sub("-", name).strip(".-")[:60] or "unnamed"


def _int(value: JsonValue) -> int:
    return value if isinstance(value, int) else 0


EXPORTS: tuple[WorkflowExport, ...] = (
    WorkflowExport("text", words("Accepted text – one Markdown file"), _accepted, ".md"),
    WorkflowExport(
        "text-docx",
        words("Accepted text – a Word document"),
        _accepted,
        ".docx",
        typeset_as="docx",
    ),
    WorkflowExport(
        "attempts",
        words("Attempts – a folder with every answer and verdict"),
        lambda state, request: debug_files(request.records, hide_names=request.redact_names),
        hides_names=True,
    ),
)
