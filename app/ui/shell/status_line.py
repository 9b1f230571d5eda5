"""The line at the bottom: what is kept, what it used, who answers, the size of the text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStatusBar

from app.ui.kit.icon_label import IconLabel
from app.ui.kit.layouts import boxed, in_row
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.texts import Said, label, tr
from app.ui.kit.theme import CAPTION
from app.ui.view.status_line import StatusFacts

HIGH = 24


class StatusLine(QStatusBar):
    """Shows the facts of the session in sight, or that nothing was sent yet."""

    def __init__(self, zooms: Sequence[QAction]) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.setContentsMargins(8, 0, 4, 0)
        self.setMinimumHeight(HIGH)
        saved = IconLabel("check", tr("Status"))
        self._saved, self._tokens, self._cost = saved, Said(tr("Tokens so far")), Said(tr("Cost so far"))
        self._providers = IconLabel("circle-check", tr("Providers"), "finished")
        for one in (self._saved, self._tokens, self._cost, self._providers):
            label("", muted=True, scale=CAPTION, widget=one)
        # In one widget: while a menu's line is told here they are hidden, whoever shows a fact meanwhile.
        facts = boxed(in_row(self._saved, self._tokens, self._cost, spacing=11))
        self.addWidget(facts)
        self.zoom = MenuButton("", tr("Text size"), zooms, chevron=True)
        self.zoom.setAutoRaise(True)
        self.zoom.setObjectName("zoom")
        self._tokens.setContentsMargins(8, 0, 8, 0)
        self.zoom.setFont(self._saved.font())
        self.zoom.setProperty("scale", CAPTION)
        self.addPermanentWidget(self._providers)
        self.addPermanentWidget(self.zoom)

    def show_facts(self, facts: StatusFacts | None, *, known: bool, zoom: int) -> None:
        """Show a session's facts; None: there is none, `known`: and that is certain."""
        nothing = tr("Nothing has been sent to any model.") if known else ""
        self._saved.show_icon("check" if facts else "shield-check", "muted")
        self._saved.setText(facts.saved if facts else nothing)
        self._tokens.setText(facts.tokens if facts else "")
        self._cost.setText(facts.cost if facts else "")
        works = facts is not None and facts.all_work
        self._providers.show_icon("circle-check" if works else "server", "finished" if works else "muted")
        self._providers.setText(facts.providers if facts else "")
        for one in (self._saved, self._tokens, self._cost, self._providers):
            one.setVisible(bool(one.text()))
        self.zoom.setText(tr("{n} %", n=zoom))
