"""Nodes that judge an attempt, and let the person send it back, take it, or take one of several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import RoundOpened
from app.domain.i18n import Message, plural, words
from app.domain.ids import PERSON
from app.domain.sentences import joined, recorded
from app.engine.node import Context, GateRequest, Step
from app.workflows.common.asking_twice import ask_for_help
from app.workflows.common.effects import as_recorded
from app.workflows.common.rounds import closed
from app.workflows.draft.asked import JUDGE, RANK, Candidate, JudgeAsked, PassageShown, RankAsked
from app.workflows.draft.face.gates import GATES, AcceptAttempt, Combine, Pick
from app.workflows.draft.facts import DraftChosen, DraftJudged, DraftRanked, DraftRefused, DraftVerdict
from app.workflows.draft.graph import DraftSignal
from app.workflows.draft.nodes.asking import answer_of, file_texts, fitting_ask, make_ask, upstream
from app.workflows.draft.nodes.reading import cancelled, proposed
from app.workflows.draft.nodes.writing import Written, attempted
from app.workflows.draft.rules.changes import (
    LevelFigures,
    VersionOfFile,
    lines_told,
    measure,
    put_together,
    shown_files,
)
from app.workflows.draft.rules.judging import (
    JudgeReply,
    RankReply,
    conditional,
    decided,
    judged,
    points_of,
    ranked,
)
from app.workflows.draft.rules.level_plan import outline_of
from app.workflows.draft.rules.passage import put_in_its_place
from app.workflows.draft.state import Attempt, DraftState

LETTERS = "ABCDEFGHI"


def _level_after_attempt(state: DraftState, one: Attempt) -> dict[str, str]:
    return state.level(state.iteration.level).files(state.after(one.files))


def judge_asked(state: DraftState, one: Attempt, shortened: bool = False) -> JudgeAsked:
    """Return what a judge is given: both forms whole, or the changed files and an outline of the others."""
    now = state.iteration
    old, new = state.level_files(now.level), _level_after_attempt(state, one)
    same = {path: text for path, text in new.items() if old.get(path) == text}
    shown_old = {path: text for path, text in old.items() if path not in same} if shortened else old
    shown_new = {path: text for path, text in new.items() if path not in same} if shortened else new
    return JudgeAsked(
        title=state.level(now.level).title,
        feedback=now.feedback,
        old=file_texts(shown_old),
        new=file_texts(shown_new),
        upstream=upstream(state, now.level),
        history=state.history(now.level),
        objections=state.objections(now.level),
        plan=now.plan,
        points=points_of(now.feedback),
        conditional=conditional(now.feedback),
        strictness=state.setup.strictness_in(now.level),
        computed=tuple(map(str, one.made.computed)),
        shortened=shortened,
        untouched=tuple(outline_of(same).splitlines()) if shortened else (),
        marked=_marked(state, new),
    )


def _marked(state: DraftState, new: Mapping[str, str]) -> PassageShown | None:
    """Return the marked passage in both forms, None where none was marked or it cannot be told any more."""
    marked = state.iteration.passage
    if marked is None or marked.path not in new:
        return None
    after = put_in_its_place(state.files.get(marked.path, ""), marked, new[marked.path])
    return PassageShown(path=marked.path, before=marked.quote, after=after) if after is not None else None


async def judge(state: DraftState, context: Context) -> Step:
    """Ask every judge about every text of the attempt; several texts are ranked, too."""
    now = state.iteration
    texts = now.texts_of(now.attempt)
    # Of an answer that holds no text, or no change of it, the judges would judge the one before.
    judges = [state.judges if one.files else () for one in texts]
    heard = await context.gather(
        *(
            _ask_judge(state, context, seat, one)
            for one, seats in zip(texts, judges, strict=True)
            for seat in seats
        )
    )
    spoken, unchanged = iter(heard), words("The writer changed nothing.")
    facts: list[Fact] = []
    for one, seats in zip(texts, judges, strict=True):
        mine = [next(spoken) for _ in seats]
        said = [fact for of_one, _ in mine for fact in of_one]
        verdict = decided(
            [fact for fact in said if isinstance(fact, DraftJudged)],
            [str(why) for why in one.made.barred or (() if one.files else (unchanged,))],
            writer=one.writer,
            version=one.version,
            shortened=any(shortened for _, shortened in mine),
        )
        facts += [*said, verdict]
    approved = any(isinstance(fact, DraftVerdict) and fact.verdict == "approved" for fact in facts)
    if len(texts) > 1:
        facts += await _ranking(state, context, texts)
    return Step(DraftSignal.APPROVED if approved else DraftSignal.NEEDS_REVISION, tuple(facts))


async def _ask_judge(state: DraftState, context: Context, seat: str, one: Attempt) -> tuple[list[Fact], bool]:
    """Return a judge's word on one text, and whether it was shown less than all."""
    part = f"{one.writer}-{one.version}" if len(state.iteration.texts_of(one.number)) > 1 else ""
    asked = partial(judge_asked, state, one)
    ask, shortened = await fitting_ask(state, context, JUDGE, asked, seat, part)
    points = [str(number) for number, _ in enumerate(points_of(state.iteration.feedback), 1)]
    answer = await ask_for_help(context, ask, JudgeReply, shown={"point": points} if points else {})
    said = [judged(answer.value, seat, one.writer, one.version)] if answer.value is not None else []
    return [*answer.mended, *said], shortened


