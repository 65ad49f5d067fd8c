# Rules of online play, on the page of a case.

case-online-complaint = Online only participants of the event (players, captains, officials) may complain, after it and within { $hours } hours after the last round ({ $article }).
case-online-complaint-until = The last date of the event is { $last }, so a complaint comes by { $until } at the latest.
case-online-monitoring = Every online game is monitored, during or after play ({ $article }).
case-online-platform = What a platform finds itself is not final. The chief arbiter or the panel of experts may consider it enough for a penalty; it is no decision of the Commission ({ $article }).
case-online-prizes = Prizes wait until the checks are done ({ $article }).
case-online-investigators = Online one member of the Commission investigates; the rules ask for this number of investigators: { $number } ({ $article }). Investigators of this case: { $members }.
case-online-days = An online investigation normally takes { $days } days ({ $article }): from { $from }, { $by }, until { $until }.
indication-title = An indication of a platform, not a decision
indication-help = Write down what a platform told you about this player. It is shown as an indication and changes nothing that is allowed.
indication-platform = Platform
indication-says = What the platform says, in its own words
indication-day = Day on which it said so
indication-reference = Reference: number, address or letter
indication-add = Add the indication
action_case_indication_noted = indication of a platform noted

## Breaches of other rules, in a case
breach-title = A breach of another rule
breach-help = Write down what an arbiter saw: a lost connection, a camera that was off, a device, a refused check. It is judged by itself, and changes no number and nothing that is allowed.
breach-about = What it is about
breach-moment = Round, board and move
breach-day = Day
breach-facts = What was seen, and by whom
breach-measures = What was done about it
breach-add = Add the breach
breach_connection = connection lost
breach_camera = camera off, or not showing what it must
breach_microphone = microphone or sound
breach_screen = screen not shared, or not all of it
breach_program = another program or window
breach_room = somebody in the room, or the player out of it
breach_device = an electronic device
breach_check = a check or search refused
breach_other = something else
action_case_breach_noted = breach of another rule noted
