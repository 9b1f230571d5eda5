"""The offline judge: it holds each instruction against the text, counts, and quotes what it finds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from app.diffing.tokens import count_words
from app.domain.canonical import dumps
from app.domain.messages import ModelRequest
from app.workflows.common.prose import keys, prose_sentences
from app.workflows.draft.asked import Candidate, FileText, JudgeAsked, RankAsked
from app.workflows.draft.names import number_of
from app.workflows.draft.offline.adding import closes
from app.workflows.draft.offline.cutting import LABEL, MARKED, texts_of
from app.workflows.draft.offline.instructions import (
    Instruction,
    Range,
    instructions_of,
    named_files,
    place_in,
    ranges_of,
)
from app.workflows.draft.offline.wordlists import TONES

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_NEEDED = {"lenient": 1, "normal": 2, "strict": 3}
"""Of three signs of a mood (words, opening, ending) how many a judge wants to see."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found of one instruction: done or not, the words that show it, and what would help."""

    said: str
    done: bool
    why: str
    hint: str = ""


def judge(request: ModelRequest) -> str:
    """Give a verdict on an attempt."""
    asked = JudgeAsked.model_validate(request.inputs)
    checks = checked(asked, asked.new, asked.marked.after if asked.marked is not None else None)
    return dumps(_reply(asked, checks))


def rank(request: ModelRequest) -> str:
    """Order several attempts by how much of the feedback each does, then by how little else it changes."""
    asked = RankAsked.model_validate(request.inputs)
    scores = {one.label: _score(asked, one) for one in asked.candidates}
    order = sorted(scores, key=lambda label: scores[label], reverse=True)
    what = "word" if asked.marked is not None else "file"
    done = [
        f"{label}: {scores[label][0]} done, {_counted(-scores[label][1], what)} changed" for label in order
    ]
    return dumps({"ranking": order, "why": "; ".join(done)})


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _score(asked: RankAsked, one: Candidate) -> tuple[int, int]:
    done = sum(check.done for check in checked(asked, one.files, one.marked))
    if asked.marked is not None and one.marked is not None:
        was, now = (Counter(_WORD.findall(text)) for text in (asked.marked.before, one.marked))
        return done, -((was - now).total() + (now - was).total())
    old = {file.path: file.text for file in asked.old}
    return done, -sum(file.text != old.get(file.path) for file in one.files)


def checked(asked: JudgeAsked, files: Sequence[FileText], passage: str | None = None) -> list[Checked]:
    """Hold every instruction, and the scope, against a level, or against a marked passage alone."""
    old = {file.path: file.text for file in asked.old}
    new = {file.path: file.text for file in files}
    if not asked.feedback:
        return [_generated(new, asked.upstream)]
    wanted = instructions_of(asked.feedback)
    if asked.marked is not None and passage is not None:
        # Where in the text is said by the mark. What stands outside cannot have changed.
        wanted = [replace(one, where="") for one in wanted]
        old, new = {MARKED: asked.marked.before}, {MARKED: passage}
    besides = any(one.kind in ("add", "echo", "tone", "open") for one in wanted)
    found = [
        _shortened(one, old, new, besides=besides) if one.kind == "shorten" else check
        for one in wanted
        if (check := _check(one, old, new, asked.strictness)) is not None
    ]
    found = [_at_its_end(one, asked.attempt) for one in found]
    return [*found, *_scope(wanted, old, new)]


def _reply(asked: JudgeAsked, checks: Sequence[Checked]) -> dict[str, object]:
    undone = [one for one in checks if not one.done]
    reply: dict[str, object] = {
        "verdict": "needs_revision" if undone else "approved",
        "reasoning": " ".join(one.why for one in (undone or checks)) or "Nothing speaks against it.",
        "specific_issues": [one.why for one in undone],
        "suggestions": [one.hint for one in undone if one.hint],
    }
    if asked.points:
        reply["points"] = [
            {"point": str(number), "done": one.done, "why": one.why}
            for number, point in enumerate(asked.points, 1)
            for one in [
                next((c for c in checks if c.said in point or point in c.said), Checked("", True, ""))
            ]
        ]
    return reply


# --- one instruction ----------------------------------------------------------------------------------


