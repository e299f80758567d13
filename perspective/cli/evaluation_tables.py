"""How does an evaluation read on a terminal?"""

from __future__ import annotations

from collections.abc import Sequence

from perspective.cli import output
from perspective.evaluation.chart.svg import LAYOUT_NAMES
from perspective.evaluation.result import Evaluation, LayoutResult, Quality, SystemResult

_NOTHING = "–"


def say_evaluation(result: Evaluation) -> None:
    """Prints every figure of it but the machine's."""
    for layout in result.layouts:
        _say_layout(layout, result.ks)
    if result.scale:
        _say_scale(result)
    if result.settings:
        changed = ", ".join(f"{name} = {value}" for name, value in result.settings.items())
        output.say(output.clean(f"\nSettings that are not at their defaults: {changed}"))
    if not result.is_complete:
        output.say("\nIt was stopped: only what was finished is shown.")


def _say_layout(layout: LayoutResult, ks: Sequence[int]) -> None:
    n_turns = sum(talk.n_turns for talk in layout.talks)
    n_questions = sum(talk.n_questions for talk in layout.talks)
    what = "turn" if layout.layout == "talk" else "message"
    names = ", ".join(output.clean(talk.id) for talk in layout.talks)
    head = (
        f"{LAYOUT_NAMES[layout.layout]}: {names} ({output.counted(n_turns, what)}, "
        f"{output.counted(n_questions, 'question')})"
    )
    output.say(f"\n{output.strong(head)}")
    heads = [*(f"recall@{k}" for k in ks), *(f"all@{k}" for k in ks), "MRR"]
    rows: list[tuple[str, ...]] = []
    names_of = ("together", *sorted({name for one in layout.systems for name in one.categories}))
    for category in names_of:
        for number, system in enumerate(layout.systems):
            quality = system.together if category == "together" else system.categories.get(category)
            label = category.replace("_", " ") if number == 0 else ""
            rows.append((output.clean(label), system.name, *_quality(quality, ks)))
    output.table(rows, ("category", "system", "n", *heads))
    output.say()
    output.table(
        [_cost(system, ks) for system in layout.systems],
        (
            *("system", "p50 ms", "p95 ms", "p99 ms"),
            *(f"tokens@{k}" for k in ks), f"p95@{ks[-1]}",
            *("abstention AUROC", "newer first"),
        ),
    )  # fmt: skip


def _quality(quality: Quality | None, ks: Sequence[int]) -> tuple[str, ...]:
    if quality is None:
        return ("0", *[_NOTHING] * (2 * len(ks) + 1))
    shares = [*(quality.recall[k] for k in ks), *(quality.all[k] for k in ks), quality.mrr]
    return (str(quality.n), *map(_share, shares))


def _cost(system: SystemResult, ks: Sequence[int]) -> tuple[str, ...]:
    latency, sure, newer = system.latency_ms, system.abstention, system.newer_above_older
    return (
        system.name,
        *(f"{value:.1f}" for value in (latency.p50, latency.p95, latency.p99)),
        *(f"{system.tokens[k].mean:.0f}" for k in ks),
        f"{system.tokens[ks[-1]].p95:.0f}",
        _share(sure.auroc) if sure else _NOTHING,
        f"{_share(newer.share)} of {newer.n}" if newer else _NOTHING,
    )


def _say_scale(result: Evaluation) -> None:
    output.say(f"\n{output.strong('Perspective by the number of memories')}")
    rows = [
        (
            f"{point.n_memories:,}",
            f"{point.load_s:.0f}",
            f"{point.n_memories / point.load_s:.0f}",
            str(point.quality.n),
            *(_share(point.quality.recall[k]) for k in result.ks),
            *(
                f"{value:.1f}"
                for value in (point.latency_ms.p50, point.latency_ms.p95, point.latency_ms.p99)
            ),
        )
        for point in result.scale
    ]
    heads = ("memories", "load s", "a second", "n", *(f"recall@{k}" for k in result.ks))
    output.table(rows, (*heads, "p50 ms", "p95 ms", "p99 ms"))


def _share(value: float) -> str:
    """`.712`; `1.000`."""
    text = f"{value:.3f}"
    return text.removeprefix("0")
