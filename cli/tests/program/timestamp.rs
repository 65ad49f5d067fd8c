//! `fairplay timestamp` with OpenSSL as the authority, from key to verification. Skipped with a printed reason without `openssl`.

use std::path::Path;
use std::process::Command;

use crate::evidence::description;
use crate::home::Home;
use reports::bundle::{Bundle, Content, Edition, Kind, key_file};

const SETTINGS: &str = "[req]\ndistinguished_name=dn\n[dn]\n[root]\nbasicConstraints=critical,CA:true\n\
    [tsa]\nbasicConstraints=critical,CA:false\nextendedKeyUsage=critical,timeStamping\n\
    [answers]\nserial=serial\ndefault_policy=1.2.3.4.1\ndigests=sha256\ness_cert_id_alg=sha256\nsigner_digest=sha256\n";

/// Runs OpenSSL in a folder; `false` if there is none.
fn openssl(folder: &Path, arguments: &str) -> bool {
    let command = Command::new("openssl").args(arguments.split(' ')).current_dir(folder).output();
    let Ok(out) = command else { return false };
    assert!(out.status.success(), "openssl {arguments}: {}", String::from_utf8_lossy(&out.stderr));
    true
}

#[test]
fn the_time_of_a_signature_is_confirmed_and_checked() {
    let home = Home::new();
    let authority = home.path("authority");
    std::fs::create_dir(&authority).expect("made");
    if !openssl(&authority, "version") {
        return println!("skipped: there is no openssl; `make setup` installs it");
    }
    std::fs::write(authority.join("ca.cnf"), SETTINGS).expect("written");
    std::fs::write(authority.join("serial"), "01").expect("written");
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -config ca.cnf";
    openssl(
        &authority,
        &format!("req -x509 {key} -keyout root.key -subj /CN=Root -extensions root -out root.pem"),
    );
    openssl(
        &authority,
        &format!("req -x509 {key} -keyout x.key -subj /CN=Other -extensions root -out other.pem"),
    );
    openssl(&authority, &format!("req {key} -keyout tsa.key -subj /CN=Clock -out tsa.csr"));
    let sign = "x509 -req -in tsa.csr -CA root.pem -CAkey root.key -CAcreateserial -extfile ca.cnf";
    openssl(&authority, &format!("{sign} -extensions tsa -out tsa.pem"));
    let answer = |request: &str, to: &str| {
        let reply = "ts -reply -config ca.cnf -section answers -signer tsa.pem -inkey tsa.key";
        openssl(&authority, &format!("{reply} -queryfile ../{request} -out {to}"));
    };

    home.text(&["key", "new"], 0);
    let key = key_file::read(&home.path(".config/fairplay/signing.key")).expect("a key");
    // A later version with a layout of its own, so that no page is made again.
    let description = description(Edition::Complete, "fairplay 99.0.0", "5a".repeat(32));
    let content = |text: &str| Content {
        name: "notes.txt".to_owned(),
        kind: Kind::Report,
        bytes: text.as_bytes().to_vec(),
    };
    for (name, text, key) in
        [("a", "one\n", Some(&key)), ("b", "two\n", Some(&key)), ("unsigned", "one\n", None)]
    {
        let dossier =
            Content::new("dossier.json", Kind::Data, br#"{"schema": "fairplay/dossier/99"}"#.to_vec());
        let bundle = Bundle::new(&description, vec![content(text), dossier], key).expect("a bundle");
        bundle.write_folder(&home.path(name)).expect("written");
        bundle.write_zip(&home.path(&format!("{name}.zip"))).expect("written");
    }
    let (code, _, error) = home.run(&["timestamp", "request", "unsigned"]);
    assert!(code == Some(1) && error.contains("is not signed"), "{error}");

    let out = home.text(&["timestamp", "request", "a.zip"], 0);
    assert!(out.contains("a.zip.tsq") && out.contains("fairplay timestamp attach a.zip"), "{out}");
    answer("a.zip.tsq", "a.tsr");
    // For another bundle, and of another authority, it is not taken.
    let (code, _, error) = home.run(&["timestamp", "attach", "b.zip", "authority/a.tsr"]);
    assert!(code == Some(1) && error.contains("other bytes than this signature"), "{error}");
    let other =
        ["timestamp", "attach", "a.zip", "authority/a.tsr", "--time-authority", "authority/other.pem"];
    let (code, _, error) = home.run(&other);
    assert!(code == Some(1) && error.contains("does not lead to an authority"), "{error}");
    let out = home.text(&["timestamp", "attach", "a.zip", "authority/a.tsr"], 0);
    assert!(out.contains("the signature existed at") && out.contains("CN=Clock"), "{out}");

    let out = home.text(&["verify", "a.zip"], 6);
    assert!(out.contains("Nothing but the time stamp itself says who made it"), "{out}");
    let out = home.text(&["verify", "a.zip", "--time-authority", "authority/root.pem"], 6);
    assert!(out.contains("which leads to an authority given"), "{out}");
    let json = home.json(&["verify", "a.zip", "--time-authority", "authority/root.pem", "--json"], 6);
    let found = json["findings"].as_array().and_then(|all| all.last()).expect("findings");
    assert_eq!((&found["finding"], &found["trust"]), (&"time_stamp_good".into(), &"given".into()));
    // The folder of the same bundle has the same signature, so the same answer holds for it.
    home.text(&["timestamp", "attach", "a", "authority/a.tsr"], 0);
    home.text(&["verify", "a"], 6);
    // Put beside another bundle, or without any, the check fails.
    std::fs::copy(home.path("a.zip.tsr"), home.path("b.zip.tsr")).expect("copied");
    let out = home.text(&["verify", "b.zip"], 1);
    assert!(out.contains("DIFFERS  time stamp: does not hold"), "{out}");
    let (code, _, error) = home.run(&["verify", "b", "--time-authority", "authority/root.pem"]);
    assert!(code == Some(1) && error.contains("there is no time stamp at"), "{error}");
}
