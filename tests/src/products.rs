//! Products as programs write them: C = A B over tiles that a loop loads from views.
//!
//! The formats, tiles and storage orders are parameters; [`all`] is a sample that takes every way
//! by which operands reach tensor cores, with edges on every side.

use backend_ptx::target::Target;
use backend_ptx::{Options, compile};
use ir::{Module, Scalar};
use lang::base::Diagnostics;
use tilec::Stage;

use crate::compile::compile_text;
use crate::differential::{Arg, Tolerance, random, zeros};
use crate::emulator::{self, Memory, Report};

/// What the sources of kernels begin with.
pub const PRELUDE: &str = r#"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_fp8.h"
#include "cuda_tf32.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;
using rows = ct::layout_right;
using columns = ct::layout_left;
"#;

/// The IR of a program behind [`PRELUDE`].
///
/// # Panics
///
/// If the program has errors.
pub fn module(source: &str, arch: &str) -> Module {
    let compiled = compile_text(&format!("{PRELUDE}{source}"), arch, Stage::Lower);
    let errors: Vec<_> = compiled.diagnostics.iter().map(|d| d.message.clone()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{source}");
    compiled.module.expect("a module")
}

/// The PTX of a module.
///
/// # Panics
///
/// If it cannot be compiled without a word.
pub fn text(module: &Module, arch: &str) -> String {
    try_text(module, arch).unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"))
}

/// The PTX of a module, or what the compiler says about it.
///
/// # Errors
///
/// What the compiler says, a warning too.
pub fn try_text(module: &Module, arch: &str) -> Result<String, Diagnostics> {
    let target = Target::named(arch).expect("a known target");
    let (ptx, diagnostics) = compile(module, target, &Options::default());
    if diagnostics.is_empty() {
        Ok(backend_ptx::ptx::print::module_text(&ptx))
    } else {
        Err(diagnostics)
    }
}

/// A GPU with two SMs, so that a few tile blocks go around it.
///
/// # Panics
///
/// If the compiler does not know the architecture.
pub fn small(arch: &str) -> Target {
    let mut target = Target::named(arch).expect("a known target");
    target.chip.sms = 2;
    target
}

/// The PTX of a module for [`small`].
///
/// # Panics
///
/// If it cannot be compiled without a word.
pub fn small_text(module: &Module, arch: &str) -> String {
    let (ptx, diagnostics) = compile(module, small(arch), &Options::default());
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    backend_ptx::ptx::print::module_text(&ptx)
}

/// A product of f32 that are rounded to tf32 behind their loads, with the storage order of B.
const ROUNDED: &str = r#"
template <class OrderB>
__tile_global__ void k(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 16>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}, OrderB{}}, ct::shape<16, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 64>{}};
    auto [x, y, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 16)))
        acc = ct::mma(ct::element_cast<__nv_tf32>(va.load_masked(x, step)),
                      ct::element_cast<__nv_tf32>(vb.load_masked(step, y)), acc);
    vc.store_masked(acc, x, y);
}
template __tile_global__ void k<ORDER>(const float* __restrict__, const float* __restrict__, float* __restrict__, int, int, int);
"#;

/// What those sums may differ by, which are added in another order.
pub const SUMS_OF_TF32: Tolerance = Tolerance { relative: 1e-6, absolute: 1e-4 };

/// A product of f32 that are rounded to tf32 behind their loads, by tiles of 64x64x16, and what it is launched on: small
/// numbers with half a unit of tf32 more, or a little more or less than that.
pub fn rounded_to_tf32(order_b: &str, (m, n, k): (usize, usize, usize)) -> (String, Vec<Arg>) {
    let float = |i: usize| {
        let number = (i * 7 % 64) as f32 - 32.0;
        u64::from(number.to_bits() + [0, 0x1000, 0x0FFF, 0x1001][i % 4])
    };
    let buffer = |count: usize| Arg::Buffer(Scalar::F32, (0..count).map(float).collect());
    let sizes = [m, n, k].map(|size| Arg::Number(size as u64));
    let mut args = vec![buffer(m * k), buffer(k * n), zeros(Scalar::F32, m * n)];
    args.extend(sizes);
    (ROUNDED.replace("ORDER", order_b), args)
}

/// C = A B, with the storage orders of the operands.
const GEMM: &str = r#"
template <class T, class C, int BM, int BN, int BK, class OrderA, class OrderB>
__tile_global__ void gemm(const T* __restrict__ a, const T* __restrict__ b, C* __restrict__ c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}, OrderA{}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}, OrderB{}}, ct::shape<BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}};
    auto [x, y, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<C, ct::shape<BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK)))
        acc = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), acc);
    vc.store_masked(acc, x, y);
}
"#;

