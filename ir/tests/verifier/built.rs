//! Modules that no text can say, for the rules that only a producer of modules can break.
//!
//! Each is an entry with the parameters `%p: ptr<f32>` and `%n: i32` that breaks one rule.

use lang::base::Span;
use smallvec::smallvec;
use tilec_ir as ir;

use ir::types::{Dims, Extents, PartitionViewType, StridedViewType, TensorViewType, TypeKind};
use ir::{
    Builder, DenseConstant, Function, Global, GlobalData, InstData, Literal, Module, Overflow,
    Param, Piece, Record, Relocation, Scalar, Type, Value, Visibility,
};

/// The code, the text of the rule, and what breaks it.
pub type Built = (&'static str, &'static str, fn(&mut Builder<'_>, Value, Value));

pub const BUILT: &[Built] = &[
    ("E0603", "value and type differ", |b, _, n| {
        let ty = b.value_type(n);
        b.constant(DenseConstant::splat(Scalar::F32, 0), ty);
    }),
    ("E0609", "there is no such global", |b, p, _| {
        let ty = b.value_type(p);
        b.get_global(Global::from_u32(7), ty);
    }),
    ("E0602", "there must be an operand", |b, _, _| {
        let body = b.function.make_block();
        let (operands, identities) = (smallvec![], smallvec![]);
        b.insert(InstData::Reduce { operands, dim: 0, identities, body }, &[]);
        let outside = b.block();
        b.switch_to(body);
        b.yield_([]);
        b.switch_to(outside);
    }),
    ("E0604", "dim is out of range", |b, _, _| {
        let ty = b.types.tile(&[4], Scalar::I32);
        let lhs = b.iota(ty);
        let data = InstData::Cat { lhs, rhs: lhs, dim: 1 };
        b.insert(data, &[ty]);
    }),
    ("E0604", "dim is out of range", |b, _, n| {
        let (body, ty) = (b.function.make_block(), b.value_type(n));
        let row = b.types.tile(&[4], Scalar::I32);
        let operands = smallvec![b.iota(row)];
        let element = b.function.append_block_param(body, ty);
        b.function.append_block_param(body, ty);
        let identities = smallvec![Literal { elem: Scalar::I32, bits: 0 }];
        b.insert(InstData::Reduce { operands, dim: 1, identities, body }, &[ty]);
        let outside = b.block();
        b.switch_to(body);
        b.yield_([element]);
        b.switch_to(outside);
    }),
    ("E0604", "it must be a permutation of the dimensions", |b, _, _| permute(b, &[1, 1])),
    ("E0604", "it must be a permutation of the dimensions", |b, _, _| permute(b, &[2, 0])),
    ("E0604", "it must be a permutation of the dimensions", |b, _, _| permute(b, &[1, 0, 2])),
    ("E0604", "it must be a permutation of the dimensions", |b, _, _| permute(b, &[0])),
    ("E0602", "there must be an operand for each `?` of the type", |b, p, _| {
        let open = tensor_view(b, &[None], &[Some(1)]);
        b.make_tensor_view(p, [], [], open);
    }),
    ("E0602", "there must be an operand for each `?` of the type", |b, p, n| {
        let closed = tensor_view(b, &[Some(4)], &[Some(1)]);
        b.make_tensor_view(p, [], [n], closed);
    }),
    ("E0603", "the result must be a tensor view", |b, p, n| {
        let ty = b.value_type(n);
        b.make_tensor_view(p, [], [], ty);
    }),
    ("E0603", "the result must be a tile", |b, _, n| {
        let token = b.types.token();
        b.broadcast(n, token);
    }),
    ("E0601", "a tensor view needs a stride per dimension", |b, p, _| {
        let odd = tensor_view(b, &[Some(4), Some(4)], &[Some(1)]);
        b.make_tensor_view(p, [], [], odd);
    }),
    ("E0601", "extents and strides must be positive", |b, p, _| {
        let odd = tensor_view(b, &[Some(-4)], &[Some(1)]);
        b.make_tensor_view(p, [], [], odd);
    }),
    ("E0601", "a view must be made of a tensor view", |b, p, n| {
        let closed = tensor_view(b, &[Some(4)], &[Some(1)]);
        let tensor = b.make_tensor_view(p, [], [], closed);
        let odd = b.types.intern(TypeKind::PartitionView(PartitionViewType {
            tile: Dims::from_slice(&[4]),
            padding: None,
            tensor: b.function.value_type(n),
            dim_map: Dims::from_slice(&[0]),
        }));
        b.make_partition_view(tensor, odd);
    }),
    ("E0601", "a strided view needs a positive stride per dimension", |b, p, _| {
        let closed = tensor_view(b, &[Some(4)], &[Some(1)]);
        let tensor = b.make_tensor_view(p, [], [], closed);
        let odd = b.types.intern(TypeKind::StridedView(StridedViewType {
            tile: Dims::from_slice(&[4]),
            traversal_strides: Dims::new(),
            padding: None,
            tensor: closed,
            dim_map: Dims::from_slice(&[0]),
        }));
        b.make_strided_view(tensor, odd);
    }),
    ("E0603", "there must be one result, not 3", |b, _, n| {
        let ty = b.value_type(n);
        b.insert(InstData::Poison {}, &[ty, ty, ty]);
    }),
    ("E0606", "the block ends without terminator", |b, _, n| {
        let truth = b.const_i1(true);
        let parts = b.open_if(truth, &[]);
        let outside = b.block();
        b.switch_to(parts.then_block);
        b.addi(n, n, Overflow::None);
        b.switch_to(parts.else_block);
        b.yield_([]);
        b.switch_to(outside);
    }),
    ("E0606", "a region is empty", |b, _, _| {
        let truth = b.const_i1(true);
        let parts = b.open_if(truth, &[]);
        let outside = b.block();
        b.switch_to(parts.else_block);
        b.yield_([]);
        b.switch_to(outside);
    }),
    ("E0607", "a region belongs to another op", |b, _, _| {
        let truth = b.const_i1(true);
        let parts = b.open_if(truth, &[]);
        let outside = b.block();
        for block in [parts.then_block, parts.else_block] {
            b.switch_to(block);
            b.yield_([]);
        }
        b.switch_to(outside);
        // The block now names the second as its owner, the first has it still.
        let (then_block, else_block) = (parts.then_block, b.function.make_block());
        b.insert(InstData::If { condition: truth, then_block, else_block }, &[]);
        b.switch_to(else_block);
        b.yield_([]);
        b.switch_to(outside);
    }),
    ("E0607", "the body must take the induction variable and the carried values", |b, _, n| {
        let parts = b.open_for(n, n, n, false, &[]);
        let token = b.types.token();
        b.function.append_block_param(parts.body, token);
        let outside = b.block();
        b.switch_to(parts.body);
        b.continue_([]);
        b.switch_to(outside);
    }),
    ("E0607", "the body must take the carried values", |b, _, _| {
        let parts = b.open_loop(&[], &[]);
        let token = b.types.token();
        b.function.append_block_param(parts.body, token);
        let outside = b.block();
        b.switch_to(parts.body);
        b.break_([]);
        b.switch_to(outside);
    }),
    ("E0607", "a branch cannot have parameters", |b, _, _| {
        let truth = b.const_i1(true);
        let parts = b.open_if(truth, &[]);
        let token = b.types.token();
        b.function.append_block_param(parts.then_block, token);
        let outside = b.block();
        for block in [parts.then_block, parts.else_block] {
            b.switch_to(block);
            b.yield_([]);
        }
        b.switch_to(outside);
    }),
    ("E0607", "parameters and parameters of the entry block differ in number", |b, _, _| {
        let (block, token) = (b.function.entry_block, b.types.scalar(Scalar::I32));
        b.function.append_block_param(block, token);
    }),
    ("E0605", "an operand is not defined on every way to here", |b, _, _| {
        let stray = Value::from_u32(900);
        let data = InstData::NegI { source: stray, overflow: Overflow::None };
        let ty = b.types.scalar(Scalar::I32);
        b.insert(data, &[ty]);
    }),
    ("E0610", "it is not in the order of the parameters", |b, _, _| {
        record(b, 9, vec![Piece::Value { offset: 0 }], 8, 8);
    }),
    ("E0610", "it has more pieces than there are parameters", |b, _, _| {
        record(b, 1, vec![Piece::Value { offset: 0 }, Piece::Value { offset: 4 }], 8, 4);
    }),
    ("E0610", "an object cannot have", |b, _, _| record(b, 1, Vec::new(), 8, 3)),
    ("E0610", "a piece of 4 bytes at byte 6 does not fit", |b, _, _| {
        record(b, 1, vec![Piece::Value { offset: 6 }], 8, 4);
    }),
    ("E0610", "the address of the bytes is a pointer to `i8`", |b, _, _| {
        record(b, 0, vec![Piece::Address], 8, 8);
    }),
    ("E0610", "a piece is neither a number nor a pointer", |b, _, n| {
        let tile = b.types.tile(&[4], Scalar::I32);
        b.function.set_value_type(n, tile);
        record(b, 1, vec![Piece::Value { offset: 0 }], 8, 8);
    }),
];

/// The same of a module that is sound but for what is done to it.
pub type BuiltModule = (&'static str, &'static str, fn(&mut Module));

pub const MODULES: &[BuiltModule] = &[
    ("E0606", "the body is empty", |module| {
        module.entries.push(Function::new("empty", Span::NONE));
    }),
    ("E0601", "the elements of value and type differ", |module| {
        global(module, Scalar::I32, Scalar::F32);
    }),
    ("E0601", "the type must be a tile of rank 1", |module| {
        let global = global(module, Scalar::I32, Scalar::I32);
        module.globals[global].ty = module.types.token();
    }),
    ("E0604", "global `g`: the address at byte 4 does not fit", |module| {
        let global = global(module, Scalar::I64, Scalar::I64);
        module.relocations.push(Relocation { global, offset: 4, target: global, addend: 0 });
    }),
    ("E0604", "global `g`: the address at byte 32 does not fit", |module| {
        let global = global(module, Scalar::I64, Scalar::I64);
        module.relocations.push(Relocation { global, offset: 32, target: global, addend: 0 });
    }),
];

/// Four elements of a type with a value of another.
fn global(module: &mut Module, ty: Scalar, value: Scalar) -> Global {
    module.globals.push(GlobalData {
        name: "g".into(),
        ty: module.types.tile(&[4], ty),
        value: DenseConstant::splat(value, 0),
        alignment: 0,
        constant: false,
        visibility: Visibility::Public,
        span: Span::NONE,
    })
}

fn permute(b: &mut Builder<'_>, permutation: &[u32]) {
    let ty = b.types.tile(&[2, 4], Scalar::I32);
    let source = b.poison(ty);
    let result = b.types.tile(&[4, 2], Scalar::I32);
    let permutation = Dims::from_slice(permutation);
    b.insert(InstData::Permute { source, permutation }, &[result]);
}

fn tensor_view(b: &mut Builder<'_>, shape: &[Option<i64>], strides: &[Option<i64>]) -> Type {
    b.types.intern(TypeKind::TensorView(TensorViewType {
        elem: Scalar::F32,
        shape: Extents::from_slice(shape),
        strides: Extents::from_slice(strides),
        multimem: None,
    }))
}

fn record(b: &mut Builder<'_>, first: usize, pieces: Vec<Piece>, size: u64, align: u64) {
    let name = "r".to_owned();
    b.function.records.push(Record { name, first, pieces, size, align, span: Span::NONE });
}

/// The module that `break_it` makes of an empty entry.
pub fn module(break_it: fn(&mut Builder<'_>, Value, Value)) -> Module {
    let mut module = Module::new("m");
    let mut function = Function::new("k", Span::NONE);
    let param = |name: &str| Param { name: name.into(), restrict: false, span: Span::NONE };
    let ptr = module.types.ptr(Scalar::F32);
    let p = function.add_param(param("p"), ptr);
    let n = function.add_param(param("n"), module.types.scalar(Scalar::I32));
    let block = function.entry_block;
    let mut builder = Builder::new(&mut function, &mut module.types, block, Span::NONE);
    break_it(&mut builder, p, n);
    builder.return_([]);
    module.entries.push(function);
    module
}
