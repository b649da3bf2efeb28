//! OffsetPointer pointers that depend on the tile block, as dimensions of the tensor.
//!
//! A tensor map is built once, so its address must be the same for all tile blocks. Where a kernel adds the offset of its
//! batch, head or row to the pointer of a tensor, the map describes all of them: what the offset is a multiple of is the
//! stride of one more dimension, and the multiple is the index.
//!
//! ```text
//! t = make_tensor_view (offset p, b * s), shape = [m, k], strides = [k, 1]
//! load (make_partition_view t, tile [M, K]) [i, j]
//!   =>
//! t = make_tensor_view p, shape = [2^31 - 1, m, k], strides = [s, k, 1]
//! reshape (load (make_partition_view t, tile [1, M, K]) [b, i, j])
//! ```
//!
//! An offset is a sum of such products. Each has one factor that depends on the tile block and is not negative, the
//! *index*; the others are the same for all tile blocks. The index may be a quotient of such a factor, whose sign goes
//! into the stride:
//!
//! ```text
//! (b / d) * s  =  (b / |d|) * (sign d * s)
//! ```
//!
//! A stride that is negative fits no tensor map, which the test of the strides finds. In: a verified module. Out: the
//! module with the loads of MMAs rewritten, in kernels more of whose operands a pipeline brings then.

use ir::analysis::facts::FactMap;
use ir::builder::Builder;
use ir::types::{Dims, TypeStore};
use ir::{
    CmpPredicate, Entry, Function, Inst, InstData, Module, Overflow, Rounding, Scalar, Signedness,
    Type, TypeKind, Value, fold,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::analysis::slice;
use crate::legalize::entry_rewrites::EntryRewrites;
use crate::legalize::unfed_operands::num_unfed_operands;
use crate::mma::operand_loads::operand_loads;
use crate::target::{MAP_ALIGN, MAX_MAP_RANK, Target};

/// Products of an offset, at most: there are fewer dimensions.
const MAX_TERMS: usize = 8;
/// The extent of a dimension that only offsets index.
const EXTENT: i64 = i32::MAX as i64;

/// The module with such loads; `None` if there are none.
pub fn add_base_dims(module: &Module, target: &Target) -> Option<Module> {
    if !target.has_pipelines() {
        return None;
    }
    let mut rewrites = EntryRewrites::of(module);
    for (entry, function) in module.entries.iter() {
        let found = offset_loads(module, function);
        if found.is_empty() {
            continue;
        }
        rewrites.attempt(entry, |changed| {
            rewrite(changed, entry, &found);
            let before = num_unfed_operands(module, function, target);
            num_unfed_operands(changed, &changed.entries[entry], target) < before
        });
    }
    rewrites.into_module()
}

/// How many operands of an entry are unfed, [`num_unfed_operands`], with the dimensions or without, whichever are fewer.
pub(super) fn num_unfed_with_base_dims(
    module: &mut Module,
    entry: Entry,
    target: &Target,
) -> (usize, usize) {
    let without = num_unfed_operands(module, &module.entries[entry], target);
    let found = offset_loads(module, &module.entries[entry]);
    if found.is_empty() {
        return without;
    }
    let before = module.entries[entry].clone();
    rewrite(module, entry, &found);
    let with = num_unfed_operands(module, &module.entries[entry], target);
    module.entries[entry] = before;
    with.min(without)
}

fn offset_loads(module: &Module, function: &Function) -> Vec<OffsetLoad> {
    let loads = operand_loads(function);
    if loads.is_empty() {
        return Vec::new();
    }
    let facts = FactMap::of(function, &module.types);
    let search = OffsetSearch { module, function, facts: &facts };
    loads.into_iter().filter_map(|load| search.load(load)).collect()
}

fn rewrite(module: &mut Module, entry: Entry, loads: &[OffsetLoad]) {
    let Module { entries, types, .. } = module;
    let mut views: FxHashMap<Value, Value> = FxHashMap::default();
    for load in loads {
        load.rewrite(&mut entries[entry], types, &mut views);
    }
}

/// A load of a tensor whose base depends on the tile block.
struct OffsetLoad {
    load: Inst,
    /// The view of tiles, and the view of the tensor that it is made of.
    view: Value,
    tensor_view: Value,
    base: OffsetPointer,
}

/// A pointer as another one and an offset.
struct OffsetPointer {
    /// The pointer that is the same for all tile blocks.
    root: Value,
    /// Offsets from it that are the same, too.
    same: Vec<Product>,
    /// Products with a factor that depends on the tile block.
    varying: SmallVec<[Product; 2]>,
}

/// A product of integers.
#[derive(Clone)]
struct Product {
    constant: i64,
    /// Values to multiply by, the same for all tile blocks.
    same: SmallVec<[InvariantValue; 2]>,
    index: Option<Index>,
}

/// A factor that is the same for all tile blocks.
#[derive(Clone, Copy)]
enum InvariantValue {
    Value(Value),
    /// 1 or -1.
    SignOf(Value),
}

/// A factor that depends on the tile block and is not negative.
#[derive(Clone, Copy)]
struct Index {
    value: Value,
    /// It is divided by the magnitude of this.
    divisor: Option<Value>,
}

impl Product {
    fn of_constant(constant: i64) -> Product {
        Product { constant, same: SmallVec::new(), index: None }
    }

    fn invariant(value: Value) -> Product {
        let same = [InvariantValue::Value(value)].into_iter().collect();
        Product { constant: 1, same, index: None }
    }

    fn of_index(index: Index) -> Product {
        let same = index.divisor.into_iter().map(InvariantValue::SignOf).collect();
        Product { constant: 1, same, index: Some(index) }
    }

    /// The product of two; none if both depend on the tile block.
    fn times(&self, other: &Product) -> Option<Product> {
        let index = match (self.index, other.index) {
            (Some(_), Some(_)) => return None,
            (one, another) => one.or(another),
        };
        let constant = self.constant.checked_mul(other.constant)?;
        Some(Product {
            constant,
            same: self.same.iter().chain(&other.same).copied().collect(),
            index,
        })
    }
}

/// A kernel, and what is known of it.
struct OffsetSearch<'a> {
    module: &'a Module,
    function: &'a Function,
    facts: &'a FactMap,
}

