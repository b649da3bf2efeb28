//! Random programs about objects and where they are: classes with bases that repeat, empty classes,
//! unions, bit-fields, arrays, alignment; members reached by names, casts, pointers, bytes and copies.
//!
//! In: a seed. Out: a C++ source that a host compiler and tilec read alike, one kernel a program.
//! The kernel must write what the host's program prints:
//! the layout is the ABI's, and what the
//! standard leaves open GCC defines (members of a union are views of its bytes). Nothing is
//! undefined, uninitialised or depends on padding. Equal seeds give equal programs.
//!
//! [`classes`] draws the types and the ways to the scalars in them, [`body`] what a program does.

mod body;
mod classes;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use ir::{Module, Scalar, interp};
use tilec::cli::CompileArgs;
use tilec::{Session, Stage};

use crate::compile::{Sources, rendered, with_stack};
use crate::differential::from_bytes;
use crate::emulator::{self, Finding, FindingKind};
use crate::random::Random;

/// Results of a program.
pub const RESULTS: usize = 96;
/// Bytes of memory that a program has for objects of its own.
pub const MEMORY: usize = 4096;
/// Numbers that a program reads: each is its index.
const NUMBERS: usize = 8;

const PRELUDE: &str = "\
#ifdef HOST
#include <cstdio>
#define __tile__
#define __tile_global__
#endif
typedef unsigned long long ull;
__tile__ inline void copy_bytes(void* to, const void* from, unsigned long n) {
    for (unsigned long i = 0; i < n; ++i)
        static_cast<unsigned char*>(to)[i] = static_cast<const unsigned char*>(from)[i];
}
";

/// The text of one program, in a namespace of its own.
fn program(seed: u64) -> String {
    let mut random = Random::new(seed.wrapping_add(1));
    let classes = classes::draw(&mut random);
    let body = body::draw(&mut random, &classes);
    let mut text = format!("namespace n{seed} {{\n");
    for index in 0..classes.all.len() {
        classes.define(index, &mut text);
    }
    let _ = write!(
        text,
        "}}\nextern \"C\" __tile_global__ void {}(ull* out, unsigned char* mem, const int* in) {{\n\
         using namespace n{seed};\n{body}}}\n",
        name(seed)
    );
    text
}

/// The kernel of a seed.
fn name(seed: u64) -> String {
    format!("program_{seed}")
}

/// The programs of some seeds as one source, with a `main` for the host.
pub fn source(seeds: &[u64]) -> String {
    let mut text = String::from(PRELUDE);
    for &seed in seeds {
        text.push_str(&program(seed));
    }
    text.push_str("#ifdef HOST\nint main() {\n    int in[] = {0, 1, 2, 3, 4, 5, 6, 7};\n");
    for &seed in seeds {
        let _ = write!(
            text,
            "    {{ ull out[{RESULTS}] = {{}}; alignas(64) unsigned char mem[{MEMORY}] = {{}};\n      \
             {}(out, mem, in); for (ull n : out) std::printf(\"%llx \", n); std::puts(\"\"); }}\n",
            name(seed)
        );
    }
    text.push_str("}\n#endif\n");
    text
}

/// GCC, if it is there: the host compiler whose layout device code has. Clang differs in whose padding
/// is used behind a `[[no_unique_address]]` member.
pub fn host_compiler() -> Option<PathBuf> {
    ["g++", "c++"]
        .map(PathBuf::from)
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok())
}

/// Clang, whose answer decides where GCC's is in doubt.
pub fn second_compiler() -> Option<PathBuf> {
    let names = std::env::var_os("CLANGXX").map(PathBuf::from);
    let names = names.into_iter().chain(["clang++", "clang++-19"].map(PathBuf::from));
    names.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok())
}

/// What the host makes of the programs: a line of results for each.
///
/// # Errors
/// It does not compile or run them.
pub fn on_host(compiler: &Path, folder: &Path, seeds: &[u64]) -> Result<Vec<Vec<u64>>, String> {
    let first = seeds.first().copied().unwrap_or(0);
    let (file, program) =
        (folder.join(format!("{first}.cpp")), folder.join(format!("{first}.out")));
    std::fs::write(&file, source(seeds)).map_err(|error| error.to_string())?;
    let flags = ["-std=c++20", "-O1", "-w", "-fwrapv", "-fno-strict-aliasing", "-DHOST", "-o"];
    let said = Command::new(compiler).args(flags).arg(&program).arg(&file).output();
    let said = said.map_err(|error| error.to_string())?;
    if !said.status.success() {
        return Err(String::from_utf8_lossy(&said.stderr).into_owned());
    }
    let said = Command::new(&program).output().map_err(|error| error.to_string())?;
    if !said.status.success() {
        return Err(format!("the host's program ends with {}", said.status));
    }
    let lines = String::from_utf8_lossy(&said.stdout).into_owned();
    let number = |text: &str| u64::from_str_radix(text, 16).map_err(|error| error.to_string());
    lines.lines().map(|line| line.split_whitespace().map(number).collect()).collect()
}

/// How a program is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// By the interpreter, as lowered.
    Lowered,
    /// By the interpreter, after the passes.
    Optimised,
    /// As PTX in the emulator.
    Emulated,
}

