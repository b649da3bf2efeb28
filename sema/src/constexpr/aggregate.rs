//! Whole objects of a constant evaluation: aggregates, zero and indeterminate objects
//! ([dcl.init.aggr], [dcl.init.general]/6).

use lang::base::Span;

use super::arith::Number;
use super::value::{Address, Value};
use super::{Eval, Evaluator, SCALARS_PER_STEP};
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::ExprId;

/// Elements of one array; larger ones are tables for memory, not for the compiler.
const ARRAY_LIMIT: u64 = 1 << 20;
/// Scalars of one object.
const SCALAR_LIMIT: u64 = 1 << 20;

impl Evaluator<'_, '_> {
    pub(super) fn aggregate(
        &mut self,
        elements: &[ExprId],
        filler: Option<ExprId>,
        ty: Ty,
        span: Span,
    ) -> Eval<Value> {
        self.refuse_virtual_bases(ty, span)?;
        let mut parts = Vec::with_capacity(elements.len());
        for &element in elements {
            parts.push(self.any(element)?);
        }
        if let Some((_, len)) = self.array(ty, span)? {
            while (parts.len() as u64) < len {
                match filler {
                    Some(filler) => {
                        let part = self.any(filler)?;
                        if parts.len() % SCALARS_PER_STEP == 0 {
                            self.step(span)?;
                        }
                        parts.push(part);
                    }
                    None => break,
                }
            }
        }
        Ok(Value::Aggregate(parts.into()))
    }

    pub(super) fn array(&mut self, ty: Ty, span: Span) -> Eval<Option<(Ty, u64)>> {
        match self.cx.types.kind(ty) {
            TyKind::Array(elem, ArrayLen::Known(len)) => {
                if *len > ARRAY_LIMIT {
                    return Err(self.fail(span, "creates an array of more than 2^20 elements"));
                }
                Ok(Some((*elem, *len)))
            }
            _ => Ok(None),
        }
    }

    pub(super) fn is_empty_class(&mut self, ty: Ty) -> bool {
        match self.cx.types.class_of(ty) {
            Some(class) => self.cx.subobject_types(class).is_empty(),
            None => false,
        }
    }

    /// A class whose objects have no value: so have all its bases and members.
    pub(super) fn holds_no_scalar(&mut self, ty: Ty) -> bool {
        match self.cx.types.class_of(ty) {
            Some(class) if !self.cx.is_union(class) => {
                self.cx.subobject_types(class).into_iter().all(|part| self.holds_no_scalar(part))
            }
            Some(_) | None => false,
        }
    }

    /// The constructors of a class with virtual bases are not `constexpr` ([dcl.constexpr]/5).
    fn refuse_virtual_bases(&self, ty: Ty, span: Span) -> Eval<()> {
        match self.cx.types.class_of(ty) {
            Some(class) if self.cx.entities[class].has_virtual_base => {
                Err(self.fail(span, "creates an object with virtual bases"))
            }
            _ => Ok(()),
        }
    }

    /// An object of the type in which every scalar is what `leaf` says.
    fn fill(
        &mut self,
        ty: Ty,
        span: Span,
        leaf: &dyn Fn(Option<Number>, &TyKind) -> Value,
    ) -> Eval<Value> {
        if self.cx.scalar_count(ty) > SCALAR_LIMIT {
            return Err(self.fail(span, "creates an object of more than 2^20 scalars"));
        }
        if let Some((elem, len)) = self.array(ty, span)? {
            let element = self.fill(elem, span, leaf)?;
            let n_steps = len.saturating_mul(element.n_scalars() as u64) / SCALARS_PER_STEP as u64;
            self.take_steps(u32::try_from(n_steps).unwrap_or(u32::MAX), span)?;
            return Ok(Value::Aggregate(vec![element; len as usize].into()));
        }
        if let Some(class) = self.cx.types.class_of(ty) {
            self.refuse_virtual_bases(ty, span)?;
            let types = self.cx.subobject_types(class);
            if self.cx.is_union(class) {
                let first = match types.first() {
                    Some(&first) => self.fill(first, span, leaf)?,
                    None => Value::Indeterminate,
                };
                return Ok(Value::Union(0, Box::new(first)));
            }
            let mut parts = Vec::with_capacity(types.len());
            for part in types {
                parts.push(self.fill(part, span, leaf)?);
            }
            return Ok(Value::Aggregate(parts.into()));
        }
        let number = self.number(ty);
        let bare = self.cx.types.strip_cv(ty);
        Ok(leaf(number, self.cx.types.kind(bare)))
    }

    /// Zero initialisation ([dcl.init]/6).
    pub(super) fn zero(&mut self, ty: Ty, span: Span) -> Eval<Value> {
        self.fill(ty, span, &|number, kind| match (number, kind) {
            (Some(Number::Float(_)), _) => Value::Float(0),
            (_, TyKind::Pointer(_) | TyKind::NullPtr) => Value::Address(Address::Null),
            (_, TyKind::MemberPointer { .. }) => Value::MemberPointer(None),
            (Some(_), _) => Value::Int(0),
            (None, _) => Value::Indeterminate,
        })
    }

    /// An object of the type with indeterminate scalars.
    pub(super) fn skeleton(&mut self, ty: Ty, span: Span) -> Eval<Value> {
        self.fill(ty, span, &|_, _| Value::Indeterminate)
    }
}
