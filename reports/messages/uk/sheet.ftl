# Усе, що читач бачить у звіті, українською. Числа надходять готовим текстом: де потрібна множина, $name вибирає форму,
# а друкується $name-text. Форма [one] стосується і 21, і 101, тому і в ній стоїть число.
#
# Терміни: event змагання; field учасники; decision рішення; scored враховано; line лінія; depth глибина; index індекс;
# spread розкид; projected прогноз; seen факт, спостережено; reading тлумачення;
# screening скринінг; quick test швидкий тест; full test повний тест; performance виступ; bar критерій;
# held-out контрольний; unscored неврахований; set aside відкладений; quarantined у карантині;
# MM збіг ходів; EV рівноцінний збіг; ASD середня масштабована різниця; hint орієнтир, бо найближче українське слово
# в шахах означає допомогу гравцеві.

## Заголовок
page-title = { $event }: аркуш скринінгу
event-unnamed = Змагання без назви
sheet-kind = Аркуш скринінгу
purpose = Швидкий тест усіх гравців, зроблений для скринінгу. Він дає лише орієнтири і не є висновком про будь-кого.
provisional-title = Попередні параметри.
provisional-text = Параметри дібрано, але ще не підтверджено сертифікатом на достатній кількості чесних змагань. Робити будь-що на підставі індексу не можна.
projected-for-standard = Прогнози зроблено для класичних шахів за дошкою. При цьому z враховує, наскільки сильні чесні гравці за такого контролю часу та місця гри; на скільки пунктів рейтингу, сказано на сторінці кожного гравця.
projected-online = Силу чесних гравців онлайн виміряно за виступами, про які невідомо, чи всі вони чесні: описано решту так, ніби вона чесна.
uncalibrated-title = Немає калібрування.
uncalibrated_engine_or_settings = Для цього рушія з цими налаштуваннями калібрування немає, тому аркуш показує те, що спостережено, але не дає ні z, ні індексу. Візьміть налаштування одного з калібрувань, що постачаються, або зробіть калібрування за власними партіями командою fairplay calibrate.
uncalibrated_time_class = Для партій цього виду ({ $class }, { $venue }) з цим рушієм і цими налаштуваннями калібрування немає, тому аркуш показує те, що спостережено, але не дає ні z, ні індексу. Для такого калібрування потрібні { $asked } виступів чесних гравців із рейтингом ФІДЕ: виміряно { $performances }, у зібраннях програми партій: { $games }, турнірів: { $tournaments }. Якщо клас контролю часу або місце гри вказано неправильно, задайте їх ключами --time-class і --mode; власне калібрування робить fairplay calibrate з ключами --time-class і --venue.
played_over_the_board = за дошкою
played_online = онлайн
uncalibrated_chess960 = Для шахів-960 калібрування немає: те, що знаходять чесні гравці, виміряно на партіях зі звичайної початкової позиції. Аркуш показує те, що спостережено, але не дає ні z, ні індексу.
contents-label = Зміст

## Підсумок
summary-heading = Підсумок
tile-players = усього гравців
tile-games-in = отримано партій
tile-games-scored = враховано партій
tile-games-unscored = не враховано партій
tile-games-quarantined = у карантині партій
tile-decisions = враховано рішень
tile-field-mean = середній індекс учасників
tile-field-sd = розкид індексу (СКВ)
tile-expected = очікується { $value }

## Облік
games-equation = Партії: { $in } отримано = { $scored } враховано + { $unscored } не враховано + { $quarantined } у карантині.
moves-equation = Ходи: { $moves } зроблено = { $scored } враховано + { $excluded } вилучено.
equation-broken = Ці числа не сходяться. Не користуйтеся аркушем, доки причина невідома.

