//! Diagnostics as data: one type that text, JSON and the language server are views of.

use super::span::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Something the user may want to know; never changes the exit code.
    Remark,
    Warning,
    Error,
    /// An impossible state of the compiler itself.
    Bug,
}

/// A diagnostic code, declared once in a crate's `codes.rs` through [`codes!`](crate::codes).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Code {
    /// `E0312`
    pub id: &'static str,
    /// `no-viable-overload`
    pub slug: &'static str,
    pub severity: Severity,
}

/// Declares a crate's diagnostic codes: constants and the `ALL` table from the same rows.
///
/// ```
/// tilec_lang::codes! {
///     /// No overload takes these arguments.
///     NO_VIABLE_OVERLOAD = "E0312", "no-viable-overload", Error;
/// }
/// assert_eq!(ALL[0].slug, "no-viable-overload");
/// ```
#[macro_export]
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $slug:literal, $severity:ident;)*) => {
        $($(#[$doc])* pub const $name: $crate::base::Code = $crate::base::Code {
            id: $id, slug: $slug, severity: $crate::base::Severity::$severity,
        };)*
        /// Every code of this crate, in the order of the table.
        pub const ALL: &[$crate::base::Code] = &[$($name),*];
    };
}

/// A span with what is to be said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// What a note is about; renderers fold and order notes by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    /// Plain further explanation.
    Note,
    /// What to write instead.
    Help,
    InstantiatedFrom,
    CandidateRejected,
    ConstraintNotSatisfied,
    DeclaredHere,
    /// A step of a constant evaluation.
    EvaluatedFrom,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub kind: NoteKind,
    pub text: String,
    pub span: Span,
}

/// Whether a tool may apply a fix by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Applicability {
    /// Certainly what was meant.
    Always,
    /// Compiles, but the meaning should be looked at.
    Maybe,
    /// Has holes for the user to fill in.
    ByHand,
}

/// Replace the text of `span` by `text`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    pub span: Span,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    pub title: String,
    pub edits: Vec<Edit>,
    pub applicability: Applicability,
}

/// One finding, built with the methods below and put into a [`Diagnostics`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    /// The fact, in one line without a full stop.
    pub message: String,
    /// What is wrong at this place.
    pub primary: Label,
    /// Where the cause is.
    pub secondary: Vec<Label>,
    pub notes: Vec<Note>,
    pub fixes: Vec<Fix>,
    /// It only follows from an error that was reported before: to be told if there was none.
    pub is_consequence: bool,
}

impl Diagnostic {
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity,
            message: message.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            fixes: Vec::new(),
            is_consequence: false,
        }
    }

    /// Marks what only follows from another error.
    pub fn consequence(mut self) -> Diagnostic {
        self.is_consequence = true;
        self
    }

    /// Text of the primary label.
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }

    pub fn secondary(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    pub fn note(self, text: impl Into<String>) -> Diagnostic {
        self.note_at(NoteKind::Note, Span::NONE, text)
    }

    pub fn help(self, text: impl Into<String>) -> Diagnostic {
        self.note_at(NoteKind::Help, Span::NONE, text)
    }

    pub fn note_at(mut self, kind: NoteKind, span: Span, text: impl Into<String>) -> Diagnostic {
        self.notes.push(Note { kind, text: text.into(), span });
        self
    }

    pub fn fix(
        mut self,
        title: impl Into<String>,
        applicability: Applicability,
        span: Span,
        text: impl Into<String>,
    ) -> Diagnostic {
        let edits = vec![Edit { span, text: text.into() }];
        self.fixes.push(Fix { title: title.into(), edits, applicability });
        self
    }
}

/// The diagnostics of a stage, in the order they were found.
#[derive(Clone, Default, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    pub fn extend(&mut self, other: Diagnostics) {
        self.list.extend(other.list);
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(keep);
    }

    /// Drops all from `len` on: how a tentative analysis takes its findings back.
    pub fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
    }

    /// The diagnostics from `len` on, removed.
    pub fn split_off(&mut self, len: usize) -> Diagnostics {
        Diagnostics { list: self.list.split_off(len.min(self.list.len())) }
    }

    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity >= Severity::Error)
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}