impl OffsetSearch<'_> {
    fn load(&self, load: Inst) -> Option<OffsetLoad> {
        let &InstData::LoadViewTko { view, .. } = self.function.data(load) else { return None };
        let (InstData::MakePartitionView { tensor_view }
        | InstData::MakeStridedView { tensor_view }) = *self.function.def_data(view)?
        else {
            return None;
        };
        let InstData::MakeTensorView { base, dynamic_shape, dynamic_strides } =
            self.function.def_data(tensor_view)?
        else {
            return None;
        };
        let is_same = |value: &Value| slice::is_invariant(self.function, *value);
        if is_same(base) || !dynamic_shape.iter().chain(dynamic_strides).all(is_same) {
            return None;
        }
        let base = self.base(*base)?;
        let tensor = self.module.types.as_tensor_view(self.function.value_type(tensor_view))?;
        let is_aligned = |product: &Product| {
            let bytes = product.constant.checked_mul(i64::from(tensor.elem.bytes()));
            !product.same.is_empty() || bytes.is_some_and(|it| it % i64::from(MAP_ALIGN) == 0)
        };
        let fits = tensor.shape.len() + base.varying.len() <= MAX_MAP_RANK
            && !base.varying.is_empty()
            && base.varying.iter().all(is_aligned);
        fits.then_some(OffsetLoad { load, view, tensor_view, base })
    }

    /// Takes the offsets of a pointer apart.
    fn base(&self, mut pointer: Value) -> Option<OffsetPointer> {
        let ty = self.function.value_type(pointer);
        let mut terms = Vec::new();
        while !slice::is_invariant(self.function, pointer) {
            let InstData::Offset { ptr, offset } = self.function.def_data(pointer)? else {
                return None;
            };
            terms.extend(self.sum(*offset)?);
            pointer = *ptr;
        }
        if self.function.value_type(pointer) != ty {
            return None;
        }
        let (varying, same): (Vec<Product>, Vec<Product>) =
            terms.into_iter().partition(|product| product.index.is_some());
        Some(OffsetPointer { root: pointer, same, varying: varying.into() })
    }

    /// The products whose sum an offset is.
    ///
    /// Offsets are added modulo 2^64. So are sums and products of 64 bits; of others only those that do not overflow
    /// are what they are before they are extended.
    fn sum(&self, value: Value) -> Option<Vec<Product>> {
        match self.function.def_data(value) {
            Some(&InstData::AddI { lhs, rhs, overflow }) if self.is_exact(value, overflow) => {
                let mut terms = self.sum(lhs)?;
                terms.extend(self.sum(rhs)?);
                (terms.len() <= MAX_TERMS).then_some(terms)
            }
            Some(&InstData::ExtI { from, signedness }) if self.keeps(from, signedness) => {
                self.sum(from)
            }
            _ => self.product(value),
        }
    }

    /// The same of what is a factor, or may be one: a sum that is an index counts as one.
    fn product(&self, value: Value) -> Option<Vec<Product>> {
        if let Some(constant) = self.constant(value) {
            return Some(vec![Product::of_constant(constant)]);
        }
        if slice::is_invariant(self.function, value) {
            return Some(vec![Product::invariant(value)]);
        }
        match *self.function.def_data(value)? {
            InstData::MulI { lhs, rhs, overflow } if self.is_exact(value, overflow) => {
                let (left, right) = (self.product(lhs)?, self.product(rhs)?);
                let pairs = left.iter().flat_map(|one| right.iter().map(move |other| (one, other)));
                let terms: Vec<Product> =
                    pairs.map(|(one, other)| one.times(other)).collect::<Option<_>>()?;
                (terms.len() <= MAX_TERMS).then_some(terms)
            }
            InstData::ShlI { value: shifted, amount, overflow }
                if self.is_exact(value, overflow) =>
            {
                let amount = u32::try_from(self.constant(amount)?).ok()?;
                let factor = Product::of_constant(1_i64.checked_shl(amount)?);
                self.product(shifted)?.iter().map(|term| term.times(&factor)).collect()
            }
            InstData::ExtI { from, signedness } if self.keeps(from, signedness) => {
                self.product(from)
            }
            _ if self.is_index(value) => {
                Some(vec![Product::of_index(Index { value, divisor: None })])
            }
            InstData::DivI {
                lhs,
                rhs,
                signedness: Signedness::Signed,
                rounding: Rounding::Zero,
            } if self.is_index(lhs) && slice::is_invariant(self.function, rhs) => {
                let index = Index { value: lhs, divisor: Some(rhs) };
                Some(vec![Product::of_index(index)])
            }
            InstData::AddI { .. } => self.sum(value),
            _ => None,
        }
    }

    /// Whether a value can be the index of a dimension.
    fn is_index(&self, value: Value) -> bool {
        let bounds = self.facts.get(value).bounds;
        bounds.is_non_negative() && bounds.upper < EXTENT
    }

    fn constant(&self, value: Value) -> Option<i64> {
        let bounds = self.facts.get(value).bounds;
        fold::constant(self.function, value).and(bounds.value())
    }

    /// Whether a sum or product counts as it is: of 64 bits, or without overflow.
    fn is_exact(&self, value: Value, overflow: Overflow) -> bool {
        let scalar = self.module.types.elem_scalar(self.function.value_type(value));
        scalar == Some(Scalar::I64) || overflow.no_signed_wrap()
    }

    /// Whether an extended value is the number that it was.
    fn keeps(&self, from: Value, signedness: Signedness) -> bool {
        signedness == Signedness::Signed || self.facts.get(from).bounds.is_non_negative()
    }
}

