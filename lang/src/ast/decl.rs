//! Declarations. `[dcl.dcl]`, `[class]`.

use super::DeclId;
use super::{
    BodyId, Cv, ExprId, FunctionType, Ident, Initializer, QualNameId, ScopeId, StmtId, TagKey,
    TemplateArg, TemplateDecl, TemplateParam, TokenRange, TypeExprId, flag_set,
};
use crate::base::{Diagnostics, Name, Span};

#[derive(Clone, Debug)]
pub struct Decl {
    pub kind: DeclKind,
    pub attrs: Vec<Attribute>,
    /// Of class members; `None` elsewhere.
    pub access: Option<Access>,
    /// The whole declaration; of a declarator in a list, from the specifiers to its own end.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum DeclKind {
    Namespace(NamespaceDecl),
    /// `namespace a = b::c;`
    NamespaceAlias {
        name: Ident,
        target: QualNameId,
    },
    /// `using namespace a::b;`
    UsingDirective(QualNameId),
    /// `using a::b;`, one for each name of a list.
    UsingDecl(UsingDecl),
    /// `using enum E;`
    UsingEnum(QualNameId),
    /// `using T = int;`, `typedef int T;`
    TypeAlias(TypeAlias),
    Class(ClassDecl),
    Enum(EnumDecl),
    Enumerator {
        name: Ident,
        value: Option<ExprId>,
    },
    Function(FunctionDecl),
    Variable(VariableDecl),
    /// A non-static data member.
    Field(FieldDecl),
    Param(ParamDecl),
    StructuredBinding(StructuredBinding),
    /// One name of a structured binding.
    Binding(Ident),
    Template(TemplateDecl),
    TemplateParam(TemplateParam),
    /// `template<> inner`. A partial specialisation is a `Template` whose class or variable has
    /// arguments in its name.
    ExplicitSpecialization(DeclId),
    /// `template inner`, `extern template inner`
    ExplicitInstantiation {
        is_extern: bool,
        inner: DeclId,
    },
    DeductionGuide(DeductionGuide),
    Concept {
        name: Ident,
        constraint: ExprId,
    },
    StaticAssert {
        cond: ExprId,
        message: Option<ExprId>,
    },
    /// `friend` declarations and definitions.
    Friend(FriendDecl),
    LinkageSpec(LinkageSpec),
    /// `;`
    Empty,
    /// `asm("...")`, `__asm__`, not looked into.
    Asm(TokenRange),
    /// What could not be parsed at namespace scope; a program that never reaches it is fine.
    Unparsed(UnparsedDecl),
    /// Reported.
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    Public,
    Protected,
    Private,
}

flag_set! {
    /// The *decl-specifier*s that are not types.
    SpecFlags {
        STATIC = 0, "static";
        EXTERN = 1, "extern";
        THREAD_LOCAL = 2, "thread_local";
        MUTABLE = 3, "mutable";
        INLINE = 4, "inline";
        CONSTEXPR = 5, "constexpr";
        CONSTEVAL = 6, "consteval";
        CONSTINIT = 7, "constinit";
        VIRTUAL = 8, "virtual";
        FRIEND = 9, "friend";
        TYPEDEF = 10, "typedef";
        REGISTER = 11, "register";
    }
}

flag_set! {
    /// CUDA's execution spaces of functions and memory spaces of variables.
    Spaces {
        TILE = 0, "__tile__";
        TILE_GLOBAL = 1, "__tile_global__";
        DEVICE = 2, "__device__";
        HOST = 3, "__host__";
        GLOBAL = 4, "__global__";
        SHARED = 5, "__shared__";
        CONSTANT = 6, "__constant__";
        MANAGED = 7, "__managed__";
        GRID_CONSTANT = 8, "__grid_constant__";
        FORCEINLINE = 9, "__forceinline__";
        NOINLINE = 10, "__noinline__";
    }
}

