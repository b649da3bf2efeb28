//! Strides of which the kernel learns only at run time that they are 1.
//!
//! Descriptors of host libraries have a stride for each dimension, and a kernel that takes all of them as numbers does not say
//! along which one elements lie side by side. No tensor map copies such a tensor. Nearly always it is the last dimension, so
//! there is a version of the kernel for that, and a test where it begins:
//!
//! ```text
//! make_tensor_view p, shape = [m, k], strides = [s, c]
//!   =>
//! make_tensor_view p, shape = [m, k], strides = [select (c == 1 && ..) s UNTESTED, 1]
//! ```
//!
//! The condition is that of all such views of the kernel. No tensor map has the stride [`UNTESTED`], so where the condition
//! does not hold, the kernel executes the module from before this pass, as it does for pointers that are not as a tensor
//! needs them ([`pointer_tiles`](crate::legalize::pointer_tiles)).
//!
//! In: a verified module. Out: the module with such views of operands, in kernels more of whose operands a pipeline brings
//! then.

use cranelift_entity::SecondaryMap;
use ir::builder::Builder;
use ir::types::TypeStore;
use ir::{
    CmpPredicate, Effect, Function, Inst, InstData, Module, Scalar, Signedness, Type, TypeKind,
    Value, fold,
};
use smallvec::SmallVec;

use crate::analysis::affine::tile::UNTESTED;
use crate::analysis::slice;
use crate::legalize::base_dims::{num_unfed_with_base_dims, resized};
use crate::legalize::entry_rewrites::EntryRewrites;
use crate::legalize::pointer_tiles::clean_up;
use crate::legalize::unfed_operands::num_unfed_operands;
use crate::mma::operand_loads::operand_loads;
use crate::target::Target;

/// Strides that a kernel tests, at most.
const MAX_TESTS: usize = 8;

/// The module with such views; `None` if there are none.
pub fn assume_unit_strides(module: &Module, target: &Target) -> Option<Module> {
    if !target.has_pipelines() {
        return None;
    }
    let mut rewrites = EntryRewrites::of(module);
    for (entry, function) in module.entries.iter() {
        let Some(found) = DynamicStrides::of(module, function) else { continue };
        rewrites.attempt(entry, |changed| {
            found.rewrite(&mut changed.entries[entry], &mut changed.types);
            clean_up(changed, entry);
            num_unfed_with_base_dims(changed, entry, target)
                < num_unfed_operands(module, function, target)
        });
    }
    rewrites.into_module()
}

/// The tensor views of a kernel's operands of which no stride is known to be 1.
struct DynamicStrides {
    views: Vec<DynamicView>,
    /// The strides that are tested.
    tested: SmallVec<[Value; 4]>,
    /// The instructions that compute these, in program order.
    needed: Vec<Inst>,
}

struct DynamicView {
    tensor_view: Inst,
    base: Value,
    dynamic_shape: Vec<Value>,
    dynamic_strides: Vec<Value>,
    /// The views of tiles that are made of it, with their types.
    tiled: Vec<(Inst, TypeKind)>,
    elem: Scalar,
    shape: SmallVec<[Option<i64>; 4]>,
    strides: SmallVec<[Option<i64>; 4]>,
}

impl DynamicStrides {
    fn of(module: &Module, function: &Function) -> Option<DynamicStrides> {
        let mut found: Vec<Inst> = Vec::new();
        for load in operand_loads(function) {
            if let Some(tensor_view) = viewed_tensor(function, load)
                && !found.contains(&tensor_view)
            {
                found.push(tensor_view);
            }
        }
        let views = found.into_iter().filter_map(|made| DynamicView::of(module, function, made));
        let (views, strides): (Vec<DynamicView>, Vec<Value>) = views.unzip();
        let mut tested: SmallVec<[Value; 4]> = SmallVec::new();
        for stride in strides {
            if !tested.contains(&stride) {
                tested.push(stride);
            }
        }
        let needed = slice::needed_for(function, tested.iter().copied());
        let is_pure = |&inst: &Inst| {
            let data = function.data(inst);
            data.effect() == Effect::Pure && data.blocks().is_empty()
        };
        let can_test = (1..=MAX_TESTS).contains(&tested.len()) && needed.iter().all(is_pure);
        can_test.then_some(DynamicStrides { views, tested, needed })
    }

    fn rewrite(&self, function: &mut Function, types: &mut TypeStore) {
        let condition = self.condition(function, types);
        for view in &self.views {
            view.rewrite(function, types, condition);
        }
    }

