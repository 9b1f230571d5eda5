"""What strangers made is read with limits or refused in words: never waited for, never too much to hold.

The files are read by a child that the test gives little memory and time: it dies where a limit is missed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.documents.places import kind_of
from app.documents.reader import seconds_for
from tests.support.commands import ROOT, call
from tests.support.hostile_files import archive, document
from tests.support.waiting import AMPLE

MOST_MB, SECONDS = 300, 2
"""Of memory and of processor that reading one file may take; source: the reliability promises, row 22."""
DOORS = ("import", "team", "context", "data", "table")
HEAD = '{"format":"roundtable-session","version":2,"records":['

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limits of a child are Linux's")


def read_by_child(paths: list[tuple[str, Path]]) -> list[str]:
    """Return how the reading of each file ended; fails where the child died over one."""
    return [str(line["end"]) for line in looked_at_by_child(paths)]


def looked_at_by_child(paths: list[tuple[str, Path]], seconds: int = SECONDS) -> list[dict[str, Any]]:
    """Return how the reading of each file ended, and what it took; fails where the child died over one."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.reading_child", str(MOST_MB), str(seconds)],
        input="".join(f"{door} {path}\n" for door, path in paths),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=AMPLE,
        check=False,
    )
    lines: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == len(paths), (paths[len(lines)], done.returncode, done.stderr[-500:])
    assert done.returncode == 0, done.stderr[-500:]
    return lines


def holes(path: Path) -> Path:
    """Make a file of two gigabytes that takes no room."""
    with path.open("wb") as stream:
        stream.truncate(2**31)
    return path


def pipe(path: Path) -> Path:
    """Make a pipe into which nobody writes."""
    os.mkfifo(path)
    return path


def test_what_is_no_file_or_never_ends_is_refused_at_once_at_every_door(tmp_path: Path) -> None:
    made = [pipe(tmp_path / "pipe"), Path("/dev/zero"), holes(tmp_path / "holes"), tmp_path / "none"]
    all_ends = read_by_child([(door, path) for door in DOORS for path in made])
    for number, door in enumerate(DOORS):
        ends = all_ends[number * len(made) :][: len(made)]
        assert all(end.startswith(("InputError: ", "NoText: ")) for end in ends), (door, ends)
        assert "pipe or a device" in ends[0], door
        assert "pipe or a device" in ends[1], door
        assert "is larger than" in ends[2], door
        assert "There is no file" in ends[3], door


def names(number: int) -> str:
    return "{" + "".join(f'"a{i}":1,' for i in range(number)) + '"a0":1}'


BOMBS: dict[str, Callable[[], str]] = {
    "thirteen million lists": lambda: HEAD + "[]," * 13_000_000 + "1]}",
    "lists up to the limit": lambda: HEAD + "[]," * 740_000 + "1]}",
    "objects up to the limit": lambda: HEAD + '{"a":{"b":2}},' * 290_000 + "1]}",
    "names up to the limit": lambda: names(990_000),
    "one name again and again": lambda: "{" + '"a":1,' * 900_000 + '"a":1}',
    "depth": lambda: "[" * 3_000_000,
    "a text that does not end": lambda: '["' + '\\"' * 3_000_000,
    "numbers without end": lambda: HEAD + "9" * 1_000_000 + "]}",
    "a long fraction": lambda: HEAD + "0." + "1" * 1_000_000 + "]}",
    "a text as long as a file may be": lambda: HEAD + '"' + "x" * 290_000_000 + '"]}',
    "a text of which one sign is wide": lambda: HEAD + '"' + "x" * 70_000_000 + '😀"]}',
}


AT_PUSH = ("thirteen million lists", "names up to the limit", "depth", "a text that does not end")


