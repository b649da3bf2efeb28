//! Declarations of templates, their redeclarations and specialisations ([temp.pre], [temp.spec]).
//!
//! In: a declaration with a template head and where it stands. Out: the template, one for all
//! declarations of it; it is instantiated for arguments when a use needs that.

use lang::ast::{self, DeclId, DeclKind};
use lang::base::{Applicability, Diagnostic, Pos, Span};
use smallvec::{SmallVec, smallvec};

use super::decl::{Declared, Place};
use crate::Cx;
use crate::codes;
use crate::entity::{
    DeclName, Entity, Owner, PartialSpecialization, Template, TemplateId, TemplateKind,
};
use crate::lookup::LookupResult;
use crate::scope::{Order, TemplateHead};
use crate::template::params::TemplateParameters;

impl<'a> Cx<'a> {
    pub(super) fn declare_template(
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
        let Place { owner, scope, order, c_linkage } = place;
        self.entities.templates.push(Template {
            decl: Some(decl),
            redeclarations: vec![(decl, scope)],
            access,
            c_linkage,
            ..Template::headed(kind, name, owner, scope, params, order, span)
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
            old != decl
                && match &ast[ast.templated(old)].kind {
                    DeclKind::Class(class) => class.is_definition,
                    DeclKind::Function(function) => function.body != ast::FunctionBody::None,
                    _ => false,
                }
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
        self.check_adds_no_defaults(id, decl);
        let merge = |base: &TemplateParameters, other: &TemplateParameters| {
            let mut list = base.list.to_vec();
            for (param, other) in list.iter_mut().zip(other.list.iter()) {
                param.default = param.default.or(other.default);
            }
            TemplateParameters { head: base.head, list: list.into() }
        };
        self.entities[id].redeclarations.push((decl, place.scope));
        // Its default arguments are those of all declarations.
        self.entities[id].signature = None;
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

    /// [dcl.fct.default]/4
    fn check_adds_no_defaults(&mut self, id: TemplateId, decl: DeclId) {
        let Some(source) = self.function_source(decl) else { return };
        let has_default = |param: &&DeclId| self.default_of_parameter(**param).is_some();
        let Some(place) = source.params.iter().position(|param| has_default(&param)) else {
            return;
        };
        let param = source.params[place];
        let span = self.ast[param].span;
        let first = self.entities[id].redeclarations.first().and_then(|&(first, _)| {
            let &param = self.function_source(first)?.params.get(place)?;
            self.default_of_parameter(param).map(|_| self.ast[param].span)
        });
        let diagnostic = match first {
            Some(first) => {
                let short = self.span_without_default(param);
                let written = self.unit.sources.text(short).trim_end();
                let hi = Pos(short.lo.0 + u32::try_from(written.len()).unwrap_or(0));
                let message =
                    "the parameter has a default argument already, from the declaration before";
                Diagnostic::new(codes::CONFLICTING_DECLARATION, span, message)
                    .label("a second default argument")
                    .secondary(first, "the first")
                    .fix(
                        format!("leave the default argument out here, `{written}`"),
                        Applicability::Always,
                        Span { lo: hi, hi: span.hi },
                        String::new(),
                    )
            }
            None => {
                let message =
                    "a function template that is declared before cannot be given default arguments";
                Diagnostic::new(codes::CONFLICTING_DECLARATION, span, message)
                    .secondary(self.entities[id].span, "the first declaration")
                    .help("write the default argument in the first declaration")
            }
        };
        self.report(diagnostic);
    }

    /// `template<> ...`
    pub(super) fn declare_specialization(
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
}
