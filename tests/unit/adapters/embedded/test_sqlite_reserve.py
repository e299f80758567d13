"""Is there room to open a store on a full disk, and is it given back in parts?"""

from __future__ import annotations

from pathlib import Path

import pytest

from perspective.adapters.embedded.sqlite.reserve import N_BYTES, Reserve
from perspective.errors import DiskFull, StoreCorrupt


class Opening:
    """Something that opens once the file is so small."""

    def __init__(self, path: Path, n_bytes: int) -> None:
        self._path = path
        self._n_bytes = n_bytes

    def __call__(self) -> str:
        """Opens, or finds the disk full."""
        if self._path.exists() and self._path.stat().st_size > self._n_bytes:
            raise DiskFull
        return "open"


def test_room_is_kept_and_given_in_parts(tmp_path: Path) -> None:
    """What opens by itself takes nothing; what needs room gets no more than it needs; and the
    room is there again later."""
    reserve = Reserve(tmp_path / "reserve")
    reserve.keep()
    assert (tmp_path / "reserve").stat().st_size == N_BYTES
    assert reserve.opened(Opening(tmp_path / "reserve", N_BYTES)) == "open"
    assert (tmp_path / "reserve").stat().st_size == N_BYTES
    assert reserve.opened(Opening(tmp_path / "reserve", N_BYTES - 1)) == "open"
    assert 0 < (tmp_path / "reserve").stat().st_size < N_BYTES
    reserve.keep()
    assert (tmp_path / "reserve").stat().st_size == N_BYTES


def test_the_end_of_the_room_is_a_full_disk(tmp_path: Path) -> None:
    """When all is given and it does not help, and where nothing was kept, the error goes on; an
    error of another kind takes nothing."""

    def never() -> str:
        raise DiskFull

    def damaged() -> str:
        raise StoreCorrupt

    reserve = Reserve(tmp_path / "reserve")
    with pytest.raises(DiskFull):
        reserve.opened(never)
    reserve.keep()
    with pytest.raises(StoreCorrupt):
        reserve.opened(damaged)
    assert (tmp_path / "reserve").stat().st_size == N_BYTES
    with pytest.raises(DiskFull):
        reserve.opened(never)
    assert (tmp_path / "reserve").stat().st_size == 0
