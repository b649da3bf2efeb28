//! The syntax tree: what was written, with every span, before any meaning is given to it.
//!
//! All nodes live in the arenas of one [`Ast`] and refer to each other by typed ids. The tree is
//! as written except for four things the parser makes explicit, so that later stages need not:
//! * each declarator is its own declaration (`int a, *b;` is two), sharing the specifiers;
//! * `namespace A::B {}` is two nested namespaces;
//! * each `auto` parameter of a function or lambda is an invented template parameter
//!   (`[dcl.fct]/22`): the function is wrapped in a [`DeclKind::Template`] and the parameter's
//!   type says [`TypeExprKind::InventedParam`];
//! * members carry their access.
//!
//! A name is what was written ([`QualName`]); which entity it denotes is `sema`'s to find. Where
//! the grammar depends on that, the parser has asked its declared-names table, and a template
//! argument whose nature the table could not tell is [`TemplateArgKind::Unresolved`].
//!
//! Function bodies are [`Body`]s: token ranges until `parse::parse_body` is asked for one.
//! A node that could not be parsed is an `Error` (or [`DeclKind::Unparsed`]): it has already been
//! reported or carries its diagnostics, and stays silent downstream.
//!
//! Start reading at [`DeclKind`], then [`TypeExprKind`], [`ExprKind`], [`StmtKind`].

pub mod decl;
pub mod dump;
pub mod expr;
pub mod name;
pub mod stmt;
pub mod template;
pub mod ty;
pub mod visit;

use cranelift_entity::{PrimaryMap, entity_impl};

use crate::base::{Arena, Name, Span};

pub use decl::*;
pub use expr::*;
pub use name::*;
pub use stmt::*;
pub use template::*;
pub use ty::*;

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident = $prefix:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $id(u32);
            entity_impl!($id, $prefix);
        )*
    };
}

ids! {
    /// A declaration, a parameter, an enumerator, a structured binding's name.
    DeclId = "decl";
    /// An expression.
    ExprId = "expr";
    /// A statement.
    StmtId = "stmt";
    /// A type as written.
    TypeExprId = "type";
    /// A possibly qualified name as written.
    QualNameId = "name";
    /// A function body, parsed on demand.
    BodyId = "body";
    /// A scope of the parser's declared-names table.
    ScopeId = "scope";
}

/// A range of indices into the token list of the translation unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct TokenRange {
    pub start: u32,
    pub end: u32,
}

impl TokenRange {
    pub fn new(start: usize, end: usize) -> TokenRange {
        TokenRange { start: start as u32, end: end as u32 }
    }

    pub fn indices(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

/// An identifier where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ident {
    pub name: Name,
    pub span: Span,
}

/// The arenas of one translation unit.
#[derive(Clone, Default)]
pub struct Ast {
    pub decls: Arena<DeclId, Decl>,
    pub exprs: Arena<ExprId, Expr>,
    pub stmts: Arena<StmtId, Stmt>,
    pub types: Arena<TypeExprId, TypeExpr>,
    pub names: Arena<QualNameId, QualName>,
    pub bodies: PrimaryMap<BodyId, Body>,
    /// `struct A *p` where no `A` was known: what declares a class of a namespace
    /// ([basic.scope.pdecl]).
    pub elaborated: Vec<TypeExprId>,
}

impl Ast {
    pub fn new() -> Ast {
        Ast::default()
    }

    /// Shares the nodes with the copies to come. Bodies are not shared: they are parsed on demand.
    pub fn share(&mut self) {
        self.decls.share();
        self.exprs.share();
        self.stmts.share();
        self.types.share();
        self.names.share();
    }

    /// The identifier of a name that is nothing but one: no qualifier, no template arguments.
    pub fn simple_name(&self, id: QualNameId) -> Option<Name> {
        self.names[id].as_identifier()
    }

    /// The declaration under any template heads, explicit-specialisation heads and `friend`.
    #[inline]
    pub fn templated(&self, mut id: DeclId) -> DeclId {
        loop {
            match &self.decls[id].kind {
                DeclKind::Template(template) => id = template.inner,
                DeclKind::ExplicitSpecialization(inner)
                | DeclKind::Friend(FriendDecl::Decl(inner)) => id = *inner,
                _ => return id,
            }
        }
    }

    /// Whether a declaration, under any heads, is that of a kernel.
    pub fn is_kernel(&self, id: DeclId) -> bool {
        matches!(&self.decls[self.templated(id)].kind,
            DeclKind::Function(function) if function.specs.spaces.has(Spaces::TILE_GLOBAL))
    }

    /// Whether a declaration, under any template heads, is a friend declaration.
    pub fn is_friend(&self, id: DeclId) -> bool {
        self.friend(id).is_some()
    }

    /// What a friend declaration, under any template heads, declares.
    pub fn friend(&self, mut id: DeclId) -> Option<&FriendDecl> {
        loop {
            match &self.decls[id].kind {
                DeclKind::Template(template) => id = template.inner,
                DeclKind::ExplicitSpecialization(inner) => id = *inner,
                DeclKind::Friend(friend) => return Some(friend),
                _ => return None,
            }
        }
    }

    /// The expression without the parentheses around it.
    pub fn strip_parens(&self, mut id: ExprId) -> ExprId {
        while let ExprKind::Paren(inner) = self.exprs[id].kind {
            id = inner;
        }
        id
    }
}

macro_rules! indexed {
    ($($arena:ident: $id:ident => $node:ident;)*) => {
        $(
            impl std::ops::Index<$id> for Ast {
                type Output = $node;
                #[inline]
                fn index(&self, id: $id) -> &$node {
                    &self.$arena[id]
                }
            }
            impl std::ops::IndexMut<$id> for Ast {
                #[inline]
                fn index_mut(&mut self, id: $id) -> &mut $node {
                    &mut self.$arena[id]
                }
            }
        )*
    };
}

indexed! {
    decls: DeclId => Decl;
    exprs: ExprId => Expr;
    stmts: StmtId => Stmt;
    types: TypeExprId => TypeExpr;
    names: QualNameId => QualName;
    bodies: BodyId => Body;
}

/// Declares a small set of flags as a named integer with one constant a flag.
macro_rules! flag_set {
    ($(#[$doc:meta])* $set:ident { $($(#[$flag_doc:meta])* $flag:ident = $bit:literal, $text:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $set(u16);

        impl $set {
            pub const NONE: $set = $set(0);
            $($(#[$flag_doc])* pub const $flag: $set = $set(1 << $bit);)*

            /// Whether all flags of `other` are in `self`.
            pub fn has(self, other: $set) -> bool {
                self.0 & other.0 == other.0
            }

            /// Whether `self` and `other` share a flag.
            pub fn intersects(self, other: $set) -> bool {
                self.0 & other.0 != 0
            }

            pub fn insert(&mut self, other: $set) {
                self.0 |= other.0;
            }

            pub fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The spellings of the flags that are set, in the order of the table.
            pub fn words(self) -> impl Iterator<Item = &'static str> {
                [$(($set::$flag, $text)),*]
                    .into_iter()
                    .filter(move |&(flag, _)| self.has(flag))
                    .map(|(_, text)| text)
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.words()).finish()
            }
        }
    };
}
pub(crate) use flag_set;
