"""Going on here with a batch that an engine's workers were at.

What they handed back is brought in first: without it their sessions would be begun and paid for again.
"""

from __future__ import annotations

from app.domain.errors import InputError
from app.domain.i18n import words
from app.engine.work_queue import Handing
from app.services.batches.plan import BatchPlan


async def take_back(handing: Handing, plan: BatchPlan) -> bool:
    """Bring in what workers handed back of a batch; return whether any of it was there.

    Raises InputError where some worker is at it still, SessionBusy where a command hands it out just now,
    StorageError, ImportDiffers.
    """
    if not any([await handing.generation(cell.session) for cell in plan.cells]):
        return False
    with handing.alone():
        for cell in plan.cells:
            if await handing.at_work(cell.session):
                raise InputError(
                    words("Workers of an engine are at this batch."),
                    words("Wait until they have ended, or go on with the command that began them."),
                )
        for cell in plan.cells:
            if await handing.generation(cell.session):
                await handing.take_in(cell.session, [one.session for one in (cell, *cell.baselines)])
    return True
