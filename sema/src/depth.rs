//! How deeply instantiations nest, and how many there are ([implimits], [temp.inst]/16).
//!
//! Everything that makes an entity from a template and can need another on the way counts: bodies,
//! classes, initialisers, signatures, aliases, members, default arguments, constraints. So does
//! the chain of uses that led to a body which waits in the queue. The stack grows with the nesting;
//! at [`MAX_INSTANTIATION_DEPTH`], or after [`MAX_INSTANTIATIONS`], the check gives up: all that
//! follows from the missing instantiation would be said of a program that has one mistake.

use lang::base::{Diagnostic, Span};

use crate::Cx;
use crate::codes;
use crate::cx::{Instantiated, MAX_INSTANTIATION_DEPTH, MAX_INSTANTIATIONS};

/// Stack that one step of nesting may need at most, and by how much it then grows.
const RED_ZONE: usize = 1 << 20;
const GROWTH: usize = 16 << 20;

impl Cx<'_> {
    /// How many instantiations are nested here.
    fn depth(&self) -> usize {
        self.instantiations.len() + self.instantiation_depth + self.queue_depth
    }

    /// Counts one more instantiation. The error when it would be nested too deeply, or is one too
    /// many; it has been reported.
    pub(crate) fn beyond_limits(&mut self, span: Span) -> Option<Box<Diagnostic>> {
        self.n_instantiations = self.n_instantiations.saturating_add(1);
        let user = self.instantiations.iter().rev().map(|i| i.span);
        let span = [span].into_iter().chain(user).find(|s| !s.is_none()).unwrap_or(span);
        let is_deep = self.depth() >= MAX_INSTANTIATION_DEPTH;
        if !self.gave_up && !is_deep && self.n_instantiations <= MAX_INSTANTIATIONS {
            return None;
        }
        let mut diagnostic = if is_deep {
            let message =
                format!("more than {MAX_INSTANTIATION_DEPTH} nested instantiations are needed");
            Diagnostic::new(codes::INSTANTIATION_DEPTH, span, message)
                .help("end the recursion: specialise the last step, or compute with a loop")
        } else {
            let message = format!("more than {MAX_INSTANTIATIONS} instantiations are needed");
            Diagnostic::new(codes::INSTANTIATION_COUNT, span, message)
                .help("let each template need one other, or compute with a constexpr function")
        };
        if !self.gave_up {
            if let Some(first) = self.instantiations.iter().find(|i| !i.span.is_none()) {
                let text = format!("{} is needed first here", self.show_instantiated(first.what));
                diagnostic = diagnostic.secondary(first.span, text);
            }
            self.outside(|cx| cx.report(diagnostic.clone()));
            self.gave_up = true;
        }
        Some(Box::new(diagnostic))
    }

    /// Runs a substitution, one deeper.
    pub(crate) fn nested<T>(
        &mut self,
        span: Span,
        run: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, Box<Diagnostic>> {
        if let Some(diagnostic) = self.beyond_limits(span) {
            return Err(diagnostic);
        }
        self.instantiation_depth += 1;
        let value = stacker::maybe_grow(RED_ZONE, GROWTH, || run(self));
        self.instantiation_depth -= 1;
        Ok(value)
    }

    /// Runs an instantiation that is not in the immediate context of what needs it. `None` when
    /// instantiations are nested too deeply, which has been reported.
    pub fn instantiating<T>(
        &mut self,
        what: Instantiated,
        span: Span,
        run: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        if self.beyond_limits(span).is_some() {
            return None;
        }
        let value = stacker::maybe_grow(RED_ZONE, GROWTH, || {
            self.within_instantiation(what, span, |cx| cx.outside(run))
        });
        Some(value)
    }
}
