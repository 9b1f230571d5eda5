"""What each template shows that a reply names again: how it is read, said again, and taken by the program."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from pydantic import BaseModel

from app.prompts.fences import Fence, one_line, read_fences
from app.prompts.templates import PromptTemplates
from app.workflows.common.reading.reader import Reading
from app.workflows.common.reading.shown import read_shown
from app.workflows.common.replies import (
    CheckReply,
    CritiqueReply,
    DraftsReply,
    EvaluationReply,
    FrameReply,
    GroupingReply,
    RefinementReply,
    SynthesisReply,
)
from app.workflows.debate.nodes.deciding import marks
from app.workflows.draft import asked
from app.workflows.draft.asked import FileText
from app.workflows.draft.facts import MarkedPassage
from app.workflows.draft.rules.checks import EffectsReply, effects_of
from app.workflows.draft.rules.continuity import ContinuityReply, findings_of
from app.workflows.draft.rules.drift import Aim, AimsReply, DriftReply, aims_of, with_places
from app.workflows.draft.rules.file_names import meant as file_meant
from app.workflows.draft.rules.files_reply import block, read_files
from app.workflows.draft.rules.judging import JudgeReply as DraftJudgeReply
from app.workflows.draft.rules.judging import RankReply, ranked
from app.workflows.draft.rules.level_plan import OutlineReply, tasks_of
from app.workflows.draft.rules.passage import Replaced, replaced
from app.workflows.research.face.report import NAMED
from app.workflows.research.model import Cited
from app.workflows.research.nodes.replies import AgentReply, GapsReply
from app.workflows.research.nodes.scoping import Scan, chosen
from app.workflows.research.rules.citations import named

Names = Sequence[str]
ODD = (
    "Chapter 1 (rain), it's on.md",
    "Chapter 2 & after – “dusk”; the quay!.md",
    normalize("NFD", "Kapitel 5 Öde Höhe.md"),
    'a "quoted">.md',
    "'Twas late.md",
    " begins and ends with blanks .md",
    "f3:2.md",
    "c#/F# [1] {x} $y = 50% + `z` | ~a^b @c\\d?*.md",
    "</data>.md",
    "第一章.md",
    "two\nlines and a\ttab.md",
    ".hidden.md",
    "1.md",
    "True.md",
)
PATTERNS = ("*.md", "**/*.md")
PYTHON = re.compile(r"\b(?:None|True|False)\b|\[\]|\{\}|<[a-z_.]+ object")
"""What no prompt shows: a value as Python writes it."""
PLAIN = re.compile(r"[A-Za-z]{0,10} ?[A-Z]?\d{0,4}")
"""What an id is like that the program makes: nothing in it that a template or a model writes anew."""


@dataclass(frozen=True)
class Entry:
    """How the names of one template go out and come back.

    `sent`: the variables of the template for some names; `shown`: the names in a prompt; `back`: what the
    program takes a reply for that has them. `made`: the names are made by the program, so many of them.
    """

    template: str
    sent: Callable[[Names], dict[str, Any]]
    shown: Callable[[str], list[str]]
    back: Callable[[Names, Names], Sequence[str | None]]
    made: Callable[[int], list[str]] | None = None


def check(entry: Entry, names: Names, templates: PromptTemplates) -> None:
    """Fail where a name that a prompt shows is not understood when it is said again."""
    prompt = templates.render(entry.template, entry.sent(names))
    told = entry.shown(prompt)
    assert told == [one_line(name) for name in names], f"{entry.template} shows {told} for {names}"
    if entry.made is not None:
        assert not PYTHON.search(prompt), f"{entry.template} shows Python's words"
        assert all(PLAIN.fullmatch(name) for name in told), (
            f"{entry.template} shows ids that are not plain: {told}"
        )
    assert list(entry.back(told, names)) == list(names), f"{entry.template}: {told} is not understood"


# --- reading prompts ----------------------------------------------------------------------------------


def fences(prompt: str) -> tuple[Fence, ...]:
    """Return the texts of a prompt."""
    return read_fences(prompt)[0]


def names_with(text: str) -> Callable[[str], list[str]]:
    """Return what reads the names of the fences whose text begins so."""
    return lambda prompt: [fence.name for fence in fences(prompt) if fence.text.startswith(text)]


def named_after(lead: str) -> Callable[[str], list[str]]:
    """Return what reads the rest of the names of fences that begin so."""
    return lambda prompt: [one.name.removeprefix(lead) for one in fences(prompt) if one.name.startswith(lead)]


def lines_of(fence: str, pattern: str = r"(.+)") -> Callable[[str], list[str]]:
    """Return what reads a part of each line of one fence."""

    def read(prompt: str) -> list[str]:
        body = next(one.text for one in fences(prompt) if one.name == fence)
        return [found[1] for line in body.split("\n") if (found := re.match(pattern, line))]

    return read


# --- replies --------------------------------------------------------------------------------------


def read(model: type[BaseModel], value: Any, **shown: Names) -> Any:
    """Return a reply as the program reads it."""
    found = read_shown(json.dumps(value, ensure_ascii=False), model, shown)
    assert isinstance(found, Reading), found
    assert "unknown" not in found.mends, found
    return found.value


def each(
    model: type[BaseModel], items: str, key: str, kind: str, **more: Any
) -> Callable[[Names, Names], list[str]]:
    """Return what writes an item for each name, and gives back which each was taken for."""

    def back(told: Names, names: Names) -> list[str]:
        value = read(model, {items: [{key: one, **more} for one in told]}, **{kind: names})
        return [getattr(one, key) for one in getattr(value, items)]

    return back


def files_back(told: Names, names: Names) -> list[str]:
    """Return the files that a writer's answer holds, and that its marks keep and drop."""
    answer = "".join(block(name, "x.") for name in told)
    kept = read_files("".join(f"<<<KEEP FILE {name}>>>\n" for name in told), PATTERNS, known=names)
    dropped = read_files("".join(f"<<<DROP FILE {name}>>>\n" for name in told), PATTERNS, known=names)
    found = read_files(answer, PATTERNS, known=names)
    assert set(kept.kept) == set(dropped.dropped) == set(names)
    assert (found.mends, found.refused) == ((), ())
    return list(found.files)


