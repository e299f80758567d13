"""Which words stand beside a name and are no part of it: honorifics, legal forms, particles?

Lists of words in many languages, as `spelling` writes them. Words that are commonly names themselves
are left out. What is done with them is in `naming`.
"""

from __future__ import annotations

from typing import Literal

from perspective.domain.text.spelling import spelling

Gender = Literal["female", "male"]


def _words(text: str) -> frozenset[str]:
    return frozenset(spelling(word) for word in text.split())


def _in_order(text: str) -> tuple[str, ...]:
    """The longest first, so that none hides behind its own end."""
    return tuple(sorted(_words(text), key=lambda word: (-len(word), word)))


# Before or after a name, as a word of its own.
_FEMALE = _words(
    "mrs ms miss mme madame mlle mademoiselle frau fräulein señora sra doña dña señorita srta signora "
    "sigra signorina senhora dona mevrouw mevr fru fröken frk rouva pani panna paní slečna gospođa gospa "
    "doamna dna госпожа госпожи гжа гжи гже гжу пані госпођа κυρία κα δεσποινίς δίδα hanım hanımefendi bayan خانم بانو "
    "سيدة السيدة آنسة الآنسة دكتورة الدكتورة أستاذة الأستاذة גברת גב' הגברת श्रीमती सुश्री कुमारी "
    "นาง นางสาว น.ส. 女士 太太 小姐 夫人 asszony kisasszony bà chị cô ibu bu nyonya aunt auntie tante tía "
    "maam madam גב zia ciocia тётя тітка θεία teyze خاله عمه lady dame sister"
)
_MALE = _words(
    "κυρ mr mister sir monsieur herr herrn hr señor sr don signor sig signore senhor dom mijnheer meneer dhr "
    "herra pan господин господина гн гна гну пан пана господин κύριος κύριε κύριο bey beyefendi bay آقای آقا اقای سيد السيد "
    "أستاذ الأستاذ מר אדון श्री श्रीमान นาย 先生 úr ông anh thầy chú bapak pak tuan uncle onkel oncle tío zio "
    "wujek дядя дядько θείος amca lord brother"
)
_NEUTRAL = _words(
    "dr prof professor doctor doktor docteur dott dottssa dottore dottoressa dra profssa mag ing mgr "
    "inż dipl.-ing. dipl rev reverend capt captain col colonel gen sgt lt judge justice hon sr. lic "
    'lcda lcdo др дра дру доктор докторка проф професор профессор профессорка акад κ κ. κκ δρ καθηγητής καθηγήτρια דר ד"ר bs פרופ עוד '
    "פרופ' פרופסור עו\"ד הרב دکتر دكتور الدكتور د د. مهندس استاد شيخ الشيخ حاج डॉ डॉक्टर प्रो "
    "प्रोफ़ेसर पंडित जी คุณ พี่ น้อง ดร ดร. ผศ. รศ. ศ. อาจารย์ ครู หมอ ลุง ป้า น้า อา 교수 선생 박사 씨 님 군 양 팀장 "
    "대표 과장 부장 사장 대리 원장 의사 변호사 선배 후배 형 누나 언니 오빠 이모 삼촌 さん 様 さま くん ちゃん "
    "氏 教授 博士 部長 課長 社長 医師 院長 監督 老师 医生 经理 总 律师 主任 同学 师傅 sahib san sensei sama hoca "
    "öğretmen abi abla doç phd md esq mba msc bsc"
)
HONORIFICS: dict[str, Gender | None] = {
    **dict.fromkeys(_NEUTRAL),
    **dict.fromkeys(_MALE, "male"),
    **dict.fromkeys(_FEMALE, "female"),
}

# In alphabets these alone stand behind a name; elsewhere a title may stand at either end.
BEHIND = _words(
    "bey beyefendi hanım hanımefendi hoca öğretmen abi abla amca teyze úr asszony kisasszony san sensei "
    "sama sahib maam madam sir didi bhai phd md esq mba msc bsc خانم آقا جان"
)

# Written onto a name without a space. A name of at least so many characters must remain.
GLUED_BEFORE: dict[str, int] = {
    **dict.fromkeys(_in_order("คุณ นางสาว นาย นาง ดร. อาจารย์ พี่ น้อง ครู หมอ ลุง ป้า"), 2),
    **dict.fromkeys(_in_order("小 老 阿"), 1),
}
GLUED_AFTER = _in_order(
    "先生 女士 太太 小姐 夫人 老师 教授 博士 医生 经理 总 律师 主任 同学 师傅 哥 姐 さん 様 さま くん ちゃん 氏 部長 課長 "
    "社長 医師 院長 監督 교수 선생 박사 씨 님 팀장 대표 과장 부장 사장 대리 원장 의사 변호사 선배"
)
# A Chinese wife keeps her family name, so before these stands her husband's.
HUSBANDS_NAME = ("太太", "夫人")
# A father and a son of one name; told apart only where both say so.
GENERATIONS = _words("jr sr ii iii iv junior senior ml st fils père hijo neto filho")
# Chinese and Korean family names of two characters: the others have one.
FAMILY_OF_TWO = _words(
    "歐陽 司馬 諸葛 上官 司徒 夏侯 皇甫 尉遲 公孫 慕容 令狐 東方 南宮 端木 독고 남궁 황보 제갈 사공 선우"
)

# How a company is constituted, as a word of its own at either end; dots are gone.
LEGAL_FORMS = _words(
    "inc incorporated corp corporation co company ltd limited llc llp lp plc gmbh mbh ag kg kgaa se ohg "
    "ug ev eg gbr sa sas sasu sarl srl spa snc sl slu sau scs bv nv vzw ab asa as oy oyj aps ans hf ehf "
    "kft zrt bt nyrt rt kkt sro spol doo dd dooel ad eood ood ооо оао зао пао ао ип нко тов тзов пп пат зат "
    "прат ат фоп ад еоод оод αε επε ικε οε εε ltda lda eireli cv sapi sdn bhd pte pty pt tbk aş şti sti "
    "株式会社 有限会社 合同会社 (株) (有) 주식회사 (주) 유한회사 股份有限公司 有限责任公司 有限公司 集团 บริษัท จำกัด มหาชน "
    'شرکت شركة شمم ذمم شمل בעמ בע"מ लिमिटेड प्राइवेट प्रा लि'
)
GLUED_LEGAL_FORMS = _in_order(
    "股份有限公司 有限责任公司 有限公司 株式会社 有限会社 合同会社 주식회사 유한회사 (株) (有) (주) (유)"
)
# Before the name of a place; and how some of its words are shortened.
PLACE_WORDS = _words("the г м гор город місто tp kota")
PROJECT_WORDS = _words(
    "project projekt projet proyecto progetto projeto проект проєкт προγραμμα proje مشروع פרויקט"
)
SHORT_PLACE_WORDS = {"st": "saint", "ste": "sainte", "mt": "mount", "ft": "fort"}
# What an administration adds to the name of a place; a name of two characters must remain.
GLUED_PLACE_WORDS = _in_order("특별자치시 특별자치도 특별시 광역시 시 市 縣 県 都 府 省 มหานคร")
# Articles, prepositions and conjunctions inside names: an acronym may leave them out.
PARTICLES = _words(
    "of the and for in on at to de la le les el los las del da do dos das di della delle dei degli du "
    "des d l y e et i w z und der die das für zu im am von van den het en och og i ja és a az для и і та "
    "в у на του της των και το η ο ve ile של ו و في لل من के की का और"
)
