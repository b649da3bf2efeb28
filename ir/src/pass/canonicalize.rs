//! Folding and local rewrites to one normal form; the rules are in `simplify`.

use super::Options;
use super::rewrite::{Rewrite, Rewriter, rewrite_all};
use super::simplify::simplify;
use crate::entities::Inst;
use crate::fold::fold;
use crate::module::Function;
use crate::types::TypeStore;

/// Rounds after which what is left is left: each round sees through one more level of region.
const MAX_ROUNDS: usize = 4;

pub(super) fn run(function: &mut Function, types: &mut TypeStore, _: &Options) -> bool {
    let mut changed = false;
    for _ in 0..MAX_ROUNDS {
        if !rewrite_all(function, types, rule) {
            break;
        }
        changed = true;
    }
    changed
}

fn rule(rewriter: &mut Rewriter<'_>, inst: Inst) -> Rewrite {
    if let Some(result) = rewriter.function.single_result(inst) {
        let ty = rewriter.value_type(result);
        let data = rewriter.function.data(inst);
        if let Some(value) = fold(data, ty, rewriter.function, rewriter.types) {
            return Rewrite::Constant(value);
        }
    }
    simplify(rewriter, inst).unwrap_or(Rewrite::Keep)
}
