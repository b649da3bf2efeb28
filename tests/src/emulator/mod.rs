//! A GPU for tests: executes PTX text, and finds what a real one would leave to luck.
//!
//! [`launch`] takes the text that the back end prints, as `ptxas` would get it, and runs a kernel
//! over a grid of clusters of CTAs of warps of 32 lanes. Beside the results in [`Memory`] it
//! returns a [`Report`]:
//!
//! * findings, each with its line of the text: accesses out of bounds or misaligned, reads of
//!   registers and memory that were not written, data races in shared and global memory,
//!   warp-wide instructions that not all lanes reach, barriers with missing or superfluous
//!   participants, undefined results;
//! * what was printed;
//! * counts for each instruction: executions, passes of the shared memory's banks, sectors of
//!   global memory, for tests of performance that need no GPU.
//!
//! Approximate instructions (`ex2.approx` and the like) give the correctly rounded result, so what
//! is measured against them is the algorithm and not the hardware's tables. An instruction that is
//! not known is an error that names it.
//!
//! # Where things are
//!
//! ```text
//! syntax     text to words               types, mnemonic   modifiers
//! decode     words to `program`          lane              instructions of one thread
//! machine    state of a launch           exec              one instruction on a warp
//! schedule   the order in which lanes run               memory, race      bytes, and which
//! threads may access them
//!                                        proxy             and through which proxy
//! access  barrier  bulk  collective  copy  matrix  print    families of instructions
//! mbarrier  tensor  warpgroup                               those of sm_90a
//! tcgen05  tensor_memory                                    those of sm_100a
//! report, count                                            what comes out
//! ```
//!
//! A family reads its modifiers and executes its instructions in one module; it is entered in
//! [`decode`]'s list and has a variant in [`program::Op`]. Still to come: copies to
//! global memory (in `tensor`).

mod access;
mod barrier;
mod bulk;
mod collective;
mod copy;
mod count;
mod decode;
mod exec;
mod lane;
mod machine;
mod matrix;
mod mbarrier;
mod memory;
mod mnemonic;
mod print;
mod program;
mod proxy;
mod race;
mod report;
mod schedule;
mod syntax;
mod tcgen05;
mod tensor;
mod tensor_memory;
mod types;
mod warpgroup;

#[cfg(test)]
mod tests;

pub use decode::knows;
pub use memory::Memory;
pub use report::{Finding, FindingKind, LineCounts, Report};

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

use machine::Run;
use memory::Region;
use program::Program;
use types::Space;

/// What to run.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    pub entry: &'a str,
    /// CTAs in each dimension; clusters, for a kernel with `.blocksareclusters`.
    pub grid: [u32; 3],
    /// One a parameter: the bits of a number, or an address in the memory; of a parameter that is
    /// an array, the address of its bytes.
    pub args: &'a [u64],
    /// Warp instructions after which the launch counts as hanging.
    pub step_limit: u64,
    /// A warp of each CTA that goes on only where no other can.
    pub starved: Option<usize>,
}

impl<'a> Launch<'a> {
    pub fn new(entry: &'a str, grid: [u32; 3], args: &'a [u64]) -> Launch<'a> {
        Launch { entry, grid, args, step_limit: 1 << 30, starved: None }
    }
}

/// Runs a kernel of a PTX text.
///
/// # Errors
/// If the text is not PTX that the emulator knows, or the arguments do not fit the kernel. Whatever
/// goes wrong during execution is a finding of the report.
pub fn launch(text: &str, what: &Launch<'_>, memory: &mut Memory) -> Result<Report, String> {
    let program = decode::decode(text, what.entry)?;
    let mut grid = what.grid;
    for (dim, extent) in grid.iter_mut().enumerate() {
        let size = program.cluster[dim];
        if program.blocks_are_clusters {
            *extent *= size;
        } else if !extent.is_multiple_of(size) {
            return Err(format!("the grid is not a multiple of clusters of {size}"));
        }
    }
    let params = parameters(&program, what.args, memory)?;
    memory.start_launch();
    let mut addresses = SecondaryMap::new();
    for (symbol, place) in program.symbols.iter() {
        let variable = &place.variable;
        if matches!(variable.space, Space::Global | Space::Const) {
            let mut bytes = variable.init.clone();
            bytes.resize(variable.bytes as usize, 0);
            let region = Region::from_bytes(&bytes);
            addresses[symbol] = memory.add_variable(&variable.name, region, variable.align);
        }
    }
    for (symbol, place) in program.symbols.iter() {
        for (offset, target, addend) in &place.variable.addresses {
            let mut symbols = program.symbols.iter();
            let found = symbols.find(|(_, place)| place.variable.name == *target);
            let (target, _) = found.ok_or_else(|| format!("no variable `{target}`"))?;
            let address = addresses[target] + addend;
            if let Some((region, start)) = memory.find(addresses[symbol] + *offset as u64, 8) {
                memory.region(region).write(start, 8, address);
            }
        }
    }
    let mut run = Run {
        counts: vec![LineCounts::default(); program.lines.len() + 1],
        program: &program,
        memory,
        grid,
        params,
        addresses,
        published: FxHashMap::default(),
        findings: BTreeMap::new(),
        output: String::new(),
        steps: 0,
        starved: what.starved,
        stopped: false,
    };
    schedule::run_grid(&mut run, what.step_limit);
    let counts = |line: u32| run.counts[line as usize];
    let lines = program.insts.iter().map(|inst| {
        // Several instructions on one line count together.
        (inst.line, (inst.mnemonic.clone(), counts(inst.line)))
    });
    Ok(Report {
        findings: run.findings.into_values().collect(),
        output: run.output,
        lines: lines.collect(),
    })
}

fn parameters(program: &Program, args: &[u64], memory: &Memory) -> Result<Region, String> {
    if program.params.len() != args.len() {
        return Err(format!("{} arguments for {} parameters", args.len(), program.params.len()));
    }
    let mut bytes = vec![0; program.param_bytes as usize];
    for (&symbol, &arg) in program.params.iter().zip(args) {
        let place = &program.symbols[symbol];
        let (start, size) = (place.offset as usize, place.variable.bytes as usize);
        let number = arg.to_le_bytes();
        let argument = if place.variable.is_array {
            memory.bytes(arg)
        } else {
            number.get(..size).unwrap_or_default()
        };
        if argument.len() != size {
            let (name, found) = (&place.variable.name, argument.len());
            return Err(format!("{found} bytes for parameter `{name}`, which has {size}"));
        }
        bytes[start..start + size].copy_from_slice(argument);
    }
    Ok(Region::from_bytes(&bytes))
}