def _labels(state: DraftState, context: Context, texts: Sequence[Attempt]) -> dict[str, Attempt]:
    """Return the letters under which the judges see several texts."""
    now, shown = state.iteration, list(texts)
    context.rng("rank", now.number, now.attempt).shuffle(shown)
    return dict(zip(LETTERS, shown, strict=False))


async def _ranking(state: DraftState, context: Context, texts: Sequence[Attempt]) -> list[Fact]:
    """Return the order of several texts; whose each is, no judge is told."""
    labels = _labels(state, context, texts)
    base = judge_asked(state, labels["A"])
    asked = base.widened(
        RankAsked,
        new=[],
        computed=[],
        marked=base.marked.model_copy(update={"after": ""}) if base.marked is not None else None,
        candidates=[_unnamed(state, label, one) for label, one in labels.items()],
    )
    work = [
        ask_for_help(
            context, make_ask(state, context, RANK, asked, seat), RankReply, shown={"candidate": labels}
        )
        for seat in state.judges
    ]
    answers = await context.gather(*work)
    replies = [
        (seat, answer.value)
        for seat, answer in zip(state.judges, answers, strict=True)
        if answer.value is not None
    ]
    mended = [fact for answer in answers for fact in answer.mended]
    if not replies:
        return mended
    order = tuple(labels[label].key for label in ranked([reply for _, reply in replies], list(labels)))
    several = len(replies) > 1
    why = tuple(f"{seat}: {reply.why}" if several else reply.why for seat, reply in replies if reply.why)
    return [*mended, DraftRanked(order=order, why=why)]


def _unnamed(state: DraftState, label: str, one: Attempt) -> Candidate:
    new = _level_after_attempt(state, one)
    marked = _marked(state, new)
    after = marked.after if marked is not None else None
    return Candidate(label=label, files=file_texts(new), marked=after)


# --- what the person does about it --------------------------------------------------------------------


def figures_of(state: DraftState, files: Mapping[str, str | None]) -> LevelFigures:
    """Return the figures of a change to the level that is worked on."""
    level = state.level(state.iteration.level)
    old = level.files(state.files)
    return measure(old, level.files(state.after(files)))


def figures_line(figures: LevelFigures, changes: int = 0) -> Message:
    """Return the figures of a change in a line; `changes`: places that are others, as the tab counts them."""
    files = words("{n} of {all} files", n=figures.files_changed, all=figures.files_total)
    if figures.files_total == 1:
        files = words("1 file") if figures.files_changed else words("no file")
    lines = lines_told(figures.lines_added, figures.lines_removed)
    if not changes:
        return words("{files} · {lines}", files=files, lines=lines)
    counted = plural(changes, words("1 change"), words("{n} changes"))
    return words("{files} · {changes} · {lines}", files=files, changes=counted, lines=lines)


def name_of(state: DraftState, one: Attempt) -> Message:
    """Return what a text is called among those of its attempt."""
    now = state.iteration
    several_writers = len({other.writer for other in now.attempts}) > 1
    several_versions = any(other.version > 1 for other in now.attempts)
    who = words("{text}", text=one.writer)
    if not several_versions:
        return who
    version = words("version {n}", n=one.version)
    return words("{who}, {version}", who=who, version=version) if several_writers else version


