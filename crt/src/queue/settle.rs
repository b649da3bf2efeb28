//! Under the sanitizer a call that tells a stream to do something returns when it is done, so that what host code does next comes behind
//! it, whichever of the two is faster.

use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{OpId, Queue, is_host_worker};
use crate::action::Runner;
use crate::process::process;
use crate::sanitize;

/// A kernel may wait for the host.
const PATIENCE: Duration = Duration::from_secs(5);

/// Waits for an operation, but not for host functions: these may wait for the program.
pub(super) fn settle(mut queue: MutexGuard<'static, Queue>, op: OpId) {
    if !sanitize::is_on() || is_host_worker() {
        return;
    }
    let limit = Instant::now() + PATIENCE;
    let of_host = |queue: &Queue| queue.pending.values().any(|it| it.runner == Some(Runner::Host));
    while queue.pending.contains_key(&op) && !of_host(&queue) {
        let left = limit.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        let waited = process().changed.wait_timeout(queue, left);
        (queue, _) = waited.unwrap_or_else(PoisonError::into_inner);
    }
}
