"""A citation is worth what the program finds of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.workflows.research.model import Citation, Cited
from app.workflows.research.nodes.replies import CitedReply
from app.workflows.research.rules.citations import Source, check, inside, named, page_edges, recheck

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
        ("RETRY.PY", "src/retry.py", (0, 0)),
        ("retry.py lines 3–5,", "src/retry.py", (3, 5)),
        ("retry.py L3", "src/retry.py", (3, 3)),
        ("src/retry.py:L3", "src/retry.py", (3, 3)),
        ("src/retry.py, page 3", "src/retry.py", (0, 0)),
        ("[retry.py](src/retry.py)", "src/retry.py", (0, 0)),
        ("service/src/retry.py", "src/retry.py", (0, 0)),
        # A folder that is there is no name of the whole.
        ("a/src/retry.py", "a/src/retry.py", (0, 0)),
        ("notes.txt", "notes.txt", (0, 0)),
        ("odd:12", "odd:12", (0, 0)),
        ("../retry.py", "../retry.py", (0, 0)),
    ],
)
def test_a_file_is_named_as_the_folder_names_it(said: str, file: str, lines: tuple[int, int]) -> None:
    files = {"src/retry.py", "a/notes.txt", "b/notes.txt", "odd:12"}
    found = named(cited(file=said), files)
    assert (found.file, (found.first, found.last)) == (file, lines)


PAGES = """\
The History of the Tower, 1
The lamp was enor-
1

The History of the Tower, 2
mous and burned until
2

The History of the Tower, 3
the keeper sold it.
Year Cost
3

"""
PAGED = Source("tower.pdf", PAGES, "d1", pages=(1, 5, 9))


@pytest.mark.parametrize(
    ("quote", "lines"),
    [
        ("The lamp was enormous and burned until", (2, 6)),
        ("The lamp was enormous and burned until the keeper sold it.", (2, 10)),
        ("The History of the Tower, 2", (5, 5)),
        ("burned until the keeper bought it", None),
        ("The lamp was burned until the keeper sold it", None),
    ],
)
def test_a_quotation_goes_on_over_what_pages_have_at_their_edges(
    quote: str, lines: tuple[int, int] | None
) -> None:
    found = check(cited(quote, 2, 10, file="tower.pdf"), PAGED)
    assert (found.lines if found.verified else None) == lines


def test_what_one_page_alone_has_is_no_edge_nor_is_a_figure_that_does_not_go_on() -> None:
    lines = ["Head of one", "built in", "40", "Head of another", "1802, they say", "900"]
    assert page_edges(lines, (1, 4)) == set()
    assert page_edges(lines, ()) == set()


def test_the_marks_of_notes_and_comments_in_a_word_file_break_no_quotation() -> None:
    text = "It was built in 1802[1] by the parish.[comment 2] It burned.\n\n[1] Deed of 1812."
    quotes = ("built in 1802 by the parish. It burned", "built in 1802[1] by the parish", "[1] Deed of 1812")
    assert all(check(cited(one, 1, 3, "a.docx"), source(text, "a.docx")).verified for one in quotes)
    assert not check(cited(quotes[0], 1, 3, "a.txt"), source(text, "a.txt")).verified
    assert not check(cited("built in 1802[3] by the parish", 1, 3, "a.docx"), source(text, "a.docx")).verified


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


@pytest.mark.parametrize(
    ("said", "file", "span", "quote"),
    [
        ("a b.md, line 3: “It rained.”", "a b.md", (3, 3), "It rained."),
        ('(a.md, ll. 3–5) "It rained"', "a.md", (3, 5), "It rained"),
        ("[a.md](a.md#L3): “It rained.”", "a.md", (3, 3), "It rained."),
        ({"file": "[a.md]", "lines": "3"}, "a.md", (3, 3), ""),
        ({"file": 'a.md:3 "It rained."'}, "a.md", (3, 3), "It rained."),
        ("“It “rained”.” (a b.md, line 3)", "a b.md", (3, 3), "It “rained”."),
        ('"It rained." — src/a.md:3-4', "src/a.md", (3, 4), "It rained."),
        ("src/[id].tsx:3-4", "src/[id].tsx", (3, 4), ""),
    ],
)
def test_a_citation_in_one_text_is_read_in_its_parts(
    said: object, file: str, span: tuple[int, int], quote: str
) -> None:
    cited = CitedReply.model_validate(said)
    assert (cited.file, cited.span, cited.quote) == (file, span, quote)
