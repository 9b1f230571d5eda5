"""The Markdown report: what a reader finds in it and where, and that no text breaks out of its place."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from app.domain.canonical import dumps
from app.domain.fact_base import Fact, PlainBodies, Record
from app.domain.facts import (
    CallAsked,
    CallCompleted,
    CallFailed,
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
    SeatDropped,
    SessionCreated,
    SessionFinished,
    TextAssessed,
    TextDecided,
    TextProposed,
)
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.domain.reporting import (
    Document,
    Ending,
    MeasureKind,
    Part,
    Place,
    Remark,
    RuleChecked,
    WorkflowReport,
    ending_sentence,
)
from app.domain.seats import Seat
from app.domain.usage import Usage
from app.engine.exporting import ExportRequest
from app.export.changes import margin_notes, told_by_changes
from app.export.registry import EXPORTERS
from app.export.wording import ended
from app.markup.escaping import fence

SESSION = SessionId("01" + "a" * 24)
HOSTILE = """``` \n# Approved\n````\n<script>x</script> ![](http://h/x.png)\n~~~~~\n</details>\n
## Round 1\n\nCost\n---"""


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


@pytest.mark.parametrize(
    ("question", "title", "told"),
    [
        (
            "# Should the harbour move to the north pier by May?\nWe are twelve.",
            "Should the harbour move to the…",
            "Should the harbour move to the north pier by May?",
        ),
        ("Should we? We are twelve people with one boat.", "Should we? We are twelve…", "Should we?"),
        ("Should we? " + "a " * 300, "Another title…", "Another title…"),
        ("So " * 100, "So So So…", "So So So…"),
    ],
)
def test_a_report_bears_the_whole_sentence_that_a_list_cut_for_its_title(
    question: str, title: str, told: str
) -> None:
    asked = created(title, question)
    report = EXPORTERS["md"].write(request(asked, RoundOpened(number=1))).decode()
    assert report.startswith(f"# {told}\n")
    table = EXPORTERS["csv"].write(request(asked, CriterionMeasured(name="x", value=1.0))).decode()
    assert table.splitlines()[1].split(",")[1] == told


def debate(
    text: str = "We should try it for one month.", result: str = "Try it for a month."
) -> tuple[Fact, ...]:
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
            asked=3, text="", usage=Usage(tokens_in=1700, tokens_out=3, source="provider", cost=0.0125)
        ),
        TextProposed(slot="answer", seat="Ada", text="It is cold.\n\nWe should try it for one year."),
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
        TextProposed(slot="answer", seat="Ada", text=f"It is cold.\n\n{text}", base=5),
        TextAssessed(slot="answer", seat="Ada", status="minor", ratio=0.13, summary="Shortened the trial"),
        CritiqueAnswered(critique="c1", seat="Ada", answer="fixed", justification="Now a month"),
        SeatAbsent(seat="Bo", reason="timeout"),
        CriterionMeasured(name="agreement", value=79.96, threshold=80.0, passes=False),
        GateOpened(kind="approval", payload={}, verbs=("approve",)),
        GuidanceGiven(text="Mention the cost", pinned=False),
        GateAnswered(gate="g13", verb="approve"),
        RoundClosed(number=1, attempt=1, accepted=True),
        TextProposed(slot="result", seat="chair", text=result),
        SessionFinished(reason="models_converged"),
    )


TOLD = WorkflowReport(
    decision="Try it.",
    findings=(
        Part(
            name="disputed",
            title="Disputed",
            remarks=(
                Remark(
                    text="How long",
                    sides=(Remark(text="A year", who=("Bo",), assumes="nobody leaves"),),
                    place=Place(round=1),
                ),
            ),
        ),
        Part(name="dissent", title="Dissent", none="None."),
        Part(name="nothing", title="Left out"),
    ),
    measures={"agreement": MeasureKind(title="Agreement", unit="%")},
    verbs={"approval/approve": "Approved the round"},
)


def written(*facts: Fact, **more: object) -> str:
    return EXPORTERS["md"].write(request(*facts, **more)).decode()


def test_a_place_of_the_workflow_is_no_member() -> None:
    told = TOLD.model_copy(update={"posts": {"Bo": "Verifier"}})
    assert "Member: Ada. Cost" in written(*debate(), workflow_report=told)


def test_the_report_tells_decision_answer_rounds_decisions_and_cost_in_this_order() -> None:
    text = written(*debate(), workflow_report=TOLD)
    offsets = []
    for passage in (
        "# Four days",
        "Finished 1 January 1970, 00:00 UTC after 1 round. Members: Ada and Bo. Cost: $0.013.",
        "**Decision.** Try it.",
        "- **Disputed**\n  - How long ([round 1](#round-1))\n    - **Bo**: A year. *Assumes:* nobody leaves",
        "- **Dissent**: None.",
        "## The answer\n\nTry it for a month.",
        "> Should we?",
        "Given with it: notes.md.",
        "## Round 1",
        "> It is cold.",
        "- **Bo → Ada**, high: Too long. On “one year”. *The person accepted it.* Ada: addressed – Now",
        "**Ada** – changed a little (13 %): Shortened the trial. *Unchanged since the answer above,",
        "- Changed: We should try it for one ~~year~~ **month**.",
        "- Agreement: 79.96 % (needed: 80 %, not reached)",
        "Guidance of the person for the next round:",
        "> Mention the cost",
        "- Approved the round, by the person (1 January 1970, 00:00 UTC).",
        "- Bo – sat out: timeout.",
        "| Ada | generalist | vendor/one | 1 | 1,700 | 3 | $0.013 |",
    ):
        assert text.count(passage) == 1, (passage, text)
        offsets.append(text.index(passage))
    assert offsets == sorted(offsets)
    assert "secret" not in text
    assert "Left out" not in text


def test_what_a_workflow_tells_of_the_question_is_not_told_twice() -> None:
    workflow_report = WorkflowReport(
        documents=(Document(title="Starting prompt", markdown=fence("Should we?")),)
    )
    text = written(*debate(), workflow_report=workflow_report)
    assert "> Should we?" not in text
    assert text.count("Should we?") == 1
    assert "> Should we?" in written(*debate())


def test_the_same_session_gives_the_same_bytes() -> None:
    assert written(*debate()) == written(*debate())


def headings(text: str) -> list[str]:
    tokens = MarkdownIt("commonmark").parse(text)
    return [tokens[i + 1].content for i, token in enumerate(tokens) if token.type == "heading_open"]


def test_no_section_is_empty() -> None:
    for text in (written(created(question="")), written(*debate(), workflow_report=TOLD)):
        tokens = MarkdownIt("commonmark").parse(text)
        for index, token in enumerate(tokens):
            if token.type != "heading_close":
                continue
            assert index + 1 < len(tokens)
            follower = tokens[index + 1]
            assert follower.type != "heading_open" or int(follower.tag[1]) > int(token.tag[1])
    found = headings(written(created(question="")))
    assert found == ["Four days", "The question", "Who took part, and what it cost"]


def test_no_text_opens_a_section_of_the_report_an_image_or_html() -> None:
    def own(text: str) -> list[str]:
        tokens = MarkdownIt("commonmark").parse(text)
        return [
            tokens[i + 1].content for i, t in enumerate(tokens) if t.type == "heading_open" and t.tag < "h3"
        ]

    plain = own(written(*debate()))
    text = written(*debate(HOSTILE, HOSTILE), GuidanceGiven(text=HOSTILE))
    assert own(text) == plain
    assert headings(text).count("Round 1") == 1
    tokens = MarkdownIt("commonmark").parse(text)
    kinds = {token.type for token in tokens} | {c.type for token in tokens for c in token.children or ()}
    assert not kinds & {"html_block", "html_inline", "image"}
    links = {str(c.attrs["href"]) for token in tokens for c in token.children or () if c.type == "link_open"}
    assert all(link.startswith("#") for link in links)


@given(st.text(st.sampled_from("`~\n a#"), max_size=40))
def test_a_fence_holds_any_text_whole(text: str) -> None:
    tokens = MarkdownIt("commonmark").parse(fence(text) + "\n\n# after")
    assert [token.type for token in tokens] == ["fence", "heading_open", "inline", "heading_close"]
    assert tokens[0].content == (text if text.endswith("\n") else text + "\n")


