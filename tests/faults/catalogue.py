"""Everything a provider does wrong, by name, with what must come of it.

A model's name is the fault's name: `openai/status-401`. `NAME~2` misbehaves twice and is sound then.
"""

from __future__ import annotations

import gzip
import json
import math
import re
from collections.abc import Callable

from tests.faults import panel
from tests.faults.fault import (
    FILTER,
    HTML,
    LENGTH,
    SSE,
    Fault,
    before_end,
    ending,
    good,
    in_two,
    middle,
    status,
    stream,
)
from tests.faults.oddities import ODDITIES
from tests.faults.server import Act, Asked
from tests.faults.speaking import Dialect, Said, comment, error_body, error_event, events, whole

PER_MINUTE = json.dumps(
    [
        {
            "error": {
                "code": 429,
                "message": "You exceeded your current quota, please check your plan and billing details.",
                "status": "RESOURCE_EXHAUSTED",
                "details": [
                    {"violations": [{"quotaId": "GenerateRequestsPerMinutePerProjectPerModel-FreeTier"}]},
                    {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1.5s"},
                ],
            }
        }
    ]
).encode()
_LATER = {"retry-after": "1"}


def _doubled(dialect: Dialect) -> list[bytes]:
    return [event for event in good(dialect) for _ in range(2)]


def _bytewise(dialect: Dialect) -> Act:
    whole = b"".join(good(dialect, Said("Grün 漢字 🙂 am Fluss.")))
    return stream([whole[at : at + 1] for at in range(len(whole))])


def _bad_json(dialect: Dialect) -> Act:
    pieces, at = good(dialect), middle(dialect)
    broken = b"{not json\n" if dialect == "ollama" else b"data: {not json\n\n"
    return stream([*pieces[:at], broken, *pieces[at:]])


def _bad_utf8(dialect: Dialect) -> Act:
    pieces = [piece.replace(b"river", b"ri\xff\xfever") for piece in good(dialect)]
    return stream(pieces)


def _odd_event(dialect: Dialect) -> Act:
    body = b"[1, 2]\n" if dialect == "ollama" else b"data: [1, 2]\n\n"
    return stream([body, *good(dialect)])


def _redirect(code: int) -> Callable[[Dialect], Act]:
    return lambda _: Act([], code, {"location": "http://127.0.0.1:9/elsewhere"}, "length")


def _with_noise(dialect: Dialect) -> Act:
    noisy = [part for event in good(dialect) for part in (comment(dialect), event)]
    return stream(noisy)


FAULTS: dict[str, Fault] = {
    # What is odd and still whole.
    "sound": Fault(lambda d: stream(good(d)), None),
    "one-byte-pieces": Fault(_bytewise, None),
    "byte-order-mark": Fault(lambda d: stream([b"\xef\xbb\xbf", *good(d)]), None),
    "keep-alive-between": Fault(_with_noise, None),
    "all-in-one-piece": Fault(lambda d: stream([b"".join(good(d))]), None),
    "with-length": Fault(lambda d: stream(good(d), framing="length"), None),
    "carriage-returns": Fault(
        lambda d: stream([p.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n") for p in good(d)]), None
    ),
    "no-usage": Fault(lambda d: stream(good(d, Said(usage=False))), None),
    "bad-utf8": Fault(_bad_utf8, None),
    "slow-but-steady": Fault(lambda d: stream(good(d), gap=0.05), None),
    "unknown-extra-fields": Fault(
        lambda d: stream([p.replace(b'{"', b'{"new": {"a": [1]}, "', 1) for p in good(d)]), None
    ),
    "whole-json": Fault(
        lambda d: Act([whole(d)], headers={"content-type": "application/json"}, framing="length"), None
    ),
    "whole-json-over-lines": Fault(
        lambda d: Act(
            [json.dumps(json.loads(whole(d)), indent=2).encode()],
            headers={"content-type": "application/json"},
        ),
        None,
        dialects=SSE,
    ),
    "open-after-the-end": Fault(lambda d: stream([*good(d), comment(d)], stall_at=len(good(d))), None),
    "noisy-after-the-end": Fault(
        lambda d: stream([*good(d), comment(d)], stall_at=len(good(d)), noise=comment(d)),
        None,
        dialects=("openai", "anthropic", "ollama"),
    ),
    "words-after-the-end": Fault(
        lambda d: stream([*good(d), *good(d)[:2]], gap=0.05),
        None,
        dialects=("openai", "anthropic", "ollama"),
    ),
    "filter-results-first": Fault(
        lambda d: stream([b'data: {"choices": [], "prompt_filter_results": [{"index": 0}]}\n\n', *good(d)]),
        None,
        dialects=("openai",),
    ),
    "null-in-every-event": Fault(
        lambda d: stream([p.replace(b'"created": 1', b'"created": 1, "usage": null') for p in good(d)]),
        None,
        dialects=("openai",),
    ),
    # Streams that are no whole answer.
    "error-as-an-event-of-its-own": Fault(
        lambda d: stream(
            [
                *good(d)[: middle(d)],
                b'data: {"object": "error", "message": "Out of memory.", "type": "InternalServerError"}\n\n',
                b"data: [DONE]\n\n",
            ]
        ),
        "server_error",
        partial=True,
        word="Out of memory",
        dialects=("openai",),
    ),
    "error-beside-the-last-event": Fault(
        lambda d: stream(
            [*good(d)[:-3], b'data: {"choices": [], "x_groq": {"error": "over capacity, 503"}}\n\n']
        ),
        "overloaded",
        partial=True,
        word="over capacity",
        dialects=("openai",),
    ),
    "error-field": Fault(
        lambda _: stream([b'error: {"code": 500, "message": "slot is busy", "type": "server_error"}\n\n']),
        "server_error",
        word="slot is busy",
        dialects=SSE,
        retried=True,
    ),
    "no-room-for-the-answer": Fault(
        lambda d: stream(good(d, Said(finish="insufficient_system_resource"))),
        "overloaded",
        partial=True,
        dialects=("openai",),
    ),
    "detail-with-status-200": Fault(
        lambda _: Act([b'{"detail": "Not authenticated"}'], headers={"content-type": "application/json"}),
        "auth",
        word="Not authenticated",
        dialects=SSE,
    ),
    "detail-with-status-422": Fault(
        lambda _: Act(
            [b'{"detail": "max_tokens must be below 9"}'], 422, {"content-type": "application/json"}, "length"
        ),
        "bad_reply",
        word="below 9",
    ),
    "cut-json": Fault(
        lambda d: Act([whole(d)[:-20]], headers={"content-type": "application/json"}),
        "bad_reply",
        unshown=True,
        dialects=SSE,
    ),
    "error-with-status-200": Fault(
        lambda d: Act(
            [error_body(d, 500, "api_error", "Broke down.")], headers={"content-type": "application/json"}
        ),
        "server_error",
        word="Broke down",
        dialects=SSE,
        retried=True,
    ),
    "bare-error-in-the-middle": Fault(
        lambda d: stream(
            [*good(d)[: middle(d)], error_body("openai", 500, "api_error", "Broke down.") + b"\n\n"]
        ),
        "server_error",
        partial=True,
        word="Broke down",
        dialects=SSE,
    ),
    "html-in-the-middle": Fault(
        lambda d: stream([*good(d)[: middle(d)], HTML + b"\n\n", *good(d)[middle(d) :]]),
        "bad_reply",
        partial=True,
        word="web page",
        dialects=SSE,
    ),
    "length-then-stop": Fault(
        lambda d: stream([*before_end(d), *ending(d, LENGTH[d]), *ending(d, "")]),
        "truncated",
        partial=True,
        word="cut",
        dialects=SSE,
    ),
    "filter-then-stop": Fault(
        lambda d: stream([*before_end(d), *ending(d, FILTER[d]), *ending(d, "")]),
        "refused",
        partial=True,
        dialects=SSE,
    ),
    "call-announced-and-not-made": Fault(
        lambda d: stream(good(d, Said(finish={"openai": "tool_calls", "anthropic": "tool_use"}[d]))),
        "bad_reply",
        partial=True,
        word="tool",
        dialects=("openai", "anthropic"),
    ),
    "clean-close": Fault(lambda d: stream(before_end(d)), "truncated", partial=True),
    "close-without-end": Fault(lambda d: stream(before_end(d), framing="close"), "truncated", partial=True),
    "reset-in-the-middle": Fault(lambda d: stream(good(d), cut_at=middle(d)), "truncated", partial=True),
    "shorter-than-its-length": Fault(
        lambda d: stream(good(d)[: middle(d)], framing="length", headers={"content-length": "90000"}),
        "truncated",
        partial=True,
    ),
    "cut-in-json": Fault(
        lambda d: stream(in_two(good(d), middle(d)), framing="close"), "truncated", partial=True
    ),
    "only-the-first-event": Fault(
        lambda d: stream(good(d)[:1], framing="close"),
        "connection",
        dialects=("openai", "anthropic"),
        retried=True,
    ),
    "early-done": Fault(
        lambda d: stream([*good(d)[: middle(d)], b"data: [DONE]\n\n"]),
        "truncated",
        partial=True,
        dialects=("openai",),
    ),
    "early-stop-event": Fault(
        lambda d: stream([*good(d)[: middle(d)], good(d)[-1]]),
        "truncated",
        partial=True,
        dialects=("anthropic",),
    ),
    "end-without-reason": Fault(
        lambda d: stream([*before_end(d), good(d)[-1]]),
        "truncated",
        partial=True,
        dialects=("openai", "anthropic"),
    ),
    "finish-without-done": Fault(lambda d: stream(good(d)[:-1]), None, dialects=("openai",)),
    "finish-without-stop-event": Fault(
        lambda d: stream(good(d)[:-1]), "truncated", partial=True, dialects=("anthropic",)
    ),
    "reset-after-the-finish": Fault(
        lambda d: stream(good(d), cut_at=len(good(d)) - 1),
        "truncated",
        partial=True,
        dialects=("openai", "anthropic"),
    ),
    "finish-short-of-its-length": Fault(
        lambda d: stream(good(d), framing="length", headers={"content-length": "90000"}),
        "truncated",
        partial=True,
        dialects=("gemini",),
    ),
    "length-cut": Fault(
        lambda d: stream(good(d, Said(finish=LENGTH[d]))), "truncated", partial=True, word="cut"
    ),
    "filtered": Fault(
        lambda d: stream(good(d, Said(finish=FILTER[d]))), "refused", partial=True, dialects=SSE
    ),
    "refusal-text": Fault(
        lambda d: stream([_refusal(), *good(d, Said(""))]), "refused", unshown=True, dialects=("openai",)
    ),
    "prompt-blocked": Fault(
        lambda d: stream([b'data: {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}\r\n\r\n']),
        "refused",
        dialects=("gemini",),
    ),
    "whole-in-other-letters": Fault(lambda d: stream(good(d, Said(finish="Stop"))), None),
    "too-long-in-other-letters": Fault(
        lambda d: stream(good(d, Said(finish=LENGTH[d].swapcase()))),
        "truncated",
        partial=True,
        word="cut",
    ),
    "call-of-a-tool-in-other-letters": Fault(
        lambda d: stream(good(d, Said(finish="FUNCTION_CALL"))), "bad_reply", partial=True, word="made none"
    ),
    "unknown-finish": Fault(
        lambda d: stream(good(d, Said(finish="gone_fishing"))),
        "bad_reply",
        partial=True,
        word="gone_fishing",
    ),
    "doubled-events": Fault(lambda d: stream(_doubled(d)), "bad_reply", partial=True, dialects=SSE),
    "bad-json": Fault(_bad_json, "bad_reply", partial=True),
    "event-is-a-list": Fault(_odd_event, "bad_reply"),
    "error-event": Fault(
        lambda d: stream([*good(d)[: middle(d)], error_event(d, "api_error", "Broke down.")]),
        "server_error",
        dialects=SSE,
        partial=True,
        word="Broke down",
    ),
    "overloaded-event": Fault(
        lambda d: stream([error_event(d, "overloaded_error", "Overloaded")]), "overloaded", retried=True
    ),
    "empty-text": Fault(lambda d: stream(good(d, Said(""))), "bad_reply", word="empty"),
    "blank-text": Fault(lambda d: stream(good(d, Said(" \n\n "))), "bad_reply", partial=True, word="empty"),
    "empty-body": Fault(lambda _: Act([], framing="length"), "bad_reply", word="empty"),
    "empty-chunked-body": Fault(lambda _: Act([]), "bad_reply", word="empty"),
    "headers-only": Fault(
        lambda _: Act([], framing="close"), "connection", word="before the answer began", retried=True
    ),
    "comments-only": Fault(
        lambda d: stream([comment(d)] * 5), "bad_reply", dialects=("openai", "gemini", "ollama")
    ),
    "pings-only": Fault(
        lambda d: stream([comment(d)] * 5), "connection", dialects=("anthropic",), retried=True
    ),
    "html-page": Fault(
        lambda _: Act([HTML], headers={"content-type": "text/html"}, framing="length"),
        "bad_reply",
        word="web page",
    ),
    "plain-json": Fault(
        lambda _: Act([b'{"choices": []}'], headers={"content-type": "application/json"}, framing="length"),
        "bad_reply",
        dialects=SSE,
    ),
    "plain-words": Fault(lambda _: Act([b"Service moved.\n"], framing="length"), "bad_reply"),
    "packed-answer": Fault(
        lambda d: Act([gzip.compress(b"".join(good(d)))], headers={"content-encoding": "gzip"}), None
    ),
    "broken-packing": Fault(
        lambda _: Act([b"no gzip at all"], headers={"content-encoding": "gzip"}), "bad_reply"
    ),
    "not-http": Fault(lambda _: Act(raw=b"SSH-2.0-OpenSSH_9.2\r\n"), "connection", retried=True),
    "bad-chunks": Fault(
        lambda d: Act(raw=b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n" + b"".join(good(d))),
        "connection",
        retried=True,
    ),
    "hang-up": Fault(lambda _: Act(hang_up=True), "connection", retried=True),
    "endless-line": Fault(lambda _: stream([b"data: " + b"x" * 2**20] + [b"x" * 2**20] * 6), "bad_reply"),
    "too-much": Fault(
        lambda d: stream(good(d, Said("w" * 2000 + " " + "longer-word " * 110_000, pieces=40))),
        "bad_reply",
        partial=True,
        word="MB",
    ),
    # Answers that are none.
    "status-400": Fault(status(400, "invalid_request_error", "max_tokens is too large."), "bad_reply"),
    "status-401": Fault(status(401, "authentication_error", "Invalid API key."), "auth"),
    "status-402": Fault(status(402, "payment_required", "Payment required."), "no_credit"),
    "status-403": Fault(status(403, "permission_error", "Not allowed."), "auth"),
    "status-404": Fault(status(404, "not_found_error", "No such model."), "not_found"),
    "status-408": Fault(status(408, "timeout", "Too slow."), "timeout", retried=True),
    "status-413": Fault(status(413, "request_too_large", "Too large."), "context_overflow"),
    "status-422": Fault(status(422, "unprocessable", "What is this?"), "bad_reply"),
    "status-429": Fault(status(429, "rate_limit_error", "Slow down."), "rate_limit", retried=True),
    "status-429-later": Fault(
        status(429, "rate_limit_error", "Slow down.", _LATER), "rate_limit", retry_after=1.0, retried=True
    ),
    "status-429-behind-a-proxy": Fault(
        status(429, "rate_limit_error", "Slow down.", {"llm_provider-retry-after": "2"}),
        "rate_limit",
        retry_after=2.0,
        retried=True,
    ),
    "status-429-quota": Fault(
        status(429, "insufficient_quota", "You exceeded your current quota."), "no_credit"
    ),
    "status-429-per-minute": Fault(
        lambda _: Act([PER_MINUTE], 429, {"content-type": "application/json"}, "length"),
        "rate_limit",
        retry_after=1.5,
        dialects=("gemini",),
        retried=True,
    ),
    "status-400-credit": Fault(
        status(400, "invalid_request_error", "Your credit balance is too low."), "no_credit"
    ),
    "status-400-key": Fault(status(400, "invalid_argument", "API key not valid."), "auth"),
    "status-400-policy": Fault(status(400, "content_policy_violation", "Refused."), "refused", dialects=SSE),
    "context-overflow": Fault(
        status(400, "context_length_exceeded", "This model's maximum context length is 8192 tokens."),
        "context_overflow",
    ),
    "status-500": Fault(status(500, "api_error", "Internal error."), "server_error", retried=True),
    "status-500-html": Fault(
        lambda _: Act([HTML], 500, {"content-type": "text/html"}, "length"), "server_error", retried=True
    ),
    "status-500-overflow": Fault(
        status(500, "server_error", "The request exceeds the available context size."), "context_overflow"
    ),
    "status-501": Fault(status(501, "not_implemented", "Not here."), "bad_reply"),
    "status-502": Fault(status(502, "bad_gateway", "Bad gateway."), "server_error", retried=True),
    "status-520": Fault(
        lambda _: Act([HTML], 520, {"content-type": "text/html"}, "length"), "server_error", retried=True
    ),
    "status-503": Fault(status(503, "unavailable", "Unavailable."), "overloaded", retried=True),
    "status-503-later": Fault(
        status(503, "unavailable", "Unavailable.", _LATER), "overloaded", retry_after=1.0, retried=True
    ),
    "status-504": Fault(status(504, "timeout", "Gateway timeout."), "timeout", retried=True),
    "status-529": Fault(status(529, "overloaded_error", "Overloaded."), "overloaded", retried=True),
    "status-304": Fault(
        lambda _: Act([], 304, {"location": "http://127.0.0.1:9/"}, "length"),
        "bad_reply",
        word="no answer (304)",
    ),
    "status-400-unknown-model": Fault(
        status(400, "invalid_request_error", "The model `gpt-9` does not exist or you have no access to it."),
        "not_found",
    ),
    "status-429-in-an-hour": Fault(
        status(429, "rate_limit_error", "Slow down.", {"retry-after": "3600"}),
        "rate_limit",
        retry_after=3600.0,
        word="60 minutes",
    ),
    "status-418": Fault(status(418, "teapot", "I am a teapot."), "bad_reply"),
    "status-204": Fault(lambda _: Act([], 204, framing="length"), "bad_reply"),
    "redirect-301": Fault(_redirect(301), "bad_reply", word="redirects"),
    "redirect-302": Fault(_redirect(302), "bad_reply", word="redirects"),
    "redirect-307": Fault(_redirect(307), "bad_reply", word="redirects"),
    "redirect-308": Fault(_redirect(308), "bad_reply", word="redirects"),
    "huge-error": Fault(lambda _: Act([b"e" * 2**20] * 8, 500), "server_error", retried=True),
    # Those that make one wait.
    "stall-before-head": Fault(lambda _: Act(before=math.inf), "timeout", limit="first_byte", retried=True),
    "stall-after-head": Fault(
        lambda d: stream(good(d), stall_at=0), "timeout", limit="first_byte", retried=True
    ),
    "stall-in-the-middle": Fault(
        lambda d: stream(good(d), stall_at=middle(d)), "timeout", partial=True, limit="idle"
    ),
    "stall-before-the-end": Fault(
        lambda d: stream(good(d), stall_at=len(good(d)) - 1),
        "timeout",
        partial=True,
        dialects=SSE,
        limit="idle",
    ),
    "keep-alive-only": Fault(
        lambda d: stream(good(d), stall_at=0, noise=comment(d)), "timeout", limit="total", retried=True
    ),
    "keep-alive-in-the-middle": Fault(
        lambda d: stream(good(d), stall_at=middle(d), noise=comment(d)),
        "timeout",
        partial=True,
        limit="total",
    ),
    "slow-drip": Fault(
        lambda d: stream(good(d, Said("word " * 200, pieces=200)), gap=0.1),
        "timeout",
        partial=True,
        limit="total",
    ),
    "slow-error-body": Fault(
        lambda _: Act([b"x"] * 600, 500, framing="close", gap=0.1),
        "timeout",
        limit="first_byte",
        retried=True,
    ),
    **ODDITIES,
}


def _refusal() -> bytes:
    choice = {"index": 0, "delta": {"refusal": "I cannot help."}, "finish_reason": None}
    return f"data: {json.dumps({'choices': [choice]})}\n\n".encode()


_NAMED = re.compile(r"(?P<name>.+?)(?:~(?P<times>\d+))?$")
_STREAM = re.compile(r"stream-(\d+)-(\d+)$")


_ENDS: dict[Dialect, int] = {"openai": 3, "anthropic": 2, "gemini": 1, "ollama": 1}
"""Events from the finish on."""
TOKENS_A_PARAGRAPH = 80


def token(number: int) -> str:
    """Return one token of a long stream; paragraphs are as long as a model's."""
    return f"w{number:05d}" + ("\n\n" if number % TOKENS_A_PARAGRAPH == TOKENS_A_PARAGRAPH - 1 else " ")


def _content(dialect: Dialect, text: str) -> list[bytes]:
    """Return the events that add a piece of text."""
    answer_events = events(dialect, Said("x", pieces=1))
    return [event.replace(b'"x"', json.dumps(text).encode()) for event in answer_events if b'"x"' in event]


def by_name(asked: Asked) -> Act:
    """Return what the model's name asks for; every other model answers soundly."""
    name = asked.model.rpartition("/")[2]
    long = _STREAM.match(name)
    if long:
        count, rate = int(long[1]), int(long[2])
        # By token: a stream that sends several at once would be too easy.
        spoken = [event for number in range(count) for event in _content(asked.dialect, token(number))]
        return Act(
            [*spoken, *events(asked.dialect, Said("", tokens_out=count))[-_ENDS[asked.dialect] :]],
            gap=1 / rate,
        )
    found = _NAMED.match(name)
    assert found is not None
    times = found["times"]
    if found["name"] in FAULTS and (times is None or asked.number < int(times)):
        return FAULTS[found["name"]].make(asked.dialect)
    return Act(events(asked.dialect, Said(panel.answer(asked.prompt), tokens_in=len(asked.prompt) // 4)))


def listing(asked: Asked) -> Act:
    """Return the list of models in the dialect of the path."""
    plain = asked.path.partition("?")[0]
    match plain:
        case "/v1/models":
            body: object = {"object": "list", "data": [{"id": "good"}, {"id": "status-401"}]}
        case "/v1beta/models":
            body = {"models": [{"name": "models/good"}]}
        case "/api/tags":
            body = {"models": [{"name": "good:latest", "model": "good:latest"}]}
        case _:
            return Act([b"{}"], 404, {"content-type": "application/json"}, "length")
    return Act([json.dumps(body).encode()], 200, {"content-type": "application/json"}, "length")
