"""A workflow describes itself: outside its own folder nobody knows it, its gates, purposes, facts or figures.

Looked at are the faces, services, projections and exports; the names are those of the registry's workflows.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from app.engine.tabs import PanelKind
from app.workflows.registry import Registry

LOOKED_AT = ("ui", "cli", "services", "projections", "export")
ENGLISH: Mapping[str, str] = {
    "critique": "which critique is meant, a field of the shared facts",
    "compare": "comparing two texts, an action of the window",
    "drafts": "how many texts a seat writes, a field of every seat",
    "summary": "figures of a session, a field of status and exports",
    "answers": "texts of members, and the tab of a workflow that names none",
    "changes": "what differs, and the tab of a workflow that names none",
    "messages": "what the program told the person",
}
"""Words of a workflow that shared facts, folds or the window have too, by what they mean there."""
COINCIDENCES: Mapping[tuple[str, str], str] = {
    ("app/cli/reports.py", "debate"): "an example of a command for who has no session yet",
    ("app/services/estimates.py", "debate"): "an ordinary sentence, to count tokens of",
    ("app/export/batch_answers.py", "agreement"): "a column of a table, of whichever workflow agrees",
    ("app/export/lossless.py", "draft"): "the version of the language of schemas",
    ("app/ui/panels/answer_rows.py", "draft"): "the first text of a member, as every answer begins",
    ("app/ui/view/draft_store.py", "draft"): "what is typed and not sent, as it is kept on the disk",
}
"""Where a name stands for itself, or as an example that nothing depends on."""
HOMONYMS: Mapping[tuple[str, str], str] = {
    ("ui", "draft"): "what a person has typed and not sent (`ui/view/draft_store.py`)",
}
"""Workflows whose name a layer has for something of its own: its identifiers may say it, no string may."""

_NAMING = (
    *(ast.Name, ast.Attribute, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.alias, ast.arg),
    *(ast.keyword, ast.ImportFrom),
)
Names = Mapping[str, frozenset[str]]


def names_of(registry: Registry) -> Names:
    """Return what only workflows may name, by kind."""
    plugins = registry.plugins.values()
    purposes = {purpose for plugin in plugins for _, purpose in plugin.voices}
    purposes |= {name for plugin in plugins for name in (*plugin.vocabulary.purposes, *plugin.live)}
    facts = [fact for plugin in plugins for fact in plugin.facts]
    tabs = {tab.name for plugin in plugins for tab in plugin.tabs} - set(get_args(PanelKind))
    return {
        "workflow": frozenset(registry.plugins),
        "gate": frozenset(kind for plugin in plugins for kind in plugin.gates),
        "purpose": frozenset(purposes) - ENGLISH.keys(),
        "fact": frozenset(fact.tag() for fact in facts),
        "class of a fact": frozenset(fact.__name__ for fact in facts),
        "figure": frozenset(plugin.headline for plugin in plugins if plugin.headline),
        "tab": frozenset(tabs) - ENGLISH.keys(),
        "reason of an end": frozenset(name for plugin in plugins for name in plugin.vocabulary.reasons),
    }


def named(source: str, names: Names, layer: str = "") -> Iterator[tuple[int, str]]:
    """Yield the line and the name of whatever a source names.

    A name counts as a whole string or identifier; that of a workflow also as a word within one.
    """
    own = {name for at, name in HOMONYMS if at == layer}
    whole = frozenset[str]().union(*(kind for kind in names.values()))
    # Gates, purposes, figures and tabs are known by strings; as identifiers they are plain English.
    known, workflows = names["fact"] | names["class of a fact"], names["workflow"] - own
    told = set[int]()
    for node in ast.walk(ast.parse(source)):
        found = frozenset[str]()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            # A string that only says what something is, behind a field, too; it comes after what holds it.
            told.add(id(node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            found = frozenset({node.value}) & whole | _words(node.value) & names["workflow"]
        elif isinstance(node, _NAMING):
            for word in _identifiers(node):
                found |= frozenset({word}) & known | _words(word) & workflows
        for name in sorted(found):
            yield getattr(node, "lineno", 0), name


def _identifiers(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name():
            yield node.id
        case ast.Attribute():
            yield node.attr
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.alias():
            yield from node.name.split(".")
        case ast.arg() | ast.keyword() if node.arg:
            yield node.arg
        case ast.ImportFrom():
            yield from (node.module or "").split(".")


@cache
def _words(text: str) -> frozenset[str]:
    """Return the words of a text or an identifier, in small letters: of `DebateOptions` two."""
    return frozenset(word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text))


def test_nothing_outside_a_workflow_names_it_its_gates_purposes_facts_or_figures(repository: Path) -> None:
    names, found, used, looked_at = names_of(Registry()), [], set(), 0
    for layer in LOOKED_AT:
        for path in sorted((repository / "app" / layer).rglob("*.py")):
            file = path.relative_to(repository).as_posix()
            looked_at += 1
            for line, name in named(path.read_text(encoding="utf-8"), names, layer):
                if (file, name) in COINCIDENCES:
                    used.add((file, name))
                else:
                    found.append(f"{file}:{line}: {name}")
    assert found == [], "begin the name with the workflow's, where it only happens to be a common word"
    assert used == COINCIDENCES.keys(), "what is not needed any more is no excuse either"
    assert looked_at > 150


@pytest.mark.parametrize(
    ("kind", "sources"),
    [
        (
            "workflow",
            (
                'if view.workflow == "{name}":\n    pass',
                "from app.workflows.{name}.facts import *",
                "async def run_{name}(): ...",
                "class {Name}Options: ...",
                'template = "{name}/system"',
            ),
        ),
        (
            "gate",
            (
                'if gate.kind == "{name}":\n    pass',
                'match gate.kind:\n    case "{name}":\n        pass',
                'LABELS = {{"{name}": "Decide"}}',
                'SENT = {{("{name}", "verb"): ()}}',
            ),
        ),
        ("purpose", ('call.purpose == "{name}"', 'WORDS = {{"{name}": "writing"}}')),
        ("fact", ('record.type == "{name}"', 'wants = frozenset(("{name}",))', "fact.{name}()")),
        ("class of a fact", ("isinstance(fact, facts.{name})", "from somewhere import {name}")),
        ("figure", ('plugin.headline == "{name}"',)),
        ("tab", ('tabs.show("{name}")',)),
        ("reason of an end", ('if reason == "{name}":\n    pass',)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_module_that_names_one_would_be_found(kind: str, sources: tuple[str, ...]) -> None:
    names = names_of(Registry())
    assert names[kind]
    for name in names[kind]:
        for source in sources:
            text = source.format(name=name, Name=name.capitalize())
            assert name in [found for _, found in named(text, names)], text


def test_words_that_a_docstring_says_and_english_ones_are_no_names() -> None:
    names = names_of(Registry())
    source = 'def f(critique):\n    """Run a debate."""\n    return critique.answers["summary"]'
    assert list(named(source, names)) == []


def test_a_layer_s_own_word_excuses_its_identifiers_and_no_string() -> None:
    names = names_of(Registry())
    for layer, name in HOMONYMS:
        own = f"{name}_store.type(1)"
        assert list(named(own, names, layer)) == []
        assert [found for _, found in named(own, names, "services")] == [name]
        assert [found for _, found in named(f'view.workflow == "{name}"', names, layer)] == [name]
