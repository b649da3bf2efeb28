//! Forks of a process whose other threads may be compiling or launching.
//!
//! Compilations share preambles behind a lock, and launches a pool of threads, which a child does not have. So a fork waits until no
//! compilation runs and the pool is not looked up, and a child makes a pool of its own.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Held for reading while something is locked that a child could not unlock.
static GATE: RwLock<()> = RwLock::new(());

/// The pool, with the process that it belongs to.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Kernels recurse with the nesting of their loops.
const STACK_BYTES: usize = 16 << 20;

thread_local! {
    static HELD: RefCell<Option<RwLockWriteGuard<'static, ()>>> = const { RefCell::new(None) };
}

/// No fork begins while this is held.
pub fn no_fork() -> RwLockReadGuard<'static, ()> {
    GATE.read().unwrap_or_else(PoisonError::into_inner)
}

/// The threads of this process that run tile blocks.
pub fn pool() -> Option<Arc<ThreadPool>> {
    let _gate = no_fork();
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let own = std::process::id();
    if let Some((process, pool)) = &*pool
        && *process == own
    {
        return Some(Arc::clone(pool));
    }
    let made = Arc::new(ThreadPoolBuilder::new().stack_size(STACK_BYTES).build().ok()?);
    if let Some((_, of_parent)) = pool.replace((own, Arc::clone(&made))) {
        // Its threads are those of the parent: to end them would wait for ever.
        std::mem::forget(of_parent);
    }
    Some(made)
}

/// Waits until a fork is safe. The same thread calls [`after_fork`] then.
#[pyfunction]
pub fn before_fork(py: Python<'_>) {
    py.detach(|| {
        let gate = GATE.write().unwrap_or_else(PoisonError::into_inner);
        HELD.with_borrow_mut(|held| *held = Some(gate));
    });
}

/// Parent and child go on.
#[pyfunction]
pub fn after_fork() {
    HELD.with_borrow_mut(|held| drop(held.take()));
}