def test_names_and_costs_can_be_left_out() -> None:
    text = written(
        *debate("Ada agrees with vendor/two."), workflow_report=TOLD, redact_names=True, redact_costs=True
    )
    assert not re.search(r"\bAda\b|\bBo\b", text)
    assert "vendor/" not in text
    assert "$" not in text
    assert "Member 1" in text


def test_a_rejected_attempt_keeps_its_own_text_and_the_accepted_one_its_edit() -> None:
    """What was decided about the second attempt says nothing of the first, and the other way round."""

    def at(number: int, *facts: Fact) -> list[tuple[int, Fact]]:
        return [(number, fact) for fact in facts]

    rejected = at(
        1,
        RoundOpened(number=1),
        TextProposed(slot="answer", seat="Ada", text="Sell the boat."),
        TextAssessed(slot="answer", seat="Ada", status="changed", ratio=0.9, summary="sold it"),
        RoundClosed(number=1, attempt=1, accepted=False, feedback="No."),
    )
    # Only Bo writes again: Ada's text stays, and is judged and edited anew.
    accepted = at(
        2,
        RoundOpened(number=1, attempt=2),
        TextProposed(slot="answer", seat="Bo", text="Keep the house."),
        TextAssessed(slot="answer", seat="Ada", status="held", summary="kept it"),
        TextAssessed(slot="answer", seat="Bo", status="held"),
        TextDecided(slot="answer", seat="Ada", choice="edit", edit="Rent the boat."),
        RoundClosed(number=1, attempt=2, accepted=True),
    )
    records = [
        Record(seq, seq, 0, 1, number, fact.type, 1, dumps(fact.body()), PlainBodies())
        for seq, (number, fact) in enumerate([*at(0, created()), *rejected, *accepted], 1)
    ]
    text = EXPORTERS["md"].write(ExportRequest(SESSION, records)).decode()
    first, second = text.split("## Round 1, attempt ")[1:]
    assert ("Sell the boat." in first, "Rent" in first, "sold it" in first, "kept it" in first) == (
        True,
        False,
        True,
        False,
    )
    assert "**Ada** keeps its answer of attempt 1." in second
    assert "~~Sell~~ **Rent** the boat." in second
    assert "sold it" not in second


