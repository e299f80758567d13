"""Which words of which language count for nothing, and which turn a statement into another one?

Closed classes only, as people write them; `words.py` folds them as it folds texts. A word that
stands in no table is content. In unspaced scripts the longest entry wins.
"""

from __future__ import annotations

# Said or left out, the statement is the same: articles, fillers, copulas, politeness, discourse.
FREE = {
    "en": "a an the one well so just really actually basically literally honestly frankly oh um uh uhm "
    "hmm hm ok okay hey yeah yes please simply quite very indeed anyway btw fyi lol haha omg is are am "
    "be been being do does there that which who then ah er erm alright sure obviously of-course "
    "i-mean you-know to-be-honest tbh by-the-way as-you-know guys folks thanks kind-of kinda sort-of "
    "ugh wow oops currently presently o'clock imho imo afaik",
    "de": "der die das den dem des ein eine einen einem einer eines also ja doch mal eben halt eigentlich "
    "übrigens naja na tja ach äh ähm hm bitte einfach wohl ganz sehr wirklich tatsächlich ist sind bin "
    "seid sei sein so nun gell ne ok okay so-wie-so ehrlich-gesagt grundsätzlich sozusagen quasi denn "
    "hab habe haben hat uhr",
    "ru": "ну вообще вообще-то же ведь вот так значит короче типа как-бы просто в-общем кстати да ага угу "
    "пожалуйста очень действительно собственно это есть то-есть эх ах ой уж слушай знаешь честно-говоря "
    "на-самом-деле часов",
    "uk": "ну взагалі взагалі-то же ж адже ось так значить просто до-речі будь-ласка дуже справді це є",
    "fr": "le la les l un une des euh ben bon bah alors donc en-fait quoi tu-sais vous-savez vraiment "
    "voilà s'il-vous-plaît svp très franchement d'ailleurs est sont suis es êtes être hein",
    "es": "el la los las un una unos unas pues bueno o-sea este la-verdad en-realidad mira oye vale por-favor "
    "muy realmente es son soy eres está están estoy estás bien ya-sabes",
    "it": "il lo la i gli le un uno una l beh allora dunque insomma cioè in-realtà davvero proprio senti "
    "guarda sai per-favore molto è sono sei siamo siete essere ecco ehm",
    "pt": "o a os as um uma uns umas bem bom então pois tipo na-verdade olha sabe por-favor muito realmente "
    "é são sou está estão estou né",
    "nl": "de het een nou eigenlijk gewoon even hoor ja zeg nou-ja alstublieft echt heel is zijn ben bent "
    "zeg-maar trouwens wel",
    "tr": "yani işte şey aslında hani ya peki lütfen gerçekten çok bir",
    "el": "ο η το οι τα λοιπόν βασικά δηλαδή τέλος-πάντων ε ναι ξέρεις κοίτα να-σου-πω παρακαλώ πολύ "
    "πραγματικά είναι είμαι άκου εντάξει στην-ουσία ουσιαστικά",
    "hi": "अरे सुनो तो भई यार अच्छा हाँ जी बस दरअसल असल-में वैसे कृपया बहुत सच-में है हैं हूँ मतलब देखो भाई "
    "वाकई सुनिए ना",
    "ar": "طيب اسمع يعني والله بصراحة في-الحقيقة الحقيقة حقا حقاً جدا جداً من-فضلك رجاء ها نعم أصلا أصلاً إذن حسنا "
    "حسناً إن إنّ قد لقد هو هي في-الواقع بالمناسبة على-فكرة نظراً نظرا شوف",
    "zh": "嗯 其实 啊 呀 呢 吧 哦 噢 哎 唉 嘛 哈 哈哈 呃 那个 就是 就是说 说实话 说真的 请 非常 真的 啦 喽 哟 嘞 话说 "
    "对了 的话 反正 所谓",
    "ja": "あのう あの ええと えっと えー まあ ですね なんか ほら ねえ よね んです んですよ です だよ のです のだ んだ "
    "実は 実際 とても 本当に どうか ちょっと やっぱり というか とにかく ちなみに",
    "ko": "있잖아 글쎄 음 어 저기 그 뭐 사실 사실은 정말 진짜 아주 매우 좀 그냥 네 예 아니 있잖아요 그러니까 말이야 막 아 "
    "솔직히 근데 뭐랄까 일단 참",
    "th": "เออ คือ น่ะ นะ ครับ ค่ะ คะ จ้ะ จ้า อืม เอ่อ ก็ แบบ จริงๆ จริงๆแล้ว ที่จริง เลย ล่ะ สิ ซิ เหรอ ฮะ โปรด กรุณา "
    "แหละ ว่า นะคะ นะครับ",
}

