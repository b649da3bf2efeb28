//! Products whose operands are loaded through tiles of pointers, the ways that users of Triton write them:
//! where the pointers step evenly and the masks are bounds, the operands come through a pipeline to `wgmma`, and the
//! emulator computes what the interpreter does; where they do not, the schedule names the requirement that fails.

mod carried;
mod forms;

use backend_ptx::Options;
use backend_ptx::schedule::refusal::Requirement;
use backend_ptx::target::Target;
use ir::{Module, Scalar};
use tilec_tests::differential::{
    Arg, EXACT, Tolerance, difference, emulated, interpreted, random, zeros,
};
use tilec_tests::products::{module, small_text};
use tilec_tests::ptxas;

use forms::Expected::{Any, Fed, Refused};
use forms::{BATCH, FORMS, Form, HEAD, MATMUL, TAIL};

const ARCH: &str = "sm_90a";
/// Whether a kernel leaves what the interpreter does, on a chip with few SMs, and ptxas accepts it. The code that runs where
/// TMA cannot describe the tensors has the threads of the pipeline, fewer than it would have alone, and spills.
fn check(module: &Module, grid: [u32; 3], args: &[Arg], tolerance: Tolerance) {
    let text = small_text(module, ARCH);
    if let Some(Err(log)) = ptxas::assemble(&text, ARCH) {
        assert!(log.contains("spill") && !log.contains("error"), "{log}");
        assert!(!log.contains("warning"), "{log}");
    }
    let name = &module.entries.values().next().expect("a kernel").name;
    let expected = interpreted(module, grid, args).expect("the interpreter runs it");
    let found = emulated(&text, name, grid, args);
    let different = found.map(|found| difference(args, &found, &expected, tolerance));
    assert_eq!(different, Ok(None), "{text}");
}

const HALF: [(&str, Scalar); 3] =
    [("__half", Scalar::F16), ("__half", Scalar::F16), ("float", Scalar::F32)];

fn source(form: &Form, types: [(&str, Scalar); 3]) -> String {
    let aliases = ["A", "B", "C"].iter().zip(types);
    let aliases: String =
        aliases.map(|(name, (ty, _))| format!("using {name} = {ty};\n")).collect();
    format!("{aliases}{HEAD}{}{}{TAIL}", form.setup, form.steps)
}

/// What a schedule says of the products of the only kernel: whether all are fed, and the requirements that fail.
fn schedule_of(module: &Module) -> (bool, Vec<Requirement>) {
    let target = Target::named(ARCH).expect("a known target");
    let scheduled = backend_ptx::schedule(module, target, &Options::default(), None);
    let schedule = scheduled.schedules.values().next().expect("a kernel");
    let refused: Vec<Requirement> = schedule
        .refusals
        .values()
        .flat_map(|refusals| refusals.parts().map(|(_, refusal)| refusal.requirement))
        .collect();
    (schedule.pipeline.is_some() && refused.is_empty(), refused)
}

fn args((m, n, k): (u64, u64, u64), types: [(&str, Scalar); 3]) -> Vec<Arg> {
    let sizes = [m * k, k * n, m * n].map(|size| (size * BATCH) as usize);
    let mut args = vec![
        random(types[0].1, sizes[0], 1),
        random(types[1].1, sizes[1], 2),
        zeros(types[2].1, sizes[2]),
        Arg::Buffer(Scalar::I32, (0..m).map(|at| (at * 7 + 3) % m).collect()),
    ];
    args.extend([m, n, k, k, n, 1].map(Arg::Number));
    args
}

/// Runs a form on both devices, and compares what its schedule says with what is expected.
fn disagreement(form: &Form, types: [(&str, Scalar); 3]) -> Option<String> {
    let module = module(&source(form, types), ARCH);
    let (is_fed, refused) = schedule_of(&module);
    let agrees = match form.expected {
        Any => true,
        Fed => is_fed,
        Refused(requirement) => refused.contains(&requirement),
    };
    if !agrees {
        return Some(format!("{}: fed {is_fed}, {refused:?}", form.name));
    }
    for &(m, n, k) in form.sizes {
        let grid = (form.blocks)(m.div_ceil(64) as u32, n.div_ceil(64) as u32);
        let args = args((m, n, k), types);
        check(&module, grid, &args, EXACT);
    }
    None
}

