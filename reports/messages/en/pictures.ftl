# Results of games, the rule of thumb, losses, and the pictures of the field, of a player and of a game.

## Results and the rule of thumb
column-place = No.
column-place-title = Place in this table by index; the picture of the field numbers its highest dots by it
column-rank = Rank
column-rank-title = Place by points in these games; equal points share a rank, tie-breaks are not counted
column-score = Score
column-score-title = Points and games with a result in these files, forfeits and byes included
column-performance = Perf. rating
column-performance-title = FIDE's performance rating: mean rating of the rated opponents, and the difference of table 8.1.1 of the rating regulations for the score against them; forfeits are not counted
column-thumb = Rule of thumb %
column-thumb-title = Agreement with an engine that is unusual at this rating, and in brackets what is typical (RN IV). It is a reading aid beside MM: match percentages do not work as thresholds, because games differ in how forcing they are
player-score = score { $score }, rank { $rank }
player-performance = performance rating { $rating }
player-thumb = Rule of thumb for MM (RN IV): at { $rating } an agreement of { $unusual } % with an engine is unusual and { $typical } % typical. Match percentages do not work as thresholds, because games differ in how forcing they are; the projection beside MM takes that into account.
class-assumed = The time class is assumed. The games give no time control that is understood, so they are taken as { $class }. If that is wrong, the numbers here do not hold: state the right time class, and have them computed anew.

## Odds
odds-one-in = one in { $once }
odds-of-hundred = { $count } of 100
field-odds = Of honest players

## Losses
losses-heading = Losses
losses-intro = Share of the player's decisions in which the move lost more than so much against the best move, beside what the primary model projects for the rating. This describes; no z is made of it.
losses-describe = Share of the player's decisions in which the move lost more than so much against the best move. There is no projection for this player, so this is a description only and says nothing by itself.
losses-loss = Loss, centipawns
losses-over = more than { $loss }
losses-seen = Seen %
losses-projected = Projected %

## Player: course
pages-course-picture = MM game by game
pages-course-text = Move match of every game as a dot, its projection as a ring, and a band around it. { $above } of { $games } games with a projection lie above their band.
pages-course-axis = round
pages-course-caption = MM % of every game. Dot: seen. Ring: projected for the rating in the positions of this game. Shaded: two standard deviations either way, which chance alone leaves in about one game of twenty, and in somewhat more because players have good and bad days.
pages-strips = Moves as letters
pages-strips-note = One letter for each move of the player. A letter leads to its position.

## Game at a glance
pages-glance = The game at a glance
pages-glance-text = Value, losses and time over { $plies } plies. Mean loss of the scored moves in scaled pawns: White { $white }, Black { $black }. Moves with a known time: { $timed }. The list of all moves below leads to every position.
pages-glance-axis = move
pages-glance-value = Value for White, pawns
pages-glance-loss = Loss of each move: White up, Black down; shaded: difficulty
pages-glance-time = Time used, seconds: White up, Black down
pages-glance-caption = The scale of the value is squeezed towards the ends, as in the tests, so that a step down or up is the loss of a move. Shaded behind each loss is what a player of that rating loses there on average: the higher, the more difficult the position. Moves that were left out have no bar. A click leads to the position.
pages-glance-times = The times come from the clocks of the game.
pages-glance-no-times = The game has no clocks that its time control explains, so no times are shown.
pages-glance-move = { $move }: { $before } before, { $after } after
trace-played-second = Played, second model %
trace-seconds = Time used, seconds
