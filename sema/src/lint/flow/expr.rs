//! Expressions along the control flow, in the order of evaluation: reads of variables that have no
//! value yet.

use lang::ast::TagKey;
use lang::base::{Applicability, Diagnostic, Span};

use super::super::push;
use super::{Reached, Skipped, Walk};
use crate::codes;
use crate::entity::FunctionId;
use crate::ty::{Ty, TyKind};
use crate::typed::{ExprId, ExprKind, LocalId};

impl Walk<'_, '_> {
    pub(super) fn local(&mut self, local: LocalId, init: ExprId) {
        if matches!(self.cx.typed.exprs[init].kind, ExprKind::Uninitialized) {
            let ty = self.cx.typed.locals[local].ty;
            let is_tracked = self.cx.typed.locals[local].name.is_some()
                && (self.is_scalar(ty) || self.is_class_with_values(ty));
            if let Reached::Live(unset) = &mut self.state
                && is_tracked
            {
                unset.none.push(local);
            }
            return;
        }
        if self.cx.typed.locals[local].names_itself
            && let Reached::Live(unset) = &mut self.state
        {
            unset.none.push(local);
        }
        self.expr(init);
        if let Some(&from) = self.cx.check.lint.folded.get(&init)
            && let ExprKind::Convert { kind, operand } = self.cx.typed.exprs[from].kind
        {
            self.conversion(from, kind, operand);
        }
        self.set(local);
    }

    fn is_scalar(&self, ty: Ty) -> bool {
        let types = &self.cx.types;
        !types.is_ref(ty)
            && types.class_of(types.strip_cv(ty)).is_none()
            && !matches!(types.kind(types.strip_cv(ty)), TyKind::Array(..))
    }

    /// Whether an object of a class holds values that reading copies: a class without members has none, and the members
    /// of a union have values one at a time.
    fn is_class_with_values(&self, ty: Ty) -> bool {
        let types = &self.cx.types;
        let Some(class) = types.class_of(types.strip_cv(ty)).filter(|_| !types.is_ref(ty)) else {
            return false;
        };
        let class = &self.cx.entities[class];
        class.key != TagKey::Union
            && (class
                .fields
                .iter()
                .any(|field| self.is_scalar(field.ty) || self.is_class_with_values(field.ty))
                || class.bases.iter().any(|base| self.is_class_with_values(base.ty)))
    }

    fn set(&mut self, local: LocalId) {
        if let Reached::Live(unset) = &mut self.state {
            unset.retain(|other| other != local);
        }
    }

    fn read(&mut self, local: LocalId, span: Span) {
        let Reached::Live(unset) = &self.state else { return };
        if !unset.none.contains(&local) {
            let skipped = unset.some.iter().find(|skipped| skipped.local == local);
            if let Some(skipped) = skipped.filter(|skipped| skipped.depth == self.depth) {
                self.read_behind(*skipped, span);
            }
            return;
        }
        let declared = &self.cx.typed.locals[local];
        let (at, ty) = (declared.span, declared.ty);
        let name = declared.name.map_or("", |name| self.cx.text(name));
        let message = format!("the variable `{name}` is read before it has a value");
        let diagnostic = Diagnostic::new(codes::UNINITIALIZED, span, message)
            .label("read here")
            .secondary(at, "declared without a value");
        let diagnostic = self.with_first_value(diagnostic, local, name, ty, at);
        push(&mut self.found, diagnostic);
        self.set(local);
    }

    /// The read of a variable to which one way through a branch gives no value.
    fn read_behind(&mut self, skipped: Skipped, span: Span) {
        let declared = &self.cx.typed.locals[skipped.local];
        let (at, ty) = (declared.span, declared.ty);
        let name = declared.name.map_or("", |name| self.cx.text(name));
        let condition = self.cx.typed.exprs[skipped.condition].span;
        let text = self.cx.one_line(condition);
        let message =
            format!("the variable `{name}` has no value here if `{text}` is {}", skipped.holds);
        let label = format!("no value where this is {}", skipped.holds);
        let diagnostic = Diagnostic::new(codes::MAYBE_UNINITIALIZED, span, message)
            .label("read here")
            .secondary(condition, label)
            .secondary(at, "declared without a value");
        let diagnostic = self.with_first_value(diagnostic, skipped.local, name, ty, at);
        push(&mut self.found, diagnostic);
        self.set(skipped.local);
    }

    /// Adds the fix that initialises a variable where it is declared.
    fn with_first_value(
        &self,
        diagnostic: Diagnostic,
        local: LocalId,
        name: &str,
        ty: Ty,
        at: Span,
    ) -> Diagnostic {
        if self.cx.typed.locals[local].names_itself || self.cx.types.enum_of(ty).is_some() {
            return diagnostic;
        }
        let value = match self.cx.types.pointee(ty) {
            Some(_) => " = nullptr",
            None if ty == Ty::BOOL => " = false",
            None if !self.is_scalar(ty) => "{}",
            None => " = 0",
        };
        diagnostic.fix(
            format!("give it a value where it is declared, `{name}{value}`"),
            Applicability::Maybe,
            at,
            format!("{name}{value}"),
        )
    }

