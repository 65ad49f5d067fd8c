# Тексты страниц. Числа и моменты времени приходят готовым текстом.

## Around every page
skip-to-content = К содержанию
nav-label = Главные страницы
nav-events = Соревнования
nav-people = Люди
nav-audit = Журнал действий
sign-out = Выйти
language-label = Язык
footer-confidential = Всё на этих страницах конфиденциально. Это указания для арбитров, а не выводы о ком-либо.

## Signing in
login-title = Вход
login-name = Имя для входа
login-password = Пароль
login-button = Войти
login-refused = Имя и пароль не подходят друг к другу. Проверьте их и попробуйте ещё раз.
welcome-title = Создание учётной записи
welcome-intro = Вы приглашены. Роль: { $role }. Ссылка действует один раз.
welcome-name = Ваше имя, как его видят другие
welcome-login-hint = От двух до 64 букв и цифр; можно точку, дефис, подчёркивание и @.
welcome-button = Создать
password-hint = Не меньше десяти знаков. Несколько не связанных слов легко запомнить и трудно угадать.
password-again = Тот же пароль ещё раз

## Events
events-title = Ваши соревнования
events-none = Вы пока не участвуете в работе ни одного соревнования.
events-name = Соревнование
events-games = Партии
events-made = Создано
new-event-title = Новое соревнование
new-event-name = Название соревнования
new-event-button = Создать соревнование
upload-title = Добавить партии
upload-file = Файл с партиями (перетащите сюда или выберите)
upload-hint = PGN, обычный или .gz, .zst или .zip с одним файлом, до { $size } МиБ. Файл хранится без изменений.
upload-button = Добавить
results-title = Результаты
event-nav-label = Страницы соревнования
account-title = Партии
account-equation = Партии: всего { $found } = пригодны для учёта { $games } + отложены { $unscored } + в карантине { $quarantined }.
account-players = { $players ->
    [one] { $players-text } игрок.
    [few] { $players-text } игрока.
    [many] { $players-text } игроков.
   *[other] { $players-text } игрока.
  }
account-dates = Сыграны с { $first } по { $last }.
account-unscored = Отложены, с указанием причины
account-quarantine = Карантин
account-quarantine-help = Эти партии записаны с ошибкой и не складываются. Исправьте файл там, откуда он взят, и добавьте снова.
quarantine-file = Файл
quarantine-game = Партия
quarantine-ply = Прочитано полуходов
quarantine-token = Место ошибки
quarantine-reason = Причина
quarantine-more = { $games ->
    [one] И ещё { $games-text } партия.
    [few] И ещё { $games-text } партии.
    [many] И ещё { $games-text } партий.
   *[other] И ещё { $games-text } партии.
  }
files-title = Файлы
files-name = Название
files-bytes = Байты
files-when = Загружен

## Why a game is set aside; the same words as on the screening sheet
unscored-no-moves = нет ни одного хода
unscored-variant = разновидность шахмат, не обычные шахматы
unscored-set-up = начинается с расставленной позиции
unscored-duplicate = повторяет другую партию
unscored-other-conditions = сыграна с другим контролем времени, чем соревнование, в сеансе, вслепую или с неравным временем
unscored-same-player = у обеих сторон одно и то же имя или номер ФИДЕ
unscored-forfeit = результат без игры
unscored-bye = пропуск тура: у одной из сторон нет игрока
unscored-null-move = содержит пустой ход, которого на доске не бывает
unscored-superseded = прежняя версия другой партии
unscored-swapped-colours = ходы, дата и тур другой партии, цвета поменяны местами
unscored-renamed = ходы, дата и тур другой партии, имена другие

