"""Nobody is asked who cannot answer, and no call is made that nothing reads: counted at a real server."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from app.gateway.host_client import HostClient
from tests.faults.panel import answer
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Said, events
from tests.support.commands import Ran, call
from tests.support.one_host import build_over
from tests.support.small_team import prepare

pytestmark = pytest.mark.loopback
QUESTION = "Should the office move to the river?"
KNOWN_BY = {
    '"options"': "questions",
    '"ranking"': "critique",
    '"agreement"': "judging",
    '"winner"': "comparing",
    '"best"': "choosing",
    '"justification"': "refinement",
    '"confidence"': "final",
}
"""Purposes by the field of the reply that their prompts alone name."""


class Panel:
    """A script for a `FaultServer`: members that ask three questions whenever they may, and then agree."""

    def __init__(self, agreement: int) -> None:
        self.agreement, self.asked, self.prompts = agreement, Counter[str](), list[str]()

    def __call__(self, asked: Asked) -> Act:
        """Answer as a sound model does."""
        purpose = next((what for sign, what in KNOWN_BY.items() if sign in asked.prompt), "answer")
        self.asked[purpose] += 1
        self.prompts.append(asked.prompt)
        text = answer(asked.prompt)
        if purpose == "questions":
            words = (f"{word} {self.asked[purpose]}?" for word in ("Who pays", "Since when", "How many"))
            text = json.dumps({"questions": [{"question": one} for one in words]})
        elif purpose == "judging":
            text = json.dumps({"agreement": self.agreement, "quality": 80, "must_haves": [], "note": "So."})
        return Act(events("openai", Said(text)))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    return tmp_path


def debate(place: Path, host: HostClient, panel: Panel, *options: str) -> Ran:
    with FaultServer(panel) as server:
        team = prepare(place / "given", server.base("openai"))["team"]
        given = ("run", "debate", "--question", QUESTION, "--team", team, *options)
        return call(*given, data=place / "data", make=lambda: build_over(host))


def test_an_unattended_debate_of_three_members_and_two_rounds_makes_at_most_twelve_calls(
    place: Path, host_client: HostClient
) -> None:
    panel = Panel(agreement=90)
    ran = debate(place, host_client, panel, "--approve", "all")
    assert ran.code == 0, ran.err
    # It settles in its first round; with questions and the comparison it took 22.
    told = {"answer": 3, "critique": 3, "refinement": 3, "judging": 1, "choosing": 1, "final": 1}
    assert panel.asked == told, "who is ranked best and chosen at once needs no second order"
    assert panel.asked.total() <= 12
    assert not any("Not answered" in prompt for prompt in panel.prompts)
    assert "Estimate: 12–19 calls" in ran.err, "it counts what is expected"


def test_two_whole_rounds_are_judged_once_for_the_last_one_ends_the_debate_anyhow(
    place: Path, host_client: HostClient
) -> None:
    panel = Panel(agreement=60)
    assert debate(place, host_client, panel, "--approve", "all").code == 0
    told = {"answer": 3, "critique": 6, "refinement": 6, "judging": 1, "choosing": 1, "final": 1}
    assert panel.asked == told


@pytest.mark.parametrize(
    ("options", "judged"), [(("--set", "judge_all=true"), (1, 2)), (("--set", "must_haves=Cost."), (1, 0))]
)
def test_the_last_round_is_judged_where_a_person_wants_that_or_the_result_reads_it(
    place: Path, host_client: HostClient, options: tuple[str, ...], judged: tuple[int, int]
) -> None:
    panel = Panel(agreement=90)
    assert debate(place, host_client, panel, "--approve", "all", "--set", "max_rounds=1", *options).code == 0
    assert (panel.asked["judging"], panel.asked["comparing"]) == judged


def test_members_are_asked_for_questions_where_a_person_is_asked(
    place: Path, host_client: HostClient
) -> None:
    panel = Panel(agreement=90)
    ran = debate(place, host_client, panel, "--approve", "ask", "--json")
    assert ran.value["gate"]["kind"] == "clarification", ran.err
    assert panel.asked == {"questions": 3}


def test_questions_are_asked_for_where_an_answers_file_answers_them(
    place: Path, host_client: HostClient
) -> None:
    answers = place / "answers.toml"
    answers.write_text('[[answer]]\ngate = "clarification"\nverb = "continue"\n', encoding="utf-8")
    panel = Panel(agreement=90)
    ran = debate(place, host_client, panel, "--approve", "all", "--answers", str(answers))
    assert ran.code == 0, ran.err
    # “Continue without answering” ends the asking: nothing is collected again.
    assert panel.asked["questions"] == 3
    unanswered = [prompt for prompt in panel.prompts if "Since when 1?" in prompt]
    assert len(unanswered) == 1, "the chair's prompt names them, once"
    assert '"confidence"' in unanswered[0]


def test_one_answer_without_rounds_is_the_result_and_no_chair_is_asked(
    place: Path, host_client: HostClient
) -> None:
    panel = Panel(agreement=90)
    with FaultServer(panel) as server:
        team = Path(prepare(place / "given", server.base("openai"))["team"])
        text = team.read_text(encoding="utf-8")
        team.write_text(text[: text.index('[[member]]\nname = "Bram"')] + text[text.index("[chair]") :])
        given = ("run", "debate", "--question", QUESTION, "--team", str(team), "--set", "enabled=false")
        ran = call(*given, "--approve", "all", data=place / "data", make=lambda: build_over(host_client))
    assert ran.code == 0, ran.err
    assert panel.asked == {"answer": 1}
    assert "Move to the river." in ran.out
    assert "did not list its points" not in ran.out