def _listed(state: DraftState) -> list[JsonValue]:
    now = state.iteration
    several = len({one.key for one in now.attempts}) > 1
    rows: list[JsonValue] = []
    for one in [one for one in now.attempts if one.files] or now.attempts:
        name = words("{n}, {which}", n=one.number, which=name_of(state, one))
        verdict = one.verdict.verdict if one.verdict is not None else ""
        rows.append(
            {
                "attempt": one.number, "writer": one.writer, "version": one.version,
                "name": recorded(name) if several else str(one.number), "verdict": verdict,
                "figures": recorded(figures_line(figures_of(state, one.files))),
            }
        )  # fmt: skip
    return rows


async def judge_gate(state: DraftState, context: Context) -> Step:
    """Let the person send the attempt back, take it or an earlier one, or give up; there is no cap."""
    now = state.iteration
    texts = now.texts_of(now.attempt)
    verdicts = [one.verdict for one in texts if one.verdict is not None]
    newest = texts[-1]
    spoken = _spoken(texts)
    # Of what changes nothing no judge was asked, and there may be nothing to take.
    unchanged = not any(one.files for one in texts)
    takeable = any(one.files for one in now.attempts)
    payload: dict[str, JsonValue] = {
        "level": now.level,
        "title": state.level(now.level).title,
        "attempt": now.attempt,
        "primary": "continue",
        "reasoning": "\n\n".join(spoken),
        "several": len(texts) > 1,
        "unchanged": unchanged,
        "barred": not unchanged and all(one.made.barred for one in texts if one.files),
        "why": [recorded(why) for one in texts for why in one.made.barred] if unchanged else [],
        "spoken": [
            {"of": recorded(joined([name_of(state, one) for one in group], ", ")), "text": text}
            for text, group in spoken.items()
            if len(texts) > 1
        ],
        "issues": [*dict.fromkeys(issue for v in verdicts for issue in v.issues)],
        "suggestions": [*dict.fromkeys(hint for v in verdicts for hint in v.suggestions)],
        "tie": any(v.tie and v.read for v in verdicts),
        "unread": bool(verdicts) and not any(v.read for v in verdicts),
        "approvals": sum(v.approvals for v in verdicts),
        "votes": sum(v.votes for v in verdicts),
        "told": [recorded(one) for one in newest.made.told],
        "attempts": _listed(state) if takeable else [],
    }
    verbs = ("continue", "accept", "cancel") if takeable else ("continue", "cancel")
    reply = await context.gate(GateRequest("draft_judge", payload, verbs))
    if reply.verb == "cancel":
        return cancelled(context, words("the judge's word") if takeable else words("nothing new was written"))
    if reply.verb == "continue":
        told = "; ".join(str(issue) for v in verdicts for issue in v.issues) or "the judge's word"
        again = closed(context, accepted=False, feedback=told)
        return Step(DraftSignal.RETRY, (again, RoundOpened(number=now.number, attempt=now.attempt + 1)))
    data = answer_of(reply, GATES["draft_judge"])
    assert isinstance(data, AcceptAttempt)
    if len(texts) > 1 and not data.writer and data.attempt in (0, now.attempt):
        # None of several goes on before the person has seen them beside each other.
        return Step(DraftSignal.CHOOSE)
    return Step(DraftSignal.ACCEPT_ANYWAY, tuple(_taken_anyway(state, data)))


def _spoken(texts: Sequence[Attempt]) -> dict[str, list[Attempt]]:
    found: dict[str, list[Attempt]] = {}
    for one in texts:
        if one.reasoning:
            found.setdefault(one.reasoning, []).append(one)
    return found


def _taken_anyway(state: DraftState, data: AcceptAttempt) -> list[Fact]:
    now = state.iteration
    changed = [one for one in now.attempts if one.files] or now.attempts
    wanted = [one for one in changed if one.number == (data.attempt or now.attempt)]
    texts = wanted or [one for one in changed if one.number == changed[-1].number]
    one = next((text for text in texts if text.key == (data.writer, data.version)), None)
    one = one or now.by_rank(texts)[0]
    return [*_proposed_anew(state, one), one.chosen]


def _proposed_anew(state: DraftState, one: Attempt) -> list[Fact]:
    """Return a text's files as the newest there are, so that what is looked at is what goes on."""
    now = state.iteration
    if now.attempts[-1] is one and len(now.texts_of(one.number)) == 1:
        return []
    paths = dict.fromkeys(path for other in now.attempts for path in other.files)
    texts = {path: one.files.get(path, state.files.get(path)) for path in paths}
    return proposed(texts, one.writer, state.accepted_in)


