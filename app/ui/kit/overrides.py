"""Lets an error in a method that Qt calls be told, where it would end the program.

WORKAROUND for PySide 6.11 with Python 3.11: what the interpreter itself raises in such a method, for an
index out of range or a control that Qt has deleted, is a kind and a word until somebody catches it. PySide
takes the word for the error, and reads beyond its end.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from shiboken6 import Shiboken

_WHOLE = (3, 12)
"""The version of Python from which on every error is whole as soon as it is raised."""


def make_errors_whole() -> None:
    """Have each class that is derived from one of Qt's from now on raise whole errors where Qt calls it."""
    if sys.version_info < _WHOLE:
        setattr(Shiboken.Object, "__init_subclass__", classmethod(_derived))  # noqa: B010  it is a method


def _derived(kind: Any, /, **named: Any) -> None:
    super(Shiboken.Object, kind).__init_subclass__(**named)
    qt = [one for one in kind.__mro__ if _is_qts(one)]
    slots = _slots(qt[0])
    # Those that come with a class which is derived from none of Qt's, too.
    for one in kind.__mro__:
        if _is_qts(one) or one is object:
            continue
        for name, method in [*vars(one).items()]:
            # A slot is called with as many values as it takes, which is read of the method itself.
            if not isinstance(method, FunctionType) or name.startswith("_") or name in slots:
                continue
            if not hasattr(method, "__wrapped__") and any(name in vars(base) for base in qt):
                setattr(one, name, _caught_once(method))


def _caught_once(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def called(*values: Any, **named: Any) -> Any:
        try:
            return method(*values, **named)
        except BaseException:
            # What is caught is whole, also when it goes on.
            raise

    return called


def _is_qts(kind: type) -> bool:
    return kind.__module__.partition(".")[0] in ("PySide6", "Shiboken", "shiboken6")


@functools.cache
def _slots(kind: type) -> frozenset[str]:
    described = vars(kind).get("staticMetaObject")
    if described is None:
        return frozenset()
    methods = [described.method(at) for at in range(described.methodCount())]
    return frozenset(one.name().data().decode() for one in methods if one.methodType().name == "Slot")
