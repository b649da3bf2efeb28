//! Products of targets without `wgmma` and `tcgen05`: warps copy the tiles of later iterations with `cp.async` while they
//! multiply with `mma.sync`. The PTX does in the emulator what the interpreter does; the schedule
//! passes its verifier
//! and its interpreter; and what does not fit falls back with the requirement that fails.

use backend_ptx::schedule::verify::{DecisionSpans, ScheduleSubject, verify};
use backend_ptx::schedule::{Schedule, interp};
use backend_ptx::target::Target;
use backend_ptx::{Options, schedule};
use ir::{Module, Scalar};
use rayon::prelude::*;
use tilec_tests::differential::{Arg, EXACT, Tolerance, check, random, zeros};
use tilec_tests::products::{BFLOAT, FLOAT, Gemm, HALF, all, attention_args, module, text};

const TARGETS: [&str; 4] = ["sm_80", "sm_89", "sm_90", "sm_120a"];

/// The schedule of a module's only kernel, which is verified and run.
fn schedule_of(module: &Module, arch: &str) -> Schedule {
    let target = Target::named(arch).expect("a known target");
    let scheduled = schedule(module, target, &Options::default(), None);
    let module = scheduled.module();
    let (entry, function) = module.entries.iter().next().expect("a kernel");
    let schedule = &scheduled.schedules[entry];
    let subject = ScheduleSubject { module, function, schedule, target: &target };
    verify(subject, &DecisionSpans::default()).unwrap_or_else(|fault| panic!("{fault}"));
    interp::run(function, schedule).unwrap_or_else(|fault| panic!("{fault}"));
    schedule.clone()
}

/// Stages and bytes of each of the kernel's pipeline.
fn stages(module: &Module, arch: &str) -> Option<(u32, u32)> {
    let schedule = schedule_of(module, arch);
    let pipeline = schedule.pipeline.as_ref()?;
    assert!(pipeline.multistage.is_some());
    Some((pipeline.rings[0].stages, pipeline.rings[0].bytes))
}

/// That a product is fed by a pipeline, and right.
fn product_agrees(arch: &str, gemm: &Gemm, sizes: (usize, usize, usize)) {
    let module = module(&gemm.source(), arch);
    let stages = stages(&module, arch);
    assert!(stages.is_some(), "{arch}: {:?} of {} has no pipeline", gemm.tile, gemm.factor.0);
    check(&module, arch, gemm.grid(sizes), &gemm.args(sizes), EXACT);
}

#[test]
fn any_number_of_iterations_and_an_edge_on_every_side() {
    let tile = (64, 32, 32);
    for arch in TARGETS {
        for orders in [("rows", "rows"), ("columns", "columns"), ("rows", "columns")] {
            let gemm = Gemm { factor: HALF, sum: FLOAT, tile, orders };
            // No iteration, one, as many as stages, fewer and more; a part of one at the end.
            for k in [0, 8, 32, 56, 96, 104, 128, 200, 328] {
                product_agrees(arch, &gemm, (72, 40, k));
            }
        }
    }
}

#[test]
fn rows_that_16_bytes_do_not_divide_are_loaded_as_before() {
    let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (64, 32, 32), orders: ("rows", "rows") };
    for sizes in [(66, 34, 77), (72, 40, 77), (72, 34, 72)] {
        product_agrees("sm_80", &gemm, sizes);
        product_agrees("sm_90", &gemm, sizes);
    }
}

/// Formats without `mma.sync`, and tiles that are smaller than an instruction.
fn is_fed(gemm: &Gemm, arch: &str) -> bool {
    let target = Target::named(arch).expect("a known target");
    let bytes = gemm.factor.1.bytes();
    let is_fp8 = matches!(gemm.factor.1, Scalar::F8E4M3FN | Scalar::F8E5M2);
    let (m, n, k) = gemm.tile;
    let inner = |order: &str, rows: u32, columns: u32| if order == "rows" { columns } else { rows };
    let widths = [inner(gemm.orders.0, m, k), inner(gemm.orders.1, k, n)];
    gemm.factor.1 != Scalar::F32
        && (!is_fp8 || target.has(backend_ptx::target::Feature::Fp8Mma))
        && widths.iter().all(|width| width * bytes >= 32)
        && k * bytes >= 32.min(bytes * 16)
}

