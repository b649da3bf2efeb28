//! The deduction candidate of an aggregate class template ([over.match.class.deduct]/1.8).
//!
//! In: the class with its parameters open and the arguments of the initialiser. Out: a guide whose
//! parameters are the elements that the arguments initialise. Where braces are left out these are
//! elements of elements; that is considered only where no template parameter has a say in it: not
//! for an element of dependent class type, nor for an array whose bound is deduced.

use std::rc::Rc;

use lang::ast;
use lang::base::Span;
use smallvec::{SmallVec, smallvec};

use super::ctad::{Guides, blank_signature, plain};
use super::deduce::ArgInfo;
use super::pack::{Element, Pattern};
use crate::Cx;
use crate::check::operand::Source;
use crate::entity::{ClassId, TemplateId};
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::ExprKind;

/// The way to what an argument initialises: an element of the class, then one of that, and so on.
type Path = SmallVec<[usize; 2]>;

/// What one argument initialises.
struct Initialized {
    path: Path,
    /// As in the pattern of the class.
    ty: Ty,
}

impl<'a> Cx<'a> {
    pub(super) fn aggregate_guide(
        &mut self,
        template: TemplateId,
        class: ClassId,
        args: &[ArgInfo],
        span: Span,
        guides: &mut Guides,
    ) {
        let Some(elements) = self.aggregate_elements(class) else { return };
        let mut initialized = Vec::new();
        for (index, &ty) in elements.iter().enumerate() {
            // A pack before other elements has none ([over.match.class.deduct]/1.8).
            if matches!(self.types.kind(ty), TyKind::PackExpansion(_)) {
                if index + 1 == elements.len() {
                    initialized.push(Initialized { path: smallvec![index], ty });
                }
            } else if initialized.len() < args.len() {
                self.initialized_elements(ty, smallvec![index], args, &mut initialized);
            }
        }
        let takes_rest = initialized
            .last()
            .is_some_and(|last| matches!(self.types.kind(last.ty), TyKind::PackExpansion(_)));
        if args.len() > initialized.len() && !takes_rest {
            return;
        }
        let level = self.class_level(template, class);
        let params: Vec<Ty> = initialized.iter().map(|element| element.ty).collect();
        let mut signature = blank_signature(level, params);
        signature.class_level_only = true;
        let mut bindings = self.class_bindings(&signature.levels, guides);
        if let Err(reason) = self.deduce_from_args(&signature, &mut bindings, args) {
            return guides.reject(template, reason);
        }
        self.bind_alias_defaults(&signature.levels, &mut bindings, guides, span);
        let instance = match self.finish_class(template, &signature, &bindings, span) {
            Ok(instance) => instance,
            Err(reason) => return guides.reject(template, reason),
        };
        let ty = self.entities[instance].ty;
        let mut types: Vec<Ty> = Vec::with_capacity(args.len());
        for index in 0..args.len() {
            let found = match initialized.get(index) {
                Some(element) => self.element_at(ty, &element.path),
                // The pack that takes the rest.
                None => initialized.last().and_then(|last| {
                    let first = *last.path.first()?;
                    self.element_at(ty, &[first + index + 1 - initialized.len()])
                }),
            };
            match found {
                Some(ty) => types.push(ty),
                None => return,
            }
        }
        let function = self.guide_function(template, instance, &types, false, span);
        self.guide_signatures.insert(function, Rc::new(signature));
        guides.candidates.push(plain(function));
    }

    /// What the arguments from `out.len()` on initialise of an element ([dcl.init.aggr]/15).
    fn initialized_elements(
        &mut self,
        ty: Ty,
        path: Path,
        args: &[ArgInfo],
        out: &mut Vec<Initialized>,
    ) {
        let Some(arg) = args.get(out.len()) else { return };
        if !self.elides_braces(ty, arg) {
            return out.push(Initialized { path, ty });
        }
        for index in 0.. {
            if out.len() >= args.len() {
                return;
            }
            let Some(inner) = self.element_at(ty, &[index]) else { return };
            let mut path = path.clone();
            path.push(index);
            self.initialized_elements(inner, path, args, out);
        }
    }

    fn elides_braces(&mut self, ty: Ty, arg: &ArgInfo) -> bool {
        let ArgInfo::Expr { ty: found, category, expr } = *arg else { return false };
        let bare = self.types.unqualified(ty);
        match *self.types.kind(bare) {
            TyKind::Array(elem, ArrayLen::Known(len)) => {
                let is_string =
                    expr.is_some_and(|e| matches!(self.typed.exprs[e].kind, ExprKind::String(_)));
                let elem = self.types.strip_cv(elem);
                len > 0 && !(is_string && self.types.int_of(elem).is_some())
            }
            TyKind::Class(class) if !self.types.is_dependent(bare) => {
                self.complete_class(class, Span::NONE);
                let entity = &self.entities[class];
                let is_empty = entity.bases.is_empty() && entity.fields.is_empty();
                !is_empty
                    && entity.key != ast::TagKey::Union
                    && self.special_members(class).aggregate
                    && !self.converts_implicitly(Source { ty: found, category, expr }, bare)
            }
            _ => false,
        }
    }

    /// An element of an aggregate, or what a path leads to.
    fn element_at(&mut self, ty: Ty, path: &[usize]) -> Option<Ty> {
        let Some((&index, rest)) = path.split_first() else { return Some(ty) };
        let bare = self.types.unqualified(ty);
        let element = match *self.types.kind(bare) {
            TyKind::Array(elem, ArrayLen::Known(len)) if (index as u64) < len => elem,
            TyKind::Class(class) => {
                self.complete_class(class, Span::NONE);
                let entity = &self.entities[class];
                let n_bases = entity.bases.len();
                match entity.bases.get(index) {
                    Some(base) => base.ty,
                    None => entity.fields.get(index - n_bases)?.ty,
                }
            }
            _ => return None,
        };
        self.element_at(element, rest)
    }

    /// The types of the bases and fields, the parameters of the class open; `None` when a base is
    /// not public.
    fn aggregate_elements(&mut self, class: ClassId) -> Option<Vec<Ty>> {
        let decl = self.entities[class].decl?;
        let written = self.class_decl(decl)?;
        let outer = self.entities[class].outer;
        let mut elements = Vec::new();
        for base in &written.bases {
            let is_public = match base.access {
                Some(access) => access == ast::Access::Public,
                None => written.key == ast::TagKey::Struct,
            };
            if !is_public || base.is_virtual {
                return None;
            }
            if !base.is_pack_expansion {
                elements.push(self.resolve_type(outer, base.ty));
                continue;
            }
            for (index, element) in
                self.expansion(outer, Pattern::Type(base.ty))?.into_iter().enumerate()
            {
                let scope = self.scopes.expansion(outer, index as u32);
                let ty = self.resolve_type(scope, base.ty);
                elements.push(match element {
                    Element::Closed => ty,
                    Element::Open => self.types.intern(TyKind::PackExpansion(ty)),
                });
            }
        }
        elements.extend(self.entities[class].fields.iter().map(|field| field.ty));
        Some(elements)
    }
}
