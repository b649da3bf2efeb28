//! Types, interned: a [`Ty`] is an id, equal ids are the same type ([basic.types]).
//!
//! In: the constructors of [`Types`], which keep the canonical forms: no reference to a reference
//! ([dcl.ref]/6), no nested or empty cv-qualification, qualifiers of an array on its element
//! ([basic.type.qualifier]/3), no qualifiers on references and functions.
//!
//! Typedefs leave no trace here; `display` finds the user's spelling again. The kinds from
//! [`TyKind::Param`] on occur in *signatures* of templates only: they are the patterns that
//! deduction and partial ordering unify. A body is never checked with them, it is checked again
//! for each specialisation.

pub mod flags;
pub mod fundamental;
mod parts;

use std::hash::BuildHasherDefault;

use cranelift_entity::entity_impl;
use indexmap::IndexSet;
use lang::ast;
use lang::base::Name;
use rustc_hash::FxHasher;

use self::flags::TyFlags;
use self::fundamental::{FIXED, FloatKind, IntKind};
use crate::constexpr::value::Value;
use crate::entity::{ClassId, EnumId, TemplateId};
use crate::scope::ScopeId;

/// An interned type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ty(u32);
entity_impl!(Ty, "ty");

/// An interned list of template arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Args(u32);
entity_impl!(Args, "args");

/// A type as written and the scope that gives its names a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TypeRef {
    pub ty: ast::TypeExprId,
    pub scope: ScopeId,
}

/// An expression as written and the scope that gives its names a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExprRef {
    pub node: ExprNode,
    pub scope: ScopeId,
}

/// An expression, or a bare name whose nature the parser could not tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExprNode {
    Expr(ast::ExprId),
    Name(ast::QualNameId),
}

/// A set of cv-qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Cv(u8);

impl Cv {
    pub const NONE: Cv = Cv(0);
    pub const CONST: Cv = Cv(1);
    pub const VOLATILE: Cv = Cv(2);
    /// `__restrict__` below the top level of a type, where it only tells types apart.
    pub const RESTRICT: Cv = Cv(4);

    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    pub fn is_const(self) -> bool {
        self.0 & 1 != 0
    }

    pub fn is_volatile(self) -> bool {
        self.0 & 2 != 0
    }

    pub fn is_restrict(self) -> bool {
        self.0 & 4 != 0
    }

    pub fn union(self, other: Cv) -> Cv {
        Cv(self.0 | other.0)
    }

    /// The qualifiers of `self` that `other` lacks.
    pub fn without(self, other: Cv) -> Cv {
        Cv(self.0 & !other.0)
    }

    /// Whether every qualifier of `other` is in `self`.
    pub fn includes(self, other: Cv) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The ref-qualifier of a member function ([dcl.fct]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RefQualifier {
    LValue,
    RValue,
}

/// A function type ([dcl.fct]).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionTy {
    pub ret: Ty,
    /// Adjusted: decayed, and without top-level cv-qualifiers.
    pub params: Box<[Ty]>,
    pub variadic: bool,
    pub cv: Cv,
    pub ref_qualifier: Option<RefQualifier>,
    pub exceptions: Exceptions,
}

/// The exception specification of a function type ([except.spec]).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Exceptions {
    MayThrow,
    Noexcept,
    /// `noexcept(N)`, which depends on template parameters: a [`TemplateArg`] that is not a type.
    Dependent(Box<TemplateArg>),
}

impl Exceptions {
    pub fn of(is_noexcept: bool) -> Exceptions {
        if is_noexcept { Exceptions::Noexcept } else { Exceptions::MayThrow }
    }

    pub fn is_noexcept(&self) -> bool {
        *self == Exceptions::Noexcept
    }
}

/// The bound of an array type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    Known(u64),
    Unknown,
    /// Depends on template parameters: a [`TemplateArg`] that is not a type.
    Dependent(Box<TemplateArg>),
}

/// A template parameter inside the signature of its template. `depth` counts the enclosing
/// templates whose own parameters are still open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Param {
    pub depth: u16,
    pub index: u16,
    pub pack: bool,
}

/// What stands before the `<` of a template-id in a signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TemplateRef {
    Template(TemplateId),
    /// A template template parameter.
    Param(Param),
}

