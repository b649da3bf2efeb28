//! Statements ([stmt]) and function bodies.
//!
//! In: the block of a function, under the scope of its parameters. Out: a
//! [`FunctionBody`](crate::typed::FunctionBody). A statement with an error is reported and left
//! out; checking goes on behind it, so that one run finds more than one mistake, and the body as
//! a whole is an error.

use lang::ast::{self, Condition, IfKind, StmtKind as Syntax};
use lang::base::Span;

use super::expr::Checker;
use super::init::Form;
use super::jump::Jumps;
use super::operand::{Check, Operand, Reported};
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::FunctionId;
use crate::ty::{AutoKind, Ty, TyKind};
use crate::typed::{ExprId, ExprKind, HostOnly, Loop, Stmt, StmtId, StmtKind, SwitchCase, Unroll};

/// The function body around a statement.
pub struct Body {
    pub function: FunctionId,
    /// The declared return type; may be a placeholder.
    pub declared: Ty,
    /// What the placeholder stands for, once a `return` has told.
    pub deduced: Option<Ty>,
    /// The loops and switches around.
    pub breakable: Vec<Breakable>,
    pub jumps: Jumps,
    /// A statement was left out because of an error.
    pub failed: bool,
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
        self.enter_jump_block(span);
        // One block, not a block in a block: it continues the scope of a condition.
        let compound = match &self.ast[id].kind {
            Syntax::Compound(list) => Some(list),
            _ => None,
        };
        match compound {
            Some(list) => out = self.in_block(|c| c.statements(list)),
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
        let stmt = match &node.kind {
            Syntax::Compound(list) => {
                let around = self.jump_scope();
                self.enter_jump_block(span);
                let list = self.in_block(|c| c.statements(list));
                self.leave_jump_scope(around);
                self.block(list, span)
            }
            Syntax::Expr(expr) => {
                let hints = self.hints(&node.attrs);
                let expr = self.discarded(*expr)?;
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
            Syntax::Case { .. } | Syntax::Default { .. } => {
                let message = "a `case` must be directly in the block of its `switch`";
                self.error(codes::MISPLACED_STATEMENT, span, message);
                return Err(Reported);
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
                if self.body.as_ref().is_none_or(|body| body.breakable.is_empty()) {
                    self.error(
                        codes::MISPLACED_STATEMENT,
                        span,
                        "there is no loop to break out of",
                    );
                    return Err(Reported);
                }
                self.typed.stmt(StmtKind::Break, span)
            }
            Syntax::Continue => {
                let in_loop = self
                    .body
                    .as_ref()
                    .is_some_and(|body| body.breakable.contains(&Breakable::Loop));
                if !in_loop {
                    self.error(codes::MISPLACED_STATEMENT, span, "there is no loop to continue");
                    return Err(Reported);
                }
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
        self.expr(id)
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
        let then = self.substatement(node.then);
        let otherwise = node.otherwise.map(|stmt| self.substatement(stmt));
        list.push(self.typed.stmt(StmtKind::If { condition, then, otherwise }, span));
        Ok(())
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
        let branch = if taken { Some(node.then) } else { node.otherwise };
        if let Some(branch) = branch {
            let stmt = self.substatement(branch);
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
    fn declared_condition(&mut self, decl: ast::DeclId, list: &mut Vec<StmtId>) -> Check<ExprId> {
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

    /// [stmt.switch]
    fn switch_statement(
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
            self.complete_class(class, span);
            let mut target = None;
            for entity in self.conversion_functions(class) {
                let crate::entity::Entity::Function(function) = entity else { continue };
                let result = self.return_type(function, span);
                let result = self.types.strip_cvref(result);
                let fits = self.types.is_integral(result) || self.types.enum_of(result).is_some();
                if fits && !self.entities[function].is_explicit {
                    target = Some(result);
                }
            }
            let Some(target) = target else { return self.bad_switch(ty, span) };
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
            let message = format!("`switch` takes an integer, not `{}`", self.show(ty));
            self.error(codes::INVALID_OPERAND, span, message);
        }
        Err(Reported)
    }

    /// The statements of a switch with its labels taken out.
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
        let ty = self.typed.exprs[value].ty;
        let scope = self.scope;
        let block = self.scopes.block(scope);
        let head = self.jump_scope();
        self.within(block, |c| {
            let mut cases: Vec<SwitchCase> = Vec::new();
            let mut out = Vec::new();
            for mut id in list {
                let is_labelled =
                    matches!(c.ast[id].kind, Syntax::Case { .. } | Syntax::Default { .. });
                if is_labelled {
                    let span = c.ast[id].span;
                    c.check_case_jump(head, span);
                    // A group is entered from the head alone.
                    c.leave_jump_scope(head);
                    c.enter_jump_block(span);
                }
                loop {
                    let span = c.ast[id].span;
                    match &c.ast[id].kind {
                        Syntax::Case { value, high, body } => {
                            if high.is_some() {
                                let message = "case ranges are not supported";
                                c.error(codes::UNSUPPORTED, span, message);
                                return Err(Reported);
                            }
                            let span = c.ast[*value].span;
                            let scope = c.scope;
                            let constant = c.converted_constant(scope, *value, ty)?;
                            let constant = constant.as_int().ok_or(Reported)?;
                            c.add_case(&mut cases, Some(constant), out.len(), span);
                            id = *body;
                        }
                        Syntax::Default { body } => {
                            c.add_case(&mut cases, None, out.len(), span);
                            id = *body;
                        }
                        _ => break,
                    }
                }
                c.statement(id, &mut out);
            }
            Ok((cases, out))
        })
    }

    fn add_case(
        &mut self,
        cases: &mut Vec<SwitchCase>,
        value: Option<i128>,
        start: usize,
        span: Span,
    ) {
        if let Some(first) = cases.iter().find(|case| case.value == value) {
            let message = match value {
                Some(value) => format!("a second `case {value}` in one `switch`"),
                None => "a second `default` in one `switch`".to_owned(),
            };
            let diagnostic = lang::base::Diagnostic::new(codes::DUPLICATE_CASE, span, message)
                .secondary(first.span, "the first is here");
            self.report(diagnostic);
            return;
        }
        cases.push(SwitchCase { value, start: start as u32, span });
    }

    /// [stmt.return]
    fn return_statement(&mut self, value: Option<ast::ExprId>, span: Span) -> Check<StmtId> {
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
                let message = format!("a value of type `{}` is to be returned", self.show(target));
                self.error(codes::RETURN_MISMATCH, span, message);
                return Err(Reported);
            }
            return Ok(self.typed.stmt(StmtKind::Return(None), span));
        };
        let at = self.ast[value].span;
        if self.types.is_void(target) {
            let expr = self.expr(value)?;
            if !self.types.is_void(self.typed.exprs[expr].ty) {
                let message = "the function returns nothing, but a value is given";
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
            let message = "a braced list does not tell the return type";
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
                // Known from here on: recursive calls may use it ([dcl.spec.auto.general]/9).
                let function = body.function;
                self.set_return_type(function, ty);
                Ok(())
            }
            Some(known) if known == ty => Ok(()),
            Some(known) => {
                let message = format!(
                    "this returns `{}`, an earlier return `{}`",
                    self.show(ty),
                    self.show(known)
                );
                self.error(codes::RETURN_MISMATCH, span, message);
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