## Members, tokens, people
action-column = Изменить
members-title = Участники работы
members-remove = Исключить
members-add-title = Добавить или изменить участника
members-add-help = Сначала человеку нужна учётная запись; приглашения создаёт администратор.
members-add-button = Сохранить
tokens-title = Ключи для программ
tokens-help = Ключ открывает программе только это соревнование. Он показывается один раз.
tokens-label = Для чего
tokens-scopes = Что открывает
tokens-revoke = Отозвать
tokens-new-title = Новый ключ
tokens-new-button = Создать ключ
token-made-title = Новый ключ
token-made-text = Передайте его программе. Не отправляйте его в сообщениях и не фотографируйте.
scope-read-results = читать сведения о соревновании
scope-upload-games = добавлять партии
scope-report-absences = сообщать об уходах от доски
people-name = Имя
people-role = Роль
people-state = Состояние
people-active = вход открыт
people-disabled = вход закрыт
people-disable = Закрыть вход
people-enable = Открыть снова
invitations-title = Открытые приглашения
invitations-note = Для кого
invitations-expires = Действует до
invite-title = Пригласить
invite-help = Ссылка действует один раз в течение семи дней. Роль определяет общие права; в каждом соревновании у человека своя роль.
invite-button = Создать ссылку
invite-made-title = Новое приглашение
invite-made-text = Передайте эту ссылку только этому человеку.
once-warning = Больше она показана не будет.
once-back = Назад
role-administrator = администратор
role-chief-arbiter = главный арбитр
role-arbiter = арбитр
role-fair-play-officer = офицер по честной игре
role-investigator = лицо, ведущее расследование
role-panel-member = член коллегии

## The own account
account-page-title = Ваша учётная запись
password-title = Смена пароля
password-old = Нынешний пароль
password-new = Новый пароль
password-button = Сменить
sessions-title = Вход на других устройствах
sessions-help = Это завершит работу на всех устройствах, включая это.
sign-out-everywhere = Выйти везде

## Audit log
audit-help = Записи только добавляются, и каждая содержит хеш предыдущей. Цепочку проверяет команда fairplay audit.
audit-number = №
audit-when = Когда
audit-who = Кто
audit-what = Что
audit-event = Соревнование
audit-subject = К чему относится
audit-older = Более ранние записи
audit-nobody = без входа
audit-service = служба
audit-token = ключ { $number }
action-first-link-made = выведена первая ссылка
action-signed-in = вход
action-sign-in-refused = вход отклонён
action-signed-out = выход
action-signed-out-everywhere = выход на всех устройствах
action-password-changed = пароль изменён
action-invited = создано приглашение
action-invitation-revoked = приглашение отозвано
action-joined = создана учётная запись
action-disabled = вход закрыт
action-enabled = вход открыт
action-event-made = создано соревнование
action-member-set = назначен участник работы
action-member-removed = участник работы исключён
action-token-made = создан ключ
action-token-revoked = ключ отозван
action-uploaded = добавлены партии
action-upload-refused = файл отклонён
action-saw = просмотр
action-exported = файл выдан

## Problems and refusals
problem-title = Не получилось
problem-back = К вашим соревнованиям
problem-not-found = Здесь ничего нет.
problem-sign-in = Сначала войдите.
problem-foreign-form = Форма отправлена не с вашей страницы, или страница устарела. Откройте её снова и повторите.
problem-too-large = Отправлено больше, чем принимается. Отправьте меньше или сожмите файл.
problem-too-slow = Запрос занял слишком много времени. Попробуйте ещё раз.
problem-too-many = Слишком много попыток. Подождите четверть часа.
problem-busy = Сейчас слишком много работы. Попробуйте через минуту.
problem-inside = Произошла внутренняя ошибка. Она записана в журнале службы; ничего не изменено.
refused-name = Названия или имени нет, оно длиннее 120 знаков или содержит знаки, которые нельзя показать.
refused-role = Здесь нет такой роли.
refused-login = Такое имя для входа не подходит.
refused-login-taken = Такое имя для входа уже есть. Выберите другое.
refused-passwords-differ = Пароли не совпадают.
refused-password-short = Пароль короче десяти знаков.
refused-password-long = Пароль длиннее 1024 байт.
refused-password-is-login = Пароль совпадает с именем для входа.
refused-old-password = Нынешний пароль неверен.
refused-own-account = Свой вход закрыть нельзя: хотя бы один администратор должен остаться.
refused-unknown-person = Никто с таким именем не может войти.
refused-last-chief = Соревнованию нужен главный арбитр. Сначала назначьте другого.
refused-no-scope = Ключ должен что-то открывать. Выберите хотя бы одно.
refused-no-file = В форме не было файла.
refused-cut-off = Файл пришёл не полностью. Отправьте его ещё раз.
refused-no-games = В этом файле нельзя прочитать ни одной партии. Это PGN?
refused-many-games = В соревновании может быть не больше партий, чем:
refused-many-files = У этого соревнования уже предельное число файлов. Объедините партии в меньшее число файлов.
refused-known-file = Этот файл у соревнования уже есть.
refused-unpacked = После распаковки файл больше, чем читается.
refused-unreadable = Файл нельзя прочитать до конца:
refused-utf16 = Файл записан в UTF-16. Сохраните его в UTF-8 и отправьте снова.

