"""The composer of a report: what a reader needs to decide first, then the answer, then how it came about.

Rules: a section without content is left out; the same session gives the same report (no clock, no locale);
no machine value is shown; who is not to be named and what is not to be told is left out here, for all forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from app.diffing.units import Unit, units
from app.domain.errors import InputError
from app.domain.i18n import format_number, ngettext, translate, when, words
from app.domain.money import UNKNOWN
from app.domain.no_model import no_model, without_model
from app.domain.reply_repairs import listed
from app.domain.reporting import Exchange, Part, Remark
from app.domain.seats import role_said
from app.engine.exporting import ANSWER_ALONE, CONTENTS, ExportRequest
from app.export.decisions import by_the_person
from app.export.names import Names
from app.export.pictures import pictures_of
from app.export.report_model import (
    Added,
    Block,
    Foreign,
    Item,
    Items,
    Prose,
    ReportDocument,
    Section,
    Table,
    report_of,
)
from app.export.rounds import ANSWER, Rounds
from app.export.wording import JUDGED, STATE, WITHOUT_ANSWERS, ended, price, rounds, tokens
from app.markup.escaping import inline
from app.markup.quoting import anchor
from app.projections.report import LOOKING_BACK, Cost, Report

ASKED = words("Questions to the person")
DECIDED = words("How it was decided")
SUMMARY, QUESTION = words("Summary"), words("The question")
_TOOK_PART = words("Who took part, and what it cost")
MOST, TOLD = 16, 10
"""Remarks of a part that the first page tells in full, and how many of a longer one."""
SHORT = 300
"""Characters of remarks behind the answer that share a line."""
_LONG_QUESTION = 1000
"""Characters up to which a question stands in the report in full."""
_ABSOLUTE = re.compile(r"[/~]|[A-Za-z]:[/\\]|\\\\")
_GOING_ON = frozenset({"running", "waiting", "paused", "interrupted"})
_COST_SETTINGS = frozenset({"cost_limit"})
"""Settings that tell of money."""
_FIXED = (SUMMARY, ANSWER, QUESTION, ASKED, DECIDED, _TOOK_PART)
"""Headings of the report that no text of a model may have."""


COLUMNS = {
    "seat": words("Seat"),
    "role": words("Role"),
    "model": words("Model"),
    "calls": words("Calls"),
    "tokens_in": words("Tokens in"),
    "tokens_cached": words("Of which cached"),
    "tokens_out": words("Tokens out"),
    "cost": words("Cost"),
}
USED = frozenset({"calls", "tokens_in", "tokens_cached", "tokens_out", "cost"})


def compose(request: ExportRequest, *, margin: bool = False) -> ReportDocument:
    """Return a session's report with what is asked for; a part of which there is nothing is left out.

    `margin`: the form has comments at their words, so that a text with some stands in it whole.
    Raises InputError where parts are asked for and none of them is there.
    """
    document = _Composer(request, report_of(request), margin=margin).document()
    if request.contents is not None and not document.sections:
        raise InputError(
            words("This session has no final answer yet.")
            if request.contents == ANSWER_ALONE
            else words("This session has nothing yet of what the export is to hold."),
            words("Export the whole report, or wait until the session is further on."),
        )
    return document


class _Composer:
    def __init__(self, request: ExportRequest, report: Report, *, margin: bool) -> None:
        self.request, self.report = request, report
        workflow_report = request.workflow_report
        self.names = Names.of(request, report)
        self.contents = frozenset(CONTENTS) if request.contents is None else request.contents
        self.rounds = Rounds(
            report,
            self.names,
            request,
            contents=self.contents,
            costs=not request.redact_costs,
            margin=margin,
        )
        self._long: list[Part] = []
        """Parts of which the first page tells the beginning."""
        self.before = translate("Before the first {noun}", noun=request.round_noun)
        titles = [*map(str, _FIXED), self.before, *self.rounds.titles(), *(d.title for d in report.documents)]
        titles.append(workflow_report.question_title)
        titles += [part.title for part in (*report.findings, *report.more)]
        self.taken = frozenset(anchor(title) for title in titles)

    def document(self) -> ReportDocument:
        """Return the report."""
        alone = self.contents == ANSWER_ALONE
        sections = (s for s in self._sections() if s.name in self.contents or s.name == "rounds")
        return ReportDocument(
            title=self.names.title(self.report) or translate("Session"),
            head="" if alone else self._head(),
            sections=tuple(sections),
            at=self.report.changed_at,
            taken=self.taken,
            pictures=pictures_of(self.request.records),
        )

    def _sections(self) -> Iterator[Section]:
        report = self.report
        steps = by_the_person(report, self.request.round_noun, self.request.workflow_report.verbs)
        decided = Part(name="by_the_person", title=translate("What the person did"), remarks=steps)
        # What the person made of it is looked for first, beside what the members came to.
        looked = tuple(part for part in report.more if part.name == LOOKING_BACK)
        findings = list(self._parts((*looked, *report.findings, decided), beginning=True))
        decision, written = self._decision(), self._written()
        told = [*decision, *written, *findings] if decision or findings else []
        yield from _section("summary", str(SUMMARY), told)
        alone = bool(told) or self.contents == ANSWER_ALONE
        yield from _section("answer", str(ANSWER), [*([] if alone else written), *self._answer()])
        # A note that quotes a short question is not the place where somebody looks for it.
        asked_so = f"\n{report.question.strip()}\n"
        repeated = any(asked_so in f"\n{d.markdown}\n" for d in report.documents)
        question = "" if repeated and "documents" in self.contents else report.question
        if question.strip() or report.material:
            title = self.request.workflow_report.question_title
            yield from _section("question", title, self._question(question))
        outside = self._outside()
        if report.clarifying_questions:
            asked = [self._exchange(one) for one in report.clarifying_questions]
            more = outside if "outcome" in self.contents else []
            yield from _section("question", str(ASKED), [Items((*asked, *more))])
            outside = [] if "question" in self.contents else outside
        for document in report.documents:
            body = self.names.text(document.markdown).strip("\n")
            title = self.names.text(" ".join(document.title.split()))
            yield from _section("documents", title, [Prose(body)] if body else [])
        yield from _section("outcome", self.before, [Items(tuple(outside))] if outside else [])
        yield from self.rounds.sections()
        behind = tuple(part for part in report.more if part.name != LOOKING_BACK)
        ending = [*self._ending(), *self._parts((*self._long, *behind), brief=True)]
        yield from _section("ending", str(DECIDED), ending)
        yield from _section("costs", str(_TOOK_PART), self._costs())

    def _outside(self) -> list[Item]:
        """Return what was decided and what went wrong outside the rounds."""
        decided = [d for d in self.report.decisions if not self._in_rounds(d.round, d.attempt)]
        amiss = [m for m in self.report.mishaps if not self._in_rounds(m.round, m.attempt)]
        return [*self.rounds.decisions(decided), *map(Item, self.rounds.mishaps(amiss))]

    def _in_rounds(self, number: int, attempt: int) -> bool:
        return any(
            row.number == number and any(a.number == attempt for a in row.attempts)
            for row in self.report.rounds
        )

    # --- the head -----------------------------------------------------------------------------

    def _head(self) -> str:
        report, costs, cost = self.report, self.report.costs, self.report.costs.total
        called = STATE if self.request.workflow_report.answers else {**STATE, **WITHOUT_ANSWERS}
        state = str(called.get(report.state, report.state))
        at = translate(" {when}", when=when(report.finished_at)) if report.finished_at is not None else ""
        accepted = sum(1 for row in report.rounds for a in row.attempts if a.accepted)
        rejected = sum(1 for row in report.rounds for a in row.attempts if a.accepted is False)
        done = rounds(accepted, self.request.round_noun)
        after = translate(" after {rounds}", rounds=done) if accepted else ""
        if rejected and accepted:
            after += ngettext(rejected, " and {n} rejected attempt", " and {n} rejected attempts")
        now = [(r.number, a.number) for r in report.rounds for a in r.attempts[-1:] if a.accepted is None]
        if report.state == "waiting" and now:
            at, after = translate(" in {where}", where=self.rounds.location(now[-1], (0, 0))), ""
        # Where nothing follows, what is set off by a comma on both sides has one alone.
        sentences = [f"{state if at or after else state.removesuffix(',')}{at}{after}."]
        own = self.request.workflow_report.posts
        members = [self.names.seat(m.seat) for m in report.team if not m.presides and m.seat not in own]
        if members:
            sentences.append(
                ngettext(len(members), "Member: {names}.", "Members: {names}.", names=listed(members))
            )
        if cost.calls and not self.request.redact_costs:
            known = translate("Cost: {cost}.", cost=price(cost))
            sentences.append(translate("Cost unknown.") if cost.price == UNKNOWN else known)
        kind = without_model(member.model for member in report.team)
        if kind is not None and (costs.offline or not cost.calls):
            sentences.append(str(kind.sentence))
        if report.begun_by:
            sentences.append(translate("Begun by the agent {agent}.", agent=self._line(report.begun_by)))
        if report.parent is not None:
            sentences.append(
                translate(
                    "Copied from session {session}, record {n}.",
                    session=inline(report.parent.session),
                    n=report.parent.seq,
                )
            )
        if report.tags:
            sentences.append(translate("Tags: {tags}.", tags=", ".join(map(self._line, report.tags))))
        return " ".join(sentences)

    def _decision(self) -> list[Block]:
        """Return what was decided."""
        decision = self.report.decision.strip()
        found: list[Block] = []
        decided = self.report.decided.strip()
        if decided:
            found.append(Prose(f"**{translate('Decided by the person.')}** {self._line(decided)}"))
        if decision:
            # What the members came to is no decision where a person took another one.
            lead = translate("Recommended by the members.") if decided else translate("Decision.")
            found.append(Prose(f"**{lead}** {self._line(decision)}"))
        return found

    def _written(self) -> list[Block]:
        """Return who wrote the answer, where nobody's was chosen."""
        final = self.report.final_answer
        if final is None or not final.seat or self.request.workflow_report.chosen is not None:
            return []
        return [Prose(f"*{translate('Written by: {who}', who=self.names.seat(final.seat))}*")]

    def _answer(self) -> list[Block]:
        final = self.report.final_answer
        if final is None or not final.text.strip():
            return []
        chosen = self.request.workflow_report.chosen
        added = tuple(
            Added(self.names.text(one.text), self.names.plain(one.seat))
            for one in (chosen.insertions if chosen is not None else ())
            if one.taken
        )
        found: list[Block] = [Foreign(self.names.text(final.text), quoted=False, added=added)]
        if final.judged and self.contents != ANSWER_ALONE:
            found.append(Prose(f"*{JUDGED.get(final.judged, final.judged)}*"))
        return found

    def _question(self, text: str) -> Iterator[Block]:
        """Yield the question; of a long one what it begins with, for its reader knows it or has it."""
        shown: list[Unit] = []
        pieces = units(text)
        for unit in pieces:
            if shown and unit.start + len(unit.text) > _LONG_QUESTION:
                break
            shown.append(unit)
        cut = len(shown) < len(pieces)
        while cut and len(shown) > 1 and shown[-1].text.lstrip().startswith("#"):
            shown.pop()  # a heading that nothing follows any more
        if shown:
            yield Foreign(self.names.text("".join(unit.text + unit.gap for unit in shown)))
        names = list(self._given())
        given = translate("Given with it: {names}.", names=", ".join(names)) if names else ""
        more = translate(
            "This is its beginning; all its {n} words stand in the JSON export.", n=f"{len(text.split()):,}"
        )
        more = f"*{more}*"
        if cut or given:
            yield Prose(" ".join(filter(None, (more if cut else "", given))))

    def _given(self) -> Iterator[str]:
        """Yield what was given with the question, and for whom, where it was not for all."""
        shared = list(self.report.material)
        for one in self.report.given_alone:
            for _ in one.seats:
                shared.remove(one.name)
        yield from (self._line(_last(name)) for name in shared)
        # Whoever chose for whom a file is would know a hidden member by it, whatever it is called here.
        hidden = self.request.workflow_report.hide_names and self.report.state != "finished"
        for one in self.report.given_alone:
            who = listed([self.names.seat(seat) for seat in one.seats])
            name = self._line(_last(one.name))
            if hidden:
                yield translate("{file} (not for all)", file=name)
            else:
                yield translate("{file} (for {who} alone)", file=name, who=who)

    # --- parts --------------------------------------------------------------------------------

    def _parts(
        self, parts: tuple[Part, ...], *, brief: bool = False, beginning: bool = False
    ) -> Iterator[Block]:
        """Yield parts as one list: each a line, or a title with its remarks under it.

        `beginning`: of a long one the first remarks alone, and where all of them stand.
        """
        entries = []
        for part in parts:
            title = f"- **{self._line(part.title)}**"
            colon = "" if part.title.endswith("?") else ":"
            remarks = _together(part.remarks)
            cut = beginning and len(remarks) > MOST and {"summary", "ending"} <= self.contents
            lines = [line for remark in remarks[: TOLD if cut else None] for line in self._remark(remark)]
            if cut:
                self._long.append(part)
                more = translate("and {n} more", n=f"{len(remarks) - TOLD:,}")
                lines.append(f"- [{more}](#{anchor(str(DECIDED))})")
            plain = not any(r.who or r.place or r.sides for r in part.remarks)
            if lines and plain and brief and sum(map(len, lines)) < SHORT:
                lines = [" ".join(ended(line.removeprefix("- ")) for line in lines)]
            if len(lines) == 1:
                entries.append(f"{title}{colon} {lines[0].removeprefix('- ')}")
            elif lines:
                entries += [title, *(f"  {line}" for line in lines)]
            elif part.none:
                entries.append(f"{title}{colon} {part.none}")
        if entries:
            yield Prose("\n".join(entries))

    def _remark(self, remark: Remark, depth: int = 0) -> Iterator[str]:
        sentence = self.names.said_by_letter(remark.text, remark.place.round if remark.place else 0)
        if remark.who:
            who = listed([self.names.seat(name) for name in remark.who])
            sentence = f"**{who}**: {sentence}" if sentence else f"**{who}**"
        if remark.assumes.strip():
            sentence = f"{ended(sentence)} *{translate('Assumes:')}* {self._line(remark.assumes)}"
        link = self.rounds.link((remark.place.round, remark.place.attempt)) if remark.place else ""
        yield f"{'  ' * depth}- {sentence}{f' ({link})' if link else ''}"
        for side in remark.sides:
            yield from self._remark(side, depth + 1)

    def _exchange(self, asked: Exchange) -> Item:
        who = listed([self.names.seat(name) for name in asked.asked_by])
        by = translate(" – asked by {names}", names=who) if who else translate(" – settled beforehand")
        why = translate("Why it was asked: {why}", why=self._line(asked.why)) if asked.why.strip() else ""
        options = " / ".join(map(self._line, asked.options))
        offered = translate("Offered: {options}", options=options) if options else ""
        lines = [" ".join(ended(part) for part in (why, offered) if part)] if why or offered else []
        reply = self._line(asked.answer) or translate("nothing yet")
        answer = reply if asked.status == "not_answered" else translate("Answer: {text}", text=reply)
        if asked.status == "not_answered" and lines:
            lines[-1] += f" {answer}"
        else:
            lines.append(answer)
        return Item(f"{self._line(asked.question)}{by}.", (Items(tuple(map(Item, lines))),))

    # --- the end ------------------------------------------------------------------------------

    def _ending(self) -> Iterator[Block]:
        ending = self.report.ending
        told = [s for s in ending.settings if not (self.request.redact_costs and s.name in _COST_SETTINGS)]
        settings = [f"- {self._line(s.title)}: {self._line(s.said)}" for s in told]
        reason = "" if self.report.state in _GOING_ON else ending.reason
        sentences = [reason, translate("How it was set up:") if settings else ""]
        if any(sentences):
            yield Prose("\n".join([" ".join(filter(None, sentences)), *settings]))
        if ending.rules:
            at = ending.checked_at
            link = self.rounds.link((at.round, at.attempt)) if at else ""
            held = [rule.number for rule in ending.rules if rule.holds and rule.in_force]
            ended_it = held and self.report.reason is not None and not ending.together
            decided = held[0] if ended_it else 0
            stood = translate(", as they stood after {round}", round=link) if link else ""
            bold = translate(" (in bold: what ended it)") if decided else ""
            lead = (
                translate("The criteria, all of which must hold")
                if ending.together
                else translate("The rules of the end, in their order")
            )
            yield Prose(f"{lead}{stood}{bold}:")
            yes, no = translate("yes"), translate("no")
            rows = [
                (
                    str(rule.number),
                    _cell(rule.title),
                    _cell(rule.said),
                    f"**{yes}**" if rule.number == decided else yes if rule.holds else no,
                    yes if rule.in_force else no,
                )
                for rule in ending.rules
            ]
            kind = translate("Criterion") if ending.together else translate("Rule")
            yield Table(
                (translate("No."), kind, translate("Figure"), translate("Held"), translate("In force")),
                tuple(rows),
                frozenset({0}),
            )

    def _costs(self) -> Iterator[Block]:
        """Yield who took part, with what each used."""
        report, costs = self.report, self.report.costs
        models = {member.seat: member for member in report.team}
        rows = [(self.names.seat(seat), seat, costs.by_seat.get(seat)) for seat in models]
        rows += [(self.names.seat(s), s, cost) for s, cost in costs.by_seat.items() if s not in models]
        rows.append((translate("In all"), "", costs.total))
        if costs.inherited is not None:
            label = translate("Of the session it was copied from, not charged again")
            rows.append((label, "", costs.inherited))
        uncached = not any(cost.tokens_cached for _name, _seat, cost in rows if cost is not None)
        left_out = {
            name
            for name, no in (
                ("model", self.names.redact),
                ("cost", self.request.redact_costs),
                ("tokens_cached", uncached),
            )
            if no
        }
        kept = [name for name in COLUMNS if name not in left_out]
        lines = []
        for name, seat, cost in rows:
            member = models.get(seat)
            told = member is not None and not member.presides and member.role.casefold() != seat.casefold()
            role = _cell(str(role_said(member.role))) if member is not None and told else ""
            labels = [one for one in (member.letter, *member.later_letters) if one] if member else []
            label = ", ".join(labels)
            # Critics and judge know an answer by its letter alone, and speak of it so.
            several = sum(1 for m in report.team if not m.presides) > 1
            role += (
                translate(", shown to the others as “{label}”", label=_cell(label))
                if labels and label != name and role and several
                else ""
            )
            cells = [name, role, _model(member.model) if member else "", *self._cost(cost)]
            lines.append(tuple(text for name, text in zip(COLUMNS, cells, strict=True) if name in kept))
        if report.team or costs.total.calls:
            figures = frozenset(at for at, name in enumerate(kept) if name in USED)
            yield Table(tuple(str(COLUMNS[name]) for name in kept), tuple(lines), figures)

    def _cost(self, cost: Cost | None) -> list[str]:
        if cost is None:
            return ["0", "0", "0", "0", "–"]
        return [
            format_number(f"{cost.calls:,}"),
            tokens(cost.tokens_in, cost),
            tokens(cost.tokens_cached, cost),
            tokens(cost.tokens_out, cost),
            price(cost),
        ]

    def _line(self, text: str) -> str:
        return self.names.line(text)


def _cell(text: str) -> str:
    return inline(text) or "–"


def _model(name: str) -> str:
    kind = no_model(name)
    return _cell(name) if kind is None else str(kind.short)


def _last(name: str) -> str:
    """Return a path's last part: where a folder lies on somebody's disk is no part of a report."""
    return re.split(r"[/\\]", name.rstrip("/\\"))[-1] if _ABSOLUTE.match(name) else name


def _section(name: str, title: str, blocks: Iterable[Block]) -> Iterator[Section]:
    """Yield a section of the first level, nothing where nothing stands in it."""
    found = tuple(blocks)
    if found:
        yield Section(name, 2, title, found)


def _together(remarks: tuple[Remark, ...]) -> list[Remark]:
    """Return remarks with those in one that say the same of several, at the same place."""
    found: dict[Remark, list[str]] = {}
    for remark in remarks:
        found.setdefault(remark.model_copy(update={"who": (), "texts": ()}), []).extend(remark.who)
    return [same.model_copy(update={"who": tuple(dict.fromkeys(who))}) for same, who in found.items()]
