## Mail and other messages about changed hints
notification-title = Письма об ориентирах
notification-address = Адрес электронной почты
notification-help = Когда в соревновании, ориентиры которого вам доступны, кто-либо назван впервые или разрешена дальнейшая мера, вы получаете письмо на языке этой страницы. В нём номер соревнования и ссылка, имён нет. Чтобы писем не было, оставьте поле пустым.
notification-button = Сохранить
notification-subject = fairplay: соревнование { $event }
notification-text = Ориентиры соревнования { $event } изменились: { $state }. Посмотрите: { $url }
notification-unsent = Письмо не отправлено, получатель { $name }:
notification-unsent-hook = Сообщение другой программе не отправлено:
notification-again = Следующая попытка: { $when }.
notification-given-up = Попыток больше не будет; сообщите тому, кто обслуживает сервер.
refused-address = Это не адрес электронной почты.
action_notification_chosen = выбор писем изменён
action_notification_sent = сообщение об ориентирах отправлено
action_notification_given_up = попытки отправить сообщение об ориентирах прекращены

## Hints and times
state-not-looked = Ещё не смотрели
state-looking = Идёт просмотр: есть ответы на { $done } позиций из { $total }
state-waiting = Ожидает просмотра
state-paused = Приостановлено: есть ответы на { $done } из { $total } позиций
state-paused-only = Приостановлено
state-provisional = Первый просмотр, предварительно: есть ответы на { $done } позиций из { $total }
state-anew = Ответы есть на все позиции ({ $total }), числа ждут вычисления (см. «Работа движков»)
state-provisional-only = Первый просмотр, предварительно
state-nobody = Никто не назван { $basis }
state-nobody-judged = Пока никого нельзя оценить { $basis }
state-cannot-name = Здесь никто не может быть назван, { $basis }
state-named = { $players ->
    [one] Назван { $players-text } игрок
    [few] Названы { $players-text } игрока
    [many] Названо { $players-text } игроков
   *[other] Названо { $players-text } игрока
  }
state-after-round = после тура { $round } ({ $when }, партий: { $games })
state-so-far = до сих пор ({ $when }, партий: { $games })
state-open = – открыты и другие позиции: есть ответы на { $done } из { $total }
state-open-anew = – ответы есть на все позиции ({ $total }), числа ждут нового вычисления (см. «Работа движков»)
state-open-only = – предварительно: с тех пор поступили партии или изменилось указанное
hints-outdated = После последнего просмотра поступили партии или изменилось указанное. Пока нет ответов на все позиции и числа не вычислены заново, он ни о ком ничего не говорит.
results-outdated = Числа ниже старше того, что сказано строкой выше: они получены до ответа на все позиции или до последнего изменения партий или указанного. Ни о ком из них ничего не следует.
named-check = Сначала проверьте: рейтинг { $rating }, перформанс { $performance }.
named-check-rating = Сначала проверьте, верен ли рейтинг { $rating }.
named-check-none = Сначала проверьте: рейтинг неизвестен.
footer-zone = Часовой пояс: { $zone }.
