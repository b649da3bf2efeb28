//! Why a class with `operator()` cannot be called with arguments of given types, for constraints that ask for it:
//! "`Clamp` takes one argument, not 2".

use lang::ast::OverloadedOperator;

use super::{CandidateSet, Reason, Rejection};
use crate::Cx;
use crate::check::operand::Operand;
use crate::entity::DeclName;
use crate::template::deduce::{ArgInfo, FailureReason};
use crate::ty::Ty;

impl Cx<'_> {
    /// The reason, from the nearest call operator; none for types that can be called, and for other types than classes.
    pub(crate) fn why_not_callable(&mut self, callee: Ty, args: &[Ty]) -> Option<String> {
        let class = self.types.class_of(self.types.strip_cvref(callee))?;
        let shown = self.show(self.types.strip_cvref(callee));
        let name = DeclName::Operator(OverloadedOperator::Call);
        let entities = self.lookup_member(class, name).entities;
        if entities.is_empty() {
            return Some(format!("`{shown}` has no `operator()`"));
        }
        let object = self.declval_of(callee);
        let args: Vec<Operand> =
            args.iter().map(|&ty| Operand::Expr(self.declval_of(ty))).collect();
        let infos: Vec<ArgInfo> = args.iter().map(|arg| arg.info(self)).collect();
        let collect = |cx: &mut Self| {
            let mut set = CandidateSet::default();
            for entity in &entities {
                cx.add_candidate(&mut set, entity, None, Some(object), &args, &infos);
            }
            set
        };
        let CandidateSet { viable, rejected } = self.tentatively(collect).ok()?;
        if !viable.is_empty() {
            return None;
        }
        let mut nearest: Option<((u32, u32), Rejection)> = None;
        for rejection in rejected {
            let score = self.nearness(&rejection.reason);
            if nearest.as_ref().is_none_or(|(best, _)| *best < score) {
                nearest = Some((score, rejection));
            }
        }
        let (_, rejection) = nearest?;
        let (why, _) = self.explain(&rejection, &args);
        let argument = match &rejection.reason {
            Reason::Argument { index, .. } => Some(*index),
            Reason::Deduction(failure) => match failure.reason {
                FailureReason::Mismatch { argument, .. } => Some(argument),
                _ => None,
            },
            _ => None,
        };
        Some(match (argument, &rejection.reason) {
            (Some(index), _) => format!("argument {} of `{shown}` {why}", index + 1),
            (None, Reason::Object) => match why.strip_prefix("it ") {
                Some(why) => format!("`operator()` of `{shown}` {why}"),
                None => format!("`operator()` of `{shown}`: {why}"),
            },
            (None, _) if super::report::counts_operands(&rejection.reason) => {
                format!("`{shown}` {why}")
            }
            (None, _) => format!("`operator()` of `{shown}`: {why}"),
        })
    }
}
