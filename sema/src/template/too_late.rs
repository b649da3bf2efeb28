//! Declarations that come too late: explicit specialisations behind their first use
//! ([temp.expl.spec]/7), definitions of functions with deduced return type behind theirs
//! ([dcl.spec.auto.general]/11).
//!
//! Entities are made when they are asked for, with all their declarations known, so the order of
//! the text is compared afterwards. The text of an instantiation does not give the place of its
//! uses;
//! only uses outside of templates are judged.

use lang::ast::{DeclKind, TypeExprKind};
use lang::base::{Diagnostic, Span};

use crate::Cx;
use crate::codes;
use crate::entity::{ClassId, Definition, FunctionId, FunctionOrigin, Owner, VarId};

impl Cx<'_> {
    /// Whether `earlier` stands before `later` in one file, both written by the user and outside of
    /// templates and macros.
    pub(crate) fn stands_before(&self, earlier: Span, later: Span) -> bool {
        let sources = self.unit.sources;
        if earlier.is_none() || later.is_none() || !self.instantiations.is_empty() {
            return false;
        }
        let is_before = match (sources.file_offset(earlier.lo), sources.file_offset(later.lo)) {
            (Some((a, earlier)), Some((b, later))) => a == b && earlier < later,
            _ => false,
        };
        is_before && !self.is_in_template(earlier)
    }

    /// Whether the text belongs to a template, and so to whatever place instantiates it.
    fn is_in_template(&self, span: Span) -> bool {
        self.ast.decls.values().any(|decl| {
            matches!(decl.kind, DeclKind::Template(_))
                && decl.span.lo <= span.lo
                && span.hi <= decl.span.hi
        })
    }

    /// A class is used at `span` in a way that would instantiate it implicitly.
    pub(crate) fn check_class_specialized_before(&mut self, class: ClassId, span: Span) {
        let entity = &self.entities[class];
        if entity.is_explicit && self.stands_before(span, entity.span) {
            let (at, shown) = (entity.span, self.show(entity.ty));
            self.report_specialized_late(at, span, &shown);
        }
    }

    /// The same for a specialisation of a variable template.
    pub(crate) fn check_variable_specialized_before(&mut self, var: VarId, span: Span) {
        let entity = &self.entities[var];
        let Some((template, args)) = entity.template else { return };
        let is_explicit = self.entities[template].explicit.contains_key(&args);
        if is_explicit && self.stands_before(span, entity.span) {
            let (at, name) = (entity.span, self.text(entity.name).to_owned());
            let shown = format!("{name}{}", self.show_args(args));
            self.report_specialized_late(at, span, &shown);
        }
    }

    /// The same for a function, which is called or whose address is taken.
    pub(crate) fn check_function_comes_before(&mut self, function: FunctionId, span: Span) {
        let entity = &self.entities[function];
        if entity.is_explicit_specialization && self.stands_before(span, entity.span) {
            let (at, shown) = (entity.span, self.show_function(function));
            self.report_specialized_late(at, span, &shown);
            return;
        }
        let is_plain = entity.template.is_none() && matches!(entity.owner, Owner::Namespace(_));
        let Definition::Body(body) = entity.definition else { return };
        let defined = self.ast[body].span;
        if is_plain && self.stands_before(span, defined) && self.is_declared_auto(function) {
            self.report_deduced_late(function, defined, span);
        }
    }

    /// Whether the body says what the function returns.
    fn is_declared_auto(&self, function: FunctionId) -> bool {
        let FunctionOrigin::Declared(decl) = self.entities[function].origin else { return false };
        let DeclKind::Function(written) = &self.ast[decl].kind else { return false };
        written.ty.ret.is_some_and(|ret| {
            let kind = &self.ast[ret].kind;
            matches!(kind, TypeExprKind::Auto { .. } | TypeExprKind::DecltypeAuto { .. })
        })
    }

    fn report_deduced_late(&mut self, function: FunctionId, defined: Span, used: Span) {
        let code = codes::CANNOT_DEDUCE_AUTO;
        if self.is_tentative() || !self.check.warned.insert((code, used)) {
            return;
        }
        let name = self.show_function(function);
        let message = format!("`{name}` is used before its return type is known");
        let diagnostic = Diagnostic::new(code, used, message)
            .secondary(defined, "the definition that determines the type")
            .help("define the function before its first use, or write the return type out");
        self.report(diagnostic);
    }

    fn report_specialized_late(&mut self, specialization: Span, used: Span, shown: &str) {
        let code = codes::INVALID_SPECIALIZATION;
        if self.is_tentative() || !self.check.warned.insert((code, specialization)) {
            return;
        }
        let message = format!("`{shown}` is specialised after it has been used");
        let diagnostic = Diagnostic::new(code, specialization, message)
            .secondary(used, "used here")
            .help("declare the specialisation before its first use");
        self.report(diagnostic);
    }
}
