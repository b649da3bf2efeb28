//! Operands that are padded with something other than zero: where tiles divide the tensors, TMA copies them, and where they do not,
//! threads load and pad them. The emulator computes what the interpreter does either way.

use backend_ptx::report::OperandSource;
use ir::{Module, Scalar};
use tilec_tests::differential::{Arg, EXACT, check, random, zeros};
use tilec_tests::fed::operand_sources;
use tilec_tests::products::module;

const ARCH: &str = "sm_90a";
const TARGETS: [&str; 3] = [ARCH, "sm_100a", "sm_80"];

const TMA: [OperandSource; 2] = [OperandSource::Tma; 2];

/// A kernel: `T` is the type of its extents, `PA` and `PB` pad A and B, `EA` and `EB` are their extents.
const KERNEL: &str = r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, T m, T n, T k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{EA}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{EB}, ORDER{}}, ct::shape<64, 32>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 32>{}};
    auto [x, y, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 32>>>();
    for (int step = 0; step < ct::ceildiv(int(k), 64); ++step)
        acc = ct::mma(va.load_masked<ct::view_padding::PA>(x, step), vb.load_masked<ct::view_padding::PB>(step, y), acc);
    vc.store_masked(acc, x, y);
}
"#;

/// One way to pad, and where the operands come from.
struct Form {
    name: &'static str,
    ty: &'static str,
    paddings: [&'static str; 2],
    extents: [&'static str; 2],
    order: &'static str,
    sources: [OperandSource; 2],
}

const USUAL: Form = Form {
    name: "both with NaN",
    ty: "int",
    paddings: ["nan", "nan"],
    extents: ["m, k", "k, n"],
    order: "rows",
    sources: TMA,
};

const FORMS: &[Form] = &[
    USUAL,
    Form { name: "numbers of 64 bits", ty: "long long", ..USUAL },
    Form { name: "infinities", paddings: ["positive_inf", "negative_inf"], ..USUAL },
    Form { name: "one of them with zeros", paddings: ["zero", "negative_zero"], ..USUAL },
    Form { name: "columns side by side", order: "columns", ..USUAL },
    Form { name: "sums of numbers", extents: ["m, n + k - n", "k + 0 * m, n"], ..USUAL },
    Form {
        name: "an extent that depends on the tile block",
        extents: ["m, k - (int)ct::bid().z", "k, n - (int)ct::bid().z"],
        sources: [OperandSource::Registers; 2],
        ..USUAL
    },
];

/// The module of a kernel that pads so.
fn module_of(form: &Form) -> Module {
    let names = [
        ("PA", form.paddings[0]),
        ("PB", form.paddings[1]),
        ("EA", form.extents[0]),
        ("EB", form.extents[1]),
        ("ORDER", form.order),
    ];
    let kernel = names.iter().fold(KERNEL.to_owned(), |text, (from, to)| text.replace(from, to));
    module(&format!("using T = {};\n{kernel}", form.ty), ARCH)
}

#[test]
fn extents_are_tested_where_the_kernel_begins() {
    for form in FORMS {
        let module = module_of(form);
        assert_eq!(operand_sources(&module, ARCH), [form.sources], "{}", form.name);
        // Whole tiles, parts along each extent in turn, and rows that TMA does not copy.
        let sizes =
            [(128_u64, 64_u64, 192_u64), (72, 64, 64), (64, 40, 64), (64, 32, 72), (64, 33, 67)];
        for (m, n, k) in sizes {
            let mut args = vec![
                random(Scalar::F16, (m * k) as usize, 1),
                random(Scalar::F16, (k * n) as usize, 2),
                zeros(Scalar::F32, (m * n) as usize),
            ];
            args.extend([m, n, k].map(Arg::Number));
            let grid = [m.div_ceil(64) as u32, n.div_ceil(32) as u32, 1];
            for arch in TARGETS {
                check(&module, arch, grid, &args, EXACT);
            }
        }
    }
}
