"""A draft as its records tell it: a builder owned by the fold, read by the nodes.

Rules:
- What is accepted lies in `files`, as it was last read or written; texts of attempts are kept as what differs
  from it, and go with their iteration: two hundred iterations hold no more than one.
- What was said of an iteration is held until the next begins; then it is read again from the records by
  whoever looks at it (`face/iteration_tabs.py`).
- What goes into a prompt stands still while its node is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from app.domain.canonical import digest
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import DecisionWithdrawn, RoundOpened, SessionCreated, TextDecided, TextProposed
from app.domain.i18n import NO_MESSAGE, Message, words
from app.domain.ids import PERSON
from app.domain.seats import Seat
from app.engine.tabs import Records
from app.workflows.draft import facts
from app.workflows.draft.asked import HistoryEntry, JudgeNote
from app.workflows.draft.rules.checks import Checks, DraftFindingDecided
from app.workflows.draft.rules.drift import DraftAimsChecked, NumberedAim
from app.workflows.draft.rules.history_file import AcceptedIteration, trailers, with_undone
from app.workflows.draft.rules.statistics import FileWords, words_by_file
from app.workflows.draft.rules.templates import Level, ProjectTemplate, template_key, template_named
from app.workflows.draft.setup import ALONE, DraftSetup

Key = tuple[str, int]
"""A writer and the number of its version."""
_NO_TEMPLATE = "novel"
"""What an empty folder becomes where nobody says otherwise."""


@dataclass(slots=True)
class Attempt:
    """One text of one attempt: what differs from the accepted files. None: the file is gone in it."""

    number: int
    writer: str
    version: int
    files: dict[str, str | None]
    made: facts.DraftAttempted
    words: list[facts.DraftJudged] = field(default_factory=list)
    verdict: facts.DraftVerdict | None = None
    explained: facts.DraftExplained | None = None
    seqs: list[int] = field(default_factory=list)
    """The records of `made` and `words`."""

    @property
    def key(self) -> Key:
        """Who wrote it, and which version."""
        return self.writer, self.version

    @property
    def approved(self) -> bool:
        """Whether the judges approved it."""
        return self.verdict is not None and self.verdict.verdict == "approved"

    @property
    def chosen(self) -> facts.DraftChosen:
        """The fact that it goes on."""
        return facts.DraftChosen(
            attempt=self.number, writer=self.writer, version=self.version, over_judge=not self.approved
        )

    @property
    def reasoning(self) -> str:
        """Why the judges' verdict is as it is; empty: there is none."""
        return self.verdict.reasoning if self.verdict is not None else ""