def outlined(told: Names, names: Names) -> list[str]:
    """Return the files that an outline changes, in its order, and drops."""
    files = dict.fromkeys(names, "x")
    found = []
    for action in ("change", "drop"):
        value = read(OutlineReply, {"files": [{"file": one, "action": action, "what": "w"} for one in told]})
        tasks = tasks_of(value, files, PATTERNS)
        found.append([task.path for task in tasks.tasks] or list(tasks.drops))
        assert not tasks.refused
    assert found[0] == found[1]
    return found[0]


def critiqued(told: Names, names: Names) -> list[str]:
    """Return the answers that a critique ranks and speaks of."""
    items = [{"target": one, "claim": "c"} for one in told]
    value = read(CritiqueReply, {"ranking": list(told), "items": items}, answer=names)
    assert [one.target for one in value.items] == list(value.ranking)
    return list(value.ranking)


def marked(told: Names, names: Names) -> list[str | None]:
    """Return the must-haves that a judge's marks are taken for: one at a time, so that no place helps."""
    found: list[str | None] = []
    for one in told:
        value = read(
            EvaluationReply, {"agreement": 1, "quality": 1, "must_haves": [{"text": one, "met": True}] * 2}
        )
        met = marks([*names, "another one"], value.must_haves)
        found.append(next((name for name, is_met in zip(names, met, strict=False) if is_met), None))
    return found


def answered(told: Names, names: Names) -> list[str]:
    """Return the points that an author answers."""
    answers = [{"id": one, "answer": "fixed"} for one in told]
    value = read(RefinementReply, {"text": "t", "answers": answers}, point=names)
    return [one.id for one in value.answers]


def grouped(told: Names, names: Names) -> list[str]:
    """Return the labels of groups."""
    value = read(GroupingReply, {"alike": [{"answer": "x", "labels": [one]} for one in told]}, answer=names)
    return [label for group in value.alike for label in group.labels]


def differing(told: Names, names: Names) -> list[str]:
    """Return whose sides of a difference are told."""
    sides = [{"who": one, "says": "s"} for one in told]
    value = read(CheckReply, {"disputed": [{"issue": "i", "sides": sides}]}, answer=names)
    return [side.who for one in value.disputed for side in one.sides]


def best(told: Names, names: Names) -> list[str]:
    """Return each label as the best."""
    return [read(DraftsReply, {"best": one}, draft=names).best for one in told]


def ranking(told: Names, names: Names) -> list[str]:
    """Return the order of a draft's candidates."""
    value = read(RankReply, {"ranking": list(told), "why": "w"}, candidate=names)
    return ranked([value], names)


def contradicting(told: Names, names: Names) -> list[str]:
    """Return the statements that findings are about."""
    facts = tuple(statement(number, name) for number, name in enumerate(names, 1))
    asked_of = asked.ContinuityAsked(dossiers=(asked.Dossier(about="x", facts=facts),))
    found: list[str] = []
    for one, other in zip(told, [*told[1:], told[0]], strict=True):
        value = read(
            ContinuityReply, {"findings": [{"first": one, "second": other, "what": "w"}]}, statement=names
        )
        findings, lost = findings_of(value, asked_of)
        assert (len(findings), lost) == (1, 0)
        found.append(value.findings[0].first)
    return found


