//! How far results are from the mathematical ones: every function and mode of the reference's
//! arithmetic (2.2), mathematics (2.4) and element conversions (1.7.2), on every device.
//!
//! In: a [`device::Device`] and a [`subject::Subject`], one operation of one format in one mode.
//! Out: an [`measure::Outcome`], the largest error over exhaustive inputs (8 and 16 bits, one
//! operand) or boundary and random ones. The kernels are Tile C++ and go through the whole
//! compiler, so that what is measured is what a user gets.
//!
//! ```text
//! subject   what is measured, as C++                 bounds   what is allowed, and its source
//! sample    inputs                                   oracle   the exact result, by other means
//! device    interpreter, emulator, GPU               measure  errors, and the largest of them
//! record    measured numbers as a file               page     docs/numerics.md
//! conversion   each pair of formats and mode, its inputs and the right results
//! ```
//!
//! The oracle shares no code with `ir::scalar`: directed and nearest arithmetic comes from
//! `rustc_apfloat`, functions of f64 from `astro-float-num` with 160 bits, functions of narrower
//! formats from the mathematical library of the host in f64, whose errors are below 2^-27 units of
//! an f32.

pub mod bounds;
pub mod conversion;
pub mod device;
mod exact;
pub mod measure;
mod oracle;
pub mod page;
pub mod record;
mod sample;
pub mod subject;

#[cfg(test)]
mod tests;

use ir::scalar::FloatFormat;

use sample::Sample;
use subject::{Operation, Subject};

/// How many inputs.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    log2_inputs: u32,
    coverage: Coverage,
}

/// Which inputs beside random ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Coverage {
    /// Boundaries, and all numbers of narrow formats.
    Full,
    /// Some of them.
    Thinned,
}

impl Effort {
    /// `2^log2_inputs` random inputs of an f32 function in each of its modes, and of a function of
    /// two narrower operands. Others get fewer: conversions and narrow arithmetic, which are right
    /// or wrong by their definition and not by their polynomials, a sixteenth; f64, whose answers
    /// take the most time, a 256th.
    pub fn full(log2_inputs: u32) -> Effort {
        Effort { log2_inputs, coverage: Coverage::Full }
    }

    /// As [`full`](Self::full) with some of the boundaries: for machines that are slow.
    pub fn thinned(log2_inputs: u32) -> Effort {
        Effort { log2_inputs, coverage: Coverage::Thinned }
    }

    /// The inputs of a subject.
    pub fn sample(&self, subject: &Subject) -> Sample {
        let fewer = match subject.format {
            _ if self.coverage == Coverage::Thinned => 0,
            FloatFormat::F64 => 8,
            FloatFormat::F32 if subject.operation.is_function() => 0,
            _ if subject.is_precise() => 4,
            _ => 0,
        };
        let sample = Sample::new(*subject, 1 << self.log2_inputs.saturating_sub(fewer));
        if self.coverage == Coverage::Thinned {
            sample.thinned(2 << self.log2_inputs)
        } else {
            sample
        }
    }
}

/// The subjects in groups that are compiled together: one for each operation.
pub fn programs(subjects: &[Subject]) -> Vec<Vec<Subject>> {
    let kind = |subject: &Subject| match subject.operation {
        Operation::Convert(_) => None,
        operation => Some(operation),
    };
    subjects.chunk_by(|a, b| kind(a) == kind(b)).map(<[Subject]>::to_vec).collect()
}
