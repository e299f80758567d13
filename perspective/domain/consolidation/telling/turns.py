"""Which words tell that something is otherwise than before, and which that it is over and past?

One expression of alternatives for each language; texts are given casefolded.
"""

from __future__ import annotations

import functools
import re

from perspective.domain.consolidation.wording.vocabulary import listed

# What was so is so no more, or is now something else.
CHANGED = {
    "en": r"moved\b(?! on)|moving to|relocat\w+|settled (?:in|down)|packed up|shifted|postponed|rescheduled|"
    r"pushed (?:back|to|out)|brought forward|put off|delayed (?:to|until|till)|extended|changed|changing|switch(?:ed|ing)|"
    r"swapped|replac(?:ed|es|ing)|upgrad\w+|downgrad\w+|migrat(?:ed|ing) (?:to|from|off|over|away)|renamed|rebranded|converted|"
    r"no longer|not any ?more|n't\b.{0,40}\bany ?more|any longer|anymore|instead|these days|nowadays|as of|"
    r"from (?:today|now on|tomorrow|next|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?! (?:to|until|till|through|-))|starting (?:today|tomorrow|next|in)|"
    r"effective|again since|quit|gave up|given up|giving up|stopped|resign\w*|retir(?:ed|ing)|fired|laid off|"
    r"left (?:the|her|his|my|their|for|it)|took over|taken over|taking over|handed (?:it |\w+ )?over|passed (?:it )?(?:on )?to|"
    r"transferred|promoted|demoted|sold|got rid of|traded|divorce[d]?\b|broke up|split up|"
    r"separated|got engaged|got married|getting married|married (?:in|last|on|yesterday)|tied the knot|passed away|died|"
    r"was born|were born|gave birth|cancelled|canceled|called off|scrapped|dropped|abandoned|withdrawn|"
    r"(?:is|are|was|were|been|now|as|got) (?:closed|resolved|fixed|merged|shipped|reopened|solved|repaired|done)|closed as|"
    r"raised|increased|went up|gone up|cut (?:to|from|by)|lowered|reduced|down to|(?:is|are|went|now) up to|dropped to|rose to|risen to|grew to|"
    r"grown to|reached|doubled|halved|decreased|previous\b|former(?:ly)?\b|used to|back to|is gone|are gone|gone now|"
    r"graduated|is over|ended|expired|after all|finally|first day|started (?:as|at|working|a new)|new job|hired|got (?:the|a) job|"
    r"recovered|cured|healed|changed (?:my|her|his|their) mind|correction|turned (?:\d+|vegan|vegetarian)|became|has become|"
    r"have become|new (?:manager|boss|number|address|phone|owner|price|date|time|deadline|job|code|password|version|limit|"
    r"email|car|flat|home|place|lead|name|room|venue|budget|favou?rite)|now\b|outgrew|"
    r"(?:been|was|were) (?:moved|changed|replaced|shifted|cut|raised|sold|closed|extended|reassigned|bumped)|bumped|"
    r"reassigned|traded in|adopted|swore off|kicked the habit|haven't (?:had|smoked|touched)|in favou?r of|out of business|"
    r"stepped (?:down|back|up)|elected|appointed|named (?:the|as)|succeed(?:ed|s)|inherit(?:ed|s)|signed (?:with|for|by)|came back|"
    r"returned (?:to|from)|picked up|learn(?:ed|t) (?:to|how)|\bpaid\b|settled up|shaved|dyed|grew (?:a|out|his|her)|trimmed|"
    r"cut (?:my|his|her|their|it|off|down|out)|discharged|released|reopened|re-opened|renewed|restored|repaired|rebuilt|"
    r"renovated|refurbished|disconnected|unplugged|discontinued|in charge|took on|let go|gave (?:it |\w+ )?away|threw (?:it |\w+ )?(?:out|away)|"
    r"donated|auctioned|returned it|lost (?:my|her|his|their|the)|crashed|totalled|stolen|passed (?:my|her|his|the)|failed (?:my|her|his|the)|"
    r"approved|rejected|accepted|launched|went live|delivered|arrived|installed|uninstalled|removed|deleted|completed|finished|"
    r"wrapped up|cleared|lifted|banned|allowed (?:again|now)|split into|shrunk|shrank|fell to|fallen to|climbed to|jumped to|"
    r"(?:is|are|'re) (?:back|off|out|done|over|live|history|down to|up to|up from|down from|due on|free again|open again)\b|"
    r"\bno more\b|\bex\b|ever since|on board|took up|taken up|turned down|turned into|turned out not|"
    r"(?:got|bought|found) (?:(?:my|her|him|them|our)(?:self|selves) |a new )|put in a|overtaken|overtook|outsold|overhauled|"
    r"revised|amended|corrected|updated|recalculated|retested|reclassified|relabell?ed|rewrote|rewritten|ported|phased out|rolled (?:back|out)|"
    r"downsized|expanded|merged (?:with|into)|acquired|bought by|went bankrupt|folded|evicted|enlisted|deployed to|"
    r"transitioned|adjusted|bumped up|brought down|loosened|tightened|prolonged|shortened|made up their minds?|woke up|"
    r"at full speed|under new|new owner|nowadays|lately|as it turns out|turns out|it's now|any more|"
    r"slipped to|wiped|put (?:him |her |it |\w+ )?(?:down|to sleep)|euthani[sz]ed|qualified (?:as|for)|(?:is|am|are) (?:a )?(?:now )?qualified|"
    r"certified as|admitted to|expelled|suspended|reinstated|stroke|collapsed|worsened|improved|deteriorated|broke (?:down|his|her|my|their)|"
    r"mended|patched|went (?:down|from|over|vegan|vegetarian|out of)|came (?:down to|out of)|dropped out|pulled out|backed out|"
    r"decided (?:not|against|to)|chose to|settled on|stopped working|since moved|on the market|kicked out|gave (?:in|notice|back|birth)|"
    r"handed in|signed up|dumped|got back together|moved (?:out|in)|moves (?:in|out|to|into)|inherited|made redundant|out of work|"
    r"exchanged|refunded|(?:sent|gave|took) (?:it |them )?back|lapsed|ran out|sold out|restocked|(?:in|out of) stock|reversed|overturned|repealed|"
    r"tripled|quadrupled|\brose\b|\bfell\b|climbed|\bsank\b|widened|narrowed|\bgrew\b|shrank|than before|(?:has|have) since|in the meantime|"
    r"meanwhile|by now|at last|eventually|ended up|changed hands|under new management|taken (?:off|down)|dismantled|demolished|"
    r"torn down|burn(?:ed|t) down|destroyed|superseded|obsolete|sunset|end of life|rolled out|switched (?:off|on)|turned (?:off|on|vegan)|"
    r"enabled|disabled|closed (?:down|its|her|his|their)|signed off|sorted (?:out|it)|taken care of|cleared up|all clear|remission|"
    r"relapsed|started at|starts at .{1,20} on|\bagain\b|(?:haven't|hasn't|have not|has not) .{2,40} in (?:months|weeks|years|ages|a )|"
    r"since (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|"
    r"november|december|yesterday|last \w+|this \w+|version|then|spring|summer|autumn|fall|winter|easter)|"
    r"after the (?:merger|move|election|update|reorg\w*|accident|operation|surgery|break-?up|divorce|fire|flood|sale|vote|holidays?)|"
    r"came off|settled (?:out|the|with)|had (?:a|the|her|our|their) baby|bought (?:the|it)\b|is injured|"
    r"from (?:january|february|march|april|may|june|july|august|september|october|november|december)(?! (?:to|until|till|through|\d))|"
    r"following the|as agreed|per the new|"
    r"shut down|decommissioned|deprecated|went with|opted for|called it quits|since (?:then|last|the|christmas|\w+ (?:left|went|retired))",
    "de": r"umgezogen|gezogen|\bzog\b|verschoben|verlegt|vorverlegt|geändert|gewechselt|wechselt|umgestellt|umgestiegen|ersetzt|"
    r"aktualisiert|umbenannt|nicht mehr|kein\w* .{0,30}mehr|keine?\b.{0,25}mehr|statt|stattdessen|inzwischen|mittlerweile|\bjetzt\b|"
    r"ab (?:sofort|heute|morgen|nächste\w*|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|"
    r"seit (?:genau|heute|gestern|letzte\w*|neuestem|kurzem|januar|februar|märz|april|mai|juni|juli|august|september|oktober|"
    r"november|dezember|einem|einer|dem|\d)|aufgehört|aufgegeben|gekündigt|in rente|pensioniert|übernommen|übernimmt|übergeben|"
    r"abgegeben|befördert|verkauft|losgeworden|geschieden|scheidung|getrennt|verlobt|geheiratet|gestorben|verstorben|eingeschläfert|"
    r"geboren|abgesagt|fällt aus|gestrichen|erledigt|behoben|gelöst|geschlossen|erhöht|gestiegen|gesenkt|gekürzt|reduziert|"
    r"gesunken|verlängert|\bneue[rsnm]?\b|früher\b|ehemalig\w*|\bwieder\b|doch nicht|doch noch|wegen .{3,60}(?:treffen|findet)|vorbei|"
    r"beendet|abgelaufen|fertig|erster tag|geworden|angefangen|eingestellt|umgesattelt|repariert|renoviert|wiedereröffnet|gewählt|ernannt|zurückgetreten|nachfolger\w*|zurückgekehrt|bezahlt|"
    r"beglichen|entlassen|genehmigt|abgelehnt|gelernt|abrasiert|abgeschnitten|gefärbt|gefunden|angeschafft|zugelegt|weggegeben|verschenkt|"
    r"gestohlen|verloren|fertiggestellt|ausgeliefert|angekommen|installiert|entfernt|gelöscht|überarbeitet|korrigiert|erneuert|"
    r"abgeschaltet|eröffnet|wird jetzt|nur noch|nunmehr|neuerdings|künftig|von nun an|ist (?:weg|vorbei|aus|zurück|tot|leer)|getauscht|zurückgezogen|verlässt|verlassen",
    "ru": r"переех\w+|перебрал\w+|перенес\w+|перенёс\w*|перенос\w*|сменил\w*|поменял\w*|измени\w+|перешёл|перешл\w+|перевел\w+|"
    r"замен\w+|обновил\w*|переименова\w+|больше не\b|больше нет|уже не\b|вместо|теперь|отныне|с (?:января|февраля|марта|апреля|мая|июня|"
    r"июля|августа|сентября|октября|ноября|декабря|понедельника|завтрашн\w+|сегодняшн\w+|этого|нового|прошл\w+)\b|бросил\w*|"
    r"перестал\w*|завязал\w*|уволил\w*|ушёл|ушел|ушла|вышл?а? на пенсию|вышел на пенсию|передал\w*|принял\w* (?:дела|руководство)|"
    r"назначен\w*|повысил\w*|продал\w*|избавил\w*|развел\w*|развёл\w*|развод|расстал\w*|женил\w*|вышла замуж|поженил\w*|умер\w*|"
    r"попрощал\w*|скончал\w*|родил\w*|отменил\w*|отменен\w*|отменён\w*|отмена|закрыт\w*|закрыл\w*|исправлен\w*|решен\w*|"
    r"подорожал\w*|подешевел\w*|вырос\w*|снизил\w*|сократил\w*|продлил\w*|нов(?:ый|ая|ое|ые|ого|ой|ом)\b|бывш\w+|снова|опять|"
    r"всё-таки|передумал\w*|внимание|устроил\w*|стал[аи]?\b|отремонтир\w+|починил\w*|открыл\w*|избрал\w*|назначил\w*|вернул\w+|оплатил\w*|оплачен\w*|выписал\w*|"
    r"одобрил\w*|отклонил\w*|научил\w*|выучил\w*|отрастил\w*|сбрил\w*|постриг\w*|покрасил\w*|купил\w* (?:себе|нов)|отдал\w*|потерял\w*|"
    r"украл\w*|доставил\w*|доставлен\w*|удалил\w*|установил\w*|исправил\w*|продлен\w*|вылечил\w*|прошла аллергия|"
    r"окончил\w*|закончил\w*|раньше\b|прежн\w+|подадут|вернул\w*",
    "zh": r"搬到|搬去|搬家|搬进|搬回|改到|改成|改为|改在|改用|改了|换成|换了|换到|换|调到|调整|升级|更新|取代|代替|不再|不用|再也|已经不|"
    r"现在|如今|目前|起\b|从.{1,8}(?:起|开始)|辞|离职|跳槽|退休|离开了|卖了|卖掉|离婚|分手|结婚了|领证|去世|走了|不在了|死了|生了|"
    r"取消|不办|停|关闭|解决|修好|修复|涨|降|提高|减少|延长|推迟|提前|延期|新的?(?:经理|老板|号码|密码|地址|手机|价格|时间|负责人)|"
    r"以前|之前|原来|归.{1,6}管|接手|接任|交给|戒|又开始|重新|终于|毕业|开了一家|成了|变成|当上|好了|没有了|恢复|修改|延至|提到|上调|下调|缩短|转到|转给|转为|转岗|调动|晋升|升职|当选|任命|卸任|回来了|付清|已付|出院|批准|拒绝|学会|剪了|剃|染|买了|丢了|"
    r"被偷|送人|到货|安装|删除|完成|不去了|不喝|不吃了|不抽|改喝|改吃|改用|改坐|改骑|其实不|不是.{1,10}而是|只剩|增加到|增至|降到|降至|翻倍",
    "fr": r"déménag\w+|changé|remplac\w+|ne .{1,25}plus|désormais|maintenant|dorénavant|démissionn\w+|quitté|vendu|divorc\w+|"
    r"séparé\w*|mort\w*|décédé\w*|né\w*|annul\w+|report\w+|déplac\w+|augment\w+|baiss\w+|nouve\w+|à partir de|finalement|ancien\w*|arrêté",
    "es": r"mud[óéa]\w*|cambi\w+|reemplaz\w+|ya no|ahora|a partir de|renunci\w+|dej[óé]\w*|vendi\w+|divorci\w+|separ\w+|muri\w+|"
    r"falleci\w+|naci\w+|cancel\w+|aplaz\w+|pospuest\w+|traslad\w+|subi\w+|baj[óa]\w*|nuev\w+|antes|al final",
}
# Both hold: one more, not another.
ADDED = {
    "en": r"\balso\b|\bas well\b|\banother\b|\bone of\b|\bin addition\b|\bbesides\b|\bplus\b|\badditionally\b|\bone more\b",
    "de": r"\bauch\b|\baußerdem\b|\bzusätzlich\b|\bnoch ein\w*\b|\bebenfalls\b|\bnebenbei\b|\bunter anderem\b",
    "ru": r"\bтакже\b|\bтоже\b|\bкроме того\b|\bещё один\b|\bодин из\b|\bодна из\b|\bзаодно\b",
    "zh": r"也|另外|还有|同时|之一",
    "fr": r"\baussi\b|\bégalement\b|\ben plus\b",
    "es": r"\btambién\b|\bademás\b",
}
# It happened once, or is past and over: no newer text ends it.
HAPPENED = {
    "de": r"\b(?:war|waren|wurde|wurden|hatte|hatten|gab|gab's|ging|gestern|vorhin|vorgestern)\b|\bbis (?:19|20)\d\d\b|"
    r"\bvon (?:19|20)\d\d bis\b|\b(?:hat|haben|hab|habe|bin|ist|sind)\b.{0,80}\bge\w{3,}(?:t|en)\b|\bim sommer (?:19|20)\d\d|"
    r"\bheute (?!noch)|\bletzte\w* (?:woche|jahr|monat|nacht|wochenende)",
    "ru": r"\b\w{3,}(?:л|ла|ло|ли|лся|лась|лись)\b|\bдо (?:19|20)\d\d\b|\bвчера\b|\bв (?:19|20)\d\d (?:году|г)|\bбыл[аои]?\b",
    "zh": r"了(?:[。！，,.!？]|$)|昨[天晚]|今天|今早|上周|上个月|去年|前天|年代|过(?:[。！，]|$)|当天|周末|[一二三四五六七八九十零两〇\d]{4}年|早饭|刚才|了[一二三四五六七八九十几两\d]|吃了|去了",
    "fr": r"\b(?:était|étaient|fut|hier|avait)\b|\b(?:a|ont|ai) \w+é\b|\bde (?:19|20)\d\d à\b|\ben (?:19|20)\d\d\b",
    "es": r"\b(?:era|fue|fueron|ayer|estuvo|estaba)\b|\bde (?:19|20)\d\d a\b|\ben (?:19|20)\d\d\b|\b\w{3,}(?:ó|aron|ieron)\b",
}
ENDED = re.compile(
    r"\buntil (?:19|20)\d\d\b|\bfrom (?:19|20)\d\d (?:to|until)\b|\bbetween (?:19|20)\d\d and\b|"
    r"\bin (?:19|20)\d\d\b|\bin the (?:\w+ )?(?:\w*ties|19\d0s|20\d0s)\b|\b(?:last|that) (?:night|week|weekend|month|summer|winter|year|spring)\b|"
    r"\byesterday\b|\bas a (?:\w+ )?child\b|\b(?:this|one) (?:morning|afternoon|evening)\b|\btonight\b|\btoday\b|\ball through\b|\bused to\b"
)
# What a past verb set up holds until something else is said.
ESTABLISHED = frozenset(
    listed(
        "moved settled switched changed joined became adopted assigned scheduled booked agreed "
        "decided promoted chose hired set bought got signed enrolled subscribed married started "
        "relocated upgraded planned allocated aimed"
    )
)
NOT_PAST = frozenset(
    listed(
        "married engaged based retired divorced interested supposed assigned scheduled located "
        "allowed called named used need feed seed bed red compressed certified addicted committed "
        "excited limited closed fixed separated widowed employed unemployed planned pleased tired "
        "loved read let put cut set"
    )
)


