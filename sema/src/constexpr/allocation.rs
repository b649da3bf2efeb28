//! Objects of `new` in a constant evaluation, which ends only once all of them are deleted ([expr.const]/5.18, 5.19).

use lang::base::Span;

use super::object::AccessError;
use super::value::{Address, Root, Step, Value};
use super::{Eval, Evaluator, SCALARS_PER_STEP, object};
use crate::entity::ClassId;
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{Allocation, ExprId};

/// Elements of one array.
const LENGTH_LIMIT: u64 = 1 << 20;

impl Evaluator<'_, '_> {
    pub(super) fn allocation(&mut self, allocation: Allocation, span: Span) -> Eval<Value> {
        match allocation {
            Allocation::New { value } => {
                let ty = self.cx.typed.exprs[value].ty;
                if !self.is_seen(value) {
                    let made = self.any(value)?;
                    return self.allocate(made, ty, span);
                }
                // The constructor knows where the object lies.
                let address = self.allocate(Value::Indeterminate, ty, span)?;
                if let Value::Address(object) = &address {
                    self.make_at(object, value)?;
                }
                Ok(address)
            }
            Allocation::NewArray { count, given, element } => {
                let elem = self.cx.typed.exprs[element].ty;
                let count = self.value(count)?.as_int().and_then(|count| u64::try_from(count).ok());
                let Some(count) = count.filter(|&count| count <= LENGTH_LIMIT) else {
                    let why = "allocates an array of less than 0 or more than 2^20 elements";
                    return Err(self.fail(span, why));
                };
                let mut parts = match given {
                    Some(given) => match self.any(given)? {
                        Value::Aggregate(parts) => parts.to_vec(),
                        _ => Vec::new(),
                    },
                    None => Vec::new(),
                };
                if parts.len() as u64 > count {
                    return Err(self.fail(span, "initialises more elements than the array has"));
                }
                let ty = self.cx.types.array(elem, ArrayLen::Known(count));
                if self.is_seen(element) {
                    return self.allocate_constructed(parts, element, ty, count, span);
                }
                for index in parts.len() as u64..count {
                    if (index as usize).is_multiple_of(SCALARS_PER_STEP) {
                        self.step(span)?;
                    }
                    parts.push(self.any(element)?);
                }
                self.allocate(Value::Aggregate(parts.into()), ty, span)
            }
            Allocation::Delete { pointer, is_array } => {
                match self.value(pointer)? {
                    Value::Address(Address::Null) => {}
                    Value::Address(address) => self.deallocate(&address, is_array, span)?,
                    _ => return Err(self.access(span, AccessError::NotAnObject)),
                }
                Ok(Value::Indeterminate)
            }
        }
    }

    /// An array of which constructors make the elements behind `parts`, where they lie.
    fn allocate_constructed(
        &mut self,
        mut parts: Vec<Value>,
        element: ExprId,
        ty: Ty,
        count: u64,
        span: Span,
    ) -> Eval<Value> {
        let first = parts.len() as u64;
        let elem = self.cx.typed.exprs[element].ty;
        while (parts.len() as u64) < count {
            parts.push(self.skeleton(elem, span)?);
        }
        let address = self.allocate(Value::Aggregate(parts.into()), ty, span)?;
        if let Value::Address(Address::Object { root, .. }) = &address {
            for index in first..count {
                self.step(span)?;
                let path = [Step::Element(index)].into();
                self.make_at(&Address::Object { root: root.clone(), path }, element)?;
            }
        }
        Ok(address)
    }

    fn allocate(&mut self, value: Value, ty: Ty, span: Span) -> Eval<Value> {
        self.charge(&value, span)?;
        let root = self.objects.allocate(value, ty);
        let object = Address::Object { root, path: Box::default() };
        let address = match self.cx.types.kind(ty) {
            TyKind::Array(..) => object::subobject(&object, Step::Element(0))
                .map_err(|error| self.access(span, error))?,
            _ => object,
        };
        Ok(Value::Address(address))
    }

    fn deallocate(&mut self, address: &Address, is_array: bool, span: Span) -> Eval<()> {
        let Address::Object { root: Root::Frame(id), path } = address else {
            return Err(self.fail(span, "deletes an object that `new` has not made"));
        };
        if self.objects.get(*id).is_none() {
            return Err(self.access(span, AccessError::Dead));
        }
        let Some(ty) = self.objects.ty(*id).filter(|_| self.objects.is_allocated(*id)) else {
            return Err(self.fail(span, "deletes an object that `new` has not made"));
        };
        // [expr.delete]/3
        let is_base = |this: &mut Self| match this.dynamic_type(address) {
            Some((_, bases)) => bases.len() == path.len() && this.has_virtual_destructor(ty, path),
            None => false,
        };
        let is_whole = match self.cx.types.kind(ty) {
            TyKind::Array(..) => is_array && **path == [Step::Element(0)],
            _ => !is_array && (path.is_empty() || is_base(self)),
        };
        if !is_whole {
            let why = "deletes a pointer in another form than `new` has given it";
            return Err(self.fail(span, why));
        }
        let object = Address::Object { root: Root::Frame(*id), path: Box::default() };
        self.destroy(&object, ty, span)?;
        self.objects.free(*id);
        Ok(())
    }

    fn has_virtual_destructor(&mut self, ty: Ty, path: &[Step]) -> bool {
        let mut classes: Vec<ClassId> =
            self.type_at(ty, path).and_then(|ty| self.cx.types.class_of(ty)).into_iter().collect();
        while let Some(class) = classes.pop() {
            let destructor = self.cx.special_members(class).destructor;
            if destructor.is_some_and(|destructor| self.cx.entities[destructor].is_virtual) {
                return true;
            }
            classes.extend(self.cx.entities[class].bases.iter().map(|base| base.class));
        }
        false
    }
}
