"""What is a worker asked in these tests besides answering? What it makes of a conversation."""

from __future__ import annotations

import msgspec

from perspective.adapters.models.llama_worker import Complete, _load, _tokens_of_messages


class Signs(msgspec.Struct, frozen=True):
    """How many turns begin and end, and the whole as text."""

    n_begun: int
    n_ended: int
    text: str


def signs(request: Complete) -> Signs:
    """The conversation's tokens, by the model's template."""
    llama = _load(request.model)
    (begin,) = llama.tokenize(b"<|im_start|>", add_bos=False, special=True)
    (end,) = llama.tokenize(b"<|im_end|>", add_bos=False, special=True)
    tokens = _tokens_of_messages(llama, request.messages)
    text = llama.detokenize(tokens, special=True).decode()
    return Signs(tokens.count(begin), tokens.count(end), text)
