//! An initialiser or argument before its target type is known.
//!
//! A *braced-init-list* and the name of an overload set have no type of their own
//! ([dcl.init.list], [over.over]); everything else is a typed expression. Operands are checked
//! once, before overload resolution asks how they convert to the parameters of each candidate.

use lang::ast::Ident;
use lang::base::Span;
use smallvec::SmallVec;

use crate::Cx;
use crate::entity::{ClassId, DeclName, Entity};
use crate::template::deduce::ArgInfo;
use crate::ty::{Args, Ty};
use crate::typed::{ExprId, ValueCategory};

/// Proof that an error was reported (or that a substitution failed); there is nothing to say
/// any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reported;

/// The result of checking something.
pub type Check<T> = Result<T, Reported>;

/// An expression, or one of the two things that are not expressions before their use is known.
#[derive(Clone, Debug)]
pub enum Operand {
    Expr(ExprId),
    List(Box<BracedList>),
    Overloads(Box<OverloadSet>),
}

/// `{a, .b = c}`
#[derive(Clone, Debug)]
pub struct BracedList {
    pub items: Vec<ListItem>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct ListItem {
    pub designator: Option<Ident>,
    pub value: Operand,
}

/// The name of functions, as found by lookup.
#[derive(Clone, Debug)]
pub struct OverloadSet {
    /// Functions and function templates.
    pub entities: SmallVec<[Entity; 2]>,
    /// Explicit template arguments.
    pub args: Option<Args>,
    pub name: DeclName,
    pub span: Span,
    /// The object of `object.name`, a class glvalue or prvalue, or `*this` when an unqualified
    /// name found members.
    pub object: Option<ExprId>,
    pub naming_class: Option<ClassId>,
    /// Whether a call looks into the namespaces of the arguments too: the name is unqualified
    /// and no member, block-scope function or object was found ([basic.lookup.argdep]/1).
    pub adl: bool,
    /// `Base::f` names exactly that function: no virtual call ([class.virtual]/15).
    pub is_qualified: bool,
}

impl Operand {
    pub fn as_expr(&self) -> Option<ExprId> {
        match self {
            Operand::Expr(expr) => Some(*expr),
            Operand::List(_) | Operand::Overloads(_) => None,
        }
    }

    pub fn as_list(&self) -> Option<&BracedList> {
        match self {
            Operand::List(list) => Some(list),
            Operand::Expr(_) | Operand::Overloads(_) => None,
        }
    }

    pub fn span(&self, cx: &Cx<'_>) -> Span {
        match self {
            Operand::Expr(expr) => cx.typed.exprs[*expr].span,
            Operand::List(list) => list.span,
            Operand::Overloads(set) => set.span,
        }
    }

    /// The argument as deduction wants to see it.
    pub fn info(&self, cx: &Cx<'_>) -> ArgInfo {
        match self {
            Operand::Expr(expr) => {
                let node = &cx.typed.exprs[*expr];
                ArgInfo::Expr { ty: node.ty, category: node.category, expr: Some(*expr) }
            }
            Operand::List(list) => {
                ArgInfo::InitList(list.items.iter().map(|item| item.value.info(cx)).collect())
            }
            Operand::Overloads(set) => ArgInfo::Overloaded(set.entities.to_vec()),
        }
    }

    /// The argument as messages describe it.
    pub fn describe(&self, cx: &Cx<'_>) -> String {
        match self {
            Operand::Expr(expr) => cx.show(cx.typed.exprs[*expr].ty),
            Operand::List(_) => "a braced list".to_owned(),
            Operand::Overloads(set) => format!("overloaded `{}`", cx.unit.sources.text(set.span)),
        }
    }
}

/// An expression operand with the facts that conversions ask for.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    pub ty: Ty,
    pub category: ValueCategory,
    /// `None` for a type without a value, as in a built-in trait.
    pub expr: Option<ExprId>,
}

impl Source {
    pub fn of(cx: &Cx<'_>, expr: ExprId) -> Source {
        let node = &cx.typed.exprs[expr];
        Source { ty: node.ty, category: node.category, expr: Some(expr) }
    }

    pub fn is_lvalue(self) -> bool {
        self.category == ValueCategory::LValue
    }
}
