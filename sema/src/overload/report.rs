//! Diagnostics of failed overload resolution.
//!
//! One error, at the user's line: what was found, what was wanted. A single candidate is
//! explained by the argument that does not fit, or by the one atomic constraint that fails; of
//! many the nearest misses follow as folded notes. Never a list of all.

use lang::ast::DeclKind;
use lang::base::{Diagnostic, Fix, Label, NoteKind, Span};

use super::advice::with_operand;
use super::headline::with_reason;
use super::{CandidateSet, Reason, Rejection};
use crate::Cx;
use crate::check::init::Form;
use crate::check::operand::Operand;
use crate::check::types::ref_qualifier;
use crate::codes;
use crate::concept::cause::Unmet;
use crate::concept::{WhyNot, advice_of};
use crate::convert::{Context, Mismatch};
use crate::entity::{DeclName, Entity, FunctionId, FunctionOrigin, Owner};
use crate::template::deduce::FailureReason;
use crate::ty::{RefQualifier, Ty};
use crate::typed::ExprKind;

/// Near misses shown for a set of several candidates.
const SHOWN_CANDIDATES: usize = 2;

/// What was to be called, for the headline.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// `store(...)`
    Call(String),
    /// `a + b`
    Operator(String),
    /// The initialisation of a class.
    Construction(Ty),
    /// The arguments of a class template.
    Class(String),
}

