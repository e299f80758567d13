"""How much of what happened, was changed or is logged does a page show that shall not be long?

Each item has an allowance of characters for all its texts, keys included, whatever its shape: strings
are cut, and what has no room is left out. Whole answers are so bounded, also by hostile contents.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from perspective.domain.answer import EventPage, MemoryView, VersionView
from perspective.domain.changes.view import ChangeView, RowChange, StepView
from perspective.domain.event import Event
from perspective.domain.memory import Detail

MAX_VERSIONS = 20  # of a memory that is not read whole, the newest
_SCALAR = 8  # what a number, a truth value or null counts


class Allowance:
    """The characters that are left for an item. `is_cut` once something had no room."""

    def __init__(self, max_chars: int) -> None:
        self.left = max_chars
        self.is_cut = False

    def take(self, value: Any) -> Any:
        """As much of a value of JSON as there is room for."""
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, Mapping):
            return self.mapping(value)
        if isinstance(value, list | tuple):
            found = []
            for one in value:
                if self._is_full():
                    break
                found.append(self.take(one))
            return tuple(found) if isinstance(value, tuple) else found
        self.left -= _SCALAR
        return value

    def mapping(self, value: Mapping[str, Any]) -> dict[str, Any]:
        """The first entries of a mapping, as far as there is room."""
        found: dict[str, Any] = {}
        for name, one in value.items():
            if self._is_full() or len(name) > self.left:
                self.is_cut = True
                break
            self.left -= len(name)
            found[name] = self.take(one)
        return found

    def _text(self, text: str) -> str:
        shown = text[: max(0, self.left)]
        self.left -= len(shown) or 1
        self.is_cut |= len(shown) < len(text)
        return shown

    def _is_full(self) -> bool:
        self.is_cut |= self.left <= 0
        return self.left <= 0


def excerpt_of_events(page: EventPage, max_chars: int | None) -> EventPage:
    """The events with so many characters each; `cut` names those of which something is left out."""
    if max_chars is None:
        return page
    cut: list[int] = []
    items: list[Event] = []
    for event in page.items:
        room = Allowance(max_chars)
        before, after = room.mapping(event.before), room.mapping(event.after)
        items.append(msgspec.structs.replace(event, before=before, after=after))
        if room.is_cut:
            cut.append(event.id)
    return msgspec.structs.replace(page, items=tuple(items), cut=tuple(cut))


def excerpt_of_change(view: ChangeView, max_chars: int | None) -> ChangeView:
    """The change set with so many characters for the rows of each step."""
    if max_chars is None:
        return view
    steps = tuple(_excerpt_of_step(one, max_chars) for one in view.steps)
    return msgspec.structs.replace(view, steps=steps)


def _excerpt_of_step(step: StepView, max_chars: int) -> StepView:
    room = Allowance(max_chars)
    changes: list[RowChange] = []
    for row in step.changes:
        room.left -= sum(map(len, filter(None, (row.id, row.source, row.kind, row.target))))
        if room.left <= 0:
            room.is_cut = True
            break
        before, after = room.mapping(row.before), room.mapping(row.after)
        changes.append(msgspec.structs.replace(row, before=before, after=after))
    reason = step.reason[:max_chars]
    is_cut = room.is_cut or len(reason) < len(step.reason)
    return msgspec.structs.replace(
        step, reason=reason, changes=tuple(changes), is_cut=is_cut or msgspec.UNSET
    )


def excerpt_of_memory(view: MemoryView, max_chars: int | None) -> MemoryView:
    """The memory with so many characters of each version's content, as many for all its other
    texts, and no more than the newest versions."""
    if max_chars is None:
        return view
    versions = view.versions[-MAX_VERSIONS:]
    return msgspec.structs.replace(
        view,
        current=_excerpt_of_version(view.current, max_chars),
        versions=tuple(_excerpt_of_version(one, max_chars) for one in versions),
        versions_cut=len(versions) < len(view.versions) or msgspec.UNSET,
    )


def _excerpt_of_version(version: VersionView, max_chars: int) -> VersionView:
    room = Allowance(max_chars)
    tags, detail = room.take(version.tags), _excerpt_of_detail(version.detail, room)
    metadata = room.mapping(version.metadata)
    return msgspec.structs.replace(
        version,
        content=version.content[:max_chars],
        content_cut=len(version.content) > max_chars or msgspec.UNSET,
        tags=tags,
        detail=detail,
        metadata=metadata,
        fields_cut=room.is_cut or msgspec.UNSET,
    )


def _excerpt_of_detail(detail: Detail, room: Allowance) -> Detail:
    """The type's own texts, as far as there is room; numbers and times stay."""
    fields = {
        name: room.take(value)
        for name, value in msgspec.structs.asdict(detail).items()
        if isinstance(value, str | tuple)
    }
    return msgspec.structs.replace(detail, **fields)
