//! Pointers without `__restrict__` in kernels that store in loops around their products: the kernel tests where it begins that
//! what it stores is not what it loads. A pipeline loads the operands if so, and the threads in program order if not. Both
//! compute what the interpreter does, whose tile blocks load and store one after the other.

use backend_ptx::report::OperandSource;
use ir::interp::{self, Launch};
use ir::{Module, Scalar};
use tilec_tests::differential::{Arg, entry_name, from_bytes, to_bytes, whole};
use tilec_tests::emulator;
use tilec_tests::fed::operand_sources;
use tilec_tests::products::{module, text};
use tilec_tests::ptxas;

const ARCH: &str = "sm_90a";
/// With the instruction of each for products that a pipeline feeds.
const TARGETS: [(&str, &str); 2] = [(ARCH, "wgmma.mma"), ("sm_100a", "tcgen05.mma")];

const TMA: [OperandSource; 2] = [OperandSource::Tma; 2];
const REGISTERS: [OperandSource; 2] = [OperandSource::Registers; 2];

/// C = A B by tiles of 64x64 that one tile block computes one after the other. `PARAMETERS` are those behind A, B and C;
/// `VIEWS` makes the views `va`, `vb` and `vc`, `BEFORE` is what comes before each tile.
const KERNEL: &str = r#"
__tile_global__ void gemm(__half* a, const __half* b, __half* c, PARAMETERS) {
    VIEWS
    int across = ct::ceildiv(int(n), 64), all = across * ct::ceildiv(int(m), 64);
    for (int t : ct::irange(int(ct::bid().x), all, int(ct::num_blocks().x))) {
        BEFORE
        auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
        for (int step = 0; step < ct::ceildiv(int(k), 64); ++step) acc = ct::mma(LEFT, RIGHT, acc);
        STORE
    }
}
"#;

/// One way to write the kernel, and where the operands come from.
struct Form {
    name: &'static str,
    parameters: &'static str,
    views: &'static str,
    before: &'static str,
    operands: [&'static str; 2],
    store: &'static str,
    /// Arguments behind the sizes.
    extra: &'static [u64],
    sources: [OperandSource; 2],
}

const VIEWS: &str = "
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 64>{}};";

const USUAL: Form = Form {
    name: "views",
    parameters: "int m, int n, int k",
    views: VIEWS,
    before: "",
    operands: ["va.load_masked(t / across, step)", "vb.load_masked(step, t % across)"],
    store: "vc.store_masked(ct::element_cast<__half>(acc), t / across, t % across);",
    extra: &[],
    sources: TMA,
};

/// A result of five matrices that are so far apart that their distances are 0 modulo 2^64. There is memory for the first one.
const FAR: Form = Form {
    name: "matrices that are farther apart than memory",
    parameters: "long long m, long long n, long long k, long long batches, long long far",
    views: "
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 64>{}};
    using sizes = ct::extents<long long, ct::dynamic_extent, ct::dynamic_extent, ct::dynamic_extent>;
    using distances = ct::extents<long long, ct::dynamic_extent, ct::dynamic_extent, 1>;
    ct::tensor_span tc{c, ct::layout_strided_mapping{sizes{batches, m, n}, distances{far, n}}};
    ct::partition_view vc{tc, ct::shape<1, 64, 64>{}};",
    store: "vc.store_masked(ct::reshape(ct::element_cast<__half>(acc), ct::shape<1, 64, 64>{}), 0, t / across, t % across);",
    extra: &[5, 1 << 62],
    ..USUAL
};

