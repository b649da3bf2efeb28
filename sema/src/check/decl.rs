//! Declarations: from a member of a namespace or class to its entity ([dcl], [temp.pre]).
//!
//! [`Cx::declare_member`] is called once for each declaration, when its name is first looked up.
//! It makes the entity, or adds a redeclaration to the entity made before, and leaves everything
//! that can wait: members of classes, types of variables, bodies, specialisations.

use lang::ast::{self, DeclId, DeclKind, TagKey};
use lang::base::{Diagnostic, Span};
use smallvec::{SmallVec, smallvec};

use super::enter::declared_name;
use crate::Cx;
use crate::codes;
use crate::entity::{
    Class, ClassId, ClassRole, ClassState, DeclName, Entity, Member, NamespaceId, Owner,
    PartialSpecialization, Template, TemplateId, TemplateKind,
};
use crate::lookup::LookupResult;
use crate::lookup::name::Qualifier;
use crate::scope::{Order, ScopeId, ScopeKind, TemplateHead};
use crate::template::params::TemplateParameters;
use crate::ty::{Args, Ty, TyFlags};

/// What one declaration adds to its scope; nothing for most redeclarations.
pub type Declared = SmallVec<[Entity; 1]>;

/// The scope that owns a type, for types defined inside other declarations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Home {
    Namespace(NamespaceId),
    Class(ClassId),
    Block(ScopeId),
}

/// A declaration with what is known about it from its place.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub owner: Owner,
    /// The scope that the declaration stands in.
    pub scope: ScopeId,
    pub order: Order,
    pub c_linkage: bool,
}

impl<'a> Cx<'a> {
    /// The entities that a member of a namespace or class declares.
    pub(crate) fn declare_member(
        &mut self,
        owner: Owner,
        name: DeclName,
        member: &Member,
    ) -> Declared {
        let scope = match owner {
            Owner::Namespace(ns) => self.namespace_scope(ns, member.order),
            Owner::Class(class) => self.entities[class].scope,
            Owner::Function => return Declared::new(),
        };
        let order = member.order;
        let place = Place { owner, scope, order, c_linkage: member.c_linkage };
        let before = self.declared_before(owner, name);
        let declared = self.declare(place, name, member.decl, &before);
        self.without_conflicts(place, name, member.decl, &before, declared)
    }

    /// Declares what a declaration at block scope declares but variables: classes, enumerations,
    /// aliases, functions, *using-declarations*, static assertions.
    pub fn declare_local(&mut self, scope: ScopeId, decl: DeclId) -> Option<Entity> {
        let ast = self.ast;
        match &ast[decl].kind {
            DeclKind::StaticAssert { .. } => {
                self.check_static_assert(scope, decl);
                return None;
            }
            DeclKind::UsingDirective(target) => {
                if let Some(ns) = self.namespace_named(scope, *target) {
                    self.scopes[scope].directives.push(ns);
                }
                return None;
            }
            DeclKind::NamespaceAlias { name, target } => {
                let ns = self.namespace_named(scope, *target)?;
                self.note_declared(scope, name.name, name.span);
                self.scopes.declare(scope, name.name, Entity::Namespace(ns));
                return None;
            }
            DeclKind::UsingEnum(target) => {
                let id = self.enum_named(scope, *target)?;
                self.complete_enum(id);
                for (index, enumerator) in self.entities[id].enumerators.clone().iter().enumerate()
                {
                    let entity = Entity::Enumerator(id, index as u32);
                    if self.may_join_block(scope, enumerator.name, &entity, ast[*target].span) {
                        self.scopes.declare(scope, enumerator.name, entity);
                    }
                }
                return None;
            }
            _ => {}
        }
        let order = self.scopes.enclosing_namespace(scope).map_or(Order::END, |(_, order)| order);
        let place = Place { owner: Owner::Function, scope, order, c_linkage: false };
        if let DeclKind::Class(class) = &ast[decl].kind
            && class.name.is_none()
        {
            let ty = self.defined_type(scope, decl);
            return Some(Entity::Type(ty));
        }
        if let DeclKind::Enum(e) = &ast[decl].kind {
            let ty = self.defined_type(scope, decl);
            if let Some(id) = self.types.enum_of(ty)
                && !e.is_scoped
            {
                self.complete_enum(id);
                for (index, enumerator) in self.entities[id].enumerators.clone().iter().enumerate()
                {
                    let entity = Entity::Enumerator(id, index as u32);
                    self.scopes.declare(scope, enumerator.name, entity);
                }
            }
            if e.name.is_none() {
                return Some(Entity::Type(ty));
            }
        }
        let (name, _) = declared_name(ast, decl)?;
        let mut declared = self.declare(place, name, decl, &[]);
        if let DeclKind::Function(_) = &ast[decl].kind {
            self.redeclare_of_namespace(scope, name, &mut declared);
        }
        let DeclName::Identifier(identifier) = name else { return None };
        if let DeclKind::TypeAlias(alias) = &ast[ast.templated(decl)].kind {
            self.note_declared(scope, identifier, alias.name.span);
        }
        let is_using = matches!(ast[decl].kind, DeclKind::UsingDecl(_));
        for entity in &declared {
            let span = ast[decl].span;
            if !is_using || self.may_join_block(scope, identifier, entity, span) {
                self.scopes.declare(scope, identifier, entity.clone());
            }
        }
        declared.into_iter().next()
    }

