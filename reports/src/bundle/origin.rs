//! Which version of this program a document says wrote it, in which layout, and what a file that differs from the data shows then.
//!
//! The document may be forged and name any version. So a version or a layout that never was is a fault, and where a difference could
//! be that of an honest other version, the file counts as not compared and never as one that holds.

use analyzer::screening::SOFTWARE;

use super::{Checks, Compared, Outcome};

/// Released versions before this one, oldest first. A release adds the version before it.
pub(super) const EARLIER_RELEASES: &[&str] = &[];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    Own,
    Earlier,
    /// A later version, which this program cannot know.
    Later,
    /// Neither this version nor a release before it, or no version at all.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Own,
    /// Another number of the same kind of document.
    Other,
    Unknown,
}

/// The version and the layout that a document names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    version: Version,
    layout: Layout,
    software: String,
    schema: String,
    own_schema: &'static str,
}

impl Origin {
    /// By the texts of a document; `own_schema` is the layout that this program writes.
    pub fn of(software: &str, schema: &str, own_schema: &'static str) -> Self {
        Self::among(software, schema, own_schema, SOFTWARE, EARLIER_RELEASES)
    }

    fn among(software: &str, schema: &str, own_schema: &'static str, own: &str, earlier: &[&str]) -> Self {
        let version = match (numbers(software), numbers(own)) {
            _ if software == own => Version::Own,
            (Some(named), Some(this)) if named > this => Version::Later,
            (Some(_), Some(_)) if earlier.iter().any(|version| software == format!("{PROGRAM}{version}")) => {
                Version::Earlier
            }
            _ => Version::Unknown,
        };
        let numbered = || {
            let (kind, _) = own_schema.rsplit_once('/')?;
            number(schema.strip_prefix(kind)?.strip_prefix('/')?)
        };
        let layout = match numbered() {
            _ if schema == own_schema => Layout::Own,
            Some(_) => Layout::Other,
            None => Layout::Unknown,
        };
        let shown = |text: &str| crate::visible(text);
        Self { version, layout, software: shown(software), schema: shown(schema), own_schema }
    }

    /// Adds a fault where no version of this program can have written the document.
    pub fn add_to(&self, checks: &mut Checks) {
        if self.version == Version::Unknown || self.layout == Layout::Unknown {
            let Self { software, schema, .. } = self.clone();
            checks.add(Compared::Version, false, Outcome::NoVersion { software, schema });
        }
    }

    /// Why an honest document may have rules that this program does not know, so that nothing shows where it cannot be read or its
    /// digest differs. `None` where it must be read.
    pub fn other_rules(&self) -> Option<Outcome> {
        self.outcome(self.layout == Layout::Other || self.version == Version::Later)
    }

    /// Why an honest file may be worded in another way than this program words the same data. `None` where a difference is a fault.
    pub fn other_words(&self) -> Option<Outcome> {
        self.outcome(
            self.layout == Layout::Other || matches!(self.version, Version::Earlier | Version::Later),
        )
    }

    fn outcome(&self, other: bool) -> Option<Outcome> {
        let known = self.version != Version::Unknown && self.layout != Layout::Unknown;
        (known && other).then(|| Outcome::OtherVersion {
            software: self.software.clone(),
            schema: self.schema.clone(),
            own_schema: self.own_schema.to_owned(),
        })
    }
}

/// What stands before the version.
const PROGRAM: &str = "fairplay ";

/// The three numbers of a version.
fn numbers(software: &str) -> Option<[u64; 3]> {
    let mut parts = software.strip_prefix(PROGRAM)?.split('.').map(number);
    let three = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(three)
}

/// A number in its only form: no sign, no zero before it.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number: &u64| number.to_string() == text)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    const OWN: &str = "fairplay 0.3.0";

    /// The origin as version 0.3.0 of the program sees it, after the releases 0.1.0 and 0.2.1.
    pub(crate) fn as_0_3_0(software: &str, schema: &str, own_schema: &'static str) -> Origin {
        Origin::among(software, schema, own_schema, OWN, &["0.1.0", "0.2.1"])
    }

    #[test]
    fn versions_and_layouts_that_never_were_are_told_from_others() {
        let own = "fairplay/dossier/2";
        let cases = [
            (OWN, own, false, false, false),
            ("fairplay 0.1.0", own, false, false, true),
            ("fairplay 0.2.1", "fairplay/dossier/1", false, true, true),
            (OWN, "fairplay/dossier/1", false, true, true),
            ("fairplay 0.3.1", own, false, true, true),
            ("fairplay 1.0.0", "fairplay/dossier/9", false, true, true),
            ("fairplay 0.0.9", own, true, false, false),
            ("fairplay 0.2.0", own, true, false, false),
            ("fairplay 0.2.0", "fairplay/dossier/1", true, false, false),
            ("fairplay 0.03.1", own, true, false, false),
            ("fairplay 0.3", own, true, false, false),
            ("fairplay 0.3.0.1", own, true, false, false),
            ("fairplay 0.3.0-rc.1", own, true, false, false),
            ("fairplay  0.3.1", own, true, false, false),
            ("Fairplay 0.3.1", own, true, false, false),
            ("0.3.1", own, true, false, false),
            ("", own, true, false, false),
            (OWN, "", true, false, false),
            (OWN, "fairplay/dossier/02", true, false, false),
            (OWN, "fairplay/dossier/2 ", true, false, false),
            (OWN, "fairplay/screening/2", true, false, false),
            ("fairplay 0.1.0", "dossier", true, false, false),
        ];
        for (software, schema, fault, rules, words) in cases {
            let origin = as_0_3_0(software, schema, own);
            let mut checks = Checks::default();
            origin.add_to(&mut checks);
            let found =
                (!checks.0.is_empty(), origin.other_rules().is_some(), origin.other_words().is_some());
            assert_eq!(found, (fault, rules, words), "{software:?} {schema:?}");
            assert!(checks.0.iter().all(super::super::Check::fails));
        }
    }

    /// A heading of the changelog with a number is a release; the list here has each but that of this version.
    #[test]
    fn every_release_of_the_changelog_is_this_version_or_in_the_list() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../CHANGELOG.md");
        let text = std::fs::read_to_string(path).expect("the changelog");
        let headings = text.lines().filter_map(|line| line.strip_prefix("## ")?.split(' ').next());
        let released: Vec<String> = headings
            .map(|version| format!("{PROGRAM}{version}"))
            .filter(|software| numbers(software).is_some())
            .collect();
        for software in &released {
            let mut checks = Checks::default();
            Origin::of(software, "a/1", "a/1").add_to(&mut checks);
            assert!(checks.0.is_empty(), "{software} is missing from EARLIER_RELEASES");
        }
        let this = numbers(SOFTWARE).expect("three numbers");
        for version in EARLIER_RELEASES {
            let software = format!("{PROGRAM}{version}");
            assert!(numbers(&software).is_some_and(|named| named < this), "{version}");
            assert!(released.contains(&software), "{version} is no release of the changelog");
        }
    }
}
