## Mail and other messages about changed hints
notification-title = Письма об ориентирах
notification-address = Адрес электронной почты
notification-help = Когда в соревновании, ориентиры которого вам доступны, кто-либо назван впервые или разрешена дальнейшая мера, вы получаете письмо на языке этой страницы. В нём номер соревнования и ссылка, имён нет. Чтобы писем не было, оставьте поле пустым.
notification-button = Сохранить
notification-subject = fairplay: соревнование { $event }
notification-text = Ориентиры соревнования { $event } изменились. Посмотрите: { $url }
notification-unsent = Письмо не отправлено, получатель { $name }:
notification-unsent-hook = Сообщение другой программе не отправлено:
notification-again = Следующая попытка: { $when }.
notification-given-up = Попыток больше не будет; сообщите тому, кто обслуживает сервер.
refused-address = Это не адрес электронной почты.
action_notification_chosen = выбор писем изменён
action_notification_sent = сообщение об ориентирах отправлено
action_notification_given_up = попытки отправить сообщение об ориентирах прекращены

## Hints and times
hints-nobody = Никто не назван
footer-zone = Часовой пояс: { $zone }.
