"""Model text becomes HTML that loads nothing, opens nothing and lacks nothing."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from collections.abc import Sequence
from cProfile import Profile
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.token import Token

from app.markup import formula_html, writer
from app.markup.parser import _parser
from app.markup.render import render, render_parts
from app.markup.rendered import Rendered
from app.markup.sheet import DARK, LIGHT, style_sheet
from app.markup.visible import SOFTENER, soften, visible
from app.markup.writer import Writer
from tests.support.examples import sampled
from tests.unit.markup.hostile import CANARY_TARGETS, NESTING, VANISHING, addresses, heavy

TAG_NAMES = (
    "a blockquote br code em h1 h2 h3 h4 h5 h6 hr li ol p pre s span strong sup table tbody td th thead tr ul"
)
TAGS = set(TAG_NAMES.split()) | formula_html.TAGS
ATTRIBUTES = {("a", "href"), ("ol", "start"), ("td", "align"), ("th", "align")} | {
    (tag, "class") for tag in ("p", "span", "code", "pre")
}
ATTRIBUTES |= {(tag, name) for tag, names in formula_html.ATTRIBUTES.items() for name in names}


class Reader(HTMLParser):
    """Reads HTML as a browser does: the text with list numbers, and every tag and attribute."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[tuple[str, str]] = set()
        self.hrefs: list[str] = []
        self._numbers: list[int] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {(tag, name) for name, _ in attrs}
        self.hrefs += [value or "" for name, value in attrs if name == "href"]
        # A formula is read to those who do not see it as it was written.
        self.text += [value or "" for name, value in attrs if name == "alttext"]
        if tag in ("ol", "ul"):
            start = dict(attrs).get("start")
            self._numbers.append(int(start or "1") if tag == "ol" else -1)
        elif tag == "li" and self._numbers and self._numbers[-1] >= 0:
            self.text.append(f"{self._numbers[-1]}. ")
            self._numbers[-1] += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in ("ol", "ul"):
            self._numbers.pop()

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.replace(SOFTENER, ""))


def lost(source: str, rendered: Rendered) -> str:
    """Return the first letter of the source that cannot be read in the HTML, with what follows it."""
    found = iter(letters("".join(Reader(rendered.html).text)))
    # An entity may stand as what it means, the mark of a task as a box.
    wanted = letters(re.sub(r"&(?:#\w{1,8}|\w{1,31});|\[[xX]\]", "", visible(source)))
    for at, letter in enumerate(wanted):
        if letter not in found:
            return wanted[at : at + 40]
    return ""


def check_safe(rendered: Rendered) -> None:
    reader = Reader(rendered.html)
    assert reader.tags <= TAGS
    assert reader.attributes <= ATTRIBUTES
    assert all(href.lower().startswith(("http:", "https:", "mailto:")) for href in reader.hrefs)


@pytest.mark.parametrize("name", VANISHING)
def test_nothing_of_a_text_vanishes(name: str) -> None:
    rendered = render(VANISHING[name])
    assert lost(VANISHING[name], rendered) == ""
    check_safe(rendered)


@pytest.mark.parametrize("form", CANARY_TARGETS)
def test_no_address_ever_becomes_a_source(form: str) -> None:
    for address in addresses("/canary/secret.png", 9):
        text = form.replace("{u}", address)
        rendered = render(text)
        check_safe(rendered)
        assert lost(text, rendered) == ""
        assert not re.search(r"<[a-z0-9]+ [^>]*(?:src|background|style|data)\s*=", rendered.html)


SIGNS = "<>[]()*_`~#-+|\\$&!:=\n \t\"'.1aé漢😀\u202e\u200b\x00"
RUNS = ["http://", "<b", "</", "&lt;", "](", "```", "$$", "\\(", "\\)", "1.", "![", "file:///"]
PIECES = st.sampled_from([*SIGNS, *RUNS, "- [x] ", "> ", "\r\n", "| a |\n|---|\n"])


