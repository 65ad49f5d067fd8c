//! What `[package.metadata.deb]` names: a file that was moved would be noticed at the next release only.

use std::path::Path;
use std::process::Command;

#[test]
fn every_file_of_the_debian_package_is_there_or_made() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap();
    let manifest: toml::Table = toml::from_str(&read("Cargo.toml")).unwrap();
    let deb = &manifest["package"]["metadata"]["deb"];
    let script = read("../packaging/deb.sh");
    let assets = deb["assets"].as_array().unwrap();
    let files = assets.iter().map(|asset| asset[0].as_str().unwrap());
    let others = [&deb["license-file"][0], &deb["maintainer-scripts"]].map(|file| file.as_str().unwrap());
    for file in files.chain(others) {
        // Of a pattern, its folder.
        let named = file.split("/*").next().unwrap();
        let made = named.strip_prefix("target/release/");
        match made {
            Some(made) => {
                assert!(
                    script.contains(&format!("$release/{made}")),
                    "packaging/deb.sh does not make {file}"
                );
            }
            None => assert!(folder.join(named).exists(), "{file} is gone"),
        }
    }
}

/// 0 is closed, 10 is open. The figure is that of systemd itself.
#[test]
fn the_unit_of_the_server_leaves_little_open() {
    let unit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/systemd/fairplay.service");
    let asked = Command::new("systemd-analyze").args(["security", "--offline=true"]).arg(&unit).output();
    let Ok(asked) = asked else {
        println!("skipped the unit of the server: there is no systemd-analyze");
        return;
    };
    let said = String::from_utf8_lossy(&asked.stdout);
    let Some((_, level)) = said.split_once("Overall exposure level for fairplay.service: ") else {
        println!(
            "skipped the unit of the server: this systemd-analyze reads no files: {}",
            String::from_utf8_lossy(&asked.stderr)
        );
        return;
    };
    let level: f64 = level.split(' ').next().unwrap().parse().unwrap();
    assert!(level <= 2.0, "{said}");
    // The cage of the engines is made of these.
    let text = std::fs::read_to_string(unit).unwrap();
    for call in ["landlock_add_rule", "landlock_create_ruleset", "landlock_restrict_self", "seccomp"] {
        assert!(
            text.lines().any(|line| line.starts_with("SystemCallFilter=") && line.contains(call)),
            "{call}"
        );
    }
}