@dataclass(slots=True)
class Iteration:
    """One iteration. Its texts go when it is over; what is told of it stays."""

    number: int
    opened: int
    """Seq of its DraftBegun."""
    level: str
    feedback: str
    passage: facts.MarkedPassage | None = None
    alternatives: int = 1
    then: tuple[str, ...] | None = None
    """The levels that the same request goes on to; None: it is for this one alone."""
    below: facts.Below = "none"
    below_levels: tuple[str, ...] = ()
    culled: tuple[str, ...] = ()
    plan: str = ""
    attempts: list[Attempt] = field(default_factory=list)
    attempt: int = 1
    ranked: facts.DraftRanked | None = None
    chosen: facts.DraftChosen | None = None
    explained: facts.DraftExplained | None = None
    explained_in: int = 0
    """The record of `explained`."""
    moved: dict[str, str | None] = field(default_factory=dict)
    """Files that changed outside while it was under way, as they lie there."""
    clashing: tuple[str, ...] = ()
    """Of those, or of an undo: what could not be brought together unseen."""
    accepted: dict[str, str | None] = field(default_factory=dict)
    """What the person accepted, until it is written."""
    partial: bool = False
    undoes: str = ""
    """The commit that is taken back by hand."""
    by_hand: dict[str, str | None] = field(default_factory=dict)
    """Files that the person wrote over, as they were proposed before."""
    outside: bool = False
    """Somebody edited the texts outside: there is no attempt and no judge."""
    files: dict[str, str | None] = field(default_factory=dict)
    """What lies before the person, as the chosen attempt or an undo has it."""
    how: facts.Ended | None = None
    why: Message = NO_MESSAGE
    """Why it came to nothing, where that is known."""
    reason: str = ""
    """What the person said of the text that was rejected."""
    done: AcceptedIteration | None = None
    words: tuple[FileWords, ...] = ()
    """Words of every file that it changed, before and after."""

    @property
    def tried(self) -> int:
        """How many attempts were made at it; none where it was given up before, or nobody was asked."""
        return self.attempt if self.attempts else 0

    def texts_of(self, attempt: int) -> list[Attempt]:
        """Return the texts of one attempt, in the order they were made."""
        return [one for one in self.attempts if one.number == attempt]

    @property
    def taken(self) -> Attempt | None:
        """The text that goes on; None: none was chosen, or nobody wrote one."""
        one = self.chosen
        return self.named(one.attempt, (one.writer, one.version)) if one is not None else None

    def named(self, attempt: int, key: Key) -> Attempt | None:
        """Return one text."""
        return next((one for one in self.texts_of(attempt) if one.key == key), None)

    def by_rank(self, texts: Iterable[Attempt]) -> list[Attempt]:
        """Return texts as the judges ranked them, best first; what they did not rank comes last."""
        order = list(self.ranked.order) if self.ranked is not None else []
        return sorted(texts, key=lambda one: order.index(one.key) if one.key in order else len(order))

    @property
    def notes(self) -> tuple[JudgeNote, ...]:
        """What the judges said of the attempts that were sent back, oldest first."""
        found = []
        for number in range(1, self.attempt):
            spoken = [one.verdict for one in self.texts_of(number) if one.verdict is not None]
            found += [
                JudgeNote(attempt=number, reasoning=v.reasoning, issues=v.issues, suggestions=v.suggestions)
                for v in spoken
                if v.verdict == "needs_revision" and (v.reasoning or v.issues)
            ]
        return tuple(found)


