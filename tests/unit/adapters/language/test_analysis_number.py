"""Does the number of the analysis stand for the terms that it makes?

Stores keep their terms, and are analysed anew when the number differs. Whoever changes the terms
of any text, a new version of a stemmer included, finds this test red: raise `ANALYSIS`, and put
the new sum beside it.
"""

from __future__ import annotations

import hashlib

from perspective.adapters.language.unicode_analyzer import UnicodeAnalyzer
from perspective.domain.text.analysis import ANALYSIS

TEXTS = (
    "Ana's flights to Lisbon were cancelled twice; she couldn't have gone anyway.",
    "def load_settings(path: Path) -> Settings: # see v2.3.1, https://example.org/a_b?c=1",
    "Анна переехала в новую квартиру, и соседи помогли ей с коробками.",
    "Η Άννα μετακόμισε στα καινούργια διαμερίσματα της Λισαβόνας.",
    "انتقلت آنا إلى شقتها الجديدة في لشبونة مع جيرانها.",
    "अन्ना नए घरों में रहने चली गई और पड़ोसियों ने मदद की।",
    "安娜三月搬到了里斯本的新公寓。", "アナは三月にリスボンの新しい部屋へ引っ越した。",
    "แอนนาย้ายไปอยู่ห้องใหม่ที่ลิสบอน", "안나는 리스본의 새 집으로 이사했다.",
    "Anna ist in die neue Wohnung gezogen, und die Nachbarn haben ihr mit den Kisten geholfen.",
    "Anna yeni evine taşındı ve komşuları ona kutularla yardım etti.",
    "Ana se mudó a los nuevos apartamentos y los vecinos le ayudaron con las cajas.",
    "🏡 2024-03-02 №5 İSTANBUL ﬁne x²",
)  # fmt: skip

# By the number of the analysis, the sha256 of the terms that it makes of these texts.
SUMS = {2: "125ab4b2e43fdd12fa0fbbdf05a1d8ac53d2caead59515cb2725e1c7bc7ca013"}


def test_other_terms_have_another_number() -> None:
    """The sum of all terms is the one noted for this analysis."""
    analyzer = UnicodeAnalyzer()
    terms = "\n".join(" ".join(analyzer.terms(text)) for text in TEXTS)
    assert SUMS.get(ANALYSIS) == hashlib.sha256(terms.encode()).hexdigest()
