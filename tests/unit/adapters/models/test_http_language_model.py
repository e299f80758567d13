"""What becomes of a chat server's faults?"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from perspective.adapters.models.http_language_model import HttpLanguageModel
from perspective.errors import (
    ContextTooLong,
    ModelBusy,
    ModelError,
    ModelMissing,
    ModelOutputInvalid,
    ModelTimeout,
)
from perspective.ports.models.language_model import Message
from perspective.settings import ExtractionSettings, LlmSettings
from tests.contracts.endpoint import body, cut_off, status
from tests.contracts.extraction.chat_endpoint import ChatEndpoint, Fault, endless, late, says

ASKED = [Message("system", "be brief"), Message("user", "hello")]
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "array", "items": {"type": "integer"}, "maxItems": 3}},
}


@pytest.fixture
async def endpoint() -> AsyncIterator[ChatEndpoint]:
    """A server that says "fine" until it is told otherwise."""
    made = ChatEndpoint(lambda _: "fine")
    await made.start()
    yield made
    await made.stop()


@pytest.fixture
async def model(endpoint: ChatEndpoint) -> AsyncIterator[HttpLanguageModel]:
    """A model of that server that does not wait long between tries."""
    made = make(endpoint)
    yield made
    await made.close()


def make(endpoint: ChatEndpoint, *, timeout_s: float = 30.0, key: str = "") -> HttpLanguageModel:
    """A model with some settings."""
    extraction = ExtractionSettings(endpoint=endpoint.url, model="m", api_key_env=key)
    llm = LlmSettings(timeout_s=timeout_s)
    return HttpLanguageModel(extraction, llm, first_wait_s=0.01, max_wait_s=0.3)


async def test_what_is_asked(endpoint: ChatEndpoint, model: HttpLanguageModel) -> None:
    """Messages, the likeliest answer, a limit; and the schema, without what strict servers refuse."""
    assert (await model.complete(ASKED, schema=SCHEMA, max_tokens=77)).text == "fine"
    (request,) = endpoint.requests
    assert request["messages"][1] == {"role": "user", "content": "hello"}
    assert (request["model"], request["max_tokens"], request["temperature"]) == ("m", 77, 0)
    form = request["response_format"]["json_schema"]
    assert form["strict"] is True
    assert form["schema"]["properties"]["a"] == {"type": "array", "items": {"type": "integer"}}


@pytest.mark.parametrize("fault", [status(429), status(500), status(503), cut_off()])
async def test_what_may_pass_is_tried_again(
    endpoint: ChatEndpoint, model: HttpLanguageModel, fault: Fault
) -> None:
    """Two faults and then an answer is an answer."""
    endpoint.faults.extend([fault, fault])
    assert (await model.complete(ASKED, max_tokens=9)).text == "fine"
    assert len(endpoint.requests) == 3


@pytest.mark.parametrize(
    ("fault", "error"),
    [(status(429), ModelBusy), (status(503), ModelBusy), (status(500), ModelTimeout),
     (cut_off(), ModelTimeout)],
)  # fmt: skip
async def test_what_does_not_pass_says_whose_fault_it_may_be(
    endpoint: ChatEndpoint, model: HttpLanguageModel, fault: Fault, error: type[ModelError]
) -> None:
    """A crowded server is busy; one that fails may have failed over this very question."""
    endpoint.faults.extend([fault] * 3)
    with pytest.raises(error):
        await model.complete(ASKED, max_tokens=9)
    assert model.health().state == "missing"
    await model.complete(ASKED, max_tokens=9)
    assert model.health().state == "ready"


async def test_retry_after_is_honoured(endpoint: ChatEndpoint, model: HttpLanguageModel) -> None:
    """A short wait is waited here; a long one is the caller's, who is told at once how long."""
    endpoint.faults.append(status(429, retry_after="0.2"))
    start = time.monotonic()
    await model.complete(ASKED, max_tokens=9)
    assert time.monotonic() - start >= 0.2
    endpoint.faults.append(status(429, retry_after="120"))
    with pytest.raises(ModelBusy) as caught:
        await model.complete(ASKED, max_tokens=9)
    assert caught.value.retry_after_s == 120.0
    assert len(endpoint.requests) == 3


async def test_a_late_answer_is_waited_for_and_one_too_late_is_not(endpoint: ChatEndpoint) -> None:
    """An answer within the limit counts; beyond it the question is given up and not repeated."""
    endpoint.faults.append(late(0.4))
    patient = make(endpoint)
    assert (await patient.complete(ASKED, max_tokens=9)).text == '{"passages": []}'
    await patient.close()
    endpoint.faults.append(late(3600.0))
    impatient = make(endpoint, timeout_s=0.3)
    with pytest.raises(ModelTimeout, match=r"no answer within 0\.3 s"):
        await impatient.complete(ASKED, max_tokens=9)
    assert len(endpoint.requests) <= 2  # on a slow machine it may not even have been heard
    await impatient.close()


async def test_nobody_listening_is_a_missing_model() -> None:
    """A server that is not there loses nobody's turn: whoever asks can wait for it."""
    settings = ExtractionSettings(model="m", endpoint="http://127.0.0.1:9/v1")
    model = HttpLanguageModel(settings, LlmSettings(), first_wait_s=0.01)
    with pytest.raises(ModelMissing, match="cannot be reached"):
        await model.complete(ASKED, max_tokens=9)
    assert "cannot be reached" in str(model.health().reason)
    await model.close()