## Графік
plot-heading = Учасники загалом
plot-axis = індекс
plot-caption = Кожна точка — гравець з індексом; точки стоять стовпчиками за цілими пунктами. Крива показує, що дала б у цьому змаганні чесна гра, з урахуванням того, що відомо про рейтинги в роки змагання та про гравців, які часом грають значно вище за свій рейтинг. Три найвищі точки позначено номером із таблиці гравців. Вертикальні лінії проведено на 60, 65 і 70; чесні гравці теж бувають за ними, і перевірка за учасниками показує, скільки їх там очікується.
plot-title = Точкова діаграма індексу учасників
plot-description = { $players ->
    [1] Індекс є в одного гравця: { $highest }.
    [one] Індекс є у { $players-text } гравця, від { $lowest } до { $highest }.
    [few] Індекс є у { $players-text } гравців, від { $lowest } до { $highest }.
    [many] Індекс є у { $players-text } гравців, від { $lowest } до { $highest }.
   *[other] Індекс є у { $players-text } гравця, від { $lowest } до { $highest }.
  } З індексом 60 і вище: { $at60 }. З індексом 65 і вище: { $at65 }. З індексом 70 і вище: { $at70 }.
plot-dot = № { $place } в таблиці: { $index }
plot-empty = Жоден гравець не має індексу, зображати нічого.

## Перевірка за учасниками
field-heading = Перевірка за учасниками
field-intro = { $players ->
    [one] Індекс є у { $players-text } гравця.
    [few] Індекс є у { $players-text } гравців.
    [many] Індекс є у { $players-text } гравців.
   *[other] Індекс є у { $players-text } гравця.
  } Тут показано, чого слід чекати за такої кількості учасників, якщо всі грають чесно і рейтинги правильні, і що спостережено.
field-measure = Показник
field-expected = Очікується
field-seen = Спостережено
field-level = Гравців з індексом { $level } і вище
field-mean = Середній індекс без поправки за учасниками
field-sd = Розкид (СКВ) без неї
field-tolerance = Середнє від { $low } до { $high } звичне за такої кількості учасників.
field-above = Середнє вище цих меж: рейтинги змагання занижені для всіх. Окремі індекси не можна тлумачити без поправки за учасниками.
field-below = Середнє нижче цих меж: рейтинги змагання завищені для всіх. Окремі індекси не можна тлумачити без поправки за учасниками.
field-advice = Високий індекс за великої кількості учасників — звична річ: хтось завжди виявляється першим. Якщо розкид далекий від 5, параметри не пасують до цих учасників, і жодного індексу не можна тлумачити окремо.

## Таблиця
table-heading = Гравці
table-caption = Усі гравці змагання, за спаданням індексу; гравці без індексу стоять у кінці.
table-empty = Гравців немає.
table-sort-hint = Клацніть на заголовку стовпця, щоб упорядкувати за ним; клацніть ще раз, щоб змінити порядок на зворотний.
filter-label = Відбір за ім’ям
filter-shown = показано { $shown } із { $total }
column-name = Ім’я
column-name-title = Ім’я в тому вигляді, у якому його записано в більшості партій
column-fide = ID ФІДЕ
column-fide-title = Ідентифікаційний номер ФІДЕ з тегів партій
column-rating = Рейтинг
column-rating-title = Рейтинг, для якого зроблено прогноз
column-games = Партії
column-games-title = Партії з непорушеним записом, разом із неврахованими
column-scored = Врах.
column-scored-title = Рішення, які враховуються: ходи без вилучених
column-mm = MM %
column-mm-title = Збіг ходів (move match): як часто зіграно першу лінію, факт / прогноз, у відсотках
column-ev = EV %
column-ev-title = Рівноцінний збіг (equal-value match): як часто зіграно хід, не гірший за найкращий, факт / прогноз, у відсотках
column-asd = ASD
column-asd-title = Середня масштабована різниця з найкращим ходом (average scaled difference), факт / прогноз; що вона менша, то сильніша гра
column-mm-z = MM z
column-mm-z-title = z збігу ходів відносно очікуваної сили
column-ev-z = EV z
column-ev-z-title = z рівноцінного збігу відносно очікуваної сили
column-asd-z = ASD z
column-asd-z-title = z середньої масштабованої різниці відносно очікуваної сили; знак вибрано так, що більше значення означає сильнішу гру
column-z = Заг. z
column-z-title = Три тести в одному z з урахуванням їхньої кореляції; менший із двох: без поправки за учасниками та з нею
column-index = Індекс
column-index-title = 50 плюс загальний z, помножений на 5: за будь-якого рейтингу очікується 50 з розкидом 5
column-opponents = Інд. суп.
column-opponents-title = Індекс суперників гравця в тих самих партіях, усіх разом
column-reading = Тлумачення
column-reading-title = Що індекс пропонує зробити; це орієнтир, а не висновок
legend-heading = Що означають стовпці
legend-levels = Нижче 60 — звичайне значення. Від 60: переглянути контекст. Від 65: запросити повний тест. Скільки чесних гравців очікується на кожному рівні і наскільки це рідко в роки цього змагання, показує перевірка за учасниками. Найчастіше повний тест знаходить високому індексу пояснення: позиції були більш вимушеними, ніж у середньому.

