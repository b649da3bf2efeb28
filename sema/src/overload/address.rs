//! The address of an overloaded function ([over.over]): the target type picks the function.

use lang::base::Span;

use crate::Cx;
use crate::check::operand::OverloadSet;
use crate::constexpr::value::{Member, Value};
use crate::entity::{Entity, FunctionId, Owner};
use crate::ty::{FunctionTy, Ty, TyKind};
use crate::typed::ExprId;

impl Cx<'_> {
    /// The function of the set that has the type which `target`, a pointer or reference to
    /// function or a pointer to member function, asks for.
    pub fn address_of_overload(&mut self, set: &OverloadSet, target: Ty) -> Option<FunctionId> {
        let target = self.types.strip_cvref(target);
        let wanted = match *self.types.kind(target) {
            TyKind::Pointer(pointee) => pointee,
            TyKind::MemberPointer { pointee, .. } => pointee,
            TyKind::Function(_) => target,
            _ => return None,
        };
        let wanted_ty = self.types.function_of(wanted)?.clone();
        let mut templates = Vec::new();
        let mut found = None;
        for entity in &set.entities {
            match *entity {
                Entity::Function(function) if set.args.is_none() => {
                    let ty = self.type_of_function(function, set.span);
                    let ty = self.types.function_of(ty)?;
                    if same_signature(ty, &wanted_ty)
                        && self.check_function_constraints(function).is_ok()
                    {
                        found = Some(function);
                    }
                }
                Entity::Template(template) => templates.push(template),
                _ => {}
            }
        }
        if found.is_some() {
            return found;
        }
        let mut best: Option<FunctionId> = None;
        for template in templates {
            let Ok(function) = self.deduce_address(template, set.args, Some(wanted), Span::NONE)
            else {
                continue;
            };
            best = match best {
                Some(old) => {
                    let better = self
                        .more_specialized(function, old, wanted_ty.params.len())
                        .is_some_and(|order| order.is_lt());
                    Some(if better { function } else { old })
                }
                None => Some(function),
            };
        }
        best
    }

    /// What the name of a set, or its address, is once the function is chosen: an lvalue, or a
    /// pointer to member ([expr.unary.op]/3).
    pub fn overload_expr(&mut self, function: FunctionId, span: Span) -> ExprId {
        if let Owner::Class(class) = self.entities[function].owner {
            self.check_function_access(function, class, None, span);
        }
        if !self.has_object_parameter(function) {
            return self.function_expr(function, span);
        }
        let ty = self.type_of_function(function, span);
        let Owner::Class(class) = self.entities[function].owner else {
            return self.function_expr(function, span);
        };
        let class = self.entities[class].ty;
        let ty = self.types.member_pointer(class, ty);
        let value = Value::MemberPointer(Some(Member::Function(function)));
        self.constant(value, ty, span)
    }

    /// The one function that the set names without a target: `f<int>` of a single template whose
    /// arguments are all given ([over.over]/5), or a single function.
    pub fn single_function(&mut self, set: &OverloadSet) -> Option<FunctionId> {
        let mut found = None;
        for entity in &set.entities {
            let function = match *entity {
                Entity::Function(function) if set.args.is_none() => function,
                Entity::Template(template) if set.args.is_some() => {
                    match self.deduce_address(template, set.args, None, Span::NONE) {
                        Ok(function) => function,
                        Err(_) => continue,
                    }
                }
                // Which specialisation is meant only a target tells.
                Entity::Template(_) => return None,
                _ => continue,
            };
            if found.is_some() {
                return None;
            }
            found = Some(function);
        }
        found
    }
}

/// Whether a function of type `ty` is what a pointer to `wanted` may point to: `noexcept` may be
/// dropped, and qualifiers of members must agree.
fn same_signature(ty: &FunctionTy, wanted: &FunctionTy) -> bool {
    ty.params == wanted.params
        && ty.ret == wanted.ret
        && ty.variadic == wanted.variadic
        && ty.cv == wanted.cv
        && ty.ref_qualifier == wanted.ref_qualifier
        && (ty.exceptions == wanted.exceptions || ty.exceptions.is_noexcept())
}
