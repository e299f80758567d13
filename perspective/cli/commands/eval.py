"""How well does it find on your own text? Measured beside plain searches, in a folder that goes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from perspective.cli import output
from perspective.cli.invocation import Invocation, current, place_options, usage
from perspective.daemon.exit_codes import Exit
from perspective.errors import InvalidRequest, StoreUnavailable

_STDOUT = "-"
_DEFAULT_KS = (5, 10, 20)
_MAX_K = 1000
_DEFAULT_SIZES = "1000,10000,100000"


if TYPE_CHECKING:
    _Words = click.ParamType[tuple[int, ...]]
else:
    _Words = click.ParamType  # older ones are not generic


class Numbers(_Words):
    """Whole numbers with commas between them, given out ascending and each once."""

    name = "numbers"

    def __init__(self, highest: int) -> None:
        self._highest = highest

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """The numbers, from 1 to the highest."""
        if isinstance(value, tuple):
            return value
        try:
            numbers = {int(one) for one in str(value).split(",")}
        except ValueError:
            self.fail(f"{value!r} is no list of numbers; write 5,10,20", param, ctx)
        if not all(1 <= one <= self._highest for one in numbers):
            self.fail(f"{value!r}: each must be from 1 to {self._highest:,}", param, ctx)
        return tuple(sorted(numbers))


@click.command("eval")
@click.argument("data", type=click.Path(path_type=Path))
@click.option(
    "--k", "ks", type=Numbers(_MAX_K), default=_DEFAULT_KS, metavar="K,K,…",
    help="How many results count (5,10,20).",
)  # fmt: skip
@click.option(
    "--scale", "sizes", type=Numbers(10_000_000), is_flag=False, flag_value=_DEFAULT_SIZES,
    metavar="[N,N,…]",
    help=f"Also fill one store up to each of these sizes ({_DEFAULT_SIZES}; the last takes long: "
         "about as many seconds as a hundredth of it).",
)  # fmt: skip
@click.option(
    "--limit-talks", type=click.IntRange(min=1), metavar="N",
    help="Only the first N talks and the first N chats.",
)  # fmt: skip
@click.option("--only", multiple=True, metavar="ID", help="Only this talk or chat (again: others).")
@click.option("--chart", type=click.Path(path_type=Path), metavar="FILE", help="Draw it, as SVG.")
@click.option(
    "--json", "json_file", is_flag=False, flag_value=_STDOUT, metavar="[FILE]",
    help="Print JSON, for programs, or write it to FILE.",
)  # fmt: skip
@place_options
@current
def evaluate(
    invocation: Invocation,
    data: Path,
    ks: tuple[int, ...],
    sizes: tuple[int, ...] | None,
    limit_talks: int | None,
    only: tuple[str, ...],
    chart: Path | None,
    json_file: str | None,
) -> int:
    """Measure how well questions about the talks in DATA are answered, and how fast.

    DATA is a file or a folder with .json or .json.gz files: talks with turns, or chats with
    messages, and questions that name the turns which answer them; README.md shows the layout. On
    the same text BM25, vectors alone and a scan for keywords are asked the same questions. Your
    own memories are not touched: all of it happens in a temporary folder, with your settings.
    """
    from perspective.cli.evaluate import in_json, measured  # the engine: only here
    from perspective.cli.evaluation_tables import say_evaluation
    from perspective.evaluation.chart.svg import chart as drawn
    from perspective.evaluation.read import read_talks
    from perspective.evaluation.talk import choose

    invocation.is_json |= json_file == _STDOUT
    json_path = None if json_file in {None, _STDOUT} else Path(str(json_file))
    for path in (json_path, chart):
        _check_folder(path)
    try:
        talks = choose(read_talks(data), n_of_each=limit_talks, only=only)
        name = output.clean(data.resolve().name)
        result = measured(invocation.loaded.settings, name, talks, ks, sizes or ())
    except InvalidRequest as error:
        usage(str(error))
    if invocation.is_json:
        output.show(in_json(result))
    else:
        say_evaluation(result)
    if json_path is not None:
        _write(json_path, json.dumps(in_json(result), indent=2, ensure_ascii=False) + "\n")
    if chart is not None:
        _write(chart, drawn(result))
    return Exit.OK if result.is_complete else Exit.INTERRUPTED


def _check_folder(path: Path | None) -> None:
    """Before an hour of work it is known that its result has a place."""
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        usage(f"{path} is no file that can be written (DATA comes before --json and --chart).")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror or error}"
        raise StoreUnavailable(message) from error
    output.say(f"written to {path}", is_note=True)
