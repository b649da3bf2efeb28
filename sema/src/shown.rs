//! Which types are too long to be shown.
//!
//! A type is a graph and its name a tree: where `A` is `P<B, B>`, `B` is `P<C, C>` and so on, the
//! name doubles with each line of the source. A list of more than [`MAX_SHOWN`] types is shown as
//! `...`, so that the length of a message is bounded.

use crate::Cx;
use crate::entity::Owner;
use crate::ty::{Args, TemplateArg, Ty, TyKind};

/// Types and arguments that a list may consist of and still be shown.
pub(crate) const MAX_SHOWN: u32 = 256;

impl Cx<'_> {
    /// Whether arguments consist of no more than what is `left` to show, which is less then.
    pub(crate) fn are_shown(&self, args: Args, left: &mut u32) -> bool {
        self.types.list(args).iter().all(|arg| match arg {
            TemplateArg::Type(ty) | TemplateArg::Value(_, ty) | TemplateArg::Injected(ty, _) => {
                self.is_shown(*ty, left)
            }
            TemplateArg::Pack(args) => self.are_shown(*args, left),
            TemplateArg::Template(_)
            | TemplateArg::Param(_)
            | TemplateArg::Expr(_)
            | TemplateArg::Pending(_)
            | TemplateArg::Expansion(_)
            | TemplateArg::Error => take(left),
        })
    }

    fn is_shown(&self, ty: Ty, left: &mut u32) -> bool {
        if !take(left) {
            return false;
        }
        match self.types.kind(ty) {
            TyKind::Pointer(inner)
            | TyKind::LRef(inner)
            | TyKind::RRef(inner)
            | TyKind::Qualified(inner, _)
            | TyKind::Array(inner, _)
            | TyKind::PackExpansion(inner) => self.is_shown(*inner, left),
            TyKind::MemberPointer { class, pointee } => {
                self.is_shown(*class, left) && self.is_shown(*pointee, left)
            }
            TyKind::Function(function) => {
                self.is_shown(function.ret, left) && self.are_types_shown(&function.params, left)
            }
            TyKind::Class(class) => {
                let mut around = Some(*class);
                while let Some(class) = around {
                    let class = &self.entities[class];
                    if !class.template.is_none_or(|(_, args)| self.are_shown(args, left)) {
                        return false;
                    }
                    around = match class.owner {
                        Owner::Class(owner) => Some(owner),
                        Owner::Namespace(_) | Owner::Function => None,
                    };
                }
                true
            }
            TyKind::Specialization { args, .. } | TyKind::DependentTile(args) => {
                self.are_shown(*args, left)
            }
            TyKind::DependentName { qualifier, args, .. } => {
                self.is_shown(*qualifier, left)
                    && args.is_none_or(|args| self.are_shown(args, left))
            }
            TyKind::Tile { elem, .. } => self.is_shown(*elem, left),
            TyKind::Error
            | TyKind::Void
            | TyKind::NullPtr
            | TyKind::Bool
            | TyKind::Int(_)
            | TyKind::Float(_)
            | TyKind::Enum(_)
            | TyKind::Param(_)
            | TyKind::Unresolved(_)
            | TyKind::Decltype(_)
            | TyKind::Auto { .. }
            | TyKind::DeducedClass(_) => true,
        }
    }

    pub(crate) fn are_types_shown(&self, types: &[Ty], left: &mut u32) -> bool {
        types.iter().all(|&ty| self.is_shown(ty, left))
    }
}

/// Takes one of what is left.
fn take(left: &mut u32) -> bool {
    match left.checked_sub(1) {
        Some(less) => {
            *left = less;
            true
        }
        None => false,
    }
}
