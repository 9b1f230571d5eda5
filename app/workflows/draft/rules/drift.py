"""Drift: aims that stand above a level, each with its words, and where the files of the level keep to them.

A model lists what the levels above set out to do, and names the places of the files that serve each aim or
go against it. Words that stand nowhere are not believed. What is lost is counted here: an aim that no file
serves, one that only earlier files serve, and one that words go against.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator

from app.diffing.quotations import find_quotation, line_of
from app.domain.fact_base import Fact
from app.domain.live_text import folded
from app.workflows.common.reading.names import ReplyModel
from app.workflows.common.replies import Text, Written
from app.workflows.draft.asked import AimShown
from app.workflows.draft.rules.continuity import FoundPlace, digest_of
from app.workflows.draft.rules.file_names import meant

MOST_AIMS = 24
"""Aims that are looked for at once: more of them are sentences of a text, and no aims."""
_LAST_PART, _FEWEST_LAST = 3, 2
"""An aim fades that nothing serves in the last third of the files, or in the last two of few."""

_ONCE = frozenset(("once", "event", "scene", "moment", "einmal"))
_NEVER = frozenset(("never", "not", "avoid", "nie"))
_AGAINST = ("against", "contra", "break", "lost", "gegen")
Span = Literal["always", "once", "never"]
"""The whole keeps to it, one scene does it, or nothing may go against it."""
DriftState = Literal["served", "lost", "fades", "against"]


def _spans(value: Any) -> Any:
    said = set(folded(value).split("_")) if isinstance(value, str) else set[str]()
    if said & _NEVER:
        return "never"
    return "once" if said & _ONCE else "always"


class AimReply(ReplyModel):
    """One thing that a text sets out to do."""

    main: ClassVar[str] = "aim"
    names: ClassVar[dict[str, str]] = {
        "aim": "goal purpose intention what ziel objective",
        "file": "path name where",
        "quote": "words text evidence passage",
        "span": "kind type how_long scope extent",
    }
    aim: Written
    file: Text = ""
    quote: Written
    span: Annotated[Span, BeforeValidator(_spans)] = "always"


class AimsReply(ReplyModel):
    """All of them."""

    main: ClassVar[str] = "aims"
    names: ClassVar[dict[str, str]] = {"aims": "goals intentions list items ziele objectives"}
    most: ClassVar[dict[str, int]] = {"aims": MOST_AIMS}
    aims: tuple[AimReply, ...]


class AimPlaceReply(ReplyModel):
    """A place that serves an aim, by its number, or goes against it."""

    main: ClassVar[str] = "quote"
    names: ClassVar[dict[str, str]] = {
        "aim": "number goal aim_number ziel",
        "file": "path name chapter where",
        "quote": "words text evidence passage",
        "how": "does effect relation stands verdict",
        "why": "reason explanation because",
    }
    refers: ClassVar[dict[str, str]] = {"aim": "aim"}
    aim: Text
    file: Text = ""
    quote: Written
    how: Annotated[
        Literal["serves", "against"],
        BeforeValidator(lambda said: next(("against" for w in _AGAINST if w in folded(str(said))), "serves")),
    ] = "serves"
    why: Text = ""


class DriftReply(ReplyModel):
    """The places of some files; none is an answer as well."""

    main: ClassVar[str] = "places"
    names: ClassVar[dict[str, str]] = {"places": "passages items list findings stellen"}
    most: ClassVar[dict[str, int]] = {"places": 400}
    places: tuple[AimPlaceReply, ...]


class AimPlace(FoundPlace):
    """Words that serve an aim, or go against it, and why."""

    why: str = ""


class Aim(FoundPlace):
    """What a text above sets out to do; its words stand there, at this line."""

    says: str
    span: Span = "always"
    serves: tuple[FoundPlace, ...] = ()
    against: tuple[AimPlace, ...] = ()


class DraftAimsChecked(Fact):
    """Files of a level were looked through for the aims of what stands above them.

    `above`: digest of what stands above; `digest`: of the files; `unread`: files that no reply spoke of.
    """

    type: Literal["draft_aims_checked"] = "draft_aims_checked"
    level: str
    above: str
    digest: str
    files: tuple[str, ...] = ()
    aims: tuple[Aim, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberedAim:
    """An aim that is lost, by the number a person calls it, and the check that found it so."""

    number: int
    aim: Aim
    how: DriftState
    check: DraftAimsChecked

    @property
    def later(self) -> int:
        """Files behind the last one that serves it."""
        return _files_behind(self.aim, self.check.files)

    @property
    def feedback(self) -> str:
        """What to ask for, so that it is kept to again."""
        head = f"{self.aim.path} line {self.aim.line} says “{self.aim.quote}”."
        if self.how == "against":
            places = "; ".join(
                f"{one.path} line {one.line} says “{one.quote}”{f' ({one.why})' if one.why else ''}"
                for one in self.aim.against
            )
            way = "Make these places keep to it again; leave the rest as it is."
            return f"{head} Against it: {places}. {way}"
        if self.how == "fades":
            last = self.aim.serves[-1]
            return (
                f"{head} Nothing after {last.path} serves it. Bring it back in the later files, and leave "
                "the rest as it is."
            )
        return f"{head} No file serves it. Bring it in where it belongs, and leave the rest as it is."


def texts_digest(files: Mapping[str, str]) -> str:
    """Return what names these texts together."""
    return digest_of("\0".join(f"{path}\0{text}" for path, text in files.items()))


def aims_of(reply: AimsReply, files: Mapping[str, str]) -> tuple[list[Aim], int]:
    """Return the aims whose words stand in a file, in the order of the files, and how many do not."""
    found: dict[tuple[str, str], Aim] = {}
    for one in reply.aims:
        place = find_place(one.file, one.quote, files)
        if place is not None:
            says = " ".join(one.aim.split())
            aim = Aim(**place.model_dump(), says=says, span=one.span)
            found.setdefault((aim.path, aim.quote), aim)
    order = list(files)
    aims = sorted(found.values(), key=lambda aim: (order.index(aim.path), aim.line))
    return aims[:MOST_AIMS], sum(find_place(one.file, one.quote, files) is None for one in reply.aims)


def shown_aims(aims: Sequence[Aim]) -> tuple[AimShown, ...]:
    """Return aims as a prompt shows them, by their numbers."""
    return tuple(
        AimShown(number=n, path=one.path, line=one.line, says=one.says, quote=one.quote)
        for n, one in enumerate(aims, 1)
    )


def with_places(
    aims: Sequence[Aim], replies: Sequence[DriftReply], files: Mapping[str, str]
) -> tuple[list[Aim], int]:
    """Return the aims with their places in these files, in the files' order, and how many stand nowhere."""
    order = list(files)
    serves: dict[int, dict[tuple[str, int], FoundPlace]] = {}
    against: dict[int, dict[tuple[str, int], AimPlace]] = {}
    lost = 0
    for one in (place for reply in replies for place in reply.places):
        found = find_place(one.file, one.quote, files)
        number = int(one.aim) if one.aim.isdecimal() else 0
        if found is None or not 0 < number <= len(aims):
            lost += 1
        elif one.how == "serves":
            serves.setdefault(number, {}).setdefault((found.path, found.line), found)
        else:
            told = AimPlace(**found.model_dump(), why=" ".join(one.why.split()))
            against.setdefault(number, {}).setdefault((found.path, found.line), told)

    def placed(places: Mapping[tuple[str, int], FoundPlace]) -> list[Any]:
        return [places[key] for key in sorted(places, key=lambda key: (order.index(key[0]), key[1]))]

    return [
        aim.model_copy(
            update={"serves": tuple(placed(serves.get(n, {}))), "against": tuple(placed(against.get(n, {})))}
        )
        for n, aim in enumerate(aims, 1)
    ], lost


