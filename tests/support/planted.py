"""A folder of two hundred files in which it is known what stands where.

Facts, contradictions, qualifications, copies and lures lie among much that speaks of other things. The same
seed gives the same folder.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from tests.support.documents import docx, heading, mail, notebook, paragraph, pdf
from tests.support.planted_worlds import VALLEY, Attribute, World

Kind = Literal["fact", "contradiction", "qualification", "lure"]
FILLERS = tuple(
    line.strip()
    for line in """
    The committee met in the canteen and drank tea until the rain stopped.
    Most of the afternoon was spent on the seating plan for the anniversary dinner.
    The railway station master left early because of his cough.
    A new carpet was laid in the corridor, and everybody was pleased with its colour.
    The choir sang three songs, of which the second was liked best.
    Travel expenses are handed in at the front desk before the end of the month.
    The weather was fine, and the children played by the river.
    Two bicycles were found behind the shed and taken to the lost property office.
    The printer in the second room needs paper more often than one would think.
    Mrs Ahlers gave a talk on the history of beekeeping.
    The photographs of the summer party hang in the stairway now.
    Please do not leave cups on the window sills.
    The parking places next to the gate belong to the fire brigade.
    A cat has moved into the boiler house and is fed by the night shift.
    The minutes of the last meeting were read aloud and accepted.
    The library has received twelve novels and an atlas.
    Lunch costs a little more than it did, and there is soup every day.
    The old clock above the entrance has been repaired by a watchmaker from the town.
    Some members asked for longer breaks, others for shorter ones.
    The garden was watered every evening while the gardener was away.
    The brass band practises on the top floor, which is heard everywhere.
    There will be a flea market, and tables can be reserved by post.
    The painter chose a light grey for the walls and a darker one for the doors.
    A letter of thanks was sent to the neighbours for their patience.
    The key to the cellar hangs where it has always hung.
    Apples from the orchard are given away on the last day of the week.
    """.strip().splitlines()
)
TITLES = (
    "Minutes",
    "Notes",
    "Round letter",
    "Diary",
    "Report",
    "Memo",
    "Handover",
    "Visit",
    "Log",
    "Remarks",
)


@dataclass(frozen=True, slots=True)
class Planted:
    """A sentence that was planted, and the file it stands in."""

    path: str
    sentence: str
    place: str
    attribute: str
    value: str
    kind: Kind


@dataclass(slots=True)
class Truth:
    """What is known of the folder."""

    planted: list[Planted] = field(default_factory=list)
    contradictions: list[tuple[Planted, Planted]] = field(default_factory=list)
    qualifications: list[tuple[Planted, Planted]] = field(default_factory=list)
    """The wide statement, and the one that narrows it."""
    copies: dict[str, str] = field(default_factory=dict)
    """By near-copy: the file it is a copy of."""
    files: int = 0
    world: World = VALLEY

    @property
    def stated(self) -> list[Planted]:
        """Everything that a file states: all but the lures."""
        return [one for one in self.planted if one.kind != "lure"]


def plant(
    folder: Path,
    *,
    seed: int = 20,
    files: int = 200,
    facts: int = 60,
    apart: int = 14,
    copies: int = 8,
    world: World = VALLEY,
) -> Truth:
    """Write the folder; `apart`: how many facts are contradicted, and as many are narrowed."""
    rng = random.Random(seed)
    truth = Truth(world=world)
    slots = [(place, attribute) for place in world.things for attribute in world.attributes]
    rng.shuffle(slots)
    paths = _paths(rng, files - copies)
    bodies: dict[str, list[str]] = {path: [] for path in paths}
    free = _endless(rng, paths)

    def put(kind: Kind, place: str, attribute: Attribute, template: str, value: str) -> Planted:
        sentence = template.format(e=place, v=value)
        one = Planted(next(free), sentence, place, attribute.name, value, kind)
        bodies[one.path].append(sentence)
        truth.planted.append(one)
        return one

    narrow = [slot for slot in slots[:facts] if slot[1].narrowed]
    for at, (place, attribute) in enumerate(slots[:facts]):
        value, other = attribute.values(rng)
        first = put("fact", place, attribute, rng.choice(attribute.says), value)
        if at < apart:
            second = put("contradiction", place, attribute, rng.choice(attribute.says), other)
            truth.contradictions.append((first, second))
        elif (place, attribute) in narrow[-apart - 5 :] and len(truth.qualifications) < apart:
            second = put("qualification", place, attribute, rng.choice(attribute.narrowed), other)
            truth.qualifications.append((first, second))
    for place, attribute in slots[facts : facts + 20]:
        put("lure", place, attribute, rng.choice(attribute.lures), attribute.values(rng)[0])
    texts: dict[str, list[list[str]]] = {}
    for path, planted in bodies.items():
        texts[path] = _paragraphs(rng, planted)
        _write(folder / path, rng.choice(TITLES), texts[path])
    holding = [path for path in sorted(bodies) if bodies[path] and path.endswith((".md", ".txt"))]
    for number, path in enumerate(rng.sample(holding, copies), 1):
        copy = f"archive/copy-{number:02d}{Path(path).suffix}"
        # A copy as people make it: another title, and one sentence at its end.
        _write(folder / copy, f"Copy {number}", [*texts[path], [rng.choice(FILLERS)]])
        truth.copies[copy] = path
    truth.files = files
    return truth


def _paths(rng: random.Random, number: int) -> list[str]:
    ends = [".md"] * 10 + [".txt"] * 5 + [".html"] * 2 + [".pdf", ".docx", ".eml", ".ipynb"]
    folders = ("minutes", "letters", "diary", "reports", "misc")
    return [
        f"{rng.choice(folders)}/{rng.choice(TITLES).lower().replace(' ', '-')}-{n:03d}{rng.choice(ends)}"
        for n in range(number)
    ]


def _endless(rng: random.Random, paths: Sequence[str]) -> Iterator[str]:
    """Yield paths, each once before any comes again."""
    while True:
        order = list(paths)
        rng.shuffle(order)
        yield from order


def _paragraphs(rng: random.Random, planted: Sequence[str]) -> list[list[str]]:
    """Return a file's paragraphs, the planted sentences somewhere in them."""
    paragraphs = [[rng.choice(FILLERS) for _ in range(rng.randint(1, 4))] for _ in range(rng.randint(3, 6))]
    for sentence in planted:
        within = rng.choice(paragraphs)
        within.insert(rng.randint(0, len(within)), sentence)
    return paragraphs


