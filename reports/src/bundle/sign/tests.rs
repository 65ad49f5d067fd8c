//! Keys and signatures against minisign itself and against the reader of its author.

use super::*;

/// A key, its public half and a signature, made for these tests by minisign 0.11: `minisign -G -W`, and
/// `minisign -S -t COMMENT`.
const SECRET: &str = "untrusted comment: a comment
RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAApCGeYMqQCpj0s2aCyNxQTbLaavxvu4yqJxmxNlWHK4NTNqUjlL5w\
BGQ9IjYlpctWwo2SG8fw94H/ogO/rZxtBCJMHW9sv/R/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
";
const PUBLIC: &str = "untrusted comment: minisign public key 980A90CA609E21A4
RWSkIZ5gypAKmGQ9IjYlpctWwo2SG8fw94H/ogO/rZxtBCJMHW9sv/R/
";
/// `sed -n 2p key.pub | base64 -d | sha256sum`
const FINGERPRINT: &str = "9bb3e7094085ff686300914d39669f88ac0d97f967d76c9ada0165b675889502";
const MESSAGE: &[u8] = b"{\"schema\": \"an example\"}\n";
const LINES: [&str; 2] = [
    "RUSkIZ5gypAKmJDkqL2ibQ8wT/PduSc7MLKrmyufC1kVst0aUdFtDO5VYpOVf1kSw9MRec9P/N8WWS8xcbIi7FOA140Ov3MF2go=",
    "BA9Deeioy+Ozbr8gIWl5c7MfCykQ3W2MLRY05qGQYe/upaf8aoFFeuGV6kYW6xxohbU+/XCd9ggsc5CG7uG1AQ==",
];
/// A key with the password `pw`, made by `minisign -G`.
const PROTECTED: &str = "untrusted comment: minisign encrypted secret key
RWRTY0IyXDXK1F7hdhNzya4FzPcDdLO47IwVZCXMxLrp+rB51NoAAAACAAAAAAAAAEAAAAAAjuiNAZAAYkmYQnGCZiuXDDJIO2sUq9D3ltRYBGHGn/M9a0md\
9/vWGXMVESGCAGgaYnR6/5TtLHEl5JWJemk9ZzzI3zq4peWdi6rpXfbXuZuEnpQQ5C/poq+K8xtpTh70eO8UyPTPx2U=
";

fn instant() -> Timestamp {
    Timestamp::from_seconds(1_793_179_800).expect("in range")
}

#[test]
fn a_key_of_minisign_signs_as_minisign_does() {
    let secret = SecretKey::parse(SECRET).expect("a key");
    assert_eq!(secret.public().text(), PUBLIC);
    assert_eq!(secret.public().id(), "980A90CA609E21A4");
    assert_eq!(secret.public().fingerprint(), FINGERPRINT);
    let signature = secret.sign(MESSAGE, instant()).expect("signs");
    let text = signature.text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!([lines[1], lines[3]], LINES);
    assert_eq!(lines[2], "trusted comment: timestamp:1793179800\tfile:bundle.json\thashed");
}

#[test]
fn the_reader_of_the_author_of_minisign_takes_our_keys_and_signatures() {
    let secret = SecretKey::generate().expect("a key");
    let text = secret.sign(MESSAGE, instant()).expect("signs").text();
    let key = minisign_verify::PublicKey::decode(&secret.public().text()).expect("a key");
    let signature = minisign_verify::Signature::decode(&text).expect("a signature");
    key.verify(MESSAGE, &signature, false).expect("good");
    assert!(key.verify(b"another message", &signature, false).is_err());
    let other = *SecretKey::generate().expect("a key").public();
    let key = minisign_verify::PublicKey::from_base64(&other.base64()).expect("a key");
    assert!(key.verify(MESSAGE, &signature, false).is_err());
}

#[test]
fn two_new_keys_are_two_keys() {
    let [one, two] = [(); 2].map(|()| SecretKey::generate().expect("a key"));
    assert_ne!(one.seed, two.seed);
    assert_ne!(one.public().id(), two.public().id());
    assert_ne!(one.public().fingerprint(), two.public().fingerprint());
}

