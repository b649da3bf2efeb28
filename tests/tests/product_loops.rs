//! Loops with several products, written in drawn ways: no verifier finds a fault in their schedules or in their registers, and
//! emitted PTX, executed by the emulator, does what the interpreter says.
//!
//! `TILEC_PROGRAMS=400` checks so many drawn ones; `TILEC_SEED=n` begins with that one.

use backend_ptx::Options;
use backend_ptx::ptx::print::module_text;
use backend_ptx::target::Target;
use lang::base::Severity;
use rayon::prelude::*;
use tilec_tests::differential::{EXACT, difference, emulated, entry_name, interpreted};
use tilec_tests::exits::{Fed, check};
use tilec_tests::product_loops::{draw, program, program_of_halves};
use tilec_tests::products::{module, text};
use tilec_tests::ptxas;

const USUAL: u64 = 60;
/// The generations in turn.
const TARGETS: [&str; 3] = ["sm_90a", "sm_100a", "sm_80"];

#[test]
fn products_of_a_loop_are_scheduled_right() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let count = number("TILEC_PROGRAMS").unwrap_or(USUAL);
    let first = number("TILEC_SEED").unwrap_or(0);
    let one = |seed: u64| {
        let arch = TARGETS[seed as usize % TARGETS.len()];
        check(&draw(seed), arch).map_err(|what| format!("seed {seed}, {what}"))
    };
    let checked: Vec<Result<Fed, String>> =
        (first..first + count).into_par_iter().map(one).collect();
    let failures: Vec<&str> =
        checked.iter().filter_map(|result| result.as_ref().err()).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    let fed = checked.iter().filter(|result| **result == Ok(Fed::Pipeline)).count();
    assert!(2 * fed as u64 >= count, "pipelines feed {fed} of {count} kernels");
}

/// Loops whose schedules or registers were wrong.
#[test]
fn loops_that_were_wrong() {
    let zero = "auto s = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();";
    let store = "vc.store_masked(s, x, y);";
    let forms = [
        // The stage of `right` is committed behind the branch, which fills others, and `left` is read in it.
        r"for (int step = 0; step < steps; ++step) {
            auto left = va.load_masked(x, step);
            auto right = vb.load_masked(step, y);
            if (step == p)
                s = ct::mma(ct::extract(left, ct::shape<64, 32>{}, 0, 1), ct::extract(vb.load_masked(step, y + 1), ct::shape<32, 64>{}, 1, 0), s);
            s = ct::mma(ve.load_masked(x, step), right, s);
        }",
        // So is that of `left`, which is waited for where it is loaded, as the last branch takes it too.
        r"for (int step = 0; step < steps; ++step) {
            auto left = va.load_masked(x, step);
            if (step == p) s = ct::mma(ve.load_masked(x, step), vb.load_masked(step, y), s);
            auto right = vb.load_masked(step, y + 1);
            s = ct::mma(left, right, s);
            if (step == q) s = ct::mma(left, vb.load_masked(step, y + 2), s);
        }",
        // The inner loop does not use its counter, and tiles are copied ahead in it.
        r"for (int step = 0; step < steps; ++step) {
            s = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), s);
            for (int i = 0; i < p; ++i) s = ct::mma(ve.load_masked(x, step), vb.load_masked(step, y + 1), s);
        }",
        r"s = vc.load_masked(x, y);
        for (int step = 0; step < steps; ++step) {
            for (int i = 0; i < p; ++i) {
                s = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), s);
                s = ct::mma(ve.load_masked(x, step), vb.load_masked(step, y + 1), s);
            }
        }",
        // The tensor depends on the tile block, and warps copy for themselves.
        r"ct::partition_view rows{ct::tensor_span{a + x * 64 * k, ct::extents{m - x * 64, k}}, ct::shape<64, 64>{}};
        for (int step = 0; step < steps; ++step) s = ct::mma(rows.load_masked(0, step), vb.load_masked(step, y), s);",
        // Only the last iteration's second product is used, an iteration later.
        r"auto last = vc.load_masked(x, y);
        auto right = vb.load_masked(0, y);
        for (int step = 0; step < steps; ++step) {
            s = ct::mma(va.load_masked(x, step), right, s);
            last = ct::mma(ct::element_cast<__half>(ct::select(s > 0.0f, one, -one)), right, s);
        }
        s = s + last;",
    ];
    for form in forms {
        for numbers in [[1, 2], [2, 0]] {
            for arch in TARGETS {
                let checked = check(&program(&format!("{zero}\n{form}\n{store}\n"), numbers), arch);
                assert!(checked.is_ok(), "{}", checked.expect_err("it is not right"));
            }
        }
    }
}

