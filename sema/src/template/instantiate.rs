//! Specialisations: from a template and its arguments to the entity ([temp.spec]).
//!
//! Each is made once for its canonical arguments and remembered, failures too. Explicit and
//! partial specialisations are taken into account where the entity is made; for a class, when it
//! is completed.

use std::rc::Rc;

use lang::ast::{self, DeclId, DeclKind};
use lang::base::{Diagnostic, NoteKind, Span};

use super::bindings::Bindings;
use super::deduce::{DeductionFailure, FailureReason};
use super::fit::Position;
use crate::Cx;
use crate::check::decl::Place;
use crate::codes;
use crate::entity::{
    ClassId, ClassState, DeclName, Entity, FunctionId, Owner, PartialSpecialization,
    SpecializationPattern, TemplateId, TemplateKind, VarId,
};
use crate::evaluate::Query;
use crate::lookup::Wanted;
use crate::scope::{ScopeId, TemplateHead};
use crate::template::pack::Pattern;
use crate::template::params::TemplateParameters;
use crate::template::signature::Level;
use crate::template::unify::FoundParams;
use crate::ty::{Args, TemplateArg, Ty};

/// The declaration that a specialisation is made from.
struct Chosen {
    decl: DeclId,
    /// The scope with the parameters bound.
    scope: ScopeId,
    is_explicit: bool,
}

impl<'a> Cx<'a> {
    /// A specialisation of a class template in `std`; `None` when there is no such template.
    pub fn std_class(&mut self, name: &str, args: Vec<TemplateArg>, span: Span) -> Option<ClassId> {
        let std = DeclName::Identifier(self.names.get("std")?);
        let order = crate::scope::Order::END;
        let global = self.global;
        let ns = self.lookup_in_namespace(global, order, std, Wanted::Any);
        let Some(&Entity::Namespace(ns)) = ns.single() else { return None };
        let name = DeclName::Identifier(self.names.get(name)?);
        let found = self.lookup_in_namespace(ns, order, name, Wanted::Any);
        let Some(&Entity::Template(template)) = found.single() else { return None };
        let args = self.types.args(args);
        let args = self.convert_template_args(template, args, span)?;
        self.specialize_class(template, args, span)
    }

    /// The class of converted arguments; not completed. `None` when its constraints do not hold,
    /// after reporting.
    pub fn specialize_class(
        &mut self,
        template: TemplateId,
        args: Args,
        span: Span,
    ) -> Option<ClassId> {
        if let Some(&class) = self.entities[template].classes.get(&args) {
            return Some(class);
        }
        self.resolve_explicit(template);
        if let Err(why) = self.check_template_constraints(template, args, span) {
            self.report_unsatisfied(template, args, *why);
            return None;
        }
        if let Some(&class) = self.entities[template].classes.get(&args) {
            return Some(class);
        }
        let entity = &self.entities[template];
        let (owner, order, decl) = (entity.owner, entity.order, entity.decl?);
        let outer = self.bound_scope(template, args);
        let class = self.new_class(owner, outer, decl, Some((template, args)), order);
        self.entities[template].classes.insert(args, class);
        self.required_at.insert(class, span);
        Some(class)
    }

    /// The scope in which the template's own parameters are bound to `args`.
    pub(crate) fn bound_scope(&mut self, template: TemplateId, args: Args) -> ScopeId {
        let (scope, head) = (self.entities[template].scope, self.entities[template].params.head);
        self.template_scope(scope, head, args)
    }

    /// The class that stands for all specialisations inside the template itself.
    pub(crate) fn pattern_class(&mut self, template: TemplateId) -> ClassId {
        if let Some(class) = self.entities[template].pattern {
            return class;
        }
        let entity = &self.entities[template];
        let (owner, order, scope, head) =
            (entity.owner, entity.order, entity.scope, entity.params.head);
        let args = self.open_args(scope, head);
        let outer = self.template_scope(scope, head, args);
        let decl = self.entities[template].decl.unwrap_or_else(|| DeclId::from_u32(0));
        let class = self.new_class(owner, outer, decl, Some((template, args)), order);
        self.entities[class].is_pattern = true;
        self.entities[template].pattern = Some(class);
        class
    }

