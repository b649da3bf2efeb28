//! A remark: what the back end tells of a decision.

use lang::base::Diagnostic;

/// Whether the compiler did what is fastest, in LLVM's terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Passed,
    Missed,
    /// A fact that is neither.
    Analysis,
}

/// What is told of a kernel.
#[derive(Clone, Debug)]
pub struct Remark {
    pub verdict: Verdict,
    pub diagnostic: Diagnostic,
}

impl Remark {
    pub(crate) fn analysis(diagnostic: Diagnostic) -> Remark {
        Remark { verdict: Verdict::Analysis, diagnostic }
    }
}
