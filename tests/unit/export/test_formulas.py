"""Formulas of answers in what is handed on: equations where the form has them."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from app.export.html_text import foreign
from app.export.pdf.exporter import _for_qt
from app.export.word.markup import Margin
from app.export.word.prose import Place, Prose

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
FORMULAS = [
    (r"$W_q = \frac{\rho}{\mu}$", ("f", "sSub")),
    (r"\(\sqrt[3]{x}\)", ("rad",)),
    (r"$\sum_{i=1}^n x_i^2$", ("nary", "sSubSup")),
    (r"$\begin{pmatrix} 1 & 2 \\ 3 \end{pmatrix}$", ("d", "m")),
    (r"$\lim_{n \to 0} f$", ("limLow",)),
    (r"$A \xrightarrow[b]{a} B$", ("limLow", "limUpp")),
]


@pytest.mark.parametrize(("formula", "parts"), FORMULAS)
def test_a_formula_is_an_equation_in_word(formula: str, parts: tuple[str, ...]) -> None:
    prose = Prose()
    (paragraph,) = prose.write(f"so {formula} holds", Place())
    root = ET.fromstring(f"<w:body {W}>{paragraph}</w:body>")
    (equation,) = (one for one in root.iter() if one.tag.endswith("}oMath"))
    names = {one.tag.rpartition("}")[2] for one in equation.iter()}
    assert set(parts) <= names
    assert "".join(prose.heard) == f"so {formula} holds"


def test_a_formula_on_lines_of_its_own_stands_in_the_middle() -> None:
    (paragraph,) = Prose().write("$$\nE = mc^2\n$$", Place())
    assert '<w:jc w:val="center"/>' in paragraph
    assert "$" not in paragraph


def test_a_comment_on_words_of_a_formula_is_beside_the_whole_of_it() -> None:
    margin = Margin()
    margin.put(7, 5, 9)
    (paragraph,) = Prose(margin).write("so $a + b = c$ holds", Place())
    begin, equation, end = (
        paragraph.index(mark) for mark in ("commentRangeStart", "<m:oMath", "commentRangeEnd")
    )
    assert begin < equation < end


def test_a_formula_is_mathml_in_html_and_letters_on_paper() -> None:
    html = foreign(r"so $$\frac{a}{b}$$ holds", below=2)
    assert "<mfrac>" in html
    assert "<math" not in _for_qt(html)
    assert "a" in _for_qt(html)
