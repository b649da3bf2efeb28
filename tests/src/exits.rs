//! Kernels whose loops around an MMA are left in drawn ways: by nests of branches with `break`, `continue` and `return`.
//!
//! In: a seed. Out: a kernel, its arguments and its grid. Each statement stands in front of the loads, between them, or behind
//! the MMA:
//!
//! ```text
//! nest  ::=  leaf | if (condition) { nest* } | if (condition) { nest* } else { nest* } | for (...) { nest* }
//! leaf  ::=  break; | continue; | return; | a change of the accumulator
//! ```
//!
//! A condition is of the loop counter, the number of the tile block and two parameters, so that the producer warp can compute
//! it: it must leave the loop in the iteration in which the consumers leave it, or wait for ever.

use std::fmt::Write;

use backend_ptx::target::Target;
use backend_ptx::{Options, compile};
use ir::Scalar;

use crate::differential::{
    Arg, EXACT, difference, emulated, entry_name, interpreted, random, zeros,
};
use crate::products::module;
use crate::random::Random;

/// Rows and columns of a tile, and its K extent.
const TILE: (usize, usize, usize) = (64, 64, 32);
const STEPS: usize = 5;
const CONDITIONS: [&str; 9] = [
    "step == p",
    "step > q",
    "step % 3 == q",
    "(step & 1) == 0",
    "x == p",
    "x + step >= 3",
    "p < q",
    "y == 1 && step == 2",
    "step + p == 4",
];
/// The loops, with the end of each.
const LOOPS: [&str; 5] = [
    "for (int step : ct::irange(0, steps)) {",
    "for (int step = 0; step < steps; ++step) {",
    "for (int step = 0;; ++step) { if (step >= steps) break;",
    "int step = -1; while (++step < steps) {",
    "int step = -1; do { ++step; if (step == steps) break;",
];

/// A kernel and what it is launched on.
pub struct Program {
    pub source: String,
    pub args: Vec<Arg>,
    pub grid: [u32; 3],
}

/// The kernel of a seed.
pub fn draw(seed: u64) -> Program {
    let mut drawing = NestDrawing { random: Random::new(seed), inner: 0 };
    let head = drawing.random.pick(&LOOPS);
    // An exit between a load and the MMA takes the pipeline away: most kernels have none there.
    let statements = [2, 8, 8, 2].map(|rarity| {
        let mut text = String::new();
        if drawing.random.below(8) >= rarity - 1 {
            drawing.nests(0, &mut text);
        }
        text
    });
    let numbers = [(); 2].map(|()| drawing.random.below(5) as u64);
    Program::new(head, &statements.each_ref().map(String::as_str), numbers)
}

impl Program {
    /// A loop with statements in front of the loads, between them, in front of the MMA and behind it; `p` and `q`.
    pub fn new(head: &str, [first, second, third, last]: &[&str; 4], numbers: [u64; 2]) -> Program {
        let tail = if head.contains("do {") { "} while (true);" } else { "}" };
        let source = format!(
            r"
__tile_global__ void leave(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n, int k,
                           int p, int q) {{
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{m, k}}}}, ct::shape<64, 32>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{k, n}}}}, ct::shape<32, 64>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{m, n}}}}, ct::shape<64, 64>{{}}}};
    int x = static_cast<int>(ct::bid().x), y = static_cast<int>(ct::bid().y), steps = ct::ceildiv(k, 32);
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    {head}
{first}        auto left = va.load_masked(x, step);
{second}        auto right = vb.load_masked(step, y);
{third}        acc = ct::mma(left, right, acc);
{last}    {tail}
    vc.store_masked(acc, x, y);
}}
"
        );
        let (m, n, k) = (TILE.0 + 8, TILE.1 + 16, TILE.2 * STEPS);
        let mut args = vec![
            random(Scalar::F16, m * k, 1),
            random(Scalar::F16, k * n, 2),
            zeros(Scalar::F32, m * n),
        ];
        let sizes = [m, n, k].map(|size| size as u64);
        args.extend(sizes.into_iter().chain(numbers).map(Arg::Number));
        Program { source, args, grid: [2, 2, 1] }
    }
}

struct NestDrawing {
    random: Random,
    /// How many loops are open inside the one around the MMA.
    inner: usize,
}

impl NestDrawing {
    fn nests(&mut self, depth: usize, text: &mut String) {
        for _ in 0..1 + self.random.below(2) {
            self.nest(depth, text);
        }
    }

    fn nest(&mut self, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth + 2);
        let condition = self.random.pick(&CONDITIONS);
        match if depth < 3 { self.random.below(8) } else { 7 } {
            0..3 => {
                writeln!(text, "{indent}if ({condition}) {{").expect("a string grows");
                self.nests(depth + 1, text);
            }
            3..5 => {
                writeln!(text, "{indent}if ({condition}) {{").expect("a string grows");
                self.nests(depth + 1, text);
                writeln!(text, "{indent}}} else {{").expect("a string grows");
                self.nests(depth + 1, text);
            }
            5 if self.inner == 0 => {
                writeln!(text, "{indent}for (int i : ct::irange(0, p)) {{")
                    .expect("a string grows");
                self.inner += 1;
                self.nests(depth + 1, text);
                self.inner -= 1;
            }
            _ => {
                let leaf = if depth == 0 { 3 + self.random.below(2) } else { self.random.below(5) };
                let leaf =
                    ["break;", "continue;", "return;", "acc = acc + 1.0f;", "acc = -acc;"][leaf];
                return writeln!(text, "{indent}{leaf}").expect("a string grows");
            }
        }
        writeln!(text, "{indent}}}").expect("a string grows");
    }
}

/// How a kernel was compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fed {
    /// The operands come through a pipeline.
    Pipeline,
    Threads,
}

/// Compares the PTX of a kernel, executed by the emulator, with the interpreter.
///
/// # Errors
///
/// The first difference, with the source.
pub fn check(program: &Program, arch: &str) -> Result<Fed, String> {
    let Program { source, args, grid } = program;
    let module = module(source, arch);
    let wrong = |what: String| format!("{arch}: {what}\n{source}");
    let expected = interpreted(&module, *grid, args).map_err(wrong)?;
    let target = Target::named(arch).ok_or_else(|| wrong("no such target".to_owned()))?;
    let (ptx, diagnostics) = compile(&module, target, &Options::default());
    if !diagnostics.is_empty() {
        return Err(wrong(format!("{diagnostics:#?}")));
    }
    let text = backend_ptx::ptx::print::module_text(&ptx);
    let found = emulated(&text, entry_name(&module), *grid, args).map_err(wrong)?;
    if let Some(what) = difference(args, &found, &expected, EXACT) {
        return Err(wrong(what));
    }
    let copies = ["cp.async.bulk.tensor", "cp.async.cg"].iter().any(|copy| text.contains(copy));
    Ok(if copies { Fed::Pipeline } else { Fed::Threads })
}
