# Рейтинг-листы: по какому листу взят рейтинг и какого листа нет.

## Каких листов нет
list-missing = Рейтинг-лист за { $month } не сохранён ({ $kind }). Действовал именно он, а другие листы рейтинга не дают: { $players ->
    [one] рейтинг из тегов партий остаётся у { $players-text } игрока
    [few] рейтинги из тегов партий остаются у { $players-text } игроков
    [many] рейтинги из тегов партий остаются у { $players-text } игроков
   *[other] рейтинги из тегов партий остаются у { $players-text } игрока
  }. Добавьте лист командой fairplay ratings add FILE или на странице сервера «Рейтинг-листы» и проверьте соревнование заново.
list-undated = { $games ->
    [one] В { $games-text } партии
    [few] В { $games-text } партиях
    [many] В { $games-text } партиях
   *[other] В { $games-text } партии
  } нет даты, по которой видно, какой рейтинг-лист действовал, поэтому там остаются рейтинги из тегов. Исправьте даты и проверьте соревнование заново.

## По каким листам
list-ratings = Рейтинг-лист за { $month } ({ $kind }, файл { $name }): { $players ->
    [one] рейтинг { $players-text } игрока.
    [few] рейтинги { $players-text } игроков.
    [many] рейтинги { $players-text } игроков.
   *[other] рейтинги { $players-text } игрока.
  }
list-told = Рейтинг-лист за { $month } ({ $kind }, файл { $name }): возраст, коэффициент или активность { $players ->
    [one] { $players-text } игрока, без рейтинга.
    [few] { $players-text } игроков, без рейтингов.
    [many] { $players-text } игроков, без рейтингов.
   *[other] { $players-text } игрока, без рейтингов.
  }
list-births = Рейтинг-лист за { $month } ({ $kind }, файл { $name }): год рождения { $players ->
    [one] { $players-text } игрока, без рейтинга.
    [few] { $players-text } игроков, без рейтингов.
    [many] { $players-text } игроков, без рейтингов.
   *[other] { $players-text } игрока, без рейтингов.
  }
manifest-rating-list = Рейтинги
manifest-rating-list-sha256 = SHA-256 этого листа
list-kind_standard = классические шахматы
list-kind_rapid = быстрые шахматы
list-kind_blitz = блиц
list-kind_combined = рейтинги всех видов

## Рейтинг игрока
rating-by-list = по рейтинг-листу за { $month }, { $kind }
rating-by-days = среднее по дням партий: { $parts }
rating-part-list = { $rating } по листу за { $month }, { $games ->
    [one] { $games-text } партия
    [few] { $games-text } партии
    [many] { $games-text } партий
   *[other] { $games-text } партии
  }
rating-part-tags = { $rating } по тегам, { $games ->
    [one] { $games-text } партия
    [few] { $games-text } партии
    [many] { $games-text } партий
   *[other] { $games-text } партии
  }
