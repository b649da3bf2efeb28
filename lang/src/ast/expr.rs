//! Expressions. `[expr]`.

use super::ExprId;
use super::{
    Attribute, BodyId, DeclId, FunctionType, Ident, QualNameId, StmtId, TemplateArg,
    TypeConstraint, TypeExprId,
};
use crate::base::{Name, Span};
pub use crate::lex::literal::{Encoding, FloatSuffix, IntType};

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Literal(Literal),
    UserLiteral(UserLiteral),
    /// An *id-expression*; with template arguments also a concept-id.
    Name(QualNameId),
    This,
    Paren(ExprId),
    Unary {
        op: UnaryOp,
        operand: ExprId,
    },
    /// The comma operator too.
    Binary {
        op: BinaryOp,
        op_span: Span,
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `=`, or a compound assignment with its operator. The right side may be an `InitList`.
    Assign {
        op: Option<BinaryOp>,
        op_span: Span,
        lhs: ExprId,
        rhs: ExprId,
    },
    /// GNU's `a ?: b` has no middle.
    Conditional {
        cond: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
    },
    /// Arguments may be `InitList`s and `PackExpansion`s.
    Call {
        callee: ExprId,
        args: Vec<ExprId>,
    },
    /// `kernel<<<grid, block>>>(args)`
    Launch {
        callee: ExprId,
        config: Vec<ExprId>,
        args: Vec<ExprId>,
    },
    Subscript {
        object: ExprId,
        indices: Vec<ExprId>,
    },
    /// `.` or `->`; the name may be a destructor's.
    Member {
        object: ExprId,
        arrow: bool,
        name: QualNameId,
    },
    /// `{a, .b = c}`, only where an initialiser clause or `T{...}` stands.
    InitList(InitList),
    /// `T(a, b)`, `T{a, b}`, `typename X::T(a)`, also of a class template without arguments.
    /// `init` is `Paren` or `List`.
    Construct {
        ty: TypeExprId,
        init: Initializer,
    },
    /// `(T)e`
    CStyleCast {
        ty: TypeExprId,
        operand: ExprId,
    },
    /// `static_cast<T>(e)` and friends.
    NamedCast {
        kind: NamedCast,
        ty: TypeExprId,
        operand: ExprId,
    },
    Sizeof(TypeOrExpr),
    /// `sizeof...(pack)`
    SizeofPack(Ident),
    Alignof(TypeOrExpr),
    Typeid(TypeOrExpr),
    /// `noexcept(e)`, unevaluated.
    Noexcept(ExprId),
    New(Box<NewExpr>),
    Delete {
        global: bool,
        array: bool,
        operand: ExprId,
    },
    Throw(Option<ExprId>),
    Lambda(Box<LambdaExpr>),
    Fold(FoldExpr),
    /// `e...` in a list.
    PackExpansion(ExprId),
    Requires(Box<RequiresExpr>),
    /// A compiler intrinsic whose arguments may be types: `__is_same(T, U)`,
    /// `__builtin_offsetof(T, a.b[2])`, `__builtin_bit_cast(T, e)`.
    Intrinsic {
        name: Ident,
        args: Vec<TemplateArg>,
    },
    /// `__func__`, `__PRETTY_FUNCTION__`, ...
    FunctionName(Name),
    /// GNU `({ ... })`.
    Statement(StmtId),
    /// Reported.
    Error,
}

/// A type or an expression, as `sizeof` takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeOrExpr {
    Type(TypeExprId),
    Expr(ExprId),
}

/// Values of literals.
#[derive(Clone, PartialEq, Debug)]
pub enum Literal {
    Integer(IntegerLiteral),
    Floating(FloatingLiteral),
    /// The value of one code unit, sign-extended where the type is signed, or of several.
    Character {
        value: i64,
        encoding: Encoding,
        is_multicharacter: bool,
    },
    /// Code units of the concatenated literals, without the terminating zero.
    String {
        units: Vec<u32>,
        encoding: Encoding,
    },
    Bool(bool),
    Nullptr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntegerLiteral {
    pub value: u64,
    /// Without a user-defined suffix, the type of the literal.
    pub ty: IntType,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FloatingLiteral {
    /// The digits rounded to nearest even, as a `double` literal.
    pub as_f64: f64,
    /// The digits rounded to nearest even, as a `float` literal.
    pub as_f32: f32,
    pub suffix: FloatSuffix,
}

/// `16_ic`, `"x"_s`. `[lex.ext]`
#[derive(Clone, PartialEq, Debug)]
pub struct UserLiteral {
    /// The literal without its suffix.
    pub literal: Literal,
    /// Spelling of a number without the suffix, for raw and template literal operators.
    pub raw: Name,
    pub suffix: Ident,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    BitNot,
    Deref,
    AddressOf,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
}

impl UnaryOp {
    pub fn text(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Minus => "-",
            UnaryOp::Not => "!",
            UnaryOp::BitNot => "~",
            UnaryOp::Deref => "*",
            UnaryOp::AddressOf => "&",
            UnaryOp::PreIncrement | UnaryOp::PostIncrement => "++",
            UnaryOp::PreDecrement | UnaryOp::PostDecrement => "--",
        }
    }

    pub fn is_postfix(self) -> bool {
        matches!(self, UnaryOp::PostIncrement | UnaryOp::PostDecrement)
    }
}

macro_rules! binary_ops {
    ($($variant:ident $text:literal $precedence:literal;)*) => {
        /// Binary operators other than assignment.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum BinaryOp { $($variant),* }

        impl BinaryOp {
            pub const ALL: &'static [BinaryOp] = &[$(BinaryOp::$variant),*];

            pub fn text(self) -> &'static str {
                match self { $(BinaryOp::$variant => $text),* }
            }

            /// Larger binds tighter; all are left associative.
            pub fn precedence(self) -> u8 {
                match self { $(BinaryOp::$variant => $precedence),* }
            }
        }
    };
}

