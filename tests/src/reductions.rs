//! Kernels whose atomic reductions of views are in bulk (`cp.reduce.async.bulk`), and what they are launched on.
//!
//! In: nothing. Out: sources behind [`HEAD`], and launches with exact results.

use ir::Scalar;

use crate::differential::{Arg, random};
use crate::exits::Program;

/// What the sources begin with.
pub const HEAD: &str = r#"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;
constexpr ct::memory_order_relaxed_t relaxed;
constexpr ct::thread_scope_device_t device;
"#;

/// Two tile blocks reduce each tile of a tensor.
const REDUCE: &str = r#"
extern "C" __tile_global__ void reduce(const T* in, T* out, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{64_ic, 64_ic}}, ct::shape<64, 64>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{rows, cols}}, ct::shape<64, 64>{}};
    to.atomic_OP_masked(from.load(0, 0), relaxed, device, ct::bid().x / 2, ct::bid().y);
}
"#;

/// The types that are reduced in bulk.
pub const TYPES: [(&str, Scalar); 8] = [
    ("int", Scalar::I32),
    ("unsigned", Scalar::I32),
    ("long long", Scalar::I64),
    ("unsigned long long", Scalar::I64),
    ("__half", Scalar::F16),
    ("__nv_bfloat16", Scalar::BF16),
    ("float", Scalar::F32),
    ("double", Scalar::F64),
];

/// The operations that are in bulk for elements of a type.
pub fn operations(elem: Scalar) -> &'static [&'static str] {
    match elem.is_int() {
        true => &["add", "sub", "min", "max", "and", "or", "xor"],
        false => &["add", "sub"],
    }
}

/// Two tile blocks reduce each tile of a tensor.
pub fn reduce(ty: &str, operation: &str) -> String {
    REDUCE.replace("T*", &format!("{ty}*")).replace("OP", operation)
}

/// Tiles of strided views overlap; the columns of a tensor are contiguous.
pub const STEPS: &str = r#"
extern "C" __tile_global__ void reduce(const float* in, float* out, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{64_ic, 32_ic}}, ct::shape<64, 32>{}};
    ct::strided_view to{ct::tensor_span{out, ct::extents{rows, cols}, ct::layout_left{}}, ct::shape<64, 32>{}, ct::strides{32_ic, 8_ic}};
    to.atomic_add_masked(from.load(0, 0), relaxed, device, ct::bid().x, ct::bid().y);
}
"#;

/// The tile is stored before, and loaded behind.
pub const AMONG_OTHERS: &str = r#"
extern "C" __tile_global__ void reduce(const float* in, float* out, float* copy) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{64_ic, 64_ic}}, ct::shape<64, 64>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{128_ic, 64_ic}}, ct::shape<64, 64>{}};
    ct::partition_view last{ct::tensor_span{copy, ct::extents{128_ic, 64_ic}}, ct::shape<64, 64>{}};
    auto x = from.load(0, 0);
    auto i = ct::bid().x;
    to.store(ct::transpose(x), i, 0);
    for (int turn : ct::irange(0, 3))
        to.atomic_add(x * float(turn), relaxed, device, i, 0);
    last.store(ct::transpose(to.load(i, 0)), i, 0);
}
"#;

/// Products split along K: the sums of wgmma, of `mma.sync` and of tensor memory.
pub const SPLIT_K: &str = r#"
extern "C" __tile_global__ void reduce(const __half* __restrict__ a, const __half* __restrict__ b, float* c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, k}}, ct::shape<128, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [x, y, z] = ct::bid();
    ct::tile<float, ct::shape<128, 128>> sum{};
    for (int step : ct::irange(int(z) * 2, int(z) * 2 + 2))
        sum = ct::mma(va.load_masked(x, step), ct::transpose(vb.load_masked(y, step)), sum);
    vc.atomic_add_masked(sum, relaxed, device, x, y);
}
"#;

/// Launches of all kernels, each with a name.
pub fn all() -> Vec<(String, Program)> {
    let program = |source: String, args: Vec<Arg>, grid: [u32; 3]| Program { source, args, grid };
    let number = |size: usize| Arg::Number(size as u64);
    let mut all = Vec::new();
    for (ty, elem) in TYPES {
        for operation in operations(elem) {
            for (rows, cols) in [(100, 72), (64, 67)] {
                let buffers = [random(elem, 64 * 64, 3), random(elem, rows * cols, 5)];
                let args = buffers.into_iter().chain([number(rows), number(cols)]).collect();
                let grid = [2 * rows.div_ceil(64) as u32, cols.div_ceil(64) as u32, 1];
                let name = format!("{operation} of {ty}, {rows}x{cols}");
                all.push((name, program(reduce(ty, operation), args, grid)));
            }
        }
    }
    let (rows, cols) = (104, 50);
    let buffers = [random(Scalar::F32, 64 * 32, 3), random(Scalar::F32, rows * cols, 5)];
    let args = buffers.into_iter().chain([number(rows), number(cols)]).collect();
    all.push(("strided views".to_owned(), program(STEPS.to_owned(), args, [3, 5, 1])));
    let buffers = [(1, 3), (2, 5), (2, 7)];
    let args = buffers.map(|(count, seed)| random(Scalar::F32, count * 64 * 64, seed)).into();
    all.push(("among others".to_owned(), program(AMONG_OTHERS.to_owned(), args, [2, 1, 1])));
    for (m, n, k) in [(128, 128, 256), (150, 136, 200), (128, 130, 64)] {
        let mut args = vec![random(Scalar::F16, m * k, 3), random(Scalar::F16, n * k, 5)];
        args.push(random(Scalar::F32, m * n, 7));
        args.extend([number(m), number(n), number(k)]);
        let grid = [m.div_ceil(128) as u32, n.div_ceil(128) as u32, 2];
        let name = format!("sums of products, {m}x{n}x{k}");
        all.push((name, program(SPLIT_K.to_owned(), args, grid)));
    }
    all
}