def explained(lead: str) -> Callable[[Names, Names], list[str | None]]:
    """Return what tells which files an explanation speaks of, that says this before each."""
    return lambda told, names: [file_meant(f"{lead}{one}", names) for one in told]


def affected(told: Names, names: Names) -> list[str]:
    """Return the files that effects are found in."""
    files = {name: f"The words of this are {number} here." for number, name in enumerate(names)}
    items = [
        {"file": one, "quote": f"The words of this are {number} here.", "why": "w"}
        for number, one in enumerate(told)
    ]
    found, lost = effects_of(read(EffectsReply, {"effects": items}), files)
    assert not lost
    return [one.path for one in found]


def aimed(told: Names, names: Names) -> list[str]:
    """Return the aims that places are found for."""
    places = [{"aim": one, "quote": "words of this"} for one in told]
    return [one.aim for one in read(DriftReply, {"places": places}, aim=names).places]


def served_in(told: Names, names: Names) -> list[str]:
    """Return the files that places of aims are found in."""
    files = {name: f"The words of this are {number} here." for number, name in enumerate(names)}
    places = [
        {"aim": "1", "file": one, "quote": f"words of this are {number} here"}
        for number, one in enumerate(told)
    ]
    aim = Aim(path="a.md", line=1, quote="q", says="s")
    (placed,), lost = with_places([aim], [read(DriftReply, {"places": places})], files)
    assert not lost
    return [one.path for one in placed.serves]


def stated_in(told: Names, names: Names) -> list[str]:
    """Return the files that aims are found in."""
    files = {name: f"The words of this are {number} here." for number, name in enumerate(names)}
    items = [
        {"aim": "a", "file": one, "quote": f"words of this are {number} here"}
        for number, one in enumerate(told)
    ]
    aims, lost = aims_of(read(AimsReply, {"aims": items}), files)
    assert not lost
    return [one.path for one in aims]


def judged(told: Names, names: Names) -> list[str]:
    """Return the points that a judge has a word for."""
    points = [{"point": one, "done": True} for one in told]
    value = read(DraftJudgeReply, {"verdict": "approved", "reasoning": "r", "points": points}, point=names)
    return [one.point for one in value.points]


def passed(told: Names, names: Names) -> list[str]:
    """Return the mark of a passage under which it was found."""
    old = MarkedPassage(path="a.md", start=0, end=3, quote="Old")
    found = []
    for tag in told:
        done = replaced("Old words.", old, f"<<<{tag}>>>\nNew\n<<<END {tag}>>>\n", tag=names[0])
        found.append(
            tag if isinstance(done, Replaced) and done.text == "New words." and not done.mends else ""
        )
    return found


def cited(told: Names, names: Names) -> list[str]:
    """Return the files that citations are looked up in."""
    claims = [{"description": "d", "citations": [{"file": one, "lines": "1"}]} for one in told]
    value = read(AgentReply, {"findings": claims}, question=(), finding=())
    return [
        named(Cited(file=one.citations[0].file, first=1, last=1), frozenset(names)).file
        for one in value.findings
    ]


def agents(told: Names, names: Names) -> list[str]:
    """Return the questions and findings that an agent's findings are about."""
    questions, findings = (
        [one for one in names if one.startswith("q")],
        [one for one in names if one.startswith("f")],
    )
    claims = [{"description": "d", "question" if one.startswith("q") else "confirms": one} for one in told]
    resolves = {"keep": [one for one in told if one.startswith("f")], "drop": []}
    value = read(AgentReply, {"findings": claims, "resolves": resolves}, question=questions, finding=findings)
    assert list(value.resolves.keep) == findings
    return [one.question or one.confirms for one in value.findings]


def gaps(told: Names, names: Names) -> list[str]:
    """Return the questions and findings that the lead speaks of."""
    questions, findings = (
        [one for one in names if one.startswith("q")],
        [one for one in names if one.startswith("f")],
    )
    known = [one for one in told if one.startswith("f")]
    states = [{"id": one, "state": "answered", "findings": known} for one in told if one.startswith("q")]
    value = read(GapsReply, {"questions": states}, question=questions, finding=findings)
    assert all(list(one.findings) == findings for one in value.questions)
    return [*(one.id for one in value.questions), *findings]


def dissenting(told: Names, names: Names) -> list[str]:
    """Return the seats that a dissent is from; a seat's name has no line breaks."""
    value = read(SynthesisReply, {"answer": "a", "dissent": [{"seat": one, "why": "w"} for one in told]})
    said = [one.seat for one in value.dissent]
    return [name for name in names if one_line(name) in said]


