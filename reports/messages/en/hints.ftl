# What an arbiter reads during an event. A hint is never a finding.

## Hints: head
hints-title = { $event }: what the evidence allows
hints-kind = Live hints for arbiters
hints-private = For arbiters only, and confidential. A quick test is a private hint: it says what the evidence allows, and nothing about what happened. Most players who look unusual in it turn out ordinary in a full test.
hints-after-round = All rounds up to round { $round } are complete.
hints-after-round-gaps = Every round up to round { $round } that has games here is complete. No game of round { $missing } is here.
hints-no-round = No round is complete yet.
hints-at = Time of the look, UTC
hints-rules = Rules
hints-rules-text = FIDE Arbiters' Manual, with the regulations of { $date }

## Hints: the ladder
hints-ladder-heading = The four steps of the rules, and what each would need
hints-ladder-intro = From the mildest step upwards. Allowed means that the rules permit it with this evidence. For the two mild steps the rules set no least z: here stands towards whom there is a reason. Whether anything is done is for an arbiter to decide.
hints-article = Article: { $article }. Least evidence: { $evidence }.
evidence_quick_test = a quick test
evidence_full_test = a full test
evidence_breach_of_the_laws = a breach of the Laws
hints-allowed = Allowed now:
hints-reason = There is a reason now:
hints-no-reason = The numbers give no reason towards anybody now. The rules set no least z, so it is for the arbiter to decide.
hints-nobody = The statistics and the complaints stated here are no ground towards anybody now. What an arbiter observes, and checks under Laws 11.3.3, do not depend on them.
hints-orange-allowed = There is a reason now, for the whole event. It singles nobody out. { $hints ->
    [one] One hint stands behind it.
   *[other] { $hints-text } hints stand behind it.
  }
hints-orange-not = The numbers give no reason now: there is no hint. The rules set no least z, so it is for the arbiter to decide.
hints-never = Not allowed, whatever the statistics say.
hints-ground-quick = { $name }: unusual in the quick test, { $then }. Sequential value after { $games } games: log10 { $value }, needed { $needed }. Class of evidence: quick test.
hints-ground-full = { $name }: full test after round { $round }, z { $z }, which reaches { $level } ({ $article }). Class of evidence: full test.
hints-ground-complaint = { $name }: formal complaint with observation ({ $article }); { $then }. Class of evidence: complaint, not statistics.
hints-ground-complaint-full = { $name }: a formal complaint with observation may be a ground, with the statistics taken into account: the full test is no reason to reject it ({ $article }). Class of evidence: complaint and full test.
hints-not-unobtrusive = What it does not mean: it is no finding and no reason to speak to the player. If everybody plays honestly, the numbers name { $hints } players per event at most on average, over all looks together. A complaint names a player whatever the quick test says, until a full test gives a z.
hints-not-orange = What it does not mean: it says nothing about any one player.
hints-not-intrusive = What it does not mean: it does not say that anything happened. If everybody plays honestly, the full test of some player whom nobody had singled out before gets this far at some look in one of five such events at most. A complaint is a ground of another kind.
hints-not-never = A number is never a ground for this. It takes an established breach of the Laws.
hints-needed = Needed for anybody else:
hints-needed-reason = What would be a reason towards anybody else:
hints-needed-value = a sequential value so high after a game that an honest player gets there at any time of the event with a probability of { $chance } %, in the quick test
hints-needed-full = a full test with z of { $level } or more ({ $article }), shared over all looks; for a single look the rules name { $one }
hints-needed-no-look = no look is left of those that were planned, so a full test cannot allow it any more; for a single look the rules name { $one }
hints-needed-singled = a full test with z of { $level } or more, of a player who had been singled out before the event ({ $article })
hints-needed-complaint = a formal complaint with observation, raised during the event, and a full test that is no reason to reject it ({ $article })
hints-needed-laws = a breach of the Laws, which no statistic is

## Hints: players
hints-players-heading = The numbers of every player
hints-players-intro = Those with most evidence first. The sequential value may be read at every look: the chance is that of an honest player’s value ever getting so high, at most; it is smaller in most cases. How high a value after a game has to be to name a player is computed from the positions of that player. The index is for one look; of many looks the highest is high by chance.
hints-players-second = The sequential values take the first moves of { $engine } into account: how often the player makes them, beside how often honest players find them. Its settings: { $settings }.
hints-second-index = Second index
hints-value = Highest sequential value, log10
hints-chance = Chance that an honest player’s gets so high, at most, %
hints-standing = Quick test
hints-ordinary = ordinary
hints-unusual = unusual: ask for a full test
hints-unusual-tested = unusual
hints-not-judged = not judged: { $reason }
hints-not-judged-none = not judged
hints-answered = ordinary in the full test after round { $round }
hints-full = Full test
hints-full-text = z { $z } after round { $round }
hints-full-none = none
hints-full-no-reading = no z after round { $round }: { $reason }
hints-absences = Moves after logged absences, tested apart and advisory. { $name }: chance of so many matches { $chance } %.

