"""Are the files of the models the ones they should be?"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from perspective.adapters.model_files.manifest import (
    ModelEntry,
    how_to_get,
    manifest,
    noted_sha256,
    place_of,
    sha256_of,
)

State = Literal["ok", "changed", "unchecked", "absent"]


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A model as a person sees it. `bytes` is what lies there, else what it will be, about."""

    name: str
    role: str
    description: str
    licence: str
    upstream: str
    is_here: bool
    path: str
    bytes: int | None
    sha256: str | None
    get: str


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """What became of the check: `unchecked` when nobody knows what the file should be."""

    name: str
    state: State
    text: str


def listed(folder: Path) -> list[Listed]:
    """Every model of the manifest, and whether it is here."""
    return [_listed(name, model, folder) for name, model in manifest().items()]


def verified(name: str, model: ModelEntry, folder: Path) -> Verified:
    """The model's files are read whole and compared."""
    place = place_of(model, folder)
    if not place.exists():
        return Verified(name=name, state="absent", text=how_to_get(name, model))
    expected = {"": model.weights.sha256 or noted_sha256(place)}
    if not model.weights.file:
        expected = dict(model.files)
    for file, sha256 in expected.items():
        path = place / file if file else place
        if sha256 is None:
            text = f"nobody says what its sha256 should be; it is {sha256_of(path)}"
            return Verified(name=name, state="unchecked", text=text)
        if not path.is_file():
            return Verified(name=name, state="changed", text=f"{path} is missing")
        found = sha256_of(path)
        if found != sha256:
            text = f"{path} has the sha256 {found}, not {sha256}"
            return Verified(name=name, state="changed", text=text)
    source = "manifest" if model.weights.sha256 or model.files else "hub"
    return Verified(name=name, state="ok", text=f"as the {source} says: {place}")


def _listed(name: str, model: ModelEntry, folder: Path) -> Listed:
    weights = model.weights
    place = place_of(model, folder)
    n_bytes = weights.bytes or (weights.megabytes and weights.megabytes * 1_000_000)
    if place.is_file():
        n_bytes = place.stat().st_size
    elif place.is_dir():
        n_bytes = sum(one.stat().st_size for one in place.rglob("*") if one.is_file())
    return Listed(
        name=name,
        role=model.role,
        description=model.description,
        licence=model.licence,
        upstream=model.upstream,
        is_here=place.exists(),
        path=str(place),
        bytes=n_bytes,
        sha256=weights.sha256 or noted_sha256(place),
        get=how_to_get(name, model),
    )
