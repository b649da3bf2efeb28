//! Numbers that one partition hands to the others: the next tile of a counter, as dynamic tile schedulers have it, which the producer
//! fetches, and numbers that follow from products or that must be got in program order, which the consumers report. Emitted PTX,
//! executed by the emulator, leaves what the interpreter does, in the counter too.

use backend_ptx::Options;
use backend_ptx::schedule::body::Op;
use backend_ptx::schedule::pipeline::Sender;
use backend_ptx::schedule::{interp, verify};
use backend_ptx::target::Target;
use ir::Scalar;
use tilec_tests::differential::{Arg, EXACT, entry_name, to_bytes, whole, zeros};
use tilec_tests::emulator;
use tilec_tests::fed::{BOTH, WGMMA, agrees};
use tilec_tests::products::{module, text};

/// C = A B by tiles of 64x64, of which a `SCHEDULER` tells the numbers; `TILE` is the work of tile `t`.
const KERNEL: &str = r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* c, int m, int n, int k, COUNTER* counter) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 64>{}};
    int across = ct::ceildiv(n, 64), down = ct::ceildiv(m, 64), all = across * down;
    SCHEDULER
}
"#;

const TILE: &str = "
        auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
        for (int step = 0; step < ct::ceildiv(k, 64); ++step)
            acc = ct::mma(va.load_masked(int(t) / across, step), vb.load_masked(step, int(t) % across), acc);
        vc.store_masked(acc, int(t) / across, int(t) % across);";

const NEXT: &str = "ct::atomic_add(counter, 1, ct::memory_order_relaxed_t{})";
const DEVICE: &str = "ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}";

/// Ways to go through the tiles, and the type of the counter.
const SCHEDULERS: &[(&str, &str)] = &[
    ("while (true) { int t = NEXT; if (t >= all) break; TILE }", "int"),
    ("for (;;) { int t = NEXT; if (t >= all) return; TILE }", "int"),
    ("int t = NEXT; while (t < all) { TILE t = NEXT; }", "int"),
    ("int t = NEXT; if (t >= all) return; do { TILE t = NEXT; } while (t < all);", "int"),
    ("int t = ct::bid().x; while (t < all) { TILE t = ct::num_blocks().x + NEXT; }", "int"),
    ("for (int t; (t = NEXT) < all;) { TILE }", "int"),
    // The next tile is fetched before the present one is computed.
    ("int t = NEXT; while (t < all) { int next = NEXT; TILE t = next; }", "int"),
    // A row of tiles at a time.
    (
        "for (int row; (row = NEXT) < down;) for (int t = row * across; t < (row + 1) * across; ++t) { TILE }",
        "int",
    ),
    // Tiles in another order, and two at a time.
    (
        "for (int turn; (turn = NEXT) < all;) { int t = turn % down * across + turn / down; TILE }",
        "int",
    ),
    (
        "for (int first; (first = ct::atomic_add(counter, 2, DEVICE)) < all;) for (int t = first; t < ct::min(first + 2, all); ++t) { TILE }",
        "int",
    ),
    (
        "while (true) { auto t = ct::atomic_add(counter, 1u, DEVICE); if (t >= (unsigned)all) break; TILE }",
        "unsigned",
    ),
    (
        "while (true) { auto t = ct::atomic_add(counter, 1ll, DEVICE); if (t >= all) break; TILE }",
        "long long",
    ),
    // From the last one on.
    (
        "while (true) { int t = all - 1 + ct::atomic_add(counter, -1, DEVICE); if (t < 0) break; TILE }",
        "int",
    ),
    // Only one tile block gets further than the first turn.
    (
        "int t = 0; while (ct::atomic_compare_exchange(counter, t, t + 1, DEVICE) == t && t < all) { TILE ++t; }",
        "int",
    ),
    // A count of tiles that is not left before its end.
    ("for (int turn : ct::irange(0, 3)) { int t = NEXT; if (t < all) { TILE } }", "int"),
];

/// The kernel that a scheduler makes.
fn kernel(scheduler: &str, counter: &str) -> String {
    let scheduler = scheduler.replace("NEXT", NEXT).replace("TILE", TILE).replace("DEVICE", DEVICE);
    KERNEL.replace("SCHEDULER", &scheduler).replace("COUNTER", counter)
}

