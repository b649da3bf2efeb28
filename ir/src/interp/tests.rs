//! Kernels built by hand and run: control flow, memory, shapes, views, atomics, traps, findings.

use lang::base::Span;
use smallvec::smallvec;

use super::{Launch, Memory, Options, Order, Report, Rule, Trap, TrapKind, launch};
use crate::attrs::{
    Assumption, CmpPredicate, DenseConstant, Hints, Literal, MemoryOrdering, MemoryScope, Overflow,
    PaddingValue, RmwMode, Rounding, Signedness, Visibility,
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
) -> Result<Report, Trap> {
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

#[test]
fn blocks_of_a_grid_add_vectors() {
    let module = kernel(
        |types| vec![types.ptr(Scalar::F32), types.ptr(Scalar::F32), types.ptr(Scalar::F32)],
        |b, params| {
            let (x, _, _) = b.get_tile_block_id();
            let width = b.const_i32(64);
            let start = b.muli(x, width, Overflow::None);
            let at = |b: &mut Builder<'_>, base| b.offset(base, start);
            let (a, c, to) = (at(b, params[0]), at(b, params[1]), at(b, params[2]));
            let left = load(b, a, &[64], Scalar::F32);
            let right = load(b, c, &[64], Scalar::F32);
            let sum = b.addf(left, right, Rounding::NearestEven, false);
            store(b, to, sum, &[64], Scalar::F32);
        },
    );
    for order in [Order::Parallel, Order::Sequential] {
        let mut memory = Memory::new();
        let a = memory.alloc(&bytes_f32((0..512).map(|i| i as f32)));
        let c = memory.alloc(&bytes_f32((0..512).map(|i| 0.5 * i as f32)));
        let to = memory.alloc_filled(2048, 0);
        let options = Options { order, ..Options::new() };
        run_with(&module, [8, 1, 1], &[a, c, to], &mut memory, options).unwrap();
        let want: Vec<f32> = (0..512).map(|i| 1.5 * i as f32).collect();
        assert_eq!(read_f32(&memory, to, 512), want);
    }
}

#[test]
fn loops_carry_values_and_leave() {
    // for: 0 + 1 + ... + 9; loop: the first power of two above that.
    let module = kernel(
        |types| vec![types.ptr(Scalar::I32)],
        |b, params| {
            let (zero, one, ten) = (b.const_i32(0), b.const_i32(1), b.const_i32(10));
            let body = b.open_for(zero, ten, one, false, &[zero]);
            b.switch_to(body.body);
            let sum = b.addi(body.carried[0], body.induction, Overflow::None);
            b.continue_([sum]);
            let entry = b.function.entry_block;
            b.switch_to(entry);
            let total = body.results[0];

            let i32_type = b.types.scalar(Scalar::I32);
            let search = b.open_loop(&[one], &[i32_type]);
            b.switch_to(search.body);
            let power = search.carried[0];
            let above = b.cmpi(power, total, CmpPredicate::GreaterThan, Signedness::Signed);
            let branch = b.open_if(above, &[]);
            b.switch_to(branch.then_block);
            b.break_([power]);
            b.switch_to(branch.else_block);
            b.yield_([]);
            b.switch_to(search.body);
            let next = b.addi(power, power, Overflow::None);
            b.continue_([next]);
            b.switch_to(entry);

            store(b, params[0], total, &[], Scalar::I32);
            let second = b.offset(params[0], one);
            store(b, second, search.results[0], &[], Scalar::I32);
        },
    );
    let mut memory = Memory::new();
    let to = memory.alloc_filled(8, 0);
    run(&module, [1; 3], &[to], &mut memory);
    assert_eq!(read_i32(&memory, to, 2), [45, 64]);
    let options = Options { step_limit: Some(20), ..Options::new() };
    let stopped = run_with(&module, [1; 3], &[to], &mut memory, options).unwrap_err();
    assert_eq!(stopped.kind, TrapKind::StepLimit);
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

#[test]
fn reductions_and_scans_agree_with_loops() {
    let source: Vec<i32> = (0..32).map(|i| i * i - 7).collect();
    let at = |row: usize, column: usize| source[row * 8 + column];
    for with_branch in [false, true] {
        for dim in [0, 1] {
            let mut memory = Memory::new();
            let from = memory.alloc(&bytes_i32(source.clone()));
            let to = memory.alloc_filled(128, 0);
            run(&combine_kernel(false, dim, with_branch), [1; 3], &[from, to], &mut memory);
            let want: Vec<i32> = match dim {
                0 => (0..8).map(|c| (0..4).map(|r| at(r, c)).sum()).collect(),
                _ => (0..4).map(|r| (0..8).map(|c| at(r, c)).sum()).collect(),
            };
            assert_eq!(read_i32(&memory, to, want.len()), want, "reduce {dim} {with_branch}");

            run(&combine_kernel(true, dim, with_branch), [1; 3], &[from, to], &mut memory);
            let want: Vec<i32> = (0..32)
                .map(|i| match dim {
                    0 => (0..=i / 8).map(|r| at(r, i % 8)).sum(),
                    // In reverse.
                    _ => (i % 8..8).map(|c| at(i / 8, c)).sum(),
                })
                .collect();
            assert_eq!(read_i32(&memory, to, 32), want, "scan {dim} {with_branch}");
        }
    }
}

#[test]
fn groupings_that_overflow_are_found_in_any_order() {
    let mut memory = Memory::new();
    let mut source = vec![0; 32];
    (source[0], source[1], source[2]) = (i32::MAX, -5, 3);
    let from = memory.alloc(&bytes_i32(source));
    let to = memory.alloc_filled(128, 0);
    // MAX and 3 are not neighbours: only a reduction may add them first.
    let rules = sanitize(&combine_kernel(false, 1, false), &[from, to], &mut memory);
    assert_eq!(rules, [Rule::ReductionOverflow]);
    assert_eq!(sanitize(&combine_kernel(true, 1, false), &[from, to], &mut memory), []);
}

/// Loads tile `index` of a partition view of a 3x5 tensor into a 2x4 tile and stores the tile.
fn view_kernel(padding: Option<PaddingValue>, strides: [i64; 2]) -> Module {
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
            let (tile, _) = b.load_view_tko(view, index, None, WEAK, None, Hints::new());
            store(b, params[1], tile, &[2, 4], Scalar::F32);
            b.store_view_tko(tile, view, index, None, WEAK, None, Hints::new());
        },
    )
}

