"""What an end means: status codes, error bodies and finish reasons, turned into kinds a person can act on.

Pure. Sources: the providers' own error tables; where two disagree, the cautious reading counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from app.domain.errors import ProviderErrorKind
from app.gateway.host.dialects.registry import WORDS
from app.gateway.host.dialects.stream_state import StreamState
from app.gateway.host.dialects.words import End

_UNKNOWN_MODEL = re.compile(
    r"model\b[^.]{0,80}\b(?:does not exist|is not found|not found|is not available|not supported|is unknown)"
)
"""How a server says that it does not know the model, whatever status it says it with."""
_OVERFLOW, _NO_CREDIT, _REFUSED = (
    WORDS.errors[kind] for kind in ("context_overflow", "no_credit", "refused")
)
_BAD_KEY, _NO_MODEL = WORDS.errors["auth"], WORDS.errors["not_found"]
_TYPES = WORDS.error_types
_SIGNS: Sequence[tuple[ProviderErrorKind, Sequence[str]]] = (
    ("context_overflow", _OVERFLOW),
    ("no_credit", _NO_CREDIT),
    ("overloaded", (*_TYPES["overloaded"], "529", "503")),
    ("rate_limit", (*_TYPES["rate_limit"], "429")),
    ("auth", _TYPES["auth"]),
    ("refused", _REFUSED),
    ("server_error", (*_TYPES["server_error"], "500", "502")),
)
"""What an error event is known by, the first that fits."""

HINTS: Mapping[ProviderErrorKind, str] = {
    "auth": "Enter the key again under Models and keys, or put another model in the seat.",
    "no_credit": "Add credit at the provider, or put another model in the seat.",
    "rate_limit": "Wait a while and retry, or put another model in the seat.",
    "timeout": "Retry, raise the time limit, or put another model in the seat.",
    "overloaded": "Wait a while and retry, or put another model in the seat.",
    "server_error": "Wait a while and retry, or put another model in the seat.",
    "context_overflow": "Put a model with a larger context in the seat, or shorten the material.",
    "refused": "Change the wording, or put another model in the seat.",
    "truncated": "Retry; where the length was the limit, raise the longest answer.",
    "bad_reply": "Retry, or put another model in the seat.",
    "connection": "Check the connection and the provider's address, then retry.",
    "not_found": "Check the model's name, or put another model in the seat.",
    "host_died": "Retry; if it happens again, run roundtable doctor.",
}

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
LONG_WAIT = 60.0
"""Seconds; a provider that asks for more is not waited for, and the person is told how long."""

_KINDS: Mapping[int, ProviderErrorKind] = {
    401: "auth",
    402: "no_credit",
    403: "auth",
    404: "not_found",
    408: "timeout",
    413: "context_overflow",
    429: "rate_limit",
    503: "overloaded",
    504: "timeout",
    **WORDS.statuses,
}
SENTENCES: Mapping[ProviderErrorKind, str] = {
    "auth": "The key was refused",
    "no_credit": "The provider's account has no credit left",
    "context_overflow": "The request is too long for this model",
    "refused": "The provider refused the request",
    "not_found": "The provider does not know this model or address",
    "rate_limit": "Too many requests for the provider",
    "overloaded": "The provider is overloaded",
    "server_error": "The provider has an error of its own",
    "timeout": "The provider took too long",
    "bad_reply": "The provider did not accept the request",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a call failed."""

    kind: ProviderErrorKind
    message: str
    retry_after: float | None = None
    hint: str = ""


def fault_of_status(status: int, headers: Mapping[str, str], body: bytes, url: str) -> Fault:
    """Return the fault of an answer that is not 200."""
    message = error_text(body)
    low = f"{message} {body[:4000].decode('utf-8', 'replace')}".lower()
    tail = _tail(message)
    if status in _REDIRECTS:
        target = _host(headers.get("location", "")) or "another address"
        return Fault(
            "bad_reply",
            f"The server redirects ({status}) to {target}; redirects are not followed.",
            hint="Check the provider's address.",
        )
    found = (delay.search(low) for delay in WORDS.delays) if status == 429 else ()
    minute = next(filter(None, found), None)
    kind = _kind_by_words(status, low) if minute is None else None
    kind = kind or _KINDS.get(status) or ("server_error" if _broken_down(status) else "bad_reply")
    wait = retry_after(headers) if kind in ("rate_limit", "overloaded", "server_error") else None
    if minute is not None:
        wait = float(minute[1])
    if kind == "auth" and status == 403:
        sentence = "The key may not use this model"
    elif status < 400:
        sentence = "The server sent no answer"
    else:
        sentence = SENTENCES[kind]
    later = (
        f" It asks to be left alone for {_duration(wait)}." if wait is not None and wait > LONG_WAIT else ""
    )
    hint = "Go on later, or put another model in the seat." if later else ""
    return Fault(kind, f"{sentence} ({status}){tail}{later}", wait, hint)


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _broken_down(status: int) -> bool:
    """Tell whether a status says that the server failed, and may not the next time."""
    return status >= 500 and status not in (501, 505, 511)


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 120:
        return f"{minutes} minutes"
    hours = round(minutes / 60)
    return f"{hours} hours" if hours < 48 else f"{round(hours / 24)} days"


def _kind_by_words(status: int, low: str) -> ProviderErrorKind | None:
    """Return the kind that an error's words tell where its status does not."""
    if status in (400, 403, 429) and any(word in low for word in _NO_CREDIT):
        return "no_credit"
    if status in (400, 422, 500) and any(word in low for word in _OVERFLOW):
        return "context_overflow"
    if status in (400, 403) and any(word in low for word in _REFUSED):
        return "refused"
    if status == 400 and any(word in low for word in _BAD_KEY):
        return "auth"
    if status in (400, 422) and (any(word in low for word in _NO_MODEL) or _UNKNOWN_MODEL.search(low)):
        return "not_found"
    return None


