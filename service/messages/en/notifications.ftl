## Mail and other messages about changed hints
notification-title = Mail about hints
notification-address = E-mail address
notification-help = When somebody is named for the first time, or a further step is allowed, in an event whose hints you may see, you get a mail in the language of this page. It holds the number of the event and a link, and no names. Leave the field empty to get none.
notification-button = Save
notification-subject = fairplay: event { $event }
notification-text = The hints of event { $event } have changed. Look: { $url }
notification-unsent = A mail to { $name } could not be sent:
notification-unsent-hook = A message to other software could not be sent:
notification-again = It is tried again at { $when }.
notification-given-up = It is not tried any more; tell whoever runs the server.
refused-address = This is no e-mail address.
action_notification_chosen = choice of mail changed
action_notification_sent = message about hints sent
action_notification_given_up = message about hints given up

## Hints and times
hints-nobody = Nobody is named
footer-zone = Time zone: { $zone }.
