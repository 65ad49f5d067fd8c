## The boards of the round
boards-title = Boards of the round
boards-none = No boards are known yet.
boards-looked = As the source showed them at { $when }.
boards-round = Round { $round }
boards-not-begun = not begun
boards-running = last move { $last }
boards-moves = in move { $moves }
boards-over = { $result } in move { $moves }
boards-clocks = clocks
boards-away = { $name } has been away from the board for { $minutes } min.
boards-broken = The moves of the source cannot be read from here on.
claim_threefold_repetition = Third occurrence of the position: the player who has the move may claim a draw (Laws 9.2).
claim_fifty_moves = 50 moves by each side without capture or pawn move: the player who has the move may claim a draw (Laws 9.3).
ended_checkmate = Checkmate: the game is over (Laws 5.1.1).
ended_stalemate = Stalemate: the game is over (Laws 5.2.1).
ended_dead_position = Dead position: the game is over (Laws 5.2.2).
ended_fivefold_repetition = Fifth occurrence of a position: the game is over (Laws 9.6.1).
ended_seventy_five_moves = 75 moves by each side without capture or pawn move: the game is over (Laws 9.6.2).
ended_threefold_repetition = Online, by the FIDE Online Chess Regulations, third occurrence of a position: the game is over (5.4.1).
ended_fifty_moves = Online, by the FIDE Online Chess Regulations, 50 moves by each side without capture or pawn move: the game is over (5.4.4).

## Followed games
files-followed = The games come from
files-one = All games as one PGN
files-one-help = Games that can be scored in clean notation, the others as they were written; copies once.
files-one-followed = Every game in its current version, as the source wrote it, with no delay.

## Absences that are refused
refused-other-pairing = The games show another opponent in this round.
refused-other-pairing-known = In round { $round } { $name } played: { $played }.
refused-unplayed-move = The game ended before this move.
refused-unplayed-moves = Moves that { $name } made in it: { $moves }.
