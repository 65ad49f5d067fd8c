# Всё, что читатель видит в отчёте, по-русски. Числа приходят готовым текстом: где нужно множественное число, $name
# выбирает форму, а печатается $name-text. Форма [one] относится и к 21, и к 101, поэтому и в ней стоит число.
#
# Термины: event соревнование; field участники; decision решение; scored учтено; line линия; depth глубина; index индекс;
# spread разброс; projected прогноз; seen факт, наблюдалось; reading толкование;
# screening скрининг; quick test быстрый тест; full test полный тест; performance выступление; bar критерий;
# held-out контрольный; unscored неучтённый; set aside отложенный; quarantined в карантине;
# MM совпадение ходов; EV равноценное совпадение; ASD средняя масштабированная разность; hint ориентир, потому что
# ближайшее русское слово в шахматах значит помощь игроку.

## Заголовок
page-title = { $event }: лист скрининга
event-unnamed = Соревнование без названия
sheet-kind = Лист скрининга
purpose = Быстрый тест всех игроков, сделанный для скрининга. Он даёт только ориентиры и не является выводом о ком-либо.
provisional-title = Предварительные параметры.
provisional-text = Параметры подобраны, но ещё не подтверждены сертификатом на достаточном числе честных соревнований. Предпринимать что-либо на основании индекса нельзя.
projected-for-standard = Прогнозы сделаны для классических шахмат за доской. При этом z учитывает, насколько сильны честные игроки при таком контроле времени и месте игры; на сколько пунктов рейтинга, сказано на странице каждого игрока.
projected-online = Сила честных игроков онлайн измерена по выступлениям, о которых неизвестно, все ли они честные: описаны остальные, как если бы они были честными.
uncalibrated-title = Нет калибровки.
uncalibrated_engine_or_settings = Для этого движка с этими настройками калибровки нет, поэтому лист показывает то, что наблюдалось, но не даёт ни z, ни индекса. Возьмите настройки одной из поставляемых калибровок или сделайте калибровку по своим партиям командой fairplay calibrate.
uncalibrated_time_class = Для партий этого вида ({ $class }, { $venue }) с этим движком и этими настройками калибровки нет, поэтому лист показывает то, что наблюдалось, но не даёт ни z, ни индекса. Для такой калибровки нужны { $asked } выступлений честных игроков с рейтингом ФИДЕ: измерено { $performances }, в собраниях программы партий: { $games }, турниров: { $tournaments }. Если класс контроля времени или место игры указаны неверно, задайте их ключами --time-class и --mode; собственную калибровку делает fairplay calibrate с ключами --time-class и --venue.
played_over_the_board = за доской
played_online = онлайн
uncalibrated_chess960 = Для шахмат-960 калибровки нет: то, что находят честные игроки, измерено на партиях из обычной начальной позиции. Лист показывает то, что наблюдалось, но не даёт ни z, ни индекса.
contents-label = Содержание

## Сводка
summary-heading = Сводка
tile-players = всего игроков
tile-games-in = получено партий
tile-games-scored = учтено партий
tile-games-unscored = не учтено партий
tile-games-quarantined = в карантине партий
tile-decisions = учтено решений
tile-field-mean = средний индекс участников
tile-field-sd = разброс индекса (СКО)
tile-expected = ожидается { $value }

## Подсчёт
games-equation = Партии: { $in } получено = { $scored } учтено + { $unscored } не учтено + { $quarantined } в карантине.
moves-equation = Ходы: { $moves } сделано = { $scored } учтено + { $excluded } исключено.
equation-broken = Эти числа не сходятся. Не пользуйтесь листом, пока причина неизвестна.

## График
plot-heading = Участники в целом
plot-axis = индекс
plot-caption = Каждая точка — игрок с индексом; точки стоят столбиками по целым пунктам. Кривая показывает, что дала бы в этом соревновании честная игра, с учётом того, что известно о рейтингах в годы соревнования и об игроках, которые порой играют намного выше своего рейтинга. Три самые высокие точки помечены номером из таблицы игроков. Вертикальные линии проведены на 60, 65 и 70; честные игроки тоже бывают за ними, и проверка по участникам показывает, сколько их там ожидается.
plot-title = Точечная диаграмма индекса участников
plot-description = { $players ->
    [1] Индекс есть у одного игрока: { $highest }.
    [one] Индекс есть у { $players-text } игрока, от { $lowest } до { $highest }.
    [few] Индекс есть у { $players-text } игроков, от { $lowest } до { $highest }.
    [many] Индекс есть у { $players-text } игроков, от { $lowest } до { $highest }.
   *[other] Индекс есть у { $players-text } игрока, от { $lowest } до { $highest }.
  } С индексом 60 и выше: { $at60 }. С индексом 65 и выше: { $at65 }. С индексом 70 и выше: { $at70 }.
