"""Does a text order about the agent that will read it?

No single word decides: meanings of the table must meet in one sentence ("ignore" with "previous"
and "instructions"; "send" with "passwords" and an address), in any order and language, or the text
must bear the marks with which prompts part their roles. Decides nothing about the text's fate.

The tables give words by meaning and language, parted by `/`. A word begins where words begin and
ends where they end, in scripts with capitals; `*` stands for any ending, `~` for up to four words.
They hold forms of command only, where a language tells them apart.

Free: no model, no network. It errs towards silence, since a memory wrongly tagged is missed in a
context; who writes with care in other words gets by, so it is a net and not a wall.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from perspective.domain.text.suspect.address import ADDRESS
from perspective.domain.text.suspect.disguise import plain, views
from perspective.domain.text.suspect.inside import INSIDE
from perspective.domain.text.suspect.leak import LEAK
from perspective.domain.text.suspect.persona import PERSONA
from perspective.domain.text.suspect.rules import RULES
from perspective.domain.text.suspect.secrecy import SECRECY

SUSPECT = "suspect"  # the tag

_TABLE = RULES | INSIDE | SECRECY | ADDRESS | PERSONA | LEAK

_STAR, _GAP = "\ue000", "\ue001"
_LONG_CALL = 8  # "note to" is a call anywhere, "to" at the beginning only
_LONGEST = 320  # characters of a sentence that are looked at together
_STEP = 240
_NEAR = 90  # characters between words of one order

# Marks of roles, as prompts are written for models; looked for in the raw text.
_MARKS = re.compile(
    r"<\|\s*(?:im_start|im_end|system|assistant|user|endoftext|eot_id|start_header_id|end_header_id"
    r"|begin_of_text)\b[^|>]{0,20}\|?>|\[/?INST\]|<</?SYS>>|</?(?:system[_-]?"
    r"(?:prompt|message|instructions?)?|(?:user|assistant|developer)[_-](?:prompt|message))>\s*\S|\{\{[#/](?:system|user|assistant)~?\}\}"
    r"|<(?:start|end)_of_turn>|<\uff5c(?:User|Assistant|System)\uff5c>"
    r"|^[ \t>]*#{2,6}[ \t]*(?:(?:new |system |updated )instructions?|instruction|system(?: prompt| message)?)"
    r"[ \t]*(?::|$)"
    r"|\[(?:system|admin|developer|root)(?: (?:message|prompt|override|note|instructions?))?\][ \t:]*\S"
    r"|\bsystem[ -]?(?:prompt|override|instructions?)[ \t]*:[ \t]*\S"
    r"|\b(?:curl|wget|nc)\b[^\n]{0,200}(?:id_rsa|\.ssh/|\.env\b|\.aws/|/etc/(?:passwd|shadow))"
    r"|[?&=/](?:\{|%7b|<|\[)?[\w-]{0,40}(?:chat|conversation|history|secret|password|memor|user_data|put_the"
    r"|insert)[\w-]{0,40}here",
    re.IGNORECASE | re.MULTILINE,
)
_SPEAKS = re.compile(
    r"(?:^|[\n>])[ \t*]{0,9}(?:system|developer|admin(?:istrator)?)[ \t*]{0,9}(?:message)?[ \t]{0,9}:[^\n]{0,120}?"
    r"\b(?:you (?:are|must|will|have|should|can)|your|ignore|disregard|assistant|never|always"
    r"|from now on|the user|user has|authorized|authorised|override)\b",
    re.IGNORECASE,
)
# No sentence can be an order where none of these meet in the whole text.
_NEEDED = (
    ("drop", "orders"), ("drop", "prompt"), ("show", "prompt"), ("silent",), ("covert",),
    ("agent",), ("helper", "reads"), ("become", "unbound"), ("give", "secret"), ("prompt",),
)  # fmt: skip
_SENTENCE_END = re.compile(r"(?<=[.!?…؟。！？।])(?=\s)|(?<=[。！？।؟])|(?<=;) ")
_REACH = re.compile(r"https?://|[\w.+-]+@[\w-]+\.\w|\bwww\.|\bftp://")
# English says with the same form what is ordered and what is told.
_TOLD = re.compile(
    r"(?:\b(?:i|we|they|he|she|it|who|which|that|people|users|students|(?<!you )(?:can|could|will|would|may|might|should)"
    r"|did|does|do|not|never|n't|cannot|or|models?|bots?|attackers?|hackers?|kids|a|an|the|your|my|this|each|per|and i|of)"
    r"|(?<!you )(?<!have )(?<!need )(?<!is )(?<!agents )(?<!assistants )(?<!models )\bto)\s+$"
)
_COLON = re.compile(r"[:：】]")
# What an English name of a machine may be followed by: no "AI enthusiasts".
_KIND = re.compile(
    r"(?:[- ]?(?:assistants?|agents?|models?|systems?|bots?|tools?|readers?|reviewers?|crawlers?"
    r"|summari[sz]ers?|screeners?))*(?: (?:that|who|which|reading|processing|handling|in|of|on|here"
    r"|only|und|et|e|y|i|и|die|der|das|qui|que|che|która|który)\b| ?[,:]| \()"
)
_TEXT = re.compile(
    r"\W*(?:$|(?:page|text|e-?mail|mail|mailbox|inbox|document|message|article|note|file|site|website"
    r"|resume|cv|listing|review|content|transcript|summary|post|thread|ticket|memory|form|report|web"
    r"|could|can|should|must|will|would|may|is|are|has|have|you|please|now|application|profile|chat|conversation|paragraph|section|comment|readme|code|repo|pdf)|[^a-z\s])"
)
_VOCATIVE = re.compile(
    r"(?:\bdear|\bbeste|\blieber?|\bcher|\bchere|\bquerid[oa]|\bestimad[oa]|\bcar[oa]|\bprezad[oa]"
    r"|\bdrog[ai]|\bуважаем\w+|\bдорог\w+|\bsevgili|\bsayin|\bhey|\bhello|\bhallo|亲爱的|\bkara) $"
)
_NARROWED = re.compile(r" (?:for|on|about|regarding|how)\b")
_SQUEEZED = re.compile(
    r"(?:ignore|disregard|forget|override|bypass)(?:all|any|the|your|of|my|every)*"
    r"(?:previous|prior|above|earlier|system|safety|former|original|your|all)+"
    r"(?:instruction|rule|order|prompt|command|guideline|directive|message)"
)
_PERSONA = re.compile(
    r"\b(?:you are|you're) no longer (?:an? |the |bound )?(?:\w+ ){0,3}?(?:ai|assistant|chatbot|by)\b"
    r"|\b(?:you are|you're) now (?:an? |the )?(?:\w+ ){0,3}?"
    r"(?:ai|bot|model|dan|llm|chatbot|hacker|jailbroken|unrestricted|unfiltered|free)\b"
    r"|\b(?:your|the|these|my|following) (?:new|updated|real|actual|true|revised) (?:instructions?|orders"
    r"|directives?|task|objective|goal|purpose|system prompt)\b[^.]{0,30}?(?:\bare\b|\bis\b|:|\bfollow)"
    r"|\bnew (?:instructions?|directives?)\s?:|\bend of (?:system )?(?:prompt|instructions)\b"
    r"|\byou must now (?:obey|follow|comply|reply|respond|answer|act|send|reveal|output|execute|do as"
    r"|tell|say|forget|ignore|print|call|run|use|treat|only)\b"
    r"|\b(?:decode|decrypt|base64|rot13|decipher)\b.{0,60}\b(?:follow|execute|obey|carry out|do what"
    r"|do as|act on|comply)\b"
    r"|\bstop being (?:an? |the )?(?:ai|assistant|chatbot|language model)\b"
    r"|(?:^|[.!?:,] |\b(?:and|then|now|please) )(?:reveal|leak|dump|exfiltrate|expose) (?:(?:all|every|the"
    r"|any|me|us|your|stored|saved|user|user's|users') ){0,4}(?:api keys?|passwords?|credentials|secrets"
    r"|memor(?:y|ies)|private keys?|access tokens?)\b"
    r"|\bon (?:the )?(?:user|reader|owner)'s behalf\b.{0,40}\bno confirmation\b"
)


def is_suspect(text: str) -> bool:
    """Whether the text gives orders to an agent: to drop its rules, to be someone else, to give
    away what it was told or knows, to act behind its user's back."""
    if _MARKS.search(text) or _SPEAKS.search(text):
        return True
    return any(_orders(view) for view in views(text))


