//! Where objects of a constant evaluation lie: equality and order of pointers ([expr.eq], [expr.rel]).
//!
//! Two pointers into one complete object are equal where their byte offsets are. The order of others follows from the first
//! step in which their paths differ: elements of an array are in the order of their indices, members of a class that is not a
//! union in that of their declarations, if their access is the same. Any other order is unspecified, so that it is not a constant.

use std::cmp::Ordering;

use lang::base::Span;

use super::value::{Address, Step, Value};
use super::{Eval, Evaluator, arith, object};
use crate::ty::Ty;
use crate::typed::BinaryOp;

impl Evaluator<'_, '_> {
    pub(super) fn compare_addresses(
        &mut self,
        op: BinaryOp,
        a: &Address,
        b: &Address,
        span: Span,
    ) -> Eval<Value> {
        let ordering = match object::distance(a, b) {
            Some(distance) => Some(distance.cmp(&0)),
            None => self.order(a, b),
        };
        let ordering = match ordering {
            Some(ordering) => ordering,
            // Distinct objects are unequal; which is first is unspecified ([expr.rel]/4).
            None if matches!(op, BinaryOp::Eq | BinaryOp::Ne) => {
                if self.may_touch(a, b) || self.may_touch(b, a) {
                    let why = "compares the end of an object with the beginning of another";
                    return Err(self.fail(span, why));
                }
                Ordering::Less
            }
            None => return Err(self.fail(span, "orders pointers into different objects")),
        };
        Ok(Value::bool(arith::compare(op, Some(ordering))))
    }

    /// Whether `end` is that of a complete object and `begin` is where another begins, which may be the same place
    /// ([expr.eq]/3.1).
    fn may_touch(&mut self, end: &Address, begin: &Address) -> bool {
        let (Address::Object { root, path }, Address::Object { root: other, path: of_other }) =
            (end, begin)
        else {
            return false;
        };
        if root == other || path.is_empty() {
            return false;
        }
        let Some((ty, other)) = self.root_type(root).zip(self.root_type(other)) else {
            return false;
        };
        let size = self.cx.layout(ty).map(|(size, _)| size);
        size.is_some_and(|size| size > 0)
            && self.byte_offset(ty, path) == size
            && self.byte_offset(other, of_other) == Some(0)
    }

    /// None where it is unspecified, or where the pointers point into different complete objects.
    fn order(&mut self, a: &Address, b: &Address) -> Option<Ordering> {
        let (Address::Object { root, path }, Address::Object { root: other, path: of_other }) =
            (a, b)
        else {
            return None;
        };
        if root != other {
            return None;
        }
        let ty = self.root_type(root)?;
        if self.byte_offset(ty, path)? == self.byte_offset(ty, of_other)? {
            return Some(Ordering::Equal);
        }
        let common = path.iter().zip(of_other).take_while(|(a, b)| a == b).count();
        match (path.get(common)?, of_other.get(common)?) {
            (Step::Element(a), Step::Element(b)) => Some(a.cmp(b)),
            (Step::Member(a), Step::Member(b)) => {
                let class = self.type_at(ty, &path[..common])?;
                self.order_of_members(class, *a as usize, *b as usize)
            }
            _ => None,
        }
    }

    /// [expr.rel]/4.2
    fn order_of_members(&mut self, class: Ty, a: usize, b: usize) -> Option<Ordering> {
        let class = self.cx.types.class_of(class)?;
        let (a, b) = {
            let n_bases = self.cx.entities[class].bases.len();
            (a.checked_sub(n_bases)?, b.checked_sub(n_bases)?)
        };
        let access = |index: usize| Some(self.cx.entities[class].fields.get(index)?.access);
        let is_ordered = access(a)? == access(b)? && !self.cx.is_union(class);
        is_ordered.then(|| a.cmp(&b))
    }

    /// The bytes from the beginning of an object of type `ty` to its part at `path`.
    fn byte_offset(&mut self, mut ty: Ty, path: &[Step]) -> Option<u64> {
        let mut offset = 0u64;
        for step in path {
            let (part, by) = match *step {
                Step::Member(index) => {
                    let class = self.cx.types.class_of(ty)?;
                    self.cx.subobject_at(class, index as usize)?
                }
                Step::Element(index) => {
                    let element = self.cx.types.element_of(ty)?;
                    let (size, _) = self.cx.layout(element)?;
                    (element, size.checked_mul(index)?)
                }
                Step::Past => (ty, self.cx.layout(ty)?.0),
            };
            ty = part;
            offset = offset.checked_add(by)?;
        }
        Some(offset)
    }
}
