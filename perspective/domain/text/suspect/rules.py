"""Which words put aside what an agent was told?

How the table is written says `orders.py`.
"""

from __future__ import annotations

RULES: dict[str, dict[str, str]] = {
    "drop": {  # do not follow any more
        "en": "ignore/disregard/forget/override/bypass/overlook/set aside the/set aside all/"
        "set aside any/set aside your/set aside what*/quietly set aside/put aside your/"
        "put aside all/put aside any/discard/neglect/pay no attention to/do not follow/"
        "don't follow/do not obey/don't obey/stop following/stop obeying/"
        "no longer follow/abandon/wipe/cast aside/leave aside/throw out/"
        "no longer bound by/not bound by/free from/freed from/supersede*",
        "de": "ignorier*/vergiss/vergesst/vergessen sie/missachte*/beachte* ~ nicht/"
        "überschreib*/umgehe*/halte dich nicht/befolge* ~ nicht/befolge* ~ nicht mehr/"
        "verwirf/setze dich über/setz dich über/lass ~ außer acht/lassen sie ~ außer acht",
        "fr": "ignore/ignorez/oublie/oubliez/ne tiens p* compte/ne tenez p* compte/"
        "ne tiens plus compte/ne tenez plus compte/fais abstraction/faites abstraction/"
        "passe outre/passez outre/contourne*/néglige*/ne suis p*/ne suivez p*/"
        "ne respecte* p*/laisse* de côté/mets de côté/mettez de côté",
        "es": "ignora/ignore/ignorad/ignoren/olvida/olvide/olvidad/olvídate de/olvídese de/"
        "omite/omita/descarta/descarte/haz caso omiso/haga caso omiso/no hagas caso/"
        "no sigas/no siga/deja de seguir/pasa por alto/desobedece*/desatiende/"
        "deja de lado/anula",
        "pt": "ignore/ignora/ignorem/esqueça/esquece/esqueçam/desconsidere*/desconsidera/"
        "não siga/deixe de seguir/descarte/anule/deixe de lado/desobedeça",
        "it": "ignora/ignorate/ignori/dimentica/dimenticate/dimentichi/trascura*/non seguire/"
        "non seguite/non tenere conto/non considerare/scavalca/aggira/smetti di seguire/"
        "lascia perdere/disobbedisci/metti da parte/annulla",
        "nl": "ignoreer*/negeer/negeert/vergeet/sla ~ over/omzeil*/volg ~ niet/houd je niet aan/"
        "trek je niets aan van/laat ~ buiten beschouwing/zet ~ opzij",
        "pl": "zignoruj*/ignoruj*/zapomnij*/pomiń*/nie przestrzegaj*/nie stosuj*/odrzuć*/"
        "zlekceważ*/obejdź*/porzuć*",
        "ru": "игнорируй*/проигнорируй*/забудь*/не обращай* внимания/отбрось*/не следуй*/"
        "отмени*/обойди*/пренебреги*/перестань* следовать/не соблюдай*/не учитывай*/"
        "отключи*",
        "uk": "ігноруй*/проігноруй*/забудь*/не зважай*/відкинь*/не виконуй*/не дотримуй*/знехтуй*",
        "cs": "ignoruj*/zapomeň*/nedodržuj*/přehlížej*/nevšímej*/neřiď*/ignorujte",
        "sv": "ignorera/ignorer/glöm/glem/bortse från/strunta i/se bort fra/följ inte/"
        "følg ikke/åsidosätt/tilsidesæt",
        "tr": "yok say*/görmezden gel*/unut/unutun/boş ver*/dikkate alma*/göz ardı et*/uyma/"
        "uymayın/uymayı bırak*/geçersiz say*/bir kenara bırak*",
        "ar": "تجاهل/انسى/انسَ كل/انس كل/انس جميع/انس ما/انس ال/أهمل/لا تتبع/لا تلتزم/تخطّ/"
        "تجاوز/ألغ/لا تلتفت/دع جانبا/اطرح جانبا",
        "fa": "نادیده بگیر/فراموش کن/توجه نکن/پیروی نکن/کنار بگذار",
        "he": "התעלם/התעלמי/התעלמו/שכח/תתעלם/תשכח/אל תציית",
        "hi": "भूल जा/अनदेखा/नज़रअंदाज़/ध्यान न दें/ध्यान मत/पालन न/पालन मत/उपेक्षा/भुला दो/भुला दें/रद्द कर",
        "bn": "উপেক্ষা/ভুলে যাও/ভুলে যান/অগ্রাহ্য/মানবে না",
        "zh": "忽略/无视/無視/忽视/忽視/忘记/忘記/忘掉/不要理会/不要理會/不要遵守/不再遵守/"
        "不要遵循/不再遵循/不必遵守/抛开/拋開/绕过/繞過/跳过/推翻/放弃/作废/丢弃/不用管/"
        "违反/違反",
        "ja": "無視/忘れて/忘れろ/忘れなさい/従わない/従うな/従わず/破棄/取り消/上書き/無効に/"
        "無効化/気にせず/脇に置",
        "ko": "무시/잊어/잊고/따르지 마/따르지 말/버려/버리고/건너뛰/우회/무효/제쳐",
        "th": "ลืม/เพิกเฉย/ละเว้น/ไม่ต้องสนใจ/อย่าสนใจ/ไม่ต้องทำตาม/อย่าทำตาม/ยกเลิก/ละทิ้ง/มองข้าม",
        "vi": "bỏ qua/quên/phớt lờ/đừng làm theo/không tuân/đừng tuân/mặc kệ/gạt bỏ/lờ đi/hủy bỏ",
        "id": "abaikan/lupakan/hiraukan/jangan ikuti/jangan patuhi/kesampingkan/langgar/"
        "acuhkan/batalkan",
        "el": "αγνόησ*/αγνοήσ*/ξέχνα/ξέχασε/ξεχάστε/παράβλεψε/παράκαμψ*/μην ακολουθ*",
        "ro": "ignoră/ignorați/uită/uitați/nu respecta/nu ține cont/nu urma",
        "hu": "hagyd figyelmen kívül/hagyja figyelmen kívül/felejtsd el/ne vedd figyelembe/mellőzd",
        "fi": "unohda/ohita/jätä huomiotta/älä noudata/sivuuta",
    },
    "prior": {  # said before, or binding for an agent
        "en": "previous*/prior/above/earlier/preceding/former/foregoing/your/system/safety/"
        "developer*/operator*/original/initial/existing/hidden/so far/before this/"
        "before now/until now/up to now/all/any/every/you were given/you have been given/"
        "you've been given/given to you/you received/told you/built-in/default/its",
        "de": "vorherig*/vorig*/bisherig*/frühere*/obig*/oben/vorangegangen*/vorstehend*/"
        "deine*/ihre*/alle/sämtliche*/ursprünglich*/system*/entwickler*/betreiber*/"
        "sicherheits*/zuvor/bisher/vorher/jegliche*",
        "fr": "précédent*/antérieur*/ci-dessus/tes/vos/toutes/tous/initial*/système/"
        "développeur*/opérateur*/sécurité/avant/jusqu'ici/reçu*/d'origine/ton/votre",
        "es": "anterior*/previ*/tus/sus/todas/todos/de arriba/inicial*/original*/sistema/"
        "desarrollador*/operador*/seguridad/hasta ahora/te dieron/te dio/recibid*/antes/"
        "tu programación/de fábrica",
        "pt": "anterior*/prévi*/suas/seus/tuas/todas/todos/acima/inicia*/original/originais/"
        "sistema/desenvolvedor*/operador*/segurança/até agora/recebid*/antes/"
        "sua programação",
        "it": "precedent*/tue/tuoi/vostre/tutte/tutti/sopra/inizial*/original*/sistema/"
        "sviluppator*/operator*/sicurezza/finora/ricevut*/prima/ogni/qualsiasi",
        "nl": "vorige/eerdere/voorgaande/voorafgaande/bovenstaande/hierboven/je/jouw/uw/alle/"
        "systeem*/ontwikkelaar*/beheerder*/veiligheids*/oorspronkelijke/tot nu toe",
        "pl": "poprzedni*/wcześniejsz*/powyższ*/dotychczasow*/twoje/swoje/swoich/wszystki*/"
        "wszelki*/system*/programist*/operator*/bezpieczeństwa/początkow*/pierwotn*",
        "ru": "предыдущ*/прежн*/прошл*/все/всё/всех/вышеуказанн*/вышестоящ*/выше/ранее/свои*/"
        "твои*/ваши*/систем*/разработчик*/оператор*/безопасности/изначальн*/исходн*/любые",
        "uk": "попередні*/усі/всі/вище/раніше/свої*/твої*/ваші*/систем*/розробник*/безпеки/"
        "початков*",
        "cs": "předchozí*/dřívější*/všechn*/výše/své/svá/tvé/tvoje/systém*/vývojář*/"
        "bezpečnost*/původní*",
        "sv": "tidigare/föregående/ovanstående/alla/dina/alle/dine/ovenstående/foregående/"
        "system*/utvecklar*/ursprungliga/overstående",
        "tr": "önceki/yukarıdaki/daha önce*/tüm/bütün/hepsi*/sana verilen/size verilen/sistem/"
        "geliştirici*/güvenlik/şimdiye kadar*/ilk/kendi",
        "ar": "السابق/سابق/أعلاه/جميع/كل /كافة/تعليماتك/قواعدك/قيودك/النظام/المطور/الأصلية/"
        "المعطاة/قبل",
        "fa": "قبلی/پیشین/بالا/همه/تمام/سیستم/خود/اولیه",
        "he": "הקודמ/קודמ/לעיל/כל ה/שלך/המערכת/המקורי/המפתח",
        "hi": "पिछल/पहले/ऊपर/सभी/सारे/सब /अपने/सिस्टम/पूर्व/डेवलपर",
        "bn": "আগের/পূর্ববর্তী/উপরের/সব/সকল/সমস্ত/তোমার/আপনার/সিস্টেম",
        "zh": "之前/以前/先前/此前/上面/以上/上述/上文/前面/所有/全部/一切/你的/您的/系统/系統/"
        "开发者/開發者/运营/原有/原来/原本/初始/安全/任何/既有",
        "ja": "これまで/今まで/以前/前の/上記/上の/先の/先ほど/すべて/全て/全部/あなたの/"
        "システム/開発者/運営/元の/最初の/与えられた/初期/従来",
        "ko": "이전/앞선/앞의/위의/기존/지금까지/모든/모두/전부/너의/네가 받은/당신의/시스템/"
        "개발자/운영자/원래/초기/받은",
        "th": "ก่อนหน้า/ข้างต้น/ด้านบน/ทั้งหมด/ทุก/ของคุณ/ระบบ/เดิม/ผู้พัฒนา/ที่ผ่านมา/ใด ๆ/ใดๆ/ที่ได้รับ",
        "vi": "trước/ở trên/bên trên/tất cả/mọi/của bạn/hệ thống/ban đầu/nhà phát triển/"
        "an toàn/toàn bộ",
        "id": "sebelum*/di atas/semua/seluruh/anda/kamu/sistem/awal/pengembang/keamanan/"
        "terdahulu/segala",
        "el": "προηγούμεν*/παραπάνω/όλες/όλους/όλα/σου/συστήματος/αρχικ*",
        "ro": "anterioare/precedente/de mai sus/toate/tale/sistem*/inițiale",
        "hu": "korábbi*/előző*/fenti*/összes*/minden*/rendszer*/eredeti*",
        "fi": "aiemmat/edelliset/yllä/kaikki/kaikkia/järjestelmä*/alkuperäis*",
    },
    "orders": {
        "en": "instruction/instructions/directive*/prompt/prompts/guideline*/rule/rules/"
        "command/commands/programming/constraint*/restriction*/policies/protocol/"
        "protocols/safeguard*/guardrail*/directions/your ~ orders/all orders/"
        "everything ~ told it/everything you were told/everything you've been told/"
        "everything you have been told/all you were told/what you were told/"
        "whatever you were told/whatever ~ told it/what ~ told it/whatever ~ told you to/"
        "everything above/all of the above",
        "de": "anweisung*/instruktion*/regel*/vorgabe*/richtlinie*/befehl*/prompt*/vorschrift*/"
        "beschränkung*/einschränkung*/was dir ~ gesagt/was man dir/was ihnen ~ gesagt/"
        "auftrag/aufträge/systemanweisung*/sicherheitsregel*/entwickleranweisung*/"
        "systemprompt*/systemnachricht*",
        "fr": "instruction*/consigne*/règle*/directive*/ordre*/prompt*/restriction*/"
        "contrainte*/ce qu'on t'a dit/ce qui t'a été dit/ce qu'on vous a dit/"
        "ce qui précède",
        "es": "instruccion*/instrucción/regla*/directri*/orden/órdenes/prompt*/restriccion*/"
        "directiva*/norma*/indicacion*/lo que te dijeron/lo que te han dicho/"
        "lo que se te dijo",
        "pt": "instruç*/instruco*/regra*/diretri*/diretiv*/ordem/ordens/prompt*/restriç*/"
        "comando*/orientaç*/o que te disseram/o que lhe foi dito/o que foi dito",
        "it": "istruzion*/regol*/direttiv*/ordin*/prompt*/restrizion*/vincol*/comand*/"
        "quello che ti è stato detto/ciò che ti è stato detto/indicazion*",
        "nl": "instructie*/regel*/richtlijn*/opdracht*/bevel*/prompt*/beperking*/aanwijzing*/"
        "voorschrift*/wat je ~ verteld/wat je ~ gezegd",
        "pl": "instrukcj*/poleceni*/zasad*/wytyczn*/reguł*/prompt*/ogranicze*/dyrektyw*/"
        "rozkaz*/nakaz*",
        "ru": "инструкци*/указани*/правил*/команд*/директив*/распоряжени*/промпт*/промт*/"
        "ограничени*/установк*/что тебе говорили/что тебе сказали/что вам сказали",
        "uk": "інструкці*/вказівк*/правил*/команд*/директив*/промпт*/обмежен*",
        "cs": "instrukc*/pokyn*/pravid*/příkaz*/prompt*/omezen*",
        "sv": "instruktion*/regler*/riktlinj*/anvisning*/retningslinj*/order/prompt*/instruks*",
        "tr": "söylenen*/talimat*/kural*/yönerge*/komut*/emir*/emr*/istem*/kısıtlama*/direktif*",
        "ar": "قيل لك/تعليمات/التعليمات/أوامر/الأوامر/قواعد/القواعد/توجيهات/التوجيهات/إرشادات/"
        "الإرشادات/قيود/القيود/ما قيل لك",
        "fa": "دستور/قوانین/قواعد/فرمان/محدودیت",
        "he": "הוראות/ההוראות/הנחיות/ההנחיות/כללים/הכללים/פקודות/מגבלות",
        "hi": "कहा गया/बताया गया/निर्देश/नियम/आदेश/हिदायत/प्रॉम्प्ट/प्रतिबंध/दिशानिर्देश",
        "bn": "নির্দেশ/নিয়ম/আদেশ/প্রম্পট",
        "zh": "被告知/被灌输/指令/指示/规则/規則/提示词/提示詞/命令/要求/设定/設定/约束/約束/限制/准则/準則/"
        "指引/规定/規定/吩咐",
        "ja": "言われたこと/教えられたこと/指示/命令/ルール/規則/プロンプト/制約/制限/ガイドライン/設定/決まり/規定/指令/方針",
        "ko": "들은 모든/들은 것/배운 것/지시/명령/규칙/지침/프롬프트/제한/설정/가이드라인/제약/규정",
        "th": "สิ่งที่ถูกบอก/คำสั่ง/กฎ/คำแนะนำ/ข้อกำหนด/แนวทาง/พรอมต์/พร้อมท์/ข้อจำกัด",
        "vi": "những gì đã được bảo/điều đã được dạy/chỉ dẫn/hướng dẫn/chỉ thị/quy tắc/lệnh/quy định/lời nhắc/ràng buộc/giới hạn",
        "id": "yang dikatakan padamu/yang diberitahukan/instruksi/perintah/aturan/arahan/petunjuk/prompt/pedoman/batasan/panduan",
        "el": "οδηγί*/εντολ*/κανόν*/περιορισμ*/προτροπ*",
        "ro": "instrucțiun*/regul*/comenz*/directiv*/restricți*",
        "hu": "utasítás*/szabály*/parancs*/irányelv*/korlátozás*",
        "fi": "ohjee*/ohjeet/ohjeita/sääntö*/säännö*/käsky*/rajoitu*",
    },
    "mine": {  # not the agent's: of the one who speaks
        "en": "my/our/mine/his/their/i said/i told/i gave/i sent/i wrote/he gave/she gave/"
        "they gave/doctor*/mum/mom/dad",
        "de": "mein*/unsere*/ich/er/seine*",
        "fr": "mon/ma/mes/notre/nos/j'ai/je",
        "es": "mi/mis/nuestr*/te dije/te di/le dije",
        "pt": "meu/minha/meus/minhas/nossa*/eu disse/te disse/lhe disse",
        "it": "mio/mia/miei/mie/nostr*/ti ho detto/ho detto",
        "nl": "mijn/onze/ik",
        "pl": "mój/moje/moja/moich/moją/nasze",
        "ru": "мой/моё/мое/мои/моего/моих/мою/наши*/я",
        "tr": "benim/söylediğim/yazdığım/attığım/verdiğim",
        "vi": "của tôi/của mình/của em/của anh",
        "id": "saya/ku/kami",
        "ko": "내가/제가",
        "ja": "私の/僕の/俺の/わたしの",
        "th": "ของฉัน/ของผม/ที่ฉันส่ง/ที่ผมส่ง",
        "hi": "मेरे/मेरी/मेरा/हमारे",
        "ar": "رسالتي/تعليماتي/كلامي",
    },
}
