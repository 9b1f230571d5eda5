"""A level written file by file: what is planned, what each file sees of the others, and checked JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from app.workflows.draft.rules.level_plan import (
    OutlineReply,
    PlanReply,
    around,
    check_json,
    fits_one_reply,
    outline_of,
    plan_text,
    tasks_of,
)
from app.workflows.draft.rules.templates import template_named, template_names
from tests.support.read_replies import parse_reply

PATTERNS = ("chapters/*.md",)
OLD = {f"chapters/0{n}.md": f"# Chapter {n}\n\nText {n}.\n" for n in (1, 2, 3)}


def order(paths: Iterable[str]) -> list[str]:
    return sorted(paths)


def outline(text: str) -> OutlineReply:
    reply = parse_reply(text, OutlineReply)
    assert isinstance(reply, OutlineReply)
    return reply


def test_a_plan_becomes_files_to_write_in_the_documents_order() -> None:
    found = tasks_of(
        outline(
            '{"files": [{"file": "chapter 3", "action": "rewrite", "what": "darker"},'
            '{"file": "04.md", "action": "new", "what": "an ending"},'
            '{"file": "chapters/01.md", "action": "keep"},'
            '{"file": "chapters/02.md", "action": "delete"}]}'
        ),
        OLD,
        PATTERNS,
        order,
    )
    assert [(task.path, task.action, task.what) for task in found.tasks] == [
        ("chapters/03.md", "change", "darker"),
        ("chapters/04.md", "add", "an ending"),
    ]
    assert found.drops == ("chapters/02.md",)
    assert found.refused == ()


def test_what_of_a_plan_cannot_be_done_is_said() -> None:
    found = tasks_of(
        outline(
            '{"files": [{"file": "../x.md", "action": "add"}, {"file": "09.md", "action": "drop"},'
            '{"file": "01.md", "action": "drop"}, {"file": "01.md", "action": "change", "what": "shorter"}]}'
        ),
        OLD,
        PATTERNS,
    )
    assert [task.path for task in found.tasks] == ["chapters/01.md"]
    assert found.drops == ()
    assert [str(one) for one in found.refused] == [
        "“../x.md” leads out of the folder of this level; nothing was written there.",
        "“09.md” is not there, so it can be neither kept nor dropped.",
        "chapters/01.md is to be written and dropped at once; it is written.",
    ]


def test_a_file_named_twice_is_written_once_with_both_wishes() -> None:
    reply = outline(
        '{"files": [{"file": "01.md", "action": "change", "what": "a"},'
        '{"file": "chapter 1", "action": "change", "what": "b"}]}'
    )
    assert [(task.path, task.what) for task in tasks_of(reply, OLD, PATTERNS).tasks] == [
        ("chapters/01.md", "a\nb")
    ]


def test_a_file_sees_those_before_it_new_and_those_behind_it_old() -> None:
    before, after = around("chapters/02.md", (), OLD, {"chapters/01.md": "new 1"}, order)
    assert [(one.path, one.text) for one in before] == [("chapters/01.md", "new 1")]
    assert [(one.path, one.text) for one in after] == [("chapters/03.md", OLD["chapters/03.md"])]


def test_a_first_generation_has_only_what_stands_before() -> None:
    assert around("chapters/01.md", (), {}, {}, order) == ((), ())
    before, after = around("chapters/02.md", (), {}, {"chapters/01.md": "x"}, order)
    assert ([one.path for one in before], after) == (["chapters/01.md"], ())


def test_a_plan_is_read_and_shown_as_a_person_reads_it() -> None:
    reply = parse_reply(
        '{"request": "Make chapter 3 darker", "changes": ["chapter 3: opening"], "untouched": ["all else"]}',
        PlanReply,
    )
    assert isinstance(reply, PlanReply)
    assert plan_text(reply) == (
        "Make chapter 3 darker\n\n**Planned changes**\n\n- chapter 3: opening\n\n"
        "**Stays as it is**\n\n- all else\n"
    )


def test_the_outline_of_a_level_is_a_line_a_file() -> None:
    told = outline_of({"chapters/01.md": "# One\n\nIt rains.\n"})
    assert told == "chapters/01.md: One – It rains. (4 words)"


def test_what_is_said_to_fit_one_reply_leaves_a_margin() -> None:
    assert fits_one_reply(["x" * 9000], 4000)
    assert not fits_one_reply(["x" * 9700], 4000)
    assert not fits_one_reply(["x" * 6000], 4000, growth=2)
    assert fits_one_reply([], 100)


SCHEMA = {
    "type": "object",
    "required": ["title", "themes"],
    "properties": {
        "title": {"type": "string", "minLength": 1},
        "themes": {"type": "array", "items": {"type": "string"}},
    },
    "additionalProperties": True,
}
CHECKED = {"type", "required", "properties", "items", "minLength"}


def problems(text: str) -> list[str]:
    return [str(one) for one in check_json("p.json", text, SCHEMA).problems]  # type: ignore[arg-type]  # a JSON value


def test_sound_json_stays_byte_for_byte() -> None:
    text = '{ "title":"T",  "themes": ["a"] }'
    checked = check_json("p.json", text, SCHEMA)  # type: ignore[arg-type]  # a JSON value
    assert checked == (text, ())


def test_a_slip_in_a_whole_object_is_mended() -> None:
    checked = check_json("p.json", '```json\n{"title": "T", "themes": ["a",],}\n```')
    assert checked.text == '{\n  "title": "T",\n  "themes": [\n    "a"\n  ]\n}\n'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"title": "T"}', "p.json: “themes” is missing in the file."),
        ('{"title": "", "themes": ["a"]}', "p.json: title is empty."),
        ('{"title": 3, "themes": ["a"]}', "p.json: title has to be a text."),
        ('{"title": "T", "themes": "a"}', "p.json: themes has to be a list."),
        ('{"title": "T", "themes": ["a", 2]}', "p.json: themes[2] has to be a text."),
        ('{"title": "T", "themes": [[]]}', "p.json: themes[1] has to be a text."),
        ("[]", "p.json: the file has to be an object."),
    ],
)
def test_what_a_schema_refuses_is_named(text: str, problem: str) -> None:
    assert problems(text) == [problem]


@pytest.mark.parametrize("text", ["", "Once upon a time", '{"title": "T"', "NaN", "[" * 100_000])
def test_what_is_no_json_is_said(text: str) -> None:
    (problem,) = problems(text)
    assert problem.startswith("p.json is not JSON: ")


def words_in(schema: Mapping[str, Any]) -> set[str]:
    """Return the words of a schema, and of those within it."""
    inner = [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]
    return set(schema).union(*map(words_in, inner))


def test_the_schemas_of_templates_say_nothing_that_is_not_looked_at() -> None:
    for level in (level for name in template_names() for level in template_named(name).levels):
        said = words_in(level.json_schema or {})
        assert said - CHECKED <= {"additionalProperties"}
        assert (level.json_schema or {}).get("additionalProperties", True) is True
