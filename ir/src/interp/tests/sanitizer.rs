//! Each rule of the sanitizer: found where it is broken, silent where it is kept.

use super::*;

#[test]
fn groupings_that_overflow_are_found_in_any_order() {
    let mut memory = Memory::new();
    let mut source = vec![0; 32];
    (source[0], source[1], source[2]) = (i32::MAX, -5, 3);
    let from = memory.alloc(&bytes_i32(source));
    let to = memory.alloc_filled(128, 0);
    // MAX and 3 are not neighbours, but may be added first: by a reduction, and by a scan too.
    for is_scan in [false, true] {
        let module = combine_kernel(is_scan, 1, false);
        let rules = sanitize(&module, &[from, to], &mut memory);
        assert_eq!(rules, [Rule::ReductionOverflow], "{is_scan}");
        let small = memory.alloc_filled(128, 1);
        assert_eq!(sanitize(&module, &[small, to], &mut memory), [], "{is_scan}");
    }
}

#[test]
fn atomic_sums_that_overflow_are_found_where_they_promise_not_to() {
    let module = |overflow| {
        kernel(
            |types| vec![types.ptr(Scalar::I32)],
            |b, params| {
                let one = b.const_i32(1);
                let (relaxed, device) = (MemoryOrdering::Relaxed, MemoryScope::Device);
                let (to, add) = (params[0], RmwMode::Add);
                b.atomic_rmw_tko(to, one, None, None, relaxed, device, add, overflow);
            },
        )
    };
    let mut memory = Memory::new();
    let (big, small) = (memory.alloc(&bytes_i32([i32::MAX])), memory.alloc(&bytes_i32([5])));
    let promise = module(Overflow::NoSignedWrap);
    assert_eq!(sanitize(&promise, &[big], &mut memory), [Rule::AtomicOverflow]);
    assert_eq!(sanitize(&promise, &[small], &mut memory), []);
    memory.write(big, &bytes_i32([i32::MAX])).unwrap();
    assert_eq!(sanitize(&module(Overflow::None), &[big], &mut memory), []);
    assert_eq!(read_i32(&memory, big, 1), [i32::MIN]);
}

/// What is found when `build` gets a poison tile of four i32, a defined one and an i32 buffer.
fn sanitize_poison(
    build: impl FnOnce(&mut Builder<'_>, Value, Value, Value),
) -> Vec<(Rule, Vec<u32>)> {
    let module = kernel(
        |types| vec![types.ptr(Scalar::I32)],
        |b, params| {
            let four = b.types.tile(&[4], Scalar::I32);
            let (poison, iota) = (b.poison(four), b.iota(four));
            build(b, poison, iota, params[0]);
        },
    );
    let mut memory = Memory::new();
    let buffer = memory.alloc_filled(64, 0);
    let options = Options { sanitize: true, ..Options::new() };
    let report = run_with(&module, [1; 3], &[buffer], &mut memory, options).unwrap();
    report.findings.iter().map(|found| (found.rule, found.index.to_vec())).collect()
}

#[test]
fn a_value_that_was_never_given_may_be_moved_and_not_used() {
    let found = vec![(Rule::Uninitialized, vec![0])];
    let moved = sanitize_poison(|b, poison, _, _| {
        let two_by_two = b.types.tile(&[2, 2], Scalar::I32);
        let square = b.reshape(poison, two_by_two);
        let turned = b.permute(square, smallvec![1, 0]);
        b.cat(turned, square, 0);
    });
    assert_eq!(moved, []);
    assert_eq!(sanitize_poison(|b, poison, i, _| _ = b.addi(poison, i, Overflow::None)), found);
    assert_eq!(sanitize_poison(|b, poison, _, p| store(b, p, poison, &[4], Scalar::I32)), found);
    // Only the elements that are chosen count.
    let chosen = sanitize_poison(|b, poison, i, _| {
        let one = b.const_i32(1);
        let ones = b.types.tile(&[1], Scalar::I32);
        let four = b.types.tile(&[4], Scalar::I32);
        let one = b.reshape(one, ones);
        let one = b.broadcast(one, four);
        let above = b.cmpi(i, one, CmpPredicate::GreaterThan, Signedness::Signed);
        let mixed = b.select(above, poison, i);
        b.muli(mixed, mixed, Overflow::None);
    });
    assert_eq!(chosen, [(Rule::Uninitialized, vec![2])]);
    // Bits that a mask takes away are not used.
    let masked = sanitize_poison(|b, poison, i, _| {
        let four = b.types.tile(&[4], Scalar::I32);
        let zero = b.const_bits(four, 0);
        let none = b.andi(poison, zero);
        b.addi(none, i, Overflow::None);
    });
    assert_eq!(masked, []);
}

#[test]
fn memory_without_a_value_is_not_used() {
    let local = |written: u32| {
        move |b: &mut Builder<'_>, _: Value, i: Value, p: Value| {
            let pointer = b.types.ptr(Scalar::I32);
            let array = b.alloca(4, 16, false, pointer);
            if written > 0 {
                let some = b.types.tile(&[written], Scalar::I32);
                let values = b.iota(some);
                store(b, array, values, &[written], Scalar::I32);
            }
            let tile = load(b, array, &[4], Scalar::I32);
            let sum = b.addi(tile, i, Overflow::None);
            store(b, p, sum, &[4], Scalar::I32);
        }
    };
    assert_eq!(sanitize_poison(local(4)), []);
    let found = sanitize_poison(local(2));
    assert_eq!(found, [(Rule::Uninitialized, vec![2])]);
    let module = kernel(
        |types| vec![types.ptr(Scalar::I32)],
        |b, params| {
            load(b, params[0], &[4], Scalar::I32);
        },
    );
    let mut memory = Memory::new();
    let buffer = memory.alloc_uninitialized(&[0xCD; 16]);
    assert_eq!(sanitize(&module, &[buffer], &mut memory), [Rule::Uninitialized]);
    memory.write(buffer, &[1; 16]).unwrap();
    assert_eq!(sanitize(&module, &[buffer], &mut memory), []);
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
    // Rows are masked, columns promised to be inside: the tile at (1, 1) leaves both.
    let promising = promising_kernel(Some(PaddingValue::Zero), [5, 1], &[false, true]);
    assert_eq!(sanitize(&promising, &[from, to, 1, 0], &mut memory), []);
    assert_eq!(sanitize(&promising, &[from, to, 1, 1], &mut memory), partly);
    let overlapping = view_kernel(None, [2, 1]);
    assert_eq!(sanitize(&overlapping, &[from, to, 0, 0], &mut memory), [Rule::ViewNotInjective]);
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
        b.ftoi(x, Signedness::Unsigned, Rounding::NearestIntToZero, false, byte);
    };
    assert_eq!(sanitize_i32(256, 0, convert), [Rule::FloatToInt]);
    assert_eq!(sanitize_i32(255, 0, convert), []);
}

