"""Does a name tell whether it is a woman's or a man's?

For one purpose: that "Mrs Rossi" is not taken for Marco Rossi. Common given names, and endings of
given and family names where a language marks them. None where it is not clear.
"""

from __future__ import annotations

import re

from perspective.domain.extraction.names.name_words import Gender
from perspective.domain.text.spelling import spelling


def _names(text: str) -> frozenset[str]:
    return frozenset(spelling(name) for name in text.split())


_OF_WOMEN = _names(
    "mary maria jennifer elizabeth susan karen nancy margaret ruth sharon helen alice claire sophie marie isabelle "
    "catherine katherine kathleen carol janet judith rachel sarah deborah hannah abigail emily grace chloe zoe "
    "ingrid heike birgit sabine gisela anke silke elke ulrike anneliese katrin karin astrid sigrid solveig "
    "juliette charlotte celine helene simone nathalie sylvie agnes irene anna ana eva laura julia lucia mercedes dolores pilar carmen "
    "isabel raquel ines beatriz consuelo rosario amparo yoko keiko hanako sachiko michiko tomoko noriko eszter "
    "katalin ildikó judit zsuzsanna erzsébet ágnes ayşe zeynep elif hatice emine merve selin esin gül nur "
    "fatma linh huong любовь нинель анна мария ольга наталия ирина елена оксана فاطمة فاطمه عائشة مريم زينب خديجة سارة سارا ليلى "
    "هند نرگس زهرا زهراء רחל שרה רבקה לאה מרים יעל נועה תמר מיכל אסתר רות חנה ענת אילת दिव्या प्रिया नेहा "
    "पूजा अंजलि सुनीता गीता सीता राधा मीरा कविता रीता किरण अनीता สมหญิง มาลี"
)
_OF_MEN = _names(
    "john peter paul thomas michael david james robert william richard charles mark daniel steven stephen andrew "
    "kevin brian george edward henry frank eric jack luke adam simon martin philip oliver arthur walter "
    "hans klaus jürgen wolfgang stefan markus lukas felix heinz karl uwe dieter fritz georg jens sven björn lars "
    "erik nils anders pierre michel jacques louis philippe julien antoine luc andré rené marc alain bernard "
    "josé luis carlos juan miguel javier rafael manuel andrés jorge luca andrea nicola mattia elia nikola kenta "
    "shota yuta sota ryota kota takeshi hiroshi kenji mehmet mustafa ahmet ali hüseyin hasan ibrahim murat emre "
    "burak osman ömer yusuf ahmed mohammed muhammad mohamed omar khalid khaled musa isa joshua ezra istván lászló "
    "péter gábor zoltán jános ferenc tamás никита илья саша микола лука фома кузьма игорь ігор олег "
    "محمد احمد علي علی حسن حسين حسین عمر خالد يوسف ابراهيم محمود مصطفى رضا مهدی امير كريم סמיר דוד משה יוסי אבי "
    "דניאל יעקב יצחק אברהם יוסף שלמה אורי רון עומר अमित राहुल राज विकास संजय अनिल सुनील विजय अजय रोहित मोहन สมชาย"
)
_KNOWN: dict[str, Gender] = {
    **dict.fromkeys(_OF_MEN, "male"),
    **dict.fromkeys(_OF_WOMEN, "female"),
}
_ENDS_OF_WOMEN = re.compile(
    r".{3,}(?:ская|цкая|ська|цька|зька|ова|ева|ska|cka|dzka|ovna|owna|ιδου|ωτου|πουλου|ακη)"
)
_ENDS_OF_MEN = re.compile(
    r".{2,}(?:скии|цкии|ськии|цькии|зькии|ов|ев|ski|cki|dzki|vich|wicz|πουλοσ|ιδησ|ακησ)"
)
# Given names: Latin and Cyrillic -a is a woman's and Latin -o a man's, mostly; in Greek -ς is.
_GIVEN_OF_WOMEN = re.compile(r"[a-z]{2,}a|[а-яіїє]{2,}[ая]|[α-ω]{2,}[αηω]")
_GIVEN_OF_MEN = re.compile(r"[a-z]{2,}[^k]o|[а-яіїє]{2,}[бвгджзклмнпрстфхцчши]|[α-ω]{2,}σ")


def gender_told(words: tuple[str, ...]) -> Gender | None:
    """What the words of a person's full name tell: the first that is a known given name, then the
    endings of the family name, then of the first word. None for a single word."""
    if len(words) < 2:
        return None
    for word in words:
        if gender := _KNOWN.get(word):
            return gender
    for word in reversed(words):
        if _ENDS_OF_WOMEN.fullmatch(word):
            return "female"
        if _ENDS_OF_MEN.fullmatch(word):
            return "male"
    if _GIVEN_OF_WOMEN.fullmatch(words[0]):
        return "female"
    return "male" if _GIVEN_OF_MEN.fullmatch(words[0]) else None
