//! Passwords: argon2id, and what a password has to be.
//!
//! Hashing takes memory and time on purpose, so only a few run at once, away from the threads that answer. A name that
//! nobody has costs the same work as one that somebody has.

use std::sync::Arc;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::accounts::known_passwords::is_known;
use crate::accounts::secret::random;
use crate::keys::Key;
use crate::web::Problem;

/// Characters of a password (ASVS 4.0.3, 2.1.1). Length is what counts: there are no rules on the kinds of characters (NIST SP
/// 800-63B, 5.1.1.2).
pub(crate) const MIN_CHARACTERS: usize = 12;
pub(crate) const MAX_BYTES: usize = 1024;
const MAX_AT_ONCE: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// 19 MiB, two passes, one lane: the first choice of the OWASP Password Storage Cheat Sheet for argon2id.
    Full,
    /// The least that argon2 allows. For tests.
    Least,
}

impl Cost {
    fn hasher(self) -> Option<Argon2<'static>> {
        let params = match self {
            Self::Full => Params::new(19_456, 2, 1, None),
            Self::Least => Params::new(Params::MIN_M_COST, 1, 1, None),
        };
        Some(Argon2::new(Algorithm::Argon2id, Version::V0x13, params.ok()?))
    }
}

#[derive(Clone)]
pub(crate) struct Passwords {
    cost: Cost,
    /// The hash of a password that nobody has, for names that nobody has.
    nobody: Arc<str>,
    free: Arc<Semaphore>,
}

impl Passwords {
    pub(crate) fn new(cost: Cost) -> Option<Self> {
        let nobody = uci_pool::hex(&random::<32>().ok()?);
        Some(Self { cost, nobody: hash(cost, &nobody)?.into(), free: Arc::new(Semaphore::new(MAX_AT_ONCE)) })
    }

    /// The hash of a new password in the form of the PHC (`$argon2id$v=19$...`).
    /// A password that is too short, too long or tried first is refused; `names` are those of its owner and their events.
    pub(crate) async fn hash(&self, names: &[String], password: String) -> Result<String, Problem> {
        if let Some(why) = refusal(names, &password) {
            return Err(Problem::refused(why));
        }
        let cost = self.cost;
        self.run(move || hash(cost, &password)).await.flatten().ok_or(Problem::Inside)
    }

    /// Whether a password belongs to a stored hash. Without one, the same work is done and the answer is no.
    pub(crate) async fn verify(&self, stored: Option<String>, password: String) -> bool {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.nobody.to_string());
        let right = self.run(move || {
            password.len() <= MAX_BYTES
                && Argon2::default().verify_password(password.as_bytes(), stored.as_str()).is_ok()
        });
        right.await.unwrap_or(false) && known
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let permit = Arc::clone(&self.free).acquire_owned().await.ok()?;
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.ok()
    }
}

fn refusal(names: &[String], password: &str) -> Option<Key> {
    if password.chars().count() < MIN_CHARACTERS {
        Some(Key::RefusedPasswordShort)
    } else if password.len() > MAX_BYTES {
        Some(Key::RefusedPasswordLong)
    } else {
        is_known(password, names).then_some(Key::RefusedPasswordKnown)
    }
}

fn hash(cost: Cost, password: &str) -> Option<String> {
    let salt = random::<16>().ok()?;
    Some(cost.hasher()?.hash_password_with_salt(password.as_bytes(), &salt).ok()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_again_and_another_is_not() {
        let passwords = Passwords::new(Cost::Least).expect("made");
        let hash = passwords.hash(&[], "correct horse".to_owned()).await.expect("hashed");
        assert!(hash.starts_with("$argon2id$v=19$"), "{hash}");
        let again = passwords.hash(&[], "correct horse".to_owned()).await.expect("hashed");
        assert_ne!(hash, again, "salted");
        assert!(passwords.verify(Some(hash.clone()), "correct horse".to_owned()).await);
        for wrong in ["correct horsf", "", &"x".repeat(MAX_BYTES + 1)] {
            assert!(!passwords.verify(Some(hash.clone()), wrong.to_owned()).await);
        }
        assert!(!passwords.verify(None, "correct horse".to_owned()).await);
        assert!(!passwords.verify(Some("no hash".to_owned()), "correct horse".to_owned()).await);
    }

    /// The parameters stand in the hash, so that a change of the cost leaves old passwords good.
    #[test]
    fn the_full_cost_is_what_owasp_asks_for() {
        let hash = hash(Cost::Full, "correct horse").expect("hashed");
        assert!(hash.contains("$m=19456,t=2,p=1$"), "{hash}");
    }

    /// From the tests of the reference implementation (phc-winner-argon2, `src/test.c`, argon2id, version 19).
    #[tokio::test]
    async fn a_hash_of_the_reference_implementation_is_understood() {
        let passwords = Passwords::new(Cost::Least).expect("made");
        let reference =
            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        assert!(passwords.verify(Some(reference.to_owned()), "password".to_owned()).await);
        assert!(!passwords.verify(Some(reference.to_owned()), "passwore".to_owned()).await);
    }

    #[test]
    fn what_a_password_has_to_be() {
        let names = ["birch.birch".to_owned()];
        assert_eq!(refusal(&names, "quiet rooks"), Some(Key::RefusedPasswordShort));
        assert_eq!(refusal(&names, "тихие ладьи!"), None, "characters count, not bytes");
        assert_eq!(refusal(&names, "Birch.Birch.1"), Some(Key::RefusedPasswordKnown));
        let long = |length| "quiet rooks ".chars().cycle().take(length).collect::<String>();
        assert_eq!(refusal(&names, &long(MAX_BYTES + 1)), Some(Key::RefusedPasswordLong));
        assert_eq!(refusal(&names, &long(MAX_BYTES)), None);
    }
}
