"""Where does each bar, line and word of a panel stand? Coordinates in pixels, origin at the top left.

It knows nothing of SVG, nor of what is measured.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import msgspec

# Distinguishable with any colour vision. Source: Okabe and Ito, Color Universal Design, 2008.
PALETTE = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999", "#f0e442")

WIDTH = 1120
HEIGHT = 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 20, 40, 64
_AXIS, _GRID = "#444444", "#dddddd"
_LETTER = 6.2  # width of a letter at 11 pixels
_VALUE_LETTER = 5.0  # at 9 pixels
_GAP_SHARE = 0.2
_N_STEPS = 5


class Rect(msgspec.Struct, frozen=True, kw_only=True):
    """A filled box; `label` is what it means, shown under the pointer."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    label: str = ""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """From point to point."""

    points: tuple[tuple[float, float], ...]
    stroke: str
    width: float = 1.0


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """Words at a point; `anchor` is which part of them is there, `turned` clockwise degrees."""

    x: float
    y: float
    text: str
    size: int = 11
    anchor: str = "middle"
    turned: int = 0
    weight: str = "normal"


class Drawing(msgspec.Struct, frozen=True):
    """What a panel is drawn of, boxes first."""

    rects: tuple[Rect, ...]
    lines: tuple[Line, ...]
    texts: tuple[Text, ...]


class Bars(msgspec.Struct, frozen=True, kw_only=True):
    """Groups of bars: each series has one value a group, or None; the values are written above
    where all of them have room. `highest` is the axis' end; by
    default it is found."""

    title: str
    unit: str
    groups: tuple[str, ...]
    series: tuple[tuple[str, tuple[float | None, ...]], ...]
    highest: float | None = None

    def draw(self, colours: dict[str, str]) -> Drawing:
        """The panel; `colours` has that of each series."""
        values = [value for _, some in self.series for value in some if value is not None]
        axis = _Axis(values, self.highest)
        group_width = (WIDTH - _LEFT - _RIGHT) / max(1, len(self.groups))
        bar_width = group_width * (1.0 - _GAP_SHARE) / max(1, len(self.series))
        widest = max((len(short(value)) for value in values), default=0) * _VALUE_LETTER
        rects, texts = [], []
        for g, group in enumerate(self.groups):
            start = _LEFT + group_width * (g + _GAP_SHARE / 2.0)
            for s, (name, some) in enumerate(self.series):
                value = some[g]
                if value is None:
                    continue
                x, y = start + s * bar_width, axis.y(value)
                shown = short(value)
                rects.append(
                    Rect(x=x, y=y, width=bar_width * 0.92, height=axis.y(0.0) - y,
                         fill=colours[name], label=f"{name}, {group}: {shown}")
                )  # fmt: skip
                if bar_width >= widest:
                    texts.append(Text(x=x + bar_width * 0.46, y=y - 3, text=shown, size=9))
        texts += _group_names(self.groups, group_width)
        lines, axis_texts = axis.draw(self.title, self.unit)
        return Drawing(tuple(rects), lines, (*axis_texts, *texts))


class Curves(msgspec.Struct, frozen=True, kw_only=True):
    """A line a series over sizes of something, drawn at the logarithm of the size; values stand on
    the right and on the left of their points by turns, so that near lines leave room."""

    title: str
    unit: str
    sized: str
    sizes: tuple[int, ...]
    series: tuple[tuple[str, tuple[float, ...]], ...]
    highest: float | None = None

    def draw(self, colours: dict[str, str]) -> Drawing:
        """The panel; `colours` has that of each series."""
        axis = _Axis([value for _, some in self.series for value in some], self.highest)
        xs = _places(self.sizes)
        lines, texts = axis.draw(self.title, self.unit)
        rects, curves, values = [], [], []
        for n, (name, some) in enumerate(self.series):
            side, anchor = (8, "start") if n % 2 == 0 else (-8, "end")
            points = tuple((x, axis.y(value)) for x, value in zip(xs, some, strict=True))
            curves.append(Line(points=points, stroke=colours[name], width=2.0))
            for (x, y), size, value in zip(points, self.sizes, some, strict=True):
                label = f"{name}, {size:,}: {short(value)}"
                rects.append(
                    Rect(x=x - 3, y=y - 3, width=6, height=6, fill=colours[name], label=label)
                )
                values.append(Text(x=x + side, y=y - 3, text=short(value), size=9, anchor=anchor))
        names = [
            Text(x=x, y=HEIGHT - _BOTTOM + 18, text=f"{size:,}")
            for x, size in zip(xs, self.sizes, strict=True)
        ]
        names.append(Text(x=WIDTH / 2, y=HEIGHT - _BOTTOM + 38, text=self.sized))
        return Drawing(tuple(rects), (*lines, *curves), (*texts, *names, *values))


class _Axis:
    """The vertical axis, from 0 to a round number."""

    def __init__(self, values: Sequence[float], highest: float | None) -> None:
        top = highest if highest is not None else max(values, default=0.0)
        self._step = round_step((top or 1.0) / _N_STEPS)
        self._n_steps = max(1, math.ceil(top / self._step - 1e-9))

    def y(self, value: float) -> float:
        """Where a value stands."""
        share = value / (self._step * self._n_steps)
        return HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM)

    def draw(self, title: str, unit: str) -> tuple[tuple[Line, ...], tuple[Text, ...]]:
        """Title, unit, grid and its numbers."""
        right = WIDTH - _RIGHT
        lines, texts = [], [
            Text(x=_LEFT, y=20, text=title, size=14, anchor="start", weight="bold"),
            Text(x=18, y=(_TOP + HEIGHT - _BOTTOM) / 2, text=unit, turned=-90),
        ]  # fmt: skip
        for n in range(self._n_steps + 1):
            value = n * self._step
            y = self.y(value)
            lines.append(Line(points=((_LEFT, y), (right, y)), stroke=_AXIS if n == 0 else _GRID))
            texts.append(Text(x=_LEFT - 8, y=y + 4, text=short(value), anchor="end"))
        return tuple(lines), tuple(texts)


def round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, 50, … (and .1, .2, .5, …) that is not below `least` > 0."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(n * power for n in (1, 2, 5, 10) if n * power >= least - 1e-12)


def short(value: float) -> str:
    """About three digits: `.712`, `1`, `8.25`, `42`, `1,200`."""
    if value == round(value):
        return f"{value:,.0f}"
    if abs(value) < 1.0:
        return f"{value:.3f}".rstrip("0").replace("0.", ".", 1)
    return f"{value:,.0f}" if abs(value) >= 100.0 else f"{value:.3g}"


def _group_names(groups: Sequence[str], width: float) -> list[Text]:
    """Below the axis; slanted where one has no room."""
    y = HEIGHT - _BOTTOM + 18
    centres = [_LEFT + width * (n + 0.5) for n in range(len(groups))]
    if max(map(len, groups), default=0) * _LETTER <= width:
        return [Text(x=x, y=y, text=group) for x, group in zip(centres, groups, strict=True)]
    return [
        Text(x=x + 8, y=y - 4, text=group, anchor="end", turned=-18)
        for x, group in zip(centres, groups, strict=True)
    ]


def _places(sizes: Sequence[int]) -> list[float]:
    """Where ascending sizes stand."""
    left, right = _LEFT + 40.0, WIDTH - _RIGHT - 40.0
    if len(sizes) == 1:
        return [(left + right) / 2.0]
    logs = [math.log(size) for size in sizes]
    assert all(a < b for a, b in pairwise(logs))
    return [left + (log - logs[0]) / (logs[-1] - logs[0]) * (right - left) for log in logs]
