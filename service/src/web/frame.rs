//! The frame of every page: texts, who is signed in, what they may do, the CSRF token of their forms.

use reports::{Arg, Language};

use crate::accounts::namings::Naming;
use crate::accounts::people;
use crate::accounts::roles::{Permission, Role};
use crate::accounts::sessions::Before;
use crate::app::App;
use crate::clock::Zone;
use crate::events::Event;
use crate::events::circumstances::NotStated;
use crate::keys::Key;
use crate::messages::{AllTexts, Messages};
use crate::store::audit::{Actor, Place};
use crate::store::change::Access;
use crate::web::access::{Signed, Visit};
use crate::web::form::CSRF_FIELD;

pub(crate) struct Frame<'a> {
    texts: &'a AllTexts,
    messages: &'a Messages,
    signed: Option<&'a Signed>,
    access: Access,
    zone: Zone,
    event: Option<&'a Event>,
    asked: Option<NotStated>,
    namings: &'a [Naming],
    before: Option<&'a Before>,
    back: String,
    /// Until when the password of the reader counts.
    confirmed_until: Option<i64>,
}

impl<'a> Frame<'a> {
    /// For a reader; a change of language leads to the page that is shown.
    pub(crate) fn new(app: &'a App, visit: &'a Visit) -> Self {
        Self {
            texts: &app.texts,
            messages: app.texts.get(visit.language),
            signed: visit.signed.as_ref(),
            access: visit.access,
            zone: app.settings.zone.clone(),
            event: visit.event.as_ref(),
            asked: visit.asked,
            namings: &visit.namings,
            before: visit.before.as_ref(),
            back: visit.page.clone(),
            confirmed_until: visit.signed.as_ref().and_then(|signed| signed.confirmed_until(app.now())),
        }
    }

    /// For a reader of whom only the language is known.
    pub(crate) fn bare(texts: &'a AllTexts, language: Language) -> Self {
        let access = Access::at_large(Actor::Nobody);
        let (messages, back) = (texts.get(language), "/".to_owned());
        Self {
            texts,
            messages,
            signed: None,
            access,
            zone: Zone::UTC,
            event: None,
            asked: None,
            namings: &[],
            before: None,
            back,
            confirmed_until: None,
        }
    }

    pub(crate) fn languages(&self) -> impl Iterator<Item = (&'static str, String)> {
        Language::all().map(|language| (language.tag(), self.texts.get(language).text(Key::LanguageName)))
    }

    /// A change of language leads to a page: the answer to a form has none of its own.
    pub(crate) fn back_to(self, page: &str) -> Self {
        Self { back: page.to_owned(), ..self }
    }

