# Тексти сторінок. Числа й моменти часу надходять готовим текстом.

## Around every page
skip-to-content = До вмісту
nav-label = Головні сторінки
nav-events = Змагання
nav-people = Люди
nav-audit = Журнал дій
sign-out = Вийти
language-label = Мова
footer-confidential = Усе на цих сторінках конфіденційне. Це вказівки для арбітрів, а не висновки про будь-кого.

## Signing in
login-title = Вхід
login-name = Ім’я для входу
login-password = Пароль
login-button = Увійти
login-refused = Ім’я та пароль не відповідають одне одному. Перевірте їх і спробуйте ще раз.
welcome-title = Створення облікового запису
welcome-intro = Вас запрошено. Роль: { $role }. Посилання діє один раз.
welcome-name = Ваше ім’я, як його бачать інші
welcome-login-hint = Від двох до 64 літер і цифр; можна крапку, дефіс, підкреслення та @.
welcome-button = Створити
password-hint = Щонайменше десять знаків. Кілька не пов’язаних слів легко запам’ятати й важко вгадати.
password-again = Той самий пароль ще раз

## Events
events-title = Ваші змагання
events-none = Ви поки не берете участі в роботі жодного змагання.
events-name = Змагання
events-games = Партії
events-made = Створено
new-event-title = Нове змагання
new-event-name = Назва змагання
new-event-button = Створити змагання
upload-title = Додати партії
upload-file = Файл з партіями (перетягніть сюди або виберіть)
upload-hint = PGN, звичайний або .gz, .zst чи .zip з одним файлом, до { $size } МіБ. Файл зберігається без змін.
upload-button = Додати
results-title = Результати
event-nav-label = Сторінки змагання
account-title = Партії
account-equation = Партії: усього { $found } = придатні для врахування { $games } + відкладено { $unscored } + у карантині { $quarantined }.
account-players = { $players ->
    [one] { $players-text } гравець.
    [few] { $players-text } гравці.
    [many] { $players-text } гравців.
   *[other] { $players-text } гравця.
  }
account-dates = Зіграно з { $first } по { $last }.
account-unscored = Відкладено, із зазначенням причини
account-quarantine = Карантин
account-quarantine-help = Ці партії записано з помилкою, і вони не складаються. Виправте файл там, звідки його взято, і додайте знову.
quarantine-file = Файл
quarantine-game = Партія
quarantine-ply = Прочитано півходів
quarantine-token = Місце помилки
quarantine-reason = Причина
quarantine-more = { $games ->
    [one] І ще { $games-text } партія.
    [few] І ще { $games-text } партії.
    [many] І ще { $games-text } партій.
   *[other] І ще { $games-text } партії.
  }
files-title = Файли
files-name = Назва
files-bytes = Байти
files-when = Завантажено

## Why a game is set aside; the same words as on the screening sheet
unscored-no-moves = немає жодного ходу
unscored-variant = різновид шахів, не звичайні шахи
unscored-set-up = починається з розставленої позиції
unscored-duplicate = повторює іншу партію
unscored-other-conditions = зіграна з іншим контролем часу, ніж змагання, у сеансі, наосліп або з нерівним часом
unscored-same-player = обидві сторони мають те саме ім’я або номер ФІДЕ
unscored-forfeit = результат без гри
unscored-bye = пропуск туру: в однієї зі сторін немає гравця
unscored-null-move = містить порожній хід, якого на дошці не буває
unscored-superseded = попередня версія іншої партії
unscored-swapped-colours = ходи, дата і тур іншої партії, кольори поміняно місцями
unscored-renamed = ходи, дата і тур іншої партії, імена інші

