"""Rendering of `resources/prompts/**/*.md.j2`.

Rules: unknown variables raise; the same variables always give the same bytes; what people and models
wrote goes into a prompt through `fenced` alone, between marks that the text itself cannot close. A prompt is
laid out for the caches of providers: what all calls of a session have too comes first, then what those of a
round or a level have, each part with `shared_ends` behind it; who is asked, and for what, stands last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from secrets import token_hex

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, meta
from jinja2.nodes import Template

from app import resources
from app.domain.canonical import JsonValue, digest, dumps
from app.domain.errors import Bug
from app.domain.messages import PromptText
from app.prompts.fences import fenced, one_line

_SHARED_ENDS = "shared_ends"
"""What a template writes where a part ends with which other prompts begin as well."""


def _in_words(value: object) -> object:
    """Refuse what a prompt would show as Python writes it: None, True, a list."""
    if value is None or isinstance(value, bool | list | tuple | dict | set):
        raise TemplateError(f"{value!r} stands in it as Python writes it")
    return value


class PromptTemplates:
    """All templates of the program, and those of `folders` besides."""

    def __init__(self, *folders: Path) -> None:
        self._folders = (resources.path("prompts"), *folders)
        self._prepared: set[str] = set()
        """Files that are compiled: sessions of one process share them."""
        self._environment = Environment(
            loader=FileSystemLoader(self._folders),
            undefined=StrictUndefined,
            autoescape=False,  # noqa: S701  prompts are plain text, not HTML
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            finalize=_in_words,
        )
        # No text that is shown can hold it.
        self._end = f"\0{token_hex(8)}\0"
        self._environment.globals[_SHARED_ENDS] = self._end
        self._environment.filters |= {
            "fenced": lambda text, name="text": fenced(_in_words(text), str(_in_words(name))),
            "line": lambda name: one_line(str(_in_words(name))),
        }

    @cached_property
    def wording(self) -> str:
        """A digest of all templates."""
        files = sorted(file for folder in self._folders for file in folder.rglob("*.md.j2"))
        return digest(dumps([file.read_text(encoding="utf-8") for file in files]))[:12]

    def render(self, template: str, variables: Mapping[str, JsonValue]) -> PromptText:
        """Return the text of a template; raises Bug naming template and variable."""
        try:
            rendered = self._environment.get_template(f"{template}.md.j2").render(**variables)
        except TemplateError as error:
            raise Bug(f"prompt template {template!r}: {error}") from error
        parts = rendered.strip().split(self._end)
        text = PromptText("".join(parts).strip() + "\n")
        ends = accumulate(len(part) for part in parts[:-1])
        text.shared = tuple(dict.fromkeys(end for end in ends if 0 < end < len(text)))
        return text

    def prepare(self, template: str) -> None:
        """Compile a template and what it includes, once; raises Bug naming it."""
        try:
            self._prepare(f"{template}.md.j2")
        except TemplateError as error:
            raise Bug(f"prompt template {template!r}: {error}") from error

    def variables(self, template: str) -> frozenset[str]:
        """Return the names a template uses, with what it includes.

        Raises Bug where one is missing or does not parse.
        """
        try:
            files = map(self._parsed, self._files(f"{template}.md.j2"))
            return frozenset().union(*map(meta.find_undeclared_variables, files)) - {_SHARED_ENDS}
        except TemplateError as error:
            raise Bug(f"prompt template {template!r}: {error}") from error

    def _prepare(self, file: str) -> None:
        if file in self._prepared:
            return
        self._environment.get_template(file)
        for included in meta.find_referenced_templates(self._parsed(file)):
            if included is not None:
                self._prepare(included)
        self._prepared.add(file)

    def _files(self, file: str) -> Iterator[str]:
        """Yield a template's file and those that it includes."""
        yield file
        for included in meta.find_referenced_templates(self._parsed(file)):
            if included is not None:
                yield from self._files(included)

    def _parsed(self, file: str) -> Template:
        assert self._environment.loader is not None
        source, _, _ = self._environment.loader.get_source(self._environment, file)
        return self._environment.parse(source)
