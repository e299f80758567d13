"""How are settings begun, shown and checked?"""

from __future__ import annotations

import os
from pathlib import Path

import click

from perspective.cli import output
from perspective.cli.invocation import Invocation, current, local_options
from perspective.cli.settings_document import in_toml, settings_document
from perspective.errors import StoreUnavailable
from perspective.settings_loader import (
    FILE_NAME,
    find_settings_file,
    settings_view,
    user_settings_file,
)


@click.command()
@click.option("--here", is_flag=True, help="Write ./perspective.toml, for this folder alone.")
@local_options
@current
def init(invocation: Invocation, here: bool) -> None:
    """Write a commented perspective.toml and make the data directory.

    The file goes to the user's configuration directory, or where --config says. What exists is
    kept.
    """
    named = Path(invocation.config).expanduser() if invocation.config else None
    path = (named or (Path(FILE_NAME) if here else user_settings_file())).absolute()
    is_new = not path.exists()
    try:
        if is_new:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                file.write(settings_document())
        data_dir = invocation.loaded.data_dir
        is_new_folder = not data_dir.exists()
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        message = f"{error.filename or path} cannot be written: {error.strerror or error}"
        raise StoreUnavailable(message) from error
    if invocation.is_json:
        output.show({
            "config": str(path),
            "config_written": is_new,
            "data_dir": str(data_dir),
            "data_dir_made": is_new_folder,
        })  # fmt: skip
        return
    output.say(f"{'wrote' if is_new else 'kept'}  {path}")
    output.say(f"{'made' if is_new_folder else 'kept'}   {data_dir}")
    in_force = invocation.loaded.path
    if in_force != path:
        output.say(f"note: {in_force} is found first and is the one in force here", is_note=True)
    output.say("Next: perspective start")


@click.group(invoke_without_command=True)
@local_options
@click.pass_context
def config(ctx: click.Context) -> None:
    """Show the settings in force, check them, or name their file."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(show)


@config.command()
@click.option("--toml", is_flag=True, help="As a perspective.toml, every setting explained.")
@local_options
@current
def show(invocation: Invocation, toml: bool) -> None:
    """Show each setting, its value and where that came from."""
    items = settings_view(invocation.loaded)
    if toml:
        changed = {one["key"]: one["value"] for one in items if one["origin"] != "default"}
        output.say(settings_document(changed), is_note=False)
        return
    if invocation.is_json:
        output.show({"items": items})
        return
    group = ""
    for one in items:
        of, _, name = one["key"].rpartition(".")
        if of != group:
            output.say(f"{'' if not group else chr(10)}{output.strong(f'[{of}]')}")
            group = of
        origin = one["origin"]
        line = f"{name} = {in_toml(one['value'])}"
        output.say(output.dim(line) if origin == "default" else f"{line}   {output.dim(origin)}")


@config.command()
@local_options
@current
def check(invocation: Invocation) -> None:
    """Say whether the settings can be used."""
    loaded = invocation.loaded
    n_set = sum(origin != "default" for origin in loaded.origins.values())
    if invocation.is_json:
        output.show({
            "ok": True,
            "path": str(loaded.path) if loaded.path else None,
            "n_set": n_set,
            "data_dir": str(loaded.data_dir),
        })  # fmt: skip
        return
    where = str(loaded.path) if loaded.path else "no file, defaults"
    output.say(f"The settings are fine ({where}; {output.counted(n_set, 'setting')} changed).")


@config.command("path")
@local_options
@current
def show_path(invocation: Invocation) -> None:
    """Print the settings file in force, also when what it says is wrong."""
    named = Path(invocation.config) if invocation.config else None
    found = find_settings_file(config=named, environ=os.environ, folder=Path.cwd())
    path = found or user_settings_file()
    if invocation.is_json:
        output.show({"path": str(path), "exists": found is not None})
        return
    output.say(str(path))
    if found is None:
        output.say("It does not exist yet; perspective init writes it.", is_note=True)
