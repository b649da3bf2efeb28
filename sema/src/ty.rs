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

use std::hash::BuildHasherDefault;

use cranelift_entity::entity_impl;
use indexmap::IndexSet;
use lang::ast;
use lang::base::Name;
use rustc_hash::FxHasher;

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

/// The types that every program has, under fixed ids.
macro_rules! fixed_types {
    ($($(#[$doc:meta])* $name:ident = $kind:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Fixed { $($name),* }
        impl Ty {
            $($(#[$doc])* pub const $name: Ty = Ty(Fixed::$name as u32);)*
        }
        const FIXED: &[TyKind] = &[$($kind),*];
    };
}

fixed_types! {
    ERROR = TyKind::Error;
    VOID = TyKind::Void;
    NULLPTR = TyKind::NullPtr;
    BOOL = TyKind::Bool;
    CHAR = TyKind::Int(IntKind::Char);
    SCHAR = TyKind::Int(IntKind::SChar);
    UCHAR = TyKind::Int(IntKind::UChar);
    CHAR8 = TyKind::Int(IntKind::Char8);
    CHAR16 = TyKind::Int(IntKind::Char16);
    CHAR32 = TyKind::Int(IntKind::Char32);
    WCHAR = TyKind::Int(IntKind::WChar);
    SHORT = TyKind::Int(IntKind::Short);
    USHORT = TyKind::Int(IntKind::UShort);
    INT = TyKind::Int(IntKind::Int);
    UINT = TyKind::Int(IntKind::UInt);
    LONG = TyKind::Int(IntKind::Long);
    ULONG = TyKind::Int(IntKind::ULong);
    LLONG = TyKind::Int(IntKind::LongLong);
    ULLONG = TyKind::Int(IntKind::ULongLong);
    INT128 = TyKind::Int(IntKind::Int128);
    UINT128 = TyKind::Int(IntKind::UInt128);
    F16 = TyKind::Float(FloatKind::F16);
    BF16 = TyKind::Float(FloatKind::BF16);
    TF32 = TyKind::Float(FloatKind::TF32);
    E4M3 = TyKind::Float(FloatKind::E4M3);
    E5M2 = TyKind::Float(FloatKind::E5M2);
    FLOAT = TyKind::Float(FloatKind::F32);
    DOUBLE = TyKind::Float(FloatKind::F64);
    /// The same values as `double` on the device, yet a type of its own.
    LONG_DOUBLE = TyKind::Float(FloatKind::LongDouble);
}

impl Ty {
    /// `std::size_t`
    pub const SIZE: Ty = Ty::ULONG;
    /// `std::ptrdiff_t`
    pub const PTRDIFF: Ty = Ty::LONG;
}

/// The integer types but `bool` ([basic.fundamental]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntKind {
    Char,
    SChar,
    UChar,
    Char8,
    Char16,
    Char32,
    WChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

impl IntKind {
    /// Width in bits on the device (LP64).
    pub fn bits(self) -> u32 {
        use IntKind::*;
        match self {
            Char | SChar | UChar | Char8 => 8,
            Char16 | Short | UShort => 16,
            Char32 | WChar | Int | UInt => 32,
            Long | ULong | LongLong | ULongLong => 64,
            Int128 | UInt128 => 128,
        }
    }

    pub fn is_signed(self) -> bool {
        use IntKind::*;
        match self {
            Char | SChar | WChar | Short | Int | Long | LongLong | Int128 => true,
            UChar | Char8 | Char16 | Char32 | UShort | UInt | ULong | ULongLong | UInt128 => false,
        }
    }

    /// Integer conversion rank ([conv.rank]); larger is higher.
    pub fn rank(self) -> u32 {
        use IntKind::*;
        match self {
            Char | SChar | UChar | Char8 => 1,
            Char16 | Short | UShort => 2,
            Char32 | WChar | Int | UInt => 3,
            Long | ULong => 4,
            LongLong | ULongLong => 5,
            Int128 | UInt128 => 6,
        }
    }

    /// The unsigned type of the same rank ([conv.rank]/1.3).
    pub fn to_unsigned(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | SChar | UChar | Char8 => UChar,
            Char16 | Short | UShort => UShort,
            Char32 | WChar | Int | UInt => UInt,
            Long | ULong => ULong,
            LongLong | ULongLong => ULongLong,
            Int128 | UInt128 => UInt128,
        }
    }

    /// The signed type of the same rank.
    pub fn to_signed(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | SChar | UChar | Char8 => SChar,
            Char16 | Short | UShort => Short,
            Char32 | WChar | Int | UInt => Int,
            Long | ULong => Long,
            LongLong | ULongLong => LongLong,
            Int128 | UInt128 => Int128,
        }
    }

    /// `char8_t`, `char16_t`, `char32_t`, `wchar_t` and the plain `char`: no standard integer
    /// type, whatever its width.
    pub fn is_character(self) -> bool {
        use IntKind::*;
        matches!(self, Char | Char8 | Char16 | Char32 | WChar)
    }
}

/// The floating-point types, those of the tile extensions included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    F16,
    BF16,
    TF32,
    E4M3,
    E5M2,
    F32,
    F64,
    LongDouble,
}

impl FloatKind {
    /// Width of the storage in bits.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::E4M3 | FloatKind::E5M2 => 8,
            FloatKind::F16 | FloatKind::BF16 => 16,
            FloatKind::TF32 | FloatKind::F32 => 32,
            FloatKind::F64 | FloatKind::LongDouble => 64,
        }
    }
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
    pub noexcept: bool,
}

