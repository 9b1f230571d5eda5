"""The marks between which a prompt shows what people, files and models wrote, and reading them back.

Rule: what a mark names is shown as it is, for an answer has to name it again. `read_fences` reads a prompt as
it is sent, so whoever answers without a model knows no more than a model would.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

# Possessive: white space behind a sign is read once, however much a model writes of it.
_MARK = re.compile("(?i)<(\u2060*+\\s*+/?+\\s*+data\\b)")
_SPLIT_MARK = re.compile("(?i)<\u2060(\u2060*+\\s*+/?+\\s*+data\\b)")
_OPEN, _CLOSE = '<data name="', "</data>"


@dataclass(frozen=True, slots=True)
class Fence:
    """A text that a prompt shows: its name, the text, and the program's own words before and behind it."""

    name: str
    text: str
    before: str = ""
    """What the prompt says between the fence before this one (or its beginning) and this one."""

    @staticmethod
    def joined(text: str) -> str:
        """Return a text without the signs that split the marks in it: who was shown them writes them, too."""
        return _SPLIT_MARK.sub("<\\1", text) if "<\u2060" in text else text


def fenced(text: object, name: str = "text") -> str:
    """Return a text between marks that it cannot close itself: a word joiner splits marks inside it.

    The name stands as it is, in one line: signs, blanks and letters of all kinds; control characters, which
    no line can show, become blanks.
    """
    return f'{_OPEN}{_split(one_line(str(name)))}">\n{_split(str(text))}\n{_CLOSE}'


def one_line(name: str) -> str:
    """Return a name as a mark shows it."""
    return "".join(" " if unicodedata.category(sign) in ("Cc", "Zl", "Zp") else sign for sign in name)


def read_fences(prompt: str) -> tuple[tuple[Fence, ...], str]:
    """Return the texts that a prompt shows, in order, and the program's words behind the last of them."""
    found: list[Fence] = []
    words: list[str] = []
    inside: list[str] | None = None
    name = ""
    # Split at "\n" alone: other line ends may stand in a text.
    for line in prompt.split("\n"):
        opening = line.find(_OPEN) if inside is None and line.endswith('">') else -1
        if opening >= 0:
            # The program's words may stand before it in the same line.
            words.append(line[:opening])
            name, inside = Fence.joined(line[opening + len(_OPEN) : -2]), []
        elif inside is not None and line == _CLOSE:
            found.append(Fence(name, Fence.joined("\n".join(inside)), "\n".join(words).strip()))
            words, inside = [], None
        else:
            (words if inside is None else inside).append(line)
    # A prompt that was cut inside a text shows it to its end.
    if inside is not None:
        found.append(Fence(name, Fence.joined("\n".join(inside)), "\n".join(words).strip()))
        words = []
    return tuple(found), "\n".join(words).strip()


# Most texts have none of these signs, and one sign is found much sooner than a mark.
def _split(text: str) -> str:
    return _MARK.sub("<\u2060\\1", text) if "<" in text else text
