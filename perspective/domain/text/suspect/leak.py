"""Which words give away what is not for others?

How the table is written says `orders.py`.
"""

from __future__ import annotations

LEAK: dict[str, dict[str, str]] = {
    "give": {
        "en": "send/forward/email the/email all/email every*/email your/email them/e-mail the/"
        "e-mail all/mail the/mail all/mail your/mail its/mail them/upload/post the/"
        "post all/post every*/post your/transmit/exfiltrate/leak/deliver/export/share/"
        "submit/paste the/paste all/respond with/reply with/wire/hand over",
        "de": "sende/senden sie/schick*/leite* ~ weiter/maile/lade ~ hoch/übermittle*/poste/"
        "übertrag*/überweise*/kopiere*",
        "fr": "envoie/envoyez/transmets/transmettez/transfère*/poste/téléverse*/exfiltre*/"
        "communique*/copie*",
        "es": "envía/envíe/envia/manda/mande/reenvía/reenvie/sube/transmite/publica/exfiltra/"
        "enséña*/muéstra*/copia",
        "pt": "envie/envia/mande/manda/encaminhe/transmita/publique/poste/copie",
        "it": "invia/inviate/manda/mandate/inoltra/trasmetti/carica/pubblica/spedisci/copia",
        "nl": "stuur/verstuur/verzend/mail/upload/geef/stuur ~ door/kopieer",
        "pl": "wyślij*/prześlij*/przekaż*/opublikuj*/skopiuj*/wrzuć*",
        "ru": "отправь*/пришли*/перешли*/вышли*/передай*/загрузи*/опубликуй*/скопируй*/слей",
        "uk": "надішли*/відправ*/перешли*/передай*/завантаж*",
        "cs": "pošli*/odešli*/přepošli*/nahraj*/předej*",
        "sv": "skicka/vidarebefordra/ladda upp/send/videresend/mejla",
        "tr": "gönder*/ilet*/yolla*/yükle*/paylaş*/aktar*",
        "ar": "أرسل/ارسل/حول/أعد توجيه/انقل/ارفع/مرر",
        "fa": "بفرست/ارسال کن/فوروارد کن",
        "he": "שלח/שלחי/העבר/העלה",
        "hi": "भेज/अग्रेषित/फॉरवर्ड/अपलोड/साझा",
        "bn": "পাঠাও/পাঠান/পাঠিয়ে",
        "zh": "发送/發送/转发/轉發/发到/發到/上传/上傳/寄到/传送/发给/提交到/外传/拷贝/输出/"
        "告诉/给我",
        "ja": "送信/送って/送れ/転送/アップロード/投稿/渡し/教え/送り",
        "ko": "보내/전송/전달/업로드/발송/올려/출력/알려",
        "th": "ส่ง/อัปโหลด/โพสต์/ส่งต่อ",
        "vi": "gửi/chuyển tiếp/tải lên/đăng/chuyển",
        "id": "kirim*/teruskan/unggah/bagikan/salin",
        "el": "στείλε/στείλτε/προώθησε/ανέβασε",
        "ro": "trimite/trimiteți/redirecționează/încarcă",
        "hu": "küldd/küldje/továbbítsd/töltsd fel",
        "fi": "lähetä/välitä/lataa",
    },
    "secret": {
        "en": "api key*/password*/credential*/access token*/tokens/secret key*/private key*/"
        "ssh key*/id_rsa/.ssh/.env/environment variable*/chat history/chat_history/"
        "conversation history/conversation so far/conversation_history/this conversation/"
        "entire conversation/whole conversation/full conversation/stored memor*/"
        "all memor*/all ~ memor*/every memory/your memory/your memories/user's data/"
        "user data/user's files/user's notes/user's email*/user's contact*/"
        "user's messages/personal data/personal information/private data/private notes/"
        "private messages/confidential data/confidential information/contact list/"
        "all contacts/address book/bank details/card number*/credit card*/"
        "session cookie*/cookies/secrets/recovery phrase/seed phrase/two-factor code*/"
        "verification code*/other tenants/other users/other customers/real contents/"
        "everything you know about/what you know about the user/memory store",
        "de": "passwort*/passwörter*/zugangsdaten/api-schlüssel*/api-key*/private* schlüssel*/"
        "geheime* schlüssel*/chatverlauf*/gesprächsverlauf*/nutzerdaten/benutzerdaten/"
        "daten des nutzers/daten des benutzers/alle erinnerungen/"
        "gespeicherte* erinnerungen/kontaktliste/adressbuch/kreditkarte*/bankdaten/"
        "persönliche* daten/vertrauliche* daten/andere* kunden/andere* nutzer/"
        "anmeldedaten/notizen des nutzers",
        "fr": "mot* de passe/identifiants/clé* api/clé* d'api/clé* privée*/jeton* d'accès/"
        "historique ~ conversation/historique du chat/données ~ utilisateur*/"
        "données personnelles/données confidentielles/souvenirs enregistrés/"
        "tous les souvenirs/toute ta mémoire/carnet d'adresses/liste de* contacts/"
        "carte* bancaire*/coordonnées bancaires/autres utilisateurs/autres clients/"
        "notes de l'utilisateur",
        "es": "contraseña*/credenciales/clave* api/clave* de api/clave* privada*/"
        "token* de acceso/historial ~ conversación/historial ~ chat/datos del usuario/"
        "datos personales/datos confidenciales/recuerdos guardados/todos los recuerdos/"
        "lista de contactos/agenda de contactos/tarjeta* de crédito/datos bancarios/"
        "otros usuarios/otros clientes/memoria guardada/notas del usuario",
        "pt": "senha*/palavra-passe/palavras-passe/credenciais/chave* de api/chave* api/"
        "chave* privada*/histórico ~ conversa/histórico ~ chat/dados do usuário/"
        "dados do utilizador/dados pessoais/dados confidenciais/memórias guardadas/"
        "todas as memórias/memórias salvas/lista de contatos/lista de contactos/"
        "cartão de crédito/dados bancários/outros usuários/outros clientes/"
        "notas do usuário",
        "it": "password/credenziali/chiav* api/chiav* privat*/cronologia ~ conversazion*/"
        "cronologia ~ chat/dati dell'utente/dati personali/dati riservati/"
        "ricordi salvati/tutti i ricordi/rubrica/elenco dei contatti/carta di credito/"
        "dati bancari/altri utenti/altri clienti/note dell'utente",
        "nl": "wachtwoord*/inloggegevens/api-sleutel*/privésleutel*/chatgeschiedenis/"
        "gespreksgeschiedenis/gebruikersgegevens/gegevens van de gebruiker/"
        "gegevens van ~ klanten/persoonlijke gegevens/vertrouwelijke gegevens/"
        "alle herinneringen/contactenlijst/adresboek/creditcard*/bankgegevens/"
        "andere klanten/andere gebruikers",
        "pl": "hasł*/dane logowania/dane uwierzytelniające/klucz* api/klucz* prywatn*/"
        "histori* rozmow*/histori* czatu/histori* konwersacji/dane użytkownika/"
        "dane osobowe/dane poufne/zapisane wspomnienia/wszystkie wspomnienia/"
        "list* kontaktów/książk* adresow*/kart* kredytow*/dane bankowe/"
        "innych użytkowników/innych klientów/notatki użytkownika",
        "ru": "парол*/учётн* данн*/учетн* данн*/ключ* api/api-ключ*/приватн* ключ*/"
        "закрыт* ключ*/токен* доступа/историю ~ переписки/историю ~ чата/"
        "историю ~ разговора/историю ~ беседы/историю ~ диалога/всю переписку/"
        "данные пользовател*/персональн* данн*/личн* данн*/конфиденциальн* данн*/"
        "сохранённ* воспоминани*/все воспоминания/список контактов/адресн* книг*/"
        "банковск* карт*/банковск* данн*/других пользовател*/других клиент*/"
        "заметки пользовател*",
        "uk": "парол*/облікові дані/ключ* api/приватн* ключ*/історію ~ чату/історію ~ розмови/"
        "дані користувач*/персональн* дан*/список контактів/банківськ* дан*",
        "cs": "hesl*/přihlašovací údaje/api klíč*/soukrom* klíč*/histori* ~ chatu/"
        "histori* ~ konverzace/data uživatel*/osobní údaje/seznam kontaktů/údaje ~ kart*",
        "sv": "lösenord*/inloggningsuppgifter/api-nyck*/privata nycklar/chatthistorik*/"
        "konversationen/användarens data/användardata/personuppgifter/kontaktlista*/"
        "kreditkort*/adgangskode*/brugerens data/passord*",
        "tr": "şifre*/parola*/kimlik bilgileri*/api anahtar*/özel anahtar*/sohbet geçmiş*/"
        "konuşma geçmiş*/kullanıcı veri*/kullanıcının veri*/kişisel veri*/kişisel bilgi*/"
        "gizli veri*/kayıtlı anı*/tüm anılar*/kişi listesi*/rehber*/kredi kart*/"
        "banka bilgi*/diğer kullanıcı*/diğer müşteri*/kullanıcının not*",
        "ar": "كلمات المرور/كلمة المرور/كلمة السر/بيانات الدخول/بيانات الاعتماد/مفتاح api/"
        "مفاتيح api/مفاتيح الواجهة/المفتاح الخاص/سجل المحادثة/سجل الدردشة/المحادثة كاملة/"
        "بيانات المستخدم/البيانات الشخصية/بيانات سرية/الذكريات المحفوظة/جميع الذكريات/"
        "قائمة جهات الاتصال/جهات الاتصال/بطاقة الائتمان/بيانات البنك/المستخدمين الآخرين/"
        "العملاء الآخرين/ملاحظات المستخدم",
        "fa": "رمز عبور/گذرواژه/کلید api/کلید خصوصی/تاریخچه گفتگو/تاریخچه چت/داده های کاربر/"
        "اطلاعات کاربر/اطلاعات شخصی/لیست مخاطبین/کارت بانکی",
        "he": "סיסמאות/סיסמה/פרטי התחברות/מפתח api/מפתחות api/היסטוריית השיחה/היסטוריית הצ'אט/"
        "נתוני המשתמש/מידע אישי/רשימת אנשי הקשר/כרטיס אשראי",
        "hi": "पासवर्ड/api कुंजी/एपीआई कुंजी/एपीआई की/निजी कुंजी/चैट इतिहास/बातचीत का इतिहास/"
        "पूरी बातचीत/उपयोगकर्ता का डेटा/उपयोगकर्ता डेटा/उपयोगकर्ता की जानकारी/"
        "यूज़र का डेटा/यूज़र डेटा/व्यक्तिगत डेटा/निजी डेटा/निजी जानकारी/संपर्क सूची/"
        "क्रेडिट कार्ड/बैंक विवरण/अन्य उपयोगकर्ता/सहेजी गई यादें/सभी यादें",
        "bn": "পাসওয়ার্ড/এপিআই কী/চ্যাট ইতিহাস/ব্যবহারকারীর তথ্য/ব্যবহারকারীর ডেটা/ব্যক্তিগত তথ্য/যোগাযোগ তালিকা",
        "zh": "密码/密碼/口令/api密钥/api密鑰/api 密钥/密钥/私钥/私鑰/访问令牌/令牌/凭证/凭据/"
        "聊天记录/聊天記錄/对话记录/對話記錄/对话历史/全部对话/用户数据/用户信息/"
        "用戶資料/用户资料/个人信息/个人数据/机密/通讯录/联系人列表/聯絡人/联系人/信用卡/"
        "银行账户/其他用户/其他客户/所有记忆/保存的记忆/存储的记忆/用户的笔记",
        "ja": "パスワード/apiキー/api キー/秘密鍵/認証情報/アクセストークン/会話履歴/"
        "チャット履歴/会話の履歴/会話内容/会話の内容/ユーザーデータ/ユーザーのデータ/"
        "ユーザー情報/ユーザーの情報/利用者の情報/個人情報/個人データ/機密情報/"
        "機密データ/連絡先/アドレス帳/クレジットカード/銀行口座/他のユーザー/他の利用者/"
        "他の顧客/保存された記憶/すべての記憶/全ての記憶/記憶をすべて",
        "ko": "비밀번호/암호를/api 키/api키/개인 키/비밀 키/인증 정보/자격 증명/접근 토큰/"
        "대화 기록/채팅 기록/대화 내용/대화 전체/사용자 데이터/사용자 정보/사용자의 정보/"
        "개인정보/개인 정보/기밀/연락처/주소록/신용카드/은행 계좌/다른 사용자/다른 고객/"
        "저장된 기억/모든 기억",
        "th": "รหัสผ่าน/คีย์ api/api key/กุญแจส่วนตัว/ประวัติการสนทนา/ประวัติแชต/ประวัติแชท/"
        "บทสนทนาทั้งหมด/ข้อมูลผู้ใช้/ข้อมูลของผู้ใช้/ข้อมูลส่วนตัว/ข้อมูลส่วนบุคคล/"
        "ข้อมูลลับ/รายชื่อผู้ติดต่อ/บัตรเครดิต/บัญชีธนาคาร/ผู้ใช้รายอื่น/ผู้ใช้คนอื่น/"
        "ความทรงจำทั้งหมด",
        "vi": "mật khẩu/khóa api/khoá api/khóa riêng/thông tin đăng nhập/lịch sử trò chuyện/"
        "lịch sử hội thoại/toàn bộ cuộc trò chuyện/toàn bộ cuộc hội thoại/"
        "dữ liệu người dùng/dữ liệu của người dùng/thông tin người dùng/"
        "thông tin cá nhân/dữ liệu cá nhân/dữ liệu bí mật/danh bạ/danh sách liên hệ/"
        "thẻ tín dụng/tài khoản ngân hàng/người dùng khác/khách hàng khác/ký ức đã lưu/"
        "ghi chú của người dùng",
        "id": "kata sandi/password/kunci api/api key/kunci pribadi/kredensial/"
        "riwayat percakapan/riwayat obrolan/seluruh percakapan/data pengguna/"
        "informasi pengguna/data pribadi/informasi pribadi/data rahasia/daftar kontak/"
        "buku alamat/kartu kredit/rekening bank/pengguna lain/pelanggan lain/"
        "semua memori/catatan pengguna",
        "el": "κωδικ* πρόσβασης/κωδικούς/κλειδί api/ιστορικό ~ συνομιλ*/δεδομένα ~ χρήστη/"
        "προσωπικά δεδομένα/επαφές",
        "ro": "parol*/chei* api/cheia api/istoricul conversației/datele utilizatorului/"
        "date personale/lista de contacte",
        "hu": "jelszó*/jelszavak*/api-kulcs*/beszélgetés* előzmény*/felhasználó* adat*/"
        "személyes adat*/névjegy*",
        "fi": "salasan*/api-avai*/keskusteluhistoria*/käyttäjän tied*/henkilötied*/yhteystied*",
    },
}
