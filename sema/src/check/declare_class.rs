//! Declarations of classes and enumerations: from the syntax to the type ([class.pre],
//! [dcl.type.elab]).
//!
//! In: a declaration and where it stands. Out: the type, one for all declarations of it; its
//! members and bases are filled in when they are needed.

use lang::ast::{self, DeclId, DeclKind, TagKey, TypeExprId, TypeExprKind};
use lang::base::{Diagnostic, FileRange, Name};
use rustc_hash::FxHashMap;
use smallvec::smallvec;

use super::decl::{Declared, Place};
use super::enter::declared_name;
use crate::Cx;
use crate::codes;
use crate::entity::{
    Class, ClassId, ClassRole, DeclName, Entity, Member, NamespaceId, Owner, TemplateId,
};
use crate::scope::{Order, ScopeId, ScopeKind};
use crate::ty::flags::TyFlags;
use crate::ty::{Args, Ty};

/// The scope that owns a type, for types defined inside other declarations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Home {
    Namespace(NamespaceId),
    Class(ClassId),
    Block(ScopeId),
}

impl<'a> Cx<'a> {
    pub(super) fn declare_class(
        &mut self,
        place: Place,
        decl: DeclId,
        class: &'a ast::ClassDecl,
        before: &[Entity],
    ) -> Declared {
        let home = self.home(place.scope);
        for entity in before {
            if let Entity::Type(ty) = *entity
                && let Some(id) = self.types.class_of(ty)
            {
                self.type_decls.insert((decl, home), ty);
                self.redeclare_class(id, place.scope, decl, class);
                return Declared::new();
            }
        }
        let ty = self.defined_type(place.scope, decl);
        smallvec![Entity::Type(ty)]
    }

    /// `scope` is where the new declaration stands: names inside a definition are looked up from
    /// there, not from an earlier declaration.
    fn redeclare_class(
        &mut self,
        id: ClassId,
        scope: ScopeId,
        decl: DeclId,
        class: &ast::ClassDecl,
    ) {
        if !class.is_definition {
            return;
        }
        let old = self.entities[id].decl;
        if old.is_some_and(|old| self.class_decl(old).is_some_and(|old| old.is_definition)) {
            let message = format!("`{}` is defined a second time", self.show(self.entities[id].ty));
            let diagnostic =
                Diagnostic::new(codes::CONFLICTING_DECLARATION, self.ast[decl].span, message)
                    .secondary(self.entities[id].span, "defined before");
            self.report(diagnostic);
            return;
        }
        self.entities[id].decl = Some(decl);
        self.entities[id].span = self.name_span(decl);
        self.entities[id].outer = scope;
        let inner = self.entities[id].scope;
        self.scopes[inner].parent = Some(scope);
    }

