# Every text a reader of a report sees. Numbers arrive as formatted text: where a plural is needed,
# $name selects the form and $name-text is what is printed.

## Head
page-title = { $event }: screening sheet
event-unnamed = Unnamed event
sheet-kind = Screening sheet
purpose = A quick test of every player, made for screening. It gives hints only; it is not a finding about anybody.
provisional-title = Provisional parameters.
provisional-text = The parameters are a fit that has not yet been certified on enough honest events. The index must not be acted upon.
uncalibrated-title = No calibration.
uncalibrated_engine_or_settings = There is no calibration for this engine with these settings, so this sheet gives what was seen but no z and no index. Use the settings of a shipped calibration, or make one from games of your own with fairplay calibrate.
uncalibrated_time_class = There is no calibration for games of this time class with this engine and these settings, so this sheet gives what was seen but no z and no index. If the class was taken wrongly from the games, say it with --time-class; to make a calibration from games of this class, use fairplay calibrate --time-class.
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
moves-equation = Moves: { $moves } played = { $scored } scored + { $excluded } left out.
equation-broken = These numbers do not add up. Do not use this sheet before the reason is known.

## Plot
plot-heading = The field
plot-axis = index
plot-caption = One dot for each player with an index, stacked by whole points. The curve is what honest play at the given ratings would give: mean 50, spread 5, scaled to the number of players. The upright lines stand at 60, 65 and 70.
plot-title = Dot plot of the index of the field
plot-description = { $players ->
    [one] One player has an index: { $highest }.
   *[other] { $players-text } players have an index, from { $lowest } to { $highest }.
  } At 60 or above: { $at60 }. At 65 or above: { $at65 }. At 70 or above: { $at70 }.
plot-dot = { $name }: { $index }
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
field-mean = Mean index
field-sd = Spread (SD)
field-advice = A high index in a large field is ordinary: somebody has to be the highest. If the mean or the spread lies well away from 50 and 5, the ratings or the parameters do not fit this field, and no single index should be read by itself.

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
column-games-title = Games that hold together, unscored ones included
column-moves = Moves
column-moves-title = Moves the player made in these games
column-scored = Scored
column-scored-title = Decisions that count: moves less the ones left out
column-mm = MM %
column-mm-title = Move match: how often the first line was played, seen / projected, in percent
column-ev = EV %
column-ev-title = Equal-value match: how often a move as good as the best was played, seen / projected, in percent
column-asd = ASD
column-asd-title = Average scaled difference to the best move, seen / projected; smaller is better play
column-mm-z = MM z
column-mm-z-title = Adjusted z of the move match
column-ev-z = EV z
column-ev-z-title = Adjusted z of the equal-value match
column-asd-z = ASD z
column-asd-z-title = Adjusted z of the average scaled difference, turned so that larger means better play
column-z = Overall z
column-z-title = The three tests in one z, allowing for their correlation
column-index = Index
column-index-title = 50 + 5 times the overall z: 50 is expected at every rating, with a spread of 5
column-opponents = Opp. index
column-opponents-title = The index of the player's opponents in the same games, lumped together
column-reading = Reading
column-reading-title = What the index invites to do; a hint, never a judgment
legend-heading = What the columns mean
legend-levels = Under 60 is normal. From 60: look at the context. From 65 (about 1 honest player in 740): ask for a full test. 70 is about 1 in 31,600. The most common outcome of a full test is to clear a high index, because the positions were more forcing than average.

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

## Games set aside
unscored-heading = Unscored games
unscored-intro = These games were read and set aside with a reason. Their moves count as left out, not as scored.
unscored-none = No game was set aside.
unscored_no_moves = no moves played
unscored_variant = a variant, not standard chess
unscored_set_up = starts from a set-up position
unscored_duplicate = repeats another game
unscored_other_conditions = played at another time control than the event, against many, blindfold, or with unequal times
unscored_same_player = both sides carry the same name or FIDE number
unscored_forfeit = result given without play
unscored_bye = bye: one side is nobody
unscored_null_move = holds a null move, which nobody plays on a board
unscored_superseded = earlier version of another game
unscored_swapped_colours = moves, date and round of another game, with the colours exchanged
unscored_renamed = moves, date and round of another game, with other names
unscored-partner = { $reason }; kept is game { $game } of { $input }
notes-heading = Notes on games
notes-intro = These games were scored. The notes say how they were read where that was not the usual way.
notes-note = Note
note_chess960 = Chess960: match rates only, because no calibration is for it
note_encoding = tags read as { $value }
note_mojibake = a tag was spoilt by another program before it came here, and is shown as it is
note_alphabet = pieces written with other letters, { $value } (king, queen, rook, bishop, knight)
note_other_notation = moves not written in the usual notation
note_kings_in_centre = kings put into the centre to signal the result were dropped, plies: { $value }
quarantine-heading = Quarantined games
quarantine-intro = These games do not hold together. Nothing in them was repaired and none of their moves count.
quarantine-none = No game was quarantined.
failures-heading = Positions without an answer
failures-intro = No engine answered these positions, even after another try. The moves made there are left out.
aside-input = Input
aside-game = Game
aside-offset = Byte offset
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
manifest-settings = Settings
manifest-settings-text = depth { $depth }, { $lines ->
    [one] one line
   *[other] { $lines-text } lines
  }, hash { $hash } MiB, at most { $nodes } nodes
