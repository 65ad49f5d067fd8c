# Всё, что читатель видит в отчёте, по-русски. Числа приходят готовым текстом: где нужно множественное число, $name
# выбирает форму, а печатается $name-text. Форма [one] относится и к 21, и к 101, поэтому и в ней стоит число.
#
# Термины: event соревнование; field участники; decision решение; scored учтено; line линия; depth глубина; index индекс;
# dispersion коэффициент рассеяния; spread разброс; projected прогноз; seen факт, наблюдалось; reading толкование;
# screening скрининг; quick test быстрый тест; full test полный тест; performance выступление; bar критерий;
# held-out контрольный; unscored неучтённый; set aside отложенный; quarantined в карантине;
# MM совпадение ходов; EV равноценное совпадение; ASD средняя масштабированная разность; hint ориентир, потому что
# ближайшее русское слово в шахматах значит помощь игроку. «Дисперсия» (variance) здесь не говорится о коэффициенте f.

## Заголовок
page-title = { $event }: лист скрининга
event-unnamed = Соревнование без названия
sheet-kind = Лист скрининга
purpose = Быстрый тест всех игроков, сделанный для скрининга. Он даёт только ориентиры и не является выводом о ком-либо.
provisional-title = Предварительные параметры.
provisional-text = Параметры подобраны, но ещё не подтверждены сертификатом на достаточном числе честных соревнований. Предпринимать что-либо на основании индекса нельзя.
uncalibrated-title = Нет калибровки.
uncalibrated_engine_or_settings = Для этого движка с этими настройками калибровки нет, поэтому лист показывает то, что наблюдалось, но не даёт ни z, ни индекса. Возьмите настройки одной из поставляемых калибровок или сделайте калибровку по своим партиям командой fairplay calibrate.
uncalibrated_time_class = Для партий с таким классом контроля времени, с этим движком и этими настройками калибровки нет, поэтому лист показывает то, что наблюдалось, но не даёт ни z, ни индекса. Если класс определён по партиям неверно, укажите его ключом --time-class; калибровку по партиям этого класса делает команда fairplay calibrate --time-class.
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
plot-caption = Каждая точка — игрок с индексом; точки стоят столбиками по целым пунктам. Кривая показывает, что дала бы честная игра при указанных рейтингах: среднее 50, разброс (среднеквадратичное отклонение, СКО) 5, в масштабе числа игроков. Вертикальные линии проведены на 60, 65 и 70.
plot-title = Точечная диаграмма индекса участников
plot-description = { $players ->
    [1] Индекс есть у одного игрока: { $highest }.
    [one] Индекс есть у { $players-text } игрока, от { $lowest } до { $highest }.
    [few] Индекс есть у { $players-text } игроков, от { $lowest } до { $highest }.
    [many] Индекс есть у { $players-text } игроков, от { $lowest } до { $highest }.
   *[other] Индекс есть у { $players-text } игрока, от { $lowest } до { $highest }.
  } С индексом 60 и выше: { $at60 }. С индексом 65 и выше: { $at65 }. С индексом 70 и выше: { $at70 }.
plot-dot = { $name }: { $index }
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
field-mean = Средний индекс
field-sd = Разброс (СКО)
field-advice = Высокий индекс при большом числе участников — обычное дело: кто-то всегда оказывается первым. Если среднее или разброс далеки от 50 и 5, рейтинги или параметры не подходят к этим участникам, и ни один индекс нельзя толковать сам по себе.

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
column-moves = Ходы
column-moves-title = Ходы игрока в этих партиях
column-scored = Учтено
column-scored-title = Решения, которые идут в счёт: ходы за вычетом исключённых
column-mm = MM %
column-mm-title = Совпадение ходов (move match): как часто сыграна первая линия, факт / прогноз, в процентах
column-ev = EV %
column-ev-title = Равноценное совпадение (equal-value match): как часто сыгран ход не хуже лучшего, факт / прогноз, в процентах
column-asd = ASD
column-asd-title = Средняя масштабированная разность с лучшим ходом (average scaled difference), факт / прогноз; чем она меньше, тем сильнее игра
column-mm-z = MM z
column-mm-z-title = Скорректированный z совпадения ходов
column-ev-z = EV z
column-ev-z-title = Скорректированный z равноценного совпадения
column-asd-z = ASD z
column-asd-z-title = Скорректированный z средней масштабированной разности; знак выбран так, что большее значение означает более сильную игру
column-z = Общий z
column-z-title = Три теста в одном z с учётом их корреляции
column-index = Индекс
column-index-title = 50 плюс общий z, умноженный на 5: при любом рейтинге ожидается 50 с разбросом 5
column-opponents = Инд. соп.
column-opponents-title = Индекс соперников игрока в тех же партиях, всех вместе
column-reading = Толкование
column-reading-title = Что индекс предлагает сделать; это ориентир, а не заключение
legend-heading = Что означают столбцы
legend-levels = Ниже 60 — обычное значение. От 60: учесть контекст. От 65 (примерно 1 честный игрок из 740): запросить полный тест. 70 — примерно 1 из 31 600. Чаще всего полный тест находит высокому индексу объяснение: позиции были более вынужденными, чем в среднем.

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

