//! Members of classes that are declared outside of them ([class.mfct], [temp.mem.func],
//! [temp.spec.partial.member], [temp.expl.spec]).
//!
//! ```text
//! template <class T> template <class U> void A<T*>::B<U>::f() {}
//! ^^^^^^^^^^^^^^^^^^ ^^^^^^^^^^^^^^^^^^       ^^^^^^^^^^ the target: the pattern of B in that of A<T*>
//!     the head of A<T*>     the head of B
//! ```
//!
//! The qualifier names the class that the declaration speaks of: the pattern of a template or
//! partial specialisation, or one specialisation after `template<>`. For a member of some class,
//! [`Cx::outside_declarations`] finds those that speak of that class or of the pattern that it is
//! made from, and binds the heads in front to its arguments. The classes stand below their heads,
//! so that members hide template parameters ([temp.local]/8), and all stand below the namespace
//! as it is at the declaration.

use lang::ast::{self, DeclKind, SpecFlags};
use lang::base::Name;

use crate::Cx;
use crate::check::decl::Place;
use crate::check::enter::QualifiedDecl;
use crate::entity::{
    ClassId, DeclName, Definition, EnumId, FunctionId, FunctionOrigin, Owner,
    PartialSpecialization, TemplateId, TemplateKind, VarId,
};
use crate::lookup::name::Qualifier;
use crate::scope::{Order, ScopeId, ScopeKind, TemplateHead};
use crate::template::params::{ParameterKind, TemplateParameters};
use crate::ty::{Args, TemplateArg};

/// A declaration of a member outside of its class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutsideDeclaration {
    /// Without the heads that belong to the enclosing classes.
    pub decl: ast::DeclId,
    /// The innermost class, its heads and those around it bound.
    pub scope: ScopeId,
    pub order: Order,
    /// `template<>` stands for the arguments of the class: this is for one specialisation of it.
    pub is_specialization: bool,
}

impl<'a> Cx<'a> {
    /// The declarations of `name` whose qualifier is `class`, or what `class` is made from.
    pub(crate) fn outside_declarations(
        &mut self,
        class: ClassId,
        name: DeclName,
    ) -> Vec<OutsideDeclaration> {
        if !self.index.qualified.contains_key(&name) {
            return Vec::new();
        }
        self.adopt_qualified(name);
        let entries = self.index.qualified.get(&name).cloned().unwrap_or_default();
        let declarations = entries.into_iter().filter_map(|entry| match entry.target {
            Some(Some(Qualifier::Class(target))) => self.bind_class_heads(class, target, &entry),
            _ => None,
        });
        let mut declarations: Vec<OutsideDeclaration> = declarations.collect();
        // What is written for one class comes before what is written for all.
        declarations.sort_by_key(|outside| !outside.is_specialization);
        declarations
    }

    /// Binds the heads of `entry` that belong to `target` and the classes around it to the
    /// arguments of `class`. `None` when `class` is not made from `target`.
    fn bind_class_heads(
        &mut self,
        class: ClassId,
        target: ClassId,
        entry: &QualifiedDecl,
    ) -> Option<OutsideDeclaration> {
        let ast = self.ast;
        let mut chain = vec![(class, target)];
        let mut at = (class, target);
        let namespace = loop {
            match (self.entities[at.0].owner, self.entities[at.1].owner) {
                (Owner::Class(outer), Owner::Class(target)) => at = (outer, target),
                (Owner::Namespace(ns), Owner::Namespace(_)) => break ns,
                _ => return None,
            }
            chain.push(at);
        };
        if chain.iter().any(|&(class, target)| !self.is_made_from(class, target)) {
            return None;
        }
        let mut scope = self.namespace_scope(namespace, entry.order);
        let mut decl = entry.decl;
        let mut is_specialization = false;
        for (class, target) in chain.into_iter().rev() {
            let target = &self.entities[target];
            if target.is_pattern {
                let DeclKind::Template(template) = &ast[decl].kind else { return None };
                let ScopeKind::Template { args, .. } = self.scopes[self.entities[class].outer].kind
                else {
                    return None;
                };
                scope = self.bind_head(scope, decl, args)?;
                decl = template.inner;
            } else if target.template.is_some() && !target.is_explicit {
                let DeclKind::ExplicitSpecialization(inner) = ast[decl].kind else { return None };
                decl = inner;
                is_specialization = true;
            }
            scope = self.scopes.push(Some(scope), ScopeKind::Class(class));
        }
        Some(OutsideDeclaration { decl, scope, order: entry.order, is_specialization })
    }

    /// Whether `class` is `target`, or an instance of the same declaration of it.
    fn is_made_from(&mut self, class: ClassId, target: ClassId) -> bool {
        let declared = match self.entities[target].template {
            Some((template, _)) if self.entities[template].pattern == Some(target) => {
                self.adopt_outside_specializations(template);
                self.entities[template].decl
            }
            _ => self.entities[target].decl,
        };
        let entity = &self.entities[target];
        class == target
            || self.types.is_dependent(entity.ty)
                && declared.is_some()
                && self.entities[class].decl == declared
    }

