"""A session leaves and comes back as the same bytes; a crafted file is refused in one sentence."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.canonical import JsonValue, dumps
from app.domain.errors import ImportRefused, InputError
from app.domain.fact_base import PlainBodies, Record
from app.domain.ids import SessionId
from app.engine.ports import ExportRequest
from app.export.json import JsonExporter
from app.export.jsonl import JsonlExporter
from app.export.reading import read_json_export
from app.export.registry import EXPORTERS

SESSION = SessionId("01" + "a" * 24)


def line(seq: int, type: str = "from_the_future", body: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "seq": seq,
        "at": 5,
        "entry": 0,
        "round": 0,
        "attempt": 0,
        "type": type,
        "schema": 1,
        "body": body or {},
    }


def start() -> dict[str, Any]:
    return line(1, "session_created", {"session": SESSION})


def whole(*lines: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"format": "roundtable-session", "version": 1, "records": list(lines), **more}


def records(lines: list[dict[str, JsonValue]]) -> list[Record]:
    names = ("seq", "at", "entry", "round", "attempt", "type", "schema")
    return [Record(*(one[name] for name in names), dumps(one["body"]), PlainBodies()) for one in lines]  # type: ignore[arg-type,call-arg]


texts = st.text(st.characters(codec="utf-8"), max_size=20)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(st.dictionaries(texts, values, max_size=4), max_size=5))
@settings(deadline=None, max_examples=60)
def test_a_session_read_back_exports_to_the_same_bytes_unknown_facts_included(
    bodies: list[dict[str, Any]],
) -> None:
    lines = [start(), *(line(seq, body=body) for seq, body in enumerate(bodies, 2))]
    first = JsonExporter().write(ExportRequest(SESSION, records(lines)))
    session, back = read_json_export(first)
    assert session == SESSION
    assert JsonExporter().write(ExportRequest(session, records(back))) == first


def test_a_fork_is_read_under_its_own_name() -> None:
    fork = "01" + "b" * 24
    data = json.dumps(whole(start(), line(2, "session_forked", {"session": fork}))).encode()
    assert read_json_export(data)[0] == fork


def test_jsonl_has_one_record_per_line_even_where_texts_have_line_breaks() -> None:
    data = JsonlExporter().write(
        ExportRequest(SESSION, records([start(), line(2, body={"text": "a\nb\u2028c"})]))
    )
    rows = data.decode().removesuffix("\n").split("\n")
    assert [json.loads(row)["seq"] for row in rows] == [1, 2]


@pytest.mark.parametrize("name", ["json", "jsonl"])
def test_a_complete_format_refuses_to_leave_costs_out(name: str) -> None:
    with pytest.raises(InputError, match="complete"):
        EXPORTERS[name].write(ExportRequest(SESSION, records([start()]), redact_costs=True))


def crafted(**changes: Any) -> bytes:
    return json.dumps(whole(start(), line(2) | changes)).encode()


REFUSED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "JSON"),
    "no JSON": (b"SQLite format 3\x00", "JSON"),
    "cut": (json.dumps(whole(start())).encode()[:-4], "JSON"),
    "not UTF-8": (b'{"format":"\xff"}', "UTF-8"),
    "a list": (b"[]", "format"),
    "another format": (json.dumps({"format": "other"}).encode(), "format"),
    "no version": (json.dumps(whole(start(), version=None)).encode(), "version"),
    "version true": (json.dumps(whole(start(), version=True)).encode(), "version"),
    "future version": (json.dumps(whole(start(), version=2)).encode(), "version 2"),
    "extra field": (json.dumps(whole(start(), setup={})).encode(), "setup"),
    "no records": (json.dumps(whole()).encode(), "no records"),
    "hole": (json.dumps(whole(start(), line(3))).encode(), "missing"),
    "repeated": (json.dumps(whole(start(), line(1))).encode(), "missing"),
    "starts late": (json.dumps(whole(line(2))).encode(), "missing"),
    "no beginning": (json.dumps(whole(line(1))).encode(), "create"),
    "path as id": (json.dumps(whole(line(1, "session_created", {"session": "../../etc"}))).encode(), "id"),
    "record a text": (json.dumps(whole(start()) | {"records": ["x"]}).encode(), "Record 1"),
    "record field missing": (json.dumps(whole({"seq": 1})).encode(), "Record 1"),
    "record field more": (crafted(x=1), "Record 2"),
    "seq a text": (crafted(seq="2"), "seq"),
    "seq true": (crafted(seq=True), "seq"),
    "negative time": (crafted(at=-1), "at"),
    "time too large": (crafted(at=2**70), "at"),
    "round a fraction": (crafted(round=1.5), "round"),
    "type a number": (crafted(type=3), "type"),
    "body a list": (crafted(body=[]), "body"),
    "NaN": (crafted(body={"x": float("nan")}), "JSON"),
    "number without end": (crafted(body={"x": 0}).replace(b'"x": 0', b'"x": 1e999'), "JSON"),
    "time after the last year": (crafted(at=253_402_300_800_000_000), "at"),
    "something behind it": (json.dumps(whole(start())).encode() + b"{}", "JSON"),
    "two marks of order": (b"\xef\xbb\xbf\xef\xbb\xbf{}", "JSON"),
    "negative infinity": (crafted(body={"x": 0}).replace(b'"x": 0', b'"x": -1e999'), "JSON"),
    "records an object": (json.dumps(whole(start()) | {"records": {}}).encode(), "no records"),
    "entry negative": (crafted(entry=-1), "entry"),
    "attempt nothing": (crafted(attempt=None), "attempt"),
    "schema a text": (crafted(schema="1"), "schema"),
    "type empty": (crafted(type=""), "type"),
    "NUL in the id": (
        json.dumps(whole(line(1, "session_created", {"session": "01" + "a" * 23 + "\0"}))).encode(),
        "id",
    ),
    "id in capitals": (
        json.dumps(whole(line(1, "session_created", {"session": "01" + "A" * 24}))).encode(),
        "id",
    ),
    "duplicate key": (b'{"format":"roundtable-session","format":"x"}', "twice"),
    "duplicate key inside": (crafted(body={"k": 1}).replace(b'"k": 1', b'"k": 1, "k": 2'), "twice"),
    "list bomb": (b"[" * 2_000_000, "nested"),
    "object bomb": (b'{"a":' * 500_000, "nested"),
    "closed bomb": (crafted(body={"x": 0}).replace(b'"x": 0', b'"x": ' + b"[" * 300 + b"]" * 300), "nested"),
    "huge number": (crafted(body={"x": 0}).replace(b'"x": 0', b'"x": ' + b"9" * 100_000), "JSON"),
}


@pytest.mark.parametrize("name", list(REFUSED))
def test_a_crafted_file_is_refused_soon_and_in_one_sentence(name: str) -> None:
    data, says = REFUSED[name]
    began = time.monotonic()
    with pytest.raises(ImportRefused) as caught:
        read_json_export(data)
    assert time.monotonic() - began < 2
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value.next)


def test_a_file_over_300_mb_is_refused_before_it_is_read() -> None:
    with pytest.raises(ImportRefused, match="300 MB"):
        read_json_export(bytes(300_000_001))


def test_lone_surrogates_are_made_sound_on_the_way_in() -> None:
    _, lines = read_json_export(crafted(body={"text": "\ud800"}))
    assert lines[1]["body"] == {"text": "\ufffd"}
