//! Op x element type x target: what the PTX back end can do, tried out.
//!
//! A [`Cell`] is one small kernel that uses one op on one element type in every way that the
//! verifier accepts. Cells of ops that compute element by element follow from the op table
//! ([`elementwise`]), so an op that the table gets has cells without a line here; the other
//! families say what a kernel of theirs looks like.
//!
//! [`try_out`] compiles a cell for every target, runs each text in the emulator and compares with
//! the interpreter; [`assemble`] gives the texts to the assembler, many kernels at once; [`page`]
//! makes of the outcomes the tables of `docs/targets.md`.

pub mod broadcast;
mod control;
mod elementwise;
mod instructions;
mod memory;
pub mod page;
mod product;
mod reduction;
pub mod sample;
mod shape;

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;

use backend_ptx::target::Target;
use backend_ptx::{Options, compile};
use ir::{Builder, Elem, Hints, MemoryOrdering, Module, Opcode, Scalar, Type, Value};

use crate::differential::{Arg, Tolerance, difference, emulated, interpreted};
use crate::{kernels, ptxas};

/// The targets of the tables.
pub const TARGETS: [&str; 11] = [
    "sm_80", "sm_86", "sm_87", "sm_89", "sm_90", "sm_90a", "sm_100a", "sm_103a", "sm_110a",
    "sm_120a", "sm_121a",
];

/// One op on one element type.
pub struct Cell {
    pub op: Opcode,
    /// The row of the table: the op, and what of its attributes or types makes a row of its own.
    pub row: String,
    /// The column of the table.
    pub elem: Scalar,
    pub module: Module,
    pub grid: [u32; 3],
    pub args: Vec<Arg>,
    pub tolerance: Tolerance,
}

impl Cell {
    fn new(op: Opcode, row: impl Into<String>, elem: Scalar, kernel: Kernel) -> Cell {
        let row = row.into();
        let mut module = kernel.module;
        if let Some(entry) = module.entries.values_mut().next() {
            entry.name = kernel_name(&row, elem);
        }
        let Kernel { args, tolerance, .. } = kernel;
        Cell { op, row, elem, module, grid: [1, 1, 1], args, tolerance }
    }

    /// The name of its kernel, unlike that of any other cell.
    pub fn name(&self) -> String {
        kernel_name(&self.row, self.elem)
    }
}

fn kernel_name(row: &str, elem: Scalar) -> String {
    let row: String =
        row.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("{row}__{elem}")
}

/// All cells, in the order of the op table.
pub fn cells() -> Vec<Cell> {
    let mut cells = elementwise::cells();
    cells.extend(shape::cells());
    cells.extend(reduction::cells());
    cells.extend(memory::cells());
    cells.extend(control::cells());
    cells.extend(product::cells());
    cells.retain(|cell| ir::verify::module(&cell.module).is_empty());
    cells.sort_by_key(|cell| cell.op);
    cells
}

/// What became of a cell on one target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It compiled to this text.
    Text(String),
    /// The compiler said no, with this code.
    Rejected(&'static str),
}

/// A cell on every target of [`TARGETS`].
pub struct Tried {
    pub outcomes: Vec<Outcome>,
    /// What went wrong: wrong results, findings of the emulator, bugs of the compiler.
    pub failures: Vec<String>,
}

/// Compiles a cell for every target and, where `runs`, compares its executions. A panic is a
/// failure of the cell.
pub fn try_out(cell: &Cell, runs: impl Fn(&str) -> bool) -> Tried {
    let tried = std::panic::catch_unwind(AssertUnwindSafe(|| on_every_target(cell, runs)));
    tried.unwrap_or_else(|_| Tried {
        outcomes: TARGETS.map(|_| Outcome::Rejected("panic")).to_vec(),
        failures: vec![format!("{}: it panics", cell.name())],
    })
}

