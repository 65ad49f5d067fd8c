# What an account may do and how it is proved: tokens, second factor, sessions, namings, decisions.

## Tokens for programs
tokens-all-help = Tokens of all events. They stand here by number; what they are for and the name of the event are for its members.
tokens-none = There are no tokens.
tokens-maker = Made by
tokens-expires = Good until
tokens-used = Last use
tokens-unused = never
tokens-good = good
tokens-ended = ended
tokens-unbacked = not good: whoever made it may not manage tokens here now
tokens-days = Good for days (1 to 365)
refused-token-days = Give the days for which the token is good as a whole number from 1 to 365.
refused-too-many-tokens = You have 20 tokens that are good. Revoke one first, in any event.

## New password by a link
reset-title = Set a new password
reset-help = The link works once. It ends all your sessions and takes off your second factor. Sign in afterwards with the new password.
action_reset_link_made = link for a new password made on the server
action_password_reset = password set anew by a link

## Second factor, and the password asked again
login-code = Code of your second factor
login-code-hint = Leave it empty if you have none. A recovery code counts as well, once. After ten wrong codes in a row codes of the app count again after an hour; recovery codes still count.
factor-title = Second factor
factor-help = A second factor is an app on your device that shows a new code of six digits every 30 seconds. Administrators and members of cases need one.
factor-needed = Set up a second factor first: you are an administrator or a member of a case.
factor-see = Look at it, or set it up
factor-begin = Set it up
factor-again = Set it up anew
factor-remove = Remove it
factor-since = Set up
factor-codes-left = Recovery codes left
factor-offer = Scan the picture with the app, or type the secret into it. Then enter the code that the app shows; only then does the second factor count.
factor-open = Open in an app on this device
factor-secret = Secret:
factor-code = Code of six digits
factor-prove = Confirm
factor-codes-title = Your recovery codes
factor-codes-help = The second factor is set up. Each of these codes counts once in place of a code of the app. Keep them where you keep what must not be lost, apart from the device.
confirm-title = Confirm that it is you
confirm-follows = What follows:
confirm-file = Take out { $file }
confirm-go-on = Back to where you were
take-out-now = Your password counts until { $until }: the files can be taken out now.
take-out-asks = Before a file is taken out you are asked for your password.
confirm-help = This step has consequences, so your password is asked for again. It then counts for five minutes.
confirm-button = Confirm and go on
refused-code = The code is not right. Check that the clock of your device is right, and enter the code that the app shows now.
refused-confirmation = Password or code is not right. Each code counts once: wait for the next one.
refused-factor-needed = Administrators and members of cases must keep a second factor. You can set it up anew.
action_second_factor_set = second factor set up
action_second_factor_removed = second factor removed
action_recovery_code_used = recovery code used
action_code_refused = wrong code after the right password

## Namings by administrators
namings-title = Appointments that do not count yet
namings-help = An appointment counts after 24 hours if nobody else answers for the event or the case by then. It counts earlier once a second administrator confirms it and a member of the event or the case has read of it.
namings-confirm = Confirm
naming-event = Event { $number }
naming-waits = { $place }: { $maker }, an administrator, appointed { $person } on { $made } to answer for it. This counts from { $when } on, or once a second administrator confirms it and a member has read of it, if nobody else answers for it by then.
naming-counts = { $place }: { $maker }, an administrator, appointed { $person } on { $made } to answer for it. This has counted since { $when }. Look at the members and the audit log.
naming-ended = { $place }: { $maker }, an administrator, appointed { $person } on { $made } to answer for it. This never came to count; it ended on { $when }.
refused-naming-open = Somebody is appointed for this already. Take that back first.
refused-naming-confirm = An appointment is confirmed by another administrator: not the appointed person, with an account at least a day older than the appointment, and neither invited by who made it nor the one who invited them, directly or through others.
action_named = appointed by an administrator
action_naming_confirmed = appointment confirmed by a second administrator
action_naming_ended = appointment ended without counting

## Decisions in a case
case-reopening = Reopening
case-proposed = This is proposed. It counts once a second member of the case signs it.
case-second-member = It is proposed first, and counts once a second member of the case signs it.
case-sign = Sign it
case-signs = The proposal that was signed
refused-proposal-open = An outcome or a reopening is proposed already. Sign it or take it back first.
refused-proposal-gone = This proposal cannot be signed or taken back: it was before, or it is not yours. Open the page again.
refused-own-proposal = A second member of the case signs, and not who proposed it.
action_case_outcome_proposed = outcome of a case proposed
action_case_reopening_proposed = reopening of a case proposed
action_case_proposal_withdrawn = proposal in a case taken back

## Own sessions
sessions-begun = Begun
sessions-address = From
sessions-this = this session
sessions-end = End it
sessions-end-others = End all others
last-sign-in = Your last sign-in: { $when }, from { $from }. If that was not you, change your password and end the other sessions.
last-wrong-codes = { $codes ->
    [one] Since then one wrong code was given after your right password. If that was not you, somebody knows your password: change it.
   *[other] Since then { $codes-text } wrong codes were given after your right password. If that was not you, somebody knows your password: change it.
  }
