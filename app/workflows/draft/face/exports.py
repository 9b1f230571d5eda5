"""Forms of export that only a draft has: every attempt as a folder to look into later, and the accepted text.

A folder for each iteration, `iteration_LEVEL_TIME`: `attempt_N_raw.md`, its verdict beside it, the last
explanation, and what the person decided. All of it is read from the records.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from app.domain.canonical import JsonValue, unhidden
from app.domain.errors import InputError
from app.domain.fact_base import Record
from app.domain.i18n import words
from app.domain.sentences import sentence_of
from app.engine.exporting import ExportRequest, WorkflowExport
from app.markup.visible import visible
from app.workflows.draft.state import DraftState

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


@dataclass(slots=True)
class _Folder:
    """What is gathered of one iteration."""

    name: str
    names: dict[str, str] | None
    """What writers are called where names are hidden."""
    files: dict[str, bytes] = field(default_factory=dict)
    judged: dict[str, list[Body]] = field(default_factory=dict)
    labels: dict[tuple[int, str, int], str] = field(default_factory=dict)
    decision: str = ""

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
    """Return the debug folder of all iterations, by path."""
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
    return {
        f"{folder.name}/{name}": content
        for folder in folders
        for name, content in {**folder.files, **_decision(folder)}.items()
    }


def _name_of(record: Record, body: Body, taken: set[str]) -> str:
    at = datetime.fromtimestamp(record.at / 1e6, UTC).strftime("%Y%m%d_%H%M%S")
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
        folder.decision = "rejected"
    elif record.type == "draft_finalized":
        folder.decision = "accepted"


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
    return (unhidden(json.dumps(found, ensure_ascii=False, indent=2)) + "\n").encode()


def _decision(folder: _Folder) -> dict[str, bytes]:
    return {"user_decision.txt": f"{folder.decision}\n".encode()} if folder.decision else {}


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


def _debug(state: DraftState, request: ExportRequest) -> Mapping[str, bytes]:
    del state
    return debug_files(request.records, hide_names=request.redact_names)


def _accepted(state: DraftState, request: ExportRequest) -> Mapping[str, bytes]:
    del request
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
        "attempts", words("Attempts – a folder with every answer and verdict"), _debug, hides_names=True
    ),
)
