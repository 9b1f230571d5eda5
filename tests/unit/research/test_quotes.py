"""What of a quote is folded before it is looked for, and what never is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.workflows.common.quotes import FoldedText, Place

PROSE = """\
The lease ends on 30 June 2027 and is not re-
newable. A long-
term tenant may ask for an inter-
national arbiter — once.
The fee is “5 %” of the rent, at most 10 000 euros;
it is non-refundable, and unable parties pay nothing.

Growth was -5 % in 2020 and 1.5 million people left.
The oﬃce is closed.
def schedule_retry(self, invoice):
    return self.queue.put("retry", invoice)
x = 5
"""


def look(
    quote: str, first: int = 0, last: int = 0, text: str = PROSE, *, markdown: bool = False
) -> Place | None:
    return FoldedText(text, markdown=markdown).look(quote, first, last or first).place


@pytest.mark.parametrize(
    ("quote", "place"),
    [
        ("The lease ends on 30 June 2027", (1, 1)),
        ("the lease ends on 30 June 2027", (1, 1)),
        ("is not renewable", (1, 2)),
        ("is not re-\nnewable", (1, 2)),
        ("is not re- newable", (1, 2)),
        ("A long-term tenant", (2, 3)),
        ("ask for an international arbiter", (3, 4)),
        ("international arbiter - once", (3, 4)),
        ("an international arbiter -- once.", (3, 4)),
        ("an international arbiter–once", (3, 4)),
        ('The fee is "5 %" of the rent', (5, 5)),
        ("The fee is '5 %' of   the\nrent, at most 10\u00a0000 euros.", (5, 5)),
        ('"The lease ends on 30 June 2027"', (1, 1)),
        ("“The lease ends on 30 June 2027 …”", (1, 1)),
        ("1: The lease ends on 30 June 2027 and is not re-\n2: newable", (1, 2)),
        ("The office is closed.", (9, 9)),
        ("10000 euros", None),
        ("return self.queue.put('retry', invoice)", (11, 11)),
        ('return self.queue.put(\\"retry\\", invoice)', (11, 11)),
        ("def schedule_retry(self, invoice):\n        return self.queue.put", (10, 11)),
        ("x = 5", (12, 12)),
        ("```\nx = 5\n```", (12, 12)),
        ("[t]he lease ends on 30 June 2027", (1, 1)),
        ("The lease ends [sic] on 30 June 2027", (1, 1)),
        ("The **lease** ends on *30 June* 2027", (1, 1)),
        ("The fee is “5%” of the rent", (5, 5)),
        ("The lease ends . . . June 2027 and is", (1, 1)),
        ("The fee is &ldquo;5 %&rdquo; of the rent", (5, 5)),
        ("line 9: The office is closed.", (9, 9)),
        ("L9: The office is closed.", (9, 9)),
        ("  9 | The office is closed.", (9, 9)),
        ("9→The office is closed.", (9, 9)),
    ],
)
def test_what_copying_changes_is_folded(quote: str, place: tuple[int, int] | None) -> None:
    assert look(quote) == place


@pytest.mark.parametrize(
    "quote",
    [
        "is renewable from then on",
        "the lease ends on 30 June 2026",
        "refundable, and unable parties",
        "able parties pay nothing",
        "5 million people left",
        "the fee is “5 %” of the rent, at most 10",
        "is “5 %” of the rent, at most 10 000 dollars",
        "5 % in 2020 and 1.5 million",
        "5 % in 2020 and 1.5 million people",
        "it is nonrefundable, and unable parties",
        "The Office is Closed",
        "retry(self, invoice)",
        "The lease ends … an international lawyer",
        "the fee … the lease ends on",
        "not … the … rent",
    ],
)
def test_what_changes_the_meaning_is_not(quote: str) -> None:
    assert look(quote) is None
    assert look(quote, 1, 12) is None


@pytest.mark.parametrize(
    ("text", "quote", "stands"),
    [
        ("The drug is not effective in adults.", "The drug is … effective in adults.", False),
        ("There is no evidence for this at all.", "There is … evidence for this at all.", False),
        ("Es ist nicht wirksam bei Kindern.", "Es ist [...] wirksam bei Kindern.", False),
        ("The plan, which was not new to anybody, works well.", "The plan … works well.", True),
    ],
)
def test_an_ellipsis_leaves_out_no_word_that_turns_the_text_round(
    text: str, quote: str, stands: bool
) -> None:
    assert (look(quote, text=text) is not None) is (look(quote, 1, text=text) is not None) is stands


def test_small_figures_fractions_and_blanks_before_a_unit_are_set_in_several_ways() -> None:
    text = "CO₂ rose at 100 °C; ½ of € 1,200 and 1½ years; x² fell by 12.5 %."
    for quote in ("CO2 rose at 100°C; 1/2 of €1,200", "and 1 1/2 years; x² fell by 12.5%"):
        assert look(quote, 1, text=text)
    for quote in ("and 11/2 years; x² fell", "years; x2 fell by 12.5 %", "rose at 10 °C; ½ of"):
        assert look(quote, 1, text=text) is None


def test_figures_keep_their_sign_and_their_groups() -> None:
    assert look("was -5 % in 2020 and", 8) == (8, 8)
    assert look("at most 10 000 euros", 5) == (5, 5)
    assert look("costs 3 percent a year", text="It costs 3–5 percent a year.\n") is None
    assert look("the fine costs 3", text="So the fine costs 3-5 percent a year.\n") is None
    assert look("in 2019 the firm", text="Then in 2019 the firm grew.\n") == (1, 1)
    assert look("35 percent of all", text="It is 3-5 percent of all.\n") is None


def test_an_ellipsis_splits_a_quote_into_parts_that_stand_in_order() -> None:
    assert look("The lease ends … a long-term tenant may", 1, 3) == (1, 3)
    assert look("The lease ends [...] an international arbiter", 2) == (1, 4)
    assert look("The lease ends ... at most 10 000 euros", 1) is None, "it is not within three lines"
    assert look("at most 10 000 euros ... The lease ends", 1, 5) is None, "it is not in order"
    assert look("The lease ends ... long-term tenant") == (1, 3), "no lines were named"


def test_a_quote_that_stands_elsewhere_is_found_at_its_true_lines() -> None:
    far = "filler\n" * 40 + "A quote of some length stands here.\n" + "filler\n" * 40
    found = FoldedText(far).look("A quote of some length", 3, 3)
    assert (found.place, found.near) == ((41, 41), False)
    twice = "the same words again\n" + "filler\n" * 20 + "the same words again\n" + "filler\n" * 8
    assert look("the same words again", 25, text=twice) == (22, 22), "the nearest is taken"
    assert look("the same words again", 400, text=twice) == (22, 22)


def test_a_word_or_two_are_no_quote() -> None:
    text = FoldedText(PROSE)
    for quote in ("the", "of the", "", "   ", "…", "...", "5", "%", "it is"):
        assert text.look(quote, 5, 5).place is None, quote
        assert text.look(quote, 5, 5).problem == "too_short", quote
    assert text.look("x = 5", 12, 12).place == (12, 12), "a whole line is one, however short"
    assert text.look("x" * 9_000).problem == "too_long"


def test_short_words_elsewhere_prove_nothing() -> None:
    text = "return None\n" + "filler words\n" * 30
    assert look("return None", 1, text=text) == (1, 1)
    assert look("return None", 25, text=text) is None


def test_a_break_in_a_script_without_spaces_is_no_space() -> None:
    assert look("潮間帯の生物", text="これは潮間\n帯の生物です\n") == (1, 2)
    assert look("可退款的费用", text="这是不可退款的费用\n") is None, "a negation stands before it"


def test_emphasis_is_folded_in_markdown_alone() -> None:
    text = "> The **fee** is `5 %`\n> of the rent.\n"
    assert look("The fee is 5 % of the rent", text=text, markdown=True) == (1, 2)
    assert look("The fee is 5 % of the rent", text=text) is None
    assert look("x = a b + 12345", text="x = a ** b + 12345\n") is None


@pytest.mark.parametrize("line", ["–5 °C in the mean of ten years", "—she had never been there before"])
@pytest.mark.parametrize("above", ["What was found in winter", "What was found in winter.\n"])
def test_a_line_that_begins_with_a_dash_is_found_alone_and_in_its_sentence(above: str, line: str) -> None:
    text = f"{above}\n{line}\nand so on."
    at = text.split("\n").index(line) + 1
    assert look(line, at, text=text) == (at, at)
    assert look(f"in winter {line}", 1, text=f"in winter\n{line}") == (1, 2)
    assert look(line.replace("–", ""), at, text=text) is None or "–" not in line, "below zero is not above"


@pytest.mark.parametrize(
    "quote",
    [
        "They sang all night by the old well that winter",
        "They *sang* all _night_ by the [old well](#well) that winter",
        "*sang* all night by the old well[^1] that winter",
    ],
)
def test_markdown_is_quoted_as_it_is_written_or_as_it_is_shown(quote: str) -> None:
    text = "They *sang* all _night_ by the [old well](wells.md#old)[^1] that winter."
    assert look(quote, 1, text=text, markdown=True) == (1, 1)
    assert look("They danced all night by the old well", 1, text=text, markdown=True) is None
    assert look("2*3 and a * b", 1, text="as 2*3 and a * b are", markdown=True) == (1, 1)


def test_a_list_that_was_written_in_one_line_is_the_same() -> None:
    text = "It checks:\n- both limits\n- 5 sums\n– and names, so --\nfor once -- all\n"
    assert look("It checks: - both limits - 5 sums", text=text) == (1, 3)
    assert look("- both limits\n- 5 sums", text=text) == (2, 3)
    assert look("• 5 sums – and names, so — for once - all", text=text) == (3, 5)
    assert look("both limits 5 sums", text=text) is None, "a list is no sentence"


def test_numbers_of_lines_that_were_copied_along_must_be_theirs() -> None:
    text = "2: the old rule\nnothing\nthe new rule holds\n"
    assert look("3: the new rule holds", text=text) == (3, 3)
    assert look("\n\n3: the new rule holds", 3, text=text) == (3, 3)
    assert look("4: the new rule holds", 3, text=text) is None
    assert look("1: the old rule of all", text=text) is None
    assert look("3: the old rule", 1, text=text) is None, "its own number is part of the text"


@pytest.mark.parametrize(
    "middle",
    ["." * 7_000, " " * 7_000, "… " * 3_000, "[...]" * 1_200, "\n" * 7_000, "- " * 3_000, "(" * 7_000,
     "'" * 7_000, "1:" * 3_000,
     ". " * 3_000, "<... " * 1_200, "\\" * 7_000, "`" * 7_000, "*" * 7_000, "-" * 7_000],
)  # fmt: skip
def test_a_quote_that_was_made_to_take_long_takes_no_time(middle: str) -> None:
    """It would take hours: a pattern that can read the same run in many ways."""
    for quote in (f"the lease{middle}ends here", middle, f"{middle}x", f"x{middle}"):
        assert look(quote, 1, text=PROSE * 20) is None
        look(quote, 1, text=f"{quote}\n{PROSE}")


def test_a_soft_hyphen_breaks_a_word_as_a_hyphen_does() -> None:
    assert look("the whole agreement", text="the whole agree\u00ad\nment holds\n") == (1, 2)
    assert look("the whole agreement", text="the whole agree\u00adment holds\n") == (1, 1)


def test_a_line_end_divides_a_name_before_a_figure_and_makes_no_word_of_it() -> None:
    text = "Of all the wheels, Heron-\n7b reaches 34 percent, and Heron-\nClassic less.\n"
    for quote in ("Heron- 7b reaches", "Heron-7b reaches", "Heron-\n7b reaches"):
        assert look(quote, text=text) == (1, 2)
    assert look("Heron7b reaches", text=text) is None


WORDS = st.lists(
    st.text(st.sampled_from("abcdefgäßéXYZ0123456789_.,;:()[]{}'\"“”–—-\u00adﬁ% 潮間 \t"), max_size=30),
    max_size=12,
)


@given(WORDS, st.data())
def test_whole_lines_of_a_text_are_found_in_it(lines: list[str], data: st.DataObject) -> None:
    """However odd a text is: some lines of it, quoted as they are, stand where they stand."""
    text = FoldedText("\n".join(lines))
    total = text.total
    if not total:
        return
    first = data.draw(st.integers(1, total))
    last = data.draw(st.integers(first, total))
    quote = "\n".join(text.lines[first - 1 : last])
    found = text.look(quote, first, last)
    if found.place is None:
        letters = sum(sign.isalnum() for sign in quote)
        # What begins or ends in the middle of a broken word or figure is none that could be quoted.
        before = text.lines[first - 2][-1:] if first > 1 else ""
        after = text.lines[last][:1] if last < total else ""
        assert letters < 12 or before or after or found.problem == "too_short"
    else:
        # A word is broken over blank lines, too, at the end of a page: half of it is quoted from elsewhere.
        above = next((line.rstrip() for line in reversed(text.lines[: first - 1]) if line.strip()), "")
        broken = ("-", "\u2010", "\u00ad")
        assert found.near or above.endswith(broken) or quote.rstrip().endswith(broken)


@given(st.text(max_size=200), st.text(max_size=60), st.integers(0, 20), st.integers(0, 20))
def test_no_text_and_no_quote_break_the_look(text: str, quote: str, first: int, last: int) -> None:
    found = FoldedText(text).look(quote, first, max(first, last))
    assert (found.place is None) == bool(found.problem)
    if found.place is not None:
        assert 1 <= found.place.first <= found.place.last <= FoldedText(text).total


@given(
    st.lists(
        st.sampled_from(["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta"]),
        min_size=6,
        max_size=12,
    ),
    st.integers(0, 11),
    st.sampled_from(["iota", "kappa", "lambda"]),
)
def test_a_quote_with_one_word_changed_is_never_found(said: list[str], at: int, other: str) -> None:
    changed = list(said)
    changed[at % len(said)] = other
    text = FoldedText("before it\n" + " ".join(said) + "\nbehind it\n")
    assert text.look(" ".join(said), 2, 2).place == (2, 2)
    assert text.look(" ".join(changed), 2, 2).place is None


TYPESET = """\
Das zugeh¨orige Struktogramm ist f¨ur alle lee-
re Felder gut, und d´ej`a vu ist gar¸con.
They were un-
able to do so at all.
897
898 # generate the documentation for the developer
"""


@pytest.mark.parametrize(
    ("quote", "place"),
    [
        ("Das zugehörige Struktogramm ist für alle leere Felder", (1, 2)),
        ("Das zugeh¨orige Struktogramm ist f¨ur alle lee-", (1, 1)),
        ("re Felder gut, und déjà vu ist garçon.", None),
        ("Das zugehörige Struktogramm ist für alle lee", None),
        ("They were un-", (3, 3)),
        ("They were un", None),
        ("able to do so at all.", None),
        ("898 # generate the documentation for the developer", (6, 6)),
    ],
)
def test_typeset_lines_are_found_with_their_accents_and_broken_ends_and_never_the_half_of_a_word(
    quote: str, place: tuple[int, int] | None
) -> None:
    assert look(quote, text=TYPESET) == place


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Region | Sales | Cost\nNorth | 12 | 7", "| North | 12 | 7 |"),
        ("Region | Sales\nNorth | 12", "| Region | Sales |\n|---|---|\n| North | 12 |"),
        ("The mass is 10^6 m^-2 at most.", "The mass is 10⁶ m⁻² at most."),
        ("The mass is 10⁶ m⁻² at most.", "The mass is 10^6 m^-2 at most."),
        ("The cost is 5 % of all rents.", "The cost is 5 \\% of all rents."),
        ("The eﬃcient ﬂoor is ﬁne.", "The efficient floor is fine."),
    ],
)
def test_rows_powers_and_ligatures_are_found_as_models_write_them(text: str, quote: str) -> None:
    assert look(quote, text=text) is not None
    assert look(quote.replace("1", "2").replace("ffi", "fi").replace("5", "6"), text=text) is None
