"""TOML files that the program writes: whole, and nothing in them that it would refuse to read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.errors import InputError
from app.settings.programs import ToolServerSettings
from app.settings.toml_files import LARGEST, read_toml, write_toml


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ({"text": "x" * LARGEST}, "too large to be read again"),
        ({"text": "a." * 60 + "a"}, "too large to be read again"),
        ({"text": "half \udcff"}, "no UTF-8 text"),
        ({"half \ud800": 1}, "no UTF-8 text"),
    ],
    ids=["large", "deep", "value", "key"],
)
def test_what_could_not_be_read_again_is_refused_and_the_older_file_stays(
    table: dict[str, object], why: str, tmp_path: Path
) -> None:
    path = tmp_path / "settings.toml"
    write_toml(path, {"text": "as before"})
    with pytest.raises(InputError, match=why) as refused:
        write_toml(path, table)
    assert "nothing was changed" in str(refused.value.next)
    assert read_toml(path) == {"text": "as before"}
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("sign", ["\x1b", "\r", "\x85", "\u2028", "\x7f", "\0"])
def test_what_ends_a_line_or_steers_a_terminal_is_no_value_of_a_tool_server(sign: str) -> None:
    for values in (
        {"command": "/bin/echo", "arguments": (f"a{sign}b",)},
        {"url": "https://tools.example/mcp", "headers": {"X-A": f"a{sign}B: c"}},
    ):
        with pytest.raises(ValueError, match="control characters"):
            ToolServerSettings.model_validate(values)


def test_fields_that_hold_nothing_are_left_out_however_deep_they_lie(tmp_path: Path) -> None:
    table = {"setup": {"seed": None, "context": [{"name": "a.md", "text": "A", "picture": None}]}}
    write_toml(tmp_path / "kept.toml", table)
    assert read_toml(tmp_path / "kept.toml") == {"setup": {"context": [{"name": "a.md", "text": "A"}]}}
