//! `switch` and its labels ([stmt.switch], [stmt.label]/1).
//!
//! In: the syntax of a `switch`. Out: [`StmtKind::Switch`], whose body holds a
//! [`StmtKind::Label`] for every `case` and `default`. A label belongs to the innermost `switch`
//! around it, however deep it stands; what a jump to it passes is judged by the chain of
//! [`jump`](super::jump). A range `case 1 ... 5:` is GNU's.

use std::collections::BTreeMap;

use lang::ast::{self, Condition, StmtKind as Syntax};
use lang::base::{Diagnostic, Span};

use super::expr::Checker;
use super::init::Form;
use super::jump::JumpScope;
use super::operand::{Check, Operand, Reported};
use super::stmt::Breakable;
use crate::Cx;
use crate::codes;
use crate::ty::Ty;
use crate::typed::{ExprId, Label, LabelId, StmtId, StmtKind, SwitchCase};

/// A `switch` whose body is being checked.
pub struct Switch {
    /// The promoted type of its condition.
    ty: Ty,
    /// What has been declared where its jumps start.
    head: JumpScope,
    cases: Vec<SwitchCase>,
    /// The first statement of the body that may hold the next label.
    at: usize,
    /// The values taken so far: the low end of each range to its high end. They do not overlap.
    taken: BTreeMap<i128, (i128, Span)>,
    default: Option<Span>,
}