## Members, tokens, people
action-column = Змінити
members-title = Учасники роботи
members-remove = Вилучити
members-add-title = Додати або змінити учасника
members-add-help = Спершу людині потрібен обліковий запис; запрошення створює адміністратор.
members-add-button = Зберегти
tokens-title = Ключі для програм
tokens-help = Ключ відкриває програмі лише це змагання. Він показується один раз.
tokens-label = Для чого
tokens-scopes = Що відкриває
tokens-revoke = Відкликати
tokens-new-title = Новий ключ
tokens-new-button = Створити ключ
token-made-title = Новий ключ
token-made-text = Передайте його програмі. Не надсилайте його в повідомленнях і не фотографуйте.
scope-read-results = читати відомості про змагання
scope-upload-games = додавати партії
scope-report-absences = повідомляти про відходи від дошки
people-name = Ім’я
people-role = Роль
people-state = Стан
people-active = вхід відкрито
people-disabled = вхід закрито
people-disable = Закрити вхід
people-enable = Відкрити знову
invitations-title = Відкриті запрошення
invitations-note = Для кого
invitations-expires = Діє до
invite-title = Запросити
invite-help = Посилання діє один раз протягом семи днів. Роль визначає загальні права; у кожному змаганні людина має свою роль.
invite-button = Створити посилання
invite-made-title = Нове запрошення
invite-made-text = Передайте це посилання лише цій людині.
once-warning = Більше цього не буде показано.
once-back = Назад
role-administrator = адміністратор
role-chief-arbiter = головний арбітр
role-arbiter = арбітр
role-fair-play-officer = офіцер з чесної гри
role-investigator = особа, що веде розслідування
role-panel-member = член колегії

## The own account
account-page-title = Ваш обліковий запис
password-title = Зміна пароля
password-old = Теперішній пароль
password-new = Новий пароль
password-button = Змінити
sessions-title = Вхід на інших пристроях
sessions-help = Це завершить роботу на всіх пристроях, зокрема на цьому.
sign-out-everywhere = Вийти всюди

## Audit log
audit-help = Записи лише додаються, і кожен містить хеш попереднього. Ланцюжок перевіряє команда fairplay audit.
audit-number = №
audit-when = Коли
audit-who = Хто
audit-what = Що
audit-event = Змагання
audit-subject = Чого стосується
audit-older = Давніші записи
audit-nobody = без входу
audit-service = служба
audit-token = ключ { $number }
action-first-link-made = виведено перше посилання
action-signed-in = вхід
action-sign-in-refused = вхід відхилено
action-signed-out = вихід
action-signed-out-everywhere = вихід на всіх пристроях
action-password-changed = пароль змінено
action-invited = створено запрошення
action-invitation-revoked = запрошення відкликано
action-joined = створено обліковий запис
action-disabled = вхід закрито
action-enabled = вхід відкрито
action-event-made = створено змагання
action-member-set = призначено учасника роботи
action-member-removed = учасника роботи вилучено
action-token-made = створено ключ
action-token-revoked = ключ відкликано
action-uploaded = додано партії
action-upload-refused = файл відхилено
action-saw = перегляд
action-exported = файл видано

## Problems and refusals
problem-title = Не вийшло
problem-back = До ваших змагань
problem-not-found = Тут нічого немає.
problem-sign-in = Спершу увійдіть.
problem-foreign-form = Форму надіслано не з вашої сторінки, або сторінка застаріла. Відкрийте її знову й повторіть.
problem-too-large = Надіслано більше, ніж приймається. Надішліть менше або стисніть файл.
problem-too-slow = Запит тривав надто довго. Спробуйте ще раз.
problem-too-many = Забагато спроб. Зачекайте чверть години.
problem-busy = Зараз забагато роботи. Спробуйте за хвилину.
problem-inside = Сталася внутрішня помилка. Її записано в журналі служби; нічого не змінено.
refused-name = Назви чи імені немає, вона довша за 120 знаків або містить знаки, які не можна показати.
refused-role = Тут немає такої ролі.
refused-login = Таке ім’я для входу не підходить.
refused-login-taken = Таке ім’я для входу вже є. Виберіть інше.
refused-passwords-differ = Паролі не збігаються.
refused-password-short = Пароль коротший за десять знаків.
refused-password-long = Пароль довший за 1024 байти.
refused-password-is-login = Пароль збігається з ім’ям для входу.
refused-old-password = Теперішній пароль неправильний.
refused-own-account = Свій вхід закрити не можна: хоча б один адміністратор має залишитися.
refused-unknown-person = Ніхто з таким ім’ям не може увійти.
refused-last-chief = Змаганню потрібен головний арбітр. Спершу призначте іншого.
refused-no-scope = Ключ має щось відкривати. Виберіть хоча б одне.
refused-no-file = У формі не було файлу.
refused-cut-off = Файл надійшов не повністю. Надішліть його ще раз.
refused-no-games = У цьому файлі не можна прочитати жодної партії. Це PGN?
refused-many-games = У змаганні може бути не більше партій, ніж:
refused-many-files = Це змагання вже має граничну кількість файлів. Об’єднайте партії в меншу кількість файлів.
refused-known-file = Цей файл у змагання вже є.
refused-unpacked = Після розпакування файл більший, ніж читається.
refused-unreadable = Файл не можна прочитати до кінця:
refused-utf16 = Файл записано в UTF-16. Збережіть його в UTF-8 і надішліть знову.

