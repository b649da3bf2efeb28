//! The schedule of a variant in words, and what it misses of what is wanted of each.
//!
//! In: the decisions of a kernel as data, and a predicted time. Out: the texts of `expect` and `gap`. Nothing is read
//! from PTX.

use backend_ptx::mma::is_mma;
use backend_ptx::report::{Engine, Failed, KernelReport, MmaReport, OperandReport, OperandSource};
use backend_ptx::schedule::ScheduledModule;
use backend_ptx::schedule::refusal::Requirement;
use ir::{Function, InstData, Scalar, Value, ValueDef};

/// A predicted time of at most so many times that of the base form is not a gap.
pub const MAX_RATIO: f64 = 1.15;

/// The schedule in words: `wgmma, A TMA, B registers loaded_tile`, one such text for each MMA.
pub fn schedule(report: &KernelReport) -> String {
    if report.mmas.is_empty() {
        return "no MMA".to_owned();
    }
    let mut texts: Vec<String> = Vec::new();
    for mma in &report.mmas {
        let [a, b] =
            [("A", &mma.a), ("B", &mma.b)].map(|(name, it)| format!("{name} {}", operand(it)));
        let text = format!("{}{}, {a}, {b}", engine(mma.engine), refused(mma.failed.as_ref()));
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts.join("; ")
}

/// The instruction of an MMA.
pub fn engine(engine: Engine) -> &'static str {
    match engine {
        Engine::Wgmma { is_transposed: false } => "wgmma",
        Engine::Wgmma { is_transposed: true } => "transposed wgmma",
        Engine::Tcgen05 { .. } => "tcgen05",
        Engine::MmaSync(..) => "mma.sync",
        Engine::SmallFma(..) | Engine::Fma => "fma",
    }
}

fn operand(operand: &OperandReport) -> String {
    let source = match operand.source {
        OperandSource::Tma => "TMA",
        OperandSource::CopiedByWarps => "cp.async",
        OperandSource::TmaGathered => "gathering TMA",
        OperandSource::TmaThroughRegisters => "TMA through registers",
        OperandSource::TmaComputed => "TMA computed",
        OperandSource::TmaStored => "TMA computed to shared memory",
        OperandSource::CopiedAhead => "copied ahead",
        OperandSource::Registers => "registers",
        OperandSource::Stored => "stored",
    };
    let is_computed =
        matches!(operand.source, OperandSource::TmaComputed | OperandSource::TmaStored);
    // That it is computed says the source already.
    let is_said = |failed: &&Failed| is_computed && failed.requirement == Requirement::LoadedTile;
    format!("{source}{}", refused(operand.failed.as_ref().filter(|failed| !is_said(failed))))
}

/// What an iteration of a `for` hands on as a value that the loop carries.
fn next_of(function: &Function, value: Value) -> Option<Value> {
    let ValueDef::Param(block, number) = function.def(value) else { return None };
    let InstData::For { .. } = function.data(function.block_owner(block)?) else { return None };
    let InstData::Continue { operands } = function.data(function.terminator(block)?) else {
        return None;
    };
    operands.get(number.checked_sub(1)?).copied()
}

fn refused(failed: Option<&Failed>) -> String {
    failed.map_or(String::new(), |failed| format!(" {}", failed.requirement.name()))
}

/// What is missing of asynchronous products, each with the requirement that failed: the instruction, and the copy of an
/// operand that comes from memory. None where nothing is.
pub fn gaps(report: &KernelReport, scheduled: &ScheduledModule<'_>) -> Vec<String> {
    let mut gaps = Vec::new();
    for mma in &report.mmas {
        let is_async = matches!(mma.engine, Engine::Wgmma { .. } | Engine::Tcgen05 { .. });
        if !is_async && has_wgmma(mma) {
            let first = [&mma.failed, &mma.a.failed, &mma.b.failed].into_iter().flatten().next();
            gaps.push(format!("{}{}", engine(mma.engine), refused(first)));
        }
        for (number, name, it) in [(0, "A", &mma.a), (1, "B", &mma.b)] {
            let is_copied = !matches!(it.source, OperandSource::Registers | OperandSource::Stored);
            if !is_copied && is_from_memory(scheduled, report, mma, number) {
                let why = it.failed.as_ref().or(mma.failed.as_ref());
                gaps.push(format!("{name} registers{}", refused(why)));
            }
        }
    }
    let mut once: Vec<String> = Vec::new();
    for gap in gaps {
        if !once.contains(&gap) {
            once.push(gap);
        }
    }
    once
}

/// The gap of a predicted time that is so many times that of the base form.
pub fn of_time(ratio: Option<f64>) -> Option<String> {
    ratio.filter(|ratio| *ratio > MAX_RATIO).map(|_| "time".to_owned())
}

/// What `ptxas` says of a kernel that it does not like: `spills`, the codes of its warnings, or `error`.
pub fn of_ptxas(log: &str) -> String {
    let mut found = Vec::new();
    let is_spill =
        |line: &str| line.contains("bytes spill stores") && !line.contains(" 0 bytes spill stores");
    if log.lines().any(is_spill) {
        found.push("spills".to_owned());
    }
    for word in log.split(|c: char| !c.is_alphanumeric()) {
        let is_code = word.len() == 5 && word.starts_with("C7");
        if is_code && !found.iter().any(|known| known == word) {
            found.push(word.to_owned());
        }
    }
    if found.is_empty() { "error".to_owned() } else { found.join(", ") }
}

/// Whether `wgmma` has a form for an MMA: its element type, and a result of at least 64 rows or columns.
fn has_wgmma(mma: &MmaReport) -> bool {
    let rank = mma.a_extents.len();
    let (m, n) = (mma.a_extents[rank - 2], mma.b_extents[rank - 1]);
    let has_type = matches!(
        mma.a_elem,
        Scalar::F16 | Scalar::BF16 | Scalar::TF32 | Scalar::F8E4M3FN | Scalar::F8E5M2 | Scalar::I8
    );
    has_type && !mma.is_scaled && m.max(n) >= 64
}

/// Whether an operand is loaded, in this iteration or in the one before, and not computed from the result of another MMA.
fn is_from_memory(
    scheduled: &ScheduledModule<'_>,
    report: &KernelReport,
    mma: &MmaReport,
    operand: usize,
) -> bool {
    let module = scheduled.module();
    let Some(entry) = module.entry_named(&report.symbol) else { return true };
    let function = &module.entries[entry];
    let of_report =
        |inst: &ir::Inst| is_mma(function.data(*inst)) && function.span(*inst) == mma.span;
    let insts = function.insts_in_order();
    let Some(inst) = insts.into_iter().find(of_report) else { return true };
    let (mut loads, mut products) = (false, false);
    let mut pending = vec![function.data(inst).operands()[operand]];
    let mut seen: Vec<Value> = Vec::new();
    while let Some(value) = pending.pop() {
        if seen.contains(&value) {
            continue;
        }
        seen.push(value);
        visit(function, value, &mut pending, (&mut loads, &mut products));
    }
    loads && !products
}

fn visit(
    function: &Function,
    value: Value,
    pending: &mut Vec<Value>,
    (loads, products): (&mut bool, &mut bool),
) {
    let Some(data) = function.def_data(value) else {
        // What the iteration before has loaded comes from memory too.
        pending.extend(next_of(function, value));
        return;
    };
    match data {
        InstData::LoadViewTko { .. } | InstData::LoadPtrTko { .. } => *loads = true,
        data if is_mma(data) => *products = true,
        data => pending.extend(data.operands().iter().copied()),
    }
}
