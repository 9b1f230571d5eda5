"""What an end means: status codes, error bodies and finish reasons, turned into kinds a person can act on.

Pure. Sources: the providers' own error tables; where two disagree, the cautious reading counts.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.domain import fault_hints, fault_messages
from app.domain.counting import estimate_tokens
from app.domain.errors import CutBy, ProviderErrorKind
from app.domain.i18n import Message, words
from app.domain.thoughts import never_answers
from app.domain.whole_numbers import whole_number
from app.gateway.host.dialects.registry import WORDS
from app.gateway.host.dialects.stream_state import StreamState
from app.gateway.host.dialects.words import End
from app.gateway.host.waits import headers_within, retry_after, wait_told
from app.gateway.host.windows import too_long, window_of

_UNKNOWN_MODEL = re.compile(
    r"model\b[^.]{0,80}\b(?:does not exist|is not found|not found|is not available|not supported|is unknown)"
)
"""How a server says that it does not know the model, whatever status it says it with."""
_NO_CREDIT, _REFUSED = WORDS.errors["no_credit"], WORDS.errors["refused"]
_BAD_KEY, _NO_MODEL = WORDS.errors["auth"], WORDS.errors["not_found"]
_TYPES = WORDS.error_types
_BY_WORDS: Sequence[ProviderErrorKind] = ("no_credit", "overloaded", "rate_limit", "auth", "refused")
"""What an error event tells by its words or its label, the first that fits."""
_CODE = re.compile(
    r"(?:\A\W{0,2}|[(<]|, |\b(?:error|code|status|http)(?: code)?[ :=]{1,2})([45]\d\d)(?=\Z|\W\D|\W\Z)"
)
"""A status within an error's message: at its beginning, in brackets, behind a comma or a word that announces
it. Other numbers have such digits, too."""

_NO_KEY_HELPS = re.compile(
    r"\b(?:countr(?:y|ies)|region|territor(?:y|ies)|organi[sz]ation must|licen[cs]e)\b"
)
"""What a refusal is about that no other key of the person's changes."""
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_LONG_WAIT = 60.0
"""Seconds; a provider that asks for more is not waited for, and the person is told how long."""