/// One of them.
pub struct Gemm {
    /// Of C++ and of the IR.
    pub factor: (&'static str, Scalar),
    pub sum: (&'static str, Scalar),
    pub tile: (u32, u32, u32),
    /// `rows` or `columns`, of A and B.
    pub orders: (&'static str, &'static str),
}

impl Gemm {
    /// The program behind [`PRELUDE`].
    pub fn source(&self) -> String {
        let (bm, bn, bk) = self.tile;
        let (t, c) = (self.factor.0, self.sum.0);
        let (a, b) = self.orders;
        format!(
            "{GEMM}template __tile_global__ void gemm<{t}, {c}, {bm}, {bn}, {bk}, {a}, {b}>(\
             const {t}* __restrict__, const {t}* __restrict__, {c}* __restrict__, int, int, int);"
        )
    }

    /// What it is launched on for a problem of M, N and K.
    pub fn args(&self, (m, n, k): (usize, usize, usize)) -> Vec<Arg> {
        let number = |size: usize| Arg::Number(size as u64);
        vec![
            random(self.factor.1, m * k, 3),
            random(self.factor.1, k * n, 4),
            zeros(self.sum.1, m * n),
            number(m),
            number(n),
            number(k),
        ]
    }

    /// Runs a text that the program's PTX is, or nearly is, as one tile block.
    ///
    /// # Panics
    ///
    /// If the emulator does not know the text.
    pub fn run(&self, sizes: (usize, usize, usize), name: &str, text: &str) -> Report {
        self.run_grid(sizes, [1, 1, 1], name, text)
    }

    /// [`run`](Self::run) with so many tile blocks.
    pub fn run_grid(
        &self,
        sizes: (usize, usize, usize),
        grid: [u32; 3],
        name: &str,
        text: &str,
    ) -> Report {
        run_on(name, text, grid, &self.args(sizes))
    }

    /// How many tile blocks a problem has.
    pub fn grid(&self, (m, n, _): (usize, usize, usize)) -> [u32; 3] {
        [(m as u32).div_ceil(self.tile.0), (n as u32).div_ceil(self.tile.1), 1]
    }
}

pub const HALF: (&str, Scalar) = ("__half", Scalar::F16);
pub const BFLOAT: (&str, Scalar) = ("__nv_bfloat16", Scalar::BF16);
pub const FLOAT: (&str, Scalar) = ("float", Scalar::F32);

const DOUBLE: (&str, Scalar) = ("double", Scalar::F64);
const BYTE: (&str, Scalar) = ("signed char", Scalar::I8);
const INT: (&str, Scalar) = ("int", Scalar::I32);
const TF32: (&str, Scalar) = ("__nv_tf32", Scalar::TF32);
const E4M3: (&str, Scalar) = ("__nv_fp8_e4m3", Scalar::F8E4M3FN);
const E5M2: (&str, Scalar) = ("__nv_fp8_e5m2", Scalar::F8E5M2);

/// Products of every format with sizes that are not multiples of the tiles.
pub fn all() -> Vec<(Gemm, (usize, usize, usize))> {
    let formats = [
        (HALF, FLOAT),
        (BFLOAT, FLOAT),
        (TF32, FLOAT),
        (E4M3, FLOAT),
        (E5M2, FLOAT),
        (BYTE, INT),
        (FLOAT, FLOAT),
        (DOUBLE, DOUBLE),
    ];
    let tiles = [(64, 32, 64), (128, 64, 32), (16, 8, 16)];
    let orders =
        [("rows", "rows"), ("rows", "columns"), ("columns", "rows"), ("columns", "columns")];
    let mut all = Vec::new();
    for (factor, sum) in formats {
        for tile in tiles {
            for orders in orders {
                let sizes = (tile.0 as usize + 8, tile.1 as usize + 8, 3 * tile.2 as usize - 8);
                all.push((Gemm { factor, sum, tile, orders }, sizes));
            }
        }
    }
    // Large accumulators, long rings, rows that cannot be copied in boxes.
    let half =
        |tile, sizes| (Gemm { factor: HALF, sum: FLOAT, tile, orders: ("rows", "rows") }, sizes);
    all.push(half((128, 256, 64), (136, 264, 200)));
    all.push(half((256, 128, 64), (264, 136, 200)));
    all.push(half((64, 16, 16), (64, 16, 16 * 37)));
    all.push(half((64, 32, 32), (66, 34, 77)));
    all
}

/// What attention over rows of `width` halves is launched on: queries, keys, values, results, and how many queries
/// and keys there are.
pub fn attention_args(queries: usize, keys: usize, width: usize) -> Vec<Arg> {
    vec![
        random(Scalar::F16, queries * width, 1),
        random(Scalar::F16, keys * width, 2),
        random(Scalar::F16, keys * width, 3),
        zeros(Scalar::F32, queries * width),
        Arg::Number(queries as u64),
        Arg::Number(keys as u64),
    ]
}

/// What the emulator has to say of a kernel in PTX.
pub fn run_on(name: &str, text: &str, grid: [u32; 3], args: &[Arg]) -> Report {
    run_starved(None, name, text, grid, args)
}

/// The same with a warp of each CTA that goes on only where no other can.
pub fn run_starved(
    starved: Option<usize>,
    name: &str,
    text: &str,
    grid: [u32; 3],
    args: &[Arg],
) -> Report {
    let mut memory = Memory::new();
    let args: Vec<u64> = args
        .iter()
        .map(|arg| match arg {
            Arg::Number(bits) => *bits,
            Arg::Buffer(elem, bits) => {
                let size = elem.bytes() as usize;
                let bytes = bits.iter().flat_map(|bits| bits.to_le_bytes()[..size].to_vec());
                memory.alloc(&bytes.collect::<Vec<u8>>())
            }
        })
        .collect();
    let launch = emulator::Launch::new(name, grid, &args);
    let what = emulator::Launch { step_limit: 1 << 22, starved, ..launch };
    emulator::launch(text, &what, &mut memory).unwrap_or_else(|what| panic!("{what}"))
}
