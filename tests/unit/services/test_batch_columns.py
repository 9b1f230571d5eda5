"""Tables as people have them: columns of any name, any encoding, in the shapes of known evaluation sets."""

from __future__ import annotations

import io
import json
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from app.domain.errors import InputError
from app.export.spreadsheet import workbook
from app.projections.grading import grade
from app.services.batches.batch_rows import Manifest, read_manifest
from app.services.batches.builder import plan_batch
from app.services.batches.columns import Columns
from app.services.batches.wish import BatchWish
from app.settings.teams import TeamFiles
from app.workflows.registry import Registry
from tests.support.commands import ROOT
from tests.support.examples import sampled

PLUGINS = Registry().plugins


def read(
    folder: Path,
    content: str | bytes,
    name: str = "q.csv",
    given: tuple[str, ...] = (),
    workflow: str = "debate",
) -> tuple[Manifest, Columns]:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    columns = Columns(PLUGINS, given)
    return read_manifest(path, PLUGINS, [workflow], columns=columns), columns


def question(manifest: Manifest, at: int = 0) -> str:
    return str(manifest.rows[at].setup.model_dump()["question"])


@pytest.mark.parametrize(
    "table",
    [
        "ID,Question,Expected\nq1,Two?,2\n",
        "\ufeff\ufeffid|question|key\nq1|Two, or one?|2\n",
        "ID;Frage;Erwartet\nq1;Zwei?;2;;\n",
        "id\tPregunta\tRespuesta\nq1\t¿Dos?\t2\n",
    ],
)
def test_headings_are_known_in_any_letters_in_other_languages_and_between_other_signs(
    tmp_path: Path, table: str
) -> None:
    manifest, _ = read(tmp_path, table)
    assert [(row.name, row.expected) for row in manifest.rows] == [("q1", "2")]
    assert not manifest.set_aside


def test_a_number_of_a_workbook_has_the_digits_that_a_spreadsheet_shows(tmp_path: Path) -> None:
    table = workbook("Sums", ["id", "question", "expected"], [["q1", "Sum?", 0.1 + 0.2]])
    manifest, _ = read(tmp_path, table, "q.xlsx")
    assert manifest.rows[0].expected == "0.3"