## Тлумачення
reading_unrated = немає рейтингу, немає прогнозу
reading_rating_outside_range = рейтинг поза діапазоном добору
reading_insufficient = замало рішень
reading_not_calibrated = немає тлумачення: немає калібрування
reading_normal = звичайне значення
reading_look_at_context = переглянути контекст
reading_ask_for_full_test = запросити повний тест

## Вилучені ходи
census-heading = Вилучені ходи
census-reason = Причина
census-count = Ходи
census-total = Вилучено всього
census-none = Вилучених ходів немає.
exclusion_unscored_game = партію не враховано
exclusion_opening = ходи 1–8
exclusion_late = після 60-го ходу
exclusion_repeated = позиція вже траплялася
exclusion_forced = єдиний можливий хід
exclusion_decided = позицію вирішено (перевага більша за 3,00 пішака)
exclusion_failed = рушій не відповів
exclusion_game_over = партія вже закінчилася за правилами

## Відкладені партії
unscored-heading = Невраховані партії
unscored-intro = Ці партії прочитано і відкладено із зазначенням причини. Їхні ходи вважаються вилученими, а не врахованими.
unscored-none = Відкладених партій немає.
unscored_no_moves = немає жодного ходу
unscored_variant = інший вид шахів або шахи-960, які тут не можна проаналізувати
unscored_set_up = починається з розставленої позиції
unscored_duplicate = повторює іншу партію
unscored_other_conditions = зіграна з іншим контролем часу, ніж змагання, у сеансі, наосліп або з нерівним часом
unscored_same_player = обидві сторони мають те саме ім’я або номер ФІДЕ
unscored_forfeit = результат без гри
unscored_double_forfeit = обом зараховано поразку без гри
unscored_bye = пропуск туру: в однієї зі сторін немає гравця
unscored_no_game = партії не було: хід зробила лише одна сторона, а зіграною партія вважається, коли хід зробили обидві (Правила розрахунку рейтингу ФІДЕ, B.02)
unscored_null_move = містить порожній хід, якого на дошці не буває
unscored_superseded = попередня версія іншої партії
unscored_swapped_colours = ходи, дата і тур іншої партії, кольори поміняно місцями
unscored_renamed = ходи, дата і тур іншої партії, імена інші
unscored_copied = ходи іншої партії тих самих двох гравців, в іншому турі або в інший день
unscored_restarted = у цьому турі зараховується інша партія тієї самої пари: партію почали заново (Правила онлайн-шахів 18.9.3, Правила шахів 7.2) або її записано двічі
unscored_annulled = розпочата зі зміною кольорів і зупинена, перш ніж обидві сторони зробили по десять ходів; зараховується інша партія (Правила шахів 7.3, Правила онлайн-шахів 15.2)
unscored-partner = { $reason }; залишено партію { $game } з { $input }
notes-heading = Примітки до партій
notes-intro = Ці партії враховано. У примітках сказано, як їх прочитано, якщо це потребувало особливого підходу.
notes-note = Примітка
note_chess960 = шахи-960: лише частки збігів, бо калібрування для них немає
note_encoding = теги прочитано в кодуванні { $value }
note_mojibake = тег зіпсувала інша програма до того, як він потрапив сюди, і його показано як є: { $value }
note_alphabet = фігури записано іншими літерами, { $value } (король, ферзь, тура, слон, кінь)
note_other_notation = ходи записано не у звичайній нотації
note_mixed_encodings = тег записано в UTF-8 поряд із тегами в іншому кодуванні та прочитано як UTF-8: { $value }
note_tag_read_as = тег записано не так, як у стандарті, і прочитано: { $value }
note_tag_not_read = тег не зрозуміло, і він вважається відсутнім; виправте його в джерелі: { $value }
note_date_of_two_days = дата може означати два різні дні та вважається відсутньою; напишіть рік.місяць.день: { $value }
note_rating_of_another_list = рейтинг з іншого списку, а не ФІДЕ, не використовується: { $value }
note_no_break_spaces = нерозривні пробіли прочитано як пробіли
note_invisible_characters = невидимі знаки пропущено
note_typographic_quotes = прочитано теги з типографськими лапками
note_value_without_quotes = прочитано теги без лапок
note_end_of_file_mark = знак кінця файлу (Ctrl-Z) пропущено
note_typographic_signs = типографські тире й крапки серед ходів прочитано як звичайні
note_glyphs_as_words = оцінки знаками або словами після ходів пропущено
note_kings_in_centre = королів, поставлених у центр на знак результату, відкинуто, півходи: { $value }
note_second_game = у тієї самої пари в цьому турі є інша партія, { $value }, і враховано обидві. Спитайте організатора, яка зараховується (Правила шахів 7.2 і 7.3, Правила онлайн-шахів 15.2 і 18.9), і приберіть іншу з файлу
note_same_moves = ті самі ходи, що в партії { $value }; у довгих партіях перші 30 ходів. Враховано обидві. Порівняйте обидві з бланками і приберіть копію з файлу
quarantine-heading = Партії в карантині
quarantine-intro = Запис цих партій порушено. У ньому нічого не виправлено, і жодного ходу цих партій не враховано.
quarantine-none = Партій у карантині немає.
failures-heading = Позиції без відповіді
failures-intro = Жоден рушій не дав відповіді для цих позицій, навіть із другої спроби. Зроблені в них ходи вилучено. Причину наведено так, як її повідомляє програма, англійською.
aside-input = Файл
aside-game = Партія
aside-offset = Зсув, байт
aside-round = Тур
aside-white = Білі
aside-black = Чорні
aside-plies = Півходи
aside-ply = Прочитано півходів
aside-token = Фрагмент
aside-reason = Причина
aside-position = Позиція (FEN)

