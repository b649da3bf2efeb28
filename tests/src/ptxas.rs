//! The assembler, as a check: emitted PTX must assemble without a warning and without spills.
//!
//! Two fifths of what the tests of PTX take is its time, so `TILEC_SHARE` leaves a share of the texts to other runs.

use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use rustc_hash::FxHasher;

use crate::share;
use crate::skip::skip;

/// What ptxas says of one kernel text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assembled {
    /// Everything it printed, with the resource use of each kernel.
    pub log: String,
}

/// The pinned assembler: `$TILEC_PTXAS`, else where `tests/ptxas.py` puts it. `None` where there is
/// none, which is an error in CI.
pub fn find() -> Option<PathBuf> {
    let set = std::env::var_os("TILEC_PTXAS").map(PathBuf::from);
    let fetched = crate::root().join("target/ptxas/13.3.73/ptxas");
    let found = set.into_iter().chain([fetched]).find(|path| path.exists());
    assert!(
        found.is_some() || std::env::var_os("CI").is_none(),
        "no ptxas in CI: run tests/run, which provides it"
    );
    found
}

/// Whether `TILEC_SHARE` leaves a text to other runs.
fn is_of_other_runs(ptx: &str) -> bool {
    let Some((this, number)) = share::of_this_run() else { return false };
    let mut hasher = FxHasher::default();
    hasher.write(ptx.as_bytes());
    let is_other = hasher.finish() % number as u64 != this as u64;
    if is_other {
        skip("TILEC_SHARE leaves texts for ptxas to other runs");
    }
    is_other
}

/// Assembles a text for a target; `None` if there is no assembler, or if `TILEC_SHARE` leaves the text to other runs.
///
/// # Errors
/// What ptxas said, if it refused, warned or spilled.
pub fn assemble(ptx: &str, arch: &str) -> Option<Result<Assembled, String>> {
    assemble_within(ptx, arch, 0)
}

/// [`assemble`] for kernels that are known to spill up to `most_spilled` bytes each.
///
/// # Errors
/// As [`assemble`].
pub fn assemble_within(
    ptx: &str,
    arch: &str,
    most_spilled: u32,
) -> Option<Result<Assembled, String>> {
    let ptxas = find()?;
    (!is_of_other_runs(ptx)).then(|| taken(&ptxas, ptx, arch, most_spilled))
}

/// [`assemble`], whatever `TILEC_SHARE` is: for texts that are known to fail.
///
/// # Errors
/// As [`assemble`].
pub fn assemble_in_each_run(ptx: &str, arch: &str) -> Option<Result<Assembled, String>> {
    Some(taken(&find()?, ptx, arch, 0))
}

/// What the assembler at a path says of a text.
fn taken(ptxas: &Path, ptx: &str, arch: &str, most_spilled: u32) -> Result<Assembled, String> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let stem = std::env::temp_dir().join(format!("tilec-{}-{number}", std::process::id()));
    let (input, output) = (stem.with_extension("ptx"), stem.with_extension("cubin"));
    std::fs::write(&input, ptx).expect("the temporary folder is writable");
    let run = Command::new(ptxas)
        .args(["-v", "-arch", arch])
        .arg(&input)
        .arg("-o")
        .arg(&output)
        .output()
        .expect("ptxas was found");
    let _ = std::fs::remove_file(&input);
    let _ = std::fs::remove_file(&output);
    let log =
        String::from_utf8_lossy(&run.stderr).into_owned() + &String::from_utf8_lossy(&run.stdout);
    let spilled = |line: &str| -> Option<u32> {
        let (before, _) = line.split_once(" bytes spill stores")?;
        before.rsplit([' ', ',']).next()?.parse().ok()
    };
    let spills = log.lines().filter_map(spilled).any(|bytes| bytes > most_spilled);
    // Of a variable that is declared before its definition, because its address is needed there.
    let is_ahead = |line: &str| line.contains("Unresolved extern variable");
    let warns = log.lines().any(|line| line.contains("warning") && !is_ahead(line));
    let is_bad = !run.status.success() || warns || spills;
    if is_bad { Err(log) } else { Ok(Assembled { log }) }
}
