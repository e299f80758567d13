"""Which panels does an evaluation have, and how do they become an SVG file?"""

from __future__ import annotations

import re
from collections.abc import Sequence

import jinja2

from perspective.evaluation.chart.panel import HEIGHT, PALETTE, WIDTH, Bars, Curves
from perspective.evaluation.result import (
    Evaluation,
    LayoutResult,
    Quality,
    ScalePoint,
    SystemResult,
)
from perspective.evaluation.talk import Layout

LAYOUT_NAMES: dict[Layout, str] = {"talk": "Talks", "chat": "Chats"}

_N_KS = 2  # recall at the first two k is drawn; the JSON has all
_HEAD = 64
_LEGEND_LINE = 22
_LEGEND_WIDTH = 205

_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _finalized(value: object) -> object:
    """A value without the characters that XML cannot hold."""
    return _NO_XML.sub("\ufffd", value) if isinstance(value, str) else value


_templates = jinja2.Environment(
    loader=jinja2.PackageLoader("perspective.evaluation.chart"),
    autoescape=True,
    finalize=_finalized,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def chart(result: Evaluation) -> str:
    """The evaluation as an SVG document: recall by category and latency of every system, and the
    curves over the sizes that were measured."""
    panels: list[Bars | Curves] = []
    for layout in result.layouts:
        panels += _layout_panels(layout, result.ks[:_N_KS])
    if result.scale:
        panels += _scale_panels(result.scale, result.ks)
    names = list(dict.fromkeys(name for panel in panels for name, _ in panel.series))
    colours = {name: PALETTE[n % len(PALETTE)] for n, name in enumerate(names)}
    columns = WIDTH // _LEGEND_WIDTH
    legend = [
        (name, colours[name], 24 + n % columns * _LEGEND_WIDTH, _HEAD + n // columns * _LEGEND_LINE)
        for n, name in enumerate(names)
    ]
    top = _HEAD + -(-len(names) // columns) * _LEGEND_LINE + 12
    return _templates.get_template("chart.svg.jinja").render(
        width=WIDTH,
        height=top + HEIGHT * len(panels),
        title=f"How well memories are found: {result.data}",
        subtitle=_subtitle(result),
        legend=legend,
        drawings=[(top + HEIGHT * n, panel.draw(colours)) for n, panel in enumerate(panels)],
    )


def _subtitle(result: Evaluation) -> str:
    n_talks = sum(len(layout.talks) for layout in result.layouts)
    stopped = "" if result.is_complete else ", stopped before the end"
    day = result.started_at.strftime("%Y-%m-%d %H:%M UTC")
    machine = f"{result.machine.cpu_count} processors, Python {result.machine.python}"
    return f"{n_talks} text{'s' if n_talks != 1 else ''}{stopped}; Perspective {result.perspective}; {machine}; {day}"


def _layout_panels(layout: LayoutResult, ks: Sequence[int]) -> list[Bars | Curves]:
    title = LAYOUT_NAMES[layout.layout]
    categories = sorted({name for system in layout.systems for name in system.categories})
    panels: list[Bars | Curves] = [
        Bars(
            title=f"{title}: recall@{k} by category",
            unit="share of the evidence found",
            groups=("together", *(name.replace("_", " ") for name in categories)),
            series=tuple(
                (system.name, tuple(_recall(quality, k) for quality in _qualities(system, categories)))
                for system in layout.systems
            ),
            highest=1.0,
        )
        for k in ks
    ]  # fmt: skip
    latency = Bars(
        title=f"{title}: time to answer a question",
        unit="milliseconds",
        groups=("p50", "p95", "p99"),
        series=tuple(
            (one.name, (one.latency_ms.p50, one.latency_ms.p95, one.latency_ms.p99))
            for one in layout.systems
        ),
    )
    return [*panels, latency]


def _qualities(system: SystemResult, categories: Sequence[str]) -> list[Quality | None]:
    return [system.together, *(system.categories.get(name) for name in categories)]


def _recall(quality: Quality | None, k: int) -> float | None:
    return None if quality is None else quality.recall[k]


def _scale_panels(points: Sequence[ScalePoint], ks: Sequence[int]) -> list[Bars | Curves]:
    sizes = tuple(point.n_memories for point in points)
    recall = tuple((f"recall@{k}", tuple(p.quality.recall[k] for p in points)) for k in ks)
    return [
        Curves(
            title="Perspective by the number of memories: recall",
            unit="share of the evidence found",
            sized="memories in the store, logarithmic",
            sizes=sizes,
            series=recall,
            highest=1.0,
        ),
        Curves(
            title="Perspective by the number of memories: time to answer a question",
            unit="milliseconds",
            sized="memories in the store, logarithmic",
            sizes=sizes,
            series=(
                ("p50", tuple(point.latency_ms.p50 for point in points)),
                ("p95", tuple(point.latency_ms.p95 for point in points)),
                ("p99", tuple(point.latency_ms.p99 for point in points)),
            ),
        ),
    ]
