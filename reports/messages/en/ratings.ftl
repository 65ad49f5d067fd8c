# Rating lists: which list of the day stands behind a rating, and which one is missing.

## Lists that are missing
list-missing = The list of { $month } is not stored ({ $kind }). It was the valid one, and no other list gives a rating: { $players ->
    [one] one player keeps the rating of the games' tags
   *[other] { $players-text } players keep the ratings of the games' tags
  }. Add the list with fairplay ratings add FILE or on the server's page Rating lists, and screen the event again.
list-undated = { $games ->
    [one] One game has no date that says which rating list was valid, so it keeps the ratings of its tags. Correct its date and screen the event again.
   *[other] { $games-text } games have no date that says which rating list was valid, so they keep the ratings of their tags. Correct the dates and screen the event again.
  }

## Lists that were used
list-ratings = Rating list of { $month } ({ $kind }, file { $name }): { $players ->
    [one] the rating of one player.
   *[other] the ratings of { $players-text } players.
  }
list-told = Rating list of { $month } ({ $kind }, file { $name }): age, coefficient or activity of { $players ->
    [one] one player, and no rating.
   *[other] { $players-text } players, and no rating.
  }
list-births = Rating list of { $month } ({ $kind }, file { $name }): the year of birth of { $players ->
    [one] one player, and no rating.
   *[other] { $players-text } players, and no rating.
  }
manifest-rating-list = Ratings
manifest-rating-list-sha256 = SHA-256 of that list
list-kind_standard = standard ratings
list-kind_rapid = rapid ratings
list-kind_blitz = blitz ratings
list-kind_combined = ratings of every class

## A player's rating
rating-by-list = by the list of { $month }, { $kind }
rating-by-days = mean over the days of the games: { $parts }
rating-part-list = { $rating } by the list of { $month } in { $games ->
    [one] one game
   *[other] { $games-text } games
  }
rating-part-tags = { $rating } by the tags in { $games ->
    [one] one game
   *[other] { $games-text } games
  }
