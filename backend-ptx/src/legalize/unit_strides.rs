//! Strides of which the kernel learns only at run time that they are 1.
//!
//! Descriptors of host libraries have a stride for each dimension, and a kernel that takes all of them as numbers does not say
//! along which one elements lie side by side. No tensor map copies such a tensor. Nearly always it is the last dimension, so
//! there is a version of the kernel for that, and a test where it begins ([`tested_views`](crate::legalize::tested_views)):
//!
//! ```text
//! make_tensor_view p, shape = [m, k], strides = [s, c]
//!   =>
//! make_tensor_view p, shape = [m, k], strides = [select (c == 1 && ..) s UNTESTED, 1]
//! ```
//!
//! The condition is that of all such views of the kernel. Where it does not hold, the kernel executes the module from before
//! this pass, as it does for pointers that are not as a tensor needs them ([`pointer_tiles`](crate::legalize::pointer_tiles)).
//!
//! In: a verified module. Out: the module with such views of operands, in kernels more of whose operands a pipeline brings
//! then.

use ir::types::TypeStore;
use ir::{CmpPredicate, Function, Inst, Module, Signedness, Value, fold};

use crate::analysis::slice;
use crate::legalize::tested_views::{
    TestedNumbers, TestedView, rewrite_if_more_is_fed, tensors_of_operands,
};
use crate::target::Target;

/// Strides that a kernel tests, at most.
const MAX_TESTS: usize = 8;

/// The module with such views; `None` if there are none.
pub fn assume_unit_strides(module: &Module, target: &Target) -> Option<Module> {
    rewrite_if_more_is_fed(module, target, DynamicStrides::of, DynamicStrides::rewrite)
}

/// The tensor views of a kernel's operands of which no stride is known to be 1.
struct DynamicStrides {
    /// As they are where the last stride is 1.
    views: Vec<TestedView>,
    tested: TestedNumbers,
}

impl DynamicStrides {
    fn of(module: &Module, function: &Function) -> Option<DynamicStrides> {
        let tensors = tensors_of_operands(function).into_iter();
        let views = tensors.filter_map(|made| with_unit_stride(module, function, made));
        let (views, strides): (Vec<TestedView>, Vec<Value>) = views.unzip();
        let tested = TestedNumbers::of(function, strides)?;
        let can_test = (1..=MAX_TESTS).contains(&tested.numbers.len());
        can_test.then_some(DynamicStrides { views, tested })
    }

    fn rewrite(&self, function: &mut Function, types: &mut TypeStore) {
        let condition = self.tested.condition(function, types, |b, _, stride| {
            let one = b.const_bits(b.value_type(stride), 1);
            b.cmpi(stride, one, CmpPredicate::Equal, Signedness::Signed)
        });
        for view in &self.views {
            view.rewrite(function, types, condition);
        }
    }
}

/// The view of a tensor whose last stride is 1, and that stride, if it is a number that is the same for all tile blocks.
fn with_unit_stride(
    module: &Module,
    function: &Function,
    made: Inst,
) -> Option<(TestedView, Value)> {
    let mut view = TestedView::of(module, function, made)?;
    let (last, others) = view.strides.split_last_mut()?;
    let is_unknown = last.is_none() && !others.is_empty() && !others.contains(&Some(1));
    let stride = is_unknown.then(|| view.dynamic_strides.pop()).flatten()?;
    *last = Some(1);
    // A constant is what it is.
    let may_be_one = fold::splat_int(function, stride).is_none_or(|stride| stride == 1);
    (may_be_one && slice::is_invariant(function, stride)).then_some((view, stride))
}
