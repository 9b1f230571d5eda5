"""Reading raw streams: pure, and the same however the bytes are cut."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain import fault_hints
from app.gateway.host.dialects.registry import DIALECTS as SPOKEN
from app.gateway.host.dialects.stream import StreamReader
from app.gateway.host.dialects.stream_state import BadStream, Pieces
from app.gateway.host.dialects.writing import Feature
from app.gateway.host.errors import error_text, fault_of_end, fault_of_status
from app.gateway.host.negotiation import longest_taken, refused_part
from app.gateway.host.redaction import Redactor, redact
from app.gateway.host.waits import retry_after
from tests.faults.speaking import DIALECTS, Dialect, Said, events
from tests.support.examples import examples

TOOLS = (("find", {"q": "Fluss 漢"}), ("read", {"path": "a.md", "n": 3}))
NAMES = ("choices", "delta", "content", "type", "index", "usage", "candidates", "message", "done")
SAID = Said("Grün am Fluss 🙂.\n\nUnd  weiter.", reasoning="Hm.", tools=TOOLS)


@given(st.sampled_from(DIALECTS), st.lists(st.integers(1, 50), min_size=1))
@settings(max_examples=examples(60, 1000))
def test_an_answer_is_heard_the_same_however_its_bytes_are_cut(dialect: Dialect, sizes: list[int]) -> None:
    data = b"".join(events(dialect, SAID))
    reader = StreamReader(SPOKEN[dialect])
    at = turn = 0
    while at < len(data):
        size = sizes[turn % len(sizes)]
        reader.feed(data[at : at + size])
        at, turn = at + size, turn + 1
    reader.close()
    state = reader.state
    assert ("".join(state.text), "".join(state.reasoning)) == (SAID.text, "Hm.")
    assert [(p.name, json.loads(p.arguments)) for p in state.tools.values()] == list(TOOLS)
    assert (state.tokens_in, state.tokens_out) == (21, 13)
    assert fault_of_end(state, clean=True, limit=9, head=data) is None


@given(st.text(max_size=12), st.lists(st.integers(1, 4), min_size=1))
def test_characters_are_whole_wherever_their_halves_were_parted(text: str, sizes: list[int]) -> None:
    units = text.encode("utf-16-le")
    pieces = Pieces()
    at = turn = 0
    while at < len(units):
        size = 2 * sizes[turn % len(sizes)]
        pieces.add(units[at : at + size].decode("utf-16-le", "surrogatepass"))
        at, turn = at + size, turn + 1
    pieces.close()
    assert "".join(pieces) == text


@pytest.mark.parametrize(
    "said",
    [
        *(("l", "lama"), ("ha", "haha"), ("I", "II"), ("bon", "bon"), ("so", "so", "so")),
        ("word " * 8, "word " * 9, "word " * 8),
        ("Row, row, row your boat,\n", "Row, row, row your boat,\n", "gently."),
    ],
)
def test_what_is_meant_to_be_said_twice_is_kept(said: tuple[str, ...]) -> None:
    pieces = Pieces()
    for piece in said:
        pieces.add(piece)
    assert "".join(pieces) == "".join(said)


@pytest.mark.parametrize(
    "said",
    [
        ("I", "I think", "I think so"),
        ("The ri", "The river", "The river is wide and cold.", "The river is wide and cold."),
    ],
)
def test_texts_that_say_all_of_before_once_more_are_told_once(said: tuple[str, ...]) -> None:
    pieces = Pieces()
    for piece in said:
        pieces.add(piece)
    assert "".join(pieces) == said[-1]


def test_half_a_character_at_the_end_is_kept_as_it_came() -> None:
    pieces = Pieces()
    pieces.add("so \ud83d")
    assert pieces == ["so "]
    pieces.close()
    assert "".join(pieces) == "so \ud83d"


@pytest.mark.parametrize("finish", ["FUNCTION_CALL", "Tool_Calls", "Stop"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_answer_with_calls_is_whole_in_whatever_letters_its_end_is_told(
    dialect: Dialect, finish: str
) -> None:
    data = b"".join(events(dialect, Said("", tools=TOOLS, finish=finish)))
    reader = StreamReader(SPOKEN[dialect])
    reader.feed(data)
    reader.close()
    assert fault_of_end(reader.state, clean=True, limit=9, head=data) is None


@given(st.sampled_from(DIALECTS), st.data())
@settings(max_examples=examples(120, 1000))
def test_no_beginning_of_a_stream_is_taken_for_the_whole(dialect: Dialect, data: st.DataObject) -> None:
    pieces = events(dialect, Said("One two three four five six."))
    whole = b"".join(pieces)
    # Up to the event that names the finish; what follows it is no part of the answer.
    finish = len(b"".join(pieces[: {"openai": -2, "anthropic": -1, "gemini": -1, "ollama": -1}[dialect]]))
    last = finish if dialect in ("openai", "anthropic") else len(whole) - 6
    size = data.draw(st.integers(0, last - (3 if dialect == "openai" else 0)))
    clean = data.draw(st.booleans())
    reader = StreamReader(SPOKEN[dialect])
    try:
        reader.feed(whole[:size])
        reader.close()
    except BadStream:
        return
    assert fault_of_end(reader.state, clean=clean, limit=9, head=whole[:size]) is not None


@given(st.lists(st.text("sk-12ab", max_size=6), max_size=12), st.sampled_from(["sk-1ab2sk-1", "aaaaaaaa"]))
def test_a_key_is_taken_out_however_it_is_cut_and_nothing_else_is(pieces: list[str], key: str) -> None:
    redactor = Redactor(key)
    found = "".join(redactor.feed(piece) for piece in pieces) + redactor.rest()
    assert found == redact("".join(pieces), key)
    assert key not in found


@given(st.sampled_from(DIALECTS), st.binary(max_size=300))
def test_no_bytes_bring_a_reader_down(dialect: Dialect, data: bytes) -> None:
    reader = StreamReader(SPOKEN[dialect])
    try:
        reader.feed(data)
        reader.close()
    except BadStream:
        return
    assert fault_of_end(reader.state, clean=True, limit=9, head=data) is not None


@given(
    st.sampled_from(DIALECTS),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["choices", "delta", "content", "type", "index", "usage", "candidates", "message"]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    ),
)
def test_no_odd_event_brings_a_reader_down(dialect: Dialect, value: object) -> None:
    line = json.dumps(value).encode()
    reader = StreamReader(SPOKEN[dialect])
    try:
        reader.feed(line + b"\n" if dialect == "ollama" else b"data: " + line + b"\n\n")
    except BadStream:
        return
    assert not reader.state.ended or dialect in ("ollama", "anthropic")


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}, 0.0),
        ({"retry-after": "-5"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "2 seconds"}, 2.0),
        ({"retry-after": "1970-01-01T00:00:00Z"}, 0.0),
        ({"retry-after": "PT1M20S"}, 80.0),
        ({"retry-after": "1000000000"}, 0.0),
        ({"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "6m0s"}, 360.0),
        ({"x-ratelimit-remaining-tokens": "9", "x-ratelimit-reset-tokens": "6m0s"}, None),
        ({"ratelimit-remaining": "0", "ratelimit-reset": "7"}, 7.0),
        (
            {
                "anthropic-ratelimit-tokens-remaining": "0",
                "anthropic-ratelimit-tokens-reset": "2030-01-01T00:00:09Z",
                "date": "Tue, 01 Jan 2030 00:00:00 GMT",
            },
            9.0,
        ),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "nan"}, None),
        ({}, None),
    ],
)
def test_retry_after_is_read_in_every_form_and_nonsense_is_none(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert retry_after(headers) == seconds


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("Rate limit reached. Please try again in 1.5s.", 1.5),
        ("Please try again in 640ms.", 0.64),
        ("Please try again in 14m23.04s. Visit our page.", 863.04),
        ("retry after 20 seconds", 20.0),
        ("Your limit resets in 1 hour, 5 minutes.", 3900.0),
        ("Please try again later; you may ask for 5 hours a day.", None),
        ("Zu viele Anfragen. Bitte versuchen Sie es in 15 Sekunden erneut.", 15.0),
        ("请求过于频繁，请在 8 秒后重试", 8.0),
        ({"message": "Too many requests", "retry_after": 3.25}, 3.25),
        ({"message": "Exhausted.", "details": [{"retryDelay": "13.5s"}]}, 13.5),
    ],
)
def test_a_wait_that_is_told_in_the_body_alone_is_kept_to(said: object, seconds: float | None) -> None:
    fault = fault_of_status(429, {}, json.dumps({"error": said}, ensure_ascii=False).encode(), "")
    assert (fault.kind, fault.retry_after) == ("rate_limit", seconds)


@pytest.mark.parametrize(
    ("status", "body", "kind", "told"),
    [
        (400, b"Bad request: temperature is out of range\n", "bad_reply", "temperature is out of range."),
        (524, b"error code: 524", "server_error", "error code: 524."),
        (502, b"<html>Bad Gateway</html>", "server_error", "(502)."),
        (410, b'{"error": "The model has been retired"}', "not_found", "has been retired."),
        (403, b'{"Message": "User is not authorized"}', "auth", "User is not authorized."),
        (500, b'{"fault": {"faultstring": "Spike arrest", "detail": {}}}', "server_error", "Spike arrest."),
        (400, b'{"error_code": 3, "error_msg": "Wrong format"}', "bad_reply", "Wrong format."),
        (400, b'{"message": ["size is odd"], "error": "Bad Request"}', "bad_reply", ": size is odd."),
        (400, b'{"error": true, "message": "It ran dry"}', "bad_reply", ": It ran dry."),
        (400, b'{"error": {"message": "{\\"error\\": \\"too hot\\"}"}}', "bad_reply", "(400): too hot."),
        (400, b'{"code": 1, "reason": "It is bent"}', "bad_reply", ": It is bent."),
        (498, b'{"error": "Flex tier capacity exceeded"}', "overloaded", "capacity exceeded."),
        (400, b'{"error": {"code": "rate_limit_exceeded"}}', "rate_limit", "rate_limit_exceeded."),
        (
            400,
            b"<Error><Code>7</Code><Message>Gone &amp; lost</Message></Error>",
            "bad_reply",
            ": Gone & lost.",
        ),
        (400, b'{"error": {"message": "Invalid: ' + b"x" * 70_000, "bad_reply", "x" * 291 + "."),
        (308, b"", "bad_reply", "to http://there/v1/; redirects are not followed."),
    ],
)
def test_what_a_refusal_says_is_told_and_read_in_whatever_form_it_comes(
    status: int, body: bytes, kind: str, told: str
) -> None:
    fault = fault_of_status(status, {"location": "http://there/v1/?key=7"}, body, "")
    assert fault.kind == kind
    assert str(fault.message).endswith(told)


@pytest.mark.parametrize("end", ["[done]", '"[DONE]"', "DONE"])
@pytest.mark.parametrize("alive", ["ping", "keep-alive", "[HEARTBEAT]"])
@pytest.mark.parametrize("content", ['"Yes."', '{"type": "text", "text": "Yes."}'])
def test_words_in_place_of_events_are_signs_of_life_or_the_end(end: str, alive: str, content: str) -> None:
    reader = StreamReader(SPOKEN["openai"])
    said = f'{{"choices": [{{"delta": {{"content": {content}}}, "finish_reason": "null"}}]}}'
    stop = '{"choices": [{"delta": {}, "finish_reason": "stop"}]}'
    reader.feed("".join(f"data: {one}\n\n" for one in (alive, said, alive, stop, end)).encode())
    assert reader.state.ended
    assert "".join(reader.state.text) == "Yes."
    assert fault_of_end(reader.state, clean=True, limit=100, head=b"") is None


def test_an_end_that_is_told_twice_is_one_but_events_that_all_are_have_doubled_the_text() -> None:
    choices: list[dict[str, Any]] = [{"delta": {"content": one}} for one in ("Yes", ", it is.")]
    ended: dict[str, Any] = {"delta": {}, "finish_reason": "stop"}
    said, end = ([f"data: {json.dumps({'choices': [one]})}\n\n".encode() for one in (*choices, ended)], 2)
    reader = StreamReader(SPOKEN["openai"])
    reader.feed(b"".join([*said, said[end]]))
    reader.close()
    assert "".join(reader.state.text) == "Yes, it is."
    with pytest.raises(BadStream):
        StreamReader(SPOKEN["openai"]).feed(b"".join(one + one for one in said))


def test_a_whole_answer_that_names_its_text_as_completions_do_is_read() -> None:
    reader = StreamReader(SPOKEN["openai"])
    reader.feed(b'{"choices": [{"index": 0, "text": "Yes.", "finish_reason": "stop"}]}')
    reader.close()
    assert "".join(reader.state.text) == "Yes."


def _read(said: str, charset: str = "", dialect: Dialect = "openai") -> StreamReader:
    reader = StreamReader(SPOKEN[dialect])
    reader.state.charset = charset
    reader.feed(said.encode(charset or "utf-8"))
    reader.close()
    return reader


CHUNK = '{"object": "chat.completion.chunk", "choices": [{"delta": {"content": "Grün."}}]}'

SAYS = '"Grün."'
PARTS = (
    '["Grün.", null, {"type": "thinking", "thinking": "Hm."}, {"type": "reasoning", "text": "Hm."},'
    ' {"type": "reasoning", "summary": [{"text": "Hm."}]}, {"type": "text", "text": "Grün."}]'
)


@pytest.mark.parametrize(
    ("said", "charset"),
    [
        (f"[{CHUNK},\n{CHUNK}]", ""),
        (f"data: {CHUNK}\n\n" * 2, "iso-8859-1"),
        (f'data: {{"choices": [null]}}\n\ndata: {CHUNK}\n\n' + f"data: {CHUNK}\n\n", ""),
        (f"\ufeffdata: {CHUNK}\n\n" * 2, ""),
        (f"data: {CHUNK.replace(SAYS, PARTS)}\n\n", ""),
    ],
    ids=[
        "a list of chunks",
        "older letters",
        "a choice that is none",
        "marks of order",
        "parts of all kinds",
    ],
)
def test_an_answer_in_an_odd_form_is_read_in_its_letters(said: str, charset: str) -> None:
    assert "".join(_read(said, charset).state.text) == "Grün.Grün."


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ('{"message": "unloaded by hand", "code": 503}', "overloaded"),
        ('{"error": true, "message": "unloaded by hand"}', "bad_reply"),
        ('{"error": 429, "message": "unloaded by hand"}', "rate_limit"),
        ('{"success": false, "errors": [{"code": 7, "message": "unloaded by hand"}]}', "bad_reply"),
        ('{"detail": [{"msg": "unloaded by hand"}]}', "bad_reply"),
        ('{"choices": null, "base_resp": {"status_msg": "unloaded by hand"}}', "bad_reply"),
        ("[ERROR] unloaded by hand", "server_error"),
        ('{"error": {"message": "model x not found, try it by hand", "type": "api_error"}}', "not_found"),
        ('{"object": "error", "message": "The model x does not exist: by hand", "code": 404}', "not_found"),
    ],
)
def test_an_event_that_is_but_an_error_is_told_in_its_words(said: str, kind: str) -> None:
    fault = fault_of_end(_read(f"data: {said}\n\n").state, clean=True, limit=100, head=b"")
    assert fault is not None
    assert fault.kind == kind
    assert "by hand" in str(fault.message)


CALLED: dict[Dialect, Any] = {
    "ollama": {"message": {"tool_calls": [{"function": {"name": "find", "arguments": '{"q": 1}'}}]}},
    "gemini": {
        "candidates": [{"content": {"parts": [{"functionCall": {"name": "find", "args": '{"q": 1}'}}]}}]
    },
    "anthropic": {
        "type": "content_block_start",
        "content_block": {"type": "tool_use", "name": "find", "input": {"q": 1}},
    },
}


@pytest.mark.parametrize("dialect", CALLED)
def test_a_call_that_is_told_at_once_or_as_a_text_has_its_arguments(dialect: Dialect) -> None:
    calls = _read(f"data: {json.dumps(CALLED[dialect])}\n\n", dialect=dialect).state.tools.values()
    assert [(call.name, json.loads(call.arguments)) for call in calls] == [("find", {"q": 1})]


CARRIED = frozenset[Feature](("stream", "usage", "system", "max_tokens", "temperature"))


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ("Der Parameter „stream_options“ ist nicht erlaubt.", "usage"),
        ("不支持的参数: stream_options", "usage"),
        ("Paramètre temperature non pris en charge", "temperature"),
        ("该模型不支持 system 角色", "system"),
        ("First message must be a user message", "system"),
        ("temperature muss zwischen 0 und 1 liegen", None),
    ],
)
def test_a_part_that_is_refused_in_another_language_is_known_by_its_name(said: str, part: str | None) -> None:
    assert refused_part(CARRIED, {}, kind="bad_reply", status=400, message=said) == part


def test_the_longest_answer_is_read_from_a_refusal_in_chinese() -> None:
    assert longest_taken("max_tokens (4000) 超出范围, 最大 1024", 4000) == 1024


def test_no_other_key_is_asked_for_where_the_country_is_refused() -> None:
    fault = fault_of_status(403, {}, b'{"error": {"message": "Country not supported"}}', "")
    assert fault.hint == fault_hints.OTHER_MODEL


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b"null", b'{"error": null}', b"[" * 9999, b"\xff"])
def test_an_error_body_that_says_nothing_gives_no_words(body: bytes) -> None:
    assert error_text(body) == ""
