//! Under the sanitizer a call that tells a stream to do something returns when it is done, so that what host code does next comes behind
//! it, whichever of the two is faster.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use super::{OpId, is_host_worker, queue};
use crate::action::Runner;
use crate::process::process;
use crate::sanitize;

/// A kernel may wait for the host.
const PATIENCE: Duration = Duration::from_secs(5);

/// Waits for an operation, but not for host functions: these may wait for the program.
pub(super) fn settle(op: OpId) {
    if !sanitize::is_on() || is_host_worker() {
        return;
    }
    let limit = Instant::now() + PATIENCE;
    let mut queue = queue();
    while queue.flow.contains(op) && !queue.flow.has_for(Runner::Host) {
        let left = limit.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        let waited = process().completed.wait_timeout(queue, left);
        (queue, _) = waited.unwrap_or_else(PoisonError::into_inner);
    }
}
