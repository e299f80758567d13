"""Memory that a model used goes back to the system."""

from __future__ import annotations

import platform

from perspective.adapters.models import heap


def test_the_heap_can_be_asked_where_the_c_library_is_glibc() -> None:
    """It answers, and asking twice does no harm; elsewhere it says that it cannot."""
    is_glibc = platform.libc_ver()[0] == "glibc"
    blocks = [bytearray(100_000) for _ in range(200)]
    del blocks
    answers = [heap.trim(), heap.trim()]
    assert is_glibc or answers == [False, False]
    assert all(isinstance(answer, bool) for answer in answers)
