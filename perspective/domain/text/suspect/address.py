"""Which words address a machine that reads?

How the table is written says `orders.py`.
"""

from __future__ import annotations

ADDRESS: dict[str, dict[str, str]] = {
    "agent": {  # a machine by name
        "en": "ai/a.i./ais/llm/llms/language model/language models/chatbot/chatbots/"
        "automated agent*/automated system*/automated reader*/automated reviewer*/"
        "automated assistant*/chatgpt/gpt/artificial intelligence",
        "de": "ki/künstliche* intelligenz/sprachmodell*/ki-*/chatbot*",
        "fr": "ia/intelligence* artificielle*/modèle* de langage/agent* automatique*/chatbot*/llm",
        "es": "ia/inteligencia* artificial*/modelo* de lenguaje/agente* automátic*/chatbot*/llm",
        "pt": "ia/inteligência* artificia*/modelo* de linguagem/agente* automátic*/chatbot*/llm",
        "it": "ia/intelligenz* artificial*/modell* linguistic*/modell* di linguaggio/"
        "agent* automatic*/chatbot*",
        "nl": "kunstmatige intelligentie*/taalmodel*/ai-*/chatbot*",
        "pl": "sztuczn* inteligencj*/model* językow*/chatbot*/modelu językow*",
        "ru": "ии/искусственн* интеллект*/нейросет*/языков* модел*/ии-*/чат-бот*/"
        "автоматическ* агент*",
        "uk": "ші/штучн* інтелект*/нейромереж*/мовн* модел*/чат-бот*",
        "cs": "uměl* inteligenc*/jazykov* model*/chatbot*",
        "sv": "språkmodell*/ai-*/kunstig intelligens/artificiell intelligens/sprogmodel*/chattbot*",
        "tr": "yapay zeka*/yapay zekâ*/dil model*/sohbet bot*/sohbet robot*",
        "ar": "ذكاء اصطناعي/الذكاء الاصطناعي/المساعد الآلي/المساعد الذكي/نموذج اللغة/"
        "نموذج لغوي/النموذج اللغوي/الوكيل الآلي/نماذج اللغة/روبوت الدردشة",
        "fa": "هوش مصنوعی/مدل زبانی/چت بات",
        "he": "בינה מלאכותית/מודל שפה/צ'אטבוט",
        "hi": "एआई/कृत्रिम बुद्धिमत्ता/भाषा मॉडल/चैटबॉट",
        "bn": "এআই/কৃত্রিম বুদ্ধিমত্তা/ভাষা মডেল/চ্যাটবট",
        "zh": "ai助手/ai模型/ai智能/ai代理/的ai/为ai/是ai/给ai/所有ai/ai系统/ai机器/人工智能/"
        "人工智慧/语言模型/語言模型/大模型/智能助手/智能体/智慧助理/机器人助手",
        "ja": "aiアシスタント/aiエージェント/aiモデル/ai向け/aiへ/aiは/aiなら/aiであれ/aiの/"
        "生成ai/人工知能/言語モデル/チャットボット/自動エージェント",
        "ko": "ai에게/ai는/ai라면/ai가/ai 어시/ai 비서/ai 모델/ai 에이/인공지능/언어 모델/"
        "언어모델/챗봇/자동 에이전트",
        "th": "เอไอ/ปัญญาประดิษฐ์/โมเดลภาษา/แชตบอต/แชทบอท",
        "vi": "trí tuệ nhân tạo/mô hình ngôn ngữ",
        "id": "kecerdasan buatan/model bahasa",
        "el": "τεχνητή νοημοσύνη/γλωσσικό μοντέλο",
        "ro": "inteligenț* artificial*/model* de limbaj",
        "hu": "mesterséges intelligencia/nyelvi modell*",
        "fi": "tekoäly*/kielimalli*",
    },
    "helper": {  # may be a person too
        "en": "assistant/assistants/agents/agent/model/models/bot/bots",
        "de": "assistent/assistenten/modell/modelle/agent/agenten/bot/bots",
        "fr": "assistant/assistants/robot/robots/agent/agents",
        "es": "asistente/asistentes/agente/agentes/bot",
        "pt": "assistente/assistentes/agente/robô/robôs",
        "it": "assistente/assistenti/agente/agenti",
        "nl": "assistent/assistenten/bot/agent",
        "pl": "asyste*/agent*/bot/bocie",
        "ru": "ассистент*/помощник*/бот/боты/агент*",
        "tr": "asistan*/bot/botlar/aracı*",
        "ar": "المساعد/مساعد/روبوت/الوكيل",
        "hi": "असिस्टेंट/सहायक/एजेंट",
        "zh": "助理/助手/机器人/機器人/代理",
        "ja": "アシスタント/エージェント/ボット",
        "ko": "어시스턴트/에이전트/비서/봇",
        "th": "ผู้ช่วย/บอท",
        "vi": "trợ lý/tác nhân",
        "id": "asisten*/agen",
    },
    "if": {  # "if you are", before a machine
        "en": "if you are/if you're/in case you are/should you be/you, the",
        "de": "wenn du/falls du/falls sie/wenn sie/solltest du/bist du",
        "fr": "si tu es/si vous êtes/si tu n'es/en tant qu'",
        "es": "si eres/si usted es/si es usted",
        "pt": "se você é/se és/se fores/se você for/caso você seja/caso seja/se for",
        "it": "se sei/se siete/se tu sei",
        "nl": "als je/als u/ben je",
        "pl": "jeśli jesteś/jeżeli jesteś/skoro jesteś",
        "ru": "если ты/если вы",
        "uk": "якщо ти/якщо ви",
        "cs": "pokud jsi/jestli jsi",
        "sv": "om du är/hvis du er",
        "tr": "isen/iseniz/eğer/sen bir",
        "ar": "إذا كنت/إن كنت/كنت",
        "fa": "اگر",
        "he": "אם אתה/אם את",
        "hi": "यदि आप/अगर आप/अगर तुम/यदि तुम/अगर यह",
        "bn": "যদি",
        "zh": "如果你是/若你是/假如你是/若您是/如果您是/你若是",
        "ja": "であれば/ならば/なら、/の場合",
        "ko": "이라면/라면",
        "th": "ถ้าคุณเป็น/หากคุณเป็น/หากเป็น/ถ้าคุณคือ/หากคุณคือ",
        "vi": "nếu bạn là/nếu là",
        "id": "jika anda/jika kamu/kalau kamu/bila anda",
        "el": "αν είσαι/εάν είσαι",
        "ro": "dacă ești",
        "hu": "ha te/ha ön/ha egy",
        "fi": "jos olet",
    },
    "to": {  # begins an address that ends in a colon
        "en": "note to/note for/attention/message to/message for/instruction* for/"
        "instruction* to/dear/to any/to all/to the/to/hey/any/all/for the/for any/"
        "notice to/reminder for",
        "de": "hinweis an/hinweis für/nachricht an/nachricht für/anweisung an/anweisung für/"
        "achtung/liebe/lieber/an die/an den/an das/an alle/an jede*/für die",
        "fr": "note à/note pour/message à/message pour/à l'attention/attention/cher/chère/"
        "chers/à l'intention/aux/à toute/à tout/instruction* pour/instruction* à/à l'",
        "es": "nota para/mensaje para/atención/a la/al/a los/a las/a cualquier/a toda/querid*/"
        "estimad*/instruccion* para/aviso para",
        "pt": "nota para/mensagem para/atenção/à/ao/aos/às/a qualquer/prezad*/car*/"
        "instruç* para/aviso para/aviso à/aviso ao/nota à/nota ao",
        "it": "nota per/messaggio per/attenzione/all'/alla/al/agli/alle/ai/a qualsiasi/cara/"
        "caro/istruzion* per/avviso per/nota all'",
        "nl": "notitie voor/bericht aan/bericht voor/let op/opmerking voor/beste/aan de/"
        "aan elke/aan alle/instructie* voor/hallo/aan",
        "pl": "uwaga dla/uwaga/wiadomość dla/notatka dla/do każd*/do/droga/drogi/dla/"
        "instrukcj* dla/informacja dla",
        "ru": "примечание для/сообщение для/внимание/для/уважаем*/дорог*/обращение к/"
        "инструкция для/заметка для/всем/указание для",
        "uk": "примітка для/увага/для/шановн*/інструкція для/повідомлення для/до",
        "cs": "poznámka pro/pozor/zpráva pro/pro/milá/milý/pokyn pro",
        "sv": "notis till/till/meddelande till/obs/kära/bäste/til/kære/beskjed til",
        "tr": "dikkat/not/için talimat/sevgili/sayın/için not/için",
        "ar": "ملاحظة إلى/ملاحظة ل/رسالة إلى/انتباه/تنبيه/إلى /عزيزي/أيها/أيتها/تعليمات ل",
        "fa": "توجه/پیام به/یادداشت برای/به /قابل توجه",
        "he": "הערה ל/הודעה ל/שים לב/לכל/הוראה ל/אל ",
        "hi": "के लिए नोट/के लिए संदेश/के लिए निर्देश/ध्यान दें/प्रिय/के लिए",
        "bn": "জন্য নোট/জন্য বার্তা/প্রিয়/জন্য",
        "zh": "致/给所有/提醒/注意/亲爱的/给/各位",
        "ja": "へ】/への/へ:/へ /宛/向け/各位/の皆/の方へ",
        "ko": "에게/께/주의/친애하는",
        "th": "ถึง/เรียน/สำหรับ",
        "vi": "lưu ý cho/lưu ý dành cho/gửi/dành cho/chú ý/thông báo cho/kính gửi",
        "id": "catatan untuk/pesan untuk/kepada/perhatian/untuk/instruksi untuk",
        "el": "σημείωση για/προς/μήνυμα για/προσοχή",
        "ro": "notă pentru/mesaj pentru/către/atenție",
        "hu": "megjegyzés/üzenet/figyelem/kedves",
        "fi": "huomautus/viesti/huomio/hyvä",
    },
    "reads": {  # "reading this"
        "en": "reading this/reads this/read this/processing this/process this/processes this/"
        "parsing this/summarising this/summarizing this/summarises this/summarizes this/"
        "summarise this/summarize this/indexing this/handling this/scanning this/"
        "analysing this/analyzing this/evaluating this/reviewing this/screening this/"
        "comparing ~ hotels/comparing/who reads",
        "de": "diese* ~ liest/diesen ~ liest/dieses ~ liest/dies ~ liest/das liest/"
        "dies* ~ verarbeitet/dies* ~ zusammenfass*/dies* ~ auswertet/dies* ~ lesen/"
        "dies* ~ analysier*",
        "fr": "qui lit ce*/qui lis* ce*/qui traite* ce*/qui résume* ce*/qui analyse* ce*/"
        "lisant ce*/traitant ce*/lisez ce*/lis ceci",
        "es": "que lea est*/que lee est*/que procese est*/que procesa est*/que resuma est*/"
        "que resume est*/que analice est*/que lees est*/leyendo est*/que evalúe est*",
        "pt": "que ler est*/que lê est*/que leia est*/que processar est*/que processa est*/"
        "que resumir est*/que analisar est*/lendo est*/que ler ess*/que estiver lendo/"
        "que processe est*",
        "it": "che legge quest*/che leggi quest*/che elabora quest*/che analizza quest*/"
        "che riassume quest*/leggendo quest*/che leggono quest*",
        "nl": "die dit ~ leest/die dit leest/die deze ~ leest/die deze ~ verwerkt/"
        "die dit ~ verwerkt/dit leest/dit verwerkt/die deze ~ samenvat/die dit ~ samenvat",
        "pl": "czytając* t*/czyta t*/przetwarzając* t*/przetwarza t*/analizując* t*/"
        "streszczając* t*/podsumowując* t*",
        "ru": "читающ* эт*/читает эт*/читаешь эт*/обрабатывающ* эт*/обрабатывает эт*/"
        "анализирующ* эт*/который читает/читающая/обрабатывающая",
        "uk": "читає це*/читає цю/обробляє це*/обробляє цю/читаєш це*",
        "cs": "čte tent*/čte tuto/zpracovává tent*/zpracovává tuto",
        "sv": "som läser detta/som läser den*/som bearbetar d*/som læser dette/som leser dette/"
        "som sammanfattar d*",
        "tr": "bu ~ okuyan/bu ~ işleyen/bu ~ özetleyen/bunu okuyan/bu ~ inceleyen/bu ~ okuyorsan",
        "ar": "يقرأ هذ/تقرأ هذ/يعالج هذ/تعالج هذ/يلخص هذ/تلخص هذ/يقرا هذ",
        "fa": "این متن را می خوان/این صفحه را می خوان/که این",
        "he": "שקורא את/שמעבד את/שמסכם את/קורא את ה",
        "hi": "इसे पढ़/यह पढ़/संदेश को पढ़/पृष्ठ को पढ़/को पढ़ने वाल/दस्तावेज़ को पढ़/ईमेल को पढ़/पढ़ रहे/पढ़ने वाल",
        "bn": "এটি পড়/এই লেখা পড়/পড়ছ",
        "zh": "阅读本/读取本/阅读此/读到此/读到这/处理本/处理此/总结本/总结此/处理这/阅读这/"
        "总结这/閱讀本/閱讀此/處理此/處理本/總結此/總結本/正在阅读/正在处理/分析本/"
        "分析此/审阅本/评估本",
        "ja": "を読んでいる/を読む/を読んだ/を処理する/を要約する/を処理している/"
        "を要約している/を読み込/を解析/を評価",
        "ko": "이 문서를/이 글을/이 메일을/이 페이지를/이 텍스트를/이 이메일을/이것을 읽/"
        "이 메시지를/이 내용을",
        "th": "ที่อ่านข้อความนี้/ที่กำลังอ่าน/ที่ประมวลผล/ที่สรุป/ที่อ่านหน้านี้/ที่อ่าน/อ่านเอกสารนี้",
        "vi": "đang đọc/đọc trang này/đọc văn bản này/đọc email này/đọc tài liệu này/"
        "đang xử lý/xử lý trang này/xử lý văn bản này/xử lý tài liệu này/"
        "tóm tắt trang này/tóm tắt văn bản này/tóm tắt tài liệu này/đọc được",
        "id": "yang membaca/yang memproses/yang merangkum/yang meringkas/yang sedang membaca",
        "el": "που διαβάζει αυτ*/που επεξεργάζεται αυτ*",
        "ro": "care citește acest*/care procesează acest*",
        "hu": "amely ezt/aki ezt/ezt olvas*",
        "fi": "joka lukee tä*/lukee tämän",
    },
}
