//! Properties of a type or a template argument that follow from its parts, computed once when it
//! is interned.

use super::{ArrayLen, Exceptions, Param, TemplateArg, TemplateRef, TyKind, Types};

/// What is known of a type from its parts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TyFlags(u8);

impl TyFlags {
    pub const NONE: TyFlags = TyFlags(0);
    /// Mentions a template parameter.
    pub const DEPENDENT: TyFlags = TyFlags(1);
    /// Mentions `auto`, `decltype(auto)` or a class to be deduced.
    pub const PLACEHOLDER: TyFlags = TyFlags(2);
    pub const ERROR: TyFlags = TyFlags(4);
    /// Mentions a parameter pack that no `...` expands.
    pub const UNEXPANDED: TyFlags = TyFlags(8);

    pub fn has(self, other: TyFlags) -> bool {
        self.0 & other.0 != 0
    }

    pub fn union(self, other: TyFlags) -> TyFlags {
        TyFlags(self.0 | other.0)
    }

    fn without(self, other: TyFlags) -> TyFlags {
        TyFlags(self.0 & !other.0)
    }
}

impl Types {
    pub fn arg_flags(&self, arg: &TemplateArg) -> TyFlags {
        match arg {
            TemplateArg::Type(ty) | TemplateArg::Injected(ty, _) => self.flags(*ty),
            TemplateArg::Value(_, ty) => self.flags(*ty),
            TemplateArg::Template(template) => template_ref_flags(*template),
            TemplateArg::Pack(args) => self.list_flags(*args),
            TemplateArg::Param(param) => param_flags(*param),
            TemplateArg::Expr(_) => TyFlags::DEPENDENT,
            TemplateArg::Expansion(pattern) => {
                self.arg_flags(pattern).without(TyFlags::UNEXPANDED).union(TyFlags::DEPENDENT)
            }
            TemplateArg::Pending(_) => TyFlags::NONE,
            TemplateArg::Error => TyFlags::ERROR,
        }
    }

    pub(super) fn compute_flags(&self, kind: &TyKind) -> TyFlags {
        match kind {
            TyKind::Error => TyFlags::ERROR,
            TyKind::Void
            | TyKind::NullPtr
            | TyKind::Bool
            | TyKind::Int(_)
            | TyKind::Float(_)
            | TyKind::Class(_)
            | TyKind::Enum(_) => TyFlags::NONE,
            TyKind::Qualified(ty, _)
            | TyKind::Pointer(ty)
            | TyKind::LRef(ty)
            | TyKind::RRef(ty)
            | TyKind::Tile { elem: ty, .. } => self.flags(*ty),
            TyKind::MemberPointer { class, pointee } => {
                self.flags(*class).union(self.flags(*pointee))
            }
            TyKind::Array(elem, len) => match len {
                ArrayLen::Known(_) | ArrayLen::Unknown => self.flags(*elem),
                ArrayLen::Dependent(arg) => self.flags(*elem).union(self.arg_flags(arg)),
            },
            TyKind::Function(function) => {
                let exceptions = match &function.exceptions {
                    Exceptions::MayThrow | Exceptions::Noexcept => TyFlags::NONE,
                    Exceptions::Dependent(arg) => self.arg_flags(arg),
                };
                let types = function.params.iter().chain([&function.ret]);
                types.fold(exceptions, |flags, &ty| flags.union(self.flags(ty)))
            }
            TyKind::Param(param) => param_flags(*param),
            TyKind::Specialization { template, args } => self
                .list_flags(*args)
                .union(template_ref_flags(*template))
                .union(TyFlags::DEPENDENT),
            TyKind::DependentTile(args) => self.list_flags(*args).union(TyFlags::DEPENDENT),
            TyKind::DependentName { qualifier, args, .. } => {
                let args = args.map_or(TyFlags::NONE, |args| self.list_flags(args));
                self.flags(*qualifier).union(args).union(TyFlags::DEPENDENT)
            }
            TyKind::PackExpansion(pattern) => {
                self.flags(*pattern).without(TyFlags::UNEXPANDED).union(TyFlags::DEPENDENT)
            }
            TyKind::Unresolved(_) | TyKind::Decltype(_) => TyFlags::DEPENDENT,
            TyKind::Auto { .. } | TyKind::DeducedClass(_) => TyFlags::PLACEHOLDER,
        }
    }
}

fn param_flags(param: Param) -> TyFlags {
    if param.pack { TyFlags::DEPENDENT.union(TyFlags::UNEXPANDED) } else { TyFlags::DEPENDENT }
}

fn template_ref_flags(template: TemplateRef) -> TyFlags {
    match template {
        TemplateRef::Template(_) => TyFlags::NONE,
        TemplateRef::Param(param) => param_flags(param),
    }
}