SETS: dict[str, tuple[str, str, list[tuple[dict[str, Any], str, str]]]] = {
    "GSM8K": (
        "jsonl",
        "",
        [({"question": "Two and two?", "answer": "2+2=<<2+2=4>>4\n#### 4"}, "Answer: 4", "Answer: 2")],
    ),
    "MMLU": (
        "jsonl",
        "",
        [
            (
                {"question": "2+2?", "subject": "maths", "choices": ["3", "4", "5", "6"], "answer": 1},
                "Answer: B",
                "Answer: C",
            )
        ],
    ),
    "MMLU-Pro": (
        "jsonl",
        "",
        [
            (
                {
                    "question_id": 70,
                    "question": "Which?",
                    "options": ["a cat", "a dog", "a cow"],
                    "answer": "C",
                    "answer_index": 2,
                    "cot_content": "",
                    "category": "zoology",
                },
                "The answer is (C).",
                "The answer is (A).",
            )
        ],
    ),
    "ARC": (
        "jsonl",
        "",
        [
            (
                {
                    "id": "Mercury_7",
                    "question": "Which is hot?",
                    "choices": {"text": ["ice", "fire"], "label": ["A", "B"]},
                    "answerKey": "B",
                },
                "Answer: fire",
                "Answer: ice",
            )
        ],
    ),
    "HellaSwag": (
        "jsonl",
        "",
        [
            (
                {
                    "ind": 3,
                    "activity_label": "Skating",
                    "ctx_a": "She",
                    "ctx": "She puts on skates and",
                    "endings": ["swims.", "flies.", "skates."],
                    "label": "2",
                },
                "Answer: C",
                "Answer: B",
            )
        ],
    ),
    "WinoGrande": (
        "jsonl",
        "",
        [
            (
                {
                    "sentence": "The cup fits the box as _ is small.",
                    "option1": "cup",
                    "option2": "box",
                    "answer": "1",
                },
                "Answer: the cup",
                "Answer: the box",
            )
        ],
    ),
    "BoolQ": (
        "jsonl",
        "",
        [
            (
                {"question": "is water wet", "passage": "Water is wet. It is a liquid.", "answer": True},
                "Answer: Yes",
                "Answer: No",
            )
        ],
    ),
    "TriviaQA": (
        "jsonl",
        "",
        [
            (
                {
                    "question_id": "tc_2",
                    "question": "Who wrote Hamlet?",
                    "answer": {"value": "William Shakespeare", "aliases": ["Shakespeare", "The Bard"]},
                },
                "Answer: Shakespeare",
                "Answer: Marlowe",
            )
        ],
    ),
    "OpenAI evals": (
        "jsonl",
        "",
        [
            (
                {
                    "input": [
                        {"role": "system", "content": "Answer in a word."},
                        {"role": "user", "content": "Capital of France?"},
                    ],
                    "ideal": ["Paris", "paris, France"],
                },
                "Answer: Paris",
                "Answer: Lyon",
            )
        ],
    ),
    "Inspect": (
        "jsonl",
        "",
        [
            (
                {
                    "id": 1,
                    "input": "Which?",
                    "choices": ["one", "two"],
                    "target": "A",
                    "metadata": {"level": 1},
                },
                "Answer: one",
                "Answer: two",
            )
        ],
    ),
    "promptfoo": (
        "csv",
        'question,__expected,__description\nCapital of France?,"contains-any: Paris, paname",easy\n',
        [({}, "Answer: paname", "Answer: Lyon")],
    ),
    "SimpleQA": (
        "csv",
        "metadata,problem,answer\n\"{'topic': 'art'}\",Who painted it?,Rembrandt\n",
        [({}, "Answer: Rembrandt van Rijn", "Answer: Vermeer")],
    ),
    "TruthfulQA": (
        "csv",
        (
            "Type,Category,Question,Best Answer,Correct Answers,Source\n"
            "x,y,What is the sky?,It is blue,It is blue; blue,z\n"
        ),
        [({}, "Answer: It is blue.", "Answer: It is green.")],
    ),
    "MMLU as CSV": (
        "csv",
        "question,A,B,C,D,answer\n6 times 7?,36,40,48,42,D\n",
        [({}, "Answer: 42", "Answer: 48")],
    ),
}


@pytest.mark.parametrize("name", SETS)
def test_a_table_of_a_known_evaluation_set_runs_and_is_graded_without_a_change_by_hand(
    tmp_path: Path, name: str
) -> None:
    kind, text, rows = SETS[name]
    lines = text or "".join(f"{json.dumps(row)}\n" for row, _, _ in rows)
    manifest, columns = read(tmp_path, lines, f"set.{kind}")
    assert not manifest.set_aside
    for at, (_, right, wrong) in enumerate(rows):
        row = manifest.rows[at]
        assert row.expected
        assert grade(row.expected, right, question(manifest, at)).right is True
        assert grade(row.expected, wrong, question(manifest, at)).right is False
    assert columns.taken


FURTHER = [
    json.loads(line)
    for line in (ROOT / "tests/data/evaluation_sets.jsonl").read_text(encoding="utf-8").splitlines()
]
"""Sets that nest what is asked, expect by scores or by a worked solution, or have a column for each kind."""


@pytest.mark.parametrize("one", FURTHER, ids=[one["set"] for one in FURTHER])
def test_a_set_of_a_shape_of_its_own_is_read_and_graded_as_its_authors_mean_it(
    tmp_path: Path, one: dict[str, str]
) -> None:
    manifest, _ = read(tmp_path, one["table"], f"set.{one['kind']}")
    assert not manifest.set_aside
    (row,) = manifest.rows
    assert grade(row.expected, one["right"], question(manifest)).right is True
    assert grade(row.expected, one["wrong"], question(manifest)).right is False


