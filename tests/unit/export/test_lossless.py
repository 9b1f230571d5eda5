"""A session leaves and comes back as the same bytes; a crafted file is refused in one sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.canonical import JsonValue, dumps
from app.domain.errors import ImportRefused, InputError
from app.domain.fact_base import PlainBodies, Record
from app.engine.exporting import ExportRequest
from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from tests.support.crafted import REFUSED, SESSION, crafted, line, start, whole
from tests.support.examples import examples


def records(lines: Sequence[Mapping[str, JsonValue]]) -> list[Record]:
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
@settings(deadline=None, max_examples=examples(60, 1000))
def test_a_session_read_back_exports_to_the_same_bytes_unknown_facts_included(
    bodies: list[dict[str, Any]],
) -> None:
    lines = [start(), *(line(seq, body=body) for seq, body in enumerate(bodies, 2))]
    first = EXPORTERS["json"].write(ExportRequest(SESSION, records(lines)))
    session, back = read_json_export(first)
    assert session == SESSION
    assert EXPORTERS["json"].write(ExportRequest(session, records(back))) == first


def test_a_fork_is_read_under_its_own_name() -> None:
    fork = "01" + "b" * 24
    data = json.dumps(whole(start(), line(2, "session_forked", {"session": fork}))).encode()
    assert read_json_export(data)[0] == fork


def test_jsonl_has_one_record_per_line_even_where_texts_have_line_breaks() -> None:
    data = EXPORTERS["jsonl"].write(
        ExportRequest(SESSION, records([start(), line(2, body={"text": "a\nb\u2028c"})]))
    )
    rows = data.decode().removesuffix("\n").split("\n")
    assert [json.loads(row)["seq"] for row in rows] == [1, 2]


@pytest.mark.parametrize("name", ["json", "jsonl"])
def test_a_complete_format_refuses_to_leave_costs_out(name: str) -> None:
    with pytest.raises(InputError, match="complete"):
        EXPORTERS[name].write(ExportRequest(SESSION, records([start()]), redact_costs=True))


@pytest.mark.parametrize("name", list(REFUSED))
def test_a_crafted_file_is_refused_in_one_sentence(name: str) -> None:
    data, says = REFUSED[name]
    with pytest.raises(ImportRefused) as caught:
        read_json_export(data)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value.next)


def test_lone_surrogates_are_made_sound_on_the_way_in() -> None:
    _, lines = read_json_export(crafted(body={"text": "\ud800"}))
    assert lines[1]["body"] == {"text": "\ufffd"}
