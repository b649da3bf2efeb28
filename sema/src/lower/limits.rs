//! How large a kernel may become by inlining and by objects that dissolve into their scalars, so
//! that time and memory are bounded ([implimits]).

use lang::base::Span;

use super::{Low, Lowerer};
use crate::codes;

/// Calls that may be inlined into each other.
pub(super) const INLINE_DEPTH: usize = 256;

/// Calls that one kernel may inline in all.
pub(super) const INLINE_CALLS: usize = 1 << 17;

/// The size of one kernel: more than an assembler makes something useful of.
const MAX_KERNEL: usize = 1 << 17;

/// The sizes of all kernels together, each as often as it is lowered, besides some for each token
/// of the source.
const MAX_MODULE: usize = 1 << 20;
const SIZE_PER_TOKEN: usize = 4;

/// Leaves that count as one value: most hold nothing of their own.
const LEAVES_PER_VALUE: usize = 16;

impl Lowerer<'_, '_> {
    /// Values and leaves so far.
    pub(super) fn size(&self) -> usize {
        self.function.num_values() + self.n_leaves / LEAVES_PER_VALUE
    }

    /// Reports a kernel that is too large, or one too many.
    pub(super) fn check_size(&mut self, span: Span) -> Low<()> {
        let size = self.size();
        if size > MAX_KERNEL {
            let message = format!("a kernel consists of more than {MAX_KERNEL} operations");
            return self.error(codes::LOWERING_LIMIT, span, message);
        }
        let of_source = self.cx.unit.tokens.len().saturating_mul(SIZE_PER_TOKEN);
        let limit = MAX_MODULE.saturating_add(of_source);
        if self.cx.n_lowered.saturating_add(size) > limit {
            let message = format!("the kernels consist of more than {limit} operations together");
            return self.error(codes::LOWERING_LIMIT, span, message);
        }
        Ok(())
    }
}
