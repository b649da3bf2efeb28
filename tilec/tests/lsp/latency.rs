//! How long a user waits: a recorded session on an attention file of 600 lines.
//!
//! `cargo test --locked --release -p tilec --test lsp latency -- --ignored --nocapture` prints the figures of
//! docs/performance.md. Two times are measured: what the user waits, which a busy machine makes
//! longer, and what the server's threads ran, which it does not: in a release build that has to stay
//! within the bounds.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, Marked};

const URI: &str = "file:///work/attention.cu";

/// The kernel of the session, which stays as it is so that figures can be compared.
const SOURCE: &str = include_str!("latency/attention.cu");

/// That kernel again and again, each with its host code, up to 600 lines.
fn attention() -> String {
    let (head, kernel) = SOURCE.split_once("template <").expect("a template");
    let mut text = head.to_owned();
    for number in 0.. {
        if text.lines().count() > 540 {
            break;
        }
        let (d, bm, bn) = [(128, 128, 128), (128, 128, 64), (64, 128, 128)][number % 3];
        text.push_str(&format!(
            "/// Attention number {number}: tiles of {bm} queries and {bn} keys, heads of {d}.\n\
             ///\n/// The running maximum and sum are kept for each query; the accumulator is scaled\n\
             /// when the maximum grows.\nnamespace attention{number} {{\ntemplate <{kernel}"
        ));
        text.push_str(&format!(
            "template __tile_global__ void attention<__nv_bfloat16, {d}, {bm}, {bn}>(\n    \
             const __nv_bfloat16* __restrict__, const __nv_bfloat16* __restrict__,\n    \
             const __nv_bfloat16* __restrict__, __nv_bfloat16* __restrict__, int, int, float);\n\n\
             /// Launches it.\n\
             void launch(const __nv_bfloat16* q, const __nv_bfloat16* k, const __nv_bfloat16* v,\n            \
             __nv_bfloat16* o, int heads, int length) {{\n    \
             dim3 grid((length + {bm} - 1) / {bm}, heads);\n    \
             attention<__nv_bfloat16, {d}, {bm}, {bn}><<<grid, 1>>>(q, k, v, o, heads, length, 0.125f);\n    \
             if (cudaGetLastError() != cudaSuccess) {{\n        \
             std::fprintf(stderr, \"launch failed\\n\");\n        std::abort();\n    }}\n}}\n\
             }}  // namespace attention{number}\n\n"
        ));
    }
    while text.lines().count() < 600 {
        text.push_str("// Notes on the shapes above: lengths are multiples of the tile.\n");
    }
    text
}

/// Nanoseconds that the threads of a process ran.
fn ran(process: u32) -> u64 {
    let Ok(tasks) = fs::read_dir(format!("/proc/{process}/task")) else { return 0 };
    let times = tasks.filter_map(|task| {
        let text = fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    });
    times.sum()
}

/// Of the server and of the process that compiles for it.
fn ran_all(client: &Client) -> u64 {
    client.children().into_iter().chain([client.process()]).map(ran).sum()
}

/// Samples, and how they are shown.
#[derive(Default)]
struct Samples {
    waited: Vec<Duration>,
    ran: Vec<Duration>,
}

impl Samples {
    fn add<T>(&mut self, client: &mut Client, act: impl FnOnce(&mut Client) -> T) -> T {
        let before = ran_all(client);
        let start = Instant::now();
        let value = act(client);
        self.waited.push(start.elapsed());
        self.ran.push(Duration::from_nanos(ran_all(client).saturating_sub(before)));
        value
    }

    /// Prints the samples; 95 of 100 have to have run for less than `bound` milliseconds.
    fn show(&mut self, what: &str, bound: f64) {
        let mut slow = None;
        let mut line = format!("{what:<12}");
        for (name, times) in [("waited", &mut self.waited), ("ran", &mut self.ran)] {
            times.sort_unstable();
            let at = |part: usize| {
                let index = (times.len() * part / 100).min(times.len().saturating_sub(1));
                times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1e3)
            };
            let (median, p95) = (at(50), at(95));
            slow = Some(p95).filter(|p95| *p95 > bound);
            line.push_str(&format!("  {name}: median {median:6.1} ms, p95 {p95:6.1} ms"));
        }
        println!("{line}  ({} times)", self.waited.len());
        let is_release = !cfg!(debug_assertions) || std::env::var_os("TILEC").is_some();
        assert!(!is_release || slow.is_none(), "{what}: {slow:?} ms, not {bound}");
    }
}