def inserting(told: Names, names: Names) -> list[str]:
    """Return the seats whose words are put into another's answer."""
    given = {"decision": "d", "additions": [{"who": one, "text": f"t{one}"} for one in told]}
    said = [one.who for one in read(FrameReply, given, answer=names).additions]
    return [name for name in names if name in said]


def listed_back(told: Names, names: Names) -> list[str]:
    """Return the files that the lead names, with and without the words that stand behind them."""
    assert [chosen([one], names) for one in told] == [chosen([f"{one} (rain)"], names) for one in told]
    return [path for one in told for path in chosen([one], names)]


def summarised(told: Names, names: Names) -> list[str]:
    """Return the findings that a summary is found to name."""
    del names
    return [found for one in told for found in NAMED.findall(f"It is so [{one}].")]


# --- variables ------------------------------------------------------------------------------------


GIVEN: dict[str, Any] = {"question": "q", "must_haves": [], "context": [], "qa": []}
DEBATED: dict[str, Any] = {**GIVEN, "guidance": "", "feedback": "", "history": ""}
LEVEL = {
    "title": "Document",
    "patterns": PATTERNS,
    "feedback": "Mend it.",
}


def critical(names: Names) -> dict[str, Any]:
    """Return what an author is shown that has points to answer."""
    said = dict.fromkeys(("severity", "category", "claim", "suggestion", "quote"), "x")
    return {
        **DEBATED,
        "text": "t",
        "role": "r",
        "reasons": False,
        "critiques": [said | {"id": one} for one in names],
    }


def shows(names: Names) -> list[dict[str, str]]:
    """Return answers under labels."""
    return [{"label": name, "text": "shown text"} for name in names]


def level(names: Names, model: type[asked.LevelAsked] = asked.LevelAsked, **more: Any) -> dict[str, Any]:
    """Return what a writer is asked, over files of these names."""
    files = tuple(FileText(path=name, text="shown text") for name in names)
    return model.model_validate({**LEVEL, "files": files, **more}).model_dump(mode="json")


def changed(names: Names, model: type[asked.JudgeAsked], **more: Any) -> dict[str, Any]:
    """Return what a judge is asked of a change of these files."""
    files = tuple(FileText(path=name, text="shown text") for name in names)
    whole = {"title": "Document", "feedback": "x", "old": files}
    return model.model_validate({**whole, "new": files, **more}).model_dump(mode="json")


def scanned(names: Names) -> dict[str, Any]:
    """Return what the lead is shown of a folder; words of the brief stand in the first file."""
    weights = {name: float(len(names) - at) for at, name in enumerate(names)}
    scan = Scan(sizes=dict.fromkeys(names, 1), weights=weights, hits={names[0]: ["rain"]})
    return {"brief": "b", "more": 0, "listed": scan.listed()}


def statement(number: int, path: str) -> asked.FactShown:
    """Return a fact as it is shown."""
    return asked.FactShown(number=number, path=path, line=number, says="s", quote=f"quote {number} of it")


def task(names: Names, **more: Any) -> dict[str, Any]:
    """Return what an agent is told, with questions and findings of these names."""
    questions = [
        {"id": one, "text": "t", "kind": "other", "state": "open", "note": ""}
        for one in names
        if one[0] == "q"
    ]
    findings = [
        {
            "id": one,
            "description": "d",
            "category": "critical",
            "confidence": 0.75,
            "status": "open",
            "verified": 1,
            "citations": [],
        }
        for one in names
        if one[0] == "f"
    ]
    return {
        "brief": "b",
        "questions": questions,
        "findings": findings,
        "notes": [],
        "read": [],
        "again": False,
        "files": [],
        "gap": None,
        "focus": "",
        "tool_cap": 5,
        "conflict": True,
        "counter": False,
        "role": "security",
        "searched": [],
        "conflicts": [],
        "unmet": [],
        **more,
    }


def numbers(count: int) -> list[str]:
    """Return plain numbers."""
    return [str(number) for number in range(1, count + 1)]


def labels(noun: str, signs: Callable[[int], Iterator[str]]) -> Callable[[int], list[str]]:
    """Return labels of a noun."""
    return lambda count: [f"{noun} {sign}" for sign in signs(count)]


def letters(count: int) -> Iterator[str]:
    """Yield letters."""
    return iter("ABCDEFGHIJKLMNOP"[:count])


def questions_and_findings(count: int) -> list[str]:
    """Return ids of questions and of findings."""
    return [*(f"q{n}" for n in range(1, count + 1)), *(f"f{n}" for n in range(1, count + 1))]


def listed_ids(prompt: str) -> list[str]:
    """Return the ids of questions and findings in the lists of a prompt."""
    return [
        *lines_of("questions", r"- (\S+) \(")(prompt),
        *lines_of("findings", r"(\S+) \(")(prompt),
    ]
