"""The offline agents quote lines that hold the words of what is asked, and judge nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.domain.messages import ChatMessage, ModelRequest, Reply
from app.prompts.fences import fenced
from app.workflows.common.offline.comparing import differ, same_words
from app.workflows.research.offline.voices import RESEARCH_VOICES
from tests.support.study import BRIEF, FILES, Study, study
from tests.unit.research.test_offline_runs import offline


async def studied(one: Study, **setup: object) -> list[str]:
    """Study a folder to the end; return what was found."""
    assert await one.open(gate_policy="never_ask", **setup) == "finished"
    return [finding.description for finding in one.state.findings]


async def test_a_name_in_code_is_found_by_the_words_in_it(tmp_path: Path) -> None:
    code = {
        "Login.cs": "class Login {\n    var made = service.GenerateToken(user);\n    return Ok(made);\n}\n",
        "notes.md": "Tea was served.\n",
    }
    async with study(tmp_path, offline, code) as one:
        found = await studied(one, brief="How are tokens created?")
        assert "var made = service.GenerateToken(user);" in found
        assert "Login.cs`, line 2" in one.state.report
        assert "Tea was served." not in found


async def test_two_lines_with_the_same_words_and_other_figures_are_a_conflict_that_stays_open(
    tmp_path: Path,
) -> None:
    async with study(tmp_path, offline) as one:
        found = await studied(one, brief=BRIEF)
        assert {"A failed charge is retried five times.", "A failed charge is retried three times."} <= set(
            found
        )
        (conflict,) = one.state.conflicts
        assert conflict.state != "resolved", "rules do not know which of them holds"
        assert "Other lines give another figure: “A failed charge is retried five times.”" in one.state.report
        # One rule is no second witness for itself.
        assert {finding.confidence for finding in one.state.findings} <= {0.75, 0.55}
        assert one.reason == "partial_convergence"


async def test_what_no_line_holds_ends_as_not_found_with_the_searches(tmp_path: Path) -> None:
    async with study(tmp_path, offline) as one:
        await studied(one, brief=f"{BRIEF} Who painted the portrait in Adelaide?")
        (absent,) = [question for question in one.state.questions if "Adelaide" in question.text]
        assert absent.state == "absent"
        assert {"portrait", "adelaide"} <= set(absent.searched)


async def test_a_question_of_which_a_finding_holds_one_word_is_never_told_that_no_line_does(
    tmp_path: Path,
) -> None:
    files = {"minutes.md": "Mrs Aydin asks what it has cost in the end.\n"}
    brief = "What does it save, what has it cost, and who pays if it is too loud for the neighbours?"
    async with study(tmp_path, offline, files) as one:
        await studied(one, brief=brief)
        assert "Lines hold 1 of its 6 words (cost)." in one.state.report
        assert "No line holds" not in one.state.report


async def test_a_german_folder_is_answered_in_german(tmp_path: Path) -> None:
    files = {
        "protokoll.md": "# Protokoll\n\nDie Miete der Halle beträgt 900 Euro.\nDer Vertrag endet im Mai.\n"
    }
    async with study(tmp_path, offline, files) as one:
        found = await studied(one, brief="Wie hoch ist die Miete der Halle? Wann endet der Vertrag?")
        assert {"Die Miete der Halle beträgt 900 Euro.", "Der Vertrag endet im Mai."} <= set(found)
        assert "Das schrieben Regeln, keine KI" in one.state.report
        assert "wurde nicht beurteilt" in one.state.report
        assert "Whether" not in one.state.report


async def test_a_sentence_over_several_lines_is_cited_with_all_of_them(tmp_path: Path) -> None:
    files = {"a.md": "# A\n\nTea. The pump at Uslar\nruns at\n340 rpm now. It rains.\n"}
    async with study(tmp_path, offline, files) as one:
        await studied(one, brief="How fast does the pump at Uslar run?")
        (finding,) = [one for one in one.state.findings if "pump" in one.description]
        (citation,) = finding.citations
        assert (citation.lines, citation.check) == ((3, 5), "verified")


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("The pump at Uslar runs at 340 rpm.", "At Uslar the pump runs at 410 rpm.", True),
        ("The pump at Uslar runs at 340 rpm.", "At Zorge the pump runs at 410 rpm.", False),
        ("The pump at Uslar runs at 340 rpm.", "At Uslar the pump runs at 340 rpm.", False),
        ("A charge is retried five times.", "A charge is retried three times.", True),
        ("A charge is retried five times.", "A charge is retried 5 times.", False),
        ("Die Miete beträgt 900 Euro im Monat.", "Die Miete beträgt 950 Euro im Monat.", True),
        ("retries = 5", "retries = 3", False),
        ("max_retries = 5", "max_retries = 3", True),
        ("The pump moves 5 metres a day.", "The pump moves -5 metres a day.", True),
        ("Amounts are validated.", "Amounts are not validated.", False),
        ("The fee is 1,200 euros.", "The fee is 1200 euros.", False),
        ("", "", False),
    ],
)
def test_only_other_figures_for_the_same_words_speak_against_each_other(
    a: str, b: str, expected: bool
) -> None:
    assert differ(a, b) is expected
    assert differ(b, a) is expected


@pytest.mark.parametrize(
    ("claim", "lines", "expected"),
    [
        ("The rent is 900 euros.", "a.md:3 “The rent of the hall is 900 euros a month.”", True),
        ("The rent is 900 euros.", "a.md:3 “The rent is 950 euros.”", False),
        ("The rent is high.", "a.md:3 “Tea was served.”", False),
    ],
)
def test_lines_have_the_words_of_a_claim_or_nothing_is_said_of_them(
    claim: str, lines: str, expected: bool
) -> None:
    assert same_words(claim, lines) is expected
    shown = fenced(f"claim: {claim}\nlines: {lines}", "item 1")
    reply = json.loads(str(said("research_support", shown)))
    assert [one["support"] for one in reply["claims"]] == ["full" if expected else "partly"]
    assert expected or "not judged" in reply["claims"][0]["why"]


def said(purpose: str, *texts: str, messages: tuple[ChatMessage, ...] = ()) -> str | Reply:
    """Return what a voice answers to a prompt."""
    opening = ChatMessage(role="user", text="\n".join(texts))
    request = ModelRequest(model="offline/a", seat="Ann", purpose=purpose, messages=(opening, *messages))
    return RESEARCH_VOICES["*", purpose](request)


async def test_an_agent_keeps_within_its_calls(tmp_path: Path) -> None:
    files = {f"{n}.md": f"The cat number{n} is fed.\n" for n in range(30)}
    async with study(tmp_path, offline, {**FILES, **files}) as one:
        brief = " ".join(f"Who feeds the cat number{n}?" for n in range(10))
        await studied(one, brief=brief, tool_cap=7, max_agents_per_iteration=1, max_iterations=1)
        ended = one.state.agents["explore 1"].ended
        assert ended is not None
        assert (ended.ended, ended.calls) == ("answered", 6)


async def test_one_rule_is_no_second_witness_for_itself(tmp_path: Path) -> None:
    async with study(tmp_path, offline) as one:
        await studied(one, brief=BRIEF)
        assert {finding.confidence for finding in one.state.findings} <= {0.75, 0.55}
        assert one.reason == "partial_convergence"
