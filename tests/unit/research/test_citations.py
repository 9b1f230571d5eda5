"""A citation is worth what the program finds of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.workflows.research.model import Citation, Cited
from app.workflows.research.rules.citations import Source, check, inside, named, recheck

TEXT = (
    "def retry(invoice):\n    done = attempts(invoice)\n    if done >= MAX_ATTEMPTS:\n        return None\n"
    * 10
)


def source(text: str = TEXT, path: str = "src/retry.py", digest: str = "d1") -> Source:
    return Source(path, text, digest, place_at=lambda line: f"page {(line - 1) // 10 + 1}")


def cited(quote: str = "", first: int = 0, last: int = 0, file: str = "src/retry.py") -> Cited:
    return Cited(file=file, first=first, last=last or first, quote=quote)


@pytest.mark.parametrize(
    ("what", "outcome", "reason"),
    [
        (cited("if done >= MAX_ATTEMPTS:", 3), "verified", ""),
        (cited("if done >= MAX_ATTEMPTS:"), "verified", ""),
        (cited("if done >= MAX_ATTEMPTS:", 400), "moved", ""),
        (cited("if done >= MAX_ATTEMPTS:", 3, 9_999), "moved", ""),
        (cited("if done > MAX_ATTEMPTS:", 3), "unverified", "not_found"),
        (cited("if done > MAX_ATTEMPTS:", 99), "unverified", "no_such_lines"),
        (cited("", 3), "file_only", "no_quote"),
        (cited(), "file_only", "no_quote"),
        (cited("", 41), "unverified", "no_such_lines"),
        (cited("", -3), "unverified", "no_such_lines"),
        (cited("if", 3), "unverified", "too_short"),
        (cited("x" * 10_000, 3), "unverified", "too_long"),
    ],
)
def test_the_program_says_what_it_found(what: Cited, outcome: str, reason: str) -> None:
    found = check(what, source(), agent="explore 1", iteration=2)
    assert (found.check, found.reason) == (outcome, reason)
    assert (found.agent, found.iteration, found.digest, found.origin) == (
        "explore 1",
        2,
        "d1",
        "src/retry.py",
    )
    assert found.verified == (outcome in ("verified", "moved"))


def test_a_moved_citation_names_its_true_lines_and_place() -> None:
    text = "filler line\n" * 30 + "The fee is due within 30 days.\n" + "filler line\n" * 30
    found = check(cited("The fee is due within 30 days", 5), source(text))
    assert (found.check, found.found_first, found.found_last, found.place) == ("moved", 31, 31, "page 4")
    assert found.lines == (31, 31)
    assert (found.first, found.last) == (5, 5), "what the agent said stays"


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "../secret.txt",
        "a/../../b",
        "C:\\keys.txt",
        "file:///etc/passwd",
        "~/x",
        "",
        "a\0b",
        "..\\x",
    ],
)
def test_what_leads_out_of_the_folder_is_refused_and_named_as_it_was_said(path: str) -> None:
    assert inside(path) == ""
    found = check(cited("if done >= MAX_ATTEMPTS:", 3, file=path), source())
    assert (found.check, found.reason, found.file) == ("refused", "outside", path)
    assert not found.verified
    assert found.digest == ""


def test_a_file_that_may_not_be_opened_gives_nothing() -> None:
    found = check(cited("if done >= MAX_ATTEMPTS:", 3, file="left/out.py"), None)
    assert (found.check, found.reason, found.digest) == ("refused", "unreadable", "")


@pytest.mark.parametrize(
    ("said", "file", "lines"),
    [
        ("./src/retry.py", "src/retry.py", (0, 0)),
        ("src\\retry.py", "src/retry.py", (0, 0)),
        ("`src/retry.py`", "src/retry.py", (0, 0)),
        ("src/retry.py:12-14", "src/retry.py", (12, 14)),
        ("src/retry.py:12", "src/retry.py", (12, 12)),
        ("src/retry.py#L3-L5", "src/retry.py", (3, 5)),
        ("src/retry.py (lines 3–5)", "src/retry.py", (3, 5)),
        ("retry.py", "src/retry.py", (0, 0)),
        ("retry.py, line 7", "src/retry.py", (7, 7)),
        ("SRC/Retry.py", "src/retry.py", (0, 0)),
        ("notes.txt", "notes.txt", (0, 0)),
        ("odd:12", "odd:12", (0, 0)),
        ("../retry.py", "../retry.py", (0, 0)),
    ],
)
def test_a_file_is_named_as_the_folder_names_it(said: str, file: str, lines: tuple[int, int]) -> None:
    files = {"src/retry.py", "a/notes.txt", "b/notes.txt", "odd:12"}
    found = named(cited(file=said), files)
    assert (found.file, (found.first, found.last)) == (file, lines)


def test_a_later_session_tells_what_became_of_a_citation() -> None:
    before = check(cited("if done >= MAX_ATTEMPTS:", 3), source(TEXT[:90]))
    assert recheck(before, source(TEXT[:90]))[0] == "holds"
    assert recheck(before, source(TEXT[:90] + "# more\n", digest="d2"))[0] == "changed"
    standing, now = recheck(before, source("# new head\n" * 9 + TEXT[:90], digest="d2"))
    assert (standing, now.found_first) == ("moved", 12)
    standing, now = recheck(before, source("all gone\n", digest="d3"))
    assert (standing, now.check) == ("gone", "unverified")
    assert recheck(before, None)[0] == "gone"
    supported = before.model_copy(update={"support": "full"})
    assert recheck(supported, source(TEXT[:90]))[1].support == "full"


@given(
    st.text(max_size=30),
    st.text(max_size=40),
    st.integers(-5, 60),
    st.integers(-5, 60),
    st.text(max_size=300),
)
def test_nothing_an_agent_says_breaks_the_check(
    file: str, quote: str, first: int, last: int, text: str
) -> None:
    found = check(
        Cited(file=file, first=first, last=last, quote=quote), source(text, path=inside(file) or "notes.md")
    )
    assert isinstance(found, Citation)
    low, high = found.lines
    assert 1 <= low <= high
    if found.verified:
        assert inside(file)
        assert 1 <= found.found_first <= found.found_last <= source(text).folded.total
