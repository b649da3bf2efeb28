//! Functions and members that are chosen at run time.
//!
//! Tile code has no calls at run time and no offsets of members, but a pointer to function may
//! differ in two branches, or come out of a table. Such a pointer is a number: every function and
//! every member whose address is needed as a value gets one, 0 is null, and a call through the
//! number is a choice between the functions of its type that have one (what is called
//! defunctionalisation; Reynolds, "Definitional interpreters", 1972):
//!
//! ```text
//! f = c ? add : mul; f(x)         f = c ? 1 : 2; if (f == 1) add(x) else mul(x)
//! ```
//!
//! A function that gets its number after such a call was lowered could be called there in a later
//! round of a loop, so the kernel is lowered again ([`Stop::Target`]).

use ir::{Scalar, Value};
use lang::base::{Diagnostic, Span};

use super::emit::Arithmetic;
use super::storage::{Leaf, Leaves};
use super::{Low, Lowerer, Stop};
use crate::codes;
use crate::constexpr::value::Member;
use crate::entity::{ClassId, FunctionId};
use crate::ty::{Ty, TyKind};
use crate::typed::{BinaryOp, ExprId};

/// What has a number, in the order of the numbers, which start at 1.
#[derive(Clone, Default, Debug)]
pub(super) struct Targets {
    functions: Vec<FunctionId>,
    members: Vec<Member>,
    /// Whether something was chosen among those that there were.
    is_used: bool,
    /// The first choice between none, with the type of the pointer.
    missing: Option<(Span, Ty)>,
}

/// A choice and its number.
pub(super) type Numbered<T> = (u64, T);

/// The member that a pointer designates.
pub(super) enum Designated {
    Known(Member),
    OneOf(Value, Vec<Numbered<Member>>),
}

impl Targets {
    /// The same numbers for another round of lowering.
    pub fn again(self) -> Targets {
        Targets { is_used: false, missing: None, ..self }
    }

    fn number<T: PartialEq>(list: &mut Vec<T>, item: T, is_used: bool) -> Low<u64> {
        if let Some(index) = list.iter().position(|known| *known == item) {
            return Ok(index as u64 + 1);
        }
        list.push(item);
        if is_used { Err(Stop::Target) } else { Ok(list.len() as u64) }
    }
}

impl Lowerer<'_, '_> {
    /// A pointer to function as a value.
    pub(super) fn function_value(&mut self, function: FunctionId, ty: ir::Type) -> Low<Value> {
        let targets = &mut self.targets;
        let number = Targets::number(&mut targets.functions, function, targets.is_used)?;
        let number = self.int_constant(Scalar::I64, number.into());
        Ok(self.ins().int_to_ptr(number, ty))
    }

    /// A pointer to member as a value.
    pub(super) fn member_value(&mut self, member: Option<Member>) -> Low<Value> {
        let number = match member {
            Some(member) => {
                let targets = &mut self.targets;
                Targets::number(&mut targets.members, member, targets.is_used)?
            }
            None => 0,
        };
        Ok(self.int_constant(Scalar::I64, number.into()))
    }

    /// The functions that a pointer of type `ty` may point to.
    pub(super) fn functions_of(&mut self, ty: Ty) -> Vec<Numbered<FunctionId>> {
        self.targets.is_used = true;
        let pointee = self.pointee_ty(ty);
        let known = self.targets.functions.clone();
        let is_of_type =
            |(_, function): &Numbered<FunctionId>| self.has_signature(*function, pointee);
        (1..).zip(known).filter(is_of_type).collect()
    }

    /// A call through a pointer when no function of its type has a number: one may get it later, in
    /// a loop around the call.
    pub(super) fn without_target(
        &mut self,
        pointer: ExprId,
        expr: ExprId,
        span: Span,
    ) -> Low<Leaves> {
        self.targets.is_used = true;
        let of_pointer = self.info(pointer).0;
        self.targets.missing.get_or_insert((span, of_pointer));
        let ty = self.leaves_type(expr);
        let layout = self.layout(ty, span)?;
        Ok(layout.leaves.iter().map(|_| Leaf::Undef).collect())
    }

