//! Whole programs in gdb: it stops at lines of the user's host code, and shows variables there.

use std::process::Command;

use crate::skip::skip;
use crate::support::{files, has, text, tilec};

/// Lines are named by their comments.
const DEBUGGED: &str = "\
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

template <class T> __tile_global__ void scale(T *p, T by) {
  *p = *p * by;
}

template <class T> static T scaled(T value, T by) {
  T *device, result = 0;
  cudaMalloc(&device, sizeof(T));
  cudaMemcpy(device, &value, sizeof(T), cudaMemcpyHostToDevice);
  scale<<<1, 1>>>(device, by); // launch
  cudaMemcpy(&result, device, sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(device); // freed
  return result;
}

struct Job {
  int id;
  float factor;
};

int main() {
  Job jobs[] = {{7, 2.5f}, {8, 3.0f}};
  float sum = 0;
  for (const Job &job : jobs) {
    float part = scaled(4.0f, job.factor); // call
    sum += part; // added
  }
  std::printf(\"%g\\n\", sum);
}
";

/// The number of the line with a comment.
fn line(comment: &str) -> usize {
    let is_it = |text: &str| text.ends_with(&format!("// {comment}"));
    1 + DEBUGGED.lines().position(is_it).expect("the comment")
}

/// What gdb says of the program with some commands.
fn debugged(options: &[&str], name: &str, commands: &[String]) -> String {
    let folder = files(name, &[("x.cu", DEBUGGED)]);
    let made = tilec(&[options, &["x.cu", "-o", "app"]].concat(), &folder);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let mut gdb = Command::new("gdb");
    gdb.args(["-nx", "-batch", "-iex", "set debuginfod enabled off"]);
    // Containers may not allow to choose addresses.
    gdb.args(["-ex", "set disable-randomization off", "-ex", "set width 0"]);
    for command in commands {
        gdb.args(["-ex", command]);
    }
    let done = gdb.arg("app").current_dir(&folder).env("TILEC_DEVICE", "cpu").output();
    let done = done.expect("gdb starts");
    format!("{}{}", text(&done.stdout), text(&done.stderr))
}

/// The words of `-g` of both spellings; a breakpoint at a line of a template, its caller, the next line behind a launch.
#[test]
fn gdb_stops_at_the_lines_of_the_host() {
    for tool in ["gdb", "g++"] {
        if !has(tool) {
            return skip(&format!("{tool} is not here"));
        }
    }
    let (launch, freed, call, added) = (line("launch"), line("freed"), line("call"), line("added"));
    let commands = [
        format!("break x.cu:{launch}"),
        format!("break x.cu:{added} if job.id == 8"),
        "run".to_owned(),
        "info args".to_owned(),
        // Over the launch, and over the copy that waits for it.
        "next".to_owned(),
        "next".to_owned(),
        "print result".to_owned(),
        "frame 1".to_owned(),
        "print job".to_owned(),
        format!("clear x.cu:{launch}"),
        "continue".to_owned(),
        "print part + sum".to_owned(),
        "continue".to_owned(),
    ];
    for (name, options) in
        [("gdb", &["build", "-Xcompiler", "-g"][..]), ("gdb_of_nvcc", &["-g", "-std=c++20"])]
    {
        let said = debugged(options, name, &commands);
        let mut rest = said.as_str();
        for expected in [
            &format!("at x.cu:{launch}\n{launch}\t  scale<<<1, 1>>>(device, by); // launch\n"),
            "value = 4\nby = 2.5\n",
            &format!("\n{freed}\t  cudaFree(device); // freed\n"),
            "= 10\n",
            &format!("at x.cu:{call}\n"),
            "{id = 7, factor = 2.5}\n",
            &format!("at x.cu:{added}\n"),
            "= 22\n",
            "22\n",
            "exited normally",
        ] {
            let Some(at) = rest.find(expected) else {
                panic!("{name}: no `{expected}` in\n{rest}\nof\n{said}");
            };
            rest = &rest[at + expected.len()..];
        }
    }
}
