"""What must every language model do?"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from perspective.adapters.inmemory.language_model import InMemoryLanguageModel
from perspective.adapters.models.http_language_model import HttpLanguageModel
from perspective.ports.models.language_model import LanguageModel, Message
from perspective.settings import ExtractionSettings, LlmSettings
from tests.contracts.extraction.chat_endpoint import ChatEndpoint

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}


def echo(prompt: object) -> str:
    """The last thing said, as JSON if it was JSON."""
    return prompt if isinstance(prompt, str) else prompt[-1].content  # type: ignore[index]


@pytest.fixture(params=["in memory", "http"])
async def model(request: pytest.FixtureRequest) -> AsyncIterator[LanguageModel]:
    """A model that says what it was told, of each adapter in turn."""
    if request.param == "in memory":
        yield InMemoryLanguageModel(echo)
        return
    endpoint = ChatEndpoint(echo)
    await endpoint.start()
    settings = ExtractionSettings(mode="http", endpoint=endpoint.url, model="echo of\tmine")
    made = HttpLanguageModel(settings, LlmSettings())
    yield made
    await made.close()
    await endpoint.stop()


async def test_any_script_goes_there_and_back(model: LanguageModel) -> None:
    """Letters are letters on both ways, and half characters are replaced before they are sent."""
    said = "Ana живёт в 東京 👩‍👩‍👧‍👦 \u2028 \0 </s>"
    answer = await model.complete([Message("user", said)], max_tokens=500)
    assert (answer.text, answer.is_cut) == (said, False)
    half = await model.complete([Message("user", "a\ud800b")], schema=SCHEMA, max_tokens=50)
    assert half.text.startswith("a")


async def test_a_text_is_gone_on_with(model: LanguageModel) -> None:
    """A prompt that is a text gets an answer too, without turns of a conversation."""
    assert (await model.complete("once upon a time", max_tokens=50)).text == "once upon a time"


async def test_name_is_one_word_and_it_is_ready(model: LanguageModel) -> None:
    """The name goes into origins; a model that was not asked yet is not missing."""
    assert model.name
    assert len(model.name.split()) == 1
    assert model.health().state == "ready"
    assert model.context_tokens >= 1024


async def test_closing_twice_is_safe(model: LanguageModel) -> None:
    """Whoever closes need not know who else did."""
    await model.complete([Message("user", "a")], max_tokens=10)
    await model.close()
    await model.close()
