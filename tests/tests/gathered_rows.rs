//! Operands whose rows a list names, gathered by TMA, or by warps where TMA does not gather: the PTX does what the
//! interpreter does, for repeated rows and for numbers outside of the tensor; schedules have the copies as data, and remarks
//! say why others are not gathered.
//!
//! Nothing here has run on hardware.

use std::fmt::Write;
use std::path::Path;

use backend_ptx::cost::model::OpKind;
use backend_ptx::launch::evaluate::Launch;
use backend_ptx::schedule::parse;
use backend_ptx::target::Target;
use backend_ptx::{CostAnalysis, Options, compile};
use ir::{Module, Scalar};
use lang::base::Pos;
use tilec_tests::differential::{Arg, EXACT, check, check_on, random, zeros};
use tilec_tests::gathers::{
    COMPUTED, E4M3, Gathered, INT, LISTED, LISTED_BY_VIEW, LONG, PAGES, PLAIN, TWICE, list,
};
use tilec_tests::products::{BFLOAT, FLOAT, HALF, SUMS_OF_TF32, module, small};
use tilec_tests::ptxas;
use tilec_tests::round_trip::schedules;

/// How rows are gathered for a target: what ends a load's line in the schedule, and the instruction.
struct Way {
    arch: &'static str,
    scheduled: &'static str,
    instruction: &'static str,
}

const WAYS: &[Way] = &[
    Way { arch: ARCH, scheduled: ", gather\n", instruction: INSTRUCTION },
    Way { arch: "sm_90a", scheduled: ", gather_by_warps\n", instruction: "cp.async.cg" },
];
const ARCH: &str = "sm_100a";
const INSTRUCTION: &str = "tile::gather4";

/// That the emulator computes what the interpreter does, with `rows` rows to gather from.
fn agrees(
    form: &Gathered,
    (module, way): (&Module, &Way),
    sizes: (usize, usize, usize),
    rows: usize,
    list: &[i64],
) {
    let (grid, args) = form.launch(sizes, rows, list);
    let tolerance = if form.factor.1 == Scalar::TF32 { SUMS_OF_TF32 } else { EXACT };
    check(module, way.arch, grid, &args, tolerance);
}

fn ptx(module: &Module, arch: &str) -> String {
    let target = Target::named(arch).expect("a known target");
    let options = Options { verify: true, ..Options::default() };
    let (ptx, found) = compile(module, target, &options);
    assert!(found.is_empty(), "{found:#?}");
    backend_ptx::ptx::print::module_text(&ptx)
}

fn assert_gathers((module, way): (&Module, &Way), what: &str) {
    let text = schedules(module, way.arch);
    assert!(text.contains(way.scheduled), "{what}\n{text}");
    assert!(ptx(module, way.arch).contains(way.instruction), "{what}");
}

#[test]
fn rows_of_every_type() {
    for way in WAYS {
        let formats = [
            (HALF, FLOAT),
            (BFLOAT, FLOAT),
            (("__nv_tf32", Scalar::TF32), FLOAT),
            (E4M3, FLOAT),
            (("signed char", Scalar::I8), INT),
        ];
        for (factor, sum) in formats {
            for number in [INT, LONG] {
                for is_b in [false, true] {
                    // Of 32 bits, and on sm_90a of 8 bits, the instruction takes K contiguous alone.
                    let takes_rows =
                        factor.1.bytes() == 2 || (factor.1.bytes() == 1 && way.arch == ARCH);
                    if is_b && !takes_rows {
                        continue;
                    }
                    let k = 128 / factor.1.bytes();
                    let gathered =
                        Gathered { factor, sum, number, tile: (64, 32, k), is_b, ..PLAIN };
                    let module = module(&gathered.source(), way.arch);
                    assert_gathers((&module, way), factor.0);
                    let length = if is_b { 2 * k as usize + 5 } else { 70 };
                    agrees(
                        &gathered,
                        (&module, way),
                        (72, 48, 3 * k as usize - 16),
                        40,
                        &list(length, 40, number, 3),
                    );
                }
            }
        }
    }
}

