//! Queries on a checked program: small questions of constant evaluation, lowering
//! and mangling, answered from the entities.

use std::rc::Rc;

use lang::ast;
use lang::base::Span;

use crate::Cx;
use crate::entity::{
    BitRange, BodyState, ClassId, Definition, Field, FunctionId, FunctionKind, FunctionOrigin,
    Owner, TemplateId, VarId,
};
use crate::ty::{Cv, Exceptions, FunctionTy, Ty, TyKind};
use crate::typed::{FunctionBody, Hints};

impl Cx<'_> {
    /// The checked definition of a function, checking it now if that was not done, for its use at
    /// `span`.
    pub fn checked_body(&mut self, function: FunctionId, span: Span) -> Option<Rc<FunctionBody>> {
        if matches!(self.entities[function].body, BodyState::Unchecked) {
            self.instantiate_body(function, span);
        }
        match &self.entities[function].body {
            BodyState::Checked(body) => Some(body.clone()),
            BodyState::Unchecked | BodyState::InProgress | BodyState::Error => None,
        }
    }

    /// Whether calls pass an object first: a non-static member function other than a constructor.
    pub fn has_object_parameter(&self, function: FunctionId) -> bool {
        let function = &self.entities[function];
        matches!(function.owner, Owner::Class(_))
            && !function.is_static
            && function.kind != FunctionKind::Constructor
    }

    /// The class that a member function belongs to.
    pub fn owner_class_type(&self, function: FunctionId) -> Option<Ty> {
        match self.entities[function].owner {
            Owner::Class(class) => Some(self.entities[class].ty),
            Owner::Namespace(_) | Owner::Function => None,
        }
    }

    /// The return type; `void` for constructors.
    pub fn function_return_type(&mut self, function: FunctionId) -> Ty {
        if self.entities[function].kind == FunctionKind::Constructor {
            return Ty::VOID;
        }
        self.return_type(function, Span::NONE)
    }

    pub fn returns_reference(&mut self, function: FunctionId) -> bool {
        let ty = self.function_return_type(function);
        self.types.is_ref(ty)
    }

    /// `constexpr`, `consteval`, a lambda's call operator, or defaulted: usable in constant
    /// expressions.
    pub fn is_constexpr(&self, function: FunctionId) -> bool {
        let function = &self.entities[function];
        function.is_constexpr
            || function.is_consteval
            || matches!(function.origin, FunctionOrigin::Implicit | FunctionOrigin::Lambda(_))
            || function.definition == Definition::Defaulted
    }

    pub fn var_type(&mut self, var: VarId) -> Ty {
        let span = self.entities[var].span;
        self.variable_type(var, span)
    }

    pub fn display_var(&self, var: VarId) -> String {
        self.text(self.entities[var].name).to_owned()
    }

    /// The type itself, or what an enumeration is made of.
    pub fn enum_to_underlying(&mut self, ty: Ty) -> Ty {
        match self.types.enum_of(ty) {
            Some(id) => self.underlying_type(id),
            None => ty,
        }
    }

    /// The element type of an array of any rank, without qualifiers; other types as they are.
    pub fn element_of(&self, ty: Ty) -> Ty {
        let mut ty = self.types.strip_cv(ty);
        while let TyKind::Array(elem, _) = *self.types.kind(ty) {
            ty = self.types.strip_cv(elem);
        }
        ty
    }

    /// Whether the end of an object of the type runs code.
    pub fn needs_destruction(&mut self, ty: Ty) -> bool {
        match self.types.class_of(self.element_of(ty)) {
            Some(class) => !self.special_members(class).trivially_destructible,
            None => false,
        }
    }

    /// The destructor of a class if it has a body of its own.
    pub fn written_destructor(&mut self, class: ClassId) -> Option<FunctionId> {
        let destructor = self.special_members(class).destructor?;
        let function = &self.entities[destructor];
        let is_written = matches!(function.origin, FunctionOrigin::Declared(_))
            && function.definition != Definition::Defaulted;
        is_written.then_some(destructor)
    }

    pub fn is_union(&self, class: ClassId) -> bool {
        self.entities[class].key == ast::TagKey::Union
    }

    /// The number of direct bases, the type of own field `index`, and whether the class is a union.
    pub fn field_info(&self, class: ClassId, index: u32) -> (u32, Ty, bool) {
        let class_data = &self.entities[class];
        let ty = class_data.fields.get(index as usize).map_or(Ty::ERROR, |field| field.ty);
        (class_data.bases.len() as u32, ty, self.is_union(class))
    }

    /// The types of the bases and fields with their byte offsets, bases first.
    pub fn subobjects(&mut self, class: ClassId) -> Vec<(Ty, u64)> {
        let span = self.entities[class].span;
        self.complete_class(class, span);
        let class = &self.entities[class];
        let bases = class.bases.iter().map(|base| (base.ty, base.offset));
        bases.chain(class.fields.iter().map(|field| (field.ty, field.offset))).collect()
    }

    /// One of [`Cx::subobjects`].
    pub fn subobject_at(&mut self, class: ClassId, part: usize) -> Option<(Ty, u64)> {
        let span = self.entities[class].span;
        self.complete_class(class, span);
        let class = &self.entities[class];
        match part.checked_sub(class.bases.len()) {
            None => class.bases.get(part).map(|base| (base.ty, base.offset)),
            Some(index) => class.fields.get(index).map(|field| (field.ty, field.offset)),
        }
    }

    /// The bits of a base or field, counted as in [`Cx::subobjects`], that is a bit-field and has
    /// its unit not for itself.
    pub fn bit_range(&mut self, class: ClassId, part: usize) -> Option<BitRange> {
        let index = part.checked_sub(self.entities[class].bases.len())?;
        let field = self.entities[class].fields.get(index)?;
        let (ty, shift, width) = (field.ty, field.bit_shift, field.bit_width?);
        let (offset, is_named) = (field.offset, field.name.is_some());
        let (size, _) = self.layout(ty)?;
        if width >= size * 8 && is_named {
            return None;
        }
        let fields = &self.entities[class].fields;
        let is_beside = |at: &&Field| at.bit_width.is_some_and(|width| width > 0);
        let (mut first, mut last) = (field_bits(&fields[index]), field_bits(&fields[index]));
        if !self.is_union(class) {
            if let Some(field) = fields[..index].iter().rev().take_while(is_beside).last() {
                first = field_bits(field);
            }
            if let Some(field) = fields[index..].iter().take_while(is_beside).last() {
                last = field_bits(field);
            }
        }
        let first = (first.start / 8).max(offset) - offset;
        let end = last.end.div_ceil(8).min(offset + size) - offset;
        Some(BitRange { shift, width, first, end, is_named })
    }

    /// The types of the bases and fields, bases first.
    pub fn subobject_types(&mut self, class: ClassId) -> Vec<Ty> {
        self.subobjects(class).into_iter().map(|(ty, _)| ty).collect()
    }

    /// Whether a call may pass an object of the class as its bytes ([class.temporary]/3; "trivial
    /// for the purposes of calls" of the Itanium ABI): assignment does not matter.
    pub fn is_passed_as_bytes(&mut self, class: ClassId) -> bool {
        let special = self.special_members(class);
        let constructors = [
            (special.copy_constructor, special.trivial_copy_constructor),
            (special.move_constructor, special.trivial_move_constructor),
        ];
        let is_usable = |function: Option<FunctionId>| {
            function.is_some_and(|id| self.entities[id].definition != Definition::Deleted)
        };
        let mut usable = constructors.iter().filter(|(function, _)| is_usable(*function));
        special.trivially_destructible
            && usable.clone().next().is_some()
            && usable.all(|(_, is_trivial)| *is_trivial)
    }

    /// Whether parameter `index` of a function was declared `__restrict__`.
    pub fn is_restrict(&self, function: FunctionId, index: usize) -> bool {
        let decl = self.entities[function].params.get(index).and_then(|param| param.decl);
        let Some(decl) = decl else { return false };
        match &self.ast.decls[decl].kind {
            ast::DeclKind::Param(param) => self.ast.types[param.ty].cv.has(ast::Cv::RESTRICT),
            _ => false,
        }
    }

    /// The function type of a function template's own declaration, with [`TyKind::Param`]s: what
    /// mangling encodes.
    pub fn template_signature(&mut self, template: TemplateId) -> Option<Ty> {
        let signature = self.signature(template)?;
        let params: Vec<Ty> = signature.params.iter().map(|&ty| self.types.strip_cv(ty)).collect();
        Some(self.types.function(FunctionTy {
            ret: signature.ret.unwrap_or(Ty::VOID),
            params: params.into(),
            variadic: signature.variadic,
            cv: Cv::NONE,
            ref_qualifier: None,
            exceptions: Exceptions::MayThrow,
        }))
    }

    /// `[[cutile::hint]]` of a function's declaration.
    pub fn function_hints(&mut self, function: FunctionId) -> Hints {
        self.kernel_hints(function)
    }

    /// Whether a (cv) type is a class without data.
    pub fn is_empty_class(&mut self, ty: Ty) -> bool {
        match *self.types.kind(self.types.strip_cv(ty)) {
            TyKind::Class(class) => self.subobject_types(class).is_empty(),
            _ => false,
        }
    }
}

/// The bits of a bit-field in its object.
fn field_bits(field: &Field) -> std::ops::Range<u64> {
    let first = field.offset * 8 + field.bit_shift;
    first..first + field.bit_width.unwrap_or(0)
}
