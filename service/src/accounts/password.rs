//! Passwords: argon2id, and what a password has to be.
//!
//! Hashing takes memory and time on purpose, so only two run at once, each on a thread that keeps its 19 MiB. A name that nobody
//! has costs the same work as one that somebody has.

use std::sync::Arc;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

use crate::accounts::known_passwords::is_known;
use crate::accounts::secret::random;
use crate::keys::Key;
use crate::web::Problem;
use crate::web::threads::{Client, NotDone, Threads};

/// Characters of a password (ASVS 4.0.3, 2.1.1). Length is what counts: there are no rules on the kinds of characters (NIST SP
/// 800-63B, 5.1.1.2).
pub(crate) const MIN_CHARACTERS: usize = 12;
pub(crate) const MAX_BYTES: usize = 1024;
const MAX_AT_ONCE: usize = 2;
/// Blocks of 1 KiB beyond which a stored hash is not computed: 256 MiB.
const MAX_BLOCKS: usize = 256 * 1024;

/// The memory of one hash at a time.
#[derive(Default)]
pub(crate) struct Buffer(Vec<Block>);

impl Buffer {
    /// So many blocks; none if there is no memory for them.
    fn blocks(&mut self, count: usize) -> Option<&mut [Block]> {
        if count > MAX_BLOCKS {
            return None;
        }
        if self.0.len() < count {
            self.0 = Vec::new();
            self.0.try_reserve_exact(count).ok()?;
            self.0.resize(count, Block::new());
        }
        self.0.get_mut(..count)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// 19 MiB, two passes, one lane: the first choice of the OWASP Password Storage Cheat Sheet for argon2id.
    Full,
    /// The least that argon2 allows. For tests.
    Least,
}

impl Cost {
    fn params(self) -> Option<Params> {
        let params = match self {
            Self::Full => Params::new(19_456, 2, 1, None),
            Self::Least => Params::new(Params::MIN_M_COST, 1, 1, None),
        };
        params.ok()
    }
}

#[derive(Clone)]
pub(crate) struct Passwords {
    cost: Cost,
    /// A hash in the form of a stored one that belongs to no known password, for names that nobody has.
    nobody: Arc<str>,
    pub(crate) threads: Threads<Buffer>,
}

impl Passwords {
    pub(crate) fn new(cost: Cost) -> Option<Self> {
        let nobody = phc(&cost.params()?, &random::<16>().ok()?, &random::<32>().ok()?)?;
        Some(Self { cost, nobody: nobody.into(), threads: Threads::start("hashing", MAX_AT_ONCE).ok()? })
    }

    /// The hash of a new password in the form of the PHC (`$argon2id$v=19$...`).
    /// A password that is too short, too long or tried first is refused; `names` are those of its owner and their events.
    pub(crate) async fn hash(&self, names: &[String], password: String) -> Result<String, Problem> {
        if let Some(why) = refusal(names, &password) {
            return Err(Problem::refused(why));
        }
        let (cost, (client, _waits)) = (self.cost, Client::new());
        self.threads.run(client, move |buffer| hash(buffer, cost, &password)).await?.ok_or(Problem::Inside)
    }

    /// Whether a password belongs to a stored hash. Without one, the same work is done and the answer is no.
    pub(crate) async fn verify(
        &self,
        client: Client,
        stored: Option<String>,
        password: String,
    ) -> Result<bool, NotDone> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.nobody.to_string());
        let right = self.threads.run(client, move |buffer| is_right(buffer, &stored, &password));
        Ok(right.await?.unwrap_or(false) && known)
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

fn hash(buffer: &mut Buffer, cost: Cost, password: &str) -> Option<String> {
    let (params, salt) = (cost.params()?, random::<16>().ok()?);
    let hash = computed(buffer, (Algorithm::Argon2id, Version::V0x13, &params), password, &salt)?;
    phc(&params, &salt, &hash)
}

/// The form of a stored hash, by argon2id in version 19.
fn phc(params: &Params, salt: &[u8], hash: &[u8]) -> Option<String> {
    let parts = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(params).ok()?,
        salt: Some(Salt::new(salt).ok()?),
        hash: Some(Output::new(hash).ok()?),
    };
    Some(parts.to_string())
}

