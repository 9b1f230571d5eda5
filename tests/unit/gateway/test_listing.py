"""Lists of models in the forms that servers give them."""

from __future__ import annotations

import json

import pytest

from app.gateway.host.listing import items_in


@pytest.mark.parametrize(
    "told",
    [
        {"object": "list", "data": [{"id": "one"}, {"id": "two"}]},
        [{"name": "one"}, {"model": "two"}],
        ["one", "two"],
        {"data": ["one", "two"]},
        {"data": {"one": {}, "two": {}}},
        {"result": [{"model_id": "one"}, {"key": "two"}]},
    ],
)
def test_models_are_found_in_whatever_form_a_server_lists_them(told: object) -> None:
    items = items_in(json.dumps(told).encode())
    assert items is not None
    assert [item["id"] for item in items] == ["one", "two"]


@pytest.mark.parametrize(
    "told", [{"data": 5}, {"data": {"message": "hello"}}, {"object": "list", "data": None}, 7]
)
def test_what_is_no_list_is_told_apart_from_an_empty_one(told: object) -> None:
    assert items_in(json.dumps(told).encode()) is None
    assert items_in(b'{"data": []}') == []