/// One template argument ([temp.arg]).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TemplateArg {
    Type(Ty),
    /// A converted constant of the type.
    Value(Value, Ty),
    Template(TemplateRef),
    /// The arguments of a parameter pack.
    Pack(Args),
    /// A non-type template parameter in a signature.
    Param(Param),
    /// A dependent expression in a signature.
    Expr(ExprRef),
    /// An expression that waits for the type of its parameter; gone once converted.
    Pending(ExprRef),
    /// An injected-class-name, which is a type or the template, as its parameter wants
    /// ([temp.local]/1); gone once converted.
    Injected(Ty, TemplateId),
    /// `pattern...` in a signature, where the pattern is not a type.
    Expansion(Box<TemplateArg>),
    /// Reported already.
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AutoKind {
    Auto,
    DecltypeAuto,
}

/// One level of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TyKind {
    /// Reported already; silent ever after.
    Error,
    Void,
    NullPtr,
    Bool,
    Int(IntKind),
    Float(FloatKind),
    /// The type is not a reference, function or array, and not itself qualified.
    Qualified(Ty, Cv),
    Pointer(Ty),
    LRef(Ty),
    RRef(Ty),
    MemberPointer {
        class: Ty,
        pointee: Ty,
    },
    Array(Ty, ArrayLen),
    Function(FunctionTy),
    Class(ClassId),
    Enum(EnumId),
    /// `__tile_t<E, dims...>`
    Tile {
        elem: Ty,
        dims: Box<[u64]>,
    },

    /// A type template parameter.
    Param(Param),
    /// A template-id with a dependent argument, or of a template template parameter.
    Specialization {
        template: TemplateRef,
        args: Args,
    },
    /// `__tile_t` with a dependent argument.
    DependentTile(Args),
    /// `typename qualifier::name`, `typename qualifier::template name<args>`
    DependentName {
        qualifier: Ty,
        name: Name,
        args: Option<Args>,
    },
    /// `pattern...` in a parameter or argument list.
    PackExpansion(Ty),
    /// A type as written that cannot be resolved before its template is instantiated; a
    /// non-deduced context throughout.
    Unresolved(TypeRef),
    /// `decltype(e)` of a dependent expression.
    Decltype(ExprRef),
    /// A placeholder that an initialiser or a return statement will replace.
    Auto {
        kind: AutoKind,
        constraint: Option<TypeRef>,
    },
    /// The placeholder for a deduced class type ([dcl.type.class.deduct]).
    DeducedClass(TemplateId),
}

type Interned<T> = IndexSet<T, BuildHasherDefault<FxHasher>>;

/// Owns all types and template argument lists of a program.
pub struct Types {
    kinds: Interned<TyKind>,
    flags: Vec<TyFlags>,
    lists: Interned<Box<[TemplateArg]>>,
    list_flags: Vec<TyFlags>,
    n_scalars_in_args: usize,
}

impl Default for Types {
    fn default() -> Self {
        Types::new()
    }
}

impl Types {
    pub fn new() -> Types {
        let mut types = Types {
            kinds: Interned::default(),
            flags: Vec::new(),
            lists: Interned::default(),
            list_flags: Vec::new(),
            n_scalars_in_args: 0,
        };
        for kind in FIXED {
            types.intern(kind.clone());
        }
        types.args(Vec::new());
        types
    }

    pub fn reserve(&mut self, n_types: usize) {
        self.kinds.reserve(n_types);
        self.flags.reserve(n_types);
        self.lists.reserve(n_types);
        self.list_flags.reserve(n_types);
    }

    pub fn kind(&self, ty: Ty) -> &TyKind {
        self.kinds.get_index(ty.0 as usize).unwrap_or(&TyKind::Error)
    }

    pub fn flags(&self, ty: Ty) -> TyFlags {
        self.flags.get(ty.0 as usize).copied().unwrap_or(TyFlags::ERROR)
    }

    pub fn is_dependent(&self, ty: Ty) -> bool {
        self.flags(ty).has(TyFlags::DEPENDENT)
    }

    pub fn is_error(&self, ty: Ty) -> bool {
        self.flags(ty).has(TyFlags::ERROR)
    }

    pub fn has_placeholder(&self, ty: Ty) -> bool {
        self.flags(ty).has(TyFlags::PLACEHOLDER)
    }