@pytest.mark.parametrize("names", [AT_PUSH, pytest.param(tuple(BOMBS), marks=pytest.mark.nightly)])
def test_json_that_would_fill_the_memory_is_refused_before_it_does(
    names: tuple[str, ...], tmp_path: Path
) -> None:
    paths = [tmp_path / f"{name}.json" for name in names]
    for path in paths:
        path.write_text(BOMBS[path.stem]())
    ends = dict(zip(names, read_by_child([("import", path) for path in paths]), strict=True))
    wrong = {n: end for n, end in ends.items() if not end.startswith(("ImportRefused: ", "InputError: "))}
    assert wrong == {}


MEASURED = """
import os, sys
child = os.spawnv(os.P_NOWAIT, sys.executable, [sys.executable, "-m", "app", "import", sys.argv[1]])
_, status, used = os.wait4(child, 0)
print(status, used.ru_maxrss)
"""


def most_memory_of_import(path: Path, data: Path) -> int:
    """Import a file in a process of its own; return the KB that it took at most."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(path)],
        env={**os.environ, "ROUNDTABLE_DATA_DIR": str(data)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    status, most = map(int, done.stdout.split()[-2:])
    assert status == 0, done.stderr
    return most


@pytest.mark.nightly
def test_a_large_session_is_imported_in_little_more_memory_than_its_file_and_texts(
    tmp_path: Path,
) -> None:
    small, large = tmp_path / "small.json", tmp_path / "large.json"
    begun = call("run", "debate", "--question", "Why?", "--approve", "all", "--json", data=tmp_path / "made")
    call("export", begun.value["session"], "--format", "json", "--output", small, data=tmp_path / "made")
    whole = json.loads(small.read_text("utf-8"))
    records = whole["records"]
    note = {**records[-1], "type": "note_added", "schema": 1}
    for number in range(25):
        records.append({**note, "seq": len(records) + 1, "body": {"text": f"{number} " * 350_000}})
    large.write_text(json.dumps(whole), "utf-8")
    size = large.stat().st_size // 2**10
    grown = most_memory_of_import(large, tmp_path / "l") - most_memory_of_import(small, tmp_path / "s")
    # The bytes of the file, and the texts that the session holds once it is open.
    assert grown < 2.4 * size


TOML_BOMBS: dict[str, str] = {
    "a key of many parts": "a" + ".a" * 100_000 + "=1",
    "a table of many parts": "[" + "a." * 100_000 + "a]",
    "quoted parts": ".".join('"a"' for _ in range(50_000)) + "=1",
    "a part as long as the file": "a" * 250_000,
    "depth": "a=" + "[" * 100_000,
    "inline depth": "a=" + "{a=" * 60_000,
}


def test_a_team_that_would_fill_the_memory_is_refused_before_it_does(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.toml" for name in TOML_BOMBS]
    for path in paths:
        path.write_text(TOML_BOMBS[path.stem])
    ends = dict(zip(TOML_BOMBS, read_by_child([("team", path) for path in paths]), strict=True))
    assert {name: end for name, end in ends.items() if not end.startswith("InputError: ")} == {}


MB = 2**20
TABLE_BOMBS: dict[str, Callable[[], str]] = {
    "nothing but commas.csv": lambda: "," * 47 * MB,
    "headings without end.csv": lambda: ",".join(f"a{n}" for n in range(900_000)),
    "a row of two million values.csv": lambda: "id,question\n" + "ab," * 2_500_000,
    "values over lines without end.csv": lambda: 'id,question\n"a' + '\n",,,"' * 6 * MB,
    "a mark that closes nothing.csv": lambda: 'a"b\n' + "ab," * 2_500_000,
    "empty lines.csv": lambda: "id,question\n" + "\n" * 47 * MB,
    "empty lines.jsonl": lambda: " \n" * 23 * MB,
    "numbers.jsonl": lambda: "1 \n" * 15 * MB,
    "one long line.jsonl": lambda: '{"question":"' + "x" * 47 * MB + '😀"}',
    "one long value.csv": lambda: 'id,question\na,"' + "x\n" * 23 * MB + '😀"',
    "wide signs.jsonl": lambda: ('{"question":"' + "x" * 900_000 + '😀"}\n') * 50,
    "holes.csv": lambda: "\0" * 47 * MB,
}
TABLES_READ = ("wide signs.jsonl", "a mark that closes nothing.csv")
"""Those of which each row is taken, or set aside by itself."""
TABLES_AT_PUSH = ("a row of two million values.csv",)


@pytest.mark.parametrize(
    "name", [n if n in TABLES_AT_PUSH else pytest.param(n, marks=pytest.mark.nightly) for n in TABLE_BOMBS]
)
def test_a_table_that_would_fill_the_memory_is_refused_before_it_does(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(TABLE_BOMBS[name](), encoding="utf-8")
    (end,) = read_by_child([("table", path)])
    assert end == "read" if name in TABLES_READ else end.startswith("InputError: "), end


def mutant(random: Random) -> bytes:
    """Make a file as somebody would who wants the reader to fall: pieces of JSON and TOML in a wild order."""
    pieces = [
        '{"a":',
        "[",
        "]",
        "}",
        ",",
        '"',
        "\\",
        "1e999",
        "-",
        "null",
        '"\\ud800"',
        "\0",
        "\ufeff",
        "é",
        "a.b",
        "=",
        "\n",
    ]
    pieces += [
        HEAD,
        '"records":',
        "[[a]]\n",
        "'''",
        '"""',
        "#",
        "9" * 400,
        " " * 300,
        '{"seq":1,"at":-1}',
        "NaN",
        "true",
    ]
    text = "".join(
        random.choice(pieces) * random.choice([1, 1, 1, 2, 50, 4000]) for _ in range(random.randrange(1, 60))
    )
    data = text.encode("utf-8", "surrogatepass")
    if random.random() < 0.3:
        data = bytes(b ^ (random.random() < 0.01) * 128 for b in data[:20_000])
    return data


