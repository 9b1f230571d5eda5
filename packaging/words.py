"""Collect every word on screen from the program's source into a Qt translation file.

    python3 packaging/words.py FILE.ts      for example resources/i18n/roundtable_de.ts

Translate FILE.ts with Qt Linguist, compile it with `pyside6-lrelease FILE.ts`, and put the .qm file beside
it in resources/i18n: the program takes the one of the person's language. Translations that FILE.ts already
has are kept. Qt's own collector is not used: it takes the name of the class around a call for the context,
and knows neither `words` nor the titles of a workflow's fields.
"""

from __future__ import annotations

import ast
import sys
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WINDOW = "ui"
PROGRAM = "app"
FIELDS = "setup"
TABLES = {"ActionRow": (1, 2, 3), "Condition": (1,), "NodeInfo": (1, 2)}
"""Rows of tables whose words are translated where they are shown: which of their arguments are words."""
LISTS = frozenset(
    {
        "ANSWERS",
        "COLUMNS",
        "FIGURES",
        "FORMATS",
        "MENUS",
        "REASONS",
        "_RUN_STATES",
        "SEVERITY",
        "STATUS",
        "VERDICTS",
    }
)
"""Constants that are lists of words, or words by their names in the record."""

GATE_FILES = ("gates.toml", "commands.toml")
GATE_WORDS = frozenset(
    (
        *("title", "short", "headline", "brief", "lines", "hint"),
        *("label", "tip", "done", "say", "one", "not_by_itself"),
    )
)
"""The keys of a gate file that hold sentences; of `outs`, whatever it has."""


def texts(node: ast.expr | None) -> Iterator[str]:
    """Yield the literal texts an argument may have: of a constant, and of both arms of a condition."""
    match node:
        case ast.Constant(value=str(text)) if text.strip():
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from texts(body)
            yield from texts(other)
        case _:
            return


def _of_call(call: ast.Call) -> Iterator[tuple[str, str]]:
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    first, second, third = (*call.args[:3], None, None, None)[:3]
    match name:
        case "tr":
            yield from ((WINDOW, text) for text in texts(first))
        case "count":
            yield from ((WINDOW, text) for argument in (second, third) for text in texts(argument))
        case "translate":
            yield from ((PROGRAM, text) for text in texts(first))
        case "ngettext":
            yield from ((PROGRAM, text) for argument in (second, third) for text in texts(argument))
        case "words":
            context = next(texts(second), PROGRAM)
            yield from ((context, text) for text in texts(first))
        case "QT_TRANSLATE_NOOP":
            yield from ((context, text) for context in texts(first) for text in texts(second))
        case "Field":
            named = {keyword.arg: keyword.value for keyword in call.keywords}
            for part in ("title", "description"):
                yield from ((FIELDS, text) for text in texts(named.get(part)))
        case _:
            for position in TABLES.get(name, ()):
                yield from ((WINDOW, text) for text in texts(call.args[position]))


def _choices(kind: ast.AST, aliases: Mapping[str, ast.AST]) -> Iterator[str]:
    """Yield the choices that an annotation allows, also where it names them elsewhere in its module."""
    for part in ast.walk(kind):
        if isinstance(part, ast.Name) and part.id in aliases:
            yield from _choices(aliases[part.id], {})
        if isinstance(part, ast.Subscript) and getattr(part.value, "id", "") == "Literal":
            for choice in ast.walk(part.slice):
                yield from texts(choice) if isinstance(choice, ast.Constant) else ()


def _aliases(module: ast.Module) -> dict[str, ast.AST]:
    """Return the choices that a module has a name for."""
    return {
        node.targets[0].id: node.value
        for node in module.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Subscript)
    }


def _of_node(node: ast.AST, aliases: Mapping[str, ast.AST]) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Call():
            yield from _of_call(node)
        case ast.Assign(
            targets=[ast.Name(id=name)], value=ast.Tuple(elts=items) | ast.Dict(values=items)
        ) if name in LISTS:
            yield from ((WINDOW, text) for item in items for text in texts(item))
        case ast.AnnAssign(annotation=annotation) if _is_field(node):
            # The choices of a field are shown as words, made as the setup form makes them.
            for text in _choices(annotation, aliases):
                yield FIELDS, text.replace("_", " ").capitalize()
        case _:
            return


def _is_field(node: ast.AnnAssign) -> bool:
    return isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "Field"


def of_gates(table: Mapping[str, object], within: str = "") -> Iterator[str]:
    """Yield the sentences of a gate file: what its keys of words hold, at any depth."""
    for key, value in table.items():
        for one in value if isinstance(value, list) else (value,):
            match one:
                case dict() if key != "code":
                    yield from of_gates(one, key)
                case str() if key in GATE_WORDS or within == "outs":
                    yield one
                case _:
                    pass


def collect(folder: Path) -> list[tuple[str, str, str]]:
    """Return (context, text, first location) of every word on screen below a folder, sorted."""
    found: dict[tuple[str, str], str] = {}
    for path in sorted(folder.rglob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        aliases = _aliases(module)
        for node in ast.walk(module):
            for key in _of_node(node, aliases):
                line = getattr(node, "lineno", 1)
                found.setdefault(key, f"{path.relative_to(folder.parent).as_posix()}:{line}")
    for path in sorted(path for name in GATE_FILES for path in folder.rglob(name)):
        for text in of_gates(tomllib.loads(path.read_text(encoding="utf-8"))):
            found.setdefault((PROGRAM, text), f"{path.relative_to(folder.parent).as_posix()}:1")
    return sorted((context, text, location) for (context, text), location in found.items())


def known(file: Path) -> dict[tuple[str, str], str]:
    """Return the finished translations of a file, by context and source."""
    if not file.exists():
        return {}
    done = {}
    for context in ET.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is not None and translation.text and translation.get("type") != "unfinished":
                done[context.findtext("name", ""), message.findtext("source", "")] = translation.text
    return done


def write(file: Path, found: list[tuple[str, str, str]], done: dict[tuple[str, str], str]) -> int:
    """Write a translation file; return how many of its texts have no translation yet."""
    root = ET.Element("TS", version="2.1", sourcelanguage="en")
    missing = 0
    for name in sorted({context for context, _, _ in found}):
        context = ET.SubElement(root, "context")
        ET.SubElement(context, "name").text = name
        for source, location in ((text, location) for its, text, location in found if its == name):
            message = ET.SubElement(context, "message")
            # Without its line: that changes with every commit.
            ET.SubElement(message, "location", filename=location.rpartition(":")[0])
            ET.SubElement(message, "source").text = source
            translation = ET.SubElement(message, "translation")
            translation.text = done.get((name, source))
            if translation.text is None:
                translation.set("type", "unfinished")
                missing += 1
    ET.indent(root)
    file.parent.mkdir(parents=True, exist_ok=True)
    head = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
    file.write_text(head + ET.tostring(root, encoding="unicode") + "\n", encoding="utf-8")
    return missing


def main(arguments: list[str]) -> int:
    """Write or freshen the file named on the command line."""
    if len(arguments) != 1 or not arguments[0].endswith(".ts"):
        print("Give one file, for example resources/i18n/roundtable_de.ts.", file=sys.stderr)
        return 2
    file, found = Path(arguments[0]), collect(ROOT / "app")
    missing = write(file, found, known(file))
    print(f"{file}: {len(found)} texts, {missing} without a translation")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