## Work of the engines, live sources, hints
work-title = Работа движков
work-none = Пока ничего не заказано.
work-no-engine = На этом сервере не настроен движок, поэтому ничего не рассчитывается. Партии всё равно читаются.
work-provisional = Пока не рассчитаны все позиции, результаты предварительные. В них сказано, сколько позиций ещё открыто.
work-made = Заказано
work-state = Состояние
work-progress = Ход работы
work-orders = Распоряжения
work-queued = ждёт
work-running = выполняется
work-paused = приостановлено
work-done = готово
work-failed = не удалось продолжить
work-cancelled = отменено
work-positions = Рассчитано позиций: { $done } из { $total }
work-rate = Позиций в минуту: { $rate }
work-left = Осталось минут, примерно: { $minutes }
work-pause = Приостановить
work-resume = Продолжить
work-cancel = Отменить
work-again = Заказать снова
work-no-games = Ни одну партию этого турнира не удалось прочитать.
work-engine = Движок нельзя использовать. Причину можно найти в журнале сервера.
work-parameters = Параметры из файла настроек не подходят к движку. Причину можно найти в журнале сервера.
work-inside = Произошла внутренняя ошибка. Причину можно найти в журнале сервера.
hands-title = Какие партии считать первыми
hands-help = Назовите игрока, и его партии будут рассчитаны раньше других. Это меняет порядок работы и ни одного числа.
hands-who = Имя или номер ФИДЕ
hands-raise = Считать первым
hands-lower = Больше не первым
live-title = Новый турнир из трансляции
live-place = Адрес партий или номер турнира на LiveChessCloud
live-place-hint = Адрес начинается с https:// или http://. Файл или папка на сервере должны лежать там, где разрешают его настройки.
live-delay = Задержка трансляции в секундах
live-delay-hint = Ход учитывается, когда он известен не меньше этого времени.
live-each-move = Ориентиры и во время туров, по сделанным ходам
live-button = Следить
source-title = Трансляция
source-looked = Последняя проверка
source-never = Проверок ещё не было.
source-stopped = За ней больше не следят.
source-stop = Больше не следить
source-problem = При последней проверке что-то помешало
hints-title = Ориентиры
hints-none = Ориентиров пока нет. Они появятся, когда закончатся все партии тура и будут рассчитаны их позиции.
hints-no-full-test = Полные тесты здесь сами не проводятся: правило для них в этом соревновании выключено. Их можно запросить на странице игрока.
hints-all = Все проверки
hints-round = После тура { $round }
hints-no-round = Нет завершённого тура
action-job-queued = заказан скрининг
action-job-paused = движки приостановлены
action-job-resumed = работа движков продолжена
action-job-cancelled = работа движков отменена
action-source-followed = начато слежение за трансляцией
action-source-ended = слежение за трансляцией закончено
action-hand-raised = партии поставлены в начало очереди
action-hand-lowered = партии убраны из начала очереди
refused-place = За этим местом нельзя следить. Укажите адрес с https:// или http://, номер LiveChessCloud или место, которое разрешают настройки сервера.
refused-delay = Укажите задержку целым числом секунд от 0 до 86400.
refused-follows = Этот турнир следует за трансляцией. Для файлов создайте другой турнир.
refused-job-state = В нынешнем состоянии работы это невозможно. Посмотрите на страницу ещё раз.
refused-many-hands = Больше игроков поставить первыми нельзя. Уберите кого-нибудь из списка.

