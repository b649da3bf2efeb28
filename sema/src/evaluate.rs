//! Evaluation on demand, and the evaluations under way.
//!
//! Much of a program is evaluated where it is needed first: a `noexcept`, a default argument, a
//! default member initialiser, a *requires-clause*, a concept. Each of these may need itself, of the
//! same entity or of another specialisation. [`Cx::evaluating`] is the one way to begin such an
//! evaluation: it knows all that are under way. An evaluation that needs itself is an error that lists
//! the members of the cycle; one that needs another without end is stopped by the limit of
//! [`depth`](crate::depth), and the stack grows with the nesting.
//!
//! Classes, their members, enumerations, variables and bodies have a state of their own, since lookup
//! may see them half done; [`Cx::under_way`] lists them among the members of a cycle.

use indexmap::IndexMap;
use lang::ast::DeclId;
use lang::base::{Diagnostic, NoteKind, Span};
use rustc_hash::FxBuildHasher;

use crate::Cx;
use crate::check::enter::declared_name;
use crate::codes;
use crate::entity::{ClassId, EnumId, FunctionId, Owner, TemplateId, VarId};
use crate::scope::ScopeId;
use crate::ty::Args;

/// Something that is evaluated on demand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Query {
    /// Whether a function throws, as written or implied.
    Noexcept(FunctionId),
    /// The default argument of a parameter.
    DefaultArgument(FunctionId, usize),
    /// The default member initialiser of a field, by its declaration.
    DefaultMember(ClassId, DeclId),
    /// The default argument of a template parameter, in the scope that binds those before.
    TemplateDefault(DeclId, ScopeId),
    /// The trailing *requires-clause*.
    Requires(FunctionId),
    Concept(TemplateId, Args),
    /// The constraints of a partial specialisation, by its place among those of the template, for what was deduced.
    Partial(TemplateId, usize, Args),
    Alias(TemplateId, Args),
    /// The declaration of a function of a template.
    Signature(TemplateId, Args),
    Class(ClassId),
    /// What a member of a class declares: the type that an alias means, the type of a function.
    Member(ClassId, DeclId),
    Enum(EnumId),
    /// The type that a variable is declared with.
    VariableType(VarId),
    Variable(VarId),
    Body(FunctionId),
}

/// The evaluations under way, outermost first, each with the place that needs it.
pub(crate) type Evaluations = IndexMap<Query, Span, FxBuildHasher>;

/// So many members of a cycle are listed at most.
const MAX_MEMBERS: usize = 8;

