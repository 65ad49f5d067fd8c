# What an arbiter reads during an event. A hint is never a finding.

## Hints: head
hints-title = { $event }: что разрешают данные
hints-kind = Ориентиры для арбитров по ходу соревнования
hints-private = Только для арбитров, конфиденциально. Быстрый тест даёт частный ориентир: он говорит, что разрешают данные, и ничего о том, что произошло. Большинство игроков, необычных в нём, в полном тесте оказываются обычными.
hints-look-heading = Этот взгляд
hints-stand = Состояние
hints-after-round = завершены все туры по { $round }-й включительно
hints-no-round = ни один тур ещё не завершён
hints-at = Время взгляда, UTC
hints-rules = Правила
hints-rules-text = Руководство ФИДЕ для арбитров, издание { $date }

## Hints: the ladder
hints-ladder-heading = Что данные разрешают сейчас
hints-ladder-intro = От самой мягкой меры к более строгим. Разрешено значит, что правила допускают это при таких данных. Делать ли что-либо, решает арбитр.
hints-article = Статья: { $article }. Наименьшее основание: { $evidence }.
hints-evidence-quick = быстрый тест
hints-evidence-full = полный тест
hints-evidence-laws = нарушение Правил шахмат
hints-allowed = Разрешено сейчас:
hints-nobody = Сейчас не разрешено ни к кому.
hints-orange-allowed = Разрешено сейчас для всего соревнования. Никого не выделяет. { $hints ->
    [one] За этим стоит { $hints-text } ориентир.
    [few] За этим стоят { $hints-text } ориентира.
    [many] За этим стоят { $hints-text } ориентиров.
   *[other] За этим стоят { $hints-text } ориентира.
  }
hints-orange-not = Сейчас не разрешено: ориентиров нет.
hints-never = Не разрешено, что бы ни говорила статистика.
hints-ground-quick = { $name }: необычно в быстром тесте, запросите полный тест. Последовательный показатель, { $reading }: lg { $highest }, нужно { $needed }. Класс основания: быстрый тест.
hints-reading-record = основная оценка
hints-reading-second = вторая оценка
hints-ground-full = { $name }: полный тест после тура { $round }, z { $z }, что достигает { $level } ({ $article }). Класс основания: полный тест.
hints-ground-complaint = { $name }: официальная жалоба с наблюдением ({ $article }). Класс основания: жалоба, а не статистика.
hints-not-unobtrusive = Чего это не значит: это не вывод и не повод заговорить с игроком. Если все играют честно, за соревнование здесь названо в среднем не более { $hints } игрока, за все взгляды вместе.
hints-not-orange = Чего это не значит: ни об одном игроке в отдельности это ничего не говорит.
hints-not-intrusive = Чего это не значит: это не говорит, что что-либо произошло. Если все играют честно, кто-нибудь из не выделенных заранее при каком-нибудь взгляде доходит до этого не чаще чем в одном из пяти таких соревнований.
hints-not-never = Число никогда не бывает основанием для этого. Нужно нарушение Правил, которое видел арбитр.
hints-needed = Что нужно для кого-либо ещё:
hints-needed-value = последовательный показатель lg { $value } или выше в быстром тесте
hints-needed-full = полный тест с z не ниже { $level } ({ $article }), с поправкой на все взгляды; для одного взгляда правила называют { $one }
hints-needed-no-look = запланированных взглядов не осталось, поэтому полный тест этого больше не разрешит; для одного взгляда правила называют { $one }
hints-needed-singled = полный тест с z не ниже { $level } игрока, выделенного ещё до соревнования ({ $article })
hints-needed-complaint = официальная жалоба с наблюдением ({ $article })
hints-needed-laws = нарушение Правил шахмат, каким статистика не бывает

## Hints: players
hints-players-heading = Игроки
hints-players-intro = Сначала те, о ком данных больше всего. Последовательный показатель можно читать при каждом взгляде: вероятность ограничивает сверху то, что показатель честного игрока когда-либо поднимется так высоко. Индекс рассчитан на один взгляд; из многих взглядов наибольший высок случайно.
hints-second-index = Второй индекс
hints-value = Наибольший показатель, lg
hints-second-value = Вторая оценка, lg
hints-chance = Вероятность не более, %
hints-reached = Достигнуто, %
hints-standing = Быстрый тест
hints-ordinary = обычно
hints-unusual = необычно: запросите полный тест
hints-answered = обычно в полном тесте после тура { $round }
hints-full = Полный тест
hints-full-text = z { $z } после тура { $round }
hints-full-none = нет
hints-absences = Ходы после отмеченных отлучек, проверены отдельно, лишь для сведения. { $name }: вероятность стольких совпадений { $chance } %.

## Hints: rounds
hints-rounds-heading = Туры
hints-round = Тур
hints-finished = С результатом
hints-unreadable = Не прочитаны
hints-round-state = Завершён
hints-yes = да
hints-no = ещё нет
hints-unnumbered = { $games ->
    [one] { $games-text } партия не называет тура и не входит ни в один.
    [few] { $games-text } партии не называют тура и не входят ни в один.
    [many] { $games-text } партий не называют тура и не входят ни в один.
   *[other] { $games-text } партии не называют тура и не входят ни в один.
  }

## Hints: full tests
hints-tests-heading = Какие полные тесты следующие
hints-tests-intro = Выбраны по данным в пределах { $budget } минут ядра на соревнование, из них израсходовано { $used }. Полный тест это время движка и ничего более; чаще всего он находит игрока обычным.
hints-tests-none = Полный тест никому не предстоит.
hints-tests-absent = Полный тест здесь не делается. Его надо запросить; до тех пор ничего сверх быстрого теста не известно.
hints-why = Основание
hints-minutes = Минуты ядра
hints-decided = Решение
hints-why-complaint = жалоба с наблюдением
hints-why-singled = выделен до соревнования
hints-why-named = необычно в быстром тесте
hints-why-high = индекс от 65
hints-why-raised = индекс от 60
hints-decided-test = на очереди
hints-decided-tested = проверен после этого тура
hints-decided-few = решений пока мало
hints-decided-over = сверх запаса: осталось { $left } минут ядра

## Hints: what is promised
hints-promise-heading = Что обещано честным игрокам
hints-promise-text = Названо в соревновании честных игроков в среднем и не более: { $hints }. На { $players ->
    [one] { $players-text } игрока
    [few] { $players-text } игроков
    [many] { $players-text } игроков
   *[other] { $players-text } игрока
  } и их оценки это оставляет { $alpha } % на одну оценку одного игрока за всё соревнование, то есть lg { $needed }.
hints-looks-rounds = Полные тесты рассматриваются после каждого из { $rounds ->
    [one] { $rounds-text } тура
    [few] { $rounds-text } туров
    [many] { $rounds-text } туров
   *[other] { $rounds-text } тура
  }, и вероятность, которую правила допускают для одного взгляда, делится между ними поровну.
hints-looks-open = Число туров не указано. Вероятность, которую правила допускают для одного взгляда, делится на любое их число; более ранним достаётся больше.
hints-made-heading = Как получены эти ориентиры
