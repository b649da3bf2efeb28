//! The plots of `docs/performance.md` are what the recorded figures say: `docs/benchmarks/*.svg` from the JSON beside them.
//!
//! `TILEC_BLESS=1` draws them again.

use std::collections::BTreeMap;
use std::{env, fs};

use serde_json::Value;
use tilec::draw::svg::{Anchor, Canvas, Fill, Size};
use tilec_tests as tests;

const RECORD: &str = "docs/benchmarks/h200-2026-11-23.json";

/// The groups of `tests/gpu/bench/table.py`: the title, and what the names of its rows begin with.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "matrix products, of cuBLAS",
        &[
            "gemm<",
            "persistent",
            "batched",
            "plain",
            "block_base",
            "static_pitch",
            "pointer_tiles",
            "rectified",
        ],
    ),
    ("fused epilogues, of the plain kernel", &["bias_"]),
    ("attention forward, of cuDNN", &["attention<"]),
    ("attention gradients, of FlashAttention-2", &["gradients<"]),
    ("decoding, of a copy", &["part<"]),
    ("bound by memory, of a copy", &[""]),
];

/// The least and the largest ratio on the axis, and its pixels.
const RANGE: (f64, f64) = (0.25, 2.0);
const WIDTH: f64 = 560.0;
const LEFT: f64 = 10.0;
/// Ratios so near to each other are one column of dots.
const COLUMN: f64 = 8.0;
const DOT: f64 = 2.5;

fn record() -> Vec<Value> {
    let path = tests::root().join(RECORD);
    let text = fs::read_to_string(path).expect("the record is there");
    serde_json::from_str(&text).expect("the record is JSON")
}

fn number(row: &Value, key: &str) -> Option<f64> {
    row.get(key).and_then(Value::as_f64)
}

/// The name of a row and its sizes.
fn name_and_sizes(row: &Value) -> (&str, &str) {
    let name = row["row"].as_str().expect("a row has a name");
    name.rsplit_once(' ').unwrap_or((name, ""))
}

/// The rested ratio of each row, by groups; a row is in the first group that takes it.
fn ratios(rows: &[Value]) -> Vec<(&'static str, Vec<f64>)> {
    let mut groups: Vec<(&str, Vec<f64>)> =
        GROUPS.iter().map(|&(title, _)| (title, Vec::new())).collect();
    for row in rows {
        let Some(ratio) = number(row, "of_copy").or_else(|| number(row, "ratio")) else { continue };
        if row.get("ratio").is_none() {
            continue;
        }
        let (name, _) = name_and_sizes(row);
        let takes = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
        let group = GROUPS.iter().position(|(_, prefixes)| takes(prefixes)).expect("the last one");
        groups[group].1.push(ratio);
    }
    for (_, ratios) in &mut groups {
        ratios.sort_by(f64::total_cmp);
    }
    groups
}

/// Pixels of a ratio, on a logarithmic axis; those beyond its ends are at them.
fn at(ratio: f64) -> f64 {
    let (least, most) = RANGE;
    let part = (ratio / least).log2() / (most / least).log2();
    LEFT + WIDTH * part.clamp(0.0, 1.0)
}

/// A dot for each row at its ratio.
fn ratio_plot(groups: &[(&str, Vec<f64>)]) -> String {
    let mut canvas = Canvas::default();
    let title = "Time of the library over time of tilec, rested, one dot a row";
    canvas.text((0.0, 12.0), Anchor::Start, Size::Heading, title);
    let mut y = 22.0;
    let mut words = Vec::new();
    let top = y;
    for (group, ratios) in groups.iter().filter(|(_, ratios)| !ratios.is_empty()) {
        let mut columns: BTreeMap<i64, u32> = BTreeMap::new();
        for &ratio in ratios {
            *columns.entry((at(ratio) / COLUMN).round() as i64).or_default() += 1;
        }
        let highest = f64::from(columns.values().copied().max().unwrap_or(1));
        y += 18.0;
        let median = ratios[ratios.len() / 2];
        let (least, most) = (ratios[0], ratios[ratios.len() - 1]);
        let text = format!("{group}: {} rows, median {median:.2}", ratios.len());
        canvas.text((LEFT, y), Anchor::Start, Size::Normal, &text);
        words.push(format!(
            "{group}: {} rows from {least:.2} to {most:.2}, median {median:.2}",
            ratios.len()
        ));
        let height = highest * 2.0 * DOT + 8.0;
        y += height;
        for (&column, &count) in &columns {
            for dot in 0..count {
                let center = y - DOT - f64::from(dot) * 2.0 * DOT;
                canvas.dot((column as f64 * COLUMN, center), DOT, Fill::Hot);
            }
        }
        canvas.line(&[(LEFT, y), (LEFT + WIDTH, y)], false);
    }
    for ratio in [0.25, 0.5, 0.75, 1.0, 1.5, 2.0] {
        let x = at(ratio);
        canvas.line(&[(x, top), (x, y + 4.0)], true);
        canvas.text((x, y + 15.0), Anchor::Middle, Size::Small, &format!("{ratio}"));
    }
    let note = "1 is as fast as the library; rows beyond the ends of the axis are at them";
    canvas.text((LEFT, y + 32.0), Anchor::Start, Size::Normal, note);
    canvas.finish(title, &(words.join(". ") + "."))
}