impl OffsetLoad {
    /// Loads from the tensor with the dimensions of the offset; `views` has the views that were made.
    fn rewrite(
        &self,
        function: &mut Function,
        types: &mut TypeStore,
        views: &mut FxHashMap<Value, Value>,
    ) {
        let made = views.get(&self.view).copied();
        let Some(view) = made.or_else(|| self.make_view(function, types)) else { return };
        views.insert(self.view, view);
        let InstData::LoadViewTko { index, token, ordering, scope, hints, inbounds, .. } =
            function.data(self.load).clone()
        else {
            return;
        };
        let tile = function.results(self.load)[0];
        let ty = function.value_type(tile);
        let index_ty = index.first().map(|&index| function.value_type(index));
        let extra = self.base.varying.len();
        let mut inbounds = inbounds;
        if !inbounds.is_empty() {
            inbounds.insert_many(0, std::iter::repeat_n(true, extra));
        }
        let mut b = Builder::before(function, types, self.load);
        let indices = self.base.varying.iter().filter_map(|product| product.index);
        let mut indices: Vec<Value> =
            indices.map(|index| index_value(&mut b, index, index_ty)).collect();
        indices.extend(index);
        let (loaded, loaded_token) =
            b.load_view_tko(view, indices, token, ordering, scope, hints, inbounds);
        let reshaped = b.reshape(loaded, ty);
        let before = function.results(self.load).to_vec();
        function.remove_inst(self.load);
        function.replace_all_uses(before[0], reshaped);
        function.replace_all_uses(before[1], loaded_token);
    }

