"""Is a first name introduced as a relative: "my sister Anna"?

Then it is no Anna of whom nobody was told that she is a sister. Only the words beside the name count.
"""

from __future__ import annotations

import re

from perspective.domain.text.spelling import spelling

_LEAST = 4  # letters by which a relative is known in another case form


def _words(text: str) -> frozenset[str]:
    return frozenset(spelling(word) for word in text.split())


_RELATIVES = _words(
    "sister brother mother father mom mum dad daughter son wife husband cousin aunt uncle niece nephew "
    "grandmother grandfather grandma grandpa schwester bruder mutter vater tochter sohn kusine "
    "tante onkel nichte neffe oma opa soeur frère mère père fille fils cousine oncle nièce neveu "
    "hermana hermano madre padre hija hijo esposa esposo marido prima primo tía tío sobrina sobrino abuela "
    "sorella fratello figlia figlio moglie marito cugina cugino zia zio nonna nonno irmã irmão mãe pai filha "
    "filho siostra brat matka ojciec córka syn żona mąż kuzynka kuzyn ciocia wujek babcia sestra bratr otec "
    "dcera manželka manžel сестра брат мать отец мама папа дочь сын жена муж тётя дядя бабушка дедушка мати "
    "батько дочка син дружина чоловік тітка дядько αδελφή αδερφή αδελφός αδερφός μητέρα πατέρας μαμά μπαμπάς "
    "κόρη γιος ξάδερφος ξαδέρφη θεία θείος kardeşim ablam abim annem babam kızım oğlum eşim karım kocam teyzem "
    "amcam dayım أختي أخي أخت أخ أمي أبي زوجتي زوجي ابنتي ابني خالتي عمي خواهر خواهرم برادر برادرم مادر پدر "
    "دختر پسر همسر אחותי אחי אמי אבי אשתי בעלי בתי בני दीदी बहन भाई माँ पिता बेटी बेटा पत्नी पति चाचा मौसी "
    "น้องสาว น้องชาย พี่สาว พี่ชาย แม่ พ่อ ลูกสาว ลูกชาย ภรรยา สามี 姊姊 妹妹 哥哥 弟弟 媽媽 爸爸 女兒 兒子 老婆 老公 "
    "太太 妻子 丈夫 表妹 表哥 姉 妹 兄 弟 母 父 娘 息子 妻 夫 従兄 従妹 누나 언니 오빠 형 동생 여동생 남동생 엄마 아빠 딸 아들 "
    "아내 남편 사촌 húgom nővérem bátyám öcsém anyám apám lányom fiam feleségem férjem syster bror dotter "
    "zus broer moeder vader dochter zoon sisko veli äiti isä tytär poika "
    # Who else one has one of: they set a first name apart as relatives do.
    "neighbour neighbor colleague friend landlord landlady roommate flatmate classmate boyfriend girlfriend nachbar "
    "nachbarin kollege kollegin freund freundin mitbewohner mitbewohnerin vermieter vermieterin voisin voisine "
    "collègue ami amie vecino vecina amigo amiga vicino vicina collega amico amica vizinho vizinha sąsiad sąsiadka "
    "kolega koleżanka soused sousedka сосед соседка коллега друг подруга сусід сусідка колега подруга γείτονας "
    "γείτονάς γειτόνισσα φίλος φίλη συνάδελφος komşum komşumuz arkadaşım جارنا جاري جارتنا جارتي صديقي صديقتي "
    "زميلي زميلتي ابنتي ابني همسایه دوستم همکارم השכן השכנה חברי חברתי पड़ोसी दोस्त सहेली เพื่อนบ้าน เพื่อน 邻居 鄰居 "
    "同事 朋友 室友 同學 同学 隣人 同僚 友人 友達 이웃 동료 친구 szomszédom barátom granne vän buurman buurvrouw naapuri"
)
_NO_SPACES = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")


def relative_told(sentence: str, name: str) -> str | None:
    """The word for a relative just before the name, as `spelling` writes it, or None."""
    before, found, _ = spelling(sentence).partition(spelling(name))
    if not found:
        return None
    before = before.rstrip(" ,:\"'«“(-")
    if _NO_SPACES.search(before[-1:]):
        bare = before.removesuffix("の").removesuffix("的")
        ends = [bare[-n:] for n in range(8, 0, -1)]
        return next((end for end in ends if end in _RELATIVES), None)
    last = re.split(r"\s+", before)[-1]
    return last if last in _RELATIVES else None


def word_before(sentence: str, name: str) -> str | None:
    """The word just before the name, in scripts with spaces, if it is long enough to say who it is."""
    before, found, _ = spelling(sentence).partition(spelling(name))
    words = before.split()
    return words[-1] if found and words and len(words[-1]) > _LEAST else None


def is_told_of(relative: str, words: frozenset[str]) -> bool:
    """Whether a word for the relative is among those of a context."""
    return any(
        spelling(word)[:_LEAST] == relative[:_LEAST] or relative.startswith(spelling(word))
        for word in words
    )
