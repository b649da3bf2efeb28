//! The decision table of the reference (`reference/hopper.md`, section 14) without a GPU: for each
//! source tile the skeleton that remarks name, what `ptxas` makes of its resources, and what the
//! emulator counts.
//!
//! Where the skeleton is another than the reference's, the row says why. Tiles of 192 rows or columns
//! are none: shapes of Tile C++ are powers of two.

use backend_ptx::target::Target;
use backend_ptx::{Options, compile, ptx};
use ir::Scalar;
use tilec_tests::products::{BFLOAT, FLOAT, Gemm, module};
use tilec_tests::ptxas;

const ARCH: &str = "sm_90a";

/// A source tile of C, and what becomes of it.
struct Row {
    tile: (u32, u32),
    threads: u32,
    /// As the remark says it; none where no producer feeds the product.
    pipeline: Option<&'static str>,
    instruction: &'static str,
}

const ROWS: [Row; 12] = [
    // The reference has a cluster of two; two passes over K are as fast.
    row((256, 256), 384, "2 consumer warpgroups, stages 4 x 49152 bytes", "m64n256k16"),
    row((512, 128), 384, "2 consumer warpgroups, stages 4 x 49152 bytes", "m64n128k16"),
    row((256, 128), 384, "2 consumer warpgroups, stages 4 x 49152 bytes", "m64n128k16"),
    row((128, 256), 384, "2 consumer warpgroups, stages 4 x 49152 bytes", "m64n256k16"),
    // From here on two neighbours at a time, a warpgroup each: the reference's coarsening.
    row((128, 128), 384, "2 consumer warpgroups, stages 4 x 49152 bytes", "m64n128k16"),
    row((64, 256), 384, "2 consumer warpgroups, stages 4 x 49152 bytes", "m64n256k16"),
    row((64, 128), 384, "2 consumer warpgroups, stages 4 x 40960 bytes", "m64n128k16"),
    row((256, 64), 384, "2 consumer warpgroups, stages 4 x 49152 bytes", "m64n64k16"),
    row((128, 64), 384, "2 consumer warpgroups, stages 4 x 40960 bytes", "m64n64k16"),
    row((64, 64), 384, "2 consumer warpgroups, stages 8 x 24576 bytes", "m64n64k16"),
    // `mma.sync`, says the reference; the transposed product has rows enough.
    row((32, 64), 160, "1 consumer warpgroups, stages 8 x 12288 bytes", "m64n32k16"),
    Row { tile: (32, 32), threads: 32, pipeline: None, instruction: "m16n8k16" },
];

const fn row(
    tile: (u32, u32),
    threads: u32,
    pipeline: &'static str,
    instruction: &'static str,
) -> Row {
    Row { tile, threads, pipeline: Some(pipeline), instruction }
}

#[test]
fn each_tile_gets_its_skeleton() {
    for Row { tile: (bm, bn), threads, pipeline, instruction } in ROWS {
        let tile = (bm, bn, 64);
        let gemm = Gemm { factor: BFLOAT, sum: FLOAT, tile, orders: ("rows", "rows") };
        let module = module(&gemm.source(), ARCH);
        let target = Target::named(ARCH).expect("a known target");
        let options = Options { remarks: true, ..Options::default() };
        let (compiled, remarks) = compile(&module, target, &options);
        let said: Vec<String> = remarks
            .iter()
            .flat_map(|remark| {
                let notes = remark.notes.iter().map(|note| note.text.clone());
                std::iter::once(remark.message.clone()).chain(notes)
            })
            .collect();
        let says = |what: &str| said.iter().any(|text| text.contains(what));
        assert!(says(&format!("in blocks of {threads} threads")), "{bm}x{bn}: {said:#?}");
        match pipeline {
            Some(pipeline) => assert!(says(pipeline), "{bm}x{bn}: {said:#?}"),
            None => assert!(!says("pipeline:"), "{bm}x{bn}: {said:#?}"),
        }
        let text = ptx::print::module_text(&compiled);
        let product = text.lines().find(|line| line.contains("mma") && line.contains(instruction));
        assert!(product.is_some(), "{bm}x{bn}: no {instruction}");
        let found = ptxas::assemble(&text, ARCH).map(|taken| taken.err().unwrap_or_default());
        if let Some(log) = found {
            // Nothing spills in the body for tensors that cannot be copied in boxes, either.
            assert!(log.is_empty(), "{bm}x{bn}: {log}");
        }
    }
}

/// Tiles whose block the emulator gets through soon.
const COUNTED: [(u32, u32); 3] = [(64, 64), (64, 128), (128, 64)];

