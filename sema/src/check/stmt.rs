//! Statements ([stmt]) and function bodies.
//!
//! In: the block of a function, under the scope of its parameters. Out: a
//! [`FunctionBody`](crate::typed::FunctionBody). A statement with an error is reported and left
//! out; checking goes on behind it, so that one run finds more than one mistake, and the body as
//! a whole is an error.

use lang::ast::{self, Condition, IfKind, StmtKind as Syntax};
use lang::base::{Diagnostic, Span};

use super::expr::Checker;
use super::init::Form;
use super::jump::{Jumps, Sealed};
use super::operand::{Check, Operand, Reported};
use super::switch::Switch;
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::FunctionId;
use crate::ty::{AutoKind, Ty, TyKind};
use crate::typed::{ExprId, ExprKind, HostOnly, Loop, Stmt, StmtId, StmtKind, Unroll};

/// The function body around a statement.
pub struct Body {
    /// `None` around a statement expression that is in no function: in `decltype`, say.
    pub function: Option<FunctionId>,
    /// The declared return type; may be a placeholder.
    pub declared: Ty,
    /// What the placeholder stands for, once a `return` has told.
    pub deduced: Option<Ty>,
    /// The `return` that told.
    deduced_at: Span,
    /// The loops and switches around.
    pub breakable: Vec<Breakable>,
    pub jumps: Jumps,
    /// The switches around, innermost last.
    pub switches: Vec<Switch>,
    /// How many statement expressions are around.
    pub statement_expressions: u32,
    /// A statement was left out because of an error.
    pub failed: bool,
}

