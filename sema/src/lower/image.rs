//! The contents of objects with static storage before the first kernel runs: bytes and addresses.
//!
//! In: a constant and its type. Out: the bytes that the C++ ABI gives the object, and where among
//! them the addresses of other objects are ([`ir::Relocation`]); those objects get memory too. The
//! program that is loaded has the addresses, as after constant initialisation of C++
//! ([basic.start.static]).
//!
//! The IR gives a `global` elements of one number type. An object whose leaves all have the same
//! type keeps it; any other is bytes.

use ir::{DenseConstant, Global, Scalar};
use lang::ast::Spaces;
use lang::base::{Diagnostic, Span};

use super::layout::Layout;
use super::{Low, Lowerer, Stop};
use crate::codes;
use crate::constexpr::value::{Address, Root, Step, Value as Constant};
use crate::entity::{BitRange, VarId};
use crate::ty::{ArrayLen, Ty, TyKind};

/// The initial value of an object while it is written.
pub(super) struct Image {
    bytes: Vec<u8>,
    /// Byte offset, object, bytes behind its start.
    pub addresses: Vec<(u64, Global, i64)>,
}

impl Image {
    /// Zeros.
    pub fn new(bytes: u64) -> Image {
        Image { bytes: vec![0; bytes as usize], addresses: Vec::new() }
    }

    /// The bytes as numbers of a type.
    pub fn elements(&self, elem: Scalar) -> DenseConstant {
        if self.bytes.iter().all(|&byte| byte == 0) {
            return DenseConstant::splat(elem, 0);
        }
        let elements = self.bytes.chunks_exact(elem.bytes() as usize);
        let bits = elements.map(|e| e.iter().rev().fold(0, |bits, &b| bits << 8 | u64::from(b)));
        DenseConstant::dense(elem, bits)
    }
}

impl Lowerer<'_, '_> {
    /// Writes the bytes that a constant of type `ty` has in memory.
    pub(super) fn write_image(
        &mut self,
        value: &Constant,
        ty: Ty,
        at: u64,
        image: &mut Image,
        span: Span,
    ) -> Low<()> {
        let bare = self.cx.types.strip_cv(ty);
        let bits = match value {
            Constant::Indeterminate | Constant::Address(Address::Null) => return Ok(()),
            Constant::Int(int) => *int as u64,
            Constant::Float(bits) => *bits,
            Constant::Address(Address::Integer(int)) => *int,
            Constant::Aggregate(parts) => {
                // The elements of a tile lie in memory as those of an array.
                let elem_of_tile = match self.cx.types.kind(bare) {
                    TyKind::Tile { elem, .. } => Some(*elem),
                    _ => None,
                };
                let elem = elem_of_tile.or_else(|| self.array_of(bare).map(|(elem, _)| elem));
                if let Some(elem) = elem {
                    let step = self.layout(elem, span)?.size;
                    for (index, part) in (0..).zip(parts) {
                        self.write_image(part, elem, at + index * step, image, span)?;
                    }
                } else if let Some(class) = self.cx.types.class_of(bare) {
                    let subobjects = self.cx.subobjects(class);
                    for (index, (part, (ty, offset))) in parts.iter().zip(subobjects).enumerate() {
                        match (part, self.cx.bit_range(class, index)) {
                            (Constant::Int(int), Some(range)) => {
                                write_bits(*int, range, (at + offset) as usize, &mut image.bytes);
                            }
                            _ => self.write_image(part, ty, at + offset, image, span)?,
                        }
                    }
                }
                return Ok(());
            }
            Constant::Union(index, part) => {
                let Some(class) = self.cx.types.class_of(bare) else {
                    return self.bug(span, "a union value of a type that is not a union");
                };
                let types = self.cx.subobjects(class);
                let ty = types.get(*index as usize).map_or(Ty::INT, |(ty, _)| *ty);
                return self.write_image(part, ty, at, image, span);
            }
            Constant::Address(Address::Object { root, path }) => {
                let (target, addend) = self.static_address(root, path, span)?;
                image.addresses.push((at, target, addend));
                return Ok(());
            }
            Constant::Address(Address::Function(_)) | Constant::MemberPointer(_) => {
                return self.bug(span, "a function or member among the bytes of an object");
            }
        };
        let size = self.layout(bare, span)?.size;
        let range = at as usize..(at + size) as usize;
        match image.bytes.get_mut(range) {
            Some(place) => {
                for (byte, bits) in place.iter_mut().zip(bits.to_le_bytes()) {
                    *byte = bits;
                }
                Ok(())
            }
            None => self.bug(span, "a constant larger than its object"),
        }
    }

