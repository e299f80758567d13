"""What does the worker process do with a GGUF model? Loads it with the first question, and answers.

llama.cpp forces the answer's JSON by a grammar made from the schema. The model stays loaded until
the process ends.
"""

from __future__ import annotations

import functools
import hashlib
import json
import secrets
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from perspective.errors import ContextTooLong, ModelMissing, ModelOutputInvalid
from perspective.ports.models.language_model import Completion, Message

PACKAGE = "llama_cpp"
_NO_TEMPLATE = (  # ChatML, for models whose file brings no template
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """Which file to load, and how; with `sha256` it must be that very file."""

    path: str
    sha256: str | None
    context_tokens: int
    threads: int


class Complete(msgspec.Struct, frozen=True, kw_only=True):
    """A question: a conversation, or a text to go on with."""

    model: Model
    messages: tuple[Message, ...] = ()
    text: str | None = None
    schema: str | None = None  # as JSON
    max_tokens: int


def complete(request: Complete) -> Completion:
    """The model's likeliest answer."""
    llama = _load(request.model)
    if request.text is None:
        tokens = _tokens_of_messages(llama, request.messages)
    else:
        tokens = llama.tokenize(request.text.encode(), add_bos=True, special=True)
    window = _window(llama)
    if len(tokens) + request.max_tokens > window:
        text = f"{len(tokens)} tokens and an answer of {request.max_tokens} exceed {window}"
        raise ContextTooLong(text)
    try:
        answer = llama.create_completion(
            tokens,
            max_tokens=request.max_tokens,
            temperature=0.0,
            grammar=None if request.schema is None else _grammar(request.schema),
        )
    except (ValueError, RuntimeError, IndexError, KeyError) as error:
        raise ModelOutputInvalid(f"llama.cpp failed: {error}") from error
    choice = answer["choices"][0]
    return Completion(choice["text"], is_cut=choice["finish_reason"] == "length")


@functools.lru_cache(maxsize=1)
def _load(model: Model) -> Any:
    """The model, ready to be asked. One is loaded at a time."""
    try:
        llama_cpp = import_module(PACKAGE)
    except (ImportError, OSError, RuntimeError) as error:  # missing, or built for another machine
        text = f"llama-cpp-python cannot be used: {error}"
        raise ModelMissing(text) from error
    path = Path(model.path)
    try:
        if model.sha256 is not None:
            with path.open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != model.sha256:
                    raise ModelMissing(f"the model file {path} is not the one that was pinned")
        return llama_cpp.Llama(
            str(path),
            n_ctx=model.context_tokens,
            n_threads=model.threads,
            n_threads_batch=model.threads,
            verbose=False,
        )
    except (ValueError, OSError, RuntimeError) as error:
        raise ModelMissing(f"the model file {path} cannot be loaded: {error}") from error


def _window(llama: Any) -> int:
    """The tokens of a prompt with its answer: what was asked for, or what it was trained with."""
    architecture = llama.metadata.get("general.architecture", "")
    trained = str(llama.metadata.get(f"{architecture}.context_length", ""))
    return min(llama.n_ctx(), int(trained)) if trained.isdecimal() else int(llama.n_ctx())


@functools.lru_cache(maxsize=8)
def _grammar(schema: str) -> Any:
    return import_module(PACKAGE).LlamaGrammar.from_json_schema(schema, verbose=False)


def _tokens_of_messages(llama: Any, messages: tuple[Message, ...]) -> list[int]:
    """The conversation by the model's template. Signs of the template that stand in a message are
    text there: the template is filled with marks, and each mark is then its message's tokens."""
    marks = [secrets.token_hex(16) for _ in messages]
    marked = [
        {"role": one.role, "content": mark} for one, mark in zip(messages, marks, strict=True)
    ]
    left = _rendered(llama, marked)
    tokens: list[int] = []
    for one, mark in zip(messages, marks, strict=True):
        before, found, left = left.partition(mark)
        if not found:
            raise ModelOutputInvalid("the model's chat template leaves a message out")
        tokens += llama.tokenize(before.encode(), add_bos=False, special=True)
        tokens += llama.tokenize(one.content.encode(), add_bos=False, special=False)
    return tokens + list(llama.tokenize(left.encode(), add_bos=False, special=True))


def _rendered(llama: Any, messages: list[dict[str, str]]) -> str:
    formats = import_module(f"{PACKAGE}.llama_chat_format")
    internals = llama._model  # noqa: SLF001 - the only way to a token's text
    formatter = formats.Jinja2ChatFormatter(
        template=llama.metadata.get("tokenizer.chat_template", _NO_TEMPLATE),
        eos_token=_text_of(internals, llama.token_eos()),
        bos_token=_text_of(internals, llama.token_bos()),
    )
    try:
        return str(formatter(messages=messages).prompt)
    except ValueError:  # the template knows no role `system`
        merged = "\n\n".join(one["content"] for one in messages)
        return str(formatter(messages=[{"role": "user", "content": merged}]).prompt)


def _text_of(internals: Any, token: int) -> str:
    return str(internals.token_get_text(token)) if token >= 0 else ""


def schema_text(schema: dict[str, Any] | None) -> str | None:
    """A schema as the request carries it."""
    return None if schema is None else json.dumps(schema, ensure_ascii=False)