## Work of the engines, live sources, hints
work-title = Робота рушіїв
work-none = Поки нічого не замовлено.
work-no-engine = На цьому сервері не налаштовано рушія, тому нічого не обчислюється. Партії все одно читаються.
work-provisional = Поки не обчислено всі позиції, результати попередні. У них сказано, скільки позицій ще відкрито.
work-made = Замовлено
work-state = Стан
work-progress = Перебіг роботи
work-orders = Розпорядження
work-queued = чекає
work-running = виконується
work-paused = призупинено
work-done = готово
work-failed = не вдалося продовжити
work-cancelled = скасовано
work-positions = Обчислено позицій: { $done } з { $total }
work-rate = Позицій за хвилину: { $rate }
work-left = Залишилося хвилин, приблизно: { $minutes }
work-pause = Призупинити
work-resume = Продовжити
work-cancel = Скасувати
work-again = Замовити знову
work-no-games = Жодної партії цього турніру не вдалося прочитати.
work-engine = Рушій не можна використати. Причину можна знайти в журналі сервера.
work-parameters = Параметри з файлу налаштувань не підходять до рушія. Причину можна знайти в журналі сервера.
work-inside = Сталася внутрішня помилка. Причину можна знайти в журналі сервера.
hands-title = Які партії обчислювати першими
hands-help = Назвіть гравця, і його партії буде обчислено раніше за інші. Це змінює порядок роботи й жодного числа.
hands-who = Ім’я або номер ФІДЕ
hands-raise = Обчислювати першим
hands-lower = Більше не першим
live-title = Новий турнір із трансляції
live-place = Адреса партій або номер турніру на LiveChessCloud
live-place-hint = Адреса починається з https:// або http://. Файл або тека на сервері мають лежати там, де дозволяють його налаштування.
live-delay = Затримка трансляції в секундах
live-delay-hint = Хід враховується, коли він відомий не менше цього часу.
live-each-move = Орієнтири й під час турів, за зробленими ходами
live-button = Стежити
source-title = Трансляція
source-looked = Остання перевірка
source-never = Перевірок ще не було.
source-stopped = За нею більше не стежать.
source-stop = Більше не стежити
source-problem = Під час останньої перевірки щось завадило
hints-title = Орієнтири
hints-none = Орієнтирів поки немає. Вони з’являться, коли закінчаться всі партії туру й буде обчислено їхні позиції.
hints-no-full-test = Повні тести тут самі не проводяться: правило для них у цьому змаганні вимкнено. Їх можна запросити на сторінці гравця.
hints-all = Усі перевірки
hints-round = Після туру { $round }
hints-no-round = Немає завершеного туру
action-job-queued = замовлено скринінг
action-job-paused = рушії призупинено
action-job-resumed = роботу рушіїв продовжено
action-job-cancelled = роботу рушіїв скасовано
action-source-followed = розпочато стеження за трансляцією
action-source-ended = стеження за трансляцією закінчено
action-hand-raised = партії поставлено на початок черги
action-hand-lowered = партії прибрано з початку черги
refused-place = За цим місцем не можна стежити. Вкажіть адресу з https:// або http://, номер LiveChessCloud або місце, яке дозволяють налаштування сервера.
refused-delay = Вкажіть затримку цілим числом секунд від 0 до 86400.
refused-follows = Цей турнір стежить за трансляцією. Для файлів створіть інший турнір.
refused-job-state = У нинішньому стані роботи це неможливо. Погляньте на сторінку ще раз.
refused-many-hands = Більше гравців поставити першими не можна. Приберіть когось зі списку.

