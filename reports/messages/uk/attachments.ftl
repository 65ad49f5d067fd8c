
## Окрім партій: турнірний звіт
dossier-report-heading = Звірка з турнірним звітом
dossier-report-none = Турнірного звіту не дано, тому партії з ним не звірено.
dossier-report-file = Звіт
dossier-report-players = Гравців у звіті
dossier-report-players-games = Гравців у партіях
dossier-report-contradictions = Суперечностей у самому звіті
dossier-report-line = Гравець у звіті
dossier-report-line-text = { $name }; рядок { $line }, номер { $number }, номер ФІДЕ { $fide }, рейтинг { $rating }
dossier-report-line-none = у списку немає
dossier-report-count = Що пораховано
dossier-report-whole = Усе змагання
dossier-report-own = Гравець
dossier-report-games = Партії
dossier-report-compared = з них звірено з парою звіту
dossier-report-extra = з них є лише в партіях
dossier-report-other = з них у звіті з іншим суперником
dossier-report-aside = з них пропуски туру, копії та непрочитані партії
dossier-report-pairings = Пари звіту
dossier-report-paired = з них звірено з партією
dossier-report-missing = з них є лише у звіті
dossier-report-otherwise = з них у партіях з іншим суперником
dossier-report-nogame = з них неявки і пари без ясного результату, без партії
dossier-report-agree = Партії, що збігаються в усьому, що дають обидві сторони: тур, кольори, результат, дата
dossier-report-differ = Знайдено розбіжностей
dossier-report-same = Про цього гравця партії та звіт збігаються в усьому, що дають обидві сторони.
dossier-report-found = Тут перелічено, що розходиться про цього гравця. Яка сторона має рацію, звідси не видно; це знають бланки.
dossier-report-what = Що розходиться
dossier-report-players-column = Гравці
dossier-report-says-games = У партіях
dossier-report-says-report = У звіті
dossier-report-nodays = Перший і останній день у звіті прочитати не можна, тому дати не звірено.
finding_uncertain_player = імовірно, той самий гравець; треба підтвердити
finding_player_missing = гравця зі звіту немає в партіях
finding_player_extra = гравця з партій немає у звіті
finding_fide_id_differs = номер ФІДЕ
finding_name_differs = ім’я
finding_rating_differs = рейтинг
finding_missing_game = партії зі звіту немає в партіях
finding_extra_game = партії немає у звіті
finding_opponent_differs = суперник
finding_wrong_round = тур
finding_colours_swapped = кольори
finding_scored_differently = результат
finding_forfeit_with_moves = неявка за звітом має ходи
finding_played_without_moves = зіграна за звітом партія не має ходів
finding_date_outside = дата поза змаганням
dossier-says-no-game = такої партії немає
dossier-says-no-pairing = такої пари немає
dossier-says-no-player = такого гравця немає
dossier-says-nameless = (без імені)
dossier-says-fide = ФІДЕ { $id }
dossier-says-no-fide = номера ФІДЕ немає
dossier-says-games = { $n ->
    [one] { $n-text } партія
    [few] { $n-text } партії
    [many] { $n-text } партій
   *[other] { $n-text } партії
  }
dossier-says-round = Тур { $round }:
dossier-says-no-result = без результату
dossier-says-no-moves = без ходів
dossier-says-plies = { $n ->
    [one] { $n-text } півхід
    [few] { $n-text } півходи
    [many] { $n-text } півходів
   *[other] { $n-text } півходу
  }
ending_played = { $result }
ending_short = { $result }, менше одного ходу
ending_forfeit = { $result }, неявка
ending_open = результату ще немає
ending_contradictory = результати суперечать один одному
dossier-says-no-colours = кольори невідомі
dossier-says-ratings = { $rating }; у деяких партіях { $others }
dossier-event-players = Гравців у змаганні
event-players_report = { $players }, за турнірним звітом
event-players_games = { $players }, за іменами в партіях

## Окрім партій: місце серед учасників
dossier-place-heading = Місце серед учасників
dossier-place-none = Скринінгу змагання не дано. Цей тест розглядає партії одного гравця, тому його місце серед інших невідоме.
dossier-place-intro = За скринінгом того самого змагання. Хтось перший завжди; саме по собі місце нічого не каже. Учасники разом показують, чи поводиться індекс як належить: без допомоги його середнє близьке до 50, а стандартне відхилення до 5.
dossier-place-rank = Місце за індексом
dossier-place-rank-text = { $rank } із { $players }
dossier-place-no-index = індексу там немає
dossier-place-field = Учасники: середнє і стандартне відхилення
dossier-place-field-text = { $mean } і { $sd }
dossier-place-used = Очікувана сила
dossier-place-shift = з урахуванням того, що цей скринінг показує про решту гравців: їх { $players }
dossier-place-no-shift = лише за партіями цього тесту: скринінг зроблено без опису сили або з іншим
dossier-place-index = Гравець у скринінгу
dossier-place-test = Гравець у цьому тесті
dossier-place-pair = індекс { $index }, z { $z }
dossier-place-screening = Контрольна сума скринінгу
dossier-place-settings = Налаштування скринінгу
dossier-place-other = Скринінг зроблено з іншим рушієм, іншими налаштуваннями, параметрами, іншим основним рейтингом або іншим початком рішень, ніж цей тест. Обидва індекси різняться вже тому.
dossier-place-level = Індекс не нижче
dossier-place-expected = Очікувалося гравців
dossier-place-seen = Є гравців
dossier-place-caption = Кожна точка — один учасник, крива — те, чого слід чекати від чесної гри. Штрихову лінію проведено на індексі гравця у скринінгу.
dossier-place-text = { $players ->
    [one] { $players-text } гравець
    [few] { $players-text } гравці
    [many] { $players-text } гравців
   *[other] { $players-text } гравця
  } з індексом, середнє { $mean }, стандартне відхилення { $sd }; індекс гравця { $index }.