#[test]
fn every_shape() {
    for way in WAYS {
        for (tile, is_b) in [
            ((64, 16, 32), false),
            ((64, 64, 128), false),
            ((128, 32, 64), false),
            ((256, 32, 64), false),
            ((256, 128, 64), false),
            ((128, 128, 16), true),
            ((64, 256, 64), true),
            ((128, 64, 128), true),
        ] {
            for by_pointers in [false, true] {
                if by_pointers && way.arch == ARCH {
                    continue;
                }
                let gathered = Gathered { tile, is_b, by_pointers, ..PLAIN };
                let module = module(&gathered.source(), way.arch);
                assert_gathers((&module, way), &format!("{tile:?} {is_b}"));
                let (m, n, k) = (tile.0 as usize + 8, tile.1 as usize, 2 * tile.2 as usize + 8);
                agrees(&gathered, (&module, way), (m, n, k), 50, &list(m.max(k), 50, INT, 9));
            }
        }
    }
}

#[test]
fn numbers_that_follow_from_others() {
    for way in WAYS {
        for (rows, by_pointers) in [LISTED, LISTED_BY_VIEW, PAGES, COMPUTED, TWICE]
            .into_iter()
            .flat_map(|rows| [(rows, false), (rows, true)])
        {
            // Rows of pointers are those of a tensor that no tensor map describes.
            if by_pointers && way.arch == ARCH {
                continue;
            }
            for number in [INT, LONG] {
                for is_b in [false, true] {
                    let gathered = Gathered { number, is_b, rows, by_pointers, ..PLAIN };
                    let module = module(&gathered.source(), way.arch);
                    assert_gathers((&module, way), rows);
                    agrees(
                        &gathered,
                        (&module, way),
                        (136, 64, 136),
                        90,
                        &list(150, 90, number, 11),
                    );
                }
            }
        }
    }
}

/// Rows of 32 bytes, whose swizzle is another one.
#[test]
fn short_rows() {
    for way in WAYS {
        for is_b in [false, true] {
            if is_b && way.arch != ARCH {
                continue;
            }
            let tile = if is_b { (64, 32, 64) } else { (64, 32, 32) };
            let gathered = Gathered { factor: E4M3, tile, is_b, ..PLAIN };
            let module = module(&gathered.source(), way.arch);
            assert_gathers((&module, way), "short rows");
            agrees(&gathered, (&module, way), (72, 48, 80), 30, &list(90, 30, INT, 21));
        }
    }
}

/// Where the columns of slices begin: also in front of the tensor, as seen with a sign.
#[test]
fn columns_outside_of_the_tensor() {
    for way in WAYS {
        for (from, to) in
            [("step * BK)", "step * BK - 32)"), ("step * BK)", "(long long)(step * BK) - 32)")]
        {
            let source = PLAIN.source();
            assert!(source.contains(from), "{source}");
            let module = module(&source.replace(from, to), way.arch);
            assert_gathers((&module, way), to);
            agrees(&PLAIN, (&module, way), (136, 64, 136), 40, &list(140, 40, INT, 13));
        }
    }
}

/// Tokens of experts: rows by their numbers, and weights whose map is replaced for each tile block.
const EXPERTS: &str = r"
__tile_global__ void experts(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c,
                             const int* __restrict__ list, const int* __restrict__ expert, int count, int m, int n, int k) {
    a = ct::assume_aligned(a, 16_ic);
    b = ct::assume_aligned(b, 16_ic);
    n = ct::assume_divisible(n, 8_ic);
    k = ct::assume_divisible(k, 8_ic);
    int x = ct::bid().x, y = ct::bid().y;
    long long own = expert[x];
    ct::gather_scatter_view va{ct::tensor_span{a, ct::extents{count, k}}, ct::shape<64, 64>{}, 0_ic};
    ct::partition_view vb{ct::tensor_span{b + own * k * n, ct::extents{k, n}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 64>{}};
    auto numbers = ct::load(list + (x * 64 + ct::iota<ct::tile<int, ct::shape<64>>>()));
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        acc = ct::mma(va.load_masked(numbers, step * 64), vb.load_masked(step, y), acc);
    vc.store_masked(acc, x, y);
}
";

#[test]
fn weights_of_experts_are_replaced() {
    let module = module(EXPERTS, ARCH);
    assert_gathers((&module, &WAYS[0]), "experts");
    let text = schedules(&module, ARCH);
    assert!(text.contains("replace_map"), "{text}");
    let (m, n, k, count) = (256_u64, 72_u64, 136_u64, 50_u64);
    let numbers = list(m as usize, count as usize, INT, 5).into_iter();
    let args = [
        random(Scalar::F16, (count * k) as usize, 1),
        random(Scalar::F16, (3 * k * n) as usize, 2),
        zeros(Scalar::F32, (m * n) as usize),
        Arg::Buffer(Scalar::I32, numbers.map(|row| row as u64 & Scalar::I32.mask()).collect()),
        Arg::Buffer(Scalar::I32, vec![2, 0, 1, 2]),
        Arg::Number(count),
        Arg::Number(m),
        Arg::Number(n),
        Arg::Number(k),
    ];
    // A CTA computes two tile blocks, of different experts.
    check_on(&module, small(ARCH), &Options::default(), [4, 2, 1], &args, EXACT);
}

/// Columns of A that a list names, where a column is contiguous.
const COLUMNS: &str = r"
__tile_global__ void gather(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c,
                            const int* __restrict__ list, int count, int m, int n, int k) {
    ct::gather_scatter_view va{ct::tensor_span{a, ct::extents{m, count}, columns{}}, ct::shape<64, 64>{}, 1_ic};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 64>{}};
    int x = ct::bid().x, y = ct::bid().y;
    auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64))) {
        auto numbers = ct::load_masked(list + (step * 64 + i), step * 64 + i < k, ct::full<ct::tile<int, ct::shape<>>>(-1));
        acc = ct::mma(va.load_masked(x * 64, numbers), vb.load_masked(step, y), acc);
    }
    vc.store_masked(acc, x, y);
}
";

