//! Programs of tile code drawn at random, each with one meaning: for comparing executions.
//!
//! In: a seed. Out: a module with one kernel, and its arguments. Unlike [`arbitrary`](crate::arbitrary),
//! whose modules mean nothing, these avoid what is undefined, what only approximates, and what
//! depends on the order of a sum or on the payload of a NaN: the interpreter, the emulator and a
//! GPU must agree bit for bit. Equal seeds give equal programs.
//!
//! A program loads tiles, computes with them, moves their elements, branches and loops, passes
//! tiles through memory that it has written itself, and stores what it has in the end.

mod draw;
mod flow;
mod memory;
mod shape;

use ir::{Builder, DenseConstant, Hints, MemoryOrdering, Module, Scalar, Type, Value};

use crate::differential::{Arg, EXACT, difference, emulated, interpreted};
use crate::kernels;
use crate::random::Random;
use crate::targets::sample::numbers;

/// A program with what it is launched on.
pub struct Program {
    pub module: Module,
    pub args: Vec<Arg>,
    pub grid: [u32; 3],
}

/// Formats that are drawn.
const INTS: [Scalar; 5] = [Scalar::I1, Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];
const ELEMS: [Scalar; 12] = [
    Scalar::I1,
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::F16,
    Scalar::BF16,
    Scalar::F32,
    Scalar::F64,
    Scalar::TF32,
    Scalar::F8E4M3FN,
    Scalar::F8E5M2,
];
const SHAPES: [&[u32]; 12] = [
    &[],
    &[1],
    &[4],
    &[32],
    &[128],
    &[512],
    &[16, 16],
    &[8, 32],
    &[64, 4],
    &[1, 16],
    &[2, 4, 8],
    &[2, 2, 2, 2, 2, 2],
];
/// Buffers that a program reads, and those that it writes.
const INPUTS: usize = 4;
const OUTPUTS: usize = 5;
/// Elements of a buffer; no tile has more.
const COUNT: u32 = 512;
const WEAK: MemoryOrdering = MemoryOrdering::Weak;

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let inputs: Vec<Scalar> = (0..INPUTS).map(|_| random.pick(&ELEMS)).collect();
    let mut args: Vec<Arg> = inputs
        .iter()
        .enumerate()
        .map(|(at, &elem)| numbers(elem, COUNT, seed + at as u64))
        .collect();
    let mut params: Vec<ir::Elem> = inputs.iter().map(|&elem| ir::Elem::Ptr(elem)).collect();
    // Every format has a buffer that the kernel may write, and read back.
    let outputs: Vec<Scalar> = (0..OUTPUTS).map(|_| random.pick(&ELEMS)).collect();
    for &elem in &outputs {
        params.push(ir::Elem::Ptr(elem));
        args.push(numbers(elem, COUNT, seed ^ 0x55));
    }
    let number = params.len();
    params.push(ir::Elem::Scalar(Scalar::I32));
    args.push(Arg::Number(random.below(6) as u64));
    let mut module = kernels::kernel("program", &params, |b, p| {
        let mut drawing = Drawing {
            random,
            pool: Vec::new(),
            buffers: outputs.iter().copied().zip(p[INPUTS..].iter().copied()).collect(),
            number: p[number],
            token: b.make_token(),
            budget: 40,
        };
        for &base in &p[..INPUTS] {
            let shape = drawing.random.pick(&SHAPES[2..]);
            let tile = drawing.load(b, base, shape);
            drawing.pool.push(tile);
        }
        let length = 4 + drawing.random.below(12);
        drawing.statements(b, length, 0);
        drawing.store_everything(b);
    });
    if let Some(entry) = module.entries.values_mut().next() {
        entry.name = name(seed);
    }
    Program { module, args, grid: [1, 1, 1] }
}

/// The name of the kernel of a seed.
pub fn name(seed: u64) -> String {
    format!("program_{seed}")
}

/// Whether the emitted PTX of a program does what the interpreter says.
///
/// # Errors
/// It does not, or one of them refuses; the text begins with the seed.
pub fn check(seed: u64, arch: &str) -> Result<(), String> {
    let failed = |what: String| format!("seed {seed} on {arch}: {what}");
    let Program { module, args, grid } = program(seed);
    let findings = ir::verify::module(&module);
    if let Some(found) = findings.iter().next() {
        return Err(failed(format!("the drawing is wrong: {}", found.message)));
    }
    let expected = interpreted(&module, grid, &args).map_err(failed)?;
    let text = text(&module, arch).map_err(failed)?;
    let found = emulated(&text, &name(seed), grid, &args).map_err(failed)?;
    difference(&args, &found, &expected, EXACT).map_or(Ok(()), |what| Err(failed(what)))
}