#[test]
fn the_measured_file_has_no_mistake() {
    let text = attention();
    assert_eq!(text.lines().count(), 600);
    let mut client = Client::start();
    client.open(URI, &text);
    assert_eq!(client.diagnostics(URI, 1), Vec::<serde_json::Value>::new());
}

#[test]
#[ignore = "a measurement, for a release build"]
fn latency() {
    let text = attention();
    let marked = text.replacen("sum = sum *", "$0$1sum = sum *", 1);
    let marked = marked.replacen("auto alpha", "auto $2alpha", 1);
    let document = Marked::new(URI, &marked.replacen("vv.load", "vv.$3load", 1));
    let (line, column) = document.marks[0];
    let mut client = Client::start();
    let edits = std::env::var("EDITS").ok().and_then(|edits| edits.parse().ok()).unwrap_or(2000);
    let started = Instant::now();
    client.open(URI, &document.text);
    let found = client.diagnostics(URI, 1);
    println!(
        "{} lines, {} found, {:?} to open",
        text.lines().count(),
        found.len(),
        started.elapsed()
    );
    assert!(found.is_empty(), "{found:?}");
    // A statement is written and deleted again, letter by letter.
    let statement = "auto scaled = ct::exp2(acc * scale); ";
    let [mut typed, mut hovers, mut members, mut names, mut signatures]: [Samples; 5] =
        Default::default();
    let mut at_once = Samples::default();
    let mut written = 0;
    let mut is_growing = true;
    for version in 2..edits + 2_i64 {
        let at = column + written;
        let (range, new) = if is_growing {
            let letter = &statement[written as usize..written as usize + 1];
            written += 1;
            ([line, at, line, at], letter)
        } else {
            written -= 1;
            ([line, at - 1, line, at], "")
        };
        if is_growing && written == 22 {
            // The letter and the question together, as editors send them: `auto scaled = ct::exp2|`
            let params = json!({
                "textDocument": { "uri": URI },
                "position": { "line": line, "character": column + 22 },
            });
            at_once.add(&mut client, |client| {
                client.change(URI, version, Some(range), new);
                client.request("textDocument/completion", params)
            });
            client.diagnostics(URI, version);
        } else {
            typed.add(&mut client, |client| {
                client.change(URI, version, Some(range), new);
                client.diagnostics(URI, version)
            });
        }
        if written == 0 || written == statement.len() as u32 {
            is_growing = written == 0;
        }
        if version % 20 == 0 {
            hovers.add(&mut client, |client| client.request("textDocument/hover", document.at(2)));
        }
        if is_growing && written == 23 {
            // `auto scaled = ct::exp2(|`
            let params = json!({
                "textDocument": { "uri": URI },
                "position": { "line": line, "character": column + 23 },
            });
            signatures
                .add(&mut client, |client| client.request("textDocument/signatureHelp", params));
        }
        if is_growing && written == 21 {
            // `auto scaled = ct::exp|`
            let params = json!({
                "textDocument": { "uri": URI },
                "position": { "line": line, "character": column + 21 },
            });
            names.add(&mut client, |client| client.request("textDocument/completion", params));
            let member = document.at(3);
            members.add(&mut client, |client| client.request("textDocument/completion", member));
        }
    }
    typed.show("diagnostics", 60.0);
    hovers.show("hover", 20.0);
    names.show("names", 20.0);
    members.show("members", 20.0);
    signatures.show("signatures", 60.0);
    at_once.show("at once", 20.0);
    let memory = client.resident() / 1024;
    println!("memory after {edits} edits: {memory} MiB");
    assert!(memory < 150, "{memory} MiB");
    assert_eq!(client.stop(), Some(0));
}