#[test]
fn views_pad_at_the_edge() {
    let source: Vec<f32> = (0..15).map(|i| i as f32).collect();
    let module = view_kernel(Some(PaddingValue::NegInf), [5, 1]);
    let mut memory = Memory::new();
    let from = memory.alloc(&bytes_f32(source.clone()));
    let to = memory.alloc_filled(32, 0);
    run(&module, [1; 3], &[from, to, 0, 0], &mut memory);
    assert_eq!(read_f32(&memory, to, 8), [0., 1., 2., 3., 5., 6., 7., 8.]);
    run(&module, [1; 3], &[from, to, 1, 1], &mut memory);
    let inf = f32::NEG_INFINITY;
    assert_eq!(read_f32(&memory, to, 8), [14., inf, inf, inf, inf, inf, inf, inf]);
    assert_eq!(read_f32(&memory, from, 15), source);
    // A column-major view of the same bytes.
    let module = view_kernel(Some(PaddingValue::Zero), [1, 3]);
    run(&module, [1; 3], &[from, to, 0, 1], &mut memory);
    assert_eq!(read_f32(&memory, to, 8), [12., 0., 0., 0., 13., 0., 0., 0.]);
}

#[test]
fn views_outside_of_their_tensor_are_found() {
    let mut memory = Memory::new();
    let from = memory.alloc_filled(60, 0);
    let to = memory.alloc_filled(32, 0);
    let masked = view_kernel(Some(PaddingValue::Zero), [5, 1]);
    let unmasked = view_kernel(None, [5, 1]);
    assert_eq!(sanitize(&masked, &[from, to, 1, 1], &mut memory), []);
    let outside = [Rule::ViewOutside; 2];
    assert_eq!(sanitize(&masked, &[from, to, 2, 0], &mut memory), outside);
    assert_eq!(sanitize(&unmasked, &[from, to, 0, 0], &mut memory), []);
    let partly = [Rule::ViewPartlyOutside; 2];
    assert_eq!(sanitize(&unmasked, &[from, to, 0, 1], &mut memory), partly);
    let overlapping = view_kernel(None, [2, 1]);
    assert_eq!(sanitize(&overlapping, &[from, to, 0, 0], &mut memory), [Rule::ViewNotInjective]);
}

