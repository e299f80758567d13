"""Is a model's file only ever there whole and checked, whatever its hub does?"""

from __future__ import annotations

import fcntl
import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from perspective.adapters.model_files.manifest import ModelEntry, Weights, note_of, noted_sha256
from perspective.adapters.model_files.pull import Pull
from perspective.adapters.model_files.verify import verified
from perspective.errors import Conflict, ModelMissing, StoreUnavailable
from tests.unit.adapters.model_files.hub import Hub

CONTENT = random.Random(7).randbytes(3_000_000)
SHA256 = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def hub() -> Iterator[Hub]:
    """A hub that works until it is told otherwise."""
    made = Hub(CONTENT)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Where the file is to be."""
    return tmp_path / "models" / "model.gguf"


def weights(sha256: str | None = SHA256, n_bytes: int | None = None) -> Weights:
    """A file of that hub."""
    return Weights(
        source="hub", repository="some/model", file="model.gguf", sha256=sha256, bytes=n_bytes
    )


def puller(url: str, n_tries: int = 3) -> Pull:
    """One that does not wait long between tries."""
    return Pull(url, n_tries=n_tries, first_wait_s=0.01)


def only(folder: Path) -> list[str]:
    """What lies in a folder, notes apart."""
    return sorted(one.name for one in folder.iterdir() if one.suffix != ".sha256")


def test_a_file_comes_whole(hub: Hub, target: Path) -> None:
    """Under its name, checked against the manifest, with its sha256 noted; progress was told."""
    told: list[tuple[int, int | None]] = []
    pulled = puller(hub.url).pull(weights(), target, lambda n, total: told.append((n, total)))
    assert target.read_bytes() == CONTENT
    assert (pulled.sha256, pulled.checked_by, pulled.was_here) == (SHA256, "manifest", False)
    assert noted_sha256(target) == SHA256
    assert told[-1] == (len(CONTENT), len(CONTENT))
    assert only(target.parent) == ["model.gguf"]
    again = puller(hub.url).pull(weights(), target)
    assert again.was_here
    assert hub.asked == [None]


def test_a_cut_connection_is_gone_on_with(hub: Hub, target: Path) -> None:
    """Each try asks for what is missing; as long as something comes there is another one."""
    hub.cut_after, hub.n_cuts = 500_000, 5
    puller(hub.url, n_tries=2).pull(weights(), target)
    assert target.read_bytes() == CONTENT
    starts = [int((one or "bytes=0-")[6:-1]) for one in hub.asked]
    assert starts == sorted(starts)
    assert starts[-1] > 0


def test_a_later_try_goes_on_too(hub: Hub, target: Path) -> None:
    """What has arrived is kept when the tries are used up, under a name that nobody loads."""
    hub.cut_after, hub.n_cuts = 700_000, 1
    hub.statuses = []

    def stop(n_bytes: int, total: int | None) -> None:
        hub.statuses = [503] * 9

    with pytest.raises(ModelMissing, match="answered 503; what has arrived is kept"):
        puller(hub.url).pull(weights(), target, stop)
    assert only(target.parent) == ["model.gguf.part"]
    hub.statuses = []
    n_before = len(hub.asked)
    puller(hub.url).pull(weights(), target)
    assert hub.asked[n_before] is not None
    assert target.read_bytes() == CONTENT
    assert only(target.parent) == ["model.gguf"]


def test_a_server_without_ranges_begins_anew(hub: Hub, target: Path) -> None:
    """A part that it does not go on with is written over, not added to."""
    hub.has_ranges = False
    target.parent.mkdir()
    target.with_name("model.gguf.part").write_bytes(CONTENT[:1_000_000])
    puller(hub.url).pull(weights(), target)
    assert hub.asked == ["bytes=1000000-"]
    assert target.read_bytes() == CONTENT


def test_another_file_is_not_kept(hub: Hub, target: Path) -> None:
    """A wrong sha256 leaves nothing behind, neither the file nor a part of it."""
    with pytest.raises(ModelMissing, match=r"is not model\.gguf as the manifest knows it"):
        puller(hub.url).pull(weights("0" * 64), target)
    assert only(target.parent) == []
    target.with_name("model.gguf.part").write_bytes(b"another file")
    with pytest.raises(ModelMissing, match="nothing was kept"):
        puller(hub.url).pull(weights(), target)
    puller(hub.url).pull(weights(), target)
    assert target.read_bytes() == CONTENT


def test_what_the_hub_says_counts_where_the_manifest_is_silent(hub: Hub, target: Path) -> None:
    """Also if it only sends us on; a part is then gone on with as well."""
    hub.redirects = True
    pulled = puller(hub.url).pull(weights(None), target)
    assert (pulled.checked_by, pulled.sha256) == ("hub", SHA256)
    model = ModelEntry(
        role="language", description="", upstream="", licence="MIT", weights=weights(None)
    )
    assert verified("m", model, target.parent).state == "ok"
    content = bytearray(CONTENT)
    content[1_234_567] ^= 1
    target.write_bytes(content)
    assert verified("m", model, target.parent).state == "changed"


def test_nobody_knows(hub: Hub, target: Path) -> None:
    """A file that nobody describes is kept, and called unchecked; a part of it is not trusted."""
    hub.names_sha256 = False
    target.parent.mkdir()
    target.with_name("model.gguf.part").write_bytes(b"of what?")
    pulled = puller(hub.url).pull(weights(None), target)
    assert (pulled.checked_by, target.read_bytes() == CONTENT) == ("nobody", True)
    assert not note_of(target).exists()
    model = ModelEntry(
        role="language", description="", upstream="", licence="MIT", weights=weights(None)
    )
    assert verified("m", model, target.parent).state == "unchecked"


def test_a_part_that_is_the_whole_is_taken(hub: Hub, target: Path) -> None:
    """A download that was killed just before its end is finished without the network's bytes."""
    target.parent.mkdir()
    target.with_name("model.gguf.part").write_bytes(CONTENT)
    puller(hub.url).pull(weights(n_bytes=len(CONTENT)), target)
    assert target.read_bytes() == CONTENT
    assert hub.asked == [f"bytes={len(CONTENT)}-"]


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "ftp://example.org", "no address"])
def test_offline_says_what_to_do(url: str, target: Path) -> None:
    """An error of one line, and nothing is left that could be taken for a model."""
    with pytest.raises(ModelMissing) as caught:
        puller(url, n_tries=2).pull(weights(), target)
    assert url in str(caught.value)
    assert not target.exists()
    if url.startswith("http"):
        assert "llm.hub_url names a mirror" in str(caught.value)


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_a_refusal_is_final(hub: Hub, target: Path, status: int) -> None:
    """What will not pass is not asked again."""
    hub.statuses = [status] * 5
    with pytest.raises(ModelMissing, match=f"answered {status}"):
        puller(hub.url).pull(weights(), target)
    assert len(hub.asked) == 1


def test_two_at_once_do_not_mix(hub: Hub, target: Path) -> None:
    """Who comes second is told so."""
    target.parent.mkdir()
    with target.with_name("model.gguf.part").open("ab") as part:
        fcntl.flock(part, fcntl.LOCK_EX)
        with pytest.raises(Conflict, match="another process"):
            puller(hub.url).pull(weights(), target)


def test_a_file_that_is_another_is_not_overwritten(hub: Hub, target: Path) -> None:
    """A person put it there: it is named, and stays."""
    target.parent.mkdir()
    target.write_bytes(b"mine")
    with pytest.raises(ModelMissing, match="remove it"):
        puller(hub.url).pull(weights(), target)
    assert target.read_bytes() == b"mine"


def test_a_folder_that_cannot_be_made_is_an_error_of_ours(hub: Hub, tmp_path: Path) -> None:
    """No traceback for a file where a folder should be."""
    (tmp_path / "models").write_bytes(b"")
    with pytest.raises(StoreUnavailable):
        puller(hub.url).pull(weights(), tmp_path / "models" / "model.gguf")
