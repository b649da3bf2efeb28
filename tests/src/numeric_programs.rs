//! Random programs of floating-point sums and products, with branches, loops, functions, unread
//! variables
//! and equal expressions: what passes change about them must not change what is
//! contracted. Each runs as lowered under the sanitizer and optimised without it, with and without
//! `-fmad`, and must leave the same bits.

use std::fmt::Write as _;

use tilec::{Passes, Stage};

use crate::compile::{Sources, session, with_stack};
use crate::launch::{self, Sanitizer};
use crate::parameter::Parameter;
use crate::random::Random;

const NAMES: &[&str] = &["a", "b", "c", "d", "e"];

/// What differs among `count` programs from `seed` on.
pub fn failures(count: usize, seed: u64) -> Vec<String> {
    let programs: Vec<String> =
        (0..count).map(|number| program(number, &mut Random::new(seed + number as u64))).collect();
    let text = format!(
        "#include \"cuda_tile.h\"\nnamespace ct = cuda::tiles;\nusing F4 = ct::tile<float, ct::shape<4>>;\n\
         __tile__ float twice(float x, float y) {{ return x * y + x; }}\n{}",
        programs.concat()
    );
    let mut failures = Vec::new();
    for fmad in [true, false] {
        let compile = |passes| {
            let mut session = session("sm_90a");
            (session.passes, session.fmad) = (passes, fmad);
            let sources = Sources(vec![("kernel.cu", text.clone())]);
            with_stack(|| tilec::compile(&session, &sources, "kernel.cu", Stage::Lower))
        };
        let compiled = [Passes::AsLowered, Passes::Minimal, Passes::Full].map(compile);
        if let Some(error) = compiled[0].diagnostics.iter().next() {
            return vec![format!("{}: {}", error.code.id, error.message)];
        }
        for (number, program) in programs.iter().enumerate() {
            let run = |index: usize| {
                let parameters = ["inout f32[32] = random(7)", "i32 = 3"]
                    .map(|text| Parameter::parse(text).expect("an argument"));
                let module = compiled[index].module.as_ref().expect("what compiles has a module");
                let sanitizer = if index == 0 { Sanitizer::On } else { Sanitizer::Off };
                launch::on_cpu(module, &format!("k{number}"), [1; 3], &parameters, sanitizer)
            };
            let wanted = run(0);
            if let Some(found) = wanted.diagnostics.first() {
                failures.push(format!("{}\n{program}", found.message));
            }
            if [1, 2].into_iter().any(|index| run(index).buffers != wanted.buffers) {
                failures.push(format!("fmad {fmad}: other bits\n{program}"));
            }
        }
    }
    failures
}

fn program(number: usize, random: &mut Random) -> String {
    let is_tile = random.one_in(3);
    let ty = if is_tile { "F4" } else { "float" };
    let mut text = format!("extern \"C\" __tile_global__ void k{number}(float* o, int n) {{\n");
    for (index, name) in NAMES.iter().enumerate() {
        let value = match is_tile {
            true => {
                format!("ct::load(o + {} + ct::iota<ct::tile<int, ct::shape<4>>>())", index * 4)
            }
            false => format!("o[{index}]"),
        };
        let _ = writeln!(text, "  {ty} {name} = {value};");
    }
    block(&mut text, random, 2, is_tile);
    for (index, name) in NAMES.iter().enumerate().take(4) {
        let _ = match is_tile {
            true => writeln!(
                text,
                "  ct::store(o + {} + ct::iota<ct::tile<int, ct::shape<4>>>(), {name});",
                index * 4
            ),
            false => writeln!(text, "  o[{index}] = {name};"),
        };
    }
    text.push_str("}\n");
    text
}

fn block(text: &mut String, random: &mut Random, depth: usize, is_tile: bool) {
    for _ in 0..2 + random.below(4) {
        let name = random.pick(NAMES);
        let op = random.pick(&["=", "+=", "-=", "="]);
        let value = expression(random, 2, is_tile);
        match random.below(if depth == 0 { 2 } else { 6 }) {
            0 | 1 => {
                let value =
                    if op == "=" { value } else { format!("{value} * {}", random.pick(NAMES)) };
                let _ = match is_tile && op != "=" {
                    true => writeln!(text, "  {name} = {name} {} {value};", &op[..1]),
                    false => writeln!(text, "  {name} {op} {value};"),
                };
            }
            2 => {
                let condition = random.pick(&["n > 2", "n < 2", "n == 3", "(n & 1) == 0"]);
                let _ = writeln!(text, "  if ({condition}) {{");
                block(text, random, depth - 1, is_tile);
                text.push_str("  }");
                if random.one_in(2) {
                    text.push_str(" else {\n");
                    block(text, random, depth - 1, is_tile);
                    text.push_str("  }");
                }
                text.push('\n');
            }
            3 => {
                let count = random.pick(&["n", "2", "n - 1"]);
                let i = format!("i{depth}");
                let _ = writeln!(text, "  for (int {i} = 0; {i} < {count}; ++{i}) {{");
                block(text, random, depth - 1, is_tile);
                text.push_str("  }\n");
            }
            4 => {
                // An unused product, or that a sum far off reads.
                let ty = if is_tile { "F4" } else { "float" };
                let (x, y, z) = (random.pick(NAMES), random.pick(NAMES), random.pick(NAMES));
                let _ = writeln!(text, "  {{ {ty} p = {x} * {y}; {ty} u = p; (void)u;");
                block(text, random, depth - 1, is_tile);
                let _ = writeln!(text, "  if (n > 1) {z} = p + {x}; }}");
            }
            _ => {
                let arguments = (random.pick(NAMES), random.pick(NAMES));
                let _ = match is_tile {
                    true => {
                        writeln!(text, "  {name} = {} * {} + {name};", arguments.0, arguments.1)
                    }
                    false => writeln!(text, "  {name} = twice({}, {});", arguments.0, arguments.1),
                };
            }
        }
    }
}

fn expression(random: &mut Random, depth: usize, is_tile: bool) -> String {
    if depth == 0 || random.one_in(4) {
        return random.pick(NAMES).to_owned();
    }
    let (left, right) =
        (expression(random, depth - 1, is_tile), expression(random, depth - 1, is_tile));
    match random.below(8) {
        0 if !is_tile => format!("(n > 2 ? {left} : {right})"),
        0 => format!("ct::select({left} < {right}, {left}, {right})"),
        1..=3 => format!("({left} * {right})"),
        4 | 5 => format!("({left} + {right})"),
        6 => format!("(-({left}))"),
        _ => format!("({left} - {right})"),
    }
}