#[test]
fn matrices_multiply() {
    let (m, k, n) = (4u32, 8u32, 2u32);
    let module = kernel(
        |types| vec![types.ptr(Scalar::F16), types.ptr(Scalar::F16), types.ptr(Scalar::F32)],
        |b, params| {
            let left = load(b, params[0], &[m, k], Scalar::F16);
            let right = load(b, params[1], &[k, n], Scalar::F16);
            let acc_type = b.types.tile(&[m, n], Scalar::F32);
            let one = b.const_bits(acc_type, 1.0f32.to_bits().into());
            let product = b.mmaf(left, right, one, false);
            store(b, params[2], product, &[m, n], Scalar::F32);
        },
    );
    let mut memory = Memory::new();
    let half = |x: u32| (crate::scalar::float::narrow_f16(x as f32) as u16).to_le_bytes();
    let left = memory.alloc(&(0..m * k).flat_map(half).collect::<Vec<u8>>());
    let right = memory.alloc(&(0..k * n).flat_map(half).collect::<Vec<u8>>());
    let to = memory.alloc_filled(4 * (m * n) as usize, 0);
    run(&module, [1; 3], &[left, right, to], &mut memory);
    let want: Vec<f32> = (0..m * n)
        .map(|i| 1.0 + (0..k).map(|j| (i / n * k + j) as f32 * (j * n + i % n) as f32).sum::<f32>())
        .collect();
    assert_eq!(read_f32(&memory, to, (m * n) as usize), want);
}

#[test]
fn atomics_of_all_blocks_add_up() {
    let module = kernel(
        |types| vec![types.ptr(Scalar::F16), types.ptr(Scalar::I64)],
        |b, params| {
            let (relaxed, device) = (MemoryOrdering::Relaxed, MemoryScope::Device);
            let half = b.types.scalar(Scalar::F16);
            let one = b.const_bits(half, 0x3c00);
            b.atomic_rmw_tko(params[0], one, None, None, relaxed, device, RmwMode::AddF);
            // Four lanes on one address.
            let lanes = b.types.tile(&[4], Elem::Ptr(Scalar::I64));
            let same = b.types.tile(&[1], Elem::Ptr(Scalar::I64));
            let pointer = b.reshape(params[1], same);
            let pointers = b.broadcast(pointer, lanes);
            let values = b.types.tile(&[4], Scalar::I64);
            let two = b.const_bits(values, 2);
            b.atomic_rmw_tko(pointers, two, None, None, relaxed, device, RmwMode::Add);
        },
    );
    let mut memory = Memory::new();
    let (sum, count) = (memory.alloc_filled(2, 0), memory.alloc_filled(8, 0));
    run(&module, [10, 5, 2], &[sum, count], &mut memory);
    let half = u16::from_le_bytes(memory.read(sum, 2).unwrap().try_into().unwrap());
    assert_eq!(crate::scalar::float::widen_f16(half.into()), 100.0);
    assert_eq!(memory.read(count, 8).unwrap(), 800u64.to_le_bytes());
}