fn args((m, n, k): (usize, usize, usize), counter: &str) -> Vec<Arg> {
    let elem = if counter == "long long" { Scalar::I64 } else { Scalar::I32 };
    vec![
        whole(Scalar::F16, m * k, 1),
        whole(Scalar::F16, k * n, 2),
        zeros(Scalar::F32, m * n),
        Arg::Number(m as u64),
        Arg::Number(n as u64),
        Arg::Number(k as u64),
        zeros(elem, 1),
    ]
}

#[test]
fn counters_tell_the_next_tile() {
    for (scheduler, counter) in SCHEDULERS {
        let source = kernel(scheduler, counter).replace("float* c,", "float* __restrict__ c,");
        agrees(&BOTH, &source, [2, 1, 1], &args((120, 136, 200), counter), EXACT);
    }
}

/// Schedules pass their verifier and their interpreter, and numbers go where they should.
fn expect_senders(source: &str, wanted: &[Sender]) {
    expect_senders_on(&["sm_90a", "sm_100a"], source, wanted);
}

fn expect_senders_on(archs: &[&str], source: &str, wanted: &[Sender]) {
    for &arch in archs {
        let target = Target::named(arch).expect("a known target");
        let module = module(source, arch);
        let scheduled = backend_ptx::schedule(&module, target, &Options::default(), None);
        let module = scheduled.module();
        for (entry, function) in module.entries.iter() {
            let schedule = &scheduled.schedules[entry];
            let mailboxes = schedule.pipeline.iter().flat_map(|it| &it.mailboxes);
            let senders: Vec<Sender> = mailboxes.map(|it| it.sender).collect();
            assert_eq!(senders, wanted, "{arch}\n{source}");
            let subject = verify::ScheduleSubject { module, function, schedule, target: &target };
            verify::verify(subject, &verify::DecisionSpans::default())
                .unwrap_or_else(|fault| panic!("{arch}: {fault}\n{source}"));
            interp::run(function, schedule)
                .unwrap_or_else(|fault| panic!("{arch}: {fault}\n{source}"));
        }
    }
}

#[test]
fn partitions_agree_on_fetched_numbers() {
    for (scheduler, counter) in SCHEDULERS {
        let source = kernel(scheduler, counter).replace("float* c,", "float* __restrict__ c,");
        let count = scheduler.matches("NEXT").count() + scheduler.matches("DEVICE").count();
        expect_senders(&source, &vec![Sender::Producer; count]);
    }
}

/// The result may lie where the counter does, as far as the types tell: the kernel tests that it does not.
#[test]
fn a_counter_without_restrict_is_tested() {
    for (scheduler, counter) in &SCHEDULERS[..3] {
        let source = kernel(scheduler, counter);
        agrees(&BOTH, &source, [2, 1, 1], &args((72, 136, 72), counter), EXACT);
        expect_senders(&source, &vec![Sender::Producer; scheduler.matches("NEXT").count()]);
    }
}

const SUM: &str = "int(ct::reshape(ct::sum<0>(ct::sum<1>(acc)), ct::shape<>{}))";
const LOAD: &str =
    "ct::mma(va.load_masked(ct::bid().y, step), vb.load_masked(step, ct::bid().x), acc)";
const ZEROS: &str = "auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();";
const STORE: &str = "vc.store_masked(acc, ct::bid().y, ct::bid().x);";

/// Kernels whose producer waits for numbers of the consumers, each with the numbers that are reported.
const REPORTED: &[(&str, &[Sender])] = &[
    // Threads that compute access the memory.
    (
        "while (true) { int t = NEXT; if (t >= all) break; TILE if (t == 1) ct::store(counter, 3); }",
        &[Sender::Consumers],
    ),
    (
        "while (true) { int t = NEXT; if (t >= all) break; TILE ct::atomic_add(counter + 1, SUM, DEVICE); }",
        &[Sender::Consumers],
    ),
    (
        "while (true) { int t = ct::atomic_compare_exchange(counter, 0, 0, DEVICE); if (t >= all) break; ct::atomic_max(counter, t + 1, DEVICE); TILE }",
        &[Sender::Consumers],
    ),
    // What is added follows from the product.
    (
        "int t = NEXT; while (t < all) { TILE t = ct::atomic_add(counter, 1 + (SUM > 1000000), DEVICE); }",
        &[Sender::Producer, Sender::Consumers, Sender::Producer],
    ),
    // A loop is left for what its products give.
    (
        "ZEROS for (int step = 0; step < ct::ceildiv(k, 64); ++step) { acc = LOAD; if (SUM > 40) break; } STORE",
        &[Sender::Consumers],
    ),
    (
        "ZEROS for (int step = 0; step < ct::ceildiv(k, 64); ++step) { acc = LOAD; if (SUM > 40) { STORE return; } } STORE",
        &[Sender::Consumers],
    ),
    (
        "ZEROS int step = 0; do { acc = LOAD; } while (SUM < 40 && ++step < ct::ceildiv(k, 64)); STORE",
        &[Sender::Consumers],
    ),
    // The next step follows from the product.
    (
        "ZEROS for (int step = 0; step < ct::ceildiv(k, 64);) { acc = LOAD; step += SUM > 0 ? 1 : 2; } STORE",
        &[Sender::Consumers],
    ),
];

