"""The rules of the offline agents: what a file states, what of it answers, how two statements stand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.domain.canonical import JsonValue
from app.domain.messages import Message, ModelRequest, Reply
from app.workflows.research.model import Cited
from app.workflows.research.offline import statements as stating
from app.workflows.research.offline.matching import Scale, asked_in, matches, search_terms, wanted
from app.workflows.research.offline.seen import FileSeen
from app.workflows.research.offline.statements import Statement, statements
from app.workflows.research.offline.voices import RESEARCH_VOICES
from app.workflows.research.offline.weighing import relation, support
from app.workflows.research.rules.citations import Source, check

CODE = '''"""Plan the next attempt of a charge."""

from billing.queue import put

LIMIT = 5


class Planner:
    """Plans attempts.

    It doubles the wait each time, up to
    two days.

    :param clock: what time it is
    """

    def schedule(self, invoice):
        # The wait doubles with each
        # attempt of an invoice.
        text = """
        Not a remark. Only data.
        """
        return put(invoice, text)  # fine

    def bare(self):
        return None
'''
NOTES = """# Minutes

The pump at Uslar runs at 340 rpm, which is
more than before. It was repaired in May.
- Dr. Ahlers, e.g. a guest, asked for tea.
- Who pays for that?

| Day | Hours |
| Mon | The gate opens at eight. |
"""


def seen(path: str, text: str, first: int = 1) -> FileSeen:
    lines = text.rstrip("\n").split("\n")
    return FileSeen(path, len(lines), dict(enumerate(lines, first)))


def said(path: str, text: str, first: int = 1) -> list[str]:
    return [one.description for one in statements(seen(path, text, first))]


def test_prose_is_told_in_sentences_that_go_over_lines() -> None:
    found = statements(seen("notes.md", NOTES))
    assert [(one.first, one.last, one.description) for one in found] == [
        (
            3,
            4,
            "The pump at Uslar runs at 340 rpm, which is more than before. It was repaired in May.",
        ),
        (5, 5, "Dr. Ahlers, e.g. a guest, asked for tea."),
        (6, 6, "Who pays for that?"),
        (9, 9, "Mon | The gate opens at eight. |"),
    ]


def test_a_program_is_told_by_what_it_defines_and_what_is_said_of_it() -> None:
    assert said("plan.py", CODE) == [
        "plan.py: Plan the next attempt of a charge.",
        "plan.py uses `billing.queue`.",
        "`LIMIT` is 5 in plan.py.",
        "`Planner` (class in plan.py): Plans attempts.",
        "`Planner` in plan.py: It doubles the wait each time, up to two days.",
        "`Planner.schedule` in plan.py: The wait doubles with each attempt of an invoice.",
        '`Planner.schedule` (function in plan.py) begins: `text = """; return put(invoice, text)  # fine`.',
        "`Planner.bare` (function in plan.py) begins: `return None`.",
    ]


NUMPY = '''def subset(start, span):
    """
    Return a part of the map, as :class:`Map <pack.Map>` has it.

    Parameters
    ----------
    start : float
        The value to begin with.
    span: float, optional
        How far it goes. It may be negative.

    Returns
    -------
    Map
        The part.

    Notes
    -----
    The map is taken for a circle beyond its ends:

    - ``None`` keeps the map as it is,
      whatever the span.
    - ``True`` cuts the map into two parts.
    """
'''


def test_titles_parameters_and_lists_of_a_description_are_no_sentences_of_it() -> None:
    assert said("map.py", NUMPY) == [
        "`subset` (function in map.py): Return a part of the map, as `Map` has it.",
        "`subset` in map.py: The part.",
        "`subset` in map.py: `None` keeps the map as it is, whatever the span.",
        "`subset` in map.py: `True` cuts the map into two parts.",
    ]


@pytest.mark.parametrize(
    ("path", "text"), [("map.py", NUMPY), ("plan.py", CODE), ("notes.md", NOTES), ("notes.txt", NOTES)]
)
def test_every_quotation_stands_in_the_lines_it_names(path: str, text: str) -> None:
    source = Source(path, text, "")
    for one in statements(seen(path, text)):
        cited = Cited(file=path, first=one.first, last=one.last, quote=one.quote)
        assert check(cited, source).check == "verified", one


def test_lines_from_the_middle_of_a_text_are_no_code_and_the_code_behind_it_no_text() -> None:
    middle = '    of the thing at hand.\n    """\n    value = compute(1)\n\ndef after(x):\n    return x\n'
    assert said("a.py", middle, first=401) == ["`after` (function in a.py) begins: `return x`."]


