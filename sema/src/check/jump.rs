//! Labels and jumps ([stmt.label], [stmt.goto], [stmt.dcl]/3).
//!
//! A label is known in its whole function, so jumps are judged when the body has been checked.
//! The initialisations that a jump bypasses are read off a chain: each variable that is
//! initialised and each statement
//! that cannot be jumped into is a node whose parent was there before it. The nodes between a
//! label and what it has in common with the jump are those that the jump skips.

use lang::ast::Ident;
use lang::base::{Diagnostic, Name, Span};
use rustc_hash::FxHashMap;

use super::expr::Checker;
use super::operand::Check;
use crate::codes;
use crate::typed::{ExprId, ExprKind, LabelId, StmtKind};

/// A place in the chain; `None` is the start of the function.
pub type JumpScope = Option<u32>;

/// The labels of a function and the jumps to them.
#[derive(Default)]
pub struct Jumps {
    nodes: Vec<Node>,
    current: JumpScope,
    labels: Vec<Label>,
    by_name: FxHashMap<Name, usize>,
    gotos: Vec<Goto>,
}

struct Node {
    parent: JumpScope,
    kind: NodeKind,
}

#[derive(Clone, Copy)]
enum NodeKind {
    /// A variable with an initialiser; one without a name is a range or a structured binding.
    Variable(Option<Name>, Span),
    Sealed(Sealed, Span),
}

/// What control enters at its beginning only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sealed {
    /// A branch of `if constexpr` or `if consteval` ([stmt.if]/2).
    ConstexprIf,
    /// `({ ... })`
    StatementExpression,
    /// The block of a `try` ([except.pre]/3).
    Try,
}

impl Sealed {
    fn what(self) -> &'static str {
        match self {
            Sealed::ConstexprIf => "a branch of `if constexpr`",
            Sealed::StatementExpression => "a statement expression",
            Sealed::Try => "a `try` block",
        }
    }
}

struct Label {
    id: LabelId,
    name: Name,
    /// Where it stands, once it has been met.
    defined: Option<(Span, JumpScope)>,
}

struct Goto {
    label: usize,
    span: Span,
    scope: JumpScope,
}

impl Jumps {
    fn push(&mut self, kind: NodeKind) {
        self.nodes.push(Node { parent: self.current, kind });
        self.current = Some(self.nodes.len() as u32 - 1);
    }

    fn parent(&self, scope: JumpScope) -> JumpScope {
        self.nodes.get(scope? as usize)?.parent
    }

    /// What a jump from `from` to `to` skips first.
    fn skipped(&self, from: JumpScope, to: JumpScope) -> Option<NodeKind> {
        // A node is younger than its ancestors, so the younger of two cannot be common to both.
        let (mut from, mut to) = (from, to);
        let mut skipped = None;
        while from != to {
            if from > to {
                from = self.parent(from);
                continue;
            }
            skipped = Some(self.nodes.get(to? as usize)?.kind);
            to = self.parent(to);
        }
        skipped
    }

    /// Whether a jump from `from` to `to`, which skips nothing, leaves a statement expression.
    fn leaves_expression(&self, from: JumpScope, to: JumpScope) -> bool {
        let mut from = from;
        while from > to {
            let node = from.and_then(|at| self.nodes.get(at as usize));
            let kind = node.map(|node| node.kind);
            if matches!(kind, Some(NodeKind::Sealed(Sealed::StatementExpression, _))) {
                return true;
            }
            from = self.parent(from);
        }
        false
    }
}

impl Checker<'_, '_> {
    pub fn jump_scope(&self) -> JumpScope {
        self.body.as_ref().and_then(|body| body.jumps.current)
    }

    /// Back to what was before: the block has ended.
    pub fn leave_jump_scope(&mut self, scope: JumpScope) {
        if let Some(body) = &mut self.body {
            body.jumps.current = scope;
        }
    }

    /// From here on, to the end of the scope, there is no way in but the beginning.
    pub fn seal(&mut self, what: Sealed, span: Span) {
        if let Some(body) = &mut self.body {
            body.jumps.push(NodeKind::Sealed(what, span));
        }
    }

    /// A variable comes into being; one without an initialiser may be skipped ([stmt.dcl]/3).
    pub fn note_variable(&mut self, name: Option<Name>, init: ExprId, span: Span) {
        let is_vacuous = matches!(self.typed.exprs[init].kind, ExprKind::Uninitialized);
        if let Some(body) = &mut self.body
            && !is_vacuous
        {
            body.jumps.push(NodeKind::Variable(name, span));
        }
    }

