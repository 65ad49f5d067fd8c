
## Beside the games: the tournament report
dossier-report-heading = Cross-check with the tournament report
dossier-report-none = No tournament report was given, so the games were not compared with one.
dossier-report-file = Report
dossier-report-players = Players in the report
dossier-report-players-games = Players in the games
dossier-report-contradictions = Contradictions within the report
dossier-report-line = The player in the report
dossier-report-line-text = { $name }; line { $line }, number { $number }, FIDE ID { $fide }, rating { $rating }
dossier-report-line-none = not listed
dossier-report-count = What was counted
dossier-report-whole = Whole event
dossier-report-own = The player
dossier-report-games = Games
dossier-report-compared = of these, compared with a pairing
dossier-report-extra = of these, in the games only
dossier-report-other = of these, against another opponent in the report
dossier-report-aside = of these, byes, copies and games that could not be read
dossier-report-pairings = Pairings of the report
dossier-report-paired = of these, compared with a game
dossier-report-missing = of these, in the report only
dossier-report-otherwise = of these, against another opponent in the games
dossier-report-nogame = of these, forfeits and pairings without a sure result, without a game
dossier-report-agree = Games that agree in all that both sides give: round, colours, result, date
dossier-report-differ = Differences found
dossier-report-same = About the player, games and report agree in everything that both give.
dossier-report-found = What differs about the player is listed here. Nobody knows from this which side is right; the score sheets do.
dossier-report-what = What differs
dossier-report-players-column = Players
dossier-report-says-games = The games say
dossier-report-says-report = The report says
dossier-report-nodays = The report gives no first and last day that can be read, so dates were not compared.
finding_uncertain_player = probably the same player, to be confirmed
finding_player_missing = a player of the report is not in the games
finding_player_extra = a player of the games is not in the report
finding_fide_id_differs = FIDE number
finding_name_differs = name
finding_rating_differs = rating
finding_missing_game = a game of the report is not in the games
finding_extra_game = a game is not in the report
finding_opponent_differs = opponent
finding_wrong_round = round
finding_colours_swapped = colours
finding_scored_differently = result
finding_forfeit_with_moves = a forfeit in the report has moves
finding_played_without_moves = a game played by the report has no moves
finding_date_outside = date outside the event
dossier-says-no-game = no such game
dossier-says-no-pairing = no such pairing
dossier-says-no-player = no such player
dossier-says-nameless = (no name)
dossier-says-fide = FIDE { $id }
dossier-says-no-fide = no FIDE number
dossier-says-games = { $n ->
    [one] { $n-text } game
   *[other] { $n-text } games
  }
dossier-says-round = Round { $round }:
dossier-says-no-result = no result
dossier-says-no-moves = no moves
dossier-says-plies = { $n ->
    [one] { $n-text } ply
   *[other] { $n-text } plies
  }
ending_played = { $result }
ending_short = { $result } in less than one move
ending_forfeit = { $result } by forfeit
ending_open = no result yet
ending_contradictory = results that contradict each other
dossier-says-no-colours = colours unknown
dossier-says-ratings = { $rating }; in some games { $others }
dossier-event-players = Players of the event
event-players_report = { $players }, by the tournament report
event-players_games = { $players }, by the names in the games

## Beside the games: place in the field
dossier-place-heading = Place in the field
dossier-place-none = No screening of the event was given. This test looks at the games of one player, so where the player stands among the others is not known.
dossier-place-intro = By a screening of the same event. Somebody is first in every field; a place by itself says nothing. The field as a whole shows whether the index behaves as it should: without help its mean is near 50 and its standard deviation near 5.
dossier-place-rank = Place by index
dossier-place-rank-text = { $rank } of { $players }
dossier-place-no-index = without an index there
dossier-place-field = Field: mean and standard deviation
dossier-place-field-text = { $mean } and { $sd }
dossier-place-used = Expected strength
dossier-place-shift = with what this screening shows of the { $players } other players
dossier-place-no-shift = by the games of this test alone: the screening was made without a null, or with another one
dossier-place-index = The player in the screening
dossier-place-test = The player in this test
dossier-place-pair = index { $index }, z { $z }
dossier-place-screening = Digest of the screening
dossier-place-settings = Settings of the screening
dossier-place-other = The screening was made with another engine, other settings, other parameters, another rating of record or another beginning of decisions than this test. The two indices differ for that reason too.
dossier-place-level = Index at least
dossier-place-expected = Players expected
dossier-place-seen = Players seen
dossier-place-caption = One dot for each player, and the bell that honest play is expected to give. The broken line stands at the player's index in the screening.
dossier-place-text = { $players ->
    [one] One player
   *[other] { $players-text } players
  } with an index, mean { $mean }, standard deviation { $sd }; the player's index is { $index }.
