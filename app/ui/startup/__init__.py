"""Starting the window: the loop, the one instance, signals that end it, crash reports. May import every
room."""

import sys

import shiboken6  # noqa: F401  what is spared stands behind it


def _spare_sources() -> None:
    """Keep PySide from reading the source of every module that is imported after it.

    It looks for its feature switches (`from __feature__ import …`), of which this program has none: some
    400 files, a tenth of the start. Where its inside is another one day, it just reads them again.
    """
    feature = sys.modules.get("shibokensupport.feature")
    if hasattr(feature, "_mod_uses_pyside"):
        vars(feature)["_mod_uses_pyside"] = lambda _module: False


# Before any module of the window is imported.
_spare_sources()