    /// Walks an expression in the order of evaluation.
    pub(in crate::lint) fn expr(&mut self, id: ExprId) {
        let span = self.cx.typed.exprs[id].span;
        match self.cx.typed.exprs[id].kind.clone() {
            ExprKind::Load(place) => match self.variable(place) {
                Some(local) => self.read(local, span),
                None => self.expr(place),
            },
            // The variable as an object: something may be stored through the address or reference.
            ExprKind::Local(local) => self.set(local),
            ExprKind::Assign { target, value } => {
                self.expr(value);
                self.expr(target);
            }
            ExprKind::CompoundAssign { op, target, value, compute } => {
                self.expr(value);
                self.division(op, value, span);
                self.shift(op, compute, (target, value), span);
                self.update(target);
            }
            ExprKind::IncDec { target, .. } => self.update(target),
            ExprKind::PointerAssign { target, index, .. } => {
                self.expr(index);
                self.update(target);
            }
            ExprKind::Binary { op, lhs, rhs } => {
                self.expr(lhs);
                self.expr(rhs);
                self.division(op, rhs, span);
                self.shift(op, self.cx.typed.exprs[lhs].ty, (lhs, rhs), span);
                self.overflow(op, (lhs, rhs), span);
            }
            ExprKind::Convert { kind, operand } => {
                self.expr(operand);
                self.conversion(id, kind, operand);
            }
            ExprKind::Logical { lhs, rhs, .. } => {
                self.expr(lhs);
                let before = self.branch();
                self.conditions.push(lhs);
                self.depth += 1;
                self.expr(rhs);
                self.depth -= 1;
                self.conditions.pop();
                self.join(before);
            }
            ExprKind::AddressOf(place) => match self.cx.typed.exprs[place].kind {
                // The end of an array has an address.
                ExprKind::Deref(pointer) => {
                    self.element(pointer, true);
                    self.expr(pointer);
                }
                _ => self.expr(place),
            },
            ExprKind::Deref(pointer) => {
                self.element(pointer, false);
                self.expr(pointer);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.expr(condition);
                self.conditions.push(condition);
                self.depth += 1;
                let before = self.branch();
                self.expr(then);
                let after = std::mem::replace(&mut self.state, before);
                self.expr(otherwise);
                self.depth -= 1;
                self.conditions.pop();
                // `assert(false)` leaves one way alone.
                let only = (after.is_dead() != self.state.is_dead())
                    .then(|| self.cx.constant_of(condition)?.truth())
                    .flatten();
                match only {
                    Some(true) => self.state = after,
                    Some(false) => {}
                    None => self.join(after),
                }
            }
            ExprKind::Statements { stmts, value } => {
                self.list(&stmts);
                if let Some(value) = value {
                    self.expr(value);
                }
            }
            ExprKind::Unreachable | ExprKind::Trap => {
                self.state = Reached::Dead { is_certain: true };
            }
            ExprKind::Call { callee, arguments, .. } => {
                let first = arguments.first().copied();
                for argument in arguments {
                    self.expr(argument);
                }
                if self.cx.is_noreturn(callee) || self.is_failed_assertion(callee, first) {
                    self.state = Reached::Dead { is_certain: true };
                }
            }
            ExprKind::PointerOffset { pointer, index, .. } => {
                self.expr(pointer);
                self.expr(index);
                self.widened_products(index, span);
            }
            kind => {
                for operand in kind.operands() {
                    self.expr(operand);
                }
            }
        }
    }

    /// Whether a call is that of a failed `assert`, which ends the program.
    fn is_failed_assertion(&self, callee: FunctionId, condition: Option<ExprId>) -> bool {
        const ASSERT: &str = "assert";
        let is_assert =
            self.cx.entities[callee].intrinsic.is_some_and(|name| self.cx.text(name) == ASSERT);
        is_assert
            && condition.is_some_and(|condition| {
                matches!(&self.cx.typed.exprs[condition].kind,
                    ExprKind::Const(value) if value.truth() == Some(false))
            })
    }

    /// A variable that is read and then written.
    fn update(&mut self, target: ExprId) {
        let span = self.cx.typed.exprs[target].span;
        match self.variable(target) {
            Some(local) => self.read(local, span),
            None => self.expr(target),
        }
    }

    fn variable(&self, place: ExprId) -> Option<LocalId> {
        match self.cx.typed.exprs[place].kind {
            ExprKind::Local(local) => Some(local),
            // A member of a variable of which nothing has been written.
            ExprKind::Field { object, .. } | ExprKind::Base { object, .. }
                if !self.is_scalar(self.cx.typed.exprs[object].ty) =>
            {
                self.variable(object)
            }
            _ => None,
        }
    }
}