# Never the same statement with and without.
NEGATION = {
    "en": "not no never none nobody nothing nowhere neither nor without cannot isn't aren't wasn't weren't "
    "don't doesn't didn't won't wouldn't can't couldn't shouldn't mustn't hasn't haven't hadn't needn't "
    "ain't hardly scarcely barely no-longer anymore nope lacks lack lacking fails failed refuses refused "
    "rejects rejected declined denied denies stopped quit cancelled canceled except unable dont doesnt "
    "didnt cant wont isnt",
    "de": "nicht kein keine keinen keinem keiner keines nie niemals niemand niemanden nichts nirgends nirgendwo "
    "weder ohne nimmer kaum nicht-mehr keinerlei außer keinesfalls keineswegs nein",
    "ru": "не ни нет никогда никто ничего ничто нигде никуда нельзя без никакой никаких невозможно кроме",
    "uk": "не ні немає ніколи ніхто нічого ніде без неможливо",
    "fr": "ne n pas jamais rien personne aucun aucune ni sans non nulle-part guère sauf plus",
    "es": "no nunca jamás nada nadie ningún ninguno ninguna ni sin tampoco excepto",
    "it": "non no mai niente nulla nessuno nessuna né senza neanche tranne",
    "pt": "não nunca jamais nada ninguém nenhum nenhuma nem sem exceto",
    "nl": "niet geen nooit niemand niets nergens zonder noch nee behalve",
    "tr": "değil değildir yok hiç hayır asla hiçbir kimse olmadan",
    "el": "δεν δε μη μην όχι ποτέ κανείς κανένας τίποτα πουθενά χωρίς ούτε εκτός",
    "hi": "नहीं न मत कभी-नहीं बिना ना-ही बगैर नही",
    "ar": "لا لم لن ليس ليست ما غير بدون دون أبدا أبداً كلا لست ليسوا إلا",
    "zh": "不 没 沒 没有 沒有 别 未 无 無 非 勿 莫 从不 从未 甭 不是 不再",
    "ja": "ません ない なかった ずに なくて なければ じゃない 無い 未 非 無 ではない ではありません",
    "ko": "안 못 않 않아 않아요 않습니다 않는다 않았다 없다 없어요 없어 없습니다 아니다 아니에요 말고 마세요 못해 못해요 안돼요",
    "th": "ไม่ ไม่ได้ ไม่ใช่ ไม่มี อย่า ห้าม ไร้ มิ ไม่เคย",
}

