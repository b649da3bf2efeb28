//! The typed tree: what checking makes of the syntax, and all that constant evaluation and
//! lowering read.
//!
//! Everything implicit in C++ is explicit here. Overloads are resolved, templates instantiated,
//! every conversion is a node, every operand of a builtin operator has its final type, member
//! calls carry their object as the first argument, range-`for` and structured bindings are
//! spelled out with hidden locals, discarded `if constexpr` branches are gone. So a consumer
//! matches on a small closed set and never looks anything up.
//!
//! Invariants
//! - A node's type is never dependent and never `auto`; a reference type occurs only as the type
//!   of a [`Local`] or a field, never of an expression ([expr.type]/1).
//! - `Load` is the only node that turns a glvalue into a prvalue; on a class type it is the
//!   trivial copy ([class.copy.ctor]). Every other operand of arithmetic is a prvalue.
//! - Nodes with [`ExprKind::Error`] or an error type have been reported already.

use cranelift_entity::{PrimaryMap, entity_impl};
use lang::base::{Name, Span};
use rustc_hash::FxHashMap;

use crate::constexpr::value::{Text, Value};
use crate::entity::{FunctionId, VarId};
use crate::ty::Ty;

/// A typed expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExprId(u32);
entity_impl!(ExprId, "expr");

/// A typed statement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StmtId(u32);
entity_impl!(StmtId, "stmt");

/// A variable with automatic storage: a parameter, a local, or one the checker made up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalId(u32);
entity_impl!(LocalId, "local");

/// A label that a `goto` may jump to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LabelId(u32);
entity_impl!(LabelId, "label");

/// All typed nodes of a program; bodies and constant expressions share the arenas.
#[derive(Default)]
pub struct TypedArena {
    pub exprs: PrimaryMap<ExprId, Expr>,
    pub stmts: PrimaryMap<StmtId, Stmt>,
    pub locals: PrimaryMap<LocalId, Local>,
    pub labels: PrimaryMap<LabelId, Label>,
    /// What a constant evaluation does at [`HostOnly::New`] and [`HostOnly::Delete`], by their expressions.
    pub allocations: FxHashMap<ExprId, Allocation>,
    /// The same of [`HostOnly::DynamicCast`].
    pub dynamic_casts: FxHashMap<ExprId, DynamicCast>,
}

/// A `dynamic_cast` that tests the class of an object.
#[derive(Clone, Copy, Debug)]
pub struct DynamicCast {
    /// A pointer, or a glvalue for a cast to a reference.
    pub operand: ExprId,
    /// `None` for `void`.
    pub target: Option<crate::entity::ClassId>,
}

/// `new` and `delete`, which constant evaluations have and tile code has not.
#[derive(Clone, Copy, Debug)]
pub enum Allocation {
    /// An object, or an array whose length the initialiser knows.
    New {
        value: ExprId,
    },
    /// `count` objects: those of the array `given`, then others that are initialised alike.
    NewArray {
        count: ExprId,
        given: Option<ExprId>,
        element: ExprId,
    },
    Delete {
        pointer: ExprId,
        is_array: bool,
    },
}

#[derive(Clone, Debug)]
pub struct Label {
    /// `None` for a `case` or `default`.
    pub name: Option<Name>,
    /// Whether some `goto` jumps to it.
    pub is_used: bool,
}

/// [basic.lval]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueCategory {
    LValue,
    XValue,
    PRValue,
}