binary_ops! {
    Comma "," 1;
    LogicalOr "||" 4; LogicalAnd "&&" 5;
    BitOr "|" 6; BitXor "^" 7; BitAnd "&" 8;
    Equal "==" 9; NotEqual "!=" 9;
    Less "<" 10; Greater ">" 10; LessEqual "<=" 10; GreaterEqual ">=" 10;
    Spaceship "<=>" 11;
    Shl "<<" 12; Shr ">>" 12;
    Add "+" 13; Sub "-" 13;
    Mul "*" 14; Div "/" 14; Rem "%" 14;
    MemberPointer ".*" 15; ArrowMemberPointer "->*" 15;
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NamedCast {
    Static,
    Const,
    Reinterpret,
    Dynamic,
}

/// How a variable, member, base or temporary is initialised.
#[derive(Clone, Debug)]
pub enum Initializer {
    None,
    /// `= e`; for `= {...}` an [`ExprKind::InitList`].
    Copy(ExprId),
    /// `(a, b)`
    Paren {
        args: Vec<ExprId>,
        span: Span,
    },
    /// `{a, b}`: an [`ExprKind::InitList`].
    List(ExprId),
}

#[derive(Clone, Debug)]
pub struct InitList {
    pub items: Vec<InitItem>,
}

#[derive(Clone, Debug)]
pub struct InitItem {
    /// `.a = `, also the C forms `.a.b[3] =`; empty for positional items.
    pub designators: Vec<Designator>,
    pub value: ExprId,
}

#[derive(Clone, Debug)]
pub enum Designator {
    Field(Ident),
    Index(ExprId),
}

#[derive(Clone, Debug)]
pub struct NewExpr {
    pub global: bool,
    pub placement: Vec<ExprId>,
    pub ty: TypeExprId,
    pub init: Initializer,
}

/// `[captures]<params>(params) specifiers { body }`. `[expr.prim.lambda]`
#[derive(Clone, Debug)]
pub struct LambdaExpr {
    pub default_capture: Option<CaptureDefault>,
    pub captures: Vec<Capture>,
    /// Written ones, then those invented for `auto` parameters.
    pub template_params: Vec<DeclId>,
    /// The *requires-clause* after the template parameters.
    pub template_requires: Option<ExprId>,
    pub specs: LambdaSpecs,
    pub attrs: Vec<Attribute>,
    /// The return type is `None` when it is deduced.
    pub ty: FunctionType,
    /// The trailing *requires-clause*.
    pub requires: Option<ExprId>,
    /// Always parsed.
    pub body: BodyId,
}

super::flag_set! {
    /// *lambda-specifier*s and execution spaces of a lambda.
    LambdaSpecs {
        MUTABLE = 0, "mutable";
        CONSTEXPR = 1, "constexpr";
        CONSTEVAL = 2, "consteval";
        STATIC = 3, "static";
        TILE = 4, "__tile__";
        DEVICE = 5, "__device__";
        HOST = 6, "__host__";
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CaptureDefault {
    /// `[=]`
    ByCopy,
    /// `[&]`
    ByReference,
}

#[derive(Clone, Debug)]
pub struct Capture {
    pub kind: CaptureKind,
    /// `...` after a simple capture or before an init-capture.
    pub is_pack: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum CaptureKind {
    /// `x`, `&x`
    Name { ident: Ident, by_reference: bool },
    /// `x = e`, `&x = e`: a [`DeclKind::Variable`](super::DeclKind::Variable) of type `auto`.
    Init { decl: DeclId, by_reference: bool },
    /// `this`
    This,
    /// `*this`
    StarThis,
}

/// `(... op e)`, `(e op ...)`, `(a op ... op b)`. `[expr.prim.fold]`
#[derive(Clone, Debug)]
pub struct FoldExpr {
    pub op: FoldOp,
    /// Left of `...`: the pack of a right fold, or the left operand of a binary fold.
    pub lhs: Option<ExprId>,
    /// Right of `...`.
    pub rhs: Option<ExprId>,
    pub ellipsis: Span,
}

/// The operator of a fold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldOp {
    Binary(BinaryOp),
    /// `=`, or a compound assignment.
    Assign(Option<BinaryOp>),
}

/// `requires (params) { requirements }`. `[expr.prim.req]`
#[derive(Clone, Debug)]
pub struct RequiresExpr {
    pub params: Vec<DeclId>,
    pub requirements: Vec<Requirement>,
}

#[derive(Clone, Debug)]
pub struct Requirement {
    pub kind: RequirementKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum RequirementKind {
    /// `e;`
    Simple(ExprId),
    /// `typename T::x;`
    Type(TypeExprId),
    /// `{ e } noexcept -> C<T>;`
    Compound { expr: ExprId, noexcept: bool, constraint: Option<TypeConstraint> },
    /// `requires e;`
    Nested(ExprId),
}
