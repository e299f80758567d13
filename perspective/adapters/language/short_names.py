"""Which given names have which short forms, in languages other than English?

Common ones, each line a name (with its spellings) and what it is called for short; no maintained data
was found. English ones come from the package `nicknames`.
"""

from __future__ import annotations

SHORT_NAMES = """\
Александр/Александра: Саша Шура Саня Сашка Шурик
Алексей: Лёша Алёша Лёха
Анастасия: Настя
Анатолий: Толя
Андрей: Андрюша
Анна: Аня Анечка Нюра Анюта
Антон: Антоша
Борис: Боря
Валентин/Валентина: Валя
Валерий/Валерия: Валера Лера
Василий: Вася
Виктор: Витя
Виктория: Вика
Владимир: Вова Володя Вовка
Владислав: Влад Слава
Вячеслав: Слава
Галина: Галя
Георгий: Гоша Жора
Григорий: Гриша
Дарья: Даша
Дмитрий: Дима Митя
Евгений/Евгения: Женя
Екатерина: Катя
Елена: Лена Леночка
Елизавета: Лиза
Иван: Ваня
Игорь: Игорёк
Илья: Илюша
Ирина: Ира
Ксения: Ксюша
Константин: Костя
Лариса: Лара
Леонид: Лёня
Людмила: Люда Мила
Любовь: Люба
Максим: Макс
Мария: Маша Маруся
Маргарита: Рита
Михаил: Миша
Надежда: Надя
Наталья/Наталия: Наташа Ната
Николай: Коля
Ольга: Оля
Павел: Паша
Пётр: Петя
Роман: Рома
Светлана: Света
Семён: Сёма
Сергей: Серёжа Серёга
София/Софья: Соня
Станислав: Стас
Татьяна: Таня
Фёдор: Федя
Юлия: Юля
Юрий: Юра
Яков: Яша
Олександр/Олександра: Сашко Олесь Леся
Михайло: Мишко
Олексій: Льоша Олекса
Катерина: Катя Катруся
Наталія: Наталка
Оксана: Ксеня
Володимир: Вова Володя
Дмитро: Дмитрик Діма
Тетяна: Таня
Aleksander/Aleksandra: Olek Ola
Agnieszka: Aga
Andrzej: Jędrek
Anna: Ania Anka
Barbara: Basia
Elżbieta: Ela
Grzegorz: Grzesiek
Jakub: Kuba
Jan: Janek Jaś
Joanna: Asia
Józef: Józek
Katarzyna: Kasia
Krzysztof: Krzysiek Krzyś
Maciej: Maciek
Magdalena: Magda
Małgorzata: Gosia Małgosia
Michał: Misiek
Paweł: Pawełek
Piotr: Piotrek
Stanisław: Staszek Stach
Tomasz: Tomek
Wojciech: Wojtek
Zofia: Zosia
Josef: Pepa Sepp Jupp
Jan: Honza
Jana: Janička
Kateřina: Katka
Antonio: Toño Toni Tonino
Concepción: Concha Conchita
Dolores: Lola
Eduardo: Edu Lalo Dudu
Enrique: Quique
Ernesto: Neto
Francisco/Francisca: Paco Pancho Curro Fran Paquita Chico Quico
Guadalupe: Lupe Lupita
Guillermo: Memo Guille
Ignacio: Nacho
Isabel: Isa Chabela
Jesús: Chuy Chus
Jorge: Jorgito
José: Pepe Zé Pepito
Josefa: Pepa
Juan: Juanito
Luis: Lucho
Manuel: Manolo Manu Lolo
Mercedes: Merche
Pilar: Pili
Rafael: Rafa
Ramón: Moncho
Roberto: Beto Berto
Rosario: Charo
Teresa: Tere Maite
Vicente: Chente
Alessandro/Alessandra: Sandro Sandra Ale
Domenico: Mimmo
Francesco/Francesca: Franco Checco Franci Ciccio
Giovanni/Giovanna: Gianni Gianna Vanni Nino
Giuseppe: Peppe Beppe Pino Peppino
Giuseppina: Pina Peppina
Luigi: Gigi
Salvatore: Totò Turi
Vincenzo: Enzo
Andreas: Andi
Anna: Anni Änne
Barbara: Babsi
Christian/Christiane/Christina/Christine: Chris Christl Tina
Elisabeth: Lisa Elli Sissi Lisbeth Else Liesl
Friedrich: Fritz Fred
Georg: Schorsch Jörg
Hans/Johannes/Johann: Hansi Hannes
Heinrich: Heinz Heiner
Johanna: Hanna Hanne
Josef: Sepp Seppl Jupp
Katharina: Kathi Käthe Trine Kati
Ludwig: Lutz Wiggerl
Margarete/Margarethe: Grete Gretel Gretchen
Maximilian: Max Maxi
Matthias: Hias Matze
Michael: Michi Micha Michel
Robert: Robi
Sebastian: Basti Wastl
Stefan/Stefanie: Steffi Steffen
Susanne: Susi Sanne
Theresa/Therese: Resi
Thomas: Tommi
Ulrich/Ulrike: Uli Ulli
Wilhelm: Willi Willy
Wolfgang: Wolfi
Benoît: Ben
Catherine: Cathy
Élisabeth: Babette Lisette
Frédéric/Frédérique: Fred
Jacques: Jacquot
Marguerite: Margot
Nicolas: Nico
Philippe: Phil
Cornelis: Cor Kees
Hendrik: Henk
Johannes: Jan Johan Hans
Wilhelmus: Wim
István: Pista Pisti
János: Jani Jancsi
József: Józsi
László: Laci
Ferenc: Feri
Gábor: Gabi
Erzsébet: Erzsi Bözsi
Katalin: Kati
Sándor: Sanyi
Zoltán: Zoli
Zsuzsanna: Zsuzsa Zsuzsi
Γεώργιος: Γιώργος Γιωργάκης Γιώργης
Δημήτριος/Δημήτρης: Μήτσος Μίμης Δημήτρης
Κωνσταντίνος: Κώστας Ντίνος Κωστής
Ιωάννης: Γιάννης
Νικόλαος: Νίκος
Αικατερίνη/Κατερίνα: Κατερίνα Καίτη
Ελένη: Λένα Λενιώ
Βασίλειος: Βασίλης
Παναγιώτης: Πάνος Τάκης
Χρήστος: Χρηστάκης
Μαρία: Μαρίκα Μαίρη
Ευάγγελος: Βαγγέλης Άγγελος
Mehmet: Memo
İbrahim: İbo
Fatma: Fatoş
Mustafa: Mıstık Musti
"""
