"""What do a hundred thousand memories cost, to load, to keep and to ask?

One daemon is filled and asked once; each row of the proof reads its part of what was measured.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from perspective.settings import EmbeddingSettings
from tests.acceptance.scale.house import House
from tests.acceptance.scale.load import percentile
from tests.acceptance.scale.measure import STORES_A_SECOND, Measured, Size, measure
from tests.bench.bare import BareEmbedder
from tests.daemons import Home
from tests.figures import Figures


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory, is_full: bool) -> Iterator[Measured]:
    """A hundred thousand memories, or as many as a test has time for."""
    size = Size(n_many=400, n_few=50, n_asked=32, rest_s=0.0)
    if is_full:
        size = Size(n_many=100_000, n_few=1_000, n_asked=400, rest_s=90.0)
    home = Home(tmp_path_factory.mktemp("home"))
    # Small stores turn to a new generation too.
    home.environ["PERSPECTIVE_INDEX_GENERATION_CHANGES"] = str(min(2_000, size.n_many // 4))
    with BareEmbedder(EmbeddingSettings()) as bare:
        house = House(home)
        try:
            yield measure(house, bare, size)
        finally:
            house.end()


@pytest.mark.proof("Scale")
def test_many_memories_are_asked_like_few(measured: Measured, figures: Figures) -> None:
    """Every memory of a bulk load is found by every index, and what that costs."""
    asked, n = measured.asked, measured.loaded.n_items
    bare = percentile(asked.bare_ms, 50)
    p50, few = percentile(asked.many_ms, 50), percentile(asked.few_ms, 50)
    figures.note("memories", n)
    figures.note("bare query embedding p50", bare, "ms")
    figures.note("recall p50 over bare", p50 - bare, "ms", at_most=6.0)
    figures.note("recall p50 in shares of bare", p50 / bare)
    figures.note("recall p95", percentile(asked.many_ms, 95), "ms", at_most=50.0)
    growth = (p50 - bare) / (few - bare)
    figures.note("p50 over bare, of many by that of few", growth, at_most=1.5)
    figures.note("RSS after a rest", measured.rss_mb, "MB", at_most=900.0)
    figures.note("RSS at most, while loading", measured.loaded.peak_rss_mb, "MB")
    figures.note("disk", measured.disk_bytes / n / 1024, "KB a memory", at_most=6.0)
    assert np.isfinite(growth)


@pytest.mark.proof("Load")
def test_a_crowd_is_served(measured: Measured, figures: Figures) -> None:
    """Thirty-two clients are all answered, also while others store, and how fast that goes."""
    crowd, loaded = measured.crowd, measured.loaded
    idle, beside = percentile(measured.asked.many_ms, 95), percentile(crowd.beside_stores_ms, 95)
    rate = loaded.findable_a_second
    acknowledged = loaded.n_items / (loaded.acknowledged_at - loaded.began_at)
    figures.note("bare batch embedding", measured.bare_a_second, "texts a second")
    figures.note("acknowledged", acknowledged, "texts a second")
    figures.note("findable, in shares of bare", rate / measured.bare_a_second, at_least=0.75)
    figures.note("answers to one client", crowd.one_a_second, "a second")
    throughput = crowd.all_a_second / crowd.one_a_second
    figures.note("answers to 32 clients, by those to one", throughput, at_least=1.0)
    figures.note("stores beside recalls", crowd.stored_a_second, "a second")
    figures.note("recall p95 beside stores, by that of idle", beside / idle, at_most=2.0)
    assert 0 < crowd.stored_a_second < 2 * STORES_A_SECOND


@pytest.mark.proof("Loop")
def test_the_event_loop_stays_free(measured: Measured, figures: Figures) -> None:
    """Through a bulk load with its new generations every question is answered, and how late the
    event loop comes to what is due."""
    late_ms, control_ms = measured.loop_late_s * 1000.0, measured.control_late_s * 1000.0
    loaded = measured.loaded
    share = float(np.mean(late_ms <= 50.0)) * 100.0
    figures.note("ticks", len(late_ms))
    figures.note("ticks at most 50 ms late", share, "%", at_least=99.9)
    figures.note("latest tick", float(late_ms.max()), "ms")
    figures.note("latest tick of another process", float(control_ms.max()), "ms")
    beyond = float(late_ms.max() - control_ms.max())
    figures.note("latest tick beyond the other's", beyond, "ms", at_most=100.0)
    figures.note("recall p50 while loading", percentile(loaded.recall_ms, 50), "ms")
    figures.note("recall p95 while loading", percentile(loaded.recall_ms, 95), "ms", at_most=150.0)
    assert len(late_ms) > 0
    assert len(loaded.recall_ms) > 0
