//! Verified Tile IR modules drawn from the op table, for tests of everything that takes any module.
//!
//! In: a seed. Out: a module with one entry whose instructions are drawn op by op: operands by the
//! class that the row asks for, attributes by their kind, result types by the row or among those
//! that fit. What the verifier refuses is drawn again, so an op that the table gets is generated
//! without a line here unless it needs views or matrices. Equal seeds give equal modules; what
//! their kernels compute means nothing.

use ir::attrs::{AttrKind, AttrValue};
use ir::ops::FieldSource;
use ir::{
    Assumption, Block, Builder, Class, CmpOrdering, CmpPredicate, DenseConstant, Effect, Elem,
    Entry, Function, HintKey, Hints, Inst, InstData, Literal, MemoryOrdering, MemoryScope, Module,
    Opcode, Overflow, PaddingValue, Param, RmwMode, Rounding, Scalar, Signedness, Type, TypeKind,
    Value, ValueList, pass, verify,
};
use lang::base::Span;
use smallvec::{SmallVec, smallvec};

use crate::round_trip;

/// The seed of a sequence (xorshift64*), so that modules are the same everywhere.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 33) % n.max(1) as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const SHAPES: &[&[u32]] = &[&[], &[1], &[4], &[8], &[16], &[2, 4], &[4, 4], &[1, 8], &[2, 2, 2]];
const INTS: &[Scalar] = &[Scalar::I1, Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];
const FLOATS: &[Scalar] = &[Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64];
const NUMBERS: &[Scalar] = &[
    Scalar::I1,
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::F16,
    Scalar::BF16,
    Scalar::F32,
    Scalar::F64,
    Scalar::TF32,
    Scalar::F8E4M3FN,
    Scalar::F8E5M2,
];
/// How often an op is drawn again when the verifier refuses it.
const ATTEMPTS: usize = 24;
const MAX_DEPTH: usize = 3;

/// The module of a seed. Every op of the table is tried first in some seed.
pub fn module(seed: u64) -> Module {
    let mut module = Module::new("arbitrary");
    let mut function = Function::new("k", Span::NONE);
    let block = function.entry_block;
    let mut values = Vec::new();
    let types = &mut module.types;
    let parameters = [types.ptr(Scalar::F32), types.scalar(Scalar::I32), types.scalar(Scalar::I1)];
    for (number, ty) in parameters.into_iter().enumerate() {
        let param = Param { name: format!("p{number}"), restrict: false, span: Span::NONE };
        values.push(function.add_param(param, ty));
    }
    Builder::new(&mut function, &mut module.types, block, Span::NONE).return_([]);
    let entry = module.entries.push(function);
    let mut generator = Generator {
        module,
        entry,
        random: Random::new(seed),
        values,
        end: None,
        failed: Vec::new(),
    };
    let wanted = Opcode::ALL[seed as usize % Opcode::ALL.len()];
    generator.end = generator.function().terminator(block);
    generator.op(wanted, 0);
    let budget = 4 + generator.random.below(12);
    generator.block(block, budget, 0);
    generator.module
}

/// Reads back and verifies the module of a seed, as drawn and after each pass and all of them.
///
/// # Errors
/// Something does not hold; the text begins with the seed.
pub fn check(seed: u64) -> Result<(), String> {
    let original = module(seed);
    let options = pass::Options { level: pass::OptLevel::Full, fmad: true };
    let holds = |module: &Module, after: &str| {
        let found = verify::module(module);
        let refused = found.iter().next().map(|found| found.message.clone());
        refused
            .map_or_else(|| round_trip::check(module), Err)
            .map_err(|what| format!("seed {seed}, {after}: {what}"))
    };
    holds(&original, "as drawn")?;
    for row in pass::PASSES {
        let mut module = original.clone();
        pass::run_pass(&mut module, row.name, &options);
        holds(&module, row.name)?;
    }
    let mut module = original;
    pass::run(&mut module, &options);
    holds(&module, "after all passes")
}

