//! Threads of the library, which take no signals of the program.
//!
//! A program that waits for signals in one of its threads blocks them in the others. Calls of the runtime start threads of the library,
//! and of the driver, which the program cannot reach: a signal that they do not block would be handled by one of them, or end the process.

use std::io;
use std::thread::Builder;

/// Starts a thread.
///
/// # Errors
/// The system has no thread.
pub fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    without_signals(|| Builder::new().name(name.to_owned()).spawn(work).map(drop))
}

/// Calls what starts threads of its own, such as the driver, which block what this thread blocks.
pub fn without_signals<T>(call: impl FnOnce() -> T) -> T {
    let _blocked = Blocked::new();
    call()
}

/// As long as this lives, the thread blocks signals; threads that it starts do so from then on.
#[cfg(target_os = "linux")]
struct Blocked(libc::sigset_t);

/// The signals that a thread causes itself, which [`sanitize`](crate::sanitize) handles, and those of profilers.
#[cfg(target_os = "linux")]
const TAKEN: [i32; 10] = [
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGTRAP,
    libc::SIGILL,
    libc::SIGFPE,
    libc::SIGPIPE,
    libc::SIGXFSZ,
    libc::SIGABRT,
    libc::SIGSYS,
    libc::SIGPROF,
];

#[cfg(target_os = "linux")]
impl Blocked {
    fn new() -> Blocked {
        // SAFETY: sets of signals are plain numbers, and the pointers are to locals.
        unsafe {
            let (mut all, mut before): (libc::sigset_t, libc::sigset_t) =
                (std::mem::zeroed(), std::mem::zeroed());
            libc::sigfillset(&raw mut all);
            for signal in TAKEN {
                libc::sigdelset(&raw mut all, signal);
            }
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const all, &raw mut before);
            Blocked(before)
        }
    }
}

#[cfg(target_os = "linux")]
impl Drop for Blocked {
    fn drop(&mut self) {
        // SAFETY: as above.
        unsafe {
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, std::ptr::null_mut())
        };
    }
}

#[cfg(not(target_os = "linux"))]
struct Blocked;

#[cfg(not(target_os = "linux"))]
impl Blocked {
    fn new() -> Blocked {
        Blocked
    }
}
