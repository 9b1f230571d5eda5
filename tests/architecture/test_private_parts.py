"""Private parts of others are left alone; where one is not, the reason stands here, with a test that notices.

Private is what begins with one underscore: an attribute of something that is not one's own, a module, or a
name in a string that is looked up. Making an object past its `__init__` counts as well.
"""

from __future__ import annotations

import ast
import importlib.metadata
import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

USED: Mapping[tuple[str, str], str] = {
    ("app/ui/startup/__init__.py", "_mod_uses_pyside"): (
        "PySide reads the source of every module for switches that we have not, a tenth of the start; "
        "noticed by test_pyside_still_asks_of_each_module_whether_it_uses_it"
    ),
    ("app/__main__.py", "pydantic.plugin._loader"): (
        "pydantic reads what every installed package says of itself to find plugins, a tenth of a list; "
        "noticed by test_pydantic_still_asks_its_loader_for_plugins_and_for_nothing_else"
    ),
    ("app/gateway/host/main.py", "httpx._main"): (
        "httpx imports its command line and all that draws there, a third of the host's start; "
        "noticed by test_httpx_still_does_without_its_command_line"
    ),
    ("app/gateway/host/main.py", "anyio._backends._asyncio"): (
        "imported ahead of the first request, which would wait for it; without it the request imports it; "
        "noticed by test_what_a_first_request_imports_is_still_there"
    ),
    ("app/gateway/host/main.py", "httpcore._backends.anyio"): (
        "as above; noticed by test_what_a_first_request_imports_is_still_there"
    ),
    ("app/gateway/host/packing.py", "_Decompress"): (
        "the type that typeshed has, and zlib itself has no public name for; noticed by mypy"
    ),
    ("app/gateway/host/main.py", "_exit"): (
        "Python's documented way to end a process at once; noticed by the tests of the host's life"
    ),
    ("app/gateway/commands/host.py", "_exit"): ("as above; noticed by the tests of seats by command"),
    ("app/gateway/tools/serve.py", "_exit"): ("as above; noticed by the tests of hostile tool servers"),
    ("app/gateway/tools/remains.py", "_exit"): ("as above; noticed by the tests of seats by command"),
    ("app/ui/startup/libraries.py", "_exit"): (
        "as above; noticed by the tests of a window that cannot start"
    ),
    ("app/ui/startup/event_loop.py", "_set_running_loop"): (
        "asyncio's own word for those who write a loop; noticed by the tests of the window's loop"
    ),
    ("app/ui/startup/event_loop.py", "_get_running_loop"): ("as above; noticed by the same tests"),
    ("app/ui/startup/event_loop.py", "_add_callback"): (
        "what qasync's own call_later does after it asked a deprecated function; noticed by the same tests"
    ),
    ("app/resources.py", "_MEIPASS"): (
        "PyInstaller's documented place of its files; noticed by the packaged program's own tests"
    ),
}
OWN_OF_TUPLES = {"_asdict", "_replace", "_fields", "_make"}
"""What a named tuple has, with an underscore so that no field is called the same."""
_NAME_OF = {
    ast.Attribute: "attr",
    ast.Name: "id",
    ast.FunctionDef: "name",
    ast.AsyncFunctionDef: "name",
    ast.ClassDef: "name",
}
_OTHERS = (ast.Import, ast.ImportFrom, ast.Call, ast.Subscript, ast.Constant, ast.AnnAssign)
_PRIVATE = re.compile(r"_[a-zA-Z]\w*")
_MODULE = re.compile(r"[a-z]\w*(?:\.\w+)*\._\w+(?:\.\w+)*")