# How much, how often, how surely, on what condition, in what tense: each changes what is said.
QUALIFIER = {
    "en": "all every each everybody everyone everything always both half some any only merely few many most "
    "several sometimes often usually rarely seldom mostly almost nearly about approximately more less "
    "least enough too again still already yet soon used-to former formerly ex- previously can could may "
    "might must should shall will would ought want wants wanted plans planned plan hope hopes hoped wish "
    "wishes try tries tried intends intended if unless maybe perhaps probably possibly allegedly supposedly "
    "likely otherwise was were had did before after until till since during while instead another other "
    "else either same different new old needs need has-to have-to going-to 'll gonna let's think thinks "
    "believe believes guess heard says said claims claimed might've first last next than per up down",
    "de": "alle alles jeder jede jedes jeden jedem immer beide halb einige manche nur wenige viele meiste meisten "
    "mehrere manchmal oft meistens selten fast beinahe etwa ungefähr mehr weniger genug zu wieder noch schon "
    "bald früher ehemalig ehemaliger ehemalige kann können konnte konnten darf dürfen durfte muss müssen "
    "musste soll sollen sollte will wollen wollte möchte möchten würde könnte müsste wenn falls vielleicht "
    "wahrscheinlich vermutlich angeblich sonst war waren hatte hatten vor nach bis seit statt anderer andere "
    "anderes neu neue neuer alt alte alter wird werden wurde hofft plant erst zuletzt",
    "ru": "все всё всегда каждый каждая каждое оба обе только лишь мало много несколько иногда часто обычно редко "
    "почти около примерно больше меньше опять снова ещё уже скоро раньше бывший бывшая может могут мог могла "
    "должен должна должны надо нужно хочет хочу хотел хотела если возможно наверное вероятно якобы был была "
    "было были до после с-тех-пор другой другая новый новая старый старая будет буду собирается бы вместо",
    "fr": "tous toutes tout toute chaque toujours seulement peu beaucoup plusieurs parfois souvent rarement presque "
    "environ moins encore déjà bientôt ancien ancienne peut peuvent pouvait doit doivent devait devrait veut "
    "veulent si peut-être probablement était étaient avait avant après jusqu autre nouveau nouvelle sera va vont",
    "es": "todos todas todo toda cada siempre solo sólo solamente poco pocos muchos muchas varios veces a-veces "
    "casi más menos aún todavía ya pronto antiguo puede pueden podía debe deben debería quiere quieren si "
    "quizás tal-vez probablemente era eran fue había antes después hasta otro otra nuevo nueva será va van",
    "it": "tutti tutte tutto ogni sempre solo soltanto poco pochi molti molte alcuni spesso raramente quasi circa "
    "più meno ancora già presto può possono poteva deve devono dovrebbe vuole vogliono se forse era erano "
    "aveva prima dopo fino altro altra nuovo nuova sarà",
    "pt": "todos todas tudo cada sempre só somente apenas pouco muitos muitas vários frequentemente raramente quase "
    "mais menos ainda já logo pode podem podia deve devem deveria quer querem se talvez era eram foi tinha "
    "antes depois até outro outra novo nova será vai vão",
    "nl": "alle elke elk altijd alleen slechts weinig veel enkele soms vaak zelden bijna ongeveer meer minder nog al "
    "kan kunnen kon moet moeten mag wil willen zou als misschien was waren had voor na tot andere nieuw oude zal",
    "tr": "hep her hepsi bütün tüm sadece yalnız bazı bazen sık nadiren neredeyse yaklaşık daha az yine hala artık "
    "belki eğer önce sonra kadar başka yeni eski lazım gerek",
    "el": "όλοι όλες όλα κάθε πάντα μόνο λίγο πολλοί μερικοί συχνά σπάνια σχεδόν περίπου περισσότερο λιγότερο ακόμα "
    "ήδη ξανά σύντομα πρώην μπορεί μπορώ πρέπει θέλει θέλω αν ίσως μάλλον ήταν είχε πριν μετά μέχρι άλλος άλλη "
    "νέος νέα παλιός θα",
    "hi": "सब सभी हर हमेशा सिर्फ़ सिर्फ केवल कुछ बहुत-से अक्सर कभी-कभी लगभग क़रीब ज़्यादा कम फिर अभी-भी पहले बाद "
    "सकता सकती सकते चाहिए चाहता चाहती अगर शायद था थी थे गा गी गे होगा होगी दूसरा दूसरी नया नई पुराना पुरानी तक",
    "ar": "كل جميع دائما دائماً فقط بعض أحيانا أحياناً غالبا نادرا تقريبا حوالي أكثر أقل أيضا مازال سابقا قريبا يمكن "
    "يجب يريد تريد إذا لو ربما كان كانت كانوا قبل بعد حتى منذ آخر أخرى جديد جديدة قديم قديمة سوف قديما",
    "zh": "都 全 全部 每 总是 总 只 仅 才 有些 一些 许多 很多 经常 常常 有时 很少 几乎 大约 差不多 更 最 又 再 还 已经 已 曾 "
    "曾经 可以 能 会 必须 应该 要 想 打算 如果 要是 可能 也许 大概 据说 之前 以前 以后 之后 前 后 直到 别的 另 新 旧 将 将要 "
    "越来越 仍然",
    "ja": "全部 全員 みんな いつも 毎 だけ しか のみ 少し 多く たくさん よく 時々 たまに めったに ほとんど 約 もっと また まだ "
    "すでに 以前 元 できます できる たい べき なければならない かもしれない たぶん でしょう だろう 前 後 まで 別 新 旧 "
    "つもり もし 多分 前に 後に なら",
    "ko": "모두 모든 다 항상 늘 매 만 뿐 조금 많이 여러 자주 가끔 거의 약 더 덜 또 다시 아직 이미 벌써 곧 전 후 전에 후에 까지 "
    "다른 새 옛 아마 만약 수 해야 싶다 싶어요",
    "th": "ทั้งหมด ทุก เสมอ แค่ เพียง เท่านั้น บาง หลาย มัก บ่อย บางครั้ง เกือบ ประมาณ มากกว่า น้อยกว่า อีก ยัง เคย เพิ่ง "
    "กำลัง จะ ต้อง ควร อาจ อาจจะ อยาก ได้ ถ้า หาก ก่อน หลัง จนถึง อื่น ใหม่ เก่า คง เร็วๆนี้",
}

