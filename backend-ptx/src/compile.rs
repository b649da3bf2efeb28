//! A module through all stages: passes over tile IR, schedules, and PTX for each kernel.

use ir::Module;
use lang::base::{Diagnostics, Severity};

use crate::kernel::{self, Symbols};
use crate::options::Options;
use crate::passes;
use crate::ptx::inst::{Line, Op, Symbol};
use crate::ptx::types::{BlockScaleKind, ScaledKind, Space, Ty};
use crate::ptx::{self, PtxModule, Variable};
use crate::schedule::ScheduledModule;
use crate::target::Target;

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
    if out.kernels.iter().any(has_four_powers) {
        out.version = out.version.max(ptx::FOUR_POWERS);
    }
    if out.kernels.iter().any(has_small_blocks) {
        out.version = out.version.max(ptx::SMALL_BLOCKS);
    }
    (out, diagnostics)
}

/// Whether a kernel multiplies with four scales a row that are powers of two.
fn has_four_powers(kernel: &ptx::Kernel) -> bool {
    let is_one = |op: &Op| {
        matches!(op, Op::MmaScaled { kind: ScaledKind::Mxf4nvf4X4, scale: Ty::Ue8m0, .. })
    };
    kernel.body.iter().any(|line| matches!(line, Line::Inst(inst) if is_one(&inst.op)))
}

/// Whether a kernel multiplies on `tcgen05` with scales for 16 elements each.
fn has_small_blocks(kernel: &ptx::Kernel) -> bool {
    let is_one = |op: &Op| {
        matches!(
            op,
            Op::Tcgen05MmaScaled { kind: BlockScaleKind::Mxf4nvf4 }
                | Op::Tcgen05MmaTensorScaled { kind: BlockScaleKind::Mxf4nvf4 }
        )
    };
    kernel.body.iter().any(|line| matches!(line, Line::Inst(inst) if is_one(&inst.op)))
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