def fault_of_event(error: Mapping[str, Any], *, begun: bool = True) -> Fault:
    """Return the fault that an error event names; `begun`: something of the answer came before it."""
    message = str(error.get("message") or "")[:300]
    label = str(error.get("type") or error.get("status") or error.get("code") or "").lower()
    low = f"{label} {error.get('code', '')} {message}".lower()
    for kind, signs in _SIGNS:
        if any(sign in low for sign in signs):
            return Fault(kind, SENTENCES[kind] + _tail(message))
    where = " in the middle of the answer" if begun else ""
    return Fault("bad_reply", f"The provider reported an error{where}{_tail(message)}")


def _tail(message: str) -> str:
    """Return what the provider said as the rest of a sentence."""
    message = " ".join(message.split())
    return f": {message}{'' if message.endswith(('.', '!', '?')) else '.'}" if message else "."


def fault_of_end(state: StreamState, *, clean: bool, limit: int, head: bytes) -> Fault | None:
    """Return what is wrong with a stream that is over, None where the answer is whole.

    `clean`: the body ended as HTTP says it should. `limit`: tokens the answer was allowed.
    """
    if state.error is not None:
        return fault_of_event(state.error, begun=state.content > 0)
    if state.refusal:
        return Fault("refused", f"The model refused: {''.join(state.refusal)[:300]}")
    if state.whole and not clean:
        return Fault("truncated", "The answer broke off before its end.")
    if state.events == 0 and not state.ended:
        return fault_of_no_events(head, clean=clean)
    # The worst that was said counts: *stop* after *length* is said of an answer that was cut.
    finish = next((one for one in state.finishes if _end_of(one) not in _WHOLE), state.finish)
    over = state.ended or (clean and state.ends_with_body)
    fault = _fault_of_finish(finish, limit)
    if fault is not None:
        return fault
    if finish is None and not state.content and state.strange:
        return Fault(
            "bad_reply",
            "The server speaks another language than the model's provider does.",
            hint="Check the address, and which provider the model's name begins with.",
        )
    if finish is None and not state.content:
        return Fault("connection", "The connection was closed before the answer began.")
    if finish is None or not over:
        return Fault("truncated", "The answer broke off before its end.")
    end = _end_of(finish)
    if end not in _WHOLE:
        return Fault("bad_reply", f"The answer ended for a reason that is not known ({finish[:60]}).")
    if end == "tools" and not any(part.name for part in state.tools.values()) and not state.reply_tool:
        return Fault("bad_reply", "The model announced a call of a tool and made none.")
    if not "".join(state.text).strip() and not state.tools and not state.vectors:
        return Fault("bad_reply", "The answer was empty.")
    return None


def _fault_of_finish(finish: str | None, limit: int) -> Fault | None:
    """Return what a finish reason says of the answer, None where it names no fault."""
    match _end_of(finish or ""):
        case "held back":
            return Fault("refused", f"The provider held the answer back ({finish}).")
        case "no room":
            return Fault("overloaded", f"The provider had no room left for the answer ({finish}).")
        case "cut":
            return Fault(
                "truncated",
                f"The answer was cut off at its longest, {limit} tokens ({finish}).",
                hint="Raise the longest answer, or put another model in the seat.",
            )
        case _:
            return None


_WHOLE: frozenset[End | None] = frozenset({"whole", "tools"})


def _end_of(finish: str) -> End | None:
    """Return what a finish reason means, None for an unknown one. Its letters may be large or small."""
    return WORDS.finishes.get(finish.lower())


def fault_of_no_events(head: bytes, *, clean: bool) -> Fault:
    """Say what came instead of an answer, by its beginning."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:200].lower()
    if start.startswith(b"<"):
        return Fault(
            "bad_reply",
            "The server sent a web page instead of an answer.",
            hint="Check the provider's address.",
        )
    if start.startswith(b"{"):
        return Fault(
            "bad_reply",
            f"The server sent data that is no answer{_tail(error_text(head))}",
            hint="Check the provider's address.",
        )
    if start:
        return Fault("bad_reply", "The server sent something that is no answer of a model.")
    if not clean:
        return Fault("connection", "The connection was closed before the answer began.")
    return Fault("bad_reply", "The answer was empty.")


def error_text(body: bytes) -> str:
    """Return the message an error body holds, at most 300 characters; nothing of a web page."""
    try:
        value = json.loads(body[:65536])
    except (ValueError, RecursionError):
        return ""
    if isinstance(value, list) and value:
        value = value[0]
    error = (value.get("error") or value.get("detail") or value) if isinstance(value, dict) else value
    message = (error.get("message") or error.get("msg")) if isinstance(error, dict) else error
    return message[:300] if isinstance(message, str) else ""


def _finite(seconds: float) -> float | None:
    return max(0.0, seconds) if seconds < float("inf") else None


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds a Retry-After header asks for; None without one that can be read."""
    # A proxy may hand on what the provider behind it said under a name of its own (LiteLLM's does).
    headers = {name.removeprefix("llm_provider-"): value for name, value in headers.items()} | dict(headers)
    milliseconds = headers.get("retry-after-ms", "")
    if milliseconds.isascii() and milliseconds.isdigit():
        return _finite(float(milliseconds) / 1000)
    value = headers.get("retry-after", "").strip()
    try:
        return _finite(float(value))
    except ValueError:
        pass
    try:
        at = parsedate_to_datetime(value)
    except (ValueError, TypeError):
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(0.0, (at - datetime.now(UTC)).total_seconds())
