//! The range-based `for` ([stmt.ranged]): arrays, member and non-member `begin` and `end`.
//!
//! In: the statement. Out: what the standard rewrites it to: hidden variables for the range and its
//! bounds, and an ordinary loop whose body begins with the declared element.

use lang::ast::{self, DeclKind};
use lang::base::{Diagnostic, Span};

use super::expr::Checker;
use super::init::Form;
use super::operand::{BracedList, Check, Operand, OverloadSet, Reported};
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::{DeclName, Entity};
use crate::ty::{ArrayLen, AutoKind, Ty, TyKind};
use crate::typed::{ExprId, ExprKind, LocalId, Loop, StmtId, StmtKind, Unroll, ValueCategory};

impl<'a> Checker<'_, 'a> {
    /// `for (init; decl : range) body`
    pub fn range_for(
        &mut self,
        range: &'a ast::RangeFor,
        unroll: Unroll,
        span: Span,
    ) -> Check<StmtId> {
        let scope = self.scope;
        let block = self.scopes.block(scope);
        self.within(block, |c| {
            let mut list = Vec::new();
            if let Some(init) = range.init {
                c.statement(init, &mut list);
            }
            let at = c.ast[range.range].span;
            let object = match c.range_object(range.range, at, &mut list) {
                Ok(object) => object,
                Err(Reported) => {
                    c.declare_failed_element(range.decl);
                    c.loop_body(range.body);
                    return Err(Reported);
                }
            };
            let bounds = c.range_bounds(object, at, &mut list);
            let (begin, end) = match bounds {
                Ok(bounds) => bounds,
                Err(Reported) => {
                    c.declare_failed_element(range.decl);
                    c.loop_body(range.body);
                    return Err(Reported);
                }
            };
            let scope = c.scope;
            let condition = {
                let (lhs, rhs) = (c.local_expr(begin, at), c.local_expr(end, at));
                let (lhs, rhs) = (Operand::Expr(lhs), Operand::Expr(rhs));
                let test = c.binary_operands(ast::BinaryOp::NotEqual, at, lhs, rhs, at)?;
                c.to_bool(Operand::Expr(test), at)?
            };
            let step = {
                let it = c.local_expr(begin, at);
                c.increment_expr(it, at)?
            };
            let element_scope = c.scopes.block(scope);
            let (prologue, body) = c.within(element_scope, |c| {
                let mut prologue = Vec::new();
                let it = c.local_expr(begin, at);
                let element = c.deref_expr(it, at);
                let declared =
                    element.and_then(|element| c.range_element(range.decl, element, &mut prologue));
                if declared.is_err() {
                    c.declare_failed_element(range.decl);
                }
                let body = c.loop_body(range.body);
                declared.map(|()| (prologue, body))
            })?;
            let node = Loop {
                condition: Some(condition),
                test_at_end: false,
                step: Some(step),
                body,
                prologue: prologue.into(),
                unroll,
            };
            let stmt = c.made_stmt(StmtKind::Loop(node), span);
            list.push(stmt);
            Ok(c.block(list, span))
        })
    }

    fn declare_failed_element(&mut self, decl: ast::DeclId) {
        let scope = self.scope;
        match &self.ast[decl].kind {
            DeclKind::Variable(variable) => {
                if let Some(name) = self.ast.simple_name(variable.name) {
                    self.scopes.declare(scope, name, Entity::Error);
                }
            }
            DeclKind::StructuredBinding(binding) => self.declare_failed_bindings(binding),
            _ => {}
        }
    }

    /// `auto&& range = e;`
    fn range_object(
        &mut self,
        id: ast::ExprId,
        span: Span,
        list: &mut Vec<StmtId>,
    ) -> Check<ExprId> {
        let operand = self.operand(id)?;
        if let Operand::List(items) = operand {
            return self.listed_range(*items, span, list);
        }
        let expr = self.designated(operand)?;
        let ty = self.typed.exprs[expr].ty;
        if !self.require_complete(ty, span) {
            return Err(Reported);
        }
        let category = self.typed.exprs[expr].category;
        let (local_ty, init) = match category {
            ValueCategory::LValue => (self.types.lref(ty), expr),
            ValueCategory::XValue => (self.types.rref(ty), expr),
            // The temporary lives as long as the loop.
            ValueCategory::PRValue => (self.types.rref(ty), self.temporary(expr, ty, span)),
        };
        let local = self.typed.local(None, local_ty, span);
        let stmt = self.made_stmt(StmtKind::Local { local, init }, span);
        list.push(stmt);
        Ok(self.typed.lvalue(ExprKind::Local(local), ty, span))
    }

    /// `for (T x : {1, 2, 3})`: the array behind the `std::initializer_list` ([dcl.init.list]/5),
    /// whose element type all items tell alike.
    fn listed_range(
        &mut self,
        items: BracedList,
        span: Span,
        list: &mut Vec<StmtId>,
    ) -> Check<ExprId> {
        let placeholder = TyKind::Auto { kind: AutoKind::Auto, constraint: None };
        let placeholder = self.types.intern(placeholder);
        let mut elem = None;
        for item in &items.items {
            let info = item.value.info(self);
            let ty = self.deduce_auto(placeholder, &info, span);
            if self.types.is_error(ty) {
                return Err(Reported);
            }
            match elem {
                Some(known) if known != ty => {
                    let (a, b) = (self.show(known), self.show(ty));
                    let message = format!("the items of the list are of type `{a}` and `{b}`");
                    self.error(codes::CANNOT_DEDUCE_AUTO, span, message);
                    return Err(Reported);
                }
                Some(_) | None => elem = Some(ty),
            }
        }
        let Some(elem) = elem else {
            let message = "cannot deduce the element type of an empty list";
            self.error(codes::CANNOT_DEDUCE_AUTO, span, message);
            return Err(Reported);
        };
        let elem = self.types.add_const(elem);
        let array = self.types.array(elem, ArrayLen::Known(items.items.len() as u64));
        let init = self.initialize_list(array, items, Form::Copy, span)?;
        let local = self.typed.local(None, array, span);
        let stmt = self.made_stmt(StmtKind::Local { local, init }, span);
        list.push(stmt);
        Ok(self.typed.lvalue(ExprKind::Local(local), array, span))
    }

    /// [stmt.ranged]/1.3: the bounds of an array, member or non-member `begin` and `end`.
    fn range_bounds(
        &mut self,
        object: ExprId,
        span: Span,
        list: &mut Vec<StmtId>,
    ) -> Check<(LocalId, LocalId)> {
        let ty = self.typed.exprs[object].ty;
        if let TyKind::Array(_, len) = self.types.kind(ty) {
            let ArrayLen::Known(len) = *len else {
                self.error(
                    codes::INVALID_OPERAND,
                    span,
                    "cannot loop over an array of unknown bound",
                );
                return Err(Reported);
            };
            let begin = self.load(object);
            let pointer = self.load(object);
            let index = self.constant(Value::Int(len.into()), Ty::PTRDIFF, span);
            let pointer_ty = self.typed.exprs[pointer].ty;
            let kind = ExprKind::PointerOffset { pointer, index, subtract: false };
            let end = self.typed.prvalue(kind, pointer_ty, span);
            return Ok((
                self.hidden_local(begin, span, list)?,
                self.hidden_local(end, span, list)?,
            ));
        }
        let begin = self.bound_call(object, "begin", span)?;
        let end = self.bound_call(object, "end", span)?;
        Ok((self.hidden_local(begin, span, list)?, self.hidden_local(end, span, list)?))
    }

    /// A hidden variable that holds a value.
    fn hidden_local(
        &mut self,
        value: ExprId,
        span: Span,
        list: &mut Vec<StmtId>,
    ) -> Check<LocalId> {
        let ty = self.typed.exprs[value].ty;
        let ty = self.types.decay(ty);
        let init = self.initialize(ty, Operand::Expr(value), Form::Copy, span)?;
        let local = self.typed.local(None, ty, span);
        let stmt = self.made_stmt(StmtKind::Local { local, init }, span);
        list.push(stmt);
        Ok(local)
    }

    fn bound_call(&mut self, object: ExprId, name: &str, span: Span) -> Check<ExprId> {
        let ty = self.typed.exprs[object].ty;
        let key = self.names.get(name).map(DeclName::Identifier);
        let Some(key) = key else { return self.no_range(ty, span) };
        if let Some(class) = self.types.class_of(ty) {
            let found = self.lookup_member(class, key);
            if !found.is_empty() {
                let set = OverloadSet {
                    entities: found.entities,
                    args: None,
                    name: key,
                    span,
                    object: Some(object),
                    naming_class: Some(class),
                    adl: false,
                    is_qualified: false,
                };
                return self.call_overloads(set, Vec::new(), span);
            }
        }
        let found = self.lookup_adl(key, &[ty]);
        if found.is_empty() {
            return self.no_range(ty, span);
        }
        let set = OverloadSet {
            entities: found.entities,
            args: None,
            name: key,
            span,
            object: None,
            naming_class: None,
            adl: false,
            is_qualified: false,
        };
        self.call_overloads(set, vec![Operand::Expr(object)], span)
    }

    fn no_range(&mut self, ty: Ty, span: Span) -> Check<ExprId> {
        if !self.types.is_error(ty) {
            let message = format!("invalid range expression of type `{}`", self.show(ty));
            let mut diagnostic = Diagnostic::new(codes::INVALID_OPERAND, span, message)
                .label("has no `begin` and `end`");
            if self.types.is_integral(ty) {
                let text = self.unit.sources.text(span).to_owned();
                diagnostic = diagnostic.help(format!("count with `ct::irange(0, {text})`"));
            }
            self.report(diagnostic);
        }
        Err(Reported)
    }

    fn increment_expr(&mut self, it: ExprId, span: Span) -> Check<ExprId> {
        match self.unary_expr(ast::UnaryOp::PreIncrement, it, span)? {
            Operand::Expr(expr) => Ok(expr),
            Operand::List(_) | Operand::Overloads(_) => Err(Reported),
        }
    }

    fn deref_expr(&mut self, it: ExprId, span: Span) -> Check<ExprId> {
        match self.unary_expr(ast::UnaryOp::Deref, it, span)? {
            Operand::Expr(expr) => Ok(expr),
            Operand::List(_) | Operand::Overloads(_) => Err(Reported),
        }
    }

    /// The element of a round.
    fn range_element(
        &mut self,
        decl: ast::DeclId,
        element: ExprId,
        prologue: &mut Vec<StmtId>,
    ) -> Check<()> {
        let scope = self.scope;
        match &self.ast[decl].kind {
            DeclKind::Variable(variable) => {
                let span = self.ast[variable.name].span;
                let name = self.ast.simple_name(variable.name).ok_or(Reported)?;
                let declared = self.resolve_type(scope, variable.ty);
                let (ty, init) = self.element_value(declared, element, span)?;
                let local = self.typed.local(Some(name), ty, span);
                self.typed.locals[local].may_be_unused = self.is_maybe_unused(decl);
                self.warn_shadowed(scope, name, span);
                self.scopes.declare(scope, name, Entity::Local(local));
                self.note_variable(Some(name), init, span);
                let stmt = self.made_stmt(StmtKind::Local { local, init }, span);
                prologue.push(stmt);
                Ok(())
            }
            DeclKind::StructuredBinding(binding) => {
                let span = self.ast[decl].span;
                let declared = self.resolve_type(scope, binding.ty);
                let (ty, init) = match self.types.is_ref(declared) {
                    true => self.element_value(declared, element, span)?,
                    false => {
                        let element = Operand::Expr(element);
                        self.binding_value(declared, element, Form::Copy, span)?
                    }
                };
                self.bind_names(binding, ty, init, span, prologue)
            }
            _ => Err(Reported),
        }
    }

    fn element_value(&mut self, declared: Ty, element: ExprId, span: Span) -> Check<(Ty, ExprId)> {
        if self.types.is_error(declared) {
            return Err(Reported);
        }
        let operand = Operand::Expr(element);
        let ty =
            if let TyKind::Auto { kind: AutoKind::DecltypeAuto, .. } = self.types.kind(declared) {
                self.type_with_category(element)
            } else if let Some(template) = self.deduced_class(declared) {
                let args = [operand.clone()];
                self.deduce_class(template, &args, Form::Copy, span)?
            } else if self.types.has_placeholder(declared) {
                let info = operand.info(self);
                self.deduce_auto(declared, &info, span)
            } else {
                declared
            };
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        let init = self.initialize(ty, operand, Form::Copy, span)?;
        Ok((ty, init))
    }
}
