//! Modules that run: drawn like the others, but with memory to point into and results to look at,
//! and repaired until nothing in them is undefined. Every pass must keep what they do.
//!
//! A module has a buffer to read and write, and one for results, of each element type. It runs in
//! the sanitizer; an instruction that breaks a rule is replaced by a constant, and so on until there
//! is none. The result has one meaning: all of memory, what is printed, and the assertion that
//! stops it.

use std::fmt;

use ir::interp::{self, Launch, Memory, TrapKind};
use ir::{
    Builder, DenseConstant, Elem, Function, Hints, Inst, MemoryOrdering, Module, Param, Scalar,
    Type, Value, pass, verify,
};
use lang::base::{Pos, Span};

use super::{Generator, NUMBERS, finish};
use crate::random::Random;

/// Elements of each buffer.
const ELEMENTS: usize = 128;
/// Where the pointers that are drawn begin at most, and how many elements they may span.
const ROOM: usize = 64;
/// How many values are stored at the end.
const OBSERVED: usize = 12;
/// Instructions that are replaced until a module counts as hopeless.
const REPAIRS: usize = 60;
const STEPS: u64 = 20_000;
const SCRATCH: u64 = 1 << 20;

/// What a module does.
#[derive(Clone, PartialEq)]
pub struct Outcome {
    memory: Vec<Vec<u8>>,
    output: String,
    stopped_by: Option<TrapKind>,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}, printed {:?}", self.stopped_by, self.output)?;
        for (index, bytes) in self.memory.iter().enumerate() {
            writeln!(
                f,
                "  {index}: {}",
                bytes.iter().map(|b| format!("{b:02x}")).collect::<String>()
            )?;
        }
        Ok(())
    }
}

/// The module of a seed, if it could be repaired.
pub fn module(seed: u64) -> Option<Module> {
    let mut module = drawn(seed);
    for _ in 0..REPAIRS {
        number(&mut module);
        let (outcome, broken) = run(&module, true);
        if broken.is_empty() {
            let has_meaning =
                matches!(outcome.stopped_by, None | Some(TrapKind::AssertFailed { .. }));
            return (has_meaning && verify::module(&module).is_empty()).then_some(module);
        }
        for span in broken {
            let inst = at(&module, span)?;
            replace(&mut module, inst, seed)?;
        }
    }
    None
}

/// Runs the module of a seed as it is and after each pass and pipeline; says whether there was one.
///
/// # Errors
/// A pass changes what it does.
pub fn check(seed: u64) -> Result<bool, String> {
    let Some(original) = module(seed) else { return Ok(false) };
    let (want, _) = run(&original, false);
    let same = |module: &Module, after: &str| {
        let (got, _) = run(module, false);
        if got == want {
            return Ok(());
        }
        let text = ir::print::module(&original);
        let made = ir::print::module(module);
        Err(format!("seed {seed}, {after}: {want}becomes\n{got}{text}\n{made}"))
    };
    let (sanitized, _) = run(&original, true);
    if sanitized != want {
        return Err(format!("seed {seed}: {want}becomes in the sanitizer\n{sanitized}"));
    }
    let options = |level| pass::Options { level, fmad: false };
    for row in pass::PASSES {
        let mut module = original.clone();
        pass::run_pass(&mut module, row.name, &options(pass::OptLevel::Full));
        same(&module, row.name)?;
    }
    for level in [pass::OptLevel::AsLowered, pass::OptLevel::None, pass::OptLevel::Full] {
        let mut module = original.clone();
        pass::run(&mut module, &options(level));
        same(&module, &format!("{level:?}"))?;
    }
    Ok(true)
}

fn drawn(seed: u64) -> Module {
    let mut module = Module::new("arbitrary");
    let mut function = Function::new("k", Span::NONE);
    let mut values = Vec::new();
    let mut param = |types: &mut ir::TypeStore, name: String, ty| {
        let _ = types;
        function.add_param(Param { name, restrict: false, span: Span::NONE }, ty)
    };
    let types = &mut module.types;
    let mut buffers = |prefix: &str, types: &mut ir::TypeStore| -> Vec<(Scalar, Value)> {
        let all = NUMBERS.iter().map(|&scalar| {
            let ty = types.ptr(scalar);
            (scalar, param(types, format!("{prefix}_{scalar}"), ty))
        });
        all.collect()
    };
    let inputs = buffers("in", types);
    let outputs = buffers("out", types);
    for (name, scalar) in [("n", Scalar::I32), ("c", Scalar::I1)] {
        let ty = types.scalar(scalar);
        values.push(param(types, name.to_owned(), ty));
    }
    let mut generator = Generator {
        module,
        entry: ir::Entry::from_u32(0),
        random: Random::new(seed),
        values,
        end: None,
        failed: Vec::new(),
        buffers: inputs,
    };
    finish(&mut generator, function, seed);
    generator.observe(&outputs);
    generator.module
}

impl Generator {
    /// Pointers into the buffer of their element type, no two of them equal.
    pub(super) fn pointers(&mut self, ty: Type, elem: Scalar) -> Option<Value> {
        let &(_, base) = self.buffers.iter().find(|(scalar, _)| *scalar == elem)?;
        let start = self.random.below(ROOM) as u64;
        let count = self.module.types.num_elems(ty) as usize;
        if count > ROOM {
            return None;
        }
        let twist = if count.is_power_of_two() { self.random.below(count) } else { 0 };
        let places = (0..count).map(|lane| start + (lane ^ twist) as u64);
        Some(self.spread(base, ty, DenseConstant::dense(Scalar::I32, places).canonical()))
    }