/// The bound of an array type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    Known(u64),
    Unknown,
    /// Depends on template parameters: a [`TemplateArg`] that is no type.
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
    /// `pattern...` in a signature, where the pattern is no type.
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
    /// The type is no reference, function or array, and not itself qualified.
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
        match self.kind(ty).clone() {
            TyKind::Error | TyKind::LRef(_) | TyKind::RRef(_) | TyKind::Function(_) => ty,
            TyKind::Qualified(inner, old) => self.intern(TyKind::Qualified(inner, old.union(cv))),
            TyKind::Array(elem, len) => {
                let elem = self.qualified(elem, cv);
                self.intern(TyKind::Array(elem, len))
            }
            _ => self.intern(TyKind::Qualified(ty, cv)),
        }
    }

    pub fn add_const(&mut self, ty: Ty) -> Ty {
        self.qualified(ty, Cv::CONST)
    }

    /// The type of the innermost elements of an array type; any other type itself.
    pub fn element_of_arrays(&self, ty: Ty) -> Ty {
        let mut ty = ty;
        while let TyKind::Array(elem, _) = *self.kind(ty) {
            ty = elem;
        }
        ty
    }

    pub fn array(&mut self, elem: Ty, len: ArrayLen) -> Ty {
        self.intern(TyKind::Array(elem, len))
    }

    pub fn function(&mut self, function: FunctionTy) -> Ty {
        self.intern(TyKind::Function(function))
    }

    /// The element type of an array type.
    pub fn element_of(&self, ty: Ty) -> Option<Ty> {
        match *self.kind(self.strip_cv(ty)) {
            TyKind::Array(element, _) => Some(element),
            _ => None,
        }
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

    pub fn list_flags(&self, args: Args) -> TyFlags {
        self.list_flags.get(args.0 as usize).copied().unwrap_or(TyFlags::ERROR)
    }

    pub fn arg_flags(&self, arg: &TemplateArg) -> TyFlags {
        match arg {
            TemplateArg::Type(ty) => self.flags(*ty),
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

    fn compute_flags(&self, kind: &TyKind) -> TyFlags {
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
            TyKind::Function(function) => function
                .params
                .iter()
                .fold(self.flags(function.ret), |flags, &ty| flags.union(self.flags(ty))),
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

/// Taking types apart.
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
        match self.kind(ty).clone() {
            TyKind::Qualified(inner, _) => inner,
            TyKind::Array(elem, len) => {
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
        match self.kind(ty).clone() {
            TyKind::Array(elem, _) => self.pointer(elem),
            TyKind::Function(_) => self.pointer(ty),
            TyKind::Qualified(inner, _) => inner,
            _ => ty,
        }
    }
}
