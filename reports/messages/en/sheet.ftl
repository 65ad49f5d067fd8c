# Every text a reader of a report sees. Numbers arrive as formatted text: where a plural is needed,
# $name selects the form and $name-text is what is printed.

## Head
page-title = { $event }: screening sheet
event-unnamed = Unnamed event
sheet-kind = Screening sheet
purpose = A quick test of every player, made for screening. It gives hints only; it is not a finding about anybody.
provisional-title = Provisional parameters.
provisional-text = The parameters are a fit that has not yet been certified on enough honest events. The index must not be acted upon.
projected-for-standard = The projected values are those of standard play over the board. z also takes into account how strong honest players are at this time control and venue; each player’s page says by how many rating points.
projected-online = How strong honest players are online was measured on performances of which nobody knows whether all were honest: what is described is the rest, as if honest.
uncalibrated-title = No calibration.
uncalibrated_engine_or_settings = There is no calibration for this engine with these settings, so this sheet gives what was seen but no z and no index. Use the settings of a shipped calibration, or make one from games of your own with fairplay calibrate.
uncalibrated_time_class = There is no calibration for { $class } games played { $venue } with this engine and these settings, so this sheet gives what was seen but no z and no index. Such a calibration takes { $asked } performances of honest players with FIDE ratings: { $performances } are measured, and the collections behind this program hold { $games } games of { $tournaments } tournaments. If time class or venue are wrong, state them with --time-class and --mode; to make a calibration of your own, use fairplay calibrate with --time-class and --venue.
played_over_the_board = over the board
played_online = online
uncalibrated_chess960 = There is no calibration for Chess960: what honest players find was measured from the usual starting position. This sheet gives what was seen but no z and no index.
contents-label = Contents

## Tiles
summary-heading = Summary
tile-players = players
tile-games-in = games in
tile-games-scored = games scored
tile-games-unscored = games unscored
tile-games-quarantined = games quarantined
tile-decisions = decisions scored
tile-field-mean = mean index of the field
tile-field-sd = spread (SD) of the index
tile-expected = { $value } expected

## Accounting
games-equation = Games: { $in } in = { $scored } scored + { $unscored } unscored + { $quarantined } quarantined.
games-accepted = { $games ->
    [one] One game is scored up to an illegal move that stood, on the word of an arbiter: { $arbiters }.
   *[other] { $games-text } games are scored up to an illegal move that stood, on the word of an arbiter: { $arbiters }.
  }
moves-equation = Moves: { $moves } played = { $scored } scored + { $excluded } left out.
equation-broken = These numbers do not add up. Do not use this sheet before the reason is known.

## Plot
plot-heading = The field
plot-axis = index
plot-caption = One dot for each player with an index, stacked by whole points. The curve is what honest play would give in this field, with what is known of the ratings in the years of the event and of players who at times play far above theirs. The three highest carry their number in the table of players. The upright lines stand at 60, 65 and 70; honest players reach them too, and the field check says how many are to be expected.
plot-title = Dot plot of the index of the field
plot-description = { $players ->
    [one] One player has an index: { $highest }.
   *[other] { $players-text } players have an index, from { $lowest } to { $highest }.
  } At 60 or above: { $at60 }. At 65 or above: { $at65 }. At 70 or above: { $at70 }.
plot-dot = No. { $place } in the table: { $index }
plot-empty = No player has an index, so there is nothing to plot.

## Field check
field-heading = Field check
field-intro = { $players ->
    [one] One player has an index. This is what a field of that size would show if everybody played honestly at the given rating, and what was seen.
   *[other] { $players-text } players have an index. This is what a field of that size would show if everybody played honestly at the given rating, and what was seen.
  }
field-measure = Measure
field-expected = Expected
field-seen = Seen
field-level = Players at { $level } or above
field-mean = Mean index without the field's correction
field-sd = Spread (SD) without it
field-tolerance = A mean from { $low } to { $high } is ordinary for a field of this size.
field-above = The mean lies above these limits: the ratings of the event stand too low for everybody. Single indices must not be read without the field's correction.
field-below = The mean lies below these limits: the ratings of the event stand too high for everybody. Single indices must not be read without the field's correction.
field-advice = A high index in a large field is ordinary: somebody has to be the highest. If the spread lies well away from 5, the parameters do not fit this field, and no single index should be read by itself.

