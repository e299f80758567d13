"""Which words carry no meaning of their own, in each language? Data; `stop_words` says what for.

**Source** the English, German, Russian, French and Spanish lists are those of the Snowball
project (https://snowballstem.org, BSD licence), shortened to function and question words; the
others are our own.
"""

from __future__ import annotations

STOP_WORDS = {
    "en": "i me my myself we our ours ourselves you your yours yourself yourselves he him his "
    "himself she her hers herself it its itself they them their theirs themselves what which who "
    "whom whose this that these those am is are was were be been being have has had having do "
    "does did doing would should could ought i'm you're he's she's it's we're they're i've you've "
    "we've they've i'd you'd he'd she'd we'd they'd i'll you'll he'll she'll we'll they'll isn't "
    "aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shan't "
    "shouldn't can't cannot couldn't mustn't let's that's who's what's here's there's when's "
    "where's why's how's a an the and but if or because as until while of at by for with about "
    "against between into through during before after above below to from up down in out on off "
    "over under again further then once here there when where why how all any both each few more "
    "most other some such no nor not only own same so than too very can will just s t d ll m re "
    "ve",
    "de": "aber als am an auch auf aus bei beim bin bis bist da damit dann das dass daß dein "
    "deine dem den der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch "
    "ein eine einem einen einer eines er es euch euer eure für gegen habe haben hat hatte hatten "
    "hier hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden "
    "jeder jedes jene kann kein keine können könnte man manche mein meine meinem meinen meiner "
    "mich mir mit muss nach nicht noch nun nur ob oder ohne sehr sein seine seinem seinen seiner "
    "selbst sich sie sind so soll sollte sondern über um und uns unser unter vom von vor war "
    "waren warum warst was weil welche welchem welchen welcher welches wann wem wen wenn wer "
    "werde werden wessen wie wieder will wir wird wirst wo woher wohin wollen wollte würde würden "
    "zu zum zur zwar zwischen",
    "fr": "à au aux avec c ce ces cet cette d dans de des du elle elles en est et étaient était "
    "êtes être eu eux il ils j je l la le les leur leurs lui m ma mais me même mes mon n ne nos "
    "notre nous on ont ou où par pas pour qu quand que quel quelle quelles quels qui quoi s sa se "
    "ses son sont sur t ta te tes toi ton tu un une vos votre vous y comment pourquoi combien "
    "est-ce qu'est-ce c'est ai as avons avez suis es sommes fut cela ça",
    "es": "a al algo algún alguna como cómo con cual cuál cuando cuándo cuánto cuánta cuántos de "
    "del desde donde dónde e el él ella ellas ellos en entre era eran es esa ese eso esta está "
    "están este esto estos fue fueron ha había han has hasta hay he la las le les lo los me mi "
    "mis mí muy más nos nosotros nuestra nuestro o os otra otro para pero por porque qué que "
    "quien quién quiénes se sea ser si sin sobre son su sus también te tiene tienen tu tus tú un "
    "una uno unos y ya yo",
    "ru": "и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только "
    "ее мне было вот от меня еще нет о из ему когда даже ну ли если уже или ни быть был него до "
    "вас опять вам ведь там потом себя ничего ей может они тут где есть надо ней для мы тебя их "
    "чем была сам чтоб без будто чего тоже себе под будет ж кто этот того потому этого какой "
    "какая какие какое каком ним здесь этом почти мой моя мое мои тем чтобы нее были куда зачем "
    "всех при об хоть после над больше тот через эти нас про всего них много разве эту перед чья "
    "чей откуда сколько почему это",
    "ko": "무엇 무엇을 무엇이 뭐 뭘 뭐가 어디 어디에 어디서 어디에서 누구 누가 누구를 언제 왜 어떻게 어떤 어느 몇 나 나는 내 내가 너 너는 저 저는 제 제가 "
    "그 그는 그녀 그녀는 이 것 수 있나요 있어요 있습니까 입니까 인가요 하나요 했나요 합니까",
    "ar": "من ما ماذا متي اين كيف لماذا هل اي كم في علي الي عن مع هذا هذه ذلك تلك هو هي هم انا "
    "انت نحن كان كانت ان او و لا ثم قد",
    "he": "מי מה מתי איפה היכן איך כיצד למה מדוע האם כמה איזה איזו של את על עם אני אתה הוא היא הם "
    "אנחנו זה זאת זו היה היתה או כי גם לא כן",
    "el": "ποιος ποια ποιο ποιοι τι ποτε που πως γιατι ποσο ποσα ο η το οι τα του της των τον την "
    "και να σε με για απο ειναι ηταν εχει ειχε δεν θα μου σου",
    "hi": "क्या कौन कब कहाँ कहां क्यों कैसे कितना कितने किस किसने का की के को में से पर है हैं था "
    "थी थे और यह वह मैं मेरा मेरी मेरे तुम आप हम ने भी तो हो",
    "uk": "і й та в у на не що як з із зі до за від по про для при над під між через без але або "
    "чи це цей ця ці цього цієї той те ті тут там де коли куди звідки чому навіщо хто кого кому "
    "ким чого чим який яка яке які якого якої скільки чий чия чиє я мене мені мною ти тебе тобі "
    "він його йому вона її їй воно вони їх їм ми нас нам ви вас вам мій моя моє мої мого моєї "
    "твій твоя наш наша свій своя своє свої є був була було були буде бути вже ще тільки також "
    "так ні же б би щоб якщо",
    "it": "a ad al alla alle allo ai agli all anche aveva avevo c che chi ci con come cosa cui da "
    "dal dalla dalle dai degli dei del dell della delle dello di dove e è ed era erano fa fra gli "
    "ha hai hanno ho i il in io l la le lei li lo loro lui ma mi mia mie miei mio ne nei nel "
    "nella nelle nell nello noi non nostra nostro o perché più per però quale quali quando quanta "
    "quante quanti quanto quel quella quelle quelli quello questa queste questi questo qui se sei "
    "si sia siamo sono sta sto stata stato su sua sue sui sul sulla suo suoi ti tra tu tua tuo un "
    "una uno vi voi",
    "pt": "a à ao aos as às até com como da das de dela dele deles depois do dos e é ela elas ele "
    "eles em era eram essa esse esta está estão estava este eu foi foram há isso isto já lhe mais "
    "mas me meu meus minha minhas muito na não nas nem no nos nós nossa nosso num numa o onde os "
    "ou para pela pelas pelo pelos por porque qual quais quando quanta quanto quantos que quem "
    "são se sem ser seu seus só sua suas também te tem têm tenho teu tinha tu tua um uma você "
    "vocês",
    "nl": "aan af al alles als altijd bij daar dan dat de der deze die dit doen door dus een en "
    "er ge geen had heb hebben heeft hem het hier hij hoe hoeveel hun ik in is ja je jij jouw kan "
    "kon kunnen maar me meer men met mij mijn moet na naar niet niets nog nu of om omdat ons onze "
    "ook op over reeds te tegen toch toen tot u uit uw van veel voor waar waarom wanneer want "
    "waren was wat we wel welk welke werd wezen wie wij wil worden wordt zal ze zei zelf zich zij "
    "zijn zo zonder zou",
    "sv": "alla allt att av blev bli blir de dem den denna deras dess det detta dig din dina ditt "
    "du där efter ej eller en er ett från för ha hade han hans har henne hennes hon honom hur här "
    "i icke inom inte jag ju kan kunde man med mellan men mig min mina mitt mot mycket ni nu när "
    "någon något några och om oss på samma sedan sig sin sina sitt ska skulle som så till under "
    "upp ut utan vad var vara varför varit varje vart vem vems vi vid vilka vilken vilket än är "
    "åt över",
    "da": "ad af alle alt at blev blive bliver da de dem den denne der deres det dette dig din "
    "dine disse dit du efter eller en end er et for fra få ham han hans har havde hende hendes "
    "her hos hun hvad hvem hvis hvor hvordan hvorfor hvornår hvilken hvilket i ikke ind jeg jer "
    "jo kan kunne man mange med meget men mig min mine mit mod må ned nej noget nogle nogen nu "
    "når og også om op os over på sad sig sin sine skal skulle som sådan til ud under var vi vil "
    "ville vores være været",
    "no": "alle at av ble bli blir da de deg dem den denne der deres det dette di din disse ditt "
    "du dykk eller en enn er et ett etter for fordi fra få ha hadde ham han hans har henne hennes "
    "her hos hun hva hvem hvilken hvilket hvis hvor hvordan hvorfor i ikke inn ja jeg kan kunne "
    "man mange med meg meget mellom men mer min mine mitt mot mye må når noe noen nå og også om "
    "opp oss over på samme seg selv sin sine sitt skal skulle slik som så til um under ut uten "
    "var vi vil ville vår være",
    "fi": "että ei eikä eivät en et ette emme hän häneen hänelle hänen hänet ja jo joka jonka jos "
    "jota jotka kanssa ketä kenen kenelle koska kuin kuinka kuka kun me meidän meille mikä miksi "
    "millainen milloin minkä minua minulla minulle minun minut minä missä mistä mitä mihin "
    "montako mutta myös ne niiden niin niitä noin nyt oli olin olivat olen olemme olet olette "
    "olla ollut on ovat paljonko se sekä sen siellä sinä sinun sitä siinä tai tämä tämän tässä "
    "tätä te tuo tuon vai vain vaan voi",
    "tr": "acaba ama ancak artık aslında az bana bazı belki ben benden beni benim bir biri birkaç "
    "biz bize bizi bizim bu bunu bunun bunlar böyle çok çünkü da daha de defa değil diye en gibi "
    "hangi hani hem hep hepsi her hiç için ile ise kadar kez ki kim kime kimi kimin kaç mı mi mu "
    "mü nasıl ne neden nerede nereden nereye neyi niçin niye o olan olarak oldu olduğu olur ona "
    "onu onun onlar onlara onların pek sana sen seni senin siz sizi sizin sonra şey şu şunu tüm "
    "var ve veya ya yani yok zaman",
    "pl": "a aby ale bardzo bez bo być był była było były będzie co czego czemu czy czyj dla do "
    "gdy gdzie go i ich ile im ja jak jaka jaki jakie jako je jego jej jemu jest jestem jeszcze "
    "już kiedy kim kogo komu kto która które którego której który których którzy ma mam mi mnie "
    "mną moja moje mój my na nad nam nas nasz nasza nie nich nim niż o od on ona one oni oraz po "
    "pod przed przez przy są się skąd swoje swój ta tak także tam te tego tej ten to tu tylko "
    "twój twoja ty tym w we wy z za ze że żeby",
    "cs": "a aby ale ani asi až bez bude by byl byla byli bylo být co což či do ho i já jak jaká "
    "jaké jaký je jeho jej její jemu jen ještě ji jí jich jim jsem jsi jsme jsou jste k kam kde "
    "kdo kdy když ke kolik komu která které který kteří ma má mám mě mezi mi mně můj moje my na "
    "nad nám nás náš ne nebo není než o od on ona oni pak po pod podle pro proč proto protože "
    "před při s se si ta tak také tam te tě ten tento této tím to toho tom tu tvůj ty už v ve "
    "však vy z za ze že",
    "ro": "a acea aceasta această acel acest acesta ai al ale am ar are aș asta astfel au avea "
    "avem ați că când care câte câți cât cărei ce cel cine cu cum da dar de deci decât din după e "
    "ea ei el ele era erau este eu fi fost i iar îi îl îmi în îți la le lor lui m mai mea mei meu "
    "mi mie ne nici noastră noi nostru nu o or pe pentru prin s sa să sale sau se și sunt suntem "
    "ta tău te tot tu un una unde unei unor unui va vă voi vom vor",
    "hu": "a az azt abban aki ami amit amikor amely annak arra át be ben csak de e egy egyik el "
    "ez ezek ezt ebben és én fel felé ha hanem hány hogy hogyan hol honnan hova igen ill is itt "
    "jó ki kinek kit le lehet lenne lesz lett mert már még meg mely mennyi mi miért mikor milyen "
    "minden mint mit most nagyon ne nekem neki nem nincs ő ők őt ott össze pedig rá s saját sem "
    "sok szerint számára te több van vagy vagyok volt voltak volna",
    "id": "ada adalah agar akan aku anda apa apakah atau bagaimana bagi bahwa banyak belum berapa "
    "bisa bukan dalam dan dapat dari dengan di dia hanya harus ini itu jadi juga jika kalau kami "
    "kamu kapan karena ke kenapa kepada ketika kita lagi lebih maka mana masih mengapa mereka nya "
    "oleh pada saat saja sangat saya sebagai sebuah sedang sejak seperti siapa sudah tapi telah "
    "tentang tetapi tidak untuk yang",
    "ca": "a al als amb aquell aquesta aquest aquests això allò cada com d de del dels des dins "
    "doncs el ella ells els em en ens és era eren es està estan et ets fa fins ha han havia he hi "
    "ho i jo l la les li llur lo m meu meva més mi molt n ni no nosaltres nostre o on pel per "
    "perquè però qual quan quant quants que què qui quin quina s sense ser seu seva si sobre som "
    "són sóc t també tan te teu tinc tot tu un una uns van vaig vas va",
}
