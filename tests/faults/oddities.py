"""More of what providers, proxies and servers of one's own were seen to do; a part of the catalogue.

Most come from issues of other programs that speak to them: streams that say *stop* with every piece, two
choices by turns, signs of life that are empty events, halves of a character, packed answers that break off.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable

from tests.faults.fault import SAID, SSE, Fault, before_end, good, middle, status, stream
from tests.faults.server import Act
from tests.faults.speaking import Dialect, Said, comment, content_type, error_event, whole

TEXT = SAID.text
LONG = "The river is near, and the way to it is long. " * 40
PAST = {"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}
_HEAD = "HTTP/1.1 200 OK\r\ncontent-type: {type}\r\nconnection: close\r\n{more}\r\n"


def _raw(
    before: bytes = b"", more: str = "", version: str = "1.1", **framed: bool
) -> Callable[[Dialect], Act]:
    """Return what writes a sound answer by hand: `before` its head, with `more` in it."""

    def make(dialect: Dialect) -> Act:
        head = _HEAD.replace("1.1", version, 1).format(type=content_type(dialect), more=more).encode()
        body = b"".join(good(dialect))
        if framed.get("trailers"):
            half = len(body) // 2
            chunks = [b"%x;name=value\r\n%s\r\n" % (len(part), part) for part in (body[:half], body[half:])]
            body = b"".join(chunks) + b"0\r\nx-checksum: 1\r\nx-took: 2\r\n\r\n"
        if framed.get("two_answers"):
            head = head.replace(b"connection: close", b"content-length: %d" % len(body))
            body = body + head + body
        return Act(raw=before + head + body)

    return make


def _with_choice_two(dialect: Dialect) -> Act:
    """Two answers by turns: the first that is told is the answer."""
    name = "choices" if dialect == "openai" else "candidates"
    found = []
    for event in good(dialect):
        found.append(event)
        if f'"{name}": [{{'.encode() in event and b'"index": 0' in event:
            found.append(event.replace(b'"index": 0', b'"index": 1').replace(b"river", b"sea"))
    return stream(found)


def _text_event(text: str) -> bytes:
    """Return an event with a text, as OpenAI's servers send it."""
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": None}
    return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"


def _growing() -> list[str]:
    """Return the beginnings of the answer, each a few letters longer."""
    return [TEXT[:end] for end in (*range(3, len(TEXT), 7), len(TEXT))]


def _between(noise: bytes) -> Callable[[Dialect], Act]:
    return lambda dialect: stream([part for event in good(dialect) for part in (noise, event)])


def _in_halves(dialect: Dialect) -> Act:
    """A character of two code units, escaped, half of it in one event and half in the next."""
    answer_events = good(dialect, Said("Yes, A B by the river.", pieces=6))
    return stream(
        [event.replace(b'"A ', b'"\\ud83d').replace(b'"B ', b'"\\ude42 ') for event in answer_events]
    )


def _mixed_ends(dialect: Dialect) -> Act:
    ends = (b"\n", b"\r\n", b"\r")
    return stream(
        [
            event.replace(b"\r\n", b"\n").replace(b"\n", ends[number % 3])
            for number, event in enumerate(good(dialect))
        ]
    )


def _after_the_end(dialect: Dialect) -> Act:
    """The end twice, then something that is no event, all in one piece."""
    noise = b"bye\n" if dialect == "ollama" else b"data: bye\n\n<html></html>\n\n"
    return stream([b"".join([*good(dialect), good(dialect)[-1], noise])])


def _stop_with_each(dialect: Dialect) -> Act:
    """Slower than a server is waited for that has told its end and keeps the connection open."""
    found = [
        event.replace(b'"role": "model"}', b'"role": "model"}, "finishReason": "STOP"')
        for event in good(dialect, Said(TEXT, pieces=3))[:-1]
    ]
    return stream(found, gap=0.6)


def _stop_first(dialect: Dialect) -> Act:
    empty = good(dialect, Said(""))[-1]
    return stream([empty, *good(dialect, Said(TEXT, pieces=1))], gap=0.6)