    /// The class that stands for all specialisations made from a partial one.
    pub(crate) fn partial_class(&mut self, template: TemplateId, index: usize) -> Option<ClassId> {
        let pattern = self.partial_pattern(template, index)?;
        if pattern.class.is_some() {
            return pattern.class;
        }
        let entity = &self.entities[template];
        let (owner, order, decl) = (entity.owner, entity.order, entity.partials[index].decl);
        let class =
            self.new_class(owner, pattern.scope, decl, Some((template, pattern.args)), order);
        self.entities[class].is_pattern = true;
        if let Some(pattern) = &mut self.entities[template].partials[index].pattern {
            pattern.class = Some(class);
        }
        Some(class)
    }

    /// Before a class is completed: the definition to complete it from, which for a specialisation
    /// may be a partial specialisation's.
    pub(crate) fn prepare_definition(&mut self, class: ClassId, span: Span) {
        let Some((template, args)) = self.entities[class].template else {
            if let Some(name) = self.entities[class].name {
                self.adopt_outside_class(class, name);
            }
            return;
        };
        if self.entities[template].pattern == Some(class) {
            self.adopt_outside_specializations(template);
            // A definition may name the parameters differently from the first declaration.
            let outer = self.bound_scope(template, args);
            let scope = self.entities[class].scope;
            self.scopes[scope].parent = Some(outer);
            self.entities[class].outer = outer;
            self.entities[class].decl = self.entities[template].decl;
        }
        if self.entities[class].is_pattern || self.entities[class].is_explicit {
            return;
        }
        // Lookup in the class knows no better place than the class itself.
        let known = self.required_at.get(&class).copied();
        let span = if span == self.entities[class].span { known.unwrap_or(span) } else { span };
        let Some(chosen) = self.outside(|cx| cx.choose(template, args, span)) else {
            self.entities[class].state = ClassState::Invalid;
            self.entities[class].decl = None;
            return;
        };
        let scope = self.entities[class].scope;
        self.scopes[scope].parent = Some(chosen.scope);
        self.entities[class].outer = chosen.scope;
        self.entities[class].decl = Some(chosen.decl);
        self.entities[class].span = self.name_span(chosen.decl);
    }

    /// The type that an alias template means for converted arguments.
    pub fn specialize_alias(&mut self, template: TemplateId, args: Args, span: Span) -> Ty {
        if let Some(&ty) = self.entities[template].aliases.get(&args) {
            return ty;
        }
        if !self.types.list_flags(args).has(crate::ty::flags::TyFlags::DEPENDENT)
            && let Err(why) = self.check_template_constraints(template, args, span)
        {
            self.report_unsatisfied(template, args, *why);
            return Ty::ERROR;
        }
        let ast = self.ast;
        let Some(decl) = self.entities[template].decl else { return Ty::ERROR };
        let DeclKind::TypeAlias(alias) = &ast[ast.templated(decl)].kind else { return Ty::ERROR };
        let scope = self.bound_scope(template, args);
        // Substitution into an alias is in the immediate context ([temp.alias]/2).
        let query = Query::Alias(template, args);
        let entity = &self.entities[template];
        let pattern = Pattern::Type(alias.ty);
        let around = self.incomplete_in_part(entity.scope, entity.params.head, pattern);
        let resolve = |cx: &mut Self| {
            cx.evaluating_hard(query, span, |cx| {
                cx.before_brace(&around, |cx| cx.resolve_type(scope, alias.ty))
            })
        };
        let ty = self.nested(span, resolve).ok().flatten().unwrap_or(Ty::ERROR);
        if ty != Ty::ERROR {
            self.entities[template].aliases.insert(args, ty);
        }
        ty
    }

