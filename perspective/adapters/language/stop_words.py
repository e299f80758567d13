"""Which words of a question say nothing about what is sought?

Used for questions alone; passages keep every word. **Source** the English, German, Russian,
French and Spanish lists are those of the Snowball project (https://snowballstem.org, BSD
licence), shortened to function and question words; the others are our own, of question words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import regex

from perspective.adapters.language.words import fold

_LISTS = {
    "en": "i me my myself we our ours ourselves you your yours yourself yourselves he him his "
    "himself she her hers herself it its itself they them their theirs themselves what which who "
    "whom whose this that these those am is are was were be been being have has had having do does "
    "did doing would should could ought i'm you're he's she's it's we're they're i've you've we've "
    "they've i'd you'd he'd she'd we'd they'd i'll you'll he'll she'll we'll they'll isn't aren't "
    "wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shan't shouldn't "
    "can't cannot couldn't mustn't let's that's who's what's here's there's when's where's why's "
    "how's a an the and but if or because as until while of at by for with about against between "
    "into through during before after above below to from up down in out on off over under again "
    "further then once here there when where why how all any both each few more most other some "
    "such no nor not only own same so than too very can will just s t d ll m re ve",
    "de": "aber als am an auch auf aus bei beim bin bis bist da damit dann das dass daß dein deine "
    "dem den der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein "
    "eine einem einen einer eines er es euch euer eure für gegen habe haben hat hatte hatten hier "
    "hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes "
    "jene kann kein keine können könnte man manche mein meine meinem meinen meiner mich mir mit "
    "muss nach nicht noch nun nur ob oder ohne sehr sein seine seinem seinen seiner selbst sich sie "
    "sind so soll sollte sondern über um und uns unser unter vom von vor war waren warum warst was "
    "weil welche welchem welchen welcher welches wann wem wen wenn wer werde werden wessen wie "
    "wieder will wir wird wirst wo woher wohin wollen wollte würde würden zu zum zur zwar zwischen",
    "fr": "à au aux avec c ce ces cet cette d dans de des du elle elles en est et étaient était "
    "êtes être eu eux il ils j je l la le les leur leurs lui m ma mais me même mes mon n ne nos "
    "notre nous on ont ou où par pas pour qu quand que quel quelle quelles quels qui quoi s sa se "
    "ses son sont sur t ta te tes toi ton tu un une vos votre vous y comment pourquoi combien "
    "est-ce qu'est-ce c'est ai as avons avez suis es sommes fut cela ça",
    "es": "a al algo algún alguna como cómo con cual cuál cuando cuándo cuánto cuánta cuántos de "
    "del desde donde dónde e el él ella ellas ellos en entre era eran es esa ese eso esta está "
    "están este esto estos fue fueron ha había han has hasta hay he la las le les lo los me mi mis "
    "mí muy más nos nosotros nuestra nuestro o os otra otro para pero por porque qué que quien "
    "quién quiénes se sea ser si sin sobre son su sus también te tiene tienen tu tus tú un una uno "
    "unos y ya yo",
    "ru": "и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только "
    "ее мне было вот от меня еще нет о из ему когда даже ну ли если уже или ни быть был него до "
    "вас опять вам ведь там потом себя ничего ей может они тут где есть надо ней для мы тебя их "
    "чем была сам чтоб без будто чего тоже себе под будет ж кто этот того потому этого какой какая "
    "какие какое каком ним здесь этом почти мой моя мое мои тем чтобы нее были куда зачем всех при "
    "об хоть после над больше тот через эти нас про всего них много разве эту перед чья чей откуда "
    "сколько почему это",
    "ko": "무엇 무엇을 무엇이 뭐 뭘 뭐가 어디 어디에 어디서 어디에서 누구 누가 누구를 언제 왜 어떻게 "
    "어떤 어느 몇 나 나는 내 내가 너 너는 저 저는 제 제가 그 그는 그녀 그녀는 이 것 수 있나요 "
    "있어요 있습니까 입니까 인가요 하나요 했나요 합니까",
    "ar": "من ما ماذا متي اين كيف لماذا هل اي كم في علي الي عن مع هذا هذه ذلك تلك هو هي هم انا انت "
    "نحن كان كانت ان او و لا ثم قد",
    "he": "מי מה מתי איפה היכן איך כיצד למה מדוע האם כמה איזה איזו של את על עם אני אתה הוא היא הם "
    "אנחנו זה זאת זו היה היתה או כי גם לא כן",
    "el": "ποιος ποια ποιο ποιοι τι ποτε που πως γιατι ποσο ποσα ο η το οι τα του της των τον την "
    "και να σε με για απο ειναι ηταν εχει ειχε δεν θα μου σου του",
    "hi": "क्या कौन कब कहाँ कहां क्यों कैसे कितना कितने किस किसने का की के को में से पर है हैं था थी थे "
    "और यह वह मैं मेरा मेरी मेरे तुम आप हम ने भी तो हो",
}

# Asked inside a run without spaces; taken out of it where something else remains.
_RUN_ON = regex.compile(
    "什么时候|什么|怎么样|怎么|怎样|哪里|哪儿|哪个|哪些|哪|谁|为什么|为何|几时|多少|是否|吗|呢|吧|的|了|是"
    "|什麼時候|什麼|怎麼|哪裡|誰|為什麼|嗎"
    "|でしょうか|ですか|ますか|ましたか|でしたか|ですね|でした|ました|です|ます|どこ|いつ|なぜ|どの|どんな|どう"
    "|誰|何|だれ|なに"
    "|อะไร|ที่ไหน|ไหน|ใคร|เมื่อไหร่|เมื่อไร|ทำไม|อย่างไร|ยังไง|ไหม|หรือไม่|หรือเปล่า|เท่าไหร่|เท่าไร"
    "|អ្វី|ណា|ពេលណា|នរណា|ហេតុអ្វី|យ៉ាងម៉េច|ប៉ុន្មាន"
)

_WORDS = {language: frozenset(map(fold, words.split())) for language, words in _LISTS.items()}
_LANGUAGES: dict[str, tuple[str, ...]] = {}
for _language, _words in _WORDS.items():
    for _word in _words:
        _LANGUAGES[_word] = (*_LANGUAGES.get(_word, ()), _language)


def without_stop_words(tokens: Sequence[str], folded: Sequence[str]) -> list[str]:
    """The tokens that are no stop words of the language whose stop words are the most among them.

    `folded` are the tokens in the form of the lists. An acronym stays (IT, WHO), unless the whole
    question is in capitals.
    """
    hits = Counter(language for word in folded for language in _LANGUAGES.get(word, ()))
    if not hits:
        return list(tokens)
    language = max(hits, key=lambda one: (hits[one], one == "en"))
    is_shouted = all(not token.isalpha() or token.isupper() for token in tokens)
    return [
        token
        for token, word in zip(tokens, folded, strict=True)
        if word not in _WORDS[language] or (token.isupper() and len(token) > 1 and not is_shouted)
    ]


def without_run_on_words(run: str) -> list[str]:
    """The pieces of a run without spaces that are left when question words are taken out."""
    return [piece for piece in _RUN_ON.split(run) if piece]