struct Generator {
    module: Module,
    entry: Entry,
    random: Random,
    /// What is visible.
    values: Vec<Value>,
    /// The terminator before which instructions go.
    end: Option<Inst>,
    /// What an attempt made, to be taken away if it fails.
    failed: Vec<Inst>,
}

impl Generator {
    fn function(&mut self) -> &mut Function {
        &mut self.module.entries[self.entry]
    }

    fn builder(&mut self) -> Builder<'_> {
        let function = &mut self.module.entries[self.entry];
        match self.end {
            Some(end) => Builder::before(function, &mut self.module.types, end),
            None => {
                let block = function.entry_block;
                Builder::new(function, &mut self.module.types, block, Span::NONE)
            }
        }
    }

    fn value_type(&self, value: Value) -> Type {
        self.module.entries[self.entry].value_type(value)
    }

    /// Instructions before the terminator of a block.
    fn block(&mut self, block: Block, budget: usize, depth: usize) {
        let outer = self.end;
        self.end = self.function().terminator(block);
        for _ in 0..budget {
            let op = self.random.pick(Opcode::ALL);
            self.op(op, depth);
        }
        self.end = outer;
    }

    fn op(&mut self, op: Opcode, depth: usize) {
        match op {
            Opcode::If | Opcode::For | Opcode::Loop if depth < MAX_DEPTH => self.region(op, depth),
            Opcode::Reduce | Opcode::Scan => self.combination(op),
            _ if op.info().effect == Effect::Terminator || !op.info().regions.is_empty() => {}
            _ => self.simple(op),
        }
    }

    // ---- ops with regions ----

    fn region(&mut self, op: Opcode, depth: usize) {
        let carried: Vec<Value> = (0..self.random.below(3))
            .map(|_| {
                let ty = self.tile_type(NUMBERS);
                self.value(ty)
            })
            .collect();
        let types: Vec<Type> = carried.iter().map(|&value| self.value_type(value)).collect();
        let (results, blocks) = match op {
            Opcode::If => {
                let ty = self.module.types.scalar(Scalar::I1);
                let condition = self.value(ty);
                let mut b = self.builder();
                let parts = b.open_if(condition, &types);
                for block in [parts.then_block, parts.else_block] {
                    b.switch_to(block);
                    b.yield_(carried.iter().copied());
                }
                (parts.results, vec![(parts.then_block, vec![]), (parts.else_block, vec![])])
            }
            Opcode::For => {
                let scalar = self.random.pick(&[Scalar::I8, Scalar::I32, Scalar::I64]);
                let ty = self.module.types.scalar(scalar);
                let bounds = [(); 3].map(|()| self.value(ty));
                let unsigned = self.random.one_in(3);
                let mut b = self.builder();
                let parts = b.open_for(bounds[0], bounds[1], bounds[2], unsigned, &carried);
                b.switch_to(parts.body);
                b.continue_(parts.carried.iter().copied());
                let mut visible = parts.carried.to_vec();
                visible.push(parts.induction);
                (parts.results, vec![(parts.body, visible)])
            }
            _ => {
                let mut b = self.builder();
                let parts = b.open_loop(&carried, &types);
                b.switch_to(parts.body);
                b.break_(parts.carried.iter().copied());
                (parts.results, vec![(parts.body, parts.carried.to_vec())])
            }
        };
        for (block, visible) in blocks {
            let outside = self.values.len();
            self.values.extend(visible);
            let budget = self.random.below(5);
            self.block(block, budget, depth + 1);
            self.end_with_others(block, &types);
            self.values.truncate(outside);
        }
        self.values.extend(results);
    }

    /// Lets the terminator of a block hand over values that the block made.
    fn end_with_others(&mut self, block: Block, types: &[Type]) {
        let Some(end) = self.function().terminator(block) else { return };
        for (index, &ty) in types.iter().enumerate() {
            let fitting: Vec<Value> =
                self.values.iter().copied().filter(|&value| self.value_type(value) == ty).collect();
            if fitting.is_empty() {
                continue;
            }
            let chosen = self.random.pick(&fitting);
            let mut at = 0;
            self.function().data_mut(end).for_each_operand_mut(|operand| {
                if at == index {
                    *operand = chosen;
                }
                at += 1;
            });
        }
    }

    fn combination(&mut self, op: Opcode) {
        let shape = self.random.pick(&[&[4][..], &[8], &[2, 4], &[2, 2, 2]]);
        let dim = self.random.below(shape.len()) as u32;
        let count = if op == Opcode::Reduce { 1 + self.random.below(2) } else { 1 };
        let (mut operands, mut identities) = (Vec::new(), SmallVec::new());
        for _ in 0..count {
            let elem = self.random.pick(&[Scalar::I8, Scalar::I32, Scalar::F32, Scalar::F16]);
            let ty = self.module.types.tile(shape, elem);
            operands.push(self.value(ty));
            identities.push(Literal { elem, bits: self.random.next() & elem.mask() });
        }
        let reverse = self.random.one_in(2);
        let swaps = self.random.one_in(2);
        let mut b = self.builder();
        let parts = if op == Opcode::Reduce {
            b.open_reduce(&operands, dim, identities)
        } else {
            b.open_scan(&operands, dim, reverse, identities)
        };
        b.switch_to(parts.body);
        let mut sums = Vec::new();
        for pair in parts.params.chunks(2) {
            let (x, acc) = if swaps { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
            let is_float = b.types.elem_scalar(b.value_type(x)).is_some_and(Scalar::is_float);
            sums.push(if is_float {
                b.maxf(x, acc, swaps, false)
            } else {
                b.addi(x, acc, Overflow::None)
            });
        }
        b.yield_(sums);
        self.values.extend(parts.results);
    }

    // ---- ops without ----

    /// Makes an instruction of `op` that the verifier accepts, if one is found soon.
    fn simple(&mut self, op: Opcode) {
        for _ in 0..ATTEMPTS {
            self.failed.clear();
            let known = self.values.len();
            if let Some(inst) = self.attempt(op) {
                if verify::module(&self.module).is_empty() {
                    let results = self.function().results(inst).to_vec();
                    self.values.extend(results);
                    return;
                }
                self.failed.push(inst);
            }
            self.values.truncate(known);
            for inst in std::mem::take(&mut self.failed).into_iter().rev() {
                self.function().remove_inst(inst);
            }
        }
    }

    fn attempt(&mut self, op: Opcode) -> Option<Inst> {
        let view = match op {
            Opcode::MakePartitionView
            | Opcode::MakeStridedView
            | Opcode::MakeGatherScatterView
            | Opcode::MakeTensorView => {
                let made = self.view(op)?;
                return self.function().def_inst(made);
            }
            _ => self.operands_on_view(op),
        };
        let mut drawn =
            Drawn { op, view, names: Vec::new(), shape: self.random.pick(SHAPES), generator: self };
        let data = InstData::from_fields(op, &mut drawn).ok()?;
        let function = &self.module.entries[self.entry];
        let derived = ir::results::result_types(&data, function, &mut self.module.types);
        let types = match derived {
            Some(types) => types,
            None => self.given(&data)?,
        };
        Some(self.builder().insert(data, &types))
    }

    /// Result types that an instruction says itself.
    fn given(&mut self, data: &InstData) -> Option<SmallVec<[Type; 3]>> {
        let source = data.operands().first().map(|&value| self.value_type(value));
        let elem = source.and_then(|ty| self.module.types.elem(ty));
        let dims: SmallVec<[u32; 4]> =
            source.map(|ty| self.module.types.dims(ty).into()).unwrap_or_default();
        Some(match data {
            InstData::Constant { value } => {
                let shapes: Vec<&[u32]> = SHAPES
                    .iter()
                    .copied()
                    .filter(|dims| {
                        value.is_splat() || dims.iter().product::<u32>() as usize == value.len()
                    })
                    .collect();
                let shape = self.random.pick(&shapes);
                smallvec![self.module.types.tile(shape, value.elem())]
            }
            InstData::Broadcast { .. } => {
                let grown: SmallVec<[u32; 4]> =
                    dims.iter().map(|&dim| if dim == 1 { 4 } else { dim }).collect();
                smallvec![self.module.types.tile(&grown, elem?)]
            }
            InstData::Reshape { .. } => {
                let count: u32 = dims.iter().product();
                let shape = self.random.pick(&[&[count][..], &[1, count], &[count, 1]]).to_vec();
                smallvec![self.module.types.tile(&shape, elem?)]
            }
            InstData::Extract { .. } => {
                let half = |&dim: &u32| if self.random.one_in(2) { dim } else { (dim / 2).max(1) };
                let dims: SmallVec<[u32; 4]> = dims.iter().map(half).collect();
                smallvec![self.module.types.tile(&dims, elem?)]
            }
            InstData::Poison {} => smallvec![self.tile_type(NUMBERS)],
            InstData::Iota {} => {
                let (count, elem) = (self.random.pick(&[1, 8, 64]), self.random.pick(INTS));
                smallvec![self.module.types.tile(&[count], elem)]
            }
            InstData::Pack { .. } | InstData::Unpack { .. } => {
                let to = match data {
                    InstData::Pack { .. } => Scalar::I8,
                    _ => self.random.pick(NUMBERS),
                };
                let bits = dims.iter().product::<u32>() * elem?.bits();
                smallvec![self.module.types.tile(&[(bits / to.bits()).max(1)], to)]
            }
            InstData::IntToPtr { .. } | InstData::PtrToPtr { .. } => {
                let to = Elem::Ptr(self.random.pick(NUMBERS));
                smallvec![self.module.types.tile(&dims, to)]
            }
            InstData::Alloca { .. } => {
                let to = self.random.pick(NUMBERS);
                smallvec![self.module.types.ptr(to)]
            }
            InstData::GetTensorShape { src } | InstData::GetIndexSpaceShape { src } => {
                let ty = self.value_type(*src);
                let rank = match self.module.types.as_tensor_view(ty) {
                    Some(tensor) => tensor.shape.len(),
                    None => self.module.types.tiled_view(ty)?.1.len(),
                };
                let scalar = self.random.pick(&[Scalar::I16, Scalar::I32, Scalar::I64]);
                SmallVec::from_elem(self.module.types.scalar(scalar), rank)
            }
            _ => {
                let to = self.random.pick(NUMBERS);
                smallvec![self.module.types.tile(&dims, to)]
            }
        })
    }

    // ---- types and values ----

    fn tile_type(&mut self, elems: &[Scalar]) -> Type {
        let (shape, elem) = (self.random.pick(SHAPES), self.random.pick(elems));
        self.module.types.tile(shape, elem)
    }

    /// A visible value of a type, or a new one.
    fn value(&mut self, ty: Type) -> Value {
        let fitting: Vec<Value> =
            self.values.iter().copied().filter(|&value| self.value_type(value) == ty).collect();
        if !fitting.is_empty() && !self.random.one_in(4) {
            return self.random.pick(&fitting);
        }
        let value = match self.module.types.elem(ty) {
            None => self.builder().make_token(),
            Some(Elem::Ptr(_)) => {
                let ints = self.module.types.with_elem(ty, Scalar::I64).unwrap_or(ty);
                let address = self.value(ints);
                self.builder().int_to_ptr(address, ty)
            }
            Some(Elem::Scalar(_)) if self.random.one_in(8) => self.builder().poison(ty),
            Some(Elem::Scalar(elem)) => {
                let constant = self.constant(elem, self.module.types.num_elems(ty) as usize);
                self.builder().constant(constant, ty)
            }
        };
        self.is_an_attempt(value);
        self.values.push(value);
        value
    }

    fn is_an_attempt(&mut self, value: Value) {
        let made = self.function().def_inst(value);
        self.failed.extend(made);
    }

    fn constant(&mut self, elem: Scalar, count: usize) -> DenseConstant {
        // The low bits of a tf32 are no part of the number.
        let mask = if elem == Scalar::TF32 { !0x1FFF & elem.mask() } else { elem.mask() };
        let mut bits = || match self.random.below(4) {
            0 => 0,
            1 => 1 & mask,
            _ => self.random.next() & mask,
        };
        let first = bits();
        if self.random.one_in(2) {
            return DenseConstant::splat(elem, first);
        }
        let mut rest = || self.random.next() & mask;
        // Bytecode does not always tell equal elements from a splat.
        DenseConstant::dense(elem, (0..count).map(|_| rest())).canonical()
    }

    /// A new view of the kind that `op` makes.
    fn view(&mut self, op: Opcode) -> Option<Value> {
        let elem = self.random.pick(&[Scalar::F32, Scalar::I32, Scalar::F16]);
        let rank = 1 + self.random.below(2);
        let pointer = self.module.types.ptr(elem);
        let base = self.value(pointer);
        let index = self.module.types.scalar(Scalar::I32);
        let open = |generator: &mut Generator| {
            let mut dynamic = Vec::new();
            let known: Vec<Option<i64>> = (0..rank)
                .map(|_| {
                    if generator.random.one_in(2) {
                        dynamic.push(generator.value(index));
                        None
                    } else {
                        Some(1 + generator.random.below(64) as i64)
                    }
                })
                .collect();
            (known, dynamic)
        };
        let ((shape, extents), (strides, steps)) = (open(self), open(self));
        let tensor = self.module.types.tensor_view(elem, &shape, &strides);
        let view = self.builder().make_tensor_view(base, extents, steps, tensor);
        if op == Opcode::MakeTensorView {
            return Some(view);
        }
        self.is_an_attempt(view);
        let tile: ir::types::Dims = (0..rank).map(|_| self.random.pick(&[2, 4, 8])).collect();
        let padding = self.random.pick(&[None, Some(PaddingValue::Zero)]);
        let dim_map = if self.random.one_in(3) {
            (0..rank as u32).rev().collect()
        } else {
            (0..rank as u32).collect()
        };
        Some(match op {
            Opcode::MakeStridedView => {
                let traversal_strides = tile.iter().map(|&dim| dim + 1).collect();
                let view_type = ir::types::StridedViewType {
                    tile,
                    traversal_strides,
                    padding,
                    tensor,
                    dim_map,
                };
                let ty = self.module.types.intern(TypeKind::StridedView(view_type));
                self.builder().make_strided_view(view, ty)
            }
            Opcode::MakeGatherScatterView => {
                let sparse_dim = self.random.below(rank) as u32;
                let view_type =
                    ir::types::GatherScatterViewType { tile, padding, tensor, sparse_dim };
                let ty = self.module.types.intern(TypeKind::GatherScatterView(view_type));
                self.builder().make_gather_scatter_view(view, ty)
            }
            _ => {
                let view_type = ir::types::PartitionViewType { tile, padding, tensor, dim_map };
                let ty = self.module.types.intern(TypeKind::PartitionView(view_type));
                self.builder().make_partition_view(view, ty)
            }
        })
    }

    /// The view that an op works on, if it does.
    fn operands_on_view(&mut self, op: Opcode) -> Option<Value> {
        let has = |class| op.info().operands.iter().any(|operand| operand.class == class);
        let maker = if has(Class::TensorView) {
            Opcode::MakeTensorView
        } else if has(Class::TiledView) {
            self.random.pick(&[
                Opcode::MakePartitionView,
                Opcode::MakeStridedView,
                Opcode::MakeGatherScatterView,
            ])
        } else {
            return None;
        };
        let view = self.view(maker)?;
        self.is_an_attempt(view);
        Some(view)
    }
}

