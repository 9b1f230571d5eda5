"""Writing sessions to files, and taking exported ones back in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from app.domain.canonical import JsonValue, dumps
from app.domain.command_facts import AgentPermissionChanged
from app.domain.errors import (
    ImportDiffers,
    ImportRefused,
    InputError,
    NotFound,
    StorageError,
    one_of,
)
from app.domain.fact_base import ENVELOPE, Fact, FactCatalogue, PlainBodies, Record, UnknownFact
from app.domain.facts import (
    CallAsked,
    CallCancelled,
    CallCompleted,
    CallFailed,
    CallInterrupted,
    SeatAdded,
    SessionCopied,
    SessionCreated,
    SessionForked,
)
from app.domain.held_folder import HeldFolder
from app.domain.i18n import ENGLISH, Message, format_number, language_in_use, use_language, when, words
from app.domain.ids import SessionId
from app.domain.reporting import WorkflowReport
from app.domain.untrusted_files import read_untrusted
from app.engine.exporting import (
    COMPLETE,
    CONTENTS,
    FIGURES,
    WHOLE,
    ExportChoice,
    Exporter,
    ExportRequest,
    ExportText,
    LeftOut,
    ReportPreview,
    WorkflowExport,
)
from app.engine.fold import SessionFold
from app.engine.known import unknown_gate, unknown_step
from app.engine.plugin import WorkflowPlugin, report_of
from app.projections.folding import fold_session
from app.projections.report import Report
from app.projections.reporting import build_report
from app.services.live import fold_of, following
from app.services.parts import Parts
from app.services.review_texts import texts_under_review
from app.services.writing import file_stem, free_path, make_folder, write_folder, write_whole

_JsonLine = Mapping[str, JsonValue]
_SOUND = words("Export the session again with Roundtable and import that file.")
_OTHER_VERSION = words(
    "Import it with the version of Roundtable that wrote it, or export it there again and import that file."
)
LARGEST_IMPORT = 300 * 2**20
"""Bytes of a file that is imported at all."""
Content = bytes | Mapping[str, bytes]
"""Of a file, or of the files of a folder by their paths in it."""
_ReadExport = Callable[[bytes], tuple[SessionId, Sequence[Mapping[str, JsonValue]]]]


def _check_calls(facts: Iterable[tuple[int, Fact | UnknownFact]]) -> None:
    """Raise ImportRefused where a call ends that was not asked, or ends twice: logs and costs ask for it.

    Likewise where somebody is asked who has no place: who goes on would ask there again.
    """
    open_calls, table = set[int](), set[str]()
    for seq, fact in facts:
        if isinstance(fact, SessionCreated):
            table.update(fact.seats)
        elif isinstance(fact, SeatAdded):
            table.add(fact.seat.name)
        elif isinstance(fact, CallAsked):
            if fact.seat not in table:
                raise ImportRefused(
                    words("Record {place} asks “{seat}”, who has no place there.", place=seq, seat=fact.seat),
                    _SOUND,
                )
            open_calls.add(seq)
        elif isinstance(fact, CallCompleted | CallFailed | CallCancelled | CallInterrupted):
            if fact.asked not in open_calls:
                raise ImportRefused(words("Record {place} ends a call that was not open.", place=seq), _SOUND)
            open_calls.remove(fact.asked)


def _with(request: ExportRequest, choice: ExportChoice) -> ExportRequest:
    unknown = (choice.contents or frozenset()) - frozenset(CONTENTS)
    if unknown:
        raise InputError(
            words("A report has no part “{name}”.", name=min(unknown)),
            words("Use some of: {names}.", names=", ".join(CONTENTS)),
        )
    return replace(
        request,
        redact_names=choice.redact_names,
        redact_costs=choice.redact_costs,
        contents=choice.contents,
    )


def _chosen(request: ExportRequest, exporter: Exporter, choice: ExportChoice) -> ExportRequest:
    """Return a request with what is chosen; InputError where the format has no parts to choose."""
    if choice.contents is not None and exporter.leaves_out == FIGURES:
        raise InputError(
            words("A CSV export holds figures alone; there are no parts to choose."),
            words("Export as Markdown, HTML, PDF or Word to choose the parts of a report."),
        )
    return _with(request, choice)


def _check_left_out(form: WorkflowExport, choice: ExportChoice) -> None:
    """Raise InputError where something would be left out of a workflow's form that must be complete."""
    if choice != WHOLE and not (form.hides_names and choice == ExportChoice(redact_names=True)):
        raise InputError(
            words("The form “{name}” is complete; nothing of it can be left out.", name=form.name),
            words("Export as Markdown to leave names, costs or parts out."),
        )


