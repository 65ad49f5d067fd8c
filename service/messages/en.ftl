# Every text a reader of the pages sees. Numbers and instants arrive as formatted text: where a plural is needed,
# $name selects the form and $name-text is what is printed.

## Around every page
skip-to-content = Skip to the content
nav-label = Main pages
nav-events = Events
nav-people = People
nav-audit = Audit log
sign-out = Sign out
language-label = Language
footer-confidential = Everything here is confidential. It holds hints for arbiters and no finding about anybody.

## Signing in
login-title = Sign in
login-name = Sign-in name
login-password = Password
login-button = Sign in
login-refused = Name and password do not belong together. Check both and try again.
welcome-title = Make your account
welcome-intro = You were invited as: { $role }. The link works once.
welcome-name = Your name, as others see it
welcome-login-hint = Two to 64 letters and digits; dot, hyphen, underscore and @ are allowed.
welcome-button = Make the account
password-hint = At least ten characters. A few unrelated words are easy to remember and hard to guess.
password-again = The same password again

## Events
events-title = Your events
events-none = You are not a member of any event yet.
events-name = Event
events-games = Games
events-made = Made
new-event-title = New event
new-event-name = Name of the event
new-event-button = Make the event
upload-title = Add games
upload-file = File of games (drop it here or choose it)
upload-hint = PGN, plain or as .gz, .zst or .zip with one file in it, up to { $size } MiB. The bytes are kept as they are.
upload-button = Add
results-title = Results
event-nav-label = Pages of this event
account-title = Games
account-equation = Games: { $found } in = { $games } that can be scored + { $unscored } set aside + { $quarantined } quarantined.
account-players = { $players ->
    [one] One player.
   *[other] { $players-text } players.
  }
account-dates = Played from { $first } to { $last }.
account-unscored = Set aside, with the reason
account-quarantine = Quarantined
account-quarantine-help = These games do not hold together as they are written. Correct the file at its source and add it again.
quarantine-file = File
quarantine-game = Game
quarantine-ply = Plies read
quarantine-token = Broke at
quarantine-reason = Reason
quarantine-more = { $games ->
    [one] And one more game.
   *[other] And { $games-text } more games.
  }
files-title = Files
files-name = Name
files-bytes = Bytes
files-when = Uploaded

## Why a game is set aside; the same words as on the screening sheet
unscored-no-moves = no moves played
unscored-variant = a variant, not standard chess
unscored-set-up = starts from a set-up position
unscored-duplicate = repeats another game
unscored-other-conditions = played at another time control than the event, against many, blindfold, or with unequal times
unscored-same-player = both sides carry the same name or FIDE number
unscored-forfeit = result given without play
unscored-bye = bye: one side is nobody
unscored-null-move = holds a null move, which nobody plays on a board
unscored-superseded = earlier version of another game
unscored-swapped-colours = moves, date and round of another game, with the colours exchanged
unscored-renamed = moves, date and round of another game, with other names

## Members, tokens, people
action-column = Change
members-title = Members
members-remove = Remove
members-add-title = Add or change a member
members-add-help = The person needs an account first; an administrator makes invitations.
members-add-button = Save
tokens-title = Tokens for programs
tokens-help = A token lets a program into this event and nowhere else. It is shown once.
tokens-label = What it is for
tokens-scopes = What it opens
tokens-revoke = Take back
tokens-new-title = New token
tokens-new-button = Make the token
token-made-title = The new token
token-made-text = Give it to the program. It belongs into no message and no picture.
scope-read-results = read what is known about the event
scope-upload-games = add games
scope-report-absences = report absences from the board
people-name = Name
people-role = Role
people-state = State
people-active = may sign in
people-disabled = may not sign in
people-disable = Close
people-enable = Open again
invitations-title = Open invitations
invitations-note = For whom
invitations-expires = Good until
invite-title = Invite somebody
invite-help = The link works once, for seven days. The role says what the person may do at large; in each event they have a role of their own.
invite-button = Make the link
invite-made-title = The new invitation
invite-made-text = Give this link to the person and to nobody else.
once-warning = It is shown now and never again.
once-back = Back
role-administrator = administrator
role-chief-arbiter = chief arbiter
role-arbiter = arbiter
role-fair-play-officer = fair-play officer
role-investigator = investigator
role-panel-member = panel member

## The own account
account-page-title = Your account
password-title = Change the password
password-old = Present password
password-new = New password
password-button = Change it
sessions-title = Signed in elsewhere?
sessions-help = This ends your sessions on every device, this one included.
sign-out-everywhere = Sign out everywhere

## Audit log
audit-help = Entries are only added, and each holds the hash of the one before it. The command fairplay audit checks the chain.
audit-number = No.
audit-when = When
audit-who = Who
audit-what = What
audit-event = Event
audit-subject = Concerns
audit-older = Older entries
audit-nobody = nobody signed in
audit-service = the service
audit-token = token { $number }
action-first-link-made = first link printed
action-signed-in = signed in
action-sign-in-refused = sign-in refused
action-signed-out = signed out
action-signed-out-everywhere = signed out everywhere
action-password-changed = password changed
action-invited = invitation made
action-invitation-revoked = invitation taken back
action-joined = account made
action-disabled = sign-in closed
action-enabled = sign-in opened
action-event-made = event made
action-member-set = member set
action-member-removed = member removed
action-token-made = token made
action-token-revoked = token taken back
action-uploaded = games added
action-upload-refused = file refused
action-saw = seen
action-exported = file handed out

