"""What many sessions tell: who was right how often, and rules proposed from what the person refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from app.domain.errors import RoundtableError
from app.domain.i18n import Message, words
from app.domain.marks import NAMES
from app.engine.session_rows import SessionRow
from app.engine.tabs import Act, Column, Detail, Field
from app.projections.intervals import FEWEST, RightRate
from app.services.core import Core
from app.services.looking_back import who_was_right
from app.ui.kit.controls import icon_button
from app.ui.kit.dialog import editor
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, split
from app.ui.kit.tables import Inset, row_table
from app.ui.kit.tasks import Tasks
from app.ui.kit.texts import error_text, label, problem_label, say, tr, whole_percent
from app.ui.kit.theme import TITLE
from app.ui.panels.listing.bands import KEYS
from app.ui.panels.listing.detail import DetailView
from app.ui.panels.listing.model import ListModel

_LONGEST_RULE = 500
"""Characters, as the file of rules takes them."""
_WHO = {"you": words("You"), "vote": words("The first vote"), "result": words("The final answer")}
_USES = {"must_have": words("Must-have of new sessions"), "critics": words("Told to critics")}
_STATES = {"proposed": words("proposed"), "accepted": words("in force"), "never": words("never again")}
_ACCEPT = Act(words("Accept"), "accept", "accept", {})
_NEVER = Act(words("Never again"), "dismiss", "never", {})
_FORGET = Act(words("Take back"), "undo", "forget", {})


@dataclass(frozen=True, slots=True)
class _RuleRow:
    """A proposed rule, or what became of one."""

    kind: str
    state: str
    use: str
    text: str
    cases: tuple[tuple[str, str], ...] = ()


def _kind_words(kind: str) -> Message:
    """Return what was refused, in words: a kind of mark, or points of a category."""
    what, _, name = kind.partition(" ")
    if what == "mark" and name in NAMES:
        return words("marks “{name}”", name=NAMES[name])  # type: ignore[index]  # looked up just now
    return words("points on “{name}”", name=name)


def _between(rate: RightRate) -> Message:
    low, high = (f"{100 * end:.0f}" for end in (rate.share.low, rate.share.high))
    return words("{low} to {high} %", low=low, high=high)


RATES: tuple[Column[RightRate], ...] = (
    Column(words("Who"), lambda rate: _WHO.get(rate.who, rate.who)),
    Column(words("Right"), lambda rate: words("{n} of {all}", n=rate.right, all=rate.share.of)),
    Column(words("Share"), lambda rate: whole_percent(100 * rate.share.value)),
    Column(words("95 % interval"), _between),
)
RULES: tuple[Column[_RuleRow], ...] = (
    Column(words("Refused"), lambda row: _kind_words(row.kind)),
    Column(words("State"), lambda row: _STATES[row.state], 110),
    Column(words("Cases"), lambda row: str(len(row.cases) or "–"), 64),
)


class TrackRecordPage(QWidget):
    """Two lists: nothing in a prompt changes unless a rule is accepted here."""

    closed = Signal()
    """Go back to what was there before."""
    news = Signal(str)

    def __init__(self, core: Core) -> None:
        super().__init__()
        self.setAccessibleName(tr("Track record"))
        self._core, self._rows = core, list[SessionRow]()
        self._tasks = Tasks(self, lambda error: self.show_problem(error_text(error)))
        self.back = icon_button("arrow-left", tr("Back"), tr("Back to the session (Esc)"))
        self.problem = problem_label()
        self.told = label("", wrap=True, muted=True)
        self.rates: ListModel[RightRate] = ListModel(RATES, key=lambda rate: rate.who)
        self.who = row_table(self.rates, tr("Who was right"), widths=(340, 130, 90))
        self.none = label("", wrap=True, muted=True)
        self.rules: ListModel[_RuleRow] = ListModel(RULES, key=lambda row: row.kind)
        self.list = row_table(self.rules, tr("Rules from what you refuse"), widths=(0, 110, 64), wide=0)
        self.words = editor(tr("The rule, as models read it"), lines=2)
        self.words.setObjectName("typed")
        self.words.setMaximumHeight(self.words.minimumHeight())
        self.detail = DetailView(tr("Cases"), tr("Choose a rule to read its cases."), None)
        self._lay_out()
        self.back.clicked.connect(self.closed)
        self.detail.foot.wanted.connect(self._on_act_wanted)
        self.list.selectionModel().currentRowChanged.connect(lambda _now, _before: self._show(self._chosen()))
        self.list.installEventFilter(self)
        self._tasks.start(self._read())

    def _lay_out(self) -> None:
        head = QFrame()
        head.setObjectName("library-head")
        title = label(tr("Track record"), bold=True, scale=TITLE)
        head.setLayout(in_row(self.back, title, SPACE, spacing=8, margins=(10, 10, 16, 10)))
        around = (16, 10, 16, 4)
        about = in_column(label(tr("Who was right"), bold=True), self.told, spacing=4, margins=around)
        above = boxed(in_column(about, (self.who, 1), spacing=4))
        beside = boxed(in_column(boxed(in_column(self.words, margins=(12, 8, 12, 0))), (self.detail, 1)))
        self._parts = split(self.list, beside, sizes=(480, 520))
        about = in_column(label(tr("Rules from what you refuse"), bold=True), self.none, spacing=4)
        about.setContentsMargins(*around)
        below = boxed(in_column(about, (self._parts, 1), spacing=4))
        for table in (self.who, self.list):
            table.setFrameShape(QFrame.Shape.NoFrame)
            table.setProperty("sheet", True)
            table.setItemDelegateForColumn(0, Inset(table))
        told = in_column(self.problem, margins=(16, 0, 16, 0))
        self._lists = in_column(above, below, SPACE, spacing=0)
        self.setLayout(in_column(head, told, (self._lists, 1), spacing=0))

    def show_problem(self, text: str) -> None:
        say(self.problem, text)

    async def _read(self) -> None:
        self._rows = list(await self._core.library.rows())
        known, rates = who_was_right(self._rows)
        enough = known >= FEWEST
        said = tr("Counted over {n} sessions whose outcome you told.", n=known)
        few = tr("Counted from {all} sessions on whose outcome you told, {n} so far.", all=FEWEST, n=known)
        how = tr("Tell it beside a final answer, under “How did it turn out?”.")
        self.told.setText(said if enough else f"{few} {how}")
        self.rates.replace(list(rates) if enough else [])
        self.who.setVisible(enough)
        self._show_rules()

    def _show_rules(self, chosen: str = "") -> None:
        """Show what is proposed and what was decided; nothing is written by that."""
        try:
            proposed, decided = self._core.rules.proposals(self._rows), self._core.rules.decided()
        except RoundtableError as error:
            self.show_problem(error_text(error))
            return
        self.show_problem("")
        rows = [_RuleRow(one.kind, "proposed", one.use, one.text, one.cases) for one in proposed]
        rows += [_RuleRow(kind, rule.verdict, rule.use, rule.text) for kind, rule in decided.items()]
        self.rules.replace(rows)
        self.none.setText(
            tr("Nothing in a prompt changes unless you accept it.")
            if rows
            else tr("None yet. What you refuse in five sessions is proposed here as a rule.")
        )
        self._parts.setVisible(bool(rows))
        # What lists nothing is no taller than what is said of it.
        for at, shown in enumerate((self.rates.items, rows, not self.rates.items and not rows)):
            self._lists.setStretch(at, int(bool(shown)))
        at = next((n for n, row in enumerate(rows) if row.kind == chosen), 0)
        if rows:
            self.list.selectRow(at)
        self._show(self._chosen())

    def _chosen(self) -> _RuleRow | None:
        at = self.list.currentIndex().row()
        return self.rules.items[at] if 0 <= at < len(self.rules.items) else None

    def _show(self, row: _RuleRow | None) -> None:
        proposed = row is not None and row.state == "proposed"
        self.words.setVisible(row is not None and row.state != "never")
        self.words.setReadOnly(not proposed)
        self.words.setPlainText(row.text if row is not None else "")
        if row is None:
            self.detail.show_nothing("")
            self.detail.foot.show_acts((), "", lambda _act: True)
            return
        acts = (_ACCEPT, _NEVER) if proposed else (_FORGET,)
        cases = "\n".join(f"{title}: {case}" for title, case in row.cases)
        fields = () if row.state == "never" else (Field(words("Becomes"), _USES[row.use]),)
        self.detail.show_detail(Detail(head=_kind_words(row.kind), fields=fields, text=cases))
        self.detail.foot.show_acts(acts, "", lambda _act: True)

    def _on_act_wanted(self, act: Act) -> None:
        row = self._chosen()
        if row is None:
            return
        typed = " ".join(self.words.toPlainText().split())[:_LONGEST_RULE]
        does: dict[str, Callable[[], object]] = {
            "accept": lambda: self._core.rules.accept(self._rows, row.kind, typed),
            "never": lambda: self._core.rules.never(self._rows, row.kind),
            "forget": lambda: self._core.rules.forget(row.kind),
        }
        try:
            does[act.verb]()
        except RoundtableError as error:
            self.show_problem(error_text(error))
            return
        self._show_rules(row.kind)
        said = {
            "accept": tr("In force for new sessions."),
            "never": tr("It is not proposed again."),
            "forget": tr("Taken back."),
        }
        self.news.emit(said[act.verb])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the list a letter decides, as letters do in other lists."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and not event.modifiers():
            look = KEYS.get(event.key())
            if look is not None and self.detail.foot.press(look):
                return True
        return super().eventFilter(watched, event)
