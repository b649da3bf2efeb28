//! Kernels of loops with several products, drawn: in branches and inner loops, with sums that are loaded, swapped or used by
//! another product, and with operands that are carried.
//!
//! In: a seed. Out: a kernel, its arguments and its grid.
//!
//! ```text
//! block    ::=  { step }
//! step     ::=  sum = mma(left, right, sum);  |  a tile that later products take  |  if (condition) block [else block]
//!            |  for (i < p) block  |  two sums or two carried tiles change places  |  carried = load;  |  sum = sum + 1;
//! left     ::=  load  |  carried  |  tile  |  a half of one, with a half of the right operand  |  the signs of a sum
//! ```
//!
//! Conditions are those that a producer can compute, so that pipelines feed most of the products.

use ir::Scalar;

use crate::differential::{Arg, random, whole};
use crate::exits::Program;
use crate::products::{FLOAT, HALF};
use crate::random::Random;

/// Extents of tiles.
const TILE: usize = 64;
const STEPS: usize = 3;
/// Sums of a tile block, at most.
const MAX_SUMS: usize = 3;
const MAX_DEPTH: usize = 2;
const CONDITIONS: [&str; 6] =
    ["step == p", "step > q", "(step & 1) == 0", "x == p", "p < q", "y == 1"];

/// The kernel of a seed.
pub fn draw(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let sums = [1, 1, 2, 2, MAX_SUMS][random.below(5)];
    let carried = [0, 0, 1, 2][random.below(4)];
    let has_carried_right = random.one_in(5);
    let mut drawing = LoopDrawing {
        random,
        sums,
        carried,
        has_carried_right,
        index: "step",
        names: 0,
        lines: Vec::new(),
    };
    for sum in 0..sums {
        let from = match drawing.random.one_in(2) {
            true => "ct::zeros<ct::tile<sum, ct::shape<64, 64>>>()".to_owned(),
            false => format!("vc.load_masked(x, 3 * y + {sum})"),
        };
        drawing.line(0, format!("auto s{sum} = {from};"));
    }
    for tile in 0..carried {
        drawing.line(0, format!("auto c{tile} = va.load_masked(x, {tile});"));
    }
    if has_carried_right {
        drawing.line(0, "auto d = vb.load_masked(0, y);".to_owned());
    }
    drawing.line(0, "for (int step = 0; step < steps; ++step) {".to_owned());
    drawing.block(0, &Tiles::default(), 3);
    drawing.line(0, "}".to_owned());
    for sum in 0..sums {
        drawing.line(0, format!("vc.store_masked(s{sum}, x, 3 * y + {sum});"));
    }
    let numbers = [(); 2].map(|()| drawing.random.below(STEPS + 1) as u64);
    // A third of the seeds of each target.
    let sum = if seed / 3 % 3 == 2 { HALF } else { FLOAT };
    program_with_sums(&drawing.lines.concat(), numbers, sum)
}

/// The kernel with these statements, where `p` and `q` are numbers, and sums of f32.
pub fn program(statements: &str, numbers: [u64; 2]) -> Program {
    program_with_sums(statements, numbers, FLOAT)
}

/// The same with sums of f16.
pub fn program_of_halves(statements: &str, numbers: [u64; 2]) -> Program {
    program_with_sums(statements, numbers, HALF)
}

fn program_with_sums(statements: &str, numbers: [u64; 2], (name, elem): (&str, Scalar)) -> Program {
    let source = format!(
        r"
using sum = {name};
__tile_global__ void products(const __half* __restrict__ a, const __half* __restrict__ b, const __half* __restrict__ e,
                              sum* __restrict__ c, int m, int n, int k, int p, int q) {{
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{m, k}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view ve{{ct::tensor_span{{e, ct::extents{{m, k}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{k, n}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{m, n}}}}, ct::shape<64, 64>{{}}}};
    int x = static_cast<int>(ct::bid().x), y = static_cast<int>(ct::bid().y), steps = ct::ceildiv(k, 64);
    auto one = ct::zeros<ct::tile<sum, ct::shape<64, 64>>>() + sum(1.0f);
{statements}}}
"
    );
    let (m, n, k) = (TILE + 8, 2 * MAX_SUMS * TILE - 24, STEPS * TILE);
    // Sums of halves are exact if they are of small whole numbers.
    let numbers_of = |elem: Scalar, count: usize, seed: u64| match name == HALF.0 {
        true => whole(elem, count, seed),
        false => random(elem, count, seed),
    };
    let mut args = vec![numbers_of(Scalar::F16, m * k, 1), numbers_of(Scalar::F16, k * n, 2)];
    args.extend([numbers_of(Scalar::F16, m * k, 3), numbers_of(elem, m * n, 4)]);
    args.extend([m, n, k].map(|size| Arg::Number(size as u64)));
    args.extend(numbers.map(Arg::Number));
    Program { source, args, grid: [2, 2, 1] }
}

/// The tiles that a block can name.
#[derive(Clone, Default)]
struct Tiles {
    left: Vec<String>,
    right: Vec<String>,
}

