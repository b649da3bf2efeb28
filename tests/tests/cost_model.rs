//! The cost model against recorded times of an H200.
//!
//! `tests/cost_model/h200.tsv` has the launches, which `rows.py` beside it makes of the record. The constants in
//! `backend-ptx/src/target.rs` are calibrated with one half of them, chosen by a hash of a row's name; the other half is
//! held out, and meets the same bounds. There is nothing in the model that is for one kernel.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::process::Command;
use std::sync::LazyLock;

use backend_ptx::CostAnalysis;
use backend_ptx::cost::timeline::predict;
use backend_ptx::cost::trace;
use backend_ptx::target::Target;
use tilec::Stage;
use tilec::argument::launch;
use tilec_tests as tests;
use tilec_tests::compile::{compile_file, rendered};

/// Bounds of the relative error, for either half alone.
const MEDIAN: f64 = 0.10;
const WORST: f64 = 0.25;
const RECORD: &str = "docs/benchmarks/h200-2026-11-23.json";

/// A recorded launch and what is predicted for it.
struct Prediction {
    name: String,
    kind: String,
    recorded_ms: f64,
    predicted_ms: f64,
}

impl Prediction {
    fn error(&self) -> f64 {
        self.predicted_ms / self.recorded_ms - 1.0
    }

    /// Whether the row is in the half that the constants are calibrated with: a bit of the name's FNV-1a hash.
    fn is_calibrated(&self) -> bool {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        self.name.bytes().fold(0xCBF2_9CE4_8422_2325, step) >> 32 & 1 == 0
    }
}

static PREDICTIONS: LazyLock<Vec<Prediction>> = LazyLock::new(predictions);

fn rows() -> Vec<Vec<String>> {
    let text =
        fs::read_to_string(tests::root().join("tests/cost_model/h200.tsv")).expect("the rows");
    text.lines().map(|line| line.split('\t').map(String::from).collect()).collect()
}

fn predictions() -> Vec<Prediction> {
    let target = Target::named("sm_90a").expect("a row of the table");
    let mut by_file: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for cells in rows() {
        by_file.entry(cells[2].clone()).or_default().push(cells);
    }
    let mut found = Vec::new();
    for (file, rows) in by_file {
        let path = tests::root().join(format!("tests/gpu/bench/{file}.cu"));
        let compiled = compile_file(&path, target.name, Stage::Lower);
        let Some(module) = &compiled.module else { panic!("{}", rendered(&compiled)) };
        let Ok(analysis) = CostAnalysis::of(module, target) else {
            panic!("{file} does not compile")
        };
        for cells in rows {
            let [name, kind, _, kernel, grid, hot, _, specs @ ..] = cells.as_slice() else {
                panic!("a line of less than seven cells")
            };
            let symbol =
                compiled.symbol(Some(kernel)).unwrap_or_else(|_| panic!("{name}: no kernel"));
            let mut extents = [1; 3];
            for (extent, text) in extents.iter_mut().zip(grid.split(',')) {
                *extent = text.parse().expect("a number");
            }
            let none = |_: &str, _: u64| Err("no files".to_owned());
            let arguments = specs.iter().map(|spec| launch::parse_sized(spec, &none));
            let arguments: Vec<_> = arguments.collect::<Result<_, _>>().expect("arguments");
            let model = analysis.model(&symbol, &launch::launch(extents, &arguments));
            let model = model.unwrap_or_else(|| panic!("{name}: no model"));
            let prediction = predict(&model, &target.chip);
            assert!(!trace::of_cta(&model, &prediction, &target.chip).is_empty(), "{name}");
            found.push(Prediction {
                name: name.clone(),
                kind: kind.clone(),
                recorded_ms: hot.parse().expect("a number"),
                predicted_ms: prediction.seconds * 1e3,
            });
        }
    }
    found
}

/// The median and the largest of the errors.
fn errors(rows: &[&Prediction]) -> (f64, f64) {
    let mut all: Vec<f64> = rows.iter().map(|row| row.error().abs()).collect();
    all.sort_by(f64::total_cmp);
    (all[all.len() / 2], all[all.len() - 1])
}

/// One line a kind of kernel, for the message of a failure.
fn by_kind(rows: &[&Prediction]) -> String {
    let mut text = String::new();
    let kinds: BTreeSet<&str> = rows.iter().map(|row| row.kind.as_str()).collect();
    for kind in kinds {
        let of_kind: Vec<&Prediction> =
            rows.iter().copied().filter(|row| row.kind == kind).collect();
        let (median, worst) = errors(&of_kind);
        let which = of_kind.iter().max_by(|a, b| a.error().abs().total_cmp(&b.error().abs()));
        let name = which.map_or("", |row| row.name.as_str());
        let _ = writeln!(
            text,
            "{kind}: {} rows, median {median:.3}, worst {worst:.3}: {name}",
            of_kind.len()
        );
    }
    text
}