    /// Where the object is that a constant address designates: its complete object, and the bytes
    /// to it from there.
    fn static_address(&mut self, root: &Root, path: &[Step], span: Span) -> Low<(Global, i64)> {
        let (global, mut ty, mut bytes) = match root {
            Root::Global(var) => {
                self.check_addressed(*var, span)?;
                let ty = self.cx.var_type(*var);
                let referent = self.cx.types.strip_ref(ty);
                match self.static_constant(*var) {
                    Some(Constant::Address(Address::Object { root, path })) if ty != referent => {
                        let (global, bytes) = self.static_address(&root, &path, span)?;
                        (global, referent, bytes)
                    }
                    _ => (self.variable_memory(*var, span)?, ty, 0),
                }
            }
            Root::String(text) => {
                let len = ArrayLen::Known(text.units.len() as u64);
                let ty = self.cx.types.array(text.unit, len);
                (self.string_memory(text, span)?, ty, 0)
            }
            Root::Frame(_) | Root::Outside(_) => {
                return self.bug(span, "an address inside a finished evaluation");
            }
        };
        for step in path {
            let by = match *step {
                Step::Member(part) => {
                    let class = self.cx.types.class_of(ty);
                    let parts = class.map(|class| self.cx.subobjects(class)).unwrap_or_default();
                    let Some(&(part, offset)) = parts.get(part as usize) else {
                        return self.bug(span, "a member that the class does not have");
                    };
                    ty = part;
                    offset as i64
                }
                Step::Element(index) => {
                    let bare = self.cx.types.strip_cv(ty);
                    ty = self.array_of(bare).map_or(ty, |(elem, _)| elem);
                    let size = self.layout(ty, span)?.size as i64;
                    size.saturating_mul(i64::try_from(index).unwrap_or(i64::MAX))
                }
                Step::Past => self.layout(ty, span)?.size as i64,
            };
            bytes = bytes.saturating_add(by);
        }
        Ok((global, bytes))
    }

    /// A variable whose address a kernel finds in memory must be one that kernels may use.
    fn check_addressed(&mut self, var: VarId, span: Span) -> Low<()> {
        let entity = &self.cx.entities[var];
        let is_of_kernels = [Spaces::TILE, Spaces::DEVICE, Spaces::CONSTANT]
            .into_iter()
            .any(|space| entity.spaces.has(space));
        if is_of_kernels || entity.is_local || self.static_constant(var).is_some() {
            return Ok(());
        }
        let (name, declared) = (self.cx.display_var(var), self.cx.entities[var].span);
        let message =
            format!("the address of `{name}`, a variable of the host, means nothing here");
        let diagnostic = Diagnostic::new(codes::HOST_VARIABLE, self.user_span(span), message)
            .secondary(declared, format!("make `{name}` `constexpr` or `__device__`"));
        self.cx.report(diagnostic);
        Err(Stop::Reported)
    }
}

/// The number type that all leaves of an object have, without gaps; else bytes.
pub(super) fn image_element(lowerer: &Lowerer<'_, '_>, layout: &Layout) -> Scalar {
    let element = |ir| match lowerer.types.elem(ir) {
        Some(ir::Elem::Scalar(Scalar::I1)) | None => Scalar::I8,
        Some(ir::Elem::Scalar(scalar)) => scalar,
        Some(ir::Elem::Ptr(_) | ir::Elem::MultimemPtr(..)) => Scalar::I64,
    };
    let Some(first) = layout.leaves.first() else { return Scalar::I8 };
    let scalar = element(first.ir);
    let mut byte = 0;
    for leaf in &layout.leaves {
        if element(leaf.ir) != scalar || leaf.byte != byte {
            return Scalar::I8;
        }
        byte += lowerer.types.num_elems(leaf.ir) * u64::from(scalar.bytes());
    }
    if layout.size.is_multiple_of(u64::from(scalar.bytes())) { scalar } else { Scalar::I8 }
}

/// What a value holds that has no bytes, if anything: only the compiler knows functions and members.
pub(super) fn obstacle(value: &Constant) -> Option<&'static str> {
    match value {
        Constant::Indeterminate | Constant::Int(_) | Constant::Float(_) => None,
        Constant::Address(Address::Null | Address::Integer(_) | Address::Object { .. }) => None,
        Constant::Address(Address::Function(_)) => Some("the address of a function"),
        Constant::MemberPointer(_) => Some("a pointer to member"),
        Constant::Aggregate(parts) => parts.iter().find_map(obstacle),
        Constant::Union(_, part) => obstacle(part),
    }
}

/// Writes the bits of a bit-field; those around it stay.
fn write_bits(value: i128, range: BitRange, at: usize, bytes: &mut [u8]) {
    for bit in 0..range.width {
        let to = range.shift + bit;
        if let Some(byte) = bytes.get_mut(at + (to / 8) as usize) {
            let mask = 1u8 << (to % 8);
            *byte = if value >> bit & 1 != 0 { *byte | mask } else { *byte & !mask };
        }
    }
}
