//! Declarations: from a member of a namespace or class to its entity ([dcl], [temp.pre]).
//!
//! [`Cx::declare_member`] is called once for each declaration, when its name is first looked up.
//! It makes the entity, or adds a redeclaration to the entity made before, and leaves everything
//! that can wait: members of classes, types of variables, bodies, specialisations.

use lang::ast::{self, DeclId, DeclKind};
use lang::base::{Diagnostic, Span};
use smallvec::{SmallVec, smallvec};

use super::enter::declared_name;
use crate::Cx;
use crate::codes;
use crate::entity::{ClassId, DeclName, Entity, FunctionId, Member, Owner};
use crate::lookup::name::Qualifier;
use crate::lookup::{LookupResult, Wanted};
use crate::scope::{Order, ScopeId};
use crate::ty::Ty;

/// What one declaration adds to its scope; nothing for most redeclarations.
pub type Declared = SmallVec<[Entity; 1]>;

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
        before: &[Entity],
    ) -> Declared {
        let scope = match owner {
            Owner::Namespace(ns) => self.namespace_scope(ns, member.order),
            Owner::Class(class) => self.entities[class].scope,
            Owner::Function => return Declared::new(),
        };
        let order = member.order;
        let place = Place { owner, scope, order, c_linkage: member.c_linkage };
        let around = self.incomplete_in_member(owner);
        let declared =
            self.before_brace(&around, |cx| cx.declare(place, name, member.decl, before));
        self.without_conflicts(place, name, member.decl, before, declared)
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
            if e.name.is_none() {
                self.declare_enumerators(scope, ty);
                return Some(Entity::Type(ty));
            }
        }
        let (name, _) = declared_name(ast, decl)?;
        let before = match &ast[decl].kind {
            DeclKind::Function(_) => self.functions_of_block(scope, name),
            _ => Declared::new(),
        };
        let mut declared = self.declare(place, name, decl, &before);
        if let DeclKind::Function(_) = &ast[decl].kind {
            self.redeclare_of_namespace(scope, name, &mut declared);
        }
        let DeclName::Identifier(identifier) = name else {
            for entity in &declared {
                self.scopes.declare_operator(scope, name, entity.clone());
            }
            return None;
        };
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
        // The values of the enumerators may name the enumeration ([basic.scope.pdecl]/3).
        if let DeclKind::Enum(e) = &ast[decl].kind
            && !e.is_scoped
        {
            let ty = self.defined_type(scope, decl);
            self.declare_enumerators(scope, ty);
        }
        declared.into_iter().next()
    }

    /// Declares the enumerators of an unscoped enumeration in the block around it.
    fn declare_enumerators(&mut self, scope: ScopeId, ty: Ty) {
        let Some(id) = self.types.enum_of(ty) else { return };
        self.complete_enum(id);
        for (index, enumerator) in self.entities[id].enumerators.clone().iter().enumerate() {
            let entity = Entity::Enumerator(id, index as u32);
            self.scopes.declare(scope, enumerator.name, entity);
        }
    }

    /// The functions that a block declares under a name, with default arguments of their own ([dcl.fct.default]/4).
    fn functions_of_block(&self, scope: ScopeId, name: DeclName) -> Declared {
        let DeclName::Identifier(name) = name else { return Declared::new() };
        let is_own = |entity: &&Entity| match **entity {
            Entity::Function(function) => self.entities[function].owner == Owner::Function,
            _ => false,
        };
        self.scopes[scope].locals.all(name).filter(is_own).cloned().collect()
    }

    /// A function declared in a block is a member of the namespace around it ([dcl.meaning]/3.5), but for its default
    /// arguments: those of a block are distinct ([dcl.fct.default]/4).
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
            let Some(known) = same.cloned() else { continue };
            let Entity::Function(function) = known else { continue };
            match self.has_default_argument(new) || self.has_default_argument(function) {
                true => {
                    self.block_functions.insert(new, function);
                }
                false => *entity = known,
            }
        }
    }

    fn has_default_argument(&self, function: FunctionId) -> bool {
        self.entities[function].params.iter().any(|param| param.default.is_some())
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
                let written = ast[alias.ty].span;
                if ty == Ty::ERROR || self.refuse_deduced_class(ty, written, "an alias") {
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
            DeclKind::Field(_) => self.declare_field(place, decl, before),
            DeclKind::Binding(_) => self.declare_binding(place, decl).into_iter().collect(),
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

    fn declare_field(&mut self, place: Place, decl: DeclId, before: &[Entity]) -> Declared {
        let Owner::Class(class) = place.owner else { return Declared::new() };
        let index = self.entities[class].fields.iter().position(|field| field.decl == Some(decl));
        match index {
            Some(index) => smallvec![Entity::Field(class, index as u32)],
            None => self.declare_function_by_type(place, decl, before).unwrap_or_default(),
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
        let mut declared = LookupResult::default();
        let mut scopes: SmallVec<[ScopeId; 2]> = smallvec![place.scope];
        if using.is_pack_expansion {
            let pattern = crate::template::pack::Pattern::Name(using.name);
            let Some(len) = self.expansion_len(place.scope, pattern) else {
                return Declared::new();
            };
            scopes = (0..len).map(|index| self.scopes.expansion(place.scope, index)).collect();
        }
        for scope in scopes {
            let Some(lookup) = self.lookup_name(scope, using.name) else { continue };
            if lookup.found.is_empty() {
                self.report_name_not_found(scope, using.name);
                declared.add(Entity::Error);
            }
            if !self.check_using_owner(place.owner, scope, using, &lookup.found.entities) {
                declared.add(Entity::Error);
                continue;
            }
            // [temp.res.general]/5
            let is_value = |found: &&Entity| {
                !matches!(
                    found,
                    Entity::Type(_)
                        | Entity::Template(_)
                        | Entity::DependentMember(..)
                        | Entity::Error
                )
            };
            let value = lookup.found.entities.iter().find(is_value);
            if let (true, Some(value)) = (using.typename, value) {
                let what = self.describe_entity(value);
                let message = format!("`typename` is before the name of {what}, not of a type");
                self.error(codes::INVALID_TYPE, self.ast[using.name].span, message);
                declared.add(Entity::Error);
                continue;
            }
            // A class or enumeration that a function or variable hides is named too ([namespace.udecl]/4).
            if !matches!(place.owner, Owner::Class(_))
                && !lookup.found.entities.iter().any(|found| matches!(found, Entity::Type(_)))
                && let Some(tags) = self.lookup_name_wanted(scope, using.name, Wanted::Tags)
            {
                let hidden = tags.found.entities.into_iter();
                hidden
                    .filter(|tag| matches!(tag, Entity::Type(_)))
                    .for_each(|tag| declared.add(tag));
            }
            declared.extend(lookup.found.entities);
        }
        declared.entities.into_iter().collect()
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
                format!(
                    "a using-declaration in a class must name a member of a base, and `{shown}` is not a base of `{class}`"
                )
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

    /// A friend function or function template of a class.
    pub(crate) fn declare_friend(&mut self, class: ClassId, decl: DeclId) -> Declared {
        let ast = self.ast;
        let Some((name, _)) = declared_name(ast, decl) else { return Declared::new() };
        let scope = self.entities[class].scope;
        let Some((ns, order)) = self.scopes.enclosing_namespace(scope) else {
            return Declared::new();
        };
        let inner = ast.templated(decl);
        let DeclKind::Function(function) = &ast[inner].kind else { return Declared::new() };
        // The namespace may declare the function too. Of templates, members and specialisations it does.
        let is_known = function.body == ast::FunctionBody::None
            && self.entities[ns].members.contains_key(&name);
        let written = &ast[function.name];
        if is_known && (inner != decl || written.is_qualified() || written.last.args.is_some()) {
            return Declared::new();
        }
        let place = Place { owner: Owner::Namespace(ns), scope, order, c_linkage: false };
        let around = self.incomplete_in_member(Owner::Class(class));
        let mut declared = self.before_brace(&around, |cx| cx.declare(place, name, decl, &[]));
        if is_known {
            declared.retain(|entity| matches!(entity, Entity::Function(_)));
        }
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
        let DeclKind::StaticAssert { cond, message } = &ast[decl].kind else {
            self.report_unread_assertion(decl);
            return true;
        };
        if self.is_dependent_in(scope, crate::template::pack::Pattern::Expr(*cond)) {
            return true;
        }
        let value = match self.unit.sources.in_foreign_file(ast[decl].span.lo) {
            // What it names may be in a header that the compiler's own replaces. The host compiler says
            // what is wrong with it.
            true => self.tentatively(|cx| cx.constant_bool(scope, *cond)).unwrap_or(Ok(true)),
            false => self.constant_bool(scope, *cond),
        };
        let Ok(false) = value else { return true };
        let text = message.and_then(|message| self.string_of(message));
        let part = self.false_part(scope, *cond);
        let why = self.explain_false(scope, part);
        let (message, label) = match text {
            Some(text) if !text.is_empty() => (format!("static assertion failed: {text}"), why),
            _ => {
                let text = self.expr_text(part);
                (format!("static assertion failed: `{text}` is false"), why)
            }
        };
        let mut diagnostic = Diagnostic::new(codes::STATIC_ASSERT, ast[part].span, message);
        if let Some(label) = label {
            diagnostic = diagnostic.label(label);
        }
        self.report(diagnostic);
        false
    }
}
