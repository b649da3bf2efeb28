//! The lifetime of objects in a constant evaluation: which are destroyed where ([class.dtor],
//! [class.temporary]), and the dynamic type of those that virtual calls are made on.

use lang::base::Span;

use super::object;
use super::value::{Address, Root, Step, Value};
use super::{Eval, Evaluator};
use crate::entity::ClassId;
use crate::ty::{Ty, TyKind};
use crate::typed::ExprId;

/// An object whose end runs code.
#[derive(Clone)]
pub(super) struct Living {
    address: Address,
    ty: Ty,
    /// What made a temporary.
    temporary: Option<ExprId>,
}

impl Evaluator<'_, '_> {
    /// A new object of type `ty`, which is destroyed with its scope, or as the temporary of `expr`
    /// with its full-expression.
    pub(super) fn create_object(&mut self, value: Value, ty: Ty, expr: Option<ExprId>) -> Address {
        let address = self.create_variable(value, ty);
        if self.cx.needs_destruction(ty) {
            self.living.push(Living { address: address.clone(), ty, temporary: expr });
        }
        address
    }

    /// An object that is made now: a variable, which is destroyed with its scope, or the temporary of an expression.
    pub(super) fn complete_object(&mut self, address: &Address, ty: Ty, temporary: Option<ExprId>) {
        if let Address::Object { root: Root::Frame(frame), .. } = address
            && self.cx.types.cv(ty).is_const()
        {
            self.objects.end_construction(*frame);
        }
        if self.cx.needs_destruction(ty) {
            self.living.push(Living { address: address.clone(), ty, temporary });
        }
    }

    /// The object under construction that a constructor runs on; the code that takes its value
    /// destroys it.
    pub(super) fn create_part(&mut self, value: Value, ty: Ty) -> Address {
        self.create(value, ty)
    }

    /// Evaluates for the effects only.
    pub(super) fn discard(&mut self, expr: ExprId) -> Eval<()> {
        let node = &self.cx.typed.exprs[expr];
        let (ty, is_prvalue) = (node.ty, !node.category.is_glvalue());
        if self.is_seen(expr) {
            self.new_object(expr, ty, Some(expr))?;
            return Ok(());
        }
        let value = self.any(expr)?;
        if is_prvalue && self.cx.needs_destruction(ty) {
            self.create_object(value, ty, Some(expr));
        }
        Ok(())
    }

    /// Runs `work` as a scope or full-expression: the objects that it creates are destroyed, the
    /// newest first, and end with it.
    pub(super) fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> Eval<T>) -> Eval<T> {
        let mark = self.objects.mark();
        let result = self.destroying(&[], work);
        self.objects.end_from(mark);
        result
    }

    /// Runs `work` and the destructors of what it leaves alive, but for the temporaries made by
    /// `extended`.
    pub(super) fn destroying<T>(
        &mut self,
        extended: &[ExprId],
        work: impl FnOnce(&mut Self) -> Eval<T>,
    ) -> Eval<T> {
        let mark = self.living.len();
        let value = work(self)?;
        if self.living.len() == mark {
            return Ok(value);
        }
        let mut kept = Vec::new();
        while self.living.len() > mark {
            let Some(object) = self.living.pop() else { break };
            if object.temporary.is_some_and(|expr| extended.contains(&expr)) {
                kept.push(object);
            } else {
                let span = self.frames.last().map_or(Span::NONE, |frame| frame.call);
                self.destroy(&object.address, object.ty, span)?;
            }
        }
        self.living.extend(kept.into_iter().rev());
        Ok(value)
    }

    /// Ends an object: elements from the last to the first; the destructor's body, then members,
    /// then bases.
    pub(super) fn destroy(&mut self, address: &Address, ty: Ty, span: Span) -> Eval<()> {
        if !self.cx.needs_destruction(ty) {
            return Ok(());
        }
        let ty = self.cx.types.strip_cv(ty);
        if let Some((elem, len)) = self.array(ty, span)? {
            for index in (0..len).rev() {
                let element = object::subobject(address, Step::Element(index))
                    .map_err(|error| self.access(span, error))?;
                self.destroy(&element, elem, span)?;
            }
            return Ok(());
        }
        let TyKind::Class(class) = *self.cx.types.kind(ty) else { return Ok(()) };
        if let Address::Object { root: Root::Frame(frame), .. } = address {
            // A destructor may change a `const` object ([class.dtor]/5).
            self.objects.begin_end(*frame);
        }
        self.unfinished(address, ty, |this| {
            if let Some(destructor) = this.cx.written_destructor(class) {
                this.call_on(destructor, address.clone(), &[], span)?;
            }
            if this.cx.is_union(class) {
                return Ok(());
            }
            for (part, part_ty) in this.cx.subobject_types(class).into_iter().enumerate().rev() {
                if this.cx.needs_destruction(part_ty) {
                    let member = object::subobject(address, Step::Member(part as u32))
                        .map_err(|error| this.access(span, error))?;
                    this.destroy(&member, part_ty, span)?;
                }
            }
            Ok(())
        })
    }

    /// Runs a constructor or destructor of the object at `address`, of class type `ty`.
    pub(super) fn unfinished(
        &mut self,
        address: &Address,
        ty: Ty,
        work: impl FnOnce(&mut Self) -> Eval<()>,
    ) -> Eval<()> {
        let class = self.cx.types.class_of(ty);
        if class.is_none_or(|class| !self.cx.entities[class].is_polymorphic) {
            return work(self);
        }
        self.unfinished.push(address.clone());
        let done = work(self);
        self.unfinished.pop();
        done
    }

    /// The type of the complete object; none for a string literal.
    pub(super) fn root_type(&mut self, root: &Root) -> Option<Ty> {
        match root {
            Root::Global(var) => Some(self.cx.var_type(*var)),
            Root::Frame(frame) => self.objects.ty(*frame),
            Root::Outside(local) => Some(self.cx.typed.locals[*local].ty),
            Root::String(_) => None,
        }
    }

    /// The class of the most derived object at or around an address, with the path of bases from
    /// it to the address. An object whose constructor or destructor runs is a whole one for that long.
    pub(super) fn dynamic_type(&mut self, address: &Address) -> Option<(ClassId, Vec<u32>)> {
        let Address::Object { root, path } = address else { return None };
        let mut ty = self.root_type(root)?;
        let mut dynamic = self.cx.types.class_of(ty);
        let mut bases = Vec::new();
        let unfinished = self.unfinished.iter().filter_map(|outer| match outer {
            Address::Object { root: of, path: outer } if of == root && path.starts_with(outer) => {
                Some(outer.len())
            }
            _ => None,
        });
        let n_outer = unfinished.max().unwrap_or(0);
        for (n_before, step) in path.iter().enumerate() {
            match *step {
                Step::Element(_) => {
                    ty = match *self.cx.types.kind(self.cx.types.strip_cv(ty)) {
                        TyKind::Array(elem, _) => elem,
                        _ => ty,
                    };
                    dynamic = self.cx.types.class_of(ty);
                    bases.clear();
                }
                Step::Past => return None,
                Step::Member(part) => {
                    let class = self.cx.types.class_of(ty)?;
                    ty = *self.cx.subobject_types(class).get(part as usize)?;
                    let is_base = (part as usize) < self.cx.entities[class].bases.len();
                    if is_base && n_before >= n_outer {
                        bases.push(part);
                    } else {
                        dynamic = self.cx.types.class_of(ty);
                        bases.clear();
                    }
                }
            }
        }
        Some((dynamic?, bases))
    }
}
