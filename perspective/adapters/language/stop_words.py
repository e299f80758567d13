"""Which words of a question say nothing about what is sought?

Used for questions alone; passages keep every word.
"""

from __future__ import annotations

from collections.abc import Sequence

import regex

from perspective.adapters.language.stop_word_lists import STOP_WORDS
from perspective.adapters.language.words import fold, without_accents

# Asked inside a run without spaces; taken out of it where something else remains.
_RUN_ON = regex.compile(
    "什么时候|什么|怎么样|怎么|怎样|哪里|哪儿|哪个|哪些|哪|谁|为什么|为何|几时|多少|是否|吗|呢|吧|的|了|是"
    "|什麼時候|什麼|怎麼|哪裡|誰|為什麼|嗎"
    "|でしょうか|ですか|ますか|ましたか|でしたか|ですね|でした|ました|です|ます|どこ|いつ|なぜ|どの|どんな|どう"
    "|誰|何|だれ|なに"
    "|อะไร|ที่ไหน|ไหน|ใคร|เมื่อไหร่|เมื่อไร|ทำไม|อย่างไร|ยังไง|ไหม|หรือไม่|หรือเปล่า|เท่าไหร่|เท่าไร"
    "|អ្វី|ណា|ពេលណា|នរណា|ហេតុអ្វី|យ៉ាងម៉េច|ប៉ុន្មាន"
)

_WORDS = {
    language: frozenset(map(fold, words.split())) | frozenset(map(without_accents, words.split()))
    for language, words in STOP_WORDS.items()
}


def without_stop_words(
    tokens: Sequence[str], folded: Sequence[str], language: str | None
) -> list[str]:
    """The tokens that are no stop words of a language; all of them when it is not known.

    `folded` are the tokens in the form of the lists. An acronym stays (IT, WHO), unless the whole
    question is in capitals.
    """
    if language is None:
        return list(tokens)
    is_shouted = all(not token.isalpha() or token.isupper() for token in tokens)
    return [
        token
        for token, word in zip(tokens, folded, strict=True)
        if word not in _WORDS[language] or (token.isupper() and len(token) > 1 and not is_shouted)
    ]


def without_run_on_words(run: str) -> list[str]:
    """The pieces of a run without spaces that are left when question words are taken out."""
    return [piece for piece in _RUN_ON.split(run) if piece]