@given(st.lists(PIECES, max_size=60).map("".join) | st.text(max_size=200))
def test_no_text_at_all_is_unsafe_or_incomplete(text: str) -> None:
    rendered = render(text)
    check_safe(rendered)
    assert lost(text, rendered) == ""
    assert "".join(rendered.blocks) == rendered.html or rendered.reason


@pytest.mark.parametrize("text", ["A <br> B", "Vec<T> x", "</b> y", "<img>", "Vec<std::string>"])
def test_tags_are_text(text: str) -> None:
    assert render(text).html == f"<p>{html.escape(text)}</p>\n"
    assert render(text).text == text


TAGGED = "x <b>y</b>\n\n<div onclick='z'>\nq\n</div>\n\n<!-- c -->\n\n<script>\ns\n</script>\n"


def test_the_parser_takes_no_tag_for_one_by_two_settings_each_enough_alone() -> None:
    # Either keeps the other's loss from being seen in a page, so each is looked at by itself.
    assert _parser().options["html"] is False
    assert not {"html_block", "html_inline"} & {*_rules(_parser().block), *_rules(_parser().inline)}
    allowing = _parser.__wrapped__()
    allowing.options["html"] = True
    forbidding = _parser.__wrapped__().enable(["html_block", "html_inline"])
    for parser in (allowing, forbidding):
        assert not {"html_block", "html_inline"} & _kinds(parser.parse(TAGGED))


def _rules(ruled: Any) -> list[str]:
    found: list[str] = ruled.ruler.get_active_rules()
    return found


def _kinds(tokens: Sequence[Token]) -> set[str]:
    return {one.type for token in tokens for one in (token, *(token.children or ()))}


@pytest.mark.parametrize("kind", ["html_block", "html_inline", "of_a_later_version"])
def test_a_token_that_the_writer_does_not_know_is_text(kind: str) -> None:
    hostile = Token(kind, "", 0, content="<img src=x> & co")
    writer = Writer()
    assert writer.write([hostile]) == ["&lt;img src=x&gt; &amp; co"]
    assert writer.kept == ["<img src=x> & co"]
    inner = Token("inline", "", 0, content=hostile.content, children=[hostile])
    assert Writer().write([inner]) == ["&lt;img src=x&gt; &amp; co"]


def test_formatting_is_kept() -> None:
    shown_html = render("# H\n\n**b** *i* ~~s~~ `c`\n\n> q\n\n- [ ] open\n- [x] done\n\n3. c\n\n---\n").html
    for part in (
        "<h1>H</h1>",
        "<strong>b</strong>",
        "<em>i</em>",
        "<s>s</s>",
        "<code>c</code>",
        "<blockquote>",
        "☐ open",
        "☑ done",
        '<ol start="3">',
        "<hr>",
    ):
        assert part in shown_html


def test_tables_keep_their_alignment_and_surplus_cells() -> None:
    shown_html = render("| a | b |\n|:-:|--:|\n| 1 | 2 | 3 |\n").html
    assert '<th align="center">a</th><th align="right">b</th>' in shown_html
    assert '<td align="right">2 | 3</td>' in shown_html


def test_code_is_coloured_and_a_strange_language_is_not() -> None:
    shown_html = render("```python\ndef f():\n    return 'x'  # c\n```\n").html
    assert '<span class="k">def</span>' in shown_html
    assert '<span class="c"># c</span>' in shown_html
    assert '<p class="info">python</p>' in shown_html
    assert "<span" not in render("```brainfuck\n+[]\n```\n").html


def test_code_that_takes_its_lexer_too_long_has_no_colours_and_all_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "```python\ndef paint(hall):\n    return 'blue'\n```\n"
    assert "<span" in render(text).html
    monkeypatch.setattr(writer, "_LEAST_SECONDS", -1.0)
    assert "<span" not in render(text).html
    assert "def paint(hall):\n    return 'blue'" in render(text).html


@pytest.mark.nightly
def test_what_is_no_code_takes_no_minute_of_its_lexer() -> None:
    # The lexer looks from each word to the end of all words for the name of a method.
    words = ("a " * 900 + "\n") * 33
    rendered = render(f"```java\n{words}\n```\n")
    assert "<span" not in rendered.html
    assert rendered.html.count("a ") == words.count("a ")