## Походження чисел
manifest-heading = Як отримано ці числа
manifest-engine = Рушій
manifest-engine-sha256 = SHA-256 рушія
manifest-engine-signature = Сигнатура рушія
manifest-settings = Налаштування
manifest-settings-text = глибина { $depth }, { $lines ->
    [one] { $lines-text } лінія
    [few] { $lines-text } лінії
    [many] { $lines-text } ліній
   *[other] { $lines-text } лінії
  }, хеш { $hash } МіБ, не більше { $nodes } вузлів
manifest-settings-decided = { $settings }; перебір закінчується починаючи з глибини { $from }, якщо в однієї сторони перевага більша за { $beyond } пішака поспіль на стількох глибинах: { $depths }
manifest-parameters = Параметри
manifest-parameters-none = для цього рушія з цими налаштуваннями їх немає
manifest-parameters-provisional = { $parameters } (попередні)
manifest-strength = Сила чесних гравців
manifest-software = Програма
manifest-evaluations = Контрольна сума оцінок
manifest-digest = Контрольна сума чисел
manifest-inputs = Вхідні файли
manifest-input-name = Файл
manifest-input-sha256 = SHA-256
manifest-recompute = Щоб перерахувати кожне число цього аркуша, збережіть його теку й названі вище файли та виконайте { $command }. FILE — файл із партіями; --book називає дебютну книгу, --aliases — таблицю імен, якщо вони є серед файлів.

