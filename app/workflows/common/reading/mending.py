"""Loading JSON that has slips in it; what was mended is named. Linear, and bounded where a library mends."""

from __future__ import annotations

import json
import re
from typing import Any

from app.domain.reply_repairs import Mend

_LARGEST_MENDED = 20_000
"""Characters that the repair library is given: it takes up to 4 ms for a thousand, and the window waits."""
_LARGEST_LIGHTLY = 250_000
"""Characters in which the common slips are looked for."""
_DEEPEST = 40
"""Brackets in one another; what lies deeper in a reply that breaks off is left out."""
# No possessive groups: Pythons before 3.11.5 match them wrongly (CPython issue 106052).
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*"'
_LIGHT = re.compile(
    rf'(?P<triple>"""[^"]*+(?:"(?!"")[^"]*+)*""")|(?P<string>{_STRING})'
    r"|(?P<smart>[“”„][^”“\"\\]*+(?:\\.[^”“\"\\]*+)*[”“])"
    r"|(?P<tick>(?<=[:\[,\s])`[^`\\]*+(?:\\.[^`\\]*+)*`(?=\s{0,8}+[,}\]]))"
    r"|(?P<single>(?<=[{\[,:\s(])'(?:[^'\\]++|\\.)*?'(?=\s{0,8}+[,:}\])]))"
    r"|(?P<comment>//[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*\*/|(?<=\s)#[^\n]*+)"
    r"|(?P<comma>,(?=\s*+[}\]]))"
    r"|(?P<wide>[：，；](?=\s*+[\"“\[{\d-]))"
    r"|(?P<word>\b(?:True|False|None|undefined|NaN|TRUE|FALSE|NULL)\b(?!\s{0,8}+:))"
    r"|(?P<key>(?<=[{,\s])[^\W\d][\w-]{0,60}+(?=\s{0,8}+:))",
    re.DOTALL,
)
_WORDS = {"True": "true", "TRUE": "true", "False": "false", "FALSE": "false"}
_KINDS: dict[str, Mend] = {
    "triple": "quotes",
    "smart": "quotes",
    "tick": "quotes",
    "single": "quotes",
    "comment": "comments",
    "comma": "commas",
    "wide": "commas",
    "word": "python",
    "key": "quotes",
}


def load(source: str, *, cut: bool = False) -> tuple[Any, tuple[Mend, ...]]:
    """Return the value of a piece of JSON and what was mended. Raises ValueError where it cannot be read.

    With `cut` what was not whole at the end is left out.
    """
    if cut:
        source = _closed(source)
    cut_mends: tuple[Mend, ...] = ("cut",) if cut else ()
    if "\\" in source:
        source = _with_own_backslashes(source)
    value = _strictly(source, True)
    if value is not _NOTHING:
        return value, cut_mends
    value = _strictly(source, False)
    if value is not _NOTHING:
        return value, (*cut_mends, "line_breaks")
    if len(source) > _LARGEST_LIGHTLY:
        raise ValueError("it is not valid JSON, and too long to be mended")
    mended, kinds = _lightly(source)
    value = _strictly(mended, False)
    if value is not _NOTHING:
        return value, (*cut_mends, *(kinds or ("slips",)))
    if len(source) > _LARGEST_MENDED:
        raise ValueError("it is not valid JSON, and too long to be mended")
    # Late for start-up cost: few replies need mending.
    import json_repair

    try:
        # Light mending first: the library knows no back ticks and no triple quotation marks.
        value = json_repair.loads(mended)
    except (RecursionError, ValueError):
        raise ValueError("it is not valid JSON") from None
    if not isinstance(value, dict | list) or not value:
        raise ValueError("it is not valid JSON")
    return value, (*cut_mends, *kinds, "slips")


