"""Adding to a text by rules: a scene, a section, a trait; what follows from another part; an open ending."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from app.workflows.common.prose import evidence, keys
from app.workflows.draft.names import number_of
from app.workflows.draft.offline.brief import closed, rng_of, slug
from app.workflows.draft.offline.cutting import (
    PARAGRAPH,
    SENTENCE,
    Setting,
    is_prose,
    sentence_spans,
    with_closing,
    with_opening,
)
from app.workflows.draft.offline.instructions import Instruction, Range, place_in
from app.workflows.draft.offline.wordlists import CONCLUSIVE

_CONFLICT = (
    "{name} says that it is for the best, and hears how rehearsed it sounds.",
    "There are two right things to do, and each of them betrays somebody.",
    "{name} catches the thought before it is whole: that it would be easier if {other} were guilty.",
    "What if {friend} is right, and it was never about the truth? {name} does not sleep.",
    "{name} does what has to be done, and is frightened by how little it costs.",
    "“I had no choice,” says {name} aloud, in an empty room, and does not believe it.",
)
_SCENES = (
    "It comes to {topic} sooner than {name} has thought: {other} knows, and says so in front of {friend}.",
    "Nobody has spoken of {topic} until now. {friend} does, in passing, and does not look at {name}.",
    "A small thing brings up {topic}: a word that {other} should not have known.",
    "{name} has seen {topic} coming for days and is still not ready when it is there.",
    "Afterwards each of them will tell {topic} differently. {name} tells it to nobody.",
    "{topic_first} costs {name} the one ally who never asked for anything.",
)


def added(files: dict[str, str], one: Instruction, setting: Setting, strength: int) -> dict[str, str]:
    """Add what is asked for where it is asked for, else in the file that speaks most of it."""
    if one.by == "chapter" and any(number_of(path) is not None for path in files):
        return with_chapter(files, one, setting)
    parts = place_in(one.where, files)
    if not parts:
        parts = [_nearest(files, one.what)]
    part = parts[0]
    text = files[part.path]
    if part.path.endswith(".json"):
        return {**files, part.path: _json_with(text, one, setting)}
    body = text[part.start : part.end]
    wanted = min(one.count, max(1, strength)) if one.by == "scene" else one.count
    pieces = [_piece(one, setting, n, part.path) for n in range(wanted)]
    if not pieces:
        return files
    heading = one.by in ("section", "chapter", "summary") or (not setting.story and one.by in ("", "part"))
    if heading:
        level = "##"
        title = "Summary" if one.by == "summary" else _title(one.what)
        block = f"{level} {title}\n\n" + "\n\n".join(pieces)
        at = _after_title(body) if one.where.casefold() in ("beginning", "start", "opening") else None
    else:
        block, at = "\n\n".join(pieces), _before_last(body)
    if at is None:
        new = body.rstrip() + "\n\n" + block + ("\n" if part.end >= len(text) else "\n\n")
    else:
        new = (
            body[:at].rstrip()
            + ("\n\n" if body[:at].strip() else "")
            + block
            + "\n\n"
            + body[at:].lstrip("\n")
        )
    return {**files, part.path: text[: part.start] + new + text[part.end :]}


def with_chapter(files: dict[str, str], one: Instruction, setting: Setting) -> dict[str, str]:
    """Return the files with a new one, numbered behind the last or behind the one that is named."""
    told = [path for path in files if number_of(path) is not None]
    behind = place_in(one.where, files)
    after = behind[0].path if behind else told[-1]
    number = number_of(after) or len(told)
    # Between two files a letter goes on from the number: no other file gets another name.
    named = f"{number + 1:02d}" if after == told[-1] else f"{number:02d}a"
    title, folder = _title(one.what), after.rpartition("/")[0]
    path = f"{folder}/{named}-{slug(one.what)}.md" if folder else f"{named}-{slug(one.what)}.md"
    pieces = [_piece(one, setting, number, path) for number in range(2)]
    heading = f"# Chapter {named.lstrip('0')}: {title}" if setting.story else f"# {title}"
    if setting.story and "## What happens" in files[after]:
        cast = setting.cast
        labels = [f"Place: {cast.place}", "Time: at dusk", "Tone: uneasy", ""]
        scenes = [f"{n}. {piece}" for n, piece in enumerate(pieces, 1)]
        body = "\n".join([*labels, "## What happens", "", " ".join(pieces), "", "## Scenes", "", *scenes])
    else:
        body = "\n\n".join(dict.fromkeys(pieces))
    found: dict[str, str] = {}
    for known, text in files.items():
        found[known] = text
        if known == after:
            found[path] = f"{heading}\n\n{body}\n"
    return found


def _piece(one: Instruction, setting: Setting, number: int, path: str) -> str:
    """Return one scene, or one paragraph, on what is to be added."""
    rng = rng_of(one.what, path)
    topic = one.what.rstrip(".")
    if one.by == "summary":
        return _summary(setting)
    if one.by.startswith("trait:"):
        trait = one.by.removeprefix("trait:")
        subject = "The " + topic if topic[:1].islower() else topic
        plural = topic.endswith("s") and not topic.endswith("ss")
        verb = "are" if plural else "is"
        if not trait:
            return f"{subject} {verb} higher than anybody has said so far: what is lost now stays lost."
        return f"{subject} {verb} {trait} in a way that others pay for, and that cannot be hidden for long."
    if not setting.story:
        context = [("brief", setting.brief)]
        context += [(f.path, f.text) for f in setting.upstream if not f.path.endswith(".json")]
        told = " ".join(closed(found.text) for found in evidence(topic, context, most=3))
        return told or f"On {topic} the material says nothing yet: figures and sources have to be supplied."
    inner = bool({"conflict", "doubt", "guilt", "moral", "moralit"} & keys(topic)) or "conflict" in topic
    deck = list(_CONFLICT if inner else _SCENES)
    rng.shuffle(deck)
    lines = [deck[(2 * number) % len(deck)], deck[(2 * number + 1) % len(deck)]]
    first = topic[:1].upper() + topic[1:]
    cast = setting.cast
    told = " ".join(
        closed(
            line.format(name=cast.name, other=cast.other, friend=cast.friend, topic=topic, topic_first=first)
        )
        for line in lines
    )
    if topic.casefold() not in told.casefold():
        told += f" This is where the {topic} begins." if number == 0 else f" The {topic} goes deeper."
    return told


def _summary(setting: Setting) -> str:
    told = [
        match.group().strip() for file in setting.upstream for match in list(SENTENCE.finditer(file.text))[:1]
    ]
    plain = [closed(sentence.lstrip("# ")) for sentence in told if sentence.strip("# {")]
    return " ".join(plain[:4]) or "What follows, in short, has to be supplied."


def _title(topic: str) -> str:
    return topic[:1].upper() + topic[1:]


def _nearest(files: Mapping[str, str], topic: str) -> Range:
    """Return the file that shares most words with a topic; the last one where none does."""
    wanted = keys(topic)
    paths = list(files)
    best = max(paths, key=lambda path: (len(wanted & keys(files[path])), paths.index(path)))
    return Range(best, 0, len(files[best]))


def _before_last(body: str) -> int | None:
    """Return where a scene goes into a text: before its last paragraph of prose, behind at least one."""
    prose = [m.start() for m in PARAGRAPH.finditer(body) if is_prose(m.group())]
    return prose[-1] if len(prose) > 1 else None


def _after_title(body: str) -> int:
    found = re.match(r"\s*#\s.*\n+", body)
    return found.end() if found else 0


def _json_with(text: str, one: Instruction, setting: Setting) -> str:
    """Put a topic into a JSON file: a short one to its first list, a sentence to the text that is nearest."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if not isinstance(value, dict):
        return text
    short = len(one.what.split()) <= 3 and not one.by
    listed = next((name for name, inner in value.items() if isinstance(inner, list)), None)
    if short and listed is not None and one.what not in value[listed]:
        value[listed].append(one.what)
    else:
        texts = [name for name, inner in value.items() if isinstance(inner, str) and len(inner.split()) > 2]
        topic = one.what.casefold()
        name = next((name for name in texts if name.casefold() in topic or topic in name.casefold()), None)
        name = name or next((name for name in texts if name == "premise"), texts[-1] if texts else None)
        if name is None:
            return text
        value[name] = f"{closed(str(value[name]))} {_piece(one, setting, 0, name)}"
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


