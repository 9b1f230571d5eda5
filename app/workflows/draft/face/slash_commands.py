"""What a person types: a line with a slash is a command, everything else is feedback for the target."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from app.domain.canonical import JsonValue
from app.domain.gates import Completion, Typed
from app.domain.i18n import Message, words
from app.domain.payload import Payload, items_of, texts_of
from app.domain.sentences import sentence_of
from app.domain.typed_answers import plain_word
from app.domain.whole_numbers import whole_number
from app.workflows.draft.rules.templates import in_units, titled

_MOST_OFFERED = 3
"""Contradictions for which lines are offered."""
_ANSWERS = frozenset(
    (
        *("yes", "no", "y", "n", "ja", "nein", "q", "all", "diff", "details", "skip", "accept", "reject"),
        *("continue", "cancel", "cull", "cull all", "keep", "keep all", "view", "view partial"),
    )
)
"""Words that answer other gates: typed too late, or once too often, they ask for no change."""
_LOOKS = re.compile(r"(?i)diff(?: +\d+)? +\S+\.\w{1,8}")
"""A look at the changes of one text, as other gates take it."""
_PROMPT = re.compile(r"[ \t]*>(?:[ \t]|$)")
_SHORTEST_COMMIT = 7
_COMMIT = re.compile(rf"[0-9A-Fa-f]{{{_SHORTEST_COMMIT},40}}")


def levels_in(payload: Payload) -> Sequence[Mapping[str, JsonValue]]:
    """Return the levels that a gate's payload tells of, the topmost first."""
    return items_of(payload, "levels")


def level_of(payload: Payload, name: str) -> Mapping[str, JsonValue] | None:
    """Return what the payload tells of a level, by its name or title."""
    wanted = name.strip().casefold()
    for level in levels_in(payload):
        if wanted and wanted in (str(level.get("name")).casefold(), str(level.get("title")).casefold()):
            return level
    return None


def read_line(payload: Payload, line: str) -> Typed | None:
    """Return what a typed line means; None: nothing, for it is empty."""
    line = _without_prompts(line)
    text = line.strip()
    if not text:
        return None
    if plain_word(text) in _ANSWERS or _LOOKS.fullmatch(text):
        return _said(
            words("“{word}” answers a question, and none is open. Say what should change.", word=text)
        )
    if not text.startswith("/"):
        return Typed("feedback", {"text": line.strip("\n")})
    command, _, rest = text.partition(" ")
    command, rest = command.casefold(), rest.strip()
    if command not in _COMMANDS:
        known = ", ".join(f"{name} {takes}".strip() for name, (takes, _) in _COMMANDS.items())
        return _said(words("“{command}” is no command. There are: {known}.", command=command, known=known))
    takes, reads = _COMMANDS[command]
    if rest and takes.strip("[]") == "LEVEL" and level_of(payload, rest) is None:
        # The gate would say so too, but not where it does not offer what the command is for.
        return _said(unknown_level(payload, rest))
    if not rest and takes == "LEVEL":
        return _said(words("Name a level: {command} {names}", command=command, names=_names(payload)))
    return reads(payload, rest)


def _without_prompts(line: str) -> str:
    """Return lines that were copied from a terminal, or from a page that shows one, without its prompts."""
    lines = line.split("\n")
    copied = all(_PROMPT.match(one) for one in lines if one.strip())
    return "\n".join(_PROMPT.sub("", one, count=1) for one in lines) if copied else line


def _said(*sentences: Message) -> Typed:
    return Typed(said=sentences)


def _check(asks: str, payload: Payload, rest: str) -> Typed:
    return Typed(asks=asks, data={"level": rest} if rest else {})


def _undo(payload: Payload, rest: str) -> Typed:
    number = whole_number(rest)
    if not rest or (number is not None and len(rest) < _SHORTEST_COMMIT):
        return Typed("undo", {"iteration": number} if rest else {})
    if _COMMIT.fullmatch(rest):
        return Typed("undo", {"commit": rest})
    return _said(words("Write /undo, or /undo and the number of an iteration or its commit."))


def _finding(verb: str, payload: Payload, rest: str) -> Typed:
    """Return what becomes of a contradiction, or of an effect below, by its number."""
    first, _, why = rest.partition(" ")
    number = whole_number(first)
    if number is None:
        told_by = "/aims" if verb == "restore" else "/check"
        way = words("Write {command} and a number, as {told_by} tells them.")
        return _said(way.filled(command=f"/{verb}", told_by=told_by))
    if verb != "intended":
        return Typed(verb, {"number": number})
    if not why.strip():
        return _said(words("Say why it is meant so: /intended {n} WHY", n=number))
    return Typed(verb, {"number": number, "reason": why.strip()})


def _phrases(payload: Payload, rest: str) -> Typed:
    """Return the target's quick phrases, or feedback of one of them and the words behind its number."""
    known = texts_of(payload, "phrases")
    number, _, more = rest.partition(" ")
    chosen = whole_number(number) or 0
    if 0 < chosen <= len(known):
        return Typed("feedback", {"text": f"{known[chosen - 1].rstrip(' …')} {more.strip()}".strip()})
    if not known:
        return _said(words("There are no ready-made requests for this level."))
    way = words("Send one of them, with words of your own: /phrase NUMBER WORDS")
    return _said(*(words("{n}  {text}", n=n, text=text) for n, text in enumerate(known, 1)), way)


def _cascade(payload: Payload, rest: str) -> Typed:
    if not rest:
        return _said(words("Say what should change in all levels: /cascade WORDS"))
    return Typed("cascade", {"text": rest})


_NO_PATH = words("Name a folder, or a file: /open PATH")