#[test]
fn products_of_every_format_agree() {
    let tried: Vec<(&str, Gemm, (usize, usize, usize))> = ["sm_80", "sm_89", "sm_120a"]
        .into_iter()
        .flat_map(|arch| all().into_iter().map(move |(gemm, sizes)| (arch, gemm, sizes)))
        .collect();
    tried.par_iter().for_each(|(arch, gemm, sizes)| {
        let module = module(&gemm.source(), arch);
        let found = stages(&module, arch);
        let what = format!("{arch}: {} {:?} {:?}", gemm.factor.0, gemm.tile, gemm.orders);
        assert!(found.is_some() || !is_fed(gemm, arch), "{what} has no pipeline");
        // One target executes them; `programs` and `emulated` have products for others.
        if *arch == "sm_89" && gemm.tile.0 * gemm.tile.1 <= 128 * 64 {
            check(&module, arch, gemm.grid(*sizes), &gemm.args(*sizes), EXACT);
        }
    });
}

/// A stage of the whole tile leaves no room for others in 48 KiB.
#[test]
fn products_are_split_along_k_where_more_stages_fit_then() {
    let of = |tile, orders| Gemm { factor: BFLOAT, sum: FLOAT, tile, orders };
    for (tile, arch, wanted) in [
        ((128, 128, 64), "sm_80", (3, 16384)),
        ((64, 64, 64), "sm_80", (3, 16384)),
        ((128, 64, 64), "sm_80", (4, 12288)),
        ((64, 64, 128), "sm_80", (3, 16384)),
        ((128, 128, 64), "sm_120a", (3, 32768)),
    ] {
        for orders in [("rows", "rows"), ("columns", "columns")] {
            let gemm = of(tile, orders);
            let module = module(&gemm.source(), arch);
            assert_eq!(stages(&module, arch), Some(wanted), "{tile:?} {orders:?} {arch}");
        }
    }
    for k in [8, 64, 72, 200] {
        product_agrees("sm_80", &of((64, 64, 128), ("rows", "rows")), (72, 72, k));
        product_agrees("sm_80", &of((128, 64, 64), ("columns", "rows")), (136, 72, k));
    }
}

/// Rows of scores are rescaled by a running maximum: the second product waits for the first.
const ATTENTION: &str = r#"
template <int D, int R>
__tile_global__ void attention(const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v,
                               float* __restrict__ out, int queries, int keys) {
    ct::partition_view vq{ct::tensor_span{q, ct::extents{queries, D}}, ct::shape<R, D>{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{D, keys}, columns{}}, ct::shape<D, 64>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{keys, D}}, ct::shape<64, D>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{queries, D}}, ct::shape<R, D>{}};
    auto block = ct::bid().x;
    auto left = vq.load_masked(block, 0);
    auto most = ct::full<ct::tile<float, ct::shape<R, 1>>>(-1e30f);
    auto total = ct::zeros<ct::tile<float, ct::shape<R, 1>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<R, D>>>();
    for (int step : ct::irange(0, ct::ceildiv(keys, 64))) {
        auto scores = ct::mma(left, vk.load_masked(0, step), ct::zeros<ct::tile<float, ct::shape<R, 64>>>());
        auto larger = ct::max(most, ct::reduce_max<1>(scores));
        auto weights = ct::exp2(scores - larger);
        auto kept = ct::exp2(most - larger);
        total = total * kept + ct::sum<1>(weights);
        sum = ct::mma(ct::element_cast<__half>(weights), vv.load_masked(step, 0), sum * kept);
        most = larger;
    }
    vo.store_masked(sum / total, block, 0);
}
template __tile_global__ void attention<WIDTH, ROWS>(const __half* __restrict__, const __half* __restrict__,
                                                     const __half* __restrict__, float* __restrict__, int, int);
"#;

#[test]
fn keys_and_values_have_stages_of_their_own() {
    for (width, rows) in [(64, 64), (32, 16), (64, 128)] {
        let source =
            ATTENTION.replace("WIDTH", &width.to_string()).replace("ROWS", &rows.to_string());
        for arch in ["sm_80", "sm_90"] {
            let module = module(&source, arch);
            let found = stages(&module, arch);
            assert!(found.is_some_and(|(stages, bytes)| stages >= 3 && bytes == 64 * width * 2));
            for keys in [64, 128, 320] {
                let args = attention_args(rows as usize + 8, keys, width as usize);
                let near = Tolerance { relative: 2e-2, absolute: 2e-2 };
                check(&module, arch, [2, 1, 1], &args, near);
            }
        }
    }
}

