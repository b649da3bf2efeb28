//! CTAs in pairs, which copy once what both of them need.
//!
//! An SM gets about 64 bytes a clock from the L2 cache, and its tensor cores do 2,048 products of 16
//! bits a clock, so that a kernel waits for its factors where
//!
//! ```text
//! demand = bytes copied / (m n k bytes of an element / 4096) > 64    over all streams and products in loops
//! ```
//!
//! Rows that are no multiple of 128 bytes (*uneven* ones) count twice: a row of a box then lies in two
//! lines of the cache. A kernel that would wait for those runs in clusters of two CTAs that walk over
//! neighbouring tile blocks. Where rows are uneven and a stream has the same boxes in both, each copies
//! half of them to the shared memory of both.
//!
//! A launch then has twice the CTAs, in clusters, which costs tensors with even rows more the smaller
//! tiles are (docs/performance.md). So tile blocks must be large ([`LEAST_SUMS`]).
//!
//! Whether it has is tested for each tile block, by computing what its indices depend on for the own
//! tile block and for the other CTA's:
//!
//! ```text
//! root   a value outside of control flow that follows from the number of the tile block
//! shared(stream)  =  all roots of its indices are equal
//! in step         =  all roots of bounds of loops and of conditions are equal, up to this tile block
//! ```
//!
//! CTAs in step fill their rings alike, so a buffer is free when both have handed theirs back.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::{Effect, Function, Inst, InstData, Value, ValueDef};

use super::{Product, Stream, scalars};

/// What two CTAs of a cluster share.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// Computes all roots from the number of a tile block and parameters, in program order.
    pub slice: Vec<Inst>,
    /// The roots of everything that decides what runs.
    pub control: Vec<Value>,
    /// The roots of each stream's indices; none if they cannot be told.
    pub streams: Vec<Option<Vec<Value>>>,
}

/// CTAs of a cluster.
pub const PAIR: u32 = 2;
/// Bytes of a clock that an SM gets from the L2 cache.
const L2_BYTES: u64 = 64;
/// Elements of C in a tile block: what fills the registers of two warpgroups.
const LEAST_SUMS: u64 = 128 * 256;
/// Products of a clock, times bytes of an element.
const PRODUCT_BYTES: u64 = 4096;

impl Pairs {
    /// Whether and what CTAs share, if that is of any use.
    pub fn of<'a>(
        function: &Function,
        producible: &SecondaryMap<Value, bool>,
        streams: &[Stream],
        products: impl Iterator<Item = (&'a Inst, &'a Product)>,
    ) -> Option<Pairs> {
        let looped =
            |inst: Inst| !scalars::loops_around(function, function.inst_block(inst)).is_empty();
        let bytes: u64 = streams
            .iter()
            .filter(|stream| stream.guest.is_none() && looped(stream.load))
            .map(|stream| u64::from(stream.staged.bytes()))
            .sum();
        let (mut work, mut sums) = (0, 0);
        for (_, product) in products.filter(|(inst, _)| looped(**inst)) {
            // Its K in bytes is that of its instructions.
            let k_bytes = product.steps * super::K_STEP_BYTES;
            let elements = u64::from(product.m) * u64::from(product.n);
            work += elements * u64::from(k_bytes);
            sums = sums.max(elements);
        }
        let demand = bytes * PRODUCT_BYTES / work.max(1);
        if 2 * demand <= L2_BYTES || sums < LEAST_SUMS {
            return None;
        }
        let roots = Roots::of(function, producible);
        let control = roots.of_all(roots.decisions(streams))?;
        let streams: Vec<Option<Vec<Value>>> = streams
            .iter()
            .map(|stream| match function.data(stream.load) {
                InstData::LoadViewTko { index, .. } if stream.can_be_halved() => {
                    roots.of_all(index.iter().copied().collect())
                }
                _ => None,
            })
            .collect();
        let all = || control.iter().chain(streams.iter().flatten().flatten()).copied();
        let slice = scalars::needed_for(function, all());
        let pure = |&inst: &Inst| {
            let data = function.data(inst);
            let effect = matches!(data.effect(), Effect::Pure | Effect::Partial);
            effect
                && data.blocks().is_empty()
                && function.inst_block(inst) == Some(function.entry_block)
        };
        let possible = streams.iter().any(Option::is_some) && slice.iter().all(pure);
        possible.then_some(Pairs { slice, control, streams })
    }
}

/// Finds what values depend on.
struct Roots<'a> {
    function: &'a Function,
    producible: &'a SecondaryMap<Value, bool>,
    order: Vec<Inst>,
    /// Which values outside of control flow follow from the number of the tile block.
    by_block: EntitySet<Value>,
}

impl Roots<'_> {
    fn of<'a>(function: &'a Function, producible: &'a SecondaryMap<Value, bool>) -> Roots<'a> {
        let order = function.insts_in_order();
        let mut by_block = EntitySet::new();
        for &inst in &order {
            let data = function.data(inst);
            let structured = !data.blocks().is_empty();
            if structured
                || matches!(data, InstData::GetTileBlockId { .. })
                || data.operands().iter().any(|&operand| by_block.contains(operand))
            {
                by_block.extend(function.results(inst).iter().copied());
            }
        }
        Roots { function, producible, order, by_block }
    }

    /// Bounds of loops and conditions that decide how often streams are loaded.
    fn decisions(&self, streams: &[Stream]) -> Vec<Value> {
        let function = self.function;
        let mut found = Vec::new();
        for &inst in &self.order {
            let inside = |other: Inst| function.is_inside(other, inst);
            let loads = streams.iter().any(|stream| inside(stream.load));
            match function.data(inst) {
                InstData::For { lower_bound, upper_bound, step, .. } if loads => {
                    found.extend([*lower_bound, *upper_bound, *step]);
                }
                InstData::If { condition, .. } => {
                    let leaves = |&other: &Inst| {
                        let data = function.data(other);
                        let ends = data.effect() == Effect::Terminator;
                        ends && !matches!(data, InstData::Yield { .. }) && inside(other)
                    };
                    if loads || self.order.iter().any(leaves) {
                        found.push(*condition);
                    }
                }
                _ => {}
            }
        }
        found.retain(|&value| self.producible[value]);
        found
    }

    /// The roots of values; none if something depends on the tile block in control flow alone.
    fn of_all(&self, mut pending: Vec<Value>) -> Option<Vec<Value>> {
        let function = self.function;
        let (mut seen, mut found) = (EntitySet::new(), Vec::new());
        while let Some(value) = pending.pop() {
            if !seen.insert(value) {
                continue;
            }
            let inst = match function.def(value) {
                ValueDef::Param(block, _) if block == function.entry_block => continue,
                ValueDef::Param(block, _) => function.block_owner(block)?,
                ValueDef::Result(inst, _) => inst,
            };
            let data = function.data(inst);
            if !data.blocks().is_empty() {
                // Whatever goes into it and is handed on in it.
                pending.extend(data.operands());
                for &inner in self.order.iter().filter(|&&other| function.is_inside(other, inst)) {
                    if function.data(inner).effect() == Effect::Terminator {
                        pending.extend(function.data(inner).operands());
                    }
                }
                pending.retain(|&value| self.producible[value]);
            } else if function.inst_block(inst) != Some(function.entry_block) {
                if matches!(data, InstData::GetTileBlockId { .. }) {
                    return None;
                }
                pending.extend(data.operands());
            } else if self.by_block.contains(value) {
                found.push(value);
            }
        }
        found.sort_unstable();
        Some(found)
    }
}
