# The first lines of a sheet: who stands out, over what was looked at, what may be done, and which thresholds the rules know.

## The answer
answer-nobody = Nobody stands out
answer-so-far = Nobody stands out so far
answer-some = { $players ->
    [one] One player stands out
   *[other] { $players-text } players stand out
  }
answer-no-index = There is no index
answer-provisional = No index may be acted upon
answer-looked-at = Looked at: { $scored } of { $games } games. With an index: { $indexed } of { $players } players.
answer-reasons = Why nobody has an index: { $reasons }.
answer-odds = as high or higher: { $odds } honest performances
answer-check = rating { $rating }, performance { $performance }
answer-further = And { $players ->
    [one] one more in the table.
   *[other] { $players-text } more in the table.
  }
answer-expected = If everybody plays honestly, { $expected65 } of { $players ->
    [one] one player
   *[other] { $players-text } players
  } are expected at 65 or above, where a full test is asked for, and { $expected60 } at 60 or above; there are { $seen65 } and { $seen60 }.
answer-no-step = What may be done: the quick test gives no reason for a step towards anybody. It does not show that nobody had help, because rare help goes unseen.
answer-step = What may be done: check the rating first, watch more closely, and ask for a full test. Most players who look unusual turn out ordinary in it.
answer-look = Look at the context (index from 60):

## Thresholds
thresholds = Thresholds of the rules: a z above { $online } for online play ({ $online-article }) and above { $board } over the board ({ $board-article }). They belong to a method that FIDE has approved ({ $presumption }), and no quick test is held to them. They go by the venue and not by the rating; what depends on the rating is the projection behind z: what an honest player of that rating finds in the same positions.
event-mode-not-stated = How the event was played is not stated, so neither threshold is applied here. State it with --mode, or under Circumstances in the settings of the event.
