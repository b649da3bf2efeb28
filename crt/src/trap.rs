//! The effect of a trap in a kernel on the API, and its message.

use ir::interp::{Fault, Trap, TrapKind};

use crate::error::ErrorCode;
use crate::kernel::Kernel;

/// The error that the program gets. The context is lost with it, as it is on a GPU.
pub fn code(kind: &TrapKind) -> ErrorCode {
    match kind {
        TrapKind::BadLaunch(_) => ErrorCode::INVALID_CONFIGURATION,
        TrapKind::BadAccess { fault: Fault::Misaligned, .. } => ErrorCode::MISALIGNED_ADDRESS,
        TrapKind::BadAccess { .. } => ErrorCode::ILLEGAL_ADDRESS,
        TrapKind::AssertFailed { .. } => ErrorCode::ASSERT,
        TrapKind::OutOfMemory => ErrorCode::OUT_OF_RESOURCES,
        TrapKind::Unsupported(_) | TrapKind::NoLibrary { .. } => ErrorCode::NOT_SUPPORTED,
        TrapKind::ExtractOutOfRange { .. }
        | TrapKind::InsertOutOfRange { .. }
        | TrapKind::LoopStep
        | TrapKind::StepLimit
        | TrapKind::Interrupted
        | TrapKind::TooDeep
        | TrapKind::Malformed => ErrorCode::LAUNCH_FAILURE,
    }
}

/// Says on standard error which kernel stopped, and where: the number alone tells little.
pub fn report(kernel: &Kernel, trap: &Trap) {
    let place = kernel.place(trap.span);
    let place =
        place.map_or_else(String::new, |at| format!("{}:{}:{}: ", at.file, at.line, at.column));
    eprintln!("{place}error: kernel `{}`: {trap}", kernel.name());
}
