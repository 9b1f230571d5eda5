"""Coverage: which files of the estimate a model has really seen."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from posixpath import dirname, normpath

from app.workflows.research.model import Coverage, Finding

_ENOUGH_LINES = 200
_ENOUGH_SHARE = 0.5
"""A file is analysed when all of it was shown, or so many lines, or this share (spec, Agents and tools)."""
_MOST_REFERRED = 200
"""Files that one file is taken to refer to."""
_SUFFIXES = ("", ".py", ".js", ".ts", ".tsx", ".jsx", ".mjs", ".md", ".rst", ".h", ".hpp")
_INDEXES = ("/__init__.py", "/index.js", "/index.ts", "/README.md")

Shown = Mapping[str, tuple[int, Sequence[tuple[int, int]]]]
"""By file: how many lines it has, and which were shown to a model, from and to; overlaps are counted once."""

_LONGEST_PATH = 300
# Each pattern reads a text once: it may be a program of one long line, or made to take long.
_TOKEN = re.compile(r"[\w.~@/\\-]+")
_ENDING = re.compile(r"\.\w{1,10}$")
_FRAMED = re.compile(r"[(<\"'`]([^()<>\"'`\n]{3,200} [^()<>\"'`\n]{1,200})[)>\"'`]")
_IMPORT = re.compile(
    r"^[ \t]{0,80}(?:from[ \t]{1,8}([\w.]{1,300})[ \t]{1,8}import[ \t]{1,8}([^#\n]{1,2000})"
    r"|import[ \t]{1,8}([\w., ]{1,2000}))",
    re.MULTILINE,
)
_CLASS_LIKE = re.compile(r"\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b")


def analysed(shown: Shown, findings: Iterable[Finding]) -> frozenset[str]:
    """Return the files that count as analysed; a search hit alone does not."""
    read = {path for path, (total, lines) in shown.items() if _enough(total, lines)}
    cited = {c.file for finding in findings for c in finding.citations if c.verified}
    return frozenset(read | cited)


def _enough(total: int, lines: Iterable[tuple[int, int]]) -> bool:
    if total <= 0:
        return True
    seen = lines_seen((max(1, first), min(last, total)) for first, last in lines)
    return seen >= _ENOUGH_LINES or seen >= _ENOUGH_SHARE * total


def lines_seen(spans: Iterable[tuple[int, int]]) -> int:
    """Return how many different lines spans, from and to, hold."""
    seen = end = 0
    for first, last in sorted(spans):
        seen += max(0, last - max(first - 1, end))
        end = max(end, last)
    return seen


class Names:
    """The files of a folder by the ways in which a text may name them."""

    def __init__(self, files: Collection[str]) -> None:
        self.files = frozenset(files)
        self._by_name: dict[str, list[str]] = {}
        self._by_stem: dict[str, list[str]] = {}
        for path in sorted(self.files):
            name = path.rsplit("/", 1)[-1]
            self._by_name.setdefault(name, []).append(path)
            self._by_stem.setdefault(name.split(".", 1)[0], []).append(path)

    def at(self, path: str) -> str:
        """Return the file a path leads to, with an ending or an index file added; empty: none."""
        for candidate in (*(path + suffix for suffix in _SUFFIXES), *(path + index for index in _INDEXES)):
            if candidate in self.files:
                return candidate
        return ""

    def called(self, name: str) -> str:
        """Return the only file of a name; empty: none, or several."""
        of = self._by_name.get(name, ())
        return of[0] if len(of) == 1 else ""

    def about(self, stem: str) -> str:
        """Return the only file whose name without its ending this is."""
        of = self._by_stem.get(stem, ())
        return of[0] if len(of) == 1 else ""


def references(path: str, text: str, names: Names) -> tuple[str, ...]:
    """Return the files of the folder that a text refers to: imports, includes, links and names, sorted.

    A name that several files have refers to none of them.
    """
    here = dirname(path)
    found: set[str] = set()
    for alternatives in _named(path, text):
        if len(found) >= _MOST_REFERRED:
            break
        hits = (_led_to(alternative, here, names) for alternative in alternatives)
        found.update(next(((hit,) for hit in hits if hit), ()))
    for name in _CLASS_LIKE.findall(text):
        if len(found) >= _MOST_REFERRED:
            break
        hit = names.about(name)
        if hit:
            found.add(hit)
    return tuple(sorted(found - {path}))


def _led_to(candidate: str, here: str, names: Names) -> str:
    """Return the file that a path leads to: beside the text, from the root, or by its name alone."""
    cleaned = candidate.replace("\\", "/")
    if not cleaned:
        return ""
    for base in (here, ""):
        whole = normpath(f"{base}/{cleaned}" if base else cleaned)
        hit = "" if whole.startswith((".", "/")) else names.at(whole)
        if hit:
            return hit
    return names.called(cleaned.rsplit("/", 1)[-1])


def _named(path: str, text: str) -> Iterator[tuple[str, ...]]:
    """Yield what may be paths, as they stand in the text or imported; the first that leads on holds."""
    for found in _TOKEN.finditer(text):
        token = found.group().rstrip(".-")
        if len(token) <= _LONGEST_PATH and (_ENDING.search(token) or token.startswith(("./", "../"))):
            yield (token,)
    for framed in _FRAMED.findall(text):
        # A name with a space in it is told by what stands around it.
        if _ENDING.search(framed):
            yield (framed,)
    if not path.endswith((".py", ".pyi", ".ipynb")):
        return
    for found in _IMPORT.finditer(text):
        module, members, plain = found.groups()
        if plain:
            yield from ((name.split(" as ")[0].strip().replace(".", "/"),) for name in plain.split(","))
            continue
        base = module.lstrip(".").replace(".", "/")
        dots = len(module) - len(module.lstrip("."))
        if dots:
            up = dirname(path)
            for _ in range(dots - 1):
                up = dirname(up)
            base = normpath(f"{up}/{base}") if up else base
        for name in members.strip("() ").split(","):
            member = name.split(" as ")[0].strip()
            # A member may be a module of its own; else it stands in what it is imported from.
            yield (f"{base}/{member}" if base else member, base) if member.isidentifier() else (base,)


def coverage(
    estimate: Iterable[str], read: Collection[str], referred: Mapping[str, Iterable[str]]
) -> Coverage:
    """Return the coverage. `read`: what is analysed. `referred`: by an analysed file, what it refers to.

    What is referred to and unread joins the estimate.
    """
    by: dict[str, set[str]] = {}
    for path, targets in referred.items():
        for target in targets:
            if path in read and target != path:
                by.setdefault(target, set()).add(path)
    wanted = set(estimate) | by.keys()
    done = wanted & set(read)
    missing = tuple(sorted(wanted - done))
    return Coverage(
        estimated=tuple(sorted(wanted)),
        analysed=tuple(sorted(done)),
        missing=missing,
        referred={target: tuple(sorted(by[target])) for target in missing if target in by},
    )