    /// The class of a declaration, under template heads.
    pub(crate) fn class_decl(&self, decl: DeclId) -> Option<&'a ast::ClassDecl> {
        match &self.ast[self.ast.templated(decl)].kind {
            DeclKind::Class(class) => Some(class),
            _ => None,
        }
    }

    /// The scope that owns what is declared in `scope`.
    pub(crate) fn home(&self, scope: ScopeId) -> Home {
        for id in self.scopes.chain(scope) {
            match self.scopes[id].kind {
                ScopeKind::Namespace { ns, .. } => return Home::Namespace(ns),
                ScopeKind::Class(class) => return Home::Class(class),
                ScopeKind::Block | ScopeKind::Function(_) | ScopeKind::Parameters => {
                    return Home::Block(id);
                }
                ScopeKind::Enum(_) | ScopeKind::Template { .. } | ScopeKind::Expansion { .. } => {}
            }
        }
        Home::Namespace(self.global)
    }

    fn owner_of(&self, home: Home) -> Owner {
        match home {
            Home::Namespace(ns) => Owner::Namespace(ns),
            Home::Class(class) => Owner::Class(class),
            Home::Block(_) => Owner::Function,
        }
    }

    /// The class or enumeration that `decl` declares in `scope`, made on first sight.
    pub(crate) fn defined_type(&mut self, scope: ScopeId, decl: DeclId) -> Ty {
        let home = self.home(scope);
        if let Some(&ty) = self.type_decls.get(&(decl, home)) {
            return ty;
        }
        let owner = self.owner_of(home);
        let order = self.scopes.enclosing_namespace(scope).map_or(Order::END, |(_, order)| order);
        let ast = self.ast;
        let ty = match &ast[decl].kind {
            DeclKind::Class(_) => {
                // A named class is made through its member table, so that its other declarations
                // find it.
                if let Some((name, _)) = declared_name(ast, decl)
                    && !matches!(owner, Owner::Function)
                    && let Some(ty) = self.type_named(owner, name, decl, home)
                {
                    return ty;
                }
                let id = self.new_class(owner, scope, decl, None, order);
                self.entities[id].ty
            }
            DeclKind::Enum(_) => {
                let id = self.new_enum(owner, scope, decl);
                self.entities[id].ty
            }
            _ => Ty::ERROR,
        };
        self.type_decls.insert((decl, home), ty);
        ty
    }

    /// The type of a pending member that is the declaration `decl`.
    fn type_named(&mut self, owner: Owner, name: DeclName, decl: DeclId, home: Home) -> Option<Ty> {
        let members = match owner {
            Owner::Namespace(ns) => self.entities[ns].members.get(&name),
            Owner::Class(class) => self.entities[class].members.get(&name),
            Owner::Function => None,
        }?;
        let member = members.iter().find(|member| member.decl == decl)?;
        if member.state != crate::entity::MemberState::Pending {
            return None;
        }
        self.resolve_members(owner, name);
        self.type_decls.get(&(decl, home)).copied()
    }

    /// A class entity. `outer` is the scope around the class, template arguments included.
    pub(crate) fn new_class(
        &mut self,
        owner: Owner,
        outer: ScopeId,
        decl: DeclId,
        template: Option<(TemplateId, Args)>,
        order: Order,
    ) -> ClassId {
        let ast = self.ast;
        let written = self.class_decl(decl);
        let name =
            written.and_then(|class| class.name).and_then(|name| ast[name].last.identifier());
        let scope = self.scopes.push(Some(outer), ScopeKind::Class(ClassId::from_u32(0)));
        let key = written.map_or(TagKey::Struct, |class| class.key);
        let id = self.entities.classes.push(Class {
            name,
            decl: Some(decl),
            template,
            is_final: written.is_some_and(|class| class.is_final),
            role: self.class_role(decl),
            ..Class::declared(key, owner, (outer, scope), order, self.name_span(decl))
        });
        self.scopes[scope].kind = ScopeKind::Class(id);
        let flags = if self.scopes[outer].is_open { TyFlags::DEPENDENT } else { TyFlags::NONE };
        self.entities[id].ty = self.types.class(id, flags);
        id
    }

    fn class_role(&self, decl: DeclId) -> ClassRole {
        let attrs = &self.ast[self.ast.templated(decl)].attrs;
        for attr in attrs {
            if let ast::AttributeKind::Standard { scope: Some(scope), name, .. } = attr.kind
                && self.text(scope) == "tilec"
            {
                match self.text(name) {
                    "tile" => return ClassRole::Tile,
                    "results" => return ClassRole::Results,
                    "text" => return ClassRole::Text,
                    "counted_range" => return ClassRole::CountedRange,
                    _ => {}
                }
            }
        }
        ClassRole::None
    }

    /// The class `name` of a namespace that nothing but an elaborated type in a declaration before
    /// `order` declares: `typedef struct A *B;`.
    pub(crate) fn elaborated_member(
        &mut self,
        ns: NamespaceId,
        order: Order,
        name: Name,
    ) -> Option<Ty> {
        let ast = self.ast;
        for ty in self.elaborated_types().get(&name)?.clone() {
            let TypeExprKind::Elaborated { key, name } = ast[ty].kind else { continue };
            // The rest of the declaration sees it too.
            let Some(order) = self.order_around(ns, ty).filter(|&around| around <= order) else {
                continue;
            };
            let scope = self.namespace_scope(ns, order);
            return Some(self.declare_elaborated(scope, key, name));
        }
        None
    }

    /// Where the first declaration of a namespace is that a type stands in.
    fn order_around(&mut self, ns: NamespaceId, ty: TypeExprId) -> Option<Order> {
        let n_members = self.entities[ns].n_members;
        if let Some(&(known, order)) = self.index.orders_around.get(&(ns, ty))
            && known == n_members
        {
            return order;
        }
        let at = self.unit.sources.file_range(self.ast[ty].span);
        let order = at.and_then(|at| {
            let around = self.ranges_of_members(ns).iter().filter(|(around, _)| around.covers(&at));
            around.map(|&(_, order)| order).min()
        });
        self.index.orders_around.insert((ns, ty), (n_members, order));
        order
    }

    /// Where the declarations of the members of a namespace are: asked for as often as there are elaborated types, of which
    /// headers with forward declarations have many.
    fn ranges_of_members(&mut self, ns: NamespaceId) -> &[(FileRange, Order)] {
        let namespace = &self.entities[ns];
        let (n_members, sources) = (namespace.n_members, self.unit.sources);
        let (known, ranges) = self.index.ranges_of_members.entry(ns).or_default();
        if *known != n_members {
            *known = n_members;
            let members = namespace.members.values().flatten();
            let range = |member: &Member| {
                Some((sources.file_range(self.ast[member.decl].span)?, member.order))
            };
            *ranges = members.filter_map(range).collect();
        }
        ranges
    }

    /// The elaborated type specifiers of the unit by the names in them.
    pub(crate) fn elaborated_types(&mut self) -> &FxHashMap<Name, Vec<TypeExprId>> {
        let ast = self.ast;
        let named = |&ty: &TypeExprId| match ast[ty].kind {
            TypeExprKind::Elaborated { name, .. } => Some((ast.simple_name(name)?, ty)),
            _ => None,
        };
        self.index.elaborated.get_or_insert_with(|| {
            let mut by_name: FxHashMap<Name, Vec<TypeExprId>> = FxHashMap::default();
            for (name, ty) in ast.elaborated.iter().filter_map(named) {
                by_name.entry(name).or_default().push(ty);
            }
            by_name
        })
    }

    /// `struct A` where no `A` is declared: declares one in the nearest block or namespace.
    pub(crate) fn declare_elaborated(
        &mut self,
        scope: ScopeId,
        key: TagKey,
        name: ast::QualNameId,
    ) -> Ty {
        let Some(identifier) = self.ast.simple_name(name) else { return Ty::ERROR };
        let (ns, order) =
            self.scopes.enclosing_namespace(scope).unwrap_or((self.global, Order::END));
        if let Some(&ty) = self.elaborated.get(&(ns, identifier)) {
            return ty;
        }
        // A declaration further on is of the same class.
        self.resolve_members(Owner::Namespace(ns), DeclName::Identifier(identifier));
        let members = self.entities[ns].members.get(&DeclName::Identifier(identifier));
        let later = members.into_iter().flatten().flat_map(Member::entities);
        let is_class = |entity: &Entity| match entity {
            Entity::Type(ty) => self.types.class_of(*ty).map(|_| *ty),
            _ => None,
        };
        if key != TagKey::Enum
            && let Some(ty) = later.filter_map(is_class).next()
        {
            self.elaborated.insert((ns, identifier), ty);
            return ty;
        }
        let outer = self.namespace_scope(ns, order);
        let inner = self.scopes.push(Some(outer), ScopeKind::Block);
        let (owner, span) = (Owner::Namespace(ns), self.ast[name].span);
        let id = self.entities.classes.push(Class {
            name: Some(identifier),
            ..Class::declared(key, owner, (outer, inner), order, span)
        });
        let ty = self.types.class(id, TyFlags::NONE);
        self.entities[id].ty = ty;
        self.elaborated.insert((ns, identifier), ty);
        ty
    }
}
