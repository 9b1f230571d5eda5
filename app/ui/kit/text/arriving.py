"""How far a text that is still arriving can be set: what is whole, and the rest as if it were. Pure."""

from __future__ import annotations

import re

from app.markup.formula_html import OPEN
from app.markup.unbroken import has_gaps

_FENCE = re.compile(r"[ \t>]*(?:[-*+] +|\d{1,3}[.)] +)?(`{3,}|~{3,})(.*)")
_OPENS = re.compile(r"#{1,6} |[-*+] |\d{1,3}[.)] ")
_HEADING = re.compile(r"#{1,6} ")


def whole_until(text: str, start: int) -> int:
    """Return where the last block begins that may still grow, looked for behind `start`."""
    at = found = start
    fence, before = "", None
    while at <= len(text):
        end = text.find("\n", at)
        line = text[at:] if end < 0 else text[at:end]
        if before is not None and not fence and _parted(before, line):
            found = at
        fence = _fence_behind(line, fence)
        if end < 0:
            break
        before, at = line, end + 1
    return found


def _parted(before: str, line: str) -> bool:
    """Tell whether a line begins a new block; one that stands in may go on with the point before."""
    if _HEADING.match(before):
        return True
    return bool(_OPENS.match(line)) or (not before.strip() and bool(line[:1].strip()))


_MARKS = re.compile(r"[*`$|\[\\~]|(?<!\w)_|^ {0,3}(?:#{1,6}|[-+>]|\d{1,3}[.)])(?:\s|$)|^[-=]+$", re.MULTILINE)
LONGEST_MARK = 12
"""Letters of a mark at the beginning of a line, with the spaces before it."""
_HALF = re.compile(
    r"(?:^|\n)[ \t]*(?:#{1,6}|[+>|]|\|[-:| ]*|\d{1,3}[.)]?|[-=*_]+|``?|~~?|\\[A-Za-z]*(?:\{[^}\n]*)?)[ \t]*$"
)
"""The last line where it is only what begins or underlines a heading, a point, a table or a formula."""
_LINK = re.compile(r"\[([^\]\n]*)\]\([^)\s]*(?:[ \t]+(?:\"[^\"\n]*\"?)?)?$")
_LINK_BEGUN = re.compile(r"(?<![\]!\\])\[(?=[^\W\d])([^\]\n]*)\]?$")
"""What may become a link: words; a number is a citation's."""
_BEGUN = re.compile(r"(?<![^\s(|])(?:\*{1,3}|_{1,3}|~{1,2}|`{1,2})$|\\$|\[\^[^\]\s]*$|<(?:b|br|br ?/?)?$|~$")
"""What may begin emphasis, code, a footnote's mark or the end of a line, before what tells."""
_LEADING = re.compile(r"(?<![|\n])\n[ \t]*\|[^\n]*\n?(?:[ \t]*\|[^\n]*\n?)*\Z")
_INLINE = re.compile(
    r"\$\$[^$\n]+\$\$|\$(?! )(?:\\.|[^$\n\\])*(?<! )\$(?!\w)|\\\(.+?\\\)|\\.|`+|\*+|~~|_+", re.DOTALL
)
_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)]) ")
_QUOTE = re.compile(r" {0,3}> ?")
"""What each line of a quotation begins with."""
_RULE = re.compile(r"\s*\|[-:| ]*$")
_LAST_BAR = re.compile(r"(?<!\\)\|(?=(?:\\\||[^|])*\Z)")
_MATH_OPENERS = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"))
_ENVIRONMENT = re.compile(r"^[ \t]*\\begin\{([a-z]+\*?)\}", re.MULTILINE)
_MONEY = re.compile(r"[\d.,]+(?=[^\d.,]|\Z)(?!.*[\\^_={}])")
"""What follows a dollar that is money, as far as can be told."""
_LONGEST_INLINE = 80
"""Letters after a dollar from which it is no formula that is still open, but money."""


def has_marks(text: str, since: int = 0) -> bool:
    """Return whether a text says how it is to be set: what does not can stand as it arrives.

    `since`: up to there it says nothing.
    """
    return _MARKS.search(text, since) is not None or has_gaps(text, since)


def closed(text: str, formula: str = "…") -> str:
    """Return the end of an arriving text as if it were whole: what is open is closed.

    `formula`: what stands in the place of one on lines of its own; one within a line comes when it is whole.
    """
    if fence := open_fence(text):
        body, _, last = text.rpartition("\n")
        return body if last.strip(" >") and set(last.strip(" >")) <= {fence[0]} else text
    cut = _open_formula(text)
    if cut is not None:
        line = text.rfind("\n", 0, cut) + 1
        apart = text.startswith(("$$", "\\[", "\\begin"), cut) and not text[line:cut].strip()
        return closed(text[:cut]) + (f"\n\n$$\n{OPEN}\\text{{{formula}}}\n$$" if apart else "")
    before, quoted = _quotation(text)
    if quoted:
        inner = closed("\n".join(quoted), formula)
        return before + "\n".join(f"> {line}" for line in inner.split("\n") if inner.strip())
    text = _HALF.sub("", text) if not _in_table(text) else text
    if (head := _LEADING.search(text)) and not _in_table(text):
        # A table right below words begins a block of its own.
        text = f"{text[: head.start()]}\n{text[head.start() :]}"
    before, _, last = text.rpartition("\n\n")
    last = _closed_table(last) if _in_table(last) else _closed_line(last)
    return f"{before}\n\n{last}" if before else last