@pytest.mark.parametrize(
    ("rejected", "told"), [(False, "Waiting for a decision in round 2."), (True, "in round 2, attempt 2.")]
)
def test_what_waits_for_a_decision_says_in_which_round(rejected: bool, told: str) -> None:
    again = (
        RoundClosed(number=2, attempt=1, accepted=False),
        RoundOpened(number=2, attempt=2),
    )
    asked = GateOpened(kind="approval", payload={}, verbs=("approve",))
    second = (RoundOpened(number=2), *(again if rejected else ()), asked)
    text = written(created(), RoundOpened(number=1), RoundClosed(number=1, attempt=1, accepted=True), *second)
    assert told in text.splitlines()[2]


@pytest.mark.parametrize(
    ("by", "told"), [("person", True), ("file", True), ("flag", False), ("policy", False)]
)
def test_what_nobody_was_asked_for_is_no_deed_of_the_person(
    by: Literal["person", "file", "flag", "policy"], told: bool
) -> None:
    def text(accepted: bool) -> str:
        facts = (
            created(),
            RoundOpened(number=1),
            GateOpened(kind="approval", payload={}, verbs=("approve", "reject")),
            GateAnswered(gate="g3", verb="reject", by=by),
            RoundClosed(number=1, attempt=1, accepted=accepted),
        )
        return written(*facts, workflow_report=TOLD)

    assert ("Rejected the attempt" in text(False).partition("\n## ")[2].partition("\n## ")[0]) == told
    assert "Rejected the attempt" not in text(True)