impl Cx<'_> {
    /// Reports that no candidate is viable.
    pub fn report_no_viable(
        &mut self,
        wanted: &Wanted,
        set: &CandidateSet,
        args: &[Operand],
        span: Span,
    ) {
        self.report_no_viable_but(wanted, set, args, span, None);
    }

    /// Reports that no candidate is viable, and what would make one so.
    pub fn report_no_viable_but(
        &mut self,
        wanted: &Wanted,
        set: &CandidateSet,
        args: &[Operand],
        span: Span,
        repair: Option<Fix>,
    ) {
        let fails_constraint = set.rejected.iter().any(|rejection| match &rejection.reason {
            Reason::Constraint(_) => true,
            Reason::Deduction(failure) => {
                matches!(failure.reason, FailureReason::Constraint { .. })
            }
            _ => false,
        });
        let headline = match wanted {
            Wanted::Call(name) if args.is_empty() && fails_constraint => {
                format!("the constraints of `{name}` do not hold")
            }
            _ => self.headline(wanted, args),
        };
        let code = match wanted {
            Wanted::Class(_) => codes::CLASS_DEDUCTION_FAILED,
            Wanted::Call(_) | Wanted::Operator(_) | Wanted::Construction(_) => {
                codes::NO_VIABLE_OVERLOAD
            }
        };
        if let Some(diagnostic) = self.fits_other_release(set, args, span) {
            return self.report(diagnostic);
        }
        let headline = match (wanted, set.rejected.as_slice()) {
            (Wanted::Call(name), [only]) if args.is_empty() => {
                self.undeduced_headline(name, only).unwrap_or(headline)
            }
            _ => headline,
        };
        let mut diagnostic = Diagnostic::new(code, span, headline);
        let follows = |rejection: &Rejection| {
            inner_diagnostic(&rejection.reason).is_some_and(|why| why.is_consequence)
        };
        diagnostic.is_consequence = set.rejected.iter().any(follows)
            || set.rejected.iter().any(|rejection| self.has_wrong_parameter(rejection))
            || set.rejected.iter().any(|rejection| self.has_wrong_operands(wanted, rejection))
            || set.rejected.iter().any(|rejection| self.has_wrong_field(rejection))
            || args.iter().any(|arg| self.is_misdeclared(arg) || self.has_reported_error(arg));
        if self.is_tentative() {
            // More of it would not be read.
            return self.report(diagnostic);
        }
        args.iter().for_each(|arg| self.refuse_vexing_parse(arg));
        // An operator that the program declares is meant where an operand is of a class of the program: those of the library
        // take tiles, whatever the operands are.
        let prefers_users = matches!(wanted, Wanted::Operator(_))
            && args.iter().any(|arg| self.is_of_users_class(arg));
        let mut order = Vec::with_capacity(set.rejected.len());
        for rejection in &set.rejected {
            if !matches!(wanted, Wanted::Operator(_)) || !counts_operands(&rejection.reason) {
                let declared = self.declaration_span(&rejection.entity);
                let is_preferred = prefers_users && self.is_users_text(declared);
                order.push(((is_preferred, self.nearness(&rejection.reason)), rejection));
            }
        }
        order.sort_by_key(|(nearness, _)| std::cmp::Reverse(*nearness));
        if let [(best, nearest), rest @ ..] = order.as_slice() {
            diagnostic = self.explain_nearest(diagnostic, wanted, nearest, args);
            diagnostic = self.with_spread_operand(diagnostic, nearest, args);
            diagnostic = self.with_spread_both_ways(diagnostic, args);
            if let (Wanted::Operator(_), Reason::Object) = (wanted, &nearest.reason) {
                diagnostic = self.with_unfit_object(diagnostic, &nearest.entity);
            }
            if matches!(wanted, Wanted::Operator(op) if op == "=") {
                diagnostic = self.with_declared_shape(diagnostic, args);
            }
            diagnostic = self.with_deduced_reference(diagnostic, nearest);
            let counts = |rejection: &Rejection| counts_operands(&rejection.reason);
            let says_reason = rest.is_empty()
                || is_of_template_argument(&nearest.reason)
                || set.rejected.iter().all(counts);
            if says_reason && !matches!(wanted, Wanted::Operator(_)) {
                diagnostic = with_reason(diagnostic, &nearest.reason, args.len());
            }
            if diagnostic.message.ends_with(&diagnostic.primary.text) {
                // The first line says it.
                diagnostic.primary.text.clear();
            }
            let at = self.declaration_span(&nearest.entity);
            let special = self.advice_of_comma(args);
            if let Some(advice) = special.or_else(|| self.hidden_in_base(nearest, args.len())) {
                diagnostic.notes.retain(|note| note.kind != NoteKind::Help);
                diagnostic = diagnostic.help(advice);
            }
            if matches!(nearest.reason, Reason::Object)
                && self.explain_object(&nearest.entity).starts_with("it is not declared `const`")
                && !self.unit.sources.in_system_file(at.lo)
                && !self.is_call_of_lambda(&nearest.entity)
            {
                diagnostic = diagnostic.help("write `const` behind its parameters");
            }
            if let Some(other) = self.takes_elsewhere(set, nearest, args)
                && let Some(advice) = self.advice(self.declaration_span(&other))
            {
                diagnostic = diagnostic.help(advice);
            }
            if let Some(advice) = self.advice_of_scalar_parameter(nearest, args) {
                diagnostic.notes.retain(|note| note.kind != NoteKind::Help);
                diagnostic = diagnostic.help(advice);
            }
            if advice_of(&diagnostic).is_none() {
                let advice = self.advice_of_deduction(nearest, args);
                diagnostic = advice.into_iter().fold(diagnostic, Diagnostic::help);
            }
            let is_implicit = |cx: &Self, entity: &Entity| {
                matches!(*entity, Entity::Function(function)
                    if cx.entities[function].origin == FunctionOrigin::Implicit)
            };
            // The place of an implicit function is its class.
            // How the function is called says nothing about a constraint whose cause is known.
            let has_cause = self.unmet_by(nearest, args).is_some();
            if advice_of(&diagnostic).is_none() && !has_cause && !is_implicit(self, &nearest.entity)
            {
                diagnostic = self.advice(at).into_iter().fold(diagnostic, Diagnostic::help);
            }
            let name = self.show_candidate(&nearest.entity);
            diagnostic = if rest.is_empty() {
                let text = format!("`{name}` is declared here");
                diagnostic.note_at(NoteKind::DeclaredHere, at, text)
            } else if diagnostic.secondary.is_empty() {
                let text = format!("the nearest of {} candidates is `{name}`", order.len());
                diagnostic.note_at(NoteKind::CandidateRejected, at, text)
            } else {
                // What is wrong is shown where it is declared.
                diagnostic
            };
            // Where the first line has the cause, the other candidates say nothing more.
            let shown: Vec<&Rejection> = rest
                .iter()
                .filter(|_| !has_cause && !is_of_template_argument(&nearest.reason))
                .filter(|(nearness, other)| nearness >= best && !is_implicit(self, &other.entity))
                .map(|(_, rejection)| *rejection)
                .collect();
            for rejection in shown.into_iter().take(SHOWN_CANDIDATES) {
                let (why, _) = self.explain(rejection, args);
                if diagnostic.message.ends_with(&why) || diagnostic.primary.text == why {
                    continue;
                }
                let at = self.declaration_span(&rejection.entity);
                let name = self.show_candidate(&rejection.entity);
                let text = format!("`{name}`: {why}");
                diagnostic = diagnostic.note_at(NoteKind::CandidateRejected, at, text);
            }
            diagnostic = self.advise_of_call(diagnostic, wanted, nearest, args);
        } else if let Some(advice) = self
            .advice_of_pointers(wanted, args)
            .or_else(|| self.advice_of_classes(args))
            .or_else(|| self.advice_of_equality(wanted, args))
        {
            diagnostic = diagnostic.help(advice);
        }
        if let Wanted::Call(_) = wanted {
            for note in diagnostic.notes.iter_mut().filter(|note| note.kind == NoteKind::Help) {
                let meant = match note.text.contains("the right operand") {
                    true => args.get(1),
                    false => args.first(),
                };
                if let Some(name) = meant.and_then(|arg| self.tile_variable(arg)) {
                    note.text = with_operand(&note.text, name);
                }
            }
        }
        if let (Wanted::Operator(_), [left, right]) = (wanted, args) {
            for note in diagnostic.notes.iter_mut().filter(|note| note.kind == NoteKind::Help) {
                let meant = match () {
                    () if note.text.contains("the right operand") => right,
                    () if note.text.contains("the left operand") => left,
                    () => continue,
                };
                if let Some(name) = self.tile_variable(meant) {
                    note.text = with_operand(&note.text, name);
                }
            }
        }
        diagnostic = self.without_second_transpose(diagnostic, args);
        if let Some(repair) = repair {
            // The constraints of a function of the user's say best what it takes.
            let first = set.rejected.first().map(|it| self.declaration_span(&it.entity));
            let is_librarys = first.is_some_and(|at| self.unit.sources.in_system_file(at.lo));
            if repair.edits.len() > 1 && is_librarys {
                let headline = self.headline(wanted, args);
                diagnostic.message = format!("{headline}: the arguments are in another order");
                diagnostic.primary = Label { span, text: String::new() };
            }
            if let Wanted::Construction(_) = wanted {
                let headline = self.headline(wanted, args);
                diagnostic.message = format!("{headline}: the values are one argument, a list");
                diagnostic.primary.text.clear();
                diagnostic.notes.retain(|note| note.kind != NoteKind::CandidateRejected);
            }
            // What resolves says more than general advice.
            diagnostic.notes.retain(|note| note.kind != NoteKind::Help);
            diagnostic.fixes.push(repair);
        }
        self.report(diagnostic);
    }

    /// Whether an argument is of a class that the program declares.
    fn is_of_users_class(&self, arg: &Operand) -> bool {
        arg.as_expr()
            .and_then(|expr| self.types.class_of(self.types.strip_cvref(self.typed.exprs[expr].ty)))
            .is_some_and(|class| self.is_users_text(self.entities[class].span))
    }

    /// Says in the first line which operator it is that does not take its left operand as its object.
    fn with_unfit_object(&self, mut diagnostic: Diagnostic, entity: &Entity) -> Diagnostic {
        let (owner, name) = match *entity {
            Entity::Function(function) => {
                (self.entities[function].owner, self.entities[function].name)
            }
            Entity::Template(template) => {
                (self.entities[template].owner, self.entities[template].name)
            }
            _ => return diagnostic,
        };
        let Owner::Class(class) = owner else { return diagnostic };
        let operator = format!("{}::{}", self.show(self.entities[class].ty), self.show_name(name));
        let why = self.explain_object(entity);
        if let Some(why) = why.strip_prefix("it ") {
            diagnostic.message = format!("{}: `{operator}` {why}", diagnostic.message);
            diagnostic.primary.text = "its left operand is the object".to_owned();
        }
        diagnostic
    }

    /// For a tile that is assigned to a variable of another shape: where the variable has its shape from. Errors about
    /// the shape of the variable elsewhere follow from that.
    fn with_declared_shape(&mut self, diagnostic: Diagnostic, args: &[Operand]) -> Diagnostic {
        let [Operand::Expr(target), Operand::Expr(value)] = args else { return diagnostic };
        let ExprKind::Local(local) = self.typed.exprs[*target].kind else { return diagnostic };
        let tile = |cx: &Self, expr: crate::typed::ExprId| {
            let ty = cx.types.strip_cvref(cx.typed.exprs[expr].ty);
            let (_, dims) = cx.tile_of(ty)?;
            Some((cx.show(ty), dims.to_vec()))
        };
        let (Some((ty, dims)), Some((_, other))) = (tile(self, *target), tile(self, *value)) else {
            return diagnostic;
        };
        let Some(name) = self.typed.locals[local].name.filter(|_| dims != other) else {
            return diagnostic;
        };
        self.check.misdeclared.insert(local);
        // The value may be what is wrong.
        if !diagnostic.secondary.is_empty() {
            return diagnostic;
        }
        let text = format!("`{}` has the type `{ty}`, which it keeps", self.text(name));
        diagnostic.secondary(self.typed.locals[local].span, text)
    }

    /// Whether a candidate has a parameter whose type is an error, of which has been reported.
    fn has_wrong_parameter(&mut self, rejection: &Rejection) -> bool {
        let Reason::Deduction(failure) = &rejection.reason else { return false };
        let signature = self.signature(failure.template);
        signature.is_some_and(|signature| {
            signature.params.iter().any(|&param| self.types.is_error(param))
        })
    }

    /// Whether a member of the class template whose arguments are deduced has a type that is an error, of which has been
    /// reported: nothing is deduced from it.
    fn has_wrong_field(&self, rejection: &Rejection) -> bool {
        let Reason::Deduction(failure) = &rejection.reason else { return false };
        if !matches!(failure.reason, FailureReason::Undeduced { .. }) {
            return false;
        }
        let pattern = self.entities[failure.template].pattern;
        pattern.is_some_and(|class| {
            self.entities[class].fields.iter().any(|field| self.types.is_error(field.ty))
        })
    }

    fn is_call_of_lambda(&self, entity: &Entity) -> bool {
        match *entity {
            Entity::Function(function) => {
                matches!(self.entities[function].origin, FunctionOrigin::Lambda(_))
            }
            Entity::Template(template) => self.entities[template].lambda.is_some(),
            _ => false,
        }
    }

    /// Whether a candidate is a binary operator that is declared as a member with two parameters, of which is reported.
    fn has_wrong_operands(&self, wanted: &Wanted, rejection: &Rejection) -> bool {
        let (n_params, owner) = match rejection.entity {
            Entity::Function(function) => {
                (self.entities[function].params.len(), self.entities[function].owner)
            }
            Entity::Template(template) => (
                self.template_source(template).map_or(0, |source| source.params.len()),
                self.entities[template].owner,
            ),
            _ => return false,
        };
        matches!((wanted, owner), (Wanted::Operator(op), Owner::Class(_)) if op != "()")
            && n_params == 2
    }

    /// The whole reason, put at the argument.
    fn explain_nearest(
        &mut self,
        mut diagnostic: Diagnostic,
        wanted: &Wanted,
        rejection: &Rejection,
        args: &[Operand],
    ) -> Diagnostic {
        let (text, at) = self.explain(rejection, args);
        if let Some(at) = at {
            diagnostic.primary.span = at;
        }
        if let Some((unmet, advice)) = self.unmet_by(rejection, args) {
            match wanted {
                Wanted::Class(name) if !unmet.statement.is_empty() => {
                    diagnostic.message = format!("{}: {}", unmet.statement, unmet.cause);
                    diagnostic.primary.text = format!("an argument of `{name}`");
                }
                _ => {
                    diagnostic.message = format!("{}: {}", diagnostic.message, unmet.cause);
                    diagnostic.primary.text = unmet.statement;
                }
            }
            let of_type = |cx: &Self| unmet.constrained.and_then(|ty| cx.only_argument(args, ty));
            let argument = unmet.argument.and_then(|index| args.get(index));
            let of_parameter = unmet.parameter.filter(|_| unmet.constrained.is_some());
            let place = match argument {
                Some(arg) => Some(arg.span(self)),
                None => of_type(self).or_else(|| {
                    let index = self.argument_of(&rejection.entity, of_parameter?)?;
                    args.get(index).map(|arg| arg.span(self))
                }),
            };
            if let Some(span) = place {
                diagnostic.primary.span = span;
            }
            // Lengths that have names are wrong where they are declared, not at each use.
            if matches!(wanted, Wanted::Class(_))
                && self.is_repeated_cause(&unmet.cause, diagnostic.primary.span)
            {
                diagnostic.is_consequence = true;
            }
            return advice.into_iter().fold(diagnostic, Diagnostic::help);
        }
        if let Some(inner) = inner_diagnostic(&rejection.reason) {
            let reason = inner
                .notes
                .iter()
                .find(|note| note.kind == NoteKind::ConstraintNotSatisfied && note.text != text);
            let mut reason = reason.cloned();
            // A constraint of the user's says best itself what is wrong.
            if let Some(reason) = &mut reason
                && !self.unit.sources.in_system_file(reason.span.lo)
            {
                diagnostic.message = format!("{}: {}", diagnostic.message, reason.text);
                "the constraint is here".clone_into(&mut reason.text);
            }
            diagnostic.notes.extend(reason);
            if let Some(advice) = advice_of(inner) {
                diagnostic = diagnostic.help(advice);
            }
            diagnostic.secondary.extend(inner.secondary.iter().cloned());
        } else if let Reason::Argument { index, wanted, mismatch: Mismatch::Explicit(_) } =
            rejection.reason
            && let Some(expr) = args.get(index).and_then(Operand::as_expr)
            && let Some((_, dims)) = self.tile_of(self.typed.exprs[expr].ty)
            && let Some((elem, wanted_dims)) = self.tile_of(wanted)
            && dims == wanted_dims
        {
            let cast = self.code_in_users_spelling(&format!("element_cast<{}>", self.show(elem)));
            let text = self.unit.sources.text(self.typed.exprs[expr].span);
            let text = if text.is_empty() { "x" } else { text };
            diagnostic = diagnostic.help(format!("`{cast}({text})` converts each element"));
        }
        diagnostic.primary.text = text;
        diagnostic
    }

    /// The constraint that keeps a candidate from being called, or an argument from being converted,
    /// with its advice.
    fn unmet_by(
        &mut self,
        rejection: &Rejection,
        args: &[Operand],
    ) -> Option<(Unmet, Option<String>)> {
        if let Reason::Argument { index, wanted, mismatch: Mismatch::NoConversion } =
            rejection.reason
        {
            let (why, unmet) = self.nearest_conversion(args.get(index)?, wanted)?;
            let unmet = unmet?;
            let advice = unmet.advice.clone().or_else(|| advice_of(&why));
            return Some((unmet, advice));
        }
        let unmet = self.unmet_of_rejection(rejection)?;
        let advice = unmet.advice.clone();
        let advice = advice.or_else(|| inner_diagnostic(&rejection.reason).and_then(advice_of));
        Some((unmet, advice))
    }

    /// Where the argument of a type is, if there is one of it.
    fn only_argument(&self, args: &[Operand], ty: Ty) -> Option<Span> {
        let ty = self.types.strip_cvref(ty);
        let mut of_type = args.iter().filter(|arg| {
            arg.as_expr()
                .is_some_and(|expr| self.types.strip_cvref(self.typed.exprs[expr].ty) == ty)
        });
        let found = of_type.next().map(|arg| arg.span(self))?;
        of_type.next().is_none().then_some(found)
    }

    /// One line that says why the candidate is out, and the argument it speaks of.
    pub(super) fn explain(
        &mut self,
        rejection: &Rejection,
        args: &[Operand],
    ) -> (String, Option<Span>) {
        match &rejection.reason {
            Reason::TooFew { wanted } | Reason::TooMany { wanted } => {
                (format!("takes {}, not {}", count(*wanted, "argument"), args.len()), None)
            }
            Reason::Argument { index, wanted, mismatch } => match args.get(*index) {
                Some(arg) => {
                    let span = arg.span(self);
                    (self.explain_mismatch(arg, *wanted, mismatch), Some(span))
                }
                None => ("an argument does not convert".to_owned(), None),
            },
            Reason::Object => (self.explain_object(&rejection.entity), None),
            Reason::NotATemplate => {
                ("is not a template but has template arguments".to_owned(), None)
            }
            Reason::CopiesBase => {
                ("is inherited, and copies an object of the base only".to_owned(), None)
            }
            Reason::Constraint(why) => (constraint_text(why), None),
            Reason::Release(absence) => {
                (self.other_release("it", *absence, Span::NONE).message, None)
            }
            Reason::Declaration(why) => {
                (format!("its declaration has an error: {}", why.message), None)
            }
            Reason::Deduction(failure) => self.explain_deduction(failure, args),
        }
    }

    /// Why a member function does not take its object: it is not `const`, or has a `&` or `&&` behind its parameters.
    fn explain_object(&self, entity: &Entity) -> String {
        let qualifiers = match *entity {
            Entity::Function(function) => self
                .types
                .function_of(self.entities[function].ty)
                .map(|ty| (ty.cv, ty.ref_qualifier)),
            Entity::Template(template) => self
                .template_source(template)
                .map(|source| (source.cv, ref_qualifier(source.ref_qualifier))),
            _ => None,
        };
        match qualifiers {
            Some((cv, None)) if !cv.is_const() => {
                "it is not declared `const`, but the object is `const`".to_owned()
            }
            Some((_, Some(RefQualifier::RValue))) => {
                "it takes a temporary object only, because of the `&&` behind its parameters"
                    .to_owned()
            }
            _ => "the object is const, or of a value category that it does not take".to_owned(),
        }
    }

    fn explain_deduction(
        &mut self,
        failure: &crate::template::deduce::DeductionFailure,
        args: &[Operand],
    ) -> (String, Option<Span>) {
        let parameter = |cx: &Cx<'_>, index: usize| {
            let list = &cx.entities[failure.template].params.list;
            match list.get(index).and_then(|param| param.name) {
                Some(name) => cx.text(name).to_owned(),
                None => format!("parameter {}", index + 1),
            }
        };
        match &failure.reason {
            FailureReason::TooFewArguments { wanted }
            | FailureReason::TooManyArguments { wanted } => {
                (format!("takes {}, not {}", count(*wanted, "argument"), args.len()), None)
            }
            FailureReason::Undeduced { .. }
                if let Some(list) = args.iter().find(|arg| arg.as_list().is_some()) =>
            {
                let text = "a braced list has no type, from which nothing is deduced; write the type before the brace";
                (text.to_owned(), Some(list.span(self)))
            }
            FailureReason::Undeduced { parameter: index }
                if let Some(missing) = self.missing_argument(failure, *index, args.len()) =>
            {
                (missing, None)
            }
            FailureReason::Undeduced { parameter: index } => {
                let text =
                    format!("could not infer template argument `{}`", parameter(self, *index));
                // The advice says how it is named where the library declares it.
                let declared = self.entities[failure.template].span;
                let text = match self.unit.sources.in_system_file(declared.lo) {
                    true => text,
                    false => format!("{text}; write it in `<>` behind the name"),
                };
                (text, None)
            }
            FailureReason::Inconsistent(clash) => {
                let (first, second) = (self.show_arg(&clash.first), self.show_arg(&clash.second));
                let name = parameter(self, usize::from(clash.param.index));
                (format!("conflicting deductions for `{name}`: {first} and {second}"), None)
            }
            FailureReason::PackLength { param, first, second } => {
                let name = parameter(self, usize::from(param.index));
                let second = count(*second, "element");
                (
                    format!("conflicting deductions for the pack `{name}`: {first} and {second}"),
                    None,
                )
            }
            FailureReason::ValueType { parameter: index, wanted, found } => {
                let name = parameter(self, *index);
                let (wanted, found) = (self.show(*wanted), self.show(*found));
                (
                    format!(
                        "`{name}` has the type `{wanted}`, but is deduced as a value of type `{found}`"
                    ),
                    None,
                )
            }
            FailureReason::Parameter { .. } => (self.explain_failure(failure), None),
            FailureReason::Mismatch { argument, wanted, found } => (
                format!("is `{}`, but `{}` is expected", self.show(*found), self.show(*wanted)),
                args.get(*argument).map(|arg| arg.span(self)),
            ),
            FailureReason::Constraint { why, .. } => (constraint_text(why), None),
            FailureReason::ExplicitArgument(why) => (why.message.clone(), None),
            FailureReason::Substitution(why) => (why.message.clone(), None),
        }
    }

    /// Why an operand does not convert to `wanted`, in one line.
    pub fn explain_mismatch(&mut self, arg: &Operand, wanted: Ty, mismatch: &Mismatch) -> String {
        let found = arg.describe(self);
        let to = self.show(wanted);
        match mismatch {
            Mismatch::NoConversion => format!("is `{found}`, which does not convert to `{to}`"),
            Mismatch::DropsQualifiers => {
                format!("is `{found}`; `{to}` would drop its const or volatile")
            }
            Mismatch::NeedsLvalue => {
                format!("is a temporary `{found}`; `{to}` binds to a variable only")
            }
            Mismatch::NeedsRvalue => format!("is a variable; `{to}` binds to a temporary only"),
            Mismatch::BitField => format!("is a bit-field, to which `{to}` cannot bind"),
            Mismatch::Explicit(_) => {
                format!("is `{found}`, which converts to `{to}` only by a cast")
            }
            Mismatch::List => match self.list_mismatch(arg, wanted) {
                Some(why) => why,
                None => format!("does not initialise `{to}`"),
            },
            Mismatch::NoSuchOverload => format!("{found} has no function of type `{to}`"),
            Mismatch::Incomplete => format!("`{to}` is incomplete here"),
        }
    }

    /// The element of a list that does not fit.
    fn list_mismatch(&mut self, arg: &Operand, wanted: Ty) -> Option<String> {
        let list = arg.as_list()?.clone();
        let wanted = self.types.strip_cvref(wanted);
        let why = self
            .tentatively(|cx| cx.initialize_list(wanted, list, Form::Copy, Span::NONE).is_ok())
            .err()?;
        Some(why.message.clone())
    }

    /// Reports that several candidates are equally good.
    pub fn report_ambiguous_call(
        &mut self,
        wanted: &Wanted,
        set: &CandidateSet,
        indices: &[usize],
        args: &[Operand],
        span: Span,
    ) {
        let types: Vec<String> = args.iter().map(|arg| arg.describe(self)).collect();
        let message = match wanted {
            Wanted::Call(name) => {
                format!("the call of `{name}` with ({}) is ambiguous", types.join(", "))
            }
            Wanted::Operator(op) => {
                format!("operator `{op}` is ambiguous for {}", types.join(" and "))
            }
            Wanted::Construction(ty) => {
                format!(
                    "the construction of `{}` from ({}) is ambiguous",
                    self.show(*ty),
                    types.join(", ")
                )
            }
            Wanted::Class(name) => format!(
                "the template arguments of `{name}` could be several for ({})",
                types.join(", ")
            ),
        };
        let mut diagnostic = Diagnostic::new(codes::AMBIGUOUS_CALL, span, message)
            .label(format!("{} candidates are equally good", indices.len()));
        let functions: Vec<FunctionId> = indices
            .iter()
            .filter_map(|&index| set.viable[index].function())
            .take(1 + SHOWN_CANDIDATES)
            .collect();
        let shown: Vec<String> =
            functions.iter().map(|&function| self.show_function(function)).collect();
        // Templates with one signature differ in the parameters that they are written with, or in their heads.
        let is_alike = |texts: &[String]| texts.iter().all(|text| *text == texts[0]);
        let written = |write: fn(&Self, FunctionId) -> Option<String>| {
            let texts = functions.iter().map(|&function| write(self, function));
            let texts = texts.collect::<Option<Vec<String>>>();
            texts.filter(|texts| shown.len() > 1 && is_alike(&shown) && !is_alike(texts))
        };
        let parameters = written(Self::written_parameters);
        let heads = if parameters.is_some() { None } else { written(Self::written_head) };
        let texts = parameters.as_ref().or(heads.as_ref()).unwrap_or(&shown);
        for (function, text) in std::iter::zip(&functions, texts) {
            diagnostic = diagnostic.note_at(
                NoteKind::DeclaredHere,
                self.entities[*function].span,
                format!("`{text}`"),
            );
        }
        if parameters.is_some() {
            diagnostic = diagnostic.help("no candidate is more specialised than the others: each is more general in another parameter; declare an overload for these types, or give one candidate another name");
        }
        if heads.is_some() {
            diagnostic = diagnostic.help("the arguments satisfy the constraints of both, and neither constraint contains the other: make one so strict that the arguments do not satisfy it, or so that it contains the other");
        }
        self.report(diagnostic);
    }

    /// A function template as it is written, up to its name.
    fn written_head(&self, function: FunctionId) -> Option<String> {
        let (template, _) = self.entities[function].template?;
        let entity = &self.entities[template];
        let lo = self.ast[entity.decl?].span.lo;
        let head = self.one_line(Span { lo, hi: entity.span.hi });
        (!head.is_empty()).then_some(head)
    }

    /// The name and the parameters of a function template as they are written.
    fn written_parameters(&self, function: FunctionId) -> Option<String> {
        let (template, _) = self.entities[function].template?;
        let decl = self.ast.templated(self.entities[template].decl?);
        let DeclKind::Function(function) = &self.ast[decl].kind else { return None };
        let texts = function.ty.params.iter().map(|&param| self.one_line(self.ast[param].span));
        let name = self.show_name(self.entities[template].name);
        Some(format!("{name}({})", texts.collect::<Vec<_>>().join(", ")))
    }

    /// Reports a conversion that does not exist; `what` is being initialised.
    pub fn report_mismatch(&mut self, arg: &Operand, wanted: Ty, mismatch: &Mismatch, span: Span) {
        let (found, to) = (arg.describe(self), self.show(wanted));
        let message = match arg {
            Operand::List(_) => format!("`{to}` cannot be initialised by this list"),
            Operand::Overloads(_) => format!("{found} does not convert to `{to}`"),
            Operand::Expr(_) => format!("`{found}` does not convert to `{to}`"),
        };
        let mut diagnostic = Diagnostic::new(codes::NO_CONVERSION, span, message);
        match mismatch {
            Mismatch::NoConversion => {
                if let Some((why, unmet)) = self.nearest_conversion(arg, wanted) {
                    diagnostic.primary.text = constraint_text(&why);
                    let mut advice = advice_of(&why);
                    if let Some(unmet) = unmet {
                        diagnostic.message = format!("{}: {}", diagnostic.message, unmet.cause);
                        diagnostic.primary.text = unmet.statement;
                        advice = unmet.advice.or(advice);
                    }
                    diagnostic = advice.into_iter().fold(diagnostic, Diagnostic::help);
                } else if let Some(advice) = self.advice_of_members(arg, wanted) {
                    diagnostic = diagnostic.help(advice);
                }
            }
            Mismatch::Explicit(function) => {
                diagnostic.primary.text = "the conversion is explicit".to_owned();
                let text = self.unit.sources.text(span);
                if !text.is_empty() && matches!(arg, Operand::Expr(_)) {
                    let value = self.types.strip_cvref(wanted);
                    let value = self.code_in_users_spelling(&self.show_in_source(value));
                    let cast = format!("static_cast<{value}>({text})");
                    diagnostic = diagnostic.fix(
                        format!("write `{cast}`"),
                        lang::base::Applicability::Maybe,
                        span,
                        cast,
                    );
                }
                diagnostic = diagnostic.note_at(
                    NoteKind::DeclaredHere,
                    self.entities[*function].span,
                    "because of this `explicit`",
                );
            }
            other => diagnostic.primary.text = self.explain_mismatch(arg, wanted, other),
        }
        if let Mismatch::NeedsLvalue = mismatch {
            diagnostic = diagnostic
                .help("a temporary has no address: declare a value, `auto`, or a `const auto &`");
        }
        self.report(diagnostic);
    }

    /// For a class that has constructors for such an operand, none of them fitting: the reason of
    /// the nearest.
    fn nearest_conversion(&mut self, arg: &Operand, wanted: Ty) -> Option<(WhyNot, Option<Unmet>)> {
        let target = self.types.strip_cvref(wanted);
        let Some(class) = self.types.class_of(target) else {
            return self.nearest_conversion_function(arg, target);
        };
        let args = [arg.clone()];
        let mut nearest: Option<((u32, u32), Rejection)> = None;
        for entity in self.constructors(class) {
            // The implicit copy and move constructors have nothing to teach.
            if let Entity::Function(function) = entity
                && self.entities[function].origin == FunctionOrigin::Implicit
            {
                continue;
            }
            let Err(rejection) =
                self.constructor_candidate(class, &entity, &args, Context::STANDARD_ONLY)
            else {
                continue;
            };
            let score = self.nearness(&rejection.reason);
            if nearest.as_ref().is_none_or(|(old, _)| *old < score) {
                nearest = Some((score, rejection));
            }
        }
        let rejection = nearest?.1;
        let unmet = self.unmet_of_rejection(&rejection);
        let why = match rejection.reason {
            Reason::Constraint(why) => Some(why),
            Reason::Deduction(failure) => match failure.reason {
                FailureReason::Constraint { why, .. } => Some(Box::new((*why).clone())),
                _ => None,
            },
            _ => None,
        };
        Some((why?, unmet))
    }

    /// The constraint that keeps a conversion function template from yielding the target.
    fn nearest_conversion_function(
        &mut self,
        arg: &Operand,
        target: Ty,
    ) -> Option<(WhyNot, Option<Unmet>)> {
        let class = self.types.class_of(self.typed.exprs[arg.as_expr()?].ty)?;
        for entity in self.conversion_functions(class) {
            let Entity::Template(template) = entity else { continue };
            if let Err(failure) = self.deduce_conversion(template, target, Span::NONE)
                && let FailureReason::Constraint { why, args } = failure.reason
            {
                let mut why = Box::new((*why).clone());
                let unmet = self.unmet_of_template(template, args);
                if advice_of(&why).is_none()
                    && let Some(advice) = self.advice(self.entities[template].span)
                {
                    *why = (*why).help(advice);
                }
                return Some((why, unmet));
            }
        }
        None
    }

    /// How far a candidate came before it was rejected: a later failure is more likely to be what
    /// the user meant. The second number tells constraints apart.
    pub(super) fn nearness(&mut self, reason: &Reason) -> (u32, u32) {
        match reason {
            Reason::Deduction(failure) => match &failure.reason {
                FailureReason::Constraint { args, .. } => {
                    (40, self.constraint_progress(failure.template, *args).saturating_add(1))
                }
                _ => (nearness(reason), 0),
            },
            _ => (nearness(reason), 0),
        }
    }

    fn declaration_span(&self, entity: &Entity) -> Span {
        match *entity {
            Entity::Function(function) => self.entities[function].span,
            Entity::Template(template) => self.entities[template].span,
            _ => Span::NONE,
        }
    }

    pub(crate) fn show_candidate(&self, entity: &Entity) -> String {
        match *entity {
            Entity::Function(function) => self.show_function(function),
            Entity::Template(template) => match self.entities[template].owner {
                Owner::Class(class) if self.entities[template].name == DeclName::Constructor => {
                    self.entities[class].name.map_or("", |name| self.text(name)).to_owned()
                }
                _ => self.show_name(self.entities[template].name),
            },
            _ => String::new(),
        }
    }
}