fn reporting_kernel(scheduler: &str) -> String {
    let scheduler = scheduler.replace("ZEROS", ZEROS).replace("LOAD", LOAD).replace("STORE", STORE);
    let source = kernel(&scheduler.replace("SUM", SUM), "int");
    source.replace("float* c,", "float* __restrict__ c,")
}

#[test]
fn consumers_report_what_the_producer_cannot_fetch() {
    for (scheduler, senders) in REPORTED {
        let source = reporting_kernel(scheduler);
        let mut args = args((120, 136, 264), "int");
        args[6] = zeros(Scalar::I32, 2);
        let grid = if scheduler.contains("ZEROS") { [3, 2, 1] } else { [1, 1, 1] };
        agrees(&BOTH, &source, grid, &args, EXACT);
        expect_senders(&source, senders);
    }
}

const FROM_REGISTERS: &str =
    "ct::mma(ct::max(va.load_masked(0, at), __half(0)), vb.load_masked(at, 0), acc)";

/// Numbers that are fetched or reported while MMAs are in flight, each with the numbers that go to the other partition. Those of the
/// second list read operands from registers.
const IN_FLIGHT: &[(&str, &[Sender])] = &[
    (
        "for (int turn = 0; turn < 2; ++turn) { ZEROS for (int step = 0; step < ct::ceildiv(k, 64); ++step) acc = LOAD; int found = 0; if (turn == 0) found = NEXT; STORE if (found > 100) break; }",
        &[Sender::Producer],
    ),
    (
        "for (int turn = 0; turn < 2; ++turn) { ZEROS for (int step = 0; step < ct::ceildiv(k, 64); ++step) acc = LOAD; int found = 0; if (turn == 0) found = ct::load(counter + 1); STORE if (found > 100) break; ct::store(counter + 1, turn); }",
        &[Sender::Consumers],
    ),
    (
        "ZEROS int at = 0; for (int step = 0; step < ct::ceildiv(k, 64); ++step) { acc = ct::mma(va.load_masked(0, at), vb.load_masked(at, 0), acc); if (step % 2 == 0) at = NEXT + 1; else ++at; } STORE",
        &[Sender::Producer],
    ),
];
const IN_FLIGHT_FROM_REGISTERS: &[(&str, &[Sender])] = &[
    (
        "ZEROS int at = 0; for (int step = 0; step < ct::ceildiv(k, 64); ++step) { acc = FROM_REGISTERS; at = NEXT + 1; } STORE",
        &[Sender::Producer],
    ),
    (
        "ZEROS int at = 0; for (int step = 0; step < ct::ceildiv(k, 64); ++step) { acc = FROM_REGISTERS; if (step % 2 == 0) at = NEXT + 1; else ++at; } STORE",
        &[Sender::Producer],
    ),
    (
        "ZEROS int at = 0; for (int step = 0; step < ct::ceildiv(k, 64); ++step) { acc = FROM_REGISTERS; at = ct::load(counter + ct::bid().x) + 1; ct::store(counter + ct::bid().x, at); } STORE",
        &[Sender::Consumers],
    ),
];

#[test]
fn numbers_are_mailed_while_products_are_in_flight() {
    let mut args = args((120, 136, 264), "int");
    args[6] = zeros(Scalar::I32, 2);
    let lists = [
        (IN_FLIGHT, &BOTH[..], &["sm_90a", "sm_100a"][..]),
        (IN_FLIGHT_FROM_REGISTERS, &[WGMMA], &["sm_90a"]),
    ];
    for (list, units, archs) in lists {
        for (body, senders) in list {
            let source = reporting_kernel(&body.replace("FROM_REGISTERS", FROM_REGISTERS));
            agrees(units, &source, [1, 1, 1], &args, EXACT);
            expect_senders_on(archs, &source, senders);
        }
    }
}

