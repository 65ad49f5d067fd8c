//! Messages to other software: a POST of JSON with a signature under a shared secret.
//!
//! The header `X-Fairplay-Signature` is `sha256=` and the HMAC (RFC 2104) with SHA-256 of the body's bytes under the secret, in lower-case
//! hex. A receiver computes it over the bytes as they came, and compares. `id` is the same when a message comes again.

use std::time::Duration;

use datasets::live::http;
use ring::hmac;
use serde_json::json;
use uci_pool::hex;
use ureq::Agent;

use super::{NotificationError, Waiting};
use crate::clock::timestamp;

pub(crate) const SIGNATURE: &str = "X-Fairplay-Signature";
/// How long the whole exchange may take.
const PATIENCE: Duration = Duration::from_secs(15);
/// Least characters of the shared secret.
const LEAST_SECRET: usize = 16;

/// The address of other software, and the secret that it shares with this one.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookSettings {
    pub address: String,
    /// At least 16 characters.
    pub secret: String,
}

impl std::fmt::Debug for WebhookSettings {
    /// Without the secret, and without the parts of the address that may hold one.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "WebhookSettings {{ {} }}", http::shown(&self.address))
    }
}

pub(super) struct Webhook {
    agent: Agent,
    address: String,
    key: hmac::Key,
}

impl Webhook {
    pub(super) fn new(settings: &WebhookSettings) -> Result<Self, NotificationError> {
        let length = settings.secret.chars().count();
        if length < LEAST_SECRET {
            return Err(NotificationError::ShortSecret { length, least: LEAST_SECRET });
        }
        Ok(Self {
            agent: http::agent(&settings.address, PATIENCE, false)?,
            address: settings.address.clone(),
            key: hmac::Key::new(hmac::HMAC_SHA256, settings.secret.as_bytes()),
        })
    }

    /// Sends one message. An error is told in words without addresses.
    pub(super) fn send(&self, message: &Waiting, text: &str, link: &str) -> Result<(), String> {
        let body = json!({
            "id": message.id,
            "event": message.event,
            "at": timestamp(message.made).to_string(),
            "text": text,
            "url": link,
        });
        let body = body.to_string();
        let signature = hex(hmac::sign(&self.key, body.as_bytes()).as_ref());
        let request = self
            .agent
            .post(&self.address)
            .config()
            // A redirect would turn the message into a question.
            .max_redirects(0)
            .build()
            .header("Content-Type", "application/json")
            .header(SIGNATURE, format!("sha256={signature}"));
        match request.send(&body) {
            Ok(answer) if answer.status().is_success() => Ok(()),
            Ok(answer) => Err(format!("the webhook answered {}", answer.status().as_u16())),
            Err(ureq::Error::Timeout(_)) => Err("the webhook did not answer in time".to_owned()),
            Err(_) => Err("the webhook could not be reached".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4231, test case 2.
    #[test]
    fn the_signature_is_that_of_the_standard() {
        let key = hmac::Key::new(hmac::HMAC_SHA256, b"Jefe");
        assert_eq!(
            hex(hmac::sign(&key, b"what do ya want for nothing?").as_ref()),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }

    #[test]
    fn settings_that_cannot_work_are_refused_and_print_no_secret() {
        let settings = |address: &str, secret: &str| WebhookSettings {
            address: address.to_owned(),
            secret: secret.to_owned(),
        };
        assert!(Webhook::new(&settings("http://127.0.0.1:1/a", "0123456789abcdef")).is_ok());
        let error = Webhook::new(&settings("http://127.0.0.1:1/a", "short")).err();
        assert!(matches!(error, Some(NotificationError::ShortSecret { length: 5, .. })), "{error:?}");
        let error = Webhook::new(&settings("ftp://example.org/", "0123456789abcdef")).err();
        assert!(matches!(error, Some(NotificationError::Webhook(_))), "{error:?}");
        let shown = format!("{:?}", settings("https://me:pw@example.org/a?token=1", "0123456789abcdef"));
        assert!(!shown.contains("pw") && !shown.contains("token=1") && !shown.contains("0123"), "{shown}");
    }
}
