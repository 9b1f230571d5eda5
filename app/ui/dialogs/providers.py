"""Connect models: keys of providers, servers of one's own, and model servers on this machine."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.engine.ports import LocalServer, ProviderInfo, TestResult
from app.services.api import ProvidersApi
from app.settings.providers import Endpoint
from app.ui.dialogs.base import Dialog
from app.ui.errors import error_text
from app.ui.tasks import Tasks
from app.ui.texts import PlainView, button, count, label, shown, tr

NAME = Qt.ItemDataRole.UserRole


class ProvidersDialog(Dialog):
    """A list of providers, the chosen one beside it; everything takes effect at once."""

    changed = Signal()
    """Other models can be put into a seat now."""

    def __init__(self, parent: QWidget | None, providers: ProvidersApi) -> None:
        super().__init__(parent, tr("Models and keys"), tr("Close"))
        self.cancel.hide()
        # Enter keeps what was typed in a field; it must not close the dialog over it.
        self.main.setDefault(False)
        self._providers = providers
        self._known: dict[str, ProviderInfo] = {}
        self._results: dict[str, TestResult] = {}
        self._here: set[str] = set()
        """Servers that were found on this machine."""
        self._tasks = Tasks(self, self.failed)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Providers"))
        self.list.setMinimumWidth(230)
        self.details = _Details()
        self.local = button(tr("Find local models"), tip=tr("Look for Ollama, LM Studio and llama.cpp here"))
        self.found = PlainView(tr("Local models"))
        self.found.setMaximumHeight(84)
        self.found.setPlaceholderText(
            tr("Nothing is contacted before you ask. Local servers need no key and cost nothing.")
        )
        self.own = _OwnServer()
        right = QVBoxLayout()
        right.addWidget(self.details)
        right.addStretch(1)
        right.addWidget(self.local)
        right.addWidget(self.found)
        right.addWidget(self.own)
        columns = QHBoxLayout()
        columns.addWidget(self.list)
        columns.addLayout(right, 1)
        self.body.addLayout(columns)
        self.resize(860, 560)
        self.main.clicked.connect(self.accept)
        self.list.currentItemChanged.connect(self._on_chosen)
        self.local.clicked.connect(self._on_local_clicked)
        self.own.add.clicked.connect(self._on_add_clicked)
        for typed in (self.own.name, self.own.address):
            typed.returnPressed.connect(self._on_add_clicked)
        details = self.details
        details.keep.clicked.connect(self._on_keep_clicked)
        details.key.returnPressed.connect(self._on_keep_clicked)
        details.forget.clicked.connect(self._on_forget_clicked)
        details.test.clicked.connect(self._on_test_clicked)
        details.remove.clicked.connect(self._on_remove_clicked)
        self._run(self._load())

    def failed(self, error: BaseException) -> None:
        """Say what went wrong; what was typed stays."""
        self._set_busy(False)
        self.show_problem(error_text(error))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        self.show_problem("")
        self._set_busy(True)
        self._tasks.start(work)

    def _set_busy(self, busy: bool) -> None:
        for made in (self.local, self.own.add, self.details.keep, self.details.remove):
            made.setEnabled(not busy)
        chosen = self.chosen()
        usable = chosen is not None and (chosen.connected or chosen.local)
        self.details.test.setEnabled(usable and not busy)
        self.details.forget.setEnabled(chosen is not None and bool(chosen.key_place) and not busy)

    def chosen(self) -> ProviderInfo | None:
        """Return the provider in sight."""
        row = self.list.currentRow()
        return self._known.get(str(self.list.item(row).data(NAME))) if row >= 0 else None

    async def _load(self, choose: str = "") -> None:
        providers: Sequence[ProviderInfo] = await self._providers.list()
        before = self.chosen()
        wanted = choose or (before.name if before else "")
        self._known = {one.name: one for one in providers}
        self.list.blockSignals(True)
        self.list.clear()
        for one in providers:
            item = QListWidgetItem()
            item.setData(NAME, one.name)
            self._sign(item, one)
            self.list.addItem(item)
            if one.name == wanted or self.list.currentRow() < 0:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        self._on_chosen()

    def _sign(self, item: QListWidgetItem, one: ProviderInfo) -> None:
        """Say in the list whether a provider's models can be asked."""
        usable = one.connected if not one.local else one.name in self._here
        item.setText(f"{'●' if usable else '○'} {shown(one.title, 40)}")
        state = tr("It answers on this machine.") if one.local and usable else _state(one)
        item.setToolTip(state)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{shown(one.title, 40)}: {state}")

    def _on_chosen(self) -> None:
        chosen = self.chosen()
        if chosen is not None:
            self.details.show_provider(chosen, self._results.get(chosen.name))
        self._set_busy(False)

    def _on_keep_clicked(self) -> None:
        chosen, key = self.chosen(), self.details.key.text().strip()
        if chosen is None:
            return
        if not key:
            self.show_problem(tr("Paste the key first."))
            self.details.key.setFocus()
            return
        self._run(self._keep(chosen.name, key, self.details.session_only.isChecked()))

    async def _keep(self, name: str, key: str, session_only: bool) -> None:
        await self._providers.put_key(name, key, session_only=session_only)
        self.details.key.clear()
        self._results.pop(name, None)
        await self._load()
        self.changed.emit()

    def _on_forget_clicked(self) -> None:
        chosen = self.chosen()
        if chosen is not None:
            self._run(self._forget(chosen.name))

    async def _forget(self, name: str) -> None:
        await self._providers.forget_key(name)
        self._results.pop(name, None)
        await self._load()
        self.changed.emit()

    def _on_remove_clicked(self) -> None:
        chosen = self.chosen()
        if chosen is not None and chosen.own:
            self._run(self._remove(chosen.name))

    async def _remove(self, name: str) -> None:
        await self._providers.forget_endpoint(name)
        self._results.pop(name, None)
        await self._load()
        self.changed.emit()

    def _on_test_clicked(self) -> None:
        chosen = self.chosen()
        if chosen is not None:
            self.details.result.setText(tr("Asking {name} for its models…", name=shown(chosen.title, 40)))
            self._run(self._test(chosen.name))

    async def _test(self, name: str) -> None:
        self._results[name] = await self._providers.check(name)
        self._on_chosen()

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
        for row in range(self.list.count()):
            item = self.list.item(row)
            self._sign(item, self._known[str(item.data(NAME))])
        self._set_busy(False)
        if servers:
            self.changed.emit()

    def _on_add_clicked(self) -> None:
        self._run(self._add())

    async def _add(self) -> None:
        name, endpoint = self.own.value()
        self._providers.put_endpoint(name, endpoint)
        self.own.clear()
        await self._load(name)
        self.changed.emit()


