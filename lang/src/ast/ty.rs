//! Types as written: the *type-specifier*s with the declarator applied, inside out.
//! `int (*f)[3]` is a pointer to an array of int. `[dcl.type]`, `[dcl.meaning]`.

use super::{DeclId, ExprId, QualNameId, TemplateArg, TypeConstraint, TypeExprId, flag_set};
use crate::base::{Name, Span};

/// A type with its own qualifiers: `const int*` is an unqualified pointer to a const int.
#[derive(Clone, Debug)]
pub struct TypeExpr {
    pub kind: TypeExprKind,
    pub cv: Cv,
    pub span: Span,
}

flag_set! {
    /// `const`, `volatile` and the `__restrict__` of pointers and references.
    Cv {
        CONST = 0, "const";
        VOLATILE = 1, "volatile";
        RESTRICT = 2, "__restrict__";
    }
}

#[derive(Clone, Debug)]
pub enum TypeExprKind {
    Builtin(BuiltinType),
    /// A class, enum, alias, template parameter or template-id; without arguments also the
    /// placeholder of a deduced class template. `typename` before it was written or not.
    Named {
        name: QualNameId,
        typename: bool,
    },
    /// `struct A`: names a class, and declares it when lookup finds none.
    Elaborated {
        key: TagKey,
        name: QualNameId,
    },
    /// A class or enum defined right here. The declaration also stands before this one in the
    /// list of the enclosing scope.
    Defined(DeclId),
    /// `auto`, `C auto`.
    Auto {
        constraint: Option<TypeConstraint>,
    },
    /// `decltype(auto)`, `C decltype(auto)`.
    DecltypeAuto {
        constraint: Option<TypeConstraint>,
    },
    /// The template parameter invented for an `auto` parameter.
    InventedParam(DeclId),
    /// `decltype(e)`; `typeof(e)` is not distinguished.
    Decltype(ExprId),
    /// `__underlying_type(T)` and the other type transformations of compilers, by name.
    Transform {
        name: Name,
        args: Vec<TemplateArg>,
    },
    Pointer(TypeExprId),
    LvalueRef(TypeExprId),
    RvalueRef(TypeExprId),
    MemberPointer {
        class: QualNameId,
        pointee: TypeExprId,
    },
    Array {
        element: TypeExprId,
        size: Option<ExprId>,
    },
    Function(Box<FunctionType>),
    /// The type was missing or wrong; reported.
    Error,
}

/// `struct`, `class`, `union`, `enum`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TagKey {
    Struct,
    Class,
    Union,
    Enum,
}

/// A function type, in a function declaration or inside another type.
#[derive(Clone, Debug)]
pub struct FunctionType {
    /// `None` for constructors and destructors; for conversion functions it is in the name. A
    /// trailing return type is the return type.
    pub ret: Option<TypeExprId>,
    pub has_trailing_return: bool,
    /// [`DeclKind::Param`](super::DeclKind::Param)s; empty for `(void)`.
    pub params: Vec<DeclId>,
    /// Ends in a C-style `...`.
    pub is_variadic: bool,
    pub cv: Cv,
    pub ref_qualifier: Option<RefQualifier>,
    pub noexcept: Noexcept,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RefQualifier {
    Lvalue,
    Rvalue,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Noexcept {
    Absent,
    /// `noexcept`, `throw()`
    Always,
    /// `noexcept(e)`
    If(ExprId),
}

macro_rules! builtin_types {
    ($($variant:ident $text:literal;)*) => {
        /// Fundamental types, after the specifiers were combined (`unsigned long int` is
        /// `UnsignedLong`).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum BuiltinType { $($variant),* }

        impl BuiltinType {
            pub const ALL: &'static [BuiltinType] = &[$(BuiltinType::$variant),*];

            /// The usual spelling.
            pub fn text(self) -> &'static str {
                match self { $(BuiltinType::$variant => $text),* }
            }
        }
    };
}

builtin_types! {
    Void "void"; Bool "bool";
    Char "char"; SignedChar "signed char"; UnsignedChar "unsigned char";
    WChar "wchar_t"; Char8 "char8_t"; Char16 "char16_t"; Char32 "char32_t";
    Short "short"; UnsignedShort "unsigned short";
    Int "int"; UnsignedInt "unsigned int";
    Long "long"; UnsignedLong "unsigned long";
    LongLong "long long"; UnsignedLongLong "unsigned long long";
    Int128 "__int128"; UnsignedInt128 "unsigned __int128";
    Float "float"; Double "double"; LongDouble "long double"; Float128 "__float128";
}
