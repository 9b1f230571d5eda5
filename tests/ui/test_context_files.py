"""Files a person chooses for a session: every kind the program reads, named where one is no text."""

from __future__ import annotations

import asyncio

import pytest
from docx import Document
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QBoxLayout, QFileDialog, QLabel, QLineEdit, QPushButton, QToolTip

from app.domain.messages import GivenPicture
from app.services.context_files import MOST_FILES
from app.ui.kit.layouts import boxed, in_column
from app.ui.kit.text.bounded import PlainEditor
from app.ui.setup.file_list import FileList
from app.ui.setup.new_session import NewSessionDialog
from app.ui.setup.typed import QuestionText
from tests.support.dots import png
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def started(dialog: NewSessionDialog) -> dict[str, object]:
    seen: list[dict[str, object]] = []
    dialog.wanted.connect(lambda start, flow, values, team: seen.append(values))
    dialog.main.click()
    await until(lambda: seen or dialog.problem.text())
    return seen[0] if seen else {}


def make(core) -> NewSessionDialog:
    dialog = NewSessionDialog(None, core.plugins["debate"], core.teams)
    dialog.set_question("Which database?")
    return dialog


async def test_a_folder_dropped_on_a_form_that_asks_for_one_is_its_folder(core, tmp_path):
    dialog, data = NewSessionDialog(None, core.plugins["draft"], core.teams), QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    line = next(row.control for row in dialog.rows() if row.field.widget == "folder")
    assert isinstance(line, QLineEdit)
    # Of its own it would write the address.
    assert not line.acceptDrops()
    how = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(dialog, QDragEnterEvent(QPoint(9, 9), *how))
    QApplication.sendEvent(dialog, QDropEvent(QPointF(9, 9), *how))
    assert line.text() == str(tmp_path)
    dialog.deleteLater()


def files(dialog: NewSessionDialog) -> FileList:
    control = dialog.basic.rows["context"].control
    assert isinstance(control, FileList)
    return control


def pictures(texts: object) -> list[GivenPicture]:
    assert isinstance(texts, list)
    return [GivenPicture.model_validate(text["picture"]) for text in texts]


