//! Mail to people, handed to one server over SMTP.

use std::time::Duration;

use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::transport::smtp::authentication::Credentials;
use lettre::{Address, Message, SmtpTransport, Transport as _};
use serde::{Deserialize, Serialize};

use super::NotificationError;

/// How long the server may take for each answer.
const PATIENCE: Duration = Duration::from_secs(15);
/// Most characters of an address (RFC 5321, 4.5.3.1.3, without the brackets).
const MAX_ADDRESS: usize = 254;

/// How the connection to the mail server is kept secret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MailSecurity {
    /// TLS from the first byte (RFC 8314), as a rule on port 465.
    #[default]
    Tls,
    /// TLS after a first greeting, as a rule on port 587; without it nothing is sent.
    Starttls,
    /// None; only for a server on this machine.
    None,
}

/// The server that takes mail.
#[derive(Clone, PartialEq, Eq)]
pub struct MailSettings {
    /// Its name or address.
    pub server: String,
    /// Its port, if not the usual one.
    pub port: Option<u16>,
    pub security: MailSecurity,
    /// The address that mail comes from.
    pub from: String,
    /// Name and password, if it asks for them.
    pub login: Option<(String, String)>,
}

impl std::fmt::Debug for MailSettings {
    /// Without the password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { server, port, security, from, .. } = self;
        write!(f, "MailSettings {{ {server}:{port:?}, {security:?}, {from} }}")
    }
}

/// Whether a text is an address that mail can go to: a part before the @ and a name of a machine or an organisation behind it.
pub(crate) fn is_address(text: &str) -> bool {
    text.len() <= MAX_ADDRESS && text.parse::<Address>().is_ok()
}

pub(super) struct Mailer {
    from: Mailbox,
    transport: SmtpTransport,
}

impl Mailer {
    pub(super) fn new(settings: &MailSettings) -> Result<Self, NotificationError> {
        let MailSettings { server, port, security, from, login } = settings;
        let from = from.parse().map_err(|_| NotificationError::From { address: reports::visible(from) })?;
        let local = matches!(server.as_str(), "localhost" | "127.0.0.1" | "::1");
        let builder = match security {
            MailSecurity::Tls => SmtpTransport::relay(server),
            MailSecurity::Starttls => SmtpTransport::starttls_relay(server),
            MailSecurity::None if local => Ok(SmtpTransport::builder_dangerous(server)),
            MailSecurity::None => return Err(NotificationError::PlainMail { server: server.clone() }),
        };
        let refused = |error: lettre::transport::smtp::Error| NotificationError::Server {
            server: server.clone(),
            reason: error.to_string(),
        };
        let mut builder = builder.map_err(refused)?.timeout(Some(PATIENCE));
        if let Some(port) = port {
            builder = builder.port(*port);
        }
        if let Some((name, password)) = login {
            builder = builder.credentials(Credentials::new(name.clone(), password.clone()));
        }
        Ok(Self { from, transport: builder.build() })
    }

    /// Hands one mail to the server. An error is told in words without addresses.
    pub(super) fn send(&self, to: &str, subject: &str, text: &str) -> Result<(), String> {
        let to = to.parse::<Address>().map_err(|_| "the address does not read".to_owned())?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .message_id(None)
            .header(ContentType::TEXT_PLAIN)
            .body(text.to_owned())
            .map_err(|_| "the mail could not be written".to_owned())?;
        self.transport.send(&message).map(|_| ()).map_err(|error| match error.status() {
            Some(code) => format!("the mail server answered {code}"),
            None if error.is_timeout() => "the mail server did not answer in time".to_owned(),
            None if error.is_tls() => "no secure connection to the mail server could be made".to_owned(),
            None => "the mail server could not be reached".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(server: &str, security: MailSecurity, from: &str) -> MailSettings {
        MailSettings { server: server.to_owned(), port: None, security, from: from.to_owned(), login: None }
    }

    #[test]
    fn mail_goes_over_a_network_with_tls_only() {
        let from = "fairplay@example.org";
        assert!(Mailer::new(&settings("127.0.0.1", MailSecurity::None, from)).is_ok());
        for security in [MailSecurity::Tls, MailSecurity::Starttls] {
            assert!(Mailer::new(&settings("mail.example.org", security, from)).is_ok());
        }
        let error = Mailer::new(&settings("mail.example.org", MailSecurity::None, from)).err();
        assert!(matches!(error, Some(NotificationError::PlainMail { .. })), "{error:?}");
        let error = Mailer::new(&settings("127.0.0.1", MailSecurity::None, "nobody")).err();
        assert!(matches!(error, Some(NotificationError::From { .. })), "{error:?}");
    }

    #[test]
    fn what_is_no_address_is_not_taken() {
        for good in ["a@example.org", "anna.birch+chess@mail.example.org"] {
            assert!(is_address(good), "{good}");
        }
        for bad in
            ["", "a", "a@", "@b", "a b@example.org", "a@example.org\r\nBcc: b@example.org", "a@b@c.org"]
        {
            assert!(!is_address(bad), "{bad}");
        }
        assert!(!is_address(&format!("{}@example.org", "x".repeat(MAX_ADDRESS))));
    }

    #[test]
    fn the_password_is_not_printed() {
        let login = Some(("name".to_owned(), "hidden".to_owned()));
        let settings = MailSettings { login, ..settings("localhost", MailSecurity::None, "a@example.org") };
        assert!(!format!("{settings:?}").contains("hidden"));
    }
}
