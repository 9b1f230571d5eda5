"""How long a server wants to be left alone, wherever it says so: headers, a body that repeats them, words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_UNITS = {"ms": 0.001, "milli": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "秒": 1.0, "分": 60.0}
"""Seconds, by how a unit begins; the first that fits."""
_TIME = re.compile(rf"(\d{{1,6}}(?:\.\d{{1,9}})?) ?({'|'.join(_UNITS)})[a-z]{{0,9}}[ ,]{{0,2}}")
_TIMES = rf"(?:{_TIME.pattern}){{1,3}}"
_AGAIN = re.compile(
    r"(?:\b(?:again|retry|wait|reset\w*|versuchen|réessayer|intent\w{1,5})\b|请)[^\d.;]{0,24}"
    rf"(?P<time>{_TIMES})"
)
_FIELD = re.compile(r'"((?:x-)?(?:retry|ratelimit)[\w-]*)"\s*:\s*"?([^",}]{1,40})')


def wait_told(low: str) -> float | None:
    """Return the seconds after which an error's words, in small letters, say to ask again; None without."""
    found = _AGAIN.search(low)
    return _seconds(found["time"]) if found is not None else None


def _seconds(text: str) -> float | None:
    """Return the seconds of a time such as “1m30.5s” or “2 seconds”; None for what is none."""
    if re.fullmatch(_TIMES, text) is None:
        return None
    return sum(float(number) * _UNITS[unit] for number, unit in _TIME.findall(text))


def _finite(seconds: float) -> float | None:
    return max(0.0, seconds) if seconds < float("inf") else None


def headers_within(low: str) -> Mapping[str, str]:
    """Return the headers that an error's body, in small letters, repeats, or tells as fields of its own."""
    return {
        name.replace("_", "-").replace("retrydelay", "retry-after"): value.strip()
        for name, value in _FIELD.findall(low)
    }


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that headers ask for; None without any that can be read."""
    # A proxy may hand on what the provider behind it said under a name of its own (LiteLLM's does).
    headers = {name.removeprefix("llm_provider-"): value for name, value in headers.items()} | dict(headers)
    milliseconds = headers.get("retry-after-ms", "")
    if milliseconds.isascii() and milliseconds.isdigit():
        return _finite(float(milliseconds) / 1000)
    # As long as it is by the server's own clock: this machine's may be set otherwise.
    now = _date(headers.get("date", "")) or datetime.now(UTC)
    if "retry-after" in headers:
        return _wait(headers["retry-after"].strip(), now)
    # Of the limits that are used up, the one that lasts longest.
    resets = ((name, name.replace("reset", "remaining")) for name in headers if _RESET.search(name))
    waits = [_wait(headers[name], now) for name, left in resets if headers.get(left, "").strip() == "0"]
    return max((wait for wait in waits if wait is not None), default=None)


_RESET = re.compile(r"ratelimit-(?:\w+-)?reset")


def _wait(value: str, now: datetime) -> float | None:
    """Return the seconds that a figure, a time, a date or a moment of the epoch tells; None for others."""
    with suppress(ValueError):
        number = float(value)
        if len(value) in (10, 13) and value.isdigit():
            number = number / (1000 if len(value) == 13 else 1) - now.timestamp()
        return _finite(number)
    at = _date(value)
    return _seconds(value.lower().removeprefix("pt")) if at is None else _finite((at - now).total_seconds())


def _date(value: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(value) if value[:4].isdigit() else parsedate_to_datetime(value)
    except (ValueError, TypeError):
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)
