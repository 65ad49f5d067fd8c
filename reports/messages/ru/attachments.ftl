
## Помимо партий: турнирный отчёт
dossier-report-heading = Сверка с турнирным отчётом
dossier-report-none = Турнирный отчёт не дан, поэтому партии с ним не сверены.
dossier-report-file = Отчёт
dossier-report-players = Игроков в отчёте
dossier-report-players-games = Игроков в партиях
dossier-report-contradictions = Противоречий внутри отчёта
dossier-report-line = Игрок в отчёте
dossier-report-line-text = { $name }; строка { $line }, номер { $number }, номер ФИДЕ { $fide }, рейтинг { $rating }
dossier-report-line-none = в списке нет
dossier-report-count = Что посчитано
dossier-report-whole = Всё соревнование
dossier-report-own = Игрок
dossier-report-games = Партии
dossier-report-compared = из них сверены с парой отчёта
dossier-report-extra = из них есть только в партиях
dossier-report-other = из них в отчёте с другим соперником
dossier-report-aside = из них пропуски тура, копии и непрочитанные партии
dossier-report-pairings = Пары отчёта
dossier-report-paired = из них сверены с партией
dossier-report-missing = из них есть только в отчёте
dossier-report-otherwise = из них в партиях с другим соперником
dossier-report-nogame = из них неявки и пары без ясного результата, без партии
dossier-report-agree = Партии, совпадающие во всём, что дают обе стороны: тур, цвета, результат, дата
dossier-report-differ = Найдено расхождений
dossier-report-same = Об этом игроке партии и отчёт совпадают во всём, что дают обе стороны.
dossier-report-found = Здесь перечислено, что расходится об этом игроке. Какая сторона права, отсюда не видно; это знают бланки.
dossier-report-what = Что расходится
dossier-report-players-column = Игроки
dossier-report-says-games = В партиях
dossier-report-says-report = В отчёте
dossier-report-nodays = Первый и последний день в отчёте прочесть нельзя, поэтому даты не сверены.
finding_uncertain_player = вероятно, тот же игрок; нужно подтвердить
finding_player_missing = игрока отчёта нет в партиях
finding_player_extra = игрока партий нет в отчёте
finding_fide_id_differs = номер ФИДЕ
finding_name_differs = имя
finding_rating_differs = рейтинг
finding_missing_game = партии отчёта нет в партиях
finding_extra_game = партии нет в отчёте
finding_opponent_differs = соперник
finding_wrong_round = тур
finding_colours_swapped = цвета
finding_scored_differently = результат
finding_forfeit_with_moves = у неявки по отчёту есть ходы
finding_played_without_moves = у сыгранной по отчёту партии нет ходов
finding_date_outside = дата вне соревнования
dossier-says-no-game = такой партии нет
dossier-says-no-pairing = такой пары нет
dossier-says-no-player = такого игрока нет
dossier-says-nameless = (без имени)
dossier-says-fide = ФИДЕ { $id }
dossier-says-no-fide = номера ФИДЕ нет
dossier-says-games = { $n ->
    [one] { $n-text } партия
    [few] { $n-text } партии
    [many] { $n-text } партий
   *[other] { $n-text } партии
  }
dossier-says-round = Тур { $round }:
dossier-says-no-result = без результата
dossier-says-no-moves = без ходов
dossier-says-plies = { $n ->
    [one] { $n-text } полуход
    [few] { $n-text } полухода
    [many] { $n-text } полуходов
   *[other] { $n-text } полухода
  }
ending_played = { $result }
ending_short = { $result }, меньше одного хода
ending_forfeit = { $result }, неявка
ending_open = результата ещё нет
ending_contradictory = результаты противоречат друг другу
dossier-says-no-colours = цвета неизвестны
dossier-says-ratings = { $rating }; в некоторых партиях { $others }
dossier-event-players = Игроков в соревновании
event-players_report = { $players }, по турнирному отчёту
event-players_games = { $players }, по именам в партиях

## Помимо партий: место среди участников
dossier-place-heading = Место среди участников
dossier-place-none = Скрининг соревнования не дан. Этот тест рассматривает партии одного игрока, поэтому его место среди остальных неизвестно.
dossier-place-intro = По скринингу того же соревнования. Кто-то первый всегда; само по себе место ничего не говорит. Участники вместе показывают, ведёт ли себя индекс как должно: без помощи его среднее близко к 50, а стандартное отклонение к 5.
dossier-place-rank = Место по индексу
dossier-place-rank-text = { $rank } из { $players }
dossier-place-no-index = индекса там нет
dossier-place-field = Участники: среднее и стандартное отклонение
dossier-place-field-text = { $mean } и { $sd }
dossier-place-used = Ожидаемая сила
dossier-place-shift = с учётом того, что этот скрининг показывает об остальных игроках: их { $players }
dossier-place-no-shift = только по партиям этого теста: скрининг сделан без описания силы или с другим
dossier-place-index = Игрок в скрининге
dossier-place-test = Игрок в этом тесте
dossier-place-pair = индекс { $index }, z { $z }
dossier-place-screening = Контрольная сумма скрининга
dossier-place-settings = Настройки скрининга
dossier-place-other = Скрининг сделан с другим движком, другими настройками, параметрами, другим основным рейтингом или другим началом решений, чем этот тест. Оба индекса различаются уже поэтому.
dossier-place-level = Индекс не ниже
dossier-place-expected = Ожидалось игроков
dossier-place-seen = Есть игроков
dossier-place-caption = Каждая точка — один участник, кривая — то, чего следует ожидать от честной игры. Штриховая линия стоит на индексе игрока в скрининге.
dossier-place-text = { $players ->
    [one] { $players-text } игрок
    [few] { $players-text } игрока
    [many] { $players-text } игроков
   *[other] { $players-text } игрока
  } с индексом, среднее { $mean }, стандартное отклонение { $sd }; индекс игрока { $index }.
