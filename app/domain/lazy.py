"""What is made or imported when it is first looked into, so that no start of the program waits for it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.machinery import ModuleSpec
from importlib.util import LazyLoader, find_spec, module_from_spec
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from importlib.abc import Loader
else:
    # For start-up cost: `importlib.abc` brings the reading of resources with it, and asks for no more.
    Loader = object

K = TypeVar("K")
V = TypeVar("V")


class LazyMapping(Mapping[K, V]):
    """The mapping that `make` returns, made once, at the first look."""

    def __init__(self, make: Callable[[], Mapping[K, V]]) -> None:
        self._make = make

    @cached_property
    def _mapping(self) -> Mapping[K, V]:
        return self._make()

    def __getitem__(self, key: K) -> V:
        return self._mapping[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._mapping)

    def __len__(self) -> int:
        return len(self._mapping)


def late_module(name: str) -> ModuleType:
    """Return a module that is imported when something in it is first asked for.

    For start-up cost only; beside it stands the plain import, under `TYPE_CHECKING`.
    """
    if name in sys.modules:
        return sys.modules[name]
    spec = find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    loader = LazyLoader(_Repeatable(spec.loader))
    spec.loader = loader
    module = sys.modules[name] = module_from_spec(spec)
    loader.exec_module(module)
    return module


class _Repeatable(Loader):
    """Loads as another loader does; what failed is tried again at the next look.

    Python's own lazy module is empty for ever once its loading failed: too many open files for a moment
    would be an AttributeError until the program ends.
    """

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return what the other one makes."""
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Fill the module, or leave it as late as it was."""
        try:
            self._loader.exec_module(module)
        except BaseException:
            # Of a later Python it is still of the lazy class, which would be taken for its own.
            object.__setattr__(module, "__class__", ModuleType)
            LazyLoader(self).exec_module(module)
            raise