    /// The parameters of the head `decl` bound to `args`, when these are of the right kinds.
    pub(crate) fn bind_head(
        &mut self,
        parent: ScopeId,
        decl: ast::DeclId,
        args: Args,
    ) -> Option<ScopeId> {
        let head = TemplateHead::Decl(decl);
        let params = TemplateParameters::of(self.ast, head);
        let list = self.types.list(args);
        let fits = params.len() == list.len()
            && params.list.iter().zip(list).all(|(param, arg)| match arg {
                TemplateArg::Pack(_) => param.is_pack,
                TemplateArg::Type(_) => param.kind == ParameterKind::Type && !param.is_pack,
                TemplateArg::Template(_) => param.kind == ParameterKind::Template && !param.is_pack,
                _ => param.kind == ParameterKind::NonType && !param.is_pack,
            });
        fits.then(|| self.template_scope(parent, head, args))
    }

    /// Looks for the definition of a member function outside of its class, or for its explicit
    /// specialisation. Called before the body or a defaulted definition is needed.
    pub fn complete_definition(&mut self, id: FunctionId) {
        let function = &self.entities[id];
        if function.has_looked_for_definition {
            return;
        }
        let Owner::Class(class) = function.owner else { return self.adopt_friend_definition(id) };
        if !matches!(function.origin, FunctionOrigin::Declared(_)) {
            return;
        }
        let (name, template) = (function.name, function.template);
        let is_defined = function.definition != Definition::None;
        let is_explicit = function.is_explicit_specialization;
        self.entities[id].has_looked_for_definition = true;
        // A declaration that only differs in the spelling of its constraints.
        let mut similar = None;
        for outside in self.outside_declarations(class, name) {
            let Some(source) = self.function_source(outside.decl) else { continue };
            let overrides = outside.is_specialization && !(is_explicit && template.is_some());
            if source.definition == Definition::None || is_defined && !overrides {
                continue;
            }
            let scope = match (&self.ast[outside.decl].kind, template) {
                (DeclKind::Function(_), None) => outside.scope,
                (DeclKind::Template(_), Some((_, args))) => {
                    match self.bind_head(outside.scope, outside.decl, args) {
                        Some(scope) => scope,
                        None => continue,
                    }
                }
                _ => continue,
            };
            let owner = Owner::Class(class);
            let place = Place { owner, scope, order: outside.order, c_linkage: false };
            // Only the right one of several overloads has the same types; the others may not even
            // make sense for these arguments.
            let other = self.tentatively(|cx| cx.new_function(place, &source, scope, template));
            let Ok(other) = other else { continue };
            if !self.same_parameters(id, other) {
                continue;
            }
            let same_head = match template {
                Some((template, _)) => self.same_head(template, outside.decl),
                None => true,
            };
            if same_head && self.same_requires(id, other) {
                self.check_defaults_given_once(id, other);
                return self.take_definition(id, other);
            }
            let is_constrained = |cx: &Self, id: FunctionId| cx.entities[id].requires.is_some();
            if similar.is_none() && is_constrained(self, id) == is_constrained(self, other) {
                similar = Some(other);
            }
        }
        if let Some(other) = similar {
            self.take_definition(id, other);
        }
    }

    /// A static data member that is defined outside of its class has its initialiser there
    /// ([class.static.data]/3).
    pub(crate) fn adopt_outside_definition(&mut self, var: VarId) {
        let Owner::Class(class) = self.entities[var].owner else { return };
        let has_init = |cx: &Self, decl: ast::DeclId| {
            cx.variable_decl(decl).is_some_and(|v| !matches!(v.init, ast::Initializer::None))
        };
        let is_defined = has_init(self, self.entities[var].decl);
        let name = DeclName::Identifier(self.entities[var].name);
        let template = self.entities[var].template;
        for outside in self.outside_declarations(class, name) {
            let overrides = outside.is_specialization;
            if let Some(written) = self.variable_decl(outside.decl) {
                self.entities[var].spaces.insert(written.specs.spaces);
            }
            let says_more =
                has_init(self, outside.decl) || self.gives_bound(var, outside.scope, outside.decl);
            if is_defined && !overrides || !says_more {
                continue;
            }
            let scope = match (&self.ast[outside.decl].kind, template) {
                (DeclKind::Variable(_), None) => outside.scope,
                // A definition of a member template; its specialisations are the template's.
                (DeclKind::Template(_), Some((_, args))) => {
                    match self.bind_head(outside.scope, outside.decl, args) {
                        Some(scope) => scope,
                        None => continue,
                    }
                }
                _ => continue,
            };
            let flags = self.variable_decl(outside.decl).map_or(SpecFlags::NONE, |v| v.specs.flags);
            let inner = self.ast.templated(outside.decl);
            let entity = &mut self.entities[var];
            entity.decl = inner;
            entity.scope = scope;
            entity.is_constexpr |= flags.has(SpecFlags::CONSTEXPR);
            return;
        }
    }

