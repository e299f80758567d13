"""What did a proof measure, and what was aimed at? Kept with the test, for the report.

A figure judges nothing by itself: a test fails for what is wrong, never for a slow machine.
"""

from __future__ import annotations

import msgspec
import pytest

FIGURE = "figure"


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A number with its unit, and the bound that it should keep, if there is one."""

    name: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    @property
    def is_met(self) -> bool | None:
        """Whether it keeps its bound; None where it has none."""
        if self.at_most is not None:
            return self.value <= self.at_most
        if self.at_least is not None:
            return self.value >= self.at_least
        return None


class Figures:
    """Takes down what a test measures."""

    def __init__(self, item: pytest.Item) -> None:
        self._item = item

    def note(
        self,
        name: str,
        value: float,
        unit: str = "",
        *,
        at_most: float | None = None,
        at_least: float | None = None,
    ) -> Figure:
        """The figure will be in the report of `make prove`."""
        figure = Figure(name=name, value=value, unit=unit, at_most=at_most, at_least=at_least)
        self._item.user_properties.append((FIGURE, figure))
        return figure


def figures_of(report: pytest.TestReport) -> list[Figure]:
    """What the test of this report took down, in order."""
    return [one for _, one in report.user_properties if isinstance(one, Figure)]
