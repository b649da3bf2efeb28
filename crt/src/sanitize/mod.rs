//! `TILEC_SANITIZE=1 ./app`: the sanitizer of whole programs.
//!
//! | found | where it is reported |
//! |---|---|
//! | the undefined behaviour of kernels: the rules of [`ir::interp::Rule`] | the line of the kernel, with that of the launch |
//! | memory of the device that a kernel reads and nothing has written | the same |
//! | accesses of memory that was freed or was not allocated, by kernels and copies | the line of the access, that of the allocation |
//! | a range that leaves its allocation, a wrong or second free | the line of the call |
//! | operations of two streams on the same bytes that nothing orders ([`races`]) | the lines of both calls |
//! | host code that dereferences a pointer of the device ([`fault`]) | the line of the host |
//! | host code that accesses managed or pinned memory which is freed, or in a race with an operation ([`shared`]) | the same |
//! | memory that is not freed when the program ends | the line of the allocation |
//!
//! Lines of host code come from the stack of the call ([`site`]); the compiler has the host compiler write tables of lines.
//! A program with findings ends with [`EXIT_CODE`].

mod allocations;
mod fault;
mod pages;
mod races;
mod shared;
mod site;

use std::collections::BTreeSet;
use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::sync::{Once, OnceLock};

use ir::interp::{Finding, Touch};

pub use allocations::Allocations;
pub use races::History;
pub use shared::Mapped;
use shared::{Shared, Verdict};
pub use site::{Site, with_site};

use crate::action::Action;
use crate::kernel::Kernel;
use crate::process::{lock, process};
use crate::queue::flow::Lane;
use crate::queue::{self, Operation, Point, StreamId};
use crate::trace;

/// The exit code of a program with findings, as that of `tilec run --sanitize`.
const EXIT_CODE: c_int = 3;

/// How an operation uses memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Read,
    Write,
}

/// What the sanitizer knows.
#[derive(Default)]
pub struct Sanitizer {
    allocations: Allocations,
    history: History,
    shared: Shared,
    /// What was reported, by place and kind: a launch in a loop is told of once.
    reported: BTreeSet<(String, String)>,
}

/// Whether `TILEC_SANITIZE` asks for the sanitizer.
pub fn is_on() -> bool {
    static IS_ON: OnceLock<bool> = OnceLock::new();
    *IS_ON.get_or_init(|| std::env::var_os("TILEC_SANITIZE").is_some_and(|value| value == "1"))
}

/// A place, and what is said of it besides the finding.
type Note = (String, String);

/// Reports a finding at a place, unless one of its kind was reported there.
fn report(place: &str, kind: &str, message: &str, notes: &[Note]) {
    if !lock(&process().sanitizer).reported.insert((place.to_owned(), kind.to_owned())) {
        return;
    }
    let mut text = format!("{place}: sanitizer: {message}\n");
    for (place, note) in notes {
        text.push_str(&format!("  {place}: {note}\n"));
    }
    // In one piece: several threads may report.
    eprint!("{text}");
}

/// Has the end of the process wait for what streams have been told, and report leaks and the number of findings.
pub fn at_exit() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        unsafe extern "C" {
            fn atexit(function: extern "C" fn()) -> c_int;
        }
        // SAFETY: the function stays. Where there is no room for it, programs end without these reports.
        unsafe { atexit(ended) };
        if is_on() {
            fault::watch();
        }
    });
}

/// The process ends.
extern "C" fn ended() {
    queue::drain();
    trace::write();
    if !is_on() {
        return;
    }
    let leaks = lock(&process().sanitizer).allocations.leaks();
    for (place, message) in leaks {
        report(&place, "leak", &message, &[]);
    }
    let findings = lock(&process().sanitizer).reported.len();
    if findings > 0 {
        unsafe extern "C" {
            fn fflush(stream: *mut c_void) -> c_int;
            fn _exit(status: c_int) -> !;
        }
        let noun = if findings == 1 { "finding" } else { "findings" };
        eprintln!("sanitizer: {findings} {noun}");
        // SAFETY: all streams are flushed, which is what is left to do.
        unsafe {
            fflush(std::ptr::null_mut());
            _exit(EXIT_CODE)
        }
    }
}

/// Memory was allocated.
pub fn allocated(address: u64, bytes: usize) {
    if is_on() && address != 0 {
        let site = Site::here();
        lock(&process().sanitizer).allocations.allocated(address, bytes as u64, site);
    }
}

/// A stream has allocated memory, which is not there for what the allocation does not come before.
pub fn allocated_by_stream(address: u64, bytes: usize, stream: StreamId, point: Point) {
    if is_on() && address != 0 {
        let Point { op: id, clock } = point;
        let (site, lane) = (Site::here(), Lane::Stream(stream));
        let operation = Operation { id, stream, lane, action: Action::Allocate, clock, site };
        used(&operation, address..address + bytes as u64, Use::Write);
    }
}

