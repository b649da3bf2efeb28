//! GNU's statement expressions: `({ int t = f(); t * t; })`.
//!
//! In: a block where an expression is wanted. Out: [`ExprKind::Statements`]. Its value is that of
//! the last statement, if that is an expression. One that is all of an expression statement is a
//! block like any other; elsewhere control neither leaves it early nor jumps into it.

use lang::ast::{self, StmtKind as Syntax};
use lang::base::{Diagnostic, Span};

use super::expr::Checker;
use super::init::Form;
use super::jump::Sealed;
use super::operand::{Check, Operand, Reported};
use super::stmt::{Body, Breakable};
use crate::codes;
use crate::entity::FunctionOrigin;
use crate::ty::Ty;
use crate::typed::{ExprId, ExprKind, StmtId};

impl<'a> Checker<'_, 'a> {
    pub(super) fn statement_expression(&mut self, block: ast::StmtId, span: Span) -> Check<ExprId> {
        let Syntax::Compound(list) = &self.ast[block].kind else { return Err(Reported) };
        let is_outermost = self.body.is_none();
        let body = self.body.get_or_insert_with(|| Box::new(Body::new(None, Ty::VOID)));
        // The loops and switches around are out of reach.
        let breakable = std::mem::take(&mut body.breakable);
        let switches = std::mem::take(&mut body.switches);
        let failed = std::mem::take(&mut body.failed);
        body.statement_expressions += 1;
        let around = self.jump_scope();
        self.seal(Sealed::StatementExpression, span);
        let result = self.in_block(|c| c.statements_and_value(list));
        self.leave_jump_scope(around);
        if let Some(body) = &mut self.body {
            body.statement_expressions -= 1;
            body.breakable = breakable;
            body.switches = switches;
            if std::mem::replace(&mut body.failed, failed) {
                return Err(Reported);
            }
        }
        if is_outermost
            && let Some(body) = self.body.take()
            && !self.check_jumps(&body.jumps)
        {
            return Err(Reported);
        }
        let (stmts, value) = result?;
        let ty = value.map_or(Ty::VOID, |value| self.typed.exprs[value].ty);
        let kind = ExprKind::Statements { stmts: stmts.into(), value };
        Ok(self.typed.prvalue(kind, ty, span))
    }

    /// The block of a statement expression that is all of a statement.
    pub(super) fn block_of_expression(&self, expr: ast::ExprId) -> Option<ast::StmtId> {
        match self.ast[expr].kind {
            ast::ExprKind::Statement(block) => Some(block),
            _ => None,
        }
    }

    fn statements_and_value(
        &mut self,
        list: &'a [ast::StmtId],
    ) -> Check<(Vec<StmtId>, Option<ExprId>)> {
        let Some((&last, before)) = list.split_last() else { return Ok((Vec::new(), None)) };
        let mut stmts = self.statements(before);
        let Syntax::Expr(value) = self.ast[last].kind else {
            self.statement(last, &mut stmts);
            return Ok((stmts, None));
        };
        let span = self.ast[last].span;
        let value = self.expr(value)?;
        let ty = self.typed.exprs[value].ty;
        if self.types.is_void(ty) {
            return Ok((stmts, Some(value)));
        }
        let ty = self.types.decay(ty);
        let value = self.initialize(ty, Operand::Expr(value), Form::Copy, span)?;
        Ok((stmts, Some(value)))
    }

    /// `return`, or another jump, where it would leave a statement expression.
    pub(super) fn require_outside_of_statement_expression(&mut self, span: Span) -> Check<()> {
        if self.body.as_ref().is_none_or(|body| body.statement_expressions == 0) {
            return Ok(());
        }
        let message = "this leaves a statement expression that is part of an expression";
        let diagnostic = lang::base::Diagnostic::new(codes::UNSTRUCTURED_JUMP, span, message)
            .help("make the statement expression a statement of its own, or use a function");
        self.report(diagnostic);
        Err(Reported)
    }

    /// Whether a `break` or `continue` has what it belongs to outside of a statement expression.
    pub(super) fn check_break(&mut self, is_continue: bool, span: Span) -> Check<()> {
        let Some(body) = &self.body else { return Err(Reported) };
        let function = body.function;
        let found = match is_continue {
            true => body.breakable.contains(&Breakable::Loop),
            false => !body.breakable.is_empty(),
        };
        if found {
            return Ok(());
        }
        self.require_outside_of_statement_expression(span)?;
        let message = match is_continue {
            true => "`continue` statement not in a loop",
            false => "`break` statement not in a loop or `switch`",
        };
        let mut diagnostic = Diagnostic::new(codes::MISPLACED_STATEMENT, span, message);
        let is_lambda = function.is_some_and(|function| {
            matches!(self.entities[function].origin, FunctionOrigin::Lambda(_))
        });
        if is_lambda {
            diagnostic =
                diagnostic.help("`return` leaves the lambda; the loop that calls it continues");
        }
        self.report(diagnostic);
        Err(Reported)
    }
}
