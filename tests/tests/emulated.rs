//! Emitted PTX, executed by the emulator, does what the interpreter says.

use backend_ptx::target::Target;
use ir::scalar::float;
use ir::{
    Builder, CmpOrdering, CmpPredicate, Elem, Hints, MemoryOrdering, MemoryScope, Module, Overflow,
    RmwMode, Rounding, Scalar, Signedness, Value,
};
use tilec_tests::differential::{Arg, EXACT, Tolerance, check, float_format, random, zeros};
use tilec_tests::{emulator, kernels};

const NEAR: Rounding = Rounding::NearestEven;
const WEAK: MemoryOrdering = MemoryOrdering::Weak;
const GENERATIONS: [&str; 2] = ["sm_80", "sm_90a"];

/// Assertions that fail: the host is told what and where, once by each thread that has one.
#[test]
fn failed_assertions() {
    for (dims, told) in [(&[][..], 1), (&[64], 32)] {
        let module = kernels::kernel("k", &[], |b, _| {
            let ty = b.types.tile(dims, Scalar::I32);
            let zero = b.const_bits(ty, 0);
            let values = if dims.is_empty() { b.const_bits(ty, 7) } else { b.iota(ty) };
            let condition = b.cmpi(values, zero, CmpPredicate::Equal, Signedness::Signed);
            b.assert(condition, "a.cu:3: f: x == 0".into());
        });
        let target = Target::named("sm_90a").expect("a known target");
        let (ptx, _) = backend_ptx::compile(&module, target, &backend_ptx::Options::default());
        let text = backend_ptx::ptx::print::module_text(&ptx);
        let launch = emulator::Launch::new("k", [1, 1, 1], &[]);
        let report = emulator::launch(&text, &launch, &mut emulator::Memory::default());
        let [failed] = &report.expect("it runs").findings[..] else { panic!("one finding") };
        assert_eq!(failed.detail, "a.cu:3: f: x == 0");
        assert_eq!(failed.count, told);
    }
}

#[test]
fn vector_add() {
    for (n, masked, count) in
        [(1024, false, 2048), (1024, true, 1500), (256, true, 1001), (4, true, 7), (1, true, 3)]
    {
        let module = kernels::vector_add(n, masked);
        let f32s = |seed| random(Scalar::F32, count, seed);
        let args = [f32s(1), f32s(2), zeros(Scalar::F32, count), Arg::Number(count as u64)];
        let grid = [(count as u32).div_ceil(n), 1, 1];
        for arch in GENERATIONS {
            check(&module, arch, grid, &args, EXACT);
        }
    }
}

#[test]
fn row_softmax() {
    for elem in [Scalar::F32, Scalar::F16, Scalar::BF16] {
        for (n, columns) in [(4, 3), (32, 32), (256, 200), (1024, 1000), (4096, 4096)] {
            let module = kernels::row_softmax(n, elem);
            let rows = 2;
            let args = [
                random(elem, rows * columns, 7),
                zeros(elem, rows * columns),
                Arg::Number(columns as u64),
            ];
            let relative = if elem == Scalar::F32 { 1e-5 } else { 1e-2 };
            check(
                &module,
                "sm_90a",
                [rows as u32, 1, 1],
                &args,
                Tolerance { relative, absolute: 1e-9 },
            );
        }
    }
}