def private(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each private part of something else that a source uses."""
    yield from _private(_nodes(source))


def _nodes(source: str) -> Sequence[ast.AST]:
    """Return the nodes that can name something private: a tenth of all, and the rules below are slow."""
    return [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, _OTHERS) or getattr(node, _NAME_OF.get(type(node), ""), "").startswith("_")
    ]


def _private(nodes: Sequence[ast.AST]) -> Iterator[tuple[int, str]]:
    mine = {name for node in nodes for name in _defined(node)}
    for node in nodes:
        for name in (*_imported(node), *_looked_up(node), *(n for n in _reached(node) if n not in mine)):
            yield getattr(node, "lineno", 0), name


def _reached(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Attribute(value=ast.Name(id="object"), attr="__new__"):
            yield "object.__new__"
        case ast.Attribute(attr=attr) if _hidden(attr):
            yield attr


def _imported(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.ImportFrom(module=str(module), names=names):
            yield from filter(_hidden, (*module.split("."), *(alias.name for alias in names)))
        case ast.Import(names=names):
            yield from (alias.name for alias in names if any(map(_hidden, alias.name.split("."))))


def _looked_up(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Name(id="getattr" | "setattr" | "hasattr"), args=[of, ast.Constant(name), *_]):
            if _hidden(str(name)) and not (isinstance(of, ast.Name) and of.id in ("self", "cls")):
                yield str(name)
        case ast.Subscript(slice=ast.Constant(str(key))) if _hidden(key):
            yield key
        case ast.Constant(str(text)) if _MODULE.fullmatch(text):
            yield text


def _hidden(name: str) -> bool:
    return name.startswith("_") and bool(_PRIVATE.fullmatch(name)) and name not in OWN_OF_TUPLES


def _defined(node: ast.AST) -> Iterator[str]:
    """Yield what a module itself gives a private name: methods, fields, functions, what it sets on itself."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
        case ast.Attribute(value=ast.Name(id="self" | "cls"), ctx=ast.Store()):
            yield node.attr
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Name(id=name, ctx=ast.Store()):
            yield name


def test_private_parts_of_others_are_left_alone_or_the_reason_is_told(repository: Path) -> None:
    sources = {
        path.relative_to(repository).as_posix(): _nodes(path.read_text(encoding="utf-8"))
        for path in sorted((repository / "app").rglob("*.py"))
    }
    inherited = {name for nodes in sources.values() for node in nodes for name in _defined(node)}
    found: dict[tuple[str, str], str] = {}
    for file, nodes in sources.items():
        for line, name in _private(nodes):
            # A class of ours that another of our modules goes on with has its private parts there.
            if name not in inherited or (file, name) in USED:
                found.setdefault((file, name), f"{file}:{line}: {name}")
    assert [message for use, message in found.items() if use not in USED] == []
    assert found.keys() == USED.keys(), "what is not used any more is no excuse either"
    tests = set(re.findall(r"^def (test_\w+)", Path(__file__).read_text(encoding="utf-8"), re.MULTILINE))
    assert {name for why in USED.values() for name in re.findall(r"test_\w+", why)} <= tests


@pytest.mark.parametrize(
    "source",
    [
        "window._close()",
        "import litellm\nlitellm._turn_on()",
        "from PySide6.QtCore import _hidden",
        "from httpx._client import Client",
        "import httpx._main",
        'getattr(feature, "_uses")',
        'vars(feature)["_uses"] = None',
        'options["_skip"] = True',
        'sys.modules["httpx._main"] = None',
        "client = object.__new__(Client)",
    ],
)
def test_a_private_part_would_be_found(source: str) -> None:
    assert len(list(private(source))) >= 1


@pytest.mark.parametrize(
    "source",
    [
        "class A:\n    def _go(self): ...\n    def go(self):\n        self._go()",
        "row._replace(text='')",
        "class A:\n    def __init__(self):\n        self._x = 1\n\na = A()\na._x",
        "def go(self):\n    return hasattr(self, '_x')",
        "print(f'{__name__} _ and so on')",
    ],
)
def test_what_is_ones_own_is_not(source: str) -> None:
    assert list(private(source)) == []


# --- What is used is still as it was ------------------------------------------------------------------------


def test_pyside_still_asks_of_each_module_whether_it_uses_it() -> None:
    program = (
        "import sys\nfrom PySide6 import QtCore\n"
        "feature = sys.modules['shibokensupport.feature']\nassert callable(feature._mod_uses_pyside)\n"
        "asked = []\nfeature._mod_uses_pyside = lambda module: bool(asked.append(module))\n"
        "import email.message\nprint(len(asked))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 0


def _source(package: str, file: str) -> str:
    """Return the source of an installed package's file, without the seconds that importing it takes."""
    (path,) = [path for path in importlib.metadata.files(package) or () if path.as_posix() == file]
    return path.read_text(encoding="utf-8")


def test_httpx_still_does_without_its_command_line() -> None:
    assert importlib.util.find_spec("httpx._main") is not None
    assert re.search(
        r"try:\s+from \._main import main\s+except ImportError", _source("httpx", "httpx/__init__.py")
    )


def test_pydantic_still_asks_its_loader_for_plugins_and_for_nothing_else() -> None:
    assert importlib.util.find_spec("pydantic.plugin._loader") is not None
    asked = re.findall(
        r"from \._loader import (.+)", _source("pydantic", "pydantic/plugin/_schema_validator.py")
    )
    assert asked == ["get_plugins"]


def test_what_a_first_request_imports_is_still_there() -> None:
    for name in ("anyio._backends._asyncio", "httpcore._backends.anyio"):
        assert importlib.util.find_spec(name) is not None
