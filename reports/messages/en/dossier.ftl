
## Dossier: first page
dossier-title = { $player }: dossier
dossier-kind = Player dossier
dossier-plain-heading = In plain words
dossier-plain-what = This document compares the moves of one player in one event with what an honest player of the same rating would be expected to play in the very same positions. A chess engine gave a value to every move in question. The comparison ends in one number, the overall z.
dossier-plain-z = A z counts in standard deviations how far the moves lie from that expectation. 0 is exactly as expected, above 0 is closer to the engine, below 0 is further from it. High values happen without any cause: honest players play better in one event than in another, some are stronger than their rating says, and chance does the rest.
dossier-plain-not-heading = What z does not mean
dossier-plain-not-probability = It is not the probability that the player had help, and not the probability that the player had none. That depends also on how rare help is, and on everything that is known beside the moves.
dossier-plain-not-many = The odds hold for one player looked at. Where many are looked at, somebody reaches a high value by chance alone.
dossier-plain-not-cause = It names no cause. Forcing positions, preparation, errors of the opponents, or a rating that lags behind the player bring moves close to the engine as well.
dossier-plain-not-low = A low value does not show that there was no help. Help on a few moves can stay below every test; this document says how much would have been seen.
dossier-plain-not-game = It is about the event as a whole, and not about a single game or a single move.
dossier-plain-result-none = There is no overall z. Reason: { $reason }.
dossier-plain-second = The second model gives { $z } for the same moves.
dossier-plain-range = Under other calibrated choices, such as another rating or a game left out, the overall z lies between { $low } and { $high }.
dossier-plain-no-verdict = This document holds no verdict. What follows from it is decided by people who know more than the moves, after the player has been heard.
dossier-more-than = more than { $number }

## Dossier: head
dossier-head-heading = About this document
dossier-stage = Stage
stage_quick = quick test, a hint only
stage_full = full test
dossier-stage-quick-note = The engine ran with less than the settings of the full test. Such a result is a private hint to arbiters and officials and nothing beyond; only a full test may support more.
dossier-purpose = Purpose
dossier-purpose-text = to lay before a panel, the player and the experts of either side what was played, what was to be expected, and how every number can be made again
dossier-layout = Layout of the data
dossier-no-finding = This is not a finding against the player. It is a measurement, printed with its limits and with what speaks for the player.

## Dossier: why this player
dossier-why-heading = Why this player, and how many were looked at
dossier-why-intro = Who looks at many players finds high values by chance. So it stands here, as stated by those who asked for the test, how the player came under attention and how many were looked at.
dossier-why-attention = Attention before the test
attention_nobody = none: nobody was singled out before the event
attention_singled_out = singled out before the event, with physical or observational evidence
attention_complaint = named in a formal complaint with observation
dossier-why-mode = The event counts as
mode_over_the_board = over the board
mode_online = online
mode-hybrid_over_the_board = hybrid, counted as over the board by how it was played and supervised
mode-hybrid_online = hybrid, counted as online by how it was played and supervised
dossier-why-players = Players of the event
dossier-why-tests = Tests made in all
dossier-why-season = Player-events of the season looked through
dossier-why-none = There is no overall z, so how the player was chosen changes nothing.

## Dossier: player and event
dossier-player-heading = The player
dossier-rating = Rating held to
dossier-rating-source = Where it comes from
dossier-event-heading = The event
dossier-event-name = Name
dossier-event-conditions = Conditions

## Dossier: games
dossier-games-heading = Games
dossier-games-intro = { $games ->
    [one] One game of the player could be read
   *[other] { $games-text } games of the player could be read
  }; listed here are those whose moves were classified one by one: { $listed }.
