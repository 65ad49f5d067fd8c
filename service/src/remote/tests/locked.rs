//! A queue that lets in only who may: TLS with a certificate that is trusted, a name and a password, and NATS credentials.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use nkeys::KeyPair;
use serde_json::{Value, json};

use super::*;

fn tls(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls");
    folder.join(name).display().to_string()
}

/// Asks over an address, with a worker at the same address.
fn served(there: &Address) {
    let worker = RunningWorker::start(there.clone(), quiet());
    let found = answers(there, &asks(20, GOOD));
    assert!(found.iter().all(|answer| answer.result == Ok(one_line(31))));
    assert_eq!(worker.answered(), 20);
}

fn refused(there: &Address) -> String {
    let runtime = runtime().unwrap();
    let refused = runtime.block_on(there.connect());
    refused.expect_err("is not let in").to_string()
}

#[test]
fn over_tls_the_server_has_to_be_trusted_and_the_password_right() {
    let (certificate, key) = (tls("certificate.pem"), tls("key.pem"));
    let options =
        ["--tls", "--tlscert", &certificate, "--tlskey", &key, "--user", "pool", "--pass", "a:word"];
    let Some(nats) = nats(&options) else { return };
    let at = |login: &str, trusted: bool| Address {
        url: format!("tls://{login}localhost:{}", nats.port),
        credentials: None,
        trusted: trusted.then(|| PathBuf::from(tls("root.pem"))),
    };
    served(&at("pool:a:word@", true));
    for (login, trusted) in [("pool:a:word@", false), ("pool:another@", true), ("", true)] {
        let reason = refused(&at(login, trusted));
        assert!(reason.contains("cannot be reached"), "{reason}");
        assert!(!reason.contains("word@"), "no password in {reason}");
    }
}

/// A signed claim, as NATS reads it: its own words for an account or a user, made by whoever `issuer` is.
fn claim(issuer: &KeyPair, subject: &KeyPair, name: &str, nats: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let said = json!({
        "jti": name,
        "iat": 1_700_000_000,
        "iss": issuer.public_key(),
        "name": name,
        "sub": subject.public_key(),
        "nats": nats,
    });
    let head = part(&json!({ "typ": "JWT", "alg": "ed25519-nkey" }));
    let text = format!("{head}.{}", part(&said));
    let signature = issuer.sign(text.as_bytes()).unwrap();
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}

fn account(disk: i64) -> Value {
    json!({
        "limits": {
            "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1,
            "mem_storage": disk, "disk_storage": disk, "streams": -1, "consumer": -1
        },
        "default_permissions": { "pub": {}, "sub": {} },
        "type": "account",
        "version": 2
    })
}

#[test]
fn credentials_open_the_queue_and_those_of_a_stranger_do_not() {
    let operator = KeyPair::new_operator();
    let [system, pool, stranger] = [(); 3].map(|()| KeyPair::new_account());
    let folder = tempfile::tempdir().unwrap();
    let signed =
        |account_key: &KeyPair, name: &str, disk: i64| claim(&operator, account_key, name, &account(disk));
    let settings = format!(
        "operator: {}\nsystem_account: {}\nresolver: MEMORY\nresolver_preload: {{\n{}: {}\n{}: {}\n}}\n",
        claim(&operator, &operator, "operator", &json!({ "type": "operator", "version": 2 })),
        system.public_key(),
        system.public_key(),
        signed(&system, "system", 0),
        pool.public_key(),
        signed(&pool, "pool", -1),
    );
    let file = folder.path().join("server.conf");
    std::fs::write(&file, settings).unwrap();
    let credentials = |issuer: &KeyPair, name: &str| {
        let user = KeyPair::new_user();
        let unlimited = json!({
            "pub": {}, "sub": {}, "subs": -1, "data": -1, "payload": -1, "type": "user", "version": 2
        });
        let path = folder.path().join(format!("{name}.creds"));
        let text = format!(
            "-----BEGIN NATS USER JWT-----\n{}\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{}\n------END USER NKEY SEED------\n",
            claim(issuer, &user, name, &unlimited),
            user.seed().unwrap()
        );
        std::fs::write(&path, text).unwrap();
        path
    };
    let Some(nats) = nats(&["-c", &file.display().to_string()]) else { return };
    let with = |credentials: Option<PathBuf>| Address { url: nats.url(), credentials, trusted: None };
    served(&with(Some(credentials(&pool, "worker"))));
    for stranger in [None, Some(credentials(&stranger, "stranger"))] {
        let reason = refused(&with(stranger));
        assert!(reason.contains("cannot be reached"), "{reason}");
    }
    let nowhere = folder.path().join("nowhere.creds");
    let reason = refused(&with(Some(nowhere)));
    assert!(reason.contains("nowhere.creds cannot be read"), "{reason}");
}

/// The accounts of the documentation, with its own text as the settings of the server.
#[test]
fn the_rights_that_the_documentation_gives_are_enough_and_keep_workers_from_asking() {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/scale.md")).unwrap();
    let (_, settings) = text.split_once("```\nauthorization {").unwrap();
    let (settings, _) = settings.split_once("```").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nats.conf");
    std::fs::write(&file, format!("authorization {{{}", settings.replace('…', "word"))).unwrap();
    let Some(nats) = nats(&["-c", file.to_str().unwrap()]) else { return };
    let at = |name: &str| Address {
        url: nats.url().replace("//", &format!("//{name}:word@")),
        credentials: None,
        trusted: None,
    };
    let position = asks(21, GOOD);
    let worker = {
        // The streams are made by whoever asks.
        let asking = remote(&at("asks"), profile(), quiet()).unwrap();
        let worker = RunningWorker::start(at("worker"), quiet());
        asking.submit(position[20].clone());
        let answer = asking.next(PATIENCE).expect("an answer");
        assert_eq!(answer.result, Ok(one_line(31)));
        worker
    };
    assert!(answers(&at("asks"), &position[..20]).iter().all(|answer| answer.result == Ok(one_line(31))));
    assert_eq!(worker.answered(), 21);
    assert!(remote(&at("worker"), profile(), quiet()).is_err(), "a worker cannot ask");
}
