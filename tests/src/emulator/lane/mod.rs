//! The computations of one thread by itself: instructions whose results are a function of their
//! operands.
//!
//! Each family reads the modifiers of its mnemonics and returns the function, so that an
//! instruction is one place. Numbers come from `ir::scalar`, the arithmetic of the interpreter;
//! what PTX says beside it (NaN results, clamping, flushing) is said here. Approximate
//! instructions give the correctly rounded result.

mod compare;
mod convert;
mod float;
mod integer;

pub use float::{canonical, float_add};

use super::mnemonic::Mnemonic;
use super::syntax::Result;

/// Operands, each with its bits zero-extended; results the same, or wider than their register.
pub type Compute = Box<dyn Fn(&[u64; 4]) -> [u64; 2]>;

/// For which operands a result is undefined, and why.
pub type Undefined = (fn(&[u64; 4]) -> bool, &'static str);

/// A function of one thread's operands.
pub struct Lane {
    /// How many bits of each operand matter.
    pub inputs: Vec<u32>,
    pub results: usize,
    pub compute: Compute,
    /// Operands for which the manual leaves the result undefined, and why.
    pub undefined: Option<Undefined>,
}

impl Lane {
    fn new(inputs: &[u32], compute: impl Fn(&[u64; 4]) -> u64 + 'static) -> Result<Option<Lane>> {
        Ok(Some(Lane {
            inputs: inputs.to_vec(),
            results: 1,
            compute: Box::new(move |x| [compute(x), 0]),
            undefined: None,
        }))
    }
}

/// The function of a mnemonic, or `None` if no family knows it.
pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Lane>> {
    for family in [convert::read, compare::read, float::read, integer::read] {
        if let Some(lane) = family(m)? {
            m.end()?;
            return Ok(Some(lane));
        }
    }
    Ok(None)
}
