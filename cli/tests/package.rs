//! What `[package.metadata.deb]` names: a file that was moved would be noticed at the next release only.

use std::path::Path;

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
