//! Threads of the library, which take no signals of the program.
//!
//! A program that waits for signals in one of its threads blocks them in the others. Calls of the runtime start threads of the library,
//! and of the driver, which the program cannot reach: a signal that they do not block would be handled by one of them, or end the process.
//!
//! Functions of the program run with the signals blocked that the program's thread blocked when it started the first thread: CUDA's
//! threads inherit these. So a thread or process that such a function starts gets its signals.
//!
//! *Invariant:* what the library keeps for a thread has no destructor. Objects of the program are destroyed after those of threads, and
//! their destructors call the runtime.

use std::io;
use std::sync::OnceLock;
use std::thread::Builder;

/// What the program's thread blocked that started the first thread of the library.
static OF_PROGRAM: OnceLock<Signals> = OnceLock::new();

/// Starts a thread.
///
/// # Errors
/// The system has no thread.
pub fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let blocked = Blocked::new();
    OF_PROGRAM.get_or_init(|| blocked.before);
    Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// The number of this thread, as long as it runs.
#[cfg(target_os = "linux")]
pub fn id() -> usize {
    // SAFETY: the call only asks.
    unsafe { libc::pthread_self() as usize }
}

#[cfg(not(target_os = "linux"))]
pub fn id() -> usize {
    thread_local! {
        static PLACE: u8 = const { 0 };
    }
    PLACE.with(|place| std::ptr::from_ref(place) as usize)
}

/// Calls what starts threads of its own, such as the driver, which block what this thread blocks.
pub fn without_signals<T>(call: impl FnOnce() -> T) -> T {
    let _blocked = Blocked::new();
    call()
}

/// Calls a function of the program in a thread of the library.
pub fn as_program<T>(call: impl FnOnce() -> T) -> T {
    let _blocked = OF_PROGRAM.get().map(Blocked::exactly);
    call()
}

/// As long as this lives, the thread blocks other signals than before; threads that it starts do so from then on.
struct Blocked {
    before: Signals,
}

impl Drop for Blocked {
    fn drop(&mut self) {
        change(How::Exactly, &self.before);
    }
}

impl Blocked {
    /// All signals that come from outside.
    fn new() -> Blocked {
        Blocked { before: change(How::Also, &from_outside()) }
    }

    fn exactly(signals: &Signals) -> Blocked {
        Blocked { before: change(How::Exactly, signals) }
    }
}

#[derive(Clone, Copy)]
enum How {
    Also,
    Exactly,
}

#[cfg(target_os = "linux")]
type Signals = libc::sigset_t;

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
fn from_outside() -> Signals {
    // SAFETY: sets of signals are plain numbers, and the pointers are to a local.
    unsafe {
        let mut all: Signals = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        for signal in TAKEN {
            libc::sigdelset(&raw mut all, signal);
        }
        all
    }
}

/// Changes what the thread blocks; returns what it blocked before.
#[cfg(target_os = "linux")]
fn change(how: How, signals: &Signals) -> Signals {
    let how = match how {
        How::Also => libc::SIG_BLOCK,
        How::Exactly => libc::SIG_SETMASK,
    };
    // SAFETY: as above.
    unsafe {
        let mut before: Signals = std::mem::zeroed();
        libc::pthread_sigmask(how, signals, &raw mut before);
        before
    }
}

#[cfg(not(target_os = "linux"))]
type Signals = ();

#[cfg(not(target_os = "linux"))]
fn from_outside() -> Signals {}

#[cfg(not(target_os = "linux"))]
fn change(_how: How, _signals: &Signals) -> Signals {}