/// The best rate of each element type for the largest products.
fn rate_plot(rows: &[Value]) -> String {
    const SIZES: &str = "8192x8192x8192";
    let mut best: BTreeMap<String, f64> = BTreeMap::new();
    for row in rows {
        let (name, sizes) = name_and_sizes(row);
        let element = name.strip_prefix("gemm<").and_then(|rest| rest.split_once(','));
        if let (Some((element, _)), Some(rate)) = (element, number(row, "tflops"))
            && sizes == SIZES
        {
            let known = best.entry(element.to_owned()).or_default();
            *known = known.max(rate);
        }
    }
    let mut bars: Vec<(String, f64)> = best.into_iter().collect();
    bars.sort_by(|a, b| b.1.total_cmp(&a.1));
    let most = bars.first().map_or(1.0, |(_, rate)| *rate);
    let mut canvas = Canvas::default();
    let title = format!("Matrix products {SIZES}: TFLOP/s of the best tile, rested");
    canvas.text((0.0, 12.0), Anchor::Start, Size::Heading, &title);
    let mut y = 26.0;
    for (element, rate) in &bars {
        canvas.text((130.0, y + 13.0), Anchor::End, Size::Normal, element);
        let width = 360.0 * rate / most;
        canvas.rect([138.0, y, width, 18.0], Fill::Color(0));
        let label = format!("{rate:.0}");
        canvas.text((144.0 + width, y + 13.0), Anchor::Start, Size::Normal, &label);
        y += 24.0;
    }
    let words: Vec<String> =
        bars.iter().map(|(element, rate)| format!("{element} {rate:.0}")).collect();
    canvas.finish(&title, &format!("{} TFLOP/s.", words.join(", ")))
}

#[test]
fn plots_are_what_the_record_says() {
    let rows = record();
    let plots = [("ratios.svg", ratio_plot(&ratios(&rows))), ("rates.svg", rate_plot(&rows))];
    let page = fs::read_to_string(tests::root().join("docs/performance.md")).expect("the page");
    for (name, plot) in plots {
        let path = tests::root().join("docs/benchmarks").join(name);
        if env::var_os("TILEC_BLESS").is_some() {
            fs::write(&path, &plot).expect("a plot");
        }
        let stored = fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == plot, "`just pictures` draws {name} again");
        assert!(page.contains(&format!("](benchmarks/{name})")), "the page shows {name}");
    }
}

/// The groups take as many rows as the tables of the page have, which another program writes from the same record.
#[test]
fn plots_have_the_rows_of_the_tables() {
    let page = fs::read_to_string(tests::root().join("docs/performance.md")).expect("the page");
    let (_, rest) = page.split_once("<!-- begin table.py -->").expect("the tables");
    let (tables, _) = rest.split_once("<!-- end table.py -->").expect("their end");
    let counts: Vec<usize> = tables
        .split("\n### ")
        .skip(1)
        .map(|table| table.lines().filter(|line| line.starts_with("| `")).count())
        .collect();
    let groups = ratios(&record());
    let plotted: Vec<usize> =
        groups.iter().map(|(_, ratios)| ratios.len()).filter(|&count| count > 0).collect();
    assert_eq!(plotted, counts);
}
