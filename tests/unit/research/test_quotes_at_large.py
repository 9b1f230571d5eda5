"""Quotes from real files: copied in the ways in which people and models copy, and falsified in as many."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from app.workflows.common.quotes import FoldedText

ROOT = Path(__file__).resolve().parents[3]
FEWEST = 12
"""Letters of a quote that is tried: what is shorter is none."""


def texts() -> Iterator[FoldedText]:
    """Yield texts that stay as they are: prose in three languages, Markdown, sources, a licence."""
    data = ROOT / "tests" / "data"
    paths = [
        ROOT / "LICENSE",
        *sorted((data / "readability").glob("*.txt")),
        *sorted((data / "look").glob("*.md")),
    ]
    for path in paths:
        yield FoldedText(path.read_text("utf-8"), markdown=path.suffix == ".md")


def quotes(rng: Random, count: int) -> Iterator[tuple[FoldedText, str, int]]:
    """Yield quotes of one to four lines, or of a part of one, with the line where they begin."""
    every = list(texts())
    while count:
        text = rng.choice(every)
        first = rng.randrange(text.total)
        quote = "\n".join(text.lines[first : first + rng.choice((1, 1, 2, 4))])
        words = list(re.finditer(r"\S+", quote))
        if "\n" not in quote and len(words) > 5 and rng.random() < 0.5:
            begin = rng.randrange(len(words) - 4)
            quote = quote[words[begin].start() : words[rng.randrange(begin + 3, len(words))].end()]
        if sum(sign.isalnum() for sign in quote) >= FEWEST:
            count -= 1
            yield text, quote, first + 1


def broken(quote: str, rng: Random) -> str:
    """Return a quote with a word broken at the end of a line."""
    long = list(re.finditer(r"(?<![\w-])[a-z]{6,}", quote))
    if not long:
        return quote
    at = rng.choice(long).start() + 3
    return f"{quote[:at]}-\n{quote[at:]}"


HONEST: dict[str, Callable[[str, Random], str]] = {
    "as it is": lambda quote, rng: quote,
    "in one line": lambda quote, rng: " ".join(quote.split()),
    "spaced": lambda quote, rng: re.sub(" ", lambda _: rng.choice((" ", "  ", "\n", "\u00a0")), quote),
    "ligatures": lambda quote, rng: quote.replace("ffi", "ﬃ").replace("fi", "ﬁ").replace("fl", "ﬂ"),
    "quotation marks": lambda quote, rng: quote.replace('"', rng.choice("“”«»")).replace("'", "’"),
    "dashes": lambda quote, rng: quote.replace(" - ", " — ").replace(" – ", " - ").replace("–", "-"),
    "first letter": lambda quote, rng: quote[:1].swapcase() + quote[1:],
    "a point behind": lambda quote, rng: quote + ".",
    "in quotation marks": lambda quote, rng: f'"{quote}"',
    "an ellipsis around": lambda quote, rng: f"… {quote} …",
    "broken": broken,
}


@pytest.mark.parametrize("way", HONEST)
def test_an_honest_quote_is_hardly_ever_refused(way: str) -> None:
    rng = Random(way)
    refused = [
        quote
        for text, quote, first in quotes(rng, 150)
        if text.look(HONEST[way](quote, rng), first, first + quote.count("\n")).place is None
    ]
    assert len(refused) <= 150 * 0.02, refused


def other_word(quote: str, rng: Random) -> str:
    found = rng.choice(list(re.finditer(r"\w+", quote)))
    return f"{quote[: found.start()]}zebra{quote[found.end() :]}"


def other_letter(quote: str, rng: Random) -> str:
    letters = [found.start() for found in re.finditer(r"[A-Za-z]", quote)][1:]
    if not letters:
        return ""
    at = rng.choice(letters)
    return quote[:at] + ("q" if quote[at] in "xX" else "x") + quote[at + 1 :]


def other_figure(quote: str, rng: Random) -> str:
    figures = [found.start() for found in re.finditer(r"\d", quote)]
    if not figures:
        return ""
    at = rng.choice(figures)
    return f"{quote[:at]}{(int(quote[at]) + 5) % 10}{quote[at + 1 :]}"


def swapped(quote: str, rng: Random) -> str:
    words = quote.split()
    if len(words) < 4:
        return ""
    at = rng.randrange(len(words) - 1)
    words[at], words[at + 1] = words[at + 1], words[at]
    return " ".join(words)


def denied(quote: str, rng: Random) -> str:
    return re.sub(r"\b(is|are|was|must|can|does|do|has|may)\b", r"\1 not", quote, count=1)


FALSE = {
    "word": other_word,
    "letter": other_letter,
    "figure": other_figure,
    "order": swapped,
    "negation": denied,
}


@pytest.mark.parametrize("way", FALSE)
def test_a_false_quote_is_never_admitted(way: str) -> None:
    rng = Random(way)
    tried = 0
    for text, quote, first in quotes(rng, 400):
        false = FALSE[way](quote, rng)
        whole = " ".join(" ".join(text.lines).split())
        if not false or " ".join(false.split()).casefold() in whole.casefold() or false == quote:
            continue
        tried += 1
        assert text.look(false, first, first + quote.count("\n")).place is None, (quote, false)
    assert tried > 20
