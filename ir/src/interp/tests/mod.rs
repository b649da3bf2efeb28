//! Kernels built by hand and run. Here: how to build and run them, and the kernels that several
//! tests use.

mod execution;
mod ops;
mod sanitizer;
mod threads;

use lang::base::Span;
use smallvec::smallvec;

use super::{Fault, Launch, Memory, Options, Order, Report, Rule, Trap, TrapKind, launch};
use crate::attrs::{
    Assumption, CmpPredicate, DenseConstant, Hints, Inbounds, Literal, MemoryOrdering, MemoryScope,
    Overflow, PaddingValue, RmwMode, Rounding, Signedness, Visibility,
};
use crate::builder::Builder;
use crate::entities::Value;
use crate::module::{Function, GlobalData, Module, Param};
use crate::types::{Elem, Scalar, TypeStore};

const WEAK: MemoryOrdering = MemoryOrdering::Weak;

/// A module with one entry `k`, whose body `build` makes.
fn kernel(
    params: impl FnOnce(&mut TypeStore) -> Vec<crate::entities::Type>,
    build: impl FnOnce(&mut Builder<'_>, &[Value]),
) -> Module {
    let mut module = Module::new("m");
    add_kernel(&mut module, params, build);
    module
}

fn add_kernel(
    module: &mut Module,
    params: impl FnOnce(&mut TypeStore) -> Vec<crate::entities::Type>,
    build: impl FnOnce(&mut Builder<'_>, &[Value]),
) {
    let mut function = Function::new("k", Span::NONE);
    let types = params(&mut module.types);
    let mut values = Vec::new();
    for ty in types {
        let param = Param { name: "p".into(), restrict: false, span: Span::NONE };
        values.push(function.add_param(param, ty));
    }
    let block = function.entry_block;
    let mut b = Builder::new(&mut function, &mut module.types, block, Span::NONE);
    build(&mut b, &values);
    b.return_([]);
    module.entries.push(function);
}

fn run_with(
    module: &Module,
    grid: [u32; 3],
    args: &[u64],
    memory: &mut Memory,
    options: Options,
) -> Result<Report, Box<Trap>> {
    launch(module, &Launch { entry: "k", grid, args, globals: None, options: &options }, memory)
}

fn run(module: &Module, grid: [u32; 3], args: &[u64], memory: &mut Memory) -> Report {
    run_with(module, grid, args, memory, Options::new()).unwrap_or_else(|trap| panic!("{trap}"))
}

fn sanitize(module: &Module, args: &[u64], memory: &mut Memory) -> Vec<Rule> {
    let options = Options { sanitize: true, ..Options::new() };
    let report = run_with(module, [1; 3], args, memory, options).unwrap();
    report.findings.iter().map(|finding| finding.rule).collect()
}

fn trap(module: &Module, args: &[u64], memory: &mut Memory) -> TrapKind {
    run_with(module, [1; 3], args, memory, Options::new()).unwrap_err().kind
}

fn bytes_f32(values: impl IntoIterator<Item = f32>) -> Vec<u8> {
    values.into_iter().flat_map(f32::to_le_bytes).collect()
}

fn bytes_i32(values: impl IntoIterator<Item = i32>) -> Vec<u8> {
    values.into_iter().flat_map(i32::to_le_bytes).collect()
}

fn read_i32(memory: &Memory, address: u64, count: usize) -> Vec<i32> {
    let bytes = memory.read(address, 4 * count).unwrap();
    bytes.as_chunks::<4>().0.iter().map(|&bytes| i32::from_le_bytes(bytes)).collect()
}

fn read_f32(memory: &Memory, address: u64, count: usize) -> Vec<f32> {
    let bytes = memory.read(address, 4 * count).unwrap();
    bytes.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
}

/// `base + 0, 1, 2, ...` as pointers of shape `dims`.
fn pointers(b: &mut Builder<'_>, base: Value, dims: &[u32], pointee: Scalar) -> Value {
    let count: u32 = dims.iter().product();
    let ones: Vec<u32> = vec![1; dims.len()];
    let flat = b.types.tile(&[count], Scalar::I32);
    let shaped = b.types.tile(dims, Scalar::I32);
    let one = b.types.tile(&ones, Elem::Ptr(pointee));
    let all = b.types.tile(dims, Elem::Ptr(pointee));
    let iota = b.iota(flat);
    let offsets = b.reshape(iota, shaped);
    let base = b.reshape(base, one);
    let base = b.broadcast(base, all);
    b.offset(base, offsets)
}

fn store(b: &mut Builder<'_>, base: Value, value: Value, dims: &[u32], pointee: Scalar) {
    let to = pointers(b, base, dims, pointee);
    b.store_ptr_tko(to, value, None, None, WEAK, None, Hints::new());
}

fn load(b: &mut Builder<'_>, base: Value, dims: &[u32], pointee: Scalar) -> Value {
    let from = pointers(b, base, dims, pointee);
    b.load_ptr_tko(from, None, None, None, WEAK, None, Hints::new()).0
}

/// A reduction or scan of 4x8 i32 along `dim` with the body `acc * 1 + elem`, which is lanewise,
/// or the same under an `if`, which is not.
fn combine_kernel(scan: bool, dim: u32, with_branch: bool) -> Module {
    kernel(
        |types| vec![types.ptr(Scalar::I32), types.ptr(Scalar::I32)],
        |b, params| {
            let entry = b.function.entry_block;
            let source = load(b, params[0], &[4, 8], Scalar::I32);
            let identities = smallvec![Literal { elem: Scalar::I32, bits: 0 }];
            let parts = if scan {
                b.open_scan(&[source], dim, dim == 1, identities)
            } else {
                b.open_reduce(&[source], dim, identities)
            };
            b.switch_to(parts.body);
            let mut sum = b.addi(parts.params[0], parts.params[1], Overflow::NoSignedWrap);
            if with_branch {
                let yes = b.const_i1(true);
                let i32_type = b.types.scalar(Scalar::I32);
                let branch = b.open_if(yes, &[i32_type]);
                b.switch_to(branch.then_block);
                b.yield_([sum]);
                b.switch_to(branch.else_block);
                b.yield_([parts.params[0]]);
                b.switch_to(parts.body);
                sum = branch.results[0];
            }
            b.yield_([sum]);
            b.switch_to(entry);
            let dims: &[u32] = match (scan, dim) {
                (true, _) => &[4, 8],
                (false, 0) => &[8],
                (false, _) => &[4],
            };
            store(b, params[1], parts.results[0], dims, Scalar::I32);
        },
    )
}

/// Loads tile `index` of a partition view of a 3x5 tensor into a 2x4 tile and stores the tile.
fn view_kernel(padding: Option<PaddingValue>, strides: [i64; 2]) -> Module {
    promising_kernel(padding, strides, &[])
}

/// The same with a promise for each index.
fn promising_kernel(padding: Option<PaddingValue>, strides: [i64; 2], inbounds: &[bool]) -> Module {
    let inbounds = Inbounds::from_slice(inbounds);
    kernel(
        |types| {
            let index = types.scalar(Scalar::I32);
            vec![types.ptr(Scalar::F32), types.ptr(Scalar::F32), index, index]
        },
        |b, params| {
            let tensor = b.types.tensor_view(
                Scalar::F32,
                &[None, Some(5)],
                &[Some(strides[0]), Some(strides[1])],
            );
            let partition = b.types.partition_view(tensor, &[2, 4], padding);
            let rows = b.const_i32(3);
            let view = b.make_tensor_view(params[0], [rows], [], tensor);
            let view = b.make_partition_view(view, partition);
            let index = [params[2], params[3]];
            let (tile, _) =
                b.load_view_tko(view, index, None, WEAK, None, Hints::new(), inbounds.clone());
            store(b, params[1], tile, &[2, 4], Scalar::F32);
            b.store_view_tko(tile, view, index, None, WEAK, None, Hints::new(), inbounds);
        },
    )
}

fn sanitize_grid(module: &Module, grid: [u32; 3], args: &[u64], memory: &mut Memory) -> Vec<Rule> {
    let options = Options { sanitize: true, ..Options::new() };
    let report = run_with(module, grid, args, memory, options).unwrap();
    report.findings.iter().map(|finding| finding.rule).collect()
}
