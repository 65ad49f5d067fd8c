## The boards of the round
boards-title = Доски тура
boards-none = Доски пока не известны.
boards-looked = Как их показывал источник в { $when }.
boards-round = Тур { $round }
boards-not-begun = не начата
boards-running = последний ход { $last }
boards-moves = ход { $moves }
boards-over = { $result }, ход { $moves }
boards-clocks = часы
boards-away = { $name } не за доской уже { $minutes } мин.
boards-broken = Дальше ходы источника не читаются.
claim_threefold_repetition = Третье появление позиции: игрок, за которым ход, может потребовать ничью (Правила шахмат, 9.2).
claim_fifty_moves = По 50 ходов без взятия и хода пешкой: игрок, за которым ход, может потребовать ничью (Правила шахмат, 9.3).
ended_checkmate = Мат: партия завершена (Правила шахмат, 5.1.1).
ended_stalemate = Пат: партия завершена (Правила шахмат, 5.2.1).
ended_dead_position = Мёртвая позиция: партия завершена (Правила шахмат, 5.2.2).
ended_fivefold_repetition = Пятое появление позиции: партия завершена (Правила шахмат, 9.6.1).
ended_seventy_five_moves = По 75 ходов без взятия и хода пешкой: партия завершена (Правила шахмат, 9.6.2).
ended_threefold_repetition = Онлайн, по правилам ФИДЕ: третье появление позиции, партия завершена (Правила онлайн-шахмат, 5.4.1).
ended_fifty_moves = Онлайн, по правилам ФИДЕ: по 50 ходов без взятия и хода пешкой, партия завершена (Правила онлайн-шахмат, 5.4.4).

## Followed games
files-followed = Партии поступают из
files-one = Все партии одним PGN
files-one-help = Партии, которые можно оценить, в чистой записи, остальные как были записаны; копии по одному разу.
files-one-followed = Каждая партия в нынешнем виде, как её записал источник, без задержки.

## Absences that are refused
refused-other-pairing = По партиям в этом туре был другой соперник.
refused-other-pairing-known = Тур { $round }, { $name }; соперник: { $played }.
refused-unplayed-move = Партия закончилась раньше этого хода.
refused-unplayed-moves = Сделано в ней ходов, { $name }: { $moves }.