    /// The variable of converted arguments.
    pub fn specialize_variable(
        &mut self,
        template: TemplateId,
        args: Args,
        span: Span,
    ) -> Option<VarId> {
        if let Some(&var) = self.entities[template].variables.get(&args) {
            return Some(var);
        }
        if let Err(why) = self.check_template_constraints(template, args, span) {
            self.report_unsatisfied(template, args, *why);
            return None;
        }
        let chosen = self.choose(template, args, span)?;
        let entity = &self.entities[template];
        let (owner, order) = (entity.owner, entity.order);
        let place = Place { owner, scope: chosen.scope, order, c_linkage: false };
        let specialization = (!chosen.is_explicit).then_some((template, args));
        let var = self.new_variable(place, chosen.decl, chosen.scope, specialization)?;
        self.entities[var].template = Some((template, args));
        self.entities[template].variables.insert(args, var);
        Some(var)
    }

    /// The function of converted arguments: constraints checked and the signature substituted, in
    /// the immediate context of the caller.
    pub fn specialize_function(
        &mut self,
        template: TemplateId,
        args: Args,
        span: Span,
    ) -> Result<FunctionId, Rc<Diagnostic>> {
        if let Some(known) = self.entities[template].functions.get(&args) {
            return known.clone();
        }
        self.resolve_explicit(template);
        if let Some(known) = self.entities[template].functions.get(&args) {
            return known.clone();
        }
        // Overload resolution asks for the same failure again and again.
        let result = self.make_function(template, args, span).map_err(Rc::from);
        self.entities[template].functions.insert(args, result.clone());
        result
    }

    fn make_function(
        &mut self,
        template: TemplateId,
        args: Args,
        span: Span,
    ) -> Result<FunctionId, Box<Diagnostic>> {
        let missing = || {
            Box::new(Diagnostic::new(codes::SUBSTITUTION_FAILED, span, "the template has errors"))
        };
        self.check_template_constraints(template, args, span)?;
        let source = self.template_source(template).ok_or_else(missing)?;
        let entity = &self.entities[template];
        let (owner, order, c_linkage) = (entity.owner, entity.order, entity.c_linkage);
        let scope = self.bound_scope(template, args);
        let place = Place { owner, scope, order, c_linkage };
        let query = Query::Signature(template, args);
        let function = self
            .nested(span, |cx| {
                let make =
                    |cx: &mut Self| cx.new_function(place, &source, scope, Some((template, args)));
                let made = cx.unless_under_way(query, span, |cx| cx.tentatively(make));
                made.unwrap_or_else(|cycle| Err(cx.said(cycle)))
            })
            .and_then(|made| made)
            .map_err(|why| self.explain_substitution(template, args, why))?;
        if self.entities[function].ty == Ty::ERROR {
            return Err(missing());
        }
        self.take_first_defaults(template, args, function);
        // A clause may need the function that it belongs to.
        self.nested(span, |cx| cx.check_trailing_requires(function, span)).and_then(|held| held)?;
        Ok(function)
    }

    /// Keeps the reason, and says which substitution it ended.
    fn explain_substitution(
        &self,
        template: TemplateId,
        args: Args,
        mut why: Box<Diagnostic>,
    ) -> Box<Diagnostic> {
        if self.gave_up {
            return why;
        }
        let with = self.show_bindings(template, args);
        if !with.is_empty() {
            let declared = self.entities[template].span;
            why.notes.push(lang::base::Note {
                kind: NoteKind::InstantiatedFrom,
                text: format!("with {with}"),
                span: declared,
            });
        }
        why
    }

