## Online play, and games under other conditions
time-class-from_series = by the control that the organiser of this series of events states for all of them
unscored_other_time_class = played at another time class than the event
unscored_simultaneous = played in a simultaneous display
unscored_blindfold = played blindfold
unscored_armageddon = an Armageddon game: unequal times, and a draw counts as a win for one side
unscored_unequal_times = the players had unequal times
unscored_berserk = a player gave up half of the own time before the first move (berserk)
unscored_tie_break = a tie-break game, which is played under conditions of its own
unscored-by-reason = Games set aside, by reason: { $reasons }.
unscored-reason = { $reason }: { $games }
dossier-rules-platform = What a platform finds itself is not final. The chief arbiter or the panel of experts may consider it enough for a penalty; it is no decision of the Commission ({ $article }).