# --- consequences, and an open ending ---------------------------------------------------------------


def echoed(files: dict[str, str], one: Instruction, setting: Setting) -> dict[str, str]:
    """Let one part of the text take up what happens in another."""
    target, source = place_in(one.where, files), place_in(one.what, files)
    if not target or not source:
        return files
    there = files[source[0].path][source[0].start : source[0].end]
    told = [
        match.group().strip()
        for paragraph in PARAGRAPH.finditer(there)
        if is_prose(paragraph.group())
        for match in SENTENCE.finditer(paragraph.group())
    ]
    telling = [s for s in told if len(s.split()) > 5] or told
    if not telling:
        return files
    what = max(telling, key=lambda sentence: len(keys(sentence)))
    cast = setting.cast
    sentence = (
        f"One thing does not leave {cast.name} alone. {closed(what)} {cast.friend} remembers it too."
        if setting.story
        else f"This follows from what was said in {one.what}: {closed(what)}"
    )
    path = target[0].path
    return {**files, path: with_opening(files[path], sentence)}


def opened(files: dict[str, str], setting: Setting, strength: int) -> dict[str, str]:
    """Leave an ending open: a question first, then nothing that closes it, then its last word goes."""
    parts = place_in("ending", files)
    if not parts:
        return files
    path = parts[0].path
    text = files[path]
    head, ending = text[: parts[0].start], text[parts[0].start :]
    if strength > 1:
        ending = _without(ending, most=1 if strength == 2 else 99)
    name = setting.cast.name
    hedge = (
        f"Whether it was right, {name} does not know."
        if setting.story
        else "Whether this holds is not decided."
    )
    asked = "Perhaps nobody does?" if setting.story else "What would have to be known for that?"
    question = hedge if strength == 1 else f"{hedge} {asked}"
    return {**files, path: head + with_closing(ending, question)}


def _without(text: str, most: int) -> str:
    """Return an ending without the sentences that close it."""
    found = [span for span in sentence_spans(text) if closes(text[slice(*span)])]
    for start, end in sorted(found[-most:], reverse=True):
        text = text[:start] + text[end:]
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"(?m)[ \t]+$", "", text))


def closes(sentence: str) -> bool:
    """Tell whether a sentence says that something has come to its end."""
    said = sentence.casefold()
    return not said.lstrip().startswith("#") and any(
        re.search(rf"\b{re.escape(word)}\b", said) for word in CONCLUSIVE
    )
