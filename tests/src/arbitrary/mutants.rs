//! Numbered mutants of verified modules: those of the test suite and drawn ones.

use ir::{Module, parse, verify};
use lang::base::Pos;

use super::edit;
use crate::random::Random;

/// Longer texts are not mutated here: a mutant is to take a fraction of a second.
const LONGEST: usize = 6_000;

/// The verified modules of the suite's `.tir` files, in their order.
pub fn sources() -> Vec<Module> {
    let mut modules = Vec::new();
    for path in crate::files("tests/suite", "tir") {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if text.len() > LONGEST {
            continue;
        }
        let (module, _) = parse::module(&text, Pos(1));
        modules.extend(module.filter(|module| verify::module(module).is_empty()));
    }
    modules
}

/// The mutant with this number: a function of it and of the sources alone.
pub fn mutant(sources: &[Module], number: u64) -> Module {
    let mut random = Random::new(number);
    let mut module = match sources.get(random.below(sources.len() * 3 / 2)) {
        Some(source) => source.clone(),
        None => super::module(random.draw() % 1_000_000),
    };
    for _ in 0..1 + random.below(6) {
        edit::edit(&mut module, random.draw());
    }
    module
}
