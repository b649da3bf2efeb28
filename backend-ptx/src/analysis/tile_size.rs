//! How many registers a tile takes.

use ir::{Function, Module, Value};

/// 32-bit registers that a value takes, of all threads together.
pub fn words(module: &Module, function: &Function, value: Value) -> u64 {
    let tile = module.types.as_tile(function.value_type(value));
    tile.filter(|tile| !tile.elem.is_ptr())
        .map_or(0, |tile| (tile.num_elems() * u64::from(tile.elem.bits().max(8))).div_ceil(32))
}
