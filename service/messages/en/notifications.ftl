## Mail and other messages about changed hints
notification-title = Mail about hints
notification-address = E-mail address
notification-help = When somebody is named for the first time, or a further step is allowed, in an event whose hints you may see, you get a mail in the language of this page. It holds the number of the event and a link, and no names. Leave the field empty to get none.
notification-button = Save
notification-subject = fairplay: event { $event }
notification-text = The hints of event { $event } have changed: { $state }. Look: { $url }
notification-unsent = A mail to { $name } could not be sent:
notification-unsent-hook = A message to other software could not be sent:
notification-again = It is tried again at { $when }.
notification-given-up = It is not tried any more; tell whoever runs the server.
refused-address = This is no e-mail address.
action_notification_chosen = choice of mail changed
action_notification_sent = message about hints sent
action_notification_given_up = message about hints given up

## Mail about the account
mail-unconfirmed = This address is not confirmed yet. A mail with a link was sent to it; open the link while you are signed in. To get another link, save the address again.
mail-confirm-title = Confirm your e-mail address
mail-confirm-help = Mail about hints and about your account is sent to { $address }.
mail-confirm-button = Confirm this address
mail-confirm-subject = fairplay: confirm your e-mail address
mail-confirm-text = Somebody gave this address for mail from fairplay. If that was you, open this link while you are signed in: { $url } If it was not you, do nothing; no other mail comes.
codes-closed-subject = fairplay: wrong codes at your sign-in
codes-closed-text = Ten wrong codes were given after the right password of your account. Codes of the app count again in an hour; recovery codes count now. If that was not you, somebody knows your password: change it. { $url }
refused-address-often = Five links to confirm an address were asked for within a day. Ask again tomorrow.

## Hints and times
state-not-looked = Not looked at yet
state-looking = Being looked at: { $done } of { $total } positions are answered
state-waiting = Waiting to be looked at
state-paused = Paused: { $done } of { $total } positions are answered
state-paused-only = Paused
state-provisional = First look, provisional: { $done } of { $total } positions are answered
state-anew = All { $total } positions are answered, and the numbers wait to be computed (see Work of the engines)
state-provisional-only = First look, provisional
state-nobody = Nobody named { $basis }
state-nobody-judged = Nobody can be judged yet { $basis }
state-cannot-name = Nobody can be named here, { $basis }
state-named = { $players ->
    [one] One player named
   *[other] { $players-text } players named
  }
state-after-round = after round { $round } ({ $when }, games: { $games })
state-so-far = so far ({ $when }, games: { $games })
state-open = – further positions are open: { $done } of { $total } are answered
state-open-anew = – all { $total } positions are answered, and the numbers wait to be computed anew (see Work of the engines)
state-open-only = – provisional, because games came or something that was stated changed since
hints-outdated = Games came, or something that was stated changed, since the last look. It says nothing of anybody until every position is answered and the numbers are computed anew.
results-outdated = The numbers below are older than what the line above says: they were made before every position was answered, or before the last change of games or statements. Nothing follows from them for anybody.
named-check = Check first: rating { $rating }, performance { $performance }.
named-check-rating = Check first whether the rating { $rating } is right.
named-check-none = Check first: no rating is known.
footer-zone = Time zone: { $zone }.
