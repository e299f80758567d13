"""Where does a command line begin and end? Every expected error becomes a line and an exit code."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from perspective.cli import output
from perspective.cli.invocation import Invocation, client_options, tenant_option
from perspective.daemon.exit_codes import Exit, exit_code_of
from perspective.errors import InvalidRequest, PerspectiveError

# Where each command is: its module is loaded only when it is typed (or all are listed).
COMMANDS = {
    "init": "settings:init",
    "start": "service:start",
    "stop": "service:stop",
    "restart": "service:restart",
    "status": "service:status",
    "config": "settings:config",
    "store": "remember:store",
    "recall": "remember:recall",
    "reflect": "remember:reflect",
    "forget": "forget:forget",
    "inspect": "memories:inspect",
    "memories": "memories:memories",
    "entities": "knowledge:entities",
    "graph": "knowledge:graph",
    "queue": "knowledge:queue",
    "changes": "trust.changes:changes",
    "undo": "trust.changes:undo",
    "reviews": "trust.changes:reviews",
    "stats": "trust.survey:stats",
    "maintenance": "trust.survey:maintenance",
    "tenants": "tenants:tenants",
    "processes": "activity:processes",
    "jobs": "activity:jobs",
    "logs": "activity:logs",
    "doctor": "doctor:doctor",
    "demo": "demo:demo",
    "eval": "eval:evaluate",
    "models": "models:models",
}

EPILOG = "\b\nExit codes:\n" + "\n".join(f"  {code.value:>3}  {code.meaning}" for code in Exit)


class Commands(click.Group):
    """The commands, loaded when asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Their names, in the order in which a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """One command; None if there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command = getattr(import_module(f"perspective.cli.commands.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, or an error with the nearest one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            import difflib

            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            if not near:
                raise
            message = f"{error.message} Did you mean {near[0]}?"
            raise click.UsageError(message, ctx) from error


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        from importlib import metadata

        output.say(f"perspective {metadata.version('perspective-memory')}")
        ctx.exit()


@click.group(
    cls=Commands,
    invoke_without_command=True,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version,
    help="Show the version and exit.",
)  # fmt: skip
@tenant_option
@client_options
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Long-term memory for AI agents, on your own machine.

    Options may stand before or after the command. Settings come from perspective.toml, from
    variables PERSPECTIVE_<GROUP>_<KEY> and from these options, the last being the strongest.
    """
    if ctx.invoked_subcommand is None:
        output.say(ctx.get_help())


def main() -> NoReturn:
    """The entry point of `perspective`."""
    output.make_safe(sys.stdout, sys.stderr)
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Runs a command line and returns its exit code."""
    invocation = Invocation()
    try:
        code = cli.main(
            list(arguments), prog_name="perspective", standalone_mode=False, obj=invocation
        )
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return Exit.USAGE
    except click.Abort:
        output.say("interrupted", is_note=True)
        return Exit.INTERRUPTED
    except PerspectiveError as error:
        _report(error, is_json=invocation.is_json)
        return exit_code_of(error)
    except BrokenPipeError:
        # Whoever read has seen enough; nothing may be flushed into the pipe at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FAILED
    return code if isinstance(code, int) else Exit.OK


def _report(error: PerspectiveError, *, is_json: bool) -> None:
    """The error on stderr: a line for people, an object for programs."""
    code = exit_code_of(error)
    if is_json:
        report = {"error": type(error).__name__, "message": str(error), "exit_code": int(code)}
        click.echo(json.dumps(report), err=True)
        return
    click.echo(f"{click.style('error:', fg='red')} {output.clean(str(error))}", err=True)
    if isinstance(error, InvalidRequest):
        for field, reason in error.fields:
            if reason not in str(error):
                click.echo(f"  {field}: {output.clean(reason)}", err=True)
