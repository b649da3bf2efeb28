//! `TILEC_TRACE=FILE ./app`: a timeline of the program, in the format of Chrome's traces, which Perfetto reads.
//!
//! A track for each thread of the program has the calls of the API, a track for each stream has what it did. Times are those
//! of the CPU device, from the start of the process.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Instant;

use crate::action::Action;
use crate::process::{lock, process};
use crate::queue::{Operation, StreamId};
use crate::thread;

/// The process of a track: calls of the program, or streams.
const HOST: u32 = 1;
const DEVICE: u32 = 2;

/// Events, and the tracks that they are on.
#[derive(Default)]
pub struct Trace {
    events: Vec<String>,
    threads: BTreeMap<usize, usize>,
    streams: BTreeMap<StreamId, String>,
}

/// The file that `TILEC_TRACE` names.
fn path() -> Option<&'static str> {
    static PATH: OnceLock<Option<String>> = OnceLock::new();
    let path = PATH.get_or_init(|| std::env::var("TILEC_TRACE").ok().filter(|it| !it.is_empty()));
    path.as_deref()
}

fn epoch() -> Instant {
    static EPOCH: OnceLock<Instant> = OnceLock::new();
    *EPOCH.get_or_init(Instant::now)
}

/// The time at which something begins; nothing without a trace.
pub fn now() -> Option<Instant> {
    path()?;
    epoch();
    Some(Instant::now())
}

/// An operation that began then has ended.
pub fn operation(operation: &Operation, started: Option<Instant>) {
    let Some(started) = started else { return };
    let details = match &operation.action {
        Action::Launch(launch) => {
            let [x, y, z] = launch.grid;
            format!("\"grid\":\"{x}x{y}x{z}\"")
        }
        Action::Copy(copy) => format!("\"bytes\":{}", copy.bytes()),
        Action::Fill(fill) => format!("\"bytes\":{}", fill.bytes()),
        _ => String::new(),
    };
    let mut trace = lock(&process().trace);
    let stream = operation.stream;
    trace.streams.entry(stream).or_insert_with(|| operation.stream_name());
    let track = (DEVICE, stream.0);
    trace.events.push(event(&operation.action.name(), track, started, &details));
}

/// A call of the API that began then returns.
pub fn call(name: &str, started: Option<Instant>) {
    let Some(started) = started else { return };
    let mut trace = lock(&process().trace);
    let n_threads = trace.threads.len();
    let track = *trace.threads.entry(thread::id()).or_insert(n_threads + 1);
    trace.events.push(event(name, (HOST, track), started, ""));
}

fn event(name: &str, (process, track): (u32, usize), started: Instant, details: &str) -> String {
    let start = started.saturating_duration_since(epoch()).as_secs_f64() * 1e6;
    let duration = started.elapsed().as_secs_f64() * 1e6;
    format!(
        "{{\"name\":{},\"ph\":\"X\",\"ts\":{start:.3},\"dur\":{duration:.3},\"pid\":{process},\"tid\":{track},\"args\":{{{details}}}}}",
        quoted(name)
    )
}

/// Writes the file, when the process ends.
pub fn write() {
    let Some(path) = path() else { return };
    let trace = lock(&process().trace);
    let named = |process: u32, track: usize, kind: &str, name: &str| {
        format!(
            "{{\"name\":\"{kind}\",\"ph\":\"M\",\"pid\":{process},\"tid\":{track},\"args\":{{\"name\":{}}}}}",
            quoted(name)
        )
    };
    let mut events = vec![
        named(HOST, 0, "process_name", "program"),
        named(DEVICE, 0, "process_name", "tilec CPU device"),
    ];
    for track in trace.threads.values() {
        events.push(named(HOST, *track, "thread_name", &format!("thread {track}")));
    }
    for (stream, name) in &trace.streams {
        events.push(named(DEVICE, stream.0, "thread_name", name));
    }
    events.extend_from_slice(&trace.events);
    let text =
        format!("{{\"traceEvents\":[\n{}\n],\"displayTimeUnit\":\"ms\"}}\n", events.join(",\n"));
    if let Err(error) = std::fs::write(path, text) {
        eprintln!("tilec: {path}: {error}");
    }
}

/// A string of JSON.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04x}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted() {
        assert_eq!(quoted("operator\"\" \\x\n"), "\"operator\\\"\\\" \\\\x\\u000a\"");
    }
}