def test_headings_of_a_workflows_own_part_stand_below_its_title() -> None:
    document = Document(title="Chapters", markdown="*one.md*:\n\n# One\n\n## Scene\n\n```\n# code\n```")
    text = written(*debate(), workflow_report=TOLD.model_copy(update={"documents": (document,)}))
    part = text.partition("## Chapters\n\n")[2].partition("\n\n## ")[0]
    assert part == "*one.md*:\n\n### One\n\n#### Scene\n\n```\n# code\n```"


def test_a_text_that_was_rewritten_is_told_in_full_and_another_by_its_changes() -> None:
    old = "\n\n".join(f"Passage {n} says what it says." for n in range(6))
    assert told_by_changes(old, "All of it is new.\n\nEvery word.") is None
    changed = told_by_changes(old, old.replace("Passage 3 says", "Passage 3 denies") + "\n\nAnd one more.")
    assert changed == ["- Changed: Passage 3 ~~says~~ **denies** what it says.", "- New: And one more."]


def test_a_row_of_a_table_that_changed_is_told_by_its_cells() -> None:
    head = (
        "# Steps\n\nThe steps and their dates are those of the board.\n\n| Step | Who | By |\n|---|---|---|\n"
    )
    old = head + "| Notice | Legal | 28 April |\n| Termination | Board | 3 June |\n\n| x | = 1 |x| is a sum."
    new = old.replace("| Termination", "| Talks | Board | 30 July |\n| Termination").replace(
        "3 June", "31 August"
    )
    changed = told_by_changes(old, new)
    assert changed == [
        "- New: Talks · Board · 30 July",
        "- Changed: Termination · Board · ~~3 June~~ **31 August**",
    ]


def test_what_stands_in_the_answer_is_left_out_with_its_heading_and_nothing_comes_under_another() -> None:
    answer = """## What speaks for it\n\n- Revenue rose by 1.4 per cent.

## What speaks against it\n\n- Costs rose by one half."""
    mine = f"{answer}\n- The survey is uncertain about that.\n\n## What is left\n\n- Costs rose by one half."
    assert margin_notes(answer, mine) == (
        "## What speaks against it\n\n- The survey is uncertain about that."
    )
    assert margin_notes("Something else altogether.", mine) is None


def test_what_stands_elsewhere_whole_is_told_so_and_nothing_is_told_in_parts_that_say_nothing() -> None:
    formula = "The rate is what counts, for the queue grows with it.\n\n$$\nW_q = \\rho\n$$\n\n"
    rich = f"# Rates\n\n{formula}| Option | Cost |\n|---|---:|\n| Postgres | 0 |\n\n```sql\nSELECT 1;\n```\n"
    assert margin_notes(rich, rich) == ""
    assert margin_notes(rich, f"{rich}\nAnd one thing besides.\n\n$$\na = b\n$$\n") is None


def test_a_text_that_stays_is_unchanged_since_the_round_it_is_from() -> None:
    facts: list[tuple[int, Fact]] = [(0, created())]
    for number in (1, 2, 3):
        base = None if number == 1 else len(facts) - 2
        facts += [
            (number, RoundOpened(number=number)),
            (number, TextProposed(slot="answer", seat="Ada", text="Sell the boat.", base=base)),
            (number, TextAssessed(slot="answer", seat="Ada", status="held")),
            (number, RoundClosed(number=number, attempt=1, accepted=True)),
        ]
    records = [
        Record(seq, seq, 0, number, 1, fact.type, 1, dumps(fact.body()), PlainBodies())
        for seq, (number, fact) in enumerate(facts, 1)
    ]
    text = EXPORTERS["md"].write(ExportRequest(SESSION, records)).decode()
    assert text.count("Sell the boat.") == 1
    assert text.count("- **Ada**: *Unchanged since round 1.*") == 2


def test_a_sentence_that_ends_in_a_quotation_has_one_full_stop() -> None:
    assert ended("“Not more than two.”") == "“Not more than two.”"
    assert ended("It says “two”") == "It says “two”."