manifest-settings-decided = { $settings }; a search ends from depth { $from } on when one side is ahead by more than { $beyond } pawns at { $depths } depths in a row
manifest-parameters = Parameters
manifest-parameters-none = none for this engine and these settings
manifest-parameters-provisional = { $parameters } (provisional)
manifest-software = Software
manifest-evaluations = Digest of the evaluations
manifest-digest = Digest of the numbers
manifest-inputs = Inputs
manifest-input-name = File
manifest-input-sha256 = SHA-256
manifest-recompute = To recompute every number of this sheet, keep its folder and run { $command }.

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
player-rating-sd = { $source }; uncertain by { $sd } points beyond what is usual, which makes every z smaller
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
time-class-from_given = as given with the command
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
game-source = { $date }, game { $number } of { $input }, SHA-256 { $sha256 }
game-white = White
game-black = Black
trace-number = No.
trace-move = Move
trace-class = Class
trace-best = Best
trace-before = Before
trace-after = After
trace-difference = Scaled diff.
trace-probability = p first %
trace-played = p played %
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
trace-note = Values are in pawns from the side of the player to move: before is the value of the best line, after is the value of the move played; #n is mate in n. Best is named where another move was played. The scaled difference is 0 for a move as good as the best. “p first” is the projected probability of the first line.
class-heading = Letters
class_opening = turns 1 to 8, left out
class_match = as good as the best
class_inferior = inferior to the best
class_decided = position decided, left out
class_forced = only one legal move, left out
class_repeated = position had occurred before, left out
class_late = after turn 60, left out
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
certificate-what = A z says how far what a player did lies from what honest play at the same rating gives in the same positions, counted in standard deviations: 0 is expected, and the index is 50 plus five times the overall z. High values happen without any cause: of honest performances about 1 in 44 passes 2 and about 1 in 741 passes 3. That holds only if the parameters behind a z are right. To see whether they are, { $performances ->
    [one] one performance was scored
   *[other] { $performances-text } performances were scored
  } with parameters fitted to other events only, and this document says what came out, whether it pleases or not. It is about the measure and not about any person.
certificate-model_two_parameter = It is about the primary model: honest choice as the two-parameter model of Regan describes it, from the values of the engine's lines at the judgment depth.
certificate-model_depth_aware = It is about the second model: honest choice as the depth-aware model describes it, from how every legal move looked at every depth of the search, what it does on the board and how it follows the moves before. The primary model is the other one.
certificate-verdict = { $met } of { $all } bars were met.
certificate-verdict-none = No bar was set, so nothing here was passed or missed.

## Certificate: bars
certificate-bars-heading = The bars
certificate-bars-intro = What was asked of the parameters. The bars were written down before the games were evaluated.
certificate-bar-asked = Asked
certificate-bar-found = Found
certificate-bar-result = Result
certificate-bar-met = met
certificate-bar-unmet = not met

## Certificate: what it was made from
certificate-made-heading = Engine, settings and games
certificate-made-intro = The parameters hold for this engine, byte for byte, with these settings and for games of this kind. Nothing else is certified.
certificate-profile = Name of the settings
certificate-time-class = Time class
certificate-ratings = Ratings fitted
certificate-range = { $low } to { $high }
certificate-gate = Fewest decisions that get a z
certificate-weights = Weights in the overall z (MM, EV, ASD)
certificate-corpus-heading = Games
certificate-games = Games evaluated
certificate-performances = Rated performances, short ones included
certificate-decisions = Decisions
certificate-years = Years of the events
certificate-years-unknown = not known
certificate-seed = Seed of the split
certificate-inputs = Collections
certificate-folds-heading = The split by event
certificate-folds-intro = Events are never divided. Each part is scored with parameters fitted to all the other parts, so no performance had a share in its own projection.
certificate-fold = Part
certificate-fold-number = Part { $number }
certificate-fold-events = Events
certificate-fold-performances = Performances
certificate-fold-decisions = Decisions

