//! The thread that sends what waits. Nothing waits for it, and what it cannot send is tried again later.

use std::thread::JoinHandle;
use std::time::Duration;

use reports::{Arg, Language};

use super::mail::Mailer;
use super::webhook::Webhook;
use super::{Kind, NotificationError, SendOutcome, Waiting};
use crate::app::{App, ServiceError};
use crate::jobs::hints::{headline, state};
use crate::jobs::notifications;
use crate::keys::Key;
use crate::store::StorageError;

/// How often it is seen whether something waits.
const INTERVAL: Duration = Duration::from_secs(1);

pub(crate) struct Sender {
    app: App,
    mail: Option<Mailer>,
    webhook: Option<Webhook>,
}

impl Sender {
    pub(crate) fn new(app: &App) -> Result<Self, NotificationError> {
        let settings = &app.settings.notifications;
        Ok(Self {
            app: app.clone(),
            mail: settings.mail.as_ref().map(Mailer::new).transpose()?,
            webhook: settings.webhook.as_ref().map(Webhook::new).transpose()?,
        })
    }

    fn run(self) {
        while !self.app.work.stopping() {
            if let Err(error) = self.turn() {
                tracing::error!(%error, "messages could not be read or noted");
            }
            std::thread::sleep(INTERVAL);
        }
    }

    /// Tries everything that is due, once.
    pub(crate) fn turn(&self) -> Result<(), StorageError> {
        let now = self.app.now();
        for waiting in self.app.read_now(|c| notifications::due(c, now))? {
            if self.app.work.stopping() {
                break;
            }
            let end = self.send(&waiting)?;
            if let SendOutcome::Failed(problem) = &end {
                tracing::warn!(event = waiting.event, problem, "a message could not be sent");
            }
            self.app.change_now(move |c| notifications::tried(c, &waiting, &end))?;
        }
        Ok(())
    }

    fn send(&self, waiting: &Waiting) -> Result<SendOutcome, StorageError> {
        let sent = match (waiting.person, &self.mail, waiting.event.zip(self.webhook.as_ref())) {
            (Some(person), Some(mail), _) => {
                let now = self.app.now();
                let to = self.app.read_now(|c| notifications::wanted(c, waiting, person, now))?;
                let Some(to) = to else {
                    return Ok(SendOutcome::Unwanted);
                };
                let language = to.language.parse().unwrap_or(self.app.settings.language);
                let [subject, text] = match waiting.event {
                    Some(event) => self.words(language, event, &self.hints_link(event))?,
                    None => self.own_words(language, waiting.kind, person)?,
                };
                mail.send(&to.address, &subject, &text)
            }
            (None, _, Some((event, webhook))) => {
                let link = self.hints_link(event);
                let [_, text] = self.words(self.app.settings.language, event, &link)?;
                webhook.send(waiting, &text, &link)
            }
            // The settings name no such way any more.
            (Some(_), None, _) | (None, _, None) => return Ok(SendOutcome::Unwanted),
        };
        Ok(sent.map_or_else(SendOutcome::Failed, |()| SendOutcome::Sent))
    }

    fn hints_link(&self, event: i64) -> String {
        self.app.link(&format!("/events/{event}/hints"))
    }

    /// Subject and text of a message to a person about their account.
    fn own_words(&self, language: Language, kind: Kind, person: i64) -> Result<[String; 2], StorageError> {
        let m = self.app.texts.get(language);
        let (subject, text, link) = match kind {
            Kind::ConfirmAddress => {
                let secret = self.app.change_now(move |c| notifications::confirming_link(c, person))?;
                let path = format!("/account/mail/{}", secret.reveal());
                (Key::MailConfirmSubject, Key::MailConfirmText, path)
            }
            Kind::Hints | Kind::CodesClosed => {
                (Key::CodesClosedSubject, Key::CodesClosedText, "/account".to_owned())
            }
        };
        Ok([m.text(subject), m.with(text, "url", &self.app.link(&link))])
    }

    /// Subject and text: the number of the event, the state of its hints and a link, and nobody's name.
    fn words(&self, language: Language, event: i64, link: &str) -> Result<[String; 2], StorageError> {
        let m = self.app.texts.get(language);
        let view = self.app.read_now(|c| state::of_event(&self.app, c, event))?;
        let (state, event) = (headline::words(&self.app, m, &view), event.to_string());
        let values = [("event", Arg::from(&event)), ("state", Arg::from(&state)), ("url", Arg::from(link))];
        Ok([m.with(Key::NotificationSubject, "event", &event), m.all(Key::NotificationText, &values)])
    }
}

/// Starts the thread, if the settings name a way to send anything.
pub(crate) fn start(app: &App) -> Result<Option<JoinHandle<()>>, ServiceError> {
    let sender = Sender::new(app)?;
    if sender.mail.is_none() && sender.webhook.is_none() {
        return Ok(None);
    }
    let thread = std::thread::Builder::new().name("messages".to_owned()).spawn(move || sender.run());
    Ok(Some(thread.map_err(ServiceError::Runtime)?))
}
