//! One target of `fuzz` under libFuzzer; `FUZZ_TARGET` names it. `scripts/fuzz_guided.sh` builds and runs it.
#![no_main]

use std::sync::LazyLock;

use fuzz::target::{Bench, Target};
use fuzz::targets;
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    targets::named(&name).unwrap_or_else(|| panic!("FUZZ_TARGET={name} is no target"))
});
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));

fuzz_target!(|data: &[u8]| (TARGET.run)(data, &mut Bench::new(FOLDER.path())));
