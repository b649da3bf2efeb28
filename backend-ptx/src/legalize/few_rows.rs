//! Chained MMAs of few rows, as MMAs of the rows that `wgmma` has.
//!
//! ```text
//! s = mma q, k, 0 : M x N                            s = mma q', k, 0 : 64 x N
//! o = mma (f s), v, o : M x D          =>            o' = mma (f s), v, o' : 64 x D         1 < M < 64
//! ```
//!
//! A step of decode multiplies the queries of a few heads by keys and values. Where one MMA goes on with what another
//! gave, whole rows stay in a warp, and the transposed MMA does not take few rows as its columns ([`Chained`]): without this,
//! `mma.sync` would multiply, and no pipeline would bring keys and values. Rows from M on are padding ([`pad_axis`]). They
//! cost little: each warp of a warpgroup has 16 rows of its own, and the memory of keys and values bounds the kernel.
//!
//! A kernel without a pipeline executes the module from before this pass, since `mma.sync` has a form for 16 rows.
//!
//! In: a verified module. Out: the module with such MMAs, in kernels more of whose operands a pipeline brings then.

use ir::pass::pad_axis::pad_axis;
use ir::{Function, InstData, Module, Value};

use crate::legalize::entry_rewrites::EntryRewrites;
use crate::legalize::pointer_tiles::{clean_up, num_unfed_with_views};
use crate::mma::chain::Chained;
use crate::target::{Feature, Target, WGMMA_ROWS};

/// The module with such MMAs; `None` if there are none.
pub fn pad_rows(module: &Module, target: &Target) -> Option<Module> {
    if !target.has(Feature::Wgmma) {
        return None;
    }
    let mut rewrites = EntryRewrites::of(module);
    for (entry, function) in module.entries.iter() {
        if rows(module, function).is_none() {
            continue;
        }
        rewrites.attempt(entry, |changed| {
            let before = num_unfed_with_views(changed, entry, target);
            while let Some(seed) = rows(changed, &changed.entries[entry]) {
                let Module { entries, types, .. } = &mut *changed;
                if !pad_axis(&mut entries[entry], types, seed, WGMMA_ROWS) {
                    return false;
                }
            }
            clean_up(changed, entry);
            num_unfed_with_views(changed, entry, target) < before
        });
    }
    rewrites.into_module()
}

/// The result of a chained MMA that has few rows, and their dimension.
fn rows(module: &Module, function: &Function) -> Option<(Value, usize)> {
    let few = |inst: ir::Inst| {
        let (InstData::MmaF { .. } | InstData::MmaI { .. }) = function.data(inst) else {
            return None;
        };
        let result = function.results(inst)[0];
        match module.types.dims(function.value_type(result)) {
            &[ref batch @ .., rows, _] if (2..WGMMA_ROWS).contains(&rows) => {
                Some((inst, (result, batch.len())))
            }
            _ => None,
        }
    };
    let mut all = function.insts_in_order().into_iter().filter_map(few).peekable();
    all.peek()?;
    let chained = Chained::of(function);
    all.find(|(inst, _)| chained.contains(*inst)).map(|(_, rows)| rows)
}