def _texts_of(
    catalogue: FactCatalogue, plugin: WorkflowPlugin, state: object, records: Sequence[Record]
) -> Sequence[ExportText]:
    return texts_under_review(plugin, state, fold_session(catalogue, records))


@dataclass(frozen=True, slots=True)
class ImportFound:
    """What an exported file holds, before anything of it is taken in."""

    name: str
    """Of the file."""
    session: SessionId
    report: Report
    workflow: Message
    """What its workflow is called."""
    round_noun: Message
    known: Literal["new", "same", "differs"]
    """Whether the session is here already, and whether that one is the very same."""
    records: int
    content: bytes
    names_hidden: bool = False
    """Whether its person judges without knowing who wrote what: its models are not told then."""

    def reading(self) -> Iterator[tuple[Message, tuple[str, ...]]]:
        """Yield what there is to know before it is taken in: a label, and a line or several."""
        report = self.report
        accepted = sum(1 for row in report.rounds if any(a.accepted for a in row.attempts))
        models = sorted({member.model for member in report.team})
        yield words("Workflow"), (str(self.workflow),)
        yield words("Begun"), (when(report.created_at),)
        yield words("Last change"), (when(report.changed_at),)
        yield words("Rounds accepted"), (f"{accepted:,}",)
        yield words("Critiques"), (f"{len(report.critiques):,}",)
        # Beside a window that hides them this would tell who sits there, as a list of sessions would.
        hidden = (str(words("Hidden until the session is finished")),)
        yield words("Models"), hidden if self.names_hidden else tuple(models) or ("–",)
        yield words("Calls"), (format_number(f"{report.costs.total.calls:,}"),)
        yield words("Cost"), (str(report.costs.total.price),)
        yield words("Records"), (format_number(f"{self.records:,}"),)