async def test_json_is_asked_for_as_the_server_takes_it(
    endpoint: ChatEndpoint, model: HttpLanguageModel
) -> None:
    """A schema, else any object, else by words alone; what was refused once is not tried again."""
    refused = status(400, text="response_format.type must be text")
    endpoint.faults.extend([refused, refused])
    assert (await model.complete(ASKED, schema=SCHEMA, max_tokens=9)).text == "fine"
    await model.complete(ASKED, schema=SCHEMA, max_tokens=9)
    forms = [one.get("response_format", {}).get("type") for one in endpoint.requests]
    assert forms == ["json_schema", "json_object", None, None]


async def test_a_refused_question_does_not_change_the_form(
    endpoint: ChatEndpoint, model: HttpLanguageModel
) -> None:
    """A question that is refused in every form says nothing about the form of the next."""
    endpoint.faults.extend([status(400, text="no such words here")] * 3)
    with pytest.raises(ModelOutputInvalid, match="no such words"):
        await model.complete(ASKED, schema=SCHEMA, max_tokens=9)
    await model.complete(ASKED, schema=SCHEMA, max_tokens=9)
    assert endpoint.requests[-1]["response_format"]["type"] == "json_schema"


async def test_newer_names_of_limits_are_learnt(
    endpoint: ChatEndpoint, model: HttpLanguageModel
) -> None:
    """A server that wants max_completion_tokens and no temperature gets it so."""
    endpoint.faults.append(status(400, text="use 'max_completion_tokens' instead"))
    endpoint.faults.append(status(400, text="'temperature' does not support 0"))
    await model.complete(ASKED, max_tokens=9)
    last = endpoint.requests[-1]
    assert last["max_completion_tokens"] == 9
    assert {"max_tokens", "temperature"} & last.keys() == set()


async def test_a_text_goes_to_completions_or_into_one_message(
    endpoint: ChatEndpoint, model: HttpLanguageModel
) -> None:
    """Without a template where the server can; as a user's message where it cannot."""
    await model.complete("<|input|>", max_tokens=9)
    endpoint.faults.append(status(404, text="no such path"))
    await model.complete("<|input|>", max_tokens=9)
    await model.complete("<|input|>", max_tokens=9)
    assert [path.removeprefix("/v1/") for path in endpoint.paths] == [
        *("completions", "completions", "chat/completions", "chat/completions"),
    ]
    assert endpoint.requests[-1]["messages"] == [{"role": "user", "content": "<|input|>"}]


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (status(401), ModelMissing),
        (status(404, text="model not found"), ModelMissing),
        (status(301), ModelMissing),
        (status(400), ModelOutputInvalid),
        (status(400, text="maximum context length is 512 tokens"), ContextTooLong),
        (status(413), ContextTooLong),
        (body('{"choices": [{"mess'), ModelOutputInvalid),
        (body("<html>hello</html>"), ModelOutputInvalid),
        (body("\ufeff"), ModelOutputInvalid),
        (body('{"choices": []}'), ModelOutputInvalid),
        (body('{"choices": [{"message": {"content": [1]}}]}'), ModelOutputInvalid),
        (body('{"choices": [{"message": {"content": "\\ud800"}}]}'), ModelOutputInvalid),
        (body("[" * 100_000), ModelOutputInvalid),
        (says(None), ModelOutputInvalid),
        (says("", finish="length"), ModelOutputInvalid),
        (says(None, refusal="I will not"), ModelOutputInvalid),
        (endless(), ModelOutputInvalid),
    ],
)
async def test_what_will_not_pass_is_an_error_at_once(
    endpoint: ChatEndpoint, model: HttpLanguageModel, fault: Fault, error: type[ModelError]
) -> None:
    """Refusals and answers that cannot be used are not tried again; none has an end too late."""
    endpoint.faults.append(fault)
    with pytest.raises(error):
        await model.complete(ASKED, max_tokens=9)
    assert len(endpoint.requests) == 1


async def test_an_answer_that_was_cut_says_so(
    endpoint: ChatEndpoint, model: HttpLanguageModel
) -> None:
    """What the limit of tokens left is given out, marked."""
    endpoint.faults.append(says('{"passages": [{', finish="length"))
    answer = await model.complete(ASKED, max_tokens=9)
    assert (answer.text, answer.is_cut) == ('{"passages": [{', True)


async def test_the_key_is_sent_and_never_told(
    endpoint: ChatEndpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the variable or the file it names; a missing one is a missing model; no message has it."""
    model = make(endpoint, key="LLM_KEY")
    with pytest.raises(ModelMissing, match="no variable LLM_KEY"):
        await model.complete(ASKED, max_tokens=9)
    (tmp_path / "key").write_text("sk-from-file\n")
    monkeypatch.setenv("LLM_KEY_FILE", str(tmp_path / "key"))
    await model.complete(ASKED, max_tokens=9)
    monkeypatch.setenv("LLM_KEY", "sk-secret")
    endpoint.faults.append(status(401, text="bad key"))
    with pytest.raises(ModelMissing) as caught:
        await model.complete(ASKED, max_tokens=9)
    assert endpoint.authorizations == ["Bearer sk-from-file", "Bearer sk-secret"]
    assert "sk-" not in str(caught.value) + str(model.health())
    monkeypatch.setenv("LLM_KEY", "two\nlines")
    with pytest.raises(ModelMissing, match="is no key"):
        await model.complete(ASKED, max_tokens=9)
    await model.close()
