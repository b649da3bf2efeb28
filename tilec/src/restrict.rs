//! The warning of pointers without `__restrict__`: a write keeps the operand of an MMA from being loaded ahead,
//! because the kernel does not say that the two do not overlap.
//!
//! In: what the back end decided for each MMA. Out: a warning at each such write.

use backend_ptx::report::KernelReport;
use ir::{Module, Value};
use lang::base::{Applicability, Diagnostic, Diagnostics, Edit, Fix, Span};

use crate::codes;

/// The requirements of an asynchronous load that fail at a write.
const OF_WRITES: [&str; 2] = ["no_write_before", "released_stages"];

const ADVICE: &str =
    "declare the pointer parameters `__restrict__` if their memory does not overlap";

/// Warns once of each write.
pub fn warn<'r>(
    reports: impl Iterator<Item = &'r KernelReport>,
    module: &Module,
    found: &mut Diagnostics,
) {
    let mut warned: Vec<Span> = Vec::new();
    for (report, mma) in reports.flat_map(|report| report.mmas.iter().map(move |mma| (report, mma)))
    {
        for failed in [&mma.a.failed, &mma.b.failed].into_iter().flatten() {
            let is_of_write = OF_WRITES.contains(&failed.requirement.name());
            if !is_of_write || failed.span.is_none() || warned.contains(&failed.span) {
                continue;
            }
            warned.push(failed.span);
            let message = "this may write to the tensor of an MMA operand, which is therefore not loaded ahead";
            let mut diagnostic = Diagnostic::new(codes::MISSING_RESTRICT, failed.span, message)
                .secondary(mma.span, "the MMA");
            let edits = qualifiers(module, &report.symbol);
            if edits.is_empty() {
                diagnostic = diagnostic.help(ADVICE);
            } else {
                let (title, applicability) = (ADVICE.to_owned(), Applicability::Maybe);
                diagnostic.fixes.push(Fix { title, edits, applicability });
            }
            found.push(diagnostic);
        }
    }
}

/// Edits that write the qualifier before the names of a kernel's pointer parameters without it.
fn qualifiers(module: &Module, symbol: &str) -> Vec<Edit> {
    let Some(entry) = module.entry_named(symbol) else { return Vec::new() };
    let function = &module.entries[entry];
    let values = function.block_params(function.entry_block);
    let is_pointer = |value: Value| {
        module.types.elem(function.value_type(value)).is_some_and(|elem| elem.is_ptr())
    };
    let params = function.params.iter().zip(values);
    // The pieces of an object have the span of the object.
    let of_objects: Vec<Span> = function.records.iter().map(|record| record.span).collect();
    params
        .filter(|(param, value)| {
            !param.restrict && is_pointer(**value) && !of_objects.contains(&param.span)
        })
        .map(|(param, _)| {
            let span = Span { lo: param.span.lo, hi: param.span.lo };
            Edit { span, text: "__restrict__ ".into() }
        })
        .collect()
}