class DraftState:
    """Fold of one draft. `records`: where what is held no more is read again; None: nobody looks at it."""

    def __init__(self, records: Records | None = None) -> None:
        self.records = records
        self.setup = DraftSetup(project="?")
        self.session = ""
        self.seats: dict[str, Seat] = {}
        self.template_name = ""
        self.project = ""
        """The project's id, empty before its first acceptance."""
        self.outer = ""
        self.files: dict[str, str] = {}
        self.left_out: dict[str, Message] = {}
        self.notes: tuple[Message, ...] = ()
        self.edited: tuple[str, ...] = ()
        """Files that differed from the newest commit when the folder was read."""
        self.committed: dict[str, str | None] = {}
        """Of those, what the newest commit has."""
        self.past: list[AcceptedIteration] = []
        """What was accepted, oldest first, here and on other machines."""
        self.stale: dict[str, int] = {}
        self.target = ""
        self.now: Iteration | None = None
        self.iterations: list[Iteration] = []
        self.condensed: dict[str, facts.DraftHistoryCondensed] = {}
        self.held: dict[Key, facts.DraftHeld] = {}
        """Of the attempt that is being written: what stands still."""
        self.last_notes: tuple[Message, ...] = ()
        self.refused = False
        """What the notes say is why the newest wish could not be done."""
        self.undone = False
        """Whether an undo came after the newest iteration."""
        self.undo_wanted = 0
        """The number of the iteration that is to be taken back; 0: the newest."""
        self.decided: dict[str, TextDecided] = {}
        """What the person made of texts that lie before them, by path."""
        self.accepted_in: dict[str, int] = {}
        """The record of each file's accepted text, by path: what a new one refines."""
        self.aims_looked_for = 0
        """The number of the newest acceptance when it was last looked whether an aim is lost."""
        self._newest: dict[str, int] = {}
        self._decisions: dict[int, str] = {}
        self._proposed: dict[str, dict[str, str]] = {}
        """Texts by who wrote them, until the fact comes that says what they are."""
        self.round = 0
        self.checks = Checks()
        """What was found in the whole: contradictions, and places below that no longer fit."""

    # --- what is read of it ---------------------------------------------------------------------------

    @property
    def iteration(self) -> Iteration:
        """The iteration whose node runs."""
        assert self.now is not None, "a node of an iteration runs without one"
        return self.now

    @property
    def under_way(self) -> Iteration | None:
        """The iteration that is not over yet."""
        return self.now if self.now is not None and self.now.how is None else None

    @property
    def template(self) -> ProjectTemplate:
        """The kind of project; what an empty folder becomes where nothing is said."""
        alone_in = template_key(ALONE, self.setup.file) if self.setup.file else ""
        return template_named(self.template_name or alone_in or self.setup.template or _NO_TEMPLATE)

    @property
    def writers(self) -> list[str]:
        """The seats that write."""
        judges = set(self.judges)
        return [name for name in self.seats if name not in judges and name != EXPLAINER]

    @property
    def judges(self) -> list[str]:
        """The seats that judge."""
        return [name for name, seat in self.seats.items() if seat.role == JUDGE_ROLE]

    def level(self, name: str) -> Level:
        return self.template.named(name)

    def level_files(self, name: str) -> dict[str, str]:
        """Return the accepted texts of a level, in the document's order."""
        return self.level(name).files(self.files)

    def history(self, level: str) -> tuple[HistoryEntry, ...]:
        """Return what was asked of a level before and still holds, oldest first, as prompts are given it."""
        short = self.condensed.get(level)
        entries = (
            [HistoryEntry(feedback="the earlier requests together", summary=short.text)] if short else []
        )
        told = self.told_in_full(level)
        return (*entries, *(HistoryEntry(feedback=one.feedback, summary=one.summary) for one in told))

    def objections(self, level: str) -> tuple[str, ...]:
        """Return what was said of a level's texts that were rejected since one was accepted, oldest first."""
        mine = [one for one in self.iterations if one.level == level]
        newest = max((at for at, one in enumerate(mine) if one.how == "accepted"), default=-1)
        return tuple(one.reason for one in mine[newest + 1 :] if one.reason)

    def told_in_full(self, level: str) -> list[AcceptedIteration]:
        """Return the accepted requests of a level that no summary stands for, oldest first."""
        short = self.condensed.get(level)
        upto = short.upto if short is not None else 0
        return [one for one in self.standing(level) if one.feedback and (not short or one.number > upto)]

    def standing(self, level: str = "") -> list[AcceptedIteration]:
        """Return the accepted iterations that were not undone, oldest first."""
        # Another file's iterations are its own; those of the whole folder may have been of this one, too.
        only = self.template.only
        return [
            one
            for one in self.past
            if one.undone_at is None and level in ("", one.level) and (not only or one.file in ("", only))
        ]

    @property
    def stamp(self) -> tuple[object, ...]:
        """What changes whenever its tabs have something else to tell."""
        now = self.now
        said = sum(len(one.words) + (one.verdict is not None) for one in now.attempts) if now else 0
        of_now = (now.how, now.chosen, now.attempt, len(now.attempts), len(now.moved)) if now else ()
        explained = now is not None and now.explained is not None
        undone = sum(one.undone_at is not None for one in self.past)
        return len(self.iterations), said, of_now, explained, len(self.past), undone

    def shown_number(self, acceptance: int) -> int:
        """Return the iteration, as the screen counts them, of an acceptance; 0: of another session."""
        commits = {one.commit for one in self.past if one.number == acceptance}
        ours = (one for one in self.iterations if one.done is not None and one.done.commit in commits)
        return next((one.number for one in ours), 0)

    @property
    def undone_commits(self) -> frozenset[str]:
        """The commits of iterations that were taken back."""
        return frozenset(one.commit for one in self.past if one.undone_at is not None)

    @property
    def next_number(self) -> int:
        """The number of the next acceptance of this project."""
        return max((one.number for one in self.past), default=0) + 1

    def after(self, files: Mapping[str, str | None]) -> dict[str, str]:
        """Return the project's files with these put in place of their accepted form."""
        merged: dict[str, str | None] = {**self.files, **files}
        return {path: text for path, text in merged.items() if text is not None}

    def before_person(self) -> dict[str, str | None]:
        """Return what goes on as it lies before the person, with what they decided about each text."""
        found = dict(self.iteration.files)
        for path, decided in self.decided.items():
            if decided.choice == "edit" and decided.edit is not None:
                found[path] = decided.edit
            elif decided.choice == "previous":
                found[path] = self.files.get(path)
        return {path: text for path, text in found.items() if text != self.files.get(path)}

    @property
    def files_now(self) -> dict[str, str]:
        """All files as they lie before the person: with what is proposed, where something is."""
        return (
            self.after(self.before_person()) if self.now is not None and self.now.files else dict(self.files)
        )

    @property
    def open_aims(self) -> dict[int, NumberedAim]:
        """Lost aims by number, of levels that are as they were when they were looked through."""
        files = self.files_now
        return self.checks.open_aims(files, lambda level: self.level(level).files(files))

    # --- folding --------------------------------------------------------------------------------------

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:  # noqa: C901  one case a fact
        self.checks.apply(fact)
        match fact:
            case SessionCreated():
                self.setup, self.session = DraftSetup.recorded(fact.setup), fact.session
                self.seats = dict(fact.seats)
            case RoundOpened():
                self.round = fact.number
                if self.now is not None and fact.attempt > 1:
                    self.now.attempt, self.now.ranked = fact.attempt, None
                    self.held = {}
            case TextProposed():
                self._proposed.setdefault(fact.seat, {})[fact.slot] = fact.text
                self._newest[fact.slot] = record.seq
            case TextDecided():
                self._decisions[record.seq] = fact.slot
                self.decided[fact.slot] = fact
            case DecisionWithdrawn() if fact.seq in self._decisions:
                self.decided.pop(self._decisions[fact.seq], None)
            case facts.DraftProjectRead():
                self._read(fact)
            case facts.DraftRefused():
                self.last_notes, self.refused = (fact.why,), True
            case facts.DraftTargetSet():
                self.target = self.template.known(fact.level)
                self._forget_refusal()
            case facts.DraftStaleCleared():
                self.stale.pop(fact.level, None)
                self._forget_refusal()
            case DraftFindingDecided():
                self._forget_refusal()
            case DraftAimsChecked():
                self.aims_looked_for = self.next_number - 1
            case facts.DraftBegun():
                self._begin(record, fact)
            case facts.DraftUndoWanted():
                self.undo_wanted = fact.number
            case facts.DraftUndone():
                self.undone = True
                self._mark_undone(fact.commit, fact.at)
                self.stale, self.last_notes, self.refused = dict(fact.stale), fact.notes, False
            case _ if self.now is not None:
                self._of_iteration(self.now, record.seq, fact)
            case _:
                pass

    def _of_iteration(self, now: Iteration, seq: int, fact: Fact | UnknownFact) -> None:  # noqa: C901  one case a fact
        match fact:
            case facts.DraftBelowDecided():
                now.below, now.below_levels, now.culled = fact.below, fact.levels, fact.paths
            case facts.DraftPlanned():
                now.plan = fact.text
            case facts.DraftHistoryCondensed():
                self.condensed[fact.level] = fact
            case facts.DraftHeld():
                self.held[fact.writer, fact.version] = fact
            case facts.DraftAttempted():
                self._attempted(now, seq, fact)
            case facts.DraftJudged():
                found = now.named(now.attempt, (fact.writer, fact.version))
                if found is not None:
                    found.words.append(fact)
                    found.seqs.append(seq)
            case facts.DraftVerdict():
                found = now.named(now.attempt, (fact.writer, fact.version))
                if found is not None:
                    found.verdict = fact
            case facts.DraftRanked():
                now.ranked = fact
            case facts.DraftChosen():
                self._chosen(now, fact)
            case facts.DraftExplained(attempt=0):
                now.explained, now.explained_in = fact, seq
            case facts.DraftExplained():
                found = now.named(fact.attempt, (fact.writer, fact.version))
                if found is not None:
                    found.explained = fact
            case facts.DraftDecided():
                now.accepted, now.partial = dict(fact.files), fact.partial
            case facts.DraftMoved():
                self._moved(now, fact.files)
                now.files.update(fact.new)
                now.clashing = fact.clashing
                self._shown_anew()
            case facts.DraftEnded():
                self._over(now, fact.how)
                now.why, now.reason = fact.why, fact.reason
            case facts.DraftFinalized():
                self._finalized(now, fact)
            case facts.DraftWrittenOver():
                for path, text in fact.files.items():
                    now.by_hand.setdefault(path, self.before_person().get(path, self.files.get(path)))
                    now.files[path] = text
                    self.decided.pop(path, None)
                self._proposed = {}
            case facts.DraftEditedOutside():
                now.outside, now.files = True, dict(fact.files)
                self._shown_anew()
            case facts.DraftUndoBegun():
                now.level, now.undoes, now.files = fact.level, fact.commit, dict(fact.files)
                self._moved(now, fact.seen)
                now.clashing = fact.clashing
                self._shown_anew()
            case _:
                pass

    def _read(self, fact: facts.DraftProjectRead) -> None:
        self.template_name = fact.template or self.template_name
        self.project, self.outer = fact.project or self.project, fact.outer
        read = self._proposed.pop(PERSON, {})
        self._accept({**read, **dict.fromkeys(fact.gone)})
        self.files = self.after({**read, **fact.texts, **dict.fromkeys(fact.gone)})
        self.left_out, self.notes, self.edited = fact.left_out, fact.notes, fact.edited
        self.committed = dict(fact.committed)
        if fact.first:
            self.past, self.stale = list(fact.past), dict(fact.stale)
            commits = [one for one in self.past if one.number and one.undone_at is None]
            # Where nothing was accepted yet, what is written already is worked on: the lowest of it.
            written = [level.name for level in self.template.levels if self.level_files(level.name)]
            latest = self.template.known(commits[-1].level) if commits else written[-1] if written else ""
            self.target = self.target or latest
        else:
            # Accepted elsewhere, and brought here by git while this session was open.
            known = {one.commit for one in self.past}
            self.past += [one for one in fact.past if one.commit not in known]
        if self.now is not None and self.now.how is not None:
            self.now = None

    def _begin(self, record: Record, fact: facts.DraftBegun) -> None:
        self.now = Iteration(
            record.round, record.seq, fact.level, fact.feedback, fact.passage, fact.alternatives, fact.then
        )
        for one in self.iterations[-1:]:
            # What the records tell again is let go of.
            one.explained = one.chosen = one.ranked = None
            for text in one.attempts:
                text.made, text.words, text.explained = _FOLDED_UP, [], None
        self.iterations.append(self.now)
        self.held, self.decided, self.target = {}, {}, self.template.known(fact.level) or self.target
        self.last_notes, self.undone, self.refused = (), False, False

    def _attempted(self, now: Iteration, seq: int, fact: facts.DraftAttempted) -> None:
        texts = self._proposed.pop(fact.writer, {})
        files: dict[str, str | None] = {path: texts[path] for path in fact.paths if path in texts}
        files.update(dict.fromkeys(fact.deleted))
        now.attempts.append(Attempt(now.attempt, fact.writer, fact.version, files, fact, seqs=[seq]))
        self.held.pop((fact.writer, fact.version), None)

    def _chosen(self, now: Iteration, fact: facts.DraftChosen) -> None:
        self._shown_anew()
        now.chosen = fact
        found = now.named(fact.attempt, (fact.writer, fact.version))
        now.files = dict(found.files) if found is not None else {}

    def _moved(self, now: Iteration, files: Mapping[str, str | None]) -> None:
        now.moved = {**now.moved, **files}
        self.files = self.after(files)
        self._accept({path: text for path, text in files.items() if text is None})

    def _shown_anew(self) -> None:
        """Forget what was proposed and decided of texts that no longer lie before the person."""
        self._proposed, self.decided = {}, {}

    def _over(self, now: Iteration, how: facts.Ended) -> None:
        now.how = how
        self.held, self.decided, self._proposed = {}, {}, {}
        # Its texts are in the records; what is told of it is kept.
        now.files, now.moved, now.accepted, now.by_hand = {}, {}, {}, {}
        for one in now.attempts:
            one.files = {}

    def _finalized(self, now: Iteration, fact: facts.DraftFinalized) -> None:
        level = self.template.named(fact.iteration.level)
        old = {path: self.files[path] for path in fact.files if path in self.files}
        new = {path: text for path, text in fact.files.items() if text is not None}
        now.words = words_by_file(level, old, new)
        self.files = self.after({**fact.files, **dict.fromkeys(fact.culled)})
        self._accept({**fact.files, **dict.fromkeys(fact.culled)})
        self.project = fact.project or self.project
        # What lay in a folder that was just begun was edited by nobody.
        kept = _kept_outside(fact) if self.past else ()
        self.last_notes, self.edited, self.committed = (*fact.notes, *kept), (), {}
        if now.undoes:
            self._mark_undone(now.undoes, fact.iteration.timestamp)
        else:
            self.past.append(fact.iteration)
        self.stale = dict(fact.iteration.stale)
        now.done, now.culled = fact.iteration, fact.culled
        self._over(now, "accepted")

    def _forget_refusal(self) -> None:
        if self.refused:
            self.last_notes, self.refused = (), False

    def _accept(self, files: Mapping[str, str | None]) -> None:
        """Take the newest text of each file as the one that stands; one that is gone has none."""
        for path, text in files.items():
            if text is None:
                self.accepted_in.pop(path, None)
            elif path in self._newest:
                self.accepted_in[path] = self._newest[path]

    def _mark_undone(self, commit: str, at: int) -> None:
        for one in self.past:
            short = self.condensed.get(one.level)
            if one.commit == commit and short is not None and one.number <= short.upto:
                # What is taken back must not live on in a summary.
                del self.condensed[one.level]
        self.past = with_undone(self.past, commit, at)

    def known(self) -> dict[str, str]:
        """Return the digests of the files as they are known, by path."""
        return {path: digest(text) for path, text in self.files.items()}


def _kept_outside(fact: facts.DraftFinalized) -> tuple[Message, ...]:
    """Return what became of edits made outside: one that nobody saw may be a slip of another program."""
    if not fact.outside:
        return ()
    files = some_of(fact.outside_files)
    return (words("Edited outside, and committed first: {files}.", files=files),)


def some_of(paths: Sequence[str]) -> Message:
    """Return the names of files in a line, and how many more there are."""
    named, more = ", ".join(paths[:MOST_NAMED]), len(paths) - MOST_NAMED
    return words("{files} and {n} more", files=named, n=more) if more > 0 else words("{text}", text=named)


_FOLDED_UP = facts.DraftAttempted(writer="")


def newest_commit(state: DraftState) -> Mapping[str, str]:
    """Return the trailers of the newest commit that the session made; none before its first acceptance."""
    done = [one.done for one in state.iterations if one.done is not None]
    return trailers(done[-1].session, done[-1].number, {}) if done else {}


MOST_NAMED = 5
"""Files that a note names."""
JUDGE_ROLE = "judge"
"""The role of every seat that judges."""
EXPLAINER = "chair"
"""The seat that explains, compares facts, and sums up."""
