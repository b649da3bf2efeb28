//! Products whose steps along K are too large for two stages: they are computed in parts along K. A part may begin beyond the
//! tensor, which threads that load it test where the pipeline cannot copy. The emulator computes what the interpreter does,
//! and finds reads beyond a tensor.

use backend_ptx::Options;
use backend_ptx::report::OperandSource;
use backend_ptx::target::Target;
use ir::Scalar;
use tilec_tests::differential::{Arg, EXACT, check, check_within, random, zeros};
use tilec_tests::fed::operand_sources;
use tilec_tests::products::{FLOAT, Gemm, HALF, module};

/// A target, a tile whose step is computed in parts there, and where the operands come from then.
const STEPS: &[(&str, (u32, u32, u32), OperandSource)] = &[
    ("sm_90a", (128, 128, 256), OperandSource::Tma),
    ("sm_80", (128, 128, 64), OperandSource::CopiedAhead),
];

#[test]
fn large_steps_are_computed_in_parts() {
    for &(arch, tile, source) in STEPS {
        let gemm = Gemm { factor: HALF, sum: FLOAT, tile, orders: ("rows", "rows") };
        let module = module(&gemm.source(), arch);
        let found = operand_sources(&module, arch);
        assert!(
            !found.is_empty() && found.iter().all(|it| *it == [source; 2]),
            "{arch}: {found:?}"
        );
        let step = tile.2 as usize;
        // Whole steps, parts that begin beyond the tensor, and those where rows are not multiples of 16 bytes.
        for sizes in [(128, 128, 2 * step), (72, 136, step + 8), (33, 35, step + 3)] {
            check(&module, arch, gemm.grid(sizes), &gemm.args(sizes), EXACT);
        }
    }
}

/// A tile of 64x256 that threads load leaves no room for all registers.
const MOST_SPILLED: u32 = 8192;

/// Threads load the tile of A, because no copy writes its padding; TMA copies that of B.
const LOADED_BY_THREADS: &str = r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n,
                          int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 256>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<256, 256>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 256>{}};
    auto [x, y, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 256>>>();
    for (int step = 0; step < ct::ceildiv(k, 256); ++step)
        acc = ct::mma(va.load_masked(ct::view_padding_negative_zero_t{}, x, step), vb.load_masked(step, y), acc);
    vc.store_masked(acc, x, y);
}
"#;

#[test]
fn parts_that_threads_load_do_not_begin_beyond_the_tensor() {
    for arch in ["sm_90a", "sm_120a"] {
        let module = module(LOADED_BY_THREADS, arch);
        let target = Target::named(arch).expect("a known target");
        for (m, n, k) in [(64_u64, 256_u64, 120_u64), (64, 256, 376)] {
            let mut args = vec![
                random(Scalar::F16, (m * k) as usize, 1),
                random(Scalar::F16, (k * n) as usize, 2),
                zeros(Scalar::F32, (m * n) as usize),
            ];
            args.extend([m, n, k].map(Arg::Number));
            check_within(
                &module,
                target,
                &Options::default(),
                [1, 1, 1],
                &args,
                EXACT,
                MOST_SPILLED,
            );
        }
    }
}
