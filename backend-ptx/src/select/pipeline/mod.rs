//! Asynchronous pipelines as code: what the producer and the consumers of a kernel execute.

pub(in crate::select) mod cluster;
pub(in crate::select) mod consumer_wait;
pub(in crate::select) mod copy_halves;
pub(in crate::select) mod copy_lines;
pub(in crate::select) mod copy_methods;
pub(in crate::select) mod copy_pieces;
pub(in crate::select) mod cp_async;
pub(in crate::select) mod epilogue_load;
pub(in crate::select) mod gather;
mod mailbox;
mod map_replacement;
pub(in crate::select) mod mmas_in_flight;
mod multistage;
pub(in crate::select) mod ops;
pub(crate) mod raster_order;
pub(in crate::select) mod ring_state;
pub(in crate::select) mod state_transfer;
pub(in crate::select) mod tensor_maps;
pub(in crate::select) mod tensormap_slots;
pub(in crate::select) mod tile_scheduler;
pub(in crate::select) mod tile_swizzle;
pub(in crate::select) mod tma_box;
pub(in crate::select) mod tma_load;
pub(in crate::select) mod two_tile_cta;