fn on_every_target(cell: &Cell, runs: impl Fn(&str) -> bool) -> Tried {
    let mut failures = Vec::new();
    let expected = if TARGETS.iter().any(|arch| runs(arch)) {
        interpreted(&cell.module, cell.grid, &cell.args)
    } else {
        Ok(Vec::new())
    };
    // Targets that get equal code are run once.
    let mut known: BTreeMap<String, &str> = BTreeMap::new();
    let outcomes = TARGETS.map(|arch| {
        let target = Target::named(arch).expect("a target of the table");
        let (module, diagnostics) = compile(&cell.module, target, &Options::default());
        if let Some(said) = diagnostics.iter().next() {
            if said.severity == lang::base::Severity::Bug {
                failures.push(format!("{} on {arch}: {}", cell.name(), said.message));
            }
            return Outcome::Rejected(said.code.id);
        }
        let text = backend_ptx::ptx::print::module_text(&module);
        let is_new = runs(arch) && known.insert(body(&text), arch).is_none();
        if let (true, Ok(expected)) = (is_new, &expected) {
            let what = emulated(&text, &cell.name(), cell.grid, &cell.args)
                .map(|found| difference(&cell.args, &found, expected, cell.tolerance));
            if let Ok(Some(what)) | Err(what) = what {
                failures.push(format!("{} on {arch}: {what}", cell.name()));
            }
        }
        Outcome::Text(text)
    });
    let compiles = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Text(_)));
    if let (true, Err(what)) = (compiles, &expected) {
        failures.push(format!("{}: the interpreter: {what}", cell.name()));
    }
    Tried { outcomes: outcomes.into(), failures }
}

/// A text without what names the target.
fn body(text: &str) -> String {
    let names_target = |line: &&str| {
        !(line.starts_with(".version")
            || line.starts_with(".target")
            || line.starts_with("// arch"))
    };
    text.lines().filter(names_target).flat_map(|line| [line, "\n"]).collect()
}

/// Assembles texts for a target, many at once.
///
/// # Errors
/// What the assembler said of the first batch that it did not take.
pub fn assemble<'a>(texts: impl IntoIterator<Item = &'a str>, arch: &str) -> Result<(), String> {
    const KERNELS_A_RUN: usize = 100;
    let texts: Vec<&str> = texts.into_iter().collect();
    for batch in texts.chunks(KERNELS_A_RUN) {
        let merged = join(batch);
        if let Some(Err(log)) = ptxas::assemble(&merged, arch) {
            return Err(format!("{arch}: {}", complaints(&log).join("\n")));
        }
    }
    Ok(())
}

/// Texts for one target as one, of the latest of their versions; what several of them declare alike is declared
/// once, and what each names for itself gets its number.
pub fn join(texts: &[&str]) -> String {
    let number = |text: &str| {
        let (major, minor) = text.strip_prefix(".version ")?.split_once('.')?;
        Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?))
    };
    let heads = texts.iter().flat_map(|text| text.lines().find(|line| number(line).is_some()));
    let latest = heads.max_by_key(|line| number(line)).unwrap_or_default();
    let mut merged = String::new();
    for (number, text) in texts.iter().enumerate() {
        let text = text.replace("$text", &format!("$text{number}_"));
        for line in text.lines() {
            let word = line.split(' ').next().unwrap_or_default();
            let is_head = [".version", ".target", ".address_size"].contains(&word);
            let is_shared = [".extern", ".global", ".const"].contains(&word);
            if !(number > 0 && is_head || is_shared && merged.contains(line)) {
                merged.push_str(if word == ".version" { latest } else { line });
                merged.push('\n');
            }
        }
    }
    merged
}

/// The lines of a log that complain, those of spills with the name of the kernel.
fn complaints(log: &str) -> Vec<String> {
    let mut name = "";
    let mut found = Vec::new();
    for line in log.lines() {
        if let Some((_, of)) = line.split_once("Function properties for ") {
            name = of;
        }
        let spills = line.contains("spill stores") && !line.contains(" 0 bytes spill stores");
        if spills {
            found.push(format!("{name}: {}", line.trim()));
        } else if line.contains("error") || line.contains("warn") {
            found.push(line.to_owned());
        }
    }
    found
}

/// A kernel under construction: buffers that it reads, buffers that it writes.
struct Kernel {
    module: Module,
    args: Vec<Arg>,
    tolerance: Tolerance,
}

/// The buffers of a kernel, before its body is made.
#[derive(Default)]
struct Buffers {
    params: Vec<Elem>,
    args: Vec<Arg>,
}