/// The fields of one instruction as they are drawn.
struct Drawn<'g> {
    op: Opcode,
    view: Option<Value>,
    /// The first value of each operand so far.
    names: Vec<(&'static str, Value)>,
    shape: &'static [u32],
    generator: &'g mut Generator,
}

/// There is no such value; the op is drawn again.
struct Impossible;

impl Drawn<'_> {
    fn of(&self, name: &str) -> Option<Type> {
        let (_, value) = self.names.iter().find(|(known, _)| *known == name)?;
        Some(self.generator.value_type(*value))
    }

    fn class(&self, name: &str) -> Class {
        let operands = self.op.info().operands;
        operands.iter().find(|operand| operand.name == name).map_or(Class::Any, |it| it.class)
    }

    /// A type of the class; ops that combine tiles get tiles of one shape.
    fn draw_type(&mut self, class: Class, name: &str) -> Option<Type> {
        let shape = self.shape;
        let generator = &mut *self.generator;
        let elem = |generator: &mut Generator, elems: &[Scalar]| generator.random.pick(elems);
        Some(match class {
            Class::Token => generator.module.types.token(),
            Class::Any | Class::Carried | Class::Number => {
                let elem = elem(generator, NUMBERS);
                generator.module.types.tile(shape, elem)
            }
            // `cat` joins tiles of one type.
            Class::Tile => match self.names.first() {
                Some(&(_, first)) if self.op == Opcode::Cat => generator.value_type(first),
                _ => {
                    let elem = elem(generator, NUMBERS);
                    let pointers = generator.random.one_in(6) && name != "values";
                    let elem = if pointers { Elem::Ptr(elem) } else { elem.into() };
                    generator.module.types.tile(shape, elem)
                }
            },
            Class::Int => {
                let elem = elem(generator, INTS);
                generator.module.types.tile(shape, elem)
            }
            Class::Float => {
                let elem = elem(generator, FLOATS);
                generator.module.types.tile(shape, elem)
            }
            Class::AnyFloat => {
                let elem = elem(generator, &NUMBERS[5..]);
                generator.module.types.tile(shape, elem)
            }
            Class::Bool => generator.module.types.tile(shape, Scalar::I1),
            Class::I64 => generator.module.types.tile(shape, Scalar::I64),
            Class::Bytes => generator.module.types.tile(&[16], Scalar::I8),
            Class::Ptr => {
                let elem = elem(generator, NUMBERS);
                generator.module.types.tile(shape, Elem::Ptr(elem))
            }
            Class::Matrix => return self.matrix(name),
            Class::IntScalar => {
                let elem = elem(generator, INTS);
                generator.module.types.scalar(elem)
            }
            Class::I32Scalar => generator.module.types.scalar(Scalar::I32),
            Class::BoolScalar => generator.module.types.scalar(Scalar::I1),
            Class::PtrScalar => {
                let elem = elem(generator, NUMBERS);
                generator.module.types.ptr(elem)
            }
            Class::TensorView | Class::TiledView => return None,
            Class::ViewIndex => generator.module.types.scalar(Scalar::I32),
            Class::SameAs(of) => return self.of(of),
            // The condition of a `select` comes before what it chooses.
            Class::BoolLike(of) => match self.of(of) {
                Some(ty) => self.generator.module.types.with_elem(ty, Scalar::I1)?,
                None => self.generator.module.types.tile(shape, Scalar::I1),
            },
            Class::IntLike(of) => {
                let ty = self.of(of)?;
                let elem = self.generator.random.pick(&[Scalar::I32, Scalar::I64]);
                self.generator.module.types.with_elem(ty, elem)?
            }
            Class::PointeeOf(of) => {
                let ty = self.of(of)?;
                ir::results::pointee_tile(ty, &mut self.generator.module.types)?
            }
            Class::TileOf(_) => {
                let ty = self.generator.value_type(self.view?);
                self.generator.module.types.view_tile(ty)?
            }
        })
    }

    /// The operands of a matrix product: 16 x 64 times 64 x 8.
    fn matrix(&mut self, name: &str) -> Option<Type> {
        let (lhs_elem, acc_elem) = match self.op {
            Opcode::MmaI => (Scalar::I8, Scalar::I32),
            Opcode::MmaFScaled => (Scalar::F8E4M3FN, Scalar::F32),
            _ => match self.of("lhs").and_then(|ty| self.generator.module.types.elem_scalar(ty)) {
                Some(Scalar::F64) => (Scalar::F64, Scalar::F64),
                Some(elem) => (elem, Scalar::F32),
                None => {
                    let all = [Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64, Scalar::F8E5M2];
                    (self.generator.random.pick(&all), Scalar::F32)
                }
            },
        };
        let types = &mut self.generator.module.types;
        Some(match name {
            "lhs" => types.tile(&[16, 64], lhs_elem),
            "rhs" => types.tile(&[64, 8], lhs_elem),
            "lhs_scale" => types.tile(&[16, 2], Scalar::F8E8M0FNU),
            "rhs_scale" => types.tile(&[2, 8], Scalar::F8E8M0FNU),
            _ => types.tile(&[16, 8], acc_elem),
        })
    }

    fn draw(&mut self, name: &'static str) -> Result<Value, Impossible> {
        let class = self.class(name);
        let value = match class {
            Class::TensorView | Class::TiledView => self.view.ok_or(Impossible)?,
            _ => {
                let ty = self.draw_type(class, name).ok_or(Impossible)?;
                self.generator.value(ty)
            }
        };
        self.names.push((name, value));
        Ok(value)
    }

    fn indices(&mut self) -> Result<ValueList, Impossible> {
        let ty = self.generator.value_type(self.view.ok_or(Impossible)?);
        let types = &self.generator.module.types;
        let tile: SmallVec<[u32; 4]> = types.tiled_view(ty).ok_or(Impossible)?.1.into();
        let sparse = match types.kind(ty) {
            TypeKind::GatherScatterView(view) => Some(view.sparse_dim as usize),
            _ => None,
        };
        Ok((0..tile.len())
            .map(|dim| {
                let dims = if sparse == Some(dim) { &tile[dim..=dim] } else { &[] };
                let ty = self.generator.module.types.tile(dims, Scalar::I32);
                self.generator.value(ty)
            })
            .collect())
    }
}

