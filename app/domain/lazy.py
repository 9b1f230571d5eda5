"""What is made or imported when it is first looked into, so that no start of the program waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import Any, TypeVar

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


def lazy_mapping(module: str, name: str) -> Mapping[Any, Any]:
    """Return the mapping that a module has under a name, imported at the first look: a start waits less."""
    return LazyMapping(lambda: getattr(import_module(module), name))


def lazy_names(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Return a package's `__getattr__`: what it exports by name, imported when it is first asked for.

    `homes`: the module of the package that has a name; the package itself (“”) where the name is a module.
    For start-up cost only; beside it stands the plain import, under `TYPE_CHECKING`.
    """

    def find(name: str) -> object:
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if not home:
            return import_module(f"{package}.{name}")
        return getattr(import_module(f"{package}.{home}"), name)

    return find
