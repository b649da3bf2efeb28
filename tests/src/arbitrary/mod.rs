//! Verified Tile IR modules drawn from the op table, for tests of everything that takes any module.
//!
//! In: a seed. Out: a module with one entry whose instructions are drawn op by op: operands by the
//! class that the row asks for, attributes by their kind, result types by the row or among those
//! that fit. A module that the verifier refuses is drawn again, so an op that the table gets is
//! generated
//! without a line here unless it needs views or matrices. Equal seeds give equal modules; what
//! their kernels compute means nothing.

pub mod edit;
pub mod endure;
pub mod execute;
mod fields;
pub mod mutants;
mod region;
mod simple;
mod value;
mod view;

use ir::{
    Block, Builder, Effect, Entry, Function, Inst, Module, Opcode, Param, Scalar, Type, Value,
    pass, verify,
};
use lang::base::Span;

use crate::random::Random;
use crate::round_trip;

const SHAPES: &[&[u32]] = &[&[], &[1], &[4], &[8], &[16], &[2, 4], &[4, 4], &[1, 8], &[2, 2, 2]];
const INTS: &[Scalar] = &[Scalar::I1, Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];
const FLOATS: &[Scalar] = &[Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64];
const NUMBERS: &[Scalar] = &[
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
const MAX_DEPTH: usize = 3;

/// The module of a seed. Every op of the table is tried first in some seed.
pub fn module(seed: u64) -> Module {
    let mut module = Module::new("arbitrary");
    let mut function = Function::new("k", Span::NONE);
    let mut values = Vec::new();
    let types = &mut module.types;
    let parameters = [types.ptr(Scalar::F32), types.scalar(Scalar::I32), types.scalar(Scalar::I1)];
    for (number, ty) in parameters.into_iter().enumerate() {
        let param = Param { name: format!("p{number}"), restrict: false, span: Span::NONE };
        values.push(function.add_param(param, ty));
    }
    let mut generator = Generator {
        module,
        entry: Entry::from_u32(0),
        random: Random::new(seed),
        values,
        end: None,
        failed: Vec::new(),
        buffers: Vec::new(),
    };
    finish(&mut generator, function, seed);
    generator.module
}

/// Draws the instructions of an entry that has its parameters.
fn finish(generator: &mut Generator, mut function: Function, seed: u64) {
    let block = function.entry_block;
    Builder::new(&mut function, &mut generator.module.types, block, Span::NONE).return_([]);
    generator.entry = generator.module.entries.push(function);
    let wanted = Opcode::ALL[seed as usize % Opcode::ALL.len()];
    generator.end = generator.function().terminator(block);
    generator.op(wanted, 0);
    let budget = 4 + generator.random.below(12);
    generator.block(block, budget, 0);
}

/// Reads back and verifies the module of a seed, as drawn and after each pass and all of them.
///
/// # Errors
/// Something does not hold; the text begins with the seed.
pub fn check(seed: u64) -> Result<(), String> {
    let original = module(seed);
    let options = pass::Options { level: pass::OptLevel::Full, fmad: true };
    let holds = |module: &Module, after: &str| {
        let found = verify::module(module);
        let refused = found.iter().next().map(|found| found.message.clone());
        refused
            .map_or_else(|| round_trip::check(module), Err)
            .map_err(|what| format!("seed {seed}, {after}: {what}"))
    };
    holds(&original, "as drawn")?;
    for row in pass::PASSES {
        let mut module = original.clone();
        pass::run_pass(&mut module, row.name, &options);
        holds(&module, row.name)?;
    }
    holds_when_strip_mined(&original, &holds)?;
    let mut module = original;
    pass::run(&mut module, &options);
    holds(&module, "after all passes")
}

/// Splits along the first dimension that can be.
fn holds_when_strip_mined(
    original: &Module,
    holds: &impl Fn(&Module, &str) -> Result<(), String>,
) -> Result<(), String> {
    for (entry, function) in &original.entries {
        for inst in function.insts_in_order() {
            for &result in function.results(inst) {
                for dim in 0..original.types.dims(function.value_type(result)).len() {
                    let (mut module, mut split) = (original.clone(), function.clone());
                    if pass::strip_mine::strip_mine(&mut split, &mut module.types, (result, dim), 2)
                    {
                        module.entries[entry] = split;
                        return holds(&module, &format!("strip-mined along {dim} of {result}"));
                    }
                }
            }
        }
    }
    Ok(())
}

struct Generator {
    module: Module,
    entry: Entry,
    random: Random,
    /// What is visible.
    values: Vec<Value>,
    /// The terminator before which instructions go.
    end: Option<Inst>,
    /// What an attempt made, to be taken away if it fails.
    failed: Vec<Inst>,
    /// Memory to point into, by element type, if the module is to run.
    buffers: Vec<(Scalar, Value)>,
}

impl Generator {
    fn function(&mut self) -> &mut Function {
        &mut self.module.entries[self.entry]
    }

    fn builder(&mut self) -> Builder<'_> {
        let function = &mut self.module.entries[self.entry];
        match self.end {
            Some(end) => Builder::before(function, &mut self.module.types, end),
            None => {
                let block = function.entry_block;
                Builder::new(function, &mut self.module.types, block, Span::NONE)
            }
        }
    }

    fn value_type(&self, value: Value) -> Type {
        self.module.entries[self.entry].value_type(value)
    }

    /// Instructions before the terminator of a block.
    fn block(&mut self, block: Block, budget: usize, depth: usize) {
        let outer = self.end;
        self.end = self.function().terminator(block);
        for _ in 0..budget {
            let op = self.random.pick(Opcode::ALL);
            self.op(op, depth);
        }
        self.end = outer;
    }

    fn op(&mut self, op: Opcode, depth: usize) {
        match op {
            Opcode::If | Opcode::For | Opcode::Loop if depth < MAX_DEPTH => self.region(op, depth),
            Opcode::Reduce | Opcode::Scan => self.combination(op),
            _ if op.info().effect == Effect::Terminator || !op.info().regions.is_empty() => {}
            _ => self.simple(op),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_op_is_generated() {
        let mut seen = BTreeSet::new();
        for seed in 0..2 * Opcode::ALL.len() as u64 {
            let module = module(seed);
            assert!(verify::module(&module).is_empty(), "seed {seed}");
            for function in module.entries.values() {
                let insts = function.insts_in_order().into_iter();
                seen.extend(insts.map(|inst| function.data(inst).opcode()));
            }
        }
        // Globals are not, nor functions of libraries.
        seen.extend([Opcode::GetGlobal, Opcode::PreviewCall]);
        let missing: Vec<&str> =
            Opcode::ALL.iter().filter(|op| !seen.contains(op)).map(|op| op.mnemonic()).collect();
        assert_eq!(missing, [""; 0]);
    }
}
