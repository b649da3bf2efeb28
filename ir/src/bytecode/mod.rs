//! Modules as bytecode: the binary form that tile compilers exchange (`.tilebc`).
//!
//! ```text
//! file     = 7F "TileIR" 00, version (major u8, minor u8, tag u16), section*, 0
//! section  = id u8 (high bit: aligned), length, [alignment, filler CB], payload
//! function = name, signature, flags, location, [hints], [argument attributes], length, instruction*
//! inst     = opcode, [count] result types, [flags], attributes, operands, [regions]
//! ```
//!
//! Numbers are LEB128 (`varint`), signed ones zigzag first. Types, strings and constants stand in
//! sections of their own and are named by index; values are numbered in the order of their
//! definition, and the numbers of a region are given back at its end.
//!
//! Which fields an op has, in which order, and which of them are optional follows from its row in
//! the op table and the version that added the field (`layout`). [`read`] takes versions 13.1 to
//! 13.5, [`write()`] makes any of them. Names of parameters and `__restrict__` have no place in the format.
//! Debug locations are places in files, spans only to a reader that has the files:
//! [`write_placed`] and [`read_placed`] ask
//! for the one and the other.
//!
//! Any bytes give a module or diagnostics that name the offset. The module that comes out of the
//! reader has not been verified.

mod attrs;
mod body_reader;
mod body_writer;
mod cursor;
mod debug;
mod elements;
mod encoder;
mod layout;
mod reader;
mod tables;
mod tagged;
mod types;
mod writer;

use std::fmt;
use std::str::FromStr;

use lang::base::{Diagnostics, Span};

pub use debug::Place;
pub use writer::{write, write_placed};

use crate::module::Module;

/// How every file begins.
const MAGIC: [u8; 8] = *b"\x7FTileIR\0";

/// Whether a file begins as bytecode does.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// What fills the gaps before aligned data.
const FILLER: u8 = 0xCB;

/// The dialect's only major version so far.
const MAJOR: u8 = 13;

/// A version of the dialect and its bytecode.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Version {
    V13_1 = 1,
    V13_2 = 2,
    V13_3 = 3,
    V13_4 = 4,
    V13_5 = 5,
}

impl Version {
    /// Oldest first.
    pub const ALL: &[Version] =
        &[Version::V13_1, Version::V13_2, Version::V13_3, Version::V13_4, Version::V13_5];
    pub const LATEST: Version = Version::V13_5;

    /// The version that a release of CUDA writes, by its numbers: the latest that it reads.
    pub fn of_release(numbers: (u32, u32)) -> Version {
        let known = |version: &Version| (u32::from(MAJOR), *version as u32) <= numbers;
        Version::ALL.iter().copied().rev().find(known).unwrap_or(Version::V13_1)
    }

    fn from_numbers(major: u8, minor: u8) -> Option<Version> {
        Version::ALL.iter().copied().find(|v| major == MAJOR && minor == *v as u8)
    }

    /// Whether it has what minor version `since` added.
    fn has(self, since: u32) -> bool {
        self as u32 >= since
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MAJOR}.{}", *self as u8)
    }
}

impl FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Version, String> {
        Version::ALL.iter().copied().find(|version| version.to_string() == text).ok_or_else(|| {
            let known: Vec<String> = Version::ALL.iter().map(Version::to_string).collect();
            format!("there is no bytecode version {text}; there are {}", known.join(", "))
        })
    }
}

macro_rules! sections {
    ($($(#[$doc:meta])* $name:ident $id:literal $align:literal;)*) => {
        /// A part of the file.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Section { $($(#[$doc])* $name,)* }

        impl Section {
            const COUNT: usize = [$($id),*].len();

            fn from_id(id: u8) -> Option<Section> {
                match id { $($id => Some(Section::$name),)* _ => None }
            }

            fn id(self) -> u8 {
                match self { $(Section::$name => $id,)* }
            }

            /// Where the writer lets the payload begin: at a multiple of this.
            fn alignment(self) -> usize {
                match self { $(Section::$name => $align,)* }
            }
        }
    };
}

sections! {
    String 1 4;
    Func 2 8;
    /// Where instructions come from.
    Debug 3 8;
    Constant 4 8;
    Type 5 4;
    Global 6 1;
    /// The tool that made the file; since 13.3.
    Producer 7 1;
}

/// Bits of a function's flags.
mod function_flags {
    pub const PRIVATE: u8 = 1;
    pub const KERNEL: u8 = 2;
    /// Hints follow. From [`TAGGED_FUNCTIONS`](super::TAGGED_FUNCTIONS) on a kernel always has them.
    pub const HINTS: u8 = 4;
}

/// The minor version in which functions got attributes of their arguments, and kernels hints without a flag.
const TAGGED_FUNCTIONS: u32 = 5;

/// The minor version from which the tag of the header says what a file holds.
const TAGGED_HEADER: u32 = 5;

/// The bit of that tag for preview content.
const PREVIEW: u16 = 1;

/// The name of a module that was read: files do not hold it.
const MODULE_NAME: &str = "kernels";

/// Reads a module. Everything in it gets `span`, which should name the file.
///
/// With an error among the diagnostics there is no module.
pub fn read(bytes: &[u8], span: Span) -> (Option<Module>, Diagnostics) {
    read_placed(bytes, span, &mut |_| None)
}

/// Reads a module whose instructions get the span of their place in the source where `span_of` knows it;
/// everything else gets `span`, which should name the file.
///
/// With an error among the diagnostics there is no module.
pub fn read_placed(
    bytes: &[u8],
    span: Span,
    span_of: &mut dyn FnMut(&Place) -> Option<Span>,
) -> (Option<Module>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    match reader::read(bytes, span, span_of) {
        Ok(module) => (Some(module), diagnostics),
        Err(malformed) => {
            diagnostics.push(malformed.diagnostic(span));
            (None, diagnostics)
        }
    }
}
