"""The pictures of all states, as a command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.scenes.pictures import main


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--help"], 0, "usage: dev.py pictures"),
        (["--unknown"], 2, "the following arguments are required: folder"),
        ([], 2, "the following arguments are required: folder"),
        (["pictures", "nowhere"], 2, "there is no scene “nowhere”; the scenes are: "),
    ],
)
def test_asking_for_help_or_wrongly_makes_no_folder(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["pictures", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    told = capsys.readouterr()
    assert end.value.code == code, told.err
    assert message in told.out + told.err
    assert {created.name for created in tmp_path.iterdir()} <= {"home", "config"}
