"""Answers the open gate with what the person decided: one answer per gate, nothing typed lost."""

# Late imports on purpose: dialogs are imported when first opened, for the start of the window.

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.domain.command_facts import AgentPermissionChanged
from app.domain.errors import GateError
from app.domain.facts import AutoApproveChanged, CritiqueDecided, DecisionWithdrawn, TextDecided
from app.domain.gate_choices import Choice, choice_of, choices
from app.domain.interruption_gates import ASK_AGAIN, UNCERTAIN
from app.ui.gates import undoable_send
from app.ui.gates.base import FormRequest
from app.ui.gates.opening import FormOpener, PageContext
from app.ui.gates.undoable_send import UndoableSend
from app.ui.kit.texts import single_line, tr
from app.ui.view.reading import read_view
from app.ui.view.status_bars import cut_off

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.fact_base import Fact
    from app.domain.facts import MarkKind, Verdict
    from app.domain.gates import Verb
    from app.domain.ids import SessionId
    from app.engine.session_rows import SessionRow
    from app.engine.tabs import Act
    from app.projections.gate_inbox import Gate
    from app.services.change_review import Decision
    from app.services.core import Core
    from app.ui.gates.base import DecisionDialog
    from app.ui.gates.choices import ChoicesDialog, MergeDialog, Texts
    from app.ui.kit.tasks import Tasks
    from app.ui.panels.changes import ChangesPanel
    from app.ui.view.draft_store import Draft, DraftStore
    from app.ui.view.session_view import SessionView


