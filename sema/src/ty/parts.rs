//! Taking types apart: qualifiers, referents and pointees, and the categories of [basic.types.general].

use super::fundamental::{FloatKind, IntKind};
use super::{Cv, FunctionTy, Ty, TyKind, Types};
use crate::entity::{ClassId, EnumId};

impl Types {
    pub fn cv(&self, ty: Ty) -> Cv {
        match self.kind(ty) {
            TyKind::Qualified(_, cv) => *cv,
            TyKind::Array(elem, _) => self.cv(*elem),
            _ => Cv::NONE,
        }
    }

    /// `ty` without its top-level qualifiers; of an array, without those of its element.
    pub fn unqualified(&mut self, ty: Ty) -> Ty {
        match self.kind(ty) {
            TyKind::Qualified(inner, _) => *inner,
            TyKind::Array(elem, len) => {
                let (elem, len) = (*elem, len.clone());
                let elem = self.unqualified(elem);
                self.intern(TyKind::Array(elem, len))
            }
            _ => ty,
        }
    }

    /// `ty` without qualifiers, where it is known to be no array.
    pub fn strip_cv(&self, ty: Ty) -> Ty {
        match self.kind(ty) {
            TyKind::Qualified(inner, _) => *inner,
            _ => ty,
        }
    }

    /// The referent of a reference, or `ty` itself.
    pub fn strip_ref(&self, ty: Ty) -> Ty {
        match self.kind(ty) {
            TyKind::LRef(inner) | TyKind::RRef(inner) => *inner,
            _ => ty,
        }
    }

    /// `std::remove_cvref_t`, for all but arrays.
    pub fn strip_cvref(&self, ty: Ty) -> Ty {
        self.strip_cv(self.strip_ref(ty))
    }

    pub fn is_ref(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TyKind::LRef(_) | TyKind::RRef(_))
    }

    pub fn is_void(&self, ty: Ty) -> bool {
        self.strip_cv(ty) == Ty::VOID
    }

    /// The pointee of a (cv) pointer to object or function.
    pub fn pointee(&self, ty: Ty) -> Option<Ty> {
        match self.kind(self.strip_cv(ty)) {
            TyKind::Pointer(pointee) => Some(*pointee),
            _ => None,
        }
    }

    /// The element type of an array type.
    pub fn element_of(&self, ty: Ty) -> Option<Ty> {
        match *self.kind(self.strip_cv(ty)) {
            TyKind::Array(element, _) => Some(element),
            _ => None,
        }
    }

    /// The type of the innermost elements of an array type; any other type itself.
    pub fn element_of_arrays(&self, ty: Ty) -> Ty {
        let mut ty = ty;
        while let TyKind::Array(elem, _) = *self.kind(ty) {
            ty = elem;
        }
        ty
    }

    pub fn class_of(&self, ty: Ty) -> Option<ClassId> {
        match self.kind(self.strip_cv(ty)) {
            TyKind::Class(id) => Some(*id),
            _ => None,
        }
    }

    pub fn enum_of(&self, ty: Ty) -> Option<EnumId> {
        match self.kind(self.strip_cv(ty)) {
            TyKind::Enum(id) => Some(*id),
            _ => None,
        }
    }

    pub fn function_of(&self, ty: Ty) -> Option<&FunctionTy> {
        match self.kind(ty) {
            TyKind::Function(function) => Some(function),
            _ => None,
        }
    }

    pub fn int_of(&self, ty: Ty) -> Option<IntKind> {
        match self.kind(self.strip_cv(ty)) {
            TyKind::Int(kind) => Some(*kind),
            _ => None,
        }
    }

    pub fn float_of(&self, ty: Ty) -> Option<FloatKind> {
        match self.kind(self.strip_cv(ty)) {
            TyKind::Float(kind) => Some(*kind),
            _ => None,
        }
    }

    /// [basic.fundamental]/11: `bool` included, enumerations not.
    pub fn is_integral(&self, ty: Ty) -> bool {
        matches!(self.kind(self.strip_cv(ty)), TyKind::Bool | TyKind::Int(_))
    }

    pub fn is_floating(&self, ty: Ty) -> bool {
        matches!(self.kind(self.strip_cv(ty)), TyKind::Float(_))
    }

    pub fn is_arithmetic(&self, ty: Ty) -> bool {
        self.is_integral(ty) || self.is_floating(ty)
    }

    /// [basic.types.general]/9
    pub fn is_scalar(&self, ty: Ty) -> bool {
        matches!(
            self.kind(self.strip_cv(ty)),
            TyKind::Bool
                | TyKind::Int(_)
                | TyKind::Float(_)
                | TyKind::Enum(_)
                | TyKind::Pointer(_)
                | TyKind::MemberPointer { .. }
                | TyKind::NullPtr
        )
    }

    /// Array-to-pointer and function-to-pointer, and no top-level qualifiers: the adjustment of
    /// a parameter type ([dcl.fct]/5) and `std::decay` of an object type.
    pub fn decay(&mut self, ty: Ty) -> Ty {
        match *self.kind(ty) {
            TyKind::Array(elem, _) => self.pointer(elem),
            TyKind::Function(_) => self.pointer(ty),
            TyKind::Qualified(inner, _) => inner,
            _ => ty,
        }
    }
}
