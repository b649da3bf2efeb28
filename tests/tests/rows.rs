//! Loops over rows: where there is room the next row is loaded before the present one is reduced.
//! The PTX does what the interpreter does, and reads nothing besides.

use backend_ptx::target::Target;
use backend_ptx::{Options, compile};
use ir::{Module, Scalar};
use tilec::Stage;
use tilec_tests::compile::compile_text;
use tilec_tests::differential::{Arg, Tolerance, check, random, zeros};

const ARCH: &str = "sm_90a";
const CLOSE: Tolerance = Tolerance { relative: 1e-5, absolute: 1e-6 };

/// Softmax of `T` with `COLS` columns, a row for each turn of a loop.
const SOFTMAX: &str = r#"
#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" HINT __tile_global__ void softmax(const T* RESTRICT in, T* RESTRICT out, int rows) {
    in = ct::assume_aligned(in, 16_ic);
    out = ct::assume_aligned(out, 16_ic);
    auto lane = ct::iota<ct::tile<int, ct::shape<COLS>>>();
    for (int row : ct::irange(static_cast<int>(ct::bid().x), rows, static_cast<int>(ct::num_blocks().x))) {
        auto x = ct::element_cast<float>(ct::load(in + row * COLS + lane));
        auto e = ct::exp(x - ct::reduce_max<0>(x));
        ct::store(out + row * COLS + lane, ct::element_cast<T>(e / ct::sum<0>(e)));
    }
}
"#;

/// A turn stores the row that the next one loads.
const IN_PLACE: &str = r#"
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void chain(float* x, int rows) {
    x = ct::assume_aligned(x, 16_ic);
    auto lane = ct::iota<ct::tile<int, ct::shape<512>>>();
    int step = ct::num_blocks().x;
    for (int row : ct::irange(static_cast<int>(ct::bid().x), rows, step)) {
        auto row_of_x = ct::load(x + row * 512 + lane);
        ct::store(x + (row + step) * 512 + lane, row_of_x * 0.5f + ct::reduce_max<0>(row_of_x));
    }
}
"#;

const VIEWS: &str = r#"
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void largest(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    in = ct::assume_aligned(in, 16_ic);
    ct::partition_view vi{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<1, 512>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{rows, 1}}, ct::shape<1, 1>{}};
    for (int row : ct::irange(static_cast<int>(ct::bid().x), rows, static_cast<int>(ct::num_blocks().x)))
        vo.store_masked(ct::reduce_max<1>(vi.load_masked(row, 0)), row, 0);
}
"#;

fn softmax(elem: &str, cols: u32, restrict: &str, hint: &str) -> Module {
    let words = [
        ("HINT", hint),
        ("RESTRICT", restrict),
        ("COLS", &cols.to_string()),
        ("T*", &format!("{elem}*")),
    ];
    let source = words.iter().fold(SOFTMAX.to_owned(), |text, (from, to)| text.replace(from, to));
    module(&source.replace("<T>", &format!("<{elem}>")))
}

fn module(source: &str) -> Module {
    let compiled = compile_text(source, ARCH, Stage::Lower);
    let errors: Vec<_> = compiled.diagnostics.iter().map(|d| d.message.clone()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{source}");
    compiled.module.expect("a module")
}

/// Threads of a CTA, and the loads in the text.
fn shape(module: &Module) -> (u32, usize) {
    let target = Target::named(ARCH).expect("a known target");
    let (ptx, diagnostics) = compile(module, target, &Options::default());
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let text = backend_ptx::ptx::print::module_text(&ptx);
    (ptx.kernels[0].threads, text.matches("ld.global").count())
}

/// Fewer rows than tile blocks, as many, and more.
const ROWS: [usize; 3] = [2, 3, 7];
const GRID: [u32; 3] = [3, 1, 1];

#[test]
fn the_next_row_is_loaded_first() {
    let module = softmax("float", 512, "__restrict__", "");
    assert_eq!(shape(&module), (32, 8));
    for rows in ROWS {
        let args = [
            random(Scalar::F32, rows * 512, 5),
            zeros(Scalar::F32, rows * 512),
            Arg::Number(rows as u64),
        ];
        check(&module, ARCH, GRID, &args, CLOSE);
    }
}

#[test]
fn of_a_view() {
    let module = module(VIEWS);
    for (rows, cols) in [(2, 512), (7, 509)] {
        let args = [
            random(Scalar::F32, rows * cols, 7),
            zeros(Scalar::F32, rows),
            Arg::Number(rows as u64),
            Arg::Number(cols as u64),
        ];
        check(&module, ARCH, GRID, &args, CLOSE);
    }
}

/// What a row's store may change is not loaded before it.
#[test]
fn in_place_rows_are_loaded_in_turn() {
    assert_eq!(shape(&softmax("float", 512, "", "")), (32, 4));
    let module = module(IN_PLACE);
    assert_eq!(shape(&module), (32, 4));
    for rows in ROWS {
        let written = rows + GRID[0] as usize;
        let args = [random(Scalar::F32, written * 512, 3), Arg::Number(rows as u64)];
        check(&module, ARCH, GRID, &args, CLOSE);
    }
}

/// Both rows have to leave room for eight CTAs of an SM, or as many as the source wants.
#[test]
fn two_rows_need_room() {
    let hint = "[[cutile::hint(900, occupancy=4)]]";
    for (elem, cols, hint, found) in [
        ("float", 1024, "", (64, 8)),
        ("float", 2048, "", (128, 4)),
        ("float", 2048, hint, (128, 8)),
        ("float", 4096, "", (256, 4)),
        ("__half", 2048, "", (128, 4)),
        ("__half", 4096, "", (128, 4)),
    ] {
        let module = softmax(elem, cols, "__restrict__", hint);
        assert_eq!(shape(&module), found, "{elem} {cols} {hint}");
    }
}
