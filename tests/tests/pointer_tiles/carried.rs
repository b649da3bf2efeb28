//! Tiles of pointers that loops carry, in code that runs where the pipeline cannot copy the operands of the product in front.

use tilec_tests::differential::{EXACT, difference, emulated, interpreted, random, zeros};
use tilec_tests::products::{module, small_text};

use ir::Scalar;
use tilec_tests::differential::Arg;

/// Rows of 33 halves have no alignment that TMA or `cp.async` of 16 bytes needs.
const SIZE: u64 = 33;

const HEAD: &str = r#"
using F = ct::tile<float, ct::shape<64, 64>>;
__tile_global__ void test(const __half* __restrict__ a, const float* __restrict__ e, float* __restrict__ c,
                          float* __restrict__ d, int n, int one) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{n, n}}, ct::shape<64, 64>{}};
    auto acc = ct::zeros<F>(), sum = ct::zeros<F>();
    for (int step : ct::irange(0, ct::ceildiv(n, 64))) acc = ct::mma(va.load_masked(0, step), va.load_masked(step, 0), acc);
    auto at = ct::iota<ct::tile<int, ct::shape<64, 64>>>();
    auto p = e + at;
"#;

const TAIL: &str = "
    ct::store(c + at, acc);
    ct::store(d + at, sum);
}
";

/// The steps of a loop differ, and what one of them computes has another use; two positions carry the same pointers; nothing
/// begins a second iteration.
const FORMS: [&str; 5] = [
    "for (int i = 0; i < 4; ++i) {
        auto next = p + 2;
        sum = sum * 0.5f + ct::load(next);
        if (i % 2 == one) { p = next; continue; }
        p = p + 5;
    }",
    "for (int i = 0; i < 4; ++i) {
        auto next = p + 2;
        sum = sum * 0.5f + ct::load(p);
        if (i == 2 + one) { p = next; break; }
        p = p + 5;
    }
    sum = sum + ct::load(p);",
    "auto q = p + 7;
    for (int i = 0; i < 4; ++i) {
        sum = sum * 0.5f + ct::load(q);
        auto next = p + 2;
        p = next;
        q = next;
    }",
    "int i = -1;
    while (true) {
        if (++i >= 0) break;
        sum = sum * 0.5f + ct::load(p);
        p = p + 2;
    }
    sum = sum + ct::load(p);",
    "while (true) {
        p = p + 2;
        if ((one & 1) > 1) continue;
        sum = sum * 2.0f + ct::load(p);
        if (one == 1) { p = p + 1; break; }
        sum = sum * 3.0f;
        break;
    }
    sum = sum + ct::load(p);",
];

fn source(form: &str) -> String {
    format!("{HEAD}{form}{TAIL}")
}

#[test]
fn loops_that_carry_pointers_load_what_the_source_says() {
    let numbers = (SIZE * SIZE) as usize;
    let args = [
        random(Scalar::F16, numbers, 1),
        random(Scalar::F32, 4096 + 64, 2),
        zeros(Scalar::F32, 4096),
        zeros(Scalar::F32, 4096),
        Arg::Number(SIZE),
        Arg::Number(1),
    ];
    for form in FORMS {
        for arch in ["sm_80", "sm_90a"] {
            let module = module(&source(form), arch);
            let name = &module.entries.values().next().expect("a kernel").name;
            let expected = interpreted(&module, [1; 3], &args).expect("the interpreter runs it");
            let found = emulated(&small_text(&module, arch), name, [1; 3], &args);
            let different = found.map(|found| difference(&args, &found, &expected, EXACT));
            assert_eq!(different, Ok(None), "{arch}: {form}");
        }
    }
}

/// Sums and products whose operands are shared have exponentially many terms as trees, and few as graphs.
#[test]
fn shared_terms_are_computed_once() {
    let forms = ["t = t + u, u = t + u;\n", "t = t * (t + 1);\n"];
    for form in forms {
        let form = format!(
            "auto t = at, u = at * 3;
            {}
            p = e + t;
            for (int i = 0; i < n; ++i) {{ sum = sum * 0.5f + ct::load(p); p = p + 2; }}",
            form.repeat(40)
        );
        let module = module(&source(&form), "sm_80");
        let lines = small_text(&module, "sm_80").lines().count();
        assert!(lines < 40_000, "{lines} lines: {form}");
    }
}
