//! Checking what a question about one place needs, and no more.
//!
//! In: a place of the user's that is asked about while the program is not checked yet. Out: in
//! [`uses`](crate::uses), the scope there and the object whose member is named there, as the check of
//! the whole program would record them: the same bodies are checked in the same order, without
//! those that have nothing to do with the place.
//!
//! Which those are goes by names: beside the functions around the place, those count whose bodies
//! mention one of them, or a function that does. Where names do not tell, or the place is in a
//! template that is not instantiated,
//! nothing is known of it, and the query waits for the whole check:
//! the guess decides on time, never on meaning.

use lang::ast::{BodyId, BodyState, DeclKind, FunctionBody, StmtKind, UnqualifiedId};
use lang::base::{Name, Pos, Span};
use rustc_hash::FxHashSet;

use crate::Cx;
use crate::entity::Definition;

/// A place that is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Focus {
    pub at: Pos,
    /// Where the expression ends whose member is named there.
    pub object: Option<Pos>,
}

/// A function that the user wrote, with its body.
struct Written {
    name: Option<Name>,
    body: BodyId,
}

impl Cx<'_> {
    /// Checks the queued bodies that the place needs; whether they told what is there.
    pub(crate) fn check_around(&mut self, focus: Focus) -> bool {
        let ast = self.ast;
        let around: Vec<BodyId> = ast
            .bodies
            .iter()
            .filter(|(_, body)| contains(body.span, focus.at))
            .map(|(id, _)| id)
            .collect();
        let is_parsed = |&body: &BodyId| matches!(ast[body].state, BodyState::Parsed(_));
        if !around.iter().any(is_parsed) {
            // Outside of all functions, or in one that no kernel can reach: there are only declarations.
            return focus.object.is_none();
        }
        let leading = self.leading_to(&around);
        let block = self.block_around(focus.at);
        let mut is_known = false;
        let mut place = 0;
        while let Some(queued) = self.queue.get(place) {
            let definition = self.entities[queued.function].definition;
            if let Definition::Body(body) = definition
                && leading.contains(&body)
            {
                if !self.check_queued(place) {
                    break;
                }
                is_known |= around.contains(&body);
                if is_known && self.has_seen(block, focus.object) {
                    break;
                }
            }
            place += 1;
        }
        is_known
    }

    /// The bodies around a place, and those of the user's functions that may lead to them.
    fn leading_to(&self, around: &[BodyId]) -> FxHashSet<BodyId> {
        let mut leading: FxHashSet<BodyId> = around.iter().copied().collect();
        let mut names: FxHashSet<Name> = FxHashSet::default();
        let mut others = Vec::new();
        for written in self.written_functions() {
            match leading.contains(&written.body) {
                true => names.extend(written.name),
                false => others.push(written),
            }
        }
        loop {
            let n_others = others.len();
            others.retain(|written| {
                let tokens = self.ast[written.body].tokens.indices();
                let tokens = self.unit.tokens.get(tokens).unwrap_or_default();
                let leads = tokens.iter().any(|token| names.contains(&token.name));
                if leads {
                    leading.insert(written.body);
                    names.extend(written.name);
                }
                !leads
            });
            if others.len() == n_others {
                return leading;
            }
        }
    }

    /// The functions in the user's files whose bodies are parsed.
    fn written_functions(&self) -> impl Iterator<Item = Written> {
        let (ast, sources) = (self.ast, self.unit.sources);
        ast.decls.values().filter_map(move |decl| {
            let DeclKind::Function(function) = &decl.kind else { return None };
            let FunctionBody::Definition(body) = function.body else { return None };
            let is_parsed = matches!(ast[body].state, BodyState::Parsed(_));
            if !is_parsed || sources.in_system_file(ast[body].span.lo) {
                return None;
            }
            let name = match ast[function.name].last.id {
                UnqualifiedId::Identifier(name) => Some(name),
                // Called without a name of their own.
                UnqualifiedId::Operator(_)
                | UnqualifiedId::Conversion(_)
                | UnqualifiedId::Literal(_)
                | UnqualifiedId::Destructor(_)
                | UnqualifiedId::Decltype(_)
                | UnqualifiedId::Error => None,
            };
            Some(Written { name, body })
        })
    }

    /// The innermost block around a place, as it is written.
    fn block_around(&self, at: Pos) -> Option<Span> {
        let blocks =
            self.ast.stmts.values().filter(|stmt| {
                matches!(stmt.kind, StmtKind::Compound(_)) && contains(stmt.span, at)
            });
        blocks.map(|stmt| stmt.span).min_by_key(|span| span.hi.0 - span.lo.0)
    }

    fn has_seen(&self, block: Option<Span>, object: Option<Pos>) -> bool {
        let Some(uses) = &self.uses else { return false };
        let has_block =
            block.is_none_or(|block| uses.blocks().iter().any(|seen| seen.span == block));
        has_block && object.is_none_or(|end| uses.member_site(end).is_some())
    }
}

fn contains(span: Span, at: Pos) -> bool {
    span.lo <= at && at <= span.hi
}