dossier-games-others = Other games were set aside with a reason, which stands in the screening of the event.
dossier-game = Game
dossier-date = Date
dossier-round = Round
dossier-colour = Colour
dossier-opponent = Opponent
dossier-opponent-rating = Opponent's rating
dossier-own-rating = Own rating
dossier-points = Points
dossier-decisions = Decisions
dossier-stood = Game { $game }: an illegal move stood on the board, { $move }. The moves before it are scored and the result counts on the word of an arbiter ({ $arbiter }); the moves from it on are left out.
dossier-stood-without-name = Game { $game }: an illegal move stood on the board, { $move }. The moves before it are scored and the result counts on the word of an arbiter, whose name is left out of this copy; the moves from it on are left out.
dossier-hash-heading = What identifies the games
dossier-hash-intro = The SHA-256 is taken over the content of a game. A game with other content has another one.
dossier-classes-heading = Class of every move
dossier-classes-intro = One letter for each move of the player, in the order of play.
dossier-classes = Classes
dossier-class-line = { $letter }: { $meaning }
dossier-game-name = Game { $number } ({ $opponent })

## Dossier: moves
dossier-moves-heading = Moves that count and moves left out
dossier-moves-intro = Every move of the player is counted once: as a decision, or as left out under the first reason that applies.
dossier-decisions-equation = Decisions by game: { $terms } = { $sum }.
dossier-broken = These numbers do not add up. Do not use this document before the reason is known.

## Dossier: method
dossier-method-heading = Method, engine and parameters
dossier-method-record = The primary model follows the method of Regan. The engine gives a value to its best moves in every position. The model has two parameters, set by the rating and fitted to many honest players, and turns these values into a probability for each move. Three tests add up over all decisions: how often the first line was played (MM), how often a move as good as the best was played (EV), and by how much the moves fell short of the best in scaled pawns (ASD). Each is held against its projection. The three are merged into the overall z with their correlation taken into account. Every z is held against the strength expected of an honest player: the rating, shifted for the date, for a rating that is known to lag, and by what the other players of the event show. Its standard deviation holds form and rating error. The overall z is the lower of two: without and with what the other players show.
dossier-method-second = The second model also knows how every move looked at each depth of the search and what it does on the board. Its results are printed beside those of the primary model as a check. The index belongs to the primary model alone.
dossier-method-certificate = How honest performances scatter under these parameters stands in the certificate of the calibration.

## Dossier: results
dossier-results-heading = Results
dossier-results-intro = Seen is what was played, projected what was to be expected of an honest player of this rating in the same positions. z is their difference in standard deviations, turned so that larger always means closer to the engine. The tail z says the same by the exact probability instead of the normal curve. The adjusted z takes the one nearer to 0 and holds it against the expected strength instead of the rating alone.
dossier-second-heading = The two models side by side
dossier-second-intro = The efficient score counts matches, and counts those more that were less to be expected. The rating-free z is the same score without the part that another playing strength would explain: it hardly changes if the rating lags behind, and it does not see a player who is helped to play like a stronger human.
dossier-second-differ = The z of the second model less that of the primary model is { $difference }. The primary model asks how often somebody of this rating finds a move of this value; the second also asks how the move looks. If the second is higher, the moves found were harder to see than their values say; if it is lower, they were easier to see. A difference is a question about the positions and not about the player.
dossier-second-none = There is no second model for this engine and these settings.
dossier-opponents-heading = The opponents in the same games
dossier-opponents-intro = All opponents together, judged in the same way. If they stand high as well, the games were easy to play well.

## Dossier: intrinsic rating
dossier-ipr-heading = Intrinsic performance rating (IPR)
dossier-ipr-intro = The rating at which an honest player would be expected to play like this. It describes moves and is never evidence alone. It means nothing without its range of two standard deviations, which is several hundred points wide for one event.
dossier-ipr-way = Way
dossier-ipr-value = Value
dossier-ipr-range = Range
dossier-ipr-intrinsic = by sensitivity and consistency of one's own, on reference positions
dossier-ipr-record = by the primary model
dossier-ipr-second = by the second model
dossier-ipr-below = below { $rating }
dossier-ipr-above = above { $rating }
dossier-ipr-missing = What is missing, and why: { $reasons }.

