"""Formulas: what models write is set, what is not known is left alone, and nothing is endless."""

from __future__ import annotations

import pytest

from app.markup.formula import DEEPEST, LONGEST, Fraction, Matrix, Script, Sign, bare, read_formula
from app.markup.formula_html import for_qt, mathml, words_of
from app.markup.formula_signs import readable
from app.markup.quoting import quote
from app.markup.render import render


def shown(source: str, *, block: bool = False) -> str:
    """Return what is seen of a formula, without its spaces."""
    node = read_formula(source)
    assert node is not None, source
    return "".join(words_of(mathml(node, source, block=block)).split())


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        (r"E = 1.9 + p \cdot 0.7", "E=1.9+p·0.7"),
        (r"0.7 \le C \le 1.9 + 0.7", "0.7≤C≤1.9+0.7"),
        (r"W_q = \frac{\rho}{\mu(1-\rho)} \quad \text{with } \rho<1", "Wq=ρ/(μ(1−ρ))withρ<1"),
        (r"x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}", "x=(−b±√(b2−4ac))/(2a)"),
        (r"\sqrt[3]{x+1}", "3√x+1"),
        (r"\frac12", "1/2"),
        (r"7{,}200\,\mu A", "7,200μA"),
        (r"f''(x)", "f′′(x)"),
        (r"A = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}", "A=(1,2;3,4)"),
        (r"\left(1+\frac{1}{n}\right)^n", "(1+1/n)n"),
        (r"\log_2 n", "log2n"),
        (r"\bar{x} \in \mathbb{R}", "x̄∈ℝ"),
        (r"100\%", "100%"),
        (r"a \bmod b \equiv 1 \pmod{n}", "amodb≡1(modn)"),
        (r"\overline{AB} \not= \cancel{c}", "A̅B̅≠c̸"),
        (r"\underbrace{a+b}_{n}", "(a+b)n"),
        (r"A \xrightarrow{n\to\infty} B", "A→n→∞B"),
        (r"\sum\limits_{\substack{i<n \\ j}} x", "∑i<n;jx"),
        (r"\left(a\middle|b\right) \tag{3}", "(a|b)(3)"),
        (r"{a \over b} + {n \choose k}", "a/b+(nk)"),
        (r"\ce{2H2O -> 2H2 + O2}", "2H2O→2H2+O2"),
        (r"\textcolor{red}{x} \hspace{1em} \mathrm{kg\,m^{-2}}", "xkgm−2"),
        (r"\begin{array}{|c|c|} \hline 1 & 2 \\ \hline \end{array}", "1,2"),
    ],
)
def test_a_formula_stands_in_a_line_as_its_letters(source: str, seen: str) -> None:
    assert shown(source) == seen


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        (r"\unheard{x} \le \alpha", "unheard(x) ≤ α"),
        (r"\frac{\foo{a}}{b}", "(foo(a))/(b)"),
        (r"\begin{foo} a & b \\ c \end{foo}", "a; b; c"),
        (r"x_{\zzz}^2 \left( y", "x_(zzz)^2 (y"),
        ("{" * 500, ""),
    ],
)
def test_a_formula_that_is_not_known_is_words_and_signs(source: str, seen: str) -> None:
    assert read_formula(source) is None
    assert readable(source) == seen


def test_a_formula_on_lines_of_its_own_has_its_fractions_one_over_the_other() -> None:
    source = r"\lambda = \frac{n}{T}"
    node = read_formula(source)
    assert node is not None
    html = for_qt(mathml(node, source, block=True))
    assert html.count("<table") == 3
    assert "/" not in shown(source, block=True)


def test_a_sum_has_its_limits_under_and_over_it() -> None:
    node = read_formula(r"\sum_{i=1}^{n}")
    assert isinstance(node, Script)
    assert node.limits
    assert "<munderover>" in mathml(node, "", block=True)


def test_lines_of_a_calculation_meet_at_their_signs() -> None:
    node = read_formula(r"\begin{aligned} a &= b \\ &= c \end{aligned}")
    assert isinstance(node, Matrix)
    assert (len(node.rows), node.aligned) == (2, True)