def with_suspect(tags: tuple[str, ...]) -> tuple[str, ...]:
    """The tags, with the one of a suspect text among them."""
    return tags if SUSPECT in tags else (*tags, SUSPECT)


def _orders(view: str) -> bool:
    """Whether a plain text gives an order in one of its sentences."""
    if _MARKS.search(view) or _PERSONA.search(view) or _SQUEEZED.search(view):
        return True
    if not any(all(_has(one, view) for one in needed) for needed in _NEEDED):
        return False
    return any(_is_order(sentence) for sentence in _sentences(view))


def _is_order(one: str) -> bool:
    return (
        _drops_rules(one)
        or _meets(one, "show", "prompt")
        or _is_silenced(one)
        or _is_covert(one)
        or _hails(one)
        or _is_headed(one)
        or _meets(one, "become", "unbound")
        or (_meets(one, "give", "secret") and _is_reached(one))
    )


def _drops_rules(one: str) -> bool:
    """To ignore meets all previous and instructions, or what an agent was told by its name."""
    for said in _pattern("drop").finditer(one):
        near = _around(one, said)
        if _TOLD.search(one[max(0, said.start() - 24) : said.start()]):
            continue
        if _has("prompt", near):
            return True
        orders = _pattern("orders").search(near)
        if orders is not None and _has("prior", near) and not _has("mine", near):
            return True
    return False


