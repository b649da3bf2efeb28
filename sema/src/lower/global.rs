//! Objects with static storage ([basic.stc.static]): variables of namespaces and classes, static
//! locals, string literals.
//!
//! A constant is a slot like any local object, so what is read of it at a known place costs
//! nothing. It gets memory only if it is addressed at run time (a table with a dynamic index), and
//! then all its uses share one `global` of the module. A variable that is no constant always has
//! such a `global`: its address is known to the host by the mangled name, and its value outlives
//! the kernel.
//!
//! The IR gives a `global` elements of one number type. An object whose leaves all have the same
//! type keeps it; any other is bytes, in the layout that the C++ ABI gives the object.

use ir::{DenseConstant, Global, GlobalData, Scalar, Visibility};
use lang::base::{Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::storage::{Layout, Origin, OriginKind, Place};
use super::{Low, Lowerer, Stop};
use crate::codes;
use crate::constexpr::value::{Address, Text, Value as Constant};
use crate::entity::{BitRange, VarId};
use crate::mangle;
use crate::ty::{ArrayLen, Ty};

/// The memory that a module's kernels share.
#[derive(Default)]
pub(super) struct Globals {
    pub data: cranelift_entity::PrimaryMap<Global, GlobalData>,
    of: FxHashMap<StaticObject, Global>,
    names: FxHashSet<String>,
    /// Every string literal has a number, equal ones the same.
    strings: FxHashMap<Text, u32>,
    /// The values of the variables that are constants.
    constants: FxHashMap<VarId, Option<Constant>>,
}

/// An object that exists once in the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum StaticObject {
    Variable(VarId),
    String(u32),
}

impl StaticObject {
    fn origin(self) -> Origin {
        let (kind, node) = match self {
            StaticObject::Variable(var) => (OriginKind::Static, var.as_u32()),
            StaticObject::String(number) => (OriginKind::String, number),
        };
        Origin { kind, node, path: 0 }
    }
}

/// Bytes that one object with static storage may take.
const STATIC_LIMIT: u64 = 1 << 26;

impl Lowerer<'_, '_> {
    /// The object that a variable with static storage names.
    pub(super) fn static_variable(&mut self, var: VarId, span: Span) -> Low<Place> {
        let ty = self.cx.var_type(var);
        let object = StaticObject::Variable(var);
        match self.static_constant(var) {
            Some(Constant::Address(address)) if self.cx.types.is_ref(ty) => {
                let referent = self.cx.types.strip_ref(ty);
                let leaf = self.constant_address(&address, referent, span)?;
                self.pointed_at(&leaf, referent, span)
            }
            Some(value) => self.constant_object(object, &value, ty, span),
            None => {
                let global = match self.globals.of.get(&object) {
                    Some(&global) => global,
                    None => {
                        let value = self.initial_value(var, span)?;
                        self.reserve(object, &value, ty, span)?
                    }
                };
                self.global_place(global, ty)
            }
        }
    }

    /// A string literal as an object.
    pub(super) fn string_object(&mut self, text: &Text, span: Span) -> Low<Place> {
        let next = self.globals.strings.len() as u32;
        let number = *self.globals.strings.entry(text.clone()).or_insert(next);
        let ty = self.cx.types.array(text.unit, ArrayLen::Known(text.units.len() as u64));
        let value = Constant::Aggregate(text.elements().collect());
        self.constant_object(StaticObject::String(number), &value, ty, span)
    }

    /// A constant object: a slot, or memory if an address of it must exist at run time.
    fn constant_object(
        &mut self,
        object: StaticObject,
        value: &Constant,
        ty: Ty,
        span: Span,
    ) -> Low<Place> {
        let origin = object.origin();
        let layout = self.layout(ty, span)?;
        let wants_memory = self.demoted.contains(&origin) || layout.is_large;
        // Addresses of other objects are no numbers that a `global` could start with.
        if wants_memory && !holds_address(value) {
            let global = match self.globals.of.get(&object) {
                Some(&global) => global,
                None => self.reserve(object, value, ty, span)?,
            };
            return self.global_place(global, ty);
        }
        let leaves = self.constant_leaves(value, ty, span)?;
        self.new_object(origin, ty, leaves, span)
    }