fn check(is_calibrated: bool) {
    let rows: Vec<&Prediction> =
        PREDICTIONS.iter().filter(|row| row.is_calibrated() == is_calibrated).collect();
    let (median, worst) = errors(&rows);
    println!("{} rows, median {median:.3}, worst {worst:.3}\n{}", rows.len(), by_kind(&rows));
    assert!(median < MEDIAN, "median error {median:.3}\n{}", by_kind(&rows));
    assert!(worst < WORST, "worst error {worst:.3}\n{}", by_kind(&rows));
}

#[test]
fn calibrated_rows_are_predicted() {
    check(true);
}

#[test]
fn held_out_rows_are_predicted() {
    check(false);
}

/// Most rows are of one kind, so each kind meets the bound of the median alone.
#[test]
fn each_kind_is_predicted() {
    let kinds: BTreeSet<&str> = PREDICTIONS.iter().map(|row| row.kind.as_str()).collect();
    for kind in kinds {
        let rows: Vec<&Prediction> = PREDICTIONS.iter().filter(|row| row.kind == kind).collect();
        assert!(errors(&rows).0 < MEDIAN, "{}", by_kind(&rows));
    }
}

#[test]
fn there_are_rows_of_many_kinds() {
    let kinds: BTreeSet<String> = rows().into_iter().map(|cells| cells[1].clone()).collect();
    let held_out = PREDICTIONS.iter().filter(|row| !row.is_calibrated()).count();
    assert!(kinds.len() >= 8, "{kinds:?}");
    assert!(PREDICTIONS.len() >= 60 && held_out * 5 >= PREDICTIONS.len() * 2, "{held_out}");
}

#[test]
fn rows_are_those_of_the_record() {
    let script = tests::root().join("tests/cost_model/rows.py");
    let made = Command::new("python3").arg(script).arg(tests::root().join(RECORD)).output();
    let made = made.expect("python3 runs, as for tests/run");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let kept = fs::read(tests::root().join("tests/cost_model/h200.tsv")).expect("the rows");
    assert!(made.stdout == kept, "tests/cost_model/h200.tsv is not what rows.py makes of {RECORD}");
}

/// Bytes that a launch over 8192 rows of 4096 reads from DRAM and writes there.
fn dram_bytes(body: &str) -> (f64, f64) {
    let source = format!(
        "__tile_global__ void kernel(const float* __restrict__ x, const float* __restrict__ w, \
         float* __restrict__ y, int cols) {{ {body} }}"
    );
    let module = tests::products::module(&source, "sm_90a");
    let target = Target::named("sm_90a").expect("a row of the table");
    let analysis = CostAnalysis::of(&module, target).unwrap_or_else(|_| panic!("{source}"));
    let none = |_: &str, _: u64| Err("no files".to_owned());
    let specs = ["f32[33554432]", "f32[4096]", "f32[33554432]", "i32=4096"];
    let arguments: Result<Vec<_>, _> =
        specs.iter().map(|spec| launch::parse_sized(spec, &none)).collect();
    let launch = launch::launch([8192, 1, 1], &arguments.expect("arguments"));
    let name = module.entries.values().next().expect("a kernel").name.clone();
    let model = analysis.model(&name, &launch).expect("a model");
    let dram = predict(&model, &target.chip).dram;
    (dram.read, dram.written)
}

/// The first element of a tile of pointers says which part of a tensor it is: a row that all tile blocks read comes from
/// DRAM once, and each part of a row of their own too, in a loop as well.
#[test]
fn tiles_of_pointers_move_the_bytes_of_their_elements() {
    let rows = 8192.0 * 4096.0 * 4.0;
    let whole = "auto i = ct::iota<ct::tile<int, ct::shape<4096>>>(); int row = ct::bid().x * cols; \
                 ct::store(y + (row + i), ct::load(x + (row + i)) * ct::load(w + i));";
    let parts = "auto i = ct::iota<ct::tile<int, ct::shape<512>>>(); int row = ct::bid().x * cols; \
                 for (int at = 0; at < cols; at += 512) \
                     ct::store(y + (row + at + i), ct::load(x + (row + at + i)) * ct::load(w + (at + i)));";
    for body in [whole, parts] {
        let (read, written) = dram_bytes(body);
        assert!((written - rows).abs() < 1.0, "{body}: {written}");
        assert!((rows..rows * 1.01).contains(&read), "{body}: {read}");
    }
}