@pytest.mark.parametrize(
    "source",
    [
        r"\unheard{x}",
        r"\input{/etc/passwd}",
        r"\def\a{\a}\a",
        r"x^",
        r"\frac{a}",
        r"{a",
        r"a}",
        r"\left( a",
        r"\begin{matrix} a",
        "x # y",
        "",
        "{" * (DEEPEST + 2) + "a" + "}" * (DEEPEST + 2),
        r"\sqrt{" * 200 + "}" * 200,
        "x+" * LONGEST,
    ],
)
def test_what_is_not_known_or_too_much_is_no_formula(source: str) -> None:
    assert read_formula(source) is None


def test_the_deepest_that_is_read_is_no_deep_table_for_qt() -> None:
    source = r"\frac{1}{1+" * 5 + "x" + "}" * 5
    node = read_formula(source)
    assert isinstance(node, Fraction)
    assert for_qt(mathml(node, source, block=True)).count("<table") <= 6


def test_nothing_in_a_formula_is_a_tag() -> None:
    source = r'a<b>"\text{<script>}'
    node = read_formula(r"\text{<script>} < a")
    assert read_formula(source) is None
    assert node is not None
    assert "<script" not in mathml(node, source, block=False)
    assert "<script" not in for_qt(mathml(node, r"\text{<script>} < a", block=False))


def test_the_signs_around_a_formula_are_taken_off() -> None:
    assert [bare(one) for one in ("$x$", "$$\nx\n$$", r"\(x\)", r"\[ x \]", "x")] == ["x"] * 5
    assert read_formula("x") == Sign("letter", "x")


@pytest.mark.parametrize("text", ["so $x_1 = 2$ holds", r"and \(a \le b\) too", "$$\nE = mc^2\n$$"])
def test_markdown_keeps_a_formula_as_it_was_written(text: str) -> None:
    assert quote(text) == text


@pytest.mark.parametrize("text", ["$<script>alert(1)</script>$", "$[a](https://b.example)$", "$$\n# a\n$$"])
def test_a_formula_that_could_take_part_in_the_document_is_code(text: str) -> None:
    assert "`" in quote(text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("$$\na\n=\nb\n$$", "$$a = b$$"),
        ("$P(A|B)$ is", r"$P(A\vert B)$ is"),
        (r"\[ \left\|x\right\| \]", r"$$\left\Vert x\right\Vert$$"),
    ],
)
def test_a_formula_with_signs_of_a_block_is_written_without_them(text: str, kept: str) -> None:
    assert quote(text) == kept


@pytest.mark.parametrize("name", ["align*", "equation", "gather", "cases"])
def test_a_formula_may_be_opened_by_its_environment_alone(name: str) -> None:
    rendered = render(f"So\n\\begin{{{name}}}\nx &= 1 \\\\\ny &= 2\n\\end{{{name}}}\nholds.")
    assert "begin" not in rendered.text
    assert "<mtable" in "".join(rendered.blocks)


def test_a_script_of_a_script_is_no_script_of_the_first() -> None:
    assert shown("e^{-x^2}") == "e−x²"
    assert shown("x_{i_1}") == "xi₁"
    assert shown("a^{b^{c+d}}") == "ab^(c+d)"


def test_a_root_of_something_high_stands_over_it_on_a_line_of_its_own() -> None:
    assert "√1" in shown(r"\sqrt{\frac{1}{N-1} \sum_{i=1}^{N} x_i}", block=True)
    assert shown(r"\sqrt{\frac{1}{2}}") == "√(1/2)"


def test_letters_are_heavy_where_they_are_said_to_be() -> None:
    node = read_formula(r"\mathbf{x} \cdot \mathbb{E}")
    assert node is not None
    assert "𝐱" in mathml(node, "", block=False)
    assert "<strong>x</strong>" in for_qt(mathml(node, r"\mathbf{x}", block=False))


def test_dollars_among_the_words_of_a_formula_are_formulas() -> None:
    assert shown(r"y = 1 \text{ if $x > 0$}") == "y=1ifx>0"
