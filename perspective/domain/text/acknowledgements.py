"""Which words only say that someone heard, agrees, thanks or greets?

Data, by language; compared in normal form. Short on purpose: a phrase that may carry
a fact ("tomorrow", "at home") does not belong here.
"""

from __future__ import annotations

from perspective.domain.text.normal import normal_form

_SPACED = {
    "en": "ok/okay/okey/k/kk/o k/yes/yeah/yep/yup/yea/ya/aye/no/nope/nah/sure/sure thing/of course/"
    "thanks/thank you/thank u/thank you very much/thank you so much/thanks a lot/thanks so much/"
    "many thanks/thx/thnx/tx/ty/tysm/cheers/much appreciated/appreciated/appreciate it/"
    "i appreciate it/you're welcome/youre welcome/your welcome/welcome/no problem/no worries/np/"
    "my pleasure/anytime/great/good/good job/nice/nice one/nice work/cool/awesome/perfect/"
    "excellent/fantastic/amazing/wonderful/lovely/brilliant/fine/alright/all right/right/correct/"
    "exactly/indeed/true/agreed/i agree/got it/i got it/i see/understood/makes sense/"
    "that makes sense/roger/roger that/copy that/noted/will do/done/please/pls/plz/please do/"
    "go ahead/go on/continue/proceed/next/sounds good/sounds great/that works/works for me/"
    "looks good/looks good to me/lgtm/hi/hello/hey/hey there/hi there/hello there/yo/bye/goodbye/"
    "bye bye/see you/see ya/see you later/later/good morning/good afternoon/good evening/"
    "good night/have a nice day/have a good day/have a good one/you too/same/same here/sorry/oops/"
    "my bad/wow/oh/ah/aha/hm/hmm/mm/mhm/uh/uh huh/um/huh/lol/lmao/haha/hahaha/ha/hehe/heh/rofl/"
    "omg/yay/well/so/and/again/then/now/too/very/much/it/that/that's/is/all/for/to/me/you/it's/"
    "everything/everyone/really/absolutely/definitely/certainly/totally/not yet/maybe/never mind/"
    "nevermind/nvm/i know/idk/i don't know/stop/wait/hold on/one moment/just a moment",
    "ru": "да/нет/ага/угу/ок/окей/ладно/хорошо/спасибо/спасибо большое/большое спасибо/"
    "спасибо за помощь/благодарю/пожалуйста/понял/поняла/понятно/ясно/принято/отлично/супер/класс/"
    "круто/здорово/согласен/согласна/конечно/верно/точно/привет/здравствуйте/добрый день/"
    "доброе утро/добрый вечер/пока/до свидания/извини/извините/хм/ха/хаха/давай/продолжай/готово/"
    "неа/ну/и/так/спс/пасиб/всё/все/все понятно/не за что",
    "uk": "так/ні/дякую/дуже дякую/добре/гаразд/зрозуміло/привіт/будь ласка/чудово",
    "de": "ja/nein/doch/danke/danke schön/danke sehr/vielen dank/dankeschön/bitte/bitte schön/"
    "gern/gerne/gern geschehen/gut/sehr gut/alles klar/klar/verstanden/genau/richtig/stimmt/super/"
    "prima/toll/perfekt/einverstanden/in ordnung/passt/hallo/guten tag/guten morgen/guten abend/"
    "gute nacht/tschüss/tschüß/bis später/bis bald/entschuldigung/weiter/mach weiter/natürlich/und",
    "fr": "oui/non/si/merci/merci beaucoup/merci bien/de rien/d'accord/daccord/ça marche/ca marche/"
    "très bien/tres bien/bien/parfait/super/génial/compris/je comprends/entendu/exact/exactement/"
    "bien sûr/bonjour/bonsoir/salut/au revoir/à bientôt/à plus/désolé/pardon/s'il vous plaît/"
    "s'il te plaît/svp/stp/continue/continuez/et",
    "es": "sí/si/no/gracias/muchas gracias/mil gracias/de nada/vale/de acuerdo/bien/muy bien/"
    "perfecto/genial/entendido/entiendo/claro/por supuesto/exacto/correcto/hola/buenos días/"
    "buenos dias/buenas tardes/buenas noches/buenas/adiós/adios/hasta luego/lo siento/perdón/"
    "por favor/sigue/adelante/listo/y",
    "pt": "sim/não/nao/obrigado/obrigada/muito obrigado/muito obrigada/de nada/tudo bem/certo/"
    "perfeito/ótimo/entendi/beleza/olá/oi/bom dia/boa tarde/boa noite/tchau/desculpe/"
    "por favor/claro",
    "it": "sì/grazie/grazie mille/molte grazie/prego/va bene/d'accordo/bene/perfetto/capito/certo/"
    "ciao/buongiorno/buonasera/arrivederci/scusa/per favore/ottimo/esatto",
    "nl": "ja/nee/bedankt/dank je/dank je wel/dank u/dank u wel/graag gedaan/goed/prima/oké/"
    "begrepen/hallo/hoi/doei/alsjeblieft",
    "sv": "ja/nej/tack/tack så mycket/tackar/bra/okej/hej/hej då/förstår/varsågod",
    "pl": "tak/nie/dzięki/dziękuję/dziekuje/dziękuję bardzo/proszę/dobrze/dobra/jasne/rozumiem/"
    "super/świetnie/cześć/dzień dobry/do widzenia",
    "cs": "ano/ne/díky/děkuji/děkuju/prosím/dobře/jasně/rozumím/ahoj/dobrý den",
    "tr": "evet/hayır/hayir/teşekkürler/tesekkurler/teşekkür ederim/çok teşekkürler/sağ ol/sağol/"
    "tamam/tamamdır/anladım/peki/güzel/harika/süper/merhaba/selam/günaydın/iyi geceler/rica ederim/"
    "lütfen",
    "el": "ναι/όχι/ευχαριστώ/ευχαριστώ πολύ/παρακαλώ/εντάξει/οκ/καλά/ωραία/τέλεια/κατάλαβα/γεια/"
    "γεια σου/καλημέρα/καλησπέρα/καληνύχτα/συγγνώμη",
    "ar": "نعم/لا/أجل/شكرا/شكراً/شكرا جزيلا/شكرا لك/عفوا/حسنا/حسناً/تمام/طيب/مفهوم/فهمت/ممتاز/رائع/"
    "مرحبا/أهلا/السلام عليكم/صباح الخير/مساء الخير/مع السلامة/آسف/من فضلك/موافق/أوكي",
    "fa": "بله/نه/ممنون/مرسی/متشکرم/خیلی ممنون/باشه/خوب/سلام/خداحافظ",
    "he": "כן/לא/תודה/תודה רבה/בבקשה/בסדר/אוקיי/אוקי/סבבה/הבנתי/מעולה/נהדר/שלום/היי/ביי/בוקר טוב/"
    "לילה טוב/סליחה/ברור",
    "hi": "हाँ/हां/जी/जी हाँ/नहीं/धन्यवाद/शुक्रिया/बहुत धन्यवाद/ठीक/ठीक है/अच्छा/समझ गया/समझ गई/"
    "नमस्ते/नमस्कार/अलविदा/माफ़ कीजिए/बढ़िया",
    "ko": "네/예/응/아니/아니요/아니오/감사합니다/고마워/고마워요/고맙습니다/감사/알겠습니다/알겠어요/"
    "알겠어/알았어/알았어요/좋아/좋아요/좋습니다/그래/그래요/맞아/맞아요/맞습니다/오케이/안녕/"
    "안녕하세요/안녕히 계세요/안녕히 가세요/죄송합니다/미안/미안해/미안해요/천만에요/네네/정말/ㅇㅋ/ㅎ/"
    "ㅋ/ㅎㅎ/ㅋㅋ/ㄱㅅ",
    "vi": "vâng/không/cảm ơn/cám ơn/cảm ơn bạn/được/được rồi/tốt/xin chào/chào/chào bạn/tạm biệt",
    "id": "ya/iya/tidak/terima kasih/makasih/baik/oke/siap/mengerti/halo/selamat pagi/sama sama",
}