/// The program frees memory, and has waited for everything.
pub fn freed(address: u64) {
    if is_on() {
        let site = Site::here();
        let mut sanitizer = lock(&process().sanitizer);
        if let Some(bytes) = sanitizer.allocations.freed(address, site) {
            sanitizer.history.forget(&bytes);
        }
    }
}

/// New memory that host and device share, of bytes with a value, if accesses of it by host code can be seen.
pub fn allocate_shared(bytes: usize, value: u8) -> Option<Mapped> {
    if is_on() { lock(&process().sanitizer).shared.allocate(bytes, value) } else { None }
}

/// Such memory is taken away.
pub fn free_shared(address: u64) {
    if is_on() {
        lock(&process().sanitizer).shared.free(address);
    }
}

/// Host code accesses a byte of a page that is closed.
fn host_access(address: u64, writes: bool) -> Verdict {
    queue::with_known(|known| {
        let Sanitizer { history, shared, .. } = &mut *lock(&process().sanitizer);
        shared.accessed(history, address, writes, known)
    })
}

/// The access has been made for which a page was opened.
fn close_again(page: u64) {
    queue::with_known(|known| {
        let Sanitizer { history, shared, .. } = &mut *lock(&process().sanitizer);
        shared.close_again(history, page, known);
    });
}

fn allocation_at(address: u64) -> Vec<Note> {
    lock(&process().sanitizer).allocations.describe(address)
}

/// A stream frees memory.
pub fn freed_by_stream(address: u64, operation: &Operation) {
    if is_on() {
        let bytes = lock(&process().sanitizer).allocations.freed(address, operation.site.clone());
        if let Some(bytes) = bytes {
            used(operation, bytes, Use::Write);
        }
    }
}

/// All memory is freed.
pub fn reset() {
    if is_on() {
        let mut sanitizer = lock(&process().sanitizer);
        sanitizer.allocations = Allocations::default();
        sanitizer.history = History::default();
        sanitizer.shared.reset();
    }
}

/// The program has waited for everything: nothing races with what comes.
pub fn all_complete() {
    if is_on() {
        lock(&process().sanitizer).history = History::default();
    }
}

/// A copy or fill at an address of the device at which there is nothing.
pub fn bad_pointer(address: u64) {
    if is_on() {
        let notes = lock(&process().sanitizer).allocations.describe(address);
        let message = format!("access of memory that is not allocated ({address:#x})");
        report(&Site::here().place(), "pointer", &message, &notes);
    }
}

/// A copy or fill that leaves its allocation.
pub fn bad_range(address: u64, bytes: u64, buffer: &Range<u64>) {
    if is_on() {
        let notes = lock(&process().sanitizer).allocations.describe(address);
        let (at, all) = (address - buffer.start, buffer.end - buffer.start);
        let message = format!("access of {bytes} bytes at byte {at} of memory of {all} bytes");
        report(&Site::here().place(), "range", &message, &notes);
    }
}

/// A free of what is not there.
pub fn bad_free(address: u64) {
    if is_on() {
        let notes = lock(&process().sanitizer).allocations.describe(address);
        let message = match notes.is_empty() {
            true => "free of a pointer that no such allocation begins at",
            false => "free of memory that is freed already, or that another function frees",
        };
        report(&Site::here().place(), "free", message, &notes);
    }
}

/// A kernel has run.
pub fn launched(kernel: &Kernel, findings: &[Finding], touched: &[Touch], operation: &Operation) {
    if !is_on() {
        return;
    }
    for finding in findings {
        let message = finding.to_string();
        let mut notes = lock(&process().sanitizer).allocations.describe_all(&message);
        notes.push((operation.site.place(), "launched here".to_owned()));
        let place =
            kernel.place(finding.span).map(|at| format!("{}:{}:{}", at.file, at.line, at.column));
        let place = place.unwrap_or_else(|| operation.site.place());
        let kind = format!("{} {}", kernel.name(), finding.rule.text());
        report(&place, &kind, &format!("kernel `{}`: {message}", kernel.name()), &notes);
    }
    report_races(operation, note(operation, touched));
}

/// Notes what an operation has used, which host code may not use from now on; gives what it races with.
fn note(operation: &Operation, touched: &[Touch]) -> Vec<races::Race> {
    let mut sanitizer = lock(&process().sanitizer);
    sanitizer.shared.guard(touched);
    sanitizer.history.launched(operation, touched)
}

/// An operation uses memory.
pub fn used(operation: &Operation, bytes: Range<u64>, usage: Use) {
    if is_on() {
        let touch = Touch { bytes, is_written: usage == Use::Write, is_weak: true };
        report_races(operation, note(operation, &[touch]));
    }
}

fn report_races(operation: &Operation, found: Vec<races::Race>) {
    for races::Race { message, other } in found {
        let other = other.place();
        let kind = format!("race {other}");
        report(&operation.site.place(), &kind, &message, &[(other, "the other one".to_owned())]);
    }
}
