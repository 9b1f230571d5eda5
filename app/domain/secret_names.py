"""Names of files and folders that usually hold keys or passwords, or what a browser remembers: one list."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

FILES = (
    *(".env", ".env.*", ".envrc", "*.env", "*.pem", "*.key", "*.p8", "*.p12", "*.pfx", "*.jks", "*.keystore"),
    *(
        "*.kdb",
        "*.kdbx",
        "*.ppk",
        "*.ovpn",
        "id_rsa*",
        "id_dsa*",
        "id_ecdsa*",
        "id_ed25519*",
        ".netrc",
        "_netrc",
    ),
    *(".pgpass", ".my.cnf", ".npmrc", ".pypirc", ".git-credentials", ".dockercfg", ".s3cfg", ".boto"),
    *(".vault-token", "credentials", "credentials.*", "secret.*", "secrets.*", "password.*", "passwords.*"),
    *("htpasswd", ".htpasswd", "shadow", "gshadow", "client_secret*.json", "service-account*.json"),
    *(
        "*.tfstate",
        "wallet.dat",
        ".*_history",
        "cookies",
        "cookies.sqlite",
        "login data",
        "web data",
        "key3.db",
    ),
    *("key4.db", "logins.json", "signons.sqlite", "places.sqlite"),
)
_FOLDERS = (
    *(".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".password-store", "keyrings", "gcloud"),
    *(".mozilla", ".thunderbird", "google-chrome*", "bravesoftware", "microsoft-edge*"),
)
_PLACES = (
    *("/proc/*", "/sys/*", "*/.config/chromium/*", "*/library/keychains/*"),
    *("*/mozilla/firefox/*", "*/google/chrome/*"),
)
"""Whole paths: what a process knows, and what else a browser keeps."""


def is_secret(name: str, *, folder: bool = False) -> bool:
    """Tell whether a file, or a folder with all in it, usually holds secrets by its name."""
    return any(fnmatchcase(name.lower(), secret) for secret in (_FOLDERS if folder else FILES))


def holds_secrets(path: Path) -> bool:
    """Tell whether a file or folder usually holds secrets by its whole path."""
    whole = path.as_posix().lower()
    return (
        is_secret(path.name)
        or any(is_secret(part, folder=True) for part in path.parts)
        or any(fnmatchcase(f"{whole}/", place) for place in _PLACES)
    )
