"""The tab of what was found: contradictions, places below that no longer fit, and aims that are lost."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from app.diffing.quotations import find_quotation, line_of
from app.domain.canonical import JsonValue
from app.domain.excerpt import excerpt
from app.domain.i18n import Message, plural, words
from app.engine.tabs import Act, Column, Copy, Detail, Field, FilePlace, ListTab, Part, SecondLine
from app.workflows.draft.rules.checks import Checks, Effect, stands
from app.workflows.draft.rules.continuity import Finding, as_feedback, is_silent
from app.workflows.draft.rules.drift import DriftState, NumberedAim
from app.workflows.draft.rules.templates import titled
from app.workflows.draft.state import DraftState


@dataclass(frozen=True, slots=True)
class _FoundRow:
    """One contradiction, place below that no longer fits, or lost aim; each kind has numbers of its own."""

    number: int
    about: str
    what: str
    stands: Message
    finding: Finding | None = None
    effect: Effect | None = None
    lost: NumberedAim | None = None

    @property
    def feedback(self) -> str:
        """What to ask for, so that it is mended."""
        if self.finding is not None:
            return as_feedback(self.finding)
        if self.lost is not None:
            return self.lost.feedback
        return self.effect.feedback if self.effect is not None else ""


CONTRADICTION, BELOW = words("contradiction"), words("no longer fits")
AIMS: dict[DriftState, Message] = {
    "lost": words("aim lost"),
    "fades": words("aim fades"),
    "against": words("against an aim"),
}
_CHANGED_SINCE = words("the text has changed since")
OPEN, GONE = words("open"), words("no longer in the text")
ENDS = {"intended": words("intended"), "dismissed": words("none"), "sent": words("sent as feedback")}


def _stands(checks: Checks, number: int, one: Finding, state: DraftState) -> Message:
    end, there = checks.ending(number), stands(one, state.files_now)
    if end is not None and (end != "sent" or state.under_way or not there):
        return ENDS[end]
    if is_silent(one, checks.silences):
        return ENDS["intended"]
    return OPEN if there else GONE


def _rows(state: DraftState) -> Sequence[_FoundRow]:
    checks = state.checks
    rows = [
        _FoundRow(number, one.about, one.what, _stands(checks, number, one, state), finding=one)
        for number, one in checks.numbered().items()
    ]
    there = checks.open_effects(state.files)
    rows += [
        _FoundRow(number, state.level(below).title, one.why, OPEN if number in there else GONE, effect=one)
        for number, (below, one) in checks.numbered_effects().items()
    ]
    still = state.open_aims
    rows += [
        _FoundRow(
            number,
            state.level(one.check.level).title,
            one.aim.says,
            OPEN if number in still else _CHANGED_SINCE,
            lost=one,
        )
        for number, one in checks.drifted().items()
    ]
    return rows


def _place(state: DraftState, path: str, quote: str) -> FilePlace | None:
    """Return where a quote stands now, in the text as it lies before the person; None where it is gone."""
    text = state.files_now.get(path, "")
    found = find_quotation(text, quote)
    if found is None:
        return None
    return FilePlace(path, line_of(text, found.start), text, quote=text[slice(*found)])


def _detail(state: DraftState, row: _FoundRow) -> Detail:
    if row.effect is not None:
        one = row.effect
        place = words("{file}, line {n}", file=one.path, n=one.line)
        return Detail(
            words("No longer fits {n} · {file}", n=row.number, file=one.path),
            f"{one.why}\n\n{one.change}".strip(),
            fields=(
                Field(words("Where"), place, _place(state, one.path, one.quote)),
                Field(words("Says"), f"“{one.quote}”"),
            ),
        )
    if row.lost is not None:
        return _lost_detail(state, row, row.lost)
    assert row.finding is not None
    found, end = row.finding, state.checks.ends.get(row.number)
    sides = [_quoted(state, side.path, side.line, side.quote) for side in (found.first, found.second)]
    reason = (Field(words("You said"), end.reason),) if end is not None and end.reason else ()
    head = words("Contradiction {n} · {about}", n=row.number, about=row.about)
    return Detail(head, row.what, fields=(*sides, Field(words("State"), row.stands), *reason))


def _lost_detail(state: DraftState, row: _FoundRow, lost: NumberedAim) -> Detail:
    aim = lost.aim
    stated = _quoted(state, aim.path, aim.line, aim.quote)
    places = [_quoted(state, one.path, one.line, one.quote, one.why) for one in aim.against]
    head = words("Aim {n} · {level}", n=row.number, level=titled(row.about))
    said: tuple[Field, ...] = ()
    if lost.how == "lost":
        none = plural(len(lost.check.files), words("not in its one file"), words("in none of {n} files"))
        said = (Field(words("Served"), none),)
    elif lost.how == "fades":
        last = aim.serves[-1]
        behind = Field(words("Files after that"), str(lost.later))
        said = (_quoted(state, last.path, last.line, last.quote), behind)
    return Detail(head, aim.says, fields=(stated, *places, *said, Field(words("State"), row.stands)))


def _quoted(state: DraftState, path: str, line: int, quote: str, why: str = "") -> Field:
    said = f"“{quote}”" + (f" {why}" if why else "")
    return Field(words("{file}, line {n}", file=path, n=line), said, _place(state, path, quote))


def _stamp(state: DraftState) -> Hashable:
    checks = state.checks
    return (
        checks.checked,
        len(checks.findings),
        len(checks.ends),
        len(checks.effects),
        len(checks.aims),
        len(state.past),
        len(state.now.files) if state.now is not None else 0,
        state.under_way is not None,
    )


def _parts(row: _FoundRow) -> Sequence[Part]:
    if row.finding is not None:
        return Part(CONTRADICTION, "disputed"), Part(row.stands), Part(row.about)
    kind = AIMS[row.lost.how] if row.lost is not None else BELOW
    return Part(kind, "doubtful"), Part(row.stands), Part(titled(row.about))


def _acts(state: DraftState, row: _FoundRow) -> Sequence[Act]:
    """Return what can be done about what is open: have it mended, or say that it is meant so, or none."""
    if row.stands is not OPEN:
        return ()
    data: Mapping[str, JsonValue] = {"number": row.number}
    if row.effect is not None:
        return (Act(words("Have it changed"), "accept", "follow", data),)
    if row.lost is not None:
        return (Act(words("Bring it back"), "accept", "restore", data),)

    def meant(why: str) -> Mapping[str, JsonValue]:
        return {**data, "reason": why}

    return (
        Act(words("Have it mended"), "accept", "mend", data),
        Act(words("It is meant so…"), "keep", "intended", data, meant, key=f"intended/{row.about}"),
        Act(words("No contradiction"), "dismiss", "dismiss", data),
    )


CHECKS: ListTab[DraftState, _FoundRow] = ListTab(
    name=words("What was found"),
    columns=(Column(words("What"), lambda row: excerpt(row.what) or row.about),),
    second_line=SecondLine(_parts),
    acts=_acts,
    counted=True,
    rows=_rows,
    stamp=_stamp,
    key=lambda row: (
        (row.finding.key,)
        if row.finding is not None
        else (row.about, row.effect.path, row.effect.quote)
        if row.effect is not None
        else (row.about, "aim", str(row.number))
    ),
    detail=_detail,
    detail_name=words("The chosen finding"),
    tally=(words("{n} finding"), words("{n} findings")),
    empty=words("Nothing was looked for yet. Ask for “Check continuity” where you are asked."),
    copy=Copy(
        words("Copy as a request"),
        words("Puts on the clipboard what to ask for, so that it is mended"),
        lambda state, row: row.feedback,
    ),
)
