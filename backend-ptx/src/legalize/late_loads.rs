//! Loads where their tiles are needed.
//!
//! ```text
//! q = load ..; k = load ..; v = load ..       q = load ..; k = load ..
//! s = mma q, k, 0                        =>   s = mma q, k, 0
//! o = mma s, v, o                             v = load ..
//!                                             o = mma s, v, o
//! ```
//!
//! Without a pipeline threads hold a tile in registers from its load to its first use, an element of 16 bits in a register of its
//! own, and `ptxas` moves no load beyond the barriers of the MMAs in between. Where threads have few registers, a load that
//! waits costs less than tiles that are spilled.
//!
//! In: a verified module. Out: the module with weak loads of one kernel, and what only gives their tiles another shape, in front
//! of their first uses, in the same block and with nothing between that writes.

use ir::{Block, Effect, Entry, Function, Inst, InstData, MemoryOrdering, Module};

/// The module with loads of a kernel that are later; `None` if there are none.
pub fn load_late(module: &Module, entry: Entry) -> Option<Module> {
    let mut changed = module.clone();
    let function = &mut changed.entries[entry];
    let is_changed = in_block(function, function.entry_block);
    is_changed.then_some(changed)
}

fn in_block(function: &mut Function, block: Block) -> bool {
    let mut is_changed = false;
    let insts = function.insts(block).to_vec();
    for &inst in &insts {
        for inner in function.data(inst).blocks() {
            is_changed |= in_block(function, inner);
        }
    }
    // From the end on, so that what uses a tile is where it stays.
    for &inst in insts.iter().rev() {
        if !moves(function, inst) {
            continue;
        }
        let order = function.insts(block);
        let Some(place) = order.iter().position(|&other| other == inst) else { continue };
        let is_load = function.data(inst).effect() == Effect::Read;
        let is_end = |&&other: &&Inst| {
            let uses = function.results(inst).iter().any(|&tile| function.takes(other, tile));
            uses || is_load && writes(function, other)
        };
        let Some(&end) = order[place + 1..].iter().find(is_end) else { continue };
        if order.get(place + 1) == Some(&end) {
            continue;
        }
        function.remove_inst(inst);
        function.insert_before(end, inst);
        is_changed = true;
    }
    is_changed
}

/// Whether an instruction is a load that nothing orders, or gives a tile another shape.
fn moves(function: &Function, inst: Inst) -> bool {
    match function.data(inst) {
        InstData::LoadViewTko { ordering, .. } | InstData::LoadPtrTko { ordering, .. } => {
            *ordering == MemoryOrdering::Weak
        }
        InstData::Reshape { .. } | InstData::Permute { .. } => true,
        _ => false,
    }
}

/// Whether an instruction, or one in its blocks, may write memory, or the instruction ends its block.
fn writes(function: &Function, inst: Inst) -> bool {
    let is_one = |inst: Inst| {
        let effect = function.data(inst).effect();
        matches!(effect, Effect::Write | Effect::ReadWrite | Effect::Io)
    };
    let ends = function.data(inst).effect() == Effect::Terminator;
    ends || is_one(inst) || function.insts_inside(inst).into_iter().any(is_one)
}