struct LoopDrawing {
    random: Random,
    sums: usize,
    carried: usize,
    has_carried_right: bool,
    /// The counter that indices are.
    index: &'static str,
    names: usize,
    lines: Vec<String>,
}

impl LoopDrawing {
    fn line(&mut self, depth: usize, text: String) {
        self.lines.push(format!("{}{text}\n", "    ".repeat(depth + 1)));
    }

    fn block(&mut self, depth: usize, tiles: &Tiles, least: usize) {
        let mut tiles = tiles.clone();
        for _ in 0..least + self.random.below(3) {
            self.step(depth, &mut tiles);
        }
    }

    fn step(&mut self, depth: usize, tiles: &mut Tiles) {
        match self.random.below(14) {
            0..5 => self.product(depth, tiles),
            5..8 => self.tile(depth, tiles),
            8..10 if depth < MAX_DEPTH => {
                let condition = self.random.pick(&CONDITIONS);
                self.line(depth + 1, format!("if ({condition}) {{"));
                self.block(depth + 1, tiles, 1);
                if self.random.one_in(3) {
                    self.line(depth + 1, "} else {".to_owned());
                    self.block(depth + 1, tiles, 1);
                }
                self.line(depth + 1, "}".to_owned());
            }
            10 if depth < MAX_DEPTH && self.index == "step" => {
                self.line(depth + 1, "for (int i = 0; i < p; ++i) {".to_owned());
                self.index = self.random.pick(&["i", "step"]);
                self.block(depth + 1, tiles, 1);
                self.index = "step";
                self.line(depth + 1, "}".to_owned());
            }
            11 if self.sums > 1 => self.swap(depth, "s", self.sums),
            12 if self.carried > 1 => self.swap(depth, "c", self.carried),
            13 if self.carried > 0 => {
                let (tile, index) = (self.random.below(self.carried), self.index);
                self.line(depth + 1, format!("c{tile} = va.load_masked(x, {index} + 1);"));
            }
            _ => {
                let sum = self.random.below(self.sums);
                self.line(depth + 1, format!("s{sum} = s{sum} + sum(1.0f);"));
            }
        }
    }

    fn product(&mut self, depth: usize, tiles: &Tiles) {
        let to = self.random.below(self.sums);
        let from = if self.random.one_in(4) { self.random.below(self.sums) } else { to };
        let (left, right) = (self.left(tiles), self.right(tiles));
        let product = match self.random.one_in(7) {
            true => format!(
                "ct::mma(ct::extract({left}, ct::shape<64, 32>{{}}, 0, 1), ct::extract({right}, ct::shape<32, 64>{{}}, 1, 0), s{from})"
            ),
            false => format!("ct::mma({left}, {right}, s{from})"),
        };
        self.line(depth + 1, format!("s{to} = {product};"));
    }

    fn left(&mut self, tiles: &Tiles) -> String {
        if self.random.one_in(7) {
            let sum = self.random.below(self.sums);
            // These sums are exact in each order of additions.
            return format!("ct::element_cast<__half>(ct::select(s{sum} > sum(0.0f), one, -one))");
        }
        let choice = self.random.below(4 + self.carried + 2 * tiles.left.len());
        match choice {
            0..4 => {
                let view = ["va", "ve"][choice % 2];
                format!("{view}.load_masked(x, {})", self.index)
            }
            _ if choice < 4 + self.carried => format!("c{}", choice - 4),
            _ => tiles.left[(choice - 4 - self.carried) / 2].clone(),
        }
    }

    fn right(&mut self, tiles: &Tiles) -> String {
        let carried = usize::from(self.has_carried_right);
        let choice = self.random.below(2 + carried + 3 * tiles.right.len());
        match choice {
            0..2 => format!("vb.load_masked({}, y + {choice})", self.index),
            _ if choice < 2 + carried => "d".to_owned(),
            _ => tiles.right[(choice - 2 - carried) / 3].clone(),
        }
    }

    fn tile(&mut self, depth: usize, tiles: &mut Tiles) {
        self.names += 1;
        let (name, index) = (format!("t{}", self.names), self.index);
        let (of, from) = match self.random.below(4) {
            0 => (&mut tiles.left, format!("va.load_masked(x, {index})")),
            1 => (&mut tiles.left, format!("ve.load_masked(x, {index})")),
            _ => (&mut tiles.right, format!("vb.load_masked({index}, y)")),
        };
        of.push(name.clone());
        self.line(depth + 1, format!("auto {name} = {from};"));
    }

    /// Two of so many values change places.
    fn swap(&mut self, depth: usize, kind: &str, count: usize) {
        let first = self.random.below(count);
        let second = (first + 1 + self.random.below(count - 1)) % count;
        self.names += 1;
        let name = format!("t{}", self.names);
        self.line(
            depth + 1,
            format!("auto {name} = {kind}{first}; {kind}{first} = {kind}{second}; {kind}{second} = {name};"),
        );
    }
}