class Exporting:
    """Exports by format name, and imports."""

    def __init__(self, parts: Parts, exporters: Mapping[str, Exporter], read_export: _ReadExport) -> None:
        self._parts = parts
        self._exporters = exporters
        self._read_export = read_export

    def formats(self) -> list[str]:
        """List the formats by name."""
        return list(self._exporters)

    def suffix(self, format: str) -> str:
        """Return how a file of a format of every session ends, with the dot; InputError for another."""
        return self._exporter(format).suffix

    def leaves_out(self, format: str) -> frozenset[LeftOut]:
        """Return what can be left out of a format of every session; of a workflow's own, nothing."""
        exporter = self._exporters.get(format)
        return exporter.leaves_out if exporter is not None else COMPLETE

    async def content(self, session: SessionId, format: str, choice: ExportChoice = WHOLE) -> bytes:
        """Return a session in a format of one file; InputError for another, or what must be complete."""
        made = await self._made(session, format, choice)
        if not isinstance(made, bytes):
            raise InputError(
                words("The form “{name}” is a folder of files.", name=format),
                words("Write it to a folder."),
            )
        return made

    async def files(
        self, session: SessionId, format: str, choice: ExportChoice = WHOLE
    ) -> Mapping[str, bytes]:
        """Return the files of a form that is a folder, by their paths in it; InputError for another."""
        made = await self._made(session, format, choice)
        if isinstance(made, bytes):
            raise InputError(
                words("The form “{name}” is one file.", name=format), words("Write it to a file.")
            )
        return made

    async def _made(self, session: SessionId, format: str, choice: ExportChoice) -> Content:
        """Return a session in a format; raises InputError where there is none of that name."""
        exporter = self._exporters.get(format)
        if exporter is not None:
            with use_language(ENGLISH if exporter.leaves_out == COMPLETE else language_in_use()):
                # What is read by programs is the same wherever it was written.
                request = _chosen(await self._request(session), exporter, choice)
                return await asyncio.to_thread(exporter.write, request)
        form, files, request = await self._own(session, format, choice)
        if form.typeset_as:
            typeset = self._typesetter(form.typeset_as)
            files = {
                name: await asyncio.to_thread(typeset, request, text.decode()) for name, text in files.items()
            }
        return next(iter(files.values()), b"") if form.suffix else files

    async def page(self, session: SessionId, format: str, markdown: str) -> bytes:
        """Return one text of a session as a file, with nothing of a report around it."""
        return await asyncio.to_thread(self._typesetter(format), await self._request(session), markdown)

    def _typesetter(self, format: str) -> Callable[[ExportRequest, str], bytes]:
        typeset = self._exporter(format).typeset
        assert typeset is not None
        return typeset

    async def preview(self, session: SessionId, choice: ExportChoice = WHOLE) -> ReportPreview:
        """Return a report as it will read; InputError where nothing of what is wanted is there."""
        request = _with(await self._request(session), choice)
        preview = next(one.preview for one in self._exporters.values() if one.preview is not None)
        return await asyncio.to_thread(preview, request)

    async def glance(self, session: SessionId, format: str) -> str | None:
        """Return what stands in a file that is not text, in plain text; None: it is text, or cannot say."""
        if format not in self._exporters:
            own, files, _ = await self._own(session, format, WHOLE)
            return next(iter(files.values()), b"").decode() if own.typeset_as else None
        glance = self._exporters[format].glance
        return await asyncio.to_thread(glance, await self._request(session)) if glance is not None else None

    async def report(self, session: SessionId) -> Report:
        """Return what a report of a session says, whatever form it is written in."""
        request = await self._request(session)
        return await asyncio.to_thread(
            build_report, self._parts.catalogue, request.records, request.workflow_report
        )

    def schema(self, format: str = "json") -> bytes:
        """Return the JSON Schema of a format; InputError where it has none."""
        schema = self._exporter(format).schema
        if schema is None:
            raise InputError(
                words("The format “{name}” has no schema.", name=format),
                words("Leave --format out: the schema is that of the JSON export."),
            )
        return schema()

    def _exporter(self, format: str) -> Exporter:
        exporter = self._exporters.get(format)
        if exporter is None:
            raise InputError(
                words("There is no export format “{name}”.", name=format), one_of(self._exporters)
            )
        return exporter

    async def _own(
        self, session: SessionId, format: str, choice: ExportChoice
    ) -> tuple[WorkflowExport, Mapping[str, bytes], ExportRequest]:
        """Return a form of a session's workflow, what it holds before it is typeset, and what that is of.

        Raises InputError where the workflow has no such form.
        """
        with use_language(ENGLISH):
            request, fold = await self._folded(session)
            forms = fold.plugin.exports if fold is not None else ()
            for form in forms:
                if form.name == format and fold is not None:
                    _check_left_out(form, choice)
                    request = _with(request, choice)
                    return form, await asyncio.to_thread(form.files, fold.state, request), request
            names = [*self._exporters, *(form.name for form in forms)]
            raise InputError(
                words("There is no export format “{name}” for this session.", name=format), one_of(names)
            )

    async def _request(self, session: SessionId) -> ExportRequest:
        return (await self._folded(session))[0]

    async def _folded(self, session: SessionId) -> tuple[ExportRequest, SessionFold | None]:
        """Return a session's records with what its workflow tells of it, and the fold where it is known."""
        async with following(self._parts, session) as reader:
            records = await reader.read()
            workflow = str(records[0].body().get("workflow", "")) if records else ""
            plugin = self._parts.plugins.get(workflow)
            request = ExportRequest(session, records, catalogue=self._parts.catalogue)
            if plugin is None:
                return request, None
            fold = await asyncio.to_thread(fold_of, plugin, self._parts.catalogue, records, session)
            full_request = replace(
                request,
                workflow_report=report_of(plugin, fold.state),
                summary=plugin.summary(fold.state),
                details=plugin.details(fold.state),
                round_word=plugin.vocabulary.round,
                round_noun=plugin.vocabulary.noun,
                texts=partial(_texts_of, self._parts.catalogue, plugin, fold.state, records),
            )
            return full_request, fold

    async def export(self, session: SessionId, format: str, path: Path, choice: ExportChoice = WHOLE) -> Path:
        """Write a session to `path`, whole or not at all. Raises InputError or StorageError.

        A form that is a folder is written to a new one: what is there is never replaced. Raises InputError,
        too, where another folder than at the beginning lies where it is to be in the end.
        """
        folder = HeldFolder(path.parent)
        folder.check()
        await self.write(await self._made(session, format, choice), path, folder)
        return path

    async def export_into(
        self, session: SessionId, format: str, folder: Path, choice: ExportChoice = WHOLE
    ) -> Path:
        """Write a session to a folder under its title, beside what is there; return the path.

        The folder is made where it is missing. Raises as `export` does.
        """
        request, fold = await self._folded(session)
        title = fold.session.title if fold is not None else request.session
        own = {form.name: form for form in fold.plugin.exports} if fold is not None else {}
        suffix = own[format].suffix if format in own else self.suffix(format)
        await asyncio.to_thread(make_folder, folder)
        stem = file_stem(title) if suffix else f"{file_stem(title)} {format}"
        path = free_path(folder, stem, suffix.removeprefix("."))
        return await self.export(session, format, path, choice)

    async def write(self, content: Content, path: Path, folder: HeldFolder | None = None) -> None:
        """Write what `content` or `files` returned, whole or not at all. Raises as `export` does.

        `folder`: the one it is to lie in, where that was opened before.
        """
        if isinstance(content, bytes):
            await asyncio.to_thread(write_whole, path, content, folder)
        else:
            await asyncio.to_thread(write_folder, path, content, folder)

    async def look_into(self, path: Path) -> ImportFound:
        """Return what a JSON export holds; nothing is taken in. Raises as `import_file` does."""
        content = await asyncio.to_thread(read_untrusted, path, LARGEST_IMPORT)
        session, lines, (report, names_hidden) = await self._read(content, path.name)
        known: Literal["new", "same", "differs"] = "new"
        if session in await self._parts.store.ids():
            known = "same" if await self._here(session, lines) else "differs"
        plugin = self._parts.plugin(report.workflow)
        return ImportFound(
            name=path.name,
            session=session,
            report=report,
            workflow=plugin.title,
            round_noun=plugin.vocabulary.noun,
            known=known,
            records=len(lines),
            content=content,
            names_hidden=names_hidden,
        )

    async def import_file(self, path: Path, *, as_copy: bool = False) -> SessionId:
        """Take in a JSON export, keeping its id; return the session's id.

        The same session again is nothing to do; another one of the same id is refused unless `as_copy`.
        """
        content = await asyncio.to_thread(read_untrusted, path, LARGEST_IMPORT)
        return await self.import_content(content, path.name, as_copy=as_copy)

    async def _read(
        self, content: bytes, name: str
    ) -> tuple[SessionId, Sequence[_JsonLine], tuple[Report, bool]]:
        """Return what an export called `name` holds, as `_check` tells it.

        Raises ImportRefused where it cannot be taken in.
        """
        try:
            session, lines = await asyncio.to_thread(self._read_export, content)
            return session, lines, await asyncio.to_thread(self._check, lines)
        except ImportRefused as error:
            raise ImportRefused(words("{file}: {why}", file=name, why=error.message), error.next) from error

    async def import_content(self, content: bytes, name: str, *, as_copy: bool = False) -> SessionId:
        """Take in what a JSON export called `name` holds, as `import_file` does; raises ImportRefused."""
        session, lines, _ = await self._read(content, name)
        store = self._parts.store
        if as_copy:
            source, session = session, self._parts.ids.session_id()
            lines = [*lines, self._copied(lines[-1], session, source)]
        elif session in await store.ids():
            if await self._here(session, lines):
                return session
            raise ImportDiffers(
                words("A session {session} is here already and differs.", session=session),
                words("Import it as a copy (--as-copy) to keep both."),
            )
        else:
            lines = _taken_in(lines)
        await store.import_records(session, lines)
        return session

    def _copied(self, last: Mapping[str, JsonValue], session: SessionId, source: SessionId) -> _JsonLine:
        """Return the record that names a copy, to stand behind its last one."""
        fact = SessionCopied(session=session, source=source)
        return _behind(last, fact, self._parts.clock.now())

    def _check(self, lines: Sequence[_JsonLine]) -> tuple[Report, bool]:
        """Return what the records tell, and whether names are hidden.

        ImportRefused where one does not fit: it would be unreadable.
        """
        bodies = _LineBodies(lines)
        records = [bodies.record(place) for place in range(len(lines))]
        try:
            plugin = self._parts.plugin(str(records[0].body().get("workflow", "")))
            # Each record, and not only those that the fold decodes by itself: lists and searches read others.
            _check_calls((record.seq, self._parts.catalogue.decode(record)) for record in records)
            # The fold is let go before the report is built: each holds the session's texts.
            workflow_report = self._told(plugin, records, bodies.origin)
            report = build_report(self._parts.catalogue, records, workflow_report)
            return report, workflow_report.hide_names and report.state != "finished"
        except ImportRefused:
            raise
        except (InputError, StorageError) as error:
            next = _SOUND if isinstance(error, StorageError) else error.next
            raise ImportRefused(error.message, next) from error
        except Exception as error:
            raise ImportRefused(words("The records do not fit together."), _SOUND) from error

    def _told(self, plugin: WorkflowPlugin, records: Sequence[Record], origin: str) -> WorkflowReport:
        fold = fold_of(plugin, self._parts.catalogue, records, origin)
        wrong = unknown_step(fold) or unknown_gate(fold)
        if wrong is not None:
            raise ImportRefused(wrong, _OTHER_VERSION)
        # Whoever shows the session asks for these as well.
        plugin.summary(fold.state)
        return report_of(plugin, fold.state)

    async def _here(self, session: SessionId, lines: Sequence[_JsonLine]) -> bool:
        """Tell whether a session is here as it was written, or as such a file was taken in."""
        taken = _taken_in(lines)
        return await self._same(session, lines) or (
            len(taken) > len(lines) and await self._same(session, taken)
        )

    async def _same(self, session: SessionId, lines: Sequence[_JsonLine]) -> bool:
        try:
            async with following(self._parts, session) as reader:
                return await asyncio.to_thread(_alike, await reader.read(), lines)
        except (NotFound, StorageError):
            return False


