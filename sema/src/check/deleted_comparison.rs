//! Which defaulted comparisons are deleted ([class.compare.default]/2, [class.eq]/2,
//! [class.spaceship]/1): those of a class with a reference, with variant members, or with a part
//! that cannot be compared.
//!
//! In: a comparison that was chosen. Out: the part that keeps the language from defining it, if
//! there is one. The declaration is not a mistake, its use is; so a constraint can ask for it.

use lang::ast::{BinaryOp, OverloadedOperator};
use lang::base::Span;

use super::expr::Checker;
use super::operand::Operand;
use crate::Cx;
use crate::entity::{ClassId, Definition, FunctionId, Owner, SpecialKind};
use crate::ty::{Ty, TyKind};
use crate::typed::ValueCategory;

impl Cx<'_> {
    /// Why a comparison that is defaulted is deleted, and where the part stands.
    pub(super) fn uncomparable_part(&mut self, function: FunctionId) -> Option<(Span, String)> {
        let op = match self.entities[function].special? {
            SpecialKind::Comparison(OverloadedOperator::Equal) => BinaryOp::Equal,
            SpecialKind::Comparison(OverloadedOperator::Spaceship) => BinaryOp::Spaceship,
            _ => return None,
        };
        if self.entities[function].definition != Definition::Defaulted {
            return None;
        }
        let class = match self.entities[function].owner {
            Owner::Class(class) => class,
            Owner::Namespace(_) | Owner::Function => self.compared_class(function)?,
        };
        let at = self.entities[function].span;
        if self.is_union(class) {
            return Some((at, "which member of a union is active is not known".to_owned()));
        }
        for index in 0..self.entities[class].bases.len() {
            let (ty, span) =
                (self.entities[class].bases[index].ty, self.entities[class].bases[index].span);
            if !self.is_comparable(function, class, ty, op) {
                return Some((span, format!("the base `{}` cannot be compared", self.show(ty))));
            }
        }
        for index in 0..self.entities[class].fields.len() {
            let field = &self.entities[class].fields[index];
            let (ty, span) = (field.ty, field.span);
            let name = field.name.map_or("", |name| self.text(name)).to_owned();
            if matches!(self.types.kind(ty), TyKind::LRef(_) | TyKind::RRef(_)) {
                let text = format!("the reference member `{name}` cannot be compared");
                return Some((span, text));
            }
            let is_anonymous_union = name.is_empty()
                && self.types.class_of(ty).is_some_and(|inner| self.is_union(inner));
            if is_anonymous_union || !self.is_comparable(function, class, ty, op) {
                let shown = self.show(ty);
                let text = format!("the member `{name}` of type `{shown}` cannot be compared");
                return Some((span, text));
            }
        }
        None
    }

    /// Whether `x == x` or `x <=> x` is well-formed for a constant part `x`, seen from the
    /// comparison.
    fn is_comparable(
        &mut self,
        function: FunctionId,
        class: ClassId,
        ty: Ty,
        op: BinaryOp,
    ) -> bool {
        let mut element = ty;
        while let TyKind::Array(inner, _) = *self.types.kind(element) {
            element = inner;
        }
        // Only operators of classes can be missing, and those of the class itself are this one.
        let inner = self.types.class_of(element);
        if inner.is_none_or(|inner| inner == class) {
            return true;
        }
        let scope = self.entities[function].scope;
        let span = self.entities[function].span;
        let element = self.types.add_const(element);
        let compared = self.tentatively(|cx| {
            let part = Operand::Expr(cx.declval(element, ValueCategory::LValue));
            let mut checker = Checker::new(cx, scope);
            checker.unevaluated(|c| c.binary_operands(op, span, part.clone(), part, span)).is_ok()
        });
        compared.is_ok_and(|is_valid| is_valid)
    }
}