def _write(path: Path, title: str, paragraphs: Sequence[Sequence[str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_WRITERS[path.suffix](title, [" ".join(sentences) for sentences in paragraphs]))


def _plain(title: str, paragraphs: Sequence[str]) -> bytes:
    # As an old editor did: lines of one width, so that sentences go over two of them.
    wrapped = [textwrap.fill(text, 72, break_long_words=False) for text in paragraphs]
    return ("\n\n".join([title, *wrapped]) + "\n").encode()


_WRITERS: Mapping[str, Callable[[str, Sequence[str]], bytes]] = {
    ".md": lambda title, texts: b"# " + _plain(title, texts),
    ".txt": _plain,
    ".html": lambda title, texts: (
        f"<h1>{title}</h1>" + "".join(f"<p>{text}</p>" for text in texts)
    ).encode(),
    ".pdf": lambda title, texts: pdf(
        [
            [title, *textwrap.wrap(text, 80)] if at == 0 else textwrap.wrap(text, 80)
            for at, text in enumerate(texts)
        ]
    ),
    ".docx": lambda title, texts: docx(heading(title) + "".join(paragraph(text) for text in texts)),
    ".eml": lambda title, texts: mail("ann@example.org", title, "\r\n\r\n".join(texts)),
    ".ipynb": lambda title, texts: notebook([(f"# {title}", ""), *(("# " + text, "") for text in texts)]),
}