impl Body {
    pub fn new(function: Option<FunctionId>, declared: Ty) -> Body {
        Body {
            function,
            declared,
            deduced: None,
            deduced_at: Span::NONE,
            breakable: Vec::new(),
            jumps: Jumps::default(),
            switches: Vec::new(),
            statement_expressions: 0,
            failed: false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breakable {
    Loop,
    Switch,
}

impl<'a> Checker<'_, 'a> {
    /// Checks statements in the current scope.
    pub fn statements(&mut self, list: &'a [ast::StmtId]) -> Vec<StmtId> {
        let mut out = Vec::with_capacity(list.len());
        for &id in list {
            self.statement(id, &mut out);
        }
        out
    }

    /// Checks a statement; a declaration may make several.
    pub fn statement(&mut self, id: ast::StmtId, out: &mut Vec<StmtId>) {
        if self.try_statement(id, out).is_err()
            && let Some(body) = &mut self.body
        {
            body.failed = true;
        }
    }

    /// A statement that is a scope of its own ([stmt.pre]/5).
    pub fn substatement(&mut self, id: ast::StmtId) -> StmtId {
        let span = self.ast[id].span;
        let mut out = Vec::new();
        let around = self.jump_scope();
        // One block, not a block in a block: it continues the scope of a condition.
        let compound = match &self.ast[id].kind {
            Syntax::Compound(list) => Some(list),
            _ => None,
        };
        match compound {
            Some(list) => {
                out = self.in_block(|c| {
                    let scope = c.scope;
                    c.note_block(span, scope);
                    c.statements(list)
                });
            }
            None => self.in_block(|c| c.statement(id, &mut out)),
        }
        self.leave_jump_scope(around);
        match out.as_slice() {
            [only] if compound.is_none() => *only,
            _ => self.block(out, span),
        }
    }

    pub fn block(&mut self, list: Vec<StmtId>, span: Span) -> StmtId {
        self.typed.stmt(StmtKind::Block(list.into()), span)
    }

    fn try_statement(&mut self, id: ast::StmtId, out: &mut Vec<StmtId>) -> Check<()> {
        let around = self.jump_scope();
        let result = self.statement_in_scope(id, out);
        // What a statement declares in its head goes with it; a declaration stays.
        if !matches!(
            self.ast[id].kind,
            Syntax::Decl(_) | Syntax::Label { .. } | Syntax::Case { .. } | Syntax::Default { .. }
        ) {
            self.leave_jump_scope(around);
        }
        result
    }

    fn statement_in_scope(&mut self, id: ast::StmtId, out: &mut Vec<StmtId>) -> Check<()> {
        let node = &self.ast[id];
        let span = node.span;
        self.warn_misplaced_hints(node);
        let stmt = match &node.kind {
            Syntax::Compound(list) => {
                let around = self.jump_scope();
                let list = self.in_block(|c| {
                    let scope = c.scope;
                    c.note_block(span, scope);
                    c.statements(list)
                });
                self.leave_jump_scope(around);
                self.block(list, span)
            }
            Syntax::Expr(expr) if let Some(block) = self.block_of_expression(*expr) => {
                return self.statement_in_scope(block, out);
            }
            Syntax::Expr(expr) => {
                let hints = self.hints(&node.attrs);
                let expr = self.discarded(*expr)?;
                if !hints.0.is_empty() {
                    self.warn_hints_of_no_access(&node.attrs, expr);
                }
                self.typed.stmt(StmtKind::Expr { expr, hints }, span)
            }
            Syntax::Empty => return Ok(()),
            Syntax::Decl(decls) if self.is_anonymous_union_decl(decls) => {
                return self.anonymous_union(decls[0], out);
            }
            Syntax::Decl(decls) => {
                let mut result = Ok(());
                for &decl in decls {
                    if self.local_declaration(decl, out).is_err() {
                        result = Err(Reported);
                    }
                }
                if result.is_ok() && decls.len() > 1 {
                    self.check_one_placeholder(decls)?;
                }
                return result;
            }
            Syntax::If(node) => return self.if_statement(node, span, out),
            Syntax::Switch { init, cond, body } => {
                self.switch_statement(*init, cond, *body, span)?
            }
            Syntax::Case { value, high, body } => {
                let label = self.case_label(*value, *high)?;
                out.push(self.typed.stmt(StmtKind::Label(label), span));
                return self.try_statement(*body, out);
            }
            Syntax::Default { body } => {
                let label = self.default_label(span)?;
                out.push(self.typed.stmt(StmtKind::Label(label), span));
                return self.try_statement(*body, out);
            }
            Syntax::While { cond, body } => {
                let unroll = self.unroll(&node.pragmas)?;
                self.while_statement(cond, *body, unroll, span)?
            }
            Syntax::DoWhile { body, cond } => {
                let unroll = self.unroll(&node.pragmas)?;
                let body = self.loop_body(*body);
                let condition = self.condition(*cond)?;
                self.loop_node(
                    Loop {
                        condition: Some(condition),
                        test_at_end: true,
                        step: None,
                        body,
                        prologue: Box::default(),
                        unroll,
                    },
                    span,
                )
            }
            Syntax::For { init, cond, step, body } => {
                let unroll = self.unroll(&node.pragmas)?;
                self.for_statement(*init, cond.as_ref(), *step, *body, unroll, span)?
            }
            Syntax::RangeFor(range) => {
                let unroll = self.unroll(&node.pragmas)?;
                self.range_for(range, unroll, span)?
            }
            Syntax::Break => {
                self.check_break(false, span)?;
                self.typed.stmt(StmtKind::Break, span)
            }
            Syntax::Continue => {
                self.check_break(true, span)?;
                self.typed.stmt(StmtKind::Continue, span)
            }
            Syntax::Return(value) => self.return_statement(*value, span)?,
            Syntax::Goto(label) => self.goto_statement(label, span)?,
            Syntax::Label { label, body } => {
                let id = self.define_label(label)?;
                out.push(self.typed.stmt(StmtKind::Label(id), span));
                return self.try_statement(*body, out);
            }
            Syntax::Try { body, .. } => {
                let stmt = self.host_only_statement(HostOnly::Try, span);
                out.push(stmt);
                self.seal(Sealed::Try, span);
                return self.try_statement(*body, out);
            }
            Syntax::Asm(_) => self.host_only_statement(HostOnly::Asm, span),
            Syntax::Error => return Err(Reported),
        };
        out.push(stmt);
        Ok(())
    }

    fn host_only_statement(&mut self, what: HostOnly, span: Span) -> StmtId {
        let expr = self.host_only(what, Ty::VOID, span);
        self.typed.stmt(StmtKind::Expr { expr, hints: Default::default() }, span)
    }

    /// A discarded-value expression ([expr.context]/2).
    pub fn discarded(&mut self, id: ast::ExprId) -> Check<ExprId> {
        let expr = self.expr(id)?;
        self.require_called(expr)?;
        self.warn_discarded(id, expr);
        Ok(expr)
    }

    fn if_statement(
        &mut self,
        node: &'a ast::IfStmt,
        span: Span,
        out: &mut Vec<StmtId>,
    ) -> Check<()> {
        let scope = self.scope;
        let block = self.scopes.header(scope);
        let mut list = Vec::new();
        let result = self.within(block, |c| {
            if let Some(init) = node.init {
                c.statement(init, &mut list);
            }
            c.if_parts(node, span, &mut list)
        });
        match list.as_slice() {
            [] => {}
            [only] if node.init.is_none() => out.push(*only),
            _ => {
                let stmt = self.block(list, span);
                out.push(stmt);
            }
        }
        result
    }

    fn if_parts(&mut self, node: &'a ast::IfStmt, span: Span, list: &mut Vec<StmtId>) -> Check<()> {
        let condition = match node.kind {
            IfKind::Constexpr => return self.if_constexpr(node, list),
            IfKind::Consteval | IfKind::NotConsteval => {
                let kind = ExprKind::IsConstantEvaluated;
                let test = self.typed.prvalue(kind, Ty::BOOL, span);
                self.seal(Sealed::ConstexprIf, span);
                if node.kind == IfKind::NotConsteval { self.not(test, span) } else { test }
            }
            IfKind::Plain => {
                let condition = node.cond.as_ref().ok_or(Reported)?;
                match self.condition_value(condition, list) {
                    Ok(condition) => condition,
                    Err(Reported) => {
                        // The branches may have mistakes of their own.
                        self.substatement(node.then);
                        if let Some(otherwise) = node.otherwise {
                            self.substatement(otherwise);
                        }
                        return Err(Reported);
                    }
                }
            }
        };
        let n_before = self.n_reported();
        let then = self.substatement(node.then);
        let n_between = self.n_reported();
        let otherwise = node.otherwise.map(|stmt| self.substatement(stmt));
        self.advise_of_constant_condition(node, condition, n_before, n_between);
        list.push(self.typed.stmt(StmtKind::If { condition, then, otherwise }, span));
        Ok(())
    }

    /// Advises `if constexpr` where the branch that a template never takes for these arguments has errors. Diagnostics from
    /// `n_before` on are about the first branch, from `n_between` on about the second.
    fn advise_of_constant_condition(
        &mut self,
        node: &ast::IfStmt,
        condition: ExprId,
        n_before: usize,
        n_between: usize,
    ) {
        let n_after = self.n_reported();
        if n_before == n_after || self.instantiations.is_empty() || node.init.is_some() {
            return;
        }
        let Some(Condition::Expr(written)) = node.cond else { return };
        let value = crate::constexpr::evaluate(self, condition).ok();
        let (is_true, range) = match value.and_then(|value| value.truth()) {
            Some(true) => (true, n_between..n_after),
            Some(false) => (false, n_before..n_between),
            None => return,
        };
        let span = self.ast[written].span;
        let text = self.one_line(span);
        if text.is_empty() || !self.is_users_text(span) {
            return;
        }
        let advice = format!(
            "`{text}` is {is_true} here and this branch is never taken: `if constexpr ({text})` leaves it out"
        );
        self.add_help(range, &advice);
    }

    /// [stmt.if]/2: the branch not taken is not even instantiated.
    fn if_constexpr(&mut self, node: &'a ast::IfStmt, list: &mut Vec<StmtId>) -> Check<()> {
        let taken = match node.cond.as_ref().ok_or(Reported)? {
            Condition::Expr(expr) => {
                let scope = self.scope;
                self.constant_bool(scope, *expr)?
            }
            Condition::Decl(decl) => {
                let variable = self.declared_condition(*decl, list)?;
                let span = self.typed.exprs[variable].span;
                let value = self.to_bool(Operand::Expr(variable), span)?;
                self.evaluate_bool(value, span)?
            }
        };
        let (branch, discarded) = match taken {
            true => (Some(node.then), node.otherwise),
            false => (node.otherwise, Some(node.then)),
        };
        if let Some(discarded) = discarded {
            self.note_names_in_statement(discarded);
        }
        if let Some(branch) = branch {
            self.seal(Sealed::ConstexprIf, self.ast[branch].span);
            let stmt = self.substatement(branch);
            self.note_chosen_branch(stmt);
            list.push(stmt);
        }
        Ok(())
    }

    fn evaluate_bool(&mut self, value: ExprId, span: Span) -> Check<bool> {
        let _ = span;
        match crate::constexpr::evaluate(self, value) {
            Ok(value) => value.truth().ok_or(Reported),
            Err(why) => {
                self.report(*why);
                Err(Reported)
            }
        }
    }

    /// The value that a condition tests, as `bool`; a declaration in it goes to `list`.
    fn condition_value(&mut self, condition: &Condition, list: &mut Vec<StmtId>) -> Check<ExprId> {
        match *condition {
            Condition::Expr(expr) => self.condition(expr),
            Condition::Decl(decl) => {
                let variable = self.declared_condition(decl, list)?;
                let span = self.typed.exprs[variable].span;
                self.to_bool(Operand::Expr(variable), span)
            }
        }
    }

    /// The variable that a condition declares, as an expression.
    pub(super) fn declared_condition(
        &mut self,
        decl: ast::DeclId,
        list: &mut Vec<StmtId>,
    ) -> Check<ExprId> {
        self.local_declaration(decl, list)?;
        let name = match &self.ast[decl].kind {
            ast::DeclKind::Variable(variable) => self.ast.simple_name(variable.name),
            _ => None,
        };
        let name = name.ok_or(Reported)?;
        let scope = self.scope;
        let found = self.lookup_unqualified(scope, crate::entity::DeclName::Identifier(name));
        let span = self.ast[decl].span;
        match found.single() {
            Some(crate::entity::Entity::Local(local)) => {
                let local = *local;
                self.typed.locals[local].n_named += 1;
                let ty = self.types.strip_ref(self.typed.locals[local].ty);
                if self.types.is_error(ty) {
                    return Err(Reported);
                }
                Ok(self.typed.lvalue(ExprKind::Local(local), ty, span))
            }
            _ => Err(Reported),
        }
    }

    fn loop_node(&mut self, node: Loop, span: Span) -> StmtId {
        self.typed.stmt(StmtKind::Loop(node), span)
    }

    /// The body of a loop, in which `break` and `continue` mean that loop.
    pub fn loop_body(&mut self, body: ast::StmtId) -> StmtId {
        self.push_breakable(Breakable::Loop);
        let stmt = self.substatement(body);
        self.pop_breakable();
        stmt
    }

    pub fn push_breakable(&mut self, what: Breakable) {
        if let Some(body) = &mut self.body {
            body.breakable.push(what);
        }
    }

    pub fn pop_breakable(&mut self) {
        if let Some(body) = &mut self.body {
            body.breakable.pop();
        }
    }

    fn while_statement(
        &mut self,
        cond: &Condition,
        body: ast::StmtId,
        unroll: Unroll,
        span: Span,
    ) -> Check<StmtId> {
        let scope = self.scope;
        let block = self.scopes.header(scope);
        self.within(block, |c| {
            let mut list = Vec::new();
            let condition = c.condition_value(cond, &mut list);
            let body = c.loop_body(body);
            let condition = condition?;
            Ok(c.tested_loop(list, Some(condition), None, body, unroll, span))
        })
    }

    /// A loop whose condition may declare a variable, which is made anew in each round.
    fn tested_loop(
        &mut self,
        declared: Vec<StmtId>,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        unroll: Unroll,
        span: Span,
    ) -> StmtId {
        let prologue = Box::default();
        if declared.is_empty() {
            let node = Loop { condition, test_at_end: false, step, body, prologue, unroll };
            return self.loop_node(node, span);
        }
        let mut list = declared;
        if let Some(condition) = condition {
            let stop = self.not(condition, span);
            let then = self.typed.stmt(StmtKind::Break, span);
            let kind = StmtKind::If { condition: stop, then, otherwise: None };
            list.push(self.typed.stmt(kind, span));
        }
        list.push(body);
        let body = self.block(list, span);
        let node = Loop { condition: None, test_at_end: false, step, body, prologue, unroll };
        self.loop_node(node, span)
    }

    fn for_statement(
        &mut self,
        init: ast::StmtId,
        cond: Option<&'a Condition>,
        step: Option<ast::ExprId>,
        body: ast::StmtId,
        unroll: Unroll,
        span: Span,
    ) -> Check<StmtId> {
        let scope = self.scope;
        let block = self.scopes.header(scope);
        self.within(block, |c| {
            let mut list = Vec::new();
            c.statement(init, &mut list);
            let mut declared = Vec::new();
            let condition = cond.map(|cond| c.condition_value(cond, &mut declared)).transpose();
            let step = step.map(|step| c.discarded(step)).transpose();
            let body = c.loop_body(body);
            let (condition, step) = (condition?, step?);
            let stmt = c.tested_loop(declared, condition, step, body, unroll, span);
            list.push(stmt);
            Ok(c.block(list, span))
        })
    }

    /// [stmt.return]
    fn return_statement(&mut self, value: Option<ast::ExprId>, span: Span) -> Check<StmtId> {
        self.require_outside_of_statement_expression(span)?;
        let Some(body) = &self.body else { return Err(Reported) };
        let declared = body.declared;
        let target = match body.deduced {
            Some(ty) => ty,
            None => declared,
        };
        if self.types.has_placeholder(declared) {
            return self.deducing_return(declared, value, span);
        }
        let Some(value) = value else {
            if !self.types.is_void(target) {
                let message = format!(
                    "`return` without a value in a function that returns `{}`",
                    self.show(target)
                );
                self.error(codes::RETURN_MISMATCH, span, message);
                return Err(Reported);
            }
            return Ok(self.typed.stmt(StmtKind::Return(None), span));
        };
        let at = self.ast[value].span;
        if self.types.is_void(target) {
            let expr = self.expr(value)?;
            if !self.types.is_void(self.typed.exprs[expr].ty) {
                let message = "a function that returns `void` cannot return a value";
                self.error(codes::RETURN_MISMATCH, at, message);
                return Err(Reported);
            }
            return Ok(self.typed.stmt(StmtKind::Return(Some(expr)), span));
        }
        let operand = self.operand(value)?;
        let value = self.returned_value(target, operand, at)?;
        Ok(self.typed.stmt(StmtKind::Return(Some(value)), span))
    }

    /// Initialises the result; a local is moved from ([class.copy.elision]/3).
    fn returned_value(&mut self, target: Ty, operand: Operand, span: Span) -> Check<ExprId> {
        if let Operand::Expr(expr) = operand
            && let ExprKind::Local(local) = self.typed.exprs[expr].kind
            && !self.types.is_ref(self.typed.locals[local].ty)
            && self.types.class_of(self.typed.exprs[expr].ty).is_some()
            && !self.types.is_ref(target)
        {
            let mut node = self.typed.exprs[expr].clone();
            node.category = crate::typed::ValueCategory::XValue;
            let moved = self.typed.exprs.push(node);
            let made = self
                .tentatively(|cx| cx.initialize(target, Operand::Expr(moved), Form::Copy, span));
            if let Ok(Ok(value)) = made {
                return Ok(value);
            }
        }
        self.initialize(target, operand, Form::Copy, span)
    }

    /// [dcl.spec.auto.general]: a return statement tells the return type.
    fn deducing_return(
        &mut self,
        declared: Ty,
        value: Option<ast::ExprId>,
        span: Span,
    ) -> Check<StmtId> {
        let Some(id) = value else {
            self.unify_return(Ty::VOID, span)?;
            return Ok(self.typed.stmt(StmtKind::Return(None), span));
        };
        let at = self.ast[id].span;
        let operand = self.operand(id)?;
        if let Operand::List(_) = operand {
            let message = "cannot deduce the return type from a braced list";
            self.error(codes::CANNOT_DEDUCE_AUTO, at, message);
            return Err(Reported);
        }
        let expr = self.designated(operand)?;
        let ty = match self.types.kind(declared) {
            TyKind::Auto { kind: AutoKind::DecltypeAuto, .. } => {
                let scope = self.scope;
                self.decltype_of(scope, id)?
            }
            _ if self.types.is_void(self.typed.exprs[expr].ty) => Ty::VOID,
            _ => {
                let info = Operand::Expr(expr).info(self);
                self.deduce_auto(declared, &info, at)
            }
        };
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        self.unify_return(ty, at)?;
        if self.types.is_void(ty) {
            return Ok(self.typed.stmt(StmtKind::Return(Some(expr)), span));
        }
        let value = self.returned_value(ty, Operand::Expr(expr), at)?;
        Ok(self.typed.stmt(StmtKind::Return(Some(value)), span))
    }

    fn unify_return(&mut self, ty: Ty, span: Span) -> Check<()> {
        let Some(body) = &mut self.body else { return Err(Reported) };
        match body.deduced {
            None => {
                body.deduced = Some(ty);
                body.deduced_at = span;
                // Known from here on: recursive calls may use it ([dcl.spec.auto.general]/9).
                let function = body.function;
                if let Some(function) = function {
                    self.set_return_type(function, ty);
                }
                Ok(())
            }
            Some(known) if known == ty => Ok(()),
            Some(known) => {
                let first = body.deduced_at;
                let message = format!(
                    "the return type is deduced as `{}` here but as `{}` in an earlier `return`",
                    self.show(ty),
                    self.show(known)
                );
                let mut diagnostic = Diagnostic::new(codes::RETURN_MISMATCH, span, message)
                    .label(format!("is `{}`", self.show(ty)));
                if !first.is_none() && first != span {
                    let text = format!("is `{}`", self.show(known));
                    diagnostic = diagnostic.secondary(first, text);
                }
                self.report(diagnostic.help(
                    "a function has one return type; with a condition that is a constant, `if constexpr` compiles one of the two branches",
                ));
                Err(Reported)
            }
        }
    }

    /// `#pragma unroll`
    fn unroll(&mut self, pragmas: &'a [ast::LoopPragma]) -> Check<Unroll> {
        let Some(pragma) = pragmas.last() else { return Ok(Unroll::Unspecified) };
        match &pragma.kind {
            ast::LoopPragmaKind::NoUnroll => Ok(Unroll::Never),
            ast::LoopPragmaKind::Unroll { factor: None } => Ok(Unroll::Full),
            ast::LoopPragmaKind::Unroll { factor: Some(factor) } => {
                let scope = self.scope;
                let value = self.converted_constant(scope, *factor, Ty::INT)?;
                Ok(match value {
                    Value::Int(1) => Unroll::Never,
                    Value::Int(factor) => match u32::try_from(factor) {
                        Ok(factor) if factor > 1 => Unroll::By(factor),
                        _ => Unroll::Unspecified,
                    },
                    _ => Unroll::Unspecified,
                })
            }
        }
    }

    /// A statement node that was made up.
    pub fn made_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.typed.stmts.push(Stmt { kind, span })
    }
}
