"""Pictures of the dialogs that connect models and make a team, in every state they can be in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from app.settings.teams import OFFLINE
from app.ui.kit.controls import ComboBox
from app.ui.kit.pick_list import PickList
from app.ui.kit.popup import Menu
from app.ui.kit.texts import tr
from app.ui.models.providers import ProvidersDialog
from app.ui.panels.card_head import CardHead
from app.ui.setup.file_list import ABOUT, FileList
from app.ui.setup.new_session import NewSessionDialog
from app.ui.setup.team import TeamDialog
from app.ui.shell.main_window import MainWindow
from tests.support.dots import png
from tests.support.quiet import quiet
from tests.support.scenes.players import Front
from tests.support.scenes.stage import Stage
from tests.support.waiting import until

Step = Callable[[MainWindow], Awaitable[None]]
GOOD, REFUSED = "sk-0123456789abcdef", "sk-0123456789abcbad"


def _front(window: MainWindow) -> Front:
    assert isinstance(window.core, Stage)
    return window.core.front


async def _many(window: MainWindow) -> TeamDialog:
    """Open the form of a team where hundreds of models can be chosen from."""
    front = _front(window)
    front.keys.put("openai", GOOD)
    front.many = 400
    return await _team(window)


def without_models(core: Stage) -> None:
    """Leave nobody but the offline council to be asked."""
    core.teams.make_default(OFFLINE)
    for team in (core.folder / "config" / "teams").glob("*.toml"):
        team.unlink()


async def _unconnected(window: MainWindow, workflow: str = "") -> NewSessionDialog:
    """Open the form of a new session where nobody but the offline council can be asked."""
    assert isinstance(window.core, Stage)
    without_models(window.core)
    window.ask_new("We are two people with 60,000 € saved. Should we rent or buy a flat?")
    await _calm()
    dialog = window.session_forms.now
    assert dialog is not None
    if workflow:
        dialog.kinds.buttons[workflow].click()
        await _calm()
        dialog = window.session_forms.now
        assert dialog is not None
    return dialog


async def new_unconnected(window: MainWindow) -> None:
    """No model is connected."""
    await _unconnected(window)


async def new_unconnected_draft(window: MainWindow) -> None:
    """Nor for a draft, which asks for other things."""
    await _unconnected(window, "draft")


async def new_key_typed(window: MainWindow) -> None:
    """A key is recognised."""
    form = (await _unconnected(window)).unconnected
    assert form is not None
    form.connect_card.key.setText("sk-ant-0123456789abcdef")


async def new_key_refused(window: MainWindow) -> None:
    """The provider does not take it."""
    form = (await _unconnected(window)).unconnected
    assert form is not None
    form.connect_card.key.setText(f"sk-ant-{REFUSED}")
    form.connect_card.connect_button.click()
    await _calm()


async def sample(window: MainWindow) -> None:
    """A sample is seen, after its first round."""
    window.actions_by_id["sample"].trigger()
    for _ in range(20):
        await _calm()


async def new_rules(window: MainWindow) -> None:
    """The rules are tried."""
    form = (await _unconnected(window)).unconnected
    assert form is not None
    form.rules.click()
    await _calm()


async def new_pictures(window: MainWindow) -> None:
    """Pictures with long names are context."""
    assert isinstance(window.core, Stage)
    window.ask_new("What do the plan and the photographs say about the stairs?")
    await _calm()
    dialog = window.session_forms.now
    assert dialog is not None
    names = (
        "ground-floor-plan-2024-11-rev-C-final.png",
        "stairs.png",
        "photograph of the north stairwell.png",
    )
    for wide, name in enumerate(names, 6):
        (window.core.folder / name).write_bytes(png(100 * wide, 480))
    chips = dialog.findChildren(FileList)[0].list
    chips.addItems([str(window.core.folder / name) for name in names])
    # Their sizes are told once they were read.
    await until(lambda: all(chips.item(at).data(ABOUT) for at in range(chips.count())))
    await _calm()


async def _calm() -> None:
    await asyncio.sleep(0.05)
    await quiet()


async def _connecting(window: MainWindow) -> ProvidersDialog:
    window.actions_by_id["providers"].trigger()
    await _calm()
    return window.findChildren(ProvidersDialog)[-1]


async def _keep(dialog: ProvidersDialog, key: str) -> None:
    dialog.details.key.setText(key)
    dialog.details.keep.click()
    await _calm()


async def no_key(window: MainWindow) -> None:
    """Nothing is connected yet."""
    await _connecting(window)


async def key_typed(window: MainWindow) -> None:
    """A key stands in its field."""
    (await _connecting(window)).details.key.setText(GOOD)


async def key_works(window: MainWindow) -> None:
    """A key is kept and was tested."""
    dialog = await _connecting(window)
    await _keep(dialog, GOOD)
    dialog.details.test.click()
    await _calm()


async def key_refused(window: MainWindow) -> None:
    """The provider does not take the key."""
    dialog = await _connecting(window)
    await _keep(dialog, REFUSED)
    dialog.details.test.click()
    await _calm()


async def key_wrong(window: MainWindow) -> None:
    """What was pasted is no key."""
    await _keep(await _connecting(window), "two words")


async def asking(window: MainWindow) -> None:
    """The provider is asked while what speaks with it is still starting."""
    dialog = await _connecting(window)
    await _keep(dialog, GOOD)
    _front(window).pace = 600.0
    dialog.details.test.click()


async def own_server(window: MainWindow) -> None:
    """A server of the person's own was added, and another one is typed."""
    dialog = await _connecting(window)
    own = dialog.own
    for name, address in (("work", "https://llm.example/v1"), ("home", "http://192.168.1.20:8000/v1")):
        dialog.own_link.click()
        own.name.setText(name)
        own.address.setText(address)
        own.rates[0].setValue(0.5)
        own.rates[1].setValue(1.5)
        if name == "work":
            own.add.click()
            await _calm()


