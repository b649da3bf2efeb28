//! A matrix product costs a compilation as many instructions late in a kernel as early in it.
//!
//! With I(n), the instructions that the compiler carries out for a kernel of n products,
//!
//! ```text
//! (I(1 + 2 STEP) - I(1 + STEP)) / (I(1 + STEP) - I(1)) <= BOUND
//! ```
//!
//! A time would also count page faults and cache misses, of which a larger kernel has more on every machine; valgrind
//! counts instructions, the same number on each.

use std::process::Command;

use tilec::Stage;
use tilec_tests::compile::{compile_file, with_stack};
use tilec_tests::run::DEFAULT_ARCH;
use tilec_tests::skip::skip;

/// Products that are added to a kernel, twice.
const STEP: usize = 12;
/// How many times the instructions of the first products the second may take. With steps of 20 it was 1.16 where 160 products
/// took 5.8 times as long as 40, which is 1.10 with these.
const BOUND: f64 = 1.05;
/// Names the program for the process that compiles it.
const PROGRAM: &str = "TILEC_COUNTED_PROGRAM";

/// What products of a kernel begin with.
const HEAD: &str = "#include \"cuda_fp16.h\"
#include \"cuda_tile.h\"
namespace ct = cuda::tiles;
__tile_global__ void k(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    auto x = va.load_masked(0, 0);
    auto y = vb.load_masked(0, 0);
";
const TAIL: &str = "    vc.store_masked(sum, 0, 0);\n}\n";

/// Names of products and their text, in which `$0` is the number of the product.
const PRODUCTS: &[(&str, &str)] = &[
    ("in a row", "    sum = ct::mma(va.load_masked(0, $0), vb.load_masked($0, 0), sum);\n"),
    (
        "in loops",
        "    for (int i = 0; i < k; ++i) sum = ct::mma(va.load_masked($0, i), vb.load_masked(i, $0), sum);\n",
    ),
    (
        "of computed operands",
        "    sum = ct::mma(ct::exp(va.load_masked(0, $0)), vb.load_masked($0, 0), sum);\n",
    ),
    ("of operands computed from each other", "    x = x + x; sum = ct::mma(x, y, sum);\n"),
];

/// The instructions of this program when it compiles a kernel of so many products.
fn instructions(part: &str, products: usize) -> f64 {
    let parts = (0..products).map(|index| part.replace("$0", &index.to_string()));
    let text = format!("{HEAD}{}{TAIL}", parts.collect::<String>());
    let path = std::env::temp_dir().join(format!("tilec-counted-{}.cu", std::process::id()));
    std::fs::write(&path, text).expect("the kernel is written");
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(std::env::current_exe().expect("the path of this program"))
        .args(["--exact", "one_program", "--ignored"])
        .env(PROGRAM, &path)
        .output()
        .expect("valgrind starts");
    std::fs::remove_file(&path).expect("the kernel was written");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}{printed}", String::from_utf8_lossy(&output.stdout));
    let (_, counted) = printed.split_once("I   refs:").expect("valgrind prints the instructions");
    let digits: String = counted
        .lines()
        .next()
        .into_iter()
        .flat_map(str::chars)
        .filter(char::is_ascii_digit)
        .collect();
    digits.parse().expect("a number")
}

#[test]
#[ignore = "compiles one program for the other test"]
fn one_program() {
    let path = std::env::var_os(PROGRAM).expect("the other test names a program");
    let compiled = with_stack(|| compile_file(path.as_ref(), DEFAULT_ARCH, Stage::Ptx));
    assert!(compiled.ptx.is_some(), "it compiles");
}

#[test]
fn products_cost_the_same_late_in_a_kernel() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return skip("valgrind is not here");
    }
    for (name, part) in PRODUCTS {
        let [none, some, more] =
            [1, 1 + STEP, 1 + 2 * STEP].map(|products| instructions(part, products));
        let ratio = (more - some) / (some - none);
        assert!(
            ratio <= BOUND,
            "products {name}: the second {STEP} take {ratio:.3} of the instructions of the first"
        );
    }
}
