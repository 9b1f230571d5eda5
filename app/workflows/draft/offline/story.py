"""A novel by rules: premise, treatment, chapters and prose, each written from what stands above it.

It reads what is above as text: what a person or another writer changed there goes into what is written below.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from app.workflows.common.prose import prose_sentences, sentences, words_of
from app.workflows.draft.asked import FileText, LevelAsked
from app.workflows.draft.names import number_of
from app.workflows.draft.offline import material as say
from app.workflows.draft.offline.brief import (
    Brief,
    brief_of,
    closed,
    file_in,
    json_of,
    names_in,
    pick,
    rng_of,
    said_in,
    slug,
)

LEAST, MOST = 6, 12
"""Chapters where nobody said how many."""
_LABEL = re.compile(r"(?m)^(?:[-*] )?\**(?P<name>[A-Z][a-z ]{2,20}):\**[ \t]*(?P<text>.+)$")
_CHAPTER = re.compile(r"(?i)^chapter\s+\w+\s*[:.–-]\s*")


@dataclass(frozen=True, slots=True)
class Cast:
    """Who a story is about, and where."""

    name: str
    other: str
    friend: str
    place: str

    def put(self, sentence: str, place: str = "") -> str:
        """Return a sentence with the names in it."""
        return closed(
            sentence.format(name=self.name, other=self.other, friend=self.friend, place=place or self.place)
        )


def novel(asked: LevelAsked) -> dict[str, str]:
    """Return a level of a novel, written anew."""
    brief = brief_of(asked)
    premise = json_of(file_in(asked.upstream, "premise_metadata.json"))
    match asked.level:
        case "premise":
            return {asked.patterns[0]: _premise(brief)}
        case "treatment":
            return {asked.patterns[0]: _treatment(brief, premise)}
        case "chapters":
            treatment = file_in(asked.upstream, "treatment.md")
            return _chapters(asked, brief, premise, treatment.text if treatment else "")
        case _:
            return _prose(asked, brief, premise)


# --- premise and treatment --------------------------------------------------------------------------


def _premise(brief: Brief) -> str:
    rng = brief.rng("cast")
    names = [*brief.names, *(name for name in rng.sample(say.NAMES, 6) if name not in brief.names)]
    place = brief.place or rng.choice(say.PLACES)
    name = names[0] if " " in names[0] else f"{names[0]} {rng.choice(say.SURNAMES)}"
    cast = Cast(name, names[1], names[2], place)
    noun = next((word for word in brief.topics if len(word) > 4), "tide").capitalize()
    own = " ".join(closed(sentence) for sentence in said_in(brief.text, 4))
    against, reason = rng.choice(say.AGAINST)
    themes = [theme for theme in say.THEMES if theme in brief.text.casefold()]
    value = {
        "title": brief.title or rng.choice(say.TITLES).format(noun=noun),
        "premise": own or cast.put("{name} comes upon something in {place} that was meant to stay hidden"),
        "protagonist": f"{cast.name}, {rng.choice(say.FLAWS)}",
        "antagonist": against.format(other=cast.other) + f", and {reason}",
        "ally": f"{cast.friend}, who knows more than a friend should",
        "stakes": rng.choice(say.STAKES).format(name=cast.name.split()[0]),
        "setting": place,
        "themes": [*themes, *rng.sample([t for t in say.THEMES if t not in themes], 3)][:3],
    }
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def cast_of(premise: Mapping[str, object], brief: Brief) -> Cast:
    """Return the cast that a premise names; what it leaves out is taken from the brief, else made up."""
    rng = brief.rng("cast")
    spare = iter([*brief.names, *rng.sample(say.NAMES, 6)])
    found: list[str] = []
    for field in ("protagonist", "antagonist", "ally"):
        told = re.match(r"\W*([A-ZÀ-Þ][\w’'-]+)", str(premise.get(field) or ""))
        name = told.group(1) if told else next((one for one in spare if one not in found), "Mara")
        found.append(name)
    place = str(premise.get("setting") or "") or rng.choice(say.PLACES)
    return Cast(found[0], found[1], found[2], " ".join(place.split()[:8]).rstrip(".,;"))


def _treatment(brief: Brief, premise: Mapping[str, object]) -> str:
    cast = cast_of(premise, brief)
    rng = brief.rng("treatment", str(premise.get("premise", "")))
    places = [cast.place, *rng.sample(say.PLACES, 6)]
    own = [closed(s) for field in ("premise", "stakes") for s in sentences(str(premise.get(field) or ""))]
    lines = [f"# {premise.get('title') or brief.title or 'Untitled'}", ""]
    for number, (title, beats) in enumerate(zip(say.ACT_TITLES, say.BEATS, strict=True), 1):
        told = [cast.put(beat, places[(number + n) % len(places)]) for n, beat in enumerate(beats)]
        told = [*own, *told] if number == 1 else told
        lines += [f"## Act {number}: {title}", ""]
        for start in range(0, len(told), 3):
            lines += [" ".join(told[start : start + 3]), ""]
    return "\n".join(lines).rstrip() + "\n"


# --- chapters ---------------------------------------------------------------------------------------


def _chapters(
    asked: LevelAsked, brief: Brief, premise: Mapping[str, object], treatment: str
) -> dict[str, str]:
    cast = cast_of(premise, brief)
    told = prose_sentences(treatment) or said_in(brief.text, 12) or [cast.put(b) for b in say.BEATS[0]]
    count = brief.count or max(LEAST, min(MOST, len(told) // 3))
    count = min(count, len(told))
    folder = asked.patterns[-1].rpartition("/")[0]
    found = {asked.first or f"{folder}/foundation.md": _foundation(brief, premise, cast)}
    used: set[str] = set()
    for number in range(1, count + 1):
        beats = told[len(told) * (number - 1) // count : len(told) * number // count]
        rng = rng_of(treatment, brief.text, str(number))
        title = _heading(beats[0], rng, used)
        place, time = pick(rng, (cast.place, *say.PLACES), used), pick(rng, say.TIMES, used)
        scenes = [*beats, cast.put(pick(rng, say.CHOICES, used))][:3]
        lines = [
            *(
                f"# Chapter {number}: {title}",
                "",
                f"Place: {place}",
                f"Time: {time}",
                f"Tone: {_tone(number, count)}",
            ),
            *("", "## What happens", "", " ".join(closed(beat) for beat in beats), "", "## Choice", ""),
            *(cast.put(pick(rng, say.CHOICES, used)), "", "## Turn", "", pick(rng, say.TURNS, used), ""),
            *("## Scenes", "", *(f"{n}. {closed(scene)}" for n, scene in enumerate(scenes, 1))),
        ]
        found[f"{folder}/{number:02d}-{slug(title)}.md"] = "\n".join(lines) + "\n"
    return found


def _foundation(brief: Brief, premise: Mapping[str, object], cast: Cast) -> str:
    themes = premise.get("themes")
    listed = ", ".join(map(str, themes)) if isinstance(themes, list) else ", ".join(say.THEMES[:3])
    lines = ["# Foundation", "", f"Title: {premise.get('title') or brief.title or 'Untitled'}"]
    lines += [f"Themes: {listed}", "Tone: restrained, close to one person, in the present tense", ""]
    lines += ["## Characters", ""]
    for field, name in (("protagonist", cast.name), ("antagonist", cast.other), ("ally", cast.friend)):
        told = str(premise.get(field) or f"{name}, who has a part in it")
        lines.append(f"- {field.capitalize()}: {closed(told)}")
    lines += ["", "## World", "", closed(f"The story is set in and around {cast.place}")]
    stakes = str(premise.get("stakes") or "")
    return "\n".join([*lines, *(["", "## Stakes", "", closed(stakes)] if stakes else [])]) + "\n"


def _tone(number: int, count: int) -> str:
    return ("hopeful, curious", "uneasy", "tense", "quiet, open")[min(3, 4 * (number - 1) // max(1, count))]


def _heading(sentence: str, rng: Random, used: set[str]) -> str:
    """Return a sentence's first clause where it is short enough for a title, else one of the deck."""
    clause = words_of(re.split(r"[,:;.!?–]", sentence.strip(), maxsplit=1)[0])
    return " ".join(clause) if 2 <= len(clause) <= 5 else pick(rng, say.CHAPTER_TITLES, used)


