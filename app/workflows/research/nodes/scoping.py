"""The first node: what the folder holds, what the brief asks, and which files matter.

The first look at the folder is on this machine alone: which files the words of the brief stand in.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from pydantic import BaseModel, ConfigDict, Field

from app.domain.canonical import JsonValue, digest, dumps
from app.domain.errors import InputError
from app.domain.fact_base import Sentence
from app.domain.i18n import words
from app.domain.ids import CHAIR
from app.domain.sentences import recorded
from app.engine.folders import SourceFolder, in_thread
from app.engine.node import Context, Step
from app.prompts.fences import one_line
from app.workflows.common.asking_twice import ask_for_help
from app.workflows.common.effects import as_recorded
from app.workflows.common.prose import STOP, root, sentences
from app.workflows.common.reading.shown import same_name
from app.workflows.research.face.telling import KEPT_BACK
from app.workflows.research.facts import ScopeProposed
from app.workflows.research.graph import ResearchSignal
from app.workflows.research.model import Question
from app.workflows.research.nodes.asking import make_ask
from app.workflows.research.nodes.checking import carry_over
from app.workflows.research.nodes.replies import QuestionReply, ScopeReply
from app.workflows.research.rules.questions import kind_of
from app.workflows.research.state import ResearchState

_MOST_QUESTIONS = 20
_MOST_SCANNED = 600
"""Files whose text is looked through; of others the path is."""
_MOST_UNREAD = 100
"""Files that are named as not read."""
_MOST_OTHERS = 200
"""Files that are named as not taken for relevant."""
_MOST_BYTES = 30 * 2**20
_FEW = 12
"""In a folder of so few files all of them matter."""
_MOST_ESTIMATED = 150
_SHARE_OF_BEST = 0.25
"""A file matters where it has this part of the best file's weight."""
_SPOKEN = 0.4
"""Or where it speaks of this part of one of the sentences of the brief."""
_MOST_TERMS = 40
_MOST_LISTED = 400
"""Paths that the lead model is shown."""
BYTES_A_TOKEN = 4
_WORD = re.compile(r"[^\W\d_]{3,}|\d{2,}")
_JOINT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\W]+")
_HITS = re.compile(r" \([^()]*\)\s*$")
"""The words of the brief behind a listed path."""


async def scope(state: ResearchState, context: Context) -> Step:
    """Look through the folder on this machine, and let the lead model read the brief."""
    rules = state.setup.rules(state.left_out)

    async def effect() -> JsonValue:
        value = await _scan(context.ports.sources.by_rules(rules), state.setup.brief)
        looked = _scanned(value)
        if not looked.sizes:
            # Not recorded: the run goes on where it stopped once there is a file.
            raise InputError(
                words("There is no file in this folder that a model may read: {why}.", why=_why_none(looked)),
                words("Put files there, or start again with another folder."),
            )
        return value

    identity = digest(dumps([state.setup.brief, sorted(rules.allowed), list(rules.left_out)]))
    value = await context.once("research_scan", CHAIR, "folder", identity, effect, harmless=True)
    with as_recorded():
        found = _scanned(value)
    inputs: dict[str, JsonValue] = {
        "brief": state.setup.brief,
        "listed": found.listed(),
        "more": max(0, len(found.sizes) - _MOST_LISTED),
    }
    ask = make_ask(context, "scope", CHAIR, inputs)
    read = await ask_for_help(context, ask, ScopeReply, tolerate=False)
    reply = read.value
    questions = tuple(_questions_of(reply.questions)) if reply is not None else ()
    files = (chosen(reply.files, found.sizes) if reply is not None else ()) or found.estimate()
    whole = " ".join(state.setup.brief.split())
    questions = questions or (Question(id="q1", text=whole[:400], kind=kind_of(whole)),)
    others = sorted(found.sizes.keys() - set(files))
    proposed = ScopeProposed(
        questions=questions,
        estimate=files,
        files=len(found.sizes),
        size=sum(found.sizes.values()),
        left_out=found.left_out,
        unread=found.unread,
        remarks=found.remarks,
        others=tuple(others[:_MOST_OTHERS]),
        other_files=len(others),
        whole=found.whole,
        hosts=_hosts(state, context),
        estimate_size=sum(found.sizes.get(path, 0) for path in files),
    )
    earlier = await carry_over(state, context)
    return Step(ResearchSignal.SCOPED, (*read.mended, proposed, *([earlier] if earlier is not None else ())))


