//! Any verified module, through everything that takes one.
//!
//! Passes, the interpreter with a limit of steps and the emission of PTX must get over it, and where the
//! sanitizer finds nothing undefined, what the passes make does what the module does.

use backend_ptx::target::{TARGETS, Target};
use ir::interp::{self, Launch, Memory, Order, TrapKind};
use ir::record::SourceParam;
use ir::{Elem, Entry, Module, pass};
use lang::base::Severity;

/// Bytes of each buffer that a pointer parameter gets.
const BUFFER: usize = 1 << 14;
const STEPS: u64 = 3_000;
const SCRATCH: u64 = 1 << 22;
/// Modules with larger tiles are not run: a step takes too long.
const LARGEST: u64 = 1 << 12;

/// # Errors
/// What does not hold; the text begins with it.
///
/// # Panics
/// Something panics that takes modules.
pub fn endure(module: &Module, seed: u64) -> Result<(), String> {
    let mut optimised = module.clone();
    pass::run(&mut optimised, &pass::Options { level: pass::OptLevel::Full, fmad: false });
    let targets: Vec<&Target> = TARGETS.iter().collect();
    let target = *targets[seed as usize % targets.len()];
    for module in [module, &optimised] {
        let (ptx, found) = backend_ptx::compile(module, target, &backend_ptx::Options::default());
        if let Some(bug) = found.iter().find(|found| found.severity == Severity::Bug) {
            return Err(format!("{} for {}", bug.message, target.name));
        }
        if !found.has_errors() {
            backend_ptx::ptx::print::module_text(&ptx);
        }
    }
    for (entry, function) in &module.entries {
        let runs = function.source_params().iter().all(|p| matches!(p, SourceParam::Value(_)));
        if runs && !is_large(module, entry) && !is_large(&optimised, entry) {
            agrees(module, &optimised, entry)?;
        }
    }
    Ok(())
}

fn is_large(module: &Module, entry: Entry) -> bool {
    let function = &module.entries[entry];
    let largest = |inst| {
        let values = function.results(inst).iter();
        values.map(|&value| module.types.num_elems(function.value_type(value))).max()
    };
    function.insts_in_order().into_iter().filter_map(largest).any(|size| size > LARGEST)
}

fn agrees(module: &Module, optimised: &Module, entry: Entry) -> Result<(), String> {
    let Some(want) = run(module, entry, true) else { return Ok(()) };
    let what = |name: &str| {
        format!(
            "{name} does something else\n{}\n{}",
            ir::print::module(module),
            ir::print::module(optimised)
        )
    };
    if run(module, entry, false).as_ref() != Some(&want) {
        return Err(what("without the sanitizer the module"));
    }
    match run(optimised, entry, false) {
        Some(got) if got == want => Ok(()),
        _ => Err(what("after all passes the module")),
    }
}

/// What an entry leaves in memory and prints; `None` if that is undefined or takes too long.
fn run(module: &Module, entry: Entry, sanitize: bool) -> Option<(Vec<Vec<u8>>, String, bool)> {
    let function = &module.entries[entry];
    let mut memory = Memory::new();
    let (mut args, mut buffers) = (Vec::new(), Vec::new());
    for &param in function.block_params(function.entry_block) {
        match module.types.elem(function.value_type(param))? {
            Elem::Ptr(pointee) | Elem::MultimemPtr(pointee, _) => {
                // Small numbers, which are indices as well.
                let bytes = pointee.bytes().max(1) as usize;
                let number =
                    |at: usize| if at.is_multiple_of(bytes) { (at / bytes % 7) as u8 } else { 0 };
                let content: Vec<u8> = (0..BUFFER).map(number).collect();
                let at = memory.alloc(&content);
                buffers.push(at);
                args.push(at);
            }
            Elem::Scalar(scalar) => args.push(3 & scalar.mask()),
        }
    }
    let options = interp::Options {
        order: Order::Sequential,
        sanitize,
        step_limit: Some(STEPS),
        scratch_limit: SCRATCH,
    };
    let launch = Launch {
        entry: &function.name,
        grid: [2, 1, 1],
        args: &args,
        globals: None,
        options: &options,
    };
    let (output, stopped) = match interp::launch(module, &launch, &mut memory) {
        Ok(report) if report.findings.is_empty() => (report.output, false),
        Err(trap)
            if trap.findings.is_empty() && matches!(trap.kind, TrapKind::AssertFailed { .. }) =>
        {
            (trap.output, true)
        }
        Ok(_) | Err(_) => return None,
    };
    let left = buffers.iter().map(|&at| memory.read(at, BUFFER).unwrap_or_default()).collect();
    Some((left, output, stopped))
}