def _check(
    one: Instruction, old: Mapping[str, str], new: Mapping[str, str], strictness: str
) -> Checked | None:
    match one.kind:
        case "keep":
            return None
        case "replace":
            return _replaced(one, old, new)
        case "shorten":
            return _shortened(one, old, new, besides=False)
        case "remove":
            return _removed(one, old, new)
        case "tone":
            return _toned(one, old, new, _NEEDED.get(strictness, 2))
        case "add":
            return _added(one, old, new)
        case "echo":
            return _echoed(one, old, new)
        case "open":
            return _opened(one, new)
        case _:
            done = dict(old) != dict(new)
            return Checked(
                one.said,
                done=False,
                why=f"Rules cannot tell whether “{_short(one.said)}” is done"
                + ("; the text did change." if done else ", and nothing changed."),
                hint="Accept it yourself, or let a model judge it.",
            )


MOST_TRIES = 4
"""Attempts after which a rule that has not done it never will."""


def _at_its_end(one: Checked, attempt: int) -> Checked:
    """Say of what is still undone after some attempts that rules can do no more."""
    if one.done or attempt < MOST_TRIES:
        return one
    more = "Rules can do no more here: take it as it is, say it otherwise, or let a model write."
    return Checked(one.said, done=False, why=f"{one.why} {more}", hint=more)


def _text(parts: Sequence[Range], files: Mapping[str, str]) -> str:
    """Return what stands in these parts; of a JSON file its texts."""
    found = ((part.path, files[part.path][part.start : part.end]) for part in parts if part.path in files)
    return "\n\n".join(texts_of(text) if path.endswith(".json") else text for path, text in found)


def _told(text: str) -> list[str]:
    """Return the sentences of a text without its labels, such as a chapter's place and time."""
    kept = "\n".join(line for line in text.splitlines() if not LABEL.match(line))
    return prose_sentences(kept)


def _replaced(one: Instruction, old: Mapping[str, str], new: Mapping[str, str]) -> Checked:
    text = _text(ranges_of(one, new, wide=True), new)
    there = _count(one.what, _text(ranges_of(one, old, wide=True), old))
    left = _count(one.what, text.replace(one.by, "")) if one.by else _count(one.what, text)
    if not there:
        why = f"“{one.what}” did not stand in the text, so there was nothing to replace."
        return Checked(
            one.said, done=False, why=why, hint=f"Say the words as the text has them: “{one.what}”."
        )
    if left:
        why = f"“{one.what}” still stands {left} times: {_said(_quote(text, one.what))}"
        return Checked(one.said, done=False, why=why, hint=f"Replace every “{one.what}”.")
    places = "the place" if there == 1 else f"all {there} places"
    return Checked(one.said, done=True, why=f"“{one.by}” stands in {places} where “{one.what}” stood.")


def _count(word: str, text: str) -> int:
    flags = 0 if word[:1].isupper() else re.IGNORECASE
    return len(re.findall(rf"(?<!\w){re.escape(word)}(?!\w)", text, flags))


def _quote(text: str, word: str) -> str:
    found = next((s for s in prose_sentences(text) if word.casefold() in s.casefold()), "")
    return _short(found or word, 20)


def _shortened(one: Instruction, old: Mapping[str, str], new: Mapping[str, str], *, besides: bool) -> Checked:
    was, now = (_text(ranges_of(one, files, wide=True), files) for files in (old, new))
    before, after = count_words(was), count_words(now)
    if besides:
        # What else was asked for added words of its own: counted is what is left of the old ones.
        after -= _new_words(prose_sentences(was), prose_sentences(now))
    share = (before - after) / before if before else 0.0
    done = share >= one.share - 0.08
    why = f"It had {before} words and has {after}, {share:.0%} less; asked for: {one.share:.0%}."
    return Checked(
        one.said, done=done, why=why, hint="" if done else "Cut whole sentences that say it twice."
    )


MOST_COMPARED = 400
"""Sentences that are compared with one another."""


def _new_words(was: Sequence[str], now: Sequence[str]) -> int:
    """Return the words of sentences that no old one is like; of a very long text, of those it had not."""
    there = set(was)
    fresh = [sentence for sentence in now if sentence not in there]
    told = [keys(sentence) for sentence in was] if len(was) <= MOST_COMPARED else []
    return sum(
        count_words(sentence)
        for sentence in fresh
        if (wanted := keys(sentence)) and not any(2 * len(wanted & one) >= len(wanted) for one in told)
    )


def _removed(one: Instruction, old: Mapping[str, str], new: Mapping[str, str]) -> Checked:
    what = one.what or one.where
    gone = count_words(_text([Range(p, 0, len(t)) for p, t in old.items()], old)) - count_words(
        _text([Range(p, 0, len(t)) for p, t in new.items()], new)
    )
    if gone > 0:
        return Checked(one.said, done=True, why=f"What was to go is gone: {gone} words less.")
    return Checked(
        one.said,
        done=False,
        why=f"Nothing was removed: no part on “{what}” was found.",
        hint="Name the part by its heading.",
    )