async def test_folders_and_word_files_are_read_with_the_question(core, tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text("# Alpha", encoding="utf-8")
    document = Document()
    document.add_paragraph("The board wants a pilot.")
    document.save(str(tmp_path / "brief.docx"))
    dialog = make(core)
    files(dialog).list.addItems([str(folder), str(tmp_path / "brief.docx")])
    values = await started(dialog)
    assert values["context"] == [
        {"name": "notes/a.md", "text": "# Alpha"},
        {"name": "brief.docx", "text": "The board wants a pilot."},
    ]
    dialog.deleteLater()


async def test_files_whose_names_have_no_room_beside_the_links_stand_above_them(core, qtbot):
    box = FileList("Context")
    qtbot.addWidget(box)
    box.resize(540, 120)
    box.show()
    add = next(one for one in box.findChildren(QPushButton) if one.text() == "Add files…")
    (hint,) = (one for one in box.findChildren(QLabel) if one.text() == "Drop files or")
    # Side by side, as much as they would like.
    for names, above in ((["a.md"], False), (["ground-floor-plan.png", "cellar-stairs.png"], True)):
        box.list.clear()
        box.list.addItems(names)
        await until(lambda above=above: (box.list.y() + box.list.height() <= add.y()) == above)
        await until(lambda: box.list.width() >= box.list.sizeHint().width())
        assert hint.isVisible() is not above, "else it would push the edge of the form out of sight"
    box.list.clear()
    await until(lambda: not box.list.isVisible())


def test_more_files_than_are_read_are_not_listed_and_it_is_said(qtbot):
    # Ten thousand chips took a second to be laid out, and were refused at the start in any case.
    box = FileList("Context")
    qtbot.addWidget(box)
    box.show()
    box.add([f"/notes/{number}.md" for number in range(MOST_FILES - 1)])
    told = f"{MOST_FILES + 1:,} files are chosen; at most {MOST_FILES} are read. Choose fewer files"
    box.add(["/notes/0.md", "/more/a.md", "/more/b.md"])
    assert QToolTip.text().startswith(told)
    assert len(box.paths()) == MOST_FILES - 1
    box.add(["/notes/0.md", "/more/a.md"])
    assert len(box.paths()) == MOST_FILES


def test_a_row_of_files_is_turned_once_its_layout_is_done_and_never_within_it(qtbot):
    # Turned within it, the layout is begun again inside itself, by which the program ended.
    box = FileList("Context", for_one=True)
    qtbot.addWidget(box)
    box.list.addItems(["ground-floor-plan.png", "cellar-stairs.png"])
    box.show()
    (hint,) = (one for one in box.findChildren(QLabel) if one.text() == "Drop files or")
    seen: list[tuple[object, bool]] = []
    layout = box.layout()
    assert isinstance(layout, QBoxLayout)
    box.list.fitted.connect(lambda: seen.append((layout.direction(), hint.isHidden())))
    ways = QBoxLayout.Direction
    for wide, way in ((430, ways.TopToBottom), (1200, ways.LeftToRight), (430, ways.TopToBottom)):
        before = layout.direction(), hint.isHidden()
        seen.clear()
        box.resize(wide, 120)
        assert set(seen) == {before}, "it is told of from within its layout"
        QApplication.processEvents()
        assert (layout.direction(), hint.isHidden()) == (way, way is ways.TopToBottom)


def test_what_a_list_asks_for_stands_in_its_box_and_above_the_links_where_they_have_no_room(qtbot):
    given = FileList("Texts that are criticised like the members' own", pastes=True)
    form = boxed(in_column(given))
    qtbot.addWidget(form)
    given.title.show()
    form.show()
    for wide, beside in ((900, True), (given.minimumSizeHint().width(), False)):
        form.resize(wide, 90)
        QApplication.processEvents()
        assert given.width() == wide
        assert (given.title.y() + given.title.height() > given.paste.y()) is beside, wide
        assert given.paste.geometry().right() < given.width()


async def test_a_folder_with_a_binary_file_is_taken_without_it_once_that_is_said(core, tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text("# Alpha", encoding="utf-8")
    (folder / "logo.png").write_bytes(b"\x89PNG\x00\xff")
    dialog = make(core)
    files(dialog).list.addItems([str(folder)])
    assert await started(dialog) == {}
    assert "logo.png is a binary file. It is left out. Press Start again" in dialog.problem.text()
    dialog.show_problem("")
    values = await started(dialog)
    assert values["context"] == [{"name": "notes/a.md", "text": "# Alpha"}]
    dialog.deleteLater()


async def test_a_picture_is_listed_with_its_size_and_itself_and_given_byte_by_byte(core, tmp_path):
    (tmp_path / "plan.png").write_bytes(png(640, 480))
    dialog = make(core)
    files(dialog).list.addItem(str(tmp_path / "plan.png"))
    values = await started(dialog)
    assert [one.content for one in pictures(values["context"])] == [png(640, 480)]
    item = files(dialog).list.item(0)
    shown = [item.data(Qt.ItemDataRole.UserRole + more) for more in (1, 3)]
    assert shown[0] == "640 × 480"
    assert (shown[1].width(), shown[1].height()) == (88, 66)
    dialog.deleteLater()


async def test_a_scan_is_listed_with_how_many_of_its_pages_are_shown(core):
    dialog = make(core)
    files(dialog).list.addItem("/scans/scan.pdf")
    scans: list[dict[str, object]] = [
        {"name": f"scan.pdf, page {number}", "text": "", "picture": {}} for number in (1, 2)
    ]
    image = QImage(4, 3, QImage.Format.Format_RGB32)
    files(dialog).tell(scans, {"scan.pdf, page 1": image})
    item = files(dialog).list.item(0)
    assert item.data(Qt.ItemDataRole.UserRole + 1) == "2 pages as pictures"
    assert item.data(Qt.ItemDataRole.UserRole + 3) == image
    dialog.deleteLater()


@pytest.mark.qt_log_ignore("This plugin does not support")
async def test_a_picture_that_is_pasted_into_the_question_is_listed_and_no_word_of_it_stands_there(core):
    dialog = make(core)
    data = QMimeData()
    data.setData("image/png", png(30, 20))
    question = dialog.basic.rows["question"].control
    assert isinstance(question, QuestionText)
    question.insertFromMimeData(data)
    picture = QImage(4, 3, QImage.Format.Format_RGB32)
    picture.fill(0)
    drawn = QMimeData()
    drawn.setImageData(picture)
    question.insertFromMimeData(drawn)
    kept = files(dialog).kept()
    assert [one["name"] for one in kept] == ["Pasted picture 1", "Pasted picture 2"]
    # The first as it lies on the clipboard, the other as it is drawn there.
    first, second = pictures(kept)
    assert first.content == png(30, 20)
    assert (second.kind, second.width, second.height) == ("png", 4, 3)
    assert question.toPlainText() == "Which database?"
    assert (await started(dialog))["context"] == kept
    large = QMimeData()
    large.setData("image/png", png(9_000, 1))
    question.insertFromMimeData(large)
    assert "wider or higher than 8000 dots" in QToolTip.text()
    assert len(files(dialog).kept()) == 2
    QToolTip.hideText()
    dialog.deleteLater()


@pytest.mark.qt_log_ignore("This plugin does not support")
async def test_a_memo_that_is_on_the_clipboard_is_context_without_being_saved_as_a_file(core):
    dialog = make(core)
    box = files(dialog)
    for memo in ("Clause 7.4 ends it.", "Clause 26 wants a letter."):
        QGuiApplication.clipboard().setText(memo)
        box.paste.click()
    assert [(one["name"], one["text"]) for one in box.kept()] == [
        ("Pasted text", "Clause 7.4 ends it."),
        ("Pasted text 2", "Clause 26 wants a letter."),
    ]
    assert (await started(dialog))["context"] == box.kept()
    dialog.deleteLater()


async def test_a_file_dialog_is_gone_once_it_is_closed(core):
    dialog = make(core)
    asked = files(dialog)
    for name in ("Add files…", "Add folder…"):
        next(b for b in asked.findChildren(QPushButton) if b.text() == name).click()
        opened = asked.findChild(QFileDialog)
        assert opened is not None
        opened.reject()
        await until(lambda: asked.findChild(QFileDialog) is None)
    dialog.deleteLater()


async def test_a_file_that_is_no_text_is_named_beside_the_list_and_the_question_stays(core, tmp_path):
    (tmp_path / "photo.bin").write_bytes(b"\x89\xff\x00\x01")
    dialog = make(core)
    files(dialog).list.addItem(str(tmp_path / "photo.bin"))
    assert await started(dialog) == {}
    assert "photo.bin" in dialog.basic.rows["context"].error.text()
    assert dialog.main.isEnabled()
    assert dialog.basic.rows["question"].value() == "Which database?"
    dialog.deleteLater()


async def test_the_estimate_follows_what_is_typed_and_a_start_above_the_limit_is_asked_once(core, tmp_path):
    wanted: list[object] = []
    dialog = NewSessionDialog(None, core.plugins["debate"], core.teams, estimates=core.estimates)
    dialog.wanted.connect(lambda start, flow, values, team: wanted.append(values))
    dialog.show()
    dialog.set_question("")
    await asyncio.sleep(0.5)
    assert not dialog.estimate.isVisible()
    dialog.set_question("Which database?")
    told = dialog.estimate
    await until(lambda: told.isVisible() and "$0.07–$0.64" in told.summary.text())
    # Where a file is why there is no price, that is said where the file is.
    (tmp_path / "photo.bin").write_bytes(b"\x89\xff\x00\x01")
    files(dialog).list.addItem(str(tmp_path / "photo.bin"))
    await until(lambda: not told.isVisible())
    assert "photo.bin" in dialog.basic.rows["context"].error.text()
    files(dialog).list.takeItem(0)
    await until(lambda: told.isVisible() and not dialog.basic.rows["context"].error.text())
    limit = next(row for row in dialog.rows() if row.name == "cost_limit")
    assert isinstance(limit.control, QLineEdit)
    limit.control.setText("0.05")
    await until(dialog.estimate.above_limit)
    dialog.main.click()
    await until(lambda: "more than the limit of $0.05" in dialog.problem.text())
    assert wanted == []
    dialog.main.click()
    await until(lambda: len(wanted) == 1)
    dialog.close()
    dialog.deleteLater()


async def test_the_form_warns_of_a_doubtful_setup_and_offers_must_haves_from_the_question(core):
    plugin = core.plugins["debate"]
    dialog = NewSessionDialog(None, plugin, core.teams, estimates=core.estimates)
    dialog.show()
    dialog.set_question("Which depot? The answer must name the cost. It shall say who decides.")
    rows = {row.name: row.control for row in dialog.rows()}
    rounds, wanted = rows["max_rounds"], rows["must_haves"]
    assert isinstance(rounds, QLineEdit)
    assert isinstance(wanted, PlainEditor)
    wanted.setPlainText("Be brief.")
    rounds.setText("5")
    await until(lambda: dialog.warned.isVisible() and "rounds" in dialog.warned.text())
    rounds.setText("2")
    await until(lambda: "rounds" not in dialog.warned.text())
    dialog.fold.setChecked(True)
    offer = [b for b in dialog.findChildren(QPushButton) if b.accessibleName().startswith("Suggest:")]
    for _ in range(2):
        offer[0].click()
    lines = wanted.toPlainText().splitlines()
    assert lines[0] == "Be brief."
    assert [line for line in lines if "name the cost" in line] == lines[1:2]
    assert len(lines) == 3
    dialog.close()
    dialog.deleteLater()


async def test_a_file_may_be_given_to_one_member_alone(core, tmp_path):
    for name in ("all.md", "lease.md"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    dialog = make(core)
    asked = files(dialog)
    dialog.show()
    assert not asked.give.isVisible()
    asked.add([str(tmp_path / "all.md"), str(tmp_path / "lease.md")])
    assert asked.give.isVisible()
    asked.list.setCurrentRow(1)
    offered = dict(asked.give.further())
    members = [member.name for member in core.teams.default().enabled]
    assert list(offered) == [f"Only for {name}" for name in members]
    offered[f"Only for {members[0]}"]()
    # Whom it is for can be taken back.
    assert next(iter(dict(asked.give.further()))) == "For all"
    values = await started(dialog)
    assert values["context"] == [
        {"name": "all.md", "text": "all.md"},
        {"name": "lease.md", "text": "lease.md", "only": members[0]},
    ]
    # What another session was given comes back with whom it was for.
    other = make(core)
    files(other).put(values["context"])
    assert files(other).kept() == values["context"]
    other.deleteLater()
    dialog.deleteLater()
