"""Does the daemon answer whatever can be made of its own OpenAPI document as the document says?

Schemathesis makes the requests, well formed and not, in a process of its own: its warnings are not
ours. The stream of events never ends, so its head alone is looked at, here.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode

from perspective.cli.client import Client
from tests.acceptance.hostile.schema_hooks import N_MEMORIES
from tests.daemons import Daemon, Home
from tests.figures import Figures

pytestmark = pytest.mark.proof("Hostile")

TOKEN = "a-token-of-the-schema-test"
EVENTS = "/api/events"

# Not `positive_data_acceptance`: a schema cannot say that a cursor was given out here, that a tag
# has a letter in it, or that 3.0, an integer to JSON Schema, is none to us.
CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance",
    "response_headers_conformance", "response_schema_conformance", "negative_data_rejection",
    "unsupported_method", "allow_header_conformance", "missing_required_header", "ignored_auth",
    "every_line_is_described", "problem_is_one",
)  # fmt: skip


@pytest.fixture
def guarded(home: Home) -> Daemon:
    """A daemon with a token, and some memories."""
    path = home.folder / "token"
    path.write_text(TOKEN)
    path.chmod(0o600)
    home.environ["PERSPECTIVE_SECURITY_TOKEN_FILE"] = str(path)
    home.environ["PERSPECTIVE_TOKEN"] = TOKEN
    daemon = Daemon(home)
    daemon.start()
    client = Client(daemon.url, token=TOKEN)
    items = [{"id": f"m-{n}", "content": f"Ana grows {n} olive trees"} for n in range(N_MEMORIES)]
    assert client.post("/api/store/batch", {"items": items})["stored"] == N_MEMORIES
    return daemon


def test_every_answer_is_one_that_the_document_tells(
    guarded: Daemon, is_full: bool, figures: Figures, tmp_path: Path
) -> None:
    """Thousands of requests made from the document, erasures and deletions of tenants among them:
    no 5xx, no status, content type, header or body that is not described, nothing malformed is
    accepted, nothing is answered without the token; and the daemon goes on."""
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{guarded.url}/api/openapi.json"),
        *("--no-color", "--checks", ",".join(CHECKS), "--exclude-path", EVENTS),
        *("--header", f"Authorization: Bearer {TOKEN}", "--request-timeout", "60"),
        *("--phases", "examples,coverage,fuzzing", "--continue-on-failure", "--no-shrink"),
        *("--max-examples", "150" if is_full else "4", "--seed", "2085"),
        *("--generation-database", "none", "--warnings", "off"),
    ]
    here = str(Path(__file__).parent)
    finished = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "SCHEMATHESIS_HOOKS": "schema_hooks", "PYTHONPATH": here},
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout[-20_000:] + finished.stderr[-2000:]
    n_cases = re.search(r"(\d+) generated", finished.stdout)
    n_tested = re.search(r"Selected: (\d+)/(\d+)\s+Tested: (\d+)", finished.stdout)
    assert n_cases is not None
    assert n_tested is not None
    selected, total, tested = map(int, n_tested.groups())
    assert (selected, tested) == (total - 1, total - 1)
    figures.note("requests", int(n_cases[1]))
    client = Client(guarded.url, token=TOKEN)
    faults = [line for line in guarded.log() if line["level"] == "error"]
    assert faults == []
    assert client.post("/api/store", {"content": "it goes on", "tenant_id": "on"})["stored"]


def test_the_stream_of_events_begins_as_the_document_tells(guarded: Daemon, is_full: bool) -> None:
    """Whatever is asked of the stream of events, its head is one that is described."""
    document = Client(guarded.url, token=TOKEN).get("/api/openapi.json")
    operation = schemathesis.openapi.from_dict(document)[EVENTS]["GET"]
    described = document["paths"][EVENTS]["get"]["responses"]

    def try_one(case: Case[Any]) -> int:
        arguments = case.as_transport_kwargs(base_url=guarded.url)
        arguments["headers"] = {"Authorization": f"Bearer {TOKEN}"}
        with requests.request(**arguments, stream=True, timeout=20) as response:
            is_stream = response.headers["Content-Type"].startswith("text/event-stream")
            assert str(response.status_code) in described, response.status_code
            assert is_stream == (response.status_code == 200)
            assert response.status_code < 500
            return int(response.status_code)

    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
        # Of what is malformed something may be left out on its way: then it is well formed.
        allowed = {200, 404} if mode is GenerationMode.POSITIVE else {200, 400, 404}

        @settings(
            max_examples=300 if is_full else 20,
            suppress_health_check=list(HealthCheck),
            database=None,
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def run(case: Case[Any]) -> None:
            assert try_one(case) in allowed  # noqa: B023 - it runs in this turn of the loop

        run()
