"""How far a text that is still arriving can be set: what is whole, and the rest as if it were. Pure."""

from __future__ import annotations

import re

_FENCE = re.compile(r" {0,3}(```|~~~)")
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
        mark = _FENCE.match(line)
        if mark:
            fence = "" if fence == mark[1] else fence or mark[1]
        if end < 0:
            break
        before, at = line, end + 1
    return found


def _parted(before: str, line: str) -> bool:
    """Tell whether a line begins a new block; one that stands in may go on with the point before."""
    if _HEADING.match(before):
        return True
    return bool(_OPENS.match(line)) or (not before.strip() and bool(line[:1].strip()))


_MARKS = re.compile(r"[*`$|\[\\]|^ {0,3}(?:#{1,6}|[-+>]|\d{1,3}[.)])(?:\s|$)", re.MULTILINE)
LONGEST_MARK = 12
"""Letters of a mark at the beginning of a line, with the spaces before it."""
_HALF = re.compile(r"(?:^|\n)[ \t]*(?:#{1,6}|[-*+>|]|\|[-:| ]*)[ \t]*$")
"""The last line where it is only what begins a heading, a point, a quotation or a table."""
_LINK = re.compile(r"\[([^\]\n]*)\]\([^)\s]*$")
_LINK_BEGUN = re.compile(r"(?<![\]!\\])\[(?=[^\W\d])([^\]\n]*)\]?$")
"""What may become a link: words; a number is a citation's."""
_MARK_BEGUN = re.compile(r"(?<!\S)[*`]{1,2}$")
"""What may begin emphasis, code or a fence, before its first letter."""
_LEADING = re.compile(r"(?<![|\n])\n\|[^\n]*\n?(?:\|[^\n]*\n?)*\Z")
_STARS, _STAR = re.compile(r"\*\*"), re.compile(r"(?<=\S)\*|\*(?=\S)")
"""What begins or ends strong words, and emphasis: a star between two spaces is neither."""
_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)]) ")
_RULE = re.compile(r"\s*\|[-:| ]*$")
_MATH_OPENERS = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"))
_LONGEST_INLINE = 80
"""Letters after a dollar from which it is no formula that is still open, but money."""


def has_marks(text: str, since: int = 0) -> bool:
    """Return whether a text says how it is to be set: what does not can stand as it arrives.

    `since`: up to there it says nothing.
    """
    return _MARKS.search(text, since) is not None


def closed(text: str, formula: str = "…") -> str:
    """Return the end of an arriving text as if it were whole: what is open is closed.

    `formula`: what stands in the place of one on lines of its own; one within a line comes when it is whole.
    """
    if fence := open_fence(text):
        body, _, last = text.rpartition("\n")
        return body if last.strip() and set(last.strip()) <= {fence[0]} else text
    cut = _open_formula(text)
    if cut is not None:
        apart = text.startswith(("$$", "\\["), cut)
        return closed(text[:cut]) + (f"\n\n$$\n\\text{{{formula}}}\n$$" if apart else "")
    text = _HALF.sub("", text) if not _in_table(text) else text
    if (head := _LEADING.search(text)) and not _in_table(text):
        # A table right below words begins a block of its own.
        text = f"{text[: head.start()]}\n{text[head.start() :]}"
    before, _, last = text.rpartition("\n\n")
    last = _closed_table(last) if _in_table(last) else _closed_line(last)
    return f"{before}\n\n{last}" if before else last


def open_fence(text: str) -> str:
    """Return the signs of a fence that has not ended yet, empty where there is none."""
    fence = ""
    for line in text.split("\n"):
        if mark := _FENCE.match(line):
            fence = "" if fence == mark[1] else fence or mark[1]
    return fence


def _open_formula(text: str) -> int | None:
    """Return where a formula begins that has not ended yet."""
    for opener, closer in _MATH_OPENERS:
        at = text.rfind(opener)
        if at >= 0 and (text.count("$$") % 2 if opener == closer else text.find(closer, at) < 0):
            return at
    line = text[text.rfind("\n") + 1 :].replace("$$", "  ").replace("\\$", "  ")
    at = line.rfind("$")
    if line.count("$") % 2 and not line[at + 1 : at + 2].strip(" 0123456789"):
        return None if line[at + 1 :] else len(text) - 1
    if line.count("$") % 2 and len(line) - at <= _LONGEST_INLINE:
        return len(text) - len(line) + at
    return None


def _in_table(text: str) -> bool:
    return text[text.rfind("\n\n") + 1 :].lstrip("\n").startswith("|")


def _closed_table(text: str) -> str:
    head, *rows = text.strip("\n").split("\n")
    head = head.rstrip()
    if not head.strip("| "):
        return ""
    head = head if head.endswith("|") and len(head) > 1 else f"{head.rstrip('|')}|"
    width = max(1, head.count("|") - 1)
    if not rows or (len(rows) == 1 and _RULE.match(rows[0]) and rows[0].count("-") < 3 * width):
        rows = ["|---" * width + "|"]
    return "\n".join((head, *rows))


def _closed_line(text: str) -> str:
    """Return a paragraph whose emphasis, code and link are closed."""
    text = _MARK_BEGUN.sub("", _LINK_BEGUN.sub(r"\1", _LINK.sub(r"\1", text)))
    if text.count("`") % 2:
        return text[:-1] if text.endswith("`") else f"{text}`"
    item = _ITEM.match(text)
    body = text[item.end() if item else 0 :].rstrip()
    closers = ""
    single = _STARS.sub("", body)
    if len(_STAR.findall(single)) % 2:
        closers = "*"
    if body.count("**") % 2:
        closers += "**"
    if not closers:
        return text
    text = text.rstrip()
    half = next((mark for mark in ("**", "*") if text.endswith(mark) and mark in closers), "")
    return text.removesuffix(half) + closers.replace(half, "", 1)
