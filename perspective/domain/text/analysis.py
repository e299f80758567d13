"""By which analysis were the terms made that a store keeps with its versions?"""

from __future__ import annotations

import msgspec

# To be raised with every change of the terms that the analyzer makes of a passage: stores of
# another number are then analysed anew.
ANALYSIS = 2


class Analysed(msgspec.Struct, frozen=True):
    """`number` made all terms of a store; but those of versions with a key up to `upto` were
    made by `target`, which is to make all of them."""

    number: int
    target: int = 0
    upto: int = 0