## Problems and refusals
problem-title = This did not work
problem-back = To your events
problem-not-found = There is nothing here.
problem-sign-in = Sign in first.
problem-foreign-form = The form did not come from a page of yours, or the page was too old. Open the page again and repeat.
problem-too-large = More was sent than is taken. Send less at once, or pack the file.
problem-too-slow = The request took too long. Try again.
problem-too-many = Too many attempts. Wait a quarter of an hour.
problem-busy = There is too much to do at the moment. Try again in a minute.
problem-inside = Something went wrong inside. It is in the log of the service; nothing was changed.
refused-name = A name is missing, is longer than 120 characters, or holds characters that cannot be shown.
refused-role = There is no such role here.
refused-login = This cannot be a sign-in name.
refused-login-taken = This sign-in name is taken. Choose another.
refused-passwords-differ = The two passwords are not the same.
refused-password-short = The password is shorter than ten characters.
refused-password-long = The password is longer than 1024 bytes.
refused-password-is-login = The password is the sign-in name.
refused-old-password = The present password is not right.
refused-own-account = Nobody closes their own account, so that one administrator remains.
refused-unknown-person = Nobody with this sign-in name may sign in.
refused-last-chief = An event needs a chief arbiter. Name another one first.
refused-no-scope = A token has to open something. Choose at least one.
refused-no-file = There was no file in the form.
refused-cut-off = The file did not come whole. Send it again.
refused-no-games = No game in this file can be read. Is it a PGN?
refused-many-games = An event holds no more games than this:
refused-many-files = This event has as many files as it may have. Put games together into fewer files.
refused-known-file = This event has this very file already.
refused-unpacked = The file unpacks to more than is read.
refused-unreadable = The file cannot be read to its end:
refused-utf16 = The file is written in UTF-16. Save it as UTF-8 and send it again.

## Work of the engines, live sources, hints
work-title = Work of the engines
work-none = Nothing has been asked for yet.
work-no-engine = No engine is set up on this server, so nothing is searched. Games are read all the same.
work-provisional = Until every position is answered, results are provisional. They say how many positions are still open.
work-made = Asked for
work-state = State
work-progress = Progress
work-orders = Orders
work-queued = waits
work-running = is being worked on
work-paused = paused
work-done = done
work-failed = could not go on
work-cancelled = cancelled
work-positions = { $done } of { $total } positions answered
work-rate = Positions a minute: { $rate }
work-left = Minutes left, about: { $minutes }
work-pause = Pause
work-resume = Go on
work-cancel = Cancel
work-again = Ask again
work-no-games = No game of this event can be read.
work-engine = The engine cannot be used. Who runs the server finds the reason in its log.
work-parameters = The parameters of the settings file do not fit the engine. Who runs the server finds the reason in its log.
work-inside = Something went wrong inside. Who runs the server finds the reason in its log.
hands-title = Games to search first
hands-help = Name a player, and their games are searched before others. It changes the order of work and no number.
hands-who = Name or FIDE number
hands-raise = Search first
hands-lower = No longer first
live-title = New event from a live source
live-place = Address of the games, or number of the tournament at LiveChessCloud
live-place-hint = An address begins with https:// or http://. A file or folder of the server has to lie where its settings allow.
live-delay = Transmission delay in seconds
live-delay-hint = A move counts once it has been there for so long.
live-each-move = Hints during rounds as well, on moves that stand
live-button = Follow
source-title = Live source
source-looked = Last look
source-never = It has not been looked at yet.
source-stopped = It is followed no longer.
source-stop = Follow no longer
source-problem = The last look found something in its way
hints-title = Hints
hints-none = There are no hints yet. They come when every game of a round is over and its positions are answered.
hints-no-full-test = Full tests are not made here by themselves. Whoever has the games makes one with the command fairplay test.
hints-all = Every look
hints-round = After round { $round }
hints-no-round = No complete round
action-job-queued = asked for a screening
action-job-paused = paused the engines
action-job-resumed = let the engines go on
action-job-cancelled = cancelled a screening
action-source-followed = followed a live source
action-source-ended = followed a live source no longer
action-hand-raised = asked for games to be searched first
action-hand-lowered = took games from the front of the queue
refused-place = This place cannot be followed. Give an address with https:// or http://, a LiveChessCloud number, or a place that the settings of the server allow.
refused-delay = Give the delay as a whole number of seconds from 0 to 86400.
refused-follows = This event follows a live source. Make another event for files.
refused-job-state = This cannot be done in the state that the work is in. Look at the page again.
refused-many-hands = No more players can be searched first. Take one off the list.
