"""How is a long text cut into parts that a model and a reader can take?"""

from __future__ import annotations

from collections.abc import Sequence


def pack(lengths: Sequence[int], *, limit: int, overlap: int) -> list[tuple[int, int]]:
    """Groups neighbouring sentences into parts: half-open index ranges that cover all of them.

    `lengths` are the sentences' sizes in tokens. Each part holds at most `limit` tokens, or one
    sentence that is longer by itself, and begins with the last `overlap` sentences of the part
    before, fewer where they would leave no room for a new one.
    """
    parts: list[tuple[int, int]] = []
    start, end = 0, 0
    while end < len(lengths):
        size = sum(lengths[start:end])
        while start < end and size + lengths[end] > limit:
            size -= lengths[start]
            start += 1
        while end < len(lengths) and (start == end or size + lengths[end] <= limit):
            size += lengths[end]
            end += 1
        parts.append((start, end))
        start = max(start + 1, end - overlap)
    return parts