## Отложенные партии
unscored-heading = Неучтённые партии
unscored-intro = Эти партии прочитаны и отложены с указанием причины. Их ходы считаются исключёнными, а не учтёнными.
unscored-none = Отложенных партий нет.
unscored_no_moves = нет ни одного хода
unscored_variant = разновидность шахмат, не обычные шахматы
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
quarantine-intro = Запись этих партий нарушена. В ней ничего не исправлено, и ни один ход этих партий не учтён. Причина приводится в том виде, в каком её сообщает программа, по-английски.
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
manifest-software = Программа
manifest-evaluations = Контрольная сумма оценок
manifest-digest = Контрольная сумма чисел
manifest-inputs = Исходные файлы
manifest-input-name = Файл
manifest-input-sha256 = SHA-256
manifest-recompute = Чтобы пересчитать каждое число этого листа, сохраните его папку и выполните { $command }.

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
player-rating-sd = { $source }; неопределённость сверх обычной (СКО): { $sd }, из-за неё каждый z меньше
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
trace-probability = p первой, %
trace-played = p сыгранного, %
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
trace-note = Оценки даны в пешках с точки зрения стороны, которая ходит: «до» — оценка лучшей линии, «после» — оценка сделанного хода; #n — мат в n ходов. Лучший ход назван там, где сыгран другой. Масштабированная разность равна 0 для хода не хуже лучшего. В последнем столбце — вероятность первой линии по прогнозу.
class-heading = Буквы
class_opening = ходы 1–8, исключены
class_match = не хуже лучшего
class_inferior = хуже лучшего
class_decided = позиция решена, исключён
class_forced = единственный возможный ход, исключён
class_repeated = позиция уже встречалась, исключён
class_late = после 60-го хода, исключён
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
certificate-what = Величина z говорит, насколько действия игрока отличаются от того, что даёт честная игра при том же рейтинге в тех же позициях, в единицах стандартного отклонения: ожидается 0, а индекс равен 50 плюс пять общих z. Высокие значения бывают и без всякой причины: из честных выступлений примерно 1 из 44 превышает 2 и примерно 1 из 741 превышает 3. Это верно, только если верны параметры, по которым получен z. Чтобы это увидеть, { $performances ->
    [one] { $performances-text } выступление оценено
    [few] { $performances-text } выступления оценены
    [many] { $performances-text } выступлений оценены
   *[other] { $performances-text } выступления оценены
  } с параметрами, подобранными только по другим соревнованиям, и этот документ сообщает, что получилось, нравится это или нет. Он говорит о мере, а не о каком-либо человеке.
certificate-model_two_parameter = Речь идёт об основной модели: честный выбор описывает двухпараметрическая модель Ригана по значениям линий движка на глубине суждения.
certificate-model_depth_aware = Речь идёт о второй модели: честный выбор описывает модель с учётом глубины по тому, как каждый возможный ход выглядел на каждой глубине перебора, что он делает на доске и как продолжает предыдущие ходы. Основная модель другая.
certificate-verdict = Выполнено критериев: { $met } из { $all }.
certificate-verdict-none = Критерии не были заданы, поэтому выполнять было нечего.