/// The formats of other products, and how B lies in memory for each.
#[test]
fn other_formats_are_fed() {
    let bf16 = ("__nv_bfloat16", Scalar::BF16);
    let e4m3 = ("__nv_fp8_e4m3", Scalar::F8E4M3FN);
    let i8 = ("signed char", Scalar::I8);
    let float = ("float", Scalar::F32);
    let named = |name: &str| FORMS.iter().find(|form| form.name == name).expect("a form");
    let transposed = named("B transposed in memory");
    let cases = [
        (&MATMUL, [bf16, bf16, float]),
        (transposed, [e4m3, e4m3, float]),
        (transposed, [i8, i8, ("int", Scalar::I32)]),
    ];
    let wrong: Vec<String> =
        cases.iter().filter_map(|(form, types)| disagreement(form, *types)).collect();
    assert_eq!(wrong, Vec::<String>::new());
}

/// Attention over heads of 64 columns.
const ATTENTION: &str = r#"
template <int N> __tile__ auto arange() { return ct::iota<ct::tile<int, ct::shape<N>>>(); }
template <class T> __tile__ auto col(T x) { return ct::reshape(x, ct::shape<64, 1>{}); }
template <class T> __tile__ auto row(T x) { return ct::reshape(x, ct::shape<1, 64>{}); }
__tile_global__ void attention(const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v,
                               float* __restrict__ o, int length) {
    int block = ct::bid().x, head = ct::bid().y;
    auto offs_m = block * 64 + arange<64>(), offs_n = arange<64>(), offs_d = arange<64>();
    long base = (long)head * length * 64;
    auto never = ct::full<ct::tile<float, ct::shape<64, 64>>>(-1e30f);
    auto query = ct::load_masked(q + base + (col(offs_m) * 64 + row(offs_d)), col(offs_m) < length, __half(0));
    auto pk = k + base + (row(offs_n) * 64 + col(offs_d));
    auto pv = v + base + (col(offs_n) * 64 + row(offs_d));
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<64, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<64, 1>>>(-1e30f);
    for (int start = 0; start < length; start += 64) {
        auto key = ct::load_masked(pk, row(offs_n) < length - start, __half(0));
        auto s = ct::mma(query, key, ct::zeros<ct::tile<float, ct::shape<64, 64>>>()) * 0.125f;
        s = ct::select(start + row(offs_n) < length, s, never);
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp2(s - next);
        auto alpha = ct::exp2(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        auto value = ct::load_masked(pv, col(offs_n) < length - start, __half(0));
        acc = ct::mma(ct::element_cast<__half>(p), value, acc * alpha);
        pk = pk + 64 * 64;
        pv = pv + 64 * 64;
    }
    ct::store_masked(o + base + (col(offs_m) * 64 + row(offs_d)), acc / sum, col(offs_m) < length);
}
"#;

#[test]
fn attention_is_fed() {
    let module = module(ATTENTION, ARCH);
    let (_, refused) = schedule_of(&module);
    // What is computed from the scores is an operand from registers: in the loop, where the scores of the next step are
    // multiplied first, and behind it for the last step.
    assert_eq!(refused, [Requirement::LoadedTile, Requirement::LoadedTile]);
    for length in [128, 71] {
        let matrix = |seed| random(Scalar::F16, length * 64 * 2, seed);
        let mut args = vec![matrix(1), matrix(2), matrix(3), zeros(Scalar::F32, length * 64 * 2)];
        args.push(Arg::Number(length as u64));
        let grid = [length.div_ceil(64) as u32, 2, 1];
        let tolerance = Tolerance { relative: 1e-2, absolute: 1e-2 };
        check(&module, grid, &args, tolerance);
    }
}

/// Strides that are not 1 along the last dimension, and a divisor that is negative: the kernel's tests fail, and it
/// computes the same without a pipeline.
const FAILED_TESTS: &str = r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c,
                          int m, int n, int k, int sam, int sak, int sbk, int sbn, int across, int first) {
    int pid = ct::bid().x, pid_m = pid / across, pid_n = ct::bid().y;
    auto lane = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto col = ct::reshape(lane, ct::shape<64, 1>{});
    auto row = ct::reshape(lane, ct::shape<1, 64>{});
    auto pa = a + (first * sam + (pid_m * 64 + col) * sam + row * sak);
    auto pb = b + (col * sbk + (pid_n * 64 + row) * sbn);
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto x = ct::load_masked(pa, pid_m * 64 + col < m - first && row < k - step * 64, __half(0));
        auto y = ct::load_masked(pb, col < k - step * 64 && pid_n * 64 + row < n, __half(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64 * sak;
        pb = pb + 64 * sbk;
    }
    auto rows = first + pid_m * 64 + col;
    auto columns = pid_n * 64 + row;
    ct::store_masked(c + rows * n + columns, acc, rows < m && columns < n);
}
"#;

#[test]
fn kernels_whose_tests_fail_compute_the_same() {
    // The divisor is the same for all tile blocks, or is not.
    let of_block =
        FAILED_TESTS.replace("pid / across,", "pid / ct::min(across - int(ct::bid().z), 1000),");
    assert_ne!(of_block, FAILED_TESTS);
    let modules = [FAILED_TESTS, &of_block].map(|source| module(source, ARCH));
    for module in &modules {
        assert!(schedule_of(module).0, "a pipeline where the tests hold");
    }
    for (m, n, k) in [(128, 64, 128), (72, 80, 136), (33, 35, 67)] {
        let last = (m - 1) / 64 * 64;
        let strides = [
            [k, 1, n, 1, 1, 0],
            [1, m, n, 1, 1, 0],
            [k, 1, 1, k, 1, 0],
            [k, 1, n, 1, u64::from(u32::MAX), last],
        ];
        for numbers in strides {
            let mut args = vec![
                random(Scalar::F16, (m * k) as usize, 1),
                random(Scalar::F16, (k * n) as usize, 2),
                zeros(Scalar::F32, (m * n) as usize),
            ];
            args.extend([m, n, k].into_iter().chain(numbers).map(Arg::Number));
            let grid = [m.div_ceil(64) as u32, n.div_ceil(64) as u32, 1];
            for module in &modules {
                check(module, grid, &args, EXACT);
            }
        }
    }
}

/// A loop over tiles of rows, from the last one on, that carries the sums: each row of a tile gets those of the rows behind it, of
/// which the last tile has some that wrap around.
const CARRIED: &str = r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
    auto lane = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto along = ct::reshape(lane, ct::shape<1, 64>{});
    auto down = ct::reshape(lane, ct::shape<64, 1>{});
    auto columns = int(ct::bid().y) * 64 + along;
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    int tiles = ct::ceildiv(m, 64);
    for (int at : ct::irange(0, tiles)) {
        auto rows = ct::max(tiles - 1 - at, 0) * 64 + lane;
        auto pa = a + (ct::reshape(rows % m, ct::shape<64, 1>{}) * k + along);
        auto pb = b + (down * n + columns);
        for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
            auto x = ct::load_masked(pa, along < k - step * 64, __half(0));
            auto y = ct::load_masked(pb, down < k - step * 64 && columns < n, __half(0));
            acc = ct::mma(x, y, acc);
            pa = pa + 64;
            pb = pb + 64 * n;
        }
        auto stored = ct::reshape(rows, ct::shape<64, 1>{});
        ct::store_masked(c + (stored * n + columns), acc, stored < m && columns < n);
    }
}
"#;