## Гравець
players-heading = За гравцями
players-noscript = Для таблиць за ходами потрібен JavaScript. Ті самі дані, по рядку на кожен хід, є в decisions.csv.
player-open-all = Розгорнути все
player-close-all = Згорнути все
player-index = індекс { $index }
player-rating = Рейтинг { $rating }
player-unrated = Без рейтингу
rating-source_pgn = із тегів партій
rating-source_list = зі збереженого рейтинг-листа
rating-source_assumed = прийнято умовно, бо рейтингу немає
player-rating-sd = { $source }; невизначеність понад звичайну (СКВ): { $sd }, її враховано в очікуваній силі
player-ratings = За інших рейтингів
player-ratings-note = Ті самі рішення за кожного з відомих рейтингів. Поточний рейтинг і рейтинг після змагання отримано з результатів цього змагання за таблицями ФІДЕ; вони слугують перевіркою опублікованого рейтингу і не є другим тестом.
ratings-basis = Рейтинг
ratings-rating = Пункти
basis_published = опублікований
basis_live = поточний, перед кожною партією
basis_after = після змагання
event-conditions = Клас контролю часу: { $class } ({ $from }). Основний рейтинг: { $rating }. Рішення враховуються { $start }.
start_turn_9 = з дев’ятого ходу кожної сторони
start_novelty = з першої позиції, яка до змагання не траплялася
player-known-plies = до змагання було відомо в середньому { $plies } півходу
time-class_standard = класичні шахи
time-class_rapid = швидкі шахи
time-class_blitz = бліц
time-class_correspondence = гра за листуванням
time-class-from_given = вказано організатором або арбітром
time-class-from_time_control = за контролем часу в партіях
time-class-from_name = за назвою змагання
time-class-from_assumed = прийнято умовно, бо у файлі його не вказано
player-fide = ID ФІДЕ { $fide }
player-games = { $games ->
    [one] { $games-text } партія
    [few] { $games-text } партії
    [many] { $games-text } партій
   *[other] { $games-text } партії
  }
player-decisions = { $decisions ->
    [one] враховано { $decisions-text } рішення
    [few] враховано { $decisions-text } рішення
    [many] враховано { $decisions-text } рішень
   *[other] враховано { $decisions-text } рішення
  }
player-tests = Тести
player-test = Тест
player-self = Гравець
player-opponents = Суперники, усі разом
player-seen = факт
player-projected = прогноз
player-z = z
player-tail-z = хвостовий z
player-z-adjusted = скор. z
player-overall = Загальний z та індекс
expected-heading = Очікувана сила
expected-text = До рейтингу: { $level } за гравців 2020 року відносно прогнозу, { $date } за дату, { $lag }; стандартне відхилення { $sd }, у пунктах рейтингу.
expected-lag = { $points } за відставання ({ $reason })
expected-no-lag = про відставання нічого не відомо
expected-conditions = За контроль часу та місце гри: { $points } у пунктах рейтингу відносно класичних шахів за дошкою, для яких зроблено прогноз.
lag_birth_year = юніор за роком народження
lag_coefficient = коефіцієнт розвитку 40
lag_inactive_flag = неактивний за рейтинг-листом
lag_event_name = змагання для молодих гравців
expected-others = Інші учасники змагання
expected-correction = Поправка за ними, пункти рейтингу
expected-alone = Загальний z без цієї поправки
expected-field = Загальний z із цією поправкою
expected-leads = Основним вважається менший із двох загальних z.
expected-once = Загального z основної моделі або вищого сягає приблизно { $odds } виступів чесних гравців такого кола.
player-overall-opponents = { $decisions ->
    [one] Суперники: враховано { $decisions-text } рішення, середній рейтинг { $rating }.
    [few] Суперники: враховано { $decisions-text } рішення, середній рейтинг { $rating }.
    [many] Суперники: враховано { $decisions-text } рішень, середній рейтинг { $rating }.
   *[other] Суперники: враховано { $decisions-text } рішення, середній рейтинг { $rating }.
  }
player-t3 = T3 % (одна з перших трьох ліній)
player-error = Середня похибка (соті частки пішака)
player-excluded = Ходи
player-game-list = Партії
player-no-games = Врахованих партій немає.
player-back = Повернутися до таблиці
test-mm = MM %
test-ev = EV %
test-asd = ASD

