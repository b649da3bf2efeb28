//! Scopes ([basic.scope]): a chain that gives names a meaning.
//!
//! A scope is at once the place where a name is looked up and the *environment* of an
//! instantiation: the arguments of the enclosing templates are bound by [`ScopeKind::Template`]
//! scopes on the chain. Checking the same syntax again under a chain with other arguments is
//! how templates are instantiated, so no dependent expression is ever represented.
//!
//! ```text
//! block -> function parameters -> template <T = int> -> class A -> namespace ct @ order 81
//! ```
//!
//! The namespace at the end carries the [`Order`] of the declaration that the chain belongs to:
//! unqualified lookup through it sees what was declared before ([basic.lookup.unqual]/2,
//! [temp.nondep]).

use cranelift_entity::{PrimaryMap, entity_impl};
use lang::ast::{self, Ast, DeclId};
use lang::base::Name;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::entity::{ClassId, DeclName, Entity, EnumId, FunctionId, NamespaceId};
use crate::locals::Locals;
use crate::lookup::directive::Nominations;
use crate::ty::Args;

/// A scope on some chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScopeId(u32);
entity_impl!(ScopeId, "scope");

/// The position of a declaration at namespace scope in the translation unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Order(pub u32);

impl Order {
    /// Before all declarations.
    pub const START: Order = Order(0);
    /// After all declarations: the point of instantiation at the end of the translation unit.
    pub const END: Order = Order(u32::MAX);
}

pub struct Scope {
    pub parent: Option<ScopeId>,
    pub kind: ScopeKind,
    /// Some enclosing template's parameters are bound to themselves: the scope belongs to a
    /// signature, and what it says may be dependent.
    pub is_open: bool,
    /// Holds what the condition or *init-statement* of a statement declares, which the outermost
    /// block of its substatement must not declare again ([basic.scope.block]/3).
    pub is_header: bool,
    /// The names of block and parameter scopes, in the order of declaration.
    pub locals: Locals,
    /// *using-directive*s of a block.
    pub directives: SmallVec<[NamespaceId; 0]>,
    /// What they nominate, where they are many.
    pub nominations: Option<Box<Nominations>>,
    /// Of a template scope a bit for the name of each parameter, which others may share: most lookups pass by.
    pub parameter_bits: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// The namespace as seen from the declaration at `order`.
    Namespace {
        ns: NamespaceId,
        order: Order,
    },
    Class(ClassId),
    Enum(EnumId),
    /// Template parameters, bound to arguments or, in signatures, to themselves.
    Template {
        head: TemplateHead,
        args: Args,
    },
    /// Parameters of a function; its body and trailing clauses are below.
    Function(FunctionId),
    /// The parameters of a *requires-expression*, or of a signature in a pattern.
    Parameters,
    Block,
    /// Below here the packs of the enclosing scopes stand for their element number `index`.
    Expansion {
        index: u32,
    },
}

/// The declaration that has the parameters of a template scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TemplateHead {
    /// A [`ast::DeclKind::Template`].
    Decl(DeclId),
    /// A template template parameter.
    Param(DeclId),
    /// A generic lambda.
    Lambda(ast::ExprId),
}

impl TemplateHead {
    /// The parameters that are constrained where they are declared, by their numbers.
    pub fn constrained_params(
        self,
        ast: &Ast,
    ) -> impl Iterator<Item = (usize, &ast::TypeConstraint)> {
        self.params(ast).iter().enumerate().filter_map(|(index, &decl)| {
            let ast::DeclKind::TemplateParam(param) = &ast[decl].kind else { return None };
            match &param.kind {
                ast::TemplateParamKind::Type { constraint, .. }
                | ast::TemplateParamKind::Invented { constraint } => {
                    constraint.as_ref().map(|constraint| (index, constraint))
                }
                _ => None,
            }
        })
    }

    /// The parameter declarations.
    pub fn params(self, ast: &Ast) -> &[DeclId] {
        match self {
            TemplateHead::Decl(id) => match &ast[id].kind {
                ast::DeclKind::Template(template) => &template.params,
                _ => &[],
            },
            TemplateHead::Param(id) => match &ast[id].kind {
                ast::DeclKind::TemplateParam(ast::TemplateParam {
                    kind: ast::TemplateParamKind::Template { params, .. },
                    ..
                }) => params,
                _ => &[],
            },
            TemplateHead::Lambda(id) => match &ast[id].kind {
                ast::ExprKind::Lambda(lambda) => &lambda.template_params,
                _ => &[],
            },
        }
    }

    /// The *requires-clause* after the parameters.
    pub fn requires(self, ast: &Ast) -> Option<ast::ExprId> {
        match self {
            TemplateHead::Decl(id) => match &ast[id].kind {
                ast::DeclKind::Template(template) => template.requires,
                _ => None,
            },
            TemplateHead::Param(id) => match &ast[id].kind {
                ast::DeclKind::TemplateParam(ast::TemplateParam {
                    kind: ast::TemplateParamKind::Template { requires, .. },
                    ..
                }) => *requires,
                _ => None,
            },
            TemplateHead::Lambda(id) => match &ast[id].kind {
                ast::ExprKind::Lambda(lambda) => lambda.template_requires,
                _ => None,
            },
        }
    }
}

fn parameter_bit(name: Name) -> u64 {
    1 << (name.index() % 64)
}

