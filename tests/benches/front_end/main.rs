//! How fast the front end is: `cargo bench --locked -p tilec-tests --bench front_end`.
//!
//! `headers` is the library's headers, as bytes a second: their tokens alone, preprocessed, and
//! parsed. `check` is what `tilec check` does to generated files, whose time must grow with their
//! size and no faster; the largest has 30,000 lines. Times are processor time. Figures are in
//! `docs/performance.md`.

mod cpu_time;

use std::hint::black_box;
use std::time::Duration;

use cpu_time::CpuTime;
use criterion::{BenchmarkId, Criterion, Throughput};
use lang::base::{Diagnostics, Interner, Pos, SourceMap};
use lang::lex::token::{KeywordTable, new_interner};
use lang::pp::{Preprocessed, preprocess};
use tilec::{Session, Stage};
use tilec_tests::compile::{Sources, with_stack};
use tilec_tests::generated::{self, UNITS_OF_30_000_LINES};

const FILE: &str = "kernel.cu";

fn main() {
    // The compiler recurses with the nesting of its input.
    with_stack(|| {
        let mut criterion = Criterion::default().with_measurement(CpuTime).configure_from_args();
        headers(&mut criterion);
        check(&mut criterion);
        criterion.final_summary();
    });
}

fn headers(criterion: &mut Criterion<CpuTime>) {
    let session = Session::for_target("sm_90a").expect("a target");
    let sources = Sources(vec![(FILE, all_headers())]);
    let run = || {
        let (mut map, mut interner) = (SourceMap::new(), new_interner());
        let source = preprocess(&mut map, &mut interner, &sources, &session.preprocessor, FILE);
        (map, interner, source)
    };
    let (map, ..) = run();
    let bytes: usize = map.files().iter().map(|file| file.text.len()).sum();

    let mut group = criterion.benchmark_group("headers");
    group.throughput(Throughput::Bytes(bytes as u64));
    group.bench_function("lex", |bencher| {
        bencher.iter(|| {
            let mut interner = new_interner();
            let keywords = KeywordTable::new(&mut interner);
            let mut found = Diagnostics::new();
            for file in map.files() {
                let base = Pos(1);
                black_box(lang::lex::lex(&file.text, base, &keywords, &mut interner, &mut found));
            }
        });
    });
    group.bench_function("preprocess", |bencher| bencher.iter(|| black_box(run())));
    group.bench_function("preprocess and parse", |bencher| {
        bencher.iter(|| {
            let (_, mut interner, source): (SourceMap, Interner, Preprocessed) = run();
            black_box(lang::parse::parse(source.tokens, &mut interner))
        });
    });
    group.finish();
}

/// A file that includes every header of the compiler.
fn all_headers() -> String {
    stdlib::HEADERS.iter().map(|(name, _)| format!("#include <{name}>\n")).collect()
}

fn check(criterion: &mut Criterion<CpuTime>) {
    let session = Session::for_target("sm_90a").expect("a target");
    let mut group = criterion.benchmark_group("check");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    for units in [UNITS_OF_30_000_LINES / 4, UNITS_OF_30_000_LINES / 2, UNITS_OF_30_000_LINES] {
        let text = generated::source(units);
        let lines = text.lines().count();
        group.throughput(Throughput::Elements(lines as u64));
        let sources = Sources(vec![(FILE, text)]);
        group.bench_with_input(BenchmarkId::new("lines", lines), &sources, |bencher, sources| {
            bencher.iter(|| black_box(tilec::compile(&session, sources, FILE, Stage::Lower)));
        });
    }
    group.finish();
}