    /// Makes the view with the dimensions of the offset in front of the others.
    fn make_view(&self, function: &mut Function, types: &mut TypeStore) -> Option<Value> {
        let made = function.def_inst(self.tensor_view)?;
        let InstData::MakeTensorView { dynamic_shape, dynamic_strides, .. } =
            function.data(made).clone()
        else {
            return None;
        };
        let tensor = types.as_tensor_view(function.value_type(self.tensor_view))?.clone();
        let viewed = function.def_inst(self.view)?;
        let view_kind = types.kind(function.value_type(self.view)).clone();
        let mut b = Builder::before(function, types, made);
        let i64_type = b.types.scalar(Scalar::I64);
        let mut base = self.base.root;
        for product in &self.base.same {
            let offset = multiplied(&mut b, product);
            base = b.offset(base, offset);
        }
        let strides: Vec<Option<Value>> = self
            .base
            .varying
            .iter()
            .map(|product| (!product.same.is_empty()).then(|| multiplied(&mut b, product)))
            .collect();
        // All are of one type.
        let is_dynamic = strides.iter().any(Option::is_some);
        let wanted = is_dynamic.then_some(i64_type);
        let mut wide = |values: &[Value]| -> Vec<Value> {
            let values = values.iter();
            values.map(|&value| resized(&mut b, value, wanted, Signedness::Unsigned)).collect()
        };
        let (dynamic_shape, rest) = (wide(&dynamic_shape), wide(&dynamic_strides));
        let own = self.base.varying.iter().zip(&strides);
        let own = own.map(|(product, stride)| stride.is_none().then_some(product.constant));
        let all_strides: Vec<Option<i64>> = own.chain(tensor.strides.iter().copied()).collect();
        let extra = strides.len();
        let extents = std::iter::repeat_n(Some(EXTENT), extra);
        let shape: Vec<Option<i64>> = extents.chain(tensor.shape.iter().copied()).collect();
        let tensor_type = b.types.tensor_view(tensor.elem, &shape, &all_strides);
        let dynamic_strides = strides.into_iter().flatten().chain(rest);
        let tensor_view = b.make_tensor_view(base, dynamic_shape, dynamic_strides, tensor_type);
        let kind = with_dims(&view_kind, tensor_type, extra as u32)?;
        let is_strided = matches!(kind, TypeKind::StridedView(_));
        let view_type = b.types.intern(kind);
        let mut b = Builder::before(function, types, viewed);
        Some(match is_strided {
            true => b.make_strided_view(tensor_view, view_type),
            false => b.make_partition_view(tensor_view, view_type),
        })
    }
}