dossier-place-axis = індекс

## Окрім партій: годинник і відсутності
dossier-behaviour-heading = Годинник і відсутності
dossier-behaviour-intro = Ця частина має довідковий характер. Вона описує, що відзначено крім ходів, і не входить ні до загального z, ні до індексу.
dossier-clocks-heading = Витрачений час
dossier-clocks-covered = Рішення з відомим часом: { $timed } із { $all }.
dossier-clocks-rule = Час показується від числа рішень { $least } і лише за тими партіями, де контроль часу пояснює покази годинника.
dossier-clocks-intro = Скільки часу пішло на рішення з першою лінією і на всі інші. Це опис, а не тест.
dossier-clocks-kind = Рішення
dossier-clocks-matched = з першою лінією
dossier-clocks-other = з іншим ходом
dossier-clocks-number = Число
dossier-clocks-mean = Середній час, с
dossier-clocks-median = Медіана часу, с
dossier-clocks-difficulty = Рангова кореляція часу зі складністю: { $value }; рішень: { $count }. Рішення то складніше, що менш імовірною була перша лінія за прогнозом. Від −1 до 1; вище 0 означає, що над складними рішеннями думали довше.
dossier-clocks-usual = За такої кількості рішень кореляція дев’яти з десяти чесних гравців лежить між { $low } і { $high }. Ці межі отримано за 41 виступом у двох турнірах за дошкою; за іншого контролю часу вони можуть відрізнятися.
dossier-absences-heading = Після відсутності за дошкою
dossier-absences-none = Журналу відсутностей не дано.
dossier-absences-intro = Арбітр відзначав, коли гравця не було за дошкою. Розглянуто рішення серед перших ходів після повернення; їхнє число задано наперед: { $window }. Побачене осторонь корисне лише кілька ходів, доки суперник не зверне.
dossier-absences-log = Журнал
dossier-absences-left = Пішов на ході
dossier-absences-back = Повернувся до ходу
dossier-absences-decisions = Рішення
dossier-absences-matches = З першою лінією
dossier-absences-expected = Прогноз
dossier-absences-note = Примітка
dossier-absences-by = Відзначив
dossier-absences-after = після відсутності
dossier-absences-others = усі інші
dossier-absences-which = Які рішення
dossier-absences-tail = Імовірність не меншого числа, точна, %
dossier-absences-z = Як z, відносно очікуваної сили, якщо він так нижчий
dossier-absences-dispersed = Імовірність цього, %
dossier-absences-corrected = Імовірність із поправкою на два погляди, %
dossier-absences-form = Імовірність за власної форми гравця в усіх інших рішеннях, точна, %
dossier-absences-reading = Це ймовірність для чесного гравця з таким рейтингом. Поправка потрібна, бо дивляться на дві речі: на всі рішення і на ці окремо. Якщо журнал вели через самі ходи або відзначили лише частину відсутностей, жодна поправка цього не виправить.
dossier-absences-few = Після відзначених відсутностей немає жодного рішення з прогнозом, тому сказати нічого.

## Окрім партій: кілька змагань
dossier-several-heading = Попередні змагання
dossier-several-none = Це змагання розглянуто саме по собі; попередніх змагань гравця не дано.
dossier-several-intro = Змагання гравця за порядком дат, розглядуване останнім. Разом — це все аж до цього змагання: суми всіх рішень, причому частину форми і похибки рейтингу вважають спільною для всіх змагань.
dossier-several-event = Змагання
dossier-several-days = Дні
dossier-several-rating = Рейтинг
dossier-several-combined = z разом
dossier-several-combined-second = z разом, друга модель
dossier-several-rows = Усі змагання разом
dossier-several-way = Як їх складено
way_sums = суми, частина форми спільна для всіх змагань (звичайний спосіб)
way_one_performance = суми, форма одна в усіх змаганнях
way_without = без змагання: { $event }
dossier-several-range = За всіх цих способів загальний z разом лежить між { $low } і { $high }.
dossier-several-rows-intro = Жодного з цих способів не відібрано: надруковано всі. Змагання дав той, хто замовив цей тест; якщо їх вибрали за результатами, жоден спосіб цього не виправить.
dossier-several-shift = Очікується за всіма змаганнями: { $points } до рейтингу, стандартне відхилення { $sd }, у пунктах рейтингу.
apart_other_parameters = Змагання оцінено за різними параметрами, наприклад для іншого класу часу, і разом вони не розглядаються.
apart_too_few = В усіх змаганнях разом замало рішень.
apart_one_event = Серед даних змагань немає попередніх.

## Окрім партій: частини
part_start = За тим, де починаються рішення
dossier-part-novelty = від першої нової позиції
dossier-part-turn-nine = з них від дев’ятого ходу
