"""The rounds of a report: every text, critique and decision once, under the attempt it belongs to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial

from app.domain.facts import said_status
from app.domain.i18n import translate, when, words
from app.domain.ids import PERSON as THE_PERSON
from app.domain.message_lookup import read_sentence
from app.domain.reply_repairs import listed
from app.engine.exporting import ExportRequest
from app.export.changes import margin_notes, nearest, told_by_changes
from app.export.decisions import Decisions
from app.export.names import Names
from app.export.report_model import (
    Authored,
    Block,
    Changes,
    Comment,
    Foreign,
    Item,
    Items,
    Prose,
    Section,
)
from app.export.wording import (
    REPLY,
    SEVERITIES,
    STATUS,
    VERDICT,
    VERDICT_OF_AGENT,
    ended,
    figure,
    percent,
    times,
)
from app.markup.escaping import fence
from app.markup.quoting import anchor
from app.projections.report import (
    Assessment,
    Attempt,
    Critique,
    CritiqueVerdict,
    Decision,
    Incident,
    Measure,
    Report,
    Round,
    Text,
)

Key = tuple[int, int]
PERSON = words("The person")
"""The author of what the person wrote."""
ANSWER = words("The answer")
"""The heading of the final answer."""
_IN_ROUNDS = frozenset({"texts", "critiques", "outcome"})
_TIMED = ("gate", "stop")
"""Decisions told with their time; the others were made while a gate was open, which has it."""
_NEWEST = 4
"""Earlier texts of a seat that a text begun anew is compared with."""


class Rounds:
    """Tells rounds, and what is told of them elsewhere."""

    def __init__(
        self,
        report: Report,
        names: Names,
        request: ExportRequest,
        *,
        contents: Collection[str],
        costs: bool,
        margin: bool = False,
    ) -> None:
        """`margin`: comments stand at their words, so that a text that has some is told whole."""
        self.report, self.names = report, names
        self.word, self.noun = str(request.round_word), str(request.round_noun)
        workflow_report = request.workflow_report
        self._contents, self._margin = contents, margin
        self._texts_title, self._anew = workflow_report.texts_title, workflow_report.texts_anew
        self._revised_title, self._noun = workflow_report.revised_title, workflow_report.text_noun
        self._files = len({text.slot for text in report.texts if not text.slot.isidentifier()}) > 1
        """Whether texts are told apart by what they are in; a slot is a name for programs, or a file's."""
        self._texts = {text.seq: text for text in report.texts}
        # Found once: to compare texts takes longer than all else, and each is asked for several times.
        self._references: dict[int, Text | None] = {}
        self._bodies: dict[int, tuple[str, list[Block]]] = {}
        self._decided = Decisions(request, names, self._texts, self._named, costs=costs)
        self._titles = {
            (row.number, attempt.number): self._title(row, attempt)
            for row in report.rounds
            for attempt in row.attempts
        }
        self._shown = not _IN_ROUNDS.isdisjoint(contents)
        """Whether the rounds stand in the report at all."""

    # --- locations ----------------------------------------------------------------------------

    def _title(self, row: Round, attempt: Attempt) -> str:
        title = f"{self.word} {row.number}"
        if len(row.attempts) > 1:
            title += translate(", attempt {n}", n=attempt.number)
        return title + {True: "", False: translate(" (rejected)"), None: _undecided()}[attempt.accepted]

    def titles(self) -> list[str]:
        """Return the titles of all attempts."""
        return list(self._titles.values())

    def link(self, key: Key) -> str:
        """Return a link to an attempt, nothing where there is none such."""
        title = self._titles.get(key)
        if title is None:
            return ""
        label = title.removesuffix(_undecided())
        label = self.noun + label.removeprefix(self.word)
        return f"[{label}](#{anchor(title)})" if self._shown else label

    def location(self, key: Key, here: Key) -> str:
        """Return where something was, in words; nothing where it was here."""
        if key == here:
            return ""
        if key[0] == here[0]:
            return translate("attempt {n}", n=key[1])
        several = any(row.number == key[0] and len(row.attempts) > 1 for row in self.report.rounds)
        return f"{self.noun} {key[0]}" + (translate(", attempt {n}", n=key[1]) if several else "")

    # --- one attempt --------------------------------------------------------------------------

    def sections(self) -> Iterator[Section]:
        """Yield the sections of all attempts: the heading of each, and what stands under it."""
        for row in self.report.rounds if self._shown else ():
            for attempt in row.attempts:
                yield from self._attempt(row, attempt)

    def _attempt(self, row: Round, attempt: Attempt) -> Iterator[Section]:
        key = (row.number, attempt.number)
        report = self.report
        points = [c for c in report.critiques if (c.round, c.attempt) == key]
        texts = [t for t in report.texts if (t.round, t.attempt) == key and t.by == "seat"]
        first = min((c.seq for c in points), default=None)
        fresh = [t for t in texts if not t.base and (first is None or t.seq < first)]
        revised = [t for t in texts if t not in fresh]
        assessed = {a.seat: a for a in report.assessments if (a.round, a.attempt) == key}
        kept = [a for a in assessed.values() if a.text not in {t.seq for t in texts}]
        last = {t.seat: t.seq for t in texts}
        assessments = {a.seat: a for a in assessed.values() if a.seat in last}
        parts = [p.part for p in report.in_rounds if (p.place.round, p.place.attempt) == key]
        amiss = [m for m in report.mishaps if (m.round, m.attempt) == key]
        found = (
            (
                "texts",
                self._texts_title,
                [self._text(t, assessments if t.seq in last.values() else {}) for t in fresh],
            ),
            ("critiques", translate("Critiques"), _listed(Item(self._critique(c, key)) for c in points)),
            ("texts", self._revised_title, self._revised(revised, assessments, last, kept)),
            (
                "outcome",
                translate("Figures and decisions"),
                self._outcome(key, [r.text for p in parts for r in p.remarks]),
            ),
            ("outcome", translate("What went wrong"), _listed(map(Item, self.mishaps(amiss)))),
        )
        nothing = (
            ()
            if any(blocks for _, _, blocks in found)
            else (Prose(translate("Nothing happened in it yet.")),)
        )
        inside = [
            Section(name, 3, title, tuple(blocks))
            for name, title, blocks in found
            if blocks and name in self._contents
        ]
        if inside or nothing:
            yield Section("rounds", 2, self._titles[key], nothing)
            yield from inside

    def _revised(
        self,
        texts: list[Text],
        assessments: dict[str, Assessment],
        last: dict[str, int],
        kept: list[Assessment],
    ) -> list[Block]:
        """Return the revised texts, and in one list who stays with an earlier one."""
        blocks: list[Block] = []
        same: dict[tuple[str, str], list[str]] = {}
        for text in texts:
            mine = assessments if text.seq in last.values() else {}
            if (stays := self._stays(text, mine)) is not None:
                same.setdefault(stays, []).append(self._by(text.seat, text.slot))
            else:
                blocks.append(self._text(text, mine))
        for assessed in kept:
            same.setdefault(self._kept(assessed), []).append(self._by(assessed.seat, assessed.slot))
        # Members of whom the same is to be said share a line.
        return [*blocks, *_listed(Item(self._joined(seats, *phrases)) for phrases, seats in same.items())]

    @staticmethod
    def _joined(authors: list[str], one: str, several: str) -> str:
        return f"{listed(authors)}{one if len(authors) == 1 else several}"

    def _by(self, seat: str, slot: str) -> str:
        """Return whose text it is, and which where a seat has several."""
        author = f"**{PERSON if seat == THE_PERSON else self.names.seat(seat)}**"
        return f"{author} (*{self._line(slot)}*)" if self._files and not slot.isidentifier() else author

    # --- texts --------------------------------------------------------------------------------

    def _text(self, text: Text, assessments: dict[str, Assessment]) -> Authored:
        assessed = assessments.get(text.seat)
        head = self._by(text.seat, text.slot)
        if assessed is not None:
            head += f" – {self._status(assessed, self._measured_against(text))}"
        lead, blocks = self.body(text)
        return self._authored(f"{head}{' ' if assessed else ': '}{lead}" if lead else head, text, blocks)

    def _authored(self, lead: str, text: Text, blocks: list[Block]) -> Authored:
        base = self._texts.get(text.base or 0)
        return Authored(
            lead=lead,
            author=self._author(text),
            at=text.at,
            text=self.names.text(text.text),
            blocks=tuple(blocks),
            base=self.names.text(base.text) if base is not None else None,
            comments=tuple(self._comments(text)),
        )

    def _author(self, text: Text) -> str:
        if text.agent:
            return translate("The agent {agent}", agent=text.agent)
        person = text.by == "person" or text.seat == THE_PERSON
        return str(PERSON) if person else self.names.plain(text.seat)

    def _comments(self, text: Text) -> Iterator[Comment]:
        """Yield what is said of this very text: critiques made while it was the newest of its seat."""
        if "critiques" not in self._contents:
            return
        newer = [t.seq for t in self.report.texts if t.seat == text.seat and t.seq > text.seq]
        until = min(newer, default=None)
        for point in self.report.critiques:
            mine = point.target == text.seat and point.seq > text.seq
            if mine and (until is None or point.seq < until):
                yield self.comment(point)

    def comment(self, point: Critique) -> Comment:
        """Return a critique as a comment at its words."""
        return Comment(
            id=point.id,
            author=point.author or str(PERSON) if point.mark else self.names.plain(point.critic),
            text=self._remark(point),
            at=point.at,
            quote=self.names.text(point.quote.strip()),
            markdown=self._critique(point, (point.round, point.attempt)),
        )

    def _remark(self, point: Critique) -> str:
        """Return a critique in plain words, with what became of it."""
        known = partial(self.names.known_by_letter, round_number=point.round)
        lines = [known(point.claim.strip())]
        if point.suggestion.strip():
            lines.append(translate("Suggests: {what}", what=known(point.suggestion.strip())))
        for verdict in point.verdicts:
            why = f": {self.names.text(verdict.reason.strip())}" if verdict.reason.strip() else ""
            lines.append(ended(f"{_verdict(verdict, verdict.agent)}{why}"))
        for reply in {(r.seat, r.answer, r.justification): r for r in point.replies}.values():
            why = f" – {known(reply.justification.strip())}" if reply.justification.strip() else ""
            lines.append(ended(f"{self.names.plain(reply.seat)}: {REPLY[reply.answer]}{why}"))
        return "\n".join(lines)

    def _stays(self, text: Text, assessments: dict[str, Assessment]) -> tuple[str, str] | None:
        """Return what is said of one member, and of several, whose text is an earlier one; else None."""
        assessed = assessments.get(text.seat)
        lead, blocks = self.body(text)
        if not lead or blocks or (assessed is not None and assessed.status != "held"):
            return None
        if assessed is None or not assessed.summary.strip():
            return f": {lead}", f": {lead}"
        words = ended(self._line(assessed.summary))
        return (
            translate(": {lead} In its words: {said}", lead=lead, said=words),
            translate(": {lead} In their words: {said}", lead=lead, said=words),
        )

    def _measured_against(self, text: Text) -> str:
        """Return what the share of changes is of, where the text is told by another one."""
        base, told_by = self._texts.get(text.base or 0), self._reference(text)
        if base is None or told_by is None or base.text == told_by.text:
            return ""
        return translate(" against {text}", text=self._named(base, (text.round, text.attempt)))

    def _status(self, assessed: Assessment, against: str = "") -> str:
        status = str(STATUS[said_status(assessed.status, assessed.changed)])
        if assessed.status in ("changed", "minor"):
            status += f" ({percent(100 * assessed.changed)}){against}"
        if assessed.summary.strip():
            status += f": {self._line(assessed.summary)}"
        # What it says to a critique stands with the critique.
        answered = {
            reply.justification.strip()
            for point in self.report.critiques
            for reply in point.replies
            if reply.seat == assessed.seat
        }
        rest = assessed.justification
        for known in sorted(answered, key=len, reverse=True):
            rest = rest.replace(known, "") if known else rest
        return f"{ended(status)} {ended(self._line(rest))}" if rest.strip() else ended(status)

    def _kept(self, assessed: Assessment) -> tuple[str, str]:
        """Return what is said of one member, and of several, who wrote nothing."""
        text = self._texts.get(assessed.text or 0)
        where = self.location((text.round, text.attempt), (assessed.round, assessed.attempt)) if text else ""
        if assessed.status == "skipped" and self._left_out(assessed):
            return translate(" was left out."), translate(" were left out.")
        if text is None:
            return translate(" has no {noun}.", noun=self._noun), translate(
                " have no {noun}.", noun=self._noun
            )
        where = where or translate("before the critiques")
        return (
            translate(" keeps its {noun} of {where}.", noun=self._noun, where=where),
            translate(" keep their {noun}s of {where}.", noun=self._noun, where=where),
        )

    def _left_out(self, assessed: Assessment) -> bool:
        """Tell whether the person left a member out before; who was not to answer here was not."""
        here = (assessed.round, assessed.attempt)
        return any(
            one.kind == "seat_left_out" and one.seat == assessed.seat and (one.round, one.attempt) <= here
            for one in self.report.decisions
        )

    def _reference(self, text: Text) -> Text | None:
        """Return the text to tell another by: the one it was made from, or a nearer one that was rejected."""
        if text.seq not in self._references:
            self._references[text.seq] = self._nearest(text)
        return self._references[text.seq]

    def _nearest(self, text: Text) -> Text | None:
        base = self._texts.get(text.base or 0)
        mine = [
            t for t in self.report.texts if (t.slot, t.seat) == (text.slot, text.seat) and t.seq < text.seq
        ]
        if not mine or (base is not None and mine[-1].seq == base.seq):
            return base
        # Begun anew, as after a rejection, it may still be nearly what was written before.
        found = [base, mine[-1]] if base is not None else mine[-_NEWEST:]
        return found[nearest([one.text for one in found], text.text)]

    def _named(self, text: Text, here: Key) -> str:
        """Return what an earlier text of a seat is called: by its round, and where that has two, by which."""
        key = (text.round, text.attempt)
        where = self.location(key, here)
        if not key[0]:
            return translate("the text as it was before the first {noun}", noun=self.noun)
        if text.agent:
            agent = self._line(text.agent)
            return translate(
                "the text of the agent {agent}, {where}", agent=agent, where=where or translate("above")
            )
        if text.by == "person":
            return (
                translate("the person's text of {where}", where=where)
                if where
                else translate("the person's text above")
            )
        if not where:
            return translate("the {noun} above", noun=self._noun)
        mine = [
            t
            for t in self.report.texts
            if (t.round, t.attempt, t.slot, t.seat, t.by) == (*key, text.slot, text.seat, "seat")
        ]
        if mine[-1].text == text.text:
            return where
        return translate("the first {noun} of {where}", noun=self._noun, where=where)

    def body(self, text: Text) -> tuple[str, list[Block]]:
        """Return a text: what is said in place of what stands already, and what is new in it."""
        if text.seq not in self._bodies:
            self._bodies[text.seq] = self._body(text)
        lead, blocks = self._bodies[text.seq]
        return lead, list(blocks)

    def _body(self, text: Text) -> tuple[str, list[Block]]:
        here = (text.round, text.attempt)
        same = self._texts.get(text.same_as or 0)
        if same is not None:
            base = self._texts.get(text.base or 0)
            if base is not None and base.text == text.text:
                return _italic(translate("Unchanged since {text}.", text=self._named(same, here))), []
            return _italic(translate("Word for word as in {text}.", text=self._named(same, here))), []
        words = self.names.text(text.text)
        if not words.strip():
            return _italic(translate("The text is empty.")), []
        is_json = text.slot.endswith(".json")
        whole = Foreign(fence(words.strip(), "json") if is_json else words)
        earlier = None if self._anew else self._reference(text)
        if earlier is not None:
            changes = told_by_changes(self.names.text(earlier.text), words)
            if changes is not None:
                lead = _italic(translate("Unchanged since {text}, but for:", text=self._named(earlier, here)))
                found = "\n".join(changes or [f"- {translate('White space between passages.')}"])
                return lead, [Changes(self.names.text(earlier.text), words, found)]
            if text.base:
                return "", [whole]
        # What is no prose is neither read as Markdown nor compared by sentences.
        if is_json or (self._margin and any(self._comments(text))):
            return "", [whole]
        final = self.report.final_answer if "answer" in self._contents else None
        above = [t.text for t in self.report.texts if (t.round, t.attempt) == here and t.seq < text.seq]
        known = "\n\n".join([final.text if final is not None else "", *above])
        rest = margin_notes(self.names.text(known), words)
        if rest is None:
            return "", [whole]
        link = f"[{translate('the answer')}](#{anchor(str(ANSWER))})"
        answer = translate("in {link}", link=link) if final is not None else ""
        where = translate(" or ").join(filter(None, (answer, translate("above") if above else "")))
        if not rest.strip():
            return _italic(translate("It stands word for word {where}.", where=where)), []
        lead = translate("This; the rest stands word for word {where}:", where=where)
        return _italic(lead), [Foreign(rest)]

    # --- critiques ----------------------------------------------------------------------------

    def _critique(self, point: Critique, here: Key) -> str:
        line = partial(self.names.said_by_letter, round_number=point.round)
        sentences = [f"**{self._who(point)}**, {SEVERITIES[point.severity]}: {ended(line(point.claim))}"]
        # What the critique itself holds is not printed a second time.
        if point.quote.strip() and line(point.quote) not in line(point.claim):
            sentences.append(_on(line(point.quote)))
        if point.passage == "absent":
            sentences.append(translate("The passage does not stand in the answer."))
        if point.missing.strip() and line(point.missing) not in line(point.claim):
            sentences.append(translate("Missing: {what}", what=ended(line(point.missing))))
        if point.suggestion.strip():
            sentences.append(translate("Suggests: {what}", what=ended(line(point.suggestion))))
        if point.met:
            sentences.append(translate("The answer says that already, by its words."))
        for verdict in point.verdicts:
            where = self.location((verdict.round, verdict.attempt), here)
            why = f": {line(verdict.reason)}" if verdict.reason.strip() else ""
            located = translate(" in {where}", where=where) if where else ""
            sentence = f"{_verdict(verdict, self._line(verdict.agent))}{located}{why}"
            sentences.append(f"*{ended(sentence)}*")
        for seat, answer, why in dict.fromkeys((r.seat, r.answer, r.justification) for r in point.replies):
            locations = [
                self.location((r.round, r.attempt), here)
                for r in point.replies
                if (r.seat, r.answer, r.justification) == (seat, answer, why)
            ]
            # Said again word for word, it stands once, with where it was said.
            said_in = [
                translate("in {where}", where=location) if location else translate("here")
                for location in dict.fromkeys(locations)
            ]
            by = f"{self.names.seat(seat)} {listed(said_in)}" if any(locations) else self.names.seat(seat)
            sentence = f"{by}: {REPLY[answer]}"
            sentences.append(ended(f"{sentence} – {line(why)}" if why.strip() else sentence))
        return " ".join(sentences)

    def _who(self, point: Critique) -> str:
        target = self.names.seat(point.target) if point.target else translate("all others")
        critic = self.names.seat(point.critic)
        if point.author:
            critic = translate("{author}, by way of {critic}", author=self._line(point.author), critic=critic)
        return f"{critic} → {target}"

    # --- figures ------------------------------------------------------------------------------

    def _outcome(self, key: Key, more: Iterable[str]) -> list[Block]:
        """Return figures and decisions as one list: what was measured, and what was made of it."""
        found = [m for m in self.report.measures if (m.round, m.attempt) == key]
        # What decides or is explained has a line of its own, the rest shares one.
        # A note on several figures stands with the first of them.
        notes = [m.note.strip() for m in found]
        found = [
            m.model_copy(update={"note": ""}) if n in notes[:i] else m
            for i, (m, n) in enumerate(zip(found, notes, strict=True))
        ]
        telling = [m for m in found if m.threshold is not None or m.note.strip()]
        rest = [*(self.measure(m) for m in found if m not in telling), *map(self._line, more)]
        lines = [*map(self.measure, telling), *(["; ".join(rest)] if rest else [])]
        decided = self.decisions([d for d in self.report.decisions if (d.round, d.attempt) == key])
        return _listed([*map(Item, lines), *decided])

    def measure(self, measure: Measure) -> str:
        """Return a figure as a line."""
        missing = measure.missing or translate("unknown")
        value = missing if measure.value is None else figure(measure, measure.value, measure.threshold)
        line = f"{self._line(measure.title)}: {value}"
        if measure.threshold is not None:
            met = {True: translate(", reached"), False: translate(", not reached"), None: ""}[measure.passes]
            needed = figure(measure, measure.threshold)
            line += translate(" (needed: {figure}{met})", figure=needed, met=met)
        return line + (
            f" – {self.names.said_by_letter(str(read_sentence(measure.note)), measure.round)}"
            if measure.note.strip()
            else ""
        )

    # --- decisions ----------------------------------------------------------------------------

    def decisions(self, decided: Iterable[Decision]) -> list[Item]:
        """Return decisions as items of a list; the same said several times stands once, with how often."""
        items = [item for decision in decided for item in self.decision(decision)]
        often = {item: items.count(item) for item in items}
        return [
            replace(item, markdown=f"{item.markdown[:-1]}, {times(n)}{item.markdown[-1]}") if n > 1 else item
            for item, n in often.items()
        ]

    def decision(self, decision: Decision) -> Iterator[Item]:
        """Yield a decision, and the person's own text where it brought one."""
        sentence = self._decided.sentence(decision) if decision.standing else ""
        if not sentence:
            return
        if decision.kind in _TIMED:
            sentence += f" ({when(decision.at)})"
        lead = sentence if sentence.endswith((".", ":")) else f"{sentence}."
        text = self._texts.get(decision.text or 0)
        more: tuple[Block, ...] = ()
        if decision.choice == "edit" and text is not None and text.seq == decision.seq:
            text_lead, blocks = self.body(text)
            # What belongs to a decision stands under it, in one list of them all.
            lead = f"{lead} {text_lead}".strip()
            more = (self._authored("", text, blocks),) if "texts" in self._contents and blocks else ()
        elif decision.said.strip():
            more = (Foreign(self.names.text(decision.said)),)
        yield Item(lead, more)

    def mishaps(self, amiss: Iterable[Incident]) -> list[str]:
        """Return what went wrong in lines; of those to whom the same happened as often, one."""
        often: dict[tuple[str, str], dict[str, int]] = {}
        for mishap in amiss:
            seats = often.setdefault((mishap.kind, mishap.said.strip()), {})
            name = self.names.seat(mishap.seat) or translate("Somebody")
            seats[name] = seats.get(name, 0) + 1
        lines = []
        for (kind, said), seats in often.items():
            for often_each in dict.fromkeys(seats.values()):
                who = [name for name, n in seats.items() if n == often_each]
                what = translate("a call failed") if kind == "call_failed" else translate("sat out")
                each = translate(" each") if len(who) > 1 else ""
                what += f", {times(often_each)}{each}" if often_each > 1 else ""
                why = f": {self._line(str(read_sentence(said)))}" if said else ""
                lines.append(ended(f"{listed(who)} – {what}{why}"))
        return lines

    def _line(self, text: str) -> str:
        return self.names.line(text)


def _on(quote: str) -> str:
    """Return the words that a critique is of, as a sentence."""
    marked = quote if quote.startswith("“") else translate("“{text}”", text=quote)
    return ended(translate("On {quote}", quote=marked))


def _italic(line: str) -> str:
    return f"*{line}*"


def _undecided() -> str:
    return translate(" (undecided)")


def _verdict(verdict: CritiqueVerdict, agent: str) -> str:
    """Return what was decided of a critique, and who did."""
    return (
        translate(VERDICT_OF_AGENT[verdict.verdict], agent=agent) if agent else str(VERDICT[verdict.verdict])
    )


def _listed(items: Iterable[Item]) -> list[Block]:
    """Return items as one list, nothing where there are none."""
    found = tuple(items)
    return [Items(found)] if found else []
