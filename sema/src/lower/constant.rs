//! Constants: values of the evaluator to leaves.

use ir::{DenseConstant, Scalar};
use lang::base::Span;

use super::storage::{Leaf, Leaves};
use super::{Low, Lowerer};
use crate::constexpr::value::{Address, Root, Step, Value as Constant};
use crate::ty::{ArrayLen, Ty, TyKind};

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
                if let TyKind::Tile { .. } = self.cx.types.kind(bare) {
                    return self.constant_tile(parts, bare, span);
                }
                let mut leaves = Leaves::new();
                if let Some((elem, _)) = self.array_of(bare) {
                    for part in parts {
                        leaves.extend(self.constant_leaves(part, elem, span)?);
                    }
                } else if let Some(class) = self.cx.types.class_of(bare) {
                    let dynamic = self.constant_class.unwrap_or(class);
                    if self.cx.has_own_table(class) {
                        leaves.push(Leaf::Table(dynamic));
                    }
                    let types = self.cx.subobjects(class);
                    let bases = self.cx.entities[class].bases.len();
                    for (index, (part, (ty, _))) in parts.iter().zip(types).enumerate() {
                        let ty = self.stored_type(ty);
                        let outer = self.constant_class;
                        self.constant_class = (index < bases).then_some(dynamic);
                        let inner = self.constant_leaves(part, ty, span);
                        self.constant_class = outer;
                        leaves.extend(inner?);
                    }
                }
                Ok(leaves)
            }
            Constant::Union(index, part) => {
                let Some(class) = self.cx.types.class_of(bare) else {
                    return self.bug(span, "a union value of a type that is not a union");
                };
                let types = self.cx.subobjects(class);
                let ty = types.get(*index as usize).map_or(Ty::INT, |(ty, _)| *ty);
                let ty = self.stored_type(ty);
                let leaves = self.constant_leaves(part, ty, span)?;
                self.union_leaves(bare, ty, leaves, span)
            }
            Constant::MemberPointer(member) => Ok(Leaf::Member(*member).into()),
        }
    }

    /// The constant tile of a type with these elements.
    fn constant_tile(&mut self, elements: &[Constant], ty: Ty, span: Span) -> Low<Leaves> {
        let result = self.value_type(ty, span)?;
        let Some(elem) = self.types.elem_scalar(result) else {
            return self.bug(span, "a constant tile of addresses");
        };
        let bits = elements.iter().map(|element| match element {
            Constant::Int(int) => Some(*int as u64 & elem.mask()),
            Constant::Float(bits) => Some(*bits),
            _ => None,
        });
        let Some(bits) = bits.collect::<Option<Vec<u64>>>() else {
            return self.bug(span, "an element of a constant tile is not a number");
        };
        let constant = DenseConstant::dense(elem, bits).canonical();
        Ok(Leaf::Value(self.ins().constant(constant, result)).into())
    }

    /// The leaf of a constant address.
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
        let (mut ty, mut place) = match root {
            Root::Global(var) => {
                let ty = self.cx.var_type(*var);
                (self.cx.types.strip_ref(ty), self.static_variable(*var, span)?)
            }
            Root::String(text) => {
                let len = ArrayLen::Known(text.units.len() as u64);
                (self.cx.types.array(text.unit, len), self.string_object(text, span)?)
            }
            Root::Frame(_) | Root::Outside(_) => {
                return self.bug(span, "an address inside a finished evaluation");
            }
        };
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
}
