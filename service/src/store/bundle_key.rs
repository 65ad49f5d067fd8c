//! The key that signs the bundles of a server: a file of its own beside the data file, so that whoever has a copy of the data
//! cannot sign with it.

use std::path::{Path, PathBuf};

use reports::bundle::{BundleError, SecretKey, key_file};

use crate::store::beside;

/// Where the key of a server lies.
pub(crate) fn path(data: &Path) -> PathBuf {
    beside(data, "-signing.key")
}

/// The key of a server. The first start makes it, for its owner alone.
///
/// # Errors
/// A key that others may read, that is damaged, or that cannot be written.
pub(crate) fn open(data: &Path) -> Result<SecretKey, BundleError> {
    let path = path(data);
    match key_file::read(&path) {
        Err(BundleError::NoKey { .. }) => {
            let key = SecretKey::generate()?;
            match key_file::create(&path, &key) {
                // Another process was quicker.
                Err(BundleError::KeyExists { .. }) => key_file::read(&path),
                made => made.map(|()| key),
            }
        }
        read => read,
    }
}