    /// Reports a call that has nothing to call, when the kernel has been lowered for the last time: what an
    /// object points to may be known once it has an address.
    pub(super) fn require_targets(&mut self) -> Low<()> {
        let Some((span, pointer)) = self.targets.missing else { return Ok(()) };
        if !self.wanted.is_empty() {
            return Ok(());
        }
        let function = self.pointee_ty(pointer);
        let shown = self.cx.show(function);
        let message = format!(
            "this calls a function of type `{shown}`, but the kernel takes the address of no such function"
        );
        let help = "a pointer to a function comes from tile code: it points to a function whose address the kernel takes; \
            make the function a template parameter, or choose among functions by a number";
        self.cx.report(
            Diagnostic::new(codes::INDIRECT_CALL, self.user_span(span), message).help(help),
        );
        Err(Stop::Reported)
    }

    fn has_signature(&self, function: FunctionId, ty: Ty) -> bool {
        let types = &self.cx.types;
        let own = types.function_of(self.cx.entities[function].ty);
        match (own, types.function_of(ty)) {
            (Some(a), Some(b)) => {
                a.ret == b.ret && a.params == b.params && a.variadic == b.variadic
            }
            _ => false,
        }
    }

    /// The members that a pointer of type `ty` may designate.
    pub(super) fn members_of(&mut self, ty: Ty) -> Vec<Numbered<Member>> {
        self.targets.is_used = true;
        let bare = self.cx.types.strip_cv(ty);
        let TyKind::MemberPointer { class, pointee } = *self.cx.types.kind(bare) else {
            return Vec::new();
        };
        let Some(class) = self.cx.types.class_of(class) else { return Vec::new() };
        let mut found = Vec::new();
        for (number, member) in (1..).zip(self.targets.members.clone()) {
            let (owner, fits) = match member {
                Member::Field(owner, index) => {
                    (owner, self.cx.field_info(owner, index).1 == pointee)
                }
                Member::Function(function) => {
                    let crate::entity::Owner::Class(owner) = self.cx.entities[function].owner
                    else {
                        continue;
                    };
                    (owner, self.has_signature(function, pointee))
                }
            };
            if fits && self.is_member_of(class, owner) {
                found.push((number, member));
            }
        }
        found
    }

    /// Whether a pointer to a member of `class` may designate one of `owner`, a class that it is derived
    /// from, or that is derived from it ([expr.static.cast]/12).
    pub(super) fn is_member_of(&mut self, class: ClassId, owner: ClassId) -> bool {
        let named = self.cx.naming_class(owner);
        self.cx.subobject_path(class, owner).is_some() || self.cx.path_down(class, named).is_some()
    }

    /// What `arm` makes of the one of `choices` whose number it is; there is at least one.
    pub(super) fn one_of<T: Copy>(
        &mut self,
        number: Value,
        choices: &[Numbered<T>],
        expr: ExprId,
        ty: Ty,
        span: Span,
        arm: &mut dyn FnMut(&mut Self, T) -> Low<Leaves>,
    ) -> Low<Leaves> {
        match choices {
            [] => self.bug(span, "a choice between nothing"),
            [(_, only)] => arm(self, *only),
            [(own, first), rest @ ..] => {
                let own = self.int_constant(Scalar::I64, (*own).into());
                let arithmetic = Arithmetic { scalar: Scalar::I64, signed: false };
                let is_first = self.binary(BinaryOp::Eq, arithmetic, number, own, span)?;
                self.choose_by(expr, is_first, ty, span, &mut |this, taken| match taken {
                    true => arm(this, *first),
                    false => this.one_of(number, rest, expr, ty, span, arm),
                })
            }
        }
    }

    /// The type of an expression's leaves: a glvalue has that of its address.
    pub(super) fn leaves_type(&mut self, expr: ExprId) -> Ty {
        let node = &self.cx.typed.exprs[expr];
        let (ty, is_glvalue) = (node.ty, node.category.is_glvalue());
        if is_glvalue { self.cx.types.pointer(ty) } else { ty }
    }

    /// The IR type that two different pointers to functions or members have as values.
    pub(super) fn numbered_type(
        &self,
        at: super::storage::LeafRef,
        a: &Leaf,
        b: &Leaf,
    ) -> Option<ir::Type> {
        let is_numbered = |leaf: &Leaf| matches!(leaf, Leaf::Function(_) | Leaf::Member(_));
        if !is_numbered(a) || !is_numbered(b) {
            return None;
        }
        self.slots[at.slot.0 as usize].types.get(at.index as usize).copied()
    }
}