plot-dot = № { $place } в таблице: { $index }
plot-empty = Ни у кого из игроков нет индекса, изображать нечего.

## Проверка по участникам
field-heading = Проверка по участникам
field-intro = { $players ->
    [one] Индекс есть у { $players-text } игрока.
    [few] Индекс есть у { $players-text } игроков.
    [many] Индекс есть у { $players-text } игроков.
   *[other] Индекс есть у { $players-text } игрока.
  } Здесь показано, чего следует ждать при таком числе участников, если все играют честно и рейтинги верны, и что наблюдалось.
field-measure = Показатель
field-expected = Ожидается
field-seen = Наблюдалось
field-level = Игроков с индексом { $level } и выше
field-mean = Средний индекс без поправки по участникам
field-sd = Разброс (СКО) без неё
field-tolerance = Среднее от { $low } до { $high } обычно при таком числе участников.
field-above = Среднее выше этих границ: рейтинги соревнования занижены для всех. Отдельные индексы нельзя толковать без поправки по участникам.
field-below = Среднее ниже этих границ: рейтинги соревнования завышены для всех. Отдельные индексы нельзя толковать без поправки по участникам.
field-advice = Высокий индекс при большом числе участников — обычное дело: кто-то всегда оказывается первым. Если разброс далёк от 5, параметры не подходят к этим участникам, и ни один индекс нельзя толковать сам по себе.

## Таблица
table-heading = Игроки
table-caption = Все игроки соревнования, по убыванию индекса; игроки без индекса стоят в конце.
table-empty = Игроков нет.
table-sort-hint = Щёлкните по заголовку столбца, чтобы упорядочить по нему; щёлкните ещё раз, чтобы изменить порядок на обратный.
filter-label = Отбор по имени
filter-shown = показано { $shown } из { $total }
column-name = Имя
column-name-title = Имя в том виде, в каком оно записано в большинстве партий
column-fide = ID ФИДЕ
column-fide-title = Идентификационный номер ФИДЕ из тегов партий
column-rating = Рейтинг
column-rating-title = Рейтинг, для которого сделан прогноз
column-games = Партии
column-games-title = Партии с ненарушенной записью, включая неучтённые
column-scored = Учтено
column-scored-title = Решения, которые идут в счёт: ходы за вычетом исключённых
column-mm = MM %
column-mm-title = Совпадение ходов (move match): как часто сыграна первая линия, факт / прогноз, в процентах
column-ev = EV %
column-ev-title = Равноценное совпадение (equal-value match): как часто сыгран ход не хуже лучшего, факт / прогноз, в процентах
column-asd = ASD
column-asd-title = Средняя масштабированная разность с лучшим ходом (average scaled difference), факт / прогноз; чем она меньше, тем сильнее игра
column-mm-z = MM z
column-mm-z-title = z совпадения ходов относительно ожидаемой силы
column-ev-z = EV z
column-ev-z-title = z равноценного совпадения относительно ожидаемой силы
column-asd-z = ASD z
column-asd-z-title = z средней масштабированной разности относительно ожидаемой силы; знак выбран так, что большее значение означает более сильную игру
column-z = Общий z
column-z-title = Три теста в одном z с учётом их корреляции; меньший из двух: без поправки по участникам и с ней
column-index = Индекс
column-index-title = 50 плюс общий z, умноженный на 5: при любом рейтинге ожидается 50 с разбросом 5
column-opponents = Инд. соп.
column-opponents-title = Индекс соперников игрока в тех же партиях, всех вместе
column-reading = Толкование
column-reading-title = Что индекс предлагает сделать; это ориентир, а не заключение
legend-heading = Что означают столбцы
legend-levels = Ниже 60 — обычное значение. От 60: учесть контекст. От 65: запросить полный тест. Сколько честных игроков ожидается на каждом уровне и насколько это редко в годы этого соревнования, показывает проверка по участникам. Чаще всего полный тест находит высокому индексу объяснение: позиции были более вынужденными, чем в среднем.

