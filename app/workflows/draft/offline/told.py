"""What the prompts of a draft show, and the few sentences that the offline voices say of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from app.domain.messages import ModelRequest
from app.prompts.fences import Fence
from app.workflows.common.offline.language import Language, language_of
from app.workflows.common.offline.prompt import Prompt, read_prompt

_TAG = re.compile(r"<<<([\w-]+)(?: path/of/the-file)?>>>")
_WRITTEN = re.compile(r"^Write (.+), the whole of it and no other file\.", re.MULTILINE)
_NAMED = re.compile(r"Files are named like (\S+?)(?:; the first one is (\S+?))?\.(?:\s|$)")
_FIRST = re.compile(r"^The file is (.+)\.$", re.MULTILINE)
PASSAGE = "passage"
"""What a marked passage is called in place of its file."""
SKELETON = "skeleton"
SAID: Mapping[str, Mapping[Language, str]] = {
    SKELETON: {
        "en": "A skeleton made by rules, no AI: the lines are quoted, the text is still to be written.",
        "de": "Ein Gerüst von Regeln, keiner KI: Die Zeilen sind zitiert, der Text ist noch zu schreiben.",
    },
    "from_above": {
        "en": "quote what stands above under headings; rules write no text of their own",
        "de": "zitieren, was darüber steht, unter Überschriften; Regeln schreiben keinen eigenen Text",
    },
    "no_rule": {
        "en": "There is no rule for {said}: not done, and not judged.",
        "de": "Für {said} gibt es keine Regel: nicht getan und nicht beurteilt.",
    },
    "not_there": {
        "en": "{said}: what it names was not found, so nothing was changed.",
        "de": "{said}: Was es nennt, wurde nicht gefunden, also wurde nichts geändert.",
    },
    "keeps": {"en": "{said}: nothing else is touched.", "de": "{said}: Anderes bleibt, wie es ist."},
    "is_done": {"en": "{said}: done.", "de": "{said}: getan."},
    "is_not_done": {"en": "{said}: not done everywhere.", "de": "{said}: nicht überall getan."},
    "unasked": {
        "en": "{path} changed, and nobody asked for that.",
        "de": "{path} hat sich geändert, und niemand hat darum gebeten.",
    },
    "not_judged": {
        "en": "Rules checked this, no AI: whether the text is any good was not judged.",
        "de": "Das prüften Regeln, keine KI: Ob der Text gut ist, wurde nicht beurteilt.",
    },
    "what_now": {
        "en": "Name in quotation marks what is to be replaced, deleted or added, or let a model write.",
        "de": "In Anführungszeichen nennen, was ersetzt, gelöscht oder ergänzt wird, oder ein Modell fragen.",
    },
    "written": {
        "en": "Files: {files}, words: {words}. Rules counted, no AI: whether it is any good was not judged.",
        "de": "Dateien: {files}, Wörter: {words}. Regeln zählten, keine KI: Ob es gut ist, blieb offen.",
    },
    "ranked": {
        "en": "{label}: {done} done, {words} words changed.",
        "de": "{label}: {done} getan, {words} Wörter geändert.",
    },
    "explained": {
        "en": "Rules compared the words, no AI: a change weighs as much as the share of words that changed.",
        "de": "Regeln verglichen die Wörter, keine KI: Eine Änderung wiegt so viel wie ihr Anteil an ihnen.",
    },
    "new": {"en": "new", "de": "neu"},
    "deleted": {"en": "deleted", "de": "gelöscht"},
    "changed": {"en": "Places changed: {places}", "de": "Geänderte Stellen: {places}"},
    "differ": {
        "en": "The same words with other figures: {a} and {b}",
        "de": "Dieselben Wörter mit anderen Zahlen: {a} und {b}",
    },
    "gone": {
        "en": "{name} does not stand in the level above any more.",
        "de": "{name} steht in der Ebene darüber nicht mehr.",
    },
}
"""The few sentences that the offline voices of a draft say of their own."""


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

    def say(self, sentence: str, /, **values: object) -> str:
        """Return a sentence of the voices' own in the language of the author."""
        return SAID[sentence][self.language].format(**values)

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