_FORMULA = re.compile(r"\$|\\[(\[]|\\[bf][a-z]{2}")
_COMMAND = re.compile(
    r"(\\\\)|\\(?=[bf][A-Za-z]|(?:n(?:abla|eg|eq|ot|otin|u)|r(?:angle|ceil|floor|ho|ight\w*)"
    r"|t(?:an|anh|au|ext\w*|frac|heta|ilde|imes|o|op|riangle))(?![A-Za-z]))"
)
"""What begins a command of a formula where JSON has a backspace, a form feed, a line's end or a tab."""
_PATH = re.compile(r"(?<![A-Za-z])[A-Za-z]:(?:\\[\w-]+(?:\.[\w-]+)*)+")


def _with_own_backslashes(source: str) -> str:
    """Return JSON with the backslashes doubled of `\\frac`, `C:\\files` and others that were written singly.

    No text of a model has a backspace or a form feed; a tab or a line's end is one outside of formulas.
    """
    if re.search(r"\\[bf]\w", source):
        source = _PATH.sub(
            lambda path: path[0].replace("\\", "\\\\") if re.search(r"\\[bf]\w", path[0]) else path[0], source
        )
    return _COMMAND.sub(lambda one: one[1] or "\\\\", source) if _FORMULA.search(source) else source


def fault(source: str) -> tuple[str, int]:
    """Return what is wrong with a piece of JSON, and where."""
    try:
        json.loads(source, strict=False)
    except json.JSONDecodeError as error:
        return error.msg, error.pos
    except (ValueError, RecursionError):
        return "it is nested too deeply", 0
    return "", 0


_NOTHING = object()


def _strictly(source: str, strict: bool) -> Any:
    try:
        return json.loads(source, strict=strict, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        return _NOTHING


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; of a name that is given twice, the last value that says something."""
    return dict(pairs) | {name: value for name, value in pairs if value not in (None, "", [], {})}


def _lightly(source: str) -> tuple[str, tuple[Mend, ...]]:
    """Return JSON with the common slips mended, and which there were."""
    kinds: dict[Mend, None] = {}

    def mend(match: re.Match[str]) -> str:
        kind = match.lastgroup or ""
        written = match.group()
        if kind == "string":
            return written
        kinds[_KINDS[kind]] = None
        match kind:
            case "triple":
                return json.dumps(written[3:-3])
            case "smart" | "tick":
                return json.dumps(written[1:-1].replace("\\n", "\n").replace('\\"', '"'))
            case "single":
                return (
                    '"' + written[1:-1].replace("\\'", "'").replace('"', '\\"').replace('\\\\"', '\\"') + '"'
                )
            case "comment" | "comma":
                return ""
            case "wide":
                return ":" if written == "：" else ","
            case "key":
                return f'"{written}"'
            case _:
                return _WORDS.get(written, "null")

    mended = _LIGHT.sub(mend, source)
    # A comma before a comment before a bracket shows only now.
    if "comments" in kinds:
        mended = _LIGHT.sub(mend, mended)
    return mended, tuple(kinds)


_CUT_TOKEN = re.compile(rf'{_STRING}|[{{}}\[\],:]|"', re.DOTALL)


def _closed(source: str) -> str:
    """Return a piece of JSON that breaks off, ended behind its last whole value."""
    stack: list[str] = []
    # Where the text may be cut, and the brackets that are open there.
    whole, still_open = 0, ""
    expects_value = False
    for token in _CUT_TOKEN.finditer(source):
        sign = token.group()
        if sign in "{[":
            stack.append("}" if sign == "{" else "]")
            whole, still_open, expects_value = token.end(), "".join(reversed(stack)), sign == "["
        elif sign in "}]":
            if stack:
                stack.pop()
            whole, still_open, expects_value = token.end(), "".join(reversed(stack)), False
        elif sign == ",":
            # What stands before a comma is whole.
            whole, still_open = token.start(), "".join(reversed(stack))
            expects_value = bool(stack) and stack[-1] == "]"
        elif sign == ":":
            expects_value = True
        elif sign == '"':
            break
        elif expects_value:
            whole, still_open, expects_value = token.end(), "".join(reversed(stack)), False
        if len(stack) > _DEEPEST:
            break
    return source[:whole] + still_open