work-what = Что
work-screening = Скрининг всех партий
work-full-test = Полный тест: { $player }
work-no-player = У этого игрока здесь нет партии, которую можно оценить, или он записан под несколькими именами.
work-budget = Бюджета соревнования на полные тесты не хватает.
hints-full-tests = После каждого тура правило выбирает по данным, чьи партии получат полный тест, в пределах бюджета этого соревнования.
full-tests-title = Полные тесты
full-tests-help = Полный тест смотрит партии этого игрока ещё раз и глубже. Это время движка и ничего более; чаще всего он находит игрока обычным.
full-tests-not-here = Полный тест здесь сделать нельзя: для этого движка и этого вида партий он не откалиброван. Ничего сверх быстрого теста не известно.
full-tests-none = Полного теста этого игрока ещё нет.
full-tests-asked = Запрошен: { $when }
full-tests-round = Партии по тур { $round } включительно
full-tests-all = Все партии
full-tests-by-rule = Выбран правилом
full-tests-ask = Запросить полный тест
full-tests-reason = Причина, для досье (можно не указывать)
full-tests-take = Выгрузить досье
rule-title = Полные тесты после каждого тура
rule-help = После каждого тура правило выбирает по данным, чьи партии получат полный тест, пока хватает бюджета. За тем, кого тестируют, из-за этого не наблюдают. Кому отказано, сказано в ориентирах.
rule-on = Правило включено.
rule-off = Правило выключено. Полный тест можно запросить на странице игрока.
rule-used = Израсходовано правилом минут ядра: { $used } из { $budget }
rule-switch = Правило запрашивает полные тесты после каждого тура
rule-budget = Бюджет на соревнование, в минутах ядра
rule-button = Установить
action-full-test-asked = запрошен полный тест
action-full-tests-set = изменено правило полных тестов
refused-no-full-test = Полный тест здесь сделать нельзя: для этого движка и этого вида партий он не откалиброван.
refused-full-test-open = Полный тест этого игрока уже запрошен. Он в списке работы движков.
refused-budget = Укажите бюджет числом минут ядра от 0 до 1000000.
## Отлучки от доски
absences-title = Отлучки
absences-help = Нажмите, когда игрок отходит от доски и когда возвращается. Ошибочное нажатие отзывается ниже; ничего не удаляется.
absences-no-boards = Доски сейчас неизвестны. Отмечайте отлучки по имени.
absences-delay = Трансляция может отставать от зала. Если на доске другое число ходов, введите его.
absences-typed = Эти доски взяты из загруженных партий, поэтому число ходов нужно ввести.
absences-find = Имя или доска
absences-find-button = Найти
absences-boards = Доски
absences-away = Сейчас отсутствуют
absences-nobody-away = Никто не отмечен как отсутствующий.
absences-tap-left = уход от доски
absences-tap-back = возвращение
absences-moves = Сколько ходов сделал игрок
absences-moves-now = Сделано ходов: { $moves }
absences-moves-hand = Ввести число ходов
absences-over = Партия окончена.
absences-by-name = По имени
absences-by-name-help = Для доски, которой нет в трансляции. Пишите имена так, как они стоят в партиях.
absences-player = Игрок
absences-opponent = Соперник
absences-round = Тур
absences-day = Последние 24 часа
absences-all = Все отлучки
absences-none = Ничего не отмечено.
absences-left-at = Уход
absences-back-at = Возвращение
absences-after-move = после хода { $move }
absences-lasted = Длительность
absences-duration = { $minutes } мин { $seconds } с
absences-still-away = отсутствует { $duration }
absences-withdraw = Отозвать последнюю запись
absences-withdrawn = Отозванные записи
absences-withdrawn-help = Они остаются здесь и ничего не значат.
absences-export = Выгрузить журнал
absences-export-help = Файл для команды fairplay test. В нём все отлучки, после которых игрок вернулся; выберите игрока, чтобы получить только его записи.
action-absence-noted = отмечена отлучка
action-absence-withdrawn = отлучка отозвана
refused-moves = Введите число ходов, сделанных игроком, от 0 до 1000.
refused-board = Этой доски больше нет. Откройте страницу снова или отметьте отлучку по имени.
refused-round = Укажите тур, не длиннее 120 знаков.
refused-away = Этот игрок уже отмечен как отсутствующий. Возможно, нажал кто-то другой.
refused-not-away = Этот игрок не отмечен как отсутствующий. Возможно, нажал кто-то другой.
refused-fewer-moves = Ходов меньше, чем было при уходе. Введите число или отзовите запись об уходе.
refused-withdraw = Отозвать можно только последнюю запись игрока в партии и только один раз.
refused-many-absences = Журнал этого соревнования заполнен.
refused-report = Это не сообщение из описания для программ:

## Настройки соревнования
settings-title = Настройки
settings-rename = Переименовать
settings-former = Прежние названия
settings-state = Открыто или закрыто
settings-close = Закрыть соревнование
settings-close-help = Закрытое соревнование не принимает файлов, трансляций, отлучек и работы движков. То, что выполняется, отменяется. Всё остаётся доступным для чтения, и соревнование можно открыть снова.
settings-reopen = Открыть снова
event-closed = Это соревнование закрыто с
aliases-title = Кто есть кто
aliases-help = Таблица, в которой кто-то подтвердил, какие имена принадлежат одному человеку, как для команды fairplay screen. Новая заменяет прежнюю.
aliases-people = { $people ->
    [one] { $people-text } человек.
    [few] { $people-text } человека.
    [many] { $people-text } человек.
   *[other] { $people-text } человека.
  }
aliases-file = Таблица имён
aliases-remove = Обойтись без неё
rating-title = Рейтинги
rating-help = С какими рейтингами сравниваются игроки, как в команде fairplay screen. Соревнование читается заново; ничего не рассчитывается повторно.
rating-class = Контроль времени
rating-basis = Какой рейтинг считается
rating-from-lists = Брать рейтинги из рейтинг-листов этого сервера, если они там есть
rating-sd = Стандартное отклонение каждого рейтинга сверх обычного, в пунктах
rating-junior = Сколько пунктов прибавить к рейтингу юниоров
rating-junior-sd = Стандартное отклонение рейтинга юниора, в пунктах
rating-unrated = Рейтинг для игроков, у которых его нет
rating-unrated-sd = Стандартное отклонение этого рейтинга, в пунктах
class-by-games = по партиям
class-standard = классика
class-rapid = быстрые шахматы
class-blitz = блиц
class-correspondence = по переписке
basis-published = опубликованный до соревнования
basis-live = перед каждой партией, с учётом предыдущих
basis-after = после соревнования, с учётом всех партий
orphaned-title = Соревнования без главного арбитра
orphaned-help = Никто из тех, кто может войти, не является главным арбитром этих соревнований. Назначьте кого-нибудь, кроме себя.
orphaned-button = Назначить главного арбитра
action-event-renamed = соревнование переименовано
action-event-closed = соревнование закрыто
action-event-reopened = соревнование открыто снова
action-aliases-set = задана таблица имён
action-aliases-removed = таблица имён убрана
action-rating-set = выбраны рейтинги
refused-closed = Это соревнование закрыто. Главный арбитр может открыть его снова.
refused-aliases = Эту таблицу имён нельзя использовать:
refused-rating = Такой выбор рейтингов невозможен. Пункты бывают от 0 до 600, рейтинги от 1 до 4000.
refused-not-orphaned = Такого соревнования без главного арбитра нет.
refused-own-appointment = Назначьте кого-нибудь, кроме себя: администратор не видит соревнований.