## Сертификат: критерии
certificate-bars-heading = Критерии
certificate-bars-intro = Что требовалось от параметров. Критерии записаны до того, как партии были оценены, и приводятся дословно, по-английски.
certificate-bar-asked = Требование
certificate-bar-found = Получено
certificate-bar-result = Итог
certificate-bar-met = выполнен
certificate-bar-unmet = не выполнен

## Сертификат: из чего он сделан
certificate-made-heading = Движок, настройки и партии
certificate-made-intro = Параметры действительны для этого движка, байт в байт, с этими настройками и для партий этого рода. Ничто иное не сертифицировано.
certificate-profile = Название настроек
certificate-time-class = Класс контроля времени
certificate-ratings = Рейтинги подбора
certificate-range = { $low }–{ $high }
certificate-gate = Наименьшее число решений, при котором даётся z
certificate-weights = Веса в общем z (MM, EV, ASD)
certificate-corpus-heading = Партии
certificate-games = Партий оценено
certificate-performances = Выступлений с рейтингом, включая короткие
certificate-decisions = Решений
certificate-years = Годы соревнований
certificate-years-unknown = неизвестны
certificate-seed = Зерно разбиения
certificate-inputs = Наборы партий
certificate-folds-heading = Разбиение по соревнованиям
certificate-folds-intro = Соревнования никогда не делятся. Каждая часть оценена с параметрами, подобранными по всем остальным частям, поэтому ни одно выступление не участвовало в собственном прогнозе.
certificate-fold = Часть
certificate-fold-number = Часть { $number }
certificate-fold-events = Соревнования
certificate-fold-performances = Выступления
certificate-fold-decisions = Решения

## Сертификат: параметры
certificate-fitted-heading = Подобранные параметры
certificate-fitted-intro = Значения подобраны по всем соревнованиям. Стандартная ошибка — разброс по подборам на соревнованиях, взятых случайно с возвращением.
certificate-parameter = Параметр
certificate-value = Значение
certificate-standard-error = Стандартная ошибка
certificate-dispersion-heading = Рассеяние и корреляция
certificate-dispersion-intro = Исходный z делится на коэффициент рассеяния f, который отвечает за всё, чего нет в прогнозе: ходы, связанные между собой, форма, ошибка рейтинга. Квадрат f равен рассеянию внутри партий плюс прирост, умноженный на число решений, и никогда не меньше квадрата наименьшего f. Прирост зависит от рейтинга: опубликованный рейтинг более слабых игроков, среди которых много юных, меньше говорит о сегодняшней силе. Корреляции относятся к скорректированным z: MM и EV { $mm-ev }, MM и ASD { $mm-asd }, EV и ASD { $ev-asd }.
certificate-test = Тест
certificate-dispersion-least = Наименьший f
certificate-dispersion-within = Внутри партий, квадрат f
certificate-dispersion-growth = Прирост на решение, рейтинг { $rating }
certificate-dispersion-after = f, решений: { $decisions }, рейтинг { $rating }
certificate-weight = Вес
certificate-name-mm = MM
certificate-name-ev = EV
certificate-name-asd = ASD

## Сертификат: контрольные выступления
certificate-seen-heading = Контрольные выступления
certificate-seen-intro = Все выступления, в которых решений не меньше { $gate }, с параметрами, не знавшими их соревнования. Если параметры верны, у каждого z среднее 0, среднеквадратичное отклонение (СКО) 1 и асимметрия 0, а у индекса среднее 50 и СКО 5. Среднее и СКО даны с двумя стандартными ошибками (± 2 ст. ош.), единицы для которых — соревнования, а не выступления.
certificate-statistic = Величина
certificate-count = n
certificate-mean = Среднее
certificate-two-se = ± 2 ст. ош.
certificate-shared = У выступлений одного соревнования есть общая часть, её СКО { $sd }: рейтинги его места и времени завышены или занижены для всех сразу. Эта часть входит в СКО выше, поэтому вероятности верны для игрока любого соревнования; но в одном соревновании все индексы могут быть немного выше или ниже вместе. Это показывает раздел «Проверка по участникам» на листе соревнования.
certificate-sd = СКО
certificate-skew = Асимметрия
certificate-expected-moments = Ожидаются среднее, СКО
certificate-measure_overall = Общий z
certificate-measure_index = Индекс
certificate-measure_mm = MM: совпадение ходов
certificate-measure_ev = EV: равноценное совпадение
certificate-measure_asd = ASD: средняя масштабированная разность
certificate-moments = { $n ->
    [one] { $n-text } выступление
    [few] { $n-text } выступления
    [many] { $n-text } выступлений
   *[other] { $n-text } выступления
  }: среднее { $mean }, СКО { $sd }, асимметрия { $skew }.