## Table
table-heading = Players
table-caption = Every player of the event, highest index first; players without an index last.
table-empty = No players.
table-sort-hint = Click a column's heading to sort by it; click again to turn the order round.
filter-label = Filter by name
filter-shown = { $shown } of { $total } shown
column-name = Name
column-name-title = Name as most games write it
column-fide = FIDE id
column-fide-title = FIDE identity number from the games' tags
column-rating = Rating
column-rating-title = Rating the projections are made for
column-games = Games
column-games-title = Games that could be read, unscored ones included
column-scored = Scored
column-scored-title = Decisions that count: moves less the ones left out
column-mm = MM %
column-mm-title = Move match: how often the first line was played, seen / projected, in percent
column-ev = EV %
column-ev-title = Equal-value match: how often a move as good as the best was played, seen / projected, in percent
column-asd = ASD
column-asd-title = Average scaled difference to the best move, seen / projected; smaller is better play
column-mm-z = MM z
column-mm-z-title = z of the move match against the expected strength
column-ev-z = EV z
column-ev-z-title = z of the equal-value match against the expected strength
column-asd-z = ASD z
column-asd-z-title = z of the average scaled difference against the expected strength, turned so that larger means better play
column-z = Overall z
column-z-title = The three tests in one z, allowing for their correlation; the lower of two: without and with the field's correction
column-index = Index
column-index-title = 50 + 5 times the overall z: 50 is expected at every rating, with a spread of 5
column-opponents = Opp. index
column-opponents-title = The index of the player's opponents in the same games, lumped together
column-reading = Reading
column-reading-title = What the index invites to do; a hint, never a judgment
legend-heading = What the columns mean
legend-levels = Under 60 is normal. From 60: look at the context. From 65: ask for a full test. The field check says how many honest players are expected at each level and how rare that is in the years of this event. The most common outcome of a full test is to clear a high index, because the positions were more forcing than average.

## Readings
reading_unrated = no rating: no projection
reading_rating_outside_range = rating outside the fitted range
reading_insufficient = too few decisions
reading_not_calibrated = no reading: not calibrated
reading_normal = normal
reading_look_at_context = look at the context
reading_ask_for_full_test = ask for a full test

## Exclusions
census-heading = Moves left out
census-reason = Reason
census-count = Moves
census-total = All left out
census-none = No move was left out.
exclusion_unscored_game = the game is unscored
exclusion_opening = turns 1 to 8
exclusion_late = after turn 60
exclusion_repeated = position had occurred before
exclusion_forced = only one legal move
exclusion_decided = position decided (beyond 3.00 pawns)
exclusion_failed = no engine answered
exclusion_game_over = the rules had ended the game

## Games set aside
unscored-heading = Unscored games
unscored-intro = These games were read and set aside with a reason. Their moves count as left out, not as scored.
unscored-none = No game was set aside.
unscored_no_moves = no moves played
unscored_variant = another kind of chess, or Chess960 that cannot be analysed here
unscored_set_up = starts from a set-up position
unscored_duplicate = repeats another game
unscored_other_conditions = played at another time control than the event, against many, blindfold, or with unequal times
unscored_same_player = both sides carry the same name or FIDE number
unscored_forfeit = result given without play
unscored_double_forfeit = double forfeit: no game, and neither side scored
unscored_bye = bye: one side is nobody
unscored_no_game = no game: only one side made a move, and a game is played when both have (FIDE Rating Regulations B.02)
unscored_null_move = holds a null move, which nobody plays on a board
unscored_superseded = earlier version of another game
unscored_swapped_colours = moves, date and round of another game, with the colours exchanged
unscored_renamed = moves, date and round of another game, with other names
unscored_copied = moves of another game of the same two players, in another round or on another day
unscored_restarted = another game of the same pair counts in this round: started again (Online Chess Regulations 18.9.3, Laws 7.2), or held twice by the source
unscored_annulled = begun with the colours exchanged and stopped before ten moves; another game counts (Laws 7.3, Online Chess Regulations 15.2)
unscored-partner = { $reason }; kept is game { $game } of { $input }
notes-heading = Notes on games
notes-intro = These games were scored. The notes say how they were read where that was not the usual way.
notes-note = Note
note_chess960 = Chess960: match rates only, because no calibration is for it
note_encoding = tags read as { $value }
note_mojibake = a tag was spoilt by another program before it came here, and is shown as it is: { $value }
note_alphabet = pieces written with other letters, { $value } (king, queen, rook, bishop, knight)
note_other_notation = moves not written in the usual notation
note_mixed_encodings = a tag is UTF-8 beside tags in another encoding, and read as UTF-8: { $value }
note_tag_read_as = a tag is not written as the standard has it, and read: { $value }
note_tag_not_read = a tag is not understood and counts as missing; correct it at the source: { $value }
note_date_of_two_days = a date may be one of two days and counts as missing; write year.month.day: { $value }
note_rating_of_another_list = a rating of another list than that of FIDE is not used: { $value }
note_no_break_spaces = no-break spaces are read as spaces
note_invisible_characters = invisible characters are left out
note_typographic_quotes = tags with typographic quotes are read
note_value_without_quotes = tags without quotes are read
note_end_of_file_mark = the mark for the end of a file (Ctrl-Z) is left out
note_typographic_signs = typographic dashes and dots among the moves are read as those of the keyboard
note_glyphs_as_words = assessments in signs or words behind moves are left out
note_kings_in_centre = kings put into the centre to signal the result were dropped, plies: { $value }
note_second_game = the same pair has another game in this round, game { $value }, and both are scored. Ask the organiser which one counts (Laws 7.2 and 7.3, Online Chess Regulations 15.2 and 18.9), and take the other out of the file
note_same_moves = same moves as game { $value }; of long games the first 30 moves. Both are scored. Compare both with the score sheets, and take a copy out of the file
quarantine-heading = Quarantined games
quarantine-intro = These games could not be read as they are written. Nothing in them was repaired and none of their moves count.
quarantine-none = No game was quarantined.
quarantine-accept = Where an illegal move stood on the board nothing can be corrected. An arbiter may accept the game up to that move: on the page of the event on a server, or in the file of circumstances.
accepted-heading = Games scored up to an illegal move
accepted-intro = In these games an illegal move stood on the board, so nothing can be corrected. The moves before it are scored and the result counts because the arbiter named says so; the moves from it on are left out.
accepted-move = Illegal move
accepted-arbiter = Arbiter
failures-heading = Positions without an answer
failures-intro = No engine answered these positions, even after another try. The moves made there are left out.
aside-input = Input
aside-game = Game
aside-offset = Byte offset
aside-round = Round
aside-white = White
aside-black = Black
aside-plies = Plies
aside-ply = Plies read
aside-token = Token
aside-reason = Reason
aside-position = Position (FEN)