/// *decl-specifier-seq* without the type.
#[derive(Clone, Debug, Default)]
pub struct DeclSpecs {
    pub flags: SpecFlags,
    pub spaces: Spaces,
    pub explicit: Explicit,
    /// The whole sequence, with the type.
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Explicit {
    #[default]
    No,
    Yes,
    /// `explicit(e)`
    If(ExprId),
}

/// `namespace name { ... }`
#[derive(Clone, Debug)]
pub struct NamespaceDecl {
    /// `None` for unnamed namespaces.
    pub name: Option<Ident>,
    pub is_inline: bool,
    pub decls: Vec<DeclId>,
}

/// `using typename a::b...;`
#[derive(Clone, Debug)]
pub struct UsingDecl {
    pub name: QualNameId,
    pub typename: bool,
    pub is_pack_expansion: bool,
}

#[derive(Clone, Debug)]
pub struct TypeAlias {
    pub name: Ident,
    pub ty: TypeExprId,
    /// Written with `typedef`.
    pub is_typedef: bool,
}

#[derive(Clone, Debug)]
pub struct ClassDecl {
    /// `Struct`, `Class` or `Union`.
    pub key: TagKey,
    /// `None` for unnamed classes; with arguments for specialisations.
    pub name: Option<QualNameId>,
    pub is_definition: bool,
    pub is_final: bool,
    pub bases: Vec<BaseSpecifier>,
    pub members: Vec<DeclId>,
}

#[derive(Clone, Debug)]
pub struct BaseSpecifier {
    pub ty: TypeExprId,
    /// As written.
    pub access: Option<Access>,
    pub is_virtual: bool,
    pub is_pack_expansion: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct EnumDecl {
    pub name: Option<QualNameId>,
    /// `enum class`, `enum struct`
    pub is_scoped: bool,
    pub underlying: Option<TypeExprId>,
    pub is_definition: bool,
    /// [`DeclKind::Enumerator`]s.
    pub enumerators: Vec<DeclId>,
}

#[derive(Clone, Debug)]
pub struct FunctionDecl {
    pub specs: DeclSpecs,
    pub name: QualNameId,
    pub kind: FunctionKind,
    pub ty: FunctionType,
    pub virt: VirtSpecs,
    /// The trailing *requires-clause*.
    pub requires: Option<ExprId>,
    pub body: FunctionBody,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FunctionKind {
    /// Operators and literal operators too.
    Ordinary,
    Constructor,
    Destructor,
    Conversion,
}

flag_set! {
    /// What may follow the declarator of a member function.
    VirtSpecs {
        OVERRIDE = 0, "override";
        FINAL = 1, "final";
        /// `= 0`
        PURE = 2, "= 0";
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FunctionBody {
    /// Only declared here.
    None,
    /// `= default`
    Defaulted,
    /// `= delete`
    Deleted,
    Definition(BodyId),
}

/// A function's *ctor-initializer* and body.
#[derive(Clone, Debug)]
pub struct Body {
    /// From `:`, `try` or `{` to the last `}`.
    pub tokens: TokenRange,
    /// Where the body's names are looked up: the scope of the parameters.
    pub scope: ScopeId,
    /// How deep it nests in other constructs, so that the limit on nesting holds through bodies.
    pub depth: u32,
    pub state: BodyState,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum BodyState {
    /// It has not been needed yet.
    Unparsed,
    Parsed(ParsedBody),
}

#[derive(Clone, Debug)]
pub struct ParsedBody {
    pub inits: Vec<MemInit>,
    /// A compound statement, a `Try` for a function-try-block, or an `Error`.
    pub block: StmtId,
}

/// `member(args)`, `Base<T>{args}...` of a constructor.
#[derive(Clone, Debug)]
pub struct MemInit {
    /// A member's name or a base's type name.
    pub target: QualNameId,
    /// `Paren` or `List`.
    pub init: Initializer,
    pub is_pack_expansion: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct VariableDecl {
    pub specs: DeclSpecs,
    /// Qualified for static members defined outside, with arguments for specialisations of
    /// variable templates.
    pub name: QualNameId,
    /// Possibly with a placeholder (`auto`, a class template without arguments).
    pub ty: TypeExprId,
    pub init: Initializer,
}

#[derive(Clone, Debug)]
pub struct FieldDecl {
    pub specs: DeclSpecs,
    /// `None` for unnamed bit-fields and for anonymous structs and unions.
    pub name: Option<Ident>,
    pub ty: TypeExprId,
    pub bit_width: Option<ExprId>,
    /// Never `Paren`.
    pub init: Initializer,
}

#[derive(Clone, Debug)]
pub struct ParamDecl {
    pub specs: DeclSpecs,
    pub name: Option<Ident>,
    pub ty: TypeExprId,
    /// `T... x`: a function parameter pack.
    pub is_pack: bool,
    pub default: Option<ExprId>,
}

/// `auto& [a, b] = e;`
#[derive(Clone, Debug)]
pub struct StructuredBinding {
    pub specs: DeclSpecs,
    /// `auto` with its qualifiers and reference.
    pub ty: TypeExprId,
    /// [`DeclKind::Binding`]s.
    pub bindings: Vec<DeclId>,
    /// `None` only in a range-based `for`.
    pub init: Initializer,
}

/// `explicit name(params) requires c -> result;`
#[derive(Clone, Debug)]
pub struct DeductionGuide {
    pub specs: DeclSpecs,
    /// The class template.
    pub name: QualNameId,
    pub params: Vec<DeclId>,
    pub is_variadic: bool,
    pub result: TypeExprId,
    pub requires: Option<ExprId>,
}

#[derive(Clone, Debug)]
pub enum FriendDecl {
    /// A function, class or template.
    Decl(DeclId),
    /// `friend T;`
    Type(TypeExprId),
}

/// `extern "C" ...`
#[derive(Clone, Debug)]
pub struct LinkageSpec {
    pub language: Language,
    pub decls: Vec<DeclId>,
    /// Written with braces; without them a contained declaration is also `extern`.
    pub has_braces: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    C,
    Cxx,
    /// Some other string; reported.
    Unknown,
}

/// Tokens that do not form a declaration that the parser understands.
#[derive(Clone, Debug)]
pub struct UnparsedDecl {
    pub tokens: TokenRange,
    /// The diagnostics of the declaration, reported if it is used.
    pub diagnostics: Diagnostics,
    /// What could be made of it all the same; may be incomplete.
    pub recovered: Vec<DeclId>,
}

/// One attribute, in order of appearance.
#[derive(Clone, Debug)]
pub struct Attribute {
    pub kind: AttributeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum AttributeKind {
    /// `[[scope::name(args)]]`; with `using scope :` the scope is filled in.
    Standard { scope: Option<Name>, name: Name, args: Option<TokenRange> },
    /// `[[cutile::hint(arch, kind = value, ...)]]`
    Hint(HintAttribute),
    /// `[[tilec::because(condition, "text", value, ...)]]`: why a constraint does not hold, where
    /// the condition does. Each `{}` of the text is a value, each `{T}` a template argument.
    Because(Vec<ExprId>),
    /// `[[tilec::help(condition, "text", value, ...)]]`: what to write instead, where the condition holds; else the comment
    /// has it behind `Help:`. The text is as that of `because`.
    Help(Vec<ExprId>),
    /// `[[tilec::warn("name", condition, "text", value, ...)]]`: a warning where the function is called and
    /// the condition holds. An empty text answers the warnings of that name.
    Warn(Vec<ExprId>),
    /// `alignas(T)`, `alignas(e)`, `alignas(Ts)...`
    Alignas(TemplateArg),
    /// `__attribute__((name(args)))`, `__declspec(name(args))`
    Vendor { name: Name, args: Option<TokenRange> },
    /// `__launch_bounds__(a, b, c)`
    LaunchBounds(Vec<ExprId>),
    /// `__cluster_dims__(...)`, `__maxnreg__(...)`: a CUDA attribute that tile code ignores.
    Cuda { name: Name, args: Vec<ExprId> },
}

/// The arguments of `cutile::hint`, section 2.16 of the Tile C++ reference.
#[derive(Clone, Debug)]
pub struct HintAttribute {
    /// `0` for every target, else a `__CUDA_ARCH__` value.
    pub arch: ExprId,
    pub items: Vec<HintItem>,
    pub is_pack_expansion: bool,
}

/// `latency = 3`
#[derive(Clone, Debug)]
pub struct HintItem {
    pub kind: Ident,
    pub value: ExprId,
}

impl FunctionType {
    /// A function type without parameters that returns `ret`.
    pub fn returning(ret: Option<TypeExprId>) -> FunctionType {
        FunctionType {
            ret,
            has_trailing_return: false,
            params: Vec::new(),
            is_variadic: false,
            cv: Cv::NONE,
            ref_qualifier: None,
            noexcept: super::Noexcept::Absent,
        }
    }
}