## Dossier: second engine
dossier-engine-heading = Another engine
dossier-engine-intro = Another engine looked at the same games. It has no calibration of its own, so it gives neither a z nor an expectation: people find what a deeper search finds more often than a shallower one says. It shows how often its first move was played, beside the opponents in the same games. A high agreement with one engine that does not carry over to another says little. This is no second, independent test in the sense of the rules.
dossier-engine-who = Who
dossier-engine-same = Both engines agree, %
dossier-engine-first = First move of the engine of the test, %
dossier-engine-second = First move of this engine, %
dossier-engine-opponents = the opponents
dossier-engine-sequential = The sequential value can also take the first moves of this engine into account. Honest players make such moves more often than the engine of the test expects, and how much more was fitted to honest play; a helper with a strong engine makes them more often still. With them, its log10 over all games is { $value }, and its highest so far { $highest }, which the value of an honest player ever reaches with a probability of { $chance } % at most. Whoever acts on the higher of the two values doubles this probability.

## Dossier: parts
dossier-parts-heading = By colour, by turns, by game
dossier-parts-intro = Seen / projected. A part has a z only where it holds enough decisions, and a single game never has one. Whatever is highest among several parts was picked after the fact and is no test.
dossier-part = Part
part_colour = By colour
part_turns = By turns
part_game = By game
dossier-part-white = with White
dossier-part-black = with Black
dossier-part-range = turns { $first } to { $last }
dossier-second-z = Second model: z

## Dossier: course
dossier-course-heading = Course through the event
dossier-course-intro = The result after each game. These z are there to be seen and are no test at every look: who looks often, finds high values by chance. The sequential value may be read at every look. It is the Bayes factor of help against honest play, with the strength of the player unknown on both sides; the last column bounds the probability that the value of an honest player ever gets as high.
dossier-course-after = After
dossier-course-value = Sequential value, log10
dossier-course-highest = Highest so far, log10
dossier-course-chance = Chance at most, %
dossier-help-heading = Where the value comes from
dossier-help-intro = The sequential value is an average over kinds of help that were fixed beforehand, so their number needs no correction. Over all games its log10 is { $value }; below 0 the moves fit honest play better than help. The tables say where it comes from. They find no help: they say which kind would fit best, and in which games, if there was any. In honest play the differences are chance.
dossier-help-kind = Kind of help
dossier-help-share = Share of the value, %
help_uniform = on any move alike
help_some_games = in some games
help_run = from one game on, or up to one
help_critical = on critical moves
dossier-help-games = The games, if there was help
dossier-help-helped = Helped moves, mean
dossier-help-moves = The moves, each game by itself
dossier-help-moves-axis = turn
dossier-help-moves-caption = One row for each game, numbered as in the table. Each bar is a move: the taller, the better the move fits help, if there was help in that game. Bars up: the player. Bars down: the opponent in the same game, computed the same way. Nothing is claimed about the opponents; their bars show how such a picture looks in play that nobody asked about. Only a difference over many moves means anything, and the sequential value measures it.
dossier-help-moves-text = Mean probability of a move to have been helped, if there was help: the player { $player } %, the opponents { $opponents } %.
dossier-course-caption = Overall z after each game. Filled dots and full line: primary model. Open dots and broken line: second model. There is no dot before enough decisions were made.
dossier-course-axis = games played
dossier-course-text = Overall z after each of { $games ->
    [one] one game
   *[other] { $games-text } games
  }; at the end { $z }, second model { $second }.

## Dossier: sensitivity
dossier-sensitivity-heading = Under other choices
dossier-sensitivity-intro = The overall z under choices that could have been made otherwise. All are printed, none was picked. A row that is not calibrated changes the search itself; its z is there for comparison and has no known odds.
dossier-sensitivity-change = Choice
dossier-sensitivity-note = Note
dossier-change-none = the result, unchanged
dossier-change-rating = rating { $basis }: { $rating }
dossier-change-shift = { $points } rating points: { $rating }
dossier-change-without = without game { $number } ({ $opponent })
dossier-change-shallower = { $plies ->
    [one] search one ply less deep
   *[other] search { $plies-text } plies less deep
  }
dossier-change-lines = { $lines ->
    [one] first line only
   *[other] first { $lines-text } lines only
  }
dossier-note-lowest = lowest
dossier-note-highest = highest
dossier-note-uncalibrated = not calibrated
dossier-sensitivity-extremes = Lowest calibrated row: { $lowest }, z { $low }. Highest calibrated row: { $highest }, z { $high }.

