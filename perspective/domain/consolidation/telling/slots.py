"""Of which matter does a text speak, of those that have one value at a time? Where somebody lives,
what something costs, when it is.

A word ending in `*` stands for all that begin so. Matters are told by any language's words, and
their names are for people.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from perspective.domain.consolidation.wording.vocabulary import listed

SLOTS: dict[str, str] = {
    "residence": "live lives living lived reside* resident based settled relocat* address hometown apartment flat house moves-in "
    "moved moving move emigrat* rent* landlord roommate* "
    "wohn* lebt zog gezogen umgezogen zieht umzug wohnung WG ansässig "
    "住 搬到 搬去 搬家 定居 租 жив* живет живёт переех* переезд квартир* снима* поселил* "
    "habite* vit déménag* vive viven vivo mudó mudé mudado reside",
    "work": "work works working worked job jobs employ* unemploy* hired hiring career position nurse teacher engineer "
    "joined resign* retire* laid-off promoted intern* freelanc* company salary occupation started-at trainee apprentice* barista manager developer "
    "arbeite* job beruf* angestellt* gekündigt kündig* rente pension* ausbildung stelle firma lehre* "
    "工作 上班 辞 跳槽 退休 公司 职 当 开店 开了一家 入职 柜员 创业 失业 "
    "работ* уволил* устроил* должност* вакансий пенси* учится студент* бросил* стажир* карьер* "
    "travaill* emploi poste embauch* retrait* trabaj* empleo jubil* contrat*",
    "studies": "study studies studying student university college school degree course major semester "
    "studier* student* uni universität studium schule abitur 学习 上学 大学 专业 毕业 учит* учусь институт* "
    "университет* курсе étudi* université estudi* universidad",
    "relationship": "married single divorc* engaged dating wife husband girlfriend boyfriend fiancé* fiance* widow* wedding "
    "separated ex-wife ex-husband partner broke-up split-up relationship "
    "verheiratet* ledig geschieden* scheidung verlobt* freundin freund ehefrau ehemann getrennt heirat* geheiratet hochzeit "
    "单身 结婚 离婚 领证 订婚 对象 女朋友 男朋友 老婆 老公 分手 恋爱 "
    "женат* замуж* развел* развод* холост* невест* жених* свадьб* поженил* женил* встреча* расстал* "
    "marié* célibataire divorcé* fiancé* casad* solter* divorci* novi*",
    "diet": "vegetarian* vegan* meat pescatarian* gluten dairy keto diet carnivore halal kosher chicken fish beef cheese eggs bacon ham pork steak sausage* burger* salmon lactose eats eating milk intoleran* "
    "vegetar* fleisch veganer* laktos* 吃素 素食 吃肉 荤 вегетариан* веган* мясо мяса végétari* viande carne",
    "smoking": "smoke smokes smoking smoker cigarette* vape* vaping rauche* raucher* zigarette* schachtel 抽烟 烟 戒烟 "
    "кур* сигарет* fume* cigarette* fum*",
    "drinking": "alcohol sober wine beer alkohol* trocken nüchtern 喝酒 戒酒 酒 алкогол* пьёт пью alcool",
    "child": "expecting pregnan* baby born birth newborn due-date schwanger* geboren geburt entbunden 怀孕 生了 出生 预产期 "
    "беремен* родил* рождени* enceinte naissance embaraz* nació",
    "allergy": "allerg* intoleran* 过敏 аллерг*",
    "vehicle": "car drive drives driving commut* auto wagen fahre fährt golf 车 开车 машин* езжу ездит авто* voiture coche",
    "device": "phone laptop computer iphone android handy smartphone rechner notebook 手机 电脑 телефон* ноутбук* téléphone móvil",
    "pet": "dog cat puppy kitten parrot rabbit hund katze kater welpe 狗 猫 пёс пес собак* кот кошк* chien chat perro gato",
    "superior": "manager boss report reports supervisor vorgesetzte* chef* teamleiter* 老板 经理 上司 领导 начальни* "
    "руководител* шеф* patron jefe jefa",
    "owner": "owns owner owned responsible charge leads lead leading maintainer maintains maintained runs assigned handed took-over "
    "leitet verantwortlich* zuständig* betreut übernimmt übernommen 负责 管 归 接手 带 "
    "отвеча* ответствен* ведёт ведет руководит передал* dirige responsable encargad*",
    "price": "cost costs price prices priced fee fees rent rents charge charges salary budget earns euros dollars pounds € $ £ "
    "kostet kosten preis* miete gebühr* gehalt 价格 元 块 租金 房租 工资 票价 涨 降价 "
    "стоит стоил* цена цены аренд* рубл* платим плачу тысяч* обход* prix coûte loyer precio cuesta alquiler",
    "time": "meeting meets review standup appointment scheduled date starts begins o'clock deadline due train flight departs "
    "tuesdays mondays wednesdays thursdays fridays moved termin* treffen uhr beginn* findet frist abgabe abfahrt "
    "例会 会议 开会 时间 点 截止 发车 出发 定在 改到 встреч* собрани* начн* начин* срок* отправля* путь пути пут* "
    "réunion rendez-vous échéance reunión cita plazo",
    "place": "venue held room office located location takes-place raum ort findet aula ort saal 地点 在 办公室 会议室 зал* кабинет* "
    "офис* salle lugar sala",
    "contact": "extension number dial reached phone email e-mail call contact handynummer nummer durchwahl telefon* erreichbar "
    "电话 分机 号码 邮箱 联系 номер* телефон* почт* добавочн* numéro número correo",
    "secret": "code password pin passcode passphrase wifi türcode passwort kennwort 密码 口令 пароль* код* mot-de-passe contraseña",
    "status": "open closed fixed resolved pending waiting blocked done merged shipped status broken working offen geschlossen erledigt "
    "behoben gelöst kaputt 开放 关闭 完成 解决 修好 открыт* закрыт* решен* исправлен* готов* сломан* ouvert fermé abierto cerrado",
    "hours": "open opens close closes shut shuts until midnight öffnet schließt geöffnet öffnungszeiten 营业 开门 关门 открыва* "
    "закрыва* работает ouvre ferme abre cierra",
    "version": "version python java node runs upgraded release läuft version* 版本 升级 верси* обновил*",
    "limit": "limit limits quota allowance requests per-minute maximum kontingent höchstens 限额 上限 лимит* квот*",
    "bank": "bank account konto girokonto sparkasse 银行 账户 卡 банк* счёт счет banque compte banco cuenta",
    "taste": "favourite favorite prefer prefers lieblings* bevorzug* 最喜欢 最爱 喜欢 любим* предпочита* préfère prefier*",
    "theme": "mode theme themes design modus 主题 模式 тема тему темн*",
    "beverage": "sugar coffee tea espresso kaffee zucker tee 糖 咖啡 茶 чай чая сахар* кофе sucre azúcar",
    "plan": "plan plans planned planning going want freeze trip geplant plane 计划 打算 план* собира* prévu planea",
    "role": "ceo cto cfo president chair* treasurer secretary captain coach head principal landlord landlady goalkeeper director lead "
    "champion minister mayor spokes* editor host vorsitzende* präsident* kapitän trainer leiter* geschäftsführer* bürgermeister* "
    "hausmeister* 校长 队长 主席 总裁 主任 组长 директор* президент* капитан* тренер* председател* староста",
    "looks": "hair beard moustache glasses blond brunette haare bart brille 头发 胡子 眼镜 волос* бород* очк*",
    "insurance": "insurance insured policy versicherung versichert* 保险 страхов*",
    "team": "plays-for signed-with striker team club mannschaft verein spielt-für 球队 效力 команд* клуб* играет",
    "health": "health stroke hospital ill sick injury injured diagnosed recovered discharged healthy surgery krank krankenhaus gesund verletz* operiert "
    "住院 出院 生病 病 康复 手术 больниц* болен больна болеет здоров* травм* выписал*",
    "leave": "leave parental sabbatical vacation holiday back-to-work elternzeit urlaub 休假 产假 отпуск* декрет*",
    "sleep": "sleep slept sleeping insomnia schlaf* 睡 失眠 сон сплю спит бессонниц*",
    "sport": "marathon running gym swim swims cycling yoga training joggen laufe laufen schwimm* 跑步 健身 游泳 бега* плава* тренир*",
    "commute": "bus train cycle bike walk drive commute subway bahn fahrrad rad zug 地铁 公交 骑车 开车 автобус* метро велосипед* поезд*",
    "payment": "invoice paid unpaid overdue bill rechnung bezahlt offen 付 发票 账单 счет счёт оплач*",
    "belief": "religion believes christian muslim buddhist atheist party gläubig kirche 信 веру* атеист*",
    "size": "weighs weight tall height kilos employees members people wiegt groß mitarbeiter 体重 身高 员工 人 весит рост сотрудник*",
}
# Of these a value may simply be one more: a change of one closes no other.
ADDS_UP = frozenset({"pet", "plan"})
# Of these a person has the value; the others are of the thing that is spoken of.
PERSONAL = frozenset(
    listed(
        "residence work studies relationship diet smoking drinking child allergy vehicle device "
        "superior bank taste age belief looks insurance team health leave sleep sport commute"
    )
)
# Of these a subject has one value at a time, so another value is a change by itself.
SINGLE = frozenset(
    listed(
        "residence work superior owner price time place contact secret status hours version limit "
        "bank size role insurance team payment relationship age"
    )
)

_HAN = re.compile("[\u3400-\u9fff]")


# What no word by itself tells.
_EXPRESSIONS = {
    "age": r"\b(?:is|am|'m|turn(?:ed|s)?) \d{1,3}(?: years old)?(?=[.,!]|$| on| in| today| this| last)|\d+ years old|\d+ jahre alt|\d+岁|\d+ (?:год|года|лет)\b",
}


_WORD = re.compile(r"[^\W_]+")
_LONGEST_HAN = 6


def _entries(is_wanted: Callable[[str], bool]) -> dict[str, frozenset[str]]:
    """The matters of each entry of a form, without its star."""
    found: dict[str, set[str]] = {}
    for name, words in SLOTS.items():
        for entry in words.casefold().split():
            if is_wanted(entry):
                found.setdefault(entry.rstrip("*"), set()).add(name)
    return {entry: frozenset(names) for entry, names in found.items()}


def _is_plain(entry: str) -> bool:
    return _WORD.fullmatch(entry.rstrip("*")) is not None and not _HAN.match(entry)


_WHOLE = _entries(lambda entry: _is_plain(entry) and not entry.endswith("*"))
_BEGINNINGS = _entries(lambda entry: _is_plain(entry) and entry.endswith("*"))
_SIGNS = _entries(lambda entry: _HAN.match(entry) is not None)
_PHRASES = {
    form: names
    for entry, names in _entries(lambda e: not _is_plain(e) and not _HAN.match(e)).items()
    for form in (entry, entry.replace("-", " "))
}
_AGE = re.compile(_EXPRESSIONS["age"])


def slots_of(folded: str) -> frozenset[str]:
    """The matters that a casefolded text speaks of."""
    found: set[str] = set()
    for word in _WORD.findall(folded):
        found |= slots_of_word(word)
    for phrase, names in _PHRASES.items():
        if phrase in folded:
            found |= names
    if _AGE.search(folded):
        found.add("age")
    return frozenset(found)


@functools.lru_cache(maxsize=20_000)
def slots_of_word(word: str) -> frozenset[str]:
    """The matters that a word by itself is of."""
    found = set(_WHOLE.get(word, ()))
    for end in range(1, len(word) + 1):
        found |= _BEGINNINGS.get(word[:end], frozenset())
    if _HAN.search(word):
        for start in range(len(word)):
            for end in range(start + 1, min(len(word), start + _LONGEST_HAN) + 1):
                found |= _SIGNS.get(word[start:end], frozenset())
    return frozenset(found)
