//! Padding that no tensor map has, of tensors that their tiles divide.
//!
//! A copy by a tensor map fills what is outside of the tensor with zeros. Programs that pad with another value nearly always
//! run on sizes that the tiles divide, where nothing is outside, so there is a version of the kernel for that, and a test where
//! it begins ([`tested_views`](crate::legalize::tested_views)):
//!
//! ```text
//! make_partition_view (make_tensor_view p, shape = [m, k], strides = [s, 1]) : tile=(a x b), padding_value = nan
//!   =>
//! make_partition_view (make_tensor_view p, shape = [m, k], strides = [select (m % a == 0 && m > 0 && ..) s UNTESTED, 1])
//!   : tile=(a x b), padding_value = zero
//! ```
//!
//! The condition is that of all such views of the kernel. A tile that is not in the index space of its view is undefined to
//! access, so each tile is inside of its tensor then.
//!
//! In: a verified module. Out: the module with such views of operands, in kernels more of whose operands a pipeline brings
//! then.

use ir::builder::Builder;
use ir::types::{TypeStore, extent_of};
use ir::{CmpPredicate, Function, Inst, Module, PaddingValue, Signedness, TypeKind, Value};

use crate::analysis::slice;
use crate::legalize::tested_views::{
    TestedNumbers, TestedView, rewrite_if_more_is_fed, tensors_of_operands,
};
use crate::target::Target;

/// Extents that a kernel tests, at most.
const MAX_TESTS: usize = 8;

/// The module with such views; `None` if there are none.
pub fn assume_whole_tiles(module: &Module, target: &Target) -> Option<Module> {
    rewrite_if_more_is_fed(module, target, PaddedViews::of, PaddedViews::rewrite)
}

/// An extent of a tensor, and what must divide it.
#[derive(Clone, Copy)]
struct DividedExtent {
    extent: Value,
    by: u32,
}

/// The tensor views of a kernel's operands that are padded with something other than zero.
struct PaddedViews {
    /// As they are where nothing is padded.
    views: Vec<TestedView>,
    extents: Vec<DividedExtent>,
    tested: TestedNumbers,
}

impl PaddedViews {
    fn of(module: &Module, function: &Function) -> Option<PaddedViews> {
        let tensors = tensors_of_operands(function).into_iter();
        let views = tensors.filter_map(|made| with_zeros(module, function, made));
        let (views, extents): (Vec<TestedView>, Vec<Vec<DividedExtent>>) = views.unzip();
        let extents = extents.concat();
        let tested = TestedNumbers::of(function, extents.iter().map(|divided| divided.extent))?;
        let can_test = !views.is_empty() && tested.numbers.len() <= MAX_TESTS;
        can_test.then_some(PaddedViews { views, extents, tested })
    }

    fn rewrite(&self, function: &mut Function, types: &mut TypeStore) {
        let condition = self.tested.condition(function, types, |b, number, extent| {
            // Of tiles, whose extents are powers of two, the largest is a multiple of the others.
            let of_number = self.extents.iter().filter(|divided| divided.extent == number);
            let by = of_number.map(|divided| divided.by).max().unwrap_or(1);
            is_positive_multiple(b, extent, by)
        });
        for view in &self.views {
            view.rewrite(function, types, condition);
        }
    }
}

fn is_positive_multiple(b: &mut Builder<'_>, number: Value, of: u32) -> Value {
    let ty = b.value_type(number);
    let (zero, mask) = (b.const_bits(ty, 0), b.const_bits(ty, u64::from(of) - 1));
    let rest = b.andi(number, mask);
    let is_multiple = b.cmpi(rest, zero, CmpPredicate::Equal, Signedness::Signed);
    let is_positive = b.cmpi(number, zero, CmpPredicate::GreaterThan, Signedness::Signed);
    b.andi(is_multiple, is_positive)
}

/// A tensor view whose tiles are padded with zeros instead, and the extents that must be whole tiles then, if these are the same for
/// all tile blocks.
fn with_zeros(
    module: &Module,
    function: &Function,
    made: Inst,
) -> Option<(TestedView, Vec<DividedExtent>)> {
    let mut view = TestedView::of(module, function, made)?;
    let mut extents = Vec::new();
    let mut is_padded = false;
    for (_, kind) in &mut view.tiled {
        let TypeKind::PartitionView(tiles) = kind else { continue };
        if matches!(tiles.padding, None | Some(PaddingValue::Zero)) {
            continue;
        }
        is_padded = true;
        tiles.padding = Some(PaddingValue::Zero);
        for (&by, &dim) in tiles.tile.iter().zip(&tiles.dim_map) {
            match extent_of(&view.shape, &view.dynamic_shape, dim as usize)? {
                Err(extent) => (extent % i64::from(by) == 0).then_some(())?,
                Ok(extent) => {
                    slice::is_invariant(function, extent).then_some(())?;
                    extents.push(DividedExtent { extent, by });
                }
            }
        }
    }
    is_padded.then_some((view, extents))
}