    /// `base` in the shape of `ty`, moved by `places`.
    fn spread(&mut self, base: Value, ty: Type, places: DenseConstant) -> Value {
        let dims: Vec<u32> = self.module.types.dims(ty).to_vec();
        let ints = self.module.types.tile(&dims, Scalar::I32);
        let ones = self
            .module
            .types
            .elem(ty)
            .map(|elem| self.module.types.tile(&vec![1; dims.len()], elem));
        let mut b = self.builder();
        let mut pointers = base;
        if let (Some(ones), false) = (ones, dims.is_empty()) {
            pointers = b.reshape(pointers, ones);
            if ones != ty {
                pointers = b.broadcast(pointers, ty);
            }
        }
        let offsets = b.constant(places, ints);
        b.offset(pointers, offsets)
    }

    /// Stores some of the values that are visible in the end.
    fn observe(&mut self, outputs: &[(Scalar, Value)]) {
        let block = self.function().entry_block;
        self.end = self.function().terminator(block);
        for k in 0..OBSERVED {
            let visible = self.values.clone();
            let Some(&value) = visible.get(self.random.below(visible.len())) else { return };
            let ty = self.value_type(value);
            let Some(Elem::Scalar(scalar)) = self.module.types.elem(ty) else { continue };
            let out = outputs.iter().find(|(elem, _)| *elem == scalar);
            let count = self.module.types.num_elems(ty) as usize;
            let (Some(&(_, out)), true) = (out, count <= ROOM) else { continue };
            let Some(pointers) = self.module.types.with_elem(ty, Elem::Ptr(scalar)) else {
                continue;
            };
            let start = (k * 5 % ROOM) as u64;
            let places = (0..count).map(|lane| start + lane as u64);
            let places = DenseConstant::dense(Scalar::I32, places).canonical();
            let to = self.spread(out, pointers, places);
            let order = MemoryOrdering::Weak;
            self.builder().store_ptr_tko(to, value, None, None, order, None, Hints::new());
        }
    }
}

/// Gives each instruction a place of its own, by which findings name it.
fn number(module: &mut Module) {
    for function in module.entries.values_mut() {
        for (index, inst) in function.insts_in_order().into_iter().enumerate() {
            let pos = Pos(index as u32 + 1);
            function.set_span(inst, Span::new(pos, pos));
        }
    }
}

fn at(module: &Module, span: Span) -> Option<Inst> {
    let function = module.entries.values().next()?;
    let index = (span.lo.0 as usize).checked_sub(1)?;
    function.insts_in_order().get(index).copied()
}

/// Puts constants in the place of the results of an instruction.
fn replace(module: &mut Module, inst: Inst, seed: u64) -> Option<()> {
    let function = module.entries.values_mut().next()?;
    let data = function.data(inst);
    if data.info().effect == ir::Effect::Terminator || !data.blocks().is_empty() {
        return None;
    }
    let mut random = Random::new(seed ^ u64::from(function.span(inst).lo.0));
    let types = &mut module.types;
    for result in function.results(inst).to_vec() {
        let ty = function.value_type(result);
        let mut b = Builder::before(function, types, inst);
        let other = match b.types.elem(ty) {
            None if b.types.is_token(ty) => b.make_token(),
            Some(Elem::Scalar(scalar)) => {
                let mask = if scalar == Scalar::TF32 { !0x1FFF } else { u64::MAX };
                let bits = random.draw() & mask & scalar.mask();
                b.constant(DenseConstant::splat(scalar, bits), ty)
            }
            Some(Elem::Ptr(_) | Elem::MultimemPtr(..)) | None => return None,
        };
        function.replace_all_uses(result, other);
    }
    function.remove_inst(inst);
    Some(())
}

/// What a module does, and the places where it breaks a rule.
fn run(module: &Module, sanitize: bool) -> (Outcome, Vec<Span>) {
    let mut random = Random::new(7);
    let mut memory = Memory::new();
    let mut buffers = Vec::new();
    for &scalar in NUMBERS.iter().chain(NUMBERS) {
        let mask = if scalar == Scalar::TF32 { 0xFFFF_E000 } else { scalar.mask() };
        let mut bytes = Vec::new();
        for _ in 0..ELEMENTS {
            let bits = random.draw() & mask;
            bytes.extend_from_slice(&bits.to_le_bytes()[..scalar.bytes() as usize]);
        }
        buffers.push((memory.alloc(&bytes), bytes.len()));
    }
    let mut args: Vec<u64> = buffers.iter().map(|&(address, _)| address).collect();
    args.extend([3, 1]);
    let options = interp::Options {
        order: interp::Order::Sequential,
        sanitize,
        step_limit: Some(STEPS),
        scratch_limit: SCRATCH,
    };
    let launch = Launch { entry: "k", grid: [1; 3], args: &args, globals: None, options: &options };
    let (output, findings, trap) = match interp::launch(module, &launch, &mut memory) {
        Ok(report) => (report.output, report.findings, None),
        Err(trap) => (trap.output.clone(), trap.findings.clone(), Some(trap)),
    };
    let mut broken: Vec<Span> = findings.iter().map(|finding| finding.span).collect();
    if let Some(trap) = &trap
        && !matches!(trap.kind, TrapKind::AssertFailed { .. })
    {
        broken.push(trap.span);
    }
    broken.dedup();
    let memory = buffers
        .iter()
        .map(|&(address, len)| memory.read(address, len).unwrap_or_default())
        .collect();
    (Outcome { memory, output, stopped_by: trap.map(|trap| trap.kind) }, broken)
}