    /// Whether all tested strides are 1, computed where the kernel begins.
    fn condition(&self, function: &mut Function, types: &mut TypeStore) -> Value {
        let begin = function.insts(function.entry_block)[0];
        let mut copies: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
        for &inst in &self.needed {
            let mut data = function.data(inst).clone();
            data.for_each_operand_mut(|value| *value = copies[*value].unwrap_or(*value));
            let results = function.results(inst).to_vec();
            let result_types: Vec<Type> =
                results.iter().map(|&result| function.value_type(result)).collect();
            let copy = Builder::before(function, types, begin).insert(data, &result_types);
            for (&result, &copied) in results.iter().zip(function.results(copy)) {
                copies[result] = Some(copied);
            }
        }
        let mut b = Builder::before(function, types, begin);
        let mut all: Option<Value> = None;
        for &stride in &self.tested {
            let stride = copies[stride].unwrap_or(stride);
            let one = b.const_bits(b.value_type(stride), 1);
            let is_one = b.cmpi(stride, one, CmpPredicate::Equal, Signedness::Signed);
            all = Some(all.map_or(is_one, |all| b.andi(all, is_one)));
        }
        all.unwrap_or_else(|| b.const_i1(true))
    }
}

/// The tensor view whose tile a load gets.
fn viewed_tensor(function: &Function, load: Inst) -> Option<Inst> {
    let &InstData::LoadViewTko { view, .. } = function.data(load) else { return None };
    let (InstData::MakePartitionView { tensor_view } | InstData::MakeStridedView { tensor_view }) =
        *function.def_data(view)?
    else {
        return None;
    };
    function.def_inst(tensor_view)
}

impl DynamicView {
    /// The view, and its last stride, if that is a number that is the same for all tile blocks.
    fn of(module: &Module, function: &Function, made: Inst) -> Option<(DynamicView, Value)> {
        let InstData::MakeTensorView { base, dynamic_shape, dynamic_strides } = function.data(made)
        else {
            return None;
        };
        let made_view = function.single_result(made)?;
        let tensor = module.types.as_tensor_view(function.value_type(made_view))?;
        let (last, others) = tensor.strides.split_last()?;
        let is_unknown = tensor.multimem.is_none()
            && last.is_none()
            && !others.is_empty()
            && !others.contains(&Some(1));
        let stride = *dynamic_strides.last().filter(|_| is_unknown)?;
        let is_of = |inst: &Inst| {
            matches!(
                *function.data(*inst),
                InstData::MakePartitionView { tensor_view }
                | InstData::MakeStridedView { tensor_view } if tensor_view == made_view
            )
        };
        let kind = |inst: Inst| {
            let view = function.single_result(inst)?;
            Some((inst, module.types.kind(function.value_type(view)).clone()))
        };
        let insts = function.insts_in_order().into_iter();
        let view = DynamicView {
            tensor_view: made,
            base: *base,
            dynamic_shape: dynamic_shape.to_vec(),
            dynamic_strides: dynamic_strides.to_vec(),
            tiled: insts.filter(is_of).filter_map(kind).collect(),
            elem: tensor.elem,
            shape: tensor.shape.iter().copied().collect(),
            strides: tensor.strides.iter().copied().collect(),
        };
        // A constant is what it is.
        let may_be_one = fold::splat_int(function, stride).is_none_or(|stride| stride == 1);
        (may_be_one && slice::is_invariant(function, stride)).then_some((view, stride))
    }

    /// Makes the view of a tensor whose last stride is 1, and the views of its tiles.
    fn rewrite(&self, function: &mut Function, types: &mut TypeStore, condition: Value) {
        let mut b = Builder::before(function, types, self.tensor_view);
        // UNTESTED has 64 bits, and all are of one type.
        let wide = Some(b.types.scalar(Scalar::I64));
        let mut widened = |values: &[Value]| -> Vec<Value> {
            let values = values.iter();
            values.map(|&value| resized(&mut b, value, wide, Signedness::Unsigned)).collect()
        };
        let dynamic_shape = widened(&self.dynamic_shape);
        let mut dynamic_strides = widened(&self.dynamic_strides);
        dynamic_strides.pop();
        let mut strides = self.strides.clone();
        if let Some(first) = strides[0].take() {
            let first = b.const_i64(first);
            dynamic_strides.insert(0, first);
        }
        let untested = b.const_i64(UNTESTED);
        dynamic_strides[0] = b.select(condition, dynamic_strides[0], untested);
        if let Some(last) = strides.last_mut() {
            *last = Some(1);
        }
        let tensor_type = b.types.tensor_view(self.elem, &self.shape, &strides);
        let tensor_view =
            b.make_tensor_view(self.base, dynamic_shape, dynamic_strides, tensor_type);
        for (tiled, kind) in &self.tiled {
            let mut kind = kind.clone();
            if let TypeKind::PartitionView(view) = &mut kind {
                view.tensor = tensor_type;
            }
            if let TypeKind::StridedView(view) = &mut kind {
                view.tensor = tensor_type;
            }
            let is_strided = matches!(kind, TypeKind::StridedView(_));
            let ty = types.intern(kind);
            let before = function.results(*tiled).to_vec();
            let mut b = Builder::before(function, types, *tiled);
            let view = match is_strided {
                true => b.make_strided_view(tensor_view, ty),
                false => b.make_partition_view(tensor_view, ty),
            };
            before.into_iter().for_each(|before| function.replace_all_uses(before, view));
        }
    }
}