/// The type of a view of tiles with dimensions of one element in front.
fn with_dims(kind: &TypeKind, tensor: Type, extra: u32) -> Option<TypeKind> {
    let ones = || std::iter::repeat_n(1, extra as usize);
    let extended = |dims: &Dims| -> Dims { ones().chain(dims.iter().copied()).collect() };
    let mapped =
        |dims: &Dims| -> Dims { (0..extra).chain(dims.iter().map(|&dim| dim + extra)).collect() };
    let mut kind = kind.clone();
    match &mut kind {
        TypeKind::PartitionView(view) => {
            (view.tensor, view.tile) = (tensor, extended(&view.tile));
            view.dim_map = mapped(&view.dim_map);
        }
        TypeKind::StridedView(view) => {
            (view.tensor, view.tile) = (tensor, extended(&view.tile));
            view.traversal_strides = extended(&view.traversal_strides);
            view.dim_map = mapped(&view.dim_map);
        }
        _ => return None,
    }
    Some(kind)
}

/// The product of the factors that are the same for all tile blocks, in 64 bits.
fn multiplied(b: &mut Builder<'_>, product: &Product) -> Value {
    let wide = Some(b.types.scalar(Scalar::I64));
    let mut all: Option<Value> = None;
    for &factor in &product.same {
        let factor = match factor {
            InvariantValue::Value(value) => resized(b, value, wide, Signedness::Signed),
            InvariantValue::SignOf(value) => {
                let is_negative = is_negative(b, value);
                let (minus, plus) = (b.const_i64(-1), b.const_i64(1));
                b.select(is_negative, minus, plus)
            }
        };
        all = Some(match all {
            None => factor,
            Some(all) => b.muli(all, factor, Overflow::None),
        });
    }
    match (all, product.constant) {
        (Some(all), 1) => all,
        (all, constant) => {
            let constant = b.const_i64(constant);
            all.map_or(constant, |all| b.muli(all, constant, Overflow::None))
        }
    }
}

fn is_negative(b: &mut Builder<'_>, value: Value) -> Value {
    let zero = b.const_bits(b.value_type(value), 0);
    b.cmpi(value, zero, CmpPredicate::LessThan, Signedness::Signed)
}

/// An index, in a type if one is wanted.
fn index_value(b: &mut Builder<'_>, index: Index, ty: Option<Type>) -> Value {
    let mut value = index.value;
    if let Some(divisor) = index.divisor {
        let is_negative = is_negative(b, divisor);
        let zero = b.const_bits(b.value_type(divisor), 0);
        let opposite = b.subi(zero, divisor, Overflow::None);
        let magnitude = b.select(is_negative, opposite, divisor);
        value = b.divi(value, magnitude, Signedness::Signed, Rounding::Zero);
    }
    resized(b, value, ty, Signedness::Signed)
}

/// An integer in a type, if one is wanted.
pub(super) fn resized(
    b: &mut Builder<'_>,
    value: Value,
    ty: Option<Type>,
    signedness: Signedness,
) -> Value {
    let bits = |b: &Builder<'_>, ty| b.types.elem_scalar(ty).map_or(0, Scalar::bits);
    let Some(ty) = ty else { return value };
    let (from, to) = (bits(b, b.value_type(value)), bits(b, ty));
    match from.cmp(&to) {
        std::cmp::Ordering::Less => b.exti(value, signedness, ty),
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Greater => b.trunci(value, Overflow::None, ty),
    }
}