def _is_silenced(one: str) -> bool:
    return _is_commanded("silent", one)


def _is_covert(one: str) -> bool:
    """In secret something is done that concerns a user, a secret or the order itself."""
    if not _has("covert", one):
        return False
    if _has("self", one):
        return True
    is_touching = _has("user", one) or _has("secret", one) or _is_reached(one)
    return is_touching and (_is_commanded("give", one) or _is_commanded("act", one))


def _is_commanded(meaning: str, one: str) -> bool:
    return any(not _is_told(one, said) for said in _pattern(meaning).finditer(one))


def _hails(one: str) -> bool:
    """A sentence is addressed to whatever machine reads it."""
    for agent in _pattern("agent").finditer(one):
        start, end = agent.span()
        before, after = one[max(0, start - 30) : start], one[end:]
        if _is_reading(before) or _is_reading(after[:60]):
            return True
        if _has("if", one[max(0, start - 30) : end + 16]):
            return True
        if _COLON.search(after[:45]) and _is_called(one, agent):
            return True
        if _VOCATIVE.search(before) and after[:1] in {",", "!", "\uff0c"}:
            return True
    return any(
        _is_reading(one[helper.end() : helper.end() + 80])
        for helper in _pattern("helper").finditer(one)
    )


def _is_reading(near: str) -> bool:
    """Somebody reads this very text: not this book, nor is used to read it."""
    return any(
        not said[0].isascii()
        or (_TEXT.match(near[said.end() :]) and not near[: said.start()].endswith(" to "))
        for said in _pattern("reads").finditer(near)
    )


