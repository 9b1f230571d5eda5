"""How large each package may be: lines of Python, and the public names of their modules.

The ceilings are what was reached last. Who lands something smaller lowers them; who adds a capability raises
them by what it needs, in the same landing, and says so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

CEILINGS: dict[str, tuple[int, int]] = {
    "app/cli": (8805, 279),
    "app/diffing": (1764, 45),
    "app/documents": (4080, 101),
    "app/domain": (7984, 581),
    "app/engine": (7825, 332),
    "app/export": (7763, 200),
    "app/gateway": (11639, 395),
    "app/markup": (2648, 86),
    "app/processes": (421, 23),
    "app/projections": (4863, 113),
    "app/prompts": (238, 6),
    "app/services": (12066, 245),
    "app/settings": (1533, 63),
    "app/store": (4966, 99),
    "app/ui": (46996, 1042),
    "app/workflows/common": (5610, 207),
    "app/workflows/debate": (10107, 309),
    "app/workflows/draft": (11998, 398),
    "app/workflows/experiment": (3057, 103),
    "app/workflows/research": (9873, 284),
}
"""Lines and public names, by package."""
SLACK = 0.03
"""Share by which a package may lie below its ceiling: more is to be kept, by a lower one."""


def _names(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case _:
                pass


def _size(folder: Path) -> tuple[int, int]:
    """Return the lines and the public names of a package."""
    texts = [file.read_text(encoding="utf-8") for file in folder.rglob("*.py")]
    public = [name for text in texts for name in _names(ast.parse(text)) if not name.startswith("_")]
    return sum(len(text.splitlines()) for text in texts), len(public)


@pytest.mark.parametrize("package", CEILINGS)
def test_a_package_is_within_its_budget(repository: Path, package: str) -> None:
    sizes, ceilings = _size(repository / package), CEILINGS[package]
    for what, size, ceiling in zip(("lines", "names"), sizes, ceilings, strict=True):
        assert size <= ceiling, f"{package} has {size} {what}: delete what is there twice, or say why"
        assert size >= (1 - SLACK) * ceiling, f"{package} has only {size} {what}: lower its ceiling to that"


def test_every_package_has_a_budget(repository: Path) -> None:
    app = repository / "app"
    own = [app / "workflows" / "common", *(f for f in app.iterdir() if f.name != "workflows")]
    folders = [*own, *(f for f in (app / "workflows").iterdir() if f.name != "common")]
    there = {f.relative_to(repository).as_posix() for f in folders if (f / "__init__.py").exists()}
    assert there == set(CEILINGS)
