"""A draft's text while it is written: the file in work, without the marks around it."""

from __future__ import annotations

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from app.engine.tabs import Arrived
from app.workflows.draft.asked import JUDGE, WRITE
from app.workflows.draft.face.tabs import arriving
from app.workflows.draft.rules.files_reply import block
from app.workflows.draft.state import DraftState

ONE, TWO = "chapters/01-fog.md", "chapters/02-light.md"
REPLY = block(ONE, "# Fog\n\nThe fog < came in.\n") + block(TWO, '# Light\n\n{"a": 1}\n')


def read(text: str, purpose: str = WRITE) -> Arrived | None:
    return arriving(DraftState(), SimpleNamespace(seat="Ada", purpose=purpose, text=text, state="running"))


@given(st.integers(0, len(REPLY)))
def test_at_every_moment_the_newest_file_is_shown_and_never_a_mark(length: int) -> None:
    found = read(REPLY[:length])
    if found is None:
        assert length <= len(f"<<<FILE {ONE}>>>\n") + 1
        return
    assert "<<" not in found.text
    assert "FILE" not in found.text
    assert found.row in (ONE, TWO)
    whole = "# Fog\n\nThe fog < came in.\n" if found.row == ONE else '# Light\n\n{"a": 1}\n'
    assert whole.startswith(found.text)


def test_what_is_json_is_shown_as_it_comes_and_thoughts_are_not() -> None:
    found = read('<think>what now</think>\n<<<FILE premise/premise_metadata.json>>>\n{"title": "A no')
    assert found is not None
    assert found.text == '{"title": "A no'
    assert found.row == "premise/premise_metadata.json"
    assert read("<think>still thinking <<<FILE a.md>>>\nhm") is None


def test_files_that_are_kept_or_dropped_are_no_text_and_other_words_are_not_shown() -> None:
    found = read(block(ONE, "A.") + "<<<KEEP FILE chapters/02-light.md>>>\n")
    assert found is not None
    assert (found.row, found.text) == (ONE, "A.\n")
    assert read("The judge says no.", JUDGE) is None
    plain = read("A text without any mark.")
    assert plain is not None
    assert (plain.row, plain.text) == (None, "A text without any mark.")
