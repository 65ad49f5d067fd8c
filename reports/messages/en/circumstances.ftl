## Circumstances
event-mode = Played { $mode }. The official threshold for such an event: a z above { $level } ({ $article }).
event-mode_over_the_board = over the board
event-mode_online = online
event-mode_hybrid_over_the_board = as a hybrid event that counts as over the board
event-mode_hybrid_online = as a hybrid event that counts as online
time-class-from_not_stated = not stated: the games are of an online platform and do not say it
uncalibrated_not_stated = The games are of an online platform and do not say their time control, so no calibration can be chosen: this sheet gives what was seen but no z and no index. State time class and venue, on the settings page of the event or with --time-class and --mode.