def _quotation(text: str) -> tuple[str, list[str]]:
    """Return what stands before a quotation that ends a text, and the lines that are quoted."""
    lines = text.rstrip("\n").split("\n")
    first = len(lines)
    while first and _QUOTE.match(lines[first - 1]):
        first -= 1
    return "".join(f"{line}\n" for line in lines[:first]), [_QUOTE.sub("", one, 1) for one in lines[first:]]


def open_fence(text: str) -> str:
    """Return the signs of a fence that has not ended yet, empty where there is none."""
    fence = ""
    for line in text.split("\n"):
        fence = _fence_behind(line, fence)
    return fence


def _fence_behind(line: str, fence: str) -> str:
    """Return the signs of the fence that is open behind a line; `fence`: before it."""
    mark = _FENCE.match(line)
    if mark is None:
        return fence
    if not fence:
        return mark[1]
    return "" if mark[1].startswith(fence) and not mark[2].strip() else fence


def _open_formula(text: str) -> int | None:
    """Return where a formula begins that has not ended yet."""
    for opener, closer in _MATH_OPENERS:
        at = text.rfind(opener)
        if at >= 0 and (text.count("$$") % 2 if opener == closer else text.find(closer, at) < 0):
            return at
    for named in _ENVIRONMENT.finditer(text):
        if text.find(f"\\end{{{named[1]}}}", named.end()) < 0:
            return named.start()
    line = text[text.rfind("\n") + 1 :].replace("$$", "  ").replace("\\$", "  ")
    at = line.rfind("$")
    if not line.count("$") % 2 or len(line) - at > _LONGEST_INLINE:
        return None
    after = line[at + 1 :]
    if after.isspace() or (_MONEY.match(after) and after.strip("0123456789.,")):
        return None
    return len(text) - len(line) + at


def _in_table(text: str) -> bool:
    return text[text.rfind("\n\n") + 1 :].lstrip().startswith("|")


def _closed_table(text: str) -> str:
    head, *rows = text.strip("\n").split("\n")
    inset, head = head[: len(head) - len(head.lstrip())], head.strip()
    if not head.strip("| "):
        return ""
    head = head if head.endswith("|") and len(head) > 1 else f"{_closed_cell(head).rstrip('|')}|"
    width = max(1, head.count("|") - 1)
    if not rows or (len(rows) == 1 and _RULE.match(rows[0]) and rows[0].count("-") < 3 * width):
        rows = [f"{inset}{'|---' * width}|"]
    elif rows:
        rows[-1] = _closed_cell(rows[-1])
    return "\n".join((inset + head, *rows))


def _closed_cell(row: str) -> str:
    """Return a row whose last cell, which is being written, is closed."""
    bar = _LAST_BAR.search(row)
    at = bar.end() if bar is not None else 0
    return row[:at] + _closed_line(row[at:])


def _closed_line(text: str) -> str:
    """Return a paragraph whose emphasis, code and link are closed."""
    text = _BEGUN.sub("", _LINK_BEGUN.sub(r"\1", _LINK.sub(r"\1", text)))
    item = _ITEM.match(text)
    opened: list[str] = []
    for found in _INLINE.finditer(text, item.end() if item else 0):
        run = found.group()
        if opened and opened[-1].startswith("`"):
            if run == opened[-1]:
                opened.pop()
        elif run.startswith("`"):
            opened.append(run)
        elif run[0] not in "\\$" and (half := _pair(text, found, opened)):
            # The first sign of two that end something.
            text = text[: len(text) - half]
    if opened and text.endswith(opened[-1]):
        text = text[: len(text) - len(opened.pop())]
    return text.rstrip() + "".join(reversed(opened)) if opened else text


def _pair(text: str, found: re.Match[str], opened: list[str]) -> int:
    """Take a run of stars, bars or waves as what it begins and ends; return how many wait for another."""
    run, before, after = (
        found.group(),
        text[found.start() - 1 : found.start()],
        text[found.end() : found.end() + 1],
    )
    closes, begins, left = bool(before.strip()), bool(after.strip()), len(run)
    if run[0] == "_":
        closes, begins = closes and not after.isalnum(), begins and not before.isalnum()
    while left and closes and opened and opened[-1][0] == run[0] and len(opened[-1]) <= left:
        left -= len(opened.pop())
    if left and closes and not after and opened and opened[-1][0] == run[0]:
        return left
    while left and begins:
        size = 2 if left > 1 else 1
        opened.append(run[0] * size)
        left -= size
    return 0
