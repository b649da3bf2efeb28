//! Accesses through pointers that are a few elements apart.
//!
//! ```text
//! load p;  load p + 1;  load p - 1
//! ```
//!
//! Of these at most one can be aligned to more than an element. In a layout that is made for wide
//! accesses, a warp that then goes element by element touches every sector of what it spans with each
//! of them. So tiles of such a shape are spread for accesses that all of them can have aligned, and
//! neighbouring lanes have neighbouring elements instead.

use ir::analysis::facts::FactMap;
use ir::{Function, InstData, Module, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

type Dims = SmallVec<[u32; 4]>;

/// Of longer sums what is left is one term.
const MAX_STEPS: usize = 64;

/// Elements that accesses to tiles of a shape may move at once, where some are shifted.
#[derive(Default)]
pub struct Shifted {
    runs: FxHashMap<Dims, u64>,
}

impl Shifted {
    pub fn of(module: &Module, function: &Function, facts: &FactMap) -> Shifted {
        // The first distance seen of each sum.
        let mut known: FxHashMap<(Dims, Vec<Value>), i64> = FxHashMap::default();
        let mut shifted = Shifted::default();
        for inst in function.insts_in_order() {
            let (InstData::LoadPtrTko { source: pointers, .. }
            | InstData::StorePtrTko { destination: pointers, .. }) = function.data(inst)
            else {
                continue;
            };
            let dims: Dims = module.types.dims(function.value_type(*pointers)).into();
            let mut sum = PointerSum::default();
            sum.add(module, function, facts, *pointers);
            sum.terms.sort_unstable();
            let first = *known.entry((dims.clone(), sum.terms)).or_insert(sum.constant);
            let apart = sum.constant.wrapping_sub(first);
            if apart != 0 {
                let run = shifted.runs.entry(dims).or_insert(u64::MAX);
                *run = (*run).min(1 << apart.trailing_zeros());
            }
        }
        shifted
    }

    /// How many elements an access through a tile of pointers can move at once, were all aligned to that.
    pub fn pointer_run(
        &self,
        module: &Module,
        function: &Function,
        facts: &FactMap,
        pointers: Value,
    ) -> u64 {
        let dims = module.types.dims(function.value_type(pointers));
        let facts = facts.get(pointers);
        let longest = (0..dims.len())
            .map(|dim| u64::from(facts.axis(dim).contiguity).min(u64::from(dims[dim])))
            .max();
        longest.unwrap_or(1).min(self.run(dims))
    }

    /// The longest run of elements that all accesses to tiles of this shape can have aligned.
    pub fn run(&self, dims: &[u32]) -> u64 {
        self.runs.get(dims).copied().unwrap_or(u64::MAX)
    }
}

/// A pointer or number as a sum, in elements.
#[derive(Default)]
struct PointerSum {
    terms: Vec<Value>,
    constant: i64,
    steps: usize,
}

impl PointerSum {
    fn add(&mut self, module: &Module, function: &Function, facts: &FactMap, value: Value) {
        let known = |value: Value| facts.get(value).bounds.value();
        if let Some(constant) = known(value) {
            self.constant = self.constant.wrapping_add(constant);
            return;
        }
        self.steps += 1;
        match function.def_data(value).filter(|_| self.steps <= MAX_STEPS) {
            Some(
                &InstData::Offset { ptr: lhs, offset: rhs } | &InstData::AddI { lhs, rhs, .. },
            ) => {
                self.add(module, function, facts, lhs);
                self.add(module, function, facts, rhs);
            }
            Some(&InstData::SubI { lhs, rhs, .. }) if let Some(constant) = known(rhs) => {
                self.constant = self.constant.wrapping_sub(constant);
                self.add(module, function, facts, lhs);
            }
            Some(&InstData::ExtI { from: source, .. } | &InstData::Broadcast { source }) => {
                self.add(module, function, facts, source);
            }
            // What is the same for all elements.
            Some(&InstData::Reshape { source })
                if module.types.dims(function.value_type(source)).iter().all(|&dim| dim == 1) =>
            {
                self.add(module, function, facts, source);
            }
            _ => self.terms.push(value),
        }
    }
}