def _why_none(found: Scan) -> str:
    """Return what the folder holds in place of files."""
    held = (f"{KEPT_BACK.get(why, why)} {n}" for why, n in sorted(found.left_out.items()))
    return ", ".join(held) or str(words("it is empty"))


def _questions_of(replies: Sequence[QuestionReply]) -> Iterator[Question]:
    """Yield the questions with their ids; a kind that was not told is told by how it opens."""
    seen: set[str] = set()
    for reply in replies:
        text = " ".join(reply.text.split())
        if text.casefold() in seen or len(seen) == _MOST_QUESTIONS:
            continue
        seen.add(text.casefold())
        yield Question(
            id=f"q{len(seen)}", text=text, kind=reply.kind or kind_of(text), critical=reply.critical
        )


def _hosts(state: ResearchState, context: Context) -> tuple[str, ...]:
    """Return where files may be sent, once each; nothing where all models run on this machine."""
    found = [context.host(name) for name in state.seats]
    if state.setup.embedding_model:
        found.append(context.host(CHAIR, state.setup.embedding_model))
    return tuple(dict.fromkeys(filter(None, found)))


# --- the first look --------------------------------------------------------------------------------


class Scan(BaseModel):
    """What the folder holds, and how much of the brief each file speaks of."""

    model_config = ConfigDict(frozen=True)

    sizes: dict[str, int] = Field(default_factory=dict)
    left_out: dict[str, int] = Field(default_factory=dict)
    unread: dict[str, Sentence] = Field(default_factory=dict)
    remarks: dict[str, Sentence] = Field(default_factory=dict)
    whole: bool = True
    weights: dict[str, float] = Field(default_factory=dict)
    shares: dict[str, float] = Field(default_factory=dict)
    """By file: the share it speaks of the sentence of the brief that it speaks of most."""
    hits: dict[str, list[str]] = Field(default_factory=dict)
    """By file: the words of the brief it holds."""

    @property
    def ranked(self) -> list[str]:
        """All files, those first that speak most of the brief."""
        return sorted(self.sizes, key=lambda path: (-self.weights.get(path, 0.0), path))

    def estimate(self) -> tuple[str, ...]:
        """Return the files that matter by this count alone."""
        ranked = self.ranked
        if len(ranked) <= _FEW:
            return tuple(sorted(ranked))
        best = self.weights.get(ranked[0], 0.0)
        least = _SHARE_OF_BEST * best
        enough = [
            path
            for path in ranked
            if best and (self.weights.get(path, 0.0) >= least or self.shares.get(path, 0.0) >= _SPOKEN)
        ]
        return tuple(sorted(enough[:_MOST_ESTIMATED] or ranked[:_FEW]))

    def listed(self) -> str:
        """Return the files as the lead model is shown them, a line each."""
        lines = []
        for path in self.ranked[:_MOST_LISTED]:
            said = ", ".join(self.hits.get(path, ()))
            lines.append(f"{one_line(path)} ({said})" if said else one_line(path))
        return "\n".join(lines)


def _terms_of(text: str) -> list[str]:
    """Return the words that a text turns on, in small letters; of several forms of one word the first."""
    found = [word for word in _WORD.findall(_JOINT.sub(" ", text).lower()) if word not in STOP]
    first: dict[str, str] = {}
    for word in found:
        first.setdefault(root(word), word)
    return [first[stem] for stem, _ in Counter(map(root, found)).most_common(_MOST_TERMS)]


def _weigh(terms: Sequence[str], texts: Mapping[str, frozenset[str]]) -> dict[str, tuple[float, list[str]]]:
    """Return by file how much of the brief it speaks of, rare words counting more, and which words those are.

    `texts`: the roots of each file's words. A word in a file's path counts three times.
    """
    weights = _weights(terms, texts)
    found: dict[str, tuple[float, list[str]]] = {}
    for path, held in texts.items():
        in_path = _words_in(path)
        weight, said = 0.0, []
        for term in terms:
            if root(term) in held or root(term) in in_path:
                weight += weights[term] * (3 if root(term) in in_path else 1)
                said.append(term)
        found[path] = (weight, said)
    return found