#[test]
fn a_block_may_wait_for_another() {
    // Block 0 spins until the last block has set a flag.
    let module = kernel(
        |types| vec![types.ptr(Scalar::I32)],
        |b, params| {
            let (x, _, _) = b.get_tile_block_id();
            let (zero, last, one) = (b.const_i32(0), b.const_i32(15), b.const_i32(1));
            let entry = b.function.entry_block;
            let is_last = b.cmpi(x, last, CmpPredicate::Equal, Signedness::Signed);
            let branch = b.open_if(is_last, &[]);
            b.switch_to(branch.then_block);
            let (release, device) = (MemoryOrdering::Release, Some(MemoryScope::Device));
            b.store_ptr_tko(params[0], one, None, None, release, device, Hints::new());
            b.yield_([]);
            b.switch_to(branch.else_block);
            b.yield_([]);
            b.switch_to(entry);
            let spin = b.open_loop(&[], &[]);
            b.switch_to(spin.body);
            let acquire = MemoryOrdering::Acquire;
            let (flag, _) =
                b.load_ptr_tko(params[0], None, None, None, acquire, device, Hints::new());
            let set = b.cmpi(flag, zero, CmpPredicate::NotEqual, Signedness::Signed);
            let branch = b.open_if(set, &[]);
            b.switch_to(branch.then_block);
            b.break_([]);
            b.switch_to(branch.else_block);
            b.yield_([]);
            b.switch_to(spin.body);
            b.continue_([]);
            b.switch_to(entry);
        },
    );
    let mut memory = Memory::new();
    let flag = memory.alloc_filled(4, 0);
    let options = Options { step_limit: Some(100_000_000), ..Options::new() };
    run_with(&module, [16, 1, 1], &[flag], &mut memory, options).unwrap();
}

#[test]
fn globals_keep_their_values_between_launches() {
    let mut module = Module::new("m");
    let ty = module.types.tile(&[2], Scalar::I32);
    let global = module.globals.push(GlobalData {
        name: "counter".into(),
        ty,
        value: DenseConstant::dense(Scalar::I32, [7, 8]),
        alignment: 0,
        visibility: Visibility::Public,
        constant: false,
        span: Span::NONE,
    });
    add_kernel(
        &mut module,
        |types| vec![types.ptr(Scalar::I32)],
        |b, params| {
            let pointer = b.types.ptr(Scalar::I32);
            let counter = b.get_global(global, pointer);
            let (old, _) = b.load_ptr_tko(counter, None, None, None, WEAK, None, Hints::new());
            let one = b.const_i32(1);
            let next = b.addi(old, one, Overflow::None);
            b.store_ptr_tko(counter, next, None, None, WEAK, None, Hints::new());
            store(b, params[0], old, &[], Scalar::I32);
        },
    );
    let mut memory = Memory::new();
    let to = memory.alloc_filled(4, 0);
    let globals = memory.load_globals(&module);
    let options = Options::new();
    for (kept, want) in [(true, 7), (true, 8), (false, 7), (true, 9)] {
        let globals = kept.then_some(&globals);
        let what = Launch { entry: "k", grid: [1; 3], args: &[to], globals, options: &options };
        launch(&module, &what, &mut memory).unwrap();
        assert_eq!(read_i32(&memory, to, 1), [want]);
    }
}

#[test]
fn printing_is_in_the_order_of_the_grid() {
    let module = kernel(
        |_| vec![],
        |b, _| {
            let (x, y, _) = b.get_tile_block_id();
            b.print_tko([x, y], None, "(%d, %i)".into());
        },
    );
    let report = run(&module, [3, 2, 1], &[], &mut Memory::new());
    assert_eq!(report.output, "(0, 0)(1, 0)(2, 0)(0, 1)(1, 1)(2, 1)");
}