async def local_found(window: MainWindow) -> None:
    """A model server answers on this machine."""
    dialog = await _connecting(window)
    dialog.local.click()
    await _calm()
    dialog.list.choose("ollama")


async def _team(window: MainWindow) -> TeamDialog:
    window.actions_by_id["team"].trigger()
    await _calm()
    return window.findChildren(TeamDialog)[-1]


async def team_offline(window: MainWindow) -> None:
    """Only the offline council can be asked."""
    await _team(window)


async def team_many(window: MainWindow) -> None:
    """As many members as there may be, hundreds of models to choose from."""
    dialog = await _many(window)
    while dialog.add.isEnabled():
        dialog.add.choices.actions()[0].trigger()
    dialog.team.rows[2].model.setEditText(
        "openrouter/some-maker/a-model-with-a-rather-long-name-70b-instruct"
    )


async def team_list(window: MainWindow) -> None:
    """The list of models is open."""
    dialog = await _many(window)
    dialog.team.rows[0].model.setFocus()
    dialog.team.rows[0].model.setEditText("model-12")
    completer = dialog.team.rows[0].model.completer()
    if completer is not None:
        completer.setCompletionPrefix("model-12")
        completer.complete()


async def popup_models(window: MainWindow) -> None:
    """All models are open under one member, and some letters were typed."""
    dialog = await _many(window)
    dialog.team.rows[0].model.showPopup()
    await _calm()
    found = dialog.findChild(PickList)
    assert found is not None
    QTest.keyClicks(found.line, "4o")


async def popup_choice(window: MainWindow) -> None:
    """A filter of the critiques is open."""
    window.page.tabs.show_tab("critiques")
    await _calm()
    boxes = [box for box in window.page.findChildren(ComboBox) if box.isVisible()]
    boxes[0].showPopup()


async def popup_card(window: MainWindow) -> None:
    """What can be done about one member's answer is open."""
    heads = [one for one in window.page.findChildren(CardHead) if one.isVisible()]
    heads[0].more.show_choices()


def popup_menu(title: str, left: int) -> Step:
    """Open a menu of the bar by its title, so many pixels from the window's left."""

    async def opened(window: MainWindow) -> None:
        menu = next(one for one in window.menuBar().findChildren(Menu) if one.title() == f"&{tr(title)}")
        menu.popup(window.mapToGlobal(QPoint(left, 34)))

    return opened


async def team_wrong(window: MainWindow) -> None:
    """Two members have one name."""
    dialog = await _team(window)
    dialog.team.rows[1].name.setText(dialog.team.rows[0].name.text())
    dialog.main.click()


def _set_up_programs(window: MainWindow) -> None:
    file = window.core.providers.commands
    claude = {
        "command": "/usr/local/bin/claude",
        "arguments": ("-p", "--output-format", "json", "--tools", "", "--strict-mcp-config"),
        "variables": ("HOME", "PATH"),
        "env": {"NO_COLOR": "1"},
    }
    file.put("claude", claude)
    file.approve(file.put("mine", {"command": "/bin/sh", "arguments": ("-c", "cat")}).line)


async def programs(window: MainWindow) -> None:
    """Command-line programs are set up: one that may answer, and one that is not where it was."""
    _set_up_programs(window)
    dialog = await _connecting(window)
    dialog.programs_link.click()
    dialog.programs.list.choose("claude")
    dialog.programs.fold.click()


async def team_program(window: MainWindow) -> None:
    """A program is chosen for a place at the table, over a team with another one."""
    _set_up_programs(window)
    dialog = await _team(window)
    dialog.add_program("command/claude")
    dialog.add_program("command/mine")
    await _calm()


async def team_choosing(window: MainWindow) -> None:
    """A program is chosen for a place at the table."""
    await team_program(window)
    window.findChildren(TeamDialog)[-1].program_wanted.emit()
    await _calm()


MODEL_SCENES: tuple[tuple[str, Step], ...] = (
    ("popup-models", popup_models),
    ("popup-choice", popup_choice),
    ("popup-card", popup_card),
    ("popup-menu", popup_menu("Review", 180)),
    ("popup-menu-off", popup_menu("Session", 118)),
    ("models-no-key", no_key),
    ("models-key-typed", key_typed),
    ("models-key-works", key_works),
    ("models-key-refused", key_refused),
    ("models-key-wrong", key_wrong),
    ("models-asking", asking),
    ("models-own-server", own_server),
    ("models-local-found", local_found),
    ("models-programs", programs),
    ("new-unconnected", new_unconnected),
    ("new-unconnected-draft", new_unconnected_draft),
    ("new-key-typed", new_key_typed),
    ("new-key-refused", new_key_refused),
    ("new-rules", new_rules),
    ("new-pictures", new_pictures),
    ("sample", sample),
    ("team-offline", team_offline),
    ("team-many", team_many),
    ("team-list", team_list),
    ("team-program", team_program),
    ("team-choosing-a-program", team_choosing),
    ("team-wrong", team_wrong),
)