#[test]
fn gemm() {
    let kinds = [
        (Scalar::F16, Scalar::F32),
        (Scalar::F16, Scalar::F16),
        (Scalar::BF16, Scalar::F32),
        (Scalar::TF32, Scalar::F32),
        (Scalar::F32, Scalar::F32),
        (Scalar::F64, Scalar::F64),
        (Scalar::I8, Scalar::I32),
    ];
    for (elem, acc) in kinds {
        for (shape, (m, n, k)) in
            [((32, 32, 32), (64, 64, 64)), ((64, 32, 32), (70, 50, 40)), ((2, 4, 8), (5, 6, 12))]
        {
            let module = kernels::gemm(elem, acc, shape);
            let args = [
                random(elem, m * k, 3),
                random(elem, k * n, 4),
                zeros(acc, m * n),
                Arg::Number(m as u64),
                Arg::Number(n as u64),
                Arg::Number(k as u64),
            ];
            let grid = [(m as u32).div_ceil(shape.0), (n as u32).div_ceil(shape.1), 1];
            let tolerance = if acc == Scalar::F16 {
                Tolerance { relative: 1e-2, absolute: 0.1 }
            } else {
                EXACT
            };
            for arch in GENERATIONS {
                check(&module, arch, grid, &args, tolerance);
            }
        }
    }
}

#[test]
fn transpose() {
    for elem in [Scalar::I8, Scalar::BF16, Scalar::F32, Scalar::F64] {
        for (tile, rows, columns) in [(16, 32, 48), (32, 40, 70), (64, 64, 64), (2, 3, 5)] {
            let module = kernels::transpose(elem, tile);
            let args = [
                random(elem, rows * columns, 5),
                zeros(elem, rows * columns),
                Arg::Number(rows as u64),
                Arg::Number(columns as u64),
            ];
            let grid = [(rows as u32).div_ceil(tile), (columns as u32).div_ceil(tile), 1];
            check(&module, "sm_90a", grid, &args, EXACT);
        }
    }
}

/// A kernel that reads `inputs` tiles of `dims`, computes one tile, and writes it.
fn pointwise(
    dims: &[u32],
    inputs: &[Scalar],
    output: Scalar,
    compute: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
) -> Module {
    let mut params: Vec<Elem> = inputs.iter().map(|&elem| Elem::Ptr(elem)).collect();
    params.push(Elem::Ptr(output));
    kernels::kernel("pointwise", &params, |b, p| {
        let count: u32 = dims.iter().product();
        let flat = b.types.tile(&[count], Scalar::I32);
        let shaped = b.types.tile(dims, Scalar::I32);
        let index = b.iota(flat);
        let index = b.reshape(index, shaped);
        let token = b.make_token();
        let mut tiles = Vec::new();
        for &base in &p[..inputs.len()] {
            let from = kernels::pointers(b, base, index);
            tiles.push(b.load_ptr_tko(from, None, None, Some(token), WEAK, None, Hints::new()).0);
        }
        let result = compute(b, &tiles);
        let result_dims = b.types.dims(b.value_type(result)).to_vec();
        let count: u32 = result_dims.iter().product();
        let flat = b.types.tile(&[count], Scalar::I32);
        let shaped = b.types.tile(&result_dims, Scalar::I32);
        let index = b.iota(flat);
        let index = b.reshape(index, shaped);
        let to = kernels::pointers(b, p[inputs.len()], index);
        b.store_ptr_tko(to, result, None, Some(token), WEAK, None, Hints::new());
    })
}

fn run_pointwise(
    dims: &[u32],
    inputs: &[Scalar],
    output: Scalar,
    count: usize,
    tolerance: Tolerance,
    compute: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
) {
    let module = pointwise(dims, inputs, output, compute);
    let size = dims.iter().product::<u32>() as usize;
    let mut args: Vec<Arg> =
        inputs.iter().enumerate().map(|(i, &elem)| random(elem, size, i as u64 + 11)).collect();
    args.push(zeros(output, count));
    for arch in GENERATIONS {
        check(&module, arch, [1, 1, 1], &args, tolerance);
    }
}

const INTS: [Scalar; 4] = [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];
const FLOATS: [Scalar; 4] = [Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64];