/// Whether a candidate takes another number of arguments: a binary operator is not what a unary one was meant to be.
pub(super) fn counts_operands(reason: &Reason) -> bool {
    match reason {
        Reason::TooFew { .. } | Reason::TooMany { .. } => true,
        Reason::Deduction(failure) => matches!(
            failure.reason,
            FailureReason::TooFewArguments { .. } | FailureReason::TooManyArguments { .. }
        ),
        _ => false,
    }
}

/// Whether a candidate does not take the template arguments that are written.
fn is_of_template_argument(reason: &Reason) -> bool {
    matches!(reason, Reason::Deduction(failure)
        if matches!(failure.reason, FailureReason::ExplicitArgument(_)))
}

/// The diagnostic inside a reason.
fn inner_diagnostic(reason: &Reason) -> Option<&Diagnostic> {
    match reason {
        Reason::Constraint(why) | Reason::Declaration(why) => Some(why),
        Reason::Deduction(failure) => match &failure.reason {
            FailureReason::ExplicitArgument(why) => Some(why),
            FailureReason::Constraint { why, .. } | FailureReason::Substitution(why) => Some(why),
            _ => None,
        },
        _ => None,
    }
}

/// The failing constraint in the words of its concept, else the reason itself.
fn constraint_text(why: &Diagnostic) -> String {
    if !why.primary.text.is_empty() {
        return why.primary.text.clone();
    }
    match why.notes.iter().find(|note| note.kind == NoteKind::ConstraintNotSatisfied) {
        Some(reason) => reason.text.clone(),
        None => why.message.clone(),
    }
}