/// Compares what the programs do with what they do on the host.
pub fn compare(seeds: &[u64], expected: &[Vec<u64>], ways: &[Way]) -> Vec<Failure> {
    let text = source(seeds);
    let mut failures = Vec::new();
    for &way in ways {
        match executed(&text, seeds, way) {
            Ok(found) => {
                for ((seed, found), expected) in seeds.iter().zip(found).zip(expected) {
                    failures.extend(difference(*seed, way, found, expected));
                }
            }
            Err(what) => {
                let text = format!("{way:?}, seeds {seeds:?}: {what}");
                failures.push(Failure { text, results: None });
            }
        }
    }
    failures
}

/// A program that does not do what the host's does, or does not compile.
pub struct Failure {
    pub text: String,
    /// The seed, and the results that differ from the host's.
    pub results: Option<(u64, Vec<u64>)>,
}

impl Failure {
    /// Whether another host compiler makes a program with these results: then the host compilers
    /// contradict each other, and one of them is wrong or the ABI leaves it open.
    pub fn is_result_of(&self, compiler: &Path, folder: &Path) -> bool {
        self.results.as_ref().is_some_and(|(seed, found)| {
            let made = on_host(compiler, folder, &[*seed]);
            made.is_ok_and(|made| made.first() == Some(found))
        })
    }
}

fn difference(
    seed: u64,
    way: Way,
    found: Result<Vec<u64>, String>,
    expected: &[u64],
) -> Option<Failure> {
    match found {
        Err(what) => Some(Failure { text: format!("{way:?}, seed {seed}: {what}"), results: None }),
        Ok(found) => {
            let at = (0..RESULTS).find(|&at| found.get(at) != expected.get(at))?;
            let (wrong, right) = (found.get(at)?, expected.get(at)?);
            let text =
                format!("{way:?}, seed {seed}: out[{at}] is {wrong:#x}, the host's {right:#x}");
            Some(Failure { text, results: Some((seed, found)) })
        }
    }
}

/// The results of the programs of a source.
fn executed(text: &str, seeds: &[u64], way: Way) -> Result<Vec<Result<Vec<u64>, String>>, String> {
    let level = if way == Way::Lowered { "-O0" } else { "-O3" };
    let args = CompileArgs::from_flags(["--arch=sm_90a", level])?;
    let session = Session::new(&args, &[])?;
    let stage = if way == Way::Emulated { Stage::Ptx } else { Stage::Lower };
    let sources = Sources(vec![("objects.cu", text.to_owned())]);
    let compiled = with_stack(|| tilec::compile(&session, &sources, "objects.cu", stage));
    if compiled.diagnostics.has_errors() {
        return Err(rendered(&compiled));
    }
    if way == Way::Emulated {
        let ptx = compiled.ptx.as_deref().unwrap_or_default();
        return Ok(seeds.iter().map(|&seed| in_emulator(ptx, seed)).collect());
    }
    let module = compiled.module.as_ref().ok_or("no module")?;
    Ok(seeds.iter().map(|&seed| with_stack(|| interpreted(module, seed, way))).collect())
}

/// The buffers of a program: results, memory, numbers.
fn buffers() -> [Vec<u8>; 3] {
    let numbers = (0..NUMBERS as i32).flat_map(i32::to_le_bytes).collect();
    [vec![0; RESULTS * 8], vec![0; MEMORY], numbers]
}

fn results(bytes: &[u8]) -> Vec<u64> {
    from_bytes(Scalar::I64, bytes)
}

/// As lowered also under the sanitizer: the programs do nothing undefined.
fn interpreted(module: &Module, seed: u64, way: Way) -> Result<Vec<u64>, String> {
    let mut memory = interp::Memory::new();
    let addresses = buffers().map(|bytes| memory.alloc(&bytes));
    let entry = name(seed);
    let options = interp::Options {
        sanitize: way == Way::Lowered,
        order: interp::Order::Sequential,
        ..interp::Options::new()
    };
    let launch = interp::Launch {
        entry: &entry,
        grid: [1, 1, 1],
        args: &addresses,
        globals: None,
        options: &options,
    };
    let report = interp::launch(module, &launch, &mut memory).map_err(|trap| trap.to_string())?;
    if let Some(finding) = report.findings.first() {
        return Err(format!("the sanitizer finds: {finding}"));
    }
    Ok(results(&memory.read(addresses[0], RESULTS * 8).unwrap_or_default()))
}

fn in_emulator(ptx: &str, seed: u64) -> Result<Vec<u64>, String> {
    let mut memory = emulator::Memory::default();
    let addresses = buffers().map(|bytes| memory.alloc(&bytes));
    let entry = name(seed);
    let launch = emulator::Launch::new(&entry, [1, 1, 1], &addresses);
    let report = emulator::launch(ptx, &launch, &mut memory)?;
    // Copies read padding, and writes of a bit-field the unwritten ones beside it.
    let is_wrong = |finding: &&Finding| finding.kind != FindingKind::UnwrittenMemory;
    match report.findings.iter().find(is_wrong) {
        Some(finding) => Err(format!("the emulator finds: {}", finding.text)),
        None => Ok(results(memory.bytes(addresses[0]))),
    }
}