impl FieldSource for Drawn<'_> {
    type Error = Impossible;

    fn one(&mut self, name: &'static str) -> Result<Value, Impossible> {
        self.draw(name)
    }

    fn opt(&mut self, name: &'static str) -> Result<Option<Value>, Impossible> {
        // A padding goes with a mask.
        let lacks = name == "padding" && self.of("mask").is_none();
        if lacks || self.generator.random.one_in(2) { Ok(None) } else { self.draw(name).map(Some) }
    }

    fn many(&mut self, name: &'static str) -> Result<ValueList, Impossible> {
        if self.class(name) == Class::ViewIndex {
            return self.indices();
        }
        let count = match self.op {
            Opcode::Extract => {
                let source = self.of("source").ok_or(Impossible)?;
                self.generator.module.types.dims(source).len()
            }
            Opcode::JoinTokens => 2 + self.generator.random.below(2),
            _ => self.generator.random.below(3),
        };
        (0..count).map(|_| self.draw(name)).collect()
    }

    fn attr(&mut self, name: &'static str, kind: AttrKind) -> Result<AttrValue, Impossible> {
        let rank = self.names.first().map_or(0, |&(_, value)| {
            self.generator.module.types.dims(self.generator.value_type(value)).len()
        });
        let random = &mut self.generator.random;
        Ok(match kind {
            AttrKind::Flag => AttrValue::Flag(random.one_in(3)),
            AttrKind::Dim => AttrValue::Dim(random.below(rank) as u32),
            AttrKind::Int => AttrValue::Int(1 << random.below(7)),
            AttrKind::Text => {
                AttrValue::Text(if name == "format" { "%%\n" } else { "a \"text\"\n" }.into())
            }
            AttrKind::Signedness => AttrValue::Signedness(random.pick(Signedness::ALL)),
            AttrKind::Overflow => AttrValue::Overflow(random.pick(Overflow::ALL)),
            AttrKind::Rounding => AttrValue::Rounding(if random.one_in(2) {
                self.op.default_rounding()
            } else {
                random.pick(Rounding::ALL)
            }),
            AttrKind::Predicate => AttrValue::Predicate(random.pick(CmpPredicate::ALL)),
            AttrKind::CmpOrdering => AttrValue::CmpOrdering(random.pick(CmpOrdering::ALL)),
            AttrKind::MemoryOrdering => AttrValue::MemoryOrdering(random.pick(MemoryOrdering::ALL)),
            AttrKind::Scope => AttrValue::Scope(random.pick(MemoryScope::ALL)),
            AttrKind::OptScope => {
                let scope = random.pick(MemoryScope::ALL);
                AttrValue::OptScope((!random.one_in(2)).then_some(scope))
            }
            AttrKind::RmwMode => AttrValue::RmwMode(random.pick(RmwMode::ALL)),
            AttrKind::Constant => {
                let elem = random.pick(NUMBERS);
                let count = random.pick(&[1, 4, 8]);
                AttrValue::Constant(self.generator.constant(elem, count))
            }
            AttrKind::Permutation => {
                let mut order: ir::Permutation = (0..rank as u32).collect();
                for i in (1..rank).rev() {
                    order.swap(i, random.below(i + 1));
                }
                AttrValue::Permutation(order)
            }
            AttrKind::Assumption => AttrValue::Assumption(match random.below(3) {
                0 => Assumption::DivBy {
                    divisor: 1 << random.below(8),
                    every: random.one_in(2).then(|| (1 + random.below(4) as i64, 0)),
                },
                1 => Assumption::SameElements { groups: SmallVec::from_elem(2, rank) },
                _ => Assumption::Bounded {
                    lower: random.one_in(2).then_some(-3),
                    upper: random.one_in(2).then(|| random.below(100) as i64),
                },
            }),
            AttrKind::Hints => {
                let mut hints = Hints::new();
                if random.one_in(3) {
                    let sm = random.pick(&[None, Some(90), Some(100)]);
                    hints.set(sm, HintKey::Latency, 1 + random.below(10) as i64);
                }
                AttrValue::Hints(hints)
            }
            // Modules of one entry and no globals.
            AttrKind::Global | AttrKind::Identities => return Err(Impossible),
        })
    }

    fn region(&mut self, _: &'static str) -> Result<Block, Impossible> {
        Err(Impossible)
    }

    fn wrong_kind(&mut self, _: &'static str) -> Impossible {
        Impossible
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_op_is_generated() {
        let mut seen = BTreeSet::new();
        for seed in 0..2 * Opcode::ALL.len() as u64 {
            let module = module(seed);
            assert!(verify::module(&module).is_empty(), "seed {seed}");
            for function in module.entries.values() {
                let insts = function.insts_in_order().into_iter();
                seen.extend(insts.map(|inst| function.data(inst).opcode()));
            }
        }
        // Globals are not.
        seen.insert(Opcode::GetGlobal);
        let missing: Vec<&str> =
            Opcode::ALL.iter().filter(|op| !seen.contains(op)).map(|op| op.mnemonic()).collect();
        assert_eq!(missing, [""; 0]);
    }
}
