//! The passes from tile IR to tile IR that come before scheduling, in their order.
//!
//! Each pass takes a verified module and gives one that computes the same, or none where it changes nothing.

use std::borrow::Cow;

use ir::{Entry, Module};

use crate::legalize::disjoint_memory::alone;
use crate::legalize::pipeline_mma::pipeline;
use crate::legalize::{
    base_dims, branch_loads, carried_loads, disjoint_memory, few_rows, fp8_mma, join_k,
    memory_sums, narrow_mma, pipeline_mma, pointer_rows, pointer_tiles, prefetch_operands,
    prefetch_rows, reduction_bodies, short_k, split_k, split_tiles, transposed_chains,
    unit_strides, whole_tiles,
};
use crate::schedule::{Legalized, OverlappingKernel};
use crate::target::Target;

/// A pass over tile IR.
pub struct Pass {
    pub name: &'static str,
    /// What it does to a module.
    pub summary: &'static str,
    /// With the number of warps, if the user has chosen it.
    run: fn(&Module, &Target, Option<u32>) -> Option<Module>,
}

/// All passes, in their order.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "expand",
        summary: "operations that the back end does not select are expanded into others",
        run: |module, _, _| ir::pass::legalize::legalized(module),
    },
    Pass {
        name: "fp8_mma",
        summary: "8-bit float MMAs become f16 MMAs where the tensor cores have only those",
        run: |module, target, _| fp8_mma::widen(module, target),
    },
    Pass {
        name: "narrow_mma",
        summary: "f32 MMAs of operands that were widened become MMAs of the narrower format",
        run: |module, _, _| narrow_mma::narrow(module),
    },
    Pass {
        name: "reduction_bodies",
        summary: "code of a reduction body that depends on no element moves in front of the reduction",
        run: |module, _, _| reduction_bodies::hoist(module),
    },
    Pass {
        name: DISJOINT_MEMORY,
        summary: "operands are read from memory of their own where the kernel tests that it writes none of it",
        run: |module, target, warps| {
            let behind = |module: &Module| {
                let legalized = legalize_behind(DISJOINT_MEMORY, module, target);
                legalized.module.into_owned()
            };
            let tested = || disjoint_memory::assume_disjoint(module, target, behind);
            warps.is_none().then(tested).flatten()
        },
    },
    Pass {
        name: "memory_sums",
        summary: "sums that a loop loads and stores in each iteration are in registers while it runs",
        run: |module, target, _| memory_sums::keep_in_registers(module, target),
    },
    Pass {
        name: "carried_loads",
        summary: "operands that a loop loads for its next iteration are loaded by the iteration that uses them",
        run: |module, target, warps| {
            warps.is_none().then(|| carried_loads::load_where_used(module, target)).flatten()
        },
    },
    Pass {
        name: "branch_loads",
        summary: "operands that both sides of a branch load from one tensor are loaded behind it",
        run: |module, target, warps| {
            warps.is_none().then(|| branch_loads::load_behind_branches(module, target)).flatten()
        },
    },
    Pass {
        name: "join_k",
        summary: "products of parts of operands along K become products of the whole operands",
        run: |module, target, warps| {
            warps.is_none().then(|| join_k::join_k(module, target)).flatten()
        },
    },
    Pass {
        name: "short_k",
        summary: "operands that have less of K than an instruction of tensor cores are padded with zeros",
        run: |module, target, _| short_k::pad_k(module, target),
    },
    Pass {
        name: "transposed_chains",
        summary: "MMAs whose right operand is computed from another MMA are computed transposed",
        run: |module, target, warps| {
            warps.is_none().then(|| transposed_chains::transpose(module, target)).flatten()
        },
    },
    Pass {
        name: FEW_ROWS,
        summary: "chained MMAs of few rows become MMAs of the rows that `wgmma` has",
        run: |module, target, warps| {
            warps.is_none().then(|| few_rows::pad_rows(module, target)).flatten()
        },
    },
    Pass {
        name: POINTER_TILES,
        summary: "loads of pointers that step evenly become loads of tiles of tensors",
        run: |module, target, warps| {
            warps.is_none().then(|| pointer_tiles::view_pointer_tiles(module, target)).flatten()
        },
    },
    Pass {
        name: POINTER_ROWS,
        summary: "loads of pointers whose rows a tile of numbers names become loads of rows of tensors",
        run: |module, target, warps| {
            warps.is_none().then(|| pointer_rows::view_pointer_rows(module, target)).flatten()
        },
    },
    Pass {
        name: UNIT_STRIDES,
        summary: "strides of which the kernel tests that they are 1 become strides of 1",
        run: |module, target, warps| {
            warps.is_none().then(|| unit_strides::assume_unit_strides(module, target)).flatten()
        },
    },
    Pass {
        name: WHOLE_TILES,
        summary: "padding other than zero becomes zero where the kernel tests that tiles divide their tensors",
        run: |module, target, warps| {
            warps.is_none().then(|| whole_tiles::assume_whole_tiles(module, target)).flatten()
        },
    },
    Pass {
        name: "base_dims",
        summary: "offsets of base pointers that depend on the tile block become dimensions of tensors",
        run: |module, target, warps| {
            warps.is_none().then(|| base_dims::add_base_dims(module, target)).flatten()
        },
    },
    Pass {
        name: "split_tiles",
        summary: "tiles that exceed the register budget are split; the kernel loops over the parts",
        run: |module, target, _| split_tiles::split_oversized_tiles(module, target),
    },
    Pass {
        name: "prefetch_rows",
        summary: "loads of a reduction loop are issued one iteration early",
        run: prefetch_rows::prefetch_rows,
    },
    Pass {
        name: PIPELINE_MMA,
        summary: "an MMA that depends on another one is issued one iteration late",
        run: |module, target, warps| {
            warps.is_none().then(|| pipeline_mma::pipeline_mmas(module, target)).flatten()
        },
    },
    Pass {
        name: PREFETCH_OPERANDS,
        summary: "operands that threads load for `wgmma` are loaded one iteration early",
        run: |module, target, warps| {
            warps.is_none().then(|| prefetch_operands::prefetch(module, target)).flatten()
        },
    },
    Pass {
        name: "split_k",
        summary: "products are computed in parts along K where more stages of a pipeline fit then",
        run: |module, target, warps| {
            warps.is_none().then(|| split_k::split_k(module, target)).flatten()
        },
    },
];

