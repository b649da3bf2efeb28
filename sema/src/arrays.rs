//! The layout of an array in memory, as its type gives it: the lengths and strides that are known
//! without running
//! anything, for reports that explain a program.
//!
//! In: a class with the members of 1.8.3 of the API reference: a view (`span_type`), a span
//! (`mapping_type`) or a mapping (`extents_type`, `static_stride`), the library's or a user's own. Out:
//! [`StaticShape`], asked of those members by constant evaluation.
//!
//! Invariant: nothing is reported.

use lang::base::Span;

use crate::Cx;
use crate::check::expr::Checker;
use crate::check::operand::{Operand, OverloadSet};
use crate::constexpr::evaluate;
use crate::constexpr::value::Value;
use crate::entity::{ClassId, ClassState, DeclName, Entity};
use crate::ty::Ty;
use crate::typed::{ExprKind, ValueCategory};

/// More dimensions would not be readable.
const MAX_RANK: u64 = 16;

/// The lengths and strides of an array, `None` where only the program knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaticShape {
    pub lengths: Vec<Option<u64>>,
    pub strides: Vec<Option<u64>>,
}

impl<'a> Cx<'a> {
    /// The lengths and strides of the array that objects of a type lead to.
    pub fn static_shape(&mut self, ty: Ty) -> Option<StaticShape> {
        let mut class = self.complete(ty)?;
        for member in ["span_type", "mapping_type"] {
            if let Some(inner) = self.member_type(class, member) {
                class = self.complete(inner)?;
            }
        }
        let extents = self.member_type(class, "extents_type")?;
        let extents = self.complete(extents)?;
        let rank = self.static_call(extents, "rank", None)?.min(MAX_RANK);
        let ask = |cx: &mut Self, class: ClassId, name: &str| -> Option<Vec<Option<u64>>> {
            let all = (0..rank).map(|dim| cx.static_call(class, name, Some(dim)));
            let all: Option<Vec<u64>> = all.collect();
            // `dynamic_extent`
            Some(all?.into_iter().map(|value| (value != u64::MAX).then_some(value)).collect())
        };
        let lengths = ask(self, extents, "static_extent")?;
        let strides = ask(self, class, "static_stride")?;
        Some(StaticShape { lengths, strides })
    }

    fn complete(&self, ty: Ty) -> Option<ClassId> {
        let class = self.types.class_of(self.types.strip_cvref(ty))?;
        (self.entities[class].state == ClassState::Complete).then_some(class)
    }

    /// The type that a member name of a class stands for.
    fn member_type(&mut self, class: ClassId, name: &str) -> Option<Ty> {
        let name = DeclName::Identifier(self.names.get(name)?);
        match self.lookup_member(class, name).entities.as_slice() {
            [Entity::Type(ty)] => Some(*ty),
            _ => None,
        }
    }

    /// The value of `T::name()` or `T::name(argument)`.
    fn static_call(&mut self, class: ClassId, name: &str, argument: Option<u64>) -> Option<u64> {
        let name = DeclName::Identifier(self.names.get(name)?);
        let entities = self.lookup_member(class, name).entities;
        let argument = argument.map(|value| {
            let kind = ExprKind::Const(Value::Int(value.into()));
            Operand::Expr(self.typed.expr(kind, Ty::SIZE, ValueCategory::PRValue, Span::NONE))
        });
        let set = OverloadSet {
            entities,
            args: None,
            name,
            span: Span::NONE,
            object: None,
            naming_class: Some(class),
            adl: false,
            is_qualified: true,
        };
        let scope = self.global_scope();
        let args = argument.into_iter().collect();
        let called = self
            .tentatively(|cx| Checker::new(cx, scope).call_overloads(set, args, Span::NONE))
            .ok()?
            .ok()?;
        u64::try_from(evaluate(self, called).ok()?.as_int()?).ok()
    }
}
