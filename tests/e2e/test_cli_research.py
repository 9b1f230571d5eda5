"""A research as it is typed: a folder and a brief, its gates by hand and by a file, and its exports."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support.commands import Ran, call
from tests.support.laid_out import lay_out
from tests.support.study import BRIEF, FILES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lay_out(tmp_path / "sources", FILES)
    return tmp_path


def typed(folder: Path, *words: object) -> Ran:
    return call(*words, data=folder / "data")


def test_a_folder_is_studied_without_a_key_and_what_is_cited_stands_in_its_files(folder: Path) -> None:
    words = ("run", "research", folder / "sources", "--brief", BRIEF, "--approve", "all", "--json")
    ran = typed(folder, *words)
    assert ran.code == 0, ran.err
    assert ran.value["state"] == "finished"
    assert ran.value["termination_reason"] in (
        "full_convergence",
        "early_convergence",
        "partial_convergence",
    )
    session = ran.value["session"]
    shown = typed(folder, "show", session, "--json").value["summary"]
    assert shown["findings"] >= 2
    assert shown["verified_citations"] == shown["citations"]

    out = typed(folder, "export", session, "--format", "findings", "-o", folder / "findings.json", "--json")
    assert out.code == 0, out.err
    told = json.loads((folder / "findings.json").read_text(encoding="utf-8"))
    citations = [citation for finding in told["findings"] for citation in finding["finding"]["citations"]]
    assert citations
    for citation in citations:
        lines = (folder / "sources" / citation["file"]).read_text(encoding="utf-8").split("\n")
        first, last = citation["found_first"], citation["found_last"]
        cited = " ".join(" ".join(lines[first - 1 : last]).split())
        assert " ".join(citation["quote"].split())[:30] in cited


def test_a_missing_folder_and_a_blank_brief_are_refused_in_words(folder: Path) -> None:
    gone = typed(folder, "run", "research", folder / "gone", "--brief", BRIEF, "--json")
    assert gone.code == 2
    assert gone.error["message"] == f"There is no folder {folder / 'gone'}."
    blank = typed(folder, "run", "research", folder / "sources", "--brief", "  ", "--json")
    assert blank.code == 2
    assert blank.error["message"] == "The brief is empty."


def test_a_folder_without_a_file_is_told_once(folder: Path) -> None:
    (folder / "empty").mkdir()
    ran = typed(folder, "run", "research", folder / "empty", "--brief", BRIEF)
    assert (ran.code, "empty is empty.\n  Put files there first." in ran.err) == (2, True)
    assert typed(folder, "list", "--json").value == [], "there is no session yet"
    (folder / "empty" / "a.bin").write_bytes(bytes(range(256)))
    ran = typed(folder, "run", "research", folder / "empty", "--brief", BRIEF)
    assert (ran.code, "a model may read: " in ran.err) == (2, True), ran.err
    assert "Note" not in ran.err, "what ends the run is no note besides"


def test_the_scope_is_answered_with_data_that_leave_a_folder_out(folder: Path) -> None:
    ran = typed(
        folder, "run", "research", folder / "sources", "--brief", BRIEF, "--approve", "none", "--json"
    )
    assert ran.code == 3
    assert ran.value["gate"]["kind"] == "scope"
    session, gate = ran.value["session"], ran.value["gate"]["id"]
    (opened,) = typed(folder, "gates", session, "--json").value
    assert opened["payload"]["all_files"] == 4
    refused = typed(
        folder, *("answer", session, gate, "--verb", "change", "--data", '{"left_out": ["*"]}', "--json")
    )
    assert refused.code == 2
    assert "No file is left to study" in refused.error["message"]
    data = folder / "answer.json"
    data.write_text(json.dumps({"left_out": ["docs/"]}), encoding="utf-8")
    answered = typed(folder, *("answer", session, gate, "--verb", "change", "--data", f"@{data}", "--json"))
    assert answered.code == 3, answered.err
    ended = typed(folder, "resume", session, "--approve", "all", "--json")
    assert ended.code == 0, ended.err
    log = typed(folder, "log", session, "--jsonl")
    shown = [
        passage["path"]
        for record in map(json.loads, log.out.splitlines())
        if record["type"] == "research_agent_ended"
        for passage in record["body"]["shown"]
    ]
    assert shown
    assert not any(path.startswith("docs/") for path in shown)


def test_a_terminal_tells_who_is_given_what_all_criteria_and_the_gaps_as_it_goes(folder: Path) -> None:
    words = ("run", "research", folder / "sources", "--brief", BRIEF, "--approve", "all")
    ran = typed(folder, *words, "--set", "max_iterations=1")
    assert ran.code == 0, ran.err
    lines = [line.strip() for line in ran.err.splitlines()]
    assert "reader 1 (Ada): What these files say about the brief." in lines
    told = lines.index("Iteration 1 of at most 1")
    figures = [
        line
        for line in lines
        if re.match(r"[\w ]+ \d: \d+ findings?, citations \d+ found, \d+ checked", line)
    ]
    assert len(figures) == 3
    # The report tells the same of each.
    for line in figures:
        agent, tokens = line.partition(":")[0], re.findall(r"([\d,]+) tokens", line)[0]
        (row,) = [one for one in ran.out.splitlines() if one.startswith(f"| {agent} ")]
        assert f"| {tokens} |" in row
    criteria = [line for line in lines[told:] if line.startswith(("✓ ", "· "))]
    assert len(criteria) == 4
    assert [line.split()[1] for line in criteria[:2]] == ["coverage", "mean"]
    assert criteria[2] == "✓ 1 conflict not settled, at most 2 (1 not looked at yet)"
    assert criteria[3].endswith("critical questions answered")
    assert any(line.startswith("Gap (critical): ") for line in lines)
