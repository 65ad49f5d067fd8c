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

## New password by a link
reset-title = Set a new password
reset-help = The link works once. It ends all your sessions and takes off your second factor. Sign in afterwards with the new password.
action_reset_link_made = link for a new password made on the server
action_password_reset = password set anew by a link

## Second factor, and the password asked again
login-code = Code of your second factor
login-code-hint = Leave it empty if you have none. A recovery code counts as well, once.
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
confirm-help = This weighs much, so your password is asked again. It then counts for five minutes.
confirm-button = Confirm and go on
refused-code = The code is not right. Check that the clock of your device is, and enter the code that the app shows now.
refused-confirmation = Password or code is not right. Each code counts once: wait for the next one.
refused-factor-needed = Administrators and members of cases keep a second factor. It can be set up anew.
action_second_factor_set = second factor set up
action_second_factor_removed = second factor removed
action_recovery_code_used = recovery code used
