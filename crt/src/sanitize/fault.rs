//! Host code that dereferences a pointer of the device.
//!
//! Addresses of the device are not those of a process, so the processor stops the program with a signal. On x86-64 it does not
//! say which address it was; the registers that the instruction used have it.

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub(super) use linux::watch;

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub(super) fn watch() {}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod linux {
    use std::ffi::{c_int, c_void};

    use crate::process::process;
    use crate::sanitize::{Site, report};

    /// Asks to be told of bad accesses of host code.
    pub fn watch() {
        // SAFETY: a zeroed action is one, and the handler keeps to the signature of `SA_SIGINFO`.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = faulted;
            action.sa_sigaction = handler as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_RESETHAND;
            for signal in [libc::SIGSEGV, libc::SIGBUS] {
                libc::sigaction(signal, &action, std::ptr::null_mut());
            }
        }
    }

    /// Reports the access; the signal comes again when this returns, and ends the program.
    extern "C" fn faulted(_signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
        // SAFETY: the system passes both.
        let (address, registers) = unsafe {
            let context = &*context.cast::<libc::ucontext_t>();
            ((*info).si_addr() as u64, context.uc_mcontext.gregs)
        };
        let mut candidates = registers.iter().map(|&register| register as u64).chain([address]);
        // A lock that is held now may never be free again.
        let Ok(sanitizer) = process().sanitizer.try_lock() else { return };
        let found =
            candidates.find(|&address| address >= 1 << 48 && sanitizer.allocations.knows(address));
        let notes = found.map(|address| sanitizer.allocations.describe(address));
        drop(sanitizer);
        if let (Some(address), Some(notes)) = (found, notes) {
            let message = format!("host code accesses memory of the device ({address:#x})");
            report(&Site::here().place(), "host", &message, &notes);
        }
    }
}
