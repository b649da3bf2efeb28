//! Tensor views of which a kernel tests where it begins that a tensor map can copy their tiles.
//!
//! ```text
//! make_tensor_view p, shape = [m, k], strides = [s, 1]
//!   =>
//! make_tensor_view p, shape = [m, k], strides = [select (condition) s UNTESTED, 1]
//! ```
//!
//! No tensor map has the stride [`UNTESTED`], so where the condition does not hold, the kernel executes the module from before
//! the pass that made the test.
//!
//! In: the view, and what else a pass changes of it. Out: the view with the test, and the views of tiles that are made of it.

use cranelift_entity::SecondaryMap;
use ir::builder::Builder;
use ir::types::TypeStore;
use ir::{Effect, Function, Inst, InstData, Module, Scalar, Signedness, Type, TypeKind, Value};
use smallvec::SmallVec;

use crate::analysis::affine::tile::{UNTESTED, has_tests};
use crate::analysis::slice;
use crate::legalize::base_dims::{num_unfed_with_base_dims, resized};
use crate::legalize::entry_rewrites::EntryRewrites;
use crate::legalize::pointer_tiles::clean_up;
use crate::legalize::unfed_operands::num_unfed_operands;
use crate::mma::operand_loads::operand_loads;
use crate::target::Target;

/// The module with the kernels rewritten of which something is found, where a pipeline brings more operands of MMAs then;
/// `None` if there are none.
pub(super) fn rewrite_if_more_is_fed<T>(
    module: &Module,
    target: &Target,
    find: impl Fn(&Module, &Function) -> Option<T>,
    rewrite: impl Fn(&T, &mut Function, &mut TypeStore),
) -> Option<Module> {
    if !target.has_pipelines() {
        return None;
    }
    let mut rewrites = EntryRewrites::of(module);
    for (entry, function) in module.entries.iter() {
        let Some(found) = find(module, function) else { continue };
        rewrites.attempt(entry, |changed| {
            rewrite(&found, &mut changed.entries[entry], &mut changed.types);
            clean_up(changed, entry);
            num_unfed_with_base_dims(changed, entry, target)
                < num_unfed_operands(module, function, target)
        });
    }
    rewrites.into_module()
}

/// The tensor views that operands of MMAs are loaded from, in program order.
pub(super) fn tensors_of_operands(function: &Function) -> Vec<Inst> {
    let mut found: Vec<Inst> = Vec::new();
    for load in operand_loads(function) {
        if let Some(tensor_view) = viewed_tensor(function, load)
            && !found.contains(&tensor_view)
        {
            found.push(tensor_view);
        }
    }
    found
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

/// Numbers of a launch, and the instructions that compute them.
pub(super) struct TestedNumbers {
    pub numbers: Vec<Value>,
    /// In program order.
    needed: Vec<Inst>,
}

impl TestedNumbers {
    /// The same numbers once each; `None` if they cannot be computed where the kernel begins.
    pub fn of(function: &Function, numbers: impl IntoIterator<Item = Value>) -> Option<Self> {
        let mut found: Vec<Value> = Vec::new();
        for number in numbers {
            if !found.contains(&number) {
                found.push(number);
            }
        }
        let needed = slice::needed_for(function, found.iter().copied());
        let is_pure = |&inst: &Inst| {
            let data = function.data(inst);
            data.effect() == Effect::Pure && data.blocks().is_empty()
        };
        let is_computed = needed.iter().all(is_pure);
        is_computed.then_some(TestedNumbers { numbers: found, needed })
    }

    /// Whether a test holds of all of them, computed where the kernel begins.
    pub fn condition(
        &self,
        function: &mut Function,
        types: &mut TypeStore,
        mut test: impl FnMut(&mut Builder<'_>, Value, Value) -> Value,
    ) -> Value {
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
        for &number in &self.numbers {
            let holds = test(&mut b, number, copies[number].unwrap_or(number));
            all = Some(all.map_or(holds, |all| b.andi(all, holds)));
        }
        all.unwrap_or_else(|| b.const_i1(true))
    }
}

/// The parts of a tensor view, and the views of its tiles with their types.
pub(super) struct TestedView {
    made: Inst,
    base: Value,
    pub elem: Scalar,
    pub dynamic_shape: Vec<Value>,
    pub dynamic_strides: Vec<Value>,
    pub shape: SmallVec<[Option<i64>; 4]>,
    pub strides: SmallVec<[Option<i64>; 4]>,
    pub tiled: Vec<(Inst, TypeKind)>,
}

impl TestedView {
    /// The view that an instruction makes, if it has no test and a stride to test it by.
    pub fn of(module: &Module, function: &Function, made: Inst) -> Option<TestedView> {
        let InstData::MakeTensorView { base, dynamic_shape, dynamic_strides } = function.data(made)
        else {
            return None;
        };
        let made_view = function.single_result(made)?;
        let tensor = module.types.as_tensor_view(function.value_type(made_view))?;
        let has_stride = tensor.strides.iter().any(|&stride| stride != Some(1));
        if tensor.multimem.is_some() || !has_stride || has_tests(function, made_view) {
            return None;
        }
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
        Some(TestedView {
            made,
            base: *base,
            elem: tensor.elem,
            dynamic_shape: dynamic_shape.to_vec(),
            dynamic_strides: dynamic_strides.to_vec(),
            shape: tensor.shape.iter().copied().collect(),
            strides: tensor.strides.iter().copied().collect(),
            tiled: insts.filter(is_of).filter_map(kind).collect(),
        })
    }

    /// Makes the view with a test, and the views of its tiles.
    pub fn rewrite(&self, function: &mut Function, types: &mut TypeStore, condition: Value) {
        let Some(tested) = self.strides.iter().position(|&stride| stride != Some(1)) else {
            return;
        };
        let mut b = Builder::before(function, types, self.made);
        // UNTESTED has 64 bits, and all are of one type.
        let wide = Some(b.types.scalar(Scalar::I64));
        let mut widened = |values: &[Value]| -> Vec<Value> {
            let values = values.iter();
            values.map(|&value| resized(&mut b, value, wide, Signedness::Unsigned)).collect()
        };
        let dynamic_shape = widened(&self.dynamic_shape);
        let mut dynamic_strides = widened(&self.dynamic_strides);
        let mut strides = self.strides.clone();
        // All strides in front of it are 1.
        if let Some(stride) = strides[tested].take() {
            let stride = b.const_i64(stride);
            dynamic_strides.insert(0, stride);
        }
        let untested = b.const_i64(UNTESTED);
        dynamic_strides[0] = b.select(condition, dynamic_strides[0], untested);
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
