# What the rules say of a result, and the first page of a dossier.

## Approval of the method
approval_not_approved = ФІДЕ не затверджувала цього методу, тому ні її пороги, ні презумпція правил його результату не стосуються ({ $article }; для гри онлайн { $online }); він може слугувати лише як { $uses }.
use_hint = закритий орієнтир
use_support_of_other_evidence = підтримка інших доказів
use_request_for_approved_test = привід просити Комісію з чесної гри про тест затвердженим методом
use_clearing_a_complaint = підстава відхилити претензію

## Attention and complaints
attention_complaint_without_observation = названий в офіційній претензії, яка спирається лише на ходи
why_complaint_without_observation = претензія лише за ходами
dossier-complaint-observation = Претензія містить спостереження. Це підстава для нав’язливих заходів за будь-якого z ({ $article }).
dossier-complaint-moves = Претензія спирається лише на ходи. Вона дозволяє повний тест і жодних нав’язливих заходів ({ $article }).
dossier-rules-reject-ipr = Внутрішній рейтинг виступу (IPR), що дорівнює { $ipr }, ненабагато вищий за рейтинг { $rating }: його діапазон від { $low } до { $high } сягає рейтингу, і так само в усіх інших IPR, обчислених тут. Це причина відхилити претензію, навіть зі спостереженнями ({ $article }). Правила не кажуть, що означає «ненабагато»; так їх читає цей проєкт.

## Other evidence
dossier-rules-other = У грі онлайн інших доказів може бути досить і там, де статистики не досить ({ $article }).
dossier-rules-breaches = Порушення інших правил, наприклад телефон у гравця чи відмова від перевірки, розглядаються самі по собі, хоч би яким був z ({ $article }).

## Levels of the ladder
dossier-allowed-single = { $action } Дозволено: за одного тесту після змагання потрібен z не нижче { $level } ({ $article }).
dossier-allowed-look = { $action } Дозволено: за цього погляду під час змагання потрібен z не нижче { $level }, з поправкою на всі погляди ({ $article }).
dossier-allowed-sequential = { $action } Дозволено за цього погляду під час змагання: послідовний показник швидкого тесту називає гравця ({ $article }).
dossier-not-allowed-single = { $action } Не дозволено цим тестом: за одного тесту після змагання потрібен z не нижче { $level } ({ $article }).
dossier-not-allowed-look = { $action } Не дозволено цим тестом: за цього погляду під час змагання потрібен z не нижче { $level }, з поправкою на всі погляди ({ $article }).
dossier-not-allowed-named = { $action } Не дозволено за цього погляду під час змагання: послідовний показник швидкого тесту не називає гравця, і жоден повний тест не сягає потрібного рівня ({ $article }).
dossier-not-allowed-no-look = { $action } Не дозволено цим тестом: запланованих поглядів не лишилося ({ $article }).

## First page
dossier-first-heading = Результат на одній сторінці
dossier-first-ordinary = Ходи не виходять за межі звичайного для чесних гравців із таким рейтингом: за { $decisions ->
    [one] { $decisions-text } рішенням
    [few] { $decisions-text } рішеннями
    [many] { $decisions-text } рішеннями
   *[other] { $decisions-text } рішення
  } загальний z дорівнює { $z }, індекс { $index }, і приблизно один із { $once } виступів чесних гравців такого кола не нижчий.
dossier-first-unusual = Ходи згодні з рушієм більше, ніж звичайно в чесних гравців із таким рейтингом: за { $decisions ->
    [one] { $decisions-text } рішенням
    [few] { $decisions-text } рішеннями
    [many] { $decisions-text } рішеннями
   *[other] { $decisions-text } рішення
  } загальний z дорівнює { $z }, індекс { $index }, і приблизно один із { $once } виступів чесних гравців такого кола не нижчий.
dossier-first-picture = Загальний z за обома моделями
dossier-first-axis = Загальний z
dossier-first-primary = Основна модель: { $z }; приблизно один із { $once } чесних виступів
dossier-first-second = Друга модель: { $z }
dossier-first-caption = Крапка: з поправкою за іншими учасниками змагання. Кільце: без неї. Веде менше значення. Смуга: за інших каліброваних умов. Від { $support } z може підтримати інші докази ({ $support-article }); { $threshold } — поріг для z затвердженого методу ({ $threshold-article }).
dossier-first-described = { $row }. Без поправки за іншими учасниками { $alone }, із нею { $field }.
dossier-first-unseen = Допомога рушія тесту менш ніж у { $share } % рішень за z, що дорівнює { $level }, частіше лишилася б непоміченою, ніж була б видна.
dossier-first-unseen-all = Навіть допомога в усіх рішеннях за z, що дорівнює { $level }, частіше лишилася б непоміченою, ніж була б видна.
dossier-first-unseen-other = Допомога іншого сильного рушія менш ніж у { $share } % рішень за z, що дорівнює { $level }, частіше лишилася б непоміченою, ніж була б видна.
dossier-first-unseen-other-all = Навіть допомога іншого сильного рушія в усіх рішеннях за z, що дорівнює { $level }, частіше лишилася б непоміченою, ніж була б видна.

## Annex
dossier-annex-heading = Додаток: хеші та літери
dossier-annex-intro = За чим упізнаються рушії, файли й партії, і клас кожного ходу. Додаток слугує для довідок і перевірки.
