//! Answers of OpenSSL 3.0 (`openssl ts -query -data message -sha256 -no_nonce -cert`, `openssl ts -reply`), made on 24 November 2026
//! at 23:24:39 with three certificates under `root.pem`; the message is [`MESSAGE`].

use super::*;

const MESSAGE: &[u8] = b"signature of the test";
const REQUEST: &[u8] = include_bytes!("request.tsq");
const ANSWERS: [(&str, &[u8]); 3] = [
    ("CN=RSA authority,O=Example", include_bytes!("rsa.tsr")),
    ("CN=RSA authority,O=Example", include_bytes!("rsa-sha512.tsr")),
    ("CN=EC authority,O=Example", include_bytes!("ec.tsr")),
];
const ROOT: &[u8] = include_bytes!("root.pem");
/// A certificate of somebody else.
const OTHER: &[u8] = include_bytes!("other.pem");

fn pem(text: &[u8]) -> Vec<CertificateDer<'static>> {
    CertificateDer::pem_slice_iter(text).collect::<Result<_, _>>().expect("certificates")
}

fn reason(finding: Finding) -> String {
    match finding {
        Finding::TimeStampBad { reason } => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_request_is_that_of_openssl() {
    assert_eq!(request(MESSAGE).expect("a request"), REQUEST);
}

#[test]
fn answers_of_openssl_hold_with_their_root_and_say_so_without() {
    for (name, answer) in ANSWERS {
        for (roots, expected) in [(pem(ROOT), Trust::Given), (Vec::new(), Trust::Inside)] {
            let Finding::TimeStampGood { time, authority, fingerprint, trust } =
                check(answer, MESSAGE, &roots)
            else {
                panic!("{name}: {:?}", check(answer, MESSAGE, &roots));
            };
            assert!(time.to_string().starts_with("2026-11-24T23:24:"), "{time}");
            assert_eq!((authority.as_str(), trust, fingerprint.len()), (name, expected, 64));
        }
    }
}

#[test]
fn a_stamp_for_other_bytes_or_of_another_authority_does_not_hold() {
    for (name, answer) in ANSWERS {
        let other = reason(check(answer, b"signature of a test", &pem(ROOT)));
        assert!(other.contains("other bytes"), "{name}: {other}");
        let other = reason(check(answer, MESSAGE, &pem(OTHER)));
        assert!(other.contains("does not lead to an authority"), "{name}: {other}");
    }
    let all = [pem(OTHER), pem(ROOT)].concat();
    assert!(check(ANSWERS[0].1, MESSAGE, &all).holds(), "one of them is enough");
}

/// What a signature does not cover may change without an effect; nothing else may.
#[test]
fn no_changed_byte_tells_another_time_or_authority() {
    for (name, answer) in ANSWERS {
        let sound = check(answer, MESSAGE, &pem(ROOT));
        let mut held = 0;
        for place in 0..answer.len() {
            let mut changed = answer.to_vec();
            changed[place] ^= 1 << (place % 8);
            let found = check(&changed, MESSAGE, &pem(ROOT));
            assert!(found == sound || !found.holds(), "{name}, byte {place}: {found:?}");
            held += usize::from(found.holds());
        }
        assert!(held * 10 < answer.len(), "{name}: {held} changes were not seen");
    }
}

#[test]
fn what_is_no_granted_stamp_is_refused_with_a_reason() {
    for bytes in [&[][..], b"no answer", MESSAGE, REQUEST] {
        assert!(reason(check(bytes, MESSAGE, &[])).contains("does not read"), "{bytes:?}");
    }
    // PKIStatusInfo { rejection }, no token.
    assert!(
        reason(check(&[0x30, 5, 0x30, 3, 2, 1, 2], MESSAGE, &[])).contains("refused the stamp (status 2)")
    );
    for cut in (0..ANSWERS[0].1.len()).step_by(7) {
        assert!(!check(&ANSWERS[0].1[..cut], MESSAGE, &[]).holds(), "{cut} bytes");
    }
}
