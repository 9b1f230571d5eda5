"""Where commands print: progress on standard error, the result on standard output.

Rules: a text is printed as it is, but for control characters; nothing that is printed ends a command but a
full disk under its result. What is foreign is cleaned here and nowhere is it trusted: nothing of a model's
text reaches the terminal as a command, also where Markdown spells one as an entity (`&#27;`); HTML in it is
text, and an address is shown and no link that hides where it leads.
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from app.domain.canonical import unhidden
from app.domain.errors import RoundtableError, StorageError
from app.domain.i18n import words
from app.markup.visible import visible

if TYPE_CHECKING:
    from rich.markdown import Markdown


_RETURN = re.compile(r"\r(?!\n)")
_PAGE = re.compile(r"(\S{300})\S{200,}")
WIDEST = 100
"""Columns of a line that is still read with ease."""
_GONE = frozenset({errno.EPIPE, errno.EINVAL})
"""What a write to a pipe says that nobody reads any more; EINVAL is Windows' word for it."""


living: list[Callable[[], None]] = []
"""What takes away a line that is still being drawn, before another is printed."""


def clean(text: object) -> str:
    """Return a text in which what a terminal would obey, or not show, stands as a visible mark."""
    # One that is alone brings a terminal back to the beginning of its line.
    return visible(_RETURN.sub("␍", str(text)))


def plural(number: int, noun: str) -> str:
    """Return “2 cycles”."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def tokens_text(count: int, cached: int) -> str:
    """Return “1,200 tokens”, with how many of them a cache gave."""
    return f"{count:,} tokens (of which {cached:,} cached)" if cached else f"{count:,} tokens"


def is_terminal(stream: TextIO) -> bool:
    """Tell whether a person looks at a stream through a terminal that can be drawn on."""
    try:
        return stream.isatty() and os.environ.get("TERM") != "dumb"
    except ValueError:
        return False


def coloured(stream: TextIO) -> bool:
    """Tell whether colours and weights may be used on a stream."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def strong(text: str, stream: TextIO) -> str:
    """Return a cleaned line, in bold where a terminal shows it."""
    return f"\x1b[1m{clean(text)}\x1b[0m" if coloured(stream) else clean(text)


def faint(text: str, stream: TextIO) -> str:
    """Return a cleaned line, fainter where a terminal shows it."""
    return f"\x1b[2m{clean(text)}\x1b[0m" if coloured(stream) else clean(text)


def say(text: str) -> None:
    """Print a line of progress."""
    say_painted(clean(text))


def say_wrapped(text: str) -> None:
    """Print a line of progress, in as many as a terminal needs."""
    say(wrapped(text, sys.stderr))


def show_wrapped(text: str, indent: int | None = None) -> None:
    """Print a line of the result, in as many as a terminal needs."""
    show(wrapped(text, sys.stdout, indent))


def columns() -> int:
    """Return how wide a text may be."""
    return max(20, min(WIDEST, shutil.get_terminal_size().columns))


def wrapped(text: str, stream: TextIO, indent: int | None = None) -> str:
    """Return a line as a terminal gets it: it would break words; what follows is indented.

    Elsewhere a line stays whole. Commands do not come here: they are there to be copied.
    """
    if not is_terminal(stream):
        return text
    hanging = len(text) - len(text.lstrip()) + 2 if indent is None else indent
    return textwrap.fill(
        clean(text),
        columns(),
        subsequent_indent=" " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def say_painted(text: str) -> None:
    """Print a line of progress that was cleaned and may carry colours of ours."""
    for take_away in living:
        take_away()
    with suppress(OSError):
        _write(sys.stderr, text)


def show(text: str) -> None:
    """Print a line of the result."""
    show_painted(clean(text))


def show_painted(text: str) -> None:
    """Print a line of the result that was cleaned and may carry colours of ours."""
    with _onto_output():
        _write(sys.stdout, text)


def show_bytes(content: bytes) -> None:
    """Print a file's content as it is."""
    with _onto_output():
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


@contextmanager
def _onto_output() -> Iterator[None]:
    """Write to standard output; StorageError where it takes nothing, unless nobody reads it any more."""
    try:
        yield
    except OSError as error:
        _silence(sys.stdout)
        if (refused := unwritable_output(error)) is not None:
            raise refused from error


def unwritable_output(error: OSError) -> StorageError | None:
    """Return what a person is told of an output that takes nothing; None: nobody reads it any more."""
    if error.errno in _GONE:
        return None
    return StorageError(
        "full" if error.errno == errno.ENOSPC else "io",
        words("Standard output cannot be written to: {why}.", why=error.strerror or str(error)),
        words("Free some space or choose another place; the session itself is saved."),
    )


def print_found(value: object, *lines: str, as_json: bool) -> int:
    """Print what a command came to: its value for programs, else lines; return the exit status of success."""
    if as_json:
        print_json(value)
    else:
        for line in lines:
            show(line)
    return 0


def print_json(value: object) -> None:
    """Print the command's one JSON value as the last line."""
    text = unhidden(json.dumps(value, ensure_ascii=False))
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value)
    show_painted(text)


def _write(stream: TextIO, line: str) -> None:
    stream.write(line + "\n")
    stream.flush()


def _silence(stream: TextIO) -> None:
    """Send the rest nowhere: who read it has gone, and the command still ends with its own status."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def error_value(error: RoundtableError) -> dict[str, str]:
    """Return an expected error as programs read it."""
    return {"kind": error.kind, "message": str(error.message), "next": str(error.next)}


def _in_sight(text: object) -> str:
    """Return a text in which of a page without a space, as pasted for a name, only the beginning is told."""
    return _PAGE.sub(r"\1…", str(text))


def print_error(error: RoundtableError) -> None:
    """Print an expected error: the thing and the next action."""
    cross = "\x1b[1;31m✕\x1b[0m" if coloured(sys.stderr) else "✕"
    say_painted(f"{cross} {clean(_in_sight(error.message))}")
    for line in filter(None, _in_sight(error.next).split("\n")):
        say(f"  {line}")


def program() -> str:
    """Return how a person calls this program where they are: what can be typed, or pasted, as it stands."""
    if shutil.which("roundtable"):
        return "roundtable"
    beside = Path(sys.executable).with_name("roundtable.exe" if os.name == "nt" else "roundtable")
    if not beside.is_file():
        return "roundtable"
    with suppress(ValueError, OSError):
        return str(beside.relative_to(Path.cwd()))
    return str(beside)


# --- Markdown of models ------------------------------------------------------------------------------------


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
    return "\n".join(line.rstrip() for line in drawn.getvalue().split("\n")).strip("\n")


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