work-what = Що
work-screening = Скринінг усіх партій
work-full-test = Повний тест: { $player }
work-no-player = У цього гравця тут немає партії, яку можна оцінити, або він записаний під кількома іменами.
work-budget = Бюджету змагання на повні тести не вистачає.
hints-full-tests = Після кожного туру правило вибирає за даними, чиї партії отримають повний тест, у межах бюджету цього змагання.
full-tests-title = Повні тести
full-tests-help = Повний тест дивиться партії цього гравця ще раз і глибше. Це час рушія і нічого більше; найчастіше він знаходить гравця звичайним.
full-tests-not-here = Повний тест тут зробити не можна: для цього рушія і цього виду партій його не відкалібровано. Нічого понад швидкий тест не відомо.
full-tests-none = Повного тесту цього гравця ще немає.
full-tests-asked = Запрошено: { $when }
full-tests-round = Партії по тур { $round } включно
full-tests-all = Усі партії
full-tests-by-rule = Вибрано правилом
full-tests-ask = Запросити повний тест
full-tests-reason = Причина, для досьє (можна не вказувати)
full-tests-take = Вивантажити досьє
rule-title = Повні тести після кожного туру
rule-help = Після кожного туру правило вибирає за даними, чиї партії отримають повний тест, доки вистачає бюджету. За тим, кого тестують, через це не спостерігають. Кому відмовлено, сказано в орієнтирах.
rule-on = Правило ввімкнено.
rule-off = Правило вимкнено. Повний тест можна запросити на сторінці гравця.
rule-used = Витрачено правилом хвилин ядра: { $used } з { $budget }
rule-switch = Правило запрошує повні тести після кожного туру
rule-budget = Бюджет на змагання, у хвилинах ядра
rule-button = Установити
action-full-test-asked = запрошено повний тест
action-full-tests-set = змінено правило повних тестів
refused-no-full-test = Повний тест тут зробити не можна: для цього рушія і цього виду партій його не відкалібровано.
refused-full-test-open = Повний тест цього гравця вже запрошено. Він у переліку роботи рушіїв.
refused-budget = Вкажіть бюджет числом хвилин ядра від 0 до 1000000.
## Відлучки від дошки
absences-title = Відлучки
absences-help = Натисніть, коли гравець відходить від дошки і коли повертається. Помилкове натискання відкликається нижче; нічого не видаляється.
absences-no-boards = Дошки зараз невідомі. Позначайте відлучки за іменем.
absences-delay = Трансляція може відставати від зали. Якщо на дошці інша кількість ходів, введіть її.
absences-typed = Ці дошки взято із завантажених партій, тому кількість ходів треба ввести.
absences-find = Ім'я або дошка
absences-find-button = Знайти
absences-boards = Дошки
absences-away = Зараз відсутні
absences-nobody-away = Нікого не позначено як відсутнього.
absences-tap-left = відхід від дошки
absences-tap-back = повернення
absences-moves = Скільки ходів зробив гравець
absences-moves-now = Зроблено ходів: { $moves }
absences-moves-hand = Ввести кількість ходів
absences-over = Партію завершено.
absences-by-name = За іменем
absences-by-name-help = Для дошки, якої немає в трансляції. Пишіть імена так, як вони стоять у партіях.
absences-player = Гравець
absences-opponent = Суперник
absences-round = Тур
absences-day = Останні 24 години
absences-all = Усі відлучки
absences-none = Нічого не позначено.
absences-left-at = Відхід
absences-back-at = Повернення
absences-after-move = після ходу { $move }
absences-lasted = Тривалість
absences-duration = { $minutes } хв { $seconds } с
absences-still-away = відсутній { $duration }
absences-withdraw = Відкликати останній запис
absences-withdrawn = Відкликані записи
absences-withdrawn-help = Вони залишаються тут і нічого не важать.
absences-export = Вивантажити журнал
absences-export-help = Файл для команди fairplay test. У ньому усі відлучки, після яких гравець повернувся; оберіть гравця, щоб отримати лише його записи.
action-absence-noted = позначено відлучку
action-absence-withdrawn = відлучку відкликано
refused-moves = Введіть кількість ходів, зроблених гравцем, від 0 до 1000.
refused-board = Цієї дошки більше немає. Відкрийте сторінку знову або позначте відлучку за іменем.
refused-round = Вкажіть тур, не довше ніж 120 знаків.
refused-away = Цього гравця вже позначено як відсутнього. Можливо, натиснув хтось інший.
refused-not-away = Цього гравця не позначено як відсутнього. Можливо, натиснув хтось інший.
refused-fewer-moves = Ходів менше, ніж було під час відходу. Введіть кількість або відкличте запис про відхід.
refused-withdraw = Відкликати можна лише останній запис гравця в партії і лише один раз.
refused-many-absences = Журнал цього змагання заповнено.
refused-report = Це не повідомлення з опису для програм:

## Налаштування змагання
settings-title = Налаштування
settings-rename = Перейменувати
settings-former = Колишні назви
settings-state = Відкрите чи закрите
settings-close = Закрити змагання
settings-close-help = Закрите змагання не приймає файлів, трансляцій, відлучок і роботи рушіїв. Те, що виконується, скасовується. Усе лишається доступним для читання, і змагання можна відкрити знову.
settings-reopen = Відкрити знову
event-closed = Це змагання закрите з
aliases-title = Хто є хто
aliases-help = Таблиця, у якій хтось підтвердив, які імена належать одній людині, як для команди fairplay screen. Нова замінює попередню.
aliases-people = { $people ->
    [one] { $people-text } людина.
    [few] { $people-text } людини.
    [many] { $people-text } людей.
   *[other] { $people-text } людини.
  }
aliases-file = Таблиця імен
aliases-remove = Обійтися без неї
rating-title = Рейтинги
rating-help = З якими рейтингами порівнюють гравців, як у команді fairplay screen. Змагання читається заново; нічого не розраховується вдруге.
rating-class = Контроль часу
rating-basis = Який рейтинг враховується
rating-from-lists = Брати рейтинги з рейтинг-листів цього сервера, якщо вони там є
rating-sd = Стандартне відхилення кожного рейтингу понад звичайне, у пунктах
rating-junior = Скільки пунктів додати до рейтингу юніорів
rating-junior-sd = Стандартне відхилення рейтингу юніора, у пунктах
rating-unrated = Рейтинг для гравців, у яких його немає
rating-unrated-sd = Стандартне відхилення цього рейтингу, у пунктах
class-by-games = за партіями
class-standard = класика
class-rapid = швидкі шахи
class-blitz = бліц
class-correspondence = за листуванням
basis-published = опублікований до змагання
basis-live = перед кожною партією, з урахуванням попередніх
basis-after = після змагання, з урахуванням усіх партій
orphaned-title = Змагання без головного арбітра
orphaned-help = Ніхто з тих, хто може увійти, не є головним арбітром цих змагань. Призначте когось, крім себе.
orphaned-button = Призначити головного арбітра
action-event-renamed = змагання перейменовано
action-event-closed = змагання закрито
action-event-reopened = змагання відкрито знову
action-aliases-set = задано таблицю імен
action-aliases-removed = таблицю імен прибрано
action-rating-set = обрано рейтинги
refused-closed = Це змагання закрите. Головний арбітр може відкрити його знову.
refused-aliases = Цю таблицю імен не можна використати:
refused-rating = Такий вибір рейтингів неможливий. Пункти бувають від 0 до 600, рейтинги від 1 до 4000.
refused-not-orphaned = Такого змагання без головного арбітра немає.
refused-own-appointment = Призначте когось, крім себе: адміністратор не бачить змагань.

