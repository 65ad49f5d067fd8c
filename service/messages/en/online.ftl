# Rules of online play, on the page of a case.

case-online-complaint = Online only participants of the event may complain, after it and within { $hours } hours after the last round ({ $article }).
case-online-complaint-until = The last date of the event is { $last }, so a complaint comes by { $until } at the latest.
case-online-monitoring = Every online game is monitored, during or after play ({ $article }).
case-online-platform = What a platform finds or decides itself is an indication. It is no decision of the Commission and no evidence by itself ({ $article }).
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
