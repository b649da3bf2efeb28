//! Statements. `[stmt.stmt]`.

use super::StmtId;
use super::{Attribute, DeclId, ExprId, Ident, TokenRange};
use crate::base::Span;

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    /// `[[...]]` before the statement; those of a declaration are the declaration's.
    pub attrs: Vec<Attribute>,
    /// `#pragma unroll` and others right before a loop.
    pub pragmas: Vec<LoopPragma>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Compound(Vec<StmtId>),
    Expr(ExprId),
    /// `;`
    Empty,
    /// One simple-declaration; several declarations when it has several declarators or defines a
    /// class.
    Decl(Vec<DeclId>),
    If(IfStmt),
    Switch {
        init: Option<StmtId>,
        cond: Condition,
        body: StmtId,
    },
    Case {
        value: ExprId,
        high: Option<ExprId>,
        body: StmtId,
    },
    Default {
        body: StmtId,
    },
    While {
        cond: Condition,
        body: StmtId,
    },
    DoWhile {
        body: StmtId,
        cond: ExprId,
    },
    For {
        init: StmtId,
        cond: Option<Condition>,
        step: Option<ExprId>,
        body: StmtId,
    },
    RangeFor(RangeFor),
    Break,
    Continue,
    /// The value may be an [`ExprKind::InitList`](super::ExprKind::InitList).
    Return(Option<ExprId>),
    Goto(Ident),
    Label {
        label: Ident,
        body: StmtId,
    },
    Try {
        body: StmtId,
        handlers: Vec<Handler>,
    },
    /// `asm volatile (...)`, not looked into.
    Asm(TokenRange),
    /// Reported.
    Error,
}

#[derive(Clone, Debug)]
pub struct IfStmt {
    pub kind: IfKind,
    pub init: Option<StmtId>,
    /// `None` exactly for the `consteval` kinds.
    pub cond: Option<Condition>,
    pub then: StmtId,
    pub otherwise: Option<StmtId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IfKind {
    Plain,
    Constexpr,
    Consteval,
    /// `if !consteval`
    NotConsteval,
}

/// `for (init; decl : range) body`
#[derive(Clone, Debug)]
pub struct RangeFor {
    pub init: Option<StmtId>,
    /// A variable or structured binding without initialiser.
    pub decl: DeclId,
    /// May be an [`ExprKind::InitList`](super::ExprKind::InitList).
    pub range: ExprId,
    pub body: StmtId,
}

/// What `if`, `while`, `for` and `switch` test.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    Expr(ExprId),
    /// A variable with an initialiser, or a structured binding.
    Decl(DeclId),
}

/// `catch (decl) body`; no declaration for `catch (...)`.
#[derive(Clone, Debug)]
pub struct Handler {
    pub param: Option<DeclId>,
    pub body: StmtId,
    pub span: Span,
}

/// A pragma that speaks of the loop after it.
#[derive(Clone, Debug)]
pub struct LoopPragma {
    pub kind: LoopPragmaKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum LoopPragmaKind {
    /// `#pragma unroll`, `#pragma unroll N`
    Unroll { factor: Option<ExprId> },
    /// `#pragma nounroll`
    NoUnroll,
}
