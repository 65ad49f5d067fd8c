# What the rules say of a result, and the first page of a dossier.

## Approval of the method
approval_not_approved = FIDE has not approved this method, so neither its thresholds nor the presumption of the rules attach to a result of it ({ $article }; for online play { $online }); it may still serve as { $uses }.
use_hint = a private hint
use_support_of_other_evidence = support of other evidence
use_request_for_approved_test = a reason to ask the Fair Play Commission for a test by the approved method
use_clearing_a_complaint = a ground to reject a complaint

## Attention and complaints
attention_complaint_without_observation = named in a formal complaint that argues from moves alone
attention_complaint_after_the_event = named in a formal complaint with observation, raised after the event
why_complaint_without_observation = complaint from moves alone
dossier-complaint-observation = The complaint states an observation. Such a complaint can be a ground for intrusive steps, with the statistics taken into account: not where they are a reason to reject it ({ $article }).
dossier-complaint-moves = The complaint argues from moves alone. By itself it is a ground for a full test only; intrusive steps then depend on the z of that test ({ $article }).
dossier-complaint-first = A search because of a complaint comes only after the complaint was found not manifestly unfounded (remarks after { $article }).
dossier-complaint-late = The complaint states an observation and was raised after the event. Such a complaint goes to the Commission ({ $article }). Nobody is left to search, so it is no ground for steps of the arbiter.
dossier-complaint-online = The complaint states an observation. Online a complaint comes after the event ({ $article }), when nobody is left to search, so it is no ground for steps of the arbiter.
dossier-search = How a search is done (Laws 11.3.3): { $terms } (remarks after { $article }).
search_local_law = not against local law
search_own_room = in a room of its own
search_same_sex = by a person of the player’s sex
search_one_witness = before one witness of the same sex
search_second_witness = the player may choose a second witness
search_outside_the_game = before or after the game, unless evidence would be lost
search_once_a_round = only once a round
dossier-rules-reject-ipr = The intrinsic performance rating (IPR) of { $ipr } is not much above the rating of { $rating }: its range of { $low } to { $high } reaches down to it, and so does that of every other IPR computed here. This is a reason to reject a complaint, even with observations ({ $article }). The rules do not say how much is much; this is how this project reads them.

## Other evidence
dossier-rules-other = Online, other evidence may carry a case even where statistics do not ({ $article }).
dossier-rules-breaches = Breaches of other rules, such as a telephone on the player or refusing a check, are judged by themselves, whatever the z ({ $article }).
dossier-rules-weighty = After physical or observed evidence was found, a z of { $level } or more is weighty support for a judgement ({ $article }). It is never the sole ground of one: that takes a z of at least { $sole }, and { $first } or { $second } to be safer.

## Levels of the ladder
dossier-allowed-single = { $action } Allowed: in a single test after the event it takes a z of { $level } ({ $article }).
dossier-allowed-look = { $action } Allowed: at this look during the event it takes a z of { $level }, shared over all looks ({ $article }).
dossier-step-reason = { $action } The numbers give a reason: this test reaches a z of { $level }. The rules set no least z ({ $article }).
dossier-step-sequential = { $action } The numbers give a reason at this look during the event: the sequential value of the quick test names the player. The rules set no least z ({ $article }).
dossier-step-complaint = { $action } The complaint with observation is a reason ({ $article }).
dossier-step-no-reason = { $action } The numbers give no reason. The rules set no least z, so it is for the arbiter to decide ({ $article }).
dossier-not-allowed-single = { $action } Not allowed by this test: in a single test after the event it takes a z of { $level } ({ $article }).
dossier-not-allowed-look = { $action } Not allowed by this test: at this look during the event it takes a z of { $level }, shared over all looks ({ $article }).
dossier-not-allowed-no-look = { $action } Not allowed by this test: no look is left of those that were planned ({ $article }).
dossier-not-allowed-reject = { $action } The complaint is no ground by this test: it may be rejected, even with observations ({ $article }).

## First page
dossier-first-heading = The result on one page
dossier-first-ordinary = The moves are within what is usual for honest players of this rating: over { $decisions ->
    [one] one decision
   *[other] { $decisions-text } decisions
  } the overall z is { $z }, an index of { $index }, and about one in { $once } performances of honest players of this population is as high or higher.
dossier-first-unusual = The moves agree with the engine more than is usual for honest players of this rating: over { $decisions ->
    [one] one decision
   *[other] { $decisions-text } decisions
  } the overall z is { $z }, an index of { $index }, and about one in { $once } performances of honest players of this population is as high or higher.
dossier-first-picture = The overall z by both models
dossier-first-axis = Overall z
dossier-first-primary = Primary model: { $z }; about one in { $once } honest performances
dossier-first-second = Second model: { $z }
dossier-first-caption = Dot: with the correction by the other players of the event. Ring: without it. The lower one leads. Band: under other calibrated choices. From { $support } on a z may support other evidence ({ $support-article }); { $threshold } is the threshold for a z of an approved method ({ $threshold-article }).
dossier-first-described = { $row }. Without the field's correction { $alone }, with it { $field }.
dossier-first-unseen = Help from the engine of the test on fewer than { $share } % of the decisions would have been missed more often than seen at a z of { $level }.
dossier-first-unseen-all = Even help on every decision would have been missed more often than seen at a z of { $level }.
dossier-first-unseen-other = Help from another strong engine on fewer than { $share } % of the decisions would have been missed more often than seen at a z of { $level }.
dossier-first-unseen-other-all = Even help from another strong engine on every decision would have been missed more often than seen at a z of { $level }.

## Annex
dossier-annex-heading = Annex: hashes and letters
dossier-annex-intro = What identifies the engines, files and games, and the class of every move. It serves to look things up and to check them.
