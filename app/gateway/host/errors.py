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

from app.domain import fault_hints, fault_messages
from app.domain.errors import ProviderErrorKind
from app.domain.i18n import Message, words
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


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a call failed."""

    kind: ProviderErrorKind
    message: Message
    retry_after: float | None = None
    own_hint: Message | None = None
    """What helps, where it is not what helps against all of this kind."""

    @property
    def hint(self) -> Message:
        """What helps."""
        return self.own_hint or fault_hints.BY_KIND[self.kind]


def fault_of_status(status: int, headers: Mapping[str, str], body: bytes, url: str) -> Fault:
    """Return the fault of an answer that is not 200."""
    message = error_text(body)
    low = f"{message} {body[:4000].decode('utf-8', 'replace')}".lower()
    tail = _tail(message)
    if status in _REDIRECTS:
        target = _host(headers.get("location", "")) or "another address"
        return Fault(
            "bad_reply",
            fault_messages.REDIRECTS.filled(status=status, target=target),
            own_hint=fault_hints.CHECK_ADDRESS,
        )
    found = (delay.search(low) for delay in WORDS.delays) if status == 429 else ()
    minute = next(filter(None, found), None)
    kind = _kind_by_words(status, low) if minute is None else None
    kind = kind or _KINDS.get(status) or ("server_error" if _broken_down(status) else "bad_reply")
    wait = retry_after(headers) if kind in ("rate_limit", "overloaded", "server_error") else None
    if minute is not None:
        wait = float(minute[1])
    if kind == "auth" and status == 403:
        template = fault_messages.KEY_NOT_FOR_MODEL
    elif status < 400:
        template = fault_messages.NO_ANSWER
    else:
        template = fault_messages.BY_KIND[kind]
    told = template.filled(rest=f" ({status}){tail}")
    if wait is None or wait <= LONG_WAIT:
        return Fault(kind, told, wait)
    told = words("{told} {hint}", told=told, hint=_asked_to_wait(wait))
    return Fault(kind, told, wait, fault_hints.GO_ON_LATER)


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _broken_down(status: int) -> bool:
    """Tell whether a status says that the server failed, and may not the next time."""
    return status >= 500 and status not in (501, 505, 511)


def _asked_to_wait(seconds: float) -> Message:
    minutes = round(seconds / 60)
    if minutes < 120:
        return fault_hints.ASKED_TO_WAIT["minutes"].filled(n=minutes)
    hours = round(minutes / 60)
    if hours < 48:
        return fault_hints.ASKED_TO_WAIT["hours"].filled(n=hours)
    return fault_hints.ASKED_TO_WAIT["days"].filled(n=round(hours / 24))


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
            return Fault(kind, fault_messages.BY_KIND[kind].filled(rest=_tail(message)))
    template = fault_messages.ERROR_WITHIN if begun else fault_messages.ERROR
    return Fault("bad_reply", template.filled(rest=_tail(message)))


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
        return Fault("refused", fault_messages.MODEL_REFUSED.filled(text="".join(state.refusal)[:300]))
    if state.whole and not clean:
        return Fault("truncated", fault_messages.BROKE_OFF)
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
            fault_messages.OTHER_DIALECT,
            own_hint=fault_hints.CHECK_DIALECT,
        )
    if finish is None and not state.content:
        return Fault("connection", fault_messages.CLOSED_EARLY)
    if finish is None or not over:
        return Fault("truncated", fault_messages.BROKE_OFF)
    end = _end_of(finish)
    if end not in _WHOLE:
        return Fault("bad_reply", fault_messages.UNKNOWN_FINISH.filled(finish=finish[:60]))
    if end == "tools" and not any(part.name for part in state.tools.values()) and not state.reply_tool:
        return Fault("bad_reply", fault_messages.NO_TOOL_CALL)
    if not "".join(state.text).strip() and not state.tools and not state.vectors:
        return Fault("bad_reply", fault_messages.EMPTY)
    return None


def _fault_of_finish(finish: str | None, limit: int) -> Fault | None:
    """Return what a finish reason says of the answer, None where it names no fault."""
    match _end_of(finish or ""):
        case "held back":
            return Fault("refused", fault_messages.HELD_BACK.filled(finish=finish))
        case "no room":
            return Fault("overloaded", fault_messages.NO_ROOM.filled(finish=finish))
        case "cut":
            return Fault(
                "truncated",
                fault_messages.CUT_OFF.filled(n=limit, finish=finish),
                own_hint=fault_hints.RAISE_LONGEST,
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
            fault_messages.WEB_PAGE,
            own_hint=fault_hints.CHECK_ADDRESS,
        )
    if start.startswith(b"{"):
        return Fault(
            "bad_reply",
            fault_messages.NO_ANSWER_DATA.filled(rest=_tail(error_text(head))),
            own_hint=fault_hints.CHECK_ADDRESS,
        )
    if start:
        return Fault("bad_reply", fault_messages.NOT_OF_A_MODEL)
    if not clean:
        return Fault("connection", fault_messages.CLOSED_EARLY)
    return Fault("bad_reply", fault_messages.EMPTY)


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
