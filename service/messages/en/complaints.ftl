# Rules on complaints, asked about with their articles.

complaint-filed = Day on which it was filed
complaint-participant = Did the complainant take part in the event?
complaint-observation = Does it state an observation, beside the moves?
complaint-yes = yes
complaint-no = no
complaint-not-stated = not stated
complaint-needs-test = No full test is in this case. The statistics come first: ask for a full test, and put it into the case.
complaint-ask-both = Both boxes are ticked: it argues only from the player being stronger than the rating, and from agreement with an engine. Which of the two is meant ({ $article })?
complaint-ask-observation-strength = It argues only from the player being stronger than the rating, and it states an observation. Which of the two is meant ({ $article })?
complaint-ask-observation = Does it state an observation, or does it argue from moves alone? What is allowed depends on it ({ $article }).
complaint-ask-online = Online the rules speak of a complaint after the event ({ $article }); here that is read as not during it. When was it raised?
complaint-ask-participant = Online only participants of the event (players, captains, officials) may complain ({ $article }). Did the complainant take part?
complaint-no-participant = Online only participants of the event (players, captains, officials) may complain ({ $article }). The complainant did not take part.
complaint-ask-hours = Online a complaint comes within { $hours } hours after the last round ({ $article }). When did the last round end, and when was the complaint filed?
complaint-too-late = Online a complaint comes within { $hours } hours after the last round ({ $article }). It was filed later than that.
refused-online-in-tournament = Online the rules speak of a complaint after the event; here that is read as not during it. Choose a complaint after the tournament, or change how the event was played.
refused-day = Give a day that is not in the future, such as 2026-03-01.
case-counted-filed = when the complaint was filed
case-counted-opened = when the case was opened
case-other-evidence = Online, other evidence may carry a case even where statistics do not ({ $article }).
case-other-breaches = Breaches of other rules are judged by themselves, whatever the statistics ({ $article }).