    fn global_place(&mut self, global: Global, ty: Ty) -> Low<Place> {
        let elem = self.globals.data[global].value.elem();
        let pointer = self.types.ptr(elem);
        let address = self.ins().get_global(global, pointer);
        let pointee = self.pointee(ty);
        Ok(Place::Memory(self.cast_pointer(address, pointee)))
    }

    /// The value of a variable that no part of the program can change.
    fn static_constant(&mut self, var: VarId) -> Option<Constant> {
        if let Some(known) = self.globals.constants.get(&var) {
            return known.clone();
        }
        let value = self.cx.static_constant(var);
        self.globals.constants.insert(var, value.clone());
        value
    }

    /// What a variable holds before the first kernel runs.
    fn initial_value(&mut self, var: VarId, span: Span) -> Low<Constant> {
        let name = self.cx.display_var(var);
        let declared = self.cx.entities[var].span;
        let diagnostic = match self.cx.initial_value(var) {
            Ok(Some(value)) if !holds_address(&value) => return Ok(value),
            Ok(Some(_)) => {
                let message = format!("the initial value of `{name}` holds an address");
                Diagnostic::new(codes::GLOBAL_STORAGE, self.user_span(span), message)
                    .secondary(declared, "declared here")
                    .help("set the pointer in a kernel, or pass it as a parameter")
            }
            Ok(None) => {
                let message = format!("`{name}` is declared but not defined here");
                Diagnostic::new(codes::NO_DEFINITION, self.user_span(span), message)
                    .secondary(declared, "declared here")
            }
            Err(Some(why)) => {
                let message = format!("the initial value of `{name}` is not a constant");
                Diagnostic::new(codes::GLOBAL_STORAGE, self.user_span(span), message)
                    .secondary(declared, why.message.clone())
                    .help("nothing runs before a kernel: give a constant, or assign in the kernel")
            }
            Err(None) => return Err(Stop::Reported),
        };
        self.cx.report(diagnostic);
        Err(Stop::Reported)
    }

    /// Reserves memory for an object.
    fn reserve(
        &mut self,
        object: StaticObject,
        value: &Constant,
        ty: Ty,
        span: Span,
    ) -> Low<Global> {
        let layout = self.layout(ty, span)?;
        let size = layout.size.max(1);
        if size > STATIC_LIMIT {
            let shown = self.cx.show(ty);
            let message = format!("an object of type `{shown}` takes {size} bytes");
            return self.error(codes::LOWERING_LIMIT, span, message);
        }
        let elem = image_element(self, &layout);
        let step = u64::from(elem.bytes());
        // The dimensions of a tile are powers of two.
        let count = size.div_ceil(step).next_power_of_two();
        let mut bytes = vec![0; (count * step) as usize];
        self.write_image(value, ty, 0, &mut bytes, span)?;
        let value = if bytes.iter().all(|&byte| byte == 0) {
            DenseConstant::splat(elem, 0)
        } else {
            let elements = bytes.chunks_exact(step as usize);
            let bits =
                elements.map(|e| e.iter().rev().fold(0, |bits, &b| bits << 8 | u64::from(b)));
            DenseConstant::dense(elem, bits)
        };
        let (name, is_public, constant, span) = match object {
            StaticObject::Variable(var) => {
                let constant = self.static_constant(var).is_some()
                    || self.cx.entities[var].spaces.has(lang::ast::Spaces::CONSTANT);
                let is_public = self.cx.has_external_linkage(var);
                (mangle::variable(self.cx, var), is_public, constant, self.cx.entities[var].span)
            }
            StaticObject::String(_) => ("$str".to_owned(), false, true, span),
        };
        let name = self.unused_name(name);
        let data = GlobalData {
            name,
            ty: self.types.tile(&[count as u32], elem),
            value,
            alignment: layout.align,
            visibility: if is_public { Visibility::Public } else { Visibility::Private },
            constant,
            span,
        };
        let global = self.globals.data.push(data);
        self.globals.of.insert(object, global);
        Ok(global)
    }