def test_open_points_are_found_with_their_lines() -> None:
    marked = "# " + "TO" + "DO: ask the owner\nx = 1\n"
    found = [one for one in statements(seen("a.py", marked)) if one.kind == "open_point"]
    assert [(one.first, one.quote) for one in found] == [(1, "TO" + "DO: ask the owner")]


def test_settings_are_told_with_their_values() -> None:
    assert said("app.toml", '[db]\nhost = "localhost"  \n# The port of the server.\nport = 5432\n') == [
        '`host` is "localhost" in app.toml.',
        "The port of the server.",
        "`port` is 5432 in app.toml.",
    ]


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the characters that are looked at for abbreviations."""
    looked: list[int] = []

    class Counting:
        def search(self, text: str, begin: int, end: int) -> object:
            looked.append(end - begin)
            return None

    monkeypatch.setattr(stating, "_ABBREVIATED", Counting())
    return looked


def test_a_long_paragraph_costs_no_more_than_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = counted(monkeypatch)
    line = "Tea was served in the hall. " * 2_000
    assert len(said("a.md", line)) == 2_000
    assert sum(looked) < len(line)


def test_a_brief_is_split_into_what_it_asks() -> None:
    assert asked_in("We move. When does the lease end? Who has the keys?") == [
        "When does the lease end?",
        "Who has the keys?",
    ]
    assert asked_in("Find the owner of the hall. It is old.") == ["Find the owner of the hall."]
    assert asked_in("The hall") == ["The hall"]


def found_for(question: str, *texts: str) -> list[str]:
    """Return what answers a question, most telling first."""
    stated: list[Statement] = []
    for number, text in enumerate(texts):
        stated += statements(seen(f"{number}.md", text))
    found = matches(stated, [wanted("q1", question)], Scale(stated))
    return [one.statement.description for one in found]


def test_a_figure_that_is_asked_for_answers_with_one_word_of_the_question() -> None:
    needs = "The memory of Zephyr is 300 MB."
    assert found_for("How much memory does each service need?", needs, "Our memory of her is fond.") == [
        needs
    ]


def test_what_answers_speaks_of_the_matter_and_of_the_name_that_is_asked_for() -> None:
    uslar, zorge = "The pump at Uslar runs at 340 rpm.", "The pump at Zorge runs at 500 rpm."
    assert found_for("At what speed does the pump at Uslar run?", uslar, zorge, "Tea was served late.") == [
        uslar
    ]
    assert set(found_for("At what speed do the pumps run?", uslar, zorge)) == {uslar, zorge}


@pytest.mark.parametrize(
    "lure",
    [
        "Does the pump at Uslar run at 340 rpm?",
        "Perhaps the pump at Uslar runs at 340 rpm.",
        "It was proposed that the pump at Uslar runs at 340 rpm.",
        "Nobody knows whether the pump at Uslar runs at 340 rpm.",
    ],
)
def test_what_only_asks_or_supposes_answers_nothing(lure: str) -> None:
    assert found_for("At what speed does the pump at Uslar run?", lure) == []


def test_names_are_searched_for_first_and_each_question_has_its_turn() -> None:
    asked = [wanted("q1", "When was the station at Uslar opened?"), wanted("q2", "Who pays the guard?")]
    assert search_terms(asked, 4) == ["uslar", "guard", "station", "pay"]


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("The pump at Uslar runs at 340 rpm.", "At Uslar the pump runs at 410 rpm.", "contradicts"),
        ("The pump at Uslar runs at 340 rpm.", "At Zorge the pump runs at 410 rpm.", "unrelated"),
        ("The pump at Uslar runs at 340 rpm.", "At Uslar the pump runs at 340 rpm.", "same"),
        ("The pump at Uslar runs at 340 rpm.", "In winter the pump at Uslar runs at 300 rpm.", "qualifies"),
        ("In winter the pump at Uslar runs at 300 rpm.", "The pump at Uslar runs at 340 rpm.", "qualified"),
        ("Amounts are validated.", "Amounts are not validated.", "contradicts"),
        ("Amounts are not validated.", "Amounts are never validated.", "same"),
        ("Logging is enabled at night.", "Logging is disabled at night.", "contradicts"),
        (
            "The station at Uslar is run by Hillgate.",
            "The Oakfield club runs the station at Uslar.",
            "contradicts",
        ),
        (
            "The station at Uslar is operated by Hillgate.",
            "The station at Zorge is operated by Hillgate.",
            "unrelated",
        ),
        ("Zephyr is run by the Harbour team.", "The Quayside team runs Zephyr.", "contradicts"),
        ("Zephyr is run by the Harbour team.", "The service Bora is run by the Harbour team.", "unrelated"),
        ("The Harbour team runs Zephyr.", "The Harbour team runs Bora.", "unrelated"),
        ("Zephyr needs 300 MB of memory.", "The memory of Zephyr is 500 megabytes.", "contradicts"),
        ("Zephyr needs 300 MB of memory.", "Bora needs 500 MB of memory.", "unrelated"),
        ("`retries` is 5 in dev.toml.", "`retries` is 3 in prod.toml.", "contradicts"),
        ("`load` (function in a.py): Load rows.", "`save` (function in a.py): Load rows.", "unrelated"),
        ("The fee is 1,200 euros.", "The fee is 1200 euros.", "same"),
        ("The fee is 5 euros for 2 hours.", "The fee is 7 euros for 2 hours.", "contradicts"),
        ("The fee is five euros.", "The fee is 5 euros.", "same"),
        ("The deposit is three months' rent.", "Who leaves early owes two months' rent.", "unrelated"),
        ("The deposit is three months' rent.", "The deposit is two months' rent.", "contradicts"),
        ("The hall is open.", "The cat sleeps.", "unrelated"),
        ("", "", "unrelated"),
    ],
)
def test_how_two_statements_stand_to_each_other(a: str, b: str, kind: str) -> None:
    assert relation(a, b)[0] == kind


@pytest.mark.parametrize(
    ("claim", "quote", "kind"),
    [
        ("The rent is 900 euros.", "a.md:3 “The rent of the hall is 900 euros a month.”", "full"),
        ("The rent is 900 euros.", "a.md:3 “The rent is 950 euros.”", "against"),
        ("Amounts are validated.", "a.md:3 “Amounts are not validated.”", "against"),
        ("The rent is 900 euros.", "a.md:3 “Tea was served in the hall.”", "no"),
        ("The rent of the hall rises in May.", "a.md:3 “The hall has a stage.”", "no"),
    ],
)
def test_lines_support_a_claim_where_they_say_it(claim: str, quote: str, kind: str) -> None:
    assert support(claim, [quote])[0] == kind


def ask(purpose: str, messages: tuple[Message, ...], **inputs: JsonValue) -> Any:
    """Return what a voice answers."""
    request = ModelRequest(model="offline/a", seat="Ann", purpose=purpose, messages=messages, inputs=inputs)
    return RESEARCH_VOICES["*", purpose](request)


def test_an_agent_keeps_within_its_calls_and_reports_what_it_has() -> None:
    questions: list[JsonValue] = [{"id": f"q{n}", "text": f"Who feeds cat number{n}?"} for n in range(30)]
    files: list[JsonValue] = [f"{n}.md" for n in range(99)]
    for cap in (1, 2, 5, 40):
        messages: tuple[Message, ...] = (Message(role="user", text="go"),)
        calls = 0
        while True:
            reply = ask("research_explore", messages, questions=questions, files=files, tool_cap=cap)
            assert isinstance(reply, Reply)
            if not reply.tool_calls:
                break
            calls += len(reply.tool_calls)
            assert calls < cap or cap == 1
            assert len({call.id for call in reply.tool_calls}) == len(reply.tool_calls)
            messages += (Message(role="assistant", text="", tool_calls=reply.tool_calls),)
            messages += tuple(
                Message(role="tool", text="error: gone", tool_call_id=call.id) for call in reply.tool_calls
            )
        assert calls < cap or calls == 0
        assert json.loads(reply.text)["findings"] == []


def test_dates_are_figures_and_their_months_no_names() -> None:
    """Two dates for the end of one lease were taken for two things, for June and December are capitalised."""
    lease, letter = "The lease ends on 30 June 2027.", "The lease ends on 31 December 2027."
    assert relation(lease, letter) == ("contradicts", "the figures differ: 2027-06-30 and 2027-12-31")
    assert relation(lease, "The lease ends on June 30th, 2027.")[0] == "same"
    assert relation(lease, "The rent is due on 31 May 2027.")[0] == "unrelated"
    assert support(lease, ["lease.md:3 “The lease ends on 31 December 2027.”"])[0] == "against"