#[test]
fn a_secret_key_reads_back_and_does_not_show_itself() {
    let secret = SecretKey::generate().expect("a key");
    let back = SecretKey::parse(&secret.text()).expect("reads");
    assert_eq!((back.seed, back.public), (secret.seed, secret.public));
    let shown = format!("{secret:?}");
    assert!(!shown.contains(&format!("{:?}", secret.seed)), "{shown}");
    assert!(!shown.contains("seed"), "{shown}");
}

/// Every bit of the second line that means something: a changed key is never taken for another one.
#[test]
fn a_damaged_secret_key_is_refused() {
    let text = SecretKey::from_seed([7; 32], *b"examples").expect("a key").text();
    let (comment, line) = text.split_once('\n').expect("two lines");
    let bytes = STANDARD.decode(line.trim()).expect("base64");
    assert_eq!(bytes.len(), 158);
    for place in (0..6).chain(54..158) {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        let text = format!("{comment}\n{}\n", STANDARD.encode(&changed));
        assert!(SecretKey::parse(&text).is_err(), "byte {place}");
    }
    for length in 0..bytes.len() {
        let text = format!("{comment}\n{}\n", STANDARD.encode(&bytes[..length]));
        assert!(SecretKey::parse(&text).is_err(), "{length} bytes");
    }
    for text in ["", "untrusted comment: x", "x\ny", "untrusted comment: x\n!!", &format!("{text}{line}")] {
        assert!(SecretKey::parse(text).is_err(), "{text:?}");
    }
}

#[test]
fn a_key_with_a_password_says_what_to_do() {
    let error = SecretKey::parse(PROTECTED).expect_err("refused");
    assert!(error.to_string().contains("minisign -C -W"), "{error}");
}

#[test]
fn public_keys_are_read_with_and_without_their_comment() {
    let key = PublicKey::parse(PUBLIC).expect("a key");
    assert_eq!(PublicKey::parse(&key.base64()).ok(), Some(key));
    assert_eq!(PublicKey::parse(&key.text().replace('\n', "\r\n")).ok(), Some(key));
    for text in ["", "RWQ", &key.base64()[1..], &format!("{PUBLIC}more\n"), SECRET, &"A".repeat(56)] {
        assert!(PublicKey::parse(text).is_err(), "{text:?}");
    }
}

#[test]
fn every_changed_byte_of_a_signature_is_found() {
    let secret = SecretKey::from_seed([7; 32], *b"examples").expect("a key");
    let text = secret.sign(MESSAGE, instant()).expect("signs").text();
    let holds = |bytes: &[u8]| Signature::parse(bytes).and_then(|read| read.check(secret.public(), MESSAGE));
    assert!(holds(text.as_bytes()).is_ok());
    for place in 0..text.len() {
        let mut changed = text.clone().into_bytes();
        changed[place] ^= 1;
        assert!(holds(&changed).is_err(), "byte {place}");
        assert!(holds(&text.as_bytes()[..place]).is_err(), "cut at {place}");
    }
    assert!(holds(format!("{text}\n").as_bytes()).is_err());
    assert!(holds(text.replace('\n', "\r\n").as_bytes()).is_err());
}

#[test]
fn what_does_not_hold_is_told_apart() {
    let secret = SecretKey::from_seed([7; 32], *b"examples").expect("a key");
    let signature = secret.sign(MESSAGE, instant()).expect("signs");
    let other = SecretKey::from_seed([8; 32], *b"examples").expect("a key");
    let named = SecretKey::from_seed([7; 32], *b"another!").expect("a key");
    let found = |signature: &Signature, key: &SecretKey, message: &[u8]| {
        signature.check(key.public(), message).expect_err("refused").to_string()
    };
    assert!(found(&signature, &secret, b"else").contains("these bytes"));
    assert!(found(&signature, &other, MESSAGE).contains("these bytes"));
    assert!(found(&signature, &named, MESSAGE).contains("it was made with the key"));
    let commented = Signature { comment: "timestamp:0".to_owned(), ..signature };
    assert!(found(&commented, &secret, MESSAGE).contains("its comment"));
}
