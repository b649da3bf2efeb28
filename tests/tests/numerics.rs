//! Errors of arithmetic and mathematics are within their bounds: here with samples, and all
//! numbers of 8 and 16 bits; in `docs/numerics.md` as they were measured with millions.

use std::fs;

use ir::scalar::FloatFormat;
use tilec_tests as tests;
use tilec_tests::numerics::bounds::Bound;
use tilec_tests::numerics::device::Device;
use tilec_tests::numerics::measure::measure;
use tilec_tests::numerics::page::{Column, page};
use tilec_tests::numerics::record::Record;
use tilec_tests::numerics::subject::Subject;
use tilec_tests::numerics::{Effort, programs};

const PAGE: &str = "docs/numerics.md";

/// The recorded runs: what the page calls the device, and the file.
const RECORDS: [(&str, &str); 2] =
    [("CPU", "tests/numerics/cpu.tsv"), ("H200", "tests/numerics/h200.tsv")];

/// Measures and reports what is out of bounds.
fn check(device: &Device, effort: Effort, subjects: &[Subject]) {
    let mut failures = Vec::new();
    for program in programs(subjects) {
        let kernels = device.load(&program).unwrap_or_else(|what| panic!("{what}"));
        for (index, subject) in program.iter().enumerate() {
            let sample = effort.sample(subject);
            let outcome =
                measure(&kernels, index, subject, &sample).unwrap_or_else(|what| panic!("{what}"));
            let bound = Bound::of(subject);
            if !bound.holds(&outcome) {
                failures.push(format!("{subject}: {bound:?} but {outcome:x?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{} out of bounds\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn the_cpu_device_is_within_bounds() {
    let device = Device::named("cpu").expect("there is always a CPU device");
    let subjects = Subject::all();
    let (narrow, wide): (Vec<Subject>, Vec<Subject>) =
        subjects.into_iter().partition(Subject::is_exhaustive);
    check(&device, Effort::full(10), &narrow);
    check(&device, Effort::thinned(9), &wide);
}

/// The polynomials and reductions of the emitted PTX.
#[test]
fn emitted_ptx_is_within_bounds() {
    check(&Device::Emulator, Effort::thinned(8), &Subject::all());
}

fn records() -> Vec<Column> {
    let read = |(name, path): (&'static str, &str)| {
        let text = fs::read_to_string(tests::root().join(path)).ok()?;
        let record = Record::parse(&text).unwrap_or_else(|what| panic!("{path}: {what}"));
        Some(Column { name, record })
    };
    RECORDS.into_iter().filter_map(read).collect()
}

#[test]
fn recorded_errors_are_within_bounds() {
    for Column { name, record } in records() {
        for (subject, outcome) in &record.rows {
            assert!(Bound::of(subject).holds(outcome), "{name}: {subject}: {outcome:?}");
        }
        let missing: Vec<String> = Subject::all()
            .iter()
            .filter(|subject| !record.rows.iter().any(|(found, _)| found == *subject))
            .map(Subject::to_string)
            .collect();
        assert!(missing.is_empty(), "{name}: not measured: {missing:?}");
    }
}

/// The sample that the page speaks of: every f32 function in every mode. (Precise modes on the GPU
/// have a sixteenth, until they are measured there again.)
#[test]
fn recorded_runs_are_long() {
    for Column { name, record } in records() {
        for (subject, outcome) in &record.rows {
            let is_function = subject.operation.is_function() && subject.format == FloatFormat::F32;
            let log2_inputs = if name != "CPU" && subject.is_precise() { 22 } else { 26 };
            if is_function {
                assert!(outcome.count >= 1 << log2_inputs, "{name}: {subject}: {}", outcome.count);
            }
            if subject.is_exhaustive() && subject.operation.is_function() {
                let all = 1 << subject.format.storage_bits();
                assert_eq!(outcome.count, all, "{name}: {subject}");
            }
        }
    }
}

#[test]
fn the_page_has_what_was_recorded() {
    let page = page(&records());
    let path = tests::root().join(PAGE);
    if std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
        fs::write(&path, page).expect("the page is writable");
        return;
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "{PAGE} is out of date: run `just bless` and read the diff");
}