certificate-rates-heading = Как часто достигался уровень
certificate-level = Не ниже
certificate-rate-seen = Факт
certificate-rate-expected = Ожидается
certificate-rate-share = Доля по факту, %
certificate-rate-limits = Границы 95 %, %
certificate-limits = { $low }–{ $high }
certificate-rate-nominal = Номинал, %
certificate-quantile-title = График квантилей
certificate-quantile-nominal = номинал
certificate-quantile-seen = наблюдалось
certificate-quantile-caption = Каждая точка — выступление или квантиль выступлений: по горизонтали то, что должна давать честная игра, по вертикали то, что наблюдалось. На диагонали они совпадают; выше неё наблюдаемые значения больше.
certificate-quantile-text = { $points ->
    [one] { $points-text } точка
    [few] { $points-text } точки
    [many] { $points-text } точек
   *[other] { $points-text } точки
  }. Наименьшее наблюдаемое значение { $low } при номинале { $nominal-low }, наибольшее { $high } при номинале { $nominal-high }.
certificate-quantile-empty = Точек нет, изображать нечего.

## Сертификат: группы
certificate-groups-heading = По группам
certificate-group = Группа
certificate-group_rating = Рейтинг
certificate-group_decisions = Решения
certificate-group_colour = Цвет
certificate-group_below_gate = Мало для индекса, решений
certificate-group_decade = Десятилетие
certificate-group_result = Результат, постфактум
certificate-row_white = белые
certificate-row_black = чёрные
certificate-row-low-score = менее 40 %
certificate-row-even-score = от 40 % до 60 %
certificate-row-high-score = более 60 %
certificate-row_unknown = неизвестно
certificate-groups-picture = { $statistic }, по группам
certificate-groups-result-note = Группы по результату составлены постфактум. Кто набрал много очков, тот обычно и играл хорошо, поэтому сдвиг между этими группами ожидаем и не является недостатком параметров.

## Сертификат: полосы рейтинга
certificate-bands-heading = Факт и прогноз по рейтингу
certificate-bands-intro = Средние по всем решениям полосы, включая короткие выступления; MM и EV в процентах. Чем меньше ASD, тем сильнее игра.
certificate-band = Рейтинг
certificate-band-range = { $low }–{ $high }
certificate-band-seen = { $test }, факт
certificate-band-projected = { $test }, прогноз

## Сертификат: модели выбора
certificate-prediction-heading = Насколько хорошо предсказываются ходы
certificate-prediction-intro = По контрольным решениям. Неожиданность хода равна натуральному логарифму его вероятности с обратным знаком: чем меньше её среднее, тем лучше известен честный выбор и тем меньшая помощь становится видна. Ходы, не вошедшие в линии, двухпараметрическая модель не различает; в среднем столбце этого знания лишена и модель с учётом глубины.
certificate-all-ratings = Все
certificate-nats-two-parameter = Неожиданность, двухпараметрическая
certificate-nats-grouped = С учётом глубины, остальные ходы наравне
certificate-nats-depth-aware = С учётом глубины
certificate-predicted-two-parameter = Сыграна первая линия, %
certificate-predicted-depth-aware = Сыгран самый вероятный ход, %
certificate-anchor-heading = Привязка к другим параметрам
certificate-anchor-text = Эти параметры привязаны к { $parameters }, которые опираются на гораздо большее число партий того же движка: в игроках этого собрания они находят, в целом и по рейтингу, то же, что находят те, и рассеяние взято оттуда. Обоими оценены отложенные выступления, числом { $n }. Эти минус те: среднее { $mean }, СКО { $sd }; корреляция { $correlation }. Как рассеиваются честные выступления, показано в сертификате { $parameters }.
certificate-difference-heading = Две модели
certificate-record-kept = Основная модель здесь взята из { $parameters }. Она сохранена без изменений, и у неё есть собственный сертификат. Часть этих соревнований она видела, поэтому в этом сравнении контрольной является только модель с учётом глубины.
certificate-difference-text = Общее z по обеим моделям есть у { $n ->
    [one] { $n-text } выступления.
    [few] { $n-text } выступлений.
    [many] { $n-text } выступлений.
   *[other] { $n-text } выступления.
  } z модели с учётом глубины минус z основной: среднее { $mean }, СКО { $sd }; корреляция { $correlation }. Настолько две модели расходятся у одного честного игрока без всякой причины; расхождение больше двух таких СКО — вопрос о позициях, а не об игроке.