## Толкования
reading_unrated = нет рейтинга, нет прогноза
reading_rating_outside_range = рейтинг вне диапазона подбора
reading_insufficient = слишком мало решений
reading_not_calibrated = нет толкования: нет калибровки
reading_normal = обычное значение
reading_look_at_context = учесть контекст
reading_ask_for_full_test = запросить полный тест

## Исключённые ходы
census-heading = Исключённые ходы
census-reason = Причина
census-count = Ходы
census-total = Исключено всего
census-none = Исключённых ходов нет.
exclusion_unscored_game = партия не учтена
exclusion_opening = ходы 1–8
exclusion_late = после 60-го хода
exclusion_repeated = позиция уже встречалась
exclusion_forced = единственный возможный ход
exclusion_decided = позиция решена (перевес больше 3,00 пешки)
exclusion_failed = движок не ответил
exclusion_game_over = партия уже закончилась по Правилам

## Отложенные партии
unscored-heading = Неучтённые партии
unscored-intro = Эти партии прочитаны и отложены с указанием причины. Их ходы считаются исключёнными, а не учтёнными.
unscored-none = Отложенных партий нет.
unscored_no_moves = нет ни одного хода
unscored_variant = другой вид шахмат или шахматы-960, которые здесь нельзя проанализировать
unscored_set_up = начинается с расставленной позиции
unscored_duplicate = повторяет другую партию
unscored_other_conditions = сыграна с другим контролем времени, чем соревнование, в сеансе, вслепую или с неравным временем
unscored_same_player = у обеих сторон одно и то же имя или номер ФИДЕ
unscored_forfeit = результат без игры
unscored_bye = пропуск тура: у одной из сторон нет игрока
unscored_null_move = содержит пустой ход, которого на доске не бывает
unscored_superseded = прежняя версия другой партии
unscored_swapped_colours = ходы, дата и тур другой партии, цвета поменяны местами
unscored_renamed = ходы, дата и тур другой партии, имена другие
unscored-partner = { $reason }; оставлена партия { $game } из { $input }
notes-heading = Примечания к партиям
notes-intro = Эти партии учтены. В примечаниях сказано, как они прочитаны, если это потребовало особого подхода.
notes-note = Примечание
note_chess960 = шахматы-960: только доли совпадений, потому что калибровки для них нет
note_encoding = теги прочитаны в кодировке { $value }
note_mojibake = тег был испорчен другой программой до того, как попал сюда, и показан как есть
note_alphabet = фигуры записаны другими буквами, { $value } (король, ферзь, ладья, слон, конь)
note_other_notation = ходы записаны не в обычной нотации
note_kings_in_centre = короли, поставленные в центр в знак результата, отброшены, полуходы: { $value }
quarantine-heading = Партии в карантине
quarantine-intro = Запись этих партий нарушена. В ней ничего не исправлено, и ни один ход этих партий не учтён.
quarantine-none = Партий в карантине нет.
failures-heading = Позиции без ответа
failures-intro = Ни один движок не дал ответа для этих позиций, даже со второй попытки. Сделанные в них ходы исключены. Причина приводится в том виде, в каком её сообщает программа, по-английски.
aside-input = Файл
aside-game = Партия
aside-offset = Смещение, байт
aside-white = Белые
aside-black = Чёрные
aside-plies = Полуходы
aside-ply = Прочитано полуходов
aside-token = Фрагмент
aside-reason = Причина
aside-position = Позиция (FEN)

## Происхождение чисел
manifest-heading = Как получены эти числа
manifest-engine = Движок
manifest-engine-sha256 = SHA-256 движка
manifest-engine-signature = Сигнатура движка
manifest-settings = Настройки
manifest-settings-text = глубина { $depth }, { $lines ->
    [one] { $lines-text } линия
    [few] { $lines-text } линии
    [many] { $lines-text } линий
   *[other] { $lines-text } линии
  }, хеш { $hash } МиБ, не более { $nodes } узлов
manifest-settings-decided = { $settings }; перебор заканчивается начиная с глубины { $from }, если у одной стороны перевес больше { $beyond } пешки подряд на стольких глубинах: { $depths }
manifest-parameters = Параметры
manifest-parameters-none = для этого движка с этими настройками их нет
manifest-parameters-provisional = { $parameters } (предварительные)
manifest-strength = Сила честных игроков
manifest-software = Программа
manifest-evaluations = Контрольная сумма оценок
manifest-digest = Контрольная сумма чисел
manifest-inputs = Исходные файлы
manifest-input-name = Файл
manifest-input-sha256 = SHA-256
manifest-recompute = Чтобы пересчитать каждое число этого листа, сохраните его папку и названные выше файлы и выполните { $command }. FILE — файл с партиями; --book называет дебютную книгу, --aliases — таблицу имён, если они есть среди файлов.