    /// The label that a `goto` names.
    pub fn jump_to(&mut self, label: &Ident, span: Span) -> Option<LabelId> {
        let index = self.label_index(label)?;
        let body = self.body.as_mut()?;
        let scope = body.jumps.current;
        body.jumps.gotos.push(Goto { label: index, span, scope });
        Some(body.jumps.labels[index].id)
    }

    /// A label in front of a statement.
    pub fn define_label(&mut self, label: &Ident) -> Check<LabelId> {
        let index = self.label_index(label).ok_or(super::operand::Reported)?;
        let Some(body) = &mut self.body else { return Err(super::operand::Reported) };
        let scope = body.jumps.current;
        let entry = &mut body.jumps.labels[index];
        let id = entry.id;
        if let Some((first, _)) = entry.defined {
            let message = format!("redefinition of label `{}`", self.text(label.name));
            let diagnostic = Diagnostic::new(codes::INVALID_LABEL, label.span, message)
                .secondary(first, "the first is here");
            self.report(diagnostic);
            return Err(super::operand::Reported);
        }
        entry.defined = Some((label.span, scope));
        Ok(id)
    }

    fn label_index(&mut self, label: &Ident) -> Option<usize> {
        let body = self.body.as_ref()?;
        if let Some(&index) = body.jumps.by_name.get(&label.name) {
            return Some(index);
        }
        let id =
            self.typed.labels.push(crate::typed::Label { name: Some(label.name), is_used: false });
        let body = self.body.as_mut()?;
        body.jumps.labels.push(Label { id, name: label.name, defined: None });
        let index = body.jumps.labels.len() - 1;
        body.jumps.by_name.insert(label.name, index);
        Some(index)
    }

    /// A `case` must not skip what the statements before it have initialised since `head`.
    pub fn check_case_jump(&mut self, head: JumpScope, span: Span) -> Check<()> {
        let skipped = self.body.as_ref().and_then(|body| {
            let jumps = &body.jumps;
            jumps.skipped(head, jumps.current)
        });
        let Some(skipped) = skipped else { return Ok(()) };
        self.report_skipped(skipped, span, None);
        Err(super::operand::Reported)
    }

    /// A jump that passes what it must not pass; `label` is where it goes, if not here.
    fn report_skipped(&mut self, skipped: NodeKind, span: Span, label: Option<Span>) {
        let diagnostic = match skipped {
            NodeKind::Variable(name, declared) => {
                let what = match name {
                    Some(name) => format!("`{}`", self.text(name)),
                    None => "a variable".to_owned(),
                };
                let message = format!("this jump bypasses the initialisation of {what}");
                let help =
                    format!("declare {what} before the jump, or in a block that ends before it");
                Diagnostic::new(codes::JUMP_PAST_INITIALIZATION, span, message)
                    .secondary(declared, "initialised here")
                    .help(help)
            }
            NodeKind::Sealed(sealed, around) => {
                let message = format!("this jumps into {}", sealed.what());
                let diagnostic = Diagnostic::new(codes::UNSTRUCTURED_JUMP, span, message);
                let diagnostic = match label {
                    Some(label) => diagnostic.secondary(label, "the label is here"),
                    None => diagnostic.secondary(around, "which starts here"),
                };
                diagnostic.help("move the label before it, or the jump into it")
            }
        };
        self.report(diagnostic);
    }

    /// Judges the jumps of a body that has been checked; `false` if one is wrong.
    pub fn check_jumps(&mut self, jumps: &Jumps) -> bool {
        let mut is_right = true;
        for goto in &jumps.gotos {
            let label = &jumps.labels[goto.label];
            let name = self.text(label.name).to_owned();
            let Some((defined, scope)) = label.defined else {
                let message = format!("there is no label `{name}` in this function");
                self.report(Diagnostic::new(codes::INVALID_LABEL, goto.span, message));
                is_right = false;
                continue;
            };
            match jumps.skipped(goto.scope, scope) {
                None if jumps.leaves_expression(goto.scope, scope) => {
                    let message = format!("`goto {name}` leaves a statement expression");
                    let help = "make the statement expression a statement of its own";
                    self.report(
                        Diagnostic::new(codes::UNSTRUCTURED_JUMP, goto.span, message).help(help),
                    );
                    is_right = false;
                }
                None => self.typed.labels[label.id].is_used = true,
                Some(skipped) => {
                    self.report_skipped(skipped, goto.span, Some(defined));
                    is_right = false;
                }
            }
        }
        is_right
    }

    pub fn goto_statement(&mut self, label: &Ident, span: Span) -> Check<crate::typed::StmtId> {
        let id = self.jump_to(label, span).ok_or(super::operand::Reported)?;
        Ok(self.typed.stmt(StmtKind::Goto(id), span))
    }
}