def test_a_batch_that_goes_on_reads_its_columns_as_it_was_begun_or_as_a_person_says(tmp_path: Path) -> None:
    text = "id,input,target,text\nq1,Why?,so,A longer text.\n"
    path = tmp_path / "q.csv"
    path.write_text(text, encoding="utf-8")
    columns = Columns(PLUGINS, kept=("input=question",))
    (row,) = read_manifest(path, PLUGINS, ["debate"], columns=columns).rows
    assert (row.setup.model_dump()["question"], row.expected) == ("Why?", "")
    assert (dict(columns.taken), list(columns.carried)) == ({"input": "question"}, ["target", "text"])
    columns = Columns(PLUGINS, ("target=expected", "text=question"), kept=("input=question",))
    (row,) = read_manifest(path, PLUGINS, ["debate"], columns=columns).rows
    assert (row.setup.model_dump()["question"], row.expected) == ("A longer text.", "so")


def test_choices_stand_below_the_question_and_a_conversation_is_asked_as_it_was_said(tmp_path: Path) -> None:
    row = {"question": "Which?", "choices": ["one", "two"], "answer": 0}
    manifest, _ = read(tmp_path, json.dumps(row), "q.jsonl")
    assert question(manifest) == "Which?\n\nA) one\nB) two"
    (row_of,) = manifest.rows
    assert row_of.expected == "A"
    said = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Why?"}]
    manifest, _ = read(tmp_path, json.dumps({"input": said, "ideal": "so"}), "q.jsonl")
    assert question(manifest) == "Be brief.\n\nWhy?"


def test_a_text_beside_the_question_is_read_and_never_taken_for_a_file(tmp_path: Path) -> None:
    text = "Water is wet. It is a liquid that falls from the sky and fills the sea, and more."
    manifest, _ = read(tmp_path, f'question,context\nIs it wet?,"{text}"\n')
    assert manifest.rows[0].setup.model_dump()["context_text"] == text


def test_columns_that_nobody_reads_are_carried_along_with_the_row(tmp_path: Path) -> None:
    manifest, columns = read(tmp_path, "id,question,category,brief\nq1,Why?,logic,x\n")
    assert not manifest.set_aside
    assert list(columns.carried) == ["category", "brief"]
    assert manifest.table == {1: {"id": "q1", "question": "Why?", "category": "logic", "brief": "x"}}


def test_what_a_column_is_for_may_be_said_and_is_then_not_guessed(tmp_path: Path) -> None:
    text = "id,question,answer,target\nq1,Why?,because,so\n"
    manifest, columns = read(tmp_path, text)
    assert (manifest.rows[0].expected, dict(columns.taken)) == ("so", {"target": "expected"})
    manifest, columns = read(tmp_path, text, given=("answer=expected", "target="))
    assert (manifest.rows[0].expected, dict(columns.taken)) == ("because", {})
    assert list(columns.carried) == ["target"]
    with pytest.raises(InputError, match=r"no column called “goal”"):
        read(tmp_path, text, given=("goal=expected",))
    with pytest.raises(InputError, match=r"No column can be for “nonsense”"):
        read(tmp_path, text, given=("target=nonsense",))
    with pytest.raises(InputError, match=r"says of no column"):
        read(tmp_path, text, given=("target",))


def test_a_column_that_is_called_as_a_field_is_that_field_and_no_guess(tmp_path: Path) -> None:
    manifest, columns = read(tmp_path, "question,prompt,expected,answer\nWhy?,x,so,because\n")
    assert (question(manifest), manifest.rows[0].expected) == ("Why?", "so")
    assert not columns.taken
    manifest, columns = read(tmp_path, "prompt\nWhy?\n")
    assert question(manifest) == "Why?"
    assert dict(columns.taken) == {"prompt": "question"}


def test_a_misspelt_field_is_carried_along_and_named_with_what_it_may_mean(tmp_path: Path) -> None:
    _, columns = read(tmp_path, "question,max_round,colour\nWhy?,2,red\n")
    assert columns.misspelt() == {"max_round": "max_rounds"}