/// The stages of a call, in order.
fn nearness(reason: &Reason) -> u32 {
    match reason {
        Reason::NotATemplate | Reason::CopiesBase => 0,
        Reason::TooFew { .. } | Reason::TooMany { .. } => 1,
        Reason::Deduction(failure) => match failure.reason {
            FailureReason::TooFewArguments { .. } | FailureReason::TooManyArguments { .. } => 1,
            FailureReason::ExplicitArgument(_) => 2,
            FailureReason::Mismatch { argument, .. } => 3 + argument as u32,
            FailureReason::Undeduced { .. } => 4,
            FailureReason::Inconsistent(_)
            | FailureReason::PackLength { .. }
            | FailureReason::Parameter { .. }
            | FailureReason::ValueType { .. } => 5,
            FailureReason::Substitution(_) => 6,
            FailureReason::Constraint { .. } => 40,
        },
        Reason::Declaration(_) => 2,
        Reason::Object => 30,
        Reason::Argument { index, .. } => 20 + (*index as u32).min(9),
        Reason::Constraint(_) => 40,
        Reason::Release(_) => 50,
    }
}

fn count(n: usize, noun: &str) -> String {
    match n {
        0 => format!("no {noun}s"),
        1 => format!("one {noun}"),
        n => format!("{n} {noun}s"),
    }
}
