//! The interpreter: what a module means, executed.
//!
//! [`launch`] runs a kernel over a grid on a [`Memory`], and either returns a [`Report`] (what was
//! printed, what the sanitizer found) or the [`Trap`] that stopped it. Results are those of the
//! reference: exact rounding, every mode, no reordering that it does not allow.
//!
//! ```
//! # use tilec_ir as ir;
//! use ir::interp::{Launch, Memory, Options, launch};
//! use ir::{Builder, Elem, Function, MemoryOrdering, Module, Param, Scalar};
//! use lang::base::Span;
//!
//! // entry @answer(%p: tile<ptr<i32>>) { store 42 to %p }
//! let mut module = Module::new("m");
//! let mut function = Function::new("answer", Span::NONE);
//! let pointer = module.types.ptr(Scalar::I32);
//! let param = Param { name: "p".into(), restrict: false, span: Span::NONE };
//! let p = function.add_param(param, pointer);
//! let block = function.entry_block;
//! let mut b = Builder::new(&mut function, &mut module.types, block, Span::NONE);
//! let answer = b.const_i32(42);
//! b.store_ptr_tko(p, answer, None, None, MemoryOrdering::Weak, None, Default::default());
//! b.return_([]);
//! module.entries.push(function);
//!
//! let mut memory = Memory::new();
//! let buffer = memory.alloc_filled(4, 0);
//! let args = [buffer];
//! let what = Launch { entry: "answer", grid: [1, 1, 1], args: &args, globals: None,
//!                     options: &Options::new() };
//! launch(&module, &what, &mut memory).unwrap();
//! assert_eq!(memory.read(buffer, 4).unwrap(), 42i32.to_le_bytes());
//! ```
//!
//! The module must have passed the verifier. One that has not is executed as far as it makes sense
//! and traps with [`TrapKind::Malformed`] where it does not.
//!
//! # How it works
//!
//! A tile is a vector of words (`data`); an op is a loop over them (`elementwise`, `shape`, `reduce`,
//! `mma`) that calls [`scalar`](crate::scalar) with the format a constant. `control` walks blocks,
//! `exec` maps each op to its loop: start reading there. `memory` checks every access, `access` and
//! `view` are the ways to it. `sanitize` names the rules that a run can break, `race`, `restrict`,
//! `sequence` and `assume` check the larger ones. `prepare` does once per kernel what need not be done per launch or per block.

mod access;
mod arguments;
mod assume;
mod control;
mod data;
mod elementwise;
mod exec;
mod float_environment;
mod grid;
mod memory;
mod mma;
mod prepare;
mod print;
mod provenance;
mod race;
mod reduce;
mod restrict;
mod run;
mod sanitize;
mod sequence;
mod shadow;
mod shape;
mod trap;
mod view;
mod words;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use lang::base::Span;
use rayon::ThreadPool;

pub use arguments::{Passed, argument_size};
pub use grid::RESIDENT_BLOCKS;
pub use memory::Memory;
pub use race::Touch;
pub use sanitize::{Finding, Rule};
pub use trap::{Fault, Trap, TrapKind};

use crate::entities::Global;
use crate::module::{Function, Module};
pub use prepare::Prepared;
use prepare::Program;
use run::Shared;

/// What to run.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    /// The name of the entry.
    pub entry: &'a str,
    /// Tile blocks in each dimension; none may be 0.
    pub grid: [u32; 3],
    /// One an argument: the bits of a number, zero-extended, or an address in the memory; of an
    /// argument that is passed as bytes, the address of those.
    pub args: &'a [u64],
    /// Where the module's globals are, from [`Memory::load_globals`]. `None` gives this launch
    /// fresh ones.
    pub globals: Option<&'a Globals>,
    pub options: &'a Options,
}

/// How to run it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    pub order: Order,
    /// Check the rules of the undefined-behaviour annex. Implies [`Order::Sequential`].
    ///
    /// Run a module as it was lowered: passes may execute pure instructions where the program did
    /// not (an addition that overflows and whose result is unused), which would be reported.
    pub sanitize: bool,
    /// The most instructions that one tile block may execute.
    pub step_limit: Option<u64>,
    /// The most bytes that the `alloca`s of one tile block may take.
    pub scratch_limit: u64,
}

/// In which order tile blocks run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// On the calling thread, which threads of a pool join if there is enough work. Results differ from one
    /// run to the next only where the program leaves that open (atomics).
    Parallel,
    /// All at a time, each on a thread of its own: they may wait for each other.
    Together,
    /// One after the other, x fastest.
    Sequential,
}

impl Options {
    /// In parallel, without sanitizer and step limit, with 1 GiB of scratch memory a block.
    pub fn new() -> Options {
        Options {
            order: Order::Parallel,
            sanitize: false,
            step_limit: None,
            scratch_limit: 1 << 30,
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::new()
    }
}

/// The addresses of a module's globals.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    addresses: SecondaryMap<Global, u64>,
}

impl Globals {
    /// Where a global is.
    pub fn address(&self, global: Global) -> u64 {
        self.addresses[global]
    }
}

/// What a kernel that ran to its end left besides memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// What it printed, by block.
    pub output: String,
    /// The rules it broke, in the order of the first offence; empty unless asked for.
    pub findings: Vec<Finding>,
    /// The memory that it used; empty unless the rules were asked for.
    pub touched: Vec<Touch>,
}

impl Memory {
    /// Puts the globals of a module into memory, where they keep their values from one launch to
    /// the next.
    pub fn load_globals(&mut self, module: &Module) -> Globals {
        let mut globals = Globals::default();
        for (id, global) in module.globals.iter() {
            let count = module.types.num_elems(global.ty) as usize;
            let bytes = match global.value.is_splat() {
                true => &global.value.bytes().repeat(count),
                false => global.value.bytes(),
            };
            globals.addresses[id] = if global.constant {
                self.alloc_constant(bytes, global.alignment)
            } else {
                self.alloc_aligned(bytes, global.alignment)
            };
        }
        for relocation in &module.relocations {
            let target = globals.addresses[relocation.target];
            let address = target.wrapping_add_signed(relocation.addend);
            let place = globals.addresses[relocation.global] + relocation.offset;
            // Verified: it lies in the global.
            let _ = self.write(place, &address.to_le_bytes());
        }
        globals
    }
}

/// Says whether a launch is to stop. Each thread that executes tile blocks asks before each of them, and again
/// after each thousand instructions; the calling thread asks also while it waits for the others.
pub type Interrupt<'a> = &'a (dyn Fn() -> bool + Sync);

/// Gives the threads that run tile blocks beside the calling one, once a launch may need them.
pub type Pool<'a> = &'a (dyn Fn() -> Option<Arc<ThreadPool>> + Sync);

/// What a launch has of its caller.
#[derive(Clone, Copy)]
pub struct Caller<'a> {
    /// Asked by the threads that run tile blocks.
    pub is_interrupted: Interrupt<'a>,
    /// `None` for rayon's current pool.
    pub pool: Option<Pool<'a>>,
    /// What [`prepare`] has made of the kernel.
    pub prepared: Option<&'a Prepared>,
}

impl<'a> Caller<'a> {
    pub fn new(is_interrupted: Interrupt<'a>) -> Caller<'a> {
        Caller { is_interrupted, pool: None, prepared: None }
    }
}

/// Does once what launches of a kernel have in common; nothing for one whose launches trap.
pub fn prepare(module: &Module, function: &Function) -> Option<Prepared> {
    Prepared::new(module, function).ok()
}

/// Runs a kernel over a grid.
pub fn launch(
    module: &Module,
    what: &Launch<'_>,
    memory: &mut Memory,
) -> Result<Report, Box<Trap>> {
    launch_for(module, what, memory, &Caller::new(&|| false))
}

/// Runs a kernel over a grid until its end, or until it is interrupted, which is a [`TrapKind::Interrupted`].
pub fn launch_for(
    module: &Module,
    what: &Launch<'_>,
    memory: &mut Memory,
    caller: &Caller<'_>,
) -> Result<Report, Box<Trap>> {
    let refuse = |kind| Trap {
        kind,
        span: Span::NONE,
        op: None,
        block: [0; 3],
        output: String::new(),
        findings: Vec::new(),
    };
    let function = find(module, what).map_err(|why| refuse(TrapKind::BadLaunch(why)))?;
    let own_prepared;
    let prepared = match caller.prepared {
        Some(prepared) => prepared,
        None => {
            own_prepared = Prepared::new(module, function).map_err(refuse)?;
            &own_prepared
        }
    };
    let program = Program { module, function, prepared };
    let mut own_memory = Memory::starting_at(GLOBALS_ADDRESS);
    let args = arguments::unpack(module, function, what.args, memory, &mut own_memory)
        .map_err(|why| refuse(TrapKind::BadLaunch(why)))?;
    let own_globals;
    let globals = match what.globals {
        Some(globals) => globals,
        None => {
            own_globals = own_memory.load_globals(module);
            &own_globals
        }
    };
    let shared = Shared {
        memory,
        globals_memory: &own_memory,
        globals: &globals.addresses,
        grid: what.grid,
        args: &args,
        options: what.options,
        is_interrupted: caller.is_interrupted,
        pool: caller.pool,
    };
    grid::run_grid(&program, &shared)
}

/// Where globals of a single launch start: above all buffers, below scratch memory.
const GLOBALS_ADDRESS: u64 = 1 << 61;

fn find<'m>(module: &'m Module, what: &Launch<'_>) -> Result<&'m Function, String> {
    let Some(entry) = module.entry_named(what.entry) else {
        let names: Vec<&str> = module.entries.values().map(|entry| entry.name.as_str()).collect();
        return Err(format!("no kernel `{}` (there are: {})", what.entry, names.join(", ")));
    };
    let function = &module.entries[entry];
    let (wanted, given) = (function.source_params().len(), what.args.len());
    if wanted != given {
        return Err(format!("kernel `{}` takes {wanted} arguments, not {given}", what.entry));
    }
    if what.grid.contains(&0) {
        return Err("the grid is empty".to_owned());
    }
    if what.grid.iter().map(|&blocks| u64::from(blocks)).try_fold(1, u64::checked_mul).is_none() {
        return Err("the grid is too large".to_owned());
    }
    Ok(function)
}
