"""What a program printed: its answer, or why it gave none, with its own words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.domain.errors import ProviderErrorKind
from app.domain.whole_numbers import count_told

_ESCAPES = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\|\Z)|\x1b[\[(#][0-?]*[ -/]*(?:[@-~]|\Z)|\x1b.?|.\x08", re.DOTALL
)
"""Titles, colours and movements of a terminal; a sign that was written over."""
_CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f]")
_PAGE = re.compile(r"\s*<(?:!doctype\s+html|html[\s>])", re.IGNORECASE)
_LOGIN = re.compile(
    r"/login|\blog[ -]?in\b|logged out|not (?:logged|signed) in|sign in|unauthori[sz]ed|authenticat|\b401\b"
    r"|api[ _-]?key|credentials",
    re.IGNORECASE,
)
_RATE = re.compile(
    r"rate.?limit|usage limit|limit (?:was )?reached|too many requests|\b429\b|quota|hit your .{0,20}limit",
    re.IGNORECASE,
)
_CREDIT = re.compile(r"credit balance|out of credits|insufficient (?:funds|credit)|billing", re.IGNORECASE)
_TELLS = 300
"""Characters up to which what is printed may be a complaint and no answer."""
_COMPLAINT = re.compile(
    r"\A\W*(?:error\b|please (?:run|log|sign)|you are not|not logged|invalid api key|.{0,60}/login)",
    re.IGNORECASE,
)
_LONGEST_WORDS = 300


@dataclass(frozen=True, slots=True)
class Printed:
    """What was read of it; `why` and `said` where it is no answer."""

    text: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    why: ProviderErrorKind | None = None
    said: str = ""


def cleaned(text: str) -> str:
    """Return a text as a terminal would leave it standing, without what steers one."""
    # Line by line: what stands before a return alone was written over.
    lines = (line.rsplit("\r", 1)[-1] for line in text.replace("\r\n", "\n").split("\n"))
    return _CONTROL.sub("", _ESCAPES.sub("", "\n".join(lines)))


def read_answer(printed: str, errors: str, status: int | None, member: str) -> Printed:
    """Return what a program answered; `member`: of its JSON, empty where it prints the answer itself."""
    text = cleaned(printed).strip()
    complained = cleaned(errors).strip()
    if member:
        return _from_json(text, complained, status, member)
    if status != 0:
        return _refused(f"{complained}\n{text}", "server_error")
    if _PAGE.match(text):
        return Printed(why="bad_reply", said=" ".join(text[:_LONGEST_WORDS].split()))
    if not text:
        return _refused(complained, "bad_reply")
    if len(text) <= _TELLS and _COMPLAINT.match(text) and (kind := _kind(text)) is not None:
        return Printed(why=kind, said=_shortened(text))
    return Printed(text)


def _from_json(text: str, complained: str, status: int | None, member: str) -> Printed:
    for value in _values(text):
        answer, error = value.get(member), value.get("error")
        if value.get("is_error") is True or (error and not isinstance(answer, str)) or status != 0:
            told = (
                error if isinstance(error, str) else _member(error, "message") or answer or complained or text
            )
            return _refused(str(told), "server_error")
        if isinstance(answer, str):
            if not answer.strip():
                return Printed(why="bad_reply", said=complained[-_LONGEST_WORDS:])
            usage = value.get("usage")
            return Printed(answer, _count(usage, "input_tokens"), _count(usage, "output_tokens"))
    return _refused(f"{complained}\n{text}", "bad_reply" if status == 0 else "server_error")


def _values(text: str) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of what may be one, a list of some, or some a line, the last first."""
    begin = text.find("{")
    for part in (text, text[begin : text.rfind("}") + 1] if begin >= 0 else "", *reversed(text.splitlines())):
        try:
            value = json.loads(part)
        except (ValueError, RecursionError):
            continue
        for one in reversed(value) if isinstance(value, list) else (value,):
            if isinstance(one, dict):
                yield one


def _member(value: object, name: str) -> str:
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, str) else ""


def _count(usage: object, name: str) -> int | None:
    found = usage.get(name) if isinstance(usage, dict) else None
    return count_told(found)


def _kind(text: str) -> ProviderErrorKind | None:
    """Return what a complaint is about; None: nothing that is known."""
    if _CREDIT.search(text):
        return "no_credit"
    if _RATE.search(text):
        return "rate_limit"
    return "auth" if _LOGIN.search(text) else None


def _refused(text: str, otherwise: ProviderErrorKind) -> Printed:
    return Printed(why=_kind(text) or otherwise, said=_shortened(text))


def _shortened(text: str) -> str:
    """Return the end of what was said, in a line."""
    line = " ".join(text[-4 * _LONGEST_WORDS :].split())
    return line if len(line) <= _LONGEST_WORDS else f"… {line[-_LONGEST_WORDS:]}"
