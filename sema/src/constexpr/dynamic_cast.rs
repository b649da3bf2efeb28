//! `dynamic_cast` in a constant evaluation ([expr.dynamic.cast]/8, 9).
//!
//! In: the operand and the target class. Out: the object that the result points or refers to, found along the path from
//! the most derived object to the operand's.

use super::object::AccessError;
use super::value::{Address, Root, Step};
use super::{Eval, Evaluator};
use crate::entity::ClassId;
use crate::typed::{DynamicCast, ExprId};

impl Evaluator<'_, '_> {
    /// The object that a cast gives; `None` where it fails.
    pub(super) fn dynamic_cast(&mut self, expr: ExprId) -> Eval<Option<Address>> {
        let span = self.cx.typed.exprs[expr].span;
        let Some(&DynamicCast { operand, target }) = self.cx.typed.dynamic_casts.get(&expr) else {
            return Err(self.fail(span, "uses `dynamic_cast`"));
        };
        let address = self.operand_object(operand)?;
        if address == Address::Null {
            return Ok(Some(address));
        }
        if let Address::Object { root: Root::Frame(frame), .. } = &address
            && self.objects.get(*frame).is_none()
        {
            return Err(self.access(span, AccessError::Dead));
        }
        let Some((whole, bases)) = self.dynamic_type(&address) else {
            return Err(self.access(span, AccessError::NotAnObject));
        };
        let Address::Object { root, path } = address else {
            return Err(self.access(span, AccessError::NotAnObject));
        };
        let n_outer = path.len() - bases.len();
        let at = |path: Vec<Step>| Some(Address::Object { root, path: path.into() });
        let Some(target) = target else { return Ok(at(path[..n_outer].to_vec())) };
        let mut classes = vec![whole];
        let mut first_public = 0;
        for (depth, &index) in bases.iter().enumerate() {
            let Some((class, is_public)) = self.base_at(classes[depth], index) else {
                return Ok(None);
            };
            if !is_public {
                first_public = depth + 1;
            }
            classes.push(class);
        }
        let around = (first_public..bases.len()).rev().find(|&depth| classes[depth] == target);
        if let Some(depth) = around {
            return Ok(at(path[..n_outer + depth].to_vec()));
        }
        if first_public > 0 {
            return Ok(None);
        }
        let Some(beside) = self.public_base_path(whole, target) else { return Ok(None) };
        let steps = beside.into_iter().map(Step::Member);
        Ok(at(path[..n_outer].iter().copied().chain(steps).collect()))
    }

    fn operand_object(&mut self, operand: ExprId) -> Eval<Address> {
        let is_pointer = {
            let node = &self.cx.typed.exprs[operand];
            !node.category.is_glvalue() && self.cx.types.pointee(node.ty).is_some()
        };
        if !is_pointer {
            return self.object(operand);
        }
        let span = self.cx.typed.exprs[operand].span;
        match self.value(operand)? {
            super::value::Value::Address(address) => Ok(address),
            _ => Err(self.access(span, AccessError::NotAnObject)),
        }
    }

    fn base_at(&self, class: ClassId, index: u32) -> Option<(ClassId, bool)> {
        let base = self.cx.entities[class].bases.get(index as usize)?;
        Some((base.class, base.access == lang::ast::Access::Public))
    }

    fn public_base_path(&mut self, derived: ClassId, base: ClassId) -> Option<Vec<u32>> {
        let path = self.cx.base_path(derived, base)?;
        let mut class = derived;
        for &index in &path {
            let (inner, is_public) = self.base_at(class, index)?;
            if !is_public {
                return None;
            }
            class = inner;
        }
        Some(path)
    }
}