const FORMS: &[Form] = &[
    USUAL,
    Form {
        name: "extents of 64 bits",
        parameters: "long long m, long long n, long long k",
        views: "
    using sizes = ct::extents<long long, ct::dynamic_extent, ct::dynamic_extent>;
    ct::partition_view va{ct::tensor_span{a, sizes{m, k}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, sizes{k, n}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, sizes{m, n}}, ct::shape<64, 64>{}};",
        ..USUAL
    },
    Form {
        name: "strides",
        views: "
    ct::tensor_span ta{a, ct::layout_strided_mapping{ct::extents{m, k}, ct::extents{k, 1_ic}}};
    ct::partition_view va{ta, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 64>{}};
    ct::tensor_span tc{c, ct::layout_strided_mapping{ct::extents{m, n}, ct::extents{n, 1_ic}}};
    ct::partition_view vc{tc, ct::shape<64, 64>{}};",
        ..USUAL
    },
    Form {
        name: "pointers",
        views: "auto lane = ct::iota<ct::tile<int, ct::shape<64>>>();
            auto down = ct::reshape(lane, ct::shape<64, 1>{}); auto right = ct::reshape(lane, ct::shape<1, 64>{});",
        before: "int i = t / across * 64, j = t % across * 64;",
        operands: [
            "ct::load_masked(a + (i + down) * k + step * 64 + right, (i + down < m) & (step * 64 + right < k), __half(0.0f))",
            "ct::load_masked(b + (step * 64 + down) * n + j + right, (step * 64 + down < k) & (j + right < n), __half(0.0f))",
        ],
        store: "ct::store_masked(c + (i + down) * n + j + right, ct::element_cast<__half>(acc), (i + down < m) & (j + right < n));",
        ..USUAL
    },
    Form {
        name: "a store of a tile in front of each product",
        before: "vc.store_masked(ct::zeros<ct::tile<__half, ct::shape<64, 64>>>(), t / across, t % across);",
        ..USUAL
    },
    Form {
        name: "a sum that is loaded from the result",
        before: "auto old = ct::element_cast<float>(vc.load_masked(t / across, t % across));",
        store: "vc.store_masked(ct::element_cast<__half>(acc + old), t / across, t % across);",
        ..USUAL
    },
    Form {
        name: "a store at a place from memory, which may be anywhere",
        store: "vc.store_masked(ct::element_cast<__half>(acc), t / across, t % across); c[int(float(c[t])) & 63] = __half(0.0f);",
        sources: REGISTERS,
        ..USUAL
    },
    Form {
        name: "an operand that is stored",
        store: "vc.store_masked(ct::element_cast<__half>(acc), t / across, t % across); a[0] = __half(1.0f);",
        sources: [OperandSource::Registers, OperandSource::Tma],
        ..USUAL
    },
];

fn module_of(form: &Form) -> Module {
    let names = [
        ("PARAMETERS", form.parameters),
        ("VIEWS", form.views),
        ("BEFORE", form.before),
        ("LEFT", form.operands[0]),
        ("RIGHT", form.operands[1]),
        ("STORE", form.store),
    ];
    let source = names.iter().fold(KERNEL.to_owned(), |text, (from, to)| text.replace(from, to));
    module(&source, ARCH)
}

/// A remainder without a sign reaches all rows where the divisor is a large number, which is negative with a sign.
const UNSIGNED_ROWS: Form = Form {
    name: "rows that wrap around in a number without a sign",
    parameters: "int m, int n, int k, unsigned divisor",
    before: "
        auto lane = ct::iota<ct::tile<int, ct::shape<64>>>();
        auto row = ct::element_cast<int>(ct::element_cast<unsigned>(t / across * 64 + lane) % divisor);
        auto along = t % across * 64 + ct::reshape(lane, ct::shape<1, 64>{});",
    store: "
        ct::store_masked(c + (ct::reshape(row, ct::shape<64, 1>{}) * n + along), ct::element_cast<__half>(acc),
                         ct::broadcast(along < n, ct::shape<64, 64>{}));",
    extra: &[u32::MAX as u64],
    sources: REGISTERS,
    ..USUAL
};

/// Where A, B and C begin in one buffer, in elements.
#[derive(Clone, Copy, Debug)]
struct Placed {
    starts: [u64; 3],
    is_disjoint: bool,
}

/// A launch of one tile block on a buffer: what is left there, and whether a pipeline fed its products.
fn emulated(
    module: &Module,
    arch: &str,
    mma: &str,
    buffer: &[u8],
    args: &[u64],
    at: &[u64; 3],
) -> (Vec<u8>, bool) {
    let text = text(module, arch);
    if let Some(Err(log)) = ptxas::assemble(&text, arch) {
        panic!("{arch}: {log}");
    }
    let mut memory = emulator::Memory::default();
    let base = memory.alloc(buffer);
    let args: Vec<u64> = at.iter().map(|at| base + 2 * at).chain(args.iter().copied()).collect();
    let launch = emulator::Launch::new(entry_name(module), [1; 3], &args);
    let report = emulator::launch(&text, &launch, &mut memory).expect("the emulator runs it");
    assert!(report.findings.is_empty(), "{arch}: {}", report.describe());
    let executed = |(mnemonic, counts): &(String, emulator::LineCounts)| {
        mnemonic.starts_with(mma) && counts.issued > 0
    };
    let is_fed = report.lines.values().any(executed);
    (memory.bytes(base).to_vec(), is_fed)
}

