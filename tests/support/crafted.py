"""Session files that this program did not write; each is refused, with a word that is given."""

from __future__ import annotations

import json
from typing import Any

from app.domain.ids import SessionId

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
    body = {"session": SESSION, "workflow": "none", "title": "", "setup": {}, "seats": {}, "seed": 1}
    return line(1, "session_created", {**body, "app_version": "1"})


def whole(*lines: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"format": "roundtable-session", "version": 1, "records": list(lines), **more}


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
    "future version": (json.dumps(whole(start(), version=3)).encode(), "version 3"),
    "a field of version 2": (json.dumps(whole(start(), texts=[])).encode(), "texts"),
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
"""(file, a word of the refusal) by what is wrong with it."""
