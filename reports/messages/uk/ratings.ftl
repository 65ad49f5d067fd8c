# Рейтинг-листи: за яким листом узято рейтинг і якого листа немає.

## Яких листів немає
list-missing = Рейтинг-лист за { $month } не збережено ({ $kind }). Чинним був саме він, а інші листи рейтингу не дають: { $players ->
    [one] рейтинг із тегів партій лишається в { $players-text } гравця
    [few] рейтинги з тегів партій лишаються в { $players-text } гравців
    [many] рейтинги з тегів партій лишаються в { $players-text } гравців
   *[other] рейтинги з тегів партій лишаються в { $players-text } гравця
  }. Додайте лист командою fairplay ratings add FILE або на сторінці сервера «Рейтинг-листи» і перевірте змагання знову.
list-undated = { $games ->
    [one] У { $games-text } партії
    [few] У { $games-text } партіях
    [many] У { $games-text } партіях
   *[other] У { $games-text } партії
  } немає дати, з якої видно, який рейтинг-лист був чинним, тому там лишаються рейтинги з тегів. Виправте дати й перевірте змагання знову.

## За якими листами
list-ratings = Рейтинг-лист за { $month } ({ $kind }, файл { $name }): { $players ->
    [one] рейтинг { $players-text } гравця.
    [few] рейтинги { $players-text } гравців.
    [many] рейтинги { $players-text } гравців.
   *[other] рейтинги { $players-text } гравця.
  }
list-told = Рейтинг-лист за { $month } ({ $kind }, файл { $name }): вік, коефіцієнт або активність { $players ->
    [one] { $players-text } гравця, без рейтингу.
    [few] { $players-text } гравців, без рейтингів.
    [many] { $players-text } гравців, без рейтингів.
   *[other] { $players-text } гравця, без рейтингів.
  }
list-births = Рейтинг-лист за { $month } ({ $kind }, файл { $name }): рік народження { $players ->
    [one] { $players-text } гравця, без рейтингу.
    [few] { $players-text } гравців, без рейтингів.
    [many] { $players-text } гравців, без рейтингів.
   *[other] { $players-text } гравця, без рейтингів.
  }
manifest-rating-list = Рейтинги
manifest-rating-list-sha256 = SHA-256 цього листа
list-kind_standard = класичні шахи
list-kind_rapid = швидкі шахи
list-kind_blitz = бліц
list-kind_combined = рейтинги всіх видів

## Рейтинг гравця
rating-by-list = за рейтинг-листом за { $month }, { $kind }
rating-by-days = середнє за днями партій: { $parts }
rating-part-list = { $rating } за листом за { $month }, { $games ->
    [one] { $games-text } партія
    [few] { $games-text } партії
    [many] { $games-text } партій
   *[other] { $games-text } партії
  }
rating-part-tags = { $rating } за тегами, { $games ->
    [one] { $games-text } партія
    [few] { $games-text } партії
    [many] { $games-text } партій
   *[other] { $games-text } партії
  }