/// What stands in an iteration beside the product.
fn loop_with(before: &str, product: &str) -> String {
    format!(
        r#"
__tile_global__ void kernel(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c,
                            int m, int n, int k) {{
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{m, k}}}}, ct::shape<64, 32>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{k, n}}}}, ct::shape<32, 64>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{m, n}}}}, ct::shape<64, 64>{{}}}};
    auto [x, y, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    auto norm = ct::zeros<ct::tile<float, ct::shape<64, 1>>>();
    {before}
        {product}
    }}
    vc.store_masked(acc + norm, x, y);
}}
"#
    )
}

#[test]
fn loops_with_more_than_a_product() {
    let forward = "for (int step : ct::irange(0, ct::ceildiv(k, 32))) {";
    let product = "acc = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), acc);";
    let cases = [
        // Other steps and bounds.
        ("for (int step = 1; step < ct::ceildiv(k, 32); step += 3) {", product),
        (
            "for (int step : ct::irange(0, ct::ceildiv(k, 32))) {",
            "acc = ct::mma(va.load_masked(x, ct::ceildiv(k, 32) - 1 - step), vb.load_masked(step, y), acc);",
        ),
        // Two loops, and a loop around one.
        (
            "for (int step : ct::irange(0, 2)) acc = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), acc);\n\
             for (int step : ct::irange(2, ct::ceildiv(k, 32))) {",
            product,
        ),
        (
            "for (int outer : ct::irange(0, 3)) for (int step : ct::irange(outer, ct::ceildiv(k, 32))) {",
            "acc = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), acc);",
        ),
        // The tile has other uses.
        (
            forward,
            "auto left = va.load_masked(x, step);\nnorm = norm + ct::sum<1>(ct::element_cast<float>(left));\n\
             acc = ct::mma(left, vb.load_masked(step, y), acc);",
        ),
        // The operand is computed.
        (
            forward,
            "auto left = va.load_masked(x, step);\nacc = ct::mma(left * left, vb.load_masked(step, y), acc);",
        ),
        // A condition around the product.
        (
            forward,
            "auto left = va.load_masked(x, step);\nauto right = vb.load_masked(step, y);\n\
             if (step % 2 == 0) { acc = ct::mma(left, right, acc); }",
        ),
        // One tile is both operands.
        (
            forward,
            "auto left = va.load_masked(x, step);\n\
             acc = ct::mma(left, ct::permute(left, ct::dimension_map<1, 0>{}), acc);",
        ),
    ];
    for (before, product) in cases {
        let source = loop_with(before, product);
        let module = module(&source, "sm_80");
        assert!(stages(&module, "sm_80").is_some(), "{source}");
        for k in [40, 96, 232] {
            let number = |size: usize| Arg::Number(size as u64);
            let (m, n) = (72, 72);
            let args = vec![
                random(Scalar::F16, m * k, 3),
                random(Scalar::F16, k * n, 4),
                zeros(Scalar::F32, m * n),
                number(m),
                number(n),
                number(k),
            ];
            check(&module, "sm_80", [2, 2, 1], &args, EXACT);
        }
    }
}

/// The emulator would find a wait for too few copies, and threads that do not meet behind it.
#[test]
fn missing_waits_are_found() {
    let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (64, 32, 32), orders: ("rows", "rows") };
    let module = module(&gemm.source(), "sm_80");
    let (stages, _) = stages(&module, "sm_80").expect("a pipeline");
    let name = module.entries.values().next().map(|entry| entry.name.clone()).expect("a kernel");
    let ptx = text(&module, "sm_80");
    let wait = format!("cp.async.wait_group {};", stages - 2);
    let (with_barrier, too_few) =
        (format!("{wait}\n\tbar.sync 0;"), format!("cp.async.wait_group {};", stages - 1));
    let run = |text: &str| gemm.run((64, 32, 256), &name, text);
    assert!(run(&ptx).findings.is_empty(), "{}", run(&ptx).describe());
    for (part, other) in [(&with_barrier, &wait), (&wait, &too_few)] {
        assert!(ptx.contains(part.as_str()), "{part} is not in\n{ptx}");
        let report = run(&ptx.replace(part.as_str(), other));
        assert!(!report.findings.is_empty(), "{part} is not missed");
    }
}
