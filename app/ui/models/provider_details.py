"""One provider in words: its key, its address, its prices, and whether it answers."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from app.engine.ports import ProviderInfo, TestResult
from app.ui.kit.controls import check_box, line_edit
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.texts import Said, button, count, label, restyle, shown, tr


class ProviderDetails(QWidget):
    """One provider: where its key lies, a field for a new one, and whether it works."""

    def __init__(self) -> None:
        super().__init__()
        self.title = label("", bold=True, scale=1.15, wrap=True)
        self.state = label("", wrap=True)
        self.page = label("", wrap=True, muted=True)
        self.page.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.key = line_edit(tr("Key"), tr("Paste a key"))
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.session_only = check_box(tr("Only until Roundtable is closed"))
        self.keep = button(tr("Keep the key"))
        self.test = button(tr("Test"), tip=tr("Ask for the list of models; costs nothing"))
        self.forget = button(tr("Forget the key"))
        self.change = button(tr("Change…"), tip=tr("Put its address and prices into the fields below"))
        self.remove = button(tr("Remove the server"), tip=tr("Its key is forgotten too"))
        self.result = label("", wrap=True, widget=Said(tr("Result of the test")))
        buttons = in_row(self.keep, self.test, self.forget, self.change, self.remove, SPACE)
        above = (self.title, self.state, self.key, self.session_only)
        self.setLayout(in_column(*above, buttons, self.result, self.page))

    def show_provider(self, one: ProviderInfo, result: TestResult | None) -> None:
        """Show a provider and what its last test said."""
        self.title.setText(shown(one.title, 60))
        lines = [key_state(one), tr("Address: {base}", base=shown(one.base, 120))]
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
        self.change.setVisible(one.own)
        self.remove.setVisible(one.own)
        self.result.setText("" if result is None else test_words(result))
        self.result.setProperty("bad", result is not None and not result.ok)
        restyle(self.result)


def key_state(one: ProviderInfo) -> str:
    """Say whether there is a key, and where."""
    if one.local:
        return tr("On this machine: no key, no price. “Find local models” looks for it.")
    if one.key_place:
        tail = f" (…{one.key_tail})" if one.key_tail else ""
        match one.key_place.partition(" "):
            case "this", _, _:
                return tr("There is a key, until Roundtable is closed{tail}.", tail=tail)
            case "variable", _, name:
                return tr("There is a key in the environment: {name}{tail}.", name=name, tail=tail)
        return tr("There is a key in the keyring{tail}.", tail=tail)
    return tr("Asked without a key.") if one.keyless else tr("There is no key.")


def _rates(one: ProviderInfo) -> str:
    if one.rates == (None, None):
        return tr("Price unknown")
    into, out = (tr("price unknown") if rate is None else f"${rate:g}" for rate in one.rates)
    return tr("Per million tokens: {into} in, {out} out", into=into, out=out)


def test_words(result: TestResult) -> str:
    """Say what a test found."""
    if not result.ok:
        return " ".join(filter(None, (f"✕ {result.detail}", result.next)))
    models = count(len(result.models), "{n} model", "{n} models")
    if result.seconds is None:
        return tr("✓ Works: {models}", models=models)
    return tr("✓ Works: {models}, {ms} ms", models=models, ms=f"{result.seconds * 1000:.0f}")
