"""What the import rules of pyproject.toml cannot say: cycles, and which package may use which library."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

# Library (or one module of it) → the packages and modules of `app` that may import it. Complete: what is
# missing here may be imported by nobody, so a new dependency is a decision.
ROOMS: dict[str, tuple[str, ...]] = {
    "PySide6": ("app.ui",),
    # Pages are laid out by Qt, in a process of its own.
    "PySide6.QtCore": ("app.ui", "app.export.pdf.child"),
    "PySide6.QtGui": ("app.ui", "app.export.pdf.child"),
    "shiboken6": ("app.ui",),
    "qasync": ("app.ui",),
    "typer": ("app.cli",),
    "click": ("app.cli",),
    "rich": ("app.cli",),
    "litellm": ("app.gateway.host.carried",),
    "httpx": ("app.gateway.host",),
    "h11": ("app.cli.council.http",),
    "keyring": ("app.gateway",),
    # In a process of its own.
    "mcp": ("app.gateway.tools", "app.cli.agents"),
    "mcp_types": ("app.gateway.tools",),
    "httpx2": ("app.gateway.tools",),
    "anyio": ("app.gateway.tools", "app.cli.agents"),
    "opentelemetry": ("app.gateway.tracing",),
    "distributed": ("app.services.batches.engines",),
    "submitit": ("app.services.batches.engines",),
    "dulwich": ("app.store",),
    "sqlite3": ("app.store",),
    "jinja2": ("app.prompts",),
    "markdown_it": ("app.markup",),
    "mdit_py_plugins": ("app.markup",),
    "pygments": ("app.markup",),
    "nh3": ("app.markup",),
    "diff_match_patch": ("app.diffing",),
    # Ground that every layer may stand on.
    "pydantic": ("app",),
    "typing_extensions": ("app",),
    "orjson": ("app",),
    "json_repair": ("app.workflows", "app.gateway"),
    "platformdirs": ("app.settings",),
    "filelock": ("app.store",),
    "tomli_w": ("app.settings", "app.services", "app.cli"),
    "pypdf": ("app.documents", "app.export.pdf.child"),
    "pypdfium2": ("app.documents.page_render",),
    "docx": ("app.export",),
    "python_calamine": ("app.documents",),
}


def _modules(repository: Path) -> Iterator[tuple[str, ast.Module]]:
    for file in sorted((repository / "app").rglob("*.py")):
        name = ".".join(file.relative_to(repository).with_suffix("").parts).removesuffix(".__init__")
        yield name, ast.parse(file.read_text(encoding="utf-8"), str(file))


def _imports(tree: ast.Module) -> Iterator[str]:
    """Yield what a module imports, also within functions; `from PySide6 import QtGui` as PySide6.QtGui."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "PySide6":
            yield from (f"PySide6.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def _within(module: str, rooms: tuple[str, ...]) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


def test_each_library_is_used_only_where_the_table_says(repository: Path) -> None:
    wrong = []
    for module, tree in _modules(repository):
        for imported in _imports(tree):
            top = imported.partition(".")[0]
            if top == "app" or (top in sys.stdlib_module_names and top not in ROOMS):
                continue
            rooms = ROOMS.get(imported, ROOMS.get(top, ()))
            if not _within(module, rooms):
                wrong.append(f"{module} imports {imported}; allowed in: {', '.join(rooms) or 'no package'}")
    assert not wrong, "\n".join(wrong)


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph("app", cache_dir=None)
    circles = _strongly_connected({m: graph.find_modules_directly_imported_by(m) for m in graph.modules})
    assert not circles, "\n".join(" ↔ ".join(sorted(names)) for names in circles)


def _strongly_connected(graph: dict[str, set[str]]) -> list[set[str]]:
    """Return the components of more than one node, by Tarjan's algorithm without recursion."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []
    for start in sorted(graph):
        if start in index:
            continue
        work = [(start, iter(sorted(graph[start])))]
        index[start] = low[start] = len(index)
        stack.append(start)
        while work:
            node, targets = work[-1]
            target = next(targets, None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    at = stack.index(node)
                    if len(stack) - at > 1:
                        found.append(set(stack[at:]))
                    del stack[at:]
            elif target not in index:
                index[target] = low[target] = len(index)
                stack.append(target)
                work.append((target, iter(sorted(graph.get(target, ())))))
            elif target in stack:
                low[node] = min(low[node], index[target])
    return found


@pytest.mark.parametrize(
    ("graph", "circles"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"a"}, "c": {"a"}}, [{"a", "b"}]),
        ({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": {"d"}}, [{"d", "e"}, {"a", "b", "c"}]),
    ],
)
def test_circles_are_found(graph: dict[str, set[str]], circles: list[set[str]]) -> None:
    assert _strongly_connected(graph) == circles
