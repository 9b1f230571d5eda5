"""Reading the brief: what is asked, which options it names, what any answer must do, and which limits
hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from app.workflows.common import prose
from app.workflows.debate.offline import words
from app.workflows.debate.offline.figures import Figure, figures_of
from app.workflows.debate.offline.material import Claim, read

BRIEF = "brief"
"""The source of what stands in the question itself; shown in the brief's language."""
Kind = Literal["options", "change", "yes or no", "open"]
Part = Literal["", "go", "stay", "trial"]
MOST_DEMANDS = 12
LONGEST_DEMAND = 500
"""Characters of a must-have."""
_OPTIONS = re.compile(
    r"\b(?:options?|alternatives|candidates|offers|proposals|variants|choices|optionen|alternativen|"
    r"angebote|varianten|kandidat\w*|"
    r"vorschläge|möglichkeiten)\b",
    re.IGNORECASE,
)
_MUSTS = re.compile(
    r"\b(?:must|requirements?|required|any answer|criteria|needs?|conditions|muss|anforderungen|"
    r"kriterien|bedingungen|vorgaben)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"^(?:\*\*)?((?:Option|Variante?|Angebot|Vorschlag|Plan|Offer|"
    r"Candidate)\s+[A-Z0-9][\w-]*)(?:\*\*)?\s*[:–—-]",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^([^:–—.?!]{2,60}?)\s*(?::|\s[–—-])\s+\S")
_BOLD = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+\*\*(.+?)[:.]?\*\*")
_DEMAND = re.compile(
    r"\b(?:must|shall|needs? to|is required|no later than|muss|müssen|spätestens|"
    r"(?:darf|dürfen|soll|sollen)\b[^;:?]{0,80}\b(?:nicht|kein\w*|höchstens|maximal))\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\b(?:between|zwischen)\s+(.{2,80}?)\s+(?:and|und)\s+(.{2,80}?)\s*[?.,]", re.IGNORECASE
)
_OR = re.compile(r",?\s+(?:or|oder)\s+", re.IGNORECASE)
_AUXILIARY = re.compile(
    r"^(?:should|shall|must|do|does|is|are|can|may|will|would|could|soll|sollen|sollte|sollten|ist|sind|"
    r"darf|dürfen|muss|müssen|kann|"
    r"können|wird|lohnt)\b",
    re.IGNORECASE,
)
_WHICH = re.compile(r"\b(?:which|whom|what of|welche[rsnm]?|wen|wem)\b", re.IGNORECASE)
_LEADING = frozenset(
    """
    should shall we i they you the our a an use take choose pick hire buy go with either do is it to
    switch move adopt for of from soll sollen sollten wir ich man die der das den ein eine einen nehmen
    wählen entweder besser ist es auf mit whether should ob must can may prefer select sollte
    """.split()  # noqa: SIM905  a list of words
)
_DECIDES = re.compile(
    r"\b(?:must|has to|have to|muss|soll)\b.{0,40}\b(?:choose|decide|entscheiden|wählen)\b", re.IGNORECASE
)
_VERBS = frozenset("use choose take pick hire buy go switch move adopt nehmen wählen prefer select".split())  # noqa: SIM905
_JOINT = re.compile(r",? (?:and|und) (?=(?:it|they|sie|er|es) (?:must|should|shall|muss|müssen|soll))")
_SUBJECT = re.compile(r"[A-ZÄÖÜ]\w+ ((?:ein|eine|einen|den|das|die)\s\w.*)")
"""`Verein einen Bus kaufen`: who does it is no part of the option."""
_LIMITING = re.compile(
    r"\b(?:budget|limit|at most|no more than|not more than|no later than|höchstens|maximale?[rnms]?|"
    r"obergrenze|höchstgrenze|höchstbetrag|kostenrahmen|deckel|nicht mehr als|nicht über|"
    r"nicht über(?:steigen|schreiten)|spätestens|cap)\b",
    re.IGNORECASE,
)
_LONGEST_QUESTION = 600
_LONGEST_OPTION = 6


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose, by the brief's own words."""

    label: str
    keys: frozenset[str]
    part: Part = ""
    """In a question about a change: doing it, leaving it, or trying it."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A figure that the person set as a bound."""

    text: str
    figure: Figure
    keys: frozenset[str]
    line: int


@dataclass(frozen=True, slots=True)
class Brief:
    """What the person asked."""

    text: str
    language: words.Language
    kind: Kind
    question: str
    options: tuple[Option, ...]
    demands: tuple[str, ...]
    limits: tuple[Limit, ...]
    statements: tuple[Claim, ...]
    """What the brief tells beside its question, options and demands."""
    keys: frozenset[str]
    core: frozenset[str]


def read_brief(text: str, must_haves: Sequence[str], material: Sequence[Claim] = ()) -> Brief:
    """Read a brief; the rows of a table in the material may be the options where the brief names none."""
    language = words.language_of(text)
    claims = read(text, BRIEF, language)
    question = _question(claims, text)
    options, taken = _listed(claims)
    if len(options) < 2:
        options, taken = _asked(claims, question)
    if len(options) < 2 and _WHICH.search(question):
        options = _rows([*claims, *material], question)
    kind, parts = _kind(question, options, [c for c in material if c.source != BRIEF])
    demanded = _demands(claims, taken, question, options)
    demands = tuple(dict.fromkeys(demand_of(m) for m in must_haves if m.strip())) or demanded
    statements = tuple(
        c
        for c in claims
        if c.text not in demands
        and c.text not in demanded
        and c.text != question
        and not c.text.endswith("?")
    )
    statements = tuple(c for c in statements if c.row or not (c.text in taken or _DECIDES.search(c.text)))
    core = words.telling(question) | words.telling(" ".join(o.label for o in parts)) | _title(text)
    return Brief(
        text=text,
        language=language,
        kind=kind,
        question=question,
        options=parts,
        demands=demands[:MOST_DEMANDS],
        limits=_limits(claims, demands, language),
        statements=statements,
        keys=core
        | words.telling(" ".join((*demands, *(c.text for c in statements if len(statements) < 200)))),
        core=core,
    )


def demand_of(text: str) -> str:
    """Return a must-have as it is worked with: plain, and no longer than a paragraph."""
    return prose.plain(text[: 2 * LONGEST_DEMAND])[:LONGEST_DEMAND]


def _title(text: str) -> frozenset[str]:
    first = next((line for line in text.splitlines() if line.strip()), "")
    return words.telling(prose.plain(first)) if first.startswith("#") else frozenset()


def _question(claims: Sequence[Claim], text: str) -> str:
    """Return the sentence that asks: the first that names a choice, else the last, else the title or
    first line."""
    asked = [
        c.text
        for c in claims
        if c.text.endswith(("?", "？")) and len(c.text) <= _LONGEST_QUESTION and not c.item
    ]
    if asked:
        return next((a for a in asked if _OR.search(a) or _WHICH.search(a) or _AUXILIARY.match(a)), asked[-1])
    if claims:
        return claims[0].text
    return prose.plain(next((line for line in text.splitlines() if line.strip()), ""))[:_LONGEST_QUESTION]


# --- options ----------------------------------------------------------------------------------


def _option(label: str) -> Option:
    return Option(label, frozenset(prose.keys(label)) or frozenset({label.casefold()}))


def _listed(claims: Sequence[Claim]) -> tuple[list[Option], frozenset[str]]:
    """Return the options that stand in a list of their own, and the sentences they were taken from."""
    found: dict[str, str] = {}
    for claim in claims:
        if (named := _NAMED.match(claim.text)) is not None:
            found.setdefault(named[1], claim.text)
    if len(found) < 2:
        found = {}
        for claim in claims:
            if claim.item and _OPTIONS.search(claim.heading) and (label := _label(claim.text)):
                found.setdefault(label, claim.text)
    if len(found) < 2:
        # A list after a sentence that announces it, under any heading.
        announced = next(
            (n for n, c in enumerate(claims) if c.text.endswith(":") and _OPTIONS.search(c.text)), None
        )
        found = {}
        for claim in () if announced is None else claims[announced + 1 :]:
            if not claim.item or not (label := _label(claim.text)):
                break
            found.setdefault(label, claim.text)
    return [_option(label) for label in found], frozenset(found.values())


def _label(item: str) -> str:
    """Return what a list item is called: what stands before its colon or dash, else the whole where it
    is short."""
    if (named := _LABEL.match(item)) is not None and len(named[1].split()) <= _LONGEST_OPTION:
        return named[1].strip()
    bare = item.rstrip(".;,")
    return bare if len(bare.split()) <= _LONGEST_OPTION else ""


def _asked(claims: Sequence[Claim], question: str) -> tuple[list[Option], frozenset[str]]:
    """Return the options that a sentence names with “or”: the question, else one that says what to
    decide."""
    sentences = [question] + [
        c.text for c in claims if re.search(r"\b(?:whether|decide between|ob wir|choose)\b", c.text)
    ]
    for sentence in sentences[:6]:
        if len(sentence) > _LONGEST_QUESTION:
            continue
        if (between := _BETWEEN.search(sentence)) is not None:
            return [_option(_trimmed(part)) for part in between.groups()], frozenset({sentence})
        labels = _either_or(sentence)
        if len(labels) >= 2:
            return [_option(label) for label in labels], frozenset({sentence})
    return [], frozenset()


def _either_or(sentence: str) -> list[str]:
    """Return `A`, `B` and `C` of “… A, B or C?”; nothing where the parts are too long to be names."""
    bare = sentence.rstrip(" ?.!")
    joints = list(_OR.finditer(bare))
    if not joints:
        return []
    before, last = bare[: joints[-1].start()], bare[joints[-1].end() :]
    last = re.split(r"[,;]|\s(?:for|as|and if|für|als|und)\s", last)[0].strip()
    whole, before = before, re.split(r"[:–—]\s", before)[-1]
    parts = [p.strip() for p in re.split(r",|\s(?:or|oder)\s", before) if p.strip()]
    size = len(last.split())
    if not parts or not last or size > _LONGEST_OPTION:
        return []
    head = _trimmed(parts[0], _VERBS if before != whole else frozenset()).split()
    first = " ".join(head if len(head) <= _LONGEST_OPTION else head[-max(size, 1) :])
    if (noun := _SUBJECT.match(first)) is not None:
        first = noun[1]
    labels = [first, *(_trimmed(p, _VERBS) for p in parts[1:]), _trimmed(last, _VERBS)]
    return labels if all(label and len(label.split()) <= _LONGEST_OPTION for label in labels) else []


def _trimmed(text: str, keep: frozenset[str] = frozenset()) -> str:
    """Return a name without the words that lead to it."""
    parts = text.strip(" ?.,").split()
    while len(parts) > 1 and parts[0].casefold() in _LEADING - keep:
        parts = parts[1:]
    return " ".join(parts).strip("“”„\"'")


def _rows(claims: Sequence[Claim], question: str) -> list[Option]:
    """Return the rows of the first table that the question may ask about."""
    asked = words.telling(question)
    tables: dict[tuple[str, str], dict[str, frozenset[str]]] = {}
    for claim in claims:
        if claim.row:
            rows = tables.setdefault((claim.source, claim.heading), {})
            rows[claim.row] = rows.get(claim.row, frozenset()) | claim.keys
    best = max(tables.items(), key=lambda t: len(asked & words.telling(t[0][1])), default=None)
    return [_option(row) for row in best[1]] if best and 2 <= len(best[1]) <= 8 else []


def _kind(question: str, options: list[Option], material: Sequence[Claim]) -> tuple[Kind, tuple[Option, ...]]:
    """Tell what kind of question it is, with each option's part where it is about a change."""
    if len(options) >= 2:
        parts = [_part(o.label) for o in options]
        if not _sides(options, material) and "stay" in parts and len([p for p in parts if p == "go"]) == 1:
            return "change", tuple(replace(o, part=p) for o, p in zip(options, parts, strict=True))
        shared = frozenset.intersection(*(o.keys for o in options))
        return "options", tuple(replace(o, keys=(o.keys - shared) or o.keys) for o in options)
    if _AUXILIARY.match(question):
        return "yes or no", (Option("yes", frozenset(), "go"), Option("no", frozenset(), "stay"))
    return "open", ()


def _sides(options: Sequence[Option], material: Sequence[Claim]) -> bool:
    """Tell whether the material has lines of its own on each of two options, as on two products."""
    shared = frozenset.intersection(*(o.keys for o in options))
    counts = [sum(1 for c in material if (o.keys - shared - words.GENERIC) & c.keys) for o in options]
    both = sum(1 for c in material if all((o.keys - shared) & c.keys for o in options))
    return len(options) == 2 and min(counts) - both >= 2


def _part(label: str) -> Part:
    return "trial" if words.TRIAL.search(label) else "stay" if words.STAY.search(label) else "go"


# --- demands and limits -----------------------------------------------------------------------


def _demands(
    claims: Sequence[Claim], taken: frozenset[str], question: str, options: Sequence[Option]
) -> tuple[str, ...]:
    """Return what any answer must do: a list of its own, else the sentences that say must or shall."""
    labels = {o.label for o in options}
    listed = [c.text for c in claims if c.item and _MUSTS.search(c.heading) and _label(c.text) not in labels]
    if len(listed) < 2:
        listed = []
    sentences = [
        c.text
        for c in claims
        if not c.row
        and not c.code
        and _DEMAND.search(c.text)
        and not c.text.endswith("?")
        and c.text not in taken
    ]
    sentences = [part for s in sentences if s != question and s not in listed for part in _JOINT.split(s)]
    return tuple(dict.fromkeys(listed or sentences))


def _limits(claims: Sequence[Claim], demands: Sequence[str], language: words.Language) -> tuple[Limit, ...]:
    """Return the figures that bound an answer: of demands, and of sentences that speak of a limit or
    budget."""
    lines = {c.text: c.line for c in claims}
    texts = [*demands, *(c.text for c in claims if _LIMITING.search(c.text) and not c.row)]
    return tuple(
        Limit(text, figure, words.telling(text), lines.get(text, 0))
        for text in dict.fromkeys(texts)
        for figure in figures_of(text, language)
        if figure.bound and figure.unit
    )