#[test]
fn bad_accesses_trap_and_tell_the_element() {
    let module = kernel(
        |types| vec![types.ptr(Scalar::I32)],
        |b, params| {
            let value = load(b, params[0], &[4, 4], Scalar::I32);
            store(b, params[0], value, &[4, 4], Scalar::I32);
        },
    );
    let mut memory = Memory::new();
    let buffer = memory.alloc_filled(40, 0);
    let kind = trap(&module, &[buffer], &mut memory);
    let TrapKind::BadAccess { fault, address, bytes: 4, index } = kind else { panic!("{kind}") };
    assert_eq!((fault, address, &index[..]), (super::Fault::OutOfBounds, buffer + 40, &[2, 2][..]));
    assert!(matches!(
        trap(&module, &[0], &mut memory),
        TrapKind::BadAccess { fault: super::Fault::Null, .. }
    ));
    assert!(matches!(
        trap(&module, &[buffer + 1], &mut memory),
        TrapKind::BadAccess { fault: super::Fault::Misaligned, .. }
    ));
    // Pointer arithmetic, load and store are separate instructions, each found once.
    let rules = sanitize(&module, &[buffer], &mut memory);
    assert_eq!(
        rules,
        [Rule::PointerArithmetic, Rule::BadAccess, Rule::PointerArithmetic, Rule::BadAccess]
    );
}

#[test]
fn one_store_to_one_address_twice_is_a_race() {
    let module = kernel(
        |types| vec![types.ptr(Scalar::I32)],
        |b, params| {
            let one = b.types.tile(&[1], Elem::Ptr(Scalar::I32));
            let two = b.types.tile(&[2], Elem::Ptr(Scalar::I32));
            let pointer = b.reshape(params[0], one);
            let pointers = b.broadcast(pointer, two);
            let values = b.types.tile(&[2], Scalar::I32);
            let values = b.iota(values);
            b.store_ptr_tko(pointers, values, None, None, WEAK, None, Hints::new());
        },
    );
    let mut memory = Memory::new();
    let buffer = memory.alloc_filled(4, 0);
    assert_eq!(sanitize(&module, &[buffer], &mut memory), [Rule::DataRace]);
}

/// Applies `op` to two i32 parameters.
fn sanitize_i32(a: i32, c: i32, op: fn(&mut Builder<'_>, Value, Value)) -> Vec<Rule> {
    let module = kernel(
        |types| vec![types.scalar(Scalar::I32), types.scalar(Scalar::I32)],
        |b, params| op(b, params[0], params[1]),
    );
    sanitize(&module, &[a as u32 as u64, c as u32 as u64], &mut Memory::new())
}

#[test]
fn arithmetic_rules_are_found() {
    const NSW: Overflow = Overflow::NoSignedWrap;
    let add = |b: &mut Builder<'_>, x, y| _ = b.addi(x, y, NSW);
    assert_eq!(sanitize_i32(i32::MAX, 1, add), [Rule::SignedOverflow]);
    assert_eq!(sanitize_i32(i32::MAX, 0, add), []);
    let wrapping = |b: &mut Builder<'_>, x, y| _ = b.addi(x, y, Overflow::None);
    assert_eq!(sanitize_i32(i32::MAX, 1, wrapping), []);
    let mul = |b: &mut Builder<'_>, x, y| _ = b.muli(x, y, NSW);
    assert_eq!(sanitize_i32(1 << 16, 1 << 15, mul), [Rule::SignedOverflow]);
    let div = |b: &mut Builder<'_>, x, y| _ = b.divi(x, y, Signedness::Signed, Rounding::Zero);
    assert_eq!(sanitize_i32(1, 0, div), [Rule::DivisionByZero]);
    assert_eq!(sanitize_i32(i32::MIN, -1, div), [Rule::DivisionOverflow]);
    let rem = |b: &mut Builder<'_>, x, y| _ = b.remi(x, y, Signedness::Unsigned);
    assert_eq!(sanitize_i32(i32::MIN, -1, rem), []);
    let shift = |b: &mut Builder<'_>, x, y| _ = b.shli(x, y, Overflow::None);
    assert_eq!(sanitize_i32(1, 32, shift), [Rule::ShiftAmount]);
    assert_eq!(sanitize_i32(1, -1, shift), [Rule::ShiftAmount]);
    let neg = |b: &mut Builder<'_>, x, _| _ = b.negi(x, NSW);
    assert_eq!(sanitize_i32(i32::MIN, 0, neg), [Rule::NegationOverflow]);
    let abs = |b: &mut Builder<'_>, x, _| _ = b.absi(x);
    assert_eq!(sanitize_i32(i32::MIN, 0, abs), [Rule::AbsOverflow]);
    let bounded = |b: &mut Builder<'_>, x, _| {
        _ = b.assume(x, Assumption::Bounded { lower: Some(0), upper: None });
    };
    assert_eq!(sanitize_i32(-1, 0, bounded), [Rule::Assumption]);
    let divides = |b: &mut Builder<'_>, x, _| {
        _ = b.assume(x, Assumption::DivBy { divisor: 16, every: None });
    };
    assert_eq!(sanitize_i32(8, 0, divides), [Rule::Assumption]);
    assert_eq!(sanitize_i32(32, 0, divides), []);
    let convert = |b: &mut Builder<'_>, x, _| {
        let (float, byte) = (b.types.scalar(Scalar::F32), b.types.scalar(Scalar::I8));
        let x = b.itof(x, Signedness::Signed, Rounding::NearestEven, float);
        b.ftoi(x, Signedness::Unsigned, Rounding::NearestIntToZero, byte);
    };
    assert_eq!(sanitize_i32(256, 0, convert), [Rule::FloatToInt]);
    assert_eq!(sanitize_i32(255, 0, convert), []);
}