# Which day, counted from the one on which it was said.
DEICTIC = {
    "en": "today tonight yesterday tomorrow now ago this-morning this-evening this-week this-month this-year "
    "last-night last-week last-month last-year next-week next-month next-year",
    "de": "heute gestern morgen übermorgen vorgestern jetzt vorhin",
    "ru": "сегодня вчера завтра послезавтра позавчера сейчас",
    "uk": "сьогодні вчора завтра зараз",
    "fr": "aujourd'hui hier demain maintenant",
    "es": "hoy ayer mañana ahora anoche",
    "it": "oggi ieri domani adesso ora stasera",
    "pt": "hoje ontem amanhã agora",
    "nl": "vandaag gisteren morgen nu vanavond",
    "tr": "bugün dün yarın şimdi",
    "el": "σήμερα χθες χτες αύριο τώρα απόψε",
    "hi": "आज कल परसों अभी",
    "ar": "اليوم أمس غدا غداً الآن البارحة بكرة",
    "zh": "今天 昨天 明天 后天 前天 现在 今晚 昨晚 今早 今年 去年 明年 上周 下周 这周 本周 上个月 下个月 这个月 刚才",
    "ja": "今日 昨日 明日 明後日 一昨日 今 今夜 昨夜 今朝 今年 去年 来年 先週 来週 今週 先月 来月 今月",
    "ko": "오늘 어제 내일 모레 그저께 지금 올해 작년 내년 지난주 다음주",
    "th": "วันนี้ เมื่อวาน พรุ่งนี้ มะรืน ตอนนี้ เมื่อวานนี้ คืนนี้ เมื่อคืน ปีนี้ ปีที่แล้ว",
}

