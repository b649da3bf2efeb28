//! Tensors whose strides are all numbers of the launch: where the last one is 1, TMA copies their tiles, and where it is not,
//! threads load them. The emulator computes what the interpreter does either way.

use backend_ptx::report::OperandSource;
use ir::{Module, Scalar};
use tilec_tests::differential::{Arg, EXACT, check, random, zeros};
use tilec_tests::fed::operand_sources;
use tilec_tests::products::{module, text};

const ARCH: &str = "sm_90a";
const TARGETS: [&str; 3] = [ARCH, "sm_100a", "sm_80"];

const TMA: [OperandSource; 2] = [OperandSource::Tma; 2];
const REGISTERS: [OperandSource; 2] = [OperandSource::Registers; 2];

/// A kernel: `T` is the type of its strides, `SA` and `SB` are those of A and B.
const KERNEL: &str = r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n,
                          int k, T a_row, T a_column, T b_row, T b_column) {
    ct::tensor_span ta{a, ct::layout_strided_mapping{ct::extents{m, k}, ct::extents{SA}}};
    ct::tensor_span tb{b, ct::layout_strided_mapping{ct::extents{k, n}, ct::extents{SB}}};
    ct::partition_view va{ta, ct::shape<64, 64>{}};
    ct::partition_view vb{tb, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 64>{}};
    auto [x, y, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step = 0; step < ct::ceildiv(k, 64); ++step)
        acc = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), acc);
    vc.store_masked(acc, x, y);
}
"#;

/// Elements side by side, and apart in A or in B.
const ANY: &[[u64; 2]] = &[[1, 1], [2, 1], [1, 3]];

/// One way to pass strides, and where the operands come from.
struct Form {
    name: &'static str,
    ty: &'static str,
    strides: [&'static str; 2],
    /// The strides along the columns of A and B that launches have.
    columns: &'static [[u64; 2]],
    sources: [OperandSource; 2],
}

const FORMS: &[Form] = &[
    Form {
        name: "numbers of 64 bits",
        ty: "long long",
        strides: ["a_row, a_column", "b_row, b_column"],
        columns: ANY,
        sources: TMA,
    },
    Form {
        name: "numbers of 32 bits",
        ty: "int",
        strides: ["a_row, a_column", "b_row, b_column"],
        columns: ANY,
        sources: TMA,
    },
    Form {
        name: "a number for B alone",
        ty: "int",
        strides: ["a_row, 1_ic", "b_row, b_column"],
        columns: ANY,
        sources: TMA,
    },
    Form {
        name: "both are one number",
        ty: "int",
        strides: ["a_row, a_column", "b_row, a_column"],
        columns: &[[1, 1], [2, 2]],
        sources: TMA,
    },
    Form {
        name: "a product of two numbers, which may be as large as a number that is not tested",
        ty: "int",
        strides: ["(long long)a_row * a_column, 1_ic", "(long long)b_row * b_column, 1_ic"],
        columns: ANY,
        sources: TMA,
    },
    Form {
        name: "a constant that is not 1",
        ty: "int",
        strides: ["a_row, 2", "b_row, b_column"],
        columns: &[[2, 1], [2, 2]],
        sources: [OperandSource::Registers, OperandSource::Tma],
    },
    Form {
        name: "a stride that depends on the tile block",
        ty: "int",
        strides: ["a_row, a_column + (int)ct::bid().z", "b_row, b_column + (int)ct::bid().z"],
        columns: ANY,
        sources: REGISTERS,
    },
];

/// The module of a kernel with these strides.
fn module_of(form: &Form) -> Module {
    let [a, b] = form.strides;
    let source = KERNEL.replace("SA", a).replace("SB", b);
    let with_type = |source: String, name: &str| {
        source.replace(&format!("T {name}"), &format!("{} {name}", form.ty))
    };
    let source = ["a_row", "a_column", "b_row", "b_column"].into_iter().fold(source, with_type);
    module(&source, ARCH)
}

#[test]
fn strides_are_tested_where_the_kernel_begins() {
    for form in FORMS {
        let module = module_of(form);
        assert_eq!(operand_sources(&module, ARCH), [form.sources], "{}", form.name);
        // Edges, and rows that TMA does not copy.
        for (m, n, k) in [(72_u64, 64_u64, 184_u64), (33, 35, 67)] {
            for &columns in form.columns {
                let rows = [k * columns[0], n * columns[1]];
                let sizes = [m * rows[0] * columns[0], k * rows[1] * columns[1]];
                let mut args = vec![
                    random(Scalar::F16, sizes[0] as usize, 1),
                    random(Scalar::F16, sizes[1] as usize, 2),
                    zeros(Scalar::F32, (m * n) as usize),
                ];
                let strides = [rows[0], columns[0], rows[1], columns[1]];
                args.extend([m, n, k].into_iter().chain(strides).map(Arg::Number));
                let grid = [m.div_ceil(64) as u32, n.div_ceil(64) as u32, 1];
                for arch in TARGETS {
                    check(&module, arch, grid, &args, EXACT);
                }
            }
        }
    }
}

/// Whether warps copy with `cp.async` what no tensor map describes.
fn has_copying_warps(form: &Form) -> bool {
    text(&module_of(form), ARCH).contains("cp.async.ca")
}

#[test]
fn warps_copy_tensors_whose_strides_are_not_tested() {
    for form in FORMS.iter().filter(|form| form.sources == TMA) {
        let is_product = form.strides[0].contains('*');
        assert_eq!(has_copying_warps(form), is_product, "{}", form.name);
    }
}