    pub(crate) fn messages(&self) -> &'a Messages {
        self.messages
    }

    pub(crate) fn lang(&self) -> &'static str {
        self.messages.texts().language().tag()
    }

    pub(crate) fn t(&self, key: Key) -> String {
        self.messages.text(key)
    }

    pub(crate) fn notice(&self, key: &Key) -> String {
        self.t(*key)
    }

    /// The label of a value: the message `family_code`.
    pub(crate) fn label(&self, family: &str, code: &str) -> String {
        self.messages.label(family, code)
    }

    pub(crate) fn role(&self, role: &Role) -> String {
        self.label("role", role.into_str())
    }

    pub(crate) fn id(&self) -> i64 {
        self.access.id()
    }

    pub(crate) fn event(&self) -> Option<&'a Event> {
        self.event
    }

    /// What is asked about how the event was played, for every page of it.
    pub(crate) fn asked(&self) -> Option<Key> {
        self.asked.map(|asked| asked.keys()[0])
    }

    pub(crate) fn event_name(&self) -> &'a str {
        self.event.map_or("", |event| &event.name)
    }

    /// Since when the event or the case of the page is closed.
    pub(crate) fn closed(&self) -> Option<i64> {
        self.access.closed
    }

    /// Whether a form that needs a permission there is taken from the reader now: a page shows no other.
    pub(crate) fn offers(&self, permission: Permission) -> bool {
        self.access.offers(permission)
    }

    /// Whether the reader's role there has a permission, even if a closed event or case takes nothing.
    pub(crate) fn has(&self, permission: Permission) -> bool {
        self.access.role.is_some_and(|role| role.may(permission))
    }

    /// How long a line may be, for the hint at its field.
    pub(crate) fn at_most(&self) -> String {
        self.messages.with(Key::LineLimit, "most", &people::MAX_NAME.to_string())
    }

    pub(crate) fn counted(&self, key: Key, name: &str, count: u64) -> String {
        self.messages.counted(key, name, count)
    }

    pub(crate) fn count(&self, number: &u64) -> String {
        self.messages.texts().count(*number)
    }

    /// An instant as people of the server's time zone read it, with the name of the zone.
    pub(crate) fn when(&self, seconds: &i64) -> String {
        let (at, called) = self.zone.at(*seconds);
        format!("{} {called}", self.messages.texts().instant(at))
    }

    /// The time zone of every time on the page, in words.
    pub(crate) fn zone(&self) -> String {
        self.messages.with(Key::FooterZone, "zone", &self.zone.name())
    }

    pub(crate) fn signed(&self) -> Option<&'a Signed> {
        self.signed
    }

    pub(crate) fn may(&self, permission: Permission) -> bool {
        self.signed.is_some_and(|signed| signed.person.role.may(permission))
    }

    pub(crate) fn case(&self, number: &i64) -> String {
        self.messages.with(Key::CaseNumber, "number", &number.to_string())
    }

    /// On the first page after a sign-in: when and from where the one before it was, and the wrong codes since.
    pub(crate) fn before(&self) -> Option<String> {
        let Before { at, from, wrong_codes } = self.before?;
        let when = self.when(at);
        let parts = [("when", Arg::from(&when)), ("from", Arg::from(from))];
        let last = self.messages.all(Key::LastSignIn, &parts);
        Some(match u64::try_from(*wrong_codes) {
            Ok(count) if count > 0 => {
                format!("{last} {}", self.messages.counted(Key::LastWrongCodes, "codes", count))
            }
            _ => last,
        })
    }

    /// Namings of which the reader is told on this page.
    pub(crate) fn namings(&self) -> &'a [Naming] {
        self.namings
    }

    /// What there is to tell of a naming.
    pub(crate) fn naming(&self, naming: &Naming) -> String {
        let place = match naming.place() {
            Place::Event(id) => self.messages.with(Key::NamingEvent, "number", &id.to_string()),
            Place::Case(id) => self.case(&id),
        };
        let (key, when) = match (naming.ended, naming.counted) {
            (None, _) => (Key::NamingWaits, naming.counts_from()),
            (Some(since), true) => (Key::NamingCounts, since),
            (Some(when), false) => (Key::NamingEnded, when),
        };
        let (made, when) = (self.when(&naming.made), self.when(&when));
        let parts = [
            ("place", &place),
            ("maker", &naming.maker_name),
            ("person", &naming.name),
            ("made", &made),
            ("when", &when),
        ];
        self.messages.all(key, &parts.map(|(name, text)| (name, Arg::from(text))))
    }

    /// The title of a full test.
    pub(crate) fn test(&self, number: &i64, made: &i64) -> String {
        let (number, when) = (number.to_string(), self.when(made));
        self.messages.all(Key::CaseTest, &[("number", Arg::from(&number)), ("when", Arg::from(&when))])
    }

    /// Until when the password that the reader gave counts, if it does.
    pub(crate) fn confirmed_until(&self) -> Option<String> {
        self.confirmed_until.as_ref().map(|until| self.when(until))
    }

    pub(crate) fn back(&self) -> &str {
        &self.back
    }

    /// The hidden field with the CSRF token: the first field of every form. Digits only, so it is markup as it is.
    pub(crate) fn hidden(&self) -> String {
        self.signed.map_or_else(String::new, |signed| {
            let token = signed.csrf_token();
            format!("<input type=\"hidden\" name=\"{}\" value=\"{}\">", CSRF_FIELD, token.reveal())
        })
    }
}