/// The PTX of a module.
///
/// # Errors
/// What the compiler said first.
pub fn text(module: &Module, arch: &str) -> Result<String, String> {
    let target = backend_ptx::target::Target::named(arch).ok_or("no such target")?;
    let (ptx, diagnostics) = backend_ptx::compile(module, target, &Default::default());
    match diagnostics.iter().next() {
        Some(said) => Err(format!("{}: {}", said.code.id, said.message)),
        None => Ok(backend_ptx::ptx::print::module_text(&ptx)),
    }
}

/// A kernel while it is drawn.
struct Drawing {
    random: Random,
    /// Tiles that are visible.
    pool: Vec<Value>,
    /// Buffers that may be written, with their formats.
    buffers: Vec<(Scalar, Value)>,
    /// A small number that only the launch knows.
    number: Value,
    /// Behind every access so far.
    token: Value,
    /// Statements left, those of loops and branches included.
    budget: usize,
}

impl Drawing {
    fn statements(&mut self, b: &mut Builder<'_>, count: usize, depth: usize) {
        for _ in 0..count {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            match self.random.below(16) {
                0..8 => self.compute(b),
                8..11 => self.reshape(b),
                11 => self.combine(b),
                12 | 13 => self.access(b),
                _ if depth < 2 => self.region(b, depth),
                _ => self.compute(b),
            }
        }
    }

    /// A visible tile.
    fn any(&mut self) -> Value {
        let all = std::mem::take(&mut self.pool);
        let value = self.random.pick(&all);
        self.pool = all;
        value
    }

    /// A tile of a type: a visible one, or a constant.
    fn of_type(&mut self, b: &mut Builder<'_>, ty: Type) -> Value {
        let fitting: Vec<Value> =
            self.pool.iter().copied().filter(|&value| b.value_type(value) == ty).collect();
        if !fitting.is_empty() && !self.random.one_in(4) {
            return self.random.pick(&fitting);
        }
        let elem = b.types.elem_scalar(ty).unwrap_or(Scalar::I32);
        let count: u32 = b.types.dims(ty).iter().product();
        let Arg::Buffer(_, bits) = numbers(elem, count, self.random.draw() >> 40) else {
            return self.number;
        };
        if self.random.one_in(2) {
            return b.const_bits(ty, bits[0]);
        }
        b.constant(DenseConstant::dense(elem, bits), ty)
    }

    fn load(&mut self, b: &mut Builder<'_>, base: Value, dims: &[u32]) -> Value {
        let index = self.indices(b, dims);
        let from = kernels::pointers(b, base, index);
        let hints = Hints::new();
        let (tile, token) = b.load_ptr_tko(from, None, None, Some(self.token), WEAK, None, hints);
        self.token = token;
        tile
    }

    /// The numbers of the elements of a tile, which lie in memory row by row or otherwise.
    fn indices(&mut self, b: &mut Builder<'_>, dims: &[u32]) -> Value {
        let count: u32 = dims.iter().product();
        let flat = b.types.tile(&[count], Scalar::I32);
        let shaped = b.types.tile(dims, Scalar::I32);
        let mut index = b.iota(flat);
        match self.random.below(4) {
            // Backwards.
            0 => {
                let last = b.const_bits(flat, u64::from(count) - 1);
                index = b.subi(last, index, ir::Overflow::None);
            }
            // With a stride, around the end.
            1 if count > 1 => {
                let (step, mask) =
                    (b.const_bits(flat, 5), b.const_bits(flat, u64::from(count) - 1));
                let far = b.muli(index, step, ir::Overflow::None);
                index = b.andi(far, mask);
            }
            _ => {}
        }
        if dims.len() == 1 { index } else { b.reshape(index, shaped) }
    }

    /// Stores of the tiles that are left, each to a buffer of its own format.
    fn store_everything(&mut self, b: &mut Builder<'_>) {
        for (elem, base) in self.buffers.clone() {
            let is_whole = |b: &Builder<'_>, value: Value| {
                b.types.elem_scalar(b.value_type(value)) == Some(elem)
            };
            let fitting: Vec<Value> =
                self.pool.iter().copied().filter(|&value| is_whole(b, value)).collect();
            // The last of them knows most.
            let value = match fitting.last() {
                Some(&value) => value,
                None => {
                    let value = self.any();
                    let ty = b.value_type(value);
                    let Some(ty) = b.types.with_elem(ty, elem) else { continue };
                    match self.converted(b, value, ty) {
                        Some(value) => value,
                        None => continue,
                    }
                }
            };
            self.store(b, base, value);
        }
    }

    fn store(&mut self, b: &mut Builder<'_>, base: Value, value: Value) {
        let dims = b.types.dims(b.value_type(value)).to_vec();
        let index = self.indices(b, &dims);
        let to = kernels::pointers(b, base, index);
        let hints = Hints::new();
        self.token = b.store_ptr_tko(to, value, None, Some(self.token), WEAK, None, hints);
    }
}