@pytest.mark.parametrize("mark", ["markdown", "Text", "plaintext"])
def test_a_mark_that_text_stands_as_it_is_is_no_text_in_front_of_it(mark: str) -> None:
    rendered = render(f"before\n\n```{mark}\nx\n```\n")
    assert rendered.reason == ""
    assert mark not in rendered.html
    assert rendered.text.split() == ["before", "x"]


@pytest.mark.parametrize("info", ["brainfuck", "markdown and more", "Wichtig"])
def test_other_words_behind_a_fence_are_told_for_none_may_be_lost(info: str) -> None:
    assert f'<p class="info">{info}</p>' in render(f"```{info}\nx\n```\n").html


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        (r"\(a_b*c*\)", "ab∗c∗"),
        ("$x_1^2$", "x12"),
        (r"$$\frac{a}{b}$$", "a/b"),
        (r"$0.7 \le C \le 1.9$", "0.7≤C≤1.9"),
        (r"\(\alpha\)", "α"),
    ],
)
def test_mathematics_is_set_and_keeps_its_source(formula: str, shown: str) -> None:
    rendered = render(f"so {formula} holds")
    assert f'<math alttext="{html.escape(formula)}">' in rendered.html
    assert "".join(rendered.text.split()) == f"so{shown}holds"


def test_a_formula_that_is_not_known_is_shown_without_its_commands() -> None:
    assert '<code class="math">unheard(x)</code>' in render(r"so $\unheard{x}$ holds").html


@pytest.mark.parametrize(
    "text",
    [
        r"see \[12\] and [12]",
        r"\(1\) first",
        "so $HOME/$USER",
        "hm $a lot of money$ here",
        r"\[as it was said\]",
    ],
)
def test_what_only_looks_like_a_formula_is_text(text: str) -> None:
    assert "math" not in render(text).html


def test_amounts_of_money_are_no_mathematics() -> None:
    assert "math" not in render("costs $5 and $10, or $20").html


def test_a_formula_on_lines_of_its_own_is_taken_whole() -> None:
    shown_html = render("\\[\na\n=\n*b*\n\\]").html
    assert shown_html.startswith('<math alttext="\\[\na\n=\n*b*\n\\]" display="block">')
    assert "<em>" not in shown_html


def test_an_image_is_a_note_with_its_address() -> None:
    rendered = render("![a cat](file:///etc/passwd) ![](http://x.example/y)")
    assert rendered.text.startswith("[image not loaded: a cat – file:///etc/passwd]")
    assert rendered.images == 2


def test_a_link_shows_where_it_leads_and_only_safe_ones_are_links() -> None:
    rendered = render("[bank](https://evil.example) [f](file:///x) [j](javascript:x) <https://a.example>")
    assert rendered.links == ("https://evil.example", "https://a.example")
    assert "bank ⟨https://evil.example⟩" in rendered.text
    assert rendered.html.count("<a ") == 2


def test_turning_and_hidden_characters_are_marked() -> None:
    assert render("a\u202eb").text == "a⟦U+202E⟧b"
    assert render("a&#x202E;b").text == "a⟦U+202E⟧b"
    assert render("a\u200bb").text == "a⟦U+200B⟧b"
    assert render("`a\u2066b`").text == "a⟦U+2066⟧b"
    assert "\u202e" not in render("[a](https://x.example/\u202e)").html
    # A joined emoji and Persian or Hebrew writing need theirs.
    assert render("👨\u200d👩").text == "👨\u200d👩"
    assert render("שלום\u200f!").text == "שלום\u200f!"


def test_what_is_too_much_is_plain_and_says_why() -> None:
    assert render("a" * 200_001).reason == "long"
    assert render("> " * 60 + "x").reason == "deep"
    assert render("*a" * 21_000).reason == "dense"
    assert render("x\n" * 10_001).reason == "long"
    assert render("<b>" * 70_000).html.startswith('<pre class="plain">&lt;b&gt;')