# What was changed, where a word after the verb tells it, and places to which a person does not move.
_HOMES = (
    "city|town|village|country|flat|apartment|house|place|home|capital|coast|sea|countryside|suburbs|north|south|east|west|"
    "outskirts|street|state|states|island|mountains|farm|dorm|studio|uk|us|usa|netherlands|neighbo\\w+|area|cottage|cabin"
)
OBJECT = re.compile(
    r"\b(?P<verb>moved|sold|left|lost|gave|dropped|changed|switched|replaced|returned|stopped|quit|transferred|relocated|"
    r"removed|cancelled|canceled|traded|donated|abandoned|shifted|renamed|converted|bought|upgraded|repaired|delivered)"
    r"(?: (?:the|a|an|her|his|my|their|our|its|your|some|all)|"
    rf" to (?:the|a|an|her|his|my|their|our)(?= (?:(?!{_HOMES})\w+ )?(?!{_HOMES})\w+(?:\W|$)))"
    r" (?P<object>\w+(?: (?!in\b|at\b|to\b|on\b|of\b|for\b|from\b|with\b|and\b|over\b|after\b|last\b)\w+)?)"
)


@functools.cache
def pattern(kind: str, language: str) -> re.Pattern[str] | None:
    """The expression of a kind (changed, added, happened) in a language, if there is one."""
    table = {"changed": CHANGED, "added": ADDED, "happened": HAPPENED}[kind]
    source = table.get(language)
    if source is None:
        return None
    if kind == "changed" and language != "zh":
        source = rf"\b(?:{source})"
    return re.compile(source)