def _behind(last: _JsonLine, fact: Fact, now: int = 0) -> _JsonLine:
    """Return the record of a fact that stands behind a last one."""
    seq, at = last["seq"], last["at"]
    assert isinstance(seq, int)
    assert isinstance(at, int)
    kept = {name: last[name] for name in ("entry", "round", "attempt")}
    envelope = {"seq": seq + 1, "at": max(now, at), **kept}
    return {**envelope, "type": fact.tag(), "schema": fact.schema_version, "body": fact.body()}


def _taken_in(lines: Sequence[_JsonLine]) -> Sequence[_JsonLine]:
    """Return records as they are taken in: an agent that was let in elsewhere is not let in here.

    What is added depends on the records alone, so that the same file is known when it comes again.
    """
    agents = dict[str, bool]()
    for line in lines:
        if line["type"] in (SessionForked.tag(), SessionCopied.tag()):
            agents.clear()
        elif line["type"] == AgentPermissionChanged.tag():
            # Read as the fold reads it: whoever forged the file may have written a 1 for true.
            fact = AgentPermissionChanged.model_validate(line["body"])
            agents[fact.agent] = fact.allowed
    taken = [*lines]
    for agent in sorted(agent for agent, allowed in agents.items() if allowed):
        taken.append(_behind(taken[-1], AgentPermissionChanged(agent=agent, allowed=False)))
    return taken


class _LineBodies:
    """Bodies of records that stand in a file, each read from it when it is asked for."""

    origin = PlainBodies.origin

    def __init__(self, lines: Sequence[_JsonLine]) -> None:
        self._lines = lines

    def record(self, place: int) -> Record:
        """Return a record; what is packed of it is its place in the file."""
        line = self._lines[place]
        values: dict[str, Any] = {name: line[name] for name in ENVELOPE}
        return Record(**values, packed=str(place), bodies=self)

    def load(self, packed: str, without: str = "") -> dict[str, JsonValue]:
        """Return the body of the record at a place."""
        body = self._lines[int(packed)]["body"]
        assert isinstance(body, dict)
        return {**body, without: []} if without in body else body


def _alike(records: Sequence[Record], lines: Sequence[_JsonLine]) -> bool:
    """Tell whether a session that is here has the very records of a file."""
    return len(records) == len(lines) and all(
        all(getattr(record, name) == line[name] for name in ENVELOPE)
        and dumps(record.body()) == dumps(line["body"])
        for record, line in zip(records, lines, strict=True)
    )