    /// Picks the explicit specialisation, the most specialised matching partial specialisation, or
    /// the primary template ([temp.spec.partial.match]).
    fn choose(&mut self, template: TemplateId, args: Args, span: Span) -> Option<Chosen> {
        self.resolve_explicit(template);
        if let Some(&(decl, scope)) = self.entities[template].explicit.get(&args) {
            return Some(Chosen { decl, scope, is_explicit: true });
        }
        let mut best: Option<(usize, Args)> = None;
        let mut ambiguous = None;
        for index in 0..self.entities[template].partials.len() {
            let Some(bound) = self.match_partial(template, index, args, span) else { continue };
            match best {
                None => best = Some((index, bound)),
                Some((current, _)) => {
                    if self.same_partial(template, current, index) {
                        // Declared first and defined later.
                        if self.defines_partial(template, index) {
                            self.check_partial_defined_once(template, current, index);
                            best = Some((index, bound));
                        }
                    } else if self.partial_is_more_specialized(template, index, current) {
                        best = Some((index, bound));
                        ambiguous = None;
                    } else if !self.partial_is_more_specialized(template, current, index) {
                        ambiguous = Some(index);
                    }
                }
            }
        }
        if let (Some(other), Some((first, _))) = (ambiguous, best) {
            self.report_ambiguous_partials(template, args, first, other, span);
            return None;
        }
        match best {
            Some((index, bound)) => {
                let partial = &self.entities[template].partials[index];
                let (decl, scope) = (partial.decl, partial.scope);
                let scope = self.template_scope(scope, TemplateHead::Decl(decl), bound);
                Some(Chosen { decl, scope, is_explicit: false })
            }
            None => {
                let decl = self.entities[template].decl?;
                let scope = self.bound_scope(template, args);
                Some(Chosen { decl, scope, is_explicit: false })
            }
        }
    }

    fn defines_partial(&self, template: TemplateId, index: usize) -> bool {
        let decl = self.entities[template].partials[index].decl;
        match &self.ast[self.ast.templated(decl)].kind {
            DeclKind::Class(class) => class.is_definition,
            DeclKind::Variable(_) => true,
            _ => false,
        }
    }

    /// [basic.def.odr]/1
    fn check_partial_defined_once(&mut self, template: TemplateId, old: usize, new: usize) {
        let spans = [old, new].map(|at| self.name_span(self.entities[template].partials[at].decl));
        if self.defines_partial(template, old)
            && self.check.warned.insert((codes::CONFLICTING_DECLARATION, spans[1]))
        {
            self.report_defined_again(template, spans[0], spans[1]);
        }
    }

    fn report_defined_again(&mut self, template: TemplateId, before: Span, again: Span) {
        let name = self.show_name(self.entities[template].name);
        let message = format!("this specialisation of `{name}` is defined a second time");
        let diagnostic = Diagnostic::new(codes::CONFLICTING_DECLARATION, again, message)
            .secondary(before, "defined before");
        self.outside(|cx| cx.report(diagnostic));
    }

    /// The arguments of a partial specialisation's own parameters when it matches `args`.
    fn match_partial(
        &mut self,
        template: TemplateId,
        index: usize,
        args: Args,
        span: Span,
    ) -> Option<Args> {
        let pattern = self.partial_pattern(template, index)?;
        let level = Level {
            depth: self.open_depth(self.entities[template].partials[index].scope),
            params: pattern.params.clone(),
            outer: self.entities[template].partials[index].scope,
            scope: pattern.scope,
        };
        let mut bindings = Bindings::new(std::slice::from_ref(&level));
        let (p, a) = (self.types.list(pattern.args).to_vec(), self.types.list(args).to_vec());
        self.unify_list(&mut bindings, &p, &a).ok()?;
        let bound = self.finish_level(&level, level.outer, &bindings, span).ok()?;
        // What was not deduced must come out the same ([temp.spec.partial.match]/2).
        let scope = self.template_scope(level.outer, pattern.params.head, bound);
        if pattern.has_nondeduced {
            let written = self.partial_args(self.entities[template].partials[index].decl)?;
            let raw = self.tentatively(|cx| cx.resolve_template_args(scope, written)).ok()??;
            let converted =
                self.tentatively(|cx| cx.convert_template_args(template, raw, span)).ok()??;
            if converted != args {
                return None;
            }
        }
        let head = TemplateHead::Decl(self.entities[template].partials[index].decl);
        if !self.is_constrained(head) {
            return Some(bound);
        }
        let query = Query::Partial(template, index, bound);
        let holds = self.nested(span, |cx| {
            let holds =
                cx.evaluating(query, span, |cx| cx.head_constraints_hold(head, scope, span));
            holds.map_err(|why| cx.said(why))
        });
        matches!(holds, Ok(Ok(Ok(())))).then_some(bound)
    }