impl Buffers {
    fn input(&mut self, arg: Arg) -> usize {
        let Arg::Buffer(elem, _) = &arg else { unreachable!("inputs are buffers") };
        self.params.push(Elem::Ptr(*elem));
        self.args.push(arg);
        self.args.len() - 1
    }

    fn output(&mut self, elem: Scalar, count: u32) -> usize {
        self.input(sample::packed(elem, vec![0; count as usize]))
    }

    fn number(&mut self, elem: Scalar, value: u64) -> usize {
        self.params.push(Elem::Scalar(elem));
        self.args.push(Arg::Number(value));
        self.args.len() - 1
    }

    /// The kernel with a body that gets the parameters.
    fn kernel(self, tolerance: Tolerance, body: impl FnOnce(&mut Builder<'_>, &[Value])) -> Kernel {
        let module = kernels::kernel("cell", &self.params, body);
        Kernel { module, args: self.args, tolerance }
    }
}

const WEAK: MemoryOrdering = MemoryOrdering::Weak;

/// 0, 1, 2, ... in the given shape.
fn flat_index(b: &mut Builder<'_>, dims: &[u32]) -> Value {
    let flat = b.types.tile(&[dims.iter().product()], Scalar::I32);
    let shaped = b.types.tile(dims, Scalar::I32);
    let index = b.iota(flat);
    if dims.len() == 1 { index } else { b.reshape(index, shaped) }
}

/// The format in memory: elements of four bits come in bytes.
fn stored(elem: Scalar) -> Scalar {
    if elem.bits() == 4 { Scalar::I8 } else { elem }
}

/// The first elements of a buffer as a tile.
fn read(b: &mut Builder<'_>, base: Value, elem: Scalar, dims: &[u32]) -> Value {
    let count: u32 = dims.iter().product();
    if elem.bits() == 4 {
        let bytes = read(b, base, Scalar::I8, &[count.div_ceil(2)]);
        let pairs = b.types.tile(&[count.next_multiple_of(2)], elem);
        let mut tile = b.unpack(bytes, pairs);
        if count == 1 {
            let (zero, one) = (b.const_i32(0), b.types.tile(&[1], elem));
            tile = b.extract(tile, [zero], one);
        }
        let shaped = b.types.tile(dims, elem);
        return b.reshape(tile, shaped);
    }
    let index = flat_index(b, dims);
    let from = kernels::pointers(b, base, index);
    b.load_ptr_tko(from, None, None, None, WEAK, None, Hints::new()).0
}

/// A tile as the first elements of a buffer.
fn write(b: &mut Builder<'_>, base: Value, tile: Value) {
    let ty = b.value_type(tile);
    let dims = b.types.dims(ty).to_vec();
    if let Some(elem) = b.types.elem_scalar(ty).filter(|elem| elem.bits() == 4) {
        let count = dims.iter().product::<u32>();
        let flat = b.types.tile(&[count], elem);
        let mut flat = b.reshape(tile, flat);
        if count == 1 {
            let zero = b.types.tile(&[1], elem);
            let zero = b.const_bits(zero, 0);
            flat = b.cat(flat, zero, 0);
        }
        let bytes = b.types.tile(&[count.div_ceil(2)], Scalar::I8);
        let packed = b.pack(flat, bytes);
        return write(b, base, packed);
    }
    let index = flat_index(b, &dims);
    let to = kernels::pointers(b, base, index);
    b.store_ptr_tko(to, tile, None, None, WEAK, None, Hints::new());
}

/// The number of elements of a tile type.
fn count(b: &Builder<'_>, ty: Type) -> u32 {
    b.types.dims(ty).iter().product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_merged_module_has_the_latest_version() {
        let text = |version: &str, name: &str| {
            format!(
                ".version {version}\n.target sm_90a\n.address_size 64\n\n.entry {name}() {{ ret; }}\n"
            )
        };
        let texts = [text("8.4", "a"), text("9.0", "b"), text("8.10", "c")];
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let merged = join(&texts);
        assert!(merged.starts_with(".version 9.0\n.target sm_90a\n"), "{merged}");
        assert_eq!(merged.matches(".version").count(), 1);
        assert_eq!(merged.matches(".entry").count(), 3);
    }
}
