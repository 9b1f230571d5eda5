"""Answers the open gate with what the person decided: one answer per gate, nothing typed lost."""

# Late imports on purpose: dialogs are imported when first opened, for the start of the window.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.domain.facts import AutoApproveChanged, CritiqueDecided, DecisionWithdrawn, TextDecided
from app.ui.deciding.gate_bars import absent_of, approval_price, items_of
from app.ui.deciding.verbs import VERBS, verb_label
from app.ui.texts import round_noun, shown, tr

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.fact_base import Fact
    from app.domain.gates import GateData
    from app.engine.plugin import WorkflowPlugin
    from app.projections.gate_inbox import Request
    from app.services.api import Core
    from app.ui.deciding.draft import Draft, Keeper
    from app.ui.dialogs.base import Dialog
    from app.ui.dialogs.base_decision import DecisionDialog
    from app.ui.diff.choosing import Decision
    from app.ui.panels.changes import ChangesPanel
    from app.ui.tasks import Tasks
    from app.ui.view import SessionView

SENT = {
    ("approval", "approve"): ("guidance", "guidance_pinned", "choices", "edits", "auto"),
    ("approval", "finish"): ("guidance", "guidance_pinned", "choices", "edits", "auto"),
    ("approval", "reject"): ("guidance", "guidance_pinned", "feedback", "quotes", "seats"),
    ("clarification", "answer"): ("answers",),
    ("cycle", "continue"): ("guidance",),
}
"""What of the draft has gone out with a gate's verb, and is forgotten; all else waits for its own."""


WITHOUT_THEM = frozenset({"stop", "fallback"})
"""Verbs that ask none of the models that failed, or put others into their seats."""


class Bench(Protocol):
    """What the decider needs of the page it works for."""

    @property
    def view(self) -> SessionView | None: ...
    @property
    def plugin(self) -> WorkflowPlugin | None: ...