#[test]
fn integer_arithmetic() {
    type Make = fn(&mut Builder<'_>, Value, Value) -> Value;
    let ops: [Make; 13] = [
        |b, x, y| b.addi(x, y, Overflow::None),
        |b, x, y| b.subi(x, y, Overflow::None),
        |b, x, y| b.muli(x, y, Overflow::None),
        |b, x, y| b.mulhii(x, y),
        |b, x, y| b.maxi(x, y, Signedness::Signed),
        |b, x, y| b.mini(x, y, Signedness::Unsigned),
        |b, x, y| b.andi(x, y),
        |b, x, y| b.xori(x, y),
        |b, x, y| {
            let odd = or_one(b, y);
            b.divi(x, odd, Signedness::Signed, Rounding::Zero)
        },
        |b, x, y| {
            let odd = or_one(b, y);
            b.divi(x, odd, Signedness::Signed, Rounding::PositiveInf)
        },
        |b, x, y| {
            let odd = or_one(b, y);
            b.divi(x, odd, Signedness::Signed, Rounding::NegativeInf)
        },
        |b, x, y| {
            let odd = or_one(b, y);
            b.remi(x, odd, Signedness::Unsigned)
        },
        |b, x, _| b.absi(x),
    ];
    for elem in INTS {
        for op in ops {
            run_pointwise(&[64], &[elem, elem], elem, 64, EXACT, |b, x| op(b, x[0], x[1]));
        }
        for signedness in [Signedness::Signed, Signedness::Unsigned] {
            run_pointwise(&[64], &[elem, elem], elem, 64, EXACT, |b, x| {
                let ty = b.value_type(x[1]);
                let seven = b.const_bits(ty, 7);
                let amount = b.andi(x[1], seven);
                let up = b.shli(x[0], amount, Overflow::None);
                let down = b.shri(x[0], amount, signedness);
                b.xori(up, down)
            });
            for predicate in CmpPredicate::ALL {
                run_pointwise(&[64], &[elem, elem], Scalar::I1, 64, EXACT, |b, x| {
                    b.cmpi(x[0], x[1], *predicate, signedness)
                });
            }
        }
    }
}

/// `y | 1`, which is never zero.
fn or_one(b: &mut Builder<'_>, y: Value) -> Value {
    let ty = b.value_type(y);
    let one = b.const_bits(ty, 1);
    b.ori(y, one)
}

#[test]
fn float_arithmetic() {
    type Make = fn(&mut Builder<'_>, Value, Value, Rounding) -> Value;
    let ops: [Make; 6] = [
        |b, x, y, r| b.addf(x, y, r, false),
        |b, x, y, r| b.subf(x, y, r, false),
        |b, x, y, r| b.mulf(x, y, r, false),
        |b, x, y, r| b.fma(x, y, x, r, false),
        |b, x, y, r| b.divf(x, y, r, false),
        |b, x, _, r| {
            let x = b.absf(x);
            b.sqrt(x, r, false)
        },
    ];
    for elem in FLOATS {
        for op in ops {
            for rounding in [NEAR, Rounding::Zero, Rounding::NegativeInf, Rounding::PositiveInf] {
                run_pointwise(&[64], &[elem, elem], elem, 64, EXACT, |b, x| {
                    op(b, x[0], x[1], rounding)
                });
            }
        }
        run_pointwise(&[64], &[elem, elem], elem, 64, EXACT, |b, x| {
            let (max, min) = (b.maxf(x[0], x[1], false, false), b.minf(x[0], x[1], true, false));
            let min = b.negf(min);
            let (up, down) = (b.ceil(max), b.floor(min));
            b.addf(up, down, NEAR, false)
        });
        for predicate in CmpPredicate::ALL {
            for ordering in CmpOrdering::ALL {
                run_pointwise(&[64], &[elem, elem], Scalar::I1, 64, EXACT, |b, x| {
                    b.cmpf(x[0], x[1], *predicate, *ordering)
                });
            }
        }
    }
}

#[test]
fn conversions() {
    for from in INTS {
        for to in INTS {
            for signedness in [Signedness::Signed, Signedness::Unsigned] {
                run_pointwise(&[64], &[from], to, 64, EXACT, |b, x| {
                    let ty = b.types.tile(&[64], to);
                    match from.bits().cmp(&to.bits()) {
                        std::cmp::Ordering::Less => b.exti(x[0], signedness, ty),
                        std::cmp::Ordering::Equal => x[0],
                        std::cmp::Ordering::Greater => b.trunci(x[0], Overflow::None, ty),
                    }
                });
            }
        }
        for to in FLOATS {
            for signedness in [Signedness::Signed, Signedness::Unsigned] {
                run_pointwise(&[64], &[from], to, 64, EXACT, |b, x| {
                    let ty = b.types.tile(&[64], to);
                    b.itof(x[0], signedness, NEAR, ty)
                });
            }
        }
    }
    for from in FLOATS {
        for to in INTS {
            run_pointwise(&[64], &[from], to, 64, EXACT, |b, x| {
                let ty = b.types.tile(&[64], to);
                b.ftoi(x[0], Signedness::Signed, Rounding::NearestIntToZero, false, ty)
            });
        }
        for to in [Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64, Scalar::TF32] {
            if from == to {
                continue;
            }
            run_pointwise(&[64], &[from, from], to, 64, EXACT, |b, x| {
                let third = b.divf(x[0], x[1], NEAR, false);
                let ty = b.types.tile(&[64], to);
                b.ftof(third, NEAR, ty)
            });
        }
    }
}

#[test]
fn fp8_conversions() {
    for narrow in [Scalar::F8E4M3FN, Scalar::F8E5M2] {
        for wide in FLOATS {
            let module = pointwise(&[64], &[wide], wide, |b, x| {
                let (small, large) = (b.types.tile(&[64], narrow), b.types.tile(&[64], wide));
                let small = b.ftof(x[0], NEAR, small);
                b.ftof(small, NEAR, large)
            });
            check(&module, "sm_90a", [1, 1, 1], &[random(wide, 64, 3), zeros(wide, 64)], EXACT);
        }
    }
}

#[test]
fn shapes() {
    for elem in [Scalar::I1, Scalar::I8, Scalar::F16, Scalar::F32, Scalar::I64] {
        // The reshaped, permuted and concatenated tile is large enough to cross lanes and warps.
        run_pointwise(&[32, 64], &[elem, elem], elem, 4096, EXACT, |b, x| {
            let swapped = b.permute(x[0], [1, 0].into_iter().collect());
            let ty = b.types.tile(&[32, 64], elem);
            let folded = b.reshape(swapped, ty);
            b.cat(folded, x[1], 1)
        });
        run_pointwise(&[4, 8, 16], &[elem], elem, 512, EXACT, |b, x| {
            b.permute(x[0], [2, 0, 1].into_iter().collect())
        });
        for index in [0, 1, 3] {
            run_pointwise(&[32, 64], &[elem], elem, 256, EXACT, |b, x| {
                let ty = b.types.tile(&[8, 32], elem);
                let (i, j) = (b.const_i32(index), b.const_i32(1));
                b.extract(x[0], [i, j], ty)
            });
        }
    }
}

#[test]
fn packing() {
    for elem in [Scalar::F16, Scalar::I32, Scalar::F64] {
        run_pointwise(&[128], &[elem], elem, 128, EXACT, |b, x| {
            let bytes = b.types.tile(&[128 * elem.bytes()], Scalar::I8);
            let ty = b.types.tile(&[128], elem);
            let packed = b.pack(x[0], bytes);
            b.unpack(packed, ty)
        });
    }
}

#[test]
fn reductions() {
    for elem in
        [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64, Scalar::F16, Scalar::F32, Scalar::F64]
    {
        for (dims, dim) in [
            (vec![1024], 0),
            (vec![64, 32], 0),
            (vec![64, 32], 1),
            (vec![4, 8, 16], 1),
            (vec![2, 2], 0),
        ] {
            let left: usize = dims
                .iter()
                .enumerate()
                .filter(|&(i, _)| i != dim)
                .map(|(_, &d)| d as usize)
                .product();
            let sum_tolerance = if elem == Scalar::F16 {
                Tolerance { relative: 0.05, absolute: 2.0 }
            } else {
                EXACT
            };
            run_pointwise(&dims, &[elem], elem, left, sum_tolerance, |b, x| {
                kernels::reduce(b, x[0], dim as u32, 0, |b, a, c| {
                    if elem.is_float() {
                        b.addf(a, c, NEAR, false)
                    } else {
                        b.addi(a, c, Overflow::None)
                    }
                })
            });
        }
    }
}

#[test]
fn scans() {
    for elem in [Scalar::I8, Scalar::I32, Scalar::I64, Scalar::F32] {
        for (dims, dim) in [
            (vec![1024], 0u32),
            (vec![64, 32], 0),
            (vec![64, 32], 1),
            (vec![4, 8, 16], 1),
            (vec![2], 0),
        ] {
            for reverse in [false, true] {
                let count = dims.iter().product::<u32>() as usize;
                run_pointwise(&dims, &[elem], elem, count, EXACT, |b, x| {
                    let identities = [ir::Literal { elem, bits: 0 }].into_iter().collect();
                    let parts = b.open_scan(&[x[0]], dim, reverse, identities);
                    let outer = b.block();
                    b.switch_to(parts.body);
                    let (element, sum) = (parts.params[0], parts.params[1]);
                    let next = if elem.is_float() {
                        b.addf(sum, element, NEAR, false)
                    } else {
                        b.addi(sum, element, Overflow::None)
                    };
                    b.yield_([next]);
                    b.switch_to(outer);
                    parts.results[0]
                });
            }
        }
    }
}

#[test]
fn control_flow() {
    // Sums 1/2, 2/2 .. with a `for`, halves until small with a `loop`, picks with an `if`.
    let int = Elem::Scalar(Scalar::I32);
    let module = kernels::kernel("control", &[Elem::Ptr(Scalar::F32), int], |b, p| {
        let ty = b.types.tile(&[64], Scalar::F32);
        let zero = b.const_bits(ty, 0);
        let (lower, step) = (b.const_i32(0), b.const_i32(1));
        let outer = b.block();
        let parts = b.open_for(lower, p[1], step, false, &[zero, zero]);
        b.switch_to(parts.body);
        let f32_type = b.types.scalar(Scalar::F32);
        let number = b.itof(parts.induction, Signedness::Signed, NEAR, f32_type);
        let number = kernels::splat(b, number, &[64]);
        let sum = b.addf(parts.carried[0], number, NEAR, false);
        // The carried values change places in every iteration.
        b.continue_([parts.carried[1], sum]);
        b.switch_to(outer);
        let both = b.addf(parts.results[0], parts.results[1], NEAR, false);

        let halving = b.open_loop(&[both, p[1]], &[ty]);
        b.switch_to(halving.body);
        let done =
            b.cmpi(halving.carried[1], lower, CmpPredicate::LessThanOrEqual, Signedness::Signed);
        let body = b.block();
        let test = b.open_if(done, &[]);
        b.switch_to(test.then_block);
        b.break_([halving.carried[0]]);
        b.switch_to(test.else_block);
        b.yield_([]);
        b.switch_to(body);
        let half = b.const_bits(ty, 0x3F00_0000);
        let halved = b.mulf(halving.carried[0], half, NEAR, false);
        let less = b.subi(halving.carried[1], step, Overflow::NoSignedWrap);
        b.continue_([halved, less]);
        b.switch_to(outer);

        let even = b.cmpi(p[1], step, CmpPredicate::GreaterThan, Signedness::Signed);
        let pick = b.open_if(even, &[ty]);
        b.switch_to(pick.then_block);
        let doubled = b.addf(halving.results[0], halving.results[0], NEAR, false);
        b.yield_([doubled]);
        b.switch_to(pick.else_block);
        b.yield_([both]);
        b.switch_to(outer);
        let index = kernels::block_indices(b, 64);
        let to = kernels::pointers(b, p[0], index);
        b.store_ptr_tko(to, pick.results[0], None, None, WEAK, None, Hints::new());
    });
    for count in [0, 1, 2, 7] {
        check(&module, "sm_90a", [2, 1, 1], &[zeros(Scalar::F32, 128), Arg::Number(count)], EXACT);
    }
}

#[test]
fn stores_are_seen_by_later_loads() {
    // Every element moves one place on, in place, twice: loads and stores of different threads.
    let module = kernels::kernel("shift", &[Elem::Ptr(Scalar::I32)], |b, p| {
        let ty = b.types.tile(&[256], Scalar::I32);
        let one = b.const_bits(ty, 1);
        let index = b.iota(ty);
        let next = b.addi(index, one, Overflow::NoSignedWrap);
        let (from, to) = (kernels::pointers(b, p[0], index), kernels::pointers(b, p[0], next));
        let mut token = b.make_token();
        for _ in 0..2 {
            let (x, loaded) =
                b.load_ptr_tko(from, None, None, Some(token), WEAK, None, Hints::new());
            token = b.store_ptr_tko(to, x, None, Some(loaded), WEAK, None, Hints::new());
        }
    });
    check(&module, "sm_90a", [1, 1, 1], &[random(Scalar::I32, 257, 9)], EXACT);
}

#[test]
fn atomics() {
    let relaxed = MemoryOrdering::Relaxed;
    let device = MemoryScope::Device;
    for (elem, mode) in [
        (Scalar::I32, RmwMode::Add),
        (Scalar::I64, RmwMode::Max),
        (Scalar::F32, RmwMode::AddF),
        (Scalar::F16, RmwMode::AddF),
        (Scalar::I32, RmwMode::Xchg),
        (Scalar::I32, RmwMode::UMin),
    ] {
        for n in [1, 16, 256] {
            // The old values go to a second buffer; one element each, so that the order is fixed.
            let module = kernels::kernel("atomic", &[Elem::Ptr(elem), Elem::Ptr(elem)], |b, p| {
                let ty = b.types.tile(&[n], Scalar::I32);
                let index = b.iota(ty);
                let (at, to) =
                    (kernels::pointers(b, p[0], index), kernels::pointers(b, p[1], index));
                let (x, t) = b.load_ptr_tko(to, None, None, None, WEAK, None, Hints::new());
                let (old, t) =
                    b.atomic_rmw_tko(at, x, None, Some(t), relaxed, device, mode, Overflow::None);
                b.store_ptr_tko(to, old, None, Some(t), WEAK, None, Hints::new());
            });
            let size = n as usize;
            check(
                &module,
                "sm_90a",
                [1, 1, 1],
                &[random(elem, size, 5), random(elem, size, 6)],
                EXACT,
            );
        }
    }
    // A counter that all blocks add to, and compare-and-swap of a scalar.
    let module =
        kernels::kernel("ticket", &[Elem::Ptr(Scalar::I32), Elem::Ptr(Scalar::I32)], |b, p| {
            let one = b.const_i32(1);
            let (ticket, t) = b.atomic_rmw_tko(
                p[0],
                one,
                None,
                None,
                MemoryOrdering::AcqRel,
                device,
                RmwMode::Add,
                Overflow::None,
            );
            let to = b.offset(p[1], ticket);
            let zero = b.const_i32(0);
            let (_, t) = b.atomic_cas_tko(to, zero, ticket, None, Some(t), relaxed, device);
            let _ = t;
        });
    check(&module, "sm_90a", [8, 1, 1], &[zeros(Scalar::I32, 1), zeros(Scalar::I32, 8)], EXACT);
}

/// Every exponent, both signs, and the values at which functions change.
fn spread_of(elem: Scalar, count: usize) -> Arg {
    let format = float_format(elem).expect("a float");
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        2.0,
        -2.0,
        3.0,
        10.0,
        -10.0,
        1e-3,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        88.0,
        -88.0,
        -104.0,
        105_615.0,
        1e6,
        1e10,
        1e20,
        3e38,
        1e-40,
        1e-45,
        700.0,
        -745.0,
        1e300,
        0.6,
        0.59,
        1.0001,
        0.9999,
    ];
    let mut bits: Vec<u64> = special.iter().map(|&x| float::from_f64(format, x)).collect();
    let mut state = 0x2545_F491_4F6C_DD1Du64;
    while bits.len() < count {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        // Half of them moderate, half of any exponent.
        let x = if state >> 60 & 1 == 0 {
            (state & 0xFFFF_FFFF) as f64 / 4_294_967_296.0 * 40.0 - 20.0
        } else if elem == Scalar::F64 {
            f64::from_bits(state)
        } else {
            f64::from(f32::from_bits(state as u32))
        };
        bits.push(float::from_f64(format, x));
    }
    Arg::Buffer(elem, bits)
}

/// A function of one or two arguments, within some units in the last place of the interpreter's.
fn check_math(
    name: &str,
    elem: Scalar,
    units: f64,
    arguments: usize,
    function: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
) {
    eprintln!("{name} of {elem}");
    let n = 1024;
    let inputs = vec![elem; arguments];
    let module = pointwise(&[n], &inputs, elem, function);
    let first = spread_of(elem, n as usize);
    let mut args = vec![first.clone()];
    if arguments == 2 {
        // The same numbers in another order, so that special ones meet.
        let Arg::Buffer(_, bits) = first else { return };
        let count = bits.len();
        args.push(Arg::Buffer(
            elem,
            (0..count).map(|i| bits[i * 37 % 31 + (i / 31 * 31) % (count - 31)]).collect(),
        ));
    }
    args.push(zeros(elem, n as usize));
    let (relative, absolute) = match elem {
        Scalar::F64 => (units * 2f64.powi(-53), units * 2f64.powi(-1074)),
        Scalar::F32 => (units * 2f64.powi(-24), units * 2f64.powi(-149)),
        Scalar::F16 => (2f64.powi(-11), 2f64.powi(-24)),
        _ => (2f64.powi(-8), 1e-40),
    };
    check(&module, "sm_90a", [1, 1, 1], &args, Tolerance { relative, absolute });
}

#[test]
fn mathematics() {
    for elem in FLOATS {
        check_math("exp", elem, 2.0, 1, |b, x| b.exp(x[0], Rounding::Full));
        check_math("exp2", elem, 2.0, 1, |b, x| b.exp2(x[0], false));
        check_math("log", elem, 2.0, 1, |b, x| b.log(x[0]));
        check_math("log2", elem, 3.0, 1, |b, x| b.log2(x[0]));
        check_math("sin", elem, 3.0, 1, |b, x| b.sin(x[0]));
        check_math("cos", elem, 3.0, 1, |b, x| b.cos(x[0]));
        check_math("tan", elem, 5.0, 1, |b, x| b.tan(x[0]));
        check_math("sinh", elem, 4.0, 1, |b, x| b.sinh(x[0]));
        check_math("cosh", elem, 3.0, 1, |b, x| b.cosh(x[0]));
        check_math("tanh", elem, 4.0, 1, |b, x| b.tanh(x[0], Rounding::Full));
        check_math("rsqrt", elem, 3.0, 1, |b, x| b.rsqrt(x[0], false));
        check_math("pow", elem, 4.0, 2, |b, x| b.pow(x[0], x[1]));
        check_math("atan2", elem, 3.0, 2, |b, x| b.atan2(x[0], x[1]));
        check_math("remf", elem, 0.0, 2, |b, x| b.remf(x[0], x[1]));
    }
}