#[test]
fn banks_do_not_conflict_and_sectors_are_whole() {
    for (bm, bn) in COUNTED {
        let gemm =
            Gemm { factor: BFLOAT, sum: FLOAT, tile: (bm, bn, 64), orders: ("rows", "rows") };
        let module = module(&gemm.source(), ARCH);
        let name = module.entries.values().next().expect("a kernel").name.clone();
        let text = tilec_tests::products::text(&module, ARCH);
        let report = gemm.run((bm as usize, bn as usize, 128), &name, &text);
        assert!(report.findings.is_empty(), "{}", report.describe());
        let all = report.total("");
        assert_eq!(all.wavefronts, all.min_wavefronts, "{bm}x{bn}: bank conflicts");
        assert_eq!(all.sectors, all.min_sectors, "{bm}x{bn}: parts of sectors");
    }
}

/// A format as sources and the IR name it.
type Format = (&'static str, Scalar);

/// Formats of which `wgmma` reads no order but along K, with 128 bytes of K a tile.
const ALONG_K: [(Format, Format); 3] = [
    (("__nv_fp8_e4m3", Scalar::F8E4M3FN), FLOAT),
    (("signed char", Scalar::I8), ("int", Scalar::I32)),
    (("__nv_tf32", Scalar::TF32), FLOAT),
];

/// A product of tensors that are known to be copied in boxes: there is no other body.
const ALIGNED: &str = r#"
template <class T, class C, int BM, int BN, int BK, class OrderA, class OrderB>
__tile_global__ void gemm(const T* __restrict__ a, const T* __restrict__ b, C* __restrict__ c) {
    a = ct::assume_aligned(a, 16_ic);
    b = ct::assume_aligned(b, 16_ic);
    c = ct::assume_aligned(c, 16_ic);
    ct::extents square{4096_ic, 4096_ic};
    ct::partition_view va{ct::tensor_span{a, square, OrderA{}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, square, OrderB{}}, ct::shape<BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, square}, ct::shape<BM, BN>{}};
    auto [x, y, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<C, ct::shape<BM, BN>>>();
    for (int step : ct::irange(0, 4096 / BK))
        acc = ct::mma(va.load(x, step), vb.load(step, y), acc);
    vc.store(acc, x, y);
}
"#;

/// What the compiler says of a program, and its PTX.
fn remarked(source: &str) -> (Vec<String>, String) {
    let target = Target::named(ARCH).expect("a known target");
    let options = Options { remarks: true, ..Options::default() };
    let (compiled, remarks) = compile(&module(source, ARCH), target, &options);
    let said = remarks.iter().map(|remark| remark.message.clone()).collect();
    (said, ptx::print::module_text(&compiled))
}

#[test]
fn threads_fetch_what_the_instruction_does_not_read() {
    let orders = [
        (
            ("rows", "rows"),
            "B from bulk tensor copies through registers, as the transposed product",
        ),
        (("columns", "columns"), "A from bulk tensor copies through registers, B from bulk"),
    ];
    for (factor, sum) in ALONG_K {
        let bk = 128 / factor.1.bytes();
        for (orders, way) in orders {
            let ((t, c), (a, b)) = ((factor.0, sum.0), orders);
            for (bm, bn) in [(128, 256), (256, 128), (128, 128)] {
                let kernel = format!(
                    "{ALIGNED}template __tile_global__ void gemm<{t}, {c}, {bm}, {bn}, {bk}, {a}, {b}>(\
                     const {t}* __restrict__, const {t}* __restrict__, {c}* __restrict__);"
                );
                let (said, text) = remarked(&kernel);
                assert!(said.iter().any(|text| text.contains(way)), "{t} {bm}x{bn}: {said:#?}");
                assert!(!text.contains("mma.sync.aligned.m16"), "{t} {bm}x{bn}: another body");
                if let Some(taken) = ptxas::assemble(&text, ARCH) {
                    let log = taken.map_or_else(|log| panic!("{t} {bm}x{bn}: {log}"), |ok| ok.log);
                    assert!(!log.contains("C75") && !log.contains("C76"), "{log}");
                }
            }
            // Two neighbours in a thread, and four.
            for tile in [(64, 64, bk), (64, 128, bk), (128, 64, bk)] {
                let gemm = Gemm { factor, sum, tile, orders };
                let module = module(&gemm.source(), ARCH);
                let name = module.entries.values().next().expect("a kernel").name.clone();
                let text = tilec_tests::products::text(&module, ARCH);
                let report =
                    gemm.run((tile.0 as usize, tile.1 as usize, 2 * bk as usize), &name, &text);
                assert!(report.findings.is_empty(), "{}", report.describe());
                let all = report.total("");
                assert_eq!(all.wavefronts, all.min_wavefronts, "{t} {tile:?}: bank conflicts");
                assert_eq!(all.sectors, all.min_sectors, "{t} {tile:?}: parts of sectors");
            }
        }
    }
}