/// Whether a password belongs to a stored hash, of whatever parameters; none if it is no hash.
fn is_right(buffer: &mut Buffer, stored: &str, password: &str) -> Option<bool> {
    let stored = PasswordHash::new(stored).ok()?;
    let (salt, expected) = stored.salt.as_ref().zip(stored.hash.as_ref())?;
    let params = Params::try_from(&stored).ok()?;
    let algorithm = Algorithm::new(stored.algorithm).ok()?;
    let version = stored.version.map(Version::try_from).transpose().ok()?.unwrap_or_default();
    if password.len() > MAX_BYTES {
        return Some(false);
    }
    let found = computed(buffer, (algorithm, version, &params), password, salt)?;
    // Compares in constant time.
    Some(Output::new(&found).ok()? == *expected)
}

fn computed(
    buffer: &mut Buffer,
    (algorithm, version, params): (Algorithm, Version, &Params),
    password: &str,
    salt: &[u8],
) -> Option<Vec<u8>> {
    let mut hash = vec![0; params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN)];
    let blocks = buffer.blocks(params.block_count())?;
    let argon2 = Argon2::new(algorithm, version, params.clone());
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, &mut hash, blocks).ok()?;
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn verify(passwords: &Passwords, stored: Option<&str>, password: &str) -> bool {
        let (client, _waits) = Client::new();
        passwords.verify(client, stored.map(str::to_owned), password.to_owned()).await.expect("verified")
    }

    #[tokio::test]
    async fn a_password_is_known_again_and_another_is_not() {
        let passwords = Passwords::new(Cost::Least).expect("made");
        let hash = passwords.hash(&[], "correct horse".to_owned()).await.expect("hashed");
        assert!(hash.starts_with("$argon2id$v=19$"), "{hash}");
        let again = passwords.hash(&[], "correct horse".to_owned()).await.expect("hashed");
        assert_ne!(hash, again, "salted");
        assert!(verify(&passwords, Some(&hash), "correct horse").await);
        for wrong in ["correct horsf", "", &"x".repeat(MAX_BYTES + 1)] {
            assert!(!verify(&passwords, Some(&hash), wrong).await);
        }
        assert!(!verify(&passwords, None, "correct horse").await);
        let endless =
            "$argon2id$v=19$m=4294967295,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        for damaged in ["no hash", "$argon2id$v=19$m=8,t=1,p=1", endless] {
            assert!(!verify(&passwords, Some(damaged), "correct horse").await, "{damaged}");
        }
    }

    /// The parameters stand in the hash, so that a change of the cost leaves old passwords good.
    #[test]
    fn the_full_cost_is_what_owasp_asks_for() {
        let mut buffer = Buffer::default();
        let hash = hash(&mut buffer, Cost::Full, "correct horse").expect("hashed");
        assert!(hash.contains("$m=19456,t=2,p=1$"), "{hash}");
        // What lies in the buffer from one hash changes nothing of the next.
        let least = super::hash(&mut buffer, Cost::Least, "correct horse").expect("hashed");
        for stored in [&hash, &least, &hash] {
            for (password, right) in [("correct horse", true), ("correct horsf", false)] {
                assert_eq!(is_right(&mut buffer, stored, password), Some(right), "{stored}");
            }
        }
    }

    /// Who has no account costs the work of who has one.
    #[test]
    fn the_hash_for_names_that_nobody_has_has_the_form_of_others() {
        for cost in [Cost::Full, Cost::Least] {
            let passwords = Passwords::new(cost).expect("made");
            let real = hash(&mut Buffer::default(), cost, "correct horse").expect("hashed");
            let head = |hash: &str| {
                hash.rsplit_once('$').and_then(|(head, _)| Some(head.rsplit_once('$')?.0.to_owned()))
            };
            assert_eq!(head(&passwords.nobody), head(&real));
            assert_eq!(passwords.nobody.len(), real.len());
        }
    }

    /// From the tests of the reference implementation (phc-winner-argon2, `src/test.c`, argon2id, version 19).
    #[tokio::test]
    async fn a_hash_of_the_reference_implementation_is_understood() {
        let passwords = Passwords::new(Cost::Least).expect("made");
        let reference =
            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        assert!(verify(&passwords, Some(reference), "password").await);
        assert!(!verify(&passwords, Some(reference), "passwore").await);
    }

    #[test]
    fn a_buffer_grows_and_one_without_end_is_refused() {
        let mut buffer = Buffer::default();
        let mut length = |count| buffer.blocks(count).map(|blocks| blocks.len());
        assert_eq!([8, 64, 8, MAX_BLOCKS + 1].map(&mut length), [Some(8), Some(64), Some(8), None]);
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
