//! MMAs that read operands from shared memory while threads go on: `wgmma` and `tcgen05`.

use ir::{Function, Inst, InstData, Module};

use crate::cost::registers::MAX_FETCHED;
use crate::mma::block_scale::ScaledMma;
use crate::mma::smem_operand::{Major, Staged};
use crate::target::{
    LANES, MAX_ROWS, SCALE_COLUMNS, SCALES_OF_CELL, STEP_COLUMNS, TILE_ALIGN, WGMMA_ROWS,
};

/// An MMA that runs on `wgmma` or `tcgen05`.
///
/// Of 8 and 32 bits `wgmma` reads from shared memory only what is contiguous along K, but takes any
/// A operand from registers. One that is contiguous along M is fetched by the threads, and if it
/// is the right one that is contiguous along N, the transposed MMA is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsyncMma {
    /// Dimensions of the tiles: before rows and columns of one element each.
    pub rank: usize,
    /// Of one instruction's N and the whole M and K.
    pub m: u32,
    pub n: u32,
    pub k: u32,
    /// Instructions along K.
    pub steps: u32,
    /// Whether it is the transposed MMA that is computed, C^T = B^T A^T: what follows is of the
    /// instruction, whose A operand is the right one of the program.
    pub swapped: bool,
    pub a: MmaOperand,
    pub b: MmaOperand,
    /// The scales of its blocks: of `tcgen05` only, which reads them from tensor memory.
    pub scales: Option<BlockScales>,
}

/// What an MMA reads of the scales of its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockScales {
    pub mma: ScaledMma,
    /// Scales of a whole row of A or column of B.
    pub count: u32,
}

impl BlockScales {
    /// Those of an MMA; `None` if it has none, or such that no instruction reads.
    pub fn of(module: &Module, function: &Function, mma: Inst) -> Option<BlockScales> {
        let InstData::MmaFScaled { lhs, lhs_scale, .. } = *function.data(mma) else { return None };
        let scalar = |value| module.types.elem_scalar(function.value_type(value));
        let extent = |value| module.types.dims(function.value_type(value)).last().copied();
        let (count, k) = (extent(lhs_scale)?, extent(lhs)?);
        let mma = ScaledMma::form(scalar(lhs)?, scalar(lhs_scale)?, k / count)?;
        Some(BlockScales { mma, count })
    }

    /// Columns of tensor memory from the first of an instruction's four scales to those of the next four.
    pub fn word_columns(rows: u32) -> u32 {
        rows.div_ceil(LANES).next_multiple_of(SCALE_COLUMNS)
    }

    /// Columns of tensor memory for the scales of one instruction's rows or columns.
    pub fn columns(self, rows: u32) -> u32 {
        BlockScales::word_columns(rows) * self.count.div_ceil(SCALES_OF_CELL)
    }
}

/// Where an operand of an MMA is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MmaOperand {
    /// In registers, as the fragments of the instruction.
    Registers,
    /// In the buffer of an asynchronous load, with this axis contiguous.
    Smem(usize, Major),
    /// In the buffer of an asynchronous load in an order that the instruction does not read, with M contiguous:
    /// threads fetch the fragments. Of `wgmma` only, and only the left one.
    SmemToRegisters(usize, Staged),
    /// In an operand buffer, to which the threads that compute it write it. Of `wgmma` only.
    RegistersToSmem(StoredOperand),
}

/// An operand in an operand buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredOperand {
    pub staged: Staged,
    pub major: Major,
    /// Where it begins in the buffer.
    pub offset: u32,
}

impl StoredOperand {
    /// Where the next operand of the MMA begins.
    pub fn end(self) -> u32 {
        self.offset + self.staged.bytes().next_multiple_of(TILE_ALIGN)
    }
}

impl MmaOperand {
    /// The asynchronous load in whose buffer it is.
    pub fn async_load(self) -> Option<usize> {
        match self {
            MmaOperand::Registers | MmaOperand::RegistersToSmem(_) => None,
            MmaOperand::Smem(async_load, _) | MmaOperand::SmemToRegisters(async_load, _) => {
                Some(async_load)
            }
        }
    }

    /// The place in the operand buffer to which threads write it.
    pub fn stored(self) -> Option<StoredOperand> {
        match self {
            MmaOperand::RegistersToSmem(stored) => Some(stored),
            MmaOperand::Registers | MmaOperand::Smem(..) | MmaOperand::SmemToRegisters(..) => None,
        }
    }
}

impl AsyncMma {
    /// Blocks of 64 rows that each warpgroup computes.
    pub fn blocks_each(&self, warpgroups: u32) -> u32 {
        self.m / WGMMA_ROWS / warpgroups
    }

    /// Steps along K that are issued together. Fetched fragments take part in turns, so that those of
    /// one part are fetched while the part before is computed from others. Two steps at a time are 1.05 of
    /// cuBLAS (e4m3, 8192^3, B by rows), one 1.01, four 0.99.
    pub fn steps_at_once(&self, warpgroups: u32) -> u32 {
        match self.a {
            MmaOperand::SmemToRegisters(..) => {
                let room = MAX_FETCHED / (2 * 4 * self.blocks_each(warpgroups));
                (self.steps / 2).min(room).clamp(1, 2)
            }
            MmaOperand::Registers | MmaOperand::Smem(..) | MmaOperand::RegistersToSmem(_) => {
                self.steps
            }
        }
    }

    /// Its operands in the operand buffer.
    pub fn stored(&self) -> impl Iterator<Item = StoredOperand> + use<> {
        [self.a, self.b].into_iter().filter_map(MmaOperand::stored)
    }

    /// Whether threads write an operand of it to shared memory.
    pub fn has_stored(&self) -> bool {
        self.stored().next().is_some()
    }

    /// Bytes of the operand buffer that it reads.
    pub fn stored_bytes(&self) -> u32 {
        self.stored().map(StoredOperand::end).max().unwrap_or_default()
    }

    /// Rows of one instruction.
    pub fn instruction_rows(&self) -> u32 {
        self.m.min(MAX_ROWS)
    }

    /// How many instructions have all rows.
    pub fn blocks(&self) -> u32 {
        self.m / self.instruction_rows()
    }

    /// Columns of tensor memory that the result takes.
    pub fn columns(&self) -> u32 {
        self.blocks() * self.n
    }

    /// Columns of tensor memory that the scales take, of A and of B. Those that may have a sign are there twice.
    pub fn scale_columns(&self) -> (u32, u32) {
        let Some(scales) = self.scales else { return (0, 0) };
        let copies = if scales.mma.has_signs() { 2 } else { 1 };
        let of_a = self.blocks() * scales.columns(self.instruction_rows());
        (copies * of_a, copies * scales.columns(self.n))
    }

    /// Columns of tensor memory that the A operand takes of each block of rows.
    pub fn operand_columns(&self) -> u32 {
        match self.a {
            MmaOperand::Registers => self.steps * STEP_COLUMNS,
            MmaOperand::Smem(..)
            | MmaOperand::SmemToRegisters(..)
            | MmaOperand::RegistersToSmem(_) => 0,
        }
    }
}
