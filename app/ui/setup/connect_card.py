"""Connecting a first model: a field for any provider's key, and the model servers of this machine."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QSize, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QLayout, QLineEdit, QPushButton, QWidget

from app.engine.ports import LocalServer, ProviderInfo, TestResult
from app.services.connecting import whose_key
from app.services.providers import trimmed
from app.ui.kit.controls import combo_box, line_edit, offer_options
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.icons import Tone, icon, set_icon
from app.ui.kit.layouts import SPACE, boxed, hairline, in_column, in_row
from app.ui.kit.sidebar import Sign
from app.ui.kit.texts import CutLine, Said, button, count, label, link_button, restyle, single_line, tr
from app.ui.kit.theme import CAPTION, TITLE
from app.ui.kit.wrapped import Wrapped
from app.ui.view.labels import key_state

MOST_PAGES = 5
"""Providers whose pages for keys are named: the first ones of the table."""


class ConnectCard(QFrame):
    """Asks for a key, tells whose it is, and lists what runs on this machine."""

    key_given = Signal(object, str)
    """(ProviderInfo, key); an empty key: the one that is there already."""
    server_chosen = Signal(object)
    """The models of a LocalServer are to be used."""
    look_wanted = Signal()
    own_wanted = Signal()
    """A server of the person's own, or another way to connect."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self._providers: Sequence[ProviderInfo] = ()
        self._busy = False
        self.key = line_edit(tr("Key"), tr("Paste a key"))
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.addAction(icon("key-round", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.whose = combo_box(tr("Whose key is it?"), (), tip="")
        self.recognised = label("", bold=True, scale=CAPTION)
        self.recognised.setProperty("chip", True)
        self.connect_button = button(tr("Connect"), primary=True, beside=True)
        self.sign = Sign()
        self.said = label("", scale=CAPTION, wrap=True, widget=Said(tr("Result of the test")))
        self._kept = tr(
            "Kept in this computer's keyring, never in a file. Connecting asks for the list of models, free."
        )
        self.pages = Wrapped()
        self.looked = label("", muted=True, scale=CAPTION)
        self.look = _link(tr("Look again"))
        self._found = in_column(spacing=0)
        self._servers = in_column(spacing=0)
        self.own = _link(tr("Own server…"), tip=tr("Custom OpenAI-compatible server"))
        about = label(tr("Paste a key of any provider. Roundtable sees whose it is."), wrap=True, muted=True)
        self._head: QBoxLayout = in_column(
            label(tr("Connect a model"), bold=True, scale=TITLE), (about, 1), spacing=6
        )
        self.setLayout(
            in_column(
                self._head,
                in_row((self.key, 1), self.recognised, self.whose, self.connect_button, spacing=8),
                in_row(self.sign, (self.said, 1), spacing=6),
                self._found,
                self.pages,
                in_row(
                    label(tr("On this computer"), bold=True, scale=CAPTION),
                    (hairline(), 1),
                    self.looked,
                    self.look,
                    self.own,
                    spacing=8,
                ),
                self._servers,
                SPACE,
                spacing=6,
                margins=(16, 14, 16, 12),
            )
        )
        self.key.textChanged.connect(lambda _text: self._recognise())
        self.key.returnPressed.connect(self._on_connect)
        self.connect_button.clicked.connect(self._on_connect)
        self.whose.currentIndexChanged.connect(lambda _at: self._enable())
        self.look.clicked.connect(self.look_wanted)
        self.own.clicked.connect(self.own_wanted)
        self._recognise()

    def set_low(self, on: bool) -> None:
        """Tell what it is for beside its title and set all closer, where a window is too low for it."""
        layout, way = self.layout(), QBoxLayout.Direction
        assert layout is not None
        self._head.setDirection(way.LeftToRight if on else way.TopToBottom)
        self._head.setSpacing(10 if on else 6)
        layout.setSpacing(4 if on else 6)
        layout.setContentsMargins(16, 10 if on else 14, 16, 8 if on else 12)

    def show_providers(self, providers: Sequence[ProviderInfo]) -> None:
        """Take the providers whose keys are known, and name where a key is got."""
        # Those that need more than a key are set up where there is room for it.
        self._providers = [one for one in providers if not (one.local or one.own or one.parameters)]
        named = [one for one in self._providers if one.page.startswith("https://")]
        links: list[QWidget] = [label(tr("Get a key:"), muted=True, scale=CAPTION)]
        for one in named[:MOST_PAGES]:
            link = _link(one.title, name=tr("Get a key: {provider}", provider=one.title), tip=one.page)
            set_icon(link, "external-link", "accent", 12)
            link.clicked.connect(lambda _=False, page=one.page: QDesktopServices.openUrl(QUrl(page)))
            links.append(link)
        self.pages.show_parts(links)
        _empty(self._found)
        for one in self._providers:
            if one.key_place:
                self._found.addWidget(self._with_key(one, "key-round", key_state(one)))
        for one in providers:
            # One's own server may need no key: nothing else would tell that it is there.
            if one.own and one.connected:
                self._found.addWidget(self._with_key(one, "server", single_line(one.base, 80)))
        self._recognise()

    def _recognise(self) -> None:
        """Say whose key it is by its beginning; where that is not plain, ask."""
        key = trimmed(self.key.text())
        fitting = whose_key(key, self._providers)
        among = fitting or self._providers
        options = [(one.title, one.name) for one in among]
        if len(among) > 1:
            titles = " / ".join(one.title for one in fitting)
            options.insert(0, (titles or tr("Whose key is it?"), ""))
        offer_options(self.whose, options)
        self.whose.setVisible(bool(key) and len(fitting) != 1)
        self.recognised.setText(fitting[0].title if len(fitting) == 1 else "")
        self.recognised.setVisible(bool(key) and len(fitting) == 1)
        self._tell("lock", "muted", self._kept)
        self._enable()

    def _chosen(self) -> ProviderInfo | None:
        name = self.whose.currentData()
        return next((one for one in self._providers if one.name == name), None)

    def _enable(self) -> None:
        ready = bool(trimmed(self.key.text())) and self._chosen() is not None
        self.connect_button.setEnabled(ready and not self._busy)

    def _on_connect(self) -> None:
        chosen, key = self._chosen(), trimmed(self.key.text())
        if key and chosen is None:
            self.whose.setFocus()
            self.whose.showPopup()
        elif chosen is not None and key:
            self._give(chosen, key)

    def _give(self, provider: ProviderInfo, key: str) -> None:
        if not self._busy:
            self.set_busy(True)
            self._tell("loader-circle", "accent", tr("Testing…"))
            self.key_given.emit(provider, key)

    def set_busy(self, busy: bool) -> None:
        """Let nothing be sent twice."""
        self._busy = busy
        self._enable()

    def show_result(self, result: TestResult) -> None:
        """Say why a key does not do; what was typed stays."""
        self.set_busy(False)
        if result.kind == "auth":
            self._tell("circle-x", "failed", tr("The provider refuses this key."))
        elif result.kind == "no_credit":
            self._tell("triangle-alert", "waiting", tr("The key works, but the account has no credit."))
        else:
            why = " ".join(tr(part) for part in (result.detail, result.next) if part.source)
            self._tell("triangle-alert", "waiting", single_line(why, 200))

    def show_problem(self, text: str) -> None:
        self.set_busy(False)
        self._tell("circle-x", "failed", text)

    def _tell(self, drawn: str, tone: Tone, text: str) -> None:
        self.sign.setIcon(icon(drawn, tone))
        self.said.setText(text)
        self.said.setProperty("muted", tone == "muted")
        self.said.setProperty("bad", tone == "failed")
        restyle(self.said)

    def show_looking(self) -> None:
        self.looked.setText(tr("Looking…"))
        self.look.hide()

    def show_servers(self, servers: Sequence[LocalServer]) -> None:
        self.looked.setText(tr("looked at {at}", at=f"{datetime.now().astimezone():%H:%M}"))
        self.look.show()
        _empty(self._servers)
        for server in servers:
            self._servers.addWidget(self._server(server))
        if not servers:
            nothing = tr("Nothing answers at the usual ports of Ollama, LM Studio and llama.cpp.")
            self._servers.addWidget(label(nothing, muted=True, scale=CAPTION, wrap=True))

    def _with_key(self, one: ProviderInfo, drawn: str, told: str) -> QWidget:
        """Offer the models of a provider that can be asked already; `told`: why, in a line."""
        use = button(tr("Use its models"))
        use.setAccessibleName(tr("Use {server}", server=one.title))
        use.clicked.connect(lambda: self._give(one, ""))
        words = in_column(
            label(one.title, bold=True, widget=IconLabel(drawn, tone="text2")),
            label(told, muted=True, scale=CAPTION, widget=CutLine(one.title)),
            spacing=0,
        )
        return boxed(in_row((words, 1), use, spacing=12, margins=(0, 4, 0, 4)))

    def _server(self, server: LocalServer) -> QWidget:
        names = ", ".join(single_line(model.partition("/")[2], 40) for model in server.models)
        models: QLabel = label("", muted=True, scale=CAPTION, widget=CutLine(server.title))
        number = count(len(server.models), "{n} model", "{n} models")
        models.setText(f"{number}: {names}" if names else tr("No model is loaded there."))
        use = button(tr("Use it") if len(server.models) == 1 else tr("Use them"))
        use.setAccessibleName(tr("Use {server}", server=server.title))
        use.setEnabled(bool(server.models))
        use.clicked.connect(lambda: self.server_chosen.emit(server))
        title = label(server.title, bold=True, widget=IconLabel("hard-drive", tone="text2"))
        free = label(tr("free"), muted=True, scale=CAPTION)
        words = in_column(title, models, spacing=0)
        return boxed(in_row((words, 1), free, use, spacing=12, margins=(0, 4, 0, 4)))


def _empty(column: QLayout) -> None:
    while (item := column.takeAt(0)) is not None:
        if (gone := item.widget()) is not None:
            gone.hide()
            gone.deleteLater()


def _link(text: str, *, name: str = "", tip: str = "") -> QPushButton:
    link = link_button(text, name=name, tip=tip)
    link.setIconSize(QSize(14, 14))
    return link