def test_a_column_that_is_meant_for_the_setup_and_means_nothing_there_is_an_error(tmp_path: Path) -> None:
    manifest, _ = read(tmp_path, "question,set.colour\nWhy?,red\n")
    assert "set.colour" in manifest.set_aside[0].why


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_table_of_another_encoding_is_read_and_that_is_told(tmp_path: Path, encoding: str) -> None:
    text = "id;question\na;Wie heißt die größte Stadt der Schweiz – Zürich?\n"
    manifest, _ = read(tmp_path, text.encode(encoding))
    assert question(manifest) == "Wie heißt die größte Stadt der Schweiz – Zürich?"
    told = " ".join(map(str, manifest.said))
    assert ("UTF-16" in told, "Windows-1252" in told) == (encoding == "utf-16", encoding == "cp1252")


def test_what_is_no_text_is_refused_with_the_way_to_save_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"q\.csv"):
        read(tmp_path, bytes(range(256)) * 10)


def test_the_line_that_names_the_separator_is_obeyed_and_empty_columns_without_a_heading_are_left_out(
    tmp_path: Path,
) -> None:
    manifest, columns = read(tmp_path, "sep=|\nid|question||\na|One, two; three?||\n")
    assert question(manifest) == "One, two; three?"
    assert not columns.carried


@pytest.mark.parametrize(
    ("key", "name", "expected"), [("q1", "q1", ""), ("row_001", "row_001", ""), ("B", "", "B")]
)
def test_a_key_that_names_its_row_is_the_row_s_id_and_another_one_the_answer(
    tmp_path: Path, key: str, name: str, expected: str
) -> None:
    manifest, _ = read(tmp_path, f"key,question\n{key},Why?\n")
    (row,) = manifest.rows
    assert row.expected == expected
    assert (row.name == name) == bool(name)


def test_values_below_no_heading_are_carried_along_by_the_place_of_their_column(tmp_path: Path) -> None:
    manifest, columns = read(tmp_path, ",question,\n0,Why?,\n1,How?,kept\n")
    assert list(columns.carried) == ["(column 1)", "(column 3)"]
    assert manifest.table[2] == {"(column 1)": "1", "question": "How?", "(column 3)": "kept"}


@pytest.mark.parametrize(
    "text", ["Why is the sky blue?\nHow old is it?\n", "Survey of 2024,\nquestion,answer\n"]
)
def test_of_a_table_without_a_heading_that_is_known_it_is_said_and_its_columns_may_be_named(
    tmp_path: Path, text: str
) -> None:
    manifest, columns = read(tmp_path, text)
    assert not manifest.rows
    assert "Its first line is taken for headings, and none is known here" in str(manifest.said[-1])
    heading = next(iter(columns.carried))
    named, _ = read(tmp_path, text, given=(f"{heading}=question",))
    assert len(named.rows) >= 1
    assert not named.said


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('{"version": "1.1", "data": [{"question": "Why?"}, {"question": "How?"}]}', 2),
        ('{"question": "Why?", "choices": ["a", "b"]}', 1),
        ('{\n  "question": "Why?"\n}\n', 1),
    ],
)
def test_rows_may_be_held_by_an_object(tmp_path: Path, text: str, rows: int) -> None:
    manifest, _ = read(tmp_path, text, "q.json")
    assert (len(manifest.rows), manifest.set_aside) == (rows, [])


def test_a_row_that_names_a_key_twice_or_hides_a_sign_in_its_id_is_set_aside_alone(tmp_path: Path) -> None:
    lines = [
        '{"id": "q1", "question": "What is 2 and 2?", "question": "What is 2 and 3?"}',
        '{"id": "q\\u00002", "question": "What is 3 and 4?"}',
        '{"id": "q3", "question": "What is 1 and 1?"}',
    ]
    manifest, _ = read(tmp_path, "\n".join(lines), "q.jsonl")
    assert [row.name for row in manifest.rows] == ["q3"]
    twice, hidden = manifest.set_aside
    assert "names “question” twice" in twice.why
    assert "nobody can see" in hidden.why
    assert "\0" not in hidden.why