dossier-place-axis = index

## Beside the games: clocks and absences
dossier-behaviour-heading = Clocks and absences
dossier-behaviour-intro = This part is advisory. It describes what was noted beside the moves and enters neither the overall z nor the index.
dossier-clocks-heading = Time used
dossier-clocks-covered = Decisions whose time is known: { $timed } of { $all }.
dossier-clocks-rule = Times are shown from { $least } decisions on, and only of games whose time control explains their clocks.
dossier-clocks-intro = How much time went into decisions with the first line and into all others. This is a description and no test.
dossier-clocks-kind = Decisions
dossier-clocks-matched = with the first line
dossier-clocks-other = with another move
dossier-clocks-number = Number
dossier-clocks-mean = Mean time, s
dossier-clocks-median = Median time, s
dossier-clocks-difficulty = Rank correlation of time with difficulty: { $value }; decisions: { $count }. A decision is the harder, the less likely its first line was by the projection. From −1 to 1; above 0 means that harder decisions took longer.
dossier-clocks-usual = With so many decisions the correlation of nine in ten honest players lies between { $low } and { $high }. This range comes from 41 performances in two tournaments over the board; other time controls may differ.
dossier-absences-heading = After absences from the board
dossier-absences-none = No log of absences was given.
dossier-absences-intro = An arbiter logged when the player was away. Looked at are the decisions among the first { $window } moves after coming back. That number was fixed beforehand: what is looked up is worth a few moves, until the opponent leaves it.
dossier-absences-log = Log
dossier-absences-left = Left at move
dossier-absences-back = Back at move
dossier-absences-decisions = Decisions
dossier-absences-matches = With the first line
dossier-absences-expected = Projected
dossier-absences-note = Note
dossier-absences-by = Logged by
dossier-absences-after = after an absence
dossier-absences-others = all others
dossier-absences-which = Which decisions
dossier-absences-tail = Chance of at least so many, exact, %
dossier-absences-z = As z, against the expected strength where that is lower
dossier-absences-dispersed = Chance of that, %
dossier-absences-corrected = Chance after the correction for looking twice, %
dossier-absences-form = Chance at the player's own form in all other decisions, exact, %
dossier-absences-reading = The chance is that of an honest player of this rating. It is corrected because two things are looked at, all decisions and these apart. If the log was made because of the moves, or if only some absences were logged, no correction repairs that.
dossier-absences-few = No decision that has a projection lies after a logged absence, so nothing can be said.

## Beside the games: several events
dossier-several-heading = Earlier events
dossier-several-none = This event was tested by itself; earlier events of the player were not given.
dossier-several-intro = The player's events in order of date, the tested one last. Combined is everything up to that event: the sums of all decisions, where a part of form and rating error is taken to last from event to event.
dossier-several-event = Event
dossier-several-days = Days
dossier-several-rating = Rating
dossier-several-combined = Combined z
dossier-several-combined-second = Combined z, second model
dossier-several-rows = All events together
dossier-several-way = How they are put together
way_sums = sums, a part of form lasts (the usual way)
way_one_performance = sums, form the same in all events
way_without = without { $event }
dossier-several-range = Over all these ways the combined overall z lies between { $low } and { $high }.
dossier-several-rows-intro = None of these ways was picked: all are printed. Events were given by whoever asked for this test; if they were chosen for their results, no way repairs that.
dossier-several-shift = Expected over all events: rating { $points }, standard deviation { $sd } points.
apart_other_parameters = The events were judged by different parameters, such as those of another time class, and are not read together.
apart_too_few = The events together have too few decisions to be read together.
apart_one_event = There is no earlier event among those given.

## Beside the games: parts
part_start = By where decisions begin
dossier-part-novelty = from the first new position on
dossier-part-turn-nine = of these, from turn 9 on
