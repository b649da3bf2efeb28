//! Matrix multiply-accumulate: the instructions, their operands in registers and in shared memory.

pub mod block_scale;
pub mod chain;
pub mod fragment;
pub mod smem_fragment;
pub mod smem_operand;