#[test]
fn rows_that_wrap_around_are_kept_where_a_loop_carries_their_sums() {
    let last = [
        "rows % m",
        "ct::min(rows, m - 1)",
        "ct::select(rows < m, rows, ct::zeros<ct::tile<int, ct::shape<64>>>())",
    ];
    for last in last {
        let source = CARRIED.replace("rows % m", last);
        check_carried(&source);
        let counted = "for (int at : ct::irange(0, tiles))";
        let stepped = "for (int at = 0; at < tiles; at += ct::num_blocks().x)";
        assert!(source.contains(counted));
        check_carried(&source.replace(counted, stepped));
    }
}

fn check_carried(source: &str) {
    let module = module(source, ARCH);
    let (m, n, k) = (72, 80, 136);
    let mut args = vec![
        random(Scalar::F16, m * k, 1),
        random(Scalar::F16, k * n, 2),
        zeros(Scalar::F32, m * n),
    ];
    args.extend([m, n, k].map(|extent| Arg::Number(extent as u64)));
    check(&module, [1, n.div_ceil(64) as u32, 1], &args, EXACT);
}

/// A persistent kernel; `LOOP` goes through the tiles.
const PERSISTENT: &str = r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n, int k,
                          int blocks) {
    auto lane = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto along = ct::reshape(lane, ct::shape<1, 64>{});
    auto down = ct::reshape(lane, ct::shape<64, 1>{});
    int across = ct::ceildiv(n, 64), tiles = ct::ceildiv(m, 64) * across;
    LOOP {
        int pid_m = pid / across, pid_n = pid % across;
        auto rows = pid_m * 64 + lane, columns = pid_n * 64 + lane;
        auto pa = a + (ct::reshape(rows % m, ct::shape<64, 1>{}) * k + along);
        auto pb = b + (down * n + ct::reshape(columns % n, ct::shape<1, 64>{}));
        auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
        for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
            auto x = ct::load_masked(pa, along < k - step * 64, __half(0));
            auto y = ct::load_masked(pb, down < k - step * 64, __half(0));
            acc = ct::mma(x, y, acc);
            pa = pa + 64;
            pb = pb + 64 * n;
        }
        auto to_row = ct::reshape(rows, ct::shape<64, 1>{});
        auto to_column = ct::reshape(columns, ct::shape<1, 64>{});
        ct::store_masked(c + (to_row * n + to_column), acc, to_row < m && to_column < n);
    }
}
"#;

