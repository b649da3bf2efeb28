//! Parameters that are passed as bytes: objects of class type.
//!
//! The parameters of an entry block are numbers and pointers. A *record* says which of them come
//! out of one argument, and where in its bytes each of them is:
//!
//! ```text
//! entry @k(%p: tile<ptr<f32>>,
//!          %c = (%c.n: tile<i32> {tilec.offset = 0}, %c.x: tile<f64> {tilec.offset = 8})
//!               {tilec.size = 16, tilec.align = 8}) {
//! ```
//!
//! A launch of `k` passes two arguments: an address, and 16 bytes. Bytes that no piece reads are
//! padding,
//! and pieces may overlap (the members of a union). A piece may also be the address of the bytes,
//! which then are read-only memory, the same for all tile blocks of the launch.
//!
//! Invariant (checked by the verifier): the pieces of a record are consecutive parameters, records
//! are in the order of their parameters, and every piece lies in the bytes of its record, aligned.
//!
//! The published dialect has no such thing; the attributes are ours.

use lang::base::Span;

use crate::module::Function;

/// An argument of a launch that is a run of bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub name: String,
    /// The index of the parameter that is its first piece. A record without pieces stands before
    /// that parameter.
    pub first: usize,
    /// What the parameters from `first` on are.
    pub pieces: Vec<Piece>,
    pub size: u64,
    /// A power of two.
    pub align: u64,
    pub span: Span,
}

/// How a parameter comes out of the bytes of a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// The number or pointer at this byte.
    Value { offset: u64 },
    /// The address of the bytes, as a pointer to `i8`.
    Address,
}

/// One argument of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SourceParam<'f> {
    /// The parameter of the entry with this index.
    Value(usize),
    Record(&'f Record),
}

impl Function {
    /// What a launch passes, in order.
    pub fn source_params(&self) -> Vec<SourceParam<'_>> {
        let mut params = Vec::new();
        let mut next = 0;
        for record in &self.records {
            params.extend((next..record.first).map(SourceParam::Value));
            params.push(SourceParam::Record(record));
            next = record.first + record.pieces.len();
        }
        params.extend((next..self.params.len()).map(SourceParam::Value));
        params
    }

    /// Whether some parameter is the address of a record.
    pub fn has_record_address(&self) -> bool {
        self.records.iter().any(|record| record.pieces.contains(&Piece::Address))
    }
}