def test_a_long_word_may_break_and_comes_back_whole() -> None:
    word = "x" * 1234
    softened, run = soften(word)
    assert max(map(len, softened.split(SOFTENER))) <= 400
    assert softened.replace(SOFTENER, "") == word
    assert run == 1234
    assert soften("short words only") == ("short words only", 4)
    # A word in many small pieces is as long as one in one.
    shown_html = render("a_" * 4000).html
    assert max(map(len, re.split(rf"[{SOFTENER}<>\s]", shown_html))) <= 400


def test_parts_are_rendered_each_on_its_own_under_its_heading() -> None:
    rendered = render_parts([("First", "**open"), ("", "and closed**"), ("<b>", "[x](https://a.example)")])
    assert rendered.html.count("<h4>") == 2
    assert "<strong>" not in rendered.html
    assert "<b>" not in rendered.html
    assert rendered.links == ("https://a.example",)
    assert rendered.text.startswith("First\n\n**open\n\nand closed**\n\n<b>\n\n")


def test_rendering_is_pure() -> None:
    for text in VANISHING.values():
        assert render(text) == render(text)


HEAVY_AT_PUSH = {
    *("1 MB word", "2000 rows", "brackets", "nested list", "combining marks", "formulas", "no spaces"),
}


@pytest.mark.parametrize("name", sampled(heavy(), HEAVY_AT_PUSH))
def test_no_piece_is_too_large_to_show_at_once(name: str) -> None:
    rendered = render(heavy()[name])
    assert all(len(block) <= 400_000 for block in rendered.blocks)
    assert all(block.count("<td") <= 1100 for block in rendered.blocks)


def calls_for(text: str) -> int:
    """Return how many functions are called to render a text."""
    # Counted in C: a counter in Python takes three times as long as the calls.
    with Profile() as profile:
        render(text)
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("unit", sampled(NESTING, {"[a](", "*a _b ", "&#x202E;", "> ", "| a "}))
def test_hostile_nesting_takes_no_more_than_linear_work(unit: str) -> None:
    render(unit)
    short, long = (calls_for(unit * (size // len(unit))) for size in (4_000, 16_000))
    # Four times the text: a square would take sixteen times the calls.
    assert long < max(2_000, short * 6)


def test_the_rules_hold_no_address() -> None:
    for tints in (LIGHT, DARK):
        assert "url" not in style_sheet(tints)
        assert "@" not in style_sheet(tints)


def test_importing_the_package_leaves_the_parser_alone() -> None:
    code = "import sys, app.markup; print({'markdown_it', 'nh3', 'pygments'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "set()"


def test_a_link_within_the_document_keeps_its_words_however_its_place_is_written() -> None:
    rendered = render("- **Strittig**: so ([Runde 2](#runde-2))", anchors={"runde-2"})
    assert rendered.reason == ""
    assert '<a href="#runde-2">Runde 2</a>' in rendered.html


def test_a_cell_has_the_lines_that_it_was_given() -> None:
    rendered = render("| a | b |\n|---|---|\n| one<br>two<br/>three | `<br>` |\n")
    assert "one<br>two<br>three" in "".join(rendered.blocks)
    assert "&lt;br&gt;" in "".join(rendered.blocks)


def test_footnotes_are_raised_and_stand_below_each_other() -> None:
    rendered = render("So[^1] it is[^2].\n\n[^1]: One.\n[^2]: Two.\n")
    html = "".join(rendered.blocks)
    assert "So<sup>1</sup> it" in html
    assert "<p><sup>1</sup> One.</p>\n<p><sup>2</sup> Two.</p>" in html


def test_lines_end_where_they_were_ended_only_where_that_is_asked_for() -> None:
    verse = "Three windows to the market,  \nnone\nto the *sky*.\n\n- one\n  two"
    kept = render(verse, keep_lines=True)
    assert "market,<br>none<br>to the <em>sky</em>." in kept.html
    assert "one<br>two" in kept.html
    assert kept.text == "Three windows to the market,\nnone\nto the sky.\n\none\ntwo"
    assert "market,<br>none\nto the" in render(verse).html
