//! How large objects of a class are, counted before anything walks through them ([implimits]).
//!
//! A class is a graph and its objects are trees: where each class has two members of the class
//! before, the subobjects double with each line of the source. All that follows bases and members
//! down (layout, lookup, conversions, special members) takes time in their number, so a class of
//! more than [`MAX_SUBOBJECTS`] is refused. An array counts as one of its elements there, since no
//! pass visits each element;
//! what makes values of whole arrays asks [`Cx::scalar_count`].

use lang::base::Diagnostic;

use crate::Cx;
use crate::codes;
use crate::entity::ClassId;
use crate::ty::{ArrayLen, Ty, TyKind};

/// Subobjects of class type in one object; [implimits] names 16,384 for direct and indirect bases.
const MAX_SUBOBJECTS: u32 = 1 << 14;

/// Bytes of one object: more than a process can address.
const MAX_BYTES: u64 = 1 << 48;

impl Cx<'_> {
    /// Counts the subobjects of a class whose bases and fields are resolved; `false` if they are
    /// too many or too large, which has been reported.
    pub(crate) fn measure_class(&mut self, class: ClassId) -> bool {
        let entity = &self.entities[class];
        let (span, ty) = (entity.span, entity.ty);
        let bases: Vec<Ty> = entity.bases.iter().map(|base| base.ty).collect();
        let fields: Vec<Ty> = entity.fields.iter().map(|field| field.ty).collect();
        let (mut n_subobjects, mut n_scalars, mut n_bytes) = (1u32, 0u64, 0u64);
        for part in bases.into_iter().chain(fields) {
            if let Some(inner) = self.class_of_element(part) {
                n_subobjects = n_subobjects.saturating_add(self.entities[inner].n_subobjects);
            }
            n_scalars = n_scalars.saturating_add(self.scalar_count(part));
            if !self.types.is_error(part) {
                let size = self.layout(part).map_or(u64::MAX, |(size, _)| size);
                n_bytes = n_bytes.saturating_add(size);
            }
        }
        self.entities[class].n_subobjects = n_subobjects;
        self.entities[class].n_scalars = n_scalars;
        let (what, limit) = match (n_subobjects > MAX_SUBOBJECTS, n_bytes > MAX_BYTES) {
            (true, _) => ("subobjects", u64::from(MAX_SUBOBJECTS)),
            (false, true) => ("bytes", MAX_BYTES),
            (false, false) => return true,
        };
        let message = format!("an object of `{}` has more than {limit} {what}", self.show(ty));
        let mut diagnostic = Diagnostic::new(codes::OBJECT_LIMIT, span, message);
        // Of classes that double, the first that is too large says it for those that follow.
        diagnostic.is_consequence = true;
        self.report(diagnostic);
        false
    }

    /// How many scalars and tiles an object of a complete type consists of.
    pub(crate) fn scalar_count(&self, ty: Ty) -> u64 {
        match *self.types.kind(ty) {
            TyKind::Qualified(inner, _) => self.scalar_count(inner),
            TyKind::Array(element, ArrayLen::Known(len)) => {
                self.scalar_count(element).saturating_mul(len)
            }
            TyKind::Class(class) => self.entities[class].n_scalars,
            _ => 1,
        }
    }
}
