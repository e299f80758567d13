"""Which texts that order an agent about are seen, and which harmless ones are taken for such?
`python -m tests.bench.suspect FILE…`

Each text is judged as it is when it is stored. Give other files of the same form as arguments.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from perspective.domain.text.suspect.orders import is_suspect

_SETS = [Path(__file__).parent / f"suspect-{half}.json" for half in ("dev", "unseen")]


def main() -> None:
    """Prints precision and recall of each file, and in which languages texts were missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.suspect", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=_SETS)
    for file in parser.parse_args().files:
        texts = json.loads(file.read_text("utf-8"))
        verdicts = [(one, is_suspect(one["text"])) for one in texts]
        right = sum(found and one["suspect"] for one, found in verdicts)
        wrong = sum(found and not one["suspect"] for one, found in verdicts)
        missed = Counter(one["language"] for one, found in verdicts if one["suspect"] and not found)
        precision = right / (right + wrong) if right + wrong else 1.0
        recall = right / (right + missed.total()) if right + missed.total() else 1.0
        print(
            f"{file.name:22} {len(texts)} texts  P {precision:.3f}  R {recall:.3f}  {dict(missed)}"
        )


if __name__ == "__main__":
    main()
