"""Which number do these words write? Twelve, zwölf, 十二 and 12 are one number.

Ones and tens are added, hundreds and thousands multiply what stands before them, as in most
languages. What this reads wrongly in both texts alike does no harm: it only tells whether they differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from perspective.domain.text.spelling import spelling

# 0 to 20 in order, then the tens from 30 to 90; a comma joins several forms of one number.
_COUNTED = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn "
    "sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "zéro - deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
    "dix-sept dix-huit dix-neuf vingt trente quarante cinquante soixante septante huitante,octante nonante",
    "es": "cero - dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
    "diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "it": "zero - due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici "
    "sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "pt": "zero - dois,duas três quatro cinco seis sete oito nove dez onze doze treze catorze,quatorze quinze "
    "dezesseis,dezasseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    "nl": "nul - twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien "
    "zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig",
    "ru": "ноль один,одна,одно,одного два,две,двух три,трёх,трех четыре,четырёх пять,пяти шесть,шести семь,семи "
    "восемь,восьми девять,девяти десять,десяти одиннадцать,одиннадцати двенадцать,двенадцати тринадцать "
    "четырнадцать пятнадцать,пятнадцати шестнадцать семнадцать восемнадцать девятнадцать двадцать,двадцати "
    "тридцать,тридцати сорок,сорока пятьдесят шестьдесят семьдесят восемьдесят девяносто",
    "el": "μηδέν ένα,μία,ένας δύο,δυο τρία,τρεις τέσσερα,τέσσερις πέντε έξι επτά,εφτά οκτώ,οχτώ εννιά,εννέα δέκα "
    "έντεκα δώδεκα δεκατρία δεκατέσσερα δεκαπέντε δεκαέξι δεκαεπτά,δεκαεφτά δεκαοκτώ,δεκαοχτώ δεκαεννιά είκοσι "
    "τριάντα σαράντα πενήντα εξήντα εβδομήντα ογδόντα ενενήντα",
    "tr": "sıfır - iki üç dört beş altı yedi sekiz dokuz on - - - - - - - - - yirmi otuz kırk elli altmış yetmiş "
    "seksen doksan",
    "ar": "صفر واحد,واحدة,الواحدة اثنان,اثنين,الثانية ثلاثة,ثلاث,الثالثة أربعة,أربع,الرابعة خمسة,خمس,الخامسة "
    "ستة,ست,السادسة سبعة,سبع,السابعة ثمانية,ثماني,ثمان,الثامنة تسعة,تسع,التاسعة عشرة,العاشرة "
    "- - - - - - - - - عشرون,عشرين ثلاثون,ثلاثين أربعون,أربعين خمسون,خمسين ستون,ستين سبعون,سبعين ثمانون,ثمانين تسعون,تسعين",
    "hi": "शून्य एक दो तीन चार पाँच,पांच छह,छः,छे सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह,पन्द्रह सोलह सत्रह अठारह उन्नीस बीस तीस "
    "चालीस पचास साठ सत्तर अस्सी नब्बे",
    "th": "ศูนย์ หนึ่ง สอง สาม สี่ ห้า หก เจ็ด แปด เก้า สิบ",
    "ko": "영 하나,한,일 둘,두,이 셋,세,삼 넷,네,사 다섯,오 여섯,육 일곱,칠 여덟,팔 아홉,구 열,십 열하나,열한 열둘,열두 열셋,열세 "
    "열넷,열네 열다섯 열여섯 열일곱 열여덟 열아홉 스물,스무 서른 마흔 쉰 예순 일흔 여든 아흔",
    "zh": "零,〇 一,壹 二,两,貳 三,叁 四,肆 五,伍 六,陆 七,柒 八,捌 九,玖 十,拾",
}
_SCALES = {
    "en": {100: "hundred", 1000: "thousand,k", 10**6: "million"},
    "de": {100: "hundert", 1000: "tausend", 10**6: "million,millionen"},
    "fr": {100: "cent,cents", 1000: "mille", 10**6: "million,millions"},
    "es": {100: "cien,ciento", 1000: "mil", 10**6: "millón,millones"},
    "it": {100: "cento", 1000: "mille,mila", 10**6: "milione,milioni"},
    "pt": {100: "cem,cento", 1000: "mil", 10**6: "milhão,milhões"},
    "nl": {100: "honderd", 1000: "duizend", 10**6: "miljoen"},
    "ru": {100: "сто,ста", 1000: "тысяча,тысячи,тысяч", 10**6: "миллион,миллиона,миллионов"},
    "el": {100: "εκατό", 1000: "χίλια,χιλιάδες"},
    "tr": {100: "yüz", 1000: "bin"},
    "ar": {100: "مئة,مائة", 1000: "ألف,آلاف", 10**6: "مليون"},
    "hi": {100: "सौ", 1000: "हज़ार,हजार", 10**5: "लाख"},
    "th": {100: "ร้อย", 1000: "พัน", 10**4: "หมื่น", 10**5: "แสน", 10**6: "ล้าน"},
    "ko": {100: "백", 1000: "천", 10**4: "만"},
    "zh": {100: "百", 1000: "千", 10**4: "万"},
}
# A tail that multiplies what precedes it: 二十 is two tens.
_TEN = {"zh", "th", "ko"}
_FIRST_TENS = 21

Value = tuple[int, bool]  # what the word adds, or multiplies by


def _table(language: str) -> dict[str, Value]:
    table: dict[str, Value] = {}
    for place, forms in enumerate(_COUNTED[language].split()):
        number = place if place < _FIRST_TENS else (place - _FIRST_TENS + 3) * 10
        for form in forms.split(","):
            if form != "-":
                table[spelling(form)] = (number, number == 10 and language in _TEN)
    for scale, forms in _SCALES.get(language, {}).items():
        table |= {spelling(form): (scale, True) for form in forms.split(",")}
    return table


TABLES = {language: _table(language) for language in _COUNTED}
_OF_SCRIPT = {
    "ja": "zh",
    "uk": "ru",
}


def value_of(word: str, language: str | None) -> Value | None:
    """The number that a folded word stands for in this language, and whether it multiplies."""
    table = TABLES.get(_OF_SCRIPT.get(language or "", language or ""))
    return table.get(word) if table else None


def combined(values: Sequence[Value]) -> str:
    """Number words in a row as one number in figures; digits in a row, as of a telephone, stay
    in a row."""
    if len(values) > 1 and all(not scales and value < 10 for value, scales in values):
        return "".join(str(value) for value, _ in values)
    total = current = 0
    for value, scales in values:
        if not scales:
            current += value
        elif value >= 1000:
            total += max(current or total, 1) * value
            current = 0
        else:
            ones = current % 10 if value == 10 else current
            current = current - ones + max(ones, 1) * value
    return str(total + current)