## Данные турнира
full-tests-apart-help = Эти отлучки игрока отмечены, но в тест не вошли: отлучке не подходит ни одна из его партий, или подходят несколько, или такой ход не был сделан.
full-tests-apart = Тур { $round }, соперник { $opponent }: уход после хода { $left }, возвращение к ходу { $back }
full-tests-strangers = Этих имён из журнала отлучек в партиях нет. То, что отмечено под ними, не входит ни в один тест.
full-tests-other-report = Отчёт о турнире не подходит ни к одной из партий, поэтому в этот тест он не вошёл.
new-event-report = Отчёт о турнире, если он есть
report-title = Отчёт о турнире
report-help = Отчёт программы жеребьёвки в формате TRF16 или TRF26. Партии сверяются с ним, и он входит в полные тесты, как и число игроков в нём. Значений z он не меняет.
report-file = Отчёт о турнире
report-encoding = Как записаны буквы
report-encoding-guess = как найдено; укажите, если имена вышли неверно
report-none = Отчёта о турнире нет, или партий ещё нет.
report-compared = Партий: { $all }, из них сверены с парами отчёта, которых { $pairings }: { $compared }. Расхождений: { $differences }. Противоречий внутри отчёта: { $contradictions }.
report-fits-nothing = Ни одна партия не подходит ни к одной паре этого отчёта. Это отчёт об этом турнире?
report-who-is-right = Какая сторона права, отсюда не видно; это знают бланки.
report-look = Посмотреть отчёт
report-more = { $findings ->
    [one] Ещё { $findings-text } не показано.
    [few] Ещё { $findings-text } не показаны.
    [many] Ещё { $findings-text } не показано.
   *[other] Ещё { $findings-text } не показано.
  }
report-odd = Странное или противоречивое в отчёте
report-where = Где
report-what = Что
action-report-set = дан отчёт о турнире
action-report-removed = отчёт о турнире убран
refused-report-file = Это не отчёт о турнире, который можно прочитать:
lists-title = Рейтинг-листы
lists-help = Листы ФИДЕ для всех турниров, в настройках которых рейтинги берутся из листов. Для турнира действует лист, который был в силе в его первый день, или самый новый до него.
lists-none = Рейтинг-листов пока нет.
lists-month = Действует с
lists-kind = Рейтинги
lists-players = Игроков
lists-refused = Нечитаемых строк
lists-combined = классика, быстрые шахматы и блиц
lists-peak = наивысшие за всё время
lists-add = Добавить лист
lists-file = Рейтинг-лист
lists-file-hint = Как его публикует ФИДЕ: текст или XML, или значения через запятую; можно и упакованный в .zip, .gz или .zst. Длинный лист читается около минуты.
lists-month-given = Месяц, с которого он действует, если лист сам этого не говорит
lists-kind-given = Какие в нём рейтинги, если лист сам этого не говорит
lists-as-it-says = как сказано в листе
action-rating-list-added = добавлен рейтинг-лист
refused-known-list = Этот самый лист уже есть.
refused-list-kind = В листе не сказано, какие это рейтинги: классика, быстрые шахматы или блиц. Выберите в форме.
refused-list-month = В листе не сказано, с какого месяца он действует. Укажите месяц в форме.
refused-list-another = Другой лист того же вида и месяца уже есть:
refused-list = Это не рейтинг-лист, который можно прочитать:
refused-month = Укажите месяц так: 2026-03.
book-title = Дебютная книга
book-help = Книга, какую делает команда fairplay book build. Ходы до места, где партия из неё вышла, считаются дебютом. Турнир читается заново, и ищутся позиции, которых раньше не смотрели.
book-positions = Позиций
action-book-set = дана дебютная книга
action-book-removed = дебютная книга убрана
refused-book = Это не дебютная книга, которой можно пользоваться:
