# What an arbiter reads during an event. A hint is never a finding.

## Hints: head
hints-title = { $event }: що дозволяють дані
hints-kind = Орієнтири для арбітрів під час змагання
hints-private = Лише для арбітрів, конфіденційно. Швидкий тест дає приватний орієнтир: він каже, що дозволяють дані, і нічого про те, що сталося. Більшість гравців, незвичайних у ньому, у повному тесті виявляються звичайними.
hints-look-heading = Цей погляд
hints-stand = Стан
hints-after-round = завершено всі тури по { $round }-й включно
hints-no-round = жоден тур ще не завершено
hints-at = Час погляду, UTC
hints-rules = Правила
hints-rules-text = Посібник ФІДЕ для арбітрів, видання { $date }

## Hints: the ladder
hints-ladder-heading = Що дані дозволяють зараз
hints-ladder-intro = Від найм’якшого заходу до суворіших. Дозволено означає, що правила допускають це за таких даних. Чи робити щось, вирішує арбітр.
hints-article = Стаття: { $article }. Найменша підстава: { $evidence }.
evidence_quick_test = швидкий тест
evidence_full_test = повний тест
evidence_breach_of_the_laws = порушення Правил шахів
hints-allowed = Дозволено зараз:
hints-nobody = Зараз не дозволено щодо будь-кого.
hints-orange-allowed = Дозволено зараз для всього змагання. Нікого не виокремлює. { $hints ->
    [one] За цим стоїть { $hints-text } орієнтир.
    [few] За цим стоять { $hints-text } орієнтири.
    [many] За цим стоять { $hints-text } орієнтирів.
   *[other] За цим стоять { $hints-text } орієнтира.
  }
hints-orange-not = Зараз не дозволено: орієнтирів немає.
hints-never = Не дозволено, хоч би що казала статистика.
hints-ground-quick = { $name }: незвичайно у швидкому тесті, запросіть повний тест. Послідовний показник: lg { $highest }, потрібно { $needed }. Клас підстави: швидкий тест.
hints-ground-full = { $name }: повний тест після туру { $round }, z { $z }, що досягає { $level } ({ $article }). Клас підстави: повний тест.
hints-ground-complaint = { $name }: офіційна скарга зі спостереженням ({ $article }). Клас підстави: скарга, а не статистика.
hints-not-unobtrusive = Чого це не означає: це не висновок і не привід заговорити з гравцем. Якщо всі грають чесно, за змагання тут названо в середньому не більше { $hints } гравця, за всі погляди разом.
hints-not-orange = Чого це не означає: про жодного окремого гравця це нічого не каже.
hints-not-intrusive = Чого це не означає: це не каже, що щось сталося. Якщо всі грають чесно, хтось із не виокремлених заздалегідь за якогось погляду доходить до цього не частіше ніж в одному з п’яти таких змагань.
hints-not-never = Число ніколи не буває підставою для цього. Потрібне порушення Правил, яке бачив арбітр.
hints-needed = Що потрібно для будь-кого ще:
hints-needed-value = послідовний показник lg { $value } або вище у швидкому тесті
hints-needed-full = повний тест із z не нижче { $level } ({ $article }), з поправкою на всі погляди; для одного погляду правила називають { $one }
hints-needed-no-look = запланованих поглядів не лишилося, тому повний тест цього більше не дозволить; для одного погляду правила називають { $one }
hints-needed-singled = повний тест із z не нижче { $level } гравця, виокремленого ще до змагання ({ $article })
hints-needed-complaint = офіційна скарга зі спостереженням ({ $article })
hints-needed-laws = порушення Правил шахів, яким статистика не буває

## Hints: players
hints-players-heading = Гравці
hints-players-intro = Спершу ті, про кого даних найбільше. Послідовний показник можна читати за кожного погляду: імовірність обмежує зверху те, що показник чесного гравця колись підніметься так високо. Індекс розраховано на один погляд; з багатьох поглядів найбільший високий випадково.
hints-second-index = Другий індекс
hints-value = Найбільший показник, lg
hints-chance = Імовірність не більше, %
hints-reached = Досягнуто, %
hints-standing = Швидкий тест
hints-ordinary = звичайно
hints-unusual = незвичайно: запросіть повний тест
hints-answered = звичайно в повному тесті після туру { $round }
hints-full = Повний тест
hints-full-text = z { $z } після туру { $round }
hints-full-none = немає
hints-absences = Ходи після відзначених відлучень, перевірено окремо, лише до відома. { $name }: імовірність стількох збігів { $chance } %.

## Hints: rounds
hints-rounds-heading = Тури
hints-round = Тур
hints-finished = З результатом
hints-unreadable = Не прочитано
hints-round-state = Завершено
hints-yes = так
hints-no = ще ні
hints-unnumbered = { $games ->
    [one] { $games-text } партія не називає туру і не входить до жодного.
    [few] { $games-text } партії не називають туру і не входять до жодного.
    [many] { $games-text } партій не називають туру і не входять до жодного.
   *[other] { $games-text } партії не називають туру і не входять до жодного.
  }

## Hints: full tests
hints-tests-heading = Які повні тести наступні
hints-tests-intro = Вибрано за даними в межах { $budget } хвилин ядра на змагання, з них витрачено { $used }. Повний тест це час рушія і нічого більше; найчастіше він знаходить гравця звичайним.
hints-tests-none = Повний тест нікому не належить.
hints-tests-absent = Повний тест тут не роблять. Його треба запросити; доти нічого понад швидкий тест не відомо.
hints-why = Підстава
hints-minutes = Хвилини ядра
hints-decided = Рішення
why_complaint = скарга зі спостереженням
why_singled_out = виокремлений до змагання
why_named = незвичайно у швидкому тесті
why_high_index = індекс від 65
why_raised_index = індекс від 60
decided_test = на черзі
decided_tested = перевірений після цього туру
decided_too_few = рішень поки мало
decided_over_budget = понад запас: лишилося { $left } хвилин ядра

## Hints: what is promised
hints-promise-heading = Що обіцяно чесним гравцям
hints-promise-text = Названо у змаганні чесних гравців у середньому і не більше: { $hints }. На { $players ->
    [one] { $players-text } гравця
    [few] { $players-text } гравців
    [many] { $players-text } гравців
   *[other] { $players-text } гравця
  } це лишає { $alpha } % на одного гравця за все змагання, тобто lg { $needed }.
hints-looks-rounds = Повні тести розглядаються після кожного з { $rounds ->
    [one] { $rounds-text } туру
    [few] { $rounds-text } турів
    [many] { $rounds-text } турів
   *[other] { $rounds-text } туру
  }, і ймовірність, яку правила допускають для одного погляду, ділиться між ними порівну.
hints-looks-open = Кількість турів не вказано. Імовірність, яку правила допускають для одного погляду, ділиться на будь-яку їх кількість; більш раннім дістається більше.
hints-made-heading = Як отримано ці орієнтири