    /// Whether a declaration outside of the class has the bound of an array that the one in the class leaves out.
    fn gives_bound(&mut self, var: VarId, scope: ScopeId, decl: ast::DeclId) -> bool {
        let entity = &self.entities[var];
        let (inner, outer) = (self.variable_decl(entity.decl), self.variable_decl(decl));
        let (Some(inner), Some(outer)) = (inner, outer) else { return false };
        let inner_scope = self.entities[var].scope;
        self.leaves_bound_out(inner_scope, inner) && !self.leaves_bound_out(scope, outer)
    }

    /// Before a member class that is not a template is completed: its definition outside, or its
    /// explicit specialisation ([temp.mem.class]).
    pub(crate) fn adopt_outside_class(&mut self, class: ClassId, name: Name) {
        let Owner::Class(owner) = self.entities[class].owner else { return };
        let is_defined = self.entities[class]
            .decl
            .and_then(|decl| self.class_decl(decl))
            .is_some_and(|written| written.is_definition);
        for outside in self.outside_declarations(owner, DeclName::Identifier(name)) {
            let DeclKind::Class(written) = &self.ast[outside.decl].kind else { continue };
            if !written.is_definition || is_defined && !outside.is_specialization {
                continue;
            }
            let scope = self.entities[class].scope;
            self.scopes[scope].parent = Some(outside.scope);
            self.entities[class].outer = outside.scope;
            self.entities[class].decl = Some(outside.decl);
            self.entities[class].span = self.name_span(outside.decl);
            return;
        }
    }

    fn defines_class_template(&self, decl: ast::DeclId) -> bool {
        matches!(self.ast[decl].kind, DeclKind::Template(_))
            && self.partial_args(decl).is_none()
            && self.class_decl(decl).is_some_and(|class| class.is_definition)
    }

    /// Before a member enumeration is completed: its definition outside, or its explicit specialisation ([temp.mem.enum],
    /// [temp.expl.spec]).
    pub(crate) fn adopt_outside_enum(&mut self, id: EnumId) {
        let entity = &self.entities[id];
        let (Owner::Class(owner), Some(name)) = (entity.owner, entity.name) else { return };
        let definition = |cx: &Self, decl: ast::DeclId| match &cx.ast[decl].kind {
            DeclKind::Enum(written) => written.is_definition,
            _ => false,
        };
        let is_defined = definition(self, entity.decl);
        for outside in self.outside_declarations(owner, DeclName::Identifier(name)) {
            if !definition(self, outside.decl) || is_defined && !outside.is_specialization {
                continue;
            }
            let scope = self.entities[id].scope;
            self.scopes[scope].parent = Some(outside.scope);
            self.entities[id].decl = outside.decl;
            self.entities[id].span = self.name_span(outside.decl);
            return;
        }
    }

    /// Gives a member template what is declared of it outside of its class: the definition of a
    /// class template, partial and explicit specialisations ([temp.mem], [temp.expl.spec]/16).
    pub(crate) fn adopt_outside_specializations(&mut self, template: TemplateId) {
        if self.entities[template].has_looked_outside {
            return;
        }
        self.entities[template].has_looked_outside = true;
        let ast = self.ast;
        let (owner, name) = (self.entities[template].owner, self.entities[template].name);
        let Owner::Class(class) = owner else { return };
        let declarations = self.outside_declarations(class, name);
        // A template that is specialised for one class has nothing of what is written for all ([temp.spec.partial.member]/2).
        let is_replaced = declarations
            .iter()
            .any(|outside| outside.is_specialization && self.defines_class_template(outside.decl));
        if is_replaced {
            self.entities[template].decl = None;
            self.entities[template].partials.clear();
        }
        for outside in declarations {
            let OutsideDeclaration { decl, scope, order, is_specialization } = outside;
            match &ast[decl].kind {
                DeclKind::Template(_) if is_replaced && !is_specialization => {}
                DeclKind::ExplicitSpecialization(inner) => {
                    self.entities[template].pending_explicit.push((*inner, scope));
                }
                DeclKind::Template(_) if self.partial_args(decl).is_some() => {
                    let partial = PartialSpecialization { decl, order, scope, pattern: None };
                    self.entities[template].partials.push(partial);
                }
                DeclKind::Template(_) if self.entities[template].kind == TemplateKind::Class => {
                    let place = Place { owner, scope, order, c_linkage: false };
                    self.redeclare_template(template, place, decl);
                }
                _ => {}
            }
        }
    }
}
