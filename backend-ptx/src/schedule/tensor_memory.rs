//! Accumulators in tensor memory: which columns each MMA has.
//!
//! `tcgen05.mma` accumulates in the tensor memory of its CTA: 128 lanes of 512 columns of 32 bits,
//! of which a kernel takes a power of two of columns (PTX ISA, "Tensor Memory"). An MMA has a
//! range of columns, as many as its result for each 128 rows, or for 64 rows. MMAs that sum up
//! to one value in a row have one range. An accumulator of a loop keeps its range for the kernel;
//! other results only stay until they are read, so their ranges are given out in turn, and
//! selection reads what it still needs of a range before it is used again.
//!
//! An A operand that is computed is in tensor memory, too: 32 bytes along K of 128 rows take 8
//! columns. Each such MMA has a range for it, and so has one with scales of blocks.

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::{Function, Inst, Value};
use rustc_hash::FxHashMap;

use crate::mma::async_mma::{AsyncMma, MmaOperand};
use crate::target::{MIN_TMEM_COLUMNS, TMEM_COLUMNS};

/// Tensor memory of a kernel, and what goes with it in shared memory.
#[derive(Clone, Debug)]
pub struct TensorMemory {
    /// Columns that the kernel takes.
    pub columns: u32,
    /// Offset in shared memory of the barrier that counts finished MMAs.
    pub done: u32,
    /// Offset in shared memory of the address of the columns.
    pub address: u32,
    first_columns: FxHashMap<Inst, u32>,
    /// The first columns of A operands.
    operands: FxHashMap<Inst, u32>,
    /// The first columns of scales, those of A before those of B.
    scales: FxHashMap<Inst, u32>,
}

impl TensorMemory {
    /// Columns for all MMAs, some of which sum up what a loop carries; `None` if there are
    /// not enough. Offsets in shared memory are still open.
    pub fn of(
        function: &Function,
        mmas: &FxHashMap<Inst, AsyncMma>,
        in_place: &SecondaryMap<Value, PackedOption<Inst>>,
    ) -> Option<TensorMemory> {
        let uses = function.count_uses();
        let accumulator = |inst: Inst| function.data(inst).operands().get(2).copied();
        // The MMA before, if the result goes from one to the other only.
        let before = |inst: Inst| {
            let acc = accumulator(inst)?;
            let before = function.def_inst(acc).filter(|before| mmas.contains_key(before))?;
            let here = function.inst_block(before) == function.inst_block(inst);
            (here && uses[acc] == 1).then_some(before)
        };
        let in_loop = |inst: Inst| accumulator(inst).is_some_and(|acc| in_place[acc].is_some());
        let order: Vec<Inst> =
            function.insts_in_order().into_iter().filter(|i| mmas.contains_key(i)).collect();

        let mut first_columns: FxHashMap<Inst, u32> = FxHashMap::default();
        let mut operands: FxHashMap<Inst, u32> = FxHashMap::default();
        let mut next = 0;
        for &inst in order.iter().filter(|&inst| mmas[inst].a == MmaOperand::Registers) {
            operands.insert(inst, next);
            next += mmas[&inst].blocks() * mmas[&inst].operand_columns();
        }
        let mut scales: FxHashMap<Inst, u32> = FxHashMap::default();
        for &inst in order.iter().filter(|inst| mmas[inst].scales.is_some()) {
            scales.insert(inst, next);
            let (of_a, of_b) = mmas[&inst].scale_columns();
            next += of_a + of_b;
        }
        for &inst in order.iter().filter(|&&inst| in_loop(inst)) {
            first_columns.insert(inst, next);
            next += mmas[&inst].columns();
        }
        let (kept, mut most) = (next, next);
        for &inst in order.iter().filter(|&&inst| !in_loop(inst)) {
            if let Some(shared) = before(inst).and_then(|before| first_columns.get(&before)) {
                first_columns.insert(inst, *shared);
                continue;
            }
            let columns = mmas[&inst].columns();
            if next + columns > TMEM_COLUMNS {
                next = kept;
            }
            first_columns.insert(inst, next);
            next += columns;
            most = most.max(next);
        }
        let columns = most.next_power_of_two().max(MIN_TMEM_COLUMNS);
        let memory = TensorMemory { columns, done: 0, address: 0, first_columns, operands, scales };
        (columns <= TMEM_COLUMNS).then_some(memory)
    }

    /// The first of an MMA's columns.
    pub fn first_column(&self, mma: Inst) -> u32 {
        self.first_columns.get(&mma).copied().unwrap_or(0)
    }

    /// The first of the columns of an MMA's A operand.
    pub fn operand_column(&self, mma: Inst) -> u32 {
        self.operands.get(&mma).copied().unwrap_or(0)
    }

    /// The first of the columns of an MMA's scales.
    pub fn scale_column(&self, mma: Inst) -> u32 {
        self.scales.get(&mma).copied().unwrap_or(0)
    }
}
