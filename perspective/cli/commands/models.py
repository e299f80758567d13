"""Which models can be had, which are here, and are they what they should be?

Nothing but `pull` asks the network, and only for the file that was named.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from perspective.cli import output
from perspective.cli.invocation import TEXT, Invocation, current, local_options, usage
from perspective.daemon.exit_codes import Exit

if TYPE_CHECKING:
    from perspective.adapters.model_files.manifest import ModelEntry

_MARKS = {"ok": "ok", "absent": "ok", "unchecked": "warn", "changed": "fail"}


@click.group(invoke_without_command=True)
@local_options
@click.pass_context
def models(ctx: click.Context) -> None:
    """List the models there are, fetch them, or check their files."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_models)


@models.command("list")
@local_options
@current
def list_models(invocation: Invocation) -> None:
    """List the models of the manifest: what is here, its size, its licence."""
    from perspective.adapters.model_files.verify import listed

    found = listed(_folder(invocation))
    if invocation.is_json:
        output.show({"items": msgspec.to_builtins(found)})
        return
    heads = ("name", "for", "size", "licence", "here", "what")
    output.table(
        [
            (
                one.name,
                one.role,
                _megabytes(one.bytes),
                one.licence,
                "yes" if one.is_here else one.get,
                one.description,
            )
            for one in found
        ],
        heads,
    )


@models.command()
@click.argument("name", type=TEXT)
@click.option("--from", "hub_url", metavar="URL", help="A mirror to ask instead of llm.hub_url.")
@local_options
@current
def pull(invocation: Invocation, name: str, hub_url: str | None) -> None:
    """Fetch the model NAME; goes on where an earlier try was cut."""
    from perspective.adapters.model_files.manifest import how_to_get, place_of
    from perspective.adapters.model_files.pull import Pull
    from perspective.cli.progress import ProgressLine

    model = _model(name)
    if model.weights.source != "hub":
        usage(f"{name} comes with a package: {how_to_get(name, model)}")
    line = ProgressLine()

    def progress(n_bytes: int, n_all: int | None) -> None:
        line(f"{name} (MB)", n_bytes // 1_000_000, (n_all or n_bytes) // 1_000_000)

    target = place_of(model, _folder(invocation))
    try:
        pulled = Pull(hub_url or invocation.loaded.settings.llm.hub_url).pull(
            model.weights, target, progress
        )
    finally:
        line.clear()
    if invocation.is_json:
        output.show(msgspec.to_builtins(pulled))
        return
    output.say(f"{pulled.path} {'was here already' if pulled.was_here else 'is here'}.")
    if pulled.checked_by == "nobody":
        text = "Nobody says what its sha256 should be, so it could not be checked; it is"
        output.say(f"{output.mark('warn')} {text} {pulled.sha256}.")
    else:
        output.say(f"Its sha256 is the one that the {pulled.checked_by} names.")
    output.say(f'To read with it: llm.model_path = "{name}", extraction.mode = "llm".')


@models.command()
@click.argument("names", nargs=-1, type=TEXT)
@local_options
@current
def verify(invocation: Invocation, names: tuple[str, ...]) -> int:
    """Read the files of the models NAMES (or all) and compare their sha256.

    Ends with 1 if one is not what it should be, or if one that was named is not here.
    """
    from perspective.adapters.model_files.manifest import manifest
    from perspective.adapters.model_files.verify import verified

    chosen = {name: _model(name) for name in names} or manifest()
    found = [verified(name, model, _folder(invocation)) for name, model in chosen.items()]
    if invocation.is_json:
        output.show({"items": msgspec.to_builtins(found)})
    else:
        for one in found:
            is_wanted = names and one.state == "absent"
            mark = output.mark("fail" if is_wanted else _MARKS[one.state])
            output.say(f"{mark} {one.name}: {one.state}: {output.clean(one.text)}")
    bad = {"changed", "absent"} if names else {"changed"}
    return Exit.FAILED if any(one.state in bad for one in found) else Exit.OK


def _folder(invocation: Invocation) -> Path:
    from perspective.adapters.model_files.manifest import models_folder

    return models_folder(invocation.loaded.settings.llm.models_dir)


def _model(name: str) -> ModelEntry:
    """The model of that name, or an error with the names there are."""
    from perspective.adapters.model_files.manifest import entry, manifest

    model = entry(name)
    if model is None:
        usage(f"There is no model {name!r}; there are {', '.join(manifest())}.")
    return model


def _megabytes(n_bytes: int | None) -> str:
    return "" if n_bytes is None else f"{n_bytes / 1_000_000:,.0f} MB"