def test_a_figure_that_no_workflow_describes_is_told_of_a_hundred_as_every_screen_tells_it() -> None:
    assert "- Agreement: 79.96 % (needed: 80 %, not reached)" in written(*debate())


def test_the_same_mishap_of_several_stands_once_with_whom_and_how_often() -> None:
    def failed(seat: str, seq: int) -> tuple[Fact, ...]:
        asked = CallAsked(
            purpose="p", seat=seat, part="", tries=1, model="m", identity="i", messages=(), app_version="1"
        )
        return asked, CallFailed(asked=seq, kind="connection", message="No line.", sent=False)

    facts: tuple[Fact, ...] = (created(), RoundOpened(number=1))
    for _ in range(2):
        for seat in ("Ada", "Bo"):
            facts += failed(seat, len(facts) + 1)
    assert "- Ada and Bo – a call failed, 2 times each: No line." in written(*facts)


def test_a_session_that_failed_before_any_round_is_told_in_a_whole_sentence() -> None:
    text = written(created(), SessionFinished(reason="error_occurred"))
    assert ",." not in text


def test_texts_of_several_files_are_told_with_their_files_and_what_they_were_made_from() -> None:
    found: list[tuple[int, Fact]] = [
        (0, created()),
        (0, TextProposed(slot="a.md", seat="the person", text="One is old. It stays.")),
        (1, RoundOpened(number=1)),
        (1, TextProposed(slot="a.md", seat="Ada", text="One is new. It stays.", base=2)),
        (1, TextProposed(slot="notes/b.md", seat="Ada", text="Two.")),
        (1, RoundClosed(number=1, attempt=1, accepted=True)),
    ]
    records = [
        Record(seq, seq, 0, number, 1, fact.type, 1, dumps(fact.body()), PlainBodies())
        for seq, (number, fact) in enumerate(found, 1)
    ]
    report = WorkflowReport(texts_title="New texts", revised_title="Changed texts", text_noun="text")
    text = EXPORTERS["md"].write(ExportRequest(SESSION, records, workflow_report=report)).decode()
    assert "### New texts\n\n**Ada** (*notes/b.md*)\n> Two." in text
    since = "*Unchanged since the text as it was before the first round, but for:*"
    assert f"### Changed texts\n\n**Ada** (*a.md*): {since}" in text


@pytest.mark.parametrize(
    "path", ["/home/ann/secret/sources", "C:\\Users\\ann\\secret\\sources\\", "~/secret/sources"]
)
def test_where_a_folder_lies_on_a_disk_is_told_to_nobody(path: str) -> None:
    fact = created()
    text = written(fact.model_copy(update={"setup": {"question": "Should we?", "folder": path}}))
    assert "Given with it: sources." in text
    assert "secret" not in text


def test_criteria_that_must_all_hold_are_not_called_the_one_that_ended_it() -> None:
    rules = tuple(RuleChecked(number=n, title=f"Rule {n}", holds=True) for n in (1, 2))
    for together, told in (
        (True, "The criteria, all of which must hold:"),
        (False, "(in bold: what ended it):"),
    ):
        report = WorkflowReport(ending=Ending(rules=rules, together=together))
        text = written(*debate(), workflow_report=report)
        assert told in text
        assert ("**yes**" in text) is not together


@pytest.mark.parametrize(
    ("phrase", "told"),
    [
        ("you closed it", "The person closed it."),
        ("it ended before all criteria held", "It ended before all criteria held."),
        ("the folder was left alone", "It ended: the folder was left alone."),
    ],
)
def test_why_it_ended_is_told_to_others_as_of_a_third_person(phrase: str, told: str) -> None:
    assert ending_sentence(words(phrase)) == told


