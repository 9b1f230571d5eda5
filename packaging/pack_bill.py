"""Write the software bill of materials, CycloneDX 1.6 as JSON. Runs in the environment of the packages.

    python packaging/pack_bill.py FILE.cdx.json FOLDER

Holds the distributions that go along with their licences, and Python itself. Libraries of the system that
PyInstaller takes along (the family of xcb, GLib, OpenSSL of Python) are named by the builder's packages,
where dpkg knows them.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pack_release
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL


def libraries(program: Path) -> list[Component]:
    """Return the distributions of the lock that lie in a frozen program; each file's hash is in the lock."""
    found = pack_release.shipped(pack_release.LOCK.read_text(encoding="utf-8"))
    return [
        Component(
            type=ComponentType.LIBRARY,
            name=name,
            version=metadata.version(name),
            bom_ref="{}=={}".format(name, metadata.version(name)),
            purl=PackageURL("pypi", None, name, metadata.version(name)),
            licenses=[DisjunctiveLicense(name=licence_of(name))],
        )
        for name in found
        if goes_along(name, program / "_internal")
    ]


def goes_along(name: str, inside: Path) -> bool:
    """Tell whether anything that a distribution installs lies in the program."""
    try:
        files = metadata.files(name) or []
    except metadata.PackageNotFoundError:
        # For another system or Python.
        return False
    code = [file for file in files if file.suffix in (".py", ".so", ".pyd") and ".." not in file.parts]
    return any((inside / file).exists() or (inside / file.with_suffix(".pyc")).exists() for file in code)


def licence_of(name: str) -> str:
    """Return what a distribution says of its licence, in one line."""
    about = metadata.metadata(name)
    said, older = ("".join(about.get_all(field) or []) for field in ("License-Expression", "License"))
    classifiers = [c.rpartition(" :: ")[2] for c in about.get_all("Classifier") or [] if "License ::" in c]
    return said or " AND ".join(classifiers) or (older or "unknown").strip().split("\n")[0]


def of_the_system(program: Path) -> list[Component]:
    """Return the builder's packages whose libraries lie in a frozen program."""
    found = {}
    libraries = (program / "_internal").glob("lib*.so.*")
    for path in sorted(path for path in libraries if not path.name.startswith("libpython")):
        done = subprocess.run(
            ["dpkg-query", "-S", "*/" + path.name], capture_output=True, text=True, check=False
        )
        package = done.stdout.partition(":")[0].strip()
        if not package or "," in package:
            continue
        asked = ["dpkg-query", "-W", "-f", "${Version}\n", package]
        version = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.split("\n")[0]
        found[package] = Component(
            type=ComponentType.LIBRARY,
            name=package,
            version=version,
            bom_ref="{}={}".format(package, version),
            purl=PackageURL("deb", "debian", package, version),
        )
    return list(found.values())


def main(arguments: list[str]) -> int:
    """Write the bill: FILE, then the frozen folder."""
    file, program = Path(arguments[0]), Path(arguments[1])
    bom = Bom()
    whole = Component(type=ComponentType.APPLICATION, name="roundtable-desk", version=pack_release.version())
    bom.metadata.component = whole
    python = "{}.{}.{}".format(*sys.version_info[:3])
    bom.components.add(Component(type=ComponentType.PLATFORM, name="python", version=python))
    for component in (*libraries(program), *of_the_system(program)):
        bom.components.add(component)
    bom.register_dependency(whole, bom.components)
    text = make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=1)
    file.write_text(text, encoding="utf-8")
    print("{}: {} components".format(file.name, len(bom.components)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