def wild(count: int, folder: Path, seed: int) -> list[tuple[str, Path]]:
    random = Random(seed)
    made = []
    for number in range(count):
        path = folder / f"{number}.txt"
        path.write_bytes(mutant(random))
        made.append((random.choice(DOORS), path))
    return made


def test_some_wild_files_are_read_or_refused_in_words(tmp_path: Path) -> None:
    assert len(read_by_child(wild(60, tmp_path, 1))) == 60


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(2, 22))
def test_six_thousand_wild_files_are_read_or_refused_in_words(seed: int, tmp_path: Path) -> None:
    assert len(read_by_child(wild(300, tmp_path, seed))) == 300


def hostile(count: int, folder: Path, seed: int) -> list[tuple[str, Path]]:
    """Make archives for both doors that take them, and documents."""
    random = Random(seed)
    made = []
    for number in range(count):
        door, name, content = "context", "a.docx", b""
        if number % 2:
            name, content = document(random)
        else:
            door, content = random.choice(["context", "edited"]), archive(random)
        path = folder / f"{number}{Path(name).suffix}"
        path.write_bytes(content)
        made.append((door, path))
    return made


def taken(paths: list[tuple[str, Path]]) -> None:
    """Have files read; each is read or refused in words, within its share of time and memory."""
    ends = {"read": 0, "refused": 0}
    for line in looked_at_by_child(paths, 60):
        path = Path(line["path"])
        kind = kind_of(path.name)
        assert kind is not None
        # The start of the process that reads it, and the most that an honest file of its size may take.
        assert line["work"] < seconds_for(kind, path.stat().st_size) + 1.0, line
        assert line["most"] < MOST_MB * 2**10, line
        end = str(line["end"])
        refused = end.startswith(("NoText: ", "Scanned: ", "InputError: "))
        assert end == "read" or (refused and len(end) > 40), line
        ends["read" if end == "read" else "refused"] += 1
    assert min(ends.values()) > 0, ends


def test_some_hostile_documents_and_archives_are_read_or_refused_in_words(tmp_path: Path) -> None:
    taken(hostile(12, tmp_path, 1))


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", [2, 3, 4])
def test_nine_hundred_hostile_documents_and_archives_are_read_or_refused_in_words(
    seed: int, tmp_path: Path
) -> None:
    taken(hostile(300, tmp_path, seed))
