"""Do settings reach the daemon, and its word the command, unchanged?"""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from perspective.adapters.system.data_dir_lock import Owner
from perspective.daemon.handover import (
    Started,
    decode_settings,
    decode_started,
    encode_settings,
    encode_started,
    error_of,
)
from perspective.errors import DaemonError, PortInUse
from perspective.settings_loader import load_settings


def test_settings_arrive_as_they_were_sent(tmp_path: Path) -> None:
    """Settings, origins and paths survive the way."""
    (tmp_path / "perspective.toml").write_text("[server]\ndata_dir = 'Łódź'\n", encoding="utf-8")
    environ = {"PERSPECTIVE_RETRIEVAL_ARMS": "text"}
    loaded = load_settings(environ=environ, flags={"server.port": 0}, folder=tmp_path)
    assert decode_settings(encode_settings(loaded)) == loaded


def test_ready_and_failed_arrive() -> None:
    """The owner arrives as it is; an error arrives as its own class with its message."""
    owner = Owner(pid=1, started_at=datetime.now(UTC), role="daemon", host="h", port=2)
    assert decode_started(encode_started(Started(owner=owner))).owner == owner
    error = error_of(Started(error="PortInUse", message="taken"))
    assert isinstance(error, PortInUse)
    assert str(error) == "taken"


@pytest.mark.parametrize("name", ["Exception", "annotations", "", None])
def test_an_unknown_error_is_a_daemon_error(name: str | None) -> None:
    """A name that is no error of ours becomes the general one."""
    assert type(error_of(Started(error=name, message="x"))) is DaemonError


def test_nonsense_is_an_error() -> None:
    """A line that is not the daemon's is refused."""
    with pytest.raises(DaemonError, match="something unexpected"):
        decode_started(b"Segmentation fault\n")
