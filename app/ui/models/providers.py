"""Connect models: keys of providers, servers of one's own, and model servers on this machine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.domain.errors import RoundtableError
from app.domain.i18n import QT_TRANSLATE_NOOP
from app.engine.ports import LocalServer, ModelInfo, ProviderInfo, TestResult
from app.services.connecting import Connecting, whose_key
from app.services.providers import Providers, trimmed
from app.ui.kit.dialog import Reader
from app.ui.kit.icons import icon
from app.ui.kit.layouts import boxed, in_column, in_row, nest, scrolled
from app.ui.kit.sidebar import Aside
from app.ui.kit.tasks import Tasks
from app.ui.kit.texts import Said, button, count, error_text, escaped, label, restyle, single_line, tr
from app.ui.kit.theme import CAPTION
from app.ui.models.programs import ProgramsPage
from app.ui.models.provider_details import ProviderDetails, state_of, used_models, words_of_test
from app.ui.models.provider_list import Line, ProviderList
from app.ui.models.servers import Approvals, OwnServer
from app.ui.view.labels import key_state

if TYPE_CHECKING:
    from app.settings.teams import TeamFiles

LIST = 248
"""Pixels of the list at 100 % text."""
DETAILS, OWN, APPROVED, PROGRAMS = range(4)
"""The pages beside the list."""
GROUPS = {
    "connected": QT_TRANSLATE_NOOP("ui", "Set up"),
    "here": QT_TRANSLATE_NOOP("ui", "On this computer"),
    "others": QT_TRANSLATE_NOOP("ui", "Not connected"),
}


class ProvidersDialog(Reader):
    """A list of providers, the chosen one beside it; everything takes effect at once."""

    changed = Signal()
    """Other models can be put into a seat now."""

    set_up = Signal(list)
    """The titles of what is set up; what was merely found on this machine is none of it."""

    listed = Signal()
    """The providers were read, or something was done: the buttons can be pressed again."""

    inset = (0, 0, 0, 0)
    size_at_100 = (920, 660)

    def __init__(
        self,
        parent: QWidget | None,
        providers: Providers,
        teams: TeamFiles | None = None,
        first: str = "",
    ) -> None:
        """`first`: the provider that is chosen at first, empty: any."""
        super().__init__(parent, tr("Models and keys"))
        # Enter keeps what was typed in a field; it must not close the dialog over it.
        self.main.setDefault(False)
        self._providers, self._teams = providers, teams
        self._listed: Sequence[ProviderInfo] = ()
        self._results: dict[str, tuple[TestResult, datetime | None]] = {}
        self._here: Mapping[str, Sequence[str]] | None = None
        """Servers that were found on this machine, with their models; None: nobody looked yet."""
        self._busy = False
        self._left: QWidget | None = None
        """The control in use when it was switched off for the time of some work."""
        self._moved: QWidget | None = None
        """Where Qt put the focus then."""
        self._looked_at = ""
        self._doubted = ""
        """A key that begins as those of another provider do; saved once more it is kept all the same."""
        self._typed: dict[str, str] = {}
        """What was typed into the field for a key and not kept, by provider."""
        self._tasks = Tasks(self, self.failed)
        self._choices: Sequence[ModelInfo] = ()
        self.list = ProviderList()
        self.details = ProviderDetails()
        self.own = OwnServer()
        self.approvals = Approvals()
        self.programs = ProgramsPage(providers.programs)
        self._lay_out()
        self.list.setFocus()
        self._connect()
        self._run(self._load(first))

    def _lay_out(self) -> None:
        self.own_link = button(tr("Own server…"), tip=tr("Custom OpenAI-compatible server"))
        self.own_link.setIcon(icon("server", "accent"))
        self.programs_link = button(tr("Command-line programs…"))
        self.programs_link.setIcon(icon("keyboard", "accent"))
        self.approved_link = button(tr("Approved servers…"))
        self.approved_link.setIcon(icon("shield", "accent"))
        links = (self.own_link, self.programs_link, self.approved_link)
        for link in links:
            link.setObjectName("link")
            link.setIconSize(QSize(24, 16))
        side = Aside(
            boxed(in_column((self.list, 1), *links, spacing=4, margins=(8, 4, 8, 10))),
            LIST,
        )
        side.setObjectName("dialogSide")
        self.stack = QStackedWidget()
        for page in (self.details, self.own, self.approvals, self.programs):
            self.stack.addWidget(scrolled(page))
        nest(self.body, in_row(side, (self.stack, 1), spacing=0))
        self.local = button(tr("Find local models"), tip=tr("Look for Ollama, LM Studio and llama.cpp here"))
        self.local.setIcon(icon("radar"))
        self.local.setIconSize(QSize(20, 14))
        self.found = label("", muted=True, scale=CAPTION, wrap=True, widget=Said(tr("Local models")))
        self.found.setText(tr("Nothing is contacted before you ask."))
        self.row.insertWidget(0, self.found, 100)
        # In the foot: above it, what is wrong would push everything up.
        self.problem.setContentsMargins(0, 0, 0, 0)
        self.row.insertWidget(1, self.problem, 100)
        self.add_button(self.local)

    def _connect(self) -> None:
        providers, details = self._providers, self.details
        self.list.currentItemChanged.connect(self._on_chosen)
        self.list.itemClicked.connect(self._on_chosen)
        self.local.clicked.connect(self._on_local_clicked)
        self.own_link.clicked.connect(self.set_up_own)
        self.approved_link.clicked.connect(lambda: self._leave_to(APPROVED))
        self.own.add.clicked.connect(self._on_add_clicked)
        self.programs_link.clicked.connect(self._on_programs_wanted)
        self.programs.changed.connect(self.changed)
        self.approvals.taken_back.connect(lambda address: self._run(self._take_back(address)))
        for typed in (self.own.name, self.own.address, *(rate.lineEdit() for rate in self.own.rates)):
            typed.returnPressed.connect(self._on_add_clicked)
        self.own.name.textChanged.connect(lambda _text: self._name_the_button())
        details.key.textChanged.connect(lambda _text: self._enable())
        for asked, work in (
            (details.keep.clicked, self._on_keep_wanted),
            (details.key.returnPressed, self._on_keep_wanted),
            (details.parameters.set.clicked, self._on_parameter_wanted),
            (details.parameters.value.returnPressed, self._on_parameter_wanted),
            (details.forget.clicked, lambda one: self._run(self._forget(one, providers.forget_key))),
            (details.test.clicked, lambda one: self._run(self._test(one))),
            (details.change.clicked, self._on_change_wanted),
            (details.remove.clicked, lambda one: self._run(self._forget(one, providers.forget_endpoint))),
        ):
            asked.connect(partial(self._with_chosen, work))

    def failed(self, error: BaseException) -> None:
        self._set_busy(False)
        self.show_problem(error_text(error))

    def show_problem(self, text: str) -> None:
        """Say it where else stands what was found."""
        super().show_problem(text)
        self.found.setVisible(not text)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        if self._busy:
            # Enter in a field comes here, too, while the buttons are switched off.
            work.close()
            return
        self.show_problem("")
        self._set_busy(True)
        task = self._tasks.start(self._finished(work))
        # Where the dialog goes in the same moment, nobody has begun it.
        task.add_done_callback(lambda _task: work.close())

    async def _finished(self, work: Coroutine[Any, Any, None]) -> None:
        await work
        self._set_busy(False)
        self.listed.emit()

    def _set_busy(self, busy: bool) -> None:
        in_use: QWidget | None = self.focusWidget()
        self._busy = busy
        self._enable()
        if busy:
            self._left = in_use if in_use is not None and not in_use.isEnabled() else None
            self._moved = self.focusWidget()
        elif self._left is not None:
            if in_use is None or in_use is self._moved:
                # Whoever went elsewhere meanwhile stays there.
                self._return_to(self._left)
            self._left = None

    def _enable(self) -> None:
        free, details = not self._busy, self.details
        always = (self.approvals.back, self.local, self.own.add)
        for control in (*always, details.change, details.remove):
            control.setEnabled(free)
        changed = bool(details.key.text().strip())
        details.keep.setEnabled(free and changed)
        if (details.keep.objectName() == "primary") != changed:
            # Only what would change something is the next step.
            details.keep.setObjectName("primary" if changed else "")
            restyle(details.keep)
        chosen = self.chosen()
        details.test.setEnabled(free and chosen is not None and (chosen.connected or chosen.local))
        details.forget.setEnabled(free and chosen is not None and bool(chosen.key_place))

    def _return_to(self, left: QWidget) -> None:
        """Give the focus back to the control in use, or to the next step where that is no longer of use."""
        details = self.details
        ways = (details.test,) if left is details.keep else (left, details.key)
        usable = (one for one in (*ways, self.list) if one.isEnabled() and one.isVisible())
        # None can be seen once the dialog was left.
        next(usable, self.list).setFocus()

    def chosen(self) -> ProviderInfo | None:
        name = self.list.chosen()
        return next((one for one in self._listed if one.name == name), None)

    async def _load(self, choose: str = "") -> None:
        providers = await self._providers.list()
        before = self.chosen()
        wanted = choose or (before.name if before else "")
        self._listed = providers
        ready = [
            single_line(one.title, 40) for one in providers if not one.local and (one.connected or one.own)
        ]
        self.set_up.emit(ready)
        for one in providers:
            result = self._providers.tested(one.name)
            if result is not None:
                # Tested from another place, or before the dialog was closed.
                self._results.setdefault(one.name, (result, None))
        self._look_at(self._providers.found_here)
        names = [one.name for one in providers]
        if wanted not in names:
            # Whoever has no key yet came to enter one.
            first = [one.name for one in providers if one.connected and not one.local]
            first += [one.name for one in providers if not one.local]
            wanted = next(iter(first), next(iter(names), ""))
        self._list_all(wanted)
        approvals = self._providers.approvals()
        self.approvals.show_approvals(approvals)
        self.approved_link.setVisible(bool(approvals))
        if choose or (not approvals and self.stack.currentIndex() == APPROVED):
            self.stack.setCurrentIndex(DETAILS)
        if self.stack.currentIndex() != DETAILS:
            self.list.clearSelection()
        self._show_chosen()
        self._tasks.start(self._load_models())

    def _is_here(self, one: ProviderInfo) -> bool | None:
        """Tell whether a server was found on this machine; None: nobody looked, or it is not here at all."""
        return one.name in self._here if one.local and self._here is not None else None

    def _list_all(self, chosen: str = "") -> None:
        """List the providers by whether their models can be asked."""
        groups: dict[str, list[Line]] = {name: [] for name in GROUPS}
        for one in self._listed:
            tested = self._results.get(one.name)
            result = tested[0] if tested is not None else None
            here = self._is_here(one)
            look, words = state_of(one, result, here=here)
            state = tr("It answers on this machine.") if one.local and here else key_state(one)
            if result is not None:
                state = words_of_test(result)
            found = (self._here or {}).get(one.name, ())
            models = found or (result.models if result is not None and result.ok else ())
            about = count(len(models), "{n} model", "{n} models") if models else ""
            if not about and ((result is not None and not result.ok) or (one.local and here is False)):
                about = words
            connected = one.connected or one.own
            group = "here" if one.local else "connected" if connected else "others"
            groups[group].append(Line(one.name, single_line(one.title, 40), look, about, state))
        lines = [(tr(GROUPS[name]), one_group) for name, one_group in groups.items()]
        self.list.fill(lines, chosen or self.list.chosen())

    async def _load_models(self) -> None:
        """Ask which models can be put into a seat now; contacts nobody."""
        with suppress(RoundtableError):
            self._choices = [choice.info for choice in await self._providers.models(local=False)]
        self._show_models()

    def _show_models(self) -> None:
        chosen = self.chosen()
        if chosen is None:
            return
        names = (self._here or {}).get(chosen.name, ())
        models = [ModelInfo(name, chosen.name, chosen.title, None, 0.0, 0.0) for name in names]
        models = models or self._tested(chosen)
        models = models or [info for info in self._choices if info.name.startswith(f"{chosen.name}/")]
        self.details.show_models(models, used_models(self._teams))

    def _tested(self, one: ProviderInfo) -> list[ModelInfo]:
        """Return the models that a provider listed when it was tested, with their prices where known."""
        result = self._results[one.name][0] if one.name in self._results else None
        known = {info.name: info for info in self._choices}
        names = [f"{one.name}/{model}" for model in result.models] if result is not None else []
        rates = one.rates if one.own else (None, None)
        return [known.get(name) or ModelInfo(name, one.name, one.title, None, *rates) for name in names]

    def _on_chosen(self) -> None:
        self.stack.setCurrentIndex(DETAILS)
        self._show_chosen()

    def _show_chosen(self) -> None:
        chosen = self.chosen()
        if chosen is not None:
            if chosen.name != self._looked_at:
                # A key that was typed for one provider must not be sent to another.
                self._typed[self._looked_at] = self.details.key.text()
                self.details.key.setText(self._typed.pop(chosen.name, ""))
                self._looked_at = chosen.name
            result, at = self._results.get(chosen.name, (None, None))
            self.details.show_provider(chosen, result, at, here=self._is_here(chosen))
            self._show_models()
        self._enable()

    def set_up_own(self) -> None:
        """Show the empty fields of a server of the person's own."""
        self.own.clear()
        self._leave_to(OWN)
        self.own.name.setFocus()

    def _leave_to(self, page: int) -> None:
        """Show a page that is of no provider in the list: none is marked beside it."""
        self.stack.setCurrentIndex(page)
        self.list.clearSelection()

    def _on_programs_wanted(self) -> None:
        self._leave_to(PROGRAMS)
        self.programs.look()
        self.programs.list.setFocus()

    def _on_change_wanted(self, one: ProviderInfo) -> None:
        self.stack.setCurrentIndex(OWN)
        self.own.show_server(one)

    def _on_keep_wanted(self, chosen: ProviderInfo) -> None:
        key = trimmed(self.details.key.text())
        if not key:
            self.show_problem(tr("Paste the key first."))
            self.details.key.setFocus()
            return
        fitting = whose_key(key, self._listed) if chosen.key_begins else ()
        if fitting and chosen not in fitting and key != self._doubted:
            self._doubted = key
            who = " / ".join(one.title for one in fitting)
            self.show_problem(tr("This looks like a key of {who}: choose that, or save once more.", who=who))
            return
        self._run(self._keep(chosen.name, key, self.details.session_only.isChecked()))

    def _on_parameter_wanted(self, one: ProviderInfo) -> None:
        chosen = self.details.parameters.chosen()
        if chosen is not None:
            value = self.details.parameters.value.text().strip()
            self._run(self._set(f"{one.name}.{chosen.name}", value, secret=chosen.secret))

    async def _set(self, name: str, value: str, *, secret: bool) -> None:
        """Tell a provider something besides its key; a secret is kept like one."""
        if secret:
            await self._providers.put_key(name, value, session_only=self.details.session_only.isChecked())
        else:
            await self._providers.set_parameter(name, value)
        await self._changed(name.partition(".")[0])

    async def _keep(self, name: str, key: str, session_only: bool) -> None:
        kept_in = await self._providers.put_key(name, key, session_only=session_only)
        self._typed.pop(name, None)
        if name == self._looked_at:
            self.details.key.clear()
        await self._changed(name)
        if name == self._looked_at and kept_in != "keyring" and not session_only:
            self.details.result.setText(tr("No system keyring found – it is kept until Roundtable closes."))

    def _with_chosen(self, work: Callable[[ProviderInfo], None], _pressed: object = None) -> None:
        chosen = self.chosen()
        if chosen is not None:
            work(chosen)

    async def _forget(self, one: ProviderInfo, forget: Callable[[str], Awaitable[None]]) -> None:
        await forget(one.name)
        await self._changed(one.name)

    async def _changed(self, name: str, choose: str = "") -> None:
        """Read again what there is: what the last test of a provider said is no longer true."""
        self._results.pop(name, None)
        await self._load(choose)
        self.changed.emit()

    async def _take_back(self, address: str) -> None:
        self._providers.take_back(address)
        await self._load()

    async def _test(self, one: ProviderInfo) -> None:
        self.details.result.setText(tr("Asking {name} for its models…", name=single_line(one.title, 40)))
        result = await self._providers.check(one.name)
        self._results[one.name] = result, datetime.now().astimezone()
        first = Connecting(self._providers, self._teams) if self._teams is not None else None
        # Who connects a first model wants it asked: nobody has to choose it once more.
        if result.ok and first is not None and first.is_needed() and await first.seat_provider(one, result):
            self.found.setText(tr("New sessions ask the models of {name}.", name=single_line(one.title, 40)))
        self._list_all()
        self._show_chosen()
        self.changed.emit()

    def _on_local_clicked(self) -> None:
        self.found.setText(tr("Looking…"))
        self._run(self._find())

    async def _find(self) -> None:
        servers: Sequence[LocalServer] = await self._providers.find_local()
        lines = [
            tr("{title} at {base}: {models}", title=one.title, base=one.base, models=", ".join(one.models))
            for one in servers
        ]
        nothing = tr("No model server answers on this machine. Start Ollama, LM Studio or llama.cpp first.")
        self.found.setText(single_line(" ".join(lines), 160) or nothing)
        self.found.setToolTip(escaped("\n".join(lines)))
        self._look_at(servers)
        self._list_all()
        self._show_chosen()
        if servers:
            self.changed.emit()

    def _look_at(self, servers: Sequence[LocalServer] | None) -> None:
        self._here = None if servers is None else {one.name: one.models for one in servers}

    def _name_the_button(self) -> None:
        """Say on the button whether a server is added, or one that is there takes other values."""
        name = self.own.name.text().strip()
        self.own.say_what_is_done(any(one.own and one.name == name for one in self._listed))

    def _on_add_clicked(self) -> None:
        self._run(self._add())

    async def _add(self) -> None:
        name, endpoint = self.own.value()
        self._providers.put_endpoint(name, endpoint)
        self.own.clear()
        await self._changed(name, choose=name)