#[test]
fn persistent_kernels_are_fed() {
    let (m, n, k) = (136, 80, 136);
    // In the last launches of a loop, its count would wrap around: the kernel tests that.
    let most = i32::MAX as u64;
    let loops = [
        ("for (int pid = ct::bid().x; pid < tiles; pid += int(ct::num_blocks().x))", vec![(2, 2)]),
        ("for (int pid = ct::bid().x; pid < tiles; pid += ct::num_blocks().x)", vec![(2, 2)]),
        (
            "for (int pid = ct::bid().x; pid < tiles; pid += blocks)",
            vec![(2, 2), (1, most), (1, most - 5)],
        ),
        (
            "for (unsigned at = ct::bid().x; at < tiles; at += blocks) if (int pid = at; true)",
            vec![(2, 2), (1, most), (1, u64::from(u32::MAX))],
        ),
    ];
    for (head, launches) in loops {
        let module = module(&PERSISTENT.replace("LOOP", head), ARCH);
        let (is_fed, refused) = schedule_of(&module);
        assert!(is_fed, "{head}: {refused:?}");
        for (blocks, step) in launches {
            let mut args = vec![
                random(Scalar::F16, m * k, 1),
                random(Scalar::F16, k * n, 2),
                zeros(Scalar::F32, m * n),
            ];
            args.extend([m, n, k].map(|extent| Arg::Number(extent as u64)));
            args.push(Arg::Number(step));
            check(&module, [blocks, 1, 1], &args, EXACT);
        }
    }
}

