"""Are the mentions of one thing joined, and those of two kept apart? `python -m tests.bench.entities`

Each world's mentions are told in their order; pairs of mentions within a world are counted. Give
other files of the same form as arguments; `--pairs` lists the pairs that were wrong.
"""

from __future__ import annotations

import argparse
import itertools
import json
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from perspective.adapters.language.likeness import NameLikeness
from perspective.adapters.language.unicode_analyzer import UnicodeAnalyzer
from perspective.domain.extraction.names.known import Known, Said, begun, keys_of, keys_told, told
from perspective.domain.extraction.names.resolution import resolve
from perspective.domain.text.normal import normal_form

_DEV = Path(__file__).parent / "names-dev.json"


class Told:
    """A world as it is known so far: entities, filed under their keys."""

    def __init__(self, analyzer: UnicodeAnalyzer) -> None:
        self._analyzer = analyzer
        self._likeness = NameLikeness()
        self._entities: dict[str, Known] = {}
        self._filed: defaultdict[str, set[str]] = defaultdict(set)
        self.n_compared: list[int] = []

    def tell(self, mention: dict[str, Any]) -> tuple[str, str]:
        """The id of the entity that the mention was given to, and how."""
        said = Said(
            name=mention["text"],
            kind=mention["kind"],
            sentence=mention["sentence"],
            words=frozenset(self._analyzer.query_terms(mention["sentence"])),
        )
        keys = keys_of(said.name, said.kind, self._likeness)
        ids = {one for key in keys for one in self._filed[key]}
        ids |= {one.id for one in self._entities.values() if _beside(one, said)}
        self.n_compared.append(len(ids))
        found = resolve(said, [self._entities[one] for one in sorted(ids)], self._likeness)
        if found.entity is None:
            entity = begun(f"{len(self._entities):04}", said)
        else:
            entity = told(self._entities[found.entity], said, as_alias=found.how == "stated")
        self._entities[entity.id] = entity
        for key in keys_told(said, self._likeness):
            self._filed[key].add(entity.id)
        return entity.id, found.how


def _beside(entity: Known, said: Said) -> bool:
    """Whether the sentence holds another name of the entity: those of one sentence are compared."""
    text = normal_form(said.sentence)
    return any(name in text for name in entity.names)


def _script(text: str) -> str:
    """The script of the first letter, from its Unicode name."""
    letters = [unicodedata.name(letter, "?").split()[0] for letter in text if letter.isalpha()]
    return letters[0] if letters else "?"


def measure(worlds: list[dict[str, Any]], *, lists_pairs: bool) -> dict[str, Counter[str]]:
    """Right, wrong and missed pairs: over all, by script, and of two scripts."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    analyzer = UnicodeAnalyzer()
    n_compared: list[int] = []
    for world in worlds:
        known = Told(analyzer)
        given = [(one, *known.tell(one)) for one in world["mentions"]]
        n_compared += known.n_compared
        for (one, id_one, how_one), (other, id_other, how) in itertools.combinations(given, 2):
            is_same, is_joined = one["entity"] == other["entity"], id_one == id_other
            if not (is_same or is_joined):
                continue
            verdict = "right" if is_same and is_joined else "wrong" if is_joined else "missed"
            scripts = {_script(one["text"]), _script(other["text"])}
            group = scripts.pop() if len(scripts) == 1 else "two scripts"
            counts["all"][verdict] += 1
            counts[group][verdict] += 1
            if lists_pairs and verdict != "right":
                print(world["id"], verdict, one["text"], "|", other["text"], how_one, how)
    print(f"compared with {sum(n_compared) / max(1, len(n_compared)):.1f} entities on average")
    return counts


def main() -> None:
    """Prints precision, recall and F1 of pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=[_DEV])
    parser.add_argument("--pairs", action="store_true", help="list wrong and missed pairs")
    args = parser.parse_args()
    for file in args.files:
        counts = measure(json.loads(file.read_text("utf-8")), lists_pairs=args.pairs)
        print(file.name)
        for group, of in sorted(counts.items()):
            found, real = of["right"] + of["wrong"], of["right"] + of["missed"]
            precision = of["right"] / found if found else 1.0
            recall = of["right"] / real if real else 1.0
            f1 = 2 * of["right"] / (found + real) if found + real else 1.0
            print(f"{group:12} pairs {real:4}  P {precision:.3f}  R {recall:.3f}  F1 {f1:.3f}")


if __name__ == "__main__":
    main()