def test_the_first_page_tells_the_beginning_of_a_long_part_and_where_all_of_it_stands() -> None:
    gaps = Part(name="gaps", title="Gaps", remarks=tuple(Remark(text=f"Gap number {n}.") for n in range(40)))
    report = TOLD.model_copy(update={"findings": (*TOLD.findings, gaps)})
    text = written(*debate(), workflow_report=report)
    first, _, rest = text.partition("## The answer")
    assert "  - Gap number 9." in first
    assert "Gap number 10." not in first
    assert "[and 30 more](#how-it-was-decided)" in first
    assert all(f"Gap number {n}." in rest.partition("## How it was decided")[2] for n in range(40))
    alone = written(*debate(), workflow_report=report, contents=frozenset({"summary"}))
    assert all(f"Gap number {n}." in alone for n in range(40))


def test_who_had_no_answer_to_revise_is_not_said_to_have_been_left_out() -> None:
    skipped = [TextAssessed(slot="answer", seat=seat, status="skipped") for seat in ("Ada", "Bo")]
    opened = (created(), RoundOpened(number=1))
    page = EXPORTERS["md"].write(request(*opened, *skipped)).decode()
    assert "- **Ada** and **Bo** have no answer." in page
    page = EXPORTERS["md"].write(request(*opened, SeatDropped(seat="Bo"), *skipped)).decode()
    assert "- **Ada** has no answer.\n- **Bo** was left out." in page


def test_who_wrote_the_answer_stands_with_it_where_there_is_nothing_to_summarise() -> None:
    result = TextProposed(slot="result", seat="chair", text="Try it for a month.")
    facts = (created(), RoundOpened(number=1), result, SessionFinished(reason="models_converged"))
    page = written(*facts)
    assert "## Summary" not in page
    assert "## The answer\n\n*Written by: chair*\n\nTry it for a month." in page
    page = written(*debate(), workflow_report=WorkflowReport(decision="Try it."))
    assert page.index("**Decision.**") < page.index("*Written by: chair*") < page.index("## The answer")
    alone = written(*debate(), contents=frozenset({"answer"}))
    assert "Written by" not in alone


def test_the_question_stands_in_its_place_though_a_note_quotes_it() -> None:
    for noted, asked in (("> Should we?", True), ("Should we?", False)):
        documents = (Document(title="Notes", markdown=noted),)
        page = written(*debate(), workflow_report=WorkflowReport(documents=documents))
        assert ("> Should we?" in page.partition("## Notes")[0]) is asked


def test_a_quotation_that_is_a_sentence_is_ended_once() -> None:
    point = CritiqueFiled(
        critique="c1", critic="Bo", target="Ada", label="A", claim="No", severity="low", quote="It is cold."
    )
    facts = [point if one.type == point.type else one for one in debate()]
    assert "No. On “It is cold.” *The person accepted it.*" in written(*facts)


def test_what_a_critique_says_is_missing_stands_there_unless_its_claim_holds_it() -> None:
    for claim, told in (("It leaves out the roof", False), ("It is short", True)):
        point = CritiqueFiled(
            critique="c1",
            critic="Bo",
            target="Ada",
            label="A",
            claim=claim,
            severity="low",
            missing="the roof",
        )
        facts = [point if one.type == point.type else one for one in debate()]
        assert ("Missing: the roof." in written(*facts)) is told


def test_of_a_cost_that_nobody_knows_the_word_cost_is_said_once() -> None:
    facts = [
        one.model_copy(update={"usage": Usage(tokens_in=9, tokens_out=3, source="provider")})
        if isinstance(one, CallCompleted)
        else one
        for one in debate()
    ]
    assert " Cost unknown." in written(*facts).split("\n")[2]


def test_where_words_stand_already_is_said_as_one_says_it() -> None:
    line = "The harbour office costs 12,000 a year, and the old one 9,000."
    facts = [created(), RoundOpened(number=1)]
    facts += [TextProposed(slot="answer", seat=seat, text=line) for seat in ("Ada", "Bo")]
    assert "**Bo**: *It stands word for word above.*" in written(*facts)
    facts += [
        TextProposed(slot="result", seat="chair", text=line),
        SessionFinished(reason="models_converged"),
    ]
    page = written(*facts)
    assert "**Ada**: *It stands word for word in [the answer](#the-answer).*" in page
    assert "**Bo**: *It stands word for word in [the answer](#the-answer) or above.*" in page
