//! The arguments of a launch to the values of the entry's parameters.
//!
//! An argument is one number: its own bits, or for an object that is passed as bytes the address
//! where these are in memory, as for a `byval` parameter elsewhere.

use super::Memory;
use crate::module::{Function, Module};
use crate::record::{Piece, SourceParam};
use crate::types::Elem;

/// What [`Memory::pass`] made of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passed {
    /// For [`Launch::args`](super::Launch).
    pub bits: u64,
    /// The allocation that holds an object.
    pub object: Option<u64>,
}

impl Memory {
    /// Makes the argument for parameter `index` of the source out of its bytes.
    pub fn pass(&mut self, function: &Function, index: usize, bytes: &[u8]) -> Passed {
        match function.source_params().get(index) {
            Some(SourceParam::Record(_)) => {
                let address = self.alloc(bytes);
                Passed { bits: address, object: Some(address) }
            }
            Some(SourceParam::Value(_)) | None => {
                let bits = bytes.iter().take(8).rev().fold(0, |bits, &b| bits << 8 | u64::from(b));
                Passed { bits, object: None }
            }
        }
    }
}

/// How many bytes a launch passes for parameter `index` of the source.
pub fn argument_size(module: &Module, function: &Function, index: usize) -> Option<usize> {
    match *function.source_params().get(index)? {
        SourceParam::Record(record) => usize::try_from(record.size).ok(),
        SourceParam::Value(param) => {
            let &value = function.block_params(function.entry_block).get(param)?;
            module.types.elem(function.value_type(value)).map(elem_bytes)
        }
    }
}

fn elem_bytes(elem: Elem) -> usize {
    elem.bits().div_ceil(8) as usize
}

/// The values of the parameters. Records whose address is asked for are copied to `constants`.
pub(super) fn unpack(
    module: &Module,
    function: &Function,
    args: &[u64],
    memory: &Memory,
    constants: &mut Memory,
) -> Result<Vec<u64>, String> {
    let params = function.block_params(function.entry_block);
    let mut values = Vec::with_capacity(params.len());
    for (param, &arg) in function.source_params().into_iter().zip(args) {
        let record = match param {
            SourceParam::Value(_) => {
                values.push(arg);
                continue;
            }
            SourceParam::Record(record) => record,
        };
        let bytes = memory.read(arg, record.size as usize).ok_or_else(|| {
            format!("argument `{}` is not the address of {} bytes", record.name, record.size)
        })?;
        for (&piece, &param) in record.pieces.iter().zip(&params[record.first..]) {
            values.push(match piece {
                Piece::Value { offset } => {
                    let elem = module.types.elem(function.value_type(param));
                    let size = elem.map_or(8, elem_bytes);
                    let number = bytes.iter().skip(offset as usize).take(size);
                    number.rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
                }
                Piece::Address => constants.alloc_constant(&bytes, record.align),
            });
        }
    }
    Ok(values)
}