## Dossier: multiplicity and base rates
dossier-base-heading = How often chance alone does this
dossier-base-none = There is no overall z, so there is nothing to correct.
dossier-base-intro = The odds of a z are those of one look at one player. Of many looks the highest is high by chance. The table says, for honest play, how many of so many looks would be as high, how probable it is that at least one is, and what is left: the z of a single look that is as rare.
dossier-base-looks = Looked at
dossier-base-number = Number
dossier-base-expected = Expected as high
dossier-base-chance = Chance of at least one, %
dossier-base-left = What is left, z
dossier-base-one = this player alone
dossier-base-players = players of the event
dossier-base-tests = all tests made
dossier-base-season = player-events of the season
dossier-base-year = Base rate. Of { $events } player-events in a year, { $expected } honest ones are expected to be as high or higher. The number of player-events is an assumption, stated so that another can be put in its place.
dossier-base-posterior-heading = From a prior to a bound
dossier-base-posterior-intro = How probable help is depends on how rare it is beforehand, and this document does not know that. For two stated priors the odds are at most those in the table. They are bounds from above, reached only if everyone with help scored so high. Both standards of proof stand side by side, and none is chosen.
dossier-base-where = Prior for
dossier-base-honest = Honest players for each one with help
dossier-base-odds = Odds at most, to 1
dossier-base-balance = Balance of probabilities
dossier-base-comfortable = Comfortable satisfaction
dossier-base-comfortable-text = Comfortable satisfaction: for chess the rules regard { $from } to { $to } % as meeting it, which is odds of { $odds } to 1 and more ({ $article }). A bound above that leaves it open and does not say that it is met.
dossier-base-ordinary = The z is under { $level }. Nothing about help follows from an ordinary z, so no prior and no standard of proof is set beside it.
bound_out_of_reach = out of reach with z alone
bound_left_open = left open
bound_no_number = not compared in this document
dossier-base-even = With one player with help for more than { $honest } honest ones, the z alone cannot even make help as probable as not.

## Dossier: what speaks for the player
dossier-favour-heading = What speaks for the player
dossier-favour-intro = This part stands in every dossier, whatever the result.
dossier-favour-forced = Forcing positions. For a player of this rating the projected probability of the first line was { $own } % on average in the player's positions, and { $theirs } % in the opponents' positions of the same games. The higher it is, the more the positions forced the moves, and the less a match says.
dossier-favour-forced-none = Forcing positions. How far the positions forced the moves is not known, because nothing can be projected for this rating.
dossier-favour-opponents = Errors of the opponents. The opponents lost { $seen } centipawns a move on average; { $projected } were projected for their ratings. Errors make good moves easier to find.
dossier-favour-opponents-seen = Errors of the opponents. The opponents lost { $seen } centipawns a move on average; nothing is projected for them. Errors make good moves easier to find.
dossier-favour-known = Preparation. On average { $plies } plies of a game had been played by others before the event.
dossier-favour-known-none = Preparation. No opening book was used, so it is not known how much of the games had been played by others before.
dossier-favour-gain = Growth. By the results of this event alone the rating would change by { $points } points. A player who improves is stronger than the rating says.
dossier-favour-gain-none = Growth. The change of the rating by this event is not known.
dossier-favour-once = Chance. About { $odds } performances of honest players of this population are as high or higher, which is { $share } %. With many players in an event and many events in a year such values occur without any cause.
dossier-favour-lowest = Other choices. The lowest overall z among the calibrated choices is { $z }: { $name }.
dossier-favour-decisions = Single decisions. { $count ->
    [one] One decision lowers
   *[other] { $count-text } decisions lower
  } the overall z, of { $all } in all; those that lower it most are shown first among the decisions below.

## Dossier: power
dossier-power-heading = What would not have been seen
dossier-power-intro = The smallest share of all decisions that, played by an engine, would have brought this performance to a level of the overall z. It follows from the projections alone and not from the moves played. Help below these shares stays unseen more often than not. First the best case for the test, its own engine.
dossier-power-first = Help from the engine of the test
dossier-power-other = Help from another strong engine
dossier-power-other-intro = Another strong engine often prefers another move. How often each move would be its choice comes from a model fitted to the first choices of several engines and depths.
dossier-power-level = Overall z
dossier-power-half = Seen once in two, % of decisions
dossier-power-four-fifths = Seen four times in five, % of decisions
dossier-power-never = not even with all
dossier-power-none = There are too few decisions to say how much help would have been seen.

