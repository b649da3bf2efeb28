//! Everything that can stop a kernel.
//!
//! A trap ends the launch; memory keeps what was stored until then. An operation that the language
//! leaves undefined but that has an obvious meaning (wrapped overflow, a quotient by zero) does
//! not trap:
//! ask
//! the sanitizer for that.

use std::fmt;

use lang::base::Span;
use smallvec::SmallVec;

use super::sanitize::Finding;
use crate::ops::Opcode;

/// Why a kernel was stopped, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trap {
    pub kind: TrapKind,
    /// The instruction's place in the source.
    pub span: Span,
    /// The op that trapped; none if the launch did not begin.
    pub op: Option<Opcode>,
    /// The tile block; blocks before it in the grid's order ran.
    pub block: [u32; 3],
    /// What the kernel printed until then.
    pub output: String,
    /// The rules it broke until then, if the sanitizer was asked.
    pub findings: Vec<Finding>,
}

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrapKind {
    /// The launch does not fit the kernel: no such entry, wrong number of arguments, empty grid.
    BadLaunch(String),
    /// An access of memory that is not there, or may not be written.
    BadAccess { fault: Fault, address: u64, bytes: u32, index: SmallVec<[u32; 4]> },
    /// `assert` met a false element.
    AssertFailed { message: String, index: SmallVec<[u32; 4]> },
    /// `extract` of a part that the tile does not have.
    ExtractOutOfRange { part: SmallVec<[u32; 4]> },
    /// An insert at a sub-tile that the destination does not have.
    InsertOutOfRange { part: SmallVec<[u32; 4]> },
    /// A loop whose step is not positive.
    LoopStep,
    /// More instructions than [`Options::step_limit`](super::Options) allows.
    StepLimit,
    /// The caller interrupted the launch.
    Interrupted,
    /// More scratch memory than [`Options::scratch_limit`](super::Options) allows.
    OutOfMemory,
    /// Regions nested deeper than the interpreter goes.
    TooDeep,
    /// A call of a function of a tile library.
    NoLibrary { function: Box<str> },
    /// Something that the interpreter does not do.
    Unsupported(&'static str),
    /// The module breaks a rule that the verifier checks.
    Malformed,
}

/// What is wrong with an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    Null,
    OutOfBounds,
    Misaligned,
    ReadOnly,
    /// Part of a constant object that is not in constant memory.
    Constant,
    /// The lifetime of the object has ended.
    Ended,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Null => "through a null pointer",
            Fault::OutOfBounds => "outside of every object",
            Fault::Misaligned => "at a misaligned address",
            Fault::ReadOnly => "to constant memory",
            Fault::Constant => "that writes to a constant object",
            Fault::Ended => "to an object whose lifetime has ended",
        })
    }
}

impl fmt::Display for TrapKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrapKind::BadLaunch(why) => f.write_str(why),
            TrapKind::BadAccess { fault, address, bytes, index } => {
                write!(f, "access of {bytes} bytes {fault} ({address:#x}), element {index:?}")
            }
            TrapKind::AssertFailed { message, index } if index.is_empty() => {
                write!(f, "assertion failed: {message}")
            }
            TrapKind::AssertFailed { message, index } => {
                write!(f, "assertion failed at element {index:?}: {message}")
            }
            TrapKind::ExtractOutOfRange { part } => {
                write!(f, "extract of part {part:?}, which the tile does not have")
            }
            TrapKind::InsertOutOfRange { part } => {
                write!(f, "insert at part {part:?}, which the tile does not have")
            }
            TrapKind::LoopStep => f.write_str("the step of a loop is not positive"),
            TrapKind::StepLimit => f.write_str("the limit of steps is reached"),
            TrapKind::Interrupted => f.write_str("the launch was interrupted"),
            TrapKind::OutOfMemory => f.write_str("the limit of scratch memory is reached"),
            TrapKind::TooDeep => f.write_str("control flow is nested too deep"),
            TrapKind::NoLibrary { function } => {
                write!(
                    f,
                    "`{function}` is a function of a tile library, which this device does not have"
                )
            }
            TrapKind::Unsupported(what) => write!(f, "the interpreter does not support {what}"),
            TrapKind::Malformed => f.write_str("the module is not well formed"),
        }
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        if let Some(op) = self.op {
            let [x, y, z] = self.block;
            write!(f, " ({} in tile block ({x}, {y}, {z}))", op.mnemonic())?;
        }
        Ok(())
    }
}

impl std::error::Error for Trap {}

/// A value does not have the form that its type promises: the module is not verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Malformed;

/// Why an instruction could not be executed; the block adds where.
#[derive(Debug)]
pub(super) struct Stop(pub Box<TrapKind>);

impl From<Malformed> for Stop {
    fn from(_: Malformed) -> Stop {
        TrapKind::Malformed.into()
    }
}

impl From<TrapKind> for Stop {
    fn from(kind: TrapKind) -> Stop {
        Stop(Box::new(kind))
    }
}
