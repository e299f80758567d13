"""Is a text worth a model's time?"""

from __future__ import annotations

import pytest

from perspective.domain.text.gate import ACKNOWLEDGEMENT, NO_WORDS, SYSTEM, TOO_SHORT, gate


@pytest.mark.parametrize(
    "text",
    [
        "ok thanks", "OK, thank you so much!!! 🙏", "Yes!", "yesss", "hahahaha", "lgtm",
        "да, спасибо", "Спасибо большое!", "好的谢谢", "好的，谢谢！", "ありがとうございます！", "はい、了解です",
        "네 감사합니다", "ㅋㅋㅋㅋ", "merci beaucoup", "vale, gracias", "danke schön", "obrigado",
        "grazie mille", "teşekkürler", "HAYIR", "نعم شكرا", "תודה רבה", "धन्यवाद", "ขอบคุณครับ",
        "ευχαριστώ πολύ", "dziękuję", "cảm ơn",
    ],
)  # fmt: skip
def test_acknowledgements_of_many_languages_are_gated(text: str) -> None:
    """Thanks, greetings, yes and no carry no memory."""
    assert gate(text, "user") == ACKNOWLEDGEMENT


@pytest.mark.parametrize("text", ["", "  ", "👍", "...", "🎉🎉🎉", "?!", "—"])
def test_a_text_without_words_is_gated(text: str) -> None:
    """Punctuation, emoji and space alone carry no memory."""
    assert gate(text, None) == NO_WORDS


@pytest.mark.parametrize("text", ["run tests", "use tabs", "我爱她", "blue"])
def test_a_short_text_without_number_or_name_is_gated(text: str) -> None:
    """Under ten columns, with nothing to hold on to."""
    assert gate(text, None) == TOO_SHORT


@pytest.mark.parametrize(
    "text",
    [
        "Bob", "Paris", "I am 5", "NASA", "at 17:30", "iPhone", "二〇二四", "٢٠٢٤", "我喜欢喝茶", "東京へ行く",
        "اسمي علي", "שמי דנה כהן", "저는 민수예요", "Анна", "use tabs, not spaces", "thanks for the fish",
        "ok but Bob is late", "no sugar in my tea",
    ],
)  # fmt: skip
def test_a_number_a_name_or_enough_words_pass(text: str) -> None:
    """What may carry a fact is never gated."""
    assert gate(text, "user") is None


def test_a_system_message_passes_only_with_words_of_or_about_a_user() -> None:
    """Instructions to the assistant are gated, a quoted user and a statement about one are not."""
    assert gate("You are a helpful assistant. Answer briefly.", "system") == SYSTEM
    assert gate("The user's name is Ann and she prefers tea.", "system") is None
    assert gate("Summary so far\nUser: my cat is called Tom", "system") is None
    assert gate("用户：我喜欢喝茶，不喜欢咖啡", "system") is None
    assert gate("You are a helpful assistant. Answer briefly.", "assistant") is None
