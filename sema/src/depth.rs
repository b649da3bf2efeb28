//! How deeply instantiations nest, and how many there are ([implimits], [temp.inst]/16).
//!
//! Everything that makes an entity from a template and can need another on the way counts: bodies,
//! classes, initialisers, signatures, aliases, members, default arguments, constraints. So does
//! the chain of uses that led to a body which waits in the queue. The stack grows with the nesting;
//! at [`MAX_INSTANTIATION_DEPTH`], after [`MAX_INSTANTIATIONS`], or when all bodies together are
//! larger than [`MAX_NODES`] and the source allow, the check gives up: all that follows from the
//! missing instantiation would be said of a program that has one mistake.

use lang::base::{Diagnostic, Span};

use crate::Cx;
use crate::codes;
use crate::cx::{
    Instantiated, MAX_INSTANTIATION_DEPTH, MAX_INSTANTIATIONS, MAX_NODES, MAX_RESOLVING_DEPTH,
    NODES_PER_MEMBER, NODES_PER_TOKEN,
};

/// Stack that one step of nesting may need at most, and by how much it then grows.
const RED_ZONE: usize = 1 << 20;
const GROWTH: usize = 16 << 20;

impl Cx<'_> {
    /// How many instantiations are nested here.
    pub(crate) fn depth(&self) -> usize {
        self.instantiations.len() + self.instantiation_depth + self.queue_depth
    }

    /// Counts one more instantiation. The error when it would be nested too deeply, or is one too
    /// many; it has been reported.
    pub(crate) fn beyond_limits(&mut self, span: Span) -> Option<Box<Diagnostic>> {
        self.n_instantiations = self.n_instantiations.saturating_add(1);
        let is_deep = self.depth() >= MAX_INSTANTIATION_DEPTH;
        if !self.gave_up && !is_deep && self.n_instantiations <= MAX_INSTANTIATIONS {
            return self.beyond_size(0, span);
        }
        if is_deep {
            return Some(self.too_deep(span));
        }
        let message = format!("more than {MAX_INSTANTIATIONS} instantiations are needed");
        let help = "let each template need one other, or compute with a constexpr function";
        Some(self.give_up(Diagnostic::new(codes::INSTANTIATION_COUNT, span, message).help(help)))
    }

    /// The error when the program has too many parts with `ahead` more; it has been reported.
    pub(crate) fn beyond_size(&mut self, ahead: usize, span: Span) -> Option<Box<Diagnostic>> {
        let of_source = self.unit.tokens.len().saturating_mul(NODES_PER_TOKEN);
        let limit = MAX_NODES.saturating_add(of_source);
        if !self.gave_up && self.n_nodes().saturating_add(ahead) <= limit {
            return None;
        }
        let message = format!(
            "templates are instantiated to more than {limit} expressions, variables and members"
        );
        let diagnostic = Diagnostic::new(codes::INSTANTIATION_SIZE, span, message).help(
            "shorten the packs that are expanded, or what they are expanded to; a loop over an \
             array costs its body once",
        );
        Some(self.give_up(diagnostic))
    }

    /// Expressions, statements, variables, members, elements of packs and scalars of template
    /// arguments so far.
    fn n_nodes(&self) -> usize {
        let typed = &self.typed;
        let n_typed = typed.exprs.len() + typed.stmts.len() + typed.locals.len();
        let n_members = self.n_members * NODES_PER_MEMBER;
        n_typed + n_members + self.n_elements + self.types.n_scalars_in_args()
    }

    /// Reports that a limit is passed, once: nothing more is instantiated.
    fn give_up(&mut self, mut diagnostic: Diagnostic) -> Box<Diagnostic> {
        let user = self.instantiations.iter().rev().map(|i| i.span);
        let known = [diagnostic.primary.span].into_iter().chain(user);
        let known = known.chain(self.places_under_way()).find(|span| !span.is_none());
        diagnostic.primary.span = known.unwrap_or(diagnostic.primary.span);
        if !self.gave_up {
            if let Some(first) = self.instantiations.iter().find(|i| !i.span.is_none()) {
                let text = format!("{} is needed first here", self.show_instantiated(first.what));
                diagnostic = diagnostic.secondary(first.span, text);
            }
            self.outside(|cx| cx.report(diagnostic.clone()));
            self.gave_up = true;
        }
        Box::new(diagnostic)
    }

    /// Resolves a declaration that something needs, one deeper: each may need another one before it. `None` when
    /// too many wait for each other, which has been reported.
    pub(crate) fn resolving<T>(
        &mut self,
        span: Span,
        run: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        if self.gave_up {
            return None;
        }
        if self.resolving_depth >= MAX_RESOLVING_DEPTH {
            let message =
                format!("more than {MAX_RESOLVING_DEPTH} declarations need each other in a row");
            let help = "let each name what it means, rather than the one before it";
            self.give_up(Diagnostic::new(codes::DECLARATION_DEPTH, span, message).help(help));
            return None;
        }
        self.resolving_depth += 1;
        let value = stacker::maybe_grow(RED_ZONE, GROWTH, || run(self));
        self.resolving_depth -= 1;
        Some(value)
    }

    /// Runs what recurses with something that has a limit of its own.
    pub(crate) fn with_stack<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        stacker::maybe_grow(RED_ZONE, GROWTH, || run(self))
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
        Ok(self.one_deeper(run))
    }

    /// Runs an evaluation that instantiates nothing itself, one deeper: what is evaluated again and
    /// again does not count as often, only by the expressions that it makes.
    pub(crate) fn deeper<T>(
        &mut self,
        span: Span,
        run: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, Box<Diagnostic>> {
        if self.gave_up || self.depth() >= MAX_INSTANTIATION_DEPTH {
            return Err(self.too_deep(span));
        }
        if let Some(diagnostic) = self.beyond_size(0, span) {
            return Err(diagnostic);
        }
        Ok(self.one_deeper(run))
    }

    fn one_deeper<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.instantiation_depth += 1;
        let value = stacker::maybe_grow(RED_ZONE, GROWTH, || run(self));
        self.instantiation_depth -= 1;
        value
    }

    fn too_deep(&mut self, span: Span) -> Box<Diagnostic> {
        let message =
            format!("more than {MAX_INSTANTIATION_DEPTH} nested instantiations are needed");
        let help = "end the recursion: specialise the last step, or compute with a loop";
        self.give_up(Diagnostic::new(codes::INSTANTIATION_DEPTH, span, message).help(help))
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
