"""Which names are translated rather than spelled: a hospital, a university, some places?

Where two names are in different languages, these words of theirs are one. Places are those whose names
do not sound alike; words are those that say what kind of thing an organization or a place is.
"""

from __future__ import annotations

from perspective.domain.text.spelling import spelling

# A line for each meaning; what stands first names it.
_WORDS = """
hospital hôpital krankenhaus ospedale больница лікарня szpital hastane hastanesi مستشفى بیمارستان अस्पताल โรงพยาบาล 医院 병원 νοσοκομείο
university universität université universidad università universidade университет університет uniwersytet üniversitesi جامعة دانشگاه אוניברסיטת विश्वविद्यालय มหาวิทยาลัย 大学 대학교 대학 πανεπιστήμιο
school schule école escuela scuola escola школа szkoła okul okulu مدرسة مدرسه विद्यालय स्कूल โรงเรียน 学校 학교 σχολείο
bank banque banco banca банк بنك مصرف بانک בנק बैंक ธนาคาร 银行 은행 τράπεζα
cafe caffè café kaffee kafe кафе кав'ярня kawiarnia مقهى كافيه کافه קפה कैफ़े ร้าน คาเฟ่ カフェ 카페 咖啡馆 καφέ
restaurant ristorante restaurante ресторан restauracja مطعم رستوران מסעדת रेस्टोरेंट ร้านอาหาร レストラン 식당 餐厅 εστιατόριο
hotel hôtel готель отель гостиница فندق هتل מלון होटल โรงแรม ホテル 호텔 酒店 ξενοδοχείο
park parc parque parco парк حديقة پارک פארק पार्क สวน 公園 공원 πάρκο
station bahnhof gare estación stazione вокзал станция محطة ایستگاه תחנת स्टेशन สถานี 駅 역 σταθμός
airport flughafen aéroport aeropuerto aeroporto аэропорт аеропорт مطار فرودگاه एयरपोर्ट สนามบิน 空港 공항 机场 αεροδρόμιο
street strasse rue calle via rua улица вулиця ulica sokak شارع خیابان רחוב ถนน 街 거리 οδός
river fluss fleuve río fiume река ріка rzeka nehri نهر נהר नदी แม่น้ำ 川 강 ποταμός
museum musée museo museu музей muzeum müzesi متحف موزه מוזיאון संग्रहालय พิพิธภัณฑ์ 博物館 박물관 μουσείο
library bibliothek bibliothèque biblioteca библиотека бібліотека biblioteka kütüphanesi مكتبة کتابخانه ספריית पुस्तकालय ห้องสมุด 図書館 도서관 βιβλιοθήκη
pharmacy apotheke pharmacie farmacia аптека apteka eczanesi صيدلية داروخانه फार्मेसी ร้านขายยา 薬局 약국 φαρμακείο
market markt marché mercado mercato рынок ринок pazarı سوق بازار बाजार बाज़ार ตลาด 市場 시장 αγορά
electronics elektronik électronique электроника إلكترونيات इलेक्ट्रॉनिक्स 電子 전자
insurance versicherung assurance seguros assicurazioni страхование sigorta تأمين بیمه बीमा ประกันภัย 保険 보험
group gruppe groupe grupo gruppo группа група grupa مجموعة گروه समूह กลุ่ม グループ 그룹 集团
festival fest festivali фестиваль مهرجان جشنواره महोत्सव เทศกาล 祭り 축제 φεστιβάλ
"""
_PLACES = """
cairo القاهرة каир kairo le_caire קהיר
egypt مصر египет ägypten égypte mısır מצרים
athens αθήνα афины atina أثينا אתונה
thessaloniki θεσσαλονίκη salonica salonika salonique selanik солунь салоники
saint_petersburg санкт_петербург питер петербург st_petersburg спб
vienna wien вена відень viyana bécs vienne vídeň wiedeń
munich münchen мюнхен monaco_di_baviera monachium
cologne köln кёльн colonia
prague praha прага prag praga
warsaw warszawa варшава warschau varsovie
rome roma рим rom rzym روما ρώμη
florence firenze florenz флоренция
milan milano mailand милан
venice venezia venedig венеция
naples napoli neapel неаполь
geneva genève genf женева ginebra ginevra
lisbon lisboa lissabon лиссабон
brussels bruxelles brussel brüssel
the_hague den_haag la_haye
copenhagen københavn kopenhagen
gothenburg göteborg
moscow москва moskau moscou موسكو mosca מוסקבה
kyiv київ киев kiew كييف
belgrade београд beograd belgrad
bucharest bucurești bukarest
jerusalem القدس ירושלים иерусалим yerushalayim
tel_aviv תל_אביב تل_أبيب
damascus دمشق şam дамаск
beirut بيروت beyrouth
baghdad بغداد
istanbul constantinople стамбул
bangkok กรุงเทพมหานคร กรุงเทพ 曼谷 バンコク
beijing 北京 peking pékin пекин pekín
shanghai 上海 шанхай
hong_kong 香港 гонконг
tokyo 東京 токио طوكيو
kyoto 京都 киото
seoul 서울 сеул 首尔
germany deutschland allemagne alemania германия almanya ألمانيا גרמניה ドイツ 독일 德国 γερμανία जर्मनी
greece ελλάδα griechenland grèce grecia греция yunanistan اليونان יוון ギリシャ
china 中国 китай çin الصين סין चीन จีน 중국
japan 日本 япония اليابان יפן जापान ญี่ปุ่น 일본 japon
korea 韓国 корея 대한민국 한국 韩国 kore كوريا
india भारत индия hindistan הודו inde indien الهند 印度 インド 인도
hungary magyarország ungarn hongrie macaristan венгрия
finland suomi финляндия
switzerland schweiz suisse svizzera швейцария isviçre سويسرا スイス
austria österreich autriche австрия avusturya النمسا
spain españa spanien espagne испания ispanya إسبانيا スペイン
france frankreich франция fransa فرنسا フランス 法国 프랑스
england angleterre англия ingiltere إنجلترا
turkey türkiye türkei turquie турция تركيا
usa united_states vereinigte_staaten сша 美国 アメリカ 미국 états_unis estados_unidos
"""


def _meanings(lines: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines.strip().splitlines():
        forms = [spelling(form.replace("_", " ")) for form in line.split()]
        found.update((form, forms[0]) for form in forms)
    return found


WORDS = _meanings(_WORDS)
PLACES = _meanings(_PLACES)
