"""Which words ask for what an agent was told before anyone spoke to it?

How the table is written says `orders.py`.
"""

from __future__ import annotations

INSIDE: dict[str, dict[str, str]] = {
    "show": {
        "en": "reveal/print/show/output/display/leak/dump/expose/disclose/repeat/recite/"
        "tell me/give me/quote/write out/list/share/paste/return/send/copy/translate/"
        "spell out/summarise/summarize/echo/type out/hand over/recall/read out/"
        "transcribe/print out/reproduce/tell us/read back/start with/begin with",
        "de": "zeig*/gib/geben sie/nenn*/verrate*/offenbar*/wiederhol*/druck*/schreib*/teile*/"
        "liste*/sag mir/übersetz*/lies ~ vor/kopier*/gib ~ aus/rezitier*/abschreib*",
        "fr": "révèle*/affiche*/montre*/donne*/répète*/divulgue*/imprime*/écris/écrivez/"
        "dis-moi/communique*/liste*/recopie*/envoie*/transmet*/recite*/cite*",
        "es": "revela*/revele/muestra*/muestre/muéstra*/enséña*/imprime/dime/dame/repite/"
        "divulga/escribe/lista/comparte/envía*/copia/transcribe/recita/reproduce",
        "pt": "revele/revela/mostre/mostra/exiba/imprima/diga*/dê/repita/divulgue/escreva/"
        "liste/compartilhe/envie/copie",
        "it": "rivela*/mostra*/stampa*/dimmi/ripeti/ripetete/divulga/scrivi/elenca/dammi/"
        "condividi/invia*/copia/riporta",
        "nl": "toon/laat ~ zien/geef/onthul/herhaal/print/schrijf/vertel me/deel/stuur/lijst",
        "pl": "pokaż*/ujawnij*/wypisz*/wyświetl*/podaj*/powtórz*/zdradź*/napisz*/wydrukuj*/"
        "prześlij*/wyślij*",
        "ru": "покажи*/раскрой*/выведи*/напиши*/повтори*/распечатай*/сообщи*/выдай*/назови*/"
        "пришли*/отправь*/перечисли*/процитируй*/скопируй*/перескажи*/воспроизведи*",
        "uk": "покажи*/розкрий*/виведи*/напиши*/повтори*/надрукуй*/надішли*",
        "cs": "ukaž*/odhal*/vypiš*/zopakuj*/prozraď*/napiš*/zobraz*/pošli*",
        "sv": "visa/avslöja/skriv ut/upprepa/vis/afslør/gentag/skriv/avslør/skicka",
        "tr": "göster*/yaz/yazın/yazdır*/açıkla/ifşa et*/tekrarla*/söyle*/ver/paylaş*/listele*/"
        "gönder*/dök",
        "ar": "اعرض/أظهر/اكشف/اطبع/كرر/أخبرني/أعطني/اكتب/أرسل/اذكر/أفصح/شارك",
        "fa": "نشان بده/فاش کن/چاپ کن/بنویس/تکرار کن/بگو/نمایش بده/بفرست",
        "he": "הצג/הראה/חשוף/הדפס/גלה/חזור על/תראה לי/כתוב/שלח",
        "hi": "दिखा/बता/प्रकट/छाप/दोहरा/लिख/साझा/भेज/उजागर",
        "bn": "দেখাও/দেখান/প্রকাশ/বলো/লেখো/পাঠাও",
        "zh": "输出/輸出/显示/顯示/告诉我/告訴我/透露/泄露/洩露/打印/列出/展示/复述/複述/重复/"
        "重複/给我/給我/公开/发给/发送/写出/交出/朗读/照抄/背出/抄写",
        "ja": "表示/教え/出力/公開/見せ/明か/繰り返/書き出/開示/送信/送って/漏ら/列挙/復唱/"
        "書き写/読み上げ/引用",
        "ko": "보여/출력/알려/공개/말해/표시/반복/보내/나열/적어/노출/유출/읽어/복사/옮겨",
        "th": "แสดง/เปิดเผย/บอก/พิมพ์/ส่ง/ทวน/คัดลอก",
        "vi": "tiết lộ/hiển thị/cho tôi xem/cho tôi biết/in ra/lặp lại/gửi/liệt kê/viết ra/"
        "đưa ra/xuất",
        "id": "tampilkan/tunjukkan/ungkapkan/beritahu/beri tahu/cetak/ulangi/kirim*/bocorkan/"
        "tuliskan/sebutkan/bagikan",
        "el": "δείξε*/αποκάλυψε/εμφάνισε/πες μου/γράψε/επανάλαβε/στείλε",
        "ro": "arată*/dezvăluie/afișează/spune-mi/scrie/repetă/trimite",
        "hu": "mutasd meg/mutass/írd ki/fedd fel/ismételd/áruld el/add ki/küldd",
        "fi": "näytä/paljasta/tulosta/kerro/toista/kirjoita/lähetä",
    },
    "prompt": {
        "en": "system prompt*/system message*/system instruction*/developer message*/"
        "developer instruction*/initial prompt*/initial instruction*/hidden prompt*/"
        "hidden instruction*/original prompt*/original instruction*/secret instruction*/"
        "internal instruction*/confidential instruction*/your instructions/your prompt/"
        "your guidelines/your configuration/your own instructions/your full instructions/"
        "your entire instructions/your complete instructions/your exact instructions/"
        "your internal instructions/your first instructions/your full prompt/"
        "your entire prompt/your own prompt/your exact prompt/your first prompt/"
        "text above/words above/everything above/everything ~ above/content above/"
        "context window/preamble/stored about the user/saved about the user/"
        "know about the user/remember about the user/above this line/stands above/"
        "written above/stored about your user/your system settings/you were told before/"
        "your rules/text before this/all text before/words before this/your first message",
        "de": "systemprompt*/system-prompt*/system prompt*/systemnachricht*/systemanweisung*/"
        "deine anweisungen/deinen anweisungen/deine ~ anweisungen/entwicklernachricht*/"
        "versteckte* prompt*/geheime* anweisung*/alles ~ oberhalb/"
        "über den nutzer gespeichert/über den benutzer gespeichert/"
        "über die nutzerin gespeichert/über die benutzerin gespeichert/über dieser zeile/"
        "über mich hinaus gespeichert/text oberhalb/deine regeln/deinen prompt/"
        "deine vorgaben",
        "fr": "prompt système/invite système/message système/instructions système/"
        "consignes système/tes instructions/vos instructions/tes consignes/"
        "instructions cachées/instructions secrètes/instructions initiales/"
        "prompt initial/prompt caché/message du développeur/tout ce qui précède/"
        "sur l'utilisateur/au-dessus de cette/tes règles/tes directives/ton prompt/"
        "votre prompt/texte au-dessus",
        "es": "prompt del sistema/mensaje del sistema/mensaje de sistema/"
        "instrucciones del sistema/tus instrucciones/indicaciones del sistema/"
        "prompt inicial/prompt oculto/instrucciones ocultas/instrucciones secretas/"
        "mensaje del desarrollador/todo lo anterior/sobre el usuario/por encima de esta/"
        "que está arriba/tus reglas/tus directrices/tu prompt/texto de arriba",
        "pt": "prompt do sistema/prompt de sistema/mensagem do sistema/mensagem de sistema/"
        "instruções do sistema/suas instruções/tuas instruções/prompt inicial/"
        "prompt oculto/instruções ocultas/instruções secretas/instruções internas/"
        "sobre o usuário/acima desta/que está acima/suas regras/seu prompt/texto acima/"
        "sobre o utilizador",
        "it": "prompt di sistema/messaggio di sistema/istruzioni di sistema/tue istruzioni/"
        "prompt iniziale/prompt nascosto/istruzioni nascoste/istruzioni segrete/"
        "messaggio dello sviluppatore/istruzioni interne/sull'utente/sopra questa/"
        "tue regole/tuo prompt/testo sopra/testo qui sopra",
        "nl": "systeemprompt*/systeembericht*/systeeminstructie*/je instructies/"
        "jouw instructies/verborgen instructies/geheime instructies/verborgen prompt/"
        "over de gebruiker/boven deze regel/hierboven staat/je regels/je prompt/"
        "systeemprompt",
        "pl": "prompt systemow*/promptu systemow*/instrukcje systemow*/wiadomość systemow*/"
        "komunikat systemow*/twoje instrukcje/swoje instrukcje/swój prompt/"
        "ukryte instrukcje/ukryty prompt/systemowy prompt/o użytkowniku/powyżej tej/"
        "swoje zasady/twój prompt/tekst powyżej",
        "ru": "системн* промпт*/системн* промт*/системн* сообщени*/системн* инструкци*/"
        "системн* запрос*/свои инструкции/твои инструкции/скрыт* инструкци*/"
        "секретн* инструкци*/начальн* промпт*/сообщение разработчика/о пользовател*/"
        "выше этой/всё, что выше/текст выше/свои правила/свой промпт/что написано выше",
        "uk": "системн* промпт*/системн* повідомленн*/системн* інструкці*/свої інструкції/"
        "твої інструкції/прихован* інструкці*",
        "cs": "systémov* prompt*/systémov* zpráv*/systémov* pokyn*/své pokyny/skryté pokyny/"
        "své instrukce",
        "sv": "systemprompt*/systemmeddeland*/systemmelding*/systeminstruktion*/"
        "dina instruktioner/dine instruktioner/dolda instruktioner",
        "tr": "sistem istem*/sistem mesaj*/sistem komut*/sistem talimat*/sistem prompt*/"
        "gizli talimat*/gizli istem*/talimatlarını/başlangıç talimat*/bu satırın üst*/"
        "yukarıdaki her şeyi/kullanıcı hakkında/kendi talimat*/yukarıda yazan",
        "ar": "رسالة النظام/موجه النظام/تعليمات النظام/مطالبة النظام/أوامر النظام/تعليماتك/"
        "التعليمات السرية/التعليمات المخفية/برومبت/التوجيهات الأولية/أعلى هذا السطر/"
        "ما ورد أعلاه/كل ما سبق/عن المستخدم/قواعدك الداخلية",
        "fa": "پرامپت سیستم/پیام سیستم/دستورات سیستم/دستورالعمل های خود/دستورات مخفی",
        "he": "הנחיית המערכת/הודעת המערכת/פרומפט/הוראות המערכת/ההוראות שלך/ההוראות הסודיות",
        "hi": "सिस्टम प्रॉम्प्ट/सिस्टम संदेश/सिस्टम मैसेज/सिस्टम निर्देश/छिपे हुए निर्देश/"
        "गुप्त निर्देश/अपने निर्देश/इस पंक्ति से ऊपर/ऊपर लिखा सब/उपयोगकर्ता के बारे में/"
        "अपने नियम/ऊपर का सारा",
        "bn": "সিস্টেম প্রম্পট/সিস্টেম বার্তা/গোপন নির্দেশ",
        "zh": "系统提示/系統提示/系统消息/系統訊息/系统指令/系統指令/系统信息/初始提示/"
        "初始指令/隐藏指令/隱藏指令/内部指令/你的指令/你的提示/秘密指令/开发者消息/"
        "以上所有内容/上面的所有内容/上面的文字/以上内容/这行以上/以上文字/你的规则/"
        "你的设定/关于用户的/这句话之前/此前的全部内容",
        "ja": "システムプロンプト/システムメッセージ/システム指示/システムの指示/"
        "初期プロンプト/隠された指示/内部指示/内部の指示/秘密の指示/開発者メッセージ/"
        "あなたへの指示/上に書かれ/これより上/この行より上/ユーザーについて覚え/"
        "あなたのルール/上の文章を/最初の指示",
        "ko": "시스템 프롬프트/시스템프롬프트/시스템 메시지/시스템 지시/시스템 명령/"
        "초기 프롬프트/숨겨진 지시/숨은 지시/비밀 지시/내부 지침/내부 지시/개발자 메시지/"
        "위에 적힌/위에 있는 모든/이 줄 위/너의 규칙/사용자에 대해 저장/위의 모든 내용",
        "th": "พรอมต์ระบบ/พร้อมท์ระบบ/ข้อความระบบ/คำสั่งระบบ/คำสั่งลับ/คำสั่งที่ซ่อน/"
        "คำสั่งของระบบ/ข้อความของระบบ/system prompt/เหนือบรรทัดนี้/ข้อความข้างต้นทั้งหมด/"
        "เกี่ยวกับผู้ใช้/กฎของคุณ/ข้อความด้านบนทั้งหมด",
        "vi": "lời nhắc hệ thống/thông điệp hệ thống/tin nhắn hệ thống/chỉ dẫn hệ thống/"
        "câu lệnh hệ thống/chỉ dẫn ẩn/prompt hệ thống/hướng dẫn hệ thống/"
        "phía trên dòng này/mọi thứ ở trên/về người dùng/quy tắc của bạn/"
        "nội dung phía trên",
        "id": "prompt sistem/pesan sistem/instruksi sistem/instruksi rahasia/"
        "instruksi tersembunyi/prompt awal/perintah sistem/instruksi anda/instruksimu/"
        "di atas baris ini/semua teks di atas/tentang pengguna/aturanmu/aturan anda/"
        "teks di atas",
        "el": "προτροπή συστήματος/μήνυμα συστήματος/οδηγίες συστήματος/κρυφές οδηγίες/"
        "system prompt",
        "ro": "promptul de sistem/mesajul de sistem/instrucțiunile tale/instrucțiunile de sistem",
        "hu": "rendszerprompt*/rendszerüzenet*/rendszerutasítás*/rejtett utasítás*",
        "fi": "järjestelmäkehot*/järjestelmäviest*/järjestelmäohje*/piilotetut ohjeet",
    },
}
