# Rules of online play, on the page of a case.

case-online-complaint = В онлайн-соревновании претензию могут подать только участники (игроки, капитаны, официальные лица), после него и в течение { $hours } часов после последнего тура ({ $article }).
case-online-complaint-until = Последняя дата соревнования — { $last }, значит, претензию подают не позднее { $until }.
case-online-monitoring = Каждая онлайн-партия проверяется, во время игры или после неё ({ $article }).
case-online-platform = Выводы самой платформы не окончательны. Главный арбитр или группа экспертов может счесть их достаточными для наказания; решением Комиссии они не являются ({ $article }).
case-online-prizes = Призы выдают только после завершения проверок ({ $article }).
case-online-investigators = Онлайн-дело расследует один член Комиссии; число расследующих по правилам: { $number } ({ $article }). Расследующих в этом деле: { $members }.
case-online-days = Срок онлайн-расследования обычно { $days } дней ({ $article }): с { $from }, { $by }, до { $until }.
indication-title = Указание платформы, а не решение
indication-help = Запишите, что платформа сообщила об этом игроке. Это показывается как указание и не меняет того, что разрешено.
indication-platform = Платформа
indication-says = Что сообщает платформа, её словами
indication-day = День сообщения
indication-reference = Ссылка: номер, адрес или письмо
indication-add = Добавить указание
action_case_indication_noted = записано указание платформы

## Breaches of other rules, in a case
breach-title = Нарушение другого правила
breach-help = Запишите, что увидел арбитр: обрыв связи, выключенная камера, устройство, отказ от проверки. Нарушение рассматривается само по себе и не меняет ни чисел, ни того, что разрешено.
breach-about = В чём оно состоит
breach-moment = Тур, доска и ход
breach-day = День
breach-facts = Что было замечено и кем
breach-measures = Что было предпринято
breach-add = Добавить нарушение
breach_connection = обрыв связи
breach_camera = камера выключена или показывает не то, что должна
breach_microphone = микрофон или звук
breach_screen = экран не показан или показан не весь
breach_program = другая программа или окно
breach_room = посторонний в комнате, или игрок вне её
breach_device = электронное устройство
breach_check = отказ от проверки или досмотра
breach_other = другое
action_case_breach_noted = записано нарушение другого правила