## Certificate: parameters
certificate-fitted-heading = Fitted parameters
certificate-fitted-intro = The values are fitted to all events. The standard error is the spread over fits to events drawn with replacement.
certificate-parameter = Parameter
certificate-value = Value
certificate-standard-error = Standard error
certificate-dispersion-heading = Dispersion and correlation
certificate-dispersion-intro = A raw z is divided by the dispersion f, which stands for what a projection leaves out: moves that hang together, form, the error of a rating. f squared is what games have within them plus the growth times the decisions, and never less than the least f squared. The growth depends on the rating: published ratings of weaker players, many of them young, say less about today’s strength. Correlations are those of the adjusted z: MM with EV { $mm-ev }, MM with ASD { $mm-asd }, EV with ASD { $ev-asd }.
certificate-test = Test
certificate-dispersion-least = Least f
certificate-dispersion-within = Within games, f squared
certificate-dispersion-growth = Growth per decision, rated { $rating }
certificate-dispersion-after = f after { $decisions } decisions, rated { $rating }
certificate-weight = Weight
certificate-name-mm = MM
certificate-name-ev = EV
certificate-name-asd = ASD

## Certificate: held-out performances
certificate-seen-heading = Held-out performances
certificate-seen-intro = Every performance with at least { $gate } decisions, under parameters that never saw its event. If the parameters are right, each z has mean 0, standard deviation (SD) 1 and skewness 0, and the index has mean 50 and SD 5. Mean and SD are given with two standard errors (± 2 SE), for which events are the units and not performances.
certificate-statistic = Statistic
certificate-count = n
certificate-mean = Mean
certificate-two-se = ± 2 SE
certificate-shared = Performances of one event share a part, whose SD is { $sd }: the ratings of its place and time stand too high or too low for all of them. That part is within the SD above, so the odds hold for a player of any event; but in one event all indexes may stand a little high or low together. The field check on the sheet of an event shows it.
certificate-sd = SD
certificate-skew = Skewness
certificate-expected-moments = Mean, SD expected
certificate-measure_overall = Overall z
certificate-measure_index = Index
certificate-measure_mm = MM: move match
certificate-measure_ev = EV: equal-value match
certificate-measure_asd = ASD: average scaled difference
certificate-moments = { $n ->
    [one] One performance
   *[other] { $n-text } performances
  }: mean { $mean }, SD { $sd }, skewness { $skew }.
certificate-rates-heading = How often a level was passed
certificate-level = At or above
certificate-rate-seen = Seen
certificate-rate-expected = Expected
certificate-rate-share = Share seen, %
certificate-rate-limits = 95 % limits, %
certificate-limits = { $low } to { $high }
certificate-rate-nominal = Nominal, %
certificate-quantile-title = Quantile plot
certificate-quantile-nominal = nominal
certificate-quantile-seen = seen
certificate-quantile-caption = Each point is a performance, or a quantile of them: across what honest play should give, upwards what was seen. On the diagonal both agree; above it the values seen are higher.
certificate-quantile-text = { $points ->
    [one] One point
   *[other] { $points-text } points
  }. Lowest seen { $low } where { $nominal-low } is nominal, highest seen { $high } where { $nominal-high } is nominal.
certificate-quantile-empty = No points: there is nothing to plot.

## Certificate: groups
certificate-groups-heading = In groups
certificate-group = Group
certificate-group_rating = Rating
certificate-group_decisions = Decisions
certificate-group_colour = Colour
certificate-group_below_gate = Too short for an index, decisions
certificate-group_decade = Decade
certificate-group_result = Result, after the fact
certificate-row_white = white
certificate-row_black = black
certificate-row-low-score = under 40 %
certificate-row-even-score = 40 % to 60 %
certificate-row-high-score = over 60 %
certificate-row_unknown = unknown
certificate-groups-picture = { $statistic } in groups
certificate-groups-result-note = Groups by result are made after the fact. Who scored well has mostly played well, so a shift between these groups is expected and is no fault of the parameters.

## Certificate: bands
certificate-bands-heading = Seen and projected by rating
certificate-bands-intro = Means over all decisions of a band, short performances included, in percent for MM and EV. A smaller ASD is better play.
certificate-band = Rating
certificate-band-range = { $low }-{ $high }
certificate-band-seen = { $test } seen
certificate-band-projected = { $test } projected

