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
    put(tmp_path, "PySide6/QtCore.abi3.so")
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
    log = "ERROR: Hidden import 'app.export.pdf' not found\n"
    (fault,) = pack_contents.missing_libraries(log)
    assert "app.export.pdf" in fault


def test_a_program_with_what_it_needs_is_fit(program: Path) -> None:
    assert pack_contents.too_large(program) == []
    assert pack_contents.unwanted(program) == []


def test_what_is_over_five_megabytes_must_be_known_to_be_needed(program: Path) -> None:
    put(program, "PySide6/Qt/lib/libQt6Gui.so.6", 11_000_000)
    put(program, "surprise.so", 5_000_000)
    assert pack_contents.too_large(program) == []
    put(program, "surprise.so", 5_000_001)
    assert pack_contents.too_large(program) == ["_internal/surprise.so (5.0 MB)"]


@pytest.mark.parametrize("name", ["scipy", "pandas", "IPython", "setuptools", "tkinter"])
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
        "lxml/tests/data.csv",
        "litellm/proxy/_experimental/out/index.html",
        "litellm/rust_bridge/_native.abi3.so",
        "botocore/data/ec2/2016-11-15/service-2.json.gz",
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
        "resources/models/table.tsv",
        "litellm/llms/bedrock/chat/converse_transformation.pyc",
        "litellm/proxy/guardrails/__init__.pyc",
        "litellm/litellm_core_utils/tokenizers/anthropic_tokenizer.json",
        "botocore/data/endpoints.json",
        "botocore/data/bedrock-runtime/2023-09-30/service-2.json.gz",
    ],
)
def test_what_is_used_goes_along(name: str) -> None:
    assert pack_contents.kept(name)
