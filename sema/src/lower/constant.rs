//! Constants, and the objects with static storage that tile code names.

use ir::Scalar;
use lang::base::Span;

use super::storage::{Leaf, Leaves, OriginKind, Place};
use super::{Low, Lowerer};
use crate::codes;
use crate::constexpr::value::{Address, Root, Step, Value as Constant};
use crate::entity::VarId;
use crate::ty::Ty;
use crate::typed::ExprId;

impl Lowerer<'_, '_> {
    /// The leaves of a constant of type `ty`.
    pub(super) fn constant_leaves(&mut self, value: &Constant, ty: Ty, span: Span) -> Low<Leaves> {
        let bare = self.cx.types.strip_cv(ty);
        match value {
            Constant::Indeterminate => {
                let layout = self.layout(bare, span)?;
                Ok(layout.leaves.iter().map(|_| Leaf::Undef).collect())
            }
            Constant::Int(int) => {
                self.scalar_constant(bare, *int as u64, span).map(|v| Leaf::Value(v).into())
            }
            Constant::Float(bits) => {
                self.scalar_constant(bare, *bits, span).map(|v| Leaf::Value(v).into())
            }
            Constant::Address(Address::Null) => {
                let ir = self.value_type(bare, span)?;
                Ok(Leaf::Value(self.zero_value(ir)).into())
            }
            Constant::Address(address) => {
                let pointee = self.pointee_ty(bare);
                self.constant_address(address, pointee, span).map(Leaves::from)
            }
            Constant::Aggregate(parts) => {
                let mut leaves = Leaves::new();
                if let Some((elem, _)) = self.array_of(bare) {
                    for part in parts {
                        leaves.extend(self.constant_leaves(part, elem, span)?);
                    }
                } else if let Some(class) = self.cx.types.class_of(bare) {
                    let types = self.cx.subobjects(class);
                    for (part, (ty, _)) in parts.iter().zip(types) {
                        let ty = self.stored_type(ty);
                        leaves.extend(self.constant_leaves(part, ty, span)?);
                    }
                }
                Ok(leaves)
            }
            Constant::Union(index, part) => {
                let Some(class) = self.cx.types.class_of(bare) else {
                    return self.bug(span, "a union value of a type that is no union");
                };
                let types = self.cx.subobjects(class);
                let ty = types.get(*index as usize).map_or(Ty::INT, |(ty, _)| *ty);
                let mut leaves = self.constant_leaves(part, ty, span)?;
                let count = self.layout(bare, span)?.leaves.len();
                leaves.resize(count.max(leaves.len()), Leaf::Undef);
                Ok(leaves)
            }
            Constant::MemberPointer(member) => Ok(Leaf::Member(*member).into()),
        }
    }

    /// The leaf of the address of a constant object, which is made anew.
    pub(super) fn constant_address(
        &mut self,
        address: &Address,
        pointee: Ty,
        span: Span,
    ) -> Low<Leaf> {
        let (root, path) = match address {
            Address::Null => {
                let pointee = self.pointee(pointee);
                let ty = self.types.ptr(pointee);
                return Ok(Leaf::Value(self.zero_value(ty)));
            }
            Address::Function(function) => return Ok(Leaf::Function(*function)),
            Address::Integer(int) => {
                let pointee = self.pointee(pointee);
                let ty = self.types.ptr(pointee);
                let int = self.int_constant(Scalar::I64, (*int).into());
                return Ok(Leaf::Value(self.ins().int_to_ptr(int, ty)));
            }
            Address::Object { root, path } => (root, path),
        };
        let (mut ty, leaves, node) = match root {
            Root::Global(var) => {
                let ty = self.cx.var_type(*var);
                let value = match self.cx.constant_value(*var) {
                    Some(value) => value,
                    None => {
                        let name = self.cx.display_var(*var);
                        let message = format!(
                            "`{name}` is not a constant, and tile code has no such storage yet"
                        );
                        return self.error(codes::GLOBAL_STORAGE, span, message);
                    }
                };
                (ty, self.constant_leaves(&value, ty, span)?, var.as_u32())
            }
            Root::String(bytes) => {
                let len = bytes.len() as u64;
                let ty = self.cx.types.array(Ty::CHAR, crate::ty::ArrayLen::Known(len));
                let mut leaves = Leaves::new();
                for &byte in bytes {
                    let value = self.scalar_constant(Ty::CHAR, byte.into(), span)?;
                    leaves.push(Leaf::Value(value));
                }
                (ty, leaves, u32::MAX)
            }
            Root::Frame(_) => return self.bug(span, "an address inside a finished evaluation"),
        };
        let origin = self.origin(OriginKind::Temporary, node);
        let mut place = self.new_object(origin, ty, leaves, span)?;
        for step in path {
            match *step {
                Step::Member(part) => {
                    place = self.subobject(&place, ty, part, span)?;
                    let class = self.cx.types.class_of(ty);
                    let parts = class.map(|class| self.cx.subobjects(class)).unwrap_or_default();
                    ty = parts.get(part as usize).map_or(Ty::INT, |(ty, _)| *ty);
                }
                Step::Element(index) => {
                    let elem = self.array_of(ty).map_or(ty, |(elem, _)| elem);
                    let first = self.first_element(&place, elem);
                    let first = self.address_of(&first);
                    let index = self.int_constant(Scalar::I64, index.into());
                    let leaf = self.offset_pointer(&first, elem, index, Ty::LONG, false, span)?;
                    place = self.pointed_at(&leaf, elem, span)?;
                    ty = elem;
                }
                Step::Past => {
                    let object = self.address_of(&place);
                    let one = self.int_constant(Scalar::I64, 1);
                    let leaf = self.offset_pointer(&object, ty, one, Ty::LONG, false, span)?;
                    place = self.pointed_at(&leaf, ty, span)?;
                }
            }
        }
        Ok(self.address_of(&place))
    }

    /// A variable with static storage. Constants have no address of their own here: each use makes
    /// an object with the value.
    pub(super) fn global(&mut self, var: VarId, expr: ExprId, span: Span) -> Low<Place> {
        let ty = self.cx.var_type(var);
        match self.cx.constant_value(var) {
            Some(Constant::Address(address)) if self.cx.types.is_ref(ty) => {
                let referent = self.cx.types.strip_ref(ty);
                let leaf = self.constant_address(&address, referent, span)?;
                self.pointed_at(&leaf, referent, span)
            }
            Some(value) => {
                let leaves = self.constant_leaves(&value, ty, span)?;
                self.temporary(expr, leaves)
            }
            None => {
                let name = self.cx.display_var(var);
                let message =
                    format!("`{name}` is not a constant, and tile code has no such storage yet");
                self.error(codes::GLOBAL_STORAGE, span, message)
            }
        }
    }
}
