//! `TILEC_SANITIZE=1 ./app`: what it finds in faulty programs, and that it finds nothing in right ones.
//!
//! A line of a faulty program that ends with `// finding: TEXT` is where the sanitizer reports something that begins so; a
//! program has no other findings. With `-DRIGHT` it is right. `//! ends with a signal` says that the system ends it.

use std::path::Path;
use std::process::Command;
use std::{fs, thread};

use crate::Share;
use crate::skip::skip;
use crate::support::{
    Program, files, has, scratch, shared_library, text, tilec, tilec_with, warns_of,
};

fn faulty() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/faulty_programs")
}

/// The exit code of a program with findings.
const FOUND: i32 = 3;

/// What is wrong with a faulty program, or with its right form.
fn check(program: &Program, options: &[&str], built: &Path) -> Result<(), String> {
    let source = &program.sources[0];
    let text_of_source = fs::read_to_string(faulty().join(source)).map_err(|it| it.to_string())?;
    let mut expected: Vec<(String, &str)> = text_of_source
        .lines()
        .enumerate()
        .filter_map(|(line, text)| {
            let (_, finding) = text.split_once("// finding: ")?;
            Some((format!("{source}:{}", line + 1), finding))
        })
        .collect();
    let is_right = options.contains(&"-DRIGHT");
    let ends = !is_right && text_of_source.contains("//! ends with a signal");
    if is_right {
        expected.clear();
    }
    let executable = built.join(source.replace('.', "_"));
    let path = executable.to_string_lossy();
    let own: Vec<&str> = program.options.iter().map(String::as_str).collect();
    let words = [&["build", "-o", &path], options, &own, &[source]].concat();
    let made = tilec_with(&shared_library(), &words, &faulty());
    let warnings: &[String] = if is_right { &[] } else { &program.warnings };
    if !made.status.success() || !warns_of(&text(&made.stderr), warnings) {
        return Err(format!("the build says\n{}", text(&made.stderr)));
    }
    let done = Command::new(&executable)
        .env("TILEC_SANITIZE", "1")
        // Places are relative to the folder of the run.
        .current_dir(faulty())
        .output();
    let done = done.map_err(|error| error.to_string())?;
    let said = text(&done.stderr);
    let found: Vec<&str> = said.lines().filter(|line| line.contains(": sanitizer: ")).collect();
    for (place, finding) in &expected {
        let is_it = |line: &&&str| {
            let (at, message) = line.split_once(": sanitizer: ").unwrap_or_default();
            // An optimised instruction of the host has the line that debuggers show, which may be a neighbour.
            let is_there = match ends && options.contains(&"-Xcompiler") {
                true => at.starts_with(&format!("{source}:")),
                false => at == place || at.starts_with(&format!("{place}:")),
            };
            is_there && message.starts_with(finding)
        };
        if !found.iter().any(|line| is_it(&line)) {
            return Err(format!("no `{place}: sanitizer: {finding}` in\n{said}"));
        }
    }
    let code = match (ends, is_right) {
        (true, _) => None,
        (false, true) => Some(0),
        (false, false) => Some(FOUND),
    };
    match found.len() == expected.len() && done.status.code() == code {
        true => Ok(()),
        false => Err(format!("{} findings, {:?}\n{said}", found.len(), done.status)),
    }
}

