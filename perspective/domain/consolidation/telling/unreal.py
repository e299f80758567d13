"""Does a sentence tell what is so, or what would be, almost was, was dreamt, said, planned or hoped?"""

from __future__ import annotations

import functools
import re

_UNREAL = {
    "en": r"if|unless|whether|would(?:n't)?|could|might|perhaps|maybe|probably|possibly|nearly|almost|supposedly|allegedly|"
    r"apparently|dream\w*|dreamt|nightmare|jok(?:e[ds]?|ing|ingly)|kidding|prank|pretend\w*|imagin\w*|fantasi\w*|"
    r"(?:says?|said|tells? \w+|told \w+|claim(?:s|ed)?|heard|hears|rumou?rs?|gossip|believes?|thinks?|thought|guess(?:es|ed)?|"
    r"suppos(?:e|es|ed)|suspects?|wrote) (?:that|to|he|she|they|it|has|have)|"
    r"thinks|believes|says|claims|assumes|insists|suspects|hop(?:e|es|ed|ing) (?:to|that|for|he|she|they|we|i)|plan(?:s|ned|ning)? (?:to|on|for)|"
    r"wish(?:es|ed)?|want(?:s|ed)? to|intend\w*|consider(?:s|ed|ing)?|"
    r"think(?:s|ing)? (?:of|about)|thought (?:of|about)|talk(?:s|ed|ing)? about|tr(?:y|ies|ied|ying) to|"
    r"(?:may|should) (?:have|be|not|well|soon|move|leave|quit|change|get|become|sell)|"
    r"in (?:the|a|her|his|my) (?:novel|film|movie|book|story|play|game|dream|series|script|tale)|"
    r"refus(?:e|es|ed) to|threaten\w*|about to|on the verge|as though|as if|what if|imaginary|fictional|hypothetical\w*",
    "de": r"wenn|falls|ob|wäre\w*|würde\w*|hätte\w*|könnte\w*|möchte\w*|fast|beinahe|vielleicht|angeblich|vermutlich|"
    r"wahrscheinlich|(?:ge)?träum\w*|traum|scherz\w*|witz\w*|(?:sag(?:t|te|en)|gesagt|erzählt|meint|behauptet|glaubt|hofft|denkt),? "
    r"(?:dass|er|sie)|hofft|hofften|plant|plante|überlegt\w*|im (?:roman|film|buch|spiel|traum)",
    "ru": r"если|чуть не|едва не|почти|бы|будто|якобы|приснил\w*|снил\w*|сон|пошутил\w*|шут\w*|сказал\w*,? что|говор\w+,? что|"
    r"слышал\w*|надеется|надеюсь|планирует|планирую|хочет|хочу|хотел\w*|может быть|возможно|наверное|мог(?:ла|ли)?|собирается|мечтает|"
    r"в (?:романе|фильме|книге|игре|сне)",
    "zh": r"如果|要是|假如|倘若|差点|差一点|几乎|险些|梦见|梦到|梦里|开玩笑|玩笑|听说|据说|说过|说他|说她|希望|打算|计划(?!在)|想要|可能|也许|"
    r"或许|本来想|考虑|小说里|电影里|假装",
    "fr": r"si|serait|aurait|pourrait|voudrait|presque|failli|rêv\w*|plaisant\w*|blague|(?:dit|disait) que|espère\w*|peut-être|"
    r"veut|envisage\w*",
    "es": r"si|sería|habría|hubiera|podría|casi|soñ\w*|broma|(?:dijo|dice) que|espera\w*|quizás?|tal vez|quiere|piensa",
}


@functools.cache
def _pattern(language: str) -> re.Pattern[str]:
    source = _UNREAL.get(language, _UNREAL["en"])
    return re.compile(source if language == "zh" else rf"\b(?:{source})\b")


def is_unreal(sentence: str, language: str) -> bool:
    """Whether a casefolded sentence does not tell what is so. It may be so: silence is better."""
    return _pattern(language).search(sentence) is not None