class _Details(QWidget):
    """One provider: where its key lies, a field for a new one, and whether it works."""

    def __init__(self) -> None:
        super().__init__()
        self.title = label("", bold=True, scale=1.15, wrap=True)
        self.state = label("", wrap=True)
        self.page = label("", wrap=True, muted=True)
        self.page.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.key = QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setAccessibleName(tr("Key"))
        self.key.setPlaceholderText(tr("Paste a key"))
        self.session_only = QCheckBox(tr("Only until Roundtable is closed"))
        self.session_only.setAccessibleName(tr("Only until Roundtable is closed"))
        self.keep = button(tr("Keep the key"))
        self.test = button(tr("Test"), tip=tr("Ask for the list of models; costs nothing"))
        self.forget = button(tr("Forget the key"))
        self.remove = button(tr("Remove the server"), tip=tr("Its key is forgotten too"))
        self.result = label("", wrap=True)
        self.result.setAccessibleName(tr("Result of the test"))
        row = QHBoxLayout()
        for made in (self.keep, self.test, self.forget, self.remove):
            row.addWidget(made)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for part in (self.title, self.state, self.key, self.session_only):
            column.addWidget(part)
        column.addLayout(row)
        column.addWidget(self.result)
        column.addWidget(self.page)

    def show_provider(self, one: ProviderInfo, result: TestResult | None) -> None:
        """Show a provider and what its last test said."""
        self.title.setText(shown(one.title, 60))
        lines = [_state(one), tr("Address: {base}", base=shown(one.base, 120))]
        if one.own:
            lines.append(_rates(one))
        self.state.setText("\n".join(lines))
        where = [tr("A key is made at {page}", page=one.page)] if one.page else []
        if one.variables:
            names = ", ".join(one.variables)
            where.append(tr("It is also looked for in the environment: {names}", names=names))
        where.append(tr("A key is kept in this computer's keyring, never in a file."))
        self.page.setText("\n".join(where))
        for part in (self.key, self.session_only, self.keep, self.forget, self.page):
            part.setVisible(not one.local)
        self.remove.setVisible(one.own)
        self.result.setText("" if result is None else _told(result))
        self.result.setProperty("bad", result is not None and not result.ok)
        self.result.style().unpolish(self.result)
        self.result.style().polish(self.result)


