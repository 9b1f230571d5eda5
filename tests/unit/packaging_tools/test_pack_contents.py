"""What a build of the installers is refused for, and what is taken along."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[3] / "packaging"))

import pack_contents

LIBRARY = "WARNING: Library not found: could not resolve '{}', dependency of '/env/lib/site-packages/{}'.\n"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A frozen program as small as can be, fit to be handed on."""
    for name in pack_contents.LITELLM_DATA:
        put(tmp_path, f"litellm/{name}")
    return tmp_path


def put(program: Path, name: str, size: int = 1) -> None:
    file = program / "_internal" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as content:
        content.truncate(size)


def test_a_library_that_the_window_needs_and_the_builder_lacks_is_named() -> None:
    log = LIBRARY.format("libxcb-icccm.so.4", "PySide6/Qt/plugins/platforms/libqxcb.so")
    assert pack_contents.missing_libraries("INFO: x\n" + log) == [
        "libxcb-icccm.so.4 is missing on this machine; PySide6/Qt/plugins/platforms/libqxcb.so needs it"
    ]


def test_a_library_that_only_an_unused_plugin_needs_may_be_missing() -> None:
    log = LIBRARY.format("libgtk-3.so.0", "PySide6/Qt/plugins/platformthemes/libqgtk3.so")
    log += LIBRARY.format("libmysqlclient.so.21", "PySide6/Qt/plugins/sqldrivers/libqsqlmysql.so")
    assert pack_contents.missing_libraries(log) == []


def test_a_module_that_was_to_be_taken_along_and_is_not_there_is_named() -> None:
    log = "ERROR: Hidden import 'tiktoken_ext' not found\n"
    (fault,) = pack_contents.missing_libraries(log)
    assert "tiktoken_ext" in fault


def test_a_program_with_litellms_data_is_fit(program: Path) -> None:
    assert pack_contents.absent_data(program) == []
    assert pack_contents.too_large(program) == []
    assert pack_contents.unwanted(program) == []


@pytest.mark.parametrize("name", pack_contents.LITELLM_DATA)
def test_absent_data_of_litellm_is_named(program: Path, name: str) -> None:
    (program / "_internal" / "litellm" / name).unlink()
    assert pack_contents.absent_data(program) == [name]


def test_what_is_over_five_megabytes_must_be_known_to_be_needed(program: Path) -> None:
    put(program, "PySide6/Qt/lib/libQt6Gui.so.6", 11_000_000)
    put(program, "surprise.so", 5_000_000)
    assert pack_contents.too_large(program) == []
    put(program, "surprise.so", 5_000_001)
    assert pack_contents.too_large(program) == ["_internal/surprise.so (5.0 MB)"]


@pytest.mark.parametrize("name", ["boto3", "botocore", "hf_xet", "tokenizers", "setuptools", "tkinter"])
def test_distributions_that_are_left_out_are_found_again(program: Path, name: str) -> None:
    put(program, f"{name}/inside.pyc")
    assert pack_contents.unwanted(program) == [name]
    put(program, f"{name}-1.0.dist-info/METADATA")
    assert len(pack_contents.unwanted(program)) == 2


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/lib/libQt6Qml.so.6",
        "PySide6/Qt/lib/libQt6Quick.so.6",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/plugins/platforms/libqvnc.so",
        "PySide6/Qt/translations/qtwebengine_de.qm",
        "PySide6/Qt/translations/assistant_fr.qm",
        "libgtk-3.so.0",
        "libstdc++.so.6",
        "litellm/proxy/_experimental/out/index.html",
        "numpy/tests/data.csv",
    ],
)
def test_what_is_not_used_stays_out(name: str) -> None:
    assert not pack_contents.kept(name)


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/lib/libQt6Core.so.6",
        "PySide6/Qt/lib/libQt6XcbQpa.so.6",
        "PySide6/Qt/lib/libicudata.so.73",
        "PySide6/QtWidgets.abi3.so",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/iconengines/libqsvgicon.so",
        "PySide6/plugins/platforms/qwindows.dll",
        "PySide6/Qt6Core.dll",
        "PySide6/Qt/translations/qtbase_de.qm",
        "libxcb-cursor.so.0",
        "resources/fonts/Inter-Regular.otf",
        # Without it litellm does not start, and everything else does.
        "litellm/types/proxy/management_endpoints.pyc",
        "litellm/proxy/_types.pyc",
        "litellm/model_prices_and_context_window_backup.json",
    ],
)
def test_what_is_used_goes_along(name: str) -> None:
    assert pack_contents.kept(name)


def test_modules_that_are_imported_by_name_are_listed_without_what_is_left_out(tmp_path: Path) -> None:
    for name in ("__init__.py", "main.py", "llms/__init__.py", "proxy/proxy_server.py", "proxy/_types.py"):
        file = tmp_path / "litellm" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    found = pack_contents.of_library(pack_contents.modules(tmp_path / "litellm"))
    assert found == ["litellm", "litellm.llms", "litellm.main"]
