//! The parts that every stage shares and that know no C++: positions, sources, diagnostics,
//! names, ids.

pub mod arena;
pub mod cache;
pub mod diag;
pub mod facts;
pub mod intern;
mod presumed;
pub mod render;
pub mod source;
pub mod span;

pub use arena::{Arena, CopyOnWrite};
pub use cache::Cache;
pub use diag::{
    Applicability, Code, Diagnostic, Diagnostics, Edit, Fix, Label, Note, NoteKind, Severity,
};
pub use facts::Facts;
pub use intern::{Interner, Name};
pub use presumed::{Stretch, StretchId};
pub use source::{
    Expansion, ExpansionKind, FileId, FileRange, LineCol, Obstacle, SourceFile, SourceLoader,
    SourceMap, Text,
};
pub use span::{Pos, Span};