    /// The type of `kind`, which must be canonical; prefer the named constructors.
    pub fn intern(&mut self, kind: TyKind) -> Ty {
        if let Some(index) = self.kinds.get_index_of(&kind) {
            return Ty(index as u32);
        }
        let flags = self.compute_flags(&kind);
        self.intern_with(kind, flags)
    }

    fn intern_with(&mut self, kind: TyKind, flags: TyFlags) -> Ty {
        let (index, new) = self.kinds.insert_full(kind);
        if new {
            self.flags.push(flags);
        }
        Ty(index as u32)
    }

    /// The type of a class. `dependent` for the class that stands for all specialisations of its
    /// template ([temp.dep.type]).
    pub fn class(&mut self, id: ClassId, flags: TyFlags) -> Ty {
        self.intern_with(TyKind::Class(id), flags)
    }

    pub fn enumeration(&mut self, id: EnumId) -> Ty {
        self.intern_with(TyKind::Enum(id), TyFlags::NONE)
    }

    pub fn pointer(&mut self, pointee: Ty) -> Ty {
        self.intern(TyKind::Pointer(pointee))
    }

    /// `referent &`, collapsed.
    pub fn lref(&mut self, referent: Ty) -> Ty {
        let target = self.strip_ref(referent);
        self.intern(TyKind::LRef(target))
    }

    /// `referent &&`, collapsed.
    pub fn rref(&mut self, referent: Ty) -> Ty {
        match *self.kind(referent) {
            TyKind::LRef(_) | TyKind::RRef(_) => referent,
            _ => self.intern(TyKind::RRef(referent)),
        }
    }

    /// `ty` with the qualifiers added.
    pub fn qualified(&mut self, ty: Ty, cv: Cv) -> Ty {
        if cv.is_none() {
            return ty;
        }
        match self.kind(ty) {
            TyKind::Error | TyKind::LRef(_) | TyKind::RRef(_) | TyKind::Function(_) => ty,
            TyKind::Qualified(inner, old) => self.intern(TyKind::Qualified(*inner, old.union(cv))),
            TyKind::Array(elem, len) => {
                let (elem, len) = (*elem, len.clone());
                let elem = self.qualified(elem, cv);
                self.intern(TyKind::Array(elem, len))
            }
            _ => self.intern(TyKind::Qualified(ty, cv)),
        }
    }

    pub fn add_const(&mut self, ty: Ty) -> Ty {
        self.qualified(ty, Cv::CONST)
    }

    pub fn array(&mut self, elem: Ty, len: ArrayLen) -> Ty {
        self.intern(TyKind::Array(elem, len))
    }

    pub fn function(&mut self, function: FunctionTy) -> Ty {
        self.intern(TyKind::Function(function))
    }

    pub fn member_pointer(&mut self, class: Ty, pointee: Ty) -> Ty {
        self.intern(TyKind::MemberPointer { class, pointee })
    }

    pub fn tile(&mut self, elem: Ty, dims: &[u64]) -> Ty {
        self.intern(TyKind::Tile { elem, dims: dims.into() })
    }

    /// The list of `args`.
    pub fn args(&mut self, args: Vec<TemplateArg>) -> Args {
        if let Some(index) = self.lists.get_index_of(args.as_slice()) {
            return Args(index as u32);
        }
        let flags = args.iter().fold(TyFlags::NONE, |f, arg| f.union(self.arg_flags(arg)));
        for arg in &args {
            if let TemplateArg::Value(value @ Value::Aggregate(_), _) = arg {
                self.n_scalars_in_args += value.n_scalars();
            }
        }
        let (index, _) = self.lists.insert_full(args.into());
        self.list_flags.push(flags);
        Args(index as u32)
    }

    /// How many scalars the arguments of class type consist of.
    pub fn n_scalars_in_args(&self) -> usize {
        self.n_scalars_in_args
    }

    pub fn list(&self, args: Args) -> &[TemplateArg] {
        self.lists.get_index(args.0 as usize).map_or(&[], |list| list)
    }

    /// The constant that an argument is, with its type.
    pub fn constant(&self, args: Args, index: u32) -> Option<(&Value, Ty)> {
        match self.list(args).get(index as usize) {
            Some(TemplateArg::Value(value, ty)) => Some((value, *ty)),
            _ => None,
        }
    }

    pub fn list_flags(&self, args: Args) -> TyFlags {
        self.list_flags.get(args.0 as usize).copied().unwrap_or(TyFlags::ERROR)
    }
}