class Decider(FormOpener):
    """The person's side of the session in sight."""

    said = Signal(str)
    """What answers a line that was typed."""
    command_wanted = Signal(str, object)
    """Ask for a command by its name, with its data: the gate stays open."""
    folder_wanted = Signal(str)
    """Go to the session of another folder, as it was typed."""
    overtaken = Signal(str)
    """A question was answered elsewhere while a dialog asked it; the bar is about the next thing already."""
    busy = Signal(bool)
    fork_wanted = Signal(int, str)
    """Go on in a copy from this record, with words as its guidance."""
    question_wanted = Signal()
    """Ask another question in a new session."""
    each_wanted = False
    """The person who resumes a session wants to decide on each call that was cut off."""
    _resumed: tuple[str, int] = ("", 0)
    """A session that was resumed, and its newest record then: what was cut off of it is asked again."""
    _sending: frozenset[tuple[str, str]] = frozenset()
    """(session, gate) of each answer that is on its way."""

    def __init__(
        self, owner: QWidget, bench: PageContext, core: Core, draft_store: DraftStore, tasks: Tasks
    ) -> None:
        super().__init__(owner, bench, core, draft_store, tasks)
        self.held = UndoableSend(self)
        """The answer that can still be taken back."""

    # --- answering ----------------------------------------------------------------------------

    def _offered(self) -> tuple[Gate, tuple[Choice, ...]] | None:
        """Return the open gate with what can be chosen there, None while nothing can or a form is open."""
        view = self._bench.view
        gate = view.gate() if view else None
        if view is None or gate is None or self._open is not None:
            return None
        return gate, choices(view.kind(gate.fact.kind), view.payload(gate), gate.fact.verbs)

    def do(self, does: str) -> None:
        """Answer the open gate with a choice of the bar, asking for its data first where it needs some."""
        offered = self._offered()
        choice = choice_of(offered[1], does) if offered is not None else None
        if choice is not None:
            self.give(choice)

    def give(self, choice: Choice) -> None:
        offered = self._offered()
        if offered is None:
            return
        gate = offered[0]
        if choice.asked == "at once":
            data, view = choice.data, self._bench.view
            if choice.verb.asked == "in the bar" and view is not None:
                # What stands in the bar goes along with whichever way of it is taken.
                data = {**self._draft_store.draft.data_for(choice.verb, view.texts_by_rules()), **data}
            self._answer(gate, choice.verb, data)
        elif choice.asked == "in the bar":
            self._answer_in_bar(gate, choice.verb)
        else:
            self._ask_for(gate, choice)

    def _answer_in_bar(self, gate: Gate, verb: Verb) -> None:
        """Answer with the line of the bar; where whole lines are typed, by what the line means."""
        view = self._bench.view
        reads = view.kind(gate.fact.kind).reads if view is not None else None
        data = self._draft_store.draft.data_for(verb, view.texts_by_rules() if view is not None else {})
        if view is None or reads is None:
            self._answer(gate, verb, data)
            return
        typed = reads(gate.fact.payload, str(data.get(verb.line, "")))
        if typed is None:
            return
        if typed.asks:
            # What it may cost is told first: no button said it.
            self._draft_store.type(guidance="")
            self.command_wanted.emit(typed.asks, dict(typed.data))
            return
        if typed.opens or not typed.verb:
            self._draft_store.type(guidance="")
            self.said.emit("\n".join(tr(sentence) for sentence in typed.said))
            if typed.opens:
                self.folder_wanted.emit(typed.opens)
            return
        meant = view.kind(gate.fact.kind).verb(typed.verb)
        if meant.name not in gate.fact.verbs:
            self.failed.emit(tr("That cannot be done now."))
            return
        if meant.name != verb.name:
            # A command is done with once it is understood; feedback is kept until it is sent.
            self._draft_store.type(guidance="")
        self._answer(gate, meant, typed.data)

    def act(self, act: Act) -> None:
        """Answer the open gate about one row of a list, asking why first where the act wants that."""
        view = self._bench.view
        gate = view.gate() if view is not None else None
        if view is None or gate is None or act.verb not in gate.fact.verbs:
            self.failed.emit(tr("That cannot be done now."))
            return
        verb, explained = view.kind(gate.fact.kind).verb(act.verb), act.explained
        if act.form:
            if self._open is None:
                self._ask_for(gate, Choice(verb.name, verb, act.title, "in a form", begins=act.data))
            return
        if explained is None:
            self._answer(gate, verb, act.data, partial(self._note_act, act))
            return
        if self._open is not None:
            return
        from app.ui.gates.forms import ReasonDialog

        dialog = ReasonDialog(self._owner, tr(act.title).rstrip("…"), self._draft_store, act.key)
        dialog.decided.connect(
            lambda data: self._answer(
                gate, verb, explained(str(data["reason"])), partial(self._note_act, act)
            )
        )
        self._show(dialog, gate.id)

    def _note_act(self, act: Act) -> None:
        """Let what was decided of a row be undone, at whichever gate of its kind is open then."""
        back = act.back
        if back is not None:
            words = tr("“{verb}”", verb=tr(act.title).rstrip("…"))
            undone = replace(act, data=back, explained=None, back=None)
            self._draft_store.keep_step(act.verb, words, partial(self.act, undone))

    def ask_again(self, seat: str) -> None:
        """Ask for feedback that is for one member alone, which then refines once more."""
        offered = self._offered()
        forms = offered[1] if offered is not None else ()
        choice = next((choice for choice in forms if choice.verb.form == "feedback"), None)
        if offered is not None and choice is not None:
            self._draft_store.type(seats=(seat,))
            self._ask_for(offered[0], choice)

    def _ask_for(self, gate: Gate, choice: Choice) -> None:
        view = self._bench.view
        if view is not None:
            self._ask(gate, FormRequest(view, gate.fact, choice, self._draft_store, gate.round))

    def _ask(self, gate: Gate, request: FormRequest) -> None:
        verb, kind = request.choice.verb, request.view.kind(gate.fact.kind)

        def with_bar(data: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
            # What stands in the bar goes along with the form.
            return {**self._draft_store.draft.data_for(verb, request.view.texts_by_rules()), **data}

        def objection(data: Mapping[str, JsonValue]) -> str:
            try:
                kind.check(gate.fact.verbs, gate.fact.payload, verb.name, with_bar(data))
            except GateError as error:
                return tr(error.message)
            return ""

        form = self._form(request)
        form.objection = objection
        form.decided.connect(lambda data: self._answer(gate, verb, with_bar(data)))
        self._show(form, gate.id)

    def _form(self, request: FormRequest) -> DecisionDialog:
        """Make the form of a choice, by what it asks."""
        match request.choice.verb.form:
            case "questions":
                from app.ui.gates.questions import QuestionsDialog

                return QuestionsDialog(self._owner, request)
            case "feedback":
                from app.ui.gates.feedback import FeedbackDialog

                feedback = FeedbackDialog(self._owner, request)
                feedback.fork_wanted.connect(lambda way: self._on_fork_wanted(request.round, way))
                return feedback
            case "models":
                from app.ui.gates.calls import ModelsDialog
                from app.ui.kit.model_names import offer_models

                models = ModelsDialog(self._owner, request)
                self._tasks.start(offer_models(models.boxes.values(), self._core.providers))
                return models
            case _:
                return self._stock_form(request)

    def _on_fork_wanted(self, number: int, way: str) -> None:
        if way == "question":
            self.question_wanted.emit()
            return
        view = self._bench.view
        if view is not None and number in view.fold.timeline.rounds:
            before = [r.seq for r in view.log if r.type == "gate_answered" and r.round < number]
            self.fork_wanted.emit(before[-1] if before else 1, self._draft_store.draft.full_feedback())

    def at_gate(self, gate: str) -> None:
        """Note which gate is open; a dialog that asked for another one closes, its words kept."""
        if self.held.gate not in ("", gate):
            self.held.drop()
        if self._open is not None and self._about not in ("", gate):
            self._open.reject()
            self.overtaken.emit(tr("That question is no longer open. What you typed is kept."))
        self._ask_cut_again()

    def note_resumed(self, session: SessionId) -> None:
        """Ask again for what was cut off of a session that is resumed now, unless each is to be decided."""
        view = self._bench.view
        if view is not None and view.session_id == session and not self.each_wanted:
            self._resumed = (session, view.head)
        self.each_wanted = False

    def _ask_cut_again(self) -> None:
        """Answer the question about calls that were cut off as it was answered by resuming."""
        view, (session, head) = self._bench.view, self._resumed
        if view is None or view.session_id != session:
            return
        gate = view.gate()
        if gate is None:
            # Others that had not begun may be asked first: the question comes when they have answered.
            return
        self._resumed = ("", 0)
        kind, offered = view.kind(gate.fact.kind), gate.fact.verbs
        if kind is not UNCERTAIN or any(call.asked > head for call in cut_off(view)):
            # A call that is cut off later is another matter.
            return
        # Where a tool may have run already, nothing is recommended, and only a person knows.
        if kind.recommended(gate.fact.payload, offered) == ASK_AGAIN:
            self._answer(gate, kind.verb(ASK_AGAIN), {})

    def _answer(
        self,
        gate: Gate,
        verb: Verb,
        data: Mapping[str, JsonValue],
        then: Callable[[], object] | None = None,
    ) -> None:
        view = self._bench.view
        if view is None or (view.session_id, gate.id) in self._sending:
            return
        self.failed.emit("")
        # The draft that the data is of: another one may be in sight before it is sent.
        draft = self._draft_store.draft

        def send() -> None:
            self._sending |= {(view.session_id, gate.id)}
            self.busy.emit(True)
            self._tasks.start(self._send(view, gate, verb, data, draft, then))

        if not verb.action or not (seconds := undoable_send.UNDO_SECONDS):
            send()
            return
        words = tr("“{verb}”", verb=tr(verb.label).rstrip("…"))
        # The words it is about; guidance that goes along with a reason is not why it was done.
        along = str(data.get("feedback" if verb.form == "feedback" else verb.line, ""))
        self._draft_store.push_told(
            words, lambda: self.held.hold(gate.id, verb, send, seconds, along), self.held.drop
        )

    def press_held(self, does: str) -> None:
        """Take back the answer that is held, as Undo does, or send it at once."""
        if does == "undo":
            self._draft_store.stack.undo()
        else:
            self.held.send_now()

    async def _send(
        self,
        view: SessionView,
        gate: Gate,
        verb: Verb,
        data: Mapping[str, JsonValue],
        draft: Draft,
        then: Callable[[], object] | None,
    ) -> None:
        session = view.session_id
        auto = draft.auto and verb.by_itself and view.fold.session.auto is None
        # None of them is asked where the run stops, or others are put into the seats.
        without_them = verb.halts or verb.form == "models"
        try:
            if not without_them and (missing := await self._what_is_missing(view)):
                self.failed.emit(missing)
                return
            if auto:
                await self._core.review.tell(
                    session,
                    AutoApproveChanged(
                        until_figure=draft.auto_figure if view.workflow.agrees else None,
                        rounds=draft.auto_rounds,
                        until_cost=draft.auto_cost,
                    ),
                )
            try:
                await self._core.review.answer(session, gate.id, verb.name, data)
            except Exception:
                if auto:
                    # Nothing was approved, so nothing may be approved by itself either.
                    await self._core.review.tell(session, AutoApproveChanged())
                raise
            self._draft_store.sent(session, draft, verb)
            if then is not None and self._bench.view is not None and self._bench.view.session_id == session:
                then()
        finally:
            self._sending -= {(session, gate.id)}
            self.held.drop()
            self.busy.emit(False)

    async def _what_is_missing(self, view: SessionView) -> str:
        """Ask about the servers and folders of a session, where needed; return what it lacks."""
        from app.ui.gates.approving import approved, folders_named_again

        if not await approved(self._owner, self._core.providers, view.fold.session.seats):
            return tr("Nothing was sent: use other models, or approve the servers.")
        if not await folders_named_again(self._owner, self._core.sessions, view):
            return tr("Nothing was sent: the session has no folder to work in.")
        return ""

    # --- events at any time -------------------------------------------------------------------

    def take_back_control(self) -> None:
        """Approve nothing by itself any more."""
        view = self._bench.view
        if view is not None:
            self._tasks.start(self._core.review.tell(view.session_id, AutoApproveChanged()))

    def allow_agent(self, allowed: bool) -> None:
        """Let the agent that began the session decide in it, or let no agent do so any more."""
        view = self._bench.view
        if view is not None:
            agents = [view.agent] if allowed else sorted(view.fold.session.agents)
            facts = [AgentPermissionChanged(agent=agent, allowed=allowed) for agent in agents if agent]
            self._tasks.start(self._core.review.tell(view.session_id, *facts))

    def choose_texts(self) -> None:
        """Let the person choose whose text goes on."""
        from app.ui.gates.choices import ChoicesDialog

        self._show_texts(ChoicesDialog)

    def merge_texts(self) -> None:
        """Let the person make one text of passages of several answers."""
        from app.ui.gates.choices import MergeDialog

        def form(owner: QWidget, texts: Sequence[Texts], draft_store: DraftStore) -> MergeDialog:
            dialog = MergeDialog(owner, texts, draft_store)
            dialog.session_wanted.connect(lambda: self._tasks.start(self._offer_sessions(dialog)))
            return dialog

        self._show_texts(form)

    async def _offer_sessions(self, dialog: MergeDialog) -> None:
        """Let another session be chosen whose text passages are taken from."""
        from app.ui.gates.session_choice import SessionChoice

        here = self._bench.view.session_id if self._bench.view is not None else ""
        rows = [row for row in await self._core.library.rows() if row.session != here and not row.problem]
        if not isValid(dialog):
            # It was closed meanwhile.
            return
        choice = SessionChoice(dialog, rows, tr("Show its text"))
        choice.chosen.connect(lambda row: self._tasks.start(self._offer_passages(dialog, row)))
        choice.show_once()

    async def _offer_passages(self, dialog: MergeDialog, row: SessionRow) -> None:
        view, _ = await read_view(self._core, row.session)
        final = view.final()
        newest = [view.fold.texts.of_seat(seat, view.slot)[-1:] for seat in view.members()]
        texts = [view.final_text()] if final is not None else [one.text for mine in newest for one in mine]
        if not isValid(dialog):
            return
        if not any(text.strip() for text in texts):
            dialog.show_problem(tr("“{title}” has no text yet.", title=single_line(row.title, 60)))
            return
        dialog.show_problem("")
        dialog.add_session(row.session, row.title, "\n\n".join(texts))

    def _show_texts(
        self, form: Callable[[QWidget, Sequence[Texts], DraftStore], ChoicesDialog | MergeDialog]
    ) -> None:
        from app.ui.gates.choices import Texts

        view = self._bench.view
        gate = view.gate() if view else None
        if view is None or gate is None or self._open is not None:
            return
        texts = [
            Texts(seat, view.names.of(seat), *view.at_stake(seat), *view.decided_text(seat))
            for seat in view.active_members()
            if view.at_stake(seat)[0]
        ]
        if texts:
            self._show(form(self._owner, texts, self._draft_store), gate.id)

    def judge_critique(self, critique: str, verdict: str) -> None:
        """Accept a critique, or ask why it is dismissed or put off."""
        view = self._bench.view
        if view is None:
            return
        if verdict == "accept":
            self._push_verdict(view, CritiqueDecided(critique=critique, verdict="accept"))
            return
        if self._open is not None:
            return
        from app.ui.gates.forms import ReasonDialog

        way: Verdict = "dismiss" if verdict == "dismiss" else "defer"
        title = tr("Dismiss this critique") if way == "dismiss" else tr("Defer this critique")
        dialog = ReasonDialog(self._owner, title, self._draft_store, critique)
        dialog.decided.connect(
            lambda data: self._push_verdict(
                view, CritiqueDecided(critique=critique, verdict=way, reason=str(data["reason"]))
            )
        )
        self._show(dialog)

    def mark(self, seat: str, version: int, kind: MarkKind, quote: str, comment: str) -> None:
        """File a mark in a text; undone, it was never made."""
        view = self._bench.view
        if view is None:
            return
        filed: list[str] = []

        async def tell() -> None:
            filed[:] = [await self._core.review.mark(view.session_id, seat, version, kind, quote, comment)]

        async def take_back() -> None:
            point = view.fold.critiques.points.get(filed[0]) if filed else None
            if point is not None and point.decided_at:
                await self._core.review.tell(view.session_id, DecisionWithdrawn(seq=point.decided_at))

        words = tr("mark in the text of {name}", name=single_line(view.names.of(seat), 30))
        self._draft_store.push_told(
            words, lambda: self._tasks.start(tell()), lambda: self._tasks.start(take_back())
        )

    def withdraw_critique(self, critique: str) -> None:
        """Take the verdict on a critique back; this can be undone too."""
        view = self._bench.view
        point = view.fold.critiques.points.get(critique) if view else None
        if view is not None and point is not None and point.decided is not None:
            self._push_verdict(view, point.decided, back=True)

    def _push_verdict(self, view: SessionView, fact: CritiqueDecided, *, back: bool = False) -> None:
        """Tell a verdict, or take it `back`; each is undone by the other."""
        point = view.fold.critiques.points.get(fact.critique)
        who = single_line(view.names.of(point.filed.critic) if point is not None else fact.critique, 30)

        def tell() -> None:
            self._tasks.start(self._core.review.tell(view.session_id, fact))

        def take_back() -> None:
            self._tasks.start(self._take_verdict_back(view, fact.critique))

        if back:
            words = tr("verdict on a critique of {who} taken back", who=who)
            self._draft_store.push_told(words, take_back, tell)
        else:
            self._draft_store.push_told(tr("verdict on a critique of {who}", who=who), tell, take_back)

    async def _take_verdict_back(self, view: SessionView, critique: str) -> None:
        point = view.fold.critiques.points.get(critique)
        if point is not None and point.decided_at:
            await self._core.review.tell(view.session_id, DecisionWithdrawn(seq=point.decided_at))

    def decide_changes(self, decision: Decision, panel: ChangesPanel) -> None:
        """Tell what was decided on changes, so that it can be undone."""
        view = self._bench.view
        if view is None:
            return
        draft_store = self._draft_store
        seats = {fact.seat for fact in decision.facts if isinstance(fact, TextDecided)}
        chosen = {seat: choice for seat, choice in draft_store.draft.choices.items() if seat in seats}
        typed = {seat: text for seat, text in draft_store.draft.edits.items() if seat in seats}
        # The edit as it goes on now, with what the person typed in it: chosen anew, it is this one.
        edits = {f.seat: f.edit or "" for f in decision.facts if isinstance(f, TextDecided) and f.edit}

        def give_back() -> None:
            now = draft_store.draft
            draft_store.type(choices={**chosen, **now.choices}, edits={**now.edits, **typed})

        async def tell(facts: Sequence[Fact]) -> None:
            try:
                await self._core.review.tell(view.session_id, *facts)
            except Exception:
                give_back()
                panel.take_back()
                raise

        def do() -> None:
            # The later word counts: a choice made before on the card would be sent over it.
            draft_store.forget_texts(seats)
            draft_store.type(edits={**draft_store.draft.edits, **edits})
            self._tasks.start(tell(decision.facts))

        def undo() -> None:
            give_back()
            self._tasks.start(tell(decision.back))

        draft_store.push_told(decision.words, do, undo)
