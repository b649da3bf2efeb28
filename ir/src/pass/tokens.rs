//! Removes needless ordering: loads of memory that the entry does not write.
//!
//! ```text
//! x, t1 = load p token=t0  =>  x, _ = load p; t1 := t0      where nothing here writes what p reaches
//! ```
//!
//! Tokens order accesses of one tile block. A weak load conflicts with writes alone, so where
//! [alias analysis](crate::analysis::alias) finds none that it could meet, before or after, it may
//! happen at any time; a loop that only carried its token carries one value less. Acquires and
//! releases order such loads with writes of others: an entry that has any keeps its tokens.

use smallvec::SmallVec;

use super::Options;
use crate::analysis::alias::AliasMap;
use crate::attrs::MemoryOrdering;
use crate::entities::{Inst, Value};
use crate::module::{Function, ValueMap};
use crate::ops::{Effect, InstData};
use crate::types::TypeStore;

pub(super) fn run(function: &mut Function, types: &mut TypeStore, _: &Options) -> bool {
    let insts = function.insts_in_order();
    let loads: Vec<Inst> =
        insts.iter().copied().filter(|&inst| ordered_load(function, inst).is_some()).collect();
    if loads.is_empty() {
        return false;
    }
    let aliases = AliasMap::of(function, types);
    let mut written: SmallVec<[Value; 8]> = SmallVec::new();
    for &inst in &insts {
        if synchronizes(function.data(inst)) {
            return false;
        }
        match written_by(function, inst) {
            Written::Nothing => {}
            Written::Through(value) => written.push(value),
            Written::Anything => return false,
        }
    }
    let mut map = ValueMap::new();
    let mut changed = false;
    for inst in loads {
        let Some((source, before)) = ordered_load(function, inst) else { continue };
        if written.iter().any(|&other| aliases.may_alias(source, other)) {
            continue;
        }
        // Results are the tile and the token.
        let &[_, after] = function.results(inst) else { continue };
        map.replace(after, before);
        if let InstData::LoadPtrTko { token, .. } | InstData::LoadViewTko { token, .. } =
            function.data_mut(inst)
        {
            *token = None;
        }
        changed = true;
    }
    function.replace_values(&map);
    changed
}

/// What a weak load reads through, and the token that it takes.
fn ordered_load(function: &Function, inst: Inst) -> Option<(Value, Value)> {
    match *function.data(inst) {
        InstData::LoadPtrTko { source: from, token, ordering, .. }
        | InstData::LoadViewTko { view: from, token, ordering, .. }
            if ordering == MemoryOrdering::Weak =>
        {
            Some((from, token?))
        }
        _ => None,
    }
}

/// Whether an access orders others between tile blocks.
fn synchronizes(data: &InstData) -> bool {
    match data {
        InstData::LoadPtrTko { ordering, .. }
        | InstData::StorePtrTko { ordering, .. }
        | InstData::LoadViewTko { ordering, .. }
        | InstData::StoreViewTko { ordering, .. }
        | InstData::AtomicCasTko { ordering, .. }
        | InstData::AtomicRmwTko { ordering, .. }
        | InstData::AtomicRedViewTko { ordering, .. }
        | InstData::MultimemLoadReduceViewTko { ordering, .. }
        | InstData::MultimemReduceViewTko { ordering, .. }
        | InstData::MultimemStoreViewTko { ordering, .. } => match ordering {
            MemoryOrdering::Weak | MemoryOrdering::Relaxed => false,
            MemoryOrdering::Acquire | MemoryOrdering::Release | MemoryOrdering::AcqRel => true,
        },
        _ => false,
    }
}

enum Written {
    Nothing,
    /// What this pointer or view reaches.
    Through(Value),
    /// Something that this pass does not know.
    Anything,
}

fn written_by(function: &Function, inst: Inst) -> Written {
    let data = function.data(inst);
    match data {
        InstData::StorePtrTko { destination: to, .. }
        | InstData::StoreViewTko { view: to, .. }
        | InstData::AtomicCasTko { pointers: to, .. }
        | InstData::AtomicRmwTko { pointers: to, .. }
        | InstData::AtomicRedViewTko { view: to, .. } => Written::Through(*to),
        _ => match data.effect() {
            Effect::Write | Effect::ReadWrite => Written::Anything,
            Effect::Pure
            | Effect::Partial
            | Effect::Read
            | Effect::Alloc
            | Effect::Io
            | Effect::Terminator
            | Effect::Structured => Written::Nothing,
        },
    }
}