class Decider(QObject):
    """The person's side of the session in sight."""

    failed = Signal(str)
    """Why an answer was not taken."""
    busy = Signal(bool)
    fork_wanted = Signal(int, str)
    """Go on in a copy from this record, with words as its guidance."""
    question_wanted = Signal()
    """Ask another question in a new session."""

    def __init__(self, owner: QWidget, bench: Bench, core: Core, keeper: Keeper, tasks: Tasks) -> None:
        super().__init__(owner)
        self._owner, self._bench, self._core, self._keeper = owner, bench, core, keeper
        self._tasks = tasks
        self._sending: set[tuple[str, str]] = set()
        self._open: tuple[str, Dialog] | None = None

    # --- answering ----------------------------------------------------------------------------

    def do(self, does: str) -> None:
        """Answer the open gate with `verb` or `verb:way`, asking for its data first where it needs some."""
        view = self._bench.view
        gate = view.gate() if view else None
        if view is None or gate is None or self._open is not None:
            return
        verb, _, way = does.partition(":")
        kind = gate.fact.kind
        match (kind, verb, way):
            case ("approval", "approve" | "finish", _):
                self._answer(gate, verb, self._keeper.draft.approval_data())
            case ("cycle", "continue", _):
                note = self._keeper.draft.guidance.strip()
                self._answer(gate, verb, {"note": note} if note else {})
            case ("approval", "reject", _):
                self._ask_feedback(view, gate)
            case ("failure", "fallback", "absent"):
                seats = absent_of(gate.fact.payload)
                if seats:
                    self._answer(gate, verb, {"replace": dict.fromkeys(seats)})
                else:
                    self._ask_models(view, gate, without=True)
            case ("failure", "fallback", _):
                self._ask_models(view, gate)
            case ("uncertain", "each", _):
                from app.ui.dialogs.calls import UncertainDialog

                made = UncertainDialog(self._owner, gate.fact.payload, self._keeper, view.names)
                self._ask(gate, gate.fact.verbs[0], made)
            case ("budget", "raise", _):
                self._ask_limit(gate)
            case ("clarification", "answer", _):
                from app.ui.dialogs.questions import QuestionsDialog

                asks = QuestionsDialog(self._owner, gate.fact.payload, self._keeper, view.names)
                self._ask(gate, verb, asks)
            case _:
                self._ask_form(gate, verb)

    def _ask_feedback(self, view: SessionView, gate: Request) -> None:
        from app.ui.dialogs.feedback import FeedbackDialog

        names = {seat: view.display_name(seat) for seat in view.active_members()}
        made = FeedbackDialog(
            self._owner, gate.round, names, self._keeper, approval_price(view), round_noun(view.round_word)
        )
        made.fork_wanted.connect(lambda way: self._on_fork_wanted(gate, way))
        self._ask(gate, "reject", made)

    def _on_fork_wanted(self, gate: Request, way: str) -> None:
        if way == "question":
            self.question_wanted.emit()
            return
        view = self._bench.view
        row = view.fold.timeline.rounds.get(gate.round) if view else None
        if view is not None and row is not None:
            before = [r.seq for r in view.log if r.type == "gate_answered" and r.round < gate.round]
            self.fork_wanted.emit(before[-1] if before else 1, self._keeper.draft.full_feedback())

    def _ask_models(self, view: SessionView, gate: Request, without: bool = False) -> None:
        from app.ui.dialogs.calls import FailureDialog
        from app.ui.offering import offer_models

        known = list(dict.fromkeys(seat.model for seat in view.position.seats.values()))
        made = FailureDialog(self._owner, gate.fact.payload, known, self._keeper, view.names, without)
        self._tasks.start(offer_models(made.boxes.values(), self._core.providers))
        self._ask(gate, "fallback", made)

    def _ask_limit(self, gate: Request) -> None:
        from app.ui.dialogs.decisions import LimitDialog

        item = next(iter(items_of(gate.fact.payload)), {})
        limit = _number(item.get("limit"))
        least = _number(item.get("spent")) + _number(item.get("needs"))
        tokens = item.get("unit") == "tokens"
        self._ask(gate, "raise", LimitDialog(self._owner, limit, least, tokens=tokens))

    def _ask_form(self, gate: Request, verb: str) -> None:
        """Open the form of a verb that takes words; others are answered at once."""
        kind, model = gate.fact.kind, self._data_model(gate.fact.kind, verb)
        label = VERBS.get(kind, {}).get(verb, "")
        needed = model is not None and any(field.is_required() for field in model.model_fields.values())
        if model is None or not model.model_fields or not (needed or label.endswith("…")):
            self._answer(gate, verb, {})
            return
        from app.ui.dialogs.decisions import VerbDialog

        title = tr(verb_label(kind, verb))
        self._ask(gate, verb, VerbDialog(self._owner, title, model, gate.fact.payload, self._keeper, verb))

    def _data_model(self, kind: str, verb: str) -> type[GateData] | None:
        from app.domain.gates import INTERRUPTIONS  # late: start-up cost

        plugin = self._bench.plugin
        found = (plugin.gates.get(kind) if plugin else None) or INTERRUPTIONS.get(kind)
        return found.verbs.get(verb) if found else None

    def _ask(self, gate: Request, verb: str, dialog: DecisionDialog) -> None:
        dialog.decided.connect(lambda data: self._answer(gate, verb, data))
        self._show(gate.gate, dialog)

    def _show(self, gate: str, dialog: Dialog) -> None:
        self._open = (gate, dialog)
        dialog.finished.connect(self._on_dialog_finished)
        dialog.open()

    def _on_dialog_finished(self) -> None:
        if self._open is not None:
            self._keeper.save()
            self._open[1].deleteLater()
            self._open = None

    def at_gate(self, gate: str) -> None:
        """Note which gate is open; a dialog that asked for another one closes, its words kept."""
        if self._open is not None and self._open[0] not in ("", gate):
            self._open[1].reject()
            self.failed.emit(tr("That question is no longer open. What you typed is kept."))

    def _answer(self, gate: Request, verb: str, data: Mapping[str, JsonValue]) -> None:
        view = self._bench.view
        if view is None or (view.position.session, gate.gate) in self._sending:
            return
        self.failed.emit("")
        self._sending.add((view.position.session, gate.gate))
        self.busy.emit(True)
        # The draft that the data is of: another one may be in sight before it is sent.
        self._tasks.start(self._send(view, gate, verb, data, self._keeper.draft))

    async def _send(
        self,
        view: SessionView,
        gate: Request,
        verb: str,
        data: Mapping[str, JsonValue],
        draft: Draft,
    ) -> None:
        session = view.session_id
        auto = draft.auto and verb == "approve" and view.auto is None
        try:
            if verb not in WITHOUT_THEM and not await self._servers_approved(view):
                self.failed.emit(
                    tr("Nothing was sent: put other models into the seats, or approve the servers.")
                )
                return
            if auto:
                await self._core.review.tell(
                    session,
                    AutoApproveChanged(
                        until_figure=draft.auto_figure, rounds=draft.auto_rounds, until_cost=draft.auto_cost
                    ),
                )
            try:
                await self._core.review.answer(session, gate.gate, verb, data)
            except Exception:
                if auto:
                    # Nothing was approved, so nothing may be approved by itself either.
                    await self._core.review.tell(session, AutoApproveChanged())
                raise
            self._keeper.sent(session, draft, verb, SENT.get((gate.fact.kind, verb), ("items",)))
        finally:
            self._sending.discard((session, gate.gate))
            self.busy.emit(False)

    async def _servers_approved(self, view: SessionView) -> bool:
        """Ask about servers that the session names: it may come from elsewhere."""
        seats = view.position.seats
        if not any(seat.base_url or seat.api_key_env for seat in seats.values()):
            return True
        from app.ui.dialogs.approving import approved  # late: most sessions name none

        return await approved(self._owner, self._core.providers, seats)

    # --- events at any time -------------------------------------------------------------------

    def take_back_control(self) -> None:
        """Approve nothing by itself any more."""
        view = self._bench.view
        if view is not None:
            self._tasks.start(self._core.review.tell(view.session_id, AutoApproveChanged()))

    def choose_texts(self) -> None:
        """Let the person choose whose text goes on."""
        from app.ui.dialogs.choices import ChoicesDialog, Texts

        view = self._bench.view
        gate = view.gate() if view else None
        if view is None or gate is None or self._open is not None:
            return
        texts = [
            Texts(seat, view.display_name(seat), *view.at_stake(seat), *view.decided_text(seat))
            for seat in view.active_members()
            if view.at_stake(seat)[0]
        ]
        self._show(gate.gate, ChoicesDialog(self._owner, texts, self._keeper))

    def judge_critique(self, critique: str, verdict: str) -> None:
        """Accept a critique, or ask why it is dismissed or put off."""
        if verdict == "accept":
            self._tell_verdict(CritiqueDecided(critique=critique, verdict="accept"))
            return
        if self._open is not None:
            return
        from app.ui.dialogs.decisions import ReasonDialog

        dismissed = verdict == "dismiss"
        title = tr("Dismiss this critique") if dismissed else tr("Defer this critique")
        dialog = ReasonDialog(self._owner, title, self._keeper, critique)
        dialog.decided.connect(
            lambda data: self._tell_verdict(
                CritiqueDecided(
                    critique=critique, verdict="dismiss" if dismissed else "defer", reason=str(data["reason"])
                )
            )
        )
        self._show("", dialog)

    def _tell_verdict(self, fact: CritiqueDecided) -> None:
        view = self._bench.view
        if view is None:
            return

        words = tr("verdict on a critique of {who}", who=shown(self._critic(fact.critique), 30))
        self._keeper.push_told(
            words,
            lambda: self._tasks.start(self._core.review.tell(view.session_id, fact)),
            lambda: self._tasks.start(self._take_verdict_back(view, fact.critique)),
        )

    def withdraw_critique(self, critique: str) -> None:
        """Take the verdict on a critique back; this can be undone too."""
        view = self._bench.view
        point = view.fold.critiques.points.get(critique) if view else None
        if view is None or point is None or point.decided is None:
            return
        before = point.decided
        words = tr("verdict on a critique of {who} taken back", who=shown(self._critic(critique), 30))
        self._keeper.push_told(
            words,
            lambda: self._tasks.start(self._take_verdict_back(view, critique)),
            lambda: self._tasks.start(self._core.review.tell(view.session_id, before)),
        )

    async def _take_verdict_back(self, view: SessionView, critique: str) -> None:
        point = view.fold.critiques.points.get(critique)
        if point is not None and point.decided_at:
            await self._core.review.tell(view.session_id, DecisionWithdrawn(seq=point.decided_at))

    def decide_changes(self, decision: Decision, panel: ChangesPanel) -> None:
        """Tell what was decided on changes, so that it can be undone."""
        view = self._bench.view
        if view is None:
            return

        keeper = self._keeper
        seats = {fact.seat for fact in decision.facts if isinstance(fact, TextDecided)}
        chosen = {seat: choice for seat, choice in keeper.draft.choices.items() if seat in seats}

        async def tell(facts: Sequence[Fact]) -> None:
            try:
                await self._core.review.tell(view.session_id, *facts)
            except Exception:
                panel.take_back()
                raise

        def do() -> None:
            # The later word counts: a choice made before on the card would be sent over it.
            keeper.forget_texts(seats)
            self._tasks.start(tell(decision.facts))

        def undo() -> None:
            keeper.type(choices={**chosen, **keeper.draft.choices})
            self._tasks.start(tell(decision.back))

        keeper.push_told(decision.words, do, undo)

    def _critic(self, critique: str) -> str:
        view = self._bench.view
        point = view.fold.critiques.points.get(critique) if view else None
        return view.display_name(point.filed.critic) if view and point else critique


def _number(value: JsonValue) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
