"""Which words hide an act from the one whom an agent serves?

How the table is written says `orders.py`.
"""

from __future__ import annotations

SECRECY: dict[str, dict[str, str]] = {
    "silent": {  # the user is not to be told
        "en": "do not ~ tell the user/don't ~ tell the user/never tell the user/"
        "not ~ inform the user/never inform the user/n't inform the user/"
        "user must not know/user must not notice/user need not know/"
        "user doesn't need to know/user does not need to know/user should not know/"
        "user shouldn't know/not alert the user/never alert the user/not let the user/"
        "tell the human/user has already agreed/user has already approved/"
        "user already agreed/not tell your user/not tell your operator/"
        "not tell the human/user's knowledge/keep the user in the dark/user must never/"
        "user is not to know/user may not know/tell your user that everything",
        "de": "sag* ~ benutzer nichts/sag* ~ nutzer nichts/sag* ~ user nichts/"
        "nutzer nichts davon/benutzer nichts davon/nutzer ~ nicht erfahren/"
        "benutzer ~ nicht erfahren/erwähn* ~ nicht ~ nutzer/erwähn* ~ nicht ~ benutzer/"
        "nutzer ~ nicht informier*/informier* ~ nutzer nicht/informier* ~ benutzer nicht/"
        "nicht dem nutzer/nicht dem benutzer/nutzerin nichts/benutzerin nichts",
        "fr": "ne dis rien à l'utilisateur/ne dites rien à l'utilisateur/"
        "n'en parle* pas à l'utilisateur/ne le dis pas à l'utilisateur/"
        "n'informe* pas l'utilisateur/ne mentionne* ~ à l'utilisateur/"
        "ne prévien* pas l'utilisateur/l'utilisateur ne doit pas",
        "es": "no ~ al usuario/no se lo digas al usuario/oculta* ~ usuario/el usuario no debe",
        "pt": "não ~ ao usuário/não ~ ao utilizador/não avise o usuário/esconda ~ usuário/"
        "o usuário não deve/não informe o usuário",
        "it": "non ~ all'utente/non informare l'utente/non avvisare l'utente/nascondi ~ utente/"
        "l'utente non deve",
        "nl": "vertel ~ de gebruiker niet/vertel ~ gebruiker niets/"
        "zeg ~ niets tegen de gebruiker/zeg ~ niet tegen de gebruiker/"
        "informeer de gebruiker niet/meld ~ niet aan de gebruiker/gebruiker ~ niet weten/"
        "verberg ~ gebruiker/gebruiker mag",
        "pl": "nie mów ~ użytkownik*/nie informuj użytkownik*/nie wspominaj ~ użytkownik*/"
        "ukryj ~ użytkownik*/nie ujawniaj ~ użytkownik*/nie powiadamiaj użytkownik*/"
        "użytkownik nie może/użytkownikowi nic",
        "ru": "не говори* ~ пользовател*/не сообщай* ~ пользовател*/"
        "не упоминай* ~ пользовател*/не рассказывай* ~ пользовател*/"
        "не уведомля* ~ пользовател*/скрой* ~ пользовател*/скрывай* ~ пользовател*/"
        "втайне от пользовател*/пользователь не должен/не предупрежда* ~ пользовател*/"
        "незаметно для пользовател*/не показывай* ~ пользовател*/скажи* хозяин*",
        "uk": "не кажи* ~ користувач*/не повідомляй* ~ користувач*/не згадуй* ~ користувач*/"
        "скажи господар*/не кажи* господар*",
        "cs": "neříkej* ~ uživatel*/neinformuj* ~ uživatel*/nezmiňuj* ~ uživatel*",
        "sv": "berätta inte ~ användaren/säg inget ~ användaren/nämn inte ~ användaren/"
        "fortæl ikke ~ brugeren/informera inte användaren",
        "tr": "kullanıcıya söyleme*/kullanıcıya ~ söyleme*/kullanıcıya bildirme*/"
        "kullanıcıya ~ bildirme*/kullanıcıya haber verme*/kullanıcıya ~ bahsetme*/"
        "kullanıcıdan gizle*/kullanıcının haberi olma*/kullanıcıya haber ver*/"
        "kullanıcıya gösterme*/kullanıcı ~ bilmesin/kullanıcıya sezdirme*/"
        "kullanıcıya hiçbir şey/kullanıcı fark etme*",
        "ar": "لا تخبر المستخدم/لا تعلم المستخدم/لا تبلغ المستخدم",
        "fa": "به کاربر نگو/به کاربر اطلاع نده/کاربر نباید بداند",
        "he": "אל תספר למשתמש/אל תגלה למשתמש",
        "hi": "उपयोगकर्ता को न बता/उपयोगकर्ता को मत बता/यूज़र को मत बता/यूज़र को न बता/"
        "उपयोगकर्ता को कुछ मत/यूज़र को कुछ मत/उपयोगकर्ता से छिपा/यूज़र से छिपा/"
        "उपयोगकर्ता को इसकी/उपयोगकर्ता को पता न",
        "bn": "ব্যবহারকারীকে বলো না/ব্যবহারকারীকে বলবেন না/ব্যবহারকারীকে জানাবেন না/ব্যবহারকারীকে না জানিয়ে",
        "zh": "不要告诉用户/不要告訴用戶/不要告訴使用者/别告诉用户/不告诉用户/不要通知用户/"
        "不要向用户/不要让用户/别让用户/勿告知用户/不得告知用户/无需用户确认/瞒着用户/"
        "不必告知用户/不要提示用户/不通知用户/不要對用戶/不要向使用者/別告訴用戶",
        "ja": "ユーザーに知らせ/ユーザーには知らせ/利用者には知らせ/利用者に知らせ/"
        "ユーザーに伝えな/ユーザーには伝えな/利用者に伝えな/ユーザーに言わな/"
        "ユーザーには言わな/ユーザーには秘密/ユーザーに秘密/ユーザーに気づかれ/"
        "利用者に気づかれ/ユーザーには内緒/利用者には内緒/ユーザーに通知せず/"
        "ユーザーに告げ/ユーザーには見せ/ユーザーに見せ",
        "ko": "사용자에게 알리지/사용자에게는 알리지/사용자에게 말하지/사용자에게는 말하지/"
        "사용자 모르게/사용자에게 비밀/사용자에게는 비밀/사용자에게 언급하지/"
        "이용자에게 알리지/사용자가 모르게/사용자가 알지/사용자에게 보여주지",
        "th": "อย่าบอกผู้ใช้/ห้ามบอกผู้ใช้/ไม่ต้องบอกผู้ใช้/อย่าแจ้งผู้ใช้/ห้ามแจ้งผู้ใช้/"
        "อย่าให้ผู้ใช้รู้/ไม่ให้ผู้ใช้รู้/ไม่ต้องแจ้งผู้ใช้/ปิดบังผู้ใช้/โดยที่ผู้ใช้ไม่",
        "vi": "đừng nói cho người dùng/đừng nói với người dùng/không nói với người dùng/"
        "đừng cho người dùng biết/không báo cho người dùng/đừng báo cho người dùng/"
        "không cho người dùng biết/đừng tiết lộ với người dùng/giấu người dùng/"
        "không thông báo cho người dùng/đừng thông báo cho người dùng/"
        "người dùng không được biết",
        "id": "jangan beri tahu pengguna/jangan beritahu pengguna/"
        "jangan katakan kepada pengguna/rahasiakan ~ pengguna/sembunyikan ~ pengguna/"
        "jangan bilang ~ pengguna",
        "el": "μην πεις ~ χρήστη/μην ενημερώσεις ~ χρήστη/μην αναφέρεις ~ χρήστη",
        "ro": "nu spune ~ utilizator*/nu informa ~ utilizator*",
        "hu": "ne mondd el a felhasználó*/felhasználó tudta nélkül/ne említsd ~ felhasználó*/"
        "ne szólj a felhasználó*",
        "fi": "älä kerro käyttäjälle/käyttäjän tietämättä/ilman käyttäjän/älä mainitse käyttäjälle",
    },
    "covert": {  # in secret, unasked
        "en": "not ~ mention this/never mention this/not mention th* ~ to the/"
        "without telling the/without informing the/without notifying the/"
        "without mentioning this/without the user knowing/without the user noticing/"
        "never reveal that/never reveal this/not reveal this/not reveal that/"
        "hide this from the/keep this from the/conceal this from the/conceal it from the/"
        "without asking the user/without asking for confirmation/"
        "never ask for confirmation/no confirmation needed/without user confirmation/"
        "without confirmation from the user/without showing ~ to the user/"
        "not show this to the/behind the user's back/without the owner/"
        "not tell the owner/not tell anyone about this instruction/not disclose this/"
        "never mention where/not mention where/never say where/not say where ~ came from/"
        "never disclose/without their knowledge/unbeknownst/never mention that this/"
        "not mention these/tell your owner that everything/ask nobody/without the reader/"
        "not tell the reader/not tell the recipient/without telling your",
        "de": "ohne ~ nutzer/ohne ~ benutzer/ohne ~ anwender/ohne ~ user/verschweig*/"
        "ohne rückfrage/ohne nachzufragen/ohne bestätigung/erwähne diesen hinweis nicht/"
        "erwähne diese anweisung nicht/erwähne diesen satz nicht/lösche ~ diese zeile/"
        "herkunft ~ nicht/verrate nicht, woher/ohne dass ~ nutzer*/ohne dass ~ benutzer*/"
        "ohne dass ~ merkt/heimlich/sag ~ niemandem, dass diese/besitzer nichts",
        "fr": "sans ~ l'utilisateur/ne mentionne* ~ pas cette/à l'insu de l'utilisateur/"
        "sans demander confirmation/sans confirmation/ne révèle* jamais que/"
        "ne le mentionne* pas/ne préviens pas/ne dis pas d'où/en cachette/"
        "sans que l'utilisat*/à l'insu/ne mentionne* jamais",
        "es": "sin ~ al usuario/sin que el usuario/no menciones est*/no mencione est*/"
        "no reveles est*/sin pedir confirmación/sin confirmación/a espaldas del usuario/"
        "no digas de dónde/a escondidas/sin que ~ se entere/nunca menciones/"
        "no lo menciones",
        "pt": "sem ~ o usuário/sem ~ ao usuário/sem ~ ao utilizador/sem ~ o utilizador/"
        "sem que o usuário/sem que o utilizador/não mencione est*/não mencione iss*/"
        "sem pedir confirmação/sem confirmação/não revele que/não diga de onde/"
        "às escondidas/nunca mencione/sem que ~ saiba/não comente",
        "it": "senza ~ l'utente/senza ~ all'utente/senza che l'utente/non menzionare quest*/"
        "senza chiedere conferma/senza conferma/all'insaputa dell'utente/"
        "non rivelare mai/di nascosto/non dire da dove/non menzionare mai/senza dirlo",
        "nl": "zonder ~ de gebruiker/noem deze ~ niet/stiekem/zonder bevestiging/"
        "zonder te vragen/verzwijg/zeg niet waar/noem nooit/in het geheim",
        "pl": "bez wiedzy użytkownik*/bez informowania użytkownik*/nie wspominaj o tej/"
        "nie wspominaj o tym/bez potwierdzenia/bez pytania/potajemnie/w tajemnicy/"
        "nie mów, skąd/nigdy nie wspominaj",
        "ru": "без ведома пользовател*/не упоминай* об этом/не упоминай* эту/без подтверждения/"
        "не спрашивай* подтверждени*/не ставя ~ в известность/не говори, откуда/"
        "никогда не упоминай*/тайком/втайне/незаметно",
        "uk": "без відома користувач*/без підтвердження/таємно/непомітно",
        "cs": "bez vědomí uživatel*/bez potvrzení",
        "sv": "utan att ~ användaren/uden at ~ brugeren/uten å ~ brukeren",
        "tr": "onay isteme*/onay almadan/onay beklemeden/bundan bahsetme*/gizlice/çaktırmadan/"
        "nereden geldiğini söyleme*",
        "ar": "لا تخبره/دون إخبار/بدون إخبار/دون علم/بدون علم/لا تذكر هذا/لا تذكر هذه/"
        "لا تذكر ذلك/دون أن يعلم/دون تأكيد/لا تطلب تأكيد/دون إبلاغ/أخف ذلك/أخف هذا/"
        "دون أن تخبر/لا تقل للمستخدم/لا تكشف للمستخدم/لا تشر إلى هذ/لا تذكر أبدا من أين/"
        "لا تكشف مصدر/دون إذن المستخدم/دون علمه",
        "fa": "بدون اطلاع کاربر/بدون تایید",
        "he": "בלי לידע את המשתמש/ללא ידיעת המשתמש/אל תזכיר/בלי לספר למשתמש/בלי אישור/מבלי ליידע",
        "hi": "उपयोगकर्ता को बताए बिना/यूज़र को बताए बिना/बिना बताए/इसका ज़िक्र मत/"
        "पुष्टि के बिना/बिना पुष्टि/चुपके से/चुपचाप/गुप्त रूप से",
        "zh": "无需确认/不要提及/不要提到这/不要请求确认/悄悄/隐瞒/無需確認/不需要确认/"
        "不经用户/未经用户/不要说明来源/不要透露/主人不知道/不要让主人/不得透露",
        "ja": "確認なしで/確認を求めず/確認は不要/このことは言わな/言及しない/出どころは/"
        "出典は明かさ/持ち主に/内密に/こっそり/悟られ",
        "ko": "사용자 몰래/확인 없이/확인을 요청하지/언급하지 마/출처를 밝히지/들키지/주인에게",
        "th": "โดยไม่บอกผู้ใช้/โดยไม่แจ้งผู้ใช้/ไม่ต้องขอคำยืนยัน/โดยไม่ต้องยืนยัน/โดยไม่ให้ผู้ใช้/ห้ามพูดถึง/แอบ/อย่างลับ ๆ",
        "vi": "mà không báo cho người dùng/không cần xác nhận/đừng nhắc đến/không được nhắc/"
        "lén lút/âm thầm/bí mật gửi/đừng nói nguồn",
        "id": "tanpa memberi tahu pengguna/tanpa memberitahu pengguna/"
        "tanpa sepengetahuan pengguna/tanpa konfirmasi/jangan sebutkan/"
        "jangan minta konfirmasi/jangan ungkapkan/diam-diam/jangan sebut dari mana/"
        "tanpa diketahui",
        "el": "χωρίς ~ χρήστη",
        "ro": "fără știrea utilizator*/fără confirmare",
    },
    "user": {
        "en": "user/user's/users/your owner/your operator/the human/the reader/the recipient",
        "de": "nutzer*/benutzer*/anwender*",
        "fr": "utilisat*",
        "es": "usuari*",
        "pt": "usuári*/utilizador*",
        "it": "utent*",
        "nl": "gebruiker*",
        "pl": "użytkowni*",
        "ru": "пользовател*",
        "uk": "користувач*",
        "cs": "uživatel*",
        "sv": "användare*/bruger*/bruker*",
        "tr": "kullanıcı*",
        "ar": "المستخدم",
        "fa": "کاربر",
        "he": "משתמש",
        "hi": "उपयोगकर्ता/यूज़र",
        "bn": "ব্যবহারকারী",
        "zh": "用户/用戶/使用者",
        "ja": "ユーザー/利用者",
        "ko": "사용자/이용자",
        "th": "ผู้ใช้",
        "vi": "người dùng",
        "id": "pengguna",
        "el": "χρήστη*",
        "ro": "utilizator*",
        "hu": "felhasználó*",
        "fi": "käyttäj*",
    },
    "self": {  # the order itself
        "en": "this note/this message/this instruction*/this sentence/this prompt/this rule/"
        "this memory/these instructions/this information came/that information/"
        "you learned this/you were told/told you to/this text/this line/this step/"
        "this action/this request",
        "de": "dieser hinweis/diesen hinweis/diese notiz/diese anweisung*/dieser satz/"
        "diesen satz/diese nachricht/diese zeile",
        "fr": "cette note/cette consigne/cette instruction/cette phrase/ces instructions/"
        "ce message",
        "es": "esta nota/esta instrucción/estas instrucciones/esta frase/este mensaje",
        "pt": "esta nota/esta instrução/estas instruções/esta frase/esta mensagem",
        "it": "questa nota/questa istruzione/queste istruzioni/questa frase/questo messaggio",
        "nl": "deze notitie/deze instructie*/deze zin/dit bericht",
        "pl": "tej notat*/tej instrukcji/tym poleceniu/tego zdania/tej wiadomości",
        "ru": "эту заметку/этой заметке/эту инструкцию/этой инструкции/это указание/"
        "этом указании/этом сообщении",
        "tr": "bu not*/bu talimat*/bu cümle*/bu mesaj*",
        "ar": "هذه التعليمات/هذه الملاحظة/هذه الرسالة/هذه الجملة/هذه المعلومة",
        "hi": "यह निर्देश/इस निर्देश/यह संदेश/इस संदेश/इस नोट",
        "zh": "此指令/这条指令/这段话/这句话/此消息/该指令/本指令/这条消息",
        "ja": "この指示/この文/この命令/このメモ",
        "ko": "이 지시/이 문장/이 메모/이 명령/이 지침",
        "th": "คำสั่งนี้/ข้อความนี้/บันทึกนี้",
        "vi": "chỉ dẫn này/câu này/ghi chú này/lệnh này",
        "id": "instruksi ini/kalimat ini/catatan ini/perintah ini",
    },
    "act": {
        "en": "delete/run/execute/call/invoke/transfer/approve/pay/buy/order/install/disable/"
        "remove/erase/book/change/insert/append/recommend/say/state/confirm/add/rank/"
        "rate/grant/wipe/open/fetch/store/save/move",
        "de": "lösch*/führe*/rufe*/überweis*/genehmig*/bezahl*/kauf*/bestell*/installier*/"
        "deaktivier*/entfern*/bestätig*/empfiehl/empfehle*",
        "fr": "supprime*/exécute*/appelle*/vire*/approuve*/paie/payez/achète*/commande*/"
        "installe*/désactive*/recommande*",
        "es": "borra/elimina/ejecuta/llama/transfiere/aprueba/paga/compra/instala/desactiva/"
        "recomienda/confirma",
        "pt": "apague/exclua/execute/chame/transfira/aprove/pague/compre/instale/desative/"
        "recomende/confirme",
        "it": "cancella/elimina/esegui/chiama/trasferisci/approva/paga/acquista/compra/"
        "installa/disattiva/consiglia/conferma",
        "nl": "verwijder/wis/voer ~ uit/roep ~ aan/maak ~ over/keur ~ goed/betaal/koop/"
        "installeer/beveel ~ aan/bevestig",
        "pl": "usuń*/wykonaj*/wywołaj*/przelej*/zatwierdź*/zapłać*/kup*/zainstaluj*/wyłącz*/"
        "polec*/potwierdź*",
        "ru": "удали*/выполни*/запусти*/вызови*/переведи*/одобри*/оплати*/купи*/установи*/"
        "отключи*/рекомендуй*/подтверди*",
        "uk": "видали*/виконай*/запусти*/перекажи*/схвали*/оплати*/купи*/встанови*",
        "tr": "sil/silin/çalıştır*/çağır*/aktar*/onayla*/öde*/satın al*/kur/devre dışı*/öner*",
        "ar": "احذف/نفذ/شغل/استدع/حول/وافق/ادفع/اشتر/ثبت/عطل/أوص/أكد",
        "hi": "हटा/मिटा/चला/निष्पादित/स्थानांतरित/स्वीकृत/भुगतान/खरीद/सिफ़ारिश/पुष्टि",
        "zh": "删除/刪除/执行/執行/运行/調用/调用/转账/轉帳/批准/支付/购买/安装/禁用/推荐/推薦/"
        "确认",
        "ja": "削除/実行/呼び出/振り込/承認/支払/購入/インストール/無効化/推薦/おすすめ",
        "ko": "삭제/실행/호출/송금/이체/승인/결제/구매/설치/비활성화/추천",
        "th": "ลบ/รัน/เรียกใช้/โอน/อนุมัติ/จ่าย/ซื้อ/ติดตั้ง/แนะนำ",
        "vi": "xóa/xoá/chạy/thực thi/gọi/chuyển khoản/phê duyệt/thanh toán/mua/cài đặt/đề xuất/"
        "xác nhận",
        "id": "hapus/jalankan/panggil/transfer/setujui/bayar/beli/pasang/nonaktifkan/"
        "rekomendasikan/konfirmasi*",
    },
}