def find_place(file: str, quote: str, files: Mapping[str, str]) -> FoundPlace | None:
    """Return where words stand: in the file that is named, else in any of them: a quotation tells better."""
    named = meant(file, list(files)) if file else None
    for path in [path for path in (named, *files) if path is not None]:
        found = find_quotation(files[path], quote)
        if found is not None:
            words = " ".join(files[path][slice(*found)].split())
            return FoundPlace(path=path, line=line_of(files[path], found.start), quote=words)
    return None


def _files_behind(aim: Aim, files: Sequence[str]) -> int:
    """Return how many files come after the last one that serves an aim."""
    last = max((files.index(one.path) for one in aim.serves if one.path in files), default=-1)
    return len(files) - 1 - last


def how_it_stands(aim: Aim, check: DraftAimsChecked) -> DriftState:
    """Return whether the files keep to an aim; where not all could be read, or it forbids, none is lost."""
    files = check.files
    if aim.against:
        return "against"
    if check.unread or aim.span == "never":
        return "served"
    if not aim.serves:
        return "lost"
    last_part = max(_FEWEST_LAST, len(files) // _LAST_PART)
    fades = aim.span == "always" and len(files) > _FEWEST_LAST and _files_behind(aim, files) >= last_part
    return "fades" if fades else "served"