impl Cx<'_> {
    /// Evaluates `query`, which `span` needs. The error, which is not reported, when it needs itself;
    /// or when evaluations are nested too deeply, which has been reported.
    pub(crate) fn evaluating<T>(
        &mut self,
        query: Query,
        span: Span,
        run: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, Box<Diagnostic>> {
        self.unless_under_way(query, span, |cx| cx.deeper(span, run)).and_then(|value| value)
    }

    /// The same of what counts as an instantiation elsewhere.
    pub(crate) fn unless_under_way<T>(
        &mut self,
        query: Query,
        span: Span,
        run: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, Box<Diagnostic>> {
        if self.evaluations.contains_key(&query) {
            return Err(Box::new(self.cycle(query, span)));
        }
        self.evaluations.insert(query, span);
        let value = self.at_this_point(run);
        self.leave(query);
        Ok(value)
    }

    /// Runs an evaluation whose point of instantiation is what is checked just now, or where that is itself part of an
    /// instantiation, the point of that ([temp.point]/1).
    fn at_this_point<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let point = self.adl_order();
        let outer = std::mem::replace(&mut self.point, point);
        let is_narrowing_free = std::mem::take(&mut self.check.is_narrowing_free);
        let value = run(self);
        self.check.is_narrowing_free = is_narrowing_free;
        self.point = outer;
        value
    }

    /// Ends the evaluation that was begun last.
    fn leave(&mut self, query: Query) {
        let last = self.evaluations.pop().map(|(last, _)| last);
        debug_assert_eq!(
            last,
            Some(query),
            "what is begun inside of an evaluation is ended inside of it"
        );
    }

    /// Reports a cycle, which is an error even if what needs it is a substitution; what follows from it
    /// is not reported.
    pub(crate) fn said(&mut self, mut cycle: Box<Diagnostic>) -> Box<Diagnostic> {
        if !self.gave_up {
            self.outside(|cx| cx.report((*cycle).clone()));
        }
        cycle.is_consequence = true;
        cycle
    }

    /// Where what is under way stands, innermost first.
    pub(crate) fn places_under_way(&self) -> impl Iterator<Item = Span> + '_ {
        self.evaluations.iter().rev().flat_map(|(query, span)| [*span, self.declared_at(*query)])
    }

    /// Where something is declared.
    fn declared_at(&self, query: Query) -> Span {
        match query {
            Query::Noexcept(function)
            | Query::DefaultArgument(function, _)
            | Query::Requires(function)
            | Query::Body(function) => self.entities[function].span,
            Query::DefaultMember(_, decl) | Query::TemplateDefault(decl, _) => self.ast[decl].span,
            Query::Member(_, decl) => self.name_span(decl),
            Query::Concept(template, _)
            | Query::Alias(template, _)
            | Query::Partial(template, ..)
            | Query::Signature(template, _) => self.entities[template].span,
            Query::Class(class) => self.entities[class].span,
            Query::Enum(id) => self.entities[id].span,
            Query::Variable(var) | Query::VariableType(var) => self.entities[var].span,
        }
    }

    /// The same, where a cycle is an error even if what needs it is a substitution: `None` after
    /// reporting.
    pub(crate) fn evaluating_hard<T>(
        &mut self,
        query: Query,
        span: Span,
        run: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        match self.evaluating(query, span, run) {
            Ok(value) => Some(value),
            Err(why) => {
                if why.code.id == codes::CYCLE.id {
                    self.outside(|cx| cx.report(*why));
                }
                None
            }
        }
    }

    /// Runs `run` as a member of the cycles that it may be part of; `query` has a state of its own
    /// that tells when it needs itself.
    pub(crate) fn under_way<T>(
        &mut self,
        query: Query,
        span: Span,
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let is_new = self.evaluations.insert(query, span).is_none();
        let value = self.at_this_point(run);
        if is_new {
            self.leave(query);
        }
        value
    }

    /// The same of what is not an instantiation by itself, but one deeper: as part of a specialisation if
    /// `is_instantiated`, or else as one of the declarations that need each other. `None` when that is
    /// too deep, which has been reported. Nothing of it is in the immediate context of what needs it.
    pub(crate) fn under_way_deeper<T>(
        &mut self,
        query: Query,
        span: Span,
        is_instantiated: bool,
        run: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let run = |cx: &mut Self| cx.outside(|cx| cx.under_way(query, span, run));
        match is_instantiated {
            true => self.deeper(span, run).ok(),
            false => self.resolving(span, run),
        }
    }

    /// Whether members of `owner` are those of a specialisation of a template.
    pub(crate) fn is_of_specialization(&self, owner: Owner) -> bool {
        let mut owner = owner;
        while let Owner::Class(class) = owner {
            if self.entities[class].template.is_some() {
                return true;
            }
            owner = self.entities[class].owner;
        }
        false
    }

    /// The error about something that needs itself, at `span`.
    pub(crate) fn cycle(&self, query: Query, span: Span) -> Diagnostic {
        let what = self.show_query(query);
        let message = format!("{what} depends on itself");
        let code = match query {
            Query::Concept(..) | Query::Requires(_) | Query::Partial(..) => {
                codes::INVALID_CONSTRAINT
            }
            _ => codes::CYCLE,
        };
        let place = [span].into_iter().chain(self.places_under_way()).find(|span| !span.is_none());
        let diagnostic = Diagnostic::new(code, place.unwrap_or(span), message);
        self.with_cycle(query, span, diagnostic)
    }

    /// Adds the members of the cycle that `query`, which is needed again at `span`, is part of, if others
    /// are.
    pub(crate) fn with_cycle(
        &self,
        query: Query,
        span: Span,
        mut diagnostic: Diagnostic,
    ) -> Diagnostic {
        let Some(first) = self.evaluations.get_index_of(&query) else { return diagnostic };
        let members: Vec<(Query, Span)> =
            self.evaluations.iter().skip(first).map(|(query, span)| (*query, *span)).collect();
        for &(member, span) in members.iter().skip(1).take(MAX_MEMBERS) {
            let text = format!("it needs {}", self.show_query(member));
            diagnostic = diagnostic.note_at(NoteKind::Note, span, text);
        }
        if members.len() > MAX_MEMBERS + 1 {
            let more = members.len() - MAX_MEMBERS - 1;
            diagnostic = diagnostic.note(format!("and {more} more"));
        }
        if members.len() > 1 {
            let text = format!("which needs {}", self.show_query(query));
            diagnostic = diagnostic.note_at(NoteKind::Note, span, text);
        }
        diagnostic
    }

    fn show_query(&self, query: Query) -> String {
        match query {
            Query::Noexcept(function) => {
                format!("the exception specification of `{}`", self.show_function(function))
            }
            Query::DefaultArgument(function, index) => {
                let params = &self.entities[function].params;
                let name = params.get(index).and_then(|param| param.name);
                let shown = self.show_function(function);
                match name {
                    Some(name) => {
                        format!("the default argument `{}` of `{shown}`", self.text(name))
                    }
                    None => format!("default argument {} of `{shown}`", index + 1),
                }
            }
            Query::DefaultMember(class, decl) => {
                let fields = &self.entities[class].fields;
                let field = fields.iter().find(|field| field.decl == Some(decl));
                let name = field.and_then(|field| field.name).map_or("", |name| self.text(name));
                let class = self.show(self.entities[class].ty);
                format!("the initialiser of member `{name}` of `{class}`")
            }
            Query::TemplateDefault(decl, _) => {
                let name = match &self.ast[decl].kind {
                    lang::ast::DeclKind::TemplateParam(param) => param.name,
                    _ => None,
                };
                match name {
                    Some(name) => {
                        let name = self.text(name.name);
                        format!("the default argument of the template parameter `{name}`")
                    }
                    None => "the default argument of a template parameter".to_owned(),
                }
            }
            Query::Requires(function) => {
                format!("the requires-clause of `{}`", self.show_function(function))
            }
            Query::Concept(concept, args) => {
                format!("`{}`", self.show_template_id(concept, args))
            }
            Query::Partial(template, ..) => {
                let name = self.show_name(self.entities[template].name);
                format!("the constraint of a partial specialisation of `{name}`")
            }
            Query::Alias(template, args) => {
                format!("`{}`", self.show_template_id(template, args))
            }
            Query::Signature(template, args) => {
                format!("the declaration of `{}`", self.show_template_id(template, args))
            }
            Query::Class(class) => {
                format!("the definition of `{}`", self.show(self.entities[class].ty))
            }
            Query::Member(class, decl) => {
                let class = self.show(self.entities[class].ty);
                match declared_name(self.ast, decl) {
                    Some((name, _)) => {
                        format!("the declaration of `{class}::{}`", self.show_name(name))
                    }
                    None => format!("a declaration in `{class}`"),
                }
            }
            Query::VariableType(var) => {
                format!("the type of `{}`", self.text(self.entities[var].name))
            }
            Query::Enum(id) => {
                format!("the enumeration `{}`", self.show(self.entities[id].ty))
            }
            Query::Variable(var) => {
                format!("the initialiser of `{}`", self.text(self.entities[var].name))
            }
            Query::Body(function) => format!("the body of `{}`", self.show_function(function)),
        }
    }
}
