//! The signature of a kernel: the parameter types as data, for launchers in other languages.
//!
//! In: a checked kernel. Out: a [`KernelSignature`] with one [`Parameter`] for each declared one, in
//! order. Sizes are those of the device ABI, which for every type that a kernel can take is the
//! host's too (Itanium C++ ABI, LP64).

use crate::Cx;
use crate::entity::{ClassId, ClassState, FunctionId};
use crate::ty::fundamental::{FloatKind, IntKind};
use crate::ty::{Ty, TyKind};

/// A kernel as its callers see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelSignature {
    pub symbol: String,
    /// `vectorAdd`, `gemm<__half, 64, 64, 32>`
    pub source: String,
    pub parameters: Vec<Parameter>,
}

impl KernelSignature {
    /// `vectorAdd(const float *a, unsigned long n)`, as the user wrote it.
    pub fn declaration(&self) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(Parameter::declaration).collect();
        format!("{}({})", self.source, parameters.join(", "))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// As declared, else `argN`.
    pub name: String,
    /// The type in the user's spelling.
    pub spelling: String,
    pub ty: ParameterType,
}

impl Parameter {
    /// `const float *a`
    pub fn declaration(&self) -> String {
        format!("{} {}", self.spelling, self.name)
    }
}

/// What the bytes of an argument are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParameterType {
    Number(Number),
    Pointer {
        pointee: Pointee,
        /// Whether the kernel may only read through it.
        is_const: bool,
    },
    /// An object of class type, passed by value.
    Object {
        size: u64,
        align: u64,
    },
}

/// What a pointer parameter points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointee {
    Number(Number),
    Object {
        size: u64,
        align: u64,
    },
    /// `void`, a function, or a class that is not complete.
    Opaque,
}

/// A scalar that host and device have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Number {
    Bool,
    /// Of at most 64 bits.
    Int(IntKind),
    Float(FloatKind),
}

impl Cx<'_> {
    /// The signature of a kernel, whose symbol and source name are known.
    pub(crate) fn kernel_signature(
        &mut self,
        kernel: FunctionId,
        symbol: String,
        source: String,
    ) -> KernelSignature {
        let declared = self.entities[kernel].params.clone();
        let parameters = declared.iter().enumerate().map(|(index, parameter)| {
            let name = parameter.name.map(|name| self.text(name).to_owned());
            let ty = self.types.strip_cv(parameter.ty);
            Parameter {
                name: name.unwrap_or_else(|| format!("arg{index}")),
                spelling: self.show(ty),
                ty: self.passed_as(ty),
            }
        });
        KernelSignature { parameters: parameters.collect(), symbol, source }
    }

    /// What a launch passes for a parameter of the type.
    fn passed_as(&mut self, ty: Ty) -> ParameterType {
        if let Some(pointee) = self.types.pointee(ty) {
            let cv = self.types.cv(pointee);
            let pointee = match self.number(pointee) {
                Some(number) => Pointee::Number(number),
                None => self.pointee_object(pointee),
            };
            return ParameterType::Pointer { pointee, is_const: cv.is_const() };
        }
        match self.number(ty) {
            Some(number) => ParameterType::Number(number),
            None => {
                let (size, align) = self.layout(ty).unwrap_or((1, 1));
                ParameterType::Object { size: size.max(1), align: align.max(1) }
            }
        }
    }

    fn pointee_object(&mut self, ty: Ty) -> Pointee {
        let ty = self.types.strip_cv(ty);
        let is_object = match *self.types.kind(ty) {
            TyKind::Class(class) => self.is_already_complete(class),
            TyKind::Array(..) | TyKind::Pointer(_) => true,
            _ => false,
        };
        match is_object.then(|| self.layout(ty)).flatten() {
            Some((size, align)) => Pointee::Object { size, align },
            None => Pointee::Opaque,
        }
    }

    /// Whether a class is complete as it is: a host has no use for what is instantiated for it, and
    /// the kernel none for the errors of that.
    fn is_already_complete(&self, class: ClassId) -> bool {
        matches!(self.entities[class].state, ClassState::Complete)
    }

    /// The scalar that a type is, an enumeration is made of, or a class like `__half` wraps.
    fn number(&mut self, ty: Ty) -> Option<Number> {
        let bare = self.types.strip_cv(ty);
        let bare = self.enum_to_underlying(bare);
        match *self.types.kind(bare) {
            TyKind::Bool => Some(Number::Bool),
            TyKind::Int(kind) if kind.bits() <= 64 => Some(Number::Int(kind)),
            // Sixteen bytes on the host.
            TyKind::Float(FloatKind::LongDouble) => None,
            TyKind::Float(kind) => Some(Number::Float(kind)),
            TyKind::Class(class) if self.is_already_complete(class) => {
                let parts = self.subobjects(class);
                let only = match parts[..] {
                    [(only, 0)] => only,
                    // A float and its bits.
                    [(float, 0), (bits, 0)]
                        if self.is_union(class) && self.types.float_of(float).is_some() =>
                    {
                        self.types.int_of(bits).filter(|kind| !kind.is_signed())?;
                        float
                    }
                    _ => return None,
                };
                let is_bare = self.layout(bare) == self.layout(only)
                    && self.bit_range(class, 0).is_none()
                    && !self.entities[class].is_polymorphic;
                if is_bare { self.number(only) } else { None }
            }
            _ => None,
        }
    }
}
