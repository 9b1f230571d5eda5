"""How long a server wants to be left alone, wherever it says so: headers, a body that repeats them, words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_UNITS = {"ms": 0.001, "milli": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
"""Seconds, by how a unit begins; the first that fits."""
_TIME = re.compile(rf"(\d{{1,6}}(?:\.\d{{1,9}})?) ?({'|'.join(_UNITS)})[a-z]{{0,9}}[ ,]{{0,2}}")
_TIMES = rf"(?:{_TIME.pattern}){{1,3}}"
_AGAIN = re.compile(rf"\b(?:again|retry|wait|reset\w*)\b[^\d.;]{{0,24}}(?P<time>{_TIMES})")


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


def headers_within(body: bytes) -> Mapping[str, str]:
    """Return the headers that an error's body repeats, in small letters; OpenRouter's does."""
    try:
        found = json.loads(body[:65536])["error"]["metadata"]["headers"]
        return {str(name).lower(): str(value) for name, value in found.items()}
    except (ValueError, RecursionError, KeyError, TypeError, IndexError, AttributeError):
        return {}


def _until(moment: str) -> float | None:
    """Return the seconds until a moment that is told in seconds or milliseconds of the epoch."""
    if not (moment.isascii() and moment.isdigit() and len(moment) in (10, 13)):
        return None
    at = int(moment) / (1000 if len(moment) == 13 else 1)
    return max(0.0, at - datetime.now(UTC).timestamp())


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds a Retry-After header asks for; None without one that can be read."""
    # A proxy may hand on what the provider behind it said under a name of its own (LiteLLM's does).
    headers = {name.removeprefix("llm_provider-"): value for name, value in headers.items()} | dict(headers)
    milliseconds = headers.get("retry-after-ms", "")
    if milliseconds.isascii() and milliseconds.isdigit():
        return _finite(float(milliseconds) / 1000)
    if "retry-after" not in headers and headers.get("x-ratelimit-remaining") == "0":
        return _until(headers.get("x-ratelimit-reset", ""))
    value = headers.get("retry-after", "").strip()
    try:
        return _finite(float(value))
    except ValueError:
        pass
    at = _date(value)
    if at is None:
        return _seconds(value)
    # As long as it is by the server's own clock: this machine's may be set otherwise.
    now = _date(headers.get("date", "")) or datetime.now(UTC)
    return max(0.0, (at - now).total_seconds())


def _date(value: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(value) if value[:4].isdigit() else parsedate_to_datetime(value)
    except (ValueError, TypeError):
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)
