//! What every stage shares and what knows no C++: positions, sources, diagnostics, names, ids.

pub mod diag;
pub mod intern;
pub mod render;
pub mod source;
pub mod span;

pub use diag::{
    Applicability, Code, Diagnostic, Diagnostics, Edit, Fix, Label, Note, NoteKind, Severity,
};
pub use intern::{Interner, Name};
pub use source::{Expansion, ExpansionKind, FileId, LineCol, SourceFile, SourceLoader, SourceMap};
pub use span::{Pos, Span};
