//! Literal values: the spelling of a literal token to its value and C++ type ([lex.literal]).
//!
//! In: spellings, as the `Name` of a token gives them. Out: values, or a [`LiteralError`] with a
//! code and a sentence. The preprocessor asks about every literal that it hands on and replaces
//! the malformed ones, so later stages may treat an error as impossible.
//!
//! `number`, `character` and `string` are the three entry points; a user-defined literal has the
//! value of its part without suffix, and the suffix ([lex.ext]).

mod number;
mod text;

pub use number::{FloatLit, FloatSuffix, IntLit, IntType, Number, number};
pub use text::{CharLit, Encoding, StringLit, character, string};

use crate::base::{Code, Diagnostic, Span};

/// Why a literal has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiteralError {
    pub code: Code,
    /// The fact, in one line.
    pub message: String,
    /// What is wrong here; may be empty.
    pub label: String,
}

impl LiteralError {
    fn new(code: Code, message: impl Into<String>, label: impl Into<String>) -> LiteralError {
        LiteralError { code, message: message.into(), label: label.into() }
    }

    pub fn diagnostic(self, span: Span) -> Diagnostic {
        Diagnostic::new(self.code, span, self.message).label(self.label)
    }
}

#[cfg(test)]
mod tests;