dossier-place-axis = индекс

## Помимо партий: часы и отсутствия
dossier-behaviour-heading = Часы и отсутствия
dossier-behaviour-intro = Эта часть носит справочный характер. Она описывает, что отмечено помимо ходов, и не входит ни в общий z, ни в индекс.
dossier-clocks-heading = Затраченное время
dossier-clocks-covered = Решения с известным временем: { $timed } из { $all }.
dossier-clocks-rule = Время показывается начиная с числа решений { $least } и только по тем партиям, где контроль времени объясняет показания часов.
dossier-clocks-intro = Сколько времени ушло на решения с первой линией и на все остальные. Это описание, а не тест.
dossier-clocks-kind = Решения
dossier-clocks-matched = с первой линией
dossier-clocks-other = с другим ходом
dossier-clocks-number = Число
dossier-clocks-mean = Среднее время, с
dossier-clocks-median = Медиана времени, с
dossier-clocks-difficulty = Ранговая корреляция времени с трудностью: { $value }; решений: { $count }. Решение тем труднее, чем менее вероятна была первая линия по прогнозу. От −1 до 1; выше 0 значит, что над трудными решениями думали дольше.
dossier-clocks-usual = При таком числе решений корреляция девяти из десяти честных игроков лежит между { $low } и { $high }. Эти границы получены по 41 выступлению в двух турнирах за доской; при другом контроле времени они могут отличаться.
dossier-absences-heading = После отсутствия за доской
dossier-absences-none = Журнал отсутствий не дан.
dossier-absences-intro = Арбитр отмечал, когда игрока не было за доской. Рассмотрены решения среди первых ходов после возвращения; их число задано заранее: { $window }. Увиденное в стороне полезно лишь несколько ходов, пока соперник не свернёт.
dossier-absences-log = Журнал
dossier-absences-left = Ушёл на ходу
dossier-absences-back = Вернулся к ходу
dossier-absences-decisions = Решения
dossier-absences-matches = С первой линией
dossier-absences-expected = Прогноз
dossier-absences-note = Примечание
dossier-absences-by = Отметил
dossier-absences-after = после отсутствия
dossier-absences-others = все остальные
dossier-absences-which = Какие решения
dossier-absences-tail = Вероятность не меньшего числа, точная, %
dossier-absences-z = Как z, относительно ожидаемой силы, если он так ниже
dossier-absences-dispersed = Вероятность этого, %
dossier-absences-corrected = Вероятность с поправкой на два взгляда, %
dossier-absences-form = Вероятность при собственной форме игрока во всех остальных решениях, точная, %
dossier-absences-reading = Это вероятность для честного игрока с таким рейтингом. Поправка нужна, потому что смотрят на две вещи: на все решения и на эти отдельно. Если журнал вели из-за самих ходов или отметили лишь часть отсутствий, никакая поправка этого не исправит.
dossier-absences-few = После отмеченных отсутствий нет ни одного решения с прогнозом, поэтому сказать нечего.

## Помимо партий: несколько соревнований
dossier-several-heading = Прежние соревнования
dossier-several-none = Это соревнование рассмотрено само по себе; прежние соревнования игрока не даны.
dossier-several-intro = Соревнования игрока по порядку дат, рассматриваемое последним. Вместе — это всё вплоть до данного соревнования: суммы всех решений, причём часть формы и ошибки рейтинга считается общей для всех соревнований.
dossier-several-event = Соревнование
dossier-several-days = Дни
dossier-several-rating = Рейтинг
dossier-several-combined = z вместе
dossier-several-combined-second = z вместе, вторая модель
dossier-several-rows = Все соревнования вместе
dossier-several-way = Как они сложены
way_sums = суммы, часть формы общая для всех соревнований (обычный способ)
way_one_performance = суммы, форма одна во всех соревнованиях
way_without = без соревнования: { $event }
dossier-several-range = При всех этих способах общий z вместе лежит между { $low } и { $high }.
dossier-several-rows-intro = Ни один из этих способов не отобран: напечатаны все. Соревнования дал тот, кто заказал этот тест; если их выбрали по результатам, никакой способ этого не исправит.
dossier-several-shift = Ожидается по всем соревнованиям: { $points } к рейтингу, стандартное отклонение { $sd }, в пунктах рейтинга.
apart_other_parameters = Соревнования оценены по разным параметрам, например для другого класса времени, и вместе не рассматриваются.
apart_too_few = Во всех соревнованиях вместе слишком мало решений.
apart_one_event = Среди данных соревнований нет прежних.

## Помимо партий: части
part_start = По тому, где начинаются решения
dossier-part-novelty = с первой новой позиции
dossier-part-turn-nine = из них с девятого хода