/// The verifier finds a mailbox that is waited for while an MMA reads registers.
#[test]
fn mailboxes_wait_for_products_from_registers() {
    let target = Target::named("sm_90a").expect("a known target");
    for (body, _) in IN_FLIGHT_FROM_REGISTERS {
        let source = reporting_kernel(&body.replace("FROM_REGISTERS", FROM_REGISTERS));
        let module = module(&source, "sm_90a");
        let mut scheduled = backend_ptx::schedule(&module, target, &Options::default(), None);
        let entries: Vec<_> = scheduled.module().entries.keys().collect();
        for entry in entries {
            let mut schedule = scheduled.schedules[entry].clone();
            let pipeline = schedule.pipeline.as_ref().expect("a pipeline");
            let mails = |op: &Op| match op {
                Op::Receive { .. } => true,
                Op::Compute(inst) => pipeline.mailbox(*inst).is_some(),
                _ => false,
            };
            let blocks: Vec<_> = schedule.body.blocks().collect();
            for block in blocks {
                let ops = schedule.body.ops(block);
                let is_before = |at: usize| ops.get(at + 1).is_some_and(mails);
                let kept = (0..ops.len()).filter(|&at| ops[at] != Op::MmaWait || !is_before(at));
                let kept = kept.map(|at| ops[at].clone()).collect();
                schedule.body.set(block, kept);
            }
            scheduled.schedules[entry] = schedule;
            let module = scheduled.module();
            let (function, schedule) = (&module.entries[entry], &scheduled.schedules[entry]);
            let subject = verify::ScheduleSubject { module, function, schedule, target: &target };
            let fault = verify::verify(subject, &verify::DecisionSpans::default());
            let message = fault.expect_err(&source).message;
            assert!(message.contains("while a mailbox is waited for"), "{message}\n{source}");
        }
    }
}

/// Where the counter lies in the result, tiles are computed one after the other, as if nothing fed them.
#[test]
fn a_counter_may_lie_in_the_result() {
    let scheduler = "for (int turn : ct::irange(0, 4)) { unsigned t = ct::atomic_add(counter, 1u, DEVICE); if (t < (unsigned)all) { TILE } }";
    let source = kernel(scheduler, "unsigned");
    let [m, n, k] = [64_usize, 128, 64];
    let elements = |arg: Arg| match arg {
        Arg::Buffer(elem, bits) => to_bytes(elem, &bits),
        Arg::Number(_) => Vec::new(),
    };
    let buffers =
        [whole(Scalar::F16, m * k, 1), whole(Scalar::F16, k * n, 2), zeros(Scalar::F32, m * n + 4)];
    let buffers = buffers.map(elements);
    for (unit, counter) in BOTH
        .into_iter()
        .flat_map(|unit| [0, 1, 127, 128 * 64 - 1, 128 * 64].map(|element| (unit, element)))
    {
        let module = module(&source, unit.arch);
        let args =
            |[a, b, c]: [u64; 3]| vec![a, b, c, m as u64, n as u64, k as u64, c + 4 * counter];
        let mut memory = ir::interp::Memory::new();
        let places = [0, 1, 2].map(|at: usize| memory.alloc(&buffers[at]));
        let options = ir::interp::Options {
            order: ir::interp::Order::Sequential,
            ..ir::interp::Options::new()
        };
        let what = ir::interp::Launch {
            entry: entry_name(&module),
            grid: [1; 3],
            args: &args(places),
            globals: None,
            options: &options,
        };
        ir::interp::launch(&module, &what, &mut memory).expect("the interpreter runs it");
        let expected = memory.read(places[2], buffers[2].len()).expect("the buffer is there");

        let ptx = text(&module, unit.arch);
        let mut memory = emulator::Memory::default();
        let places = [0, 1, 2].map(|at: usize| memory.alloc(&buffers[at]));
        let args = args(places);
        let launch = emulator::Launch::new(entry_name(&module), [1; 3], &args);
        let report = emulator::launch(&ptx, &launch, &mut memory).expect("PTX that it knows");
        assert!(report.findings.is_empty(), "{}", report.describe());
        assert!(memory.bytes(places[2]) == expected, "{}: counter at {counter}", unit.arch);
        let is_fed = report
            .lines
            .values()
            .any(|(mnemonic, counts)| mnemonic.starts_with(unit.product) && counts.issued > 0);
        assert_eq!(is_fed, counter == 128 * 64, "{}: counter at {counter}", unit.arch);
    }
}
