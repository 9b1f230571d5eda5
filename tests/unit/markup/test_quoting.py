"""A model's text stands in a document and takes no part in it."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from app.markup.escaping import inline
from app.markup.parser import parse
from app.markup.quoting import anchor, headings, quote
from tests.support.examples import examples

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def children(tokens: list[Token]) -> list[Token]:
    return [child for token in tokens for child in token.children or ()]


LINES = r"""
# Report ¦ ## Cost ¦ Title\n=== ¦ Under\n--- ¦ - one\n- two\n  - deep ¦ 1. a\n2. b ¦ > said
```\ncode ¦ ~~~~py ¦ <div> ¦ <script>alert(1)</script> ¦ <!-- x ¦ </details>
![x](http://h/x.png) ¦ [go](http://h) ¦ <http://h> ¦ [a]: http://h ¦ [a] ¦ http://h.example/x
www.h.example ¦ | a | b |\n|---|---|\n| 1 | 2 | ¦ *** ¦ --- ¦ *em* ¦ **strong** ¦ `code`
``a`b`` ¦ &lt;b&gt; ¦ &amp;lt; ¦ \\# no ¦ $x$ and $5 ¦ ~~gone~~ ¦ + plus ¦ a_b_c ¦ _x_
1986. A year ¦ #hash ¦ ![ ¦ ]( ¦ plain words ¦ * * * ¦ $$\nx\n$$ ¦ \\[ ¦ [ ] task ¦ - - nested
- ¦ == ¦ ---\n--- ¦ 10) ten ¦     indented
"""
PIECES = [piece.replace("\\n", "\n") for line in LINES.strip("\n").split("\n") for piece in line.split(" ¦ ")]
hostile = st.lists(
    st.sampled_from(PIECES) | st.text(st.sampled_from("#-*_`[]()<>!|~=&;$\\ \n\tab1."), max_size=12),
    max_size=8,
)


@pytest.mark.parametrize(
    "text", ["as shown in [12], the actions [Search] and [Expand]", "[sic] so", "a[0] = b"]
)
def test_words_in_brackets_stay_as_they_are_quoted(text: str) -> None:
    assert inline(text) == text


@pytest.mark.parametrize(
    "text",
    [
        *(
            "[a](http://h)",
            "[a][b]",
            "[a]: http://h",
            "![a]",
            "[^1] note",
            "[ ] task",
            "[x] task",
            "[!NOTE] so",
        ),
        *("[[page]]", "[a"),
    ],
)
def test_brackets_that_would_mark_something_are_escaped(text: str) -> None:
    quoted = inline(text)
    assert "\\[" in quoted
    assert not [token for token in children(parse(quoted)) if token.type in ("link_open", "image")]


@given(st.text(st.sampled_from("[]\\() abc12"), max_size=30).map(lambda text: " ".join(text.split())))
def test_brackets_stay_what_they_are_and_open_no_formula(text: str) -> None:
    inner = children(parse(inline(text)))
    assert {token.type for token in inner} <= {"text", "text_special", "softbreak"}
    assert "".join(token.content for token in inner) == text


hostile_texts = st.builds(
    lambda pieces, glue: glue.join(pieces), hostile, st.sampled_from(["\n", "\n\n", " ", ""])
)


@given(hostile_texts, st.sampled_from([None, 2]))
@example("# Cost\n\nCost\n----", 2)
@example("```\nnever closed", None)
@example("* " * 12 + "# Report", None)
@settings(max_examples=examples(120, 5000))
def test_no_text_opens_a_heading_of_the_document_html_a_link_or_an_image(
    text: str, below: int | None
) -> None:
    around = f"# Title\n\n## Answer\n\n{quote(text, below=below, taken=('cost',))}\n\n## Cost\n\nend\n"
    tokens = READER.parse(around)
    titles = [(t.tag, tokens[at + 1].content) for at, t in enumerate(tokens) if t.type == "heading_open"]
    own = [title for title in titles if title[0] in ("h1", "h2")]
    assert own == [("h1", "Title"), ("h2", "Answer"), ("h2", "Cost")]
    assert [anchor(name) for _, name in titles].count("cost") == 1
    assert below is not None or titles == own
    kinds = {token.type for token in (*tokens, *children(tokens))}
    assert not kinds & {"html_block", "html_inline", "image", "link_open"}
    assert tokens[-2].content == "end"


@pytest.mark.parametrize("mark", ["* ", "> ", "1. "])
def test_a_text_nested_however_deep_leaves_the_document_behind_it_alone(mark: str) -> None:
    for depth in range(1, 45):
        # As the report tells it: within a quotation in a list.
        lines = "\n".join(f"    > {line}" for line in quote(mark * depth + "deep").split("\n"))
        tokens = READER.parse(f"# Title\n\n- said:\n  - Ada:\n\n{lines}\n\n## Cost\n\nend\n")
        assert [tokens[-5].content, tokens[-2].content] == ["Cost", "end"], depth
        assert "deep" in "".join(token.content for token in tokens), depth


@given(st.lists(st.sampled_from([piece for piece in PIECES if "&" not in piece]), max_size=8))
@settings(max_examples=examples(60, 2000))
def test_no_letter_of_a_text_is_lost(pieces: list[str]) -> None:
    text = "\n\n".join(pieces)
    wanted, shown = (Counter(re.findall(r"[^\W\d_]", markdown)) for markdown in (text, quote(text, below=2)))
    assert not wanted - shown, (text, quote(text, below=2))


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("# Plan\n\nDo *it*, for $5 at 10 %.", "### Plan\n\nDo *it*, for $5 at 10 %."),
        ("Plan\n====", "### Plan"),
        ("see [the paper](http://h/p)", "see the paper (`http://h/p`)"),
        ("![chart](http://h/c.png)", "\\[image: chart `http://h/c.png`]"),
        ("- a\n- b\n   - c", "- a\n- b\n  - c"),
        ("1. a\n\n   more\n2. b", "1. a\n\n   more\n\n2. b"),
        ("a snake_case name, 3 < 4", "a snake_case name, 3 < 4"),
        ("app.Use<Session>(); <http://h/p>", "app.Use\\<Session>(); http\\://h/p"),
        ("```py\nx", "```py\nx\n```"),
        ("| a | b |\n|:--|--:|\n| `1` | 2 |", "| a | b |\n| :--- | ---: |\n| `1` | 2 |"),
    ],
)
def test_what_a_text_marks_is_kept_where_it_does_no_harm(text: str, quoted: str) -> None:
    assert quote(text, below=2) == quoted


def test_a_heading_that_is_the_documents_own_becomes_a_bold_line() -> None:
    assert quote("## Round 1\n\n## Why", below=2, taken=("round-1",)) == "**Round 1**\n\n### Why"


def test_quoting_what_was_quoted_changes_nothing_more() -> None:
    text = "# A\n\n- one\n  - two\n\n> said *so*\n\n| a | b |\n|---|---|\n| x\\|y | 2 |\n\n```\ncode\n```\n"
    once = quote(text)
    assert quote(once) == once


def test_headings_are_found_with_their_depth_and_not_in_code() -> None:
    text = "# One #\n\n```\n# no\n```\n## Two\n~~~\n# no\n```\n# nor this\n~~~\n#not\n####### too deep\n"
    assert headings(text) == [(1, "One"), (2, "Two")]
