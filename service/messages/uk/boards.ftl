## The boards of the round
boards-title = Дошки туру
boards-none = Дошки поки не відомі.
boards-looked = Як їх показувало джерело о { $when }.
boards-round = Тур { $round }
boards-not-begun = не розпочато
boards-running = останній хід { $last }
boards-moves = хід { $moves }
boards-over = { $result }, хід { $moves }
boards-clocks = годинники
boards-away = { $name } не за дошкою вже { $minutes } хв.
boards-broken = Далі ходи джерела не читаються.
claim_threefold_repetition = Третя поява позиції: гравець, за яким хід, може вимагати нічию (Правила шахів, 9.2).
claim_fifty_moves = По 50 ходів без взяття й ходу пішаком: гравець, за яким хід, може вимагати нічию (Правила шахів, 9.3).
ended_checkmate = Мат: партію завершено (Правила шахів, 5.1.1).
ended_stalemate = Пат: партію завершено (Правила шахів, 5.2.1).
ended_dead_position = Мертва позиція: партію завершено (Правила шахів, 5.2.2).
ended_fivefold_repetition = П’ята поява позиції: партію завершено (Правила шахів, 9.6.1).
ended_seventy_five_moves = По 75 ходів без взяття й ходу пішаком: партію завершено (Правила шахів, 9.6.2).
ended_threefold_repetition = Онлайн, за правилами ФІДЕ: третя поява позиції, партію завершено (Правила онлайн-шахів, 5.4.1).
ended_fifty_moves = Онлайн, за правилами ФІДЕ: по 50 ходів без взяття й ходу пішаком, партію завершено (Правила онлайн-шахів, 5.4.4).

## Followed games
files-followed = Партії надходять із
files-one = Усі партії одним PGN
files-one-help = Партії, які можна оцінити, у чистому записі, решта як були записані; копії по одному разу.
files-one-followed = Кожна партія в нинішньому вигляді, як її записало джерело, без затримки.

## Absences that are refused
refused-other-pairing = За партіями в цьому турі був інший суперник.
refused-other-pairing-known = Тур { $round }, { $name }; суперник: { $played }.
refused-unplayed-move = Партія закінчилася раніше за цей хід.
refused-unplayed-moves = Зроблено в ній ходів, { $name }: { $moves }.