def _is_called(one: str, agent: re.Match[str]) -> bool:
    """As in "to any AI": right beside the name, at the beginning of what is said."""
    start, end = agent.span()
    if not agent[0].isascii():
        return _has("to", one[max(0, start - 30) : end + 8])
    if not _KIND.match(one[end:]):
        return False
    for said in _pattern("to").finditer(one[: agent.start()]):
        is_beside = agent.start() - said.end() <= 14
        is_first = not one[: said.start()].strip(" -.,:)0123456789【*•")
        if is_beside and (is_first or len(said[0]) >= _LONG_CALL):
            return True
    return False


def _is_headed(one: str) -> bool:
    """As in "system message:" at the head of a sentence, as if the operator spoke."""
    return any(
        said.start() < 20 and one[said.end() :].lstrip()[:1] in {":", "：", "】"}
        for said in _pattern("prompt").finditer(one)
    )


def _meets(one: str, first: str, second: str) -> bool:
    return any(
        not _is_told(one, said) and _stands(second, _around(one, said))
        for said in _pattern(first).finditer(one)
    )


def _stands(meaning: str, near: str) -> bool:
    """Whether a word of the meaning stands there, and is not narrowed to something else ("your
    instructions for the cake")."""
    return any(not _NARROWED.match(near[said.end() :]) for said in _pattern(meaning).finditer(near))


def _is_told(one: str, said: re.Match[str]) -> bool:
    return _TOLD.search(one[max(0, said.start() - 24) : said.start()]) is not None


def _is_reached(one: str) -> bool:
    return _REACH.search(one) is not None


def _around(one: str, said: re.Match[str]) -> str:
    return one[max(0, said.start() - _NEAR) : said.end() + _NEAR]


def _has(meaning: str, text: str) -> bool:
    return _pattern(meaning).search(text) is not None


def _sentences(view: str) -> Iterator[str]:
    """The sentences of a plain text; one that is long comes in pieces that overlap."""
    for sentence in _SENTENCE_END.split(view):
        if len(sentence) <= _LONGEST:
            yield sentence
            continue
        for start in range(0, len(sentence) - (_LONGEST - _STEP), _STEP):
            yield sentence[start : start + _LONGEST]


class _Meaning:
    """All words of a meaning in all languages, as two patterns: those that stand between the
    borders of words, and those of scripts that do not part words, looked for where there are any."""

    def __init__(self, words: Iterable[str]) -> None:
        begun, anywhere = list[str](), list[str]()
        for word in words:
            marked = word.replace("*", _STAR).replace(" ~ ", _GAP)
            if shown := _GAP.join(plain(piece) for piece in marked.split(_GAP)):
                (begun if _has_capitals(shown) else anywhere).append(shown)
        self._begun = re.compile(rf"(?<!\w)(?:{_either(begun)})(?!\w)")
        self._anywhere = re.compile(_either(anywhere))

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """The places where a word stands."""
        yield from self._begun.finditer(text)
        if not text.isascii():
            yield from self._anywhere.finditer(text)

    def search(self, text: str) -> re.Match[str] | None:
        """One of the places, or None."""
        return next(self.finditer(text), None)


@cache
def _pattern(meaning: str) -> _Meaning:
    return _Meaning(word for words in _TABLE[meaning].values() for word in words.split("/"))


def _either(words: Iterable[str]) -> str:
    """An expression for any of the words, which shares their beginnings: it costs the same for a
    thousand words as for ten."""
    tree: dict[str, Any] = {}
    for word in words:
        place = tree
        for letter in word:
            place = place.setdefault(letter, {})
        place[""] = {}
    return _branch(tree) if tree else r"(?!)"


def _branch(tree: dict[str, Any]) -> str:
    signs = {_STAR: r"\w*", _GAP: r" (?:\S+ ){0,4}?", "": ""}
    # Longer ones first: the empty branch ends a word that others go on from.
    parts = [
        signs.get(letter, re.escape(letter)) + (_branch(rest) if rest else "")
        for letter, rest in sorted(tree.items(), reverse=True)
    ]
    return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"


def _has_capitals(word: str) -> bool:
    """Whether the word is of a script with capitals, in which words have ends."""
    return all(one.lower() != one.upper() for one in word if one.isalpha())