## Manifest
manifest-heading = How these numbers were made
manifest-engine = Engine
manifest-engine-sha256 = Engine SHA-256
manifest-engine-signature = Engine signature
manifest-settings = Settings
manifest-settings-text = depth { $depth }, { $lines ->
    [one] one line
   *[other] { $lines-text } lines
  }, hash { $hash } MiB, at most { $nodes } nodes
manifest-settings-decided = { $settings }; a search ends from depth { $from } on when one side is ahead by more than { $beyond } pawns at { $depths } depths in a row
manifest-parameters = Parameters
manifest-parameters-none = none for this engine and these settings
manifest-parameters-provisional = { $parameters } (provisional)
manifest-strength = Strength of honest players
manifest-software = Software
manifest-evaluations = Digest of the evaluations
manifest-program = Evaluations by engine program
manifest-program-own = this program: { $evaluations }
manifest-program-other = another program: { $evaluations }
manifest-program-unknown = a program that was not noted: { $evaluations }
manifest-program-sha256 = SHA-256 of that program
manifest-digest = Digest of the numbers
manifest-inputs = Inputs
manifest-input-name = File
manifest-input-sha256 = SHA-256
manifest-recompute = To recompute every number of this sheet, keep its folder and the files named above, and run { $command }. FILE is the file with the games; --book names an opening book and --aliases an alias table, if they are among the files.

## Player
players-heading = Player by player
players-noscript = The move-by-move tables need JavaScript. The same trace, one row for each move, is in decisions.csv.
player-open-all = Unfold all
player-close-all = Fold all
player-index = index { $index }
player-rating = Rating { $rating }
player-unrated = No rating
rating-source_pgn = from the games' tags
rating-source_list = from a stored rating list
rating-source_assumed = assumed, because there is none
player-rating-sd = { $source }; uncertain by { $sd } points beyond what is usual, which the expected strength takes into account
player-ratings = Under other ratings
player-ratings-note = The same decisions held to each rating on hand. The live rating and the one after the event follow from this event's results by the FIDE tables; they are a check of the published rating and not a second test.
ratings-basis = Rating
ratings-rating = Points
basis_published = published
basis_live = live, before each game
basis_after = after the event
event-conditions = Time class: { $class } ({ $from }). Rating of record: { $rating }. Decisions begin { $start }.
start_turn_9 = at each side's ninth turn
start_novelty = at the first position that had not been played before the event
player-known-plies = { $plies } plies known before the event, on average
time-class_standard = standard
time-class_rapid = rapid
time-class_blitz = blitz
time-class_correspondence = correspondence
time-class-from_given = as stated
time-class-from_time_control = by the games' time controls
time-class-from_name = by the name of the event
time-class-from_assumed = assumed, because the file does not say
player-fide = FIDE id { $fide }
player-games = { $games ->
    [one] { $games-text } game
   *[other] { $games-text } games
  }
player-decisions = { $decisions ->
    [one] { $decisions-text } decision scored
   *[other] { $decisions-text } decisions scored
  }