# Days, months and parts of the day: they may stand anywhere in a sentence.
TIMES = {
    "en": "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays "
    "saturdays sundays mon tue wed thu fri sat sun january february march april june july august september "
    "october november december morning afternoon evening night noon midnight weekend weekly daily monthly "
    "am pm yearly spring summer autumn winter christmas easter",
    "de": "montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni juli august "
    "september oktober november dezember abend nachmittag vormittag nacht mittag früh wochenende täglich wöchentlich",
    "ru": "понедельник вторник среду среда четверг пятницу пятница субботу суббота воскресенье января февраля марта "
    "апреля мая июня июля августа сентября октября ноября декабря утром днём вечером ночью утра вечера",
    "uk": "понеділок вівторок середу четвер п'ятницю суботу неділю вранці ввечері вдень",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août "
    "septembre octobre novembre décembre matin midi soir nuit",
    "es": "lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto "
    "septiembre octubre noviembre diciembre tarde noche mañana",
    "it": "lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile maggio giugno luglio "
    "agosto settembre ottobre novembre dicembre mattina pomeriggio sera notte",
    "pt": "segunda terça quarta quinta sexta sábado domingo segunda-feira terça-feira quarta-feira quinta-feira "
    "sexta-feira janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro noite tarde",
    "nl": "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ochtend middag avond",
    "tr": "pazartesi salı çarşamba perşembe cuma cumartesi pazar sabah akşam gece öğlen ocak şubat mart nisan mayıs "
    "haziran temmuz ağustos eylül ekim kasım aralık",
    "el": "δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου "
    "ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου πρωί βράδυ μεσημέρι απόγευμα",
    "hi": "सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर "
    "नवंबर दिसंबर सुबह शाम रात दोपहर",
    "ar": "الأحد الاثنين الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت يوم-الأحد يوم-الاثنين يوم-الثلاثاء يوم-الأربعاء "
    "يوم-الخميس يوم-الجمعة يوم-السبت صباحا مساء صباحاً مساءً يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر "
    "أكتوبر نوفمبر ديسمبر",
    "zh": "上午 下午 早上 晚上 中午 凌晨 傍晚 周一 周二 周三 周四 周五 周六 周日 周末 星期一 星期二 星期三 星期四 星期五 星期六 "
    "星期天 星期日 礼拜一 礼拜天",
    "ja": "午前 午後 朝 夜 夕方 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 週末 月曜 火曜 水曜 木曜 金曜 土曜 日曜",
    "ko": "오전 오후 아침 저녁 밤 월요일 화요일 수요일 목요일 금요일 토요일 일요일 주말 월요일에 화요일에 수요일에 목요일에 "
    "금요일에 토요일에 일요일에 아침에 저녁에 밤에 오전에 오후에",
    "th": "เช้า บ่าย เย็น ค่ำ คืน วันจันทร์ วันอังคาร วันพุธ วันพฤหัส วันพฤหัสบดี วันศุกร์ วันเสาร์ วันอาทิตย์ ตอนเช้า ตอนบ่าย "
    "ตอนเย็น มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
}