/// Every block of four adds 1 to a number: weakly, or atomically in a scope.
fn counting_kernel(scope: Option<MemoryScope>) -> Module {
    kernel(
        |types| vec![types.ptr(Scalar::I32)],
        |b, params| {
            let one = b.const_i32(1);
            let relaxed = MemoryOrdering::Relaxed;
            match scope {
                Some(scope) => {
                    b.atomic_rmw_tko(
                        params[0],
                        one,
                        None,
                        None,
                        relaxed,
                        scope,
                        RmwMode::Add,
                        Overflow::None,
                    );
                }
                None => {
                    let old = load(b, params[0], &[], Scalar::I32);
                    let new = b.addi(old, one, Overflow::None);
                    store(b, params[0], new, &[], Scalar::I32);
                }
            }
        },
    )
}

#[test]
fn blocks_race_unless_their_accesses_are_strong_in_a_common_scope() {
    let mut memory = Memory::new();
    let count = memory.alloc_filled(4, 0);
    let mut rules = |scope, blocks| {
        sanitize_grid(&counting_kernel(scope), [blocks, 1, 1], &[count], &mut memory)
    };
    assert_eq!(rules(None, 1), []);
    assert_eq!(rules(None, 4), [Rule::DataRace; 2]);
    assert_eq!(rules(Some(MemoryScope::TileBlock), 1), []);
    assert_eq!(rules(Some(MemoryScope::TileBlock), 4), [Rule::DataRace]);
    assert_eq!(rules(Some(MemoryScope::Device), 4), []);
    assert_eq!(read_i32(&memory, count, 1), [1 + 4 + 1 + 4 + 4]);
}

/// Each block writes its cell, then counts itself; the last one reads all cells.
fn last_block_kernel(ordering: MemoryOrdering) -> Module {
    kernel(
        |types| vec![types.ptr(Scalar::I32), types.ptr(Scalar::I32)],
        |b, params| {
            let (x, _, _) = b.get_tile_block_id();
            let (one, three) = (b.const_i32(1), b.const_i32(3));
            let cell = b.offset(params[0], x);
            store(b, cell, x, &[], Scalar::I32);
            let device = MemoryScope::Device;
            let (old, _) = b.atomic_rmw_tko(
                params[1],
                one,
                None,
                None,
                ordering,
                device,
                RmwMode::Add,
                Overflow::None,
            );
            let is_last = b.cmpi(old, three, CmpPredicate::Equal, Signedness::Signed);
            let entry = b.function.entry_block;
            let branch = b.open_if(is_last, &[]);
            b.switch_to(branch.then_block);
            load(b, params[0], &[4], Scalar::I32);
            b.yield_([]);
            b.switch_to(branch.else_block);
            b.yield_([]);
            b.switch_to(entry);
        },
    )
}

#[test]
fn a_release_and_an_acquire_order_blocks() {
    for (ordering, want) in [
        (MemoryOrdering::AcqRel, &[][..]),
        (MemoryOrdering::Relaxed, &[Rule::DataRace][..]),
        (MemoryOrdering::Release, &[Rule::DataRace][..]),
    ] {
        let mut memory = Memory::new();
        let (cells, count) = (memory.alloc_filled(16, 0), memory.alloc_filled(4, 0));
        let module = last_block_kernel(ordering);
        let rules = sanitize_grid(&module, [4, 1, 1], &[cells, count], &mut memory);
        assert_eq!(rules, want, "{ordering:?}");
    }
}