player-tests = Tests
player-test = Test
player-self = Player
player-opponents = Opponents, lumped
player-seen = seen
player-projected = projected
player-z = z
player-tail-z = tail z
player-z-adjusted = adjusted z
player-overall = Overall z and index
expected-heading = Expected strength
expected-text = Rating { $level } for players of 2020 against the projection, { $date } for the date, { $lag }; standard deviation { $sd } points.
expected-lag = { $points } for a lag ({ $reason })
expected-no-lag = no known lag
expected-conditions = For the time control and venue: { $points } rating points against standard play over the board, which is what the projected values are for.
lag_birth_year = junior by year of birth
lag_coefficient = development coefficient 40
lag_inactive_flag = inactive on the rating list
lag_event_name = event for young players
expected-others = Other players of the event
expected-correction = Their correction, rating points
expected-alone = Overall z without this correction
expected-field = Overall z with it
expected-leads = The lower of the two overall z leads.
expected-once = About { $odds } performances of honest players of this population reach the overall z of the primary model or more.
player-overall-opponents = { $decisions ->
    [one] Opponents: { $decisions-text } decision scored, mean rating { $rating }.
   *[other] Opponents: { $decisions-text } decisions scored, mean rating { $rating }.
  }
player-t3 = T3 % (one of the first three lines)
player-error = Mean error (centipawns)
player-excluded = Moves
player-game-list = Games
player-no-games = No scored games.
player-back = Back to the table
test-mm = MM %
test-ev = EV %
test-asd = ASD

## Game
game-round = Round { $round }
game-round-none = No round
game-as-white = White against { $name }
game-as-black = Black against { $name }
game-source = { $date }, game { $number } of { $input }; SHA-256 of the game: { $sha256 }
game-white = White
game-black = Black
trace-number = No.
trace-move = Move
trace-class = Class
trace-best = Best
trace-before = Before
trace-after = After
trace-difference = Scaled diff.
trace-probability = First line, projected %
trace-reason = Strongest reason
trace-note-second = The last two columns are those of the second, depth-aware model: the probability of the move played, and what spoke most for it (+) or against it (−) beside the other moves, in nats: 0.7 doubles or halves the odds, 2.3 makes them ten times what they were.
theme_judgment = value at full depth
theme_history = look at smaller depths
theme_capture = captures
theme_recapture = takes back
theme_check = check
theme_threat = threats
theme_piece = piece that moves
theme_direction = direction
theme_development = development
theme_pawn = pawn play
theme_previous = moves before
trace-note = Values are in pawns from the side of the player to move: before is the value of the best line, after is the value of the move played; #n is mate in n. Best is named where another move was played. The scaled difference is 0 for a move as good as the best. “First line, projected” is the probability of the first line by the primary model.
class-heading = Letters
class_opening = turns 1 to 8, left out
class_match = as good as the best
class_inferior = inferior to the best
class_decided = position decided, left out
class_forced = only one legal move, left out
class_repeated = position had occurred before, left out
class_late = after turn 60, left out
class_game_over = the Laws had ended the game, left out
class_failed = no engine answered, left out

## Terminal
terminal-more = { $count ->
    [one] and { $count-text } more player; --all shows everybody
   *[other] and { $count-text } more players; --all shows everybody
  }
terminal-more-lines = { $count ->
    [one] and { $count-text } more line; --all shows every line
   *[other] and { $count-text } more lines; --all shows every line
  }

## Certificate: head
certificate-title = Calibration certificate: { $parameters }
certificate-kind = Calibration certificate
certificate-what-heading = What this is
## Certificate: bars
certificate-bars-heading = The bars
certificate-bar-asked = Asked
certificate-bar-found = Found
certificate-bar-result = Result
## Certificate: what it was made from
certificate-range = { $low } to { $high }
certificate-folds-heading = The split by event
certificate-fold = Part
certificate-fold-number = Part { $number }
certificate-fold-performances = Performances
## Certificate: parameters
## Certificate: held-out performances
## Certificate: groups
## Certificate: bands
## Certificate: choice models
## Certificate: resampled
certificate-at = At { $level }
certificate-seen-expected = { $seen } ({ $expected })

## Certificate: agreement
## Certificate: limits
certificate-limits-heading = What this does not show
certificate-limits-one = It does not show that any player played honestly or otherwise. It shows how a measure behaves on many performances at once.
certificate-limits-corpus = The games are taken to be honest, and nobody can know that of every one. Help that went unseen would raise the counts at high levels.
certificate-limits-power = Nothing is said about power, that is how much help such a measure would have seen. That is measured elsewhere.

## Certificate: rebuilding
certificate-rebuild-heading = How to make this again
certificate-rebuild-schema = Layout of the document: { $schema }. The numbers of this page, with nothing rounded, stand in certificate.json beside it.
