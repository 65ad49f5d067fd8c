## Mail and other messages about changed hints
notification-title = Листи про орієнтири
notification-address = Адреса електронної пошти
notification-help = Коли у змаганні, орієнтири якого вам доступні, когось названо вперше або дозволено подальший захід, ви отримуєте лист мовою цієї сторінки. У ньому номер змагання й посилання, імен немає. Щоб листів не було, залиште поле порожнім.
notification-button = Зберегти
notification-subject = fairplay: змагання { $event }
notification-text = Орієнтири змагання { $event } змінилися: { $state }. Погляньте: { $url }
notification-unsent = Лист не надіслано, одержувач { $name }:
notification-unsent-hook = Повідомлення іншій програмі не надіслано:
notification-again = Наступна спроба: { $when }.
notification-given-up = Спроб більше не буде; повідомте того, хто обслуговує сервер.
refused-address = Це не адреса електронної пошти.
action_notification_chosen = вибір листів змінено
action_notification_sent = повідомлення про орієнтири надіслано
action_notification_given_up = спроби надіслати повідомлення про орієнтири припинено

## Hints and times
state-not-looked = Ще не переглянуто
state-looking = Триває перегляд: є відповіді на { $done } позицій із { $total }
state-waiting = Очікує перегляду
state-paused = Призупинено: є відповіді на { $done } із { $total } позицій
state-paused-only = Призупинено
state-provisional = Перший перегляд, попередньо: є відповіді на { $done } позицій із { $total }
state-anew = Відповіді є на всі позиції ({ $total }), числа чекають обчислення (див. «Робота рушіїв»)
state-provisional-only = Перший перегляд, попередньо
state-nobody = Нікого не названо { $basis }
state-nobody-judged = Поки нікого не можна оцінити { $basis }
state-cannot-name = Тут нікого не може бути названо, { $basis }
state-named = { $players ->
    [one] Названо { $players-text } гравця
    [few] Названо { $players-text } гравців
    [many] Названо { $players-text } гравців
   *[other] Названо { $players-text } гравця
  }
state-after-round = після туру { $round } ({ $when }, партій: { $games })
state-so-far = досі ({ $when }, партій: { $games })
state-open = – відкриті й інші позиції: є відповіді на { $done } із { $total }
state-open-anew = – відповіді є на всі позиції ({ $total }), числа чекають нового обчислення (див. «Робота рушіїв»)
state-open-only = – попередньо: відтоді надійшли партії або змінилося зазначене
hints-outdated = Після останнього перегляду надійшли партії або змінилося зазначене. Доки немає відповідей на всі позиції й числа не обчислено заново, він ні про кого нічого не каже.
results-outdated = Числа нижче старіші за сказане рядком вище: їх отримано до відповіді на всі позиції або до останньої зміни партій чи зазначеного. Ні про кого з них нічого не випливає.
named-check = Спершу перевірте: рейтинг { $rating }, перформанс { $performance }.
named-check-rating = Спершу перевірте, чи правильний рейтинг { $rating }.
named-check-none = Спершу перевірте: рейтинг невідомий.
footer-zone = Часовий пояс: { $zone }.