## Партія
game-round = Тур { $round }
game-round-none = Тур не вказано
game-as-white = Білими, суперник: { $name }
game-as-black = Чорними, суперник: { $name }
game-source = { $date }, партія { $number } з { $input }, SHA-256 { $sha256 }
game-white = Білі
game-black = Чорні
trace-number = №
trace-move = Хід
trace-class = Клас
trace-best = Найкращий
trace-before = До
trace-after = Після
trace-difference = Масшт. різн.
trace-probability = Перша лінія, прогноз, %
trace-reason = Головна причина
trace-note-second = Останні два стовпці стосуються другої моделі, з урахуванням глибини: ймовірність зіграного ходу і те, що найсильніше промовляло за нього (+) або проти нього (−) порівняно з іншими ходами, у натах: 0,7 змінює шанси вдвічі, 2,3 вдесятеро.
theme_judgment = оцінка на повній глибині
theme_history = вигляд на менших глибинах
theme_capture = взяття
theme_recapture = узяття у відповідь
theme_check = шах
theme_threat = загрози
theme_piece = яка фігура ходить
theme_direction = напрямок ходу
theme_development = розвиток
theme_pawn = гра пішаками
theme_previous = попередні ходи
trace-note = Оцінки подано в пішаках з погляду сторони, яка ходить: «до» — оцінка найкращої лінії, «після» — оцінка зробленого ходу; #n — мат за n ходів. Найкращий хід названо там, де зіграно інший. Масштабована різниця дорівнює 0 для ходу, не гіршого за найкращий. «Перша лінія, прогноз» — імовірність першої лінії за основною моделлю.
class-heading = Літери
class_opening = ходи 1–8, вилучено
class_match = не гірший за найкращий
class_inferior = гірший за найкращий
class_decided = позицію вирішено, вилучено
class_forced = єдиний можливий хід, вилучено
class_repeated = позиція вже траплялася, вилучено
class_late = після 60-го ходу, вилучено
class_game_over = партія вже закінчилася за Правилами, вилучено
class_failed = рушій не відповів, вилучено

## Термінал
terminal-more = { $count ->
    [one] і ще { $count-text } гравець; --all показує всіх
    [few] і ще { $count-text } гравці; --all показує всіх
    [many] і ще { $count-text } гравців; --all показує всіх
   *[other] і ще { $count-text } гравця; --all показує всіх
  }
terminal-more-lines = { $count ->
    [one] і ще { $count-text } рядок; --all показує всі рядки
    [few] і ще { $count-text } рядки; --all показує всі рядки
    [many] і ще { $count-text } рядків; --all показує всі рядки
   *[other] і ще { $count-text } рядка; --all показує всі рядки
  }

## Сертифікат: заголовок
certificate-title = Сертифікат калібрування: { $parameters }
certificate-kind = Сертифікат калібрування
certificate-what-heading = Що це таке
## Сертифікат: критерії
certificate-bars-heading = Критерії
certificate-bar-asked = Вимога
certificate-bar-found = Отримано
certificate-bar-result = Підсумок
## Сертифікат: з чого його зроблено
certificate-range = { $low }–{ $high }
certificate-folds-heading = Розбиття за змаганнями
certificate-fold = Частина
certificate-fold-number = Частина { $number }
certificate-fold-performances = Виступи
## Сертифікат: параметри
## Сертифікат: контрольні виступи
## Сертифікат: групи
## Сертифікат: смуги рейтингу
## Сертифікат: моделі вибору
## Сертифікат: складені виступи
certificate-at = Від { $level }
certificate-seen-expected = { $seen } ({ $expected })

## Сертифікат: узгодженість
## Сертифікат: межі
certificate-limits-heading = Чого це не показує
certificate-limits-one = Це не показує, що будь-який гравець грав чесно чи інакше. Це показує, як поводиться міра на багатьох виступах одразу.
certificate-limits-corpus = Партії вважаються чесними, і ніхто не може знати цього про кожну. Непомічена допомога збільшила б числа на високих рівнях.
certificate-limits-power = Нічого не сказано про потужність, тобто про те, яку допомогу така міра помітила б. Це вимірюється окремо.

## Сертифікат: як повторити
certificate-rebuild-heading = Як зробити це ще раз
certificate-rebuild-schema = Будова документа: { $schema }. Числа цієї сторінки без округлення є у файлі certificate.json поруч із нею.