    pub(crate) fn partial_args(&self, decl: DeclId) -> Option<&'a ast::TemplateArgs> {
        let ast = self.ast;
        let name = match &ast[ast.templated(decl)].kind {
            DeclKind::Class(class) => class.name?,
            DeclKind::Variable(variable) => variable.name,
            DeclKind::Function(function) => function.name,
            _ => return None,
        };
        ast[name].last.args.as_ref()
    }

    pub(crate) fn partial_pattern(
        &mut self,
        template: TemplateId,
        index: usize,
    ) -> Option<SpecializationPattern> {
        let PartialSpecialization { decl, scope, pattern, .. } =
            self.entities[template].partials[index].clone();
        if pattern.is_some() {
            return pattern;
        }
        let head = TemplateHead::Decl(decl);
        let params = TemplateParameters::of(self.ast, head);
        let written = self.partial_args(decl)?;
        let open = self.open_template_scope(scope, head);
        let args = self.outside(|cx| {
            let raw = cx.resolve_template_args(open, written)?;
            cx.convert_template_args(template, raw, written.span)
        })?;
        let span = written.span;
        self.outside(|cx| cx.check_partial(template, scope, &params, head, args, span));
        let has_nondeduced = self.has_nondeduced(args);
        let pattern =
            SpecializationPattern { class: None, params, scope: open, args, has_nondeduced };
        self.entities[template].partials[index].pattern = Some(pattern.clone());
        Some(pattern)
    }

    /// A partial specialisation differs from the primary template, and its arguments say what its
    /// parameters are ([temp.spec.partial.general]/9); reports.
    fn check_partial(
        &mut self,
        template: TemplateId,
        scope: ScopeId,
        params: &TemplateParameters,
        head: TemplateHead,
        args: Args,
        span: Span,
    ) {
        let depth = self.open_depth(scope);
        let mut found = FoundParams::new();
        for arg in self.types.list(args) {
            self.params_in_arg(arg, &mut found);
        }
        // A value tells its type ([temp.deduct.type]/13).
        let open = self.open_args(scope, head);
        let open = self.types.list(open).to_vec();
        for param in found.clone() {
            let at = usize::from(param.index);
            if param.depth == depth
                && let Some(open) = open.get(..at)
                && let Some(ty) = self.parameter_type(params, Position::of(at), scope, open)
            {
                self.params_in(ty, &mut found);
            }
        }
        let is_found =
            |index: usize| found.iter().any(|p| p.depth == depth && usize::from(p.index) == index);
        if let Some((_, unknown)) =
            params.list.iter().enumerate().find(|(index, _)| !is_found(*index))
        {
            let message = format!(
                "`{}` cannot be deduced from the arguments of the specialisation",
                self.show_parameter(unknown)
            );
            let diagnostic = Diagnostic::new(codes::INVALID_SPECIALIZATION, unknown.span, message)
                .secondary(span, "deduced from these");
            return self.report(diagnostic);
        }
        let own = self.entities[template].params.head;
        let outer = self.entities[template].scope;
        let own_params = self.entities[template].params.clone();
        // A value of another type than that of the primary template's parameter is a restriction.
        if !self.is_constrained(head)
            && self.open_args(outer, own) == args
            && self.value_types(&own_params, outer) == self.value_types(params, scope)
        {
            let message = format!(
                "the specialisation is not more specialised than `{}` itself",
                self.show_name(self.entities[template].name)
            );
            let diagnostic = Diagnostic::new(codes::INVALID_SPECIALIZATION, span, message)
                .help("constrain it, or write other arguments");
            self.report(diagnostic);
        }
    }

    /// Whether matching the pattern leaves parts that deduction skips.
    fn has_nondeduced(&self, args: Args) -> bool {
        self.list_expands_early(args)
            || self.types.list(args).iter().any(|arg| self.arg_has_nondeduced(arg))
    }

    pub(super) fn arg_has_nondeduced(&self, arg: &TemplateArg) -> bool {
        match arg {
            TemplateArg::Type(ty) | TemplateArg::Injected(ty, _) => self.type_has_nondeduced(*ty),
            TemplateArg::Expr(_) | TemplateArg::Pending(_) => true,
            TemplateArg::Pack(args) => self.has_nondeduced(*args),
            TemplateArg::Expansion(pattern) => self.arg_has_nondeduced(pattern),
            TemplateArg::Value(..)
            | TemplateArg::Template(_)
            | TemplateArg::Param(_)
            | TemplateArg::Error => false,
        }
    }

    fn type_has_nondeduced(&self, ty: Ty) -> bool {
        use crate::ty::{ArrayLen, Exceptions, TyKind};
        if !self.types.is_dependent(ty) {
            return false;
        }
        match self.types.kind(ty) {
            TyKind::DependentName { .. } | TyKind::Unresolved(_) | TyKind::Decltype(_) => true,
            TyKind::Qualified(inner, _)
            | TyKind::Pointer(inner)
            | TyKind::LRef(inner)
            | TyKind::RRef(inner)
            | TyKind::PackExpansion(inner) => self.type_has_nondeduced(*inner),
            TyKind::Array(element, len) => {
                self.type_has_nondeduced(*element)
                    || matches!(len, ArrayLen::Dependent(arg) if self.arg_has_nondeduced(arg))
            }
            TyKind::Specialization { args, .. } | TyKind::DependentTile(args) => {
                self.has_nondeduced(*args)
            }
            TyKind::Function(function) => {
                let early = function.params.iter().rev().skip(1);
                let is_pack = |ty: &Ty| matches!(self.types.kind(*ty), TyKind::PackExpansion(_));
                early.clone().any(is_pack)
                    || matches!(&function.exceptions, Exceptions::Dependent(arg) if self.arg_has_nondeduced(arg))
                    || self.type_has_nondeduced(function.ret)
                    || function.params.iter().any(|&ty| self.type_has_nondeduced(ty))
            }
            _ => false,
        }
    }

    fn report_ambiguous_partials(
        &mut self,
        template: TemplateId,
        args: Args,
        first: usize,
        second: usize,
        span: Span,
    ) {
        let message = format!(
            "`{}{}` matches two partial specialisations equally well",
            self.show_name(self.entities[template].name),
            self.show_args(args)
        );
        let mut diagnostic = Diagnostic::new(codes::AMBIGUOUS_SPECIALIZATION, span, message);
        for index in [first, second] {
            let span = self.name_span(self.entities[template].partials[index].decl);
            diagnostic = diagnostic.note_at(NoteKind::DeclaredHere, span, "matches");
        }
        self.report(diagnostic);
    }

    /// Finds out for which arguments the explicit specialisations are.
    pub(crate) fn resolve_explicit(&mut self, template: TemplateId) {
        self.adopt_outside_specializations(template);
        if self.entities[template].pending_explicit.is_empty() {
            return;
        }
        let pending = std::mem::take(&mut self.entities[template].pending_explicit);
        for (decl, scope) in pending {
            self.outside(|cx| {
                if cx.entities[template].kind == TemplateKind::Function {
                    cx.specialize_function_explicitly(template, decl, scope);
                } else {
                    cx.specialize_explicitly(template, decl, scope);
                }
            });
        }
    }

    fn specialize_explicitly(&mut self, template: TemplateId, decl: DeclId, scope: ScopeId) {
        let Some(written) = self.partial_args(decl) else {
            let message = format!(
                "a specialisation of `{}` needs template arguments",
                self.show_name(self.entities[template].name)
            );
            let span = self.name_span(decl);
            return self.error(codes::INVALID_SPECIALIZATION, span, message);
        };
        let Some(raw) = self.resolve_template_args(scope, written) else { return };
        let Some(args) = self.convert_template_args(template, raw, written.span) else { return };
        if self.entities[template].kind == TemplateKind::Class {
            let Some(written) = self.class_decl(decl) else { return };
            if let Some(&class) = self.entities[template].classes.get(&args) {
                if written.is_definition {
                    let before = self.entities[class].decl.filter(|&before| before != decl);
                    let is_defined = before
                        .and_then(|before| self.class_decl(before))
                        .is_some_and(|before| before.is_definition);
                    if is_defined && self.entities[class].is_explicit {
                        self.report_specialized_again(class, decl);
                        return;
                    }
                    self.entities[class].decl = Some(decl);
                    self.entities[class].is_explicit = true;
                }
                return;
            }
            let entity = &self.entities[template];
            let (owner, order) = (entity.owner, entity.order);
            let class = self.new_class(owner, scope, decl, Some((template, args)), order);
            self.entities[class].is_explicit = true;
            self.entities[template].classes.insert(args, class);
        }
        if let Some((before, _)) = self.entities[template].explicit.insert(args, (decl, scope))
            && before != decl
            && self.defines_specialization(template, before)
            && self.defines_specialization(template, decl)
        {
            let (before, again) = (self.name_span(before), self.name_span(decl));
            self.report_defined_again(template, before, again);
        }
    }

    /// A specialisation of a static data member without an initialiser declares it only ([temp.expl.spec]/14).
    fn defines_specialization(&self, template: TemplateId, decl: DeclId) -> bool {
        match &self.ast[self.ast.templated(decl)].kind {
            DeclKind::Variable(variable) => {
                matches!(self.entities[template].owner, Owner::Namespace(_))
                    || !matches!(variable.init, ast::Initializer::None)
            }
            _ => false,
        }
    }

    fn report_specialized_again(&mut self, class: ClassId, decl: DeclId) {
        let message = format!("`{}` is defined a second time", self.show(self.entities[class].ty));
        let span = self.name_span(decl);
        let diagnostic = Diagnostic::new(codes::CONFLICTING_DECLARATION, span, message)
            .secondary(self.entities[class].span, "defined before");
        self.report(diagnostic);
    }

    /// A function as the declaration of a specialisation of `template` declares it: with its type and its place.
    pub(super) fn declared_beside(
        &mut self,
        template: TemplateId,
        decl: DeclId,
        scope: ScopeId,
    ) -> Option<(FunctionId, Ty, Span)> {
        let source = self.function_source(decl)?;
        let entity = &self.entities[template];
        let (owner, order, c_linkage) = (entity.owner, entity.order, entity.c_linkage);
        let place = Place { owner, scope, order, c_linkage };
        let function = self.new_function(place, &source, scope, None);
        let ty = self.entities[function].ty;
        (ty != Ty::ERROR).then_some((function, ty, source.span))
    }

    /// `template<> void f<int>(int) {}`: the function type says which specialisation it is
    /// ([temp.deduct.decl]).
    fn specialize_function_explicitly(
        &mut self,
        template: TemplateId,
        decl: DeclId,
        scope: ScopeId,
    ) {
        let Some((function, ty, span)) = self.declared_beside(template, decl, scope) else {
            return;
        };
        let owner = self.entities[template].owner;
        let explicit = match self.partial_args(decl) {
            Some(written) => self.resolve_template_args(scope, written),
            None => None,
        };
        let deduced = self.deduce_address(template, explicit, Some(ty), span);
        let specialization = match deduced {
            Ok(specialization) => specialization,
            Err(failure) => {
                // Of several overloads another may be meant.
                let others = self.declared_before(owner, self.entities[template].name);
                let is_template = |entity: &&Entity| matches!(entity, Entity::Template(_));
                if others.iter().filter(is_template).count() <= 1 {
                    let entities = [Entity::Template(template)];
                    self.report_no_specialization(&entities, Some(failure), span);
                }
                return;
            }
        };
        let Some((_, args)) = self.entities[specialization].template else { return };
        if self.entities[specialization].is_explicit_specialization {
            return self.redeclare_function(specialization, function);
        }
        self.entities[function].template = Some((template, args));
        self.entities[function].is_explicit_specialization = true;
        // `static` and the access are said in the class only ([class.static.general]/1).
        self.entities[function].is_static |= self.entities[specialization].is_static;
        self.entities[function].access = self.entities[specialization].access;
        // The default arguments are those of the template ([temp.expl.spec]/11).
        let defaults: Vec<_> =
            self.entities[specialization].params.iter().map(|param| param.default).collect();
        for (param, default) in self.entities[function].params.iter_mut().zip(defaults) {
            param.default = param.default.or(default);
        }
        self.entities[template].functions.insert(args, Ok(function));
    }

    /// `template<> ...` or `template ...` declares a specialisation that no template has
    /// ([temp.expl.spec]/8, [temp.explicit]/4).
    pub(crate) fn report_no_specialization(
        &mut self,
        entities: &[Entity],
        failure: Option<Box<DeductionFailure>>,
        span: Span,
    ) {
        let mut message = "no template matches this specialisation".to_owned();
        let mut is_consequence = false;
        let mut advice = None;
        if let Some(failure) = failure {
            let why = match &failure.reason {
                FailureReason::Constraint { why, args } => {
                    let unmet = self.unmet_of_template(failure.template, *args);
                    advice = unmet.as_ref().and_then(|unmet| unmet.advice.clone());
                    match unmet {
                        Some(unmet) if !unmet.cause.is_empty() && !unmet.statement.is_empty() => {
                            format!("{}: {}", unmet.statement, unmet.cause)
                        }
                        Some(unmet) if !unmet.cause.is_empty() => unmet.cause,
                        Some(unmet) if !unmet.statement.is_empty() => unmet.statement,
                        _ => self.false_constraint(why),
                    }
                }
                _ => self.explain_failure(&failure),
            };
            message = format!("{message}: {why}");
            is_consequence = failure.cause().is_some_and(|why| why.is_consequence);
        }
        let mut diagnostic = Diagnostic::new(codes::INVALID_SPECIALIZATION, span, message);
        diagnostic.is_consequence = is_consequence;
        let template = entities.first().and_then(|entity| match *entity {
            Entity::Template(template) => Some(template),
            _ => None,
        });
        if let Some(span) = entities.first().and_then(|entity| self.entity_span(entity)) {
            let head = template.map(|template| self.show_template_head(template));
            let label = match head {
                Some(head) => format!("the template has the parameters {head}"),
                None => "the template".to_owned(),
            };
            diagnostic = diagnostic.secondary(span, label);
        }
        self.report(advice.into_iter().fold(diagnostic, Diagnostic::help));
    }

    /// The constraint that does not hold, with its values, where only the expression of the program says it.
    fn false_constraint(&self, why: &Diagnostic) -> String {
        let part = why.notes.iter().find(|note| note.kind == NoteKind::ConstraintNotSatisfied);
        match part {
            Some(part) => format!("{}: {}", why.message, part.text),
            None => why.message.clone(),
        }
    }

    /// `int D, bool Causal`, as written.
    fn show_template_head(&self, template: TemplateId) -> String {
        let params = self.entities[template].params.list.iter();
        let shown = params.map(|param| match &self.ast[param.decl].kind {
            DeclKind::TemplateParam(_) => self.unit.sources.text(self.ast[param.decl].span),
            _ => "",
        });
        format!("`<{}>`", shown.collect::<Vec<_>>().join(", "))
    }

    /// `T = int, N = 4`
    pub fn show_bindings(&self, template: TemplateId, args: Args) -> String {
        let params = &self.entities[template].params.list;
        let shown = params.iter().zip(self.types.list(args)).filter_map(|(param, arg)| {
            let name = self.text(param.name?);
            Some(format!("{name} = {}", self.show_arg(arg)))
        });
        shown.collect::<Vec<_>>().join(", ")
    }
}