## Hints: rounds
hints-rounds-heading = Rounds
hints-round = Round
hints-finished = With a result
hints-unreadable = Not readable
hints-round-state = Complete
hints-yes = yes
hints-no = not yet
hints-unnumbered = { $games ->
    [one] One game names no round and belongs to none.
   *[other] { $games-text } games name no round and belong to none.
  }

## Hints: full tests
hints-tests-heading = Which full tests come next
hints-tests-intro = Chosen by evidence within a budget of { $budget } core-minutes for the event, of which { $used } were used before. A full test is engine time and nothing else; its most common outcome is to find the player ordinary.
hints-tests-none = Nobody is up for a full test.
hints-tests-absent = No full test is made here. It has to be asked for; until then nothing beyond a quick test is known.
hints-why = Reason
hints-minutes = Core-minutes
hints-decided = Decision
why_complaint = complaint with observation
why_singled_out = singled out before the event
why_named = unusual in the quick test
why_high_index = index from 65
why_raised_index = index from 60
decided_test = chosen
decided_tested = tested after this round
decided_too_few = too few decisions yet
decided_over_budget = over the budget: { $left } core-minutes are left

## Hints: what is promised
hints-promise-heading = What is promised to honest players
hints-promise-text = Named in an event of honest players, on average and at most: { $hints }. Shared by { $players ->
    [one] the player
   *[other] the { $players-text } players
  } this leaves { $alpha } % for one player over the whole event, of which every game has a part.
hints-looks-rounds = Full tests are looked at after each of { $rounds ->
    [one] one round
   *[other] { $rounds-text } rounds
  }, and the chance that the rules allow for one look is shared equally over them.
hints-looks-open = The number of rounds was not stated. The chance that the rules allow for one look is shared over any number of them, the earlier ones getting more of it.
hints-made-heading = How these hints were made

## Hints: the first screen, in plain words
hints-nobody-named = Nobody named { $basis }
hints-basis-round = after round { $round } ({ $when }games: { $games })
hints-basis-so-far = so far ({ $when }games: { $games })
hints-not-looked = Not looked at: no decision could be scored
hints-nobody-can-be = Nobody can be named here
hints-nobody-judged = Nobody can be judged yet { $basis }
hints-named = { $players ->
    [one] One player is named
   *[other] { $players-text } players are named
  }
hints-do-watch = watch more closely, and ask for a full test.
hints-do-watch-tested = watch more closely; { $then }.
hints-then-ask = ask for a full test
hints-then-again = ask for a full test again, because the last one was made after round { $round }
hints-then-made = a full test has been made after round { $round }
hints-then-no-reading = a full test has been made after round { $round } and has no z: { $reason }
hints-then-no-result = a full test has been made after round { $round } and has no result: { $reason }
hints-do-intrusive = questions, a search or visible shadowing are allowed.
hints-do-complaint = questions, a search or visible shadowing may be allowed, with the statistics taken into account.
hints-rare = At most one honest event in { $events } shows this.
hints-why-full = The full test after round { $round } reaches the level of the rules; at most one honest event in 5 shows this.
hints-why-singled-out = The full test after round { $round } reaches the level for players who had been singled out before the event.
hints-why-complaint = There is a formal complaint with observation.
hints-why-complaint-full = There is a formal complaint with observation, and the full test is no reason to reject it.
hints-now-nobody = The numbers give no reason for a step towards any player now.
hints-now-unjudged = There is no index of anybody, so the numbers say nothing of any player.
hints-now-judged = With an index: { $indexed } of { $players } players. Of the others the numbers say nothing.
hints-now-orange = For the whole event there is a reason for an orange alert: checks at the entrance, delayed transmission, more random checks. It singles nobody out.
hints-now-never = Never: question or search anybody because of a quick test, disqualify because of a number, or show this page to players or spectators.
hints-now-promise = The numbers name anybody in at most one honest event in { $events }.
hints-now-private = A hint is no finding: most players who look unusual turn out ordinary in a full test.
hints-details-heading = Details
