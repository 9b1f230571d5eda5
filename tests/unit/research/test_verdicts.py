"""A verdict on a citation counts: no name is lost, none is dropped in silence, nothing is asked twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from app.domain.canonical import dumps
from app.domain.messages import ModelRequest
from app.prompts.fences import read_fences
from app.workflows.research.rules.integration import SupportVerdict, assemble
from tests.support.examples import sampled
from tests.support.study import DOUBLES, FIVE, Council, found, study

OFF = found("Nobody was ever charged twice.", ("docs/billing.md", "4", "The wait doubles each time."))
ONCE = {"gate_policy": "never_ask", "max_iterations": 1}
Weigh = Callable[[Sequence[tuple[str, str]]], Any]


class Reader(Council):
    """Weighs lines by the prompt alone: `weigh` gets the items as they are shown."""

    def __init__(self, weigh: Weigh, findings: Sequence[dict[str, Any]]) -> None:
        super().__init__({"explore 1": list(findings)})
        self.weigh, self.asked = weigh, list[str]()

    def __call__(self, request: ModelRequest) -> Any:
        """Answer one request."""
        if request.purpose != "research_support":
            return super().__call__(request)
        prompt = request.messages[1].text
        if len(request.messages) == 2:
            self.asked.append(prompt)
        fences, _ = read_fences(prompt)
        return dumps({"claims": self.weigh([(one.name.removeprefix("item "), one.text) for one in fences])})


def against(items: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    """Say what the lines say, by the names that are shown."""
    return [
        {"id": name, "support": "against" if "charged twice" in text else "full", "why": "They do."}
        for name, text in items
    ]


async def test_what_speaks_against_its_finding_gives_no_confidence_opens_a_gap_and_is_told(
    tmp_path: Path,
) -> None:
    council = Reader(against, [FIVE, DOUBLES, OFF])
    async with study(tmp_path, council) as one:
        assert await one.open(**ONCE) == "finished"
        assert re.findall(r'<data name="item (\S+)">', council.asked[0]) == ["1", "2", "3"]
        off = next(finding for finding in one.state.findings if "twice" in finding.description)
        assert (off.confidence, off.row) == (0.4, "inference")
        assert f"support:{off.id}" in {gap.id for gap in one.state.gaps}
        assert (
            "“The wait doubles each time.” – *the lead model: it speaks against the claim*"
            in one.state.report
        )
        assert await one.facts("reply_mended") == []


@pytest.mark.parametrize(
    "written", sampled(["item {}", "Item {}:", "**{}**", " {} ", "#{}", "[{}]", "{}."], {"Item {}:", "[{}]"})
)
async def test_a_name_that_is_written_around_is_still_the_name(tmp_path: Path, written: str) -> None:
    def around(items: Sequence[tuple[str, str]]) -> Any:
        return [{**one, "id": written.format(one["id"])} for one in against(items)]

    async with study(tmp_path, Reader(around, [FIVE, OFF])) as one:
        assert await one.open(**ONCE) == "finished"
        assert [verdict.support for verdict in one.state.ledger.supports] == ["full", "against"]


async def test_a_reply_that_names_nothing_that_was_shown_is_asked_for_again_with_the_names(
    tmp_path: Path,
) -> None:
    council = Reader(lambda items: [], [FIVE, OFF])

    replies = iter([[{"id": "f1:1", "support": "full"}]])

    def second(items: Sequence[tuple[str, str]]) -> Any:
        return next(replies, against(items))

    council.weigh = second
    async with study(tmp_path, council) as one:
        assert await one.open(**ONCE) == "finished"
        again = [request for request in one.requests if request.purpose == "research_support"][1]
        assert "it names nothing that was shown; what may be named is “1”, “2”" in again.messages[-1].text
        assert [verdict.support for verdict in one.state.ledger.supports] == ["full", "against"]
        (mended,) = await one.facts("reply_mended")
        assert mended.how == ("asked_again",)


async def test_where_no_reply_names_what_was_shown_it_is_told_and_the_research_goes_on(
    tmp_path: Path,
) -> None:
    council = Reader(lambda items: [{"id": "f1:1", "support": "against"}], [FIVE, OFF])
    async with study(tmp_path, council) as one:
        assert await one.open(**ONCE) == "finished"
        assert [verdict.support for verdict in one.state.ledger.supports] == ["", ""]
        (mended,) = await one.facts("reply_mended")
        assert mended.how == ("asked_again", "unknown", "passed_over")


async def test_an_unknown_name_among_known_ones_and_one_that_is_passed_over_are_told(tmp_path: Path) -> None:
    council = Reader(lambda items: [*against(items)[1:], {"id": "9", "support": "full"}], [FIVE, OFF])
    async with study(tmp_path, council) as one:
        assert await one.open(**ONCE) == "finished"
        assert [verdict.support for verdict in one.state.ledger.supports] == ["", "against"]
        (mended,) = await one.facts("reply_mended")
        assert mended.how == ("unknown", "passed_over")


async def test_two_different_words_on_one_quote_are_none(tmp_path: Path) -> None:
    council = Reader(lambda items: [*against(items), {"id": "2", "support": "full"}], [FIVE, OFF])
    async with study(tmp_path, council) as one:
        assert await one.open(**ONCE) == "finished"
        assert [verdict.support for verdict in one.state.ledger.supports] == ["full", ""]
        (mended,) = await one.facts("reply_mended")
        assert "twice" in mended.how


async def test_no_question_is_put_twice_and_one_that_is_passed_over_is_put_once_more(tmp_path: Path) -> None:
    council = Reader(lambda items: [one for one in against(items) if one["support"] == "full"], [FIVE, OFF])
    council.answered = lambda iteration, question: "open"
    async with study(tmp_path, council) as one:
        assert await one.open(gate_policy="never_ask", max_iterations=4) == "finished"
        assert one.state.iteration > 2
        shown = ["charged twice" in prompt for prompt in council.asked]
        assert shown == [True, True], "the sound one once, the other one twice"
        assert len(set(council.asked)) == 2
        assert "MAX_ATTEMPTS" not in council.asked[1]


async def test_two_quotes_of_one_line_are_two_citations_each_with_its_own_words_and_verdict(
    tmp_path: Path,
) -> None:
    line = "In spring recall rose by 40 percent, and precision fell by two percent."
    files = {"notes.md": f"# Log\n\n{line}\n"}
    rose = found("Recall rose.", ("notes.md", "3", "recall rose by 40 percent"))
    fell = found("Nobody was charged twice.", ("notes.md", "3", "precision fell by two percent"))
    council = Reader(against, [rose, fell])
    council.files = list(files)
    async with study(tmp_path, council, files=files) as one:
        assert await one.open(**ONCE) == "finished"
        cited = one.state.report.partition("## Citations\n\n")[2].splitlines()[:2]
        assert [line.startswith(f"{n}. `notes.md`, line 3: “") for n, line in enumerate(cited, 1)] == [
            True,
            True,
        ]
        assert "recall rose by 40 percent" in cited[0]
        assert "precision fell by two percent” – *the lead model: it speaks against" in cited[1]


async def test_a_verdict_of_a_session_of_before_still_counts_for_every_quote_of_its_place(
    tmp_path: Path,
) -> None:
    council = Reader(against, [FIVE])
    async with study(tmp_path, council) as one:
        assert await one.open(**ONCE) == "finished"
        (finding,) = one.state.findings
        old = SupportVerdict(
            finding=finding.id, file="src/retry.py", first=3, last=3, support="no", iteration=1
        )
        known = assemble(replace(one.state.ledger, supports=[old]), one.state.table)
        assert known.findings[0].citations[0].support == "no"


async def test_a_passed_over_quote_that_would_make_the_same_question_is_left(tmp_path: Path) -> None:
    council = Reader(lambda items: [], [FIVE])
    council.answered = lambda iteration, question: "open"
    async with study(tmp_path, council) as one:
        assert await one.open(gate_policy="never_ask", max_iterations=4) == "finished"
        assert one.state.iteration > 2
        assert len(council.asked) == 1


async def test_a_file_of_any_name_is_cited_as_it_was_shown(tmp_path: Path) -> None:
    names = ("'Twas (late) & dark.md", normalize("NFD", "Höhe; 5.md"), "~a #3.md", "back\\slash.md")
    files = {name: f"# Log\n\nThe wheel number {at} turned.\n" for at, name in enumerate(names)}

    def shown(request: ModelRequest) -> Any:
        fences, _ = read_fences(request.messages[1].text)
        listed = next(fence.text for fence in fences if fence.name == "files").split("\n")
        at = {path: list(names).index(path) for path in listed}
        return [
            found(f"Wheel {n} turned.", (path, "3", f"wheel number {n} turned")) for path, n in at.items()
        ]

    council = Council({"explore 1": shown}, files=list(names))
    async with study(tmp_path, council, files=files) as one:
        assert await one.open(**ONCE) == "finished"
        cited = {place.file: place.check for finding in one.state.findings for place in finding.citations}
        assert cited == dict.fromkeys(names, "verified")