_RUN_ON = {
    "zh": "好/好的/好吧/好啊/好呀/行/可以/是/是的/对/对的/不/不是/没有/没事/没问题/嗯/嗯嗯/哦/噢/啊/哈/哈哈/呵呵/"
    "谢谢/谢谢你/谢谢您/多谢/感谢/非常感谢/谢了/不客气/不用谢/明白/明白了/知道/知道了/懂了/了解/收到/"
    "很好/太好了/太棒了/棒/完美/你好/您好/再见/拜拜/早/早上好/早安/下午好/晚上好/晚安/抱歉/对不起/请/"
    "继续/请继续/当然/没错/同意/了/的/吧/"
    "謝謝/謝謝你/多謝/感謝/非常感謝/不客氣/對/對的/沒有/沒事/沒問題/知道了/收到了/再見/抱歉/對不起/"
    "請/繼續/當然/沒錯",
    "ja": "はい/うん/ええ/いいえ/いや/ありがとう/ありがとうございます/ありがとうございました/どうも/"
    "どうもありがとう/サンキュー/どういたしまして/了解/了解です/了解しました/わかった/わかりました/"
    "分かった/分かりました/承知しました/承知/なるほど/いいね/いいです/いいですね/すごい/素晴らしい/完璧/"
    "オーケー/オッケー/おけ/大丈夫/大丈夫です/そう/そうです/そうですね/こんにちは/こんばんは/おはよう/"
    "おはようございます/おやすみ/おやすみなさい/さようなら/またね/すみません/ごめん/ごめんなさい/"
    "お願いします/続けて/続けてください/もちろん/です/ね/よ/笑/へえ/あ/お",
    "th": "ใช่/ใช่ครับ/ใช่ค่ะ/ไม่/ไม่ใช่/ครับ/ค่ะ/คะ/นะ/ขอบคุณ/ขอบคุณครับ/ขอบคุณค่ะ/ขอบคุณมาก/"
    "ขอบใจ/โอเค/ตกลง/ได้/ได้เลย/ดี/ดีมาก/เข้าใจ/เข้าใจแล้ว/สวัสดี/ลาก่อน/ขอโทษ/ไม่เป็นไร/มาก/จ้า",
    "lo": "ແມ່ນ/ບໍ່/ຂອບໃຈ/ຂອບໃຈຫຼາຍໆ/ໂອເຄ/ສະບາຍດີ",
    "km": "បាទ/ចាស/ទេ/អរគុណ/អរគុណច្រើន/យល់ព្រម/សួស្តី",
    "my": "ဟုတ်ကဲ့/မဟုတ်ဘူး/ကျေးဇူးတင်ပါတယ်/ကောင်းပြီ/မင်္ဂလာပါ",
}

_COMMON = (
    "i i'm i'll i've i'd it it's its he she we we're they you you're this that these those there "
    "here my your his her our their the an a in on at to of by for from with as if or but so when "
    "what where who which why how do does did is are was were am be can could will would should "
    "may might must let let's go get got see come take make look try use add run fix stop wait "
    "help tell show read open close yes no not never always just only also too very more less "
    "und der die das ein eine ich du er sie es wir ihr ist sind hat wie was wo wer wann warum "
    "le la les un une je tu il elle nous vous est qui que quoi el los las una yo tú él ella es "
    "qué quién cómo я ты он она мы вы они это что кто как где когда не"
)


def _phrases(by_language: dict[str, str]) -> frozenset[str]:
    return frozenset(
        normal_form(phrase) for phrases in by_language.values() for phrase in phrases.split("/")
    )


PHRASES = _phrases(_SPACED)
RUN_ON_PHRASES = _phrases(_RUN_ON)
NAMELESS = frozenset(_COMMON.split()) | frozenset(
    word for phrase in PHRASES for word in phrase.split()
)