## Dossier: reading by rule
dossier-rules-heading = What the rules say about such a result
dossier-rules-none = There is no overall z, so the statistics are no basis for anything under the rules.
dossier-rules-intro = Levels and articles are those of the FIDE Arbiters' Manual, with the regulations of { $date }, kept in a data file of that date. They say what a result may be used for, and not what happened.
dossier-rules-counted = The threshold is { $level } ({ $article }), because the event counts as { $mode }. A z has to lie above it.
dossier-rules-frequency = The rules put a z above the threshold at about one in { $once } honest performances ({ $article }).
dossier-rules-odds = With the rate of help seen online that is, by the rules, odds of about { $odds } to 1 against honest play, near the upper end of the { $from } to { $to } % that they regard as comfortable satisfaction ({ $article }).
dossier-rules-likewise = By the rules it corresponds likewise to comfortable satisfaction, at the rate of help seen over the board ({ $article }).
dossier-rules-hints-only = This is a quick test: a private hint and nothing beyond ({ $article }). Anything more needs a full test.
dossier-rules-meets = The overall z of { $z } lies above { $level } ({ $article }). The presumption of { $presumption } does not follow from that: it takes a z of an approved method, and the burden passes to the player only if FIDE opens proceedings.
dossier-rules-meets-not = The overall z of { $z } does not lie above { $level } ({ $article }).
dossier-rules-supports = It may support other evidence, where there is any; from { $level } ({ $article }). By itself it is none.
dossier-rules-no-basis = No basis: it does not reach { $level }, from where a z may support other evidence ({ $article }).
dossier-rules-primary = It may be primary evidence ({ $article }), if { $conditions }.
dossier-rules-primary-not = It may not be primary evidence ({ $article }): { $why }.
not-primary_quick_test = it comes from a quick test
not-primary_under_threshold = it does not meet the threshold
not-primary_no_second_test = no second, independent test that agrees is stated: one by another method or another engine, made after the event; match rates of a second engine are none
not-primary_second_test_disagrees = the second, independent test does not agree
condition_after_the_event = the event is over
condition_decided_centrally = the decision is made centrally and not at the event
condition_every_test = every test that was made lies on the same side
dossier-rules-and = { $first }, and { $second }
dossier-rules-players = Where nobody was singled out, an event of { $players ->
    [one] one player
   *[other] { $players-text } players
  } asks for a z of at least { $level }, odds of 1 in { $one-in } ({ $article }).
action_unobtrusive = Unobtrusive steps: closer watch, review of cameras, private consultation, sending games to the full test.
action_orange_alert = Orange alert for the whole event, which singles nobody out: checks at the entrance, delayed transmission, more random checks.
action_intrusive = Intrusive steps towards a named player: questions, search, visible shadowing.
action_on_the_spot_disqualification = Disqualification on the spot.
dossier-allowed = { $action } The rules name no least z and leave it to the arbiter ({ $article }).
dossier-allowed-level = { $action } Allowed from a z of { $level } ({ $article }).
dossier-allowed-complaint = { $action } The complaint with observation may be a ground for them, with the statistics taken into account: this test is no reason to reject it ({ $article }).
dossier-not-allowed-full = { $action } Not allowed by this test: it takes a full test ({ $article }).
dossier-not-allowed-level = { $action } Not allowed by this test: it takes a z of { $level } ({ $article }).
dossier-not-allowed-never = { $action } Never on statistics alone ({ $article }).
dossier-rules-ignored = Without any observation a z that is not above { $level } is ignored ({ $article }).
dossier-rules-justify = Without any observation a z above { $level } may justify { $what } ({ $article }). { $years }
dossier-rules-justify-rare = The text expects an honest player there about once in { $years } years.
dossier-rules-justify-often = The text expects a z just under this level more often than once in { $months } months.
justified_queries = queries
justified_private_inquiry = a private inquiry
justified_process = a public process
dossier-rules-reject = A z under { $level } is a reason to reject a complaint, even with observations ({ $article }), if { $conditions }.
source_AC = Chapter 3, Fair Play Regulations, approved by the FIDE Council, applied from 18 November 2024
source_PM = Chapter 3, Fair Play Protection Measures, applied from 18 November 2024, by section
source_RN = Chapter 3, notes by Prof. Regan on the use of statistics: guidance, not part of the Handbook
source_ON = Online Chess Regulations, Appendix I, with the letters of chapter 3; chapter 11 has 1 for A, 2 for B and so on
source_L = FIDE Laws of Chess
source-2022_AC = Chapter 3, regulations approved by the FIDE Council, 2022
source-2022_PM = Chapter 3, protection measures, 2018
source-2022_ON = Chapter 11, Online Chess Regulations, Appendix I
dossier-rules-sources = How articles are cited