## Certificate: choice models
certificate-prediction-heading = How well moves are predicted
certificate-prediction-intro = On held-out decisions. The surprise at a move is minus the natural logarithm of its probability; the smaller its mean, the better honest choice is known, and the less help is needed to stand out. Within the moves that are not among the lines the two-parameter model knows no difference; the column in the middle takes that knowledge away from the depth-aware model too.
certificate-all-ratings = All
certificate-nats-two-parameter = Surprise, two-parameter
certificate-nats-grouped = Depth-aware, unlisted moves alike
certificate-nats-depth-aware = Depth-aware
certificate-predicted-two-parameter = First line played, %
certificate-predicted-depth-aware = Likeliest move played, %
certificate-anchor-heading = Held to other parameters
certificate-anchor-text = These parameters were held to { $parameters }, which rest on far more games of the same engine: in the players of this collection they find, as a group and by rating, what those find, and the dispersion is theirs. Held-out performances judged by both: { $n }. These less those: mean { $mean }, SD { $sd }; correlation { $correlation }. How honest performances scatter is shown in the certificate of { $parameters }.
certificate-difference-heading = The two models
certificate-record-kept = The primary model here is that of { $parameters }. It was kept as it is and has a certificate of its own. It has seen some of these events, so in this comparison only the depth-aware model is held out.
certificate-difference-text = { $n ->
    [one] One performance has
   *[other] { $n-text } performances have
  } an overall z under both models. The depth-aware z less the primary z: mean { $mean }, SD { $sd }; correlation { $correlation }. Two models of one honest player differ by so much for no cause; a difference of more than twice this SD is a question about the positions, and not about the player.

## Certificate: resampled
certificate-resampled-heading = Resampled performances
certificate-resampled-intro = High levels are too rare to be seen among the real performances. So { $drawn } performances of { $games ->
    [one] one game each
   *[other] { $games-text } games each
  }, one side of each game, were drawn from the held-out games with seed { $seed }. Games of different players share neither form nor the error of a rating, so such a performance is divided by the dispersion within games and not by that of one player. The same games come up again and again, so the true limits are wider than the ones printed, which take every draw for a new performance.
certificate-resampled-bands-heading = Resampled, by rating
certificate-resampled-bands-intro = The last columns give performances at or above a level: seen, and expected in brackets.
certificate-pool = Game sides
certificate-at = At { $level }
certificate-seen-expected = { $seen } ({ $expected })

## Certificate: agreement
certificate-agreement-heading = Agreement of two fits
certificate-agreement-text = { $n ->
    [one] One performance was scored
   *[other] { $n-text } performances were scored
  } twice, with parameters fitted to two fifths of the events each, which share no event with each other or with the performance. The mean difference of the overall z is { $mean } (root mean square over all turns; dealings of the events into fifths: { $dealings }), the SD within a turn { $sd }. This is how much the choice of the events moves a z.

## Certificate: limits
certificate-limits-heading = What this does not show
certificate-limits-one = It does not show that any player played honestly or otherwise. It shows how a measure behaves on many performances at once.
certificate-limits-corpus = The games are taken to be honest, and nobody can know that of every one. Help that went unseen would raise the counts at high levels.
certificate-limits-n = With { $n ->
    [one] one performance
   *[other] { $n-text } performances
  } a share smaller than about { $share } % cannot be told from none. What lies further out rests on the resampled performances and on the shape of the curve.
certificate-limits-n-none = No performance was held out, so nothing is shown about rates.
certificate-limits-dependence = Two players of one game, and games of one event, are not independent. The limits of the shares treat them as if they were, so they are a little too narrow.
certificate-limits-ratings = A rating can be behind the player: young players who improve stand too high, players who decline too low. The parameters cannot repair a wrong rating.
certificate-limits-settings = Nothing is said about another engine, other settings, another time class, ratings outside { $low } to { $high }, or fewer than { $gate } decisions.
certificate-limits-power = Nothing is said about power, that is how much help such a measure would have seen. That is measured elsewhere.

## Certificate: rebuilding
certificate-rebuild-heading = How to make this again
certificate-rebuild-text = With the collections named above, the same engine and the same settings, these commands give the same numbers. The first asks the engine for what the store does not hold yet, the second fits and checks.
certificate-rebuild-schema = Layout of the document: { $schema }. The numbers of this page, with nothing rounded, stand in certificate.json beside it.
