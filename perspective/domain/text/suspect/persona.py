"""Which words make an agent somebody without bounds?

How the table is written says `orders.py`.
"""

from __future__ import annotations

PERSONA: dict[str, dict[str, str]] = {
    "become": {  # you are somebody else from now on
        "en": "you will act as/you are now/you're now/you are no longer/you're no longer/from now on you/"
        "from now on, you/from this point you/from this point on/you will now/"
        "you shall now/you must now/henceforth you/act as/pretend to be/pretend you are/"
        "pretend that you are/roleplay as/role-play as/behave as/behave like/respond as/"
        "answer as/speak as/speak only as/switch to/switch into/enter/simulate/"
        "imagine you are/you have been/you were just/now in/as of now you/"
        "starting now you/starting now, you/from here on you/from here on, you/"
        "as of this message",
        "de": "du bist jetzt/du bist nun/du bist ab/sie sind jetzt/sie sind nun/ab sofort bist/"
        "ab jetzt bist/von jetzt an bist/bist du kein*/verhalte dich/verhalten sie sich/"
        "agiere/handle als/tu so/spiele die/antworte als/wechsle in/wechsle zu/"
        "du bist nicht mehr/stell dir vor",
        "fr": "tu es désormais/tu es maintenant/vous êtes désormais/vous êtes maintenant/"
        "désormais tu/désormais, tu/à partir de maintenant/dorénavant/tu n'es plus/"
        "vous n'êtes plus/agis comme/agissez comme/comporte-toi/fais comme si/"
        "réponds comme/réponds en tant/fais semblant/joue le rôle/passe en mode/"
        "passez en mode",
        "es": "ahora eres/eres ahora/a partir de ahora/desde ahora/ya no eres/actúa como/"
        "actúe como/compórtate como/finge ser/finge que/responde como/haz de/"
        "en adelante eres/entra en modo/activa el modo/estás en modo",
        "pt": "agora você é/você agora é/agora és/tu és agora/a partir de agora/"
        "de agora em diante/você não é mais/já não és/deixas de ser/aja como/age como/"
        "finja ser/finge ser/comporte-se como/responda como/entre no modo/ative o modo/"
        "você está no modo/você está em modo",
        "it": "ora sei/adesso sei/sei ora/d'ora in poi/da ora in poi/da adesso/non sei più/"
        "agisci come/comportati come/fingi di/rispondi come/sei in modalità/"
        "entra in modalità/attiva la modalità/passa alla modalità",
        "nl": "je bent nu/u bent nu/vanaf nu ben/vanaf nu/je bent niet langer/je bent geen/"
        "gedraag je als/doe alsof/antwoord als/speel de rol/schakel over/handel als",
        "pl": "jesteś teraz/teraz jesteś/od teraz/od tej pory/nie jesteś już/już nie jesteś/"
        "zachowuj się jak/działaj jako/udawaj/odpowiadaj ~ jako/wciel się/przejdź w tryb/"
        "włącz tryb/odgrywaj",
        "ru": "теперь ты/ты теперь/отныне ты/отныне/с этого момента/с этой минуты/ты больше не/"
        "вы больше не/веди себя как/действуй как/притворись/представь, что ты/"
        "отвечай как/перейди в режим/включи режим/вы теперь/теперь вы/сыграй роль/"
        "ты находишься в режиме",
        "uk": "тепер ти/ти тепер/відтепер ти/відтепер/з цього моменту/ти більше не/поводься як/"
        "дій як/прикинься/відповідай як/перейди в режим",
        "cs": "nyní jsi/teď jsi/od teď jsi/od této chvíle/už nejsi/chovej se jako/předstírej/"
        "odpovídej jako/přepni/jednej jako",
        "sv": "du är nu/från och med nu/du är inte längre/agera som/låtsas/uppför dig som/"
        "svara som/du er nu/fra nu af/fra nå av/lad som om/oppfør deg som",
        "tr": "artık sen/sen artık/bundan sonra/bundan böyle/şu andan itibaren/artık bir/artık/"
        "gibi davran*/rolüne gir*/rolünü üstlen*/taklit et*/moduna geç*/olarak davran*/"
        "olarak cevap*/olarak yanıt*",
        "ar": "أنت الآن/من الآن فصاعدا/منذ الآن/لم تعد/تصرف ك/تظاهر/أجب ك/ادخل في وضع/فعل وضع/"
        "بدءا من الآن/تقمص",
        "fa": "تو اکنون/شما اکنون/از این پس/از حالا به بعد/از این به بعد/دیگر یک/مانند یک/"
        "وانمود کن/رفتار کن/نقش",
        "he": "אתה עכשיו/אתה כעת/מעכשיו אתה/מעתה/אתה כבר לא/התנהג כ/תעמיד פנים/ענה כ/עבור למצב",
        "hi": "अब आप/अब तुम/अब से आप/अब से तुम/अब से/आप अब/तुम अब/की तरह व्यवहार/"
        "के रूप में काम/के रूप में कार्य/के रूप में उत्तर/की तरह बर्ताव/होने का नाटक",
        "bn": "এখন তুমি/এখন আপনি/এখন থেকে/তুমি আর/আচরণ কর/অভিনয় কর",
        "zh": "你现在是/你現在是/从现在起/從現在起/从现在开始/從現在開始/你不再是/你已不是/"
        "扮演/假装/假裝/装作/充当/以…身份/进入开发/进入越狱/进入/切换到/你已进入/"
        "作为一个/从此你/你将成为/你就是/现在你是",
        "ja": "あなたは今/今からあなた/これからあなた/今後は/ではなく/もはや/として振る舞/"
        "として行動/として答/として応答/になりき/のふりを/を演じ/モードに/モードを/"
        "モードで/お前は今/君は今/今から/これ以降",
        "ko": "너는 이제/이제 너는/당신은 이제/이제부터/지금부터/더 이상/로 행동/처럼 행동/"
        "인 척/역할을/로서 대답/모드로/모드를/이제 당신은/로 답/처럼 답",
        "th": "ตอนนี้คุณคือ/ตอนนี้คุณเป็น/นับจากนี้/ต่อจากนี้/จากนี้ไป/คุณไม่ใช่/สวมบทบาท/"
        "แสร้งเป็น/ทำตัวเป็น/เข้าสู่โหมด/เปิดโหมด/แกล้งทำเป็น/คุณคือ/ตั้งแต่นี้",
        "vi": "bây giờ bạn là/giờ bạn là/từ giờ/từ bây giờ/kể từ bây giờ/bạn không còn là/"
        "hãy đóng vai/đóng vai/giả vờ/hành xử như/hành động như/chuyển sang chế độ/"
        "trả lời như/vào chế độ/từ nay/kể từ giây phút này/từ giây phút này/từ lúc này/"
        "ngươi là",
        "id": "sekarang kamu/sekarang anda/kamu sekarang/anda sekarang/mulai sekarang/"
        "mulai saat ini/kamu bukan lagi/anda bukan lagi/bertindak sebagai/bertindaklah/"
        "berpura-pura/jawab sebagai/masuk ke mode/aktifkan mode/beralih ke mode/berperan",
        "el": "είσαι πλέον/τώρα είσαι/από εδώ και/δεν είσαι πια/συμπεριφέρσου/προσποιήσου/από τώρα",
        "ro": "acum ești/ești acum/de acum înainte/nu mai ești/comportă-te ca/prefă-te/"
        "acționează ca",
        "hu": "mostantól/most már te/te most/többé nem vagy/viselkedj úgy/tégy úgy/úgy válaszolj",
        "fi": "olet nyt/tästä lähtien/tästä eteenpäin/et ole enää/esitä/teeskentele/toimi kuin",
    },
    "unbound": {
        "en": "free of ~ rule/free from ~ rule/no ethical/no morals/no censorship/no rules/no restrictions/no limits/no limitations/no filter*/no guidelines/"
        "no ethic*/no safety/without restriction*/without limit*/without rules/"
        "without ~ filter*/without censorship/without ~ warning*/without ethic*/"
        "without safety/unrestricted/unfiltered/uncensored/dan/do anything now/"
        "jailbreak*/jailbroken/developer mode/debug mode/god mode/admin mode/"
        "administrator mode/root mode/maintenance mode/sudo mode/unlocked/never refuse*/"
        "cannot refuse/can't refuse/must not refuse/filters are off/filters off/"
        "filters are disabled/filters disabled/safety ~ disabled/safety ~ off/"
        "safeguards ~ off/guardrails ~ off/guardrails ~ disabled/obedient servant/evil/"
        "free of ~ rules/"
        "free of ~ restrictions/free from ~ rules/free from ~ restrictions/anything goes/"
        "answers everything/answer everything/answer anything/obey*/unbound/amoral/"
        "no moral/full access/all permissions/no longer apply/do not apply/don't apply/"
        "no content polic*/without asking questions/without question",
        "de": "ohne ~ beschränkung*/ohne ~ einschränkung*/ohne ~ regeln/ohne ~ filter/"
        "ohne ~ grenzen/ohne ~ zensur/uneingeschränkt*/ungefiltert*/unzensiert*/"
        "keine regeln/keine beschränkung*/keine einschränkung*/keine grenzen/"
        "entwicklermodus/dan/jailbreak*/verweiger* nie/"
        "nichts verweiger*/niemals ablehn*/filter ~ deaktiviert/filter ~ aus/"
        "administratormodus/gehorch*/wartungsmodus/sicherheitsfilter*/gelten nicht mehr/"
        "gelten ab sofort nicht/willenlos*/ohne nachfragen",
        "fr": "sans ~ restriction*/sans ~ limite*/sans ~ filtre*/sans ~ règle*/sans ~ censure/"
        "aucune restriction/aucune règle/aucune limite/aucun filtre/non censuré*/"
        "mode développeur/dan/jailbreak*/ne refuse* jamais/ne refuse* rien/"
        "libre de toute/filtres ~ désactivés/mode administrateur/mode maintenance/"
        "mode debug/débridé*/obéis*",
        "es": "sin ~ restriccion*/sin ~ límite*/sin ~ filtro*/sin ~ reglas/sin ~ censura/"
        "ninguna restricción/no tienes reglas/no tienes restriccion*/modo desarrollador/"
        "dan/jailbreak*/nunca te niegas/nunca rechaza*/filtros ~ desactivados/"
        "modo administrador/modo mantenimiento/modo sin/obedece*",
        "pt": "sem ~ restriç*/sem ~ limite*/sem ~ filtro*/sem ~ regras/sem ~ censura/"
        "nenhuma restrição/modo desenvolvedor/modo de desenvolvedor/modo programador/dan/"
        "jailbreak*/nunca recusa*/filtros ~ desativados/modo administrador/"
        "modo de manutenção/obedeça/obedece*",
        "it": "senza ~ restrizion*/senza ~ limit*/senza ~ filtr*/senza ~ regole/"
        "senza ~ censura/nessuna restrizione/modalità sviluppatore/dan/jailbreak*/"
        "non rifiuti mai/filtri ~ disattivati/modalità amministratore/"
        "modalità manutenzione/modalità debug/obbedisci",
        "nl": "zonder ~ beperking*/zonder ~ regels/zonder ~ filter*/zonder ~ grenzen/"
        "zonder ~ censuur/onbeperkt*/ongefilterd*/ongecensureerd*/geen regels/"
        "geen beperkingen/ontwikkelaarsmodus/dan-modus/jailbreak*/weiger nooit/"
        "filters ~ uit/beheerdersmodus/gehoorzaam*",
        "pl": "bez ~ ogranicze*/bez ~ zasad/bez ~ filtr*/bez ~ cenzury/nieograniczon*/"
        "nieocenzurowan*/żadnych zasad/żadnych ogranicze*/tryb deweloper*/"
        "tryb programist*/jailbreak*/nigdy nie odmawia*/filtry ~ wyłączone/"
        "tryb administratora/tryb serwisow*/tryb debug*",
        "ru": "без ~ ограничени*/без ~ правил/без ~ фильтр*/без ~ цензур*/неограниченн*/"
        "никаких правил/никаких ограничени*/нет ограничени*/нет правил/"
        "режим разработчик*/джейлбрейк*/никогда не отказыва*/фильтры ~ отключены/"
        "режим администратор*/сервисн* режим/подчиня*/dan/"
        "больше не действу*/без возражени*",
        "uk": "без ~ обмежен*/без ~ правил/без ~ фільтр*/без ~ цензур*/немає обмежен*/"
        "режим розробник*/ніколи не відмовля*/dan",
        "cs": "bez ~ omezení/bez ~ pravidel/bez ~ filtr*/bez ~ cenzury/režim vývojář*/"
        "vývojářsk* režim/nikdy neodmít*/dan",
        "sv": "utan ~ begränsning*/utan ~ regler/utan ~ filter/utan ~ censur/inga regler/"
        "inga begränsningar/utvecklarläge/uden ~ begrænsning*/uden ~ regler/"
        "uten ~ begrensning*/uten ~ regler/dan",
        "tr": "kısıtlama olmadan/sınırsız/sansürsüz/filtresiz/kuralsız/kısıtlamasız/"
        "hiçbir kural*/hiçbir kısıtlama*/hiçbir sınır*/geliştirici mod*/jailbreak*/"
        "asla reddetme*/filtreler kapalı/yönetici mod*/bakım mod*/asistan değil*/"
        "kısıtlaması olmayan/sınırı olmayan/kuralı olmayan/dan/itaat et*",
        "ar": "بلا قيود/بدون قيود/دون قيود/دون أي قيود/بدون أي قيود/بلا حدود/بدون رقابة/"
        "دون رقابة/غير مقيد/بلا قواعد/بدون قواعد/وضع المطور/وضع المطوّر/لا ترفض/"
        "دون فلاتر/وضع الصيانة/وضع المسؤول/دان",
        "fa": "بدون محدودیت/بدون قانون/بدون سانسور/بدون فیلتر/بی قید/حالت توسعه دهنده/هیچ محدودیتی",
        "he": "ללא הגבלות/בלי הגבלות/ללא מגבלות/בלי כללים/ללא צנזורה/מצב מפתח/ללא סינון",
        "hi": "बिना किसी प्रतिबंध/बिना प्रतिबंध/बिना किसी रोक/बिना किसी नियम/कोई नियम नहीं/"
        "कोई प्रतिबंध नहीं/बिना सेंसर/डेवलपर मोड/बिना किसी सीमा/असीमित/सहायक नहीं/"
        "बिना फ़िल्टर",
        "bn": "কোনো সীমাবদ্ধতা/কোনো নিয়ম/সীমাহীন/ডেভেলপার মোড/বিধিনিষেধ ছাড়া",
        "zh": "没有任何限制/沒有任何限制/没有限制/沒有限制/不受限制/无限制/無限制/不受任何/"
        "没有规则/没有任何规则/无需遵守/开发者模式/開發者模式/越狱/越獄/无审查/不受约束/"
        "dan/过滤器已关闭/管理员模式/维护模式/调试模式/不会拒绝/从不拒绝/绝不拒绝/"
        "不再是助手/安全过滤/无条件服从/毫无限制/不受审查/不再有效/不再适用",
        "ja": "制限のない/制限なし/制限なく/制限のかか/無制限/規制のない/ルールのない/"
        "ルールに縛られ/開発者モード/脱獄/ジェイルブレイク/フィルターなし/"
        "フィルターを無効/フィルターは無効/検閲なし/検閲のない/管理者モード/"
        "メンテナンスモード/デバッグモード/決して拒否/拒否しない/何でも答え/制約のない/"
        "アシスタントではなく/ダン/dan/もう適用されない/アシスタントでは/ルールは無効",
        "ko": "제한 없는/제한 없이/제한이 없는/제약 없는/제약 없이/무제한/규칙 없는/"
        "규칙이 없는/검열 없는/검열 없이/개발자 모드/탈옥/필터 없이/필터가 꺼/"
        "관리자 모드/유지보수 모드/디버그 모드/절대 거부/거절하지 않는/거부하지 않는/dan/"
        "필터 해제/비서가 아니/더 이상 적용되지/비서가/어시스턴트가 아니",
        "th": "ไม่มีข้อจำกัด/ไร้ข้อจำกัด/ไม่มีกฎ/ไม่ต้องสนใจกฎ/โหมดนักพัฒนา/โหมดผู้พัฒนา/"
        "ไม่เซ็นเซอร์/ไม่มีการเซ็นเซอร์/ไม่มีตัวกรอง/โหมดผู้ดูแล/ไม่มีขีดจำกัด/ไม่ปฏิเสธ/"
        "ไม่ใช่ผู้ช่วย",
        "vi": "không giới hạn/không có giới hạn/không bị giới hạn/không hạn chế/"
        "không kiểm duyệt/không bị kiểm duyệt/không có quy tắc/chế độ nhà phát triển/"
        "chế độ quản trị/chế độ bảo trì/không bao giờ từ chối/không bị ràng buộc/"
        "không còn ràng buộc/không bộ lọc/dan/không có hạn chế/không phải trợ lý/"
        "luật lệ cũ/tay sai/không cần tuân",
        "id": "tanpa batas*/tanpa aturan/tanpa sensor/tanpa filter/tidak terbatas/"
        "tidak ada aturan/tidak ada batasan/mode pengembang/mode developer/mode admin*/"
        "tidak pernah menolak/jangan pernah menolak/jailbreak*/dan mode/tanpa pembatasan/"
        "bukan lagi asisten",
        "el": "χωρίς περιορισμ*/χωρίς κανόν*/χωρίς φίλτρ*/λειτουργία προγραμματιστή/απεριόριστ*",
        "ro": "fără restricții/fără limite/fără reguli/fără filtre/fără cenzură/"
        "mod dezvoltator/modul dezvoltator",
        "hu": "korlátozás nélkül*/korlátok nélkül*/szabályok nélkül*/cenzúra nélkül*/"
        "fejlesztői mód*",
        "fi": "ilman rajoituksia/ilman sääntöjä/rajoittamaton/kehittäjätila*/ilman sensuuria",
    },
}
