//! `fairplay verify` on an evidence bundle: tells a bundle from a screening folder, and puts the findings into words.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use pipeline::bundle::evidence::FILES;
use reports::bundle::{
    Edition, Finding, KEY, MANIFEST, PublicKey, SIGNATURE, Trust, Verification, Verifier, key_file,
    trusted_time,
};
use reports::bundle_files::{self, CUSTODY, DOSSIER};
use reports::visible;

use super::options::VerifyOptions;
use super::recompute;
use super::recompute_bundle::checks;
use crate::output::json_or;
use crate::output::terminal::say;
use crate::{ExitStatus, Outcome};

/// Whether a path is a bundle and no screening folder. A bundle whose manifest was taken away is still one.
pub(crate) fn is_bundle(path: &Path) -> bool {
    path.is_file() || [MANIFEST, SIGNATURE, KEY].iter().any(|name| path.join(name).is_file())
}

pub(crate) fn run(options: &VerifyOptions) -> Outcome {
    let key = options.key.as_deref().map(public_key).transpose()?;
    let mut wanted = options.recompute.map_or(vec![DOSSIER, CUSTODY], |_| FILES.to_vec());
    wanted.push(SIGNATURE);
    let (mut verification, files) = Verifier::new(key).open(&options.folder, &wanted)?;
    let authority = options.time_authority.as_deref();
    let answer = beside(&options.folder, "tsr")?;
    if answer.is_file() {
        let signature = files.get(SIGNATURE).map_or(&[][..], Vec::as_slice);
        verification = verification.and(time_stamp_of(&answer, signature, authority)?);
    } else if authority.is_some() {
        bail!("there is no time stamp at {}, so --time-authority has nothing to check", answer.display());
    }
    match verification.manifest.as_ref().filter(|_| verification.holds) {
        Some(manifest) => {
            let mut repeated = bundle_files::consistency(manifest, &files);
            if let Some(recompute) = options.recompute {
                repeated.0.extend(checks(options, recompute, manifest, &files)?.0);
            }
            verification = verification.with(repeated.0);
        }
        None if options.recompute.is_some() => {
            say!("The bundle does not hold, so nothing is computed again from it.");
        }
        None => {}
    }
    let text = json_or(options.json, &verification, || Ok(show(&verification)))?;
    let unsigned = verification.findings.contains(&Finding::Unsigned);
    let status = match verification.holds {
        false => ExitStatus::Failed,
        true if !verification.uncompared.is_empty() => ExitStatus::Uncompared,
        true if verification.attested => ExitStatus::Done,
        true if unsigned => ExitStatus::Unsigned,
        true => ExitStatus::InsideKey,
    };
    Ok((status, text))
}

/// `NAME.zip.tsr` beside `NAME.zip`.
pub(crate) fn beside(bundle: &Path, ending: &str) -> anyhow::Result<PathBuf> {
    let mut name =
        bundle.file_name().with_context(|| format!("{} has no name", bundle.display()))?.to_owned();
    name.push(".");
    name.push(ending);
    Ok(bundle.with_file_name(name))
}

/// Checks the answer of a time-stamping authority for a signature; `authorities` is the file of those that the reader trusts.
pub(crate) fn time_stamp_of(
    answer: &Path,
    signature: &[u8],
    authorities: Option<&Path>,
) -> anyhow::Result<Finding> {
    let trusted = authorities.map(trusted_time::authorities).transpose()?.unwrap_or_default();
    let mut bytes = Vec::new();
    let read =
        File::open(answer).and_then(|file| file.take(trusted_time::MAX_ANSWER).read_to_end(&mut bytes));
    read.with_context(|| format!("cannot read {}", answer.display()))?;
    Ok(trusted_time::check(&bytes, signature, &trusted))
}

/// A key as it stands on the command line, or the file of one.
fn public_key(given: &str) -> anyhow::Result<PublicKey> {
    PublicKey::parse(given).or_else(|_| {
        key_file::read_public(Path::new(given))
            .with_context(|| format!("--key {given} is neither a public key nor the file of one"))
    })
}

fn show(verification: &Verification) -> String {
    let mut text = recompute::uncompared_line(&verification.recomputed).unwrap_or_default();
    text += &verification.manifest.as_ref().map_or_else(String::new, |manifest| {
        let edition = match manifest.edition {
            Edition::Complete => "Complete copy",
            Edition::Defence => "Copy for the defence",
        };
        let (software, numbers) = (visible(&manifest.software), visible(&manifest.numbers));
        format!(
            "{edition}, made {} with {software}\nDigest over the numbers: {numbers}\n\n",
            manifest.created
        )
    });
    for finding in &verification.findings {
        let mark = if finding.holds() { "holds  " } else { "DIFFERS" };
        text.extend([mark, "  ", &finding.sentence(), "\n"]);
    }
    let recomputed = &verification.recomputed;
    let failed = verification.failures().count() + recomputed.iter().filter(|check| check.fails()).count();
    let all = verification.findings.len() + recomputed.iter().filter(|check| check.holds.is_some()).count();
    // The notes say what a signature proves. Where something differs it proves nothing.
    let notes = match verification.holds {
        true => verification.findings.iter().filter_map(note).collect::<String>(),
        false => "Do not rely on this bundle.\n".to_owned(),
    };
    let conclusion = recompute::conclusion(recomputed, failed, all, verification.attested);
    text + &recompute::list(recomputed) + "\n" + &conclusion + &notes
}

/// A remark on a finding that holds.
fn note(finding: &Finding) -> Option<String> {
    match finding {
        Finding::Unsigned => Some(
            "Unsigned: the files belong together, and nothing shows who put them together or that it was done once.\n"
                .to_owned(),
        ),
        Finding::SignatureGood {
            trust: Trust::Inside,
            fingerprint,
            ..
        } => Some(format!(
            "The key came with the bundle. So this proves only that nothing was changed since whoever holds that key\n\
             signed. Ask the operator for the fingerprint by another way and compare, or give the key with --key.\n\
             fingerprint  {fingerprint}\n"
        )),
        Finding::TimeStampGood { trust: Trust::Inside, fingerprint, .. } => Some(format!(
            "Nothing but the time stamp itself says who made it. Give the authority's certificates with --time-authority.\n\
             fingerprint of its certificate  {fingerprint}\n"
        )),
        _ => None,
    }
}