_KINDS: Mapping[int, ProviderErrorKind] = {
    401: "auth",
    402: "no_credit",
    403: "auth",
    404: "not_found",
    410: "not_found",
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
    passing: bool | None = None
    """It may be over by itself, or lasts; None: as others of its kind."""
    cut: CutBy | None = None
    window: int | None = None
    """Tokens the model takes in, where the server named them."""

    @property
    def hint(self) -> Message:
        """What helps."""
        return self.own_hint or fault_hints.BY_KIND[self.kind]


def fault_of_status(status: int, headers: Mapping[str, str], body: bytes, url: str) -> Fault:
    """Return the fault of an answer that is not 200."""
    message = error_text(body)
    low = f"{message} {body[:4000].decode('utf-8', 'replace')}".lower()
    tail = _tail(message or _plain_words(body))
    if status in _REDIRECTS:
        target = headers.get("location", "").partition("?")[0][:200] or "another address"
        return Fault(
            "bad_reply",
            fault_messages.REDIRECTS.filled(status=status, target=target),
            own_hint=fault_hints.CHECK_ADDRESS,
        )
    found = (delay.search(low) for delay in WORDS.delays) if status == 429 else ()
    minute = next(filter(None, found), None)
    if (special := _special(status, low, tail)) is not None and minute is None:
        return special
    kind = _kind_by_words(status, low, message.lower() or low) if minute is None else None
    kind = kind or _KINDS.get(status) or ("server_error" if _broken_down(status) else "bad_reply")
    wait = None
    if kind in ("rate_limit", "overloaded", "server_error"):
        wait = retry_after({**headers_within(low), **headers})
        wait = wait_told(low) if wait is None and kind == "rate_limit" else wait
    if minute is not None:
        wait = float(minute[1])
    if kind == "auth" and (status == 403 or "access model" in low):
        template = fault_messages.KEY_NOT_FOR_MODEL
    elif status < 400:
        template = fault_messages.NO_ANSWER
    else:
        template = fault_messages.BY_KIND[kind]
    told = template.filled(rest=f" ({status}){tail}")
    if wait is None or wait <= _LONG_WAIT:
        if kind == "auth" and _NO_KEY_HELPS.search(low):
            return Fault(kind, told, wait, fault_hints.OTHER_MODEL)
        # Who knows the address and not the model says so.
        elsewhere = status == 405 or (status == 404 and not message)
        return Fault(kind, told, wait, fault_hints.CHECK_ADDRESS if elsewhere else None)
    told = words("{told} {hint}", told=told, hint=_asked_to_wait(wait))
    return Fault(kind, told, wait, fault_hints.GO_ON_LATER)


def _special(status: int, low: str, tail: str) -> Fault | None:
    """Return the fault of an error that is told in words of its own, whichever way it came."""
    rest, by_kind = f" ({status}){tail}" if status else tail, fault_messages.BY_KIND
    if too_long(low) and status in (0, 400, 413, 422, 500):
        return Fault("context_overflow", by_kind["context_overflow"].filled(rest=rest), window=window_of(low))
    if any(sign in low for sign in _NO_MEMORY):
        told = fault_messages.NO_MEMORY.filled(rest=tail)
        return Fault("server_error", told, own_hint=fault_hints.SMALLER_MODEL, passing=False)
    if _TEMPLATE.search(low):
        return Fault("bad_reply", by_kind["bad_reply"].filled(rest=rest), own_hint=fault_hints.OTHER_MODEL)
    if _CRASHED.search(low):
        return Fault("server_error", by_kind["server_error"].filled(rest=rest))
    if _UNLOADED.search(low):
        return Fault("not_found", by_kind["not_found"].filled(rest=tail), own_hint=fault_hints.LOAD_MODEL)
    if _LOADING.search(low):
        return Fault("overloaded", fault_messages.LOADING)
    return None


_NO_MEMORY = (
    *("more system memory", "not enough memory", "insufficient memory", "failed to load model"),
    *("out of memory", "cudamalloc failed"),
)
_LOADING = re.compile(r"loading model|model (?:is )?(?:currently |still |being )*load(?:ing|ed into)")
_UNLOADED = re.compile(r"no models? (?:(?:is|are) )?(?:currently )?loaded|model (?:is )?not loaded")
"""How a server says that it waits for a person to load a model."""
_TEMPLATE = re.compile(r"roles must alternate|jinja|rendering prompt|chat.?template|template error")
"""How a server says that the conversation does not fit its model's template, whatever its status."""
_CRASHED = re.compile(
    r"model has (?:crashed|unloaded)|runner process|while running the model|unexpected eof|enginecore"
    r"|failed during generation|compute error"
)
"""How a server says that what ran the model broke down: it is begun anew with the next call."""


def _broken_down(status: int) -> bool:
    """Tell whether a status says that the server failed, and may not the next time."""
    return 500 <= status < 600 and status not in (501, 505, 511)


def _asked_to_wait(seconds: float) -> Message:
    minutes = round(seconds / 60)
    if minutes < 120:
        return fault_hints.ASKED_TO_WAIT["minutes"].filled(n=minutes)
    hours = round(minutes / 60)
    if hours < 48:
        return fault_hints.ASKED_TO_WAIT["hours"].filled(n=hours)
    return fault_hints.ASKED_TO_WAIT["days"].filled(n=round(hours / 24))


def _kind_by_words(status: int, low: str, told: str) -> ProviderErrorKind | None:
    """Return the kind that an error's words tell where its status does not; `told`: its message alone."""
    if status in (400, 403, 429) and any(word in low for word in _NO_CREDIT):
        return "no_credit"
    if status in (400, 403) and any(word in low for word in _REFUSED):
        return "refused"
    if status == 400 and any(label in low for label in _TYPES["rate_limit"]):
        return "rate_limit"
    if status == 400 and any(word in low for word in _BAD_KEY):
        return "auth"
    if status in (400, 422) and (any(word in low for word in _NO_MODEL) or _UNKNOWN_MODEL.search(told)):
        return "not_found"
    return None


def fault_of_event(error: Mapping[str, Any], *, begun: bool = True) -> Fault:
    """Return the fault that an error event names; `begun`: something of the answer came before it."""
    message = _told(error)
    low = message.lower()
    tail = _tail(message)
    if (special := _special(0, low, tail)) is not None:
        return special
    kind = _kind_of_event(error, low)
    template = fault_messages.ERROR_WITHIN if begun else fault_messages.ERROR
    template = fault_messages.BY_KIND[kind] if kind else template
    return Fault(kind or "bad_reply", template.filled(rest=tail))


def _kind_of_event(error: Mapping[str, Any], low: str) -> ProviderErrorKind | None:
    """Return the kind that an error event tells by its words, its label or its code; None for none."""
    labels = [str(error.get(name) or "").lower() for name in ("type", "status", "code")]
    said = " ".join([*labels, low])
    for kind in _BY_WORDS:
        if any(sign in said for sign in (*WORDS.errors.get(kind, ()), *_TYPES.get(kind, ()))):
            return kind
    codes = [code for code in map(whole_number, labels) if code is not None]
    codes += [int(found) for found in _CODE.findall(low)]
    for code in codes:
        if code in _KINDS or _broken_down(code):
            return _KINDS.get(code, "server_error")
    unknown = _UNKNOWN_MODEL.search(low) or any(sign in low for sign in _NO_MODEL)
    broke = any(label.startswith(one) for one in _TYPES["server_error"] for label in labels)
    if not unknown and (broke or "internal error" in low or "internal server error" in low):
        return "server_error"
    return "not_found" if unknown else None


def _tail(message: str) -> str:
    """Return what the provider said as the rest of a sentence."""
    message = " ".join(message.split())
    return f": {message}{'' if message.endswith(_ENDS) else '.'}" if message else "."


_ENDS = (".", "!", "?", "。", "！", "？")
"""How a sentence ends, in other languages, too."""


def fault_of_end(state: StreamState, *, clean: bool, limit: int, head: bytes) -> Fault | None:
    """Return what is wrong with a stream that is over, None where the answer is whole.

    `clean`: the body ended as HTTP says it should. `limit`: tokens the answer was allowed.
    """
    if state.error is not None:
        told = fault_of_event(state.error, begun=state.content > 0)
        full = told.kind == "context_overflow" and state.content > 0
        # The prompt did fit, for an answer began: it is the answer that the window was full with.
        return _cut_short(state, limit, _told(state.error)[:60]) if full else told
    if state.refusal:
        return Fault("refused", fault_messages.MODEL_REFUSED.filled(text="".join(state.refusal)[:300]))
    if state.whole and not clean:
        return _broke_off()
    if state.events == 0 and not state.ended:
        return fault_of_no_events(head, clean=clean)
    # The worst that was said counts: *stop* after *length* is said of an answer that was cut.
    finish = next((one for one in state.finishes if _end_of(one) not in _WHOLE), state.finish)
    over = state.ended or (clean and state.ends_with_body)
    fault = _fault_of_finish(finish, limit, state)
    if fault is not None:
        return fault
    if finish is None and _held(state.aside) and not isinstance(state.aside.get("message"), dict):
        # An error that bears no such name.
        return fault_of_event(state.aside, begun=state.content > 0)
    if finish is None and not state.content and state.strange:
        return Fault("bad_reply", fault_messages.OTHER_DIALECT, own_hint=fault_hints.CHECK_DIALECT)
    if finish is None and not state.content and state.ended:
        return Fault("bad_reply", fault_messages.EMPTY)
    if finish is None and not state.content:
        return Fault("connection", fault_messages.CLOSED_EARLY)
    if finish is None and (state.one_piece or (state.ended and state.tokens_out is not None)):
        # Its end and its count came, and only the reason did not.
        state.unmarked, finish = True, "stop"
    if finish is None or not over:
        return _broke_off()
    state.unmarked = state.unmarked or finish.lower() not in WORDS.finishes
    return _fault_of_whole(state, finish)


def _fault_of_whole(state: StreamState, finish: str) -> Fault | None:
    """Return why an answer that came to its end cannot be used, None where it can."""
    end = _end_of(finish)
    if end not in _WHOLE:
        return Fault("bad_reply", fault_messages.UNKNOWN_FINISH.filled(finish=finish[:60]))
    if end == "tools" and not any(part.name for part in state.tools.values()) and not state.reply_tool:
        return Fault("bad_reply", fault_messages.NO_TOOL_CALL)
    if state.tools or state.vectors:
        return None
    text = "".join(state.text)
    if never_answers(text) or (state.reasoning and not text.strip()):
        return Fault("bad_reply", fault_messages.ONLY_THOUGHT, own_hint=fault_hints.ONLY_THOUGHT)
    return Fault("bad_reply", fault_messages.EMPTY) if not text.strip() else None


def with_what_came(fault: Fault, state: StreamState) -> Fault:
    """Return a fault as the end of a cut answer where words of one came before it, whatever it was.

    Not where they were held back, or announce a call of a tool: those are none that anybody could use.
    """
    text = "".join(state.text)
    calls = state.tools or _end_of(state.finish or "") == "tools"
    if fault.cut or fault.kind == "refused" or calls or not text.strip() or never_answers(text):
        return fault
    return replace(fault, cut="broken")


def _broke_off() -> Fault:
    return Fault("truncated", fault_messages.BROKE_OFF, cut="broken")


def _fault_of_finish(finish: str | None, limit: int, state: StreamState) -> Fault | None:
    """Return what a finish reason says of the answer, None where it names no fault."""
    match _end_of(finish or ""):
        case "held back":
            return Fault("refused", fault_messages.HELD_BACK.filled(finish=finish))
        case "no room":
            return Fault("overloaded", fault_messages.NO_ROOM.filled(finish=finish))
        case "broken":
            return _broke_off()
        case "cut":
            return _cut_off(state, limit, finish or "")
        case _:
            return None


def _cut_off(state: StreamState, limit: int, finish: str) -> Fault:
    """Return by what an answer was cut that ended at some length."""
    text = "".join(state.text)
    if not state.tools and (never_answers(text) or (state.reasoning and not text.strip())):
        told = fault_messages.THOUGHT_UP.filled(n=limit, finish=finish)
        return Fault("truncated", told, own_hint=fault_hints.RAISE_LONGEST, cut="thoughts")
    if _written(state) < _SHORT_OF * limit:
        return _cut_short(state, limit, finish)
    told = fault_messages.CUT_OFF.filled(n=f"{limit:,}")
    return Fault("truncated", told, own_hint=fault_hints.RAISE_LONGEST, cut="limit")


def _cut_short(state: StreamState, limit: int, finish: str) -> Fault:
    told = fault_messages.CUT_SHORT.filled(n=_written(state), limit=limit, finish=finish)
    return Fault("truncated", told, own_hint=fault_hints.LARGER_WINDOW, cut="server")


def _written(state: StreamState) -> int:
    return state.tokens_out or estimate_tokens("".join([*state.text, *state.reasoning]))


_SHORT_OF = 0.7
"""Share of the longest answer below which it was not that which cut it."""


_WHOLE: frozenset[End | None] = frozenset({"whole", "tools"})


def _end_of(finish: str) -> End | None:
    """Return what a finish reason means, None for an unknown one. Its letters may be large or small."""
    low = finish.lower()
    known = WORDS.finishes.get(low)
    if known is None and _REASON.fullmatch(low):
        return next((end for end, signs in _LIKE if signs.search(low)), None)
    return known


_LIKE: Sequence[tuple[End, re.Pattern[str]]] = (
    ("cut", re.compile(r"length|limit|max_|maximum")),
    ("broken", re.compile(r"\A(?:abort|error|cancel|interrupt|repetition)")),
    (
        "whole",
        re.compile(
            r"(?:\A|[^a-z])(?:eos|eot|end|stop|stopped|done|complete|completed|finish|finished|normal|success"
            r"|true)(?:[^a-z]|\Z)"
        ),
    ),
)
"""What servers say in a way of their own."""
_REASON = re.compile(r"[\w<>|./ -]{1,40}")


def fault_of_no_events(head: bytes, *, clean: bool) -> Fault:
    """Say what came instead of an answer, by its beginning."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:200].lower()
    if start.startswith(b"<"):
        return Fault("bad_reply", fault_messages.WEB_PAGE, own_hint=fault_hints.CHECK_ADDRESS)
    if start.startswith(b"{"):
        message = error_text(head)
        told = fault_of_event({"message": message})
        if message and (told.own_hint or told.kind != "bad_reply"):
            return told
        return Fault(
            "bad_reply",
            fault_messages.NO_ANSWER_DATA.filled(rest=_tail(message)),
            own_hint=fault_hints.CHECK_ADDRESS,
        )
    if start.startswith(b"data:"):
        return _broke_off()
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
        # Too long to be whole, or XML: a page has no such part.
        found = _MESSAGE.search(body[:65536].decode("utf-8", "replace"))
        return html.unescape(found[1] or found[2]) if found else ""
    return _told(value[0] if isinstance(value, list) and value else value)


_MESSAGE = re.compile(
    r'"(?:message|msg|detail)"\s*:\s*"((?:[^"\\]|\\.){1,300})|<(?:message|faultstring|detail)>([^<]{1,300})',
    re.IGNORECASE,
)


def _plain_words(body: bytes) -> str:
    """Return what an error body says in plain words, at most 300 characters; nothing of a page or of data."""
    try:
        text = " ".join(body[:4000].decode().split())
    except UnicodeDecodeError:
        return ""
    return text[:300] if text[:1].isalnum() and text.isprintable() and "<" not in text else ""


_MESSAGES = (
    *("message", "msg", "faultstring", "detail", "errors", "fault", "base_resp"),
    # AWS's, Apigee's, MiniMax's, Baidu's and some others'.
    *("Message", "status_msg", "error_msg", "errorMessage", "error_description", "reason", "error", "title"),
)
"""Where an error says what it is, the likelier place first; the last two may but name its kind."""


def _told(error: object, depth: int = 3) -> str:
    """Return what an error says, in whatever place: of an error that was handed on, what lies within."""
    if isinstance(error, list):
        return " ".join(filter(None, (_told(one, depth) for one in error[:3])))[:300]
    if not isinstance(error, dict):
        return error[:300] if isinstance(error, str) else ""
    metadata = error.get("metadata")
    if depth and isinstance(metadata, dict) and metadata.get("raw"):
        inner = _within(metadata["raw"], depth - 1)
        by = metadata.get("provider_name")
        if inner:
            return f"{inner[:260]} ({by})" if isinstance(by, str) and by else inner
    held = _held(error)
    # What holds something says more than what stands beside it.
    within = (_told(one, depth - 1) for one in held if depth and not isinstance(one, str))
    if said := next(filter(None, within), ""):
        return said
    message = next((one for one in held if isinstance(one, str)), None)
    if message is None:
        message = error.get("code") or error.get("type")
        return message[:300] if isinstance(message, str) else ""
    if depth and message.startswith("{") and (said := _within(message, depth - 1)):
        return said
    where = error.get("loc")
    return (f"{where[-1]}: {message}" if isinstance(where, list) and where else message)[:300]


def _held(error: Mapping[str, Any]) -> list[Any]:
    """Return what stands where an error says what it is."""
    found = (error.get(name) for name in _MESSAGES)
    return [one for one in found if one and isinstance(one, str | list | dict)]


def _within(raw: object, depth: int) -> str:
    try:
        return _told(json.loads(raw) if isinstance(raw, str) else raw, depth)
    except (ValueError, RecursionError):
        return str(raw)[:300]