/// `ptxas` says so where it waits for each MMA: when something reads or writes an accumulator while one is in flight.
#[test]
fn sums_of_f16_do_not_make_products_wait() {
    let signs = "ct::element_cast<__half>(ct::select(s > sum(0.0f), one, -one))";
    let forms = [
        // A branch hands on both sums.
        r"for (int step = 0; step < steps; ++step) {
            if (x == p) {
                t = t + sum(1.0f);
                if ((step & 1) == 0) {
                    s = ct::mma(va.load_masked(x, step), vb.load_masked(step, y + 1), s);
                    auto before = s; s = t; t = before;
                }
            }
            s = ct::mma(ve.load_masked(x, step), vb.load_masked(step, y), s);
            t = ct::mma(va.load_masked(x, step), vb.load_masked(step, y + 1), t);
            if (p < q) {
                s = ct::mma(va.load_masked(x, step), vb.load_masked(step, y + 1), t);
                t = ct::mma(SIGNS, vb.load_masked(step, y), t);
            }
        }",
        // One product uses what the other gives, an iteration later.
        r"for (int step = 0; step < steps; ++step) {
            s = ct::mma(va.load_masked(x, step), vb.load_masked(step, y + 1), s);
            t = ct::mma(SIGNS, vb.load_masked(step, y + 1), t);
        }",
        r"for (int step = 0; step < steps; ++step) {
            s = ct::mma(va.load_masked(x, step), vb.load_masked(step, y + 1), s);
            t = ct::mma(SIGNS, vb.load_masked(step, y), t);
            t = t + sum(1.0f);
        }",
    ];
    let begin = "auto s = vc.load_masked(x, 3 * y); auto t = ct::zeros<ct::tile<sum, ct::shape<64, 64>>>();";
    let end = "vc.store_masked(s, x, 3 * y); vc.store_masked(t, x, 3 * y + 1);";
    let arch = TARGETS[0];
    for form in forms {
        let statements = format!("{begin}\n{}\n{end}\n", form.replace("SIGNS", signs));
        let program = program_of_halves(&statements, [1, 2]);
        assert_eq!(check(&program, arch), Ok(Fed::Pipeline), "{form}");
        let ptx = text(&module(&program.source, arch), arch);
        assert!(ptx.contains("f16.f16.f16"), "{form}");
        if let Some(taken) = ptxas::assemble(&ptx, arch) {
            let log = taken.map_or_else(|log| panic!("{form}: {log}"), |taken| taken.log);
            assert!(!log.contains("C75"), "{form}: {log}");
        }
    }
}

/// Where a schedule is wrong, a release build compiles the kernel without a pipeline.
#[test]
fn a_pipeline_that_is_wrong_is_avoided() {
    let loop_ = program(
        "auto s = vc.load_masked(x, y);
        for (int step = 0; step < steps; ++step) s = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), s);
        vc.store_masked(s, x, y);",
        [0, 0],
    );
    for arch in TARGETS {
        let target = Target::named(arch).expect("a known target");
        let module = module(&loop_.source, arch);
        let mut scheduled = backend_ptx::schedule(&module, target, &Options::default(), None);
        let schedules = scheduled.schedules.values_mut();
        for pipeline in schedules.filter_map(|schedule| schedule.pipeline.as_mut()) {
            pipeline.rings[0].stages = 1;
        }
        let options = |avoid_faults| Options { avoid_faults, ..Options::default() };
        let (_, found) = backend_ptx::compile_scheduled(&scheduled, target, &options(false));
        assert!(found.iter().any(|it| it.severity == Severity::Bug), "{arch}: {found:?}");
        let (ptx, found) = backend_ptx::compile_scheduled(&scheduled, target, &options(true));
        assert!(found.is_empty(), "{arch}: {found:?}");
        let text = module_text(&ptx);
        assert!(!text.contains("cp.async"), "{arch}: {text}");
        let expected = interpreted(&module, loop_.grid, &loop_.args).expect("it runs");
        let left = emulated(&text, entry_name(&module), loop_.grid, &loop_.args).expect("it runs");
        assert_eq!(difference(&loop_.args, &left, &expected, EXACT), None, "{arch}");
    }
}
