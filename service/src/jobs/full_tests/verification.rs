//! Checking a bundle in the browser, as `fairplay verify` does: its files, its signature, and its numbers computed again.
//!
//! Nothing of the bundle is kept, and nothing in it is believed before it was compared.

use std::collections::BTreeMap;
use std::path::Path;

use askama::Template;
use pipeline::bundle::Evidence;
use pipeline::bundle::evidence::FILES;
use reports::bundle::{Compared, Finding, PublicKey, Trust, Verification, Verifier};
use reports::bundle_files::{DOSSIER, consistency};

use crate::accounts::roles::Permission;
use crate::events::temporary;
use crate::jobs::full_tests::findings;
use crate::keys::Key;
use crate::web::multipart::{FileForm, Form};
use crate::web::{Answer, Ctx, Frame, Problem, page as rendered};

/// Most bytes of a dossier whose pages are made again. A stranger wrote it, and memory and time grow with it. A test of nine games has some
/// 500 kB.
const MAX_DOSSIER_BYTES: usize = 2 << 20;

const FORM: Form = Form { fields: &["key"], files: &["file"], optional: &[], several: &[] };

#[derive(Template)]
#[template(path = "verify.html")]
struct Page<'a> {
    frame: Frame<'a>,
    limits: String,
    found: Option<Found>,
}

/// What came out.
struct Looked {
    verification: Verification,
    /// Whether the key of this server is the one that it was checked with.
    ours: bool,
    /// Why the numbers were not computed again, in English; none if they were.
    not_recomputed: Option<String>,
}

/// The same for a page.
struct Found {
    holds: bool,
    /// What to say where it holds.
    outcome: Key,
    signed: Key,
    /// Why the numbers were not computed again; none if they were.
    not_recomputed: Option<String>,
    /// Sentences, each with whether it holds; unknown where nothing could be compared.
    lines: Vec<(Option<bool>, String)>,
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    rendered(&Page { limits: ctx.limits(Key::VerifyLimit), frame: ctx.frame(), found: None })
}

pub(crate) async fn check(ctx: Ctx, form: FileForm) -> Answer {
    let mut form = form.read(&ctx.app, &FORM).await?;
    let given = match form.one("key").trim() {
        "" => None,
        text => Some(PublicKey::parse(text).map_err(|_| Problem::refused(Key::RefusedPublic))?),
    };
    let received = form.file("file")?;
    let own = *ctx.app.signing.public();
    let bundle = received.persist(&ctx.app.storage)?;
    // Reading and computing take a core for a while, which uploads do not wait for.
    let found = ctx.app.check_bundle(move || look(&bundle.path, given, own)).await?;
    let found = found.map_err(|why| Problem::Refused {
        why: Key::RefusedBundle,
        detail: Some(reports::visible(&why).into()),
    })?;
    let found = Found {
        holds: found.verification.holds,
        outcome: if found.verification.uncompared.is_empty() {
            Key::VerifyHolds
        } else {
            Key::VerifyUncompared
        },
        signed: signed(&found.verification, found.ours),
        not_recomputed: found.not_recomputed,
        lines: findings::lines(ctx.frame().messages(), &found.verification),
    };
    rendered(&Page { limits: ctx.limits(Key::VerifyLimit), frame: ctx.frame(), found: Some(found) })
}

/// Looks at a bundle, with the key that the reader gave, else with that of this server if it signed it.
fn look(bundle: &Path, given: Option<PublicKey>, own: PublicKey) -> Result<Looked, String> {
    let open = |key| Verifier::new(key).open(bundle, &FILES).map_err(|error| without_path(&error, bundle));
    let (mut verification, mut files) = open(given.or(Some(own)))?;
    let is_good = |finding: &Finding| matches!(finding, Finding::SignatureGood { .. });
    let ours = given.is_none() && verification.findings.iter().any(is_good);
    if given.is_none() && !ours {
        (verification, files) = open(None)?;
    }
    let mut not_recomputed = None;
    if let Some(manifest) = verification.manifest.clone().filter(|_| verification.holds) {
        let size = files.get(DOSSIER).map_or(0, Vec::len);
        if size > MAX_DOSSIER_BYTES {
            return Err(format!(
                "{DOSSIER} has {size} bytes, and this page compares up to {MAX_DOSSIER_BYTES}; `fairplay verify` has no limit"
            ));
        }
        let mut repeated = consistency(&manifest, &files);
        match recomputed(&files) {
            Ok((written, again)) => {
                repeated.equal(Compared::DigestComputed, &written, &again);
            }
            Err(why) => not_recomputed = Some(why),
        }
        verification = verification.with(repeated.0);
    } else {
        not_recomputed = Some(String::new());
    }
    Ok(Looked { verification, ours, not_recomputed })
}

/// The digest as it is written, and that of the numbers computed again from games and answers, by the parameters that come
/// with the program, else by those in the bundle.
fn recomputed(files: &BTreeMap<String, Vec<u8>>) -> Result<(String, String), String> {
    let said = |error: &dyn std::fmt::Display| reports::visible(&error.to_string());
    let evidence = Evidence::read(files).map_err(|error| said(&error))?;
    let (parameters, _) = evidence.parameters(None).map_err(|error| said(&error))?;
    let found = evidence.compute(&parameters).map_err(|error| said(&error))?;
    Ok((reports::visible(&evidence.test.manifest.digest), found.manifest.digest))
}

/// An error without the place of the temporary file on this machine.
fn without_path(error: &dyn std::fmt::Display, bundle: &Path) -> String {
    error.to_string().replace(&*temporary::folder_of(bundle).to_string_lossy(), "")
}

fn signed(verification: &Verification, ours: bool) -> Key {
    let good = verification.findings.iter().find_map(|finding| match finding {
        Finding::SignatureGood { trust, .. } => Some(*trust),
        _ => None,
    });
    match good {
        Some(Trust::Given) if ours => Key::VerifyOwn,
        Some(Trust::Given) => Key::VerifyGiven,
        Some(Trust::Inside) => Key::VerifyInside,
        None => Key::VerifyUnsigned,
    }
}