#[test]
fn deep_nesting_is_refused_before_it_hurts() {
    let nested = |depth| {
        kernel(
            |types| vec![types.ptr(Scalar::I32)],
            |b, params| {
                let entry = b.function.entry_block;
                let yes = b.const_i1(true);
                for _ in 0..depth {
                    let branch = b.open_if(yes, &[]);
                    b.switch_to(branch.else_block);
                    b.yield_([]);
                    b.switch_to(branch.then_block);
                }
                let one = b.const_i32(1);
                store(b, params[0], one, &[], Scalar::I32);
                b.switch_to(entry);
            },
        )
    };
    let mut memory = Memory::new();
    let to = memory.alloc_filled(4, 0);
    run(&nested(200), [2, 1, 1], &[to], &mut memory);
    assert_eq!(read_i32(&memory, to, 1), [1]);
    assert_eq!(trap(&nested(201), &[to], &mut memory), TrapKind::TooDeep);
}

#[test]
fn a_kernel_must_be_launched_as_it_is() {
    let module = kernel(|types| vec![types.scalar(Scalar::I32)], |_, _| {});
    let mut memory = Memory::new();
    assert!(matches!(trap(&module, &[], &mut memory), TrapKind::BadLaunch(_)));
    let options = Options::new();
    let empty = run_with(&module, [1, 0, 1], &[1], &mut memory, options).unwrap_err();
    assert!(matches!(empty.kind, TrapKind::BadLaunch(_)));
}

#[test]
fn failed_assertions_stop_the_kernel() {
    let module = kernel(
        |_| vec![],
        |b, _| {
            let condition = b.types.tile(&[4], Scalar::I1);
            let condition = b.constant(DenseConstant::dense(Scalar::I1, [1, 1, 0, 1]), condition);
            b.print_tko([condition], None, "%d".into());
            b.assert(condition, "all true".into());
        },
    );
    let failed = run_with(&module, [1; 3], &[], &mut Memory::new(), Options::new()).unwrap_err();
    let index = smallvec![2];
    assert_eq!(failed.kind, TrapKind::AssertFailed { message: "all true".into(), index });
    assert_eq!(failed.output, "[1, 1, 0, 1]");
}
