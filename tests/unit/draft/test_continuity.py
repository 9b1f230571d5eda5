"""Continuity: facts with quotes, kept while their file stays; contradictions found with both their places."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pytest

from app.diffing.quotations import find_quotation, line_of, same_words
from app.workflows.common.prose import sentences
from app.workflows.draft.asked import ContinuityAsked
from app.workflows.draft.rules.continuity import (
    ContinuityReply,
    FactReply,
    FactsReply,
    FileFacts,
    Finding,
    FindingReply,
    Silence,
    as_feedback,
    current,
    findings_of,
    is_silent,
    kept_facts,
    questions,
    silence,
    stale_files,
)
from tests.support.planted_novel import PLANTED, novel_with_contradictions
from tests.support.read_replies import parse_reply

A, B = "chapters/01.md", "chapters/09.md"


def fact(about: str, says: str, quote: str, aspect: str = "eyes") -> FactReply:
    return FactReply(about=about, kind="who", aspect=aspect, says=says, quote=quote)


def facts(path: str, text: str, *found: FactReply) -> FileFacts:
    return kept_facts(path, text, FactsReply(facts=found))


# --- the planted novel ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def novel() -> dict[str, str]:
    return novel_with_contradictions()


@pytest.fixture(scope="module")
def book(novel: dict[str, str]) -> dict[str, FileFacts]:
    return read_closely(novel)


@pytest.fixture(scope="module")
def found(novel: dict[str, str], book: dict[str, FileFacts]) -> list[Finding]:
    return asked_and_found(novel, book)


def planted_in(finding: Finding) -> int | None:
    for index, one in enumerate(PLANTED):
        sides = (finding.first.quote, finding.second.quote)
        for first, second in (sides, sides[::-1]):
            if same_words(first, one.first) and same_words(second, one.second):
                return index
    return None


def asked_and_found(
    files: Mapping[str, str], book: Mapping[str, FileFacts], silences: Sequence[Silence] = ()
) -> list[Finding]:
    found: dict[str, Finding] = {}
    for question in questions(book, files, silences=silences):
        more, lost = findings_of(seen_together(question), question, silences)
        assert lost == 0
        found |= {one.key: one for one in more}
    return list(found.values())


def read_closely(files: Mapping[str, str]) -> dict[str, FileFacts]:
    return {path: kept_facts(path, text, every_sentence(path, text)) for path, text in files.items()}


def every_sentence(path: str, text: str) -> FactsReply:
    """Return a reply that takes every sentence for a fact and calls its sides whatever comes to mind."""
    kinds = ("who", "is", "where", "when", "has", "knows")
    found = []
    for index, sentence in enumerate(sentences(text)):
        named = re.search(
            r"\b(?:[Tt]he (?:\w+ ){0,3}?(?=is|was|has|takes|lies|hangs|took)|[A-Z]\w{2,})", sentence
        )
        if named and len(sentence) > 10:
            found.append(
                FactReply(
                    about=named.group().strip(),
                    kind=kinds[(index + len(path)) % len(kinds)],  # type: ignore[arg-type]  # one of the six
                    aspect=f"thing {index % 7}",
                    says=sentence,
                    quote=sentence,
                )
            )
    return FactsReply(facts=tuple(found))


def seen_together(question: ContinuityAsked) -> ContinuityReply:
    """Return what a model finds that knows every contradiction, and only in the passages it is shown."""
    found = []
    for dossier in question.dossiers:
        for one in PLANTED:
            numbers = [
                next((f.number for f in dossier.facts if same_words(f.quote, side)), None)
                for side in (one.first, one.second)
            ]
            if None not in numbers:
                found.append(FindingReply(first=numbers[0], second=numbers[1], what="Both cannot be."))  # type: ignore[arg-type]  # none is None
    return ContinuityReply(findings=tuple(found))


def test_a_model_that_is_only_as_good_as_what_it_is_shown_is_shown_nine_of_ten(
    novel: dict[str, str], book: dict[str, FileFacts], found: list[Finding]
) -> None:
    assert sum(len(one.facts) for one in book.values()) > 800
    assert len({planted_in(one) for one in found}) >= 0.9 * len(PLANTED)
    for one in found:
        for side in (one.first, one.second):
            quoted = find_quotation(novel[side.path], side.quote)
            assert quoted is not None
            assert line_of(novel[side.path], quoted.start) == side.line


def test_what_is_asked_at_once_stays_small_however_much_is_said_of_one_thing(
    novel: dict[str, str], book: dict[str, FileFacts]
) -> None:
    for question in questions(book, novel, batch=20_000):
        assert len(question.dossiers) == 1 or len(question.model_dump_json()) < 40_000
        assert max(len(dossier.facts) for dossier in question.dossiers) <= 40
        numbers = [f.number for dossier in question.dossiers for f in dossier.facts]
        assert numbers == list(range(1, len(numbers) + 1))


def test_intended_silences_one_for_good_and_no_other(novel: dict[str, str], found: list[Finding]) -> None:
    meant, other = found[3], found[0]
    few = {side.path: novel[side.path] for one in (meant, other) for side in (one.first, one.second)}
    silent = silence(meant, "Anton lies about it.")
    book = read_closely(few)
    before = {one.key for one in asked_and_found(few, book)}
    assert before - {one.key for one in asked_and_found(few, book, [silent])} == {meant.key}
    # An edit elsewhere in the file, a new name of the file, a longer quote: it stays silent.
    moved = {path.replace("chapters/", "prose/"): f"New words.\n\n{text}" for path, text in few.items()}
    again = asked_and_found(moved, read_closely(moved), [silent])
    assert again
    assert not any(is_silent(one, [silent]) for one in again)
    assert all(question.silenced == (silent.reason,) for question in questions(book, few, silences=[silent]))


def test_only_what_changed_is_read_and_compared_again(
    novel: dict[str, str], book: dict[str, FileFacts]
) -> None:
    assert stale_files(book, novel) == []
    changed = {**novel, "chapters/07.md": novel["chapters/07.md"] + "\nMara has grey eyes.\n"}
    assert stale_files(book, changed) == ["chapters/07.md"]
    assert "chapters/07.md" not in current(book, changed)
    again = {**book, **read_closely({"chapters/07.md": changed["chapters/07.md"]})}
    asked_again = questions(again, changed, changed={"chapters/07.md"})
    assert len(asked_again) <= len(questions(again, changed))
    assert all(
        any(f.path == "chapters/07.md" for f in dossier.facts)
        for question in asked_again
        for dossier in question.dossiers
    )


# --- facts and findings -------------------------------------------------------------------------------


def test_a_fact_whose_quote_is_not_in_the_file_is_not_believed() -> None:
    found = facts(
        A,
        "Mara has brown\neyes.",
        fact("Mara", "brown", "“Mara has brown eyes.”"),
        fact("Mara", "blue", "Her blue eyes."),
    )
    assert [(one.says, one.line, one.quote) for one in found.facts] == [("brown", 1, "Mara has brown eyes.")]
    assert found.unread == 1


def test_one_figure_under_two_names_is_one_and_two_of_one_name_are_two() -> None:
    texts = {A: "Mara Holt has brown eyes.", B: "Mara has green eyes."}
    book = {
        A: facts(A, texts[A], fact("Mara Holt", "brown", texts[A])),
        B: facts(B, texts[B], fact("Mara", "green", texts[B])),
    }
    assert len(questions(book, texts)) == 1
    third = "chapters/10.md"
    texts[third] = "Mara Lind has blue eyes."
    book[third] = facts(third, texts[third], fact("Mara Lind", "blue", texts[third]))
    assert questions(book, texts) == []


def test_what_says_the_same_everywhere_is_not_asked_about() -> None:
    texts = dict.fromkeys((A, B), "Mara has brown eyes.")
    book = {path: facts(path, text, fact("Mara", "brown", text)) for path, text in texts.items()}
    assert questions(book, texts) == []


def one_question() -> ContinuityAsked:
    texts = {A: "Mara has brown eyes.", B: "Mara has green eyes."}
    book = {
        A: facts(A, texts[A], fact("Mara", "brown", texts[A])),
        B: facts(B, texts[B], fact("Mara", "green", texts[B])),
    }
    (question,) = questions(book, texts)
    return question


def test_a_finding_that_names_no_two_statements_is_counted_and_left_out() -> None:
    reply = ContinuityReply(
        findings=(
            FindingReply(first="1", second="2", what="Eyes do not change."),
            FindingReply(first="1", second="7", what="?"),
            FindingReply(first="2", second="2", what="?"),
        )
    )
    found, lost = findings_of(reply, one_question())
    assert lost == 2
    assert [(one.first.path, one.second.path) for one in found] == [(A, B)]


def test_a_finding_becomes_a_feedback_that_names_both_places() -> None:
    found, _ = findings_of(
        ContinuityReply(findings=(FindingReply(first="2", second="1", what="Eyes."),)), one_question()
    )
    assert as_feedback(found[0]) == (
        "chapters/01.md line 1 says “Mara has brown eyes.”, "
        "chapters/09.md line 1 says “Mara has green eyes.”. "
        "Eyes. Make the later place agree with the earlier one, and change nothing else."
    )
    assert not is_silent(found[0], [Silence(first="Something else entirely.", second="And this.", reason="")])


@pytest.mark.parametrize(
    "reply",
    [
        '{"findings": [{"first": "1", "second": "2", "what": "Eyes."}]}',
        '```json\n{"contradictions": [{"statement_1": 1, "statement_2": 2, "why": "Eyes."}]}\n```',
        '[{"a": 1, "b": 2, "explanation": "Eyes."}]',
    ],
)
def test_findings_are_read_as_models_write_them(reply: str) -> None:
    read = parse_reply(reply, ContinuityReply)
    assert isinstance(read, ContinuityReply)
    assert [(one.first, one.second) for one in read.findings] == [("1", "2")]


def test_nothing_found_is_an_answer() -> None:
    read = parse_reply('{"findings": []}', ContinuityReply)
    assert isinstance(read, ContinuityReply)
    assert read.findings == ()


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("He felt refreshed", "He felt\nrefreshed"),
        ("“he felt refreshed, ready”", "He felt\nrefreshed, ready"),
        ("He felt … ready", "He felt\nrefreshed, ready"),
        ('it\'s the "day"', "It’s the “day”"),
        ("He felt tired", None),
        ("He", None),
    ],
)
def test_a_quote_is_found_whatever_its_marks_and_white_space(quote: str, found: str | None) -> None:
    text = "# One\n\nHe felt\nrefreshed, ready. It’s the “day”."
    quoted = find_quotation(text, quote)
    assert (text[slice(*quoted)] if quoted else None) == found


@pytest.mark.parametrize(
    ("text", "quote", "stands"),
    [
        ("She was unable to sleep at all.", "able to sleep", False),
        ("She was able to sleep at all.", "able to sleep", True),
        ("They met in 1899 at the quay.", "met in 189", False),
        ("_She was able_ to sleep.", "She was able to sleep", True),
        ("“Able to sleep,” she said.", "able to sleep", True),
        ("She sleeps … well, and wakes.", "he sleeps … well", False),
        ("他在一八九九年的秋天到了灯塔下面的港口。", "一八九九年的秋天到了", True),
    ],
)
def test_a_quote_stands_where_its_words_do_and_not_within_others(text: str, quote: str, stands: bool) -> None:
    assert (find_quotation(text, quote) is not None) is stands
