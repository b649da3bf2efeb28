//! Programs with one planted mistake each, and the legal twin of each.
//!
//! A [`Plant`] is a rule of undefined behaviour broken by one kind of access to one kind of object;
//! [`CONTROLS`] are kinds of control flow around it. The sanitizer must report the mistake at its
//! line and nothing of the twin, and the twin must compute under it what it computes without it.
//! The wrong and the legal programs are written here from the standard, by rule and not by
//! program.

mod memory;
mod order;
mod values;

use std::fmt::Write as _;

use lang::base::Severity;
use tilec::{Compiled, Passes, Session, Stage};

use crate::annotation::Found;
use crate::launch::{self, Outcome, Sanitizer};
use crate::parameter::Parameter;
use crate::random::Random;

/// A mistake and its twin, in a kernel with `int* o` (64 elements, each its index), `int* q` (the
/// same) and `int n`, which is 2.
#[derive(Clone, Debug)]
pub struct Plant {
    /// What it is, for people.
    pub name: String,
    /// Declarations in front of the kernel, in a namespace of their own.
    pub prelude: String,
    pub wrong: Body,
    pub right: Body,
    pub blocks: u32,
    /// The mistake is in the last line of the prelude, which a call in the kernel gets to.
    pub is_called: bool,
}

/// Statements before the one that matters, and that one.
#[derive(Clone, Debug)]
pub struct Body {
    pub before: String,
    pub line: String,
}

impl Body {
    pub fn new(before: impl Into<String>, line: impl Into<String>) -> Body {
        Body { before: before.into(), line: line.into() }
    }
}

impl Plant {
    pub fn new(name: String, wrong: Body, right: Body) -> Plant {
        Plant { name, prelude: String::new(), wrong, right, blocks: 1, is_called: false }
    }

    pub fn with(self, prelude: impl Into<String>) -> Plant {
        Plant { prelude: prelude.into(), ..self }
    }

    /// The mistake is in a function.
    pub fn calls(self, function: impl Into<String>) -> Plant {
        Plant { is_called: true, ..self.with(function) }
    }
}

/// What stands around the statements.
pub const CONTROLS: &[(&str, &str)] = &[
    ("", ""),
    ("if (n == 2) {", "}"),
    ("for (int turn = 0; turn < n; ++turn) if (turn == 1) {", "}"),
    ("auto inner = [&]() {", "}; inner();"),
    ("switch (n) { case 1: o[60] = 1; break; case 2: {", "} }"),
    ("int turn = 0; do { if (turn == 1) {", "} } while (++turn < n);"),
    ("for (;;) {", "break; }"),
    ("if (n != 2) { o[61] = 4; } else {", "}"),
];

/// Every plant.
pub fn plants() -> Vec<Plant> {
    [memory::plants(), order::plants(), values::plants()].concat()
}

/// A kernel of a batch.
struct Kernel {
    name: String,
    /// What it is.
    what: String,
    /// The line of the mistake; none of a twin.
    mistake: Option<usize>,
    blocks: u32,
}

/// Tries plants, each in one kind of control flow, and says what went wrong.
pub fn failures(plants: &[Plant], random: &mut Random) -> Vec<String> {
    let mut text =
        "#include \"cuda_tile.h\"\n#include <utility>\nnamespace ct = cuda::tiles;\n".to_owned();
    let mut kernels = Vec::new();
    for (number, plant) in plants.iter().enumerate() {
        let (open, close) = random.pick(CONTROLS);
        let _ = writeln!(text, "namespace p{number} {{ {} }}", plant.prelude);
        let prelude = text.lines().count();
        for (kind, body) in [("wrong", &plant.wrong), ("right", &plant.right)] {
            let name = format!("{kind}{number}");
            let _ = write!(
                text,
                "extern \"C\" __tile_global__ void {name}(int* o, int* q, int n) {{\n\
                 using namespace p{number};\n{open}\n{}\n{}\n{close}\n}}\n",
                body.before, body.line
            );
            // Three lines are behind it.
            let line = if plant.is_called { prelude } else { text.lines().count() - 2 };
            kernels.push(Kernel {
                name,
                what: format!("{} in `{open}`: {} {}", plant.name, body.before, body.line),
                mistake: (kind == "wrong").then_some(line),
                blocks: plant.blocks,
            });
        }
    }
    let compile = |passes| {
        let mut session = crate::compile::session("sm_90a");
        session.passes = passes;
        compile(&session, &text)
    };
    let (observed, optimized) = (compile(Passes::AsLowered), compile(Passes::Full));
    // What is planted may be warned of.
    let mut said = observed.diagnostics.iter().chain(optimized.diagnostics.iter());
    if let Some(error) = said.find(|said| said.severity >= Severity::Error) {
        let found = Found::all(&observed.map, PATH, [error]);
        let line = found.first().and_then(|found| found.line).unwrap_or(1);
        let source = text.lines().nth(line - 1).unwrap_or_default();
        return vec![format!("{}: {} at `{source}`", error.code.id, error.message)];
    }
    kernels.iter().filter_map(|kernel| failure(kernel, &observed, &optimized)).collect()
}

const PATH: &str = "kernel.cu";

fn compile(session: &Session, text: &str) -> Compiled {
    let sources = crate::compile::Sources(vec![(PATH, text.to_owned())]);
    crate::compile::with_stack(|| tilec::compile(session, &sources, PATH, Stage::Lower))
}

fn run(compiled: &Compiled, kernel: &Kernel, sanitizer: Sanitizer) -> Outcome {
    let buffer = || Parameter::parse("inout i32[64] = iota").expect("an argument");
    let number = Parameter::parse("i32 = 2").expect("an argument");
    let parameters = [buffer(), buffer(), number];
    let module = compiled.module.as_ref().expect("what compiles has a module");
    launch::on_cpu(module, &kernel.name, [kernel.blocks, 1, 1], &parameters, sanitizer)
}

fn failure(kernel: &Kernel, observed: &Compiled, optimized: &Compiled) -> Option<String> {
    let outcome = run(observed, kernel, Sanitizer::On);
    let found = Found::all(&observed.map, PATH, &outcome.diagnostics);
    let what = &kernel.what;
    match kernel.mistake {
        Some(line) => {
            let is_found = found.iter().any(|found| found.line == Some(line));
            let lines: Vec<_> = found.iter().map(|found| (found.line, &found.message)).collect();
            (!is_found).then(|| format!("{what}: not reported at line {line} but {lines:?}"))
        }
        None if !found.is_empty() => Some(format!("{what}: {}", found[0].message)),
        None => {
            let plain = run(optimized, kernel, Sanitizer::Off);
            (plain.buffers != outcome.buffers).then(|| format!("{what}: computes something else"))
        }
    }
}
