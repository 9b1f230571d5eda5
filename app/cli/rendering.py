"""Markdown of models on a terminal: rendered where a person looks at it, else as it was written.

Rule: nothing of a model's text reaches the terminal as a command, also where Markdown spells one as an entity
(`&#27;`); HTML in it is text, and an address is shown and no link that hides where it leads.
"""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, TextIO

from app.cli.output import clean, coloured, columns, is_terminal, say, say_painted, show, show_painted

if TYPE_CHECKING:
    from rich.markdown import Markdown


def show_markdown(text: str) -> None:
    """Print a text of a model as a part of the result."""
    painted = _painted(text, sys.stdout)
    if painted is not None:
        show_painted(painted)
    else:
        show(text.strip("\n"))


def say_markdown(text: str) -> None:
    """Print a text of a model beside what a person is asked."""
    painted = _painted(text, sys.stderr)
    if painted is not None:
        say_painted(painted)
    else:
        say(text.strip("\n"))


def _painted(text: str, stream: TextIO) -> str | None:
    """Return Markdown as a terminal shows it, None where a stream leads to none."""
    if not is_terminal(stream) or not _draws(stream):
        return None
    return rendered(text, columns(), colours=coloured(stream))


def _draws(stream: TextIO) -> bool:
    """Tell whether a terminal has the signs that lists and rules are drawn with."""
    try:
        "•─│┃▌".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def rendered(text: str, width: int, *, colours: bool) -> str:
    """Return Markdown as lines of a terminal, the last one without its end."""
    # Late for start-up cost.
    from rich.console import Console
    from rich.theme import Theme

    from app.markup.parser import TooDeep

    drawn = io.StringIO()
    console = Console(
        file=drawn,
        width=width,
        force_terminal=True,
        color_system="standard" if colours else None,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
        # No backgrounds: a terminal may be dark or light.
        theme=Theme({"markdown.code": "cyan", "markdown.h3": "bold", "markdown.block_quote": "dim"}),
    )
    try:
        page = _page(text)
    except TooDeep:
        return clean(text).strip("\n")
    console.print(page)
    lines = [line.rstrip() for line in drawn.getvalue().split("\n")]
    return "\n".join(lines).strip("\n")


def _page(text: str) -> Markdown:
    # Late for start-up cost.
    from rich.markdown import Markdown

    from app.markup.parser import common_tokens

    page = Markdown("", hyperlinks=False, code_theme="ansi_dark")
    page.parsed = common_tokens(clean(text), clean)
    for token in page.parsed:
        if token.type in ("heading_open", "heading_close") and token.tag in ("h1", "h2"):
            # It boxes or centres the first two: a heading of a text is no title page.
            token.tag = "h3"
    return page
