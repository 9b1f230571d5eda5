"""What the fields of a form hold as a session is made of it: of chosen files their texts as they are now."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from app.domain.i18n import Message
from app.services.context_files import Chosen, ContextFiles
from app.ui.kit.texts import single_line, tr
from app.ui.setup.file_list import FileList, thumbnails_of
from app.ui.setup.setup_form import FieldRow


class FieldValues:
    """Reads the fields of one form, its files anew only where one has changed since."""

    def __init__(self) -> None:
        self._files = ContextFiles()
        self._left_out: dict[str, tuple[Message, ...]] = {}
        """Files of chosen folders that hold no text, a sentence each, by the field they were chosen in."""

    async def of(self, row: FieldRow) -> object:
        """Return what a field holds: of files their texts, behind those given before; raises InputError."""
        files = row.control
        if not isinstance(files, FileList):
            return row.value()
        given = files.given()
        # A large PDF takes seconds: the window must stay alive meanwhile.
        chosen = await asyncio.to_thread(self._files.texts, given) if given else Chosen([])
        self._left_out[row.name] = chosen.left_out
        files.tell(chosen.texts, await asyncio.to_thread(thumbnails_of, chosen.texts))
        return [*files.kept(), *chosen.texts]

    def left_out(self) -> str:
        """Return the sentences of what was left out as the files were read last; empty: nothing was."""
        return " ".join(single_line(tr(one), 300) for said in self._left_out.values() for one in said)


def held_by(rows: Sequence[FieldRow]) -> list[object]:
    """Return what the fields hold, to be compared: of files which ones, with no look into them."""
    return [c.held() if isinstance(c := row.control, FileList) else row.value() for row in rows]