def _toned(one: Instruction, old: Mapping[str, str], new: Mapping[str, str], needed: int) -> Checked:
    tone = TONES[one.what]
    before, text = (_text(ranges_of(one, files, wide=True), files) for files in _differing(old, new))
    was, now = _told_words(before), _told_words(text)
    left = [word for word in tone.swaps if now[word] and tone.swaps[word].casefold() not in word]
    if not tone.openings:
        fewer = sum(now[word] for word in tone.swaps) < sum(was[word] for word in tone.swaps)
        if text == before or (left and not fewer):
            why = f"The words are the same: {_said(_quote(text, left[0]))}" if left else "Nothing changed."
            hint = f"Say “{tone.swaps[left[0]]}” for “{left[0]}”." if left else ""
            return Checked(one.said, done=False, why=why, hint=hint)
        return Checked(one.said, done=True, why=f"{len(now.keys() - was.keys())} words are {one.what}.")
    marks = (*tone.marks, *tone.swaps.values())
    body = _told(text)
    # Where no word could be put in place of another, a sentence of that mood makes the difference.
    told = _told(before)
    sentences = [one for one in (*tone.openings, *tone.closings) if _has(one, body) and not _has(one, told)]
    signs = {
        "words": bool(sentences) or any(now[mark.casefold()] > was[mark.casefold()] for mark in marks),
        "opening": any(_has(mark, body[:2]) for mark in (*marks, *tone.openings)),
        "ending": any(_has(mark, body[-2:]) for mark in (*marks, *tone.closings)),
    }
    if sum(signs.values()) >= needed and signs["words"]:
        quote = next((s for s in body if any(_has(mark, [s]) for mark in marks)), body[0] if body else "")
        return Checked(one.said, done=True, why=f"It is {one.what}: {_said(_short(quote, 20))}")
    missing = next((name for name in ("words", "opening", "ending") if not signs[name]), "words")
    shown = (body[-1:] if missing == "ending" else body[:1]) or [""]
    where = {"words": "text", "opening": "opening", "ending": "ending"}[missing]
    return Checked(
        one.said,
        done=False,
        why=f"The {where} is not {one.what} yet: {_said(_short(shown[0], 20))}",
        hint=f"Set the mood in the {where}.",
    )


def _has(mark: str, told: Sequence[str]) -> bool:
    return any(mark.casefold() in one.casefold() for one in told)


