
## Results as pages of a server
pages-results = Results
pages-none = There are no results yet. They appear here once the engines have looked at the games.
pages-made = Made { $when }.
pages-open = { $positions ->
    [one] One position has no answer yet. Every number here is a first look and will change.
   *[other] { $positions-text } positions have no answer yet. Every number here is a first look and will change.
  }
pages-export = Download
pages-export-note = Every download is noted in the audit log. Keep the file as confidential as this page.
pages-show = Show
pages-page = Page { $page } of { $pages }
pages-earlier = Previous page
pages-later = Next page
pages-second-z = Depth-aware z
pages-second-z-title = Overall z of the second model, which looks at how the moves appear at every depth; it stands beside that of the primary model
pages-meaning = The index says how well the moves agree with an engine beside what is usual at this rating: 50 is expected, with a spread of 5. It does not say how the moves were found, and a high one is no finding.
pages-readings = Both models
pages-readings-note = Decisions are the same in both. Only the primary model counts; the second stands beside it. Where they differ, the positions were easier or harder than their values alone say.
pages-of-record = Primary model
pages-beside = Second model
pages-no-second = There is no result of the second model for this player.
pages-efficient = Efficient score z
pages-rating-free = Rating-free z
pages-course = Round by round
pages-course-note = Seen / projected. One game has few decisions, so a single line says little: a z is given for the whole event only.
pages-game = Game
pages-opponent = Opponent
pages-colour = Colour
pages-score = Result
pages-board-title = Board
pages-board = Position before { $move }, seen by the player to move
pages-no-board = This position cannot be drawn.
pages-moves = All moves
pages-first = Start
pages-back = Back
pages-forward = Forward
pages-last = End
pages-lines = The engine's lines
pages-no-lines = Nothing was searched here.
pages-lines-note = Value in pawns from the side of the player to move. The probability is what the primary model expects of players of this rating for each move.
pages-value = Value
pages-probability = Probability %
pages-earlier-results = Results before this one
pages-when = Made
pages-unanswered = Positions without an answer
pages-compare = Compare
pages-two-players = Two players
pages-two-rounds = Two rounds
pages-one = First
pages-other = Second
pages-compare-note = Seen / projected. Players of different ratings are held to different projections: compare what was seen with what was projected, then the indices, and not what was seen with what was seen.
pages-rounds-note = Seen / projected, over all games of each round.
pages-enough = only players with enough decisions
pages-rating-from = Rating from
pages-rating-to = Rating to