impl<'a> Checker<'_, 'a> {
    pub(super) fn switch_statement(
        &mut self,
        init: Option<ast::StmtId>,
        cond: &Condition,
        body: ast::StmtId,
        span: Span,
    ) -> Check<StmtId> {
        let scope = self.scope;
        let block = self.scopes.header(scope);
        self.within(block, |c| {
            let mut list = Vec::new();
            if let Some(init) = init {
                c.statement(init, &mut list);
            }
            let value = match *cond {
                Condition::Expr(expr) => c.expr(expr)?,
                Condition::Decl(decl) => c.declared_condition(decl, &mut list)?,
            };
            let value = c.switch_value(value)?;
            c.push_breakable(Breakable::Switch);
            let parts = c.switch_body(value, body);
            c.pop_breakable();
            let (cases, body) = parts?;
            let kind = StmtKind::Switch { value, cases: cases.into(), body: body.into() };
            let stmt = c.typed.stmt(kind, span);
            if list.is_empty() {
                return Ok(stmt);
            }
            list.push(stmt);
            Ok(c.block(list, span))
        })
    }

    /// The promoted value of integral or enumeration type; a class converts to one.
    fn switch_value(&mut self, value: ExprId) -> Check<ExprId> {
        let span = self.typed.exprs[value].span;
        let mut value = value;
        let ty = self.types.strip_cv(self.typed.exprs[value].ty);
        if let Some(class) = self.types.class_of(ty) {
            let fits =
                |c: &Cx<'_>, to: Ty| c.types.is_integral(to) || c.types.enum_of(to).is_some();
            let Some(target) = self.contextual_target(class, fits, span) else {
                return self.bad_switch(ty, span);
            };
            value = self.initialize(target, Operand::Expr(value), Form::Copy, span)?;
        }
        let ty = self.types.strip_cv(self.typed.exprs[value].ty);
        if self.types.is_integral(ty) {
            let promoted = self.promoted_operand(value);
            return Ok(self.apply_standard(value, promoted));
        }
        if let Some(id) = self.types.enum_of(ty) {
            if self.entities[id].is_scoped {
                return Ok(self.load(value));
            }
            let promoted = self.promoted(ty);
            return Ok(self.apply_standard(value, promoted));
        }
        self.bad_switch(ty, span)
    }

    fn bad_switch(&mut self, ty: Ty, span: Span) -> Check<ExprId> {
        if !self.types.is_error(ty) {
            let message = format!(
                "the condition of `switch` must have integral or enumeration type, not `{}`",
                self.show(ty)
            );
            self.error(codes::INVALID_OPERAND, span, message);
        }
        Err(Reported)
    }

    /// The statements of a switch, and where its labels are in them.
    fn switch_body(
        &mut self,
        value: ExprId,
        body: ast::StmtId,
    ) -> Check<(Vec<SwitchCase>, Vec<StmtId>)> {
        let single = [body];
        let list: &[ast::StmtId] = match &self.ast[body].kind {
            Syntax::Compound(list) => list,
            _ => &single,
        };
        let list = list.to_vec();
        let scope = self.scope;
        let block = self.scopes.block(scope);
        let head = self.jump_scope();
        let switch = Switch {
            ty: self.typed.exprs[value].ty,
            head,
            cases: Vec::new(),
            at: 0,
            taken: BTreeMap::new(),
            default: None,
        };
        let Some(around) = &mut self.body else { return Err(Reported) };
        around.switches.push(switch);
        let out = self.within(block, |c| {
            let mut out = Vec::new();
            for id in list {
                if let Some(switch) = c.innermost_switch() {
                    switch.at = out.len();
                }
                c.statement(id, &mut out);
            }
            out
        });
        self.leave_jump_scope(head);
        let switch = self.body.as_mut().and_then(|body| body.switches.pop()).ok_or(Reported)?;
        let mut cases = switch.cases;
        // Both are in source order.
        let mut rest = cases.iter_mut();
        for (index, &stmt) in out.iter().enumerate() {
            if let StmtKind::Label(label) = self.typed.stmts[stmt].kind
                && let Some(case) = rest.find(|case| case.label == label)
            {
                case.start = index as u32;
            }
        }
        Ok((cases, out))
    }

    fn innermost_switch(&mut self) -> Option<&mut Switch> {
        self.body.as_mut()?.switches.last_mut()
    }

    /// `case value:` or `case value ... high:`
    pub(super) fn case_label(
        &mut self,
        value: ast::ExprId,
        high: Option<ast::ExprId>,
    ) -> Check<LabelId> {
        let span = self.ast[value].span;
        let Some(ty) = self.innermost_switch().map(|switch| switch.ty) else {
            return self.label_outside("case", span);
        };
        let scope = self.scope;
        let low = self.converted_constant(scope, value, ty)?.as_int().ok_or(Reported)?;
        let high = match high {
            Some(high) => self.converted_constant(scope, high, ty)?.as_int().ok_or(Reported)?,
            None => low,
        };
        self.add_case(Some((low, high)), span)
    }

    pub(super) fn default_label(&mut self, span: Span) -> Check<LabelId> {
        if self.innermost_switch().is_none() {
            return self.label_outside("default", span);
        }
        self.add_case(None, span)
    }

    fn label_outside(&mut self, word: &str, span: Span) -> Check<LabelId> {
        let message = format!("`{word}` statement not in a `switch`");
        self.error(codes::MISPLACED_STATEMENT, span, message);
        Err(Reported)
    }

    fn add_case(&mut self, values: Option<(i128, i128)>, span: Span) -> Check<LabelId> {
        let head = self.innermost_switch().ok_or(Reported)?.head;
        self.check_case_jump(head, span)?;
        if let Some(first) = self.first_with(values) {
            let message = match values {
                Some((low, high)) if low == high => {
                    format!("duplicate `case {low}` in one `switch`")
                }
                Some((low, high)) => {
                    format!("`case {low} ... {high}` overlaps another `case` of the `switch`")
                }
                None => "multiple `default` labels in one `switch`".to_owned(),
            };
            let diagnostic = Diagnostic::new(codes::DUPLICATE_CASE, span, message)
                .secondary(first, "the first is here");
            self.report(diagnostic);
            return Err(Reported);
        }
        let label = self.typed.labels.push(Label { name: None, is_used: false });
        let switch = self.innermost_switch().ok_or(Reported)?;
        match values {
            // GNU's empty range chooses nothing.
            Some((low, high)) if low > high => {}
            Some((low, high)) => {
                switch.taken.insert(low, (high, span));
            }
            None => switch.default = Some(span),
        }
        let start = switch.at as u32;
        switch.cases.push(SwitchCase { values, start, label, span });
        Ok(label)
    }

    /// The label that has one of these values already.
    fn first_with(&mut self, values: Option<(i128, i128)>) -> Option<Span> {
        let switch = self.innermost_switch()?;
        let Some((low, high)) = values else { return switch.default };
        if low > high {
            return None;
        }
        let (_, &(end, span)) = switch.taken.range(..=high).next_back()?;
        (end >= low).then_some(span)
    }
}
