"""Is the chart XML that a browser draws, with every system in it, whatever things are called?"""

from __future__ import annotations

from datetime import UTC, datetime
from xml.etree import ElementTree as ET

import pytest

from perspective.evaluation.chart.panel import HEIGHT, WIDTH, Bars, Curves, round_step, short
from perspective.evaluation.chart.svg import chart
from perspective.evaluation.result import (
    Evaluation,
    LayoutResult,
    Machine,
    Percentiles,
    Quality,
    ScalePoint,
    Spread,
    SystemResult,
    TalkSize,
)

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('&amp;')</script> \x00\x1b ]]> ünï"
LATENCY = Percentiles(p50=1.0, p95=2.5, p99=120.0)


def _quality(share: float) -> Quality:
    return Quality(n=3, recall={5: share, 10: share}, all={5: share, 10: share}, mrr=share)


def _system(name: str, category: str) -> SystemResult:
    return SystemResult(
        name=name,
        together=_quality(0.25),
        categories={category: _quality(0.5)},
        latency_ms=LATENCY,
        tokens={k: Spread(mean=10.0, p95=20.0) for k in (5, 10)},
        abstention=None,
        newer_above_older=None,
    )


def an_evaluation(*names: str, category: str = "single-hop", n_sizes: int = 0) -> Evaluation:
    """A result of these systems, with a curve over so many sizes."""
    layout = LayoutResult(
        layout="talk",
        talks=(TalkSize(id="t", n_turns=5, n_questions=3),),
        systems=tuple(_system(name, category) for name in names),
    )
    return Evaluation(
        perspective="0.1.0",
        started_at=datetime(2024, 3, 1, tzinfo=UTC),
        ended_at=datetime(2024, 3, 1, tzinfo=UTC),
        is_complete=True,
        machine=Machine(system="x", cpu_count=2, load_average=None, python="3.11"),
        settings={},
        embedding_model="m",
        data=category,
        ks=(5, 10),
        layouts=(layout,) if names else (),
        scale=tuple(
            ScalePoint(n_memories=10**n, load_s=1.0, quality=_quality(0.5), latency_ms=LATENCY)
            for n in range(3, 3 + n_sizes)
        ),
    )


def _texts(root: ET.Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}text")]


def test_the_chart_names_everything() -> None:
    """Title, legend, categories, axes with units, and both panels of recall and that of latency."""
    root = ET.fromstring(chart(an_evaluation("Perspective", "BM25")))
    texts = _texts(root)
    for wanted in (
        *("Perspective", "BM25", "single-hop", "together", "p95", "milliseconds"),
        *("Talks: recall@5 by category", "Talks: recall@10 by category"),
        *("Talks: time to answer a question", "share of the evidence found"),
    ):
        assert wanted in texts
    assert root.find(f"{SVG}title") is not None
    assert "scale" not in " ".join(texts)


def test_a_hostile_name_is_text() -> None:
    """Markup in a name is shown, not obeyed; what XML cannot hold is replaced."""
    text = chart(an_evaluation(HOSTILE, category=HOSTILE))
    root = ET.fromstring(text)
    assert "<script" not in text
    assert next(root.iter(f"{SVG}script"), None) is None
    shown = HOSTILE.replace("\x00", "�").replace("\x1b", "�")
    assert shown in _texts(root)


def test_the_curve_is_drawn_when_it_was_measured() -> None:
    """Its sizes stand at the axis, one point is enough, and it can be there alone."""
    for n_sizes in (1, 3):
        texts = _texts(ET.fromstring(chart(an_evaluation(n_sizes=n_sizes))))
        assert "1,000" in texts
        assert ("100,000" in texts) == (n_sizes == 3)
        assert "Perspective by the number of memories: recall" in texts


def test_nothing_measured_is_a_chart_too() -> None:
    """One that was stopped at once is still valid."""
    ET.fromstring(chart(an_evaluation()))


def test_bars_stand_on_the_axis_and_inside() -> None:
    """Every bar ends at zero, higher values are higher, and a missing one leaves a gap."""
    panel = Bars(
        title="t", unit="u", groups=("a", "b"),
        series=(("x", (0.5, 1.0)), ("y", (0.25, None))), highest=1.0,
    )  # fmt: skip
    drawing = panel.draw({"x": "#000000", "y": "#111111"})
    assert len(drawing.rects) == 3
    assert len({round(one.y + one.height, 6) for one in drawing.rects}) == 1
    first, second, _ = drawing.rects
    assert first.height == pytest.approx(2 * second.height)
    assert all(one.x >= 0 and one.x + one.width <= WIDTH for one in drawing.rects)
    assert all(0 <= one.y <= HEIGHT for one in drawing.rects)


def test_long_names_are_slanted() -> None:
    """Names that have no room beside each other do not overlap."""
    groups = tuple(f"a very long category {n}" for n in range(12))
    panel = Bars(title="t", unit="u", groups=groups, series=(("x", (1.0,) * 12),))
    turned = [one for one in panel.draw({"x": "#000000"}).texts if one.text in groups]
    assert all(one.turned for one in turned)


def test_sizes_stand_at_their_logarithms() -> None:
    """Each ten times more is as far from the one before."""
    panel = Curves(
        title="t",
        unit="u",
        sized="s",
        sizes=(1_000, 10_000, 100_000),
        series=(("x", (1.0, 2.0, 3.0)),),
    )
    (curve,) = [one for one in panel.draw({"x": "#000000"}).lines if one.stroke == "#000000"]
    (a, _), (b, _), (c, _) = curve.points
    assert b - a == pytest.approx(c - b)


@pytest.mark.parametrize(
    ("least", "step"), [(0.2, 0.2), (0.21, 0.5), (1.0, 1.0), (3.3, 5.0), (12.0, 20.0), (60.0, 100.0)]
)  # fmt: skip
def test_steps_are_round(least: float, step: float) -> None:
    """1, 2 or 5 times a power of ten."""
    assert round_step(least) == pytest.approx(step)


def test_numbers_are_short() -> None:
    """About three digits, and no zero before the point."""
    assert [short(v) for v in (0.0, 0.25, 1.0, 8.254, 42.42, 1234.0, 999.6)] == [
        "0", ".25", "1", "8.25", "42.4", "1,234", "1,000",
    ]  # fmt: skip