## Дані змагання
full-tests-apart-help = Ці відлучки гравця позначено, але до тесту вони не ввійшли: відлучці не відповідає жодна з його партій, або відповідають кілька, або такого ходу не зроблено.
full-tests-apart = Тур { $round }, суперник { $opponent }: відхід після ходу { $left }, повернення до ходу { $back }
full-tests-strangers = Цих імен із журналу відлучок у партіях немає. Те, що позначено під ними, не входить до жодного тесту.
full-tests-other-report = Звіт про турнір не відповідає жодній із партій, тому до цього тесту він не ввійшов.
new-event-report = Звіт про турнір, якщо він є
report-title = Звіт про турнір
report-help = Звіт програми жеребкування у форматі TRF16 або TRF26. Партії звіряються з ним, і він входить до повних тестів, як і кількість гравців у ньому. Значень z він не змінює.
report-file = Звіт про турнір
report-encoding = Як записано літери
report-encoding-guess = як знайдено; вкажіть, якщо імена вийшли хибно
report-none = Звіту про турнір немає, або партій ще немає.
report-compared = Партій: { $all }, з них звірено з парами звіту, яких { $pairings }: { $compared }. Розбіжностей: { $differences }. Суперечностей усередині звіту: { $contradictions }.
report-fits-nothing = Жодна партія не відповідає жодній парі цього звіту. Це звіт про це змагання?
report-who-is-right = Яка сторона має рацію, звідси не видно; це знають бланки.
report-look = Переглянути звіт
report-more = { $findings ->
    [one] Ще { $findings-text } не показано.
    [few] Ще { $findings-text } не показано.
    [many] Ще { $findings-text } не показано.
   *[other] Ще { $findings-text } не показано.
  }
report-odd = Дивне або суперечливе у звіті
report-where = Де
report-what = Що
action-report-set = дано звіт про турнір
action-report-removed = звіт про турнір прибрано
refused-report-file = Це не звіт про турнір, який можна прочитати:
lists-title = Рейтинг-листи
lists-help = Листи ФІДЕ для всіх змагань, у налаштуваннях яких рейтинги беруться з листів. Для змагання діє лист, чинний у його перший день, або найновіший до нього.
lists-none = Рейтинг-листів поки немає.
lists-month = Чинний з
lists-kind = Рейтинги
lists-players = Гравців
lists-refused = Нечитабельних рядків
lists-combined = класика, швидкі шахи й бліц
lists-peak = найвищі за весь час
lists-add = Додати лист
lists-file = Рейтинг-лист
lists-file-hint = Як його публікує ФІДЕ: текст або XML, або значення через кому; можна й запакований у .zip, .gz або .zst. Довгий лист читається близько хвилини.
lists-month-given = Місяць, з якого він чинний, якщо лист сам цього не каже
lists-kind-given = Які в ньому рейтинги, якщо лист сам цього не каже
lists-as-it-says = як сказано в листі
action-rating-list-added = додано рейтинг-лист
refused-known-list = Цей самий лист уже є.
refused-list-kind = У листі не сказано, які це рейтинги: класика, швидкі шахи чи бліц. Виберіть у формі.
refused-list-month = У листі не сказано, з якого місяця він чинний. Вкажіть місяць у формі.
refused-list-another = Інший лист того самого виду й місяця вже є:
refused-list = Це не рейтинг-лист, який можна прочитати:
refused-month = Вкажіть місяць так: 2026-03.
book-title = Дебютна книга
book-help = Книга, яку робить команда fairplay book build. Ходи до місця, де партія з неї вийшла, вважаються дебютом. Змагання читається заново, і шукаються позиції, яких раніше не дивилися.
book-positions = Позицій
action-book-set = дано дебютну книгу
action-book-removed = дебютну книгу прибрано
refused-book = Це не дебютна книга, якою можна користуватися:
