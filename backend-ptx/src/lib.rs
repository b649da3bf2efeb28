//! PTX from tile IR.
//!
//! [`compile`] takes a verified module and a target and gives one PTX text with every entry, or
//! diagnostics. Per entry it goes through
//!
//! ```text
//! legalize   tile IR to tile IR:
//!   fp8_mma           8-bit float MMAs become f16 MMAs where the tensor cores have only those
//!   reduction_bodies  code of a reduction body that depends on no element moves in front of the reduction
//!   split_tiles       tiles that exceed the register budget are split; the kernel loops over the parts
//!   prefetch_rows     loads of a reduction loop are issued one iteration early
//!   pipeline_mma      an MMA that depends on another one is issued one iteration late
//! facts      known values, alignment and contiguity of integers and pointers (`ir::analysis`)
//! pipeline   which loads a producer warp copies to shared memory for the tensor cores
//! cost       how many warps
//! layout     which thread holds which element of every tile
//! select     instructions, barriers, conversions between layouts
//! ptx        dead code elimination, spilling to shared memory where more CTAs then fit on an SM, checks,
//!            text
//! ```
//!
//! The contract of an emitted kernel: `.visible .entry NAME` with exactly the parameters of the
//! source, one CTA per tile block, `.reqntid` fixing its threads (drivers then accept a launch of
//! `<<<grid, 1>>>`), no dynamic shared memory. Equal input gives byte-equal text.
//!
//! Start reading at [`linear::layout`] for the one idea that everything rests on, then
//! [`select`] for how an operation becomes instructions.

#![deny(clippy::disallowed_methods)]

mod analysis;
pub mod codes;
pub mod cost;
mod kernel;
pub mod launch;
pub mod layout;
mod legalize;
pub mod linear;
pub mod mma;
pub mod passes;
mod predict;
pub mod ptx;
mod remark;
pub mod remarks;
pub mod schedule;
pub mod select;
pub mod target;

use ir::Module;
use lang::base::{Diagnostics, Severity};

use kernel::Symbols;
use ptx::inst::Symbol;
use ptx::types::Space;
use ptx::{PtxModule, Variable};
use schedule::ScheduledModule;
use target::Target;

pub use predict::CostAnalysis;

/// What the user may choose besides the target.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Comment lines at the top of the text.
    pub header: Vec<String>,
    /// Warps per CTA, instead of the estimate.
    pub warps: Option<u32>,
    /// Whether code is marked with the lines that it comes from.
    pub line_info: bool,
    /// Whether remarks tell what was chosen.
    pub remarks: bool,
    /// Whether each kernel is proved to read no register that may not have been written
    /// ([`ptx::verify`]); builds with debug assertions always do that.
    pub verify: bool,
}

/// Compiles every entry of a verified module.
///
/// The module is complete if the diagnostics have no errors.
pub fn compile(module: &Module, target: Target, options: &Options) -> (PtxModule, Diagnostics) {
    compile_scheduled(&schedule(module, target, options, None), target, options)
}

/// Legalises a verified module and schedules its entries; with the name of a pass, as they are behind that pass.
pub fn schedule<'a>(
    module: &'a Module,
    target: Target,
    options: &Options,
    after: Option<&str>,
) -> ScheduledModule<'a> {
    let legalized = passes::legalize(module, &target, options.warps, after);
    ScheduledModule::new(legalized, &target, options.warps)
}

/// Compiles a module whose entries have been scheduled.
pub fn compile_scheduled(
    scheduled: &ScheduledModule<'_>,
    target: Target,
    options: &Options,
) -> (PtxModule, Diagnostics) {
    let module = scheduled.module();
    let mut out = PtxModule {
        version: target.ptx,
        target: target.name,
        header: options.header.clone(),
        ..PtxModule::default()
    };
    let mut diagnostics = Diagnostics::new();
    let globals = declare_globals(module, &mut out);
    for (entry, function) in module.entries.iter() {
        let mut found = Diagnostics::new();
        let symbols = Symbols { globals: &globals, variables: &mut out.variables };
        let kernel = kernel::compile(scheduled, entry, &target, options, symbols, &mut found);
        out.kernels.extend(kernel);
        // The line does not say of which specialisation an error is.
        let symbol = &function.name;
        for diagnostic in found {
            diagnostics.push(match diagnostic.severity {
                Severity::Error | Severity::Bug => diagnostic.note(format!("in kernel `{symbol}`")),
                Severity::Warning | Severity::Remark => diagnostic,
            });
        }
    }
    if out.kernels.iter().any(|kernel| kernel.cluster > 1) {
        out.version = out.version.max(ptx::BLOCKS_ARE_CLUSTERS);
    }
    (out, diagnostics)
}

/// Declares a variable for each global, with the addresses in it.
fn declare_globals(module: &Module, out: &mut PtxModule) -> Vec<Symbol> {
    let globals: Vec<Symbol> = module
        .globals
        .values()
        .map(|global| {
            let size = u64::from(global.value.elem().bytes());
            let count = module.types.num_elems(global.ty);
            let mut init = Vec::new();
            if global.value.bytes().iter().any(|&byte| byte != 0) {
                let element = |i: u64| global.value.get(i as usize).to_le_bytes();
                init.extend((0..count).flat_map(|i| element(i)[..size as usize].to_vec()));
            }
            let align = u32::try_from(global.alignment).unwrap_or(0).max(16);
            let name = global.name.clone();
            out.variables.push(Variable {
                name,
                space: Space::Global,
                align,
                bytes: count * size,
                init,
                visible: global.visibility == ir::Visibility::Public,
            })
        })
        .collect();
    for relocation in &module.relocations {
        let symbol = |global: ir::Global| globals.get(global.as_u32() as usize).copied();
        if let (Some(variable), Some(target)) =
            (symbol(relocation.global), symbol(relocation.target))
        {
            let ir::Relocation { offset, addend, .. } = *relocation;
            out.relocations.push(ptx::Relocation { variable, offset, target, addend });
        }
    }
    globals
}
