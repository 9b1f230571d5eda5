"""What an end means: status codes, error bodies and finish reasons, turned into kinds a person can act on.

Pure. Sources: the providers' own error tables; where two disagree, the cautious reading counts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from app.domain.errors import ProviderErrorKind
from app.gateway.host.dialects import Heard
from app.gateway.providers import Dialect

WHOLE = frozenset(
    {"stop", "end_turn", "stop_sequence", "tool_calls", "tool_use", "function_call", "eos", "STOP"}
)
CUT = frozenset({"length", "max_tokens", "MAX_TOKENS", "model_context_window_exceeded", "model_length"})
HELD_BACK = frozenset(
    {
        "content_filter",
        "refusal",
        "safety",
        "SAFETY",
        "RECITATION",
        "LANGUAGE",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "IMAGE_SAFETY",
        "OTHER",
        "BLOCK_REASON_UNSPECIFIED",
    }
)
_OVERFLOW = (
    "context_length_exceeded",
    "maximum context length",
    "prompt is too long",
    "context window",
    "exceeds the maximum number of tokens",
    "input token count",
    "exceed context limit",
    "exceeds the available context size",
)
_NO_CREDIT = (
    "insufficient_quota",
    "credit balance",
    "billing",
    "insufficient balance",
    "insufficient credits",
    "payment required",
    "out of credits",
)
_REFUSED = ("content_policy", "content_filter", "content management policy", "moderation")

HINTS: Mapping[ProviderErrorKind, str] = {
    "auth": "Enter the key again under Providers, or put another model in the seat.",
    "no_credit": "Add credit at the provider, or put another model in the seat.",
    "rate_limit": "Wait a while and retry, or put another model in the seat.",
    "timeout": "Retry, raise the time limit, or put another model in the seat.",
    "overloaded": "Wait a while and retry, or put another model in the seat.",
    "context_overflow": "Put a model with a larger context in the seat, or shorten the material.",
    "refused": "Change the wording, or put another model in the seat.",
    "truncated": "Retry; where the length was the limit, raise the longest answer.",
    "bad_reply": "Retry, or put another model in the seat.",
    "connection": "Check the connection and the provider's address, then retry.",
    "not_found": "Check the model's name, or put another model in the seat.",
    "host_died": "Retry; if it happens again, run roundtable doctor.",
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
    said = error_text(body)
    low = f"{said} {body[:4000].decode('utf-8', 'replace')}".lower()
    tail = f": {said}" if said else "."
    if 300 <= status < 400:
        target = urlsplit(headers.get("location", "")).hostname or "another address"
        return Fault(
            "bad_reply",
            f"The server redirects ({status}) to {target}; redirects are not followed.",
            hint="Check the provider's address.",
        )
    if status == 402 or (status in (400, 403, 429) and any(word in low for word in _NO_CREDIT)):
        return Fault("no_credit", f"The provider's account has no credit left ({status}){tail}")
    if status == 413 or (status in (400, 422) and any(word in low for word in _OVERFLOW)):
        return Fault("context_overflow", f"The request is too long for this model ({status}){tail}")
    if status in (400, 403) and any(word in low for word in _REFUSED):
        return Fault("refused", f"The provider refused the request ({status}){tail}")
    if status == 401 or (status == 400 and "api key" in low):
        return Fault("auth", f"The key was refused ({status}){tail}")
    if status == 403:
        return Fault("auth", f"The key may not use this model ({status}){tail}")
    if status == 404:
        return Fault("not_found", f"The provider does not know this model or address ({status}){tail}")
    if status == 429:
        return Fault(
            "rate_limit", f"Too many requests for the provider ({status}){tail}", retry_after(headers)
        )
    if status in (503, 529):
        return Fault("overloaded", f"The provider is overloaded ({status}){tail}", retry_after(headers))
    if status in (408, 504):
        return Fault("timeout", f"The provider took too long ({status}){tail}")
    if status >= 500:
        return Fault("bad_reply", f"The provider has an error of its own ({status}){tail}")
    return Fault("bad_reply", f"The provider did not accept the request ({status}){tail}")


def fault_of_event(error: Mapping[str, Any]) -> Fault:
    """Return the fault that an error event in a stream names."""
    said = str(error.get("message") or "")[:300]
    label = str(error.get("type") or error.get("status") or error.get("code") or "").lower()
    low = f"{label} {error.get('code', '')} {said}".lower()
    tail = f": {said}" if said else "."
    if any(word in low for word in _OVERFLOW):
        return Fault("context_overflow", f"The request is too long for this model{tail}")
    if any(word in low for word in _NO_CREDIT):
        return Fault("no_credit", f"The provider's account has no credit left{tail}")
    if "overloaded" in low or "unavailable" in low or "529" in low or "503" in low:
        return Fault("overloaded", f"The provider is overloaded{tail}")
    if "rate_limit" in low or "resource_exhausted" in low or "429" in low:
        return Fault("rate_limit", f"Too many requests for the provider{tail}")
    if "authentication" in low or "permission" in low or "unauthenticated" in low:
        return Fault("auth", f"The key was refused{tail}")
    if any(word in low for word in _REFUSED):
        return Fault("refused", f"The provider refused the request{tail}")
    return Fault("bad_reply", f"The provider reported an error in the middle of the answer{tail}")


def fault_of_end(heard: Heard, dialect: Dialect, *, clean: bool, limit: int, head: bytes) -> Fault | None:
    """Return what is wrong with a stream that is over, None where the answer is whole.

    `clean`: the body ended as HTTP says it should. `limit`: tokens the answer was allowed.
    """
    if heard.error is not None:
        return fault_of_event(heard.error)
    if heard.refusal:
        return Fault("refused", f"The model refused: {''.join(heard.refusal)[:300]}")
    if heard.events == 0 and not heard.ended:
        return _fault_of_no_events(head, clean=clean)
    finish = heard.finish
    if finish in HELD_BACK:
        return Fault("refused", f"The provider held the answer back ({finish}).")
    if finish in CUT:
        return Fault(
            "truncated",
            f"The answer was cut off at its longest, {limit} tokens ({finish}).",
            hint="Raise the longest answer, or put another model in the seat.",
        )
    over = heard.ended or (clean and dialect in ("openai", "gemini"))
    if finish is None or not over:
        return Fault("truncated", "The answer broke off before its end.")
    if finish not in WHOLE:
        return Fault("bad_reply", f"The answer ended for a reason that is not known ({finish[:60]}).")
    if not "".join(heard.text).strip() and not heard.tools:
        return Fault("bad_reply", "The answer was empty.")
    return None


def _fault_of_no_events(head: bytes, *, clean: bool) -> Fault:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:200].lower()
    if start.startswith(b"<"):
        return Fault(
            "bad_reply",
            "The server sent a web page instead of an answer.",
            hint="Check the provider's address.",
        )
    if start.startswith(b"{"):
        return Fault(
            "bad_reply", "The server did not stream its answer.", hint="Check the provider's address."
        )
    if start:
        return Fault("bad_reply", "The server sent something that is no answer of a model.")
    if not clean:
        return Fault("truncated", "The connection was closed before the answer began.")
    return Fault("bad_reply", "The answer was empty.")


def error_text(body: bytes) -> str:
    """Return the message an error body holds, at most 300 characters; nothing of a web page."""
    try:
        value = json.loads(body[:65536])
    except (ValueError, RecursionError):
        return ""
    if isinstance(value, list) and value:
        value = value[0]
    error = value.get("error", value) if isinstance(value, dict) else value
    message = error.get("message") if isinstance(error, dict) else error
    return message[:300] if isinstance(message, str) else ""


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds a Retry-After header asks for; None without one that can be read."""
    milliseconds = headers.get("retry-after-ms", "")
    if milliseconds.isascii() and milliseconds.isdigit():
        return int(milliseconds) / 1000
    value = headers.get("retry-after", "").strip()
    try:
        seconds = float(value)
        return max(0.0, seconds) if seconds < float("inf") else None
    except ValueError:
        pass
    try:
        at = parsedate_to_datetime(value)
    except (ValueError, TypeError):
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(0.0, (at - datetime.now(UTC)).total_seconds())
