//! Matrix multiply-accumulate: the instructions, their operands in registers and in shared memory.

pub mod assign;
pub mod async_mma;
pub mod block_scale;
pub mod chain;
pub mod fragment;
pub mod instruction;
pub mod operand_loads;
pub mod smem_fragment;
pub mod smem_operand;

use ir::InstData;

/// Whether an operation multiplies matrices.
pub fn is_mma(data: &InstData) -> bool {
    matches!(data, InstData::MmaF { .. } | InstData::MmaI { .. } | InstData::MmaFScaled { .. })
}