## Dossier: decisions
dossier-weighty-heading = Decisions that weigh most
dossier-weighty-intro = The weight is what a decision adds to the overall z: above 0 it raises it, below 0 it lowers it. All weights together are { $sum }, the overall z before exact tails. No single decision shows anything by itself: people find single moves. The arrow is the move played.
dossier-weighty-for = Those that lower the overall z most
dossier-weighty-against = Those that raise the overall z most
dossier-weighty-caption = { $number }. Game { $game }, turn { $turn }, { $side } to move: { $played }. Weight { $weight }. { $fen }
dossier-side-white = White
dossier-side-black = Black
dossier-line = Line
dossier-line-value = Value
dossier-line-record = p, primary model, %
dossier-line-second = p, second model, %
dossier-line-played = { $move } (played)
dossier-line-apart = apart
dossier-decisions-heading = Every decision
dossier-decisions-intro = Values are in pawns from the side of the player; #n is mate in n. The rank is the place of the move played among the lines; a move that was not among them was searched apart. p is the probability of the move played, by the primary and by the second model. The position of every decision as FEN and all of its lines stand in dossier.json.
dossier-rank = Rank
dossier-best = Best
dossier-weight = Weight

## Dossier: recomputing
dossier-recompute-heading = How to make every number again
dossier-recompute-text = With the same engine, byte for byte, every number of this document comes out again from the files of the bundle, on any machine: fairplay verify BUNDLE --recompute all. With --recompute statistics no engine is needed; the numbers are computed from the answers in evaluations.jsonl. The digests show it: equal digests are equal evaluations and equal numbers. The numbers with nothing rounded stand in dossier.json.
dossier-recompute-digest = Digest of the numbers

## Dossier: custody
dossier-requested-by = Who asked
dossier-reason = Reason, in the words of those who asked
dossier-operator = Who ran the program
dossier-not-stated = not stated
dossier-left-out = left out of this copy, because it may name another person
dossier-custody-heading = Custody
dossier-custody-intro = What was done to the evidence, as the program noted it. Who asked, why, and who ran the program is printed as it was stated; the program cannot check it. All times are UTC, by the clock of the machine. None of this enters a number or the digest of the numbers.
dossier-custody-copy = This is the copy for the defence, made { $made } from the complete copy of { $created }, whose manifest bundle.json has the SHA-256 { $digest }. Left out are the names of other people and confidential notes, if there were any. The numbers and their digest are the same.
dossier-custody-made = Dossier made
dossier-custody-signed = Signed with the key
dossier-custody-fingerprint = Fingerprint of the key
dossier-custody-unsigned = none; this copy is unsigned
dossier-custody-inputs = Files that were read
dossier-custody-read = Read
dossier-custody-runs = Work of the engines
dossier-custody-runs-intro = An answer from the store was found by the same engine with the same settings in an earlier search. It has the same digest as one found anew.
dossier-custody-from = From
dossier-custody-to = To
dossier-custody-processes = Processes
dossier-custody-searched = Searched anew
dossier-custody-stored = From the store

## Dossier: what people state of the event
dossier-stated-first-day = First day, as stated
dossier-stated-last-day = Last day, as stated
dossier-stated-place = Place, as stated
dossier-stated-organiser = Organiser, as stated
dossier-stated-chief = Chief arbiter, as stated
dossier-stated-control = Time control, as stated
dossier-stated-supervised = Supervised by an arbiter, as stated
dossier-stated-yes = yes
dossier-stated-no = no
