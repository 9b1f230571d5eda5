"""Pictures of a text on the screen, on the clipboard and in a file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageReader
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.domain.errors import disk_refused
from app.domain.i18n import words
from app.domain.pictures import Raster
from app.domain.private import put_whole
from app.ui.kit.dialog import TellOnly, show_once
from app.ui.kit.texts import tr

_SHARPEST = 1_600
"""Dots of the longer side that a picture is decoded to: no view is wider."""
_MOST_OFFERED = 30
_MEGABYTES = 256
"""Memory that decoding may take; source: forty million dots of four bytes are 160."""
_SUFFIXES = {"jpeg": "jpg"}


def image_of(raster: Raster, side: int = _SHARPEST) -> QImage:
    """Decode a picture, its longer side of so many dots at most; an empty one where its bytes are broken."""
    buffer = QBuffer()
    buffer.setData(QByteArray(raster.data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    QImageReader.setAllocationLimit(_MEGABYTES)
    reader = QImageReader(buffer, QByteArray(raster.kind.encode()))
    size = QSize(raster.width, raster.height)
    if max(raster.width, raster.height) > side:
        size = size.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio)
        reader.setScaledSize(size)
    return reader.read()


def offer_pictures(menu: QMenu, owner: QWidget, found: list[Raster]) -> None:
    """Offer to copy each picture of a text, or to save it."""
    for number, raster in enumerate(found[:_MOST_OFFERED], 1):
        menu.addSeparator()
        name = tr("picture {n}", n=number) if len(found) > 1 else tr("picture")
        about = f"{name} ({raster.width} × {raster.height})"
        _offer_one(menu, owner, raster, name, about)


def _offer_one(menu: QMenu, owner: QWidget, raster: Raster, name: str, about: str) -> None:
    menu.addAction(
        tr("Copy {what}", what=about), lambda: QGuiApplication.clipboard().setImage(image_of(raster))
    )
    menu.addAction(tr("Save {what}…", what=name), lambda: save_picture(owner, raster))


def save_picture(owner: QWidget, raster: Raster) -> QFileDialog:
    """Ask for a file and write a picture to it, byte for byte as it came."""
    suffix = _SUFFIXES.get(raster.kind, raster.kind)
    dialog = QFileDialog(owner, tr("Save the picture"), str(Path.home()))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    dialog.selectFile(f"picture.{suffix}")
    dialog.fileSelected.connect(lambda path: _write(owner, Path(path), raster))
    show_once(dialog)
    return dialog


def _write(owner: QWidget, path: Path, raster: Raster) -> None:
    try:
        put_whole(path, raster.data)
    except OSError as error:
        told = disk_refused(
            error, words("The picture could not be saved: {why}"), words("Choose another place.")
        )
        show_once(TellOnly(owner, tr("Save the picture"), f"{tr(told.message)} {tr(told.next)}"))
