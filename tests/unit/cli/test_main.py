"""Does a command line end well: help, usage, errors, other terminals, little to load?"""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from perspective.cli import output
from perspective.cli.client import Client
from perspective.cli.main import COMMANDS, Commands, cli
from perspective.daemon.exit_codes import Exit
from perspective.errors import BadValue
from tests.unit.cli.conftest import Shell

NOT_FOR_THE_COMMAND_LINE = {
    *("aiohttp", "apsw", "asyncio", "fastembed", "httpx", "jinja2", "numpy", "onnxruntime"),
    *("perspective.engine", "perspective.wiring", "perspective.api", "structlog", "tantivy"),
}


def _each_command(group: click.Group, *path: str) -> list[tuple[str, ...]]:
    found = []
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found.append((*path, name))
        if isinstance(command, click.Group):
            found += _each_command(command, *path, name)
    return found


@pytest.mark.parametrize("command", _each_command(cli), ids=" ".join)
def test_every_command_explains_itself(shell: Shell, command: tuple[str, ...]) -> None:
    """Each command has a sentence of help and takes --json, --config and --data-dir."""
    out = shell(*command, "--help").out
    for option in ("--json", "--config", "--data-dir"):
        assert option in out
    assert out.splitlines()[2].strip().endswith((".", ":", ",")) or out.splitlines()[2].strip()


def test_help_has_the_exit_codes(shell: Shell) -> None:
    """`perspective --help` lists every command and every exit code with its meaning."""
    out = shell("--help").out
    assert all(name in out for name in COMMANDS)
    assert all(f"{code.value:>3}  {code.meaning}" in out for code in Exit)


def test_no_command_shows_help(shell: Shell) -> None:
    """`perspective` alone shows the help and is no error."""
    assert "Commands:" in shell().out


def test_a_misspelt_command_names_the_nearest(shell: Shell) -> None:
    """An unknown command ends with 2 and a suggestion."""
    assert "Did you mean recall?" in shell("recal", "x", code=2).err
    assert "No such command" in shell("xyzzy", code=2).err


def test_a_bad_setting_ends_every_command_alike(shell: Shell, tmp_path: Path) -> None:
    """A settings file with an error ends with 6 and names file, line and key."""
    bad = tmp_path / "bad.toml"
    bad.write_text("[server]\nprot = 1\n")
    for command in ("status", "start", "stop", "doctor", "recall x", "logs", "config check"):
        typed = shell(*command.split(), "--config", str(bad), code=None)
        assert typed.code == (Exit.FAILED if command == "doctor" else Exit.SETTINGS)
        assert "bad.toml:2: there is no setting server.prot" in typed.err + typed.out


def test_the_command_line_loads_little(tmp_path: Path) -> None:
    """Asking for the status loads neither the engine nor any library that it needs."""
    script = (
        "import json, sys\n"
        "from perspective.cli.main import run\n"
        "code = run(['status', '--data-dir', sys.argv[1]])\n"
        "print(json.dumps([code, sorted(sys.modules)]))\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True
    )
    code, modules = json.loads(finished.stdout)
    assert code == Exit.NOT_RUNNING
    assert sorted(NOT_FOR_THE_COMMAND_LINE & set(modules)) == []


def test_a_poor_terminal_gets_escapes(tmp_path: Path) -> None:
    """Letters that the output's encoding lacks are escaped, in JSON as JSON does; nothing fails."""
    folder = tmp_path / "Łódź"
    environ = {**os.environ, "PYTHONIOENCODING": "iso8859-1", "PYTHONUTF8": "0"}
    base = [sys.executable, "-m", "perspective", "init", "--data-dir", str(folder)]
    plain = subprocess.run(base, env=environ, capture_output=True, check=True)
    assert b"\\u0141" in plain.stdout
    answer = subprocess.run([*base, "--json"], env=environ, capture_output=True, check=True)
    assert json.loads(answer.stdout)["data_dir"] == str(folder)


def test_a_reader_that_leaves_is_no_error() -> None:
    """Output into a pipe that is closed early ends quietly, with 1 at most."""
    command = f"{sys.executable} -m perspective config show | true; exit ${{PIPESTATUS[0]}}"
    finished = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert finished.stderr == ""
    assert finished.returncode in {Exit.OK, Exit.FAILED}


def test_no_colours_in_a_pipe(shell: Shell) -> None:
    """What is not a terminal gets no colour codes."""
    assert "\x1b" not in shell("config", "show").out


@pytest.mark.parametrize(
    ("url", "seen"),
    [
        ("http://127.0.0.1:5", "http://127.0.0.1:5"),
        ("127.0.0.1:5", "http://127.0.0.1:5"),
        ("http://u:p@h:1/x", "http://h:1"),
        ("http://[::1]:5", "http://[::1]:5"),
    ],
)
def test_addresses(url: str, seen: str) -> None:
    """An address may lack its scheme; a password in it is never shown."""
    assert Client(url).url == seen


@pytest.mark.parametrize("url", ["ftp://x", "http://", "http://h:port", "http://h:99999"])
def test_addresses_that_are_none(url: str) -> None:
    """Something else than an address is a BadValue."""
    with pytest.raises(BadValue):
        Client(url)


def test_something_else_that_answers_is_not_perspective(shell: Shell) -> None:
    """An address where another program answers is told as that."""
    from tests.unit.daemon.test_port import answering

    with answering(200, "<html>") as number:
        pass
    with answering(404, {"error": "none"}) as number:
        typed = shell("status", "--url", f"http://127.0.0.1:{number}", code=11)
    assert "is not Perspective" in typed.err


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (3600, "1 hour"), (86400 * 3, "3 days"),
     (86400 * 15, "2 weeks"), (86400 * 40, "1 month"), (86400 * 800, "2 years")],
)  # fmt: skip
def test_spans_read_well(seconds: float, text: str) -> None:
    """A length of time is told in its largest unit."""
    assert output.span(seconds) == text


def test_columns_fit_wide_letters(capsys: pytest.CaptureFixture[str]) -> None:
    """Wide and combining letters keep a table's columns straight."""
    output.table([("日本", "x"), ("e\u0301", "y"), ("abcd", "z")], ("n", "v"))
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:] == ["日本  x", "e\u0301     y", "abcd  z"]


def test_commands_are_listed_in_order_of_need() -> None:
    """The list begins with what a newcomer needs first."""
    assert isinstance(cli, Commands)
    assert list(COMMANDS)[:2] == ["init", "start"]


def test_output_may_be_any_stream() -> None:
    """A stream that cannot be reconfigured is left as it is."""
    output.make_safe(io.StringIO())
