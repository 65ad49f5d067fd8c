//! `fairplay verify` on an evidence bundle: tells a bundle from a screening folder, and puts the findings into words.

use std::path::Path;

use anyhow::Context;
use pipeline::bundle::evidence::FILES;
use reports::bundle::{
    Edition, Finding, KEY, MANIFEST, PublicKey, SIGNATURE, Trust, Verification, Verifier, key_file,
};
use reports::bundle_files::{self, CUSTODY, DOSSIER};
use reports::visible;

use super::options::VerifyOptions;
use super::recompute;
use super::recompute_bundle::checks;
use crate::output::json_or;
use crate::{ExitStatus, Outcome};

/// Whether a path is a bundle and no screening folder. A bundle whose manifest was taken away is still one.
pub(crate) fn is_bundle(path: &Path) -> bool {
    path.is_file() || [MANIFEST, SIGNATURE, KEY].iter().any(|name| path.join(name).is_file())
}

pub(crate) fn run(options: &VerifyOptions) -> Outcome {
    let key = options.key.as_deref().map(public_key).transpose()?;
    let wanted: &[&str] = options.recompute.map_or(&[DOSSIER, CUSTODY], |_| &FILES);
    let (mut verification, files) = Verifier::new(key).open(&options.folder, wanted)?;
    match verification.manifest.as_ref().filter(|_| verification.holds) {
        Some(manifest) => {
            let mut repeated = bundle_files::consistency(manifest, &files);
            if let Some(recompute) = options.recompute {
                repeated.0.extend(checks(options, recompute, manifest, &files)?.0);
            }
            verification = verification.with(repeated.0);
        }
        None if options.recompute.is_some() => {
            eprintln!("The bundle does not hold, so nothing is computed again from it.");
        }
        None => {}
    }
    let text = json_or(options.json, &verification, || Ok(show(&verification)))?;
    let unsigned = verification.findings.contains(&Finding::Unsigned);
    let status = match verification.holds {
        false => ExitStatus::Failed,
        true if verification.attested => ExitStatus::Done,
        true if unsigned => ExitStatus::Unsigned,
        true => ExitStatus::InsideKey,
    };
    Ok((status, text))
}

/// A key as it stands on the command line, or the file of one.
fn public_key(given: &str) -> anyhow::Result<PublicKey> {
    PublicKey::parse(given).or_else(|_| {
        key_file::read_public(Path::new(given))
            .with_context(|| format!("--key {given} is neither a public key nor the file of one"))
    })
}

fn show(verification: &Verification) -> String {
    let mut text = verification.manifest.as_ref().map_or_else(String::new, |manifest| {
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
        text.extend([mark, "  ", &sentence(finding), "\n"]);
    }
    let recomputed = &verification.recomputed;
    let failed = verification.failures().count() + recomputed.iter().filter(|check| check.fails()).count();
    let all = verification.findings.len() + recomputed.iter().filter(|check| check.holds.is_some()).count();
    let notes = verification.findings.iter().filter_map(note).collect::<String>();
    let conclusion = recompute::conclusion(failed, all, verification.attested);
    text + &recompute::list(recomputed) + "\n" + &conclusion + &notes
}

fn sentence(finding: &Finding) -> String {
    match finding {
        Finding::ArchiveDamaged { offset, reason } => format!("archive, byte {offset}: {reason}"),
        Finding::TooMany { most } => {
            format!("there are more files than the {most} that a bundle may hold; none was read")
        }
        Finding::Unreadable { name, reason } => format!("{name}: cannot be read: {reason}"),
        Finding::ManifestMissing => {
            format!("{MANIFEST}: missing, so there is nothing to compare the files with")
        }
        Finding::ManifestChanged { reason } => format!("{MANIFEST}: not as a bundle has it: {reason}"),
        Finding::ManifestUnchanged => format!("{MANIFEST}: as it was written"),
        Finding::FileUnchanged { name } => format!("{name}: unchanged"),
        Finding::FileChanged { name, expected_size, found_size, expected_sha256, found_sha256 } => format!(
            "{name}: changed; listed with {expected_size} bytes and SHA-256 {expected_sha256}, found with \
             {found_size} bytes and SHA-256 {found_sha256}"
        ),
        Finding::FileMissing { name } => format!("{name}: missing"),
        Finding::FileAdded { name } => format!("{name}: not listed in {MANIFEST}"),
        Finding::Unsigned => "signature: none; the bundle is unsigned".to_owned(),
        Finding::SignatureMissing { reason } => format!("signature: missing, although {reason}"),
        Finding::SignatureBad { reason } => format!("signature: does not hold: {reason}"),
        Finding::SignatureOtherKey { given, found } => {
            format!("signature: made with the key {found}, not with {given}, which was given")
        }
        Finding::SignatureGood { trust, key_id, .. } => match trust {
            Trust::Given => format!("signature: good, by the key {key_id}, which was given"),
            Trust::Inside => format!("signature: good, by the key {key_id}, which lies inside"),
        },
    }
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
        _ => None,
    }
}