## Игрок
players-heading = По игрокам
players-noscript = Для таблиц по ходам нужен JavaScript. Те же данные, по строке на каждый ход, есть в decisions.csv.
player-open-all = Развернуть всё
player-close-all = Свернуть всё
player-index = индекс { $index }
player-rating = Рейтинг { $rating }
player-unrated = Без рейтинга
rating-source_pgn = из тегов партий
rating-source_list = из сохранённого рейтинг-листа
rating-source_assumed = принят условно, потому что рейтинга нет
player-rating-sd = { $source }; неопределённость сверх обычной (СКО): { $sd }, она учтена в ожидаемой силе
player-ratings = При других рейтингах
player-ratings-note = Те же решения при каждом из известных рейтингов. Текущий рейтинг и рейтинг после соревнования получены из результатов этого соревнования по таблицам ФИДЕ; они служат проверкой опубликованного рейтинга и не являются вторым тестом.
ratings-basis = Рейтинг
ratings-rating = Пункты
basis_published = опубликованный
basis_live = текущий, перед каждой партией
basis_after = после соревнования
event-conditions = Класс контроля времени: { $class } ({ $from }). Основной рейтинг: { $rating }. Решения учитываются { $start }.
start_turn_9 = с девятого хода каждой стороны
start_novelty = с первой позиции, которая до соревнования не встречалась
player-known-plies = до соревнования было известно в среднем { $plies } полухода
time-class_standard = классические шахматы
time-class_rapid = быстрые шахматы
time-class_blitz = блиц
time-class_correspondence = игра по переписке
time-class-from_given = указан в команде
time-class-from_time_control = по контролю времени в партиях
time-class-from_name = по названию соревнования
time-class-from_assumed = принят условно, потому что в файле он не указан
player-fide = ID ФИДЕ { $fide }
player-games = { $games ->
    [one] { $games-text } партия
    [few] { $games-text } партии
    [many] { $games-text } партий
   *[other] { $games-text } партии
  }
player-decisions = { $decisions ->
    [one] учтено { $decisions-text } решение
    [few] учтено { $decisions-text } решения
    [many] учтено { $decisions-text } решений
   *[other] учтено { $decisions-text } решения
  }
player-tests = Тесты
player-test = Тест
player-self = Игрок
player-opponents = Соперники, все вместе
player-seen = факт
player-projected = прогноз
player-z = z
player-tail-z = хвостовой z
player-z-adjusted = скор. z
player-overall = Общий z и индекс
expected-heading = Ожидаемая сила
expected-text = К рейтингу: { $level } за игроков 2020 года относительно прогноза, { $date } за дату, { $lag }; стандартное отклонение { $sd }, в пунктах рейтинга.
expected-lag = { $points } за отставание ({ $reason })
expected-no-lag = об отставании ничего не известно
expected-conditions = За контроль времени и место игры: { $points } в пунктах рейтинга относительно классических шахмат за доской, для которых сделан прогноз.
lag_birth_year = юниор по году рождения
lag_coefficient = коэффициент развития 40
lag_inactive_flag = неактивен по рейтинг-листу
lag_event_name = соревнование для молодых игроков
expected-others = Другие участники соревнования
expected-correction = Поправка по ним, пункты рейтинга
expected-alone = Общий z без этой поправки
expected-field = Общий z с этой поправкой
expected-leads = Основным считается меньший из двух общих z.
expected-once = Общего z основной модели или выше достигает примерно { $odds } выступлений честных игроков такого круга.
player-overall-opponents = { $decisions ->
    [one] Соперники: учтено { $decisions-text } решение, средний рейтинг { $rating }.
    [few] Соперники: учтено { $decisions-text } решения, средний рейтинг { $rating }.
    [many] Соперники: учтено { $decisions-text } решений, средний рейтинг { $rating }.
   *[other] Соперники: учтено { $decisions-text } решения, средний рейтинг { $rating }.
  }
