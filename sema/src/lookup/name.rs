//! Names as written: qualifiers, template arguments, and what the whole denotes
//! ([basic.lookup.qual], [expr.prim.id.qual]).

use lang::ast::{self, DeclKind, QualName, UnqualifiedId};
use lang::base::{Diagnostic, NoteKind, Span};

use super::{LookupResult, NameLookup, Wanted, suggest};
use crate::Cx;
use crate::check::enter::{QualifiedDecl, segment_name};
use crate::codes;
use crate::entity::{ClassId, DeclName, Entity, EnumId, NamespaceId, TemplateId, TemplateKind};
use crate::evaluate::Query;
use crate::scope::{Order, ScopeId, ScopeKind, TemplateHead};
use crate::template::params::TemplateParameters;
use crate::ty::{Ty, TyKind};
use crate::uses::SiteContext;

/// What stands before `::`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Qualifier {
    Namespace(NamespaceId),
    Class(ClassId),
    Enum(EnumId),
    /// Its members are not known before instantiation.
    Dependent(Ty),
}

/// Whether a qualifier is used or names the class whose member is declared: there the template's
/// own parameters as arguments mean the template itself ([temp.mem.func]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Position {
    Use,
    Declarator,
}

impl<'a> Cx<'a> {
    /// Looks up a name as written, its qualifiers included. Reports what is wrong with a qualifier
    /// and returns `None` then; that nothing was found for the last segment is for the caller to
    /// report (ADL may still find it).
    pub fn lookup_name(&mut self, scope: ScopeId, name: ast::QualNameId) -> Option<NameLookup<'a>> {
        self.lookup_name_wanted(scope, name, Wanted::Any)
    }

    pub fn lookup_name_wanted(
        &mut self,
        scope: ScopeId,
        id: ast::QualNameId,
        wanted: Wanted,
    ) -> Option<NameLookup<'a>> {
        let ast = self.ast;
        let name = &ast[id];
        let key = segment_name(&name.last)?;
        let mut found = if name.is_qualified() {
            let qualifier = self.resolve_qualifier(scope, name, Position::Use)?;
            self.note_site(scope, key, |_| Some(SiteContext::Qualified(qualifier)));
            self.lookup_in_qualifier(scope, qualifier, key, wanted)
        } else {
            self.note_site(scope, key, |_| Some(SiteContext::Unqualified));
            self.lookup_wanted(scope, key, wanted)
        };
        if name.last.args.is_some() {
            self.settle_template_name(&mut found);
        }
        if name.last.template_keyword && !self.require_template(&found, key, name.last.span) {
            return None;
        }
        self.check_found_access(scope, &found, key, None, name.last.span);
        self.note_use(scope, key, name.last.span, name.span, &found);
        if name.last.args.is_some()
            && let Some(template) = self.injected_template(&found)
        {
            found.entities = smallvec::smallvec![Entity::Template(template)];
        }
        Some(NameLookup {
            found,
            args: name.last.args.as_ref(),
            is_qualified: name.is_qualified(),
            name: key,
            span: name.last.span,
        })
    }

    /// A name behind the keyword `template` is that of a template ([temp.names]/5).
    pub(crate) fn require_template(
        &mut self,
        found: &LookupResult,
        name: DeclName,
        span: Span,
    ) -> bool {
        let is_template = |entity: &Entity| match *entity {
            Entity::Template(_)
            | Entity::TemplateParam(_)
            | Entity::DependentMember(..)
            | Entity::Error => true,
            Entity::Type(ty) => {
                self.types.is_dependent(ty) || found.is_injected && self.template_of(ty).is_some()
            }
            _ => false,
        };
        if found.entities.is_empty() || found.entities.iter().any(is_template) {
            return true;
        }
        let message =
            format!("`template` stands before `{}`, which is not a template", self.show_name(name));
        self.error(codes::NOT_A_TEMPLATE, span, message);
        false
    }

    /// The namespace that a *using-directive* or alias names.
    pub(crate) fn namespace_named(
        &mut self,
        scope: ScopeId,
        name: ast::QualNameId,
    ) -> Option<NamespaceId> {
        let lookup = self.lookup_name_wanted(scope, name, Wanted::Namespaces)?;
        match lookup.found.single() {
            Some(&Entity::Namespace(ns)) => {
                self.warn_deprecated_namespace(ns, lookup.span);
                Some(ns)
            }
            // A header that was not found may declare it; a use of a member will report it.
            _ if self.options.has_missing_headers => None,
            _ => {
                let text = self.show_name(lookup.name);
                let written = &self.ast[name];
                let qualifier = if written.qualifiers.is_empty() {
                    None
                } else {
                    self.resolve_qualifier(scope, written, Position::Use)
                };
                let (mut message, mut nearest) = (format!("there is no namespace `{text}`"), None);
                if let Some(Qualifier::Namespace(around)) = qualifier {
                    message =
                        format!("`{}` has no namespace `{text}`", self.show_namespace(around));
                    let names = self.entities[around].children.keys();
                    let names: Vec<&str> = names.map(|&child| self.text(child)).collect();
                    nearest = suggest::nearest_name(&text, &names);
                }
                let diagnostic = Diagnostic::new(codes::UNDECLARED_NAME, lookup.span, message);
                self.report(match nearest {
                    Some(near) => suggest::did_you_mean(diagnostic, lookup.span, &near),
                    None => diagnostic,
                });
                None
            }
        }
    }

    /// The enumeration that a *using-enum-declaration* names.
    pub(crate) fn enum_named(&mut self, scope: ScopeId, name: ast::QualNameId) -> Option<EnumId> {
        let lookup = self.lookup_name_wanted(scope, name, Wanted::Any)?;
        let found = match lookup.found.single() {
            Some(Entity::Type(ty)) => self.types.enum_of(*ty),
            Some(Entity::Error) => return None,
            _ => None,
        };
        let is_dependent = matches!(lookup.found.single(),
            Some(Entity::Type(ty)) if self.types.is_dependent(*ty))
            || matches!(lookup.found.single(), Some(Entity::DependentMember(_)));
        if found.is_none() && !is_dependent && !self.options.has_missing_headers {
            let message = format!("there is no enumeration `{}`", self.show_name(lookup.name));
            self.error(codes::NOT_A_TYPE, lookup.span, message);
        }
        found
    }

    /// What the qualifier of a declaration like `template<class T> void A<T>::f()` names.
    pub(crate) fn qualified_target(&mut self, entry: &QualifiedDecl) -> Option<Qualifier> {
        let ast = self.ast;
        let scope = self.open_heads(entry.scope, entry.decl);
        let name = match &ast[ast.templated(entry.decl)].kind {
            DeclKind::Function(function) => function.name,
            DeclKind::Variable(variable) => variable.name,
            DeclKind::Class(class) => class.name?,
            DeclKind::Enum(decl) => decl.name?,
            _ => return None,
        };
        let target =
            self.tentatively(|cx| cx.resolve_qualifier(scope, &ast[name], Position::Declarator));
        target.ok().flatten()
    }

    /// `scope` with the template heads around `decl` open, outermost first.
    pub(crate) fn open_heads(&mut self, mut scope: ScopeId, mut decl: ast::DeclId) -> ScopeId {
        let ast = self.ast;
        loop {
            match &ast[decl].kind {
                DeclKind::Template(template) => {
                    scope = self.open_template_scope(scope, TemplateHead::Decl(decl));
                    decl = template.inner;
                }
                DeclKind::ExplicitSpecialization(inner) => decl = *inner,
                _ => return scope,
            }
        }
    }

    /// What stands before the last `::` of a name.
    pub(crate) fn named_qualifier(
        &mut self,
        scope: ScopeId,
        id: ast::QualNameId,
    ) -> Option<Qualifier> {
        let ast = self.ast;
        self.resolve_qualifier(scope, &ast[id], Position::Use)
    }

    fn resolve_qualifier(
        &mut self,
        scope: ScopeId,
        name: &'a QualName,
        position: Position,
    ) -> Option<Qualifier> {
        let mut current = name.is_global.then_some(Qualifier::Namespace(self.global));
        for segment in &name.qualifiers {
            current = Some(self.qualifier_segment(scope, current, segment, position)?);
        }
        current
    }

    fn qualifier_segment(
        &mut self,
        scope: ScopeId,
        current: Option<Qualifier>,
        segment: &'a ast::NameSegment,
        position: Position,
    ) -> Option<Qualifier> {
        let name = match &segment.id {
            UnqualifiedId::Decltype(expr) => {
                let ty = self.decltype_or_dependent(scope, *expr);
                return self.type_qualifier(ty, segment.span);
            }
            UnqualifiedId::Identifier(name) => *name,
            _ => return None,
        };
        let key = DeclName::Identifier(name);
        let mut found = match current {
            None => self.lookup_wanted(scope, key, Wanted::Scopes),
            Some(qualifier) => self.lookup_in_qualifier(scope, qualifier, key, Wanted::Scopes),
        };
        if segment.args.is_some() {
            self.settle_template_name(&mut found);
        }
        if position == Position::Use {
            self.check_found_access(scope, &found, key, None, segment.span);
        }
        self.note_use(scope, key, segment.span, segment.span, &found);
        let Some(mut entity) = found.single().cloned() else {
            self.report_missing_qualifier(scope, current, segment, &found);
            return None;
        };
        if segment.args.is_some()
            && let Some(template) = self.injected_template(&found)
        {
            entity = Entity::Template(template);
        }
        let ty = match (entity, &segment.args) {
            (Entity::Namespace(ns), None) => {
                if position == Position::Use {
                    self.warn_deprecated_namespace(ns, segment.span);
                }
                return Some(Qualifier::Namespace(ns));
            }
            (Entity::Type(ty), None) => ty,
            (Entity::DependentMember(qualifier), args) => {
                let args = match args {
                    Some(args) => Some(self.resolve_dependent_args(scope, args)?),
                    None => None,
                };
                self.types.intern(TyKind::DependentName { qualifier, name, args })
            }
            (
                entity @ (Entity::Type(_) | Entity::Template(_) | Entity::TemplateParam(_)),
                Some(args),
            ) => {
                if position == Position::Declarator
                    && let Some(pattern) = self.pattern_named(scope, &entity, args)
                {
                    return Some(Qualifier::Class(pattern));
                }
                self.template_id_type(scope, &entity, args, segment.span)
            }
            (Entity::Template(id), None) => {
                let message = format!("template `{}` needs arguments here", self.text(name));
                let declared = self.entities[id].span;
                self.report(
                    Diagnostic::new(codes::TEMPLATE_ARGUMENT_COUNT, segment.span, message)
                        .secondary(declared, "declared here"),
                );
                return None;
            }
            (Entity::Error, _) => return None,
            _ => {
                let message = format!("`{}` has no members", self.text(name));
                self.error(codes::NOT_A_SCOPE, segment.span, message);
                return None;
            }
        };
        let qualifier = self.type_qualifier(ty, segment.span);
        if let (Some(Qualifier::Class(class)), Position::Use) = (qualifier, position) {
            self.check_class_specialized_before(class, segment.span);
        }
        qualifier
    }

    /// Injected-class-names from several bases that are specialisations of one template mean the
    /// template where arguments follow ([temp.local]/4).
    fn settle_template_name(&self, found: &mut LookupResult) {
        if found.is_ambiguous
            && let Some(template) = self.injected_template(found)
        {
            *found = LookupResult::one(Entity::Template(template));
        }
    }

    /// The template of which all injected-class-names in `found` are specialisations.
    pub(crate) fn injected_template(&self, found: &LookupResult) -> Option<TemplateId> {
        let template = |entity: &Entity| match entity {
            Entity::Type(ty) => self.template_of(*ty).map(|(template, _)| template),
            _ => None,
        };
        let first = found.entities.first().and_then(template).filter(|_| found.is_injected)?;
        found.entities.iter().all(|entity| template(entity) == Some(first)).then_some(first)
    }

    /// The class that stands for all specialisations when the template's own parameters are the
    /// arguments, or those of one of its partial specialisations.
    fn pattern_named(
        &mut self,
        scope: ScopeId,
        entity: &Entity,
        args: &'a ast::TemplateArgs,
    ) -> Option<ClassId> {
        let Entity::Template(id) = *entity else { return None };
        if self.entities[id].kind != TemplateKind::Class || !self.scopes[scope].is_open {
            return None;
        }
        let raw = self.resolve_template_args(scope, args)?;
        let converted = self.convert_template_args(id, raw, args.span)?;
        let pattern = self.pattern_class(id);
        let own = self.entities[pattern].template.map(|(_, args)| args);
        if own == Some(converted) {
            return Some(pattern);
        }
        self.adopt_outside_specializations(id);
        // The head of the class stands around that of a member template.
        let heads: Vec<TemplateParameters> = self
            .scopes
            .chain(scope)
            .filter_map(|id| match self.scopes[id].kind {
                ScopeKind::Template { head, .. } => Some(TemplateParameters::of(self.ast, head)),
                _ => None,
            })
            .collect();
        (0..self.entities[id].partials.len()).find_map(|index| {
            let pattern = self.partial_pattern(id, index)?;
            let (a, b) = (self.types.list(converted), self.types.list(pattern.args));
            let is_named = a.len() == b.len()
                && heads.iter().any(|ours| {
                    let mut pairs = a.iter().zip(b);
                    pairs.all(|(a, b)| self.equivalent_arg((a, ours), (b, &pattern.params)))
                });
            is_named.then(|| self.partial_class(id, index)).flatten()
        })
    }

    pub(crate) fn type_qualifier(&mut self, ty: Ty, span: Span) -> Option<Qualifier> {
        match *self.types.kind(self.types.strip_cv(ty)) {
            TyKind::Class(id) if self.entities[id].finds_bases => {
                let message =
                    format!("`{}` is not complete before its closing brace", self.show(ty));
                let diagnostic = Diagnostic::new(codes::INCOMPLETE_TYPE, span, message)
                    .secondary(self.entities[id].span, "its bases are being found");
                self.report(self.with_cycle(Query::Class(id), span, diagnostic));
                None
            }
            TyKind::Class(id) => Some(Qualifier::Class(id)),
            TyKind::Enum(id) => Some(Qualifier::Enum(id)),
            TyKind::Error => None,
            _ if self.types.is_dependent(ty) => Some(Qualifier::Dependent(ty)),
            _ => {
                let message = format!("`{}` is not a class, so it has no members", self.show(ty));
                self.error(codes::NOT_A_SCOPE, span, message);
                None
            }
        }
    }

    pub(crate) fn lookup_in_qualifier(
        &mut self,
        scope: ScopeId,
        qualifier: Qualifier,
        name: DeclName,
        wanted: Wanted,
    ) -> LookupResult {
        match qualifier {
            Qualifier::Namespace(ns) => {
                let order =
                    self.scopes.enclosing_namespace(scope).map_or(Order::END, |(_, order)| order);
                self.lookup_in_namespace(ns, order, name, wanted)
            }
            Qualifier::Class(class) => {
                let mut found = self.lookup_member(class, name);
                self.filter(&mut found, wanted);
                if found.is_empty() && self.has_dependent_base(class) {
                    let ty = self.entities[class].ty;
                    return LookupResult::one(Entity::DependentMember(ty));
                }
                found
            }
            Qualifier::Enum(id) => match name {
                DeclName::Identifier(name) if wanted == Wanted::Any => self
                    .enumerator_named(id, name)
                    .map_or_else(LookupResult::default, LookupResult::one),
                _ => LookupResult::default(),
            },
            Qualifier::Dependent(ty) => LookupResult::one(Entity::DependentMember(ty)),
        }
    }

    fn report_missing_qualifier(
        &mut self,
        scope: ScopeId,
        current: Option<Qualifier>,
        segment: &ast::NameSegment,
        found: &LookupResult,
    ) {
        let Some(key) = segment_name(segment) else { return };
        if found.is_ambiguous {
            return self.report_ambiguous(key, segment.span, found);
        }
        match current {
            Some(qualifier) => self.report_no_member(qualifier, key, segment.span),
            None => self.report_undeclared(scope, key, segment.span),
        }
    }

    /// Reports that nothing was found for the last segment of a name.
    pub fn report_name_not_found(&mut self, scope: ScopeId, id: ast::QualNameId) {
        let ast = self.ast;
        let name = &ast[id];
        let Some(key) = segment_name(&name.last) else { return };
        if !name.is_qualified() {
            return self.report_undeclared(scope, key, name.last.span);
        }
        if let Some(qualifier) = self.resolve_qualifier(scope, name, Position::Use) {
            self.report_no_member(qualifier, key, name.last.span);
        }
    }

    /// Reports a name that denotes different things.
    pub fn report_ambiguous(&mut self, name: DeclName, span: Span, found: &LookupResult) {
        let message = format!("`{}` is ambiguous", self.show_name(name));
        let mut diagnostic = Diagnostic::new(codes::AMBIGUOUS_NAME, span, message)
            .label("could be more than one declaration");
        for entity in &found.entities {
            if let Some(span) = self.entity_span(entity) {
                diagnostic = diagnostic.note_at(NoteKind::DeclaredHere, span, "could be this");
            }
        }
        self.report(diagnostic);
    }
}
