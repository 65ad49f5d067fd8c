//! Where the server sends messages that hints have changed, as the settings file says it. Secrets lie in files of their own.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use service::{MailSecurity, MailSettings, NotificationSettings, WebhookSettings};

use crate::output::read_text;

/// The server that takes mail: `[serve.mail]`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MailFile {
    server: String,
    port: Option<u16>,
    #[serde(default)]
    security: MailSecurity,
    from: String,
    user: Option<String>,
    pub(crate) password_file: Option<PathBuf>,
}

/// Other software that is told: `[serve.webhook]`. The address may hold a secret and is not printed.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WebhookFile {
    #[serde(skip_serializing)]
    address: String,
    pub(crate) secret_file: PathBuf,
}

/// The first line of a file with a secret.
fn secret(path: &Path) -> anyhow::Result<String> {
    let text = read_text(path)?;
    let line = text.lines().next().unwrap_or_default().trim_end();
    if line.is_empty() {
        bail!("{} is empty; its first line has to be the secret", path.display());
    }
    Ok(line.to_owned())
}

/// Both ways, with their secrets read.
pub(crate) fn notifications(
    mail: Option<MailFile>,
    webhook: Option<WebhookFile>,
) -> anyhow::Result<NotificationSettings> {
    let mail = mail.map(|MailFile { server, port, security, from, user, password_file }| {
        let login = match (user, password_file) {
            (Some(user), Some(file)) => {
                Some((user, secret(&file).context("the password of the mail server")?))
            }
            (None, None) => None,
            _ => bail!("[serve.mail] needs user and password_file together, or neither"),
        };
        Ok(MailSettings { server, port, security, from, login })
    });
    let webhook = webhook.map(|WebhookFile { address, secret_file }| {
        let secret = secret(&secret_file).context("the secret of the webhook")?;
        anyhow::Ok(WebhookSettings { address, secret })
    });
    Ok(NotificationSettings { mail: mail.transpose()?, webhook: webhook.transpose()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_come_from_files_and_are_not_printed() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("secret");
        std::fs::write(&file, "0123456789abcdef\n").expect("written");
        let path = file.display();
        let mail = |rest: &str| -> MailFile {
            toml::from_str(&format!("server = \"mail.example.org\"\nfrom = \"a@example.org\"\n{rest}"))
                .expect("reads")
        };
        let full =
            mail(&format!("user = \"me\"\npassword_file = {:?}\nsecurity = \"starttls\"", path.to_string()));
        let hook: WebhookFile = toml::from_str(&format!(
            "address = \"https://example.org/?token=hidden\"\nsecret_file = {:?}",
            path.to_string()
        ))
        .expect("reads");
        let printed = serde_json::to_string(&(&full, &hook)).expect("JSON");
        assert!(!printed.contains("0123") && !printed.contains("hidden"), "{printed}");
        let read = notifications(Some(full), Some(hook)).expect("reads");
        let mail_read = read.mail.expect("mail");
        assert_eq!(mail_read.login, Some(("me".to_owned(), "0123456789abcdef".to_owned())));
        assert_eq!(mail_read.security, MailSecurity::Starttls);
        assert_eq!(read.webhook.map(|hook| hook.secret), Some("0123456789abcdef".to_owned()));

        let error = notifications(Some(mail("user = \"me\"")), None).expect_err("no password").to_string();
        assert!(error.contains("password_file"), "{error}");
        std::fs::write(&file, "\n").expect("written");
        let empty = mail(&format!("user = \"me\"\npassword_file = {:?}", path.to_string()));
        let error = format!("{:#}", notifications(Some(empty), None).expect_err("an empty file"));
        assert!(error.contains("is empty"), "{error}");
        assert!(toml::from_str::<MailFile>("server = \"x\"\nfrom = \"a@b.c\"\npassword = \"x\"").is_err());
    }
}