@pytest.mark.parametrize("kind", sampled(["csv", "jsonl"], {"csv"}))
def test_a_table_of_a_million_rows_is_refused_before_anything_is_made_of_it(
    tmp_path: Path, kind: str
) -> None:
    row = "q{n},Q{n}\n" if kind == "csv" else '{{"id":"q{n}","question":"Q"}}\n'
    lines = ["id,question\n"] if kind == "csv" else []
    table = io.StringIO()
    table.writelines([*lines, *(row.format(n=n) for n in range(1_000_000))])
    began = process_time()
    with pytest.raises(InputError, match="more than 100000 rows"):
        read(tmp_path, table.getvalue(), f"million.{kind}")
    few = process_time()
    read(tmp_path, "id,question\n" + "".join(f"q{n},Q{n}\n" for n in range(2_000)), "few.csv")
    # As long as some thousand rows take, not a hundred thousand.
    assert few - began < 25 * (process_time() - few)


def test_a_workbook_is_a_table_too(tmp_path: Path) -> None:
    content = workbook(
        "q", ["id", "question", "expected", "level"], [["a", "Two\nlines?", 4, 1.5], ["b", "=1+1", None, 2]]
    )
    manifest, columns = read(tmp_path, content, "q.xlsx")
    assert [row.name for row in manifest.rows] == ["a", "b"]
    assert question(manifest) == "Two\nlines?"
    assert question(manifest, 1) == "=1+1"
    assert [row.expected for row in manifest.rows] == ["4", ""]
    assert list(columns.carried) == ["level"]
    assert [row.name for row in read(tmp_path, content, "q.xlsm")[0].rows] == ["a", "b"]
    with pytest.raises(InputError, match="no readable XLSX"):
        read(tmp_path, b"PK no workbook", "q.xlsx")
    with pytest.raises(InputError, match="locked with a password"):
        read(tmp_path, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "q.xlsx")


def test_the_folder_of_a_batch_keeps_the_table_and_how_its_columns_were_read(tmp_path: Path) -> None:
    (tmp_path / "q.csv").write_text("id,input,zeal,a\nq1,Why?,much,1\n", encoding="utf-8")
    wish = BatchWish(tmp_path / "q.csv", tmp_path / "survey", ["debate"])
    planned = plan_batch(PLUGINS, TeamFiles(tmp_path / "config"), wish)
    assert planned.confirmed() == ()
    planned.keep()
    assert planned.confirmed() == ("input=question",)
    # In the order of the table.
    assert list(planned.folder.table()[1].items()) == [
        ("id", "q1"),
        ("input", "Why?"),
        ("zeal", "much"),
        ("a", "1"),
    ]


def test_the_rows_of_a_table_keep_their_sessions_whatever_is_carried_along(tmp_path: Path) -> None:
    def sessions(text: str) -> list[str]:
        (tmp_path / "q.csv").write_text(text, encoding="utf-8")
        wish = BatchWish(tmp_path / "q.csv", tmp_path / "survey", ["debate"])
        return [
            one.session for one in plan_batch(PLUGINS, TeamFiles(tmp_path / "config"), wish).plan.sessions
        ]

    assert sessions("question\nWhy?\n") == sessions("question,colour\nWhy?,red\n")
    assert sessions("id,question\na,Why?\n") == sessions("id,question,target\na,Why?,so\n")


def test_a_table_of_one_workflow_loads_no_other(tmp_path: Path) -> None:
    plugins = Registry().plugins
    path = tmp_path / "q.csv"
    path.write_text("question,expected\nWhat?,yes\n", encoding="utf-8")
    columns = Columns(plugins)
    read_manifest(path, plugins, ["debate"], ["max_rounds=1"], columns=columns)
    columns.misspelt()
    assert list(plugins.made) == ["debate"]
