//! Names as written: identifiers, operator names, qualified and with template arguments.
//! `[expr.prim.id]`, `[temp.names]`.

use super::{ExprId, Ident, TemplateArgs, TypeExprId};
use crate::base::{Name, Span};

/// A possibly qualified name: `x`, `::ns::A<int>::template f<3>`, `operator+`, `p->~T`'s `~T`.
#[derive(Clone, Debug)]
pub struct QualName {
    /// Starts with `::`.
    pub is_global: bool,
    /// The segments before the last one, each followed by `::`.
    pub qualifiers: Vec<NameSegment>,
    pub last: NameSegment,
    pub span: Span,
}

impl QualName {
    /// The identifier of a name that is nothing but one.
    pub fn as_identifier(&self) -> Option<Name> {
        match self.last.id {
            UnqualifiedId::Identifier(name) if !self.is_qualified() && self.last.args.is_none() => {
                Some(name)
            }
            _ => None,
        }
    }

    pub fn is_qualified(&self) -> bool {
        self.is_global || !self.qualifiers.is_empty()
    }
}

/// One part of a qualified name.
#[derive(Clone, Debug)]
pub struct NameSegment {
    pub id: UnqualifiedId,
    /// The `template` keyword before it: the name of a dependent member template.
    pub template_keyword: bool,
    pub args: Option<TemplateArgs>,
    /// Without the template arguments.
    pub span: Span,
}

impl NameSegment {
    /// The identifier, with or without template arguments.
    pub fn identifier(&self) -> Option<Name> {
        match self.id {
            UnqualifiedId::Identifier(name) => Some(name),
            _ => None,
        }
    }
}

/// What stands between `::`s, without template arguments.
#[derive(Clone, Debug)]
pub enum UnqualifiedId {
    Identifier(Name),
    /// `operator+`
    Operator(OverloadedOperator),
    /// `operator T`
    Conversion(TypeExprId),
    /// `operator""_ic`: the suffix with its underscore.
    Literal(Ident),
    /// `~T`: the type that is named, without `~`; `~decltype(x)` too.
    Destructor(TypeExprId),
    /// `decltype(e)`, as a qualifier only.
    Decltype(ExprId),
    /// The name was missing or wrong; reported.
    Error,
}

macro_rules! operators {
    ($($variant:ident $text:literal;)*) => {
        /// The operators that can be overloaded, `[over.oper.general]`.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum OverloadedOperator { $($variant),* }

        impl OverloadedOperator {
            pub const ALL: &'static [OverloadedOperator] = &[$(OverloadedOperator::$variant),*];

            /// What follows the keyword `operator`.
            pub fn text(self) -> &'static str {
                match self { $(OverloadedOperator::$variant => $text),* }
            }
        }
    };
}

operators! {
    New "new"; Delete "delete"; NewArray "new[]"; DeleteArray "delete[]";
    Call "()"; Subscript "[]"; Arrow "->"; ArrowStar "->*"; Comma ",";
    Not "!"; BitNot "~"; Plus "+"; Minus "-"; Star "*"; Slash "/"; Percent "%";
    Caret "^"; Amp "&"; Pipe "|"; Shl "<<"; Shr ">>";
    Assign "="; PlusAssign "+="; MinusAssign "-="; StarAssign "*="; SlashAssign "/=";
    PercentAssign "%="; CaretAssign "^="; AmpAssign "&="; PipeAssign "|=";
    ShlAssign "<<="; ShrAssign ">>=";
    Equal "=="; NotEqual "!="; Less "<"; Greater ">"; LessEqual "<="; GreaterEqual ">=";
    Spaceship "<=>"; AndAnd "&&"; OrOr "||"; Increment "++"; Decrement "--"; CoAwait "co_await";
}
