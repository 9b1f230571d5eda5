"""What the prompts of a draft show, and the few sentences that the offline voices say of their own."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property

from app.domain.messages import ModelRequest
from app.prompts.fences import Fence
from app.workflows.common.offline.language import Language, language_of
from app.workflows.common.offline.prompt import Prompt, read_prompt
from app.workflows.common.offline.sentences import sentence

_TAG = re.compile(r"<<<([\w-]+)(?: path/of/the-file)?>>>")
_WRITTEN = re.compile(r"^Write (.+), the whole of it and no other file\.", re.MULTILINE)
_NAMED = re.compile(r"Files are named like (\S+?)(?:; the first one is (\S+?))?\.(?:\s|$)")
_FIRST = re.compile(r"^The file is (.+)\.$", re.MULTILINE)
PASSAGE = "passage"
"""What a marked passage is called in place of its file."""
SKELETON = "skeleton"
"""The name of the sentence that stands in every skeleton."""


@dataclass(frozen=True)
class Told:
    """All that one prompt tells."""

    prompt: Prompt

    @classmethod
    def by(cls, request: ModelRequest) -> Told:
        """Read a request."""
        return cls(read_prompt(request))

    @cached_property
    def words(self) -> str:
        """What the program says itself, in its order."""
        return "\n".join([*(section.words for section in self.prompt.sections), self.prompt.closing])

    def files(self, *words: str) -> dict[str, str]:
        """Return the files that are shown behind one of these words."""
        return {one.name: one.text for said in words for one in self.prompt.under(said)}

    @cached_property
    def above(self) -> dict[str, str]:
        """What stands above the level and is settled."""
        return self.files("and is settled:")

    @cached_property
    def level(self) -> dict[str, str]:
        """The files of the level as they are."""
        return self.files("” as it is, ")

    @cached_property
    def request(self) -> str:
        """What the author asks; empty where a level is to be written from what stands above it."""
        shown = (*self.prompt.under("The author asks:"), *self.prompt.under("The author asked:"))
        return next((one.text for one in shown if one.name == "request"), "")

    @cached_property
    def language(self) -> Language:
        return language_of(self.request or "\n".join([*self.above.values(), *self.level.values()]))

    def say(self, name: str, /, **values: object) -> str:
        """Return a sentence of the voices' own in the language of the author."""
        return sentence("draft", name, self.language, **values)

    @cached_property
    def tag(self) -> str:
        found = _TAG.search(self.words)
        return found[1] if found else "FILE"

    @cached_property
    def path(self) -> str:
        """The one file that is to be written."""
        found = _WRITTEN.search(self.words)
        return found[1] if found else ""

    @cached_property
    def naming(self) -> tuple[str, str]:
        """How files are named, and the first one; empty where nothing is said of it."""
        named, only = _NAMED.search(self.words), _FIRST.search(self.words)
        if named:
            return named[1], named[2] or ""
        return "", only[1] if only else ""

    # --- two forms of a level -------------------------------------------------------------------

    @cached_property
    def old(self) -> dict[str, str]:
        """The level, or the marked passage, as it was."""
        if self._passage_was is not None:
            return {PASSAGE: self._passage_was.text}
        return self._named("old ")

    @cached_property
    def new(self) -> dict[str, str]:
        """The level, or the marked passage, as it is now."""
        if self._passage_was is not None:
            return {PASSAGE: self.prompt.text("passage as it is now")}
        return self._named("new ")

    @cached_property
    def _passage_was(self) -> Fence | None:
        return next(iter(self.prompt.named("passage as it was")), None)

    def _named(self, opening: str) -> dict[str, str]:
        return {one.name.removeprefix(opening): one.text for one in self.prompt.named(opening)}

    @cached_property
    def attempts(self) -> dict[str, dict[str, str]]:
        """The files, or the passage, of several attempts by their labels."""
        found: dict[str, dict[str, str]] = {}
        for one in self.prompt.named("attempt "):
            _, label, path = one.name.split(" ", 2)
            found.setdefault(label, {})[path] = one.text
        return found


def strings_of(json_text: str) -> dict[str, str]:
    """Return the texts of a JSON object by their names; none where it is no object."""
    try:
        value = json.loads(json_text)
    except ValueError:
        return {}
    found = value if isinstance(value, dict) else {}
    return {name: text for name, text in found.items() if isinstance(text, str)}