/// The passes whose results only a kernel with a pipeline executes.
const OF_PIPELINES: [&str; 7] = [
    FEW_ROWS,
    POINTER_TILES,
    POINTER_ROWS,
    UNIT_STRIDES,
    WHOLE_TILES,
    PIPELINE_MMA,
    PREFETCH_OPERANDS,
];
const DISJOINT_MEMORY: &str = "disjoint_memory";
const FEW_ROWS: &str = "few_rows";
const POINTER_TILES: &str = "pointer_tiles";
const POINTER_ROWS: &str = "pointer_rows";
const UNIT_STRIDES: &str = "unit_strides";
const WHOLE_TILES: &str = "whole_tiles";
const PIPELINE_MMA: &str = "pipeline_mma";
const PREFETCH_OPERANDS: &str = "prefetch_operands";

/// Runs the passes, up to the one with this name.
pub fn legalize<'a>(
    module: &'a Module,
    target: &Target,
    warps: Option<u32>,
    after: Option<&str>,
) -> Legalized<'a> {
    let mut legalized = Legalized::of(module);
    for pass in PASSES {
        run(pass, &mut legalized, target, warps);
        if after == Some(pass.name) {
            break;
        }
    }
    legalized
}

/// Runs the passes behind the one with this name.
fn legalize_behind<'a>(name: &str, module: &'a Module, target: &Target) -> Legalized<'a> {
    let mut legalized = Legalized::of(module);
    for pass in PASSES.iter().skip_while(|pass| pass.name != name).skip(1) {
        run(pass, &mut legalized, target, None);
    }
    legalized
}

fn run(pass: &Pass, legalized: &mut Legalized<'_>, target: &Target, warps: Option<u32>) {
    let Some(changed) = (pass.run)(&legalized.module, target, warps) else { return };
    let before = std::mem::replace(&mut legalized.module, Cow::Owned(changed));
    if OF_PIPELINES.contains(&pass.name) {
        legalized.unpipelined.get_or_insert(before);
    } else if pass.name == DISJOINT_MEMORY {
        let restricted = |module: &Module, entry: Entry| -> Vec<bool> {
            module.entries[entry].params.iter().map(|param| param.restrict).collect()
        };
        let is_tested =
            |&entry: &Entry| restricted(&before, entry) != restricted(&legalized.module, entry);
        let tested: Vec<Entry> = before.entries.keys().filter(is_tested).collect();
        for entry in tested {
            legalized.overlapping.push(overlapping(&before, entry, target));
        }
    }
}

/// A kernel as it is without tests of its memory.
fn overlapping(module: &Module, of: Entry, target: &Target) -> OverlappingKernel {
    let (before, entry) = alone(module, of);
    let Legalized { module: legalized, unpipelined, .. } =
        legalize_behind(DISJOINT_MEMORY, &before, target);
    let is_pipelined = pipeline(&legalized, &legalized.entries[entry], target).is_some();
    let kernel = match unpipelined {
        Some(unpipelined) if is_pipelined => unpipelined,
        Some(_) | None => legalized,
    };
    OverlappingKernel { of, kernel: kernel.into_owned(), entry, before: module.entries[of].clone() }
}