def _iterate(payload: Payload, rest: str) -> Typed:
    level = level_of(payload, rest or str(payload.get("target") or ""))
    if level is None:
        names = _names(payload)
        return _said(words("No level is chosen yet. Generate one first: /generate {names}", names=names))
    name, n = str(level.get("name")), level.get("iterations")
    target = words("Target: {level}", level=name)
    history = words("History: 1 iteration") if n == 1 else words("History: {n} iterations", n=n)
    if not rest:
        return _said(target, history)
    if not level.get("files"):
        return _said(nothing_in(level))
    loaded = words("Loaded: {names}", names=", ".join([*texts_of(level, "upstream"), name]))
    return Typed("target", {"level": name}, (target, loaded, history))


_COMMANDS: Mapping[str, tuple[str, Callable[[Payload, str], Typed]]] = {
    "/generate": ("LEVEL", lambda payload, rest: Typed("generate", {"level": rest})),
    "/iterate": ("[LEVEL]", _iterate),
    "/status": ("", lambda payload, rest: _said(*status_lines(payload))),
    "/undo": ("[NUMBER]", _undo),
    "/fits": ("LEVEL", lambda payload, rest: Typed("settle", {"level": rest})),
    "/look": ("", lambda payload, rest: Typed("reread")),
    "/cascade": ("WORDS", _cascade),
    "/check": ("[LEVEL]", partial(_check, "continuity")),
    "/aims": ("[LEVEL]", partial(_check, "aims")),
    "/mend": ("NUMBER", partial(_finding, "mend")),
    "/intended": ("NUMBER WHY", partial(_finding, "intended")),
    "/dismiss": ("NUMBER", partial(_finding, "dismiss")),
    "/restore": ("NUMBER", partial(_finding, "restore")),
    "/follow": ("NUMBER", partial(_finding, "follow")),
    "/phrase": ("[NUMBER WORDS]", _phrases),
    "/open": ("PATH", lambda payload, rest: Typed(opens=rest.strip("\"'")) if rest else _said(_NO_PATH)),
    "/close": ("", lambda payload, rest: Typed("close")),
}
"""What each command takes, and how the rest of its line is read."""


def line_offers(payload: Payload) -> Iterator[Completion]:
    """Return what can be typed now: the quick phrases of the target, and the commands that make sense."""
    for phrase in texts_of(payload, "phrases"):
        yield Completion(phrase)
    for level in levels_in(payload):
        name, title = level.get("name"), level.get("title")
        if level.get("ready"):
            does = words("Write {title} anew", title=titled(title)) if level.get("files") else None
            yield Completion(f"/generate {name}", does or words("Write {title}", title=titled(title)))
        if level.get("files") and name != payload.get("target"):
            yield Completion(f"/iterate {name}", words("Work on {title}", title=titled(title)))
        if level.get("stale"):
            yield Completion(f"/fits {name}", words("{title} still fits", title=titled(title)))
    yield Completion("/iterate", words("Tell what is worked on"))
    yield Completion("/status", words("Tell where the project stands"))
    if payload.get("undoable"):
        yield Completion("/undo", words("Take the newest iteration back"))
    if any(level.get("files") for level in levels_in(payload)):
        yield Completion("/check", words("Check the continuity"))
        yield Completion("/aims", words("Check the aims"))
        yield Completion("/cascade ", words("Change all levels, from the topmost down"))
        yield Completion("/look", words("See what was edited outside"))
    for finding in items_of(payload, "findings")[:_MOST_OFFERED]:
        number, about = finding.get("number"), finding.get("about")
        yield Completion(f"/mend {number}", words("Mend {n}: {about}", n=number, about=about))
        yield Completion(f"/intended {number} ", words("It is meant so, because …"))
    for aim in items_of(payload, "aims")[:_MOST_OFFERED]:
        number, says = aim.get("number"), aim.get("says")
        yield Completion(f"/restore {number}", words("Bring back {n}: {says}", n=number, says=says))
    yield Completion("/open ", words("Go to the text in another folder, or to one file"))
    yield Completion("/close", words("End this session; the folder stays as it is"))


def nothing_in(level: Mapping[str, JsonValue]) -> Message:
    """Return that nothing is written of a level, and how it is."""
    return words(
        "There is nothing in {title} yet. Generate it first: /generate {level}",
        title=titled(level.get("title")),
        level=level.get("name"),
    )


def unknown_level(payload: Payload, name: str) -> Message:
    """Return that there is no such level, and which there are."""
    return words("There is no level “{name}”. Use one of: {known}.", name=name, known=_names(payload))


def _names(payload: Payload) -> str:
    return ", ".join(str(level.get("name")) for level in levels_in(payload))


def status_lines(payload: Payload) -> Sequence[Message]:
    """Return where the project stands, in lines."""
    lines = [words("Project: {name} ({kind})", name=payload.get("project"), kind=titled(payload.get("kind")))]
    if payload.get("genre"):
        lines.append(words("Genre: {genre}", genre=payload.get("genre")))
    lines.append(words("Target: {level}", level=payload.get("target") or "–"))
    for level in levels_in(payload):
        if not level.get("files"):
            lines.append(words("{title}: not written yet", title=titled(level.get("title"))))
            continue
        said = words(
            "{title}: {files}, {n} words, {times}",
            title=titled(level.get("title")),
            files=sentence_of(level.get("counted")),
            n=f"{level.get('words'):,}",
            times=in_units(int(str(level.get("iterations") or 0)), "iteration"),
        )
        if level.get("since", level.get("stale")):
            number = level.get("since", level.get("stale"))
            said = words("{said}; may no longer fit, since iteration {n}", said=said, n=number)
        elif level.get("stale"):
            said = words("{said}; may no longer fit", said=said)
        lines.append(said)
    told = sentence_of(payload.get("requests"))
    return [*lines, *([told] if told.source else [])]
