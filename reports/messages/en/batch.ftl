
## Screenings of many events
batch-kind = Summary of many events
batch-title = { $events ->
    [one] One event, screened
   *[other] { $events-text } events, each screened for itself
  }
batch-all-done = { $events ->
    [one] The event is done.
   *[other] All { $events-text } events are done.
  }
batch-not-all-done = { $events ->
    [one] The event is not done. Incomplete: { $incomplete }; not screened: { $failed }; waiting: { $waiting }. The same command goes on from here.
   *[other] { $done } of { $events-text } events are done. Incomplete: { $incomplete }; not screened: { $failed }; waiting: { $waiting }. The same command goes on from here.
  }
batch-nothing = No event has a game that can be scored, so nothing was looked at.
batch-no-index = No player has an index yet, so nothing can be said about anybody. Each sheet says what is missing.
batch-nobody = { $players ->
    [one] Nobody stands out: one player with an index was looked at (screened events: { $events }, scored games: { $games }).
   *[other] Nobody stands out among all: { $players-text } players with an index were looked at (screened events: { $events }, scored games: { $games }).
  }
batch-somebody = { $players ->
    [one] The player with an index stands out (screened events: { $events }, scored games: { $games }).
   *[other] These stand out among all { $players-text } players with an index (screened events: { $events }, scored games: { $games }).
  }
batch-above-label = Players above the level of all
batch-what-to-do = What to do: compare rating and performance first; a wrong or old rating is the usual reason. Read the sheet of the event. Then ask for a full test. This is a hint and not a finding about anybody.
batch-level = Names stand here only above the level that all { $players } players of these events demand: z above { $z } (index { $index }), and so high that an honest player gets there no more than once in { $once } performances, five times the number of players ({ $article }). Of so many players somebody has to be the highest. Everybody else is on the sheet of the event, where the field is smaller.
batch-unnamed = { $players ->
    [one] One player above the level is not named, because the field check of that event does not hold. Find out why first: see below.
   *[other] { $players-text } players above the level are not named, because the field check of their events does not hold. Find out why first: see below.
  }
batch-failed-heading = { $events ->
    [one] One event was not screened:
   *[other] { $events-text } events were not screened:
  }
batch-failed-item = { $event }: { $reason }
batch-incomplete-heading = { $events ->
    [one] One event is not complete. Correct its games at their source and run the same command again:
   *[other] { $events-text } events are not complete. Correct their games at the source and run the same command again:
  }
batch-incomplete-item = { $event }: games in quarantine: { $games }; positions without an answer: { $positions }
batch-uncalibrated-heading = { $events ->
    [one] One event has no index, because a calibration is missing:
   *[other] { $events-text } events have no index, because a calibration is missing:
  }
batch-missing_engine_or_settings = none for this engine with these settings
batch-missing_time_class = none for this time class at this venue
batch-missing_chess960 = none for Chess960
batch-missing_not_stated = the games look like online play; state time class and venue
batch-field-heading = { $events ->
    [one] In one event the field check does not hold. Do not read single indices there before the reason is known:
   *[other] In { $events-text } events the field check does not hold. Do not read single indices there before the reason is known:
  }
batch-field-above = { $event }: mean index { $mean }, ordinary are { $low } to { $high }. The ratings stand too low for everybody, or the time class is another.
batch-field-below = { $event }: mean index { $mean }, ordinary are { $low } to { $high }. The ratings stand too high for everybody, or the time class is another.
batch-levels-heading = Expected and seen in all events
batch-levels-text = What is expected is the sum of the sheets. Ordinary are the counts between the limits that 95 of 100 honest batches keep (exact limits of a Poisson count). More than that is a reason to look at ratings and time classes first.
batch-events-heading = Events
batch-events-text = Each event is a field of its own. The name leads to its sheet.
batch-method-heading = How this was made
batch-method = Every event was screened as if alone, with the same engine, settings and statements; its folder holds what fairplay screen writes, with the same digest. Games in are those scored, unscored and in quarantine. Who played in two events was looked at twice and counts twice.
batch-range = { $low } to { $high }
batch-expected-seen = { $expected } / { $seen }
batch-class-assumed = { $class }, assumed
batch-column-level = Level
batch-column-ordinary = Ordinary
batch-column-event = Event
batch-column-days = Days
batch-column-state = State
batch-column-class = Time class
batch-column-games = Games in
batch-column-scored = Scored games
batch-column-unscored = Unscored
batch-column-quarantined = In quarantine
batch-column-with-index = With an index
batch-column-at = { $level }: expected / seen
batch-column-field = Field check
batch-column-above = Above the level
batch-column-once = Honest play
batch-total = All events
batch-state_waiting = waiting
batch-state_done = done
batch-state_incomplete = incomplete
batch-state_failed = not screened
batch-field_no_index = no index
batch-field_holds = holds
batch-field_above = above the limits
batch-field_below = below the limits