def _differing(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return both sides with the files that differ alone; all of them where none does."""
    changed = {path for path in {*old, *new} if old.get(path) != new.get(path)}
    if not changed:
        return old, new
    return (
        {path: text for path, text in old.items() if path in changed},
        {path: text for path, text in new.items() if path in changed},
    )


def _told_words(text: str) -> Counter[str]:
    """Return how often each word stands in a text, and each two and three beside each other."""
    found = [word.casefold().replace("’", "'") for word in _WORD.findall(text)]
    counts = Counter(found)
    counts.update(" ".join(pair) for pair in pairwise(found))
    counts.update(" ".join(three) for three in zip(found, found[1:], found[2:], strict=False))
    return counts


def _added(one: Instruction, old: Mapping[str, str], new: Mapping[str, str]) -> Checked:
    parts = place_in(one.where, new)
    was, now = _differing(old, new)
    if one.by == "chapter" and len(old) > 1:
        # A chapter of its own is a file of its own.
        parts, now = [], {path: text for path, text in new.items() if path not in old}
    text = _text(parts, new) if parts else _text([Range(p, 0, len(t)) for p, t in now.items()], now)
    before = _text([Range(p, 0, len(t)) for p, t in was.items()], was)
    fresh = [s for s in re.split(r"\n\s*\n|(?<=[.!?])\s+", text) if s.strip() and s.strip() not in before]
    trait = one.by.removeprefix("trait:") if one.by.startswith("trait:") else ""
    wanted = keys(trait or one.what) or keys(one.what)
    near = [s for s in fresh if wanted & keys(s)] if one.by != "summary" else fresh
    paragraphs = [p for p in text.split("\n\n") if p.strip() and p.strip() not in before]
    if not fresh or not near:
        why = f"Nothing new on “{_short(one.what, 12)}” stands in {one.where or 'the text'}."
        return Checked(one.said, done=False, why=why, hint=f"Write on {_short(one.what, 12)}.")
    if one.count > 1 and len(paragraphs) < one.count:
        why = f"{one.count} were asked for, and {len(paragraphs)} came: {_said(_short(near[0], 20))}"
        return Checked(one.said, done=False, why=why, hint=f"Write {one.count - len(paragraphs)} more.")
    return Checked(one.said, done=True, why=f"It is there: {_said(_short(near[0], 20))}")


def _echoed(one: Instruction, old: Mapping[str, str], new: Mapping[str, str]) -> Checked:
    target, source = place_in(one.where, new), place_in(one.what, new)
    if not target or not source:
        missing = one.where if not target else one.what
        return Checked(one.said, done=False, why=f"There is no {missing}.", hint="Name a part that is there.")
    before = old.get(target[0].path, "")
    there = _text(source, new)
    fresh = [s for s in _told(_text(target, new)) if s not in before]
    shared = next((s for s in fresh if len(keys(s) & keys(there)) >= 3), None)
    if shared is None:
        why = f"{one.where.capitalize()} takes nothing up of {one.what}."
        return Checked(one.said, done=False, why=why, hint=f"Let something of {one.what} come back.")
    return Checked(
        one.said, done=True, why=f"{one.where.capitalize()} takes it up: {_said(_short(shared, 20))}"
    )


def _opened(one: Instruction, new: Mapping[str, str]) -> Checked:
    told = _told(_text(place_in("ending", new), new))[-30:]
    closing = [sentence for sentence in told if closes(sentence)]
    if not any(sentence.rstrip().endswith("?") for sentence in told):
        why = f"The ending asks nothing: {_said(_short(told[-1] if told else '', 20))}"
        return Checked(one.said, done=False, why=why, hint="Leave a question open.")
    if closing:
        why = f"Better, but the ending still settles it: {_said(_short(closing[-1], 20))}"
        return Checked(one.said, done=False, why=why, hint="Take out what settles it.")
    return Checked(one.said, done=True, why=f"The ending stays open: {_said(_short(told[-1], 20))}")


# --- the whole --------------------------------------------------------------------------------------


def _generated(new: Mapping[str, str], upstream: Sequence[FileText]) -> Checked:
    """Look whether every file has text, and each chapter above its own."""
    empty = [path for path, text in new.items() if not text.strip()]
    if not new or empty:
        why = f"{', '.join(empty) or 'The level'} is empty."
        return Checked("generate", done=False, why=why, hint="Write it.")
    words = sum(count_words(text) for text in new.values())
    numbers = {number_of(path) for path in new}
    above = [f.path for f in upstream if number_of(f.path) is not None and f.path.endswith(".md")]
    missing = [path for path in above if number_of(path) not in numbers]
    counted = (
        f"{len(new)} {'file is' if len(new) == 1 else 'files are'} written, {words} words, and none is empty"
    )
    if above and len(new) > 1 and missing:
        why = f"{counted}, but nothing is written for {missing[0]}."
        return Checked("generate", done=False, why=why, hint=f"Write what {missing[0]} plans.")
    all_there = f"; each of the {len(above)} above it has its own" if above and len(new) > 1 else ""
    return Checked("generate", done=True, why=f"{counted}{all_there}.")


def _scope(wanted: Sequence[Instruction], old: Mapping[str, str], new: Mapping[str, str]) -> list[Checked]:
    """Find what changed that nobody asked for: files no instruction names, files that are gone."""
    if any(one.kind == "other" for one in wanted):
        return []
    allowed = named_files(wanted, {**old, **new})
    changed = [path for path in old if path in new and old[path] != new[path] and path not in allowed]
    gone = [path for path in old if path not in new and not any(one.kind == "remove" for one in wanted)]
    found = [
        Checked(
            "scope",
            done=False,
            why=f"{path} changed, and nobody asked for that.",
            hint=f"Leave {path} alone.",
        )
        for path in changed[:3]
    ]
    found += [
        Checked(
            "scope", done=False, why=f"{path} is gone, and nobody asked for that.", hint=f"Bring {path} back."
        )
        for path in gone[:3]
    ]
    return found


def _said(quote: str) -> str:
    """Return a quote at the end of a sentence, which it ends itself where it is one."""
    return f"“{quote}”" if quote.endswith((".", "!", "?", "…")) else f"“{quote}”."


def _short(text: str, most: int = 12) -> str:
    words = text.replace("“", "‘").replace("”", "’").split()
    return " ".join(words) if len(words) <= most else " ".join(words[:most]) + " …"