fn interpreted(module: &Module, buffer: &[u8], args: &[u64], at: &[u64; 3]) -> Vec<u8> {
    let mut memory = interp::Memory::new();
    let base = memory.alloc(buffer);
    let args: Vec<u64> = at.iter().map(|at| base + 2 * at).chain(args.iter().copied()).collect();
    let options = interp::Options { order: interp::Order::Sequential, ..interp::Options::new() };
    let what = Launch {
        entry: entry_name(module),
        grid: [1; 3],
        args: &args,
        globals: None,
        options: &options,
    };
    interp::launch(module, &what, &mut memory).expect("the interpreter runs it");
    memory.read(base, buffer.len()).expect("the buffer is there")
}

/// A buffer of -1, 0 and 1: sums of products of such sums are exact.
fn numbers(elements: usize) -> Vec<u8> {
    match whole(Scalar::F16, elements, 1) {
        Arg::Buffer(elem, bits) => to_bytes(elem, &bits),
        Arg::Number(_) => Vec::new(),
    }
}

/// Runs a kernel on operands at some places, and compares all memory.
fn check(form: &Form, module: &Module, [m, n, k]: [u64; 3], placed: Placed) {
    let sizes = [m * k, k * n, m * n];
    let ends = placed.starts.iter().zip(sizes).map(|(start, size)| start + size);
    let buffer = numbers(ends.max().unwrap_or(0).max(1) as usize);
    let args: Vec<u64> = [m, n, k].iter().chain(form.extra).copied().collect();
    let expected = interpreted(module, &buffer, &args, &placed.starts);
    for (arch, mma) in TARGETS {
        let (found, is_fed) = emulated(module, arch, mma, &buffer, &args, &placed.starts);
        let [found, expected] = [&found, &expected].map(|bytes| from_bytes(Scalar::F16, bytes));
        let differs = found.iter().zip(&expected).position(|(one, other)| one != other);
        assert_eq!(differs, None, "{}: {arch}: {placed:?}", form.name);
        // A pipeline may feed one operand where the memory of the other one overlaps.
        let is_fed_by_form = match form.sources {
            TMA => placed.is_disjoint,
            REGISTERS => false,
            _ => is_fed,
        };
        assert_eq!(is_fed, is_fed_by_form, "{}: {arch}: {placed:?}", form.name);
    }
}

#[test]
fn pipelines_load_where_memory_is_disjoint() {
    let sizes @ [m, n, k] = [128_u64, 128, 128];
    let (a, b) = (m * k, k * n);
    let placed = [
        // One behind the other, in two orders.
        ([0, a, a + b], true),
        ([m * n, m * n + a, 0], true),
        // The last 8 elements of B are the first ones of C, and the last ones of C the first of A.
        ([0, a, a + b - 8], false),
        ([m * n - 8, m * n + a, 0], false),
        // In place, and inside of an operand.
        ([0, a, 0], false),
        ([0, a, a], false),
        ([0, a, 64 * k], false),
    ];
    for form in FORMS {
        let module = module_of(form);
        assert_eq!(operand_sources(&module, ARCH), [form.sources], "{}", form.name);
        for (starts, is_disjoint) in placed {
            check(form, &module, sizes, Placed { starts, is_disjoint });
        }
    }
}

/// Operands without elements are not multiplied, wherever they are.
#[test]
fn operands_may_be_empty() {
    let module = module_of(&USUAL);
    let (m, n) = (64, 64);
    for starts in [[m * n, m * n, 0], [0, 0, 0]] {
        check(&USUAL, &module, [m, n, 0], Placed { starts, is_disjoint: false });
    }
}

#[test]
fn remainders_without_a_sign_reach_far() {
    let module = module_of(&UNSIGNED_ROWS);
    let (m, n, k) = (128, 128, 128);
    // The second row of C is the first one of A.
    for starts in [[n, n + m * k, 0], [0, m * k, m * k + k * n]] {
        check(&UNSIGNED_ROWS, &module, [m, n, k], Placed { starts, is_disjoint: false });
    }
}

/// Ends of ranges that exceed 64 bits tell nothing.
#[test]
fn far_tensors_are_not_apart() {
    let module = module_of(&FAR);
    assert_eq!(operand_sources(&module, ARCH), [TMA]);
    let (m, n, k) = (128, 128, 64);
    for starts in [[0, m * k, m * k + k * n], [m * n, m * n + m * k, 0]] {
        check(&FAR, &module, [m, n, k], Placed { starts, is_disjoint: false });
    }
}
