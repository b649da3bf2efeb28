//! Control flow, memory, shapes, views, atomics, printing, traps.

use std::sync::atomic::{AtomicUsize, Ordering};

use cranelift_entity::SecondaryMap;

use super::*;
use crate::interp::data::Data;
use crate::interp::prepare::{MOST_KEPT, Program};
use crate::interp::run::{Run, Shared};
use crate::interp::{Caller, launch_for, prepare};

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

    for order in [Order::Sequential, Order::Parallel] {
        let options = Options { order, ..Options::new() };
        let asked = AtomicUsize::new(0);
        let is_interrupted = || asked.fetch_add(1, Ordering::Relaxed) >= 10;
        let args = [to];
        let what = Launch {
            entry: "k",
            grid: [1000, 1, 1],
            args: &args,
            globals: None,
            options: &options,
        };
        let caller = Caller::new(&is_interrupted);
        let stopped = launch_for(&module, &what, &mut memory, &caller).unwrap_err();
        assert_eq!(stopped.kind, TrapKind::Interrupted);
        assert!(asked.into_inner() < 1000, "the other tile blocks do not run");
    }
}

/// What is the same in all tile blocks is computed by the first one on a thread that comes to it: a block that returns before leaves it
/// to the others.
#[test]
fn blocks_that_return_early_leave_what_others_share() {
    const BLOCKS: u32 = 40;
    let module = kernel(
        |types| vec![types.ptr(Scalar::I32), types.tile(&[], Scalar::I32)],
        |b, params| {
            let entry = b.function.entry_block;
            let (x, _, _) = b.get_tile_block_id();
            let (one, two) = (b.const_i32(1), b.const_i32(2));
            let odd = b.remi(x, two, Signedness::Signed);
            let is_even = b.cmpi(odd, one, CmpPredicate::NotEqual, Signedness::Signed);
            let branch = b.open_if(is_even, &[]);
            b.switch_to(branch.then_block);
            b.return_([]);
            b.switch_to(branch.else_block);
            b.yield_([]);
            b.switch_to(entry);
            let shared = b.addi(params[1], two, Overflow::None);
            let own = b.addi(shared, x, Overflow::None);
            let to = b.offset(params[0], x);
            store(b, to, own, &[], Scalar::I32);
        },
    );
    let want: Vec<i32> = (0..BLOCKS as i32).map(|x| if x % 2 == 1 { 102 + x } else { 0 }).collect();
    for order in [Order::Sequential, Order::Parallel, Order::Together] {
        for (step_limit, sanitize) in [(None, false), (Some(100), false), (None, true)] {
            let mut memory = Memory::new();
            let to = memory.alloc_filled(4 * BLOCKS as usize, 0);
            let options = Options { order, step_limit, sanitize, ..Options::new() };
            run_with(&module, [BLOCKS, 1, 1], &[to, 100], &mut memory, options).unwrap();
            assert_eq!(read_i32(&memory, to, BLOCKS as usize), want, "{options:?}");
        }
    }
}

/// A thread that runs several blocks keeps few bytes from one to the next, and any other none.
#[test]
fn blocks_leave_little_to_the_next_one() {
    const COUNT: u32 = 4096;
    let module = kernel(
        |types| vec![types.ptr(Scalar::I32), types.tile(&[], Scalar::I32)],
        |b, params| {
            let (x, _, _) = b.get_tile_block_id();
            let ty = b.types.tile(&[COUNT], Scalar::I32);
            let mut tile = b.iota(ty);
            for _ in 0..20 {
                tile = b.muli(tile, tile, Overflow::None);
            }
            let small = b.addi(params[1], params[1], Overflow::None);
            let own = b.addi(small, x, Overflow::None);
            let to = b.offset(params[0], x);
            store(b, to, own, &[], Scalar::I32);
            store(b, params[0], tile, &[COUNT], Scalar::I32);
        },
    );
    let function = &module.entries[module.entry_named("k").unwrap()];
    let prepared = prepare(&module, function).unwrap();
    let program = Program { module: &module, function, prepared: &prepared };
    let (mut memory, globals_memory) = (Memory::new(), Memory::new());
    let args = [memory.alloc_filled(4 * COUNT as usize, 0), 7];
    let (globals, no) = (SecondaryMap::new(), || false);
    let left = |options: Options, threads| {
        let shared = Shared {
            memory: &memory,
            globals_memory: &globals_memory,
            globals: &globals,
            grid: [4, 1, 1],
            args: &args,
            options: &options,
            is_interrupted: &no,
            pool: None,
        };
        let mut run = Run::new(&program, &shared);
        run.keep_for(4, threads);
        let mut left = Vec::new();
        for block in 0..2 {
            run.run_tile_block([block, 0, 0]).unwrap();
            let tiles = run.values.values().filter_map(Data::len);
            left.push(tiles.map(|count| 4 * count as u64).sum::<u64>());
        }
        left
    };
    let kept = left(Options::new(), 3);
    assert!(kept[0] > 0 && kept[0] <= MOST_KEPT && kept[1] == kept[0], "{kept:?}");
    assert_eq!(left(Options::new(), 4), [0, 0]);
    for (step_limit, sanitize) in [(Some(1000), false), (None, true)] {
        assert_eq!(left(Options { step_limit, sanitize, ..Options::new() }, 1), [0, 0]);
    }
}

/// The limit is that of the steps of each tile block, also of those that others have done already.
#[test]
fn each_block_has_the_steps_of_the_limit() {
    const BODY: u64 = 12;
    let module = kernel(
        |_| Vec::new(),
        |b, _| {
            let one = b.const_i32(1);
            for _ in 0..BODY - 2 {
                b.addi(one, one, Overflow::None);
            }
        },
    );
    let stopped = |step_limit| {
        let options = Options { order: Order::Sequential, step_limit, ..Options::new() };
        run_with(&module, [3, 1, 1], &[], &mut Memory::new(), options).map_err(|trap| trap.kind)
    };
    stopped(Some(BODY)).unwrap();
    assert_eq!(stopped(Some(BODY - 1)), Err(TrapKind::StepLimit));
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
            b.atomic_rmw_tko(
                params[0],
                one,
                None,
                None,
                relaxed,
                device,
                RmwMode::AddF,
                Overflow::None,
            );
            // Four lanes on one address.
            let lanes = b.types.tile(&[4], Elem::Ptr(Scalar::I64));
            let same = b.types.tile(&[1], Elem::Ptr(Scalar::I64));
            let pointer = b.reshape(params[1], same);
            let pointers = b.broadcast(pointer, lanes);
            let values = b.types.tile(&[4], Scalar::I64);
            let two = b.const_bits(values, 2);
            b.atomic_rmw_tko(
                pointers,
                two,
                None,
                None,
                relaxed,
                device,
                RmwMode::Add,
                Overflow::None,
            );
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
    assert_eq!((fault, address, &index[..]), (Fault::OutOfBounds, buffer + 40, &[2, 2][..]));
    assert!(matches!(
        trap(&module, &[0], &mut memory),
        TrapKind::BadAccess { fault: Fault::Null, .. }
    ));
    assert!(matches!(
        trap(&module, &[buffer + 1], &mut memory),
        TrapKind::BadAccess { fault: Fault::Misaligned, .. }
    ));
    // Load and store are found once each; where pointers to a launch's buffer go is not a finding.
    let rules = sanitize(&module, &[buffer], &mut memory);
    assert_eq!(rules, [Rule::BadAccess; 2]);
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