def _packed_half(dialect: Dialect) -> Act:
    packed = gzip.compress(b"".join(good(dialect, Said(LONG, pieces=80))), mtime=0)
    return Act([packed[: len(packed) * 2 // 3]], headers={"content-encoding": "gzip"}, framing="close")


def _choice_error(dialect: Dialect) -> Act:
    choice = {
        "index": 0,
        "delta": {"content": ""},
        "finish_reason": "error",
        "error": {"code": 502, "message": "Upstream went away"},
    }
    return stream(
        [*good(dialect)[: middle(dialect)], f"data: {json.dumps({'choices': [choice]})}\n\n".encode()]
    )


def _usage_of(value: str) -> Callable[[Dialect], Act]:
    """Return what counts tokens in another way."""
    counts = (b"21", b"13")

    def make(dialect: Dialect) -> Act:
        return stream(
            [
                event.replace(b": " + counts[0], b": " + value.encode()).replace(
                    b": " + counts[1], b": " + value.encode()
                )
                for event in good(dialect)
            ]
        )

    return make


def _searched() -> list[bytes]:
    """Return a block of a search that the provider made itself."""
    position = {"index": 7}
    search = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}}
    query = {"type": "input_json_delta", "partial_json": '{"query": "rivers"}'}
    found = [
        {"type": "content_block_start", **position, "content_block": search},
        {"type": "content_block_delta", **position, "delta": query},
        {"type": "content_block_stop", **position},
    ]
    return [f"event: {body['type']}\ndata: {json.dumps(body)}\n\n".encode() for body in found]


ODDITIES: dict[str, Fault] = {
    # What is odd and still whole.
    "two-choices-by-turns": Fault(_with_choice_two, None, says=TEXT, dialects=("openai", "gemini")),
    "empty-events-between": Fault(
        _between(b"data:\n\nevent: ping\ndata: \n\n"), None, says=TEXT, dialects=SSE
    ),
    "more-after-the-end": Fault(_after_the_end, None, says=TEXT, dialects=("openai", "anthropic", "ollama")),
    "halves-of-a-character": Fault(_in_halves, None, says="Yes, 🙂 by the river."),
    "mixed-line-ends": Fault(_mixed_ends, None, says=TEXT, dialects=SSE),
    "stop-with-each-piece": Fault(_stop_with_each, None, says=TEXT, dialects=("gemini",)),
    "stop-before-the-first-word": Fault(_stop_first, None, says=TEXT, dialects=("gemini",)),
    "early-hints-first": Fault(
        _raw(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n"),
        None,
        says=TEXT,
    ),
    "trailers-behind-the-chunks": Fault(
        _raw(more="transfer-encoding: chunked\r\ntrailer: x-checksum\r\n", trailers=True), None, says=TEXT
    ),
    "http-1.0": Fault(_raw(version="1.0"), None, says=TEXT),
    "two-answers-at-once": Fault(_raw(two_answers=True), None, says=TEXT),
    "many-comments-first": Fault(
        lambda d: stream(
            [comment(d) * 500, b": " + b"x" * 100_000 + b"\n\n" if d in SSE else b"\n", *good(d)]
        ),
        None,
        says=TEXT,
    ),
    "usage-before-the-words": Fault(
        lambda d: stream([good(d)[-2], *good(d)[:-2], good(d)[-1]]), None, says=TEXT, dialects=("openai",)
    ),
    "negative-counts": Fault(_usage_of("-7"), None, says=TEXT),
    "counts-beyond-all-numbers": Fault(_usage_of("9" * 400), None, says=TEXT),
    "counts-beyond-a-database": Fault(_usage_of("9" * 20), None, says=TEXT),
    "counts-as-words": Fault(_usage_of('"many"'), None, says=TEXT),
    "whole-answer-in-one-event": Fault(
        lambda d: stream([b"data: " + whole(d) + b"\n\n", b"data: [DONE]\n\n"]),
        None,
        says=TEXT,
        dialects=("openai",),
    ),
    # Some gateways send with each event all that was written by then, or all of it once more at the end.
    "all-of-before-in-each-event": Fault(
        lambda d: stream([*map(_text_event, _growing()), *good(d)[-3:]]),
        None,
        says=TEXT,
        dialects=("openai",),
    ),
    "the-whole-once-more-at-the-end": Fault(
        lambda d: stream([*good(d)[:-3], _text_event(TEXT), *good(d)[-3:]]),
        None,
        says=TEXT,
        dialects=("openai",),
    ),
    "done-and-nothing-else": Fault(
        lambda d: stream([b"data: [DONE]\n\n"]), "bad_reply", dialects=("openai",), word="empty"
    ),
    "finish-abort": Fault(
        lambda d: stream(good(d, Said(finish="abort"))), "truncated", partial=True, word="broke off"
    ),
    "finish-error": Fault(
        lambda d: stream(good(d, Said(finish="error"))), "truncated", partial=True, word="broke off"
    ),
    "events-without-their-word": Fault(
        lambda d: stream([p.removeprefix(b"data: ") for p in good(d)]), None, says=TEXT, dialects=("openai",)
    ),
    "tools-of-the-providers-own": Fault(
        lambda d: stream([*good(d)[:1], *_searched(), *good(d)[1:]]), None, says=TEXT, dialects=("anthropic",)
    ),
    "no-byte-is-text": Fault(lambda d: stream([p.replace(b"river", b"ri\\u0000ver") for p in good(d)]), None),
    # What is no whole answer.
    "error-in-the-choice": Fault(
        _choice_error, "server_error", partial=True, word="Upstream went away", dialects=("openai",)
    ),
    "error-event-in-words": Fault(
        lambda d: stream([*good(d)[: middle(d)], b"event: error\ndata: Internal Server Error\n\n"]),
        "server_error",
        partial=True,
        word="Internal Server Error",
        dialects=SSE,
    ),
    "packed-and-cut": Fault(_packed_half, "truncated", partial=True),
    "packed-in-an-unknown-way": Fault(
        lambda d: Act(good(d), headers={"content-encoding": "gzip, gzip"}), "bad_reply", word="packed"
    ),
    "heads-without-end": Fault(
        lambda d: Act(good(d), headers={"x-more": "y" * 2_000_000}), "connection", retried=True
    ),
    "thoughts-and-no-answer": Fault(
        lambda d: stream(good(d, Said("", reasoning="Let me think."))),
        "bad_reply",
        unshown=True,
        word="only thought",
    ),
    "finish-is-an-object": Fault(
        lambda d: stream(
            [p.replace(b'"finish_reason": "stop"', b'"finish_reason": {"type": "stop"}') for p in good(d)]
        ),
        "bad_reply",
        partial=True,
        word="not known",
        dialects=("openai",),
    ),
    "nested-beyond-reading": Fault(
        lambda d: stream([*before_end(d), b"data: " * (d in SSE) + b'{"a":' + b"[" * 200_000 + b"\n\n"]),
        "bad_reply",
        partial=True,
    ),
    "error-while-packed": Fault(
        lambda d: Act(
            [gzip.compress(error_event(d, "overloaded_error", "Overloaded"))],
            headers={"content-encoding": "gzip"},
        ),
        "overloaded",
        retried=True,
    ),
    "words-of-another-provider": Fault(
        lambda d: stream(good("anthropic" if d != "anthropic" else "openai")[:4]),
        "bad_reply",
        word="another language",
        dialects=SSE,
    ),
    # Answers that are none.
    "head-of-a-megabyte": Fault(
        _raw(more="x-long: " + "y" * 2**20 + "\r\n"), "connection", word="HTTP", retried=True
    ),
    "switching-protocols": Fault(
        lambda _: Act(raw=b"HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n"),
        "connection",
        word="HTTP",
        retried=True,
    ),
    "status-202-of-a-queue": Fault(
        lambda _: Act([b'{"id": "job-1", "message": "Queued behind 4."}'], 202, framing="length"),
        "bad_reply",
        word="Queued behind 4.",
    ),
    "redirect-to-nowhere": Fault(
        lambda _: Act([], 307, {"location": "http://[::1"}, "length"), "bad_reply", word="redirects"
    ),
    "retry-after-is-over": Fault(
        status(429, "rate_limit_error", "Slow down.", PAST), "rate_limit", retry_after=0.0, retried=True
    ),
    "retry-after-is-zero": Fault(
        status(503, "unavailable", "Unavailable.", {"retry-after": "0"}),
        "overloaded",
        retry_after=0.0,
        retried=True,
    ),
    "retry-after-beyond-all-numbers": Fault(
        status(429, "rate_limit_error", "Slow down.", {"retry-after-ms": "9" * 5000}),
        "rate_limit",
        retried=True,
    ),
}
