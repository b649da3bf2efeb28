//! Host code that dereferences a pointer of the device, or accesses memory that it shares with the device ([`super::shared`]).
//!
//! Addresses of the device are not those of a process, so the processor stops the program with a signal. On x86-64 it does not
//! say which address it was; the registers that the instruction used have it. Protected pages have a signal that says the address; the
//! instruction is made again with the page open, alone if that has to be closed behind it.

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub(super) use linux::watch;

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub(super) fn watch() {}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod linux {
    use std::cell::Cell;
    use std::ffi::{c_int, c_void};

    use libc::{siginfo_t, ucontext_t};

    use crate::device::Location;
    use crate::process::process;
    use crate::sanitize::shared::Verdict;
    use crate::sanitize::{self, Site, report};

    /// `SI_KERNEL`: the signal is not of a page, but of an address that there cannot be.
    const NO_ADDRESS: c_int = 0x80;
    /// The bit of the error code of a page fault that says whether it was a write.
    const WRITES: i64 = 1 << 1;
    /// The flag that has the processor stop behind the next instruction.
    const TRAP_FLAG: i64 = 1 << 8;

    thread_local! {
        /// The pages that are open for the instruction that this thread makes; 0 is none.
        static OPEN: Cell<[u64; 4]> = const { Cell::new([0; 4]) };
    }

    type Handler = extern "C" fn(c_int, *mut siginfo_t, *mut c_void);

    /// Asks to be told of accesses of host code that stop, and of instructions that were made alone.
    pub fn watch() {
        let handlers: [(c_int, Handler); 3] =
            [(libc::SIGSEGV, faulted), (libc::SIGBUS, faulted), (libc::SIGTRAP, stepped)];
        for (signal, handler) in handlers {
            // SAFETY: a zeroed action is one, and the handler keeps to the signature of `SA_SIGINFO`.
            unsafe {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = handler as usize;
                action.sa_flags = libc::SA_SIGINFO;
                libc::sigaction(signal, &action, std::ptr::null_mut());
            }
        }
    }

    /// Has a signal do what it does in other programs.
    fn give_up(signal: c_int) {
        // SAFETY: the default is always there.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }

    /// An access has stopped. If it is a mistake of which nothing can come, the signal comes again when this returns, and ends the
    /// program.
    extern "C" fn faulted(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
        // SAFETY: the system passes both.
        let (address, code, context) = unsafe {
            ((*info).si_addr() as u64, (*info).si_code, &mut *context.cast::<ucontext_t>())
        };
        let registers = &mut context.uc_mcontext.gregs;
        if code == NO_ADDRESS {
            report_device(registers);
            return give_up(signal);
        }
        let writes = registers[libc::REG_ERR as usize] & WRITES != 0;
        match sanitize::host_access(address, writes) {
            Verdict::Elsewhere => give_up(signal),
            Verdict::Wrong(message) => {
                let notes = sanitize::allocation_at(address);
                report(&Site::here().place(), "host", &message, &notes);
                give_up(signal);
            }
            Verdict::Race(message, other) => {
                let mut notes = vec![(other.place(), "the operation".to_owned())];
                notes.extend(sanitize::allocation_at(address));
                report(&Site::here().place(), "race with host", &message, &notes);
            }
            Verdict::Open => {}
            Verdict::Once(page) => {
                let mut open = OPEN.get();
                // An instruction has fewer pages than there is room for; one more would stay open.
                if let Some(free) = open.iter_mut().find(|open| **open == 0) {
                    *free = page;
                }
                OPEN.set(open);
                registers[libc::REG_EFL as usize] |= TRAP_FLAG;
            }
        }
    }

    /// An instruction was made alone.
    extern "C" fn stepped(signal: c_int, _info: *mut siginfo_t, context: *mut c_void) {
        let open = OPEN.take();
        if open == [0; 4] {
            give_up(signal);
            // SAFETY: a signal of the program itself.
            unsafe { libc::raise(signal) };
            return;
        }
        // SAFETY: the system passes it.
        let context = unsafe { &mut *context.cast::<ucontext_t>() };
        context.uc_mcontext.gregs[libc::REG_EFL as usize] &= !TRAP_FLAG;
        open.into_iter().filter(|&page| page != 0).for_each(sanitize::close_again);
    }

    /// Reports the access of an address of the device, which one of the registers has.
    fn report_device(registers: &[i64]) {
        // A lock that is held now may never be free again.
        let (Ok(sanitizer), Ok(map)) = (process().sanitizer.try_lock(), process().map.try_lock())
        else {
            return;
        };
        // Variables are not allocations of the program.
        let is_of_device = |&address: &u64| {
            let is_buffer = matches!(map.locate(address), Location::Buffer(..));
            address >= 1 << 48 && (is_buffer || sanitizer.allocations.knows(address))
        };
        let found = registers.iter().map(|&register| register as u64).find(is_of_device);
        let notes = found.map(|address| sanitizer.allocations.describe(address));
        drop((sanitizer, map));
        if let (Some(address), Some(notes)) = (found, notes) {
            let message = format!("host code accesses memory of the device ({address:#x})");
            report(&Site::here().place(), "host", &message, &notes);
        }
    }
}
