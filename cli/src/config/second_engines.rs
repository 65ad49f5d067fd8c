//! Second engines: those of a server, as the settings file lists them, and the one that a command names.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use pipeline::second_engine_settings;
use serde::{Deserialize, Serialize};
use service::SecondEngine;
use uci_pool::{EngineSpec, Settings};

use crate::arguments::SecondEngineOptions;
use crate::config::{Config, Engines};

/// Letters of a name at most: it is an entry of a list in a form.
const MAX_NAME: usize = 60;

/// One of `[[serve.second_engines]]`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SecondEngineFile {
    /// What people choose it by.
    name: String,
    path: PathBuf,
    #[serde(default)]
    args: Vec<String>,
    /// Further files that decide its results.
    #[serde(default)]
    files: Vec<PathBuf>,
    /// Plies, if not 20.
    depth: Option<u8>,
    /// Whether hints take its first moves into account as well.
    #[serde(default)]
    hints: bool,
}

impl Config {
    /// The engine of `--second-engine` beside a test with the settings in force: one line, and this machine only, because workers have
    /// the engine of the test and not this one.
    ///
    /// # Errors
    /// A depth that cannot be searched.
    pub(crate) fn second_engine(
        &self,
        program: &Path,
        options: &SecondEngineOptions,
    ) -> anyhow::Result<Engines> {
        let mut engines = self.local_engines()?;
        engines.searchers.spec = EngineSpec {
            command: program.to_owned(),
            args: options.second_engine_args.clone(),
            files: options.second_engine_files.clone(),
            options: Vec::new(),
            cage: self.cage(),
        };
        engines.settings = second_engine_settings(&self.settings, options.depth());
        engines.settings.validate().context("the settings of the second engine cannot be used")?;
        Ok(engines)
    }

    /// The second engines of the server, each as `fairplay test --second-engine` would search with it beside a test with these
    /// settings.
    ///
    /// # Errors
    /// A name that is empty, too long or given twice, a depth that cannot be searched, or two engines for hints.
    pub(crate) fn second_engines(&self, test: &Settings) -> anyhow::Result<Vec<SecondEngine>> {
        let mut names = BTreeSet::new();
        let mut engines = Vec::new();
        for listed in &self.serve.second_engines {
            let name = listed.name.trim();
            if name.is_empty() || name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
                bail!(
                    "`{}` is no name for a second engine; give one line of 1 to {MAX_NAME} letters in fairplay.toml",
                    reports::visible(name)
                );
            }
            if !names.insert(name) {
                bail!("two second engines in fairplay.toml have the name `{name}`; give each its own");
            }
            let settings = second_engine_settings(test, listed.depth);
            settings
                .validate()
                .with_context(|| format!("the settings of the second engine `{name}` cannot be used"))?;
            engines.push(SecondEngine {
                name: name.to_owned(),
                spec: EngineSpec {
                    command: listed.path.clone(),
                    args: listed.args.clone(),
                    files: listed.files.clone(),
                    options: Vec::new(),
                    cage: self.cage(),
                },
                settings,
                hints: listed.hints,
            });
        }
        let of_hints: Vec<&str> =
            engines.iter().filter(|one| one.hints).map(|one| one.name.as_str()).collect();
        if let [one, other, ..] = of_hints[..] {
            bail!(
                "both `{one}` and `{other}` have `hints = true` in fairplay.toml; hints take one second engine"
            );
        }
        Ok(engines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::{EngineOptions, RunOptions};

    /// The depths are those of the shipped weights (`analyzer/parameters`), and so is the largest number of nodes.
    #[test]
    fn a_second_engine_searches_to_a_depth_that_was_fitted() {
        let folder = tempfile::tempdir().expect("a folder");
        let run = RunOptions { store: Some(folder.path().join("s")), ..RunOptions::default() };
        let config = Config::full(&EngineOptions { run, ..EngineOptions::default() }).expect("loads");
        let settings = |second_depth, deep| {
            let options = SecondEngineOptions { second_depth, deep, ..SecondEngineOptions::default() };
            config.second_engine(Path::new("engine"), &options).expect("can be searched").settings
        };
        let depths =
            [(None, false), (None, true), (Some(7), false)].map(|(depth, deep)| settings(depth, deep).depth);
        assert_eq!(depths, [20, 24, 7]);
        assert_eq!(settings(None, true).node_cap, 5_000_000);
    }

    fn listed(text: &str) -> anyhow::Result<Vec<SecondEngine>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("fairplay.toml");
        std::fs::write(&path, text)?;
        let run = RunOptions { config: Some(path), store: Some("s".into()), ..RunOptions::default() };
        Config::load(&EngineOptions { run, ..EngineOptions::default() })?.second_engines(&Settings::FULL)
    }

    #[test]
    fn second_engines_have_one_line_and_names_of_their_own() {
        assert!(listed("").expect("none is needed").is_empty());
        let two = "[[serve.second_engines]]\nname = \"Lc0\"\npath = \"/opt/lc0\"\nargs = [\"-x\"]\n\
                   [[serve.second_engines]]\nname = \"Berserk\"\npath = \"/opt/b\"\ndepth = 9\n";
        let engines = listed(two).expect("two");
        let found: Vec<_> = engines
            .iter()
            .map(|one| (one.name.as_str(), one.settings.depth, one.settings.multipv, one.settings.decided))
            .collect();
        assert_eq!(found, [("Lc0", 20, 1, None), ("Berserk", 9, 1, None)]);
        assert_eq!(engines[0].spec.args, ["-x"]);
        for (wrong, part) in [
            (two.replace("Berserk", "Lc0"), "have the name `Lc0`"),
            (two.replace("Berserk", " "), "no name for a second engine"),
            (two.replace("depth = 9", "depth = 0"), "the settings of the second engine `Berserk`"),
            (two.replace("depth = 9", "queue = true"), "unknown field `queue`"),
            (two.replace("name =", "hints = true\nname ="), "both `Lc0` and `Berserk` have `hints = true`"),
        ] {
            let error = format!("{:#}", listed(&wrong).expect_err(part));
            assert!(error.contains(part), "{error}");
        }
    }
}
