//! Tiles of row numbers that one warp can compute, to copy the rows that they name.
//!
//! The warp that copies by TMA executes no tiles but those that the numbers of gathered rows follow from, element by element,
//! so that a lane computes what the numbers that it needs follow from, and no element moves from lane to lane:
//!
//! ```text
//! v in R  =>  v is a scalar that the thread that copies can compute, or a tile, and
//!             v = pure op(u...) on each element, or a broadcast, reshape or permutation  =>  every u in R
//!             v = load u                                                                  =>  u in R, and nothing writes what u reaches
//! ```

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::analysis::alias::AliasMap;
use ir::{Effect, Elem, Function, Inst, InstData, Module, Scalar, Value};

use crate::analysis::role::{Role, role};
use crate::analysis::slice;

/// The tiles that a warp computes for the rows that it gathers.
#[derive(Clone, Default, Debug)]
pub struct RowNumbers {
    tiles: EntitySet<Value>,
}

/// What tells whether a warp can compute row numbers.
#[derive(Clone, Copy)]
pub struct RowSearch<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
    pub aliases: &'a AliasMap,
    /// What the thread that copies can compute without tiles.
    pub slice: &'a SecondaryMap<Value, bool>,
}

impl RowNumbers {
    pub fn contains(&self, tile: Value) -> bool {
        self.tiles.contains(tile)
    }

    /// Adds what a tile of row numbers follows from. If there is an instruction that a warp cannot execute, it is the error,
    /// or none where a loop carries a tile.
    pub fn add(&mut self, search: RowSearch<'_>, numbers: Value) -> Result<(), Option<Inst>> {
        let RowSearch { module, function, slice, .. } = search;
        let mut pending = vec![numbers];
        while let Some(value) = pending.pop() {
            let Some(tile) = module.types.as_tile(function.value_type(value)) else { continue };
            let at = function.def_inst(value);
            if tile.rank() == 0 {
                slice[value].then_some(()).ok_or(at)?;
                continue;
            }
            let Some(inst) = at else { return Err(None) };
            let data = function.data(inst);
            if !is_lane_wise(data) && !search.is_load(data) {
                return Err(at);
            }
            if self.tiles.insert(value) {
                pending.extend(data.operands());
            }
        }
        Ok(())
    }
}

impl RowSearch<'_> {
    /// Whether a load is one of memory that the kernel does not write, of a view that the warp can compute if it is one of a
    /// view.
    fn is_load(&self, data: &InstData) -> bool {
        let is_known = match data {
            InstData::LoadPtrTko { .. } => true,
            InstData::LoadViewTko { view, .. } => self.slice[*view],
            _ => false,
        };
        is_known && slice::is_load_of_constants(self.function, self.aliases, data)
    }
}

/// Whether an operation takes from each operand what goes with its own elements, and has no effect.
fn is_lane_wise(data: &InstData) -> bool {
    let is_pure = matches!(data.effect(), Effect::Pure | Effect::Partial);
    is_pure
        && data.blocks().is_empty()
        && match role(data) {
            Role::Anywhere | Role::Elementwise { .. } => true,
            Role::Broadcast | Role::Reshape | Role::Permute => true,
            Role::Extract | Role::Cat | Role::Repack | Role::Combine | Role::Mma => false,
            Role::LoadPtr | Role::StorePtr | Role::LoadView | Role::StoreView => false,
            Role::Atomic | Role::AtomicView | Role::Control | Role::Observe | Role::Scalar => false,
        }
}

/// Whether copies can take numbers of this type.
pub fn are_row_numbers(elem: Option<Elem>) -> bool {
    matches!(elem, Some(Elem::Scalar(Scalar::I32 | Scalar::I64)))
}
