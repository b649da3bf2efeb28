//! The warning of pointers without `__restrict__`: a write keeps the operand of an MMA from being loaded ahead,
//! because the kernel does not say that the two do not overlap.
//!
//! In: what the back end decided for each MMA. Out: a warning at each such write.

use backend_ptx::report::KernelReport;
use lang::base::{Diagnostic, Diagnostics, Span};

use crate::codes;

/// The requirements of an asynchronous load that fail at a write.
const OF_WRITES: [&str; 2] = ["no_write_before", "released_stages"];

/// Warns once of each write.
pub fn warn<'r>(reports: impl Iterator<Item = &'r KernelReport>, found: &mut Diagnostics) {
    let mut warned: Vec<Span> = Vec::new();
    for mma in reports.flat_map(|report| &report.mmas) {
        for failed in [&mma.a.failed, &mma.b.failed].into_iter().flatten() {
            let is_of_write = OF_WRITES.contains(&failed.requirement.name());
            if !is_of_write || failed.span.is_none() || warned.contains(&failed.span) {
                continue;
            }
            warned.push(failed.span);
            let message = "this may write to the tensor of an MMA operand, which is therefore not loaded ahead";
            let diagnostic = Diagnostic::new(codes::MISSING_RESTRICT, failed.span, message)
                .secondary(mma.span, "the MMA")
                .help("declare the pointer parameters `__restrict__` if their memory does not overlap");
            found.push(diagnostic);
        }
    }
}