# --- prose ------------------------------------------------------------------------------------------


def _prose(asked: LevelAsked, brief: Brief, premise: Mapping[str, object]) -> dict[str, str]:
    cast = cast_of(premise, brief)
    folder = asked.patterns[-1].rpartition("/")[0]
    plans = [
        f
        for f in asked.upstream
        if f.path.endswith(".md") and "/" in f.path and number_of(f.path) is not None
    ]
    if not plans:
        plans = [f for f in asked.upstream if f.path.endswith("treatment.md")]
    used: set[str] = set()
    found: dict[str, str] = {}
    for number, plan in enumerate(plans, 1):
        name = plan.path.rpartition("/")[2] if number_of(plan.path) is not None else f"{number:02d}.md"
        found[f"{folder}/{name}"] = _chapter(plan, cast, brief, used)
    return found or {f"{folder}/01.md": _chapter(FileText(path="01.md", text=brief.text), cast, brief, used)}


def _chapter(plan: FileText, cast: Cast, brief: Brief, used: set[str]) -> str:
    labels = {found["name"].casefold(): found["text"].strip() for found in _LABEL.finditer(plan.text)}
    heading = next((line[2:].strip() for line in plan.text.splitlines() if line.startswith("# ")), plan.path)
    place = labels.get("place", cast.place)
    rng = rng_of(plan.text, brief.text)
    beats = beats_of(plan.text)
    scenes = (
        [beats[len(beats) * n // 3 : len(beats) * (n + 1) // 3] for n in range(3)]
        if len(beats) > 2
        else [beats]
    )
    parts = [f"# {heading}"]
    for index, scene in enumerate(part for part in scenes if part):
        first = cast.put(pick(rng, say.OPENINGS, used), place)
        when = labels.get("time", "")
        if index == 0 and when:
            first = (
                f"It is {when}. {first}"
                if not when.startswith(("on ", "a week"))
                else f"{closed(when)} {first}"
            )
        paragraphs = [first]
        paragraphs += [f"{closed(beat)} {cast.put(pick(rng, say.REACTIONS, used), place)}" for beat in scene]
        paragraphs += [cast.put(line, place) if "{" in line else line for line in _talk(rng.random(), used)]
        parts.append("\n\n".join(paragraphs))
    closing = cast.put(pick(rng, say.CLOSINGS, used), place)
    body = "\n\n* * *\n\n".join(parts[1:])
    return f"{parts[0]}\n\n{body}\n\n{closing}\n"


def _talk(draw: float, used: set[str]) -> Sequence[str]:
    left = [pair for pair in say.DIALOGUES if pair[0] not in used]
    if not left:
        used.difference_update(pair[0] for pair in say.DIALOGUES)
        left = list(say.DIALOGUES)
    pair = left[int(draw * len(left))]
    used.add(pair[0])
    return pair


def beats_of(text: str) -> list[str]:
    """Return what happens in a chapter's plan: sentences that are no label, each once, scenes included."""
    kept = "\n".join(line for line in text.splitlines() if not _LABEL.fullmatch(line))
    found = [re.sub(r"^\d+[.)]\s*", "", sentence) for sentence in prose_sentences(kept)]
    return list(dict.fromkeys(closed(sentence) for sentence in found if len(words_of(sentence)) > 2))


def people_in(files: Sequence[FileText], brief: Brief) -> Cast:
    """Return whom a text is about: the names it says most."""
    premise = json_of(file_in(files, "premise_metadata.json"))
    if premise:
        return cast_of(premise, brief)
    names = [name.split()[0] for name in names_in([file.text for file in files], 8)]
    names = list(dict.fromkeys([*names, *brief.rng("cast").sample(say.NAMES, 3)]))
    return Cast(names[0], names[1], names[2], brief.rng("place").choice(say.PLACES))