/// Checks faulty programs, or their right forms. They have a shared run-time library, as programs that load one do.
fn check_programs(options: &[&str], share: Share) {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let built = scratch(&format!("faulty{}", options.concat()));
    let programs = Program::all(&faulty());
    assert!(programs.len() >= 40, "there are {} programs", programs.len());
    let programs = share.of(programs);
    let (left, right) = programs.split_at(programs.len() / 2);
    let check = |programs: &[Program]| -> Vec<String> {
        let checked = programs.iter().map(|it| (it, check(it, options, &built)));
        checked.filter_map(|(it, found)| Some(format!("{}: {}", it.name, found.err()?))).collect()
    };
    let wrong = thread::scope(|scope| {
        let first = scope.spawn(|| check(left));
        let second = check(right);
        [first.join().expect("a thread"), second].concat()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn faulty_programs_are_reported_at_their_lines() {
    check_programs(&[], Share::All);
}

#[test]
fn some_optimised_faulty_programs_are_reported_at_their_lines() {
    check_programs(&["-Xcompiler", "-O2"], Share::Third);
}

#[test]
#[ignore = "takes minutes; `tests/run` has a third"]
fn optimised_faulty_programs_are_reported_at_their_lines() {
    check_programs(&["-Xcompiler", "-O2"], Share::All);
}

#[test]
fn right_forms_of_faulty_programs_have_no_findings() {
    check_programs(&["-DRIGHT"], Share::All);
}

/// A right program does the same under the sanitizer, which finds what its lines say.
pub fn check_right(program: &Program, executable: &Path) -> Result<(), String> {
    let run = Command::new(executable).env("TILEC_SANITIZE", "1").output();
    let said = text(&run.map_err(|error| error.to_string())?.stderr);
    let n = said.lines().filter(|line| line.contains(": sanitizer: ")).count();
    if n == program.n_findings { Ok(()) } else { Err(format!("{n} findings\n{said}")) }
}

const TRACED: &str = "\
#include <cuda_runtime.h>
#include <cuda_tile.h>
__tile_global__ void first(int *p) { *p = 1; }
__tile_global__ void second(int *p) { *p = *p + 1; }
int main() {
  int *p, value = 0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&p, sizeof(int));
  first<<<1, 1, 0, stream>>>(p);
  second<<<dim3(1, 1, 1), 1, 0, stream>>>(p);
  cudaMemcpyAsync(&value, p, sizeof value, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaFree(p);
  cudaStreamDestroy(stream);
  return value == 2 ? 0 : 1;
}
";

/// `TILEC_TRACE` writes a file of Chrome's format: kernels and copies of a stream do not overlap, and are in its order.
#[test]
fn a_trace_has_calls_and_operations() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let folder = files("trace", &[("x.cu", TRACED)]);
    let made = tilec(&["build", "x.cu", "-o", "app"], &folder);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let done = Command::new(folder.join("app"))
        .env("TILEC_TRACE", "trace.json")
        .current_dir(&folder)
        .output()
        .expect("the program starts");
    assert!(done.status.success() && done.stderr.is_empty(), "{}", text(&done.stderr));
    let trace = fs::read_to_string(folder.join("trace.json")).expect("the trace");
    let trace: serde_json::Value = serde_json::from_str(&trace).expect("JSON");
    let events = trace["traceEvents"].as_array().expect("events");
    let of = |pid: u64| {
        events.iter().filter(move |event| event["ph"] == "X" && event["pid"].as_u64() == Some(pid))
    };
    let names =
        |pid: u64| -> Vec<&str> { of(pid).filter_map(|event| event["name"].as_str()).collect() };
    assert_eq!(names(2), ["first(int* p)", "second(int* p)", "memcpy DtoH"]);
    for call in ["cudaMalloc", "cudaMemcpyAsync", "cudaStreamSynchronize", "cudaFree"] {
        assert_eq!(names(1).iter().filter(|name| **name == call).count(), 1, "{call}");
    }
    let number = |event: &serde_json::Value, name: &str| event[name].as_f64().expect("a number");
    let times: Vec<(f64, f64)> =
        of(2).map(|event| (number(event, "ts"), number(event, "dur"))).collect();
    for pair in times.windows(2) {
        assert!(pair[0].0 + pair[0].1 <= pair[1].0 + 0.01, "{times:?}");
    }
    let second = of(2).nth(1).expect("a kernel");
    assert_eq!(second["args"]["grid"], "1x1x1");
    let metadata = events.iter().filter(|event| event["ph"] == "M");
    let tracks: Vec<&str> = metadata.filter_map(|event| event["args"]["name"].as_str()).collect();
    assert!(tracks.iter().any(|name| name.starts_with("stream 0x")), "{tracks:?}");
}