    /// `name`, or with a discriminator as the ABI has it for equal names in one function.
    fn unused_name(&mut self, name: String) -> String {
        let mut unused = name.clone();
        for number in 0.. {
            if self.globals.names.insert(unused.clone()) {
                break;
            }
            unused = format!("{name}_{number}");
        }
        unused
    }

    /// Writes the bytes that a constant of type `ty` has in memory.
    fn write_image(
        &mut self,
        value: &Constant,
        ty: Ty,
        at: u64,
        bytes: &mut [u8],
        span: Span,
    ) -> Low<()> {
        let bare = self.cx.types.strip_cv(ty);
        let bits = match value {
            Constant::Indeterminate | Constant::Address(Address::Null) => return Ok(()),
            Constant::Int(int) => *int as u64,
            Constant::Float(bits) => *bits,
            Constant::Address(Address::Integer(int)) => *int,
            Constant::Aggregate(parts) => {
                if let Some((elem, _)) = self.array_of(bare) {
                    let step = self.layout(elem, span)?.size;
                    for (index, part) in (0..).zip(parts) {
                        self.write_image(part, elem, at + index * step, bytes, span)?;
                    }
                } else if let Some(class) = self.cx.types.class_of(bare) {
                    let subobjects = self.cx.subobjects(class);
                    for (index, (part, (ty, offset))) in parts.iter().zip(subobjects).enumerate() {
                        match (part, self.cx.bit_range(class, index)) {
                            (Constant::Int(int), Some(range)) => {
                                write_bits(*int, range, (at + offset) as usize, bytes);
                            }
                            _ => self.write_image(part, ty, at + offset, bytes, span)?,
                        }
                    }
                }
                return Ok(());
            }
            Constant::Union(index, part) => {
                let Some(class) = self.cx.types.class_of(bare) else {
                    return self.bug(span, "a union value of a type that is no union");
                };
                let types = self.cx.subobjects(class);
                let ty = types.get(*index as usize).map_or(Ty::INT, |(ty, _)| *ty);
                return self.write_image(part, ty, at, bytes, span);
            }
            Constant::Address(_) | Constant::MemberPointer(_) => {
                return self.bug(span, "an address among the bytes of an object");
            }
        };
        let size = self.layout(bare, span)?.size;
        let range = at as usize..(at + size) as usize;
        match bytes.get_mut(range) {
            Some(place) => {
                for (byte, bits) in place.iter_mut().zip(bits.to_le_bytes()) {
                    *byte = bits;
                }
                Ok(())
            }
            None => self.bug(span, "a constant larger than its object"),
        }
    }
}

/// The number type that all leaves of an object have, without gaps; else bytes.
fn image_element(lowerer: &Lowerer<'_, '_>, layout: &Layout) -> Scalar {
    let element = |ir| match lowerer.types.elem(ir) {
        Some(ir::Elem::Scalar(Scalar::I1)) | None => Scalar::I8,
        Some(ir::Elem::Scalar(scalar)) => scalar,
        Some(ir::Elem::Ptr(_)) => Scalar::I64,
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

/// Whether an address of an object or function, or of a member, is part of a value.
fn holds_address(value: &Constant) -> bool {
    match value {
        Constant::Indeterminate | Constant::Int(_) | Constant::Float(_) => false,
        Constant::Address(Address::Null | Address::Integer(_)) => false,
        Constant::Address(_) | Constant::MemberPointer(_) => true,
        Constant::Aggregate(parts) => parts.iter().any(holds_address),
        Constant::Union(_, part) => holds_address(part),
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
