"""One provider in words: its key, whether it answers, its models and their users, address and prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.domain.errors import RoundtableError
from app.domain.money import UNKNOWN, sum_words
from app.engine.ports import ModelInfo, Parameter, ProviderInfo, TestResult
from app.ui.kit.chip import Pill
from app.ui.kit.controls import check_box, combo_box, fold_button, line_edit, offer_options
from app.ui.kit.icons import icon
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row
from app.ui.kit.sidebar import Sign
from app.ui.kit.states import StateLook, state_look
from app.ui.kit.tables import TITLE_ROOM
from app.ui.kit.texts import (
    Said,
    button,
    count,
    escaped,
    figure,
    label,
    link_button,
    rename,
    restyle,
    single_line,
    tr,
)
from app.ui.kit.theme import CAPTION, FIGURE
from app.ui.view.labels import key_state

if TYPE_CHECKING:
    from app.domain.seats import Team
    from app.settings.teams import TeamFiles


FIRST = 4
"""Models that are listed at once."""
WIDTHS = (210, 84, 92)


class _ModelTable(QTableWidget):
    """A provider's models with their prices, and who uses them; as high as its rows."""

    def __init__(self) -> None:
        super().__init__(0, 4)
        self.setObjectName("models")
        self.setAccessibleName(tr("Models"))
        titles = (tr("Model"), tr("In, $/M"), tr("Out, $/M"), tr("Used by"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setHighlightSections(False)
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        letters = QFontMetrics(header.font())
        for column, width in enumerate(WIDTHS):
            self.setColumnWidth(column, max(width, letters.horizontalAdvance(titles[column]) + TITLE_ROOM))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for column in range(4):
            head = QTableWidgetItem(titles[column])
            self.setHorizontalHeaderItem(column, head)
            head.setTextAlignment(
                right if column in (1, 2) else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            )

    def show_models(self, models: Sequence[ModelInfo], used: Mapping[str, str], most: int) -> None:
        """List the first of them, those in use before all others."""
        ranked = sorted(models, key=lambda info: info.name not in used)[:most]
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        high = self.fontMetrics().height() + 12
        self.setRowCount(len(ranked))
        for row, info in enumerate(ranked):
            cells = (
                single_line(info.name.partition("/")[2] or info.name, 80),
                _price(info.price_in),
                _price(info.price_out),
                used.get(info.name, ""),
            )
            for column, words in enumerate(cells):
                item = QTableWidgetItem(words)
                item.setToolTip(escaped(words))
                if column in (1, 2):
                    item.setTextAlignment(right)
                self.setItem(row, column, item)
            self.setRowHeight(row, high)
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + len(ranked) * high + 4)


class _ParameterForm(QWidget):
    """One parameter is chosen and set at a time; what is set stands below."""

    def __init__(self) -> None:
        super().__init__()
        title = label(tr("Besides the key"), bold=True)
        self.which = combo_box(tr("What the provider is told"), [])
        self.value = line_edit(tr("Its value"))
        self.set = button(tr("Set"))
        self.there = label("", muted=True, scale=CAPTION, wrap=True)
        self._parameters: tuple[Parameter, ...] = ()
        self.which.currentIndexChanged.connect(lambda _at: self._show_value())
        form = in_column(
            title,
            in_row(self.which, (self.value, 1), self.set, spacing=8),
            self.there,
            spacing=5,
        )
        self.setLayout(form)

    def chosen(self) -> Parameter | None:
        name = self.which.currentData()
        return next((one for one in self._parameters if one.name == name), None)

    def show_parameters(self, one: ProviderInfo) -> None:
        """Offer what a provider may be told; nothing where it is told its key alone."""
        self.setVisible(bool(one.parameters))
        self._parameters = one.parameters
        # What it needs stands first.
        needed = [p for p in one.parameters if p.variable in one.lacking]
        ordered = [*needed, *(p for p in one.parameters if p not in needed)]
        offer_options(self.which, [(p.name, p.name) for p in ordered])
        told = [f"{p.name}: {single_line(p.value, 60)}" for p in one.parameters if p.value]
        if one.lacking:
            told.insert(0, tr("It still needs {names}.", names=one.lacking))
        self.there.setText("\n".join(told))
        self._show_value()

    def _show_value(self) -> None:
        chosen = self.chosen()
        secret = chosen is not None and chosen.secret
        self.value.setEchoMode(QLineEdit.EchoMode.Password if secret else QLineEdit.EchoMode.Normal)
        self.value.setText(chosen.value if chosen is not None and not secret else "")
        self.value.setPlaceholderText(chosen.variable if chosen is not None else "")


class ProviderDetails(QWidget):
    """One provider: a field for its key, and whether it works."""

    def __init__(self) -> None:
        super().__init__()
        self.title = label("", bold=True, scale=FIGURE)
        self.pill = Pill()
        self.get = button(tr("Get a key"))
        self.get.setIcon(icon("external-link"))
        self.get.setIconSize(QSize(20, 14))
        self.get.clicked.connect(self._on_get_clicked)
        self._page = ""
        self.key = line_edit(tr("Key"), tr("Paste a key"))
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.addAction(icon("key-round", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.keep = button(tr("Save key"), beside=True)
        self.result = label("", scale=CAPTION, wrap=True, widget=Said(tr("Result of the test")))
        self.result.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.sign = Sign()
        self.test = link_button(tr("Test"))
        self.test.setToolTip(tr("Ask for the list of models; costs nothing"))
        self.session_only = check_box(tr("Forget it when Roundtable closes"))
        self.where = label(muted=True, scale=CAPTION, wrap=True)
        self.parameters = _ParameterForm()
        self.models_title = label(tr("Models"), bold=True)
        self.models_count = label("", muted=True, scale=CAPTION)
        self.table = _ModelTable()
        self.more = link_button("")
        self.more.clicked.connect(self._on_more_clicked)
        self._models: tuple[Sequence[ModelInfo], Mapping[str, str]] = ((), {})
        self.fold = fold_button(tr("Address and rates"))
        self.fold.toggled.connect(self._on_fold_toggled)
        self.base = label("", muted=True, scale=CAPTION)
        self.address = label("", wrap=True)
        self.address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.change = button(tr("Change…"), tip=tr("Change its address and prices"))
        self.forget = link_button(tr("Remove key"))
        self.remove = link_button(tr("Remove the server"), tip=tr("Its key is removed too"))
        for link in (self.forget, self.remove):
            link.setProperty("bad", True)
            link.setIcon(icon("trash-2", "failed"))
            link.setIconSize(QSize(20, 14))
        self._lay_out()

    def _lay_out(self) -> None:
        key_title = label(tr("Key"), bold=True)
        key_title.setBuddy(self.key)
        self._key_part = boxed(
            in_column(
                key_title,
                in_row((self.key, 1), self.keep, spacing=8),
                spacing=5,
            )
        )
        self._kept_part = boxed(in_column(self.session_only, self.where, spacing=10))
        self._models_row = boxed(in_row(self.models_title, self.models_count, SPACE, spacing=8))
        self._fold_row = boxed(in_row(self.fold, self.base, SPACE, spacing=6))
        self._fold_part = boxed(
            in_column(self.address, in_row(self.change, SPACE), spacing=8, margins=(22, 4, 0, 0))
        )
        inner = in_column(
            in_row(self.title, self.pill, SPACE, self.get, spacing=10),
            self._key_part,
            self.parameters,
            in_row(self.sign, (self.result, 1), self.test, spacing=6),
            self._kept_part,
            self._models_row,
            self.table,
            in_row(self.more, SPACE),
            self._fold_row,
            self._fold_part,
            SPACE,
            in_row(self.forget, self.remove, SPACE),
            spacing=8,
            margins=(28, 18, 28, 16),
        )
        for part, gap in ((self._key_part, 8), (self._models_row, 12), (self._fold_row, 6)):
            inner.insertSpacing(inner.indexOf(part), gap)
        self.setLayout(inner)

    def show_provider(
        self,
        one: ProviderInfo,
        result: TestResult | None,
        at: datetime | None = None,
        *,
        here: bool | None = None,
    ) -> None:
        """Show a provider and what its last test said.

        `here`: it answers on this machine; None: nobody looked there.
        """
        self.title.setText(single_line(one.title, 60))
        look, words = state_of(one, result, here=here)
        self.pill.show_state(look, words)
        self._page = one.page
        self.get.setVisible(bool(one.page) and not one.local)
        self.get.setToolTip(escaped(one.page))
        self.key.setPlaceholderText(f"{'•' * 24}{one.key_tail}" if one.key_place else tr("Paste a key"))
        said = key_state(one) if result is None else words_of_test(result, at)
        if result is None and here:
            said = tr("It answers on this machine.")
        self.result.setText(said)
        self.sign.setIcon(icon(look.icon, look.tone))
        self.where.setText(_kept_words(one))
        self.result.setProperty("bad", result is not None and not result.ok)
        restyle(self.result)
        for part in (self._key_part, self._kept_part):
            part.setVisible(not one.local)
        self.parameters.show_parameters(one)
        rename(self.test, tr("Test") if result is None else tr("Test again"))
        lines = [tr("Address: {base}", base=single_line(one.base, 120))] if one.base else []
        if one.own:
            lines.append(_rates(one))
        if one.variables:
            names = ", ".join(one.variables)
            lines.append(tr("A key is also looked for in the environment: {names}", names=names))
        self.address.setText("\n".join(lines))
        self.base.setText(single_line(one.base, 60))
        self.fold.setChecked(one.own)
        self._on_fold_toggled(self.fold.isChecked())
        self.change.setVisible(one.own)
        self.remove.setVisible(one.own)
        self.forget.setVisible(bool(one.key_place) and not one.local)

    def show_models(self, models: Sequence[ModelInfo], used: Mapping[str, str]) -> None:
        """List what can be asked of the provider, and who asks it now."""
        self._models = (models, used)
        self._list_models(FIRST if len(models) > FIRST + 1 else len(models))

    def _list_models(self, most: int) -> None:
        models, used = self._models
        self.table.show_models(models, used, most)
        in_use = sum(info.name in used for info in models)
        words = (
            tr("{n} known, {used} in use", n=f"{len(models):,}", used=in_use)
            if in_use
            else figure(f"{len(models):,}")
        )
        self.models_count.setText(words)
        for part in (self.table, self._models_row):
            part.setVisible(bool(models))
        rename(self.more, tr("Show {n} more", n=f"{len(models) - most:,}"))
        self.more.setVisible(len(models) > most)

    def _on_more_clicked(self) -> None:
        self._list_models(len(self._models[0]))
        self.table.setFocus()

    def _on_get_clicked(self) -> None:
        if self._page.startswith("https://"):
            QDesktopServices.openUrl(QUrl(self._page))

    def _on_fold_toggled(self, on: bool) -> None:
        self._fold_part.setVisible(on)
        self.base.setVisible(not on)


def _kept_words(one: ProviderInfo) -> str:
    """Say where a key is kept: not in a keyring where this one could not be put into it."""
    if one.key_place.startswith("this"):
        return tr("Kept in memory until Roundtable closes. A test asks for the list of models, free.")
    return tr("Kept in this computer's keyring, never in a file. A test asks for the list of models, free.")


def _price(rate: float | None) -> str:
    return "–" if rate is None else tr("free") if rate == 0 else figure(tr(sum_words(rate)).removeprefix("$"))


def state_of(one: ProviderInfo, result: TestResult | None, *, here: bool | None) -> tuple[StateLook, str]:
    quiet = StateLook("circle", "muted", "hover")
    if result is not None and not result.ok:
        if result.kind == "no_credit":
            return StateLook("triangle-alert", "waiting", "waiting_row"), tr("No credit")
        return state_look("failed"), tr("Key refused") if result.kind == "auth" else tr("Does not answer")
    if result is not None:
        return state_look("finished"), tr("Works")
    if one.local:
        if here is None:
            return quiet, tr("Not looked for yet")
        return (state_look("finished"), tr("Running")) if here else (quiet, tr("Not running"))
    if one.connected:
        return StateLook("circle-dashed", "text2", "hover"), tr("Not tested yet")
    return quiet, tr("Not connected")


def _rates(one: ProviderInfo) -> str:
    if all(rate is None for rate in one.rates):
        return tr("Cost unknown")
    if not any(one.rates):
        return tr("Free")
    into, out = (tr(UNKNOWN if rate is None else sum_words(rate)) for rate in one.rates)
    return tr("Per million tokens: {into} in, {out} out", into=into, out=out)


def words_of_test(result: TestResult, at: datetime | None = None) -> str:
    """Say what a test found, and when."""
    if not result.ok:
        return " ".join(tr(part) for part in (result.detail, result.next) if part.source)
    models = count(len(result.models), "{n} model", "{n} models")
    if result.seconds is None:
        return tr("Works: {models}.", models=models)
    answered = tr("Works. Answered in {ms} ms, {models}", ms=f"{result.seconds * 1000:.0f}", models=models)
    return (
        f"{answered}." if at is None else tr("{answered}, tested {at}.", answered=answered, at=f"{at:%H:%M}")
    )


MOST = 3
"""Users of a model that are named."""


def used_models(teams: TeamFiles | None) -> Mapping[str, str]:
    """Return by model who uses it: members of the default team, then those of others."""
    users: dict[str, list[str]] = {}
    if teams is None:
        return {}
    with suppress(RoundtableError):
        default = teams.default()
        _add(users, default, "")
        for name in teams.names():
            # A file that is not sound is mended where teams are made.
            with suppress(RoundtableError):
                team = teams.load(name)
                if team != default:
                    _add(users, team, team.name)
    return {model: ", ".join(list(dict.fromkeys(who))[:MOST]) for model, who in users.items()}


def _add(users: dict[str, list[str]], team: Team, name: str) -> None:
    seats = [(seat.name, seat) for seat in team.enabled]
    seats += [(tr("Chair"), team.chair), (tr("Judge"), team.judge or team.chair)]
    for who, seat in seats:
        words = (
            tr("{who} in “{team}”", who=single_line(who, 24), team=single_line(name, 24))
            if name
            else single_line(who, 24)
        )
        users.setdefault(seat.model, []).append(words)
