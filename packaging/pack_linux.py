"""The packages for Linux out of the frozen folder: a `.deb`, and a `.tar.zst` that installs itself.

Both put the same files below a prefix: `/usr`, or what is given to `install.sh`.
"""

from __future__ import annotations

import gzip
import shutil
import subprocess
import tarfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from dev_machine import RefusedError

NAME = "roundtable-desk"
ID = "dev.roundtable.Roundtable"
HERE = Path(__file__).resolve().parent / "linux"
ROOT = HERE.parents[1]

PACKAGES: Mapping[str, str] = {
    **dict.fromkeys(
        (
            *("libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libutil.so.1"),
            *("ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1", "libresolv.so.2", "libnsl.so.1"),
        ),
        "libc6",
    ),
    "libcrypt.so.1": "libcrypt1",
    "libgcc_s.so.1": "libgcc-s1",
    "libstdc++.so.6": "libstdc++6",
    "libz.so.1": "zlib1g",
    "libexpat.so.1": "libexpat1",
    "libuuid.so.1": "libuuid1",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libXau.so.6": "libxau6",
    "libXdmcp.so.6": "libxdmcp6",
    "libxcb.so.1": "libxcb1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libEGL.so.1": "libegl1",
    "libdrm.so.2": "libdrm2",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
"""The Debian package of each library that is not taken along (`pack_contents.FROM_THE_SYSTEM`)."""


def needed(listing: str) -> dict[str, set[str]]:
    """Return what each file of `objdump -p FILE…` needs, by its path."""
    found: dict[str, set[str]] = {}
    current: set[str] = set()
    for line in listing.splitlines():
        if ":     file format " in line:
            current = found.setdefault(line.partition(":     file format ")[0], set())
        elif line.startswith("  NEEDED "):
            current.add(line.split()[1])
    return found


def from_outside(program: Path) -> set[str]:
    """Return the libraries that a frozen program needs and does not hold."""
    files = [path for path in program.rglob("*") if path.is_file() and _is_elf(path)]
    done = subprocess.run(["objdump", "-p", *map(str, files)], capture_output=True, text=True, check=True)
    inside = {path.name for path in files}
    return set().union(*needed(done.stdout).values()) - inside


def _is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def dependencies(libraries: Iterable[str], packages: Mapping[str, str] = PACKAGES) -> list[str]:
    """Return the Debian packages of libraries; raises RefusedError where one's is not known."""
    libraries = sorted(libraries)
    strangers = [name for name in libraries if name not in packages]
    if strangers:
        raise RefusedError(
            "The program needs {}, which it does not hold. Take it along, or name its package in "
            "packaging/pack_linux.py.".format(", ".join(strangers))
        )
    return sorted({packages[name] for name in libraries})


def control(version: str, architecture: str, depends: Sequence[str], kilobytes: int) -> str:
    """Return the control file of the `.deb`; `version` as Python writes it."""
    fields = {
        "Package": NAME,
        "Version": debian_version(version),
        "Architecture": architecture,
        "Maintainer": "Roundtable contributors <roundtable@localhost>",
        "Installed-Size": str(kilobytes),
        "Depends": ", ".join("libc6 (>= 2.36)" if name == "libc6" else name for name in depends),
        "Recommends": "git, ca-certificates, hicolor-icon-theme, shared-mime-info",
        "Section": "utils",
        "Priority": "optional",
        "Description": "several language models deliberate in rounds; a person decides\n"
        " Ask several AI models one question. They answer, criticise each other and\n"
        " refine in rounds; you see every round and decide. The offline council is\n"
        " built in: it needs no key and no connection.",
    }
    return "".join("{}: {}\n".format(name, value) for name, value in fields.items())


def debian_version(version: str) -> str:
    """Return a version as Debian orders it: what comes before a release begins with a tilde."""
    for mark in (".dev", "rc", "b", "a"):
        head, found, tail = version.partition(mark)
        if found:
            return "{}~{}{}".format(head, mark.lstrip("."), tail)
    return version


def tree(program: Path, prefix: Path) -> None:
    """Lay everything below a prefix as it is installed."""
    shutil.copytree(program, prefix / "lib" / NAME, symlinks=True)
    (prefix / "bin").mkdir()
    (prefix / "bin" / "roundtable").symlink_to("../lib/{}/roundtable".format(NAME))
    places = {
        ID + ".desktop": "share/applications",
        ID + ".xml": "share/mime/packages",
        ID + ".svg": "share/icons/hicolor/scalable/apps",
    }
    for name, folder in places.items():
        (prefix / folder).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(HERE / name, prefix / folder / name)
    document = prefix / "share" / "doc" / NAME
    document.mkdir(parents=True)
    text = (ROOT / "LICENSE").read_bytes() + b"\n\n" + (ROOT / "THIRD_PARTY_NOTICES.md").read_bytes()
    (document / "copyright").write_bytes(text)
    (document / "changelog.gz").write_bytes(gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), 9, mtime=0))
    manual = prefix / "share" / "man" / "man1"
    manual.mkdir(parents=True)
    (manual / "roundtable.1.gz").write_bytes(gzip.compress((HERE / "roundtable.1").read_bytes(), 9, mtime=0))


def build_deb(program: Path, work: Path, out: Path, version: str, depends: Sequence[str]) -> Path:
    """Write the `.deb` of a frozen program; returns its path."""
    root = work / "deb"
    shutil.rmtree(root, ignore_errors=True)
    tree(program, root / "usr")
    size = sum(path.lstat().st_size for path in root.rglob("*") if not path.is_dir()) // 1024
    architecture = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
    (root / "DEBIAN").mkdir()
    text = control(version, architecture, depends, size)
    (root / "DEBIAN" / "control").write_text(text, encoding="utf-8")
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    file = out / "{}_{}_{}.deb".format(NAME, debian_version(version), architecture)
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--build", str(root), str(file)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return file


def build_tar(program: Path, work: Path, out: Path, version: str, machine: str) -> Path:
    """Write the `.tar.zst` of a frozen program with `install.sh` beside it; returns its path."""
    top = "roundtable-{}-linux-{}".format(version, machine)
    folder = work / top
    shutil.rmtree(folder, ignore_errors=True)
    tree(program, folder / "files")
    shutil.copy(HERE / "install.sh", folder / "install.sh")
    (folder / "install.sh").chmod(0o755)
    buffer = out / (top + ".tar")
    with tarfile.open(buffer, "w", format=tarfile.PAX_FORMAT) as archive:
        archive.add(folder, top, filter=_anonymous)
    file = out / (top + ".tar.zst")
    subprocess.run(["zstd", "-q", "-f", "-19", "-T0", "--rm", str(buffer), "-o", str(file)], check=True)
    return file


def _anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry
