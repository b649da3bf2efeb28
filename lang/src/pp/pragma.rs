//! The pragmas that say which warnings are wanted where: `#pragma GCC diagnostic`, `#pragma clang
//! diagnostic`, `#pragma nv_diag_suppress` and their like.
//!
//! In: the words behind `#pragma`. Out: what was asked and from where on, in the order of the text;
//! the reporting code maps the names to warnings.

use crate::base::Span;
use crate::lex::{Token, TokenKind, literal};

use super::Preprocessor;

/// What a pragma asks for the warnings behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiagnosticPragma {
    /// The line; in a macro, the call.
    pub span: Span,
    /// So many tokens of the translation unit stand in front of it.
    pub n_before: usize,
    pub action: DiagnosticAction,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DiagnosticAction {
    Push,
    Pop,
    /// The warning is called so: `-Wdeprecated`, without the `-W`, or a name or number of nvcc's.
    Set(String, WarningLevel),
}

/// What becomes of a warning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WarningLevel {
    Ignored,
    Warning,
    Error,
    /// What it would be without pragmas.
    Default,
}

/// The words of `#pragma GCC diagnostic` and `#pragma clang diagnostic`.
const LEVELS: &[(&str, WarningLevel)] = &[
    ("ignored", WarningLevel::Ignored),
    ("warning", WarningLevel::Warning),
    ("error", WarningLevel::Error),
    ("fatal", WarningLevel::Error),
];

/// nvcc's pragmas, with the older names of some.
const NVCC: &[(&str, Nvcc)] = &[
    ("nv_diag_suppress", Nvcc::Set(WarningLevel::Ignored)),
    ("nv_diag_warning", Nvcc::Set(WarningLevel::Warning)),
    ("nv_diag_error", Nvcc::Set(WarningLevel::Error)),
    ("nv_diag_default", Nvcc::Set(WarningLevel::Default)),
    ("nv_diag_once", Nvcc::Set(WarningLevel::Warning)),
    ("diag_suppress", Nvcc::Set(WarningLevel::Ignored)),
    ("diag_warning", Nvcc::Set(WarningLevel::Warning)),
    ("diag_error", Nvcc::Set(WarningLevel::Error)),
    ("diag_default", Nvcc::Set(WarningLevel::Default)),
    ("nv_diagnostic", Nvcc::Stack),
    ("nv_diag_push", Nvcc::Push),
    ("nv_diag_pop", Nvcc::Pop),
];

#[derive(Clone, Copy)]
enum Nvcc {
    Set(WarningLevel),
    Push,
    Pop,
    /// `push` or `pop` follows.
    Stack,
}

impl Preprocessor<'_> {
    /// `#pragma nv_diag_suppress 177, deprecated_entity`; `false` for other pragmas.
    pub(super) fn nvcc_diagnostic(&mut self, at: Span, rest: &[Token]) -> bool {
        let Some(&word) = rest.first() else { return false };
        let text = self.interner.text(word.name);
        let Some(&(_, what)) = NVCC.iter().find(|(name, _)| *name == text) else { return false };
        match what {
            Nvcc::Set(level) => {
                for token in &rest[1..] {
                    if token.kind != TokenKind::Comma {
                        let name = self.interner.text(token.name).to_owned();
                        self.add_pragma(at, DiagnosticAction::Set(name, level));
                    }
                }
            }
            Nvcc::Push => self.add_pragma(at, DiagnosticAction::Push),
            Nvcc::Pop => self.add_pragma(at, DiagnosticAction::Pop),
            Nvcc::Stack => self.push_or_pop(at, rest.get(1)),
        }
        true
    }

    /// `#pragma GCC diagnostic`, behind the word `diagnostic`.
    pub(super) fn gcc_diagnostic(&mut self, at: Span, rest: &[Token]) {
        let Some(&word) = rest.first() else { return };
        let text = self.interner.text(word.name);
        let Some(&(_, level)) = LEVELS.iter().find(|(name, _)| *name == text) else {
            return self.push_or_pop(at, rest.first());
        };
        let option = rest.get(1).map_or("", |token| self.interner.text(token.name));
        let option = literal::string(&[option]).map_or(String::new(), |text| text.to_text());
        if let Some(name) = option.strip_prefix("-W") {
            self.add_pragma(at, DiagnosticAction::Set(name.to_owned(), level));
        }
    }

    fn push_or_pop(&mut self, at: Span, word: Option<&Token>) {
        match word.map(|word| self.interner.text(word.name)) {
            Some("push") => self.add_pragma(at, DiagnosticAction::Push),
            Some("pop") => self.add_pragma(at, DiagnosticAction::Pop),
            _ => {}
        }
    }

    fn add_pragma(&mut self, span: Span, action: DiagnosticAction) {
        let n_before = self.result.tokens.len();
        self.result.diagnostic_pragmas.push(DiagnosticPragma { span, n_before, action });
    }
}