## Сертификат: составленные выступления
certificate-resampled-heading = Составленные выступления
certificate-resampled-intro = Высокие уровни слишком редки, чтобы встретиться среди настоящих выступлений. Поэтому из контрольных партий составлены выступления, числом { $drawn }, { $games ->
    [one] по { $games-text } партии
    [few] по { $games-text } партии
    [many] по { $games-text } партий
   *[other] по { $games-text } партии
  } в каждом, по одной стороне от каждой партии, с зерном { $seed }. Партии разных игроков не связаны ни формой, ни ошибкой рейтинга, поэтому такое выступление делится на рассеяние внутри партий, а не на рассеяние одного игрока. Одни и те же партии берутся снова и снова, поэтому истинные границы шире напечатанных, в которых каждое составленное выступление считается новым.
certificate-resampled-bands-heading = Составленные выступления по рейтингу
certificate-resampled-bands-intro = В последних столбцах — выступления не ниже уровня: сколько наблюдалось и, в скобках, сколько ожидается.
certificate-pool = Стороны партий
certificate-at = От { $level }
certificate-seen-expected = { $seen } ({ $expected })

## Сертификат: согласие
certificate-agreement-heading = Согласие двух подборов
certificate-agreement-text = { $n ->
    [one] { $n-text } выступление оценено дважды
    [few] { $n-text } выступления оценены дважды
    [many] { $n-text } выступлений оценены дважды
   *[other] { $n-text } выступления оценены дважды
  }, с параметрами, каждый раз подобранными по двум пятым соревнований; у этих подборов нет общих соревнований ни друг с другом, ни с выступлением. Средняя разность общего z равна { $mean } (среднее квадратичное по всем кругам; разбиений соревнований на пять частей: { $dealings }), СКО внутри круга { $sd }. Настолько выбор соревнований сдвигает z.

## Сертификат: границы
certificate-limits-heading = Чего это не показывает
certificate-limits-one = Это не показывает, что какой-либо игрок играл честно или иначе. Это показывает, как ведёт себя мера на многих выступлениях сразу.
certificate-limits-corpus = Партии принимаются за честные, и никто не может знать этого о каждой. Незамеченная помощь увеличила бы числа на высоких уровнях.
certificate-limits-n = По { $n ->
    [one] { $n-text } выступлению
    [few] { $n-text } выступлениям
    [many] { $n-text } выступлениям
   *[other] { $n-text } выступления
  } долю меньше примерно { $share } % нельзя отличить от нулевой. Всё, что лежит дальше, опирается на составленные выступления и на форму кривой.
certificate-limits-n-none = Контрольных выступлений не было, поэтому о долях ничего не показано.
certificate-limits-dependence = Два игрока одной партии, как и партии одного соревнования, не независимы. Границы долей построены так, как если бы они были независимы, поэтому они немного узки.
certificate-limits-ratings = Рейтинг может отставать от игрока: у молодых игроков, которые растут, z завышен, у игроков, которые слабеют, занижен. Параметры не могут исправить неверный рейтинг.
certificate-limits-settings = Ничего не сказано о другом движке, других настройках, другом классе контроля времени, рейтингах вне { $low }–{ $high } и о числе решений меньше { $gate }.
certificate-limits-power = Ничего не сказано о мощности, то есть о том, какую помощь такая мера заметила бы. Это измеряется отдельно.

## Сертификат: как повторить
certificate-rebuild-heading = Как сделать это ещё раз
certificate-rebuild-text = С названными выше наборами партий, тем же движком и теми же настройками эти команды дают те же числа. Первая спрашивает у движка то, чего ещё нет в хранилище, вторая подбирает и проверяет.
certificate-rebuild-schema = Устройство документа: { $schema }. Числа этой страницы без округления есть в файле certificate.json рядом с ней.
