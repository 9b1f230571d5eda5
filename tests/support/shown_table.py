"""The table of what each template shows: a template without an entry is red."""

from __future__ import annotations

import re

from app.prompts.fences import one_line
from app.workflows.common.replies import (
    CompareReply,
    GradingReply,
    PoolingReply,
)
from app.workflows.draft import asked
from app.workflows.draft.asked import FileText
from app.workflows.draft.rules.files_reply import block, read_files, tag_for
from app.workflows.research.nodes.replies import JudgeReply, SupportReply
from tests.support.shown_names import (
    DEBATED,
    GIVEN,
    PATTERNS,
    Entry,
    affected,
    agents,
    aimed,
    answered,
    best,
    changed,
    cited,
    contradicting,
    critical,
    critiqued,
    differing,
    dissenting,
    each,
    explained,
    fences,
    files_back,
    gaps,
    grouped,
    inserting,
    judged,
    labels,
    letters,
    level,
    lines_of,
    listed_back,
    listed_ids,
    marked,
    named_after,
    names_with,
    numbers,
    outlined,
    passed,
    questions_and_findings,
    ranking,
    read,
    scanned,
    served_in,
    shows,
    stated_in,
    statement,
    summarised,
    task,
)

ROLES = ("explore", "citation", "pattern", "verification", "security", "performance")
TABLE: tuple[Entry, ...] = (
    # Debate.
    *(
        Entry(
            "debate/critique",
            lambda n: {**DEBATED, "answers": shows(n), "quoting": True, "rules": []},
            names_with("shown text"),
            critiqued,
            made,
        )
        for made in (
            labels("Response", letters),
            labels("Response", lambda count: (f"{letter}2" for letter in letters(count))),
        )
    ),
    Entry(
        "debate/drafts",
        lambda n: {**GIVEN, "drafts": shows(n)},
        names_with("shown text"),
        best,
        labels("Draft", lambda count: iter(numbers(count))),
    ),
    Entry(
        "debate/grading",
        lambda n: {**GIVEN, "rubric": "r", "answers": shows(n)},
        names_with("shown text"),
        each(GradingReply, "grades", "label", "answer", grade="right"),
        labels("Answer", lambda count: iter(numbers(count))),
    ),
    Entry(
        "debate/grouping",
        lambda n: {**GIVEN, "answers": shows(n)},
        names_with("shown text"),
        grouped,
        labels("Answer", lambda count: iter(numbers(count))),
    ),
    Entry(
        "debate/debate_check",
        lambda n: {**GIVEN, "answers": shows(n)},
        names_with("shown text"),
        differing,
        labels("Response", letters),
    ),
    Entry(
        "debate/refinement",
        critical,
        named_after("point "),
        answered,
        numbers,
    ),
    Entry(
        "debate/refinement",
        critical,
        named_after("point "),
        lambda told, names: answered([f"point {one}" for one in told], names),
        numbers,
    ),
    Entry(
        "debate/evaluation",
        lambda n: {**DEBATED, "must_haves": list(n), "answers": []},
        lambda prompt: [one_line(one.text) for one in fences(prompt) if one.name.startswith("must-have ")],
        marked,
    ),
    Entry(
        "debate/pooling",
        lambda n: {**GIVEN, "limit": 5, "context": [{"name": one, "text": "shown text"} for one in n]},
        names_with("shown text"),
        each(PoolingReply, "known", "file", "file", says="s"),
    ),
    Entry(
        "debate/compare",
        lambda n: {**GIVEN, "first": "shown text", "second": "shown text"},
        names_with("shown text"),
        lambda told, names: [read(CompareReply, {"winner": one}).winner for one in told],
        lambda count: ["first", "second"],
    ),
    Entry(
        "debate/synthesis",
        lambda n: {
            **DEBATED,
            "degradation": [],
            "vote": [],
            "turned": [],
            "rounds": [{"number": 1, "critiques": [], "answers": [{"seat": one, "text": "x"} for one in n]}],
        },
        named_after("round 1, "),
        dissenting,
    ),
    Entry(
        "debate/synthesis",
        lambda n: {
            **DEBATED,
            "degradation": [],
            "vote": [],
            "turned": [],
            "chosen": "whose it is",
            "rounds": [{"number": 1, "critiques": [], "answers": [{"seat": one, "text": "x"} for one in n]}],
        },
        named_after("round 1, "),
        inserting,
    ),
    # Draft.
    Entry("draft/write", level, names_with("shown text"), files_back),
    Entry(
        "draft/write",
        lambda n: (
            level(["a.md"], tag=tag_for([f"<<<{one}>>>" for one in ("FILE", "FILE-2")[: len(n)]]))
            | {"tag": n[0]}
        ),
        lambda prompt: re.findall(r"<<<END (\S+)>>>", prompt),
        lambda told, names: [
            one for one in told if read_files(block("a.md", "x.", one), PATTERNS, tag=names[0]).files
        ],
        lambda count: ["FILE"],
    ),
    Entry("draft/outline", level, names_with("shown text"), outlined),
    Entry(
        "draft/write_file",
        lambda n: level(n, asked.FileAsked, path=n[0], what="w"),
        lambda prompt: re.findall(r"\nWrite (.+), the whole of it and no other file\.", prompt),
        lambda told, names: [*read_files(block(told[0], "x."), PATTERNS, known=names, only=names[0]).files],
    ),
    Entry(
        "draft/passage",
        lambda n: level(
            [], asked.PassageAsked, path="a.md", text_before="b", passage="p", text_after="a", tag=n[0]
        ),
        lambda prompt: re.findall(r"<<<END (\S+)>>>", prompt),
        passed,
        lambda count: ["PASSAGE"],
    ),
    Entry(
        "draft/judge",
        lambda n: changed(["a.md"], asked.JudgeAsked, points=[f"point text {one}" for one in n]),
        named_after("point "),
        judged,
        numbers,
    ),
    Entry(
        "draft/rank",
        lambda n: changed(
            [],
            asked.RankAsked,
            candidates=[{"label": one, "files": [{"path": "a.md", "text": "x"}]} for one in n],
        ),
        lambda prompt: re.findall(r"(?m)^Attempt (\S+):$", prompt),
        ranking,
        lambda count: list(letters(count)),
    ),
    *(
        Entry(
            "draft/explain",
            lambda n: changed(n, asked.ExplainAsked),
            named_after(lead),
            explained(said),
        )
        for lead, said in (("new ", ""), ("old ", ""), ("new ", "new "))
    ),
    Entry(
        "draft/continuity",
        lambda n: asked.ContinuityAsked(
            dossiers=(asked.Dossier(about="x", facts=tuple(statement(int(one), "a.md") for one in n)),)
        ).model_dump(mode="json"),
        lambda prompt: [one.name.split()[1] for one in fences(prompt) if one.name.startswith("statement ")],
        contradicting,
        lambda count: numbers(count + 1),
    ),
    Entry(
        "draft/effects",
        lambda n: asked.EffectsAsked(
            level="L",
            below="B",
            feedback="f",
            summary="s",
            changes=(),
            files=tuple(FileText(path=one, text="shown text") for one in n),
        ).model_dump(mode="json"),
        names_with("shown text"),
        affected,
    ),
    Entry(
        "draft/drift",
        lambda n: asked.DriftAsked(
            level="L",
            aims=tuple(
                asked.AimShown(number=int(one), path="a.md", line=1, says="s", quote="q") for one in n
            ),
            files=(FileText(path="b.md", text="The words of this are here."),),
        ).model_dump(mode="json"),
        lambda prompt: [one.name.split()[1] for one in fences(prompt) if one.name.startswith("aim ")],
        aimed,
        numbers,
    ),
    Entry(
        "draft/drift",
        lambda n: asked.DriftAsked(
            level="L",
            aims=(asked.AimShown(number=1, path="a.md", line=1, says="s", quote="q"),),
            files=tuple(FileText(path=one, text="shown text") for one in n),
        ).model_dump(mode="json"),
        names_with("shown text"),
        served_in,
    ),
    Entry(
        "draft/aims",
        lambda n: asked.AimsAsked(
            level="L", files=tuple(FileText(path=one, text="shown text") for one in n)
        ).model_dump(mode="json"),
        names_with("shown text"),
        stated_in,
    ),
    # Research.
    Entry("research/scope", scanned, lines_of("files", r"(.+?)(?: \(rain\))?$"), listed_back),
    *(Entry(f"research/{role}", task, listed_ids, agents, questions_and_findings) for role in ROLES),
    *(
        Entry(f"research/{role}", lambda n: task([], files=list(n)), lines_of("files"), cited)
        for role in ROLES
    ),
    Entry(
        "research/judge",
        lambda n: {"pairs": [{"id": one, "a": "a", "b": "b", "quotes_a": [], "quotes_b": []} for one in n]},
        named_after("pair "),
        each(JudgeReply, "pairs", "id", "pair", relation="same"),
        numbers,
    ),
    Entry(
        "research/support",
        lambda n: {"claims": [{"id": one, "claim": "c", "quotes": ["q"]} for one in n]},
        named_after("item "),
        each(SupportReply, "claims", "id", "item", support="no"),
        numbers,
    ),
    Entry("research/gaps", task, listed_ids, gaps, questions_and_findings),
    Entry(
        "research/report",
        task,
        lambda prompt: listed_ids(prompt)[-3:],
        summarised,
        lambda count: ["f1", "f2", "f3"],
    ),
)
NOTHING_NAMED = frozenset(
    {
        *("debate/clarification", "common/reask", "debate/proposal", "debate/summarization", "debate/system"),
        *("draft/condense", "draft/facts", "draft/reask", "draft/restate", "draft/system"),
        *("experiment/instructions", "experiment/summary", "experiment/system"),
        "research/system",
    }
)
"""Templates whose reply names nothing again that they show: it is prose, or quotes a text."""
