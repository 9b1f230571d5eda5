"""Connect models: keys of providers, servers of one's own, and model servers on this machine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QListWidget, QWidget

from app.engine.ports import LocalServer, ProviderInfo, TestResult
from app.ui.kit.dialog import Reader
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.tasks import Tasks
from app.ui.kit.texts import PlainView, button, error_text, shown, tr
from app.ui.models.approvals import Approvals
from app.ui.models.own_server import OwnServer
from app.ui.models.provider_details import ProviderDetails, key_state, test_words

if TYPE_CHECKING:
    from app.services.providers import Providers


class ProvidersDialog(Reader):
    """A list of providers, the chosen one beside it; everything takes effect at once."""

    changed = Signal()
    """Other models can be put into a seat now."""
    listed = Signal()
    """The providers are in sight."""

    def __init__(self, parent: QWidget | None, providers: Providers) -> None:
        super().__init__(parent, tr("Models and keys"))
        # Enter keeps what was typed in a field; it must not close the dialog over it.
        self.main.setDefault(False)
        self._providers = providers
        self._listed: Sequence[ProviderInfo] = ()
        self._results: dict[str, TestResult] = {}
        self._here: set[str] = set()
        """Servers that were found on this machine."""
        self._busy = False
        self._left: QWidget | None = None
        """The control in use when it was switched off for the time of some work."""
        self._moved: QWidget | None = None
        """Where Qt put the focus then."""
        self._looked_at = ""
        self._typed: dict[str, str] = {}
        """What was typed into the field for a key and not kept, by provider."""
        self._tasks = Tasks(self, self.failed)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Providers"))
        self.list.setMinimumWidth(230)
        self.details = ProviderDetails()
        self.local = button(tr("Find local models"), tip=tr("Look for Ollama, LM Studio and llama.cpp here"))
        self.found = PlainView(tr("Local models"))
        self.found.setMaximumHeight(84)
        self.found.setPlaceholderText(
            tr("Nothing is contacted before you ask. Local servers need no key and cost nothing.")
        )
        self.own = OwnServer()
        self.approvals = Approvals()
        right = in_column(self.details, SPACE, self.local, self.found, self.own, self.approvals)
        self.body.addLayout(in_row(self.list, (right, 1)))
        self.resize(860, 560)
        self.list.setFocus()
        self.list.currentItemChanged.connect(self._on_chosen)
        self.local.clicked.connect(self._on_local_clicked)
        self.own.add.clicked.connect(self._on_add_clicked)
        self.approvals.taken_back.connect(lambda address: self._run(self._take_back(address)))
        for typed in (self.own.name, self.own.address, *(rate.lineEdit() for rate in self.own.rates)):
            typed.returnPressed.connect(self._on_add_clicked)
        self.own.name.textChanged.connect(lambda _text: self._name_the_button())
        details = self.details
        for asked, work in (
            (details.keep.clicked, self._on_keep_wanted),
            (details.key.returnPressed, self._on_keep_wanted),
            (details.forget.clicked, lambda one: self._run(self._forget(one, providers.forget_key))),
            (details.test.clicked, lambda one: self._run(self._test(one))),
            (details.change.clicked, self.own.show_server),
            (details.remove.clicked, lambda one: self._run(self._forget(one, providers.forget_endpoint))),
        ):
            asked.connect(partial(self._with_chosen, work))
        self._run(self._load())

    def failed(self, error: BaseException) -> None:
        """Say what went wrong; what was typed stays."""
        self._set_busy(False)
        self.show_problem(error_text(error))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        if self._busy:
            # Enter in a field comes here, too, while the buttons are switched off.
            work.close()
            return
        self.show_problem("")
        self._set_busy(True)
        self._tasks.start(self._finished(work))

    async def _finished(self, work: Coroutine[Any, Any, None]) -> None:
        await work
        self._set_busy(False)

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
        for control in (*always, details.keep, details.change, details.remove):
            control.setEnabled(free)
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
        """Return the provider in sight."""
        row = self.list.currentRow()
        return self._listed[row] if row >= 0 else None

    async def _load(self, choose: str = "") -> None:
        providers = await self._providers.list()
        before = self.chosen()
        wanted = choose or (before.name if before else "")
        self._listed = providers
        with QSignalBlocker(self.list):
            self.list.clear()
            self.list.addItems([one.title for one in providers])
            self._sign_all()
            self.list.setCurrentRow(next((at for at, one in enumerate(providers) if one.name == wanted), 0))
        self.approvals.show_approvals(self._providers.approvals())
        self._on_chosen()
        self.listed.emit()

    def _sign_all(self) -> None:
        """Say in the list whether a provider's models can be asked."""
        for at, one in enumerate(self._listed):
            item = self.list.item(at)
            usable = one.connected if not one.local else one.name in self._here
            result = self._results.get(one.name)
            failed = result is not None and not result.ok
            item.setText(f"{'✕' if failed else '●' if usable else '○'} {shown(one.title, 40)}")
            state = tr("It answers on this machine.") if one.local and usable else key_state(one)
            if result is not None:
                state = f"{state} {test_words(result)}"
            item.setToolTip(state)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{shown(one.title, 40)}: {state}")

    def _on_chosen(self) -> None:
        chosen = self.chosen()
        if chosen is not None:
            if chosen.name != self._looked_at:
                # A key that was typed for one provider must not be sent to another.
                self._typed[self._looked_at] = self.details.key.text()
                self.details.key.setText(self._typed.pop(chosen.name, ""))
                self._looked_at = chosen.name
            self.details.show_provider(chosen, self._results.get(chosen.name))
        self._enable()

    def _on_keep_wanted(self, chosen: ProviderInfo) -> None:
        key = self.details.key.text().strip()
        if not key:
            self.show_problem(tr("Paste the key first."))
            self.details.key.setFocus()
            return
        self._run(self._keep(chosen.name, key, self.details.session_only.isChecked()))

    async def _keep(self, name: str, key: str, session_only: bool) -> None:
        kept_in = await self._providers.put_key(name, key, session_only=session_only)
        self._typed.pop(name, None)
        if name == self._looked_at:
            self.details.key.clear()
        await self._changed(name)
        if name == self._looked_at and kept_in != "keyring" and not session_only:
            self.details.result.setText(
                tr("This computer has no keyring that takes it: the key is kept until Roundtable is closed.")
            )

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
        self.details.result.setText(tr("Asking {name} for its models…", name=shown(one.title, 40)))
        self._results[one.name] = await self._providers.check(one.name)
        self._sign_all()
        self._on_chosen()
        self.changed.emit()

    def _on_local_clicked(self) -> None:
        self.found.show_text(tr("Looking…"))
        self._run(self._find())

    async def _find(self) -> None:
        servers: Sequence[LocalServer] = await self._providers.find_local()
        lines = [
            tr("{title} at {base}: {models}", title=one.title, base=one.base, models=", ".join(one.models))
            for one in servers
        ]
        nothing = tr("No model server answers on this machine. Start Ollama, LM Studio or llama.cpp first.")
        self.found.show_text("\n".join(lines) or nothing)
        self._here = {one.name for one in servers}
        self._sign_all()
        if servers:
            self.changed.emit()

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
