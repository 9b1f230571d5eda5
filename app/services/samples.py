"""The samples: the one of each workflow, and beginning a session of it."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

from app.domain.errors import NotFound, disk_refused, one_of
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.services.sessions import Sessions
from app.services.writing import MAY_WRITE
from app.settings.samples import Sample, load_sample, sample_names


class Samples:
    """Sessions that were written by hand, to show how one goes: no model takes part."""

    def __init__(self, sessions: Sessions, copies: Path) -> None:
        """`copies`: the folder in which a sample that writes to a folder is given one."""
        self._sessions, self._copies = sessions, copies

    def of(self, workflow: str) -> Sample:
        """Return the sample of a workflow; raises NotFound."""
        names = {kind: name for name, kind in sample_names().items()}
        if workflow not in names:
            raise NotFound(words("There is no sample “{name}”.", name=workflow), one_of(names))
        return load_sample(names[workflow], workflow)

    async def begin(self, sample: Sample) -> SessionId:
        """Make a session of a sample, to be started like any other. Raises InputError, StorageError."""
        setup = {name: _value(sample, value) for name, value in sample.setup.items()}
        if sample.copied:
            setup[sample.copied] = await asyncio.to_thread(self._copied, Path(setup[sample.copied]))
        plugin = self._sessions.parts.plugin(sample.workflow)
        for field in plugin.form:
            # What must differ from session to session, such as the name of a run.
            if field.suggest is not None and field.name not in setup:
                setup[field.name] = field.suggest(setup)
        return await self._sessions.create(
            sample.workflow, setup, sample.team, str(words("Sample: {title}", title=sample.title))
        )

    def _copied(self, folder: Path) -> str:
        name, number = folder.parent.name, 1
        while (place := self._copies / (name if number == 1 else f"{name}-{number}")).exists():
            number += 1
        try:
            # The program's own files may be for reading only: their modes are not taken over.
            shutil.copytree(folder, place, copy_function=shutil.copyfile)
            for inner in (place, *place.rglob("*")):
                if inner.is_dir():
                    inner.chmod(0o700)
        except OSError as error:
            raise disk_refused(error, words("The sample could not be copied: {why}"), MAY_WRITE) from error
        return str(place)


def _value(sample: Sample, value: Any) -> Any:
    """Return a value of the setup, with the texts and folders of the sample that it names."""
    if isinstance(value, dict):
        return {name: _value(sample, one) for name, one in value.items()}
    if isinstance(value, list):
        return [_value(sample, one) for one in value]
    if isinstance(value, str) and value.startswith("{") and value.endswith("}"):
        kind, _, name = value[1:-1].partition(" ")
        return sample.texts[name] if kind == "file" else str(sample.folder / name)
    return value
