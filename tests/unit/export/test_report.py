"""The fenced report: what a reader finds in it, and that no text breaks out of its place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from app.domain.canonical import dumps
from app.domain.fact_base import Fact, PlainBodies, Record
from app.domain.facts import (
    CallAsked,
    CallCompleted,
    CriterionMeasured,
    CritiqueAnswered,
    CritiqueDecided,
    CritiqueFiled,
    GateAnswered,
    GateOpened,
    GuidanceGiven,
    RoundClosed,
    RoundOpened,
    SeatAbsent,
    SessionCreated,
    SessionFinished,
    TextAssessed,
    TextProposed,
)
from app.domain.ids import SessionId
from app.domain.seats import Seat
from app.domain.usage import Usage
from app.engine.ports import ExportRequest
from app.export.changes import snippets
from app.export.marks import fence
from app.export.report import ReportExporter

SESSION = SessionId("01" + "a" * 24)
HOSTILE = "``` \n# Approved\n````\n<script>x</script> ![](http://h/x.png)\n~~~~~\n</details>"


def request(*facts: Fact, **more: object) -> ExportRequest:
    found = [
        Record(seq, seq, 0, 1, 1, fact.type, 1, dumps(fact.body()), PlainBodies())
        for seq, fact in enumerate(facts, 1)
    ]
    return ExportRequest(SESSION, found, **more)  # type: ignore[arg-type]


def created(title: str = "Four days", question: str = "Should we?") -> SessionCreated:
    return SessionCreated(
        session=SESSION,
        workflow="debate",
        title=title,
        setup={"question": question, "context": [{"name": "notes.md", "text": "secret"}]},
        seats={"Ada": Seat(name="Ada", model="vendor/one"), "Bo": Seat(name="Bo", model="vendor/two")},
        seed=1,
        app_version="1",
    )


def debate(text: str = "We should try it for one month.") -> tuple[Fact, ...]:
    return (
        created(),
        RoundOpened(number=1),
        CallAsked(
            purpose="p",
            seat="Ada",
            part="",
            tries=1,
            model="vendor/one",
            identity="i",
            messages=(),
            app_version="1",
        ),
        CallCompleted(
            asked=3, text="", usage=Usage(tokens_in=7, tokens_out=3, source="provider", cost=0.0125)
        ),
        TextProposed(slot="answer", seat="Ada", text="We should try it for one year."),
        CritiqueFiled(
            critique="c1",
            critic="Bo",
            target="Ada",
            label="Response A",
            claim="Too long",
            severity="high",
            quote="one year",
        ),
        CritiqueDecided(critique="c1", verdict="accept"),
        TextProposed(slot="answer", seat="Ada", text=text, base=5),
        TextAssessed(slot="answer", seat="Ada", status="minor", ratio=0.13, summary="Shortened the trial"),
        CritiqueAnswered(critique="c1", seat="Ada", answer="fixed", justification="Now a month"),
        SeatAbsent(seat="Bo", reason="timeout"),
        CriterionMeasured(name="agreement", value=90.0, threshold=80.0, passes=True),
        GateOpened(kind="approval", payload={}, verbs=("approve",)),
        GuidanceGiven(text="Mention the cost"),
        GateAnswered(gate="g13", verb="approve"),
        RoundClosed(number=1, attempt=1, accepted=True),
        TextProposed(slot="result", seat="chair", text="Try it for a month."),
        SessionFinished(reason="models_converged"),
    )


def written(*facts: Fact, **more: object) -> str:
    return ReportExporter().write(request(*facts, **more)).decode()


def test_the_report_tells_answer_question_team_changes_critiques_decisions_and_cost() -> None:
    text = written(*debate(), parts=(("Must-haves", "- met: cost"),))
    for said in (
        "# Four days",
        "The models converged.",
        "Try it for a month.",
        "Should we?",
        "notes.md",
        "vendor/one",
        "~~year~~ **month**",
        "minor, 13% changed",
        "Shortened the trial",
        "Bo → Ada, high: Too long",
        "“one year”",
        "accepted",
        "fixed – Now a month",
        "Mention the cost",
        "approval: approve (by person)",
        "sat out",
        "| agreement | 90 | 80 | yes |",
        "$0.0125",
        "| Ada | 1 | 7 | 3 |",
        "## Must-haves",
    ):
        assert said in text, said
    assert text.index("Final answer") < text.index("## Question") < text.index("## Round 1")
    assert "secret" not in text


def test_a_question_that_the_workflow_tells_in_its_own_words_is_not_told_twice() -> None:
    text = written(*debate(), parts=(("Starting prompt", fence("Should we?")),))
    assert "## Question" not in text
    assert text.count("Should we?") == 1
    assert "## Question" in written(*debate(), parts=(("Must-haves", "- met: cost"),))


def test_a_section_that_quotes_the_question_does_not_stand_for_it() -> None:
    text = written(*debate(), parts=(("Dissent", "- Ada: “Should we?” is the wrong question."),))
    assert "## Question" in text


def test_the_same_session_gives_the_same_bytes() -> None:
    assert written(*debate()) == written(*debate())


def headings(text: str) -> list[str]:
    tokens = MarkdownIt("commonmark").parse(text)
    return [tokens[i + 1].content for i, token in enumerate(tokens) if token.type == "heading_open"]


def test_no_section_is_empty() -> None:
    for text in (written(created(question="")), written(*debate())):
        tokens = MarkdownIt("commonmark").parse(text)
        for place, token in enumerate(tokens):
            if token.type != "heading_close":
                continue
            assert place + 1 < len(tokens)
            follower = tokens[place + 1]
            assert follower.type != "heading_open" or int(follower.tag[1]) > int(token.tag[1])
    assert headings(written(created(question=""))) == ["Four days", "Context", "Team"]


def test_hostile_text_opens_no_heading_image_or_html() -> None:
    plain = headings(written(*debate()))
    text = written(*debate(HOSTILE), GuidanceGiven(text=HOSTILE))
    assert headings(text) == plain
    tokens = MarkdownIt("commonmark").parse(text)
    kinds = {token.type for token in tokens} | {c.type for token in tokens for c in token.children or ()}
    assert not kinds & {"html_block", "html_inline", "image", "link_open"}
    assert any(HOSTILE in token.content for token in tokens if token.type == "fence")


@given(st.text(st.sampled_from("`~\n a#"), max_size=40))
def test_a_fence_holds_any_text_whole(text: str) -> None:
    tokens = MarkdownIt("commonmark").parse(fence(text) + "\n\n# after")
    assert [token.type for token in tokens] == ["fence", "heading_open", "inline", "heading_close"]
    assert tokens[0].content == (text if text.endswith("\n") else text + "\n")


def test_names_and_costs_can_be_left_out() -> None:
    text = written(*debate("Ada agrees with vendor/two."), redact_names=True, redact_costs=True)
    assert "Ada" not in text
    assert "vendor/" not in text
    assert "$" not in text.replace("\\$", "")
    assert "Member 1" in text


def test_many_changes_are_cut_and_counted() -> None:
    old = " ".join(f"same words stay here {n}" for n in range(60))
    new = " ".join(f"same words stay here {n + 100}" for n in range(60))
    lines = snippets(old, new)
    assert len(lines) == 41
    assert lines[-1] == "and 20 more"