# A cause, before its clause (because) or before its effect (so).
BECAUSE = {
    "en": "because cuz cos since-it because-of as-it due-to",
    "de": "weil denn da-ja",
    "ru": "потому-что так-как поскольку из-за",
    "fr": "parce-que parce-qu car puisque",
    "es": "porque ya-que",
    "it": "perché poiché",
    "pt": "porque pois",
    "nl": "omdat want",
    "el": "επειδή γιατί διότι αφού",
    "hi": "क्योंकि",
    "ar": "لأن لأنّ لان بسبب",
    "zh": "因为 由于",
    "ja": "ので から",
    "th": "เพราะ เนื่องจาก เพราะว่า",
}
THEREFORE = {
    "en": "therefore hence thus",
    "de": "deshalb daher deswegen darum",
    "ru": "поэтому",
    "hi": "इसलिए",
    "zh": "所以 因此",
    "ar": "لذلك",
    "th": "ดังนั้น จึง",
    "ko": "그래서",
}
# Words that ask, where no question mark does.
ASKING = {
    "hi": "क्या",
    "ar": "هل أ-ليس",
    "zh": "吗 嗎",
    "ru": "ли разве",
    "th": "ไหม มั้ย หรือยัง หรือเปล่า หรือไม่",
    "ja": "ですか ますか でしょうか ましたか ませんか",
    "tr": "mı mi mu mü mısın misin musun mudur midir",
    "fr": "est-ce-que est-ce-qu",
    "pl": "czy",
    "uk": "чи",
}
# Two words for one thing: the first stands for all.
SAME = {
    "en": "child,kid children,kids,youngsters father,dad,daddy mother,mum,mom,mummy grandma,grandmother,granny "
    "grandpa,grandfather,granddad man,guy telephone,phone television,tv photo,photograph,picture "
    "bicycle,bike autumn,fall,autumnal quickly,fast begin,start begins,starts film,movie on,onto in,into "
    "toward,towards among,amongst gray,grey tire,tyre program,programme curb,kerb pajamas,pyjamas "
    "judgment,judgement buy,purchase big,large aeroplane,airplane,plane automobile,car someone,somebody "
    "anyone,anybody laptop,notebook cannot,can't fridge,refrigerator exam,examination lab,laboratory "
    "apartment,flat wedding,marriage carefully,cautiously woman,lady women,ladies doctor,physician sofa,couch "
    "shop,store rubbish,trash,garbage lorry,truck holiday,vacation trousers,pants rapidly,quickly,swiftly "
    "email,e-mail okay,ok maths,math km,kilometres,kilometers,kilometer kg,kilograms,kilogrammes,kilos "
    "€,euros,euro $,dollars %,percent minutes,mins min,minute hours,hrs hour,hr",
    "de": "hab,habe samstag,sonnabend",
    "zh": "和,、,与,跟,以及 妈妈,母亲 爸爸,父亲 自行车,单车 手机,移动电话",
    "ko": "우리,저희",
    "fr": "vélo,bicyclette",
    "ru": "так-как,потому-что",
    "ja": "お母さん,母 お父さん,父",
}
# One of these instead of the other turns the meaning round: a row is a set of rivals.
OPPOSITES = (
    "open opened,closed shut;on,off;in,out;up,down;left,right;north,south,east,west;northern,southern,eastern,"
    "western;before,after;enable enabled enables,disable disabled disables;buy bought,sell sold;love loves,"
    "hate hates;win won,lose lost;arrive arrives arrived,leave leaves left,depart departs departed;"
    "increase increases increased,decrease decreases decreased;rise rises rose,fall falls fell;"
    "accept accepts accepted,reject rejects rejected;hot,cold;big,small;fast,slow;early,late;old,young;"
    "high,low;safe,dangerous;pass passes passed,fail fails failed;alive,dead;male,female;man men,woman women;"
    "boy boys,girl girls;brother,sister;father,mother;son,daughter;husband,wife;uncle,aunt;king,queen;"
    "sit sits sitting,stand stands standing;black,white;day,night;true,false;push,pull;indoors,outdoors;"
    "inside,outside;upstairs,downstairs;import,export;lend lends lent,borrow borrows borrowed;full,empty;"
    "first,last;more,less;maximum,minimum;above,below;over,under;front,back behind;near close,far;start starts started,stop stops stopped,end ends ended;"
    "rich,poor;clean,dirty;wet,dry;light,dark;heavy,light;single,married,divorced,dating,boyfriend girlfriend;broken,green working fixed repaired;unpaid,paid;free,charges;long,short;vegetarian vegan,meat chicken steak cheese bacon ham;unemployed,employed;ill sick,healthy recovered;pregnant,born;hold,running;mandatory,optional;guilty,innocent;drunk,sober;public,private;online,offline;"
    "morning,afternoon,evening,night;breakfast,lunch,dinner;mr,mrs,ms,dr;herr,frau"
)
# Before a noun they say which part it plays; in hi, ja, ko and tr they stand behind it.
MARKERS = {
    "en": "of in on at to from by for with into onto over under through between behind beside near "
    "against around along across toward like as off out above below inside outside within beneath via 's",
    "de": "in im ins auf an am ans aus bei beim mit von vom zu zum zur über unter neben zwischen hinter um für "
    "durch gegen nach vor seit bis",
    "ru": "в во на с со к ко из от у о об по за под над для при через между про",
    "uk": "в у на з із до від о об по за під над для при через між про",
    "fr": "de d du à au aux en dans sur sous avec pour par chez vers entre contre",
    "es": "de del a al en con para por sobre bajo hacia entre contra desde hasta",
    "it": "di del della dei delle a al alla in nel nella con per su sul sulla da dal dalla tra fra verso",
    "pt": "de do da dos das a ao à em no na nos nas com para por pelo pela sobre entre",
    "nl": "van in op aan met voor naar bij uit over onder door tegen tussen om",
    "el": "σε στο στη στην στον στα στις στους από με για προς κάτω πάνω μέσα κατά του της των τον την τους",
    "ar": "في من إلى على عن مع بين تحت فوق عند نحو",
    "hi": "ने को से में पर का की के तक लिए",
    "ja": "は が を に へ で と から まで より の も",
    "ko": "",
}
# The parts that their forms tell: they may change their places.
SUBJECTS = {
    "en": "i he she we they",
    "de": "ich er wir du sie es mir mich uns dich ihn",
    "ru": "я он мы они она",
    "fr": "je il nous ils elle",
    "es": "yo él ella nosotros",
    "it": "io lui lei noi",
    "pt": "eu ele ela nós",
    "nl": "ik hij wij we",
    "tr": "ben sen biz",
}


def listed(words: str) -> tuple[str, ...]:
    """The words of a text as a list."""
    return tuple(words.split())
