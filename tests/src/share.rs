//! Shares of long lists of independent cases, for machines on which all of them take too long.
//!
//! `TILEC_SHARE=K/N` leaves every N-th case of a list, from the K-th on. `.ci/run` sets it to a third, by turns, which the number of
//! commits gives; without it a test tries all.

use crate::skip::skip;

/// The first case of this run and the distance to the next; `None` where a run tries all.
///
/// # Panics
/// If `TILEC_SHARE` is not a number, `/` and a larger number.
pub fn of_this_run() -> Option<(usize, usize)> {
    let text = std::env::var("TILEC_SHARE").ok()?;
    let parts = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    let Some(share) = parts.filter(|(first, step): &(usize, usize)| first < step) else {
        panic!("TILEC_SHARE is `{text}`, not a number, `/` and a larger number");
    };
    Some(share)
}

/// The cases of a list that this run tries. The list of skips counts the others.
#[track_caller]
pub fn share<T>(all: Vec<T>, what: &str) -> Vec<T> {
    let Some((first, step)) = of_this_run() else { return all };
    let whole = all.len();
    let taken: Vec<T> = all.into_iter().skip(first).step_by(step).collect();
    skip(&format!("TILEC_SHARE leaves {} of {whole} {what}", taken.len()));
    taken
}