def _spoken(brief: str, texts: Mapping[str, frozenset[str]]) -> dict[str, float]:
    """Return by file the share, of 1, that it speaks of the sentence of a brief that it speaks of most.

    A brief asks several things: who answers one of them holds few of the words of all.
    """
    found: dict[str, float] = dict.fromkeys(texts, 0.0)
    asked = [_terms_of(sentence) for sentence in sentences(brief)]
    asking = Counter(root(term) for terms in asked for term in terms)
    for terms in asked:
        # A word that all of a brief speaks of tells little of one of its questions.
        weights = {term: one / asking[root(term)] for term, one in _weights(terms, texts).items()}
        whole = sum(weights.values())
        for path, held in texts.items():
            spoken_of = sum(weight for term, weight in weights.items() if root(term) in held)
            found[path] = max(found[path], spoken_of / whole if whole else 0.0)
    return found


def _weights(terms: Iterable[str], texts: Mapping[str, frozenset[str]]) -> dict[str, float]:
    """Return what each term tells: the more, the fewer files hold it; what none holds, as the commonest."""
    held = {term: sum(root(term) in one for one in texts.values()) for term in terms}
    most = max(held.values(), default=0) or 1
    return {term: math.log(1 + len(texts) / (number or most)) for term, number in held.items()}


def _words_in(text: str) -> frozenset[str]:
    """Return the roots of the words of a text, of those inside identifiers too."""
    return frozenset(root(word) for word in set(_WORD.findall(_JOINT.sub(" ", text).lower())))


async def _scan(folder: SourceFolder, brief: str) -> JsonValue:
    listing = await folder.files()
    terms = _terms_of(brief)
    roots = frozenset(map(root, terms))
    sizes = {file.path: file.size for file in listing.files}
    whys = {"too_large": words("too large to be read"), "unnamed": words("its name is no text")}
    why_not = {path: whys[why] for path, why in listing.left_out.items() if why in whys}
    texts: dict[str, frozenset[str]] = {path: frozenset() for path in sizes}
    remarks: dict[str, JsonValue] = {}
    room, left_out = _MOST_BYTES, Counter[str](listing.left_out.values())
    for path in sorted(sizes, key=lambda one: (not _words_in(one) & roots, one))[:_MOST_SCANNED]:
        if sizes[path] > room:
            continue
        try:
            source = await folder.text(path)
            if not source.text.strip():
                raise InputError(words("{file} holds no text.", file=path))
        except InputError as error:
            # No text, or too much of one: no agent could read it either.
            left_out["no_text"] += 1
            why_not[path] = error.message
            del sizes[path], texts[path]
            continue
        if source.cut_off is not None and len(remarks) < _MOST_UNREAD:
            remarks[path] = recorded(source.cut_off)
        # A picture in a document is read by nobody: what counts is its text.
        sizes[path] = len(source.text.encode())
        room -= sizes[path]
        texts[path] = await in_thread(_words_in, source.text) & roots
    weighed, shares = _weigh(terms, texts), _spoken(brief, texts)
    return {
        "sizes": dict[str, JsonValue](sizes),
        "left_out": dict[str, JsonValue](left_out),
        "unread": {path: recorded(why) for path, why in list(why_not.items())[:_MOST_UNREAD]},
        "remarks": remarks,
        "whole": listing.whole,
        "weights": {path: round(weight, 3) for path, (weight, _) in weighed.items() if weight},
        "shares": {path: round(share, 3) for path, share in shares.items() if share},
        "hits": {path: list[JsonValue](said[:8]) for path, (_, said) in weighed.items() if said},
    }


def _scanned(value: JsonValue) -> Scan:
    """Return what a scan found; nothing where the person left it out."""
    return Scan.model_validate(value) if isinstance(value, dict) else Scan()


def chosen(named: Iterable[str], files: Iterable[str]) -> tuple[str, ...]:
    """Return the files that a list of paths, folders and patterns names, sorted."""
    known, found = list(files), set[str]()
    for name in named:
        # As it is listed, with or without the words behind it; a pattern or a folder where it is no file.
        listed = same_name(name, known) or same_name(_HITS.sub("", name), known)
        if listed is not None:
            found.add(listed)
            continue
        wanted = name.strip().removeprefix("./").strip("`\"' ")
        if not wanted:
            continue
        folder = wanted.rstrip("/") + "/"
        found |= {
            path
            for path in known
            if path == wanted or path.startswith(folder) or ("*" in wanted and fnmatchcase(path, wanted))
        }
    return tuple(sorted(found))