    /// A function declared in a block is a member of the namespace around it ([dcl.meaning]/3.5).
    fn redeclare_of_namespace(&mut self, scope: ScopeId, name: DeclName, declared: &mut Declared) {
        let Some((ns, _)) = self.scopes.enclosing_namespace(scope) else { return };
        let mut found = LookupResult::default();
        self.search_namespace(ns, Order::END, name, &mut found);
        for entity in declared {
            let Entity::Function(new) = *entity else { continue };
            let same = found.entities.iter().find(|known| match **known {
                Entity::Function(known) => self.entities[known].ty == self.entities[new].ty,
                _ => false,
            });
            if let Some(known) = same {
                *entity = known.clone();
            }
        }
    }

    fn declare(
        &mut self,
        place: Place,
        name: DeclName,
        decl: DeclId,
        before: &[Entity],
    ) -> Declared {
        let ast = self.ast;
        match &ast[decl].kind {
            DeclKind::TypeAlias(alias) => {
                let ty = self.resolve_type(place.scope, alias.ty);
                if ty == Ty::ERROR {
                    return smallvec![Entity::Error];
                }
                self.check_alias_alignment(place.scope, decl, ty);
                self.aliases_of.entry(ty).or_insert(decl);
                smallvec![Entity::Type(ty)]
            }
            DeclKind::Class(class) => self.declare_class(place, decl, class, before),
            DeclKind::Enum(_) => self.declare_enum(place, decl, before),
            DeclKind::Enumerator { .. } => self.declare_enumerator(place, decl),
            DeclKind::Function(_) | DeclKind::DeductionGuide(_) => {
                self.declare_plain_function(place, name, decl, before)
            }
            DeclKind::Variable(_) => self.declare_plain_variable(place, decl, before),
            DeclKind::Field(_) => self.declare_field(place, decl),
            DeclKind::UsingDecl(using) => self.declare_using(place, name, using),
            DeclKind::Template(_) => self.declare_template(place, name, decl, before),
            DeclKind::ExplicitSpecialization(inner) => {
                self.declare_specialization(place, name, decl, *inner, before)
            }
            DeclKind::Namespace(_)
            | DeclKind::NamespaceAlias { .. }
            | DeclKind::UsingDirective(_)
            | DeclKind::UsingEnum(_)
            | DeclKind::Param(_)
            | DeclKind::StructuredBinding(_)
            | DeclKind::Binding(_)
            | DeclKind::TemplateParam(_)
            | DeclKind::ExplicitInstantiation { .. }
            | DeclKind::Concept { .. }
            | DeclKind::StaticAssert { .. }
            | DeclKind::Friend(_)
            | DeclKind::LinkageSpec(_)
            | DeclKind::Empty
            | DeclKind::Asm(_)
            | DeclKind::Unparsed(_)
            | DeclKind::Error => Declared::new(),
        }
    }