/// All scopes of a program.
#[derive(Default)]
pub struct Scopes {
    arena: PrimaryMap<ScopeId, Scope>,
    /// The scopes of the elements of expansions in a scope, one behind the other: the first, and
    /// how many.
    expansions: FxHashMap<ScopeId, (ScopeId, u32)>,
    /// The operator functions that blocks declare.
    operators: FxHashMap<ScopeId, Vec<(DeclName, Entity)>>,
}

impl Scopes {
    pub fn reserve(&mut self, n_scopes: usize) {
        self.arena.reserve(n_scopes);
    }

    pub fn push(&mut self, parent: Option<ScopeId>, kind: ScopeKind) -> ScopeId {
        let is_open = parent.is_some_and(|id| self.arena[id].is_open);
        self.arena.push(Scope {
            parent,
            kind,
            is_open,
            is_header: false,
            locals: Locals::default(),
            directives: SmallVec::new(),
            nominations: None,
            parameter_bits: 0,
        })
    }

    /// The scope of the parameters of a template.
    pub fn template(
        &mut self,
        ast: &Ast,
        parent: ScopeId,
        head: TemplateHead,
        args: Args,
    ) -> ScopeId {
        let scope = self.push(Some(parent), ScopeKind::Template { head, args });
        let name = |&decl: &DeclId| match &ast[decl].kind {
            ast::DeclKind::TemplateParam(param) => param.name.map(|name| parameter_bit(name.name)),
            _ => None,
        };
        let bits = head.params(ast).iter().filter_map(name);
        self.arena[scope].parameter_bits = bits.fold(0, |bits, bit| bits | bit);
        scope
    }

    /// Whether a template scope may have a parameter of the name.
    pub fn may_have_parameter(&self, scope: ScopeId, name: Name) -> bool {
        self.arena[scope].parameter_bits & parameter_bit(name) != 0
    }

    /// A block inside `parent`.
    pub fn block(&mut self, parent: ScopeId) -> ScopeId {
        self.push(Some(parent), ScopeKind::Block)
    }

    /// The block that a statement with a condition implicitly is ([stmt.pre]/5).
    pub fn header(&mut self, parent: ScopeId) -> ScopeId {
        let scope = self.block(parent);
        self.arena[scope].is_header = true;
        scope
    }

    /// Makes the scopes of `len` elements at once: all expansions in `parent` share them.
    pub fn expand(&mut self, parent: ScopeId, len: u32) {
        if len == 0 || self.expansions.get(&parent).is_some_and(|&(_, known)| known >= len) {
            return;
        }
        let first = self.arena.next_key();
        for index in 0..len {
            self.push(Some(parent), ScopeKind::Expansion { index });
        }
        self.expansions.insert(parent, (first, len));
    }

    /// `parent` with its packs standing for their element `index`.
    pub fn expansion(&mut self, parent: ScopeId, index: u32) -> ScopeId {
        match self.expansions.get(&parent) {
            Some(&(first, len)) if index < len => ScopeId::from_u32(first.as_u32() + index),
            _ => self.push(Some(parent), ScopeKind::Expansion { index }),
        }
    }

    /// Declares a local name; an older one of the same scope is hidden.
    pub fn declare(&mut self, scope: ScopeId, name: Name, entity: Entity) {
        self.arena[scope].locals.push(name, entity);
    }

    /// Declares the function of an operator in a block.
    pub fn declare_operator(&mut self, scope: ScopeId, name: DeclName, entity: Entity) {
        self.operators.entry(scope).or_default().push((name, entity));
    }

    /// Whether any block declares operators.
    pub fn has_operators(&self) -> bool {
        !self.operators.is_empty()
    }

    /// The functions that a block declares under the name of an operator.
    pub fn operators_named(&self, scope: ScopeId, name: DeclName) -> impl Iterator<Item = &Entity> {
        let declared = self.operators.get(&scope).into_iter().flatten();
        declared.filter(move |(known, _)| *known == name).map(|(_, entity)| entity)
    }

    /// The scopes from `scope` outwards.
    pub fn chain(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> + '_ {
        std::iter::successors(Some(scope), |&id| self.arena[id].parent)
    }

    /// The innermost enclosing class.
    pub fn enclosing_class(&self, scope: ScopeId) -> Option<ClassId> {
        self.chain(scope).find_map(|id| match self.arena[id].kind {
            ScopeKind::Class(class) => Some(class),
            _ => None,
        })
    }

    /// The function whose body or signature `scope` is in.
    pub fn enclosing_function(&self, scope: ScopeId) -> Option<FunctionId> {
        self.chain(scope).find_map(|id| match self.arena[id].kind {
            ScopeKind::Function(function) => Some(function),
            _ => None,
        })
    }

    /// The innermost enclosing namespace and the order it is seen at.
    pub fn enclosing_namespace(&self, scope: ScopeId) -> Option<(NamespaceId, Order)> {
        self.chain(scope).find_map(|id| match self.arena[id].kind {
            ScopeKind::Namespace { ns, order } => Some((ns, order)),
            _ => None,
        })
    }
}

impl std::ops::Index<ScopeId> for Scopes {
    type Output = Scope;
    fn index(&self, id: ScopeId) -> &Scope {
        &self.arena[id]
    }
}

impl std::ops::IndexMut<ScopeId> for Scopes {
    fn index_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.arena[id]
    }
}