/// The mask of one side of a branch follows from what the kernel computes on that side alone: the other side does not have it,
/// although the arithmetic of the mask, which overflows there, says so.
#[test]
fn masks_of_one_side_of_a_branch_stay_there() {
    let head = "for (int pid = ct::bid().x; pid < tiles; pid += int(ct::num_blocks().x))";
    let stored =
        "ct::store_masked(c + (to_row * n + to_column), acc, to_row < m && to_column < n);";
    let sum = "
        if ((pid_m + 1) * 64l <= (long)blocks + 100) {
            ct::store_masked(c + (to_row * n + to_column), acc, to_column < n);
        } else {
            int end = blocks + 100;
            ct::store_masked(c + (to_row * n + to_column), acc, to_row < end && to_column < n);
        }";
    let source = PERSISTENT.replace("LOOP", head);
    assert!(source.contains(stored));
    check_with(&source.replace(stored, sum), 1, i32::MAX as u64);
}

/// A kernel whose test never holds; `PLACE` is the number of its rows of tiles, `STEPS` the loop.
const UNTESTABLE: &str = r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n, int k,
                          int last) {
    auto lane = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto along = ct::reshape(lane, ct::shape<1, 64>{});
    auto down = ct::reshape(lane, ct::shape<64, 1>{});
    auto rows = PLACE * 64 + lane, columns = int(ct::bid().y) * 64 + lane;
    auto pa = a + (ct::reshape(ROWS, ct::shape<64, 1>{}) * k + along);
    auto pb = b + (down * n + ct::reshape(columns % n, ct::shape<1, 64>{}));
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    STEPS {
        auto x = ct::load_masked(pa, along < k - step * 64, __half(0));
        auto y = ct::load_masked(pb, down < k - step * 64, __half(0));
        acc = ct::mma(x, y, acc);
        pa = pa + 64;
        pb = pb + 64 * n;
    }
    auto to_row = ct::reshape(rows, ct::shape<64, 1>{});
    auto to_column = ct::reshape(columns, ct::shape<1, 64>{});
    ct::store_masked(c + (to_row * n + to_column), acc, to_row < m && to_column < n);
}
"#;

/// Such a kernel executes the code without TMA.
#[test]
fn tests_that_never_hold_are_not_forgotten() {
    let backwards = "for (int step = 0; step < last; step += -1)";
    let usual = "for (int step = 0; step < ct::ceildiv(k, 64); ++step)";
    let bid = "int(ct::bid().x)";
    let forms =
        [(bid, "rows % m", backwards), ("int(ct::bid().x) / -4", "ct::min(rows, m - 1)", usual)];
    for (place, rows, steps) in forms {
        let source = UNTESTABLE.replace("PLACE", place).replace("ROWS", rows);
        check_with(&source.replace("STEPS", steps), 1, 0);
    }
}

fn check_with(source: &str, blocks: u32, number: u64) {
    let module = module(source, ARCH);
    let (m, n, k) = (128, 80, 136);
    let mut args = vec![
        random(Scalar::F16, m * k, 1),
        random(Scalar::F16, k * n, 2),
        zeros(Scalar::F32, m * n),
    ];
    args.extend([m, n, k].map(|extent| Arg::Number(extent as u64)));
    args.push(Arg::Number(number));
    check(&module, [blocks, 1, 1], &args, EXACT);
}

/// The disagreements of every fourth form, from one on.
fn wrong_from(first: usize) -> Vec<String> {
    let forms = FORMS.iter().skip(first).step_by(4);
    forms.filter_map(|form| disagreement(form, HALF)).collect()
}

#[test]
fn tiles_of_pointers_are_tiles_of_tensors_0() {
    assert_eq!(wrong_from(0), Vec::<String>::new());
}

#[test]
fn tiles_of_pointers_are_tiles_of_tensors_1() {
    assert_eq!(wrong_from(1), Vec::<String>::new());
}

#[test]
fn tiles_of_pointers_are_tiles_of_tensors_2() {
    assert_eq!(wrong_from(2), Vec::<String>::new());
}

#[test]
fn tiles_of_pointers_are_tiles_of_tensors_3() {
    assert_eq!(wrong_from(3), Vec::<String>::new());
}
