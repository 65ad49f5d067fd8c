## Mail and other messages about changed hints
notification-title = Листи про орієнтири
notification-address = Адреса електронної пошти
notification-help = Коли у змаганні, орієнтири якого вам доступні, когось названо вперше або дозволено подальший захід, ви отримуєте лист мовою цієї сторінки. У ньому номер змагання й посилання, імен немає. Щоб листів не було, залиште поле порожнім.
notification-button = Зберегти
notification-subject = fairplay: змагання { $event }
notification-text = Орієнтири змагання { $event } змінилися. Погляньте: { $url }
notification-unsent = Лист не надіслано, одержувач { $name }:
notification-unsent-hook = Повідомлення іншій програмі не надіслано:
notification-again = Наступна спроба: { $when }.
notification-given-up = Спроб більше не буде; повідомте того, хто обслуговує сервер.
refused-address = Це не адреса електронної пошти.
action_notification_chosen = вибір листів змінено
action_notification_sent = повідомлення про орієнтири надіслано
action_notification_given_up = спроби надіслати повідомлення про орієнтири припинено

## Hints and times
hints-nobody = Нікого не названо
footer-zone = Часовий пояс: { $zone }.
