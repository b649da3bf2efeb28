//! Common subexpressions: of two equal computations the dominating one stays.
//!
//! Equal means the same op, operands, attributes and result types; operands are compared after
//! their own merging. Ops that only compute qualify, and weak loads that wait for the same token:
//! nothing can have come between them.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Options;
use crate::entities::{Block, Inst, Type};
use crate::module::{Function, ValueMap};
use crate::ops::{Effect, InstData};
use crate::types::TypeStore;

pub(super) fn run(function: &mut Function, _: &mut TypeStore, _: &Options) -> bool {
    let mut merger = Merger { known: FxHashMap::default(), map: ValueMap::new() };
    merger.merge_block(function, function.entry_block);
    function.replace_values(&merger.map);
    !merger.map.is_empty()
}

type Key = (InstData, SmallVec<[Type; 2]>);

struct Merger {
    /// The computations whose results are visible here.
    known: FxHashMap<Key, Inst>,
    map: ValueMap,
}

impl Merger {
    fn merge_block(&mut self, function: &mut Function, block: Block) {
        let mut added: Vec<Key> = Vec::new();
        let mut kept = Vec::new();
        for inst in function.take_insts(block) {
            let map = &self.map;
            function.data_mut(inst).for_each_operand_mut(|value| *value = map.get(*value));
            if qualifies(function.data(inst)) {
                let types = function.results(inst).iter().map(|&r| function.value_type(r));
                let key = (function.data(inst).clone(), types.collect());
                if let Some(&first) = self.known.get(&key) {
                    for i in 0..function.results(inst).len() {
                        self.map.replace(function.results(inst)[i], function.results(first)[i]);
                    }
                    function.detach(inst);
                    continue;
                }
                self.known.insert(key.clone(), inst);
                added.push(key);
            }
            for region in function.data(inst).blocks() {
                self.merge_block(function, region);
            }
            kept.push(inst);
        }
        function.set_insts(block, kept);
        for key in added {
            self.known.remove(&key);
        }
    }
}

fn qualifies(data: &InstData) -> bool {
    match data.effect() {
        Effect::Pure | Effect::Partial => true,
        // `effect` says Read of weak loads only.
        Effect::Read => true,
        Effect::Write
        | Effect::ReadWrite
        | Effect::Alloc
        | Effect::Io
        | Effect::Terminator
        | Effect::Structured => false,
    }
}