    fn declare_class(
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
        let id = self.entities.classes.push(Class {
            name,
            key: written.map_or(TagKey::Struct, |class| class.key),
            owner,
            decl: Some(decl),
            template,
            is_pattern: false,
            is_explicit: false,
            outer,
            scope,
            ty: Ty::ERROR,
            state: ClassState::Incomplete,
            bases: Vec::new(),
            fields: Vec::new(),
            members: Default::default(),
            friends: Vec::new(),
            n_subobjects: 1,
            n_scalars: 1,
            size: 0,
            data_size: 0,
            align: 1,
            is_final: written.is_some_and(|class| class.is_final),
            is_empty_layout: false,
            has_empty_parts: false,
            is_pod_layout: false,
            is_standard_layout: None,
            is_polymorphic: false,
            has_dependent_base: false,
            fails_assertion: false,
            role: self.class_role(decl),
            closure: None,
            special: None,
            order,
            span: self.name_span(decl),
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
                    "counted_range" => return ClassRole::CountedRange,
                    _ => {}
                }
            }
        }
        ClassRole::None
    }

    /// Where the name of a declaration stands.
    pub(crate) fn name_span(&self, decl: DeclId) -> Span {
        let ast = self.ast;
        let decl = ast.templated(decl);
        let name = match &ast[decl].kind {
            DeclKind::Class(class) => class.name,
            DeclKind::Enum(e) => e.name,
            DeclKind::Function(function) => Some(function.name),
            DeclKind::Variable(variable) => Some(variable.name),
            DeclKind::DeductionGuide(guide) => Some(guide.name),
            DeclKind::Concept { name, .. } => return name.span,
            DeclKind::TypeAlias(alias) => return alias.name.span,
            _ => None,
        };
        name.map_or(ast[decl].span, |name| ast[name].span)
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
        let outer = self.namespace_scope(ns, order);
        let inner = self.scopes.push(Some(outer), ScopeKind::Block);
        let id = self.entities.classes.push(Class {
            name: Some(identifier),
            key,
            owner: Owner::Namespace(ns),
            decl: None,
            template: None,
            is_pattern: false,
            is_explicit: false,
            outer,
            scope: inner,
            ty: Ty::ERROR,
            state: ClassState::Incomplete,
            bases: Vec::new(),
            fields: Vec::new(),
            members: Default::default(),
            friends: Vec::new(),
            n_subobjects: 1,
            n_scalars: 1,
            size: 0,
            data_size: 0,
            align: 1,
            is_final: false,
            is_empty_layout: false,
            has_empty_parts: false,
            is_pod_layout: false,
            is_standard_layout: None,
            is_polymorphic: false,
            has_dependent_base: false,
            fails_assertion: false,
            role: ClassRole::None,
            closure: None,
            special: None,
            order,
            span: self.ast[name].span,
        });
        let ty = self.types.class(id, TyFlags::NONE);
        self.entities[id].ty = ty;
        self.elaborated.insert((ns, identifier), ty);
        ty
    }

    fn declare_field(&mut self, place: Place, decl: DeclId) -> Declared {
        let Owner::Class(class) = place.owner else { return Declared::new() };
        let index = self.entities[class].fields.iter().position(|field| field.decl == Some(decl));
        match index {
            Some(index) => smallvec![Entity::Field(class, index as u32)],
            None => Declared::new(),
        }
    }

    /// `using a::b;` ([namespace.udecl])
    fn declare_using(
        &mut self,
        place: Place,
        name: DeclName,
        using: &'a ast::UsingDecl,
    ) -> Declared {
        if name == DeclName::Constructor {
            return self.inherit_constructors(place, using);
        }
        let mut declared = Declared::new();
        let mut scopes: SmallVec<[ScopeId; 2]> = smallvec![place.scope];
        if using.is_pack_expansion {
            let pattern = crate::template::pack::Pattern::Name(using.name);
            let Some(len) = self.expansion_len(place.scope, pattern) else { return declared };
            scopes = (0..len).map(|index| self.scopes.expansion(place.scope, index)).collect();
        }
        for scope in scopes {
            let Some(lookup) = self.lookup_name(scope, using.name) else { continue };
            if lookup.found.is_empty() {
                self.report_name_not_found(scope, using.name);
                declared.push(Entity::Error);
            }
            if !self.check_using_owner(place.owner, scope, using, &lookup.found.entities) {
                declared.push(Entity::Error);
                continue;
            }
            for entity in lookup.found.entities {
                if !declared.contains(&entity) {
                    declared.push(entity);
                }
            }
        }
        declared
    }

    /// A member is brought into a class that derives from its own, and nowhere else; enumerators
    /// into any scope ([namespace.udecl]/3, 7).
    fn check_using_owner(
        &mut self,
        owner: Owner,
        scope: ScopeId,
        using: &'a ast::UsingDecl,
        found: &[Entity],
    ) -> bool {
        let is_enumerator = |entity: &Entity| matches!(entity, Entity::Enumerator(..));
        if found.iter().all(is_enumerator) {
            return true;
        }
        let qualifier = self.named_qualifier(scope, using.name);
        let Some(Qualifier::Class(named)) = qualifier else { return true };
        let shown = self.show(self.entities[named].ty);
        let message = match owner {
            Owner::Class(class) if class == named || self.entities[class].is_pattern => {
                return true;
            }
            Owner::Class(class) if self.is_base_of(named, class) => return true,
            Owner::Class(class) => {
                let class = self.show(self.entities[class].ty);
                format!("`{shown}` is no base of `{class}`, whose members it could name")
            }
            Owner::Namespace(_) | Owner::Function => {
                format!("a member of `{shown}` can only be named again in a class derived from it")
            }
        };
        let span = self.ast[using.name].span;
        let diagnostic = Diagnostic::new(codes::INVALID_BASE, span, message);
        let diagnostic = match found {
            [Entity::Type(_)] => diagnostic.help("for a type write `using name = ...;`"),
            _ => diagnostic,
        };
        self.report(diagnostic);
        false
    }

    fn declare_template(
        &mut self,
        place: Place,
        name: DeclName,
        decl: DeclId,
        before: &[Entity],
    ) -> Declared {
        let ast = self.ast;
        let (kind, has_args) = match &ast[ast.templated(decl)].kind {
            DeclKind::Class(class) => {
                (TemplateKind::Class, class.name.is_some_and(|name| ast[name].last.args.is_some()))
            }
            DeclKind::Variable(variable) => {
                (TemplateKind::Variable, ast[variable.name].last.args.is_some())
            }
            DeclKind::Function(_) => (TemplateKind::Function, false),
            DeclKind::TypeAlias(_) => (TemplateKind::Alias, false),
            DeclKind::Concept { .. } => (TemplateKind::Concept, false),
            DeclKind::DeductionGuide(_) => (TemplateKind::Guide, false),
            _ => return Declared::new(),
        };
        let same_kind = |cx: &Self, id: TemplateId| cx.entities[id].kind == kind;
        let mut known = before.iter().find_map(|entity| match *entity {
            Entity::Template(id) if same_kind(self, id) => Some(id),
            _ => None,
        });
        if has_args && known.is_none() {
            let inner = self.templates_to_specialize(place.owner, name, before);
            known = inner.into_iter().find(|&id| same_kind(self, id));
        }
        match (kind, known) {
            (_, Some(id)) if has_args => {
                let partial = PartialSpecialization {
                    decl,
                    order: place.order,
                    scope: place.scope,
                    pattern: None,
                };
                self.entities[id].partials.push(partial);
                return Declared::new();
            }
            (_, None) if has_args => {
                let message = format!("no template `{}` to specialise", self.show_name(name));
                self.error(codes::INVALID_SPECIALIZATION, self.name_span(decl), message);
                return smallvec![Entity::Error];
            }
            (TemplateKind::Class | TemplateKind::Variable, Some(id)) => {
                self.redeclare_template(id, place, decl);
                return Declared::new();
            }
            (TemplateKind::Function, Some(_)) => {
                for entity in before {
                    if let Entity::Template(id) = *entity
                        && same_kind(self, id)
                        && self.redeclares_function_template(id, place, decl)
                    {
                        self.redeclare_template(id, place, decl);
                        return Declared::new();
                    }
                }
            }
            _ => {}
        }
        let id = self.new_template(kind, name, place, decl);
        smallvec![Entity::Template(id)]
    }

    pub(crate) fn new_template(
        &mut self,
        kind: TemplateKind,
        name: DeclName,
        place: Place,
        decl: DeclId,
    ) -> TemplateId {
        let params = TemplateParameters::of(self.ast, TemplateHead::Decl(decl));
        let access = self.ast[decl].access.unwrap_or(ast::Access::Public);
        let span = self.name_span(decl);
        self.entities.templates.push(Template {
            kind,
            name,
            owner: place.owner,
            decl: Some(decl),
            lambda: None,
            scope: place.scope,
            params,
            redeclarations: vec![decl],
            partials: Vec::new(),
            pending_explicit: Vec::new(),
            explicit: Default::default(),
            pattern: None,
            signature: None,
            classes: Default::default(),
            functions: Default::default(),
            variables: Default::default(),
            aliases: Default::default(),
            satisfied: Default::default(),
            has_looked_outside: false,
            is_friend: false,
            access,
            c_linkage: place.c_linkage,
            order: place.order,
            span,
        })
    }

    /// Adds a redeclaration: its default arguments ([temp.param]/14), and its definition.
    pub(crate) fn redeclare_template(&mut self, id: TemplateId, place: Place, decl: DeclId) {
        let ast = self.ast;
        let new = TemplateParameters::of(ast, TemplateHead::Decl(decl));
        let old = self.entities[id].params.clone();
        let is_definition = match &ast[ast.templated(decl)].kind {
            DeclKind::Class(class) => class.is_definition,
            DeclKind::Function(function) => function.body != ast::FunctionBody::None,
            _ => false,
        };
        let was_defined = self.entities[id].decl.is_some_and(|old| {
            self.class_decl(old).is_some_and(|class| class.is_definition) && old != decl
        });
        if was_defined && is_definition {
            let message =
                format!("`{}` is defined a second time", self.show_name(self.entities[id].name));
            let diagnostic =
                Diagnostic::new(codes::CONFLICTING_DECLARATION, self.name_span(decl), message)
                    .secondary(self.entities[id].span, "defined before");
            self.report(diagnostic);
            return;
        }
        for (new, old) in new.list.iter().zip(old.list.iter()) {
            if let (Some(again), Some(before)) = (new.default, old.default)
                && again != before
            {
                let message = format!(
                    "`{}` is given a default argument a second time",
                    self.show_parameter(new)
                );
                let diagnostic = Diagnostic::new(codes::CONFLICTING_DECLARATION, new.span, message)
                    .secondary(old.span, "the first")
                    .help("leave the default argument out here");
                self.report(diagnostic);
            }
        }
        let merge = |base: &TemplateParameters, other: &TemplateParameters| {
            let mut list = base.list.to_vec();
            for (param, other) in list.iter_mut().zip(other.list.iter()) {
                param.default = param.default.or(other.default);
            }
            TemplateParameters { head: base.head, list: list.into() }
        };
        self.entities[id].redeclarations.push(decl);
        if is_definition {
            self.entities[id].params = merge(&new, &old);
            self.entities[id].decl = Some(decl);
            // The definition sees what was declared before it, not only before the first
            // declaration.
            self.entities[id].scope = place.scope;
            self.entities[id].span = self.name_span(decl);
        } else {
            self.entities[id].params = merge(&old, &new);
        }
    }

    /// `template<> ...`
    fn declare_specialization(
        &mut self,
        place: Place,
        name: DeclName,
        decl: DeclId,
        inner: DeclId,
        before: &[Entity],
    ) -> Declared {
        let templates = self.templates_to_specialize(place.owner, name, before);
        for &id in &templates {
            self.entities[id].pending_explicit.push((decl, place.scope));
        }
        if templates.is_empty() {
            let message = format!("no template `{}` to specialise", self.show_name(name));
            self.error(codes::INVALID_SPECIALIZATION, self.name_span(inner), message);
            return smallvec![Entity::Error];
        }
        Declared::new()
    }

    /// The templates of a name that a specialisation in `owner` may mean: its own, else those of
    /// its inline namespaces ([namespace.def]/8).
    fn templates_to_specialize(
        &mut self,
        owner: Owner,
        name: DeclName,
        before: &[Entity],
    ) -> SmallVec<[TemplateId; 1]> {
        let template = |entity: &Entity| match *entity {
            Entity::Template(id) => Some(id),
            _ => None,
        };
        let own: SmallVec<_> = before.iter().filter_map(template).collect();
        let Owner::Namespace(ns) = owner else { return own };
        if !own.is_empty() {
            return own;
        }
        let mut found = LookupResult::default();
        for inner in self.entities[ns].transparent.clone() {
            self.search_namespace(inner, Order::END, name, &mut found);
        }
        found.entities.iter().filter_map(template).collect()
    }

    /// A friend function or function template of a class.
    pub(crate) fn declare_friend(&mut self, class: ClassId, decl: DeclId) -> Declared {
        let ast = self.ast;
        let Some((name, _)) = declared_name(ast, decl) else { return Declared::new() };
        let scope = self.entities[class].scope;
        let Some((ns, order)) = self.scopes.enclosing_namespace(scope) else {
            return Declared::new();
        };
        let inner = ast.templated(decl);
        if let DeclKind::Function(function) = &ast[inner].kind
            && function.body == ast::FunctionBody::None
            && self.entities[ns].members.contains_key(&name)
        {
            return Declared::new();
        }
        let place = Place { owner: Owner::Namespace(ns), scope, order, c_linkage: false };
        let declared = self.declare(place, name, decl, &[]);
        for entity in &declared {
            if let Entity::Template(id) = *entity {
                self.entities[id].is_friend = true;
            }
        }
        declared
    }

    /// Checks a `static_assert` ([dcl.pre]/10): whether it does not fail, as far as is known.
    pub fn check_static_assert(&mut self, scope: ScopeId, decl: DeclId) -> bool {
        let ast = self.ast;
        let DeclKind::StaticAssert { cond, message } = &ast[decl].kind else { return true };
        if self.is_dependent_in(scope, crate::template::pack::Pattern::Expr(*cond)) {
            return true;
        }
        let Ok(false) = self.constant_bool(scope, *cond) else { return true };
        let text = message.and_then(|message| match &ast[ast.strip_parens(message)].kind {
            ast::ExprKind::Literal(ast::Literal::String { units, .. }) => {
                units.iter().map(|&unit| char::from_u32(unit)).collect::<Option<String>>()
            }
            _ => None,
        });
        let message = match text {
            Some(text) if !text.is_empty() => format!("static assertion failed: {text}"),
            _ => "static assertion failed".to_owned(),
        };
        let mut diagnostic = Diagnostic::new(codes::STATIC_ASSERT, ast[*cond].span, message);
        if let Some(why) = self.explain_false(scope, *cond) {
            diagnostic = diagnostic.label(why);
        }
        self.report(diagnostic);
        false
    }
}