async def pick(state: DraftState, context: Context) -> Step:
    """Let the person take one of several texts; a single one goes on by itself."""
    now = state.iteration
    texts = now.texts_of(now.attempt)
    if len(texts) == 1:
        return Step(DraftSignal.PICKED, (texts[0].chosen,))
    first = next(iter(now.ranked.order), None) if now.ranked is not None else None
    sorted_texts = sorted(now.by_rank(texts), key=lambda one: not one.approved)
    payload: dict[str, JsonValue] = {
        "level": now.level,
        "title": state.level(now.level).title,
        "attempt": now.attempt,
        "why": [recorded(line) for line in _ranked_because(state, context, texts)],
        "refused": not any(one.approved for one in texts),
        "passage": now.passage.quote if now.passage is not None else "",
        "candidates": [_candidate(state, one, sorted_texts, first=one.key == first) for one in sorted_texts],
        # What can be taken of each text, by file and change; none of it is chosen yet.
        "files": [
            {
                **row,
                "path": _label(state, one, str(row["path"])),
                "file": row["path"],
                "writer": one.writer,
                "version": one.version,
                "ticked": False,
            }
            for one in sorted_texts
            for row in shown_files(state.files, one.files)
        ],
        "notes": [recorded(note) for note in state.last_notes],
    }
    reply = await context.gate(GateRequest("draft_pick", payload, ("pick", "combine", "none")))
    if reply.verb == "none":
        return Step(DraftSignal.NONE_FIT)
    data = answer_of(reply, GATES["draft_pick"])
    if isinstance(data, Combine):
        return _combined(state, texts, data)
    assert isinstance(data, Pick)
    with as_recorded():
        (one,) = [text for text in texts if text.key == (data.writer, data.version)]
    return Step(DraftSignal.PICKED, (*_proposed_anew(state, one), one.chosen))


def _label(state: DraftState, one: Attempt, path: str) -> str:
    return f"{name_of(state, one)}: {path}"


def _combined(state: DraftState, texts: Sequence[Attempt], data: Combine) -> Step:
    """Put the chosen parts of several texts together: they are the person's, and no judge is asked."""
    now = state.iteration
    versions = [
        VersionOfFile(_label(state, one, path), path, state.files.get(path), new)
        for one in texts
        for path, new in one.files.items()
    ]
    found = put_together(versions, data.files, data.hunks)
    if isinstance(found, str):
        why = words(
            "The chosen parts of {file} do not go together. Take those of one text there.", file=found
        )
        return Step(DraftSignal.SET, (DraftRefused(why=why),))
    level = state.level(now.level)
    together = Written(PERSON, files=level.files(state.after(found)))
    chosen = DraftChosen(attempt=now.attempt, writer=PERSON)
    return Step(DraftSignal.PICKED, (*attempted(state, together), chosen))


def _ranked_because(state: DraftState, context: Context, texts: Sequence[Attempt]) -> list[Message]:
    """Return why the judges put one text before another, and whose the letters are that they saw."""
    ranked_as = state.iteration.ranked
    if ranked_as is None or not ranked_as.why:
        return []
    labels = _labels(state, context, [one for one in texts if one.key in ranked_as.order]).items()
    named = [words("{letter} is {name}", letter=label, name=name_of(state, one)) for label, one in labels]
    return [
        *(words("The judge on their order: “{text}”", text=why) for why in ranked_as.why),
        words("There {names}.", names=joined(named, ", ")),
    ]


def _candidate(
    state: DraftState, one: Attempt, beside: Sequence[Attempt], *, first: bool
) -> dict[str, JsonValue]:
    same = next(other for other in beside if other.files == one.files)
    said = [
        *([words("put first by the judge")] if first else []),
        words("approved") if one.approved else words("needs revision"),
        figures_line(figures_of(state, one.files)),
        *([words("the same text as {name}", name=name_of(state, same))] if same is not one else []),
    ]
    marked = _marked(state, _level_after_attempt(state, one))
    return {
        "writer": one.writer,
        "version": one.version,
        "name": recorded(name_of(state, one)),
        "said": recorded(joined(said, " · ")),
        "judge": "" if one.approved else one.reasoning,
        "passage": marked.after if marked is not None else None,
        "same": same is not one,
    }