impl ValueCategory {
    pub fn is_glvalue(self) -> bool {
        self != ValueCategory::PRValue
    }
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    pub category: ValueCategory,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Local {
    /// `None` for a hidden variable.
    pub name: Option<Name>,
    /// May be a reference: then the initialiser is the glvalue that it binds to.
    pub ty: Ty,
    pub span: Span,
    /// Of a variable that is usable in constant expressions ([expr.const]/3): `constexpr`, or a
    /// constant of integral type with a constant initialiser.
    pub constant: Option<Value>,
    /// Its own initialiser names it ([basic.scope.pdecl]/1): it is an object before that is known.
    pub names_itself: bool,
    /// Declared `__restrict__`.
    pub is_restrict: bool,
    /// How often a name was found to mean it, in operands that are not evaluated too.
    pub n_named: u32,
    /// Declared `[[maybe_unused]]`.
    pub may_be_unused: bool,
    /// A parameter of a function.
    pub is_parameter: bool,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Error,
    /// A prvalue known at compile time: literals, `sizeof`, folded constants, enumerators.
    Const(Value),
    /// A string literal, an array with static storage.
    String(Text),
    Local(LocalId),
    /// A variable with static storage duration.
    Global(VarId),
    Function(FunctionId),
    /// The object pointer of the enclosing member function.
    This,
    /// `object` is a glvalue or prvalue of class type; `index` counts the class's own fields in
    /// declaration order. A field of reference type yields the object that it refers to.
    Field {
        object: ExprId,
        index: u32,
    },
    /// A base class subobject; `index` counts the direct bases of the object's class.
    Base {
        object: ExprId,
        index: u32,
    },
    /// The object of a derived class that `object` is a base subobject of; `path` holds the indices
    /// of the direct bases that lead back to it ([expr.static.cast]/2).
    Derived {
        object: ExprId,
        path: Box<[u32]>,
    },
    /// `object.*member`: the field that a pointer to member designates; with a member function,
    /// what only a call makes sense of ([expr.mptr.oper]).
    MemberAccess {
        object: ExprId,
        member: ExprId,
    },
    /// The object that a pointer points to.
    Deref(ExprId),
    /// The address of a glvalue.
    AddressOf(ExprId),
    /// Lvalue-to-rvalue conversion ([conv.lval]); a trivial copy for a class type.
    Load(ExprId),
    /// A prvalue made into an object that lives to the end of the full expression, or as long as
    /// the reference that binds to it.
    Materialize(ExprId),
    Convert {
        kind: ConvertKind,
        operand: ExprId,
    },
    Unary {
        op: UnaryOp,
        operand: ExprId,
    },
    /// `++` and `--` on a builtin type; `target` is an lvalue.
    IncDec {
        op: IncDecOp,
        target: ExprId,
    },
    /// Both operands have the same type after conversions, except for shifts.
    Binary {
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `pointer + index` (or `- index`), the index of any integer type.
    PointerOffset {
        pointer: ExprId,
        index: ExprId,
        subtract: bool,
    },
    /// `lhs - rhs` in elements, of type `ptrdiff_t`.
    PointerDifference {
        lhs: ExprId,
        rhs: ExprId,
    },
    /// Short-circuit `&&` and `||` on `bool`.
    Logical {
        op: LogicalOp,
        lhs: ExprId,
        rhs: ExprId,
    },
    /// Stores a prvalue of the target's unqualified type; yields the target as an lvalue. On a
    /// class type it is the trivial copy.
    Assign {
        target: ExprId,
        value: ExprId,
    },
    /// `target = (T)((C)target op value)` with the target evaluated once ([expr.ass]/7). `compute`
    /// is C. For a shift `value` keeps its own type.
    CompoundAssign {
        op: BinaryOp,
        target: ExprId,
        value: ExprId,
        compute: Ty,
    },
    /// `pointer += index` and `-=`.
    PointerAssign {
        target: ExprId,
        index: ExprId,
        subtract: bool,
    },
    /// Both arms have the type and category of the node.
    Conditional {
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    /// A hidden variable of scalar type inside an expression: `init` is evaluated once, then `body`
    /// names the variable as often as it likes.
    Let {
        local: LocalId,
        init: ExprId,
        body: ExprId,
    },
    Comma {
        first: ExprId,
        second: ExprId,
    },
    /// GNU's `({ ... value; })`: a block, and the value that is computed at its end, before its
    /// variables end. Nothing jumps in or out.
    Statements {
        stmts: Box<[StmtId]>,
        value: Option<ExprId>,
    },
    /// A call of a known function. For a member function the first argument is the object, a
    /// glvalue. A parameter of reference type takes a glvalue, any other a prvalue.
    Call {
        callee: FunctionId,
        arguments: Box<[ExprId]>,
        /// An assignment operator in operator notation: the right operand is evaluated first, as for the built-in operator
        /// ([over.match.oper]/2, [expr.ass]/1).
        right_first: bool,
    },
    /// A call of the final overrider of `callee` in the dynamic type of its first argument
    /// ([class.virtual]/2).
    VirtualCall {
        callee: FunctionId,
        arguments: Box<[ExprId]>,
    },
    /// A call through a pointer to function; tile code must know at compile time to which.
    CallPointer {
        pointer: ExprId,
        arguments: Box<[ExprId]>,
    },
    /// `(object.*member)(arguments)`, the object a glvalue of the member's class or of one derived
    /// from it.
    CallMember {
        object: ExprId,
        member: ExprId,
        arguments: Box<[ExprId]>,
    },
    /// Placement `new`: initialises the object that the lvalue `place` designates by `value`, a
    /// prvalue of its type, whatever was there; yields the place ([expr.new]/18).
    Emplace {
        place: ExprId,
        value: ExprId,
    },
    /// A prvalue of class type made by a constructor; the arguments are those of the constructor.
    Construct {
        constructor: FunctionId,
        arguments: Box<[ExprId]>,
    },
    /// A prvalue of class or array type, one initialiser for each base, then field, or element,
    /// in order ([dcl.init.aggr]); an array's missing tail repeats `filler`.
    Aggregate {
        elements: Box<[ExprId]>,
        filler: Option<ExprId>,
    },
    /// An element of an aggregate: the default initialiser of the member, in which `this` is the
    /// object that the aggregate makes ([dcl.init.aggr]/5).
    DefaultMember(ExprId),
    /// A prvalue of union type whose member `field` is initialised.
    Union {
        field: u32,
        value: ExprId,
    },
    /// The zero of the type, memberwise ([dcl.init]/6).
    Zero,
    /// Default initialisation that leaves the value indeterminate.
    Uninitialized,
    /// `__builtin_bit_cast`.
    BitCast(ExprId),
    /// `__builtin_is_constant_evaluated()`.
    IsConstantEvaluated,
    /// `__builtin_unreachable()`.
    Unreachable,
    /// `__builtin_trap()`: the kernel stops.
    Trap,
    /// Evaluates to nothing the kernel can have: a host-only construct met in tile code, reported
    /// where it is reached by a kernel rather than where it stands.
    HostOnly(HostOnly),
}

/// What C++ has and tile code has not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostOnly {
    Throw,
    Try,
    New,
    Delete,
    Typeid,
    DynamicCast,
    Asm,
    /// `kernel<<<...>>>(...)`
    Launch,
    /// A `__shared__` variable of a function.
    Shared,
}

/// One implicit or explicit conversion of a scalar prvalue ([conv], [expr.static.cast],
/// [expr.reinterpret.cast]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConvertKind {
    /// Between types of the same values: adding qualifiers, an enumeration and its own type.
    NoOp,
    /// Integers, `bool` (as source), enumerations.
    IntToInt,
    IntToFloat,
    FloatToInt,
    FloatToFloat,
    /// Any scalar to `bool`: `!= 0`.
    ToBool,
    NullToPointer,
    /// Between pointer types; the address stays.
    PointerToPointer,
    PointerToInt,
    IntToPointer,
    /// Operand is an lvalue of array type, the result points to its first element.
    ArrayToPointer,
    /// Operand is an lvalue of function type.
    FunctionToPointer,
    /// Discards the value.
    ToVoid,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Plus,
    Neg,
    /// `~`
    BitNot,
    /// `!` on `bool`.
    Not,
}

impl UnaryOp {
    pub fn text(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Neg => "-",
            UnaryOp::BitNot => "~",
            UnaryOp::Not => "!",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IncDecOp {
    PreInc,
    PreDec,
    PostInc,
    PostDec,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
        }
    }

    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogicalOp {
    And,
    Or,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Empty,
    /// A full expression; its value is discarded.
    Expr {
        expr: ExprId,
        hints: Hints,
    },
    /// A local comes into being. A reference binds to the glvalue `init`; an object takes the
    /// value of the prvalue `init`, which is [`ExprKind::Uninitialized`] when there is none.
    Local {
        local: LocalId,
        init: ExprId,
    },
    /// A scope.
    Block(Box<[StmtId]>),
    If {
        condition: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    },
    /// Every C++ loop. `init` has run before; `condition` is evaluated at the head, or at the end
    /// for a `do` loop; `step` runs after the body and at `continue`.
    Loop(Loop),
    /// A jump to the label in `body` that has the value; the statements fall through in order.
    Switch {
        value: ExprId,
        cases: Box<[SwitchCase]>,
        body: Box<[StmtId]>,
    },
    Break,
    Continue,
    Return(Option<ExprId>),
    /// What follows in the block is where jumps to the label go on: a `goto`, or the `switch`
    /// around if it is a `case`.
    Label(LabelId),
    Goto(LabelId),
}

#[derive(Clone, Debug)]
pub struct Loop {
    /// `None` is `true`.
    pub condition: Option<ExprId>,
    /// `do ... while`: the first round does not ask.
    pub test_at_end: bool,
    pub step: Option<ExprId>,
    pub body: StmtId,
    /// Statements at the head of each round, after the condition: the declaration in a `while`
    /// condition or the element of a range-`for`. Empty otherwise.
    pub prologue: Box<[StmtId]>,
    pub unroll: Unroll,
}

/// `#pragma unroll`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unroll {
    #[default]
    Unspecified,
    Full,
    By(u32),
    Never,
}

#[derive(Clone, Debug)]
pub struct SwitchCase {
    /// The first and the last value, or `None` for `default`.
    pub values: Option<(i128, i128)>,
    /// The label itself if it is a statement of `body`, else one not behind that which holds it.
    pub start: u32,
    pub label: LabelId,
    pub span: Span,
}

impl SwitchCase {
    /// The case that a value chooses, `None` if it is none of them.
    pub fn chosen(cases: &[SwitchCase], value: i128) -> Option<&SwitchCase> {
        let matches = |case: &&SwitchCase| {
            case.values.is_some_and(|(low, high)| low <= value && value <= high)
        };
        let default = || cases.iter().find(|case| case.values.is_none());
        cases.iter().find(matches).or_else(default)
    }
}

/// `[[cutile::hint(ARCH, kind = value ...)]]` in force for the loads and stores of a statement, or
/// for a kernel. Kept in source order; a later row of the same kind and arch wins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hints(pub Vec<Hint>);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// 0 for every target, else a `__CUDA_ARCH__` number such as 900.
    pub arch: u32,
    pub kind: HintKind,
    pub value: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintKind {
    NumCtaInCga,
    NumWorkerWarpsPerCta,
    Occupancy,
    Latency,
    AllowTma,
}

/// The checked definition of a function.
#[derive(Clone, Debug)]
pub struct FunctionBody {
    /// The parameters, without the object; the object is [`ExprKind::This`].
    pub parameters: Box<[LocalId]>,
    /// For a constructor: what its subobjects are initialised with, in order of initialisation.
    pub initializers: Box<[Initializer]>,
    pub body: StmtId,
}

/// One step of [class.base.init], with the implicit ones written out.
#[derive(Clone, Debug)]
pub struct Initializer {
    pub target: InitializerTarget,
    /// A glvalue for a field of reference type, else a prvalue.
    pub value: ExprId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InitializerTarget {
    Base(u32),
    Field(u32),
    /// A delegating constructor: the value is the whole object.
    Delegate,
}

impl TypedArena {
    pub fn is_right_first(&self, expr: ExprId) -> bool {
        matches!(self.exprs[expr].kind, ExprKind::Call { right_first: true, .. })
    }

    pub fn expr(&mut self, kind: ExprKind, ty: Ty, category: ValueCategory, span: Span) -> ExprId {
        self.exprs.push(Expr { kind, ty, category, span })
    }

    pub fn prvalue(&mut self, kind: ExprKind, ty: Ty, span: Span) -> ExprId {
        self.expr(kind, ty, ValueCategory::PRValue, span)
    }

    pub fn lvalue(&mut self, kind: ExprKind, ty: Ty, span: Span) -> ExprId {
        self.expr(kind, ty, ValueCategory::LValue, span)
    }

    pub fn stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.stmts.push(Stmt { kind, span })
    }

    pub fn local(&mut self, name: Option<Name>, ty: Ty, span: Span) -> LocalId {
        self.locals.push(Local {
            name,
            ty,
            span,
            constant: None,
            names_itself: false,
            is_restrict: false,
            n_named: 0,
            may_be_unused: false,
            is_parameter: false,
        })
    }
}
