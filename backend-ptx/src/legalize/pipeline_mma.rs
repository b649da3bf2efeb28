//! What runs beside what: products that wait for others' results run an iteration later.
//!
//! In a loop of two products on `wgmma`, the second of which takes as its left factor what is
//! computed from the first, tensor cores and the other units would take turns. With the second
//! one delayed ([`delay`]) it is computed while the next left factor is.

use ir::analysis::alias::AliasMap;
use ir::analysis::facts::FactMap;
use ir::pass::delay::delay;
use ir::{Function, Inst, InstData, Module};

use crate::mma::chain::products_behind;
use crate::pipeline::{Factor, Pipeline};
use crate::target::{Feature, Target};

/// The module with such products delayed; `None` if there are none.
pub fn overlap(module: &Module, target: &Target) -> Option<Module> {
    if !target.has(Feature::Wgmma) {
        return None;
    }
    let mut overlapped: Option<Module> = None;
    for (entry, function) in module.entries.iter() {
        let Some(product) = waiting(module, function, target) else { continue };
        let into = overlapped.get_or_insert_with(|| module.clone());
        let mut function = function.clone();
        let before = strays(into, &function, target);
        if delay(&mut function, &mut into.types, product)
            && strays(into, &function, target) <= before
        {
            into.entries[entry] = function;
        }
    }
    overlapped
}

/// A product of the kernel's pipeline whose left factor is computed, in its block, from another
/// one.
fn waiting(module: &Module, function: &Function, target: &Target) -> Option<Inst> {
    let behind = |inst: &Inst| match function.data(*inst) {
        InstData::MmaF { lhs, .. } | InstData::MmaI { lhs, .. } => {
            let mut products = products_behind(function, *lhs);
            products.retain(|other| function.inst_block(*other) == function.inst_block(*inst));
            !products.is_empty()
        }
        _ => false,
    };
    let candidates: Vec<Inst> = function.insts_in_order().into_iter().filter(behind).collect();
    if candidates.is_empty() {
        return None;
    }
    let pipeline = pipeline(module, function, target)?;
    candidates
        .into_iter()
        .find(|&inst| pipeline.product(inst).is_some_and(|product| product.a == Factor::Registers))
}

/// How many products no pipeline feeds: a tile that is carried to the next iteration is copied by
/// none.
fn strays(module: &Module, function: &Function, target: &Target) -> usize {
    let pipeline = pipeline(module, function, target);
    let fed = |inst: Inst| pipeline.as_ref().is_some_and(|p| p.product(inst).is_some());
    let is_product =
        |inst: &Inst| matches!(function.data(*inst), InstData::MmaF { .. } | InstData::MmaI { .. });
    function.insts_in_order().into_iter().filter(is_product).filter(|&inst| !fed(inst)).count()
}

fn pipeline(module: &Module, function: &Function, target: &Target) -> Option<Pipeline> {
    let facts = FactMap::of(function, &module.types);
    let aliases = AliasMap::of(function, &module.types);
    Pipeline::of(module, function, &facts, &aliases, target)
}