#[test]
fn columns_of_a_tensor_with_contiguous_columns() {
    for way in WAYS {
        let module = module(COLUMNS, way.arch);
        assert_gathers((&module, way), "columns");
        let (m, n, k, count) = (72_u64, 64_u64, 100_u64, 40_u64);
        let numbers = list(k as usize, count as usize, INT, 7).into_iter();
        let args = [
            random(Scalar::F16, (m * count) as usize, 1),
            random(Scalar::F16, (k * n) as usize, 2),
            zeros(Scalar::F32, (m * n) as usize),
            Arg::Buffer(Scalar::I32, numbers.map(|row| row as u64 & Scalar::I32.mask()).collect()),
            Arg::Number(count),
            Arg::Number(m),
            Arg::Number(n),
            Arg::Number(k),
        ];
        check(&module, way.arch, [2, 1, 1], &args, EXACT);
    }
}

/// Shapes of operands, of lists and their numbers, at random; some with rows that 16 bytes do not divide.
#[test]
fn random_shapes_and_lists() {
    for way in WAYS {
        let mut modules = Vec::new();
        for (is_b, number, by_pointers) in [
            (false, INT, false),
            (true, INT, true),
            (false, LONG, true),
            (true, LONG, false),
            (false, INT, true),
            (true, INT, false),
        ] {
            let gathered = Gathered { number, is_b, by_pointers, tile: (64, 64, 64), ..PLAIN };
            let module = module(&gathered.source(), way.arch);
            if way.arch != ARCH {
                assert_gathers((&module, way), &gathered.source());
            }
            modules.push((gathered, module));
        }
        for seed in 0..18_u64 {
            let (gathered, module) = &modules[seed as usize % modules.len()];
            let pick = |number: u64, below: u64| {
                let mixed = (seed * 8 + number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                (mixed >> 33) % below
            };
            let align = if seed % 5 == 4 { 1 } else { 8 };
            let (m, n) =
                (1 + pick(0, 130) as usize, align * (1 + pick(1, 96 / align as u64) as usize));
            let k = align * (1 + pick(2, 160 / align as u64) as usize);
            let rows = 1 + pick(3, 90) as usize;
            let length = 1 + pick(4, 140) as usize;
            agrees(
                gathered,
                (module, way),
                (m, n, k),
                rows,
                &list(length, rows, gathered.number, seed),
            );
        }
    }
}

/// Additions behind the loop: rows of a bias, a residual, and the tile that is stored.
const BEHIND: [&str; 4] = [
    "ct::partition_view{ct::tensor_span{b, ct::extents{1, n}}, ct::shape<1, BN>{}}.load_masked(0, y)",
    "ct::reshape(ct::partition_view{ct::tensor_span{b, ct::extents{n}}, ct::shape<BN>{}}.load_masked(y), ct::shape<1, BN>{})",
    "ct::partition_view{ct::tensor_span{b, ct::extents{m, n}}, ct::shape<BM, BN>{}}.load_masked(x, y)",
    "vc.load_masked(x, y)",
];

#[test]
fn tiles_that_are_added_behind_the_loop() {
    for way in WAYS {
        for added in BEHIND {
            for (is_b, by_pointers) in [(false, false), (true, false), (false, true)] {
                if by_pointers && way.arch == ARCH {
                    continue;
                }
                let gathered = Gathered { is_b, by_pointers, ..PLAIN };
                let stored = format!("acc + ct::element_cast<C>({added})");
                let source = gathered
                    .source()
                    .replace("store_masked(acc,", &format!("store_masked({stored},"));
                let module = module(&source, way.arch);
                assert_gathers((&module, way), added);
                agrees(&gathered, (&module, way), (136, 64, 200), 210, &list(200, 210, INT, 17));
            }
        }
    }
}

/// The example of a convolution with 256 pixels a tile block: eight numbers of rows, and what holds of each, in a lane.
#[test]
fn taps_of_a_convolution_of_256_pixels() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/convolution/kernel.cu");
    let source = std::fs::read_to_string(example).expect("the example is there");
    let source = source.replace("32, 64, 64>", "32, 64, 256>");
    let way = &WAYS[1];
    let module = module(&source, way.arch);
    assert_gathers((&module, way), "convolution");
    let (height, width) = (12_usize, 40_usize);
    let args = [
        random(Scalar::F16, height * width * 32, 1),
        random(Scalar::F16, 9 * 32 * 64, 2),
        zeros(Scalar::F32, height * width * 64),
        Arg::Number(height as u64),
        Arg::Number(width as u64),
    ];
    check(&module, way.arch, [2, 1, 1], &args, EXACT);
}

