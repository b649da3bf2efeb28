//! Objects with static storage ([basic.stc.static]): variables of namespaces and classes, static
//! locals, string literals.
//!
//! A constant is a slot like any local object, so what is read of it at a known place costs
//! nothing. It gets memory only if it is addressed at run time (a table with a dynamic index), and
//! then all its uses share one `global` of the module. A variable that is not a constant always has
//! such a `global`: its address is known to the host by the mangled name, and its value outlives
//! the kernel.
//!
//! The contents of such memory before the first kernel runs are its image
//! ([`image`](super::image)).

use ir::{DenseConstant, Global, GlobalData, Relocation, Scalar, Visibility};
use lang::base::{Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::image::{Image, image_element, obstacle};
use super::storage::{Origin, OriginKind, Place};
use super::{Low, Lowerer, Stop};
use crate::codes;
use crate::constexpr::value::{Address, Root, Text, Value as Constant};
use crate::entity::VarId;
use crate::mangle;
use crate::ty::{ArrayLen, Ty};

/// The memory that a module's kernels share.
#[derive(Default)]
pub(super) struct Globals {
    pub data: cranelift_entity::PrimaryMap<Global, GlobalData>,
    pub relocations: Vec<Relocation>,
    of: FxHashMap<StaticObject, Global>,
    names: FxHashSet<String>,
    /// Every string literal has a number, equal ones the same.
    strings: FxHashMap<Text, u32>,
    /// The values of the variables that are constants.
    constants: FxHashMap<VarId, Option<Constant>>,
    /// Whether a variable that is a constant holds an address of itself.
    cyclic: FxHashMap<VarId, bool>,
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
        let value = self.static_constant(var);
        if let Some(broken) = self.cx.entities[var].broken.clone() {
            // Each use of the value repeats its evaluation.
            let holds = self.int_constant(Scalar::I1, 0);
            self.ins().require(holds, broken.rule, broken.text);
        }
        match value {
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
                let place = self.global_place(global, ty)?;
                self.freeze_variable(&place, ty, span)?;
                Ok(place)
            }
        }
    }

    /// A string literal as an object.
    pub(super) fn string_object(&mut self, text: &Text, span: Span) -> Low<Place> {
        let (object, value, ty) = self.string_constant(text);
        self.constant_object(object, &value, ty, span)
    }

    fn string_constant(&mut self, text: &Text) -> (StaticObject, Constant, Ty) {
        let next = self.globals.strings.len() as u32;
        let number = *self.globals.strings.entry(text.clone()).or_insert(next);
        let ty = self.cx.types.array(text.unit, ArrayLen::Known(text.units.len() as u64));
        let value = Constant::Aggregate(text.elements().collect());
        (StaticObject::String(number), value, ty)
    }

    /// The memory of a variable, whether it is a constant or not.
    pub(super) fn variable_memory(&mut self, var: VarId, span: Span) -> Low<Global> {
        let object = StaticObject::Variable(var);
        if let Some(&global) = self.globals.of.get(&object) {
            return Ok(global);
        }
        let ty = self.cx.var_type(var);
        let value = match self.static_constant(var) {
            Some(value) => value,
            None => self.initial_value(var, span)?,
        };
        self.reserve(object, &value, ty, span)
    }

    pub(super) fn string_memory(&mut self, text: &Text, span: Span) -> Low<Global> {
        let (object, value, ty) = self.string_constant(text);
        match self.globals.of.get(&object) {
            Some(&global) => Ok(global),
            None => self.reserve(object, &value, ty, span),
        }
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
        let wants_memory = self.demoted.contains(&origin)
            || layout.is_large
            || self.refers_to_itself(object, value);
        // What only the compiler knows, such as a function, is not part of an image.
        if wants_memory && obstacle(value).is_none() {
            let global = match self.globals.of.get(&object) {
                Some(&global) => global,
                None => self.reserve(object, value, ty, span)?,
            };
            return self.global_place(global, ty);
        }
        let leaves = self.constant_leaves(value, ty, span)?;
        let place = self.new_object(origin, ty, leaves, span)?;
        // The elements of a literal are constant, whatever the type says here.
        let ty = match object {
            StaticObject::Variable(_) => ty,
            StaticObject::String(_) => self.cx.types.add_const(ty),
        };
        self.freeze(&place, ty, span)?;
        Ok(place)
    }

    /// Whether a constant holds an address of itself, by way of other constants or not: no slot can.
    fn refers_to_itself(&mut self, object: StaticObject, value: &Constant) -> bool {
        let StaticObject::Variable(var) = object else { return false };
        if let Some(&known) = self.globals.cyclic.get(&var) {
            return known;
        }
        let is_cyclic = self.reaches(var, value);
        self.globals.cyclic.insert(var, is_cyclic);
        is_cyclic
    }

    /// Whether a constant holds an address of a variable that holds this one.
    fn reaches(&mut self, var: VarId, value: &Constant) -> bool {
        let mut todo = Vec::new();
        variables_of(value, &mut todo);
        let mut seen = FxHashSet::default();
        while let Some(at) = todo.pop() {
            if at == var {
                return true;
            }
            // What is on no cycle cannot lead back.
            if self.globals.cyclic.get(&at) != Some(&false)
                && seen.insert(at)
                && let Some(value) = self.static_constant(at)
            {
                variables_of(&value, &mut todo);
            }
        }
        false
    }

    fn global_place(&mut self, global: Global, ty: Ty) -> Low<Place> {
        let elem = self.globals.data[global].value.elem();
        let pointer = self.types.ptr(elem);
        let address = self.ins().get_global(global, pointer);
        let pointee = self.pointee(ty);
        Ok(Place::Memory(self.cast_pointer(address, pointee)))
    }

    /// The value of a variable that no part of the program can change.
    pub(super) fn static_constant(&mut self, var: VarId) -> Option<Constant> {
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
            Ok(Some(value)) => match obstacle(&value) {
                None => return Ok(value),
                Some(what) => {
                    let message = format!("the initial value of `{name}` holds {what}");
                    Diagnostic::new(codes::GLOBAL_STORAGE, self.user_span(span), message)
                        .secondary(declared, "declared here")
                        .note("it can change, and tile code has nothing like that at run time")
                        .help(format!("make `{name}` `constexpr`: then it is known in the kernel"))
                }
            },
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
        let count = size.div_ceil(u64::from(elem.bytes())).next_power_of_two();
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
            // The dimensions of a tile are powers of two.
            ty: self.types.tile(&[count as u32], elem),
            value: DenseConstant::splat(elem, 0),
            alignment: layout.align,
            visibility: if is_public { Visibility::Public } else { Visibility::Private },
            constant,
            span,
        };
        let global = self.globals.data.push(data);
        // An object may hold its own address, or that of one that holds its.
        self.globals.of.insert(object, global);
        let mut image = Image::new(count * u64::from(elem.bytes()));
        self.write_image(value, ty, 0, &mut image, span)?;
        self.globals.data[global].value = image.elements(elem);
        let relocations = image.addresses.into_iter();
        self.globals.relocations.extend(relocations.map(|(offset, target, addend)| Relocation {
            global,
            offset,
            target,
            addend,
        }));
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
}

/// The variables that a constant holds addresses of.
fn variables_of(value: &Constant, found: &mut Vec<VarId>) {
    match value {
        Constant::Address(Address::Object { root: Root::Global(var), .. }) => found.push(*var),
        Constant::Aggregate(parts) => parts.iter().for_each(|part| variables_of(part, found)),
        Constant::Union(_, part) => variables_of(part, found),
        Constant::Address(_)
        | Constant::Indeterminate
        | Constant::Int(_)
        | Constant::Float(_)
        | Constant::MemberPointer(_) => {}
    }
}
