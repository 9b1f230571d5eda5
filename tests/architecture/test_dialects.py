"""A dialect is one file: outside its module nobody knows it by its name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.gateway.host.dialects.registry import DIALECTS
from app.gateway.providers import PROVIDERS

HOME = "app/gateway/host/dialects/"
PACKAGE = "app.gateway.host.dialects"
OTHERS = {("app/domain/redaction.py", "gemini"), ("app/gateway/commands/known.py", "gemini")}
"""A maker's name by which a hidden model would be known, and a program called so; no dialect."""


def named(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each dialect that a source names, in a string or as a module.

    Rows of providers aside: `Provider("x", …, module)`.
    """
    tree = ast.parse(source)
    aside: set[ast.AST] = set()
    modules: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Provider"), args=[name, *rest]):
                aside |= {name, *(one for one in rest if isinstance(one, ast.Name))}
            case ast.ImportFrom(module=str(source_module), names=names):
                if source_module == PACKAGE:
                    modules |= {one.asname or one.name for one in names if one.name in DIALECTS}
                elif source_module.removeprefix(f"{PACKAGE}.") in DIALECTS:
                    yield node.lineno, source_module
            case _:
                pass
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if node not in aside and text.rstrip("/") in DIALECTS:
                yield node.lineno, text
            case ast.Name(id=str(used)) if node not in aside and used in modules:
                yield node.lineno, used
            case _:
                pass


def test_a_dialect_is_named_in_its_own_module_and_the_registry_alone(repository: Path) -> None:
    found, looked_at = [], 0
    for path in sorted((repository / "app").rglob("*.py")):
        name = path.relative_to(repository).as_posix()
        if name.startswith(HOME):
            continue
        looked_at += 1
        source = path.read_text(encoding="utf-8")
        # Most files are not worth parsing.
        if any(dialect in source for dialect in DIALECTS):
            found += [
                f"{name}:{line}: {dialect}"
                for line, dialect in named(source)
                if (name, dialect) not in OTHERS
            ]
    assert found == []
    assert looked_at > 300


def test_no_dialect_names_another_but_the_registry(repository: Path) -> None:
    for path in sorted((repository / HOME).glob("*.py")):
        if path.stem != "registry":
            assert {name for _, name in named(path.read_text(encoding="utf-8"))} <= {path.stem}, path.name


@pytest.mark.parametrize(
    "source",
    [
        'if provider.dialect.NAME == "{name}":\n    pass',
        'match dialect.NAME:\n    case "{name}":\n        pass',
        'PATHS = {{"{name}": "/models"}}',
        'Dialect = Literal["{name}"]',
        'exact = model.startswith("{name}/")',
        f"from {PACKAGE} import {{name}}\nif provider.dialect is {{name}}:\n    pass",
        f"from {PACKAGE} import {{name}} as it\nurl = it.address(base, model)",
        f"from {PACKAGE}.{{name}} import address",
        f"from {PACKAGE} import {{name}}\nEMBEDS = (Provider('a', 'A', 'http://a', {{name}}), {{name}})",
    ],
    ids=[
        "compared",
        "matched",
        "a table",
        "a type",
        "a model's name",
        "the module compared",
        "the module called otherwise",
        "a part of the module",
        "beside a row",
    ],
)
def test_a_module_that_names_a_dialect_would_be_found(source: str) -> None:
    assert len(DIALECTS) >= 4
    for name in DIALECTS:
        assert len(list(named(source.format(name=name)))) == 1


def test_every_module_that_is_a_dialect_is_spoken(repository: Path) -> None:
    modules = {
        path.stem
        for path in (repository / HOME).glob("*.py")
        if "\nNAME: str = " in path.read_text(encoding="utf-8")
    }
    assert modules == set(DIALECTS)


def test_a_server_of_ones_own_can_speak_every_dialect() -> None:
    # A dialect without a provider could be named in the settings, and not be asked.
    assert {provider.dialect.NAME for provider in PROVIDERS.values()} == set(DIALECTS)