/// The requirements of rows that are gathered, each with replacements in the first kernel that break it.
const BROKEN: &[(&str, &[(&str, &str)])] = &[
    (
        "gathered_rows",
        &[
            ("ct::shape<BM, BK>{}, 0_ic}", "ct::shape<BM, BK>{}, 1_ic}"),
            ("(numbers, step * BK)", "(x * BM, step * BK + j)"),
        ],
    ),
    ("known_rows", &[("C* __restrict__ c, const I* __restrict__", "C* c, const I*")]),
    (
        "gathered_tensor",
        &[("{a, ct::extents{count, k}}", "{a + ct::bid().x * 8, ct::extents{count, k}}")],
    ),
    ("static_pitch", &[("ct::extents{count, k}}", "ct::extents{count, 67_ic}}")]),
    (
        "zero_padding",
        &[(
            "va.load_masked(numbers, step * BK)",
            "va.load_masked<ct::view_padding::nan>(numbers, step * BK)",
        )],
    ),
];

#[test]
fn the_first_requirement_that_fails_is_named() {
    let mut wrong = String::new();
    for (requirement, replaced) in BROKEN {
        let mut source = PLAIN.source();
        for (from, to) in *replaced {
            assert!(source.contains(from), "{from}\n{source}");
            source = source.replace(from, to);
        }
        let source = source.replace(
            "auto acc",
            "auto j = ct::iota<ct::tile<int, ct::shape<BK>>>();\n    auto acc",
        );
        let module = module(&source, ARCH);
        let schedule = schedules(&module, ARCH);
        if ptx(&module, ARCH).contains(INSTRUCTION)
            || !schedule.contains(&format!(": {requirement}"))
        {
            let _ = writeln!(wrong, "{requirement}: {schedule}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Texts of a schedule, texts in their place, and what is wrong with it then.
const FAULTS: &[(&[(&str, &str)], &str)] = &[
    (&[(", gather", "")], "the boxes have 32 rows"),
    (
        &[(", boxes 32, gather", ", boxes 128")],
        "a load gathers rows exactly where it is one of a gather/scatter view",
    ),
    (&[("boxes 32", "boxes 16")], "the boxes have 64 rows, a chunk of the tile 128"),
    (
        &[("box [64, 1]", "box [64, 4]"), ("boxes 32", "boxes 8")],
        "through a map of a part of one row",
    ),
    (&[("x 1, axes [1, 0]", "x 1, axes [0, 1]")], "not those of the sparse dimension"),
    (&[("box [64, 1] swizzle 3", "box [64, 1] swizzle 3 replaced")], "differs between tile blocks"),
    (&[("boxes 32, gather", "boxes 32, gather, threads")], "for the MMAs of one tile block"),
    (
        &[("    partition tma {\n      compute %1..", "    partition tma {\n      compute %6..")],
        "has not computed an operand",
    ),
];
/// The same where warps gather.
const FAULTS_OF_WARPS: &[(&[(&str, &str)], &str)] = &[
    (
        &[(", boxes 128, gather_by_warps", ", boxes 32, gather")],
        "rows are not gathered so on sm_90a",
    ),
    (
        &[(", boxes 128, gather_by_warps", ", boxes 128")],
        "a load gathers rows exactly where it is one of a gather/scatter view",
    ),
    (&[("boxes 128, gather_by_warps", "boxes 64, gather_by_warps")], "the boxes have 64 rows"),
    (&[("box [64, 64] swizzle 3", "box [64, 64] swizzle 3 replaced")], "no tensor map is replaced"),
    (&[("acquire p0 8192", "acquire p0 24576")], "24576 bytes are announced, 8192 are copied"),
    (&[("await_copies\n", "\n")], "have not been awaited"),
    (&[("fence\n", "\n")], "is not fenced"),
];

#[test]
fn schedules_say_what_is_gathered() {
    for (way, faults) in WAYS.iter().zip([FAULTS, FAULTS_OF_WARPS]) {
        let module = module(&PLAIN.source(), way.arch);
        let target = Target::named(way.arch).expect("a known target");
        let text = schedules(&module, way.arch);
        for (replaced, message) in faults {
            let mut broken = text.clone();
            for (from, to) in *replaced {
                assert!(text.contains(from), "{from}\n{text}");
                broken = broken.replacen(from, to, 1);
            }
            let (_, found) = parse::parse(&broken, Pos(1), &target);
            let found: Vec<String> = found.iter().map(|it| it.message.clone()).collect();
            let is_found = found.iter().any(|it| it.contains(message));
            assert!(is_found, "{replaced:?}: {found:?}\n{broken}");
        }
    }
}

#[test]
fn remarks_name_the_way() {
    let module = module(&PLAIN.source(), ARCH);
    let target = Target::named(ARCH).expect("a known target");
    let (_, remarks) = compile(&module, target, &Options { remarks: true, ..Options::default() });
    let said: Vec<&str> = remarks.iter().map(|remark| remark.message.as_str()).collect();
    let product = "the product of 128x64 by 64x64 of f16 runs on `tcgen05`, A from bulk tensor copies that gather rows, \
                   B from bulk tensor copies, the sum in tensor memory";
    assert_eq!(said[1..], [product]);
}

/// Parts of rows that a copy brings, as of a box: two of 64 columns, of each of 128 rows.
#[test]
fn the_cost_model_counts_rows() {
    let module = module(&Gathered { tile: (128, 64, 128), ..PLAIN }.source(), ARCH);
    let target = Target::named(ARCH).expect("a known target");
    let analysis = CostAnalysis::of(&module, target).expect("it compiles");
    let kernel = module.entries.values().next().expect("a kernel");
    let pointers = (1..5_u64).map(|number| (number << 20).to_le_bytes().to_vec());
    let sizes = [512_u32, 512, 256, 64, 256].map(|size| size.to_le_bytes().to_vec());
    let args = pointers.chain(sizes).collect();
    let launch = Launch { grid: [2, 1, 1], args, memory: Vec::new() };
    let model = analysis.model(&kernel.name, &launch).expect("a model");
    let ops = model.regions.iter().flat_map(|region| &region.ops);
    let copies = ops.filter_map(|op| match &op.kind {
        OpKind::Copy(copy) => Some((copy.rows, copy.bytes, copy.word)),
        _ => None,
    });
    let copies: Vec<_> = copies.collect();
    assert_eq!(copies, [(256.0, 32768.0, 0), (128.0, 16384.0, 0)]);
}

#[test]
fn targets_without_it_load_by_threads() {
    for arch in ["sm_120a", "sm_80"] {
        let module = module(&PLAIN.source(), arch);
        let text = schedules(&module, arch);
        assert!(!text.contains(", gather"), "{arch}\n{text}");
        assert!(text.contains("a: gathering_target"), "{arch}\n{text}");
        assert!(!ptx(&module, arch).contains(INSTRUCTION), "{arch}");
    }
}

#[test]
fn the_assembler_takes_it_for_every_target() {
    for arch in ["sm_100a", "sm_103a", "sm_110a"] {
        for (number, is_b, rows) in [(INT, false, LISTED), (LONG, true, PAGES)] {
            let module = module(&Gathered { number, is_b, rows, ..PLAIN }.source(), arch);
            let text = ptx(&module, arch);
            assert!(text.contains(INSTRUCTION), "{arch}");
            if let Some(Err(log)) = ptxas::assemble(&text, arch) {
                panic!("{arch}: {log}");
            }
        }
    }
}