class _OwnServer(QWidget):
    """A server of the person's own, with its rates."""

    def __init__(self) -> None:
        super().__init__()
        self.name, self.address = QLineEdit(), QLineEdit()
        self.address.setPlaceholderText("https://llm.example/v1")
        self.name.setPlaceholderText(tr("work – its models are then called work/…"))
        self.rates = (
            _rate(tr("Dollars per million tokens in"), tr("in ${rate}"), tr("in: unknown")),
            _rate(tr("Dollars per million tokens out"), tr("out ${rate}"), tr("out: unknown")),
        )
        self.add = button(tr("Add the server"))
        form = QFormLayout(self)
        form.setContentsMargins(0, 8, 0, 0)
        form.addRow(label(tr("A server of your own that speaks OpenAI's language"), bold=True))
        for title, control in ((tr("Name"), self.name), (tr("Address"), self.address)):
            control.setAccessibleName(title)
            form.addRow(label(title), control)
        row = QHBoxLayout()
        for box in self.rates:
            row.addWidget(box)
        row.addWidget(self.add)
        form.addRow(label(tr("Per million tokens")), row)

    def value(self) -> tuple[str, Endpoint]:
        """Return name and server; an address that is none is said by whoever keeps it."""
        into, out = (box.value() if box.value() >= 0 else None for box in self.rates)
        address = self.address.text().strip()
        return self.name.text().strip(), Endpoint.model_construct(
            base_url=address, price_in=into, price_out=out
        )

    def clear(self) -> None:
        """Empty the fields."""
        self.name.clear()
        self.address.clear()
        for box in self.rates:
            box.setValue(-1)


def _rate(name: str, words: str, unknown: str) -> QDoubleSpinBox:
    """Return a box for a price; `words` say it with a place called rate."""
    box = QDoubleSpinBox()
    box.setAccessibleName(name)
    box.setToolTip(name)
    box.setRange(-1, 10_000)
    before, _, behind = words.partition("{rate}")
    box.setPrefix(before)
    box.setSuffix(behind)
    box.setSpecialValueText(unknown)
    box.setValue(-1)
    return box


def _state(one: ProviderInfo) -> str:
    if one.local:
        return tr("On this machine: no key, no price. “Find local models” looks for it.")
    if one.key_place:
        tail = f" (…{one.key_tail})" if one.key_tail else ""
        return tr("There is a key in: {place}{tail}", place=one.key_place, tail=tail)
    return tr("Asked without a key.") if one.keyless else tr("There is no key.")


def _rates(one: ProviderInfo) -> str:
    into, out = (tr("price unknown") if rate is None else f"${rate:g}" for rate in one.rates)
    return tr("Per million tokens: {into} in, {out} out", into=into, out=out)


def _told(result: TestResult) -> str:
    if not result.ok:
        return " ".join(filter(None, (f"✕ {result.detail}", result.next)))
    models = count(len(result.models), "{n} model", "{n} models")
    if result.seconds is None:
        return tr("✓ Works: {models}", models=models)
    return tr("✓ Works: {models}, {ms} ms", models=models, ms=f"{result.seconds * 1000:.0f}")