player-t3 = T3 % (одна из первых трёх линий)
player-error = Средняя ошибка (сотые доли пешки)
player-excluded = Ходы
player-game-list = Партии
player-no-games = Учтённых партий нет.
player-back = Вернуться к таблице
test-mm = MM %
test-ev = EV %
test-asd = ASD

## Партия
game-round = Тур { $round }
game-round-none = Тур не указан
game-as-white = Белыми, соперник: { $name }
game-as-black = Чёрными, соперник: { $name }
game-source = { $date }, партия { $number } из { $input }, SHA-256 { $sha256 }
game-white = Белые
game-black = Чёрные
trace-number = №
trace-move = Ход
trace-class = Класс
trace-best = Лучший
trace-before = До
trace-after = После
trace-difference = Масшт. разн.
trace-probability = Первая линия, прогноз, %
trace-reason = Главная причина
trace-note-second = Последние два столбца относятся ко второй модели, с учётом глубины: вероятность сыгранного хода и то, что сильнее всего говорило за него (+) или против него (−) по сравнению с другими ходами, в натах: 0,7 меняет шансы вдвое, 2,3 вдесятеро.
theme_judgment = оценка на полной глубине
theme_history = вид на меньших глубинах
theme_capture = взятие
theme_recapture = ответное взятие
theme_check = шах
theme_threat = угрозы
theme_piece = какая фигура ходит
theme_direction = направление хода
theme_development = развитие
theme_pawn = игра пешками
theme_previous = предыдущие ходы
trace-note = Оценки даны в пешках с точки зрения стороны, которая ходит: «до» — оценка лучшей линии, «после» — оценка сделанного хода; #n — мат в n ходов. Лучший ход назван там, где сыгран другой. Масштабированная разность равна 0 для хода не хуже лучшего. «Первая линия, прогноз» — вероятность первой линии по основной модели.
class-heading = Буквы
class_opening = ходы 1–8, исключены
class_match = не хуже лучшего
class_inferior = хуже лучшего
class_decided = позиция решена, исключён
class_forced = единственный возможный ход, исключён
class_repeated = позиция уже встречалась, исключён
class_late = после 60-го хода, исключён
class_game_over = партия уже закончилась по Правилам, исключён
class_failed = движок не ответил, исключён

## Терминал
terminal-more = { $count ->
    [one] и ещё { $count-text } игрок; --all показывает всех
    [few] и ещё { $count-text } игрока; --all показывает всех
    [many] и ещё { $count-text } игроков; --all показывает всех
   *[other] и ещё { $count-text } игрока; --all показывает всех
  }
terminal-more-lines = { $count ->
    [one] и ещё { $count-text } строка; --all показывает все строки
    [few] и ещё { $count-text } строки; --all показывает все строки
    [many] и ещё { $count-text } строк; --all показывает все строки
   *[other] и ещё { $count-text } строки; --all показывает все строки
  }

## Сертификат: заголовок
certificate-title = Сертификат калибровки: { $parameters }
certificate-kind = Сертификат калибровки
certificate-what-heading = Что это такое
## Сертификат: критерии
certificate-bars-heading = Критерии
certificate-bar-asked = Требование
certificate-bar-found = Получено
certificate-bar-result = Итог
## Сертификат: из чего он сделан
certificate-range = { $low }–{ $high }
certificate-folds-heading = Разбиение по соревнованиям
certificate-fold = Часть
certificate-fold-number = Часть { $number }
certificate-fold-performances = Выступления
## Сертификат: параметры
## Сертификат: контрольные выступления
## Сертификат: группы
## Сертификат: полосы рейтинга
## Сертификат: модели выбора
## Сертификат: составленные выступления
certificate-at = От { $level }
certificate-seen-expected = { $seen } ({ $expected })

## Сертификат: согласие
## Сертификат: границы
certificate-limits-heading = Чего это не показывает
certificate-limits-one = Это не показывает, что какой-либо игрок играл честно или иначе. Это показывает, как ведёт себя мера на многих выступлениях сразу.
certificate-limits-corpus = Партии принимаются за честные, и никто не может знать этого о каждой. Незамеченная помощь увеличила бы числа на высоких уровнях.
certificate-limits-power = Ничего не сказано о мощности, то есть о том, какую помощь такая мера заметила бы. Это измеряется отдельно.

## Сертификат: как повторить
certificate-rebuild-heading = Как сделать это ещё раз
certificate-rebuild-schema = Устройство документа: { $schema }. Числа этой страницы без округления есть в файле certificate.json рядом с ней.
