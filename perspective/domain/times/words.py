"""Which words name months, weekdays, seasons, units and parts of a day in English?"""

from __future__ import annotations

MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
MONTHS = {name: n for n, name in enumerate(MONTH_NAMES, 1)} | {
    name[:3]: n for n, name in enumerate(MONTH_NAMES, 1) if name != "may"
}
MONTHS["sept"] = 9
# Nothing but a month; the others are verbs, names or other words as well.
SURE_MONTHS = frozenset(
    {"january", "february", "july", "september", "october", "november", "december"}
)

WEEKDAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAYS = {name: n for n, name in enumerate(WEEKDAY_NAMES)} | {
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4,
    "sat": 5, "sun": 6,
}  # fmt: skip

SEASONS = {
    "spring": (3, 4, 5), "summer": (6, 7, 8), "autumn": (9, 10, 11), "winter": (12, 1, 2),
}  # fmt: skip
SEASON_STARTS = {name: months[0] for name, months in SEASONS.items()} | {"fall": 9}

UNITS = {
    name + ending: name
    for name in ("day", "week", "weekend", "fortnight", "month", "quarter", "year", "decade")
    for ending in ("", "s")
} | {
    "century": "century", "centuries": "century", "yr": "year", "yrs": "year", "wk": "week",
    "wks": "week", "night": "day", "nights": "day",
}  # fmt: skip
CLOCK_UNITS = {
    "second": 1, "seconds": 1, "sec": 1, "secs": 1, "minute": 60, "minutes": 60, "min": 60,
    "mins": 60, "hour": 3600, "hours": 3600, "hr": 3600, "hrs": 3600,
}  # fmt: skip

# Hours of a part of the day, from and to.
PARTS = {
    "morning": (8, 12), "afternoon": (12, 16), "evening": (16, 20), "night": (20, 24),
}  # fmt: skip

TODAY = {
    "today": 0, "tomorrow": 1, "tmrw": 1, "tmr": 1, "tomoz": 1, "yesterday": -1, "tonight": 0,
    "tonite": 0,
}  # fmt: skip
TONIGHT = frozenset({"tonight", "tonite"})

BEFORE_NOW = frozenset({"last", "past", "previous"})
AFTER_NOW = frozenset({"next", "coming", "upcoming", "following"})
AROUND_NOW = frozenset({"this", "current"})

# A month, weekday, season or feast after one of these is any of its kind, or not one at all.
ANY = frozenset(
    {"a", "an", "one", "some", "any", "every", "each", "all", "most", "many", "another", "per",
     "other", "no"}
)  # fmt: skip
# Before a name that is also another word, these tell that a time is meant.
PREPOSITIONS = frozenset(
    {"in", "on", "of", "since", "until", "till", "by", "before", "after", "during", "from", "to",
     "around", "between", "through", "throughout", "for", "early", "mid", "late", "last", "next",
     "this", "past", "previous", "and", "or", "about", "starting", "beginning", "ending"}
)  # fmt: skip
# What may stand behind a bare number that is a day of the month, or a year: it counts nothing.
FUNCTION_WORDS = frozenset(
    {"at", "and", "or", "to", "till", "until", "through", "from", "between", "for", "in", "on",
     "with", "when", "while", "but", "because", "as", "so", "if", "is", "was", "were", "will",
     "we", "i", "he", "she", "they", "it", "you", "my", "our", "the", "that", "this", "by", "then",
     "after", "before", "since", "has", "had", "did", "of"}
)  # fmt: skip

_FUTURE = frozenset({"will", "shall", "going", "gonna", "won't", "tomorrow"})
_PLAN = frozenset(
    {"plan", "plans", "planning", "planned", "let's", "lets", "schedule", "scheduled", "book", "arrange",
     "upcoming", "hope", "hoping", "should", "must", "remind", "excited", "forward", "due"}
)  # fmt: skip
_PAST = frozenset(
    {"was", "were", "did", "had", "went", "came", "got", "saw", "met", "took", "made", "been",
     "ago", "yesterday", "didn't", "wasn't", "said", "told", "found", "bought", "left", "gave",
     "felt", "won", "lost", "ran", "read", "began", "started", "heard", "spent", "sent", "became",
     "ate", "wrote", "drove", "flew", "sang", "swam", "rode", "wore", "broke", "chose", "slept",
     "thought", "taught", "caught", "built", "kept", "drank", "grew", "knew", "threw", "fell", "held",
     "brought", "paid", "stood", "woke", "hid", "drew", "spoke", "stole", "hung", "dug", "shot"}
)  # fmt: skip
_NOT_PAST = frozenset({"need", "feed", "speed", "seed", "bed", "red", "indeed", "wed", "shed"})


def is_future(word: str) -> bool:
    """Whether a sentence with this word speaks of what is to come, whatever else it holds."""
    return word in _FUTURE or word.endswith("'ll")


def is_plan(word: str) -> bool:
    """Whether what stands near this word is rather to come."""
    return word in _PLAN


def is_past(word: str) -> bool:
    """Whether a sentence with this word speaks of what has been."""
    return word in _PAST or (word.endswith("ed") and word not in _NOT_PAST)
